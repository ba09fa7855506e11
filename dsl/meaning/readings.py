"""Ways to take a wording, side by side: each state has read the sentences so far; what differs at the end is ambiguity."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from attrs import define, evolve

from ..syntax import nodes as s
from ..syntax.reading import Meaning, Start, TextContext
from ..vocabulary.inflection import definite
from ..vocabulary.lexer import Word
from ..vocabulary.vocabulary import Kind, Vocabulary
from . import nodes as n
from .counted_once import with_chosen
from .from_syntax.events.periods import is_next
from .from_syntax.sentences.chosen_word import NOTHING_OF_IT
from .from_syntax.sentences.heads import abilities_of
from .from_syntax.sentences.occasions import chosen_before
from .from_syntax.sentences.reader import Reader, told_of_the_bearer
from .from_syntax.sentences.steps import of_each_who_did, otherwise, sequence, takes_otherwise, who_is_awaited
from .in_its_stead import in_its_stead, is_in_its_stead, told_apart
from .in_vain import not_printed, opens_nothing, over_before
from .joined import effects_of
from .meanwhile import by_its_end, in_time, still_there, while_in_force
from .repeated import done_again
from .scope import TENTATIVE, Discourse, Unreadable, nodes_of, where_kept, with_bound_names

_MOST_SCRIPTS = 8


@define
class State:
    """What was read so far in one way."""

    vocabulary: Vocabulary
    context: TextContext
    discourse: Discourse
    abilities: tuple[n.Ability, ...] = ()
    value: Any = None

    def mark(self) -> object:
        """What tells two states apart."""
        return with_bound_names((self.abilities, self.value))


def begin(vocabulary: Vocabulary, context: TextContext) -> State:
    """Nothing read yet."""
    return State(vocabulary, context, Reader(vocabulary, context).said)


def take(state: State, node: Any, words: list[Word], *, first: bool) -> list[tuple[State | None, Unreadable | None]]:
    """The states after one more sentence; a way that says nothing gives its problem."""
    found: list[tuple[State | None, Unreadable | None]] = []
    for reader in _scripts(state):
        reader.words = words
        try:
            after = _after(state, reader, node, words, first)
            _tells_x(after, node)
            _of_all_or_of_two(after, reader, node)
            _also_then(state, after, reader, node)
            if after.discourse.card and isinstance(node, s.Sentence):
                opens_nothing(after.abilities, node, state.vocabulary)
                over_before(
                    after.abilities, node, state.vocabulary.texts.get(state.context.slot or ""), state.vocabulary
                )
                not_printed(after.abilities[max(len(state.abilities) - 1, 0) :], reader)
            found.append((after, None))
        except Unreadable as problem:
            found.append((None, problem))
    return found


def _scripts(state: State) -> Iterator[Reader]:
    """One reader for each way to decide what syntax leaves open."""
    script: list[int] = []
    for _ in range(_MOST_SCRIPTS):
        reader = Reader(state.vocabulary, state.context, script)
        reader.said = evolve(state.discourse, mentions=list(state.discourse.mentions), script=list(script), taken=[])
        yield reader
        taken = reader.said.taken
        while taken and taken[-1][0] + 1 >= taken[-1][1]:
            taken = taken[:-1]
        if not taken:
            return
        script = [pick for pick, _ in taken[:-1]] + [taken[-1][0] + 1]


def _tells_x(state: State, node: Any) -> None:
    """«se hai X Lana, …»: X is paid, or told in «dove X è …»; one that is neither is worth nothing."""
    asked = n.Var("X") in nodes_of((state.abilities, state.value))
    if asked and isinstance(node, s.Sentence) and state.discourse.named("X") is None:
        raise Unreadable("S024", "quanto vale X? dillo: «…, dove X è …»", node.start, node.end)


def _of_all_or_of_two(state: State, reader: Reader, node: Any) -> None:
    """Refuses «la Lana con Ardore minore», where it is used in a period of two, or set off by what begins one: of these two,
    or of all that there are?"""
    if not state.discourse.card or not isinstance(node, s.Sentence):
        return
    for ability in state.abilities:
        begun = reader.of_the_outcome(ability.when) if isinstance(getattr(ability, "when", None), n.Event) else None  # type: ignore[union-attr,arg-type]
        said = (x.period for x in nodes_of(ability) if isinstance(x, n.During | n.Moment))
        periods = (*state.context.within, *((begun,) if begun is not None else ()), *said)
        of_two = {p.what.noun for name in periods for p in state.vocabulary.periods[name].participants}
        awaited = nodes_of(ability.when) if begun is not None else ()  # type: ignore[union-attr]
        for each in nodes_of(ability) if of_two else ():
            if isinstance(each, n.Select) and each.extreme is not None and _is_anywhere(each, of_two, state.vocabulary):
                raise _which_of_them(each, state.vocabulary, node, each in tuple(awaited))


def _also_then(before: State, after: State, reader: Reader, node: Any) -> None:
    """Refuses «ha +1 Ardore anche durante la gara»: it would count then alone. What may be done, may be then too."""
    if not isinstance(node, s.Sentence) or not after.discourse.card:
        return
    then = ("DURING", "WHEN", "IF")
    both = ((at, at + 1 + reader.may_be(at + 1, "COMMA")) for at in range(node.start, node.end - 2))
    said = [(at, on) for at, on in both if reader.may_be(at, "ALSO") and any(reader.may_be(on, each) for each in then)]
    if not said:
        return
    new = [each for each in after.abilities if each not in before.abilities]
    if all(isinstance(each, n.Static) and all(map(_permits, each.effects)) for each in new):
        return
    (at, on), *_ = said
    what = reader.quoted(at, min(node.end, on + 4))
    hint = "dì quando, senza «anche»: ciò che non dice quando vale sempre"
    raise Unreadable("S036", f"«{what} …»: e altrimenti?", at, node.end, hint)


def _permits(effect: n.Standing) -> bool:
    return isinstance(effect, n.Allow) and effect.allowed


def _is_anywhere(select: n.Select, nouns: set[str], vocabulary: Vocabulary) -> bool:
    """Whether things are described that one who takes part is too, without saying whose or where."""
    whose = any(isinstance(each, n.ControlledBy) for each in select.where)
    where = select.place is not None and select.place.zone != vocabulary.implied_place(select.noun, target=False)
    return select.noun in nouns and select.among is None and not whose and not where


def _which_of_them(select: n.Select, vocabulary: Vocabulary, node: s.Sentence, awaited: bool) -> Unreadable:
    names = (name for name, each in vocabulary.nouns.items() if len(each.participants) > 1)
    word = next((lexeme for name in names if (lexeme := vocabulary.lexeme(name, Kind.NOUN)) is not None), None)
    place = vocabulary.implied_places.get("target")
    shown = (
        [f"«tra {definite(word.gender, 'p', word.plural)} {word.plural}»"] if word is not None and word.gender else []
    )
    shown += [f"«… in {place}»"] if place is not None else []
    number = select.extreme.number if select.extreme is not None else None
    by = f" con {number.value} …" if isinstance(number, n.ValueOf) else ""
    if awaited and isinstance(number, n.ValueOf):
        more = "più" if select.extreme is not None and select.extreme.greatest else "meno"
        than = f"con {more} {number.value} di questa carta"
        return Unreadable("S024", f"«{select.noun}{by}»: {more} di chi?", node.start, node.end, f"«{than}», «… di 3»")
    said = f"«{select.noun}{by}»: dei due che vi prendono parte, o di tutti?"
    return Unreadable("S036", said, node.start, node.end, ", o ".join(shown))


def _of_a_chosen_word(state: State, reader: Reader, node: s.Sentence) -> State | None:
    """«[Quando …,] scegli una Forma. Spezza ogni carta di quella Forma.»: what is done then, once for each word."""
    words, reader.said.to_choose = reader.said.to_choose, None
    if words is None:
        return None
    last = state.abilities[-1]
    goes_on = node.body is not None and node.kind in ("plain", "then")
    if not goes_on or node.body is None or not isinstance(last, n.Used | n.Triggered | n.Activated):
        raise Unreadable("S036", NOTHING_OF_IT, node.start, node.end)
    reader.said.bound_event = True
    done = reader.of_each_word(words, node.body)
    reader.said.bound_event = False
    mended = evolve(last, effect=sequence((last.effect, done)))
    return evolve(state, discourse=reader.said, abilities=(*state.abilities[:-1], mended))


def _after(state: State, reader: Reader, node: Any, words: list[Word], first: bool) -> State:
    after = _read(state, reader, node, first)
    reader.still_there(after.abilities, len(state.abilities))
    return evolve(after, abilities=reader.as_it_was(after.abilities))


def _read(state: State, reader: Reader, node: Any, first: bool) -> State:
    start = state.context.start
    if isinstance(node, s.HeadPhrase):
        return evolve(state, discourse=reader.said, abilities=(*state.abilities, *abilities_of(reader, node)))
    if isinstance(node, s.Sentence):
        if start is Start.STEPS:
            if node.body is None or node.kind not in ("plain", "then", "topic"):
                raise Unreadable("S032", "qui ci vuole una frase che si fa", node.start, node.end)
            effect = reader.body_effect(node.body)
            value = effect if state.value is None else sequence((state.value, effect))
            return evolve(state, discourse=reader.said, value=value)
        if node.kind == "else":
            return _otherwise(state, reader, node)
        if not first and (repeated := done_again(reader, node, state.abilities)) is not None:
            return evolve(state, discourse=reader.said, abilities=repeated)
        before, *after = told_apart(node, reader)
        if after:
            return _read(_read(state, reader, before, first), reader, after[0], False)
        if state.abilities and not first and is_in_its_stead(node, reader, state.abilities[-1]):
            mended = in_its_stead(reader, node, state.abilities[-1])
            return evolve(state, discourse=reader.said, abilities=(*state.abilities[:-1], *mended))
        if (chosen := _of_a_chosen_word(state, reader, node)) is not None:
            return chosen
        abilities = list(state.abilities)
        reader.opens = not abilities
        limited = reader.used_so_often(node, abilities)
        if limited is not None:
            return evolve(state, discourse=reader.said, abilities=(*abilities[:-1], limited))
        last = abilities[-1] if abilities and not first and node.kind in ("plain", "then") else None
        awaited = _of_what_is_awaited(reader, node, last)
        if awaited is not None:
            return evolve(state, discourse=reader.said, abilities=(*abilities[:-1], awaited))
        if isinstance(last, n.Triggered | n.Activated | n.Prompted | n.Replaced):
            if isinstance(last, n.Replaced):
                joined = _in_its_place(state, reader, node, last)
            else:
                joined = _continued(state, reader, node, last)
            if joined is not None:
                return evolve(state, discourse=joined[1].said, abilities=(*abilities[:-1], joined[0]))
        if reader.said.continuous:  # a sentence of its own speaks of nothing said before
            reader.said.topic = reader.said.next_topic = reader.said.shown = None
        found = reader.sentence(node)
        reader.never_attached(found, node)
        reader.not_before_it_is_lent(found, node)
        if not first and abilities and reader._goes_on(abilities[-1], found, node):
            abilities[-1] = reader._joined(abilities[-1], found)
        else:
            found = [_set_off(ability, state, start, node) for ability in found]
            abilities = _with_each(abilities, found)
        return evolve(state, discourse=reader.said, abilities=tuple(abilities))
    return evolve(state, discourse=reader.said, value=_other(reader, node, start))


def _with_each(before: list[n.Ability], found: list[n.Ability]) -> list[n.Ability]:
    """Abilities one after the other; what is asked of each who did something is done with that."""
    last, after = before[-1] if before else None, found[0] if len(found) == 1 else None
    if not isinstance(last, n.Used) or not isinstance(after, n.Used):
        return [*before, *found]
    parts = effects_of(last.effect)
    each = of_each_who_did(parts[-1], after.effect)
    return [*before, *found] if each is None else [*before[:-1], evolve(last, effect=sequence((*parts[:-1], each)))]


def _continued(
    state: State, reader: Reader, node: s.Sentence, before: n.Triggered | n.Activated | n.Prompted
) -> tuple[n.Ability, Reader] | None:
    """A sentence that goes on with what the one before sets off: it can only be done, or speaks of what was chosen there."""
    if isinstance(before, n.Triggered) and _speaks_of_the_struck(reader, node, before):
        reader._when_event = before.when if isinstance(before.when, n.Event) else None
        joined = _joined_to(before, reader, node)
        when, reader._when_event = reader._when_event, None
        assert isinstance(joined, n.Triggered) and when is not None
        return evolve(joined, when=when), reader
    if _only_chosen(before, node):
        return _joined_to(before, reader, node, goes_on=True), reader
    alike = _times_another(reader, node)
    if alike is not None and (alike or not reader.said.choose(2)):
        return _joined_to(before, reader, node, goes_on=True), reader
    if _may_happen_to_another(reader, node) and not reader.said.choose(2):
        return _joined_to(before, reader, node, of_topic=True), reader
    alone = Reader(state.vocabulary, state.context, reader.said.script)
    alone.said = evolve(
        state.discourse, mentions=list(state.discourse.mentions), script=list(reader.said.script), taken=[]
    )
    alone.words = reader.words
    try:
        found = alone.sentence(node)
        kept = alone.kept_from_it(before, found)
        if kept is not None:
            return kept, alone
        goes_on = any(isinstance(each, n.Used) or _for_a_time(each) for each in found) or _recalls(found, before)
        if not goes_on and not _speaks_of_another(state.discourse, node, found):
            return None
    except Unreadable:
        pass
    return _joined_to(before, reader, node), reader


def _for_a_time(ability: n.Ability) -> bool:
    """«Stanca questa carta: …. Questa carta non si riprende per il tuo prossimo turno»: from then on, not for ever."""
    held = ability.effects if isinstance(ability, n.Static) else ()
    lasts = [getattr(each, "duration", None) for each in held]
    return bool(lasts) and all(each is not None and each.stretch in _STRETCHES for each in lasts)


#: The times that are counted from when something is done.
_STRETCHES: Final = (n.Stretch.THIS, n.Stretch.NEXT, n.Stretch.THROUGH_NEXT)


def _only_chosen(before: n.Triggered | n.Activated | n.Prompted, node: s.Sentence) -> bool:
    """«Alba: scegli una Lana. È stanca»: of what was chosen, for which nothing has been done yet."""
    body = node.body
    step = body.steps[0] if body is not None and body.steps else None
    clause = step.clause if isinstance(step, s.Step) and step.clause.subject is None else None
    if clause is None or clause.group.finite is None:
        return False
    third = clause.group.form != "order" and clause.group.finite.sense.person == 3
    becomes = clause.group.verb.name == "diventare"  # «diventa», an order too
    return (third or becomes) and isinstance(effects_of(before.effect)[-1], n.Choose)


def _times_another(reader: Reader, node: s.Sentence) -> bool | None:
    """«Alba: stanca una Lana. Non si riprende per questo turno»: of that Lana or of this card, for a time; it is surely of the
    Lana where this card is named («… finché questa carta è desta»). None where it is of neither by this rule."""
    body, topic = node.body, reader.said.next_topic or reader.said.topic
    step = body.steps[0] if body is not None and len(body.steps) == 1 and not body.fronts else None
    if not isinstance(step, s.Step) or body is None or body.otherwise is not None or step.clause.subject is not None:
        return None
    clause = step.clause
    if any(_is_gained(c) for c in clause.complements):
        clause = told_of_the_bearer(clause)
    known = topic is not None and not isinstance(topic, n.Self) and reader.sort(topic) == "card"
    third = clause.group.finite is not None and clause.group.finite.sense.person == 3 and clause.group.form == "present"
    if (
        topic is None
        or not known
        or not third
        or reader._only_counted(topic)
        or not reader._agrees(clause, topic)
        or not _is_for_a_time(step)
    ):
        return None
    tails = [x for tail in step.tails for x in nodes_of(tail.value) if isinstance(x, s.NounPhrase)]
    named = any(x.has("this") and x.noun is not None and x.noun.terminal == "N_CARD" for x in tails)
    return named or (not reader._agrees(clause, n.Self()))


def _is_gained(said: s.Complement) -> bool:
    """«guadagna +2/+1», «guadagna Corazza»: of a card, although the form is an order as well."""
    np = said.value
    keyword = isinstance(np, s.NounPhrase) and np.noun is not None and np.noun.terminal == "N_KEYWORD"
    return keyword or said.kind in ("c_amounts", "c_amounts_and")


def _is_for_a_time(step: s.Step) -> bool:
    """«… finché …», «… durante la prossima fase», «… fino alla fine del turno»."""
    phrases = [x for c in step.clause.complements for x in nodes_of(c.value) if isinstance(x, s.NounPhrase)]
    until = (x for c in step.clause.complements for x in nodes_of(c.value) if isinstance(x, s.Prepositional))
    if any(x.preposition.terminal.startswith("UNTIL") for x in until):
        return True
    return any(tail.kind == "while" for tail in step.tails) or any(
        np.noun is not None and np.noun.terminal == "N_PERIOD" and (np.has("this") or is_next(np)) for np in phrases
    )


def _speaks_of_the_struck(reader: Reader, node: s.Sentence, before: n.Triggered) -> bool:
    """«Quando attacca, pesca una carta. Se il bersaglio è …»: the one that is attacked, where none was chosen."""
    bare = [x for x in nodes_of(node) if isinstance(x, s.NounPhrase) and x.noun is not None and not x.modifiers]
    said = any(np.noun is not None and np.noun.terminal == "TARGET" and np.has("the", "this") for np in bare)
    return said and reader.may_be_struck(before.when) and reader._already_target() is None


def _of_what_is_awaited(reader: Reader, node: s.Sentence, before: n.Ability | None) -> n.Ability | None:
    """«Quando una tua Lana vince in questo turno, guadagni 2 Punti. Se è stanca, …»: that Lana, when it does."""
    parts = effects_of(before.effect) if isinstance(before, n.Used) else ()
    last, body = parts[-1] if parts else None, node.body
    if not isinstance(before, n.Used) or not isinstance(last, n.Watch) or body is None:
        return None
    if not _answers(reader, body, last):
        who = who_is_awaited(last.when)
        if who is None or not _says_how_it_is(body):
            return None
        reader.said.topic, reader.said.next_topic = who, None
    reader.said.bound_event = True
    awaited = evolve(last, effect=sequence((last.effect, reader.body_effect(body))))
    reader.said.bound_event = False
    return evolve(before, effect=sequence((*parts[:-1], awaited)))


def _says_how_it_is(body: s.Body) -> bool:
    """«Se è stanca, …»: of nothing that the sentence names."""
    front = body.fronts[0] if body.fronts else None
    clause = front.value if front is not None and front.kind == "if" else None
    if not isinstance(clause, s.Clause) or clause.subject is not None or clause.predicate is None:
        return False
    return clause.predicate.kind == "predicate_adjectives"


def _answers(reader: Reader, body: s.Body, awaited: n.Watch) -> bool:
    """«Quando una tua Lana vince in questo turno, puoi scartare una carta. Se lo fai, …»: when it does, if you do."""
    done = reader.said.last_done
    told = {x.bind for x in nodes_of(awaited.effect) if isinstance(x, n.Do | n.Pay)}
    return bool(body.fronts) and body.fronts[0].kind in ("did", "did_not") and done is not None and done in told


def _in_its_place(
    state: State, reader: Reader, node: s.Sentence, before: n.Replaced
) -> tuple[n.Ability, Reader] | None:
    """«se si spezzerebbe, puoi scartare una carta. Se lo fai, torna in mano»: what is done instead costs that."""
    may, front = before.instead, node.body.fronts[0] if node.body is not None and node.body.fronts else None
    if not isinstance(may, n.May) or front is None or front.kind != "did":
        return None
    alone = Reader(state.vocabulary, state.context, reader.said.script)
    alone.said = evolve(
        state.discourse, mentions=list(state.discourse.mentions), script=list(reader.said.script), taken=[]
    )
    alone.words = reader.words
    try:
        kept = alone.kept_from_it(before, alone.sentence(node))
    except Unreadable:
        kept = None
    if kept is not None:
        return kept, alone
    assert node.body is not None
    reader.said.bound_event = True
    effect = reader.body_effect(node.body)
    reader.said.bound_event = False
    done = effect.then if isinstance(effect, n.If) and isinstance(effect.condition, n.Did) else None
    if not isinstance(done, n.Do) or n.Role("agent", may.who) not in done.event.roles or effect.otherwise is not None:  # type: ignore[union-attr]
        return None
    return evolve(before, instead=evolve(may, effect=n.Cost(may.effect, done))), reader


def _joined_to(
    before: n.Triggered | n.Activated | n.Prompted,
    reader: Reader,
    node: s.Sentence,
    of_topic: bool = False,
    goes_on: bool = False,
) -> n.Ability:
    """What is set off, with the sentence after it."""
    assert node.body is not None
    reader.said.bound_event, reader._of_topic, reader.topic_goes_on = True, of_topic, goes_on
    try:
        effect = reader.body_effect(node.body)
    finally:
        reader.said.bound_event = reader._of_topic = reader.topic_goes_on = False
    done = sequence((before.effect, effect))
    plain = isinstance(before, n.Triggered) and not before.before and before.limit is None
    if plain and isinstance(before.when, n.Event):  # type: ignore[union-attr]
        bought = reader.bought_off(before.when, done, before.condition)  # type: ignore[union-attr]
        if bought is not None:  # «… Se lo fai, non può essere spenta per questa gara»
            return evolve(bought, span=before.span)
    return evolve(before, effect=done)


def _may_happen_to_another(reader: Reader, node: s.Sentence) -> bool:
    """«Alba: infliggi 2 a una Lana. Se si smorza, pesca una carta»: that Lana, where what happens can happen to it."""
    front = node.body.fronts[0] if node.body is not None and node.body.fronts else None
    clause = front.value if front is not None and front.kind == "if" else None
    if not isinstance(clause, s.Clause) or clause.subject is not None or not reader.is_event(clause):
        return False
    third = clause.group.finite is not None and clause.group.finite.sense.person == 3
    topic = reader.said.next_topic or reader.said.topic
    return third and topic is not None and not isinstance(topic, n.Self) and reader.may_happen_to(clause, topic)


def _speaks_of_another(said: Discourse, node: s.Sentence, alone: list[n.Ability]) -> bool:
    """«Alba: mostra la prima carta. Se è una Lana, questa carta ha +1»: what was shown; «Alba: getta una carta. Se è una Lana,
    ha +1 per questo turno»: what lasts a turn is no sentence of its own."""
    front = node.body.fronts[0] if node.body is not None and node.body.fronts else None
    clause = front.value if front is not None and front.kind == "if" else None
    if not isinstance(clause, s.Clause) or clause.subject is not None or clause.predicate is None:
        return False
    third = clause.group.finite is not None and clause.group.finite.sense.person == 3
    topic = said.next_topic or said.topic
    for_a_time = any(x.stretch is not n.Stretch.WHILE for x in nodes_of(tuple(alone)) if isinstance(x, n.Duration))
    return third and topic is not None and not isinstance(topic, n.Self) and (for_a_time or said.shown == topic)


def _recalls(found: list[n.Ability], before: n.Ability) -> bool:
    bound = {each.bind for each in nodes_of(before) if isinstance(getattr(each, "bind", None), str)}
    named = (n.Var, n.Did)
    return any(isinstance(each, named) and each.name in bound for ability in found for each in nodes_of(ability))


def _set_off(ability: n.Ability, state: State, start: Start, node: s.Sentence) -> n.Ability:
    """What is only done must be set off by something: by the event that the text's slot declares for its orders."""
    slot = state.vocabulary.texts.get(state.context.slot or "")
    if (
        isinstance(ability, n.Used)
        and slot is not None
        and slot.orders_when is not None
        and start is Start.CARD_CONTINUOUS
    ):
        _is_set_off_by_nothing(node)
        return n.Triggered(slot.orders_when, ability.effect, span=ability.span)
    if isinstance(ability, n.Used) and start in (Start.CARD_CONTINUOUS, Start.KEYWORD, Start.RULE):
        when = "in un testo che vale sempre ci vuole «quando …» o un'etichetta"
        said = (
            "«se» dice a che condizione si fa, non quando" if isinstance(ability.effect, n.If) else "nulla dice quando"
        )
        raise Unreadable("S035", f"questa frase si fa, ma {said}: {when}", node.start, node.end)
    return ability


