"""The small game that both engines play: Bless with only the first, simplest cards of its deck.

The deck file has sections, each under a comment line at column 0; the simplest cards are the first section.
"""

from __future__ import annotations

import re
from pathlib import Path

GAME = Path(__file__).parent.parent / "games" / "bless"
DECK = "alba-e-cenere.mazzo"


def simplest(text: str) -> str:
    """The text of a deck up to the second section."""
    sections = re.split(r"(?m)^(?=-- )", text)
    first = next(i for i, section in enumerate(sections) if cards_of(section))
    return "".join(sections[: first + 1])


def cards_of(text: str) -> list[list[str]]:
    """The cards of a deck's text, each as its lines without indentation, the name first."""
    cards: list[list[str]] = []
    for line in text.splitlines():
        if not line.strip() or line.startswith(("--", "mazzo ")):
            continue
        if line[0].isspace():
            cards[-1].append(line.strip())
        else:
            cards.append([line.strip()])
    return cards


def wordings(text: str) -> list[tuple[str, str]]:
    """Every wording of a deck's text with its field: ("Preghiera Eco", "Pesca una carta.")."""
    lines = [line for _, _, *texts in cards_of(text) for line in texts]
    return [(field, wording) for field, wording in (line.split(": ", 1) for line in lines)]


def write(folder: Path) -> Path:
    """Write the small game into a folder: the rules and words as they are, the deck cut, the declared size to match."""
    target = folder / "bless"
    target.mkdir(parents=True, exist_ok=True)
    deck = simplest((GAME / DECK).read_text(encoding="utf-8"))
    size = len(cards_of(deck))
    for source in [*GAME.glob("*.gioco"), *GAME.glob("*.parole")]:
        text = source.read_text(encoding="utf-8")
        text = re.sub(r"(?m)^(    mazzo: .*?)\b\d+ carte", rf"\g<1>{size} carte", text)
        (target / source.name).write_text(text, encoding="utf-8")
    (target / DECK).write_text(deck, encoding="utf-8")
    return target
