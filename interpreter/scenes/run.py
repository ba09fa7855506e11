"""A scene played: acts and choices taken from the script, nothing assumed, every expectation looked up in the match.

Strict on both sides: a decision that the scene does not script is a failure, and so is a scripted choice that is not
offered; the message says what was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import takewhile
from typing import Any

from attrs import define, field, frozen

from dsl.scenes import nodes
from dsl.source import Span
from dsl.vocabulary.vocabulary import Kind

from ..match import Game, Match, MatchFault
from ..program.layout import player_code
from ..view import may_see
from .acts import Acts, speaking, taken
from .setting import Setting
from .story import Story
from .table import Table
from .words import SceneError, Words
from .workers import within

#: The lines that make a position, where they stand before the first act.
_POSITION = (
    nodes.Fixture, nodes.Alias, nodes.Sits, nodes.Plays, nodes.Turn, nodes.NumberedTurn, nodes.InPeriod, nodes.FromSetup, nodes.Put,
    nodes.PlayerHas, nodes.GameValue, nodes.GameWord, nodes.SeatStatus,
)  # fmt: skip
#: Those that can be nothing else.
_OF_A_POSITION = (nodes.Fixture, nodes.Alias, nodes.Sits, nodes.Plays, nodes.NumberedTurn, nodes.FromSetup)
#: The lines by which something is done, or told.
_DONE = (
    nodes.Act, nodes.Chooses, nodes.Passes, nodes.AllPass, nodes.AllPassUntil, nodes.Rolls, nodes.Photo,
)  # fmt: skip
#: Lines that do something in the match, by whose end a part of it may have come by itself.
_DOES = nodes.Act | nodes.Chooses | nodes.Passes | nodes.AllPass
#: Of more options than these a message leaves out the farthest.
_MOST_SHOWN = 8
_MOST_CHOICES = 200
#: A scene takes some hundredths of a second: one that is not over after so many seconds goes round for ever.
MOST_SECONDS = 20.0
#: How the machine fails: while it carries out an effect, while a value is asked, or by not coming to an end.
FAULTS = (MatchFault, TimeoutError, ArithmeticError, AttributeError, LookupError, TypeError)


@frozen
class Failure:
    """Why a scene does not hold, and at which of its words."""

    message: str
    span: Span
    hint: str = ""


@frozen
class Photo:
    """A snapshot: what was told, and the words that asked for it (the title, when no line did)."""

    text: str
    span: Span


@define
class Outcome:
    """What came of a scene: the first failure or None, and the snapshots that it asked for.

    ``fault``: the machine itself stopped, with a defect of its own or without end; then there is a failure too."""

    scene: nodes.Scene
    failure: Failure | None = None
    fault: str = ""
    photos: list[Photo] = field(factory=list)
    match: Match | None = None


def photos_asked(scene: nodes.Scene) -> int:
    """How many snapshots a scene takes: one at each line that says so; one of the whole, when it expects nothing."""
    asked = sum(isinstance(step, nodes.Photo) for step in scene.steps)
    return asked or int(not _expects(scene))


def _expects(scene: nodes.Scene) -> bool:
    """Whether anything must hold in a scene."""
    begun = False
    for step in scene.steps:
        begun = begun or not _describes(step)
        if begun and not isinstance(step, _DONE):
            return True
    return False


def play(
    scene: nodes.Scene,
    game: Game,
    words: Words,
    decks: Sequence[str],
    read: Any,
    seed: int = 0,
    table: Game | None = None,
) -> Outcome:
    """Play a scene to its end or to its first failure. ``table``: the game made ready with its cards, among others."""
    outcome = Outcome(scene)
    try:
        with within(MOST_SECONDS):
            Run(scene, Setting(game, words, decks, read, seed, table), outcome).all()
    except SceneError as error:
        outcome.failure = Failure(error.message, error.span, error.hint)
    except FAULTS as error:
        outcome.fault = f"{type(error).__name__}: {error}"
        outcome.failure = Failure(f"la macchina non la porta a termine ({outcome.fault})", scene.span)
    return outcome


def _describes(step: Any) -> bool:
    """Whether a line, before the first act, describes the position."""
    of_a_spot = isinstance(step, nodes.IsStatus) and isinstance(step.thing, nodes.Spot)
    return isinstance(step, _POSITION) or of_a_spot


def _is_laid(step: nodes.Step, words: Words) -> bool:
    """Whether a line before the first act makes the position: so does what is counted on a card."""
    if isinstance(step, nodes.TokensAre):
        return _of_a_player(step, words) is not None
    if not isinstance(step, nodes.CardValue):
        return _describes(step)
    decl = words.meaning.values[words.name(step.value, Kind.VALUE)]
    return decl.counter or (not decl.printed and decl.derived is None)


def _of_a_player(said: nodes.TokensAre, words: Words) -> tuple[str, str | None] | None:
    """«A ha 2 Volontà Fuoco»: no tokens, but a word of a value."""
    plain = said.seat is not None and said.zone is None and said.thing is None
    return words.of_player(said.tokens.word, *said.tokens.qualities) if plain and said.tokens.word is not None else None


def laid(scene: nodes.Scene, words: Words) -> tuple[nodes.Step, ...]:
    """The lines of a scene that make its position."""
    return tuple(takewhile(lambda step: _is_laid(step, words), scene.steps))


def _letter(seat: int) -> str:
    return chr(ord("A") + seat)


def _to(seat: int) -> str:
    """«a B», «ad A»."""
    letter = _letter(seat)
    return f"ad {letter}" if letter in "AE" else f"a {letter}"


class Run:
    """One scene being played."""

    def __init__(self, scene: nodes.Scene, setting: Setting, outcome: Outcome) -> None:
        self.scene, self.outcome = scene, outcome
        self.setting, self.words = setting, setting.words
        position = laid(scene, self.words)
        self.match = setting.start(position)
        outcome.match = self.match
        self.table = Table(self.match, setting.numbers, self.words, setting.absent)
        self.acts = Acts(self.match, self.table)
        self.story = Story(self.match) if photos_asked(scene) else None  # telling costs more than playing
        self.steps = scene.steps[len(position) :]
        self.passed = 0  # how far the log was gone through for passes
        self.since = 0  # where in the log the line before began to do something
        self.reached = ""  # the period up to which that line passed, if it did
        self.settling = False  # whether the line before did something that others might have answered
        self.held = len(self.match.log) if setting.in_part else -1  # where the log ends while the scene has not gone on

    # -- the whole

    def all(self) -> None:
        """Every step, then: no decision may be left that no line speaks of."""
        for step in self.steps:
            begun = len(self.match.log)
            self.step(step)
            if isinstance(step, _DOES) and len(self.match.log) > begun:
                self.since, self.reached = begun, ""
            self.settling = isinstance(step, nodes.Passes | nodes.Act | nodes.Chooses)
        self.no_open_choice(self.scene.span)
        if not self.outcome.photos:
            self.photo(self.scene.span)

    def step(self, step: Any) -> None:
        """One line: something done, or something that must hold."""
        if isinstance(step, nodes.Act):
            self.act(step)
        elif isinstance(step, nodes.Chooses):
            self.choose(step)
        elif isinstance(step, nodes.Passes):
            self.passes(step)
        elif isinstance(step, nodes.AllPass):
            self.all_pass(step.span)
        elif isinstance(step, nodes.AllPassUntil):
            self.all_pass_until(step)
        elif isinstance(step, nodes.Rolls):
            self.table.roll(step.numbers)
        elif isinstance(step, nodes.Photo):
            self.photo(step.span)
        elif isinstance(step, nodes.Then):
            if not any(isinstance(check, nodes.ChoosesAmong | nodes.CanChoose) for check in step.checks):
                self.no_open_choice(step.span)
            for check in step.checks:
                self.check(check)
        elif isinstance(step, _OF_A_POSITION) or self.puts(step):
            raise SceneError("questa riga è di una posizione, e la scena è già cominciata", step.span)
        else:
            self.check(step)

    def photo(self, span: Span) -> None:
        """A snapshot of what happened since the last one."""
        if self.story is not None:
            self.outcome.photos.append(Photo(self.story.told(), span))

    def puts(self, step: Any) -> bool:
        """Whether a line puts cards somewhere; of an end of a pile it says what must lie there."""
        return isinstance(step, nodes.Put) and not (step.where.top or step.where.bottom)

    # -- decisions

    def offered(self, options: Iterable[Any], said: nodes.Act | nodes.CanAct | None = None) -> str:
        """The options of a decision in words; of many those that are most like what was said."""
        ranked = sorted(options, key=lambda option: -self.likeness(option, said)) if said is not None else options
        words = [*dict.fromkeys(self.table.describe(option) for option in ranked)]
        more = f" … e altre {len(words) - _MOST_SHOWN}" if said is not None and len(words) > _MOST_SHOWN else ""
        return ", ".join(words[:_MOST_SHOWN] if more else words) + more or "nulla"

    def likeness(self, option: Any, said: nodes.Act | nodes.CanAct) -> int:
        """How near an option is to what was said: its cards, and its verb."""
        named = {number for thing in nodes.own(said.things, said.seat) for number in self.table.numbers_of(thing)}
        verb = option.kind == "action" and option.action.split()[0] == said.action.split()[0]
        return 2 * len(named.intersection(option.objects)) + int(verb)

    def no_open_choice(self, span: Span) -> None:
        """A decision that is none of the main ones must have been scripted."""
        decision = self.match.decision
        if decision is not None and not self.table.is_window(decision):
            who = _letter(decision.player)
            raise SceneError(
                f"c'è una scelta che la scena non dice: {who} sceglie tra: {self.offered(decision.options)}",
                span,
                f"prima: {who} sceglie: …" + (f" ({asked})" if (asked := self.asked(decision)) else ""),
            )

    def window(self, seat: int, span: Span) -> Any:
        """The decision in which a player may act; it must be his."""
        self.no_open_choice(span)
        decision = self.match.decision
        if decision is None:
            raise SceneError("la partita è finita", span)
        if decision.player != seat:
            alone = any(window.auto_pass for window in self.match.game.meaning.windows.values())
            hint = "chi non ha altro da fare passa da sé" if alone else ""
            raise SceneError(f"ora non tocca {_to(seat)}: tocca {_to(decision.player)}", span, hint)
        return decision

    def take(self, fits: Callable[[Any], bool], span: Span, what: str) -> None:
        """Take the one option that fits; of a text that was set off twice, with nothing to tell the two by, the first."""
        decision = self.match.decision
        assert decision is not None
        found = [i for i, option in enumerate(decision.options) if fits(option)]
        again = {(decision.options[i].kind, decision.options[i].objects, decision.options[i].text) for i in found}
        if len(found) == 1 or (len(again) == 1 and decision.options[found[0]].kind == "trigger"):
            self.pick(decision.options[found[0]])
            return
        offered = self.offered(decision.options)
        who = _letter(decision.player)
        if found:
            several = self.offered(decision.options[i] for i in found)
            raise SceneError(f"«{what}» può essere più cose: {several}", span)
        raise SceneError(f"«{what}» non è offerto; {who} sceglie tra: {offered}", span, self.asked(decision))

    def asked(self, decision: Any) -> str:
        """What is asked, where the options alone do not tell: of «sì» and «no»."""
        plain = all(any(self.table.is_special(option, which) for which in ("yes", "no")) for option in decision.options)
        return f"si chiede: {decision.prompt}" if plain else ""

    def pick(self, option: Any) -> None:
        """Take an option, and have it told."""
        if self.story is not None:
            self.story.chooses(option)
        self.match.choose(option.index)

    def goes_on(self, seat: int | None = None) -> None:
        """Who is asked where the scene begins, with nothing to do there, passes when a line speaks of what comes after.

        ``seat``: of whom the line speaks; while it is of him the scene stays where it is."""
        decision = self.match.decision
        if len(self.match.log) != self.held or decision is None or decision.player == seat:
            return
        if len(decision.options) == 1 and self.table.is_pass(decision.options[0]):
            self.pick(decision.options[0])

    def passes(self, step: nodes.Passes) -> None:
        """Somebody passes; or he has passed already, having had nothing else to do since something waits."""
        self.goes_on(step.seat)
        decision = self.match.decision
        asked = decision is not None and decision.player == step.seat and self.table.is_window(decision)
        before = len(self.match.log)
        if not asked and (self.told("pass", step.seat) or self.answers()):
            return
        self.window(step.seat, step.span)
        self.take(lambda option: self.table.is_pass(option), step.span, "passare")
        self.passed = before
        self.told("pass", step.seat)

    def told(self, kind: str, seat: int | None = None) -> bool:
        """Whether a pass or a resolution was told that no line has spoken of yet; now one has."""
        log = self.match.log
        for at in range(self.passed, len(log)):
            if log[at].kind == kind and seat in (None, -1 - log[at].roles["player"]):
                self.passed = at + 1
                return True
        return False

    def all_pass(self, span: Span) -> None:
        """Whoever is asked passes, until what waits on top is resolved or the window closes."""
        if self.told("resolve"):
            return
        self.goes_on()
        self.no_open_choice(span)
        if not self.answers() or (self.settling and self.table.in_main_window()):
            if self.settling:  # nobody had anything to answer with
                return
            raise SceneError(f"non c'è nulla a cui rispondere: {self.now()}", span)
        answering = self.match.decision is not None and self.match.decision.answering
        for _ in range(_MOST_CHOICES):
            decision = self.match.decision
            if self.told("resolve") or not self.answers() or (decision and decision.answering != answering):
                return
            self.take(lambda option: self.table.is_pass(option), span, "passare")

    def answers(self) -> bool:
        """Whether somebody is asked in a window in which several speak, or another than whose turn it is."""
        decision = self.match.decision
        if decision is None or not self.table.is_window(decision):
            return False
        return decision.answering or decision.player != self.match.turn_player

    def all_pass_until(self, step: nodes.AllPassUntil) -> None:
        """Whoever is asked passes, until a period of that name begins; nobody, when the line before has come to it already."""
        name = self.words.name(step.period, Kind.PERIOD)
        since, self.since = self.since, len(self.match.log)
        reached, self.reached = self.reached, name
        if name != reached and self.begun(name, step.seat, since) and (name, step.seat) in self.now_open(step.seat):
            return
        begun = len(self.match.log)
        for _ in range(_MOST_CHOICES):
            self.no_open_choice(step.span)
            if self.match.decision is None:
                raise SceneError("la partita è finita", step.span)
            self.take(lambda option: self.table.is_pass(option), step.span, "passare")
            if self.begun(name, step.seat, begun):
                self.passed = len(self.match.log)
                return
        raise SceneError(f"«{step.period.text}» non comincia: {self.now()}", step.span)

    def begun(self, name: str, seat: int | None, since: int) -> bool:
        """Whether a period of a name (and of a player) has begun from a place of the log on."""
        new = (entry for entry in self.match.log[since:] if entry.kind == "begin" and entry.name == name)
        return any(seat in (None, self.table.whose(entry)) for entry in new)

    def now_open(self, seat: int | None) -> set[tuple[str, int | None]]:
        """The periods that are open, each with the player whose it is where one is said."""
        return {(name, whose if seat is not None else None) for name, whose in self.table.open_periods()}

    def act(self, step: nodes.Act) -> None:
        """An action: its option is found by the verb, the cards and the manner; what it does not have is chosen after it."""
        self.goes_on(step.seat)
        self.passed = len(self.match.log)
        decision = self.window(step.seat, step.span)
        self.expect_tokens(step)
        if step.some:
            self.act_with_some(step, decision)
            return
        ways = self.acts.ways(step)
        what = self.saying(step)
        if not ways:
            who, offered = _letter(decision.player), self.offered(decision.options, step)
            raise SceneError(f"«{what}» non è offerto; {who} sceglie tra: {offered}", step.span)
        if len(ways) > 1:
            several = self.offered(way.option for way in ways)
            raise SceneError(f"«{what}» può essere più cose: {several}", step.span)
        before = len(self.match.log)
        self.pick(ways[0].option)
        items = tuple(nodes.ThingItem(thing, span=thing.span) for thing in ways[0].rest)
        if items:
            self.choose(nodes.Chooses(step.seat, items, span=step.span), since=before)

    def act_with_some(self, step: nodes.Act, decision: Any) -> None:
        """An action done with so many cards, no matter which."""
        option = self.acts.with_some(step)
        if option is None:
            who, offered = _letter(decision.player), self.offered(decision.options, step)
            raise SceneError(f"«{self.saying(step)}» non è offerto; {who} sceglie tra: {offered}", step.span)
        more = nodes.WhicheverItem(len(step.things) + step.some - len(option.objects), span=step.span)
        self.pick(option)
        if more.number:
            self.choose(nodes.Chooses(step.seat, (more,), span=step.span))

    def expect_tokens(self, said: nodes.Act | nodes.CanAct) -> None:
        """«uno Scudo» in an action must be tokens."""
        if said.token is not None:
            self.words.token(nodes.Heap(1, said.token, span=said.token.span))

    def saying(self, said: nodes.Act | nodes.CanAct) -> str:
        """An action as a message says it."""
        if said.action == nodes.ABILITY:
            what = said.label.text if said.label is not None else "l'abilità"
            return f"usare {what} di {said.things[0]}"
        with_them = [*map(str, said.things), *((str(nodes.WhicheverItem(said.some)),) if said.some else ())]
        words = f"{said.action.lower()} {', '.join(with_them)}".strip()
        return f"{words} come {said.manner.text}" if said.manner else words

    def choose(self, step: nodes.Chooses, since: int | None = None) -> None:
        """One decision for each item; a set that may be closed is closed after the last.

        ``since``: a thing that was taken by itself from that step of the log on is no decision."""
        self.goes_on()
        waiting = None
        for item in step.items:
            if since is not None and isinstance(item, nodes.ThingItem):
                if taken(self.match, since, self.table.numbers_of(item.thing)):
                    continue
            waiting = None if self.match.decision is None else self.table.place_in_program()
            self.choose_one(step.seat, item)
        decision = self.match.decision
        if decision is None or decision.player != step.seat or self.table.place_in_program() != waiting:
            return
        stop = [i for i, option in enumerate(decision.options) if self.table.is_special(option, "stop")]
        if stop:
            self.pick(decision.options[stop[0]])

    def choose_one(self, seat: int, item: nodes.Item) -> None:
        """The option that an item names."""
        decision = self.match.decision
        if decision is None or self.table.is_window(decision):
            hint = "ciò che è solo si prende da sé: questa riga non ci vuole"
            raise SceneError(f"non c'è nulla da scegliere: «{item}» non è offerto", item.span, hint)
        if decision.player != seat:
            raise SceneError(f"ora non sceglie {_letter(seat)}: {self.now()}", item.span)
        if isinstance(item, nodes.SpecialItem) and item.which == "all":
            self.choose_all(seat)
            return
        if isinstance(item, nodes.WhicheverItem):
            self.choose_some(seat, item)
            return
        self.take(self.meaning(item, seat), item.span, str(item))

    def meaning(self, item: nodes.Item, seat: int) -> Callable[[Any], bool]:
        """Whether an option is what an item names."""
        if isinstance(item, nodes.ThingItem):
            numbers = self.table.numbers_of(nodes.own((item.thing,), seat)[0])
            offered = {o.objects[0] for o in self.match.decision.options if o.objects} if self.match.decision else set()
            number = next((n for n in numbers if n in offered), numbers[0])  # of copies any
            return lambda option: tuple(option.objects) == (number,)
        if isinstance(item, nodes.PlayItem):
            return lambda option: self.table.is_play(option, item)
        if isinstance(item, nodes.WhicheverItem):
            raise SceneError("qui si dicono le carte: quali?", item.span)
        if isinstance(item, nodes.TokenItem):
            return lambda option: self.table.is_token(option, item)
        if isinstance(item, nodes.SpecialItem):
            return lambda option: self.table.is_special(option, item.which)
        if isinstance(item, nodes.NumberItem):
            return lambda option: self.table.is_of_number(option, item.number)
        text = item.word.text if isinstance(item, nodes.WordItem) else item.text
        names = self.table.names_of(item)
        return lambda option: self.table.says(option, text, names)

    def choose_all(self, seat: int) -> None:
        """Every card that is offered, one after the other, until no more is."""
        for _ in range(_MOST_CHOICES):
            decision = self.match.decision
            if decision is None or decision.player != seat or self.table.is_window(decision):
                return
            card = next((i for i, option in enumerate(decision.options) if option.objects), None)
            if card is None:
                return
            self.pick(decision.options[card])

    def choose_some(self, seat: int, item: nodes.WhicheverItem) -> None:
        """So many of the cards that are offered, no matter which."""
        for _ in range(item.number):
            decision = self.match.decision
            mine = decision is not None and decision.player == seat and not self.table.is_window(decision)
            card = next((o for o in decision.options if o.kind == "card"), None) if mine and decision else None
            if card is None:
                raise SceneError(f"non ci sono tante carte da scegliere: {self.now()}", item.span)
            self.pick(card)

    # -- expectations

    def check(self, check: Any) -> None:
        """Fail unless a line holds."""
        method: Callable[[Any], None] = getattr(self, "check_" + type(check).__name__)
        method(check)

    def expect(self, holds: bool, check: Any, found: str) -> None:
        """Fail with what was found instead."""
        if not holds:
            hint = "c'è chi può ancora rispondere: prima, «tutti passano»" if self.answers() else ""
            raise SceneError(f"non è così: {found}", check.span, hint)

    def check_CanAct(self, check: nodes.CanAct) -> None:
        if check.allowed:
            self.goes_on(check.seat)
        decision = self.match.decision
        if decision is None or not self.table.is_window(decision) or (check.allowed and decision.player != check.seat):
            raise SceneError(f"ora {_letter(check.seat)} non può fare alcuna azione: {self.now(check)}", check.span)
        self.expect_tokens(check)
        acts = self.acts_of(check.seat)
        found = acts.with_some(check) is not None if check.some else bool(acts.ways(check))
        verb = "è" if found else "non è"
        offered = self.offered(decision.options, check)
        self.expect(found == check.allowed, check, f"«{self.saying(check)}» {verb} offerto; si sceglie tra: {offered}")

    def acts_of(self, seat: int) -> Acts:
        """The actions of a player in the window that is open, also where another is asked: on a copy in which he speaks."""
        if self.match.decision is None or self.match.decision.player == seat:
            return self.acts
        asked = speaking(self.match, seat)
        return Acts(asked, Table(asked, self.setting.numbers, self.words, self.setting.absent))

    def now(self, said: nodes.CanAct | None = None) -> str:
        """Who must choose what, in words; of many options those that are like what was said."""
        decision = self.match.decision
        if decision is None:
            return "la partita è finita"
        return f"{_letter(decision.player)} sceglie tra: {self.offered(decision.options, said)}"

    def check_ChoosesAmong(self, check: nodes.ChoosesAmong) -> None:
        self.goes_on()
        decision = self.match.decision
        if decision is None or self.table.is_window(decision) or decision.player != check.seat:
            raise SceneError(f"{_letter(check.seat)} non ha nulla da scegliere: {self.now()}", check.span)
        options = [option for option in decision.options if not self.table.is_answer(option)]
        for item in check.items:
            fits = self.meaning(item, check.seat)
            self.expect(any(map(fits, options)), check, self.now())
            options = [option for option in options if not fits(option)]
        self.expect(not options, check, f"si può scegliere anche {self.offered(options)}")

    def check_CanChoose(self, check: nodes.CanChoose) -> None:
        self.goes_on()
        decision = self.match.decision
        if decision is None or self.table.is_window(decision) or decision.player != check.seat:
            raise SceneError(f"{_letter(check.seat)} non ha nulla da scegliere: {self.now()}", check.span)
        for item in check.items:
            found = any(map(self.meaning(item, check.seat), decision.options))
            self.expect(found == check.allowed, check, f"si sceglie tra: {self.offered(decision.options)}")

    def check_PlayerHas(self, check: nodes.PlayerHas) -> None:
        noun = self.words.find(check.value, Kind.NOUN)
        if self.words.find(check.value, Kind.VALUE) is None and noun is not None:
            held = nodes.Heap(check.number, check.value, span=check.span)
            self.check_TokensAre(nodes.TokensAre(held, check.seat, span=check.span))
            return
        self.check_words(check, check.seat, self.words.of_player(check.value), check.value, check.number)

    def check_words(
        self, check: Any, seat: int, value: tuple[str, str | None] | None, word: nodes.Word, number: int
    ) -> None:
        """«A ha 2 Azioni», «A ha 2 Volontà Fuoco», «A ha 3 TESCHI»."""
        name, member = value if value is not None else (self.words.name(word, Kind.VALUE), None)
        found = self.match.player_words(seat, name, member)
        self.expect(found == number, check, f"{_letter(seat)} ha {found}")

    def check_GameWord(self, check: nodes.GameWord) -> None:
        name = self.words.name(check.value, Kind.VALUE)
        wanted = self.words.name(check.word, Kind.MEMBER)
        found = self.match.game_word(name)
        self.expect(found == wanted, check, f"è {found or 'niente'}")

    def check_CardWord(self, check: nodes.CardWord) -> None:
        name = self.words.name(check.value, Kind.VALUE)
        wanted = self.words.name(check.word, Kind.MEMBER)
        found = self.match.words_of_value(self.table.number(check.thing), name)
        self.expect(wanted in found, check, f"è {', '.join(found) or 'niente'}")

    def check_SeatStatus(self, check: nodes.SeatStatus) -> None:
        ((name, wanted),) = self.words.statuses((check.status,)).items()
        holds = self.match.status(player_code(check.seat), name) == wanted
        self.expect(
            holds == check.holds, check, f"{_letter(check.seat)} {'è' if holds else 'non è'} {check.status.text}"
        )

    def check_GameValue(self, check: nodes.GameValue) -> None:
        name = self.words.name(check.value, Kind.VALUE)
        found = self.match.game_value(name)
        shown = found if not check.is_seat else "nessuno" if found is None else _letter(found)
        self.expect(found == check.amount, check, f"è {shown}")

    def check_ZoneHolds(self, check: nodes.ZoneHolds) -> None:
        zone = self.words.name(check.zone, Kind.ZONE)
        found = self.table.count(zone, check.seat)
        self.expect(found == check.number, check, f"ne ha {found}")

    def check_TokensAre(self, check: nodes.TokensAre) -> None:
        held = check.tokens
        value = self.words.find(held.word, Kind.VALUE) if held.word is not None and not held.qualities else None
        if value is not None and check.thing is not None and held.word is not None:  # «Alfa ha 4 Ardore»
            self.check_CardValue(nodes.CardValue(held.word, check.thing, held.number, span=check.span))
            return
        whose = _of_a_player(check, self.words)
        if whose is not None and check.seat is not None and held.word is not None:
            self.check_words(check, check.seat, whose, held.word, held.number)
            return
        found = len(self.table.tokens(check))
        self.expect(found == check.tokens.number, check, f"ne ha {found}")

    def check_InPeriod(self, check: nodes.InPeriod) -> None:
        name = self.words.name(check.period, Kind.PERIOD)
        found = [period for period, _ in self.table.open_periods()]
        self.expect(name in found, check, f"si è in: {', '.join(found[::-1])}" if found else self.now())

    def check_CardValue(self, check: nodes.CardValue) -> None:
        name = self.words.name(check.value, Kind.VALUE)
        found = self.match.value(self.table.number(check.thing), name)
        self.expect(found == check.number, check, f"è {found}")

    def check_IsStatus(self, check: nodes.IsStatus) -> None:
        ((name, wanted),) = self.words.statuses((check.status,)).items()
        card = self.table.number(check.thing)
        if not self.table.may_have(card, name):
            raise SceneError(f"«{check.thing}» sta in: {self.table.place_of(card)}; lì non ha questo stato", check.span)
        holds = self.match.status(card, name) == wanted
        self.expect(holds == check.holds, check, f"«{check.thing}» {'è' if holds else 'non è'} {check.status.text}")

    def check_IsA(self, check: nodes.IsA) -> None:
        card = self.table.number(check.thing)
        if self.words.find(check.noun, Kind.NOUN) is not None:
            noun = self.words.name(check.noun, Kind.NOUN)
            self.expect(self.match.is_noun(card, noun) == check.holds, check, f"sta in: {self.table.place_of(card)}")
            return
        value, members = self.words.members(check.noun)
        found = self.table.members(card, value)
        self.expect((set(members) <= set(found)) == check.holds, check, f"è {' e '.join(found)}")

    def check_IsAt(self, check: nodes.IsAt) -> None:
        card = self.table.number(check.thing)
        if check.where.spot is not None:
            holds = self.match.spot_of(card) == self.table.spot(check.where.spot)
            self.expect(holds == check.holds, check, f"sta in: {self.table.place_of(card)}")
            return
        zones = self.words.zones(check.where)
        zone, seat = self.table.where(card)
        holds = zone is not None and zone in zones and (check.where.seat is None or check.where.seat == seat)
        if holds and zone is not None and (check.where.top or check.where.bottom):
            pile = self.table.pile(zone, seat if check.where.seat is not None else None)
            holds = pile[-1 if check.where.top else 0] == card
        self.expect(holds == check.holds, check, f"sta in: {self.table.place_of(card)}")

    def check_Put(self, check: nodes.Put) -> None:
        if not (check.where.top or check.where.bottom):
            raise SceneError("questa riga descrive una posizione", check.span, "X è nella zona …")
        zone = self.words.zone(check.where)
        wanted = [self.table.number(one.thing) for one in check.what if isinstance(one, nodes.Placed)]
        pile = self.table.pile(zone, check.where.seat)
        found = (pile[-len(wanted) :] if check.where.top else pile[: len(wanted)])[::-1]
        self.expect(list(found) == wanted, check, ", ".join(map(self.table.name, found)) or "è vuoto")

    def check_IsFree(self, check: nodes.IsFree) -> None:
        if not isinstance(check.thing, nodes.Spot):
            raise SceneError("libero si dice di un posto", check.span)
        found = self.table.spot(check.thing) in self.table.free()
        self.expect(found == check.holds, check, f"«{check.thing}» {'è' if found else 'non è'} libero")

    def check_IsLinked(self, check: nodes.IsLinked) -> None:
        if check.word is not None:
            self.words.lexeme(check.word, Kind.ATTACHED)
        card, host = self.table.number(check.thing), self.table.number(check.host)
        self.expect(self.table.host(card) == host, check, f"«{check.thing}» sta in: {self.table.place_of(card)}")

    def check_Has(self, check: nodes.Has) -> None:
        keyword = self.words.name(check.keyword, Kind.KEYWORD)
        found = self.match.keyword(self.table.number(check.thing), keyword)
        has = "ha" if found else "non ha"
        self.expect(found == check.holds, check, f"«{check.thing}» {has} {check.keyword.text}")

    def check_Turn(self, check: nodes.Turn) -> None:
        found = self.match.turn_player
        if found == check.seat:
            return
        if found is None:
            raise SceneError("non è così: la partita è finita", check.span)
        hint = f"per arrivarci: tutti passano fino al {self.words.meaning.turn} di {_letter(check.seat)}"
        raise SceneError(f"non è così: tocca {_to(found)}", check.span, hint)

    def check_Wins(self, check: nodes.Wins) -> None:
        if not self.match.over:
            raise SceneError("la partita non è finita", check.span)
        winner = self.match.winner
        self.expect(winner == check.seat, check, "nessuno vince" if winner is None else f"vince {_letter(winner)}")

    def check_Sees(self, check: nodes.Sees) -> None:
        card = self.table.number(check.thing)
        zone, seat, _ = self.match.place_of(card)
        holds = zone is not None and may_see(self.match, zone, seat, check.seat)
        self.expect(holds == check.holds, check, f"sta in: {self.table.place_of(card)}")

    def check_Over(self, check: nodes.Over) -> None:
        found = "la partita è finita" if self.match.over else f"non è finita: {self.now()}"
        self.expect(self.match.over == check.holds, check, found)
