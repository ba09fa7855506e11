"""What is wrong with a line of a scene: where it stops, what could stand there, and the nearest lines that are read."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from attrs import define
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from ..diagnostics import Diagnostic, Fix
from ..source import Span
from ..suggest import nearest
from ..vocabulary.inflection import Number, contracted, definite, joined
from ..vocabulary.spelling import fold, keys_of
from ..vocabulary.vocabulary import Kind
from .words import SPOKEN, Lexicon, pieces

#: What a terminal is called in a message.
_CALLED: Final = {
    "SEAT": "un giocatore (A, B …)", "NAME": "una carta", "WORD": "una parola del gioco", "DOES": "un'azione",
    "DO": "un'azione", "NUMBER": "un numero", "QUOTED": "un testo tra «»", "FREE": "un nome", "REST": "un titolo",
    "OTHER": "una parola", "SPOT": "un posto",
}  # fmt: skip

#: Of more actions than these the rest is left out.
_MOST_ACTIONS: Final = 8
#: So many lines that are read are offered.
_MOST_OFFERED: Final = 2

#: Words that go with others are not worth listing.
_ARTICLES: Final = frozenset(
    {"un", "uno", "una", "un'", "il", "lo", "la", "l'", "i", "gli", "le"}
    | {"nello", "nella", "nell'", "allo", "alla", "all'", "dallo", "dalla", "dall'"}
    | {"nei", "negli", "nelle", "ai", "agli", "alle", "dai", "dagli", "dalle"}
    | {"sul", "sullo", "sulla", "sull'", "sui", "sugli", "sulle"}
    | {"ad", "al", "dal", "nessuno", "niente", "nulla", "tutti", "vuoto", "vuoti", "vuote", "escono", "legata"}
)
#: Words that begin where something lies.
_PLACES: Final = frozenset({"in", "nel", "su"})
#: Words that are said of declared places only.
_OF_SPOTS: Final = frozenset({"libero", "libera", "occupato", "occupata"})

#: Marks that a line may lack, and how that is told.
_LACKING: Final = {":": "mancano i due punti", ",": "manca una virgola", "»": "il testo si apre con « e non si chiude"}
_OPENS: Final = "carta "  # how the line begins that gives a name
_HAS_NOT, _HAS_NONE = " non ha ", " ha 0 "
_WITH: Final = "con"
_LEFT_OUT: Final = ("come", _WITH, "ad")
_APOSTROPHES: Final = ("'", "’")
_MARKS: Final = frozenset(".,;:!?")


@define
class Misread:
    """A line that stops somewhere: ``own`` are the words of the grammar by their terminals, ``reads`` tells whether
    another line can be read."""

    text: str
    span: Span
    lexicon: Lexicon | None
    own: Mapping[str, str]
    reads: Callable[[str], bool] | None = None

    def told(self, error: UnexpectedInput) -> Diagnostic:
        """The problem of the line."""
        start, end = self._place(error)
        allowed = frozenset(
            getattr(error, "accepts", None) or getattr(error, "expected", None) or getattr(error, "allowed", None) or ()
        )
        if self.lexicon is not None and not self.lexicon.has_spots():
            allowed -= {"SPOT"}
        word = self.text[start:end]
        known = self._known(start, end, allowed)
        if known:
            end = max(end, start + _length(self.text[start:], known[0]))
            end += self.text[end : end + 1] in _APOSTROPHES and known[0] in self.own.values()  # «e'» for «è»
        message = f"«{self.text[start:end]}» non si intende qui" if word else "la riga finisce troppo presto"
        span = self.span.shifted(start, max(end - start, 1))
        offered = self._offered(start, end, known)
        lacking = self._lacking(offered[0]) if offered else None
        if lacking is not None:
            at, mark = lacking
            message, span, known = _LACKING[mark], self.span.shifted(at, 1), ()
        hint = self._hint(start, word, allowed) if not offered else ""
        fix = Fix(self.span.shifted(0, len(self.text)), offered[0]) if offered else None
        return Diagnostic("Q004", message, span, hint=hint, suggestions=known, wordings=offered, fix=fix)

    def _place(self, error: UnexpectedInput) -> tuple[int, int]:
        """The word at which the line stops; nothing after its last word when it ends too soon."""
        if isinstance(error, UnexpectedToken) and error.token.type != "$END":
            return error.token.start_pos or 0, error.token.end_pos or 0
        if isinstance(error, UnexpectedCharacters):
            start = int(error.pos_in_stream or 0)
            return start, start + len(pieces(self.text[start:])[0].text)
        return len(self.text), len(self.text)

    # -- what could stand there

    def _known(self, start: int, end: int, allowed: frozenset[str]) -> tuple[str, ...]:
        """The words like the one that is not understood that could stand in its place."""
        word = self.text[start:end]
        if self.lexicon is None or not word or not word[0].isalnum():
            return ()
        accented = tuple(own for own in self._own(allowed) if own != word and _bare(own) == _bare(word))
        if accented:
            return accented
        names = self.lexicon.names() if "NAME" in allowed else ()
        rest = " ".join(piece.text for piece in pieces(self.text[start:])[:4] if piece.text not in ":,[]")
        whole = nearest(rest, names, cutoff=80.0)
        if whole:
            return whole
        words = [own for own in self._own(allowed) if len(own) > 2]
        if "WORD" in allowed:
            words += (form for form in self.lexicon.vocabulary.surfaces if self._spoken(form))
        if "DOES" in allowed or "DO" in allowed:
            words += self.lexicon.verbs()
        return nearest(word, (*words, *names))

    def _own(self, allowed: frozenset[str]) -> Iterator[str]:
        return (self.own[name] for name in sorted(allowed) if name in self.own and name not in _CALLED)

    def _spoken(self, form: str) -> bool:
        assert self.lexicon is not None
        return any(each.lexeme.kind in SPOKEN for each in self.lexicon.vocabulary.analyses(*keys_of(form)))

    def _hint(self, start: int, word: str, allowed: frozenset[str]) -> str:
        said = self._listed(start, allowed)
        listed = f"qui può stare: {said}" if said else ""
        return listed if self.lexicon is None else _instead(self.text, start, word, self.lexicon) or listed

    def _listed(self, start: int, allowed: frozenset[str]) -> str:
        """What could stand there, for a message."""
        actions = self.lexicon.third_persons() if self.lexicon is not None else ()
        listed = ", ".join(f"«{verb}»" for verb in actions[:_MOST_ACTIONS]) + " …" * (len(actions) > _MOST_ACTIONS)
        called = _CALLED | ({"DOES": f"un'azione ({listed})"} if listed else {}) | self._statuses(start)
        spots = self.lexicon is not None and self.lexicon.has_spots()
        shown: list[str] = []
        for name in sorted(allowed):
            word = self.own.get(name, "un")
            if name in _CALLED:
                shown.append(called[name])
            elif word in _PLACES:
                shown.append("un luogo («in …», «nel …», «su …»)")
            elif word not in _ARTICLES and (spots or word not in _OF_SPOTS):
                shown.append(f"«{word}»")
        return ", ".join(dict.fromkeys(shown))

    def _statuses(self, start: int) -> dict[str, str]:
        """Between brackets a word of the game is a status."""
        before = self.text[:start]
        if self.lexicon is None or before.rfind("[") <= before.rfind("]"):
            return {}
        names = ", ".join(f"«{name}»" for name in self.lexicon.vocabulary.named(Kind.STATUS))
        return {"WORD": f"uno stato ({names})" if names else "uno stato"}

    # -- the nearest lines that are read

    def _offered(self, start: int, end: int, known: tuple[str, ...]) -> tuple[str, ...]:
        if self.reads is None or self.lexicon is None:
            return ()
        found: dict[str, None] = {}
        for line in self._changed(start, end, known):
            ends_named = line.startswith(_OPENS) and line.endswith(":")  # a card without anything is not meant
            if line not in found and line != self.text and not ends_named and self.reads(line):
                found[line] = None
            if len(found) == _MOST_OFFERED:
                break
        return tuple(found)

    def _changed(self, start: int, end: int, known: tuple[str, ...]) -> Iterator[str]:
        """The line with one slip put right, the likeliest first."""
        text = self.text
        for word in known:
            yield text[:start] + word + text[end:]
        if text[start:end] in _MARKS:
            yield text[:start].rstrip() + text[end:]
        if text.startswith(_OPENS):  # the name has taken all that follows
            for piece in pieces(text)[1:-1]:
                yield f"{text[: piece.end]}:{text[piece.end :]}"
        for mark in (":", ","):
            yield f"{text[:start].rstrip()}{mark} {text[start:]}".rstrip()
        if text.count("«") > text.count("»"):
            yield f"{text}»"
        yield from self._turned(start)
        for piece in pieces(text[:end])[:0:-1][:3]:
            for word in _LEFT_OUT:
                yield f"{text[: piece.start]}{word} {text[piece.start :]}"
        if _HAS_NOT in text:
            yield text.replace(_HAS_NOT, _HAS_NONE, 1)
        if start:
            yield f"A {text[start:]} {_WITH} {text[:start].strip()}"

    def _turned(self, start: int) -> Iterator[str]:
        """The word and those after it, the one in the place of the others."""
        row = pieces(self.text[start:])
        for last in range(1, min(len(row), 4)):
            first, after = row[0].text, self.text[start + row[1].start : start + row[last].end]
            yield f"{self.text[:start]}{after} {first}{self.text[start + row[last].end :]}"

    def _lacking(self, line: str) -> tuple[int, str] | None:
        """The mark that another line has more than this one, and where it would stand."""
        for at, mark in enumerate(line):
            if at >= len(self.text) or self.text[at] != mark:
                same = keys_of(line.replace(mark, " ")) == keys_of(self.text.replace(mark, " "))
                return (max(at - 1, 0), mark) if mark in _LACKING and same else None
        return None


def _bare(word: str) -> str:
    """A word without its accents."""
    return "".join(sign for sign in unicodedata.normalize("NFD", fold(word)) if not unicodedata.combining(sign))


def _length(rest: str, word: str) -> int:
    """How much of a line a known word stands for: as many of its words as the known one has."""
    found = pieces(rest)[: len(pieces(word))]
    return found[-1].end if found else 0


def _instead(row: str, start: int, text: str, lexicon: Lexicon) -> str:
    """What to write where a list of words says little; empty when it says enough."""
    actions = lexicon.third_persons()
    did = next((verb for verb in actions if keys_of(row)[: len(keys_of(verb))] == keys_of(verb)), None)
    if did is not None:
        return f"di' chi lo fa: «A {did} …»"
    if start == 0:
        done = "".join(f"«A {verb} …», " for verb in actions[:1])
        said = f"che cosa si fa ({done}«A sceglie: …», «A passa») o, sotto «allora:», che cosa vale"
        return f"una riga dice dove stanno le carte{_a_place(lexicon)}, {said}"
    return _as_a_value(row[:start].strip(), lexicon) if text == ":" else ""


def _a_place(lexicon: Lexicon) -> str:
    """« («nella Mano di A: …»)», of a zone that each player has."""
    zones = lexicon.vocabulary.zones
    named = (word for word in lexicon.vocabulary.lexemes if word.kind is Kind.ZONE and word.name in zones)
    zone = next((word for word in named if zones[word.name].owner == "player"), None)
    if zone is None:
        return ""
    return f" («{joined(contracted('in', zone.gender, 's', zone.name), zone.name)} di A: …»)"


def _as_a_value(name: str, lexicon: Lexicon) -> str:
    """What to write instead of «Piatto: 3», of a value of the whole match."""
    value = lexicon.vocabulary.values.get(name)
    word = lexicon.vocabulary.lexeme(name, Kind.VALUE)
    if value is None or value.owner != "game" or word is None:
        return ""
    number: Number = "p" if word.plural_only else "s"
    return f"di un valore si dice «{joined(definite(word.gender, number, name), name)} {'sono' if number == 'p' else 'è'} …»"


def own_words(terminals: Any) -> dict[str, str]:
    """The words of a grammar by the names of their terminals."""
    return {terminal.name: terminal.pattern.value for terminal in terminals if terminal.pattern}


__all__ = ["Misread", "own_words"]
