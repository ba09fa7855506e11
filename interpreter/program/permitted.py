"""The tests that an event must pass: rules and keywords, and what cards say against them."""

from __future__ import annotations

import re
from typing import Any

from attrs import evolve

from dsl.meaning import nodes as n
from dsl.meaning.game import taken_from, taken_role
from dsl.meaning.joined import conditions_of

from .env import Env
from .layout import walk
from .remembered import SINCE
from .standing import RuleAllow
from .texts import Texts


class Permitted(Texts):
    """The part of the compiler that writes what may be."""

    def permissions(self) -> None:
        """Which verbs can be forbidden at all, so that the others are not asked about."""
        self.forbidden = set()
        self.ignorable = {name for node in self.said(n.Do) for name in node.ignoring}
        for node in (x for x in self.said(n.Allow) if x.price is None):
            self.guard(node, lambda x=node: self.forbidden.add(self.frame_of(x.event)))

    def may_be_forbidden(self, frame: str) -> bool:
        decl = self.game.frames[frame]
        return (
            decl.object_condition is not None
            or decl.place is not None
            or self.text_used(frame) is not None
            or self.text_done(frame) is not None
            or self.lies_under(frame) is not None
            or any(f in self.forbidden for f in self.ancestors(frame))
        )

    def text_used(self, frame: str) -> tuple[int, str] | None:
        """The text that a verb uses, and the participant whose it is, where a game asks for what it must be aimed at."""
        if not self.wants_targets or self.L.stack_zone is not None:
            return None
        for node in (x for step in self.steps_of(frame) for x in walk(step.effect)):
            if isinstance(node, n.UseText) and isinstance(node.of, n.Var) and node.of.name in self.roles[frame]:
                return self.number_of(self.game.texts, node.text, node), node.of.name
        return None

    def text_done(self, frame: str) -> tuple[int, str] | None:
        """The text that a verb uses, or what follows it does, and the participant whose it is: none is used inside itself."""
        then = self.game.frames[frame].then
        for node in (x for effect in (*(step.effect for step in self.steps_of(frame)), then) for x in walk(effect)):
            if isinstance(node, n.UseText) and isinstance(node.of, n.Var) and node.of.name in self.roles[frame]:
                return self.number_of(self.game.texts, node.text, node), node.of.name
        for node in walk(then):
            inner = self.frame_of(node.event) if isinstance(node, n.Do) else frame
            done = self.text_done(inner) if inner != frame else None
            whose = next((r.value for r in node.event.roles if r.name == done[1]), None) if done is not None else None
            if done is not None and isinstance(whose, n.Var) and whose.name in self.roles[frame]:
                return done[0], whose.name
        return None

    def lies_under(self, frame: str) -> tuple[str, str] | None:
        """The participants of which a verb moves one under the other: no card lies under itself."""
        for node in (x for step in self.steps_of(frame) for x in walk(step.effect)):
            if not isinstance(node, n.Move):
                continue
            over = node.under if node.under is not None else node.to.of if isinstance(node.to, n.Place) else None
            if isinstance(node.what, n.Var) and isinstance(over, n.Var) and over != node.what:
                names = node.what.name, over.name
                if all(name in self.roles[frame] for name in names):
                    return names
        return None

    def may_functions(self) -> None:
        for i, frame in enumerate(self.game.frames):
            self.owner = frame
            lines = [f"def ok{i}(s, ev):"]
            for gate in self.gates(frame):
                lines += ["    " + line for line in gate]
            lines.append("    return True")
            self.functions[f"ok{i}"] = "\n".join(lines) + "\n"

    def gates(self, frame: str) -> list[list[str]]:
        """The tests that an event must pass, in order, each as the lines that refuse it."""
        decl = self.game.frames[frame]
        c = f"ev[{self.role_index(frame, 'object')}]"
        agent = f"ev[{self.role_index(frame, 'agent')}]"
        env = Env(
            you="ev[3]",
            candidate=c,
            names={"agent": (agent, "player" if self.agent_is_player(frame) else "card"), "object": (c, "card")},
        )
        found: list[list[str]] = []
        if (
            decl.place is not None and self.takes_exactly(frame, taken_role(self.game, frame)) == 1
        ):  # of two, they were chosen there
            taken = f"ev[{self.role_index(frame, taken_role(self.game, frame))}]"
            place_env = evolve(
                env, names={**env.names, "agent": (f"({agent} if {agent} is not None else ev[3])", "player")}
            )
            test = self.guard(decl, lambda: self.condition(taken_from(decl), evolve(place_env, candidate=taken)))
            if test is not None:
                found.append([f"if {taken} is not None and not {test}: return False"])
        if decl.object_condition is not None:
            test = self.guard(decl, lambda: self.condition(decl.object_condition, env))
            if test is not None:
                found.append([f"if {c} is not None and {c} >= 0 and not {test}: return False"])
        used = self.text_used(frame)
        if used is not None:
            whose = f"ev[{self.role_index(frame, used[1])}]"
            found.append([f"if {whose} is not None and not can_aim(s, {used[0]}, {whose}, {agent}): return False"])
        done = self.text_done(frame)
        if done is not None:
            found.append([f"if in_use(s, {done[0]}, ev[{self.role_index(frame, done[1])}]): return False"])
        under = self.lies_under(frame)
        if under is not None:
            below, over = (f"ev[{self.role_index(frame, name)}]" for name in under)
            found.append([f"if {below} is not None and {below} == {over}: return False"])
        family = self.ancestors(frame)
        if not any(f in self.forbidden for f in family):
            return found
        rules = [r for r in self.rules_allow if r.frame in family]
        stands = " + ".join(f"s[{self.L['allow ' + f]}]" for f in family)
        found.append([f"t = {stands}"])
        lifts = [r for r in rules if r.allow.allowed and r.allow.limit is None]
        named = [r for r in rules if r.keyword is None and not (r.allow.allowed and r.allow.limit is None)]
        trying = [r for r in named if any(isinstance(x, n.Would) for x in walk(r.allow))]
        own = [rule for rule in named if rule not in trying]
        by_whom = [rule for rule in own if any(role.name == "agent" for role in rule.allow.event.roles)]
        of_kinds = [rule for rule in by_whom if rule.frame != frame] if decl.keeps_controller else []
        found += self.by_its_controller(frame, [self.rule_test(rule, "None", lifts, "") for rule in of_kinds])
        found += [self.rule_test(rule, "None", lifts, "") for rule in own if rule not in of_kinds]
        for rule in rules:
            if rule.keyword is None or (rule.allow.allowed and rule.allow.limit is None):
                continue
            head, pad = self.whose_keyword(rule.keyword, rule.bearer)
            found.append(head + self.rule_test(rule, "b", lifts, pad))
        sure = " or ".join(f"({self.speaks(x)})" for x in lifts if self.whatever_said(x))
        despite = f" and not (({sure}) and not surely_not(s, t, ev))" if sure else ""
        found.append([f"if t and not cards_allow(s, t, ev){despite}: return False"])
        # what is tried on a copy is asked last
        return found + [self.rule_test(rule, "None", lifts, "") for rule in trying]

    def by_its_controller(self, frame: str, tests: list[list[str]]) -> list[list[str]]:
        """The tests of a kind of the verb («giocare» of «convertire»), as done by whoever keeps control of the card."""
        at_agent, at_object = self.role_index(frame, "agent"), self.role_index(frame, "object")
        if not tests or at_agent is None or at_object is None:
            return tests
        of_it = f"ev[{at_object}] is not None and ev[{at_object}] >= 0"
        doer = f"controller(s, ev[{at_object}]) if {of_it} else ev[{at_agent}]"
        as_done = f"ev = [*ev[:{at_agent}], {doer}, *ev[{at_agent + 1}:]]"
        return [["asked = ev", as_done], *tests, ["ev = asked"]]

    def whose_keyword(self, keyword: str, bearer: int | None) -> tuple[list[str], str]:
        """The lines over a test of a keyword, of the card of the event that must have it (``bearer``) or of each that has it."""
        if bearer is not None:
            return [f"b = ev[{bearer}]", f"if b is not None and b >= 0 and {self.has_always(keyword, 'b')}:"], "    "
        slot, i = self.L[f"keyword {keyword}"], self.number_of(self.game.keywords, keyword)
        return [f"if s[{slot}]:", f"    for b in bearers(s, {slot}, k{i}):"], "        "

    def has_always(self, keyword: str, code: str) -> str:
        """A keyword of a type speaks of the card wherever it is (whether it can be played at all)."""
        decl = self.game.keywords[keyword]
        if decl.type_of is not None:
            return f"{self.members_code(decl.type_of, code)} & {self.member_mask(decl.type_of, keyword)}"
        i = self.number_of(self.game.keywords, keyword)
        return f"s[{self.L['keyword ' + keyword]}] and k{i}(s, {code})"

    def rule_test(self, rule: RuleAllow, bearer: str, lifts: list[RuleAllow], pad: str) -> list[str]:
        number = rule.number
        owner = self.abilities[number].owner
        if rule.keyword is None and owner in self.ignorable:
            bit = 1 << list(self.game.rules).index(owner)
            head = f"{pad}if not s[{self.L['ignored']}] & {bit}:"
            return [head, *(f"    {line}" for line in self.rule_lines(rule, bearer, lifts, pad))]
        return self.rule_lines(rule, bearer, lifts, pad)

    def rule_lines(self, rule: RuleAllow, bearer: str, lifts: list[RuleAllow], pad: str) -> list[str]:
        number = rule.number
        entry = f"({number}, {bearer}, None, 0, 0, {bearer}, None)"
        if rule.allow.limit is not None:
            roles = [r for r in rule.allow.event.roles if not isinstance(r.value, n.Place)]
            ats = [self.role_index(rule.frame, r.name) for r in roles]
            slot = self.L[f"history {rule.frame} {rule.allow.per}"]
            same = " and ".join(f"h[{at}] == ev[{at}]" for at in ats if at is not None)
            cards = [(at, mark) for name, mark in SINCE.items() if (at := self.role_index(rule.frame, name)) in ats]
            for at, mark in cards:
                now = f"h[{mark}] == s[{self.L['time']} + h[{at}]]"
                then = f"h[{at}] == s[{self.L['former']}] and h[{mark}] == s[{self.L['former time']}]"
                same += f" and (h[{at}] is None or h[{at}] < 0 or {now} or {then})"
            if number in self.tests and isinstance(rule.allow.limit, n.Num):
                test = "(" + re.sub(r"\be\[1\]", bearer, self.tests[number]) + ")"
                most = f"limit_of(s, t, ev, {rule.allow.limit.value})"
                return [
                    f"{pad}if s[{slot}] and {test} and len([1 for h in s[{slot}] if {same}]) >= {most}: return False"
                ]
            return [
                f"{pad}if s[{slot}]:",
                f"{pad}    r = a{number}(s, {entry}, ev)",
                f"{pad}    if r is not None and len([1 for h in s[{slot}] if {same}]) >= limit_of(s, t, ev, r): return False",
            ]
        against = [x for x in lifts if self.rule_lifted(x.allow, rule, x.condition) and x is not rule]
        of_keywords = [x for x in against if x.keyword is not None and x.bearer is not None]
        lift = "".join(f" and not ({self.speaks(x)})" for x in of_keywords)
        lift += "".join(f" and not {self.speaks(x)}" for x in against if x.keyword is None)
        test = f"a{number}(s, {entry}, ev)"
        if number in self.tests:
            test = "(" + re.sub(r"\be\[1\]", bearer, self.tests[number]) + ")"
        return [f"{pad}if {test} and not (t and lifted(s, t, ev, {number})){lift}: return False"]

    def speaks_against(
        self, permission: n.Allow, rule: n.Allow, owner: str, when: Any = None, rule_when: Any = None
    ) -> bool:
        """Whether a card's «può» lifts a rule: one of those that it names, or one that speaks of what it says."""
        if permission.ignoring:
            same = self.frame_of(permission.event) == self.frame_of(rule.event)
            return same and permission.allowed and rule.limit is None and owner in permission.ignoring
        return self.lifts(permission, rule, when, rule_when)

    def rule_lifted(self, permission: n.Allow, rule: RuleAllow, when: Any) -> bool:
        owner = self.abilities[rule.number].owner
        return self.speaks_against(permission, rule.allow, owner, when, rule.condition)

    def whatever_said(self, rule: Any) -> bool:
        """Whether a «può sempre» of a rule or a keyword is of the whole event, and so also against what cards forbid."""
        whole = rule.allow.despite is None and not self.restrictions(rule.allow)
        return rule.allow.always and whole and not (rule.keyword and rule.bearer is None)

    def speaks(self, permission: RuleAllow) -> str:
        """Whether a rule's «può», or a keyword's of the card that takes part, is of this event."""
        number, bearer = permission.number, f"ev[{permission.bearer}]"
        if permission.keyword is None:
            return f"a{number}(s, None, ev)"
        has = f"{bearer} is not None and {bearer} >= 0 and {self.has_always(permission.keyword, bearer)}"
        return f"{has} and a{number}(s, ({number}, {bearer}, None, 0, 0, {bearer}, None), ev)"

    def restrictions(self, allow: n.Allow) -> set[Any]:
        """The conditions by which an event is narrower than its verb: what a permission can speak against."""
        found: set[Any] = set()
        for role in allow.event.roles:
            if isinstance(role.value, n.Select):
                for condition in role.value.where:
                    parts = conditions_of(condition)
                    if allow.allowed:  # «può posare Erbe o Lane»: against what is said of either
                        parts = tuple(x for part in parts for x in (part.parts if isinstance(part, n.Or) else (part,)))
                    found |= {(role.name, self._as_compared(part)) for part in parts}
        found |= {("manner", m) for m in allow.event.manner}
        return found

    def _since_it_happened(self, permission: n.Allow, when: Any) -> set[str]:
        """What must have happened in a time for a permission, by its verb: «può sfidare nel turno in cui entra»."""
        said = [condition for _, condition in self.restrictions(permission)]
        its_own = (x for x in (conditions_of(when) if when is not None else ()) if n.Self() in walk(x))
        said += its_own
        return {self.frame_of(x.event) for x in said if isinstance(x, n.Happened) and x.within is not None}

    def _forbids_after(self, rule: n.Allow, verbs: set[str]) -> bool:
        happened = (x for _, x in self.restrictions(rule) if isinstance(x, n.Happened) and x.within is not None)
        return not rule.allowed and any(self.frame_of(x.event) in verbs for x in happened)

    def _as_compared(self, condition: n.Condition) -> n.Condition:
        """Of what would happen the verb alone; of what has entered that it did, wherever: «che sono entrati in questo turno»."""
        if isinstance(condition, n.Would):
            return n.Would(condition.event.__class__(condition.event.verb))
        if isinstance(condition, n.Happened) and self.game.frames[self.frame_of(condition.event)].crossing == "in":
            roles = tuple(role for role in condition.event.roles if role.name != "into")
            return evolve(condition, event=evolve(condition.event, roles=roles))
        return condition

    def lifts(self, permission: n.Allow, rule: n.Allow, when: Any = None, rule_when: Any = None) -> bool:
        """Whether a card's «può» speaks against a rule: same verb or one that is a kind of it, and it names what the rule
        forbids (or everything).

        ``when`` and ``rule_when`` are the conditions of their sentences: a permission for a time speaks against what
        the rules say of the time, and against nothing else."""
        if not permission.allowed or permission.free or permission.limit is not None or rule.limit is not None:
            return False
        if self.frame_of(permission.event) not in self.ancestors(self.frame_of(rule.event)):
            return False
        theirs = self.restrictions(rule)
        if permission.despite is not None:  # «anche se …» names what it speaks against
            said = conditions_of(permission.despite)
            places = [r.value.place for r in rule.event.roles if isinstance(r.value, n.Select) and r.value.place]
            lies = [n.IsIn(n.Candidate(), place) for place in places]
            asked = conditions_of(rule_when) if rule_when is not None else ()
            return any(
                self.alike(part, condition)
                for part in said
                for condition in (*lies, *(c for role, c in theirs if self.is_of(part, role, permission)), *asked)
            )
        mine = self.restrictions(permission)
        early = self._since_it_happened(permission, when)
        if early and any(self._forbids_after(each.allow, early) for each in self.rules_allow):
            return self._forbids_after(rule, early)  # «nel turno in cui entra»: against what is said of that alone
        rest = {x for x in mine if not isinstance(x[1], n.Happened)}
        if early and rest != mine:  # … and in no rule's words: against whatever keeps it from that
            return not self.of_more_than_whose(rest)
        there = self.places_named(permission)
        if of_time(when):
            return of_time(rule_when) or bool(mine & theirs) or bool(there & self.places_named(rule))
        if there and not self.of_more_than_whose(
            mine
        ):  # «le tue Lane possono cantare dal Cesto»: of what is said of the place
            return bool(there & self.places_named(rule))
        if mine and self.says_which_spot(permission) and any(isinstance(x, n.IsAmong) for x in walk(rule_when)):
            return True  # «può occupare la Casella Nord», of a card that others but those among its Mete hold out
        return not mine or bool(mine & theirs) or self.of_its_kind(theirs)

    @staticmethod
    def is_of(part: Any, role: str, permission: n.Allow) -> bool:
        """«può sfidare anche se è coperta»: said of who does it, and so not against what is forbidden of the one whom it is
        done to."""
        of = getattr(part, "of", None)
        name = of.name if isinstance(of, n.Var) else None
        told = [(r.name, r.value, getattr(r.value, "bind", None)) for r in permission.event.roles]
        whose = [called for called, value, bind in told if value == of or (name is not None and bind == name)]
        return not whose or role in whose

    def says_which_spot(self, permission: n.Allow) -> bool:
        """Whether a permission is of a card and of a place, told by its name, by whose it is, or as free."""
        spots = [r.value for r in permission.event.roles if isinstance(r.value, n.Select) and self.is_of_spots(r.value)]
        told = [part for spot in spots for c in spot.where for part in (c.parts if isinstance(c, n.Or) else (c,))]
        held = any(isinstance(role.value, n.Self) for role in permission.event.roles)
        return held and bool(told) and all(isinstance(x, n.IsCalled | n.ControlledBy | n.IsFree) for x in told)

    @staticmethod
    def of_more_than_whose(asked: set[Any]) -> bool:
        """Whether more is asked of those who take part than whose they are."""
        return any(not isinstance(condition, n.ControlledBy) for _, condition in asked)

    def places_named(self, allow: n.Allow) -> set[tuple[str, str]]:
        """The zones in which who takes part must be, and from which he does it: what his noun says already is none."""
        found = set()
        for role in allow.event.roles:
            held = role.value
            if role.name == "from" and isinstance(held, n.Place):
                found.add(("agent", held.zone))
            elif isinstance(held, n.Select) and held.place is not None and held.place.zone in self.game.zones:
                own = self.kinds_of_noun(held.noun)
                if own is None or len(own) > 1:
                    found.add((role.name, held.place.zone))
        return found

    @staticmethod
    def of_its_kind(theirs: frozenset[tuple[str, Any]] | set[tuple[str, Any]]) -> bool:
        """«chi non è un Mago non può cantare»: a rule of what does it, whatever is done; «può cantare i Canti verdi» is of one that may."""
        parts = [part.part if isinstance(part, n.Not) else None for _, part in theirs]
        return (
            bool(parts)
            and all(role == "agent" for role, _ in theirs)
            and all(isinstance(x, n.HasMember | n.IsKind) for x in parts)
        )

    def alike(self, said: Any, forbidden: Any) -> bool:
        """Whether two conditions are one, whoever they are said of."""
        if isinstance(said, n.IsStatus) and isinstance(forbidden, n.IsStatus):
            return self.status(said.status, said) == self.status(forbidden.status, forbidden)
        if isinstance(said, n.IsIn) and isinstance(forbidden, n.IsIn):
            return said.place.zone == forbidden.place.zone
        if isinstance(said, n.Would) and isinstance(forbidden, n.Would):
            return self.frame_of(said.event) == self.frame_of(forbidden.event)
        return bool(said == forbidden)

    def beats(self) -> None:
        for ability in self.abilities:
            if isinstance(ability.node, n.Allow) and ability.node.allowed:
                ability.beats = frozenset(
                    r.number
                    for r in self.rules_allow
                    if r.keyword is None
                    and not r.allow.allowed
                    and self.rule_lifted(ability.node, r, ability.condition)
                )


def of_time(condition: Any) -> bool:
    """Whether a condition speaks of the time and of nothing else."""
    if isinstance(condition, (n.And, n.Or)):
        return all(of_time(part) for part in condition.parts)
    if isinstance(condition, n.Not):
        return of_time(condition.part)
    return isinstance(condition, (n.During, n.AnyTime))
