"""Movements of cards in the flat state: piles, what a card loses when it leaves, what comes into force when it arrives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from dsl.meaning.game import GameMeaning

from .copies import build as build_copies
from .machine import FOREVER, Entry, Machine, State
from .program.declared import attached_zones
from .program.layout import Layout
from .random import below, shuffled
from .spots import CardsOnSpots

Said = Mapping[int, Sequence[tuple[int, int]]]  # of each card: where what its texts say stands, and which ability it is


def kept_slots(game: GameMeaning, L: Layout) -> frozenset[int]:
    """What the texts of a card that a status turns off say all the same: of some values."""
    return frozenset(L["mod " + name] for status in game.statuses.values() for name in status.keeps)


def staying(k: Machine) -> frozenset[int]:
    """What stands although its text is turned off: it speaks of that status itself."""
    return frozenset(ability.number for ability in k.compiled.abilities if ability.stays)


def build(k: Machine) -> dict[str, Any]:
    """The functions of movement, with this game's slots."""
    L = k.L
    game = L.game
    ZONE, CTRL, STAT, TIME, LAST, LOCKS = (L[x] for x in ("zone", "ctrl", "stat", "time", "last", "locks"))
    CLOCK, DIRTY, ORPHANS, SHUFFLE, ARRIVED, USES, RNG = (
        L[x] for x in ("clock", "dirty", "orphans", "shuffle", "arrived", "uses", "rng")
    )
    KO, PO = k.kind_at, k.player_at
    zones = list(game.zones.values())
    attached, everywhere, leaving = _zones_of_cards(L)
    under_bases = tuple(attached.values())
    enter_by_kind, attach_by_kind = _texts_by_zone(k)
    in_play = _zones_in_play(k)
    watched = _zones_with_limits(k)
    reshuffled = frozenset(i for i, z in enumerate(zones) if z.shuffled_on_return)
    starts = _starting_statuses(k)
    kept, stays = kept_slots(game, L), staying(k)
    off_bits, host_bits, face_bits, face = _status_bits(k)
    side = L.capacity if face_bits else 0  # what the other face says is kept so far behind what the first says
    owned = frozenset(i for i, z in enumerate(zones) if z.owner == "player")
    active_first = frozenset(i for i, z in enumerate(zones) if z.arrivals == "active_player_first")
    turn_player = L["player " + game.turn]
    verb_numbers = {name: i for i, name in enumerate(game.frames)}
    names = k.names
    nowhere = L.nowhere
    first_token, first_play, plays, told_apart = L.first_token, L.plays.start, len(L.plays) > 0, _worths_of_tokens(L)
    token_bases = under_bases if game.tokens else ()
    standing = frozenset(L[name] for name in L.slots if name.startswith(("mod ", "allow ", "claim ", "status ")))

    def texts_off(
        s: State, c: int, kind: int, but: frozenset[int] = frozenset(), save: frozenset[int] = frozenset()
    ) -> None:
        """What a card's own texts have put in force ends, but for what they say of some values, and some abilities."""
        for slot in spoken_in[kind][c] if one_side else spoken(s, c, kind):
            if slot not in but:
                s[slot] = tuple([e for e in s[slot] if e[5] != c or e[4] != 0 or e[0] in save])

    def spoken(s: State, c: int, kind: int) -> tuple[int, ...]:
        """Where what the texts that a card shows say stands."""
        said = (*enter_by_kind[kind].get(shown_side(s, c), ()), *attach_by_kind[kind].get(c, ()))
        return tuple([slot for slot, _ in said])

    copies = "copies" in L.slots
    TEXTS = L["texts"] if copies else 0
    one_side = not copies and not side
    spoken_in = [_spoken_in(L, on, under) for on, under in zip(enter_by_kind, attach_by_kind, strict=True)]
    entering = [[on.get(c, ()) for c in range(L.capacity * (2 if side else 1))] for on in enter_by_kind]

    def texts_on(
        s: State, c: int, z: int, time: int, but: frozenset[int] = frozenset(), save: frozenset[int] = frozenset()
    ) -> None:
        """What a card's own texts say where it lies comes into force, but for some values and abilities."""
        kind = KO[z]
        for slot, ability in entering[kind][shown_side(s, c)]:
            if slot not in but and ability not in save:
                s[slot] += ((ability, c, None, time, 0, c, None),)
        if kind in attached:
            host_card = z - attached[kind]
            for slot, ability in attach_by_kind[kind].get(c, ()):
                if slot not in but and ability not in save:
                    s[slot] += ((ability, host_card, None, time, 0, c, None),)

    def kept_on(s: State, c: int, z: int, time: int) -> None:
        """What the texts of a card that is off say all the same comes into force."""
        said = (*enter_by_kind[KO[z]].get(shown_side(s, c), ()), *attach_by_kind[KO[z]].get(c, ()))
        off = frozenset(ability for slot, ability in said if slot not in kept and ability not in stays)
        texts_on(s, c, z, time, frozenset(), off)

    def turn(s: State, c: int, status: int, on: int) -> None:
        """Give a card a status that says more than itself: its texts go off or on, what lies under it goes with it."""
        was = s[STAT + c] >> status & 1
        turned = was != on and face_bits >> status & 1 and not s[STAT + c] & off_bits
        if turned:
            texts_off(s, c, KO[s[ZONE + c]])
        if on:
            s[STAT + c] |= 1 << status
        else:
            s[STAT + c] &= ~(1 << status)
        if turned:
            s[CLOCK] += 1
            texts_on(s, c, s[ZONE + c], s[CLOCK])
        if was != on and off_bits >> status & 1:
            if on:
                texts_off(s, c, KO[s[ZONE + c]], kept, stays)
            elif not s[STAT + c] & off_bits:
                s[CLOCK] += 1
                texts_on(s, c, s[ZONE + c], s[CLOCK], kept, stays)
        if host_bits >> status & 1:
            for base in under_bases:
                for x in s[base + c]:
                    if x < first_token:
                        turn(s, x, status, on)

    def shown_side(s: State, c: int) -> int:
        """Where the texts that a card shows stand in the tables: its own, of the face that it shows, or another's."""
        if copies and s[TEXTS + c] is not None:
            other: int = s[TEXTS + c]
            return other
        shown: int = c + side * (s[STAT + c] >> face & 1)
        return shown

    def text_card(s: State, c: int) -> int:
        """The card whose texts a card shows."""
        shown: int | None = s[TEXTS + c] if copies and c >= 0 else None
        return c if shown is None else shown % L.capacity

    def arrive(s: State, c: int, bits: int) -> None:
        """Give a card that was placed its statuses."""
        more = off_bits | host_bits | face_bits
        s[STAT + c] = (s[STAT + c] & more) | (bits & ~more)
        for i in range(bits.bit_length()):
            if bits & more & 1 << i:
                turn(s, c, i, 1)

    def remove_entries(s: State, c: int, kind: int, new_kind: int) -> None:
        texts_off(s, c, kind)
        locks = s[LOCKS + c]
        if locks and unchanged[kind][new_kind]:
            for slot in locks:
                s[slot] = tuple([e for e in s[slot] if e[6] != c or e[4] == FOREVER])
            s[LOCKS + c] = tuple([slot for slot in locks if any(e[6] == c for e in s[slot])])
            if copies:
                s[TEXTS + c] = names["copied"](s, c)

    OWNER = tuple(L.owners) + (None,) * (L.capacity - len(L.owners))
    homes = [L["zone " + z.name] if z.of_owner and z.owner == "player" else 0 for z in zones]
    some_home = any(homes)

    def home(s: State, c: int, z: int) -> int:
        """The pile to which a card goes that is sent to one: its owner's, where the zone says so."""
        base = homes[KO[z]] if z != nowhere else 0
        if not base or c is None:
            return z
        owner = OWNER[c] if OWNER[c] is not None else s[CTRL + c]
        return z if owner is None else base + owner

    remembers, unchanged = _remembered(k)
    counters = _counters(k)
    on_spots = CardsOnSpots(k, in_play) if L.spots else None

    speaks = _zones_with_texts(k)
    plain = _zones_of_mere_cards(k, in_play, speaks, starts)
    stands = _zones_where_it_stands(k, in_play, speaks)
    owned_kinds = [i in owned for i in range(len(zones))]
    reshuffled_kinds = [i in reshuffled for i in range(len(zones))]

    def move(s: State, c: int, z: int, top: int = 1) -> None:
        """Put a card in a pile; it forgets what it was, and becomes what it is there."""
        if some_home:
            z = home(s, c, z)
        old = s[ZONE + c]
        if plays and c >= first_play:  # no card: away from where it waits it is nothing
            if old != z:
                s[old] = tuple([x for x in s[old] if x != c])
                s[ZONE + c] = nowhere
                for slot in s[LOCKS + c]:  # as what it looked, if it was a copy
                    s[slot] = tuple([e for e in s[slot] if e[6] != c])
                s[LOCKS + c] = ()
            return
        kind, new_kind = KO[old], KO[z]
        if not plain[kind] or not plain[new_kind]:
            move_in_play(s, c, z, top)
            return
        t = s[old]  # between places where a card is nothing but a card
        if t[-1] == c:
            s[old] = t[:-1]
        else:
            i = t.index(c)
            s[old] = t[:i] + t[i + 1 :]
        laid(s, c, z, top, kind, new_kind)

    def move_top(s: State, c: int, z: int, old: int) -> None:
        """The same of the card that lies on top of a pile."""
        kind, new_kind = KO[old], KO[z]
        if some_home or plays or not plain[kind] or not plain[new_kind]:
            move(s, c, z)
            return
        s[old] = s[old][:-1]
        laid(s, c, z, 1, kind, new_kind)

    def laid(s: State, c: int, z: int, top: int, kind: int, new_kind: int) -> None:
        """A card that was taken away from a place where it is nothing but a card is put in another such."""
        s[z] = s[z] + (c,) if top else (c,) + s[z]
        s[ZONE + c] = z
        s[CLOCK] = s[TIME + c] = s[CLOCK] + 1
        s[LAST + c] = s[STAT + c] = 0
        s[ARRIVED] = c
        if owned_kinds[new_kind]:
            s[CTRL + c] = PO[z]
        elif c >= first_token:
            s[CTRL + c] = None
        if reshuffled_kinds[new_kind] and kind != new_kind:
            s[SHUFFLE] += (z,)

    def move_in_play(s: State, c: int, z: int, top: int) -> None:
        """A movement from or to a place where a card has statuses, texts, or cards under it."""
        old = s[ZONE + c]
        new_kind = KO[z]
        s[LAST + c] = 0
        if old != nowhere:
            kind = KO[old]
            if in_play[kind] and not in_play[new_kind]:
                s[LAST + c] = names["last_known"](s, c)
            if stands[kind]:
                remove_entries(s, c, kind, new_kind)
            if in_play[kind]:
                for base in under_bases:
                    if s[base + c] and not remembers[kind][new_kind]:
                        lent_no_more(s, base, c)
                        orphan(s, base, c)
            t = s[old]
            if t[-1] == c:
                s[old] = t[:-1]
            else:
                i = t.index(c)
                s[old] = t[:i] + t[i + 1 :]
            if kind in everywhere:
                a = everywhere[kind]
                s[a] = tuple([x for x in s[a] if x != c])
            if new_kind in reshuffled and kind != new_kind:
                s[SHUFFLE] += (z,)
        s[z] = s[z] + (c,) if top else (c,) + s[z]
        s[ZONE + c] = z
        s[CLOCK] = time = s[CLOCK] + 1
        if remembers[KO[old]][new_kind]:  # the same card, elsewhere in the same place
            s[STAT + c] |= starts[new_kind]
        else:
            s[TIME + c] = time
            s[STAT + c] = starts[new_kind]
            for at, row in counters:
                s[at + c] = row[c]
            if s[USES]:  # another card: it has used nothing yet
                s[USES] = tuple([x for x in s[USES] if x[1] != c])
        s[ARRIVED] = c
        if new_kind in owned:
            if in_play[new_kind] or not in_play[KO[old]]:  # a card that just left keeps its last controller
                s[CTRL + c] = PO[z]
                hosted(s, c)
        elif c >= first_token:  # a token is its host's player's, or nobody's
            s[CTRL + c] = s[CTRL + z - attached[new_kind]] if new_kind in attached else None
        if recalling and in_play[new_kind] and unchanged[KO[old]][new_kind]:
            recalled_no_more(s, c)
        if new_kind in everywhere:
            s[everywhere[new_kind]] += (c,)
        if new_kind in attached and host_bits and c < first_token:
            s[STAT + c] |= s[STAT + z - attached[new_kind]] & host_bits
        if speaks[new_kind]:
            if not s[STAT + c] & off_bits:
                texts_on(s, c, z, time)
            elif kept or stays:
                kept_on(s, c, z, time)
        if new_kind in watched:
            s[DIRTY] = 1

    KEPT, recalling = k.kept, _recalling(k)

    def recalled_no_more(s: State, c: int) -> None:
        """A card that came into play is another than the one that what was set up for later speaks of."""
        for slot in recalling:
            if s[slot]:
                s[slot] = tuple([x for e in s[slot] for x in without(e, c)])

    def without(e: Entry, c: int) -> tuple[Entry, ...]:
        """An entry that recalls a card no more; none when it is the card's own."""
        places = [at for at in KEPT[e[0]] if e[at] == c or (isinstance(e[at], tuple) and c in e[at])]
        if 1 in places:
            return ()
        for at in places:
            left = tuple([x for x in e[at] if x != c]) if isinstance(e[at], tuple) else None
            e = (*e[:at], left, *e[at + 1 :])
        return (e,)

    def hosted(s: State, c: int) -> None:
        """The tokens on a card that went over to a player are his with it."""
        for base in token_bases:
            for x in s[base + c]:
                if x >= first_token:
                    s[CTRL + x] = s[CTRL + c]

    def trade(s: State, one: int | None, other: int | None) -> int:
        """Each of two cards in the other's stead; 0 when one of them is missing."""
        if one is None or other is None or one == other:
            return 0
        here, there = s[ZONE + one], s[ZONE + other]
        first, second = s[here].index(one), s[there].index(other)
        if here != there:
            names["move"](s, one, there)
            names["move"](s, other, here)
        for c, z, at in sorted(((one, there, second), (other, here, first)), key=lambda each: each[2]):
            rest = [x for x in s[z] if x != c]
            s[z] = (*rest[:at], c, *rest[at:])
        return 1

    def lent_no_more(s: State, base: int, c: int) -> None:
        """What lies under a card lends it nothing once it has left, though it lies there until it is sent away itself."""
        for x in s[base + c]:
            for slot, _ in attach_by_kind[KO[base]].get(x, ()):
                if slot in standing:  # what its leaving sets off still is
                    s[slot] = tuple([e for e in s[slot] if e[5] != x or e[1] != c or e[4] != 0])

    def orphan(s: State, base: int, c: int) -> None:
        """What lies under a card that leaves goes as its zone says, right after."""
        verb = leaving[KO[base]]
        if verb is not None:
            s[ORPHANS] += tuple([(verb_numbers[verb], x) for x in s[base + c]])

    if on_spots is not None:
        move = on_spots.leaving(move)
    move = forgetting_what_was_paid(move, L) if L.may_pay_also else move

    def move_all(s: State, cards: tuple[int, ...], z: int, top: int = 1) -> None:
        """Several cards at once, in the order that the pile declares."""
        if len(cards) > 1 and KO[z] in active_first and in_play[KO[s[ZONE + cards[0]]]]:
            p = s[turn_player]
            cards = tuple(sorted(cards, key=lambda c: s[CTRL + c] != p))
        if len(cards) > 1 and attached:  # what lies under another of them leaves before it, and is no orphan
            under = [s[ZONE + c] for c in cards if KO[s[ZONE + c]] in attached]
            hosts = [below - attached[KO[below]] for below in under]
            cards = tuple(sorted(cards, key=lambda c: c in hosts)) if hosts else cards
        if not cards or not moved_as_one(s, cards, z, top):
            for c in cards:
                move(s, c, z, top)

    as_one = not some_home and not plays and on_spots is None

    def moved_as_one(s: State, cards: tuple[int, ...], z: int, top: int) -> bool:
        """Cards of one pile, all between places where a card is nothing but a card; False when there is more to it."""
        old = s[ZONE + cards[0]]
        kind, new_kind = KO[old], KO[z]
        if not as_one or not plain[kind] or not plain[new_kind]:
            return False
        left = tuple([c for c in s[old] if c not in cards])
        if len(left) + len(cards) != len(s[old]):
            return False
        s[old] = left
        s[z] = s[z] + cards if top else cards[::-1] + s[z]
        clock = s[CLOCK]
        for c in cards:
            clock += 1
            s[ZONE + c] = z
            s[TIME + c] = clock
            s[LAST + c] = s[STAT + c] = 0
            if owned_kinds[new_kind]:
                s[CTRL + c] = PO[z]
            elif c >= first_token:
                s[CTRL + c] = None
        s[CLOCK] = clock
        s[ARRIVED] = cards[-1]
        if reshuffled_kinds[new_kind] and kind != new_kind:
            s[SHUFFLE] += (z,) * len(cards)
        return True

    def change_side(s: State, c: int, player: int) -> None:
        """To the same zone of another player, with all that it has."""
        old = s[ZONE + c]
        was = PO[old]
        if was is not None and was != player and on_spots is not None and not on_spots.change_side(s, c, player - was):
            return
        s[CTRL + c] = player
        hosted(s, c)
        if was is None or was == player:
            return
        t = s[old]
        i = t.index(c)
        s[old] = t[:i] + t[i + 1 :]
        z = old - was + player
        s[z] += (c,)
        s[ZONE + c] = z
        s[ARRIVED] = c
        s[DIRTY] = 1

    def shuffle(s: State, z: int) -> None:
        s[z] = shuffled(s, RNG, s[z])
        if s[SHUFFLE]:
            s[SHUFFLE] = tuple([x for x in s[SHUFFLE] if x != z])

    def host(s: State, c: int | None) -> int | None:
        """The card under which a card lies, or lay when it left."""
        if c is None:
            return None
        kind = KO[s[ZONE + c]]
        if kind in attached:
            here: int = s[ZONE + c] - attached[kind]
            return here
        last = s[LAST + c]
        left: int | None = last[HOST_KEPT] if last and attached_bases else None
        return left

    attached_bases, HOST_KEPT = [L["zone " + zone.name] for zone in attached_zones(game)], k.compiled.host_kept

    def under(s: State, c: int | None) -> tuple[int, ...]:
        """The cards that lie under a card, or lay there when it left."""
        if c is None:
            return ()
        for base in attached_bases:
            if s[base + c]:
                there: tuple[int, ...] = s[base + c]
                return there
        last = s[LAST + c]
        return last[-1] if last else ()

    def owner(c: int | None) -> int | None:
        """The player whose deck a card is of."""
        return OWNER[c] if c is not None and c >= 0 else c

    def controller(s: State, x: int | None) -> int | None:
        return x if x is None or x < 0 else s[CTRL + x]

    def owners(s: State, cards: tuple[int, ...]) -> tuple[int, ...]:
        """The players whose decks several cards are of, each once."""
        return tuple(dict.fromkeys([p for c in cards if (p := OWNER[c]) is not None]))

    def controllers(s: State, cards: tuple[int, ...]) -> tuple[int, ...]:
        """The players who control several cards, each once."""
        return tuple(dict.fromkeys([s[CTRL + c] for c in cards if s[CTRL + c] is not None]))

    def lay_at_end(s: State, cards: tuple[int | None, ...], kept: tuple[int, tuple[int, ...]], top: int) -> None:
        """Cards that went to a pile, to the end of it that was said; what was there lies as it did."""
        z, before = kept
        gone = [c for c in cards if c is not None and s[ZONE + c] == home(s, c, z)]
        for there in dict.fromkeys([s[ZONE + c] for c in gone]):
            mine = tuple([c for c in gone if s[ZONE + c] == there])
            rest = tuple([x for x in s[there] if x not in mine])
            old = tuple([x for x in before if x not in mine])
            if there == z and sorted(old) == sorted(rest):  # who goes back to it without an end has it shuffled
                rest = old
            s[there] = rest + mine if top else mine[::-1] + rest

    def alike(s: State, things: Any) -> list[int]:
        """Of things that nobody can tell apart, one of each kind for each place where they lie, and for each worth."""
        cards = k.compiled.cards
        return list(
            {(s[ZONE + c], cards[c].token, *[s[value + c] for value in told_apart]): c for c in things}.values()
        )

    def sample(s: State, cards: tuple[int, ...], number: int) -> tuple[int, ...]:
        left = list(cards)
        while len(left) > number:
            left.pop(below(s, RNG, len(left)))
        return tuple(left)

    def stand(s: State, slot: int, ability: int, fr: list[Any], expiry: Any, locked: int | None) -> None:
        """Put an effect in force, as used now."""
        s[CLOCK] += 1
        e: Entry = (ability, fr[2], fr[3], s[CLOCK], expiry, fr[2], locked, *fr[4:])
        s[slot] += (e,)
        if locked is not None and locked >= 0 and slot not in s[LOCKS + locked]:
            s[LOCKS + locked] += (slot,)
        if expiry is not None:
            timed = timed_slots[expiry[0]]
            if slot not in s[timed]:
                s[timed] += (slot,)
        if copies and slot == L["copies"]:
            names["retext"](s)

    if copies:
        names.update(build_copies(k, texts_off, texts_on, off_bits))
    if on_spots is not None:
        names.update(on_spots.functions(move, change_side))
    timed_slots = [L["timed " + name] for name in game.periods]
    moving = (shown_side, text_card, move, move_all, move_top, trade, change_side, arrive, turn)
    others = (alike, shuffle, host, under, controller, controllers, sample, stand, home, lay_at_end, owner, owners)
    tables = {"below": below, "OWNER": OWNER, "PO": PO, "KO": KO, "PLAYERS": k.seats}
    return {f.__name__: f for f in (*moving, *others)} | tables


