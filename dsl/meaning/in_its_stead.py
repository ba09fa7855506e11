"""«Attingi una carta. Se hai due Lane, attingine invece due»: the second sentence says what is done in the stead of the first."""

from __future__ import annotations

from typing import Any, Final

from attrs import evolve

from ..syntax import nodes as s
from . import nodes as n
from .from_syntax.effects.besides import more_of_it, without_more_of_it
from .from_syntax.sentences.occasions import chosen_before, lasting
from .from_syntax.sentences.reader import Reader
from .from_syntax.sentences.steps import sequence, to_the_same, who_is_awaited
from .from_syntax.things.reading import number_said
from .game import counted_by
from .joined import effects_of
from .mapped import replace_term
from .scope import Unreadable, nodes_of

_DONE: Final = (n.Used, n.Triggered, n.Activated, n.Prompted)
_ONE_OF_MANY: Final = "«invece» di che cosa? prima si fa più di una cosa, e nessuna è la stessa"

_OF_WHAT_IS_MADE: Final = "«invece» di che cosa? di ciò che si fa prima: si dice com'è senza «invece»"


def is_in_its_stead(node: s.Sentence, reader: Reader, before: n.Ability) -> bool:
    """Whether a sentence says what is done in the stead of what goes before: by «invece», or as so many in all."""
    return _says_rather(node, reader) or is_more_of_it(node, reader, before)


def _says_rather(node: s.Sentence, reader: Reader) -> bool:
    """Whether a sentence is «se …, invece …», where what follows «se» is how things stand, and not what happens."""
    body = node.body
    if node.kind not in ("plain", "then") or body is None or body.otherwise is not None or not body.fronts:
        return False
    stands = all(
        _also_paid(front) or (front.kind == "if" and not any(_happens(each, reader) for each in _clauses(front)))
        for front in body.fronts
    )
    return stands and reader.has_instead(_word_with_step(body))


def is_more_of_it(node: s.Sentence, reader: Reader, before: n.Ability) -> bool:
    """«Attingi una carta. Se hai due Lane, attingine due»: so many in all, where more of the same and nothing else is said."""
    body, done = node.body, effects_of(getattr(before, "effect", None) or n.Sequence(()))
    step = body.steps[0] if body is not None and len(body.steps) == 1 else None
    usual = done[-1] if done else None
    if node.kind not in ("plain", "then") or body is None or body.otherwise is not None or not body.fronts:
        return False
    if not isinstance(step, s.Step) or step.tails or not isinstance(usual, n.Do):
        return False
    asked = all(f.kind == "if" and not any(_happens(each, reader) for each in _clauses(f)) for f in body.fronts)
    same = step.clause.group.verb.name == _what(usual)
    if asked and same and _all_together(step, usual, reader) is not None:
        return True
    return asked and same and 0 < _how_many(usual) < _so_many_of_them(step.clause)


def _all_together(step: s.Step, usual: n.Do, reader: Reader) -> s.Step | None:
    """«infliggi 3 danni a una Lana. Se è stanca, infliggine 1 in più», «… altri 2»: 4 of them at once; None where it is not said
    so, or where each is done by itself."""
    frame = reader.vocabulary.frames.get(usual.event.verb)
    held, usually = more_of_it(step.clause), _how_many(usual)
    np = held.value if held is not None else None
    of_values = frame is not None and counted_by(frame) in reader.vocabulary.values
    if held is None or not isinstance(np, s.NounPhrase) or not of_values or not usually:
        return None
    number = next((d for d in np.determiners if d.terminal == "NUM"), None)
    more = number_said(number) if number is not None else None
    alone = step.clause.complements == (held,) and step.clause.subject is None
    if number is None or not isinstance(more, n.Num) or not alone:
        return None
    in_all = evolve(number, sense=evolve(number.sense, name=str(usually + more.value)))
    many = evolve(np, determiners=tuple(in_all if d is number else d for d in np.determiners if d.name != "other"))
    clause = without_more_of_it(evolve(step.clause, complements=(evolve(held, value=many),)))
    return evolve(step, clause=clause)


def told_apart(node: s.Sentence, reader: Reader) -> tuple[s.Sentence, ...]:
    """«Attingi una carta; se hai due Lane, attingine (invece) due», of a text that is used: as two sentences."""
    body = node.body
    last = body.steps[-1] if body is not None and len(body.steps) > 1 else None
    if body is not None and isinstance(last, s.Body) and last.rather:  # «…, o due se hai una Lana»
        first = evolve(body, steps=body.steps[:-1], then=body.then[:-1], end=last.start)
        return (evolve(node, body=first, end=last.start), evolve(node, kind="plain", body=last, start=last.start))
    if reader.said.continuous:
        return (node,)
    if node.kind not in ("plain", "then") or body is None or body.fronts or body.otherwise is not None:
        return (node,)
    if not isinstance(last, s.Body) or any(isinstance(step, s.Body) for step in body.steps[:-1]):
        return (node,)
    first = evolve(body, steps=body.steps[:-1], then=body.then[: len(body.steps) - 1], end=last.start)
    second = evolve(node, kind="plain", body=last, start=last.start)
    step = last.steps[0]
    more = isinstance(step, s.Step) and _so_many_of_them(step.clause) > 1
    return (evolve(node, body=first, end=last.start), second) if more or _says_rather(second, reader) else (node,)


