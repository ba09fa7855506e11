"""The problems of a wording told with what would be understood in its place."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import evolve, frozen

from ..diagnostics import Diagnostic, Fix
from ..source import Source
from ..vocabulary.lexer import Lexer
from ..vocabulary.vocabulary import Kind, Vocabulary
from .hints import advice_on, known_there, made_from_nothing
from .named_faults import FOREIGN, HANGING, NO_LABEL, PART, named
from .problems import RATHER, UNDERSTOOD, UNKNOWN, Failed, Wording, understood_part
from .reading import ACCOUNTED, Fate, Reading, TextContext, names_in
from .remarks import DISAGREES
from .repair import Repair, mender, slips_of
from .repair_agreement import agreed
from .repair_edits import Edits, Fault
from .repair_words import wordbook_of

#: What is told of a wording that is understood, and mended by another form of a word.
MENDED = DISAGREES | {"S007"}
#: A wording with more remarks gets no wording for each of them.
MOST_REMARKS = 6
#: For so many unknown words at most the known ones that are like them are looked up; those hardly further than the nearest.
MOST_GUESSED = 12
_AS_NEAR = 0.6
#: The code of a word that would be lost.
LOST = "S900"
#: The code of a label without its colon.
NO_COLON = "S014"


@frozen
class Place:
    """What reads a wording: the words, the symbol of the grammar that its sentences are, and the reader of texts."""

    vocabulary: Vocabulary
    lexer: Lexer
    start: str
    reader: Callable[..., Reading]

    def read(self, text: str, context: TextContext) -> Reading:
        """What another wording means in the same place, nothing proposed; one that loses a word is not understood."""
        from ..meaning.accounting import accounted

        reading = self.reader(text, as_=context, vocabulary=self.vocabulary, propose=False)
        return accounted(text, reading, context, self.vocabulary) if context.start in ACCOUNTED else reading

    def offered(self, text: str, context: TextContext) -> str | None:
        """The first wording that the remarks on another offer, if nothing is told of that one."""
        reading = self.reader(text, as_=context, vocabulary=self.vocabulary)
        first = next((wording for problem in reading.problems for wording in problem.wordings), None)
        if first is None:
            return None
        again = self.read(first, evolve(context, source=Source.of("", first)))
        return first if again.fate is Fate.UNDERSTOOD and not slips_of(again) else None


def told(wording: Wording, reading: Reading, failures: Sequence[Failed], place: Place) -> Reading:
    """The reading with the nearest wordings that are understood."""
    if reading.fate is Fate.REFUSED and failures:
        if failures[0].problem.code == NO_COLON and len(failures) == 1:
            return evolve(reading, problems=(*reading.problems[:-1], _with_colon(failures[0], wording, place)))
        repairs = _repairs(wording, failures[0], place)
        problems = tuple(_with_repairs(problem, wording, failures, repairs, place) for problem in reading.problems)
        return evolve(reading, problems=problems)
    if reading.fate is not Fate.UNDERSTOOD or not reading.problems:
        return reading
    if any(problem.code in MENDED for problem in reading.problems):
        reading = _with_agreement(wording, reading, place)
    problems = tuple(_with_word(each, wording, reading, place) for each in reading.problems)
    return evolve(reading, problems=problems)


def _with_colon(failed: Failed, wording: Wording, place: Place) -> Diagnostic:
    """A label that no colon follows, with the wording in which one does."""
    end = failed.start + len(failed.problem.suggestions[0]) - 1 if failed.problem.suggestions else failed.end
    mended = f"{wording.text[:end]}:{wording.text[end:]}"
    found = place.read(mended, evolve(wording.context, source=Source.of("", mended), offset=0))
    if found.fate is not Fate.UNDERSTOOD:
        return failed.problem
    return evolve(failed.problem, wordings=(tidy(mended),), fix=fix_of(wording, mended))


def _with_word(problem: Diagnostic, wording: Wording, reading: Reading, place: Place) -> Diagnostic:
    """A remark with the wording in which its own word stands, if that is understood with one remark less."""
    if problem.wordings or not problem.suggestions or problem.span is None or len(reading.problems) > MOST_REMARKS:
        return problem
    start = wording.offset(problem.span)
    mended = wording.text[:start] + problem.suggestions[0] + wording.text[start + problem.span.length :]
    found = place.read(mended, evolve(wording.context, source=Source.of("", mended), offset=0))
    if found.fate is not Fate.UNDERSTOOD or len(found.problems) >= len(reading.problems):
        return problem
    return evolve(problem, wordings=(tidy(mended),), fix=fix_of(wording, mended))


def _with_agreement(wording: Wording, reading: Reading, place: Place) -> Reading:
    """The wording in which all agrees, told with the first word that does not."""
    slips = [wording.offset(each.span) for each in reading.problems if each.code in MENDED and each.span]
    search = mender(wording.context, place.lexer, place.start, place.read)
    found = agreed(wording.text, slips, reading, search)
    if found is None:
        return reading
    first = next(each for each in reading.problems if each.code in MENDED)
    words = _instead(Failed(first, slips[0], slips[0] + (first.span.length if first.span else 0)), found)
    offered = evolve(
        first,
        suggestions=tuple(words) or first.suggestions,
        wordings=(tidy(found.text),),
        fix=fix_of(wording, found.text),
    )
    return evolve(reading, problems=tuple(offered if each is first else each for each in reading.problems))


def _repairs(wording: Wording, failed: Failed, place: Place) -> tuple[Repair, ...]:
    fault = None
    if failed.problem.code == LOST or (failed.sentence and (failed.stuck is None or not failed.stuck.expected)):
        first = failed.sentence[0].start if failed.sentence else 0
        fault = Fault(failed.start, failed.end, sentence=first)
    search = mender(wording.context, place.lexer, place.start, place.read)
    found = (_without_remarks(repair, wording, place) for repair in search.repairs(wording.text, fault))
    by_text = {
        each.text: each for each in found if each is not None
    }  # two may come to the same once nothing is told of them
    return tuple(by_text.values())


def _without_remarks(repair: Repair, wording: Wording, place: Place) -> Repair | None:
    """A repair, or what its own remarks make of it; None when something is told of that too."""
    if not repair.remarks:
        return repair
    offered = place.offered(repair.text, evolve(wording.context, source=Source.of("", repair.text), offset=0))
    return None if offered is None else evolve(repair, text=offered, remarks=0)


def _with_repairs(
    problem: Diagnostic, wording: Wording, failures: Sequence[Failed], repairs: Sequence[Repair], place: Place
) -> Diagnostic:
    failed = next((each for each in failures if each.problem == problem), None)
    if failed is None:
        return problem
    advice = advice_on(wording.text[failed.start : failed.end]) if problem.code == UNKNOWN else ""
    if not advice and problem.code == UNKNOWN:
        advice = made_from_nothing(wording.text[: failed.start], wording.text[failed.end :])
    if advice:
        return evolve(problem, hint=advice)
    if problem.code == UNKNOWN and failed in failures[:MOST_GUESSED]:
        problem = _unknown(problem, failed, wording, place, alone=not repairs)
    if failed is failures[0] or problem.code == UNKNOWN:
        problem = _named(problem, failed, wording, repairs, place)
    if not repairs or problem.code == HANGING or problem.hint.startswith(RATHER):
        return problem
    moved = problem.span != failed.problem.span  # what stands there now is another word
    words = tuple(dict.fromkeys(word for repair in repairs for word in _instead(failed, repair) if not moved))
    changed = evolve(problem, suggestions=words or problem.suggestions)
    if failed is not failures[0]:
        return changed
    return evolve(changed, wordings=tuple(tidy(each.text) for each in repairs), fix=fix_of(wording, repairs[0].text))


def _unknown(problem: Diagnostic, failed: Failed, wording: Wording, place: Place, *, alone: bool) -> Diagnostic:
    """A word that nobody knows, told with what is understood before it and with the words like it that could stand there; with
    what the game knows where there are none and nothing is proposed (``alone``)."""
    fault = mender(wording.context, place.lexer, place.start, place.read).fault(wording.text)
    here = fault is not None and fault.start == failed.start
    if fault is None or not here:
        fault = Fault(failed.start, failed.end, strange=True)
    edits = Edits.of(wordbook_of(place.lexer), wording.text, fault, tuple(names_in(wording.context))).all()
    like = sorted((e for e in edits if e.kind == "spelling" and e.start == failed.start), key=lambda edit: edit.price)
    near = tuple(dict.fromkeys(edit.text for edit in like if edit.price <= like[0].price + _AS_NEAR))[:3]
    before = wording.text[fault.sentence : failed.start] if here else ""
    words = place.lexer.words(before)
    hint = understood_part(before, words, len(words))
    if alone and here and not near:
        hint = "\n".join(filter(None, (hint, known_there(fault.expected, place.vocabulary))))
    return evolve(problem, suggestions=near, hint=hint)


def _named(
    problem: Diagnostic, failed: Failed, wording: Wording, repairs: Sequence[Repair], place: Place
) -> Diagnostic:
    """The problem by the name of its fault, where what mends it tells that."""
    found = named(wording.text, failed, repairs[0] if repairs else None, place.lexer)
    if found is None:
        return problem
    hint = "\n".join(line for line in problem.hint.splitlines() if line.startswith(UNDERSTOOD))
    if found.code == NO_LABEL:
        labels = ", ".join(place.vocabulary.named(Kind.LABEL))
        hint = f"le etichette sono: {labels}" if labels else "questo gioco non ha etichette"
    span = wording.span(found.start, found.end)
    near = () if found.code in (FOREIGN, PART) else problem.suggestions  # what such a word looks like says nothing
    return evolve(problem, code=found.code, message=found.message, span=span, hint=hint, suggestions=near)


def _instead(failed: Failed, repair: Repair) -> list[str]:
    """What a repair puts just in the place of a problem."""
    return [
        edit.text
        for edit in repair.edits
        if (edit.start, edit.end) == (failed.start, failed.end) and edit.text and edit.end > edit.start
    ]


def tidy(text: str) -> str:
    """A wording as one would print it: its lines without the spaces of the file around them."""
    return "\n".join(line for line in (" ".join(line.split()) for line in text.splitlines()) if line)


def fix_of(wording: Wording, mended: str) -> Fix | None:
    """The one change that makes a wording out of another; none when it goes over the end of a line."""
    text, start = wording.text, 0
    while start < min(len(text), len(mended)) and text[start] == mended[start]:
        start += 1
    end = 0
    while end < min(len(text), len(mended)) - start and text[-1 - end] == mended[-1 - end]:
        end += 1
    if "\n" in text[start : len(text) - end]:
        return None
    return Fix(wording.span(start, len(text) - end), mended[start : len(mended) - end])


__all__ = ["Place", "fix_of", "tidy", "told"]
