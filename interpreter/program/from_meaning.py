"""The whole game: from its meaning to generated functions and the tables by which the machine finds them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dsl.meaning import nodes as n
from dsl.meaning.game import CardDecl, GameMeaning

from .actions import Actions
from .checking import Checking
from .compiled import Compiled, Program
from .emit import Writer
from .env import Env
from .layout import FIRST, STANDING, player_code
from .pasts import with_times
from .periods import PeriodWriter
from .spots import reached

if TYPE_CHECKING:
    from ..objects import Objects

PARITY = {"pari": 0, "dispari": 1, "even": 0, "odd": 1}  # the words of a guess on a number
# A text that begins with «s[» is found many times as fast as one that begins with the border of a word.
ASKED = re.compile(r"s\[(?<!\ws\[)(\d+)\]")
STAND = re.compile(r"stand\(s, (?<!\wstand\(s, )(\d+)")
#: The programs that the machine itself has, whatever the game; their numbers come first.
OWN_PROGRAMS = (
    "p_resolve",
    "p_batch",
    "p_times",
    "p_period",
    "p_window",
    "p_use",
    "p_play",
    "p_top",
    "p_verify",
    "p_pay",
    "p_anew",
)


class Compiler(Checking, Actions):
    """Writes a game's programs. One instance, one game."""

    def compile(self) -> Compiled:
        """All programs, one part of the game after the other."""
        for name in OWN_PROGRAMS:
            self.programs.append(Program(name, 0))
        for frame in self.game.frames:
            self.programs.append(Program(f"e{len(self.out.event_programs)}", 0))
            self.out.event_programs[frame] = len(self.programs) - 1
        self.histories()
        self.permissions()
        self.values()
        self.statuses()
        self.keywords_and_rules()
        self.card_texts()
        self.keyword_functions()
        self.noun_tests()
        self.claims()
        self.may_functions()
        for frame in self.game.frames:
            self.owner = frame
            self.event(frame)
        self.periods()
        self.deciders()
        self.limits()
        self.checks()
        self.cost_functions()
        self.actions()
        self.windows()
        self.owner = ""
        w = Writer(FIRST)
        self.effect(n.Sequence(self.game.setup), w, Env(you="(-1)"))
        self.out.setup = self.program("setup", w)
        self.ending()
        self.out.play = frozenset(self.kinds_in_play) | frozenset(self.out.attach)
        self.beats()
        self.recursion()
        self.out.rules_allow = self.rules_allow
        for slot, wakes in self.keyword_triggers.items():
            self.out.keyword_wakes[slot] = [
                (self.number_of(self.game.keywords, keyword), number) for keyword, number, _ in wakes
            ]
        self.abilities_given()
        self.fill_places()
        self.recorded.fill(self.functions)
        self.out.unread = self.unread()
        for i in range(len(self.game.periods)):
            self.functions[f"per{i}"] = PeriodWriter(self.out, i).source()
        self.out.dead = self.dead()
        self.out.plain = self.plain_functions(self.out.dead)
        parity = {i: PARITY[word.lower()] for i, word in enumerate(self.words) if word.lower() in PARITY}
        for i, name in enumerate(self.game.directions):
            self.functions[f"REACHED{i}"] = f"REACHED{i} = {self.reached(name)!r}\n"
        self.functions["PARITY"] = f"PARITY = {parity!r}\n"
        return self.out

    def abilities_given(self) -> None:
        """The abilities with a cost that cards have by a keyword, each as an entry of what stands."""
        if not self.given_abilities:
            return
        lines = ["def given_abilities(s):", "    found = ()"]
        for keyword, number in self.given_abilities:
            slot, i = self.L[f"keyword {keyword}"], self.number_of(self.game.keywords, keyword)
            lines.append(f"    if s[{slot}]:")
            lines.append(f"        for b in bearers(s, {slot}, k{i}):")
            lines.append(f"            found += (({number}, b, None, 0, None, b, None),)")
        self.functions["given_abilities"] = "\n".join([*lines, "    return found", ""])

    def unread(self) -> frozenset[int]:
        """The slots of periods that nothing written so far asks: how many there were, whose it is, whether it is open, what ends
        with it. Of the turn, and of rounds, the machine itself asks."""
        text = "\n".join(self.functions.values())
        asked = {int(x) for x in ASKED.findall(text)}
        ended = set(re.findall(rf"s\[(?<!\ws\[){self.L['finish']}\] = \((\d+)", text))
        found: set[int] = set()
        for i, (name, period) in enumerate(self.game.periods.items()):
            serial, player, opened, timed = (self.L[f"{x} {name}"] for x in ("serial", "player", "open", "timed"))
            if not (period.of_player or name == self.game.turn):
                if serial not in asked:  # what ends with a period says which of them, and of whom
                    found |= {serial, timed} | {player} - asked
                found |= {opened} - asked if not period.repeats and str(i) not in ended else set()
        return frozenset(found)

    def dead(self) -> frozenset[int]:
        """The slots of what stands that nothing in this game with these cards ever fills."""
        live = {
            slot
            for table in (self.out.enter, self.out.attach)
            for row in table.values()
            for e in row.values()
            for slot, _ in e
        }
        live |= set(self.out.standing) | self.borne
        for source in self.functions.values():
            live |= {int(x) for x in STAND.findall(source)}
        standing = {
            at for name, at in self.L.slots.items() if name.startswith(STANDING) or name in ("suppress", "activated")
        }
        return frozenset(standing - live)

    def plain_functions(self, dead: frozenset[int]) -> dict[str, str]:
        """Values, statuses and keywords that nothing changes, as expressions of the card."""
        L = self.L
        found = {}
        for i in range(len(self.game.periods)):
            if f"ends{i}" in self.functions:
                found[f"ends{i}"] = "(" + self.functions[f"ends{i}"].split("return ", 1)[1].strip() + ")"
        for i, (name, decl) in enumerate(self.game.values.items()):
            slot = L.slots.get(f"mod {name}")
            printed = [c.values.get(name) for c in self.cards]
            if decl.minimum is not None and any(not isinstance(x, int) or x < decl.minimum for x in printed):
                continue
            if slot not in dead or not decl.printed or decl.counter or f"original {name}" in L.slots:
                continue
            if self.unknown_signs(name):
                continue
            if not any(value == name and L[f"keyword {k}"] not in dead for k, _, value in self.keyword_modifiers):
                found[f"v{i}"] = f"PRINTED{i}[{self.shown_side('c')}]"
        for i, name in enumerate(self.game.statuses):
            if L[f"status {name}"] in dead:
                found[f"st{i}"] = f"((s[{L['stat']} + c] >> {i}) & 1)"
        for i, (name, keyword) in enumerate(self.game.keywords.items()):
            if L[f"keyword {name}"] in dead and keyword.type_of is None:
                found[f"k{i}"] = "0"
        return found

    def reached(self, direction: str) -> dict[int | None, tuple[int, ...]]:
        """What a direction leads to, by the number of the place from which it is seen; from nowhere nothing."""
        first = self.L.first_spot
        rows = reached(self.game, self.L.spots, direction)
        found: dict[int | None, tuple[int, ...]] = {
            first + i: tuple(first + x for x in row) for i, row in enumerate(rows)
        }
        return found | {None: ()}

    def fill_places(self) -> None:
        """Frames are made with all their places, now that it is known how many each program has."""
        given = {pid: FIRST + len(self.roles[frame]) + 3 for frame, pid in self.out.event_programs.items()}
        rest = {f"PAD{pid}": ", ".join(["None"] * (self.programs[pid].places - first)) for pid, first in given.items()}
        for name, source in self.functions.items():
            if "PAD" in source:
                self.functions[name] = re.sub(r"\bPAD\d+\b", lambda x: rest[x.group(0)], source)


def with_tokens(game: GameMeaning, cards: tuple[CardDecl, ...]) -> tuple[CardDecl, ...]:
    """The objects of a match: the cards, then the tokens of each kind."""
    if not game.tokens or any(card.token for card in cards):
        return cards
    tokens = (CardDecl(kind.name, {}, {}, {}, kind.name) for kind in game.tokens.values() for _ in range(kind.count))
    return (*cards, *tokens)


def compile_game(game: GameMeaning, objects: Objects) -> Compiled:
    """The programs of a game with these cards, for so many players."""
    cards = tuple(with_times(game, card) for card in with_tokens(game, objects.cards))
    capacity = max(32, -(-len(cards) // 32) * 32)
    owners = tuple(None if seat is None else player_code(seat) for seat in objects.owners)
    return Compiler(game, cards, capacity, objects.players, owners).compile()


__all__ = ["Compiled", "Compiler", "compile_game"]
