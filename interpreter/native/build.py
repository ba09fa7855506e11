"""From the C of a game to functions that Python calls: compiled once, kept by the hash of its text, loaded for each game that is linked."""

from __future__ import annotations

import ast
import hashlib
import importlib.machinery
import importlib.util
import os
import re
import shutil
import subprocess
import sysconfig
import tempfile
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from ..machine import FAULTS, Machine
from .functions import Sources, forget_trees
from .module import Module

COMPILER = "DETTO_CC"  # the compiler, when it is not the one called cc or gcc
FLAGS = (
    "-O2",
    "-fno-tree-pre",
    "-fno-schedule-insns2",
    "-fPIC",
    "-shared",
    "-fwrapv",
    "-fno-semantic-interposition",
    "-DNDEBUG",  # without it the macros of Python's headers look at every tuple and list once more
    "-w",
)


WRITTEN_OUT = re.compile(r"ok\d+")  # tests that short programs have in them
FOR_PAIRS = re.compile(
    r"(alone\d|judged|met|base|brings|reacted|awake)_would\d\w*"
)  # what only Python is the quicker for


class NoCompiler(RuntimeError):
    """There is nothing that compiles C here, or no headers of Python."""


def compiler() -> str | None:
    """The compiler at hand; None when there is none or Python's headers are missing."""
    found = os.environ.get(COMPILER) or shutil.which("gcc") or shutil.which("cc") or shutil.which("clang")
    headers = Path(sysconfig.get_paths()["include"]) / "Python.h"
    return found if found and headers.exists() else None


def cache_folder() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "detto-fatto" / "native"


def nativize(machine: Machine, texts: dict[str, str], trees: ast.Module, match_class: Any) -> Module:
    """Put native functions in the place of those of a linked machine, wherever it names them: of those with a text and of those
    that were written into each other. Raises ``NoCompiler``."""
    module = written(machine, texts, trees, match_class)
    loaded = load(built(module.text()))
    doors: list[Any] = loaded.doors()
    native = {id(source.python): door for source, door in zip(module.sources.found.values(), doors, strict=True)}
    loaded.fill([replaced(x, native, module.sources.changed) for x in module.kept], match_class)
    for table in (machine.functions, machine.programs, machine.beyond):
        table[:] = [native.get(id(x), x) for x in table]
    for name, value in list(machine.names.items()):
        if id(value) in native:
            machine.names[name] = native[id(value)]
    forget_trees()
    machine.copied = loaded.copied
    machine.match_class = with_ways(loaded, match_class)
    return module


def with_ways(loaded: ModuleType, match_class: Any) -> Any:
    """The matches of a native game: as others are, but that a choice goes straight into the programs."""

    def fault(m: Any, error: Exception) -> None:
        raise (m.game.fault(m, error) if isinstance(error, FAULTS) else error) from error

    made = type(match_class.__name__, (match_class,), {"__slots__": (), "__module__": match_class.__module__})
    made.choose = loaded.way_of(made, match_class.choose, fault)  # type: ignore[attr-defined]
    return made


def written(machine: Machine, texts: dict[str, str], trees: ast.Module, match_class: Any) -> Module:
    functions = {x.name: x for x in trees.body if isinstance(x, ast.FunctionDef)}
    sources = Sources(machine.names, texts, functions, machine.initial())
    left = (WRITTEN_OUT, FOR_PAIRS)
    roots = [value for name, value in machine.names.items() if not any(x.fullmatch(name) for x in left)]
    sources.take(iter([*roots, *machine.functions, *machine.programs]))
    slots = tuple(x for each in match_class.__mro__ for x in vars(each).get("__slots__", ()))
    return Module(sources, slots)


def replaced(value: Any, native: dict[int, Any], changed: set[int], depth: int = 0) -> Any:
    """A table with native functions in the place of those that have one."""
    if isinstance(value, FunctionType):
        return native.get(id(value), value)
    if type(value) in (list, tuple) and id(value) not in changed and depth < 2:
        made = [replaced(x, native, changed, depth + 1) for x in value]
        if any(x is not y for x, y in zip(made, value, strict=True)):
            return type(value)(made)
    return value


def built(text: str) -> Path:
    """The compiled module of a text, from the cache if it is there."""
    cc = compiler()
    if cc is None:
        raise NoCompiler("no C compiler, or no headers of Python")
    key = "\0".join((text, cc, " ".join(FLAGS), sysconfig.get_config_var("EXT_SUFFIX") or ""))
    target = cache_folder() / f"{hashlib.sha256(key.encode()).hexdigest()[:32]}.so"
    if target.exists():
        return target
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as folder:
        source, made = Path(folder) / "game.c", Path(folder) / "game.so"
        source.write_text(text, "utf-8")
        include = sysconfig.get_paths()["include"]
        command = [cc, *FLAGS, f"-I{include}", str(source), "-o", str(made)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise NoCompiler(done.stderr.strip()[:2000] or "the compiler failed")
        made.replace(target)
    return target


def load(path: Path) -> ModuleType:
    """A module of its own for each game that is linked: two never share what they name."""
    with tempfile.TemporaryDirectory() as folder:
        own = Path(shutil.copy(path, Path(folder) / "native_game.so"))
        loader = importlib.machinery.ExtensionFileLoader("native_game", str(own))
        spec = importlib.util.spec_from_file_location("native_game", own, loader=loader)
        assert spec is not None
        module = importlib.util.module_from_spec(spec)
        loader.exec_module(module)
    return module