def _is_set_off_by_nothing(node: s.Sentence) -> None:
    """«quando il rivale è stanco, pesca una carta»: how things stand sets nothing off, and is no condition of what is done
    at another time."""
    body = node.body
    tails = tuple(t for step in body.steps if isinstance(step, s.Step) for t in step.tails) if body is not None else ()
    front = next((x for x in (*(body.fronts if body is not None else ()), *tails) if x.kind == "when"), None)
    if front is not None:
        said = "questa frase si fa, ma «quando» dice qui come stanno le cose, non che cosa accade"
        hint = "di' il fatto che la fa accadere («quando … diventa così»: il verbo del gioco), o «se …» di com'è allora"
        raise Unreadable("S035", said, front.start, front.end, hint)


def _otherwise(state: State, reader: Reader, node: s.Sentence) -> State:
    """«Altrimenti …» as a sentence of its own: of the «se», or of the «puoi», just before."""
    assert node.body is not None
    last = state.abilities[-1] if state.abilities else None
    effect = getattr(last, "effect", None)
    done = reader.said.last_done
    if last is None or effect is None or not takes_otherwise(effect, done):
        raise Unreadable("S033", "«altrimenti» senza un «se»", node.start)
    reader.said.bound_event = True
    parts = effects_of(effect)
    reader.did_otherwise = reader.whose_deed(getattr(parts[-1], "condition", None))
    chosen, effect, rest = chosen_before(effect, reader.in_stead(node.body), stead=True)
    either = otherwise(effect, rest, done)
    mended = evolve(last, effect=sequence((*chosen, either)) if chosen else either)  # type: ignore[arg-type]
    return evolve(state, discourse=reader.said, abilities=(*state.abilities[:-1], mended))


