"""Conditions as Python expressions over the state ``s``.

As in the modules below it (``patterns``, ``numbers``, ``terms``, ``declared``) every method gives the text of an expression made
from resolved meaning only: indices, constants and names of generated functions.
"""

from __future__ import annotations

from typing import Any

from attrs import evolve

from dsl.meaning import nodes as n

from .declared import BAG_BITS
from .env import CannotCompile, Env
from .layout import PLAYER_WORDS, walk
from .patterns import Patterns
from .remembered import (
    EARLIER,
    OF_EACH,
    ROLES,
    SINCE,
    as_it_was,
    as_it_was_last,
    asks_what_it_was,
    how_far_back,
    past_of,
    who_it_was,
)
from .rivals import RIVAL, all_of, each_as_one, one_of, said_of, some_player
from .terms import any_of

#: What is said of things that must be there for it.
OF_A_THING = (
    n.IsStatus
    | n.IsKind
    | n.HasMember
    | n.HasKeyword
    | n.HasText
    | n.SharesMember
    | n.IsIn
    | n.Linked
    | n.IsOn
    | n.ControlledBy
    | n.Later
    | n.SameName
    | n.Compare
)
SOMEBODY = "§somebody"  # the name under which «un giocatore» is asked about
OPERATORS = {"==", "!=", "<", "<=", ">", ">="}


def whose(thing: Any) -> Any:
    """The thing of which something is the controller, or the number of that."""
    if isinstance(thing, n.ValueOf) and isinstance(thing.of, n.Related):
        thing = thing.of
    return thing.of if isinstance(thing, n.Related) else thing


OF_SOME = OF_A_THING | n.Bears | n.Near
SOMETHING = "#something"  # the thing of which a condition on «una Lana» is asked in turn


def whose_value(thing: Any) -> Any:
    """The thing of which a number is asked, or the thing itself."""
    return thing.of if isinstance(thing, n.ValueOf) else thing


def asked_of(condition: Any) -> list[Any]:
    """The things of which something is asked; of what is counted those that have it: «ci sono due Gettoni su una tua Lana»."""
    things = [whose_value(getattr(condition, name, None)) for name in ("of", "left", "right")]
    counted = [x.what for x in things if isinstance(x, n.Count) and isinstance(x.what, n.Select)]
    held = [x for what in counted for x in what.where if isinstance(x, n.Linked | n.LiesOn)]
    return [
        *things,
        *(x.to if isinstance(x, n.Linked) else x.card for x in held),
        *(x.place.of for x in counted if x.place),
    ]


def is_any_one(thing: Any) -> bool:
    """«una tua Lana»: not the one at an end of a pile, nor the greatest, nor one that somebody chose."""
    if not isinstance(thing, n.Select) or thing.quantity is not n.Quantity.EXACTLY or thing.extreme is not None:
        return False
    one = thing.number in (None, n.Num(1)) and thing.pick is n.Pick.AGENT
    return one and (thing.place is None or thing.place.end is None)