def forgetting_what_was_paid(inner: Any, L: Layout) -> Any:
    """Movement of a card that keeps what was paid beside its price only from where it waits to where it goes then."""
    also, zone, stack = L["also"], L["zone"], L["zone " + (L.stack_zone or "")]

    def move(s: State, c: int, z: int, top: int = 1) -> None:
        if c in s[also] and s[zone + c] != stack:
            s[also] = tuple([x for x in s[also] if x != c])
        inner(s, c, z, top)

    return move


def _status_bits(k: Machine) -> tuple[int, int, int, int]:
    """The statuses that turn texts off, those of the host, those that show the other face if a card has one; the first of these."""
    statuses = list(enumerate(k.L.game.statuses.values()))
    faced = any(card.back is not None for card in k.compiled.cards)
    faces = [i for i, status in statuses if status.shows_back and faced]
    off = sum(1 << i for i, status in statuses if status.turns_off)
    of_host = sum(1 << i for i, status in statuses if status.of_host)
    return off, of_host, sum(1 << i for i in faces), faces[0] if faces else 0


def _zones_of_cards(L: Layout) -> tuple[dict[int, int], dict[int, int], dict[int, str | None]]:
    """Of each zone that every card has: where the piles begin, where all that lies there is, what happens when the card leaves."""
    zones = [(i, zone) for i, zone in enumerate(L.game.zones.values()) if zone.owner == "card"]
    piles = {i: L["zone " + zone.name] for i, zone in zones}
    return piles, {i: L["all " + zone.name] for i, zone in zones}, {i: zone.host_leaves for i, zone in zones}


