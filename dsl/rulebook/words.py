"""The words to look up: keywords and labels with what they stand for, and the glossary of all that is declared."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from ..meaning.game import KeywordDecl, LabelDecl, PeriodDecl, ValueDecl
from ..meaning.said.italian_phrase import capital
from .document import Block, Entries, Entry, Link, Run, Section
from .play import action_cost
from .rules import forms_told
from .teller import Teller, listed, lowered
from .things import noun_told, status_told, zone_owner


def keywords(tell: Teller) -> Section | None:
    """The keywords with the sentences that they stand for, and the labels with their occasion."""
    game = tell.game
    entries = [_keyword(tell, keyword) for keyword in game.keywords.values()]
    sections: list[Section] = []
    if game.labels:
        labels = tuple(_label(tell, label) for label in game.labels.values())
        sections.append(Section("le-etichette", "Parole seguite da due punti", (Entries(labels),)))
    if not entries and not sections:
        return None
    blocks: tuple[Block, ...] = (Entries(tuple(entries)),) if entries else ()
    return Section("le-parole-chiave", "Le parole chiave", blocks, tuple(sections))


def _label(tell: Teller, label: LabelDecl) -> Entry:
    said = [tell.occasion(label.when)] if label.when is not None else []
    if label.limit is not None and label.per is not None:
        times = "una volta" if label.limit == 1 else f"{label.limit} volte"
        each = "tra tutte" if label.shared else "ciascuna"
        said.append(f"Dove nient'altro la fa scattare, si usa {times} per {label.per}, {each}.")
    if label.steps is not None:
        said.append(f"{capital(tell.speaker().told(label.steps))}.")
    if label.one_of:
        said.append("Di più, stampate su una carta, se ne fa una, a scelta.")
    if label.more_parts is not None:
        said.append("Se le parti sono più di due, il dado le divide in fasce uguali, nell'ordine.")
    if label.keyword is not None:
        said.append(f"La carta ha {label.keyword}.")
    told = (" ".join(said), *tell.reference(label.span))
    return Entry(tell.anchor("etichetta", label.name), label.name, told, kind="etichetta")


def _keyword(tell: Teller, keyword: KeywordDecl) -> Entry:
    kind = keyword.type_of or "parola chiave"
    anchor = tell.anchor("parola chiave", keyword.name)
    return Entry(anchor, keyword.name, (tell.text(keyword.text), *tell.reference(keyword.span)), kind=kind)


# -- glossary


def glossary(tell: Teller) -> Section:
    """Every declared word in alphabetical order, each with what it is in a line."""
    entries = sorted(_entries(tell), key=lambda entry: (alphabetical(entry.name), entry.kind))
    return Section("glossario", "Glossario", (Entries(tuple(entries), short=True),))


def alphabetical(text: str) -> str:
    """A key of the alphabet: case and accents do not count."""
    return "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))


def _entries(tell: Teller) -> Iterator[Entry]:
    game = tell.game

    def entry(kind: str, name: str, *runs: Run, see: str | None = None) -> Entry:
        last: tuple[Run, ...] = (" ", Link("→", see)) if see else ()
        return Entry(tell.anchor(f"glossario {kind}", name), name, (*runs, *last), kind=kind)

    for zone in game.zones.values():
        yield entry("zona", zone.name, f"{capital(zone_owner(tell, zone))}.", see="le-zone")
    for place in game.places.values():
        yield entry("luogo", place.name, f"{listed(place.zones)}.", see="le-zone")
    for noun in game.nouns.values():
        yield entry("nome", noun.name, f"{capital(noun_told(tell, noun))}.", see="che-cosa-puo-essere-una-carta")
    for status in game.statuses.values():
        yield entry("stato", status.name, *status_told(tell, status), see="come-sta-una-carta")
        if status.opposite is not None:
            yield entry("stato", status.opposite, "Il contrario di ", status.name, ".", see="come-sta-una-carta")
    for value in game.values.values():
        yield entry("valore", value.name, _value(tell, value))
        for member in value.members:
            if member not in game.keywords:
                yield entry("parola", member, f"{capital(tell.a(value.name))}.", see="le-carte")
    for each in game.member_sets.values():
        yield entry("parola", each.name, f"{listed(each.members)}.", see="le-carte")
    for table in game.tables.values():
        yield entry("tavola", table.name, "Dice una parola per ogni altra.", see="le-carte")
    actions = {action.name.casefold() for action in game.actions.values()}
    for verb, frames in tell.verbs.items():
        if verb.casefold() in actions:
            continue
        yield entry("verbo", verb, forms_told(tell, frames[0]), see=tell.anchor("verbo", verb))
    for claim in game.claims.values():
        said = f"{capital(tell.speaker().form(claim.form))}."
        yield entry("pretesa", claim.name, said, see=tell.anchor("pretesa", claim.name))
    for period in game.periods.values():
        yield entry("tempo", period.name, _period(tell, period))
    for action in game.actions.values():
        same = tell.verbs.get(lowered(action.name))
        said = f" {forms_told(tell, same[0])}" if same else ""
        yield entry(
            "azione", action.name, f"Costa {action_cost(tell, action)}.{said}", see=tell.anchor("azione", action.name)
        )
    for keyword in game.keywords.values():
        yield entry(
            "parola chiave", keyword.name, tell.text(keyword.text), see=tell.anchor("parola chiave", keyword.name)
        )
    for label in game.labels.values():
        yield entry("etichetta", label.name, tell.occasion(label.when), see=tell.anchor("etichetta", label.name))


_OWNERS = {"card": "delle carte", "player": "di ogni giocatore", "game": "di tutta la partita"}


def _value(tell: Teller, value: ValueDecl) -> str:
    of = _OWNERS.get(value.owner) or tell.of_a(value.owner)
    what = {"number": "Un numero", "player": "Un giocatore", "word": "Una parola"}.get(value.kind)
    printed = ", stampato" if what == "Un numero" else ", stampata"
    among = f"Una parola tra {listed(value.members)}" if value.members else "Una parola"
    return f"{what or among}{printed if value.printed else ''}, {of}."


def _period(tell: Teller, period: PeriodDecl) -> str:
    whole = next((each for each in tell.game.periods.values() if period.name in each.parts), None)
    of = f"Parte {tell.of_the(whole.name, 'di')}." if whole is not None else "Un tempo del gioco."
    return f"{of} Contiene {listed(period.parts)}." if period.parts else of
