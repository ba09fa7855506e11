"""What every section of a booklet asks for: the forms of the declared words, anchors, links, references."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Final

from ..meaning import italian
from ..meaning import nodes as n
from ..meaning.game import Frame, GameMeaning, RuleDecl
from ..meaning.joined import effects_of
from ..meaning.said.italian_phrase import capital
from ..meaning.walk import all_of
from ..source import Source, Span
from ..vocabulary.inflection import Number, contracted, definite, indefinite, joined
from ..vocabulary.lexer import Lexer, Word, lexer_of
from ..vocabulary.vocabulary import Kind, Vocabulary
from .document import Block, Grid, Item, Link, Listing, Paragraph, Reference, Run, Runs, Strong, slug
from .spoken import RuleSpeaker

#: «L-012», «§19»: how a designer numbers rules in the comment at the end of a line.
_NUMBERED: Final = re.compile(r"§\s?\d+(?:\.\d+)*|\b[A-Z]{1,4}-?\d+(?:\.\d+)*\b")
_COMMENT: Final = re.compile(r"--(.*)$")


class Teller:
    """A game's words as a booklet uses them."""

    def __init__(self, game: GameMeaning, vocabulary: Vocabulary, sources: Mapping[str, Source] | None = None) -> None:
        """``sources`` when the numbers in their comments are to be cited."""
        self.game, self.vocabulary, self.sources = game, vocabulary, sources or {}

    def speaker(self) -> RuleSpeaker:
        return RuleSpeaker(self.vocabulary)

    # -- words

    def the(self, name: str, *kinds: Kind) -> str:
        """A declared noun with its definite article."""
        return self._with_article(name, "the", *kinds)

    def a(self, name: str, *kinds: Kind) -> str:
        return self._with_article(name, "a", *kinds)

    def of_the(self, name: str, preposition: str, *kinds: Kind) -> str:
        """A declared noun after a preposition, with its article: «della Cava»."""
        noun = self.speaker().words.noun(name, *kinds)
        number = self.number_of(name, *kinds)
        word = noun.form(number)
        return joined(contracted(preposition, noun.gender, number, word), word)

    def of_a(self, name: str) -> str:
        """«di una Torre»."""
        return f"di {self.a(name)}"

    @property
    def turn(self) -> str:
        """The period that is of a player, and whose player is «di turno»."""
        return self.speaker().words.turn_period()

    def _with_article(self, name: str, article: str, *kinds: Kind) -> str:
        noun = self.speaker().noun(name) if not kinds else self.speaker().words.noun(name, *kinds)
        if article == "a":
            return joined(indefinite(noun.gender, noun.singular), noun.singular)
        number = self.number_of(name, *kinds)
        word = noun.form(number)
        return joined(definite(noun.gender, number, word), word)

    def number_of(self, name: str, *kinds: Kind) -> Number:
        """Singular, unless the name is declared in the plural."""
        lexeme = self.vocabulary.lexeme(name, *kinds)
        return "p" if lexeme is not None and lexeme.plural_only else "s"

    def gender(self, name: str, *kinds: Kind) -> str:
        return self.speaker().words.noun(name, *kinds).gender if kinds else self.speaker().noun(name).gender

    def plural(self, name: str) -> str:
        return self.speaker().noun(name).plural

    def number(self, count: int, noun: str) -> str:
        """«una carta», «24 carte»."""
        return str(self.speaker().counted(n.Num(count), noun))

    def text(self, text: n.Text) -> str:
        """Sentences said back."""
        return italian.said(text, self.vocabulary)

    # -- verbs

    @cached_property
    def verbs(self) -> Mapping[str, tuple[Frame, ...]]:
        """The groups of forms of each verb, in the order of declaration."""
        found: dict[str, tuple[Frame, ...]] = {}
        for frame in self.game.frames.values():
            found[frame.verb] = (*found.get(frame.verb, ()), frame)
        return found

    def verbs_in(self, node: object) -> tuple[str, ...]:
        """The declared verbs that something speaks of, each once."""
        said = (event.verb.partition("#")[0] for event in all_of(node, n.Event))
        return tuple(verb for verb in dict.fromkeys(said) if verb in self.verbs)

    def kinds_of(self, verb: str) -> tuple[str, ...]:
        """A verb and all that it is a kind of."""
        out = [verb]
        for frame in self.verbs.get(verb, ()):
            if frame.kind_of is not None and frame.kind_of.partition("#")[0] not in out:
                out += self.kinds_of(frame.kind_of.partition("#")[0])
        return tuple(dict.fromkeys(out))

    def rules_about(self, verbs: Iterable[str]) -> Iterator[tuple[RuleDecl, str]]:
        """The rules that allow or forbid any of the verbs, each with those of its sentences that do."""
        known = {kind for verb in verbs for kind in self.kinds_of(verb)}
        for rule in self.game.rules.values():
            about = tuple(
                ability
                for ability in rule.text.abilities
                if any(allow.event.verb.partition("#")[0] in known for allow in all_of(ability, n.Allow))
            )
            if about:
                yield rule, self.text(n.Text(about))

    # -- anchors and links

    def anchor(self, kind: str, name: str) -> str:
        return slug(f"{kind} {name}")

    def verb_link(self, verb: str) -> Link:
        frame = self.verbs[verb][0]
        speaker = self.speaker()
        tip = " ".join(speaker.line(part) for part in self._simple(frame, speaker))
        return Link(verb, self.anchor("verbo", verb), tip)

    def _simple(self, frame: Frame, speaker: RuleSpeaker) -> Iterator[n.Effect]:
        speaker.introduce_roles(frame)
        for steps in (each for each in frame.steps if each.when is None):
            yield from (p for p in effects_of(steps.effect) if not isinstance(p, n.FirstTrue | n.Together))

    def verb_links(self, verbs: Iterable[str]) -> Runs:
        """«scavare, gettare», each a link."""
        out: list[Run] = []
        for verb in verbs:
            out += [", ", self.verb_link(verb)] if out else [self.verb_link(verb)]
        return tuple(out)

    @cached_property
    def _tips(self) -> Mapping[str, tuple[str, str]]:
        """The anchor and the reminder of each keyword and label, by its canonical name."""
        found = {
            label.name: (self.anchor("etichetta", label.name), self.occasion(label.when))
            for label in self.game.labels.values()
        }
        return found | {
            keyword.name: (self.anchor("parola chiave", keyword.name), self.text(keyword.text))
            for keyword in self.game.keywords.values()
        }

    def occasion(self, when: n.Event | None) -> str:
        """What a label stands for: «quando viene schierata»."""
        return capital(f"{self.speaker().occasion(when)}.") if when is not None else ""

    def linked(self, wording: str) -> Runs:
        """A card's wording, its keywords and labels made into links that remind of what they mean."""
        out: list[Run] = []
        at = 0
        for word in self._lexer.words(wording, {}):
            name = self._named(word)
            if name is not None and word.start >= at:
                anchor, tip = self._tips[name]
                if word.start > at:
                    out.append(wording[at : word.start])
                out.append(Link(wording[word.start : word.end], anchor, tip))
                at = word.end
        return (*out, wording[at:]) if at < len(wording) else tuple(out)

    @cached_property
    def _lexer(self) -> Lexer:
        return lexer_of(self.vocabulary)

    def _named(self, word: Word) -> str | None:
        """The keyword or label that a word is; a word in small letters is an ordinary one."""
        if not word.text[:1].isupper():
            return None
        kinds = (Kind.KEYWORD.value, Kind.LABEL.value, Kind.MEMBER.value)
        return next((s.name for s in word.senses if s.kind in kinds and s.name in self._tips), None)

    # -- references

    def reference(self, *spans: Span | None) -> Runs:
        """The rule numbers in the comments at the ends of lines, if they are asked for."""
        found: list[str] = []
        for span in spans:
            source = self.sources.get(span.file) if span is not None else None
            comment = _COMMENT.search(source.line(span.line)) if source is not None and span is not None else None
            found += _NUMBERED.findall(comment.group(1)) if comment is not None else []
        return (Reference(", ".join(dict.fromkeys(found))),) if found else ()

    # -- steps as blocks

    def steps(self, effects: Iterable[n.Effect], speaker: RuleSpeaker) -> tuple[Block, ...]:
        """What is done, line by line: a sentence, a list, or a table of cases."""
        parts = [part for effect in effects for part in effects_of(effect)]
        if len(parts) == 1:
            return self._step_alone(parts[0], speaker)
        items = tuple(self._step(part, speaker) for part in parts)
        return (Listing(items, ordered=True),) if items else ()

    def _step_alone(self, part: n.Effect, speaker: RuleSpeaker) -> tuple[Block, ...]:
        item = self._step(part, speaker)
        return (Paragraph(item.runs), *item.inside)

    def _step(self, part: n.Effect, speaker: RuleSpeaker) -> Item:
        match part:
            case n.FirstTrue(parts=parts):
                return Item(
                    ("Si guardano i casi dall'alto: vale il primo che è vero.",), (self._cases(parts, speaker),)
                )
            case n.Together(parts=parts):
                items = tuple(Item((speaker.line(each), *self._ref(each))) for each in parts)
                told = "Tutto insieme, guardando come stavano le cose prima:"
                return Item((told,), (Listing(items),))
            case n.OpenWindow(window=window):
                link = Link(f"la finestra {window}", self.anchor("finestra", window))
                return Item(("Si apre ", link, ".", *self._ref(part)))
            case _:
                return Item((speaker.line(part), *self._ref(part)))

    def _ref(self, node: object) -> Runs:
        return self.reference(getattr(node, "span", None))

    def _cases(self, lines: Iterable[n.If], speaker: RuleSpeaker) -> Grid:
        rows: list[tuple[Runs, ...]] = []
        for line in lines:
            rows.append(((capital(speaker.clause(line.condition)),), (speaker.line(line.then), *self._ref(line))))
            if line.otherwise is not None:
                rows.append((("In ogni altro caso",), (speaker.line(line.otherwise),)))
        return Grid((("Se",), ("Allora",)), tuple(rows))


def listed(parts: Iterable[str], conjunction: str = "e") -> str:
    """«a, b e c»."""
    found = list(parts)
    return found[0] if len(found) == 1 else f"{', '.join(found[:-1])} {conjunction} {found[-1]}" if found else ""


def lowered(sentence: str) -> str:
    """A sentence that goes on after a colon: without its capital, unless its first word has it as a name."""
    return sentence[:1].lower() + sentence[1:]


def strong(name: str, *rest: Run) -> Runs:
    return (Strong(name), *rest)


def called(tell: Teller, noun: str, several: bool = False) -> str:
    """«detta», as the words before a name agree with what has it."""
    if several:
        return "dette" if tell.gender(noun) == "f" else "detti"
    return "detta" if tell.gender(noun) == "f" else "detto"
