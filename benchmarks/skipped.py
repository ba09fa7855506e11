"""A measure that cannot be taken here."""


class Skipped(RuntimeError):
    """What it needs is not there; the message says what. It is told, and no failure."""
