"""What two readings of a game say differently: each text old and new as it is said back, the words that differ marked."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher

from attrs import frozen

from dsl.load import Loaded
from dsl.meaning import italian
from dsl.meaning.game import CardDecl, GameMeaning
from dsl.meaning.nodes import Text
from dsl.rulebook import booklet, sentences_by_name
from dsl.vocabulary.vocabulary import Vocabulary


@frozen
class Change:
    """A text that means something else now: of what it is (a card's name, a rule's), in which place, what it said.

    ``old`` is empty for what is new, ``new`` for what is gone; equal ones are other words for the same."""

    name: str
    place: str
    old: str
    new: str

    @property
    def same(self) -> bool:
        return self.old == self.new


def changed_meanings(before: Loaded, now: Loaded) -> tuple[Change, ...]:
    """What is different from one load of a game to the next: cards, then what the rules say."""
    old, new = before.meaning, now.meaning
    if old is None or new is None or old is new:
        return ()
    found = list(_cards(before, old, now, new))
    if before.rules is not now.rules:
        found += _rules(before, old, now, new)
    return tuple(found)


def changed_cards(before: Loaded, now: Loaded) -> frozenset[str]:
    """The names of the cards that are new, gone, or different in what they are or say."""
    old = _by_name(before.meaning)
    new = _by_name(now.meaning)
    return frozenset(name for name in old.keys() | new.keys() if not _alike(old.get(name), new.get(name)))


# -- cards


def _by_name(meaning: GameMeaning | None) -> dict[str, CardDecl]:
    return {card.name: card for deck in (meaning.decks.values() if meaning else ()) for card in deck.cards}


def _alike(old: CardDecl | None, new: CardDecl | None) -> bool:
    return old is not None and new is not None and old.values == new.values and old.texts == new.texts


def _cards(before: Loaded, old: GameMeaning, now: Loaded, new: GameMeaning) -> Iterator[Change]:
    was, is_ = _by_name(old), _by_name(new)
    for name in dict.fromkeys((*is_, *was)):
        yield from _card(name, was.get(name), before.vocabulary, is_.get(name), now.vocabulary)


def _card(
    name: str, old: CardDecl | None, said: Vocabulary, new: CardDecl | None, says: Vocabulary
) -> Iterator[Change]:
    was, is_ = _values(old), _values(new)
    if was != is_:
        yield Change(name, "valori", was, is_)
    slots = dict.fromkeys((*(new.wordings if new else ()), *(old.wordings if old else ())))
    for slot in slots:
        text, other = (card.texts.get(slot) if card else None for card in (old, new))
        worded, reworded = (card.wordings.get(slot, "") if card else "" for card in (old, new))
        if text != other or worded != reworded:
            yield Change(name, slot, _said(text, worded, said), _said(other, reworded, says))


def _values(card: CardDecl | None) -> str:
    if card is None:
        return ""
    shown = (v if isinstance(v, int) else " e ".join(v) for v in card.values.values())
    return ", ".join(f"{name} {value}" for name, value in zip(card.values, shown, strict=True))


def _said(text: Text | None, wording: str, vocabulary: Vocabulary) -> str:
    """A text said back; one that was not understood stays as it is written."""
    return italian.said(text, vocabulary) if text is not None else wording


# -- rules


def _rules(before: Loaded, old: GameMeaning, now: Loaded, new: GameMeaning) -> Iterator[Change]:
    """What rules, words and keywords declare, as the booklet says it, sentence by sentence; each difference once."""
    told: set[tuple[str, str]] = set()
    was = sentences_by_name(booklet(old, before.vocabulary))
    is_ = sentences_by_name(booklet(new, now.vocabulary))
    for name in dict.fromkeys((*is_, *was)):
        gone = [line for line in was.get(name, ()) if line not in is_.get(name, ())]
        come = [line for line in is_.get(name, ()) if line not in was.get(name, ())]
        for number in range(max(len(gone), len(come))):
            one = gone[number] if number < len(gone) else ""
            other = come[number] if number < len(come) else ""
            if (one, other) not in told:
                told.add((one, other))
                yield Change(name, "", one, other)


# -- marks


def marked(old: str, new: str, open_: str = "[", close: str = "]") -> tuple[str, str]:
    """Both texts with the words that the other has not between marks."""
    one, other = old.split(), new.split()
    left: list[str] = []
    right: list[str] = []
    for tag, a, b, c, d in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        if tag == "equal":
            left += one[a:b]
            right += other[c:d]
            continue
        left += [f"{open_}{' '.join(one[a:b])}{close}"] * (a < b)
        right += [f"{open_}{' '.join(other[c:d])}{close}"] * (c < d)
    return " ".join(left), " ".join(right)
