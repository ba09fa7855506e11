"""Limits, actions and the end of a game."""

from __future__ import annotations

from typing import Any

from attrs import evolve, frozen

from dsl.meaning import nodes as n

from .announced import Aim, targeted
from .effects import CHOSEN
from .emit import Writer
from .expressions import Env
from .layout import FIRST, PLAYER_WORDS, walk
from .plays import waiting_action
from .turns import Turns


@frozen
class Later:
    """What of an action is said when it is played, and what is done when it is resolved."""

    aims: tuple[Aim, ...]
    effect: Any
    text: n.UseText | None
    own: tuple[tuple[int, Aim], ...]


class Actions(Turns):
    """The part of the compiler that writes what players may do."""

    def limits(self) -> None:
        for i, (name, decl) in enumerate(self.game.limits.items()):
            self.owner = name
            self.guard(decl, lambda i=i, d=decl: self.limit(i, d))

    def limit(self, i: int, decl: Any) -> None:
        from .layout import PLAYER_WORDS

        players = decl.of in PLAYER_WORDS
        kind = "player" if players else "card"
        env = Env(you="o" if players else f"s[{self.L['ctrl']} + o]", names={"of": ("o", kind)})
        all_of = "PLAYERS" if players else self.listed(n.Select(decl.of, quantity=n.Quantity.ALL), Env())
        what = self.listed(evolve(decl.what, quantity=n.Quantity.ALL), env)
        leaver = self.listed(evolve(decl.leaver, quantity=n.Quantity.ALL), env)
        self.functions[f"lim{i}"] = (
            f"def lim{i}(s):\n    for o in {all_of}:\n        if len({what}) > {decl.most} and {leaver}: return o\n    return None\n"
        )
        w = Writer(FIRST + 1)
        run = Env(you="fr[3]", names={"of": (f"fr[{FIRST}]", kind)})
        code, run, _ = self.choose(
            evolve(decl.leaver, quantity=n.Quantity.EXACTLY, number=None, bind=decl.leaver.bind or "leaver"),
            w,
            run,
            "fr[3]",
            None,
        )
        run = run.naming(leaver=(code, "card"))
        effect = decl.effect
        if isinstance(effect, n.Do):
            roles = tuple(
                evolve(r, value=n.Var("leaver")) if isinstance(r.value, n.Select) and r.name == "object" else r
                for r in effect.event.roles
            )
            effect = evolve(effect, event=evolve(effect.event, roles=roles))
        self.effect(effect, w, run)
        self.out.limits.append(self.program(f"limit{i}", w, cause=decl))

    def actions(self) -> None:
        self.any_free = any(isinstance(x, n.Allow) and x.free for x in self.nodes)
        for i, (name, decl) in enumerate(self.game.actions.items()):
            self.owner = name
            self.out.action_programs.append(0)
            self.out.announced.append(None)
            self.guard(decl, lambda i=i, d=decl: self.action(i, d))

    def action(self, i: int, decl: Any) -> None:
        """The options of an action, all legal, and its program."""
        names: dict[str, tuple[str, str]] = {}
        lines = [f"def opts{i}(s, p, out):"]
        payable = (
            " and ".join(
                f"s[{self.L['value ' + x.value]} + p] >= {self.number(x.amount, Env(you='p'))}" for x in decl.price
            )
            or "True"
        )
        lines.append(f"    paid = {payable}")
        if not self.any_free:
            lines.append("    if not paid: return")
        pad = "    "
        env = Env(you="p", names=names)
        if decl.limit is not None and decl.per in self.game.periods:
            mark = f"({i}, p, {self.number_of(self.game.periods, decl.per)})"
            lines.append(f"{pad}if s[{self.L['acted']}].count({mark}) >= {self.number(decl.limit, env)}: return")
        chosen = {choice.what.bind for choice in decl.choices if choice.what is not None and choice.what.bind}
        late = [c for c in decl.conditions if any(isinstance(x, n.Var) and x.name in chosen for x in walk(c))]
        for condition in decl.conditions:
            if condition not in late:
                lines.append(f"{pad}if not ({self.condition(condition, env)}): return")
        run_names: dict[str, tuple[str, str]] = {}
        event = self.first_event(decl.effect)
        frame = self.frame_of(event) if event is not None else None
        order = sorted(
            range(len(decl.choices)), key=lambda k: decl.choices[k].what is not None
        )  # ways first: they ask little
        inside = "return"
        for k in order:
            choice = decl.choices[k]
            var = f"x{k}"
            if choice.what is not None:
                listed = self.listed(evolve(choice.what, quantity=n.Quantity.ALL), env)
                if self.tokens_only(choice.what):
                    listed = f"alike(s, {listed})"
                kind = "player" if choice.what.noun in PLAYER_WORDS else "card"
                bound = {choice.what.bind or f"#{k}": (var, kind)}
            else:
                assert frame is not None
                listed = repr(tuple(self.manner_index(frame, x, decl) for x in choice.manners))
                kind = "manner"
                bound = dict.fromkeys(CHOSEN, (var, kind))
            lines.append(f"{pad}for {var} in {listed}:")
            pad += "    "
            inside = "continue"
            env = env.naming(**bound)
            run_names.update(dict.fromkeys(bound, (f"fr[{FIRST + k}]", kind)))
        for condition in late:  # they speak of what is chosen
            lines.append(f"{pad}if not ({self.condition(condition, env)}): {inside}")
        if event is not None and frame is not None:
            parts = dict(self.known_parts(frame, event, env))
            places = [parts.get(FIRST + k, "None") for k in range(len(self.roles[frame]) + 1)]
            ev = f"[0, 0, None, p, {', '.join(places)}, None, 0]"
            lines.append(f"{pad}if not ok{self.number_of(self.game.frames, frame)}(s, {ev}): {inside}")
            if self.any_free:
                family = " + ".join(f"s[{self.L['allow ' + f]}]" for f in self.ancestors(frame))
                lines.append(f"{pad}free = 1 if is_free(s, {family}, {ev}) else 0")
                lines.append(f"{pad}if not (paid or free): {inside}")
        waits = waiting_action(decl, self.game.windows)
        later = self.later(decl) if waits else None
        if later is not None:
            test = self.aimable_action(later, env)
            if test != "True":
                lines.append(f"{pad}if not ({test}): {inside}")
        free = "free" if self.any_free and event is not None else "0"
        lines.append(f"{pad}out.append(({i}, {free}, {''.join(f'x{k}, ' for k in range(len(decl.choices)))}))")
        self.functions[f"opts{i}"] = "\n".join(lines) + "\n"
        prices = [
            f"    s[{self.L['value ' + x.value]} + p] -= {self.number(x.amount, Env(you='p'))}" for x in decl.price
        ] or ["    pass"]
        self.functions[f"pay{i}"] = f"def pay{i}(s, p):\n" + "\n".join(prices) + "\n"
        w = Writer(FIRST + len(decl.choices))
        if later is not None:
            self.action_later(i, decl, later, run_names)
            return
        self.effect(decl.effect, w, Env(you="fr[3]", names=run_names))
        self.out.action_programs[i] = self.program(f"act{i}", w, cause=decl)

    def later(self, decl: Any) -> Later:
        """An action that waits: what is chosen when it is played, its effect without it, the text that it uses."""
        aims, effect = self.aims_of(decl.effect)
        text = next((x for x in walk(effect) if isinstance(x, n.UseText)), None)
        own = tuple((k, Aim(c.what.bind or f"#{k}", c.what)) for k, c in enumerate(decl.choices) if targeted(c.what))
        return Later(aims, effect, text, own)

    def aimable_action(self, later: Later, env: Env) -> str:
        """Whether an action that waits finds now what it, and the text that it uses, must be aimed at."""
        tests = [self.aimable(later.aims, env)]
        if later.text is not None:
            slot = self.number_of(self.game.texts, later.text.text, later.text)
            tests.append(f"can_aim(s, {slot}, {self.term(later.text.of, env)}, p)")
        return " and ".join(t for t in tests if t != "True") or "True"

    def action_later(self, i: int, decl: Any, later: Later, names: dict[str, tuple[str, str]]) -> None:
        """The two programs of an action that waits: its choices when it is played, its effect when it is resolved."""
        first = FIRST + len(decl.choices)
        w = Writer(first)
        env, slots = self.announce(later.aims, w, Env(you="fr[3]", names=names), itself=False)
        text = w.local()
        aimed = f"s[{self.L['aimed']}]"
        if later.text is not None:
            slot = self.number_of(self.game.texts, later.text.text, later.text)
            w.call(w.label(), f"announce_text(m, s, {slot}, {self.term(later.text.of, env)}, fr[3])")
            w.line(f"if {aimed} is None: return 1")
            w.line(f"fr[{text}] = {aimed}")
        w.line(f"{aimed} = ({''.join(f'fr[{x}], ' for x in (*slots, text))}s[{self.L['clock']}])")
        self.out.announced[i] = self.program(f"play{i}", w, cause=decl)
        w = Writer(first)
        slots = [w.local() for _ in later.aims]
        text, clock = w.local(), w.local()
        w.first = w.locals
        env = Env(you="fr[3]", names=names)
        own = tuple(aim for _, aim in later.own)
        env = self.recheck((*own, *later.aims), [*(FIRST + k for k, _ in later.own), *slots], clock, w, env)
        self.text_aims = f"fr[{text}]"
        self.effect(later.effect, w, env)
        self.text_aims = None
        self.out.action_programs[i] = self.program(f"act{i}", w, cause=decl)

    def windows(self) -> None:
        """Who speaks in a window, and what is done with a card that was resolved in it."""
        for i, (name, decl) in enumerate(self.game.windows.items()):
            self.owner = name
            if decl.first:
                env = Env(you="p")
                said = self.guard(decl, lambda d=decl, e=env: "".join(self.as_player(x, e) + ", " for x in d.first))
                self.functions[f"speak{i}"] = f"def speak{i}(s, p):\n    return ({said or ''})\n"
            if decl.after is not None:
                w = Writer(FIRST + 1)
                run = Env(me="fr[2]", you="fr[3]", names={"object": (f"fr[{FIRST}]", "card")})
                self.guard(decl, lambda d=decl, w=w, e=run: self.effect(d.after, w, e))
                self.out.after[i] = self.program(f"after{i}", w, cause=decl)

    def known_parts(self, frame: str, event: n.Event, env: Env) -> list[tuple[int, str]]:
        """The places of an event that can be filled with the names known so far."""
        found = []
        by_name = {r.name: r.value for r in event.roles}
        for k, role in enumerate(self.roles[frame]):
            value = by_name.get(role)
            if value is None:
                if role == "agent" and "agent" not in by_name and not self.reflexive(frame, event):
                    found.append((FIRST + k, "p"))
                continue
            names = {x.name for x in walk(value) if isinstance(x, n.Var)}
            if names <= set(env.names) and not isinstance(value, n.Place) and not self.no_thing(value):
                found.append((FIRST + k, self.number(value, env)))
        manner = (
            self.manner_code(frame, event, env) if set(event.manner) <= set(env.names) or not event.manner else "None"
        )
        if manner != "None":
            found.append((self.place_of_manner(frame), manner))
        return found

    def first_event(self, effect: Any) -> n.Event | None:
        for node in walk(effect):
            if isinstance(node, n.Do):
                return node.event
        return None

    def ending(self) -> None:
        ending = self.game.ending
        env = Env(you="c", candidate="c", candidate_kind="player")
        score = self.number(ending.score, env) if ending is not None and ending.score is not None else "0"
        tie = "None"
        if ending is not None and ending.tie is not None:
            tie = self.number(ending.tie, Env(you="None"))
        self.functions["score"] = f"def score(s, c):\n    return {score}\n"
        self.functions["tie"] = f"def tie(s):\n    return {tie}\n"
