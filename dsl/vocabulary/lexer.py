"""Text to words: every word keeps its place and carries all that it may be. No game's word and no grammar is known
here.

Contractions are split (della: di + la), so are enclitics when the whole form is no known word (prendine: prendi + ne);
runs of
several words that are one lexeme are one word, the longest first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from attrs import evolve, frozen

from ..meaning.nodes import Event, Member, Related
from .function_words import AUXILIARIES, LANGUAGE_VERBS, NUMBERS, RUNS, TABLE
from .inflection import CONTRACTIONS, Mood, Verb, conjugate, split_enclitic
from .listed import in_one_line
from .spelling import fold
from .vocabulary import Analysis, Kind, Lexeme, Vocabulary, is_phrase

M, F, S, P = 1, 2, 1, 2
ANY: Final = 3
#: What is written without a space: a word with its apostrophe, a number with its sign, a mark, a line end.
PIECE: Final = re.compile(
    r"\{[^{}\s]{1,12}\}|[+\-−–]\s?\d+|[+\-−–]X(?![^\W\d_])|\d+|[^\W\d_]+(?:-[^\W\d_]+)*(?:['’ʼ`´](?=[^\W\d_])|['’ʼ`´](?![^\W\d_])|)|\n|\S"
)
_BEFORE_AN_ORDER: Final = frozenset((".", ",", ":", ";", "«", "poi"))  # «dai» there is an order, elsewhere «da i»
_ENDS: Final = frozenset(".!\n")


@frozen(slots=True, cache_hash=True)
class Sense:
    """One thing that a word may be: a terminal of the grammar with the lexeme's name and the form's features.

    ``gender`` and ``number`` are sets as bits (masculine 1, feminine 2; singular 1, plural 2). ``third``: an order of the
    form of what somebody else does («pesca»); ``order``: what somebody does in the form of an order («perdi», «pesca»)."""

    terminal: str
    name: str
    gender: int = ANY
    number: int = ANY
    person: int = 0
    mood: str = ""
    kind: str = ""
    of: str | None = None
    negated: bool = False
    third: bool = False
    order: bool = False


@frozen(slots=True)
class Word:
    """A word of a wording with all its senses; ``start`` and ``end`` are offsets in the text."""

    text: str
    key: str
    start: int
    end: int
    senses: tuple[Sense, ...]

    @property
    def ends_sentence(self) -> bool:
        return self.key in _ENDS


def _features(form: str) -> tuple[str, int, int]:
    word, _, marks = form.rpartition("/") if form[1:] else (form, "", "")
    if not word:  # nothing said of its features
        word, marks = form, ""
    gender = (M if "m" in marks else 0) | (F if "f" in marks else 0) or ANY
    number = (S if "s" in marks else 0) | (P if "p" in marks else 0) or ANY
    return word, gender, number


@lru_cache(maxsize=1)
def _language() -> tuple[dict[str, tuple[Sense, ...]], dict[str, list[tuple[tuple[str, ...], Sense]]]]:
    """The function words and verbs of the language by key, and its runs by their first key."""
    words: dict[str, list[Sense]] = {}
    for line in TABLE.strip().splitlines():
        head, _, forms = line.partition(": ")
        if not forms:
            continue
        terminal, name = head.split()
        for form in forms.split():
            word, gender, number = _features(form)
            words.setdefault(fold(word), []).append(Sense(terminal, name, gender, number))
    for value, word in enumerate(NUMBERS):
        if value != 1:
            words.setdefault(fold(word), []).append(Sense("NUM", str(value), ANY, P))
    for infinitive, prefix in AUXILIARIES.items():
        for key, sense in _verb_senses(conjugate(infinitive), infinitive, "verb", prefix):
            words.setdefault(key, []).append(sense)
    for key, sense in _verb_senses(conjugate("contenere"), "avere", "verb", "HAVE"):
        if sense.terminal in ("HAVE_FIN", "HAVE_SUBJ") and sense.person == 3:  # «se il Fosso contiene tre carte»
            words.setdefault(key, []).append(sense)
    for infinitive in LANGUAGE_VERBS:
        for key, sense in _verb_senses(conjugate(infinitive), infinitive, "language"):
            words.setdefault(key, []).append(sense)
    runs: dict[str, list[tuple[tuple[str, ...], Sense]]] = {}
    for line in RUNS.strip().splitlines():
        head, _, forms = line.partition(": ")
        terminal, name = head.split()
        for form in forms.split(" | "):
            run, gender, number = _features(form)
            keys = tuple(fold(word) for word in run.split())
            runs.setdefault(keys[0], []).append((keys, Sense(terminal, name, gender, number)))
    for found in runs.values():
        found.sort(key=lambda entry: -len(entry[0]))
    return {key: tuple(dict.fromkeys(senses)) for key, senses in words.items()}, runs


def is_of_the_language(key: str) -> bool:
    """Whether a word, as its key, is one of the language's own: of no game."""
    return key in _language()[0] or key in CONTRACTIONS


