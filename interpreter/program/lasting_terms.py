"""Lasting effects of a declared kind as things that one speaks of: which a card has, of what sort they are."""

from __future__ import annotations

from typing import Any

from dsl.meaning import nodes as n
from dsl.meaning.game import GameMeaning

from .env import Env


class LastingTerms:
    """The part of the compiler that writes expressions about lasting effects; each is named by the time of its entry."""

    game: GameMeaning

    def term(self, node: Any, env: Env) -> str:
        raise NotImplementedError

    def number(self, node: Any, env: Env) -> str:
        raise NotImplementedError

    def condition(self, node: Any, env: Env) -> str:
        raise NotImplementedError

    def kind(self, node: Any, env: Env) -> str:
        raise NotImplementedError

    def family_number(self, name: str) -> int:
        return list(self.game.lasting).index(name)

    def sort_number(self, family: str, sort: str) -> int:
        return [word for word, _ in self.game.lasting[family].sorts].index(sort)

    def lastings(self, node: n.Select, env: Env) -> str:
        """«i Pegni Positivi di una carta»: those of that card, or of every card in play."""
        family = self.family_number(node.noun)
        on = next((c.card for c in node.where if isinstance(c, n.LiesOn)), None)
        if on is None and "#from" in env.names:
            code = f"gifts(s, {env.names['#from'][0]}, {family})"
        else:
            code = f"gifts(s, {self.term(on, env) if on is not None else 'None'}, {family})"
        if on is not None and self.kind(on, env)[-1] == "s":  # «i Pegni delle tue Lane»
            code = f"tuple([x for y in {self.term(on, env)} for x in gifts(s, y, {family})])"
        var = f"c{env.depth}"
        inner = env.under_test(var, "lasting")
        tests = [self.condition(c, inner) for c in node.where if not isinstance(c, n.LiesOn)]
        return f"[{var} for {var} in {code} if {' and '.join(tests)}]" if tests else code

    def on_issort(self, node: n.IsSort, env: Env) -> str:
        family, sort = self.family_number(node.family), self.sort_number(node.family, node.sort)
        return f"(sort_of(s, {self.term(node.of, env)}, {family}) == {sort})"

    def on_bears(self, node: n.Bears, env: Env) -> str:
        family = self.family_number(node.family)
        sort = self.sort_number(node.family, node.sort) if node.sort is not None else -1
        return f"bears(s, {self.term(node.of, env)}, {family}, {sort})"

    def is_such_effect(self, node: n.Select, code: str, env: Env) -> str:
        """Whether what an event gives is of the sorts that a pattern says («non può ricevere Pegni Negativi»)."""
        inner = env.under_test(code, "lasting")
        tests = [f"{code} is not None", *(self.condition(c, inner) for c in node.where if not isinstance(c, n.LiesOn))]
        return " and ".join(tests)
