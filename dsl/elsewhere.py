"""Words of another deck: declared in a .parole of the game that this deck does not take."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from attrs import evolve

from .diagnostics import Diagnostic
from .meaning.from_blocks.each_word import for_each_word
from .meaning.from_blocks.words import declared_blocks, vocabulary_of
from .source import Source
from .syntax.blocks import File
from .syntax.reading import Reading
from .vocabulary.spelling import fold
from .vocabulary.vocabulary import analyses_of

#: The codes of a word that nobody knows, and of one that only another deck knows.
UNKNOWN, OF_ANOTHER = "S010", "S068"


def declared_elsewhere(files: Iterable[tuple[str, File]]) -> dict[str, str]:
    """The words that some files declare, by their key, with the name of the words' file («Ultima Neve»)."""
    found: dict[str, str] = {}
    for name, file in files:
        for lexeme in vocabulary_of(for_each_word(list(declared_blocks(file, [])), []), []).lexemes:
            if lexeme.span is None:
                continue
            for form, _ in analyses_of(lexeme):
                if " " not in form:
                    found.setdefault(fold(form), name)
    return found


def told(reading: Reading, source: Source, words: Mapping[str, str]) -> Reading:
    """A reading of a wording whose unknown words may be another deck's."""
    problems = tuple(_told(each, {source.name: source}, words) for each in reading.problems)
    return reading if problems == reading.problems else evolve(reading, problems=problems)


def told_all(
    problems: Iterable[Diagnostic], sources: Mapping[str, Source], words: Mapping[str, str]
) -> Iterator[Diagnostic]:
    """Problems, those of unknown words that another deck declares told as such."""
    for problem in problems:
        yield _told(problem, sources, words)


def _told(problem: Diagnostic, sources: Mapping[str, Source], words: Mapping[str, str]) -> Diagnostic:
    span = problem.span
    if problem.code != UNKNOWN or span is None or span.file not in sources:
        return problem
    word = sources[span.file].line(span.line)[span.column - 1 : span.column - 1 + span.length]
    name = words.get(fold(word))
    if name is None:
        return problem
    message = f"«{word}» è una parola di {name}, che questo mazzo non prende"
    return evolve(
        problem, code=OF_ANOTHER, message=message, hint="un mazzo prende le parole di un file solo", suggestions=()
    )
