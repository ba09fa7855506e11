"""Third pass: the sentences of the blocks, each through the reader of sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, cast

import attrs
from attrs import define, evolve, frozen

from ...diagnostics import Diagnostic
from ...messages import problem
from ...source import Source
from ...syntax.blocks import Line, Piece, sentence
from ...syntax.reading import Fate, Named, Reading, Start, TextContext
from ...vocabulary.headings import AND, CHOSEN_NAMES, FOR_EACH, MANNERS, NEVER, NOT_LAST, OTHERWISE
from ...vocabulary.spelling import fold, keys_of, words_of
from ...vocabulary.vocabulary import Kind, Vocabulary
from ..game import (
    BESIDE,
    OF,
    ActionDecl,
    CheckDecl,
    Choice,
    ClaimDecl,
    Ending,
    Frame,
    KeywordDecl,
    LabelDecl,
    LastingDecl,
    LimitDecl,
    NounDecl,
    PeriodDecl,
    Price,
    Provided,
    RuleDecl,
    Steps,
    TextSlot,
    ValueDecl,
)
from ..joined import conditions_of
from ..nodes import (
    Ability,
    And,
    Arithmetic,
    Candidate,
    Compute,
    Condition,
    ControlledBy,
    Duration,
    Effect,
    Event,
    FirstTrue,
    Group,
    HasMember,
    If,
    IsIn,
    IsKind,
    Linked,
    Member,
    Not,
    Num,
    Number,
    Opponent,
    Or,
    Pay,
    Pick,
    Place,
    PlayerOf,
    Quantity,
    Related,
    Role,
    Same,
    Select,
    Self,
    Sequence,
    Stretch,
    Term,
    Text,
    TextOf,
    Together,
    ValueOf,
    Var,
)
from ..walk import all_of, walk
from .answers import Answers, Given, Match, asks, cut, matched, names_listed, part_of
from .plays import waits, windows_of
from .words import Declared

ReadText = Callable[[str, TextContext, Vocabulary], Reading]
_NUMBER_NOUN: Final = "numero"
_ARTICLES: Final = frozenset(("il", "lo", "la", "l", "i", "gli", "le"))
_PLAYER_NOUN: Final = "giocatore"


@frozen
class Where:
    """In what a sentence stands: what is in scope there."""

    scope: tuple[Named, ...] = ()
    subject: Term | None = None
    period: str | None = None
    verb: str | None = None
    slot: str | None = None
    kinds: tuple[tuple[str, str], ...] = ()
    within: tuple[str, ...] = ()
    word: tuple[str, str] | None = None

    def context(self, start: Start, source: Source, offset: int) -> TextContext:
        """The place of a wording that stands there."""
        place = (self.subject, self.scope, self.period, self.verb, self.slot, self.kinds, self.within, self.word)
        return TextContext(start, source, offset, *place)


@define
class Sentences:
    """Reads the sentences of a game with one vocabulary; problems are collected, a sentence that is not understood
    is left out."""

    vocabulary: Vocabulary
    problems: list[Diagnostic]
    read_text: ReadText

    def meaning(self, text: str, offset: int, source: Source, start: Start, where: Where = Where()) -> object | None:
        """The one meaning of a wording, or None with its problems told."""
        return self.understood(self.read_text(text, where.context(start, source, offset), self.vocabulary))

    def understood(self, reading: Reading) -> object | None:
        """The one meaning of what was read, or None with its problems told."""
        self.problems.extend(reading.problems)
        return reading.meanings[0] if reading.fate is Fate.UNDERSTOOD else None

    def phrase(self, given: Given | None, source: Source, start: Start, where: Where = Where()) -> object | None:
        """The meaning of the answer to a question."""
        if given is None or given.line.rest is None:
            return None
        text, offset = sentence(given.line, after_key=True)
        return self.meaning(text, offset, source, start, where)

    def condition(self, given: Given | None, source: Source, where: Where) -> Condition | None:
        """The condition that answers a question."""
        return cast("Condition | None", self.phrase(given, source, Start.CONDITION, where))

    def piece(self, piece: Piece, source: Source, start: Start, where: Where = Where()) -> object | None:
        return self.meaning(piece.text, piece.start, source, start, where)

    def player(self, match: Match, source: Source) -> Term | None:
        """«prima il controllore di Prima»: the words after the first one as a player."""
        text = match.piece.text
        said = text.split(maxsplit=3 if match.meaning == "from" else 1)[-1]  # after «a partire da», «prima», «poi»
        piece = part_of(match.piece, len(text) - len(said), len(said))
        return cast("Term | None", self.piece(piece, source, Start.NOUN_PHRASE))

    # -- lines of steps

    def steps(self, lines: Iterable[tuple[str, int]], source: Source, where: Where) -> tuple[Effect, ...]:
        """Lines of steps, one after the other: what a line names («detto Primo») is in scope below it."""
        out: list[Effect] = []
        for text, offset in lines:
            effect = self.meaning(text, offset, source, Start.STEPS, where)
            if effect is not None:
                out.append(cast("Effect", effect))
                where = evolve(where, scope=(*where.scope, *_bound(effect)))
        return tuple(out)

    def lines(self, given: Given | None, source: Source, where: Where) -> tuple[Effect, ...]:
        """The effects of a question that owns lines; its qualifier joins them into one."""
        if given is None:
            return ()
        ways = {match.meaning for match in given.qualifiers}
        texts = list(_texts(given.line))
        if "first_true" in ways:
            return self._first_true(texts, source, where)
        effects = self.steps(texts, source, where)
        return (Together(effects, span=given.span),) if "together" in ways and effects else effects

    def _first_true(self, texts: list[tuple[str, int]], source: Source, where: Where) -> tuple[Effect, ...]:
        """A decision list: conditional lines, the last one perhaps «altrimenti …»."""
        last: Effect | None = None
        word, _, _ = texts[-1][0].partition(" ") if texts else ("", "", "")
        if fold(word) == OTHERWISE:
            (text, offset) = texts.pop()
            found = self.steps([(text[len(word) :], offset + len(word))], source, where)
            last = found[0] if found else None
        parts = [each for each in self.steps(texts, source, where) if isinstance(each, If)]
        if not parts:
            return (last,) if last is not None else ()
        if last is not None:
            parts[-1] = evolve(parts[-1], otherwise=last)
        return (FirstTrue(tuple(parts)),)

    def one(self, given: Given | None, source: Source, where: Where) -> Effect | None:
        """The effects of owned lines as one, or None when there are none."""
        return joined(self.lines(given, source, where))

    def texts(self, lines: Iterable[Line], source: Source, start: Start, where: Where = Where()) -> Text:
        """The sentences of several lines as one text."""
        abilities: list[Ability] = []
        span = None
        for line in lines:
            found = self.meaning(*sentence(line), source, start, where)
            if isinstance(found, Text):
                abilities += found.abilities
                span = span or found.span
        return Text(tuple(abilities), span=span)


def joined(effects: tuple[Effect, ...]) -> Effect | None:
    """Several effects as one sequence."""
    if not effects:
        return None
    return effects[0] if len(effects) == 1 else Sequence(effects)


def _texts(line: Line) -> Iterator[tuple[str, int]]:
    """The sentences under a question, or the rest of its line."""
    if line.rest is not None:
        yield sentence(line, after_key=True)
    else:
        for each in line.body:
            yield sentence(each)


def _bound(node: object) -> Iterator[Named]:
    """The capital names that an effect gives («detto Primo»)."""
    if isinstance(node, tuple):
        for each in node:
            yield from _bound(each)
    elif attrs.has(type(node)):
        bind = getattr(node, "bind", None)
        if isinstance(bind, str) and bind[:1].isupper():
            what = getattr(node, "what", node)
            nouns = (what.noun,) if isinstance(what, Select) else ()
            plural = isinstance(what, Select) and (
                what.quantity is not Quantity.EXACTLY or what.number not in (None, Num(1))
            )
            yield Named(Var(bind), bind, nouns, plural=plural)
        for name in getattr(type(node), "__attrs_attrs__", ()):
            if name.name != "span":
                yield from _bound(getattr(node, name.name))


# -- values


def reckoned(declared: Declared, answers: Answers, sentences: Sentences, bare: ValueDecl) -> ValueDecl:
    """A value with what it is reckoned from: «vale: la sua Portata meno il totale dei Pesi delle sue carte»."""
    given = answers.get("derived")
    ends = sentences.phrase(answers.get("ends_next"), declared.source, Start.EVENT, Where(subject=Self()))
    bare = evolve(bare, ends_next=ends) if isinstance(ends, Event) else bare
    ends = sentences.phrase(answers.get("ends_own"), declared.source, Start.EVENT, Where(subject=Self()))
    bare = evolve(bare, ends_own=ends) if isinstance(ends, Event) else bare
    if given is None:
        return bare
    nouns = {"player": (_PLAYER_NOUN,), "card": (sentences.vocabulary.implied_noun,)}.get(bare.owner, (bare.owner,))
    of = Var(OF)
    where = Where((Named(of, None, nouns),), subject=of)
    found = sentences.phrase(given, declared.source, Start.NUMBER, where)
    return bare if found is None else evolve(bare, derived=cast("Number", found))


def noun_until(declared: Declared, answers: Answers, sentences: Sentences, bare: NounDecl) -> NounDecl:
    """A noun with the event that ends what «il prossimo» may do or suffer."""
    ends = sentences.phrase(answers.get("ends_next"), declared.source, Start.EVENT, Where(subject=Self()))
    return evolve(bare, ends_next=ends) if isinstance(ends, Event) else bare


def described(found: object, implied_noun: str) -> Condition | None:
    """What a noun phrase says of a card, as a condition on the one under test."""
    if isinstance(found, Group):
        parts = [described(member, implied_noun) for member in found.members]
        known = tuple(part for part in parts if part is not None)
        return Or(known, span=found.span) if len(known) == len(parts) else None
    if not isinstance(found, Select):
        return None
    said: list[Condition] = []
    if found.place is not None:
        said.append(IsIn(Candidate(), found.place))
    if found.noun != implied_noun:
        said.append(IsKind(Candidate(), found.noun))
    said += found.where
    return said[0] if len(said) == 1 else And(tuple(said), span=found.span)


def only_if(
    described: Condition | None, declared: Declared, answers: Answers, sentences: Sentences
) -> Condition | None:
    """What a noun says of a thing, and only while what follows «se» holds: «è: un giocatore», «se: la Luna è piena»."""
    holds = sentences.condition(answers.get("condition"), declared.source, Where())
    if described is None or holds is None:
        return described
    return And((*conditions_of(described), holds), span=declared.span)


def describes(found: object, name: str, implied_noun: str) -> bool:
    """Whether a phrase says which things a noun stands for: not a zone, not an amount, not what is chosen, not itself."""
    if isinstance(found, Group):
        return all(describes(member, name, implied_noun) for member in found.members)
    if not isinstance(found, Select):
        return isinstance(found, Opponent | PlayerOf | Related)
    one = found.pick is not Pick.TARGET and found.number in (None, Num(1)) and found.noun != name
    return one and (found.place is not None or bool(found.where) or found.noun != implied_noun)


# -- verbs


#: A frame and the lines that it was declared by.
Formed = tuple[Frame, list[Given]]


def frames(declared: Declared, answers: Answers, sentences: Sentences, taken: Mapping[str, Frame]) -> list[Formed]:
    """The frames of a verb: one for each group of forms (a form after steps opens the next group). No steps yet."""
    out: list[Formed] = []
    for group in _groups(answers):
        events = tuple(_forms(group, declared, sentences))
        if not events:
            continue
        known = sum(1 for frame in (*taken.values(), *(each for each, _ in out)) if frame.verb == declared.name)
        name = declared.name if known == 0 else f"{declared.name}#{known + 1}"
        unsaid = sentences.phrase(
            answers.get("default_to"), declared.source, Start.NOUN_PHRASE, Where(subject=Self(), verb=declared.name)
        )
        out.append((_frame(name, declared, answers, events, cast("Term | None", unsaid)), group))
    return out


def with_cards(formed: list[Formed]) -> list[Formed]:
    """The frames of a verb that players and cards do, where what a card does is done by who plays it too: in every form."""
    events = [event for frame, _ in formed for event in frame.forms]
    doers = [noun for event in events for role in event.roles if role.name == "agent" for noun in _nouns(role.value)]
    if _PLAYER_NOUN not in doers or all(noun == _PLAYER_NOUN for noun in doers):
        return [*formed]
    return [
        (
            evolve(frame, with_cards=True, kind_of=frame.kind_of or (frame.verb if frame.name != frame.verb else None)),
            lines,
        )
        for frame, lines in formed
    ]


def _forms(group: list[Given], declared: Declared, sentences: Sentences) -> Iterator[Event]:
    for given in group:
        if given.question.key == "form":
            event = sentences.phrase(given, declared.source, Start.FORM, Where(verb=declared.name))
            if isinstance(event, Event):
                yield event


def _groups(answers: Answers) -> list[list[Given]]:
    groups: list[list[Given]] = [[]]
    for given in answers.given:
        last = groups[-1]
        if given.question.key == "form" and any(each.question.key in ("steps", "then") for each in last):
            groups.append([])
        if given.question.key in ("form", "steps", "then"):
            groups[-1].append(given)
    return groups


def _frame(
    name: str, declared: Declared, answers: Answers, events: tuple[Event, ...], default_to: Term | None
) -> Frame:
    manners = tuple(dict.fromkeys(manner for event in events for manner in event.manner))
    default = None
    if answers.get("default_manner") is not None:
        default = answers.slot("default_manner") or "agent"
    elif answers.get("default_result") is not None:
        default = "other"
    of_itself = tuple(event for event in events if _of_itself(event, events))
    events = tuple(event for event in events if event not in of_itself)
    return Frame(
        name,
        declared.name,
        events,
        of_itself=bool(of_itself),
        kind_of=answers.slot("kind_of"),
        own_cost=answers.slot("own_cost"),
        tries=answers.slot("tries"),
        at_most=answers.slot("at_most"),
        all_of_it=answers.meaning("at_most") == "all",
        one_by_one=answers.meaning("one_by_one") == "yes",
        counted=any(_counts(role) for event in events for role in event.roles),
        manners=manners,
        default_manner=default,
        default_to=default_to,
        default_time=_default_time(answers),
        keeps_controller=answers.meaning("controller") == "keeps",
        becomes=answers.meaning("becomes") == "yes",
        waiting=answers.meaning("waiting") or None,
        copy_noun=answers.slot("waiting") or None,
        shows_zones=answers.meaning("of_zone") == "shows",
        span=declared.span,
    )


def _of_itself(event: Event, events: tuple[Event, ...]) -> bool:
    """«una carta avanza», beside «un giocatore avanza una carta»: the same, said of the card."""
    doer = next((role.value for role in event.roles if role.name == "agent"), None)
    others = [{role.name: role.value for role in each.roles} for each in events if each is not event]
    by_player = any(_nouns(other.get("agent")) == (_PLAYER_NOUN,) and "object" in other for other in others)
    return {role.name for role in event.roles} == {"agent"} and _nouns(doer) != (_PLAYER_NOUN,) and by_player


def _default_time(answers: Answers) -> Duration | None:
    said = answers.meaning("default_time")
    return Duration(Stretch(said), answers.slot("default_time")) if said else None


def _counts(role: Role) -> bool:
    """«pesca carte», «guadagna Punti gloria»: the object is an amount."""
    if role.name == "number":
        return True
    return role.name == "object" and isinstance(role.value, Select) and role.value.quantity is Quantity.ANY


def carried_out(declared: Declared, answers: Answers, sentences: Sentences, own: list[Formed]) -> dict[str, Frame]:
    """The frames of a verb with their steps, the place and the state that its object must have."""
    out: dict[str, Frame] = {}
    for frame, group in own:
        taking = participants(frame.forms)
        by_players = all(noun == "giocatore" for named in taking for noun in named.nouns)
        # what only players take part in: «questa carta» is the one whose text does it
        where = Where(scope=taking, subject=Self() if by_players else None, verb=frame.name)
        place = sentences.phrase(answers.get("place"), declared.source, Start.NOUN_PHRASE, where)
        must = evolve(where, subject=Candidate())
        condition = sentences.condition(answers.get("object_condition"), declared.source, must)
        _of_the_object(answers, condition, taking, sentences)
        ongoing = sentences.condition(answers.get("ongoing"), declared.source, where)
        lasting = sentences.condition(answers.get("lasting"), declared.source, where)
        always = sentences.phrase(answers.get("only_spots"), declared.source, Start.NOUN_PHRASE, where)
        only = always if isinstance(always, Select) else None
        owner = sentences.phrase(answers.get("spot_owner"), declared.source, Start.NOUN_PHRASE, where)
        spot = sentences.phrase(answers.get("default_spot"), declared.source, Start.NOUN_PHRASE, where) or only
        comes = sentences.phrase(answers.get("on_next"), declared.source, Start.EVENT, Where(subject=Self()))
        out[frame.name] = evolve(
            frame,
            steps=tuple(_steps(group, declared, sentences, where)),
            then=joined(
                tuple(e for g in group if g.question.key == "then" for e in sentences.lines(g, declared.source, where))
            ),
            place=place if isinstance(place, Place) else None,
            also_from=tuple(name for name, _ in answers.names("also_from", Kind.ZONE, Kind.PLACE)),
            object_condition=condition,
            ongoing=ongoing,
            lasting=lasting,
            on_next=comes if isinstance(comes, Event) else None,
            default_spot=spot if isinstance(spot, Select) else None,
            only_spots=only,
            spot_owner=owner if isinstance(owner, (Related, Select, Var)) else None,
        )
        if place is not None and not isinstance(place, Place):
            given = answers.get("place")
            said = given.line.rest if given else None
            known = names_listed(sentences.vocabulary.named(Kind.ZONE))
            at = said.span if said else declared.span
            sentences.problems.append(problem("D006", at, name=said.text if said else "", known=known))
    return out


def _of_the_object(
    answers: Answers, condition: Condition | None, taking: tuple[Named, ...], sentences: Sentences
) -> None:
    """«di chi: è Desta» is of what the verb is done to; a condition with another subject would never look at that."""
    given = answers.get("object_condition")
    if condition is None or given is None or given.line.rest is None:
        return
    looked_at = {each.name for each in all_of(condition, Var)}
    of_another = next(all_of(condition, Select), None) is not None and next(all_of(condition, Candidate), None) is None
    if of_another and looked_at.isdisjoint(each.name for each in taking):
        said = given.line.rest
        verb = next((at for at, word in enumerate(said.text.split()) if fold(word) in ("e", "è", "ha", "non")), 0)
        right = (" ".join(said.text.split()[verb:]),) if verb else ()
        sentences.problems.append(problem("D051", said.span, wording=said.text, suggestions=right))


def _steps(group: list[Given], declared: Declared, sentences: Sentences, where: Where) -> Iterator[Steps]:
    for given in group:
        if given.question.key == "steps":
            effect = sentences.one(given, declared.source, where)
            if effect is not None:
                manner = next((match.slot for match in given.qualifiers if match.meaning == "manner"), None)
                yield Steps(effect, manner, span=given.span)


def _where_said(role: Role) -> tuple[int, int]:
    """Where a form says a participant; one that it does not say is before all."""
    span = getattr(role.value, "span", None)
    return (span.line, span.column) if span is not None else (0, 0)


def participants(forms: tuple[Event, ...]) -> tuple[Named, ...]:
    """What the steps of a verb may speak of: the things that its forms present with un/una; two of one noun are
    first and second."""
    found: dict[str, tuple[str, ...]] = {}
    for event in forms:
        for role in sorted(event.roles, key=_where_said):
            found[role.name] = tuple(dict.fromkeys((*found.get(role.name, ()), *_nouns(role.value))))
    counts: dict[str, int] = {}
    out = []
    for name, nouns in found.items():
        nth = None
        for noun in nouns:
            counts[noun] = counts.get(noun, 0) + 1
            nth = counts[noun] if sum(noun in each for each in found.values()) > 1 else nth
        many = next((r.value for event in forms for r in event.roles if r.name == name), None)
        many = many.of if isinstance(many, TextOf) else many
        if nth is None and isinstance(many, Select) and many.number == Num(2):  # «scambia l'Ardore di due carte»
            out += [Named(Var(f"{name}#{each}"), None, nouns, each) for each in (1, 2)]
            out.append(Named(Var(name), None, nouns, plural=True))
            continue
        several = isinstance(many, Select) and many.quantity is not Quantity.EXACTLY
        out.append(Named(Var(name), None, nouns, nth, plural=several))
    if any(_counts(role) for event in forms for role in event.roles):
        out.append(Named(Var("number"), None, (_NUMBER_NOUN,)))
    return tuple(out)


def _nouns(value: object) -> tuple[str, ...]:
    if isinstance(value, Select):
        return (value.noun,)
    if isinstance(value, Group):
        return tuple(noun for member in value.members for noun in _nouns(member))
    if isinstance(value, TextOf):
        return _nouns(value.of)
    return (value.zone,) if isinstance(value, Place) else ()


def claim(declared: Declared, answers: Answers, sentences: Sentences) -> ClaimDecl | None:
    """A claim: its own form and the sentence that cards print for it."""
    where = Where(verb=declared.name)
    form = sentences.phrase(answers.get("form"), declared.source, Start.FORM, where)
    printed = sentences.phrase(answers.get("printed"), declared.source, Start.FORM, where)
    lost = sentences.phrase(answers.get("lost"), declared.source, Start.FORM, where)
    if not isinstance(form, Event):
        return None
    return ClaimDecl(
        declared.name,
        form,
        printed if isinstance(printed, Event) else None,
        lost if isinstance(lost, Event) else None,
        declared.features.get("contrario"),
        span=declared.span,
    )


# -- lasting effects


def lasting(declared: Declared, answers: Answers, sentences: Sentences) -> LastingDecl:
    """A kind of lasting effects with what is done to its card when its time has come."""
    bearer = Named(Var("bearer"), None, (sentences.vocabulary.implied_noun,))
    effect = sentences.one(answers.get("on_end"), declared.source, Where((bearer,), subject=Var("bearer")))
    return evolve(sentences.vocabulary.lasting[declared.name], on_end=effect)


# -- time and actions


def period(declared: Declared, answers: Answers, sentences: Sentences, bare: PeriodDecl) -> PeriodDecl:
    """A period with what is done when it begins, in it, and when it ends."""
    where = Where(period=declared.name)
    ends = answers.get("ends_when")
    never = ends is not None and ends.line.rest is not None and fold(ends.line.rest.text) == NEVER
    condition = None if never else sentences.condition(ends, declared.source, where)
    return evolve(
        bare,
        on_start=sentences.one(answers.get("on_start"), declared.source, where),
        steps=sentences.lines(answers.get("steps"), declared.source, where),
        on_end=sentences.one(answers.get("on_end"), declared.source, where),
        ends_when=condition,
        never_ends_early=never,
        next_player=_next_player(answers, declared.source, sentences) or bare.next_player,
    )


def _next_player(answers: Answers, source: Source, sentences: Sentences) -> Term | None:
    """«poi il Primo di mano»: whose the next one is, asked when one is over."""
    given = answers.get("of")
    match = next((each for each in given.matches if each.meaning == "then"), None) if given else None
    return sentences.player(match, source) if match else None


def action(
    declared: Declared, answers: Answers, sentences: Sentences, actions: tuple[str, ...] = ()
) -> ActionDecl | None:
    """What a player may do in a window: what is chosen, what it costs, what is done; ``actions`` are all those of the
    game."""
    choices: list[Choice] = []
    scope: tuple[Named, ...] = ()
    unread: list[str] = []
    for given in answers.all("choices"):
        before = len(sentences.problems)
        choice = _choice(given, declared, sentences, Where(scope=scope))
        _drop_echoes(sentences.problems, before, unread, declared.source)
        if choice is not None:
            choices.append(choice)
            scope = (*scope, *_bound(choice))
        else:
            unread += _called(given)
    where, before = Where(scope=scope), len(sentences.problems)
    if unread:  # what speaks of a choice that is not understood is not wrong for its sake
        _said_of(answers, declared, sentences, where)
        _drop_echoes(sentences.problems, before, unread, declared.source)
        return None
    effect = sentences.one(answers.get("effect"), declared.source, where)
    if effect is None:
        return None
    conditions = [sentences.condition(given, declared.source, where) for given in answers.all("conditions")]
    limit = answers.get("limit")
    zone, what = waits(answers, sentences.problems, tuple(each.name for each in scope if each.name))
    return ActionDecl(
        declared.name,
        windows_of(answers, tuple(sorted(sentences.vocabulary.windows))),
        tuple(choices),
        _price(answers, declared, sentences, where),
        effect,
        tuple(each for each in conditions if each is not None),
        limit=Num(1 if limit.match.meaning == "once" else int(limit.match.slots[0])) if limit else None,
        per=_period_of(limit) if limit else None,
        shares=_shared(limit, sentences, actions) if limit else (),
        waits=zone,
        what=what,
        pay=_paid(answers, declared, sentences, where),
        provided=_provided(answers, declared, sentences, where),
        span=declared.span,
    )


def _provided(answers: Answers, declared: Declared, sentences: Sentences, where: Where) -> tuple[Provided, ...]:
    """The windows that are open to an action on a condition alone."""
    given = answers.get("window")
    found = []
    for match in given.matches if given else ():
        if match.meaning == "provided":
            condition = sentences.piece(match.words, declared.source, Start.CONDITION, where)
            if condition is not None:
                found.append(Provided(match.slot, cast("Condition", condition), span=match.piece.span))
    return tuple(found)


def _said_of(answers: Answers, declared: Declared, sentences: Sentences, where: Where) -> None:
    """Read what an action does and on what conditions, for its problems alone."""
    _provided(answers, declared, sentences, where)
    sentences.one(answers.get("effect"), declared.source, where)
    for given in answers.all("conditions"):
        sentences.condition(given, declared.source, where)


def _called(given: Given) -> tuple[str, ...]:
    """The name that a choice gives to what is chosen: «… detta Presa»."""
    words = given.line.rest.text.split() if given.line.rest is not None else []
    return (words[-1],) if len(words) > 2 and fold(words[-2]) in CHOSEN_NAMES else ()


def _drop_echoes(problems: list[Diagnostic], since: int, names: list[str], source: Source) -> None:
    """Take away the problems, from one on, of lines that speak of names that nothing could be made of."""

    def echoes(found: Diagnostic) -> bool:
        line = words_of(source.line(found.span.line)) if found.span is not None else ()
        return any(word.strip(".,;:") in names for word in line)

    problems[since:] = [each for each in problems[since:] if not echoes(each)]


def _choice(given: Given, declared: Declared, sentences: Sentences, where: Where) -> Choice | None:
    rest = given.line.rest
    manners = matched(MANNERS, words_of(rest.text), sentences.vocabulary) if rest else None
    if manners is not None:
        return Choice(manners=manners, span=given.span)
    what = sentences.phrase(given, declared.source, Start.NOUN_PHRASE, where)
    return Choice(what, span=given.span) if isinstance(what, Select) else None


def _price(answers: Answers, declared: Declared, sentences: Sentences, where: Where) -> tuple[Price, ...]:
    """What is paid: so many, or as many as a number that may speak of what was chosen."""
    given = answers.get("price")
    matches: tuple[Match, ...] = given.matches if given else ()
    prices = []
    for match in matches:
        if match.meaning == "value":
            amount, value = match.slots
            prices.append(Price(value, Num(int(amount))))
        elif match.meaning == "amount":
            number = sentences.piece(match.words, declared.source, Start.NUMBER, where)
            if number is not None:
                prices.append(Price(match.slots[0], cast("Number", number)))
    return tuple(prices)


def _paid(answers: Answers, declared: Declared, sentences: Sentences, where: Where) -> tuple[Effect, ...]:
    """«{2}», «il Costo di Giocata»: an amount; «spossa Scelta»: an event as a cost."""
    given = answers.get("price")
    found: list[Effect] = []
    for match in given.matches if given else ():
        if match.meaning != "phrase":
            continue
        noun = match.piece.text.startswith("{") or fold(match.piece.text.split()[0]).partition("'")[0] in _ARTICLES
        said = sentences.piece(match.piece, declared.source, Start.NUMBER if noun else Start.STEPS, where)
        if said is not None:
            found.append(Pay(cast("Number", said), span=match.piece.span) if noun else cast("Effect", said))
    return tuple(found)


def _period_of(limit: Given) -> str:
    """«una volta per turno», «2 volte per turno tra A e B»: the stretch in which an action is counted."""
    return limit.match.slots[0 if limit.match.meaning == "once" else 1]


def _shared(limit: Given, sentences: Sentences, actions: tuple[str, ...]) -> tuple[str, ...]:
    """«tra Avanzare e Arretrare»: the actions that are counted together."""
    if not limit.match.words.text:
        return ()
    known = {keys_of(name): name for name in actions}
    found = []
    for part in cut(limit.match.words):
        for each in [part] if keys_of(part.text) in known else cut(part, f" {AND} "):
            name = known.get(keys_of(each.text))
            if name is None:
                sentences.problems.append(problem("X220", each.span, name=each.text, known=names_listed(actions)))
            else:
                found.append(name)
    return tuple(found)


# -- rules, keywords, labels, limits, the end


def rule(declared: Declared, sentences: Sentences) -> RuleDecl:
    """A named rule: sentences like a card's, of no bearer."""
    body, source = declared.block.body, declared.source
    if FOR_EACH not in declared.features:
        return RuleDecl(declared.name, sentences.texts(body, source, Start.RULE), span=declared.span)
    said: list[Text] = []
    for word in declared.words:
        told = len(sentences.problems)
        said.append(sentences.texts(body, source, Start.RULE, Where(word=word)))
        if said[1:]:  # what is wrong with a sentence is so of every word
            del sentences.problems[told:]
    if len({text.abilities for text in said}) < len(said) and said[0].abilities:
        _says_nothing_of_it(declared, sentences)
    abilities = tuple(ability for text in said for ability in text.abilities)
    return RuleDecl(declared.name, Text(abilities, span=said[0].span if said else None), span=declared.span)


