"""Terms, numbers and conditions as Python expressions over the state ``s``.

Every method gives the text of an expression made from resolved meaning only: indices, constants and names of generated functions.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from attrs import evolve, frozen

from dsl.meaning import nodes as n
from dsl.meaning.game import GameMeaning, NounDecl, TableDecl, ZoneDecl
from dsl.meaning.targeting import ABILITIES

from .lasting_terms import LastingTerms
from .layout import CARD_WORDS, ENTRY, FIRST, PLAYER_WORDS, Layout, walk
from .rivals import RIVAL, all_of, each_as_one, one_of


class CannotCompile(ValueError):
    """A meaning for which the machine has no program; says which node, and where it stands in the text."""

    def __init__(self, why: str, node: Any = None) -> None:
        super().__init__(why)
        self.span = getattr(node, "span", None)


@frozen
class Env:
    """What names mean where an expression stands: the bearer, the user, the thing under test and what was bound."""

    me: str | None = None
    you: str | None = None
    candidate: str | None = None
    candidate_kind: str = "card"
    outer: str | None = None  # the candidate of the selection around this one
    names: dict[str, tuple[str, str]] = {}
    depth: int = 0
    period: str | None = None
    cause: str | None = None  # in the steps of a verb: the period in which the event that they carry out was born
    tried: n.Event | None = None  # the event that «would» tries when it says none
    event: str | None = None  # the event under test
    cost: bool = False  # whether it is a cost
    place: n.Place | None = None  # where a noun is looked for when it does not say

    def under_test(self, name: str, kind: str) -> Env:
        return evolve(self, candidate=name, candidate_kind=kind, outer=self.candidate, depth=self.depth + 1)

    def naming(self, **more: tuple[str, str]) -> Env:
        return evolve(self, names={**self.names, **more})


BAG_BITS = 8  # of a number that is a bag: the room for how many there are of each word, and one bit over it
NEVER = 1 << 20  # «no» in a table of numbers: more than there will ever be
OPERATORS = {"==", "!=", "<", "<=", ">", ">="}
RELATIONS = {"controller", "owner", "host", "turn_player", "next_player", "participant", "last_arrived"}


def attached_zones(game: GameMeaning) -> list[ZoneDecl]:
    """The zones of cards in which something is attached to its host: those that say what it is called, or all."""
    zones = [zone for zone in game.zones.values() if zone.owner == "card"]
    return [zone for zone in zones if zone.relation is not None] or zones


class Expressions(LastingTerms):
    """The part of the compiler that writes expressions."""

    game: GameMeaning
    L: Layout
    functions: dict[str, str]
    roles: dict[str, tuple[str, ...]]

    # -- names -------------------------------------------------------------------------------------------------

    def number_of(self, table: Iterable[str], name: str, node: Any = None) -> int:
        for i, known in enumerate(table):
            if known == name:
                return i
        raise CannotCompile(f"«{name}» non è dichiarato", node)

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
        if place.zone in self.game.places:
            return tuple(self.L.kind_index[z] for z in self.game.places[place.zone].zones)
        if place.zone in self.L.kind_index:
            return (self.L.kind_index[place.zone],)
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

    # -- terms -------------------------------------------------------------------------------------------------

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
            return "card" if self.relation(node.relation, node) in ("host", "last_arrived", "participant") else "player"
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

    def term(self, node: Any, env: Env) -> str:
        if isinstance(node, n.Self):
            if env.me is None:
                raise CannotCompile("qui non c'è una carta che parli di sé", node)
            return env.me
        if isinstance(node, n.You):
            if env.you is None:
                raise CannotCompile("qui non c'è un giocatore a cui dire «tu»", node)
            return env.you
        if isinstance(node, n.Opponent):
            return self.rival(node, env)
        if isinstance(node, n.PlayerOf):
            return f"s[{self.L['player ' + node.period]}]"
        if isinstance(node, n.Candidate):
            if env.candidate is None:
                raise CannotCompile("niente da provare qui", node)
            return env.candidate
        if isinstance(node, n.Var):
            return self.variable(node, env)
        if isinstance(node, n.Related):
            return self.related(node, env)
        if isinstance(node, n.Group):
            if not node.members:
                return "None"
            if any(self.kind(m, env) in ("cards", "players") for m in node.members):
                return f"flat({', '.join(self.term(m, env) for m in node.members)})"
            return "(" + "".join(self.term(m, env) + ", " for m in node.members) + ")"
        if isinstance(node, n.Select):
            listed = self.listed(node, env)
            return f"first({listed})" if not self.kind(node, env).endswith("s") else f"tuple({listed})"
        if isinstance(node, n.TextOf):
            return self.term(node.of, env)
        if isinstance(node, n.SpotOf):
            self.need_spots(node)
            return f"spot_of(s, {self.term(node.of, env)})"
        if (
            isinstance(node, n.Member)
            and node.value in self.game.values
            and self.game.values[node.value].kind == "player"
        ):
            return "None"  # «nessuno»
        if isinstance(node, n.Member):
            return str(self.member_mask(node.value, node.name, node))
        if isinstance(node, n.Lookup):
            return self.lookup(node, env)
        if isinstance(node, n.Place):
            return self.pile_of(node, env)
        if not isinstance(node, (n.Num, n.ValueOf, n.Count, n.Total, n.Compute, n.Outcome)):
            raise CannotCompile(f"senza programma qui: {type(node).__name__}", node)
        return self.number(node, env)

    def pile_of(self, node: n.Place, env: Env) -> str:
        """«la Mano dell'avversario»: the cards that lie there."""
        kinds = self.kinds_of_place(node)
        if node.of is not None and self.kind(node.of, env) == "card":
            return f"s[{self.L['zone ' + node.zone]} + {self.term(node.of, env)}]"
        if self.is_several(node.of, env):
            return self.piles_of_several(kinds, node, env)
        pile = self.piles(kinds, self.as_player(node.of, env) if node.of is not None else None, env)
        if node.end is None:
            return pile
        depth = self.number(node.depth, env) if node.depth is not None else "1"
        return f"top({pile}, {depth})" if node.end == "top" else f"{pile}[:{depth}]"

    def variable(self, node: n.Var, env: Env) -> str:
        if node.name in env.names:
            return env.names[node.name][0]
        if f"in {node.name}" in self.L.slots:
            return f"s[{self.L[f'in {node.name}']}]"
        if node.name.startswith("§") and env.outer is not None:  # the antecedent of a relative inside a relative
            return env.outer
        raise CannotCompile(f"nulla qui si chiama «{node.name}»", node)

    def related(self, node: n.Related, env: Env) -> str:
        relation = self.relation(node.relation, node)
        if relation == "turn_player":
            return f"s[{self.L['player ' + self.turn_period()]}]"
        if relation == "next_player":
            return f"(-1 - (-{self.as_player(node.of, env)}) % {self.L.players})"
        if relation == "last_arrived":
            return f"s[{self.L['arrived']}]"
        of: Any = node.of if node.of is not None else n.Self()
        if relation in ("controller", "owner"):
            if self.kind(of, env).startswith("player"):
                return self.term(of, env)
            if relation == "owner" and not self.game.shared_deck:  # of a shared deck the owner is who played the card
                return f"owner({self.term(of, env)})"
            if isinstance(of, (n.Select, n.Var)):  # it may not be there
                return f"controller(s, {self.term(of, env)})"
            return f"s[{self.L['ctrl']} + {self.term(of, env)}]"
        if relation == "host":
            return f"host(s, {self.term(of, env)})"
        decl = next(d for d in self.game.nouns.values() if node.relation in (d.name, *d.aliases))
        return self.participants(decl)

    def turn_period(self) -> str:
        """The period whose player is the active one."""
        if not self.game.turn:
            raise CannotCompile("nessun periodo è di un giocatore")
        return self.game.turn

    def as_player(self, node: Any, env: Env) -> str:
        """A term as a player: a card stands for its controller."""
        code = self.term(node, env)
        if self.kind(node, env).startswith("player"):
            return code
        return f"controller(s, {code})"

    def lookup(self, node: n.Lookup, env: Env) -> str:
        table = self.game.tables[node.table]
        if node.column is not None and table.value is not None:
            return self.cell(node, table, node.column, env)
        if table.value is None:
            rows = {key: row[0] for key, row in table.rows.items()}
            return f"{ {int(k): int(v) for k, v in rows.items()} }.get({self.number(node.of, env)}, 0)"
        masks = {
            self.member_mask(table.value, key, node): self.member_mask(table.value, row[0], node)
            for key, row in table.rows.items()
        }
        of: Any = node.of
        got = (
            self.term(of, env)
            if self.kind(of, env) == "mask"
            else f"{self.value_function(table.value)}(s, {self.term(of, env)})"
        )
        return f"{masks}.get({got}, 0)"

    def cell(self, node: n.Lookup, table: TableDecl, column: str, env: Env) -> str:
        """A number of a table with columns, in the row of the word that the thing has; where it says «no», one that nothing reaches."""
        if column not in table.columns:
            raise CannotCompile(f"la tavola {table.name} non ha una colonna «{column}»", node)
        at, value = table.columns.index(column), table.value or ""
        cells = {
            self.member_mask(value, row, node): NEVER if cells[at] == "no" else int(cells[at])
            for row, cells in table.rows.items()
        }
        return f"{cells}.get({self.number(node.of, env)}, {NEVER})"

    # -- selections --------------------------------------------------------------------------------------------

    def listed(self, node: n.Select, env: Env) -> str:
        """The list (or tuple) of what a selection describes, before any quantity."""
        if node.noun in self.game.lasting:
            return self.lastings(node, env)
        if node.noun in PLAYER_WORDS:
            base: str = "PLAYERS"
            conditions: list[Any] = list(node.where)
            kind = "player"
        else:
            base, conditions = self.base(node, env)
            kind = "card"
        if node.among is not None:
            among = self.term(node.among, env)
            base = among if self.kind(node.among, env).endswith("s") else f"({among},)"
        var = f"c{env.depth}"
        inner = env.under_test(var, kind)
        inner = evolve(inner, place=None)
        if node.bind:
            inner = inner.naming(**{node.bind: (var, kind)})
        tests = [self.condition(c, inner) for c in conditions]
        tests = [t for t in tests if t != "True"]
        code = base
        if tests:
            code = f"[{var} for {var} in {base} if {' and '.join(tests)}]"
        if node.place is not None and node.place.first:
            code = f"{code}[:1]"
        if node.extreme is not None:
            code = f"extreme({code}, lambda {var}: {self.number(node.extreme.number, inner)}, {node.extreme.greatest})"
        return code

    def base(self, node: n.Select, env: Env) -> tuple[str, list[Any]]:
        """The cards to look at and the conditions that are still to be tested on each."""
        conditions: list[Any] = list(node.where)
        if node.noun == ABILITIES:
            return self.abilities_that_wait(node), conditions
        decl = self.game.nouns.get(self.noun(node.noun))
        kinds = self.kinds_of_noun(node.noun)
        if decl is not None and decl.participants:
            return self.participants(decl), conditions
        if decl is not None and decl.spots:
            return self.spots_named(decl, node.place, env), conditions
        anywhere = kinds is None or self.noun(node.noun) in self.game.tokens  # the word itself says no place
        place = node.place or (env.place if anywhere else None)
        if decl is not None and decl.condition is not None:
            conditions = self.without_zone(decl.condition, kinds) + conditions
        elif node.noun not in CARD_WORDS and node.noun != self.game.implied_noun and node.noun not in self.L.kind_index:
            value = self.value_of_member(node.noun)
            if value is None:
                raise CannotCompile(f"nome sconosciuto «{node.noun}»", node)
            conditions = [n.HasMember(n.Candidate(), value, node.noun), *conditions]
        linked = next(
            (c for c in conditions if isinstance(c, n.Linked) and isinstance(c.of, n.Candidate) and c.to is not None),
            None,
        )
        if (
            linked is not None
            and linked.to is not None
            and not (isinstance(linked.to, n.Candidate) or self.is_outer(linked.to, env))
        ):
            rest = [c for c in conditions if c is not linked]
            return f"under(s, {self.term(linked.to, env)})", rest
        if node.noun in self.L.kind_index and place is None:
            kinds = (self.L.kind_index[node.noun],)
        if place is not None:
            there = self.kinds_of_place(place)
            both = tuple(k for k in there if kinds is None or k in kinds)
            kinds = both or there
        if kinds is None:
            kinds = self.default_kinds()
        player, conditions = self.owner_of_zones(conditions, kinds, env)
        if place is not None and place.of is not None and place.zone:
            if self.is_several(place.of, env):
                return self.piles_of_several(kinds, place, env), conditions
            elif self.kind(place.of, env).startswith("player"):
                player = self.term(place.of, env)
                if any(self.game.zones[self.L.zone_names[k]].owner == "card" for k in kinds):  # on his cards
                    conditions = [*conditions, n.ControlledBy(n.Candidate(), place.of)]
            elif isinstance(place.of, n.Select) and place.of.pick is not n.Pick.NAMED:  # on any such card
                host, base = f"h{env.depth}", self.L["zone " + place.zone]
                hosts = self.listed(evolve(place.of, quantity=n.Quantity.ALL), evolve(env, depth=env.depth + 1))
                return f"[x for {host} in {hosts} for x in s[{base} + {host}]]", conditions
            else:
                return f"s[{self.L['zone ' + place.zone]} + {self.term(place.of, env)}]", conditions
        code = self.piles(kinds, player, env)
        if place is not None and place.end is not None:
            depth = (
                self.number(place.depth, env)
                if place.depth is not None
                else ("1" if not place.first else "len(PRINTED)")
            )
            code = f"top({code}, {depth})" if place.end == "top" else f"{code}[:{depth}]"
        elif place is not None and place.first:
            code = f"{code}[::-1]"
        return code, conditions

    def spots_named(self, decl: NounDecl, place: n.Place | None, env: Env) -> str:
        """The places that a noun names, in a zone or group of zones when the sentence says so."""
        zones = decl.spots
        if place is not None and place.zone:
            kinds = self.kinds_of_place(place)
            zones = tuple(z for z in zones if self.L.kind_index[z] in kinds)
        numbers = self.L.spots_in(zones)
        if place is not None and place.of is not None:
            return f"[x for x in {numbers} if s[{self.L['ctrl']} + x] == {self.as_player(place.of, env)}]"
        return repr(numbers)

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

    def without_zone(self, condition: Any, kinds: tuple[int, ...] | None) -> list[Any]:
        """What is left of a noun's condition once its zones are the base of the search."""
        if kinds is None:
            return [condition]
        if isinstance(condition, n.IsIn) or (
            isinstance(condition, n.Or) and all(isinstance(p, (n.IsIn, n.Linked)) for p in condition.parts)
        ):
            return []
        if isinstance(condition, n.And):
            return [rest for part in condition.parts for rest in self.without_zone(part, self.kinds_of_condition(part))]
        if isinstance(condition, n.IsKind):
            return []
        return [condition]

    def owner_of_zones(self, conditions: list[Any], kinds: tuple[int, ...], env: Env) -> tuple[str | None, list[Any]]:
        """«tua» over zones of players is a choice of the zone, not a test on each card."""
        for c in conditions:
            if isinstance(c, n.ControlledBy) and isinstance(c.of, n.Candidate) and not isinstance(c.by, n.Select):
                zones = [list(self.game.zones.values())[k] for k in kinds]
                if not all(z.owner == "player" for z in zones):
                    continue
                rest = [x for x in conditions if x is not c]
                if isinstance(c.by, n.Candidate):
                    if env.candidate is None or env.candidate_kind != "player":
                        continue
                    return env.candidate, rest
                if self.L.players > 2 and isinstance(c.by, n.Opponent):
                    continue
                if not any(isinstance(x, n.Candidate) for x in walk(c.by)):
                    return self.as_player(c.by, env), rest
        return None, conditions

    def piles_of_several(self, kinds: tuple[int, ...], place: n.Place, env: Env) -> str:
        """The cards of the piles of several players (those at the end of each), one pile after the other."""
        player = f"p{env.depth}"
        pile = self.piles(kinds, player, env)
        if place.end is not None:
            depth = self.number(place.depth, env) if place.depth is not None else "1"
            pile = f"top({pile}, {depth})" if place.end == "top" else f"{pile}[:{depth}]"
        return f"[x for {player} in {self.several(place.of, env)} for x in {pile}]"

    def piles(self, kinds: tuple[int, ...], player: str | None, env: Env) -> str:
        parts = []
        for k in kinds:
            zone = self.L.zone_names[k]
            decl = self.game.zones[zone]
            if decl.owner == "shared":
                parts.append(f"s[{self.L['zone ' + zone]}]")
            elif decl.owner == "card":
                parts.append(f"s[{self.L['all ' + zone]}]")
            elif player is not None:
                parts.append(f"s[{self.L['zone ' + zone]} + {player}]")
            else:
                parts += [f"s[{self.L['zone ' + zone] - 1 - seat}]" for seat in range(self.L.players)]
        return parts[0] if len(parts) == 1 else "(" + " + ".join(parts) + ")"

    def amounts(self, node: n.Signs) -> tuple[int, ...]:
        """«{F}{F}{2}»: so many of any kind, then of each."""
        raise NotImplementedError

    # -- numbers -----------------------------------------------------------------------------------------------

    def number(self, node: Any, env: Env) -> str:
        if isinstance(node, n.Num):
            return str(node.value)
        if isinstance(node, n.Signs):
            return repr(self.amounts(node))
        if isinstance(node, n.ValueOf):
            return self.value_of(node, env)
        if isinstance(node, n.Count):
            if node.what.quantity is n.Quantity.EXACTLY and node.what.among is None and node.what.noun == "":
                return "1"
            return f"len({self.listed(node.what, env)})"
        if isinstance(node, n.Total):
            function = ("p" if node.printed else "") + self.value_function(node.value)
            over = self.listed(node.over, env) if isinstance(node.over, n.Select) else self.term(node.over, env)
            return f"total({function}, s, {over})"
        if isinstance(node, n.Compute):
            return self.compute(node, env)
        if isinstance(node, n.Outcome):
            return self.outcome(node, env)
        if isinstance(node, n.Lookup):
            return self.lookup(node, env)
        return self.term(node, env)

    def outcome(self, node: n.Outcome, env: Env) -> str:
        code = self.variable(n.Var(node.name, span=node.span), env)
        return f"amount({code})"

    def value_of(self, node: n.ValueOf, env: Env) -> str:
        decl = self.game.values.get(node.value)
        if decl is None:
            raise CannotCompile(f"valore sconosciuto «{node.value}»", node)
        if decl.owner == "game" and decl.derived is not None:
            return f"r{self.number_of(self.game.values, node.value)}(s, None)"
        if decl.owner == "game" or decl.owner in self.game.periods:
            return f"s[{self.L['value ' + node.value]}]"
        of: Any = node.of if node.of is not None else (n.You() if decl.owner == "player" else n.Self())
        if decl.owner == "player":
            if f"mod {node.value}" in self.L.slots:
                return f"{self.value_function(node.value)}(s, {self.as_player(of, env)})"
            if decl.derived is not None:
                return f"r{self.number_of(self.game.values, node.value)}(s, {self.as_player(of, env)})"
            code = f"s[{self.L['value ' + node.value]} + {self.as_player(of, env)}]"
            return f"sum({code})" if decl.kind == "pool" else code
        kind = self.kind(of, env)
        if kind.endswith("s") and kind != "mask":
            return f"total({self.value_function(node.value)}, s, {self.term(of, env)})"
        function = self.value_function(node.value)
        if node.based:
            return f"known(b{function}, s, {self.term(of, env)})"
        if isinstance(of, n.Select):  # there may be none
            return f"known({'p' if node.printed else ''}{function}, s, {self.term(of, env)})"
        if node.printed:
            return f"p{function}(s, {self.term(of, env)})"
        late = "" if isinstance(of, n.Candidate) else "l"
        return f"{late}{function}(s, {self.term(of, env)})"

    def compute(self, node: n.Compute, env: Env) -> str:
        a = [self.number(x, env) for x in node.of]
        op = node.op
        A = n.Arithmetic
        if op in (A.ADD, A.SUBTRACT, A.MULTIPLY):
            if op is A.MULTIPLY and "1" in a:
                a = [x for x in a if x != "1"] or ["1"]
            return "(" + f" {op.value} ".join(a) + ")"
        if op is A.HALF_DOWN:
            return f"({a[0]} // 2)"
        if op is A.HALF_UP:
            return f"(-(-{a[0]} // 2))"
        if op is A.DIVIDE:
            return f"({a[0]} // {a[1]})"
        if op is A.DIFFERENCE:
            return f"abs({a[0]} - {a[1]})"
        return f"{'min' if op is A.LEAST else 'max'}({', '.join(a)})"

    # -- conditions --------------------------------------------------------------------------------------------

    def rival(self, node: n.Opponent, env: Env) -> str:
        """The only other player; in more than two the one that was chosen, or all of them."""
        if self.L.players == 2:
            return f"(-3 - {self.as_player(node.of, env)})"
        if node.each:
            return self.rivals(node, env)
        if RIVAL not in env.names:
            raise CannotCompile("in più di due qui non si sa quale avversario", node)
        return env.names[RIVAL][0]

    def rivals(self, node: n.Opponent, env: Env) -> str:
        """All the other players."""
        return f"tuple([x for x in PLAYERS if x != {self.as_player(node.of, env)}])"

    def is_several(self, node: Any, env: Env) -> bool:
        """Whether a term stands for several players: an opponent that nobody has chosen is any of them."""
        if isinstance(node, n.Opponent) and self.L.players > 2 and not node.each:
            return RIVAL not in env.names
        return node is not None and self.kind(node, env) == "players"

    def several(self, node: Any, env: Env) -> str:
        """Several players as a group."""
        return self.rivals(node, env) if isinstance(node, n.Opponent) else self.term(node, env)

    def of_some_rival(self, node: Any, env: Env) -> str | None:
        """A condition on «l'avversario» in more than two: it is so of one of them; on «ogni avversario»: of each."""
        if self.L.players == 2 or isinstance(node, n.ControlledBy | n.And | n.Or):
            return None
        one = one_of(node) if RIVAL not in env.names else None
        every = all_of(node) if isinstance(node, n.Compare) else None
        found = one or every
        if found is None:
            return None
        who = f"q{env.depth}"
        inner = evolve(env, depth=env.depth + 1).naming(**{RIVAL: (who, "player")})
        test = self.condition(each_as_one(node) if one is None else node, inner)
        joined = f"[1 for {who} in {self.rivals(found, env)} if {test}]"
        return f"any({joined})" if one is not None else f"(len({joined}) == {self.L.players - 1})"

    def condition(self, node: Any, env: Env) -> str:
        rivals = self.of_some_rival(node, env)
        if rivals is not None:
            return rivals
        group = getattr(node, "of", None)
        if isinstance(group, n.Group) and not isinstance(node, (n.During,)):
            return self.of_each(node, group, env, negated=False)
        if isinstance(group, n.Select) and group.number not in (None, n.Num(1)) and not isinstance(node, (n.During,)):
            return self.on_compare(self.so_many(node, group), env)
        if isinstance(node, n.Not) and isinstance(getattr(node.part, "of", None), n.Group):
            things: Any = getattr(node.part, "of", None)
            return self.of_each(node.part, things, env, negated=True)
        handler = getattr(self, "on_" + type(node).__name__.lower(), None)
        if handler is None:
            raise CannotCompile(f"condizione senza programma: {type(node).__name__}", node)
        code: str = handler(node, env)
        return code

    def so_many(self, node: Any, group: n.Select) -> n.Compare:
        """«se due tue carte sono …»: there are at least that many of which it is true."""
        true_of = evolve(node, of=n.Candidate())
        counted = evolve(group, where=(*group.where, true_of), quantity=n.Quantity.ALL, number=None, bind=None)
        most = group.quantity is n.Quantity.UP_TO
        return n.Compare(n.Count(counted), "<=" if most else ">=", group.number or n.Num(1))

    def of_each(self, node: Any, group: n.Group, env: Env, negated: bool) -> str:
        """«A o B è …», «A e B non sono …»: the condition of each, joined as the things are."""
        parts = [self.condition(evolve(node, of=member), env) for member in group.members]
        joined = " or " if group.either else " and "
        return "(" + joined.join(f"(not {p})" if negated else p for p in parts) + ")"

    def on_and(self, node: n.And, env: Env) -> str:
        return "(" + " and ".join(self.condition(p, env) for p in node.parts) + ")"

    def on_or(self, node: n.Or, env: Env) -> str:
        return "(" + " or ".join(self.condition(p, env) for p in node.parts) + ")"

    def on_not(self, node: n.Not, env: Env) -> str:
        return f"(not {self.condition(node.part, env)})"

    def on_compare(self, node: n.Compare, env: Env) -> str:
        if node.op not in OPERATORS:
            raise CannotCompile(f"confronto sconosciuto {node.op}", node)
        exists = self.existence(node, env)
        if exists is not None:
            return exists
        kinds = self.kind(node.left, env), self.kind(node.right, env)
        left, right = self.number(node.left, env), self.number(node.right, env)
        if set(kinds) == {"word", "number"}:  # «il dado è come scelto»: the word says what number it must be
            word, number = (left, right) if kinds[0] == "word" else (right, left)
            return f"(PARITY.get({word}, -1) {node.op} {number} % 2)"
        if self.is_words(node.left) != self.is_words(node.right):  # «con 2 Passi o più»: so many words
            left, right = (
                f"{x}.bit_count()" if words else x
                for x, words in ((left, self.is_words(node.left)), (right, self.is_words(node.right)))
            )
        return f"({left} {node.op} {right})"

    def is_words(self, side: n.Number | n.Term) -> bool:
        """A value that is some of its words, as a set of bits."""
        value = self.game.values.get(side.value) if isinstance(side, n.ValueOf) else None
        return value is not None and value.kind == "members" and not value.scale

    def existence(self, node: n.Compare, env: Env) -> str | None:
        """«almeno una», «nessuna»: asked without counting them all."""
        if not isinstance(node.left, n.Count) or not isinstance(node.right, n.Num):
            return None
        some = (node.op, node.right.value) in ((">=", 1), (">", 0), ("!=", 0))
        if not some and (node.op, node.right.value) not in (("==", 0), ("<", 1), ("<=", 0)):
            return None
        listed = self.listed(node.left.what, env)
        if listed.startswith("[") and listed.endswith("]") and " for " in listed:
            var = listed[1:].split(" ", 1)[0]
            head, tests = listed[1:-1].split(" if ", 1) if " if " in listed else (listed[1:-1], "True")
            del var
            code = f"any({tests} for {head.split(' for ', 1)[1]})"
            if " if " in tests or " for " in head.split(" for ", 1)[1]:
                code = f"bool({listed})"
        else:
            code = f"bool({listed})"
        return code if some else f"(not {code})"

    def on_isstatus(self, node: n.IsStatus, env: Env) -> str:
        positive, on = self.status(node.status, node)
        of = self.term(node.of, env)
        code = self.status_code(positive, of)
        if on:
            return code
        noun = list(self.game.statuses.values())[positive].of
        if noun is None or self.noun(noun) not in self.game.nouns:
            return f"(not {code})"
        kind = self.kind(node.of, env)
        return f"(not {code} and {self.is_noun(noun, of, kind, env, node)})"  # a thing of another kind is neither

    def status_code(self, i: int, of: str) -> str:
        """A status: the card's own bit as long as nothing claims it."""
        name = list(self.game.statuses)[i]
        return f"(st{i}(s, {of}) if s[{self.L['status ' + name]}] else s[{self.L['stat']} + {of}] & {1 << i})"

    def abilities_that_wait(self, node: Any) -> str:
        """The abilities, used or set off, that are still to be resolved."""
        if self.L.stack_zone is None:
            raise CannotCompile("in questo gioco nessuna abilità aspetta di risolversi", node)
        return f"[c for c in s[{self.L['zone ' + self.L.stack_zone]}] if is_play(s, c, 1)]"

    def status(self, name: str, node: Any = None) -> tuple[int, bool]:
        """The number of a status and whether the name is the status itself or its opposite."""
        for i, decl in enumerate(self.game.statuses.values()):
            if name == decl.name:
                return i, True
            if name == decl.opposite:
                return i, False
        raise CannotCompile(f"stato sconosciuto «{name}»", node)

    def on_iskind(self, node: n.IsKind, env: Env) -> str:
        if node.noun not in PLAYER_WORDS and (card := self.is_card(node.of, self.term(node.of, env))):
            return f"({card}{self.is_noun(node.noun, self.term(node.of, env), 'card', env, node)})"
        return self.is_noun(node.noun, self.term(node.of, env), self.kind(node.of, env), env, node)

    def is_noun(self, noun: str, code: str, kind: str, env: Env, node: Any) -> str:
        if noun in PLAYER_WORDS:
            return "True" if kind == "player" else f"({code} < 0)"
        if noun == ABILITIES:
            return f"is_play(s, {code}, 1)"
        if noun in CARD_WORDS or noun == self.game.implied_noun:
            if self.game.tokens:  # a token is an object of the match too, and no card
                return f"(0 <= {code} < {self.L.first_token})"
            return "True" if kind == "card" else f"({code} >= 0)"
        decl = self.game.nouns.get(self.noun(noun))
        inner = evolve(env, candidate=code, candidate_kind="card", depth=env.depth + 1)
        if decl is not None:
            if decl.spots:
                return f"({code} in {self.L.spots_in(decl.spots)})"
            if decl.participants:
                slots = (self.L["in " + p] for p in decl.participants)
                return f"({code} in ({''.join(f's[{slot}], ' for slot in slots)}))"
            if decl.condition is not None:
                return self.condition(decl.condition, inner)
            return "True"
        value = self.value_of_member(noun)
        if value is not None:
            test = self.condition(n.HasMember(n.Candidate(), value, noun), inner)
            slot = self.slot_of_kind_value(value)
            return f"({self.is_noun(slot, code, kind, env, node)} and {test})" if slot else test
        if noun in self.L.kind_index:
            return f"(KO[s[{self.L['zone']} + {code}]] == {self.L.kind_index[noun]})"
        raise CannotCompile(f"nome sconosciuto «{noun}»", node)

    def on_hasmember(self, node: n.HasMember, env: Env) -> str:
        late = "" if isinstance(node.of, n.Candidate) else "l"
        of = self.term(node.of, env)
        got = f"{late}{self.value_function(node.value)}(s, {of})"
        if not late:
            got = self.members_code(node.value, of)
        if isinstance(node.member, str):
            mask = self.member_mask(node.value, node.member, node)
            if self.game.values[node.value].scale:
                return f"({got} == {mask})"
            if mask & (mask - 1):
                return f"({got} & {mask} == {mask})"
            return f"({got} & {mask} != 0)"
        return f"({got} & {self.term(node.member, env)} != 0)"

    @cached_property
    def face_status(self) -> int | None:
        """The status by which cards of two faces show the other; None when no card has two."""
        if not any(card.back is not None for card in self.L.cards):
            return None
        return next((i for i, each in enumerate(self.game.statuses.values()) if each.shows_back), None)

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

    def on_sharesmember(self, node: n.SharesMember, env: Env) -> str:
        f = self.value_function(node.value)
        sides = [
            self.term(x, env) if self.kind(x, env) == "mask" else f"l{f}(s, {self.term(x, env)})"
            for x in (node.left, node.right)
        ]
        there = f"{self.term(node.right, env)} is not None and " if node.by else ""  # what it lay on may be gone
        return f"({there}{sides[0]} & {sides[1]} != 0)"

    def on_haskeyword(self, node: n.HasKeyword, env: Env) -> str:
        return f"k{self.number_of(self.game.keywords, node.keyword, node)}(s, {self.term(node.of, env)})"

    def on_hastext(self, node: n.HasText, env: Env) -> str:
        i = self.number_of(self.game.texts, node.text, node)
        return f"(TEXTS[{self.term(node.of, env)}] >> {i} & 1)"

    def on_same(self, node: n.Same, env: Env) -> str:
        left, right = node.left, node.right
        kinds = self.kind(left, env), self.kind(right, env)
        if kinds[1].endswith("s") and not kinds[0].endswith("s") and kinds[1] != "mask":
            return f"({self.term(left, env)} in {self.term(right, env)})"
        if kinds[0].endswith("s") and not kinds[1].endswith("s") and kinds[0] != "mask":
            return f"({self.term(right, env)} in {self.term(left, env)})"
        return f"({self.term(left, env)} == {self.term(right, env)})"

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

    def on_isin(self, node: n.IsIn, env: Env) -> str:
        if isinstance(node.of, n.Related) and self.relation(node.of.relation, node) == "host":  # it may have none
            name = f"host{env.depth}"
            there = self.is_in(evolve(node, of=n.Candidate()), env.under_test(name, "card"))
            return f"any([{there} for {name} in ({self.term(node.of, env)},) if {name} is not None])"
        card = self.is_card(node.of, self.term(node.of, env))
        return f"({card}{self.is_in(node, env)})" if card else self.is_in(node, env)

    def is_in(self, node: n.IsIn, env: Env) -> str:
        kinds = self.kinds_of_place(node.place)
        at = f"s[{self.L['zone']} + {self.term(node.of, env)}]"
        place = node.place
        if self.is_several(place.of, env):
            return f"(KO[{at}] in {kinds} and PO[{at}] in {self.several(place.of, env)})"
        if place.of is not None and len(kinds) == 1 and self.game.zones[self.L.zone_names[kinds[0]]].owner == "player":
            return f"({at} == {self.L['zone ' + self.L.zone_names[kinds[0]]]} + {self.as_player(place.of, env)})"
        test = f"KO[{at}] == {kinds[0]}" if len(kinds) == 1 else f"KO[{at}] in {kinds}"
        if place.of is not None and self.kind(place.of, env).startswith("player"):
            test += f" and s[{self.L['ctrl']} + {self.term(node.of, env)}] == {self.term(place.of, env)}"
        return f"({test})"

    def on_linked(self, node: n.Linked, env: Env) -> str:
        if node.to is None:
            kinds = self.kinds_below()
            return f"(KO[s[{self.L['zone']} + {self.term(node.of, env)}]] in {kinds})"
        to = env.outer if isinstance(node.to, n.Candidate) and env.outer is not None else self.term(node.to, env)
        return f"({self.term(node.of, env)} in under(s, {to}))"

    def on_near(self, node: n.Near, env: Env) -> str:
        self.need_spots(node)
        if node.direction not in self.game.directions:
            raise CannotCompile(f"direzione sconosciuta «{node.direction}»", node)
        i = self.number_of(self.game.directions, node.direction, node)
        here = f"s[{self.L['spot']} + {self.term(node.of, env)}]"
        if isinstance(node.to, n.Select):  # «davanti a una Lanterna»: to any of them
            return f"any([{here} in REACHED{i}[spot_of(s, y)] for y in {self.listed(node.to, env)}])"
        to = self.term(node.to, env)
        if self.kind(node.to, env).endswith("s"):
            return f"any([{here} in REACHED{i}[spot_of(s, y)] for y in {to}])"
        return f"({here} in REACHED{i}[spot_of(s, {to})])"

    def on_ison(self, node: n.IsOn, env: Env) -> str:
        self.need_spots(node)
        here = f"s[{self.L['spot']} + {self.term(node.of, env)}]"
        return "(" + self.fits(node.spot, here, env, {}) + ")"

    def on_isfree(self, node: n.IsFree, env: Env) -> str:
        self.need_spots(node)
        of = self.term(node.of, env)
        if all(zone.per_spot == 1 for zone in self.game.zones.values()):
            return f"(not s[{self.L['held']} + {of}])"
        return f"has_room(s, {of})"

    def on_controlledby(self, node: n.ControlledBy, env: Env) -> str:
        if isinstance(node.by, n.Select):
            return "True"
        if isinstance(node.by, n.Opponent) and self.L.players > 2:  # anybody else's
            of = self.term(node.of, env)
            who = of if self.kind(node.of, env).startswith("player") else f"s[{self.L['ctrl']} + {of}]"
            return f"({who} in {self.rivals(node.by, env)})"
        if isinstance(node.by, n.Candidate) and isinstance(node.of, n.Candidate) and env.outer is not None:
            who = env.outer  # «un giocatore che ha …»: of the one around
        else:
            who = self.as_player(node.by, env)
        if self.kind(node.of, env).startswith("player"):
            return f"({self.term(node.of, env)} == {who})"
        return f"(s[{self.L['ctrl']} + {self.term(node.of, env)}] == {who})"

    def on_during(self, node: n.During, env: Env) -> str:
        if node.period not in self.game.periods:
            raise CannotCompile(f"periodo sconosciuto «{node.period}»", node)
        tests = [f"s[{self.L['open ' + node.period]}] > 0"]
        if node.of is not None:
            tests.append(self.of_period(node.period, node.of, env))
        if node.first:
            tests.append(f"s[{self.L['serial ' + node.period]}] == 1")
        return "(" + " and ".join(tests) + ")"

    def on_anytime(self, node: n.AnyTime, env: Env) -> str:
        return "True"

    def of_period(self, period: str, of: Any, env: Env) -> str:
        """Whether an open period is of a player, or has a card among its participants."""
        kind = self.kind(of, env)
        same = "in" if kind == "players" else "=="  # «del turno di ogni giocatore»
        if kind.startswith("player") and self.game.periods[period].of_player:
            return f"s[{self.L['player ' + period]}] {same} {self.term(of, env)}"
        around = period
        while not self.game.periods[around].participants:
            parent = self.parent(around)
            if parent is None:
                break
            around = parent
        slots = [f"s[{self.L['in ' + p.name]}]" for p in self.game.periods[around].participants]
        if kind.startswith("player") and not slots:
            return f"s[{self.L['player ' + self.turn_period()]}] {same} {self.term(of, env)}"
        code = self.term(of, env)
        if kind.startswith("player"):
            return "(" + " or ".join(f"s[{self.L['ctrl']} + {x}] == {code}" for x in slots) + ")"
        return f"{code} in ({''.join(x + ', ' for x in slots)})"

    def parent(self, period: str) -> str | None:
        return next((p.name for p in self.game.periods.values() if period in p.parts), None)

    def on_parity(self, node: n.Parity, env: Env) -> str:
        return f"({self.number(node.of, env)} % 2 == {0 if node.even else 1})"

    def on_everyone(self, node: n.EveryOne, env: Env) -> str:
        listed = self.listed(node.what, env) if isinstance(node.what, n.Select) else self.term(node.what, env)
        var = f"c{env.depth}"
        kind = self.kind(node.what, env).rstrip("s")
        return f"every({listed}, lambda {var}: {self.condition(node.condition, env.under_test(var, kind))})"

    def on_within(self, node: n.Within, env: Env) -> str:
        value = next(x.value for x in walk((node.whole, node.part)) if isinstance(x, (n.ValueOf, n.Total, n.Member)))
        guards = self.guards_of(value)
        whole, part = self.number(node.whole, env), self.number(node.part, env)
        return f"((({whole} | {guards}) - {part}) & {guards} == {guards})"

    def on_isamong(self, node: n.IsAmong, env: Env) -> str:
        value = next(x.value for x in walk(node.words) if isinstance(x, n.ValueOf))
        members = self.game.values[value].members
        bits = tuple(1 << members.index(x.name) if x.name in members else 0 for x in self.L.spots)
        return f"({bits}[{self.term(node.of, env)} - {self.L.first_spot}] & {self.number(node.words, env)} != 0)"

    def on_later(self, node: n.Later, env: Env) -> str:
        """By the value that says in which order things came; «già»: also before the card that a modifier changes."""
        value = self.value_function(node.value)
        mine = f"{value}(s, {self.term(node.of, env)})"
        test = f"{mine} {'<' if node.earlier else '>'} {value}(s, {self.term(node.than, env)})"
        if node.already:
            test += f" and {mine} < {value}(s, {self.term(n.Var('#modified'), env)})"
        return f"({test})"

    def on_samename(self, node: n.SameName, env: Env) -> str:
        names = list(dict.fromkeys(card.name for card in self.L.cards))
        self.functions.setdefault("NAMES", f"NAMES = {tuple(names.index(card.name) for card in self.L.cards)!r}\n")
        return f"(NAMES[{self.term(node.left, env)}] == NAMES[{self.term(node.right, env)}])"

    def guards_of(self, value: str) -> int:
        """One bit over the room of each word of a bag: it is borrowed from when there are too few."""
        return sum(1 << (BAG_BITS * i + BAG_BITS - 1) for i in range(len(self.game.values[value].members)))

    def on_did(self, node: n.Did, env: Env) -> str:
        return f"amount({self.variable(n.Var(node.name, span=node.span), env)}) > 0"

    def on_holds(self, node: n.Holds, env: Env) -> str:
        claim = node.claim
        i = self.number_of(self.game.claims, claim.claim, claim)
        by_name = {r.name: r.value for r in claim.roles}
        args = [self.term(by_name[name], env) if name in by_name else "None" for name in self.claim_roles(claim.claim)]
        return f"(cl{i}(s, {', '.join(args)}) >= {2 if claim.always else 1})"

    def claim_roles(self, claim: str) -> tuple[str, ...]:
        return tuple(r.name for r in self.game.claims[claim].form.roles)

    def on_happened(self, node: n.Happened, env: Env) -> str:
        if node.now is not None:
            return self.condition(node.now, env)
        period = self.period_of_happened(node, env.period)
        frame = self.frame_of(node.event)
        slot = f"history {frame} {period}" + (" before" if node.previous else "")
        said = f"{env.candidate} {env.outer} {[code for code, _ in env.names.values()]}"
        h = "h"  # a past inside a past has a name of its own
        while f"{h}[" in said:
            h += "h"
        test, _ = self.pattern(node.event, h, env)
        many = self.number(node.times, env) if node.times is not None else None
        if many is None:
            return f"any([1 for {h} in s[{self.L[slot]}] if {test}])"
        return f"(len([1 for {h} in s[{self.L[slot]}] if {test}]) >= {many})"

    def period_of_happened(self, node: n.Happened, around: str | None) -> str:
        if node.within is None:
            for role in node.event.roles:
                if isinstance(role.value, n.Select) and role.value.noun in self.game.periods:
                    return role.value.noun
        return self.history_period(node.within, around)

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

    def on_can(self, node: n.Can, env: Env) -> str:
        i = self.number_of(self.game.frames, self.frame_of(node.event))
        loops, swap, at = "", {}, env
        for k, role in enumerate(node.event.roles):
            if isinstance(role.value, n.Select) and not self.no_thing(role.value):
                var = f"w{env.depth}_{k}"
                loops += f" for {var} in {self.listed(evolve(role.value, quantity=n.Quantity.ALL), at)}"
                swap[role.name] = var
                if role.value.bind:
                    at = at.naming(**{role.value.bind: (var, "card")})
        test = f"ok{i}(s, {self.event_list(node.event, at, swap)})"
        return f"any([1{loops} if {test}])" if loops else test

    def on_would(self, node: n.Would, env: Env) -> str:
        tried = node.trial or env.tried
        if tried is None:
            raise CannotCompile("non si sa quale evento provare", node)
        period = self.history_period(None, None)
        trial_period = next((p for p in self.game.periods.values() if p.trial_until is not None), None)
        if trial_period is not None:
            period = trial_period.name
        frame = self.frame_of(node.event)
        event = env.event if node.trial is None and env.event is not None else self.event_list(tried, env)
        verb = self.number_of(self.game.frames, self.frame_of(tried))
        slot = self.L[f"history {frame} {period}"]
        free = self.free_names(node.event)
        test, _ = self.pattern(node.event, "h", env)
        del free
        return f"would(s, {verb}, {event}, lambda s: any([1 for h in s[{slot}] if {test}]))"

    def free_names(self, node: Any) -> set[str]:
        return {x.name for x in walk(node) if isinstance(x, n.Var)}

    # -- events as patterns ------------------------------------------------------------------------------------

    def frame_of(self, event: n.Event) -> str:
        """The frame of an event: its verb's, or the one of the verb's groups whose roles fit."""
        if event.verb in self.game.frames:
            candidates = [f for f in self.game.frames.values() if f.verb == self.game.frames[event.verb].verb]
            if len(candidates) == 1 or "#" in event.verb:
                return event.verb
        else:
            candidates = [f for f in self.game.frames.values() if f.verb == event.verb]
        if not candidates:
            raise CannotCompile(f"verbo sconosciuto «{event.verb}»", event)
        if event.verb in self.game.frames:
            return event.verb
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

    def pattern(
        self, event: n.Event, ev: str, env: Env, root: str | None = None
    ) -> tuple[str, dict[str, tuple[str, str]]]:
        """The test that the event ``ev`` (a frame or a record) is one of those described, and the names it binds."""
        frame = self.frame_of(event)
        tests: list[str] = []
        names: dict[str, tuple[str, str]] = {}
        for role in event.roles:
            at = self.role_index(frame, role.name)
            if at is None:
                continue
            if self.game.frames[frame].crossing is not None and isinstance(role.value, n.Place):
                known = env.naming(**names)
                tests.append(self.over_the_edge(self.game.frames[frame].crossing == "in", role.value, ev, known))
                continue
            test = self.fits(role.value, f"{ev}[{at}]", env.naming(**names), names)
            if test != "True":
                tests.append(test)
        for manner in event.manner:
            tests.append(f"{ev}[{self.place_of_manner(frame)}] == {self.manner_index(frame, manner, event)}")
        if event.by is not None:
            tests.append(f"{ev}[2] is not None")
            for owner in (c.by for c in event.by.where if isinstance(c, n.ControlledBy)):
                tests.append(f"controller(s, {ev}[2]) == {self.as_player(owner, env)}")
        if event.cause is not None:
            family = tuple(self.inside(event.cause))
            tests.append(f"{ev}[{self.place_of_manner(frame) + 1}] in {family}")
        return " and ".join(tests) or "True", names

    def over_the_edge(self, into: bool, place: n.Place, ev: str, env: Env) -> str:
        """Whether a movement, whose record holds the new and the old pile, goes into a place (or out of it)."""
        inside, outside = (f"{ev}[{FIRST + 1}]", f"{ev}[{FIRST + 2}]")[:: 1 if into else -1]
        kinds = self.kinds_of_place(place)
        if place.of is None:
            return f"KO[{inside}] in {kinds} and KO[{outside}] not in {kinds}"
        player = self.as_player(place.of, env)
        piles = "".join(f"{self.L['zone ' + self.L.zone_names[kind]]} + {player}, " for kind in kinds)
        return f"{inside} in ({piles}) and {outside} not in ({piles})"

    def inside(self, period: str) -> list[int]:
        """A period and all its parts, as numbers."""
        if period not in self.game.periods:
            raise CannotCompile(f"causa sconosciuta «{period}»")
        found = [self.number_of(self.game.periods, period)]
        for part in self.game.periods[period].parts:
            found += self.inside(part)
        return found

    def no_thing(self, value: Any) -> bool:
        """«lo scontro», «Punti gloria»: the object of a verb that is no card and no player."""
        return isinstance(value, n.Select) and (value.noun in self.game.periods or value.noun in self.game.values)

    def fits(self, value: Any, code: str, env: Env, names: dict[str, tuple[str, str]]) -> str:
        """Whether a participant is what a role says."""
        if isinstance(value, n.TextOf):
            value = value.of
        if isinstance(value, n.Select):
            if self.no_thing(value):
                return "True"
            if value.noun in self.game.lasting:
                return self.is_such_effect(value, code, env)
            player = value.noun in PLAYER_WORDS
            kind = "player" if player else "card"
            inner = evolve(
                env, candidate=code, candidate_kind=kind, outer=env.candidate, depth=env.depth + 1, place=None
            )
            if value.bind:
                names[value.bind] = (code, kind)
                inner = inner.naming(**{value.bind: (code, kind)})
            tests = [f"{code} is not None", f"{code} < 0" if player else f"{code} >= 0"]
            if self.L.spots and (value.noun in CARD_WORDS or value.noun == self.game.implied_noun):
                tests.append(f"{code} < {self.L.first_spot}")
            if not player:
                tests.append(self.is_noun(value.noun, code, "card", inner, value))
                if value.place is not None and value.place.zone and value.place.of is None:
                    tests.append(self.on_isin(n.IsIn(n.Candidate(), value.place), inner))
            if value.among is not None:
                tests.append(self.on_same(n.Same(n.Candidate(), value.among), inner))
            tests += [self.condition(c, inner) for c in value.where]
            return " and ".join(t for t in tests if t != "True")
        if isinstance(value, n.Group):
            inner = evolve(env, candidate=code, depth=env.depth + 1)
            return "(" + " or ".join(self.fits(m, code, inner, names) for m in value.members) + ")"
        if isinstance(value, n.Place):
            return "True"
        if isinstance(value, n.Var) and value.name in self.game.periods:
            return "True"
        if isinstance(value, (n.Num, n.Compute, n.ValueOf, n.Count)):
            return f"{code} == {self.number(value, env)}"
        if isinstance(value, n.Opponent) and self.L.players > 2 and RIVAL not in env.names:
            names[RIVAL] = (code, "player")
            return f"{code} in {self.rivals(value, env)}"
        if isinstance(value, n.Opponent):
            return f"{code} == {self.term(value, env)}"
        return f"{code} == {self.term(value, env)}"

    def event_list(self, event: n.Event, env: Env, swap: dict[str, str] | None = None) -> str:
        """An event as the list that the gates read, made on the spot."""
        frame = self.frame_of(event)
        by_name = {r.name: r.value for r in event.roles}
        parts = []
        for name in self.roles[frame]:
            if swap and name in swap:
                parts.append(swap[name])
            elif name in by_name:
                value = by_name[name]
                parts.append("None" if isinstance(value, n.Place) else self.number(value, env))
            elif name == "agent" and env.you is not None:
                parts.append(env.you)
            else:
                parts.append("None")
        manner = self.manner_code(frame, event, env)
        return f"[0, 0, None, {env.you or 'None'}, {', '.join(parts)}, {manner}, None, 0]"

    def manner_code(self, frame: str, event: n.Event, env: Env) -> str:
        for manner in event.manner:
            if manner in env.names:
                return env.names[manner][0]
            return str(self.manner_index(frame, manner, event))
        return "None"


__all__ = ["CannotCompile", "ENTRY", "Env", "Expressions"]
