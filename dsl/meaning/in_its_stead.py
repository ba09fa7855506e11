"""«Attingi una carta. Se hai due Lane, attingine invece due»: the second sentence says what is done in the stead of the first."""

from __future__ import annotations

from typing import Any, Final

from attrs import evolve

from ..syntax import nodes as s
from . import nodes as n
from .from_syntax.occasions import chosen_before
from .from_syntax.reader import Reader
from .from_syntax.steps import sequence
from .same_again import to_the_same
from .scope import Unreadable, nodes_of, replace_term

_DONE: Final = (n.Used, n.Triggered, n.Activated, n.Prompted)


def is_in_its_stead(node: s.Sentence, reader: Reader) -> bool:
    """Whether a sentence is «se …, invece …», where what follows «se» is how things stand, and not what happens."""
    body = node.body
    if node.kind not in ("plain", "then") or body is None or body.otherwise is not None or len(body.fronts) != 1:
        return False
    front, step = body.fronts[0], body.steps[0]
    also = front.kind.startswith("did") and any(token.name == "also" for token in front.tokens)
    if not (front.kind == "if" or also) or len(body.steps) != 1 or not isinstance(step, s.Step) or step.tails:
        return False
    clauses = front.value.items if isinstance(front.value, s.Conditions) else (front.value,)
    stands = also or all(isinstance(each, s.Clause) and not _happens(each, reader) for each in clauses)
    return stands and step.clause != _plain(step.clause)


def in_its_stead(reader: Reader, node: s.Sentence, before: n.Ability) -> tuple[n.Ability, ...]:
    """The ability before with what is done, or holds, instead of the last thing that it does."""
    effect = getattr(before, "effect", None)
    body = node.body
    assert body is not None and isinstance(body.steps[0], s.Step)
    if isinstance(before, n.Static):
        return _holding_instead(reader, node, before)
    if not isinstance(before, _DONE) or effect is None:
        raise Unreadable("S036", "«invece» di che cosa? prima non si fa nulla", node.start, node.end)
    reader.said.bound_event = not isinstance(before, n.Used)
    done = reader.body_effect(_without(body))
    reader.said.bound_event = False
    parts = effect.parts if isinstance(effect, n.Sequence) else (effect,)
    at = _replaced(parts, done)
    if at is None or not isinstance(done, n.If) or done.otherwise is not None:
        said = "«invece» di che cosa? prima si fa più di una cosa, e nessuna è la stessa"
        raise Unreadable("S036", said, node.start, node.end)
    done = to_the_same(parts[at], done)
    chosen, usual, _ = chosen_before(parts[at], done)
    mended = evolve(done, otherwise=usual)
    return (evolve(before, effect=sequence((*parts[:at], *chosen, mended, *parts[at + 1 :]))),)


def _holding_instead(reader: Reader, node: s.Sentence, before: n.Static) -> tuple[n.Ability, ...]:
    """«Ha +1 Ardore. Se hai due Lane, ha invece +2 Ardore»: the one or the other."""
    assert node.body is not None
    found = reader.sentence(evolve(node, body=_without(node.body)))
    after = found[0] if len(found) == 1 else None
    alike = isinstance(after, n.Static) and [_what(x) for x in after.effects] == [_what(x) for x in before.effects]
    if not isinstance(after, n.Static) or after.condition is None or not alike:
        raise Unreadable("S036", "«invece» di che cosa? ciò che vale prima è altro", node.start, node.end)
    for same in (x for x in nodes_of(before) if isinstance(x, n.Select) and x.bind is not None):
        after = replace_term(
            after, n.Var(same.bind or ""), evolve(same, bind=None)
        )  # «costano invece …»: the same ones
    assert after.condition is not None
    otherwise = n.Not(after.condition)
    always = otherwise if before.condition is None else n.And((before.condition, otherwise))
    return evolve(before, condition=always), after


def _without(body: s.Body) -> s.Body:
    """The steps without «invece»."""
    step = body.steps[0]
    assert isinstance(step, s.Step)
    return evolve(body, steps=(evolve(step, clause=_plain(step.clause)),))


def _happens(clause: s.Clause, reader: Reader) -> bool:
    return reader.is_event(clause) or clause.group.form == "conditional" or clause.group.modal == "about_to"


def _plain(clause: s.Clause) -> s.Clause:
    """A clause without «invece»."""
    group = evolve(clause.group, adverbs=tuple(each for each in clause.group.adverbs if each.terminal != "INSTEAD"))
    rest = tuple(each for each in clause.complements if not (each.kind == "c_adverb" and _says_instead(each)))
    return evolve(clause, group=group, complements=rest)


def _says_instead(complement: s.Complement) -> bool:
    token = complement.value if isinstance(complement.value, s.Token) else complement.tokens[0]
    return token.terminal == "INSTEAD"


def _replaced(parts: tuple[Any, ...], done: n.Effect) -> int | None:
    """Which of the things done is meant: the only one, or the only one that does the same."""
    if len(parts) == 1:
        return 0
    alike = [at for at, part in enumerate(parts) if isinstance(done, n.If) and _what(part) == _what(done.then)]
    return alike[0] if len(alike) == 1 else None


def _what(effect: n.Effect | n.Standing) -> object:
    if isinstance(effect, n.Do):
        return effect.event.verb.partition("#")[0]
    return effect.value if isinstance(effect, n.Modify) else type(effect)
