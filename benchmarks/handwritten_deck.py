"""Bless written by hand in plain Python with its whole deck: the oracle and the speed baseline of all 62 cards.

What ``handwritten_bless`` is for the simplest cards, with the rest of «Alba e Cenere»: values that are counted, set and
fixed for good (B-182 .. B-185), abilities gained and lost, Forme that change, prohibitions and permissions, Fato,
triggers of every kind, cards that are converted, taken over or played from the Vuoto. Flat lists, one method a rule.

Keys of decisions beyond those of ``handwritten_bless``:

    ("pari",) ("dispari",)              the guess of Fato
    ("forma", f)                        which Forma is chosen
    ("scelta", i)                       one of two effects
    ("modo", "M") ("modo", "P")         how a card is played by an effect that does not say it (B-201)
    ("innesco", word, c)                a trigger without a keyword or label has the name of the card that says it as its word
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .handwritten_bless import (
    ALTAR,
    ALTRO,
    BARRIERA,
    CURSES,
    DUALE,
    ECHOES,
    ECO,
    FINALS,
    FINE,
    HAND,
    IMPATTO,
    IMPULSO,
    LEGAME,
    LUCE,
    MALEDIZIONE,
    MANO,
    MASK,
    NO,
    OMBRA,
    PASSA,
    PREGHIERA,
    RIVALITA,
    SE_BLESSA,
    SI,
    Key,
    Task,
    splitmix64,
)
from .handwritten_bless import CARDS as SIMPLEST

Trigger = tuple[str, int, int, Task]  # the word, its player, the card that shows it, what is done

FATO = 16
PARI: Key = ("pari",)
DISPARI: Key = ("dispari",)

# -- The other cards: name, Forma, Occhio, Karma | as Maledizione: words | as Preghiera: its type, number ---------
# What else a card does is written where it happens, by the card's number.

OTHERS: tuple[tuple[str, int, int, int, int, int], ...] = (
    ("Veglia dei Canti", LUCE, 3, 2, 0, IMPULSO),
    ("Pozzo Prosciugato", OMBRA, 6, 1, 0, IMPULSO),
    ("Scacchiera al Buio", OMBRA, 2, 3, 0, ECO),
    ("Specchio Bifronte", DUALE, 3, 3, 0, LEGAME),
    ("Gradino Consumato", LUCE, 4, 1, 0, ECO),
    ("Colonna del Silenzio", LUCE, 5, 1, 0, LEGAME),
    ("Coro dei Carbonai", OMBRA, 3, 3, 0, IMPULSO),
    ("Zattera di Spighe", DUALE, 3, 2, 0, IMPULSO),
    ("Sacca del Mendicante", OMBRA, 8, 2, 0, IMPULSO),
    ("Reliquiario di Cera", LUCE, 4, 1, 0, IMPULSO),
    ("Terzo Rintocco", LUCE, 5, 2, 0, ECO),
    ("Chi Resta Indietro", OMBRA, 4, 2, 0, IMPULSO),
    ("Libro delle Ore", LUCE, 4, 2, 0, IMPULSO),
    ("Moneta senza Conio", OMBRA, 0, 3, FATO, IMPULSO),
    ("Giudice Spento", OMBRA, 2, 3, 0, LEGAME),
    ("Fionda del Pastorello", OMBRA, 2, 2, 0, ECO),
    ("Porta di Vimini", DUALE, 6, 1, 0, ECO),
    ("Rondine Doppia", LUCE, 4, 1, 0, LEGAME),
    ("Fumo sotto la Porta", OMBRA, 2, 2, 0, LEGAME),
    ("Statua Voltata", DUALE, 8, 3, 0, IMPULSO),
    ("Rugiada Gelosa", LUCE, 3, 3, 0, IMPULSO),
    ("Guscio di Noce", DUALE, 3, 3, 0, ECO),
    ("Siepe di Luce", LUCE, 4, 2, 0, ECO),
    ("Sentinella Assopita", DUALE, 5, 2, 0, IMPULSO),
    ("Pellegrina di Maggio", LUCE, 3, 2, 0, LEGAME),
    ("Cervo nel Grano", LUCE, 4, 2, 0, ECO),
    ("Rigattiere Notturno", OMBRA, 5, 2, 0, ECO),
    ("Tessitrice di Giorni", LUCE, 5, 2, 0, IMPULSO),
    ("Vedova del Mulino", OMBRA, 4, 2, 0, ECO),
    ("Mattino di Fiera", LUCE, 4, 2, 0, ECO),
    ("Ultimo Invitato", OMBRA, 3, 3, 0, LEGAME),
    ("Ultima Candela", LUCE, 1, 4, 0, IMPULSO),
    ("Gabelliere", OMBRA, 4, 1, 0, IMPULSO),
    ("Grotta che Risponde", DUALE, 5, 1, 0, IMPULSO),
    ("Tarlo nel Leggio", OMBRA, 3, 2, 0, LEGAME),
    ("Fonte Pentita", DUALE, 4, 2, 0, ECO),
    ("Maschera a Metà", DUALE, 4, 3, 0, ECO),
    ("Ragno dell'Archivio", OMBRA, 5, 1, 0, IMPULSO),
)
NAMES = [card[0] for card in SIMPLEST] + [card[0] for card in OTHERS]
SIZE = len(NAMES)
INDEX = {name: c for c, name in enumerate(NAMES)}
(
    VEGLIA, POZZO, SCACCHIERA, SPECCHIO, GRADINO, COLONNA, CORO, ZATTERA, SACCA, RELIQUIARIO, TERZO, CHI_RESTA, LIBRO, MONETA,
    GIUDICE, FIONDA, PORTA, RONDINE, FUMO, STATUA, RUGIADA, GUSCIO, SIEPE, SENTINELLA, PELLEGRINA, CERVO, RIGATTIERE,
    TESSITRICE, VEDOVA, MATTINO, ULTIMO, CANDELA, GABELLIERE, GROTTA, TARLO, FONTE, MASCHERA, RAGNO,
) = range(len(SIMPLEST), SIZE)  # fmt: skip

FORMA = [card[1] for card in SIMPLEST] + [card[1] for card in OTHERS]
PRINTED_OCCHIO = [card[2] for card in SIMPLEST] + [card[2] for card in OTHERS]
PRINTED_KARMA = [card[3] for card in SIMPLEST] + [card[3] for card in OTHERS]
WORDS = [card[4][0] & ~SE_BLESSA for card in SIMPLEST] + [card[4] for card in OTHERS]
ADDS_OCCHIO = [card[4][1] for card in SIMPLEST] + [0] * len(OTHERS)
KARMA = [card[3] + card[4][2] for card in SIMPLEST] + [card[3] for card in OTHERS]
TIPO = [card[5] for card in SIMPLEST] + [card[5] for card in OTHERS]
# What a Legame gives its host: words, Occhio, Karma.
GIVES = [card[6] if card[5] == LEGAME else (0, 0, 0) for card in SIMPLEST] + [(0, 0, 0)] * len(OTHERS)
GIVES_WORDS = [given[0] for given in GIVES]
GIVES_OCCHIO = [given[1] for given in GIVES]
GIVES_KARMA = [given[2] for given in GIVES]
GIVES_WORDS[GIUDICE] = RIVALITA | BARRIERA
GIVES_WORDS[PELLEGRINA] = RIVALITA
DRAWS_WHEN_IT_BLESSES = frozenset(c for c, card in enumerate(SIMPLEST) if card[4][0] & SE_BLESSA)
BEATS = [card[4][3] for card in SIMPLEST] + [0] * len(OTHERS)  # the Forme that it beats
CLAIMS = [bool(beats) for beats in BEATS]
CLAIMS[SPECCHIO] = CLAIMS[FIONDA] = CLAIMS[GIUDICE] = True
CALO = frozenset((COLONNA, MATTINO, GROTTA, TARLO, RAGNO))

CALA_M: list[Key] = [("cala", c, "M") for c in range(SIZE)]
CALA_P: list[Key] = [("cala", c, "P") for c in range(SIZE)]
STASI: list[Key] = [("stasi", c) for c in range(SIZE)]
ATTACCA: list[list[Key]] = [[("attacca", a, d) for d in range(SIZE)] for a in range(SIZE)]
DIRETTO: list[Key] = [("diretto", a) for a in range(SIZE)]
INVOCA: list[Key] = [("invoca", c) for c in range(SIZE)]
CARTA: list[Key] = [("carta", c) for c in range(SIZE)]
MODI: list[Key] = [("modo", "M"), ("modo", "P")]
FORME: list[Key] = [("forma", LUCE), ("forma", OMBRA)]
SCELTE: list[Key] = [("scelta", 0), ("scelta", 1)]
TYPES = {IMPULSO: "Impulso", ECO: "Eco", LEGAME: "Legame"}
NEVER = -1


class WholeBless:
    """One match of the whole deck. Drive it as ``handwritten_bless.Bless``."""

    __slots__ = (
        "actions",
        "activator",
        "active",
        "adds",
        "adds_karma",
        "adds_karma_later",
        "adds_later",
        "altars",
        "aside",
        "attacks",
        "barred",
        "bound",
        "bound_at",
        "clock",
        "control",
        "corrupted",
        "counts_echoes",
        "curses",
        "deck",
        "ending",
        "entered",
        "finals",
        "fixed_at",
        "fixed_until",
        "forma",
        "handler",
        "hands",
        "host",
        "impact_at",
        "in_main",
        "last",
        "last_used",
        "log",
        "lost_at",
        "noticed",
        "options",
        "over",
        "place",
        "player",
        "points",
        "prayers",
        "prompt",
        "pure_bonus",
        "random",
        "stack",
        "stasis",
        "stays",
        "turn",
        "used",
        "void",
        "winner",
        "won",
    )

    def __init__(self, seed: int = 0, first: int | None = None) -> None:
        self.random = splitmix64(seed)
        # Per card.
        self.place = [ALTRO] * SIZE
        self.control = [-1] * SIZE
        self.last = [-1] * SIZE  # whose it was, wherever it is now
        self.corrupted = [0] * SIZE
        self.stasis = [0] * SIZE
        self.attacks = [0] * SIZE  # how often it attacked this turn
        self.barred = [0] * SIZE  # it cannot be attacked this turn (Barriera)
        self.adds = [0] * SIZE  # Occhio for this turn
        self.adds_later = [0] * SIZE  # … until the end of the next turn
        self.stays = [0] * SIZE  # … for as long as it stays (B-180)
        self.adds_karma = [0] * SIZE
        self.adds_karma_later = [0] * SIZE
        self.counts_echoes: list[tuple[int, ...]] = [()] * SIZE  # whose Eco add to it, for this turn
        self.forma = FORMA[:]
        self.fixed_at = [0] * SIZE  # when its Occhio was fixed at 1, and up to which turn
        self.fixed_until = [NEVER] * SIZE
        self.impact_at = [0] * SIZE  # when it got Impatto for this turn, or 0
        self.lost_at = [0] * SIZE  # when it lost its abilities for this turn, or 0
        self.entered = [0] * SIZE  # when it became a Maledizione
        self.used = [0] * SIZE  # an Eco that used its effect this turn
        self.last_used = [0] * SIZE  # … when it left
        self.host = [-1] * SIZE
        self.bound = [-1] * SIZE
        self.bound_at = [0] * SIZE  # when a Legame was bound
        # Piles (the last is the top) and, per player, sets in order of arrival.
        self.deck = list(range(SIZE))
        self.void: list[int] = []
        self.aside: list[int] = []
        self.hands: tuple[list[int], list[int]] = ([], [])
        self.curses: tuple[list[int], list[int]] = ([], [])
        self.prayers: tuple[list[int], list[int]] = ([], [])  # bound Legami included
        self.altars: tuple[list[int], list[int]] = ([], [])
        self.points = [0, 0]
        self.pure_bonus = [0, 0]  # what a player's Pure have more, for this turn
        self.active = 0
        self.actions = 0
        self.turn = 0
        self.clock = 0
        self.in_main = False
        self.ending = False
        self.activator = -1
        self.finals = 0
        self.won = -1  # who won the clash under way
        self.over = False
        self.winner = -1
        self.noticed: list[Trigger] = []
        self.stack: list[Task] = []
        self.player = -1
        self.prompt = ""
        self.options: list[Key] | None = None
        self.handler: Task = ()
        self.log: list[Key] = []
        self.set_up(first)
        self.run()

    # -- The interface --------------------------------------------------------------------------------------------

    def decision(self) -> tuple[int, list[Key]] | None:
        """Who chooses, among what; None when the match is over."""
        if self.options is None:
            return None
        return self.player, self.options

    def choose(self, i: int) -> None:
        """Take the i-th option of the decision and go on to the next one."""
        assert self.options is not None, "the match is over"
        key = self.options[i]
        self.options = None
        handler = self.handler
        handler[0](self, key, *handler[1:])
        self.run()

    def clone(self) -> WholeBless:
        """A copy that goes on by itself."""
        new = WholeBless.__new__(WholeBless)
        for name in WholeBless.__slots__:
            value = getattr(self, name)
            if type(value) is list and name != "options":
                value = value[:]
            elif name in ("hands", "curses", "prayers", "altars"):
                value = (value[0][:], value[1][:])
            setattr(new, name, value)
        return new

    def run(self) -> None:
        """Do what is to be done until somebody must choose or the match is over."""
        stack = self.stack
        while self.options is None and stack:
            task = stack.pop()
            task[0](self, *task[1:])

    def ask(self, prompt: str, player: int, options: list[Key], *handler: Any) -> None:
        """Stop for a choice, unless there is only one answer. The handler takes the key, then its arguments."""
        if len(options) == 1:
            handler[0](self, options[0], *handler[1:])
            return
        self.prompt = prompt
        self.player = player
        self.options = options
        self.handler = handler

    def choose_card(self, prompt: str, player: int, cards: list[int], do: Callable[..., None], *args: Any) -> None:
        """Let a player choose one of the cards and do something to it; nothing happens if there is none (B-141)."""
        if cards:
            self.ask(prompt, player, [CARTA[c] for c in cards], WholeBless.card_chosen, do, *args)

    def card_chosen(self, key: Key, do: Callable[..., None], *args: Any) -> None:
        do(self, key[1], *args)

    def choose_cards(
        self, prompt: str, player: int, cards: list[int], least: int, most: int, do: Callable[..., None], *args: Any
    ) -> None:
        """Let a player choose several of the cards, one after the other, and do something to all of them at once."""
        self.choose_next(prompt, player, (), cards, least, most, do, *args)

    def choose_next(
        self,
        prompt: str,
        player: int,
        chosen: tuple[int, ...],
        cards: list[int],
        least: int,
        most: int,
        do: Callable[..., None],
        *args: Any,
    ) -> None:
        if len(chosen) + len(cards) <= least:
            do(self, chosen + tuple(cards), *args)
        elif len(chosen) == most or not cards:
            do(self, chosen, *args)
        else:
            options = [CARTA[c] for c in cards]
            if len(chosen) >= least:
                options.append(FINE)
            self.ask(
                prompt, player, options, WholeBless.next_chosen, prompt, player, chosen, cards, least, most, do, *args
            )

    def next_chosen(
        self,
        key: Key,
        prompt: str,
        player: int,
        chosen: tuple[int, ...],
        cards: list[int],
        least: int,
        most: int,
        do: Callable[..., None],
        *args: Any,
    ) -> None:
        if key is FINE:
            do(self, chosen, *args)
        else:
            left = [c for c in cards if c != key[1]]
            self.choose_next(prompt, player, (*chosen, key[1]), left, least, most, do, *args)

    def may(self, prompt: str, player: int, do: Callable[..., None], *args: Any) -> None:
        """«Puoi …» (B-172)."""
        self.ask(prompt, player, [SI, NO], WholeBless.may_chosen, do, *args)

    def may_chosen(self, key: Key, do: Callable[..., None], *args: Any) -> None:
        if key is SI:
            do(self, *args)

    # -- Chance ---------------------------------------------------------------------------------------------------

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        self.random = x = (self.random * 6364136223846793005 + 1442695040888963407) & MASK
        return ((x >> 33) * n) >> 31

    def shuffle_deck(self) -> None:
        """Fisher–Yates from the top of the Mazzo down."""
        deck = self.deck
        x = self.random
        for i in range(len(deck) - 1, 0, -1):
            x = (x * 6364136223846793005 + 1442695040888963407) & MASK
            j = ((x >> 33) * (i + 1)) >> 31
            deck[i], deck[j] = deck[j], deck[i]
        self.random = x
        self.log.append(("mescola",))

    # -- Setup and Mulligan (B-030 .. B-044) ----------------------------------------------------------------------

    def set_up(self, first: int | None) -> None:
        """Shuffle, deal, choose the first player; the Mulligans wait on the stack."""
        self.shuffle_deck()
        for player in (0, 1):
            for _ in range(HAND):
                self.draw(player)
        self.active = self.below(2) if first is None else first
        self.log.append(("primo", self.active))
        self.stack += [
            (WholeBless.begin_turn,),
            (WholeBless.open_hand, 1 - self.active),
            (WholeBless.open_hand, self.active),
        ]

    def open_hand(self, player: int) -> None:
        """The opening Mulligan is free to do or not (B-031)."""
        self.may("mulligan?", player, WholeBless.mulligan, player)

    def mulligan(self, player: int) -> None:
        """Set cards aside one at a time; «fine» draws up to four, then shuffles the others in."""
        options = [CARTA[c] for c in self.hands[player]]
        options.append(FINE)
        self.ask("mulligan", player, options, WholeBless.mulligan_chosen, player)

    def mulligan_chosen(self, key: Key, player: int) -> None:
        if key is not FINE:
            self.hands[player].remove(key[1])
            self.place[key[1]] = ALTRO
            self.aside.append(key[1])
            self.log.append(("da parte", player, key[1]))
            self.stack.append((WholeBless.mulligan, player))
            return
        hand = self.hands[player]
        while len(hand) < HAND and self.draw(player):
            pass
        self.deck += self.aside
        self.aside.clear()
        self.shuffle_deck()

    def draw(self, player: int) -> bool:
        """Draw a card; an empty Mazzo starts the Turni Finali and is made again from the Vuoto (B-121, B-122)."""
        if not self.deck:
            self.activate(player)
            if not self.void:
                return False
            self.deck, self.void = self.void, []
            self.shuffle_deck()
        c = self.deck.pop()
        self.hands[player].append(c)
        self.place[c] = MANO
        self.last[c] = player
        self.log.append(("pesca", player, c))
        return True

    def draw_cards(self, player: int, number: int) -> None:
        for _ in range(number):
            self.draw(player)

    def discard(self, c: int, player: int) -> None:
        self.hands[player].remove(c)
        self.place[c] = ALTRO
        self.void.append(c)
        self.log.append(("scarta", player, c))

    def discard_one(self, player: int) -> None:
        """«Scarta una carta.»"""
        self.choose_card("scarta", player, self.hands[player], WholeBless.discard, player)

    def discard_for(self, player: int, *then: Any) -> None:
        """«Scarta una carta per …»: what follows only if a card was discarded (B-145)."""
        if self.hands[player]:
            self.stack.append(then)
            self.discard_one(player)

    def take_from_void(self, c: int, player: int) -> None:
        self.void.remove(c)
        self.hands[player].append(c)
        self.place[c] = MANO
        self.last[c] = player
        self.log.append(("prende", player, c))

    # -- The turn (B-050 .. B-056, B-120 .. B-126) ----------------------------------------------------------------

    def begin_turn(self) -> None:
        """Three Azioni, two in the very first turn; the Turni Finali begin with the other player's turn."""
        self.turn += 1
        me = self.active
        if self.finals == 0 and self.activator == 1 - me:
            self.finals = FINALS
        self.actions = 2 if self.turn == 1 else 3
        self.log.append(("turno", me))
        self.stack.append((WholeBless.begin_main,))
        if self.place[FONTE] == MALEDIZIONE and self.control[FONTE] == me:
            self.purify_for_a_card(me)

    def purify_for_a_card(self, player: int) -> None:
        """«All'inizio del tuo turno, puoi scartare una carta per purificare una tua Maledizione.»"""
        if self.hands[player]:
            self.may("purifica?", player, WholeBless.discard_for, player, WholeBless.purify_one, player)

    def purify_one(self, player: int) -> None:
        corrupted = self.corrupted
        self.choose_card("purifica", player, [c for c in self.curses[player] if corrupted[c]], WholeBless.purify_card)

    def begin_main(self) -> None:
        self.in_main = True
        self.stack.append((WholeBless.main_phase,))

    def main_phase(self) -> None:
        """Offer the legal actions; the turn ends by itself when there is none (B-053, B-194)."""
        options = self.legal_actions() if self.actions and not self.ending else None
        if options:
            options.append(PASSA)
            self.ask("azione", self.active, options, WholeBless.action_chosen)
        else:
            self.end_turn()

    def end_turn(self) -> None:
        """Stasi goes from everywhere, the active player changes the hand, then the turn is over."""
        self.in_main = self.ending = False
        stasis = self.stasis
        for side in self.curses:
            for c in side:
                stasis[c] = 0
        self.stack.append((WholeBless.turn_over,))
        self.mulligan(self.active)

    def turn_over(self) -> None:
        """What lasted until the end of the turn expires; the other player begins, or the match ends."""
        for side in self.curses:
            for c in side:
                self.barred[c] = self.attacks[c] = self.impact_at[c] = self.lost_at[c] = 0
                if self.fixed_until[c] <= self.turn:
                    self.fixed_until[c] = NEVER
                self.expire(c)
        for side in self.prayers:
            for c in side:
                self.used[c] = 0
                self.expire(c)
        self.pure_bonus[0] = self.pure_bonus[1] = 0
        if self.finals == 1:
            self.finish()
            return
        if self.finals:
            self.finals -= 1
        self.active = 1 - self.active
        self.stack.append((WholeBless.begin_turn,))

    def expire(self, c: int) -> None:
        """The end of a turn for a card in the campo, Preghiere too: a target may be one."""
        self.adds[c] = self.adds_later[c]
        self.adds_karma[c] = self.adds_karma_later[c]
        self.adds_later[c] = self.adds_karma_later[c] = 0
        self.counts_echoes[c] = ()
        self.forma[c] = FORMA[c]

    def activate(self, player: int) -> None:
        """Only the first activation of the Turni Finali counts (B-124)."""
        if self.activator < 0:
            self.activator = player
            self.log.append(("avvia", player))

    def finish(self) -> None:
        """Most Punti Vittoria; at a tie, who activated the Turni Finali (B-126)."""
        a, b = self.points
        self.winner = self.activator if a == b else int(b > a)
        self.over = True
        self.log.append(("vince la partita", self.winner))

    def gain_points(self, player: int, number: int) -> None:
        self.points[player] += number
        self.log.append(("guadagna", player, number))

    def gain_action(self, player: int) -> None:
        """Only for the active player in the Fase Principale (B-068)."""
        if player == self.active and self.in_main:
            self.actions += 1

    # -- The actions (B-060 .. B-066) -----------------------------------------------------------------------------

    def legal_actions(self) -> list[Key]:
        """Every action that the active player can do now, its cards included."""
        me = self.active
        room = self.has_room(me)
        host = None
        options: list[Key] = []
        for c in self.hands[me]:
            if room:
                options.append(CALA_M[c])
            if TIPO[c] == LEGAME:
                if host is None:
                    host = bool(self.legal_hosts(me))
                if not host:
                    continue
            options.append(CALA_P[c])
        stasis = self.stasis
        for a in self.curses[me]:
            if stasis[a]:
                options.append(STASI[a])
            elif self.can_attack(a):
                if a == FUMO or not self.curses[1 - me]:
                    options.append(DIRETTO[a])
                for d in self.can_be_attacked_by(a, me):
                    options.append(ATTACCA[a][d])
        for c in self.prayers[me]:
            if TIPO[c] == ECO and not self.used[c]:
                options.append(INVOCA[c])
        return options

    def has_room(self, player: int) -> bool:
        """Whether a Maledizione more can stay (B-153)."""
        mine, corrupted = self.curses[player], self.corrupted
        return len(mine) < CURSES or any(not corrupted[c] for c in mine)

    def can_attack(self, a: int) -> bool:
        """Whether it may attack at all, Stasi apart: so often, and no «non può attaccare»."""
        most = 2 if a == RONDINE else 1
        return self.attacks[a] < most and a != STATUA and self.bound[a] != FUMO

    def can_be_attacked_by(self, a: int, me: int) -> list[int]:
        """The opposing Maledizioni that it may attack (B-062, B-092, B-133)."""
        barred = self.barred
        if not self.corrupted[a]:
            return [d for d in self.curses[1 - me] if not barred[d]]
        return [
            d
            for d in self.curses[1 - me]
            if not barred[d] and d != PORTA and (self.is_fato(a) or self.is_fato(d) or self.would_win(a, d))
        ]

    def is_fato(self, c: int) -> bool:
        return c == MONETA and not self.lost_at[c]

    def would_win(self, a: int, d: int) -> bool:
        """The clash tried (B-093): what must happen when it attacks or is attacked counts."""
        more_a = 2 if a == CERVO else 0
        more_d = 3 if d == PELLEGRINA and self.forma[a] & OMBRA else 0
        if not more_a and not more_d:
            return self.outcome(a, d) > 0
        self.adds[a] += more_a
        self.stays[d] += more_d
        wins = self.outcome(a, d) > 0
        self.adds[a] -= more_a
        self.stays[d] -= more_d
        return wins

    def legal_hosts(self, player: int) -> list[int]:
        """Maledizioni to which the player may bind a Legame: not those that bear one of the opponent's (B-155)."""
        bound, control = self.bound, self.control
        cards = self.curses[player] + self.curses[1 - player]
        return [c for c in cards if bound[c] < 0 or control[bound[c]] == player]

    def action_chosen(self, key: Key) -> None:
        """Pay the Azione and do the action; the main phase goes on after it."""
        verb = key[0]
        if verb == "passa":
            self.log.append(("passa", self.active))
            self.end_turn()
            return
        self.actions -= 1
        self.stack.append((WholeBless.main_phase,))
        if verb == "attacca":
            self.attack(key[1], key[2])
        elif verb == "cala":
            self.lay(key[1], self.active, key[2])
        elif verb == "stasi":
            self.remove_stasis(key[1])
        elif verb == "diretto":
            self.attack_directly(key[1])
        else:
            self.log.append(("invoca", key[1]))
            self.use_echo(key[1])

    # -- Playing cards (B-070 .. B-073, B-150 .. B-166) -----------------------------------------------------------

    def ways_to_play(self, c: int, player: int) -> list[Key]:
        ways = [MODI[0]] if self.has_room(player) else []
        if TIPO[c] != LEGAME or self.legal_hosts(player):
            ways.append(MODI[1])
        return ways

    def lay(self, c: int, player: int, manner: str) -> None:
        """«Calare»: from the hand; what the event wakes is resolved at once."""
        self.stack.append((WholeBless.resolve_noticed,))
        self.lay_noticing(c, player, manner)

    def lay_noticing(self, c: int, player: int, manner: str) -> None:
        """The same inside an effect: what it wakes waits for the end of the effect."""
        self.hands[player].remove(c)
        self.log.append(("cala", player, c, manner))
        self.enter(c, player, manner)
        if manner == "M" and c in CALO:
            self.noticed.append(("CALO", player, c, (WholeBless.calo, c, player)))

    def lay_as_chosen(self, c: int, player: int) -> None:
        ways = self.ways_to_play(c, player)
        if ways:
            self.ask("modo", player, ways, WholeBless.way_to_lay_chosen, c, player)

    def way_to_lay_chosen(self, key: Key, c: int, player: int) -> None:
        self.lay_noticing(c, player, key[1])

    def play_from_void(self, c: int, player: int, manner: str) -> None:
        """«Giocare», not «calare»: no CALO (B-071)."""
        self.void.remove(c)
        self.log.append(("gioca", player, c, manner))
        self.enter(c, player, manner)

    def play_as_chosen(self, c: int, player: int) -> None:
        ways = self.ways_to_play(c, player)
        if ways:
            self.ask("modo", player, ways, WholeBless.way_to_play_chosen, c, player)

    def way_to_play_chosen(self, key: Key, c: int, player: int) -> None:
        self.play_from_void(c, player, key[1])

    def enter(self, c: int, player: int, manner: str) -> None:
        self.control[c] = player
        if manner == "M":
            self.enter_as_curse(c, player)
        else:
            self.enter_as_prayer(c, player)

    def enter_as_curse(self, c: int, player: int) -> None:
        """It enters Pura and in Stasi; a fifth Maledizione sends an older Pura to the Vuoto (B-151, B-152)."""
        self.place[c] = MALEDIZIONE
        self.stasis[c] = 1
        self.clock += 1
        self.entered[c] = self.clock
        self.curses[player].append(c)
        self.keep_to_limit(c, player)

    def keep_to_limit(self, c: int, player: int) -> None:
        mine, corrupted = self.curses[player], self.corrupted
        if len(mine) > CURSES:
            self.choose_card(
                "limite", player, [o for o in mine if o != c and not corrupted[o]], WholeBless.send_to_void
            )

    def enter_as_prayer(self, c: int, player: int) -> None:
        """An Impulso is used and breaks, an Eco is used and stays, a Legame goes under a Maledizione."""
        self.place[c] = PREGHIERA
        mine = self.prayers[player]
        mine.append(c)
        kind = TIPO[c]
        self.noticed.append((TYPES[kind], player, c, (WholeBless.played_prayer, c, player)))
        if kind == ECO:
            echoes = [o for o in mine if TIPO[o] == ECO and o != c]
            if len(echoes) >= ECHOES:
                self.choose_card("limite", player, echoes, WholeBless.send_to_void)

    def played_prayer(self, c: int, player: int) -> None:
        """What its Tipo does when it is played."""
        if self.place[c] != PREGHIERA:
            return
        kind = TIPO[c]
        if kind == IMPULSO:
            self.stack.append((WholeBless.impulse_over, c))
            self.use(c)
        elif kind == ECO:
            if not self.used[c]:
                self.use_echo(c)
        else:
            self.choose_card("ospite", player, self.legal_hosts(player), WholeBless.bind, c)

    def use(self, c: int) -> None:
        """Carry out a prayer's effect."""
        self.log.append(("usa", c))
        self.effect(c, self.control[c])

    def impulse_over(self, c: int) -> None:
        """It breaks right after its own effect, before the triggers that the effect caused (B-200)."""
        if self.place[c] == PREGHIERA:
            self.break_card(c)
        self.resolve_noticed()

    def use_echo(self, c: int) -> None:
        """An Eco uses its effect once per turn, and wakes the player's other Eco (B-161)."""
        self.used[c] = 1
        player = self.control[c]
        others = [o for o in self.prayers[player] if TIPO[o] == ECO and o != c]
        self.stack.append((WholeBless.echo_over, c, player, others))
        self.use(c)

    def echo_over(self, c: int, player: int, others: list[int]) -> None:
        """The other Eco wakes in the same batch as what the effect caused (B-142); if this one left, who was there before."""
        here = self.place[c] == PREGHIERA
        for other in self.prayers[player]:
            if TIPO[other] == ECO and other != c and (here or other in others):
                self.noticed.append(("Eco", player, other, (WholeBless.echo_woken, other, player)))
        self.resolve_noticed()

    def echo_woken(self, c: int, player: int) -> None:
        """One that left meanwhile still uses its effect if it had not (B-142), but is no Eco any more that would wake others."""
        if self.place[c] != PREGHIERA:
            if self.last_used[c]:
                return
            self.last_used[c] = 1
            self.log.append(("usa", c))
            self.effect(c, player)
        elif not self.used[c]:
            self.use_echo(c)

    def bind(self, host: int, c: int) -> None:
        """A Maledizione bears one Legame: the older one goes to the Vuoto (B-155)."""
        older = self.bound[host]
        self.log.append(("lega", c, host))
        if older >= 0:
            self.send_to_void(older)
        self.bound[host] = c
        self.host[c] = host
        self.clock += 1
        self.bound_at[c] = self.clock

    def convert(self, c: int) -> None:
        """A Preghiera becomes a Maledizione of the same controller, which is played, not laid (B-073)."""
        player = self.control[c]
        if not self.has_room(player):
            return
        self.log.append(("converte", c))
        self.leave(c)
        self.control[c] = player
        self.enter_as_curse(c, player)

    # -- What happens to cards (§19) ------------------------------------------------------------------------------

    def leave(self, c: int) -> int:
        """Take a card out of the campo: it forgets everything (B-021). The Legame it bore, or -1."""
        if self.place[c] == MALEDIZIONE:
            self.curses[self.control[c]].remove(c)
        else:
            self.prayers[self.control[c]].remove(c)
            if self.host[c] >= 0:
                self.bound[self.host[c]] = -1
                self.host[c] = -1
        self.place[c] = ALTRO
        self.last[c] = self.control[c]
        self.last_used[c] = self.used[c]
        self.control[c] = -1
        self.corrupted[c] = self.stasis[c] = self.attacks[c] = self.barred[c] = self.used[c] = self.stays[c] = 0
        self.adds[c] = self.adds_later[c] = self.adds_karma[c] = self.adds_karma_later[c] = 0
        self.impact_at[c] = self.lost_at[c] = 0
        self.fixed_until[c] = NEVER
        self.counts_echoes[c] = ()
        self.forma[c] = FORMA[c]
        legame = self.bound[c]
        self.bound[c] = -1
        if legame >= 0:
            self.host[legame] = -1
        return legame

    def break_card(self, c: int) -> None:
        """To the Vuoto, the Legame after its host (B-163, B-190)."""
        self.log.append(("spezza", c))
        self.notice_broken(c)
        self.to_void(c)

    def break_cards(self, cards: tuple[int, ...]) -> None:
        """One event (B-143): the active player's first, each with its Legame after it (B-190); all were there to look on."""
        mine = [c for c in cards if self.control[c] == self.active]
        mine += [c for c in cards if self.control[c] != self.active]
        mourned = self.control[VEDOVA] if self.place[VEDOVA] == MALEDIZIONE else -1
        for c in mine:
            if self.place[c] != ALTRO:  # a Legame may have gone with its host
                self.log.append(("spezza", c))
                self.notice_broken(c, mourned)
                self.to_void(c)

    def notice_broken(self, c: int, mourned: int = NEVER) -> None:
        """SPEZZATA of the card and of its Legame, which speaks of the host (B-193), and who looks on."""
        if self.place[c] != MALEDIZIONE:
            return
        player = self.control[c]
        if c == ULTIMO:
            self.noticed.append(("SPEZZATA", player, c, (WholeBless.corrupt_least_karma, player)))
        elif c == CANDELA:
            self.noticed.append(("SPEZZATA", player, c, (WholeBless.candle, player)))
        legame = self.bound[c]
        if legame == PELLEGRINA:
            self.noticed.append(("SPEZZATA", player, c, (WholeBless.draw, player)))
        elif legame == ULTIMO:
            self.noticed.append(("SPEZZATA", player, c, (WholeBless.break_winner, self.won)))
        if mourned == NEVER and self.place[VEDOVA] == MALEDIZIONE:
            mourned = self.control[VEDOVA]
        if c != VEDOVA and mourned == player:
            self.noticed.append((NAMES[VEDOVA], player, VEDOVA, (WholeBless.mourn,)))

    def mourn(self) -> None:
        if self.place[VEDOVA] == MALEDIZIONE:
            self.adds_later[VEDOVA] += 2

    def break_winner(self, c: int) -> None:
        if c >= 0 and self.place[c] == MALEDIZIONE:
            self.break_card(c)
            self.resolve_noticed()

    def corrupt_least_karma(self, player: int) -> None:
        """«La Maledizione avversaria con Karma minore si corrompe.»"""
        theirs = self.curses[1 - player]
        least = min((self.karma(c) for c in theirs), default=0)
        tied = [c for c in theirs if self.karma(c) == least and not self.corrupted[c]]
        self.choose_card("karma", player, tied, WholeBless.corrupt_card)

    def candle(self, player: int) -> None:
        """«Se hai meno Maledizioni dell'avversario, gioca una Luce dal Vuoto, altrimenti pesca una carta.»"""
        if len(self.curses[player]) < len(self.curses[1 - player]):
            lights = [c for c in self.void if FORMA[c] & LUCE and self.ways_to_play(c, player)]
            self.choose_card("luce", player, lights, WholeBless.play_as_chosen, player)
        else:
            self.draw(player)

    def send_to_void(self, c: int) -> None:
        """Sent, not broken; a Legame without its host does break."""
        self.log.append(("manda", c))
        self.to_void(c)

    def to_void(self, c: int) -> None:
        legame = self.leave(c)
        self.void.append(c)
        if legame >= 0:
            self.break_card(legame)

    def offer(self, c: int, player: int) -> None:
        """It breaks (B-117), but goes to the player's own Altare."""
        self.log.append(("spezza", c))
        self.log.append(("offre", player, c))
        self.notice_broken(c)
        legame = self.leave(c)
        self.altars[player].append(c)
        if legame >= 0:
            self.break_card(legame)

    def corrupt_card(self, c: int) -> None:
        player = self.control[c]
        if self.words(c) & BARRIERA:
            self.noticed.append(("Barriera", player, c, (WholeBless.bar, c)))
        if c == MASCHERA:
            self.noticed.append((NAMES[c], player, c, (WholeBless.draw, player)))
        self.corrupted[c] = 1
        self.log.append(("corrompe", c))

    def corrupt_if_pure(self, c: int) -> None:
        if not self.corrupted[c]:
            self.corrupt_card(c)

    def corrupt_cards(self, cards: tuple[int, ...]) -> None:
        for c in cards:
            self.corrupt_card(c)

    def bar(self, c: int) -> None:
        if self.place[c] == MALEDIZIONE:
            self.barred[c] = 1
            self.log.append(("barriera", c))

    def purify_card(self, c: int) -> None:
        self.corrupted[c] = 0
        self.log.append(("purifica", c))

    def remove_stasis(self, c: int) -> None:
        self.stasis[c] = 0
        self.log.append(("stasi", c))

    def take_control(self, c: int, player: int) -> None:
        """State, Stasi and modifiers stay (B-192); the limits of the new controller apply."""
        self.curses[1 - player].remove(c)
        self.curses[player].append(c)
        self.control[c] = player
        self.log.append(("controllo", player, c))
        self.keep_to_limit(c, player)

    def bless(self, c: int, player: int, karma: int) -> None:
        """Its Karma becomes Punti Vittoria (B-110)."""
        self.log.append(("blessa", c))
        if karma > 0:
            self.points[player] += karma
        if self.place[c] != MALEDIZIONE:
            return
        if c in DRAWS_WHEN_IT_BLESSES:
            self.noticed.append((NAMES[c], player, c, (WholeBless.draw, player)))
        elif c == GABELLIERE:
            self.noticed.append((NAMES[c], player, c, (WholeBless.gain_points, player, 1)))
        if self.bound[c] == RONDINE:
            self.noticed.append((NAMES[RONDINE], player, c, (WholeBless.gain_action, player)))

    # -- Values (B-180 .. B-188) ----------------------------------------------------------------------------------

    def words(self, c: int) -> int:
        """The abilities that a Maledizione has; what it lost this turn counts against those it had before."""
        lost = self.lost_at[c]
        words = 0
        if not lost:
            words = WORDS[c]
            if c == RUGIADA:
                words = 0 if self.corrupted[c] else RIVALITA
            elif c == GUSCIO:
                words = IMPATTO if self.corrupted[c] else 0
        legame = self.bound[c]
        if legame >= 0 and self.bound_at[legame] > lost:
            words |= GIVES_WORDS[legame]
        if self.impact_at[c] > lost:
            words |= IMPATTO
        if (
            self.forma[c] & LUCE
            and self.place[SIEPE] == MALEDIZIONE
            and self.control[SIEPE] == self.control[c]
            and self.entered[SIEPE] > lost
        ):
            words |= BARRIERA
        return words

    def karma(self, c: int) -> int:
        legame = self.bound[c]
        value = KARMA[c] + self.adds_karma[c] + self.adds_karma_later[c] + (0 if legame < 0 else GIVES_KARMA[legame])
        return value + len(self.altars[self.control[c]]) if c == RELIQUIARIO else value

    def fixed(self, c: int) -> int:
        """What its Occhio always is, the last that says so; -1 if nothing does (B-183, B-184)."""
        value, at = -1, -1
        if c == SCACCHIERA:
            value, at = 5, self.entered[c]
        legame = self.bound[c]
        if legame == SPECCHIO and self.bound_at[legame] > at:
            value, at = 6, self.bound_at[legame]
        if self.fixed_until[c] >= self.turn and self.fixed_at[c] > at:
            value = 1
        return value

    def occhio(self, c: int, rivalry: int = 0) -> int:
        """Its Occhio, with what Rivalità adds to it in a clash; never below 0 (B-186)."""
        legame = self.bound[c]
        if c == SCACCHIERA or legame == SPECCHIO or self.fixed_until[c] >= 0:
            fixed = self.fixed(c)
            if fixed >= 0:
                return fixed + 2 if c == GRADINO else fixed
        value = 7 if legame == COLONNA else PRINTED_OCCHIO[c]
        value += ADDS_OCCHIO[c] + self.adds[c] + self.adds_later[c] + self.stays[c] + rivalry
        me = self.control[c]
        if legame >= 0:
            value += GIVES_OCCHIO[legame]
            if legame == TARLO:
                value += len(self.curses[me]) - 1
        own = OWN_OCCHIO[c]
        if own is not None:
            value += own(self, me)
        if self.place[CORO] == MALEDIZIONE and self.control[CORO] == me and self.all_shadows(me):
            value += 1
        if self.corrupted[c]:
            if self.place[POZZO] == MALEDIZIONE and self.control[POZZO] != me:
                value -= 2
        else:
            value += self.pure_bonus[me]
        for player in self.counts_echoes[c]:
            value += self.echoes(player)
        return value if value > 0 else 0

    def all_shadows(self, player: int) -> bool:
        forma = self.forma
        return all(forma[c] & OMBRA for c in self.curses[player])

    def echoes(self, player: int) -> int:
        return sum(TIPO[c] == ECO for c in self.prayers[player])

    def occhio_against(self, c: int, other: int) -> int:
        """Its Occhio in a clash: Rivalità adds 3 against another Forma, when neither is Duale (B-130)."""
        # Luce and Ombra share no bit; a Duale shares one with everything.
        return self.occhio(c, 0 if self.forma[c] & self.forma[other] or not self.words(c) & RIVALITA else 3)

    # -- The clash (B-100 .. B-117) -------------------------------------------------------------------------------

    def beats(self, c: int, other: int) -> bool:
        """«Vince contro …» (B-104)."""
        if BEATS[c]:
            return bool(BEATS[c] & self.forma[other])
        if c == SPECCHIO:
            return not self.corrupted[other]
        return c == FIONDA and self.occhio_against(other, c) >= 7

    def always_beats(self, c: int, other: int) -> bool:
        """«Vince sempre contro …» (B-105)."""
        return c == GIUDICE and bool(self.corrupted[other]) and bool(self.forma[other] & OMBRA)

    def outcome(self, a: int, d: int, lucky: int = -1) -> int:
        """1 when the attacker wins, -1 when the defender does, 0 when both lose (B-101, B-104); ``lucky`` won its Fato."""
        if CLAIMS[a] or CLAIMS[d] or lucky >= 0:
            always = self.always_beats(a, d) - self.always_beats(d, a)
            if always:
                return always
            wins_a, wins_d = a == lucky or self.beats(a, d), d == lucky or self.beats(d, a)
            if wins_a or wins_d:
                return wins_a - wins_d
        x, y = self.occhio_against(a, d), self.occhio_against(d, a)
        return (x > y) - (x < y)

    def attack(self, a: int, d: int) -> None:
        """It is declared; what that wakes comes first (B-100)."""
        self.attacks[a] += 1
        self.log.append(("attacca", a, d))
        self.stack.append((WholeBless.clash, a, d))
        self.notice_attack(a)
        if d == PELLEGRINA and self.forma[a] & OMBRA:
            self.noticed.append((NAMES[d], self.control[d], d, (WholeBless.provoke,)))
        self.resolve_noticed()

    def notice_attack(self, a: int) -> None:
        player = self.control[a]
        if a == CERVO:
            self.noticed.append((NAMES[a], player, a, (WholeBless.charge,)))
        elif a == RIGATTIERE:
            self.noticed.append((NAMES[a], player, a, (WholeBless.rummage, player)))

    def provoke(self) -> None:
        if self.place[PELLEGRINA] == MALEDIZIONE:
            self.stays[PELLEGRINA] += 3

    def charge(self) -> None:
        if self.place[CERVO] == MALEDIZIONE:
            self.adds[CERVO] += 2

    def rummage(self, player: int) -> None:
        """«Puoi scartare una carta per pescare 2 carte.»"""
        if self.hands[player]:
            self.may("scarta?", player, WholeBless.discard_for, player, WholeBless.draw_cards, player, 2)

    def clash(self, a: int, d: int) -> None:
        """Fato is rolled first; the guess is made before it is seen (B-134)."""
        if self.place[a] != MALEDIZIONE or self.place[d] != MALEDIZIONE:
            return
        gambler = a if self.is_fato(a) else d if self.is_fato(d) else -1
        if gambler < 0:
            self.fight(a, d, -1)
        else:
            self.ask("fato", self.control[gambler], [PARI, DISPARI], WholeBless.fato_chosen, a, d, gambler)

    def fato_chosen(self, key: Key, a: int, d: int, gambler: int) -> None:
        even = self.below(6) & 1  # the faces count from 1
        right = even == (key is PARI)
        self.fight(a, d, gambler if right else d if gambler == a else a)

    def fight(self, a: int, d: int, lucky: int) -> None:
        """The phases of the clash up to the change of states, all judged on the states before it (B-102)."""
        result = self.outcome(a, d, lucky)
        self.won = a if result > 0 else d if result < 0 else -1
        for c, side in ((a, result), (d, -result)):
            self.log.append(("vince" if side > 0 else "perde", c))
            if side > 0 and c == MONETA:
                self.noticed.append((NAMES[c], self.control[c], c, (WholeBless.gain_points, self.control[c], 1)))
            elif side <= 0 and c == TESSITRICE:
                self.noticed.append((NAMES[c], self.control[c], c, (WholeBless.weave, self.control[c])))
        a_falls = result <= 0
        a_pure = not self.corrupted[a]
        d_pure = not self.corrupted[d]
        player, karma = self.control[a], self.karma(a)
        if a_falls and a_pure:
            if self.words(d) & IMPATTO:
                self.notice_impact(d)
            self.corrupt_card(a)
        if d_pure:
            if self.words(a) & IMPATTO:
                self.notice_impact(a)
            self.corrupt_card(d)
        self.stack.append((WholeBless.clash_over,))
        if a_falls and not a_pure:
            self.break_card(a)
        if result >= 0 and not d_pure:
            self.ask("offerta", player, [SI, NO], WholeBless.offer_chosen, a, d, player, karma)

    def clash_over(self) -> None:
        self.resolve_noticed()

    def notice_impact(self, c: int) -> None:
        player = self.control[c]
        self.noticed.append(("Impatto", player, c, (WholeBless.impact, c, player, self.karma(c))))

    def impact(self, c: int, player: int, karma: int) -> None:
        self.bless(c, player, self.karma(c) if self.place[c] == MALEDIZIONE else karma)

    def weave(self, player: int) -> None:
        """«Puoi convertire una tua Preghiera.»"""
        if self.prayers[player] and self.has_room(player):
            self.may("converti?", player, WholeBless.convert_one, player)

    def convert_one(self, player: int) -> None:
        self.choose_card("converti", player, self.prayers[player], WholeBless.convert)

    def offer_chosen(self, key: Key, a: int, d: int, player: int, karma: int) -> None:
        """The broken defender may go to the attacker's Altare, and the attacker blesses (B-111)."""
        if key is NO:
            self.break_card(d)
            return
        here = self.place[a] == MALEDIZIONE
        self.offer(d, player)
        self.bless(a, player, self.karma(a) if here else karma)
        if len(self.altars[player]) >= ALTAR:
            self.activate(player)

    def attack_directly(self, a: int) -> None:
        """No clash: the attacker blesses (B-064, B-115)."""
        self.attacks[a] += 1
        self.log.append(("diretto", a))
        self.stack.append((WholeBless.strike, a))
        self.notice_attack(a)
        self.resolve_noticed()

    def strike(self, a: int) -> None:
        if self.place[a] == MALEDIZIONE:
            self.bless(a, self.control[a], self.karma(a))
            self.resolve_noticed()

    # -- Triggers (B-140, B-142) ----------------------------------------------------------------------------------

    def resolve_noticed(self) -> None:
        """The triggers of one event, to be resolved before anything older."""
        if self.noticed:
            self.stack.append((WholeBless.resolve_batch, tuple(self.noticed)))
            self.noticed.clear()

    def resolve_batch(self, batch: tuple[Trigger, ...]) -> None:
        """The active player's first, each player ordering his own."""
        mine = [t for t in batch if t[1] == self.active] or list(batch)
        options: list[Key] = [("innesco", t[0], t[2]) for t in mine]
        self.ask("innesco", mine[0][1], options, WholeBless.trigger_chosen, batch)

    def trigger_chosen(self, key: Key, batch: tuple[Trigger, ...]) -> None:
        """Resolve one; what it causes comes before the rest of the batch."""
        i = next(i for i, t in enumerate(batch) if t[0] == key[1] and t[2] == key[2])
        if len(batch) > 1:
            self.stack.append((WholeBless.resolve_batch, batch[:i] + batch[i + 1 :]))
        self.stack.append((WholeBless.resolve_noticed,))
        task = batch[i][3]
        task[0](self, *task[1:])

    def calo(self, c: int, player: int) -> None:
        """What a card does when it is laid as a Maledizione (B-170)."""
        if c == COLONNA:
            hand = self.hands[1 - player]
            if hand:
                self.discard(hand[self.below(len(hand))], 1 - player)
        elif c == MATTINO:
            self.choose_card(
                "luce", player, [o for o in self.void if FORMA[o] & LUCE], WholeBless.take_from_void, player
            )
        elif c == GROTTA:
            if self.ready_echoes(player):
                self.may("invoca?", player, WholeBless.invoke_one, player)
        elif c == TARLO:
            self.choose_card("spezza", player, self.all_prayers(player), WholeBless.break_card)
        elif self.place[RAGNO] == MALEDIZIONE:
            self.choose_card(
                "legame", player, [o for o in self.void if TIPO[o] == LEGAME], WholeBless.bind_from_void, player
            )

    def ready_echoes(self, player: int) -> list[int]:
        return [o for o in self.prayers[player] if TIPO[o] == ECO and not self.used[o]]

    def invoke_one(self, player: int) -> None:
        self.choose_card("invoca", player, self.ready_echoes(player), WholeBless.invoke)

    def invoke(self, c: int) -> None:
        self.log.append(("invoca", c))
        self.use_echo(c)

    def bind_from_void(self, c: int, player: int) -> None:
        """It is not played: whose it was, its it is (B-193)."""
        self.void.remove(c)
        self.place[c] = PREGHIERA
        owner = self.control[c] = self.last[c]
        self.prayers[owner].append(c)
        self.bind(RAGNO, c)

    # -- The effects of the prayers -------------------------------------------------------------------------------

    def effect(self, c: int, player: int) -> None:
        do, *args = EFFECTS[c]
        do(self, player, *args)

    def all_prayers(self, player: int) -> list[int]:
        return self.prayers[player] + self.prayers[1 - player]

    def all_curses(self, player: int) -> list[int]:
        return self.curses[player] + self.curses[1 - player]

    def in_play(self, player: int) -> list[int]:
        return self.all_curses(player) + self.all_prayers(player)

    def break_prayer(self, player: int) -> None:
        """«Spezza una Preghiera.» The Impulso being used is one of them (B-160)."""
        self.choose_card("spezza", player, self.all_prayers(player), WholeBless.break_card)

    def corrupt_one(self, player: int) -> None:
        """«Corrompi una Maledizione.» Only a Pura can be chosen (B-091)."""
        corrupted = self.corrupted
        self.choose_card(
            "corrompi", player, [c for c in self.all_curses(player) if not corrupted[c]], WholeBless.corrupt_card
        )

    def corrupt_target(self, player: int) -> None:
        """«Corrompi la Maledizione bersaglio.» On a Corrotta nothing happens (B-174)."""
        self.choose_card("corrompi", player, self.all_curses(player), WholeBless.corrupt_if_pure)

    def corrupt_two(self, player: int) -> None:
        """«Corrompi fino a 2 Maledizioni.»"""
        pure = [c for c in self.all_curses(player) if not self.corrupted[c]]
        self.choose_cards("corrompi", player, pure, 0, 2, WholeBless.corrupt_cards)

    def strengthen_own(self, player: int, amount: int) -> None:
        """«Una tua Maledizione ha +1 Occhio per questo turno.»"""
        self.choose_card("modifica", player, self.curses[player], WholeBless.add_for_turn, amount)

    def strengthen_any(self, player: int, amount: int) -> None:
        """«La Maledizione bersaglio ha -1 Occhio per questo turno.»"""
        self.choose_card("modifica", player, self.all_curses(player), WholeBless.add_for_turn, amount)

    def add_for_turn(self, c: int, amount: int) -> None:
        self.adds[c] += amount

    def free_own(self, player: int) -> None:
        """«Rimuovi la Stasi da una tua Maledizione.»"""
        stasis = self.stasis
        self.choose_card("stasi", player, [c for c in self.curses[player] if stasis[c]], WholeBless.remove_stasis)

    def free_all(self, player: int) -> None:
        for c in self.curses[player]:
            if self.stasis[c]:
                self.remove_stasis(c)

    def lights(self, player: int) -> list[int]:
        """«La Luce bersaglio»: any card in the campo (B-175)."""
        forma = self.forma
        return [c for c in self.in_play(player) if forma[c] & LUCE]

    def strengthen_light(self, player: int) -> None:
        self.choose_card("modifica", player, self.lights(player), WholeBless.add_for_turn, 2)

    def hallow_light(self, player: int) -> None:
        """«La Luce bersaglio ha +1 Karma fino alla fine del prossimo turno.»"""
        self.choose_card("modifica", player, self.lights(player), WholeBless.add_karma)

    def add_karma(self, c: int) -> None:
        self.adds_karma_later[c] += 1

    def purge(self, player: int) -> None:
        """«Spezza tutte le Ombra corrotte, poi termina il turno.»"""
        corrupted, forma = self.corrupted, self.forma
        self.break_cards(tuple(c for c in self.all_curses(player) if corrupted[c] and forma[c] & OMBRA))
        self.ending = True

    def convert_and_free(self, player: int) -> None:
        """«Converti una tua Preghiera, poi rimuovi la Stasi da quella Preghiera.»"""
        if self.has_room(player):
            self.choose_card("converti", player, self.prayers[player], WholeBless.convert_freed)

    def convert_freed(self, c: int) -> None:
        self.stack.append((WholeBless.free_if_still, c))
        self.convert(c)

    def free_if_still(self, c: int) -> None:
        if self.place[c] == MALEDIZIONE and self.stasis[c]:
            self.remove_stasis(c)

    def fix_at_one(self, player: int) -> None:
        """«La Maledizione bersaglio ha sempre l'Occhio uguale a 1 fino alla fine del prossimo turno.»"""
        self.choose_card("fissa", player, self.all_curses(player), WholeBless.fix)

    def fix(self, c: int) -> None:
        self.clock += 1
        self.fixed_at[c] = self.clock
        self.fixed_until[c] = self.turn + 1

    def break_least(self, player: int) -> None:
        """«Spezza la Maledizione in campo con Occhio minore.»"""
        cards = self.all_curses(player)
        least = min((self.occhio(c) for c in cards), default=0)
        self.choose_card("spezza", player, [c for c in cards if self.occhio(c) == least], WholeBless.break_card)

    def sacrifice(self, player: int) -> None:
        """«Corrompi 2 tue Maledizioni per spezzare 2 carte.» (B-145)"""
        pure = [c for c in self.curses[player] if not self.corrupted[c]]
        if len(pure) >= 2:
            self.choose_cards("corrompi", player, pure, 2, 2, WholeBless.sacrificed, player)

    def sacrificed(self, cards: tuple[int, ...], player: int) -> None:
        self.corrupt_cards(cards)
        self.choose_cards("spezza", player, self.in_play(player), 2, 2, WholeBless.break_cards)

    def opponent_discards(self, player: int) -> None:
        self.discard_one(1 - player)

    def look_and_take(self, player: int) -> None:
        """«Guarda le 2 carte in cima al Mazzo, poi prendine una.»"""
        self.choose_card("prendi", player, self.deck[-2:], WholeBless.take_from_deck, player)

    def take_from_deck(self, c: int, player: int) -> None:
        self.deck.remove(c)
        self.hands[player].append(c)
        self.place[c] = MANO
        self.last[c] = player
        self.log.append(("prende", player, c))

    def catch_up(self, player: int) -> None:
        """«Se hai meno Maledizioni dell'avversario, pesca 3 carte, altrimenti pesca una carta.»"""
        self.draw_cards(player, 3 if len(self.curses[player]) < len(self.curses[1 - player]) else 1)

    def both_discard(self, player: int) -> None:
        """«Ogni giocatore scarta una carta, a partire dall'avversario.»"""
        self.stack.append((WholeBless.discard_one, player))
        self.discard_one(1 - player)

    def draw_and_discard(self, player: int) -> None:
        self.draw_cards(player, 2)
        self.discard_one(player)

    def silence(self, player: int) -> None:
        """«La Maledizione bersaglio perde le sue abilità per questo turno.»"""
        self.choose_card("zittisci", player, self.all_curses(player), WholeBless.lose_abilities)

    def lose_abilities(self, c: int) -> None:
        self.clock += 1
        self.lost_at[c] = self.clock

    def strengthen_pure(self, player: int) -> None:
        """«Le tue Maledizioni pure hanno +1 Occhio per questo turno.» Who they are is seen anew (B-191)."""
        self.pure_bonus[player] += 1

    def recall(self, player: int) -> None:
        """«Prendi la carta bersaglio dal Vuoto.»"""
        self.choose_card("prendi", player, self.void, WholeBless.take_from_void, player)

    def give_impact(self, player: int) -> None:
        """«Una tua Maledizione ha Impatto per questo turno.»"""
        self.choose_card("impatto", player, self.curses[player], WholeBless.impact_given)

    def impact_given(self, c: int) -> None:
        self.clock += 1
        self.impact_at[c] = self.clock

    def lay_free(self, player: int) -> None:
        """«Puoi calare gratuitamente una carta.»"""
        if any(self.ways_to_play(c, player) for c in self.hands[player]):
            self.may("cala?", player, WholeBless.lay_one, player)

    def lay_one(self, player: int) -> None:
        cards = [c for c in self.hands[player] if self.ways_to_play(c, player)]
        self.choose_card("cala", player, cards, WholeBless.lay_as_chosen, player)

    def win_over(self, player: int) -> None:
        """«Scarta una carta per prendere il controllo di una Maledizione avversaria corrotta.»"""
        self.discard_for(player, WholeBless.take_one, player)

    def take_one(self, player: int) -> None:
        if self.has_room(player):
            theirs = [c for c in self.curses[1 - player] if self.corrupted[c]]
            self.choose_card("controllo", player, theirs, WholeBless.take_control, player)

    def card_for_action(self, player: int) -> None:
        """«Puoi scartare una carta per guadagnare un'Azione.»"""
        if self.hands[player]:
            self.may("scarta?", player, WholeBless.discard_for, player, WholeBless.gain_action, player)

    def count_echoes(self, player: int) -> None:
        """«Il bersaglio ha +1 Occhio per ogni tua Eco, per questo turno.» Counted anew (B-178)."""
        self.choose_card("modifica", player, self.in_play(player), WholeBless.echoes_counted, player)

    def echoes_counted(self, c: int, player: int) -> None:
        self.counts_echoes[c] += (player,)

    def play_curse_from_void(self, player: int) -> None:
        """«Gioca una Maledizione dal Vuoto.»"""
        if self.has_room(player):
            self.choose_card("gioca", player, self.void, WholeBless.play_from_void, player, "M")

    def point_for_echoes(self, player: int) -> None:
        """«Se hai almeno 2 Eco, guadagni un Punto Vittoria.»"""
        if self.echoes(player) >= 2:
            self.gain_points(player, 1)

    def break_or_corrupt(self, player: int) -> None:
        """«Scegli uno: spezza una Preghiera; oppure corrompi una Maledizione.»"""
        can = [bool(self.all_prayers(player)), not all(self.corrupted[c] for c in self.all_curses(player))]
        options = [SCELTE[i] for i in (0, 1) if can[i]]
        if options:
            self.ask("scelta", player, options, WholeBless.break_or_corrupt_chosen, player)

    def break_or_corrupt_chosen(self, key: Key, player: int) -> None:
        if key[1] == 0:
            self.break_prayer(player)
        else:
            self.corrupt_one(player)

    def order_attack(self, player: int) -> None:
        """«Una tua Maledizione attacca gratuitamente.»"""
        ready = [a for a in self.curses[player] if not self.stasis[a] and self.can_attack(a)]
        ready = [a for a in ready if self.can_be_attacked_by(a, player)]
        self.choose_card("attaccante", player, ready, WholeBless.attacker_chosen, player)

    def attacker_chosen(self, a: int, player: int) -> None:
        self.choose_card("difensore", player, self.can_be_attacked_by(a, player), WholeBless.defender_chosen, a)

    def defender_chosen(self, d: int, a: int) -> None:
        self.attack(a, d)

    def darken(self, player: int) -> None:
        """«La Forma della Maledizione bersaglio è Ombra per questo turno.»"""
        self.choose_card("forma", player, self.all_curses(player), WholeBless.set_forma, OMBRA)

    def set_forma(self, c: int, forma: int) -> None:
        self.forma[c] = forma

    def choose_forma(self, player: int) -> None:
        """«Scegli la Forma del bersaglio per questo turno.»"""
        self.choose_card("forma", player, self.in_play(player), WholeBless.forma_asked, player)

    def forma_asked(self, c: int, player: int) -> None:
        self.ask("quale", player, FORME, WholeBless.forma_chosen, c)

    def forma_chosen(self, key: Key, c: int) -> None:
        self.forma[c] = key[1]

    def borrow_impulse(self, player: int) -> None:
        """«Usa l'effetto Impulso di una tua Maledizione.» Neither a use of an Eco, nor does it break (B-199)."""
        cards = [c for c in self.curses[player] if TIPO[c] == IMPULSO]
        self.choose_card("usa", player, cards, WholeBless.borrowed, player)

    def borrowed(self, c: int, player: int) -> None:
        self.log.append(("usa", c))
        self.effect(c, player)

    def send_prayer(self, player: int) -> None:
        """«Manda la Preghiera bersaglio nel Vuoto.»"""
        self.choose_card("manda", player, self.all_prayers(player), WholeBless.send_to_void)