def _other(reader: Reader, node: Any, start: Start) -> Any:
    if start is Start.NOUN_PHRASE:
        return reader.term(node)
    if start is Start.NUMBER:
        return reader.number(node)
    if start is Start.CONDITION:
        return reader.condition(node)
    return _form(reader, node, start)


def _form(reader: Reader, clause: s.Clause, start: Start) -> n.Event:
    """The form of a verb, or the event of a label."""
    subject = reader.term(clause.subject, pattern=True) if clause.subject is not None else reader.said.subject
    event, _ = reader.event(clause, subject, pattern=start is Start.EVENT)
    if start is not Start.FORM:
        return event
    return reader.as_form(event, clause)


def finish(state: State) -> Meaning:
    """The meaning of the whole, the names of recalled choices in order."""
    meaning: Meaning = where_kept(_whole(state), state.vocabulary)
    for node in nodes_of(meaning):
        if isinstance(node, (n.Var, n.Outcome, n.Did)) and node.name.startswith(TENTATIVE):
            raise Unreadable(
                "S021", "qui si richiama una cosa che prima si è solo contata («una carta» di «pesca una carta»)"
            )
        if isinstance(node, n.Select) and {n.You(), n.Opponent()} <= {
            x.by for x in node.where if isinstance(x, n.ControlledBy) and x.of == n.Candidate()
        }:
            raise Unreadable("S025", f"«{node.noun}»: tua e avversaria insieme non è nessuna")
        if isinstance(node, n.Move) and isinstance(node.what, n.Select) and isinstance(node.to, n.Place):
            _fits_token(state.vocabulary, node.what.noun, node.to.zone)
    if state.discourse.to_choose is not None:
        raise Unreadable("S036", NOTHING_OF_IT)
    _of_none_of_each(meaning)
    _chosen_in_vain(state)
    _of_one_or_of_none(state)
    return meaning


