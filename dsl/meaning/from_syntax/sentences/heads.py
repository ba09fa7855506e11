"""The pieces of a field's head that are sentences in little: when, and on what, the card is played.

«appoggiabile a una Torre» is «può essere appoggiata solo a una Torre»; «durante uno scontro» is said of the verb that the
text's slot declares for a time that stands alone. A time that is printed stands in the place of what the rules say of
the time; with «anche» beside it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from ....syntax import nodes as s
from ....vocabulary.inflection import conjugate
from ....vocabulary.lexer import Sense
from ... import nodes as n

if TYPE_CHECKING:
    from ..things.complements import Parts
    from .reader import Reader


def abilities_of(reader: Reader, phrase: s.HeadPhrase) -> tuple[n.Ability, ...]:
    """What a piece of a head says, as sentences in force of the card that prints it."""
    span = reader.span(phrase.start, phrase.end)
    if isinstance(phrase.when, (s.Clause, s.Conditions)):
        never = n.Allow(_event(reader, _of_slot(reader, phrase)), allowed=False, span=span)
        return (n.Static((never,), _contrary(reader.condition(phrase.when)), span=span),)
    clause = _clause(reader, phrase)
    parts = reader.parts(clause)
    times = _times(parts)
    also = any(token.terminal == "ALSO" for token in parts.adverbs)
    parts.adverbs = [token for token in parts.adverbs if token.terminal not in ("ONLY", "ALSO", "ANY_MOMENT")]
    parts.during = []
    plain = evolve(clause, group=evolve(clause.group, modal=None, negated=False))
    allow = reader._allow(clause, plain, parts, n.Self())
    assert isinstance(allow, n.Allow)
    named = [role.name for role in allow.event.roles if role.name != "object"]
    if clause.group.negated:
        return (n.Static((evolve(allow, span=span),), _all(times), span=span),)
    if len(named) > 1 or not (named or times):
        said = reader.quoted(phrase.start, phrase.end)
        raise reader.fail(phrase.start, f"«{said}»: quando, o su che cosa?", "S240", end=phrase.end)
    found: list[n.Ability] = []
    if named:
        found.append(n.Static((evolve(allow, only=named[0], span=span),), span=span))
    if times:
        event = evolve(allow.event, roles=tuple(role for role in allow.event.roles if role.name == "object"))
        found += _at_times(event, times, also, span)
    return tuple(found)


def _at_times(event: n.Event, times: tuple[n.Condition, ...], also: bool, span: n.Span | None) -> tuple[n.Ability, ...]:
    """May it then, whatever the rules say of the time, and at no other time."""
    when = _all(times)
    assert when is not None
    may = n.Static((n.Allow(event, span=span),), when, span=span)
    if also or isinstance(when, n.AnyTime):
        return (may,)
    return may, n.Static((n.Allow(event, allowed=False, span=span),), _contrary(when), span=span)


def _clause(reader: Reader, phrase: s.HeadPhrase) -> s.Clause:
    """The piece as a clause «può essere …»: of its own verb, or of the one that the slot declares for times."""
    if phrase.group is not None:
        if not reader.vocabulary.frames_of(phrase.group.verb.name):
            said = f"nessun verbo del gioco dice «{phrase.group.verb.text}»"
            participle = conjugate(phrase.group.verb.name).participle.ms
            raise reader.fail(
                phrase.start, said, "S027", f"di una carta che lo è già: «{participle} a …»", end=phrase.end
            )
        return s.Clause(phrase.group, None, phrase.complements, None, phrase.start, phrase.end)
    clause = _of_slot(reader, phrase)
    if isinstance(phrase.when, s.Prepositional):
        time = s.Complement("c_prep", phrase.when, (), False, phrase.start, phrase.end)
    elif phrase.when is None and not phrase.tokens:
        said = reader.quoted(phrase.start, phrase.end)
        raise reader.fail(phrase.start, f"«{said}» non si intende qui", "S020", end=phrase.end)
    elif phrase.when is not None:
        time = s.Complement("c_object", phrase.when, (), False, phrase.start, phrase.end)
    else:
        time = s.Complement("c_adverb", phrase.tokens[-1], phrase.tokens[-1:], False, phrase.start, phrase.end)
    return evolve(clause, complements=(time,))


def _of_slot(reader: Reader, phrase: s.HeadPhrase) -> s.Clause:
    """«può essere giocata»: the verb of which a time alone is said."""
    slot = reader.vocabulary.texts.get(reader.said.context.slot or "")
    if slot is None or slot.timed_verb is None:
        said = reader.quoted(phrase.start, phrase.end)
        raise reader.fail(
            phrase.start, f"«{said}»: il gioco non dice di quale verbo sia il tempo", "S240", end=phrase.end
        )
    token = s.Token(phrase.start, slot.timed_verb, Sense("V_ABLE", slot.timed_verb, mood="able", kind="verb"))
    group = s.VerbGroup(token, "present", "can", True, tokens=(token,))
    return s.Clause(group, None, (), None, phrase.start, phrase.end)


def _event(reader: Reader, clause: s.Clause) -> n.Event:
    plain = evolve(clause, group=evolve(clause.group, modal=None))
    return reader.event(plain, n.Self(), pattern=True)[0]


def _times(parts: Parts) -> tuple[n.Condition, ...]:
    always = any(token.terminal == "ANY_MOMENT" for token in parts.adverbs)
    return (n.AnyTime(),) if always else tuple(parts.during)


def _all(conditions: tuple[n.Condition, ...]) -> n.Condition | None:
    return conditions[0] if len(conditions) == 1 else n.And(conditions) if conditions else None


def _contrary(condition: n.Condition) -> n.Condition:
    return condition.part if isinstance(condition, n.Not) else n.Not(condition)


__all__ = ["abilities_of"]
