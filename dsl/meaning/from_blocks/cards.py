"""The cards of a deck: a title, a line of values, the texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from attrs import frozen

from ...diagnostics import Diagnostic
from ...messages import problem
from ...source import Source, Span
from ...suggest import nearest
from ...syntax.blocks import Block, Line, Piece, sentence
from ...syntax.reading import Named, Start
from ...vocabulary.headings import AND, BACK
from ...vocabulary.lexer import lexer_of
from ...vocabulary.spelling import fold, keys_of, words_of
from ...vocabulary.vocabulary import Kind, Vocabulary
from ..faces import other_faces, read_faces
from ..frames_of_cards import Phrase, head_of, periods_of_two
from ..game import CardDecl, GameMeaning, HeadText, KeywordDecl, TextSlot, ValueDecl
from ..nodes import Grant, Self, Text, Var
from ..walk import all_of
from .answers import cut, matched, names_listed, number_of, part_of
from .sentences import Sentences, Where


@frozen
class Field:
    """The place of a text on a card: its slot and the member printed after the slot's name («Candela Onda»)."""

    slot: TextSlot
    member: str | None = None
    printed: tuple[tuple[str, int | tuple[str, ...]], ...] = ()  # what else its head says of the card
    phrases: tuple[Phrase, ...] = ()  # and what is a sentence in little
    prompt: int | None = None  # where in the head the sentence of its prompt begins
    within: tuple[str, ...] = ()  # the periods of those who take part in them in which it is used: «durante una gara»

    @property
    def kinds(self) -> tuple[tuple[str, str], ...]:
        """The words that the head says of the card, each with its value."""
        own = ((self.slot.kind_value, self.member),) if self.slot.kind_value and self.member else ()
        return own + tuple((name, word) for name, value in self.printed if isinstance(value, tuple) for word in value)

    @property
    def name(self) -> str:
        return f"{self.slot.name} {self.member}" if self.member else self.slot.name


def fields(game: GameMeaning) -> tuple[Field, ...]:
    """The fields that a card of this game may have, as its layout names them."""
    return tuple(field for slot in game.texts.values() if slot.prompts is None for field in _fields(slot, game))


def _fields(slot: TextSlot, game: GameMeaning) -> Iterator[Field]:
    if slot.kind_value is None:
        yield Field(slot)
    else:
        for member in game.values[slot.kind_value].members:
            yield Field(slot, member)


def field_named(name: str, game: GameMeaning, vocabulary: Vocabulary) -> Field | None:
    """The field of a name, whatever its case and accents; after it words and numbers of the card's values may stand."""
    keys = [fold(word) for word in name.split()]
    plain = next((field for field in fields(game) if [fold(word) for word in field.name.split()] == keys), None)
    if plain is not None:
        return plain
    head = head_of(name, game, vocabulary)
    if head is None or head.unread:
        return None
    kind = head.slot.kind_value
    said = dict(head.values)
    members = said.pop(kind, None) if kind is not None else None
    member = members[0] if isinstance(members, tuple) and len(members) == 1 else None
    if kind is not None and member is None:
        declared = game.values[kind]
        if members is not None or (declared.missing is None and not declared.optional):
            return None
    within = periods_of_two(head.phrases, vocabulary)
    return Field(head.slot, member, tuple(said.items()), head.phrases, head.prompt, within)


def start_of(field: Field, keywords: dict[str, KeywordDecl] | None = None, game: GameMeaning | None = None) -> Start:
    """How the wording of a field is read: in force as long as something is so, or done when it is used.

    A text that is done when it is used is in force all the same where the keyword of its kind lends it to another
    card."""
    known = keywords if keywords is not None else dict(game.keywords) if game else {}
    if field.slot.in_force is not None:
        return Start.CARD_CONTINUOUS
    keyword = known.get(field.member or "")
    return Start.CARD_CONTINUOUS if keyword is not None and _lends(keyword.text) else Start.CARD_USED


def _lends(node: object) -> bool:
    """Whether sentences give a text of their card to another."""
    return any(each.slot is not None for each in all_of(node, Grant))


