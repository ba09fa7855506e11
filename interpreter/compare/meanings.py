"""What each card and rule of a game means in two texts: the same, other words for the same, changed, new, gone, renamed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal

from attrs import define, frozen

from dsl.load import Loaded
from dsl.meaning.game import CardDecl, DeckDecl, GameMeaning
from dsl.meaning.nodes import Span
from dsl.meaning.serial import KIND, to_plain

from .spoken import ALONE, DECLARED, Feature, Speaker, heading

What = Literal["reworded", "changed", "renamed", "added", "removed"]
CARD: Final = "carta"
#: A card is recognised under another name when more than this share of its features is the same.
_ALIKE: Final = 0.5


@frozen
class Difference:
    """A feature that is not the same: what it says in each text, nothing where there is none.

    ``same_meaning``: only the author's words differ."""

    label: str
    old: str
    new: str
    same_meaning: bool = False


@frozen
class Change:
    """Something declared that is not the same in both texts. ``old`` and ``new`` are its places; a thing that has
    another name has the one it had in ``was``. ``deck`` is that of a card."""

    what: What
    kind: str
    name: str
    deck: str = ""
    was: str = ""
    differences: tuple[Difference, ...] = ()
    old: Span | None = None
    new: Span | None = None

    @property
    def same_meaning(self) -> bool:
        """Whether it means the same all the same, under its name."""
        return self.what == "reworded"


@frozen
class Meanings:
    """Two texts beside each other: how many things mean the same, and all that are not the same."""

    same: int
    changes: tuple[Change, ...]

    @property
    def equal(self) -> bool:
        """Whether everything means the same."""
        return all(change.same_meaning for change in self.changes)


@define
class _Thing:
    """Something declared, with what it says."""

    kind: str
    name: str
    features: dict[str, Feature]
    span: Span | None
    deck: str = ""


def compare_meanings(old: Loaded, new: Loaded) -> Meanings:
    """Compare two games that were read without errors.

    What only calls a thing by its other name («Corazza», which was «Scudo») means the same."""
    before, after = old.meaning, new.meaning
    assert before is not None and after is not None
    speakers = Speaker(old.vocabulary), Speaker(new.vocabulary)
    families = tuple(_families(before, after, speakers))
    names = dict(_other_names(families))
    same = sum(len(getattr(after, each)) for each in DECLARED if _is_taken_over(before, after, each))
    changes: list[Change] = []
    for first, second in families:
        found = tuple(_family(first, second, names))
        changes += found
        same += len(second) - sum(change.what in ("changed", "added", "renamed") for change in found)
    return Meanings(same, tuple(changes))


Family = tuple[Sequence[_Thing], Sequence[_Thing]]


def _families(old: GameMeaning, new: GameMeaning, speakers: tuple[Speaker, Speaker]) -> Iterator[Family]:
    """The things of one kind in both texts: the cards of each deck, then what the rules declare."""
    for first, second, name in _decks(old, new):
        yield _cards(first, name, speakers[0]), _cards(second, name, speakers[1])
    for attribute, key in DECLARED.items():
        if _is_taken_over(old, new, attribute):
            continue
        yield _declared(old, attribute, key, speakers[0]), _declared(new, attribute, key, speakers[1])
    yield _alone(old, speakers[0]), _alone(new, speakers[1])


def _is_taken_over(old: GameMeaning, new: GameMeaning, attribute: str) -> bool:
    """Whether what is declared was not even read again."""
    return getattr(old, attribute) is getattr(new, attribute)


def _decks(old: GameMeaning, new: GameMeaning) -> Iterator[tuple[DeckDecl | None, DeckDecl | None, str]]:
    """Decks by their names; one that is left alone on each side is the same deck with another name."""
    lone = [[name for name in one.decks if name not in other.decks] for one, other in ((old, new), (new, old))]
    for name in old.decks:
        if name in new.decks:
            yield old.decks[name], new.decks[name], name
    if len(lone[0]) == len(lone[1]) == 1:
        yield old.decks[lone[0][0]], new.decks[lone[1][0]], lone[1][0]
        return
    yield from ((old.decks[name], None, name) for name in lone[0])
    yield from ((None, new.decks[name], name) for name in lone[1])


def _cards(deck: DeckDecl | None, name: str, speaker: Speaker) -> list[_Thing]:
    cards: Iterable[CardDecl] = deck.cards if deck is not None else ()
    return [_thing(CARD, card.name, speaker.card(card), card.span, name) for card in cards]


def _declared(game: GameMeaning, attribute: str, key: str, speaker: Speaker) -> list[_Thing]:
    found: Mapping[str, Any] = getattr(game, attribute)
    return [_thing(heading(key), name, speaker.declared(key, decl), decl.span) for name, decl in found.items()]


def _alone(game: GameMeaning, speaker: Speaker) -> list[_Thing]:
    keys = {"setup": "setup", "ending": "ending"}
    things = []
    for name in ALONE:
        key = keys.get(name, "game")
        things.append(_Thing(heading(key), "", {name: speaker.feature(key, name, getattr(game, name))}, None))
    for key, lines in game.orders.items():
        things.append(_Thing(heading(key), "", {key: speaker.order(key, lines)}, None))
    return things


def _thing(kind: str, name: str, features: Iterable[Feature], span: Span | None, deck: str = "") -> _Thing:
    return _Thing(kind, " ".join(name.split()), {feature.key: feature for feature in features}, span, deck)