_MOODS: Final = {
    Mood.PRESENT: "FIN", Mood.FUTURE: "FIN", Mood.CONDITIONAL: "COND", Mood.SUBJUNCTIVE: "SUBJ", Mood.PAST_SUBJUNCTIVE: "SUBJ",
    Mood.IMPERATIVE: "IMP", Mood.INFINITIVE: "INF", Mood.GERUND: "GER", Mood.PARTICIPLE: "PART",
}  # fmt: skip

_HOW_IT_WAS: Final = ("BE", "HAVE")  # «era», «aveva»


def _verb_senses(verb: Verb, name: str, kind: str, prefix: str = "V") -> Iterator[tuple[str, Sense]]:
    for form, mood, person in verb.analyses():
        for sense in _mood_senses(name, kind, prefix, mood, person, _order_and_told(verb, mood, person)):
            yield fold(form), sense
    for form, gender, number in verb.participle.analyses():
        yield (
            fold(form),
            Sense(
                f"{prefix}_PART",
                name,
                M if gender == "m" else F,
                S if number == "s" else P,
                mood="participle",
                kind=kind,
            ),
        )


def _order_and_told(verb: Verb, mood: Mood, person: str | None) -> bool:
    """Whether one form is both an order and what somebody does: of what he does that, of an order what a third does."""
    if mood is not Mood.PRESENT and (mood is not Mood.IMPERATIVE or person != "2s"):
        return False
    told = person if mood is Mood.PRESENT and person is not None else "3s"
    order = fold(verb.form(Mood.IMPERATIVE, "2s", with_tail=False))
    return fold(verb.form(Mood.PRESENT, told, with_tail=False)) == order  # type: ignore[arg-type]


def _mood_senses(name: str, kind: str, prefix: str, mood: Mood, person: str | None, alike: bool) -> Iterator[Sense]:
    if mood is Mood.IMPERFECT and prefix in _HOW_IT_WAS and person is not None and person[0] == "3":
        yield Sense(f"{prefix}_WAS", name, ANY, P if person.endswith("p") else S, 3, mood.value, kind)
    if mood not in _MOODS or (person is not None and person[0] == "1"):
        return
    which = int(person[0]) if person else 0
    number = ANY if person is None else (P if person.endswith("p") else S)
    tag = _MOODS[mood]
    if tag == "IMP":
        if which == 2:
            yield Sense(f"{prefix}_IMP", name, ANY, number, which, mood.value, kind, third=alike)
        return
    if mood is Mood.PAST_SUBJUNCTIVE and prefix == "MUST":  # «se dovessi attingere» is «se stai per attingere»
        yield Sense("MIGHT_FIN", "stare", ANY, number, which, Mood.PRESENT.value, kind)
    if tag == "SUBJ" and which == 2:
        return  # «che attacchi» is of a third person; «tu» is said
    if tag == "FIN" and which == 2 and prefix == "V":
        tag = "YOU"
    yield Sense(f"{prefix}_{tag}", name, ANY, number, which, mood.value, kind, order=alike and tag in ("YOU", "FIN"))
    if tag == "FIN" and prefix == "V" and not alike:
        yield Sense("V_PLAIN", name, ANY, number, which, mood.value, kind)