def _so_many_of_them(clause: s.Clause) -> int:
    """«attingine due»: two; 0 of anything else."""
    np = clause.complements[0].value if len(clause.complements) == 1 else None
    bare = isinstance(np, s.NounPhrase) and np.noun is None and not np.modifiers and len(np.determiners) == 1
    plain = not clause.group.adverbs and not clause.group.negated and clause.group.modal is None
    said = np.determiners[0] if bare and isinstance(np, s.NounPhrase) else None
    if said is None or not plain or not any(c.name == "of_them" for c in clause.group.clitics):
        return 0
    number = number_said(said) if said.terminal == "NUM" else None
    return number.value if isinstance(number, n.Num) else 0


def _how_many(done: n.Do) -> int:
    """How many things are done to, or how much is done, where that is written; 0 where it is not."""
    roles = {role.name: role.value for role in done.event.roles}
    held = roles.get("number", roles.get("object"))
    number = held.number if isinstance(held, n.Select) and held.quantity is n.Quantity.EXACTLY else held
    return number.value if isinstance(number, n.Num) else 0


def _also_paid(front: s.Front) -> bool:
    """«se lo fai anche»: of an additional cost."""
    return front.kind.startswith("did") and any(token.name == "also" for token in front.tokens)


def in_its_stead(reader: Reader, node: s.Sentence, before: n.Ability) -> tuple[n.Ability, ...]:
    """The ability before with what is done, or holds, instead of the last thing that it does."""
    effect = getattr(before, "effect", None)
    assert node.body is not None
    body = _word_with_step(node.body)
    body = _in_all(body, effects_of(effect) if effect is not None else (), reader)
    node = evolve(node, body=body)
    if isinstance(before, n.Static):
        return _holding_instead(reader, node, before)
    if not isinstance(before, _DONE) or effect is None:
        raise Unreadable("S036", "«invece» di che cosa? prima non si fa nulla", node.start, node.end)
    parts = effects_of(effect)
    done = _read(reader, node, before, parts)
    said = reader.has_instead(body)
    at = _replaced(parts, _what(_first_of(done.then))) if said else len(parts) - 1
    if at is None or _speak_of(parts[at], parts[at + 1 :]):
        raise Unreadable("S036", _ONE_OF_MANY, node.start, node.end)
    if _says_what_it_makes(reader, parts[at], done.then):
        raise Unreadable("S036", _OF_WHAT_IS_MADE, node.start, node.end)
    done = evolve(done, then=to_the_same(parts[at], done.then))
    return (evolve(before, effect=sequence((*parts[:at], *_either(parts[at], done), *parts[at + 1 :]))),)


def _in_all(body: s.Body, done: tuple[Any, ...], reader: Reader) -> s.Body:
    """What is done besides of the same, as so much in all."""
    usual = done[-1] if done else None
    step = body.steps[0] if len(body.steps) == 1 else None
    whole = _all_together(step, usual, reader) if isinstance(step, s.Step) and isinstance(usual, n.Do) else None
    return body if whole is None else evolve(body, steps=(whole,))


def _read(reader: Reader, node: s.Sentence, before: n.Ability, parts: tuple[Any, ...]) -> n.If:
    """What is done instead, read as of what was ordered before."""
    body, step = node.body, node.body.steps[0] if node.body is not None else None
    assert body is not None
    verb = step.clause.group.verb.name if isinstance(step, s.Step) else None
    at = _replaced(parts, verb) if reader.has_instead(body) else len(parts) - 1
    rather = parts[-1] if at is None else parts[at]
    moved = getattr(_bare(rather), "moved", None)
    if moved is not None:  # what is not drawn yet is not spoken of
        drawn = n.Var(moved)
        known = reader.said.mentions
        reader.said.mentions = [evolve(m, counted=True, moved=False) if m.recall == drawn else m for m in known]
        reader.said.topic = reader.said.next_topic = reader.said.shown = reader.said.last_subject = None
    if isinstance(rather, n.Watch):  # «… Se è stanca, invece …»: the one that did it
        reader.said.topic = who_is_awaited(rather.when)
    reader.said.bound_event, reader.rather = not isinstance(before, n.Used), _bare(rather)
    try:
        done = reader.body_effect(body)
    finally:
        reader.said.bound_event, reader.rather = False, None
    if not isinstance(done, n.If) or done.otherwise is not None:
        raise Unreadable("S036", _ONE_OF_MANY, node.start, node.end)
    return done


