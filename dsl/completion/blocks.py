"""What may come next in the blocks of a file: headings, what follows their name, questions, listed answers, names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice, product
from typing import Final

from attrs import frozen

from ..meaning.from_blocks.answers import SLOTS, filled
from ..meaning.from_blocks.cards import fields
from ..meaning.game import GameMeaning
from ..vocabulary.forms import sounds_right
from ..vocabulary.headings import FOR, HEADINGS, MISPRINT, OPENING, WITH_WORDS, Heading, Question
from ..vocabulary.inflection import CONTRACTIONS, contracted, joined
from ..vocabulary.spelling import fold, words_of
from ..vocabulary.vocabulary import Kind, Vocabulary
from .standing import Standing, question_of

#: Numbers that are offered in an answer, how many answers a pattern may stand for.
_NUMBERS: Final = ("1", "2", "3", "4", "5")
_MOST: Final = 200
_GENDERS: Final = {"il": "m", "lo": "m", "un": "m", "uno": "m", "la": "f", "una": "f"}
#: These want a word.
_FORMS: Final = ("plurale", "singolare", "participio", "contrario", "sigla", "anche", MISPRINT, "inglese")


@frozen
class Offer:
    """What may stand from an offset on; ``what`` says what it is, ``note`` what it means."""

    text: str
    at: int
    what: str
    note: str = ""


@frozen
class Known:
    """What the files of a game declare: their words, their rules, the names of the game and of its words files."""

    vocabulary: Vocabulary
    rules: GameMeaning | None
    games: tuple[str, ...] = ()
    words: tuple[str, ...] = ()


def offers(place: Standing, kind: str, known: Known) -> tuple[Offer, ...]:
    """What may stand at a place of a file of a kind («.gioco», «.parole», «.mazzo»), sentences apart."""
    if place.in_comment:
        return ()
    if not place.above and not place.line[:1].isspace():
        found = _margin(place, kind, known)
    elif kind == ".mazzo":
        found = _card(place, known)
    elif place.heading is not None:
        found = _body(place, place.heading, known)
    else:
        return ()
    return tuple(found)


# -- at the margin


def _margin(place: Standing, kind: str, known: Known) -> Iterator[Offer]:
    if kind == ".mazzo" and not place.first:
        return  # the name of a card is its author's
    said = place.said
    head, comma, _ = said.partition(",")
    if comma and place.heading is not None:
        yield from _features(place, place.heading, known)
    elif f" {FOR} " in f"{head} " and place.heading is not None and place.heading.key in OPENING.values():
        begun = head.rpartition(f"{FOR} ")[2]
        yield from _starting(known.games, begun, place, "gioco")
    else:
        opening = {".gioco": "gioco", ".regole": "regole", ".parole": "parole", ".mazzo": "mazzo"}[kind]
        words = (opening,) if place.first else tuple(dict.fromkeys(each.words for each in HEADINGS))
        others = set(OPENING) if not place.first else set()
        yield from _starting((word for word in words if word not in others), said, place, "blocco")


def _features(place: Standing, heading: Heading, known: Known) -> Iterator[Offer]:
    """What may stand after the name: «femminile», «plurale …», «con le parole …»."""
    head, _, begun = place.said.rpartition(",")
    begun = begun.lstrip()
    if "con" in heading.features:
        yield from _starting((f"{WITH_WORDS} {name}" for name in known.words), begun, place, "parole")
        return
    had = {fold(part.split()[0]) for part in head.split(",")[1:] if part.split()}
    free = [feature for feature in heading.features if feature not in had]
    if {"maschile", "femminile"} & had:
        free = [feature for feature in free if feature not in ("maschile", "femminile")]
    yield from _starting((f + " " if f in _FORMS else f for f in free), begun, place, "qualità")


# -- under a heading


def _body(place: Standing, heading: Heading, known: Known) -> Iterator[Offer]:
    if heading.lines == "listed":
        had = {fold(line) for line in place.siblings}
        named = (line for pattern in heading.listed for line in filled(pattern, known.vocabulary))
        lines = (line for line in named if fold(line) not in had)
        yield from _starting(lines, place.said, place, "ordine")
        return
    asked = place.question()
    if asked is not None and len(place.above) == 1:
        yield from _answers(asked[0], asked[1], place, known)
    elif len(place.above) == 1 and ":" not in place.said:
        yield from _questions(place, heading, known)
        if heading.lines == "rows":
            members = known.vocabulary.named(Kind.MEMBER)
            yield from _starting((f"{name}: " for name in members), place.said, place, "riga")


def _questions(place: Standing, heading: Heading, known: Known) -> Iterator[Offer]:
    asks, comma, begun = place.said.partition(",")
    question = question_of(heading, asks) if comma else None
    if question is not None:
        ways = (f"{way}:" for each in question.qualifiers for way in _written(each, known.vocabulary))
        yield from _starting(ways, begun.lstrip(), place, "modo")
        return
    had = {fold(line.partition(":")[0].partition(",")[0]) for line in place.siblings if ":" in line}
    for each in sorted(heading.questions, key=lambda each: not each.required):
        if (each.many or fold(each.asks) not in had) and fold(each.asks).startswith(fold(place.said)):
            text = f"{each.asks}:" if each.takes == "lines" else f"{each.asks}: "
            yield Offer(text, place.start + len(place.line) - len(place.said), "domanda", _taken(each))


def _taken(question: Question) -> str:
    if question.answers:
        return "; ".join(question.answers)
    return {"phrase": "una frase", "names": "nomi, tra virgole", "lines": "frasi, una per riga"}.get(question.takes, "")


def _answers(question: Question, said: str, place: Standing, known: Known) -> Iterator[Offer]:
    """The listed answers, with every declared name in their slots."""
    begun = said.rpartition(",")[2].lstrip() if question.takes in ("parts", "names") else said
    if question.takes == "names":
        kinds = (Kind.ZONE,) if question.key == "zones" else (Kind.MEMBER, Kind.MEMBER_SET)
        names = (name for kind in kinds for name in known.vocabulary.named(kind))
        yield from _starting(names, begun, place, "nome")
    elif question.takes in ("choice", "parts"):
        for pattern, meaning in question.answers.items():
            yield from _starting(_written(pattern, known.vocabulary), begun, place, "risposta", meaning)


def _written(pattern: str, vocabulary: Vocabulary) -> Iterator[str]:
    """A pattern with names in its slots."""
    words = words_of(pattern)
    parts = [
        tuple(name for name in _fillings(word, vocabulary) if at == 0 or _agree(words[at - 1], word, name, vocabulary))
        for at, word in enumerate(words)
    ]
    for chosen in islice(product(*parts), _MOST):
        yield joined(*chosen)


def _fillings(word: str, vocabulary: Vocabulary) -> tuple[str, ...]:
    if not word.startswith("<"):
        return (word,)
    if word == "<number>":
        return _NUMBERS
    if word == "<a>":
        return ("una", "un")
    if word == "<zones>":
        lexemes = (vocabulary.lexeme(name, Kind.ZONE) for name in vocabulary.named(Kind.ZONE))
        return tuple(joined(contracted("in", each.gender, "s", each.form()), each.form()) for each in lexemes if each)
    return tuple(name for kind in SLOTS.get(word, ()) for name in vocabulary.named(kind))


def _agree(before: str, slot: str, name: str, vocabulary: Vocabulary) -> bool:
    """Whether the word of a pattern before a slot can stand before a name: «una Lanterna», not «un Lanterna»."""
    lexeme = vocabulary.lexeme(name, *SLOTS[slot]) if slot in SLOTS else None
    article = CONTRACTIONS.get(fold(before), ("", fold(before)))[1]
    if lexeme is None or article not in _GENDERS:
        return True
    return lexeme.gender == _GENDERS[article] and sounds_right(before, name)


# -- the cards of a deck


def _card(place: Standing, known: Known) -> Iterator[Offer]:
    """The values and the texts that a card has not yet; after the colon of a text its wording is no block's matter."""
    if known.rules is None or ":" in place.said or len(place.above) != 1:
        return
    had = {fold(line.partition(":")[0].split()[0]) for line in place.siblings if line.partition(":")[0].split()}
    for field in fields(known.rules):
        if fold(field.slot.name) not in had and fold(field.name).startswith(fold(place.said)):
            yield Offer(f"{field.name}: ", place.start + len(place.line) - len(place.said), "testo")
    begun = max(place.said.rpartition(",")[2], place.said.rpartition(".")[2], key=lambda part: -len(part)).lstrip()
    of_texts = {slot.kind_value for slot in known.rules.texts.values()}  # said by the name of the text
    for value in known.rules.values.values():
        if value.owner == "card" and value.printed and value.name not in of_texts:
            sets = (name for name, each in known.rules.member_sets.items() if each.value == value.name)
            names = (f"{value.name} ",) if value.kind == "number" else (*value.members, *sets)
            yield from _starting(names, begun, place, "valore")


def _starting(texts: Iterable[str], begun: str, place: Standing, what: str, note: str = "") -> Iterator[Offer]:
    at = place.start + len(place.line) - len(begun)
    for text in dict.fromkeys(texts):
        if fold(text).startswith(fold(begun)):
            yield Offer(text, at, what, note)
