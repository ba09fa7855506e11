"""Second pass: what the blocks declare by listed answers. No sentence is read here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from attrs import evolve

from ...diagnostics import Diagnostic
from ...messages import problem
from ...source import Span
from ...suggest import nearest
from ...vocabulary.headings import Heading
from ...vocabulary.spelling import keys_of, words_of
from ...vocabulary.vocabulary import MEMBER_PLACE, Kind, Vocabulary
from ..game import (
    OF,
    MemberSet,
    NounDecl,
    Participant,
    PeriodDecl,
    PlaceDecl,
    StatusDecl,
    TableDecl,
    TextSlot,
    TokenDecl,
    ValueDecl,
    ZoneDecl,
)
from ..nodes import (
    And,
    Candidate,
    Condition,
    IsIn,
    IsKind,
    Lookup,
    Number,
    Opponent,
    Or,
    Place,
    Related,
    Select,
    Term,
    ValueOf,
    Var,
    You,
)
from .answers import Answers, Match, cut, filled, known_answers, matched, names_listed, shown
from .lasting import lasting
from .places import direction, numbered, spots
from .words import Declared

PLAYER: Final = "giocatore"
Asked = tuple[Declared, Answers]


Order = tuple[tuple[str, str], ...]
#: The heading of an order, and the questions under a text that it may answer for every text of the game.
DOUBTS: Final = "doubt_order"
PAST: Final = "past"
WAITS: Final = "waits"


def declare(vocabulary: Vocabulary, blocks: Iterable[Asked], orders: Mapping[str, Order]) -> Vocabulary:
    """The vocabulary with all that listed answers say."""
    asked = list(blocks)

    def of(key: str) -> list[Asked]:
        return [(declared, answers) for declared, answers in asked if declared.heading.key == key]

    members: dict[str, tuple[str, ...]] = {}
    for declared, answers in of("member"):
        value = answers.slot("value")
        if value is not None:
            members[value] = (*members.get(value, ()), declared.name)
    zones = {declared.name: _zone(declared, answers) for declared, answers in of("zone")}
    nouns = {declared.name: _noun(declared, answers) for declared, answers in of("noun")}
    for declared, answers in of("value"):
        own = tuple(name for name, _ in answers.names("words"))
        members[declared.name] = tuple(dict.fromkeys((*own, *members.get(declared.name, ()))))
    rows_of = {declared.name: answers.slot("value") or "" for declared, answers in of("table")}
    periods = {declared.name: _period(declared, answers) for declared, answers in of("period")}
    implied = {
        given.question.key: given.match.slot
        for _, answers in of("implied_place")
        for given in answers.given
        if given.match.meaning == "place"
    }
    for declared, answers in of("member"):
        place = answers.slot("place")
        if place is not None:
            implied[f"{MEMBER_PLACE}{declared.name}"] = place
    return evolve(
        vocabulary,
        values=_priced({d.name: _value(d, a, members, rows_of) for d, a in of("value")}),
        member_sets={declared.name: _member_set(declared, answers, members) for declared, answers in of("member_set")},
        texts={d.name: _text(d, a, implied, dict(orders.get(DOUBTS, ()))) for d, a in of("text")},
        zones=zones,
        places={declared.name: _place(declared, answers) for declared, answers in of("place")},
        implied_places=implied,
        nouns=nouns | {declared.name: _token_noun(declared, answers) for declared, answers in of("token")},
        directions={d.name: direction(d, answers, zones, nouns) for d, answers in of("direction")},
        tokens={declared.name: _token(declared, answers) for declared, answers in of("token")},
        statuses={declared.name: _status(declared, answers, vocabulary) for declared, answers in of("status")},
        periods=periods,
        tables={declared.name: _table(declared, answers, members) for declared, answers in of("table")},
        keywords=frozenset(vocabulary.named(Kind.KEYWORD)),
        windows=frozenset(vocabulary.named(Kind.WINDOW)),
        lasting={declared.name: lasting(declared, answers) for declared, answers in of("lasting")},
    )


def _value(
    declared: Declared, answers: Answers, members: dict[str, tuple[str, ...]], tables: dict[str, str]
) -> ValueDecl:
    given = answers.get("kind")
    found = {match.meaning: match for match in given.matches} if given else {}
    kind = next(
        (each for each in ("number", "player", "word", "member", "members", "bag", "pool", "cost") if each in found),
        "number",
    )
    like = declared.name
    for said, meant in (("bag_of", "bag"), ("member_like", "member"), ("members_like", "members")):
        if said in found:  # its words are those of another value
            like, kind = found[said].slot, meant
    _both(answers, "settled", "settled_in")
    printed = "printed" in found or "counter" in found or "of_cost" in found
    maximum = {"number": answers.number("maximum"), "start": "start"}.get(answers.meaning("maximum"))
    start: int | str | None = (
        int(found["start"].slot) if "start" in found else (0 if kind == "number" and not printed else None)
    )
    if "start_member" in found:
        start = found["start_member"].slot
    scale = "scale" in found
    if scale and isinstance(start, str):
        start = members.get(declared.name, ()).index(start) if start in members.get(declared.name, ()) else 0
    owner = answers.meaning("owner", "card")
    derived: Number | None = None
    if "table" in found:  # the row of the thing's own word, the column that bears the value's name
        table = found["table"].slot
        derived = Lookup(table, ValueOf(tables.get(table, ""), Var(OF)), declared.name)
    value = ValueDecl(
        declared.name,
        owner=answers.slot("owner") or owner if owner in ("period", "noun") else owner,
        kind=kind,
        members=members.get(found["pool"].slot if "pool" in found else like, ()),
        printed=printed,
        start=None if derived is not None or "computed" in found else start,
        derived=derived,
        minimum=answers.number("minimum") if answers.meaning("minimum") == "number" else 0 if scale else None,
        scale=scale,
        missing=_missing(answers),
        optional="optional" in found or "of_cost" in found,  # who prints no cost has none of its members
        written_with=answers.slot("written_with"),
        paid_with=answers.slot("paid_with"),
        producer=answers.slot("producer") if answers.meaning("producer") == "verb" else None,
        of_cost=found["of_cost"].slot if "of_cost" in found else None,
        counter="counter" in found,
        maximum=maximum,
        orders=answers.meaning("orders") == "later",
        told=answers.meaning("told") != "no",
        settled=answers.slot("settled"),
        settled_in=answers.slot("settled_in"),
        whose_card=answers.slot("whose_card"),
        like=like if like != declared.name and "bag_of" not in found else None,
        span=declared.span,
    )
    return _by_its_verb(value, answers)


def _by_its_verb(value: ValueDecl, answers: Answers) -> ValueDecl:
    """A value with the verb by which it is said, and of what."""
    verb = answers.get("verb")
    return evolve(
        value,
        verb=verb.match.slots[0] if verb and verb.matches else None,
        verb_can=answers.meaning("verb") in ("can", "upon", "times", "there"),
        verb_in=verb.match.slots[2] if verb and verb.matches and answers.meaning("verb") == "there" else None,
        verb_upon=answers.meaning("verb") == "upon",
        verb_of=verb.match.slots[1] if verb and verb.matches and len(verb.match.slots) > 1 else None,
        said_of=answers.slot("said_of"),
        counts_on=answers.slot("counts_on"),
        counted_in=answers.slot("counted_in"),
    )


def _both(answers: Answers, one: str, other: str) -> None:
    """Two questions of which either alone says nothing."""
    given = {key: answers.get(key) for key in (one, other)}
    alone = next((each for each in given.values() if each is not None), None)
    for key, each in given.items():
        question = next(q for q in answers.heading.questions if q.key == key)
        if each is None and alone is not None:
            known = known_answers(question, answers.vocabulary)
            answers.problems.append(problem("D003", alone.span, question=question.asks, known=known))


def _priced(values: dict[str, ValueDecl]) -> dict[str, ValueDecl]:
    """A cost has the members of what it is paid with; a number that is said with a verb may count what a player has."""

    def priced(value: ValueDecl) -> ValueDecl:
        if value.kind == "cost" and value.paid_with in values:
            return evolve(value, members=values[value.paid_with].members)
        counted = values.get(value.verb_of or "")
        return evolve(value, of_players=counted is not None and (counted.owner, counted.kind) == ("player", "number"))

    return {name: priced(value) for name, value in values.items()}


def _missing(answers: Answers) -> int | tuple[str, ...] | None:
    """«se manca: …»: what a card has on which the value is not printed."""
    match answers.meaning("missing"):
        case "number":
            return answers.number("missing")
        case "member":
            return (answers.slot("missing") or "",)
    return None


def _member_set(declared: Declared, answers: Answers, members: dict[str, tuple[str, ...]]) -> MemberSet:
    value = answers.slot("value") or ""
    names = _members(answers, answers.names("members", Kind.MEMBER), value, members)
    return MemberSet(declared.name, value, names, span=declared.span)


def _members(
    answers: Answers, found: Iterable[tuple[str, object]], value: str, members: dict[str, tuple[str, ...]]
) -> tuple[str, ...]:
    """The members of a value that are named; a word that is none is reported."""
    out = []
    for name, piece in found:
        if name in members.get(value, ()):
            out.append(name)
        else:
            known = members.get(value, ())
            text, span = getattr(piece, "text", ""), getattr(piece, "span", None)
            near, listed = nearest(text, known), names_listed(known)
            answers.problems.append(problem("D010", span, value=value, name=text, known=listed, suggestions=near))
    return tuple(out)


def _text(declared: Declared, answers: Answers, implied: Mapping[str, str], doubts: Mapping[str, str]) -> TextSlot:
    noun = answers.slot("in_force") if answers.meaning("in_force") in ("noun", "member") else None
    condition: Condition | None = IsKind(Candidate(), noun) if noun else None
    if noun is not None and answers.meaning("in_force") == "member":  # as in a sentence: where such a card is one
        zone = implied.get(f"{MEMBER_PLACE}{noun}") or implied.get("member")
        if zone is not None:
            condition = And((IsIn(Candidate(), Place(zone)), IsKind(Candidate(), noun)))
    prompts = answers.meaning("in_force") == "prompt"  # of what it awaits another text is played: nothing lasts
    own_wait = answers.slot(WAITS) if answers.meaning(WAITS) != "prompt" else None
    return TextSlot(
        declared.name,
        condition,
        answers.slot("kind_value"),
        past=answers.slot(PAST) if answers.get(PAST) else doubts.get(PAST),
        waits=own_wait if answers.get(WAITS) or prompts else doubts.get(WAITS),
        by_event=answers.meaning("waits") in ("prompt", "either"),
        of_host=answers.meaning("speaks_of") == "host",
        own_bans=answers.meaning("own_bans") == "always",
        own_fate=answers.meaning("own_fate") == "always",
        bare=answers.meaning("bare") == "stands",
        prompts=answers.slot("in_force") if prompts else None,
        after_bar=next((name for name, _ in answers.names("after_bar")), None),
        also=tuple(name for name, _ in answers.names("also")),
        watched=tuple(name for name, _ in answers.names("watched", Kind.ZONE)),
        timed_verb=answers.slot("timed"),
        used_at_end=answers.slot("used_at"),
        looking_back=tuple(name for name, _ in answers.names("looks_back", Kind.MEMBER)),
        times_called=tuple(name for name, _ in answers.names("times_called", Kind.NOUN, Kind.VALUE)),
        played_before=answers.slot("played_before"),
        span=declared.span,
    )


def _zone(declared: Declared, answers: Answers) -> ZoneDecl:
    attached = answers.get("relation")
    return ZoneDecl(
        declared.name,
        owner=answers.meaning("owner", "shared"),
        host=answers.slot("owner") if answers.meaning("owner") == "card" else None,
        ordered=answers.meaning("order") == "pile",
        seen_by=answers.meaning("seen_by", "all"),
        count_seen_by=answers.meaning("count_seen_by", answers.meaning("seen_by", "all")),
        capacity=answers.number("capacity"),
        upon=answers.slot("upon"),
        within=answers.slot("within"),
        spots=spots(answers),
        numbered=numbered(answers),
        per_spot=answers.number("per_spot") or 1,
        shuffled_on_return=answers.meaning("on_return") == "shuffle",
        shuffled_on_search=answers.meaning("on_search") == "shuffle",
        may_fail=answers.meaning("who_searches") == "may_fail",
        arrivals=answers.meaning("arrivals", "active_player_first"),
        relation=attached.line.rest.text.split()[-1] if attached and attached.line.rest else None,
        host_leaves=answers.slot("host_leaves") if answers.meaning("host_leaves") == "verb" else None,
        of_owner=answers.meaning("of_owner") == "owner",
        span=declared.span,
    )


def _place(declared: Declared, answers: Answers) -> PlaceDecl:
    zones = []
    for name, piece in answers.names("zones", Kind.ZONE):
        if name:
            zones.append(name)
        else:
            known = answers.vocabulary.named(Kind.ZONE)
            answers.problems.append(
                problem(
                    "D006",
                    piece.span,
                    name=piece.text,
                    known=names_listed(known),
                    suggestions=nearest(piece.text, known),
                )
            )
    return PlaceDecl(declared.name, tuple(zones), span=declared.span)


def _noun(declared: Declared, answers: Answers) -> NounDecl:
    given = answers.get("is")
    match = given.match if given and given.matches else None
    condition: Condition | None = None
    relation: str | None = None
    participants: tuple[str, ...] = ()
    period: str | None = None
    of_zones: tuple[str, ...] = ()
    if match is not None and match.meaning == "zones":
        condition = _in_zones(match.slot.split("\n"), match.piece.span)
    elif match is not None and match.meaning == "spots":
        of_zones = tuple(match.slot.split("\n"))
    elif match is not None and match.meaning == "participants":
        relation, participants, period = "participant", match.slots[:-1], match.slots[-1]
    elif match is not None:
        relation = match.meaning
    of = answers.meaning("of") or None
    aliases = _other_names(answers)
    return NounDecl(
        declared.name,
        condition,
        of=answers.slot("of") if of == "noun" else of,
        relation=relation,
        participants=participants,
        period=period,
        spots=of_zones,
        aliases=aliases,
        done_with=tuple(given.match.slot for given in answers.all("done_with") if given.matches),
        span=declared.span,
    )


def _token(declared: Declared, answers: Answers) -> TokenDecl:
    start = (answers.slot("start") or "").partition("\n")[0]
    return TokenDecl(declared.name, answers.number("count") or 0, start, span=declared.span)


def _token_noun(declared: Declared, answers: Answers) -> NounDecl:
    """A token is known by where it lies: nothing else lies there, and it lies nowhere else."""
    given = answers.get("zones")
    zones = given.match.slot.split("\n") if given and given.matches else []
    return NounDecl(declared.name, _in_zones(zones, declared.span), aliases=_other_names(answers), span=declared.span)


def _other_names(answers: Answers) -> tuple[str, ...]:
    return tuple(piece.text for given in answers.all("alias") if given.line.rest for piece in cut(given.line.rest)[:1])


def _in_zones(zones: list[str], span: Span) -> Condition:
    conditions: list[Condition] = [IsIn(Candidate(), Place(zone), span=span) for zone in zones]
    return conditions[0] if len(conditions) == 1 else Or(tuple(conditions), span=span)


def _status(declared: Declared, answers: Answers, vocabulary: Vocabulary) -> StatusDecl:
    opposite = declared.features.get("contrario")
    starts = answers.get("starts")
    on = False
    if starts is not None and starts.matches:
        lexemes = [
            a.lexeme for a in vocabulary.analyses(*keys_of(starts.match.piece.text)) if a.lexeme.kind is Kind.STATUS
        ]
        on = any(lexeme.name == declared.name and not lexeme.negated for lexeme in lexemes)
        if not any(lexeme.name == declared.name for lexeme in lexemes):
            known = ", ".join(f"«{each}»" for each in (declared.name, opposite) if each)
            answers.problems.append(
                problem(
                    "D002", starts.match.piece.span, question="comincia", answer=starts.match.piece.text, known=known
                )
            )
    of = answers.meaning("of")
    noun = answers.slot("of") if of == "noun" else PLAYER if of == "player" else None
    return StatusDecl(
        declared.name,
        opposite,
        noun,
        on,
        shows_back=answers.meaning("shows") == "back",
        shows_zone=answers.slot("shows") if answers.meaning("shows") == "zone" else None,
        turns_off=answers.meaning("turns_off") == "texts",
        keeps=tuple(name for name, _ in answers.names("keeps", Kind.VALUE)),
        of_host=answers.meaning("attached") == "host",
        span=declared.span,
    )


def _table(declared: Declared, answers: Answers, members: dict[str, tuple[str, ...]]) -> TableDecl:
    value = answers.slot("value")
    columns = tuple(name for name, _ in answers.names("columns")) or ("",)
    rows: dict[str, tuple[str, ...]] = {}
    places: dict[str, Span] = {}
    for line in answers.rows:
        if line.key is None or line.rest is None:
            continue
        cells = cut(line.rest)
        if len(cells) != len(columns):
            answers.problems.append(
                problem("D014", line.whole.span, row=line.key.text, found=len(cells), wanted=len(columns))
            )
        row, *names = (_row_name(answers, piece.text) for piece in (line.key, *cells))
        rows[row] = tuple(names)
        for name, piece in zip((row, *names), (line.key, *cells), strict=True):
            places.setdefault(name, piece.span)
    named = tuple(column for column in columns if column)
    return TableDecl(declared.name, value, named, rows, places, span=declared.span)


def _row_name(answers: Answers, text: str) -> str:
    return answers.known(text, Kind.MEMBER, Kind.MEMBER_SET) or text


# -- time


def _period(declared: Declared, answers: Answers) -> PeriodDecl:
    parts = answers.get("parts")
    of = answers.get("of")
    matches = parts.matches if parts else ()
    player = {match.meaning for match in of.matches} if of else set()
    following: Term | None = None
    if "then_opponent" in player:
        following = Opponent(You())
    elif "then_next" in player:
        following = Related("next_player", You())
    trial = answers.get("trial")
    skips = trial.matches if trial else ()
    _round(answers, matches)
    return PeriodDecl(
        declared.name,
        of_player="player" in player,
        next_player=following,
        participants=_participants(answers),
        parts=tuple(dict.fromkeys(match.slot for match in matches)),
        repeats=any(match.meaning == "repeats" for match in matches),
        start_part=answers.slot("start_part"),
        end_part=answers.slot("end_part"),
        holds_triggers=answers.meaning("triggers") == "held",
        ends_unsaid=answers.meaning("unsaid") == "ends",
        trial_until=next((match.slot for match in skips if match.meaning == "until"), None),
        trial_skips=tuple(match.meaning for match in skips if match.meaning != "until"),
        span=declared.span,
    )


def _round(answers: Answers, matches: tuple[Match, ...]) -> None:
    """A round is all that a period holds, from the first part to the last and again: «A, B, A dopo B»."""
    once = [match for match in matches if match.meaning != "repeats"]
    for at, match in enumerate(matches):
        if match.meaning != "repeats" or not once:
            continue
        again, after = match.slots
        if at < len(matches) - 1 or (again, after) != (once[0].slot, once[-1].slot):
            at_fault = problem("D050", match.piece.span, wording=match.piece.text, part=again)
            answers.problems.append(at_fault)


def _participants(answers: Answers) -> tuple[Participant, ...]:
    given = answers.get("between")
    out: list[Participant] = []
    noun: Match | None = None
    for match in given.matches if given else ():
        if match.meaning == "noun":
            noun = match
        elif noun is not None:
            out.append(Participant(match.slot, Select(noun.slot, bind=match.slot, span=noun.piece.span)))
            noun = None
    return tuple(out)


def orders_of(blocks: Iterable[Declared], vocabulary: Vocabulary, problems: list[Diagnostic]) -> dict[str, Order]:
    """The lines of the orders among some blocks, by the key of their heading."""
    return {d.heading.key: _order(d, vocabulary, problems) for d in blocks if d.heading.lines == "listed"}


def _order(declared: Declared, vocabulary: Vocabulary, problems: list[Diagnostic]) -> Order:
    """The lines of an order, each as what it orders and how («set», «last»; the name in its slot)."""
    out = []
    for line in declared.block.body:
        found = next(_listed_as(line.whole.text, declared.heading, vocabulary), None)
        if found is not None:
            out.append(found)
            continue
        known = [each for pattern in declared.heading.listed for each in filled(pattern, vocabulary)]
        listed = ", ".join(f"«{shown(each)}»" for each in known)
        near = nearest(line.whole.text, [each for each in known if "<" not in each])
        asked, text = declared.heading.words, line.whole.text
        problems.append(problem("D002", line.whole.span, question=asked, answer=text, known=listed, suggestions=near))
    return tuple(out)


def _listed_as(text: str, heading: Heading, vocabulary: Vocabulary) -> Iterator[tuple[str, str]]:
    for pattern, meaning in heading.listed.items():
        slots = matched(pattern, words_of(text), vocabulary)
        if slots is not None:
            what, _, how = meaning.partition(": ")
            yield what, slots[0] if slots else how
