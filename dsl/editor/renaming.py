"""Renaming a declared word in all texts of its game: every form inflected, articles put right, and read again before
anything is changed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from attrs import frozen

from ..vocabulary.headings import HEADINGS, MISPRINT
from ..vocabulary.inflection import (
    CONTRACTIONS,
    Adjective,
    Gender,
    Number,
    Verb,
    adjective,
    conjugate,
    contracted,
    definite,
    enclitic,
    indefinite,
    is_infinitive,
    noun_plural,
)
from ..vocabulary.lexer import lexer_of
from ..vocabulary.spelling import fold, keys_of
from ..vocabulary.vocabulary import Analysis, Kind, Lexeme
from .names import Occurrence, names_of, occurrence_at, occurrences
from .project import Project, View

_NAME: Final = re.compile(r"[^\W\d_]+(?:[ '’][^\W\d_]+)*")
_DEFINITE: Final = frozenset(("il", "lo", "la", "l'", "i", "gli", "le"))
_INDEFINITE: Final = frozenset(("un", "uno", "una", "un'"))
_ELIDED: Final = {"dell'": "di", "all'": "a", "dall'": "da", "nell'": "in", "sull'": "su"}
#: After these a participle is a verb's: forms of «venire», «avere», «essere stato».
_BEFORE_A_PARTICIPLE: Final = frozenset(
    fold(form) for verb in ("venire", "avere") for form, mood, _ in conjugate(verb).analyses()
) | frozenset(("stato", "stata", "stati", "state", "essere", "aver", "esser"))
#: Qualities of a heading that give a form of the name by hand.
_BY_HAND: Final = ("participio", "sigla", "anche", MISPRINT, "inglese", "singolare")


class CannotRename(Exception):
    """A name that cannot be changed, or not to that; its text says why, for a person."""


@frozen
class Replacement:
    """A run of characters of a file and what stands there afterwards."""

    path: Path
    start: int
    end: int
    text: str


def renamable(view: View, path: Path, offset: int) -> tuple[int, int, str] | None:
    """The declared name at a place that can be renamed: from where to where it stands, and the name itself."""
    found = occurrence_at(view, path, offset)
    if found is None or not any(lexeme.span is not None for lexeme in found.lexemes):
        return None
    return found.start, found.end, _lexeme(found).name


def rename(view: View, path: Path, offset: int, name: str) -> tuple[Replacement, ...]:
    """The changes that give the word at a place another name, in all files of the game.

    Raises CannotRename where the name is no name, is another word already, or the texts would not be read as before."""
    found = occurrence_at(view, path, offset)
    if found is None or renamable(view, path, offset) is None:
        raise CannotRename("qui non c'è una parola dichiarata dal gioco")
    old, new = _lexeme(found), " ".join(name.split())
    _must_be_free(view, old, new)
    forms = _Forms.of(old, new)
    changes = tuple(
        change
        for each in view.paths()
        for other in occurrences(view, each)
        if fold(old.name) in names_of(other)
        for change in forms.changes(other)
    )
    _must_read_as_before(view, changes)
    return changes


def _lexeme(found: Occurrence) -> Lexeme:
    """The word that an occurrence is first of all: one that the game declares, under its own name."""
    own = [lexeme for lexeme in found.lexemes if lexeme.span is not None]
    return min(own, key=lambda lexeme: (lexeme.verb is not None, not lexeme.preferred))


def _must_be_free(view: View, old: Lexeme, new: str) -> None:
    if not _NAME.fullmatch(new):
        raise CannotRename(f"«{new}» non è un nome: ci vogliono lettere, parole separate da uno spazio")
    if old.kind in (Kind.VERB, Kind.CLAIM) and not is_infinitive(new.split()[0]):
        raise CannotRename(f"«{new}» non è un infinito")
    if fold(new) == fold(old.name):
        return
    words = lexer_of(view.loaded.vocabulary).words(new)
    if view.loaded.vocabulary.analyses(*keys_of(new)) or (len(words) == 1 and words[0].senses):
        raise CannotRename(f"«{new}» è già una parola del gioco o della lingua")
    if any(keys_of(heading.words) == keys_of(new) for heading in HEADINGS):
        raise CannotRename(f"«{new}» è una parola che comincia un blocco")


def _must_read_as_before(view: View, changes: Iterable[Replacement]) -> None:
    """Reads the game and its scenes with the changes: no problem may come of them."""
    texts = dict(view.texts)
    changed = {change.path for change in changes}
    for path in changed:
        texts[path] = replaced(view.source(path).text, [change for change in changes if change.path == path])
    after = Project(view.folder).view(texts)
    for path in dict.fromkeys((*(Path(name) for name in after.loaded.sources), *changed)):
        before = [each.message for each in view.problems(path) if each.is_error]
        new = [each for each in after.problems(path) if each.is_error]
        if len(new) > len(before):
            first = next((each for each in new if each.message not in before), new[0])
            where = f" ({path.name}:{first.span.line})" if first.span is not None else ""
            raise CannotRename(f"il gioco non si leggerebbe più come prima: {first.message}{where}")


def replaced(text: str, changes: Iterable[Replacement]) -> str:
    """A text with changes made to it."""
    for change in sorted(changes, key=lambda each: -each.start):
        text = text[: change.start] + change.text + text[change.end :]
    return text


# -- forms


@frozen
class _Forms:
    """The forms of a name and of the one that takes its place."""

    old: Lexeme
    new: str
    plural: str
    adjective: Adjective | None = None
    verb: Verb | None = None

    @classmethod
    def of(cls, old: Lexeme, new: str) -> _Forms:
        if old.verb is not None:
            return cls(old, new, "", verb=conjugate(new))
        if old.adjective is not None:
            return cls(old, new, "", adjective=adjective(new))
        invariable = bool(old.singular) and old.singular == old.plural
        plural = new if invariable or old.plural_only or not old.plural else noun_plural(new, old.gender)
        return cls(old, new, plural)

    def changes(self, found: Occurrence) -> Iterator[Replacement]:
        """What becomes of one occurrence: its form, and the article before it."""
        if found.feature in _BY_HAND and fold(found.text) != fold(self.old.name):
            return
        if self._is_another(found):
            return
        analysis = self._analysis(found)
        form = self._form(found, analysis)
        if form is None or form == found.text:
            return
        form = _with_case_of(found.text, form)
        yield Replacement(found.path, found.start, found.end, form)
        article = self._article(found, analysis, form)
        if article is not None and article != found.before:
            begin = _start_of_before(found, article)
            yield Replacement(found.path, begin, found.start, article + ("" if article.endswith("'") else " "))

    def _is_another(self, found: Occurrence) -> bool:
        """Whether a participle that is a status too is not the one that is renamed: «viene spenta» is the verb."""
        kinds = {lexeme.verb is not None for lexeme in found.lexemes}
        if kinds != {True, False} or found.declares:
            return False
        is_verb = fold(found.before) in _BEFORE_A_PARTICIPLE
        return is_verb != (self.old.verb is not None)

    def _analysis(self, found: Occurrence) -> Analysis:
        mine = [each for each in found.analyses if fold(each.lexeme.name) == fold(self.old.name)]
        same = [each for each in mine if each.lexeme.kind is self.old.kind]
        return (same or mine or list(found.analyses))[0]

    def _form(self, found: Occurrence, analysis: Analysis) -> str | None:
        lexeme = analysis.lexeme
        if not lexeme.preferred or lexeme.negated != self.old.negated:
            return None  # another name of the same thing stays as it is
        if self.verb is not None:
            return self._verb(found, analysis, self.verb)
        if self.adjective is not None:
            return self.adjective.form(analysis.gender or "f", analysis.number or "s")
        if self.old.plural_only:
            return self.new if analysis.number == "p" else None
        return self.plural if analysis.number == "p" and fold(found.text) != fold(self.old.name) else self.new

    def _verb(self, found: Occurrence, analysis: Analysis, verb: Verb) -> str | None:
        if analysis.mood is None:
            return None
        if analysis.mood.value == "participle":
            return verb.past(analysis.gender or "m", analysis.number or "s")
        form = verb.form(analysis.mood, analysis.person or "3s")
        if found.clitic:
            return enclitic(form, found.clitic).removesuffix(found.clitic)
        return form

    def _article(self, found: Occurrence, analysis: Analysis, form: str) -> str | None:
        """The article or contraction before a noun as the new form wants it."""
        if self.verb is not None or not found.before or found.declares:
            return None
        gender: Gender = analysis.gender or self.old.gender
        number: Number = analysis.number or "s"
        key = fold(found.before)
        if key in _DEFINITE:
            article = definite(gender, number, form)
        elif key in _INDEFINITE:
            article = indefinite(gender, form)
        elif key in CONTRACTIONS or key in _ELIDED:
            article = contracted(_ELIDED.get(key) or CONTRACTIONS[key][0], gender, number, form)
        else:
            return None
        return _with_case_of(found.before, article)


def _start_of_before(found: Occurrence, article: str) -> int:
    """Where the word before an occurrence begins: right before it, or with a blank between."""
    gap = 0 if found.before.endswith(("'", "’")) else 1
    return found.start - gap - len(found.before)


def _with_case_of(model: str, word: str) -> str:
    """A word with its first letter as a model has it."""
    if model[:1].isupper():
        return word[:1].upper() + word[1:]
    return word[:1].lower() + word[1:] if model[:1].islower() else word
