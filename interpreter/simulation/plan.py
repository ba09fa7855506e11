"""What a simulation is to be: the game and its bots, the seeds, and how they are cut into batches."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from attrs import asdict, evolve, frozen

from interpreter.match import Game

FORMAT = 1


@frozen
class Plan:
    """``game`` is the name and ``text`` the print of the programs that play it: matches of another text are not the same matches.

    The seeds are ``seed`` … ``seed + matches - 1``; ``batch`` of them go together."""

    game: str
    text: str
    seats: tuple[str, ...]
    decks: tuple[str, ...]
    seed: int
    matches: int
    batch: int
    format: int = FORMAT

    @classmethod
    def of(cls, game: Game, seats: tuple[str, ...], seed: int, matches: int, batch: int) -> Plan:
        return cls(game.meaning.name, print_of(game), seats, game.decks, seed, matches, batch)

    @property
    def batches(self) -> Iterator[tuple[int, range]]:
        """Each batch with its number and its seeds."""
        last = self.seed + self.matches
        for number, start in enumerate(range(self.seed, last, self.batch)):
            yield number, range(start, min(start + self.batch, last))

    def same_matches(self, other: Plan) -> bool:
        """Whether the other one plays the very same matches (how they are cut does not matter)."""
        return evolve(self, batch=1) == evolve(other, batch=1)

    def differences(self, other: Plan) -> list[str]:
        """The names of what differs, the cut apart."""
        mine, theirs = asdict(self), asdict(other)
        return [name for name in mine if name != "batch" and mine[name] != theirs[name]]

    def as_text(self) -> str:
        return json.dumps(asdict(self), ensure_ascii=False, indent=1) + "\n"

    @classmethod
    def read(cls, path: Path) -> Plan:
        """A plan that was written; raises ``ValueError`` when the file is none."""
        try:
            data: dict[str, Any] = json.loads(path.read_text("utf-8"))
            return cls(**{**data, "seats": tuple(data["seats"]), "decks": tuple(data["decks"])})
        except (TypeError, KeyError, ValueError) as error:
            raise ValueError(f"{path}: non è il piano di una simulazione") from error


def print_of(game: Game) -> str:
    """A print of what is played: the programs as written, in which every word of rules and cards that counts has its part."""
    text = "\n".join(f"{name}\n{source}" for name, source in sorted(game.compiled.functions.items()))
    cards = "\n".join(card.name for card in game.cards)
    return hashlib.sha256(f"{text}\n{cards}".encode()).hexdigest()[:16]
