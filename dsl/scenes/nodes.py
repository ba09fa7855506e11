"""What a scene says, as written: cards and words by their surface, seats by number. Every node knows its place."""

from __future__ import annotations

from typing import TypeAlias

from attrs import evolve, field, frozen

from ..source import Span

NOWHERE = Span("", 0, 0, 0)


def _span() -> Span:
    return field(default=NOWHERE, kw_only=True, eq=False, repr=False)


@frozen
class Word:
    """A word of the game's vocabulary, as written: «Stanca», «Punti gloria»."""

    text: str
    span: Span = _span()


# -- things -----------------------------------------------------------------------------------------------------


@frozen
class Named:
    """A card by its name."""

    name: str
    span: Span = _span()

    def __str__(self) -> str:
        return self.name


@frozen
class Nameless:
    """«una X 7/1»: a card without a text, by a word and its printed numbers in the order of declaration."""

    word: Word
    numbers: tuple[int, ...]
    span: Span = _span()

    def __str__(self) -> str:
        return f"{self.word.text} {'/'.join(map(str, self.numbers))}"


@frozen
class Spot:
    """«casella 2 di A», «Nord»: a declared place, by its zone and how many stand before it."""

    text: str
    zone: str
    index: int
    seat: int | None = None
    span: Span = _span()

    def __str__(self) -> str:
        return self.text


Thing: TypeAlias = "Named | Nameless | Spot"


def own(things: tuple[Thing, ...], seat: int) -> tuple[Thing, ...]:
    """Places of which a scene does not say whose they are: of the one who acts."""
    return tuple(evolve(x, seat=seat) if isinstance(x, Spot) and x.seat is None else x for x in things)


@frozen
class FixtureText:
    """A text of an invented card: the field's name, the kind printed after it, the wording."""

    slot: Word
    kind: Word | None
    wording: str
    span: Span = _span()


@frozen
class FixtureValue:
    """«PAROLA 4/2», a word with the printed numbers in the order of declaration; or «VALORE 4», one of them by its name."""

    word: Word
    numbers: tuple[int, ...]
    span: Span = _span()


@frozen
class Run:
    """What stands before a text in «», and that text; either may be missing."""

    head: str
    wording: str | None = None


@frozen
class Fixture:
    """«carta X: PAROLA 4/2, CAMPO «…»»: a card invented for one scene."""

    name: str
    values: tuple[FixtureValue, ...]
    texts: tuple[FixtureText, ...]
    lines: tuple[str, ...] = ()  # «carta X: «Soffio Lana: …»»: lines as a deck prints them
    runs: tuple[Run, ...] = ()  # «carta X: Soffio Lana, Peso 3 «…»»: the same, without a mark between head and text
    span: Span = _span()


@frozen
class Alias:
    """«carta X: NOME»: a name, for one scene, of a printed card."""

    name: str
    card: str
    span: Span = _span()


# -- the position -----------------------------------------------------------------------------------------------


@frozen
class Where:
    """A zone or place, of a seat or not; ``top``, ``bottom``: that end of it; ``spot``: one of its declared places."""

    zone: Word
    seat: int | None = None
    top: bool = False
    spot: Spot | None = None
    bottom: bool = False
    span: Span = _span()


@frozen
class Under:
    """«con X legato»: a card attached to the one said before, of a seat when it is not its host's."""

    thing: Thing
    seat: int | None = None
    word: Word | None = None
    span: Span = _span()


@frozen
class Heap:
    """«4 carte»: so many cards, whichever; or so many tokens of a kind, with what is said of each («uno Scudo d'oro»)."""

    number: int
    word: Word | None = None
    qualities: tuple[Word, ...] = ()
    span: Span = _span()


@frozen
class Placed:
    """A card of the position, with its statuses, the noun as which it lies there, and what lies under it."""

    thing: Thing
    statuses: tuple[Word, ...] = ()
    manner: Word | None = None
    under: tuple[Under, ...] = ()
    tokens: tuple[Heap, ...] = ()  # that lie on it
    number: int = 1  # so many of that name
    owner: int | None = None  # the seat whose card it is, when that is not the one where it lies
    span: Span = _span()


@frozen
class Put:
    """«in campo di A: …»; of a pile the first said is the top. As an expectation: what lies on a pile, from its top."""

    where: Where
    what: tuple[Placed | Heap, ...]
    span: Span = _span()


@frozen
class Sits:
    """«giocano A, B e C»: how many play."""

    number: int
    span: Span = _span()


@frozen
class Plays:
    """«mazzo di A: NOME»: the deck of a seat."""

    seat: int
    deck: str
    span: Span = _span()


