"""How a word is compared: case folded, both apostrophes one, an accent written as an apostrophe restored (e' → è)."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

#: Words that are often typed with an apostrophe for the accent; only these are restored (po' and di' keep theirs).
ACCENTED: Final[dict[str, str]] = {
    plain.removesuffix("*") + "'": accented
    for plain, accented in (
        ("e", "è"), ("piu", "più"), ("puo", "può"), ("gia", "già"), ("cioe", "cioè"), ("perche", "perché"),
        ("finche", "finché"), ("poiche", "poiché"), ("sara", "sarà"), ("ne*", "né"), ("meta", "metà"), ("si*", "sì"),
    )
}  # fmt: skip
#: The same with a grave for an acute accent or the reverse, or no accent where the bare word is no other word.
RESPELLED: Final[dict[str, str]] = {
    "finchè": "finché",
    "perchè": "perché",
    "poichè": "poiché",
    "purchè": "purché",
    "affinchè": "affinché",
    "nè": "né",
    "é": "è",
    "piú": "più",
    "piu": "più",
    "puó": "può",
    "puo": "può",
    "giá": "già",
    "cosí": "così",
    "giú": "giù",
    "metá": "metà",
    "sì": "sì",
    "finche": "finché",
    "perche": "perché",
}
_ACUTE_TO_GRAVE: Final = str.maketrans("áíóú", "àìòù")
_MARKS: Final = str.maketrans({"’": "'", "ʼ": "'", "`": "'", "´": "'", "−": "-", "–": "-", "\u00a0": " "})


def plain(text: str) -> str:
    """The text with one kind of apostrophe, minus sign and space, in composed Unicode; the length may change."""
    return unicodedata.normalize("NFC", text).translate(_MARKS)


@lru_cache(maxsize=8192)  # a game says the same words over and over
def fold(word: str) -> str:
    """The key by which a word is looked up: «Agilitá», «AGILITA'» and «Agilità» have one key."""
    key = plain(word).casefold()
    key = RESPELLED.get(key) or ACCENTED.get(key) or key
    key = key.translate(_ACUTE_TO_GRAVE)
    if len(key) > 3 and key.endswith("a'"):  # agilita' is agilità: no other Italian word ends so
        key = key[:-2] + "à"
    return key


#: «+1/+1», and the pieces of which it is made.
_SIGNED: Final = re.compile(r"[+-]\d+(?:/[+-]\d+)*")
_SIGNS: Final = re.compile(r"[+-]\d+|/")
#: «Alba/Sera».
_BETWEEN_WORDS: Final = re.compile(r"(?<=[^\W\d_])(/)(?=[^\W\d_])")


def words_of(text: str) -> tuple[str, ...]:
    """A name cut into words as a sentence is: at spaces, after an apostrophe that elides («l'ospite» is two words), and
    between numbers with a sign («+1/+1») and words («Alba/Sera»)."""
    out: list[str] = []
    for piece in plain(text).split():
        head, mark, tail = piece.partition("'")
        if _SIGNED.fullmatch(piece):
            out += [*_SIGNS.findall(piece)]
        elif mark and tail:
            out += [head + mark, tail]
        else:
            out += _BETWEEN_WORDS.split(piece)
    return tuple(out)


def keys_of(text: str) -> tuple[str, ...]:
    """The keys of the words of a name."""
    return tuple(fold(word) for word in words_of(text))
