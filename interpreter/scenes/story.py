"""What a snapshot holds: what was chosen and what happened, each consequence under its cause, and what is different now.

    A cala Lume come Candela
    si attiva Lume (Onda)
      Lume usa il suo effetto
      A guadagna 2 Punti gloria
    alla fine:
      A: Punti gloria 0 → 2, Mosse 3 → 2
      Mano di A → Mensola di A: Lume

Stable: nothing of it depends on numbers of cards, on places in files or on the wording of a cause.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from ..decisions import Option
from ..log import Entry
from ..match import Match
from ..program.layout import PLAYER_WORDS
from ..tell import SEATS, is_told, tell_step

_TOLD: Final = frozenset({"event", "roll", "loop", "over", "play", "resolve", "pass", "skip"})
_STEP: Final = "  "
NOTHING: Final = "non accade nulla"


class Story:
    """A match from one point on, to be told; ``told`` tells what happened since it was last asked."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._choices: list[str] = []
        self._begin()

    def _begin(self) -> None:
        self._before = self._match.clone()
        self._from = len(self._match.log)
        self._choices.clear()

    def chooses(self, option: Option) -> None:
        """Somebody takes an option: called before it is taken, for every one."""
        decision = self._match.decision
        silent = option.kind == "action" or (option.kind == "pass" and decision is not None and decision.answering)
        self._choices.append("" if silent else _chosen(self._match, option))

    def told(self) -> str:
        """What happened, a line a step."""
        lines = [*self._steps(), *self._differences()]
        self._begin()
        return "\n".join(lines) or NOTHING

    # -- what happened

    def _steps(self) -> Iterator[str]:
        choices = iter(self._choices)
        periods: list[bool] = []  # those open, and whether each has a heading
        cause: int | None = None  # the card whose text has been set off
        for entry in self._match.log[self._from :]:
            indent = _STEP * sum(periods)
            if entry.kind in ("begin", "end", "choice", "trigger"):
                cause = entry.source if entry.kind == "trigger" else None
            if entry.kind == "begin":
                periods.append(_is_said(self._match, entry))
                if periods[-1]:
                    yield indent + tell_step(self._match, entry)
            elif entry.kind == "end" and periods:
                periods.pop()
            elif entry.kind == "choice":
                chosen = next(choices, "")
                if chosen:
                    yield indent + chosen
            elif entry.kind == "trigger":
                yield indent + tell_step(self._match, entry) + self._by(entry)
            elif entry.kind in _TOLD and is_told(self._match, entry):
                follows = cause is not None and entry.source is not None
                yield indent + _STEP * follows + tell_step(self._match, entry)

    def _by(self, entry: Entry) -> str:
        """The keyword or rule that was set off, when it is not the card's own text."""
        bearer = self._match.game.cards[entry.source].name if entry.source is not None else entry.owner
        return f" ({entry.owner})" if entry.owner and entry.owner != bearer else ""

    # -- what is different now

    def _differences(self) -> Iterator[str]:
        found = [*self._players(), *self._moves(), *self._cards()]
        if self._match.over and not self._before.over:
            winner = self._match.winner
            found.append("nessuno vince" if winner is None else f"vince {SEATS[winner]}")
        if found:
            yield "alla fine:"
            yield from (_STEP + line for line in found)

    def _players(self) -> Iterator[str]:
        game = self._match.game
        for seat in range(game.players):
            changes = _changed(_player_values(self._before, seat), _player_values(self._match, seat))
            if changes:
                yield f"{SEATS[seat]}: {', '.join(changes)}"
        yield from _changed(_game_values(self._before), _game_values(self._match))

    def _moves(self) -> Iterator[str]:
        """Cards that lie elsewhere, those of one way together."""
        ways: dict[tuple[str, str], list[str]] = {}
        for card, decl in enumerate(self._match.game.cards):
            way = _where(self._before, card), _where(self._match, card)
            if way[0] != way[1]:
                ways.setdefault(way, []).append(decl.name)
        for (old, new), names in ways.items():
            yield f"{old} → {new}: {', '.join(names)}"

    def _cards(self) -> Iterator[str]:
        """Cards that everybody sees before and after, with what is different of them; a value only of one that stayed."""
        for card, decl in enumerate(self._match.game.cards):
            if _in_sight(self._before, card) and _in_sight(self._match, card):
                changes = _status_changes(self._before, self._match, card)
                if _where(self._before, card) == _where(self._match, card):
                    changes += _changed(_card_values(self._before, card), _card_values(self._match, card))
                if changes:
                    yield f"{decl.name}: {', '.join(changes)}"


def _chosen(match: Match, option: Option) -> str:
    """What was asked of whom, and the answer."""
    decision = match.decision
    assert decision is not None
    who = SEATS[decision.player]
    if decision.kind == "action":
        return f"{who} {option.text}"
    asked = decision.prompt
    return f"{asked if asked.startswith(f'{who} ') else f'{who}, {asked}'} {option.text}"


def _is_said(match: Match, entry: Entry) -> bool:
    """Whether a period is worth a line: one of somebody, or between cards; phases are not."""
    decl = match.game.meaning.periods[entry.name]
    return decl.of_player or any(card is not None for card in entry.roles["with"])


def _changed(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    return [f"{name} {before[name]} → {after[name]}" for name in before if before[name] != after.get(name)]


def _player_values(match: Match, seat: int) -> dict[str, Any]:
    values = match.game.meaning.values.items()
    return {name: match.player_value(seat, name) for name, v in values if v.owner == "player" and v.derived is None}


def _game_values(match: Match) -> dict[str, Any]:
    found = {}
    for name, value in match.game.meaning.values.items():
        if value.owner == "game":
            amount = match.game_value(name)
            found[name] = ("nessuno" if amount is None else SEATS[amount]) if value.kind == "player" else amount
    return found


def _card_values(match: Match, card: int) -> dict[str, Any]:
    found = {}
    for name, value in match.game.meaning.values.items():
        if value.owner == "card" and value.kind != "word":
            amount = match.value(card, name)
            found[name] = " e ".join(amount) if isinstance(amount, tuple) else amount
    return found


def _status_changes(before: Match, after: Match, card: int) -> list[str]:
    """The statuses that a card, being still such that they are said of it, has got or lost."""
    changes = []
    for status in after.game.meaning.statuses.values():
        if status.of in PLAYER_WORDS:
            continue
        if all(status.of is None or match.is_noun(card, status.of) for match in (before, after)):
            old, new = before.status(card, status.name), after.status(card, status.name)
            if old != new:
                changes.append(status.name if new else status.opposite or f"non più {status.name}")
    return changes


def _where(match: Match, card: int) -> str:
    zone, seat, host = match.place_of(card)
    if zone is None:
        return "fuori"
    if host is not None:
        return f"{zone} {match.game.cards[host].name}"
    return zone if seat is None else f"{zone} di {SEATS[seat]}"


def _in_sight(match: Match, card: int) -> bool:
    zone, _, _ = match.place_of(card)
    return zone is not None and match.game.meaning.zones[zone].seen_by == "all"
