"""The wording in which all agrees, for one that is understood though something in it does not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from .reading import Fate, Reading
from .repair import MOST_WORK, WHOLE, Mender, Repair, slips_of
from .repair_edits import Edit, pieces_of
from .repair_words import Wordbook, wordbook_of

#: So many forms are tried, so far from the word that does not agree.
_MOST_TRIED: Final = 24
_FAR: Final = 4
_MOST_CHANGES: Final = 3
_OTHER_MEANING: Final = 0.5


def agreed(text: str, slips: Sequence[int], reading: Reading, search: Mender) -> Repair | None:
    """The nearest wording that means the same without such a remark: one word in another form, or up to three.

    ``slips`` are the places of the words that do not agree. None when no other form helps."""
    done: tuple[Edit, ...] = ()
    price, best, count = 0.0, text, slips_of(reading)
    for _ in range(_MOST_CHANGES):
        step = _step(best, slips, reading, count, search)
        if step is None:
            break
        edit, best, count = step
        done, price = (*done, edit), price + edit.price
        if count == 0:
            break
    return Repair(best, done, price) if done else None


def _step(
    text: str, slips: Sequence[int], reading: Reading, count: int, search: Mender
) -> tuple[Edit, str, int] | None:
    """The change after which the fewest words do not agree; of those the likeliest, and rather with the same meaning."""
    wanted = {word.casefold() for problem in reading.problems for word in problem.suggestions}
    edits = sorted(_forms(text, slips, wordbook_of(search.lexer), wanted), key=lambda edit: edit.price)
    best: tuple[int, float, Edit, str] | None = None
    for edit in edits[:_MOST_TRIED]:
        if search.work > MOST_WORK or (best is not None and best[0] == 0 and edit.price > best[1]):
            break
        search.work += WHOLE * len(text.split())
        changed = edit.applied(text)
        found = search.read(changed)
        if found.fate is not Fate.UNDERSTOOD or slips_of(found) >= count:
            continue
        price = edit.price + (0.0 if found.meanings == reading.meanings else _OTHER_MEANING)
        if best is None or (slips_of(found), price) < best[:2]:
            best = (slips_of(found), price, edit, changed)
    return None if best is None else (best[2], best[3], best[0])


def _forms(text: str, slips: Sequence[int], book: Wordbook, wanted: set[str]) -> Iterator[Edit]:
    """The other forms of the words around those that do not agree; first what the remark itself would put there."""
    pieces = pieces_of(text)
    places = [i for i, piece in enumerate(pieces) if any(piece.start <= slip < piece.end for slip in slips)]
    for i, piece in enumerate(pieces):
        away = min((abs(i - place) for place in places), default=_FAR)
        if away >= _FAR or not piece.is_word:
            continue
        for price, form in book.kin(piece.key):
            first = form[0].upper() if piece.text[0].isupper() else form[0].lower()
            asked = 0.2 if form.casefold() in wanted and away == 0 else 0.0
            end = piece.end  # «il Ombra», «l'Ombra»
            if form.endswith("'") and text[end : end + 1] == " ":
                end += 1
            yield Edit(piece.start, end, first + form[1:], "form", price + 0.1 * away - asked)