def _says_nothing_of_it(declared: Declared, sentences: Sentences) -> None:
    """«per ogni Forma», and nothing under it says «quella Forma»."""
    value, _ = declared.words[0]
    told = problem("D271", declared.span, name=declared.name.partition(":")[0], value=value)
    if told not in sentences.problems:
        sentences.problems.append(told)


def keyword(declared: Declared, sentences: Sentences) -> KeywordDecl:
    """A keyword; one that bears the name of a member gives its sentences to the cards that have that member."""
    asked = [line for line in declared.block.body if asks(declared.heading, line)]
    answers = Answers(
        evolve(declared.block, body=tuple(asked)),
        declared.heading,
        declared.source,
        sentences.vocabulary,
        sentences.problems,
    )
    said = [line for line in declared.block.body if line not in asked]
    text = sentences.texts(said, declared.source, Start.KEYWORD, Where(subject=Self()))
    kinds = [slot.kind_value for slot in sentences.vocabulary.texts.values() if slot.kind_value]
    type_of = next((kind for kind in kinds if declared.name in sentences.vocabulary.values[kind].members), None)
    watched = tuple(name for name, _ in answers.names("watched", Kind.ZONE))
    return KeywordDecl(declared.name, text, type_of, watched, span=declared.span)


def label(declared: Declared, answers: Answers, sentences: Sentences) -> LabelDecl:
    """A label that stands for a trigger, or only names a part of a text."""
    when = sentences.phrase(answers.get("when"), declared.source, Start.EVENT, Where(subject=Self()))
    aliases = tuple(name for name, _ in answers.names("alias"))
    given = answers.get("at_will")
    how = given.match.meaning if given and given.matches else ""
    return LabelDecl(
        declared.name,
        when if isinstance(when, Event) else None,
        aliases,
        limit=(answers.number("at_will") if how == "times" else 1) if how else None,
        per=given.match.slots[-1] if given and how else None,
        shared=how == "shared",
        keyword=answers.slot("keyword"),
        one_of=answers.meaning("printed_again") == "one",
        more_parts=answers.meaning("more_parts") or None,
        span=declared.span,
    )


