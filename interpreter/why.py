"""Why: the layers of a value, what gives or takes a keyword, what forbids an action, each with the words that did it.

Nothing here decides anything: the very functions that the match runs are asked, one entry at a time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from attrs import frozen

from dsl.meaning.nodes import Do, Span

from .machine import Entry
from .match import Match
from .program.layout import player_code, walk
from .program.standing import ADD, ALWAYS_ADD, ALWAYS_SET, SET, SET_PRINTED, TIMES
from .tell import tell_option

LAYERS = {
    SET_PRINTED: "copia",
    SET: "fissa",
    ADD: "aggiunge",
    ALWAYS_SET: "fissa sempre",
    ALWAYS_ADD: "aggiunge sempre",
    TIMES: "moltiplica",
}


@frozen
class Reason:
    """Something in the text that had a say: its words, their place, the card or the rule that has them."""

    text: str
    owner: str = ""
    span: Span | None = None
    words: str = ""
    overridden: bool = False


@frozen
class Why:
    """A question about a match, its answer, and the reasons in the order in which they count."""

    subject: str
    answer: str
    reasons: tuple[Reason, ...] = ()


# -- values, keywords, statuses ------------------------------------------------------------------------------------


def why_value(match: Match, card: int, value: str) -> Why:
    """The layers of a value of a card: what is printed, each modifier, what it did or what overrode it.

    Raises ``KeyError`` when cards have no such value.
    """
    game = match.game
    decl = game.meaning.values[value]
    if f"mod {value}" not in game.compiled.layout.slots:
        raise KeyError(value)
    number = list(game.meaning.values).index(value)
    names = game.machine.names
    printed = names[f"PRINTED{number}"][card] if decl.printed else names[f"pv{number}"](match.s, card)
    got = list(_modifiers(match, card, value, number))
    last_fixed = max((i for i, (_, layer, _) in enumerate(got) if layer == ALWAYS_SET), default=None)
    last_set = max((i for i, (_, layer, _) in enumerate(got) if layer == SET), default=None)
    base = f"stampato: {_shown(decl.members, printed)}"
    covered = any(layer in (SET_PRINTED, SET, ALWAYS_SET) for _, layer, _ in got)
    reasons = [Reason(base, _name(match, card), game.cards[card].span, overridden=covered)]
    for i, (entry, layer, result) in sorted(enumerate(got), key=lambda each: each[1][1]):
        over = (last_fixed is not None and layer not in (ALWAYS_SET, ALWAYS_ADD)) or (
            (layer == SET and i != last_set) or (layer == ALWAYS_SET and i != last_fixed)
        )
        reasons.append(_reason(match, entry, f"{LAYERS[layer]}: {_shown(decl.members, result)}", over))
    if decl.minimum is not None:
        reasons.append(_declared(match, f"minimo: {decl.minimum}", value, decl.span))
    found = match.value(card, value)
    shown = ", ".join(found) if isinstance(found, tuple) else str(found)
    return Why(f"{value} di {_name(match, card)}", shown, tuple(reasons))


def _modifiers(match: Match, card: int, value: str, number: int) -> Iterator[tuple[Entry, int, int]]:
    """The modifiers that touch a value now: those in force on it, and those of the card's keywords."""
    game, names, state = match.game, match.game.machine.names, match.s
    entries = list(state[game.compiled.layout[f"mod {value}"]])
    source = game.compiled.functions[f"v{number}"]
    for keyword, ability in re.findall(r"\bk(\d+)\(s, c\):\n +r = apply\(s, \((\d+),", source):
        if names[f"k{keyword}"](state, card):
            entries.append((int(ability), card, None, 0, None, card, None))
    for entry in entries:
        result = names["apply"](state, entry, card)
        if result is not None:
            yield entry, names["LAYER"][entry[0]], result


