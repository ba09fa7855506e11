"""Bless written by hand in plain Python: the oracle and the speed baseline of the interpreted game.

No language, no compiler: flat lists, one method a rule, the 24 simplest cards of the deck «Alba e Cenere» in a table.
It exists to be compared: the same seed and the same choices must give the same match in the interpreted game.

A match is a stack of tasks, tuples ``(function, *arguments)``, so that it stops at a decision and can be cloned there.

Decisions are keys, small tuples; a card is its index in ``CARDS`` (the order of the deck file):

    ("si",) ("no",)                     a free choice: the opening Mulligan, the Offerta
    ("carta", c) ("fine",)              one card among several: Mulligan, target, host, who leaves at a limit
    ("cala", c, "M") ("cala", c, "P")   the four actions and the end of the turn
    ("stasi", c) ("attacca", a, d) ("diretto", a) ("invoca", c) ("passa",)
    ("innesco", word, c)                which of the player's own triggers comes first

``prompt`` says which question is asked. A question with one answer is answered without asking. The source of each rule
is its number (B-…) in the project's catalogue of the rules of Bless.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Key = tuple[Any, ...]
Task = tuple[Any, ...]
Trigger = tuple[str, int, int, int]  # the word, its player, the card, the Karma it had when it left (or 0)

LUCE, OMBRA = 1, 2
DUALE = LUCE | OMBRA
RIVALITA, IMPATTO, BARRIERA, SE_BLESSA = 1, 2, 4, 8
IMPULSO, ECO, LEGAME = 0, 1, 2
MANO, MALEDIZIONE, PREGHIERA, ALTRO = 0, 1, 2, 3  # where a card is; ALTRO: Mazzo, Vuoto, Altare, set aside

HAND, ALTAR, CURSES, ECHOES, FINALS = 4, 5, 4, 2, 5
MASK = (1 << 64) - 1


# -- The effects of the prayers, used by the table below ---------------------------------------------------------


def draw_cards(game: Bless, player: int, number: int) -> None:
    """«Pesca una carta.»"""
    for _ in range(number):
        game.draw(player)


def break_prayer(game: Bless, player: int, _: int) -> None:
    """«Spezza una Preghiera.» The Impulso being used is one of them (B-160)."""
    game.choose_card("spezza", player, game.prayers[player] + game.prayers[1 - player], Bless.break_card)


def corrupt(game: Bless, player: int, _: int) -> None:
    """«Corrompi una Maledizione.» Only a Pura can be chosen (B-091)."""
    corrupted = game.corrupted
    pure = [c for c in game.curses[player] + game.curses[1 - player] if not corrupted[c]]
    game.choose_card("corrompi", player, pure, Bless.corrupt_card)


def corrupt_target(game: Bless, player: int, _: int) -> None:
    """«Corrompi la Maledizione bersaglio.» A target is any that the words describe: on a Corrotta nothing happens (B-174)."""
    game.choose_card("corrompi", player, game.curses[player] + game.curses[1 - player], Bless.corrupt_if_pure)


def strengthen_own(game: Bless, player: int, amount: int) -> None:
    """«Una tua Maledizione ha +1 Occhio per questo turno.»"""
    game.choose_card("modifica", player, game.curses[player], Bless.add_for_turn, amount)


def strengthen_any(game: Bless, player: int, amount: int) -> None:
    """«La Maledizione bersaglio ha -1 Occhio per questo turno.»"""
    game.choose_card("modifica", player, game.curses[player] + game.curses[1 - player], Bless.add_for_turn, amount)


def free_own(game: Bless, player: int, _: int) -> None:
    """«Rimuovi la Stasi da una tua Maledizione.»"""
    stasis = game.stasis
    game.choose_card("stasi", player, [c for c in game.curses[player] if stasis[c]], Bless.remove_stasis)


def purify_own(game: Bless, player: int, _: int) -> None:
    """«Purifica una tua Maledizione.»"""
    corrupted = game.corrupted
    game.choose_card("purifica", player, [c for c in game.curses[player] if corrupted[c]], Bless.purify_card)


# -- The cards: name, Forma, Occhio, Karma | as Maledizione: words, own Occhio, own Karma, beats | as Preghiera --
# A Legame's effect is (words, Occhio, Karma) given to its host; an Impulso's or an Eco's is (function, number).

NONE = (0, 0, 0, 0)
CARDS: tuple[tuple[str, int, int, int, tuple[int, int, int, int], int, tuple[Any, ...]], ...] = (
    ("Alba sui Tetti", LUCE, 5, 2, NONE, IMPULSO, (draw_cards, 1)),
    ("Cenere Lenta", OMBRA, 6, 1, NONE, IMPULSO, (break_prayer, 0)),
    ("Lucciola Ostinata", LUCE, 4, 2, (RIVALITA, 0, 0, 0), ECO, (draw_cards, 1)),
    ("Guardiana del Pozzo", OMBRA, 5, 1, (BARRIERA, 0, 0, 0), ECO, (strengthen_own, 1)),
    ("Campana Incrinata", LUCE, 3, 3, (IMPATTO, 0, 0, 0), LEGAME, (0, 2, 0)),
    ("Lama di Fuliggine", OMBRA, 4, 2, (RIVALITA, 0, 0, 0), IMPULSO, (corrupt_target, 0)),
    ("Ponte di Brina", DUALE, 4, 2, NONE, LEGAME, (0, 1, 0)),
    ("Seme d'Inverno", LUCE, 2, 3, (0, 2, 0, 0), IMPULSO, (corrupt, 0)),
    ("Corvo di Guardia", OMBRA, 3, 2, (0, 1, 0, 0), ECO, (corrupt, 0)),
    ("Chiodo d'Oro", LUCE, 1, 2, (0, 0, 0, OMBRA), ECO, (draw_cards, 1)),
    ("Notte di Sale", OMBRA, 1, 2, (0, 0, 0, LUCE), LEGAME, (RIVALITA, 0, 0)),
    ("Messaggera Scalza", LUCE, 5, 1, (SE_BLESSA, 0, 0, 0), LEGAME, (BARRIERA, 0, 0)),
    ("Ladra di Stoppini", OMBRA, 4, 2, (SE_BLESSA, 0, 0, 0), IMPULSO, (draw_cards, 2)),
    ("Torre di Calce", LUCE, 7, 1, NONE, ECO, (strengthen_own, 2)),
    ("Bue della Sera", OMBRA, 7, 1, NONE, LEGAME, (0, -2, 0)),
    ("Due Sorelle", DUALE, 5, 1, (BARRIERA, 0, 0, 0), IMPULSO, (strengthen_own, 3)),
    ("Falò dei Pastori", LUCE, 6, 2, NONE, IMPULSO, (break_prayer, 0)),
    ("Bruma del Fosso", OMBRA, 2, 4, (IMPATTO, 0, 0, 0), LEGAME, (0, 0, 1)),
    ("Spiga Tardiva", LUCE, 3, 4, NONE, ECO, (free_own, 0)),
    ("Orma nel Camino", OMBRA, 8, 0, NONE, ECO, (strengthen_any, -1)),
    ("Vela Rappezzata", LUCE, 4, 3, (BARRIERA, 0, 0, 0), LEGAME, (IMPATTO, 0, 0)),
    ("Fame di Mezzanotte", OMBRA, 5, 1, (0, 0, 1, 0), IMPULSO, (purify_own, 0)),
    ("Moneta Tagliata", DUALE, 3, 3, (IMPATTO, 0, 0, 0), ECO, (draw_cards, 1)),
    ("Lanterna Cieca", LUCE, 0, 4, NONE, LEGAME, (0, 3, 0)),
)
SIZE = len(CARDS)
NAMES = [card[0] for card in CARDS]
INDEX = {name: c for c, name in enumerate(NAMES)}
FORMA = [card[1] for card in CARDS]
PRINTED_OCCHIO = [card[2] for card in CARDS]
PRINTED_KARMA = [card[3] for card in CARDS]
WORDS = [card[4][0] for card in CARDS]
# Its own continuous effect included: it holds while the card is a Maledizione.
OCCHIO = [card[2] + card[4][1] for card in CARDS]
KARMA = [card[3] + card[4][2] for card in CARDS]
BEATS = [card[4][3] for card in CARDS]
TIPO = [card[5] for card in CARDS]
EFFECT: list[tuple[Any, ...]] = [card[6] for card in CARDS]
GIVES_WORDS = [card[6][0] if card[5] == LEGAME else 0 for card in CARDS]
GIVES_OCCHIO = [card[6][1] if card[5] == LEGAME else 0 for card in CARDS]
GIVES_KARMA = [card[6][2] if card[5] == LEGAME else 0 for card in CARDS]

# The keys are made once: enumerating the options of a decision only picks among them.
CALA_M: list[Key] = [("cala", c, "M") for c in range(SIZE)]
CALA_P: list[Key] = [("cala", c, "P") for c in range(SIZE)]
STASI: list[Key] = [("stasi", c) for c in range(SIZE)]
ATTACCA: list[list[Key]] = [[("attacca", a, d) for d in range(SIZE)] for a in range(SIZE)]
DIRETTO: list[Key] = [("diretto", a) for a in range(SIZE)]
INVOCA: list[Key] = [("invoca", c) for c in range(SIZE)]
CARTA: list[Key] = [("carta", c) for c in range(SIZE)]
SI: Key = ("si",)
NO: Key = ("no",)
FINE: Key = ("fine",)
PASSA: Key = ("passa",)


def splitmix64(seed: int) -> int:
    """The generator's first state (Steele, Lea and Flood 2014, *Fast splittable pseudorandom number generators*)."""
    z = (seed + 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


class Bless:
    """One match. Drive it with ``decision()`` and ``choose(i)`` until ``over``; then ``winner`` is a seat."""

    __slots__ = (
        "actions",
        "activator",
        "active",
        "altars",
        "aside",
        "attacked",
        "barred",
        "bound",
        "control",
        "corrupted",
        "curses",
        "deck",
        "finals",
        "handler",
        "hands",
        "host",
        "log",
        "noticed",
        "options",
        "over",
        "place",
        "player",
        "points",
        "prayers",
        "prompt",
        "random",
        "stack",
        "stasis",
        "turn",
        "turn_occhio",
        "used",
        "void",
        "winner",
    )

    def __init__(self, seed: int = 0, first: int | None = None) -> None:
        self.random = splitmix64(seed)
        # Per card.
        self.place = [ALTRO] * SIZE
        self.control = [-1] * SIZE  # who played it, while it is in campo
        self.corrupted = [0] * SIZE
        self.stasis = [0] * SIZE
        self.attacked = [0] * SIZE  # it attacked this turn
        self.barred = [0] * SIZE  # it cannot be attacked this turn (Barriera)
        self.turn_occhio = [0] * SIZE  # what it gained for this turn
        self.used = [0] * SIZE  # an Eco that used its effect this turn
        self.host = [-1] * SIZE  # of a Legame
        self.bound = [-1] * SIZE  # of a host: its Legame
        # Piles (the last is the top) and, per player, sets in order of arrival.
        self.deck = list(range(SIZE))
        self.void: list[int] = []
        self.aside: list[int] = []
        self.hands: tuple[list[int], list[int]] = ([], [])
        self.curses: tuple[list[int], list[int]] = ([], [])
        self.prayers: tuple[list[int], list[int]] = ([], [])  # bound Legami included
        self.altars: tuple[list[int], list[int]] = ([], [])
        self.points = [0, 0]
        self.active = 0
        self.actions = 0
        self.turn = 0
        self.activator = -1
        self.finals = 0
        self.over = False
        self.winner = -1
        self.noticed: list[Trigger] = []  # triggers of the effect under way, not yet resolved
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

    def clone(self) -> Bless:
        """A copy that goes on by itself."""
        new = Bless.__new__(Bless)
        new.random = self.random
        new.place = self.place[:]
        new.control = self.control[:]
        new.corrupted = self.corrupted[:]
        new.stasis = self.stasis[:]
        new.attacked = self.attacked[:]
        new.barred = self.barred[:]
        new.turn_occhio = self.turn_occhio[:]
        new.used = self.used[:]
        new.host = self.host[:]
        new.bound = self.bound[:]
        new.deck = self.deck[:]
        new.void = self.void[:]
        new.aside = self.aside[:]
        new.hands = (self.hands[0][:], self.hands[1][:])
        new.curses = (self.curses[0][:], self.curses[1][:])
        new.prayers = (self.prayers[0][:], self.prayers[1][:])
        new.altars = (self.altars[0][:], self.altars[1][:])
        new.points = self.points[:]
        new.active = self.active
        new.actions = self.actions
        new.turn = self.turn
        new.activator = self.activator
        new.finals = self.finals
        new.over = self.over
        new.winner = self.winner
        new.noticed = self.noticed[:]
        new.stack = self.stack[:]
        new.player = self.player
        new.prompt = self.prompt
        new.options = self.options  # never changed in place
        new.handler = self.handler
        new.log = self.log[:]
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
            self.ask(prompt, player, [CARTA[c] for c in cards], Bless.card_chosen, do, *args)

    def card_chosen(self, key: Key, do: Callable[..., None], *args: Any) -> None:
        do(self, key[1], *args)

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
        self.stack += [(Bless.begin_turn,), (Bless.open_hand, 1 - self.active), (Bless.open_hand, self.active)]

    def open_hand(self, player: int) -> None:
        """The opening Mulligan is free to do or not (B-031)."""
        self.ask("mulligan?", player, [SI, NO], Bless.hand_opened, player)

    def hand_opened(self, key: Key, player: int) -> None:
        if key is SI:
            self.mulligan(player)

    def mulligan(self, player: int) -> None:
        """Set cards aside one at a time; «fine» draws up to four, then shuffles the others in."""
        options = [CARTA[c] for c in self.hands[player]]
        options.append(FINE)
        self.ask("mulligan", player, options, Bless.mulligan_chosen, player)

    def mulligan_chosen(self, key: Key, player: int) -> None:
        if key is not FINE:
            self.hands[player].remove(key[1])
            self.place[key[1]] = ALTRO
            self.aside.append(key[1])
            self.log.append(("da parte", player, key[1]))
            self.stack.append((Bless.mulligan, player))
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
        self.log.append(("pesca", player, c))
        return True

    # -- The turn (B-050 .. B-056, B-120 .. B-126) ----------------------------------------------------------------

    def begin_turn(self) -> None:
        """Three Azioni, two in the very first turn; the Turni Finali begin with the other player's turn."""
        self.turn += 1
        if self.finals == 0 and self.activator == 1 - self.active:
            self.finals = FINALS
        self.actions = 2 if self.turn == 1 else 3
        self.log.append(("turno", self.active))
        self.stack.append((Bless.main_phase,))

    def main_phase(self) -> None:
        """Offer the legal actions; the turn ends by itself when there is none (B-053, B-194)."""
        options = self.legal_actions() if self.actions else None
        if options:
            options.append(PASSA)
            self.ask("azione", self.active, options, Bless.action_chosen)
        else:
            self.end_turn()

    def end_turn(self) -> None:
        """Stasi goes from everywhere, the active player changes the hand, then the turn is over."""
        stasis = self.stasis
        for side in self.curses:
            for c in side:
                stasis[c] = 0
        self.stack.append((Bless.turn_over,))
        self.mulligan(self.active)

    def turn_over(self) -> None:
        """What lasted until the end of the turn expires; the other player begins, or the match ends."""
        for side in self.curses:
            for c in side:
                self.turn_occhio[c] = self.barred[c] = self.attacked[c] = 0
        for side in self.prayers:
            for c in side:
                self.used[c] = 0
        if self.finals == 1:
            self.finish()
            return
        if self.finals:
            self.finals -= 1
        self.active = 1 - self.active
        self.stack.append((Bless.begin_turn,))

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

    # -- The actions (B-060 .. B-066) -----------------------------------------------------------------------------

    def legal_actions(self) -> list[Key]:
        """Every action that the active player can do now, its cards included."""
        me = self.active
        mine, theirs = self.curses[me], self.curses[1 - me]
        corrupted, stasis, attacked, barred = self.corrupted, self.stasis, self.attacked, self.barred
        room = len(mine) < CURSES or any(not corrupted[c] for c in mine)
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
        for a in mine:
            if stasis[a]:
                options.append(STASI[a])
            elif not attacked[a]:
                if not theirs:
                    options.append(DIRETTO[a])
                for d in theirs:
                    if not barred[d] and (not corrupted[a] or self.outcome(a, d) > 0):
                        options.append(ATTACCA[a][d])
        for c in self.prayers[me]:
            if TIPO[c] == ECO and not self.used[c]:
                options.append(INVOCA[c])
        return options

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
        self.stack.append((Bless.main_phase,))
        if verb == "attacca":
            self.attack(key[1], key[2])
        elif verb == "cala":
            if key[2] == "M":
                self.play_curse(key[1])
            else:
                self.play_prayer(key[1])
        elif verb == "stasi":
            self.remove_stasis(key[1])
        elif verb == "diretto":
            self.attack_directly(key[1])
        else:
            self.log.append(("invoca", key[1]))
            self.use_echo(key[1])

    # -- Playing cards (B-070 .. B-072, B-150 .. B-166) -----------------------------------------------------------

    def play_curse(self, c: int) -> None:
        """It enters Pura and in Stasi; a fifth Maledizione sends an older Pura to the Vuoto (B-151, B-152)."""
        me = self.active
        self.hands[me].remove(c)
        self.place[c] = MALEDIZIONE
        self.control[c] = me
        self.stasis[c] = 1
        mine = self.curses[me]
        mine.append(c)
        self.log.append(("cala", me, c, "M"))
        if len(mine) > CURSES:
            corrupted = self.corrupted
            self.choose_card("limite", me, [o for o in mine if o != c and not corrupted[o]], Bless.send_to_void)

    def play_prayer(self, c: int) -> None:
        """An Impulso is used and breaks, an Eco is used and stays, a Legame goes under a Maledizione."""
        me = self.active
        self.hands[me].remove(c)
        self.place[c] = PREGHIERA
        self.control[c] = me
        mine = self.prayers[me]
        mine.append(c)
        self.log.append(("cala", me, c, "P"))
        kind = TIPO[c]
        if kind == IMPULSO:
            self.stack.append((Bless.impulse_over, c))
            self.use(c)
        elif kind == ECO:
            self.stack.append((Bless.use_echo, c))
            echoes = [o for o in mine if TIPO[o] == ECO and o != c]
            if len(echoes) >= ECHOES:
                self.choose_card("limite", me, echoes, Bless.send_to_void)
        else:
            self.choose_card("ospite", me, self.legal_hosts(me), Bless.bind, c)

    def use(self, c: int) -> None:
        """Carry out a prayer's effect."""
        self.log.append(("usa", c))
        effect = EFFECT[c]
        effect[0](self, self.control[c], effect[1])

    def impulse_over(self, c: int) -> None:
        """It breaks right after its own effect, before the triggers that the effect caused (B-200)."""
        if self.place[c] == PREGHIERA:
            self.break_card(c)
        self.resolve_noticed()

    def use_echo(self, c: int) -> None:
        """An Eco uses its effect once per turn, and wakes the player's other Eco (B-161)."""
        self.used[c] = 1
        self.stack.append((Bless.echo_over, c))
        self.use(c)

    def echo_over(self, c: int) -> None:
        """The other Eco wakes in the same batch as what the effect caused (B-142)."""
        player = self.control[c]
        for other in self.prayers[player]:
            if TIPO[other] == ECO and other != c:
                self.noticed.append(("Eco", player, other, 0))
        self.resolve_noticed()

    def bind(self, host: int, c: int) -> None:
        """A Maledizione bears one Legame: the older one goes to the Vuoto (B-155)."""
        older = self.bound[host]
        self.log.append(("lega", c, host))
        if older >= 0:
            self.send_to_void(older)
        self.bound[host] = c
        self.host[c] = host

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
        self.control[c] = -1
        self.corrupted[c] = self.stasis[c] = self.attacked[c] = self.barred[c] = self.turn_occhio[c] = self.used[c] = 0
        legame = self.bound[c]
        self.bound[c] = -1
        if legame >= 0:
            self.host[legame] = -1
        return legame

    def break_card(self, c: int) -> None:
        """To the Vuoto, the Legame after its host (B-163, B-190)."""
        self.log.append(("spezza", c))
        self.to_void(c)

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
        legame = self.leave(c)
        self.altars[player].append(c)
        if legame >= 0:
            self.break_card(legame)

    def corrupt_card(self, c: int) -> None:
        self.corrupted[c] = 1
        self.log.append(("corrompe", c))
        if self.words(c) & BARRIERA:
            self.noticed.append(("Barriera", self.control[c], c, 0))

    def corrupt_if_pure(self, c: int) -> None:
        if not self.corrupted[c]:
            self.corrupt_card(c)

    def purify_card(self, c: int) -> None:
        self.corrupted[c] = 0
        self.log.append(("purifica", c))

    def remove_stasis(self, c: int) -> None:
        self.stasis[c] = 0
        self.log.append(("stasi", c))

    def add_for_turn(self, c: int, amount: int) -> None:
        self.turn_occhio[c] += amount
        self.log.append(("modifica", c, amount))

    def bless(self, c: int, player: int, karma: int) -> None:
        """Its Karma becomes Punti Vittoria (B-110)."""
        self.log.append(("blessa", c))
        if karma > 0:
            self.points[player] += karma
            self.log.append(("guadagna", player, karma))
        if self.place[c] == MALEDIZIONE and self.words(c) & SE_BLESSA:
            self.noticed.append(("Se blessa", player, c, 0))

    # -- Values ---------------------------------------------------------------------------------------------------

    def words(self, c: int) -> int:
        """The keywords and triggers that a Maledizione has, those of its Legame included."""
        legame = self.bound[c]
        return WORDS[c] if legame < 0 else WORDS[c] | GIVES_WORDS[legame]

    def karma(self, c: int) -> int:
        legame = self.bound[c]
        return KARMA[c] if legame < 0 else KARMA[c] + GIVES_KARMA[legame]

    def occhio(self, c: int) -> int:
        """Its Occhio outside a clash, never below 0 (B-186)."""
        legame = self.bound[c]
        value = OCCHIO[c] + self.turn_occhio[c] + (0 if legame < 0 else GIVES_OCCHIO[legame])
        return value if value > 0 else 0

    def occhio_against(self, c: int, other: int) -> int:
        """Its Occhio in a clash: Rivalità adds 3 against another Forma, when neither is Duale (B-130)."""
        legame = self.bound[c]
        value, words = OCCHIO[c] + self.turn_occhio[c], WORDS[c]
        if legame >= 0:
            value += GIVES_OCCHIO[legame]
            words |= GIVES_WORDS[legame]
        # Luce and Ombra share no bit; a Duale shares one with everything.
        if words & RIVALITA and not FORMA[c] & FORMA[other]:
            value += 3
        return value if value > 0 else 0

    # -- The clash (B-100 .. B-117) -------------------------------------------------------------------------------

    def outcome(self, a: int, d: int) -> int:
        """1 when the attacker wins, -1 when the defender does, 0 when both lose (B-101, B-104)."""
        wins_a = BEATS[a] & FORMA[d]
        wins_d = BEATS[d] & FORMA[a]
        if wins_a or wins_d:
            return bool(wins_a) - bool(wins_d)
        x, y = self.occhio_against(a, d), self.occhio_against(d, a)
        return (x > y) - (x < y)

    def attack(self, a: int, d: int) -> None:
        """The phases of the clash up to the change of states, all judged on the states before it (B-102)."""
        self.attacked[a] = 1
        self.log.append(("attacca", a, d))
        result = self.outcome(a, d)
        self.log.append(("vince" if result > 0 else "perde", a))
        self.log.append(("vince" if result < 0 else "perde", d))
        a_falls = result <= 0
        a_pure = not self.corrupted[a]
        d_pure = not self.corrupted[d]
        if a_falls and a_pure:
            if self.words(d) & IMPATTO:
                self.noticed.append(("Impatto", self.control[d], d, self.karma(d)))
            self.corrupt_card(a)
        if d_pure:
            if self.words(a) & IMPATTO:
                self.noticed.append(("Impatto", self.control[a], a, self.karma(a)))
            self.corrupt_card(d)
        if a_falls and not a_pure:
            self.break_card(a)
        self.stack.append((Bless.resolve_noticed,))
        if result >= 0 and not d_pure:
            self.ask("offerta", self.active, [SI, NO], Bless.offer_chosen, a, d)

    def offer_chosen(self, key: Key, a: int, d: int) -> None:
        """The broken defender may go to the attacker's Altare, and the attacker blesses (B-111)."""
        if key is NO:
            self.break_card(d)
            return
        player = self.active
        karma = self.karma(a)
        self.offer(d, player)
        self.bless(a, player, karma)
        if len(self.altars[player]) >= ALTAR:
            self.activate(player)

    def attack_directly(self, a: int) -> None:
        """No clash: the attacker blesses (B-064, B-115)."""
        self.attacked[a] = 1
        self.log.append(("diretto", a))
        self.bless(a, self.active, self.karma(a))
        self.resolve_noticed()

    # -- Triggers (B-140, B-142) ----------------------------------------------------------------------------------

    def resolve_noticed(self) -> None:
        """The triggers of one event, to be resolved before anything older."""
        if self.noticed:
            self.stack.append((Bless.resolve_batch, tuple(self.noticed)))
            self.noticed.clear()

    def resolve_batch(self, batch: tuple[Trigger, ...]) -> None:
        """The active player's first, each player ordering his own."""
        mine = [t for t in batch if t[1] == self.active] or list(batch)
        options: list[Key] = [("innesco", t[0], t[2]) for t in mine]
        self.ask("innesco", mine[0][1], options, Bless.trigger_chosen, batch)

    def trigger_chosen(self, key: Key, batch: tuple[Trigger, ...]) -> None:
        """Resolve one; what it causes comes before the rest of the batch."""
        i = next(i for i, t in enumerate(batch) if t[0] == key[1] and t[2] == key[2])
        word, player, c, karma = batch[i]
        if len(batch) > 1:
            self.stack.append((Bless.resolve_batch, batch[:i] + batch[i + 1 :]))
        here = self.place[c] == MALEDIZIONE
        if word == "Eco":
            if self.place[c] == PREGHIERA and not self.used[c]:
                self.use_echo(c)
            return
        if word == "Impatto":
            self.bless(c, player, self.karma(c) if here else karma)
        elif word == "Se blessa":
            self.draw(player)
        elif here:
            self.barred[c] = 1
            self.log.append(("barriera", c))
        self.resolve_noticed()
