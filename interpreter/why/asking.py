"""The meaning asked one node at a time: conditions, numbers, selections and patterns of events over a state.

Every node becomes a small function of its own, written by the same expression compiler that writes the game's programs, never
read out of them: how those programs are put together is no matter here. This module is the only one that speaks to the compiler.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any
from weakref import WeakKeyDictionary

from attrs import evolve, field, frozen

from dsl.meaning import nodes as n
from dsl.meaning.game import ActionDecl, CardDecl, Frame

from ..machine import Entry, State
from ..match import Game, Match
from ..program.announced import needed
from ..program.effects import CHOSEN
from ..program.env import CannotCompile, Env
from ..program.from_meaning import Compiled, Compiler
from ..program.layout import walk

#: What can go wrong when a thing that a sentence speaks of is not there: then nothing can be said of it.
_ABSENT = (TypeError, LookupError, AttributeError)
_SEEN = "#seen"
Named = tuple[Any, str]  # what a name stands for now, and its kind: card, player, number, manner


class _Writer(Compiler):
    """The expression compiler over a game that is compiled already: it adds nothing to it."""

    def __init__(self, compiled: Compiled) -> None:
        self.game, self.L, self.cards = compiled.game, compiled.layout, compiled.cards
        self.roles, self.words = compiled.roles, list(compiled.words)
        self.remembering = compiled.remembering
        self.functions: dict[str, str] = {}
        self.problems: list[CannotCompile] = []
        self.owner = ""
        self.permissions()

    def tried(self, node: n.Would, env: Env) -> str:
        """The trial of «would», which shows the state that it comes to instead of asking it."""
        tried = node.trial or env.tried
        if tried is None:
            raise CannotCompile("non si sa quale evento provare", node)
        event = env.event if node.trial is None and env.event is not None else self.event_list(tried, env)
        return f"would(s, {self.number_of(self.game.frames, self.frame_of(tried))}, {event}, x['{_SEEN}'])"


@frozen
class Scope:
    """What a sentence speaks of: its bearer, its user, the thing under test, the event, and what was named before."""

    me: int | None = None
    you: int | None = None
    it: int | None = None
    it_kind: str = "card"
    outer: int | None = None
    names: Mapping[str, Named] = field(factory=dict)
    event: tuple[Any, ...] | None = None
    tried: n.Event | None = None
    period: str | None = None

    def naming(self, **more: Named) -> Scope:
        return evolve(self, names={**self.names, **more})

    def of(self, it: int | None, kind: str = "card") -> Scope:
        """The same, with another thing under test."""
        return evolve(self, it=it, it_kind=kind, outer=self.it)


@frozen
class Permission:
    """A «può» or «non può» that always stands: of a named rule, or of a keyword for whoever has it."""

    allow: n.Allow
    condition: n.Condition | None
    owner: str
    frame: str
    span: n.Span | None = None  # of the whole sentence
    keyword: str | None = None
    bearer: int | None = None  # the place in the event of the one who must have the keyword

    @property
    def lifts(self) -> bool:
        """Whether it only allows, without a number of times: it speaks against others."""
        return self.allow.allowed and self.allow.limit is None


class _Known:
    """What is worked out once for a game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.writer = _Writer(game.compiled)
        self.functions: dict[Any, Callable[..., Any]] = {}

    def function(self, key: Any, write: Callable[[], str], arguments: str) -> Callable[..., Any]:
        found = self.functions.get(key)
        if found is None:
            code = write()
            found = eval(compile(f"lambda {arguments}: {code}", "<why>", "eval"), self.game.machine.names)
            self.functions[key] = found
        return found

    @cached_property
    def permissions(self) -> tuple[Permission, ...]:
        """Every permission of a rule or a keyword, in the order of the text."""
        found: list[Permission] = []
        for rule in self.game.compiled.game.rules.values():
            found += self._of_text(rule.text, rule.name, None)
        for keyword in self.game.compiled.game.keywords.values():
            found += self._of_text(keyword.text, keyword.name, keyword.name)
        return tuple(found)

    def _of_text(self, text: n.Text, owner: str, keyword: str | None) -> list[Permission]:
        found = []
        for ability in text.abilities:
            for effect in ability.effects if isinstance(ability, n.Static) else ():
                if isinstance(ability, n.Static) and isinstance(effect, n.Allow):
                    found.append(self._permission(effect, ability, owner, keyword))
        return found

    def _permission(self, allow: n.Allow, sentence: n.Static, owner: str, keyword: str | None) -> Permission:
        w = self.writer
        frame = w.frame_of(allow.event)
        places = (w.role_index(frame, role.name) for role in allow.event.roles if w.is_self(role.value))
        condition = lasting(sentence.condition, allow.duration)
        span = sentence.span or allow.span
        return Permission(allow, condition, owner, frame, span, keyword, next(places, None) if keyword else None)

    @cached_property
    def sentences(self) -> dict[int, tuple[n.Static, str]]:
        """The sentence and the owner of every standing effect that a text says, by the identity of its node."""
        found: dict[int, tuple[n.Static, str]] = {}
        meaning = self.game.compiled.game
        texts = [(rule.name, rule.text) for rule in meaning.rules.values()]
        texts += [(keyword.name, keyword.text) for keyword in meaning.keywords.values()]
        texts += [(card.name, text) for card in self.game.cards for text in card.texts.values()]
        texts += [(card.name, head.text) for card in self.game.cards for head in card.heads]
        for owner, text in texts:
            for ability in walk(text):
                for effect in ability.effects if isinstance(ability, n.Static) else ():
                    found[id(effect)] = (ability, owner)
        return found


