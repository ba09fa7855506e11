"""To play a card: what is said of it of the very card that says it holds before its text counts, in the hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from . import nodes as n
from .game import Frame, GameMeaning, TextSlot
from .walk import walk

#: The word of the language for it; what a game calls otherwise its texts declare («un tempo da solo: dice quando …»).
PLAY: Final = "giocare"


def plays(verb: str, frames: Mapping[str, Frame], texts: Mapping[str, TextSlot]) -> bool:
    """Whether a verb (or what it is a kind of) is how a card is played."""
    known = {PLAY} | {slot.timed_verb for slot in texts.values() if slot.timed_verb is not None}
    name: str | None = verb
    seen: set[str] = set()
    while name is not None and name not in seen:
        seen.add(name)
        frame = frames.get(name) or next((each for each in frames.values() if each.verb == name), None)
        if frame is None:
            return False
        if frame.verb in known:
            return True
        name = frame.kind_of
    return False


def by_which_one_plays(game: GameMeaning) -> frozenset[str]:
    """The actions by which a card is played, whatever they are called."""
    found = set()
    for name, action in game.actions.items():
        done = [node for part in (*action.pay, action.effect) for node in walk(part) if isinstance(node, n.Do)]
        if any(plays(node.event.verb, game.frames, game.texts) for node in done):
            found.add(name)
    return frozenset(found)


def regulated(game: GameMeaning) -> frozenset[str]:
    """The verbs that an action does or a rule speaks of, and what they are a kind of: a card's «puoi» permits them."""
    said = (*(action.effect for action in game.actions.values()), *(rule.text for rule in game.rules.values()))
    found = {node.event.verb for text in said for node in walk(text) if isinstance(node, n.Do | n.Allow)}
    return frozenset(found | {frame.name for frame in game.frames.values() if frame.kind_of in found})


def open_to_all(game: GameMeaning) -> frozenset[str]:
    """The verbs that no rule, keyword or condition of an action forbids to anybody: of them a permission says nothing."""
    said = (*(rule.text for rule in game.rules.values()), *(word.text for word in game.keywords.values()))
    allowed = [node for text in said for node in walk(text) if isinstance(node, n.Allow)]
    closed = {x.event.verb for x in allowed if not x.allowed or x.only is not None or x.limit is not None}
    actions = game.actions.values()
    closed |= {x.event.verb for each in actions for x in walk((each.conditions, each.provided)) if isinstance(x, n.Can)}
    closed |= {
        x.event.verb for each in actions if each.limit is not None for x in walk(each.effect) if isinstance(x, n.Do)
    }
    shut = closed | {f.kind_of for f in game.frames.values() if f.name in closed and f.kind_of is not None}
    shut |= {f.name for f in game.frames.values() if f.kind_of in closed}
    base = {name.partition("#")[0] for name in shut}
    done = {x.event.verb for each in actions for x in walk(each.effect) if isinstance(x, n.Do)}
    known = regulated(game)
    known |= {f.kind_of for f in game.frames.values() if f.name in known and f.kind_of is not None}
    other = {f.verb for f in game.frames.values() if not {f.name, f.verb, f.kind_of} & known}
    other = {verb for verb in other if not plays(verb, game.frames, game.texts)}  # what may be played the windows say
    return (frozenset(name.partition("#")[0] for name in done) | other) - base


def timed(game: GameMeaning) -> Mapping[str, frozenset[str]]:
    """The verbs that an action does at a time alone of which no rule speaks, each with its periods: a permission for another
    time would open nothing."""
    found: dict[str, set[str]] = {}
    for action in game.actions.values():
        said = {
            x.period for each in action.conditions if is_of_time(each) for x in walk(each) if isinstance(x, n.During)
        }
        for done in (x for x in walk(action.effect) if isinstance(x, n.Do)) if said else ():
            found.setdefault(done.event.verb, set()).update(said)
    statics = (x for rule in game.rules.values() for x in walk(rule.text) if isinstance(x, n.Static))
    ruled = {
        x.event.verb
        for each in statics
        if each.condition is not None and is_of_time(each.condition)
        for x in walk(each.effects)
        if isinstance(x, n.Allow)
    }
    return {verb: frozenset(periods) for verb, periods in found.items() if verb not in ruled}