def label_steps(declared: Declared, answers: Answers, sentences: Sentences, bare: LabelDecl) -> LabelDecl:
    """A label with what is done with its parts: «questa carta» is the one that bears it."""
    return evolve(bare, steps=sentences.one(answers.get("steps"), declared.source, Where(subject=Self())))


def text(declared: Declared, answers: Answers, sentences: Sentences) -> TextSlot:
    """A text slot with the event upon which what it orders is done, and with what «questa abilità» is in it."""
    bare = sentences.vocabulary.texts[declared.name]
    when = sentences.phrase(answers.get("orders"), declared.source, Start.EVENT, Where(subject=Self()))
    this = sentences.phrase(answers.get("this_ability"), declared.source, Start.EVENT, Where(subject=Self()))
    asked = sentences.phrase(answers.get("asked"), declared.source, Start.EVENT, Where(subject=Self()))
    return evolve(
        bare,
        orders_when=when if isinstance(when, Event) else None,
        asked_when=asked if isinstance(asked, Event) else None,
        used_while=sentences.condition(answers.get("when_used"), declared.source, Where()),
        looks_before=sentences.condition(answers.get("looks_before"), declared.source, Where()),
        this_ability=this if isinstance(this, Event) else None,
    )


def limit(declared: Declared, answers: Answers, sentences: Sentences) -> LimitDecl | None:
    """At most so many of a thing for each player or host; which one leaves, and how."""
    of = answers.slot("of") or answers.meaning("of")
    noun = {"player": "giocatore", "card": "carta"}.get(of, of)
    bearer = Named(Var("of"), None, (noun,))
    word = declared.words[0] if declared.words else None
    most = sentences.phrase(answers.get("most"), declared.source, Start.NOUN_PHRASE, Where(word=word))
    leaver = _leaver(answers.get("leaver"), declared, sentences, Where((bearer,), subject=Var("of"), word=word))
    if not isinstance(most, Select) or not isinstance(most.number, Num) or leaver is None:
        return None
    leaving = Named(Var("leaver"), None, (leaver.noun,))
    where = Where((bearer, leaving), Var("of")) if of == "player" else Where((leaving,), Var("leaver"))
    where = evolve(where, word=word)
    effect = sentences.one(answers.get("effect"), declared.source, where)
    if effect is None:
        return None
    whose: Condition = ControlledBy(Candidate(), Var("of")) if of == "player" else Linked(Candidate(), Var("of"))
    what = evolve(most, quantity=Quantity.ALL, number=None, where=(*most.where, whose))
    if word is not None and not any(
        (x.value, x.member) == word for x in walk((what, leaver)) if isinstance(x, HasMember)
    ):
        _says_nothing_of_it(declared, sentences)
    said_by = answers.slot("said_by")
    return LimitDecl(declared.name, of, what, most.number.value, leaver, effect, said_by, span=declared.span)


