"""Each verb as a program with its gates: may it, instead, before, do, noticed, settled."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from dsl.meaning import nodes as n
from dsl.meaning.game import Frame, counted_by

from .compiled import Program
from .emit import Writer
from .env import CannotCompile, Env
from .layout import ENTRY, FIRST, walk
from .permitted import Permitted
from .remembered import EARLIER, OF_EACH, kept_of


class Verbs(Permitted):
    """The part of the compiler that writes events."""

    def event(self, frame: str) -> None:
        """The program of a verb, one gate after the other."""
        decl = self.game.frames[frame]
        pid = self.event_program(frame)
        i = self.number_of(self.game.frames, frame)
        first = FIRST + len(self.roles[frame]) + 3
        w = Writer(first)
        replaced, w.moved, w.failed, declined, busy = (w.local() for _ in range(5))
        family = self.ancestors(frame)
        guards = tuple(self.L[f"{kind} {f}"] for f in family for kind in ("instead", "allow"))
        self.out.guards[pid] = f"ok{i}", guards
        before = [w.local() for _ in family]
        moves, uses = self.moves(frame), self.uses_text(frame)
        at_agent, at_object = self.role_index(frame, "agent"), self.role_index(frame, "object")
        manner = self.place_of_manner(frame)
        env = self.event_env(frame)
        self.may_it(frame, w, i, manner)
        if moves or uses:
            self.look_before(w, before, family, uses)
        noticing = self.something_instead(w, family, first, replaced, declined, busy)
        self.beforehand(w, i, family, before if moves or uses else [], first - 1)
        self.lessened(frame, w, family)
        self.at_most(frame, w, env)
        early = self.told_first(frame)
        if early:
            self.tell_event(i, w, first, replaced)
        self.do_steps(frame, w, manner, env)
        w.place(noticing)
        if not early:
            self.tell_event(i, w, first, replaced)
        self.after_steps(frame, w, family, before, first, at_agent, at_object)
        if decl.then is not None:
            self.right_after(decl, w, env)
        w.line(f"s[{self.L['did']}] = {self.how_much_done(frame)}")
        w.line(f"if s[{self.L['once']}]: return do_once(m, s)")
        w.line("return 1")
        self.functions[f"e{i}"] = w.source(f"e{i}")
        self.programs[pid] = Program(f"e{i}", w.locals, decl.span, decl.verb, decl, w.first)

    def how_much_done(self, frame: str) -> str:
        """Of a verb by which so much of a number comes at once, how much did; of any other, that it was done."""
        at, noun = self.role_index(frame, "number"), counted_by(self.game.frames[frame])
        decl = self.game.values.get(noun) if noun is not None else None
        plain = decl is not None and decl.kind == "number" and self.uses_number(frame)
        return f"fr[{at}] or 1" if at is not None and plain and self.game.frames[frame].counted else "1"

    def may_it(self, frame: str, w: Writer, i: int, manner: int) -> None:
        """The first gate: what is forbidden is not done. What was allowed when it was offered begins behind it, at label 1."""
        go = w.label()
        if self.settles_manner(frame):
            self.settle_manner(frame, w, i, manner)
        w.line(f"if not ok{i}(s, fr):")
        w.line(f"s[{self.L['did']}] = 0", 1)
        w.line("return 1", 1)
        w.place(go)

    def something_instead(
        self, w: Writer, family: list[str], first: int, replaced: int, declined: int, busy: int
    ) -> int:
        """The gate of what takes its place: the next that would, until one does or none is left. The label where it is told."""
        L = self.L
        noticing, doing, back = w.label(), w.label(), w.label()
        slots = [f"s[{L['instead ' + f]}]" for f in family]
        w.line(f"if {' or '.join(slots)}:")
        asked = f"(s, {' + '.join(slots)}, fr"
        picked = w.label()
        self.put_in_its_place(w, f"replacing{asked})", replaced, back, first, 1, (f"contending{asked})", picked))
        w.jump(doing)
        if self.sufferer_chooses:
            w.place(picked)
            self.put_in_its_place(w, f"replacing_of{asked}, m.pick)", replaced, back, first, 0)
            w.jump(doing)
        w.place(back)
        w.line(f"s[{L['busy']}] = fr[{busy}]")
        w.line(f"if s[{L['instead']}]:")
        w.line(f"s[{L['did']}] = 1", 1)
        w.line(f"if fr[{replaced}] == 1: return 1", 1)
        w.line(f"pc = {noticing}", 1)
        w.line("continue", 1)
        w.line(f"fr[{declined}] = 1 if fr[{declined}] is None else fr[{declined}] + 1")
        self.put_in_its_place(w, f"next_replacing{asked}, fr[{declined}])", replaced, back, first, 0)
        w.line(f"fr[{replaced}] = None")
        w.place(doing)
        return noticing

    def do_steps(self, frame: str, w: Writer, manner: int, env: Env) -> None:
        """What the verb declares that is done, in its order; those of a way only when it is done in that way."""
        decl = self.game.frames[frame]
        at_object = self.role_index(frame, "object")
        step_env = evolve(env, cause=f"fr[{manner + 1}]")
        if decl.keeps_controller and at_object is not None:
            step_env = step_env.naming(agent=(f"controller(s, fr[{at_object}])", "player"))
        for step in self.steps_of(frame):
            self.guard(step, lambda x=step: self.moves_one_by_one(frame, x.effect))
            after = w.label()
            if step.when is not None:
                w.unless(f"fr[{manner}] == {self.manner_index(frame, step.when)}", after)
            self.guard(step, lambda x=step: self.effect(x.effect, w, step_env))
            w.place(after)
        if decl.waiting is not None and not self.steps_of(frame):
            self.of_what_waits(decl.waiting, frame, w)
        w.line(f"if fr[{w.failed}]:")
        w.line(f"s[{self.L['did']}] = 0", 1)
        w.line("return 1", 1)

    def of_what_waits(self, how: str, frame: str, w: Writer) -> None:
        """What waits is put there once more, or aimed at something else."""
        what, who = (f"fr[{self.role_index(frame, role)}]" for role in ("object", "agent"))
        if how == "copied":
            self.look_like()
            w.line(f"if not copy_waiting(m, s, {what}, {who}): fr[{w.failed}] = 1")
            return
        w.call(w.label(), f"aim_anew(m, s, {what}, {who})")
        w.line(f"if not s[{self.L['did']}]: fr[{w.failed}] = 1")

    def look_like(self) -> None:
        """The function by which a copy shows what is printed on what it is a copy of, for whoever asks while it waits."""
        shown, lines = n.Var("#shown"), []
        for i, (name, decl) in enumerate(self.game.values.items()):
            if decl.printed and not decl.counter and f"mod {name}" in self.L.slots:
                node = n.Modify(n.Var("#locked"), name, n.Operation.SET, shown, on_printed=True)
                kind = "mask" if decl.kind in ("member", "members") else "number"
                known = Env(me="e[1]", you="e[2]", names={"#shown": (f"e[{ENTRY}]", kind)})
                number = self.ability(node, node, known, None, None)
                entry = f"[0, 0, None, player, pv{i}(s, c)]"
                lines.append(f"    stand(s, {self.slots_of(node)[0]}, {number}, {entry}, None, play)\n")
        self.functions["look_like"] = f"def look_like(s, c, play, player):\n{''.join(lines) or '    pass'}\n"

    def right_after(self, decl: Frame, w: Writer, env: Env) -> None:
        """What is done right after: it waits for what follows from the verb itself, and what was noticed waits for it."""
        once = self.L["once"]
        kept = w.local()
        w.line(f"fr[{kept}] = s[{once}]")
        w.line(f"if fr[{kept}]: s[{once}] = ()")
        w.call(w.label(), "flush(m, s)")
        self.guard(decl, lambda: self.effect(decl.then, w, env))
        w.line(f"if fr[{kept}]: s[{once}] = fr[{kept}]")

    def moves_one_by_one(self, frame: str, effect: Any) -> None:
        """Refuses to move what takes part as several in one («alcune carte»): each goes by an event of its own."""
        for node in walk(effect):
            what = node.what if isinstance(node, n.Move) else None
            if (
                not isinstance(what, n.Var)
                or what.name not in self.roles[frame]
                or self.is_lasting_role(frame, what.name)
            ):
                continue
            if self.takes_many(frame, what.name) and self.takes_exactly(frame, what.name) == 1:
                said = "la forma dice più carte insieme: dica «una carta», e si fa con ciascuna"
                raise CannotCompile(said, node)

    @property
    def sufferer_chooses(self) -> bool:
        """Whether who suffers an event chooses among what would be done instead of it, or prevents it."""
        return "instead" in dict(self.game.orders.get("priority_order", ()))

    def ask_sufferer(self, w: Writer, found: str, picked: int, depth: int) -> None:
        """Of several cards one is chosen by who suffers the event; then it goes on at ``picked``."""
        ats = [self.role_index(self.owner, role) for role in ("to", "object", "agent")]
        who = f"sufferer(s, fr, {tuple(at for at in ats if at is not None)})"
        w.line(f"o = {found}", depth)
        w.line("if len(o) > 1:", depth)
        w.line(f"fr[1] = {picked}", depth + 1)
        w.line(f"return ask(m, s, fr, {who}, 'card', o, {self.prompt(self.game.frames[self.owner])})", depth + 1)

    def put_in_its_place(
        self,
        w: Writer,
        found: str,
        replaced: int,
        back: int,
        first: int,
        depth: int,
        choice: tuple[str, int] | None = None,
    ) -> None:
        """Carry out what is done instead of the event, if something is; afterwards go on at ``back``."""
        w.line(f"r = {found}", depth)
        w.line("if r is not None:", depth)
        if choice is not None and self.sufferer_chooses:
            self.ask_sufferer(w, *choice, depth + 1)
        w.line(f"fr[{replaced}] = 2 if HAPPENS[r[0]] else 1", depth + 1)
        w.line(f"s[{self.L['instead']}] = 0", depth + 1)
        w.line(f"fr[{replaced + 4}] = s[{self.L['busy']}]", depth + 1)
        w.line(f"s[{self.L['busy']}] += ((r[0], r[1], r[3]),)", depth + 1)
        w.line(f"if not replace(m, s, r, fr, {first - 1}):", depth + 1)
        w.line(f"fr[1] = {back}; m.rest.append(fr)", depth + 2)
        w.line("return 0", depth + 2)
        w.line(f"pc = {back}", depth + 1)
        w.line("continue", depth + 1)

    def beforehand(self, w: Writer, i: int, family: list[str], before: list[int], end: int) -> None:
        """What is done before the event; after it the event must still be allowed."""
        slots = [self.L["before " + f] for f in family]
        given, going = w.label(), w.label()
        keywords = [entry for at in slots for entry in self.keyword_triggers.get(at, ())]
        if keywords:
            w.line("kb = []")
        for keyword, number, bearer in keywords:
            self.keyword_notice(w, keyword, number, bearer, "kb.append(e)")
        w.line(f"if {' or '.join(f's[{at}]' for at in slots)}{' or kb' if keywords else ''}:")
        w.line(f"if not beforehand(m, s, ({', '.join(map(str, slots))},), {'kb' if keywords else '()'}, fr, {end}):", 1)
        w.line(f"fr[1] = {given}; m.rest.append(fr)", 2)
        w.line("return 0", 2)
        w.line(f"pc = {given}", 1)
        w.line("continue", 1)
        w.jump(going)
        w.place(given)
        w.line(f"if not ok{i}(s, fr):")
        w.line(f"s[{self.L['did']}] = 0", 1)
        w.line("return 1", 1)
        if before:
            self.look_before(w, before, family, self.uses_text(self.owner))
        w.place(going)

    def lessened(self, frame: str, w: Writer, family: list[str]) -> None:
        """What makes it more or less; what is prevented of it is taken off then; of nothing, nothing happens."""
        at = self.role_index(frame, "number")
        if at is None or not self.game.frames[frame].counted:
            return
        slots = [f"s[{self.L['less ' + f]}]" for f in family if self.game.frames[f].counted]
        much = f"fr[{at}]"
        more = [self.L["more " + f] for f in family if self.game.frames[f].counted]
        differ = self.sufferer_chooses and any(True for _ in self.said(n.OfAnother))
        done = self.choose_sweller(w, more, at) if differ else "()"
        for each in more:
            w.line(f"if {much} is not None and s[{each}]: {much} = swelled(s, {each}, fr, {at}, {done})")
        if self.sufferer_chooses:
            self.choose_shield(w, slots, [self.L["less " + f] for f in family if self.game.frames[f].counted], at)
        w.line(f"if {much} is not None and ({' or '.join(slots)}):")
        for f in family:
            if self.game.frames[f].counted:
                w.line(f"{much} = lessened(s, {self.L['less ' + f]}, fr, {at})", 1)
        w.line(f"if {much} is not None and {much} <= 0:")
        w.line(f"s[{self.L['did']}] = 0", 1)
        w.line("return 1", 1)

    def at_most(self, frame: str, w: Writer, env: Env) -> None:
        """Of what its doer has so much of, no more is done than there is; of nothing, nothing happens."""
        value, at = self.game.frames[frame].at_most, self.role_index(frame, "number")
        if value is None or at is None:
            return
        held = self.number(n.ValueOf(value, n.Var("agent")), env)
        if not self.game.frames[frame].all_of_it:
            w.line(f"fr[{at}] = min({held}, 1 if fr[{at}] is None else fr[{at}])")
        w.line(f"if fr[{at}] <= 0:" if not self.game.frames[frame].all_of_it else f"if (fr[{at}] or 1) > {held}:")
        w.line(f"s[{self.L['did']}] = 0", 1)
        w.line("return 1", 1)

    def choose_sweller(self, w: Writer, slots: list[int], at: int) -> str:
        """As long as it is not the same, who suffers the event says what makes it more or less first; where what is done is kept."""
        again, picked, rest, kept = w.label(), w.label(), w.label(), w.local()
        w.line(f"fr[{kept}] = ()")
        w.place(again)
        w.line(f"if fr[{at}] is not None and ({' or '.join(f's[{slot}]' for slot in slots)}):")
        self.ask_sufferer(w, f"swellers(s, {tuple(slots)}, fr, {at}, fr[{kept}])", picked, 1)
        w.jump(rest)
        w.place(picked)
        w.line(f"o = swelled_by(s, {tuple(slots)}, m.pick, fr[{kept}])")
        w.line(f"fr[{at}] = made_of(s, o, fr, {at})")
        w.line(f"fr[{kept}] += o")
        w.jump(again)
        w.place(rest)
        return f"fr[{kept}]"

    def choose_shield(self, w: Writer, slots: list[str], numbers: list[int], at: int) -> None:
        """As long as shields differ, who suffers the event says which comes first."""
        again, picked, rest = w.label(), w.label(), w.label()
        w.place(again)
        w.line(f"if fr[{at}] is not None and fr[{at}] > 0 and ({' or '.join(slots)}):")
        self.ask_sufferer(w, f"shields(s, {tuple(numbers)}, fr, {at})", picked, 1)
        w.jump(rest)
        w.place(picked)
        w.line(f"fr[{at}] = lessened_by(s, {tuple(numbers)}, fr, {at}, m.pick)")
        w.jump(again)
        w.place(rest)

    def told_first(self, frame: str) -> bool:
        """Whether a verb is told before its steps: when they bring about more that is told, and do not find what they move."""
        steps = [x for step in self.steps_of(frame) for x in walk(step.effect)]
        finds = self.game.frames[frame].counted and any(isinstance(x, n.Move) for x in steps)
        return not finds and any(
            isinstance(x, (n.UseText, n.Choose, n.Finish, n.FirstTrue, n.Do, n.Change)) for x in steps
        )

    def role_is_player(self, frame: str, role: str) -> bool:
        for name in self.ancestors(frame):
            for form in self.game.frames[name].forms:
                for r in form.roles:
                    if r.name == role and isinstance(r.value, n.Select):
                        from .layout import PLAYER_WORDS

                        return r.value.noun in PLAYER_WORDS
        return False

    def is_lasting_role(self, frame: str, role: str) -> bool:
        """Whether a participant of a verb is an effect that lies on a card."""
        forms = self.game.frames[frame].forms
        return any(
            r.name == role and getattr(r.value, "noun", None) in self.game.lasting for f in forms for r in f.roles
        )

    def settle_manner(self, frame: str, w: Writer, i: int, manner: int) -> None:
        """A way that was not said is chosen among those that may be."""
        decl = self.game.frames[frame]
        chosen = w.label()
        ask = w.label()
        at_object = self.role_index(frame, "object")
        w.unless(f"fr[{manner}] is None", chosen)
        manners = self.manners_of(frame)
        w.line("o = []")
        for k, name in enumerate(manners):
            w.line(f"fr[{manner}] = {k}")
            now = self.is_so_already(frame, name, f"fr[{at_object}]")
            w.line(f"if {f'not {now} and ' if now is not None else ''}ok{i}(s, fr): o.append({k})")
        w.line(f"fr[{manner}] = o[0] if o else None")
        w.line("if not o:")
        w.line(f"s[{self.L['did']}] = 0", 1)
        w.line("return 1", 1)
        w.line("if len(o) > 1:")
        w.line(f"fr[1] = {ask}", 1)
        w.line(f"fr[{manner}] = None", 1)
        w.line(f"return ask(m, s, fr, fr[3], 'manner', tuple(o), {self.prompt(decl)})", 1)
        w.jump(chosen)
        w.place(ask)
        w.line(f"fr[{manner}] = m.pick")
        w.place(chosen)

    def event_env(self, frame: str) -> Env:
        """The participants of a verb by name, in its own frame."""
        at_object = self.role_index(frame, "object")
        forms = [form for name in self.ancestors(frame) for form in self.game.frames[name].forms]
        takes = at_object is not None and any(r.name == "object" for form in forms for r in form.roles)
        takes = takes and not self.is_lasting_role(frame, "object")  # what lies on a card does nothing by itself
        env = Env(me=f"fr[{at_object}]" if takes else "fr[2]", you="fr[3]")
        for k, role in enumerate(self.roles[frame]):
            if role == "time":
                unsaid = self.expiry(self.game.frames[frame].default_time, env)[0]
                env = env.naming(time=(f"(fr[{FIRST + k}] or {unsaid})", "time"))
                continue
            kind = "number" if role == "number" else "card"
            if role == "agent":
                kind = "player" if self.agent_is_player(frame) else "card"
            elif self.role_is_player(frame, role):
                kind = "player"
            elif self.is_lasting_role(frame, role):
                kind = "lastings" if self.takes_many(frame, role) else "lasting"
            env = env.naming(**{role: (f"fr[{FIRST + k}]", kind)})
            if self.takes_exactly(frame, role) == 2:
                both = {f"{role}#{i}": (f"fr[{FIRST + k}][{i - 1}]", kind) for i in (1, 2)}
                env = env.naming(**{role: (f"fr[{FIRST + k}]", f"{kind}s")}, **both)
            if role in ("into", "to", "from") and any(
                r.name == role and isinstance(r.value, n.Place)
                for name in self.ancestors(frame)
                for f in self.game.frames[name].forms
                for r in f.roles
            ):
                env = env.naming(**{"#zone": (f"fr[{FIRST + k}]", "zone")})
        return env.naming(**{"#thing": (f"fr[{at_object}]", "card")}) if at_object is not None else env

    def told_as_play(self, frame: str) -> bool:
        """Whether a verb only says that a card is played which then waits: that is told when it waits."""
        names = set(self.ancestors(frame)) | {frame}
        if any(self.game.frames[name].steps for name in names):
            return False
        plays = (action for action in self.game.actions.values() if action.waits)
        return any(isinstance(p, n.Do) and p.event.verb == frame for action in plays for p in action.pay)

    def tell_event(self, i: int, w: Writer, first: int, replaced: int) -> None:
        if self.told_as_play(list(self.game.frames)[i]):
            return
        w.line(
            f"m.told = (({i}, fr[2], fr[{first - 1}], fr[{replaced}], fr[{replaced + 1}], *fr[4:{first - 1}]), m.told)"
        )

    def after_steps(
        self,
        frame: str,
        w: Writer,
        family: list[str],
        before: list[int],
        first: int,
        at_agent: int | None,
        at_object: int | None,
    ) -> None:
        """The event has happened: it is remembered, told, noticed, and what is out of bounds is settled."""
        self.remember(frame, w, family, before, first)
        self.settled_now(w)
        self.verified(w)

    def moves(self, frame: str) -> bool:
        """Whether the steps of a verb move something, or turn its texts off: then its triggers look back at how things were."""
        parts = [x for step in self.steps_of(frame) for x in walk(step.effect)]
        ends = any(isinstance(x, n.Move) or (isinstance(x, n.SetStatus) and self.turns_off(x)) for x in parts)
        return ends and not any(isinstance(x, (n.Choose, n.UseText)) for x in parts)

    def turns_off(self, node: n.SetStatus) -> bool:
        """Whether what gets a status says nothing any more."""
        i, positive = self.status(node.status, node)
        return node.on == positive and list(self.game.statuses.values())[i].turns_off

    def uses_text(self, frame: str) -> bool:
        """Whether a verb does what a text says, which may move who does it: then its triggers look back too, at what it was."""
        return not self.moves(frame) and any(
            isinstance(x, n.UseText) for step in self.steps_of(frame) for x in walk(step.effect)
        )

    def look_before(self, w: Writer, before: list[int], family: list[str], uses: bool) -> None:
        """The triggers that the event fits as things are before its steps."""
        for slot, f in zip(before, family, strict=True):
            at = self.L["when " + f]
            z = f"z{slot}"
            w.line(
                f"{z} = s[{at}] if s[{self.L['snap']}] is None else s[{self.L['snap']}][{at - self.L.index_triggers}]"
            )
            w.line(f"fr[{slot}] = fitting(s, {z}, fr) if {z} else ()")
            if self.keyword_triggers.get(at):
                w.line("kb = []")
                for keyword, number, bearer in self.keyword_triggers[at]:
                    self.keyword_notice(w, keyword, number, bearer, "kb.append(e)", stays=uses)
                w.line(f"fr[{slot}] = (fr[{slot}], tuple(kb))")

    def remember(self, frame: str, w: Writer, family: list[str], before: list[int], first: int) -> None:
        """The event goes into the histories that are asked about, and wakes its triggers."""
        L = self.L
        at_agent, at_object = self.role_index(frame, "agent"), self.role_index(frame, "object")
        marks = []
        for at, role in ((at_agent, "agent"), (at_object, "object")):
            if self.takes_many(frame, role) or self.is_lasting_role(frame, role):
                at = None
            if at is None:
                marks.append("None")
                continue
            since = f"(s[{L['time']} + fr[{at}]] if fr[{at}] != s[{L['former']}] else s[{L['former time']}])"
            marks.append(f"({since} if fr[{at}] is not None and fr[{at}] >= 0 else None)")
        kept = [(f, p) for f, p in self.out.history if f in family]
        if kept:
            asked = not self.remembering.isdisjoint(f for f, _ in kept)
            then = ["0" if at is None or not asked else kept_of(f"fr[{at}]", L) for at in (at_object, at_agent)]
            source = self.source_of(family, "fr[2]")
            w.line(f"h = ({self.record_of(kept, then, marks)}, *fr[4:{first - 1}]{source})")
        end = first - 1
        snap = f"s[{L['snap']}]"
        for slot, f in zip(before, family, strict=True):
            at = L["when " + f]
            past = f"{snap}[{at - L.index_triggers}]"
            gone = f"fitting(s, [e for e in {past} if e not in s[{at}]], fr) if {snap} is not None and {past} else ()"
            b = f"b{slot}"
            uses = self.uses_text(frame)
            looked = (self.moves(frame) or uses) and bool(self.keyword_triggers.get(at))
            if looked:
                w.line(f"{b}, kb = fr[{slot}] or ((), ())")
            else:
                w.line(f"{b} = fr[{slot}]" if self.moves(frame) or uses else f"{b} = {gone}")
            if uses:  # who is no longer there does not notice what was done meanwhile
                w.line(f"if {b}: {b} = tuple([e for e in {b} if e in s[{at}]])")
                if not looked:
                    w.line(f"if not {b}: {b} = {gone}")
            itself = f", {at_object}" if f == frame and at_object is not None and self.game.frames[f].kind_of else ""
            w.line(f"if {b} or s[{at}]: collect(m, s, fr, s[{at}], {b}, {at}, {end}{itself})")
            if looked and not uses:
                w.line(f"for e in kb: pend(m, s, e, fr, {end}, 0)")
            done = f"{'if e not in kb: ' if looked and not uses else ''}pend(m, s, e, fr, {end}, 0)"
            for keyword, number, bearer in self.keyword_triggers.get(at, ()):
                self.keyword_notice(w, keyword, number, bearer, done, stays=uses, looked=uses and looked)
        for f, p in kept:  # last: what asks for the past when it is set off means what came before
            w.line(f"s[{L[f'history {f} {p}']}] += (h,)")

    def source_of(self, family: list[str], code: str) -> str:
        """What the records of these verbs keep of the card whose text did it, and since when it was what it was."""
        if self.sourced.isdisjoint(family):
            return ""
        return f", {code}, (s[{self.L['time']} + {code}] if {code} is not None else None)"

    def record_of(self, kept: list[tuple[str, str]], then: list[str], marks: list[str]) -> str:
        """What the records of these histories keep of what took part, and since when each was what it was."""
        slots = {self.L.slots.get(f"history {f} {p}{late}") for f, p in kept for late in (*EARLIER, OF_EACH)}
        return self.recorded.written(slots, [*zip(then, "00", strict=True), *((mark, "None") for mark in marks)])

    def keyword_notice(
        self,
        w: Writer,
        keyword: str,
        number: int,
        bearer: int | None,
        done: str,
        stays: bool = False,
        looked: bool = False,
    ) -> None:
        """Whether a keyword's trigger fits the event, for the card that the event names or for all that have the keyword.

        ``stays``: only a card that is still there, as what it was, notices; ``looked``: the event fitted what is in ``kb``."""
        i = self.number_of(self.game.keywords, keyword)
        slot = self.L[f"keyword {keyword}"]
        since = f"s[{self.L['time']} + b]" if stays else "0"
        fits = f"{'e in kb or ' if looked else ''}a{number}(s, e, fr)"
        if bearer is None:
            w.line(f"if s[{slot}]:")
            w.line(f"for b in bearers(s, {slot}, k{i}):", 1)
            w.line(f"e = ({number}, b, None, {since}, None, b, None)", 2)
            w.line(f"if {fits}:", 2)
            w.line(done, 3)
            return
        has = f"s[{slot}] and k{i}(s, b)" if stays else f"(s[{slot}] or s[{self.L['last']} + b]) and lk{i}(s, b)"
        w.line(f"b = fr[{bearer}]")
        w.line(f"if b is not None and b >= 0 and {has}:")
        w.line(f"e = ({number}, b, None, {since}, None, b, None)", 1)
        w.line(f"if {fits}:", 1)
        w.line(done, 2)
