"""What lies on the table: what is printed on a card, what a card can be, what is counted, the zones."""

from __future__ import annotations

from collections.abc import Iterator

from ..meaning import nodes as n
from ..meaning.game import NounDecl, Reach, StatusDecl, TextSlot, ValueDecl, ZoneDecl
from ..meaning.said.italian_phrase import capital
from ..meaning.said.parts import PLAYER
from ..meaning.walk import all_of
from ..vocabulary.inflection import Mood
from ..vocabulary.vocabulary import Kind
from .document import Block, Grid, Item, Listing, Paragraph, Runs, Section, Strong
from .spoken import RuleSpeaker
from .teller import Teller, listed, strong

SEEN = {"all": "tutti", "owner": "il suo giocatore", "nobody": "nessuno"}


# -- cards


def cards(tell: Teller) -> Section:
    """What stands on a card and what it can be."""
    game = tell.game
    kinds = {slot.kind_value for slot in game.texts.values()}
    printed = [v for v in game.values.values() if v.owner == "card" and v.printed and v.name not in kinds]
    blocks: list[Block] = []
    if printed:
        blocks.append(Paragraph(("Ogni carta ha un nome. Vi sono stampati anche:",)))
        blocks.append(Listing(tuple(Item(_printed(tell, value)) for value in printed)))
    if game.texts:
        one = "Una carta può avere un testo:" if len(game.texts) == 1 else "Una carta può avere questi testi:"
        blocks += [Paragraph((one,)), Listing(tuple(Item(_slot(tell, slot)) for slot in game.texts.values()))]
    blocks += _sets_and_tables(tell)
    return Section("le-carte", "Le carte", tuple(blocks), tuple(_what_a_card_is(tell)))


def _printed(tell: Teller, value: ValueDecl) -> Runs:
    return (*strong(value.name, f": {_kind(value)}."), *tell.reference(value.span))


def _kind(value: ValueDecl) -> str:
    """What a value is: «un numero», «uno tra Lana e Erba»."""
    if value.kind in ("member", "members", "bag") and not value.members:
        return "parole che dà il mazzo"
    low = f"non scende mai sotto {value.minimum}" if value.minimum is not None else ""
    match value.kind:
        case "member":
            return f"una parola tra {listed(value.members)}"
        case "members":
            return f"una o più parole tra {listed(value.members)}"
        case "bag":
            return f"quante parole si vuole tra {listed(value.members)}, anche ripetute"
        case "player":
            return "un giocatore; all'inizio nessuno"
        case "word":
            return "una parola"
        case "cost":
            return "un costo, in segni o in un numero"
    start = f"comincia da {value.start}" if not value.printed and value.start is not None else ""
    high = "" if value.maximum is None else f"non sale mai sopra {value.maximum}"
    if value.maximum == "start":
        high = "non sale mai sopra ciò con cui comincia"
    told = listed([part for part in (start, low, high) if part])
    return f"un numero, che {told}" if told else "un numero"


def _slot(tell: Teller, slot: TextSlot) -> Runs:
    standing = next(all_of(slot.in_force, n.IsKind), None)
    if standing is not None:
        when = f"vale finché la carta è {tell.a(standing.noun)}"
    else:
        when = "si compie quando si usa"
    kind = tell.game.values.get(slot.kind_value or "")
    beside = ""
    if kind is not None and kind.members:
        beside = f" Dopo il suo nome si legge {tell.the(kind.name)}: {listed(kind.members, 'o')}."
    return (*strong(slot.name, f": {when}.{beside}"), *tell.reference(slot.span))


def _sets_and_tables(tell: Teller) -> Iterator[Block]:
    for each in tell.game.member_sets.values():
        which = f": si dice di una carta che ha insieme {listed(each.members)}."
        yield Paragraph((Strong(each.name), which, *tell.reference(each.span)))
    for table in tell.game.tables.values():
        about = f", per ogni {tell.speaker().noun(table.value).singular}" if table.value is not None else ""
        yield Paragraph((Strong(table.name), f"{about}:", *tell.reference(table.span)))
        head = table.columns or (table.name,)
        rows = tuple(((row,), *((cell,) for cell in cells)) for row, cells in table.rows.items())
        yield Grid((((table.value or "",),) + tuple((name,) for name in head)), rows)