# -- the declared words

_NOUN_TERMINALS: Final = {
    Kind.NOUN: "N_CARD", Kind.RELATION: "N_RELATION", Kind.VALUE: "N_VALUE", Kind.ZONE: "N_ZONE", Kind.PLACE: "N_PLACE",
    Kind.TEXT: "N_SLOT", Kind.PERIOD: "N_PERIOD", Kind.WINDOW: "N_WINDOW_NAME", Kind.KEYWORD: "N_KEYWORD", Kind.PERSON: "N_NAME",
    Kind.LASTING: "N_LASTING",
}  # fmt: skip
_LANGUAGE_NOUNS: Final = {
    "giocatore", "avversario", "effetto", "testo", "abilità", "numero", "dado", "bersaglio",
}  # fmt: skip


def _declared_senses(analysis: Analysis, vocabulary: Vocabulary) -> Iterator[Sense]:
    lexeme = analysis.lexeme
    gender = {"m": M, "f": F, None: ANY}[analysis.gender]
    number = {"s": S, "p": P, None: ANY}[analysis.number]
    if lexeme.kind in (Kind.VERB, Kind.CLAIM):
        yield from _declared_verb(analysis, lexeme, gender, number)
        return
    kind = lexeme.kind.value
    if lexeme.kind is Kind.NOUN and lexeme.name in _LANGUAGE_NOUNS:
        return
    declared_noun = vocabulary.nouns.get(lexeme.name) if lexeme.kind is Kind.NOUN else None
    if declared_noun is not None and is_phrase(lexeme.name):
        yield Sense("STATUS_PHRASE", lexeme.name, ANY, ANY, kind=kind)
    elif declared_noun is not None and declared_noun.spots:
        yield Sense("N_SPOT", lexeme.name, gender, number, kind=kind)
    elif lexeme.kind in _NOUN_TERMINALS:
        yield Sense(_NOUN_TERMINALS[lexeme.kind], lexeme.name, gender, number, kind=kind, of=lexeme.of)
    elif lexeme.kind in (Kind.MEMBER, Kind.MEMBER_SET):
        yield Sense("N_CARD", lexeme.name, gender, number, kind=kind, of=lexeme.of)
        yield Sense("MEMBER", lexeme.name, gender, number, kind=kind, of=lexeme.of)
    elif lexeme.kind is Kind.STATUS:
        declared = vocabulary.statuses.get(lexeme.name)
        name = (declared.opposite or lexeme.name) if lexeme.negated and declared else lexeme.name
        terminal = "STATUS_PHRASE" if lexeme.prepositional else "STATUS"
        if lexeme.prepositional:
            gender = number = ANY
        yield Sense(
            terminal,
            name,
            gender,
            number,
            kind=kind,
            of=lexeme.of,
            negated=lexeme.negated and (declared is None or declared.opposite is None),
        )
    elif lexeme.kind is Kind.DIRECTION:
        if lexeme.prepositional:
            gender = number = ANY
        yield Sense("DIRECTION", lexeme.name, gender, number, kind=kind, of=lexeme.of)
    elif lexeme.kind is Kind.PRONE:
        terminal = "PRONE" if lexeme.adjective is not None else "PRONENESS"
        yield Sense(terminal, lexeme.name, gender, number, kind=kind, of=lexeme.of, negated=lexeme.negated)
    elif lexeme.kind is Kind.SPOT:
        yield Sense("SPOT_NAME", lexeme.name, ANY, S, kind=kind)
    elif lexeme.kind is Kind.LINE:
        yield Sense("N_LINE", lexeme.name, ANY, S, kind=kind)
    elif lexeme.kind is Kind.DEGREE:
        yield Sense("DEGREE", lexeme.name, gender, number, kind=kind, of=lexeme.of)
    elif lexeme.kind is Kind.ATTACHED:
        yield Sense("ATTACHED", lexeme.name, gender, number, kind=kind)
    elif lexeme.kind is Kind.TABLE:
        yield Sense("TABLE_WORD", lexeme.name, gender, number, kind=kind, of=lexeme.of)
    elif lexeme.kind is Kind.SORT:
        yield Sense("SORT", lexeme.name, gender, number, kind=kind, of=lexeme.of)
    elif lexeme.kind is Kind.LABEL:
        yield Sense("LABEL", lexeme.name, kind=kind)


