"""«guarda le prime 3 carte», «scegli …»: who sees and who chooses."""

from __future__ import annotations

from attrs import evolve

from ....syntax import nodes as s
from ... import nodes as n
from ...mapped import replace_term
from ...participants import place_recalled, recalled
from ..things.complements import Parts
from ..things.reading import NUMBER, PLAYER
from .sharing import Sharing


class Looking(Sharing):
    """The part of the reader that reads what is looked at and chosen."""

    def _look(self, clause: s.Clause, parts: Parts) -> n.Effect:
        self._shown_to_all(clause, parts)
        self.nothing_left(parts, clause, "objects", "prepositions", "choice", adverbs=("AT_RANDOM",))
        who: n.Term | None = self._agent(clause)
        agent = who
        clitic = next((c for c in clause.group.clitics if c.name in ("it", "them")), None)
        if clitic is not None and not parts.objects:  # «rivelala»
            self.nothing_left(parts, clause)
            seen = None if clause.group.verb.name != "guardare" else who
            return n.Look(self.recalled_by(clitic), seen, span=self.span(clause.start, clause.end))
        np = self._object_np(evolve(clause, subject=None), parts)
        what = self._some_said(clause, self.term(np, agent=agent))
        if what == n.Var(n.DIE):
            raise self.fail(np.start, f"«{self.quoted(np.start, np.end)}» è un numero: tirato, si vede", end=np.end)
        if isinstance(what, n.Place):
            what = self._of_one_named(self.of_some_player(np, what))
        for phrase in parts.prepositions:
            if isinstance(what, n.Select):
                place = self.of_some_player(phrase.np, self.place(phrase.np, agent))
                if phrase.at_end is not None:
                    place = evolve(place, end=phrase.at_end)
                what = evolve(what, place=place)
        if clause.group.verb.name != "guardare":
            who = None
        whole = self._whole_zone(what)
        self.said.looked = place_recalled(whole) if whole is not None else None
        self.said.looked_in = self.said.clause
        if isinstance(what, n.Select):
            one = what.number == n.Num(1) and what.quantity is n.Quantity.EXACTLY
            self.said.looked_at = n.Var(what.bind) if what.bind is not None else None
            self.said.seen = self.said.looked_at if not one else None
        self._speak_of_its_player(what)
        return n.Look(self._as_chosen(what, who, agent, parts, clause), who, span=self.span(clause.start, clause.end))

    def _whole_zone(self, what: n.Term) -> n.Place | None:
        """«il tuo Cesto», «le carte nel tuo Cesto»: a zone with all that lies there."""
        all_there = isinstance(what, n.Select) and what.quantity is n.Quantity.ALL and not what.where
        if isinstance(what, n.Select) and all_there and what.noun == self.vocabulary.implied_noun:
            what = what.place if what.place is not None else what
        return what if isinstance(what, n.Place) and what.end is None else None

    def _as_chosen(
        self, what: n.Term, who: n.Term | None, agent: n.Term | None, parts: Parts, clause: s.Clause
    ) -> n.Term:
        """«l'avversario mostra una carta della sua mano» is one that he chooses; «… a caso», one that nobody does."""
        if not isinstance(what, n.Select) or what.pick is not n.Pick.AGENT or what.quantity is n.Quantity.ALL:
            return what
        if parts.has("AT_RANDOM"):
            return evolve(what, pick=n.Pick.RANDOM)
        if parts.choice is not None:
            return evolve(what, pick=self.chooser(parts.choice, agent))
        finite = clause.group.finite
        told = finite is not None and finite.terminal != "CAN_FIN"  # what he may show he chooses anyhow
        if who is None and isinstance(agent, n.Opponent) and told:
            return evolve(what, pick=n.Pick.OPPONENT)
        if who is None and isinstance(agent, n.Select) and agent.quantity is n.Quantity.ALL:
            said = f"«{self.quoted(clause.start, clause.end)}»: di più giocatori non si può ancora dire"
            hint = "«mostra una carta nella tua …», «l'avversario mostra una carta …»"
            raise self.fail(clause.start, said, "S036", hint, end=clause.end)
        return what

    def _shown_to_all(self, clause: s.Clause, parts: Parts) -> None:
        """«mostralo all'avversario», «rivela la tua mano a tutti i giocatori»: what is shown the others see anyhow, where two play; to
        one of several it cannot be shown alone."""
        if clause.group.verb.name == "guardare":
            return
        to = [p for p in parts.prepositions if p.preposition.terminal == "TO" and _is_of_players(p.np)]
        for phrase in to:
            whom = self.term(phrase.np)
            everyone = isinstance(whom, n.Select) and whom.noun == PLAYER and whom.quantity is n.Quantity.ALL
            if not everyone and (
                not isinstance(whom, n.Opponent) or (self.vocabulary.most_players > 2 and not whom.each)
            ):
                said = f"«{self.quoted(phrase.preposition.at, phrase.np.end)}»: ciò che si mostra lo vedono tutti"
                raise self.fail(phrase.preposition.at, said, "S036", "«mostra …», da solo", phrase.np.end)
            parts.prepositions.remove(phrase)

    def _shows_zone(self, clause: s.Clause, parts: Parts) -> bool:
        """«scopre la sua mano», of a verb that shows what is not a card but a zone."""
        said = parts.objects[0].value if len(parts.objects) == 1 else None
        whole = isinstance(said, s.NounPhrase) and said.noun is not None and said.noun.terminal == "N_ZONE"
        return whole and any(frame.shows_zones for frame in self.vocabulary.frames_of(clause.group.verb.name))

    def _choose(self, clause: s.Clause, parts: Parts) -> n.Effect:
        """«scegli una carta», «scegli la Forma del bersaglio», «sceglie Pari o Dispari»."""
        self.nothing_left(parts, clause, "objects", "prepositions", "duration", "family", adverbs=("ALWAYS", "ALSO"))
        who = self._agent(clause)
        assert who is not None
        if isinstance(who, n.Select) and who.noun == PLAYER and who.quantity is n.Quantity.ALL:
            bind = who.bind or self.said.fresh()
            each = self._chosen_by(clause, parts, n.Var(bind))
            self._chosen_by_each(bind, each)
            return n.ForEach(evolve(who, bind=None), bind, each, span=self.span(clause.start, clause.end))
        if isinstance(who, n.Opponent) and who.each:
            bind = self.said.fresh()
            each = replace_term(self._chosen_by(clause, parts, n.Var(bind)), who, n.Var(bind))
            self._chosen_by_each(bind, each)
            return n.ForEach(evolve(who, span=None), bind, each, span=self.span(clause.start, clause.end))
        return self._chosen_by(clause, parts, who)

    def _chosen_by_each(self, who: str, each: n.Effect) -> None:
        if isinstance(each, n.Choose) and isinstance(each.what, n.Select) and each.what.bind is not None:
            self.said.chosen_by_each(who, each.what.bind)

    def _chosen_by(self, clause: s.Clause, parts: Parts, who: n.Term) -> n.Effect:
        """What one player chooses."""
        span = self.span(clause.start, clause.end)
        np = self._object_np(evolve(clause, subject=None), parts)
        if isinstance(np, s.NounList) and all(
            item.noun is not None and item.noun.terminal == "EVEN" for item in np.items
        ):
            names = tuple(item.noun.text for item in np.items if item.noun is not None)
            return n.ChooseName(who, names, "scelta", span=span)
        if isinstance(np, s.NounPhrase) and np.noun is not None and np.noun.terminal == "N_VALUE":
            value = self.number(np)
            if isinstance(value, n.ValueOf) and value.of is not None:
                own = any(d.terminal == "INDEF" for d in np.determiners)
                chosen = n.ChosenMember(value.value, who, own)
                always = parts.has("ALWAYS")
                return n.Modify(
                    value.of,
                    value.value,
                    n.Operation.SET,
                    chosen,
                    always,
                    parts.duration,
                    False,
                    parts.family,
                    span=span,
                )
        if parts.family is not None:
            raise self.fail(clause.start, f"«come {parts.family}» non si intende qui", "S036", end=clause.end)
        outer = self.said.clause_subject
        if not isinstance(who, n.You):  # «l'avversario sceglie una Lana che controlla»
            self.said.clause_subject = who
        what = self._some_said(clause, self.term(np, agent=who))
        self.said.clause_subject = outer
        if (
            isinstance(what, n.Group)
            and not what.either
            and all(isinstance(each, n.Select) for each in what.members)
            and not parts.prepositions
        ):
            several = tuple(each for each in what.members if isinstance(each, n.Select))
            self.said.chosen += tuple(n.Var(each.bind or "") for each in several)
            return n.Sequence(tuple(n.Choose(each, who, span=span) for each in several), span=span)
        what = self._one_of_kinds(what) or what
        if not isinstance(what, n.Select) or (what.noun == NUMBER and self.said.card):
            said = self.quoted(np.start, np.end)
            hint = f"«{said} …», poi «quell'… …»: chi lo usa dice quale" if isinstance(what, n.Opponent) else ""
            if isinstance(what, n.Select) and what.noun == NUMBER:
                hint = "si sceglie di quante carte: «fino a tre …», «un numero qualsiasi di …», poi «altrettante …»"
            raise self.fail(np.start, f"«{said}» non si sceglie a parte", hint=hint, end=np.end)
        for phrase in parts.prepositions:
            place = self.place(phrase.np, who)
            what = evolve(what, place=evolve(place, end=phrase.at_end))
        if self.said.looked is not None and not parts.prepositions and isinstance(np, s.NounPhrase):
            what = self._of_those_seen(what, np, self.said.looked)  # «mostra la mano. Scegli una carta»: of these
        what = self.where_aimed_at(what)
        self.said.known_there(what)
        self._speak_of_its_player(what)
        self.said.chosen += (n.Var(what.bind or ""),)
        return n.Choose(what, who, span=span)

    def _one_of_kinds(self, what: n.Term) -> n.Select | None:
        """«scegli una Lana o un'Erba»: one thing, which is the one or the other."""
        members = what.members if isinstance(what, n.Group) and what.either else ()
        ones = [
            each for each in members if isinstance(each, n.Select) and each.number == n.Num(1) and each.among is None
        ]
        places, said = {each.place for each in ones}, {each.where for each in ones}
        usual = all(
            each.quantity is n.Quantity.EXACTLY and each.pick is n.Pick.AGENT and not each.extreme for each in ones
        )
        if not ones or len(ones) < len(members) or len(places) > 1 or len(said) > 1 or not usual:
            return None
        kinds: list[n.Condition] = []
        for each in ones:
            value = self.member_value(each.noun)
            kinds.append(n.HasMember(n.Candidate(), value, each.noun) if value else n.IsKind(n.Candidate(), each.noun))
        noun, bind = self.vocabulary.implied_noun, self.said.fresh()
        where = (*said.pop(), n.Or(tuple(kinds)))
        select = n.Select(noun, where=where, number=n.Num(1), place=places.pop(), bind=bind)
        self.said.mention(select, "card", noun, 2, 1)
        return select

    def _of_one_named(self, place: n.Place) -> n.Place:
        """«la mano di un giocatore»: a name for him, for what is said of it afterwards."""
        of = place.of
        if not isinstance(of, n.Select) or of.noun != PLAYER or of.quantity is not n.Quantity.EXACTLY or of.bind:
            return place
        return evolve(place, of=evolve(of, bind=self.said.fresh()))

    def _speak_of_its_player(self, what: n.Term | n.Place) -> None:
        """«guarda la mano di un avversario»: who goes on without being said, where only a player can, is that one."""
        place = what.place if isinstance(what, n.Select) else what
        of = place.of if isinstance(place, n.Place) else None
        if of is not None and not isinstance(of, n.You) and self.sort(of) == "player":
            self.said.last_player = recalled(of)

    def taken_where_looked(self, event: n.Event) -> n.Event:
        """«guarda la mensola dell'avversario e getta una carta»: one of those, or of one's own? Each in turn."""
        looked = self.said.looked if self.said.clause == self.said.looked_in + 1 else None
        frame = next((f for f in self.vocabulary.frames.values() if f.name == event.verb), None)
        roles = {role.name: role.value for role in event.roles}
        what = roles.get("object")
        if looked is None or isinstance(looked.of, n.You) or frame is None or frame.place is None:
            return event
        alike = frame.place.zone == looked.zone and looked.zone in frame.also_from
        owned = isinstance(what, n.Select) and any(isinstance(each, n.ControlledBy) for each in what.where)
        if not alike or owned or not isinstance(what, n.Select) or what.number is None or what.place is not None:
            return event
        if not isinstance(roles.get("agent"), n.You) or what.among is not None:
            return event
        place = (looked, n.Place(looked.zone, n.You()))[self.said.choose(2)]
        return evolve(
            event,
            roles=tuple(evolve(r, value=evolve(what, place=place)) if r.name == "object" else r for r in event.roles),
        )

    def _of_those_seen(self, what: n.Select, np: s.NounPhrase, place: n.Place) -> n.Select:
        """A choice that says no place, from the zone at which one was just looking: «una carta», «una Lanterna»."""
        if what.among is not None or any(
            m.kind.startswith(("mod_in", "mod_on", "mod_of", "mod_from")) for m in np.modifiers
        ):
            return what
        where = tuple(each for each in what.where if not isinstance(each, (n.IsIn, n.ControlledBy)))
        value = self.member_value(what.noun)
        if value is not None:
            where = (n.HasMember(n.Candidate(), value, what.noun), *where)
        elif what.noun != self.vocabulary.implied_noun:
            declared = self.vocabulary.nouns.get(what.noun)
            within = self._zones_of(declared.condition) if declared is not None else frozenset[str]()
            return evolve(what, place=place) if place.zone in within and what.place is None else what
        placed = evolve(what, noun=self.vocabulary.implied_noun, where=where, place=place)
        self.said.mentions = [evolve(m, term=placed) if m.term == what else m for m in self.said.mentions]
        return placed


def _is_of_players(np: s.Noun) -> bool:
    """«l'avversario», «tutti i giocatori»."""
    return (
        isinstance(np, s.NounPhrase) and np.noun is not None and np.noun.terminal in ("N_PLAYER", "N_OPPONENT", "YOU")
    )
