"""Bless written by hand a second time, in the object style of the card engines that people write in Python.

The rules, the log, the keys of the options and the random numbers are those of ``handwritten_bless``, whose table of
cards is read here; the engine is another. A printed card is a ``Card``; in the campo it is a ``Maledizione`` or a
``Preghiera``, forgotten when it leaves. What a Maledizione has is ``Ability`` objects: they are asked when a value is
read, and listen to events. What happens is ``Event`` objects, done at once; what is to be done later is ``Step``
objects on a stack, so that a match can stop at a ``Choice`` and be copied there. An answer is an ``Option``.

The source of each rule is its number (B-…) in the project's catalogue of the rules of Bless.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import deepcopy
from enum import Enum
from typing import Any, ClassVar, Generic, TypeVar

from attrs import Factory, define, field, frozen

from benchmarks import handwritten_bless as flat
from benchmarks.handwritten_bless import ALTAR, CURSES, ECHOES, FINALS, HAND, MASK, Key, splitmix64

T = TypeVar("T")
Chosen = TypeVar("Chosen", bound="Card | Permanent")


class Immutable:
    """What never changes is shared by the copies of a match."""

    __slots__ = ()

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        return self


# -- The printed cards -------------------------------------------------------------------------------------------


class Forma(Enum):
    """A Duale card has both."""

    LUCE = flat.LUCE
    OMBRA = flat.OMBRA


@frozen(eq=False)
class Card(Immutable):
    """A card as it is printed; its number is its place in the deck."""

    number: int
    name: str
    forme: frozenset[Forma]
    occhio: int
    karma: int
    abilities: tuple[Ability, ...]  # as a Maledizione
    kind: type[Preghiera]
    effect: Effect | None = None  # of an Impulso or an Eco
    gifts: tuple[Ability, ...] = ()  # what a Legame gives to its host


# -- What a Maledizione has --------------------------------------------------------------------------------------


class Ability(Immutable):
    """A keyword, a continuous effect or a trigger; a kind says what it changes and leaves the rest as it is."""

    __slots__ = ()
    forbids_attacks = False

    def occhio(self, bearer: Maledizione, against: Maledizione | None) -> int:
        """What it adds to the bearer's Occhio, in a clash against another or outside."""
        return 0

    def karma(self, bearer: Maledizione) -> int:
        return 0

    def beats(self, other: Maledizione) -> bool:
        """Whether the bearer wins against the other whatever their Occhio."""
        return False

    def hear(self, event: Event, bearer: Maledizione) -> Trigger | None:
        return None


@frozen(eq=False)
class MoreOcchio(Ability):
    """«Ha +2 Occhio.»"""

    amount: int

    def occhio(self, bearer: Maledizione, against: Maledizione | None) -> int:
        return self.amount


@frozen(eq=False)
class MoreKarma(Ability):
    """«Ha +1 Karma.»"""

    amount: int

    def karma(self, bearer: Maledizione) -> int:
        return self.amount


@frozen(eq=False)
class WinsAgainst(Ability):
    """«Vince contro le Ombra.»"""

    forma: Forma

    def beats(self, other: Maledizione) -> bool:
        return self.forma in other.card.forme


class Rivalita(Ability):
    """+3 Occhio in a clash against another Forma, when neither is Duale (B-130)."""

    __slots__ = ()

    def occhio(self, bearer: Maledizione, against: Maledizione | None) -> int:
        # Luce and Ombra have nothing in common; a Duale has something in common with everything.
        return 3 if against and bearer.card.forme.isdisjoint(against.card.forme) else 0


class Impatto(Ability):
    """It blesses when it corrupts another in a clash (B-131)."""

    __slots__ = ()

    def hear(self, event: Event, bearer: Maledizione) -> Trigger | None:
        if isinstance(event, Corrupt) and event.by is bearer:
            return BlessByImpatto(bearer, bearer.karma)
        return None


class Barriera(Ability):
    """When it is corrupted, it cannot be attacked until the end of the turn (B-133)."""

    __slots__ = ()

    def hear(self, event: Event, bearer: Maledizione) -> Trigger | None:
        if isinstance(event, Corrupt) and event.maledizione is bearer:
            return RaiseBarriera(bearer)
        return None


class DrawsWhenItBlesses(Ability):
    """«Quando blessa, pesca una carta.»"""

    __slots__ = ()

    def hear(self, event: Event, bearer: Maledizione) -> Trigger | None:
        if isinstance(event, Bless) and event.maledizione is bearer:
            return DrawForBless(bearer)
        return None


class CannotBeAttacked(Ability):
    """What a Barriera gives for the turn."""

    __slots__ = ()
    forbids_attacks = True


# -- What a Preghiera does when it is used -----------------------------------------------------------------------


@frozen(eq=False)
class Effect(Immutable, ABC):
    """The text of an Impulso or of an Eco."""

    amount: int

    @abstractmethod
    def apply(self, player: Player) -> None: ...


class DrawCards(Effect):
    """«Pesca una carta.»"""

    def apply(self, player: Player) -> None:
        for _ in range(self.amount):
            player.draw()


