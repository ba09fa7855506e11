"""Places in sentences: «davanti», «vicine a questa carta», «su una casella libera», «la sua casella»."""

from __future__ import annotations

from attrs import evolve

from ....syntax import nodes as s
from ....syntax.reading import Named
from ....vocabulary.lexer import Sense
from ... import nodes as n
from ...game import Frame
from ...scope import nodes_of
from .reading import Reading

SPOT = "spot"  # the sort of a declared place


class Spots(Reading):
    """The part of the reader that reads places and the directions between them."""

    _mover: n.Term | None = None  # what the clause moves, from which «simile» may be seen
    _moves_a_rivals: bool = False  # whether what the clause moves is the opponent's, and stays on that side
    _goals: frozenset[str] = frozenset()  # the zones on whose places that may come to lie, where they are known
    _noun_asked: str | None = None  # the noun of what is under way
    _headed: frozenset[str] = frozenset()  # the directions in which the verb leads by itself

    # -- places

    def is_spot(self, noun: str) -> bool:
        """Whether a declared noun names places."""
        declared = self.vocabulary.nouns.get(noun)
        return declared is not None and bool(declared.spots)

    def says_spot(self, np: object) -> bool:
        """Whether a noun phrase is about a place; «le Caselle del giocatore» is the zone that bears the same word."""
        if not isinstance(np, s.NounPhrase) or np.noun is None or np.noun.terminal != "N_SPOT":
            return False
        whole = np.number == 2 and all(
            m.kind == "mod_of" or (m.kind == "adjective" and m.tokens[0].terminal in ("OPPOSING", "POSSESSIVE"))
            for m in np.modifiers
        )
        return not (whole and self.may_be(np.noun.at, "N_ZONE"))

    def _spot(self, np: s.NounPhrase, head: s.Token, pattern: bool, agent: n.Term | None) -> n.Term:
        """«una tua casella libera», «la casella», «la sua casella», «quella casella»."""
        of = self._whose_spot(np)
        if of is not None:
            return n.SpotOf(of, span=self.span(np.start, np.end))
        plain = not np.modifiers and not any(
            d.terminal in ("NUM", "ALL", "OTHER", "POSSESSIVE", "SOLE", "LAST", "EACH") for d in np.determiners
        )
        if plain and np.has("the", "that", "this"):
            named = self.said.recalled(head.name, None, np.number) or self._by_other_noun(head.name)
            if named is not None:
                return named.term
            mention = self.said.recall_one(SPOT, np.gender, np.number)
            if mention is not None:
                return mention.recall
            if np.has("this") and np.number == 1 and (self.said.card or isinstance(self.said.subject, n.Self)):
                return n.SpotOf(n.Self(), span=self.span(np.start, np.end))  # «questa casella»: of the card that speaks
        found = self._select(np, head.name, head, pattern, agent)
        return self._elsewhere(found, np) if np.has("other") and isinstance(found, n.Select) else found

    def _elsewhere(self, spots: n.Select, np: s.NounPhrase) -> n.Select:
        """«un'altra casella»: another one than where lies what is moved; or than one that was spoken of."""
        than = next((c for c in spots.where if isinstance(c, n.Not) and isinstance(c.part, n.Same)), None)
        if than is None or not isinstance(than.part, n.Same) or self.sort(than.part.right) == SPOT:
            return spots
        if self._mover is None:
            raise self.fail(np.start, f"«{self.quoted(np.start, np.end)}»: altra da quale?", "S022", end=np.end)
        elsewhere = n.Not(n.Same(n.Candidate(), n.SpotOf(self._mover)))
        return evolve(spots, where=tuple(elsewhere if c is than else c for c in spots.where))

    def _by_other_noun(self, noun: str) -> Named | None:
        """«la casella» where what is in scope was presented by a narrower or a wider word for places."""
        zones = set(self.vocabulary.nouns[noun].spots)
        for named in self.said.context.scope:
            spots = [set(self.vocabulary.nouns[x].spots) for x in named.nouns if self.is_spot(x)]
            if any(zones & each for each in spots):
                return named
        return None

    def _whose_spot(self, np: s.NounPhrase) -> n.Term | None:
        """The card whose place «la sua casella», «la casella di questa carta» is."""
        if not np.has("the") or not np.number & 1:
            return None
        own = next((d for d in np.determiners if d.terminal == "POSSESSIVE" and d.name != "your"), None)
        if own is not None and not np.modifiers:
            of = self.possessor(own, np.start)
            return None if self.sort(of) == "player" else of
        if len(np.modifiers) == 1 and np.modifiers[0].kind == "mod_of" and len(np.determiners) == 1:
            of = self.term(np.modifiers[0].value)  # type: ignore[arg-type]
            return of if self.sort(of) == "card" else None
        return None

    # -- directions

    def near(
        self, token: s.Token, of: n.Term, other: s.Noun | None = None, whose: tuple[s.Token, ...] = ()
    ) -> n.Condition:
        """«davanti» (to the one who speaks), «davanti a questa carta», «nella sua colonna»."""
        end = other.end if other is not None else token.at + 1
        span = self.span(token.at, end)
        if whose and whose[0].terminal == "INDEF":
            if len(whose) > 1 or (self.said.continuous and not self.said.bound_event):
                said = f"«{self.quoted(whose[0].at, max(token.at, whose[-1].at) + 1)}»: quale?"
                hint = f"dì di che cosa («{token.name} con una carta …»); «a scelta» è di ciò che si fa"
                which = self.fail(whose[0].at, said, "S022", hint, end=end)
                which.meant = len(whose) > 1  # «in una colonna vicina»: never «vicine» of what lies there
                raise which
            return n.Near(of, token.name, self._some_line(token, whose[0]), span=span)
        if whose:
            return n.Near(of, token.name, self._whose_line(whose[0], token), span=span)
        if other is None:
            return n.Near(of, token.name, self._viewpoint(token, of), span=span)
        to = self.term(other)
        if self.sort(to) not in ("card", SPOT, ""):
            raise self.fail(token.at, f"«{self.quoted(token.at, end)}»: si dice di carte e di posti", "S025", end=end)
        if isinstance(to, n.Self) and self._mover is not None and self._leads_elsewhere(token.name):
            said = f"«{self.quoted(token.at, end)}»: lì non c'è posto per ciò che si muove"
            raise self.fail(token.at, said, "S022", f"«{token.text}» da solo è di ciò che si muove", end=end)
        return n.Near(of, token.name, to, span=span)

    def _some_line(self, line: s.Token, one: s.Token) -> n.Term:
        """«in una colonna (a scelta)»: that of one of your places such as this card lies on."""
        declared = self.vocabulary.nouns.get(self.said.context.slot or "")
        zones = {x.place.zone for x in nodes_of(declared.condition if declared else ()) if isinstance(x, n.IsIn)}
        spots = (noun.name for noun in self.vocabulary.nouns.values() if noun.spots and set(noun.spots) == zones)
        name = next(spots, None)
        if name is None:
            hint = f"dì di che cosa: «{line.name} con …»"
            raise self.fail(one.at, f"«{self.quoted(one.at, line.at + 1)}»: quale?", "S022", hint, end=line.at + 1)
        yours = s.Token(one.at, one.text, Sense("POSSESSIVE", "your"))
        noun = s.Token(line.at, line.text, Sense("N_SPOT", name, kind="noun"))
        return self.term(s.NounPhrase((one, yours), noun, (), 3, 1, one.at, line.at + 1))

    def _whose_line(self, word: s.Token, line: s.Token) -> n.Term:
        """Of whom «nella sua riga», «nella stessa riga» is: of what was spoken of, else of the card that speaks."""
        if word.terminal == "SAME" and self._plural_candidate:
            said = f"«{self.quoted(word.at, line.at + 1)}» di che cosa? di più cose non si dice"
            raise self.fail(word.at, said, "S022", "«nella sua …», «in …»", end=line.at + 1)
        outer, known = self.said.candidate, self.said.mentions
        own = n.Var(self._candidate_bind or "")
        self.said.candidate, self.said.mentions = False, [m for m in known if m.recall != own]
        try:
            return self.possessor(word, word.at)
        finally:
            self.said.candidate, self.said.mentions = outer, known

    def _viewpoint(self, token: s.Token, of: n.Term) -> n.Term:
        """From what a direction is seen when the sentence does not say: what moves, or the card that speaks."""
        declared = self.vocabulary.directions.get(token.name)
        if declared is not None and declared.seen_from == "moved" and self._mover is not None:
            return self._mover
        if self._mover is not None and self.said.card and token.name in self._headed:
            return self._mover  # «avanza una Lana su una casella davanti»: the verb itself leads there
        if self._mover is not None and self.said.card and self._leads_elsewhere(token.name):
            return self._mover
        if self.said.card and isinstance(of, n.Candidate) and self._never_from_here(token.name, self._noun_asked):
            return self._seen_from_another(token, self._noun_asked or "")
        if self.said.card or isinstance(self.said.subject, n.Self):
            return n.Self()
        subject = self.said.clause_subject
        if subject is not None and subject != of and self.sort(subject) == "card":
            return subject
        raise self.fail(token.at, f"«{token.text}» a che cosa? dì «{token.text} a …»", "S021")

    def _never_from_here(self, direction: str, noun: str | None) -> bool:
        """Whether a direction leads from this card to no place where a thing is what the noun says: «una Lana a lato», on a card
        that lies in another row."""
        own, goal = self._zones_where_it_is(self.said.context.slot or ""), self._zones_where_it_is(noun or "")
        return bool(own and goal) and not self._reached(direction, own) & goal

    def _seen_from_another(self, token: s.Token, noun: str) -> n.Term:
        """«spezza una Lana, poi quelle a lato»: the one card spoken of from which the direction leads there."""
        goal = self._zones_where_it_is(noun)
        one = (m for m in self.said.mentions if m.sort == "card" and m.noun is not None and m.number == 1)
        there = [m for m in one if self._reached(token.name, self._zones_where_it_is(m.noun or "")) & goal]
        if len({str(m.recall) for m in there}) != 1:
            said = f"«{token.text}»: da dove sta questa carta, lì non c'è mai nulla che sia {noun}"
            raise self.fail(token.at, said, "S022", f"dì di quale carta, dopo «{token.text}»", token.at + 1)
        return there[-1].recall

    def goals_of(self, verb: str, moved: object) -> frozenset[str]:
        """The zones on whose places a verb may put a thing; none where that is not known."""
        frame = next((each for each in self.vocabulary.frames_of(verb) if each.default_spot is not None), None)
        spot = frame.default_spot if frame is not None else None
        if not isinstance(spot, n.Select) or not isinstance(moved, n.Select):
            return frozenset()
        goals = frozenset(self.vocabulary.nouns[spot.noun].spots)
        for near in (each for each in spot.where if isinstance(each, n.Near)):
            goals &= self._reached(near.direction, self._zones_where_it_is(moved.noun))
        return goals

    def stays_a_rivals(self, verb: str, moved: object) -> bool:
        """Whether what a verb moves is the opponent's, and goes to a place of whoever has it."""
        rivals = n.ControlledBy(n.Candidate(), n.Opponent())
        if not isinstance(moved, n.Select) or rivals not in moved.where:
            return False
        owners = (frame.spot_owner for frame in self.vocabulary.frames_of(verb))
        return any(isinstance(owner, n.Related) and owner.of == n.Var("object") for owner in owners)

    def headed(self, verb: str) -> frozenset[str]:
        """The directions in which a verb puts what it moves, as seen from that."""
        frame = next((each for each in self.vocabulary.frames_of(verb) if each.default_spot is not None), None)
        spots = (frame.default_spot, frame.only_spots) if frame is not None else ()
        wheres = (near for spot in spots if spot is not None for near in spot.where)
        return frozenset(near.direction for near in wheres if isinstance(near, n.Near))

    def _leads_elsewhere(self, direction: str) -> bool:
        """Whether from this card a direction leads to no place to which the thing that moves can go: «sposta una Lana su
        un ripiano a lato», on a card that lies in another row."""
        own = self._zones_where_it_is(self.said.context.slot or "")
        if own and self._moves_a_rivals and self._on_own_side(direction, own):
            return True  # «sposta una Lana rivale su un ripiano a lato»: none of yours is for her
        return bool(own and self._goals) and not self._reached(direction, own) & self._goals

    def _on_own_side(self, direction: str, zones: frozenset[str]) -> bool:
        """Whether from some places a direction leads only to places of whoever has those."""
        declared = self.vocabulary.directions.get(direction)
        rows = (
            [reach for zone, _, row in declared.rows if zone in zones for reach in row] if declared is not None else []
        )
        whole = declared is not None and not declared.union
        return whole and bool(rows) and all(reach.side == "own" for reach in rows)

    def _zones_where_it_is(self, noun: str) -> frozenset[str]:
        """The zones in whose places a card is what a noun says."""
        spot = self.vocabulary.spots_of(noun)
        return frozenset(self.vocabulary.nouns[spot].spots) if spot is not None else frozenset()

    def _reached(self, direction: str, zones: frozenset[str]) -> frozenset[str]:
        """The zones to which a direction leads from the places of some."""
        declared = self.vocabulary.directions.get(direction)
        if declared is None:
            return frozenset()
        own = frozenset(reach.zone for zone, _, row in declared.rows if zone in zones for reach in row)
        return own.union(*(self._reached(each, zones) for each in declared.union))

    def seen_from(self, moved: object) -> n.Term | None:
        """What a clause moves, as it is recalled in what follows."""
        if isinstance(moved, n.Select):
            return n.Var(moved.bind) if moved.bind is not None else None
        return moved if isinstance(moved, (n.Var, n.Self, n.Related)) else None

    # -- on a place

    def lies_on(self, of: n.Term, np: s.Noun, span: n.Span | None) -> n.Condition:
        """«su una casella Gelata»."""
        if isinstance(np, s.NounList):
            parts = tuple(self.lies_on(of, item, span) for item in np.items)
            return n.Or(parts, span=span) if np.joiner != "and" else n.And(parts, span=span)
        spot = self.term(np, pattern=True)
        if self.sort(spot) not in (SPOT, ""):
            raise self.fail(np.start, f"«{self.quoted(np.start, np.end)}» non è un posto", "S022", end=np.end)
        if isinstance(spot, n.SpotOf) and spot.of == of:
            said = f"«{self.quoted(np.start, np.end)}»: lì ciascuna è sempre"
            raise self.fail(np.start, said, "S022", "«… di questa carta»", end=np.end)
        return n.IsOn(of, spot, span=span)

    @staticmethod
    def on_spot(select: n.Select, spot: object) -> n.Select:
        """The place tells where the things are, when the verb has no room for it."""
        return evolve(select, where=(*select.where, n.IsOn(n.Candidate(), spot)))  # type: ignore[arg-type]

    def card_there(self, spot: n.Select) -> n.Select:
        """«un Gettone su una tua Casella»: on the card that lies there; «le tue Caselle scoperte» are those cards."""
        spots = self.vocabulary.nouns[spot.noun].spots
        of_card = tuple(c for c in spot.where if isinstance(c, n.ControlledBy | n.IsStatus))
        rest = tuple(c for c in spot.where if c not in of_card)
        there = n.Place(spots[0]) if len(spots) == 1 and not rest else None
        lies = (n.IsOn(n.Candidate(), n.Select(spot.noun, where=rest)),) if rest or there is None else ()
        return evolve(spot, noun=self.vocabulary.implied_noun, where=(*of_card, *lies), place=there)

    def by_destination(self, event: n.Event) -> n.Event:
        """«non può posare Lanterne»: what a card only becomes on a place says to which place it may not go."""
        frame = self.vocabulary.frames.get(event.verb)
        roles = {role.name: role.value for role in event.roles}
        held = roles.get("object")
        if frame is None or frame.place is None or "on" in roles or not isinstance(held, n.Select):
            return event
        goes = any(role.name == "on" for form in frame.forms for role in form.roles)
        spot = self.vocabulary.spots_of(held.noun) if goes else None
        if spot is None or self.vocabulary.nouns[spot].spots == (frame.place.zone,):
            return event
        card = evolve(held, noun=self.vocabulary.implied_noun)
        moved = tuple(evolve(role, value=card) if role.name == "object" else role for role in event.roles)
        return evolve(event, roles=(*moved, n.Role("on", n.Select(spot, number=n.Num(1)))))

    def put_beside(self, event: n.Event) -> n.Event:
        """«non può posare Lane davanti a questa carta»: it is asked before they lie there, so of the places in front of it."""
        frame = self.vocabulary.frames.get(event.verb)
        roles = {role.name: role.value for role in event.roles}
        held, on = roles.get("object"), roles.get("on")
        near = tuple(c for c in held.where if _is_seen(c)) if isinstance(held, n.Select) else ()
        if frame is None or not near or not isinstance(held, n.Select) or not _comes_from_no_spot(frame):
            return event
        forms = (role.value for form in frame.forms for role in form.roles if role.name == "on")
        form = next((spot for spot in forms if isinstance(spot, n.Select)), None)
        if form is None or not isinstance(on, n.Select | None):
            return event
        spot = on or n.Select(form.noun, number=n.Num(1))
        card = evolve(held, where=tuple(c for c in held.where if c not in near))
        kept = tuple(role for role in event.roles if role.name not in ("object", "on"))
        there = n.Role("on", evolve(spot, where=(*spot.where, *near)))
        return evolve(event, roles=(*kept, n.Role("object", card), there))


def _is_seen(condition: n.Condition) -> bool:
    return isinstance(condition, n.Near) and condition.of == n.Candidate()


def _comes_from_no_spot(frame: Frame) -> bool:
    """Whether a verb puts on a place what lay on none, or wherever it lay: from the hand; not to the place beside its own."""
    if frame.place is not None:
        return True
    return frame.default_spot is not None and not any(isinstance(c, n.Near) for c in frame.default_spot.where)


__all__ = ["SPOT", "Spots"]
