"""The storage of syrupy for snapshots of scenes: the files of ``snapshots``, read and written by that module alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from syrupy.data import Snapshot, SnapshotCollection, SnapshotCollections
from syrupy.extensions.base import AbstractSyrupyExtension
from syrupy.location import PyTestLocation
from syrupy.types import SerializableData, SerializedData, SnapshotIndex
from syrupy.utils import exclusive_file_lock, snapshot_file_lock_enabled

from .pytest_books import unused_in
from .snapshots import FOLDER, SUFFIX, Album, snapshot_name


class SceneSnapshots(AbstractSyrupyExtension):
    """Reads, compares, writes and removes the snapshots of scenes.

    Which are unused is known from the scenes themselves, whatever was selected: syrupy is told of those alone."""

    file_extension = SUFFIX.removeprefix(".")

    def serialize(self, data: SerializableData, **_: Any) -> SerializedData:
        return str(data)

    @classmethod
    def get_snapshot_name(cls, *, test_location: PyTestLocation, index: SnapshotIndex = 0) -> str:
        return snapshot_name(test_location.item.name, index if isinstance(index, int) else 0)

    @classmethod
    def dirname(cls, *, test_location: PyTestLocation) -> str:
        return str(Path(test_location.filepath).parent / FOLDER)

    def discover_snapshots(
        self, *, test_location: PyTestLocation, ignore_extensions: list[str] | None = None
    ) -> SnapshotCollections:
        found = SnapshotCollections()
        for path, names in unused_in(test_location.item.config, Path(test_location.filepath).parent).items():
            found.add(SnapshotCollection(location=str(path), _snapshots={name: Snapshot(name) for name in names}))
        return found

    def read_snapshot_collection(self, *, snapshot_location: str) -> SnapshotCollection:
        photos = Album.read(Path(snapshot_location)).photos
        kept = {name: Snapshot(name, text) for name, text in photos.items()}
        return SnapshotCollection(location=snapshot_location, _snapshots=kept)

    def read_snapshot_data_from_location(
        self, *, snapshot_location: str, snapshot_name: str, session_id: str
    ) -> SerializedData | None:
        return Album.read(Path(snapshot_location)).photos.get(snapshot_name)

    @classmethod
    def write_snapshot_collection(
        cls, *, snapshot_collection: SnapshotCollection, name_order: dict[str, int] | None = None
    ) -> None:
        photos = {snapshot.name: str(snapshot.data) for snapshot in snapshot_collection}
        with _alone_with(snapshot_collection.location) as album:
            album.merge(photos)

    def delete_snapshots(self, *, snapshot_location: str, snapshot_names: set[str]) -> None:
        with _alone_with(snapshot_location) as album:
            album.merge({}, snapshot_names)


@contextmanager
def _alone_with(location: str) -> Iterator[Album]:
    """The album of a file, to be changed and written while no other process does."""
    path = Path(location)
    if not snapshot_file_lock_enabled():
        album = Album.read(path)
        yield album
        album.write()
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    with exclusive_file_lock(location):
        album = Album.read(path)
        yield album
        album.write()
