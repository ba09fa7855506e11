"""Lists of which only the places are asked: so many names instead, and the list itself only where it is given away."""

from __future__ import annotations

import ast

from ..shortened.shapes import walk
from .folding import Folding, Known
from .trees import Block, Put, stored


class Needed(Exception):
    """A list that is asked for as a list: the how manieth of its function."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class Places(Folding):
    """The lists of one function."""

    def forget_lists(self) -> None:
        self.lists: dict[
            str, tuple[int, list[str]]
        ] = {}  # of each name of a list its number and the names of its places
        self.listed = 0

    needed: set[int]  # the numbers of those that are asked for as lists

    def in_places(self, name: str, value: ast.expr, rest: Block) -> bool:
        """A list of which only the places are asked, as so many names."""
        if type(value) is ast.Name and value.id in self.lists:
            self.lists[name] = self.lists[value.id]
            return True
        if type(value) is not ast.List or any(type(x) is ast.Starred for x in value.elts):
            return False
        self.listed += 1
        if self.listed in self.needed:
            return False
        names = [f"{name}_{i}" for i in range(len(value.elts))]
        self.own |= set(names)
        self.lists[name] = self.listed, names
        rest += [ast.Assign([ast.Name(x, ast.Store())], each) for x, each in zip(names, value.elts, strict=True)][::-1]
        return True

    def place(self, node: ast.Subscript) -> str | None:
        """The name of a place of a list."""
        if type(node.value) is ast.Name and node.value.id in self.lists and type(node.slice) is ast.Constant:
            names = self.lists[node.value.id][1]
            return names[node.slice.value] if type(node.slice.value) is int else None
        return None

    def places(self, name: str) -> ast.List:
        return ast.List([ast.Name(x, ast.Load()) for x in self.lists[name][1]], ast.Load())

    def changing(self, stmt: ast.stmt) -> set[str]:
        """The names that a loop sets, the places of its lists too."""
        found = stored(stmt)
        if self.lists:
            for x in walk(stmt):
                if type(x) is ast.Name and x.id in self.lists:
                    found |= set(self.lists[x.id][1])
        return found

    def whole_lists(self, stmt: ast.stmt, rest: Block, known: Known) -> None:
        """Where a list is given away it is made, if nothing asks for it after that."""
        parts: list[ast.AST] = [stmt]
        if isinstance(stmt, (ast.If, ast.While)):
            parts = [stmt.test]
        elif isinstance(stmt, ast.For):
            parts = [stmt.iter]
        given = {x.id for x in walk(parts) if type(x) is ast.Name and x.id in self.lists}
        for name in given:
            if not (isinstance(stmt, ast.Return) or (parts[0] is stmt and self.last_use(name, rest))):
                raise Needed(self.lists[name][0])
        if given:
            put = Put({name: self.fold(self.places(name), known) for name in given}, {})
            for field in stmt._fields:
                value = getattr(stmt, field)
                if isinstance(value, ast.expr):
                    setattr(stmt, field, put.put(value))

    def last_use(self, name: str, rest: Block) -> bool:
        """Whether the function is left before a list is asked again."""
        number = self.lists[name][0]
        same = {x for x, (n, _) in self.lists.items() if n == number}
        for stmt in reversed(rest):
            if any(type(x) is ast.Name and x.id in same for x in walk(stmt)):
                return False
            if isinstance(stmt, ast.Return):
                return True
        return False

    def on_subscript(self, node: ast.Subscript, known: Known) -> ast.expr:
        found = super().on_subscript(node, known)
        if type(found) is ast.Subscript and isinstance(found.ctx, ast.Load):
            name = self.place(found)
            if name is not None:
                return self.name(ast.Name(name, ast.Load()), known)
        return found