def _texts_by_zone(k: Machine) -> Iterator[list[Said]]:
    """What the texts of cards say in each zone: on themselves, then on what they lie under."""
    for table in (k.compiled.enter, k.compiled.attach):
        yield [table.get(i, {}) for i in range(len(k.L.zone_names))]


def _spoken_in(L: Layout, on: Said, under: Said) -> list[tuple[int, ...]]:
    """Where what the texts of each card say in a zone stands, on itself and on what it lies under."""
    said = ((*on.get(c, ()), *under.get(c, ())) for c in range(L.capacity))
    return [tuple(dict.fromkeys(slot for slot, _ in each)) for each in said]


def _zones_with_texts(k: Machine) -> list[bool]:
    """The zones where cards have texts."""
    enter, attach = k.compiled.enter, k.compiled.attach
    return [bool(enter.get(i) or attach.get(i)) for i in range(len(k.L.zone_names))] + [False]


def _zones_of_mere_cards(k: Machine, in_play: list[bool], speaks: list[bool], starts: list[int]) -> list[bool]:
    """The zones where a card is nothing but a card; being nowhere is none of them."""
    zones = enumerate(k.L.game.zones.values())
    return [not (in_play[i] or speaks[i] or zone.owner == "card" or starts[i]) for i, zone in zones] + [False]


