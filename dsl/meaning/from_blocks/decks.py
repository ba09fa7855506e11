"""What decks must be, as a game says it («mazzo: …», «parte …»), and what a deck's file has in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from attrs import evolve

from ...diagnostics import Diagnostic
from ...messages import problem
from ...source import Source, Span
from ...suggest import nearest
from ...syntax.blocks import Block, File
from ...vocabulary.headings import COPIES, PART_HEADING
from ...vocabulary.spelling import fold
from ...vocabulary.vocabulary import Kind
from ..game import CardDecl, DeckDecl, DeckEntry, DeckPart, KindCount, OwnedWords, PartDecl, ZoneDecl
from .answers import Answers, Match, names_listed, number_of, part_of
from .words import Declared

#: A card is not in a deck more often than this.
MOST_COPIES: Final = 1_000


# -- what the game wants


def parts_of(
    about: Answers, blocks: Iterable[tuple[Declared, Answers]], zones: Mapping[str, ZoneDecl], shared: bool
) -> dict[str, PartDecl]:
    """The parts of a deck: those declared, or one without a name that fills the first pile."""
    blocks = list(blocks)
    names = tuple(each.name for each, _ in blocks)
    declared = {each.name: _part(each, answers, zones, names) for each, answers in blocks}
    if declared:
        return declared
    given = about.get("deck")
    owner = "shared" if shared else "player"
    zone = next((zone.name for zone in zones.values() if zone.owner == owner and (shared or zone.ordered)), "")
    whole = PartDecl("", zone, span=given.span if given is not None else None)
    return {"": _amounts(whole, given.matches if given is not None else ())}


def _part(declared: Declared, answers: Answers, zones: Mapping[str, ZoneDecl], parts: tuple[str, ...]) -> PartDecl:
    zone = answers.slot("zone") or ""
    if zone in zones and zones[zone].owner != "player":
        asked = answers.get("zone")
        known = names_listed(each.name for each in zones.values() if each.owner == "player")
        answers.problems.append(problem("X230", asked.span if asked else declared.span, zone=zone, known=known))
    size, copies = answers.get("size"), answers.get("copies")
    part = PartDecl(declared.name, zone, only=_members(answers, "only"), never=_members(answers, "never"))
    matches = (*(size.matches if size else ()), *(copies.matches if copies else ()))
    part = evolve(part, kinds=tuple(_kinds(answers)), owned=tuple(_owned(answers, parts)), span=declared.span)
    return _amounts(part, matches)


def _kinds(answers: Answers) -> Iterator[KindCount]:
    given = answers.get("kinds")
    for match in given.matches if given is not None else ():
        number, member = number_of(fold(match.slots[0])) or 0, match.slots[1]
        least = number if match.meaning in ("at_least", "just") else 0
        yield KindCount(member, least, number if match.meaning in ("at_most", "just") else None)


def _owned(answers: Answers, parts: Iterable[str]) -> Iterator[OwnedWords]:
    given = answers.get("owned")
    for match in given.matches if given is not None else ():
        value, of, name = match.slots
        part = next((each for each in parts if fold(each) == fold(name)), None)
        if part is not None:
            yield OwnedWords(value, of, part)
        else:
            known, near = names_listed(parts), nearest(name, list(parts))
            answers.problems.append(problem("X233", match.piece.span, name=name, known=known, suggestions=near))


def _amounts(part: PartDecl, matches: Iterable[Match]) -> PartDecl:
    """A part with the numbers that its answers say."""
    for match in matches:
        numbers = [number_of(fold(slot)) or 0 for slot in match.slots]
        if match.meaning == "size":
            part = evolve(part, least=numbers[0], most=numbers[0])
        elif match.meaning == "least":
            part = evolve(part, least=numbers[0])
        elif match.meaning == "most":
            part = evolve(part, most=numbers[0])
        elif match.meaning == "between":
            part = evolve(part, least=numbers[0], most=numbers[1])
        elif match.meaning == "different":
            part = evolve(part, copies=1)
        elif match.meaning == "copies":
            part = evolve(part, copies=numbers[0])
        elif match.meaning == "rarer":
            part = evolve(part, rarer=(*part.rarer, (match.slots[1], numbers[0])))
    return part


def _members(answers: Answers, key: str) -> tuple[str, ...]:
    """Members of values by their names; a word that is none is told."""
    out = []
    for name, piece in answers.names(key, Kind.MEMBER):
        if name:
            out.append(name)
        else:
            known = answers.vocabulary.named(Kind.MEMBER)
            near = nearest(piece.text, known)
            answers.problems.append(
                problem("X231", piece.span, name=piece.text, known=names_listed(known), suggestions=near)
            )
    return tuple(out)


# -- what a deck has


def counted(block: Block, source: Source) -> tuple[str, int]:
    """The name at the head of a card and how many there are: «3 × Lanterna», «Lanterna»."""
    first, last = block.head[0], block.head[-1]
    text = source.text[first.start : last.end]
    number, _, rest = text.partition(" ")
    sign, _, name = rest.strip().partition(" ")
    if number[-1:] in COPIES and number[:-1].isascii() and number[:-1].isdigit():  # «3× Lanterna»
        return rest.strip(), int(number[:-1][:9])
    if number.isascii() and number.isdigit() and sign in COPIES and name.strip():
        return name.strip(), int(number[:9])
    return text, 1


def _place_of(block: Block, name: str) -> Span:
    """The place of a name at the end of a heading."""
    first = block.head[0]
    at = first.text.rfind(name)
    return part_of(first, at, len(name)).span if at >= 0 else first.span


def printed_names(file: File) -> frozenset[str]:
    """The names of the cards that a deck's file prints, those that it only takes left out."""
    return frozenset(counted(block, file.source)[0] for block in file.blocks[1:] if block.body)