# -- one card


def card(block: Block, name: str, game: GameMeaning, sentences: Sentences, source: Source) -> CardDecl:
    """A card from its block; what is wrong with it is reported, the rest is kept."""
    told = len(sentences.problems)
    values: dict[str, int | tuple[str, ...]] = {}
    texts: dict[str, Text] = {}
    wordings: dict[str, str] = {}
    heads: list[HeadText] = []
    back: dict[str, int | tuple[str, ...]] | None = None
    back_texts: tuple[str, ...] = ()
    plain: list[str] = []  # fields of which only the head is printed
    for line in block.body:
        if line.key is not None and line.rest is None and fold(line.key.text) == BACK:
            back, known = {}, set(wordings)
            for each in line.body:
                if each.key is None:
                    _values(each, game, back, sentences)
                else:
                    _text(each, source, game, sentences, back, texts, wordings, heads)
            back_texts = tuple(slot for slot in wordings if slot not in known)
        elif (bare := _bare_head(line, game, sentences)) is not None:
            _head_says(bare, line.whole, values, sentences)
            if bare.prompt is None:
                plain.append(bare.slot.name)
            else:  # «Guida {F} / G 400/200 Corazza.»
                words = line.whole.text[bare.prompt :]
                wordings[bare.slot.name] = " ".join(words.split())
                _read(bare, words, line.whole.start + bare.prompt, source, game, sentences, values, texts)
        elif line.key is None or (line.rest is None and not line.body):
            _values(line, game, values, sentences)
        elif (value := _listed_value(line, sentences)) is not None:
            _list(line, value, values, sentences)
        else:
            _text(line, source, game, sentences, values, texts, wordings, heads)
    for slot, front_text, last in other_faces(texts):
        texts[slot], texts[last.text] = front_text, Text(last.abilities)
        wordings[last.text] = wordings[slot]
        back, back_texts = {**(back or {}), **dict(last.values)}, (*back_texts, last.text)
    for known_value in game.values.values():
        printed = values.get(known_value.of_cost or "")
        if isinstance(printed, tuple) and known_value.name not in values:
            values[known_value.name] = tuple(name for name in known_value.members if name in printed)
    front = (*(slot for slot in wordings if slot not in back_texts), *plain)
    _said_by_texts(values, front, sentences.vocabulary)
    if back is not None:
        _said_by_texts(back, back_texts, sentences.vocabulary)
    if name.endswith(":"):
        sentences.problems.append(problem("D029", block.span, name=name, suggestions=(name.rstrip(": "),)))
    if not any(each.code in _UNREAD for each in sentences.problems[told:]):
        sentences.problems += _missing(block, name, values, game)
    return CardDecl(
        name, values, texts, wordings, back=back, back_texts=back_texts, heads=tuple(heads), span=block.span
    )


def _bare_head(line: Line, game: GameMeaning, sentences: Sentences) -> Field | None:
    """«Candela {L} 2/1» of a card without a text: the head of a field, where the line is not one of values."""
    first = next((p for s in cut(line.whole, ".") for p in cut(s)), None)
    if line.key is not None or first is None or _value(first, sentences) is not None:
        return None
    found = field_named(line.whole.text.rstrip("."), game, sentences.vocabulary)
    return found if found is not None and found.printed and not found.phrases else None


def _head_says(field: Field, at: Piece, values: dict[str, int | tuple[str, ...]], sentences: Sentences) -> None:
    """What the head of a field prints of the card."""
    if field.member and field.slot.kind_value:
        _put(values, field.slot.kind_value, (field.member,), at, sentences.problems)
    for name, value in field.printed:
        _put(values, name, value, at, sentences.problems)


#: With one of these on a card nobody knows which values it would have had.
_UNREAD: Final = frozenset(("D018", "D021", "D026", "D027"))


