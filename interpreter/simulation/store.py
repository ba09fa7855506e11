"""The tables of a simulation in a folder, as Parquet: what is written is whole, and what was written is not played again.

``plan.json`` says what is played; ``parts/`` holds a finished batch a file while it goes on; at the end ``seats.parquet``,
``cards.parquet`` and ``texts.parquet`` hold all of it in the order of the seeds, the same bytes however the work was cut.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from interpreter.simulation.plan import Plan
from interpreter.simulation.played import Played
from interpreter.simulation.tally import Row, Rows, Tally

TABLES = ("seats", "cards", "texts")
#: Rows of one group of the final files: fixed, so that they do not depend on the batches.
GROUP = 100_000
_DIGITS = 9


class StoreError(RuntimeError):
    """The folder holds another simulation, or the library for Parquet is not there; the message says which."""


def parquet() -> tuple[Any, Any]:
    """The library for Parquet; raises :class:`StoreError` that says how to get it."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise StoreError("per le tabelle serve: pip install 'dettofatto[data]'") from error
    return pyarrow, pyarrow.parquet


def read_table(path: Path, **how: Any) -> Any:
    """A table of a folder; raises :class:`StoreError` where it is cut off, spoilt or of another shape."""
    arrow, files = parquet()
    try:
        return files.read_table(path, **how)
    except (arrow.ArrowException, OSError) as error:
        reason = str(error).partition(chr(10))[0]
        raise StoreError(f"{path}: la tabella è troncata o guasta, e la simulazione va rifatta ({reason})") from error


class Store:
    """The folder of one simulation."""

    def __init__(self, folder: Path, tally: Tally) -> None:
        self.folder = folder
        self.parts = folder / "parts"
        self._arrow, self._parquet = parquet()
        self._schemas = {
            "seats": self._schema(tally.of_a_seat),
            "cards": self._schema(tally.of_a_card),
            "texts": self._schema(tally.of_a_text),
        }

    def begin(self, plan: Plan) -> Plan:
        """Take the folder for a plan. When it holds the same one, that one with its cut, to go on with; raises :class:`StoreError`
        when it holds another."""
        written = self.folder / "plan.json"
        if written.exists():
            try:
                there = Plan.read(written)
            except ValueError as error:
                raise StoreError(str(error)) from error
            if not plan.same_matches(there):
                raise StoreError(
                    f"{self.folder} contiene un'altra simulazione (cambia: {', '.join(plan.differences(there))}): "
                    "scegli un'altra cartella"
                )
            return there
        if self.folder.exists() and any(self.folder.iterdir()):
            raise StoreError(f"{self.folder} non è vuota e non contiene una simulazione: scegli un'altra cartella")
        self.parts.mkdir(parents=True, exist_ok=True)
        _put(written, lambda part: part.write_text(plan.as_text(), "utf-8"))
        return plan

    @property
    def finished(self) -> bool:
        return all((self.folder / f"{name}.parquet").exists() for name in TABLES) and not self.parts.exists()

    def done(self) -> set[int]:
        """The numbers of the batches that are written whole."""
        last = TABLES[-1]  # the last table of a batch to be put in its place
        return {int(path.name[:_DIGITS]) for path in self.parts.glob(f"*.{last}.parquet")}

    def add(self, number: int, rows: Rows) -> None:
        """Write a batch; it counts once all of its tables are there."""
        for name in TABLES:
            table = self._table(name, getattr(rows, name))
            _put(self._part(number, name), lambda part, table=table: self._parquet.write_table(table, part))

    def close(self, plan: Plan) -> None:
        """Join the batches into the final tables, then drop them."""
        for name in TABLES:
            numbers = [number for number, _ in plan.batches]
            _put(
                self.folder / f"{name}.parquet",
                lambda part, name=name, numbers=numbers: self._join(name, numbers, part),
            )
        shutil.rmtree(self.parts)

    def matches(self) -> Iterator[Played]:
        """The matches of the final table, in the order of the seeds, without their rows."""
        names = ["seed", "seat", "won", "turns", "decisions", "stopped"]
        table = read_table(self.folder / "seats.parquet", columns=names)
        winner: int | None = None
        last = None
        for seed, seat, won, turns, decisions, stopped in zip(
            *(table[name].to_pylist() for name in names), strict=True
        ):
            if last is not None and last[0] != seed:
                yield Played(last[0], winner, last[2], last[1], last[3])
                winner = None
            last = seed, turns, decisions, stopped
            winner = seat if won else winner
        if last is not None:
            yield Played(last[0], winner, last[2], last[1], last[3])

    def _join(self, name: str, numbers: Sequence[int], to: Path) -> None:
        with self._parquet.ParquetWriter(to, self._schemas[name], compression="zstd") as writer:
            for group in self._groups(name, numbers):
                writer.write_table(group, row_group_size=GROUP)

    def _groups(self, name: str, numbers: Sequence[int]) -> Iterator[Any]:
        waiting = self._schemas[name].empty_table()
        for number in numbers:
            table = read_table(self._part(number, name), schema=self._schemas[name])
            waiting = self._arrow.concat_tables([waiting, table])
            while len(waiting) >= GROUP:
                yield waiting.slice(0, GROUP).combine_chunks()
                waiting = waiting.slice(GROUP)
        if len(waiting):
            yield waiting.combine_chunks()

    def _part(self, number: int, name: str) -> Path:
        return self.parts / f"{number:0{_DIGITS}}.{name}.parquet"

    def _table(self, name: str, rows: Sequence[Row]) -> Any:
        schema = self._schemas[name]
        columns = list(zip(*rows, strict=True)) if rows else [()] * len(schema)
        arrays = [self._arrow.array(column, field.type) for column, field in zip(columns, schema, strict=True)]
        return self._arrow.Table.from_arrays(arrays, schema=schema)

    def _schema(self, names: Sequence[str]) -> Any:
        arrow = self._arrow
        words = arrow.string()
        kinds = {"bot": words, "deck": words, "card": words, "text": words, "stopped": words, "seed": arrow.int64()}
        kinds |= dict.fromkeys(("won", "tied", "first"), arrow.bool_())
        return arrow.schema([(name, kinds.get(name, arrow.int32())) for name in names])


def _put(path: Path, write: Any) -> None:
    """Write beside, then into its place: a reader never finds half a file."""
    part = path.with_name(path.name + ".part")
    write(part)
    part.replace(path)