class BreakPreghiera(Effect):
    """«Spezza una Preghiera.» The Impulso being used is one of them (B-160)."""

    def apply(self, player: Player) -> None:
        candidates = [*player.preghiere, *player.opponent.preghiere]
        player.choose("spezza", candidates, Preghiera.break_)


class EffectOnMaledizione(Effect):
    """An effect on one Maledizione, chosen among those that its words describe."""

    prompt: ClassVar[str]

    def apply(self, player: Player) -> None:
        player.choose(self.prompt, list(self.candidates(player)), self.affect)

    @abstractmethod
    def candidates(self, player: Player) -> Iterable[Maledizione]: ...

    @abstractmethod
    def affect(self, chosen: Maledizione) -> None: ...


class CorruptTarget(EffectOnMaledizione):
    """«Corrompi la Maledizione bersaglio.» Any can be the target; on a Corrotta nothing happens (B-174)."""

    prompt = "corrompi"

    def candidates(self, player: Player) -> Iterable[Maledizione]:
        return player.every_maledizione()

    def affect(self, chosen: Maledizione) -> None:
        if not chosen.corrotta:
            chosen.corrupt()


class CorruptOne(CorruptTarget):
    """«Corrompi una Maledizione.» Only a Pura can be chosen (B-091)."""

    def candidates(self, player: Player) -> Iterable[Maledizione]:
        return (each for each in player.every_maledizione() if not each.corrotta)


class StrengthenAny(EffectOnMaledizione):
    """«La Maledizione bersaglio ha -1 Occhio per questo turno.»"""

    prompt = "modifica"

    def candidates(self, player: Player) -> Iterable[Maledizione]:
        return player.every_maledizione()

    def affect(self, chosen: Maledizione) -> None:
        chosen.strengthen(self.amount)


class StrengthenOwn(StrengthenAny):
    """«Una tua Maledizione ha +1 Occhio per questo turno.»"""

    def candidates(self, player: Player) -> Iterable[Maledizione]:
        return player.maledizioni


class FreeOwn(EffectOnMaledizione):
    """«Rimuovi la Stasi da una tua Maledizione.»"""

    prompt = "stasi"

    def candidates(self, player: Player) -> Iterable[Maledizione]:
        return (each for each in player.maledizioni if each.in_stasi)

    def affect(self, chosen: Maledizione) -> None:
        chosen.lose_stasi()


class PurifyOwn(EffectOnMaledizione):
    """«Purifica una tua Maledizione.»"""

    prompt = "purifica"

    def candidates(self, player: Player) -> Iterable[Maledizione]:
        return (each for each in player.maledizioni if each.corrotta)

    def affect(self, chosen: Maledizione) -> None:
        chosen.purify()


# -- Zones, and the cards that lie in the campo ------------------------------------------------------------------


@define(eq=False)
class Zone(Generic[T]):
    """Cards in the order in which they arrived; of a pile, the last is on top."""

    cards: list[T] = Factory(list)

    def __len__(self) -> int:
        return len(self.cards)

    def __iter__(self) -> Iterator[T]:
        return iter(self.cards)

    def add(self, card: T) -> None:
        self.cards.append(card)

    def remove(self, card: T) -> None:
        self.cards.remove(card)

    def take_all(self) -> list[T]:
        """Empty the zone."""
        taken, self.cards = self.cards, []
        return taken


@define(eq=False)
class Deck(Zone[Card]):
    """The Mazzo, which both players share."""

    def take_top(self) -> Card:
        return self.cards.pop()

    def shuffle(self, chance: Chance) -> None:
        """Fisher–Yates from the top down."""
        for i in range(len(self.cards) - 1, 0, -1):
            j = chance.below(i + 1)
            self.cards[i], self.cards[j] = self.cards[j], self.cards[i]


@define(eq=False)
class Permanent(ABC):
    """A card in the campo. One that leaves and comes again is a new one: it forgets everything (B-021)."""

    card: Card
    controller: Player
    in_campo: bool = field(default=False, init=False)

    @property
    def number(self) -> int:
        return self.card.number

    @property
    def game(self) -> Game:
        return self.controller.game

    @abstractmethod
    def zone(self) -> Zone[Any]: ...

    def enter(self, manner: str) -> None:
        self.game.do(Enter(self, manner))

    def break_(self) -> None:
        self.game.do(Break(self))

    def send_to_void(self) -> None:
        self.game.do(SendToVoid(self))

    def leave_for(self, zone: Zone[Card]) -> None:
        """Go from the campo to another zone."""
        self.zone().remove(self)
        self.in_campo = False
        zone.add(self.card)

    def actions(self) -> Iterable[Option]:
        """What its controller can do with it in the main phase."""
        return ()

    def hear(self, event: Event) -> Iterable[Trigger]:
        """The triggers that an event causes."""
        return ()

    @abstractmethod
    def end_turn(self) -> None:
        """Forget what lasted until the end of the turn."""