_known: WeakKeyDictionary[Game, _Known] = WeakKeyDictionary()


def lasting(condition: n.Condition | None, duration: n.Duration | None) -> n.Condition | None:
    """A condition together with the one as long as which an effect lasts."""
    more = duration.condition if duration is not None else None
    if condition is None or more is None:
        return more if condition is None else condition
    return n.And((condition, more))


class Asking:
    """Questions about one state, which is a copy: whatever is asked, the match does not change."""

    def __init__(self, match: Match, state: State | None = None) -> None:
        self.match = match
        self.game = match.game
        self.s: State = list(match.s if state is None else state)
        found = _known.get(self.game)
        if found is None:
            found = _known[self.game] = _Known(self.game)
        self.known = found
        self._writer = found.writer
        self.machine = self.game.machine
        self.names = self.machine.names
        self.layout = self.game.compiled.layout
        self.meaning = self.game.compiled.game

    # -- nodes -------------------------------------------------------------------------------------------------

    def holds(self, condition: n.Condition, scope: Scope) -> bool:
        """Whether a condition holds; of what is not there it does not."""
        return bool(self._ask("shown", condition, scope))

    def number(self, node: Any, scope: Scope) -> Any:
        """A number or a term: what it is now, None for what is not there."""
        return self._ask("number", node, scope)

    def things(self, what: n.Select, scope: Scope) -> list[int]:
        """All that a selection describes, whatever its quantity."""
        found = self._ask("listed", evolve(what, quantity=n.Quantity.ALL, number=None), scope)
        return list(found or ())

    def is_noun(self, noun: str, x: int, scope: Scope) -> bool:
        """Whether a thing is what a noun says."""
        return bool(self._ask("noun", noun, scope.of(x, "player" if x < 0 else "card")))

    def feasible(self, effect: Any, scope: Scope) -> bool:
        """Whether something of an effect could be done now."""
        return bool(self._ask("feasible", effect, scope))

    def tried(self, would: n.Would, scope: Scope) -> State | None:
        """The state to which the trial of «would» comes; None when there is none (inside of another trial)."""
        found: list[State] = []

        def seen(s: State) -> bool:
            found.append(s[:])
            return False

        self._ask("tried", would, scope.naming(**{_SEEN: (seen, "word")}))
        return found[-1] if found else None

    def kind(self, node: Any, scope: Scope) -> str:
        """What a term is: card, player, cards, players, number, mask, word."""
        return self._writer.kind(node, _env(scope))

    def _ask(self, what: str, node: Any, scope: Scope) -> Any:
        names = tuple(sorted((name, kind) for name, (_, kind) in scope.names.items()))
        shape = (scope.me is None, scope.it is None, scope.it_kind, scope.outer is None, names)
        key = (what, node, shape, scope.event is None, scope.tried, scope.period)
        call = self.known.function(key, lambda: self._write(what, node, scope), "s, me, you, it, outer, ev, x")
        try:
            values = {name: value for name, (value, _) in scope.names.items()}
            return call(self.s, scope.me, scope.you, scope.it, scope.outer, _listed(scope.event), values)
        except _ABSENT:
            return None

    def _write(self, what: str, node: Any, scope: Scope) -> str:
        w, env = self._writer, _env(scope)
        if what == "noun":
            return w.is_noun(node, "it", scope.it_kind, evolve(env, candidate=None), None)
        write: Callable[[Any, Env], str] = getattr(w, what)
        return write(node, env)

    # -- events ------------------------------------------------------------------------------------------------

    def fits(self, event: n.Event, scope: Scope) -> tuple[bool, Scope]:
        """Whether the event of the scope is one of those described, and the scope with the names that it binds."""
        env = _env(scope)
        w = self._writer
        code, bound = w.pattern(event, "ev", env)
        names = tuple(sorted((name, kind) for name, (_, kind) in scope.names.items()))
        key = ("pattern", event, scope.me is None, scope.it is None, names, scope.tried)
        call = self.known.function(key, lambda: code, "s, me, you, it, outer, ev, x")
        values = {name: value for name, (value, _) in scope.names.items()}
        ev = _listed(scope.event)
        try:
            holds = bool(call(self.s, scope.me, scope.you, scope.it, scope.outer, ev, values))
        except _ABSENT:
            holds = False
        more = {name: (eval(at, {"ev": ev, "s": self.s}), kind) for name, (at, kind) in bound.items()}
        return holds, scope.naming(**more)

    def event_of(
        self, decl: ActionDecl, player: int, chosen: Mapping[str, Named]
    ) -> tuple[str, tuple[Any, ...]] | None:
        """The verb that an action carries out, and its event with what was chosen in its places."""
        w = self._writer
        event = w.first_event(decl.effect)
        if event is None:
            return None
        frame = w.frame_of(event)
        said = {role.name: role.value for role in event.roles}
        scope = Scope(you=player, names=chosen)
        places: list[Any] = []
        for role in w.roles[frame]:
            value = said.get(role)
            if value is None:
                alone = role == "agent" and role not in said and not w.reflexive(frame, event)
                places.append(player if alone else None)
            elif isinstance(value, n.Place) or w.no_thing(value) or not _named(value) <= set(chosen):
                places.append(None)
            else:
                places.append(self.number(value, scope))
        manner = next((chosen[m][0] for m in event.manner if m in chosen), None)
        if manner is None and event.manner and event.manner[0] in w.manners_of(frame):
            manner = w.manner_index(frame, event.manner[0])
        return frame, (0, 0, None, player, *places, manner, None, 0)

    def place_of_role(self, frame: str, role: str) -> int | None:
        """Where a participant stands in an event."""
        return self._writer.role_index(frame, role)

    def manner_place(self, frame: str) -> int:
        return self._writer.place_of_manner(frame)

    def told_first(self, frame: str) -> bool:
        """Whether a verb is told before its steps are done."""
        return self._writer.told_first(frame)

    def moves(self, frame: str) -> bool:
        """Whether a verb moves what it is done to: then its triggers also look at how things were before."""
        return self._writer.moves(frame)

    def manners(self, frame: str) -> tuple[str, ...]:
        return self._writer.manners_of(frame)

    def frame_of(self, event: n.Event) -> str:
        return self._writer.frame_of(event)

    def family(self, frame: str) -> list[str]:
        """A verb and those of which it is a kind."""
        return self._writer.ancestors(frame)

    def is_thing(self, value: Any) -> bool:
        """Whether a participant is a card or a player («lo scontro» is not)."""
        return not self._writer.no_thing(value)

    def inside(self, period: str) -> list[int]:
        return self._writer.inside(period)

    def of_event(self, frame: Frame, event: tuple[Any, ...]) -> Scope:
        """The scope in which a verb's own demands on its object stand."""
        w = self._writer
        thing, agent = w.role_index(frame.name, "object"), w.role_index(frame.name, "agent")
        what = event[thing] if thing is not None else None
        doer = event[agent] if agent is not None else None
        names = {
            "agent": (doer, "player" if w.agent_is_player(frame.name) else "card"),
            "object": (what, "card"),
        }
        return Scope(you=event[3], it=what, names=names)

    def lies(self, place: n.Place, scope: Scope) -> bool:
        """Whether the thing under test lies in a place."""
        return self.holds(n.IsIn(n.Candidate(), place), scope)

    # -- what stands -------------------------------------------------------------------------------------------

    def entries(self, slot: str) -> tuple[Entry, ...]:
        """What stands in an index of the state."""
        at = self.layout.slots.get(slot)
        return tuple(self.s[at]) if at is not None else ()

    def waiting(self, frame: str) -> tuple[Entry, ...]:
        """The triggers of a verb: of several things at once, those that stood before the first of them."""
        at, together = self.layout[f"when {frame}"], self.slot("snap")
        return tuple(self.s[at] if together is None else together[at - self.layout.index_triggers])

    def silenced(self, entry: Entry) -> bool:
        """Whether the text that says it does not count now."""
        return bool(self.s[self.layout["suppress"]] and self.names["silenced"](self.s, entry))

    def says(self, entry: Entry, x: Any) -> Any:
        """What an entry says of a card or of an event; None for nothing."""
        if self.silenced(entry):
            return None
        return self.machine.functions[entry[0]](self.s, entry, _listed(x) if isinstance(x, tuple) else x)

    def applies(self, entry: Entry, card: int) -> Any:
        """What a modifier says of a card; one that would read its own value says nothing."""
        return self.names["apply"](self.s, entry, card)

    def scope_of(self, entry: Entry) -> Scope:
        """What an entry's sentence speaks of."""
        you = entry[2]
        if you is None and entry[1] is not None and entry[1] >= 0:
            you = self.s[self.layout["ctrl"] + entry[1]]
        return Scope(me=entry[1], you=you, names={"#locked": (entry[6], "card")})

    def has(self, keyword: str, card: int) -> bool:
        """Whether a card has a keyword, or is of the kind that bears it, wherever it lies."""
        key = ("has", keyword)
        call = self.known.function(key, lambda: self._writer.has_always(keyword, "it"), "s, it")
        return bool(call(self.s, card))

    def bearers(self, keyword: str) -> list[int]:
        """The cards in play that have a keyword."""
        at, i = self.layout[f"keyword {keyword}"], list(self.meaning.keywords).index(keyword)
        return list(self.names["bearers"](self.s, at, self.names[f"k{i}"])) if self.s[at] else []

    def controller(self, card: int) -> int:
        """Who has a card."""
        return int(self.s[self.layout["ctrl"] + card])

    def knew(self, keyword: int, card: int) -> bool:
        """Whether a card has a keyword by its number, or had it when it left."""
        index = self.s[self.layout[f"keyword {list(self.meaning.keywords)[keyword]}"]]
        return bool((index or self.s[self.layout["last"] + card]) and self.names[f"lk{keyword}"](self.s, card))

    def in_play(self, card: int) -> bool:
        """Whether a card lies where texts count."""
        return self.layout.kind_of.get(self.s[self.layout["zone"] + card], -1) in self.game.compiled.play

    def claimants(self, claim: n.Claim, scope: Scope) -> list[tuple[Entry, bool]]:
        """What in force makes a claim, and whether for ever; only those as strong as is asked."""
        said = {role.name: role.value for role in claim.roles}
        roles = [
            self.number(said[name], scope) if name in said else None for name in self._writer.claim_roles(claim.claim)
        ]
        found = []
        for entry in self.entries(f"claim {claim.claim}"):
            strength = self.names["claimed"](self.s, entry, *roles)
            if strength >= (2 if claim.always else 1):
                found.append((entry, strength == 2))
        return found

    def lifts(self, permission: Permission, rule: Permission) -> bool:
        """Whether a «può» speaks against a rule."""
        ways = permission.allow, rule.allow, rule.owner, permission.condition, rule.condition
        return self._writer.speaks_against(*ways)

    def whatever_said(self, permission: Permission) -> bool:
        """Whether a «può sempre» stands against what cards forbid, too."""
        return self._writer.whatever_said(permission)

    def ability(self, entry: Entry) -> Any:
        return self.game.compiled.abilities[entry[0]]

    def order(self, name: str) -> dict[str, str]:
        """An order that the game's text declares."""
        return dict(self.meaning.orders.get(name, ()))

    def card(self, number: int) -> CardDecl:
        return self.game.cards[number]

    def needed(self, frame: str, event: tuple[Any, ...]) -> tuple[int, list[n.Select]] | None:
        """The card whose text a verb uses, and the targets without which it is not used, where the game says so."""
        used = self._writer.text_used(frame)
        at = self._writer.role_index(frame, used[1]) if used is not None else None
        if used is None or at is None or event[at] is None:
            return None
        text = self.card(self.names["text_card"](self.s, event[at])).texts.get(list(self.meaning.texts)[used[0]])
        aims = [x for each in text.abilities if isinstance(each, n.Used) for x in needed(each.effect)] if text else []
        return event[at], [aim.what for aim in aims if isinstance(aim.what, n.Select)]

    def slot(self, name: str) -> Any:
        """What lies in a slot of the state."""
        return self.s[self.layout[name]]


def _listed(event: tuple[Any, ...] | None) -> list[Any] | None:
    return list(event) if event is not None else None


def _named(value: Any) -> set[str]:
    return {x.name for x in walk(value) if isinstance(x, n.Var)}


def _env(scope: Scope) -> Env:
    """The names of a scope as the compiler wants them: what each is called in the function."""
    return Env(
        me="me" if scope.me is not None else None,
        you="you",
        candidate="it" if scope.it is not None else None,
        candidate_kind=scope.it_kind,
        outer="outer" if scope.outer is not None else None,
        names={name: (f"x[{name!r}]", kind) for name, (_, kind) in scope.names.items()},
        event="ev" if scope.event is not None else None,
        tried=scope.tried,
        period=scope.period,
    )


__all__ = ["CHOSEN", "Asking", "CannotCompile", "Named", "Permission", "Scope", "lasting"]
