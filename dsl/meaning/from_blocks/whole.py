"""Blocks to meaning: the words first, then what listed answers declare, then the sentences, last the cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from attrs import define, evolve, field, frozen

from ...diagnostics import Diagnostic
from ...messages import problem
from ...source import Source, Span
from ...suggest import nearest
from ...syntax.block_reader import read_blocks
from ...syntax.blocks import Block, File, Piece, sentence
from ...syntax.reading import Start
from ...vocabulary.headings import DECK_HEADING, FOR, OPENING, WITH_RULES, WITH_WORDS
from ...vocabulary.spelling import fold, keys_of
from ...vocabulary.vocabulary import Vocabulary
from ..crossings import CROSSINGS
from ..game import CardDecl, DeckDecl, Frame, GameMeaning
from ..nodes import Effect, Opponent, PlayerOf, Related, Select
from ..playing import asks_later, each_of, in_own_turn, limited, open_to_all, priced, regulated, timed
from ..targeting import TARGETED, TARGETING
from . import declarations as listed
from . import sentences as said
from .answers import Answers, known_answers, part_of
from .cards import card, out_of_place
from .decks import DeckReader, parts_of
from .each_word import for_each_word
from .sentences import ReadText, Sentences, Where
from .windows import window
from .words import Declared, declared_blocks, vocabulary_of


@frozen
class Opening:
    """What a file says that it is: a game, words or a deck, its name, the game that it is for, the words that it
    takes; the places of the heading and of these two."""

    kind: str
    name: str
    game: str | None = None
    words: str | None = None
    span: Span | None = None
    game_span: Span | None = None
    words_span: Span | None = None
    rules: tuple[tuple[str, Span], ...] = ()  # the rules that it takes, each with its place


def opening(file: File) -> Opening | None:
    """The first heading of a file, or None when it is none of those that open one."""
    if not file.blocks:
        return None
    head = file.blocks[0].head
    words = head[0].text.split()
    kind = OPENING.get(fold(words[0]))
    if kind is None:
        return None
    name, game, game_span = words[1:], None, None
    if kind != "game":
        at = max((i for i, word in enumerate(name) if fold(word) == FOR), default=None)
        if at is not None:
            name, game = name[:at], " ".join(name[at + 1 :])
            game_span = _place_of(head[0], game)
    wanted = keys_of(WITH_WORDS)
    taken = next((p for p in head[1:] if keys_of(p.text)[: len(wanted)] == wanted), None)
    taken_name = " ".join(taken.text.split()[len(wanted) :]) if taken else ""
    words_span = _place_of(taken, taken_name) if taken else None
    rules = tuple(_rules_taken(head[1:]))
    return Opening(kind, " ".join(name), game, taken_name or None, head[0].span, game_span, words_span, rules)


def _rules_taken(head: Sequence[Piece]) -> Iterator[tuple[str, Span]]:
    """«con le regole Casa», one for each part of the heading that says so."""
    wanted = keys_of(WITH_RULES)
    for piece in head:
        if keys_of(piece.text)[: len(wanted)] == wanted:
            name = " ".join(piece.text.split()[len(wanted) :])
            yield name, _place_of(piece, name)


def _place_of(piece: Piece, name: str) -> Span:
    """The place of a name at the end of a piece; all of the piece when it is written with other spaces."""
    at = piece.text.rfind(name)
    return part_of(piece, at, len(name)).span if name and at >= 0 else piece.span


@frozen
class Understood:
    """A game's meaning with the vocabulary by which its sentences are read, and the problems found."""

    game: GameMeaning | None
    vocabulary: Vocabulary
    problems: tuple[Diagnostic, ...]


#: Reading a card takes milliseconds; a stranger's deck is read in bounded time.
MOST_CARDS: Final = 1_000
MOST_PLAYERS: Final = 20


def game_from_blocks(files: Sequence[File], read_text: ReadText) -> Understood:
    """The meaning of a game's rules and the words of its decks; the first file is the .gioco. No deck is read yet."""
    problems: list[Diagnostic] = []
    by_file = [(opening(file), list(declared_blocks(_without_opening(file), problems))) for file in files]
    blocks = for_each_word(replaced(by_file, problems), problems)
    asked = []
    vocabulary = vocabulary_of(blocks, problems)
    for declared in blocks:
        if declared.heading.lines in ("none", "rows"):
            asked.append((declared, Answers(declared.block, declared.heading, declared.source, vocabulary, problems)))
    orders = listed.orders_of(blocks, vocabulary, problems)
    vocabulary = listed.declare(vocabulary, asked, orders)
    implied = next((a.get("implied_noun") for d, a in asked if d.heading.key == "game"), None)
    if implied is not None and implied.line.rest is not None:
        vocabulary = evolve(vocabulary, implied_noun=implied.line.rest.text)
    most = max((_players(a)[1] for d, a in asked if d.heading.key == "game"), default=2)
    vocabulary = evolve(vocabulary, most_players=most)
    rules = _Rules(blocks, asked, orders, Sentences(vocabulary, problems, read_text))
    game = rules.game()
    if game is None and files and files[0].blocks:
        problems.append(problem("D024", files[0].source.span(0, 0), heading="gioco"))
    vocabulary = rules.sentences.vocabulary
    if game is not None:
        vocabulary = evolve(
            vocabulary,
            regulated=regulated(game),
            asks_later=asks_later(game),
            each_of=each_of(game),
            limited=limited(game),
            open_to_all=open_to_all(game),
            timed=timed(game),
            priced=priced(game),
            in_own_turn=in_own_turn(game),
        )
    return Understood(game, vocabulary, tuple(problems))


