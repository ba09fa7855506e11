"""«spendi 1 Gesto in meno per attaccare»: what an action costs more or less than it says itself."""

from __future__ import annotations

from attrs import evolve, frozen

from ....syntax import nodes as s
from ....vocabulary.function_words import PAYING
from ... import nodes as n
from ..things.complements import Parts
from ..things.reading import PLAYER, number_said
from .permissions import Permissions, is_more


@frozen
class _PriceSaid:
    """So much, and whether it is more or less than otherwise; None of what it is in all."""

    number: n.Number
    more: bool | None


class Surcharges(Permissions):
    """The part of the reader that reads what is added to a price, or taken from it."""

    _for_a_time = False  # whether what is said lasts as long as is said before it or after it: «…, finché è desta»

    def surcharge(self, clause: s.Clause, parts: Parts) -> n.Allow | None:
        """«il rivale spende 1 Gesto in più per attaccare questa carta»; None of what is paid when it is said."""
        group, purpose = clause.group, parts.purposes[0]
        np = parts.objects[0].value if len(parts.objects) == 1 else None
        if group.modal is not None or group.verb.name not in PAYING:
            return None
        price = _price_said(clause, np) if isinstance(np, s.NounPhrase) else None
        inner = self.parts(purpose)
        duration = parts.duration or inner.duration
        lasts = duration is not None or self._for_a_time or (self.said.continuous and not self.said.bound_event)
        value = np.noun.name if isinstance(np, s.NounPhrase) and np.noun is not None else self._only_value(purpose)
        if price is None or value is None or not lasts:
            self._of_nothing_else(clause, price, lasts)
            return None
        self._costs_so(clause, purpose, value)
        amount = self._so_dear(price, parts, inner)
        inner.duration, inner.per_each = None, []
        self.nothing_left(parts, clause, "objects", "purposes", "duration", "within", "per_each", adverbs=())
        spends = self._who_spends(clause)
        of, who = (None, spends) if self.sort(spends) == "player" else (spends, None)
        event, inner = self.event(evolve(purpose, subject=None), of, pattern=True, parts=inner)
        self._already_such(event, purpose)
        time = ("within",) if duration is not None else ()
        self.nothing_left(inner, purpose, "objects", "prepositions", "either", *time, adverbs=("DIRECTLY",))
        span = self.span(clause.start, clause.end)
        surcharge = n.Surcharge(value, amount, who, instead=price.more is None)
        self.not_so_yet(purpose, event)
        event = self.put_beside(event)
        return n.Allow(event, allowed=False, duration=duration, price=surcharge, span=span)

    def _so_dear(self, price: _PriceSaid, parts: Parts, inner: Parts) -> n.Number:
        """«1 Gesto in meno per ogni tua Lanterna», said before or after what it is paid for."""
        amount = self.so_many_for_each(self.so_many_for_each(price.number, parts), inner)
        if price.more is not False:
            return amount
        return (
            n.Num(-amount.value) if isinstance(amount, n.Num) else n.Compute(n.Arithmetic.SUBTRACT, (n.Num(0), amount))
        )

    def _of_nothing_else(self, clause: s.Clause, price: _PriceSaid | None, lasts: bool) -> None:
        """Refuses «accendere costa …», which can be nothing else, where it does not say how much of what, or for how long."""
        if clause.group.verb.sense.of != s.ANYBODY:
            return
        if price is not None and not lasts:
            said = f"«{self.quoted(clause.start, clause.end)}»: fino a quando?"
            raise self.fail(clause.start, said, "S024", "«… per questo turno», «… finché …»", end=clause.end)
        said = f"«{self.quoted(clause.start, clause.end)}»: quanto, e di che cosa?"
        hint = "«… costa 2 …», «… costa 1 … in più», «… non costa …», con il nome di ciò che si paga"
        raise self.fail(clause.start, said, "S024", hint, end=clause.end)

    def _only_value(self, purpose: s.Clause) -> str | None:
        """The value in which an action is paid, if it is one: «accendere una Lanterna non costa nulla»."""
        frames = self.vocabulary.frames_of(purpose.group.verb.name)
        paid = {value for frame in frames for value in (self.vocabulary.priced or {}).get(frame.name, ())}
        return next(iter(paid)) if len(paid) == 1 else None

    def _costs_so(self, clause: s.Clause, purpose: s.Clause, value: str) -> None:
        """Refuses what no action does for such a price."""
        priced = self.vocabulary.priced
        if priced is None:
            said = "che cosa costa un'azione lo dice l'azione; di più o di meno, una carta"
            raise self.fail(clause.start, said, "S036", "«costo: …», sotto l'azione", end=clause.end)
        frames = self.vocabulary.frames_of(purpose.group.verb.name)
        if any(value in priced.get(frame.name, ()) for frame in frames):
            return
        such = [frame.verb for frame in self.vocabulary.frames.values() if value in priced.get(frame.name, ())]
        said = f"«{self.quoted(clause.start, clause.end)}»: nessuna azione che si paga così fa ciò"
        hint = f"con ciò si paga per {', '.join(f'«{verb}»' for verb in dict.fromkeys(such))}" if such else ""
        raise self.fail(clause.start, said, "S036", hint, end=clause.end)

    def _already_such(self, event: n.Event, purpose: s.Clause) -> None:
        """Refuses «seminare una Pianta costa …» of what only becomes a Pianta where it is sown: where it is taken from none is."""
        frame = self.vocabulary.frames.get(event.verb)
        held = next((role.value for role in event.roles if role.name == "object"), None)
        if frame is None or frame.place is None or not isinstance(held, n.Select) or held.place is not None:
            return
        taken = {zone for name in (frame.place.zone, *frame.also_from) for zone in self._zones_in(name)}
        such = self.zones_of_noun(held.noun)
        if such and not such & taken:
            said = f"«{self.quoted(purpose.start, purpose.end)}»: mentre si paga non lo è ancora"
            hint = "di' su che posto, o di ciò che costa: «le tue … costano …»"
            raise self.fail(purpose.start, said, "S036", hint, end=purpose.end)

    def _who_spends(self, clause: s.Clause) -> n.Term:
        """Who spends so much more: you, the opponent, anybody («ogni giocatore»), or whoever it is with such a card («le tue
        Lane»)."""
        if clause.subject is None:
            verb = clause.group.verb.sense
            if verb.of == s.ANYBODY and verb.person == 3:  # «attaccare costa …»
                return n.Select(PLAYER, quantity=n.Quantity.ALL)
            return self.subject_of(clause) or n.You()
        who = self.term(clause.subject)
        if self.sort(who) == "card":
            if not isinstance(who, n.Select) or who.pick is n.Pick.TARGET:
                return who
            if who.quantity is n.Quantity.ALL:
                return self.as_pattern(who)
        any_player = isinstance(who, n.Select) and who.quantity is n.Quantity.ALL and not who.where
        if isinstance(who, n.You | n.Opponent) or (any_player and self.sort(who) == "player"):
            return who
        said = f"«{self.quoted(clause.subject.start, clause.subject.end)}»: di chi è il prezzo?"
        hint = "«spendi …», «l'avversario spende …», «ogni giocatore spende …»; di carte: «questa carta», «le tue …»"
        raise self.fail(clause.subject.start, said, "S036", hint, end=clause.subject.end)


