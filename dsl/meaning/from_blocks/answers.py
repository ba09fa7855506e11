"""Answers of blocks against the patterns listed for them: word by word, a slot for each declared name. Nothing else
is understood."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from attrs import evolve, frozen

from ...diagnostics import Diagnostic, Label
from ...messages import problem
from ...source import Source, Span
from ...suggest import nearest
from ...syntax.blocks import Block, Line, Piece
from ...vocabulary.headings import AND, OR, Heading, Question
from ...vocabulary.inflection import CONTRACTIONS, NUMBER_WORDS, contracted, is_infinitive, joined
from ...vocabulary.spelling import fold, keys_of, words_of
from ...vocabulary.vocabulary import Kind, Lexeme, Vocabulary

SLOTS: Final[Mapping[str, tuple[Kind, ...]]] = {
    "<value>": (Kind.VALUE,),
    "<zone>": (Kind.ZONE,),
    "<place>": (Kind.PLACE, Kind.ZONE),
    "<noun>": (Kind.NOUN,),
    "<period>": (Kind.PERIOD,),
    "<verb>": (Kind.VERB,),
    "<text>": (Kind.TEXT,),
    "<person>": (Kind.PERSON,),
    "<window>": (Kind.WINDOW,),
    "<status>": (Kind.STATUS,),
    "<sort>": (Kind.SORT,),
    "<keyword>": (Kind.KEYWORD,),
    "<table>": (Kind.TABLE,),
    "<member>": (Kind.MEMBER, Kind.MEMBER_SET),
}
_ARTICLES: Final = frozenset(("un", "uno", "una", "un'", "alcuni", "alcune"))
_DEFINITE: Final = frozenset(("il", "lo", "la", "l'", "i", "gli", "le", "in", "nel", *CONTRACTIONS))
_SHOWN_SLOTS: Final = {
    "<number>": "N", "<a>": "una", "<name>": "NOME", "<words>": "PAROLE", "<phrase>": "CHI",
    "<zones>": "nella ZONA", "<value>": "VALORE", "<zone>": "ZONA",
    "<place>": "LUOGO", "<noun>": "NOME", "<period>": "PERIODO", "<verb>": "VERBO", "<text>": "TESTO",
    "<person>": "PARTECIPANTE", "<window>": "FINESTRA", "<status>": "STATO", "<infinitive>": "VERBO",
    "<member>": "PAROLA", "<table>": "TAVOLA", "<sort>": "SPECIE", "<keyword>": "PAROLA CHIAVE",
}  # fmt: skip
_OF: Final = ("di", "del", "della")  # before zones that bring no preposition of their own


@frozen
class Match:
    """A pattern that fits: what it means and the names in its slots."""

    meaning: str
    slots: tuple[str, ...]
    piece: Piece
    tail: int = 0  # how many characters at its end are free words

    @property
    def slot(self) -> str:
        return self.slots[0]

    @property
    def words(self) -> Piece:
        """What stands in a last slot for free words; empty when the pattern has none."""
        return part_of(self.piece, len(self.piece.text) - self.tail, self.tail)


@frozen
class Given:
    """A question that was answered: the line, and what of the answer is understood already."""

    question: Question
    line: Line
    matches: tuple[Match, ...] = ()
    qualifiers: tuple[Match, ...] = ()

    @property
    def match(self) -> Match:
        return self.matches[0]

    @property
    def span(self) -> Span:
        return self.line.whole.span


def cut(piece: Piece, separator: str = ",") -> list[Piece]:
    """A piece cut at a separator, each part without the spaces around it."""
    out: list[Piece] = []
    start = 0
    for text in piece.text.split(separator):
        lead = len(text) - len(text.lstrip())
        bare = text.strip()
        if bare:
            out.append(part_of(piece, start + lead, len(bare)))
        start += len(text) + len(separator)
    return out


def part_of(piece: Piece, start: int, length: int) -> Piece:
    """A run of characters of a piece."""
    return Piece(piece.text[start : start + length], piece.start + start, piece.span.shifted(start, length))


def number_of(key: str) -> int | None:
    """A number in digits or words; the article counts as one."""
    if key.isascii() and key.isdigit() and len(key) <= 9:
        return int(key)
    if key in _ARTICLES:
        return 1
    return NUMBER_WORDS.index(key) if key in NUMBER_WORDS else None


def matched(pattern: str, words: Sequence[str], vocabulary: Vocabulary) -> tuple[str, ...] | None:
    """The names in the slots of a pattern when it fits all the words; None when it does not."""
    wanted = [word if word.startswith("<") else fold(word) for word in words_of(pattern)]
    keys = [fold(word) for word in words]
    return _fit(wanted, keys, words, vocabulary)


def _fit(
    wanted: Sequence[str], keys: Sequence[str], words: Sequence[str], vocabulary: Vocabulary
) -> tuple[str, ...] | None:
    if not wanted:
        return () if not keys else None
    if not keys:
        return None
    first = wanted[0]
    if not first.startswith("<"):
        return _fit(wanted[1:], keys[1:], words[1:], vocabulary) if first == keys[0] else None
    for length, name in _slot(first, keys, words, vocabulary):
        rest = _fit(wanted[1:], keys[length:], words[length:], vocabulary)
        if rest is not None:
            return rest if first == "<a>" else (name, *rest)
    return None


def _tail(pattern: str, text: str) -> int:
    """How many characters of an answer stand for the «<words>» at the end of its pattern: those after its last word."""
    fixed, mark, _ = pattern.partition("<words>")
    if not mark:
        return 0
    last = fold(fixed.split()[-1])
    at = 0
    for word in text.split():
        at = text.index(word, at) + len(word)
        if fold(word) == last:
            return len(text[at:].strip())
    return 0


def _slot(slot: str, keys: Sequence[str], words: Sequence[str], vocabulary: Vocabulary) -> Iterator[tuple[int, str]]:
    if slot == "<number>":
        number = number_of(keys[0])
        if number is not None:
            yield 1, str(number)
    elif slot == "<a>":
        if keys[0] in _ARTICLES:
            yield 1, ""
    elif slot == "<infinitive>":
        if is_infinitive(words[0]):
            yield 1, keys[0]
    elif slot in ("<name>", "<words>", "<phrase>"):
        yield len(keys), " ".join(words)
    elif slot == "<zones>":
        names = _zones(keys, vocabulary)
        if names:
            yield len(keys), "\n".join(names)
    else:
        for length, analyses in vocabulary.starting(keys):
            for name in dict.fromkeys(a.lexeme.name for a in analyses if a.lexeme.kind in SLOTS[slot]):
                yield length, name


def _zones(keys: Sequence[str], vocabulary: Vocabulary) -> list[str]:
    """«nella Zona A o Sotto»: the names, or none when a word is no zone."""
    names: list[str] = []
    at = 0
    while at < len(keys):
        if keys[at] in _DEFINITE or (names and keys[at] in (OR, "od")):
            at += 1
            continue
        found = next(
            (
                (n, a.lexeme.name)
                for n, found in vocabulary.starting(keys, at)
                for a in found
                if a.lexeme.kind is Kind.ZONE
            ),
            None,
        )
        if found is None:
            return []
        at, names = at + found[0], [*names, found[1]]
    return names


# -- the questions of a block


def asks(heading: Heading, line: Line) -> bool:
    """Whether a line under a heading asks one of its questions, and is no sentence."""
    return line.key is not None and any(keys_of(each.asks) == keys_of(line.key.text) for each in heading.questions)


class Answers:
    """The answers of one block, by the key of their question; what is wrong with them is reported once."""

    def __init__(
        self, block: Block, heading: Heading, source: Source, vocabulary: Vocabulary, problems: list[Diagnostic]
    ) -> None:
        self.block, self.heading, self.source, self.vocabulary, self.problems = (
            block,
            heading,
            source,
            vocabulary,
            problems,
        )
        self.given: list[Given] = []
        self.rows: list[Line] = []
        self.meant: list[Question] = []  # asked all the same: without the colon, or misspelt
        for line in block.body:
            self._line(line)
        self._missing()

    def _line(self, line: Line) -> None:
        question, qualifiers = self._question(line)
        if question is None:
            if self.heading.lines == "rows" and line.key is not None and line.rest is not None:
                self.rows.append(line)
            elif line.key is None and (asked := self._without_colon(line)) is not None:
                self._colonless(line, asked)
            elif line.key is None:
                known = self._asked() or "nessuna"
                self.problems.append(problem("D015", line.whole.span, heading=self.heading.words, known=known))
            else:
                self._unknown(line.key)
            return
        first = next((each for each in self.given if each.question is question), None)
        if first is not None and not question.many:
            label = Label(first.span, "la prima volta è qui")
            self.problems.append(problem("D004", line.whole.span, question=question.asks, labels=(label,)))
            return
        if question.takes != "lines" and line.rest is None:
            known = known_answers(question, self.vocabulary)
            self.problems.append(problem("D011", line.whole.span, question=question.asks, known=known))
            return
        if question.takes == "lines" and line.rest is None and not line.body:
            self.problems.append(problem("D012", line.whole.span, heading=f"{question.asks}:"))
            return
        matches = self._matches(question, line)
        if matches is not None:
            self.given.append(Given(question, line, matches, qualifiers))

    def _colonless(self, line: Line, asked: Question) -> None:
        """Tell that the colon is missing, and take the line as if it were there."""
        length = len(asked.asks)
        said = line.whole.text[length:].strip()
        right = f"{asked.asks}: {said}" if said else f"{asked.asks}:"
        self.problems.append(problem("D026", line.whole.span, question=asked.asks, suggestions=(right,)))
        self.meant.append(asked)
        at = line.whole.text.index(said, length) if said else length
        rest = part_of(line.whole, at, len(said)) if said else None
        self._line(evolve(line, key=part_of(line.whole, 0, length), rest=rest))

    def _without_colon(self, line: Line) -> Question | None:
        """The question with whose words a line begins, the longest: «di una carta», where «di: una carta» was meant."""
        words = keys_of(line.whole.text)
        said = [each for each in self.heading.questions if words[: len(keys_of(each.asks))] == keys_of(each.asks)]
        return max(said, key=lambda each: len(keys_of(each.asks)), default=None)

    def _question(self, line: Line) -> tuple[Question | None, tuple[Match, ...]]:
        """The question that a line asks, and what its words after a comma mean («passi, il primo che vale»)."""
        if line.key is None:
            return None, ()
        parts = cut(line.key)
        if not parts:
            return None, ()
        asked = keys_of(parts[0].text)
        question = next((each for each in self.heading.questions if keys_of(each.asks) == asked), None)
        if question is None:
            return None, ()
        qualifiers = [self._one(question.qualifiers, part, question) for part in parts[1:]]
        return question, tuple(match for match in qualifiers if match is not None)

    def _matches(self, question: Question, line: Line) -> tuple[Match, ...] | None:
        """What the answer means by the listed patterns; None when it means nothing."""
        if question.takes not in ("choice", "parts") or line.rest is None:
            return ()
        pieces = [line.rest]
        if question.phrase and not any(
            matched(pattern, words_of(line.rest.text), self.vocabulary) is not None for pattern in question.answers
        ):
            return ()
        if question.takes == "parts":
            pieces = cut(line.rest)
        found = [self._one(question.answers, piece, question) for piece in pieces]
        good = tuple(match for match in found if match is not None)
        return good if len(good) == len(found) and good else None

    def _one(self, patterns: Mapping[str, str], piece: Piece, question: Question) -> Match | None:
        words = words_of(piece.text)
        for pattern, meaning in patterns.items():
            slots = matched(pattern, words, self.vocabulary)
            if slots is not None:
                return Match(meaning, slots, piece, _tail(pattern, piece.text))
        known = [each for pattern in patterns for each in filled(pattern, self.vocabulary)]
        listed = known_answers(question, self.vocabulary)
        near = nearest(piece.text, [each for each in known if "<" not in each])
        self.problems.append(
            problem("D002", piece.span, question=question.asks, answer=piece.text, known=listed, suggestions=near)
        )
        return None

    def _unknown(self, key: Piece) -> None:
        near = nearest(key.text, [question.asks for question in self.heading.questions])
        self.meant += [question for question in self.heading.questions if question.asks in near[:1]]
        known = self._asked() or "nessuna"
        said, after_name = self.heading.words, fold(key.text) in self.heading.features
        note = f"«{key.text}» si scrive dopo il nome: «{said} …, {key.text} …»" if after_name else ""
        self.problems.append(
            problem(
                "D001",
                key.span,
                note=note,
                question=key.text,
                heading=self.heading.words,
                known=known,
                suggestions=near,
            )
        )

    def _asked(self) -> str:
        """The questions of the heading, for a message."""
        return ", ".join(f"«{question.asks}:»" for question in self.heading.questions)

    def _missing(self) -> None:
        keys = [cut(line.key) for line in self.block.body if line.key is not None]
        asked = {keys_of(parts[0].text) for parts in keys if parts}
        for question in self.heading.questions:
            if question.required and keys_of(question.asks) not in asked and question not in self.meant:
                known = known_answers(question, self.vocabulary)
                self.problems.append(problem("D003", self.block.span, question=question.asks, known=known))

    # -- asking

    def all(self, key: str) -> list[Given]:
        return [given for given in self.given if given.question.key == key]

    def get(self, key: str) -> Given | None:
        return next((given for given in self.given if given.question.key == key), None)

    def meaning(self, key: str, default: str = "") -> str:
        """What the answer to a choice means."""
        given = self.get(key)
        return given.match.meaning if given and given.matches else default

    def number(self, key: str) -> int | None:
        """The number in the answer to a choice."""
        given = self.get(key)
        if given is None or not given.matches or not given.match.slots:
            return None
        return number_of(fold(given.match.slot))

    def slot(self, key: str) -> str | None:
        """The first name in the answer to a choice."""
        given = self.get(key)
        return given.match.slot if given and given.matches and given.match.slots else None

    def names(self, key: str, *kinds: Kind) -> list[tuple[str, Piece]]:
        """Declared names in a list («Lana e Erba»); with no kinds, the words as they stand."""
        given = self.get(key)
        return [] if given is None or given.line.rest is None else self.listed(given.line.rest, *kinds)

    def listed(self, piece: Piece, *kinds: Kind) -> list[tuple[str, Piece]]:
        """The names of a list, each with its place; a word that is no such name is reported."""
        out: list[tuple[str, Piece]] = []
        for part in cut(piece):
            pieces = [part] if self.known(part.text, *kinds) else cut(part, f" {AND} ")
            out += [(self.known(each.text, *kinds) or "", each) for each in pieces]
        return out

    def known(self, text: str, *kinds: Kind) -> str | None:
        """The canonical name of words that are exactly a declared name of these kinds."""
        if not kinds:
            return text
        for analysis in self.vocabulary.analyses(*keys_of(text)):
            if analysis.lexeme.kind in kinds:
                return analysis.lexeme.name
        return None


#: Of a slot that more declared names than this could fill, the names are not listed.
MOST_NAMES: Final = 12


#: The gender of the names that may follow an article.
_GENDER_AFTER: Final = {"un": "m", "il": "m", "una": "f", "la": "f"}


def filled(pattern: str, vocabulary: Vocabulary) -> tuple[str, ...]:
    """A pattern with each of the game's own names that its slot may hold; as it is when it has other slots, or many."""
    slots = [word for word in words_of(pattern) if word.startswith("<")]
    kinds = SLOTS.get(slots[0], ()) if len(slots) == 1 else ()
    of_kind = [each for each in vocabulary.lexemes if each.kind in kinds and each.span is not None]
    before = pattern.partition(slots[0])[0].split() if kinds else []
    wanted = _GENDER_AFTER.get(before[-1]) if before else None
    fitting = [each for each in of_kind if wanted in (None, each.gender) and _follows(before, each)]
    names = dict.fromkeys(each.name for each in fitting)
    if of_kind and not names:
        return ()  # «un …», of a game in which all such names are feminine
    return tuple(pattern.replace(slots[0], name) for name in names) if 0 < len(names) <= MOST_NAMES else (pattern,)