def replaced(by_file: Sequence[tuple[Opening | None, list[Declared]]], problems: list[Diagnostic]) -> list[Declared]:
    """The blocks of all files, without those in whose place another stands («valore Mosse, al posto di Casa»)."""
    gone: set[int] = set()
    for _, blocks in by_file:
        for declared in blocks:
            if declared.replaces is None:
                continue
            rules, span = declared.replaces
            others = [(first, each) for first, each in by_file if each is not blocks and first is not None]
            there = [d for first, each in others if first.name.casefold() == rules.casefold() for d in each]
            same = [d for d in there if (d.heading.key, fold(d.name)) == (declared.heading.key, fold(declared.name))]
            if same:
                gone.add(id(same[0]))
            else:
                known = [d.name for d in there if d.heading.key == declared.heading.key]
                said = f"{declared.heading.words} {declared.name}".strip()
                problems.append(
                    problem("D270", span, name=said, rules=rules, suggestions=nearest(declared.name, known))
                )
    return [declared for _, blocks in by_file for declared in blocks if id(declared) not in gone]


def _without_opening(file: File) -> File:
    """A words file opens with a heading that declares nothing."""
    first = opening(file)
    return file if first is None or first.kind == "game" else File(file.source, file.blocks[1:])


class _Rules:
    """The sentences of a game's blocks, in the order in which each needs those before it: forms, labels, then all
    the rest."""

    def __init__(
        self, blocks: list[Declared], asked: list[listed.Asked], orders: dict[str, listed.Order], sentences: Sentences
    ) -> None:
        self.blocks, self.asked, self.orders, self.sentences = blocks, asked, orders, sentences

    def of(self, key: str) -> Iterable[listed.Asked]:
        return [(declared, answers) for declared, answers in self.asked if declared.heading.key == key]

    def plain(self, key: str) -> list[Declared]:
        return [declared for declared in self.blocks if declared.heading.key == key]

    def _forms(self) -> list[tuple[Declared, Answers, list[said.Formed]]]:
        """The frames and claims without their steps, put into the vocabulary; the frames of each verb's block."""
        frames: dict[str, Frame] = {}
        by_block = []
        by_card = any(answers.meaning("by_card") == "player" for _, answers in self.of("game"))
        for declared, answers in self.of("verb"):
            own = said.frames(declared, answers, self.sentences, frames)
            own = said.with_cards(own) if by_card else own
            frames |= {frame.name: frame for frame, _ in own}
            by_block.append((declared, answers, own))
        own_verbs = {frame.verb for frame in frames.values()}
        frames |= {name: frame for name, frame in CROSSINGS.items() if name not in own_verbs}
        frames |= {TARGETING: TARGETED}
        claims = {}
        for declared, answers in self.of("claim"):
            claim = said.claim(declared, answers, self.sentences)
            if claim is not None:
                claims[declared.name] = claim
        self.sentences.vocabulary = evolve(self.sentences.vocabulary, frames=frames, claims=claims)
        labels = {d.name: said.label(d, a, self.sentences) for d, a in self.of("label")}
        self.sentences.vocabulary = evolve(self.sentences.vocabulary, labels=labels)
        texts = {d.name: said.text(d, a, self.sentences) for d, a in self.of("text")}
        self.sentences.vocabulary = evolve(self.sentences.vocabulary, texts=texts)
        return by_block

    def _described(self) -> None:
        """The nouns that are described by other words: «nome combattente / è: un Soldato o un Carro nel Campo»."""
        for declared, answers in self.of("noun"):
            given = answers.get("is")
            if given is None or given.matches:
                continue
            found = self.sentences.phrase(given, declared.source, Start.NOUN_PHRASE)
            known = self.sentences.vocabulary
            if found is not None and not said.describes(found, declared.name, known.implied_noun):
                text, at = sentence(given.line, after_key=True)
                answers.problems.append(
                    problem(
                        "D002",
                        declared.source.span(at, at + len(text)),
                        question=given.question.asks,
                        answer=text,
                        known=known_answers(given.question, known),
                    )
                )
            elif found is not None:
                somebody = found if isinstance(found, Opponent | PlayerOf | Related) else None
                condition = said.only_if(said.described(found, known.implied_noun), declared, answers, self.sentences)
                late = self.sentences.condition(answers.get("outlasts"), declared.source, said.Where())
                begun = self.sentences.phrase(answers.get("begun"), declared.source, Start.NOUN_PHRASE)
                decl = evolve(known.nouns[declared.name], condition=condition, stands_for=somebody, outlasts=late)
                decl = evolve(decl, begun=begun if isinstance(begun, Select) else None)
                self.sentences.vocabulary = evolve(known, nouns={**known.nouns, declared.name: decl})

    def _carried_out(self) -> tuple[dict[str, Frame], Vocabulary]:
        """The verbs with their steps, and the words as they are known from then on."""
        by_block = self._forms()
        sentences, known = self.sentences, self.sentences.vocabulary
        frames = {n: f for d, a, own in by_block for n, f in said.carried_out(d, a, sentences, own).items()}
        rules = frozenset(declared.name for declared in self.plain("rule"))
        nouns = {d.name: said.noun_until(d, a, sentences, known.nouns[d.name]) for d, a in self.of("noun")}
        all_nouns, all_frames = {**known.nouns, **nouns}, {**known.frames, **frames}
        sentences.vocabulary = evolve(known, frames=all_frames, nouns=all_nouns, rules=rules)
        return frames, sentences.vocabulary

    def game(self) -> GameMeaning | None:
        """The whole meaning; None when the heading of the game itself is missing."""
        sentences = self.sentences
        self._described()
        frames, known = self._carried_out()
        labels = {d.name: said.label_steps(d, a, sentences, known.labels[d.name]) for d, a in self.of("label")}
        sentences.vocabulary = known = evolve(known, labels=labels)
        periods = {d.name: said.period(d, a, sentences, known.periods[d.name]) for d, a in self.of("period")}
        names = tuple(d.name for d, _ in self.of("action"))
        actions = {d.name: said.action(d, a, sentences, names) for d, a in self.of("action")}
        values = {d.name: said.reckoned(d, a, sentences, known.values[d.name]) for d, a in self.of("value")}
        sentences.vocabulary = known = evolve(known, values=values)
        limits = {d.name: said.limit(d, a, sentences) for d, a in self.of("limit")}
        checks = {d.name: said.check(d, a, sentences) for d, a in self.of("check")}
        games = list(self.of("game"))
        if not games:
            return None
        heading, answers = games[0]
        low, high = _players(answers)
        deck = answers.get("deck")
        shared = deck is None or all(match.meaning != "own" for match in deck.matches)
        return GameMeaning(
            name=heading.name,
            players=(low, high),
            shared_deck=shared,
            die_faces=_faces(answers),
            implied_noun=known.implied_noun,
            parts=parts_of(answers, self.of("part"), known.zones, shared),
            values=values,
            member_sets=known.member_sets,
            texts=known.texts,
            zones=known.zones,
            places=known.places,
            nouns=known.nouns,
            statuses=known.statuses,
            lasting={d.name: said.lasting(d, a, sentences) for d, a in self.of("lasting")},
            frames=frames,
            claims=known.claims,
            periods=periods,
            windows={d.name: window(d, a, sentences) for d, a in self.of("window")},
            actions={name: action for name, action in actions.items() if action is not None},
            rules={d.name: said.rule(d, sentences) for d in self.plain("rule")},
            limits={name: limit for name, limit in limits.items() if limit is not None},
            keywords={d.name: said.keyword(d, sentences) for d in self.plain("keyword")},
            labels=known.labels,
            tables=known.tables,
            setup=self._setup(),
            ending=next((said.ending(d, a, sentences) for d, a in self.of("ending")), None),
            orders=self.orders,
            decks={},
            directions=known.directions,
            checks={name: check for name, check in checks.items() if check is not None},
            tokens=known.tokens,
        )

    def _setup(self) -> tuple[Effect, ...]:
        return tuple(
            effect
            for declared in self.plain("setup")
            for effect in self.sentences.steps(
                [sentence(line) for line in declared.block.body], declared.source, Where()
            )
        )