def _zones_where_it_stands(k: Machine, in_play: list[bool], speaks: list[bool]) -> list[bool]:
    """The zones where cards have texts, or something lasts on them."""
    lasting = bool(k.L.game.lasting) or any("stand(" in text for text in k.compiled.functions.values())
    return [texts or (lasting and there) for texts, there in zip(speaks, in_play, strict=True)]


def _zones_in_play(k: Machine) -> list[bool]:
    """The zones where cards have texts, statuses or a group's name: there they are remembered when they leave."""
    L = k.L
    found = k.compiled.play
    return [i in found for i in range(len(L.zone_names))] + [False]  # the last for cards that are nowhere


def _remembered(k: Machine) -> tuple[list[list[bool]], list[list[bool]]]:
    """From which zone to which a card stays what it was (within one place, when the game says so), and where what was given to it ends."""
    L = k.L
    kinds = range(len(L.zone_names) + 1)
    said = dict(L.game.orders.get("doubt_order", ())).get("within a place")
    places = [{L.kind_index[z] for z in place.zones} for place in L.game.places.values()] if said else []
    same = [[any(a in place and b in place for place in places) for b in kinds] for a in kinds]
    return same, [[not same[a][b] or (said == "itself" and a != b) for b in kinds] for a in kinds]


def _counters(k: Machine) -> list[tuple[int, tuple[int, ...]]]:
    """The stored values of cards and what each card begins with, whenever it is a card that nobody remembers."""
    found: list[tuple[int, tuple[int, ...]]] = []
    for name, decl in k.L.game.values.items():
        of_cards = decl.owner == "card" or decl.owner in k.L.game.nouns
        if not of_cards or f"value {name}" not in k.L.slots:
            continue
        first = k.L.initial[k.L[f"value {name}"]]
        missing = decl.missing if isinstance(decl.missing, int) else 0
        printed = [card.values.get(name, missing) for card in k.compiled.cards]
        row = tuple([x if isinstance(x, int) else 0 for x in printed]) if decl.counter else (first,) * len(printed)
        found.append((k.L[f"value {name}"], row))
    return found


def _worths_of_tokens(L: Layout) -> list[int]:
    """The stored values by which tokens are told apart."""
    of_tokens = (name for name, value in L.game.values.items() if value.owner in L.game.tokens)
    return [L["value " + name] for name in of_tokens if "value " + name in L.slots]


def _recalling(k: Machine) -> tuple[int, ...]:
    """Where what is set up for later stands that recalls cards."""
    return tuple(dict.fromkeys(slot for a in k.compiled.abilities if a.kept for slot in a.slots))


def _zones_with_limits(k: Machine) -> frozenset[int]:
    if not k.compiled.limits:
        return frozenset()
    return frozenset(i for i, yes in enumerate(_zones_in_play(k)) if yes)


def _starting_statuses(k: Machine) -> list[int]:
    """The statuses that a card has when it arrives in each zone."""
    from .program.from_meaning import Compiler

    L = k.L
    compiler = Compiler.__new__(Compiler)
    compiler.game, compiler.L = L.game, L
    bits = [0] * len(L.zone_names)
    for i, status in enumerate(L.game.statuses.values()):
        if status.starts and status.of is not None:
            for kind in compiler.kinds_of_noun(status.of) or ():
                bits[kind] |= 1 << i
    return bits