@define(eq=False)
class Maledizione(Permanent):
    """A card played as a Maledizione: it enters Pura and in Stasi (B-072)."""

    corrotta: bool = False
    in_stasi: bool = True
    has_attacked: bool = False
    legame: Legame | None = None
    for_turn: list[Ability] = Factory(list)

    def zone(self) -> Zone[Maledizione]:
        return self.controller.maledizioni

    def abilities(self) -> Iterator[Ability]:
        """Its own, its Legame's and those of this turn; a keyword that it has twice counts once."""
        yield from self.card.abilities
        if self.legame:
            yield from (gift for gift in self.legame.card.gifts if gift not in self.card.abilities)
        yield from self.for_turn

    def occhio(self, against: Maledizione | None = None) -> int:
        """Its Occhio, in a clash or outside; never below 0 (B-186)."""
        return max(0, self.card.occhio + sum(ability.occhio(self, against) for ability in self.abilities()))

    @property
    def karma(self) -> int:
        return self.card.karma + sum(ability.karma(self) for ability in self.abilities())

    def beats(self, other: Maledizione) -> bool:
        return any(ability.beats(other) for ability in self.abilities())

    def outcome_against(self, other: Maledizione) -> int:
        """1 when it wins the clash, -1 when it loses, 0 when both lose (B-101, B-104)."""
        wins, loses = self.beats(other), other.beats(self)
        if wins or loses:
            return wins - loses
        mine, theirs = self.occhio(other), other.occhio(self)
        return (mine > theirs) - (mine < theirs)

    @property
    def can_be_attacked(self) -> bool:
        return not any(ability.forbids_attacks for ability in self.abilities())

    def can_attack(self, other: Maledizione) -> bool:
        """A Corrotta attacks only what it beats (B-092)."""
        return other.can_be_attacked and (not self.corrotta or self.outcome_against(other) > 0)

    def actions(self) -> Iterator[Option]:
        if self.in_stasi:
            yield RemoveStasi(self.controller, self)
        elif not self.has_attacked:
            opposing = self.controller.opponent.maledizioni
            if not opposing:
                yield AttackDirectly(self.controller, self)
            for other in opposing:
                if self.can_attack(other):
                    yield Attack(self.controller, self, other)

    def hear(self, event: Event) -> Iterator[Trigger]:
        for ability in self.abilities():
            trigger = ability.hear(event, self)
            if trigger:
                yield trigger

    def corrupt(self, by: Maledizione | None = None) -> None:
        self.game.do(Corrupt(self, by))

    def purify(self) -> None:
        self.game.do(Purify(self))

    def lose_stasi(self) -> None:
        self.game.do(LoseStasi(self))

    def strengthen(self, amount: int) -> None:
        self.game.do(Strengthen(self, amount))

    def bless(self, karma: int) -> None:
        self.game.do(Bless(self, karma))

    def leave_for(self, zone: Zone[Card]) -> None:
        """Its Legame breaks after it (B-163, B-190)."""
        super().leave_for(zone)
        if self.legame:
            self.legame.break_()

    def end_turn(self) -> None:
        self.has_attacked = False
        self.for_turn.clear()


@define(eq=False)
class Preghiera(Permanent):
    """A card played as a Preghiera; its type says what follows."""

    def zone(self) -> Zone[Preghiera]:
        return self.controller.preghiere

    @classmethod
    def can_be_played(cls, player: Player) -> bool:
        return True

    @abstractmethod
    def was_played(self) -> None: ...

    def use(self) -> None:
        self.game.do(UseEffect(self))

    def was_used(self) -> None:
        """What follows its effect at once, before the triggers."""

    def end_turn(self) -> None:
        pass


@define(eq=False)
class Impulso(Preghiera):
    """It is used, then breaks, if its own effect has not broken it (B-160, B-200)."""

    def was_played(self) -> None:
        self.use()

    def was_used(self) -> None:
        if self.in_campo:
            self.break_()


@define(eq=False)
class Eco(Preghiera):
    """It stays, is used once per turn, and answers the player's other Eco (B-161, B-162)."""

    used: bool = False

    def was_played(self) -> None:
        """It makes room, then is used: a third Eco sends an older one to the Vuoto (B-150)."""
        self.game.later(UseLater(self))
        older = [each for each in self.controller.preghiere if isinstance(each, Eco) and each is not self]
        if len(older) >= ECHOES:
            self.controller.choose("limite", older, Eco.send_to_void)

    def use(self) -> None:
        self.used = True
        super().use()

    def actions(self) -> Iterator[Option]:
        if not self.used:
            yield Invoke(self.controller, self)

    def hear(self, event: Event) -> Iterator[Trigger]:
        if isinstance(event, EffectUsed) and isinstance(event.preghiera, Eco):
            if event.preghiera is not self and event.preghiera.controller is self.controller:
                yield AnswerEco(self)

    def end_turn(self) -> None:
        self.used = False


@define(eq=False)
class Legame(Preghiera):
    """It goes under a Maledizione, which has its text (B-163)."""

    host: Maledizione | None = None

    @classmethod
    def can_be_played(cls, player: Player) -> bool:
        return any(cls.possible_hosts(player))

    @staticmethod
    def possible_hosts(player: Player) -> Iterator[Maledizione]:
        """Not those that bear one of the opponent's (B-155)."""
        for each in player.every_maledizione():
            if each.legame is None or each.legame.controller is player:
                yield each

    def was_played(self) -> None:
        self.controller.choose("ospite", list(self.possible_hosts(self.controller)), self.bind)

    def bind(self, host: Maledizione) -> None:
        self.game.do(Bind(self, host))

    def leave_for(self, zone: Zone[Card]) -> None:
        super().leave_for(zone)
        if self.host:
            self.host.legame = None