def check(declared: Declared, answers: Answers, sentences: Sentences) -> CheckDecl | None:
    """What the state must not be, and what happens to whatever is so all the same."""
    what = _described(answers.get("of"), declared, sentences, Where())
    if what is None:
        return None
    it = Var("of")
    where = Where((Named(it, None, (what.noun,)),), subject=it)
    condition = sentences.condition(answers.get("condition"), declared.source, where)
    beside = _described(answers.get("beside"), declared, sentences, where)
    if beside is not None:
        bind = beside.bind or BESIDE
        where = evolve(where, scope=_beside(it, what.noun, Var(bind), beside))
        beside = evolve(beside, quantity=Quantity.ALL, number=None, pick=Pick.AGENT, bind=bind)
    effect = sentences.one(answers.get("effect"), declared.source, where)
    if effect is None:
        return None
    every = evolve(what, quantity=Quantity.ALL, number=None, pick=Pick.AGENT, bind=None)
    return CheckDecl(declared.name, every, condition, effect, beside, span=declared.span)


def _beside(it: Var, noun: str, other: Var, beside: Select) -> tuple[Named, ...]:
    """What a check is about and what stands beside it: of one noun, the first and the second, unless that has a name."""
    if beside.bind is not None:
        return (Named(it, None, (noun,)), Named(other, beside.bind, ()))
    nth = (1, 2) if noun == beside.noun else (None, None)
    return (Named(it, None, (noun,), nth[0]), Named(other, None, (beside.noun,), nth[1]))


