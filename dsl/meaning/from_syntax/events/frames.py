"""What is said of a verb against the forms that its game declares for it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from attrs import evolve

from ....syntax import nodes as s
from ... import nodes as n
from ...game import Frame
from ...playing import plays
from ...scope import Unreadable, is_one
from ..things.complements import Parts
from ..things.reading import PLAYER
from .fitting import Fitting, Fittings

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


class Frames(Fittings):
    """The part of the reader that finds the declared form of an event."""

    def as_form(self, event: n.Event, clause: s.Clause) -> n.Event:
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
        objects = [c.value for c in clause.complements if c.kind == "c_object"]
        bare = len(objects) == 1 and isinstance(objects[0], s.NounPhrase) and not objects[0].determiners
        return evolve(event, roles=tuple(map(self._as_amount, roles)) if bare else roles)

    def _as_amount(self, role: n.Role) -> n.Role:
        """«un giocatore recupera Vigore»: of a value, also in the singular, so much."""
        what = role.value
        declared = self.vocabulary.values.get(what.noun) if isinstance(what, n.Select) else None
        if role.name != "object" or declared is None or declared.kind != "number":
            return role
        if not isinstance(what, n.Select) or what.where or what.number != n.Num(1):
            return role
        return evolve(role, value=evolve(what, quantity=n.Quantity.ANY, number=None))

    def wants_another(self, verb: str) -> bool:
        """Whether a verb is what one does with another of his sort, and never alone: «una Lana lotta con una Lana»."""
        frames = self.vocabulary.frames_of(verb)
        forms = [{r.name: r.value for r in form.roles} for frame in frames for form in frame.forms]
        sorts = [(getattr(x.get("agent"), "noun", None), getattr(x.get("with"), "noun", "")) for x in forms]
        return bool(sorts) and all(one == other for one, other in sorts)

    def _one_with_another(self, roles: dict[str, object], clause: s.Clause) -> None:
        """«una tua Lana e una rivale lottano (tra loro)»: the first with the second. Nobody does it alone, or with several."""
        if "with" in roles or not self.wants_another(clause.group.verb.name):
            return
        who = roles.get("agent")
        members = who.members if isinstance(who, n.Group) and not who.either else ()
        if len(members) == 2 and all(is_one(each) for each in members):
            roles["agent"], roles["with"] = members
            return
        said = f"«{self.quoted(clause.start, clause.end)}»: chi con chi?"
        raise self.fail(clause.start, said, "S028", end=clause.end)

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
        if roles.pop("@whose", False) and len(places) == 1 and places[0][0] == "IN" and not pattern:
            if isinstance(agent, n.You):
                places = [("IN", self.back_to_whose_it_is(roles.get("object"), places[0][1]))]
        by: n.Select | None = roles.pop("@by", None)  # type: ignore[assignment]
        frames = self.vocabulary.frames_of(verb.name)
        if not pattern:
            self._one_with_another(roles, clause)
        span = self.span(clause.start, clause.end)
        if any(name != "number" and isinstance(x, n.Var) and x.name == n.DIE for name, x in roles.items()):
            raise self.fail(verb.at, f"«{verb.text}» non si dice di un dado, che è un numero", "S025", end=clause.end)
        if not frames:
            self._place_roles(None, roles, places, clause)
            auxiliary = not verb.terminal.startswith("V_")  # «essere bersaglio di …»
            if self.said.context.start.value != "form" and (verb.sense.kind == "language" or auxiliary):
                thing = roles.get("object")
                raise self.fail(verb.at, f"«{verb.text}» non si intende così", "S027", lambda: self._said_of(thing))
            return self._event(verb.name, roles, tuple(manner), found.cause, span)
        if pattern and any(frame.of_itself for frame in frames) and set(roles) == {"agent"}:
            doer = roles["agent"]
            if self.sort(doer) == "card":  # «quando avanza»: that somebody does it to the card
                roles = {"object": doer}
        problems: list[str] = []
        places = self._on_one_there(roles, places, frames) if pattern else places
        ways = [(frame, form) for frame in frames for form in frame.forms]
        if "on" in roles:  # «posa una Lana sulla Casella Nord»: where she goes, before it is where she lies
            ways.sort(key=lambda way: all(role.name != "on" for role in way[1].roles))
        for frame, form in ways:
            fit = Fitting(frame, form, dict(roles), list(manner), clause, pattern)
            try:
                wrong = self._fit(fit, places)
            except Unreadable as fault:
                if form is ways[-1][1] or fault.meant:
                    raise
                continue  # it may be said in another way of the verb
            if wrong is None:
                if (means := self._means(frame, form)) is not None and "agent" in fit.roles:
                    fit.roles[means] = fit.roles.pop("agent")
                self.not_with_the_price(clause, frame=frame)
                return evolve(self._event(frame.name, fit.roles, tuple(fit.manner), found.cause, span), by=by)
            problems.append(wrong)
        said = problems[0] if problems else f"«{verb.text}» non si usa così"
        forms = [form for frame in frames if frame.crossing is None for form in frame.forms]
        raise self.fail(clause.start, said, "S028", lambda: self._said_so(forms), end=clause.end)

    def _on_one_there(
        self, roles: dict[str, object], places: list[tuple[str, n.Place]], frames: Sequence[Frame]
    ) -> list[tuple[str, n.Place]]:
        """«quando posa un Filo sulla tua Riva», of a verb that is done on a card: on one that lies there. What is left of the
        places."""
        on = [place for terminal, place in places if terminal == "ON" and place.end is None]
        taken = (role.value for frame in frames for form in frame.forms for role in form.roles if role.name == "on")
        upon_a_card = any(isinstance(x, n.Select) and x.noun == self.vocabulary.implied_noun for x in taken)
        if len(on) != 1 or "on" in roles or not upon_a_card:
            return places
        roles["on"] = n.Select(self.vocabulary.implied_noun, place=on[0])
        return [each for each in places if each[1] is not on[0]]

    def not_with_the_price(
        self, clause: s.Clause, *, frame: Frame | None = None, purpose: s.Clause | None = None
    ) -> None:
        """Refuses «spendi 1 Moneta in più», alone or to play something (``purpose``), which would be paid with the price and is
        not. After «quando …» it is besides what that cost anyhow, and the amount alone says it."""
        phrases = (c.value for c in clause.complements if isinstance(c.value, s.NounPhrase))
        said = next(
            ((np, t) for np in phrases for m in np.modifiers for t in m.tokens if t.terminal == "ADDITIONAL"), None
        )
        if said is None:
            return
        np, word = said
        if word.name == "fewer":
            raise self.fail(word.at, f"«{self.quoted(np.start, np.end)}»: meno di quanto?", "S024", end=np.end)
        alone = f"«{self.quoted(np.start, word.at)}», da solo"
        if purpose is not None and plays(purpose.group.verb.name, self.vocabulary.frames, self.vocabulary.texts):
            message = f"«{self.quoted(np.start, np.end)}»: si paga con il costo di ciò che si gioca, o da sé?"
            hint = f"da sé: {alone}; con il costo: dì quanto costa in più ciò che si gioca"
            raise self.fail(word.at, message, "S036", hint, end=np.end)
        if frame is None or frame.at_most is None or self.said.bound_event or self._when_event is not None:
            return
        message = (
            f"«{self.quoted(np.start, np.end)}»: qui si paga quando tocca al testo, e non con il costo della carta"
        )
        raise self.fail(word.at, message, "S025", alone, end=np.end)

    def _said_of(self, thing: object) -> str:
        """What the game's verbs do with such a thing, to be said instead; empty when none of them names it."""
        noun = thing.noun if isinstance(thing, n.Select) else None
        forms = (form for frame in self.vocabulary.frames.values() for form in frame.forms)
        such = [f for f in forms if any(isinstance(r.value, n.Select) and r.value.noun == noun for r in f.roles)]
        return self._said_so(such) if noun in self.vocabulary.values else ""

    def _said_so(self, forms: Iterable[n.Event]) -> str:
        """What can be said instead of what was; empty when that is nothing, or too much."""
        from ...italian import phrase  # only for what is not understood

        said = tuple(phrase(form, self.vocabulary) for form in forms)
        return f"si dice così: {', '.join(f'«{each}»' for each in said)}" if 0 < len(said) <= MOST_FORMS else ""

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
