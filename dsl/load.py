"""From a path to a game's meaning: phases that are lazy and cached, each of which can be asked alone.

    source ──▶ blocks ──▶ words ──▶ meaning ──▶ decks ──▶ checks

A path is a game's folder, a .gioco, a .regole, a .parole or a .mazzo. Nothing outside the game's folder is read, save
the rules that it takes from the folder beside it that games share.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Final

from attrs import define, evolve, field, frozen

from . import card_names, elsewhere
from .diagnostics import Diagnostic, in_order
from .garbage import seldom_collected
from .meaning.faces import read_faces
from .meaning.from_blocks.cards import Field, field_named, fields, start_of, with_paid
from .meaning.from_blocks.decks import printed_names, with_taken
from .meaning.from_blocks.sentences import ReadText
from .meaning.from_blocks.whole import (
    CardsRead,
    Opening,
    Understood,
    deck_from_blocks,
    game_from_blocks,
    opening,
    printed_card,
)
from .meaning.game import CardDecl, DeckDecl, GameMeaning
from .meaning.nodes import Self, Text
from .messages import problem
from .source import Source, UnreadableSource, read_source
from .suggest import nearest
from .syntax.block_reader import read_blocks
from .syntax.blocks import File
from .syntax.reading import Fate, Reading, Start, TextContext
from .syntax.reading_cache import read_text, save
from .vocabulary.headings import OPENING
from .vocabulary.vocabulary import Vocabulary

GAME, RULES, WORDS, DECK = ".gioco", ".regole", ".parole", ".mazzo"
_KINDS: Final[Mapping[str, str]] = {GAME: "game", RULES: "rules", WORDS: "words", DECK: "deck"}
_MOST_GAMES: Final = 12  # so many games below a folder are named
COMMON: Final = "comune"  # the folder, beside those of the games, of rules that several share


@frozen
class _Paths:
    """The files of a load: the rules, the words, the decks."""

    game: Path | None
    words: tuple[Path, ...] = ()
    decks: tuple[Path, ...] = ()
    rules: tuple[Path, ...] = ()


@frozen
class _Kept:
    """What an earlier load of the same path has worked out, each part with the texts that it was made from."""

    files: Mapping[Path, File | None]
    blocks: tuple[File, ...]
    understood: Understood | None
    decks: Mapping[Path, tuple[File, DeckDecl | None, tuple[Diagnostic, ...]]]
    cards: Mapping[Path, CardsRead]


@define(slots=False)
class Loaded:
    """A game that is being loaded; every phase is done when it is first asked for.

    ``meaning`` is None when the rules themselves cannot be made out; ``problems`` holds everything found, by
    place."""

    path: Path
    _before: _Kept | None = None
    _texts: Mapping[Path, str] = field(factory=dict)
    _reader: ReadText = read_text
    _without: frozenset[Path] = frozenset()
    _found: list[Diagnostic] = field(factory=list, init=False)
    _sources: dict[str, Source] = field(factory=dict, init=False)
    _files: dict[Path, File | None] = field(factory=dict, init=False)
    _decks: dict[Path, tuple[File, DeckDecl | None, tuple[Diagnostic, ...]]] = field(factory=dict, init=False)
    _cards: dict[Path, CardsRead] = field(factory=dict, init=False)
    _wordless: set[Path] = field(factory=set, init=False)

    # -- files

    @cached_property
    def paths(self) -> _Paths:
        """Which files belong to the load."""
        found = self._paths()
        return evolve(found, rules=tuple(self._taken(found.game))) if found.game is not None else found

    def _paths(self) -> _Paths:
        if self.path.is_dir():
            return self._folder(self.path)
        kind = _KINDS.get(self.path.suffix)
        if not self.path.exists():
            self._found.append(problem("F001", detail=f"{self.path} non c'è"))
            return _Paths(None)
        if kind is None:
            self._found.append(problem("F005", detail=self.path.name))
            return _Paths(None)
        if kind == "game":
            return _Paths(self.path, _inside(self.path.parent, WORDS))
        return self._for_game(self.path, kind)

    def _folder(self, folder: Path) -> _Paths:
        games = _inside(folder, GAME)
        if not games:
            below = sorted({str(path.parent) for path in (*folder.glob("*/*.gioco"), *folder.parent.glob("*.gioco"))})
            here = f"; prova con {', '.join(below[:_MOST_GAMES])}" if below else ""
            self._found.append(problem("F006", detail=f"{folder}{here}"))
            return _Paths(None)
        if len(games) > 1:  # of which game the rest is, nobody can say
            self._found.append(problem("F007", detail=", ".join(path.name for path in games)))
            return _Paths(None)
        decks = tuple(deck for deck in _inside(folder, DECK) if deck not in self._without)
        wanted = [self._words_of(deck, folder) for deck in decks]
        words = tuple(dict.fromkeys(path for path in wanted if path is not None)) or (
            () if decks else _inside(folder, WORDS)
        )
        return _Paths(games[0], words, decks)

    def _for_game(self, path: Path, kind: str) -> _Paths:
        """The rules that a deck or its words are for: in its folder, or in one of the two above."""
        file = self._read(path)
        first = _opening(file)
        if first is None or first.kind != kind:
            self._tell_heading(file, kind)
            return _Paths(None)
        known: list[str] = []
        for folder in (path.parent, *path.resolve().parents[1:3]):
            for game in _inside(folder, GAME):
                found = _opening(self._read(game))
                known += [found.name] if found is not None else []
                if found is not None and first.game is not None and found.name.casefold() == first.game.casefold():
                    words = (path,) if kind == "words" else tuple(w for w in [self._words_of(path, folder)] if w)
                    words = () if kind == "rules" else words
                    return _Paths(game, words, (path,) if kind == "deck" else ())
        near = nearest(first.game or "", known)
        self._found.append(problem("F008", first.game_span or first.span, name=first.game or "", suggestions=near))
        return _Paths(None)

    def _taken(self, game: Path) -> Iterator[Path]:
        """The files of rules that a game takes, and those that these take, each once and before who takes it."""
        done: dict[Path, None] = {}

        def take(path: Path, inside: tuple[Path, ...]) -> None:
            first = _opening(self._read(path))
            for name, span in first.rules if first is not None else ():
                found = self._rules_named(name, game.parent)
                if found is None:
                    self._found.append(
                        problem("F270", span, name=name, suggestions=nearest(name, self._rules_known(game.parent)))
                    )
                elif found in inside:
                    self._found.append(problem("F271", span, name=name))
                elif found not in done:
                    take(found, (*inside, found))
                    done[found] = None

        take(game, (game,))
        yield from done

    def _rules_files(self, folder: Path) -> Iterator[tuple[Path, Opening]]:
        """The files of rules of a game's folder, and of the one that games share beside it."""
        shared = folder.resolve().parent / COMMON
        for path in (*_inside(folder, RULES), *(_inside(shared, RULES) if shared.is_dir() else ())):
            found = _opening(self._read(path))
            if found is not None and found.kind == "rules":
                yield path, found

    def _rules_named(self, name: str, folder: Path) -> Path | None:
        return next((p for p, found in self._rules_files(folder) if found.name.casefold() == name.casefold()), None)

    def _rules_known(self, folder: Path) -> list[str]:
        return [found.name for _, found in self._rules_files(folder)]

    def _tell_heading(self, file: File | None, kind: str) -> None:
        if file is not None and not any(each.is_error for each in file.problems):
            heading = {kind: word for word, kind in OPENING.items()}[kind]
            if file.blocks:
                self._found.append(problem("D024", file.source.span(0, 0), heading=heading))

    def _words_of(self, deck: Path, folder: Path) -> Path | None:
        """The file of the words that a deck takes, by the name in its heading."""
        first = _opening(self._read(deck))
        if first is None or first.words is None:
            return None
        known: list[str] = []
        files = [(path, _opening(self._read(path))) for path in _inside(folder, WORDS)]
        for path, found in files:
            if found is not None:
                known.append(found.name)
                if found.name.casefold() == first.words.casefold():
                    return path
        self._wordless.add(deck)  # without its words each of its cards would be a problem of its own
        if all(found is not None for _, found in files):  # the words may be those of a file that cannot be read
            near = nearest(first.words, known)
            self._found.append(problem("F009", first.words_span, name=first.words, suggestions=near))
        return None

    def _read(self, path: Path) -> File | None:
        """A file cut into blocks, read once; None when it cannot be read as text."""
        if path not in self._files:
            try:
                unsaved = self._texts.get(path)
                source = read_source(path) if unsaved is None else Source.of(str(path), unsaved)
            except UnreadableSource as error:
                if error.source is not None:
                    self._sources[error.source.name] = error.source
                self._found.append(problem(error.code, error.span, detail=error.told))
                self._files[path] = None
                return None
            self._sources[source.name] = source
            file = self._cut(path, source)
            if not file.blocks and not file.problems:
                self._found.append(problem("F004", source.span(0, 0)))
            self._found.extend(file.problems)
            self._files[path] = file
        return self._files[path]

    def _cut(self, path: Path, source: Source) -> File:
        """The blocks of a source; those of the earlier load when its text is the same."""
        before = self._before.files.get(path) if self._before is not None else None
        return before if before is not None and before.source == source else read_blocks(source)

    # -- phases

    @cached_property
    def sources(self) -> Mapping[str, Source]:
        """The texts that were read, by the name that messages use."""
        _ = self.paths, self.blocks
        return self._sources

    @cached_property
    def blocks(self) -> tuple[File, ...]:
        """The files of the rules and of the words, cut into blocks."""
        paths = (self.paths.game, *self.paths.rules, *self.paths.words) if self.paths.game else ()
        files = [self._read(path) for path in paths if path is not None]
        return tuple(file for file in files if file is not None)

    @cached_property
    def _understood(self) -> Understood:
        """The rules with their words; those of the earlier load when none of their files has changed."""
        before = self._before
        if before is not None and before.understood is not None and _same(before.blocks, self.blocks):
            return before.understood
        with seldom_collected():
            return game_from_blocks(self.blocks, self._reader) if self.blocks else Understood(None, Vocabulary(()), ())

    @cached_property
    def _rules(self) -> tuple[GameMeaning | None, Vocabulary]:
        understood = self._understood
        self._found.extend(understood.problems)
        return understood.game, understood.vocabulary

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The words of the game and of its decks, with what is declared of them."""
        return self._rules[1]

    @cached_property
    def rules(self) -> GameMeaning | None:
        """The meaning of the rules and words, without decks."""
        return self._rules[0]

    @cached_property
    def meaning(self) -> GameMeaning | None:
        """The meaning of the game with its decks."""
        if self.rules is None:
            return None
        decks = {}
        for path in self.paths.decks:
            file = self._read(path) if path not in self._wordless else None
            if file is not None and self._is_for(file, self.rules.name):
                with seldom_collected():
                    deck, problems = self._deck(path, file, self.rules)
                self._found.extend(problems)
                if deck is not None:
                    decks[deck.name] = deck
        save()
        return evolve(self.rules, decks=with_taken(decks, self._beside(decks, self.rules)))

    def _beside(self, decks: Mapping[str, DeckDecl], rules: GameMeaning) -> Iterator[DeckDecl]:
        """The decks of the folder that were not asked for, when those that were take cards that they do not print."""
        printed = {card.name for deck in decks.values() for card in deck.cards}
        taken = {e.card for deck in decks.values() for part in deck.parts for e in part.entries} - printed
        for path in self._other_decks(self.paths.decks) if taken else ():
            file = self._read(path)
            if file is not None and taken & printed_names(file):
                deck, _ = deck_from_blocks(file, rules, self.vocabulary, self._reader)
                if deck is not None:
                    yield deck

    def _other_decks(self, known: Iterable[Path]) -> tuple[Path, ...]:
        """The decks in the game's folder but these."""
        folder = self.paths.game.parent if self.paths.game is not None else None
        left = {path.resolve() for path in known}
        return tuple(path for path in _inside(folder, DECK) if path.resolve() not in left) if folder else ()

    def _printed_elsewhere(self, path: Path, file: File) -> frozenset[str]:
        """The names of the cards that other decks of the folder print, when this one has some without their text."""
        if all(block.body for block in file.blocks[1:]):
            return frozenset()
        others = (self._read(other) for other in self._other_decks((path,)))
        return frozenset().union(*(printed_names(other) for other in others if other is not None))

    def _deck(self, path: Path, file: File, rules: GameMeaning) -> tuple[DeckDecl | None, tuple[Diagnostic, ...]]:
        """A deck with its problems; that of the earlier load when neither it nor the rules have changed, else those of its
        cards that have not."""
        kept = self._before if self._before is not None and self._before.understood is self._understood else None
        before = kept.decks.get(path) if kept is not None else None
        elsewhere = self._printed_elsewhere(path, file)
        known = kept.cards.get(path) if kept is not None else None
        if before is not None and before[0] is file and not elsewhere:
            self._decks[path], self._cards[path] = before, known or CardsRead()
        else:
            self._cards[path] = cards = CardsRead(known.now if known is not None else {})
            self._decks[path] = (file, *deck_from_blocks(file, rules, self.vocabulary, self._reader, elsewhere, cards))
        return self._decks[path][1:]

    def kept(self) -> _Kept:
        """What a later load of this path may take over."""
        _ = self.meaning
        return _Kept(self._files, self.blocks, self._understood, self._decks, self._cards)

    def _is_for(self, file: File, game: str) -> bool:
        """Whether a file of this folder is for its game; one that says another is told, and left."""
        first = opening(file)
        if first is None or first.game is None or first.game.casefold() == game.casefold():
            return True
        near = nearest(first.game, (game,))
        self._found.append(problem("F010", first.game_span, name=first.game, wanted=game, suggestions=near))
        return False

    @cached_property
    def reading_problems(self) -> tuple[Diagnostic, ...]:
        """What was found in reading, by place; the checks of the whole have not looked yet."""
        _ = self.meaning
        found = tuple(self._found)
        if any(each.code == elsewhere.UNKNOWN for each in found):
            found = tuple(elsewhere.told_all(found, self._sources, self._words_elsewhere))
        if any(each.is_error for each in found):
            found = tuple(card_names.told_all(found, self._sources, self._card_names))
        return in_order(found)

    @cached_property
    def _card_names(self) -> frozenset[str]:
        """The names of the cards that the decks of the folder print."""
        known = (self._read(path) for path in (*self.paths.decks, *self._other_decks(self.paths.decks)))
        return frozenset().union(*(printed_names(file) for file in known if file is not None))

    @cached_property
    def _words_elsewhere(self) -> Mapping[str, str]:
        """The words of the files of this folder that are not taken, with the name of their file."""
        others = _inside(self.paths.game.parent, WORDS) if self.paths.game is not None else ()
        files = [(path, self._read(path)) for path in others if path not in self.paths.words]
        named = ((_opening(file), file) for _, file in files if file is not None)
        return elsewhere.declared_elsewhere((first.name, file) for first, file in named if first is not None)

    @cached_property
    def problems(self) -> tuple[Diagnostic, ...]:
        """Everything found in all phases, by place; the checks of the whole run only on a text without errors."""
        found = self.reading_problems
        if self.meaning is None or any(each.is_error for each in found):
            return found
        from .checks import check  # only who asks for problems waits for them

        return in_order((*found, *check(self.meaning)))

    @property
    def ok(self) -> bool:
        """Whether the game can be played: a meaning and no errors."""
        return not any(each.is_error for each in self.problems) and self.meaning is not None

    @property
    def left_out(self) -> frozenset[Path]:
        """The decks of the folder that are not read."""
        return self._without

    @property
    def spoilt_decks(self) -> tuple[Path, ...]:
        """The decks that have errors, when nothing else has any and others are sound: without them the game is."""
        files = {each.span.file if each.span is not None else "" for each in self.problems if each.is_error}
        spoilt = tuple(deck for deck in self.paths.decks if str(deck) in files)
        return spoilt if len(spoilt) == len(files) and len(spoilt) < len(self.paths.decks) else ()

    # -- single wordings

    def read(self, text: str, field_name: str) -> Reading | None:
        """A wording as it would stand in a field of a card («Lanterna», «Candela Onda»); None when there is no
        such field."""
        if self.rules is None:
            return None
        found = field_named(field_name, self.rules, self.vocabulary)
        if found is None:
            return None
        for _, head in self._heads(found):
            if head.fate is not Fate.UNDERSTOOD:
                return head
        if found.prompt is not None:  # the prompt stands in the head: read with what follows it
            text = f"{field_name[found.prompt :]}: {text}"
        source = Source.of(f"<{found.name}>", text)
        scope = with_paid(dict(found.printed).values())
        start, slot = start_of(found, game=self.rules), found.slot.name
        place = TextContext(start, source, 0, Self(), scope, slot=slot, kinds=found.kinds, within=found.within)
        with seldom_collected():
            reading = read_faces(read_text, source.text, place, self.rules, self.vocabulary)
        if any(each.code == elsewhere.UNKNOWN for each in reading.problems):
            reading = elsewhere.told(reading, source, self._words_elsewhere)
        return card_names.told(reading, source, self._card_names) if reading.fate is Fate.REFUSED else reading

    def _heads(self, found: Field) -> Iterator[tuple[str, Reading]]:
        """The pieces of a field's head that are sentences in little, each read."""
        for phrase in found.phrases:
            source = Source.of(f"<{found.name}>", phrase.text)
            place = TextContext(Start.HEAD, source, subject=Self(), slot=found.slot.name)
            yield phrase.text, read_text(phrase.text, place, self.vocabulary)

    def heads_named(self, field_name: str) -> Mapping[str, Text]:
        """What the pieces of a head say that are understood, by their words («solo durante il tuo turno»)."""
        found = field_named(field_name, self.rules, self.vocabulary) if self.rules is not None else None
        read = self._heads(found) if found is not None else ()
        return {text: each.meanings[0] for text, each in read if each.meanings and isinstance(each.meanings[0], Text)}

    def slot_named(self, field_name: str) -> str | None:
        """The text slot of a field, by the field's name."""
        found = field_named(field_name, self.rules, self.vocabulary) if self.rules is not None else None
        return found.slot.name if found is not None else None

    def field_names(self) -> tuple[str, ...]:
        """The fields that a card of the game may have."""
        return tuple(each.name for each in fields(self.rules)) if self.rules else ()