def _follows(before: Sequence[str], name: Lexeme) -> bool:
    """Whether a name may stand after «nel», «alla», «dell'»: no «nella Fosso»; «in» alone is for a name without an article."""
    word = before[-1] if before else ""
    if word == "in":
        return name.kind is Kind.PLACE
    return word not in CONTRACTIONS or word in (_united(each, name) for each in ("in", "a", "di", "da", "su"))


def _united(preposition: str, name: Lexeme) -> str:
    """«nel», «nella», «negli»: a preposition as it stands before a name."""
    return contracted(preposition, name.gender, "p" if name.plural_only else "s", name.name)


def shown(pattern: str) -> str:
    """A pattern as a person writes it."""
    for word in _OF:
        pattern = pattern.replace(f"{word} <zones>", f"{word} ZONA")
    for slot, words in _SHOWN_SLOTS.items():
        pattern = pattern.replace(slot, words)
    return pattern


def names_listed(names: Iterable[str]) -> str:
    """Names for a message; «nessuna» when there are none."""
    return ", ".join(f"«{name}»" for name in names) or "nessuna"


def known_answers(question: Question, vocabulary: Vocabulary) -> str:
    """The listed answers of a question, for a message."""
    known = [each for pattern in question.answers for each in filled(pattern, vocabulary)]
    if known == [_ZONES]:
        return zones_listed(vocabulary)
    return ", ".join(f"«{shown(each)}»" for each in known) or "le parole che ci vogliono, liberamente"


#: The pattern of zones with their prepositions, one or more.
_ZONES: Final = "<zones>"


def zones_listed(vocabulary: Vocabulary) -> str:
    """«nel Mazzo», «nelle Celle», each as it is written where zones are listed, and how several are."""
    zones = [each for each in vocabulary.lexemes if each.kind is Kind.ZONE and each.span is not None and each.preferred]
    written = [joined(_united("in", zone), zone.name) for zone in zones[:MOST_NAMES]] or [shown(_ZONES)]
    return f"{names_listed(written)}; più d'una con «o»"
