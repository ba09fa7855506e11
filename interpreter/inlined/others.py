"""What the rewriting of one function asks of the others of its game."""

from __future__ import annotations

import ast
from types import FunctionType
from typing import Any, Protocol

from ..native.functions import Sources
from .trees import Expression, Names


class OtherFunctions(Protocol):
    """The functions of a game as far as they are rewritten: what may be written where it is called, and how else it is called."""

    sources: Sources
    still: dict[int, Any]  # slots that never change
    spans: dict[int, tuple[int, int]]  # of the base of a block: which slots are in it
    filled: dict[int, frozenset[int]]  # by slot of what stands: the abilities whose entries can be there

    def small(self, function: Any) -> ast.FunctionDef | None: ...
    def changes(self, function: FunctionType, at: int) -> bool: ...
    def with_places(
        self, function: FunctionType, args: list[ast.expr], at: int, places: list[ast.expr]
    ) -> ast.expr | None: ...
    def narrowed(self, function: Any, args: list[ast.expr]) -> Any: ...
    def expression(self, function: Any) -> Expression | None: ...
    def fresh(self, names: set[str]) -> dict[str, str]: ...
    def summary(self, function: ast.FunctionDef) -> Names: ...