@frozen
class Turn:
    """«tocca ad A»: in a position, whose turn it is; after «allora», that it is so."""

    seat: int
    span: Span = _span()


@frozen
class NumberedTurn:
    """«è il primo turno», «è il turno 200»: which of its kind in the match."""

    period: Word
    number: int
    span: Span = _span()


@frozen
class InPeriod:
    """«è la fase due»: in a position, the part of the turn in which it stands; after «allora», that it is so."""

    period: Word
    span: Span = _span()


@frozen
class FromSetup:
    """«dalla preparazione»: the scene starts where a match does."""

    span: Span = _span()


# -- what is done -----------------------------------------------------------------------------------------------


@frozen
class Act:
    """«A VERBO X con Y come Z»: an action by its canonical name, with the cards and the manner it is done with."""

    seat: int
    action: str  # ABILITY for «A usa l'abilità di X»
    things: tuple[Thing, ...] = ()
    manner: Word | None = None
    nth: int = 0  # which of the abilities of the card; 0 when it is not said
    label: Word | None = None  # the label that opens the ability
    whom: int | None = None  # the player at whom it is done
    token: Word | None = None  # the kind of tokens with which it is done
    some: int = 0  # with so many cards more, no matter which
    span: Span = _span()


#: Where an action's name would stand, for the ability of a card.
ABILITY = "@ability"


@frozen
class ThingItem:
    """A card to choose."""

    thing: Thing
    span: Span = _span()

    def __str__(self) -> str:
        return str(self.thing)


@frozen
class PlayItem:
    """What waits to be resolved and is no card: an ability of a card, or a copy of one that was played."""

    is_ability: bool
    thing: Thing
    span: Span = _span()

    def __str__(self) -> str:
        return f"{'l’abilità' if self.is_ability else 'la copia'} di {self.thing}"


@frozen
class WordItem:
    """A word of the game to choose."""

    word: Word
    span: Span = _span()

    def __str__(self) -> str:
        return self.word.text


@frozen
class NumberItem:
    """An amount, or the number of an option in a list of options."""

    number: int
    span: Span = _span()

    def __str__(self) -> str:
        return str(self.number)


@frozen
class SpecialItem:
    """«sì», «no», «nessuna», «tutte»."""

    which: str  # "yes" | "no" | "none" | "all"
    text: str
    span: Span = _span()

    def __str__(self) -> str:
        return self.text


@frozen
class FreeItem:
    """Any other word that an effect lets choose from («Pari»)."""

    text: str
    span: Span = _span()

    def __str__(self) -> str:
        return self.text


@frozen
class TokenItem:
    """«Scudo su Torre del Fabbro», «Scudo nella Riserva»: one of the tokens that lie there; «uno Scudo d'oro», «una crepa di
    Maglio»: one such as is said, or of that card."""

    word: Word
    on: Thing | None = None
    where: Where | None = None
    qualities: tuple[Word, ...] = ()
    source: Thing | None = None
    span: Span = _span()

    def __str__(self) -> str:
        if self.on is None and self.where is None:
            said = " ".join(word.text for word in (self.word, *self.qualities))
            return said if self.source is None else f"{said} di {self.source}"
        place = f"su {self.on}" if self.where is None else self.where.zone.text
        return f"{self.word.text} {place}"


@frozen
class WhicheverItem:
    """«una carta», «2 carte»: so many of those that are offered, no matter which."""

    number: int
    span: Span = _span()

    def __str__(self) -> str:
        return "una carta" if self.number == 1 else f"{self.number} carte"


Item: TypeAlias = "ThingItem | WhicheverItem | TokenItem | PlayItem | WordItem | NumberItem | SpecialItem | FreeItem"


@frozen
class Chooses:
    """«A sceglie: …»: one decision after the other."""

    seat: int
    items: tuple[Item, ...]
    span: Span = _span()


@frozen
class Passes:
    seat: int
    span: Span = _span()


@frozen
class AllPass:
    """«tutti passano»: whoever is asked passes, until what waits on top is resolved or the window closes."""

    span: Span = _span()


@frozen
class AllPassUntil:
    """«tutti passano fino al turno di B»: whoever is asked passes, until such a period begins."""

    period: Word
    seat: int | None = None
    span: Span = _span()


@frozen
class Rolls:
    """«esce 4»: the coming rolls of the die."""

    numbers: tuple[int, ...]
    span: Span = _span()


@frozen
class Photo:
    """«fotografia»: what was told so far is a snapshot."""

    span: Span = _span()


@frozen
class Then:
    """«allora:» and what must hold."""

    checks: tuple[Check, ...]
    span: Span = _span()


# -- what must hold ---------------------------------------------------------------------------------------------


