"""The whole booklet of a game: its sections in the order in which a player learns it."""

from __future__ import annotations

from collections.abc import Mapping

from ..meaning.game import GameMeaning
from ..source import Source
from ..vocabulary.vocabulary import Vocabulary
from . import deck, play, rules, things, words
from .document import Block, Booklet, Link, Paragraph, Run, Section, distinct
from .teller import Teller, listed, lowered


def booklet(game: GameMeaning, vocabulary: Vocabulary, sources: Mapping[str, Source] | None = None) -> Booklet:
    """What a game's text declares, said to a player. With ``sources`` the rule numbers in its comments are cited."""
    tell = Teller(game, vocabulary, sources)
    found = (
        _in_short(tell),
        things.cards(tell),
        things.zones(tell),
        things.counted(tell),
        play.setup(tell),
        *_time(tell),
        rules.ending(tell),
        rules.verbs(tell),
        rules.rules(tell),
        words.keywords(tell),
        rules.orders(tell),
        *(deck.deck(tell, each) for each in game.decks.values()),
        words.glossary(tell),
    )
    sections = tuple(section for section in found if section is not None)
    return distinct(Booklet(game.name, "Il regolamento", "it", "Indice", sections))


def _time(tell: Teller) -> tuple[Section | None, ...]:
    """The turn, what may be done in it, then the other periods."""
    turn, *others = play.periods(tell) or (None,)
    return (turn, play.actions(tell), *others)


def _in_short(tell: Teller) -> Section:
    game = tell.game
    low, high = game.players
    many = f"{low}" if low == high else f"{low}–{high}"
    noun = tell.speaker().noun("giocatore")
    who = f"{many} {noun.singular if high == 1 else noun.plural}"
    own = "Il mazzo è in comune" if game.shared_deck else "Ognuno ha il suo mazzo"
    own = f"{own}{deck.wanted(tell)}."
    die = f" Serve un dado a {game.die_faces} facce." if game.die_faces and _rolls(tell) else ""
    blocks: list[Block] = [Paragraph((f"{game.name} è un gioco di carte per {who}. {own}{die}",))]
    victory = rules.victory(tell)
    if victory:
        blocks.append(Paragraph((f"{victory} Vedi ", Link("come finisce", "come-finisce"), ".")))
    if game.actions:
        links: list[Run] = []
        for action in game.actions.values():
            links += [", "] if links else []
            links.append(Link(lowered(action.name), tell.anchor("azione", action.name)))
        when = f"{'Nella sua' if tell.gender(tell.turn) == 'f' else 'Nel suo'} {tell.turn}"
        blocks.append(Paragraph((f"{when} un giocatore può: ", *links, ".")))
    decks = [Link(each.name, tell.anchor("mazzo", each.name)) for each in game.decks.values()]
    if decks:
        runs: list[Run] = []
        for each in decks:
            runs += [", ", each] if runs else [each]
        blocks.append(Paragraph(("Le carte di questo libretto sono quelle del mazzo ", *runs, ".")))
    return Section("in-breve", "In breve", tuple(blocks))


def _rolls(tell: Teller) -> bool:
    from ..meaning.nodes import RollDie
    from ..meaning.walk import all_of

    return any(True for _ in all_of(tell.game, RollDie))


__all__ = ["booklet", "listed"]