def _chosen_in_vain(state: State) -> None:
    """Refuses «scegli una tua Lana. Quando sfida, attingi una carta», in force, where «quando sfida» is of this card, and «scegli
    una tua Lana e una rivale. Il suo Ardore …»: nothing is said of the Lana. What is chosen for nothing and nothing else could be
    meant by what follows is told of the whole text."""
    nodes = [*nodes_of((state.abilities, state.value))]
    spoken = {getattr(x, "name", None) for x in nodes}
    chosen = [x.what for x in nodes if isinstance(x, n.Choose) and x.what.noun in state.vocabulary.nouns]
    vain = [each for each in chosen if each.bind not in spoken]
    awaited = (x.when for x in nodes if isinstance(x, n.Watch | n.Triggered))
    of_this = [x for x in awaited if isinstance(x, n.Event) and any(isinstance(r.value, n.Self) for r in x.roles)]
    instead = of_this[1:] if state.discourse.continuous else of_this
    if state.discourse.card and vain and (instead or len(vain) < len(chosen)):
        hint = "«quella …»: di ciò che è scelto si dice che cosa gli accade"
        raise Unreadable("S036", "si sceglie una carta, e poi non se ne dice nulla", hint=hint)


def _of_one_or_of_none(state: State) -> None:
    """«se un giocatore non ha giocato …, pesca una carta»: one has not, or nobody has?"""
    spoken = {x.name for x in nodes_of((state.abilities, state.value)) if isinstance(x, n.Var)}
    for name, start, end in state.discourse.denied_of_one:
        if name not in spoken:
            hint = "«se nessun giocatore ha …», o «se c'è un giocatore che non ha …»"
            raise Unreadable("S024", "uno di loro, o nessuno?", start, end, hint)


