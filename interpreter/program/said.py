"""What is said anywhere in a game: its nodes, the participants and steps of its verbs, the words of choices and causes."""

from __future__ import annotations

from functools import cached_property
from typing import Any, TypeVar

from attrs import evolve

from dsl.meaning import nodes as n
from dsl.meaning.crossings import CROSSINGS
from dsl.meaning.game import CardDecl, GameMeaning, KeywordDecl
from dsl.meaning.targeting import TARGETED, TARGETING

from .announced import Announced
from .compiled import Compiled, Program
from .costs import Costs
from .emit import Writer
from .env import CannotCompile, Env
from .idle import without_idle_verbs
from .layout import NAMELESS, Layout, walk
from .remembered import Records
from .standing import Ability, RuleAllow

T = TypeVar("T")


class Said(Announced, Costs):
    """The beginnings of a compiler: what every part of it asks."""

    def __init__(
        self,
        game: GameMeaning,
        cards: tuple[CardDecl, ...],
        capacity: int,
        players: int,
        owners: tuple[int | None, ...],
    ) -> None:
        game = without_idle_verbs(game, cards)
        said = self.everything(game, cards)
        self.game = self.with_crossings(self.with_given_texts(game, said), said)
        if self.game is game:
            self.nodes = said
        self.cards = cards
        self.L = Layout(self.game, cards, capacity, players, owners)
        self.functions: dict[str, str] = {}
        self.programs: list[Program] = []
        self.abilities: list[Ability] = []
        self.rules_allow: list[RuleAllow] = []
        self.tests: dict[int, str] = {}
        self.owner = ""
        self.words: list[str] = []
        self.prompts: list[Any] = [None]
        self.prompt_names: list[dict[str, int]] = [{}]
        self.parts: list[tuple[Any, ...]] = []
        self.problems: list[CannotCompile] = []
        self.roles = {frame: self.roles_of(frame) for frame in self.game.frames}
        self.out = Compiled(
            self.game,
            self.L,
            cards,
            self.functions,
            self.programs,
            self.abilities,
            self.roles,
            {f: self.manners_of(f) for f in self.game.frames},
            words=self.words,
            prompts=self.prompts,
            prompt_names=self.prompt_names,
            problems=self.problems,
        )
        self.remembering = self.out.remembering
        self.sourced = self.out.sourced
        self.uses_awaited = self.out.uses_awaited
        self.ahead = self.out.ahead
        self.recorded = Records()
        self.keyword_modifiers: list[tuple[str, int, str]] = []
        self.keyword_triggers: dict[int, list[tuple[str, int, int | None]]] = {}
        self.given_abilities: list[tuple[str, int]] = []  # «costo : effetto» of a keyword
        self.typed: dict[str, list[tuple[int, int]]] = {}
        self.transfers: dict[str, str] = {}
        self.borne: set[int] = set()  # the slots of the effects that cards are given
        self.plays: dict[
            tuple[tuple[int, ...], bool], int
        ] = {}  # actions that effects take, whether freely: their function
        self.forbidden: set[str] = set()
        self.ignorable: set[str] = set()
        self.decide_verbs: set[str] = set()
        self.any_free, self.dearer = False, set[tuple[str, str]]()

    def with_given_texts(self, game: GameMeaning, said: list[Any]) -> GameMeaning:
        """Sentences given by an effect become a keyword without a name."""
        texts: dict[n.Text, str] = {}
        for node in said:
            if isinstance(node, n.Grant) and node.text is not None and node.text not in texts:
                texts[node.text] = f"{NAMELESS}{len(texts)}"
        if not texts:
            return game
        more = {name: KeywordDecl(name, text, span=text.span) for text, name in texts.items()}
        return evolve(game, keywords={**game.keywords, **more})

    def with_crossings(self, game: GameMeaning, said: list[Any]) -> GameMeaning:
        """The verbs of going in and out of a place that some sentence speaks of become frames of the game."""
        verbs = {node.verb for node in said if isinstance(node, n.Event)}
        verbs |= {"lasciare" for x in said if isinstance(x, n.ForATime) and x.duration.condition}
        labels = {label.when.verb for label in game.labels.values() if label.when is not None}
        known = {**CROSSINGS, TARGETING: TARGETED}
        used = {name: frame for name, frame in known.items() if name in verbs | labels and name not in game.frames}
        return evolve(game, frames={**game.frames, **used}) if used else game

    def everything(self, game: GameMeaning, cards: tuple[CardDecl, ...]) -> list[Any]:
        """Every node of a game and of these cards."""
        tables = (
            game.frames,
            game.periods,
            game.actions,
            game.rules,
            game.limits,
            game.lasting,
            game.checks,
            game.keywords,
            game.values,
            game.nouns,
            game.texts,
        )
        texts = [(*card.texts.values(), *(head.text for head in card.heads)) for card in cards]
        return list(walk([*tables, game.setup, *([] if game.ending is None else [game.ending]), *texts]))

    @cached_property
    def nodes(self) -> list[Any]:
        """Every node that is said anywhere."""
        return self.everything(self.game, self.cards)

    @cached_property
    def _by_class(self) -> dict[type, list[Any]]:
        found: dict[type, list[Any]] = {}
        for node in self.nodes:
            found.setdefault(type(node), []).append(node)
        return found

    def said(self, kind: type[T]) -> list[T]:
        """Every node of a class that is said anywhere."""
        return self._by_class.get(kind, [])

    def roles_of(self, frame: str) -> tuple[str, ...]:
        """The participants of a verb and of all that are of its kind, in one order for the family."""
        root = frame
        while self.game.frames[root].kind_of is not None:
            root = self.family_parent(root)
        names: list[str] = ["agent", "object"]
        for decl in self.game.frames.values():
            at = decl.name
            while self.game.frames[at].kind_of is not None:
                at = self.family_parent(at)
            if at != root:
                continue
            for form in decl.forms:
                names += [r.name for r in form.roles if r.name not in names]
            amounts = decl.counted or any(isinstance(x, n.Var) and x.name == "number" for x in walk(decl.steps))
            if amounts and "number" not in names:
                names.append("number")
        if "number" not in names and not self.numbered.isdisjoint((frame, root)):
            names.append("number")
        return tuple(names)

    @cached_property
    def numbered(self) -> frozenset[str]:
        """The verbs that something says with an amount."""
        return frozenset(
            event.verb for event in self.said(n.Event) if any(role.name == "number" for role in event.roles)
        )

    def family_parent(self, frame: str) -> str:
        parent = self.game.frames[frame].kind_of
        assert parent is not None
        if parent in self.game.frames:
            return parent
        return next(f.name for f in self.game.frames.values() if f.verb == parent)

    def ancestors(self, frame: str) -> list[str]:
        found = [frame]
        while self.game.frames[found[-1]].kind_of is not None:
            found.append(self.family_parent(found[-1]))
        return found

    def steps_of(self, frame: str) -> tuple[Any, ...]:
        for name in self.ancestors(frame):
            if self.game.frames[name].steps:
                return self.game.frames[name].steps
        return ()

    def word(self, text: str) -> int:
        if text not in self.words:
            self.words.append(text)
        return self.words.index(text)

    def term(self, node: Any, env: Env) -> str:
        if isinstance(node, n.Member) and node.value not in self.game.values:
            return str(self.word(node.name))
        if isinstance(node, n.Select) and "#thing" in env.names and self.recalls(node):
            return env.names["#thing"][0]
        return super().term(node, env)

    def recalls(self, node: n.Select) -> bool:
        """«la carta» in the steps of a verb: what the verb is done to."""
        plain = node.pick is n.Pick.NAMED and node.quantity is n.Quantity.EXACTLY and not node.where
        return (
            plain
            and node.place is None
            and node.extreme is None
            and node.among is None
            and not self.no_thing(node)
            and (self.noun(node.noun) not in self.game.nouns or not self.game.nouns[self.noun(node.noun)].participants)
        )

    def prompt(self, node: Any, env: Env | None = None) -> int:
        """A number for the words of a choice, with where its frame keeps the things that they name."""
        self.prompts.append((node, self.owner))
        known = env.names.items() if env is not None else ()
        self.prompt_names.append(
            {name: int(code[3:-1]) for name, (code, _) in known if code.startswith("fr[") and code[3:-1].isdigit()}
        )
        return len(self.prompts) - 1

    def program(self, name: str, writer: Writer, cause: Any = None) -> int:
        if name in self.functions:  # one would be called for the other
            raise AssertionError(f"two functions are called {name}")
        self.functions[name] = writer.source(name)
        self.programs.append(
            Program(name, writer.locals, getattr(cause, "span", None), self.owner, cause, writer.first)
        )
        return len(self.programs) - 1

    def words_of(self, node: n.Do) -> str:
        """The number of the words that order an event, for the log: those of the clause, or of the whole program."""
        if node.span is None:
            return "fr[0]"
        self.programs.append(Program("", 0, node.span, self.owner, node))
        return str(len(self.programs) - 1)

    def event_program(self, frame: str) -> int:
        return self.out.event_programs[frame]

    def guard(self, what: Any, build: Any) -> Any:
        """Keep a part that has no program as a problem with its place, and go on."""
        try:
            return build()
        except CannotCompile as problem:
            if problem.span is None:
                problem.span = getattr(what, "span", None)
            self.problems.append(problem)
            return None
