"""The statements of a function, put where it is called: something else stands where it returned; what nobody reads is left out."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from ..shortened.shapes import copied, walk
from .trees import Block, ends, leaves, negated, only_reads, returns, size

SMALL = 60  # nodes of statements that may be written twice


class TooTangled(ValueError):
    """A function whose ends do not fit where it is called."""


def if_else(test: ast.expr, body: Block, orelse: Block) -> Block:
    body = [x for x in body if not isinstance(x, ast.Pass)]
    orelse = [x for x in orelse if not isinstance(x, ast.Pass)]
    if not body and not orelse:
        return [] if only_reads(test) else [ast.Expr(test)]
    if not body:
        return [ast.If(negated(test), orelse, [])]
    if ends(body) and orelse:  # no else is needed behind a return
        return [ast.If(test, body, []), *orelse]
    return [ast.If(test, body, orelse)]


def body_with(body: Block, leaf: Callable[[ast.expr], Block], leaving: bool) -> Block:
    """The statements of a function with something else where it returns."""
    out: Block = []
    for i, stmt in enumerate(body):
        if isinstance(stmt, ast.Return):
            return out + leaf(stmt.value or ast.Constant(None))
        if not returns(stmt):
            out.append(stmt)
            continue
        rest = body[i + 1 :]
        if isinstance(stmt, ast.If):
            yes, no = stmt.body, stmt.orelse
            through = (not ends(yes)) + (not ends(no))
            if through == 2 and size(rest) > SMALL:
                raise TooTangled
            yes = body_with(yes + (copied(rest) if not ends(yes) else []), leaf, leaving)
            no = body_with(no + (copied(rest) if not ends(no) else []), leaf, leaving)
            return out + if_else(stmt.test, yes or [ast.Pass()], no)
        if isinstance(stmt, (ast.While, ast.For)):
            out.append(loop_with(stmt, leaf))
            continue
        raise TooTangled
    return out + leaf(ast.Constant(None))


def loop_with(stmt: Any, leaf: Callable[[ast.expr], Block]) -> ast.stmt:
    """A loop in which what stands for a return leaves the function around it."""

    def within(body: Block) -> Block:
        out: Block = []
        for each in body:
            if isinstance(each, ast.Return):
                made = leaf(each.value or ast.Constant(None))
                if not leaves(made):
                    raise TooTangled
                return out + made
            if isinstance(each, ast.If) and returns(each):
                each.body, each.orelse = within(each.body), within(each.orelse)
            elif isinstance(each, (ast.While, ast.For)) and returns(each):
                each = loop_with(each, leaf)
            elif returns(each):
                raise TooTangled
            out.append(each)
        return out

    stmt.body = within(stmt.body)
    if stmt.orelse:
        raise TooTangled
    return stmt  # type: ignore[no-any-return]


def unused(function: ast.FunctionDef) -> None:
    """Take away what is set and never asked."""
    while True:
        read = {x.id for x in walk(function.body) if type(x) is ast.Name and isinstance(x.ctx, ast.Load)}
        if not swept(function.body, read):
            return


def swept(body: Block, read: set[str]) -> bool:
    """Take away assignments to names that nobody reads; whether there were any."""
    found = False
    for i in range(len(body) - 1, -1, -1):
        stmt = body[i]
        target: Any = (
            stmt.targets[0]
            if isinstance(stmt, ast.Assign) and len(stmt.targets) == 1
            else getattr(stmt, "target", None)
        )
        if isinstance(stmt, (ast.Assign, ast.AugAssign)) and type(target) is ast.Name and target.id not in read:
            found = True
            if only_reads(stmt.value):
                del body[i]
            else:
                body[i] = ast.Expr(stmt.value)
            continue
        for name in ("body", "orelse"):
            inner = getattr(stmt, name, None)
            if inner and swept(inner, read):
                found = True
                if not inner and name == "body":
                    inner.append(ast.Pass())
        if isinstance(stmt, ast.If):
            made = if_else(stmt.test, stmt.body, stmt.orelse)
            if not made:
                del body[i]
                found = True
            elif len(made) == 1:
                body[i] = made[0]
    if not body and found:
        body.append(ast.Pass())
    return found
