"""Numbers and values as Python expressions."""

from __future__ import annotations

from typing import Any

from dsl.meaning import nodes as n

from .declared import BAG_BITS
from .env import CannotCompile, Env
from .terms import Terms


class Numbers(Terms):
    """Numbers as expressions."""

    def amounts(self, node: n.Signs) -> tuple[int, ...]:
        """«{F}{F}{2}»: so many of any kind, then of each."""
        raise NotImplementedError

    def number(self, node: Any, env: Env) -> str:
        if isinstance(node, n.Num):
            return str(node.value)
        if isinstance(node, n.Signs):
            return repr(self.amounts(node))
        if isinstance(node, n.ValueOf):
            return self.value_of(node, env)
        if isinstance(node, n.Count):
            if node.what.quantity is n.Quantity.EXACTLY and node.what.among is None and node.what.noun == "":
                return "1"
            return self.words_held(node.what, env) or f"len({self.listed(node.what, env)})"
        if isinstance(node, n.Total):
            function = ("p" if node.printed else "") + self.value_function(node.value)
            over = self.listed(node.over, env) if isinstance(node.over, n.Select) else self.term(node.over, env)
            return f"total({function}, s, {over})"
        if isinstance(node, n.Compute):
            return self.compute(node, env)
        if isinstance(node, n.Outcome):
            return self.outcome(node, env)
        if isinstance(node, n.Lookup):
            return self.lookup(node, env)
        return self.term(node, env)

    def words_held(self, what: n.Select, env: Env) -> str | None:
        """«per ogni Seme di cui disponi»: how many of a word are in a player's bag; None of what is counted one by one."""
        bags = (
            x for x in self.game.values.values() if x.kind == "bag" and x.owner == "player" and what.noun in x.members
        )
        bag = next(bags, None)
        owned = what.where[0] if len(what.where) == 1 else None
        if bag is None or not isinstance(owned, n.ControlledBy) or owned.of != n.Candidate():
            return None
        if isinstance(owned.by, n.Opponent) and (owned.by.each or owned.by.anyone):
            return None
        held = self.value_of(n.ValueOf(bag.name, owned.by), env)
        return f"({held} >> {BAG_BITS * bag.members.index(what.noun)} & {(1 << BAG_BITS) - 1})"

    def value_of(self, node: n.ValueOf, env: Env) -> str:
        decl = self.game.values.get(node.value)
        if decl is None:
            raise CannotCompile(f"valore sconosciuto «{node.value}»", node)
        if decl.owner == "game" and decl.derived is not None:
            return f"r{self.number_of(self.game.values, node.value)}(s, None)"
        if decl.owner == "game" or decl.owner in self.game.periods:
            return f"s[{self.L['value ' + node.value]}]"
        of: Any = node.of if node.of is not None else (n.You() if decl.owner == "player" else n.Self())
        if decl.owner == "player":
            if f"mod {node.value}" in self.L.slots:
                return f"{self.value_function(node.value)}(s, {self.as_player(of, env)})"
            if decl.derived is not None:
                return f"r{self.number_of(self.game.values, node.value)}(s, {self.as_player(of, env)})"
            code = f"s[{self.L['value ' + node.value]} + {self.as_player(of, env)}]"
            return f"sum({code})" if decl.kind == "pool" else code
        kind = self.kind(of, env)
        if kind.endswith("s") and kind != "mask":
            return f"total({self.value_function(node.value)}, s, {self.term(of, env)})"
        function = self.value_function(node.value)
        if node.based:
            return f"known(b{function}, s, {self.term(of, env)})"
        if isinstance(of, n.Select):  # there may be none
            return f"known({'p' if node.printed else ''}{function}, s, {self.term(of, env)})"
        if node.printed:
            return f"p{function}(s, {self.term(of, env)})"
        late = "" if isinstance(of, n.Candidate) else "l"
        return f"{late}{function}(s, {self.term(of, env)})"

    def compute(self, node: n.Compute, env: Env) -> str:
        a = [self.number(x, env) for x in node.of]
        op = node.op
        A = n.Arithmetic
        if op is A.MULTIPLY and isinstance(node.of[0], n.Signs) and a[0].startswith("("):  # «{F} per ogni Lana»
            return f"manifold({a[0]}, {' * '.join(a[1:])})"
        if op in (A.ADD, A.SUBTRACT, A.MULTIPLY):
            if op is A.MULTIPLY and "1" in a:
                a = [x for x in a if x != "1"] or ["1"]
            return "(" + f" {op.value} ".join(a) + ")"
        if op is A.HALF_DOWN:
            return f"({a[0]} // 2)"
        if op is A.HALF_UP:
            return f"(-(-{a[0]} // 2))"
        if op is A.DIVIDE:
            return f"({a[0]} // {a[1]})"
        if op is A.EXCESS:
            return f"max({a[0]} - {a[1]}, 0)"
        if op is A.DIFFERENCE:
            return f"abs({a[0]} - {a[1]})"
        return f"{'min' if op is A.LEAST else 'max'}({', '.join(a)})"
