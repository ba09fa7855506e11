"""What has not happened of any: «nessuna Lana si è smorzata», «non hai smorzato nessuna Lana»."""

from __future__ import annotations

from typing import TypeGuard

from attrs import evolve

from ....syntax import nodes as s


def never_done(clause: s.Clause) -> s.Clause:
    """A clause of the past with *nessuno* as the denial of the same said of one; any other as it is."""
    group = clause.group
    past = group.perfect or group.form in ("perfect", "be_part")
    if clause.predicate is not None or group.modal is not None or not past:
        return clause
    subject = clause.subject
    if is_none(subject) and not (group.negated and subject.start < group.verb.at):
        clause = evolve(clause, subject=_one(subject), group=evolve(group, negated=True))
    return denied(clause)


def denied(clause: s.Clause) -> s.Clause:
    """«non … nessuna Lana» as «non … una Lana»: Italian denies twice and means it once."""
    if not clause.group.negated:
        return clause
    return evolve(clause, complements=tuple(_of_one(c) for c in clause.complements))


def _of_one(complement: s.Complement) -> s.Complement:
    value = complement.value
    if complement.kind == "c_object" and is_none(value):
        return evolve(complement, value=_one(value))
    if isinstance(value, s.Prepositional) and is_none(value.np):
        return evolve(complement, value=evolve(value, np=_one(value.np)))
    return complement


def is_none(phrase: object) -> TypeGuard[s.NounPhrase]:
    return isinstance(phrase, s.NounPhrase) and phrase.noun is not None and phrase.has("no")


def _one(phrase: s.NounPhrase) -> s.NounPhrase:
    return evolve(phrase, determiners=tuple(d for d in phrase.determiners if d.terminal != "NO"), number=1)