def _described(given: Given | None, declared: Declared, sentences: Sentences, where: Where) -> Select | None:
    """The description of a card or of a player that answers a question; anything else is a problem."""
    found = sentences.phrase(given, declared.source, Start.NOUN_PHRASE, where)
    if isinstance(found, Select):
        return found
    piece, known = given.line.rest if given is not None else None, "«una carta …», «un giocatore …»"
    if found is None or given is None or piece is None:
        return None
    sentences.problems.append(problem("D002", piece.span, question=given.question.asks, answer=piece.text, known=known))
    return None


def _leaver(given: Given | None, declared: Declared, sentences: Sentences, where: Where) -> Select | None:
    """«una sua Lanterna Desta, non l'ultima arrivata»: the last words say that what came last stays."""
    if given is None or given.line.rest is None:
        return None
    rest = given.line.rest
    parts = cut(rest)
    stays = keys_of(parts[-1].text) in {keys_of(each) for each in NOT_LAST}
    phrase = part_of(rest, 0, parts[-2].end - rest.start) if stays and len(parts) > 1 else rest
    found = sentences.piece(phrase, declared.source, Start.NOUN_PHRASE, where)
    if not isinstance(found, Select):
        return None
    other: tuple[Condition, ...] = (Not(Same(Candidate(), Related("last_arrived"))),) if stays else ()
    return evolve(found, where=(*found.where, *other))


