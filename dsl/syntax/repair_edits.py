"""The small changes that could mend a wording where reading stops: a word for another, one more, one less, one elsewhere.

Each change is of the text as it is written, so that what comes of it is read like any other text. Its price says how
unlikely it is that someone who meant the changed wording wrote the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from attrs import define, evolve, frozen

from ..vocabulary.inflection import Gender, Number, contracted, definite, indefinite, joined
from ..vocabulary.lexer import ANY, PIECE, F, P, Sense
from ..vocabulary.spelling import fold, words_of
from ..vocabulary.vocabulary import Kind
from .repair_words import Wordbook

#: How far before the place where reading stops the fault is looked for.
_BACK: Final = 4
#: Words without which a wording says the contrary: leaving one out mends nothing.
_TURNING: Final = ("non", "né")
_MARKS: Final = frozenset(",;:")
#: After these a clause may begin.
_JOINED: Final = frozenset(("e", "o", "poi"))
#: Words that may have been left out, by terminal, the usual first; articles and prepositions are made to agree.
_SMALL: Final[dict[str, tuple[str, ...]]] = {
    "HAVE_FIN": ("ha", "hanno", "hai"), "BE_FIN": ("è", "sono"), "CAN_FIN": ("può", "puoi", "possono"), "SI": ("si",),
    "THAT_C": ("che",), "WHICH": ("cui",), "AND": ("e",), "OR": ("o",), "THEN": ("poi",), "IF": ("se",), "WHEN": ("quando",),
    "EACH": ("ogni",), "MORE": ("più",), "UNTIL_P": ("fino",), "TIME": ("volta", "volte"), "NOT": ("non",), "AS": ("come",),
    "N_END": ("fine",), "N_START": ("inizio",),
}  # fmt: skip
_PREPOSITIONS: Final = {
    "FROM": "da", "IN": "in", "TO": "a", "OF": "di", "ON": "su", "AGAINST": "contro", "WITH": "con", "FOR": "per", "AMONG": "tra",
}  # fmt: skip
#: Kinds of words a game declares; any of them may stand for one that it does not know.
_DECLARED: Final[dict[str, tuple[Kind, ...]]] = {
    "N_CARD": (Kind.NOUN, Kind.MEMBER), "N_ZONE": (Kind.ZONE,), "N_PLACE": (Kind.PLACE,), "N_VALUE": (Kind.VALUE,),
    "N_KEYWORD": (Kind.KEYWORD,), "N_PERIOD": (Kind.PERIOD,), "STATUS": (Kind.STATUS,), "V_IMP": (Kind.VERB,), "V_FIN": (Kind.VERB,),
}  # fmt: skip
_MOST_OF_A_KIND: Final = 8
#: Words tried between others that mean nothing together, where these are at most so many.
_JOINING: Final = ("ogni", "per", "di", "a", "in", "con", "che", "uguale")
_NARROW: Final = 8
_LONGEST_NAME: Final = 3
#: No longer than this is a word before its apostrophe («dell'»).
_ELIDED: Final = 5


@frozen
class Edit:
    """A change of a text: the run of characters that goes, what stands there instead, what was done, at what price.

    ``kind`` is one of spelling, form, english, other, doubled, extra, missing, order, stop, colon, comma, mark, join,
    split; ``terminal`` is that of the word put there, where it is known."""

    start: int
    end: int
    text: str
    kind: str
    price: float
    terminal: str = ""

    def applied(self, text: str) -> str:
        """The text after the change."""
        return text[: self.start] + self.text + text[self.end :]


@frozen
class Fault:
    """Where a text cannot be read: the offset of the word, the terminals that could stand there, how far it reaches.

    ``strange`` marks a word that nobody knows; without ``expected`` the words are known and say nothing together."""

    start: int
    end: int
    expected: frozenset[str] = frozenset()
    strange: bool = False
    sentence: int = 0  # where its sentence begins

    @property
    def meaningless(self) -> bool:
        return not self.expected and not self.strange


@frozen
class Piece:
    """What is written without a space, with its place and its key."""

    text: str
    start: int
    end: int
    key: str

    @property
    def is_word(self) -> bool:
        return self.text[:1].isalpha()


def pieces_of(text: str, start: int = 0) -> list[Piece]:
    """The pieces of a text from an offset on."""
    return [Piece(m[0], m.start(), m.end(), fold(m[0])) for m in PIECE.finditer(text, start)]


@define
class Edits:
    """The changes of one text at one fault."""

    book: Wordbook
    text: str
    fault: Fault
    pieces: list[Piece]
    at: int  # the piece where reading stops; their number when the text ends too soon
    names: Sequence[str] = ()
    wide: bool = True  # whether words quite unlike the one written are tried

    @classmethod
    def of(cls, book: Wordbook, text: str, fault: Fault, names: Sequence[str] = (), *, wide: bool = True) -> Edits:
        pieces = pieces_of(text, fault.sentence)
        at = next((i for i, piece in enumerate(pieces) if piece.end > fault.start), len(pieces))
        return cls(book, text, fault, pieces, at, names, wide)

    def all(self) -> Iterator[Edit]:
        """Every change worth trying, in no order."""
        for i in self._places():
            inside = self.fault.start <= self.pieces[i].start < max(self.fault.end, self.fault.start + 1)
            away = 0.0 if inside else abs(i - self.at) * 0.12
            for edit in self._of_word(i):
                if edit.price + away < _DEAREST:
                    yield Edit(edit.start, edit.end, edit.text, edit.kind, edit.price + away, edit.terminal)
        if not self.fault.strange or self.at == 0:
            yield from self._missing(self.at)
        if self.fault.meaningless:
            yield from self._without_all()
            for i in self._places():
                yield from self._of_a_phrase(i)
        elif self.wide and not self.fault.strange:
            yield from self._missing_verbs()
        for i in self._places() if self.fault.meaningless else self._around():
            yield from self._marks(i)
        yield from self._orders()
        if (price := self._price()) is not None:
            yield self._before(price, "paga", 1.2, "V_IMP")

    def _places(self) -> Sequence[int]:
        if self.fault.strange:  # of a name of several words any may be the wrong one
            whole = self.at < len(self.pieces) and self.pieces[self.at].key in self.book.openers
            return range(self.at, min(self.at + (_LONGEST_NAME if whole else 1), len(self.pieces)))
        if self.fault.meaningless:
            last = next((i for i, piece in enumerate(self.pieces) if piece.start >= self.fault.end), len(self.pieces))
            return range(max(0, self.at - 1), min(last + 1, len(self.pieces)))
        further = self.at + 1 < len(self.pieces) and self._is_strange(self.at + 1)
        return range(max(0, self.at - _BACK), min(self.at + 1 + further, len(self.pieces)))

    def _around(self) -> Iterator[int]:
        """The piece where reading stops, the one before it, and a mark after it that may not stand there."""
        yield from range(max(0, self.at - 1), self.at + 1)
        if self.at + 1 < len(self.pieces) and self.pieces[self.at + 1].text in _MARKS:
            yield self.at + 1

    def _is_strange(self, i: int) -> bool:
        return self.pieces[i].is_word and not self.book.knows(self.pieces[i].key)

    # -- a word for another, or none

    def _of_word(self, i: int) -> Iterator[Edit]:
        piece = self.pieces[i]
        if not piece.is_word:
            if piece.text not in ".!\n" and piece.text not in _MARKS:
                yield self._without(i, 1.6)
            return
        known = self.book.knows(piece.key) and not (self.fault.strange and i == self.at)
        for price, form in self.book.like(piece.key, self.names):
            if (not known or price <= 1.3) and self._fits(i, form) and not self._done_by_others(i, form):
                yield self._put(i, form, "spelling", price + (0.5 if known else 0.0))
        for price, form in self.book.kin(piece.key):
            if self._fits(i, form) and not self._done_by_others(i, form):
                yield self._put(i, form, "form", price)
        for price, form in self.book.english(piece.key) if not known else ():
            if self._fits(i, form):
                yield self._put(i, form, "english", price)
        if i > 0 and self.pieces[i - 1].key == piece.key:
            yield self._without(i, 0.2, "doubled")
        if i > 0 and self._is_article(i - 1) and self.book.article(piece.key):
            yield self._without(i, 0.4)
        if (
            piece.key not in _TURNING or sum(each.key in _TURNING for each in self.pieces) > 1
        ):  # of two, one is too many
            yield self._without(i, 1.7 if len(piece.key) <= 4 else 2.0)
        yield from self._cut_and_joined(i)
        yield from self._of_a_name(i)
        if i == self.at and self.fault.strange and self.book.is_label(piece.text):
            mark = self.pieces[i + 1] if i + 1 < len(self.pieces) and self.pieces[i + 1].text in ".,;" else None
            yield Edit(piece.end, mark.end if mark else piece.end, ":", "colon", 0.2)
        if i == self.at and self.wide:
            yield from self._of_the_kind(i)

    def _fits(self, i: int, form: str) -> bool:
        """Whether a form can stand where reading stops; elsewhere only reading tells."""
        if self._is_label(i) and self._begins(i):
            return self.book.is_label(form)
        if i != self.at or not self.fault.expected or fold(form) in self.book.openers:
            return True
        senses = self.book.senses(form)
        if not senses or (self._is_label(i) and self.book.is_label(form)):
            return True
        return any(sense.terminal in self.fault.expected or sense.terminal == "LABEL" for sense in senses)

    def _done_by_others(self, i: int, form: str) -> bool:
        """Whether a form of a verb would be of you, or of all of you, where the one written is of somebody else: not what is
        meant («spezzane una» is no «spezzate una»); no order that opens a sentence is of another."""
        here, there = self.book.persons(self.pieces[i].text), self.book.persons(form)
        if here and not there and self._begins(i) and self.book.is_infinitive(form):
            return True  # «smorzala» is an order, and no «smorzarla costa …»
        if not here and there == {(2, P)} and self.book.is_infinitive(self.pieces[i].text):
            return True  # and «smorzare» is no «smorzate»
        if not here or not there or not here.isdisjoint(there):
            return False
        if any(person != 2 for person, _ in there):
            return self._begins(i) and all(person == 2 for person, _ in here)
        begins = self._begins(i) or self.pieces[i - 1].text in _MARKS or self.pieces[i - 1].key in _JOINED
        return begins or not any(sense.terminal == "V_PART" for sense in self.book.senses(form))

    def _is_label(self, i: int) -> bool:
        """Whether a word stands where a label does."""
        return i + 1 < len(self.pieces) and self.pieces[i + 1].text == ":"

    def _put(self, i: int, form: str, kind: str, price: float, terminal: str = "") -> Edit:
        piece = self.pieces[i]
        if self._begins(i) or any(letter.isupper() for letter in piece.text):
            if (
                form[:1].islower()
                and piece.text[:1].isupper()
                and not self._begins(i)
                and self.pieces[i - 1].text != ":"
            ):
                price += 0.45  # who writes a capital in mid-sentence means a name
            form = form[:1].upper() + form[1:]
        elif kind in ("spelling", "form") and form not in self.book.names:
            form = form[:1].lower() + form[1:]
        if piece.text.isupper() and len(piece.text) > 2:
            form = form.upper()
        if self._is_label(i) and self.book.is_label(form):
            price -= 0.5
        return Edit(piece.start, piece.end, form, kind, price, terminal)

    def _without(self, i: int, price: float, kind: str = "extra") -> Edit:
        """A word less; the next takes over its capital."""
        piece = self.pieces[i]
        following = self.pieces[i + 1] if i + 1 < len(self.pieces) else None
        if following is None or not following.is_word:
            start = self.pieces[i - 1].end if i > 0 else piece.start
            return Edit(start, piece.end, "", kind, price)
        first = following.text[0].upper() if piece.text[:1].isupper() and self._begins(i) else following.text[0]
        return Edit(piece.start, following.start + 1, first, kind, price)

    def _without_all(self) -> Iterator[Edit]:
        """All that is marked as too much, when that is some words at the end of what is said: «per questo turno»."""
        marked = [piece for piece in self.pieces if self.fault.start <= piece.start < self.fault.end]
        after = next((piece for piece in self.pieces if piece.start >= self.fault.end), None)
        before = next((piece for piece in reversed(self.pieces) if piece.end <= self.fault.start), None)
        if len(marked) > 1 and before is not None and before.is_word and (after is None or after.text in ".,;"):
            yield Edit(before.end, marked[-1].end, "", "extra", 1.5)

    def _begins(self, i: int) -> bool:
        """Whether a piece begins a sentence: the text, after a full stop, after a label."""
        if i == 0 or self.pieces[i - 1].text in (".", "!", "\n"):
            return True
        return i > 1 and self.pieces[i - 1].text == ":" and self.book.is_label(self.pieces[i - 2].text)

    def _of_a_name(self, i: int) -> Iterator[Edit]:
        """A name of several words that is not there whole: «ottieni controllo» for «ottieni il controllo»."""
        for name in self.book.runs.get(self.pieces[i].key, ()):
            keys = [fold(word) for word in words_of(name)]
            end = i + 1
            while end < len(self.pieces) and self.pieces[end].key in keys[1:] and end - i < len(keys):
                end += 1
            if end - i < len(keys) and (end - i > 1 or len(keys) == 2):
                yield evolve(self._put(i, name, "missing", 0.8), end=self.pieces[end - 1].end)

    def _cut_and_joined(self, i: int) -> Iterator[Edit]:
        piece = self.pieces[i]
        for cut in range(1, len(piece.text)):
            one, other = piece.text[:cut], piece.text[cut:]
            if self.book.knows(fold(one)) and self.book.knows(fold(other)) and len(piece.text) > 3:
                yield Edit(
                    piece.start, piece.end, f"{one} {other}", "split", 0.7 + 0.3 * (min(len(one), len(other)) < 2)
                )
        for j in (i - 1, i):
            if j >= 0 and j + 1 < len(self.pieces):
                left, right = self.pieces[j], self.pieces[j + 1]
                if right.is_word and left.is_word and self.book.knows(fold(left.text + right.text)):
                    yield Edit(left.start, right.end, left.text + right.text, "join", 0.6)
                elif right.is_word and j == i and len(left.text) <= _ELIDED:  # «l avversario»
                    whole = f"{left.text}'{right.text}"
                    if all(word.senses for word in self.book.lexer.words(whole)):
                        yield Edit(left.start, right.end, whole, "join", 0.4)

    def _of_the_kind(self, i: int) -> Iterator[Edit]:
        """For a word that nobody knows and that is like none: the game's words of the kinds that could stand there."""
        if self._is_label(i) and self._begins(i):
            for number, label in enumerate(self.book.lexer.vocabulary.named(Kind.LABEL)):
                yield self._put(i, label, "other", 2.4 + 0.03 * number, "LABEL")
            return
        for terminal, kinds in _DECLARED.items():
            if terminal in self.fault.expected:
                for number, form in enumerate(self._forms_of(terminal, kinds, i)):
                    yield self._agreeing(i, form, 2.4 + 0.03 * number, terminal)

    def _agreeing(self, i: int, form: str, price: float, terminal: str) -> Edit:
        """Another noun in the place of a piece, the article before it made to go with it."""
        edit = self._put(i, form, "other", price, terminal)
        article = self._article_for(i - 1, form)
        if article is None:
            return edit
        glue = "" if article.endswith("'") else " "
        return evolve(edit, start=self.pieces[i - 1].start, text=f"{article}{glue}{edit.text}")

    def _article_for(self, i: int, form: str) -> str | None:
        """The article at a piece as it must be before another noun; None when there is none, or it need not change."""
        noun = next(self._nouns_of(form), None)
        if i < 0 or noun is None or noun.gender == ANY:
            return None
        gender: Gender = "f" if noun.gender == F else "m"
        number: Number = "p" if noun.number == P else "s"
        before = self.pieces[i]
        parts = self.book.lexer.words(before.text)
        names = {sense.name for sense in parts[-1].senses if sense.terminal in ("DEF", "INDEF")}
        if len(parts) == 2 and "the" in names:
            found = contracted(parts[0].key, gender, number, form)
        elif "the" in names:
            found = definite(gender, number, form)
        elif "one" in names and number == "s":
            found = indefinite(gender, form)
        else:
            return None
        return found[:1].upper() + found[1:] if before.text[:1].isupper() else found

    def _forms_of(self, terminal: str, kinds: tuple[Kind, ...], i: int) -> Sequence[str]:
        """The usual forms of the words of some kinds, in the number that the words before them ask for."""
        plural = i > 0 and self._is_plural(i - 1)
        return self.book.usual(terminal, kinds, "p" if plural else "s")[:_MOST_OF_A_KIND]

    def _is_plural(self, i: int) -> bool:
        senses = self.book.senses(self.pieces[i].key)
        return (
            bool(senses)
            and all(sense.number == P for sense in senses if sense.number != ANY)
            and any(sense.number == P for sense in senses)
        )

    # -- a word more

    def _of_a_phrase(self, i: int) -> Iterator[Edit]:
        """Words that mean nothing together: a value without its number, or a phrase too many."""
        piece = self.pieces[i]
        following = self.pieces[i + 1] if i + 1 < len(self.pieces) else None
        if self._begins(i) and self._is_amount(i):  # «+2 Forza» without its verb
            yield self._before(i, "ha", 1.0, "HAVE_FIN")
        if any(sense.terminal == "N_VALUE" for sense in self._nouns(piece)):
            yield Edit(piece.start, piece.start, "+1 ", "missing", 1.6, "SIGNED")
        if piece.is_word and any(sense.terminal == "N_VALUE" for sense in self._nouns(following)):
            yield Edit(piece.start, piece.end, "+1", "other", 1.8, "SIGNED")
        if piece.text.isdigit():
            for number, form in enumerate(self.book.usual("N_VALUE", (Kind.VALUE,), "s")[:_MOST_OF_A_KIND]):
                yield Edit(piece.start, piece.end, form, "other", 1.9 + 0.03 * number, "N_VALUE")
        if self._is_article(i) and (following is None or not self._could_be_meant(following)):
            yield from self._nouns_after(i)
        if len(self._places()) <= _NARROW and i > 0 and piece.is_word:
            yield from self._missing_articles(i)
            yield from (self._before(i, word, 1.9 + 0.05 * n) for n, word in enumerate(_JOINING))
        if i > 0 and following is not None and self._is_article(i) and any(True for _ in self._nouns(following)):
            yield Edit(self.pieces[i - 1].end, following.end, "", "extra", 2.0)

    def _is_article(self, i: int) -> bool:
        return any(sense.terminal in ("DEF", "INDEF") for sense in self._senses_of(i))

    def _could_be_meant(self, piece: Piece) -> bool:
        """Whether an article may stand before a word: before a preposition, a relative or a mark it may not."""
        senses = self.book.senses(piece.key)
        if not piece.is_word:
            return piece.text not in ".!,;:\n"
        return not any(s.terminal in _PREPOSITIONS or s.terminal == "THAT_C" for s in senses)

    def _nouns_after(self, i: int) -> Iterator[Edit]:
        """An article that ends a sentence, with each noun of the game that could follow it."""
        piece = self.pieces[i]
        for terminal in ("N_ZONE", "N_CARD", "N_VALUE", "N_PLACE", "N_PERIOD"):
            for number, form in enumerate(self._forms_of(terminal, _DECLARED[terminal], i)):
                article = self._article_for(i, form) or piece.text
                text = joined(article, form)
                yield Edit(piece.start, piece.end, text, "missing", 1.6 + 0.03 * number, terminal)

    def _missing(self, i: int) -> Iterator[Edit]:
        """A small word left out before the place where reading stops, or a game's word at the end of the sentence."""
        expected = self.fault.expected
        for terminal, forms in _SMALL.items():
            if terminal in expected:
                for number, form in enumerate(forms):
                    yield self._before(i, form, 1.5 + 0.1 * number, terminal)
        yield from self._missing_articles(i)
        if i >= len(self.pieces) or not self.pieces[i].is_word:
            yield from self._missing_nouns(i)
        elif "N_VALUE" in expected:
            for number, form in enumerate(self._forms_of("N_VALUE", (Kind.VALUE,), i)):
                yield self._before(i, form, 1.9 + 0.03 * number, "N_VALUE")
        if "V_INF" in expected:
            for number, form in enumerate(self.book.usual("V_INF", (Kind.VERB,), "s")):
                yield self._before(i, form, 2.0 + 0.02 * number, "V_INF")

    def _missing_nouns(self, i: int) -> Iterator[Edit]:
        """A noun of the game at the end of a sentence that wants one, with its article if that is missing too."""
        expected = self.fault.expected
        bare = i > 0 and any(s.terminal in ("DEF", "INDEF", "NUM", "ALL", "POSSESSIVE") for s in self._senses_of(i - 1))
        for terminal, kinds in _DECLARED.items():
            if terminal not in expected or not terminal.startswith("N_"):
                continue
            for number, form in enumerate(self._forms_of(terminal, kinds, i)):
                noun = next(self._nouns_of(form), None)
                if terminal == "N_CARD" and not bare and noun is not None and "INDEF" in expected:
                    form = joined(indefinite("f" if noun.gender == F else "m", form), form)
                yield self._before(i, form, 1.9 + 0.03 * number, terminal)

    def _senses_of(self, i: int) -> Sequence[Sense]:
        """What the last word of a piece may be: of a contraction its article."""
        words = self.book.lexer.words(self.pieces[i].text)
        return words[-1].senses if words else ()

    def _missing_verbs(self) -> Iterator[Edit]:
        """A verb left out: an order where the sentence or its last clause begins, «ha» or «è» before what is had or is."""
        expected, end = self.fault.expected, self.at
        if "V_FIN" in expected and end < len(self.pieces) and not self.pieces[end].is_word:
            for number, form in enumerate(self.book.usual("V_FIN", (Kind.VERB,), "s")[:_MOST_OF_A_KIND]):
                yield self._before(end, form, 2.0 + 0.03 * number, "V_FIN")
        starts = [i for i in range(end + 1) if self._begins(i) or (i > 0 and self.pieces[i - 1].text == ",")]
        orders = self.book.usual("V_IMP", (Kind.VERB,), "s")
        claims = self.book.usual("V_FIN", (Kind.CLAIM,), "s")
        for i in starts[:1] + starts[1:][-1:]:
            for number, form in enumerate((*claims, *orders)):
                yield self._before(i, form, 2.1 + 0.02 * number, "V_IMP")
        for i in range(max(0, end - 6), min(end, len(self.pieces))):
            for number, form in enumerate(("ha", "è")):
                yield self._before(i, form, 1.7 + 0.1 * number, "HAVE_FIN")

    def _price(self) -> int | None:
        """Where «2 Punti: pesca una carta» says so much of a value before its colon."""
        colon = next((i for i, piece in enumerate(self.pieces) if piece.text == ":"), 0)
        begins = max((i for i in range(colon) if self._begins(i)), default=0)
        said = [sense.terminal for i in range(begins, colon) for sense in self._senses_of(i)]
        return begins if "N_VALUE" in said and ("NUM" in said or "INDEF" in said) and "V_IMP" not in said else None

    def _missing_articles(self, i: int) -> Iterator[Edit]:
        """An article or a preposition before a noun, made to go with it; where it is not known what could stand
        there, each preposition."""
        following = self.pieces[i] if i < len(self.pieces) else None
        noun = next((sense for sense in self._nouns(following)), None)
        if following is None or noun is None:
            return
        gender: Gender = "f" if noun.gender == F else "m"
        number: Number = "p" if noun.number == P else "s"
        word, expected = following.text, self.fault.expected
        if "DEF" in expected:
            yield self._before(i, definite(gender, number, word), 1.3, "DEF")
        if "INDEF" in expected and number == "s":
            yield self._before(i, indefinite(gender, word), 1.25, "INDEF")
        for place, (terminal, preposition) in enumerate(_PREPOSITIONS.items()):
            if terminal in expected or self.fault.meaningless:
                yield self._before(i, preposition, 1.75 + 0.01 * place, terminal)
                both = contracted(preposition, gender, number, word)
                yield self._before(i, both, 1.45 + 0.01 * place, terminal)

    def _nouns(self, piece: Piece | None) -> Iterator[Sense]:
        if piece is not None:
            yield from self._nouns_of(piece.key)

    def _nouns_of(self, form: str) -> Iterator[Sense]:
        yield from (s for s in self.book.senses(form) if s.terminal.startswith("N_") or s.terminal == "TARGET")

    def _before(self, i: int, word: str, price: float, terminal: str = "") -> Edit:
        """A word put before a piece; at the beginning of a sentence it takes over the capital."""
        if i >= len(self.pieces) or not (self.pieces[i].is_word or self._is_amount(i)):
            end = self.pieces[i - 1].end if i > 0 else len(self.text)
            glue = "" if i > 0 and self.pieces[i - 1].text.endswith(("'", "’")) else " "
            return Edit(end, end, glue + word, "missing", price, terminal)
        piece = self.pieces[i]
        head = piece.text
        if self._begins(i) and (head[:1].isupper() or not head[:1].isalpha()):
            word = word[:1].upper() + word[1:]
            head = head if any(True for _ in self._nouns(piece)) else head[:1].lower() + head[1:]
        return Edit(piece.start, piece.end, joined(word, head), "missing", price, terminal)

    def _is_amount(self, i: int) -> bool:
        return self.pieces[i].text[:1] in "+-−–" or self.pieces[i].text.isdigit()

    # -- marks

    def _marks(self, i: int) -> Iterator[Edit]:
        """A full stop, comma or colon before a piece, or another in its place."""
        if i < len(self.pieces) and self.pieces[i].text in _MARKS:
            piece = self.pieces[i]
            yield Edit(piece.start, piece.end, "", "mark", 0.7)
            for mark, price in ((",", 0.6), (":", 0.6), (".", 0.7)):
                if mark != piece.text:
                    yield self._mark_for(i, mark, price)
        elif i < len(self.pieces) and self.pieces[i].text == "." and i + 1 < len(self.pieces):
            yield self._mark_for(i, ",", 0.8)
            yield self._mark_for(i, ":", 0.9)
        if 0 < i < len(self.pieces) and self.pieces[i].text not in ".!\n:;,":
            before, piece = self.pieces[i - 1], self.pieces[i]
            if before.text in ".!\n:;,":
                return
            stop = 0.55 if piece.text[:1].isupper() else 1.2
            capital = piece.text[:1].upper() + piece.text[1:]
            yield Edit(before.end, piece.end, f". {capital}", "stop", stop)
            yield Edit(before.end, before.end, ",", "comma", 0.9)
            if not self.fault.meaningless:  # where every word has its place it would cut «una tua: Lana»
                yield Edit(before.end, before.end, ":", "colon", 0.9)

    def _mark_for(self, i: int, mark: str, price: float) -> Edit:
        """Another mark; what follows a full stop is a capital, what follows another is not unless it is a name."""
        piece = self.pieces[i]
        following = self.pieces[i + 1] if i + 1 < len(self.pieces) else None
        kind = {".": "stop", ":": "colon", ",": "comma"}[mark]
        if following is None or not following.is_word:
            return Edit(piece.start, piece.end, mark, kind, price)
        first = following.text[0]
        if mark == "." or (mark == ":" and i > 0 and self.book.is_label(self.pieces[i - 1].text)):
            first = first.upper()
        elif piece.text == "." and not any(True for _ in self._nouns(following)):
            first = first.lower()
        return Edit(piece.start, following.start + 1, f"{mark} {first}", kind, price)

    # -- another order

    def _orders(self) -> Iterator[Edit]:
        """Two words the other way round, or one word some places on."""
        low, high = max(0, self.at - 3), min(self.at + 2, len(self.pieces) - 1)
        if self.fault.meaningless:
            places = self._places()
            low, high = places[0] if places else 0, min(places[-1] + 1 if places else 0, len(self.pieces) - 1)
        for i in range(low, high):
            away = 0.0 if self.fault.meaningless else 0.1 * max(self.at - 1 - i, i - self.at, 0)
            if not any(
                sense.terminal == "POSSESSIVE" for sense in self.book.senses(self.pieces[i].key)
            ):  # no clearer behind
                yield from self._moved(i, i + 2, 1, 1.1 + away)
            for length, price in ((3, 1.5), (4, 1.8)):
                if i + length <= len(self.pieces):
                    yield from self._moved(i, i + length, 1, price + away)
                    yield from self._moved(i, i + length, length - 1, price + away)

    def _moved(self, start: int, end: int, head: int, price: float) -> Iterator[Edit]:
        """The pieces of a run, the first ``head`` of them put after the others."""
        run = self.pieces[start:end]
        if len(run) < 2 or any(piece.text in ".!\n,:;" for piece in run):
            return
        texts = [piece.text for piece in (*run[head:], *run[:head])]
        if self._begins(start) and run[0].text[:1].isupper():
            old = next(i for i in range(len(texts)) if texts[i] is run[0].text)
            if not any(True for _ in self._nouns(run[0])):
                texts[old] = texts[old][:1].lower() + texts[old][1:]
            texts[0] = texts[0][:1].upper() + texts[0][1:]
        yield Edit(run[0].start, run[-1].end, joined(*texts), "order", price)


_DEAREST: Final = 3.6
