"""Limits, actions and the end of a game."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from dsl.meaning import nodes as n

from .effects import CHOSEN
from .emit import Writer
from .expressions import Env
from .layout import FIRST, PLAYER_WORDS, walk
from .turns import Turns


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
        free = "free" if self.any_free and event is not None else "0"
        lines.append(f"{pad}out.append(({i}, {free}, {''.join(f'x{k}, ' for k in range(len(decl.choices)))}))")
        self.functions[f"opts{i}"] = "\n".join(lines) + "\n"
        prices = [
            f"    s[{self.L['value ' + x.value]} + p] -= {self.number(x.amount, Env(you='p'))}" for x in decl.price
        ] or ["    pass"]
        self.functions[f"pay{i}"] = f"def pay{i}(s, p):\n" + "\n".join(prices) + "\n"
        w = Writer(FIRST + len(decl.choices))
        self.effect(decl.effect, w, Env(you="fr[3]", names=run_names))
        self.out.action_programs[i] = self.program(f"act{i}", w, cause=decl)

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
