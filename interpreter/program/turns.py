"""Periods of a game: what is done in them, and the part at which a trial stops."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from dsl.meaning import nodes as n
from dsl.meaning.game import whole_match

from .emit import Writer
from .env import CannotCompile, Env
from .layout import FIRST
from .remembered import ROLES, kept_of
from .verbs import Verbs


class Turns(Verbs):
    """The part of the compiler that writes periods."""

    def periods(self) -> None:
        for i, (name, decl) in enumerate(self.game.periods.items()):
            self.owner = name
            env = Env(you="fr[3]", period=name)
            self.out.period_steps[name] = tuple(
                pid
                for pid in (
                    self.guard(step, lambda s=step, k=k: self.step_program(f"step{i}_{k}", s, env))
                    for k, step in enumerate(decl.steps)
                )
                if pid is not None
            )
            if decl.on_start is not None:
                made = self.guard(decl, lambda: self.step_program(f"begin{i}", decl.on_start, env))
                if made is not None:
                    self.out.period_start[name] = made
            if decl.on_end is not None or self.last_of(name) is not None or self.lent_until(name):
                made = self.guard(decl, lambda: self.finish_program(i, name, decl.on_end, env))
                if made is not None:
                    self.out.period_end[name] = made
                    if decl is whole_match(self.game.periods) and decl.on_end is not None:
                        self.functions["match_ends"] = self.match_ends(i, made)
            if decl.ends_when is not None:
                # asked at any moment, without the frame of the period
                whose = evolve(env, you=f"s[{self.L['player ' + name]}]")
                code = self.guard(decl, lambda d=decl, e=whose: self.shown(d.ends_when, e))
                self.functions[f"ends{i}"] = f"def ends{i}(s):\n    return {code}\n"
            if decl.next_player is not None:
                following = self.guard(decl, lambda d=decl: self.as_player(d.next_player, Env(you="p")))
                sure = decl.next_player in (n.Opponent(n.You()), n.Related("next_player", n.You()))  # else maybe nobody
                after = "q" if not sure else str(following)
                asked = "" if sure else f"    q = {following}\n    if q is None: return p\n"
                self.functions[f"next{i}"] = f"def next{i}(s, p):\n{asked}    return {after}\n"
            for slot_name in (f"starts {name}", f"ends {name}"):
                at = self.L[slot_name]
                for keyword, number, _ in self.keyword_triggers.get(at, ()):
                    k = self.number_of(self.game.keywords, keyword)
                    self.out.keyword_moments.setdefault(at, []).append((k, number))

    def last_of(self, period: str) -> int | None:
        """After how many of a period the match is over («dopo: 100 turni»)."""
        ending = self.game.ending
        return ending.after if ending is not None and ending.after_period == period else None

    def finish_program(self, i: int, period: str, effect: Any, env: Env) -> int:
        """What is done when a period ends; then, if it was the last, the match is over."""
        w = Writer(FIRST)
        if effect is not None:
            self.effect(effect, w, env)
        self.give_back(period, w)
        last = self.last_of(period)
        if last is not None:
            more = w.label()
            w.unless(f"(s[{self.L['serial ' + period]}] >= {last})", more)
            self.end_match(w)
            w.place(more)
        return self.program(f"finish{i}", w, cause=effect if effect is not None else self.game.ending)

    def match_ends(self, whole: int, program: int) -> str:
        """A function that carries out what is done at the end of the match, once: the match is then being ended already."""
        places = ", None" * (self.programs[program].places - FIRST)
        who = f"s[{self.L['player ' + self.game.turn]}]" if self.game.turn is not None else "None"
        ending = f"s[{self.L['finish']}]"
        return (
            f"def match_ends(m, s):\n"
            f"    if {ending} is not None and {ending}[0] == {whole}: return 1\n"
            f"    {ending} = ({whole}, None)\n"
            f"    return unit(m, s, [{program}, 0, None, {who}{places}])\n"
        )

    def deciders(self) -> None:
        """For a period at which trials stop: a function that says which events its steps would make, without making them."""
        for decl in self.game.periods.values():
            if decl.trial_until is None or decl.trial_until not in self.game.periods:
                continue
            part = self.game.periods[decl.trial_until]
            lines = ["def decide(s):", "    out = []"]
            try:
                self.decide_verbs = set()
                for step in part.steps:
                    self.decide(step, Env(you="None", period=part.name), lines, 1, {})
            except CannotCompile:
                continue
            lines.append("    return out")
            self.functions["decide"] = "\n".join(lines) + "\n"
            self.out.decides = tuple(sorted(self.decide_verbs))

    def decide(self, effect: Any, env: Env, lines: list[str], depth: int, known: dict[str, str]) -> None:
        pad = "    " * depth
        if depth > 60:
            raise CannotCompile("troppo profondo")
        if isinstance(effect, n.Sequence):
            for part in effect.parts:
                self.decide(part, env, lines, depth, known)
        elif isinstance(effect, n.FirstTrue):
            for k, part in enumerate(effect.parts):
                if not isinstance(part, n.If):
                    self.decide(part, env, lines, depth, dict(known))
                    return
                code = self.asked_once(self.guarded(part.condition, env), known, lines, depth)
                lines.append("    " * depth + f"if {code}:")
                self.decide(part.then, env, lines, depth + 1, dict(known))
                if part.otherwise is not None:
                    lines.append("    " * depth + "else:")
                    self.decide(part.otherwise, env, lines, depth + 1, dict(known))
                elif k + 1 < len(effect.parts):
                    lines.append("    " * depth + "else:")
                    depth += 1
        elif isinstance(effect, n.If):
            code = self.asked_once(self.guarded(effect.condition, env), known, lines, depth)
            lines.append(pad + f"if {code}:")
            self.decide(effect.then, env, lines, depth + 1, dict(known))
            if effect.otherwise is not None:
                lines.append(pad + "else:")
                self.decide(effect.otherwise, env, lines, depth + 1, dict(known))
        elif isinstance(effect, n.Do):
            self.decide_event(effect, env, lines, depth, known)
        else:
            raise CannotCompile("non si decide senza fare", effect)

    def asked_once(self, code: str, known: dict[str, str], lines: list[str], depth: int) -> str:
        w = Writer(0)
        fresh = self.once(code, known, w)
        lines += ["    " * depth + line for line in w.blocks[0][1]]
        return fresh

    def decide_event(self, node: n.Do, env: Env, lines: list[str], depth: int, known: dict[str, str]) -> None:
        frame = self.frame_of(node.event)
        decl = self.game.frames[frame]
        by_name = {r.name: r.value for r in node.event.roles}
        if (
            decl.kind_of is not None
            or decl.then is not None
            or decl.place is not None
            or decl.object_condition is not None
        ):
            raise CannotCompile("non si decide senza fare", node)
        if any(isinstance(v, n.Select) and not self.no_thing(v) and not self.steps_of(frame) for v in by_name.values()):
            raise CannotCompile("non si decide senza scegliere", node)
        if frame in self.forbidden:
            raise CannotCompile("può essere vietato", node)
        self.decide_verbs.add(frame)
        if self.steps_of(frame):
            for step in self.steps_of(frame):
                self.decide(step.effect, env, lines, depth, known)
            return
        roles = [
            self.number(by_name[r], env) if r in by_name and not isinstance(by_name[r], n.Select) else "None"
            for r in self.roles[frame]
        ]
        time = self.L["time"]
        marks = [f"s[{time} + {roles[k]}]" if k < len(roles) and roles[k] != "None" else "None" for k in (0, 1)]
        then = ["0", "0"]
        if frame in self.remembering:
            at = [self.role_index(frame, role) for role in ROLES]
            then = ["0" if k is None or roles[k - FIRST] == "None" else kept_of(roles[k - FIRST], self.L) for k in at]
        done_by = ", None, None" if frame in self.sourced else ""
        for f, p in self.out.history:
            if f == frame:
                record = f"({self.record_of([(f, p)], then, marks)}, {', '.join(roles + [''])}None, None{done_by})"
                lines.append("    " * depth + f"out.append(({self.L[f'history {f} {p}']}, {record}))")
        lines.append("    " * depth + "pass")

    def step_program(self, name: str, effect: Any, env: Env) -> int:
        w = Writer(FIRST)
        self.effect(effect, w, env)
        return self.program(name, w, cause=effect)
