"""«essere bersaglio di …», «diventa bersaglio di …», «viene scelta come bersaglio da …»: clauses of which the target is the noun."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from ....syntax import nodes as s

_CHOSEN: Final = "scegliere"


def as_a_target(clause: s.Clause) -> s.Clause:
    """«non può essere scelta come bersaglio dalle Lane»: as «non può essere bersaglio delle Lane»."""
    group = clause.group
    if group.modal != "can" or not group.passive or group.verb.name != _CHOSEN:
        return clause
    said = [(c, c.value) for c in clause.complements if isinstance(c.value, s.Prepositional)]
    target = next(((c, np) for c, phrase in said if (np := _target_named(phrase)) is not None), None)
    if target is None:
        return clause
    where, np = target
    by = [(c, phrase) for c, phrase in said if phrase.preposition.terminal == "FROM"]
    of = [s.Modifier("mod_of", (phrase.preposition,), phrase.np, False, c.start, c.end) for c, phrase in by]
    whole = evolve(np, modifiers=(*np.modifiers, *of))
    rest = tuple(c for c in clause.complements if c is not where and all(c is not each for each, _ in by))
    verb = evolve(group.verb, sense=evolve(group.verb.sense, name="essere"))
    being = s.Complement("c_object", whole, (), False, where.start, where.end)
    return evolve(clause, group=evolve(group, verb=verb, passive=False), complements=(*rest, being))


def _target_named(phrase: s.Prepositional) -> s.NounPhrase | None:
    """«come bersaglio»."""
    np = phrase.np
    aimed = isinstance(np, s.NounPhrase) and np.noun is not None and np.noun.terminal == "TARGET"
    return np if aimed and isinstance(np, s.NounPhrase) and phrase.preposition.terminal == "AS" else None


def aim_of(clause: s.Clause) -> tuple[s.Clause, tuple[s.Modifier, ...]] | None:
    """«diventa bersaglio di una magia», «viene scelta come bersaglio da una magia»: the clause without that, and of what."""
    group = clause.group
    if group.modal is not None or group.negated or group.perfect or clause.predicate is not None:
        return None
    if group.verb.name == "diventare" and not group.passive:
        found = [(c, c.value) for c in clause.complements if c.kind == "c_object"]
        named = [(c, np) for c, np in found if isinstance(np, s.NounPhrase) and _is_target(np)]
    elif group.verb.name == _CHOSEN and (group.passive or group.form == "be_part"):
        prepositional = [(c, c.value) for c in clause.complements if isinstance(c.value, s.Prepositional)]
        named = [(c, np) for c, phrase in prepositional if (np := _target_named(phrase)) is not None]
    else:
        return None
    if len(named) != 1 or any(d.terminal != "DEF" for d in named[0][1].determiners):
        return None
    where, np = named[0]
    by = [
        (c, s.Modifier("mod_of", (c.value.preposition,), c.value.np, False, c.start, c.end))
        for c in clause.complements
        if isinstance(c.value, s.Prepositional) and c is not where and c.value.preposition.terminal in ("FROM", "OF")
    ]
    rest = tuple(c for c in clause.complements if c is not where and all(c is not each for each, _ in by))
    return evolve(clause, complements=rest), (*np.modifiers, *(of for _, of in by))


def _is_target(np: s.NounPhrase) -> bool:
    return np.noun is not None and np.noun.terminal == "TARGET"
