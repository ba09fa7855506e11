"""What is said of a verb, brought to one form that its game declares: each role of the sort that the form wants."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from typing import Final, TypeGuard

from attrs import define, evolve, field

from ....syntax import nodes as s
from ....syntax.reading import Start
from ....vocabulary.vocabulary import Kind
from ... import nodes as n
from ...at_most import may_ask
from ...game import Frame
from ...scope import are_two, never_two, nodes_of
from ..things.reading import EFFECT, NUMBER, PLAYER
from ..things.spots import SPOT
from .parts import Clauses

#: What a role is called in a message.
_CALLED: Final = {
    "agent": "il suo soggetto", "object": "il suo oggetto", "into": "il luogo", "of": "ciò che viene con «di»",
    "to": "ciò che viene con «a»", "from": "ciò che viene con «da»", "on": "ciò che viene con «su»",
    "with": "ciò che viene con «con»", "against": "ciò che viene con «contro»", "among": "ciò che viene con «tra»",
}  # fmt: skip


#: These leave a card where it lies.
_LEFT_THERE: Final = frozenset(("guardare", "mostrare", "rivelare", "scegliere"))


@define
class Fitting:
    """What a clause says of its verb, on the way to one form of it; ``roles`` and ``manner`` become those of the form."""

    frame: Frame
    form: n.Event
    roles: dict[str, object]
    manner: list[str]
    clause: s.Clause
    pattern: bool
    wanted: dict[str, object] = field(init=False)

    @wanted.default
    def _of_the_form(self) -> dict[str, object]:
        return {role.name: role.value for role in self.form.roles}

    @property
    def manners(self) -> tuple[str, ...]:
        """In which ways the verb can be done."""
        return self.frame.manners or self.form.manner

    @property
    def word(self) -> str:
        """The verb as it was written, for messages."""
        return self.clause.group.verb.text


class Fittings(Clauses):
    """The part of the reader that brings what is said of a verb to one of its forms."""

    counted_plainly: tuple[n.Compare, ...] = ()  # what was said with a number alone: «ha due Lane», not «almeno due»

    def never_by_such(self, clause: s.Clause, event: n.Event) -> None:
        """«può sfidare», «quando sfida», of this card while it is what never does: nobody would be meant."""
        slot = self.vocabulary.texts.get(self.said.context.slot or "")
        if slot is None or (slot.in_force is not None and not self.said.continuous):
            return
        kinds = [x.noun for x in nodes_of(slot.in_force) if isinstance(x, n.IsKind)] if slot.in_force else [slot.name]
        for name in (role.name for role in event.roles if isinstance(role.value, n.Self) and len(kinds) == 1):
            frames = self.vocabulary.frames_of(event.verb.partition("#")[0])
            said = [r.value for f in frames for form in f.forms for r in form.roles if r.name == name]
            wanted = [each for each in said if isinstance(each, n.Select) and self.sort(each) == "card"]
            if wanted and all(self._others(each.noun, kinds[0]) for each in wanted):
                what = f"«{self.quoted(clause.start, clause.end)}»: questa carta qui è {kinds[0]}, e non lo fa né lo subisce"
                raise self.fail(clause.start, what, "S025", "dì di quale carta", end=clause.end)

    def _others(self, noun: str, kind: str) -> bool:
        """Whether nothing is both: two words of a value of which a card has one."""
        values = (value for value in self.vocabulary.values.values() if value.kind == "member")
        return noun != kind and any(noun in value.members and kind in value.members for value in values)

    def _fit(self, fit: Fitting, places: list[tuple[str, n.Place]]) -> str | None:
        """Brings what is said to the form, step by step; gives why it does not fit, None when it does."""
        self._object_by_tail(fit)
        self._object_by_manner(fit)
        self._amount_of_kind(fit)
        self._where_it_is_done(fit)
        wrong = (
            self._nothing_said(fit)
            or self._other_role(fit)
            or self._done_to_nothing(fit)
            or self._own_text(fit)
            or self._other_manner(fit)
        )
        if wrong is not None:
            return wrong
        if fit.pattern and fit.frame.crossing and any(terminal == "FROM" for terminal, _ in places):
            goes = fit.roles.get("agent")  # «una Lana entra in mano dal Fosso»: it was not in play
            fit.roles |= {"agent": self._loosened(goes)} if isinstance(goes, n.Select) else {}
        if not fit.pattern:
            places = _lies_whence_it_goes(fit, places)
        self._place_roles(fit.wanted, fit.roles, places, fit.clause, fit.frame)
        self._into_one_zone(fit)
        wrong = self._taken_elsewhere(fit)
        if wrong is not None:
            return wrong
        self._given_without_words(fit)
        return (
            self._to_nobody(fit)
            or self._of_nobody(fit)
            or self._not_of_two(fit)
            or self._of_all_of_them(fit)
            or self._only_how_many(fit)
            or self._leaves_nothing(fit)
        )

    def _into_one_zone(self, fit: Fitting) -> None:
        """«torna in campo», of a verb that puts a card into a zone."""
        for role in ("into", "to"):
            place = fit.roles.get(role)
            if isinstance(place, n.Place) and self.said.card and not fit.pattern:
                self.not_into_several(fit.clause, place)

    def not_into_several(self, clause: s.Clause, place: n.Place) -> None:
        """Refuses «torna in campo», «metti in campo …», where that is several zones."""
        several = self.vocabulary.places.get(place.zone)
        if several is None:
            return
        puts = [f.name for f in self.vocabulary.frames.values() if f.kind_of is None and _puts_into(f, several.zones)]
        said = f"«{self.quoted(clause.start, clause.end)}»: in quale zona ({several.name})?"
        hint = f"dì la zona ({', '.join(several.zones)})" + (f", o usa «{puts[0]}»" if puts else "")
        raise self.fail(clause.start, said, "S024", hint, end=clause.end)

    def _leaves_nothing(self, fit: Fitting) -> str | None:
        """Refuses «quando lascia», which says of no place that it is left."""
        if fit.frame.crossing is None or "object" not in fit.wanted or "object" in fit.roles:
            return None
        return f"«{fit.clause.group.verb.text}» vuole il luogo che si lascia: da solo si dice «esce»"

    def _object_by_manner(self, fit: Fitting) -> None:
        """«accende una Lana» of a verb that has «in Lana», or plays what is no Lana yet: no place is implied."""
        select, manners = fit.roles.get("object"), fit.manners
        if not isinstance(select, n.Select):
            return
        if (
            "object" in fit.wanted
            and select.noun in manners
            and select.noun not in self._nouns_of(fit.wanted["object"])
        ):
            fit.manner = fit.manner or [select.noun]
            fit.roles["object"] = self._loosened(evolve(select, noun=self.vocabulary.implied_noun))
            return
        text = self._text_of_kind(select.noun) if not fit.pattern and not fit.manner else ""
        if text in manners and text not in self._nouns_of(fit.wanted.get("object")):
            fit.manner = [text]  # «gioca una Nota»: as that as which it is one
        if self.member_value(select.noun) and select.place == self._implied(select.noun):
            if manners or (fit.pattern and self.plays_alone(fit.frame)):
                fit.roles["object"] = self._loosened(select)

    def _text_of_kind(self, noun: str) -> str:
        """The text of a card of which a word is the printed kind; none of other words."""
        value = self.member_value(noun)
        return next((name for name, slot in self.vocabulary.texts.items() if value and slot.kind_value == value), "")

    def _where_it_is_done(self, fit: Fitting) -> None:
        """«scarta una Lana», of the hand; «annulla l'effetto di una Lana», where it waits: the verb says the place."""
        held, own = fit.roles.get("object"), fit.frame.place
        if own is None:
            return
        if isinstance(held, n.Select):
            fit.roles["object"] = self._where_the_verb_says(fit, held, own)
        if isinstance(held, n.Group) and held.either:  # «annulla un canto o un grido»
            members = (self._where_the_verb_says(fit, x, own) if isinstance(x, n.Select) else x for x in held.members)
            fit.roles["object"] = evolve(held, members=tuple(members))
        if isinstance(held, n.TextOf) and isinstance(held.of, n.Select):
            if held.of.place in (None, self._implied(held.of.noun)):
                fit.roles["object"] = evolve(held, of=evolve(held.of, place=own))

    def _where_the_verb_says(self, fit: Fitting, held: n.Select, own: n.Place) -> n.Select:
        if held.place is None or held.place != self._implied(held.noun):
            return held
        elsewhere = own.zone != held.place.zone and held.place.zone not in fit.frame.also_from
        return evolve(held, place=None) if fit.pattern or elsewhere else held

    def _other_role(self, fit: Fitting) -> str | None:
        """Each role is brought to what the form wants there; a problem when one cannot be, or the form has no such role."""
        wanted = fit.wanted
        for name, value in list(fit.roles.items()):
            if name not in wanted:
                if not self._goes_elsewhere(fit, name, value):
                    return self._unfit(name, value, fit.word)
                continue
            fitted = self._sorted(value, wanted[name], name, fit.frame)
            if fitted is None:
                return self._unfit(name, value, fit.word)
            fit.roles[name] = fitted
        return None

    def _goes_elsewhere(self, fit: Fitting, name: str, value: object) -> bool:
        """«porta un Gettone su questa carta», «spezza una Lana su una casella»: of a role that the form has not, whether it
        is told by another one."""
        if (name == "into" and fit.manners) or name == "number":
            return True
        roles, wanted, held = fit.roles, fit.wanted, fit.roles.get("object")
        said_of_place = name in ("on", "from") and self.sort(value) == SPOT
        card = held if isinstance(held, n.Select) and self.token_zone(held) is None else None
        if said_of_place and card is not None and self._may_lie_there(card, value):
            roles["object"] = self.on_spot(card, roles.pop(name))
            return True
        led = name == "on" and "to" in wanted and "to" not in roles and self.token_zone(held) is not None  # type: ignore[arg-type]
        if led and (there := self._sorted(value, wanted["to"], "to", fit.frame)) is not None:
            del roles["on"]
            roles["to"] = there
            return True
        if name in ("from", "on") and (there := self._token_from(held, value)) is not None:
            roles["object"] = there
            del roles[name]
            return True
        return False

    def _may_lie_there(self, held: n.Select, spot: object) -> bool:
        """Whether what is said to be in a zone can be on a place: «dal Fosso» is on none."""
        declared = self.vocabulary.nouns.get(spot.noun) if isinstance(spot, n.Select) else None
        zone = held.place.zone if held.place is not None else ""
        return declared is None or zone not in self.vocabulary.zones or zone in declared.spots

    def _nothing_said(self, fit: Fitting) -> str | None:
        """«non puoi vincere», «quando perdi», of a player: neither a gara of his cards nor a Scintilla of his is meant unsaid."""
        wanted = fit.wanted.get("object")
        if (
            not isinstance(wanted, n.Select)
            or fit.roles.keys() & {"object", "number"}
            or self.said.context.start is Start.FORM
        ):
            return None
        of_a_value = wanted.noun in self.vocabulary.values or wanted.noun in self.vocabulary.periods
        return f"«{fit.word}» che cosa?" if of_a_value and self.sort(fit.roles.get("agent")) == "player" else None

    def _done_to_nothing(self, fit: Fitting) -> str | None:
        """«spezza», of a player who must say what; of a card that does it of itself («Spossa: …») it is the card."""
        said = fit.clause.group.form == "form" or self.said.context.start.value == "form"
        left_out = "object" in fit.wanted and "object" not in fit.roles
        if not left_out or fit.pattern or said or self.sort(fit.roles.get("agent")) != "player":
            return None
        moves = (
            fit.frame is not None and fit.frame.of_itself and self.said.card
        )  # «arretra», beside «una carta arretra»
        moves = moves and (self.said.continuous or self.said.recall("card") is None)
        if not (self.said.of_itself or moves) or self.said.subject is None:
            return f"«{fit.word}» che cosa?"
        fit.roles["object"] = self.said.subject
        return None

    def _other_manner(self, fit: Fitting) -> str | None:
        """«accende in Lana», of a verb that has no such manner; «semina una carta come Pianta» says on what sort of plot."""
        spot = self.vocabulary.spots_of(fit.manner[0]) if len(fit.manner) == 1 and not fit.manners else None
        if spot is not None and "on" in fit.wanted and "on" not in fit.roles:
            fit.manner.clear()
            fit.roles["on"] = n.Select(spot, number=n.Num(1))
        if fit.manner and not all(m in fit.manners or m == "chosen" for m in fit.manner):
            return f"«{fit.word}» non ha il modo «{fit.manner[0]}»"
        return None

    def _taken_elsewhere(self, fit: Fitting) -> str | None:
        """«spezza una Lana dal Cesto», of a verb that takes from the hand alone; where it takes anyhow need not be said."""
        if not fit.pattern and self.said.card:
            self._done_by_whose_it_is(fit)
        held, frame = fit.roles.get("object"), fit.frame
        if frame.place is None and not fit.pattern and isinstance(held, n.Select):
            held = fit.roles["object"] = self._of_the_zone_shown(self.of_those_shown(self.where_aimed_at(held)), fit)
        elif not fit.pattern and isinstance(held, n.Select) and self._shown_where_it_takes_too(held, fit):
            one_of_them = self._of_the_zone_shown(self.of_those_shown(held), fit)
            if one_of_them != held and self.said.choose(2):
                held = fit.roles["object"] = one_of_them
        if not fit.pattern and isinstance(held, n.Select) and self._aimed_in_play(held, frame):
            held = fit.roles["object"] = evolve(held, place=self._implied("", target=True))
        if not fit.pattern and isinstance(held, n.Select) and self._is_only_laid_so(held, fit):
            held = self._laid_as_such(held, fit)
        taken = self._while_elsewhere(held, frame)
        if not fit.pattern and taken is None and self.said.card:
            taken = self._not_taken_from(frame, fit.roles)
        if taken is not None:
            return f"«{fit.word}» non prende da dove si dice: prende da «{taken}»"
        if not fit.pattern and self.said.card and isinstance(held, n.Select) and self._of_who_does_not(held, fit):
            fit.roles["object"] = evolve(held, place=self._where_another_has_it(held, fit))
        if not fit.pattern and isinstance(held, n.Select) and self._is_where_it_takes(held.place, frame):
            fit.roles["object"] = evolve(held, place=None)  # «accendine una», of Lane spoken of as in the Cesto
        return None

    def _aimed_in_play(self, held: n.Select, frame: Frame) -> bool:
        """«butta un Filo bersaglio», of a verb that takes from the hand and from play too: a target is in play, also where its
        noun says nothing of a place."""
        aimed = held.pick is n.Pick.TARGET and held.place is None and held.among is None
        if not aimed or frame.place is None or held.noun not in self.vocabulary.nouns or self.zones_of_noun(held.noun):
            return False
        there = self._zones_in(self.vocabulary.implied_place("", target=True) or "")
        also = {zone for name in frame.also_from for zone in self._zones_in(name)}
        return bool(there & also) and not there & self._zones_in(frame.place.zone)

    def _is_only_laid_so(self, held: n.Select, fit: Fitting) -> bool:
        """«semina una Pianta», of a verb that lays on a plot what it takes from the hand: there nothing is a Pianta yet."""
        own, zones = fit.frame.place, self.zones_of_noun(held.noun)
        if (
            own is None
            or held.among is not None
            or "on" not in fit.wanted
            or self.vocabulary.spots_of(held.noun) is None
        ):
            return False
        takes = {zone for name in (own.zone, *fit.frame.also_from) for zone in self._zones_in(name)}
        there = held.place is None or bool(self._zones_in(held.place.zone) & takes)
        return there and not zones & takes and not any(isinstance(c, n.ControlledBy) for c in held.where)

    def _laid_as_such(self, held: n.Select, fit: Fitting) -> n.Select:
        """A card from where the verb takes it, and the place on which it becomes what its noun says."""
        own, doer = fit.frame.place, fit.roles.get("agent", n.You())
        assert own is not None
        of = doer if own.of == n.Var("agent") else None
        place = held.place or evolve(own, of=of)  # type: ignore[arg-type]
        if "on" not in fit.roles:  # where the place is told, the word is of what lies on it
            fit.roles["on"] = n.Select(self.vocabulary.spots_of(held.noun) or "", number=n.Num(1))
            held = evolve(held, noun=self.vocabulary.implied_noun)
        fit.roles["object"] = held = evolve(held, place=place)
        return held

    def _done_by_whose_it_is(self, fit: Fitting) -> None:
        """«guarda la mano del rivale. Scegli una carta tra quelle e scartala», of a verb that takes from the hand of who does it:
        that player does, of the one that you chose."""
        own, held, doer = fit.frame.place, fit.roles.get("object"), fit.roles.get("agent", n.You())
        if own is None or own.of != n.Var("agent") or own.zone in fit.frame.also_from:
            return
        if not isinstance(doer, n.You) or "agent" not in fit.wanted:
            return
        if isinstance(held, n.Var):
            held = self.said.held.get(held.name, held)  # «se c'è una Lana, scartala»
        looked = isinstance(held, n.Select) and held.place is not None and held.place == self.said.looked
        known = next((m.term for m in reversed(self.said.mentions) if m.recall == held), None) if not looked else held
        place = known.place if isinstance(known, n.Select) else None
        if place is None or place.zone != own.zone or place.of is None or isinstance(place.of, n.You):
            return
        whose = place.of
        fit.roles["agent"] = n.Var(whose.bind) if isinstance(whose, n.Select) and whose.bind is not None else whose
        if looked and isinstance(held, n.Select):
            fit.roles["object"] = evolve(held, place=None, pick=n.Pick.USER)

    def _of_who_does_not(self, held: n.Select, fit: Fitting) -> bool:
        """«spezza una carta del rivale», of a verb that takes from the hand of who does it: nobody has another's there."""
        own, doer = fit.frame.place, fit.roles.get("agent", n.You())
        if own is None or own.of != n.Var("agent") or held.place is not None or held.among is not None:
            return False
        whose = [c.by for c in held.where if isinstance(c, n.ControlledBy) and c.of == n.Candidate()]
        sides = (n.You, n.Opponent)
        others = any(isinstance(x, sides) and isinstance(doer, sides) and type(x) is not type(doer) for x in whose)
        return others and not self.zones_of_noun(held.noun)

    def _where_another_has_it(self, held: n.Select, fit: Fitting) -> n.Place:
        """Of a kind that lies in play, from where the verb takes too, there («scarta una Lana avversaria»); else refused."""
        there = self._implied(held.noun) if self.member_value(held.noun) and self.said.looked is None else None
        also = {zone for name in fit.frame.also_from for zone in self._zones_in(name)}
        if there is not None and self._zones_in(there.zone) & also:
            return there
        clause, hint = fit.clause, "fallo fare a lui, anche dopo che hai scelto"
        said = f"«{self.quoted(clause.start, clause.end)}»: si prende solo dalle proprie"
        raise self.fail(clause.start, said, "S025", hint, clause.end)

    def _given_without_words(self, fit: Fitting) -> None:
        """«produci {F} o {L}» is how much is produced; whom a verb is done to when nobody is said."""
        roles, held = fit.roles, fit.roles.get("object")
        if isinstance(held, n.Signs) or (isinstance(held, n.Group) and isinstance(held.members[0], n.Signs)):
            roles["number"] = roles.pop("object")
        pool = self.vocabulary.values.get(held.noun) if isinstance(held, n.Select) and not fit.pattern else None
        if pool is not None and pool.kind == "pool":
            hint = "si dice coi segni, o «… di un … a tua scelta»"
            said = f"«{self.quoted(fit.clause.start, fit.clause.end)}»: di quale?"
            raise self.fail(fit.clause.start, said, "S024", hint, end=fit.clause.end)
        if fit.frame.default_to is not None and "to" in fit.wanted and "to" not in roles and not fit.pattern:
            roles["to"] = fit.frame.default_to

    def _only_how_many(self, fit: Fitting) -> str | None:
        """«pesca due carte», of a verb that is done so many times: their number, and nothing of which ones they are."""
        select = fit.roles.get("object")
        if fit.frame.counted and isinstance(select, n.Group):
            return f"«{fit.word}» vuole una sola quantità"
        if not fit.frame.counted or not isinstance(select, n.Select):
            return None
        del fit.roles["object"]
        kinds = self._nouns_of(fit.wanted.get("object"))
        if kinds and select.noun not in (*kinds, self.vocabulary.implied_noun):
            return f"«{fit.word}» vuole solo quante, non quali"
        if self.said.seen is not None and any(c.name == "of_them" for c in fit.clause.group.clitics):
            return f"«{fit.word}» dice solo quante, non quali tra quelle che si guardano: «prendine …»"
        self.said.only_counted(select, self._moves(fit.frame))
        self.said.value_counted = select.noun if select.noun in self.vocabulary.values else None
        where = tuple(c for c in select.where if not _is_another(c))
        select = evolve(select, where=where)
        wrong = self._which_ones(fit, select)
        if wrong is not None:
            return wrong
        if self._is_bounded(fit, select):
            op = ">=" if select.quantity is n.Quantity.AT_LEAST else "<="
            fit.roles["number"] = n.SoMuch(op, select.number, span=select.span)  # type: ignore[arg-type]
        elif select.number is not None and not (fit.pattern and select.number == n.Num(1)):
            fit.roles["number"] = select.number
        return None

    def _is_bounded(self, fit: Fitting, select: n.Select) -> bool:
        """«quando subisci 3 o più Crepe»: of a verb by which so much comes at once, and not one at a time."""
        bounded = select.quantity in (n.Quantity.AT_LEAST, n.Quantity.UP_TO) and isinstance(select.number, n.Num)
        plain = not select.where and select.place is None and select.number != n.Num(1)
        return fit.pattern and bounded and plain and self.of_an_amount(fit.frame)

    def _which_ones(self, fit: Fitting, select: n.Select) -> str | None:
        """«pesca fino a due carte», «pesca due carte dalla cima del Mazzo» may be said; «pesca due Lane deste» may not."""
        so_many = select.quantity in (n.Quantity.EXACTLY, n.Quantity.ANY, n.Quantity.ALL)
        if not select.where and select.place is None and so_many:
            return None
        self.said.counted_up_to = select.quantity is n.Quantity.UP_TO and not fit.pattern and may_ask(select.number)
        if self._is_bounded(fit, select):
            return None
        if select.quantity is not n.Quantity.EXACTLY and not self.said.counted_up_to:
            return f"«{fit.word}» vuole solo quante"
        described = [each for each in select.where if not _is_another(each)]  # «pescane un'altra» is one more
        if described or (self._from_elsewhere(select, fit) and not self._from_its_top(select, fit)):
            return f"«{fit.word}» vuole solo quante, non quali"
        return None

    def _object_by_tail(self, fit: Fitting) -> None:
        """«prendere il controllo di X», «rimuovere la Quiete da X»: X is the object of the whole."""
        roles, wanted = fit.roles, fit.wanted
        if " " in fit.frame.verb and "object" in wanted and "object" not in roles:
            for name in ("of", "from", "to", "on", "against"):
                if name in roles and name not in wanted:
                    roles["object"] = roles.pop(name)
                    return

    def _amount_of_kind(self, fit: Fitting) -> None:
        """«infliggi 2 Crepe»: the verb that takes a number and leaves a kind of effect of that amount."""
        held, wanted = fit.roles.get("object"), fit.wanted
        if "number" not in wanted or "object" in wanted or not isinstance(held, n.Select) or held.number is None:
            return
        kinds = {x.family for step in fit.frame.steps for x in nodes_of(step.effect) if isinstance(x, n.Modify)}
        if held.noun in kinds and held.quantity is n.Quantity.EXACTLY and not held.where:
            self.said.only_counted(held)
            if not (fit.pattern and held.number == n.Num(1)):
                fit.roles["number"] = held.number
            del fit.roles["object"]

    def _own_text(self, fit: Fitting) -> str | None:
        """«una carta usa il suo effetto»: the text is the agent's own."""
        want, have = fit.wanted.get("object"), fit.roles.get("object")
        if not isinstance(want, n.TextOf) or not isinstance(have, n.TextOf):
            return None
        if not isinstance(want.of, n.Var) and not (isinstance(want.of, n.Select) and want.of.noun == ""):
            return None
        agent = fit.roles.get("agent")
        if agent is None or have.of == agent:
            return None
        if isinstance(agent, n.Select) and have.of == n.Var(agent.bind or ""):
            return None
        return f"«{fit.word}» qui è della carta stessa"

    def _of_nobody(self, fit: Fitting) -> str | None:
        """«rigenera le Fiamme», of a verb whose every way says whose value it is: never guessed."""
        what = fit.wanted.get("object")
        of_a_value = isinstance(what, n.Select) and what.noun in self.vocabulary.values
        asked = not fit.pattern and self.said.context.start.value != "form"
        unsaid = isinstance(fit.wanted.get("of"), n.Select) and "of" not in fit.roles
        return f"«{fit.word}» di che cosa?" if asked and of_a_value and unsaid else None

    def _not_of_two(self, fit: Fitting) -> str | None:
        """«scambia la posizione di una Lana», «… di tre Lane», of a verb that takes two: with which other?"""
        twos = [role for role, wanted in fit.wanted.items() if isinstance(wanted, n.Select) and are_two(wanted)]
        other = any(never_two(fit.roles[role]) for role in twos if role in fit.roles)
        return f"«{fit.word}» di quali due?" if other and not fit.pattern else None

    def _to_nobody(self, fit: Fitting) -> str | None:
        """«se è desta, infliggi 2», of a verb whose way says to whom: to what was spoken of before, never to nobody."""
        on_card = self.said.card and not fit.pattern
        if not on_card or "to" not in fit.wanted or "to" in fit.roles or "number" not in fit.roles:
            return None
        known = self._done_to or self.said.topic
        if known is None or self.sort(known) != "card":
            return f"«{fit.word}» a chi?"
        fit.roles["to"] = known
        return None

    def _of_all_of_them(self, fit: Fitting) -> str | None:
        """«integra i Pegni Positivi», of a verb whose steps do it to all Pegni of a card: never to some."""
        held = fit.roles.get("object")
        if fit.frame is None or not isinstance(held, n.Select) or held.noun not in self.vocabulary.lasting:
            return None
        told = any(node == n.Var("object") for step in fit.frame.steps for node in nodes_of(step.effect))
        some = held.quantity is not n.Quantity.ALL or any(isinstance(c, n.IsSort) for c in held.where)
        if told or not some or fit.pattern or not fit.frame.steps:
            return None
        return f"«{fit.word}» si fa di tutti insieme"

    def _from_elsewhere(self, select: n.Select, fit: Fitting) -> bool:
        """«vince una Lana nella Cesta», of a verb that only counts and takes from no place that its form says."""
        counted = {x.place for x in nodes_of(fit.wanted.get("object")) if isinstance(x, n.Select)}
        return fit.frame.place is None and select.place is not None and select.place not in counted

    def _from_its_top(self, select: n.Select, fit: Fitting) -> bool:
        """«accendi 2 Lane dal Cesto», of a verb whose steps take the uppermost from there: what it does anyhow."""
        place, doer = select.place, fit.roles.get("agent", n.You())
        if place is None or place.end == "bottom" or place.depth not in (None, select.number):
            return False
        taken = (x.what.place for x in self._movements(fit.frame) if isinstance(x.what, n.Select))
        owners = {each.of for each in taken if each is not None and each.zone == place.zone and each.end == "top"}
        return place.of in (None, doer) and not owners.isdisjoint((None, n.Var("agent")))

    def _movements(self, frame: Frame | None) -> Iterator[n.Move]:
        """The movements that a verb's steps are."""
        while frame is not None and not frame.steps:
            frame = self.vocabulary.frames.get(frame.kind_of or "")
        return (x for x in nodes_of(frame.steps if frame is not None else ()) if isinstance(x, n.Move))

    def zones_gone_to(self, verb: str) -> frozenset[str]:
        """The zones to which a verb's steps take cards; none when it moves none, or not only to known ones."""
        goals = [x.to for frame in self.vocabulary.frames_of(verb) for x in self._movements(frame)]
        if not all(isinstance(goal, n.Place) for goal in goals):
            return frozenset()
        return frozenset(zone for goal in goals if isinstance(goal, n.Place) for zone in self._zones_in(goal.zone))

    def stops_at(self, enough: n.Condition, event: n.Event) -> n.Condition:
        """«getta carte fino ad averne due», «finché non ne hai due»: no more than two, of a verb that takes them away."""
        counted = enough.left.what if isinstance(enough, n.Compare) and isinstance(enough.left, n.Count) else None
        if not isinstance(enough, n.Compare) or enough.op != ">=" or not isinstance(counted, n.Select):
            return enough
        goals = self.zones_gone_to(event.verb)
        anywhere = counted.place is None and all(isinstance(x, n.ControlledBy) for x in counted.where)
        if goals and anywhere and counted.noun == self.vocabulary.implied_noun:
            frame = self.vocabulary.frames.get(event.verb)
            taken = (frame.place.zone,) if frame is not None and frame.place is not None else ()
            found = [one for zone in (*goals, *taken) if (one := self._in_own(counted, zone)) is not None]
            if len(found) == 1:  # «attingi fino ad avere 4 carte»: in the hand, where they go
                fewer = found[0].place is not None and found[0].place.zone not in goals
                return evolve(enough, left=n.Count(found[0]), op="<=" if fewer else enough.op)
            said = f"«{self.quoted(0, len(self.words))}»: quando si smette? non si dice dove si contano"
            raise self.fail(0, said, "S024", "«… in …», «… nel tuo …»", end=len(self.words))
        if enough not in self.counted_plainly:  # «almeno due»
            return enough
        there = self._zones_in(counted.place.zone) if counted.place is not None else self.zones_of_noun(counted.noun)
        return evolve(enough, op="<=") if there and goals and goals.isdisjoint(there) else enough

    def _in_own(self, counted: n.Select, zone: str) -> n.Select | None:
        """The cards of a zone of a player's own, as many as are counted wherever they are; None of a pile, or a zone of all."""
        declared = self.vocabulary.zones.get(zone)
        if declared is None or declared.owner != "player" or declared.ordered or declared.spots:
            return None
        whose = next((c.by for c in counted.where if isinstance(c, n.ControlledBy)), n.You())
        return evolve(counted, where=(), place=n.Place(zone, whose))

    def zones_of_noun(self, noun: str) -> frozenset[str]:
        """The zones in which alone a thing is what a declared noun says; none when it does not say."""
        declared = self.vocabulary.nouns.get(noun)
        return self._zones_of(declared.condition) if declared is not None else frozenset()

    def _moves(self, frame: Frame | None) -> bool:
        """Whether a verb is that cards go somewhere."""
        return any(isinstance(each.to, n.Place) for each in self._movements(frame))

    def _not_taken_from(self, frame: Frame, roles: Mapping[str, object]) -> str | None:
        """Where a verb takes its object from, if a sentence says a zone from which it never does."""
        held, own = roles.get("object"), frame.place
        held = self.said.held.get(held.name, held) if isinstance(held, n.Var) else held
        place = held.place if isinstance(held, n.Select) else None
        if own is None:
            return None
        allowed = self._zones_in(own.zone) | {zone for name in frame.also_from for zone in self._zones_in(name)}
        if place is None and self._is_only_elsewhere(held, allowed):
            return own.zone
        if place is None or place.zone not in {*self.vocabulary.zones, *self.vocabulary.places}:
            return None
        declared = self.vocabulary.zones.get(place.zone)
        above = isinstance(held, n.Select) and held.noun in self.vocabulary.tokens and declared is not None
        lies = declared.upon if above and declared is not None and declared.upon else place.zone  # what lies on it
        if not self._zones_in(lies) & allowed:
            return own.zone
        sides = (n.You, n.Opponent)
        doer = roles.get("agent")
        other = isinstance(doer, sides) and isinstance(place.of, sides) and type(doer) is not type(place.of)
        mine = own.of == n.Var("agent") and place.zone == own.zone and own.zone not in frame.also_from
        return own.zone if other and mine else None

    def _is_only_elsewhere(self, held: object, allowed: set[str]) -> bool:
        """Whether something is where a verb takes nothing from: «scegli una Lana nel Fosso e appendila», as it was chosen there
        and has not gone anywhere since; «scarta una tua Lanterna», which is one only where it burns."""
        recalled = held.among if isinstance(held, n.Select) and held.among is not None else held
        if isinstance(recalled, n.Var):
            deeds = {verb for verb, what in self.said.deeds if what == recalled}
            spoken_of = (*self.said.chosen, self.said.looked_at)
            if not deeds <= _LEFT_THERE or not (deeds or recalled in spoken_of):
                return False  # where it is by now, what happened says
            held = next((m.term for m in reversed(self.said.mentions) if m.recall == recalled), None)
        if not isinstance(held, n.Select) or held.among is not None:
            return False
        if held.place is None:
            zones: Set[str] = self.zones_of_noun(held.noun) if held.noun in self.vocabulary.nouns else frozenset()
        else:
            zones = self._zones_in(held.place.zone) if held.place.zone in self.vocabulary.zones else frozenset()
        return bool(zones) and not zones & allowed

    def _while_elsewhere(self, held: object, frame: Frame) -> str | None:
        """Where a verb takes its object from, of what is only while it lies elsewhere: «curare» of «le crepe che subisci»."""
        said = held.where if isinstance(held, n.Select) and frame.place is not None else ()
        places = [c.now.place for c in said if isinstance(c, n.Happened) and isinstance(c.now, n.IsIn)]
        if not places or frame.place is None:
            return None
        allowed = self._zones_in(frame.place.zone) | {z for name in frame.also_from for z in self._zones_in(name)}
        return None if allowed & self._zones_in(places[0].zone) else frame.place.zone

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

    def _shown_where_it_takes_too(self, held: n.Select, fit: Fitting) -> bool:
        """«guarda il tuo Cesto. Scarta una Lana», of a verb that takes from the hand, and from the Cesto too: from which?"""
        shown = self.said.looked
        if shown is None and self.said.seen is not None:
            seen = next((m.term for m in reversed(self.said.mentions) if m.recall == self.said.seen), None)
            shown = seen.place if isinstance(seen, n.Select) else None
        if shown is None or held.among is not None or fit.frame.place is None:
            return False
        also = {zone for name in fit.frame.also_from for zone in self._zones_in(name)}
        return bool(self._zones_in(shown.zone) & also - self._zones_in(fit.frame.place.zone))

    def _of_the_zone_shown(self, what: n.Select, fit: Fitting) -> n.Select:
        """«guarda il tuo Cesto. Raccogli una Lana»: of a verb that takes from anywhere, one of those that one was looking at."""
        wanted, looked = fit.wanted.get("object"), self.said.looked
        any_card = isinstance(wanted, n.Select) and wanted.noun == self.vocabulary.implied_noun
        plain = what.noun == self.vocabulary.implied_noun or self.member_value(what.noun)
        whose = any(isinstance(condition, n.ControlledBy) for condition in what.where)
        moves = self._moves(fit.frame) and not fit.frame.counted
        if looked is None or not any_card or not plain or whose or not moves:
            return what
        if what.among is not None or what.pick is n.Pick.TARGET or what.place not in (None, self._implied(what.noun)):
            return what
        return evolve(what, place=looked)

    def _token_from(self, token: object, card: object) -> n.Select | None:
        """«porta un Gettone da una tua Lana nel Fosso»: the one that lies there; None of what is no token."""
        if isinstance(card, n.Select) and self.sort(card) == SPOT:
            card = self.card_there(card)
        if not isinstance(token, n.Select) or token.place is not None or self.sort(card) != "card":
            return None
        zone = self.token_zone(token)
        return evolve(token, place=n.Place(zone, card)) if zone is not None else None  # type: ignore[arg-type]

    def _nouns_of(self, pattern: object) -> tuple[str, ...]:
        if isinstance(pattern, n.Select):
            return (pattern.noun,)
        if isinstance(pattern, n.Group):
            return tuple(noun for member in pattern.members for noun in self._nouns_of(member))
        return ()

    def _patterns(self, value: object) -> list[n.Select]:
        if isinstance(value, n.Select):
            return [value]
        if isinstance(value, n.Group):
            return [p for member in value.members for p in self._patterns(member)]
        return []

    def _meant_by(self, noun: str) -> n.Condition | None:
        declared = self.vocabulary.nouns.get(noun)
        return declared.condition if declared is not None else None

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

    def _unfit(self, role: str, value: object, word: str) -> str:
        what = _CALLED.get(role, "una delle cose che ha con sé")
        return f"«{word}» non si dice così: {what} non è di quelli che il verbo vuole"

    def _done_with_one(self, value: object, wanted: n.Select) -> object:
        """«sfida con un'Erba», of a verb that is done with a throw: a throw that is one, not an Erba that lies in play."""
        member = self.vocabulary.lexeme(value.noun, Kind.MEMBER) if isinstance(value, n.Select) else None
        if not isinstance(value, n.Select) or member is None or wanted.noun not in self.vocabulary.nouns:
            return value
        there = self.vocabulary.implied_place(value.noun, target=False)
        if value.place is not None and (value.place.zone != there or value.place.of is not None):
            return value
        is_one = n.HasMember(n.Candidate(), member.of or "", value.noun)
        return evolve(value, noun=wanted.noun, where=(is_one, *value.where), place=None)

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
        there = role in ("on", "to") or (role == "object" and frame is not None and not frame.counted)
        if want == "card" and there and self.sort(value) == SPOT and isinstance(value, n.Select):
            value = self.card_there(value)
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
            value = self._done_with_one(value, wanted) if role == "with" else value
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
        if wanted.noun in tokens and isinstance(value, n.Self | n.Var):  # «rimuovilo dal gioco», of a card
            known = {m.noun for m in self.said.mentions if m.recall == value and m.noun}
            return isinstance(value, n.Self) or (bool(known) and not known & set(tokens))
        if isinstance(value, n.Select) and (self._other_text(value, wanted) or self._never_such(value, wanted)):
            return True
        if (
            not isinstance(value, n.Select)
            or value.noun == wanted.noun
            or value.noun not in nouns
            or wanted.noun not in nouns
        ):
            return False
        mine, theirs = self._zones_of(nouns[value.noun].condition), self._zones_of(nouns[wanted.noun].condition)
        return bool(mine) and bool(theirs) and not mine & theirs

    def _never_such(self, value: n.Select, wanted: n.Select) -> bool:
        """«un'Erba spenta» where the verb wants a Candela, and only a Lanterna is ever «spenta»."""
        asked = {c.status for c in value.where if isinstance(c, n.IsStatus) and isinstance(c.of, n.Candidate)}
        bearers = {each.of for each in self.vocabulary.statuses.values() if asked & {each.name, each.opposite}}
        theirs = self._zones_of(self._meant_by(wanted.noun))
        return any(
            bool(theirs) and bool(mine := self._zones_of(self._meant_by(noun))) and not mine & theirs
            for noun in bearers
            if noun is not None and noun != wanted.noun
        )

    def _other_text(self, value: n.Select, wanted: n.Select) -> bool:
        """«un grido», «una carta grido» where the verb wants a canto: nouns of cards with one text and with another."""
        mine = self._texts_of(n.And((n.IsKind(n.Candidate(), value.noun), *value.where)))
        theirs = self._texts_of(n.IsKind(n.Candidate(), wanted.noun))
        return bool(mine) and bool(theirs) and not mine & theirs

    def _texts_of(self, condition: object) -> frozenset[str]:
        """The texts one of which a card has of which a condition holds; none when it does not say."""
        if isinstance(condition, n.HasText):
            return frozenset((condition.text,))
        if isinstance(condition, n.IsKind) and isinstance(condition.of, n.Candidate):
            return self._texts_of(self._meant_by(condition.noun))
        if isinstance(condition, (n.And, n.Or)):
            parts = [self._texts_of(part) for part in condition.parts]
            if isinstance(condition, n.And):
                return next((part for part in parts if part), frozenset())
            return frozenset().union(*parts) if all(parts) else frozenset()
        return frozenset()

    def _zones_of(self, condition: object) -> frozenset[str]:
        """The zones in which alone a noun's condition holds; none when it does not say."""
        if isinstance(condition, n.IsIn):
            group = self.vocabulary.places.get(condition.place.zone)
            return frozenset(group.zones if group is not None else (condition.place.zone,))
        if isinstance(condition, n.IsKind):
            return self.zones_of_noun(condition.noun)
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

    def _lies_there(self, thing: n.Select, place: n.Place) -> n.Select:
        """«spezza una Lana nel Cesto»; «spezza un Gettone su una tua Lana nel Cesto»: there lies the Lana."""
        upon = thing.place
        last = thing.where[-1] if thing.where else None
        if isinstance(last, n.Compare) and isinstance(last.right, n.Count):
            counted = last.right.what
            if isinstance(counted, n.Select) and counted.place in (None, self._implied(counted.noun)):
                there = n.Count(evolve(counted, place=place))  # «… con Ardore minore del numero di carte nel tuo Cesto»
                return evolve(thing, where=(*thing.where[:-1], evolve(last, right=there)))
        card = upon.of if upon is not None else None
        if upon is not None and isinstance(card, n.Select) and card.place in (None, self._implied(card.noun)):
            return evolve(thing, place=evolve(upon, of=evolve(card, place=place)))
        return evolve(thing, place=place)

    def on_which_place(self, clause: s.Clause, place: n.Place, wanted: dict[str, object], frame: Frame | None) -> None:
        """Refuses «sposta una Lana nella Fila», of a verb that puts it on a place: one that is there, or on which one there?"""
        on = wanted.get("on")
        spot = on.noun if isinstance(on, n.Select) and self.is_spot(on.noun) else None
        if (
            spot is None
            or frame is None
            or frame.place is not None
            or place.zone not in self.vocabulary.nouns[spot].spots
        ):
            return
        said = f"«{self.quoted(clause.start, clause.end)}»: ciò che sta in {place.zone}, o su quale posto lì?"
        hint = f"«… su una {spot} libera di {place.zone}»; ciò che vi sta: «da …»"
        wrong = self.fail(clause.start, said, "S036", hint, clause.end)
        wrong.meant = True  # whatever other forms the verb has
        raise wrong

    def _another_brings(self, frame: Frame | None, target: object) -> bool:
        """Whether the verb has another form that brings such a thing to a zone."""
        if frame is None or not isinstance(target, n.Select):
            return False
        forms = (form for each in self.vocabulary.frames_of(frame.verb) for form in each.forms)
        return any(self.brings(form, target.noun) for form in forms)

    def brings(self, form: n.Event, noun: str) -> bool:
        """Whether a form of a verb says to which zone such a thing is brought: «un giocatore porta un Gettone a una zona»."""
        roles = {role.name: role.value for role in form.roles}
        return isinstance(roles.get("to"), n.Place) and noun in self._nouns_of(roles.get("object"))

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
            role = _role_of_place(terminal, wanted or {})
            target = roles.get("object")
            if role in ("into", "on") and role not in (wanted or {}) and "to" in (wanted or {}) and "to" not in roles:
                if isinstance((wanted or {})["to"], n.Place):
                    role = "to"  # «porta un Gettone nel Cesto», of a verb that says «a una zona»
                elif self._another_brings(frame, target):
                    said = f"«{clause.group.verb.text}» a chi, o a che cosa?"
                    raise self.fail(clause.start, said, "S024", end=clause.end)
            with_what = roles.get("with")
            lies_there = role == "from" or (role == "into" and role not in (wanted or {}))
            spot = isinstance(target, n.Select) and self.is_spot(target.noun)
            if lies_there and spot and isinstance(with_what, n.Select):
                roles["with"] = evolve(with_what, place=place)  # «occupa una casella con una Lana dal Cesto»
            elif role == "from" and isinstance(target, n.Select):
                taken_first = place.end is not None and place.first and target.pick is n.Pick.NAMED
                roles["object"] = evolve(target, place=evolve(place, first=taken_first))
            elif wanted is not None and isinstance(wanted.get(role), n.Select):  # it is done to a thing, not to a place
                said = clause.group.verb.text
                raise self.fail(clause.start, f"«{said}» qui vuole una cosa, non un luogo", "S028", end=clause.end)
            elif wanted is None or role in wanted:
                roles[role] = evolve(place, first=False) if place.first else place
            elif terminal in ("IN", "TO") and self._leads_to(frame, place, roles.get("agent")):
                continue  # «prendila in mano», «donala al tuo Cesto»: where it goes anyhow
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
                if (terminal == "IN" and self._place_first(clause)) or (terminal == "TO" and place.end is None):
                    raise self.fail(
                        clause.start,
                        f"«{clause.group.verb.text}» non ha un luogo in cui va: dì da dove",
                        "S028",
                        end=clause.end,
                    )
                if terminal == "IN":
                    self.on_which_place(clause, place, wanted or {}, frame)
                roles["object"] = self._lies_there(target, place)
            elif role == "from":
                roles[role] = place
            else:
                raise self.fail(clause.start, f"«{clause.group.verb.text}» non ha un luogo", "S028", end=clause.end)


