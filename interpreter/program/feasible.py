"""Whether something of an effect could be done now: what is not worth offering, and what cannot be paid."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from attrs import evolve

from dsl.meaning import nodes as n

from .env import CannotCompile, Env
from .participants import Participants


class Feasible(Participants):
    """The part of the compiler that asks what can be done."""

    aimed_by_itself = True  # whether what is being played may be a target of its own

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
            return self.feasible_code(node.pay, evolve(env, part=False))
        if isinstance(node, n.May):
            return self.feasible_code(node.effect, evolve(env, part=False))
        if isinstance(node, (n.Modify, n.Grant, n.Suppress)) and self.needs_choice(node.target):
            return f"bool({self.listed(node.target, env)})"  # type: ignore[arg-type]
        return "True"

    def feasible_event(self, node: n.Do, env: Env) -> str:
        frame = self.frame_of(node.event)
        by_name = {r.name: r.value for r in node.event.roles}
        agent = by_name.get("agent")
        if (each := self.each_of_group(node)) is not None:
            return each(f"({self.feasible_event(one, env)})" for one in self.of_each_member(node))
        if self.needs_choice(agent):
            other = self.unsaid_object(frame, by_name)
            if other is not None:
                listed = self.listed(evolve(other, quantity=n.Quantity.ALL), env)
                test = self.possible(frame, "agent", node.event, env, {"object": "y"}, env.you or "fr[3]")
                return f"any([1 for x in {self.listed(agent, env)} for y in {listed} if {test or 'True'}])"  # type: ignore[arg-type]
            return f"bool({self.listed(agent, env)})"  # type: ignore[arg-type]
        codes = {"agent": self.term(agent, env)} if agent is not None else {"agent": env.you or "fr[3]"}
        who = self.as_player(agent, env) if agent is not None else (env.you or "fr[3]")
        if (held := self.game.frames[frame].at_most) is not None and "number" in by_name:
            doer: Any = agent or n.You()
            if env.part and not self.game.frames[frame].all_of_it:
                return f"{self.number(n.ValueOf(held, doer), env)} > 0"
            return f"{self.number(n.ValueOf(held, doer), env)} >= {self.number(by_name['number'], env)}"
        for role in ("object", "to"):
            value = by_name.get(role)
            if isinstance(value, n.TextOf) and isinstance(value.of, n.Select):
                test = self.kind_test(value.kinds, "x") if value.kinds else "True"
                test += f" and {self.possible(frame, role, node.event, env, codes, who) or 'True'}"
                return f"any([1 for x in {self.listed(value.of, env)} if {test}])"
            if isinstance(value, n.Select) and not self.no_thing(value):
                if role == "object" and self.game.frames[frame].becomes:
                    value, _ = self.undescribed(value)  # any such thing becomes what is said of it
                inside = (
                    self.at_place_of(frame, env, codes["agent"], who)
                    if role == "object" and value.place is None
                    else env
                )
                listed = self.listed(value, inside)
                test = self.possible(frame, role, node.event, env, codes, who)
                if value.pick is n.Pick.TARGET:
                    listed = self.allowed_targets(listed, env)
                    test = None if self.aimed_by_itself else "x != fr[2]"
                if test is not None:
                    listed = f"[x for x in {listed} if {test}]"
                need = 1
                if value.quantity is n.Quantity.EXACTLY and isinstance(value.number, n.Num):
                    need = value.number.value
                return f"len({listed}) >= {need}"
            if role == "object" and value is not None and not self.no_thing(value) and self.may_be_forbidden(frame):
                several = self.kind(value, env) == "cards"  # «… puoi scartarle»: one of them at least
                codes[role] = "x" if several else self.term(value, env)
                if "to" in by_name and isinstance(by_name["to"], n.Select):
                    continue
                roles = {r: codes.get(r, "None") for r in self.roles[frame]}
                test = self.may_happen(frame, node.event, env, env.me or "None", who, roles)
                return f"any([1 for x in {self.term(value, env)} if {test}])" if several else test
        if self.done_alone(frame) and self.may_be_forbidden(frame):
            roles = {r: codes.get(r, "None") for r in self.roles[frame]}
            return self.may_happen(frame, node.event, env, env.me or "None", who, roles)
        return "True"

    @staticmethod
    def each_of_group(node: n.Do) -> Callable[[Iterable[str]], str] | None:
        """«copri questa carta e un'altra», «spezza una Lana o una Torre»: how the tests of each are joined."""
        group = next((r.value for r in node.event.roles if r.name == "object"), None)
        chosen = isinstance(group, n.Group) and any(isinstance(x, n.Select) for x in group.members)
        if not chosen or not isinstance(group, n.Group):
            return None
        return " or ".join if group.either else " and ".join

    @staticmethod
    def of_each_member(node: n.Do) -> Iterator[n.Do]:
        group = next((r.value for r in node.event.roles if r.name == "object"), None)
        for member in group.members if isinstance(group, n.Group) else ():
            roles = tuple(evolve(r, value=member) if r.name == "object" else r for r in node.event.roles)
            yield evolve(node, event=evolve(node.event, roles=roles))

    def undescribed(self, what: n.Select) -> tuple[n.Select, tuple[Any, ...]]:
        """What is chosen, and the words of its own values that it is to become: «una crepa profonda»."""

        def said(c: Any) -> bool:
            if isinstance(c, n.Compare):  # «di gravità pari al numero di …»
                if not isinstance(c.left, n.ValueOf) or not isinstance(c.left.of, n.Candidate) or c.op != "==":
                    return False
                return not self.game.values[c.left.value].printed
            own = isinstance(c, n.HasMember) and isinstance(c.of, n.Candidate) and isinstance(c.member, str)
            return own and not self.game.values[c.value].printed

        words = tuple(c for c in what.where if said(c))
        return evolve(what, where=tuple(c for c in what.where if c not in words)), words

    def done_alone(self, frame: str) -> bool:
        """Whether nothing takes part in it but who does it: «indietreggi»."""
        forms = self.game.frames[frame].forms
        return {role.name for form in forms for role in form.roles} == {"agent"}
