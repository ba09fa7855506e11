"""«infliggi 6 danni divisi come vuoi tra due Lane»: an amount that is shared out."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from ....syntax import nodes as s
from ... import nodes as n
from ..things.complements import Parts
from .exchange import Exchange

SHARED: Final = "SHARED"
HINT: Final = "«… divisi come vuoi tra due …», «… tra un numero qualsiasi di …»; di tutti: «… a ogni …»"


class Sharing(Exchange):
    """The part of the reader that reads how an amount is shared among several."""

    def shared_out(self, clause: s.Clause, parts: Parts, agent: n.Term | None) -> n.Effect:
        """What is done with so much to each of several, as you say."""
        among = next(p for p in parts.prepositions if p.preposition.terminal == SHARED)
        to = evolve(among, preposition=evolve(among.preposition, sense=evolve(among.preposition.sense, terminal="TO")))
        parts = evolve(parts, prepositions=[to if p is among else p for p in parts.prepositions])
        event, parts = self.event(clause, agent, pattern=False, parts=parts)
        self.nothing_left(parts, clause, "objects", "prepositions", adverbs=("ALSO", "INSTEAD", "ONCE_AT"))
        roles = {role.name: role.value for role in event.roles}
        amount, those = roles.get("number"), roles.get("to")
        said = f"«{self.quoted(clause.start, clause.end)}»"
        if not isinstance(amount, n.Num):
            raise self.fail(clause.start, f"{said}: si divide un numero che è detto", "S024", end=clause.end)
        if isinstance(those, n.Select) and _are_any_of_them(among.np, those):
            those = evolve(those, quantity=n.Quantity.ANY, pick=n.Pick.AGENT)
        if not isinstance(those, n.Select) or not _are_several(those):
            raise self.fail(among.np.start, f"{said}: tra quanti?", "S024", HINT, among.np.end)
        rest = tuple(role for role in event.roles if role.name not in ("number", "to"))
        span = self.span(clause.start, clause.end)
        return n.Share(evolve(event, roles=rest), amount, those, span=span)


def _are_any_of_them(np: s.Noun, those: n.Select) -> bool:
    """«tra le Lane rivali»: any number of them, since so much need not reach all; «tra tutte le …» is each of them."""
    plain = isinstance(np, s.NounPhrase) and np.number == 2 and np.has("the") and not np.has("all", "each")
    return plain and those.quantity is n.Quantity.ALL and those.among is None


def _are_several(those: n.Select) -> bool:
    """«due Lane», «fino a tre Lane», «un numero qualsiasi di Lane»: chosen, and more than one."""
    many = those.quantity in (n.Quantity.EXACTLY, n.Quantity.UP_TO) and those.number != n.Num(1)
    return many or those.quantity is n.Quantity.ANY
