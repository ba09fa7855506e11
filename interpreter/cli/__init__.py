"""The command line: ``detto VERB``, one verb a file. Exit codes: 0 all well, 1 problems found, 2 wrong usage."""

from __future__ import annotations


def main() -> None:
    """Run ``detto``. Everything heavy is imported by the verb that needs it, when it runs."""
    from interpreter.cli.group import run

    run()
