"""Who must choose now and why: the turn, the period and its window, the effect that asks, the order of what waits; and why it is over."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import evolve

from dsl.meaning import nodes as n
from dsl.source import Span
from dsl.vocabulary.headings import HEADINGS, line_of
from dsl.vocabulary.spelling import keys_of

from ..frames import BATCH, PERIOD, RESOLVE, TIMES, WINDOW
from ..match import Game, Match
from ..tell import SEATS
from .asking import Asking, Scope
from .reasons import Reason, Telling, Viewer, Why

_ASKED = {
    n.Pick.AGENT: "sceglie chi lo fa",
    n.Pick.USER: "sceglie chi usa l'effetto",
    n.Pick.OPPONENT: "sceglie l'avversario",
    n.Pick.TARGET: "il bersaglio lo sceglie chi usa l'effetto",
}


def why_decision(match: Match, viewer: Viewer | None = None) -> Why:
    """Who must choose now, what gives the choice to that player, and in what it is asked."""
    tell = Telling(Asking(match), viewer)
    if match.decision is None:
        return why_over(match, viewer)
    return Why("tocca a", SEATS[match.decision.player], tuple(_decision(tell)))


def whose_window(tell: Telling, player: int) -> Iterator[Reason]:
    """Why a player may not act now."""
    decision = tell.match.decision
    if decision is None:
        yield tell.reason("la partita è finita", "", None, holds=False)
        return
    now = SEATS[decision.player]
    if decision.kind == "action":
        said = f"ora può agire {now}, non {tell.name(player)}"
    else:
        said = f"ora {now} deve scegliere: {decision.prompt}"
    yield Reason(said, holds=False, parts=tuple(_decision(tell)))


def _decision(tell: Telling) -> Iterator[Reason]:
    decision = tell.match.decision
    assert decision is not None
    if decision.kind == "action":
        yield from _window(tell)
    elif decision.kind == "trigger":
        yield from _waiting(tell)
        yield from _doing(tell)
    else:
        asks = list(_asked(tell))
        yield from asks
        yield from (reason for reason in _doing(tell) if reason.owner not in {each.owner for each in asks})
    yield from _turn(tell)


# -- the window and the turn -------------------------------------------------------------------------------------


def _window(tell: Telling) -> Iterator[Reason]:
    frame = tell.match.stack[-1]
    window = list(tell.asking.meaning.windows.values())[frame[4]]
    order = frame[7] or ()
    who = "il giocatore di turno"
    if window.speakers != "turn_player":
        who = "prima " + ", poi ".join(tell.name(player) for player in order)
    yield tell.reason(f"è aperta la finestra {window.name}: agisce {who}", window.name, window.span)
    if len(order) > 1 and frame[5]:
        yield tell.reason(f"ha già passato chi parlava prima ({frame[5]})", window.name, window.span)
    for player, chosen in reversed(frame[6] or ()):
        said = list(tell.asking.meaning.actions)[chosen[0]] if chosen[0] >= 0 else "un effetto"
        yield tell.reason(f"si può rispondere a {said} di {tell.name(player)}", window.name, window.span)
    if window.played == "zone":
        for at, record in enumerate(reversed(tell.asking.slot("waiting"))):
            top = "si risolve per primo, se tutti passano" if not at else "aspetta sotto"
            yield tell.reason(f"{tell.name(record[0])} di {tell.name(record[4])}: {top}", window.name, window.span)


def _turn(tell: Telling) -> Iterator[Reason]:
    """The periods that are open, the innermost first, and what gives the turn to its player."""
    periods = list(tell.asking.meaning.periods.values())
    for frame in reversed(tell.match.stack):
        if frame[0] != PERIOD:
            continue
        decl = periods[frame[4]]
        who = f" di {tell.name(frame[3])}" if decl.of_player and frame[3] is not None else ""
        between = [tell.name(tell.asking.slot(f"in {part.name}")) for part in decl.participants]
        taking = f" tra {' e '.join(between)}" if between else ""
        number = f", il numero {tell.asking.slot(f'serial {decl.name}')}" if decl.of_player else ""
        yield tell.reason(f"si è in: {decl.name}{who}{taking}{number}", decl.name, decl.span)


# -- what waits, what asks ---------------------------------------------------------------------------------------


def _waiting(tell: Telling) -> Iterator[Reason]:
    """The triggers among which their player orders, and the rules that give the order."""
    waiting = tell.match.waiting
    chosen = tell.match.asked[2] if tell.match.asked is not None else ()
    for at in chosen or range(len(waiting)):
        yield waiting_trigger(tell, waiting[at], "aspetta, e si può fare per primo")
    mine = set(chosen)
    for at, trigger in enumerate(waiting):
        if at not in mine:
            yield waiting_trigger(tell, trigger, f"aspetta dopo: è di {tell.name(trigger[3])}")
    yield from order_of(tell, "priority_order", ("players", "own"))


def waiting_trigger(tell: Telling, trigger: Any, said: str) -> Reason:
    """A trigger that waits to be done, and whose it is."""
    ability = tell.game.compiled.abilities[trigger[1]]
    owner = tell.name(trigger[4]) if trigger[4] is not None else ability.owner
    owner = owner if owner == ability.owner else f"{owner}, {ability.owner}"
    return tell.reason(said, owner, ability.span)


def _asked(tell: Telling) -> Iterator[Reason]:
    """Whose words ask, and by which of them the choice is this player's."""
    asked = tell.match.asked
    assert asked is not None
    node, owner = tell.game.compiled.prompts[asked[3]] or (None, "")
    span = getattr(node, "span", None)
    match node:
        case n.May(who=who):
            said = f"«può»: decide {tell.say(who, Scope(you=asked[0]))}"
        case n.Select(pick=pick):
            said = _ASKED.get(pick, "si sceglie")
        case _:
            said = "si sceglie"
    doing = next(_doing(tell), None)
    if span is None and doing is not None:  # whoever asks has no words of his own: those of what is being done
        yield evolve(doing, text=f"{said}, {tell.name(asked[0])}")
    else:
        yield tell.reason(f"{said}, {tell.name(asked[0])}", owner, span)