def _either(usual: n.Effect, done: n.If) -> tuple[n.Effect, ...]:
    """The one or the other, as things are before either; what both speak of is chosen first."""
    if isinstance(
        usual, n.Watch
    ):  # «quando vince, attingi una carta. Se …, attingine invece due»: asked when it happens
        return (evolve(usual, effect=sequence(_either(usual.effect, done))),)
    chosen: tuple[n.Effect, ...] = ()
    while True:
        found, usual, _ = chosen_before(usual, done)
        if not found:
            break
        chosen += found
    lasts = getattr(usual, "duration", None)
    then = lasting(done.then, lasts) if lasts is not None else done.then
    return (*chosen, evolve(done, then=then, otherwise=usual))


def _says_what_it_makes(reader: Reader, usual: n.Effect, rather: n.Effect) -> bool:
    """«infligge una crepa lieve. Se …, la crepa è profonda invece»: of a crepa that is then not there."""
    frame = reader.vocabulary.frames.get(usual.event.verb) if isinstance(usual, n.Do) else None
    return frame is not None and frame.becomes and not isinstance(rather, n.Do) and _speak_of(usual, (rather,))


def _speak_of(part: n.Effect, after: tuple[Any, ...]) -> bool:
    """Whether what is done afterwards speaks of what only this part chooses or draws."""
    names = {getattr(each, name, None) for each in nodes_of(part) for name in ("bind", "moved")}
    return any(isinstance(each, n.Var) and each.name in names for each in nodes_of(after))


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


def _clauses(front: s.Front) -> tuple[Any, ...]:
    return front.value.items if isinstance(front.value, s.Conditions) else (front.value,)


def _happens(clause: Any, reader: Reader) -> bool:
    if not isinstance(clause, s.Clause):
        return True
    return reader.is_event(clause) or clause.group.form == "conditional" or clause.group.modal == "about_to"


def _word_with_step(body: s.Body) -> s.Body:
    """«se hai due Lane, invece attingine due»: the word is of what follows, and not of the condition."""
    front, step = body.fronts[-1], body.steps[0]
    clause = _clauses(front)[-1]
    said = clause.complements[-1] if isinstance(clause, s.Clause) and clause.complements else None
    if said is None or not said.comma or not _says_instead(said) or not isinstance(step, s.Step):
        return body
    stated = evolve(clause, complements=clause.complements[:-1])
    value = (
        evolve(front.value, items=(*front.value.items[:-1], stated))
        if isinstance(front.value, s.Conditions)
        else stated
    )
    plain = evolve(said, comma=False)
    instead = evolve(step, clause=evolve(step.clause, complements=(*step.clause.complements, plain)))
    fronts = (*body.fronts[:-1], evolve(front, value=value))
    return evolve(body, fronts=fronts, steps=(instead, *body.steps[1:]))


def _without(body: s.Body) -> s.Body:
    """The steps without «invece»."""
    step = body.steps[0]
    assert isinstance(step, s.Step)
    group = step.clause.group
    rest = tuple(each for each in step.clause.complements if not _says_instead(each))
    adverbs = tuple(each for each in group.adverbs if each.terminal != "INSTEAD")
    clause = evolve(step.clause, group=evolve(group, adverbs=adverbs), complements=rest)
    return evolve(body, steps=(evolve(step, clause=clause), *body.steps[1:]))


def _says_instead(complement: s.Complement) -> bool:
    if complement.kind != "c_adverb":
        return False
    token = complement.value if isinstance(complement.value, s.Token) else complement.tokens[0]
    return token.terminal == "INSTEAD"


def _replaced(parts: tuple[Any, ...], what: object) -> int | None:
    """Which of the things done is meant: the only one, or the only one that does the same."""
    if len(parts) == 1:
        return 0
    alike = [at for at, part in enumerate(parts) if _what(part) == what]
    return alike[0] if len(alike) == 1 else None


def _first_of(effect: n.Effect) -> n.Effect:
    return effect.parts[0] if isinstance(effect, n.Sequence) else effect


def _bare(effect: Any) -> Any:
    """What is done, whether somebody may or each does it, or whenever it will be."""
    return _bare(effect.effect) if isinstance(effect, n.May | n.ForEach | n.Watch) else effect


def _what(effect: n.Effect | n.Standing) -> object:
    effect = _bare(effect)
    if isinstance(effect, n.Do):
        return effect.event.verb.partition("#")[0]
    return effect.value if isinstance(effect, n.Modify) else type(effect)
