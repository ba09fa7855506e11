"""A position, what is done in it and what it comes to, as the text of a scene."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from attrs import frozen

from dsl.meaning import nodes as n
from dsl.meaning.game import ActionDecl, CardDecl
from dsl.meaning.walk import all_of
from dsl.vocabulary.inflection import Mood, Number, conjugate, contracted, joined
from dsl.vocabulary.vocabulary import Kind, Lexeme, Vocabulary

from .board import Board, Layout, Lying
from .explore import Parted, Side, Step
from .facts import Fact

_MOST_FACTS = 3
_ORDER = ("place", "status", "value", "keyword", "player", "game", "count", "turn", "over")
_PREPOSITIONS = {"object": "", "agent": "con", "from": "da", "to": "a", "with": "con", "against": "contro", "on": "su"}


def _letter(seat: int | str) -> str:
    return chr(ord("A") + int(seat))


@frozen
class Script:
    """Writes scenes for a board, in the words of its game."""

    board: Board
    vocabulary: Vocabulary
    with_pile: bool = True
    with_hand: bool = True

    # -- the whole

    def heading(self) -> str:
        """The first line of a file of scenes."""
        return f"scene per {self.board.meaning.name}, con il mazzo {self.board.deck}"

    def scene(self, title: str, wording: str, layout: Layout, parted: Parted, number: int) -> str:
        """The scene of one reading: its wording, the position, what is done, what it comes to there."""
        lines = [self.fixture(wording), *self.position(layout), *self.acts(parted.steps)]
        side, other = parted.sides[number], parted.sides[1 - number]
        then = ["allora:", *(f"    {line}" for line in self.outcome(side, other)), *self.acts(side.tail)]
        return "\n".join([f"scena {title}", *(f"    {line}" for line in (*lines, *then))])

    # -- the position

    def fixture(self, wording: str) -> str:
        """The tried card with a wording in its field."""
        card = self.board.tried
        slot = self.board.meaning.texts[self.board.slot]
        kind = card.values.get(slot.kind_value) if slot.kind_value else None
        field = f"{slot.name} {kind[0]}" if isinstance(kind, tuple) and kind else slot.name
        parts = [self._printed(card), f"{field} «{wording}»"]
        return f"carta {card.name}: {', '.join(part for part in parts if part)}"

    def _printed(self, card: CardDecl) -> str:
        numbers = "/".join(str(card.values.get(name, 0)) for name in self.board.words.printed_numbers())
        word = next((word for word in self.board.printed_words() if self._is(card, word)), "")
        return f"{word} {numbers}".strip() if word else ""

    def _is(self, card: CardDecl, word: str) -> bool:
        group = self.board.meaning.member_sets.get(word)
        wanted = set(group.members) if group else {word}
        return any(isinstance(value, tuple) and set(value) == wanted for value in card.values.values())

    def position(self, layout: Layout) -> list[str]:
        """The lines that put the cards where they are; «whichever» cards in hand and pile, so that there is something to do."""
        lines = [f"tocca {_to(_letter(layout.turn))}"] if layout.turn else []
        where: dict[str, list[str]] = {}
        for lying in (*layout.others, Lying(self.board.tried.name, layout.tried)):
            if lying.name == self.board.tried.name and layout.host is not None:
                continue
            place, manner = self._place(lying.spot.zone, lying.spot.seat)
            said = lying.name if lying.printed or lying.name == self.board.tried.name else self._one(lying.name)
            on = [self._status(status) for status in lying.spot.statuses]
            said += f" [{', '.join(on)}]" if on else ""
            said += f" come {manner}" if manner else ""
            if lying.name == layout.host:
                said += f", con {self.board.tried.name} {self._attached()}"
            where.setdefault(place, []).append(said)
        hand = self.board.words.hand()
        hands = {self._place(hand, seat)[0] for seat in range(2)} if hand is not None and self.with_hand else set()
        for place, cards in sorted(where.items(), key=lambda pair: (pair[0] in hands, pair[0][-2:] == " B")):
            lines.append(f"{place}: {', '.join(cards)}{', 1 carta' if place in hands else ''}")
        pile = self.board.pile() if self.with_pile else None
        size = self.board.pile_size()
        return [*lines, f"{self._in(pile)}: {size} {'carta' if size == 1 else 'carte'}"] if pile else lines

    def _one(self, name: str) -> str:
        word = name.rpartition(" ")[0] or name
        lexeme = self.vocabulary.lexeme(word, Kind.MEMBER, Kind.MEMBER_SET)
        return joined(lexeme.a().removesuffix(lexeme.form("s")).strip(), name) if lexeme is not None else name

    def _attached(self) -> str:
        found = (x.adjective for x in self.vocabulary.lexemes if x.kind is Kind.ATTACHED and x.adjective is not None)
        return next((adjective.form("f", "s") for adjective in found), "")

    def _status(self, name: str) -> str:
        lexeme = self.vocabulary.lexeme(name, Kind.STATUS)
        if lexeme is None:  # the contrary of a status has a name of its own
            of = next((each.name for each in self.board.meaning.statuses.values() if each.opposite == name), name)
            lexeme = self.vocabulary.lexeme(of, Kind.STATUS, negated=True)
        return lexeme.form("s", "f") if lexeme is not None else name

    def _place(self, zone: str, seat: int | None) -> tuple[str, str]:
        """Where something lies, and as what: «in campo di A», «come Candela» in what is not the first zone of its place."""
        manner = ""
        said = zone
        for place in self.board.meaning.places.values():
            noun = self.board.boards().get(zone)
            if zone in place.zones and noun is not None:
                said, manner = place.name, "" if zone == place.zones[0] else noun
                break
        return self._in(said) + (f" {_of(_letter(seat))}" if seat is not None else ""), manner

    def _in(self, name: str) -> str:
        """«in campo», «nel Fosso», «nelle Casse»."""
        lexeme = self.vocabulary.lexeme(name, Kind.ZONE)
        if lexeme is None:
            return f"in {name}"
        number: Number = "p" if lexeme.plural_only else "s"
        word = lexeme.form(number)
        return joined(contracted("in", lexeme.gender, number, word), word)

    # -- what is done

    def acts(self, steps: Iterable[Step]) -> list[str]:
        """Acts, one a line; choices of one seat one after the other on one line."""
        lines: list[str] = []
        open_line = -1
        for step in steps:
            if step.window:
                lines.append(self.act(step, may=None))
                open_line = -1
            elif step.kind == "done" and open_line >= 0:
                open_line = -1  # a set is closed after the last of a line
            elif open_line == step.seat:
                lines[-1] += f", {self.item(step)}"
                open_line = -1 if step.kind == "done" else step.seat
            else:
                lines.append(f"{_letter(step.seat)} sceglie: {self.item(step)}")
                open_line = -1 if step.kind == "done" else step.seat
        return lines

    def item(self, step: Step) -> str:
        """A choice by its name."""
        if step.objects:
            return step.objects[0]
        special = {"yes": "sì", "no": "no", "done": "nessuna"}
        return special.get(step.kind) or (step.word or "")

    def act(self, step: Step, may: bool | None) -> str:
        """«A attacca X con Y», «A non può attaccare X con Y»."""
        who = _letter(step.seat)
        if step.action is None:
            return f"{who} passa"
        action = self.board.meaning.actions[step.action]
        verb = conjugate(step.action.lower())
        done = verb.form(Mood.PRESENT) if may is None else f"{'può' if may else 'non può'} {verb.form(Mood.INFINITIVE)}"
        manner = f"come {step.manner}" if step.manner else ""
        return " ".join(part for part in (who, done, *self._with(action, step.objects), manner) if part)

    def _with(self, action: ActionDecl, names: Sequence[str]) -> list[str]:
        """The cards of an action with the prepositions of their roles, the object first."""
        choices = [choice.what.bind for choice in action.choices if choice.what is not None]
        role_of = {
            role.value.name: role.name
            for event in all_of(action.effect, n.Event)
            for role in event.roles
            if isinstance(role.value, n.Var)
        }
        roles = [role_of.get(bind or "", "object") for bind in choices]
        said = [
            (role != "object", f"{_PREPOSITIONS.get(role, 'con')} {name}".strip())
            for role, name in zip(roles, names, strict=False)
        ]
        return [text for _, text in sorted(said, key=lambda pair: pair[0])]

    # -- what it comes to

    def outcome(self, side: Side, other: Side) -> list[str]:
        """What holds here and not under the other reading."""
        if side.seat is not None and not side.window:
            return [self._asked(side.seat, side.options)]
        moved = {key[1] for key in side.facts if key[0] == "place"}
        own = [key for key in side.facts if key[0] == "place" or key[1:2] == () or key[1] not in moved]
        if any(key[0] not in ("count", "turn") for key in own):
            own = [key for key in own if key[0] not in ("count", "turn")]
        keys = sorted(own, key=lambda key: _ORDER.index(key[0]))
        facts = [line for key in keys for line in self.fact(key, side.facts[key], other.facts.get(key))]
        mine = [step for step in side.options if step not in other.options] if other.window else []
        theirs = [step for step in other.options if step not in side.options] if other.window else []
        acts = [self.act(step, True) for step in mine if step.action] + [
            self.act(step, False) for step in theirs if step.action
        ]
        lines = facts[:_MOST_FACTS] or acts[:_MOST_FACTS]
        return lines or [f"tocca {_to(_letter(side.seat or 0))}"]

    def _asked(self, seat: int, options: Iterable[Step]) -> str:
        """What is to be chosen from; of what is only done or not, that it may be."""
        things = dict.fromkeys(self.item(step) for step in options if step.kind not in ("yes", "no", "done"))
        if not things:
            return f"{_letter(seat)} può scegliere: sì"
        return f"{_letter(seat)} sceglie tra: {', '.join(things)}"

    def fact(self, key: Fact, value: Any, other: Any) -> list[str]:
        """The lines that say a fact; none for what a scene has no words for."""
        saying = getattr(self, f"_say_{key[0]}")
        found: list[str] = saying(*key[1:], value, other)
        return found

    def _say_place(self, name: str, value: Any, other: Any) -> list[str]:
        zone, seat, host = value
        if host is not None:
            return [f"{name} è {self._attached()} {_to(host)}"]
        if zone is None:
            return []
        place, manner = self._place(zone, seat)
        return [f"{name} è {place}"] if not manner else [f"{name} è {self._in(zone)} {_of(_letter(seat or 0))}"]

    def _say_status(self, name: str, status: str, value: bool, other: Any) -> list[str]:
        opposite = self.board.meaning.statuses[status].opposite
        said = self._status(status if value or not opposite else opposite)
        return [f"{name} è {said}" if value or opposite else f"{name} non è {said}"]

    def _say_keyword(self, name: str, keyword: str, value: bool, other: Any) -> list[str]:
        return [f"{name} {'ha' if value else 'non ha'} {keyword}"]

    def _say_value(self, name: str, value_name: str, value: Any, other: Any) -> list[str]:
        if isinstance(value, int):
            return [f"{self._the(value_name)} di {name} è {value}"]
        theirs = other if isinstance(other, tuple) else ()
        mine = [f"{name} è {self._a(word)}" for word in value if word not in theirs]
        return mine + [f"{name} non è {self._a(word)}" for word in theirs if word not in value]

    def _say_player(self, seat: str, value_name: str, value: int, other: Any) -> list[str]:
        lexeme = self._lexeme(value_name)
        return [f"{_letter(seat)} ha {value} {lexeme.form('s' if value == 1 else 'p') if lexeme else value_name}"]

    def _say_game(self, value_name: str, value: Any, other: Any) -> list[str]:
        if self.board.meaning.values[value_name].kind == "player":
            return [f"{self._the(value_name)} è {'nessuno' if value is None else _letter(value)}"]
        lexeme = self._lexeme(value_name)
        return [f"{self._the(value_name)} {'sono' if lexeme is not None and lexeme.plural_only else 'è'} {value}"]

    def _say_count(self, zone: str, *rest: Any) -> list[str]:
        seat, value = (rest[0], rest[1]) if len(rest) == 3 else (None, rest[0])
        of = f" {_of(_letter(seat))}" if seat is not None else ""
        return [f"{self._the(zone)}{of} ha {value} {'carta' if value == 1 else 'carte'}"]

    def _say_turn(self, value: int | None, other: Any) -> list[str]:
        return [f"tocca {_to(_letter(value))}"] if value is not None else []

    def _say_over(self, value: tuple[bool, int | None], other: Any) -> list[str]:
        return [f"vince {_letter(value[1])}"] if value[0] and value[1] is not None else []

    def _the(self, name: str) -> str:
        lexeme = self._lexeme(name)
        return lexeme.the("p" if lexeme.plural_only else "s") if lexeme is not None else name

    def _lexeme(self, name: str) -> Lexeme | None:
        return self.vocabulary.lexeme(name, Kind.VALUE, Kind.ZONE)

    def _a(self, name: str) -> str:
        lexeme = self.vocabulary.lexeme(name, Kind.MEMBER, Kind.MEMBER_SET)
        return lexeme.a() if lexeme is not None else name


def _to(name: str) -> str:
    return joined("ad" if name[:1] in "AÀ" and len(name) == 1 else "a", name)


def _of(seat: str) -> str:
    return f"di {seat}"


__all__ = ["Script"]
