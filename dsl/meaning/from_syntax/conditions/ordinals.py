"""«il tuo primo lancio di ogni turno», «la prima Lana che giochi in ogni turno»: which of some things, and the time in which it is."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from ....syntax import nodes as s
from ... import nodes as n

NTH: Final = {"FIRST": 1, "SECOND": 2}


def its_time(np: s.NounPhrase) -> tuple[s.NounPhrase, s.NounPhrase | None]:
    """The noun without the time of which it is the first, and that time."""
    for modifier in np.modifiers:
        if modifier.kind in ("mod_of", "mod_in") and (time := period_said(modifier.value)) is not None:
            return evolve(np, modifiers=tuple(m for m in np.modifiers if m is not modifier)), time
        inner = modifier.value
        if not isinstance(inner, s.Clause):
            continue
        for each in inner.complements:
            phrase = each.value
            time = period_said(phrase.np) if isinstance(phrase, s.Prepositional) else None
            if time is not None:
                rest = evolve(inner, complements=tuple(c for c in inner.complements if c is not each))
                kept = evolve(modifier, value=rest)
                return evolve(np, modifiers=tuple(kept if m is modifier else m for m in np.modifiers)), time
    return np, None


def period_said(np: object, *, alone: bool = False) -> s.NounPhrase | None:
    """«ogni turno», «questo turno»; ``alone``: also «il turno», «un turno»."""
    named = isinstance(np, s.NounPhrase) and np.noun is not None and np.noun.terminal == "N_PERIOD"
    if not named or not isinstance(np, s.NounPhrase) or np.modifiers:
        return None
    plain = alone and all(d.terminal in ("DEF", "INDEF") for d in np.determiners)
    if not plain and not np.has("each", "this"):
        return None
    yours = any(d.terminal == "POSSESSIVE" for d in np.determiners)  # «in ogni tuo turno»: not in the others'
    return None if yours else np


def nth_in_its_time(clause: s.Clause) -> tuple[s.Clause, int, s.NounPhrase] | None:
    """«quando giochi la tua seconda Lana in ogni turno», «… del turno»: the clause of any Lana, which one it is, and the time."""
    thing = next((c for c in clause.complements if c.kind == "c_object"), None)
    np = thing.value if thing is not None else None
    if thing is None or not isinstance(np, s.NounPhrase) or np.number != 1:
        return None
    which = next((d for d in np.determiners if d.terminal in NTH), None)
    article = next((d for d in np.determiners if d.terminal == "DEF"), None)
    if which is None:
        return None
    plain, time = its_time(np)
    within = [m for m in plain.modifiers if m.kind in ("mod_of", "mod_in") and period_said(m.value, alone=True)]
    late = [
        c for c in clause.complements if isinstance(c.value, s.Prepositional) and period_said(c.value.np, alone=True)
    ]
    if time is None and within:
        time = period_said(within[0].value, alone=True)
        plain = evolve(plain, modifiers=tuple(m for m in plain.modifiers if m is not within[0]))
    elif time is None and late and isinstance(late[0].value, s.Prepositional):
        time = period_said(late[0].value.np, alone=True)
    if time is None:
        return None
    any_one = tuple(
        evolve(d, sense=evolve(d.sense, terminal="INDEF", name="a")) for d in np.determiners if d is (article or which)
    )
    plain = evolve(plain, determiners=any_one)
    rest = tuple(evolve(c, value=plain) if c is thing else c for c in clause.complements if c not in late[:1])
    return evolve(clause, complements=rest), NTH[which.terminal], time


def nth_of_those(np: object) -> tuple[s.NounPhrase, int, s.Modifier] | None:
    """«il primo lancio che fai in questo turno»: one of those, which one it is, and what says of which."""
    if not isinstance(np, s.NounPhrase) or np.noun is None or np.number != 1:
        return None
    which = next((d for d in np.determiners if d.terminal in NTH), None)
    article = next((d for d in np.determiners if d.terminal == "DEF"), None)
    done = [m for m in np.modifiers if m.kind == "mod_relative" and isinstance(m.value, s.Clause)]
    if which is None or article is None or len(np.determiners) != 2 or len(done) != 1 or its_time(np)[1] is None:
        return None
    a = evolve(article, sense=evolve(article.sense, terminal="INDEF", name="a"))
    rest = tuple(m for m in np.modifiers if m is not done[0])
    return evolve(np, determiners=(a,), modifiers=rest), NTH[which.terminal], done[0]


def with_another(past: n.Happened, one: n.Term) -> n.Happened:
    """What was done, with another thing than this one."""
    other = n.Not(n.Same(n.Candidate(), one))
    roles = (
        evolve(r, value=evolve(r.value, where=(*r.value.where, other)))
        if r.name == "object" and isinstance(r.value, n.Select)
        else r
        for r in past.event.roles
    )
    return evolve(past, event=evolve(past.event, roles=tuple(roles)))


def others_of_which(past: n.Happened, one: n.Term) -> n.Select:
    """«gli altri lanci che hai fatto in questo turno»: all with which it was done, but for this one."""
    held = next(r.value for r in past.event.roles if r.name == "object" and isinstance(r.value, n.Select))
    roles = (evolve(r, value=n.Candidate()) if r.value is held else r for r in past.event.roles)
    done = evolve(past, event=evolve(past.event, roles=tuple(roles)))
    such = (done, n.Not(n.Same(n.Candidate(), one)), *held.where)
    return evolve(held, quantity=n.Quantity.ALL, number=None, where=such, bind=None)


__all__ = ["its_time", "nth_in_its_time", "nth_of_those", "others_of_which", "period_said", "with_another"]