# -- Events: what happens, told and heard ------------------------------------------------------------------------


class Step(ABC):
    """Something to be done, now or when its turn comes on the stack."""

    __slots__ = ()

    @abstractmethod
    def run(self, game: Game) -> None: ...


class Event(Step):
    """A step that is told in the log, and that the cards in the campo hear once it is done."""

    __slots__ = ()

    def run(self, game: Game) -> None:
        self.tell(game)
        self.apply(game)
        game.notify(self)

    @abstractmethod
    def tell(self, game: Game) -> None: ...

    @abstractmethod
    def apply(self, game: Game) -> None: ...


@define(eq=False)
class Draw(Event):
    """A card goes from the top of the Mazzo to a hand."""

    player: Player
    card: Card

    def tell(self, game: Game) -> None:
        game.tell("pesca", self.player.seat, self.card.number)

    def apply(self, game: Game) -> None:
        self.player.hand.add(self.card)


@define(eq=False)
class SetAside(Event):
    """A card that the Mulligan changes."""

    player: Player
    card: Card

    def tell(self, game: Game) -> None:
        game.tell("da parte", self.player.seat, self.card.number)

    def apply(self, game: Game) -> None:
        self.player.hand.remove(self.card)
        game.aside.add(self.card)


@define(eq=False)
class Enter(Event):
    """A card is played from the hand to the campo."""

    permanent: Permanent
    manner: str

    def tell(self, game: Game) -> None:
        game.tell("cala", self.permanent.controller.seat, self.permanent.number, self.manner)

    def apply(self, game: Game) -> None:
        self.permanent.controller.hand.remove(self.permanent.card)
        self.permanent.zone().add(self.permanent)
        self.permanent.in_campo = True


@define(eq=False)
class Break(Event):
    """A card breaks: from the campo to the Vuoto."""

    permanent: Permanent

    def tell(self, game: Game) -> None:
        game.tell("spezza", self.permanent.number)

    def apply(self, game: Game) -> None:
        self.permanent.leave_for(game.void)


@define(eq=False)
class SendToVoid(Event):
    """Sent, not broken."""

    permanent: Permanent

    def tell(self, game: Game) -> None:
        game.tell("manda", self.permanent.number)

    def apply(self, game: Game) -> None:
        self.permanent.leave_for(game.void)


@define(eq=False)
class Offer(Break):
    """It breaks (B-117), but goes to the Altare of the player who offers it."""

    player: Player

    def tell(self, game: Game) -> None:
        super().tell(game)
        game.tell("offre", self.player.seat, self.permanent.number)

    def apply(self, game: Game) -> None:
        self.permanent.leave_for(self.player.altar)


@define(eq=False)
class Bind(Event):
    """A Legame goes under its host; the older one goes to the Vuoto (B-155)."""

    legame: Legame
    host: Maledizione

    def tell(self, game: Game) -> None:
        game.tell("lega", self.legame.number, self.host.number)

    def apply(self, game: Game) -> None:
        if self.host.legame:
            self.host.legame.send_to_void()
        self.host.legame, self.legame.host = self.legame, self.host


@define(eq=False)
class UseEffect(Event):
    """A Preghiera's effect begins; it may have to wait for a choice."""

    preghiera: Preghiera

    def tell(self, game: Game) -> None:
        game.tell("usa", self.preghiera.number)

    def apply(self, game: Game) -> None:
        effect = self.preghiera.card.effect
        assert effect, "a Legame is not used"
        game.later(EffectUsed(self.preghiera), Settle())
        effect.apply(self.preghiera.controller)


@define(eq=False)
class EffectUsed(Event):
    """A Preghiera's effect is over."""

    preghiera: Preghiera

    def tell(self, game: Game) -> None:
        pass

    def apply(self, game: Game) -> None:
        self.preghiera.was_used()


@define(eq=False)
class Corrupt(Event):
    """A Pura becomes Corrotta."""

    maledizione: Maledizione
    by: Maledizione | None  # the other combatant, in a clash

    def tell(self, game: Game) -> None:
        game.tell("corrompe", self.maledizione.number)

    def apply(self, game: Game) -> None:
        self.maledizione.corrotta = True


@define(eq=False)
class Purify(Event):
    """A Corrotta becomes Pura again."""

    maledizione: Maledizione

    def tell(self, game: Game) -> None:
        game.tell("purifica", self.maledizione.number)

    def apply(self, game: Game) -> None:
        self.maledizione.corrotta = False


@define(eq=False)
class LoseStasi(Event):
    """A Maledizione is no longer in Stasi."""

    maledizione: Maledizione

    def tell(self, game: Game) -> None:
        game.tell("stasi", self.maledizione.number)

    def apply(self, game: Game) -> None:
        self.maledizione.in_stasi = False


@define(eq=False)
class Strengthen(Event):
    """More Occhio, or less, for this turn."""

    maledizione: Maledizione
    amount: int

    def tell(self, game: Game) -> None:
        game.tell("modifica", self.maledizione.number, self.amount)

    def apply(self, game: Game) -> None:
        self.maledizione.for_turn.append(MoreOcchio(self.amount))