def _missing(
    block: Block, name: str, values: Mapping[str, int | tuple[str, ...]], game: GameMeaning
) -> Iterator[Diagnostic]:
    """The values that every card has printed and this one has not."""
    for value in game.values.values():
        if value.owner != "card" or not value.printed or value.optional or value.missing is not None:
            continue
        if value.name not in values:
            heads = names_listed(f"{each.name}: …" for each in fields(game) if each.slot.kind_value == value.name)
            by_text = any(slot.kind_value == value.name for slot in game.texts.values())
            where = f"lo dice il nome di un testo: {heads}" if by_text else _IN_THE_LINE
            yield problem("D022", block.span, value=value.name, card=name, detail=where)


_IN_THE_LINE: Final = "scrivilo nella riga dei valori, sotto il nome della carta"


def out_of_place(name: str, game: GameMeaning, vocabulary: Vocabulary) -> bool:
    """Whether what stands where a card's name should is a line of a card: a sentence, values, a text with its head."""
    head, colon, rest = name.partition(":")
    return name.endswith(".") or bool(colon and rest.strip() and field_named(head.strip(), game, vocabulary))


def _said_by_texts(values: dict[str, int | tuple[str, ...]], slots: tuple[str, ...], vocabulary: Vocabulary) -> None:
    """A text that is called like a word of a value says that word of its card, when nothing else does."""
    for name in slots:
        value = next((v for v in vocabulary.values.values() if v.printed and name in v.members), None)
        if value is not None and value.name not in values:
            values[value.name] = (name,)


def _listed_value(line: Line, sentences: Sentences) -> ValueDecl | None:
    """«Semi: Lana, Lana, Erba»: the value whose name stands before the colon, when it has several words."""
    assert line.key is not None
    value = _plain_value(line, sentences)
    return value if value is not None and value.printed and value.kind in ("members", "bag") else None


def _plain_value(line: Line, sentences: Sentences) -> ValueDecl | None:
    """The value whose name stands before a colon."""
    keys = [fold(word) for word in words_of(line.key.text)] if line.key is not None else []
    found = (a.lexeme.name for a in sentences.vocabulary.analyses(*keys) if a.lexeme.kind is Kind.VALUE)
    return sentences.vocabulary.values.get(next(found, ""))


def _list(line: Line, value: ValueDecl, values: dict[str, int | tuple[str, ...]], sentences: Sentences) -> None:
    """The words of a value between commas; in a bag each as often as it is there."""
    if line.rest is None or line.key is None:
        return
    names: list[str] = []
    for piece in cut(line.rest):
        times, keys = _so_many_words([fold(word) for word in words_of(piece.text)])
        found = [a.lexeme for a in sentences.vocabulary.analyses(*keys) if a.lexeme.name in value.members]
        if not found or (times is not None and value.kind != "bag"):
            near = nearest(piece.text, value.members)
            known = names_listed(value.members)
            sentences.problems.append(problem("D021", piece.span, word=piece.text, known=known, suggestions=near))
            return
        names += [found[0].name] * (1 if times is None else times)
    words = names if value.kind == "bag" else dict.fromkeys(names)
    _put(values, value.name, tuple(words), line.key, sentences.problems)


def _text(
    line: Line,
    source: Source,
    game: GameMeaning,
    sentences: Sentences,
    values: dict[str, int | tuple[str, ...]],
    texts: dict[str, Text],
    wordings: dict[str, str],
    heads: list[HeadText],
) -> None:
    key = line.key
    assert key is not None
    field = field_named(key.text, game, sentences.vocabulary)
    if field is None:
        plain = _plain_value(line, sentences)
        if plain is not None:
            shown = f"{plain.name} {line.rest.text.rstrip('.')}." if line.rest is not None else plain.name
            sentences.problems.append(problem("D027", line.whole.span, name=plain.name, suggestions=(shown,)))
            return
        known = [each.name for each in fields(game)]
        listed = ", ".join(f"«{each}»" for each in known)
        whole = tuple(each.name for each in fields(game) if each.member and fold(each.slot.name) == fold(key.text))
        right = whole or _headed(line, known, sentences.vocabulary) or nearest(key.text, known)
        sentences.problems.append(problem("D018", key.span, name=key.text, known=listed, suggestions=right))
        return
    if field.slot.name in texts or field.slot.name in wordings:
        sentences.problems.append(problem("D004", key.span, question=field.slot.name))
        return
    _head_says(field, key, values, sentences)
    for phrase in field.phrases:
        place = Where(subject=Self(), slot=field.slot.name)
        said = sentences.meaning(phrase.text, key.start + phrase.start, source, Start.HEAD, place)
        if isinstance(said, Text):
            heads.append(HeadText(field.slot.name, phrase.text, said))
    text, offset = wording(line)
    wordings[field.slot.name] = " ".join(text.split())
    if field.prompt is not None:
        text, offset = prompted_run(line, field, source)
    _read(field, text, offset, source, game, sentences, values, texts)