def _declared_verb(analysis: Analysis, lexeme: Lexeme, gender: int, number: int) -> Iterator[Sense]:
    kind = lexeme.kind.value
    if lexeme.of is not None:
        yield from (evolve(s, of=lexeme.of) for s in _declared_verb(analysis, evolve(lexeme, of=None), gender, number))
    elif analysis.mood is Mood.PARTICIPLE:
        yield Sense("V_PART", lexeme.name, gender, number, mood="participle", kind=kind)
    elif analysis.mood is Mood.ABLE:
        yield Sense("V_ABLE", lexeme.name, gender, number, mood="able", kind=kind)
    elif analysis.mood is not None and lexeme.verb is not None:
        alike = _order_and_told(lexeme.verb, analysis.mood, analysis.person)
        yield from _mood_senses(lexeme.name, kind, "V", analysis.mood, analysis.person, alike)


def _with_quoted_stops(words: list[Word]) -> list[Word]:
    """«hanno «Quando attacca, pesca una carta. Non può bloccare.»»: a full stop between quotation marks parts what is quoted;
    the last one there ends the whole where a new sentence follows."""
    found: list[Word] = []
    inside = stopped = False
    for at, word in enumerate(words):
        mark = next((s.terminal for s in word.senses if s.name == "quote"), None)
        if inside and word.key == ".":
            stopped = any(s.terminal in ("QUOTE", "QUOTE_CLOSE") for s in words[at + 1].senses)
            if not stopped:
                found.append(evolve(word, key="stop", senses=(Sense("STOP", "stop"),)))
            continue
        found.append(word)
        if mark in ("QUOTE", "QUOTE_CLOSE") and inside:
            inside = False
            if stopped and words[at + 1 :] and words[at + 1].text[:1].isupper():
                found.append(Word(".", ".", word.end, word.end, ()))
        elif mark in ("QUOTE", "QUOTE_OPEN"):
            close = "QUOTE" if mark == "QUOTE" else "QUOTE_CLOSE"
            inside = any(s.terminal == close for later in words[at + 1 :] for s in later.senses)
    return found


#: How many words may stand between the parts of a verb; what none of them is; prepositions without an article.
_FAR: Final = 14
_APART: Final = frozenset({*_ENDS, ",", ";", ":", "«", "»", '"', "(", ")", "poi", "se", "quando"})
_SIMPLE: Final = frozenset({"in", "da", "a", "su"})