class DeckReader:
    """The blocks of a deck's file one after the other: its parts, its cards with their copies, the cards that it takes."""

    def __init__(self, file: File, parts: Mapping[str, PartDecl], elsewhere: frozenset[str]) -> None:
        """``elsewhere``: the names of the cards that the game's other decks print."""
        self.file, self.known = file, parts
        self.printable = printed_names(file) | elsewhere
        self.named = "" not in parts and bool(parts)
        self.problems: list[Diagnostic] = []
        self.entries: dict[str, list[DeckEntry]] = {} if self.named else {"": []}
        self.heads: dict[str, Block] = {}
        self.at = ""

    def printed(self) -> Iterator[tuple[Block, str]]:
        """The blocks that print a card, each with its name; what is only taken is noted."""
        for block in self.file.blocks[1:]:
            if self._opens_part(block):
                continue
            name, copies = counted(block, self.file.source)
            if not 1 <= copies <= MOST_COPIES:
                self.problems.append(problem("X232", block.span, found=copies, limit=MOST_COPIES))
                copies = 1
            self._enter(name, copies, block)
            taken = not block.body and name in self.printable
            if taken:
                continue
            if block.body or (
                self.file.source.text[block.head[0].start : block.head[-1].end] == name and not self.named
            ):
                yield block, name
            else:
                near = nearest(name, self.printable)
                self.problems.append(problem("X235", _place_of(block, name), name=name, suggestions=near))

    def _opens_part(self, block: Block) -> bool:
        words = block.head[0].text.split()
        if not self.named or block.body or fold(words[0]) != PART_HEADING or len(words) == 1:
            return False
        name = " ".join(words[1:])
        found = next((known for known in self.known if fold(known) == fold(name)), None)
        if found is None:
            near = nearest(name, self.known)
            self.problems.append(
                problem("X233", _place_of(block, name), name=name, known=names_listed(self.known), suggestions=near)
            )
        self.at = found or ""
        self.entries.setdefault(self.at, [])
        self.heads[self.at] = block
        return True

    def _enter(self, name: str, copies: int, block: Block) -> None:
        if self.named and not self.entries:
            known = names_listed(self.known)
            self.problems.append(problem("X234", block.span, name=name, known=known))
            self.entries[""] = []
        self.entries[self.at].append(DeckEntry(name, copies, span=block.span))

    def parts(self) -> tuple[DeckPart, ...]:
        """What the deck has of each part."""
        return tuple(
            DeckPart(name, tuple(entries), span=self.heads[name].span if name in self.heads else None)
            for name, entries in self.entries.items()
        )


def with_taken(decks: Mapping[str, DeckDecl], others: Iterable[DeckDecl]) -> dict[str, DeckDecl]:
    """The decks with the cards that each takes from another."""
    printed: dict[str, CardDecl] = {}
    for deck in (*decks.values(), *others):
        for card in deck.cards:
            printed.setdefault(card.name, card)
    out = {}
    for name, deck in decks.items():
        own = {card.name for card in deck.cards}
        taken = {
            entry.card: printed[entry.card]
            for part in deck.parts
            for entry in part.entries
            if entry.card not in own and entry.card in printed
        }
        out[name] = evolve(deck, taken=tuple(taken.values()))
    return out


__all__ = ["DeckReader", "counted", "parts_of", "printed_names", "with_taken"]
