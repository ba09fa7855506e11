"""What is said of a verb against the forms that its game declares for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from attrs import evolve

from ...syntax import nodes as s
from .. import nodes as n
from ..at_most import may_ask
from ..game import Frame
from ..italian import phrase
from ..scope import Unreadable, nodes_of
from .parts import Clauses, Parts
from .reading import EFFECT, NUMBER, PLAYER
from .spots import SPOT

#: Of more forms than this none are listed.
MOST_FORMS: Final = 12

_ORDER: Final = (
    "agent",
    "object",
    "effect",
    "number",
    "to",
    "from",
    "into",
    "with",
    "as",
    "against",
    "of",
    "on",
    "among",
    "under",
    "over",
    "place",
    "time",
)

#: What a clause can hold, each to be taken by what the verb says.
#: What a role is called in a message.
_CALLED: Final = {
    "agent": "il suo soggetto", "object": "il suo oggetto", "into": "il luogo", "of": "ciò che viene con «di»",
    "to": "ciò che viene con «a»", "from": "ciò che viene con «da»", "on": "ciò che viene con «su»",
    "with": "ciò che viene con «con»", "against": "ciò che viene con «contro»", "among": "ciò che viene con «tra»",
}  # fmt: skip


class Frames(Clauses):
    """The part of the reader that finds the declared form of an event."""

    def as_form(self, event: n.Event) -> n.Event:
        """The form of a verb from its sentence: of a verb with its own object in its name, the rest is the object."""
        names = {role.name for role in event.roles}
        roles = event.roles
        if event.cause is not None:  # «un giocatore protegge una carta, per un turno»: it lasts as long as is said
            roles += (n.Role("time", n.Duration(n.Stretch.SAID, event.cause)),)
            event = evolve(event, cause=None)
        if " " in event.verb and "object" not in names:
            other = [role for role in roles if role.name not in ("agent", "time")]
            if len(other) == 1 and other[0].name in ("of", "from", "to", "on", "against"):
                roles = tuple(
                    evolve(role, name="object", preposition=role.name) if role is other[0] else role for role in roles
                )
        return evolve(event, roles=roles)

    def _framed(
        self,
        clause: s.Clause,
        roles: dict[str, object],
        manner: list[str],
        found: Parts,
        agent: n.Term | None,
        pattern: bool,
    ) -> n.Event:
        verb = clause.group.verb
        places: list[tuple[str, n.Place]] = roles.pop("@places", [])  # type: ignore[assignment]
        roles.pop("@whose", None)
        by: n.Select | None = roles.pop("@by", None)  # type: ignore[assignment]
        frames = self.vocabulary.frames_of(verb.name)
        span = self.span(clause.start, clause.end)
        if not frames:
            self._place_roles(None, roles, places, clause)
            auxiliary = not verb.terminal.startswith("V_")  # «essere bersaglio di …»
            if self.said.context.start.value != "form" and (verb.sense.kind == "language" or auxiliary):
                raise self.fail(
                    verb.at, f"«{verb.text}» non si intende così", "S027", self._said_of(roles.get("object"))
                )
            return self._event(verb.name, roles, tuple(manner), found.cause, span)
        if pattern and any(frame.of_itself for frame in frames) and set(roles) == {"agent"}:
            doer = roles["agent"]
            if self.sort(doer) == "card":  # «quando avanza»: that somebody does it to the card
                roles = {"object": doer}
        problems: list[str] = []
        last = frames[-1].forms[-1]
        for frame in frames:
            for form in frame.forms:
                try:
                    fitted = self._fit(frame, form, dict(roles), list(places), list(manner), pattern, clause, problems)
                except Unreadable:
                    if form is last:
                        raise
                    continue  # it may be said in another way of the verb
                if fitted is not None:
                    new_roles, new_manner = fitted
                    if (means := self._means(frame, form)) is not None and "agent" in new_roles:
                        new_roles[means] = new_roles.pop("agent")
                    return evolve(self._event(frame.name, new_roles, tuple(new_manner), found.cause, span), by=by)
        said = problems[0] if problems else f"«{verb.text}» non si usa così"
        hint = self._said_so(form for frame in frames for form in frame.forms)
        raise self.fail(clause.start, said, "S028", hint, end=clause.end)

    def _said_of(self, thing: object) -> str:
        """What the game's verbs do with such a thing, to be said instead; empty when none of them names it."""
        noun = thing.noun if isinstance(thing, n.Select) else None
        forms = (form for frame in self.vocabulary.frames.values() for form in frame.forms)
        such = [f for f in forms if any(isinstance(r.value, n.Select) and r.value.noun == noun for r in f.roles)]
        return self._said_so(such) if noun in self.vocabulary.values else ""

    def _said_so(self, forms: Iterable[n.Event]) -> str:
        """What can be said instead of what was; empty when that is nothing, or too much."""
        said = tuple(phrase(form, self.vocabulary) for form in forms)
        return f"si dice così: {', '.join(f'«{each}»' for each in said)}" if 0 < len(said) <= MOST_FORMS else ""

    def _not_taken_from(self, frame: Frame, roles: Mapping[str, object]) -> str | None:
        """Where a verb takes its object from, if a sentence says a zone from which it never does."""
        held, own = roles.get("object"), frame.place
        place = held.place if isinstance(held, n.Select) else None
        if own is None or place is None or place.zone not in {*self.vocabulary.zones, *self.vocabulary.places}:
            return None
        allowed = self._zones_in(own.zone) | {zone for name in frame.also_from for zone in self._zones_in(name)}
        if not self._zones_in(place.zone) & allowed:
            return own.zone
        sides = (n.You, n.Opponent)
        doer = roles.get("agent")
        other = isinstance(doer, sides) and isinstance(place.of, sides) and type(doer) is not type(place.of)
        mine = own.of == n.Var("agent") and place.zone == own.zone and own.zone not in frame.also_from
        return own.zone if other and mine else None

    @staticmethod
    def _is_where_it_takes(place: n.Place | None, frame: Frame) -> bool:
        """Whether a place, of nobody, is that from which a verb takes what is its doer's anyhow."""
        own = frame.place
        if own is None or own.of != n.Var("agent") or place is None:
            return False
        return place == evolve(own, of=None)

    def _zones_in(self, name: str) -> set[str]:
        """The zones of a place, or the zone itself."""
        group = self.vocabulary.places.get(name)
        return set(group.zones) if group is not None else {name}

    def of_those_shown(self, what: n.Select) -> n.Select:
        """«guarda le 3 carte in cima al Mazzo e prendi una Lana»: what could be taken from anywhere is one of those."""
        if self.said.seen is None or what.among is not None or what.pick is n.Pick.TARGET:
            return what
        plain = what.noun == self.vocabulary.implied_noun or self.member_value(what.noun)
        whose = any(isinstance(condition, n.ControlledBy) for condition in what.where)
        if not plain or whose or what.place not in (None, self._implied(what.noun)):
            return what
        return evolve(what, among=self.said.seen, place=None)

    def _token_from(self, token: object, card: object) -> n.Select | None:
        """«porta un Gettone da una tua Lana nel Fosso»: the one that lies there; None of what is no token."""
        if not isinstance(token, n.Select) or token.place is not None or self.sort(card) != "card":
            return None
        zone = self.token_zone(token)
        return evolve(token, place=n.Place(zone, card)) if zone is not None else None  # type: ignore[arg-type]

    def _means(self, frame: Frame, form: n.Event) -> str | None:
        """«una carta occupa una casella», beside «un giocatore occupa una casella con una carta»: the role that the card has
        there."""
        first = {role.name: role.value for role in frame.forms[0].roles}
        here = {role.name: role.value for role in form.roles}
        doer = self._nouns_of(here.get("agent"))
        if form is frame.forms[0] or self._nouns_of(first.get("agent")) != (PLAYER,) or doer == (PLAYER,):
            return None
        others = [name for name, value in first.items() if name not in here and self._nouns_of(value) == doer]
        return others[0] if len(others) == 1 and doer else None

    def _event(
        self, name: str, roles: dict[str, object], manner: tuple[str, ...], cause: str | None, span: n.Span | None
    ) -> n.Event:
        ordered = sorted(roles.items(), key=lambda item: _ORDER.index(item[0]) if item[0] in _ORDER else 99)
        return n.Event(name, tuple(n.Role(key, value) for key, value in ordered), manner, cause, span=span)  # type: ignore[arg-type]

    def _fit(
        self, frame: Frame, form: n.Event, roles: dict[str, object], places: list[tuple[str, n.Place]], manner: list[str],
        pattern: bool, clause: s.Clause, problems: list[str],
    ) -> tuple[dict[str, object], list[str]] | None:  # fmt: skip
        wanted = {role.name: role.value for role in form.roles}
        manners = frame.manners or form.manner
        word = clause.group.verb.text
        self._object_by_tail(frame, wanted, roles)  # type: ignore[arg-type]
        if (
            "object" in roles
            and "object" in wanted
            and isinstance(roles["object"], n.Select)
            and roles["object"].noun in manners
            and roles["object"].noun not in self._nouns_of(wanted["object"])
        ):
            select = roles["object"]
            manner = manner or [select.noun]
            roles["object"] = self._loosened(evolve(select, noun=self.vocabulary.implied_noun))
        elif (
            "object" in roles
            and isinstance(roles["object"], n.Select)
            and manners
            and self.member_value(roles["object"].noun)
            and roles["object"].place == self._implied(roles["object"].noun)
        ):
            roles["object"] = self._loosened(roles["object"])
        self._amount_of_kind(frame, wanted, roles, pattern)
        held = roles.get("object")
        if (
            frame.place is not None
            and isinstance(held, n.Select)
            and held.place is not None
            and held.place == self._implied(held.noun)
        ):
            said = held.place.zone
            if pattern or (frame.place.zone != said and said not in frame.also_from):  # «scarta una Lana»: of the hand
                roles["object"] = evolve(held, place=None)
        if frame.place is not None and isinstance(held, n.TextOf) and isinstance(held.of, n.Select):
            if held.of.place in (None, self._implied(held.of.noun)):  # «annulla l'effetto di una Lana»: where it waits
                roles["object"] = evolve(held, of=evolve(held.of, place=frame.place))
        for name, value in list(roles.items()):
            if name not in wanted:
                if name == "into" and manners:
                    continue
                if name == "number":
                    continue
                held = roles.get("object")
                if name == "on" and self.sort(value) == SPOT and isinstance(held, n.Select):
                    roles["object"] = self.on_spot(held, roles.pop("on"))
                    continue
                led = name == "on" and "to" in wanted and "to" not in roles and self.token_zone(held) is not None  # type: ignore[arg-type]
                if led and (card := self._sorted(value, wanted["to"], "to", frame)) is not None:
                    del roles["on"]  # «porta un Gettone su questa carta»
                    roles["to"] = card
                    continue
                if name in ("from", "on") and (there := self._token_from(held, value)) is not None:
                    roles["object"] = there
                    del roles[name]
                    continue
                problems.append(self._unfit(name, value, word))
                return None
            fitted = self._sorted(value, wanted[name], name, frame)
            if fitted is None:
                problems.append(self._unfit(name, value, word))
                return None
            roles[name] = fitted
        if (
            "object" in wanted
            and "object" not in roles
            and not pattern
            and self.sort(roles.get("agent")) == "player"
            and clause.group.form != "form"
            and self.said.context.start.value != "form"
        ):
            if not self.said.of_itself or self.said.subject is None:
                problems.append(f"«{word}» che cosa?")
                return None
            roles["object"] = self.said.subject
        if not self._own_text(wanted, roles):  # type: ignore[arg-type]
            problems.append(f"«{word}» qui è della carta stessa")
            return None
        if manner and not all(m in manners or m == "chosen" for m in manner):
            problems.append(f"«{word}» non ha il modo «{manner[0]}»")
            return None
        self._place_roles(wanted, roles, places, clause, frame)  # type: ignore[arg-type]
        held = roles.get("object")
        if frame.place is None and not pattern and isinstance(held, n.Select):
            roles["object"] = self.of_those_shown(held)
        if not pattern and self.said.card and (taken := self._not_taken_from(frame, roles)) is not None:
            problems.append(f"«{word}» non prende da dove si dice: prende da «{taken}»")
            return None
        if not pattern and isinstance(held, n.Select) and self._is_where_it_takes(held.place, frame):
            roles["object"] = evolve(held, place=None)  # «accendine una», of Lane spoken of as in the Cesto
        if isinstance(held, n.Signs) or (isinstance(held, n.Group) and isinstance(held.members[0], n.Signs)):
            roles["number"] = roles.pop("object")  # «produci {F} o {L}»
        if frame.default_to is not None and "to" in wanted and "to" not in roles and not pattern:
            roles["to"] = frame.default_to
        if not pattern and self._of_nobody(wanted, roles):
            problems.append(f"«{word}» di che cosa?")
            return None
        if frame.counted and isinstance(roles.get("object"), n.Select):
            select = roles.pop("object")  # type: ignore[assignment]
            assert isinstance(select, n.Select)
            kinds = self._nouns_of(wanted.get("object"))
            if kinds and select.noun not in (*kinds, self.vocabulary.implied_noun):
                problems.append(f"«{word}» vuole solo quante, non quali")
                return None
            if self.said.seen is not None and any(c.name == "of_them" for c in clause.group.clitics):
                problems.append(f"«{word}» dice solo quante, non quali tra quelle che si guardano: «prendine …»")
                return None
            self.said.only_counted(select, self._moves(frame))
            self.said.value_counted = select.noun if select.noun in self.vocabulary.values else None
            where = tuple(
                c for c in select.where if not (isinstance(c, n.Not) and isinstance(c.part, n.Same))
            )  # «un'altra carta»
            select = evolve(select, where=where)
            if (
                select.where
                or select.place is not None
                or select.quantity not in (n.Quantity.EXACTLY, n.Quantity.ANY, n.Quantity.ALL)
            ):
                self.said.counted_up_to = select.quantity is n.Quantity.UP_TO and not pattern and may_ask(select.number)
                if select.quantity is not n.Quantity.EXACTLY and not self.said.counted_up_to:
                    problems.append(f"«{word}» vuole solo quante")
                    return None
                if select.where or (
                    self._from_elsewhere(select, frame, wanted) and not self._from_its_top(select, frame, roles)
                ):
                    problems.append(f"«{word}» vuole solo quante, non quali")
                    return None
            if select.number is not None and not (pattern and select.number == n.Num(1)):
                roles["number"] = select.number
        return roles, manner

    def _from_elsewhere(self, select: n.Select, frame: Frame, wanted: Mapping[str, object]) -> bool:
        """«vince una Lana nella Cesta», of a verb that only counts and takes from no place that its form says."""
        counted = {x.place for x in nodes_of(wanted.get("object")) if isinstance(x, n.Select)}
        return frame.place is None and select.place is not None and select.place not in counted

    def _from_its_top(self, select: n.Select, frame: Frame, roles: Mapping[str, object]) -> bool:
        """«accendi 2 Lane dal Cesto», of a verb whose steps take the uppermost from there: what it does anyhow."""
        place, doer = select.place, roles.get("agent", n.You())
        if place is None or place.end == "bottom" or place.depth not in (None, select.number):
            return False
        taken = (x.what.place for x in self._movements(frame) if isinstance(x.what, n.Select))
        owners = {each.of for each in taken if each is not None and each.zone == place.zone and each.end == "top"}
        return place.of in (None, doer) and not owners.isdisjoint((None, n.Var("agent")))

    def _movements(self, frame: Frame | None) -> Iterator[n.Move]:
        """The movements that a verb's steps are."""
        while frame is not None and not frame.steps:
            frame = self.vocabulary.frames.get(frame.kind_of or "")
        return (x for x in nodes_of(frame.steps if frame is not None else ()) if isinstance(x, n.Move))

    def _moves(self, frame: Frame | None) -> bool:
        """Whether a verb is that cards go somewhere."""
        return any(isinstance(each.to, n.Place) for each in self._movements(frame))

    def _amount_of_kind(
        self, frame: Frame, wanted: Mapping[str, object], roles: dict[str, object], pattern: bool
    ) -> None:
        """«infliggi 2 Crepe»: the verb that takes a number and leaves a kind of effect of that amount."""
        held = roles.get("object")
        if "number" not in wanted or "object" in wanted or not isinstance(held, n.Select) or held.number is None:
            return
        kinds = {x.family for step in frame.steps for x in nodes_of(step.effect) if isinstance(x, n.Modify)}
        if held.noun in kinds and held.quantity is n.Quantity.EXACTLY and not held.where:
            self.said.only_counted(held)
            if not (pattern and held.number == n.Num(1)):
                roles["number"] = held.number
            del roles["object"]

    def _of_nobody(self, wanted: Mapping[str, object], roles: Mapping[str, object]) -> bool:
        """«rigenera le Fiamme», of a verb whose every way says whose value it is: never guessed."""
        what = wanted.get("object")
        of_a_value = isinstance(what, n.Select) and what.noun in self.vocabulary.values
        asked = self.said.context.start.value != "form"
        return asked and of_a_value and isinstance(wanted.get("of"), n.Select) and "of" not in roles

    def _nouns_of(self, pattern: object) -> tuple[str, ...]:
        if isinstance(pattern, n.Select):
            return (pattern.noun,)
        if isinstance(pattern, n.Group):
            return tuple(noun for member in pattern.members for noun in self._nouns_of(member))
        return ()

    def _implied(self, noun: str, *, target: bool = False) -> n.Place | None:
        name = self.vocabulary.implied_place(noun, target=target)
        return n.Place(name) if name else None

    def _loosened(self, select: n.Select) -> n.Select:
        """What is played is not in play yet: no place is implied."""
        return (
            evolve(select, place=None)
            if select.place in (self._implied(select.noun), self._implied(select.noun, target=True))
            and select.place is not None
            and select.pick is not n.Pick.TARGET
            else select
        )

    def _object_by_tail(self, frame: Frame, wanted: dict[str, object], roles: dict[str, object]) -> None:
        """«prendere il controllo di X», «rimuovere la Quiete da X»: X is the object of the whole."""
        if " " in frame.verb and "object" in wanted and "object" not in roles:
            for name in ("of", "from", "to", "on", "against"):
                if name in roles and name not in wanted:
                    roles["object"] = roles.pop(name)
                    return

    def _unfit(self, role: str, value: object, word: str) -> str:
        what = _CALLED.get(role, "una delle cose che ha con sé")
        return f"«{word}» non si dice così: {what} non è di quelli che il verbo vuole"

    def _sorted(self, value: object, wanted: object, role: str, frame: Frame) -> object | None:
        """The value when it is of the sort that the form wants, perhaps brought to it; None when it is not."""
        if isinstance(wanted, n.Group) and isinstance(value, n.Group):  # «a un giocatore o a una Lanterna»: each is one
            fitting = tuple(self._sorted(member, wanted, role, frame) for member in value.members)
            return evolve(value, members=fitting) if all(m is not None for m in fitting) else None  # type: ignore[arg-type]
        if isinstance(wanted, n.Group):
            for member in wanted.members:
                fitted = self._sorted(value, member, role, frame)
                if fitted is not None:
                    return fitted
            return None
        if isinstance(wanted, n.TextOf):
            if not isinstance(value, n.TextOf):
                return None
            # «l'effetto Soffio di …»: of one text among others nothing is done but where the form says of which
            return value if wanted.kinds or not set(value.kinds) & set(self.vocabulary.texts) else None
        if isinstance(wanted, n.Place):
            return value if isinstance(value, n.Place) else None
        if not isinstance(wanted, n.Select):
            return value
        if wanted.noun == NUMBER:
            return value
        want = self._wanted_sort(wanted)
        have = self.sort(value)
        if isinstance(value, n.Place) and want == "card" and value.zone in self.vocabulary.zones and value.end is None:
            return n.Select(
                self.vocabulary.implied_noun, quantity=n.Quantity.ALL, place=value, bind=self.said.fresh()
            )  # «scarta la tua mano»
        if isinstance(value, n.Group):
            members = tuple(self._sorted(member, wanted, role, frame) for member in value.members)
            return evolve(value, members=members) if all(m is not None for m in members) else None  # type: ignore[arg-type]
        if want == "value" and isinstance(value, n.Signs):
            declared = self.vocabulary.values.get(wanted.noun)
            return value if declared is not None and declared.kind == "pool" else None
        if want == "value":
            return value if isinstance(value, n.Select) and self._such_value(value, wanted) else None
        if want in ("effect", "lasting"):
            return self._effect_sorted(value, wanted, have)
        if want == "period":
            return value if (isinstance(value, n.Select) and value.noun == wanted.noun) or have == "" else None
        if want == have or have == "":
            return None if self._other_noun(value, wanted) else value
        if (
            want == "card" and isinstance(value, n.Place) and role == "object"
        ):  # «scarta la tua mano»: all that is there
            return n.Select(self.vocabulary.implied_noun, quantity=n.Quantity.ALL, place=value)
        if want == "card" and have == "player" and role == "agent":
            return n.Select(wanted.noun, where=(n.ControlledBy(n.Candidate(), value),))  # type: ignore[arg-type]
        return None

    def _such_value(self, value: n.Select, wanted: n.Select) -> bool:
        """«rigenera le Cariche» is not «rigenera una Carica», where a verb has a form for each."""
        whole = wanted.quantity is n.Quantity.ALL
        return value.noun == wanted.noun and (not whole or value.quantity is n.Quantity.ALL)

    def _effect_sorted(self, value: object, wanted: n.Select, have: str) -> object | None:
        """What a verb gives, or a lasting effect of the kind that its form names."""
        if wanted.noun == EFFECT:
            return value if isinstance(value, (n.Modify, n.Grant)) or have in ("effect", "lasting") else None
        return value if have == "lasting" and (not isinstance(value, n.Select) or value.noun == wanted.noun) else None

    def _other_noun(self, value: object, wanted: n.Select) -> bool:
        """«una Candela» where the verb wants a Lanterna: two declared nouns, neither of which is the other."""
        nouns, tokens = self.vocabulary.nouns, self.vocabulary.tokens
        if isinstance(value, n.Select) and (value.noun in tokens) is not (wanted.noun in tokens):
            return True  # a token is no card
        if (
            not isinstance(value, n.Select)
            or value.noun == wanted.noun
            or value.noun not in nouns
            or wanted.noun not in nouns
        ):
            return False
        mine, theirs = self._zones_of(nouns[value.noun].condition), self._zones_of(nouns[wanted.noun].condition)
        return bool(mine) and bool(theirs) and not mine & theirs

    def _zones_of(self, condition: object) -> frozenset[str]:
        """The zones in which alone a noun's condition holds; none when it does not say."""
        if isinstance(condition, n.IsIn):
            group = self.vocabulary.places.get(condition.place.zone)
            return frozenset(group.zones if group is not None else (condition.place.zone,))
        if isinstance(condition, n.IsKind):
            declared = self.vocabulary.nouns.get(condition.noun)
            return self._zones_of(declared.condition) if declared is not None else frozenset()
        if isinstance(condition, (n.And, n.Or)):
            parts = [self._zones_of(part) for part in condition.parts]
            if isinstance(condition, n.And):
                return next((part for part in parts if part), frozenset())
            return frozenset().union(*parts) if all(parts) else frozenset()
        return frozenset()

    def _wanted_sort(self, wanted: n.Select) -> str:
        if wanted.noun == PLAYER:
            return "player"
        if wanted.noun in self.vocabulary.values:
            return "value"
        if wanted.noun in self.vocabulary.periods:
            return "period"
        if wanted.noun in self.vocabulary.lasting:
            return "lasting"
        if self.is_spot(wanted.noun):
            return SPOT
        return "effect" if wanted.noun == EFFECT else "card"

    def _own_text(self, wanted: dict[str, object], roles: dict[str, object]) -> bool:
        """«una carta usa il suo effetto»: the text is the agent's own."""
        want, have = wanted.get("object"), roles.get("object")
        if not isinstance(want, n.TextOf) or not isinstance(have, n.TextOf):
            return True
        if isinstance(want.of, n.Var) or (isinstance(want.of, n.Select) and want.of.noun == ""):
            agent = roles.get("agent")
            return (
                agent is None
                or have.of == agent
                or (isinstance(agent, n.Select) and have.of == n.Var(agent.bind or ""))
            )
        return True

    @staticmethod
    def _place_first(clause: s.Clause) -> bool:
        """«prendi nella tua mano una Lanterna»: the place stands before the thing, so it is where it goes."""
        kinds = [c.kind for c in clause.complements]
        return "c_prep" in kinds and "c_object" in kinds and kinds.index("c_prep") < kinds.index("c_object")

    def _leads_to(self, frame: Frame | None, place: n.Place, agent: object) -> bool:
        """Whether a verb puts its object in a zone, of the one who does it."""
        if frame is None or place.of not in (None, agent, n.You()) or place.end is not None:
            return False
        moves = [x for step in frame.steps for x in nodes_of(step.effect) if isinstance(x, n.Move)]
        to = moves[0].to if len(moves) == 1 else None
        return isinstance(to, n.Place) and to.zone == place.zone and to.of == n.Var("agent")

    def _place_roles(
        self,
        wanted: dict[str, object] | None,
        roles: dict[str, object],
        places: list[tuple[str, n.Place]],
        clause: s.Clause,
        frame: Frame | None = None,
    ) -> None:
        """A place belongs to the verb when its form has room for it; else it tells where the object is."""
        for terminal, place in places:
            role = {"IN": "into", "TO": "to", "FROM": "from", "ON": "on"}.get(terminal, "into")
            target = roles.get("object")
            if role == "from" and isinstance(target, n.Select):
                taken_first = place.end is not None and place.first and target.pick is n.Pick.NAMED
                roles["object"] = evolve(target, place=evolve(place, first=taken_first))
            elif wanted is not None and isinstance(wanted.get(role), n.Select):  # it is done to a thing, not to a place
                said = clause.group.verb.text
                raise self.fail(clause.start, f"«{said}» qui vuole una cosa, non un luogo", "S028", end=clause.end)
            elif wanted is None or role in wanted:
                roles[role] = evolve(place, first=False) if place.first else place
            elif terminal == "IN" and self._leads_to(frame, place, roles.get("agent")):
                continue  # «prendila in mano»: where it goes anyhow
            elif (
                terminal == "ON"
                and isinstance(target, n.Select)
                and isinstance(target.place, n.Place)
                and target.place.of
            ):
                kept = self.vocabulary.zones[place.zone].upon if place.zone in self.vocabulary.zones else None
                if not isinstance((wanted or {}).get("to"), n.Place) or "to" in roles:  # it lies elsewhere already
                    said = clause.group.verb.text
                    raise self.fail(clause.start, f"«{said}»: da dove, e dove?", "S028", end=clause.end)
                roles["to"] = evolve(place, zone=kept or place.zone)  # «porta un Gettone da una Torre sul tuo Cuore»
            elif isinstance(target, n.Select):
                if terminal == "IN" and self._place_first(clause):
                    raise self.fail(
                        clause.start,
                        f"«{clause.group.verb.text}» non ha un luogo in cui va: dì da dove",
                        "S028",
                        end=clause.end,
                    )
                roles["object"] = evolve(target, place=place)
            elif role == "from":
                roles[role] = place
            else:
                raise self.fail(clause.start, f"«{clause.group.verb.text}» non ha un luogo", "S028", end=clause.end)