class Lexer:
    """Reads words with one vocabulary; keeps what it found of each form."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self._known, self._runs = _language()
        self._senses: dict[tuple[str, ...], tuple[Sense, ...]] = {}
        self.kept: dict[object, Any] = {}  # what the grammar made of a run of words
        self._last: tuple[str, Mapping[str, Sense], list[Word]] = ("", {}, [])  # what is read is then accounted for
        self._idioms = {
            fold(word)
            for claim in vocabulary.claims.values()
            for printed in (claim.printed, claim.lost)
            if printed is not None
            for word in _idioms(printed)
        }
        self._declared_verbs = {lexeme.name for lexeme in vocabulary.lexemes if lexeme.kind in (Kind.VERB, Kind.CLAIM)}

    def surfaces(self) -> tuple[str, ...]:
        """All words that could have been meant: the declared ones and those of the language."""
        return (*self.vocabulary.surfaces, *(key for key in self._known if len(key) > 2))

    def words(self, text: str, names: Mapping[str, Sense] | None = None, *, idioms: bool = False) -> list[Word]:
        """The words of a text. ``names`` are the capital names in scope; with ``idioms`` a word that is no noun may be
        an idiom's."""
        if self._last[:2] != (text, names or {}):
            self._last = (text, names or {}, self._words(text, names))
        found = self._last[2]
        if not idioms:
            return list(found)
        return [
            evolve(word, senses=(*word.senses, Sense("N_IDIOM", word.key, kind="idiom")))
            if word.key.isalpha()
            and len(word.key) > 3
            and not any(s.terminal.startswith("N_") or s.terminal.islower() for s in word.senses)
            else word
            for word in found
        ]

    def _words(self, text: str, names: Mapping[str, Sense] | None) -> list[Word]:
        pieces = in_one_line([(m.group(), m.start(), m.end()) for m in PIECE.finditer(text)])
        keys = [self._key(piece) if piece != "\n" else piece for piece, _, _ in pieces]
        self._gather(pieces, keys)
        found: list[Word] = []
        at = 0
        while at < len(pieces):
            if found and pieces[at][0][:1].isupper() and any(s.terminal == "DETTO" for s in found[-1].senses):
                piece, start, end = pieces[at]
                found.append(Word(piece, keys[at], start, end, (Sense("N_NAME", piece, kind="name"),)))
                at += 1
                continue
            length, words = self._at(text, pieces, keys, at, names or {})
            found += words
            at += length
        return _with_quoted_stops(found)

    def _key(self, piece: str) -> str:
        """The key of a word, of one that is known to be printed wrong that of the right one."""
        key = fold(piece)
        right = self.vocabulary.misspelt.get(key)
        return key if right is None else fold(right)

    def _gather(self, pieces: list[tuple[str, int, int]], keys: list[str]) -> None:
        """«rimuovi una Lana dal gioco»: the end of a verb of several words, a preposition with its noun, is put to the verb,
        as «rimuovi dal gioco una Lana»; but not where what stands between is a token, which such a verb may take by itself."""
        for at, key in enumerate(keys):
            if not self.vocabulary.may_begin(key):
                continue
            for j in range(at + 2, min(at + _FAR, len(keys) - 1)):
                if keys[j - 1] in _APART or self._is_token(keys[j - 1]):
                    break
                tail = keys[j], keys[j + 1]
                if tail[0] not in CONTRACTIONS and tail[0] not in _SIMPLE:
                    continue
                if any(self._is_verb((nearer, *tail)) for nearer in keys[at + 1 : j]):
                    break
                if self._is_verb((key, *tail)):
                    end = pieces[at][2]
                    moved = [(piece, end, end) for piece, _, _ in pieces[j : j + 2]]
                    pieces[at + 1 : j + 2] = [*moved, *pieces[at + 1 : j]]
                    keys[at + 1 : j + 2] = [*tail, *keys[at + 1 : j]]
                    break

    def _is_verb(self, keys: tuple[str, ...]) -> bool:
        return any(s.terminal.startswith("V_") for s in self._of(keys, False))

    def _is_token(self, key: str) -> bool:
        return any(s.name in self.vocabulary.tokens for s in self._of((key,), False))

    def _at(
        self,
        text: str,
        pieces: Sequence[tuple[str, int, int]],
        keys: Sequence[str],
        at: int,
        names: Mapping[str, Sense],
    ) -> tuple[int, list[Word]]:
        piece, start, end = pieces[at]
        key = keys[at]
        if piece[:1] == "{" and piece[-1:] == "}":
            return 1, [Word(piece, key, start, end, self._sign(key))]
        if piece[:1] in "+-−–" and piece[1:] == "X":
            return 1, [Word(piece, key, start, end, (Sense("SIGNED", "+X" if piece[0] == "+" else "-X"),))]
        if piece[:1] in "+-−–" and len(piece) > 1:
            value = int(piece[1:].strip()) * (1 if piece[0] == "+" else -1)
            return 1, [Word(piece, key, start, end, (Sense("SIGNED", str(value)),))]
        if piece.isdigit():
            return 1, [
                Word(
                    piece,
                    key,
                    start,
                    end,
                    (
                        Sense(
                            "NUM",
                            str(int(piece)) if len(piece) < 10 else "999999999",
                            ANY,
                            S if int(piece[:10]) == 1 else P,
                        ),
                    ),
                )
            ]
        if key in _ENDS:
            return 1, [Word(piece, key, start, end, ())]
        parted = self._long_with_adverb(pieces, keys, at)
        if parted is not None:
            return parted
        length, senses = self._longest(pieces, keys, at)
        if piece[:1].isupper() and piece in names:
            senses = (names[piece],) if length == 1 else senses
        elif piece[:1].islower():  # «che l'ha scelta»: a name has its capital
            senses = tuple(s for s in senses if s.terminal != "N_NAME") or senses
        if piece == "X":  # «pesca X carte»: paid, or told in «dove X è …»
            senses = (*senses, Sense("NUM", "X", ANY, P))
        if length == 1 and key in CONTRACTIONS and at and pieces[at - 1][0] not in _BEFORE_AN_ORDER:
            senses = tuple(s for s in senses if not s.terminal.startswith("V_"))
        if length == 1 and not any(s.terminal != "LABEL" for s in senses):
            if key in CONTRACTIONS or key in ("dell'", "all'", "dall'", "nell'", "sull'"):
                return 1, self._contraction(piece, key, start, end)
            if not senses:
                split = self._enclitic(piece, key, start, end)
                long = self._long_with_clitic(pieces, keys, at)
                if long is not None:
                    return long
                if split:
                    return self._with_tail(text, pieces, keys, at, split)
        stop = pieces[at + length - 1][2]
        return length, [Word(text[start:stop], " ".join(keys[at : at + length]), start, stop, senses)]

    def _sign(self, key: str) -> tuple[Sense, ...]:
        """«{F}», «{2}», «{X}»: a printed sign of what is paid."""
        inside = key[1:-1]
        if inside.isascii() and inside.isdigit():
            return (Sense("SIGN", str(int(inside))),)
        if inside == "x":
            return (Sense("SIGN", "X"),)
        member = next((name for name, sign in self.vocabulary.signs.items() if fold(sign) == key), None)
        return (Sense("SIGN", member, kind="sign"),) if member is not None else ()

    def _with_tail(
        self, text: str, pieces: Sequence[tuple[str, int, int]], keys: Sequence[str], at: int, split: list[Word]
    ) -> tuple[int, list[Word]]:
        """«attaccarti direttamente»: a verb of several words, its clitic in the middle."""
        host, *clitics = split
        for length, _ in self.vocabulary.starting((host.key, *keys[at + 1 : at + 4]), 0):
            if length > 1:
                run = (host.key, *keys[at + 1 : at + length])
                senses = _with_a_pronoun(self._of(run, False), _HOSTS)
                if senses:
                    stop = pieces[at + length - 1][2]
                    return length, [Word(text[host.start : stop], " ".join(run), host.start, stop, senses), *clitics]
        return 1, split

    def _long_with_clitic(
        self, pieces: Sequence[tuple[str, int, int]], keys: Sequence[str], at: int
    ) -> tuple[int, list[Word]] | None:
        """«rimuovila dal gioco», «rimuovila invece dal gioco»: of a verb of several words."""
        piece, start, end = pieces[at]
        for host, clitic in split_enclitic(keys[at]):
            between = int(any(s.terminal == "INSTEAD" for s in self._of(tuple(keys[at + 1 : at + 2]), False)))
            tail = tuple(keys[at + 1 + between : at + 4 + between])
            clitics = tuple(
                evolve(s, terminal="ENCLITIC") for s in self._of((clitic,), False) if s.terminal == "CLITIC"
            )
            for length, _ in self.vocabulary.starting((host, *tail), 0):
                run = (host, *tail[: length - 1])
                senses = _with_a_pronoun(self._of(run, False), _HOSTS)
                if length > 1 and senses and clitics:
                    cut = end - len(clitic)
                    words = [Word(piece, " ".join(run), start, cut, senses), Word(clitic, clitic, cut, end, clitics)]
                    if between:
                        said, first, last = pieces[at + 1]
                        words.append(Word(said, keys[at + 1], first, last, self._of((keys[at + 1],), False)))
                    return length + between, words
        return None

    def _long_with_adverb(
        self, pieces: Sequence[tuple[str, int, int]], keys: Sequence[str], at: int
    ) -> tuple[int, list[Word]] | None:
        """«rimuovi invece dal gioco», «vince sempre i pareggi»: a verb of several words, *invece*, *sempre* in its middle."""
        between = self._of(tuple(keys[at + 1 : at + 2]), False)
        if not any(s.terminal in ("INSTEAD", "ALWAYS") for s in between):
            return None
        whole = (keys[at], *keys[at + 2 : at + 5])
        for length, _ in self.vocabulary.starting(whole, 0):
            senses = tuple(s for s in self._of(whole[:length], False) if s.terminal.startswith("V_"))
            if length > 1 and senses:
                piece, start, _ = pieces[at]
                said, first, last = pieces[at + 1]
                verb = Word(piece, " ".join(whole[:length]), start, pieces[at + length][2], senses)
                return length + 1, [verb, Word(said, keys[at + 1], first, last, between)]
        return None

    def _longest(
        self, pieces: Sequence[tuple[str, int, int]], keys: Sequence[str], at: int
    ) -> tuple[int, tuple[Sense, ...]]:
        declared = 0
        for length, analyses in self.vocabulary.starting(keys, at):
            if all(a.lexeme.kind is Kind.LABEL for a in analyses) and not self._label_here(keys, at, length):
                continue
            declared = length
            break
        for run, sense in self._runs.get(keys[at], ()):
            if len(run) > declared and tuple(keys[at : at + len(run)]) == run:
                return len(run), (sense,)
        length = max(declared, 1)
        return length, self._of(tuple(keys[at : at + length]), self._label_here(keys, at, length))

    @staticmethod
    def _label_here(keys: Sequence[str], at: int, length: int) -> bool:
        return at + length < len(keys) and keys[at + length] == ":"

    def _of(self, keys: tuple[str, ...], label: bool) -> tuple[Sense, ...]:
        senses = self._senses.get(keys)
        if senses is None:
            found: dict[Sense, None] = {}
            for analysis in self.vocabulary.analyses(*keys):
                for sense in _declared_senses(analysis, self.vocabulary):
                    found[sense] = None
            if len(keys) == 1:
                if keys[0] in self._idioms:
                    found[Sense("N_IDIOM", keys[0], kind="idiom")] = None
                for sense in self._known.get(keys[0], ()):
                    if not (sense.kind == "language" and sense.name in self._declared_verbs):
                        found[sense] = None
            if any(s.terminal == "MEMBER" for s in found):  # a Tipo that is also a keyword is read as the Tipo
                found = {s: None for s in found if s.terminal != "N_KEYWORD"}
            if any(s.terminal == "STATUS" for s in found):  # «stanca»: the status rather than what was done
                found = {evolve(s, mood="status") if s.terminal == "V_PART" else s: None for s in found}
                found = {s: None for s in found if s.terminal != "COVERED"}  # a game's own word for a face
            senses = self._senses[keys] = _merged(found)
        labels = tuple(s for s in senses if s.terminal == "LABEL")
        if not labels:
            return senses
        return labels if label else tuple(s for s in senses if s.terminal != "LABEL")

    def _contraction(self, piece: str, key: str, start: int, end: int) -> list[Word]:
        preposition, article = CONTRACTIONS.get(key) or (
            {"dell'": "di", "all'": "a", "dall'": "da", "nell'": "in", "sull'": "su"}[key],
            "l'",
        )
        cut = start + 1
        return [
            Word(piece, preposition, start, cut, self._of((fold(preposition),), False)),
            Word(article, article, cut, end, self._of((fold(article),), False)),
        ]

    def _enclitic(self, piece: str, key: str, start: int, end: int) -> list[Word]:
        hosts = _HOSTS | {"HAVE_INF", "BE_INF", "COME_INF"}
        for host, clitic in split_enclitic(key):
            if clitic.startswith("glie") and len(clitic) > 5:
                both = self._double(piece, host, clitic, start, end)
                if both:
                    return both
            senses = _with_a_pronoun(self._of((host,), False), hosts)
            clitics = tuple(
                evolve(s, terminal="ENSI" if s.terminal == "SI" else "ENCLITIC")
                for s in self._of((clitic,), False)
                if s.terminal in ("CLITIC", "SI")
            )
            if senses and clitics:
                cut = end - len(clitic)
                return [
                    Word(piece, host, start, cut, senses),
                    Word(clitic, clitic, cut, end, clitics),
                ]
        return []

    def _double(self, piece: str, host: str, clitic: str, start: int, end: int) -> list[Word]:
        """«legagliela»: lega + gli + la."""
        senses = _with_a_pronoun(self._of((host,), False), _HOSTS)
        if not senses:
            return []
        cut = end - len(clitic)
        to = Word("glie", "gli", cut, cut + 4, (Sense("ENCLITIC", "to_it"),))
        what = tuple(
            evolve(s, terminal="ENCLITIC")
            for s in self._of((clitic[4:],), False)
            if s.terminal == "CLITIC" and s.name != "to_it"
        )
        return [
            Word(piece, host, start, cut, senses),
            to,
            Word(clitic[4:], clitic[4:], cut + 4, end, what),
        ]


