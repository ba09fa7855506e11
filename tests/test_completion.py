"""Completion of wordings: at every place of every wording the word that stands there is offered, and each offer leads on."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from dsl.completion import Completer, Completion
from dsl.load import Loaded, load
from dsl.meaning.nodes import Self
from dsl.syntax.reading import Fate, Start, TextContext
from dsl.syntax.reading_cache import read_text
from dsl.vocabulary.lexer import PIECE
from dsl.vocabulary.spelling import fold

GAMES = Path(__file__).resolve().parent.parent / "games"
USED = TextContext(Start.CARD_USED, subject=Self())
IN_FORCE = TextContext(Start.CARD_CONTINUOUS, subject=Self())


@cache
def bless() -> Loaded:
    return load(GAMES / "bless")


def wordings() -> list[tuple[TextContext, str]]:
    """The wordings of the deck, each once, with what it must be."""
    meaning = bless().meaning
    assert meaning is not None
    found = {
        (IN_FORCE if meaning.texts[slot].in_force else USED, text): None
        for deck in meaning.decks.values()
        for card in deck.cards
        for slot, text in card.wordings.items()
    }
    return list(found)


@cache
def completer(without: str = "") -> Completer:
    """A completer that knows the wordings of the deck, all or without one."""
    return Completer(bless().vocabulary, [(text, context.start) for context, text in wordings() if text != without])


def offers(text: str, context: TextContext = USED) -> dict[str, Completion]:
    return {each.text: each for each in completer().next_words(text, context)}


def leads_on(offer: Completion, head: str, whole: str) -> bool:
    """Whether an offer is what stands after the head in the whole."""
    stop = offer.at + len(offer.text)
    said = fold(head[: offer.at] + offer.text)
    ends_there = not (offer.text[-1].isalpha() and whole[stop : stop + 1].isalpha())
    return stop > len(head) and fold(whole).startswith(said) and ends_there


@pytest.mark.parametrize("part", range(8))
def test_every_place_of_every_wording_offers_its_word(part):
    missing = [
        (head, whole[len(head) :])
        for context, whole in wordings()[part::8]
        for head in (whole[: piece.start()] for piece in PIECE.finditer(whole))
        if not any(leads_on(offer, head, whole) for offer in completer().next_words(head, context))
    ]
    assert missing == []


def test_every_witness_is_understood_without_a_slip():
    places = [(c, w, p.start()) for c, w in wordings() for p in PIECE.finditer(w)][::13]
    witnesses = {
        (offer.witness, context)
        for context, whole, at in places
        for offer in completer().next_words(whole[:at], context)
        if offer.witness is not None
    }
    assert len(witnesses) > 200
    for witness, context in witnesses:
        reading = read_text(witness, context, bless().vocabulary)
        assert reading.fate is Fate.UNDERSTOOD, witness
        assert not any(problem.code == "S004" for problem in reading.problems), witness


def test_most_places_of_a_wording_that_the_texts_do_not_have():
    """Without the wording itself: what its words are is learned from the others."""
    found, many = 0, 0
    for context, whole in wordings()[::12]:
        for piece in PIECE.finditer(whole):
            head = whole[: piece.start()]
            many += 1
            found += any(leads_on(offer, head, whole) for offer in completer(whole).next_words(head, context))
    assert found / many > 0.6


@pytest.mark.parametrize(
    ("head", "yes", "no"),
    [
        ("Spezza una tua ", {"Maledizione", "Preghiera"}, {"Maledizioni", "Preghiere", "Impatto", "tuo", "può"}),
        ("Spezza due tue ", {"Maledizioni"}, {"Maledizione"}),
        ("Le tue Ombra ", {"hanno"}, {"ha", "può", "Corrotta"}),
        ("La Maledizione bersaglio ", {"ha"}, {"hanno", "Corrotte"}),
        ("Corrompi la ", {"Maledizione"}, {"Maledizioni", "Ombre", "una"}),
        ("Pesca ", {"una"}, {"pesca"}),
    ],
)
def test_only_forms_that_agree_are_offered(head, yes, no):
    found = set(offers(head))
    assert yes <= found
    assert not no & found


@pytest.mark.parametrize(
    ("head", "offer"),
    [
        ("Pesca una car", "carta"),
        ("Ogni volta ", "che"),
        ("Rimuovi ", "la Stasi"),
        ("Pesca una carta", "."),
        ("Se hai 2 Eco", ","),
        ("CAL", "CALO:"),
        ("Pesca 2 carte. Sca", "scarta"),
        ("Ha +", "+2"),
        ("Spezza tutte le Omb", "Ombra"),
    ],
)
def test_what_has_been_begun_is_finished(head, offer):
    assert offer in offers(head, IN_FORCE if head.startswith(("Ha", "CAL")) else USED)


def test_articles_sound_right():
    assert not any(word[:1] in "aeiouAEIOU" for word in offers("Pesca la ") if word.isalpha())
    assert all(word[:1] in "aeiouAEIOU" for word in offers("Se l'", IN_FORCE) if word.isalpha())


@pytest.mark.parametrize("head", ["Xyzzy ", "Spezza spezza il ", "(((", "Ha Ha Ha ", "\n\n", "«", "." * 50])
def test_after_what_cannot_be_read_nothing_is_made_up(head):
    for offer in completer().next_words(head, USED):
        assert offer.witness is None or read_text(offer.witness, USED, bless().vocabulary).fate is Fate.UNDERSTOOD


def test_a_game_without_texts_completes_too():
    empty = Completer(bless().vocabulary)
    assert "spezza" in {each.text for each in empty.next_words("spe", USED)}
    assert empty.next_words("Spezza una ", USED)
