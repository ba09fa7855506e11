"""Standing effects as small functions: what a modifier adds, whom a permission concerns, which event wakes a trigger.

Each gets an entry in force ``e`` = (ability, bearer, user, time, expiry, source, locked target, …) and says whether and how it applies.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from attrs import define, evolve, field

from dsl.meaning import nodes as n
from dsl.meaning.joined import effects_of, may_be_asked_later
from dsl.meaning.one_or_more import a_single, is_one_or_more, of_several, recalled_again
from dsl.meaning.playing import plays

from .emit import Writer
from .env import CannotCompile, Env
from .layout import ENTRY, FIRST, NAMELESS, PLAYER_WORDS, walk
from .looked_at import recalled_from
from .remembered import as_it_left
from .targets import Targets

KEPT = 40  # the most names that an effect keeps for what it sets up
SET_PRINTED, SET, ADD, ALWAYS_SET, ALWAYS_ADD, TIMES = range(6)


@define
class Ability:
    """What the machine knows of one standing effect or trigger, beside its function."""

    number: int
    kind: str
    layer: int = ADD
    recursive: bool = False
    allowed: bool = True
    played_from: int = 0  # of a permission to play: the kinds of zone, none from which an action takes, that it opens;
    # -1: of what has been spoken of, any in which it lies since before
    always: bool = False
    printed: bool = False  # of a keyword: its bearer has it of its own
    free: bool = False
    limit: bool = False
    further: bool = False  # of a limit: so many times more
    dearer: int = -1  # of what changes a price: the value in which it is paid
    price_set: bool = False  # it says what the price is, and not what it is more
    what: str = ""
    program: int = 0
    announced: int | None = None  # the program of its choices when it is played, and of what is paid
    resolved: int | None = None  # the program of what is done when it is resolved
    at_once: bool = False
    together: tuple[int, ...] | None = None  # of one thing or more: what tells two such events of one moment apart
    before: bool = False
    whence: bool = False  # of a trigger: it is of where a thing was before the event, which moves it
    late: bool = False  # of a trigger: its condition is asked when what it sets off is done
    happens: bool = False
    optional: bool = False  # of a replacement: «puoi invece»
    span: n.Span | None = None
    only: int = 0  # the place of an entry that is the one card it concerns (bearer, locked target); 0 for any
    constant: int | None = None
    source: Any = None
    thing: int = 0  # of a prompt: who of those that took part tells one occasion from another
    node: Any = None
    owner: str = ""
    beats: frozenset[int] = field(factory=frozenset)
    frames: frozenset[int] = frozenset()  # of what must be done: the verb
    condition: Any = None  # of a permission: under which it is given
    shared: int = -1  # the label of which one of all may be done in a turn
    family: int = -1  # the kind of lasting effects that it is of
    alike: bool = False  # of a watch: what it wakes twice at once needs no order
    of_type: bool = False  # of a keyword that a type of text gives: no part of the printed effect
    left: int = 0  # of a watch with a count: the place in its entry of how many times are left
    kept: tuple[int, ...] = ()  # of a watch: the places in its entry of the cards that it speaks of
    slots: tuple[int, ...] = ()  # of such a watch: where it stands
    answers: bool = False  # of an ability: it is aimed at something that waits
    stays: bool = False  # it speaks of the very status that turns its text off, and counts all the same

    @property
    def node_kind(self) -> str:
        """What sort of effect it is: modify, grant, mark …"""
        return self.kind if self.kind == "mark" else type(self.node).__name__.lower()

    @property
    def declined(self) -> bool:
        """Whether a trigger does nothing where nobody is asked: «quando attacca, puoi …»."""
        effect = self.node.effect if isinstance(self.node, n.Triggered) else None
        return isinstance(effect, n.May) and effect.otherwise is None


@define
class RuleAllow:
    """A permission that always stands: of a named rule (``bearer`` None) or of a keyword (the role of its bearer)."""

    frame: str
    number: int
    allow: n.Allow
    keyword: str | None = None
    bearer: int | None = None
    condition: n.Condition | None = None


class StandingEffects(Targets):
    """The part of the compiler that writes what stands."""

    abilities: list[Ability]
    functions: dict[str, str]
    owner: str
    rules_allow: list[RuleAllow]
    tests: dict[int, str]  # of a permission: its test as an expression over the event
    own_text: bool = False  # whether what is being written is a text of the card itself, and not of what lies with it
    right_then = False  # whether what is written is done right when something moves, and so asks nobody anything
    unsaid: str | None = None  # when that ends which the effect being written does not say
    begins: frozenset[str] = frozenset()  # the periods that what sets off the effect being written begins

    # -- what an effect is about -------------------------------------------------------------------------------

    def subject(self, node: Any) -> Any:
        if isinstance(node, (n.Modify, n.Grant, n.Suppress, n.BecomesStatus)):
            return node.target
        roles = node.event.roles if isinstance(node, n.Allow) else node.roles
        for role in roles:
            if isinstance(role.value, n.Select) and role.value.pick is n.Pick.TARGET:
                return role.value
        for role in roles:
            if isinstance(role.value, (n.Self, n.Var)):
                return role.value
        return None

    def chosen_subject(self, node: Any) -> bool:
        return not isinstance(node, (n.Allow, n.Claim)) or self.subject(node) is not None

    def pin(self, node: Any, kind: str) -> Any:
        """The same effect on the thing to which it is locked."""
        if kind == "group":
            return node
        locked = n.Var("#locked")
        if isinstance(node, (n.Modify, n.Grant, n.Suppress, n.BecomesStatus)):
            return evolve(node, target=locked)
        subject = self.subject(node)
        roles = node.event.roles if isinstance(node, n.Allow) else node.roles
        pinned = tuple(evolve(r, value=locked) if r.value is subject else r for r in roles)
        return (
            evolve(node, event=evolve(node.event, roles=pinned))
            if isinstance(node, n.Allow)
            else evolve(node, roles=pinned)
        )

    def expiry(self, duration: n.Duration | None, env: Env) -> tuple[str, str | None]:
        """When an entry ends, as code, and a further test on the entry (as long as it lasts)."""
        if duration is None or duration.period is None:
            extra = None
            return "None", extra
        name = duration.period
        if name not in self.game.periods:
            raise CannotCompile(f"periodo sconosciuto «{name}»", duration)
        k = self.number_of(self.game.periods, name)
        serial = f"s[{self.L['serial ' + name]}]"
        player = self.as_player(duration.of, env) if duration.of is not None else "None"
        S = n.Stretch
        if duration.stretch is S.SAID:
            return self.as_said(env)
        if duration.stretch is S.THIS:
            return f"({k}, {serial}, {player}, 0)", None
        if duration.stretch is S.THROUGH_NEXT:
            return f"({k}, {serial} + 1, {player}, 0)", None
        if duration.stretch is S.NEXT:
            test = (
                f"{serial} >= e[4][1]"
                if duration.of is None
                else f"{serial} >= e[4][1] and s[{self.L['player ' + name]}] == e[4][2]"
            )
            return f"({k}, {serial} + 1, {player}, 0)", test
        if duration.stretch is S.UNTIL_START:
            return f"({k}, {serial} + 1, {player}, 1)", None
        return "None", None

    def expiry_unsaid(self) -> str:
        """When an entry ends that does not say it: with a period that takes such with it, while that goes on; else never."""
        code = "None"
        for name in self.takes_along():
            this, _ = self.expiry(n.Duration(n.Stretch.THIS, name), Env())
            code = f"({this} if s[{self.L['open ' + name]}] else {code})"
        return code

    def expiry_of_what_begins(self, when: n.Event | n.Moment) -> str | None:
        """… of what an event sets off that begins such a period, right before it: with that one."""
        begun = self.begun_by(when)
        name = next((name for name in self.takes_along() if name in begun), None)
        return self.expiry(n.Duration(n.Stretch.THIS, name), Env())[0] if name is not None else None

    def begun_by(self, when: n.Event | n.Moment) -> frozenset[str]:
        """The periods that an event begins."""
        if not isinstance(when, n.Event):
            return frozenset((when.period,))
        frames = [self.game.frames[name] for name in self.ancestors(self.frame_of(when))]
        return frozenset(x.period for f in frames for x in walk((f.steps, f.then)) if isinstance(x, n.Begin))

    def who_will_take_part(self, when: n.Event | n.Moment) -> dict[str, tuple[str, str]]:
        """«quando sfida, se lo sfidato è stanco»: of those between whom what follows begins a period, which has not begun yet."""
        found = {}
        for name in self.ancestors(self.frame_of(when)) if isinstance(when, n.Event) else ():
            for begun in (x for x in walk(self.game.frames[name].then) if isinstance(x, n.Begin)):
                for role in begun.roles:
                    at = self.role_index(name, role.value.name) if isinstance(role.value, n.Var) else None
                    if at is not None:
                        found[role.name] = (f"ev[{at}]", "card")
        return found

    def only_while_open(self, duration: n.Duration | None) -> str | None:
        """«per questa gara», of a period between two: what is done when there is none, and none begins with it, is for no time."""
        if duration is None or duration.stretch is not n.Stretch.THIS or duration.period is None:
            return None
        between = bool(self.game.periods[duration.period].participants)
        return f"s[{self.L['open ' + duration.period]}]" if between and duration.period not in self.begins else None

    def takes_along(self) -> list[str]:
        """The periods with which ends what began in them without saying how long it lasts."""
        return [period.name for period in self.game.periods.values() if period.ends_unsaid]

    def as_said(self, env: Env) -> tuple[str, None]:
        """«per quel turno»: as long as the event says."""
        if "time" not in env.names:
            raise CannotCompile("nessuno dice per quanto tempo")
        return env.names["time"][0], None

    def slots_of(self, node: Any) -> list[int]:
        """The tuples of the state in which an effect's entries stand."""
        if isinstance(node, n.Modify):
            return [self.L["mod " + node.value]]
        if isinstance(node, n.Grant) and node.slot is not None and "copies" in self.L.slots:
            return [self.L["copies"]]
        if isinstance(node, n.Grant):
            return [self.L["keyword " + self.granted(node)]]
        if isinstance(node, n.Suppress):
            return [self.L["suppress"]]
        if isinstance(node, n.BecomesStatus):
            if node.status is None:
                raise CannotCompile("«conta come» non è ancora un programma", node)
            return [self.L["status " + list(self.game.statuses)[self.status(node.status, node)[0]]]]
        if isinstance(node, n.Allow) and node.must:
            return [self.L["must"]]
        if isinstance(node, n.Allow):
            return [self.L["allow " + self.frame_of(node.event)]]
        return [self.L["claim " + node.claim]]

    def granted(self, node: n.Grant) -> str:
        if node.keyword is not None:
            if node.keyword not in self.game.keywords:
                raise CannotCompile(f"parola chiave sconosciuta «{node.keyword}»", node)
            return node.keyword
        for name, decl in self.game.keywords.items():
            if name.startswith(NAMELESS) and decl.text == node.text:
                return name
        raise CannotCompile("testo dato senza frasi", node)

    # -- abilities ---------------------------------------------------------------------------------------------

    def new_ability(self, kind: str, node: Any) -> Ability:
        ability = Ability(len(self.abilities), kind, span=getattr(node, "span", None), node=node, owner=self.owner)
        self.abilities.append(ability)
        return ability

    def ability(
        self, said: Any, node: Any, env: Env, extra: str | None, duration: n.Duration | None, condition: Any = None
    ) -> int:
        """Write the function of a standing effect; gives its number."""
        env = env.naming(**{"#locked": ("e[6]", "card")})
        if duration is not None and duration.condition is not None:
            condition = n.And((condition, duration.condition)) if condition is not None else duration.condition
        kind = type(node).__name__.lower()
        ability = self.new_ability(kind, said)
        ability.condition = condition
        body = {
            "modify": self.body_modify,
            "grant": self.body_flag,
            "suppress": self.body_flag,
            "becomesstatus": self.body_flag,
        }
        if kind == "allow":
            lines, args = self.body_allow(node, ability, env, condition), "s, e, ev"
        elif kind == "claim":
            lines, args = self.body_claim(node, ability, env, condition)
        else:
            lines, args = body[kind](node, ability, env, condition), "s, e, c"
        if extra is not None:
            lines.insert(0, f"if not ({extra}): return None")
        source = f"def a{ability.number}({args}):\n" + "\n".join("    " + x for x in lines) + "\n"
        self.functions[f"a{ability.number}"] = source
        return ability.number

    def target_test(self, target: Any, env: Env, anywhere: bool = False) -> str:
        """Whether the card ``c`` is (one of) what an effect is about; ``anywhere``: also where cards are not in play."""
        names: dict[str, tuple[str, str]] = {}
        if isinstance(target, n.Select):
            inner = evolve(env, candidate="c", candidate_kind="card")
            if target.quantity is n.Quantity.NEXT:
                target = evolve(target, quantity=n.Quantity.ALL)
            if target.extreme is not None or target.among is not None or target.pick is n.Pick.NAMED:
                return f"(c in {self.listed(target, env)})"
            test = self.fits(target, "c", inner, names)
            named = self.game.nouns.get(self.noun(target.noun))
            if named is not None and named.spots:
                return test
            if self.kinds_of_noun(target.noun) is None and target.place is None and not anywhere:
                test += f" and KO[s[{self.L['zone']} + c]] in {self.default_kinds()}"
            elif target.place is not None and target.place.of is not None:
                test += " and " + self.on_isin(n.IsIn(n.Candidate(), target.place), inner)
            return test
        if isinstance(target, n.Group):
            return "(" + " or ".join(f"({self.target_test(m, env, anywhere)})" for m in target.members) + ")"
        if self.kind(target, env).endswith("s"):
            return f"c in {self.term(target, env)}"
        return f"c == {self.term(target, env)}"

    def body_modify(self, node: n.Modify, ability: Ability, env: Env, condition: Any) -> list[str]:
        kind = "player" if self.game.values[node.value].owner == "player" else "card"
        inner = self.of_it(node.target, env, kind).naming(**{"#modified": ("c", kind)})
        ability.layer = self.layer(node)
        ability.always = node.always
        ability.only = self.only(node.target)
        price = self.game.values[node.value].is_price  # it is asked of what is not in play yet
        lines = [f"if not ({self.target_test(node.target, env, price)}): return None"]
        if condition is not None:
            lines.append(f"if not ({self.shown(condition, inner)}): return None")
        decl = self.game.values[node.value]
        amount: Any = node.amount
        counted = decl.kind not in ("member", "members")  # the number of a card that is not there is 0
        for part in walk(amount):
            if (
                not counted
                and isinstance(part, n.ValueOf)
                and isinstance(part.of, n.Select)
                and not self.kind(part.of, inner).endswith("s")
            ) or (isinstance(part, n.ValueOf) and isinstance(part.of, n.Var) and self.kind(part.of, inner) == "card"):
                lines.append(f"if {self.term(part.of, inner)} is None: return None")
        code = self.number(amount, inner)
        if decl.kind in ("member", "members") and self.kind(amount, inner) == "card":
            code = f"{self.value_function(node.value)}(s, {code})"
        if len(lines) == 1 and ability.only and re.fullmatch(r"-?\d+", code) and node.duration is None:
            ability.constant = int(code)
        lines.append(f"return {code}")
        return lines

    def of_it(self, target: Any, env: Env, kind: str) -> Env:
        """What names mean where each thing that an effect concerns is asked: «per ogni POP su di essi» is of that one."""
        inner = evolve(env, candidate="c", candidate_kind=kind)
        bound = target.bind if isinstance(target, n.Select) else None
        return inner.naming(**{bound: ("c", kind)}) if bound is not None else inner

    def only(self, target: Any) -> int:
        """Where an entry names the one card that it concerns."""
        if isinstance(target, n.Self):
            return 1
        return 6 if isinstance(target, n.Var) and target.name == "#locked" else 0

    def shown(self, condition: Any, env: Env) -> str:
        """A condition on participants of a period that may not be open."""
        slots = {
            x.name
            for x in walk(condition)
            if isinstance(x, n.Var) and x.name not in env.names and f"in {x.name}" in self.L.slots
        }
        decls = {x.noun for x in walk(condition) if isinstance(x, n.Select)}
        for decl in self.game.nouns.values():
            if decl.participants and decl.name in {self.noun(x) for x in decls}:
                slots |= set(decl.participants)
        tests = [f"s[{self.L['in ' + x]}] is not None" for x in sorted(slots)]
        return " and ".join([*tests, self.condition(condition, env)])

    def layer(self, node: n.Modify) -> int:
        if node.on_printed:
            return SET_PRINTED
        if node.op is n.Operation.TIMES:
            return TIMES
        if node.op is n.Operation.SET:
            return ALWAYS_SET if node.always else SET
        return ALWAYS_ADD if node.always else ADD

    def body_flag(self, node: Any, ability: Ability, env: Env, condition: Any) -> list[str]:
        inner = self.of_it(node.target, env, "card")
        ability.always = node.always
        ability.only = self.only(node.target)
        lines = [f"if not ({self.target_test(node.target, env)}): return None"]
        if condition is not None:
            lines.append(f"if not ({self.shown(condition, inner)}): return None")
        on = True
        if isinstance(node, n.Grant):
            on = not node.lose
            plain = len(lines) == 1 and node.duration is None and not node.always
            ability.printed = self.own_text and on and plain and isinstance(node.target, n.Self)
        elif isinstance(node, n.BecomesStatus):
            if node.status is None:
                raise CannotCompile("«conta come» non è ancora un programma", node)
            on = self.status(str(node.status), node)[1] != node.negated
        else:
            ability.what = node.what
        if len(lines) == 1 and ability.only and node.duration is None:
            ability.constant = int(on)
        lines.append(f"return {on}")
        return lines

    def body_must(self, node: n.Allow, ability: Ability, env: Env, condition: Any) -> list[str]:
        """«attacca ogni turno, se può»: whether an event that may be done now is one that must be."""
        if node.limit not in (None, n.Num(1)):
            raise CannotCompile("un obbligo si compie una volta", node)
        inner = evolve(env, event="ev", tried=node.event)
        test, names = self.pattern(node.event, "ev", inner)
        tests = [test]
        if condition is not None:
            tests.append(self.shown(condition, inner.naming(**names)))
        if node.per is not None:
            tests.append(f"not {self.condition(n.Happened(node.event, node.per), inner)}")
        ability.frames = frozenset({self.number_of(self.game.frames, self.frame_of(node.event))})
        return [f"return {' and '.join(f'({t})' for t in tests)}"]

    def from_where_it_is_played(self, node: n.Allow, ability: Ability) -> n.Allow:
        """«puoi giocare questa carta dal Fosso», in force: cards that lie there are among those that an action plays."""
        place = self.opened_zone(node)
        if place is None:
            if self.opened_zones(node):
                ability.played_from = -1
            return node
        zone = self.game.zones.get(place.zone)
        plain = node.limit is None and node.only is None and not node.free and not node.must and place.end is None
        if zone is None or zone.owner != "player" or not plain or not self.plays_from_a_hand(self.frame_of(node.event)):
            why = (
                f"nessuna azione gioca una carta da lì («{place.zone}»): si può dire quando, «quando …, puoi giocare …»"
            )
            raise CannotCompile(why, node)
        ability.played_from = 1 << list(self.game.zones).index(place.zone)
        roles = tuple(role for role in node.event.roles if role.name != "from")
        return evolve(node, event=evolve(node.event, roles=roles))

    def opened_zone(self, node: n.Allow) -> n.Place | None:
        """The place of which a permission to play speaks, where no action takes a card from there."""
        roles = {role.name: role.value for role in node.event.roles}
        object_ = roles.get("object")
        said = (roles.get("from"), object_.place if isinstance(object_, n.Select) else None)
        place = next((place for place in said if isinstance(place, n.Place)), None)
        if not node.allowed or place is None or not plays(node.event.verb, self.game.frames, self.game.texts):
            return None
        return place if place.zone not in self.taken_zones() else None

    def taken_zones(self) -> set[str]:
        """The zones from which some action takes a card."""
        return {x.zone for action in self.game.actions.values() for x in walk(action) if isinstance(x, n.Place)}

    def opened_zones(self, node: n.Allow) -> tuple[n.Place, ...]:
        """All such places: of «puoi giocarla in questo turno», of a card spoken of, any where it may lie by now."""
        place = self.opened_zone(node)
        if place is not None:
            return (place,)
        roles = {role.name: role.value for role in node.event.roles}
        plain = node.limit is None and node.only is None and not node.free and not node.must
        frames = self.game.frames
        if not (
            plain and node.allowed and node.duration is not None and plays(node.event.verb, frames, self.game.texts)
        ):
            return ()
        if not isinstance(roles.get("object"), n.Var) or "from" in roles:
            return ()
        closed = self.taken_zones()
        return tuple(n.Place(z.name) for z in self.game.zones.values() if z.owner == "player" and z.name not in closed)

    def plays_from_a_hand(self, frame: str) -> bool:
        """Hook: whether some action plays with that verb a card that is chosen where it lies."""
        raise NotImplementedError

    def counted_anywhere(self, node: n.Allow) -> bool:
        """Whether a rule, or an action that may be done so many times, counts what is permitted so many times."""
        texts = [each.text for each in self.game.rules.values()] + [each.text for each in self.game.keywords.values()]
        ruled = (x for x in walk(texts) if isinstance(x, n.Allow))
        limited = (x for x in self.game.actions.values() if x.limit is not None)
        counted = {self.frame_of(x.event) for x in ruled if x.limit is not None}
        counted |= {self.frame_of(x.event) for action in limited for x in walk(action.effect) if isinstance(x, n.Do)}
        frame = self.frame_of(node.event)
        return any(frame in self.ancestors(each) or each in self.ancestors(frame) for each in counted)

    def body_allow(self, node: n.Allow, ability: Ability, env: Env, condition: Any) -> list[str]:
        if node.must:
            return self.body_must(node, ability, env, condition)
        ability.allowed, ability.always, ability.free = node.allowed, node.always, node.free
        ability.limit, ability.further = node.limit is not None or node.price is not None, node.further
        if node.price is not None:
            ability.dearer = self.number_of(self.game.values, node.price.value, node)
            ability.price_set = node.price.instead
        counted = {
            r.allow.per for r in self.rules_allow if r.frame == self.frame_of(node.event) and r.allow.limit is not None
        }
        if node.limit is not None and counted and node.per not in (None, *counted):
            raise CannotCompile(f"le volte si contano per {', '.join(sorted(map(str, counted)))}", node)
        if node.limit not in (None, n.Num(1)) and node.allowed and not self.counted_anywhere(node):
            why = "quante volte, di ciò che nessuna regola conta: si dice «una volta per turno, puoi …», o che cosa lo permette"
            raise CannotCompile(why, node)
        node = self.from_where_it_is_played(node, ability)
        if self.plays_ability(node.event):
            raise CannotCompile("quali abilità si possono usare non si dice così; si dice chi le perde", node)
        inner = evolve(env, event="ev", tried=node.event)
        event = self.targeting(node.event)
        if node.only is not None:
            ability.allowed = False
            rest = tuple(r for r in event.roles if r.name != node.only)
            alone = tuple(r for r in event.roles if r.name == node.only)
            test, names = self.pattern(evolve(event, roles=rest), "ev", inner)
            other, _ = self.pattern(n.Event(event.verb, alone), "ev", inner.naming(**names))
            test = f"({test}) and not ({other})"
        else:
            test, names = self.pattern(event, "ev", inner)
        inner = inner.naming(**names)
        if node.price is not None and node.price.who is not None:
            payer = self.fits(node.price.who, "ev[3]", inner, names)
            test = f"{test} and ({payer})" if test != "True" else payer
        if condition is not None:
            test = f"{test} and ({self.shown(condition, inner)})"
        if "e[" not in test or env.me == "e[1]":
            self.tests[ability.number] = test
        amount = node.price.amount if node.price is not None else node.limit
        if amount is not None:
            return [f"return {self.number(amount, inner)} if {test} else None"]
        return [f"return True if {test} else None"]

    def as_ruled(self, effect: Any) -> tuple[Any, ...]:
        """«può occupare una casella ignorando i Semi», whose rule is of what plays the card: that it may be played so."""
        if not isinstance(effect, n.Allow) or not effect.ignoring:
            return (effect,)
        said = [x for name in effect.ignoring for x in walk(self.game.rules[name].text) if isinstance(x, n.Allow)]
        frames = dict.fromkeys(self.frame_of(x.event) for x in said if not x.allowed)
        if self.frame_of(effect.event) in frames:
            return (effect,)
        found = dict.fromkeys(x for frame in frames for x in self.done_with_it(effect.event, frame))
        if not found:
            raise CannotCompile(f"«{', '.join(effect.ignoring)}» non vieta ciò che qui si permette", effect)
        return tuple(evolve(effect, event=event) for event in found)

    def of_each_rule(self, effect: Any) -> n.Sequence | None:
        """The same, where it is another permission than is said."""
        ruled = self.as_ruled(effect)
        return n.Sequence(ruled, span=effect.span) if ruled != (effect,) else None

    def done_with_it(self, event: n.Event, frame: str) -> Iterator[n.Event]:
        """What an action does to the same card in doing an event: it is played, as it comes to lie somewhere, wherever that is."""
        doer = next((role for role in event.roles if role.name == "agent"), None)
        for action in self.game.actions.values():
            done = [x.event for x in walk((action.effect, action.pay)) if isinstance(x, n.Do)]
            mine = [role for x in done if self.frame_of(x) == self.frame_of(event) for role in x.roles]
            its = [role.value for x in done if self.frame_of(x) == frame for role in x.roles if role.name == "object"]
            held = next((role.name for role in mine if role.value in its), "")
            it = next((role for role in event.roles if role.name == held), None)
            rest = [role.value for role in event.roles if role is not it and role is not doer]
            told = any(not isinstance(x, n.Select) or not self.is_of_spots(x) or x.where for x in rest)
            if it is None or told or (doer is not None and doer is not it and self.is_a_card(doer.value)):
                continue
            doers = (doer,) if doer is not None and doer is not it else ()
            yield n.Event(frame, (*doers, n.Role("object", it.value)))

    def is_a_card(self, what: Any) -> bool:
        return isinstance(what, n.Self) or (isinstance(what, n.Select) and what.noun not in PLAYER_WORDS)

    def is_of_spots(self, what: n.Select) -> bool:
        declared = self.game.nouns.get(what.noun)
        return declared is not None and bool(declared.spots)

    def body_claim(self, node: n.Claim, ability: Ability, env: Env, condition: Any) -> tuple[list[str], str]:
        ability.always = node.always
        first = next(iter(node.roles), None)
        if first is not None and first.name == next(iter(self.claim_roles(node.claim)), ""):
            ability.only = self.only(first.value)
        names: dict[str, tuple[str, str]] = {}
        args = [f"r{i}" for i in range(len(self.claim_roles(node.claim)))]
        by_name = {r.name: r.value for r in node.roles}
        tests = []
        for arg, role in zip(args, self.claim_roles(node.claim), strict=True):
            value = by_name.get(role)
            if value is not None:
                test = self.fits(value, arg, env, names)
                if test != "True":
                    tests.append(test)
        lines = []
        if condition is not None:
            lines.append(f"if not ({self.shown(condition, env.naming(**names))}): return 0")
        lines.append(f"return {2 if node.always else 1} if {' and '.join(tests) or 'True'} else 0")
        return lines, "s, e, " + ", ".join(args)

    # -- triggers ----------------------------------------------------------------------------------------------

    def ancestors(self, frame: str) -> list[str]:
        raise NotImplementedError

    def program(self, name: str, writer: Writer, cause: Any = None) -> int:
        raise NotImplementedError

    def effect(self, node: Any, w: Writer, env: Env) -> Env:
        raise NotImplementedError

    def trigger(self, node: n.Triggered, env: Env, shift: int | None = None) -> tuple[Ability, list[int]]:
        """Write a trigger: the test of the event and the program of what is done. ``shift``: names made by the effect that set it up."""
        ability = self.new_ability("trigger", node)
        node = self.of_each_alone(target_looked_at(node), ability)
        ability.at_once, ability.before = node.at_once, node.before
        number = ability.number
        program_env = Env(me="fr[2]", you="fr[3]")
        if isinstance(node.when, n.Moment):
            tests, slots, names, first = self.moment(node.when, env)
        else:
            test, names = self.test_of_event(node.when, ability, env)
            frame = self.frame_of(node.when)
            if not node.before and self.game.frames[frame].crossing != "in":
                test = as_it_left(test, "ev")
            tests, slots = [test], [self.L[f"{'before' if node.before else 'when'} {frame}"]]
            first = FIRST + len(self.roles[frame]) + 2
            for i, role in enumerate(self.roles[frame]):
                kind = (
                    "player"
                    if role == "agent" and self.agent_is_player(frame)
                    else ("number" if role == "number" else "card")
                )
                program_env = program_env.naming(**{role: (f"fr[{FIRST + i}]", kind)})
        names = {**self.who_will_take_part(node.when), **names}
        program_env = program_env.naming(
            **{k: (re.sub(r"\bev\[", "fr[", code), kind) for k, (code, kind) in names.items()}
        )
        moved = (
            {}
            if shift is None
            else {k: (relocated(code, first), kind) for k, (code, kind) in env.names.items() if code.startswith("e[")}
        )
        program_env = program_env.naming(
            **{k: v for k, v in moved.items() if k not in program_env.names or k not in names}
        )
        ability.late = node.condition is not None and self.asked_when_done(node, shift)
        late = ability.late or (node.at_once and isinstance(node.when, n.Event) and self.leads_on(node.when))
        late = late or self.of_one_made_so(node)
        if node.condition is not None and not late:
            tests.append(self.shown(node.condition, evolve(env, event="ev").naming(**names)))
        self.functions[f"a{number}"] = (
            f"def a{number}(s, e, ev):\n    return {' and '.join(f'({t})' for t in tests) or 'True'}\n"
        )
        w = Writer(first + (shift or 0))
        then = n.If(node.condition, node.effect, span=node.span) if node.condition is not None and late else node.effect
        outer = self.unsaid, self.begins
        self.unsaid, self.begins = self.expiry_of_what_begins(node.when), self.begun_by(node.when)
        self.right_then = self.brought_along(node)
        self.effect(then, w, program_env)
        self.right_then = False
        ability.program = self.program(f"t{number}", w, cause=node)
        if (
            shift is None
            and not node.at_once
            and not node.before
            and any(x.triggers_wait for x in self.game.windows.values())
        ):
            self.triggered_later(node, ability, first, program_env)
        self.unsaid, self.begins = outer
        return ability, slots

    def of_each_alone(self, node: n.Triggered, ability: Ability) -> n.Triggered:
        """«quando scarti una o più carte», as what each of them sets off, and only the first of a moment."""
        if not of_several(node.when):
            return node
        if node.before or node.at_once or any(recalled_again(node.when, node.effect, node.condition)):
            raise CannotCompile("di più cose a cui accade insieme si dice solo che è accaduto", node)
        ability.together, when = self.one_or_more(node.when)
        return evolve(node, when=when)

    def one_or_more(self, when: n.Event) -> tuple[tuple[int, ...] | None, n.Event]:
        """«quando scarti una o più carte»: the event of each of them, and where what is said beside them stands in it."""
        several = [role.name for role in when.roles if is_one_or_more(role.value)]
        if not several:
            return None, when
        said = {role.name for role in when.roles} - set(several)
        places = tuple(FIRST + i for i, role in enumerate(self.roles[self.frame_of(when)]) if role in said)
        roles = tuple(evolve(r, value=a_single(r.value)) if is_one_or_more(r.value) else r for r in when.roles)
        return places, evolve(when, roles=roles)

    def of_one_made_so(self, node: n.Triggered) -> bool:
        """«quando viene vinta, se il vincitore è una Lana»: whom only what happens makes so: before it there is none."""
        if not isinstance(node.when, n.Event) or node.condition is None or node.before:
            return False
        nouns = [x.noun for x in walk(node.condition) if isinstance(x, n.Select) and x.pick is n.Pick.NAMED]
        asked = (self.game.nouns[name].condition for name in nouns if name in self.game.nouns)
        such = {x.status for each in asked for x in walk(each) if isinstance(x, n.IsStatus)}
        made = (x for step in self.game.frames[self.frame_of(node.when)].steps for x in walk(step.effect))
        return any(isinstance(x, n.SetStatus) and x.status in such for x in made)

    def asked_when_done(self, node: n.Triggered, shift: int | None) -> bool:
        """Whether its condition, one of how things are, is asked when what it sets off is done: where the game says so of used texts."""
        if dict(self.game.orders.get("doubt_order", ())).get("if") != "by text":
            return False
        plain = shift is None and node.limit is None and not (node.at_once or node.before or node.held)
        return (
            plain
            and node.condition is not None
            and may_be_asked_later(node.condition)
            and not self.says_who_took_part(node.condition)
        )

    def says_who_took_part(self, condition: n.Condition) -> bool:
        """«quando vince contro una Lana stanca»: how the other was when that happened, not afterwards."""
        described = (x.noun for x in walk(condition) if isinstance(x, n.Select) and x.noun in self.game.nouns)
        return any(len(self.game.nouns[noun].participants) > 1 for noun in described)

    def brought_along(self, node: n.Triggered) -> bool:
        """«entra stanca», «entra con due Gettoni»: done right when it moves, before anybody looks."""
        moves = isinstance(node.when, n.Event) and self.game.frames[self.frame_of(node.when)].crossing == "in"
        return node.at_once and moves and all(map(self.asks_nothing, effects_of(node.effect)))

    def asks_nothing(self, effect: Any) -> bool:
        """A status, or tokens that are all alike."""
        what = effect.what if isinstance(effect, n.Move) else None
        return isinstance(effect, n.SetStatus) or (isinstance(what, n.Select) and self.all_alike(what))

    def all_alike(self, node: n.Select) -> bool:
        """Hook: whether there is nothing to choose among tokens."""
        raise NotImplementedError

    def leads_on(self, event: n.Event) -> bool:
        """Whether something follows from an event before what is done right after it: then it is asked of that time."""
        return any(self.game.frames[name].then is not None for name in self.ancestors(self.frame_of(event)))

    def test_of_event(self, when: n.Event, ability: Ability, env: Env) -> tuple[str, dict[str, tuple[str, str]]]:
        """The test of the event that a trigger waits for, and the names that it gives."""
        self.whence = self.says_whence(when)
        ability.whence = self.whence is not None
        self.can_say_whence(when)
        try:
            return self.pattern(self.made_target(when), "ev", evolve(env, event="ev"))
        finally:
            self.whence = None

    def triggered_later(self, node: n.Triggered, ability: Ability, first: int, env: Env) -> None:
        """A trigger that waits on top of a zone: its choices, and its effect with them."""
        raise NotImplementedError

    def agent_is_player(self, frame: str) -> bool:
        for form in self.game.frames[frame].forms:
            for role in form.roles:
                if role.name == "agent" and isinstance(role.value, n.Select):
                    return role.value.noun in PLAYER_WORDS
        parent = self.game.frames[frame].kind_of
        return self.agent_is_player(parent) if parent is not None else True

    def moment(self, when: n.Moment, env: Env) -> tuple[list[str], list[int], dict[str, tuple[str, str]], int]:
        """The entry of a period: the slot that it wakes, and whose period it must be."""
        if when.period not in self.game.periods:
            raise CannotCompile(f"periodo sconosciuto «{when.period}»", when)
        decl = self.game.periods[when.period]
        part = decl.end_part if when.end else decl.start_part
        slot = f"starts {part}" if part is not None else f"{'ends' if when.end else 'starts'} {when.period}"
        tests = []
        if when.of is not None:
            tests.append(self.of_period(when.period, when.of, env))
        names: dict[str, tuple[str, str]] = {}
        if isinstance(when.of, n.Select) and when.of.bind:  # «del turno di ogni giocatore, quel giocatore …»
            of = when.period if self.game.periods[when.period].of_player else self.turn_period()
            names[when.of.bind] = (f"s[{self.L['player ' + of]}]", "player")
        return tests, [self.L[slot]], names, FIRST

    def watch(self, node: n.Watch, env: Env, extra: str | None) -> tuple[int, list[int]]:
        names = {k: (shifted(code), kind) for k, (code, kind) in env.names.items()}
        static = Env(me="e[1]", you="e[2]", names=names)
        triggered = n.Triggered(
            node.when, node.effect, node.condition, before=node.before, at_once=node.at_once, span=node.span
        )
        ability, slots = self.trigger(triggered, static, shift=KEPT)
        ability.kind = "watch"
        ability.kept, ability.slots = self.cards_kept(node, names), tuple(slots)
        ability.what = "once" if node.once else ""
        if extra is not None:
            name = f"a{ability.number}"
            self.functions[name] = self.functions[name].replace("return ", f"return ({extra}) and ", 1)
        return ability.number, slots

    def cards_kept(self, node: n.Watch, names: dict[str, tuple[str, str]]) -> tuple[int, ...]:
        """Where its entry has the cards that a watch recalls: one that has become another card is not recalled."""
        recalled = {x.name for x in walk((node.when, node.effect, node.condition)) if isinstance(x, n.Var)}
        codes = {code for name, (code, kind) in names.items() if name in recalled and kind in ("card", "cards")}
        places = (re.fullmatch(r"e\[(\d+)\]", code) for code in codes)
        bearer = (1,) if any(isinstance(x, n.Self) for x in walk((node.when, node.effect, node.condition))) else ()
        return bearer + tuple(sorted(int(x[1]) for x in places if x is not None and int(x[1]) >= ENTRY))