def _opening(file: File | None) -> Opening | None:
    return opening(file) if file is not None else None


def _inside(folder: Path, suffix: str) -> tuple[Path, ...]:
    """The files of a kind in a folder, by name; a link that leads out of it is not followed."""
    root = folder.resolve()
    return tuple(
        path
        for path in sorted(folder.iterdir())
        if path.suffix == suffix and path.is_file() and path.resolve().parent == root
    )


def card_of_lines(
    name: str, lines: Sequence[str], game: GameMeaning, vocabulary: Vocabulary
) -> tuple[CardDecl, tuple[Diagnostic, ...]]:
    """A card by itself, its lines as a deck of the game prints them, and what is wrong with them."""
    return printed_card(name, lines, game, vocabulary, read_text)


def _same(one: tuple[File, ...], other: tuple[File, ...]) -> bool:
    return len(one) == len(other) and all(a is b for a, b in zip(one, other, strict=True))


def load(
    path: Path | str,
    after: Loaded | None = None,
    texts: Mapping[Path, str] | None = None,
    reader: ReadText = read_text,
    without: Iterable[Path] = (),
) -> Loaded:
    """A game from its folder or from one of its files. Nothing is read before a phase is asked for.

    ``after``: an earlier load of the same path; what depends only on texts that have not changed is taken over.
    ``texts`` are read instead of the files that they are of, as an editor has them; ``reader`` reads the wordings.
    ``without``: decks of the folder that are left out."""
    return Loaded(Path(path), after.kept() if after is not None else None, texts or {}, reader, frozenset(without))


def problems_of(paths: Iterable[Path]) -> Iterator[tuple[Loaded, tuple[Diagnostic, ...]]]:
    """Every problem of several games, for ``check``."""
    for path in paths:
        loaded = load(path)
        yield loaded, loaded.problems
