"""The figures of a report, from the tables of one simulation or of several of the same game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

from attrs import frozen

from interpreter.report.shares import Share, holm, strengths
from interpreter.simulation.plan import Plan
from interpreter.simulation.store import TABLES, StoreError, parquet, read_table
from interpreter.simulation.tally import OF_A_CARD, OF_A_SEAT

#: A card is judged only when it was drawn (or played) by so many hands.
FEWEST = 20
SURE = 0.05
OFTEN = 0.9


@frozen
class CardFinding:
    """How those fared who drew a card, and who played it. ``chance_…``: how likely such a share is by luck alone, corrected for
    all the cards; ``events``: how often each event happened to it."""

    name: str
    drawn: Share
    played: Share
    chance_drawn: float
    chance_played: float
    events: dict[str, int]

    @property
    def stands_out(self) -> bool:
        return min(self.chance_drawn, self.chance_played) < SURE


@frozen
class Findings:
    """What many matches say. Shares are of seats or of matches, as their names say."""

    game: str
    matches: int
    seats: tuple[tuple[str, Share], ...]
    bots: tuple[tuple[str, Share], ...]
    decks: tuple[tuple[str, Share], ...]
    first: Share
    draws: Share
    stopped: int
    turns: tuple[int, ...]
    decisions: tuple[int, ...]
    margins: dict[str, tuple[int, ...]]
    lead_changes: tuple[int, ...]
    cards: tuple[CardFinding, ...]
    never_drawn: tuple[str, ...]
    never_played: tuple[str, ...]
    texts: tuple[tuple[str, int], ...]
    strengths: dict[str, float]

    def as_data(self) -> dict[str, Any]:
        """Plain data for another program."""

        def share(one: Share) -> dict[str, Any]:
            low, high = one.bounds
            return {"share": one.value, "low": low, "high": high, "of": one.of}

        return {
            "game": self.game,
            "matches": self.matches,
            "seats": {name: share(one) for name, one in self.seats},
            "bots": {name: share(one) for name, one in self.bots},
            "decks": {name: share(one) for name, one in self.decks},
            "first": share(self.first),
            "draws": share(self.draws),
            "stopped": self.stopped,
            "turns": _spread(self.turns),
            "decisions": _spread(self.decisions),
            "margins": {name: _spread(values) for name, values in self.margins.items()},
            "lead_changes": _spread(self.lead_changes),
            "cards": [
                {
                    "card": card.name,
                    "drawn": share(card.drawn),
                    "played": share(card.played),
                    "chance_drawn": card.chance_drawn,
                    "chance_played": card.chance_played,
                    "stands_out": card.stands_out,
                    "events": card.events,
                }
                for card in self.cards
            ],
            "never_drawn": list(self.never_drawn),
            "never_played": list(self.never_played),
            "texts": dict(self.texts),
            "strengths": self.strengths,
        }


def findings(folders: Sequence[Path], cards: Sequence[str] = ()) -> Findings:
    """Read the tables and work out the figures. ``cards``: all that the game has, to tell which were never seen.

    Raises :class:`StoreError` when a folder holds no finished simulation, or one of another game."""
    twice = next((folder for n, folder in enumerate(folders) if folder.resolve() in _resolved(folders[:n])), None)
    if twice is not None:
        raise StoreError(f"{twice} è detta due volte: ogni sua partita conterebbe doppio")
    plans = [_plan(folder) for folder in folders]
    if len({(plan.game, plan.text) for plan in plans}) > 1:
        raise StoreError("le cartelle sono di giochi o testi diversi: confrontali con `detto diff`")
    seats = [row for number, folder in enumerate(folders) for row in _seat_rows(folder, number)]
    matches = _by_match(seats)
    played = _cards(folders, cards)
    decided = [match for match in matches if any(row["won"] for row in match)]
    return Findings(
        plans[0].game,
        len(matches),
        _shares(seats, lambda row: f"{row['seat']}"),
        _shares(seats, lambda row: row["bot"]),
        _shares(seats, lambda row: row["deck"] or plans[0].game),
        Share(sum(row["won"] and row["first"] for row in seats), len(decided)),
        Share(sum(match[0]["tied"] for match in matches), len(matches)),
        sum(bool(match[0]["stopped"]) for match in matches),
        tuple(match[0]["turns"] for match in matches),
        tuple(match[0]["decisions"] for match in matches),
        _margins(decided),
        tuple(match[0]["lead_changes"] for match in matches),
        played,
        tuple(card.name for card in played if not card.drawn.of),
        tuple(card.name for card in played if not card.played.of),
        _texts(folders),
        _strengths(matches),
    )


def _resolved(folders: Sequence[Path]) -> set[Path]:
    return {folder.resolve() for folder in folders}


def _plan(folder: Path) -> Plan:
    written = folder / "plan.json"
    if not written.exists():
        raise StoreError(f"{folder} non contiene una simulazione: falla con `detto simulate … --out {folder}`")
    if not all((folder / f"{name}.parquet").exists() for name in TABLES):
        raise StoreError(f"{folder}: la simulazione non è finita: lo stesso comando la porta alla fine")
    try:
        return Plan.read(written)
    except ValueError as error:
        raise StoreError(str(error)) from error


def _seat_rows(folder: Path, number: int) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = read_table(folder / "seats.parquet").to_pylist()
    for row in rows:
        row["folder"] = number
    return rows


def _by_match(seats: Sequence[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    found: dict[tuple[int, int], list[dict[str, Any]]] = {}
    for row in seats:
        found.setdefault((row["folder"], row["seed"]), []).append(row)
    return list(found.values())


def _shares(seats: Sequence[dict[str, Any]], key: Any) -> tuple[tuple[str, Share], ...]:
    won: Counter[str] = Counter()
    sat: Counter[str] = Counter()
    for row in seats:
        sat[key(row)] += 1
        won[key(row)] += row["won"]
    return tuple((name, Share(won[name], sat[name])) for name in sorted(sat))


def _margins(decided: Sequence[Sequence[dict[str, Any]]]) -> dict[str, tuple[int, ...]]:
    """By how much the winner was ahead of the next, for each value of a player that the winner seldom has less of."""
    if not decided:
        return {}
    names = [name for name in decided[0][0] if name not in OF_A_SEAT and name != "folder"]
    margins = {
        name: tuple(
            next(row[name] for row in match if row["won"])
            - max((row[name] for row in match if not row["won"]), default=0)
            for match in decided
        )
        for name in names
    }
    return {
        name: values
        for name, values in margins.items()
        if any(values) and sum(value >= 0 for value in values) >= OFTEN * len(values)
    }


def _cards(folders: Sequence[Path], names: Sequence[str]) -> tuple[CardFinding, ...]:
    arrow = parquet()[0]
    compute = __import__("pyarrow.compute", fromlist=["compute"])
    table = arrow.concat_tables([read_table(folder / "cards.parquet") for folder in folders])
    events = [name for name in table.column_names if name not in OF_A_CARD]
    drew = table.append_column("drew", compute.greater(table["drawn"], 0))
    drew = drew.append_column("did", compute.greater(table["played"], 0))
    drew = drew.append_column("drew and won", compute.and_(drew["drew"], drew["won"]))
    drew = drew.append_column("did and won", compute.and_(drew["did"], drew["won"]))
    wanted = ["drew", "did", "drew and won", "did and won", *events]
    sums = drew.group_by("card").aggregate([(name, "sum") for name in wanted]).to_pylist()
    by_name = {row["card"]: {name: row[f"{name}_sum"] or 0 for name in wanted} for row in sums}
    for name in names:
        by_name.setdefault(name, dict.fromkeys(wanted, 0))
    each = sorted(by_name.items())
    drawn = [Share(row["drew and won"], row["drew"]) for _, row in each]
    played = [Share(row["did and won"], row["did"]) for _, row in each]
    chances = [_chances(shares) for shares in (drawn, played)]
    return tuple(
        CardFinding(
            name,
            drawn[at],
            played[at],
            chances[0][at],
            chances[1][at],
            {event: row[event] for event in events if row[event]},
        )
        for at, (name, row) in enumerate(each)
    )


def _chances(shares: Sequence[Share]) -> list[float]:
    """Each card's share against that of all together."""
    whole = Share(sum(share.hits for share in shares), sum(share.of for share in shares)).value
    judged = [at for at, share in enumerate(shares) if share.of >= FEWEST]
    corrected = dict(zip(judged, holm([shares[at].chance_of(whole) for at in judged]), strict=True))
    return [corrected.get(at, 1.0) for at in range(len(shares))]


