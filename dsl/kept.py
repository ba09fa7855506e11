"""What was worked out once, kept in the user's cache directory: plain JSON under its digest, dropped when it does not fit.

``DETTO_CACHE=no`` turns it off. Nothing kept is ever executed, and nothing is lost when it is deleted.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

MAX_BYTES: Final = 16_000_000
MOST_FILES: Final = 64


def directory() -> Path | None:
    """Where it is kept; None when it is turned off."""
    if os.environ.get("DETTO_CACHE", "").casefold() in ("no", "0", "off"):
        return None
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "dettofatto"


def digest(text: str) -> str:
    """What the text of plain data begins with."""
    return sha256(text.encode()).hexdigest()


def _path(key: str) -> Path | None:
    where = directory()
    return where / f"{sha256(key.encode()).hexdigest()[:32]}.json" if where is not None else None


def read(key: str) -> Any:
    """The data kept under a key, if the file is whole and says what its digest says; otherwise None."""
    path = _path(key)
    if path is None:
        return None
    try:
        if path.stat().st_size > MAX_BYTES:
            return None
        said, _, text = path.read_text(encoding="utf-8").partition("\n")
        return json.loads(text) if said == digest(text) else None
    except (OSError, ValueError, RecursionError):
        return None


def write(key: str, data: object) -> None:
    """Keep plain data under a key; a cache that cannot be written is no error."""
    path = _path(key)
    if path is None:
        return
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_suffix(f".{os.getpid()}")
        text = json.dumps(data, ensure_ascii=False)
        partial.write_text(f"{digest(text)}\n{text}", encoding="utf-8")
        partial.replace(path)
        _prune(path.parent)


def _prune(folder: Path) -> None:
    """Leave only the newest files: those of games and grammars that have changed since are not asked for again."""
    found = sorted(folder.glob("*.json"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in found[MOST_FILES:]:
        path.unlink(missing_ok=True)
