"""A match in words on the terminal: what happened, with the words that caused it; what is asked; what may be seen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.text import Text

from interpreter.cli.common import console
from interpreter.cli.reasons import told
from interpreter.decisions import Decision
from interpreter.log import Entry
from interpreter.match import Match
from interpreter.tell import SEATS, is_told, place, tell_step
from interpreter.view import may_see
from interpreter.why import Viewer, Why
from interpreter.why.asking import Asking
from interpreter.why.past import seen_step
from interpreter.why.reasons import Telling

_STYLES = {
    "begin": "bold",
    "trigger": "magenta",
    "value": "yellow",
    "roll": "cyan",
    "look": "cyan",
    "loop": "bold red",
    "over": "bold green",
}
_DEEPEST = 8
_FIRST_STEPS, _LAST_STEPS = 300, 30


class Narrator:
    """Tells each step once. ``brief`` leaves out the causes; ``seat`` hides what that seat may not know."""

    def __init__(self, brief: bool = False, seat: int | None = None) -> None:
        self.brief = brief
        self.seat = seat
        self.out = console()
        self._told: Any = None
        self._depth = 0
        self._opening: list[str] = []
        self._passes: list[Entry] = []  # told only when somebody answers after them
        self._before: Entry | None = None

    def opening(self, match: Match, names: Sequence[str]) -> None:
        """The game and who sits where."""
        seats = ", ".join(f"{SEATS[place]} è {name}" for place, name in enumerate(names))
        self.out.print(Text(f"{match.game.meaning.name}: {seats}", style="bold"))

    def ending(self, match: Match) -> None:
        """Who won, and with what."""
        winner = match.winner
        said = "la partita finisce in parità" if winner is None else f"vince {SEATS[winner]}"
        for seat in range(match.game.players):
            self.out.print(Text(f"{SEATS[seat]}: {_values(match.view(seat)['players'][seat])}"))
        self.out.print(Text(said, style="bold green"))

    def back_to(self, match: Match) -> None:
        """The match was taken back: what follows is told from here."""
        self._told = match.told

    # -- what happens

    def chosen(self, match: Match, index: int) -> None:
        """What somebody chose, before it is done."""
        decision = match.decision
        assert decision is not None
        option = decision.options[index]
        if option.kind == "action" or (option.kind == "pass" and decision.answering):  # the step itself says it
            return
        self._open()
        text = Text(f"{self._indent()}{_asked(decision, ', ')} ", style="bold")
        hidden = option.kind != "action" and any(self._hidden(match, card) for card in option.objects)
        text.append("una carta" if hidden else option.text, style="cyan")
        self.out.print(text)

    def _hidden(self, match: Match, card: int) -> bool:
        if self.seat is None:
            return False
        zone, owner, _ = match.place_of(card)
        return zone is not None and not may_see(match, zone, owner, self.seat)

    def tell_new(self, match: Match) -> None:
        """The steps since the last time; of very many (a loop, before it is stopped) the first and the last."""
        fresh = self._new(match)
        left_out = len(fresh) - _FIRST_STEPS - _LAST_STEPS
        if left_out <= 0:
            for raw in fresh:
                self._tell(match, raw)
            return
        for raw in fresh[:_FIRST_STEPS]:
            self._tell(match, raw)
        self.out.print(Text(f"{self._indent()}… {left_out} passi …", style="bold red"))
        for raw in fresh[-_LAST_STEPS:]:
            self._tell(match, raw)

    def _new(self, match: Match) -> list[Any]:
        fresh = []
        node = match.told
        while node is not None and node is not self._told:
            fresh.append(node[0])
            node = node[1]
        self._told = match.told
        return fresh[::-1]

    def _tell(self, match: Match, raw: Any) -> None:
        entry = seen_step(match, raw, self.seat)
        if entry.kind == "choice" or not is_told(match, entry):
            return
        if entry.kind == "begin":
            self._opening.append(tell_step(match, entry))
            return
        if entry.kind == "end":
            if self._opening:
                self._opening.pop()
            else:
                self._depth = max(0, self._depth - 1)
            return
        if entry.kind == "pass":
            self._passes.append(entry)
            return
        passes, self._passes = self._passes, []
        before, self._before = self._before, entry
        if before is not None and _said_already(before, entry):
            return
        for each in passes if entry.kind != "resolve" else ():
            self._say(match, each)
        self._say(match, entry)

    def _say(self, match: Match, entry: Entry) -> None:
        self._open()
        said = Text(self._indent())
        said.append(tell_step(match, entry), style=_STYLES.get(entry.kind, ""))
        if not self.brief:
            said.append(_cause(match, entry), style="dim")
        self.out.print(said)

    def _open(self) -> None:
        """The headings of the periods that have begun: said only when something happens in them."""
        for heading in self._opening:
            self.out.print(Text(f"{self._indent()}{heading}", style=_STYLES["begin"]))
            self._depth += 1
        self._opening.clear()

    def _indent(self) -> str:
        return "  " * min(self._depth, _DEEPEST)

    # -- what is asked and seen

    def question(self, match: Match) -> None:
        """What is asked of a person, and the options with their numbers."""
        decision = match.decision
        assert decision is not None
        self.out.print(Text(_asked(decision, ": "), style="bold"))
        for said, numbers in listed_options(match, decision):
            others = f"  (così anche {', '.join(map(str, numbers[1:]))})" if len(numbers) > 1 else ""
            self.out.print(Text(f"{numbers[0]:>4}. {said}{others}"))

    def answers(self, found: Sequence[Why]) -> None:
        """The answers to a question."""
        for why in found:
            for line in told(why):
                self.out.print(line)
        if not found:
            self.out.print(Text("qui non manca nulla"))

    def table(self, match: Match, seat: int) -> None:
        """All that a seat may see."""
        view = match.view(seat)
        for other, player in enumerate(view["players"]):
            you = " (tu)" if other == seat else ""
            self.out.print(Text(f"{SEATS[other]}{you}: {_values(player)}", style="bold"))
            self._zones(match, player["zones"])
            self._places(match, player.get("places", ()))
        self._zones(match, view["zones"])
        self._places(match, view.get("places", ()))

    def _places(self, match: Match, places: Sequence[Mapping[str, Any]]) -> None:
        """Each declared place, what it is and who is on it."""
        for one in places:
            marks = f" [{', '.join(one['statuses'])}]" if one["statuses"] else ""
            held = ", ".join(match.card_name(card) for card in one["cards"]) or "libero"
            self.out.print(Text(f"  {one['name']}{marks}: {held}"))

    def _zones(self, match: Match, zones: Mapping[str, Any]) -> None:
        for name, cards in zones.items():
            if isinstance(cards, list):
                for line in _cards(match, name, cards):
                    self.out.print(line)
            elif "count" in cards:
                self.out.print(Text(f"  {name}: {cards['count']}"))


def listed_options(match: Match, decision: Decision) -> list[tuple[str, list[int]]]:
    """The options in words with their numbers: where two read alike, with where their cards lie if that tells them apart."""
    tell = Telling(Asking(match), Viewer())
    alike: dict[str, list[int]] = {}
    for number, option in enumerate(decision.options, 1):
        alike.setdefault(option.text, []).append(number)
    listed: dict[str, list[int]] = {}
    for said, numbers in alike.items():
        cards = [[c for c in decision.options[k - 1].objects if not match.game.is_spot(c)] for k in numbers]
        where = [tuple(map(tell.where, each)) for each in cards]
        apart = [k for k, each in enumerate(zip(*where, strict=False)) if len(set(each)) > 1]
        for number, places in zip(numbers, where, strict=True):
            told = f" ({', '.join(places[k] for k in apart)})" if apart else ""
            listed.setdefault(said + told, []).append(number)
    return list(listed.items())


def _asked(decision: Decision, mark: str) -> str:
    """Who is asked what; the letter once, when the question has it already."""
    letter, prompt = SEATS[decision.player], decision.prompt
    return prompt if prompt.startswith(f"{letter} ") else f"{letter}{mark}{prompt}"


def _said_already(before: Entry, entry: Entry) -> bool:
    """A play that was told by the event that is its cost: «A gioca X»."""
    same = before.kind == "event" and entry.kind == "play" and before.owner == entry.owner
    return same and not entry.roles["at"] and before.roles.get("object") == entry.roles["card"]


def _values(player: Mapping[str, Any]) -> str:
    """The values of a player; those that are known to him alone are not said."""
    known = [(name, value) for name, value in player.items() if name not in ("zones", "places")]
    return ", ".join(f"{name} {_shown(value) or 'niente'}" for name, value in known if value is not None)


def _cards(match: Match, name: str, cards: list[dict[str, Any]]) -> Iterator[Text]:
    """A zone with its cards and their words; what lies under a card stands under it."""
    if not cards:
        yield Text(f"  {name}: nulla")
        return
    yield Text(f"  {name}:")
    for card in cards:
        yield from _card(match, card, "    ")


def _card(match: Match, card: dict[str, Any], indent: str) -> Iterator[Text]:
    notes = [
        f"{name} {_shown(value)}" for name, value in card.items() if name not in ("card", "name", "statuses", "under")
    ]
    yield Text(f"{indent}{card['name']} ({', '.join([*notes[:4], *card['statuses']])})")
    if isinstance(card.get("card"), int) and card["card"] < len(match.game.cards):
        for field, words in match.game.cards[card["card"]].wordings.items():
            yield Text(f"{indent}  {field}: {words}", style="dim")
    for under in card.get("under", ()):
        yield from _card(match, under, indent + "  ")


def _shown(value: Any) -> str:
    return " e ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _cause(match: Match, entry: Entry) -> str:
    """The place of the words that caused a step, and the words."""
    if entry.span is None:
        return ""
    words = match.game.words_at(entry.span)
    return f"  — {place(entry.span)}" + (f" «{words}»" if words else "")
