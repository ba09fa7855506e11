"""Values that are words: what the machine keeps as one number, as the names that it stands for."""

from __future__ import annotations

from dsl.meaning.game import ValueDecl

from .program.declared import BAG_BITS


def worded(decl: ValueDecl, found: int) -> int | tuple[str, ...]:
    """A value as the words that it stands for, when it has words."""
    if decl.kind in ("member", "members"):
        return tuple(m for j, m in enumerate(decl.members) if found >> j & 1)
    if decl.kind == "bag":
        room = (1 << BAG_BITS) - 1
        return tuple(m for j, m in enumerate(decl.members) for _ in range(found >> j * BAG_BITS & room))
    return found