def _what_a_card_is(tell: Teller) -> Iterator[Section]:
    nouns = [Item(_noun(tell, noun)) for noun in tell.game.nouns.values()]
    statuses = [Item(_status(tell, status)) for status in tell.game.statuses.values()]
    if nouns:
        yield Section("che-cosa-puo-essere-una-carta", "Che cosa può essere una carta", (Listing(tuple(nouns)),))
    if statuses:
        yield Section("come-sta-una-carta", "Come sta una carta", (Listing(tuple(statuses)),))


def _noun(tell: Teller, noun: NounDecl) -> Runs:
    also = f" Si dice anche {listed(noun.aliases)}." if noun.aliases else ""
    of = {"card": " di una carta", "player": " di un giocatore", None: ""}.get(noun.of)
    of = f" {tell.of_a(noun.of)}" if of is None and noun.of is not None else of
    return (*strong(noun.name, f"{of}: {noun_told(tell, noun)}.{also}"), *tell.reference(noun.span))


def noun_told(tell: Teller, noun: NounDecl) -> str:
    """What a noun means: «una carta nella Cinta»."""
    if noun.condition is not None:
        what = tell.game.implied_noun
        parts = noun.condition.parts if isinstance(noun.condition, n.Or) else (noun.condition,)
        places = [part.place for part in parts if isinstance(part, n.IsIn)]
        if len(places) == len(parts):
            thing = "un segnalino" if noun.name in tell.game.tokens else tell.a(what)
            return f"{thing} {listed(map(tell.speaker().where, places), 'o')}"
        return f"{tell.a(what)} che {tell.speaker().of(noun.condition, what)}"
    match noun.stands_for:
        case n.Opponent():
            return "l'avversario"
        case n.PlayerOf(period=period):
            return f"il giocatore {tell.of_the(period, 'di')}"
    if noun.spots:
        zones = [tell.of_the(zone, "di", Kind.ZONE) for zone in noun.spots]
        return f"un posto {listed(zones, 'o')}"
    match noun.relation:
        case "controller":
            return "il giocatore che l'ha giocata"
        case "owner":
            return "il giocatore a cui appartiene"
        case "host":
            return "ciò a cui la carta è legata"
        case "participant":
            return f"{listed(noun.participants, 'o')}, {tell.of_the(noun.period or '', 'in')}"
    return "un nome di ciò che le regole dicono"


def _status(tell: Teller, status: StatusDecl) -> Runs:
    return (*status_told(tell, status), *tell.reference(status.span))


def status_told(tell: Teller, status: StatusDecl) -> Runs:
    """«Una Torre è Salda o Incrinata: all'inizio è Salda.»"""
    noun = status.of or tell.game.implied_noun
    thing = capital(tell.a(noun))
    born = status.of not in (None, tell.game.implied_noun, PLAYER)
    spot = noun in tell.game.nouns and bool(tell.game.nouns[noun].spots)
    becomes = born and not spot and noun in tell.game.nouns
    when = f"Appena una carta diventa {tell.a(noun)}" if becomes else "All'inizio"
    speaker = tell.speaker()
    on = _said_of(speaker, status.name, noun)
    if status.opposite is None:
        start = f"{when}, {'è' if status.starts else 'non è'} {on}."
        return (f"{thing} può essere ", Strong(on), f". {start}")
    off = _said_of(speaker, status.opposite, noun)
    start = on if status.starts else off
    return (f"{thing} è ", Strong(off), " o ", Strong(on), f". {when}, è {start}.")


def _said_of(speaker: RuleSpeaker, status: str, noun: str) -> str:
    return speaker.words.status(status).form(speaker.noun(noun).gender, "s")


