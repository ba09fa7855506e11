"""The snapshots of a file of scenes, kept beside it as text: ``scene/fotografie/NAME.txt`` for ``scene/NAME.scena``.

    -- Che cosa accade nelle scene di canti.scena. Lo scrive «detto test --update».

    scena Due voci insieme
        A cala Lume come Candela
        …

One format, one writer: ``detto test`` and pytest (through syrupy) both read and write by this module, the scenes in the
order of their file, so that the same scenes always give the same bytes.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

from attrs import define, field

from dsl.scenes import titles_of
from dsl.source import UnreadableSource, read_source

FOLDER: Final = "fotografie"
SUFFIX: Final = ".txt"
_HEADING: Final = "scena "
_INDENT: Final = "    "
_NUMBER: Final = ", fotografia "
_CONTEXT: Final = 2


def snapshot_path(scenes: Path) -> Path:
    """Where the snapshots of a file of scenes lie."""
    return scenes.parent / FOLDER / (scenes.stem + SUFFIX)


def scenes_path(snapshots: Path) -> Path:
    """The file of scenes that a file of snapshots is of."""
    return snapshots.parent.parent / (snapshots.stem + ".scena")


def snapshot_name(title: str, index: int) -> str:
    """The name of a scene's snapshot: its title; of a further one (``index`` from 0) also its number."""
    return title if index == 0 else f"{title}{_NUMBER}{index + 1}"


def distinct(titles: Sequence[str]) -> tuple[str, ...]:
    """The titles, those that come again with the number of the time."""
    seen: dict[str, int] = {}
    names = []
    for title in titles:
        seen[title] = seen.get(title, 0) + 1
        names.append(title if seen[title] == 1 else f"{title} ({seen[title]})")
    return tuple(names)


@define
class Album:
    """The snapshots of one file, by name."""

    path: Path
    photos: dict[str, str] = field(factory=dict)

    @classmethod
    def read(cls, path: Path) -> Album:
        """The snapshots of a file; none when it does not exist or is no text."""
        try:
            text = path.read_text("utf-8")
        except (OSError, UnicodeDecodeError):
            return cls(path)
        photos: dict[str, list[str]] = {}
        lines: list[str] = []
        for line in text.splitlines():
            if line.startswith(_HEADING):
                lines = photos.setdefault(line.removeprefix(_HEADING).strip(), [])
            elif line.startswith(_INDENT):
                lines.append(line.removeprefix(_INDENT))
        return cls(path, {name: "\n".join(body) for name, body in photos.items()})

    def text(self) -> str:
        """The file as it is written: in the order of the scenes, then those of no scene by name."""
        source = scenes_path(self.path)
        place = {title: number for number, title in enumerate(_titles(source))}

        def rank(name: str) -> tuple[int, int, str]:
            title, _, number = name.rpartition(_NUMBER)
            if name in place or title not in place or not number.isdecimal():
                return place.get(name, len(place)), 0, name
            return place[title], int(number), name

        blocks = [f"-- Che cosa accade nelle scene di {source.name}. Lo scrive «detto test --update».\n"]
        for name in sorted(self.photos, key=rank):
            body = "".join(f"{_INDENT}{line}\n" for line in self.photos[name].splitlines())
            blocks.append(f"{_HEADING}{name}\n{body}")
        return "\n".join(blocks)

    def write(self) -> bool:
        """Write the file if that changes it, whole or not at all; without snapshots there is no file.

        Returns whether anything was written; raises OSError."""
        if not self.photos:
            return self._remove()
        text = self.text()
        try:
            if self.path.read_text("utf-8") == text:
                return False
        except (OSError, UnicodeDecodeError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
        part = self.path.with_name(self.path.name + ".part")
        part.write_text(text, "utf-8", newline="\n")
        part.replace(self.path)
        return True

    def _remove(self) -> bool:
        if not self.path.exists():
            return False
        self.path.unlink()
        if not any(self.path.parent.iterdir()):
            self.path.parent.rmdir()
        return True

    def merge(self, photos: Mapping[str, str], without: Iterable[str] = ()) -> None:
        """Take these snapshots in the place of those of the same names, and leave out others."""
        self.photos |= photos
        for name in without:
            self.photos.pop(name, None)


def _titles(scenes: Path) -> tuple[str, ...]:
    """The titles of a file of scenes; none when it is no more."""
    try:
        return distinct([title for title, _ in titles_of(read_source(scenes))])
    except UnreadableSource:
        return ()


def difference(before: str, now: str) -> str:
    """What is different between two tellings: «-» as it was, «+» as it is, some lines around; «…» for what is left out."""
    old, new = before.splitlines(), now.splitlines()
    lines: list[str] = []
    told = 0  # how much of the old telling has been shown
    for group in difflib.SequenceMatcher(None, old, new, autojunk=False).get_grouped_opcodes(_CONTEXT):
        if group[0][1] > told:
            lines.append("  …")
        for kind, start, stop, start_new, stop_new in group:
            if kind == "equal":
                lines += [f"  {line}" for line in old[start:stop]]
            else:
                lines += [f"- {line}" for line in old[start:stop]]
                lines += [f"+ {line}" for line in new[start_new:stop_new]]
        told = group[-1][2]
    return "\n".join([*lines, "  …"] if told < len(old) else lines)


def orphans(folder: Path) -> tuple[Album, ...]:
    """The files of snapshots in a folder of scenes, or under a folder, whose file of scenes is no more."""
    found = (Album.read(path) for path in sorted(folder.rglob(f"{FOLDER}/*{SUFFIX}")))
    return tuple(album for album in found if album.photos and not scenes_path(album.path).exists())
