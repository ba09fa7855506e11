"""Clauses as effects: what is done, and what holds from then on."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Final

from attrs import evolve

from ...syntax import nodes as s
from ...syntax.reading import Start
from .. import at_most
from .. import nodes as n
from ..scope import Unreadable, nodes_of
from ..targeting import ABILITIES, TARGETING
from .apiece import Apiece
from .course import Course
from .events import ROLES
from .never import denied
from .outcomes import Outcomes
from .parts import Parts
from .reading import PLAYER, number_said

CONSIDERED: Final = "considerare"

IGNORE: Final = "ignorare"

TAKE: Final = "prendere"

TAKE_BACK: Final = "riprendere"

WHERE_TO: Final = {"into": "dove? manca il luogo", "to": "a chi, o a che cosa?"}

STANDING: Final = (n.Modify, n.Grant, n.Suppress, n.BecomesStatus, n.Allow, n.Claim)


class Effects(Course, Outcomes, Apiece):
    """The part of the reader that reads what a clause does."""

    def effect(self, clause: s.Clause) -> n.Effect:
        """One clause as an effect."""
        aimed = self._being_a_target(clause)
        if aimed is not None:
            return self._untargetable(clause, aimed)
        clause = self._as_ordered(self._taken_back(clause))
        clause = denied(clause)
        parts = self.parts(clause)
        following = self.of_the_next(clause) or self.of_this_time(clause)
        if following is not None:
            return following
        if parts.purposes:
            return self._cost(clause, parts)
        if parts.gerunds and parts.gerunds[0].group.verb.name == IGNORE:
            return self._ignoring(clause, parts.gerunds[0])
        if parts.gerunds:
            return self._by_doing(clause, parts)
        self.said.kept = None
        return self._kept_first(clause, self.with_each(clause, self._effect(clause, parts)))

    def _kept_first(self, clause: s.Clause, effect: n.Effect) -> n.Effect:
        """«spezza tutte le Lane tranne una»: which one is chosen before."""
        kept, self.said.kept = self.said.kept, None
        if kept is None:
            return effect
        if not isinstance(effect, n.Do):
            said = self.quoted(clause.start, clause.end)
            raise self.fail(clause.start, f"«{said}»: chi sceglie quella che resta?", "S024", end=clause.end)
        return n.Sequence((n.Choose(kept, self._agent_of(effect)), effect), span=effect.span)

    def _as_ordered(self, clause: s.Clause) -> s.Clause:
        """«puoi schivare un lancio», «per schivare», «l'avversario schiva un lancio»: what its order would mean."""
        group = clause.group
        second = group.finite is not None and group.finite.sense.person == 2
        lexeme = self.vocabulary.lexeme(group.verb.name)
        if lexeme is None or not lexeme.ordered_as or group.negated or group.passive:
            return clause
        by_card = (
            self.said.context.start is Start.CARD_USED
        )  # the steps of the rules say what happens, not what is tried
        told = group.form == "present" and group.modal is None and (second or by_card)
        let = not self.said.continuous and (group.form == "infinitive" or (group.modal == "can" and second))
        if not told and not let:
            return clause
        verb = evolve(group.verb, sense=evolve(group.verb.sense, name=lexeme.ordered_as))
        return evolve(clause, group=evolve(group, verb=verb))

    def _taken_back(self, clause: s.Clause) -> s.Clause:
        """«riprendi una Lana dal Fosso», of a game that has «prendere»: it is taken as any other."""
        verb = clause.group.verb
        if verb.sense.kind != "language" or verb.name != TAKE_BACK or not self.vocabulary.frames_of(TAKE):
            return clause
        sense = evolve(verb.sense, name=TAKE, kind="verb")
        return evolve(clause, group=evolve(clause.group, verb=evolve(verb, sense=sense)))

    @staticmethod
    def _being_a_target(clause: s.Clause) -> s.NounPhrase | None:
        """«(non) può essere bersaglio di …»: the phrase of which the target is the noun."""
        if clause.group.modal != "can" or clause.group.verb.name != "essere" or clause.group.passive:
            return None
        found = [c.value for c in clause.complements if c.kind == "c_object"]
        np = found[0] if len(found) == 1 else None
        if not isinstance(np, s.NounPhrase) or np.noun is None or np.noun.terminal != "TARGET":
            return None
        return np

    def _untargetable(self, clause: s.Clause, np: s.NounPhrase) -> n.Effect:
        """«non può essere bersaglio delle magie dell'avversario»: what may be aimed at it, and by whom."""
        rest = tuple(c for c in clause.complements if c.value is not np)
        parts = self.parts(evolve(clause, complements=rest))
        self.nothing_left(parts, clause, "duration")
        subject = self._left_out(clause) if clause.subject is None else self.subject_of(clause) or n.Self()
        if isinstance(subject, n.Select) and subject.pick is not n.Pick.TARGET:
            subject = self.as_pattern(subject)
        who: n.Term | None = None
        by: list[n.Select] = []
        for modifier in np.modifiers:
            held = modifier.value
            items = held.items if isinstance(held, s.NounList) else (held,)
            if modifier.kind not in ("mod_of", "mod_of_each"):
                raise self.fail(
                    modifier.start,
                    f"«{self.quoted(modifier.start, modifier.end)}» non si intende qui",
                    end=modifier.end,
                )
            for item in items:
                if not isinstance(item, s.NounPhrase) or item.noun is None:
                    raise self.fail(modifier.start, "bersaglio di che cosa?", "S021", end=modifier.end)
                if item.noun.terminal in ("N_OPPONENT", "N_PLAYER", "YOU"):
                    who = self.term(item)
                    continue
                whose = self._whose_play(item)
                who = who or whose
                if item.noun.terminal == "N_TEXT" and whose is not None:
                    continue  # «degli effetti dell'avversario»: whatever is his
                by.append(n.Select(ABILITIES if item.noun.terminal == "N_ABILITIES" else item.noun.name))
        roles = [n.Role("agent", who)] if who is not None else []
        roles.append(n.Role("object", subject))
        if by:
            roles.append(n.Role("by", by[0] if len(by) == 1 else n.Group(tuple(by), either=True)))
        event = n.Event(TARGETING, tuple(roles))
        span = self.span(clause.start, clause.end)
        return n.Allow(event, allowed=not clause.group.negated, duration=parts.duration, span=span)

    def _whose_play(self, np: s.NounPhrase) -> n.Term | None:
        """«le magie dell'avversario», «le magie avversarie», «le tue abilità»: whose they are."""
        if np.has("your"):
            return n.You()
        for modifier in np.modifiers:
            if modifier.kind == "mod_of" and isinstance(modifier.value, (s.NounPhrase, s.NounList)):
                return self.term(modifier.value)
            if modifier.kind == "adjective" and modifier.tokens[0].terminal == "OPPOSING":
                return n.Opponent()
            raise self.fail(
                modifier.start, f"«{self.quoted(modifier.start, modifier.end)}» non si intende qui", end=modifier.end
            )
        return None

    def _ignoring(self, clause: s.Clause, gerund: s.Clause) -> n.Effect:
        """«occupa una casella con una carta ignorando i Semi»: the rules of these names do not forbid it."""
        plain = evolve(clause, complements=tuple(c for c in clause.complements if c.kind != "c_gerund"))
        effect = self._effect(plain, self.parts(plain))
        said = gerund.complements[0].value if len(gerund.complements) == 1 else None
        items = said.items if isinstance(said, s.NounList) else (said,)
        names = tuple(i.noun.name for i in items if isinstance(i, s.NounPhrase) and i.noun is not None)
        unknown = [name for name in names if name not in self.vocabulary.rules]
        inner = effect.effect if isinstance(effect, n.May) else effect
        if not names or unknown or not isinstance(inner, n.Do):
            known = ", ".join(sorted(self.vocabulary.rules))
            said_so = self.quoted(gerund.start, gerund.end)
            raise self.fail(
                gerund.start, f"«{said_so}»: si ignora una regola, per nome ({known})", "S241", end=gerund.end
            )
        inner = evolve(inner, ignoring=names)
        return evolve(effect, effect=inner) if isinstance(effect, n.May) else inner

    def _upon(self, clause: s.Clause, parts: Parts) -> n.Term:
        """«puoi posare un Gettone in più su questa carta»: the card."""
        phrase = parts.prepositions[0] if len(parts.prepositions) == 1 else None
        if phrase is None or phrase.preposition.terminal != "ON":
            raise self.fail(clause.start, f"«{clause.group.verb.text}» in più su che cosa?", "S024", end=clause.end)
        return self.term(phrase.np)

    def _cost(self, clause: s.Clause, parts: Parts) -> n.Effect:
        """«scarta una carta per pescare due carte»."""
        purpose = parts.purposes[0]
        plain = evolve(clause, complements=tuple(c for c in clause.complements if c.kind != "c_purpose"))
        span = self.span(clause.start, clause.end)
        modal = clause.group.modal
        if modal == "can":
            subject = self.subject_of(clause) or n.You()
            pay = self._do(evolve(plain, group=evolve(plain.group, modal=None)), self.parts(plain), subject)
            return n.May(subject, n.Cost(pay, self._infinitive(purpose, subject), span=span), span=span)
        if modal == "must":
            plain = evolve(plain, group=evolve(plain.group, modal=None))
        pay = self.with_each(plain, self._effect(plain, self.parts(plain)))
        agent = self._agent_of(pay)
        return n.Cost(pay, self._infinitive(purpose, agent), span=span)

    def _by_doing(self, clause: s.Clause, parts: Parts) -> n.Effect:
        """«puoi spezzare una Lanterna scartando due carte»: the gerund is the price."""
        paid = parts.gerunds[0]
        plain = evolve(clause, complements=tuple(c for c in clause.complements if c.kind != "c_gerund"))
        span = self.span(clause.start, clause.end)
        subject = self.subject_of(clause) or n.You()
        if clause.group.modal == "can":
            then = self._do(evolve(plain, group=evolve(plain.group, modal=None)), self.parts(plain), subject)
            pay = self._infinitive(paid, subject)
            return n.May(subject, n.Cost(pay, then, span=span), span=span)
        agent = self._agent(clause)
        then = self._effect(plain, self.parts(plain))  # a pronoun in it speaks of what came before the price
        return n.Cost(self._infinitive(paid, agent or n.You()), then, span=span)

    def _agent_of(self, effect: n.Effect) -> n.Term:
        if isinstance(effect, n.Do):
            for role in effect.event.roles:
                if role.name == "agent":
                    return role.value  # type: ignore[return-value]
        return n.You()

    def _infinitive(self, clause: s.Clause, agent: n.Term) -> n.Effect:
        clause = self._as_ordered(self._taken_back(clause))
        parts = self.parts(clause)
        return self.with_each(clause, self._do(clause, parts, agent))

    def _effect(self, clause: s.Clause, parts: Parts) -> n.Effect:
        group = clause.group
        had = self._had_by_verb(clause, parts)
        if had is not None:
            return had
        if group.form == "subjunctive":
            message = f"«{group.verb.text}» è al congiuntivo: ciò che si fa si dice con un ordine o con l'indicativo"
            raise self.fail(group.verb.at, message, "S052")
        more = self.degree_of(clause, parts) if not group.negated else None
        if more is not None:
            return more
        if group.verb.name == CONSIDERED and group.verb.terminal == "V_PART" and parts.objects:
            return self._be(self._considered(clause, parts), Parts())
        if group.verb.name == "avere" and clause.predicate is not None:
            return self._have(clause, parts)
        if group.verb.name == "essere" and clause.predicate is not None:
            return self._be(clause, parts)
        if self._claim_frame(clause) is not None or group.verb.sense.kind == "claim":
            if clause.group.negated or clause.group.modal is not None:  # «non può vincere contro le Lane»
                hint = "dì chi vince, e contro chi"
                said = f"«{self.quoted(clause.start, clause.end)}»: di ciò che si vince non si dice «non» né «può»"
                raise self.fail(clause.start, said, "S036", hint, end=clause.end)
            return self.claim(clause)
        value = self.value_said(clause)
        if value is not None:
            used = (
                "objects",
                "per_each",
                "duration",
                "during",
                "choice",
                *(("prepositions",) if value.verb_upon else ()),
                *(("within",) if parts.duration is not None else ()),  # «in questo turno»: so long
            )
            self.nothing_left(parts, clause, *used, adverbs=("ALWAYS", "ALSO"))
            target = self._upon(clause, parts) if value.verb_upon else self._bearer_of(self._holder(clause), value.name)
            return self.value_modified(clause, parts, value, target)
        if group.modal in ("can", "must"):
            return self._modal(clause, parts)
        if self._about_the_match(clause):
            return self._decided(clause, parts)
        special = self._special(clause)
        if special is not None:
            return special(clause, parts)
        if group.form == "conditional" or group.perfect:
            raise self.fail(
                group.verb.at, f"«{self.quoted(clause.start, clause.end)}» non è un effetto", "S030", end=clause.end
            )
        return self._done_by(clause, parts, self._agent(clause))

    def _done_by(self, clause: s.Clause, parts: Parts, agent: n.Term | None) -> n.Effect:
        """«quando l'avversario pesca una carta, perde un Punto»: where this card cannot, the player who was spoken of."""
        left_out = clause.subject is None and isinstance(agent, n.Self) and clause.group.form == "present"
        player = self.player_spoken_of() if left_out else None
        if player is None:
            return self._do(clause, parts, agent)
        said = [*self.said.mentions]
        try:
            return self._do(clause, parts, agent)
        except Unreadable as of_card:
            self.said.mentions = said
            try:
                return self._do(clause, self.parts(clause), player)
            except Unreadable:
                raise of_card from None

    def _do(self, clause: s.Clause, parts: Parts, agent: n.Term | None) -> n.Effect:
        special = self._special(clause)
        if special is not None:
            outer, self._who_does = self._who_does, (clause.group, agent)
            try:
                return special(clause, parts)
            finally:
                self._who_does = outer
        if self._shows_zone(clause, parts):
            return self._look(clause, parts)
        span = self.span(clause.start, clause.end)
        if clause.group.negated:  # «non si stanca»
            if self.said.continuous and not self.said.bound_event and clause.group.form == "present":
                return self._allow(clause, evolve(clause, group=evolve(clause.group, negated=False)), parts, agent)
            raise self.fail(
                clause.start, f"«{self.quoted(clause.start, clause.end)}» non è un effetto", "S030", end=clause.end
            )
        if (
            parts.times is not None
            and parts.times.per is not None
            and parts.has("POSSIBLY")
            and self.said.continuous
            and not self.said.bound_event
        ):
            event, parts = self.event(clause, agent, pattern=True, parts=parts)  # «attacca ogni turno, se può»
            self.nothing_left(parts, clause, "objects", "prepositions", "times", adverbs=("POSSIBLY",))
            return n.Allow(event, must=True, limit=n.Num(1), per=self.period(parts.times.per)[0], span=span)  # type: ignore[arg-type, union-attr]
        each: n.Select | None = None
        if isinstance(agent, n.Select) and agent.noun == PLAYER and agent.quantity is n.Quantity.ALL:
            each, agent = agent, n.Var(agent.bind or "")
        if parts.until_have is not None and not parts.objects:
            parts.objects.append(one_of(parts.until_have))  # «pesca fino ad avere otto carte in mano»
        self.said.counted, self.said.counted_up_to = None, False
        event, parts = self.event(clause, agent, pattern=False, parts=parts)
        event = self.taken_where_looked(event)
        swayed = self.swayed(event, clause, parts)
        if swayed is not None:
            return swayed
        used = (
            "objects",
            "prepositions",
            "either",
            "cause",
            "chosen_manner",
            "choice",
            "times",
            "per_each",
            "during",
            "moment",
            "until_have",
            *(("cap",) if parts.per_each else ()),
            *(("starting",) if each is not None else ()),
            *(("duration",) if self._changes_side(event) else ()),
        )
        self.nothing_left(
            parts,
            clause,
            *used,
            adverbs=("FREE", "AT_RANDOM", "ALSO", "INSTEAD", "ONCE_AT", "IN_ALL", "POSSIBLY", "EACH_ONE"),
        )
        event = self._picked(event, parts, agent, clause)
        self._where_to(event, clause)
        self.said.last_done = self.said.fresh()
        many = isinstance(agent, n.Group) or (isinstance(agent, n.Opponent) and agent.each)
        up_to, self.said.counted_up_to = self.said.counted_up_to, False
        again = parts.until_have or parts.per_each or parts.moment is not None or parts.times is not None or up_to
        moved = self.said.what_was_counted(known=each is None and not many and not again)
        effect: n.Effect = n.Do(event, parts.has("FREE"), self.said.last_done, moved=moved, span=span)
        if parts.more:
            others = self.given_too(event, parts.more)
            effect = n.Sequence((effect, *(n.Do(each, parts.has("FREE"), span=span) for each in others)), span=span)
        if up_to and isinstance(effect, n.Do):
            effect = self._up_to(effect, agent or n.You(), parts, clause)
        effect = self._multiplied(effect, parts, clause)
        if parts.until_have is not None:  # «pesca fino ad avere 7 carte nella Mano»
            enough = self._count_condition(parts.until_have, agent or n.You(), clause, parts)
            effect = n.Until(enough, effect, span=span)
        if parts.duration is not None:
            effect = n.ForATime(effect, parts.duration, span=span)
        if parts.moment is not None:
            moment = self.from_when(parts.moment, clause)
            effect = n.Watch(evolve(moment, every=False), effect, once=True, span=span)
        if each is not None:
            start = self._starting(clause, parts)
            bind = each.bind or self.said.fresh()
            return n.ForEach(over(each), bind, effect, start, span=span)
        return effect

    def _where_to(self, event: n.Event, clause: s.Clause) -> None:
        """A verb that puts, gives or ties cannot be done when it is not said where, or to whom."""
        frame = self.vocabulary.frames.get(event.verb)
        if frame is None or not frame.forms or frame.counted:
            return
        said = {role.name for role in event.roles}
        for name, question in WHERE_TO.items():
            always = all(
                any(r.name == name and isinstance(r.value, n.Select | n.Place) for r in form.roles)
                for form in frame.forms
            )
            if name not in said and always:
                verb = clause.group.verb.text
                raise self.fail(clause.start, f"«{verb}» {question}", "S024", end=clause.end)

    def _up_to(self, effect: n.Do, who: n.Term, parts: Parts, clause: s.Clause) -> n.Effect:
        """«pesca fino a 3 carte»: as many as who does it wants."""
        if parts.per_each or parts.times is not None or parts.until_have is not None:
            message = "«fino a …» di ciò che si fa più volte: quante in tutto?"
            raise self.fail(clause.start, message, "S024", end=clause.end)
        return at_most.up_to(effect, who)

    def _changes_side(self, event: n.Event) -> bool:
        """Whether an event is that something goes over to another player with all that it has."""
        frame = next((f for f in self.vocabulary.frames.values() if f.name == event.verb), None)
        return frame is not None and any(isinstance(each, n.Move) and each.keep for each in nodes_of(frame.steps))

    def _starting(self, clause: s.Clause, parts: Parts) -> n.Term | None:
        """«a partire dall'avversario»: after the clause or beside its subject."""
        np: s.Node | None = parts.starting
        if np is None and isinstance(clause.subject, s.NounPhrase):
            np = next((m.value for m in clause.subject.modifiers if m.kind == "mod_starting"), None)
        return self.term(np) if isinstance(np, (s.NounPhrase, s.NounList)) else None

    def _picked(self, event: n.Event, parts: Parts, agent: n.Term | None, clause: s.Clause) -> n.Event:
        """«a caso», «a sua scelta», «a scelta dell'avversario»: who picks the object."""
        pick: n.Pick | None = None
        if parts.has("AT_RANDOM"):
            pick = n.Pick.RANDOM
        elif parts.choice is not None:
            pick = self.chooser(parts.choice, agent)
        if pick is None:
            return event
        roles = tuple(
            evolve(role, value=evolve(role.value, pick=pick))
            if role.name == "object" and isinstance(role.value, n.Select)
            else role
            for role in event.roles
        )
        if not any(role.name == "object" and isinstance(role.value, n.Select) for role in event.roles):
            counted = any(role.name == "number" for role in event.roles)
            raise self.fail(
                clause.start,
                "qui non c'è nulla da scegliere" if not counted else "qui si dice solo quante",
                end=clause.end,
            )
        return evolve(event, roles=roles)

    def _modal(self, clause: s.Clause, parts: Parts) -> n.Effect:
        group = clause.group
        if self._nobody(clause):  # «nessuna Lanterna può attaccare»
            assert isinstance(clause.subject, s.NounPhrase)
            plural = evolve(
                clause.subject, determiners=tuple(d for d in clause.subject.determiners if d.terminal != "NO"), number=2
            )
            clause = evolve(clause, subject=plural, group=evolve(group, negated=True))
            group = clause.group
        plain = evolve(clause, group=evolve(group, modal=None, negated=False))
        second = group.finite is not None and group.finite.sense.person == 2
        subject: n.Term | None = (
            self.term(clause.subject, pattern=False)
            if clause.subject is not None
            else n.You()
            if second
            else self._left_out(clause)
        )
        player = subject is not None and self.sort(subject) == "player"
        must = group.modal == "must"
        option = (
            player
            and not group.negated
            and not must
            and not group.passive
            and not self._is_permission(clause, parts, second)
        )
        if option and subject is not None:
            if parts.has("INSTEAD"):
                parts.adverbs = [a for a in parts.adverbs if a.terminal != "INSTEAD"]
            if isinstance(subject, n.Select) and subject.quantity is n.Quantity.ALL:
                bind = subject.bind or self.said.fresh()
                start = self._starting(clause, parts)
                inner = n.May(
                    n.Var(bind),
                    self._do(evolve(plain, subject=None), parts, n.Var(bind)),
                    span=self.span(clause.start, clause.end),
                )
                return n.ForEach(over(subject), bind, inner, start, span=self.span(clause.start, clause.end))
            done = self._do(evolve(plain, subject=None), parts, subject)
            if at_most.most_of(done) is not None:
                return done  # «puoi pescare fino a 3 carte» is «pesca fino a 3 carte»
            return n.May(subject, done, span=self.span(clause.start, clause.end))
        if must and player and not self._is_permission(clause, parts, second):
            return self._do(evolve(plain, subject=None), parts, subject)
        return self._allow(clause, plain, parts, subject)

    def _is_permission(self, clause: s.Clause, parts: Parts, second: bool) -> bool:
        """«puoi» is a permission when it lasts, or in a continuous text that nothing sets off; what one may give to a card
        lasts by itself."""
        if SPECIAL.get(clause.group.verb.name) is Effects._grant and self._about_cards(clause):
            return False
        if parts.duration is not None or (parts.times is not None and parts.times.per is not None):
            return True
        if parts.has("ALWAYS"):
            return True
        return self.said.continuous and not self.said.bound_event

    def _so_many_per(self, clause: s.Clause, parts: Parts) -> tuple[s.Clause, n.Number, bool]:
        """«può posare due Lane per turno»; «può posare una sola Lana per turno», «non può posare più di una Lana per turno»:
        how often, and whether that is the most."""
        np = parts.objects[0].value if len(parts.objects) == 1 else None
        period = parts.per_period
        assert period is not None
        said = [d for d in np.determiners if d.terminal != "ONLY_ADJECTIVE"] if isinstance(np, s.NounPhrase) else []
        terminals = [d.terminal for d in said]
        negated = clause.group.negated
        fits = terminals in ([["AT_LEAST", "INDEF"], ["AT_LEAST", "NUM"]] if negated else [["INDEF"], ["NUM"]])
        if not fits or not isinstance(np, s.NounPhrase) or (negated and said[0].name != "more_than"):
            what = self.quoted(clause.start, clause.end)
            hint = "«può … una volta per turno», «non può … più di una … per turno»"
            raise self.fail(period.start, f"«{what}»: quante volte?", "S026", hint, end=period.end)
        number = number_said(said[-1])
        parts.objects, parts.per_period = [one_of(np)], None
        rest = tuple(parts.objects[0] if c.value is np else c for c in clause.complements)
        most = negated or np.has("only")
        return evolve(clause, complements=rest), number, most

    def _already_so_many(self, event: n.Event, number: n.Number, per: str) -> n.Event:
        """Forbidden once it was done so often in this period; the condition waits for the sentence. Gives the event, its doer named."""
        if not self.said.continuous or self.said.bound_event:
            raise self.fail(0, "quante per turno si dice in un testo che vale sempre", "S037", end=len(self.words))
        roles, past = [], []
        for role in event.roles:
            value = role.value
            if role.name == "agent" and isinstance(value, n.Select):
                value = evolve(value, bind=value.bind or self.said.fresh())
                past.append(evolve(role, value=n.Var(value.bind or "")))
            elif role.name == "object" and isinstance(value, n.Select):
                past.append(evolve(role, value=evolve(value, quantity=n.Quantity.AT_LEAST, number=number)))
            else:
                past.append(role)
            roles.append(evolve(role, value=value))
        self.pending.append(n.Happened(evolve(event, roles=tuple(past)), per))
        return evolve(event, roles=tuple(roles))

    def _allow(self, clause: s.Clause, plain: s.Clause, parts: Parts, subject: n.Term | None) -> n.Effect:
        often, most, period = None, False, parts.per_period
        if period is not None:
            clause, often, most = self._so_many_per(clause, parts)
            plain = evolve(plain, complements=clause.complements)
        group = clause.group
        pattern_subject: n.Term | None = subject
        chosen: n.Select | None = None
        if isinstance(subject, n.Select) and subject.pick is not n.Pick.TARGET:
            done = not self.said.continuous or self.said.bound_event
            if (
                done
                and subject.pick is n.Pick.AGENT
                and subject.quantity in (n.Quantity.EXACTLY, n.Quantity.UP_TO)
                and subject.bind is not None
                and self.sort(subject) == "card"
            ):
                chosen, pattern_subject = (
                    subject,
                    n.Var(subject.bind),
                )  # «una tua Lana non può attaccare»: which one is chosen now
            else:
                pattern_subject = self.as_pattern(subject)
        passive = plain.group.passive
        self._event_agent = (
            None if passive else (n.Var(subject.bind) if isinstance(subject, n.Select) and subject.bind else subject)
        )
        try:
            event, parts = self.event(evolve(plain, subject=None), pattern_subject, pattern=True, parts=parts)
        finally:
            self._event_agent = None
        only = None
        if isinstance(clause.subject, s.NounPhrase) and any(d.terminal == "ONLY" for d in clause.subject.determiners):
            only = "object" if passive else "agent"
        elif parts.has("ONLY"):
            only = self._only_role(clause, passive) or (
                "agent" if passive else next((role.name for role in event.roles if role.name not in ("agent",)), None)
            )
            if only is None or all(role.name != only for role in event.roles):
                raise self.fail(clause.start, "«solo» di che cosa?", "S036", end=clause.end)
        where = self.by_destination(event)
        if where is not event:
            said = next(role.value for role in where.roles if role.name == "object")
            if only == "object" and isinstance(said, n.Select) and said.where:
                raise self.fail(
                    clause.start, "«solo» del posto o della carta? Scrivi due frasi", "S036", end=clause.end
                )
            event, only = where, "on" if only == "object" else only
        limit, per = self._limit(parts)
        if often is not None and period is not None and most:
            event = self._already_so_many(event, often, self.period(period)[0])
            clause = evolve(clause, group=evolve(group, negated=True))
            group = clause.group
        elif often is not None and period is not None:
            limit, per = often, self.period(period)[0]
        self.nothing_left(
            parts, clause, "objects", "prepositions", "either", "cause", "chosen_manner", "times", "duration", "during", "statuses",
            *(("within",) if parts.duration is not None else ()),
            adverbs=("FREE", "ALSO", "ONLY", "ALWAYS", "DIRECTLY", "EVER", "ANYMORE", "INSTEAD", "POSSIBLY"),
        )  # fmt: skip
        despite: n.Condition | None = None
        if parts.statuses:  # «può attaccare in Quiete»
            if len(parts.statuses) > 1 or group.negated or passive:
                raise self.fail(parts.statuses[0].at, f"«{parts.statuses[0].text}» non si intende qui")
            holder = n.Var(subject.bind) if isinstance(subject, n.Select) and subject.bind else subject
            despite = n.IsStatus(holder or n.Self(), parts.statuses[0].name)
        if parts.only_during and group.negated:
            raise self.fail(clause.start, "«non può … solo»: di quando si parla?", "S036", end=clause.end)
        allow = n.Allow(
            event, not group.negated and not parts.only_during, parts.has("ALWAYS") or (group.negated and parts.has("EVER")), only,
            parts.has("FREE"), limit, per, None, parts.duration, group.modal == "must", despite, span=self.span(clause.start, clause.end),
        )  # fmt: skip
        if chosen is not None:
            return n.Sequence((n.Choose(chosen), allow), span=allow.span)
        return allow

    @staticmethod
    def _only_role(clause: s.Clause, passive: bool) -> str | None:
        """What «solo» stands before: «può essere appoggiata solo a una Torre»."""
        for before, after in pairwise(clause.complements):
            word = before.tokens[-1] if before.kind == "c_adverb" and before.tokens else before.value
            if isinstance(word, s.Token) and word.terminal == "ONLY" and isinstance(after.value, s.Prepositional):
                terminal = after.value.preposition.terminal
                return "agent" if passive and terminal == "FROM" else ROLES.get(terminal)
        return None

    def _limit(self, parts: Parts) -> tuple[n.Number | None, str | None]:
        if parts.times is None:
            return None, None
        number = parts.times.number
        value = number_said(number)
        return value, self.period(parts.times.per)[0] if parts.times.per is not None else None

    def _special(self, clause: s.Clause) -> Callable[[s.Clause, Parts], n.Effect] | None:
        verb = clause.group.verb
        in_places = any(c.kind == "c_places" for c in clause.complements)  # no verb of a game has that complement
        if verb.sense.kind == "verb" and verb.name not in ("perdere", "guadagnare") and not in_places:
            return None
        found = SPECIAL.get(verb.name)
        if found is None:
            return None
        if found in (Effects._gain, Effects._grant) and not self._about_cards(clause):
            return None
        lost = next((c for c in clause.group.clitics if not _heard(verb.name, c)), None)
        if lost is not None:
            raise self.fail(lost.at, f"«{lost.text}» non si intende qui")
        return lambda clause, parts: found(self, clause, parts)


