"""Sets with a sum, and what is counted when the match ends."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

from interpreter.match import Match
from tests.lockstep import both_ways, play_alike

FOLDER = Path(__file__).parent.parent / "games" / "scopa"
SEEDS = range(12)
PRIZE = {1: 16, 2: 12, 3: 13, 4: 14, 5: 15, 6: 18, 7: 21, 8: 10, 9: 10, 10: 10}
NUMBERS = ("Asso", "Due", "Tre", "Quattro", "Cinque", "Sei", "Sette", "Fante", "Cavallo", "Re")
CARDS = {
    f"{name} di {suit}": (i, suit)
    for i, name in enumerate(NUMBERS, 1)
    for suit in ("Coppe", "Denari", "Spade", "Bastoni")
}


def played(match: Match, seed: int) -> Match:
    chance = Random(seed).random
    while match.count:
        match.choose(int(chance() * match.count))
    return match


class Reckoned:
    """A match told again: what lies where, and who has taken what, by its log alone."""

    def __init__(self, match: Match) -> None:
        self.table: set[str] = set()
        self.held: dict[int, set[str]] = {0: set(), 1: set()}
        self.sweeps = [0, 0]
        self.last: int | None = None
        self.taken: list[str] = []
        self.at_end = False
        for entry in match.log:
            if entry.kind == "event":
                number = entry.roles.get("object", entry.roles.get("card"))
                card = match.name_of(number) if number is not None else ""
                told = getattr(self, f"_{entry.name}", None)
                if told is not None:
                    told(-1 - entry.roles["agent"], card)

    def _girare(self, _: int, card: str) -> None:
        self.table.add(card)

    def _calare(self, _: int, card: str) -> None:
        assert not any(CARDS[other][0] == CARDS[card][0] for other in self.table)
        self.table.add(card)

    def _prendere(self, seat: int, card: str) -> None:
        self.table.remove(card)
        self.taken.append(card)
        self.held[seat].add(card)
        self.last = seat

    def _tenere(self, seat: int, card: str) -> None:
        assert sum(CARDS[other][0] for other in self.taken) == CARDS[card][0]
        assert len(self.taken) == 1 or all(CARDS[other][0] != CARDS[card][0] for other in self.table)
        self.taken.clear()
        self.held[seat].add(card)

    def _spazzare(self, seat: int, _: str) -> None:
        assert not self.table
        if len(self.held[0]) + len(self.held[1]) < len(CARDS):
            self.sweeps[seat] += 1

    def points(self) -> list[int]:
        if self.last is not None:
            self.held[self.last] |= self.table
        found = list(self.sweeps)
        for seat, cards in self.held.items():
            suits = Counter(CARDS[card][1] for card in cards)
            found[seat] += (len(cards) > 20) + (suits["Denari"] > 5) + ("Sette di Denari" in cards)
            found[seat] += len(suits) == 4 and self.prize(seat) > self.prize(1 - seat)
        return found

    def prize(self, seat: int) -> int:
        best: Counter[str] = Counter()
        for card in self.held[seat]:
            number, suit = CARDS[card]
            best[suit] = max(best[suit], PRIZE[number])
        return best.total()


def test_points_are_those_that_the_cards_taken_make() -> None:
    written, _ = both_ways(FOLDER)
    swept = 0
    for seed in SEEDS:
        match = played(written.match(seed=seed), seed)
        told = Reckoned(match)
        points = told.points()
        assert [match.view(0)["players"][seat]["Punti"] for seat in (0, 1)] == points, seed
        assert match.winner == (None if points[0] == points[1] else points.index(max(points)))
        swept += sum(told.sweeps)
    assert swept


def test_both_kinds_of_programs_end_a_match_alike() -> None:
    written, quick = both_ways(FOLDER)
    play_alike(written, quick, SEEDS)
