"""Clauses as effects: what is done, and what holds from then on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from attrs import evolve

from ....syntax import nodes as s
from ....syntax.reading import Start
from ....vocabulary.lexer import ANY, Sense
from ....vocabulary.vocabulary import Kind
from ... import at_most
from ... import nodes as n
from ...game import ValueDecl, counted_by
from ...playing import plays
from ...scope import Unreadable, nodes_of
from ..conditions.being import CONSIDERED, as_it_is_considered
from ..events.as_target import as_a_target
from ..events.never import denied
from ..events.parts import COMPLEMENTS, one_of
from ..things.complements import Parts
from ..things.reading import PLAYER
from ..things.selections import bare_plural, definite_plural
from .apiece import over
from .permissions import GIVING, status_in
from .placing import SHUFFLING
from .sharing import SHARED
from .undone import Undoing

IGNORE: Final = "ignorare"

TAKE: Final = "prendere"

TAKE_BACK: Final = "riprendere"
IGNORED_WHOLE: Final = frozenset({"the", "its", "their", "your", "all", "each", "any", "own"})

WHERE_TO: Final = {"into": "dove? manca il luogo", "to": "a chi, o a che cosa?", "on": "su che cosa?"}

STANDING: Final = (n.Modify, n.Grant, n.Suppress, n.BecomesStatus, n.Allow, n.Claim)


class Effects(Undoing):
    """The part of the reader that reads what a clause does."""

    def effect(self, clause: s.Clause) -> n.Effect:
        """One clause as an effect."""
        clause = self.put_on_who_receives(self.as_its_doer_does(as_a_target(self.so_again(clause))))
        aimed = self._being_a_target(clause)
        if aimed is not None:
            return self._untargetable(clause, aimed)
        self.not_an_order(clause)
        clause = self._as_ordered(
            self._taken_back(self._by_its_noun(as_it_is_considered(self.added_to(self.named_by_signs(clause)))))
        )
        clause = self._may_so_often(self.of_any_word(_but_for(denied(clause))))
        clause = self.besides(clause)
        self.spoken_of_again(clause)
        outer, self.of_its_subject = (
            self.of_its_subject,
            clause.subject is not None and self.said.clause_subject is None,
        )
        parts = self.parts(clause)
        self.of_its_subject = outer
        following = self.of_the_next(clause) or self.of_the_first(clause) or self.of_this_time(clause)
        if following is not None:
            return following
        another = self.of_another_amount(clause, parts)
        if another is not None:
            return another
        if parts.purposes:
            return self._cost(clause, parts)
        if parts.gerunds and parts.gerunds[0].group.verb.name == IGNORE:
            return self._ignoring(clause, parts.gerunds[0])
        if parts.gerunds:
            return self._by_doing(clause, parts)
        self.said.kept = None
        done = self._of_what_is_added_to(clause, self._effect(clause, parts))
        self._reckons_numbers(done, clause)
        return self._kept_first(clause, self.with_each(clause, done))

    def _may_so_often(self, clause: s.Clause) -> s.Clause:
        """«attacca due volte per turno», in force, of what a rule limits, as «può attaccare due volte per turno»."""
        group, finite = clause.group, clause.group.finite
        often = any(isinstance(each.value, s.Times) for each in clause.complements)
        told = group.modal is None and group.form in ("present", "order") and finite is not None
        if not often or not told or finite is None or not self.said.card or not self.said.continuous:
            return clause
        limited = any(f.name in (self.vocabulary.limited or ()) for f in self.vocabulary.frames_of(group.verb.name))
        if not limited or self.said.bound_event or group.negated or group.passive or not self.card_can(group.verb.name):
            return clause
        person = finite.sense.person if group.form == "present" else 3
        said = evolve(finite, sense=evolve(finite.sense, person=person))
        return evolve(clause, group=evolve(group, form="present", modal="can", finite=said))

    def _of_what_is_added_to(self, clause: s.Clause, effect: n.Effect) -> n.Effect:
        """Refuses «ha +1 Punto», where Punti are what a player counts: they go up and down, nothing is added to them; and
        «Punti, ha Corazza»."""
        for each in nodes_of(effect):
            given = each.target if isinstance(each, n.Grant) else None
            if isinstance(given, n.Select) and given.noun in self.vocabulary.values:
                said = f"«{self.quoted(clause.start, clause.end)}»: {given.noun} non è una carta"
                raise self.fail(clause.start, said, "S025", end=clause.end)
            value = self.vocabulary.values.get(each.value) if isinstance(each, n.Modify) else None
            aimed = each.target if isinstance(each, n.Modify) else None
            if value is not None and value.owner == "player" and aimed is not None and self.sort(aimed) == "card":
                said = f"«{self.quoted(clause.start, clause.end)}»: {value.name} è di un giocatore, non di una carta"
                raise self.fail(clause.start, said, "S025", "dillo di chi: «hai …», «controlli …»", clause.end)
            if value is not None and (
                value.owner == "game" or (value.owner == "player" and not value.layered_of_player)
            ):
                said = f"«{self.quoted(clause.start, clause.end)}»: {value.name} è un conto"
                hint = "di un conto si dice di quanto aumenta o diminuisce, o quanto diventa"
                raise self.fail(clause.start, said, "S025", hint, clause.end)
        return effect

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
        # the steps of the rules say what happens, not what is tried
        set_off = self.said.context.start is Start.CARD_CONTINUOUS and self.said.bound_event
        by_card = set_off or self.said.context.start is Start.CARD_USED
        told = group.form == "present" and group.modal is None and (second or by_card)
        done = not self.said.continuous or self.said.bound_event
        let = done and (group.form == "infinitive" or (group.modal == "can" and second))
        if not told and not let:
            return clause
        unsaid = told and not second and clause.subject is None and self.said.last_subject is None
        if unsaid and self.may_be(group.verb.at, "V_IMP"):  # «se il nemico è prono, para un lancio»: an order to you
            who = self.fail(clause.start, f"«{group.verb.text}»: chi?", "S021", end=clause.end)
            who.yields = True
            raise who
        verb = evolve(group.verb, sense=evolve(group.verb.sense, name=lexeme.ordered_as))
        return evolve(clause, group=evolve(group, verb=verb))

    def _by_its_noun(self, clause: s.Clause) -> s.Clause:
        """«puoi giocare una carta lancio in più» as «… un lancio in più», of a verb by which a value is said."""
        said_by = self.vocabulary.values_of_verb(clause.group.verb.name) if clause.group.modal == "can" else ()
        counted = {value.verb_of for value in said_by}
        if not counted:
            return clause
        return evolve(clause, complements=tuple(self._named_by_kind(c, counted) for c in clause.complements))

    def _named_by_kind(self, complement: s.Complement, counted: set[str | None]) -> s.Complement:
        np = complement.value
        plain = isinstance(np, s.NounPhrase) and np.noun is not None and np.noun.name == self.vocabulary.implied_noun
        kinds = [m for m in np.modifiers if m.kind == "mod_noun"] if plain and isinstance(np, s.NounPhrase) else []
        if not isinstance(np, s.NounPhrase) or complement.kind != "c_object" or len(kinds) != 1:
            return complement
        if kinds[0].tokens[0].name not in counted or (len(np.modifiers) < 2 and not np.has("other")):
            return complement
        rest = tuple(m for m in np.modifiers if m is not kinds[0])
        return evolve(complement, value=evolve(np, noun=kinds[0].tokens[0], modifiers=rest))

    def _taken_back(self, clause: s.Clause) -> s.Clause:
        """«riprendi una Lana dal Fosso», of a game that has «prendere»: it is taken as any other."""
        verb = clause.group.verb
        if verb.sense.kind != "language" or verb.name != TAKE_BACK or not self.vocabulary.frames_of(TAKE):
            return clause
        sense = evolve(verb.sense, name=TAKE, kind="verb")
        return evolve(clause, group=evolve(clause.group, verb=evolve(verb, sense=sense)))

    def _ignoring(self, clause: s.Clause, gerund: s.Clause) -> n.Effect:
        """«occupa una casella con una carta ignorando i Semi»: the rules of these names do not forbid it."""
        plain = evolve(clause, complements=tuple(c for c in clause.complements if c.kind != "c_gerund"))
        effect = self._effect(plain, self.parts(plain))
        said = gerund.complements[0].value if len(gerund.complements) == 1 else None
        items = said.items if isinstance(said, s.NounList) else (said,)
        names = tuple(i.noun.name for i in items if isinstance(i, s.NounPhrase) and i.noun is not None)
        unknown = [name for name in names if name not in self.vocabulary.rules]
        in_part = [i for i in items if isinstance(i, s.NounPhrase) and {t.name for t in i.determiners} - IGNORED_WHOLE]
        if in_part and names and not unknown:  # «ignorando un Seme»: not one of them
            words = f"«{self.quoted(gerund.start, gerund.end)}»: una regola si ignora intera, per nome"
            raise self.fail(gerund.start, words, "S241", end=gerund.end)
        inner = effect.effect if isinstance(effect, n.May) else effect
        if names and not unknown and isinstance(inner, n.Allow):
            return self._permitted_though(inner, names, plain, gerund)
        if not names or unknown or not isinstance(inner, n.Do):
            known = ", ".join(sorted(self.vocabulary.rules))
            said_so = self.quoted(gerund.start, gerund.end)
            raise self.fail(
                gerund.start, f"«{said_so}»: si ignora una regola, per nome ({known})", "S241", end=gerund.end
            )
        inner = evolve(inner, ignoring=names)
        return evolve(effect, effect=inner) if isinstance(effect, n.May) else inner

    def _permitted_though(self, may: n.Allow, names: tuple[str, ...], clause: s.Clause, gerund: s.Clause) -> n.Effect:
        """«può occupare una casella ignorando i Semi»: the rules of these names do not forbid it; «qualsiasi casella», «la casella
        Nord»: it may besides be one that others would forbid."""
        if not may.allowed or may.limit is not None or may.must or may.despite is not None:
            words = f"«{self.quoted(gerund.start, gerund.end)}» è di ciò che si fa, o che si può fare"
            raise self.fail(gerund.start, words, "S036", end=gerund.end)
        though = evolve(may, ignoring=names)
        any_such = any(
            isinstance(c.value, s.NounPhrase) and c.value.has("any", "each", "all") for c in clause.complements
        )
        told = any(
            isinstance(r.value, n.Select) and any(n.is_called(c) for c in r.value.where) for r in may.event.roles
        )
        return n.Sequence((may, though), span=may.span) if any_such or told else though

    def _upon(self, clause: s.Clause, parts: Parts) -> n.Term:
        """«puoi posare un Gettone in più su questa carta»: the card."""
        phrase = parts.prepositions[0] if len(parts.prepositions) == 1 else None
        if phrase is None or phrase.preposition.terminal != "ON":
            raise self.fail(clause.start, f"«{clause.group.verb.text}» in più su che cosa?", "S024", end=clause.end)
        return self.term(phrase.np)

    def _cost(self, clause: s.Clause, parts: Parts) -> n.Effect:
        """«scarta una carta per pescare due carte»."""
        purpose = parts.purposes[0]
        if purpose.group.negated:
            return self._to_be_spared(clause, purpose)
        if (dearer := self.surcharge(clause, parts)) is not None:
            return dearer
        self.not_with_the_price(clause, purpose=purpose)
        plain = evolve(clause, complements=tuple(c for c in clause.complements if c.kind != "c_purpose"))
        span = self.span(clause.start, clause.end)
        modal = clause.group.modal
        if modal == "can":
            subject = self.subject_of(clause) or n.You()
            pay = self._do(evolve(plain, group=evolve(plain.group, modal=None)), self.parts(plain), subject)
            self.remember_deed(plain, pay)
            self._paid_with_itself(pay, purpose)
            return self._bought(pay, self._infinitive(purpose, subject), subject, span)
        if modal == "must":
            plain = evolve(plain, group=evolve(plain.group, modal=None))
        pay = self.with_each(plain, self._effect(plain, self.parts(plain)))
        self.remember_deed(plain, pay)
        agent = self._agent_of(pay)
        self._paid_with_itself(pay, purpose)
        return self._bought(pay, self._infinitive(purpose, agent), None, span)

    def _to_be_spared(self, clause: s.Clause, purpose: s.Clause) -> n.Effect:
        """«il rivale può scartare una carta per non perdere 2 Punti»: who does not do the one does the other. Refused where the
        other may be what happens anyhow, or is already done: that is not done for want of the price."""
        said, price = self.quoted(purpose.start, purpose.end), self.quoted(clause.start, purpose.start - 1)
        plain = evolve(clause, complements=tuple(c for c in clause.complements if c.kind != "c_purpose"))
        deed = self.said.last_deed
        again = deed is not None and deed.event.verb == purpose.group.verb.name
        if clause.group.modal != "can" or self._when_event is not None or again or purpose.group.clitics:
            hint = "di ciò che accadrebbe: «se …, puoi invece …»; di ciò che se no si fa: «puoi …. Se non lo fai, …»"
            raise self.fail(
                purpose.start, f"«{said}»: accade da sé, o si fa se non si paga?", "S037", hint, purpose.end
            )
        subject = self.subject_of(clause) or n.You()
        pay = self._do(evolve(plain, group=evolve(plain.group, modal=None)), self.parts(plain), subject)
        if not isinstance(pay, n.Do) or pay.bind is None:
            hint = f"«{price}. Se non lo fai, …»"
            raise self.fail(purpose.start, f"«{said}» non si intende qui", "S036", hint, purpose.end)
        self.remember_deed(plain, pay)
        span = self.span(clause.start, clause.end)
        then = self._infinitive(evolve(purpose, group=evolve(purpose.group, negated=False)), subject)
        unpaid = n.If(n.Not(n.Did(pay.bind)), then, span=then.span)
        return n.Sequence((n.May(subject, pay, span=pay.span), unpaid), span=span)

    def _bought(self, pay: n.Effect, then: n.Effect, who: n.Term | None, span: n.Span | None) -> n.Effect:
        """What is paid for something, by one who may where ``who`` is given; of what only is so it is «se lo fai»."""
        if isinstance(then, n.Modify) and isinstance(pay, n.Do | n.Pay) and pay.bind is not None:
            if who is None:  # all of it is paid, or nothing
                return n.Cost(evolve(pay, bind=None), then, span=span)
            return n.Sequence((n.May(who, pay, span=pay.span), n.If(n.Did(pay.bind), then, span=then.span)), span=span)
        cost = n.Cost(pay, then, span=span)
        return cost if who is None else n.May(who, cost, span=span)

    def _paid_with_itself(self, pay: n.Effect, purpose: s.Clause) -> None:
        """«quando cali una Lana, puoi spezzare questa carta per smorzarla»: that Lana, if there is one; this card, or what the
        same is done to anyhow, is the price of it."""
        if not isinstance(pay, n.Do):
            return
        priced = [self._recalled_subject(role.value) for role in pay.event.roles if role.name == "object"]  # type: ignore[arg-type]
        same = purpose.group.verb.name == pay.event.verb
        given = [m for m in self.said.mentions if m.recall in priced and (same or isinstance(m.term, n.Self))]
        self.said.mentions = [*given, *(m for m in self.said.mentions if m not in given)]

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
        clause = self._as_ordered(self._taken_back(as_it_is_considered(clause)))
        parts = self.parts(clause)
        more = self.degree_of(clause, parts) if not clause.group.negated else None
        return more if more is not None else self.with_each(clause, self._do(clause, parts, agent))

    def _effect(self, clause: s.Clause, parts: Parts) -> n.Effect:
        group = clause.group
        had = self._had_by_verb(clause, parts)
        if had is not None:
            return had
        if group.form == "subjunctive":
            message = f"«{group.verb.text}» è al congiuntivo: ciò che si fa si dice con un ordine o con l'indicativo"
            wrong = self.fail(group.verb.at, message, "S052")
            wrong.yields = self.may_be(group.verb.at, "V_YOU")  # «peschi»: the indicative is meant
            raise wrong
        if group.form == "imperfect":
            said = self.quoted(clause.start, clause.end)
            raise self.fail(group.verb.at, f"«{said}» non è un effetto", "S030", end=clause.end)
        more = self.degree_of(clause, parts) if not group.negated else None
        if (found := self.lies_open(clause, parts) or more or self.fitted_with(clause, parts)) is not None:
            return found
        if group.verb.name == CONSIDERED and clause.predicate is not None:
            return self._be(clause, parts)
        if group.verb.name == "avere" and clause.predicate is not None:
            return self._have(clause, parts)
        if group.verb.name == "essere" and clause.predicate is not None:
            return self._be(clause, parts)
        if self._claim_frame(clause) is not None or group.verb.sense.kind == "claim":
            if clause.group.negated or clause.group.modal is not None:  # «non può vincere contro le Lane»
                hint = "dì chi vince, e contro chi"
                said = f"«{self.quoted(clause.start, clause.end)}»: di ciò che si vince non si dice «non» né «può»"
                raise self.fail(clause.start, said, "S036", hint, end=clause.end)
            return self.claimed(clause)
        value = self.value_said(clause)
        if value is not None:
            self.counted_in_it(parts, value)
            self.where_it_is_so(parts, value)
            used = (
                "objects",
                "per_each",
                "duration",
                "during",
                "choice",
                *(("prepositions",) if value.verb_upon else ()),
                *(("times",) if value.by_times else ()),
            )
            self.nothing_left(parts, clause, *used, adverbs=("ALWAYS", "ALSO"))
            self._not_of_one_more(clause, value)
            target = self._upon(clause, parts) if value.verb_upon else self._bearer_of(self._holder(clause), value.name)
            self._not_once_paid(clause, value, target)
            return self.value_modified(clause, parts, value, self._of_its_own_price(clause, parts, value, target))
        if group.modal in ("can", "must"):
            return self._modal(clause, parts)
        if self._about_the_match(clause):
            return self._decided(clause, parts)
        special = self._special(clause)
        if special is not None:
            self._is_done(clause, parts)
            return special(clause, parts)
        if group.form == "conditional" or group.perfect:
            raise self.fail(
                group.verb.at, f"«{self.quoted(clause.start, clause.end)}» non è un effetto", "S030", end=clause.end
            )
        return self._done_by(clause, parts, self._agent(clause))

    def _not_of_one_more(self, clause: s.Clause, value: ValueDecl) -> None:
        """Refuses «puoi lanciare una volta in più, ma costa 1 in più»: this card, or the one that nobody has chosen yet?"""
        group, said = clause.group, self.said
        left_out = clause.subject is None and not self._is_told_to_you(clause)
        if left_out and value.owner == "card" and said.clause == said.more_at + 1:
            hint = "dì di chi: «questa carta …», o di ciò che si farà: «il tuo prossimo … »"
            raise self.fail(clause.start, f"«{group.verb.text}»: chi?", "S037", hint, clause.end)
        if value.verb_can and value.owner == "player":
            said.more_at = said.clause

    def _not_once_paid(self, clause: s.Clause, value: ValueDecl, target: n.Term) -> None:
        """Refuses «lancia una Lana. Costa 1 in meno»: what counts only until it is played is said before."""
        until = value.ends_next.verb if value.ends_next is not None else None
        deeds = {verb for verb, what in self.said.deeds if what == self._recalled_subject(target)}
        kinds = deeds | {f.kind_of for verb in deeds for f in self.vocabulary.frames_of(verb) if f.kind_of is not None}
        if until in kinds:
            hint = "dillo prima, di «il prossimo …»"
            said = f"«{self.quoted(clause.start, clause.end)}»: è tardi, conta solo fino ad allora"
            raise self.fail(clause.start, said, "S036", hint, clause.end)

    def _of_its_own_price(self, clause: s.Clause, parts: Parts, value: ValueDecl, target: n.Term) -> n.Term:
        """«smorza una Lana. Se hai meno carte, costa 1 in meno»: this card costs less, not the one to which something was done."""
        left_out = clause.subject is None and not clause.group.clitics and parts.duration is None
        if not (left_out and value.is_price and self.said.context.start is Start.CARD_USED) or not isinstance(
            target, n.Var
        ):
            return target
        done_to = any(what == self._recalled_subject(target) for _, what in self.said.deeds)
        return n.Self(span=target.span) if done_to and self._when_event is None else target

    def _is_done(self, clause: s.Clause, parts: Parts) -> None:
        """«quando sfida, non va in Quiete»: what is not done is no effect, of the verbs of which nothing is forbidden; of what is
        done it is said how many."""
        special = SPECIAL.get(clause.group.verb.name)
        if not clause.group.negated or special is Effects._count_as:
            if special is not Effects._become:  # «diventa Lana» is no Lana
                self._says_how_many(clause, parts)
            return
        said = f"«{self.quoted(clause.start, clause.end)}»: ciò che non si fa non è un effetto"
        hint = "dì che cosa si vieta («non può …»), o che cosa si fa al suo posto («… invece»)"
        raise self.fail(clause.start, said, "S036", hint, end=clause.end)

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
        """«pesca una carta», «non si stanca», «ogni giocatore spezza una Lana»: what somebody does."""
        self._says_how_many(clause, parts)
        special = self._special(clause)
        if special is not None:
            outer, self._who_does = self._who_does, (clause.group, agent)
            try:
                return special(clause, parts)
            finally:
                self._who_does = outer
        if any(p.preposition.terminal == SHARED for p in parts.prepositions):
            return self.shared_out(clause, parts, agent)
        if self._shows_zone(clause, parts):
            return self._look(clause, parts)
        if clause.group.negated:
            return self._not_done(clause, parts, agent)
        if self._is_bound_to(parts):
            return self._bound_to(clause, parts, agent)
        each: n.Select | None = None
        if isinstance(agent, n.Select) and agent.noun == PLAYER and agent.quantity is n.Quantity.ALL:
            each, agent = agent, n.Var(agent.bind or "")
        if parts.until_have is not None and all(bare_plural(c.value) for c in parts.objects):
            said = parts.objects[0].value if parts.objects else parts.until_have
            parts.objects = [one_of(said)]  # type: ignore[arg-type] # «pesca (carte) fino ad avere otto carte in mano»
        self.said.counted, self.said.counted_up_to = None, False
        where_counted = _said_after(parts.until_have, parts)  # «in mano», of «fino ad avere due carte in mano»
        parts.prepositions = [each for each in parts.prepositions if each not in where_counted]
        event, parts = self.event(clause, agent, pattern=False, parts=parts)
        parts.prepositions += where_counted
        event = self.taken_where_looked(self.done_to_another(event, clause))
        swayed = self.swayed(event, clause, parts)
        if swayed is not None:
            return swayed
        event, arriving = self._come_so(event, parts)
        self._nothing_else_done(event, clause, parts, each)
        event = self._picked(event, parts, agent, clause)
        self._where_to(event, clause)
        self.never_of_this(event, clause)
        self._one_by_one(event, clause)
        effect = self._done_once(event, clause, parts, agent, each)
        effect = self._for_how_long(event, self._multiplied(effect, parts, clause), clause, parts, agent)
        self._how_many_each(effect, clause)
        effect = n.Sequence((effect, *arriving), span=effect.span) if arriving else effect
        if each is not None:
            start = self._starting(clause, parts)
            bind = each.bind or self.said.fresh()
            return n.ForEach(over(each), bind, effect, start, span=self.span(clause.start, clause.end))
        return effect

    def _says_how_many(self, clause: s.Clause, parts: Parts) -> None:
        """Refuses «spezza Lane», «pesca carte»: how many of them, nobody knows."""
        if clause.group.negated or parts.until_have is not None:
            return
        frames = self.vocabulary.frames_of(clause.group.verb.name)
        counted = bool(frames) and all(frame.counted for frame in frames)
        for np in (c.value for c in parts.objects):
            if bare_plural(np) or (counted and definite_plural(np)):
                quante, tutte = ("quante", "tutte le") if np.gender == 2 else ("quanti", "tutti i")
                hint = (
                    f"«due …», «tant{quante[-1]} … {quante} …»"
                    if counted
                    else f"«due …», «{tutte} …», «un numero qualsiasi di …»"
                )
                said = f"«{self.quoted(np.start, np.end)}»: {quante}?"
                raise self.fail(np.start, said, "S024", hint, np.end)

    def _come_so(self, event: n.Event, parts: Parts) -> tuple[n.Event, tuple[n.Effect, ...]]:
        """«accendi una Lana dal Fosso stanca», «accendi una Lana stanca» of one in the hand: so as it comes where it can be so."""
        thing = next((role.value for role in event.roles if role.name == "object"), None)
        if not isinstance(thing, n.Select | n.Var):
            return event, ()
        frame = self.vocabulary.frames.get(event.verb)
        there = {move.to.zone for move in self._movements(frame) if isinstance(move.to, n.Place)}
        it, span = self._recalled_subject(thing), event.span
        done: list[n.Effect] = []
        for token in parts.statuses:
            if not there & self.zones_of_status(token.name):
                raise self.fail(token.at, f"«{token.text}» non si intende qui", "S036", end=token.at + 1)
            done.append(n.SetStatus(it, token.name, not token.sense.negated, span=span))
        parts.statuses = []
        if isinstance(thing, n.Select) and thing.bind is not None:
            taken = thing.place or (frame.place if frame is not None else None)
            here = self._zones_in(taken.zone) if taken is not None else set()
            new = tuple(c for c in thing.where if here and there and self.so_there_alone(c, here, there))
            done += (n.SetStatus(it, status_in(c), isinstance(c, n.IsStatus), span=span) for c in new)
            such = evolve(thing, where=tuple(c for c in thing.where if c not in new))
            event = evolve(event, roles=tuple(evolve(r, value=such) if r.value is thing else r for r in event.roles))
        return event, tuple(done)

    def _not_done(self, clause: s.Clause, parts: Parts, agent: n.Term | None) -> n.Effect:
        """«non si stanca», in a text in force: that it cannot be; «quando sfida, non si stanca»: for that contest."""
        plain = evolve(clause, group=evolve(clause.group, negated=False))
        if clause.group.form == "present" and self._when_event is not None and self.said.bound_event:
            if self._denies(plain, agent, self._when_event):
                return n.CancelEvent(span=self.span(clause.start, clause.end))
            never = self._not_in_it(clause, plain, parts, agent, self._when_event)
            if never is not None:
                return never
        for_a_time = parts.duration is not None or self._for_a_time  # «le tue Lane non si stancano per questo turno»
        standing = self.said.continuous and not self.said.bound_event
        if clause.group.form == "present" and (standing or for_a_time):
            return self._allow(clause, plain, parts, agent)
        at_a_moment = "di un tempo intero: «non … nella sua prossima …», o «salta la sua prossima …»"
        hint = at_a_moment if parts.moment is not None else ""
        raise self.fail(
            clause.start, f"«{self.quoted(clause.start, clause.end)}» non è un effetto", "S030", hint, end=clause.end
        )

    def _not_in_it(
        self, clause: s.Clause, plain: s.Clause, parts: Parts, agent: n.Term | None, when: n.Event
    ) -> n.Effect | None:
        """«quando sfida, non si stanca»: it cannot be, for that contest; with no subject, of who takes part in it."""
        period = self.of_the_outcome(when)
        if period is None or parts.duration is not None:
            return None
        roles = {role.name: role.value for role in when.roles}
        ends = self.decided_at_its_end(when) is not None
        if ends and not (self.said.continuous and isinstance(roles.get("agent"), n.Self)):
            return None  # when it is decided, what is set off comes too late
        if clause.subject is None and isinstance(agent, n.Self) and agent not in roles.values():
            met = (roles.get("agent"), roles.get("object"))
            agent = next((n.Var(x.bind) for x in met if isinstance(x, n.Select) and x.bind is not None), agent)
        never = self._allow(clause, plain, parts, agent)
        if isinstance(never, n.Allow) and self.decided_at_its_end(never.event) is not None:
            return None
        return _so_long(never, n.Duration(n.Stretch.THIS, period))

    def _denies(self, plain: s.Clause, agent: n.Term | None, when: n.Event) -> bool:
        """«se si spezzerebbe, non si spezza»: of what would happen, that it does not."""
        if not self._only_would or plain.group.verb.name != when.verb.partition("#")[0]:
            return False
        known = [*self.said.mentions]
        event, _ = self.event(plain, agent, pattern=True)
        self.said.mentions = known
        theirs = {(role.name, self._recalled_subject(role.value)) for role in when.roles}  # type: ignore[arg-type]
        theirs |= {(r.name, evolve(r.value, bind=None)) for r in when.roles if isinstance(r.value, n.Select)}
        said = [(r.name, evolve(r.value, bind=None) if isinstance(r.value, n.Select) else r.value) for r in event.roles]
        return all(each in theirs for each in said)  # «non la subisce», «non subisce una crepa»

    def _is_bound_to(self, parts: Parts) -> bool:
        """«attacca ogni turno, se può», in a text in force."""
        every = parts.times is not None and parts.times.per is not None and parts.has("POSSIBLY")
        return every and self.said.continuous and not self.said.bound_event

    def _bound_to(self, clause: s.Clause, parts: Parts, agent: n.Term | None) -> n.Effect:
        """«attacca ogni turno, se può»: it must, once in each."""
        event, parts = self.event(clause, agent, pattern=True, parts=parts)
        self.nothing_left(parts, clause, "objects", "prepositions", "times", adverbs=("POSSIBLY",))
        per = self.period(parts.times.per)[0]  # type: ignore[arg-type, union-attr]
        return n.Allow(event, must=True, limit=n.Num(1), per=per, span=self.span(clause.start, clause.end))

    def _nothing_else_done(self, event: n.Event, clause: s.Clause, parts: Parts, each: n.Select | None) -> None:
        """Refuses «pesca una carta in Quiete»: what is said and is not of how a thing is done."""
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
            *(("duration",) if self._changes_side(event) or self.undone_by(event) is not None else ()),
        )
        adverbs = ("FREE", "AT_RANDOM", "ALSO", "INSTEAD", "ONCE_AT", "IN_ALL", "POSSIBLY", "EACH_ONE")
        self.nothing_left(parts, clause, *used, adverbs=adverbs)

    def _done_once(
        self, event: n.Event, clause: s.Clause, parts: Parts, agent: n.Term | None, each: n.Select | None
    ) -> n.Effect:
        """«pesca fino a tre carte», «dà Corazza e +1 Ardore»: one time of it, to be spoken of as done."""
        span = self.span(clause.start, clause.end)
        self.said.last_done, self.said.last_doer = self.said.fresh(), agent
        many = isinstance(agent, n.Group) or (isinstance(agent, n.Opponent) and agent.each)
        up_to, self.said.counted_up_to = self.said.counted_up_to, False
        again = parts.until_have or parts.per_each or parts.moment is not None or parts.times is not None or up_to
        moved = self.said.what_was_counted(known=each is None and not many and not again)
        moved = self._the_copy(event, once=not again) or moved
        deed = n.Do(event, parts.has("FREE"), self.said.last_done, moved=moved, span=span)
        effect: n.Effect = deed
        self.said.last_deed = deed
        if parts.more:
            others = (n.Do(more, parts.has("FREE"), span=span) for more in self.given_too(event, parts.more))
            effect = n.Sequence((effect, *others), span=span)
        if up_to and isinstance(effect, n.Do):
            effect = self._up_to(effect, agent or n.You(), parts, clause)
        return effect

    def _the_copy(self, event: n.Event, once: bool) -> str | None:
        """«copia una magia; puoi scegliere nuovi bersagli per la copia»: by what name the copy is spoken of."""
        frame = self.vocabulary.frames.get(event.verb)
        noun = self.vocabulary.lexeme(frame.copy_noun, Kind.NOUN) if frame is not None and frame.copy_noun else None
        if noun is None or not once:
            return None
        name = self.said.fresh()
        self.said.mention(n.Var(name), "card", noun.name, 1 if noun.gender == "m" else 2, 1)
        return name

    def each_in_his_own(
        self, when: n.Event | n.Moment, effect: n.Effect, who: n.Term | None
    ) -> tuple[n.Event | n.Moment, n.Effect]:
        """Hook: «ogni giocatore pesca una carta alla fine del suo turno»: the one whose turn it is."""
        raise NotImplementedError

    def _for_how_long(
        self, event: n.Event, effect: n.Effect, clause: s.Clause, parts: Parts, agent: n.Term | None
    ) -> n.Effect:
        """«pesca fino ad avere 7 carte nella Mano», «… fino alla fine del turno», «… all'inizio del tuo prossimo turno»."""
        span = self.span(clause.start, clause.end)
        if parts.until_have is not None:
            enough = self._count_condition(self._of_these(parts.until_have, parts), agent or n.You(), clause, parts)
            effect = n.Until(self.stops_at(enough, event), effect, span=span)
        if parts.duration is not None and self._changes_side(event):
            effect = n.ForATime(effect, parts.duration, span=span)
        elif parts.duration is not None:
            undone = self.undone_then(effect, event, parts.duration, clause)
            if undone is None:
                self.nothing_left(parts, clause, *(name for name in COMPLEMENTS if name != "duration"))
            else:
                effect = undone
        return effect if parts.moment is None else self._done_then(effect, parts.moment, clause)

    def _of_these(self, np: s.Noun, parts: Parts) -> s.Noun:
        """«attingi carte fino ad averne 4»: 4 of what is done."""
        if not isinstance(np, s.NounPhrase) or np.noun is not None:
            return np
        done = parts.objects[0].value if parts.objects else None
        card = s.Token(np.start, self.vocabulary.implied_noun, Sense("N_CARD", self.vocabulary.implied_noun, ANY, ANY))
        noun = done.noun if isinstance(done, s.NounPhrase) and done.noun is not None else card
        return evolve(np, noun=noun, number=2)

    def _done_then(self, effect: n.Effect, moment: n.Moment, clause: s.Clause) -> n.Effect:
        """«pesca una carta all'inizio del tuo prossimo turno», «rimettila in campo alla fine del turno»."""
        when = evolve(self.from_when(moment, clause), every=False)
        of_whom, effect = self.each_in_his_own(when, effect, self._when_subject)
        return n.Watch(of_whom, effect, once=True, span=self.span(clause.start, clause.end))

    def _one_by_one(self, event: n.Event, clause: s.Clause) -> None:
        """«smorza due Lane», of what is done to one at a time, as the game says."""
        frame = self.vocabulary.frames.get(event.verb)
        held = next((role.value for role in event.roles if role.name == "object"), None)
        if frame is None or not frame.one_by_one or self._of_those_to_come or not isinstance(held, n.Select):
            return
        if held.quantity is not n.Quantity.EXACTLY or held.number not in (None, n.Num(1)):
            said = f"«{self.quoted(clause.start, clause.end)}»: si fa a uno per volta"
            hint = "dillo di uno" + ("; o dei prossimi: «… i prossimi due …»" if frame.on_next is not None else "")
            raise self.fail(clause.start, said, "S034", hint, end=clause.end)

    def _reckons_numbers(self, effect: n.Effect, clause: s.Clause) -> None:
        """Refuses «per ogni Tinta delle tue Lane», «pari alla Tinta di una Lana»: what it has are words, and no number."""
        modified = [x for x in nodes_of(effect) if isinstance(x, n.Modify) and x.op is n.Operation.ADD]
        amounts: list[object] = [x.amount for x in modified]
        deeds = [x.event for x in nodes_of(effect) if isinstance(x, n.Do)]
        amounts += [role.value for event in deeds for role in event.roles if role.name == "number"]
        for amount in amounts:
            parts = (amount, *(amount.of if isinstance(amount, n.Compute) else ()))
            for value in (x for x in parts if isinstance(x, n.ValueOf)):
                declared = self.vocabulary.values.get(value.value)
                if declared is not None and declared.kind in ("member", "members"):
                    said = f"«{self.quoted(clause.start, clause.end)}»: {value.value} non è un numero"
                    raise self.fail(clause.start, said, "S024", "conta le carte: «per ogni tua …»", clause.end)

    def _how_many_each(self, effect: n.Effect, clause: s.Clause) -> None:
        """Refuses «i loro padroni pescano altrettante carte»: how many there were of each of them is not said."""
        for done in (x for x in nodes_of(effect) if isinstance(x, n.Do)):
            roles = {role.name: role.value for role in done.event.roles}
            who, number = roles.get("agent"), roles.get("number")
            whose = who.of if isinstance(who, n.Related) and self.sort(who) == "player" else None
            known = next((m.term for m in reversed(self.said.mentions) if m.recall == whose), None)
            if not isinstance(known, n.Select) or known.number == n.Num(1):
                continue
            one_players = any(isinstance(c, n.ControlledBy) for c in known.where)
            past = [x for x in nodes_of(number) if isinstance(x, n.Outcome) or getattr(x, "this_way", False)]
            past += [x for x in nodes_of(number) if isinstance(x, n.Select) and x.among == whose]
            if past and not one_players:
                hint = "«ogni giocatore … per ogni sua … in questo modo»"
                said = f"«{self.quoted(clause.start, clause.end)}»: quante ciascuno?"
                raise self.fail(clause.start, said, "S024", hint, clause.end)

    def _where_to(self, event: n.Event, clause: s.Clause) -> None:
        """A verb that puts, gives or ties cannot be done when it is not said where, or to whom."""
        frame = self.vocabulary.frames.get(event.verb)
        if frame is None or not frame.forms or frame.default_to is not None:
            return
        said = {role.name for role in event.roles}
        for name, question in WHERE_TO.items():
            if frame.counted and (name != "to" or self.rather is not None):
                continue
            if name == "on" and self._finds_the_spot(event.verb):
                continue
            always = all(
                any(r.name == name and isinstance(r.value, n.Select | n.Place | n.Group) for r in form.roles)
                for form in frame.forms
            )
            if name not in said and always:
                verb = clause.group.verb.text
                raise self.fail(clause.start, f"«{verb}» {question}", "S024", end=clause.end)

    def _finds_the_spot(self, verb: str) -> bool:
        """Whether a verb knows on what a thing goes that is not said, or asks it of who does it."""
        names, seen = [verb], set[str]()
        while names:
            for frame in self.vocabulary.frames_of(names.pop().partition("#")[0]):
                if frame.default_spot is not None or frame.only_spots is not None:
                    return True
                if frame.kind_of is not None and frame.kind_of not in seen:
                    seen.add(frame.kind_of)
                    names.append(frame.kind_of)
        return False

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

    def _picked(self, event: n.Event, parts: Parts, agent: n.Term | None, clause: s.Clause) -> n.Event:
        """«a caso», «a sua scelta», «a scelta dell'avversario»: who picks the object."""
        pick: n.Pick | None = None
        if parts.has("AT_RANDOM"):
            pick = n.Pick.RANDOM
        elif parts.choice is not None:
            pick = self.chooser(parts.choice, agent)
        if pick is None:
            return event
        some = {role.name for role in event.roles if isinstance(role.value, n.Select)}
        # «infliggi 3 a una Lana a tua scelta»: where nothing else is chosen, whom it is done to
        which = "object" if "object" in some else "to" if not parts.has("AT_RANDOM") else ""
        roles = tuple(
            evolve(role, value=evolve(role.value, pick=pick))
            if role.name == which and isinstance(role.value, n.Select)
            else role
            for role in event.roles
        )
        if which not in some:
            counted = any(role.name == "number" for role in event.roles)
            raise self.fail(
                clause.start,
                "qui non c'è nulla da scegliere" if not counted else "qui si dice solo quante",
                end=clause.end,
            )
        return evolve(event, roles=roles)

    def _annul(self, clause: s.Clause, parts: Parts) -> n.Effect:
        """«annulla l'effetto della Lanterna bersaglio», of a game without such a verb: it does not have its effect."""
        self.nothing_left(parts, clause, "objects", "duration", adverbs=("ALSO", "INSTEAD"))
        np = self._object_np(evolve(clause, subject=None), parts)
        if not isinstance(np, s.NounPhrase) or np.noun is None or np.noun.terminal != "N_TEXT":
            raise self.fail(np.start, f"«{self.quoted(np.start, np.end)}» non si annulla", "S027", end=np.end)
        text, when = self._text(np, np.noun), self._when_event
        cards = [r.value for r in when.roles if self.sort(r.value) == "card"] if isinstance(when, n.Event) else []
        other = next((x for x in cards if isinstance(x, n.Select) and x.bind), None)
        if isinstance(text.of, n.Self) and other is not None and any(d.name == "its" for d in np.determiners):
            text = evolve(text, of=n.Var(other.bind or ""))  # «quando …, annulla il suo effetto»: not its own
        if text.of == n.Self() and any(d.name == "its" for d in np.determiners):
            raise self.fail(np.start, f"di chi è «{self.quoted(np.start, np.end)}»?", "S021", end=np.end)
        before = isinstance(text.of, n.Var) and text.of.name in self.said.played
        used = other is not None and text.of == n.Var(other.bind or "") and self._uses(when, parts.duration)
        if text.kinds or before or used:
            said = f"«{self.quoted(clause.start, clause.end)}»: quando questo si fa, quello è già fatto"
            raise self.fail(clause.start, said, "S027", "di una carta che è in gioco: «per questo turno»", clause.end)
        span = self.span(clause.start, clause.end)
        return n.Suppress(text.of, "text", parts.duration, span=span)

    def _uses(self, when: n.Event | None, duration: n.Duration | None) -> bool:
        """Whether in what happens the text of its card is done: it is played, or, of no time, a label waits for it."""
        if when is None or plays(when.verb, self.vocabulary.frames, self.vocabulary.texts):
            return when is not None
        labels = (label.when for label in self.vocabulary.labels.values())
        return duration is None and any(each is not None and each.verb == when.verb for each in labels)

    def _repeat(self, clause: s.Clause, parts: Parts) -> n.Effect:
        """Refuses «se hai due Lane, ripeti questo effetto», «puoi ripetere …»: what is repeated is all that stands before."""
        said = f"«{self.quoted(clause.start, clause.end)}» si dice da sé: è tutto ciò che sta prima, tante volte di più"
        hint = "«…. Ripeti questo effetto due volte.»; sotto una condizione, scrivi di nuovo ciò che si fa"
        raise self.fail(clause.start, said, "S036", hint, end=clause.end)

    def _special(self, clause: s.Clause) -> Callable[[s.Clause, Parts], n.Effect] | None:
        verb = clause.group.verb
        if self._takes_one_more(clause):
            return self._one_more
        in_places = any(c.kind == "c_places" for c in clause.complements)  # no verb of a game has that complement
        amounts = any(c.kind in ("c_amounts", "c_amounts_and") for c in clause.complements)
        shifted = verb.name == TAKE and amounts  # «prende -1 Ardore»: it has it
        if verb.sense.kind == "verb" and verb.name not in ("perdere", "guadagnare") and not in_places and not shifted:
            return None
        found = Effects._gain if shifted else SPECIAL.get(verb.name)
        if found is None:
            return None
        if found in (Effects._gain, Effects._grant) and not self._about_cards(clause):
            return None
        if found is Effects._gain and self._counted_by_verb(clause):
            return None
        if verb.name == "subire" and not amounts:
            return None  # «subisce -2 Ardore», and nothing else
        lost = next((c for c in clause.group.clitics if not _heard(verb.name, c)), None)
        if lost is not None:
            raise self.fail(lost.at, f"«{lost.text}» non si intende qui")
        return lambda clause, parts: found(self, clause, parts)

    def _counted_by_verb(self, clause: s.Clause) -> bool:
        """«il rivale perde 2 Vigore», of a verb that the game declares of just that."""
        said = [c.value for c in clause.complements if c.kind == "c_object"]
        nouns = {np.noun.name for np in said if isinstance(np, s.NounPhrase) and np.noun is not None}
        frames = [frame for frame in self.vocabulary.frames_of(clause.group.verb.name) if frame.counted]
        return bool(nouns) and any(nouns <= {counted_by(frame)} for frame in frames)


