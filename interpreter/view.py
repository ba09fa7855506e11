"""What a seat may know: its own hand and what lies open; of the rest only how many, when the game says so."""

from __future__ import annotations

from typing import Any

from attrs import fields, has

from dsl.meaning import nodes as n
from dsl.meaning.game import ValueDecl

from . import frames
from .decisions import decision_of
from .log import Entry, read_entry
from .program.layout import player_code
from .running import RunningMatch
from .tell import given_words


def view(match: RunningMatch, seat: int) -> dict[str, Any]:
    """The match as a player sees it, as plain data: players with their values and zones, shared zones, the decision, the log."""
    meaning = match.game.meaning
    decision = decision_of(match)
    asked: dict[str, Any] | None = None
    if decision is not None:
        asked = {"player": decision.player, "kind": decision.kind}
        if decision.player == seat:
            asked["prompt"] = decision.prompt
            asked["options"] = [option.text for option in decision.options]
    found: dict[str, Any] = {
        "seat": seat,
        "turn": match.turn_player,
        "over": match.over,
        "winner": match.winner,
        "players": [player(match, other, seat) for other in range(match.game.players)],
        "zones": {name: zone(match, name, None, seat) for name, z in meaning.zones.items() if z.owner == "shared"},
        "game": {name: match.game_value(name) for name, v in meaning.values.items() if v.owner == "game"},
        "decision": asked,
        "log": [
            seen for entry in reversed(list(_raw(match.told))) if (seen := seen_entry(match, entry, seat)) is not None
        ],
    }
    shared = spots(match, None)
    return found | {"places": shared} if shared else found


def player(match: RunningMatch, seat: int, viewer: int) -> dict[str, Any]:
    """A player's values by name and its zones."""
    meaning = match.game.meaning
    values: dict[str, Any] = {
        name: match.player_value(seat, name) if knows(match, v, seat, viewer) else None
        for name, v in meaning.values.items()
        if v.owner == "player"
    }
    values["zones"] = {
        name: zone(match, name, seat, viewer) for name, z in meaning.zones.items() if z.owner == "player"
    }
    if match.game.compiled.layout.spots:
        values["places"] = spots(match, seat)
    return values


def may_see(match: RunningMatch, name: str, seat: int | None, viewer: int) -> bool:
    """Whether a viewer sees what lies in a zone (of a seat) now."""
    return _always_sees(match, name, seat, viewer) or lies_open(match, name, seat)


def _always_sees(match: RunningMatch, name: str, seat: int | None, viewer: int) -> bool:
    seen = match.game.meaning.zones[name].seen_by
    return seen == "all" or (seen == "owner" and seat == viewer)


def lies_open(match: RunningMatch, name: str, seat: int | None) -> bool:
    """Whether everybody sees a hidden zone of a player now, by a status that he has."""
    shown = (each for each in match.game.meaning.statuses.values() if each.shows_zone == name)
    return seat is not None and any(match.status(player_code(seat), each.name) for each in shown)


def knows(match: RunningMatch, value: ValueDecl, seat: int, viewer: int) -> bool:
    """Whether a viewer knows a value of a player: what is reckoned from cards that he may not see he does not, before the
    match is over by it."""
    if value.derived is None or (match.asked is None and _decided_by(match, value)):
        return True
    zones = match.game.meaning.zones
    looked, counted = _looked_at(value.derived)
    open_to = {"all", "owner"} if viewer == seat else {"all"}
    return all(may_see(match, name, seat, viewer) for name in looked) and all(
        zones[name].count_seen_by in open_to or may_see(match, name, seat, viewer) for name in counted
    )


def _decided_by(match: RunningMatch, value: ValueDecl) -> bool:
    ending = match.game.meaning.ending
    return ending is not None and isinstance(ending.score, n.ValueOf) and ending.score.value == value.name


def _looked_at(node: Any) -> tuple[set[str], set[str]]:
    """The zones whose cards a number looks at, and those of which it only says how many there are."""
    looked: set[str] = set()
    counted: set[str] = set()
    if isinstance(node, n.Count) and not node.what.where and node.what.place is not None:
        counted.add(node.what.place.zone)
    elif isinstance(node, n.Place):
        looked.add(node.zone)
    elif isinstance(node, tuple):
        for part in node:
            more, numbers = _looked_at(part)
            looked |= more
            counted |= numbers
    elif has(type(node)) and not isinstance(node, n.Span):
        return _looked_at(tuple(getattr(node, field.name) for field in fields(type(node))))
    return looked, counted


