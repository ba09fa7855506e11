"""Who and what takes part in an event: what a verb takes, what a sentence leaves unsaid, which of it may be chosen."""

from __future__ import annotations

from typing import Any

from attrs import Factory, define, evolve

from dsl.meaning import nodes as n
from dsl.meaning.game import taken_role

from .choices import Choices
from .emit import Writer
from .env import CannotCompile, Env
from .layout import PLAYER_WORDS, walk


@define
class Deed:
    """An event while it is written: what is said of it, and the code and kind of each participant as soon as it is found."""

    node: n.Do
    frame: str
    said: dict[str, Any]  # by its role, with what the sentence leaves unsaid
    end: int  # the label after it
    who: str = ""  # the player who chooses
    codes: dict[str, str] = Factory(dict)
    kinds: dict[str, str] = Factory(dict)
    described: tuple[Any, ...] = ()  # what is said of a thing that is made
    unsaid_spot: n.Select | None = None
    as_said: bool = True  # whether the sentence leaves nothing unsaid

    @property
    def event(self) -> n.Event:
        return self.node.event

    @property
    def agent_kind(self) -> str:
        return self.kinds.get("agent", "player")


class Participants(Choices):
    """The part of the compiler that finds who and what takes part."""

    def given(self, effect: n.Modify | n.Grant, frame: str, w: Writer, env: Env) -> tuple[Env, str, str]:
        raise NotImplementedError

    def reflexive(self, frame: str, event: n.Event) -> bool:
        """Whether the event is said without its agent («si spezza»)."""
        said = {r.name for r in event.roles}
        return any(
            "agent" not in names and names <= said | {"from", "to", "into"}
            for names in ({r.name for r in f.roles} for f in self.game.frames[frame].forms)
        )

    def unsaid_object(self, frame: str, said: dict[str, Any]) -> n.Select | None:
        """«una tua Lanterna attacca»: what the verb needs and the sentence does not say is chosen as in the action of that verb."""
        if "object" in said or "agent" not in said or self.reflexive(frame, n.Event(frame)):
            return None
        needs = all(
            any(r.name == "object" and isinstance(r.value, n.Select) and not self.no_thing(r.value) for r in f.roles)
            for f in self.game.frames[frame].forms
        )
        if not needs or self.game.frames[frame].counted:
            return None
        for action in self.game.actions.values():
            for node in walk(action.effect):
                if isinstance(node, n.Event) and self.frame_of(node) == frame:
                    name = next(
                        (r.value.name for r in node.roles if r.name == "object" and isinstance(r.value, n.Var)), None
                    )
                    for choice in action.choices:
                        if (
                            choice.what is not None
                            and choice.what.bind == name
                            and choice.what.noun not in PLAYER_WORDS
                        ):
                            return evolve(choice.what, bind=None)
        return None

    def takes_many(self, frame: str, role: str) -> bool:
        """Whether a verb takes several things as one participant («alcune … pareggiano»)."""
        for form in self.game.frames[frame].forms:
            for r in form.roles:
                what = r.value.of if isinstance(r.value, n.TextOf) else r.value
                if r.name == role and isinstance(what, n.Select) and not self.no_thing(what):
                    return what.quantity is not n.Quantity.EXACTLY or self.takes_exactly(frame, role) > 1
        return False

    def takes_exactly(self, frame: str, role: str) -> int:
        """How many things a verb takes as one participant («inverte l'Ardore di due carte»); 1 when it does not say."""
        for form in self.game.frames[frame].forms:
            for r in form.roles:
                what = r.value.of if isinstance(r.value, n.TextOf) else r.value
                if r.name == role and isinstance(what, n.Select) and isinstance(what.number, n.Num):
                    if what.quantity is n.Quantity.EXACTLY and not self.no_thing(what):
                        return what.number.value
        return 1

    def uses_number(self, frame: str) -> bool:
        """Whether the steps of a verb speak of its amount; otherwise they are done as many times."""
        return any(
            isinstance(x, n.Var) and x.name == "number" for step in self.steps_of(frame) for x in walk(step.effect)
        )

    def unsaid_spot(self, frame: str) -> n.Select | None:
        """On which place, when the sentence does not say: what the verb declares, or the verb of which it is a kind."""
        spot = self.declared(frame, "default_spot")
        return self.owned(spot, frame) if isinstance(spot, n.Select) else None

    def owned(self, spot: n.Select, frame: str) -> n.Select:
        """A place that is nobody's in the sentence is whose the verb says."""
        owner = self.declared(frame, "spot_owner")
        if owner is None or any(isinstance(c, n.ControlledBy) for c in spot.where):
            return spot
        return evolve(spot, where=(n.ControlledBy(n.Candidate(), owner), *spot.where))

    def declared(self, frame: str, answer: str) -> Any:
        """What a verb, or the nearest of which it is a kind, answers."""
        return next((a for f in self.ancestors(frame) if (a := getattr(self.game.frames[f], answer)) is not None), None)

    def right_spots(self, frame: str, said: n.Select, env: Env, codes: dict[str, str], who: str) -> str | None:
        """The test that a place «x», of which the sentence says something, is one of those to which the verb leads."""
        only = self.declared(frame, "only_spots")
        if only is None:
            return None
        only = evolve(only, quantity=n.Quantity.ALL)
        if not any(isinstance(c, (n.ControlledBy, n.Near)) for c in said.where):
            only = self.owned(only, frame)
        return f"x in {self.listed(only, self.as_in_verb(env, codes, who))}"

    def as_in_verb(self, env: Env, codes: dict[str, str], who: str) -> Env:
        """Where the words of a verb's declaration stand: its participants by their names."""
        agent = codes.get("agent", "None")
        return evolve(
            env, you=who, names={"agent": (who if agent == "None" else agent, "player"), "object": (codes.get("object", "None"), "card")}
        )  # fmt: skip

    def role_code(self, value: Any, role: str, deed: Deed, w: Writer, env: Env) -> tuple[Env, str, str]:
        """The code of a participant, chosen now if it must be, and its kind."""
        if isinstance(value, (n.Modify, n.Grant)):
            return self.given(value, deed.frame, w, env)
        if isinstance(value, n.TextOf):
            return self.text_taken(value, role, deed, w, env)
        if isinstance(value, n.Place):
            place, env = self.whose_place(value, w, env, deed.who)
            return env, self.zone_slot(place, env, deed.who), "zone"
        if isinstance(value, n.Duration):
            return env, self.time_told(value, env), "time"
        if self.choosing(value):
            return self.group_taken(value, role, deed, w, env)
        if self.no_thing(value):
            return env, "None", "nothing"
        if isinstance(value, n.Select) and value.noun in self.game.lasting:
            card = deed.kinds.get("agent") == "card"
            loses = deed.codes.get("agent") if card else None  # «una Lana perde un Pegno»: hers
            on = deed.codes.get("from") or deed.codes.get("of") or loses
            code, env, kind = self.choose(
                value, w, env.naming(**{"#from": (on, "card")}) if on else env, deed.who, None
            )
            return env, code, kind
        if isinstance(value, n.Select):
            return self.thing_taken(value, role, deed, w, env)
        if isinstance(value, n.ChosenMember):
            return env, self.choose_member(value, w, env), "mask"
        if role == "number" and isinstance(value, n.Group):
            return env, self.choose_amount(value, w, env, deed.who), "number"
        if role == "number":
            return env, self.number(value, env), "number"
        return env, self.number(value, env), self.kind(value, env)

    def text_taken(self, value: n.TextOf, role: str, deed: Deed, w: Writer, env: Env) -> tuple[Env, str, str]:
        """A text of a card: of one that is chosen among those that have it, or of one that is known."""
        if not isinstance(value.of, n.Select):
            return env, self.term(value.of, env), self.kind(value.of, env)
        tests = (self.kind_test(value.kinds, "x") if value.kinds else None, self.possible_in(role, deed, env))
        test = " and ".join(test for test in tests if test is not None) or None
        code, env, kind = self.choose(value.of, w, env, deed.who, test)
        return env, code, kind

    def time_told(self, value: n.Duration, env: Env) -> str:
        """A time that a verb counts with."""
        time, later = self.expiry(value, env)
        if later is not None:
            raise CannotCompile("da un tempo che non è ancora cominciato il verbo non sa contare", value)
        return time

    def group_taken(self, value: n.Group, role: str, deed: Deed, w: Writer, env: Env) -> tuple[Env, str, str]:
        """Several things said one by one, of which some are chosen."""
        inside = self.at_place_in(deed, env) if role == "object" else env
        picks = [m.pick for m in value.members if isinstance(m, n.Select)]
        test = None if n.Pick.TARGET in picks else self.possible_in(role, deed, env)
        code, found, kind = self.choose_group(value, w, inside, deed.who, test)
        names = {k: v for k, v in found.names.items() if k not in inside.names}
        return env.naming(**names), code, kind

    def thing_taken(self, value: n.Select, role: str, deed: Deed, w: Writer, env: Env) -> tuple[Env, str, str]:
        """What is described is chosen where the verb takes it from; then the sentence goes on where it stood."""
        inside = env
        if role == self.taken_role(deed.frame) and value.place is None:
            inside = self.at_place_in(deed, env)
        code, found, kind = self.choose(value, w, inside, deed.who, self.fitting(value, role, deed, env))
        names = {k: v for k, v in found.names.items() if k not in inside.names or k == value.bind}
        return evolve(found, place=env.place, names={**env.names, **names}), code, kind

    def fitting(self, value: n.Select, role: str, deed: Deed, env: Env) -> str | None:
        """The test that the candidate «x» may take that part, with whoever else takes part; None when any may."""
        frame = deed.frame
        test = None if value.pick is n.Pick.TARGET else self.possible_in(role, deed, env)
        if role == "on" and (only := self.right_spots(frame, value, env, deed.codes, deed.who)):
            test = f"{only} and {test}" if test is not None else only
        if role == "agent" and test is not None:
            other = self.unsaid_object(frame, {r.name: r.value for r in deed.event.roles})
            if other is not None:
                again = self.possible(frame, role, deed.event, env, {**deed.codes, "object": "y"}, deed.who)
                test = f"any([1 for y in {self.listed(evolve(other, quantity=n.Quantity.ALL), env)} if {again}])"
        if role == "object" and test is not None and self.taken_role(frame) != role:
            test = self.with_a_partner(deed, env) or test
        return test

    def at_place_in(self, deed: Deed, env: Env) -> Env:
        """Looking for what the event takes where its verb takes it from, when the noun does not say where."""
        return self.at_place_of(deed.frame, env, deed.codes.get("agent", "None"), deed.who)

    def possible_in(self, role: str, deed: Deed, env: Env) -> str | None:
        """The test that the event may happen to the candidate «x» in that part; None when nothing could forbid it."""
        return self.possible(deed.frame, role, deed.event, env, deed.codes, deed.who)

    def choose_amount(self, group: n.Group, w: Writer, env: Env, who: str) -> str:
        """«{F} o {L}»: which of them is chosen by its sign."""
        slot, resume = w.local(), w.label()
        signs = {
            self.word("".join(f"{{{part}}}" for part in m.parts)): m for m in group.members if isinstance(m, n.Signs)
        }
        w.ask(resume, f"ask(m, s, fr, {who}, 'word', {tuple(signs)}, 0)")
        w.line(f"fr[{slot}] = { {word: self.amounts(m) for word, m in signs.items()} }[m.pick]")
        return f"fr[{slot}]"

    def choose_member(self, node: n.ChosenMember, w: Writer, env: Env, among: str = "{}") -> str:
        """A member asked of a player; ``among``: code for those of all of them that there are to choose from."""
        decl = self.game.values[node.value]
        slot = w.local()
        resume = w.label()
        masks = tuple(self.member_mask(node.value, name) for name in decl.members)
        of = among.format(masks)
        w.ask(resume, f"ask(m, s, fr, {self.as_player(node.by, env)}, 'member', {of}, {self.prompt(node)})")
        w.line(f"fr[{slot}] = m.pick")
        return f"fr[{slot}]"

    def kind_test(self, kinds: tuple[str, ...], var: str) -> str:
        value = next((v for v in self.game.values if all(k in self.game.values[v].members for k in kinds)), None)
        if value is None:
            raise CannotCompile(f"{', '.join(kinds)}: non sono tipi di un testo")
        mask = sum(self.member_mask(value, k) for k in kinds)
        return f"{self.value_function(value)}(s, {var}) & {mask}"

    def at_place_of(self, frame: str, env: Env, agent: str, who: str) -> Env:
        """Looking for the object of a verb where the verb takes it from, when the noun does not say where."""
        place = self.place_of(frame)
        if place is None:
            return env
        return evolve(env.naming(agent=(who if agent == "None" else agent, "player")), place=place)

    def taken_role(self, frame: str) -> str:
        """What a verb takes from where it says: its object, or what a place is dealt with by («occupa una casella con
        una carta»)."""
        return taken_role(self.game, frame)

    def with_a_partner(self, deed: Deed, env: Env) -> str | None:
        """A place is offered when something may be put there; None when what is put is known, or chosen by description."""
        role = self.taken_role(deed.frame)
        partner = next((r.value for r in deed.event.roles if r.name == role), None)
        if not isinstance(partner, n.Select) or role in deed.codes:
            return None
        inside = self.at_place_in(deed, env) if partner.place is None else env
        listed = self.listed(evolve(partner, quantity=n.Quantity.ALL), inside)
        again = self.possible(deed.frame, "object", deed.event, env, {**deed.codes, role: "y"}, deed.who)
        return f"any([1 for y in {listed} if {again}])" if again is not None else None

    def place_of(self, frame: str) -> n.Place | None:
        return self.game.frames[frame].place

    def possible(self, frame: str, role: str, event: n.Event, env: Env, codes: dict[str, str], who: str) -> str | None:
        """The test that the event may happen to the candidate «x»; None when nothing could forbid it."""
        if not self.may_be_forbidden(frame):
            return None
        roles = {r: ("x" if r == role else codes.get(r, "None")) for r in self.roles[frame]}
        return self.may_happen(frame, event, env, env.me or "None", who, roles)

    def may_happen(self, frame: str, event: n.Event, env: Env, me: str, who: str, roles: dict[str, str]) -> str:
        """The test that an event is allowed; where it does not say its way, that it is in one of those it could take."""
        i = self.number_of(self.game.frames, frame)
        said = f"[0, 0, {me}, {who}, {', '.join([*roles.values(), ''])}"
        manner = self.manner_code(frame, event, env)
        if manner != "None" or not self.settles_manner(frame):
            return f"ok{i}(s, {said}{manner}, None, 0])"
        tests = []
        for k, name in enumerate(self.manners_of(frame)):
            test = f"ok{i}(s, {said}{k}, None, 0])"
            now = self.is_so_already(frame, name, roles.get("object", "None"))
            tests.append(f"not {now} and {test}" if now is not None else test)
        return f"({' or '.join(tests)})"

    def settles_manner(self, frame: str) -> bool:
        """Whether the way in which a verb is done, left unsaid, is settled when it is done."""
        decl = self.game.frames[frame]
        return bool(self.manners_of(frame) and (decl.steps or decl.kind_of))

    def is_so_already(self, frame: str, manner: str, thing: str) -> str | None:
        """The test that a thing is already what that way would make of it, where the way unsaid is the other of two."""
        decl = self.game.frames[frame]
        if decl.default_manner != "other" or manner not in self.game.nouns:
            return None
        return self.is_noun(manner, thing, "card", Env(), decl)

    def homes_of(self, place: n.Place, env: Env) -> bool:
        """Whether a place is of whoever owns, or controls, each of several cards."""
        return isinstance(place.of, n.Related) and self.kind(place.of, env) == "players"

    def zone_slot(self, place: n.Place | n.Var | None, env: Env, who: str) -> str:
        """The slot of a pile: a constant, or a base and a player."""
        if isinstance(place, n.Var):
            return self.variable(place, env)
        if place is None:
            raise CannotCompile("manca il luogo")
        if place.zone in env.names:
            return env.names[place.zone][0]
        if place.zone not in self.game.zones and "#zone" in env.names:
            return env.names["#zone"][0]  # «nella zona»: the one of the event
        if place.zone not in self.game.zones:
            raise CannotCompile(f"«{place.zone}» non è una zona", place)
        zone = self.game.zones[place.zone]
        base = self.L["zone " + place.zone]
        if zone.owner == "shared":
            return str(base)
        if zone.owner == "card":
            return f"{base} + {self.term(place.of, env)}"
        if place.of is not None and self.kind(place.of, env) == "players":
            if not zone.of_owner:
                raise CannotCompile(f"«{zone.name}»: di quale giocatore?", place)
            return f"{base} + {who}"  # each goes to its owner's, whoever's is said
        return f"{base} + {self.as_player(place.of, env) if place.of is not None else who}"