def _doing(tell: Telling) -> Iterator[Reason]:
    """What is being carried out, the innermost first."""
    seen: set[tuple[str, Any]] = set()
    for frame in reversed(tell.match.stack):
        if frame[0] in (PERIOD, WINDOW, RESOLVE, BATCH, TIMES):
            continue
        program = tell.game.program(frame[0])
        if program.span is None or (program.owner, program.span) in seen:
            continue
        seen.add((program.owner, program.span))
        bearer = frame[2] if isinstance(frame[2], int) and frame[2] >= 0 else None
        owner = tell.name(bearer) if bearer is not None else program.owner
        owner = owner if owner == program.owner or not program.owner else f"{owner}, {program.owner}"
        yield tell.reason("mentre si fa", owner, program.span)


# -- the orders that the text declares ---------------------------------------------------------------------------


def order_of(tell: Telling, kind: str, about: tuple[str, ...]) -> Iterator[Reason]:
    """The lines of an order that speak of something («players», «own»), with their place."""
    words = next((h.words for h in HEADINGS if h.key == kind), "")
    for what, how in tell.asking.meaning.orders.get(kind, ()):
        if what in about:
            span = _line(tell.game, kind, what, how)
            if span is not None:
                yield tell.reason("lo stabilisce", words, span)


def _line(game: Game, kind: str, what: str, how: str) -> Span | None:
    """Where the game's text has the line of an order."""
    found = next((line_of(h, what, how) for h in HEADINGS if h.key == kind), None)
    wanted = {keys_of(found)} if found is not None else set()
    for source in game.loaded.sources.values() if game.loaded is not None else ():
        for number, line in enumerate(source.lines, 1):
            said = line.partition("--")[0].strip()
            if said and keys_of(said) in wanted:
                return Span(source.name, number, line.index(said) + 1, len(said))
    return None


# -- the end -----------------------------------------------------------------------------------------------------


def why_over(match: Match, viewer: Viewer | None = None) -> Why:
    """Who won, by what count; that it goes on, when it does."""
    tell = Telling(Asking(match), viewer)
    if not match.over:
        return Why("la partita è finita", "no", tuple(_decision(tell)))
    winner = match.winner
    answer = "finita in parità" if winner is None else f"vince {SEATS[winner]}"
    return Why("la partita", answer, tuple(_scores(tell)))


def _scores(tell: Telling) -> Iterator[Reason]:
    ending = tell.asking.meaning.ending
    if ending is None or ending.score is None:
        return
    span = _ending_place(tell.game)
    scores = {}
    for seat in range(tell.game.players):
        scope = Scope(you=-1 - seat, it=-1 - seat, it_kind="player")
        scores[seat] = tell.asking.number(ending.score, scope)
        said = tell.say(ending.score, scope) or "il punteggio"
        yield tell.reason(f"{SEATS[seat]}: {said}: {scores[seat]}", "fine della partita", span)
    best = [seat for seat, score in scores.items() if score == max(scores.values())]
    if len(best) > 1 and ending.tie is not None:
        who = tell.asking.number(ending.tie, Scope())
        said = f"a parità: {tell.say(ending.tie, Scope())}, che è {tell.name(who)}"
        yield tell.reason(said, "fine della partita", getattr(ending.tie, "span", None) or span)


def _ending_place(game: Game) -> Span | None:
    """Where the game's text says how it ends."""
    words = next((h.words for h in HEADINGS if h.key == "ending"), "")
    for source in game.loaded.sources.values() if game.loaded is not None else ():
        for number, line in enumerate(source.lines, 1):
            said = line.partition("--")[0].strip()
            if said and keys_of(said) == keys_of(words):
                return Span(source.name, number, line.index(said) + 1, len(said))
    return None


__all__ = ["order_of", "waiting_trigger", "whose_window", "why_decision", "why_over"]