def target_looked_at(node: n.Triggered) -> n.Triggered:
    """«quando attacca, se l'Erba bersaglio è secca, …»: a target is chosen first, then looked at, when that has happened."""
    targets = (x for x in walk(node.condition) if isinstance(x, n.Select) and x.pick is n.Pick.TARGET)
    if node.condition is None:
        return node
    looked_at = n.If(node.condition, node.effect, span=node.span)
    if next(targets, None) is not None:
        return evolve(node, condition=None, effect=looked_at)
    return evolve(node, effect=looked_at) if recalled_from(node.condition, looked_at) else node


def shifted(code: str) -> str:
    """A frame's place in an entry: entries copy what the frame binds after their own fields."""
    return re.sub(
        r"fr\[(\d+)\]",
        lambda x: (
            f"e[{int(x.group(1)) - FIRST + ENTRY}]"
            if int(x.group(1)) >= FIRST
            else {2: "e[1]", 3: "e[2]"}[int(x.group(1))]
        ),
        code,
    )


def relocated(code: str, first: int) -> str:
    """An entry's own names, read in the frame of the trigger that carries them after the event's participants."""
    return re.sub(
        r"e\[(\d+)\]",
        lambda x: (
            f"fr[{int(x.group(1)) - ENTRY + first}]"
            if int(x.group(1)) >= ENTRY
            else {1: "fr[2]", 2: "fr[3]"}[int(x.group(1))]
        ),
        code,
    )


__all__ = ["ADD", "ALWAYS_ADD", "ALWAYS_SET", "SET", "SET_PRINTED", "TIMES", "Ability", "RuleAllow", "StandingEffects"]
