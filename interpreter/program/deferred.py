"""Choices of an action that are made after it was picked: from the first set on, each thing for itself, never to a dead end."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from dsl.meaning import nodes as n

from .choices import MANY
from .emit import Writer
from .env import CannotCompile, Env
from .layout import FIRST, PLAYER_WORDS, walk
from .turns import Turns

BUDGET = 4_000  # sets looked at for one option: a condition that a larger set may mend is not followed further


def is_set(what: n.Select) -> bool:
    """Whether a choice is of several things."""
    return what.quantity is not n.Quantity.EXACTLY or what.number not in (None, n.Num(1))


class Deferred(Turns):
    """The part of the compiler that writes the sets of an action: what may join them, when they may be closed.

    ``can{i}_{k}`` says whether the choices from the k-th on can all be made; ``fill{i}_{k}`` whether what has been
    taken for a set can be made into a whole that meets every condition, by taking more of ``o``. A condition is asked
    of the set as it would be closed; the order of taking never matters."""

    def picked_at_once(self, decl: Any) -> int:
        """How many of an action's choices are part of its option: those before the first set."""
        for k, choice in enumerate(decl.choices):
            if choice.what is not None and is_set(choice.what):
                return k
        return len(decl.choices)

    def late_choices(self, i: int, decl: Any, now: int, env: Env) -> str:
        """Write the look-ahead; gives the question whether the action can be completed."""
        given = [f"x{k}" for k in range(now)]
        for k in range(now, len(decl.choices)):
            if decl.choices[k].what is None:
                raise CannotCompile("il modo si sceglie prima di un insieme", decl)
            env = self.late_choice(i, k, decl, env, ["s", "p", *given, *(f"y{j}" for j in range(now, k))])
        return f"can{i}_{now}(s, p{''.join(', ' + x for x in given)})"

    def late_choice(self, i: int, k: int, decl: Any, env: Env, args: list[str]) -> Env:
        what = decl.choices[k].what
        kind = "player" if what.noun in PLAYER_WORDS else "card"
        listed = self.listed(evolve(what, quantity=n.Quantity.ALL), env)
        many = is_set(what)
        if many and (test := self.may_be_done_to(what, decl, env)) is not None:
            listed = f"[x for x in {listed} if {test}]"
        inner = env.naming(**{what.bind or f"#{k}": (f"y{k}", kind + "s" if many else kind)})
        tests = self.tests_at(k, decl, inner)
        if k + 1 < len(decl.choices):
            tests.append(f"can{i}_{k + 1}({', '.join(args)}, y{k})")
        whole = " and ".join(tests) or "True"
        head = f"def can{i}_{k}({', '.join(args)}):\n"
        if not many:
            self.functions[f"can{i}_{k}"] = head + f"    return any({whole} for y{k} in {listed})\n"
            return inner
        passed = ", ".join(args)
        least, most = self.bounds(what, env)
        self.functions[f"can{i}_{k}"] = head + f"    return fill{i}_{k}({passed}, (), tuple({listed}), [{BUDGET}])\n"
        self.functions[f"fill{i}_{k}"] = (
            f"def fill{i}_{k}({passed}, y{k}, o, left):\n"
            f"    if len(y{k}) >= {least} and {whole}: return True\n"
            f"    if len(y{k}) + len(o) < {least} or len(y{k}) >= {most}: return False\n"
            f"    for j, x in enumerate(o):\n"
            f"        left[0] -= 1\n"
            f"        if left[0] < 0: return False\n"
            f"        if fill{i}_{k}({passed}, y{k} + (x,), o[j + 1:], left): return True\n"
            f"    return False\n"
        )
        self.functions[f"shut{i}_{k}"] = (
            f"def shut{i}_{k}({passed}, y{k}):\n    return len(y{k}) >= {least} and {whole}\n"
        )
        self.functions[f"join{i}_{k}"] = (
            f"def join{i}_{k}({passed}, z):\n"
            f"    if len(z) >= {most}: return []\n"
            f"    o = tuple([x for x in {listed} if x not in z])\n"
            f"    return [x for x in o if fill{i}_{k}({passed}, z + (x,), tuple([y for y in o if y != x]), [{BUDGET}])]\n"
        )
        return inner

    def may_be_done_to(self, what: n.Select, decl: Any, env: Env) -> str | None:
        """The test that what the action does to each of a set may be done to the candidate «x»; None when nothing forbids it."""
        deeds = (x.event for x in walk(decl.effect) if isinstance(x, n.Do))
        of_it = (e for e in deeds if any(r.name == "object" and r.value == n.Var(what.bind or "") for r in e.roles))
        event = next(of_it, None)
        return (
            self.possible(self.frame_of(event), "object", event, env, {"agent": "p"}, "p")
            if event is not None
            else None
        )

    def bounds(self, what: n.Select, env: Env) -> tuple[str, str]:
        """The least and the greatest number of things of a set."""
        number = self.number(what.number, env) if what.number is not None else "1"
        Q = n.Quantity
        return {
            Q.EXACTLY: (number, number),
            Q.UP_TO: ("0", number),
            Q.AT_LEAST: (number, str(MANY)),
            Q.ANY: ("0", str(MANY)),
            Q.ALL: ("len(o)", str(MANY)),
        }[what.quantity]

    def tests_at(self, k: int, decl: Any, env: Env) -> list[str]:
        """The conditions that speak of this choice and of none after it."""
        mine = decl.choices[k].what.bind
        after = {x.what.bind for x in decl.choices[k + 1 :] if x.what is not None}
        found = []
        for condition in decl.conditions:
            spoken = {x.name for x in walk(condition) if isinstance(x, n.Var)}
            if mine in spoken and not spoken & after:
                found.append(f"({self.condition(condition, env)})")
        return found

    def ask_late(self, i: int, decl: Any, now: int, w: Writer, env: Env) -> Env:
        """Ask for what is still to be chosen, one thing after the other."""
        slots = {k: w.local() for k in range(now, len(decl.choices))}
        for k, slot in slots.items():
            what = decl.choices[k].what
            given = [f"fr[{FIRST + j}]" for j in range(now)] + [f"fr[{slots[j]}]" for j in range(now, k)]
            args = ", ".join(["s", "fr[3]", *given])
            kind = "player" if what.noun in PLAYER_WORDS else "card"
            if is_set(what):
                self.ask_set(f"{i}_{k}", args, slot, what, w, env)
            else:
                listed = self.listed(evolve(what, quantity=n.Quantity.ALL), env)
                inner = env.naming(**{what.bind or f"#{k}": ("x", kind)})
                tests = self.tests_at(k, decl, inner)
                if k + 1 < len(decl.choices):
                    tests.append(f"can{i}_{k + 1}({args}, x)")
                if tests:
                    listed = f"[x for x in {listed} if {' and '.join(tests)}]"
                self.choose_one(what, w, env, "fr[3]", listed, slot)
            env = env.naming(**{what.bind or f"#{k}": (f"fr[{slot}]", kind + "s" if is_set(what) else kind)})
        return env

    def ask_set(self, name: str, args: str, slot: int, what: n.Select, w: Writer, env: Env) -> None:
        """A set, thing by thing: only what can still become a whole is offered; closed when it may be, and wished or full."""
        again, resume, end = w.label(), w.label(), w.label()
        w.line(f"fr[{slot}] = ()")
        w.place(again)
        w.line(f"o = join{name}({args}, fr[{slot}])")
        w.unless("o", end)
        w.line(f"if shut{name}({args}, fr[{slot}]): o.append(None)")
        w.ask(resume, f"ask(m, s, fr, fr[3], 'card', tuple(o), {self.prompt(what, env)})")
        w.unless("m.pick is not None", end)
        w.line(f"fr[{slot}] += (m.pick,)")
        w.jump(again)
        w.place(end)


__all__ = ["Deferred", "is_set"]
