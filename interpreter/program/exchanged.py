"""Two values that change places: what each was before what is added is what the other is set to, both at once."""

from __future__ import annotations

from dsl.meaning import nodes as n

from .emit import Writer
from .env import CannotCompile, Env
from .lasting import Lasting

ONE, OTHER = "#one", "#other"


class Exchanged(Lasting):
    """The part of the compiler that writes exchanges."""

    def do_exchange(self, node: n.Exchange, w: Writer, env: Env) -> Env:
        env = self.those_exchanged(node, w, env)
        end = w.label()
        w.line(f"s[{self.L['did']}] = 0")
        w.unless(f"({env.names[ONE][0]} is not None and {env.names[OTHER][0]} is not None)", end)
        first, second = (node.values[0], ONE), (node.values[-1], OTHER)
        amounts = {}
        for value, whose in (first, second):
            amounts[whose] = w.local()
            based = self.game.values[value].owner == "card" and not self.game.values[value].counter
            w.line(f"fr[{amounts[whose]}] = {self.number(n.ValueOf(value, n.Var(whose), based=based), env)}")
        env = env.naming(**{f"{whose} was": (f"fr[{at}]", "number") for whose, at in amounts.items()})
        for (value, whose), other in ((first, OTHER), (second, ONE)):
            self.set_to(node, value, whose, n.Var(f"{other} was"), w, env)
        w.line(f"s[{self.L['did']}] = 1")
        w.place(end)
        return env

    def those_exchanged(self, node: n.Exchange, w: Writer, env: Env) -> Env:
        """Who has the one value and who the other, each in a place of its own."""
        found: list[str] = []
        for term in node.of:
            code, env, kind = self.what(term, w, env, env.you or "fr[3]")
            if kind.endswith("s") and len(node.of) == 1 and len(node.values) == 1:
                found = [f"(*{code}, None, None)[{i}]" for i in range(2)]
            elif kind.endswith("s"):
                raise CannotCompile("non si sa quale", node)
            else:
                found.append(code)
        kind = "player" if self.game.values[node.values[0]].owner == "player" else "card"
        places = {ONE: w.local(), OTHER: w.local()}
        for at, code in zip(places.values(), (found[0], found[-1]), strict=True):
            w.line(f"fr[{at}] = {code}")
        return env.naming(**{name: (f"fr[{at}]", kind) for name, at in places.items()})

    def set_to(self, node: n.Exchange, value: str, whose: str, amount: n.Var, w: Writer, env: Env) -> None:
        """Sets one of the two: for as long as is said, or for good where it is counted."""
        decl = self.game.values[value]
        if decl.owner == "player" or decl.counter:
            self.change_value(decl, n.Change(value, n.Var(whose), n.Operation.SET, amount, span=node.span), w, env)  # type: ignore[attr-defined]
            return
        modify = n.Modify(n.Var(whose), value, n.Operation.SET, amount, duration=node.duration, span=node.span)
        self.stand(modify, w, env)
