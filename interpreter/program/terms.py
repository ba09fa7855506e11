"""Terms as Python expressions: cards, players, piles, and what is counted among them."""

from __future__ import annotations

from typing import Any

from attrs import evolve, frozen

from dsl.meaning import nodes as n
from dsl.meaning.game import NounDecl, TableDecl
from dsl.meaning.targeting import ABILITIES

from .declared import Declared
from .env import CannotCompile, Env
from .layout import CARD_WORDS, PLAYER_WORDS, walk
from .rivals import RIVAL

NEVER = 1 << 20  # «no» in a table of numbers: more than there will ever be


@frozen
class OfKind:
    """That a token is of a kind, and of none that is told more closely."""

    of: Any
    noun: str


def any_of(host: n.Term | None) -> bool:
    """«legate alle tue Lane»: to any of several."""
    return isinstance(host, n.Select) and host.quantity is n.Quantity.ALL


class Terms(Declared):
    """Terms as expressions."""

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
                raise CannotCompile("qui non si sa di che cosa si parla", node)
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

    def related(self, node: n.Related, env: Env) -> str:
        relation = self.relation(node.relation, node)
        if relation == "turn_player":
            return f"s[{self.L['player ' + self.turn_period()]}]"
        if relation == "next_player":
            return f"(-1 - (-{self.as_player(node.of, env)}) % {self.L.players})"
        if relation == "previous_player":
            return f"(-1 - (-{self.as_player(node.of, env)} - 2) % {self.L.players})"
        if relation == "last_arrived":
            return f"s[{self.L['arrived']}]"
        of: Any = node.of if node.of is not None else n.Self()
        if relation in ("controller", "owner"):
            if self.kind(of, env).startswith("player"):
                return self.term(of, env)
            if self.kind(of, env) == "cards":
                return f"{'owners' if relation == 'owner' and not self.game.shared_deck else 'controllers'}(s, {self.term(of, env)})"
            if relation == "owner" and not self.game.shared_deck:  # of a shared deck the owner is who played the card
                return f"owner({self.term(of, env)})"
            if isinstance(of, (n.Select, n.Var)):  # it may not be there
                return f"controller(s, {self.term(of, env)})"
            return f"s[{self.L['ctrl']} + {self.term(of, env)}]"
        if relation == "host":
            return f"host(s, {self.term(of, env)})"
        decl = next(d for d in self.game.nouns.values() if node.relation in (d.name, *d.aliases))
        return self.participants(decl)

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
            numbers = {int(key): int(row[0]) for key, row in table.rows.items()}
            return f"{numbers}.get({self.number(node.of, env)}, 0)"
        rows = self.rows_of_words(table)
        masks = {self.member_mask(table.value, key): self.member_mask(table.value, row[0]) for key, row in rows.items()}
        of: Any = node.of
        got = (
            self.term(of, env)
            if self.kind(of, env) == "mask"
            else f"{self.value_function(table.value)}(s, {self.term(of, env)})"
        )
        return f"{masks}.get({got}, 0)"

    def rows_of_words(self, table: TableDecl) -> dict[str, tuple[str, ...]]:
        """The rows whose words the decks that are there have: others speak of words of other decks."""
        groups = (group.name for group in self.game.member_sets.values() if group.value == table.value)
        known = {*self.game.values[table.value or ""].members, *groups}
        numbers = bool(table.columns)  # then only the rows are words
        return {key: row for key, row in table.rows.items() if key in known and (numbers or row[0] in known)}

    def cell(self, node: n.Lookup, table: TableDecl, column: str, env: Env) -> str:
        """A number of a table with columns, in the row of the word that the thing has; where it says «no», one that nothing reaches."""
        if column not in table.columns:
            raise CannotCompile(f"la tavola {table.name} non ha una colonna «{column}»", node)
        at, value = table.columns.index(column), table.value or ""
        if not self.game.values[value].members:  # the rows are numbers; one without a row counts nothing
            rows = {int(row): cells[at] for row, cells in table.rows.items() if row.isdigit()}
            numbers = {row: NEVER if cell == "no" else int(cell) for row, cell in rows.items()}
            return f"{numbers}.get({self.number(node.of, env)}, 0)"
        cells = {
            self.member_mask(value, row): NEVER if cells[at] == "no" else int(cells[at])
            for row, cells in self.rows_of_words(table).items()
        }
        return f"{cells}.get({self.number(node.of, env)}, {NEVER})"

    def gone(self, node: n.Select, env: Env) -> str | None:
        """The list of what a past event took from where it is looked for."""
        raise NotImplementedError

    def listed(self, node: n.Select, env: Env) -> str:
        """The list (or tuple) of what a selection describes, before any quantity."""
        if node.noun in self.game.lasting:
            return self.lastings(node, env)
        if (gone := self.gone(node, env)) is not None:
            return gone
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
            said = [c for c in node.where if isinstance(c, n.ControlledBy) and c not in conditions]
            conditions = [*said, *conditions]  # of no zones, whose is asked of each
        var = f"c{env.depth}"
        inner = env.under_test(var, kind)
        inner = evolve(inner, place=None)
        if node.bind:
            inner = inner.naming(**{node.bind: (var, kind)})
        tests = [self.condition(c, inner) for c in conditions]
        tests = [t for t in tests if t != "True"]
        if tests and isinstance(node.among, n.Related) and self.relation(node.among.relation, node) == "host":
            tests.insert(0, f"{var} is not None")  # what lies under nothing has none
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
        if node.noun == ABILITIES:
            return self.abilities_that_wait(node), list(node.where)
        decl = self.game.nouns.get(self.noun(node.noun))
        if decl is not None and decl.participants:
            return self.participants(decl), list(node.where)
        if decl is not None and decl.spots:
            return self.spots_named(decl, node.place, env), list(node.where)
        # where the word itself says no place
        anywhere = self.kinds_of_noun(node.noun) is None or self.noun(node.noun) in self.game.tokens
        if not anywhere and decl is None and env.place is not None:  # «scarta una Nota», which in play lies elsewhere
            anywhere = not {*self.kinds_of_place(env.place)} & {*(self.kinds_of_noun(node.noun) or ())}
        place = node.place or (env.place if anywhere else None)
        conditions = self.conditions_of(node, decl)
        linked = self.host_known(conditions, env)
        if linked is not None:
            rest = [c for c in conditions if c is not linked]
            if any_of(linked.to) and isinstance(linked.to, n.Select):
                return f"[z for y in {self.listed(linked.to, env)} for z in under(s, y)]", rest
            return f"under(s, {self.term(linked.to, env)})", rest
        kinds = self.kinds_looked_at(node, place)
        if self.is_token(node.noun) and not (self.beside_cards | self.beside_tokens).isdisjoint(kinds):
            taken = place is None or place.zone == self.game.tokens[self.noun(node.noun)].start
            kind = OfKind(n.Candidate(), node.noun) if taken else n.IsKind(n.Candidate(), node.noun)
            conditions = [kind, *conditions]
        player, conditions = self.owner_of_zones(conditions, kinds, env)
        if place is not None and place.of is not None and place.zone:
            if self.is_several(place.of, env):
                return self.piles_of_several(kinds, place, env), conditions
            if not self.kind(place.of, env).startswith("player"):
                return self.piles_on_cards(place, place.of, env), conditions
            player = self.term(place.of, env)
            if any(self.game.zones[self.L.zone_names[k]].owner == "card" for k in kinds):  # on his cards
                conditions = [*conditions, n.ControlledBy(n.Candidate(), place.of)]
        return self.from_its_end(self.piles(kinds, player, env), place, env), conditions

    def conditions_of(self, node: n.Select, decl: NounDecl | None) -> list[Any]:
        """What a noun says of a thing, but for where it lies, then what is said beside it."""
        if decl is not None and decl.condition is not None:
            return [*self.without_zone(decl.condition, self.kinds_of_noun(node.noun)), *node.where]
        if node.noun in CARD_WORDS or node.noun == self.game.implied_noun or node.noun in self.L.kind_index:
            return list(node.where)
        value = self.value_of_member(node.noun)
        if value is None:
            raise CannotCompile(f"nome sconosciuto «{node.noun}»", node)
        return [n.HasMember(n.Candidate(), value, node.noun), *node.where]

    def host_known(self, conditions: list[Any], env: Env) -> n.Linked | None:
        """The first condition of lying under a card, where that card is known before any is looked at."""
        linked = next(
            (c for c in conditions if isinstance(c, n.Linked) and isinstance(c.of, n.Candidate) and c.to is not None),
            None,
        )
        if linked is None or linked.to is None:
            return None
        return None if isinstance(linked.to, n.Candidate) or self.is_outer(linked.to, env) else linked

    def kinds_looked_at(self, node: n.Select, place: n.Place | None) -> tuple[int, ...]:
        """The zones to look in: those of the noun, of the place that is said, of both where they meet."""
        kinds = self.kinds_of_noun(node.noun)
        if node.noun in self.L.kind_index and place is None:
            kinds = (self.L.kind_index[node.noun],)
        if place is not None:
            there = self.kinds_of_place(place)
            both = tuple(k for k in there if kinds is None or k in kinds)
            kinds = both or there
        return self.default_kinds() if kinds is None else kinds

    def piles_on_cards(self, place: n.Place, of: Any, env: Env) -> str:
        """What lies in a zone of a card: of one that is known, or of any such card."""
        if isinstance(of, n.Select) and of.pick is not n.Pick.NAMED:
            host, base = f"h{env.depth}", self.L["zone " + place.zone]
            hosts = self.listed(evolve(of, quantity=n.Quantity.ALL), evolve(env, depth=env.depth + 1))
            return f"[x for {host} in {hosts} for x in s[{base} + {host}]]"
        return f"s[{self.L['zone ' + place.zone]} + {self.term(of, env)}]"

    def from_its_end(self, code: str, place: n.Place | None, env: Env) -> str:
        """Of a pile only what lies at the end that is said, or the pile from there."""
        if place is not None and place.end is not None:
            depth = "len(PRINTED)" if place.first else "1"
            if place.depth is not None:
                depth = self.number(place.depth, env)
            return f"top({code}, {depth})" if place.end == "top" else f"{code}[:{depth}]"
        return f"{code}[::-1]" if place is not None and place.first else code

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
        """«tua» over zones of players is a choice of these zones, not a test on each card."""
        for c in conditions:
            if isinstance(c, n.ControlledBy) and isinstance(c.of, n.Candidate) and not isinstance(c.by, n.Select):
                zones = [list(self.game.zones.values())[k] for k in kinds]
                if not any(z.owner == "player" for z in zones):
                    continue
                whole = all(z.owner == "player" for z in zones)  # of the other zones each card is asked
                rest = [x for x in conditions if x is not c] if whole else conditions
                if isinstance(c.by, n.Candidate):
                    if env.candidate is None or env.candidate_kind != "player":
                        continue
                    return env.candidate, rest
                if self.L.players > 2 and isinstance(c.by, n.Opponent) and (c.by.anyone or RIVAL not in env.names):
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

    def abilities_that_wait(self, node: Any) -> str:
        """The abilities, used or set off, that are still to be resolved."""
        if self.L.stack_zone is None:
            raise CannotCompile("in questo gioco nessuna abilità aspetta di risolversi", node)
        return f"[c for c in s[{self.L['zone ' + self.L.stack_zone]}] if is_play(s, c, 1)]"

    def kinds_of_token(self, name: str) -> list[str]:
        """A kind of tokens, and those that are told more closely: «segnalino +1/+1» is a segnalino."""
        return [kind for kind in self.game.tokens if kind == name or kind.startswith(f"{name} ")]

    def of_token(self, name: str, code: str) -> str:
        """Whether a thing is a token of this very kind."""
        these = self.L.tokens_of[name]
        return f"({these[0]} <= {code} <= {these[-1]})"

    def on_ofkind(self, node: OfKind, env: Env) -> str:
        """That a token is of this very kind: such a one is taken from where those lie that are not in use."""
        return self.of_token(self.noun(node.noun), self.term(node.of, env))

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
        if self.noun(noun) in self.game.tokens:
            return f"({' or '.join(self.of_token(each, code) for each in self.kinds_of_token(self.noun(noun)))})"
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

    def on_same(self, node: n.Same, env: Env) -> str:
        left, right = node.left, node.right
        kinds = self.kind(left, env), self.kind(right, env)
        if kinds[1].endswith("s") and not kinds[0].endswith("s") and kinds[1] != "mask":
            return f"({self.term(left, env)} in {self.term(right, env)})"
        if kinds[0].endswith("s") and not kinds[1].endswith("s") and kinds[0] != "mask":
            return f"({self.term(right, env)} in {self.term(left, env)})"
        return f"({self.term(left, env)} == {self.term(right, env)})"

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
        of_card = place.of is not None and not self.kind(place.of, env).startswith("player")
        if of_card and len(kinds) == 1 and self.game.zones[self.L.zone_names[kinds[0]]].host is not None:
            return f"({at} == {self.L['zone ' + self.L.zone_names[kinds[0]]]} + {self.term(place.of, env)})"
        test = f"KO[{at}] == {kinds[0]}" if len(kinds) == 1 else f"KO[{at}] in {kinds}"
        if place.of is not None and self.kind(place.of, env).startswith("player"):
            test += f" and s[{self.L['ctrl']} + {self.term(node.of, env)}] == {self.term(place.of, env)}"
        return f"({test})"