def in_own_turn(game: GameMeaning) -> frozenset[str]:
    """The verbs that actions do in windows alone where only the player whose turn it is speaks, and those that happen only in
    the steps of these."""
    found: dict[str, bool] = {}
    for action in game.actions.values():
        own = all(game.windows[name].speakers == "turn_player" for name in action.windows if name in game.windows)
        for done in _done_in((action.effect, action.pay)):
            found[done] = found.get(done, True) and own
    by = {name: {f.name for f in game.frames.values() if name in _done_in(f.steps)} for name in game.frames}
    texts = (*game.rules.values(), *game.keywords.values())
    elsewhere = _done_in((game.periods, game.checks, game.limits, game.labels, texts, game.setup))
    elsewhere |= _done_in([frame.then for frame in game.frames.values()])
    own_turn, before = {verb for verb, own in found.items() if own}, set[str]()
    while own_turn != before:
        before = set(own_turn)
        inner = game.frames.keys() - found.keys() - elsewhere
        own_turn |= {name for name in inner if by[name] and by[name] <= own_turn}
    return frozenset(own_turn)


def _done_in(node: object) -> set[str]:
    return {x.event.verb for x in walk(node) if isinstance(x, n.Do)}


def is_of_time(condition: n.Condition) -> bool:
    """Whether a condition speaks of the time and of nothing else."""
    if isinstance(condition, n.And | n.Or):
        return all(is_of_time(part) for part in condition.parts)
    if isinstance(condition, n.Not):
        return is_of_time(condition.part)
    return isinstance(condition, n.During | n.AnyTime)


def asks_later(game: GameMeaning) -> bool:
    """Whether a «se» of how things are, after «quando …», is asked when what is set off is done."""
    return dict(game.orders.get("doubt_order", ())).get("if") == "by text"


def each_of(game: GameMeaning) -> str | None:
    """Of which values «+1 Ardore e +1 Rango per ogni …» is: "of all", "of the last"; None where the game does not say."""
    return dict(game.orders.get("doubt_order", ())).get("each")


def limited(game: GameMeaning) -> frozenset[str]:
    """The verbs of which a rule says how often something may be, or that an action does so often: of them one may do more."""
    said: list[object] = [action.effect for action in game.actions.values() if action.limit is not None]
    found = {node.event.verb for text in said for node in walk(text) if isinstance(node, n.Do)}
    rules = (node for rule in game.rules.values() for node in walk(rule.text) if isinstance(node, n.Allow))
    found |= {node.event.verb for node in rules if node.limit is not None}
    return frozenset(found | {frame.name for frame in game.frames.values() if frame.kind_of in found})


def priced(game: GameMeaning) -> Mapping[str, frozenset[str]]:
    """The verbs that actions do for a price, what they are a kind of too, each with the values in which it is paid."""
    found: dict[str, set[str]] = {}
    for action in game.actions.values():
        verbs: set[str] = _done_in(action.effect)
        verbs |= {f.kind_of for f in game.frames.values() if f.name in verbs and f.kind_of is not None}
        for verb in verbs if action.price else ():
            found.setdefault(verb, set()).update(each.value for each in action.price)
    return {verb: frozenset(values) for verb, values in found.items()}


def of_own_play(effect: object, frames: Mapping[str, Frame], texts: Mapping[str, TextSlot]) -> bool:
    """«non puoi giocare questa carta»: a permission of how the card that says it is played."""
    if not isinstance(effect, n.Allow) or not plays(effect.event.verb, frames, texts):
        return False
    return any(role.name == "object" and isinstance(role.value, n.Self) for role in effect.event.roles)


def of_entering(effect: object, frames: Mapping[str, Frame]) -> bool:
    """«può occupare qualsiasi casella», «non può essere legata a una Lana»: a permission of the place that the card which
    says it takes, or of what it comes to lie under, coming from elsewhere."""
    if not isinstance(effect, n.Allow):
        return False
    frame = next((each for each in frames.values() if effect.event.verb in (each.name, each.verb)), None)
    as_what = {role.name for role in effect.event.roles if isinstance(role.value, n.Self)}
    whither = any(role.name == "to" for role in effect.event.roles)
    used = "with" in as_what or ("object" in as_what and whither)
    return used and frame is not None and frame.place is not None
