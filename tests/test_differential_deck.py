"""The interpreted Bless against the one written by hand with all 62 cards: same seed, same choices, same match.

As ``test_differential`` for the simplest cards; here the pile of the Vuoto is compared too, card by card, at every decision.
"""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from benchmarks.handwritten_bless import ALTRO, ECO, IMPULSO, LEGAME, LUCE, MALEDIZIONE, OMBRA, Key
from benchmarks.handwritten_deck import FORMA, INDEX, NAMES, PRINTED_KARMA, PRINTED_OCCHIO, SIZE, TIPO, WholeBless
from benchmarks.small_deck import cards_of
from tests.lockstep import both_ways
from tests.test_differential import ACTIONS, LOGGED, MANNERS, log_fields, option_fields, points

BLESS = Path(__file__).parent.parent / "games" / "bless"
SEEDS = range(60)

LOGGED_TOO: dict[str, tuple[str, tuple[str, ...]]] = {
    **LOGGED,
    "scartare": ("scarta", ("agent", "object")),
    "prendere": ("prende", ("agent", "object")),
    "giocare": ("gioca", ("agent", "object", "manner")),
    "convertire": ("converte", ("object",)),
    "prendere il controllo": ("controllo", ("agent", "object")),
}
COMPARED = {name for name, _ in LOGGED_TOO.values()}
WORDS: dict[str | None, Key] = {"Pari": ("pari",), "Dispari": ("dispari",)}
FORMS = {"Luce": LUCE, "Ombra": OMBRA, "Duale": LUCE | OMBRA}


@pytest.fixture(scope="module")
def game() -> Any:
    return both_ways(BLESS)[1]


def test_the_table_is_the_deck() -> None:
    blocks = cards_of((BLESS / "alba-e-cenere.mazzo").read_text(encoding="utf-8"))
    assert [block[0] for block in blocks] == NAMES
    for c, (_, printed, *texts) in enumerate(blocks):
        assert printed == f"{_name_of(FORMA[c])}. Occhio {PRINTED_OCCHIO[c]}, Karma {PRINTED_KARMA[c]}."
        kind = next(text.split(":")[0].removeprefix("Preghiera ") for text in texts if text.startswith("Preghiera"))
        assert kind == {IMPULSO: "Impulso", ECO: "Eco", LEGAME: "Legame"}[TIPO[c]]


def _name_of(forma: int) -> str:
    return next(name for name, mask in FORMS.items() if mask == forma)


def key_of(match: Any, kind: str, option: Any) -> Key:
    """An option of the interpreted match as a key of the one by hand."""
    action, names, manner, word = option_fields(match, option)
    cards = tuple(INDEX[name] for name in names)
    if action is not None:
        return (ACTIONS[action], *cards, *((MANNERS[manner],) if manner else ()))
    if kind == "manner":
        return ("modo", MANNERS[str(manner)])
    if kind == "member":
        return ("forma", FORMS[str(word)])
    if kind == "mode":
        return ("scelta", int(str(word)) - 1)
    if cards:
        return ("innesco", word, *cards) if word else ("carta", *cards)
    return WORDS.get(word, (word,))


def entry_of(match: Any, entry: Any) -> Key | None:
    """An entry of the interpreted log as one of the log by hand; None for what that one does not log."""
    fields = log_fields(match, entry)
    if fields is None or fields[0] not in LOGGED_TOO:
        return None
    name, roles = LOGGED_TOO[fields[0]]
    values = [fields[1].get(role) for role in roles]
    return (name, *[INDEX.get(value, MANNERS.get(value, value)) for value in values])  # type: ignore[arg-type]


def vuoto(match: Any) -> list[str]:
    """The names of the cards in the Vuoto, the top last."""
    return [match.game.cards[c].name for c in match.pile("Vuoto")]


def compare_logs(seed: int, by_hand: WholeBless, match: Any) -> None:
    expected = Counter(entry for entry in by_hand.log if entry[0] in COMPARED)
    actual = Counter(entry for entry in (entry_of(match, e) for e in match.log) if entry is not None)
    assert actual == expected, f"seed {seed}, turn {by_hand.turn}"


def together(game: Any, seed: int, asked: Counter[str]) -> tuple[WholeBless, Any]:
    """Drive both with the same random choices until the end, comparing all the way."""
    by_hand = WholeBless(seed)
    match = game.match(seed=seed)
    chooser = random.Random(seed)
    while by_hand.options is not None:
        decision = match.decision
        assert decision is not None, f"seed {seed}: over, but by hand {by_hand.prompt}: {by_hand.options}"
        assert decision.player == by_hand.player, f"seed {seed}: {by_hand.prompt}"
        keys = [key_of(match, decision.kind, option) for option in decision.options]
        assert sorted(keys, key=repr) == sorted(by_hand.options, key=repr), f"seed {seed}: {by_hand.prompt}"
        assert vuoto(match) == [NAMES[c] for c in by_hand.void], f"seed {seed}: {by_hand.prompt}"
        asked[by_hand.prompt] += 1
        i = chooser.randrange(len(keys))
        by_hand.choose(by_hand.options.index(keys[i]))
        match.choose(i)
    assert match.decision is None, f"seed {seed}: over by hand"
    compare_logs(seed, by_hand, match)
    return by_hand, match


def test_the_same_matches_with_the_whole_deck(game: Any) -> None:
    asked: Counter[str] = Counter()
    used: Counter[int] = Counter()
    for seed in SEEDS:
        by_hand, match = together(game, seed, asked)
        assert match.winner == by_hand.winner
        assert points(match) == by_hand.points
        used.update(entry[1] for entry in by_hand.log if entry[0] == "usa")
    prayers = {c for c in range(SIZE) if TIPO[c] != LEGAME}
    assert prayers <= set(used), [NAMES[c] for c in prayers - set(used)]
    assert set(asked) >= {"fato", "quale", "scelta", "modo", "converti", "controllo", "karma", "scarta?", "offerta"}


def test_a_clone_goes_on_as_its_original() -> None:
    by_hand, chooser = WholeBless(5), random.Random(5)
    while by_hand.options is not None:
        copy = by_hand.clone()
        i = chooser.randrange(len(by_hand.options))
        before = [len(by_hand.log), by_hand.place[:]]
        copy.choose(i)
        assert [len(by_hand.log), by_hand.place] == before
        by_hand.choose(i)
        assert (copy.log, copy.options, copy.points) == (by_hand.log, by_hand.options, by_hand.points)
        everywhere = [*by_hand.deck, *by_hand.void, *by_hand.aside]
        for piles in (by_hand.hands, by_hand.curses, by_hand.prayers, by_hand.altars):
            everywhere += piles[0] + piles[1]
        assert sorted(everywhere) == list(range(SIZE))
        assert all(by_hand.place[c] == ALTRO for c in [*by_hand.deck, *by_hand.void])
        assert all(by_hand.place[c] == MALEDIZIONE for c in by_hand.curses[0] + by_hand.curses[1])
