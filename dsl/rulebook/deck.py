"""The cards of a deck, in groups, as they are printed."""

from __future__ import annotations

from ..meaning.game import CardDecl, DeckDecl, KindCount, PartDecl, ValueDecl
from .document import CardFace, Cards, Link, Runs, Section
from .teller import Teller, listed
from .words import alphabetical


def deck(tell: Teller, deck: DeckDecl) -> Section:
    """A deck: its cards by the first word that is printed on them, in alphabetical order."""
    sort = _sorting_value(tell)
    groups: dict[tuple[str, ...], list[CardDecl]] = {}
    for card in sorted(deck.cards, key=lambda card: alphabetical(card.name)):
        found = card.values.get(sort.name, ()) if sort is not None else ()
        groups.setdefault(found if isinstance(found, tuple) else (), []).append(card)
    known = sort.members if sort is not None else ()
    ordered = sorted(groups, key=lambda key: (len(key), [known.index(member) for member in key if member in known]))
    title = f"Il mazzo {deck.name}"
    anchor = tell.anchor("mazzo", deck.name)
    if len(ordered) == 1:
        return Section(anchor, title, (_cards(tell, groups[ordered[0]], 0),))
    sections = tuple(
        Section(f"{anchor}-{number}", _group_name(tell, key, len(groups[key])), (_cards(tell, groups[key], number),))
        for number, key in enumerate(ordered)
    )
    return Section(anchor, title, (), sections)


def wanted(tell: Teller) -> str:
    """What the game wants of a deck, after a colon; nothing when it wants nothing."""
    found = [_part_wanted(tell, part) for part in tell.game.parts.values()]
    return f": {'; '.join(each for each in found if each)}" if any(found) else ""


def _part_wanted(tell: Teller, part: PartDecl) -> str:
    noun = tell.game.implied_noun
    size = ""
    if part.most is not None:
        size = tell.number(part.most, noun)
        size = size if part.least == part.most else f"da {part.least} a {size}" if part.least else f"fino a {size}"
    elif part.least:
        size = f"{tell.number(part.least, noun)} o più"
    same = ""
    if part.copies == 1:
        same = "tutte diverse" if size or part.name else "le carte sono tutte diverse"
    elif part.copies is not None:
        same = f"al massimo {part.copies} di un nome"
    rarer = [f"{most} se è {name}" for name, most in part.rarer]
    rarer += [_kind_wanted(kind) for kind in part.kinds]
    rarer += _owned(part)
    only = [f"solo {listed(part.only)}"] * bool(part.only) + [f"mai {listed(part.never)}"] * bool(part.never)
    said = ", ".join(each for each in (size, same, *rarer, *only) if each)
    return f"{part.name} ({said})" if part.name and said else part.name or said


def _kind_wanted(kind: KindCount) -> str:
    if kind.most is None:
        return f"almeno {kind.least} di {kind.member}"
    return f"{'' if kind.least == kind.most else 'al massimo '}{kind.most} di {kind.member}"


def _owned(part: PartDecl) -> list[str]:
    """«Seme tra Seme di Maestri o Seme in più di Gerla», one for each value that is tied to others."""
    values = dict.fromkeys(each.value for each in part.owned)
    return [
        f"{value} tra {' o '.join(f'{each.of} di {each.part}' for each in part.owned if each.value == value)}"
        for value in values
    ]


def _sorting_value(tell: Teller) -> ValueDecl | None:
    """The first value whose words are printed on a card by themselves (not after the name of a text)."""
    kinds = {slot.kind_value for slot in tell.game.texts.values()}
    for value in tell.game.values.values():
        if value.owner == "card" and value.printed and value.members and value.name not in kinds:
            return value
    return None


def _group_name(tell: Teller, members: tuple[str, ...], many: int) -> str:
    count = tell.number(many, tell.game.implied_noun)
    return f"{_members_name(tell, members) or 'Altre'} ({count})"


def _members_name(tell: Teller, members: tuple[str, ...]) -> str:
    """The name of several members together, if one is declared."""
    if len(members) < 2:
        return listed(members)
    found = next((each.name for each in tell.game.member_sets.values() if set(each.members) == set(members)), None)
    return found or listed(members)


def _cards(tell: Teller, cards: list[CardDecl], colour: int) -> Cards:
    """The faces of cards, those that are the same once with their number."""
    kinds: list[CardDecl] = []
    for card in cards:
        if not any(_alike(card, other) for other in kinds):
            kinds.append(card)
    return Cards(tuple(_face(tell, card, colour, sum(_alike(card, other) for other in cards)) for card in kinds))


def _alike(card: CardDecl, other: CardDecl) -> bool:
    return (card.name, card.values, card.wordings, card.heads) == (
        other.name,
        other.values,
        other.wordings,
        other.heads,
    )


def _face(tell: Teller, card: CardDecl, colour: int, copies: int) -> CardFace:
    kinds = {slot.kind_value for slot in tell.game.texts.values()}
    numbers = tuple((name, str(v)) for name, v in card.values.items() if isinstance(v, int))
    words = [
        _members_name(tell, v) for name, v in card.values.items() if isinstance(v, tuple) and v and name not in kinds
    ]
    texts = tuple((_field(tell, card, slot), tell.linked(wording)) for slot, wording in card.wordings.items())
    return CardFace(tell.anchor("carta", card.name), card.name, ", ".join(words), numbers, texts, colour, copies)


def _field(tell: Teller, card: CardDecl, slot: str) -> Runs:
    """The name of a field, with its kind linked to what the kind does."""
    declared = tell.game.texts[slot]
    kind = card.values.get(declared.kind_value or "")
    if not isinstance(kind, tuple) or not kind:
        return (", ".join((slot, *(head.words for head in card.heads if head.slot == slot))),)
    keyword = tell.game.keywords.get(kind[0])
    if keyword is None:
        return (f"{slot} {kind[0]}",)
    return (f"{slot} ", Link(kind[0], tell.anchor("parola chiave", keyword.name), tell.text(keyword.text)))