def _players(answers: Answers) -> tuple[int, int]:
    given = answers.get("players")
    if given is None or not given.matches:
        return 2, 2
    numbers = [int(slot) for slot in given.match.slots]
    if not 1 <= numbers[0] <= numbers[-1] <= MOST_PLAYERS:
        said = given.match.piece
        known = f"«N», «da N a N», da 1 a {MOST_PLAYERS}, prima il minore"
        answers.problems.append(problem("D002", said.span, question="giocatori", answer=said.text, known=known))
        return 2, 2
    return numbers[0], numbers[-1]


def _faces(answers: Answers) -> int:
    given, faces = answers.get("die"), answers.number("die")
    if given is not None and given.matches and faces is not None and faces < 1:
        said = given.match.piece
        known = "«N facce», con una faccia almeno, «nessuno»"
        answers.problems.append(problem("D002", said.span, question="dado", answer=said.text, known=known))
    return faces or 0


def printed_card(
    name: str, lines: Sequence[str], game: GameMeaning, vocabulary: Vocabulary, read_text: ReadText
) -> tuple[CardDecl, tuple[Diagnostic, ...]]:
    """A card by itself, its lines as a deck prints them."""
    source = Source.of(f"<{name}>", "".join([f"{name}\n", *(f"    {line}\n" for line in lines)]))
    file = read_blocks(source)
    if not file.blocks:
        raise ValueError("queste non sono righe di una carta")
    problems: list[Diagnostic] = list(file.problems)
    found = card(file.blocks[0], name, game, Sentences(vocabulary, problems, read_text), source)
    return found, tuple(problems)


