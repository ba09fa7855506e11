"""What the game declares, as the programs see it: nouns, relations, zones, kinds, values by their numbers."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any, TypeVar

from dsl.meaning import nodes as n
from dsl.meaning.game import GameMeaning, NounDecl, ZoneDecl

from .env import CannotCompile, Env
from .lasting_terms import LastingTerms
from .layout import FIRST, PLAYER_WORDS, Layout, walk

BAG_BITS = 8  # of a number that is a bag: the room for how many there are of each word, and one bit over it

RELATIONS = {
    "controller",
    "owner",
    "host",
    "turn_player",
    "next_player",
    "previous_player",
    "participant",
    "last_arrived",
}

T = TypeVar("T")


def attached_zones(game: GameMeaning) -> list[ZoneDecl]:
    """The zones of cards in which something is attached to its host: those that say what it is called, or all."""
    zones = [zone for zone in game.zones.values() if zone.owner == "card"]
    return [zone for zone in zones if zone.relation is not None] or zones


class Declared(LastingTerms):
    """What is asked of the game's declarations."""

    game: GameMeaning
    L: Layout
    functions: dict[str, str]
    roles: dict[str, tuple[str, ...]]
    uses_awaited: set[str]  # the verbs of playing by which it is awaited that an ability is used
    sourced: set[str]  # the verbs of whose past events somebody asks which card's text did it
    remembering: set[str]  # the verbs of whose past events somebody asks what took part, as it was

    @property
    def nodes(self) -> list[Any]:
        """All that is said anywhere in the game."""
        raise NotImplementedError

    def said(self, kind: type[T]) -> list[T]:
        """Every node of a class that is said anywhere."""
        raise NotImplementedError

    def steps_of(self, frame: str) -> tuple[Any, ...]:
        """The steps of a verb, or those of the one whose kind it is."""
        raise NotImplementedError

    def moves(self, frame: str) -> bool:
        """Whether the steps of a verb move something."""
        raise NotImplementedError

    def takes_many(self, frame: str, role: str) -> bool:
        """Whether a verb takes several things as one participant."""
        raise NotImplementedError

    def takes_exactly(self, frame: str, role: str) -> int:
        """How many things a verb takes as one participant."""
        raise NotImplementedError

    def number_of(self, table: Iterable[str], name: str, node: Any = None) -> int:
        for i, known in enumerate(table):
            if known == name:
                return i
        raise CannotCompile(f"«{name}» non è dichiarato", node)

    def values_of_cards(self) -> list[str]:
        """The values that a card has, in order."""
        return [v for v, decl in self.game.values.items() if f"mod {v}" in self.L.slots and decl.owner != "player"]

    def value_function(self, name: str) -> str:
        return f"v{self.number_of(self.game.values, name)}"

    def member_mask(self, value: str, name: str, node: Any = None) -> int:
        """A word of a value as the machine keeps it: a bit; of a scale the number that it names."""
        decl = self.game.values[value]
        if name in decl.members and decl.scale:
            return decl.members.index(name)
        if name in decl.members:
            return int(1 << decl.members.index(name) * (BAG_BITS if decl.kind == "bag" else 1))
        for group in self.game.member_sets.values():
            if group.name == name and group.value == value:
                return sum(1 << decl.members.index(m) for m in group.members)
        raise CannotCompile(f"«{name}» non è tra i valori di {value}", node)

    def value_of_member(self, name: str) -> str | None:
        for value in self.game.values.values():
            if (value.scale or value.kind in ("member", "members")) and name in value.members:
                return value.name
        for group in self.game.member_sets.values():
            if group.name == name:
                return group.value
        return None

    def noun(self, name: str) -> str:
        """The declared name of a noun said by one of its aliases."""
        for decl in self.game.nouns.values():
            if name == decl.name or name in decl.aliases:
                return decl.name
        return name

    def relation(self, name: str, node: Any = None) -> str:
        if name in RELATIONS:
            return name
        for decl in self.game.nouns.values():
            if (name == decl.name or name in decl.aliases) and decl.relation:
                return decl.relation
        raise CannotCompile(f"relazione sconosciuta «{name}»", node)

    def kinds_of_place(self, place: n.Place) -> tuple[int, ...]:
        group = self.game.places.get(place.zone)
        if group is not None or place.zone in self.L.kind_index:
            said = group.zones if group is not None else (place.zone,)
            inner = (z.name for z in self.game.zones.values() if z.within in said and z.name not in said)
            return tuple(self.L.kind_index[name] for name in (*said, *(inner if place.end is None else ())))
        if place.zone == "":
            return tuple(range(len(self.L.zone_names)))
        raise CannotCompile(f"zona sconosciuta «{place.zone}»", place)

    def kinds_of_condition(self, condition: Any) -> tuple[int, ...] | None:
        """The zones in which alone a condition on the candidate can hold, or None when it does not say."""
        if isinstance(condition, n.IsIn) and isinstance(condition.of, n.Candidate):
            return self.kinds_of_place(condition.place)
        if isinstance(condition, n.Linked) and isinstance(condition.of, n.Candidate):
            return self.kinds_below()
        if isinstance(condition, n.IsKind) and isinstance(condition.of, n.Candidate):
            return self.kinds_of_noun(condition.noun)
        if isinstance(condition, n.And):
            found = [k for k in map(self.kinds_of_condition, condition.parts) if k is not None]
            return tuple(k for k in found[0] if all(k in more for more in found)) if found else None
        if isinstance(condition, n.Or):
            parts = [self.kinds_of_condition(p) for p in condition.parts]
            if parts and all(p is not None for p in parts):
                return tuple(dict.fromkeys(k for p in parts for k in p or ()))
        return None

    @cached_property
    def beside_cards(self) -> frozenset[int]:
        """The zones of tokens in which cards lie too, as far as the texts speak of it: there a token is told from a card."""
        found: set[int] = set()
        for frame in self.game.frames.values():
            for node in (x for step in frame.steps for x in walk(step.effect)):
                if isinstance(node, n.Move) and isinstance(node.what, n.Var):
                    roles = (r.value for f in frame.forms for r in f.roles if r.name == node.what.name)
                    if any(isinstance(r, n.Select) and not self.is_token(r.noun) for r in roles):
                        found.update(self.zones_named(node.to))
        for node in self.said(n.Select):
            if not self.is_token(node.noun):
                found.update(self.zones_named(node.place))
        return frozenset(found)

    @cached_property
    def beside_tokens(self) -> frozenset[int]:
        """The zones in which tokens of several kinds lie."""
        zones = [self.kinds_of_noun(kind) or () for kind in self.game.tokens]
        every = [zone for these in zones for zone in dict.fromkeys(these)]
        return frozenset(zone for zone in every if every.count(zone) > 1)

    def zones_named(self, place: Any) -> tuple[int, ...]:
        """The zones of a place that the game declares; of any other, none."""
        named = isinstance(place, n.Place) and (place.zone in self.game.places or place.zone in self.L.kind_index)
        return self.kinds_of_place(place) if named else ()

    def is_token(self, noun: str) -> bool:
        """Whether a noun is a kind of tokens."""
        return self.noun(noun) in self.game.tokens

    def kinds_below(self) -> tuple[int, ...]:
        """The zones in which a card is attached to another."""
        return tuple(i for i, zone in enumerate(self.game.zones.values()) if zone in attached_zones(self.game))

    def kinds_of_noun(self, name: str) -> tuple[int, ...] | None:
        decl = self.game.nouns.get(self.noun(name))
        if decl is not None:
            return self.kinds_of_condition(decl.condition) if decl.condition is not None else None
        value = self.value_of_member(name)
        slot = self.slot_of_kind_value(value)
        return self.kinds_of_noun(slot) if slot is not None else None

    def slot_of_kind_value(self, value: str | None) -> str | None:
        """The text slot of which a value is the printed kind: its members speak of cards that are that noun."""
        for text in self.game.texts.values():
            if value is not None and text.kind_value == value and text.name in self.game.nouns:
                return text.name
        return None

    def default_kinds(self) -> tuple[int, ...]:
        """Where a noun without a place is looked for: the game's first group of zones, or everywhere."""
        for place in self.game.places.values():
            return tuple(self.L.kind_index[z] for z in place.zones)
        return tuple(range(len(self.L.zone_names)))

    @cached_property
    def kinds_in_play(self) -> tuple[int, ...]:
        """Where things are looked for, and where texts of cards are in force."""
        play = set(self.default_kinds())
        for text in self.game.texts.values():
            play |= set(self.kinds_of_condition(text.in_force) or ()) if text.in_force is not None else set()
        return tuple(sorted(play))

    def kind(self, node: Any, env: Env) -> str:
        """What a term is: card, player, cards, players, number, mask, word."""
        if isinstance(node, (n.Self, n.SpotOf)):
            return "card"
        if isinstance(node, n.You | n.PlayerOf):
            return "player"
        if isinstance(node, n.Opponent):
            return "players" if node.each and self.L.players > 2 else "player"
        if isinstance(node, n.Candidate):
            return env.candidate_kind
        if isinstance(node, n.Var):
            return env.names[node.name][1] if node.name in env.names else "card"
        if isinstance(node, n.Related):
            relation = self.relation(node.relation, node)
            if relation in ("controller", "owner") and node.of is not None and self.kind(node.of, env) == "cards":
                return "players"
            return "card" if relation in ("host", "last_arrived", "participant") else "player"
        if isinstance(node, n.Group):
            return self.kind(node.members[0], env).rstrip("s") + "s" if node.members else "word"
        if isinstance(node, n.Select):
            one = self.one_of(node)
            single = node.quantity is n.Quantity.EXACTLY and (node.number is None or node.number == n.Num(1))
            return one if single else one + "s"
        if isinstance(node, n.TextOf):
            return self.kind(node.of, env)
        if isinstance(node, (n.Member, n.ChosenMember)):
            known = self.game.values.get(node.value)
            if known is not None and known.scale:
                return "number"
            return "word" if known is None else "player" if known.kind == "player" else "mask"
        if isinstance(node, n.Place):
            return "cards"
        if isinstance(node, n.Lookup):
            table = self.game.tables[node.table]
            return "mask" if table.value and node.column is None else "number"
        if isinstance(node, n.ValueOf):
            kind = self.game.values[node.value].kind
            return {"number": "number", "player": "player", "word": "word"}.get(kind, "mask")
        return "number"

    def one_of(self, node: n.Select) -> str:
        """What one thing of a selection is."""
        return "player" if node.noun in PLAYER_WORDS else "lasting" if node.noun in self.game.lasting else "card"

    def variable(self, node: n.Var, env: Env) -> str:
        if node.name in env.names:
            return env.names[node.name][0]
        if f"in {node.name}" in self.L.slots:
            return f"s[{self.L[f'in {node.name}']}]"
        if node.name.startswith("§") and env.outer is not None:  # the antecedent of a relative inside a relative
            return env.outer
        if node.name.isdigit():  # a name that no text has
            raise CannotCompile("si richiama ciò che qui non si è ancora detto, o che non è una cosa sola", node)
        raise CannotCompile(f"nulla qui si chiama «{node.name}»", node)

    def turn_period(self) -> str:
        """The period whose player is the active one."""
        if not self.game.turn:
            raise CannotCompile("nessun periodo è di un giocatore")
        return self.game.turn

    def need_spots(self, node: Any) -> None:
        if not self.L.spots:
            raise CannotCompile("nessuna zona di questo gioco ha posti", node)

    def participants(self, decl: NounDecl) -> str:
        """Those who take part in a period; nobody while it is not open."""
        slots = [f"s[{self.L['in ' + p]}]" for p in decl.participants]
        there = " and ".join(f"{slot} is not None" for slot in slots)
        return f"(({', '.join(slots)},) if {there} else ())"

    def is_outer(self, node: Any, env: Env) -> bool:
        return isinstance(node, n.Var) and node.name.startswith("§") and node.name not in env.names

    def outcome(self, node: n.Outcome, env: Env) -> str:
        code = self.variable(n.Var(node.name, span=node.span), env)
        return f"amount({code})"

    def is_words(self, side: n.Number | n.Term) -> bool:
        """A value that is some of its words, as a set of bits."""
        value = self.game.values.get(side.value) if isinstance(side, n.ValueOf) else None
        return value is not None and value.kind == "members" and not value.scale

    def status_code(self, i: int, of: str) -> str:
        """A status: the card's own bit as long as nothing claims it."""
        name = list(self.game.statuses)[i]
        return f"(st{i}(s, {of}) if s[{self.L['status ' + name]}] else s[{self.L['stat']} + {of}] & {1 << i})"

    @cached_property
    def face_status(self) -> int | None:
        """The status by which cards of two faces show the other; None when no card has two."""
        if not any(card.back is not None for card in self.L.cards):
            return None
        return next((i for i, each in enumerate(self.game.statuses.values()) if each.shows_back), None)

    def unknown_signs(self, name: str) -> dict[int, int]:
        """The cards that print {X} in a cost, each with how often."""
        costs = (card.values.get(name) for card in self.L.cards) if self.game.values[name].kind == "cost" else ()
        return {c: signs.count("X") for c, signs in enumerate(costs) if isinstance(signs, tuple) and "X" in signs}

    def shown_side(self, of: str) -> str:
        """Where in a table of what is printed the face that a card shows stands."""
        if self.face_status is None:
            return of
        return f"{of} + {self.L.capacity} * (s[{self.L['stat']} + {of}] >> {self.face_status} & 1)"

    def members_code(self, value: str, of: str) -> str:
        """The members of a value of a thing in its place: as printed while nothing changes them."""
        function = self.value_function(value)
        if (
            f"mod {value}" not in self.L.slots
            or not self.game.values[value].printed
            or f"original {value}" in self.L.slots
        ):
            return f"{function}(s, {of})"
        i = self.number_of(self.game.values, value)
        return f"(PRINTED{i}[{self.shown_side(of)}] if not s[{self.L['mod ' + value]}] else {function}(s, {of}))"

    @cached_property
    def mixed(self) -> bool:
        """Whether a verb may be done to a player or to a card: then a name may stand for either."""
        roles = (r for frame in self.game.frames.values() for form in frame.forms for r in form.roles)
        groups = (r.value.members for r in roles if r.name != "agent" and isinstance(r.value, n.Group))
        return any(
            {isinstance(m, n.Select) and m.noun in PLAYER_WORDS for m in members} == {True, False} for members in groups
        )

    def is_card(self, of: Any, code: str) -> str:
        """A test to stand before one that only a card can pass, when a name may stand for a player too."""
        return f"{code} is not None and {code} >= 0 and " if self.mixed and isinstance(of, n.Var) else ""

    def parent(self, period: str) -> str | None:
        return next((p.name for p in self.game.periods.values() if period in p.parts), None)

    def claim_roles(self, claim: str) -> tuple[str, ...]:
        return tuple(r.name for r in self.game.claims[claim].form.roles)

    def history_period(self, within: str | None, around: str | None) -> str:
        if within is not None and within in self.game.periods:
            return within
        while around is not None:
            if self.game.periods[around].participants:
                return around
            around = self.parent(around)
        return self.root_period()

    def root_period(self) -> str:
        return next(p.name for p in self.game.periods.values() if self.parent(p.name) is None and p.parts)

    def free_names(self, node: Any) -> set[str]:
        return {x.name for x in walk(node) if isinstance(x, n.Var)}

    def frame_of(self, event: n.Event) -> str:
        """The frame of an event: its verb's, or the one of the verb's groups whose roles fit."""
        if event.verb in self.game.frames:
            return event.verb
        candidates = [f for f in self.game.frames.values() if f.verb == event.verb]
        if not candidates:
            raise CannotCompile(f"verbo sconosciuto «{event.verb}»", event)
        said = {r.name for r in event.roles}
        return max(candidates, key=lambda f: max(len(said & {r.name for r in form.roles}) for form in f.forms)).name

    def role_index(self, frame: str, role: str) -> int | None:
        names = self.roles[frame]
        return FIRST + names.index(role) if role in names else None

    def manner_index(self, frame: str, manner: str, node: Any = None) -> int:
        manners = self.manners_of(frame)
        if manner in manners:
            return manners.index(manner)
        raise CannotCompile(f"«{manner}» non è un modo di {self.game.frames[frame].verb}", node)

    def manners_of(self, frame: str) -> tuple[str, ...]:
        """The ways of a verb, those of the verb of which it is a kind included."""
        found: list[str] = []
        at: str | None = frame
        while at is not None:
            decl = self.game.frames[at]
            found += [m for m in decl.manners if m not in found]
            found += [x.when for x in decl.steps if x.when is not None and x.when not in found]
            at = decl.kind_of
        if not found and self.game.frames[frame].kind_of is None:
            return ()
        return tuple(found)

    def place_of_manner(self, frame: str) -> int:
        return FIRST + len(self.roles[frame])
