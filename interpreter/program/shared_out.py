"""An amount that is shared among several: to each some of it, as the one who uses the text says, and the last gets what is left."""

from __future__ import annotations

from attrs import evolve

from dsl.meaning import nodes as n

from .emit import Writer
from .env import Env
from .exchanged import Exchanged

THING, PART = "#thing", "#part"


def unit_of(amount: int) -> int:
    """In what steps an amount is shared: of 600 by hundreds, of 6 by ones."""
    unit = 1
    while amount and amount % (unit * 10) == 0:
        unit *= 10
    return unit


class SharedOut(Exchanged):
    """The part of the compiler that writes what is shared out."""

    def do_share(self, node: n.Share, w: Writer, env: Env) -> Env:
        you = env.you or "fr[3]"
        code, env, kind = self.what(node.among, w, env, you)
        several = kind.endswith("s")
        those, left, at, part, thing = (w.local() for _ in range(5))
        w.line(f"fr[{those}] = tuple({code})" if several else f"fr[{those}] = () if {code} is None else ({code},)")
        w.line(f"fr[{left}] = {node.amount.value}")
        w.line(f"fr[{at}] = 0")
        again, last, end = (w.label() for _ in range(3))
        w.place(again)
        w.unless(f"(fr[{at}] < len(fr[{those}]) and fr[{left}] > 0)", end)
        w.line(f"fr[{thing}] = fr[{those}][fr[{at}]]")
        self.how_much(node, (those, left, at, part), you, (last, thing), w)
        w.line(f"fr[{left}] -= fr[{part}]")
        w.line(f"fr[{at}] += 1")
        roles = (*node.event.roles, n.Role("number", n.Var(PART)), n.Role("to", n.Var(THING)))
        given = env.naming(**{THING: (f"fr[{thing}]", kind.removesuffix("s")), PART: (f"fr[{part}]", "number")})
        self.effect(n.Do(evolve(node.event, roles=roles), span=node.span), w, given)
        w.jump(again)
        w.place(end)
        return env

    def how_much(
        self, node: n.Share, at: tuple[int, int, int, int], you: str, then: tuple[int, int], w: Writer
    ) -> None:
        """So much to the next: at least one step of it, and as much must be left for each of the others."""
        (those, left, number, part), (last, thing) = at, then
        named = Env(names={THING: (f"fr[{thing}]", "card")})
        unit = unit_of(node.amount.value)
        w.line(f"fr[{part}] = fr[{left}]")
        w.unless(f"fr[{number}] + 1 < len(fr[{those}])", last)
        w.line(f"fr[{part}] = min({unit}, fr[{left}])")
        most = f"fr[{left}] - {unit} * (len(fr[{those}]) - fr[{number}] - 1)"
        w.unless(f"{most} > {unit}", last)
        w.line(f"o = tuple(range({unit}, {most} + 1, {unit}))")
        w.ask(w.label(), f"ask(m, s, fr, {you}, 'amount', o, {self.prompt(node, named)})")
        w.line(f"fr[{part}] = m.pick")
        w.place(last)
