"""A run of scenes for ``detto test``: their results, their snapshots kept or compared, and what is said of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from attrs import define, field

from interpreter.cli.common import PROBLEMS, fail, print_json, progress

if TYPE_CHECKING:
    from interpreter.scenes import Outcome, SceneBook
    from interpreter.scenes.snapshots import Album


@define
class Result:
    """A scene that was run, or a file that cannot be read; ``report`` says what is wrong."""

    file: str
    scene: str
    report: str = ""
    photos: tuple[str, ...] = ()

    def as_data(self) -> dict[str, Any]:
        return {"file": self.file, "scene": self.scene, "passed": not self.report, "report": self.report}


@define
class Run:
    """A run of the scenes of some books whose title is wanted."""

    books: list[SceneBook]
    wanted: str
    update: bool
    results: list[Result] = field(factory=list)
    written: int = 0
    removed: int = 0
    unused: list[tuple[Path, str]] = field(factory=list)

    def all(self, jobs: int) -> None:
        """Run every scene, in the order of the files."""
        from interpreter.scenes import gather
        from interpreter.scenes.workers import Workers

        tasks: list[tuple[int, int]] = []
        for at, book in enumerate(self.books):
            if book.problems:
                self.results.append(Result(str(book.path), "", book.told_problems()))
            titles = enumerate(scene.title for scene in book.scenes)
            tasks += [(at, number) for number, title in titles if self.wanted.casefold() in title.casefold()]
        found: dict[int, Result] = {}
        workers = Workers(
            self._one, tasks, jobs, lambda next_: gather((self.books[at], number) for at, number in next_)
        )
        with workers, progress(len(tasks), "scene") as advance:
            for number, result in workers.results():
                found[number] = result
                advance(len(found))
        self.results += (found[number] for number in range(len(tasks)))
        for number, (at, scene) in enumerate(tasks):
            self._take(self.books[at], scene, found[number])

    def _one(self, task: tuple[int, int]) -> Result:
        book, number = self.books[task[0]], task[1]
        outcome = book.play(number)
        report = book.report(outcome) if outcome.failure else "" if self.update else _difference(book, number, outcome)
        photos = tuple(photo.text for photo in outcome.photos) if outcome.failure is None else ()
        return Result(str(book.path), book.scenes[number].title, report, photos)

    def _take(self, book: SceneBook, number: int, result: Result) -> None:
        """The snapshots of a scene into its album."""
        from interpreter.scenes.snapshots import snapshot_name

        if self.update:
            names = (snapshot_name(book.names[number], index) for index in range(len(result.photos)))
            changed = dict(zip(names, result.photos, strict=True))
            self.written += sum(book.album.photos.get(name) != text for name, text in changed.items())
            book.album.merge(changed)

    def keep(self, paths: Sequence[Path]) -> None:
        """Write the albums, without what no scene takes; or say what that is."""
        from interpreter.scenes.snapshots import orphans

        albums = [(book.album, book.unused()) for book in self.books if not book.problems]
        lost = (album for path in paths if path.is_dir() for album in orphans(path))
        albums += [(album, tuple(album.photos)) for album in lost]
        for album, unused in albums:
            if self.update:
                self.removed += len(unused)
                _write(album, unused)
            else:
                self.unused += [(album.path, name) for name in unused]

    def print_photos(self) -> None:
        """What was told in each snapshot."""
        for result in self.results:
            for photo in result.photos:
                click.echo(f"— {result.scene}\n{photo}\n")

    def report(self, as_json: bool) -> None:
        """The failures and the count; exit code 1 if any failed or a snapshot is of no scene."""
        failed = [result for result in self.results if result.report]
        passed = len(self.results) - len(failed)
        if as_json:
            unused = [{"file": str(path), "snapshot": name} for path, name in self.unused]
            snapshots = {"written": self.written, "removed": self.removed, "unused": unused}
            scenes = [result.as_data() for result in self.results]
            print_json({"passed": passed, "failed": len(failed), "snapshots": snapshots, "scenes": scenes})
        else:
            for result in failed:
                click.echo(result.report + "\n")
            for path, name in self.unused:
                click.echo(f"{path}: nessuna scena scatta più «{name}» (lo toglie detto test --update)\n")
            click.echo(f"{passed} passed, {len(failed)} failed" + self._snapshots())
        if failed or self.unused:
            raise SystemExit(PROBLEMS)

    def _snapshots(self) -> str:
        counts = (
            (self.written, "written"),
            (self.removed, "removed"),
            (len(self.unused), "unused"),
        )
        return "".join(f", {count} snapshot{'s' * (count > 1)} {what}" for count, what in counts if count)


def _difference(book: SceneBook, number: int, outcome: Outcome) -> str:
    failure = book.compare(number, outcome)
    return book.reported(outcome.scene, failure) if failure is not None else ""


def _write(album: Album, without: Sequence[str]) -> None:
    album.merge({}, without)
    try:
        album.write()
    except OSError as error:
        fail(f"{album.path}: {error.strerror}")