class Conditions(Patterns):
    """Conditions as expressions."""

    def of_some_rival(self, node: Any, env: Env) -> str | None:
        """A condition on «l'avversario» in more than two: it is so of one of them; on «ogni avversario»: of each."""
        if self.L.players == 2 or isinstance(node, n.ControlledBy | n.Or):
            return None
        if isinstance(node, n.And) and sum(one_of(part) is not None for part in node.parts) < 2:
            return None  # «se un avversario ha un'Erba e una Lana»: the same one has both
        if isinstance(node, n.Not) and isinstance(
            node.part, n.During
        ):  # «non è il turno di un avversario»: of none of them
            turn = self.of_some_rival(node.part, env)
            return None if turn is None else f"(not {turn})"
        one = one_of(node) if RIVAL not in env.names else None
        every = all_of(node) if isinstance(node.part if isinstance(node, n.Not) else node, n.Compare) else None
        found = one or every
        if found is None:
            return None
        who = f"q{env.depth}"
        inner = evolve(env, depth=env.depth + 1).naming(**{RIVAL: (who, "player")})
        test = self.condition(each_as_one(node) if one is None else node, inner)
        joined = f"[1 for {who} in {self.rivals(found, env)} if {test}]"
        return f"any({joined})" if one is not None else f"(len({joined}) == {self.L.players - 1})"

    def of_some_player(self, node: Any, env: Env) -> str | None:
        """A condition on «un giocatore»: it is so of one of them, whichever."""
        asked = node.part if isinstance(node, n.Not) else node
        of_thing = isinstance(asked, OF_A_THING) and not isinstance(asked, n.ControlledBy)
        one = some_player(asked) if of_thing else None
        if isinstance(node, n.Not) and isinstance(asked, n.Happened):  # «se un giocatore non ha …, perde …»
            players = (x for x in walk(asked) if isinstance(x, n.Select) and x.noun in PLAYER_WORDS)
            one = next((x for x in players if some_player(x) is not None and x.bind), None)
        if one is None:
            return None
        who = f"q{env.depth}"
        inner = evolve(env, depth=env.depth + 1).naming(**{one.bind or SOMEBODY: (who, "player")})
        test = self.condition(said_of(node, one, one.bind or SOMEBODY), inner)
        return f"any([1 for {who} in {self.listed(evolve(one, quantity=n.Quantity.ALL, number=None), env)} if {test}])"

    def of_some_thing(self, node: Any, env: Env) -> str | None:
        """A condition on «una tua Lana»: it is so of one of them, whichever."""
        asked = node.part if isinstance(node, n.Not) else node
        things = asked_of(asked) if isinstance(asked, OF_SOME) else []
        one = next((x for x in things if is_any_one(x) and self.kind(x, env) == "card"), None)
        if one is None:
            return None
        each = f"q{env.depth}"
        name = one.bind or SOMETHING
        inner = evolve(env, depth=env.depth + 1).naming(**{name: (each, "card")})
        test = self.condition(said_of(node, one, name), inner)
        return f"any([1 for {each} in {self.listed(evolve(one, quantity=n.Quantity.ALL, number=None), env)} if {test}])"

    def condition(self, node: Any, env: Env) -> str:
        somebody = self.of_some_rival(node, env) or self.of_some_player(node, env) or self.of_some_thing(node, env)
        if somebody is not None:
            return somebody
        group = getattr(node, "of", None)
        if isinstance(group, n.Group) and not isinstance(node, (n.During,)):
            return self.of_each(node, group, env, negated=False)
        if isinstance(group, n.Select) and group.number not in (None, n.Num(1)) and not isinstance(node, (n.During,)):
            return self.on_compare(self.so_many(node, group), env)
        if isinstance(node, n.Not) and isinstance(getattr(node.part, "of", None), n.Group):
            things: Any = getattr(node.part, "of", None)
            return self.of_each(node.part, things, env, negated=True)
        there = self.there(node.part if isinstance(node, n.Not) else node, env)
        handler = getattr(self, "on_" + type(node).__name__.lower(), None)
        if handler is None:
            raise CannotCompile(f"condizione senza programma: {type(node).__name__}", node)
        code: str = handler(node, env)
        return f"({' and '.join([*there, code])})" if there else code

    def there(self, node: Any, env: Env) -> list[str]:
        """«la carta in cima al Baule è (non è) una Lana»: of nothing it is neither."""
        if not isinstance(node, OF_A_THING):
            return []
        things = [whose(getattr(node, name, None)) for name in ("of", "left", "right", "to", "than")]
        one = [x for x in things if isinstance(x, n.Select) and self.kind(x, env) == "card"]
        found = [f"{self.term(x, env)} is not None" for x in one]
        return found + self.chosen(node, env) if isinstance(node, n.Compare) else found

    def chosen(self, node: n.Compare, env: Env) -> list[str]:
        """«con meno Ardore di lei», of one that was to be chosen: where there was none, nothing is compared with it."""
        of = [x.of for x in (node.left, node.right) if isinstance(x, n.ValueOf) and isinstance(x.of, n.Var)]
        cards = dict.fromkeys(self.term(x, env) for x in of if self.kind(x, env) == "card")
        return [f"{card} is not None" for card in cards if card.startswith("fr[")]

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

    def on_sharesmember(self, node: n.SharesMember, env: Env) -> str:
        if node.by:
            return self.done_with(node, env)
        return f"({self.in_common(node.value, node, env)})"

    def in_common(self, value: str, node: n.SharesMember, env: Env) -> str:
        f = self.value_function(value)
        sides = [
            self.term(x, env) if self.kind(x, env) == "mask" else f"l{f}(s, {self.term(x, env)})"
            for x in (node.left, node.right)
        ]
        return f"{sides[0]} & {sides[1]} != 0"

    def done_with(self, node: n.SharesMember, env: Env) -> str:
        """«un lancio con questo Guanto»: of the same player, by one of the values that say with what it is done."""
        left, right = self.term(node.left, env), self.term(node.right, env)
        values = next((d.done_with for d in self.game.nouns.values() if node.value in d.done_with), (node.value,))
        shared = " or ".join(self.in_common(value, node, env) for value in values)
        there = f"{right} is not None"  # what it lay on may be gone
        return f"({there} and controller(s, {left}) == controller(s, {right}) and ({shared}))"

    def on_haskeyword(self, node: n.HasKeyword, env: Env) -> str:
        return f"k{self.number_of(self.game.keywords, node.keyword, node)}(s, {self.term(node.of, env)})"

    def on_hastext(self, node: n.HasText, env: Env) -> str:
        i = self.number_of(self.game.texts, node.text, node)
        return f"(TEXTS[{self.term(node.of, env)}] >> {i} & 1)"

    def on_linked(self, node: n.Linked, env: Env) -> str:
        if node.to is None:
            kinds = self.kinds_below()
            return f"(KO[s[{self.L['zone']} + {self.term(node.of, env)}]] in {kinds})"
        if any_of(node.to) and isinstance(node.to, n.Select):
            return f"any([{self.term(node.of, env)} in under(s, y) for y in {self.listed(node.to, env)}])"
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

    def on_iscalled(self, node: n.IsCalled, env: Env) -> str:
        self.need_spots(node)
        called = tuple(self.L.first_spot + i for i, spot in enumerate(self.L.spots) if spot.name == node.name)
        return f"({self.term(node.of, env)} in {called})"

    def on_isfree(self, node: n.IsFree, env: Env) -> str:
        self.need_spots(node)
        of = self.term(node.of, env)
        if all(zone.per_spot == 1 for zone in self.game.zones.values()):
            return f"(not s[{self.L['held']} + {of}])"
        return f"has_room(s, {of})"

    def on_controlledby(self, node: n.ControlledBy, env: Env) -> str:
        if isinstance(node.of, n.Select) and node.of.extreme is not None:
            return self.one_of_the_greatest(node, node.of, env)
        if isinstance(node.by, n.Select):
            return self.controlled_by_such(node.by, node.of, env)
        many = self.L.players > 2
        if isinstance(node.by, n.Opponent) and many and (node.by.anyone or RIVAL not in env.names):  # anybody else's
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

    def one_of_the_greatest(self, node: n.ControlledBy, greatest: n.Select, env: Env) -> str:
        """«hai la Lana con Ardore maggiore»: where several have as much, one of them."""
        each = f"m{env.depth}"
        listed = self.listed(evolve(greatest, quantity=n.Quantity.ALL, number=None, pick=n.Pick.AGENT), env)
        inner = evolve(env, depth=env.depth + 1).naming(**{each: (each, self.one_of(greatest))})
        return f"any([1 for {each} in {listed} if {self.on_controlledby(evolve(node, of=n.Var(each)), inner)}])"

    def controlled_by_such(self, by: n.Select, of: Any, env: Env) -> str:
        """«le Lane di un giocatore (che non ha …)»: whoever it is who has it, or one of whom that is so."""
        if by.where == () and by.extreme is None:
            return "True"
        who = self.term(of, env)
        if not self.kind(of, env).startswith("player"):
            who = f"s[{self.L['ctrl']} + {who}]"
        if by.extreme is not None:
            return f"({who} in {self.listed(evolve(by, bind=None), evolve(env, depth=env.depth + 1))})"
        return f"({self.fits(by, who, env, {})})"

    def on_during(self, node: n.During, env: Env) -> str:
        if node.period not in self.game.periods:
            raise CannotCompile(f"periodo sconosciuto «{node.period}»", node)
        tests = [f"s[{self.L['open ' + node.period]}] > 0"]
        if node.of is not None:
            tests.append(self.of_period(node.period, node.of, env))
        if node.first:  # «il tuo primo turno»: of the first round, which has one of each player
            last = self.L.players if node.of is not None and self.game.periods[node.period].of_player else 1
            tests.append(f"s[{self.L['serial ' + node.period]}] <= {last}")
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

    def on_parity(self, node: n.Parity, env: Env) -> str:
        return f"({self.number(node.of, env)} % 2 == {0 if node.even else 1})"

    def on_everyone(self, node: n.EveryOne, env: Env) -> str:
        listed = self.listed(node.what, env) if isinstance(node.what, n.Select) else self.term(node.what, env)
        var = f"c{env.depth}"
        kind = self.kind(node.what, env).rstrip("s")
        inner = env.under_test(var, kind)
        if isinstance(node.what, n.Select) and node.what.bind is not None:
            inner = evolve(inner, names={**inner.names, node.what.bind: (var, kind)})
        return f"every({listed}, lambda {var}: {self.condition(node.condition, inner)})"

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

    def on_was(self, node: n.Was, env: Env) -> str:
        """«se era stanca»: as what is kept of a card that left play says; of one that is there, as it is."""
        now = self.condition(node.part, env)
        of = self.term(getattr(node.part, "of", None), env)
        known = self.values_of_cards()
        late = [known.index(name) if name in known else -1 for name in self.game.values]
        return f"({as_it_was_last(now, of, self.L, late)} if s[{self.L['last']} + {of}] else {now})"

    def on_did(self, node: n.Did, env: Env) -> str:
        return f"amount({self.variable(n.Var(node.name, span=node.span), env)}) > 0"

    def on_paidalso(self, node: n.PaidAlso, env: Env) -> str:
        if env.me is None:
            raise CannotCompile("il costo aggiuntivo è di una carta", node)
        return f"({env.me} in s[{self.L['also']}])"

    def on_holds(self, node: n.Holds, env: Env) -> str:
        claim = node.claim
        i = self.number_of(self.game.claims, claim.claim, claim)
        by_name = {r.name: r.value for r in claim.roles}
        args = [self.term(by_name[name], env) if name in by_name else "None" for name in self.claim_roles(claim.claim)]
        return f"(cl{i}(s, {', '.join(args)}) >= {2 if claim.always else 1})"

    def on_happened(self, node: n.Happened, env: Env) -> str:
        if node.now is not None:
            return self.condition(node.now, env)
        if node.still is not None:
            return self.condition(node.still, env)
        h, records = self.records(node, env)
        many = self.number(node.times, env) if node.times is not None else self.so_many_of(node.event)
        if many is None:
            return f"any([1 for {h} in {records}])"
        return f"(len([1 for {h} in {records}]) >= {many})"

    def so_many_of(self, event: n.Event) -> str | None:
        """«se hai scartato due carte in questo turno», of a verb that takes one after the other: how many times, then."""
        frame = self.frame_of(event)
        for role in event.roles:
            what, enough = role.value, (n.Quantity.EXACTLY, n.Quantity.AT_LEAST)
            if (
                role.name in ROLES
                and isinstance(what, n.Select)
                and what.quantity in enough
                and what.number != n.Num(1)
            ):
                if what.number is not None and not self.takes_many(frame, role.name):
                    return self.number(what.number, Env())
        return None

    def records(self, node: n.Happened, env: Env) -> tuple[str, str]:
        """The name of a record and, after «for NAME in», where the records of such events are and which they are."""
        period = self.period_of_happened(node, env.period)
        frame = self.frame_of(node.event)
        slot = f"history {frame} {period}" + EARLIER[node.previous and node.whose is None]
        said = f"{env.candidate} {env.outer} {[code for code, _ in env.names.values()]}"
        h = "h"  # a past inside a past has a name of its own
        while f"{h}[" in said:
            h += "h"
        if node.event.by is not None and self.game.frames[frame].crossing is not None:
            raise CannotCompile("di ciò che entrò o uscì non si sa più per quale effetto", node)
        test, _ = self.pattern(node.event, h, env, past=True)
        if frame in self.remembering and asks_what_it_was(node.event, self.game):
            places = {role: at for role in ROLES if (at := self.role_index(frame, role)) is not None}
            known = self.values_of_cards()
            late = [known.index(name) if name in known else -1 for name in self.game.values]
            test = as_it_was(test, h, places, self.L, late)
        since = f"[{self.mark_of(slot, node, env)}:]" if node.this_way else ""
        were = f"s[{self.L[slot]}]{since}"
        if node.whose is not None:
            were = self.in_his_last(node, f"history {frame} {period}{OF_EACH}", env)
        elif node.since_played is not None:
            earlier = f"s[{self.L[f'history {frame} {period}{EARLIER[how_far_back(node)]}']}]"
            both = earlier if node.previous else f"{earlier} + {were}"
            were = f"({both} if {self.condition(node.since_played, env)} else {were})"
        return h, f"{were} if {test}{self.still_those(node.event, h, env)}"

    def in_his_last(self, node: n.Happened, slot: str, env: Env) -> str:
        """The records of somebody's last period; of the one before where his card was played in the last."""
        if not self.game.periods[self.period_of_happened(node, env.period)].of_player:
            raise CannotCompile("questo periodo non è di nessuno", node)
        kept, whose = self.L[slot], self.term(node.whose, env)
        played = node.since_played is not None and isinstance(node.whose, n.You)
        which = f"(1 if {self.condition(node.since_played, env)} else 0)" if played else "0"
        return f"(s[{kept}][-1 - {whose}][{which}] if s[{kept}] else ())"

    @staticmethod
    def mark_of(slot: str, node: n.Happened, env: Env) -> str:
        """How many such events there had been before the text began to do what it says."""
        if f"#{slot}" not in env.names:
            raise CannotCompile("«in questo modo»: qui non si sa più che cosa si è fatto", node)
        return env.names[f"#{slot}"][0]

    def still_those(self, event: n.Event, h: str, env: Env) -> str:
        """Whether who did it, or suffered it, is still what it was then: who has left play and is there again is not."""
        frame = self.frame_of(event)
        if self.moves(frame) or self.game.frames[frame].crossing is not None or self.told_as_play(frame):
            return ""
        tests = ""
        for role in event.roles:
            at = self.role_index(frame, role.name)
            if role.name == "agent" and self.did_it_itself(event):
                continue  # asked with the event
            card = isinstance(role.value, n.Self) or (
                isinstance(role.value, n.Candidate) and env.candidate_kind == "card"
            )
            if role.name not in ROLES or at is None or not card or self.takes_many(frame, role.name):
                continue
            one = f"{h}[{at}]"
            gone = f"KO[s[{self.L['zone']} + {one}]] not in {self.kinds_in_play}"
            tests += f" and ({h}[{SINCE[role.name]}] == s[{self.L['time']} + {one}] or {gone})"
        return tests

    def told_as_play(self, frame: str) -> bool:
        """Whether a verb only says that a card is played which then waits: that is told when it waits."""
        raise NotImplementedError

    def gone(self, node: n.Select, env: Env) -> str | None:
        """«le Lanterne spente in questo turno»: what a verb takes from where it is looked for is found among what it was
        done to; None where it would still be there."""
        past = past_of(node)
        if past is None:
            return None
        frame = self.frame_of(past.event)
        part = str(who_it_was(past.event))
        moves: list[Any] = self.taken_to(frame, part, frozenset())
        if self.game.frames[frame].crossing is not None:
            moves = [role.value for role in past.event.roles if isinstance(role.value, n.Place)]
        there = {kind for to in moves if isinstance(to, n.Place) for kind in self.kinds_of_place(to)}
        said = self.kinds_of_place(node.place) if node.place is not None else self.kinds_of_noun(node.noun)
        at = self.role_index(frame, part)
        still = not there or not there.isdisjoint(said or self.default_kinds())
        if at is None or (still and (node.place is not None or not self.told_as_play(frame))):
            return None
        such = evolve(node, where=tuple(x for x in node.where if x is not past), quantity=n.Quantity.ALL, bind=None)
        roles = tuple(evolve(role, value=such) if role.name == part else role for role in past.event.roles)
        h, records = self.records(evolve(past, event=evolve(past.event, roles=roles)), env)
        return f"each_once([{h}[{at}] for {h} in {records}])"

    def taken_to(self, frame: str, part: str, before: frozenset[str]) -> list[Any]:
        """Where the steps of a verb put things, and those of the verbs that they do to the same thing («il controllore scarta
        la carta»)."""
        steps = [x for step in self.steps_of(frame) for x in walk(step.effect)]
        found = [x.to for x in steps if isinstance(x, n.Move)]
        for done in (x for x in steps if isinstance(x, n.Do)):
            on_it = any(role.name == "object" and role.value == n.Var(part) for role in done.event.roles)
            if on_it and (inner := self.frame_of(done.event)) not in before | {frame}:
                found += self.taken_to(inner, "object", before | {frame})
        return found

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