def _of_none_of_each(meaning: Any) -> None:
    """What each of several did, and each of them, is spoken of while it is said of each, and no more afterwards; what each
    only chose is, as all that was chosen."""
    said = [x.name for x in nodes_of(meaning) if isinstance(x, n.Var)]
    for each in (x for x in nodes_of(meaning) if isinstance(x, n.ForEach)):
        chosen = (
            each.effect.what.bind
            if isinstance(each.effect, n.Choose) and isinstance(each.effect.what, n.Select)
            else None
        )
        named = {x.bind for x in nodes_of(each.effect) if isinstance(x, (n.Select, n.Do)) and x.bind}
        within = [x.name for x in nodes_of(each) if isinstance(x, n.Var)]
        if any(said.count(name) > within.count(name) for name in {each.bind, *named} - {chosen}):
            raise Unreadable("S021", "qui si richiama ciò che si è detto di ciascuno: di quale?")


def _fits_token(vocabulary: Vocabulary, noun: str, zone: str) -> None:
    """A token lies in the zones of its kind and in no others: «metti un Gettone nel Mazzo» is not done."""
    if noun not in vocabulary.tokens or zone not in vocabulary.zones:
        return
    homes = [each.zone for each in nodes_of(vocabulary.nouns[noun].condition) if isinstance(each, n.Place)]
    if zone not in homes:
        raise Unreadable("S022", f"«{noun}» non sta in «{zone}»: sta in {', '.join(homes)}")


