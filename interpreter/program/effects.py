"""Effects as programs: what is done, in the order of the words, stopping where a person must choose."""

from __future__ import annotations

import re
from typing import Any

from attrs import evolve

from dsl.meaning import nodes as n

from .emit import Writer
from .expressions import CannotCompile, Env
from .layout import ENTRY, FIRST, PLAYER_WORDS, TEXT, walk
from .standing import StandingEffects

MANY = 1 << 30
VALUE = -3  # the kind of an entry of the log: a stored value has changed
ASKED = re.compile(r"\b(?:cl|lv|v)\d+\((?:[^()\[\]]|\[[^()\[\]]*\])*\)")  # a question without parts of its own
STANDING = (n.Modify, n.Grant, n.Suppress, n.BecomesStatus, n.Allow, n.Claim)
CHOSEN = frozenset({"chosen", "scelto", "scelta"})


class Effects(StandingEffects):
    """The part of the compiler that writes programs."""

    # what the whole compiler knows of verbs, words and prompts

    def prompt(self, node: Any) -> int:
        raise NotImplementedError

    def word(self, text: str) -> int:
        raise NotImplementedError

    def words_of(self, node: n.Do) -> str:
        raise NotImplementedError

    def event_program(self, frame: str) -> int:
        raise NotImplementedError

    def steps_of(self, frame: str) -> tuple[Any, ...]:
        raise NotImplementedError

    def may_be_forbidden(self, frame: str) -> bool:
        raise NotImplementedError

    def effect(self, node: Any, w: Writer, env: Env) -> Env:
        """Write what carries out an effect; gives back the names known after it."""
        handler = getattr(self, "do_" + type(node).__name__.lower(), None)
        if handler is None:
            raise CannotCompile(f"effetto senza programma: {type(node).__name__}", node)
        found: Env | None = handler(node, w, env)
        return found if found is not None else env

    # -- order -------------------------------------------------------------------------------------------------

    def do_sequence(self, node: n.Sequence, w: Writer, env: Env) -> Env:
        for part in node.parts:
            env = self.effect(part, w, env)
        return env

    def do_together(self, node: n.Together, w: Writer, env: Env) -> None:
        parts: list[tuple[str | None, Any]] = []
        for part in node.parts:
            if isinstance(part, n.If) and part.otherwise is None:
                flag = w.local()
                w.line(f"fr[{flag}] = 1 if {self.guarded(part.condition, env)} else 0")
                parts.append((f"fr[{flag}]", part.then))
            else:
                parts.append((None, part))
        saved = w.local()
        w.line(f"fr[{saved}] = s[{self.L['snap']}]")
        w.line(f"s[{self.L['snap']}] = tuple(s[{self.L.index_triggers}:{self.L.end_triggers}])")
        for test, part in parts:
            after = w.label()
            if test is not None:
                w.unless(test, after)
            self.effect(part, w, env)
            w.place(after)
        w.line(f"s[{self.L['snap']}] = fr[{saved}]")

    def do_firsttrue(self, node: n.FirstTrue, w: Writer, env: Env) -> None:
        end = w.label()
        known: dict[str, str] = {}
        for part in node.parts:
            after = w.label()
            if not isinstance(part, n.If):
                self.effect(part, w, env)
                w.jump(end)
                w.place(after)
                continue
            w.unless(self.once(self.guarded(part.condition, env), known, w), after)
            self.effect(part.then, w, env)
            w.jump(end)
            w.place(after)
            if part.otherwise is not None:
                self.effect(part.otherwise, w, env)
                w.jump(end)
                w.place(w.label())
        w.place(end)

    def once(self, code: str, known: dict[str, str], w: Writer) -> str:
        """In a decision list nothing happens between the lines: what several ask is computed once."""

        def kept(found: re.Match[str]) -> str:
            text = found.group(0)
            if text not in known:
                known[text] = f"q{len(known)}"
                there = " and ".join(
                    f"{slot} is not None" for slot in dict.fromkeys(re.findall(r"s\[\d+\](?=[,)])", text))
                )
                w.line(f"{known[text]} = {text}" + (f" if {there} else 0" if there else ""))
            return known[text]

        return ASKED.sub(kept, code)

    def do_if(self, node: n.If, w: Writer, env: Env) -> None:
        after = w.label()
        env = self.choices_of_condition(node.condition, w, env)
        w.unless(self.guarded(node.condition, env), after)
        self.effect(node.then, w, env)
        if node.otherwise is None:
            w.place(after)
            return
        end = w.label()
        w.jump(end)
        w.place(after)
        self.effect(node.otherwise, w, env)
        w.place(end)

    def choices_of_condition(self, condition: Any, w: Writer, env: Env) -> Env:
        """«Se il bersaglio …»: a thing that the condition singles out is chosen before it is looked at."""
        for node in walk(condition):
            if isinstance(node, n.Select) and node.pick is n.Pick.TARGET and node.bind and node.bind not in env.names:
                env = self.choose(node, w, env, env.you or "fr[3]", None)[1]
        return env

    def guarded(self, condition: Any, env: Env) -> str:
        """A condition that is false when it speaks of a choice that found nothing."""
        code = self.condition(condition, env)
        names = {x.name for x in walk(condition) if isinstance(x, n.Var) and x.name in env.names}
        tests = [f"{env.names[x][0]} is not None" for x in sorted(names) if env.names[x][1] in ("card", "player")]
        tests += self.present(condition, env)
        return "(" + " and ".join([*tests, code]) + ")"

    def present(self, condition: Any, env: Env) -> list[str]:
        """Participants that a condition reads must be there."""
        slots = {
            x.name
            for x in walk(condition)
            if isinstance(x, n.Var) and x.name not in env.names and f"in {x.name}" in self.L.slots
        }
        return [f"s[{self.L['in ' + x]}] is not None" for x in sorted(slots)]

    def do_cost(self, node: n.Cost, w: Writer, env: Env) -> Env:
        end = w.label()
        test = self.feasible(node.pay, env)
        if test != "True":
            w.unless(f"({test})", end)
        outer, w.full = w.full, w.local()
        w.line(f"fr[{w.full}] = 1")
        env = self.effect(node.pay, w, env)
        mine, w.full = w.full, outer
        w.unless(f"fr[{mine}]", end)
        env = self.effect(node.then, w, env)
        w.place(end)
        return env

    def do_may(self, node: n.May, w: Writer, env: Env) -> Env:
        refused, end = w.label(), w.label()
        test = self.feasible(node.effect, env)
        if test != "True":
            w.unless(f"({test})", refused)
        w.unless(f"s[{self.L['trial']}] is None", refused)
        resume = w.label()
        w.ask(resume, f"ask(m, s, fr, {self.as_player(node.who, env)}, 'may', (1, 0), {self.prompt(node)})")
        w.unless("m.pick", refused)
        if w.last is not None:
            w.line(f"fr[{w.last}] = 1")
        found = self.effect(node.effect, w, env)
        w.jump(end)
        w.place(refused)
        if node.otherwise is not None:
            self.effect(node.otherwise, w, env)
        elif w.full is not None:
            w.line(f"fr[{w.full}] = 0")
        w.place(end)
        return found

    def do_chooseone(self, node: n.ChooseOne, w: Writer, env: Env) -> None:
        who = self.as_player(node.who, env)
        left, taken = w.local(), w.local()
        tests = [self.feasible(option, env) for option in node.options]
        w.line(f"fr[{left}] = ({''.join(f'({i} if {t} else -1), ' for i, t in enumerate(tests))})")
        again, end, ask = w.label(), w.label(), w.label()
        w.line(f"fr[{taken}] = 0")
        w.place(again)
        w.line(f"o = tuple([i for i in fr[{left}] if i >= 0])")
        w.unless(f"(o and fr[{taken}] < {node.number})", end)
        w.line("m.pick = o[0]")
        w.line("if len(o) > 1:")
        w.line(f"fr[1] = {ask}", 1)
        w.line(f"return ask(m, s, fr, {who}, 'mode', o, {self.prompt(node)})", 1)
        w.place(ask)
        w.line(f"fr[{taken}] += 1")
        w.line(f"fr[{left}] = tuple([-1 if i == m.pick else i for i in fr[{left}]])")
        w.line("i = m.pick")
        chosen = w.local()
        w.line(f"fr[{chosen}] = i")
        for i, option in enumerate(node.options):
            after = w.label()
            w.unless(f"fr[{chosen}] == {i}", after)
            self.effect(option, w, env)
            w.jump(again)
            w.place(after)
        w.place(end)

    def do_foreach(self, node: n.ForEach, w: Writer, env: Env) -> None:
        many, at, one = w.local(), w.local(), w.local()
        kind = (
            "player"
            if isinstance(node.over, n.Select) and node.over.noun in PLAYER_WORDS
            else self.kind(node.over, env).rstrip("s")
        )
        if isinstance(node.over, n.Select):
            listed = self.listed(node.over, env)
        else:
            listed = self.term(node.over, env)
        if kind == "player":
            start = (
                self.as_player(node.start, env)
                if node.start is not None
                else f"s[{self.L['player ' + self.turn_period()]}]"
            )
            listed = f"from_player({listed}, {start})"
        w.line(f"fr[{many}] = tuple({listed})")
        w.line(f"fr[{at}] = 0")
        again, end = w.label(), w.label()
        w.place(again)
        w.unless(f"fr[{at}] < len(fr[{many}])", end)
        w.line(f"fr[{one}] = fr[{many}][fr[{at}]]")
        w.line(f"fr[{at}] += 1")
        self.effect(node.effect, w, env.naming(**{node.bind: (f"fr[{one}]", kind)}))
        w.jump(again)
        w.place(end)

    def do_repeat(self, node: n.Repeat, w: Writer, env: Env) -> None:
        left = w.local()
        w.line(f"fr[{left}] = {self.number(node.times, env)}")
        again, end = w.label(), w.label()
        w.place(again)
        w.unless(f"fr[{left}] > 0", end)
        w.line(f"fr[{left}] -= 1")
        self.effect(node.effect, w, env)
        w.jump(again)
        w.place(end)

    def do_until(self, node: n.Until, w: Writer, env: Env) -> None:
        again, end = w.label(), w.label()
        w.place(again)
        w.unless(self.still(node, env), end)
        w.line(f"s[{self.L['did']}] = 0")
        self.effect(node.effect, w, env)
        w.unless(f"s[{self.L['did']}]", end)  # nothing could be done: it would never end
        w.jump(again)
        w.place(end)

    def still(self, node: n.Until, env: Env) -> str:
        """Whether to go on: «finché non sono lo stesso numero» takes away from the greater side only."""
        condition, effect = node.condition, node.effect
        if isinstance(condition, n.Compare) and condition.op == "==" and isinstance(effect, n.Do):
            taken = next(
                (r.value for r in effect.event.roles if r.name == "object" and isinstance(r.value, n.Select)), None
            )
            sides = condition.left, condition.right
            for mine, other in (sides, sides[::-1]):
                if isinstance(mine, n.Count) and isinstance(other, n.Count) and taken is not None:
                    if (mine.what.noun, mine.what.where) == (taken.noun, taken.where):
                        return f"({self.number(mine, env)} > {self.number(other, env)})"
        return f"(not {self.guarded(condition, env)})"

    # -- choices -----------------------------------------------------------------------------------------------

    def needs_choice(self, node: Any) -> bool:
        return isinstance(node, n.Select) and node.quantity is not n.Quantity.ALL

    def choosing(self, node: Any) -> bool:
        """Whether a group has members that somebody must choose."""
        return isinstance(node, n.Group) and any(isinstance(m, n.Select) for m in node.members)

    def choose_group(self, group: n.Group, w: Writer, env: Env, who: str, test: str | None) -> tuple[str, Env, str]:
        """«una Lana o un'Erba»: one of all those; «una Lana e un'Erba»: one and one."""
        singles = all(not self.kind(m, env).endswith("s") for m in group.members)
        if group.either and singles:
            parts = [
                self.listed(m, env) if isinstance(m, n.Select) else f"({self.term(m, env)},)" for m in group.members
            ]
            listed = f"flat({', '.join(parts)})"
            if test is not None:
                listed = f"[x for x in {listed} if {test}]"
            slot = w.local()
            first = next(m for m in group.members if isinstance(m, n.Select))
            self.choose_one(first, w, env, who, listed, slot)
            return f"fr[{slot}]", env, "player" if first.noun in PLAYER_WORDS else "card"
        codes = []
        for member in group.members:
            if isinstance(member, n.Select):
                code, env, _ = self.choose(member, w, env, who, test)
                codes.append(code)
            else:
                codes.append(self.term(member, env))
        return f"flat({', '.join(codes)})", env, "cards"

    def do_choose(self, node: n.Choose, w: Writer, env: Env) -> Env:
        return self.choose(node.what, w, env, self.as_player(node.who, env), None)[1]

    def choose(self, node: n.Select, w: Writer, env: Env, agent: str, test: str | None) -> tuple[str, Env, str]:
        """Write the choice of a selection; gives the code of what was chosen, the names, and its kind.

        ``test`` is a further condition on the candidate, written with the name «x»."""
        listed = self.listed(node, env)
        if test is not None:
            listed = f"[x for x in {listed} if {test}]"
        if agent.startswith("controller("):  # of a thing that may not have been found: then nobody chooses
            listed = f"({listed} if {agent} is not None else ())"
        one = "player" if node.noun in PLAYER_WORDS else "card"
        slot = w.local()
        if node.quantity is n.Quantity.ALL:
            w.line(f"fr[{slot}] = tuple({listed})")
            kind = one + "s"
        elif node.quantity is n.Quantity.EXACTLY and (node.number is None or node.number == n.Num(1)):
            self.choose_one(node, w, env, agent, listed, slot)
            kind = one
        else:
            self.choose_many(node, w, env, agent, listed, slot)
            kind = one + "s"
        if node.bind:
            env = env.naming(**{node.bind: (f"fr[{slot}]", kind)})
        for condition in node.where:  # «una Lanterna di un giocatore»: whose it turned out to be
            if (
                isinstance(condition, n.ControlledBy)
                and isinstance(condition.by, n.Select)
                and condition.by.bind
                and kind == one == "card"
            ):
                env = env.naming(**{condition.by.bind: (f"controller(s, fr[{slot}])", "player")})
        return f"fr[{slot}]", env, kind

    def chooser(self, node: n.Select, env: Env, agent: str) -> str:
        if node.pick is n.Pick.OPPONENT:
            return self.the_other(env.you or agent, node)
        if node.pick in (n.Pick.TARGET, n.Pick.USER):
            return env.you or agent
        return agent

    def choose_one(self, node: n.Select, w: Writer, env: Env, agent: str, listed: str, slot: int) -> None:
        w.line(f"o = tuple({listed})")
        if node.pick is n.Pick.RANDOM:
            w.line(f"fr[{slot}] = (o[below(s, {self.L['rng']}, len(o))] if len(o) > 1 else o[0]) if o else None")
            self.mark_missing(w, f"fr[{slot}] is not None")
            return
        resume, after = w.label(), w.label()
        w.line("if len(o) > 1:")
        w.line(f"fr[1] = {resume}", 1)
        w.line(f"return ask(m, s, fr, {self.chooser(node, env, agent)}, 'card', o, {self.prompt(node)})", 1)
        w.line(f"fr[{slot}] = o[0] if o else None")
        w.jump(after)
        w.place(resume)
        w.line(f"fr[{slot}] = m.pick")
        w.place(after)
        self.mark_missing(w, f"fr[{slot}] is not None")

    def mark_missing(self, w: Writer, test: str) -> None:
        """A cost is not paid in full when a thing to pay with is missing."""
        if w.full is not None:
            w.line(f"if not ({test}): fr[{w.full}] = 0")

    def choose_many(self, node: n.Select, w: Writer, env: Env, agent: str, listed: str, slot: int) -> None:
        number = self.number(node.number, env) if node.number is not None else "1"
        Q = n.Quantity
        if node.pick is n.Pick.RANDOM:
            w.line(f"fr[{slot}] = sample(s, tuple({listed}), {number})")
            return
        least, most = {
            Q.EXACTLY: (number, number),
            Q.UP_TO: ("0", number),
            Q.AT_LEAST: (number, str(MANY)),
            Q.ANY: ("0", str(MANY)),
        }[node.quantity]
        who = self.chooser(node, env, agent)
        w.line(f"fr[{slot}] = ()")
        again, resume, end = w.label(), w.label(), w.label()
        w.place(again)
        w.line(f"z = fr[{slot}]")
        w.line(f"o = [x for x in {listed} if x not in z]" if node.distinct is None else self.distinct(node, listed))
        w.unless(f"(o and len(z) < {most})", end)
        w.line(f"if len(z) + len(o) <= {least}:")
        w.line(f"fr[{slot}] = z + tuple(o)", 1)
        w.line(f"pc = {end}", 1)
        w.line("continue", 1)
        w.line(f"if len(z) >= {least}: o.append(None)")
        w.ask(resume, f"ask(m, s, fr, {who}, 'card', tuple(o), {self.prompt(node)})")
        w.unless("m.pick is not None", end)
        w.line(f"fr[{slot}] += (m.pick,)")
        w.jump(again)
        w.place(end)
        self.mark_missing(w, f"len(fr[{slot}]) >= {least}")

    def distinct(self, node: n.Select, listed: str) -> str:
        f = self.value_function(str(node.distinct))
        return f"o = [x for x in {listed} if x not in z and not any([{f}(s, x) & {f}(s, y) for y in z])]"

    # -- events ------------------------------------------------------------------------------------------------

    def reflexive(self, frame: str, event: n.Event) -> bool:
        """Whether the event is said without its agent («si spezza»)."""
        said = {r.name for r in event.roles}
        return any(
            "agent" not in names and names <= said | {"from", "to", "into"}
            for names in ({r.name for r in f.roles} for f in self.game.frames[frame].forms)
        )

    def do_do(self, node: n.Do, w: Writer, env: Env) -> Env:
        event = node.event
        frame = self.frame_of(event)
        decl = self.game.frames[frame]
        by_name = {r.name: r.value for r in event.roles}
        codes: dict[str, str] = {}
        kinds: dict[str, str] = {}
        end = w.label()
        unsaid = self.unsaid_object(frame, by_name)
        if unsaid is not None:
            by_name["object"] = unsaid
        if "agent" in by_name:
            env, codes["agent"], kinds["agent"] = self.role_code(
                by_name["agent"], frame, "agent", w, env, env.you or "fr[3]", codes, event, node
            )
        elif "agent" in self.roles[frame]:
            codes["agent"], kinds["agent"] = (
                ("None", "player") if self.reflexive(frame, event) else (env.you or "None", "player")
            )
        agent_kind = kinds.get("agent", "player")
        if agent_kind in ("players", "cards") and not self.takes_many(frame, "agent"):
            return self.each_agent(node, w, env.naming(**{"#agents": (codes["agent"], agent_kind)}))
        if "agent" in by_name and isinstance(by_name["agent"], (n.Select, n.Var, n.Related)):
            self.skip_without(codes["agent"], w, end)
        if agent_kind == "player":
            who = codes.get("agent", "None")
            who = who if who != "None" else (env.you or "fr[3]")
        else:
            who = f"controller(s, {codes['agent']})" if agent_kind == "card" else (env.you or "fr[3]")
        order = sorted((r for r in self.roles[frame] if r != "agent"), key=lambda r: r != "object")
        for role in order:
            if role in by_name:
                env, codes[role], kinds[role] = self.role_code(
                    by_name[role], frame, role, w, env, who, codes, event, node
                )
                if kinds[role] in ("card", "player") and isinstance(
                    by_name[role], (n.Select, n.Var, n.TextOf, n.Related)
                ):
                    self.skip_without(codes[role], w, end)
        for role in by_name:
            if role not in self.roles[frame] and not (role == "into" and isinstance(by_name[role], n.Select)):
                place = by_name[role]
                if role == "from" and isinstance(place, n.Place) and codes.get("object", "None") != "None":
                    place_test = self.on_isin(n.IsIn(n.Candidate(), place), env.under_test(codes["object"], "card"))
                    w.unless(f"({codes['object']} is not None and {place_test})", end)
                    continue
                raise CannotCompile(f"il verbo {decl.verb} non ha il complemento «{role}»", event)
        for role in ("object", "to", "into"):
            if role not in by_name and self.needs(frame, role):
                raise CannotCompile(f"a «{decl.verb}» manca un complemento («{role}»)", event)
        manner = self.manner_code(frame, event, env)
        roles = [codes.get(r, "None") for r in self.roles[frame]]
        cause = self.number_of(self.game.periods, env.period) if env.period else None
        if event.cause is not None and event.cause in self.game.periods:
            cause = self.number_of(self.game.periods, event.cause)
        me = env.me if env.me is not None else "None"
        pid = self.event_program(frame)
        template = f"[{pid}, 0, {me}, {who}, {', '.join(roles + [''])}{manner}, {cause}, {self.words_of(node)}"
        plural = next(
            (
                r
                for r in self.roles[frame]
                if kinds.get(r, "") in ("cards", "players") and not self.takes_many(frame, r)
            ),
            None,
        )
        resume = w.label()
        counted = "number" in self.roles[frame] and not self.uses_number(frame)
        if plural is not None:
            at = self.role_index(frame, plural)
            w.call(resume, f"batch(m, s, {template}], {at})")
        elif counted and codes.get("number", "1") != "1":
            amount = codes["number"]
            w.call(resume, f"times(m, s, {template}], {amount})")
        else:
            i = self.number_of(self.game.frames, frame)
            w.call(resume, f"e{i}(m, s, {template}, PAD{pid}])")
        self.arrives_as(by_name.get("into"), codes.get("object"), w)
        self.after_event(node, w, by_name, codes, kinds, plural)
        w.place(end)
        self.after_search(by_name.get("object"), w)
        if node.bind:
            name = node.bind
            done = w.local()
            w.line(f"fr[{done}] = s[{self.L['did']}]")
            env = env.naming(**{name: (f"fr[{done}]", "number")})
        del decl
        return env

    def needs(self, frame: str, role: str) -> bool:
        """Whether a verb cannot be done without a complement: every way to say it has one, and not only as its way."""
        decl = self.game.frames[frame]
        forms = [r for f in decl.forms for r in f.roles if r.name == role]
        said = len(forms) == len(decl.forms) and all(isinstance(r.value, (n.Select, n.Place)) for r in forms)
        return said and not decl.counted and not any(self.no_thing(r.value) for r in forms)

    def arrives_as(self, into: Any, code: str | None, w: Writer) -> None:
        """«in una Lanterna non in Quiete»: the statuses with which the thing arrives."""
        if not isinstance(into, n.Select) or code is None or code == "None":
            return
        for condition in into.where:
            positive = not isinstance(condition, n.Not)
            part = condition if positive else condition.part  # type: ignore[union-attr]
            if not isinstance(part, n.IsStatus) or not isinstance(part.of, n.Candidate):
                raise CannotCompile("non si sa come arrivarci", condition)
            i, meant = self.status(part.status, part)
            change = f"|= {1 << i}" if positive == meant else f"&= {~(1 << i)}"
            w.line(f"if s[{self.L['did']}] and {code} is not None: s[{self.L['stat']} + {code}] {change}")

    def after_search(self, value: Any, w: Writer) -> None:
        """A pile in which something was looked for is shuffled, if the game says so."""
        if (
            not isinstance(value, n.Select)
            or value.place is None
            or value.pick is n.Pick.NAMED
            or value.among is not None
        ):
            return
        zone = self.game.zones.get(value.place.zone)
        if zone is not None and zone.shuffled_on_search and zone.owner == "shared" and value.place.end is None:
            w.line(f"shuffle(s, {self.L['zone ' + zone.name]})")

    def unsaid_object(self, frame: str, said: dict[str, Any]) -> n.Select | None:
        """«una tua Lanterna attacca»: what the verb needs and the sentence does not say is chosen as in the action of that verb."""
        if "object" in said or "agent" not in said or self.reflexive(frame, n.Event(frame)):
            return None
        needs = all(
            any(r.name == "object" and isinstance(r.value, n.Select) and not self.no_thing(r.value) for r in f.roles)
            for f in self.game.frames[frame].forms
        )
        if not needs or self.game.frames[frame].counted:
            return None
        for action in self.game.actions.values():
            for node in walk(action.effect):
                if isinstance(node, n.Event) and self.frame_of(node) == frame:
                    name = next(
                        (r.value.name for r in node.roles if r.name == "object" and isinstance(r.value, n.Var)), None
                    )
                    for choice in action.choices:
                        if (
                            choice.what is not None
                            and choice.what.bind == name
                            and choice.what.noun not in PLAYER_WORDS
                        ):
                            return evolve(choice.what, bind=None)
        return None

    def takes_many(self, frame: str, role: str) -> bool:
        """Whether a verb takes several things as one participant («alcune … pareggiano»)."""
        for form in self.game.frames[frame].forms:
            for r in form.roles:
                if r.name == role and isinstance(r.value, n.Select) and not self.no_thing(r.value):
                    return r.value.quantity is not n.Quantity.EXACTLY
        return False

    def skip_without(self, code: str, w: Writer, end: int) -> None:
        """What cannot be done for want of somebody or something is not done, and does not pay a cost."""
        if w.full is not None:
            w.line(f"if {code} is None: fr[{w.full}] = 0")
        w.unless(f"{code} is not None", end)

    def each_agent(self, node: n.Do, w: Writer, env: Env) -> Env:
        """«i giocatori scartano una carta»: each in turn does it."""
        roles = tuple(evolve(r, value=n.Var("#agent")) if r.name == "agent" else r for r in node.event.roles)
        one = n.Do(evolve(node.event, roles=roles), free=node.free, span=node.span)
        self.do_foreach(n.ForEach(n.Var("#agents"), "#agent", one), w, env)
        return env

    def after_event(
        self,
        node: n.Do,
        w: Writer,
        by_name: dict[str, Any],
        codes: dict[str, str],
        kinds: dict[str, str],
        plural: str | None,
    ) -> None:
        if w.full is None:
            return
        need = "1"
        if plural is not None:
            value = by_name[plural]
            number = getattr(value, "number", None)
            need = str(number.value) if isinstance(number, n.Num) and value.quantity is n.Quantity.EXACTLY else "1"
        elif "number" in codes and not self.uses_number(self.frame_of(node.event)):
            need = codes["number"]
        w.line(f"if s[{self.L['did']}] < {need}: fr[{w.full}] = 0")

    def uses_number(self, frame: str) -> bool:
        """Whether the steps of a verb speak of its amount; otherwise they are done as many times."""
        return any(
            isinstance(x, n.Var) and x.name == "number" for step in self.steps_of(frame) for x in walk(step.effect)
        )

    def role_code(
        self,
        value: Any,
        frame: str,
        role: str,
        w: Writer,
        env: Env,
        who: str,
        codes: dict[str, str],
        event: n.Event,
        do: n.Do | None,
    ) -> tuple[Env, str, str]:
        """The code of a participant, chosen now if it must be."""
        if isinstance(value, n.TextOf):
            kinds = value.kinds
            if isinstance(value.of, n.Select):
                inner = value.of
                test = self.kind_test(kinds, "x") if kinds else None
                code, env, kind = self.choose(inner, w, env, who, test)
                return env, code, kind
            return env, self.term(value.of, env), self.kind(value.of, env)
        if isinstance(value, n.Place):
            return env, self.zone_slot(value, env, who), "zone"
        if self.choosing(value):
            inside = self.at_place_of(frame, env, codes.get("agent", "None"), who) if role == "object" else env
            picks = [m.pick for m in value.members if isinstance(m, n.Select)]
            test = None if n.Pick.TARGET in picks else self.possible(frame, role, event, env, codes, who)
            code, found, kind = self.choose_group(value, w, inside, who, test)
            names = {k: v for k, v in found.names.items() if k not in inside.names}
            return env.naming(**names), code, kind
        if self.no_thing(value):
            return env, "None", "nothing"
        if isinstance(value, n.Select):
            inside = env
            if role == "object" and value.place is None:
                inside = self.at_place_of(frame, env, codes.get("agent", "None"), who)
            test = None if value.pick is n.Pick.TARGET else self.possible(frame, role, event, env, codes, who)
            if role == "agent" and test is not None:
                other = self.unsaid_object(frame, {r.name: r.value for r in event.roles})
                if other is not None:
                    again = self.possible(frame, role, event, env, {**codes, "object": "y"}, who)
                    test = f"any([1 for y in {self.listed(evolve(other, quantity=n.Quantity.ALL), env)} if {again}])"
            code, found, kind = self.choose(value, w, inside, who, test)
            return (
                evolve(
                    found,
                    place=env.place,
                    names={
                        **env.names,
                        **{k: v for k, v in found.names.items() if k not in inside.names or k == value.bind},
                    },
                ),
                code,
                kind,
            )
        if isinstance(value, n.ChosenMember):
            return env, self.choose_member(value, w, env), "mask"
        if role == "number":
            return env, self.number(value, env), "number"
        return env, self.number(value, env), self.kind(value, env)

    def kind_test(self, kinds: tuple[str, ...], var: str) -> str:
        value = next((v for v in self.game.values if all(k in self.game.values[v].members for k in kinds)), None)
        if value is None:
            raise CannotCompile(f"{', '.join(kinds)}: non sono tipi di un testo")
        mask = sum(self.member_mask(value, k) for k in kinds)
        return f"{self.value_function(value)}(s, {var}) & {mask}"

    def at_place_of(self, frame: str, env: Env, agent: str, who: str) -> Env:
        """Looking for the object of a verb where the verb takes it from, when the noun does not say where."""
        place = self.place_of(frame)
        if place is None:
            return env
        return evolve(env.naming(agent=(who if agent == "None" else agent, "player")), place=place)

    def place_of(self, frame: str) -> n.Place | None:
        return self.game.frames[frame].place

    def possible(self, frame: str, role: str, event: n.Event, env: Env, codes: dict[str, str], who: str) -> str | None:
        """The test that the event may happen to the candidate «x»; None when nothing could forbid it."""
        if not self.may_be_forbidden(frame):
            return None
        roles = [("x" if r == role else codes.get(r, "None")) for r in self.roles[frame]]
        manner = self.manner_code(frame, event, env)
        i = self.number_of(self.game.frames, frame)
        return f"ok{i}(s, [0, 0, None, {who}, {', '.join(roles + [''])}{manner}, None, 0])"

    def choose_member(self, node: n.ChosenMember, w: Writer, env: Env) -> str:
        decl = self.game.values[node.value]
        slot = w.local()
        resume = w.label()
        masks = tuple(1 << i for i in range(len(decl.members)))
        w.ask(resume, f"ask(m, s, fr, {self.as_player(node.by, env)}, 'member', {masks}, {self.prompt(node)})")
        w.line(f"fr[{slot}] = m.pick")
        return f"fr[{slot}]"

    def zone_slot(self, place: n.Place | n.Var | None, env: Env, who: str) -> str:
        """The slot of a pile: a constant, or a base and a player."""
        if isinstance(place, n.Var):
            return self.variable(place, env)
        if place is None:
            raise CannotCompile("manca il luogo")
        if place.zone in env.names:
            return env.names[place.zone][0]
        if place.zone not in self.game.zones and "#zone" in env.names:
            return env.names["#zone"][0]  # «nella zona»: the one of the event
        if place.zone not in self.game.zones:
            raise CannotCompile(f"«{place.zone}» non è una zona", place)
        zone = self.game.zones[place.zone]
        base = self.L["zone " + place.zone]
        if zone.owner == "shared":
            return str(base)
        if zone.owner == "card":
            return f"{base} + {self.term(place.of, env)}"
        return f"{base} + {self.as_player(place.of, env) if place.of is not None else who}"

    # -- what can be done --------------------------------------------------------------------------------------

    def feasible(self, node: Any, env: Env) -> str:
        """Whether something of an effect could be done now; «True» when it is not worth asking."""
        try:
            return self.feasible_code(node, env)
        except CannotCompile:
            return "True"

    def feasible_code(self, node: Any, env: Env) -> str:
        if isinstance(node, n.Do):
            return self.feasible_event(node, env)
        if isinstance(node, n.Sequence):
            return self.feasible_code(node.parts[0], env) if node.parts else "False"
        if isinstance(node, n.Cost):
            return self.feasible_code(node.pay, env)
        if isinstance(node, n.May):
            return self.feasible_code(node.effect, env)
        if isinstance(node, (n.Modify, n.Grant, n.Suppress)) and self.needs_choice(node.target):
            return f"bool({self.listed(node.target, env)})"  # type: ignore[arg-type]
        return "True"

    def feasible_event(self, node: n.Do, env: Env) -> str:
        frame = self.frame_of(node.event)
        by_name = {r.name: r.value for r in node.event.roles}
        agent = by_name.get("agent")
        if self.needs_choice(agent):
            other = self.unsaid_object(frame, by_name)
            if other is not None:
                listed = self.listed(evolve(other, quantity=n.Quantity.ALL), env)
                test = self.possible(frame, "agent", node.event, env, {"object": "y"}, env.you or "fr[3]")
                return f"any([1 for x in {self.listed(agent, env)} for y in {listed} if {test or 'True'}])"  # type: ignore[arg-type]
            return f"bool({self.listed(agent, env)})"  # type: ignore[arg-type]
        codes = {"agent": self.term(agent, env)} if agent is not None else {"agent": env.you or "fr[3]"}
        who = self.as_player(agent, env) if agent is not None else (env.you or "fr[3]")
        for role in ("object", "to"):
            value = by_name.get(role)
            if isinstance(value, n.TextOf) and isinstance(value.of, n.Select):
                test = self.kind_test(value.kinds, "x") if value.kinds else "True"
                return f"any([1 for x in {self.listed(value.of, env)} if {test}])"
            if isinstance(value, n.Select) and not self.no_thing(value):
                inside = (
                    self.at_place_of(frame, env, codes["agent"], who)
                    if role == "object" and value.place is None
                    else env
                )
                listed = self.listed(value, inside)
                test = None if value.pick is n.Pick.TARGET else self.possible(frame, role, node.event, env, codes, who)
                if test is not None:
                    listed = f"[x for x in {listed} if {test}]"
                need = 1
                if value.quantity is n.Quantity.EXACTLY and isinstance(value.number, n.Num):
                    need = value.number.value
                return f"len({listed}) >= {need}"
            if role == "object" and value is not None and not self.no_thing(value) and self.may_be_forbidden(frame):
                codes[role] = self.term(value, env)
                roles = [codes.get(r, "None") for r in self.roles[frame]]
                if "to" in by_name and isinstance(by_name["to"], n.Select):
                    continue
                i = self.number_of(self.game.frames, frame)
                manner = self.manner_code(frame, node.event, env)
                return f"ok{i}(s, [0, 0, None, {who}, {', '.join(roles + [''])}{manner}, None, 0])"
        return "True"

    # -- standing effects made by an effect --------------------------------------------------------------------

    def do_modify(self, node: n.Modify, w: Writer, env: Env) -> Env:
        return self.stand(node, w, env)

    def do_grant(self, node: n.Grant, w: Writer, env: Env) -> Env:
        return self.stand(node, w, env)

    do_suppress = do_becomesstatus = do_allow = do_claim = do_grant

    def settle_amount(self, amount: Any, w: Writer, env: Env) -> tuple[Env, Any]:
        """What an amount singles out is chosen when the effect is used; what it counts is counted afresh."""
        if isinstance(amount, n.ChosenMember):
            code = self.choose_member(amount, w, env)
            return env.naming(**{"#member": (code, "mask")}), n.Var("#member")
        if (
            isinstance(amount, n.ValueOf)
            and isinstance(amount.of, n.Select)
            and not self.kind(amount.of, env).endswith("s")
        ):
            code, env, _ = self.choose(
                evolve(amount.of, bind=amount.of.bind or "#of"), w, env, env.you or "fr[3]", None
            )
            return env, evolve(amount, of=n.Var(amount.of.bind or "#of"))
        if isinstance(amount, n.Compute):
            parts = []
            for part in amount.of:
                env, settled = self.settle_amount(part, w, env)
                parts.append(settled)
            return env, evolve(amount, of=tuple(parts))
        return env, amount

    def stand(self, node: Any, w: Writer, env: Env) -> Env:
        """Put a standing effect in force from now, on what it names."""
        target = self.subject(node)
        locked = "None"
        kind = "group"
        if isinstance(target, n.Group) and target.members and not any(isinstance(m, n.Select) for m in target.members):
            locked, kind = self.term(target, env), "cards"
        elif self.choosing(target) and any(self.needs_choice(m) for m in target.members) and self.chosen_subject(node):
            locked, env, kind = self.choose_group(target, w, env, env.you or "fr[3]", None)
        elif self.needs_choice(target) and self.chosen_subject(node):
            locked, env, kind = self.choose(target, w, env, env.you or "fr[3]", None)
        elif isinstance(target, (n.Self, n.Var, n.Related)):
            locked, kind = self.term(target, env), self.kind(target, env)
        if isinstance(node, n.Modify):  # after the target: «scegli la forma del bersaglio»
            env, amount = self.settle_amount(node.amount, w, env)
            node = evolve(node, amount=amount)
        pinned = self.pin(node, kind)
        expiry, extra = self.expiry(getattr(node, "duration", None), env)
        static = self.entry_env(env, dynamic=True)
        number = self.ability(node, pinned, static, extra, getattr(node, "duration", None))
        for slot in self.slots_of(node):
            if kind.endswith("s"):
                w.line(f"for x in {locked}: stand(s, {slot}, {number}, fr, {expiry}, x)")
            elif kind == "card":
                w.line(f"if {locked} is not None: stand(s, {slot}, {number}, fr, {expiry}, {locked})")
            else:
                w.line(f"stand(s, {slot}, {number}, fr, {expiry}, None)")
        w.line(f"s[{self.L['did']}] = 1")
        return env

    def do_watch(self, node: n.Watch, w: Writer, env: Env) -> None:
        env = self.choices_of_condition(node.when, w, env)
        if isinstance(node.when, n.Event):  # what was chosen now is that thing, not another like it
            roles = tuple(
                evolve(r, value=n.Var(r.value.bind))
                if isinstance(r.value, n.Select) and r.value.pick is n.Pick.TARGET and r.value.bind
                else r
                for r in node.when.roles
            )
            node = evolve(node, when=evolve(node.when, roles=roles))
        expiry, extra = self.expiry(node.duration, env)
        number, slots = self.watch(node, env, extra)
        for slot in slots:
            w.line(f"stand(s, {slot}, {number}, fr, {expiry}, None)")

    def entry_env(self, env: Env, dynamic: bool) -> Env:
        """The same names, read from an entry in force instead of the frame that made it."""

        def moved(code: str) -> str:
            return code.replace("fr[", "e[") if not dynamic else _shift(code)

        names = {k: (moved(code), kind) for k, (code, kind) in env.names.items()}
        return evolve(env, me="e[1]", you="e[2]", names=names, candidate=None, event=None, place=None)

    # -- the machine's own movements ---------------------------------------------------------------------------

    def do_move(self, node: n.Move, w: Writer, env: Env) -> Env:
        who = env.you or "fr[3]"
        code, env, kind = self.what(node.what, w, env, who)
        if node.under is not None:
            zone = next(z for z in self.game.zones.values() if z.owner == "card")
            w.line(
                f"if {code} is not None: move(s, {code}, {self.L['zone ' + zone.name]} + {self.term(node.under, env)}, 1)"
            )
            return env
        assert node.to is not None
        if isinstance(node.to, n.Var):  # «va nella zona»: the one of the event
            node = evolve(node, to=n.Place(node.to.name))
        if node.keep and isinstance(node.to, n.Place) and node.to.zone not in self.game.zones:
            w.line(f"if {code} is not None: change_side(s, {code}, {self.as_player(node.to.of, env)})")
            return env
        slot = self.zone_slot(node.to, env, who)
        top = 0 if isinstance(node.to, n.Place) and node.to.end == "bottom" else 1
        ctrl = ""
        if kind.endswith("s"):
            w.line(f"move_all(s, {code}, {slot}, {top})")
        else:
            moved = f"fr[{w.moved}] = ({code}, s[{self.L['zone']} + {code}], {slot}); " if w.moved is not None else ""
            w.line(f"if {code} is not None: {moved}move(s, {code}, {slot}, {top}{ctrl})")
            w.line(f"else: fr[{w.failed}] = 1" if w.failed is not None else f"else: s[{self.L['did']}] = 0")
        return env

    def what(self, node: Any, w: Writer, env: Env, who: str) -> tuple[str, Env, str]:
        """What a movement moves: chosen, or singled out by its description."""
        if isinstance(node, n.Select) and node.quantity is not n.Quantity.ALL and node.pick is not n.Pick.NAMED:
            return self.choose(node, w, env, who, None)
        if self.choosing(node):
            return self.choose_group(node, w, env, who, None)
        slot = w.local()
        w.line(f"fr[{slot}] = {self.term(node, env)}")
        if isinstance(node, n.Select) and node.bind:
            env = env.naming(**{node.bind: (f"fr[{slot}]", self.kind(node, env))})
        return f"fr[{slot}]", env, self.kind(node, env)

    def do_setstatus(self, node: n.SetStatus, w: Writer, env: Env) -> Env:
        code, env, kind = self.what(node.what, w, env, env.you or "fr[3]")
        i, positive = self.status(node.status, node)
        on = node.on == positive
        change = f"|= {1 << i}" if on else f"&= {~(1 << i)}"
        if kind.endswith("s"):
            w.line(f"for x in {code}: s[{self.L['stat']} + x] {change}")
        else:
            w.line(f"if {code} is not None: s[{self.L['stat']} + {code}] {change}")
        return env

    def do_change(self, node: n.Change, w: Writer, env: Env) -> None:
        decl = self.game.values.get(node.value)
        if decl is None:
            raise CannotCompile(f"valore sconosciuto «{node.value}»", node)
        if decl.owner == "player":
            of = self.as_player(node.of, env) if node.of is not None else (env.you or "fr[3]")
            at = f"{self.L['value ' + node.value]} + {of}"
        elif decl.owner == "card" or decl.owner in self.game.nouns:
            at = f"{self.L['value ' + node.value]} + {self.term(node.of, env)}"
        else:
            at = str(self.L["value " + node.value])
        amount = self.as_player(node.amount, env) if decl.kind == "player" else self.number(node.amount, env)
        if node.op is n.Operation.SET:
            value = amount
        elif node.op is n.Operation.TIMES:
            value = f"s[{at}] * {amount}"
        else:
            value = f"s[{at}] + {amount}"
        if decl.minimum is not None and decl.kind == "number":
            value = f"max({decl.minimum}, {value})"
        w.line(f"s[{at}] = {value}")
        number = self.number_of(self.game.values, node.value)
        w.line(f"m.told = (({VALUE}, fr[2], fr[0], None, {number}, fr[3], s[{at}]), m.told)")

    def do_shuffle(self, node: n.Shuffle, w: Writer, env: Env) -> None:
        slot = self.zone_slot(node.what, env, env.you or "fr[3]")
        w.line(f"shuffle(s, {slot})")

    def do_look(self, node: n.Look, w: Writer, env: Env) -> Env:
        code, env, kind = self.what(node.what, w, env, env.you or "fr[3]")
        who = self.as_player(node.who, env) if node.who is not None else "None"
        cards = code if kind.endswith("s") else f"() if {code} is None else ({code},)"
        w.line(f"look(m, s, fr, {who}, {cards})")
        return env

    def do_rolldie(self, node: n.RollDie, w: Writer, env: Env) -> Env:
        slot = w.local()
        w.line(f"if s[{self.L['trial']}] is not None: return abandon(m)")
        w.line(f"fr[{slot}] = roll(m, s, fr)")
        return env.naming(**{node.bind: (f"fr[{slot}]", "number")})

    def do_drawlots(self, node: n.DrawLots, w: Writer, env: Env) -> Env:
        slot = w.local()
        w.line(f"fr[{slot}] = lots(m, s, tuple({self.listed(node.what, env)}))")
        kind = "player" if node.what.noun in PLAYER_WORDS else "card"
        return env.naming(**({node.what.bind: (f"fr[{slot}]", kind)} if node.what.bind else {}))

    def do_choosename(self, node: n.ChooseName, w: Writer, env: Env) -> Env:
        slot, resume = w.local(), w.label()
        numbers = tuple(self.word(option) for option in node.options)
        w.ask(resume, f"ask(m, s, fr, {self.as_player(node.who, env)}, 'word', {numbers}, {self.prompt(node)})")
        w.line(f"fr[{slot}] = m.pick")
        return env.naming(**{node.bind: (f"fr[{slot}]", "word")})

    def do_openwindow(self, node: n.OpenWindow, w: Writer, env: Env) -> None:
        i = self.number_of(self.game.windows, node.window, node)
        w.call(w.label(), f"p_window(m, s, [P_WINDOW, 0, None, {env.you or 'fr[3]'}, {i}, 0, ()])")

    def do_begin(self, node: n.Begin, w: Writer, env: Env) -> None:
        i = self.number_of(self.game.periods, node.period, node)
        by_name = {r.name: r.value for r in node.roles}
        decl = self.game.periods[node.period]
        player = by_name.pop("of", None)
        parts = []
        positional = [v for k, v in by_name.items() if k not in {p.name for p in decl.participants}]
        for participant in decl.participants:
            value = by_name.get(participant.name)
            if value is None and positional:
                value = positional.pop(0)
            parts.append(self.term(value, env) if value is not None else "None")
        who = self.as_player(player, env) if player is not None else "None"
        w.call(w.label(), f"begin(m, s, {i}, {who}, ({''.join(p + ', ' for p in parts)}))")

    def do_finish(self, node: n.Finish, w: Writer, env: Env) -> None:
        i = self.number_of(self.game.periods, node.period, node)
        to = self.number_of(self.game.periods, node.to, node) if node.to is not None else None
        w.line(f"s[{self.L['finish']}] = ({i}, {to})")

    def do_usetext(self, node: n.UseText, w: Writer, env: Env) -> None:
        i = self.number_of(self.game.texts, node.text, node)
        who = self.as_player(node.who, env) if node.who is not None else (env.you or "fr[3]")
        w.call(w.label(), f"use_text(m, s, {i}, {self.term(node.of, env)}, {who})")

    def do_endgame(self, node: n.EndGame, w: Writer, env: Env) -> None:
        winner = self.as_player(node.winner, env) if node.winner is not None else "None"
        loser = self.as_player(node.loser, env) if node.loser is not None else "None"
        w.line(f"return end_game(m, s, {winner}, {loser})")
        w.place(w.label())

    def do_cancelevent(self, node: n.CancelEvent, w: Writer, env: Env) -> None:
        return None


def _shift(code: str) -> str:
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


__all__ = ["TEXT", "Effects"]
