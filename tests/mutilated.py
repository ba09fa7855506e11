"""Wordings mutilated by chance: one slip of a designer's pen at a time, the same for the same seed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random

from attrs import frozen

from dsl.load import load

ROOT = Path(__file__).resolve().parent.parent
_WORD = re.compile(r"[^\W\d_]+")
_MARK = re.compile(r"[.,:](?=\s|$)")
_VOWELS = "aeiou"


@frozen
class Original:
    """A wording of a deck as it stands: the field, the text."""

    field: str
    text: str


@frozen
class Mutilated:
    """A wording with one slip. ``kind`` is one of KINDS."""

    kind: str
    original: Original
    text: str


@cache
def originals(folder: str = "games/bless") -> tuple[Original, ...]:
    """The wordings of a game's decks and, as of cards, the sentences of its keywords."""
    loaded = load(ROOT / folder)
    assert loaded.meaning is not None and loaded.rules is not None
    found: list[Original] = []
    for deck in loaded.meaning.decks.values():
        for card in deck.cards:
            for slot, wording in card.wordings.items():
                declared = loaded.rules.texts[slot]
                kind = card.values.get(declared.kind_value) if declared.kind_value else None
                found.append(Original(f"{slot} {kind[0]}" if isinstance(kind, tuple) else slot, wording))
    return (*found, *_of_keywords(ROOT / folder, loaded.field_names()[0]))


def _of_keywords(folder: Path, field: str) -> Iterator[Original]:
    """The lines under each «parola chiave» that a card could print as well."""
    for path in sorted(folder.glob("*.parole")):
        inside = False
        for line in path.read_text("utf-8").splitlines():
            inside = line.startswith("parola chiave") if line[:1].strip() else inside
            text = line.partition("--")[0].strip()
            if inside and line.startswith("    ") and text:
                found = load(folder).read(text, field)
                if found is not None and found.fate.value == "understood" and not found.problems:
                    yield Original(field, text)


# -- the slips


def _replaced(text: str, found: re.Match[str], new: str) -> str:
    return text[: found.start()] + new + text[found.end() :]


def dropped_word(text: str, chance: Random) -> str:
    """A word less."""
    word = chance.choice(list(_WORD.finditer(text)))
    return re.sub(r" {2,}| (?=[.,:])", lambda m: " " if len(m[0]) > 1 else "", _replaced(text, word, "")).strip()


def swapped_words(text: str, chance: Random) -> str:
    """Two words side by side the other way round."""
    pairs = list(re.finditer(r"(?=(?<!\S)([^\W\d_]+(?:['’][^\W\d_]+)?) ([^\W\d_]+(?:['’][^\W\d_]+)?)\b)", text))
    if not pairs:
        return text
    pair = chance.choice(pairs)
    one, other = pair[1], pair[2]
    return text[: pair.start()] + f"{other} {one}" + text[pair.start() + len(one) + len(other) + 1 :]


def typo(text: str, chance: Random) -> str:
    """In one word of three letters or more: a letter left out, doubled, exchanged, or two the other way round."""
    word = chance.choice([m for m in _WORD.finditer(text) if len(m[0]) > 2])
    letters, at = word[0], chance.randrange(len(word[0]))
    slip = chance.randrange(4)
    if slip == 0:
        letters = letters[:at] + letters[at + 1 :]
    elif slip == 1:
        letters = letters[: at + 1] + letters[at:]
    elif slip == 2:
        letters = letters[:at] + chance.choice("abcdefghilmnopqrstuvz") + letters[at + 1 :]
    else:
        at = min(at, len(letters) - 2)
        letters = letters[:at] + letters[at + 1] + letters[at] + letters[at + 2 :]
    return _replaced(text, word, letters)


def wrong_ending(text: str, chance: Random) -> str:
    """A word with another vowel at its end."""
    word = chance.choice([m for m in _WORD.finditer(text) if len(m[0]) > 2 and m[0][-1] in _VOWELS])
    return _replaced(text, word, word[0][:-1] + chance.choice([v for v in "aeio" if v != word[0][-1]]))


def missing_mark(text: str, chance: Random) -> str:
    """A full stop, comma or colon less."""
    marks = list(_MARK.finditer(text))
    return _replaced(text, chance.choice(marks), "") if marks else text


SLIPS = {
    "dropped word": dropped_word,
    "swapped words": swapped_words,
    "typo": typo,
    "wrong ending": wrong_ending,
    "missing mark": missing_mark,
}
KINDS = tuple(SLIPS)


def mutilated(seed: int, many: int, wordings: Sequence[Original] | None = None) -> Iterator[Mutilated]:
    """So many mutilated wordings, the kinds of slips in turn; a slip that changes nothing is made again."""
    chance = Random(seed)
    known = wordings if wordings is not None else originals()
    made = 0
    while made < many:
        kind = KINDS[made % len(KINDS)]
        original = chance.choice(known)
        try:
            text = SLIPS[kind](original.text, chance)
        except IndexError:  # no word that could slip so
            continue
        if text and text != original.text:
            made += 1
            yield Mutilated(kind, original, text)
