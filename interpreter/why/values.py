"""Why a value is what it is: what is printed, who sets it, who adds to it, in their order, and what overrode what."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from dsl.meaning.game import StatusDecl

from ..machine import Entry
from ..match import Match
from .asking import Asking
from .conditions import explain
from .layers import value_layers
from .reasons import Reason, Telling, Viewer, Why


def why_value(match: Match, card: int, value: str, viewer: Viewer | None = None) -> Why:
    """The layers of a value of a card: what is printed, each modifier, what it did or what overrode it.

    Raises ``KeyError`` when cards have no such value.
    """
    return value_layers(Telling(Asking(match), viewer), card, value, explain)


# -- keywords and statuses ---------------------------------------------------------------------------------------


def why_keyword(match: Match, card: int, keyword: str, viewer: Viewer | None = None) -> Why:
    """Whether a card has a keyword, and each sentence that gives or takes it. Raises ``ValueError`` for no keyword."""
    tell = Telling(Asking(match), viewer)
    asking = tell.asking
    number = list(asking.meaning.keywords).index(keyword)
    has = asking.names[f"k{number}"](asking.s, card)
    decl = asking.meaning.keywords[keyword]
    reasons = list(_flags(tell, asking.entries(f"keyword {keyword}"), card, "dà", "toglie"))
    if decl.type_of is not None:
        printed = asking.has(keyword, card)
        said = f"la dà {decl.type_of}" if printed else f"{decl.type_of} non è {keyword}"
        reasons.insert(0, tell.reason(said, tell.name(card), tell.place_of_card(card), holds=printed))
    for entry in asking.entries("suppress"):
        if asking.machine.what[entry[0]] == "keywords" and asking.says(entry, card):
            reasons.append(tell.of_entry("toglie le parole chiave", entry))
    if not reasons:
        reasons.append(tell.reason("nessuna frase la dà: la parola dice", keyword, decl.text.span or decl.span))
    return Why(f"{tell.name(card)} ha {keyword}", "sì" if has else "no", tuple(reasons))


def why_status(match: Match, card: int, status: str, viewer: Viewer | None = None) -> Why:
    """Whether a card has a status, and each sentence that claims or denies it. Raises ``KeyError`` for no status."""
    tell = Telling(Asking(match), viewer)
    asking = tell.asking
    has = match.status(card, status)
    decl = status_named(asking, status)
    number = list(asking.meaning.statuses).index(decl.name)
    own = bool(asking.s[asking.layout["stat"] + card] >> number & 1)
    reasons = list(
        _flags(
            tell,
            asking.entries(f"status {decl.name}"),
            card,
            f"la fa essere {decl.name}",
            f"non la lascia essere {decl.name}",
        )
    )
    said = decl.name if own else decl.opposite or f"non {decl.name}"
    first = tell.reason(f"di suo è {said}", tell.name(card), decl.span)
    if reasons and own is not (has == (status == decl.name)):
        first = evolve(first, overridden=True, by=reasons[-1].owner)
    return Why(f"{tell.name(card)} è {status}", "sì" if has else "no", (first, *reasons))


def status_named(asking: Asking, status: str) -> StatusDecl:
    """A status by its name or by its opposite's. Raises ``KeyError``."""
    for decl in asking.meaning.statuses.values():
        if status in (decl.name, decl.opposite):
            return decl
    raise KeyError(status)


def _flags(tell: Telling, entries: tuple[Entry, ...], card: int, yes: str, no: str) -> Iterator[Reason]:
    """What claims and what denies something of a card; of several the last has its way, «sempre» over all."""
    asking = tell.asking
    said = [(entry, result) for entry in entries if (result := asking.applies(entry, card)) is not None]
    always = [each for each in said if asking.machine.always[each[0][0]]]
    later = [each for each in said if not asking.machine.printed[each[0][0]]]  # what a card has of its own comes first
    winner = (always or later or said)[-1] if said else None
    for each in said:
        entry, result = each
        over = each is not winner and winner is not None and bool(winner[1]) is not bool(result)
        by = tell.of_entry("", winner[0]).owner if over and winner is not None else ""
        mark = " sempre" if asking.machine.always[entry[0]] else ""
        yield tell.of_entry((yes if result else no) + mark, entry, overridden=over, by=by)


__all__ = ["status_named", "why_keyword", "why_status", "why_value"]