# -- two lists of things


Names = Mapping[str, str]


def _other_names(families: Iterable[Family]) -> Iterator[tuple[str, str]]:
    """The declared things that go on under another name; cards are named by nobody."""
    for old, new in families:
        if not any(thing.kind == CARD for thing in (*old, *new)):
            _, gone, come = _by_name(old, new)
            yield from ((first.name, second.name) for first, second in _renamed(gone, come))


def _family(old: Sequence[_Thing], new: Sequence[_Thing], names: Names) -> Iterator[Change]:
    pairs, gone, come = _by_name(old, new)
    renamed = _renamed(gone, come)
    for first, second in pairs:
        change = _compared(first, second, names)
        if change is not None:
            yield change
    for first, second in renamed:
        yield _change("renamed", first, second, _differences(first, second, names))
    told = {id(each) for pair in renamed for each in pair}
    for first in gone:
        if id(first) not in told:
            yield _change("removed", first, None, _differences(first, None, names))
    for second in come:
        if id(second) not in told:
            yield _change("added", None, second, _differences(None, second, names))


def _by_name(
    old: Sequence[_Thing], new: Sequence[_Thing]
) -> tuple[list[tuple[_Thing, _Thing]], list[_Thing], list[_Thing]]:
    """Those of one name in both, the first with the first, the second with the second; those left in each."""
    waiting: dict[str, list[_Thing]] = {}
    pairs, come = [], []
    for thing in old:
        waiting.setdefault(_key(thing), []).append(thing)
    for thing in new:
        known = waiting.get(_key(thing))
        if known:
            pairs.append((known.pop(0), thing))
        else:
            come.append(thing)
    return pairs, [thing for things in waiting.values() for thing in things], come


def _key(thing: _Thing) -> str:
    return thing.name.casefold() or next(iter(thing.features))


def _renamed(gone: Sequence[_Thing], come: Sequence[_Thing]) -> list[tuple[_Thing, _Thing]]:
    """Things that go on under another name: the most alike first, each once."""
    scores = [
        (alike, -i, -j)
        for i, first in enumerate(gone)
        for j, second in enumerate(come)
        if (alike := _alike(first, second)) > _ALIKE
    ]
    pairs: list[tuple[_Thing, _Thing]] = []
    taken: set[int] = set()
    for _, i, j in sorted(scores, reverse=True):
        first, second = gone[-i], come[-j]
        if id(first) not in taken and id(second) not in taken:
            taken |= {id(first), id(second)}
            pairs.append((first, second))
    return pairs


def _alike(first: _Thing, second: _Thing) -> float:
    """The share of the features that are the same, of all that either has."""
    keys = first.features.keys() | second.features.keys()
    if not keys or first.kind != second.kind:
        return 0.0
    same = sum(_means(first, key) == _means(second, key) for key in keys)
    telling = any(
        _means(first, key) not in (None, (), False) and _means(first, key) == _means(second, key) for key in keys
    )
    return same / len(keys) if telling else 0.0


def _means(thing: _Thing, key: str) -> Any:
    feature = thing.features.get(key)
    return feature.means if feature is not None else None


def _compared(first: _Thing, second: _Thing, names: Names) -> Change | None:
    differences = _differences(first, second, names)
    if not differences:
        return None
    what: What = "reworded" if all(each.same_meaning for each in differences) else "changed"
    return _change(what, first, second, differences)


def _differences(first: _Thing | None, second: _Thing | None, names: Names) -> tuple[Difference, ...]:
    """The features that differ, in the order of the newer text."""
    before = _called(first.features, names) if first is not None else {}
    after = second.features if second is not None else {}
    out = []
    for key in dict.fromkeys((*after, *before)):
        old, new = before.get(key), after.get(key)
        label = (new or old).label  # type: ignore[union-attr]
        if old is None or new is None:
            if (new or old).means not in (None, (), False):  # type: ignore[union-attr]
                out.append(Difference(label, old.said if old is not None else "", new.said if new is not None else ""))
        elif old.means != new.means and not (names and _with_names(to_plain(old.means), names) == to_plain(new.means)):
            out.append(Difference(label, old.said, new.said))
        elif old.written != new.written:
            out.append(Difference(label, old.written, new.written, same_meaning=True))
    return tuple(out)


def _called(features: Mapping[str, Feature], names: Names) -> Mapping[str, Feature]:
    """The features by their keys, of which one may name a value or a text that has another name now."""
    if not names:
        return features
    found = {}
    for key, feature in features.items():
        kind, _, name = key.partition(" ")
        found[f"{kind} {names[name]}" if name in names else key] = feature
    return found


def _with_names(plain: Any, names: Names) -> Any:
    """Plain data in which things have their newer names."""
    if isinstance(plain, str):
        return names.get(plain, plain)
    if isinstance(plain, list):
        return [_with_names(each, names) for each in plain]
    if isinstance(plain, dict):
        return {key: value if key == KIND else _with_names(value, names) for key, value in plain.items()}
    return plain


def _change(what: What, first: _Thing | None, second: _Thing | None, differences: tuple[Difference, ...]) -> Change:
    thing = second or first
    assert thing is not None
    was = first.name if first is not None and first.name != thing.name else ""
    old, new = (first.span if first else None), (second.span if second else None)
    return Change(what, thing.kind, thing.name, thing.deck, was, differences, old, new)


__all__ = ["CARD", "Change", "Difference", "Meanings", "compare_meanings"]