@frozen
class CanAct:
    """«A può / non può VERBO X con Y»."""

    seat: int
    allowed: bool
    action: str
    things: tuple[Thing, ...] = ()
    manner: Word | None = None
    nth: int = 0
    label: Word | None = None
    whom: int | None = None
    token: Word | None = None
    some: int = 0
    span: Span = _span()


@frozen
class ChoosesAmong:
    """«A sceglie tra: X, Y»: it is A who must choose now, and these are all the options."""

    seat: int
    items: tuple[Item, ...]
    span: Span = _span()


@frozen
class CanChoose:
    """«A può / non può scegliere: X»."""

    seat: int
    allowed: bool
    items: tuple[Item, ...]
    span: Span = _span()


@frozen
class PlayerHas:
    """«A ha 2 Azioni»."""

    seat: int
    number: int
    value: Word
    span: Span = _span()


@frozen
class TokensAre:
    """«B ha 2 Scudi», «la Riserva ha uno Scudo», «X ha 2 Scudi»: so many tokens of a kind, such as is said."""

    tokens: Heap
    seat: int | None = None
    zone: Word | None = None
    thing: Thing | None = None
    span: Span = _span()


@frozen
class ZoneHolds:
    """«il Mazzo ha 3 carte», «la Mano di A è vuota»."""

    zone: Word
    seat: int | None
    number: int
    span: Span = _span()


@frozen
class CardValue:
    """«il VALORE di X è 4»."""

    value: Word
    thing: Thing
    number: int
    span: Span = _span()


@frozen
class GameValue:
    """«il VALORE è 4», «il VALORE è A», «il VALORE è nessuno»: of the whole match."""

    value: Word
    amount: int | None
    is_seat: bool = False
    span: Span = _span()


@frozen
class CardWord:
    """«il VALORE di X è PAROLA»: a word of a value of a card."""

    value: Word
    thing: Thing
    word: Word
    span: Span = _span()


@frozen
class GameWord:
    """«il VALORE è PAROLA»: a word of a value of the whole match."""

    value: Word
    word: Word
    span: Span = _span()


@frozen
class SeatStatus:
    """«A è STATO»: a status of a player."""

    seat: int
    status: Word
    holds: bool = True
    span: Span = _span()


@frozen
class IsStatus:
    thing: Thing
    status: Word
    holds: bool = True
    span: Span = _span()


@frozen
class IsA:
    """«X è una NOME»: a declared noun or a member of a value."""

    thing: Thing
    noun: Word
    holds: bool = True
    span: Span = _span()


@frozen
class IsAt:
    thing: Thing
    where: Where
    holds: bool = True
    span: Span = _span()


@frozen
class IsFree:
    """«la casella 2 di A è libera»: it has room for a card."""

    thing: Thing
    holds: bool = True
    span: Span = _span()


@frozen
class IsLinked:
    """«X è legata a Y»."""

    thing: Thing
    word: Word | None  # how the game says it; None as the language of scenes does
    host: Thing
    span: Span = _span()


@frozen
class Has:
    """«X ha PAROLA CHIAVE»."""

    thing: Thing
    keyword: Word
    holds: bool = True
    span: Span = _span()


@frozen
class Wins:
    """«vince A»; no seat: «non vince nessuno»."""

    seat: int | None
    span: Span = _span()


@frozen
class Sees:
    """«B non vede X»: whether a card lies where a player sees it."""

    seat: int
    thing: Thing
    holds: bool = True
    span: Span = _span()


@frozen
class Over:
    """«la partita è finita»."""

    period: Word
    holds: bool = True
    span: Span = _span()


Check: TypeAlias = (
    "Put | CanAct | ChoosesAmong | CanChoose | PlayerHas | TokensAre | ZoneHolds | CardValue | CardWord | GameValue | GameWord"
    " | SeatStatus | IsStatus | IsA | IsAt | IsLinked | IsFree | Has | Turn | InPeriod | Wins | Over | Sees"
)
Step: TypeAlias = (
    "Fixture | Alias | Sits | Plays | Turn | NumberedTurn | InPeriod | FromSetup | Put | Act | Chooses | Passes | AllPass"
    " | AllPassUntil | Rolls"
    " | Photo | Then | Check"
)


@frozen
class Scene:
    """A scene: its title says the interaction; ``notes`` is the comment after it."""

    title: str
    steps: tuple[Step, ...]
    notes: str = ""
    span: Span = _span()


@frozen
class SceneFile:
    """The scenes of one file, for a game and (mostly) a deck of it, or one for each seat."""

    game: str
    decks: tuple[str, ...]
    scenes: tuple[Scene, ...]
    span: Span = _span()