def _whole(state: State) -> Meaning:
    if state.context.start in (Start.CARD_CONTINUOUS, Start.CARD_USED, Start.KEYWORD, Start.RULE, Start.HEAD):
        abilities = with_chosen(state.abilities, state.discourse.held)
        standing = tuple(found for each in abilities for found in while_in_force(each))
        said = in_time(
            n.Text(tuple(_one_of_each_label(standing, state.vocabulary))), state.vocabulary, state.context.slot
        )
        dated = by_its_end(said, state.vocabulary)
        return with_bound_names(still_there(dated, state.vocabulary, state.context))  # type: ignore[no-any-return]
    return with_bound_names(state.value)  # type: ignore[no-any-return]


def _one_of_each_label(abilities: tuple[n.Ability, ...], vocabulary: Vocabulary) -> Iterator[n.Ability]:
    """«Veglia: attingi una carta. Veglia: spezza una Lana.», of a label of which one is done: «Veglia: scegli uno: …; oppure …»."""
    declared = {
        each: vocabulary.labels[each.label] for each in abilities if isinstance(each, n.Triggered) and each.label
    }
    alike = {
        name: [each for each, label in declared.items() if label.one_of and label.name == name and each.limit is None]
        for name in {label.name for label in declared.values()}
    }
    for each in abilities:
        same = alike[declared[each].name] if isinstance(each, n.Triggered) and each in declared else []
        if not isinstance(each, n.Triggered) or len(same) < 2 or each not in same:
            yield each
        elif each is same[0]:
            yield evolve(each, effect=n.ChooseOne(tuple(one.effect for one in same), span=each.span))