# What a Maledizione's own words add to its Occhio, its player given.
OWN_OCCHIO: list[Callable[[WholeBless, int], int] | None] = [None] * SIZE
OWN_OCCHIO[VEGLIA] = lambda game, me: game.echoes(0) + game.echoes(1)
OWN_OCCHIO[GRADINO] = lambda game, me: 2
OWN_OCCHIO[ZATTERA] = lambda game, me: sum(bool(game.forma[c] & LUCE) for c in game.curses[me])
OWN_OCCHIO[SACCA] = lambda game, me: -len(game.hands[me])
OWN_OCCHIO[TERZO] = lambda game, me: int(len(game.altars[me]) == 3)
OWN_OCCHIO[CHI_RESTA] = lambda game, me: 2 * (len(game.curses[1 - me]) > len(game.curses[me]))
OWN_OCCHIO[LIBRO] = lambda game, me: 2 * (len(game.prayers[me]) >= 2)
OWN_OCCHIO[SENTINELLA] = lambda game, me: 2 * (game.active != me)

NAMED = {
    "draw_cards": WholeBless.draw_cards,
    "break_prayer": WholeBless.break_prayer,
    "corrupt": WholeBless.corrupt_one,
    "corrupt_target": WholeBless.corrupt_target,
    "strengthen_own": WholeBless.strengthen_own,
    "strengthen_any": WholeBless.strengthen_any,
    "free_own": WholeBless.free_own,
    "purify_own": WholeBless.purify_one,
}
AMOUNTS = ("draw_cards", "strengthen_own", "strengthen_any")
EFFECTS: list[Task] = [()] * SIZE
for _c, _card in enumerate(SIMPLEST):
    if _card[5] != LEGAME:
        _name = _card[6][0].__name__
        EFFECTS[_c] = (NAMED[_name], _card[6][1]) if _name in AMOUNTS else (NAMED[_name],)