# -- what is counted


def counted(tell: Teller) -> Section | None:
    """What the players and the game keep count of."""
    kept = [value for value in tell.game.values.values() if not (value.owner == "card" and value.printed)]
    if not kept:
        return None
    blocks: list[Block] = []
    for owner, words in (("player", "Di ogni giocatore:"), ("game", "Di tutta la partita:"), (None, "Di altro:")):
        known = ("player", "game")
        mine = [v for v in kept if v.owner == owner or (owner is None and v.owner not in known)]
        if mine:
            items = tuple(Item(_counted(tell, value)) for value in mine)
            blocks += [Paragraph((words,)), Listing(items)]
    return Section("di-che-cosa-si-tiene-conto", "Di che cosa si tiene conto", tuple(blocks))


def _counted(tell: Teller, value: ValueDecl) -> Runs:
    short = next((x.singular for x in tell.vocabulary.lexemes if x.kind is Kind.VALUE and x.name == value.name
                  and not x.preferred and x.singular.isupper()), "")  # fmt: skip
    owner = tell.game.implied_noun if value.owner == "card" else value.owner
    of = "" if value.owner in ("player", "game") else f" di ogni {tell.speaker().noun(owner).singular}"
    name = f"{value.name} ({short})" if short else value.name
    return (*strong(name, f"{of}: {_kind(value)}{_reckoned(tell, value)}."), *tell.reference(value.span))


def _reckoned(tell: Teller, value: ValueDecl) -> str:
    """How a value that is not kept is found: «, cioè il numero di Lane nel suo Armadio»."""
    if value.derived is None:
        return ""
    speaker = tell.speaker()
    if value.owner != "game":
        speaker.introduce("of", "giocatore" if value.owner == "player" else tell.game.implied_noun)
    return f", cioè {speaker.phrase(value.derived)}"


# -- zones


def zones(tell: Teller) -> Section:
    """Where cards lie, and who sees them."""
    entered = {move.to.zone for move in all_of(tell.game, n.Move) if isinstance(move.to, n.Place)}
    rows = tuple(_zone_row(tell, zone, zone.name in entered) for zone in tell.game.zones.values())
    head: tuple[Runs, ...] = (("Zona",), ("Di chi",), ("Chi vede le carte",), ("Che cosa ricordare",))
    blocks: list[Block] = [Grid(head, rows)]
    for place in tell.game.places.values():
        together = "insieme, " if len(place.zones) > 1 else ""
        where = f": {together}{listed(place.zones)}."
        blocks.append(Paragraph((*strong(capital(tell.the(place.name)), where), *tell.reference(place.span))))
    blocks += _implied(tell)
    blocks += _directions(tell)
    return Section("le-zone", "Le zone", tuple(blocks))


def _directions(tell: Teller) -> Iterator[Block]:
    """The words of geometry: from each place what they lead to."""
    if not tell.game.directions:
        return
    yield Paragraph(("Le parole che dicono dove, da un posto agli altri (N è il numero del posto da cui si guarda):",))
    items = []
    for each in tell.game.directions.values():
        parts = [_from(zone, spot, reaches) for zone, spot, reaches in each.rows]
        parts += [f"ciò che è {listed(each.union, 'o')}"] if each.union else []
        items.append(Item((*strong(each.name, f": {'; '.join(parts)}."), *tell.reference(each.span))))
    yield Listing(tuple(items))


def _from(zone: str, spot: str | None, reaches: tuple[Reach, ...]) -> str:
    return f"da {spot or zone}: {listed([_reach(each) for each in reaches])}"


_SIDES = {"own": "", "opposing": " dell'avversario", "all": " di tutti"}


def _reach(reach: Reach) -> str:
    number = "" if reach.offset is None else f" N{reach.offset:+d}" if reach.offset else " N"
    return f"{reach.spot or reach.zone}{number}{_SIDES[reach.side]}"