def of_a_price(clause: s.Clause) -> bool:
    """«spendi 1 Gesto in meno per …», of what is never asked for: what it costs, and no offer."""
    objects = [c.value for c in clause.complements if c.kind == "c_object"]
    np = objects[0] if len(objects) == 1 else None
    paid = clause.group.verb.name in PAYING and clause.group.modal is None
    return paid and isinstance(np, s.NounPhrase) and _price_said(clause, np) is not None


def _price_said(clause: s.Clause, np: s.NounPhrase) -> _PriceSaid | None:
    """«1 Gesto in più», «1 Gesto» of what costs so much, «non costa Gesti»; None of what an offer asks for."""
    said = [d.terminal for d in np.determiners]
    offered = clause.group.verb.sense.of != s.ANYBODY and clause.subject is None  # «spendi 2 Gesti per accendere …»
    if clause.group.negated:
        plain = (not said or np.has("nothing")) and not np.modifiers
        return _PriceSaid(n.Num(0), None) if plain and not offered else None
    if np.noun is None or said not in (["INDEF"], ["NUM"]) or len(np.modifiers) > 1:
        return None
    if not np.modifiers:
        return None if offered else _PriceSaid(number_said(np.determiners[0]), None)
    more = np.modifiers[0].tokens[0] if np.modifiers[0].tokens else None
    if more is None or more.terminal != "ADDITIONAL":
        return None
    return _PriceSaid(number_said(np.determiners[0]), is_more(np.modifiers[0]))