@define(eq=False)
class Shield(Event):
    """A Barriera goes up."""

    maledizione: Maledizione

    def tell(self, game: Game) -> None:
        game.tell("barriera", self.maledizione.number)

    def apply(self, game: Game) -> None:
        self.maledizione.for_turn.append(CannotBeAttacked())


@define(eq=False)
class Bless(Event):
    """A Maledizione's Karma becomes Punti Vittoria (B-110)."""

    maledizione: Maledizione
    karma: int

    def tell(self, game: Game) -> None:
        game.tell("blessa", self.maledizione.number)

    def apply(self, game: Game) -> None:
        if self.karma > 0:
            self.maledizione.controller.gain(self.karma)


@define(eq=False)
class DirectAttack(Event):
    """No clash: the attacker blesses (B-064, B-115)."""

    attacker: Maledizione

    def tell(self, game: Game) -> None:
        game.tell("diretto", self.attacker.number)

    def apply(self, game: Game) -> None:
        self.attacker.has_attacked = True
        game.later(Settle())
        self.attacker.bless(self.attacker.karma)


@define(eq=False)
class Clash(Event):
    """Two Maledizioni clash (B-100 .. B-117)."""

    attacker: Maledizione
    defender: Maledizione

    def tell(self, game: Game) -> None:
        game.tell("attacca", self.attacker.number, self.defender.number)

    def apply(self, game: Game) -> None:
        """The phases up to the Offerta, judged on the states before the clash (B-102); only a Pura attacks and loses."""
        attacker, defender = self.attacker, self.defender
        attacker.has_attacked = True
        outcome = attacker.outcome_against(defender)
        game.tell("vince" if outcome > 0 else "perde", attacker.number)
        game.tell("vince" if outcome < 0 else "perde", defender.number)
        defender_was_pura = not defender.corrotta
        if outcome <= 0:
            attacker.corrupt(by=defender)
        if defender_was_pura:
            defender.corrupt(by=attacker)
        game.later(Settle())
        if outcome >= 0 and not defender_was_pura:
            player = attacker.controller
            game.ask(Choice("offerta", player, [Answer("si", self.offer_defender), Answer("no", defender.break_)]))

    def offer_defender(self) -> None:
        """The broken defender goes to the attacker's Altare, and the attacker blesses (B-111)."""
        player = self.attacker.controller
        karma = self.attacker.karma
        player.game.do(Offer(self.defender, player))
        self.attacker.bless(karma)
        if len(player.altar) >= ALTAR:
            player.activate()


# -- Triggers ----------------------------------------------------------------------------------------------------


@define(eq=False)
class Trigger(ABC):
    """What an ability does because of an event; it waits until the event is over."""

    word: ClassVar[str]
    bearer: Permanent

    @property
    def player(self) -> Player:
        return self.bearer.controller

    @abstractmethod
    def resolve(self) -> None: ...


@define(eq=False)
class BlessByImpatto(Trigger):
    """It blesses even if it has left (B-132), with the Karma that it had."""

    word = "Impatto"
    bearer: Maledizione
    karma: int

    def resolve(self) -> None:
        self.bearer.bless(self.bearer.karma if self.bearer.in_campo else self.karma)


@define(eq=False)
class RaiseBarriera(Trigger):
    """It cannot be attacked for the rest of the turn, if it is still there."""

    word = "Barriera"
    bearer: Maledizione

    def resolve(self) -> None:
        if self.bearer.in_campo:
            self.bearer.game.do(Shield(self.bearer))


@define(eq=False)
class DrawForBless(Trigger):
    """Its controller draws."""

    word = "Se blessa"

    def resolve(self) -> None:
        self.player.draw()


@define(eq=False)
class AnswerEco(Trigger):
    """It is used too, if it was not in this turn."""

    word = "Eco"
    bearer: Eco

    def resolve(self) -> None:
        if self.bearer.in_campo and not self.bearer.used:
            self.bearer.use()


@define(eq=False)
class Settle(Step):
    """The triggers that one event caused are resolved before anything older (B-140)."""

    def run(self, game: Game) -> None:
        if game.noticed:
            batch, game.noticed = game.noticed, []
            game.later(ResolveBatch(batch))


@define(eq=False)
class ResolveBatch(Step):
    """The active player's triggers come first, and each player orders his own (B-142)."""

    triggers: list[Trigger]

    def run(self, game: Game) -> None:
        first = [trigger for trigger in self.triggers if trigger.player is game.active] or self.triggers
        options = [ResolveTrigger(trigger, self.triggers) for trigger in first]
        game.ask(Choice("innesco", first[0].player, options))


# -- Choices -----------------------------------------------------------------------------------------------------


class Option(ABC):
    """One of the answers to a choice."""

    __slots__ = ()

    @property
    @abstractmethod
    def key(self) -> Key:
        """How the option is called, as in ``handwritten_bless``."""

    @abstractmethod
    def take(self, game: Game) -> None: ...


@define(eq=False)
class Choice:
    """A question for a player."""

    prompt: str
    player: Player
    options: Sequence[Option]