def _read(
    field: Field,
    text: str,
    offset: int,
    source: Source,
    game: GameMeaning,
    sentences: Sentences,
    values: dict[str, int | tuple[str, ...]],
    texts: dict[str, Text],
) -> None:
    """What the wording of a field means, of both faces of its card where it prints them."""
    where = Where(
        with_paid((*values.values(), *dict(field.printed).values())),
        Self(),
        slot=field.slot.name,
        kinds=field.kinds,
        within=field.within,
    )
    context = where.context(start_of(field, game=game), source, offset)
    found = sentences.understood(read_faces(sentences.read_text, text, context, game, sentences.vocabulary))
    if isinstance(found, Text):
        texts[field.slot.name] = found


def _headed(line: Line, known: Sequence[str], vocabulary: Vocabulary) -> tuple[str, ...]:
    """«Effetto: ALBA: …» for a line that begins with a label or a keyword, where the name of a text should stand."""
    heads = (Kind.LABEL, Kind.KEYWORD)
    key = line.key.text if line.key is not None else ""
    if not any(each.lexeme.kind in heads for each in vocabulary.analyses(*keys_of(key))):
        return ()
    return tuple(f"{name}: {line.whole.text}" for name in known[:3])


def wording(line: Line) -> tuple[str, int]:
    """The words of a field and their offset: on its line and the deeper ones, or only on the deeper ones."""
    if line.rest is not None:
        return sentence(line, after_key=True)
    text, offset = sentence(line)
    skipped = line.body[0].whole.start - offset
    return text[skipped:], offset + skipped


def with_paid(printed: Iterable[int | tuple[str, ...]]) -> tuple[Named, ...]:
    """What a text may speak of when a printed cost has {X}: how much was paid for it."""
    return (Named(Var("X"), "X"),) if any("X" in signs for signs in printed if isinstance(signs, tuple)) else ()


def prompted_run(line: Line, field: Field, source: Source) -> tuple[str, int]:
    """The wording of a field with the prompt in its head, one run of characters, and its offset."""
    assert line.key is not None and field.prompt is not None
    text, offset = wording(line)
    start = line.key.start + field.prompt
    return source.text[start:offset] + text, start


def _put(
    values: dict[str, int | tuple[str, ...]],
    name: str,
    value: int | tuple[str, ...],
    at: Piece,
    problems: list[Diagnostic],
) -> None:
    if name in values:
        problems.append(problem("D023", at.span, value=name))
    values[name] = value


def _values(line: Line, game: GameMeaning, values: dict[str, int | tuple[str, ...]], sentences: Sentences) -> None:
    """«Lana. Ardore 4, Rango 2.»: members by their names, numbers beside the name of their value."""
    for sentence_piece in cut(line.whole, "."):
        for piece in cut(sentence_piece):
            found = _value(piece, sentences)
            if found is None:
                sentences.problems.append(_not_a_value(line, piece, sentences, game))
                continue
            name, value = found
            declared, before = sentences.vocabulary.values.get(name), values.get(name)
            kind = declared.kind if declared is not None else ""
            both = (before, value) if isinstance(before, tuple) and isinstance(value, tuple) else None
            if both and (kind == "bag" or (kind == "members" and not set(both[0]) & set(both[1]))):
                values[name] = (*both[0], *both[1])
            else:
                _put(values, name, value, piece, sentences.problems)


