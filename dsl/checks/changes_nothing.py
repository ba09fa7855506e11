"""C024: an effect after which all is as it was: it sets what already is, or asks for what its verb cannot be done to.

Why it is a fault: it looks like an effect and is none.
Example: «Stanca una Lanterna Stanca.», «Ha +0 Ardore.»
Instead: the contrary status, another number, or nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Diagnostic, Label
from ..meaning import nodes as n
from ..meaning.game import Frame, GameMeaning
from ..meaning.walk import walk
from ..messages import problem
from .logic import clash, filters, parts_of, span_of
from .texts import label, texts


def changes_nothing(game: GameMeaning) -> Iterator[Diagnostic]:
    """Effects of cards, keywords and rules that cannot change anything."""
    for owned in texts(game):
        for effect in walk(owned.text):
            found = _idle(effect, game)
            if found is not None:
                yield problem("C024", span_of(effect), why=found[0], labels=found[1], name=owned.name)


def _idle(effect: object, game: GameMeaning) -> tuple[str, tuple[Label, ...]] | None:
    """Why an effect changes nothing, and the place that makes it so."""
    match effect:
        case n.Modify(value=value, amount=n.Num(value=0)) if _is_of_a_pair(value, game):
            return None  # «+2/+0»
        case n.Modify(op=n.Operation.ADD, amount=n.Num(value=0)) | n.Change(op=n.Operation.ADD, amount=n.Num(value=0)):
            return "aggiunge zero", ()
        case n.Modify(op=n.Operation.TIMES, amount=n.Num(value=1)):
            return "moltiplica per uno", ()
        case n.SetStatus(what=n.Select() as what, status=status, on=True) if _is_already(what, status, game):
            return f"è già {status}", _where(what, status)
        case n.BecomesStatus(target=n.Select() as what, status=str(status), negated=False) if _is_already(
            what, status, game
        ):
            return f"è già {status}", _where(what, status)
        case n.Grant(target=n.Select() as what, keyword=str(word), lose=False) if _has_already(what, word):
            return f"ha già {word}", label(what.span, "lo dice qui")
        case n.Do(event=event):
            return _refused(event, game)
    return None


def _is_of_a_pair(value: str, game: GameMeaning) -> bool:
    return any(
        each.written_with is not None and value in (name, each.written_with) for name, each in game.values.items()
    )


def _is_already(what: n.Select, status: str, game: GameMeaning) -> bool:
    return any(isinstance(each, n.IsStatus) and each.status == status for each in filters(what, game))


def _where(what: n.Select, status: str) -> tuple[Label, ...]:
    asked = next((each for each in what.where if isinstance(each, n.IsStatus) and each.status == status), what)
    return label(span_of(asked), "lo dice qui")


def _has_already(what: n.Select, word: str) -> bool:
    return any(isinstance(each, n.HasKeyword) and each.keyword == word for each in what.where)


def _refused(event: n.Event, game: GameMeaning) -> tuple[str, tuple[Label, ...]] | None:
    """A verb done to what it cannot be done to: it does not happen."""
    frames = [frame for frame in game.frames.values() if frame.verb == event.verb]
    what = next((role.value for role in event.roles if role.name == "object"), None)
    if len(frames) != 1 or not isinstance(what, n.Select):
        return None
    return _against(frames[0], what, game)


def _against(frame: Frame, what: n.Select, game: GameMeaning) -> tuple[str, tuple[Label, ...]] | None:
    asked = parts_of(frame.object_condition)
    own = filters(what, game)
    found = clash((*asked, *own), game) if asked and clash(own, game) is None else None
    if found is None:
        return None
    here, there = label(span_of(found.second), "è così"), label(frame.span, "il verbo vuole altro")
    return f"«{frame.verb}» non si fa a ciò che è così", (*here, *there)
