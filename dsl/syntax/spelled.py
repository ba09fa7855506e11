"""Remarks on how a wording is written: accents, known misprints, and articles before the wrong sound. It is understood all the same."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from ..diagnostics import Diagnostic, Severity
from ..vocabulary.inflection import Gender, Number, contracted, definite, indefinite
from ..vocabulary.lexer import PIECE, F, Word
from ..vocabulary.spelling import fold, plain
from .problems import Wording

_SINGULAR, _PLURAL, _ONE, _ELIDED = ("il", "lo"), ("i", "gli"), ("un", "uno"), ("l'", "un'")


def accents(wording: Wording) -> Iterator[Diagnostic]:
    """«puo», «piu'», «Velocitá»: known, and written otherwise."""
    for found in PIECE.finditer(wording.text):
        right = _respelled(found[0])
        if right is None:
            continue
        right = right.upper() if found[0].isupper() and len(right) > 1 else right
        right = right[0].upper() + right[1:] if found[0][0].isupper() else right
        message = f"«{found[0]}» si scrive «{right}»"
        span = wording.span(found.start(), found.end())
        yield Diagnostic("S006", message, span, Severity.REMARK, suggestions=(right,))


@lru_cache(maxsize=4096)
def _respelled(piece: str) -> str | None:
    """The key of a word that is written otherwise; None of any other piece."""
    written, key = plain(piece).casefold(), fold(piece)
    return key if written[:1].isalpha() and written != key else None


def misprints(wording: Wording, misspelt: Mapping[str, str]) -> Iterator[Diagnostic]:
    """Words that the game declares as misprints of others: known, and to be written right.

    ``misspelt``: each of them, folded, and the word."""
    for found in PIECE.finditer(wording.text) if misspelt else ():
        right = misspelt.get(fold(found[0]))
        if right is not None:
            span = wording.span(found.start(), found.end())
            yield Diagnostic("S009", f"«{found[0]}» si scrive «{right}»", span, Severity.WARNING, suggestions=(right,))


#: What may follow «uno» where it is no article.
_AFTER_A_PRONOUN: Final = frozenset(
    {"OF", "AND", "THEN", "THAT_C", "TO", "IN", "FROM", "ON", "WITH", "FOR", "AMONG", "IF", "WHEN", "AT_RANDOM"}
)


def articles(words: Sequence[Word], wording: Wording, told: Collection[int] = ()) -> Iterator[Diagnostic]:
    """«il spirito», «un specchio», «l'lana»: an article before a sound that wants another.

    ``told`` are the places of words of which something is said already."""
    for i in range(len(words) - 1):
        if i in told:
            continue
        word, following = words[i], words[i + 1].text
        if not following[:1].isalpha() or not any(sense.terminal in ("DEF", "INDEF") for sense in word.senses):
            continue
        if any(sense.terminal == "CLITIC" for sense in word.senses) and _is_verb(words[i + 1]):
            continue
        after = {sense.terminal for sense in words[i + 1].senses}
        alone = i > 0 and any(sense.terminal == "EXCEPT" for sense in words[i - 1].senses)  # «tranne uno spossato»
        alone = word.key in ("uno", "una") and (alone or bool(after & _AFTER_A_PRONOUN))
        if after & {"OR", "ADDITIONAL"} or alone:
            continue  # «uno o più», «uno in più», «spezzane uno e …»: no noun follows
        right = _right(word.key, words[i + 1])
        if right is None or right == word.key:
            continue
        start, written = word.start, word.text
        before = words[i - 1] if i > 0 else None
        if before is not None and before.end == word.start and before.text != wording.text[before.start : before.end]:
            start, written = before.start, before.text  # a contraction: «nel specchio»
            right = contracted(before.key, *_features(word.key), following)
        if written[:1].isupper():
            right = right[0].upper() + right[1:]
        message = f"davanti a «{following}» si scrive «{right}», non «{written}»"
        end = words[i + 1].start if right.endswith("'") else word.end
        span = wording.span(start, end)
        yield Diagnostic("S007", message, span, Severity.WARNING, suggestions=(right,))


def _is_verb(word: Word) -> bool:
    return any(sense.terminal.startswith(("V_", "HAVE_", "BE_", "CAN_", "MUST_")) for sense in word.senses)


def _features(article: str) -> tuple[Gender, Number]:
    return ("m", "p" if article in _PLURAL else "s")


def _right(article: str, following: Word) -> str | None:
    """The article that a word wants in the place of a masculine or an elided one; None of any other."""
    word = following.text
    if article in _SINGULAR or article in _PLURAL:
        return definite("m", "p" if article in _PLURAL else "s", word)
    if article in _ONE:
        return indefinite("m", word)
    if article not in _ELIDED:
        return None
    genders = {sense.gender for sense in following.senses if sense.terminal.startswith("N_")}
    gender: Gender = "f" if genders == {F} else "m"
    return definite(gender, "s", word) if article == "l'" else indefinite("f", word)