def _not_a_value(line: Line, piece: Piece, sentences: Sentences, game: GameMeaning) -> Diagnostic:
    """What is wrong with a piece of a line of values: a head without its colon, values run together, a wrong word."""
    for head in sorted((field.name for field in fields(game)), key=len, reverse=True):
        rest = line.whole.text[len(head) :]
        if rest.startswith(" ") and fold(line.whole.text[: len(head)]) == fold(head):
            return problem("D026", part_of(line.whole, 0, len(head)).span, question=head, suggestions=(f"{head}:",))
    apart = (
        _run_together(piece.text.split(), sentences)
        or _bare_numbers(piece.text, sentences)
        or _word_and_numbers(piece.text, sentences)
    )
    if apart:
        return problem(
            "D021", piece.span, word=piece.text, known=_printable(game, sentences.vocabulary), suggestions=(apart,)
        )
    word = part_of(piece, 0, len(piece.text.split()[0]))
    near = nearest(word.text, _value_words(sentences))
    at = word if near and near != (word.text,) else piece  # the word is wrong, or what stands with it
    return problem(
        "D021",
        at.span,
        word=at.text,
        known=_printable(game, sentences.vocabulary),
        suggestions=near if at is word else (),
    )


def _printable(game: GameMeaning, vocabulary: Vocabulary) -> str:
    """What the line of values may hold, for a message: numbers by their value, else the words; of many the first."""
    by_texts = {slot.kind_value for slot in game.texts.values()}
    shown: list[str] = []
    for value in vocabulary.values.values():
        if value.owner == "card" and value.printed and value.name not in by_texts:
            shown += value.members[:_MOST_SHOWN] or (f"{value.name} …",)
    return names_listed(shown[:_MOST_SHOWN]) + (" …" if len(shown) > _MOST_SHOWN else "")


_MOST_SHOWN: Final = 10


def _run_together(words: Sequence[str], sentences: Sentences) -> str:
    """«Lana Ardore 4» with the commas that it lacks, or nothing when not all of it is values."""
    pieces: list[str] = []
    while words:
        lengths = range(len(words), 0, -1)
        taken = next((n for n in lengths if _value(_loose(" ".join(words[:n])), sentences) is not None), 0)
        if not taken:
            return ""
        pieces.append(" ".join(words[:taken]))
        words = words[taken:]
    return ", ".join(pieces)


def _bare_numbers(text: str, sentences: Sentences) -> str:
    """«4/2» with the names of the values, in the order in which the game declares them."""
    numbers = [each.strip() for each in text.split("/")]
    named = [value.name for value in sentences.vocabulary.values.values() if _printed_number(value)]
    plain = all(each.isascii() and each.isdigit() for each in numbers)
    if not plain or len(numbers) != len(named):
        return ""
    return ", ".join(f"{name} {number}" for name, number in zip(named, numbers, strict=True))


def _word_and_numbers(text: str, sentences: Sentences) -> str:
    """«Lana 4/2» with the comma and the names of the values that it lacks."""
    words, _, numbers = text.rpartition(" ")
    before, after = _run_together(words.split(), sentences), _bare_numbers(numbers, sentences)
    return f"{before}, {after}" if before and after else ""


def _loose(text: str) -> Piece:
    """Words that stand nowhere."""
    return Piece(text, 0, Span("", 0, 0, len(text)))


def _value(piece: Piece, sentences: Sentences) -> tuple[str, int | tuple[str, ...]] | None:
    vocabulary = sentences.vocabulary
    words = words_of(piece.text)
    priced = _cost(piece, sentences) or _below_nothing(words, vocabulary)
    if priced is not None:
        return priced
    for pattern, at in (("<value> <number>", 1), ("<number> <value>", 0)):
        slots = matched(pattern, words, vocabulary)
        if slots is not None and _printed_number(vocabulary.values.get(slots[1 - at])):
            number = number_of(fold(slots[at]))
            return (slots[1 - at], number) if number is not None else None
    return _members(piece, sentences) or _named_members(piece, sentences)