@define(eq=False)
class Answer(Option):
    """A plain word."""

    word: str
    then: Callable[[], None]

    @property
    def key(self) -> Key:
        return (self.word,)

    def take(self, game: Game) -> None:
        self.then()


@define(eq=False)
class Pick(Option, Generic[Chosen]):
    """One card among several."""

    chosen: Chosen
    then: Callable[[Chosen], None]

    @property
    def key(self) -> Key:
        return ("carta", self.chosen.number)

    def take(self, game: Game) -> None:
        self.then(self.chosen)


@define(eq=False)
class ResolveTrigger(Option):
    """Which trigger comes first; what it causes comes before the rest of the batch."""

    trigger: Trigger
    batch: list[Trigger]

    @property
    def key(self) -> Key:
        return ("innesco", self.trigger.word, self.trigger.bearer.number)

    def take(self, game: Game) -> None:
        rest = [trigger for trigger in self.batch if trigger is not self.trigger]
        if rest:
            game.later(ResolveBatch(rest))
        game.later(Settle())
        self.trigger.resolve()


@define(eq=False)
class Action(Option):
    """An action of the main phase, which goes on after it; it costs an Azione (B-060 .. B-066)."""

    player: Player

    def take(self, game: Game) -> None:
        self.player.actions -= 1
        game.later(MainPhase(self.player))
        self.perform(game)

    @abstractmethod
    def perform(self, game: Game) -> None: ...


@define(eq=False)
class PlayMaledizione(Action):
    """Play a card of the hand as a Maledizione."""

    card: Card

    @property
    def key(self) -> Key:
        return ("cala", self.card.number, "M")

    def perform(self, game: Game) -> None:
        """A fifth Maledizione sends an older Pura to the Vuoto (B-151, B-152)."""
        played = Maledizione(self.card, self.player)
        played.enter("M")
        if len(self.player.maledizioni) > CURSES:
            older = [each for each in self.player.maledizioni if each is not played and not each.corrotta]
            self.player.choose("limite", older, Maledizione.send_to_void)


@define(eq=False)
class PlayPreghiera(Action):
    """Play a card of the hand as a Preghiera."""

    card: Card

    @property
    def key(self) -> Key:
        return ("cala", self.card.number, "P")

    def perform(self, game: Game) -> None:
        played = self.card.kind(self.card, self.player)
        played.enter("P")
        played.was_played()


@define(eq=False)
class RemoveStasi(Action):
    """Free a Maledizione before the end of the turn."""

    maledizione: Maledizione

    @property
    def key(self) -> Key:
        return ("stasi", self.maledizione.number)

    def perform(self, game: Game) -> None:
        self.maledizione.lose_stasi()


@define(eq=False)
class Attack(Action):
    """Attack a Maledizione with another."""

    attacker: Maledizione
    defender: Maledizione

    @property
    def key(self) -> Key:
        return ("attacca", self.attacker.number, self.defender.number)

    def perform(self, game: Game) -> None:
        game.do(Clash(self.attacker, self.defender))


@define(eq=False)
class AttackDirectly(Action):
    """Attack an opponent who has no Maledizioni."""

    attacker: Maledizione

    @property
    def key(self) -> Key:
        return ("diretto", self.attacker.number)

    def perform(self, game: Game) -> None:
        game.do(DirectAttack(self.attacker))


@define(eq=False)
class Invoke(Action):
    """Use an Eco that is in the campo."""

    eco: Eco

    @property
    def key(self) -> Key:
        return ("invoca", self.eco.number)

    def perform(self, game: Game) -> None:
        game.tell("invoca", self.eco.number)
        self.eco.use()


@define(eq=False)
class Pass(Option):
    """End the turn early."""

    player: Player

    @property
    def key(self) -> Key:
        return ("passa",)

    def take(self, game: Game) -> None:
        game.tell("passa", self.player.seat)
        game.do(EndTurn(self.player))


# -- The turn (B-030 .. B-056, B-120 .. B-126) -------------------------------------------------------------------


@define(eq=False)
class OpeningHand(Step):
    """The opening Mulligan is free to do or not (B-031)."""

    player: Player

    def run(self, game: Game) -> None:
        options = [Answer("si", Mulligan(self.player).begin), Answer("no", self.keep)]
        game.ask(Choice("mulligan?", self.player, options))

    def keep(self) -> None:
        """Nothing is changed."""


@define(eq=False)
class Mulligan(Step):
    """Set cards aside one at a time; «fine» draws up to four, then shuffles the others in (B-040 .. B-043)."""

    player: Player

    def begin(self) -> None:
        self.run(self.player.game)

    def run(self, game: Game) -> None:
        cards = [Pick(card, self.set_aside) for card in self.player.hand]
        game.ask(Choice("mulligan", self.player, [*cards, Answer("fine", self.finish)]))

    def set_aside(self, card: Card) -> None:
        game = self.player.game
        game.do(SetAside(self.player, card))
        game.later(self)

    def finish(self) -> None:
        game = self.player.game
        while len(self.player.hand) < HAND and self.player.draw():
            pass
        game.return_to_deck(game.aside)


