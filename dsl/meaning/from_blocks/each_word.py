"""«limite Lanterne, per ogni Forma»: one block that stands for as many as a value has words; under it «quella Forma» is each.

A rule is one rule that says its sentences of each word; a limit is one for each. A value is one for each, named by the
word and its own name, an adjective: «valore concesso, per ogni Forma» are «Lane concesse», «Canti concessi»."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from attrs import evolve

from ...diagnostics import Diagnostic
from ...messages import problem
from ...suggest import nearest
from ...syntax.blocks import Block, Line, Piece
from ...vocabulary.headings import AND, FOR_EACH, OWN_WORDS, SAVE
from ...vocabulary.inflection import adjective
from ...vocabulary.spelling import fold, keys_of, words_of
from .answers import cut, names_listed, part_of
from .words import Declared, forms_of

_THAT: Final = ("quel", "quello", "quella", "quell")
#: The questions under which a value that is one for each word is named.
_NAMED_UNDER: Final = "o quanti dice"
_SAID_BY: Final = "si dice"


def for_each_word(blocks: Sequence[Declared], problems: list[Diagnostic]) -> list[Declared]:
    """The blocks, those «per ogni …» once for each word (a rule but once: its sentences are read for each)."""
    if not any(FOR_EACH in declared.features for declared in blocks):
        return [*blocks]
    members = _members(blocks)
    called = {
        fold(each): d.name for d in blocks if d.name in members and d.heading.key == "value" for each in _calls(d)
    }
    values = {fold(d.name): of for d in blocks if d.heading.key == "value" and (of := _value_of(d, called))}
    out: list[Declared] = []
    for declared in blocks:
        if FOR_EACH not in declared.features:
            out.append(declared)
            continue
        words = tuple(_words_of(declared, _value_of(declared, called), members, problems))
        if declared.heading.key == "rule":
            out.append(evolve(declared, words=words))
        else:
            out += [_one(declared, value, word, members, values) for value, word in words]
    return out


def _members(blocks: Sequence[Declared]) -> dict[str, dict[str, Declared | None]]:
    """The words of each value, with the block of its own that a word may have."""
    found: dict[str, dict[str, Declared | None]] = {}
    for declared in blocks:
        if declared.heading.key == "value":
            own = found.setdefault(declared.name, {})
            own |= {word.text: None for piece in declared.raw(OWN_WORDS) for word in _listed(piece)}
    for declared in blocks:
        for of in declared.raw("di") if declared.heading.key == "member" else ():
            value = next((name for name in found if fold(name) == fold(of.text)), None)
            if value is not None:
                found[value][declared.name] = declared
    return {value: words for value, words in found.items() if words}


def _listed(piece: Piece) -> Iterator[Piece]:
    """«Lana, Pioggia e Torre»: each name."""
    for part in cut(piece):
        yield from cut(part, f" {AND} ")


def _said_each(declared: Declared) -> Piece:
    """What the heading says after «per ogni»."""
    said = next(p for p in declared.block.head if keys_of(p.text)[:2] == keys_of(FOR_EACH))
    start = len(said.text) - len(declared.features[FOR_EACH])
    return part_of(said, start, len(said.text) - start)


def _calls(declared: Declared) -> Iterator[str]:
    """What a value is called: its name, and what one of it is («Armi», «Arma»)."""
    yield declared.name
    if "singolare" in declared.features:
        yield declared.features["singolare"]


def _value_of(declared: Declared, called: Mapping[str, str]) -> str | None:
    return called.get(fold(declared.features.get(FOR_EACH, "").partition(f" {SAVE} ")[0].strip()))


def _words_of(
    declared: Declared, value: str | None, members: Mapping[str, Mapping[str, object]], problems: list[Diagnostic]
) -> Iterator[tuple[str, str]]:
    """The value of «per ogni Forma fuorché Lana», with each of its words but those."""
    said = _said_each(declared)
    named, _, _ = said.text.partition(f" {SAVE} ")
    if value is None:
        known = names_listed(members)
        problems.append(
            problem(
                "D002", said.span, question=FOR_EACH, answer=named, known=known, suggestions=nearest(named, members)
            )
        )
        return
    without = set()
    if len(named) < len(said.text):
        start = len(named) + len(SAVE) + 2
        for piece in _listed(part_of(said, start, len(said.text) - start)):
            word = next((each for each in members[value] if fold(each) == fold(piece.text)), None)
            without.add(word)
            if word is None:
                known, near = names_listed(members[value]), nearest(piece.text, members[value])
                problems.append(
                    problem("D002", piece.span, question=SAVE, answer=piece.text, known=known, suggestions=near)
                )
    yield from ((value, word) for word in members[value] if word not in without)


def _one(
    declared: Declared,
    value: str,
    word: str,
    members: Mapping[str, Mapping[str, Declared | None]],
    values: Mapping[str, str],
) -> Declared:
    """The block of one word."""
    if declared.heading.key == "value":
        name, features = _named(declared, word, members[value][word])
    else:
        name, features = f"{declared.name}: {word}", declared.features
    body = []
    for line in declared.block.body:
        asks = line.key.text if line.key is not None else ""
        if line.rest is not None and keys_of(asks) == keys_of(_SAID_BY):
            line = _with_rest(line, _with_word(line.rest.text, value, word))
        elif (
            line.rest is not None
            and keys_of(asks) == keys_of(_NAMED_UNDER)
            and values.get(fold(line.rest.text)) == value
        ):
            own, _ = _named(evolve(declared, name=line.rest.text), word, members[value][word])
            line = _with_rest(line, own)
        body.append(line)
    block = Block(declared.block.head, tuple(body))
    return evolve(declared, name=name, features=features, block=block, words=((value, word),))


def _with_rest(line: Line, text: str) -> Line:
    """A line with another answer, told at the place of the first."""
    return evolve(line, rest=evolve(line.rest, text=text)) if line.rest is not None else line


def _with_word(said: str, value: str, word: str) -> str:
    """«può tenere quella Forma»: the word in its place."""
    words, wanted = words_of(said), keys_of(value)
    keys = [fold(each) for each in words]
    for at in range(len(keys) - len(wanted)):
        if keys[at] in _THAT and tuple(keys[at + 1 : at + 1 + len(wanted)]) == wanted:
            return " ".join([*words[:at], word, *words[at + 1 + len(wanted) :]])
    return said


def _named(declared: Declared, word: str, block: Declared | None) -> tuple[str, dict[str, str]]:
    """«Lane concesse», of «concesso» and Lana: the name, and the features that go with it."""
    gender, _, plural = forms_of(word, block.features if block is not None else {})
    bends = adjective(declared.name[:1].lower() + declared.name[1:])
    said = bends.form(gender, "p")
    return f"{plural} {said}", {"femminile" if gender == "f" else "maschile": "", "plurale": ""}