def _below_nothing(words: Sequence[str], vocabulary: Vocabulary) -> tuple[str, int] | None:
    """«Forza -2», of a value that has no least."""
    if len(words) < 2 or words[-1][0] not in "-−":
        return None
    slots = matched("<value> <number>", (*words[:-1], words[-1][1:]), vocabulary)
    value = vocabulary.values.get(slots[0]) if slots is not None else None
    number = number_of(fold(slots[1])) if slots is not None else None
    if value is None or number is None or value.minimum is not None or not _printed_number(value):
        return None
    return value.name, -number


def _named_members(piece: Piece, sentences: Sentences) -> tuple[str, tuple[str, ...]] | None:
    """«Semi Lana e Erba»: the name of a value, then words of it."""
    words = piece.text.split()
    for length in range(len(words) - 1, 0, -1):
        start = piece.text.index(words[length], len(" ".join(words[:length])))
        found = _members(part_of(piece, start, len(piece.text)), sentences)
        keys = keys_of(" ".join(words[:length]))
        named = (a.lexeme.name for a in sentences.vocabulary.analyses(*keys) if a.lexeme.kind is Kind.VALUE)
        if found is not None and found[0] in named:
            return found
    return None


def _cost(piece: Piece, sentences: Sentences) -> tuple[str, tuple[str, ...]] | None:
    """«Costo {F}{F}{2}»: the signs by what they stand for."""
    first, *rest = lexer_of(sentences.vocabulary).words(piece.text)
    named = next((sense.name for sense in first.senses if sense.terminal == "N_VALUE"), "")
    value = sentences.vocabulary.values.get(named)
    signs = tuple(sense.name for word in rest for sense in word.senses[:1] if sense.terminal == "SIGN")
    if value is None or value.kind != "cost" or not rest or len(signs) < len(rest):
        return None
    return named, signs


def _printed_number(value: ValueDecl | None) -> bool:
    return value is not None and value.printed and value.kind == "number" and value.owner == "card"


def _members(piece: Piece, sentences: Sentences) -> tuple[str, tuple[str, ...]] | None:
    """«Lana», «Lana e Erba», «Doppia», in a bag «Lana e Lana», «2 Lane»: the members and their value."""
    vocabulary = sentences.vocabulary
    names: list[str] = []
    value: str | None = None
    for part in cut(piece, f" {AND} "):
        times, keys = _so_many_words([fold(word) for word in words_of(part.text)])
        found = [a.lexeme for a in vocabulary.analyses(*keys) if a.lexeme.kind in (Kind.MEMBER, Kind.MEMBER_SET)]
        if not found or (value is not None and found[0].of != value):
            return None
        value = found[0].of
        if times is not None and not _is_bag(value, vocabulary):
            return None
        declared = vocabulary.member_sets.get(found[0].name)
        members = declared.members if declared and found[0].kind is Kind.MEMBER_SET else (found[0].name,)
        names += members * (1 if times is None else times)
    if value is None or value not in vocabulary.values:
        return None
    return value, tuple(names if _is_bag(value, vocabulary) else dict.fromkeys(names))


def _so_many_words(keys: list[str]) -> tuple[int | None, list[str]]:
    """«due Lane»: how many, if it is said, and the word."""
    times = number_of(keys[0]) if len(keys) > 1 else None
    return (None, keys) if times is None else (times, keys[1:])


def _is_bag(value: str | None, vocabulary: Vocabulary) -> bool:
    declared = vocabulary.values.get(value or "")
    return declared is not None and declared.kind == "bag"


def _value_words(sentences: Sentences) -> tuple[str, ...]:
    vocabulary = sentences.vocabulary
    return (*vocabulary.named(Kind.MEMBER), *vocabulary.named(Kind.MEMBER_SET), *vocabulary.named(Kind.VALUE))
