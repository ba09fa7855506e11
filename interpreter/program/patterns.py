"""Events that are told, done or would be: as lists for the machine, and what fits one."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from dsl.meaning import nodes as n
from dsl.meaning.game import Frame
from dsl.meaning.targeting import ABILITIES

from .env import CannotCompile, Env
from .layout import CARD_WORDS, FIRST, PLAYER_WORDS, walk
from .numbers import Numbers
from .remembered import SINCE
from .rivals import RIVAL, his_who_has_it


def those_spoken_of_first(roles: tuple[n.Role, ...]) -> list[n.Role]:
    """«una tua Lana sfidata da una con più Rango di lei»: the Lana, then who is described by it."""

    def speaks_of(role: n.Role) -> int:
        names = {each.name for each in walk(role.value) if isinstance(each, n.Var)}
        return sum(getattr(other.value, "bind", None) in names for other in roles if other is not role)

    return sorted(roles, key=speaks_of)


class Patterns(Numbers):
    """Events and what fits them, as expressions."""

    def period_of_happened(self, node: n.Happened, around: str | None) -> str:
        if node.this_way:
            return self.history_period(self.game.turn, around)
        if node.within is None:
            for role in node.event.roles:
                if isinstance(role.value, n.Select) and role.value.noun in self.game.periods:
                    return role.value.noun
        return self.history_period(node.within, around)

    def did_it_itself(self, event: n.Event) -> bool:
        """«ogni Maledizione che questa carta ha spezzato», of what a player and a card may do: also by its text."""
        frame = self.frame_of(event)
        who = next((role.value for role in event.roles if role.name == "agent"), None)
        if not isinstance(who, n.Self) or event.cause is not None or self.game.frames[frame].crossing is not None:
            return False
        return self.of_players_and_cards(self.game.frames[frame])

    #: Whether what is written is asked of the event itself, so that all that is known of it can be named.
    of_whole_event = False

    def by_the_text_of_such(self, event: n.Event, who: Any) -> bool:
        """«quando un tuo Canto infligge danni», of what a player and a card may do: also what a player does as its text says."""
        frame = self.game.frames[self.frame_of(event)]
        if (
            not isinstance(who, n.Select)
            or who.noun in PLAYER_WORDS
            or event.cause is not None
            or frame.crossing is not None
        ):
            return False
        return self.of_players_and_cards(frame) and (who.bind is None or self.of_whole_event)

    @staticmethod
    def of_players_and_cards(frame: Frame) -> bool:
        """Whether a verb is done by players and by cards."""
        agents = (role.value for form in frame.forms for role in form.roles if role.name == "agent")
        members = [m for each in agents for m in (each.members if isinstance(each, n.Group) else (each,))]
        players = [isinstance(m, n.Select) and m.noun in PLAYER_WORDS for m in members]
        return any(players) and not all(players)

    def by_its_text(self, event: n.Event, h: str, env: Env, past: bool) -> str | None:
        """That this card did it, or a player as its text says; None where only one of them can be meant."""
        frame = self.frame_of(event)
        at = self.role_index(frame, "agent")
        if at is None or not self.did_it_itself(event):
            return None
        me, source, since = self.term(n.Self(), env), self.place_of_manner(frame) + 2, SINCE["agent"]
        textual = f"({h}[{at}] is None or {h}[{at}] < 0) and {h}[{source if past else 2}] == {me}"
        if not past:
            return f"({h}[{at}] == {me} or {textual})"
        itself = f"{h}[{at}] == {me}{self.still_it(f'{h}[{at}]', f'{h}[{since}]')}"
        return f"({itself} or {textual}{self.still_it(f'{h}[{source}]', f'{h}[{source + 1}]')})"

    def still_it(self, card: str, since: str) -> str:
        """That a card is what it was when it did that; who has left play may be asked about still."""
        gone = f"KO[s[{self.L['zone']} + {card}]] not in {self.kinds_in_play}"
        return f" and ({since} == s[{self.L['time']} + {card}] or {gone})"

    def pattern(self, event: n.Event, ev: str, env: Env, past: bool = False) -> tuple[str, dict[str, tuple[str, str]]]:
        """The test that the event ``ev`` (a frame, or if ``past`` a record) is one of those described, and the names it binds."""
        frame = self.frame_of(event)
        if self.plays_ability(event):
            self.uses_awaited.add(frame)
            if past:
                raise CannotCompile("quali abilità si sono usate non si ricorda", event)
        tests: list[str] = []
        names: dict[str, tuple[str, str]] = {}
        if (doer := self.by_its_text(event, ev, env, past)) is not None:
            tests.append(doer)
            event = evolve(event, roles=tuple(role for role in event.roles if role.name != "agent"))
        for role in those_spoken_of_first(event.roles):
            at = self.role_index(frame, role.name)
            crossing = self.game.frames[frame].crossing
            if crossing is not None and isinstance(role.value, n.Place):
                known = env.naming(**names)
                if at is None and role.value.zone not in self.game.zones and role.value.zone not in self.game.places:
                    continue  # «da qualsiasi zona»
                over = self.the_other_side if at is None else self.over_the_edge
                tests.append(over(crossing == "in", role.value, ev, known))
                continue
            if at is None:
                continue
            whose = role.name == "agent" and self.with_his_cards(frame, role.value, env)
            code = f"controller(s, {ev}[{at}])" if whose else f"{ev}[{at}]"
            if role.name == "agent" and not past and self.by_the_text_of_such(event, role.value):
                code = f"({code} if {code} is not None and {code} >= 0 else {ev}[2])"
            test = self.fits(role.value, code, env.naming(**names), names)
            if test != "True":
                tests.append(test)
        for manner in event.manner:
            tests.append(f"{ev}[{self.place_of_manner(frame)}] == {self.manner_index(frame, manner, event)}")
        if event.by is not None:
            by = f"{ev}[{self.place_of_manner(frame) + 2 if past else 2}]"
            tests.append(f"{by} is not None")
            if any(isinstance(c, n.Same) for c in event.by.where):  # of the very thing to which it is done
                tests.append(f"{by} == {ev}[{self.role_index(frame, 'object')}]")
            for owner in (c.by for c in event.by.where if isinstance(c, n.ControlledBy)):
                tests.append(self.is_whose(owner, f"controller(s, {by})", env, names))
            if event.by.among is not None:
                tests.append(self.fits(event.by.among, by, env, names))
        if event.cause is not None:
            family = tuple(self.inside(event.cause))
            tests.append(f"{ev}[{self.place_of_manner(frame) + 1}] in {family}")
        return " and ".join(tests) or "True", names

    def told_as_play(self, frame: str) -> bool:
        """Hook: whether a verb only says that a card is played which then waits."""
        raise NotImplementedError

    def plays_ability(self, event: n.Event) -> bool:
        """«gioca un'abilità», of the verb by which a card is played: that an ability is used, and waits."""
        held = next((role.value for role in event.roles if role.name == "object"), None)
        members = held.members if isinstance(held, n.Group) else (held,)
        named = any(isinstance(each, n.Select) and each.noun == ABILITIES for each in members)
        return named and self.told_as_play(self.frame_of(event))

    def with_his_cards(self, frame: str, doer: Any, env: Env) -> bool:
        """«quando il rivale interrompe un lancio», of a verb that a player does with what a card of his does."""
        declared = self.game.frames[frame].with_cards
        return declared and not isinstance(doer, n.Group) and self.kind(doer, env) in ("player", "players")

    def over_the_edge(self, into: bool, place: n.Place, ev: str, env: Env) -> str:
        """Whether a movement, whose record holds the new and the old pile, goes into a place (or out of it)."""
        inside, outside = (f"{ev}[{FIRST + 1}]", f"{ev}[{FIRST + 2}]")[:: 1 if into else -1]
        kinds = self.kinds_of_place(place)
        if place.of is None:
            return f"KO[{inside}] in {kinds} and KO[{outside}] not in {kinds}"
        piles = self.piles_in(place, env)
        return f"{inside} in {piles} and {outside} not in {piles}"

    def the_other_side(self, into: bool, place: n.Place, ev: str, env: Env) -> str:
        """«entra in mano dal Campo»: whether a movement into a place comes from another (or goes from one to another)."""
        return self.is_that_pile(place, f"{ev}[{FIRST + (2 if into else 1)}]", env)

    def piles_in(self, place: n.Place, env: Env) -> str:
        """The slots of the piles of somebody's place."""
        slots = tuple(self.L["zone " + self.L.zone_names[kind]] for kind in self.kinds_of_place(place))
        if self.is_several(place.of, env):
            return f"tuple([x + p for x in {slots} for p in {self.several(place.of, env)}])"
        return "(" + "".join(f"{slot} + {self.as_player(place.of, env)}, " for slot in slots) + ")"

    def is_that_pile(self, place: n.Place, code: str, env: Env) -> str:
        """Whether the pile of an event, to which a verb brings something, is one of a place («torna nella tua mano»)."""
        kinds = self.kinds_of_place(place)
        shared = {kind for kind in kinds if self.game.zones[self.L.zone_names[kind]].owner == "shared"}
        if place.of is None or shared == {*kinds}:
            return f"({code} is not None and KO[{code}] in {kinds})"
        if self.kind(place.of, env) == "card" and self.game.zones[self.L.zone_names[kinds[0]]].owner == "card":
            return f"{code} == {self.L['zone ' + self.L.zone_names[kinds[0]]]} + {self.term(place.of, env)}"
        return f"{code} in {self.piles_in(place, env)}"

    def is_whose(self, owner: Any, code: str, env: Env, names: dict[str, tuple[str, str]]) -> str:
        """Whether a player is the one that something is said to be of; «un avversario» is any of them."""
        if isinstance(owner, n.Opponent):
            return self.fits(owner, code, env, names)
        return f"{code} == {self.as_player(owner, env)}"

    def inside(self, period: str) -> list[int]:
        """A period and all its parts, as numbers."""
        if period not in self.game.periods:
            raise CannotCompile(f"causa sconosciuta «{period}»")
        found = [self.number_of(self.game.periods, period)]
        for part in self.game.periods[period].parts:
            found += self.inside(part)
        return found

    def no_thing(self, value: Any) -> bool:
        """«lo scontro», «Punti gloria»: the object of a verb that is no card and no player."""
        return isinstance(value, n.Select) and (value.noun in self.game.periods or value.noun in self.game.values)

    def fits(self, value: Any, code: str, env: Env, names: dict[str, tuple[str, str]]) -> str:
        """Whether a participant is what a role says."""
        if isinstance(value, n.TextOf):
            value = value.of
        if isinstance(value, n.Select):
            if self.no_thing(value):
                return "True"
            if value.noun in self.game.lasting:
                return self.is_such_effect(value, code, env)
            player = value.noun in PLAYER_WORDS
            kind = "player" if player else "card"
            inner = evolve(
                env, candidate=code, candidate_kind=kind, outer=env.candidate, depth=env.depth + 1, place=None
            )
            if value.bind:
                names[value.bind] = (code, kind)
                inner = inner.naming(**{value.bind: (code, kind)})
            if self.L.players > 2 and RIVAL not in env.names and his_who_has_it(value) is not None:
                names.setdefault(RIVAL, (f"controller(s, {code})", "player"))  # «quando un'Erba di un avversario …»
            tests = [f"{code} is not None", f"{code} < 0" if player else f"{code} >= 0"]
            if self.L.spots and (value.noun in CARD_WORDS or value.noun == self.game.implied_noun):
                tests.append(f"{code} < {self.L.first_spot}")
            if not player:
                tests.append(self.is_noun(value.noun, code, "card", inner, value))
                lay = value.place is not None and value.place == self.whence  # where it was taken from
                if value.place is not None and (lay or self._lies_there(value.place, value.noun)):
                    tests.append(self.lies_in_such(value.place, inner))
            if value.among is not None:
                tests.append(self.on_same(n.Same(n.Candidate(), value.among), inner))
            tests += [self.condition(c, inner) for c in value.where]
            return " and ".join(t for t in tests if t != "True")
        if isinstance(value, n.Group):
            if value.bind:
                names[value.bind] = (code, "card")
            inner = evolve(env, candidate=code, depth=env.depth + 1)
            return "(" + " or ".join(self.fits(m, code, inner, names) for m in value.members) + ")"
        if isinstance(value, n.Place):
            return self.is_that_pile(value, code, env)
        if isinstance(value, n.Var) and value.name in self.game.periods:
            return "True"
        if isinstance(value, n.SoMuch):
            if value.bind:
                names[value.bind] = (code, "number")
            return f"{code} {value.op} {value.number.value}" if value.number is not None else "True"
        if isinstance(value, (n.Num, n.Compute, n.ValueOf, n.Count)):
            return f"{code} == {self.number(value, env)}"
        if isinstance(value, n.Opponent) and self.L.players > 2 and RIVAL not in env.names:
            names[RIVAL] = (code, "player")
            return f"{code} in {self.rivals(value, env)}"
        if isinstance(value, n.Opponent):
            return f"{code} == {self.term(value, env)}"
        return f"{code} == {self.term(value, env)}"

    def lies_in_such(self, place: n.Place, env: Env) -> str:
        """Whether the candidate lies in a place; «su una tua Lana»: on one of them, whichever."""
        one = place.of
        if not isinstance(one, n.Select) or self.kind(one, env) != "card":
            return self.on_isin(n.IsIn(n.Candidate(), place), env)
        each, name = f"q{env.depth}", one.bind or "#host"
        inner = evolve(env, depth=env.depth + 1).naming(**{name: (each, "card")})
        lies = self.on_isin(n.IsIn(n.Candidate(), evolve(place, of=n.Var(name))), inner)
        return f"any([1 for {each} in {self.listed(evolve(one, quantity=n.Quantity.ALL, number=None), env)} if {lies}])"

    whence: n.Place | None = None  # from where what the pattern at hand moves is taken

    def says_whence(self, event: Any) -> n.Place | None:
        """Where a pattern says that a thing was, of a verb that moves it: «quando togli un Gettone da una tua Lana», «quando posi
        una Lana dal tuo Prato», of what is else laid from the hand."""
        if not isinstance(event, n.Event) or not self.moves(self.frame_of(event)):
            return None
        said = next((r.value for r in event.roles if r.name == "object"), None)
        place = said.place if isinstance(said, n.Select) else None
        if place is None or not isinstance(said, n.Select) or not place.zone:
            return None
        if said.noun in self.game.tokens:
            return place if self.still_lies_there(place, said.noun) else None
        own = self.game.frames[self.frame_of(event)].place
        other = place.of is not None and (own is None or place.zone != own.zone)
        return place if other and not self.still_lies_there(place, said.noun) else None

    def can_say_whence(self, event: n.Event) -> None:
        """Refuses «quando giochi una Lana dal tuo Baule», of a verb that moves nothing and is done from elsewhere too: where the
        thing was, nobody remembers."""
        said = next((r.value for r in event.roles if r.name == "object"), None)
        place = said.place if isinstance(said, n.Select) else None
        if self.whence is not None or place is None or place.of is None or not isinstance(said, n.Select):
            return
        own = self.game.frames[self.frame_of(event)].place
        chosen = (
            each.what.place for action in self.game.actions.values() for each in action.choices if each.what is not None
        )
        usual = {each.zone for each in chosen if each is not None} | ({own.zone} if own is not None else set())
        if place.zone and place.end is None and place.zone not in usual and not self.still_lies_there(place, said.noun):
            raise CannotCompile(f"da dove viene ({place.zone}) non si ricorda", event)

    def _lies_there(self, place: n.Place, noun: str) -> bool:
        return bool(place.zone) and self.still_lies_there(place, noun)

    def moves(self, frame: str) -> bool:
        """Hook: whether the steps of a verb move something."""
        raise NotImplementedError

    def still_lies_there(self, place: n.Place, noun: str) -> bool:
        """Whether a thing is asked where it lies: a player's hand or pile, from which it is taken, it has left by then."""
        if place.of is None:
            return True
        if noun in self.game.tokens and isinstance(place.of, n.You) and place.end is None:
            return True  # the tokens of a player
        zone = self.game.zones.get(place.zone)
        if zone is not None and zone.host is not None and place.end is None:  # «i Gettoni su questa carta»
            return isinstance(place.of, n.Self | n.Var | n.Related | n.Select)
        in_play = set(self.kinds_of_place(place)) <= set(self.kinds_in_play)
        return in_play and isinstance(place.of, n.You | n.Opponent) and place.end is None

    def event_list(self, event: n.Event, env: Env, swap: dict[str, str] | None = None) -> str:
        """An event as the list that the gates read, made on the spot."""
        frame = self.frame_of(event)
        by_name = {r.name: r.value for r in event.roles}
        parts = []
        for name in self.roles[frame]:
            if swap and name in swap:
                parts.append(swap[name])
            elif name in by_name:
                value = by_name[name]
                parts.append(self.told_of(value, env))
            elif name == "agent" and env.you is not None:
                parts.append(env.you)
            else:
                parts.append("None")
        manner = self.manner_code(frame, event, env)
        return f"[0, 0, None, {env.you or 'None'}, {', '.join(parts)}, {manner}, None, 0]"

    def zone_slot(self, place: n.Place | n.Var | None, env: Env, who: str) -> str:
        """Hook: the slot of a pile."""
        raise NotImplementedError

    def told_of(self, value: Any, env: Env) -> str:
        """A participant of an event made on the spot: of a place the pile, where there is one."""
        if isinstance(value, n.Place) and value.zone in self.game.zones and env.you is not None:
            return self.zone_slot(value, env, env.you)
        return "None" if isinstance(value, (n.Place, n.SoMuch)) else self.number(value, env)

    def manner_code(self, frame: str, event: n.Event, env: Env) -> str:
        for manner in event.manner:
            if manner in env.names:
                return env.names[manner][0]
            return str(self.manner_index(frame, manner, event))
        return "None"
