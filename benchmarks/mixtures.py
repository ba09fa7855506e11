"""Wordings that nobody wrote: those of a game's decks and of the corpus, cut into sentences and clauses and mixed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

from attrs import frozen

from dsl.explain import Wording, wordings_of_cards
from dsl.load import Loaded
from dsl.meaning.from_blocks.cards import field_named
from dsl.vocabulary.lexer import lexer_of

ROOT = Path(__file__).resolve().parent.parent
GAMES = ROOT / "games"
CORPUS = ROOT / "tests" / "corpus"
#: So many draws for each mixture that is wanted: short lists give the same one again and again.
MOST_DRAWS = 20


@frozen
class Mixture:
    """A wording made of pieces of others, the field that it is read in, and the whole sentences that it is made of, if any."""

    field: str
    text: str
    parts: tuple[str, ...] = ()


def corpus_rows() -> Iterator[list[str]]:
    """The rows of all lists of the corpus."""
    for path in sorted(CORPUS.glob("*.tsv")):
        for line in path.read_text("utf-8").splitlines():
            if line.strip() and not line.startswith("#"):
                yield line.split("\t")


def wordings_of_corpus(game: str, loaded: Loaded) -> Iterator[Wording]:
    """What the lists hold that can be of a game: a column that is one of its fields, and in the next a wording of words that it
    knows. A row that opens with the name of a game is of that game alone."""
    games, lexer = {path.name for path in GAMES.iterdir()}, lexer_of(loaded.vocabulary)
    for row in corpus_rows():
        if row[0] in games and row[0] != game:
            continue
        at = next((at for at, name in enumerate(row[:-1]) if loaded.slot_named(name) is not None), None)
        if at is not None and all(word.senses for word in lexer.words(row[at + 1].replace("\\n", "\n"))):
            yield Wording(row[at + 1], row[at], None)


def sentences(text: str) -> list[str]:
    """The sentences of a wording, without their full stops."""
    return [each.strip() for each in text.replace("\\n", " ").rstrip(". ").split(". ") if each.strip()]


def wordings_by_place(game: str, loaded: Loaded) -> dict[str, list[Wording]]:
    """The wordings of a game under the place that they stand in: those of one place are mixed.

    What else the head of a field says of a card («Attacco Veloce, Costo 3») makes no other place."""
    assert loaded.meaning is not None
    places: dict[str, dict[str, Wording]] = {}
    for each in (*wordings_of_cards(loaded), *wordings_of_corpus(game, loaded)):
        place = field_named(each.field, loaded.meaning, loaded.vocabulary)
        if place is not None:
            places.setdefault(f"{place.slot.name} {place.member or ''}", {}).setdefault(each.text, each)
    return {name: list(places[name].values()) for name in sorted(places) if len(places[name]) > 1}


def mixtures(places: dict[str, list[Wording]], number: int, seed: str) -> list[Mixture]:
    """So many different mixtures, the same for a seed; fewer where the wordings give no more."""
    chooser, found = Random(seed), dict[tuple[str, str], Mixture]()
    for _ in range(MOST_DRAWS * number if places else 0):
        wordings = places[chooser.choice(list(places))]
        mixed = _mixed(chooser, chooser.choice(wordings), chooser.choice(wordings))
        found.setdefault((mixed.field, mixed.text), mixed)
        if len(found) == number:
            break
    return list(found.values())


def _mixed(chooser: Random, one: Wording, other: Wording) -> Mixture:
    """A sentence of each in one of five ways: beside each other, joined, or a clause of one in the other."""
    first, second = chooser.choice(sentences(one.text)), chooser.choice(sentences(other.text))
    head, tail = first.split(", "), second.split(", ")
    whole = (f"{first}.", f"{second}.")
    match chooser.randrange(5):
        case 0:
            return Mixture(one.field, f"{first}. {second}.", whole)
        case 1:
            text = ", ".join((head[0], *(tail[1:] or [_small(tail[0])])))
        case 2 if len(head) > 1:
            text = ", ".join((*head[:-1], _small(tail[-1])))
        case 3:
            return Mixture(one.field, f"{first} e {_small(second)}.", whole)
        case _:
            text = f"{first}, {_small(tail[0])}"
    return Mixture(one.field, f"{text}.")


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]


__all__ = ["CORPUS", "GAMES", "Mixture", "mixtures", "sentences", "wordings_by_place"]