_HOSTS: Final = frozenset(("V_IMP", "V_INF", "V_GER"))


def _with_a_pronoun(senses: tuple[Sense, ...], hosts: frozenset[str]) -> tuple[Sense, ...]:
    """What a word is that has a pronoun at its end: «pescane» can only be an order."""
    return tuple(evolve(s, third=False) for s in senses if s.terminal in hosts)


def _merged(senses: Mapping[Sense, None]) -> tuple[Sense, ...]:
    """Senses that differ in gender or number only are one (an invariable noun, «l'»), when that loses nothing."""
    merged: dict[tuple[object, ...], Sense] = {}
    for sense in senses:
        same = (sense.terminal, sense.name, sense.person, sense.mood, sense.kind, sense.of, sense.negated, sense.third)
        other = merged.get(same)
        if other is None:
            merged[same] = sense
        else:
            merged[same] = evolve(sense, gender=sense.gender | other.gender, number=sense.number | other.number)
    return tuple(merged.values())


def _idioms(form: Event) -> Iterator[str]:
    """The nouns that stand only in the printed sentence of a claim («i pareggi di una Lanterna contano come
    vittorie»)."""
    for role in form.roles:
        if isinstance(role.value, Related):
            yield role.value.relation
        elif isinstance(role.value, Member):
            yield role.value.name


_LEXERS: dict[int, tuple[Vocabulary, int, Lexer]] = {}


def lexer_of(vocabulary: Vocabulary) -> Lexer:
    """The lexer of a vocabulary, kept as long as its words and statuses are the same objects."""
    kept = _LEXERS.get(id(vocabulary))
    filled = len(vocabulary.statuses) + 1000 * len(vocabulary.claims)
    if kept is None or kept[0] is not vocabulary or kept[1] != filled:
        if len(_LEXERS) > 64:
            _LEXERS.clear()
        kept = _LEXERS[id(vocabulary)] = (vocabulary, filled, Lexer(vocabulary))
    return kept[2]