def zone(match: RunningMatch, name: str, seat: int | None, viewer: int) -> Any:
    """The cards of a zone from the bottom up; their number alone, or nothing, when they are hidden."""
    decl = match.game.meaning.zones[name]
    cards = match.pile(name, seat)
    if may_see(match, name, seat, viewer):
        return [card(match, c) for c in cards]
    known = decl.count_seen_by == "all" or (decl.count_seen_by == "owner" and seat == viewer)
    return {"count": len(cards)} if known else {}


def card(match: RunningMatch, c: int) -> dict[str, Any]:
    """A card as it lies: its values now, its statuses, what lies under it."""
    meaning = match.game.meaning
    found: dict[str, Any] = {"card": c, "name": match.card_name(c)}
    if c >= len(match.game.cards):  # a play that is no card
        return found | {"statuses": []}
    if match.game.cards[c].token is not None:
        return found
    for name, value in meaning.values.items():
        if value.owner == "card" and value.kind != "word":
            found[name] = match.value(c, name)
    found["statuses"] = statuses(match, c)
    spot = match.spot_of(c)
    if spot is not None:
        found["place"] = match.game.spot_name(spot)
    below = (
        match.game.machine.names["under"](match.s, c) if match.s[match.game.compiled.layout["last"] + c] == 0 else ()
    )
    for name, decl in meaning.zones.items():  # tokens that lie on it
        there = [x for x in match.pile(name, host=c) if match.game.cards[x].token] if decl.owner == "card" else []
        if there:
            found[name] = len(there)
    if below:
        found["under"] = [card(match, x) | {"controller": match.controller(x)} for x in below]
    return found


def statuses(match: RunningMatch, x: int) -> list[str]:
    """The statuses that a card or a place has now."""
    return [s.name for s in match.game.meaning.statuses.values() if match.status(x, s.name)]


def spots(match: RunningMatch, seat: int | None) -> list[dict[str, Any]]:
    """The declared places of a seat (or of all): their statuses, and the cards on them."""
    L = match.game.compiled.layout
    found = []
    for i, spot in enumerate(L.spots):
        if spot.seat == seat:
            number = L.first_spot + i
            found.append({
                "place": number,
                "name": match.game.spot_name(number),
                "zone": spot.zone,
                "statuses": statuses(match, number),
                "cards": list(match.s[L["held"] + number]),
            })  # fmt: skip
    return found


def seen_entry(match: RunningMatch, raw: tuple[Any, ...], seat: int) -> dict[str, Any] | None:
    """A step of the log without what was hidden from the seat; None for what concerns nobody else."""
    if raw[0] == frames.ORDER:
        return None
    entry = read_entry(match.game, raw)
    roles = dict(entry.roles)
    if entry.kind == "event" and raw[4] is not None:
        moved, before, after = raw[4]
        if not (_open(match, before, seat) or _open(match, after, seat)):
            roles = {k: None if v == moved else v for k, v in roles.items()}
    if (
        entry.kind == "value"
        and "card" in roles
        and not _open(match, match.s[match.game.compiled.layout["zone"] + roles["card"]], seat)
    ):
        roles["card"] = None
    if entry.kind == "look" and roles["who"] is not None and roles["who"] != player_code(seat):
        roles["cards"] = len(roles["cards"])
    return {"kind": entry.kind, "name": entry.name, "roles": {k: _plain(match, entry, k, v) for k, v in roles.items()}}


def _open(match: RunningMatch, at: int, seat: int) -> bool:
    """Whether a seat saw what came to a pile, or left it: not of what was hidden then, though it lies open now."""
    L = match.game.compiled.layout
    if at == L.nowhere:
        return True
    owner = L.player_of[at]
    return _always_sees(match, L.zone_names[L.kind_of[at]], None if owner is None else -1 - owner, seat)


def _plain(match: RunningMatch, entry: Entry, role: str, value: Any) -> Any:
    """Cards by name, players by seat, what is given in its words; numbers stay numbers."""
    if role == "effect" and isinstance(value, tuple):
        return given_words(match, match.game.compiled.abilities[value[0]].node, value[3])
    if role == "time":
        return None if value is None else list(match.game.meaning.periods)[value[0]]
    if isinstance(value, tuple):
        return [_plain(match, entry, role, x) for x in value]
    if isinstance(value, int) and role not in ("number", "amount", "result"):
        known = -10 < value < len(match.game.cards) or value in match.game.compiled.layout.plays
        return match.name_of(value) if known or match.game.is_spot(value) else value
    return value


def _raw(told: Any) -> Any:
    while told is not None:
        yield told[0]
        told = told[1]
