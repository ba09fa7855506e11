"""Standing effects and watches that an effect puts in force."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from dsl.meaning import nodes as n

from .doing import Doing
from .emit import Writer
from .expressions import Env
from .standing import shifted


class Lasting(Doing):
    """The part of the compiler that writes what an effect leaves behind."""

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
            return code.replace("fr[", "e[") if not dynamic else shifted(code)

        names = {k: (moved(code), kind) for k, (code, kind) in env.names.items()}
        return evolve(env, me="e[1]", you="e[2]", names=names, candidate=None, event=None, place=None)