@define(eq=False)
class BeginTurn(Step):
    """Three Azioni, two in the very first turn; the Turni Finali begin with the other player's turn."""

    player: Player

    def run(self, game: Game) -> None:
        game.turn += 1
        game.active = self.player
        if game.finals == 0 and game.activator is self.player.opponent:
            game.finals = FINALS
        self.player.actions = 2 if game.turn == 1 else 3
        game.tell("turno", self.player.seat)
        game.later(MainPhase(self.player))


@define(eq=False)
class MainPhase(Step):
    """The legal actions are offered; the turn ends by itself when there is none (B-053, B-194)."""

    player: Player

    def run(self, game: Game) -> None:
        actions = list(self.player.legal_actions()) if self.player.actions else []
        if actions:
            game.ask(Choice("azione", self.player, [*actions, Pass(self.player)]))
        else:
            game.do(EndTurn(self.player))


@define(eq=False)
class EndTurn(Step):
    """Stasi goes from everywhere, the active player changes the hand, then the turn is over."""

    player: Player

    def run(self, game: Game) -> None:
        for maledizione in self.player.every_maledizione():
            maledizione.in_stasi = False
        game.later(Mulligan(self.player), TurnOver(self.player))


@define(eq=False)
class TurnOver(Step):
    """What lasted until the end of the turn expires; the other player begins, or the match ends."""

    player: Player

    def run(self, game: Game) -> None:
        for permanent in game.campo():
            permanent.end_turn()
        if game.finals == 1:
            game.finish()
            return
        if game.finals:
            game.finals -= 1
        game.later(BeginTurn(self.player.opponent))


@define(eq=False)
class UseLater(Step):
    """An Eco just played is used when there is room for it."""

    preghiera: Preghiera

    def run(self, game: Game) -> None:
        self.preghiera.use()


# -- Players, chance and the match -------------------------------------------------------------------------------


@define(eq=False)
class Player:
    """One of the two, with the zones that are theirs."""

    game: Game
    seat: int
    hand: Zone[Card] = Factory(Zone)
    maledizioni: Zone[Maledizione] = Factory(Zone)
    preghiere: Zone[Preghiera] = Factory(Zone)  # bound Legami included
    altar: Zone[Card] = Factory(Zone)
    points: int = 0
    actions: int = 0

    @property
    def opponent(self) -> Player:
        return self.game.players[1 - self.seat]

    def every_maledizione(self) -> list[Maledizione]:
        """Those of both players, the own ones first."""
        return [*self.maledizioni, *self.opponent.maledizioni]

    def campo(self) -> list[Permanent]:
        return [*self.maledizioni, *self.preghiere]

    def can_play_maledizione(self) -> bool:
        """There is room, or a Pura that can make it (B-153)."""
        return len(self.maledizioni) < CURSES or any(not each.corrotta for each in self.maledizioni)

    def legal_actions(self) -> Iterator[Option]:
        """Every action that the player can do now, its cards included."""
        for card in self.hand:
            if self.can_play_maledizione():
                yield PlayMaledizione(self, card)
            if card.kind.can_be_played(self):
                yield PlayPreghiera(self, card)
        for permanent in self.campo():
            yield from permanent.actions()

    def choose(self, prompt: str, candidates: Sequence[Chosen], then: Callable[[Chosen], None]) -> None:
        """Let the player choose one and do something to it; nothing happens if there is none (B-141)."""
        if candidates:
            self.game.ask(Choice(prompt, self, [Pick(each, then) for each in candidates]))

    def draw(self) -> bool:
        """Draw a card; an empty Mazzo starts the Turni Finali and is made again from the Vuoto (B-121, B-122)."""
        game = self.game
        if not game.deck:
            self.activate()
            if not game.void:
                return False
            game.return_to_deck(game.void)
        game.do(Draw(self, game.deck.take_top()))
        return True

    def gain(self, points: int) -> None:
        self.points += points
        self.game.tell("guadagna", self.seat, points)

    def activate(self) -> None:
        """Only the first activation of the Turni Finali counts (B-124)."""
        if self.game.activator is None:
            self.game.activator = self
            self.game.tell("avvia", self.seat)


@define(eq=False)
class Chance:
    """The linear congruential generator of ``handwritten_bless``."""

    state: int

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) & MASK
        return ((self.state >> 33) * n) >> 31


