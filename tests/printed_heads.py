"""Heads of cards read anew from the files of decks, by a reader that knows nothing of ``dsl``: what a test of it compares with."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

from attrs import define, field

from dsl.meaning.game import CardDecl, GameMeaning

_DECLARED = re.compile(r"(valore|membro|parola chiave|testo) ([^,]+?)(?:,(.*?))?(?:\s+--.*)?$")
_OTHER_NAMES = re.compile(r"(?:anche|sigla|plurale|singolare|segno) ([^,]+)")
_GROUP = re.compile(r"^insieme ([^,\n]+).*\n\s+di: (.+)\n\s+è: (.+?)\s*(?:--.*)?$", re.M)
_SIGNS = r"(?:\{\w+\})+"


@define
class Face:
    """What one face of a card prints: numbers and signs by the value's name, the words (each as what it may be), the
    texts with their heads.

    ``later``: words after one that no head has, which belong to what the card says and not to what it is."""

    numbers: dict[str, int] = field(factory=dict)
    signs: dict[str, list[str]] = field(factory=dict)
    words: list[set[tuple[str, str]]] = field(factory=list)
    later: list[set[tuple[str, str]]] = field(factory=list)
    texts: list[tuple[str, str]] = field(factory=list)
    strange: bool = False


class Heads:
    """The reader of a game's cards."""

    def __init__(self, folder: Path, meaning: GameMeaning) -> None:
        self.files = [path for ending in ("gioco", "parole", "regole") for path in sorted(folder.glob(f"*.{ending}"))]
        self.root = folder
        of_cards = {value.name: value for value in meaning.values.values() if value.owner == "card"}
        self.names = self._declared()
        self.values = {said: name for said, name in self.names["valore"].items() if name in of_cards}
        self.words = self._words(meaning)
        self.pairs = [(value.name, value.written_with) for value in of_cards.values() if value.written_with]
        self.costs = [value.name for value in of_cards.values() if value.kind == "cost"]
        self.bars = [text.after_bar for text in meaning.texts.values() if text.after_bar]
        whole = "\n".join(path.read_text("utf-8") for path in self.files)
        self.rules = re.findall(r"^regola .*\n(?: +.*\n)+", whole, re.M)
        self.of_signs = {said[1:-1]: name for said, name in self.names["membro"].items() if said.startswith("{")}

    def _declared(self) -> Mapping[str, dict[str, str]]:
        """Every declared word, by kind of block, with the names that it has besides."""
        found: dict[str, dict[str, str]] = defaultdict(dict)
        for line in (line for path in self.files for line in path.read_text("utf-8").splitlines()):
            if block := _DECLARED.match(line):
                kind, name, rest = block.groups()
                found[kind][name.strip()] = name.strip()
                for other in _OTHER_NAMES.findall(rest or ""):
                    found[kind].setdefault(other.strip(), name.strip())
        return found

    def _words(self, meaning: GameMeaning) -> Mapping[str, set[tuple[str, str]]]:
        """What each word of a value may be: the value and its member; of a group all its members."""
        found: dict[str, set[tuple[str, str]]] = defaultdict(set)
        for value in meaning.values.values():
            for member in value.members if value.owner == "card" else ():
                found[member].add((value.name, member))
        for said, name in self.names["membro"].items():
            found[said] |= found.get(name, set())
        for name, of, members in (group for path in self.files for group in _GROUP.findall(path.read_text("utf-8"))):
            found[name.strip()] = {(of.strip(), member.strip()) for member in members.split(" e ")}
        return {said: may_be for said, may_be in found.items() if may_be}

    def lines(self, card: CardDecl) -> Iterator[str]:
        """The lines under a card's name."""
        assert card.span is not None
        path = self.root / Path(card.span.file).name
        for line in path.read_text("utf-8").splitlines()[card.span.line :]:
            if line.strip() and not line.startswith(" "):
                return
            if line.strip() and not line.strip().startswith("--"):
                yield line.strip()

    def faces(self, card: CardDecl) -> tuple[Face, Face]:
        """Both faces of a card; of one that has no other the second prints nothing."""
        front, back = Face(), Face()
        shown = front
        for line in self.lines(card):
            if line == "retro:":
                shown = back
                continue
            pieces = re.split("|".join(f" / {re.escape(word)} " for word in self.bars), line) if self.bars else [line]
            for piece, face in zip(pieces, (shown, back), strict=False):
                listed = self._longest(piece, self.values)
                whole = listed is not None and piece[len(listed) :].startswith(":")
                head, _, text = (piece, "", "") if whole else piece.partition(": ")
                face.strange = False
                self._head(head, face)
                face.texts.append((head, text))
        return front, back

    def _head(self, text: str, face: Face) -> None:
        """One head, from the left, always the longest that is known."""
        while text := text.lstrip(' ,.;:()[]"'):
            value = self._longest(text, self.values)
            word = self._longest(text, self.words)
            rest = text[len(value) :] if value else ""
            if value and (number := re.match(r" (-?\d+)\b(?!/)", rest)):
                face.numbers[self.values[value]] = int(number[1])
                text = rest[number.end() :]
            elif value and (signs := re.match(rf"[\] ]*({_SIGNS})", rest)):
                face.signs[self.values[value]] = re.findall(r"\{(\w+)\}", signs[1])
                text = rest[signs.end() :]
            elif self.pairs and (both := re.match(r"(-?\d+)/(-?\d+)", text)):
                face.numbers |= {name: int(one) for name, one in zip(self.pairs[0], both.groups(), strict=True) if name}
                text = text[both.end() :]
            elif self.costs and (signs := re.match(_SIGNS, text)):
                face.signs[self.costs[0]] = re.findall(r"\{(\w+)\}", signs[0])
                text = text[signs.end() :]
            else:
                text = self._word(text, word, face)

    def _word(self, text: str, word: str | None, face: Face) -> str:
        """A word of a value, the name of a field or of a value, or one that a head does not have."""
        names = [self._longest(text, self.names["testo"]), self._longest(text, self.values)]
        name = max((name for name in names if name), key=len, default="")
        if word and len(word) >= len(name):
            (face.later if face.strange else face.words).append(self.words[word])
            return text[len(word) :]
        face.strange = face.strange or not name
        return text[len(name) :] if name else re.sub(r'^[^ ,.;:()\[\]"]+', "", text)

    def _longest(self, text: str, table: Mapping[str, object]) -> str | None:
        """The longest of some words with which a text begins."""
        low = text.lower()
        found = [word for word in table if low.startswith(word.lower()) and not re.match(r"[\w-]", text[len(word) :])]
        return max(found, key=len, default=None)
