"""Why an action is offered or not: the window, the price, the limit, the conditions, each thing chosen, the verb's permissions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations, product
from typing import Any

from attrs import evolve, frozen

from dsl.meaning import nodes as n
from dsl.meaning.game import ActionDecl, Choice

from ..decisions import Option
from ..frames import WINDOW
from ..match import Match
from ..program.deferred import is_set
from ..program.layout import PLAYER_WORDS, player_code, walk
from ..tell import SEATS, tell_option
from .asking import CHOSEN, Asking, Named, Scope
from .conditions import explain, noun
from .permissions import Verdict, said_by_cards, verdict
from .reasons import Reason, Telling, Viewer, Why
from .turns import whose_window

Chosen = tuple[Any, ...]  # what each choice of an action is: a card, a player's code, the number of a manner


@frozen
class Wanted:
    """An action as somebody would take it: which, by whom (a seat), with what chosen."""

    action: str
    seat: int
    chosen: Chosen


def why_action(match: Match, wanted: Wanted, viewer: Viewer | None = None) -> Why:
    """Why an action is offered («sì») or not («no»), with every reason that refuses it."""
    return Actions(match, viewer).why(wanted)


def why_not(match: Match, card: int | None = None, viewer: Viewer | None = None) -> list[Why]:
    """Every action that is not offered to the player who must choose, with what refuses it.

    Without a card: whatever its choices could be and a rule, a card or the price forbids. With one: also why the card is
    not even among what may be chosen.
    """
    actions = Actions(match, viewer)
    return [] if match.decision is None or match.decision.kind != "action" else list(actions.missing(card))


class Actions:
    """The actions of one match at one decision."""

    def __init__(self, match: Match, viewer: Viewer | None = None, tell: Telling | None = None) -> None:
        self.match = match
        self.tell = tell or Telling(Asking(match), viewer)
        self.asking = self.tell.asking
        self.whole = list(self.asking.meaning.actions.values())
        self.declared = [as_offered(decl) for decl in self.whole]
        decision = match.decision
        offers = decision is not None and decision.kind == "action"
        self.offered = (
            {(o.value[0], *o.value[2:]) for o in decision.options if o.kind == "action"}
            if (offers and decision is not None)
            else set()
        )

    # -- the questions

    def why(self, wanted: Wanted) -> Why:
        """An action with exactly these choices."""
        number = list(self.asking.meaning.actions).index(wanted.action)
        decl = self.declared[number]
        player = player_code(wanted.seat)
        offered = self._asked_now(wanted.seat) and (number, *wanted.chosen) in self.offered
        refusals, passed = self._judged(decl, number, player, wanted.chosen)
        return Why(
            self.said(number, wanted.chosen, wanted.seat),
            "sì" if offered else "no",
            tuple(passed if offered else refusals),
        )

    def refusals(self, wanted: Wanted) -> tuple[Reason, ...]:
        """All that refuses an action by the meaning of the text, whatever the machine offers."""
        number = list(self.asking.meaning.actions).index(wanted.action)
        return tuple(self._judged(self.declared[number], number, player_code(wanted.seat), wanted.chosen)[0])

    def missing(self, card: int | None = None) -> Iterator[Why]:
        decision = self.match.decision
        assert decision is not None
        seat = decision.player
        for number, decl in enumerate(self.declared):
            for chosen in self._combinations(decl, seat, card):
                if (number, *chosen) not in self.offered:
                    yield self.why(Wanted(decl.name, seat, chosen))

    def with_cards(self, action: str, seat: int, cards: Sequence[int], manner: str | None = None) -> list[Wanted]:
        """The ways in which an action could be taken with these cards, the likeliest first; what is not said may be any."""
        number = list(self.asking.meaning.actions).index(action)
        decl = self.declared[number]
        free = [k for k, choice in enumerate(decl.choices) if choice.what is not None]
        if len(cards) > len(free):
            return []
        likely = [row or [None] for row in self._candidates(decl, seat)]
        found: dict[Chosen, tuple[int, int]] = {}
        for places in permutations(free, len(cards)):
            fixed = dict(zip(places, cards, strict=True))
            rows = [[fixed[k]] if k in fixed else self._row(decl, k, likely, manner) for k in range(len(likely))]
            unfit = sum(fixed[k] not in likely[k] for k in fixed)
            for chosen in product(*rows):
                found.setdefault(chosen, (unfit, (number, *chosen) not in self.offered))
        least = min((unfit for unfit, _ in found.values()), default=0)
        kept = sorted((rank, i, chosen) for i, (chosen, rank) in enumerate(found.items()) if rank[0] == least)
        return [Wanted(action, seat, chosen) for _, _, chosen in kept]

    def bare(self, action: str, seat: int) -> Wanted:
        """An action with nothing chosen: what to ask when there is nothing to choose."""
        number = list(self.asking.meaning.actions).index(action)
        return Wanted(action, seat, tuple(None for _ in self.declared[number].choices))

    def _row(self, decl: ActionDecl, k: int, likely: Sequence[Sequence[Any]], manner: str | None) -> Sequence[Any]:
        names = decl.choices[k].manners
        if manner is not None and manner in names:
            return [likely[k][names.index(manner)]]
        return likely[k]

    def said(self, number: int, chosen: Chosen, seat: int) -> str:
        """An action in the words of those that are offered."""
        names = self._names(self.declared[number], chosen)
        hidden = any(
            kind == "card" and x is not None and x >= 0 and not self.tell.sees(x) for x, kind in names.values()
        )
        if hidden or any(x is None for x in chosen):
            things = [self.tell.name(x) for x, kind in names.values() if kind != "manner" and x is not None]
            return f"{SEATS[seat]}: {self.declared[number].name} {', '.join(things)}".rstrip()
        option = Option(self.match, -1, "action", (number, 0, *chosen))
        return f"{SEATS[seat]}: {tell_option(option) or self.declared[number].name}"

    # -- what could be chosen

    def _candidates(self, decl: ActionDecl, seat: int) -> list[list[Any]]:
        """For each choice by itself, what it describes now."""
        scope = Scope(you=player_code(seat))
        rows: list[list[Any]] = []
        for choice in decl.choices:
            if choice.what is not None:
                rows.append(self.asking.things(choice.what, scope))
                if choice.what.bind:  # a later choice may speak of it: any of them will do to list the others
                    kind = "player" if choice.what.noun in PLAYER_WORDS else "card"
                    scope = scope.naming(**{choice.what.bind: (rows[-1][0] if rows[-1] else None, kind)})
            else:
                rows.append(self._manner_numbers(decl, choice))
        return rows

    def _manner_numbers(self, decl: ActionDecl, choice: Choice) -> list[int]:
        names = self.asking.manners(self._frame(decl))
        return [names.index(manner) for manner in choice.manners if manner in names]

    def _frame(self, decl: ActionDecl) -> str:
        found = self.asking.event_of(decl, -1, self._names(decl, tuple(None for _ in decl.choices)))
        return found[0] if found is not None else ""

    def _combinations(self, decl: ActionDecl, seat: int, card: int | None) -> Iterator[Chosen]:
        """Whatever could be chosen; with a card only where it is chosen, be it among what may be or not."""
        rows = [row or [None] for row in self._candidates(decl, seat)]  # with nothing to choose, that is the reason
        if card is None:
            yield from product(*rows)
            return
        places = [k for k, choice in enumerate(decl.choices) if choice.what is not None]
        fitting = [k for k in places if card in rows[k]]
        for k in fitting or places[:1]:
            others = [[card] if i == k else row for i, row in enumerate(rows)]
            if k in fitting:
                yield from product(*others)
            else:  # not even to be chosen: said once, whatever the rest
                yield tuple(card if i == k else row[0] for i, row in enumerate(rows))

    # -- what refuses

    def _asked_now(self, seat: int) -> bool:
        decision = self.match.decision
        return decision is not None and decision.kind == "action" and decision.player == seat

    def _judged(self, decl: ActionDecl, number: int, player: int, chosen: Chosen) -> tuple[list[Reason], list[Reason]]:
        """What refuses an action, and what was looked at and lets it pass."""
        refusals: list[Reason] = []
        passed: list[Reason] = []
        for reason in self._window(decl, player):
            refusals.append(reason)
        names = self._names(decl, chosen)
        found = self._verdict(decl, player, names)
        free = self._free(decl, player, names)
        for reason in self._price(decl, player, names):
            (passed if reason.holds or free else refusals).append(reason)
        passed += free
        refusals += self._done_as_price(decl, player, names)
        for reason in [*self._limit(decl, number, player, names), *self._conditions(decl, player, names)]:
            (passed if reason.holds else refusals).append(reason)
        refusals += self._choices(decl, player, chosen)
        if not refusals:
            refusals += self._deferred(number, player, chosen)
        return [*refusals, *found.refusals], [*passed, *found.passed]

    def _window(self, decl: ActionDecl, player: int) -> Iterator[Reason]:
        """Whether it is this player's to act now, in the window in which the action may be taken."""
        if not self._asked_now(-1 - player):
            yield from whose_window(self.tell, player)
            return
        window = self._open_window()
        if window is not None and window not in decl.windows:
            said = f"si fa nella finestra {' o '.join(decl.windows)}, ora è aperta la finestra {window}"
            yield self.tell.reason(said, decl.name, decl.span, holds=False)

    def _open_window(self) -> str | None:
        """The window in which somebody is asked now, None where something else is asked."""
        frame = self.match.stack[-1] if self.match.stack else None
        return list(self.asking.meaning.windows)[frame[4]] if frame is not None and frame[0] == WINDOW else None

    def _price(self, decl: ActionDecl, player: int, names: Mapping[str, Named]) -> Iterator[Reason]:
        """What it costs; nothing yet when that depends on a thing that there is not."""
        for price in decl.price:
            spoken = {x.name for x in walk(price.amount) if isinstance(x, n.Var)}
            if any(names[x][0] is None for x in spoken & set(names)):
                continue
            amount = self.asking.number(price.amount, Scope(you=player).naming(**names))
            amount, more = self._with_what_cards_say(decl, price.value, amount, player, names)
            has = self.asking.s[self.asking.layout[f"value {price.value}"] + player]
            said = f"costa {amount} {self.tell.counted(price.value, amount)}, e ne ha {has}"
            yield self.tell.reason(said, decl.name, decl.span, holds=has >= amount, parts=tuple(more))

    def _with_what_cards_say(
        self, decl: ActionDecl, value: str, amount: int, player: int, names: Mapping[str, Named]
    ) -> tuple[int, list[Reason]]:
        """What an action costs with what cards add to it and take from it, and what each of them says."""
        event, found = self.asking.event_of(decl, player, names), list[Reason]()
        if event is None:
            return amount, found
        machine, which, added = self.asking.machine, list(self.asking.meaning.values).index(value), 0
        for entry in (e for f in self.asking.family(event[0]) for e in self.asking.entries(f"allow {f}")):
            more = self.asking.says(entry, event[1]) if machine.dearer[entry[0]] == which else None
            if more is not None and machine.price_set[entry[0]]:
                amount = more
                found.append(self.tell.of_entry(f"costa {more}", entry))
            elif more is not None:
                added += more
                found.append(self.tell.of_entry(f"costa {abs(more)} in {'meno' if more < 0 else 'più'}", entry))
        return max(0, amount + added), found

    def _free(self, decl: ActionDecl, player: int, names: Mapping[str, Named]) -> list[Reason]:
        """What lets the action be taken without its price."""
        event = self.asking.event_of(decl, player, names)
        if event is None:
            return []
        machine = self.asking.machine
        entries = [e for f in self.asking.family(event[0]) for e in self.asking.entries(f"allow {f}")]
        return [
            self.tell.of_entry("lo permette gratuitamente", e, holds=True)
            for e in entries
            if machine.free[e[0]] and machine.allowed[e[0]] and self.asking.says(e, event[1])
        ]

    def _limit(self, decl: ActionDecl, number: int, player: int, names: Mapping[str, Named]) -> Iterator[Reason]:
        """So many times in each period, and what cards say of that."""
        periods = list(self.asking.meaning.periods)
        if decl.limit is None or decl.per not in periods:
            return
        most = self.asking.number(decl.limit, Scope(you=player))
        actions = list(self.asking.meaning.actions)
        counted = [actions.index(name) for name in decl.shares] or [number]
        acted = self.asking.slot("acted")
        done = sum(acted.count((each, player, periods.index(decl.per))) for each in counted)
        event = self.asking.event_of(decl, player, names)
        more: list[Reason] = []
        if event is not None:
            entries = [e for f in self.asking.family(event[0]) for e in self.asking.entries(f"allow {f}")]
            most, more = said_by_cards(self.tell, entries, event[1], most)
        said = f"al massimo {most} per {decl.per}, fatto {done}"
        yield self.tell.reason(said, decl.name, decl.span, holds=done < most, parts=tuple(more))

    def _done_as_price(self, decl: ActionDecl, player: int, names: Mapping[str, Named]) -> Iterator[Reason]:
        """What must be done as a price («gioca Giocata») and is forbidden."""
        for done in (x for x in walk(decl.pay) if isinstance(x, n.Do)):
            spoken = {x.name for x in walk(done) if isinstance(x, n.Var)}
            if any(names[x][0] is None for x in spoken & set(names)):
                continue
            event = self.asking.event_of(evolve(decl, effect=done), player, names)
            if event is not None:
                yield from verdict(self.tell, *event).refusals

    def _conditions(self, decl: ActionDecl, player: int, names: Mapping[str, Named]) -> Iterator[Reason]:
        scope = Scope(you=player).naming(**names)
        window = self._open_window()
        for condition in decl.asked_in(window) if window is not None else decl.conditions:
            spoken = {x.name for x in walk(condition) if isinstance(x, n.Var)}
            if any(names[x][0] is None for x in spoken & set(names)):
                continue
            found = explain(self.tell, condition, scope, decl.name, decl.span)
            here = "" if condition in decl.conditions else f"nella finestra {window} "
            yield evolve(found, text=f"{here}solo se {found.text}")

    def _deferred(self, number: int, player: int, chosen: Chosen) -> Iterator[Reason]:
        """Whether what is chosen afterwards, one thing after the other, can be chosen at all."""
        whole, now = self.whole[number], len(self.declared[number].choices)
        can = self.asking.machine.names.get(f"can{number}_{now}")
        if can is None or any(x is None for x in chosen) or can(self.asking.s, player, *chosen):
            return
        what = whole.choices[now].what
        assert what is not None
        said = self.tell.say(evolve(what, bind=None), Scope(you=player).naming(**self._names(whole, chosen)))
        yield self.tell.reason(
            f"poi non c'è modo di scegliere {said}", whole.name, what.span or whole.span, holds=False
        )

    def _choices(self, decl: ActionDecl, player: int, chosen: Chosen) -> Iterator[Reason]:
        """What of the things chosen is not what the action lets choose."""
        scope = Scope(you=player)
        for k, (choice, x) in enumerate(zip(decl.choices, chosen, strict=True)):
            if choice.what is None:
                if x not in self._manner_numbers(decl, choice):
                    yield self.tell.reason("non è un modo di farlo", decl.name, choice.span or decl.span, holds=False)
                continue
            kind = "player" if choice.what.noun in PLAYER_WORDS else "card"
            if x not in self.asking.things(choice.what, scope):
                yield self._not_among(decl, choice.what, x, scope)
            scope = scope.naming(**{choice.what.bind or f"#{k}": (x, kind)})

    def _not_among(self, decl: ActionDecl, what: n.Select, x: int | None, scope: Scope) -> Reason:
        """Why a thing is not one of those that a choice describes."""
        said = self.tell.say(evolve(what, bind=None), scope)
        span = what.span or decl.span
        if x is None:
            return self.tell.reason(f"non c'è nulla da scegliere: serve {said}", decl.name, span, holds=False)
        inner = scope.of(x, "player" if x < 0 else "card")
        parts = [noun(self.tell, what.noun, x, inner, span, decl.name)] if what.noun and x >= 0 else []
        parts += [explain(self.tell, condition, inner, decl.name, span) for condition in what.where]
        if what.place is not None and what.place.zone:
            lies = n.IsIn(n.Candidate(), evolve(what.place, end=None, depth=None), span=what.place.span)
            parts.append(explain(self.tell, lies, inner, decl.name, span))
        false = tuple(part for part in parts if part.holds is False)
        return self.tell.reason(
            f"va scelta {said}: {self.tell.name(x)} non lo è", decl.name, span, holds=False, parts=false
        )

    def _verdict(self, decl: ActionDecl, player: int, names: Mapping[str, Named]) -> Verdict:
        event = self.asking.event_of(decl, player, names)
        return verdict(self.tell, *event) if event is not None else Verdict()

    @staticmethod
    def _names(decl: ActionDecl, chosen: Chosen) -> dict[str, Named]:
        """What was chosen, by the names that the action gives it."""
        names: dict[str, Named] = {}
        for k, (choice, x) in enumerate(zip(decl.choices, chosen, strict=False)):
            if choice.what is None:
                names |= dict.fromkeys(CHOSEN, (x, "manner"))
            else:
                kind = "player" if choice.what.noun in PLAYER_WORDS else "card"
                names[choice.what.bind or f"#{k}"] = (x, kind)
        return names


def as_offered(decl: ActionDecl) -> ActionDecl:
    """An action as far as its option goes: the choices before the first set, and what is asked of them."""
    now = next((k for k, x in enumerate(decl.choices) if x.what is not None and is_set(x.what)), len(decl.choices))
    later = {x.what.bind for x in decl.choices[now:] if x.what is not None}
    asked = tuple(
        condition
        for condition in decl.conditions
        if not later & {x.name for x in walk(condition) if isinstance(x, n.Var)}
    )
    return evolve(decl, choices=decl.choices[:now], conditions=asked)


__all__ = ["Actions", "Chosen", "Wanted", "why_action", "why_not"]
