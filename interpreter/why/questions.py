"""Questions in words and their answers: what ``dsl.scenes.questions`` read, asked of a match and of what happened in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from attrs import evolve

from dsl.diagnostics import render
from dsl.meaning.game import OF
from dsl.scenes import Lexicon, nodes
from dsl.scenes import questions as asked
from dsl.source import Source
from dsl.suggest import nearest
from dsl.vocabulary.spelling import keys_of
from dsl.vocabulary.vocabulary import Kind, Lexeme

from ..decisions import DONE, NO, PASS, YES, Option
from ..match import Match
from ..program.layout import NAMELESS, player_code
from ..tell import SEATS
from ..view import may_see
from .actions import Actions, Wanted, why_not
from .asking import Asking, CannotCompile, Scope
from .conditions import explain, noun
from .layers import NOTHING, value_layers
from .past import Past, letter
from .reasons import Reason, Telling, Viewer, Why
from .trace import Trace
from .turns import whose_window, why_decision, why_over
from .values import status_named, why_keyword, why_status

UNTRACED = "la partita salvata non dice come è cominciata: non si può ripercorrerla"
_FEW = 3  # answers that are told with all that each rests on
_MOST = 12  # ways of an action that is asked about without saying all of it


class QuestionError(ValueError):
    """A question that cannot be answered: what is wrong, and questions that can be asked instead."""

    def __init__(self, message: str, suggestions: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.suggestions = tuple(suggestions)


class Questions:
    """Answers about one match; ``trace`` when it was played again, ``numbers`` the cards that go by a name of their own."""

    def __init__(
        self,
        match: Match,
        trace: Trace | None = None,
        viewer: Viewer | None = None,
        numbers: Mapping[str, int] | None = None,
        since: int | None = None,
    ) -> None:
        """``since``: the number of the step from which «passi» tells, instead of what followed the last choice."""
        self.match, self.trace = match, trace
        self.viewer = viewer or Viewer()
        self.numbers = dict(numbers or {})
        self.since = since
        self.game = match.game
        self.past = Past(match, trace, self.viewer) if trace is not None else None
        self.tell = Telling(Asking(match), self.viewer)

    # -- the question in words ---------------------------------------------------------------------------------

    def lexicon(self) -> Lexicon:
        """The words of which a question may be made: the game's, and the names of the cards of the match."""
        names = [*dict.fromkeys(card.name for card in self.game.cards), *self.numbers]
        seen = [card.name for c, card in enumerate(self.game.cards) if self._in_sight(c)]
        if self.viewer.seat is not None:
            seen += [card.name for c, card in enumerate(self.game.cards) if self.tell.sees(c)]
        return Lexicon(self.game.vocabulary, tuple(self.game.meaning.actions), dict.fromkeys([*seen, *names]))

    def _in_sight(self, card: int) -> bool:
        zone, _, _ = self.match.place_of(card)
        return zone is not None and self.game.meaning.zones[zone].seen_by == "all"

    def ask(self, text: str) -> list[Why]:
        """The answers to a question in words; :class:`QuestionError` says what is wrong with one, and what works."""
        node, problem = asked.read_question(text, self.lexicon())
        if problem is not None:
            source = {asked.NAME: Source.of(asked.NAME, text.strip())}
            raise QuestionError(render(evolve(problem, suggestions=()), source), problem.suggestions)
        try:
            return self.answer(node)
        except CannotCompile as error:
            raise QuestionError(f"non so dirlo: {error}") from error

    def answer(self, node: Any) -> list[Why]:
        """The answers to what a question asks."""
        handler: Callable[[Any], list[Why]] | None = getattr(self, f"_{type(node).__name__}", None)
        if handler is None:
            raise QuestionError("a questo non so rispondere", ("perché chi",))
        return handler(node)

    def of_option(self, option: Option) -> list[Why]:
        """Why an option is offered: what was looked at and lets it pass."""
        decision = self.match.decision
        if decision is None or option.kind != "action" or option.action is None:
            return [why_decision(self.match, self.viewer)]
        actions = Actions(self.match, self.viewer)
        return [actions.why(Wanted(option.action, decision.player, tuple(option.value[2:])))]

    # -- cards and words ---------------------------------------------------------------------------------------

    def card(self, thing: nodes.Thing) -> int:
        """The number of a card by its name: the scene's own, else the one that lies in sight, else any."""
        if isinstance(thing, nodes.Spot):
            if thing.seat is None and self.game.meaning.zones[thing.zone].owner == "player":
                raise QuestionError(f"«{thing}» di chi?", [f"perché {thing} di A"])
            return self.match.spot(thing.zone, thing.seat, thing.index)
        name = str(thing)
        if name in self.numbers:
            found = [self.numbers[name]]
        else:
            found = [c for c, card in enumerate(self.game.cards) if keys_of(card.name) == keys_of(name)]
            found = [c for c in found if self._in_sight(c)] or found
        if not found:
            known = nearest(name, [card.name for card in self.game.cards])
            raise QuestionError(f"nessuna carta si chiama «{name}»", [f"perché {each}" for each in known[:1]])
        if not self.tell.sees(found[0]):
            raise QuestionError(f"dove sia «{name}» non si può sapere da qui")
        return found[0]

    def _word(self, word: nodes.Word, *kinds: Kind) -> Lexeme | None:
        for kind in kinds:
            for analysis in self.game.vocabulary.analyses(*keys_of(word.text)):
                if analysis.lexeme.kind is kind:
                    return analysis.lexeme
        return None

    def _need(self, word: nodes.Word, called: str, *kinds: Kind) -> Lexeme:
        found = self._word(word, *kinds)
        if found is None:
            known = nearest(word.text, [name for kind in kinds for name in self.game.vocabulary.named(kind)])
            near = f": forse {' o '.join(known)}" if known else ""
            raise QuestionError(f"«{word.text}» non è {called}{near}")
        return found

    # -- values, keywords, statuses, places --------------------------------------------------------------------

    def _CardValue(self, node: nodes.CardValue) -> list[Why]:
        (why,) = self._ValueOf(asked.ValueOf(node.value, node.thing))
        return [_compared(why, str(node.number))]

    def _ValueOf(self, node: asked.ValueOf) -> list[Why]:
        if isinstance(node.of, int):
            return [self._of_seat(node.word, node.of)]
        if node.of is None:
            return [self._of_match(node.word)]
        card = self.card(node.of)
        lexeme = self._need(
            node.word, "un valore, uno stato o una parola chiave", Kind.VALUE, Kind.KEYWORD, Kind.STATUS, Kind.MEMBER
        )
        if lexeme.kind is Kind.KEYWORD:
            return [why_keyword(self.match, card, lexeme.name, self.viewer)]
        if lexeme.kind is Kind.STATUS:
            return [self._status(card, lexeme)]
        value = lexeme.of if lexeme.kind is Kind.MEMBER and lexeme.of else lexeme.name
        try:
            return [value_layers(self.tell, card, value, explain)]
        except KeyError:
            known = [
                v.name for v in self.game.meaning.values.values() if f"mod {v.name}" in self.tell.asking.layout.slots
            ]
            name = self.tell.name(card)
            message = f"le carte non hanno un valore «{value}»: hanno {', '.join(known)}"
            raise QuestionError(message, [f"perché {name} {each}" for each in known[:1]]) from None

    def _of_seat(self, word: nodes.Word, seat: int) -> Why:
        """A player's value, and by which steps it came to be so; of a zone the number of its cards."""
        if seat >= self.game.players:
            raise QuestionError(f"non c'è nessun giocatore {SEATS[seat]}")
        lexeme = self._need(word, "un valore di un giocatore", Kind.VALUE, Kind.ZONE)
        if lexeme.kind is Kind.ZONE:
            return self._pile(lexeme.name, seat)
        decl = self.game.meaning.values[lexeme.name]
        if decl.owner != "player":
            raise QuestionError(f"«{lexeme.name}» non è di un giocatore", self._like(lexeme.name))
        subject = f"{lexeme.name} di {SEATS[seat]}"
        if decl.derived is not None:
            found = self.tell.asking.number(
                decl.derived, Scope(you=player_code(seat), names={OF: (player_code(seat), "player")})
            )
            return Why(subject, str(found), (self.tell.reason("si calcola", lexeme.name, decl.span),))
        at = self.tell.asking.layout[f"value {lexeme.name}"] + player_code(seat)
        return self._since(subject, str(self.match.s[at]), lambda s: s[at], lambda tell, x: str(x))

    def _of_match(self, word: nodes.Word) -> Why:
        lexeme = self._need(word, "un valore della partita", Kind.VALUE, Kind.ZONE)
        if lexeme.kind is Kind.ZONE:
            return self._pile(lexeme.name, None)
        decl = self.game.meaning.values[lexeme.name]
        if decl.owner != "game" and decl.owner not in self.game.meaning.periods:
            raise QuestionError(f"«{lexeme.name}» di chi?", self._like(lexeme.name))
        at = self.tell.asking.layout[f"value {lexeme.name}"]
        show = letter if decl.kind == "player" else str
        return self._since(lexeme.name, show(self.match.s[at]), lambda s: s[at], lambda tell, x: show(x))

    def _like(self, value: str) -> list[str]:
        """Questions about a value that can be asked."""
        if self.game.meaning.values[value].owner == "player":
            return [f"perché A {value}"]
        if f"mod {value}" in self.tell.asking.layout.slots:
            name = next(
                (card.name for c, card in enumerate(self.game.cards) if self._in_sight(c)), self.game.cards[0].name
            )
            return [f"perché {name} {value}"]
        return []

    def _pile(self, zone: str, seat: int | None) -> Why:
        decl = self.game.meaning.zones[zone]
        if decl.owner == "player" and seat is None:
            raise QuestionError(f"«{zone}» è di un giocatore: di quale?", [f"perché A {zone}"])
        at = self.tell.asking.layout[("all " if decl.owner == "card" else "zone ") + zone]
        at += player_code(seat) if decl.owner == "player" and seat is not None else 0
        subject = zone if decl.owner != "player" or seat is None else f"{zone} di {SEATS[seat]}"
        count = len(self.match.s[at])
        answer = f"{count} cart{'a' if count == 1 else 'e'}"
        return self._since(subject, answer, lambda s: len(s[at]), lambda tell, x: str(x))

    def _since(
        self,
        subject: str,
        answer: str,
        of: Callable[[Any], Any],
        show: Callable[[Telling, Any], str],
        known: Callable[[Any], bool] = lambda what: True,
    ) -> Why:
        """A thing that steps change: by which of them."""
        if self.past is None:
            return Why(subject, answer, (Reason(UNTRACED),))
        return self.past.changed(subject, answer, of, show, known)

    def _IsStatus(self, node: nodes.IsStatus) -> list[Why]:
        lexeme = self._need(node.status, "uno stato", Kind.STATUS)
        return [_compared(self._status(self.card(node.thing), lexeme), "sì" if node.holds else "no")]

    def _status(self, card: int, lexeme: Lexeme) -> Why:
        decl = status_named(self.tell.asking, lexeme.name)
        name = decl.opposite if lexeme.negated and decl.opposite else decl.name
        why = why_status(self.match, card, name, self.viewer)
        number = list(self.game.meaning.statuses).index(decl.name)
        at = self.tell.asking.layout["stat"] + card
        if self.past is None:
            return why
        on, off = decl.name, decl.opposite or f"non {decl.name}"
        since = self.past.changed("", "", lambda s: s[at] >> number & 1, lambda tell, x: on if x else off)
        return evolve(why, reasons=(*why.reasons, *(r for r in since.reasons if r.span is not None)))

    def _IsA(self, node: nodes.IsA) -> list[Why]:
        card = self.card(node.thing)
        lexeme = self._word(node.noun, Kind.NOUN)
        if lexeme is None:
            found = self._ValueOf(asked.ValueOf(node.noun, node.thing))
            return found
        scope = Scope(it=card)
        decl = self.game.meaning.nouns.get(lexeme.name)
        reasons = [noun(self.tell, lexeme.name, card, scope, decl.span if decl is not None else None, lexeme.name)]
        if decl is not None and decl.condition is not None:
            reasons.append(explain(self.tell, decl.condition, scope, lexeme.name, decl.span))
        subject = f"{self.tell.name(card)} è {lexeme.name}"
        answer = "sì" if reasons[0].holds else "no"
        return [_compared(Why(subject, answer, tuple(reasons)), "sì" if node.holds else "no"), self._where(card)]

    def _IsAt(self, node: nodes.IsAt) -> list[Why]:
        return [self._where(self.card(node.thing))]

    def _IsFree(self, node: nodes.IsFree) -> list[Why]:
        x = self.card(node.thing)
        if not self.game.is_spot(x):
            raise QuestionError("libero si dice di un posto")
        held = self.tell.asking.s[self.tell.asking.layout["held"] + x]
        free = self.tell.asking.names["has_room"](self.tell.asking.s, x)
        reasons = tuple(Reason(f"vi sta {self.tell.name(c)}") for c in held)
        return [Why(self.tell.name(x), "libero" if free else "occupato", reasons)]

    def _IsLinked(self, node: nodes.IsLinked) -> list[Why]:
        return [self._where(self.card(node.thing))]

    def _Put(self, node: nodes.Put) -> list[Why]:
        return [self._where(self.card(one.thing)) for one in node.what if isinstance(one, nodes.Placed)]

    def _where(self, card: int) -> Why:
        at = self.tell.asking.layout["zone"] + card
        answer = self.tell.where(card)
        subject = f"dov'è {self.tell.name(card)}"
        return self._since(subject, answer, lambda s: s[at], lambda tell, x: _zone(tell, x), self._known_zone)

    def _known_zone(self, at: int) -> bool:
        """Whether the viewer sees what lies in a pile."""
        layout = self.tell.asking.layout
        if self.viewer.seat is None or at == layout.nowhere:
            return True
        player = layout.player_of[at]
        name = layout.zone_names[layout.kind_of[at]]
        return may_see(self.match, name, None if player is None else -1 - player, self.viewer.seat)

    def _Has(self, node: nodes.Has) -> list[Why]:
        lexeme = self._need(node.keyword, "una parola chiave", Kind.KEYWORD)
        why = why_keyword(self.match, self.card(node.thing), lexeme.name, self.viewer)
        return [_compared(why, "sì" if node.holds else "no")]

    def _PlayerHas(self, node: nodes.PlayerHas) -> list[Why]:
        return [_compared(self._of_seat(node.value, node.seat), str(node.number))]

    def _ZoneHolds(self, node: nodes.ZoneHolds) -> list[Why]:
        return [self._pile(self._need(node.zone, "una zona", Kind.ZONE).name, node.seat)]

    def _GameValue(self, node: nodes.GameValue) -> list[Why]:
        wanted = ("nessuno" if node.amount is None else SEATS[node.amount]) if node.is_seat else str(node.amount)
        return [_compared(self._of_match(node.value), wanted)]

    def _About(self, node: asked.About) -> list[Why]:
        """All that there is to say of a card: its values, what it is, where it is, what it waits for."""
        card = self.card(node.thing)
        values = [v for v in self.game.meaning.values.values() if f"mod {v.name}" in self.tell.asking.layout.slots]
        layers = [value_layers(self.tell, card, v.name, explain) for v in values if v.printed or v.derived is not None]
        found = [why for why in layers if why.answer != NOTHING or len(why.reasons) > 1]
        for status in self.game.meaning.statuses.values():
            if status.of is None or self.tell.asking.is_noun(status.of, card, Scope()):
                found.append(why_status(self.match, card, status.name, self.viewer))
        names = [name for name in self.game.meaning.keywords if not name.startswith(NAMELESS)]
        found += [why_keyword(self.match, card, name, self.viewer) for name in names if self.match.keyword(card, name)]
        found.append(self._where(card))
        if self.past is not None:
            waits = self.past.triggers(card)
            found += [waits] if waits.reasons else []
        return found

    def _Wakes(self, node: asked.Wakes) -> list[Why]:
        if self.past is None:
            raise QuestionError(UNTRACED)
        return [self.past.triggers(self.card(node.thing))]

    # -- what may be done --------------------------------------------------------------------------------------

    def _CanAct(self, node: nodes.CanAct) -> list[Why]:
        if node.action == nodes.ABILITY:
            return self._abilities(node)
        found = self._ways(self._at_player(node), node.seat, node.things, node.manner)
        allowed = [why for why in found if why.answer == "sì"]
        if not found:
            raise QuestionError(
                f"«{node.action}» non si fa con queste carte", [f"perché no {self._infinitive(node.action)}"]
            )
        return (allowed or found)[:_MOST] if node.allowed else ([w for w in found if w.answer == "no"] or found)[:_MOST]

    def _at_player(self, node: nodes.CanAct) -> str:
        """«attaccare B con X»: of the actions that begin with that verb, the one that takes these cards and no other."""
        known = self.game.meaning.actions
        if node.whom is None or node.action not in known:
            return node.action
        family = [name for name in known if name.split()[0] == node.action.split()[0]]
        cards = {name: sum(choice.what is not None for choice in known[name].choices) for name in family}
        alone = [name for name in family if cards[name] == len(node.things)]
        return alone[0] if alone and cards[node.action] != len(node.things) else node.action

    def _abilities(self, node: nodes.CanAct) -> list[Why]:
        """Whether the abilities of a card can be used now: their words, and what refuses them."""
        card = self.card(node.things[0])
        offered = (
            {o.value[1] for o in self.match.decision.options if o.kind == "ability"} if self.match.decision else set()
        )
        found = []
        for e in self.tell.asking.entries("activated"):
            if e[1] != card:
                continue
            ability = self.game.compiled.abilities[e[0]]
            able = self.match.decision is not None and self.match.decision.player == node.seat and e[0] in offered
            said = self.game.words_at(ability.span) or ability.owner
            why = (
                "il suo costo si può pagare"
                if able
                else "ora non si usa: o non tocca a lui, o il suo costo o il suo bersaglio manca"
            )
            reason = self.tell.reason(why, ability.owner, ability.span, holds=able)
            found.append(Why(f"usare «{said}»", "sì" if able else "no", (reason,)))
        if not found:
            raise QuestionError(f"«{node.things[0]}» non ha abilità da usare, lì dov'è")
        return found

    def _Missing(self, node: asked.Missing) -> list[Why]:
        decision = self.match.decision
        if node.action is not None:
            seat = decision.player if decision is not None else 0
            found = self._ways(node.action, seat, node.things, node.manner)
            return [why for why in found if why.answer == "no"][:_MOST] or found[:_MOST]
        card = self.card(node.things[0]) if node.things else None
        if decision is None or decision.kind != "action":
            return [why_decision(self.match, self.viewer)]
        found = why_not(self.match, card, self.viewer)
        return found if card is not None or len(found) <= _FEW else [_brief(why) for why in found]

    def _ways(self, action: str, seat: int, things: Sequence[nodes.Thing], manner: nodes.Word | None) -> list[Why]:
        """An action with these cards, in every way that is not said."""
        if seat >= self.game.players:
            raise QuestionError(f"non c'è nessun giocatore {SEATS[seat]}")
        if self.viewer.seat is not None and seat != self.viewer.seat:
            return [Why(f"{SEATS[seat]}: {action}", "no", tuple(whose_window(self.tell, player_code(seat))))]
        cards = [self.card(thing) for thing in things]
        actions = Actions(self.match, self.viewer)
        named = self.named(action, manner)
        way = self._need(manner, "un modo", Kind.NOUN).name if manner is not None and action in named else None
        wanted: list[Wanted] = [each for name in named for each in actions.with_cards(name, seat, cards, way)]
        if not wanted and not cards:
            wanted = [actions.bare(name, seat) for name in named]
        return [actions.why(each) for each in wanted[: 20 * _MOST]]

    def named(self, action: str, manner: nodes.Word | None) -> tuple[str, ...]:
        """The action of a name, or those whose name begins with a verb and ends as the manner says."""
        known = self.game.meaning.actions
        if action in known:
            return (action,)
        tail = keys_of(manner.text) if manner is not None else ()
        begun = (name for name in known if name.split()[0] == action)
        return tuple(name for name in begun if not tail or keys_of(name)[-len(tail) :] == tail)

    def _infinitive(self, action: str) -> str:
        lexicon = Lexicon(self.game.vocabulary, (action,), ())
        return next(iter(lexicon.infinitives()), action)

    def _CanChoose(self, node: nodes.CanChoose) -> list[Why]:
        return [self._offered(item) for item in node.items]

    def _ChoosesAmong(self, node: nodes.ChoosesAmong) -> list[Why]:
        return [self._offered(item) for item in node.items] or [why_decision(self.match, self.viewer)]

    def _offered(self, item: nodes.Item) -> Why:
        """Whether something is among what may be chosen now, and why."""
        decision = self.match.decision
        now = why_decision(self.match, self.viewer)
        if decision is None or not isinstance(item, nodes.ThingItem):
            return now
        card = self.card(item.thing)
        offered = any(
            option.objects == (card,) for option in decision.options if option.kind not in (PASS, YES, NO, DONE)
        )
        return Why(
            f"scegliere {self.tell.name(card)}", "sì" if offered else "no", (*self._described(card), *now.reasons)
        )

    def _described(self, card: int) -> Iterator[Reason]:
        """What the present choice describes, and what of it the card is not."""
        from dsl.meaning import nodes as n

        asked_now = self.match.asked
        node, owner = self.game.compiled.prompts[asked_now[3]] or (None, "") if asked_now is not None else (None, "")
        if asked_now is None or not isinstance(node, n.Select):
            return
        frame = self.match.stack[-1]
        bearer = frame[2] if isinstance(frame[2], int) and frame[2] >= 0 else None
        scope = Scope(me=bearer, you=asked_now[0]).of(card)
        yield noun(self.tell, node.noun, card, scope, node.span, owner)
        yield from self._filters(node.where, scope, owner)

    def _filters(self, where: Sequence[Any], scope: Scope, owner: str) -> Iterator[Reason]:
        for condition in where:
            try:
                yield explain(self.tell, condition, scope, owner)
            except CannotCompile:
                continue

    # -- who, the end, the past --------------------------------------------------------------------------------

    def _Turn(self, node: nodes.Turn) -> list[Why]:
        return [_compared(why_decision(self.match, self.viewer), SEATS[node.seat])]

    def _AskedNow(self, node: asked.AskedNow) -> list[Why]:
        return [why_decision(self.match, self.viewer)]

    def _Over(self, node: nodes.Over) -> list[Why]:
        return [why_over(self.match, self.viewer), *self._last_step()]

    def _Wins(self, node: nodes.Wins) -> list[Why]:
        wanted = f"vince {SEATS[node.seat]}" if node.seat is not None else "finita in parità"
        return [_compared(why_over(self.match, self.viewer), wanted), *self._last_step()]

    def _last_step(self) -> list[Why]:
        """By which step the match ended."""
        if self.past is None or not self.match.over:
            return []
        return [evolve(why, reasons=why.reasons[:6]) for why in map(self.past.step, self.past.trace.steps[-1:])]

    def _Steps(self, node: asked.Steps) -> list[Why]:
        if self.past is None:
            raise QuestionError(UNTRACED)
        trace = self.past.trace
        if node.number is None:
            since = self.since if self.since is not None else self.past.since_last_choice()
            found = self.past.why_lines(since)
            return found or [Why("da allora", "non è successo nulla")]
        step = trace.step(node.number)
        if step is None:
            raise QuestionError(f"i passi vanno da {trace.first} a {trace.last}", [f"perché passo {trace.last}"])
        return [self.past.step(step)]


def _brief(why: Why) -> Why:
    """An answer without what its reasons rest on: that is said when it alone is asked about."""
    return evolve(why, reasons=tuple(evolve(reason, parts=()) for reason in why.reasons))


def _compared(why: Why, wanted: str) -> Why:
    """An answer to «perché è così»: when it is not so, that is said."""
    return why if why.answer in (wanted, "sì", "no") else evolve(why, answer=f"{why.answer} (non {wanted})")


def _zone(tell: Telling, at: int) -> str:
    layout = tell.asking.layout
    if at == layout.nowhere:
        return "fuori dalla partita"
    player = layout.player_of[at]
    name = layout.zone_names[layout.kind_of[at]]
    return name if player is None else f"{name} di {letter(player)}"


__all__ = ["QuestionError", "Questions"]