def _heard(verb: str, clitic: s.Token) -> bool:
    """Whether a verb of the language's own does something with a pronoun: «mettine una», never «mettigli una Lana»."""
    if clitic.name == "of_them":
        return SPECIAL[verb] in (Effects._put, Effects._look, Effects._choose)
    return clitic.name not in ("to_it", "you")


SPECIAL: Final[dict[str, Callable[[Effects, s.Clause, Parts], n.Effect]]] = {
    "perdere": Effects._gain, "guadagnare": Effects._gain, "ottenere": Effects._gain, "ricevere": Effects._gain,
    "acquistare": Effects._gain, "acquisire": Effects._gain, "dare": Effects._grant, "assegnare": Effects._grant,
    "conferire": Effects._grant, "andare": Effects._go,
    "passare": Effects._pass, "diventare": Effects._become, "aumentare": Effects._change,
    "diminuire": Effects._change, "mescolare": Effects._shuffle, "cominciare": Effects._begin,
    "iniziare": Effects._begin, "finire": Effects._finish, "tirare": Effects._roll, "lanciare": Effects._roll,
    "aprire": Effects._open, "scadere": Effects._lapse, "fare": Effects._make, "guardare": Effects._look, "mostrare": Effects._look,
    "rivelare": Effects._look, "scegliere": Effects._choose, "contare": Effects._count_as, "mettere": Effects._put,
    "raddoppiare": Effects._multiply, "ridurre": Effects._graded, "aggravare": Effects._graded, "rimettere": Effects._put,
    "aggiungere": Effects._put, "spostare": Effects._put, "cercare": Effects._seek,
    "valere": Effects._count_as, "scambiare": Effects._swap, "pagare": Effects._pay, "prevenire": Effects._prevent,
    "prendere": Effects._put, "riprendere": Effects._put, "rimescolare": Effects._shuffle,
    "spendere": Effects._pay,
}  # fmt: skip


def over(players: n.Select) -> n.Select:
    """Those of whom something is done with each: without their name, but where what they have asks for it («chi ha 3 carte»)."""
    spoken_of = any(node == n.Var(players.bind or "") for condition in players.where for node in nodes_of(condition))
    return players if spoken_of else evolve(players, bind=None)


def one_of(said: s.Noun) -> s.Complement:
    """«otto carte in mano»: one of these, as the object of what is done until there are so many."""
    first = said.items[0] if isinstance(said, s.NounList) else said
    alone = s.NounPhrase((), first.noun, (), first.gender, 1, first.start, first.end)
    return s.Complement("c_object", alone, (), False, first.start, first.end)