def _puts_into(frame: Frame, zones: tuple[str, ...]) -> bool:
    """Whether a verb puts what it is done to into one of the zones."""
    places = (node.to for node in nodes_of(frame.steps) if isinstance(node, n.Move))
    return any(isinstance(place, n.Place) and place.zone in zones for place in places)


def _lies_whence_it_goes(fit: Fitting, places: list[tuple[str, n.Place]]) -> list[tuple[str, n.Place]]:
    """«una Lana torna dal Fosso in mano», of a verb that says nothing of «da»: one that lies there. What is left of the places."""
    goes = fit.roles.get("agent")
    whence = [place for terminal, place in places if terminal == "FROM"]
    if len(whence) != 1 or "object" in fit.roles or "from" in fit.wanted or not _is_chosen(goes):
        return places
    fit.roles["agent"] = evolve(goes, place=whence[0])
    return [each for each in places if each[0] != "FROM"]


def _role_of_place(terminal: str, wanted: Mapping[str, object]) -> str:
    """What a place is to a verb, by its preposition."""
    role = {"IN": "into", "TO": "to", "FROM": "from", "ON": "on"}.get(terminal, "into")
    if role == "to" and role not in wanted and isinstance(wanted.get("into"), n.Place):
        return "into"  # «torna dal Fosso alla tua mano», of a verb that says «in una zona»
    return role


def _is_chosen(term: object) -> TypeGuard[n.Select]:
    """Whether a term is a card that is described where something is done."""
    picked = isinstance(term, n.Select) and term.pick in (n.Pick.AGENT, n.Pick.TARGET)
    return picked and isinstance(term, n.Select) and term.noun != PLAYER and term.among is None


def _is_another(condition: n.Condition) -> bool:
    """«un'altra carta»: not the one that was spoken of."""
    return isinstance(condition, n.Not) and isinstance(condition.part, n.Same)
