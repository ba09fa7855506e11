"""Clauses as events: who does what to whom, checked against the frames of the declared verbs."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from attrs import evolve

from ....syntax import nodes as s
from ....syntax.reading import Start
from ....vocabulary.lexer import ANY, Sense
from ....vocabulary.vocabulary import Kind
from ... import nodes as n
from ...game import ValueDecl, counted_by
from ...returning import only_goes
from ...scope import Mention, are_two, is_one, nodes_of
from ..things.complements import Parts
from ..things.reading import EFFECT, NUMBER, OF_EACH_HINT, OF_EACH_HIS_OWN, PLAYER
from ..things.spots import SPOT
from .as_target import aim_of
from .open_words import plays_open
from .spoken_of import SpokenOf

#: The roles that prepositions give.
ROLES: Final = {
    "TO": "to", "FROM": "from", "IN": "into", "ON": "on", "WITH": "with", "AGAINST": "against", "AMONG": "among",
    "UNDER": "under", "OVER": "over", "OF": "of", "AS": "as",
}  # fmt: skip

#: The words that speak of what was said before.
_RECALLING: Final = ("PRONOUN", "THAT")


class Events(SpokenOf):
    """The part of the reader that reads verbs with their participants."""

    rather: n.Effect | None = None  # what the sentence before orders, of which «invece» is

    def member_value(self, noun: str) -> str | None:
        """The value that a noun is a member of, if it is one."""
        lexeme = self.vocabulary.lexeme(noun, Kind.MEMBER, Kind.MEMBER_SET)
        return lexeme.of if lexeme is not None else None

    def is_event(self, clause: s.Clause) -> bool:
        """Whether a clause tells something that happens (a declared verb in the present), not how things stand."""
        verb = clause.group.verb.name
        if self.vocabulary.value_of_verb(verb) is not None and not self.vocabulary.frames_of(verb):
            return False  # how much there is of a value happens to nobody
        group = clause.group
        if (
            clause.predicate is not None
            or group.modal in ("can", "must")
            or group.perfect
            or group.form in ("perfect", "conditional")
        ):
            return False
        if group.form == "be_part":
            return self._as_crossing(clause).group.form == "present" or (
                group.verb.sense.mood != "status"
                and group.verb.sense.kind == "verb"
                and not self._goes_with_be(group.verb.name)
                and not self.may_be(group.verb.at, "ATTACHED")
            )
        if group.verb.sense.kind == "claim" or self.shows(clause) or plays_open(clause):
            return False
        if aim_of(clause) is not None:
            return True
        if group.verb.name in ("cominciare", "iniziare", "finire") or self._as_crossing(clause) is not clause:
            return True
        return (
            group.verb.sense.kind == "verb"
            or group.modal == "about_to"
            or (
                group.verb.sense.kind == "language"
                and group.verb.name in ("scegliere", "entrare", "uscire", "lasciare")
            )
        )

    def _spoken_of_there(self, moved: object, agent: n.Term | None) -> n.Term | None:
        """Whose «suo» is after «manda una Lana rivale nella mano del suo proprietario»: of the Lana, when «tu» does it."""
        if not isinstance(moved, n.Select) or moved.bind is None or self.sort(moved) != "card":
            return self.said.clause_subject
        told = isinstance(agent, n.You) and self.said.card
        return n.Var(moved.bind) if told else self.said.clause_subject

    def is_crossing(self, clause: s.Clause) -> bool:
        """Whether a clause says in another verb's words that a card enters somewhere («andare nel Fosso»)."""
        return self._as_crossing(clause) is not clause

    def _as_crossing(self, clause: s.Clause) -> s.Clause:
        """«una Lana va nel Fosso», «finisce nel Fosso», «viene messa nel Fosso», of what happens: it enters there, whatever
        brought it."""
        group = clause.group
        crosses = next((f.verb for f in self.vocabulary.frames.values() if f.crossing == "in"), None)
        if crosses is not None and group.verb.sense.kind == "verb":
            return self._as_entering(clause, crosses)
        going, put = group.verb.name in ("andare", "finire"), group.verb.name in ("mettere", "rimettere")
        if crosses is None or group.verb.sense.kind != "language" or not (going or put):
            return clause
        if going and (group.form not in ("present", "conditional", "be_part", "infinitive") or group.perfect):
            return clause
        if group.modal is not None or (put and not group.passive and group.form != "be_part"):
            return clause
        said = [c.value for c in clause.complements if isinstance(c.value, s.Prepositional)]
        there = [each.np for each in said if each.preposition.terminal == "IN" and isinstance(each.np, s.NounPhrase)]
        if not any(np.noun is not None and np.noun.terminal in ("N_ZONE", "N_PLACE") for np in there):
            return clause
        verb = evolve(group.verb, sense=evolve(group.verb.sense, name=crosses, kind="verb"))
        form = {"be_part": "present" if put else "perfect"}.get(group.form, group.form)  # «è messa», «è andata»
        perfect = group.perfect or form == "perfect"
        return evolve(clause, group=evolve(group, verb=verb, passive=False, form=form, perfect=perfect))

    def _as_entering(self, clause: s.Clause, crosses: str) -> s.Clause:
        """«quando una Lana torna in mano», of a verb that is only that she goes there: she enters there from where such a card
        is when nobody says, whatever brought her."""
        group = clause.group
        frames = self.vocabulary.frames_of(group.verb.name)
        if not only_goes(frames) or any(frame.crossing for frame in frames) or group.passive or group.modal is not None:
            return clause
        said = [c.value for c in clause.complements if isinstance(c.value, s.Prepositional)]
        there = [p.np.noun for p in said if p.preposition.terminal == "IN" and isinstance(p.np, s.NounPhrase)]
        home = self.vocabulary.implied_place("", target=True)
        zones = self._zones_in(home) if home is not None else ()
        if home is None or not there or there[0] is None or there[0].name in (home, *zones):
            return clause
        form = "perfect" if group.form == "be_part" else group.form
        verb = evolve(group.verb, sense=evolve(group.verb.sense, name=crosses, kind="verb"))
        clause = evolve(clause, group=evolve(group, verb=verb, form=form, perfect=group.perfect or form == "perfect"))
        if any(p.preposition.terminal == "FROM" for p in said):
            return clause
        at = clause.start
        kind = "N_PLACE" if home in self.vocabulary.places else "N_ZONE"
        place = s.NounPhrase((), s.Token(at, home, Sense(kind, home, ANY, ANY)), (), ANY, ANY, at, at + 1)
        whence = s.Prepositional("prep_phrase", s.Token(at, home, Sense("FROM", "from", ANY, ANY)), place)
        return evolve(clause, complements=(*clause.complements, s.Complement("c_prep", whence, (), False, at, at + 1)))

    def so_again(self, clause: s.Clause) -> s.Clause:
        """«torna desta», of a verb that is only that she goes somewhere: she becomes so («torna in campo stanca» is that she goes)."""
        group = clause.group
        so = any(c.kind == "c_status" for c in clause.complements)
        if not so or group.passive or not only_goes(self.vocabulary.frames_of(group.verb.name)):
            return clause
        if any(c.kind in ("c_prep", "c_object", "c_end") and not _is_a_time(c.value) for c in clause.complements):
            return clause
        sense = evolve(group.verb.sense, name="diventare", kind="language")
        return evolve(clause, group=evolve(group, verb=evolve(group.verb, sense=sense)))

    def _part_in(self, event: n.Event, relative: s.Modifier) -> str | None:
        """«quando viene attaccata, la Lanterna che la attacca (che l'ha attaccata) …»: the part in this very event."""
        clause = relative.value
        if not isinstance(clause, s.Clause) or clause.subject is not None or clause.predicate is not None:
            return None
        group = clause.group
        finite = group.finite is not None and group.finite.sense.person == 3
        if group.verb.name != event.verb.partition("#")[0] or group.negated or group.modal or not finite:
            return None
        if relative.tokens[0].terminal != "THAT_C" or group.form not in ("present", "perfect"):
            return None
        same, parts = self.event(clause, n.Candidate(), pattern=True)
        if parts.within is not None or parts.duration is not None or parts.adverbs:
            return None  # «che ha attaccato in questo turno»: any that did
        part = next((role.name for role in same.roles if isinstance(role.value, n.Candidate)), None)
        others = [role for role in same.roles if role.name != part]
        return part if part is not None and all(role in event.roles for role in others) else None

    def _done_to_oneself(self, verb: str) -> bool:
        """«rialzati», of what a player does to himself: the forms of the verb have no other."""
        forms = [form for frame in self.vocabulary.frames_of(verb) for form in frame.forms]
        done_to = [role.value for form in forms for role in form.roles if role.name == "object"]
        alone = bool(forms) and not any(role.name == "agent" for form in forms for role in form.roles)
        return alone and all(isinstance(each, n.Select) and each.noun == PLAYER for each in done_to)

    def _by_oneself(self, group: s.VerbGroup, subject: n.Term | None, passive: bool) -> tuple[s.VerbGroup, bool]:
        """«rialzati», «per rialzarti»: the verb without its pronoun; and whether what it says is done to its subject."""
        yours = isinstance(subject, n.You) and any(c.name == "you" for c in group.clitics)
        if not (group.form == "order" or yours) or not self._done_to_oneself(group.verb.name):
            return group, passive or group.reflexive
        return evolve(group, clitics=tuple(c for c in group.clitics if c.name != "you")), True

    def event(
        self, clause: s.Clause, subject: n.Term | None, *, pattern: bool, parts: Parts | None = None,
        done_to: tuple[n.Term, n.Term] | None = None,
    ) -> tuple[n.Event, Parts]:  # fmt: skip
        """A clause as an event: the participants by role, the frame that fits them. ``done_to``: a value and whose."""
        clause = self._as_crossing(clause) if pattern else clause
        group = clause.group
        found = self._from_whom(group, _whence_said(clause, parts if parts is not None else self.parts(clause)))
        roles: dict[str, object] = {} if done_to is None else {"object": done_to[0], "of": done_to[1]}
        passive = group.passive or (group.form == "be_part" and not self._goes_with_be(group.verb.name))
        group, suffers = self._by_oneself(group, subject, passive)
        received = group.verb.sense.of == "to"  # «subisce Crepe», of whom they are dealt to
        if subject is not None:
            roles[self._role_of_subject(group, suffers)] = subject
        agent = None if suffers or received else subject
        passive = passive or received
        outer = self.said.clause_subject
        if subject is not None:
            bound = isinstance(subject, n.Select) and subject.bind is not None
            self.said.clause_subject = n.Var(subject.bind) if bound else subject  # type: ignore[union-attr, arg-type]
        before = len(self.said.mentions)
        if self.gives(group.verb.name):
            self.kind_said_too(clause, found, pattern=pattern)
            if not pattern:
                self._receiver_first(found, roles, agent)
            if (effect := self.given_effect(clause, found)) is not None:
                roles["effect"] = effect
        self.led_into(clause, found)
        if not pattern:
            self._whom_first(found, roles, agent, group.verb.name)
        for complement in map(partial(self._of_value_before, group.verb.name), found.objects):
            amount = self.so_much(complement.value) if self.gives_number(group.verb.name) else None
            if amount is not None and "number" not in roles:
                roles["number"] = amount
                continue
            if "object" in roles:
                raise self.fail(complement.start, f"«{group.verb.text}» ha già il suo oggetto", end=complement.end)
            much = self.amount_after(complement.value, found.prepositions)
            whose = self.value_and_whose(complement.value, group.verb.name, pattern, agent)
            if whose is not None:
                roles["object"], roles["of"] = whose
                if much is not None and isinstance(whose[0], n.Select):
                    roles["object"] = evolve(whose[0], quantity=n.Quantity.EXACTLY, number=much)
                continue
            crosses = any(frame.crossing for frame in self.vocabulary.frames_of(group.verb.name))  # «lascia il Campo»
            roles["object"] = self._object_term(complement.value, pattern, None if crosses else agent)  # type: ignore[arg-type]
        self._said_first = self._said_before_it = None
        self._effect_or_number(roles, self.gives(group.verb.name))
        later, self.said.mentions = self.said.mentions[before:], self.said.mentions[:before]
        self._clitics(group, roles, found)  # a pronoun speaks of what came before the clause
        self.said.mentions += _such_as_taken(later, roles.get("object"))
        if found.duration is not None and not pattern and self._lasts(group.verb.name):
            roles["time"], found.duration, found.within = found.duration, None, None  # «in questo turno» too
        manner: list[str] = ["chosen"] if found.chosen_manner else []
        self._phrases(group, roles, found, manner, passive, pattern, agent)
        self.said.clause_subject = outer
        self._settle_who_does_it(clause, roles, received and not pattern, passive)
        event = self._framed(clause, roles, manner, found, agent, pattern)
        return event, found

    def _settle_who_does_it(self, clause: s.Clause, roles: dict[str, object], dealt: bool, passive: bool) -> None:
        """«quando sfidi con una Lana», of what only a card does and with nothing: one of yours does it; what is dealt to
        somebody (``dealt``), and nobody says by whom, you do."""
        if dealt:
            roles.setdefault("agent", n.You())
        if passive:
            return
        player = roles.get("agent")
        if clause.subject is None and clause.group.form == "order":
            player = n.You()  # not the card that says so
        doer = self.doer_for(clause.group.verb.name, player, roles.get("with"))
        if doer is not None:
            roles["agent"] = doer
            del roles["with"]

    def doer_for(self, verb: str, player: object, card: object) -> object | None:
        """The card with which a player does what only cards do, as one of his; None of anything else."""
        forms = [form for frame in self.vocabulary.frames_of(verb) for form in frame.forms]
        said = {role.name for form in forms for role in form.roles}
        doers = [role.value for form in forms for role in form.roles if role.name == "agent"]
        if "with" in said or not doers or any(self.sort(each) != "card" for each in doers):
            return None
        if self.sort(card) != "card" or (player is not None and self.sort(player) != "player"):
            return None
        if isinstance(card, n.Select) and player is not None:
            mine = n.ControlledBy(n.Candidate(), player)  # type: ignore[arg-type]
            return card if mine in card.where else evolve(card, where=(mine, *card.where))
        return card if player is None or isinstance(player, n.You) else None  # «il rivale … con questa carta», yours

    def _of_value_before(self, verb: str, complement: s.Complement) -> s.Complement:
        """«infliggi 3 danni a una Lana e 1 al suo padrone», «…. Se …, infliggi invece 6»: so much of the same value."""
        complement = evolve(complement, value=_of_the_same_number(complement.value))
        np, value = complement.value, self.said.value_counted
        if value is None or not isinstance(np, s.NounPhrase) or np.noun is not None or np.modifiers:
            return complement
        wanted = (
            r.value
            for f in self.vocabulary.frames_of(verb)
            for form in f.forms
            for r in form.roles
            if r.name == "object"
        )
        of_value = any(isinstance(each, n.Select) and each.noun == value for each in wanted)
        if not of_value or [d.terminal for d in np.determiners] != ["NUM"]:
            return complement
        said = evolve(np, noun=self._value_phrase(value, np.determiners[0]).noun)
        return evolve(complement, value=said)

    def _phrases(
        self, group: s.VerbGroup, roles: dict[str, object], found: Parts, manner: list[str], passive: bool, pattern: bool,
        agent: n.Term | None,
    ) -> None:  # fmt: skip
        """What the phrases with a preposition say, one after the other."""
        if not pattern and self.wants_another(group.verb.name):  # «lottano tra loro»: the one with the other
            found.prepositions = [p for p in found.prepositions if not _among_themselves(p)]
        moved = roles.get("object", roles.get("agent"))
        outer_mover = self._mover, self._goals, self._headed, self._moves_a_rivals
        self._mover, self._goals = self.seen_from(moved), self.goals_of(group.verb.name, moved)
        self._headed, self._moves_a_rivals = (
            self.headed(group.verb.name),
            self.stays_a_rivals(group.verb.name, moved),
        )
        if group.verb.sense.of == "to" and group.passive:  # «le Crepe subite da una tua Lana»
            by = next((p for p in found.prepositions if p.preposition.terminal == "FROM"), None)
            if by is not None:
                found.prepositions.remove(by)
                roles["to"] = self.term(by.np, pattern=pattern)
        for phrase in found.prepositions:
            phrase = _by_whom(phrase) if self.object_receives(group) else phrase
            self._prepositional_role(phrase, roles, manner, passive, pattern, agent, group.verb.name)
        self._mover, self._goals, self._headed, self._moves_a_rivals = outer_mover
        for phrases in found.either:
            if self._are_manners(phrases, manner):
                continue
            self._either_role(phrases, roles, passive, pattern, agent)

    def _whom_first(self, found: Parts, roles: dict[str, object], agent: n.Term | None, verb: str) -> None:
        """«infliggi a una Lana bersaglio danni pari al suo Ardore», in a text that is used: hers; whom it goes to is read first.
        In a text in force the one said before the amount is spoken of too: hers, or the bearer's."""
        if not self.said.card or not found.objects or not self._takes(verb, "to"):
            return
        said = [np for np in (found.objects[0].value, *found.per_each) if isinstance(np, s.NounPhrase | s.NounList)]
        words = {x.name for np in said for at in range(np.start, np.end) for x in self.words[at].senses}
        used = self.said.context.start is Start.CARD_USED or any(map(self.bearer_lacks, words))
        mention = self.said.recall(
            "card"
        )  # «quando una tua Lana si perde: infliggi danni pari al suo Ardore a …» is of that one
        spoken_of = mention is not None and not isinstance(mention.recall, n.Self)
        for phrase in [p for p in found.prepositions if p.preposition.terminal == "TO" and p.at_end is None]:
            np = phrase.np
            of_each = isinstance(np, s.NounPhrase) and (
                ("its" in words and np.has("each")) or ("their" in words and np.number == 2 and not spoken_of)
            )
            if of_each:
                raise self.fail(np.start, OF_EACH_HIS_OWN, "S024", OF_EACH_HINT, end=np.end)
            target = isinstance(np, s.NounPhrase) and any(self.may_be(at, "TARGET") for at in range(np.start, np.end))
            before = (
                isinstance(np, s.NounPhrase) and np.end <= said[0].start
            )  # «infliggi a una Lana danni pari al suo …»
            if words & {"its", "that"} and (before or (used and target and not spoken_of)):
                found.prepositions.remove(phrase)
                roles["to"] = whom = self.term(np, agent=agent)
                name = whom.bind if isinstance(whom, n.Select) else whom.name if isinstance(whom, n.Var) else None
                self._said_first = n.Var(name) if name is not None and (spoken_of or not used) else None
                self._said_before_it = mention.recall if mention is not None and spoken_of else None

    def _receiver_first(self, found: Parts, roles: dict[str, object], agent: n.Term | None) -> None:
        """«dona +1 a una Lana per ogni Erba vicina ad essa»: who gets it is spoken of where so many are counted."""
        for phrase in [p for p in found.prepositions if p.preposition.terminal == "TO" and p.at_end is None]:
            after = [np for np in found.per_each if np.start >= phrase.np.end]
            words = [at for np in after for at in range(np.start, np.end)]
            recalls = any(self.may_be(at, word) for at in words for word in _RECALLING)
            its = any(sense.name in ("its", "their") for at in words for sense in self.words[at].senses)
            its = its or any(
                isinstance(np, s.NounPhrase) and np.has("its", "their") for np in after
            )  # «per ogni Pegno che ha»
            if self.said.card and (recalls or its) and self._several_receive(phrase.np):
                raise self.fail(phrase.np.start, OF_EACH_HIS_OWN, "S024", OF_EACH_HINT, end=phrase.np.end)
            used = self.said.context.start is Start.CARD_USED  # there «suo» is of whom something is done to
            if (recalls or (its and used)) and "to" not in roles:
                found.prepositions.remove(phrase)
                roles["to"] = self.term(phrase.np, agent=agent)

    @staticmethod
    def _several_receive(np: s.Noun) -> bool:
        """Whether something goes to several, each of whom would have an amount of his own."""
        return not isinstance(np, s.NounPhrase) or np.has("each", "all") or np.number == 2

    def _are_manners(self, phrases: tuple[s.Prepositional, ...], manner: list[str]) -> bool:
        """Takes «come Siepe o come Prato»: two manners; False of other phrases."""
        if not all(each.preposition.terminal in ("AS", "IN") and self._is_manner(each.np) for each in phrases):
            return False
        for phrase in phrases:
            self._manner_or_fail(phrase, manner)
        return True

    def _effect_or_number(self, roles: dict[str, object], gives: bool) -> None:
        """«un effetto», «un numero» as the object of a verb are what it gives, or how much."""
        held = roles.get("object")
        if self.sort(held) == "effect" or (gives and self.sort(held) == "lasting"):
            roles["effect"] = roles.pop("object")
        elif isinstance(held, n.Select) and held.noun == NUMBER:
            roles["number"] = roles.pop("object")

    def _object_term(self, np: s.Noun, pattern: bool, agent: n.Term | None) -> n.Term:
        head = np.noun.terminal if isinstance(np, s.NounPhrase) and np.noun is not None else None
        of_a_card = head in ("N_ZONE", "N_PLACE") and agent is not None and self.sort(agent) == "card"
        if of_a_card and not any(d.terminal == "POSSESSIVE" for d in np.determiners):  # type: ignore[union-attr]
            agent = None  # «può colpire l'Armadio»: whosever it is, since a card has none of its own
        said = self.term(np, pattern=pattern, agent=agent)
        if of_a_card and pattern and isinstance(said, n.Place):  # any of the cards there
            return n.Select(self.vocabulary.implied_noun, number=n.Num(1), place=said)
        return said

    def _so_much_of_it(self, roles: dict[str, object], found: Parts) -> bool:
        """«il rivale perde 2 Lumi e tu ne guadagni 2»: of the value of which so much was said before."""
        held = roles.get("object")
        of_value = isinstance(held, n.Select) and held.noun in self.vocabulary.values
        bare = (isinstance(c.value, s.NounPhrase) and c.value.noun is None for c in found.objects)
        return of_value and bool(found.objects) and all(bare)

    def _goes_with_be(self, verb: str) -> bool:
        lexeme = self.vocabulary.lexeme(verb, Kind.VERB, Kind.CLAIM)
        if lexeme and lexeme.verb and lexeme.verb.auxiliary == "essere":
            return True
        forms = [form for frame in self.vocabulary.frames_of(verb) for form in frame.forms]
        return bool(forms) and all(role.name == "agent" for form in forms for role in form.roles)  # «è avanzato»

    def _clitics(self, group: s.VerbGroup, roles: dict[str, object], found: Parts) -> None:
        for clitic in group.clitics:
            if clitic.name == "of_them" and "object" not in roles and " " in group.verb.name:
                mention = self.said.recall_one("card")
                if mention is None:
                    raise self.fail(clitic.at, "non so di che cosa «ne»", "S021")
                roles["of"] = mention.recall  # «prendine il controllo»
            elif clitic.name == "of_them":
                if not self._as_many_rather(group, roles) and not self._so_much_of_it(roles, found):
                    self._of_them(roles, clitic, group.verb.name, found)
            elif clitic.name in ("it", "them"):
                if "object" in roles:
                    raise self.fail(clitic.at, f"«{clitic.text}» e un oggetto insieme")
                with self._such_as_takes(group.verb.name, "object"):
                    roles["object"] = self.recalled_by(clitic, but=roles.get("to"))
                if roles["object"] == roles.get("agent"):
                    raise self.fail(clitic.at, f"«{clitic.text}» non può essere chi lo fa", "S021")
            elif clitic.name == "to_it":
                self._to_him = bool(clitic.sense.gender & 1)
                with self._such_as_takes(group.verb.name, "to"):
                    roles["to"] = self.recalled_by(clitic)
            elif clitic.name == "you" and (group.passive or ("object" in roles and self._takes(group.verb.name, "to"))):
                roles["to"] = n.You()
            elif clitic.name == "you" and "object" not in roles:
                roles["object"] = n.You()
            elif clitic.name == "there":
                roles["on"] = self._place_recalled(clitic, group.verb.name)
            else:
                raise self.fail(clitic.at, f"«{clitic.text}» non si intende qui")

    def _place_recalled(self, clitic: s.Token, verb: str) -> n.Term:
        """«scegli una casella libera. Posaci una Lana»: on the place that was spoken of."""
        spot = self.said.recall(SPOT) if self._takes(verb, "on") else None
        if spot is None:
            hint = "dillo con «su …», «in …»"
            raise self.fail(clitic.at, f"«{clitic.text}» non si intende qui: dove?", "S022", hint)
        return spot.recall

    def _described(self, clitic: s.Token, number: int) -> Mention | None:
        """«se ha un Pegno Positivo, rimuovilo»: what lasts and was only described, where no card agrees."""
        last = self.said.recall("lasting", clitic.sense.gender, number)
        return last if last is not None and isinstance(last.recall, n.Select) else None

    def recalled_by(self, clitic: s.Token, *, but: object = None) -> n.Term:
        number = 2 if clitic.name == "them" else clitic.sense.number
        if but is not None:  # «legagliela»: two things, the one named last is whom it goes to
            other = next(
                (
                    m
                    for m in reversed(self.said.mentions)
                    if m.sort == "card" and m.recall != but and m.gender & clitic.sense.gender
                ),
                None,
            )
            if other is not None:
                return other.recall
        known, doer = self.said.mentions, self.said.clause_subject
        self.said.mentions = [m for m in known if m.recall != doer]  # who does it is not what it is done to
        gender = 1 if clitic.name == "to_it" and clitic.text.casefold() == "gli" else clitic.sense.gender
        mention = self.said.recall_one("card", gender, number) or self._described(clitic, number)
        if not any(m.gender & clitic.sense.gender and m.number & number for m in self._cannot_be):
            mention = mention or self.said.recall_one("card", 3, number)  # «distruggila», said of an animal «he»
        if mention is None and number == 2:
            mention = self._all_of_a_kind(clitic.sense.gender)
        self.said.mentions = known
        if mention is None and number == 2 and (two := self.said.recall_two(clitic.sense.gender)) is not None:
            return two
        this = mention is not None and isinstance(mention.recall, n.Self)
        if mention is None or (this and mention is not known[-1]):  # «pesca una carta. Se è una Lana, puoi posarla»
            moved = self.said.recall_moved(clitic.sense.gender, number, None)
            if moved is not None:
                return moved
        if (mention is None or isinstance(mention.recall, n.Self)) and self._is_of_host_alone(clitic):
            return self.host_of_text()
        if mention is not None and not (isinstance(mention.recall, n.Self) and self._of_other_texts()):
            return mention.recall
        named = [
            named
            for named in self.said.context.scope
            if named.nouns and not any(noun == PLAYER for noun in named.nouns)
        ]
        if len({each.term for each in named}) == 1:
            return named[0].term
        of_text = number & 1 and (self.said.bound_event or self.said.continuous)
        if (
            (of_text and self.said.card) and not self._of_other_texts()
        ):  # «quando si spezza, rimettila in mano», «solo le Lane possono attaccarla»: the bearer
            return n.Self()
        if number & 1 and self.said.card and self._is_called_so(clitic):
            return n.Self()
        raise self.fail(clitic.at, f"non so a che cosa si riferisca «{clitic.text}»", "S021")

    def _all_of_a_kind(self, gender: int) -> Mention | None:
        """«stanca ogni tua Lana, poi spezzale»: all of them."""
        last = self.said.recall("card", gender, 1)
        every = last is not None and isinstance(last.term, n.Select) and last.term.quantity is n.Quantity.ALL
        return last if every else None

    def _of_other_texts(self) -> bool:
        """Whether a verb takes only cards of other texts than this one: «quando subisci una crepa, … per evitarla» is no card."""
        known = [self.vocabulary.nouns.get(noun) for noun in self._taken_there]
        texts = {
            x.text for noun in known if noun is not None for x in nodes_of(noun.condition) if isinstance(x, n.HasText)
        }
        only = all(
            noun is not None and any(isinstance(x, n.HasText) for x in nodes_of(noun.condition)) for noun in known
        )
        return bool(known) and only and (self.said.context.slot or "") not in texts

    def _is_called_so(self, clitic: s.Token) -> bool:
        """«Se il rivale lo evita, …», in the text of a «lancio»: the card that is used, by the noun of its text."""
        declared = self.vocabulary.nouns.get((self.said.context.slot or "").casefold())
        lexeme = self.vocabulary.lexeme(declared.name, Kind.NOUN) if declared is not None else None
        masculine = lexeme is not None and lexeme.gender == "m"
        return masculine and bool(clitic.sense.gender & 1) and not clitic.sense.gender & 2

    def _is_of_host_alone(self, clitic: s.Token) -> bool:
        """«Bandisci questa carta: recuperalo», in a text that speaks of its host: no pronoun of a «carta»."""
        slot = self.vocabulary.texts.get(self.said.context.slot or "")
        return slot is not None and slot.of_host and self.said.card and not clitic.sense.gender & 2

    def _as_many_rather(self, group: s.VerbGroup, roles: dict[str, object]) -> bool:
        """«guadagni 2 Punti. Se …, guadagnane invece 4»: as many of what was ordered before."""
        before, taken = self.rather, roles.get("object")
        if not isinstance(before, n.Do) or not isinstance(taken, n.Select) or taken.where:
            return False
        if group.verb.name != before.event.verb.partition("#")[0]:
            return False
        frame = self.vocabulary.frames[before.event.verb]
        said = [role for form in frame.forms for role in form.roles] if frame.counted else before.event.roles
        thing = next((role.value for role in said if role.name == "object"), None)
        if isinstance(thing, n.Select):
            roles["object"] = evolve(thing, quantity=n.Quantity.EXACTLY, number=taken.number, bind=self.said.fresh())
        return isinstance(thing, n.Select)

    def _of_them(self, roles: dict[str, object], clitic: s.Token, verb: str, found: Parts) -> None:
        """«prendine 1»: as the object of what is done; of a verb that only counts («pescane due»), so many."""
        taken = roles.get("object")
        counts = any(frame.counted for frame in self.vocabulary.frames_of(verb))
        if counts and isinstance(taken, n.Select) and not taken.where and self.said.recall("card", counted=True):
            roles["object"] = evolve(taken, noun=self.vocabulary.implied_noun)
            return
        if counts and isinstance(taken, n.Select) and not taken.where and (what := self._as_many_of(taken, verb)):
            roles["object"] = evolve(taken, noun=what)
            return
        some = self.some_of(taken, clitic)
        counted = self.said.whose_counted.get(self._name_counted())
        if counted is not None and counted.place is not None and counted.place == self.said.looked and not some.place:
            some = evolve(some, place=counted.place)  # «guarda la mano avversaria. Se ci sono due Lane, scartane una»
        roles["object"] = evolve(some, where=(*some.where, *self._whose_counted(some, found, verb)))

    def _as_many_of(self, taken: n.Select, verb: str) -> str | None:
        """«quando guadagni Punti, il rivale ne perde altrettanti», «getta la mano, poi attingine altrettante»: of what, where the
        verb counts the same."""
        event = self.said.last_deed.event if isinstance(taken.number, n.Outcome) and self.said.last_deed else None
        event = event or (self._when_event if isinstance(self._when_event, n.Event) else None)
        if taken.number is None or isinstance(taken.number, n.Num) or event is None:
            return None
        done = self.vocabulary.frames.get(event.verb)
        known = counted_by(done) if done is not None and done.counted else self.vocabulary.implied_noun
        return known if any(counted_by(frame) == known for frame in self.vocabulary.frames_of(verb)) else None

    def _name_counted(self) -> str:
        mention = self.said.recall("card", 3, 2, counted=True) or self.said.recall("card", counted=True)
        return mention.recall.name if mention is not None and isinstance(mention.recall, n.Var) else ""

    def _whose_counted(self, some: n.Select, found: Parts, verb: str) -> tuple[n.Condition, ...]:
        """«se il rivale ha tre Lane, stancane una»: one of his, where the verb takes from where they were counted."""
        counted = self.said.whose_counted.get(self._name_counted())
        elsewhere = any(phrase.preposition.terminal == "FROM" for phrase in found.prepositions)
        places = [frame.place for frame in self.vocabulary.frames_of(verb)]
        known = self.vocabulary.places
        elsewhere = elsewhere or (  # «prendine una»: from the Fosso
            some.place is None and all(place is not None and place.zone not in known for place in places)
        )
        if counted is None or elsewhere:
            return ()
        return tuple(c for c in counted.where if isinstance(c, n.ControlledBy) and c not in some.where)

    def some_of(self, taken: object, clitic: s.Token) -> n.Select:
        """«prendine 1»: of those spoken of before; or so many more of the same («scarta due carte e pescane tre»)."""
        mention = self._token_spoken_of(taken) or self.said.recall("card", 3, 2, counted=True)
        mention = mention or self.said.recall("card", counted=True)
        if mention is None and self.said.looked is not None and isinstance(taken, n.Select) and not taken.where:
            return evolve(
                taken, noun=self.vocabulary.implied_noun, place=self.said.looked
            )  # «guarda la mano … scartane una»
        if mention is None:
            raise self.fail(clitic.at, "non so di che cosa «ne»", "S021")
        if not isinstance(taken, n.Select):
            raise self.fail(clitic.at, "«ne» vuole un numero", "S021")
        term = mention.term
        taken = self._such_a_token(taken, term)
        if mention.recall in self.said.chosen:
            return self._of_those_chosen(taken, mention, clitic)
        if taken.where:  # «corrompine un'altra», «spezzane due avversarie»: of the same kind
            alike = isinstance(term, n.Select) and taken.noun == self.vocabulary.implied_noun
            return evolve(taken, noun=term.noun) if alike and isinstance(term, n.Select) else taken
        if isinstance(term, n.Select) and (
            (term.place is not None and term.place.end is not None) or term.quantity is n.Quantity.ALL
        ):
            return evolve(taken, noun=term.noun, where=self.not_taken(mention.recall), among=mention.recall)
        if isinstance(term, n.Select):
            return evolve(taken, noun=term.noun, where=self._whose_rather(term.where), place=term.place)
        return taken

    def _of_those_chosen(self, taken: n.Select, mention: Mention, clitic: s.Token) -> n.Select:
        """«scegli due Lane: stancane una»: as «una di esse»; «spezzane una rivale», where one was chosen, is of the same kind."""
        term, several = mention.term, mention.number & 2
        if not isinstance(term, n.Select) or (taken.where and not several):
            return evolve(taken, noun=term.noun) if isinstance(term, n.Select) else taken
        if not several:
            raise self.fail(
                clitic.at, "«ne»: di quali? Qui si sceglie una cosa per volta", "S021", "dì quale: «quella …»"
            )
        others = self.not_taken(mention.recall)
        described = [each for each in taken.where if each not in others]  # «un'altra» is not
        noun = term.noun if described or self.sort(term) != "card" else self.vocabulary.implied_noun
        return evolve(taken, noun=noun, where=(*others, *described), among=mention.recall)

    def _token_spoken_of(self, taken: object) -> Mention | None:
        """«una profonda», of «ne»: the last token spoken of that such a word is said of."""
        declared = self._value_of_token(taken.noun) if isinstance(taken, n.Select) else None
        spoken = (m for m in reversed(self.said.mentions) if declared is not None and m.noun == declared.owner)
        return next(spoken, None)

    def _value_of_token(self, word: str) -> ValueDecl | None:
        """The value whose word it is, where tokens have it; None of any other word."""
        declared = self.vocabulary.values.get(self.member_value(word) or "")
        return declared if declared is not None and declared.owner in self.vocabulary.tokens else None

    def _such_a_token(self, taken: n.Select, term: n.Term) -> n.Select:
        """«infligge una crepa. Se …, ne infligge una profonda»: the adjective, which alone stands where a noun does."""
        declared = self._value_of_token(taken.noun)
        if declared is None or not isinstance(term, n.Select) or declared.owner != term.noun:
            return taken
        is_such = n.HasMember(n.Candidate(), declared.name, taken.noun)
        return evolve(taken, noun=term.noun, where=(is_such, *taken.where), place=None)

    def _whose_rather(self, where: tuple[n.Condition, ...]) -> tuple[n.Condition, ...]:
        """«spezza una tua Lana: l'avversario ne spezza due»: of yours, or of his; both are tried."""
        doer = self.said.clause_subject
        yours = n.ControlledBy(n.Candidate(), n.You())
        if yours not in where or not isinstance(doer, n.Opponent) or self.said.choose(2):
            return where
        return tuple(n.ControlledBy(n.Candidate(), doer) if each == yours else each for each in where)

    def _manner_or_fail(self, phrase: s.Prepositional, manner: list[str]) -> None:
        np = phrase.np
        items = np.items if isinstance(np, s.NounList) else (np,)
        for item in items:
            if (
                isinstance(item, s.NounPhrase)
                and item.noun is not None
                and item.noun.terminal in ("N_CARD", "MEMBER")
                and phrase.preposition.terminal in ("AS", "IN")
            ):
                manner.append(item.noun.name)
            else:
                raise self.fail(np.start, f"«{self.quoted(np.start, np.end)}» non si intende qui", end=np.end)

    def _either_role(
        self,
        phrases: tuple[s.Prepositional, ...],
        roles: dict[str, object],
        passive: bool,
        pattern: bool,
        agent: n.Term | None,
    ) -> None:
        """«a una Lanterna o a una Candela»: one role, either of them."""
        words = {phrase.preposition.terminal for phrase in phrases}
        terminal = words.pop()
        role = "agent" if passive and terminal == "FROM" else ROLES.get(terminal)
        if words or role is None:
            said = self.quoted(phrases[0].preposition.at, phrases[-1].np.end)
            raise self.fail(phrases[0].preposition.at, f"«{said}» non si intende qui", end=phrases[-1].np.end)
        members = self._targets(tuple(self.term(phrase.np, pattern=pattern, agent=agent) for phrase in phrases))
        group = n.Group(members, either=True)
        roles[role] = self.as_one(group)

    def _prepositional_role(
        self,
        phrase: s.Prepositional,
        roles: dict[str, object],
        manner: list[str],
        passive: bool,
        pattern: bool,
        agent: n.Term | None,
        verb: str,
    ) -> None:
        """«su questa Lana», «in Quiete», «dal Cesto», «a un giocatore»: what a phrase with a preposition is to the verb."""
        np = phrase.np
        terminal = phrase.preposition.terminal
        head = np.noun.terminal if isinstance(np, s.NounPhrase) and np.noun else None
        if terminal in ("AS", "IN") and self._is_manner(np):
            self._manner_or_fail(phrase, manner)
            extra = list(getattr(np, "modifiers", ()))
            if extra:
                roles["into"] = self.term(np, pattern=True)
            return
        if passive and terminal == "FROM" and head == "N_TEXT" and pattern and isinstance(np, s.NounPhrase):
            roles["@by"] = self._effects(np)
            return
        if terminal == "FROM" and head == "PRONOUN" and (seen := self._looked_at(np)) is not None:
            roles.setdefault("@places", []).append((terminal, seen))  # type: ignore[attr-defined]
            return
        if head in ("N_ZONE", "N_PLACE") or phrase.kind in ("end_phrase", "from_end_phrase"):
            self._place_said(phrase, roles, agent, verb)
            return
        if terminal == "WITH" and head == "TARGET" and self._some_other_target(verb, np):
            return
        what = roles.get("object")
        if terminal == "WITH" and head == "N_VALUE" and isinstance(what, n.Select):
            roles["object"] = self._such_with(what, np)
            return
        if terminal == "WITH" and not pattern and (both := self._taken_by_twos(verb, roles)) is not None:
            roles[both] = n.Group((roles[both], self._the_other(np, agent)))  # type: ignore[arg-type]
            return
        if terminal == "ON" and isinstance(what, n.Select) and what.place is None and not self._takes(verb, "on"):
            if self.token_zone(what) is not None and not self._takes(verb, "to"):
                roles["object"] = evolve(what, place=self.upon(what, np))
                return  # «spezza un Gettone su questa carta»: the one that lies there
        role = "agent" if passive and terminal == "FROM" else ROLES.get(terminal)
        role = "of" if terminal == "FOR" and " " in verb else role  # «scegli nuovi bersagli per …»
        if self.says_spot(np) and terminal in ("IN", "TO"):
            role = "on"
        if role is None:
            self.no_abilities_counted(np)
            said = f"«{self.quoted(phrase.preposition.at, np.end)}» non si intende qui"
            raise self.fail(phrase.preposition.at, said, end=np.end)
        outer = self.said.clause_subject
        if terminal == "TO" and roles.get("@whose"):
            self.said.clause_subject = self._spoken_of_there(roles.get("object"), agent)
        with self._recalled_beside(what, verb, role) if head == "PRONOUN" else self._such_as_takes(verb, ""):
            whose = self.term(np, pattern=pattern, agent=agent)
        self.said.clause_subject = outer
        if role == "agent" and passive and pattern and (by := self._by_effects_of(verb, whose)) is not None:
            roles["@by"] = by
        elif not self._place_of_whom(terminal, roles, whose, verb):
            self._said_once(phrase, role, roles, whose)

    def _said_once(self, phrase: s.Prepositional, role: str, roles: dict[str, object], whose: n.Term) -> None:
        """One complement of a kind: a place after another is where that lies, and two are refused."""
        if self._where_the_last_lies(role, roles, whose):
            return
        if role in roles and roles[role] != whose:
            words = self.quoted(phrase.preposition.at, phrase.np.end)
            raise self.fail(phrase.preposition.at, f"«{words}» è detto due volte", "S036", end=phrase.np.end)
        roles[role] = whose

    def _where_the_last_lies(self, role: str, roles: dict[str, object], spot: n.Term) -> bool:
        """«un Gettone da una tua Lana su una casella Nord», «… su una tua Lana su una casella»: on which place she lies."""
        last = next(reversed(roles), "")
        what = roles.get(last)
        held = roles.get("object")
        token = isinstance(held, n.Select) and self.token_zone(held) is not None  # which lies on no place itself
        if role != "on" or self.sort(spot) != "spot" or last not in ("from", "to", "on") or self.sort(what) != "card":
            return False
        if not isinstance(what, n.Select) or (last != "on" and not token):
            return False
        roles[last] = self.on_spot(what, spot)
        return True

    def _some_other_target(self, verb: str, np: s.Noun) -> bool:
        """«cambia il bersaglio di una magia con un altro bersaglio legale»: what it is changed to is what it may be."""
        changes = any(frame.waiting == "aimed" for frame in self.vocabulary.frames_of(verb))
        others = {d.terminal for d in getattr(np, "determiners", ())}
        return changes and not getattr(np, "modifiers", ()) and others <= {"INDEF", "OTHER"}

    def _taken_by_twos(self, verb: str, roles: dict[str, object]) -> str | None:
        """«scambia la posizione di una Lana con una Tela», of a verb that takes two: as which complement."""
        said = [role for frame in self.vocabulary.frames_of(verb) for form in frame.forms for role in form.roles]
        if any(role.name == "with" for role in said):
            return None
        twos = [role.name for role in said if isinstance(role.value, n.Select) and are_two(role.value)]
        one = next((name for name in (*twos, "of") if name in roles), None) if twos else None
        return one if one is not None and not isinstance(roles[one], n.Group) and is_one(roles[one]) else None  # type: ignore[arg-type]

    def _the_other(self, np: s.Noun, agent: n.Term | None) -> n.Term:
        """«… con una Tela», «(l'Ardore di una Lana) con quello di una Tela»."""
        whose = next((m.value for m in getattr(np, "modifiers", ()) if m.kind == "mod_of"), None)
        alone = isinstance(np, s.NounPhrase) and np.noun is None and np.has("that") and len(np.modifiers) == 1
        return self.term(whose if alone and isinstance(whose, s.NounPhrase) else np, agent=agent)

    def _place_said(self, phrase: s.Prepositional, roles: dict[str, object], agent: n.Term | None, verb: str) -> None:
        """«nel tuo Cesto», «in fondo al Mazzo»: a place, kept until the form of the verb tells what it is for."""
        np, what = phrase.np, roles.get("object")
        crosses = any(frame.crossing for frame in self.vocabulary.frames_of(verb))  # «entra nel Campo»: whosesoever
        anybodys = crosses or self._lies_anywhere(what, verb, np)
        outer, self.said.clause_subject = self.said.clause_subject, self._spoken_of_there(what, agent)
        taken = not crosses and (phrase.preposition.terminal == "FROM" or not self._takes(verb, "into"))
        self._from_any = crosses and phrase.preposition.terminal == "FROM"
        place = self.place(np, None if anybodys else agent, anybodys=taken)
        self._from_any = False
        if not (crosses or taken or (self.said.continuous and not self.said.bound_event)):
            place = self.of_some_player(np, place)
        self.said.clause_subject = outer
        if phrase.at_end is not None:
            place = evolve(place, end=phrase.at_end, first=phrase.kind == "from_end_phrase")
        roles.setdefault("@places", [])
        roles["@places"].append((phrase.preposition.terminal, place))  # type: ignore[attr-defined]
        roles["@whose"] = isinstance(np, s.NounPhrase) and not np.modifiers and not np.determiners

    def _such_with(self, what: n.Select, np: s.Noun) -> n.Select:
        """«spezza una Lana con 3 Ardore», where the phrase stands after the verb: one that has it."""
        modifier = s.Modifier("mod_with", (), np, False, np.start, np.end)
        select, more = self._with(what, modifier)
        if select.extreme is not None and select.pick is n.Pick.AGENT:
            said = self.quoted(np.start, np.end)
            message = f"«{said}» di che cosa? per il più alto o il più basso di tutti dì «la …»"
            raise self.fail(np.start, message, "S024", end=np.end)
        return evolve(select, where=(*select.where, *more))

    def _place_of_whom(self, terminal: str, roles: dict[str, object], whose: n.Term, verb: str) -> bool:
        """«torna in mano al suo proprietario»: whose the place is that was said before it."""
        places: list[tuple[str, n.Place]] = roles.get("@places", [])  # type: ignore[assignment]
        unsaid = roles.pop("@whose", False) and self.sort(whose) == "player" and not self._takes(verb, "to")
        if terminal != "TO" or not unsaid:
            return False
        where, place = places.pop()
        places.append((where, evolve(place, of=whose)))
        return True

    def _looked_at(self, np: s.Noun) -> n.Place | None:
        """«guarda la mano avversaria, poi scarta una carta da essa»: the zone, where only that agrees."""
        place = self.said.looked
        zone = self.vocabulary.lexeme(place.zone, Kind.ZONE) if place is not None else None
        one = isinstance(np, s.NounPhrase) and np.number == 1
        agrees = (
            zone is not None and isinstance(np, s.NounPhrase) and bool(np.gender & (2 if zone.gender == "f" else 1))
        )
        return place if one and agrees else None

    def _effects(self, np: s.NounPhrase) -> n.Select:
        """«gli effetti», «un effetto dell'avversario»: what brings something about, and whose card it is of;
        «i propri effetti»: of the very thing to which it is done."""
        if np.has("own"):
            return n.Select(EFFECT, (n.Same(n.Candidate(), n.Var("object")),))
        whose: n.Term | None = n.You() if np.has("your") else None
        cards: n.Select | None = None
        for modifier in np.modifiers:
            if modifier.kind == "adjective" and modifier.tokens[0].terminal == "OPPOSING":
                whose = n.Opponent()
            elif modifier.kind == "mod_of" and isinstance(modifier.value, (s.NounPhrase, s.NounList)):
                term = self.term(modifier.value, pattern=True)
                cards = self._of_such(term)
                whose = term if cards is None else whose
                if cards is None and self.sort(term) != "player":
                    said = self.quoted(modifier.start, modifier.end)
                    raise self.fail(
                        modifier.start,
                        f"«{said}»: gli effetti sono di un giocatore, o di carte",
                        "S024",
                        end=modifier.end,
                    )
            else:
                said = self.quoted(modifier.start, modifier.end)
                raise self.fail(modifier.start, f"«{said}» non si dice degli effetti", "S020", end=modifier.end)
        owned = (n.ControlledBy(n.Candidate(), whose),) if whose is not None else ()
        return n.Select(EFFECT, owned, among=cards)

    def _of_such(self, term: object) -> n.Select | None:
        """«delle Candele rivali», «di una Candela»: of any such card."""
        if not isinstance(term, n.Select) or self.sort(term) != "card" or term.pick not in (n.Pick.AGENT, n.Pick.NAMED):
            return None
        one = term.quantity is n.Quantity.ALL or (term.quantity is n.Quantity.EXACTLY and term.number == n.Num(1))
        return evolve(term, quantity=n.Quantity.ALL, number=None, pick=n.Pick.NAMED, bind=None) if one else None

    def _by_effects_of(self, verb: str, term: object) -> n.Select | None:
        """«spezzata da una Candela», of a verb that a Candela does not do: by what its text does."""
        such = self._of_such(term)
        forms = (form for frame in self.vocabulary.frames_of(verb) for form in frame.forms)
        doers = [p for form in forms for role in form.roles if role.name == "agent" for p in self._patterns(role.value)]
        cards = [doer for doer in doers if doer.noun != PLAYER]
        by_players = len(cards) < len(doers)
        if such is None or not by_players or not all(self._is_none_of(such.noun, doer.noun) for doer in cards):
            return None
        return n.Select(EFFECT, among=such)

    def _is_none_of(self, noun: str, other: str) -> bool:
        """Whether what has one noun cannot have the other: they lie in different zones; a kind of text is of what its text is
        called."""
        value = self.member_value(noun)
        slot = next(
            (t.name for t in self.vocabulary.texts.values() if value is not None and t.kind_value == value), noun
        )
        mine, theirs = self._zones_of(self._meant_by(slot)), self._zones_of(self._meant_by(other))
        if other == self.vocabulary.implied_noun and not theirs:  # a card of which nothing else is said does it in play
            there = self._zones_in(self.vocabulary.implied_places.get("target") or "")
            theirs = frozenset(there & set(self.vocabulary.zones))
        return bool(mine) and bool(theirs) and not mine & theirs

    def _role_of_subject(self, group: s.VerbGroup, suffers: bool) -> str:
        if group.verb.sense.of == "to":
            return "object" if self.object_receives(group) else "to"
        return "object" if suffers else "agent"

    def object_receives(self, group: s.VerbGroup) -> bool:
        """«difendere», where a game says so of what one attacks."""
        return group.verb.sense.of == "to" and not self._takes(group.verb.name, "to")

    def _from_whom(self, group: s.VerbGroup, found: Parts) -> Parts:
        """What was found of a clause, «si difende da un lancio» as «… contro un lancio»."""
        found.prepositions = [self._met(group, each) for each in found.prepositions]
        return found

    def _met(self, group: s.VerbGroup, phrase: s.Prepositional) -> s.Prepositional:
        """«da un lancio», of a verb that one does to oneself against somebody: as «contro un lancio»."""
        word = phrase.preposition
        forms = [form for frame in self.vocabulary.frames_of(group.verb.name) for form in frame.forms]
        named = [{role.name for role in form.roles} for form in forms]
        met = any({"object", "against"} <= roles and "agent" not in roles for roles in named)
        place = isinstance(phrase.np, s.NounPhrase) and self._says_where(phrase.np)
        if word.terminal != "FROM" or not group.reflexive or not met or place:
            return phrase
        return evolve(phrase, preposition=evolve(word, sense=evolve(word.sense, terminal="AGAINST")))

    @staticmethod
    def _says_where(np: s.NounPhrase) -> bool:
        return np.noun is not None and np.noun.terminal in ("N_ZONE", "N_PLACE", "N_PERIOD")

    def _takes(self, verb: str, role: str) -> bool:
        """Whether a declared verb has a complement, in any of its forms."""
        forms = (form for frame in self.vocabulary.frames_of(verb) for form in frame.forms)
        return not self.vocabulary.frames_of(verb) or any(each.name == role for form in forms for each in form.roles)

    def _is_manner(self, np: s.Noun) -> bool:
        items = np.items if isinstance(np, s.NounList) else (np,)
        return all(
            isinstance(i, s.NounPhrase)
            and i.noun is not None
            and i.noun.terminal == "N_CARD"
            and i.noun.sense.kind in ("noun", "member")
            and i.noun.name != self.vocabulary.implied_noun
            for i in items
        )

    def _lies_anywhere(self, what: object, verb: str, np: s.Noun) -> bool:
        """Whether what a verb is done to may be anybody's there: in a part of where the verb takes it from, or it lies, that
        all have, or of somebody who is said («gli Esseri avversari nelle Retrovie»)."""
        if not isinstance(what, n.Select) or not isinstance(np, s.NounPhrase) or np.noun is None:
            return False
        if any(isinstance(c, n.ControlledBy) and isinstance(c.of, n.Candidate) for c in what.where):
            return True
        frames = self.vocabulary.frames_of(verb)
        froms = [frame.place for frame in frames if frame.place is not None and frame.place.of is None]
        places = [place.zone for place in froms] + [zone for frame in frames for zone in frame.also_from]
        groups = [self.vocabulary.places[zone] for zone in places if zone in self.vocabulary.places]
        inside = any(np.noun.name in group.zones for group in groups)
        return inside or self.lies_anywhere_in(what.noun, np)


