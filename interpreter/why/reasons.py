"""A reason: something in the text that has a say, with its place and its words; and how things are called in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import evolve, field, fields, frozen, has

from dsl.meaning import nodes as n
from dsl.meaning.nodes import Span
from dsl.source import Source

from ..match import Match
from ..tell import SEATS, phrase, spot_name
from ..view import may_see
from .asking import Asking, Scope

_ME, _YOU, _IT = "#me", "#you", "#it"
HIDDEN = "una carta"


@frozen
class Reason:
    """Something that had a say: its words, their place, the card or the rule that has them.

    ``holds``: of a condition, whether it is so now. ``overridden`` by what ``by`` names. ``parts``: the halves of which
    it is made, and what it rests on.
    """

    text: str
    owner: str = ""
    span: Span | None = None
    words: str = ""
    overridden: bool = False
    holds: bool | None = None
    by: str = ""
    parts: tuple[Reason, ...] = ()
    obvious: bool = False  # goes without saying as long as it holds


@frozen
class Why:
    """A question about a match, its answer, and the reasons in the order in which they count."""

    subject: str
    answer: str
    reasons: tuple[Reason, ...] = ()


@frozen
class Viewer:
    """Who asks: ``seat`` None sees all.

    ``places``: where the wording of an invented card stands, by card and field (the card itself under «»); ``texts`` the
    files that they are in, by name.
    """

    seat: int | None = None
    places: Mapping[tuple[str, str], Span] = field(factory=dict)
    texts: Mapping[str, Source] = field(factory=dict)


class Telling:
    """The things and sentences of one state in words, for one viewer."""

    def __init__(self, asking: Asking, viewer: Viewer | None = None) -> None:
        self.asking = asking
        self.match: Match = asking.match
        self.game = asking.game
        self.viewer = viewer or Viewer()

    # -- names -------------------------------------------------------------------------------------------------

    def name(self, x: Any) -> str:
        """A card's name (of one that the viewer does not see, only that it is one), a player's letter."""
        if x is None:
            return "nessuno"
        if isinstance(x, (tuple, list)):
            return ", ".join(self.name(y) for y in x)
        if not isinstance(x, int):
            return str(x)
        if x < 0:
            return SEATS[-1 - x]
        if self.game.is_spot(x):
            return spot_name(self.match, x)
        return self.match.card_name(x) if self.sees(x) else HIDDEN

    def sees(self, card: int) -> bool:
        """Whether the viewer knows which card it is."""
        if self.viewer.seat is None or self.game.is_spot(card):
            return True
        zone, seat = self.zone_of(card)
        return zone is not None and may_see(self.match, zone, seat, self.viewer.seat)

    def zone_of(self, card: int) -> tuple[str | None, int | None]:
        """The zone in which a card lies in the state that is asked, and the seat whose it is."""
        layout = self.asking.layout
        at = self.asking.s[layout["zone"] + card]
        if at == layout.nowhere:
            return None, None
        player = layout.player_of[at]
        return layout.zone_names[layout.kind_of[at]], None if player is None else -1 - player

    def where(self, card: int) -> str:
        """Where a card lies, in words."""
        zone, seat = self.zone_of(card)
        if zone is None:
            return "fuori dalla partita"
        spot = self.asking.s[self.asking.layout["spot"] + card] if self.asking.layout.spots else None
        if spot is not None:
            return spot_name(self.match, spot)
        return zone if seat is None else f"{zone} di {SEATS[seat]}"

    def listed(self, things: Any, most: int = 4) -> str:
        """The first few things by name, and how many more."""
        named = [self.name(x) for x in things]
        rest = len(named) - most
        return ", ".join(named[:most]) + (f" e altre {rest}" if rest > 0 else "")

    def counted(self, value: str, amount: Any) -> str:
        """The name of a value that is counted, in the number of its amount: «1 Mossa», «2 Mosse»."""
        lexeme = self.game.vocabulary.lexeme(value) if self.game.loaded is not None else None
        return lexeme.form("s" if amount == 1 else "p") if lexeme is not None else value

    # -- sentences ---------------------------------------------------------------------------------------------

    def say(self, node: Any, scope: Scope) -> str:
        """A meaning in words, in which whoever it speaks of has its name; nothing when it cannot be said."""
        names = {_ME: scope.me, _YOU: scope.you, _IT: scope.it}
        names |= {name: value for name, (value, _) in scope.names.items()}
        said = {name: self.name(value) for name, value in names.items() if value is not None}
        for period in self.asking.meaning.periods.values():
            for part in period.participants:
                there = self.asking.slot(f"in {part.name}")
                if there is not None:
                    said.setdefault(part.name, self.name(there))
        try:
            return phrase(self.game, _called(node, scope), said)
        except (LookupError, TypeError, ValueError, AttributeError):  # a form that is only ever part of a sentence
            return self.words(getattr(node, "span", None))

    def words(self, span: Span | None) -> str:
        """The very words at a place: of the game's text, or of a card invented for a scene."""
        if span is None:
            return ""
        found = self.game.words_at(span)
        if not found and span.file in self.viewer.texts:
            line = self.viewer.texts[span.file].line(span.line)
            return line[span.column - 1 : span.column - 1 + span.length]
        if found or not span.file.startswith("<"):
            return found
        wording = self._invented(span)
        return wording[1][span.column - 1 : span.column - 1 + span.length] if wording is not None else ""

    def _invented(self, span: Span) -> tuple[str, str] | None:
        """The card and the wording of an invented card's text that a place is in, when one alone can be meant."""
        if span.line != 1:
            return None
        for card in self.game.cards:
            for slot, wording in card.wordings.items():
                if (
                    span.file.startswith(f"<{slot}")
                    and card.span is None
                    and any(x is span for x in _spans((card.texts.get(slot), card.heads)))
                ):
                    return card.name, wording
        return None

    def place(self, span: Span | None) -> Span | None:
        """Where words stand in a file: those of an invented card in the scene that invents it."""
        if span is None or not span.file.startswith("<"):
            return span
        for card in self.game.cards:
            for slot in card.wordings:
                at = self.viewer.places.get((card.name, slot))
                if at is not None and any(x is span for x in _spans(card.texts.get(slot))):
                    return at.shifted(span.column - 1, span.length)
        return span

    def place_of_card(self, card: int) -> Span | None:
        """Where a card is printed: in its deck, or in the scene that invents it."""
        decl = self.game.cards[card]
        return decl.span or self.viewer.places.get((decl.name, ""))

    # -- reasons -----------------------------------------------------------------------------------------------

    def reason(self, text: str, owner: str, span: Span | None, **more: Any) -> Reason:
        """A reason with its words and its place."""
        return Reason(text, owner, self.place(span), self.words(span), **more)

    def of_entry(self, text: str, entry: Any, **more: Any) -> Reason:
        """A reason that is an effect in force: whose it is, and the sentence of which it comes."""
        ability = self.asking.ability(entry)
        sentence, _ = self.asking.known.sentences.get(id(ability.node), (None, ""))
        span = sentence.span if sentence is not None and sentence.span is not None else ability.span
        source = entry[5] if entry[5] is not None else entry[1]
        owner = self.name(source) if source is not None and source >= 0 else ability.owner
        if owner == HIDDEN:
            return Reason(text, owner, **more)
        if ability.owner and ability.owner != owner:
            owner = f"{owner}, {ability.owner}"
        return self.reason(text, owner, span, **more)


def _spans(text: Any) -> Any:
    """The places of all nodes of a text."""
    if text is None:
        return
    from ..program.layout import walk

    for node in walk(text):
        if getattr(node, "span", None) is not None:
            yield node.span


def _called(node: Any, scope: Scope, inside: bool = False) -> Any:
    """A meaning in which the bearer, the user and the thing under test are called by a name that stands for them.

    ``inside`` a selection the thing under test is another one.
    """
    match node:
        case n.Self():
            return n.Var(_ME) if scope.me is not None else node
        case n.You():
            return n.Var(_YOU) if scope.you is not None else node
        case n.Candidate():
            return n.Var(_IT) if scope.it is not None and not inside else node
        case tuple():
            return tuple(_called(part, scope, inside) for part in node)
    if not has(type(node)):
        return node
    inner = inside or isinstance(node, n.Select | n.Extreme | n.EveryOne)
    changed = {}
    for each in fields(type(node)):
        if each.name != "span":
            value = getattr(node, each.name)
            new = _called(value, scope, inner)
            if new is not value and new != value:
                changed[each.name] = new
    return evolve(node, **changed) if changed else node


__all__ = ["HIDDEN", "Reason", "Telling", "Viewer", "Why"]