def ending(declared: Declared, answers: Answers, sentences: Sentences) -> Ending:
    """Who wins when the game ends."""
    value = answers.slot("winner")
    declared_value, given = sentences.vocabulary.values.get(value or ""), answers.get("winner")
    if declared_value is not None and declared_value.owner == "card" and given is not None:
        owned = (each.name for each in sentences.vocabulary.values.values() if each.owner == "player")
        known = names_listed(f"chi ha più {name}" for name in owned)
        piece = given.match.piece
        sentences.problems.append(
            problem("D002", piece.span, question=given.question.asks, answer=piece.text, known=known)
        )
    score: ValueOf | Compute | None = ValueOf(value, Candidate()) if value else None
    if score is not None and answers.meaning("winner") == "least":
        score = Compute(Arithmetic.SUBTRACT, (Num(0), score))
    tie = sentences.phrase(answers.get("tie"), declared.source, Start.NOUN_PHRASE)
    if tie == Member("", "nessuno"):
        tie = None
    after = answers.get("after")
    return Ending(
        score,
        cast("Term | None", tie),
        answers.meaning("all_lose", "draw"),
        answers.meaning("several_win", "draw"),
        int(after.match.slots[0]) if after else None,
        after.match.slots[1] if after else None,
        span=declared.span,
    )
