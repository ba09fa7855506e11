"""What a condition speaks of and what follows speaks of again: «se una tua Lana è stanca, destala»."""

from __future__ import annotations

from attrs import evolve

from dsl.meaning import nodes as n
from dsl.meaning.joined import conditions_of
from dsl.meaning.mapped import replace_term

from .layout import PLAYER_WORDS, walk


def recalled_from(condition: n.Condition, node: n.If) -> list[n.Select]:
    """The things that a condition describes, other than targets, of which what is done under it speaks again."""
    spoken = {x.name for x in walk((node.then, node.otherwise)) if isinstance(x, n.Var)}
    found = (x for x in walk(condition) if isinstance(x, n.Select) and x.bind in spoken)
    return [x for x in found if x.quantity is not n.Quantity.ALL and x.pick is not n.Pick.TARGET]


def singled_out(one: n.Select) -> bool:
    """«la Lana rivale con Ardore maggiore»: which one it is does not depend on what is asked of it."""
    return one.extreme is not None or one.pick is n.Pick.NAMED


def each_of_them(recalled: list[n.Select]) -> n.Select | None:
    """«se un giocatore ha 3 Punti o meno, …»: the only thing recalled is a player, whichever."""
    one = recalled[0] if len(recalled) == 1 else None
    plain = one is not None and one.noun in PLAYER_WORDS and not singled_out(one) and one.pick is n.Pick.AGENT
    return one if plain else None


def such_as(one: n.Select, condition: n.Condition) -> n.Select:
    """One of those of which what is asked holds, of it by its name: inside what is counted a candidate is another thing."""
    asked = [part for part in conditions_of(condition) if any(x == one for x in walk(part))]
    named = [
        replace_term(part, one, n.Candidate() if _took_part(one, part) else n.Var(one.bind or "")) for part in asked
    ]
    return evolve(one, where=(*one.where, *named))


def _took_part(one: n.Select, condition: n.Condition) -> bool:
    """«se una Lana si è spenta, riprendila»: one to which it happened, wherever she is now."""
    return isinstance(condition, n.Happened) and any(role.value == one for role in condition.event.roles)