def why_keyword(match: Match, card: int, keyword: str) -> Why:
    """Whether a card has a keyword, and each sentence that gives or takes it. Raises ``ValueError`` for no keyword."""
    has = match.keyword(card, keyword)
    entries = match.s[match.game.compiled.layout[f"keyword {keyword}"]]
    reasons = _flags(match, entries, card, "dà", "toglie")
    return Why(f"{keyword} di {_name(match, card)}", "sì" if has else "no", tuple(reasons))


def why_status(match: Match, card: int, status: str) -> Why:
    """Whether a card has a status, and each sentence that claims or denies it. Raises ``KeyError`` for no status."""
    has = match.status(card, status)
    decl = next(each for each in match.game.meaning.statuses.values() if status in (each.name, each.opposite))
    entries = match.s[match.game.compiled.layout[f"status {decl.name}"]]
    reasons = _flags(match, entries, card, f"{decl.name}: sì", f"{decl.name}: no")
    return Why(f"{status} di {_name(match, card)}", "sì" if has else "no", tuple(reasons))


def _flags(match: Match, entries: tuple[Entry, ...], card: int, yes: str, no: str) -> Iterator[Reason]:
    apply = match.game.machine.names["apply"]
    for entry in entries:
        result = apply(match.s, entry, card)
        if result is not None:
            yield _reason(match, entry, yes if result else no)


# -- permissions and missing options -------------------------------------------------------------------------------


def why_not(match: Match, card: int | None = None) -> list[Why]:
    """Every action that is not offered to the player who must choose, with what forbids it; ``card``: only its own."""
    decision = match.decision
    if decision is None or decision.kind != "action":
        return []
    found = []
    player = player_code(decision.player)
    for number, name in enumerate(match.game.meaning.actions):
        price = _unpaid(match, number, player)
        for value, event, frame in _candidates(match, number, player):
            if card is not None and card not in value:
                continue
            reasons = [*price, *_forbidding(match, frame, event)] if frame is not None else price
            if reasons:
                found.append(Why(_said(match, number, name, value), "no", tuple(reasons)))
    return found


def _unpaid(match: Match, number: int, player: int) -> list[Reason]:
    """The costs of an action that the player cannot spend now."""
    decl = list(match.game.meaning.actions.values())[number]
    layout = match.game.compiled.layout
    reasons = []
    for price in decl.price:
        amount = getattr(price.amount, "value", None)
        has = match.s[layout[f"value {price.value}"] + player]
        if isinstance(amount, int) and has < amount:
            reasons.append(_declared(match, f"costa {amount} {price.value}, e ne ha {has}", decl.name, decl.span))
    return reasons


def _candidates(match: Match, number: int, player: int) -> Iterator[tuple[tuple[Any, ...], list[Any], int | None]]:
    """Whatever could be chosen for an action if nothing forbade it: the option's value, its event, the verb's number.

    The function that lists the options is run with every test passed and every cost paid.
    """
    game = match.game
    frame = _frame_of(match, number)
    source = re.sub(r"paid = .*", "paid = True", game.compiled.functions[f"opts{number}"])
    source = re.sub(r": continue$", ": pass", source, flags=re.MULTILINE)
    source = re.sub(r"\bok\d+\(s, ev\)", "True", source)
    events: list[list[Any]] = []
    names = {**game.machine.names, "events": events}
    if frame is not None:
        source = source.replace("out.append(", "events.append(list(ev)); out.append(")
    exec(compile(source, "<why>", "exec"), names)
    values: list[tuple[Any, ...]] = []
    names[f"opts{number}"](match.s, player, values)
    for i, value in enumerate(values):
        yield value, events[i] if frame is not None else [], frame


def _frame_of(match: Match, number: int) -> int | None:
    """The number of the verb that an action carries out."""
    meaning = match.game.meaning
    decl = list(meaning.actions.values())[number]
    event = next((node.event for node in walk(decl.effect) if isinstance(node, Do)), None)
    if event is None:
        return None
    return next(i for i, frame in enumerate(meaning.frames.values()) if event.verb in (frame.name, frame.verb))