def _such_as_taken(mentions: list[Mention], held: object) -> list[Mention]:
    """«stancane una»: it is spoken of as one of those that «ne» said, once that is known."""
    if not isinstance(held, n.Select) or held.among is None or held.bind is None:
        return mentions
    return [evolve(each, term=held) if each.recall == n.Var(held.bind) else each for each in mentions]


def _of_the_same_number(np: Any) -> Any:
    """«pesca lo stesso numero di carte», «pesca quel numero di carte»: as «pesca altrettante carte»."""
    if not isinstance(np, s.NounPhrase) or np.noun is None or np.noun.terminal != "N_NUMBER":
        return np
    counted = np.modifiers[0].value if len(np.modifiers) == 1 and np.modifiers[0].kind == "mod_of" else None
    if not isinstance(counted, s.NounPhrase) or counted.determiners or not np.has("same", "that"):
        return np
    word = next(d for d in np.determiners if d.name in ("same", "that"))
    so_many = evolve(word, sense=evolve(word.sense, terminal="AS_MANY", name="as_many"))
    return evolve(counted, determiners=(so_many,), start=np.start)


def _whence_said(clause: s.Clause, found: Parts) -> Parts:
    """What was found of a clause, and from where its subject comes, where the clause was told so since."""
    said = [c.value for c in clause.complements if isinstance(c.value, s.Prepositional)]
    known = {p.preposition.terminal for p in found.prepositions}
    whence = [p for p in said if p.preposition.terminal == "FROM" and p.preposition.at == clause.start]
    if "FROM" not in known:
        found.prepositions.extend(whence)
    return found


def _by_whom(phrase: s.Prepositional) -> s.Prepositional:
    """«difende contro una Lana»: as «viene attaccata da una Lana»."""
    word = phrase.preposition
    if word.terminal != "AGAINST":
        return phrase
    return evolve(phrase, preposition=evolve(word, sense=evolve(word.sense, terminal="FROM")))


def _among_themselves(phrase: s.Prepositional) -> bool:
    """«tra loro»."""
    np = phrase.np
    them = isinstance(np, s.NounPhrase) and np.noun is not None and np.noun.terminal == "PRONOUN"
    return phrase.preposition.terminal == "AMONG" and them and not np.modifiers  # type: ignore[union-attr]


def _is_a_time(value: object) -> bool:
    np = value.np if isinstance(value, s.Prepositional) else None
    times = ("N_PERIOD", "N_END", "N_START", "TIME")
    return isinstance(np, s.NounPhrase) and np.noun is not None and np.noun.terminal in times