EFFECTS[VEGLIA] = (WholeBless.purge,)
EFFECTS[POZZO] = (WholeBless.convert_and_free,)
EFFECTS[SCACCHIERA] = (WholeBless.fix_at_one,)
EFFECTS[GRADINO] = (WholeBless.strengthen_light,)
EFFECTS[CORO] = (WholeBless.break_least,)
EFFECTS[ZATTERA] = (WholeBless.sacrifice,)
EFFECTS[SACCA] = (WholeBless.opponent_discards,)
EFFECTS[RELIQUIARIO] = (WholeBless.free_all,)
EFFECTS[TERZO] = (WholeBless.look_and_take,)
EFFECTS[CHI_RESTA] = (WholeBless.catch_up,)
EFFECTS[LIBRO] = (WholeBless.both_discard,)
EFFECTS[MONETA] = (WholeBless.draw_and_discard,)
EFFECTS[FIONDA] = (WholeBless.silence,)
EFFECTS[PORTA] = (WholeBless.strengthen_pure,)
EFFECTS[STATUA] = (WholeBless.corrupt_two,)
EFFECTS[RUGIADA] = (WholeBless.recall,)
EFFECTS[GUSCIO] = (WholeBless.give_impact,)
EFFECTS[SIEPE] = (WholeBless.lay_free,)
EFFECTS[SENTINELLA] = (WholeBless.win_over,)
EFFECTS[CERVO] = (WholeBless.card_for_action,)
EFFECTS[RIGATTIERE] = (WholeBless.count_echoes,)
EFFECTS[TESSITRICE] = (WholeBless.play_curse_from_void,)
EFFECTS[VEDOVA] = (WholeBless.point_for_echoes,)
EFFECTS[MATTINO] = (WholeBless.hallow_light,)
EFFECTS[CANDELA] = (WholeBless.break_or_corrupt,)
EFFECTS[GABELLIERE] = (WholeBless.order_attack,)
EFFECTS[GROTTA] = (WholeBless.darken,)
EFFECTS[FONTE] = (WholeBless.borrow_impulse,)
EFFECTS[MASCHERA] = (WholeBless.choose_forma,)
EFFECTS[RAGNO] = (WholeBless.send_prayer,)