def _said_after(np: s.Noun | None, parts: Parts) -> list[s.Prepositional]:
    """The complements that stand behind a noun phrase."""
    return [each for each in parts.prepositions if np is not None and each.preposition.at >= np.end]


def _heard(verb: str, clitic: s.Token) -> bool:
    """Whether a verb of the language's own does something with a pronoun: «mettine una», never «mettigli una Lana»."""
    if clitic.name == "of_them":
        return SPECIAL[verb] in (Effects._put, Effects._look, Effects._choose)
    return clitic.name != "you" and (clitic.name != "to_it" or SPECIAL[verb] is Effects._grant)


SPECIAL: Final[dict[str, Callable[[Effects, s.Clause, Parts], n.Effect]]] = {
    "perdere": Effects._gain, "guadagnare": Effects._gain, "subire": Effects._gain, "ottenere": Effects._gain, "ricevere": Effects._gain,
    "acquistare": Effects._gain, "acquisire": Effects._gain, **dict.fromkeys(GIVING, Effects._grant), "andare": Effects._go,
    "passare": Effects._pass, "diventare": Effects._become, "rendere": Effects._render, "aumentare": Effects._change,
    "diminuire": Effects._change, "cominciare": Effects._begin,
    "iniziare": Effects._begin, "finire": Effects._finish, "tirare": Effects._roll, "lanciare": Effects._roll,
    "aprire": Effects._open, "scadere": Effects._lapse, "fare": Effects._make, "guardare": Effects._look, "mostrare": Effects._look,
    "rivelare": Effects._look, "scegliere": Effects._choose, "contare": Effects._count_as, "mettere": Effects._put,
    "raddoppiare": Effects._multiply, "ridurre": Effects._graded, "aggravare": Effects._graded, "rimettere": Effects._put,
    "aggiungere": Effects._put, "spostare": Effects._put, "cercare": Effects._seek,
    "valere": Effects._count_as, "scambiare": Effects._swap, "pagare": Effects._pay, "prevenire": Effects._prevent,
    "prendere": Effects._put, "riprendere": Effects._put, **dict.fromkeys(SHUFFLING, Effects._shuffle),
    "spendere": Effects._pay, "annullare": Effects._annul,
    "dimezzare": Effects._halve, "ripetere": Effects._repeat, "saltare": Effects._skip, "invertire": Effects._invert,
}  # fmt: skip


def _so_long(never: n.Effect, duration: n.Duration) -> n.Effect:
    """What is forbidden, of one that is chosen now too, for so long."""
    if isinstance(never, n.Sequence):
        return evolve(never, parts=tuple(_so_long(part, duration) for part in never.parts))
    return evolve(never, duration=duration) if isinstance(never, n.Allow) else never


def _but_for(clause: s.Clause) -> s.Clause:
    """«le Lane hanno +1 Ardore, tranne questa»: the exception, said last, is of the subject."""
    said = next((c for c in clause.complements if _is_exception(c)), None)
    if said is None or not isinstance(clause.subject, s.NounPhrase) or not isinstance(said.value, s.Prepositional):
        return clause
    phrase = said.value
    but = s.Modifier("mod_except", (phrase.preposition,), phrase.np, False, said.start, said.end)
    subject = evolve(clause.subject, modifiers=(*clause.subject.modifiers, but))
    return evolve(clause, subject=subject, complements=tuple(c for c in clause.complements if c is not said))


def _is_exception(complement: s.Complement) -> bool:
    return isinstance(complement.value, s.Prepositional) and complement.value.preposition.terminal == "EXCEPT"