def _texts(folders: Sequence[Path]) -> tuple[tuple[str, int], ...]:
    arrow = parquet()[0]
    table = arrow.concat_tables([read_table(folder / "texts.parquet") for folder in folders])
    rows = table.group_by("text").aggregate([("times", "sum")]).to_pylist()
    return tuple(sorted(((row["text"], row["times_sum"]) for row in rows), key=lambda one: (-one[1], one[0])))


def _strengths(matches: Sequence[Sequence[dict[str, Any]]]) -> dict[str, float]:
    wins: Counter[tuple[str, str]] = Counter()
    for match in matches:
        if match[0]["stopped"]:
            continue
        for one in match:
            for other in match:
                if one["seat"] < other["seat"] and one["bot"] != other["bot"]:
                    result = 0.5 if one["won"] == other["won"] else float(one["won"])
                    wins[one["bot"], other["bot"]] += result  # type: ignore[assignment]
                    wins[other["bot"], one["bot"]] += 1 - result  # type: ignore[assignment]
    return strengths(dict(wins)) if wins else {}


def _spread(values: Sequence[int]) -> dict[str, float]:
    if not values:
        return {}
    ordered = sorted(values)
    return {
        "mean": fmean(values),
        "least": ordered[0],
        "quarter": ordered[len(ordered) // 4],
        "median": ordered[len(ordered) // 2],
        "three_quarters": ordered[3 * len(ordered) // 4],
        "most": ordered[-1],
    }
