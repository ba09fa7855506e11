"""Meaning ⇄ plain data (dicts, lists, strings, numbers): stable, spans left out, fields at their default left out.

A node is ``{"is": class name, field: value …}``; a mapping is ``{"is": "mapping", "items": [[key, value] …]}``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import Enum
from functools import cache
from typing import Any

import attrs

from . import game, nodes

KIND = "is"
MAPPING = "mapping"


class SerialError(ValueError):
    """Plain data that is not the plain form of any meaning."""


def to_plain(value: object) -> Any:
    """The plain form of a node, of a declared thing, or of a tuple of them."""
    if isinstance(value, Enum):
        return value.value
    if value is None or isinstance(value, str | int | bool):
        return value
    if isinstance(value, tuple | list):
        return [to_plain(item) for item in value]
    if isinstance(value, Mapping):
        return {KIND: MAPPING, "items": [[to_plain(key), to_plain(item)] for key, item in value.items()]}
    if attrs.has(type(value)):
        return _node_to_plain(value)
    raise SerialError(f"{type(value).__name__} has no plain form")


def _node_to_plain(node: object) -> dict[str, Any]:
    node_class: Any = type(node)
    plain: dict[str, Any] = {KIND: node_class.__name__}
    for name, default, _ in _fields(node_class):
        value = getattr(node, name)
        if default is attrs.NOTHING or value != default:
            plain[name] = to_plain(value)
    return plain


def from_plain(plain: Any) -> Any:
    """The meaning whose plain form this is. Raises ``SerialError`` when it is that of none."""
    if isinstance(plain, list):
        return tuple(from_plain(item) for item in plain)
    if not isinstance(plain, dict):
        return plain
    kind = plain.get(KIND)
    if kind == MAPPING:
        return {from_plain(key): from_plain(item) for key, item in plain.get("items", ())}
    node_class = _classes().get(kind) if isinstance(kind, str) else None
    if node_class is None:
        raise SerialError(f"unknown kind of node: {kind!r}")
    return _node_from_plain(node_class, plain)


def _node_from_plain(node_class: type, plain: dict[str, Any]) -> Any:
    known = {name: enum for name, _, enum in _fields(node_class)}
    values: dict[str, Any] = {}
    for name, value in plain.items():
        if name == KIND:
            continue
        if name not in known:
            raise SerialError(f"{node_class.__name__} has no field {name!r}")
        enum = known[name]
        try:
            values[name] = enum(value) if enum is not None else from_plain(value)
        except ValueError as error:
            raise SerialError(f"{node_class.__name__}.{name}: {error}") from error
    try:
        return node_class(**values)
    except TypeError as error:
        raise SerialError(f"{node_class.__name__}: {error}") from error


@cache
def _fields(node_class: Any) -> tuple[tuple[str, Any, type[Enum] | None], ...]:
    """Name, default and enumeration (if that is its type) of every field but those that only the words have."""
    result = []
    for a in attrs.fields(node_class):
        if a.name in ("span", "called"):
            continue
        default = a.default
        if isinstance(default, attrs.Factory):  # type: ignore[arg-type]
            default = default.factory()
        declared = getattr(nodes, a.type, None) if isinstance(a.type, str) else a.type
        enum = declared if isinstance(declared, type) and issubclass(declared, Enum) else None
        result.append((a.name, default, enum))
    return tuple(result)


@cache
def _classes() -> dict[str, type]:
    found = [*vars(nodes).values(), *vars(game).values()]
    return {c.__name__: c for c in found if isinstance(c, type) and attrs.has(c) and c is not nodes.Span}


def dumps(value: object) -> str:
    """One line of JSON, the same for equal meanings on every machine."""
    return json.dumps(to_plain(value), ensure_ascii=False, separators=(",", ":"), sort_keys=False)


def loads(text: str) -> Any:
    """The meaning that ``dumps`` wrote. Raises ``SerialError`` for anything else."""
    try:
        return from_plain(json.loads(text))
    except (json.JSONDecodeError, RecursionError) as error:
        raise SerialError(str(error)) from error


__all__ = ["SerialError", "dumps", "from_plain", "loads", "to_plain"]
