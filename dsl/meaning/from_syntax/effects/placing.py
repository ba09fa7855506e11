"""«mettila in cima …», «torna …», «scambia …»: where things go."""

from __future__ import annotations

from typing import Final

from attrs import define, evolve

from ....syntax import nodes as s
from ....vocabulary.vocabulary import Kind
from ... import nodes as n
from ...participants import place_recalled
from ...scope import Mention, Unreadable, never_two, nodes_of
from ..conditions.being import Being
from ..things.complements import Parts
from ..things.reading import PLAYER

#: The verbs that lead to the hand where no place is said.
TO_HAND: Final = ("prendere", "riprendere")

PUT_BACK: Final = "rimettere"

#: The verbs of which a pile is in no order any more.
SHUFFLING: Final = ("mescolare", "rimescolare", "mischiare", "rimischiare")


@define
class Goal:
    """Where a thing goes: to a zone or a place that was given, under a card, on a place of a board."""

    to: n.Place | n.Var | None = None
    under: n.Term | None = None
    on: n.Term | None = None

    def is_nowhere(self) -> bool:
        """Whether no place was said yet."""
        return self.to is self.under is self.on is None


class Placing(Being):
    """The part of the reader that reads where things go."""

    _put_by: n.Term | None = None  # who put something, or shuffled it in: the meaning does not say

    def _go(self, clause: s.Clause, parts: Parts) -> n.Effect:
        self.nothing_left(
            parts,
            clause,
            "objects",
            "prepositions",
            "statuses",
            "at_end",
            adverbs=("ALSO", "ALWAYS", "ANYMORE", "ONCE_AT", "INSTEAD", "ANY_ORDER"),
        )
        what = self._moved(clause, parts)
        if len(parts.statuses) == 1 and not parts.prepositions:  # «va in Quiete»
            return n.SetStatus(
                what, parts.statuses[0].name, _is_on(parts.statuses[0]), span=self.span(clause.start, clause.end)
            )
        to: n.Place | n.Var | None = None
        under: n.Term | None = None
        on: n.Term | None = None
        owner = self._recalled_subject(what) if self.sort(what) == "player" else None
        for complement in parts.objects:
            np = complement.value
            if isinstance(np, s.NounPhrase) and np.noun is not None and np.noun.terminal == "N_ZONE":
                to = self.place(np)
            elif np is not clause.subject and clause.subject is not None:
                raise self.fail(
                    complement.start,
                    f"«{self.quoted(complement.start, complement.end)}» non si intende qui",
                    end=complement.end,
                )
        for phrase in parts.prepositions:
            terminal = phrase.preposition.terminal
            head = phrase.np.noun.terminal if isinstance(phrase.np, s.NounPhrase) and phrase.np.noun else None
            if terminal == "UNDER":
                under = self.term(phrase.np)
            elif terminal == "ON" and self.token_zone(what) is not None:
                to = self.upon(what, phrase.np)
            elif terminal == "FROM" and head == "PART":
                place = self.place(phrase.np)
                return n.Move(
                    what, n.Place("", place.of, span=place.span), keep=True, span=self.span(clause.start, clause.end)
                )
            elif self.says_spot(phrase.np) and terminal in ("ON", "IN"):
                on = self._spot_for(what, phrase.np)
            else:
                to = self._destination(phrase.np, owner)
                if phrase.at_end is not None and isinstance(to, n.Place):
                    to = evolve(to, end=phrase.at_end)
        to = to or self._back_on_pile(clause, parts)
        if to is None and under is None and on is None:
            raise self.fail(clause.start, f"«{clause.group.verb.text}» dove? manca il luogo", "S024", end=clause.end)
        ordered = self._in_any_order(clause, parts, what, to)
        return n.Move(what, to, under, on, ordered=ordered, span=self.span(clause.start, clause.end))

    def _back_on_pile(self, clause: s.Clause, parts: Parts) -> n.Place | None:
        """«metti le altre in fondo», «rimettile in qualsiasi ordine»: in the pile of which cards were spoken of, at the end
        that is said, or where they lay."""
        back = clause.group.verb.name == PUT_BACK
        if parts.prepositions or (parts.at_end is None and not back):
            return None
        spoken = (m.term.place for m in reversed(self.said.mentions) if isinstance(m.term, n.Select))
        piles = (p for p in spoken if p is not None and p.zone in self.vocabulary.zones and p.end is not None)
        pile = next((p for p in piles if self.vocabulary.zones[p.zone].ordered), None)
        if pile is None:
            return None
        return evolve(pile, end=parts.at_end.name if parts.at_end is not None else pile.end, depth=None, first=False)

    def _in_any_order(self, clause: s.Clause, parts: Parts, what: n.Term, to: n.Place | n.Var | None) -> bool:
        """«in qualsiasi ordine»: of several things that go to a zone."""
        said = parts.has("ANY_ORDER")
        one = isinstance(what, n.Select) and what.quantity is n.Quantity.EXACTLY and what.number == n.Num(1)
        if said and (one or isinstance(what, n.Self)):
            raise self.fail(clause.start, "«in qualsiasi ordine»: una cosa sola non ne ha", "S036", end=clause.end)
        if said and not (isinstance(to, n.Place) and to.zone in self.vocabulary.zones):
            raise self.fail(clause.start, "«in qualsiasi ordine» è di ciò che va in una zona", "S036", end=clause.end)
        return said

    def _spot_for(self, what: n.Term, np: s.Noun) -> n.Term:
        """The place to which a thing goes, which may be seen from the thing itself."""
        outer, self._mover = self._mover, self.seen_from(what)
        spot = self.term(np)
        self._mover = outer
        return spot

    def _put(self, clause: s.Clause, parts: Parts) -> n.Effect:
        """«metti una tua Candela in fondo al Mazzo», «aggiungi una carta dal Fosso alla tua mano»: the user puts it
        there."""
        moment, parts.moment = parts.moment, None
        effect = self._put_either(clause) if parts.either else self._put_there(clause, parts)
        return effect if moment is None else self._done_then(effect, moment, clause)

    def _done_then(self, effect: n.Effect, moment: n.Moment, clause: s.Clause) -> n.Effect:
        """Hook: what is done at a moment that is to come."""
        raise NotImplementedError

    def _back(
        self, clause: s.Clause, parts: Parts, what: n.Term, to: n.Place | n.Var | None
    ) -> tuple[n.Term, n.Place | n.Var | None]:
        """«rimetti in mano una Lana rivale», whose hand is not said: that of whoever has it."""
        where = [phrase.np for phrase in parts.prepositions if isinstance(phrase.np, s.NounPhrase)]
        bare = len(where) == 1 and not where[0].determiners and not where[0].modifiers
        if clause.group.verb.name != PUT_BACK or not bare or not isinstance(to, n.Place):
            return what, to
        if isinstance(what, n.Select) and what.bind is None:
            what = evolve(what, bind=self.said.fresh())
        return what, self.back_to_whose_it_is(what, to)

    def _put_there(self, clause: s.Clause, parts: Parts) -> n.Effect:
        used = ("objects", "prepositions", "statuses", "at_end", *self._told_how_many(parts))
        adverbs = ("AT_RANDOM", "ALSO", "ANY_ORDER", "UNDER_CONTROL", "INSTEAD")
        self.nothing_left(parts, clause, *used, adverbs=adverbs)
        agent = self._agent(clause)
        each: n.Select | None = None
        if isinstance(agent, n.Select) and agent.noun == PLAYER and agent.quantity is n.Quantity.ALL:
            each, agent = agent, n.Var(agent.bind or "")
        what, covered = self._put_what(clause, parts, agent)
        if isinstance(what, n.Select) and parts.per_each:
            what = evolve(what, number=self.so_many_for_each(what.number or n.Num(1), parts))
        if isinstance(what, n.Select) and not any(p.preposition.terminal == "FROM" for p in parts.prepositions):
            what = self._of_the_zone_looked_at(clause, parts, self.of_those_shown(self.where_aimed_at(what)))
        self._put_by = agent
        goal = Goal()
        for phrase in parts.prepositions:
            self.led = n.Var(what.bind) if isinstance(what, n.Select) and what.bind else what
            what = self._said_where(goal, what, phrase, agent)
        self.led = None
        if goal.is_nowhere() and isinstance(what, n.Select) and what.place is not None and what.among is not None:
            if what.place.end is not None:  # «metti le altre in fondo al Mazzo», of those that were looked at
                goal.to, what = self._of_that_pile(what.place), evolve(what, place=None)
        self._unsaid_where(goal, what, clause, parts, agent)
        span = self.span(clause.start, clause.end)
        if goal.is_nowhere() and len(parts.statuses) == 1:  # «metti in Quiete una Lanterna»
            return n.SetStatus(what, parts.statuses[0].name, _is_on(parts.statuses[0]), span=span)
        to, under, on = goal.to, goal.under, goal.on
        self._under_which(clause, to, what)
        to = self._zone_of_place(to, what)
        what, to = self._back(clause, parts, what, to)
        self._on_which_spot(clause, to, on, what)
        whose = to.of if isinstance(to, n.Place) else None
        to = self._on_his_side(self._of_whose_control(parts, to, whose, clause), agent)
        if isinstance(to, n.Place) and self.said.card:
            self.not_into_several(clause, to)
        self._to_nowhere(clause, [to, under, on])
        chosen: n.Select | None = None
        into: n.Select | None = None
        if isinstance(what, n.Select) and what.pick is n.Pick.AGENT and not isinstance(agent, n.You):
            if what.quantity is not n.Quantity.ALL and what.bind is not None:  # who puts it there chooses it
                chosen, what = what, n.Var(what.bind)
        if (
            isinstance(to, n.Place)
            and isinstance(whose, n.Select)
            and agent is not None
            and not isinstance(agent, n.You)
        ):
            into = evolve(whose, bind=whose.bind or self.said.fresh())  # … and in whose it goes
            to = evolve(to, of=n.Var(into.bind or ""))
        ordered = self._in_any_order(clause, parts, chosen or what, to)
        move: n.Effect = n.Move(what, to, under, on, covered=covered, ordered=ordered, span=span)
        if parts.statuses:  # «mettila in campo stanca»
            moved = n.Var(what.bind) if isinstance(what, n.Select) and what.bind else what
            so = tuple(n.SetStatus(moved, token.name, _is_on(token), span=span) for token in parts.statuses)
            move = n.Sequence((move, *so), span=span)
        if agent is not None and (chosen or into):
            asked = (n.Choose(each, agent, span=span) for each in (chosen, into) if each is not None)
            move = n.Sequence((*asked, move), span=span)
        return n.ForEach(evolve(each, bind=None), each.bind or "", move, span=span) if each is not None else move

    def _to_nowhere(self, clause: s.Clause, goals: list[object]) -> None:
        """Refuses «metti una carta»: where?"""
        if goals.count(None) != 2:
            where = self.fail(clause.start, f"«{clause.group.verb.text}» dove? manca il luogo", "S024", end=clause.end)
            where.yields = True  # «metti una carta in fondo al Mazzo», which may be the card there
            raise where

    def _of_the_zone_looked_at(self, clause: s.Clause, parts: Parts, what: n.Term) -> n.Term:
        """«guarda il tuo Cesto, prendi una Lana»: one of those, never one that lies elsewhere."""
        looked, np = self.said.looked, parts.objects[0].value if len(parts.objects) == 1 else None
        takes = clause.group.verb.name in ("prendere", "riprendere") and isinstance(np, s.NounPhrase)
        if not takes or looked is None or not isinstance(what, n.Select) or what.pick is n.Pick.TARGET:
            return what
        owned = any(isinstance(each, n.ControlledBy) for each in what.where)
        return what if owned else self._of_those_seen(what, np, looked)  # type: ignore[arg-type]

    def _of_those_seen(self, what: n.Select, np: s.NounPhrase, place: n.Place) -> n.Select:
        """Hook: a choice that says no place, from the zone at which one was just looking."""
        raise NotImplementedError

    def _told_how_many(self, parts: Parts) -> tuple[str, ...]:
        """«metti un Gettone su una Lana per ogni Erba»: so many of them, of tokens of which there are as many as are said."""
        np = parts.objects[0].value if len(parts.objects) == 1 else None
        named = isinstance(np, s.NounPhrase) and np.noun is not None and np.noun.name in self.vocabulary.tokens
        many = isinstance(np, s.NounPhrase) and [d.terminal for d in np.determiners] in (["INDEF"], ["NUM"])
        return ("per_each",) if named and many else ()

    def _put_either(self, clause: s.Clause) -> n.Effect:
        """«mettila in cima o in fondo al Mazzo», «metti una Lana in mano o nel Fosso»: the same thing, where one likes."""
        said = next(c for c in clause.complements if c.kind == "c_prep_or")
        known = list(self.said.mentions)
        moves: list[n.Move] = []
        for way in said.value if isinstance(said.value, tuple) else ():
            where = evolve(said, kind="c_prep", value=way)
            if isinstance(way, s.Token):
                where = evolve(said, kind="c_end", value=None, tokens=(way,))
            self.said.mentions = list(known)
            one = evolve(clause, complements=tuple(where if c is said else c for c in clause.complements))
            moved = self._put_there(one, self.parts(one))
            if not isinstance(moved, n.Move):
                words = self.quoted(clause.start, clause.end)
                hint = "di un altro giocatore si dice con due frasi: «… oppure …»"
                raise self.fail(clause.start, f"«{words}»: chi sceglie dove?", "S040", hint, end=clause.end)
            moves.append(moved)
        return self._one_way(moves, known, self.span(clause.start, clause.end))

    def _one_way(self, moves: list[n.Move], known: list[Mention], span: n.Span | None) -> n.Effect:
        """What is moved, chosen first where it is to be chosen, then one of the ways."""
        what = moves[0].what
        if not isinstance(what, n.Select) or what.quantity is n.Quantity.ALL or what.bind is None:
            return n.ChooseOne(tuple(moves), span=span)
        self.said.mentions = known
        self.said.mention(what, "card", what.noun, 3, 1 if what.number == n.Num(1) else 2)
        ways = tuple(evolve(move, what=n.Var(what.bind)) for move in moves)
        return n.Sequence((n.Choose(what, span=span), n.ChooseOne(ways, span=span)), span=span)

    def _zone_of_place(self, to: n.Place | n.Var | None, what: n.Term) -> n.Place | n.Var | None:
        """«mettila in campo», where all but one zone of it lie on cards, or only one is where such a thing lies: in that one,
        but for what belongs on a card."""
        group = self.vocabulary.places.get(to.zone) if isinstance(to, n.Place) else None
        if group is None or not isinstance(to, n.Place):
            return to
        own = [name for name in group.zones if self.vocabulary.zones[name].owner != "card"]
        said = next((m.noun for m in reversed(self.said.mentions) if what in (m.recall, m.term)), None)
        noun = what.noun if isinstance(what, n.Select) else said
        meant = self.vocabulary.implied_place(noun, target=False) if noun is not None else None
        on_card = meant in group.zones and meant not in own
        if len(own) > 1 and meant is not None:  # «metti in gioco una Lana», where something else lies elsewhere in it
            own = [name for name in own if name in self._zones_in(meant)]
        return evolve(to, zone=own[0]) if len(own) == 1 and not on_card else to

    def _under_which(self, clause: s.Clause, to: n.Place | n.Var | None, what: n.Term) -> None:
        """«metti in campo una Candela», of what lies under a card: under which one must be said."""
        if not isinstance(what, n.Select) or what.noun in self.vocabulary.tokens or not isinstance(to, n.Place):
            return
        declared = self.vocabulary.nouns.get(what.noun)
        said = [x.place.zone for x in nodes_of(declared.condition if declared else ()) if isinstance(x, n.IsIn)]
        homes = (self.vocabulary.implied_place(what.noun, target=False) or "", *said)
        zones = (self.vocabulary.zones[name] for name in homes if name in self.vocabulary.zones)
        upon = [zone for zone in zones if zone.owner == "card" and zone.relation is not None]
        if any(zone.name in self._zones_in(to.zone) or zone.within == to.zone for zone in upon):
            words = self.quoted(clause.start, clause.end)
            hint = "dillo: «metti … sotto una tua carta»"
            raise self.fail(clause.start, f"«{words}»: sotto quale carta?", "S024", hint, end=clause.end)

    def _spots_in(self, to: n.Place) -> list[str]:
        """The nouns of the spots in a place of several zones, those that take in most first; none of a zone."""
        group = self.vocabulary.places.get(to.zone)
        zones = {name for name in group.zones if self.vocabulary.zones[name].spots} if group is not None else set()
        nouns = [noun for noun in self.vocabulary.nouns.values() if noun.spots and set(noun.spots) <= zones]
        return [noun.name for noun in sorted(nouns, key=lambda noun: -len(noun.spots))]

    def _on_which_spot(self, clause: s.Clause, to: n.Place | n.Var | None, on: n.Term | None, what: n.Term) -> None:
        """«metti in campo una Lana», where it would lie on one of several spots: on which must be said, and only that."""
        spots = self._spots_in(to) if isinstance(to, n.Place) else []
        words = self.quoted(clause.start, clause.end)
        if spots and isinstance(what, n.Select) and what.noun in self.vocabulary.tokens and on is None:
            hint = f"«… su una tua carta», «… su ogni tua {spots[-1]}»"
            raise self.fail(clause.start, f"«{words}»: su quale carta?", "S024", hint, end=clause.end)
        if not spots or (isinstance(what, n.Select) and what.noun in self.vocabulary.tokens):
            return
        if on is not None:
            said = f"«{words}»: il luogo è detto due volte"
            raise self.fail(clause.start, said, "S024", f"basta dire su quale {spots[0]}", end=clause.end)
        frames = self.vocabulary.frames.values()
        naming = (f for x in frames for f in x.forms if any(getattr(r.value, "noun", None) in spots for r in f.roles))
        hint = self._said_so(naming) or f"dillo: «metti … su» e il suo nome («{spots[0]}»)"
        raise self.fail(clause.start, f"«{words}»: su quale {spots[0]}?", "S024", hint, end=clause.end)

    def _on_his_side(self, to: n.Place | n.Var | None, agent: n.Term | None) -> n.Place | n.Var | None:
        """«ogni giocatore mette in campo una Lana dal suo Fosso»: each on his own side, where cards may lie with anybody."""
        zone = self.vocabulary.zones.get(to.zone) if isinstance(to, n.Place) and to.of is None else None
        his = zone is not None and zone.owner == "player" and not zone.of_owner
        return evolve(to, of=agent) if his and isinstance(to, n.Place) else to

    def _of_whose_control(
        self, parts: Parts, to: n.Place | n.Var | None, whose: n.Term | None, clause: s.Clause
    ) -> n.Place | n.Var | None:
        """«mettila in campo sotto il tuo controllo»: on your side; refused where the place is said to be another's."""
        said = next((each for each in parts.adverbs if each.terminal == "UNDER_CONTROL"), None)
        if said is None:
            return to
        yours = said.name == "yours"
        if not isinstance(to, n.Place) or not (whose is None or isinstance(whose, n.You if yours else n.Opponent)):
            phrase = "sotto il tuo controllo" if yours else "sotto il controllo dell'avversario"
            raise self.fail(clause.start, f"«{phrase}» di chi è il luogo?", "S022", end=clause.end)
        return evolve(to, of=n.You() if yours else n.Opponent())

    def _said_where(self, goal: Goal, what: n.Term, phrase: s.Prepositional, agent: n.Term | None) -> n.Term:
        """«dal Fosso», «sotto questa Lana», «in fondo al Mazzo», «in mano al suo proprietario»: where from, or where to;
        gives what is put, with the place it comes from."""
        terminal, to = phrase.preposition.terminal, goal.to
        if terminal == "FROM":
            place = self.place(phrase.np, agent, anybodys=True)
            if not isinstance(what, n.Select):
                raise self._not_said_of_putting(phrase)
            return evolve(what, place=evolve(place, end=phrase.at_end))
        if terminal == "UNDER":
            goal.under = self.term(phrase.np)
        elif self.says_spot(phrase.np) and terminal in ("ON", "IN"):
            goal.on = self._spot_for(what, phrase.np)
        elif terminal == "ON" and self.token_zone(what) is not None:
            goal.to = self.upon(what, phrase.np)
        elif terminal == "TO" and isinstance(to, n.Place) and to.of == agent:  # «in mano al suo proprietario»
            whose = self.term(phrase.np)
            if self.sort(whose) != "player":
                raise self.fail(phrase.np.start, "in mano a un giocatore", "S025", end=phrase.np.end)
            goal.to = evolve(to, of=whose)
        elif terminal in ("IN", "TO", "ON") and to is None:
            there = self._destination(phrase.np, agent)
            if phrase.at_end is not None and isinstance(there, n.Place):
                there = evolve(there, end=phrase.at_end)
            goal.to = there
        else:
            raise self._not_said_of_putting(phrase)
        return what

    def _not_said_of_putting(self, phrase: s.Prepositional) -> Unreadable:
        start, end = phrase.preposition.at, phrase.np.end
        return self.fail(start, f"«{self.quoted(start, end)}» non si intende qui", end=end)

    def _from_nowhere(self, what: n.Term, clause: s.Clause, to: object) -> None:
        """Refuses «metti una carta in fondo al Mazzo», any card there is, and «metti in campo una Lana», of those that lie there:
        nobody says from where."""
        if not self.said.card or not isinstance(what, n.Select) or what.pick is not n.Pick.AGENT:
            return
        card = next((each for each in clause.complements if each.kind == "c_object"), clause)
        there = self._is_there_already(what, to) and not any(
            self.may_be(at, x) for at in range(card.start, card.end) for x in ("N_ZONE", "N_PLACE")
        )
        any_card = what.noun == self.vocabulary.implied_noun and what.place is None and not what.where
        if what.among is not None or what.quantity is n.Quantity.ALL or not (any_card or there):
            return
        said, hint = self.quoted(card.start, card.end), "«… dalla tua mano …»; di quelle in gioco dì quali"
        raise self.fail(card.start, f"«{said}»: da dove?", "S024", hint, card.end)

    def _is_there_already(self, what: n.Select, to: object) -> bool:
        """Whether what is put somewhere is, where nobody says where it is, there already, whosever it is."""
        home = self.vocabulary.implied_place(what.noun, target=False) if self.member_value(what.noun) else None
        if home is None or what.place != n.Place(home) or not isinstance(to, n.Place):
            return False
        whose = any(isinstance(x, n.You | n.Opponent) for each in what.where for x in nodes_of(each))
        return not whose and bool({*self._zones_in(home)} & {to.zone, *self._zones_in(to.zone)})

    def _unsaid_where(self, goal: Goal, what: n.Term, clause: s.Clause, parts: Parts, agent: n.Term | None) -> None:
        """«mettila in fondo», «rimettile nell'ordine che vuoi», «prendine una»: back on the pile, or in hand."""
        if not goal.is_nowhere():
            self._from_nowhere(what, clause, goal.to)
        somewhere = isinstance(what, n.Select) and what.place is not None  # «le carte in cima al Mazzo»: where to?
        if parts.at_end is not None or (goal.is_nowhere() and not parts.statuses and not somewhere):
            goal.to = self._back_on_pile(clause, parts)
        if goal.is_nowhere() and clause.group.verb.name in TO_HAND:
            goal.to = self._hand_of(agent)

    def _hand_of(self, agent: n.Term | None) -> n.Place | None:
        """«prendine una»: the zone that each player has, which he alone sees and in which nothing lies in an order."""
        zones = self.vocabulary.zones.values()
        own = [zone.name for zone in zones if zone.owner == "player" and zone.seen_by == "owner" and not zone.ordered]
        if len(own) > 1:  # that into which one draws
            counted = (frame for frame in self.vocabulary.frames.values() if frame.counted)
            drawn = {x.to.zone for frame in counted for x in self._movements(frame) if isinstance(x.to, n.Place)}
            own = [name for name in own if name in drawn]
        return n.Place(own[0], agent) if len(own) == 1 else None

    def _put_what(self, clause: s.Clause, parts: Parts, agent: n.Term | None) -> tuple[n.Term, bool | None]:
        clitic = next((c for c in clause.group.clitics if c.name in ("it", "them")), None)
        if clitic is not None and parts.objects:
            raise self.fail(clitic.at, f"«{clitic.text}» e un oggetto insieme")
        if clitic is not None:
            return self.recalled_by(clitic), None
        np = self._object_np(evolve(clause, subject=None), parts)
        covered: bool | None = None
        if isinstance(np, s.NounPhrase):
            words = [m for m in np.modifiers if m.kind == "adjective" and m.tokens[0].terminal == "COVERED"]
            if words:
                covered = words[0].tokens[0].name == "covered"
                np = evolve(np, modifiers=tuple(m for m in np.modifiers if m not in words))
        outer = self.said.clause_subject
        if agent is not None and not isinstance(agent, n.You):  # «l'avversario mette in mano una Lana che controlla»
            self.said.clause_subject = agent
        what = self.term(np, agent=agent)
        self.said.clause_subject = outer
        return self._some_said(clause, what), covered

    def _some_said(self, clause: s.Clause, what: n.Term) -> n.Term:
        """«mettine una in mano», «scegline due»: of those spoken of before."""
        clitic = next((c for c in clause.group.clitics if c.name == "of_them"), None)
        if clitic is None:
            return what
        known, self.said.mentions = self.said.mentions, [m for m in self.said.mentions if m.term != what]
        some = self._some_moved(what) or self.some_of(what, clitic)
        self.said.mentions = [evolve(m, term=some) if m.term == what else m for m in known]
        return some

    def _some_moved(self, what: n.Term) -> n.Select | None:
        """«pesca tre carte e rimettine due in cima»: of those that were only counted, and then came."""
        last = self.said.recall("card", counted=True)
        if last is None or not (last.counted and last.moved) or not isinstance(what, n.Select) or what.where:
            return None
        those = self.said.recall_moved(last.gender, last.number, last.noun or "")
        return evolve(what, noun=self.vocabulary.implied_noun, place=None, among=those) if those is not None else None

    def _seek(self, clause: s.Clause, parts: Parts) -> n.Effect:
        """«cerca una Doppia nel Mazzo»: chosen there, to be spoken of next."""
        self.nothing_left(parts, clause, "objects", "prepositions")
        agent = self._agent(clause)
        assert agent is not None
        what = self.term(self._object_np(evolve(clause, subject=None), parts), agent=agent)
        for phrase in parts.prepositions:
            if isinstance(what, n.Select) and phrase.preposition.terminal in ("IN", "FROM", "AMONG"):
                sought = evolve(what, place=self.place(phrase.np, agent))
                self.said.mentions = [evolve(m, term=sought) if m.term == what else m for m in self.said.mentions]
                what = sought
        if not isinstance(what, n.Select) or what.place is None:
            raise self.fail(clause.start, "non si dice dove si cerca", "S024", end=clause.end)
        return n.Choose(what, agent, span=self.span(clause.start, clause.end))

    def _destination(self, np: s.Noun, owner: n.Term | None) -> n.Place | n.Var:
        """Where to: a zone of the game, or the one that the verb was given («nella zona»)."""
        if (
            isinstance(np, s.NounPhrase)
            and np.noun is not None
            and np.noun.name not in self.vocabulary.zones
            and not np.modifiers
        ):
            named = self.said.recalled(np.noun.name, None, 1)
            if named is not None and isinstance(named.term, n.Var):
                return named.term
        place = self._said_whose(np, self.of_some_player(np, self.place(np, owner)))
        self.said.put_in = place_recalled(place)
        return place

    def _said_whose(self, np: s.Noun, place: n.Place) -> n.Place:
        """«guarda la carta in cima al Mazzo dell'avversario, poi mettila in fondo al Mazzo»: the one spoken of."""
        bare = isinstance(np, s.NounPhrase) and not np.modifiers and {d.terminal for d in np.determiners} == {"DEF"}
        return self._of_that_pile(place) if bare else place

    def _of_that_pile(self, place: n.Place) -> n.Place:
        """Whose a pile is that is said without its owner: the one spoken of."""
        if not isinstance(place.of, (n.You, type(None))):
            return place
        spoken = (m.term.place for m in reversed(self.said.mentions) if isinstance(m.term, n.Select))
        same = next((p for p in spoken if p is not None and p.zone == place.zone), None)
        return place if same is None or same.of is None else evolve(place, of=same.of)

    def _pass(self, clause: s.Clause, parts: Parts) -> n.Effect:
        """«il turno passa alla Fine Turno», «la carta passa dalla parte del giocatore»."""
        subject = clause.subject
        if isinstance(subject, s.NounPhrase) and subject.noun is not None and subject.noun.terminal == "N_PERIOD":
            for phrase in parts.prepositions:
                if phrase.preposition.terminal == "TO":
                    return n.Finish(
                        subject.noun.name, self.period(phrase.np)[0], span=self.span(clause.start, clause.end)
                    )
        return self._go(clause, parts)

    def _shuffled_in(self, clause: s.Clause, parts: Parts) -> n.Effect:
        """«rimescola i tuoi Scarti nel Mazzo», «rimescolala nel Mazzo»: it goes there, and that pile is shuffled."""
        self.nothing_left(parts, clause, "objects", "prepositions", adverbs=("ALSO", "ONCE_AT", "INSTEAD"))
        agent, span = self._agent(clause), self.span(clause.start, clause.end)
        each: n.Select | None = None
        if isinstance(agent, n.Select) and agent.noun == PLAYER and agent.quantity is n.Quantity.ALL:
            each, agent = agent, n.Var(agent.bind or "")
        self._put_by = agent
        phrase = parts.prepositions[0]
        what: n.Term | n.Place
        clitic = next((c for c in clause.group.clitics if c.name in ("it", "them")), None)
        if clitic is not None:
            what = self.recalled_by(clitic)
        else:
            np = self._object_np(evolve(clause, subject=None), parts)
            zone = isinstance(np, s.NounPhrase) and np.noun is not None and np.noun.terminal == "N_ZONE"
            what = self.of_some_player(np, self.place(np, agent)) if zone else self.term(np, agent=agent)
        whose = what.of if isinstance(what, n.Place) else None
        if isinstance(what, n.Place):
            what = n.Select(self.vocabulary.implied_noun, quantity=n.Quantity.ALL, place=what)
        owner = agent if isinstance(whose, (n.Candidate, type(None))) else whose
        outer, self.said.clause_subject = self.said.clause_subject, owner if self.sort(owner) == "player" else None
        to = self._destination(phrase.np, owner if self.sort(owner) == "player" else agent)
        self.said.clause_subject = outer
        if len(parts.prepositions) > 1 or phrase.preposition.terminal != "IN" or not isinstance(to, n.Place):
            raise self.fail(clause.start, f"«{clause.group.verb.text}» in quale zona?", "S024", end=clause.end)
        effect = n.Sequence((n.Move(what, to, span=span), n.Shuffle(to, span=span)), span=span)
        return n.ForEach(evolve(each, bind=None), each.bind or "", effect, span=span) if each is not None else effect

    def _shuffle(self, clause: s.Clause, parts: Parts) -> n.Effect:
        if parts.prepositions:
            return self._shuffled_in(clause, parts)
        self.nothing_left(parts, clause, "objects")
        if not parts.objects and clause.subject is None and (pile := self._pile_spoken_of(clause)) is not None:
            return n.Shuffle(pile, span=self.span(clause.start, clause.end))
        span, agent = self.span(clause.start, clause.end), None
        if parts.objects and clause.subject is not None:  # «l'avversario mescola il suo Mazzo»
            agent = self._agent(clause)
        whose = evolve(agent, bind=None) if isinstance(agent, n.Select) and agent.quantity is n.Quantity.ALL else agent
        np = self._object_np(evolve(clause, subject=None) if parts.objects else clause, parts)
        return n.Shuffle(self._said_whose(np, self.of_some_player(np, self.place(np, whose))), span=span)

    def _pile_spoken_of(self, clause: s.Clause) -> n.Place | None:
        """«cerca una Lana nel Mazzo, …, poi mescola», «metti una Lana nel Mazzo, poi mescolalo»: that pile, and of several one
        that not all see; what was looked at is not told apart from another into which something was put."""
        clitic = next((c for c in clause.group.clitics if c.name in ("it", "them")), None)
        taken = (m.term.place for m in reversed(self.said.mentions) if isinstance(m.term, n.Select))
        spoken = [self._shuffled(p, clitic) for p in (self.said.put_in, self.said.looked, *taken)]
        hidden = [p if p is not None and self.vocabulary.zones[p.zone].seen_by != "all" else None for p in spoken]
        put, looked, *others = hidden if any(hidden) else spoken
        if put is not None and looked is not None and put != looked:
            said = self.quoted(clause.start, clause.end)
            raise self.fail(clause.start, f"«{said}»: che cosa?", "S024", "di' quale: «mescola il …»", clause.end)
        return next((pile for pile in (put, *others, looked) if pile is not None), None)

    def _shuffled(self, place: n.Place | None, clitic: s.Token | None) -> n.Place | None:
        """The whole pile where something lies, if it is one and such a pronoun can be of it."""
        zone = self.vocabulary.zones.get(place.zone) if place is not None else None
        if place is None or zone is None or not zone.ordered:
            return None
        noun = self.vocabulary.lexeme(place.zone, Kind.ZONE)
        fits = clitic is None or noun is None or clitic.sense.gender & (2 if noun.gender == "f" else 1)
        return evolve(place, end=None, depth=None) if fits else None

    def _swap(self, clause: s.Clause, parts: Parts) -> n.Effect:
        """«le due carte si scambiano di posto», «scambia di posto due Lanterne»."""
        if parts.places:
            if not any(zone.spots for zone in self.vocabulary.zones.values()):
                said = self.quoted(clause.start, clause.end)
                raise self.fail(
                    clause.start, f"«{said}»: nessuna zona di questo gioco ha posti", "S031", end=clause.end
                )
            parts, other = _with_another(parts)
            self.nothing_left(parts, clause, "objects", "places", adverbs=("ALSO", "ONCE_AT", "INSTEAD"))
            span = self.span(clause.start, clause.end)
            both = self._those_swapped(clause, parts, other)
            if never_two(both):
                said = self.quoted(clause.start, clause.end)
                raise self.fail(clause.start, f"«{said}»: quali due?", "S024", "«… con …»", end=clause.end)
            return n.Swap(both, span=span)
        parts = _lying_there(parts)
        if len(parts.objects) == len(parts.prepositions) == 1 and parts.prepositions[0].preposition.terminal == "WITH":
            return self._traded(clause, parts)
        raise self.fail(
            clause.start,
            f"«{clause.group.verb.text}» è una parola della lingua che questo gioco non usa",
            "S031",
            end=clause.end,
        )

    def _those_swapped(self, clause: s.Clause, parts: Parts, other: s.Noun | None) -> n.Term:
        """«due Lanterne», «(scambia)la … con una Tela», «(scambia)le», «le due carte (si scambiano)»."""
        clitic = next((c for c in clause.group.clitics if c.name in ("it", "them")), None)
        if clitic is not None:
            first = self.recalled_by(clitic)
        elif clause.group.reflexive or any(c.terminal == "SI" for c in clause.group.clitics):
            return self._moved(clause, parts)
        else:
            first = self.term(self._object_np(clause, parts))
        if other is not None:
            return n.Group((first, self.term(other)))
        if clitic is not None and clitic.name == "it" and clitic.sense.number == 1:
            said = self.quoted(clause.start, clause.end)
            raise self.fail(clause.start, f"«{said}»: con quale altra?", "S024", "«… con …»", end=clause.end)
        return first

    def _traded(self, clause: s.Clause, parts: Parts) -> n.Effect:
        """«scambia la carta in cima al Deposito con una carta nella tua mano»: each to where the other lies."""
        self.nothing_left(parts, clause, "objects", "prepositions", adverbs=("ALSO", "ONCE_AT", "INSTEAD"))
        whole = self._whole_zones(self._object_np(clause, parts), parts.prepositions[0].np, self._agent(clause))
        if whole is not None:
            return n.Swap(n.Group(whole), piles=True, span=self.span(clause.start, clause.end))
        both = (self.term(self._object_np(clause, parts)), self.term(parts.prepositions[0].np))
        for term in both:
            zone = term.place.zone if isinstance(term, n.Select) and term.place is not None else ""
            if zone not in self.vocabulary.zones or not self._one(term):
                hint = (
                    "si scambiano due carte, ciascuna in una zona che si dice; quelle su un posto si scambiano di posto"
                )
                said = self.quoted(clause.start, clause.end)
                raise self.fail(clause.start, f"«{said}»: quale carta, e dove?", "S031", hint=hint, end=clause.end)
        return n.Swap(n.Group(both), piles=True, span=self.span(clause.start, clause.end))

    def _whole_zones(self, one: s.Noun, other: s.Noun, agent: n.Term | None) -> tuple[n.Place, n.Place] | None:
        """«scambia la tua mano con quella dell'avversario»: all that lies in the one with all that lies in the other."""
        if not isinstance(one, s.NounPhrase) or one.noun is None or one.noun.terminal != "N_ZONE":
            return None
        mine = self.place(one, agent)
        named = isinstance(other, s.NounPhrase) and other.noun is not None and other.noun.terminal == "N_ZONE"
        if named:
            theirs: n.Place | None = self.of_some_player(other, self.place(other, agent))
        else:
            theirs = self.like_place(other, mine)
        return (mine, theirs) if theirs is not None and theirs != mine else None

    def _one(self, term: n.Term) -> bool:
        return isinstance(term, n.Select) and term.quantity is n.Quantity.EXACTLY and term.number == n.Num(1)


def _is_on(status: s.Token) -> bool:
    """«senza Quiete» is that it is not in Quiete."""
    return not status.sense.negated


def _with_another(parts: Parts) -> tuple[Parts, s.Noun | None]:
    """«scambia di posto questa carta con una tua Lana»: with what."""
    other = next((each for each in parts.prepositions if each.preposition.terminal == "WITH"), None)
    rest = evolve(parts, prepositions=[each for each in parts.prepositions if each is not other])
    return rest, other.np if other is not None else None


def _lying_there(parts: Parts) -> Parts:
    """«scambia una carta dalla tua mano con …»: where what is traded lies."""
    source = next((each for each in parts.prepositions if each.preposition.terminal == "FROM"), None)
    traded = parts.objects[0] if len(parts.objects) == 1 else None
    if source is None or traded is None or not isinstance(traded.value, s.NounPhrase):
        return parts
    place = s.Modifier("mod_in", (), source.np, False, source.preposition.at, source.np.end)
    lying = evolve(traded.value, modifiers=(*traded.value.modifiers, place))
    rest = [each for each in parts.prepositions if each is not source]
    return evolve(parts, objects=[evolve(traded, value=lying)], prepositions=rest)
