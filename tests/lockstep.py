"""Two games of the same text, one with short programs, played side by side; and our deck with other sentences on its cards."""

import random
import re
from functools import cache
from itertools import cycle
from pathlib import Path

from interpreter.match import Game, load

BLESS = Path(__file__).parent.parent / "games/bless"


@cache
def both_ways(folder: Path, players: int | None = None) -> tuple[Game, Game]:
    """A game with its programs as written, whatever is played, and with short ones: made once for all tests of a process."""
    written, quick = load(folder).seated(players), load(folder).seated(players)
    written.many_matches = float("inf")
    quick.quicken()
    return written, quick


def with_cards(folder, *texts):
    """Our deck with one of the sentences, in turn, on every third Maledizione."""
    for source in (*BLESS.glob("*.gioco"), *BLESS.glob("*.parole")):
        (folder / source.name).write_text(source.read_text("utf-8"), "utf-8")
    deck = next(BLESS.glob("*.mazzo"))
    lines, said = iter(range(1000)), cycle(texts)
    text = re.sub(
        r"(?<=    )Maledizione: [^\n]*",
        lambda found: found[0] if next(lines) % 3 else next(said),
        deck.read_text("utf-8"),
    )
    (folder / deck.name).write_text(text, "utf-8")
    return folder


def play_alike(written, quick, seeds):
    """Random matches in which both must offer the same, be in the same state and tell the same."""
    for seed in seeds:
        one, other = written.match(seed=seed), quick.match(seed=seed)
        chance = random.Random(seed)
        while one.asked is not None:
            assert (other.asked, other.s) == (one.asked, one.s)
            choice = chance.randrange(one.count)
            one.choose(choice)
            other.choose(choice)
        assert other.asked is None and other.s == one.s
        assert [entry.raw for entry in other.log] == [entry.raw for entry in one.log]