#: Where the lines of a card begin, and what stands there.
CardLines: TypeAlias = "tuple[Span, str]"


@define
class CardsRead:
    """The cards of a deck, each by its place and its very lines: those of ``before`` need not be read again.

    They are so only for the same rules and words."""

    before: Mapping[CardLines, tuple[CardDecl, tuple[Diagnostic, ...]]] = field(factory=dict)
    now: dict[CardLines, tuple[CardDecl, tuple[Diagnostic, ...]]] = field(factory=dict, init=False)

    def card(self, block: Block, name: str, game: GameMeaning, sentences: Sentences, source: Source) -> CardDecl:
        """A card from its block; what is wrong with it is reported."""
        end = block.body[-1].last().whole.end if block.body else block.head[-1].end
        lines = block.span, source.text[block.head[0].start : end]
        if lines in self.before:
            sentences.problems += self.before[lines][1]
            self.now[lines] = self.before[lines]
        else:
            told = len(sentences.problems)
            found = card(block, name, game, sentences, source)
            self.now[lines] = found, tuple(sentences.problems[told:])
        return self.now[lines][0]


def deck_from_blocks(
    file: File,
    game: GameMeaning,
    vocabulary: Vocabulary,
    read_text: ReadText,
    elsewhere: frozenset[str] = frozenset(),
    known: CardsRead | None = None,
) -> tuple[DeckDecl | None, tuple[Diagnostic, ...]]:
    """A deck's cards: each block after the heading is a card, or opens a part of the deck. ``elsewhere``: the names of
    the cards that other decks print; ``known``: cards that were read before, with the same rules and words."""
    if not file.blocks:  # what is wrong with its layout is told already
        return None, ()
    first = opening(file)
    if first is None or first.kind != "deck":
        return None, (problem("D024", file.blocks[0].span, heading=DECK_HEADING),)
    problems: list[Diagnostic] = []
    if len(file.blocks) > MOST_CARDS + 1:
        return None, (problem("D025", first.span, found=len(file.blocks) - 1, limit=MOST_CARDS),)
    sentences = Sentences(vocabulary, problems, read_text)
    reader = DeckReader(file, game.parts, elsewhere)
    cards = tuple(_cards(tuple(reader.printed()), game, sentences, file.source, known or CardsRead()))
    words = (first.words,) if first.words else ()
    deck = DeckDecl(first.name, cards, words, reader.parts(), span=first.span)
    return deck, (*problems, *reader.problems)


def _cards(
    printed: Sequence[tuple[Block, str]], game: GameMeaning, sentences: Sentences, source: Source, known: CardsRead
) -> Iterator[CardDecl]:
    """The cards of a deck. Lines of a card that begin where its name does are told once, however many they are, and
    the card above them is not blamed for what they say."""
    strays = [out_of_place(name, game, sentences.vocabulary) for _, name in printed]
    for number, (block, name) in enumerate(printed):
        if strays[number]:
            if not any(strays[number - 1 : number]):
                more = next((at for at, stray in enumerate(strays[number:]) if not stray), len(strays) - number) - 1
                others = "" if not more else ", e quella sotto" if more == 1 else f", e le {more} sotto"
                sentences.problems.append(problem("D028", block.span, name=name, others=others))
        elif any(strays[number + 1 : number + 2]) and not block.body:
            yield CardDecl(name, {}, {}, {}, span=block.span)
        else:
            yield known.card(block, name, game, sentences, source)