class Game:
    """One match. Drive it with ``decision()`` and ``choose(i)`` until ``over``; then ``winner`` is a seat."""

    def __init__(self, seed: int = 0, first: int | None = None) -> None:
        self.chance = Chance(splitmix64(seed))
        self.deck = Deck(list(CARDS))
        self.void: Zone[Card] = Zone()
        self.aside: Zone[Card] = Zone()
        self.players = (Player(self, 0), Player(self, 1))
        self.turn = 0
        self.activator: Player | None = None
        self.finals = 0
        self.victor: Player | None = None
        self.noticed: list[Trigger] = []  # triggers of the event under way, not yet resolved
        self.stack: list[Step] = []
        self.choice: Choice | None = None
        self.log: list[Key] = []
        self.set_up(first)
        self.run()

    def set_up(self, first: int | None) -> None:
        """Shuffle, deal, choose the first player; the Mulligans wait on the stack (B-030 .. B-044)."""
        self.shuffle_deck()
        for player in self.players:
            for _ in range(HAND):
                player.draw()
        self.active = self.players[self.chance.below(2) if first is None else first]
        self.tell("primo", self.active.seat)
        self.later(OpeningHand(self.active), OpeningHand(self.active.opponent), BeginTurn(self.active))

    # -- The interface --------------------------------------------------------------------------------------------

    def decision(self) -> tuple[Player, Sequence[Option]] | None:
        """Who chooses, among what; None when the match is over."""
        return (self.choice.player, self.choice.options) if self.choice else None

    def choose(self, i: int) -> None:
        """Take the i-th option of the decision and go on to the next one."""
        assert self.choice, "the match is over"
        option = self.choice.options[i]
        self.choice = None
        option.take(self)
        self.run()

    def clone(self) -> Game:
        """A copy that goes on by itself; the entries of the log are shared."""
        return deepcopy(self, {id(self.log): self.log[:]})

    @property
    def over(self) -> bool:
        return self.victor is not None

    # As the flat game says it, to be compared.

    @property
    def options(self) -> list[Key] | None:
        return [option.key for option in self.choice.options] if self.choice else None

    @property
    def prompt(self) -> str:
        return self.choice.prompt if self.choice else ""

    @property
    def player(self) -> int:
        return self.choice.player.seat if self.choice else -1

    @property
    def points(self) -> list[int]:
        return [player.points for player in self.players]

    @property
    def winner(self) -> int:
        return self.victor.seat if self.victor else -1

    # -- What the rules use ---------------------------------------------------------------------------------------

    def run(self) -> None:
        """Do what is to be done until somebody must choose or the match is over."""
        while self.stack and not self.choice:
            self.stack.pop().run(self)

    def do(self, step: Step) -> None:
        """Do something now."""
        step.run(self)

    def later(self, *steps: Step) -> None:
        """Do something before what already waits, the first one first."""
        self.stack.extend(reversed(steps))

    def ask(self, choice: Choice) -> None:
        """Stop for a choice, unless there is only one answer."""
        if len(choice.options) == 1:
            choice.options[0].take(self)
        else:
            self.choice = choice

    def tell(self, *entry: Any) -> None:
        self.log.append(entry)

    def notify(self, event: Event) -> None:
        """Let every card in the campo hear an event."""
        for permanent in self.campo():
            self.noticed.extend(permanent.hear(event))

    def campo(self) -> list[Permanent]:
        return [permanent for player in self.players for permanent in player.campo()]

    def shuffle_deck(self) -> None:
        self.deck.shuffle(self.chance)
        self.tell("mescola")

    def return_to_deck(self, zone: Zone[Card]) -> None:
        for card in zone.take_all():
            self.deck.add(card)
        self.shuffle_deck()

    def finish(self) -> None:
        """Most Punti Vittoria; at a tie, who activated the Turni Finali (B-126)."""
        one, other = self.players
        if one.points == other.points:
            self.victor = self.activator
        else:
            self.victor = one if one.points > other.points else other
        self.tell("vince la partita", self.winner)


# -- The deck, read from the table of the flat game ----------------------------------------------------------------

KEYWORDS: dict[int, Ability] = {
    flat.RIVALITA: Rivalita(),
    flat.IMPATTO: Impatto(),
    flat.BARRIERA: Barriera(),
    flat.SE_BLESSA: DrawsWhenItBlesses(),
}
KINDS: dict[int, type[Preghiera]] = {flat.IMPULSO: Impulso, flat.ECO: Eco, flat.LEGAME: Legame}
EFFECTS: dict[Callable[..., None], type[Effect]] = {
    flat.draw_cards: DrawCards,
    flat.break_prayer: BreakPreghiera,
    flat.corrupt: CorruptOne,
    flat.corrupt_target: CorruptTarget,
    flat.strengthen_own: StrengthenOwn,
    flat.strengthen_any: StrengthenAny,
    flat.free_own: FreeOwn,
    flat.purify_own: PurifyOwn,
}


def forme_of(bits: int) -> frozenset[Forma]:
    return frozenset(forma for forma in Forma if forma.value & bits)


def abilities_of(words: int, occhio: int, karma: int, beats: int = 0) -> tuple[Ability, ...]:
    """What a row of the table says of a Maledizione, or of what a Legame gives to it."""
    abilities = [keyword for bit, keyword in KEYWORDS.items() if words & bit]
    if occhio:
        abilities.append(MoreOcchio(occhio))
    if karma:
        abilities.append(MoreKarma(karma))
    abilities += [WinsAgainst(forma) for forma in forme_of(beats)]
    return tuple(abilities)


def card_of(number: int, row: tuple[Any, ...]) -> Card:
    name, forma, occhio, karma, as_maledizione, tipo, as_preghiera = row
    card = (number, name, forme_of(forma), occhio, karma, abilities_of(*as_maledizione), KINDS[tipo])
    if tipo == flat.LEGAME:
        return Card(*card, gifts=abilities_of(*as_preghiera))
    function, amount = as_preghiera
    return Card(*card, effect=EFFECTS[function](amount))


CARDS = [card_of(number, row) for number, row in enumerate(flat.CARDS)]