def _zone_row(tell: Teller, zone: ZoneDecl, entered: bool) -> tuple[Runs, ...]:
    return (
        (Strong(zone.name), *tell.reference(zone.span)),
        (zone_owner(tell, zone),),
        (_seen(zone),),
        (_remarks(tell, zone, entered),),
    )


def zone_owner(tell: Teller, zone: ZoneDecl) -> str:
    """Whose a zone is: «di tutti», «di ogni giocatore», «di ogni Torre»."""
    if zone.owner == "shared":
        return "di tutti"
    return "di ogni giocatore" if zone.owner == "player" else f"di ogni {tell.speaker().noun(zone.host or '').singular}"


def _seen(zone: ZoneDecl) -> str:
    seen = SEEN[zone.seen_by]
    if zone.seen_by != zone.count_seen_by and zone.count_seen_by in SEEN:
        many = {"all": "tutti", "owner": "il suo giocatore", "nobody": "nessuno"}[zone.count_seen_by]
        return f"{seen}; quante sono lo {'sanno' if many == 'tutti' else 'sa'} {many}"
    return seen


_ARRIVALS = {
    "active_player_first": "se ne arrivano più insieme, prima quelle del giocatore di {turn}",
    "owner_orders": "se ne arrivano più insieme, le ordina il loro giocatore",
    "random": "se ne arrivano più insieme, si dispongono a caso",
}


def _remarks(tell: Teller, zone: ZoneDecl, entered: bool) -> str:
    said: list[str] = []
    if zone.ordered:
        said.append("una pila, in ordine")
    if zone.capacity is not None:
        said.append(f"al massimo {tell.number(zone.capacity, tell.game.implied_noun)}")
    if zone.spots:
        said.append(_spots(tell, zone))
    if zone.ordered and entered and not zone.shuffled_on_return:
        said.append(_ARRIVALS[zone.arrivals].format(turn=tell.turn))
    if zone.shuffled_on_return and zone.shuffled_on_search:
        said.append("si mescola quando una carta ci torna e dopo che vi si è cercato")
    elif zone.shuffled_on_return or zone.shuffled_on_search:
        said.append(
            "si mescola quando una carta ci torna" if zone.shuffled_on_return else "si mescola dopo che vi si è cercato"
        )
    if zone.may_fail:
        said.append("chi vi cerca una carta di un certo genere può non trovarla")
    if zone.relation is not None:
        said.append(f"ciò che vi sta è {zone.relation} alla carta che lo ospita")
    if zone.within is not None:
        said.append(f"ciò che vi sta è anche {tell.speaker().place(n.Place(zone.within)).after('in')}")
    if zone.host_leaves is not None:
        verb = tell.speaker().words.verb(zone.host_leaves)
        said.append(f"quando quella esce, ciò che vi sta si {verb.form(Mood.PRESENT, '3s')}")
    return capital("; ".join(said)) + ("." if said else "")


def _spots(tell: Teller, zone: ZoneDecl) -> str:
    """«4 posti, una carta su ciascuno»; or their names."""
    what = f"{len(zone.spots)} posti" if zone.numbered else f"posti: {listed(zone.spots)}"
    return f"{what}, {tell.number(zone.per_spot, tell.game.implied_noun)} su ciascuno"


def _implied(tell: Teller) -> Iterator[Block]:
    """Where a thing is meant to be when nobody says it."""
    kinds = {
        "member": "una parola stampata (come {member})",
        "target": "un bersaglio",
        "value": "un valore",
        "person": "la carta di un giocatore",
    }
    found: dict[str, list[str]] = {}
    first = next((v.members[0] for v in tell.game.values.values() if v.members), "")
    for key, place in tell.vocabulary.implied_places.items():
        kind, _, member = key.partition(" ")  # «member X»: where that word alone is meant to be
        words = member or kinds[kind].format(member=first)
        found.setdefault(place, []).append(words)
    for name, things in found.items():
        where = tell.speaker().where(n.Place(name))
        yield Paragraph((f"Se una carta nomina {listed(things, 'o')} e non dice dove, si intende {where}.",))
