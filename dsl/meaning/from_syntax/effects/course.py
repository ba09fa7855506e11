"""«inizia …», «termina il turno», «vince la partita»: the course of the match."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from ....syntax import nodes as s
from ... import nodes as n
from ..things.complements import Parts
from .looking import Looking

_SHARES: Final = (n.Arithmetic.HALF_DOWN, n.Arithmetic.HALF_UP)


#: By which «se lo fai» is of what could be paid beside the price of the card.
PAID_ALSO: Final = "#also"


def without_more(clause: s.Clause) -> s.Clause | None:
    """«pagare {F} in più» as «pagare {F}»; None of what is paid by itself."""
    held = clause.complements[0] if len(clause.complements) in (1, 2) else None
    np = held.value if held is not None else None
    if held is None or not isinstance(np, s.NounPhrase) or np.noun is None or np.noun.terminal != "N_SIGNS":
        return None
    if len(np.modifiers) != 1 or any(not _of_playing_this(each) for each in clause.complements[1:]):
        return None
    return evolve(clause, complements=(evolve(held, value=evolve(np, modifiers=())),))


def _of_playing_this(complement: s.Complement) -> bool:
    """«per giocare questa carta»."""
    purpose = complement.value
    if complement.kind != "c_purpose" or not isinstance(purpose, s.Clause) or len(purpose.complements) != 1:
        return False
    what = purpose.complements[0].value
    group = purpose.group
    return isinstance(what, s.NounPhrase) and what.has("this") and group.verb.sense.kind == "verb" and not group.negated


class Course(Looking):
    """The part of the reader that reads what happens to the match itself."""

    def _pay(self, clause: s.Clause, parts: Parts) -> n.Effect:
        """«paga {2}», «paga il Costo di quella carta»."""
        self.said.last_done = self.said.fresh()
        self.said.last_doer = self._agent(clause) or n.You()
        return evolve(self.paying(clause, self.said.last_doer), bind=self.said.last_done)

    def paying(self, clause: s.Clause, who: n.Term) -> n.Pay:
        """What is paid, and by whom."""
        parts = self.parts(clause)
        self.nothing_left(parts, clause, "objects", adverbs=("ALSO", "INSTEAD"))
        amount = self.amount_paid(self._object_np(evolve(clause, subject=None), parts))
        return n.Pay(amount, who, span=self.span(clause.start, clause.end))

    def amount_paid(self, np: s.Noun) -> n.Number | n.Term:
        """«{2}», «il Costo di quella carta», or so much of what a player has («2 Punti gloria»)."""
        head = np.noun if isinstance(np, s.NounPhrase) else None
        if isinstance(np, s.NounPhrase) and head is not None and head.terminal == "N_SIGNS" and np.modifiers:
            more = np.modifiers[0]  # «paga {F} in più» would be paid with the price, and is not that
            said = f"«{self.quoted(more.start, more.end)}»: qui si paga quando lo si fa, e non con il costo della carta"
            raise self.fail(more.start, said, "S025", f"«{head.text}», da solo", end=more.end)
        value = self.vocabulary.values.get(head.name) if head is not None and head.terminal == "N_VALUE" else None
        if head is None or value is None or (value.owner, value.kind) != ("player", "number"):
            return self._share_paid(self.number(np))
        paid = self._value_noun(np, head)  # type: ignore[arg-type]
        if not isinstance(paid, n.Select) or paid.quantity is not n.Quantity.EXACTLY or paid.number is None:
            raise self.fail(np.start, f"«{self.quoted(np.start, np.end)}»: quanto si paga?", "S024", end=np.end)
        return paid

    def _share_paid(self, number: n.Number) -> n.Number | n.Term:
        """«paga metà dei tuoi Punti»: so many of them."""
        of = number.of[0] if isinstance(number, n.Compute) and number.op in _SHARES else None
        value = self.vocabulary.values.get(of.value) if isinstance(of, n.ValueOf) else None
        if value is None or (value.owner, value.kind) != ("player", "number"):
            return number
        return n.Select(value.name, number=number)

    def _begin(self, clause: s.Clause, parts: Parts) -> n.Effect:
        """«comincia uno scontro tra la prima Lanterna e la seconda Lanterna», «comincia il turno di Primo»."""
        self.nothing_left(parts, clause, "objects", "prepositions")
        np = self._object_np(clause, parts)
        if not (isinstance(np, s.NounPhrase) and np.noun is not None and np.noun.terminal == "N_PERIOD"):
            raise self.fail(np.start, f"«{self.quoted(np.start, np.end)}» non è un tempo del gioco", "S026", end=np.end)
        among = next((m for m in np.modifiers if m.kind == "mod_among"), None)
        name, of = self.period(evolve(np, modifiers=tuple(m for m in np.modifiers if m is not among)))
        roles: tuple[n.Role, ...] = () if of is None else (n.Role("of", of),)
        between = (
            among.value
            if among is not None
            else next((p.np for p in parts.prepositions if p.preposition.terminal == "AMONG"), None)
        )
        if isinstance(between, s.NounList):
            declared = self.vocabulary.periods.get(name)
            names = (
                [p.name for p in declared.participants]
                if declared is not None and declared.participants
                else [str(i + 1) for i in range(len(between.items))]
            )
            roles += tuple(n.Role(role, self.term(item)) for role, item in zip(names, between.items, strict=False))
        return n.Begin(name, roles, span=self.span(clause.start, clause.end))

    def _lapse(self, clause: s.Clause, parts: Parts) -> n.Effect:
        """«scadono i Malanni»."""
        self.nothing_left(parts, clause, "objects")
        np = self._object_np(clause, parts)
        if (
            isinstance(np, s.NounPhrase)
            and np.noun is not None
            and np.noun.terminal == "N_LASTING"
            and not np.modifiers
        ):
            return n.Lapse(np.noun.name, span=self.span(clause.start, clause.end))
        raise self.fail(np.start, f"«{self.quoted(np.start, np.end)}» non scade", end=np.end)

    def _about_the_match(self, clause: s.Clause) -> bool:
        """«perde la partita», «vinci la partita»: not a thing that the game calls winning or losing."""
        if clause.group.verb.name not in ("perdere", "vincere"):
            return False
        objects = [c.value for c in clause.complements if c.kind == "c_object"]
        return any(
            isinstance(np, s.NounPhrase)
            and np.noun is not None
            and np.noun.terminal == "N_PERIOD"
            and self._is_the_match(np.noun.name)
            for np in objects
        )

    def _is_the_match(self, name: str) -> bool:
        declared = self.vocabulary.periods.get(name)
        inside = any(name in period.parts for period in self.vocabulary.periods.values())
        return declared is not None and not inside and not declared.participants and bool(declared.parts)

    def _decided(self, clause: s.Clause, parts: Parts) -> n.Effect:
        """«quel giocatore perde la partita»."""
        self.nothing_left(parts, clause, "objects", adverbs=("ONCE_AT", "INSTEAD", "ALSO"))
        who = self._agent(clause)
        span = self.span(clause.start, clause.end)
        if self.sort(who) not in ("player", ""):
            what = self.quoted(clause.start, clause.end)
            raise self.fail(
                clause.start, f"«{what}»: una partita la vince o la perde un giocatore", "S025", end=clause.end
            )
        if clause.group.verb.name == "vincere":
            return n.EndGame(winner=who, span=span)
        return n.EndGame(loser=who, span=span)

    def _finish(self, clause: s.Clause, parts: Parts) -> n.Effect:
        self.nothing_left(parts, clause, "objects", adverbs=("ALSO", "ALWAYS", "ANYMORE", "ONCE_AT", "INSTEAD"))
        np = self._object_np(clause, parts)
        if isinstance(np, s.NounPhrase) and np.noun is not None and np.noun.terminal == "N_LASTING":
            return n.Release(self.term(np), span=self.span(clause.start, clause.end))
        span = self.span(clause.start, clause.end)
        if (until := self._which_last(np)) is not None:
            return n.EndLasting(until, span=span)
        name, _ = self.period(np)
        whole = not any(name in period.parts for period in self.vocabulary.periods.values())
        declared = self.vocabulary.periods.get(name)
        if (
            whole
            and (declared is None or declared.repeats or declared.parts)
            and not (declared is not None and declared.participants)
        ):
            return n.EndGame(span=span)
        return n.Finish(name, span=span)

    def _which_last(self, np: s.Noun) -> n.Duration | None:
        """«gli effetti che durano fino alla fine del turno»: how long."""
        if not isinstance(np, s.NounPhrase) or np.noun is None or np.noun.name != "effect" or not np.has("the"):
            return None
        said = np.modifiers[0].value if [m.kind for m in np.modifiers] == ["mod_relative"] else None
        if not isinstance(said, s.Clause) or said.group.verb.name != "durare" or said.group.negated:
            return None
        parts = self.parts(said)
        self.nothing_left(parts, said, "duration")
        lasts = parts.duration
        if lasts is None or lasts.stretch is not n.Stretch.THIS or lasts.of is not None or lasts.period is None:
            what = f"«{self.quoted(said.start, said.end)}»: si dice fino alla fine di quale tempo"
            raise self.fail(said.start, what, "S026", "«… che durano fino alla fine del turno»", said.end)
        return lasts

    def _roll(self, clause: s.Clause, parts: Parts) -> n.Effect:
        """«tira il dado», «si tira a sorte un giocatore, detto Primo»."""
        self.nothing_left(parts, clause, "objects", adverbs=("BY_LOT",))
        span = self.span(clause.start, clause.end)
        if parts.has("BY_LOT"):
            term = self.term(self._object_np(clause, parts))
            if isinstance(term, n.Select):
                return n.DrawLots(term, span=span)
        np = self._object_np(clause, parts)
        if isinstance(np, s.NounPhrase) and np.noun is not None and np.noun.terminal == "N_DIE":
            self.said.mention(n.Var(n.DIE), "die", n.DIE, 1, 1)
            return n.RollDie(span=span)
        raise self.fail(np.start, f"«{self.quoted(np.start, np.end)}» non si tira", end=np.end)

    def _open(self, clause: s.Clause, parts: Parts) -> n.Effect:
        self.nothing_left(parts, clause, "objects", adverbs=("ALSO", "ALWAYS", "ANYMORE", "ONCE_AT", "INSTEAD"))
        np = self._object_np(clause, parts)
        if isinstance(np, s.NounPhrase) and np.noun is not None and np.noun.terminal == "N_WINDOW":
            name = next((m.tokens[0].name for m in np.modifiers if m.kind == "adjective"), None)
            if name is not None:
                return n.OpenWindow(name, span=self.span(clause.start, clause.end))
        known = ", ".join(f"«{name}»" for name in sorted(self.vocabulary.windows))
        said = f"«{self.quoted(np.start, np.end)}» non è una finestra del gioco"
        raise self.fail(np.start, said, "S026", hint=f"le finestre sono: {known or 'nessuna'}", end=np.end)

    def _make(self, clause: s.Clause, parts: Parts) -> n.Effect:
        """«si fa il testo Candela della carta»."""
        self.nothing_left(parts, clause, "objects", adverbs=("ALSO", "ALWAYS", "ANYMORE", "ONCE_AT", "INSTEAD"))
        np = self._object_np(clause, parts)
        if isinstance(np, s.NounPhrase) and np.noun is not None and np.noun.terminal == "PART":
            which = next((i for i, word in enumerate(("first", "second"), 1) if np.has(word)), None)
            if which is None or np.modifiers:
                raise self.fail(np.start, "quale parte? «la prima parte» o «la seconda parte»", "S024", end=np.end)
            return n.DoPart(which, span=self.span(clause.start, clause.end))
        if isinstance(np, s.NounPhrase) and np.noun is not None and np.noun.terminal == "N_TEXT":
            text = self._text(np, np.noun)
            if len(text.kinds) == 1:
                who = self.term(clause.subject) if clause.subject is not None and clause.subject is not np else None
                return n.UseText(text.kinds[0], text.of, who, span=self.span(clause.start, clause.end))
        raise self.fail(np.start, f"«{self.quoted(np.start, np.end)}» non si fa", end=np.end)
