"""«Attingi una carta. Ripeti questo effetto due volte.»: all that was said before in the text, so many times more."""

from __future__ import annotations

from attrs import evolve

from ..syntax import nodes as s
from . import nodes as n
from .from_syntax.sentences.reader import Reader
from .from_syntax.sentences.steps import sequence
from .from_syntax.things.reading import number_said

_REPEATING = "ripetere"


def done_again(reader: Reader, node: s.Sentence, before: tuple[n.Ability, ...]) -> tuple[n.Ability, ...] | None:
    """The abilities before with what they do repeated, and what is done after that; None of any other sentence."""
    body = node.body
    step = body.steps[0] if body is not None and body.steps else None
    if body is None or not isinstance(step, s.Step) or not _repeats_this(step.clause) or node.kind != "plain":
        return None
    if body.fronts or step.tails or body.otherwise is not None or not before:
        raise reader.fail(node.start, "che cosa si ripete, e quante volte?", "S036", _HINT, end=node.end)
    last = before[-1]
    used = tuple(each.effect for each in before if isinstance(each, n.Used))
    kept = before[:-1] if len(used) < len(before) else ()
    if not isinstance(last, n.Used | n.Triggered | n.Activated | n.Prompted) or (kept and isinstance(last, n.Used)):
        raise reader.fail(node.start, "che cosa si ripete? prima non si fa nulla", "S036", _HINT, end=node.end)
    done = last.effect if kept or not isinstance(last, n.Used) else sequence(used)
    again = n.Repeat(_how_often(reader, step.clause), done, again=True, span=reader.span(node.start, node.end))
    rest = evolve(body, steps=body.steps[1:], then=body.then[1:])
    effect = sequence((again, _after(reader, rest, bound=not isinstance(last, n.Used)))) if rest.steps else again
    return (*kept, evolve(last, effect=effect))


_HINT = "«…. Ripeti questo effetto due volte.», dopo ciò che si ripete"


def _repeats_this(clause: s.Clause) -> bool:
    """«ripeti questo effetto (due volte)»."""
    things = [c.value for c in clause.complements if c.kind == "c_object" and _so_often(c.value) is None]
    this = things[0] if len(things) == 1 else None
    named = isinstance(this, s.NounPhrase) and this.noun is not None and this.noun.name == "effect"
    bare = isinstance(this, s.NounPhrase) and not this.modifiers and this.has("this")
    return clause.group.verb.name == _REPEATING and clause.group.form == "order" and named and bare


def _so_often(value: object) -> s.Token | None:
    """«altre due volte», where it stands as a thing."""
    times = isinstance(value, s.NounPhrase) and value.noun is not None and value.noun.terminal == "TIME"
    numbers = [d for d in value.determiners if d.terminal == "NUM"] if isinstance(value, s.NounPhrase) else []
    return numbers[0] if times and numbers else None


def _how_often(reader: Reader, clause: s.Clause) -> n.Number:
    """«due volte», «per ogni tua Lana»; once, where it is not said."""
    said = next((often for c in clause.complements if (often := _so_often(c.value)) is not None), None)
    if said is not None:
        return number_said(said)
    plain = evolve(clause, complements=tuple(c for c in clause.complements if c.kind != "c_object"))
    parts = reader.parts(plain)
    reader.nothing_left(parts, plain, "times", "per_each")
    if parts.times is not None and parts.times.per is None and not parts.per_each:
        return number_said(parts.times.number)
    if parts.per_each and parts.times is None:
        return reader.multiplier(parts.per_each[0], parts)
    if parts.times is not None or parts.per_each:
        raise reader.fail(clause.start, "quante volte si ripete?", "S036", _HINT, end=clause.end)
    return n.Num(1)


def _after(reader: Reader, body: s.Body, bound: bool) -> n.Effect:
    outer, reader.said.bound_event = reader.said.bound_event, bound or reader.said.bound_event
    try:
        return reader.body_effect(body)
    finally:
        reader.said.bound_event = outer


__all__ = ["done_again"]
