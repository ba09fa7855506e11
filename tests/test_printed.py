"""What is printed on a card is what a match has, wherever the card lies; and all that a game declares is sometimes so."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from attrs import evolve, frozen

from dsl.meaning.game import CardDecl, DeckDecl, ValueDecl
from interpreter.match import MANY_MATCHES, Game, Match, load
from interpreter.position import Position, PositionError
from tests.printed_heads import Face, Heads

GAMES = Path(__file__).resolve().parent.parent / "games"
FOLDERS = sorted({path.parent for path in GAMES.rglob("*.gioco")})


@frozen
class Laid:
    """A card that lies alone somewhere, and which of its faces it shows."""

    match: Match
    card: int
    where: str
    face: Face
    other: Face


def tables(game: Game) -> Iterator[tuple[Game, DeckDecl, int]]:
    """Each deck at a table, and a seat that plays it; where each has his own all decks are at one table."""
    decks = game.meaning.decks
    if game.meaning.shared_deck:
        yield from ((game.seated(None, [name]), deck, 0) for name, deck in decks.items())
        return
    many = max(len(decks), game.meaning.players[0])
    names = [*decks, *[next(iter(decks))] * (many - len(decks))]
    yield from ((game.seated(many, names), decks[name], seat) for seat, name in enumerate(decks))


def laid(game: Game, card: CardDecl, seat: int, heads: Heads) -> Iterator[Laid]:
    """A card of a seat in each zone in which it can lie, on its front and on its back."""
    front, back = heads.faces(card)
    turned = [status.name for status in game.meaning.statuses.values() if status.shows_back and card.back is not None]
    for zone in game.meaning.zones.values():
        for status in ("", *turned):
            position = Position(game)
            under = hosts(game).get(zone.name)
            host = position.place(under[0], under[1], 0) if under else None
            whose = seat if zone.owner == "player" else None
            try:
                shows = {status: True} if status else None
                number = position.place(card.name, zone.name, whose, host=host, controller=seat, statuses=shows)
                match = position.start()
            except PositionError:
                continue
            shown = bool(status) and match.status(number, status)
            yield Laid(match, number, zone.name, back if shown else front, front if shown else back)


@cache
def hosts(game: Game) -> dict[str, tuple[str, str]]:
    """For each zone of a card one that may be its host, and a zone in which it is."""
    found = {}
    for zone in (zone for zone in game.meaning.zones.values() if zone.owner == "card"):
        for card, where in _open_cards(game):
            position = Position(game)
            try:
                number = position.place(card, where, 0)
                match = position.start()
            except PositionError:
                continue
            if zone.host not in game.meaning.nouns or match.is_noun(number, zone.host):
                found[zone.name] = card, where
                break
    return found


def _open_cards(game: Game) -> Iterator[tuple[str, str]]:
    """Each card of a table, in each zone of a player that lies open."""
    names = dict.fromkeys(card.name for card in game.objects.cards if card.token is None)
    for zone in game.meaning.zones.values():
        if zone.owner == "player" and zone.seen_by == "all":
            yield from ((name, zone.name) for name in names)


def faults(laid: Laid, heads: Heads, values: list[ValueDecl]) -> Iterator[str]:
    """Where a match answers what is not printed; that is not asked of a value of which its own text, or a rule of that zone, speaks."""
    said = " ".join(text for _, text in laid.face.texts)
    ruled = " ".join(rule for rule in heads.rules if laid.where in rule)
    for value in values:
        forms = {form for form, name in heads.values.items() if name == value.name} | set(value.members)
        if any(form in said or form in ruled for form in forms):
            continue
        found = laid.match.value(laid.card, value.name)
        if value.kind in ("number", "cost"):
            wanted = number(value, laid.face)
            if found != wanted:
                yield f"{value.name} {found}, printed {wanted}"
        else:
            assert isinstance(found, tuple)
            yield from wrong_words(value, found, laid.face, heads)
    for may_be in laid.face.words:
        if not any(word in words_of(laid, name) for name, word in may_be):
            yield f"{may_be} is nowhere"


def number(value: ValueDecl, face: Face) -> int:
    """What a face prints of a number or a cost; what is so without being printed."""
    if value.kind == "cost":
        signs = face.signs.get(value.name, [])
        return sum(int(sign) if sign.isdigit() else sign != "X" for sign in signs)
    missing = value.missing if isinstance(value.missing, int) else 0
    return face.numbers.get(value.name, missing)


def wrong_words(value: ValueDecl, found: tuple[str, ...], face: Face, heads: Heads) -> Iterator[str]:
    """Words that a value has and the card does not print, or the other way round."""
    if value.of_cost:
        signs = {heads.of_signs[sign] for sign in face.signs.get(value.of_cost, ()) if sign in heads.of_signs}
        if signs != set(found):
            yield f"{value.name} {found}, signs {signs}"
        return
    printed = {word for may_be in (*face.words, *face.later) for name, word in may_be if name == value.name}
    certain = [word for may_be in face.words if {name for name, _ in may_be} == {value.name} for _, word in may_be]
    without = value.missing if isinstance(value.missing, tuple) else ()
    if not set(found) <= printed and found != without:
        yield f"{value.name} {found}, printed {printed}"
    if value.kind == "bag":
        if sorted(found) != sorted(certain):
            yield f"{value.name} {found}, printed {certain}"
    elif not set(certain) <= set(found):
        yield f"{value.name} {found}, printed {certain}"


def words_of(laid: Laid, name: str) -> tuple[str, ...]:
    found = laid.match.value(laid.card, name)
    return found if isinstance(found, tuple) else ()


@pytest.mark.parametrize("quick", [False, True], ids=["as written", "short"])
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_card_has_what_it_prints(folder: Path, quick: bool) -> None:
    game = load(folder)
    heads = Heads(folder, game.meaning)
    printed = [v for v in game.meaning.values.values() if v.owner == "card" and (v.printed or v.of_cost is not None)]
    places, wrong = 0, []
    for table, deck, seat in tables(game):
        if quick:
            table.expect(MANY_MATCHES)
        for card in deck.cards:
            lying = list(laid(table, card, seat, heads))
            places += len(lying)
            wrong += [f"{card.name}, {one.where}: {fault}" for one in lying for fault in faults(one, heads, printed)]
            wrong += [f"{card.name} {fault}" for fault in wrong_keywords(table, card, lying, heads)]
    assert not wrong
    assert places > len(game.cards)


def wrong_keywords(game: Game, card: CardDecl, lying: list[Laid], heads: Heads) -> Iterator[str]:
    """A sentence that is only the name of a keyword gives it where the text is in force; none is there that is never named."""
    names, lines = heads.names["parola chiave"], " ".join(heads.lines(card))
    labelled = {label.keyword for label in game.meaning.labels.values()}
    alone = {names[one] for one in _sentences(game, heads.faces(card)) if one in names}
    for keyword in sorted(game.meaning.keywords.keys() - labelled):
        somewhere = any(one.match.keyword(one.card, keyword) for one in lying)
        named = any(form in lines for form, name in names.items() if name == keyword)
        if keyword in alone and not somewhere:
            yield f"never has {keyword}"
        if not named and somewhere:
            yield f"has {keyword} without a word of it"


def _sentences(game: Game, faces: tuple[Face, Face]) -> Iterator[str]:
    """The sentences of the texts that are in force of themselves and speak of the card on which they stand."""
    for head, text in (each for face in faces for each in face.texts):
        slots = [slot for slot in game.meaning.texts.values() if head.startswith(slot.name)]
        slot = max(slots, key=lambda slot: len(slot.name), default=None)
        if slot is not None and slot.in_force is not None and not slot.of_host:
            yield from (sentence.strip() for sentence in text.split("."))


def test_what_is_not_so_is_found() -> None:
    """A card that lies in a match, held against faces that print something else."""
    folder = GAMES / "modello"
    game = load(folder)
    heads = Heads(folder, game.meaning)
    (value,) = [value for value in game.meaning.values.values() if value.owner == "card"]
    table, deck, seat = next(tables(game))
    one = next(laid(table, deck.cards[1], seat, heads))
    printed = one.face.numbers[value.name]
    assert not list(faults(one, heads, [value]))
    assert list(faults(evolve(one, face=Face({value.name: printed + 1})), heads, [value]))
    assert list(faults(evolve(one, face=evolve(one.face, words=[{(value.name, "Prova")}])), heads, [value]))
    assert next(wrong_words(evolve(value, kind="members"), ("Prova",), one.face, heads), None)
