"""«dell'avversario», «tuo», «nella tua mano»: which player, whose place."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from ....syntax import nodes as s
from ....syntax.reading import Start
from ....vocabulary.vocabulary import Kind
from ... import nodes as n
from ...game import turn_of
from .reading import EFFECT, PLAYER
from .spots import SPOT
from .taking_part import TakingPart

#: The relations whose other end is a player.
_OF_PLAYERS: Final = frozenset(("controller", "owner", "turn_player", "next_player", "previous_player"))


def _picked_by_you(modifier: s.Modifier, np: s.NounPhrase) -> bool:
    """«un avversario bersaglio», «un avversario a tua scelta»: as without it, who uses the text picks him."""
    if modifier.kind == "adjective":
        return modifier.tokens[0].terminal == "TARGET"
    yours = bool(modifier.tokens) and modifier.tokens[0].name == "your"
    return modifier.kind == "mod_choice" and modifier.value is None and yours and np.has("a", "one")


class Owners(TakingPart):
    """The part of the reader that reads players and what is theirs."""

    _saying_where = False  # whether whose a place is is being read
    led: n.Term | None = None  # what an order puts somewhere, while it is read where

    def player_spoken_of(self) -> n.Term | None:
        """The player who was spoken of last, and is not the one to whom the text speaks."""
        known = self.said.recall("player")
        return known.recall if known is not None and not isinstance(known.recall, n.You) else None

    def _opponent(self, np: s.NounPhrase) -> n.Term:
        of: n.Term = n.You()
        his = any(d.terminal == "POSSESSIVE" and d.name != "your" for d in np.determiners)
        if his and self._player_tested is not None:
            of = n.Var(self._player_tested)
        elif self.said.context.start.value == "steps" or not self.said.card:
            mention = self.said.recall("player")
            of = mention.recall if mention and not isinstance(mention.term, n.Opponent) else n.You()
        elif his:
            of = self._whose_opponent()
            if isinstance(of, n.Opponent):  # «l'avversario …, il suo avversario …»: you are
                return n.You(span=self.span(np.start, np.end))
        for modifier in np.modifiers:
            if modifier.kind == "mod_of" and isinstance(modifier.value, (s.NounPhrase, s.NounList)):
                of = self.term(modifier.value)
                if self.sort(of) not in ("player", "card") or getattr(modifier.value, "noun", of) is None:
                    said = self.quoted(modifier.start, modifier.end)
                    raise self.fail(modifier.start, f"«{said}» non si dice di un avversario", end=modifier.end)
            elif not _picked_by_you(modifier, np):
                raise self.fail(
                    modifier.start,
                    f"«{self.quoted(modifier.start, modifier.end)}» non si dice di un avversario",
                    end=modifier.end,
                )
        term = n.Opponent(of, each=bool(np.number == 2 or np.has("each")), span=self.span(np.start, np.end))
        self.said.mention(term, "player", PLAYER, 1, 1)
        return term

    def _whose_opponent(self) -> n.Term:
        """«ogni giocatore spezza una Lana del suo avversario»: of the player who was spoken of, or who has the card that was."""
        subject = self.said.clause_subject
        if subject is not None and not isinstance(subject, n.You) and self.sort(subject) == "player":
            return subject
        spoken = (
            m.recall for m in reversed(self.said.mentions) if m.sort == "player" or (m.sort == "card" and not m.counted)
        )
        last = next(spoken, None)
        if last is None or isinstance(last, n.You | n.Self):
            return n.You()
        return last if self.sort(last) == "player" else self._controller_of(last)

    @property
    def _turn(self) -> str:
        return turn_of(self.vocabulary.periods)

    def _relation(self, np: s.NounPhrase, head: s.Token) -> n.Term:
        of: n.Term | None = None
        for determiner in np.determiners:
            if determiner.terminal == "POSSESSIVE":
                of = self._whose_relation(determiner, np.start, head.name)
        for modifier in np.modifiers:
            if modifier.kind == "mod_of" and isinstance(modifier.value, (s.NounPhrase, s.NounList)):
                of = self.term(modifier.value)
            elif modifier.kind != "mod_of":
                raise self.fail(
                    modifier.start,
                    f"«{self.quoted(modifier.start, modifier.end)}» non si dice di «{head.text}»",
                    end=modifier.end,
                )
        if of is None:
            named = self.said.recalled(head.name, None, 1)
            if named is not None:
                return named.term
            to_whom = self.led is not None and self._relation_is_player(head.name) and self.sort(self.led) == "card"
            of = self.led if to_whom and not isinstance(self.led, n.Select | n.Group) else self.said.subject
        term = n.Related(head.name, of, span=self.span(np.start, np.end))
        sort = "player" if self._relation_is_player(head.name) else "card"
        self.said.mention(term, sort, head.name, head.sense.gender, 1)
        return term

    def _whose_relation(self, its: s.Token, at: int, name: str) -> n.Term:
        """«spezza una Lana. Il suo giocatore …», in a text in force: the Lana's, since the bearer's is you; «il suo ospite» is
        of what lies on it."""
        if (
            self.led is not None
            and its.name == "its"
            and self._relation_is_player(name)
            and self.sort(self.led) == "card"
        ):
            if not isinstance(self.led, n.Select | n.Group):
                return self.led  # «spezza una Lana. Rimetti questa carta nel Mazzo del suo padrone»
        whose = self.possessor(its, at)
        if not isinstance(whose, n.Self):
            return self._named_since(its) or whose
        if not isinstance(self.said.clause_subject, n.Self):
            not_to_you = self.said.continuous
        else:  # «torna nella mano del suo controllore»; «infligge 2 danni al suo controllore» is not to you
            not_to_you = self._relation_of(name) == "controller" and not self._saying_where
        if not not_to_you:
            return whose
        if not self._relation_is_player(name):
            return whose
        met = [m for m in self.said.mentions if m.sort == "card" and not m.counted and not isinstance(m.recall, n.Self)]
        met = [m for m in met if its.name != "its" or m.number & 1]  # of several it would be «del loro»
        known = bool(met) and isinstance(met[-1].recall, n.Var)
        return met[-1].recall if known else self.of_text(whose)

    def _named_since(self, its: s.Token) -> n.Term | None:
        """«quando una tua Lana viene sfidata, lo sfidante perde 1 Ardore e il suo padrone …»: the one named in between."""
        event = self._when_event
        roles = event.roles if isinstance(event, n.Event) else ()
        taking = [n.Var(r.value.bind) for r in roles if isinstance(r.value, n.Select) and r.value.bind]
        last = self.said.mentions[-1] if self.said.mentions else None
        told = last is not None and last.sort == "card" and last.recall in taking and isinstance(last.term, n.Var)
        return last.recall if last is not None and told and its.name == "its" else None

    def of_text(self, whose: n.Term) -> n.Term:
        """Of whom «suo» is where nobody else was spoken of: the bearer, or the host of which its text speaks."""
        said = isinstance(self._when_subject, n.Self)  # «quando questa carta …»
        of_host = isinstance(whose, n.Self) and not said and self.speaks_of_its_host()
        return self.host_of_text() if of_host else whose

    def _relation_of(self, name: str) -> str | None:
        declared = self.vocabulary.nouns.get(name)
        return declared.relation if declared is not None else name

    def _relation_is_player(self, name: str) -> bool:
        return self._relation_of(name) in _OF_PLAYERS

    def _controller_of(self, card: n.Term) -> n.Term:
        """Who controls a card, by the noun that the game has for it."""
        nouns = self.vocabulary.nouns.items()
        return n.Related(next((name for name, noun in nouns if noun.relation == "controller"), "controller"), card)

    def possessor(self, token: s.Token, at: int) -> n.Term:
        """Whose: «tua» the user's; «sua», «loro» of the subject of the clause, else of what was spoken of last, else
        of the bearer."""
        if token.name == "your":
            return n.You()
        spoken_to = isinstance(self.said.clause_subject, n.You) and self.said.context.start.value != "steps"
        of_bearer = self._not_of_several(token)
        if of_bearer is not None:
            return of_bearer
        if self.said.clause_subject is not None and not spoken_to:
            return self.said.clause_subject  # on a card «sua» is not of the one to whom it speaks
        if self.said.candidate:
            return n.Candidate()
        several = self.said.recall("card", 3, 2) if token.name == "their" else None
        if several is not None and not several.number & 1:
            return several.recall  # «se la loro Onda è 3», in force: not of the one card
        both = self.said.recall_two() if token.name == "their" and not self.said.continuous else None
        if both is not None:
            return both  # «scegli una Lana e una Tela, poi inverti il loro Ardore»
        mention = self.said.recall("card") or self.said.recall("player")
        if mention is not None and not (self.said.continuous and self.said.subject is not None):
            return (self.said.recall_one(mention.sort) or mention).recall
        if self.said.subject is not None:
            return self._other_in_what_happens() or self.said.subject
        mention = self.said.recall("player")
        if mention is not None:
            return mention.recall
        raise self.fail(at, f"non so di chi sia «{token.text}»", "S021")

    def _not_of_several(self, token: s.Token) -> n.Term | None:
        """«le Lane rivali non possono sfidare le Lane del suo padrone», in force: theirs would be «del loro»; the host's, or the
        bearer's."""
        of = self.said.clause_subject
        bind = of.bind if isinstance(of, n.Select) else of.name if isinstance(of, n.Var) else None
        cards = [m for m in self.said.mentions if m.sort == "card"]
        tested = isinstance(of, n.Candidate)
        spoken = [m for m in cards if tested or m.term == of or m.recall == n.Var(bind or "")]
        several = bool(spoken) and not spoken[-1].number & 1
        if token.name != "its" or not several or not self.said.card or not self.said.continuous:
            return None
        return self.host_of_text() if self.speaks_of_its_host() else self.said.subject

    _from_any = False  # whether «da qualsiasi zona» may be said

    def place(self, np: s.Noun, agent: n.Term | None = None, *, anybodys: bool = False) -> n.Place:
        """«nel tuo Armadio», «in campo», «nella Zona Candela del giocatore»; ``anybodys``: «in un Fosso» is in that of any."""
        if not isinstance(np, s.NounPhrase) or np.noun is None or np.noun.terminal not in ("N_ZONE", "N_PLACE", "PART"):
            raise self.fail(np.start, f"«{self.quoted(np.start, np.end)}» non è un luogo", "S022", end=np.end)
        declared_nowhere = np.noun.terminal == "N_ZONE" and np.noun.name not in self.vocabulary.zones
        if declared_nowhere and self.said.card and not (np.has("any") and self._from_any):
            said = f"«{self.quoted(np.start, np.end)}»: quale? dì il suo nome"  # «nella zona», which only a verb's steps know
            raise self.fail(np.start, said, "S022", end=np.end)
        if np.number == 1 and self.may_be(np.noun.at, "N_SPOT") and not np.has("any"):
            said = f"«{self.quoted(np.start, np.end)}» è un posto solo"  # «in una Casella», of the zone of all of them
            raise self.fail(np.start, said, "S022", end=np.end)
        of: n.Term | None = None
        for determiner in np.determiners:
            if determiner.terminal == "POSSESSIVE":
                of = n.You() if determiner.name == "your" else self._owner(agent, determiner, np.start)
            elif determiner.terminal == "THAT" and (spoken := self._spoken_of(np.noun.name)) is not None:
                of = spoken.of  # «metti una carta nel Mazzo avversario, poi mescola quel Mazzo»
            elif determiner.terminal == "EACH" and np.noun.terminal == "N_ZONE":  # «ogni Mazzo»: that of each player
                of = n.Select(PLAYER, quantity=n.Quantity.ALL, bind=self.said.fresh())
            elif determiner.terminal not in ("DEF", "THIS", "INDEF", "NUM", "ALL", "OTHER", "ANY"):
                raise self.fail(determiner.at, f"«{determiner.text}» non si dice di un luogo", "S022")
        name = np.noun.name if np.noun.terminal != "PART" else ""
        if of is not None and np.has("each") and not self._of_nobody_yet(n.Place(name)):
            raise self.fail(np.start, f"«{self.quoted(np.start, np.end)}»: ce n'è uno solo", "S022", end=np.end)
        for modifier in np.modifiers:
            if modifier.kind == "mod_of" and modifier.value is not None:
                outer, self._saying_where = self._saying_where, True
                of = self.term(modifier.value)  # type: ignore[arg-type]
                self._saying_where = outer
                self._no_players_zone(name, of, modifier)
            elif modifier.kind == "adjective" and modifier.tokens[0].terminal == "OPPOSING":
                of = n.Opponent()
            elif modifier.kind == "adjective" and modifier.tokens[0].terminal == "POSSESSIVE":
                of = n.You() if modifier.tokens[0].name == "your" else self._owner(agent, modifier.tokens[0], np.start)
            else:
                shown = any(t.terminal in ("COVERED", "STATUS") or t.sense.mood == "status" for t in modifier.tokens)
                said = f"«{self.quoted(modifier.start, modifier.end)}» non si dice di un luogo"
                hint = (
                    "le carte di un luogo si mostrano una volta, e non per un tempo: «rivela la sua …»" if shown else ""
                )
                raise self.fail(modifier.start, said, "S022", hint, end=modifier.end)
        of = self._where_it_lies(np, name) if np.has("this") and of is None else of
        declared = self.vocabulary.zones.get(name)
        your_own = agent is None or isinstance(agent, n.You)
        if of is None and (anybodys or (np.number == 2 and your_own)):  # «dei Fossi»: nobody has more than one
            of = self.of_any_player(np, name)
        if of is None and declared is not None and declared.owner == "player" and agent is not None:
            recalled = n.Var(agent.bind) if isinstance(agent, n.Select) and agent.bind else agent
            of = self._controller_of(recalled) if self.sort(agent) == "card" else recalled
        return n.Place(name, of, span=self.span(np.start, np.end))

    def _spoken_of(self, zone: str) -> n.Place | None:
        """The place of a zone of which was spoken last."""
        taken = (m.term.place for m in reversed(self.said.mentions) if isinstance(m.term, n.Select))
        return next((p for p in (self.said.put_in, self.said.looked, *taken) if p is not None and p.zone == zone), None)

    def _where_it_lies(self, np: s.NounPhrase, name: str) -> n.Term | None:
        """«in questo Campo», of a zone that each player has: that of whoever has the card, if it lies there."""
        declared = self.vocabulary.zones.get(name)
        if declared is None or declared.owner != "player" or not self.said.card:
            return None
        own = self.vocabulary.implied_place(self.said.context.slot or "", target=False)
        around = self.vocabulary.places.get(own or "")
        if name != own and (around is None or name not in around.zones):
            said = f"«{self.quoted(np.start, np.end)}»: di chi?"
            raise self.fail(np.start, said, "S022", "dillo: «nel tuo …», «nel … avversario»", np.end)
        return n.You()

    def _no_players_zone(self, name: str, of: n.Term, modifier: s.Modifier) -> None:
        """Refuses «nel Mazzo di Lane»: the zone is of a player, and no card has one."""
        declared = self.vocabulary.zones.get(name)
        of_cards = isinstance(of, n.Select) and of.noun != PLAYER
        if isinstance(of, n.Group):  # «nel Mazzo del controllore di una Lana e di un'Erba»: of no Erba
            of_cards = "card" in {self.sort(each) for each in of.members}
        if declared is not None and declared.owner == "player" and of_cards:
            said = f"«{self.quoted(modifier.start, modifier.end)}»: {name} è di un giocatore, non di una carta"
            raise self.fail(modifier.start, said, "S022", end=modifier.end)

    def of_any_player(self, np: s.Noun, name: str) -> n.Term | None:
        """«un Fosso», «nei Fossi»: those of all players; None of one that has an owner, or that nobody has."""
        declared, lexeme = self.vocabulary.zones.get(name), self.vocabulary.lexeme(name, Kind.ZONE)
        if not isinstance(np, s.NounPhrase) or declared is None or declared.owner != "player" or np.modifiers:
            return None
        terminals = {d.terminal for d in np.determiners}
        each = np.number == 2 and lexeme is not None and not lexeme.plural_only and terminals <= {"DEF", "ALL"}
        return n.Select(PLAYER, quantity=n.Quantity.ALL) if each or terminals & {"INDEF", "ANY"} else None

    def of_some_player(self, np: s.Noun, place: n.Place) -> n.Place:
        """«metti una carta in un Fosso»: in that of a player, whom the one who puts it there chooses."""
        words = {d.terminal for d in np.determiners} if isinstance(np, s.NounPhrase) and not np.modifiers else set()
        declared = self.vocabulary.zones.get(place.zone)
        if not words & {"INDEF", "ANY"} or declared is None or declared.owner != "player":
            return place
        return evolve(place, of=n.Select(PLAYER, number=n.Num(1), bind=self.said.fresh()))

    def back_to_whose_it_is(self, what: object, place: n.Place) -> n.Place:
        """«rimetti in mano una Lana rivale», «rimanda in mano la Lana bersaglio»: back in the hand of whoever has it, where that
        need not be you."""
        declared = self.vocabulary.zones.get(place.zone)
        if not (self.said.card and declared is not None and declared.owner == "player"):
            return place
        if not isinstance(place.of, (n.You, type(None))):
            return place
        several = what.members if isinstance(what, n.Group) else (what,)
        if not any(self._need_not_be_yours(each) for each in several):
            return place
        if isinstance(what, n.Group) and not what.either:
            each_of = (n.Var(m.bind) if isinstance(m, n.Select) and m.bind else m for m in what.members)
            return evolve(place, of=self._controller_of(n.Group(tuple(each_of))))
        bind = what.bind if isinstance(what, n.Select | n.Group) else None
        return evolve(place, of=self._controller_of(n.Var(bind))) if bind is not None else place

    def _need_not_be_yours(self, what: object) -> bool:
        """Whether a card that is described may be another's."""
        if not isinstance(what, n.Select) or what.among is not None:
            return False
        lies = self.vocabulary.zones.get(what.place.zone) if what.place is not None else None
        if what.place is not None and (what.place.of is not None or (lies is not None and lies.owner != "player")):
            return False
        return n.ControlledBy(n.Candidate(), n.You()) not in what.where and self.sort(what) == "card"

    def of_you_unsaid(self, np: s.Noun, place: n.Place) -> n.Place:
        """«se l'Armadio è vuoto», on a card: yours; «se un Armadio è vuoto»: somebody's."""
        declared = self.vocabulary.zones.get(place.zone)
        if place.of is not None or not self.said.card or declared is None or declared.owner != "player":
            return place
        each = isinstance(np, s.NounPhrase) and (np.number == 2 or np.has("each"))
        return (
            place if each else evolve(self.of_some_player(np, place), of=self.of_some_player(np, place).of or n.You())
        )

    def _owner(self, agent: n.Term | None, token: s.Token, at: int) -> n.Term:
        """The player whose zone «sua» is: a player as he is, a card's controller is not meant by it."""
        if agent is not None and self.sort(agent) == "player" and not isinstance(agent, n.You):
            chosen = isinstance(agent, n.Select) and agent.bind is not None and agent.quantity is n.Quantity.EXACTLY
            return n.Var(agent.bind) if chosen else agent  # type: ignore[union-attr, arg-type]
        mention = self.said.recall("player")
        if mention is not None:
            return mention.recall
        named = next((each for each in self.said.context.scope if PLAYER in each.nouns), None)
        if named is not None and self.said.candidate:
            return named.term
        whose = self.possessor(token, at)
        used = self.said.context.start is Start.CARD_USED and self.said.clause_subject is None
        if used and isinstance(whose, n.Self) and token.name == "its":  # «rivela la sua mensola», of nobody
            yours = "di chi la usa è «tua»; di un altro giocatore, dillo prima, o «dell'avversario»"
            raise self.fail(token.at, f"non so di chi sia «{token.text}»", "S021", yours)
        return whose

    def signs(self, np: s.NounPhrase) -> n.Signs:
        """«{F}{F}{2}»: the kinds in the order in which they are declared, then what is of any kind."""
        assert np.noun is not None
        names = np.noun.name.split("|")
        order = {name: at for at, name in enumerate(self.vocabulary.signs)}
        parts = sorted(names, key=lambda name: (order.get(name, -1 if name == "X" else len(order)), name))
        return n.Signs(tuple(parts), span=self.span(np.start, np.end))

    def sort(self, term: object) -> str:
        """What kind of thing a term is: card, player, place, value, text, member or unknown ("")."""
        if isinstance(term, (n.You, n.Opponent, n.PlayerOf)):
            return "player"
        if isinstance(term, n.Self):
            return "card"
        if isinstance(term, n.Select):
            if term.noun == PLAYER:
                return "player"
            if term.noun in self.vocabulary.values:
                return "value"
            if term.noun in self.vocabulary.periods:
                return "period"
            if term.noun in self.vocabulary.lasting:
                return "lasting"
            if self.is_spot(term.noun):
                return SPOT
            return "effect" if term.noun == EFFECT else "card"
        if isinstance(term, n.Related):
            if term.relation == "turn_player":
                return "player"
            return "player" if self._relation_is_player(term.relation) else "card"
        if isinstance(term, n.Var):
            return self._sort_of_name(term)
        if isinstance(term, n.Group):
            return self.sort(term.members[0])
        if isinstance(term, n.Place):
            return "place"
        if isinstance(term, n.SpotOf):
            return SPOT
        if isinstance(term, n.ValueOf) and self.vocabulary.values[term.value].kind == "player":
            return "player"
        if isinstance(term, n.TextOf):
            return "text"
        if isinstance(term, n.Candidate):
            return ""
        if isinstance(term, (n.Member, n.Lookup, n.ChosenMember)):
            return "member"
        if isinstance(term, (n.ValueOf, n.Num, n.Count, n.Compute, n.Signs)):
            return "value"
        return ""

    def _sort_of_name(self, term: n.Var) -> str:
        for mention in self.said.mentions:
            if mention.recall == term:
                return mention.sort
        for named in self.said.context.scope:
            if named.term == term:
                if PLAYER in named.nouns:  # a player or a card: which one is known only when it happens
                    return "player" if set(named.nouns) == {PLAYER} else ""
                if any(noun in self.vocabulary.zones for noun in named.nouns):
                    return "place"
                if any(self.is_spot(noun) for noun in named.nouns):
                    return SPOT
                if EFFECT in named.nouns:
                    return "effect"
                if any(noun in self.vocabulary.lasting for noun in named.nouns):
                    return "lasting"
                return "card" if named.nouns and "numero" not in named.nouns else ""
        for period in self.vocabulary.periods.values():
            if any(p.name == term.name for p in period.participants):
                return "card"
        return ""

    def _their_player(self, agent: n.Term | None, token: s.Token) -> n.Term:
        """«sua» before a card: of the player who is spoken of; of the controller of a card that is."""
        if agent is not None and self.sort(agent) == "player" and not isinstance(agent, n.You):
            chosen = isinstance(agent, n.Select) and agent.bind is not None and agent.quantity is n.Quantity.EXACTLY
            return n.Var(agent.bind) if chosen else agent  # type: ignore[union-attr, arg-type]
        mention = self.said.recall("player")
        if mention is not None:
            return mention.recall
        named = next((each for each in self.said.context.scope if PLAYER in each.nouns), None)
        if named is not None:
            return named.term
        subject = (
            agent if agent is not None else self.said.last_subject if self.said.subject is None else self.said.subject
        )
        used = isinstance(subject, n.Self) and not self.said.continuous
        told = (
            isinstance(subject, n.You) or used
        ) and self.said.card  # on a card «sua» is not of the one to whom it speaks
        if subject is None or told:
            yours = "di chi la usa è «tua»; di un altro giocatore, dillo prima" if told else ""
            raise self.fail(token.at, f"non so di chi sia «{token.text}»", "S021", yours)
        return self._controller_of(subject) if self.sort(subject) == "card" else subject

    def _of_nobody_yet(self, place: n.Place) -> bool:
        """Whether a place is a zone of each player of which it was not said whose."""
        declared = self.vocabulary.zones.get(place.zone)
        return place.of is None and declared is not None and declared.owner == "player"

    def token_zone(self, what: n.Term) -> str | None:
        """The zone of cards in which tokens of a kind lie; None for what is no token."""
        nouns: tuple[str, ...] = (what.noun,) if isinstance(what, n.Select) else ()
        if isinstance(what, n.Var):
            nouns = next((each.nouns for each in self.said.context.scope if each.term == what), ())
            nouns += tuple(each.noun for each in self.said.mentions if each.recall == what and each.noun)
        return next((zone for zone in map(self.vocabulary.upon_cards, nouns) if zone is not None), None)