def _forbidding(match: Match, frame: int, event: list[Any]) -> Iterator[Reason]:
    """What makes the verb's own test say no: the line of the generated test that ends it, traced to its words."""
    compiled = match.game.compiled
    names = dict(match.game.machine.names)
    lines = compiled.functions[f"ok{frame}"].splitlines()
    exec(compile("\n".join(_numbered(lines)) + "\n", "<why>", "exec"), names)
    at = names[f"ok{frame}"](match.s, event)
    if at is None:
        return
    if "cards_allow" in lines[at]:
        yield from _cards_against(match, frame, event)
        return
    # a rule's test names the rule that cards may lift; a limit's count stands under the line that asks for the limit
    rule = re.search(r"\blifted\(s, t, ev, (\d+)\)", lines[at]) or re.search(r"r = a(\d+)\(", lines[at - 1])
    if rule is None:
        decl = list(match.game.meaning.frames.values())[frame]
        yield _declared(match, f"non è possibile {decl.verb} qui", decl.verb, decl.span)
    else:
        ability = compiled.abilities[int(rule[1])]
        yield _declared(match, "lo vieta una regola", ability.owner, ability.span)


def _numbered(lines: list[str]) -> Iterator[str]:
    """A generated test in which every refusal says on which line it stands, and consent is None."""
    for number, line in enumerate(lines):
        line = re.sub(r"return not t or (cards_allow\(.*\))$", rf"return None if not t or \1 else {number}", line)
        yield line.replace("return False", f"return {number}").replace("return True", "return None")


def _cards_against(match: Match, frame: int, event: list[Any]) -> Iterator[Reason]:
    """The sentences of cards in force that forbid an event, and those that allow it but are weaker."""
    compiled, machine = match.game.compiled, match.game.machine
    verb = list(match.game.meaning.frames)[frame]
    for name, slot in compiled.layout.slots.items():
        if not name.startswith("allow ") or f"s[{slot}]" not in compiled.functions[f"ok{frame}"]:
            continue
        for entry in match.s[slot]:
            ability = entry[0]
            if not machine.limit[ability] and machine.functions[ability](match.s, entry, event):
                allowed = machine.allowed[ability]
                yield _reason(match, entry, f"{'permette' if allowed else 'vieta'}: {verb}", overridden=bool(allowed))


def _said(match: Match, number: int, name: str, value: tuple[Any, ...]) -> str:
    """An option that is not offered, in the words of those that are."""
    from .decisions import Option

    return tell_option(Option(match, -1, "action", value)) or name


# -- words ---------------------------------------------------------------------------------------------------------


def _reason(match: Match, entry: Entry, text: str, overridden: bool = False) -> Reason:
    """A reason that is an entry in force."""
    ability = match.game.compiled.abilities[entry[0]]
    source = entry[5] if entry[5] is not None else entry[1]
    owner = _name(match, source) if source is not None and source >= 0 else ability.owner
    if ability.owner and ability.owner != owner:
        owner = f"{owner}, {ability.owner}"
    words = match.game.words_at(ability.span) or _words_of_card(match, source, ability.span)
    return Reason(text, owner, ability.span, words, overridden)


def _words_of_card(match: Match, card: int | None, span: Span | None) -> str:
    """The words at a place of a card's text that stands in no file (a card made for a scene)."""
    if card is None or card < 0 or span is None:
        return ""
    for slot, wording in match.game.cards[card].wordings.items():
        if span.file.startswith(f"<{slot}") and span.line == 1:
            return wording[span.column - 1 : span.column - 1 + span.length]
    return ""


def _declared(match: Match, text: str, owner: str, span: Span | None) -> Reason:
    return Reason(text, owner, span, match.game.words_at(span))


def _name(match: Match, card: int) -> str:
    return match.game.cards[card].name


def _shown(members: tuple[str, ...], found: int) -> str:
    """A number, or the names of the members of a mask."""
    if not members:
        return f"{found:+}" if found < 0 else str(found)
    return ", ".join(name for i, name in enumerate(members) if found >> i & 1)


__all__ = ["Reason", "Why", "why_keyword", "why_not", "why_status", "why_value"]
