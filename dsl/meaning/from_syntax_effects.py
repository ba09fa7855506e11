"""Clauses as effects: what is done, and what holds from then on."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Final

from attrs import evolve

from ..syntax import nodes as s
from . import nodes as n
from .from_syntax_events import ROLES, Parts
from .from_syntax_nouns import EFFECT, PLAYER, number_said
from .from_syntax_prevention import Prevention
from .scope import nodes_of
from .targeting import ABILITIES, TARGETING

CONSIDERED: Final = "considerare"
IGNORE: Final = "ignorare"
STANDING: Final = (n.Modify, n.Grant, n.Suppress, n.BecomesStatus, n.Allow, n.Claim)


#: What may stand before a keyword or a value without saying more than which one it is.
_WHICH: Final = frozenset({"DEF", "POSSESSIVE", "INDEF"})


class Effects(Prevention):
    """The part of the reader that reads what a clause does."""

    def effect(self, clause: s.Clause) -> n.Effect:
        """One clause as an effect."""
        aimed = self._being_a_target(clause)
        if aimed is not None:
            return self._untargetable(clause, aimed)
        clause = self._as_ordered(clause)
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
        effect = self._effect(clause, parts)
        return effect

    def _as_ordered(self, clause: s.Clause) -> s.Clause:
        """«puoi schivare un lancio», «per schivare»: what the text lets do is what its order would mean."""
        group = clause.group
        second = group.finite is not None and group.finite.sense.person == 2
        lexeme = self.vocabulary.lexeme(group.verb.name)
        if self.said.continuous or lexeme is None or not lexeme.ordered_as or group.negated:
            return clause
        if group.form != "infinitive" and not (group.modal == "can" and second):
            return clause
        verb = evolve(group.verb, sense=evolve(group.verb.sense, name=lexeme.ordered_as))
        return evolve(clause, group=evolve(group, verb=verb))

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
        subject = self.subject_of(clause) or n.Self()
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
        pay = self._effect(plain, self.parts(plain))
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
        clause = self._as_ordered(clause)
        parts = self.parts(clause)
        return self._do(clause, parts, agent)

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
        return self._do(clause, parts, self._agent(clause))

    def _considered(self, clause: s.Clause, parts: Parts) -> s.Clause:
        """«è considerata una Lana»: as «è una Lana»."""
        what = parts.objects[0]
        predicate = s.Complement("predicate_np", what.value, what.tokens, False, what.start, what.end)
        return evolve(clause, predicate=predicate, complements=())

    def doer(self, clause: s.Clause) -> n.Term:
        return self._agent(clause) or n.You()

    def times_each(self, np: s.Noun, parts: Parts) -> n.Number:
        return self.multiplier(np, parts)

    # -- who

    def _agent(self, clause: s.Clause) -> n.Term | None:
        """Who carries out a clause: an order is the user's, unless only a card can do it."""
        if clause.subject is not None:
            return self.term(clause.subject)
        group = clause.group
        if group.form in ("infinitive", "gerund"):
            return n.You()
        if group.finite is not None and group.finite.sense.person == 2:
            if group.form == "order" and (self._is_of_the_card(clause) or self._same_player(clause)):
                return self._left_out(clause)
            if group.finite.sense.number == 2:  # «scartate», «scegliete»: each player
                return n.Select(PLAYER, quantity=n.Quantity.ALL, bind=self.said.fresh())
            return n.You()
        return self._left_out(clause)

    def _left_out(self, clause: s.Clause) -> n.Term:
        """The subject that is not said: the bearer in a continuous text, who was spoken of in a used one."""
        if self.said.last_subject is not None:
            return self.said.last_subject
        players = bool(self.vocabulary.frames_of(clause.group.verb.name)) and not self.card_can(clause.group.verb.name)
        if players and not self.said.continuous and not clause.group.passive and self.said.last_player is not None:
            return self.said.last_player  # «l'avversario mostra la mano. Scegli una carta: la scarta»
        if self.said.topic is not None and not self.said.continuous and self.sort(self.said.topic) == "card":
            return self.said.topic
        if self.said.subject is None:
            mention = self.said.recall("card") or self.said.recall("player")
            if mention is not None:
                return mention.recall
            raise self.fail(clause.start, f"chi? «{clause.group.verb.text}» non ha un soggetto", "S021", end=clause.end)
        return self.one_left_out(clause, self.said.subject)

    def card_can(self, verb: str) -> bool:
        """Whether a declared verb can be done by a card."""
        agents = (
            role.value
            for frame in self.vocabulary.frames_of(verb)
            for form in frame.forms
            for role in form.roles
            if role.name == "agent"
        )
        return any(self._wanted_sort(pattern) != "player" for value in agents for pattern in self._patterns(value))

    def _same_player(self, clause: s.Clause) -> bool:
        """«l'avversario mostra la sua mano, poi scarta una carta»: the same player goes on, in the same sentence."""
        verb = clause.group.verb
        same = any(sense.terminal == "V_FIN" and sense.name == verb.name for sense in self.words[verb.at].senses)
        return same and self.said.last_subject is not None and self.sort(self.said.last_subject) == "player"

    def _is_of_the_card(self, clause: s.Clause) -> bool:
        """An imperative that is also the third person («brinda», «torna»): of the card when no player can do it."""
        verb = clause.group.verb
        if not any(sense.terminal == "V_FIN" and sense.name == verb.name for sense in self.words[verb.at].senses):
            return False
        frames = self.vocabulary.frames_of(verb.name)
        sorts = set()
        for frame in frames:
            for form in frame.forms:
                for role in form.roles:
                    if role.name == "agent":
                        sorts |= {self._wanted_sort(p) for p in self._patterns(role.value)}
        if not sorts:
            return False
        if "player" not in sorts:
            return True
        return bool(sorts - {"player"}) and self._uses_its_own(clause)

    def _uses_its_own(self, clause: s.Clause) -> bool:
        """«usa il suo effetto» speaks of the card, although a player can use effects too."""
        for complement in clause.complements:
            value = complement.value
            if (
                complement.kind == "c_object"
                and isinstance(value, s.NounPhrase)
                and value.noun is not None
                and value.noun.terminal == "N_TEXT"
            ):
                return any(d.terminal == "POSSESSIVE" and d.name == "its" for d in value.determiners)
        return False

    def _patterns(self, value: object) -> list[n.Select]:
        if isinstance(value, n.Select):
            return [value]
        if isinstance(value, n.Group):
            return [p for member in value.members for p in self._patterns(member)]
        return []

    # -- lasting effects

    def _had_by_verb(self, clause: s.Clause, parts: Parts) -> n.Effect | None:
        """«possiede +1 per ogni Lana» in a text in force: the verb's subject has it as long as the text stands."""
        group = clause.group
        if not self.said.continuous or self.said.bound_event or group.form != "present" or group.modal or group.negated:
            return None
        kind = self.kind_of_verb(group.verb.name) if self.gives(group.verb.name) else None
        if kind is None or kind[1] != "agent":
            return None
        target = self._holder(clause)
        effect = self.given_effect(clause, parts)
        if effect is None:
            return None
        self.nothing_left(parts, clause, "during")
        span = self.span(clause.start, clause.end)
        held = [evolve(each, target=target, family=kind[0], span=span) for each in (effect, *parts.more)]
        return held[0] if len(held) == 1 else n.Sequence(tuple(held), span=span)

    def _borne(self, clause: s.Clause, value: object, target: n.Term, parts: Parts) -> n.Effect | None:
        """«ha l'effetto come Pegno», «ha un Malanno», «ha +2 Ardore come Pegno»: of a declared kind."""
        span = self.span(clause.start, clause.end)
        head = value.noun if isinstance(value, s.NounPhrase) else None
        if head is not None and head.terminal == "N_LASTING" and not clause.group.negated and parts.family is None:
            return n.Bear(target, head.name, duration=parts.duration, span=span)
        if parts.family is None or head is None or head.terminal != "N_TEXT":
            return None
        if any(m.kind == "mod_of" for m in value.modifiers):  # type: ignore[attr-defined]
            return None  # «l'effetto di quella carta»: the sentences that are printed on it
        named = self.said.recalled(EFFECT, None, 1)
        if named is None or not isinstance(named.term, n.Var):
            raise self.fail(clause.start, "quale effetto? il verbo non ne dà", "S021", end=clause.end)
        return n.Bear(target, parts.family, named.term, parts.duration, span=span)

    def _of_kind(self, effect: n.Effect, family: str | None) -> n.Effect:
        """An effect with the kind that «come Pegno» says it is of, or that goes without saying."""
        if not isinstance(effect, (n.Modify, n.Grant)) or effect.family is not None:
            return effect
        if family is None:
            adds = isinstance(effect, n.Modify) and effect.op is n.Operation.ADD
            how = "grants" if isinstance(effect, n.Grant) else "adds" if adds else "sets"
            family = None if effect.always else self.implied_kind(how, effect.duration)
        return effect if family is None else evolve(effect, family=family)

    # -- events done

    def _do(self, clause: s.Clause, parts: Parts, agent: n.Term | None) -> n.Effect:
        special = self._special(clause)
        if special is not None:
            return special(evolve(clause, subject=clause.subject), parts)
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
            parts.objects.append(_one_of(parts.until_have))  # «pesca fino ad avere otto carte in mano»
        self.said.counted = None
        event, parts = self.event(clause, agent, pattern=False, parts=parts)
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
        self.said.last_done = self.said.fresh()
        many = isinstance(agent, n.Group) or (isinstance(agent, n.Opponent) and agent.each)
        again = parts.until_have is not None or parts.per_each or parts.moment is not None or parts.times is not None
        moved = self.said.what_was_counted(known=each is None and not many and not again)
        effect: n.Effect = n.Do(event, parts.has("FREE"), self.said.last_done, moved=moved, span=span)
        if parts.more:
            others = self.given_too(event, parts.more)
            effect = n.Sequence((effect, *(n.Do(each, parts.has("FREE"), span=span) for each in others)), span=span)
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
            return n.ForEach(evolve(each, bind=None), bind, effect, start, span=span)
        return effect

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
            pick = self._chooser(parts.choice, agent)
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

    def _chooser(self, choice: s.Complement, agent: n.Term | None) -> n.Pick:
        if choice.value is not None:
            who = self.term(choice.value)  # type: ignore[arg-type]
        elif choice.tokens and choice.tokens[0].name == "your":
            who = n.You()
        else:
            return n.Pick.AGENT
        if who == agent:
            return n.Pick.AGENT
        return n.Pick.USER if isinstance(who, n.You) else n.Pick.OPPONENT

    def _multiplied(self, effect: n.Effect, parts: Parts, clause: s.Clause) -> n.Effect:
        """«pesca una carta per ogni tua Lana»: the amount times the count, or the whole so many times."""
        if parts.times is not None:
            if parts.times.per is not None:
                raise self.fail(clause.start, "quante volte si può, lo dice «può»", "S030", end=clause.end)
            number = parts.times.number
            effect = n.Repeat(
                number_said(number),
                effect,
                span=self.span(clause.start, clause.end),
            )
        for np in parts.per_each:
            count = self.multiplier(np, parts)
            if isinstance(effect, n.Do) and any(role.name == "number" for role in effect.event.roles):
                roles = tuple(
                    evolve(role, value=self._times(role.value, count)) if role.name == "number" else role  # type: ignore[arg-type]
                    for role in effect.event.roles
                )
                effect = evolve(effect, event=evolve(effect.event, roles=roles))
            else:
                effect = n.Repeat(count, effect, span=self.span(clause.start, clause.end))
        return effect

    @staticmethod
    def _times(one: n.Number, count: n.Number) -> n.Number:
        return count if one == n.Num(1) else n.Compute(n.Arithmetic.MULTIPLY, (one, count))

    # -- può, deve

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
                return n.ForEach(
                    evolve(subject, bind=None), bind, inner, start, span=self.span(clause.start, clause.end)
                )
            return n.May(
                subject, self._do(evolve(plain, subject=None), parts, subject), span=self.span(clause.start, clause.end)
            )
        if must and player and not self._is_permission(clause, parts, second):
            return self._do(evolve(plain, subject=None), parts, subject)
        return self._allow(clause, plain, parts, subject)

    def _is_permission(self, clause: s.Clause, parts: Parts, second: bool) -> bool:
        """«puoi» is a permission when it lasts, or in a continuous text that nothing sets off."""
        if parts.duration is not None or (parts.times is not None and parts.times.per is not None):
            return True
        if parts.has("ALWAYS"):
            return True
        return self.said.continuous and not self.said.bound_event

    def _allow(self, clause: s.Clause, plain: s.Clause, parts: Parts, subject: n.Term | None) -> n.Effect:
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

    # -- avere

    def _holder(self, clause: s.Clause) -> n.Term:
        if clause.subject is not None:
            return self.term(clause.subject)
        return n.You() if self._is_told_to_you(clause) else self._left_out(clause)

    def _bearer_of(self, target: n.Term, value: str) -> n.Term:
        """What only a card can have, said of a player, is of the card that stands for him."""
        declared = self.vocabulary.values.get(value)
        zone = self.vocabulary.implied_places.get("person")
        if zone is None or declared is None or declared.owner != "card" or self.sort(target) != "player":
            return target
        place = n.Place(zone, target)
        noun = self.vocabulary.implied_noun
        return n.Select(noun, quantity=n.Quantity.ALL, place=place, span=getattr(target, "span", None))

    def _is_told_to_you(self, clause: s.Clause) -> bool:
        """«diventi nascosto», «sei prono»: the second person, where it is no order that is also the third."""
        finite = clause.group.finite
        return (
            clause.subject is None
            and finite is not None
            and finite.sense.person == 2
            and not (clause.group.form == "order" and self.may_be(finite.at, "V_FIN"))
        )

    def _have(self, clause: s.Clause, parts: Parts) -> n.Effect:
        """«ha +2 Ardore e +1 Rango», «ha Corazza», «ha l'Ardore uguale a 5», «non ha il suo effetto»."""
        assert clause.predicate is not None
        self.nothing_left(
            parts,
            clause,
            "amounts",
            "per_each",
            "duration",
            "during",
            "cap",
            "family",
            adverbs=("ALWAYS", "ALSO", "ANYMORE", "EVER", "INSTEAD"),
        )
        target = self._holder(clause)
        borne = self._borne(clause, clause.predicate.value, target, parts)
        if borne is not None:
            return borne
        outer = self.said.clause_subject
        self.said.clause_subject = self._owner_in_amount(target)
        always = parts.has("ALWAYS")
        try:
            effects = self._had(clause, clause.predicate.value, target, parts, always)
            if parts.amounts:
                effects += [self._amount(amount, target, parts, always) for amount in parts.amounts]
        finally:
            self.said.clause_subject = outer
        effects = self._shared_target([self._of_kind(each, parts.family) for each in effects])
        return effects[0] if len(effects) == 1 else n.Sequence(tuple(effects), span=self.span(clause.start, clause.end))

    def _shared_target(self, effects: list[n.Effect]) -> list[n.Effect]:
        """A thing chosen once: the further effects of one clause speak of the same."""
        first = getattr(effects[0], "target", None)
        if not isinstance(first, n.Select) or first.quantity is n.Quantity.ALL or first.bind is None:
            return effects
        rest = [evolve(e, target=n.Var(first.bind)) if getattr(e, "target", None) == first else e for e in effects[1:]]  # type: ignore[arg-type]
        return [effects[0], *rest]

    def _recalled_subject(self, target: n.Term) -> n.Term:
        return n.Var(target.bind) if isinstance(target, n.Select) and target.bind else target

    def _owner_in_amount(self, target: n.Term) -> n.Term:
        """Whose «il suo Rango» is inside an amount: of the thing modified."""
        return target if isinstance(target, (n.Self, n.Var, n.Related, n.You, n.Opponent)) else n.Candidate()

    @staticmethod
    def _several(target: n.Term) -> bool:
        return isinstance(target, n.Group) or (
            isinstance(target, n.Select) and not (target.quantity is n.Quantity.EXACTLY and target.number == n.Num(1))
        )

    def _had(self, clause: s.Clause, value: object, target: n.Term, parts: Parts, always: bool) -> list[n.Effect]:
        span = self.span(clause.start, clause.end)
        if isinstance(value, tuple):
            return [
                self._amount(each, target, parts, always)
                if isinstance(each, s.Amount)
                else n.Grant(target, each.name, always=always, duration=parts.duration, span=span)
                for each in value
            ]
        if isinstance(value, s.NounList):
            found: list[n.Effect] = []
            for item in value.items:
                found += self._had(clause, item, target, parts, always)
            return found
        if isinstance(value, s.Quoted) and not clause.group.negated:
            return [n.Grant(target, text=self.quoted_text(value), always=always, duration=parts.duration, span=span)]
        if not isinstance(value, s.NounPhrase) or value.noun is None:
            raise self.fail(
                clause.start, f"«{self.quoted(clause.start, clause.end)}» non è un effetto", "S030", end=clause.end
            )
        kind = value.noun.terminal
        if kind == "N_KEYWORD":
            self.nothing_more(value, than=lambda _: False, articles=_WHICH)
            return [
                n.Grant(
                    target,
                    value.noun.name,
                    lose=clause.group.negated,
                    always=always,
                    duration=parts.duration,
                    span=span,
                )
            ]
        if kind in ("N_TEXT", "N_ABILITIES"):
            return [self._text_had(clause, value, target, parts, always)]
        if kind == "N_VALUE":
            return [self._value_had(clause, value, target, parts, always)]
        raise self.fail(
            value.start, f"«{self.quoted(clause.start, clause.end)}» non è un effetto", "S030", end=clause.end
        )

    def quoted_text(self, quoted: s.Quoted) -> n.Text:
        """Hook: the sentences of a text that is given."""
        raise NotImplementedError

    def _text_had(self, clause: s.Clause, value: s.NounPhrase, target: n.Term, parts: Parts, always: bool) -> n.Effect:
        span = self.span(clause.start, clause.end)
        assert value.noun is not None
        if clause.group.negated:
            what = "keywords" if value.noun.terminal == "N_ABILITIES" else "text"
            return n.Suppress(target, what, parts.duration, always, span=span)
        slot = self._text(value, value.noun)
        return n.Grant(target, slot=slot, always=always, duration=parts.duration, span=span)

    def _value_had(self, clause: s.Clause, value: s.NounPhrase, target: n.Term, parts: Parts, always: bool) -> n.Effect:
        """«ha l'Ardore uguale a 5», «hanno sempre il loro Ardore originale»."""
        assert value.noun is not None
        span = self.span(clause.start, clause.end)
        comparison = next(
            (
                m
                for m in value.modifiers
                if m.kind == "mod_comparison" and m.tokens[0].terminal == "EQUAL" and m.value is not None
            ),
            None,
        )
        self.nothing_more(value, than=lambda m: m is comparison or _original(m), articles=_WHICH | {"NUM"})
        printed = any(_original(m) for m in value.modifiers)
        of = self._owner_in_amount(target)
        amount: n.Number | n.Term
        word = self._word_of(value.noun.name, comparison.value) if comparison is not None else None
        if word is not None:
            return n.Modify(target, value.noun.name, n.Operation.SET, word, always, parts.duration, printed, span=span)
        if comparison is not None:
            amount = (
                self.compared_number(comparison.value, None, of)  # type: ignore[arg-type]
                if not self._is_number(comparison.value)  # type: ignore[arg-type]
                else self.number(comparison.value, of)  # type: ignore[arg-type]
            )
            return n.Modify(
                target, value.noun.name, n.Operation.SET, amount, always, parts.duration, printed, span=span
            )
        if printed and any(d.terminal == "POSSESSIVE" for d in value.determiners):
            amount = n.ValueOf(value.noun.name, of, True)
            return n.Modify(target, value.noun.name, n.Operation.SET, amount, always, parts.duration, span=span)
        number = next((d for d in value.determiners if d.terminal == "NUM"), None)
        if number is not None and len(value.modifiers) == 0:
            return n.Modify(
                target, value.noun.name, n.Operation.SET, n.Num(int(number.name)), always, parts.duration, span=span
            )
        raise self.fail(
            value.start, f"di «{self.quoted(value.start, value.end)}» non si dice quanto", "S024", end=value.end
        )

    def _word_of(self, value: str, said: object) -> n.Member | None:
        """«Forma uguale a Lana»: a word of the value alone, no card that has it."""
        if not isinstance(said, s.NounPhrase) or said.noun is None or said.determiners or said.modifiers:
            return None
        return n.Member(value, said.noun.name) if self.member_value(said.noun.name) == value else None

    def _amount(self, amount: s.Amount, target: n.Term, parts: Parts, always: bool) -> n.Modify:
        value = amount.value
        if value is None and amount.half:
            value = self._value_phrase(self._pair(amount)[amount.half - 1], amount.signed)
        if value is None:
            raise self.fail(amount.signed.at, f"«{amount.signed.text}» di che cosa?", "S024")
        assert isinstance(value, s.NounPhrase) and value.noun is not None
        sign = -1 if amount.signed.name == "-X" else 1
        one: n.Number
        if not amount.signed.name.endswith("X"):
            one = n.Num(int(amount.signed.name))
        elif sign == 1 and self.said.named("X") is not None:
            one = n.Var("X")
        else:
            one = n.Compute(n.Arithmetic.MULTIPLY, (n.Num(sign), n.Var("X")))
        for np in parts.per_each:
            one = n.Compute(n.Arithmetic.MULTIPLY, (one, self.multiplier(np, parts)))
        if parts.cap is not None:
            one = n.Compute(n.Arithmetic.LEAST if parts.cap > 0 else n.Arithmetic.GREATEST, (one, n.Num(parts.cap)))
        span = self.span(amount.signed.at, value.end)
        declared = self.vocabulary.values.get(value.noun.name)
        if declared is not None and declared.owner == "game":
            raise self.fail(value.start, f"«{value.noun.text}» non è di una carta", "S025")
        self.nothing_more(value, than=_original, articles=_WHICH)
        printed = any(_original(m) for m in value.modifiers)
        return n.Modify(target, value.noun.name, n.Operation.ADD, one, always, parts.duration, printed, span=span)

    def multiplier(self, np: s.Noun, parts: Parts) -> n.Number:
        """«per ogni Lana»: a count; «per ogni punto dell'avversario»: a number; «ogni due carte»: a whole division."""
        if not isinstance(np, s.NounPhrase):
            return n.Count(self._per_each(np, parts))
        if np.noun is not None and np.noun.name == "X":
            return n.Var("X")
        plain = evolve(np, determiners=tuple(d for d in np.determiners if d.terminal not in ("EACH", "NUM")))
        if np.noun is not None and np.noun.terminal == "N_VALUE":
            declared = self.vocabulary.values.get(np.noun.name)
            number = self._value(plain, n.You() if declared is not None and declared.owner == "player" else None)
        else:
            number = n.Count(self._per_each(plain, parts, np))
        every = next((d for d in np.determiners if d.terminal == "NUM"), None)
        return number if every is None else n.Compute(n.Arithmetic.DIVIDE, (number, n.Num(int(every.name))))

    def _per_each_number(self, np: s.Noun, parts: Parts) -> n.Number:
        """«per ogni tua Lana», «per ogni Punto gloria dell'avversario», «ogni due carte nel Fosso»."""
        if isinstance(np, s.NounPhrase) and np.noun is not None and np.noun.terminal == "N_VALUE":
            return self.number(evolve(np, determiners=tuple(d for d in np.determiners if d.terminal == "POSSESSIVE")))
        every = next((d for d in getattr(np, "determiners", ()) if d.terminal == "NUM"), None)
        count = n.Count(self._per_each(np, parts))
        return count if every is None else n.Compute(n.Arithmetic.DIVIDE, (count, n.Num(int(every.name))))

    def _per_each(self, np: s.Noun, parts: Parts, whole: s.Noun | None = None) -> n.Select:
        """What is counted by «per ogni», with the place that the clause says after it."""
        select = self.counted(np)
        for after, phrase in parts.counted_places:
            if after is (whole or np):
                place = self.place(phrase.np, None)
                if phrase.at_end is not None:
                    place = evolve(place, end=phrase.at_end)
                select = evolve(select, place=self._of_someone(place))
        return select

    def _of_someone(self, place: n.Place) -> n.Place:
        declared = self.vocabulary.zones.get(place.zone)
        if declared is not None and declared.owner == "player" and place.of is None:
            return evolve(place, of=n.You())
        return place

    # -- essere

    def _be(self, clause: s.Clause, parts: Parts) -> n.Effect:
        """«il suo Ardore è sempre 5», «la Forma del bersaglio è Erba», «è di forma opposta», «è Invocabile»."""
        predicate = clause.predicate
        assert predicate is not None
        adverbs = ("ALWAYS", "ALSO", "ANYMORE", "EVER", "INSTEAD")
        self.nothing_left(parts, clause, "duration", "during", "family", adverbs=adverbs)
        always = parts.has("ALWAYS")
        span = self.span(clause.start, clause.end)
        subject = clause.subject
        if isinstance(subject, s.NounPhrase) and subject.noun is not None and subject.noun.terminal == "N_VALUE":
            return self._of_kind(self._value_is(clause, subject, predicate, parts, always), parts.family)
        of_member = predicate.kind == "predicate_of" and isinstance(predicate.value, s.NounPhrase)
        if parts.family is not None and not of_member:
            raise self.fail(clause.start, f"«come {parts.family}» non si intende qui", "S036", end=clause.end)
        target = self._holder(clause)
        value = predicate.value
        anymore = parts.has("ANYMORE")
        if predicate.kind == "predicate_adjectives" and isinstance(value, s.Modifier) and len(value.tokens) == 1:
            token = value.tokens[0]
            if token.terminal in ("STATUS", "STATUS_PHRASE"):
                negated = clause.group.negated or value.negated
                done = not self.said.continuous or self.said.bound_event
                steps = self.said.context.start.value == "steps"
                if (steps and (anymore or not negated)) or (done and anymore and parts.duration is None):
                    return n.SetStatus(target, token.name, not negated, span=span)
                return n.BecomesStatus(target, token.name, None, negated, always, parts.duration, span=span)
            if token.terminal == "MEMBER" and not clause.group.negated:
                operation = n.Operation.ADD if parts.has("ALSO") else n.Operation.SET
                return n.Modify(
                    self._bearer_of(target, token.sense.of or ""),
                    token.sense.of or "",
                    operation,
                    n.Member(token.sense.of or "", token.name),
                    always,
                    parts.duration,
                    span=span,
                )
        if (
            predicate.kind == "predicate_of"
            and isinstance(value, s.NounPhrase)
            and value.noun is not None
            and value.noun.terminal == "N_VALUE"
        ):
            return self._of_kind(self._is_of_member(value, target, parts, always, span), parts.family)
        if (
            predicate.kind == "predicate_np"
            and isinstance(value, s.NounPhrase)
            and value.noun is not None
            and value.noun.terminal == "N_CARD"
        ):
            member = self.member_value(value.noun.name)
            if member and not clause.group.negated and self.sort(target) == "player":
                return self._is_such(clause, value, self._bearer_of(target, member), parts)
            if member and not value.modifiers:
                operation = n.Operation.ADD if parts.has("ALSO") else n.Operation.SET
                return n.Modify(
                    target, member, operation, n.Member(member, value.noun.name), always, parts.duration, span=span
                )
            if not value.modifiers:
                return n.BecomesStatus(
                    target, None, value.noun.name, clause.group.negated, always, parts.duration, span=span
                )
        raise self.fail(
            clause.start, f"«{self.quoted(clause.start, clause.end)}» non è un effetto", "S030", end=clause.end
        )

    def _is_such(self, clause: s.Clause, np: s.NounPhrase, target: n.Term, parts: Parts) -> n.Effect:
        """«sei una Lana munita di Aghi che scalda»: all that the noun phrase says, for as long as it stands."""
        assert np.noun is not None
        said: list[n.Condition] = [n.HasMember(n.Candidate(), self.member_value(np.noun.name) or "", np.noun.name)]
        for modifier in np.modifiers:
            said += self._filter(modifier, np, None)
        flat = [part for each in said for part in (each.parts if isinstance(each, n.And) else (each,))]
        effects = []
        for each in flat:
            if not isinstance(each, n.HasMember) or not isinstance(each.member, str):
                raise self.fail(np.start, f"«{self.quoted(np.start, np.end)}» non è un effetto", "S030", end=np.end)
            word = n.Member(each.value, each.member)
            effects.append(n.Modify(target, each.value, n.Operation.ADD, word, parts.has("ALWAYS"), parts.duration))
        span = self.span(clause.start, clause.end)
        return effects[0] if len(effects) == 1 else n.Sequence(tuple(effects), span=span)

    def _is_of_member(
        self, value: s.NounPhrase, target: n.Term, parts: Parts, always: bool, span: n.Span | None
    ) -> n.Effect:
        assert value.noun is not None
        name = value.noun.name
        table = next(
            (m.tokens[0] for m in value.modifiers if m.kind == "adjective" and m.tokens[0].terminal == "TABLE_WORD"),
            None,
        )
        member = next(
            (m.tokens[0] for m in value.modifiers if m.kind == "adjective" and m.tokens[0].terminal == "MEMBER"), None
        )
        if table is not None:
            of = self._owner_in_amount(target)
            return n.Modify(
                target,
                name,
                n.Operation.SET,
                n.Lookup(table.name, n.ValueOf(name, of)),
                always,
                parts.duration,
                span=span,
            )
        if member is not None:
            return n.Modify(
                target, name, n.Operation.SET, n.Member(name, member.name), always, parts.duration, span=span
            )
        raise self.fail(value.start, f"quale «{value.noun.text}»?", "S024", end=value.end)

    def _value_is(
        self, clause: s.Clause, subject: s.NounPhrase, predicate: s.Complement, parts: Parts, always: bool
    ) -> n.Effect:
        span = self.span(clause.start, clause.end)
        left = self.number(subject)
        if not isinstance(left, n.ValueOf) or left.of is None:
            raise self.fail(
                subject.start, f"«{self.quoted(subject.start, subject.end)}» non si fissa così", "S030", end=subject.end
            )
        amount = self._set_to(predicate, left)
        return n.Modify(left.of, left.value, n.Operation.SET, amount, always, parts.duration, left.printed, span=span)

    def _set_to(self, predicate: s.Complement, left: n.ValueOf) -> n.Number | n.Term:
        value = predicate.value
        of: n.Term = self._owner_in_amount(left.of) if left.of is not None else n.Candidate()
        if isinstance(value, s.Modifier):
            token = value.tokens[0]
            if predicate.kind == "predicate_comparison" and token.terminal == "EQUAL" and value.value is not None:
                return self.number(value.value, of)
            if token.terminal == "MEMBER" and len(value.tokens) == 1:
                return n.Member(left.value, token.name)
            if token.terminal == "TABLE_WORD":
                return n.Lookup(token.name, n.ValueOf(left.value, of))
        if isinstance(value, s.NounPhrase):
            if value.noun is not None and value.noun.sense.kind in ("member", "member_set"):
                return n.Member(left.value, value.noun.name)
            return self.number(value, of)
        raise self.fail(
            predicate.start,
            f"«{self.quoted(predicate.start, predicate.end)}» non è un numero",
            "S024",
            end=predicate.end,
        )

    # -- claims

    def claim(self, clause: s.Clause) -> n.Claim:
        """«vince contro le Lana», «Attaccante batte Difensore», «i suoi pareggi contano come vittorie»."""
        group = clause.group
        parts = self.parts(clause)
        self.nothing_left(parts, clause, "objects", "prepositions", "duration", "during", adverbs=("ALWAYS", "ALSO"))
        idiom = self._idiomatic(clause)
        if idiom is not None:
            owner = self.term(clause.subject) if clause.subject is not None else None
            agent = owner.of if isinstance(owner, n.Related) else None
            if agent is None:
                raise self.fail(clause.start, "non si dice di chi", "S021", end=clause.end)
            return n.Claim(
                idiom,
                (n.Role("agent", agent),),
                parts.has("ALWAYS"),
                parts.duration,
                span=self.span(clause.start, clause.end),
            )
        printed = self._claim_frame(clause)
        name = printed or group.verb.name
        subject = (
            self.term(clause.subject, pattern=True)
            if clause.subject is not None
            else self.subject_of(clause)
            if self.said.candidate
            else self._left_out(clause)
        )
        declared = self.vocabulary.claims.get(name)
        roles: list[n.Role] = [n.Role("agent", subject)]  # type: ignore[arg-type]
        others: list[n.Term] = []
        for complement in parts.objects:
            others.append(self.term(complement.value, pattern=True))  # type: ignore[arg-type]
        for phrase in parts.prepositions:
            others.append(self.term(phrase.np, pattern=True))
        names = (
            [role.name for role in declared.form.roles if role.name != "agent"] if declared is not None else ["object"]
        )
        if not others and printed is None:  # «vince i pareggi» alone, of «… contro una carta»: whomever it meets
            plain = (
                {role.name for role in declared.form.roles if not role.preposition} if declared is not None else set()
            )
            names = [name for name in names if name == "object" and name in plain]
        if len(others) != len(names):
            raise self.fail(
                clause.start, f"«{self.quoted(clause.start, clause.end)}» non si intende", "S028", end=clause.end
            )
        roles += [n.Role(role, other) for role, other in zip(names, others, strict=True)]
        if declared is not None:
            roles = [self._claim_role(role, declared.form) for role in roles]
        claim = n.Claim(
            name, tuple(roles), parts.has("ALWAYS"), parts.duration, span=self.span(clause.start, clause.end)
        )
        return claim

    def _claim_role(self, role: n.Role, form: n.Event) -> n.Role:
        """«vince contro le Lana»: any such card that it meets, in play or not is not asked."""
        if isinstance(role.value, n.Select) and role.value.place == self._implied(role.value.noun):
            return evolve(role, value=evolve(role.value, place=None))
        return role

    # -- verbs of the language

    def _special(self, clause: s.Clause) -> Callable[[s.Clause, Parts], n.Effect] | None:
        verb = clause.group.verb
        in_places = any(c.kind == "c_places" for c in clause.complements)  # no verb of a game has that complement
        if verb.sense.kind == "verb" and verb.name not in ("perdere", "guadagnare") and not in_places:
            return None
        found = SPECIAL.get(verb.name)
        if found is None:
            return None
        if verb.name in ("perdere", "guadagnare", "ottenere") and not self._about_cards(clause):
            return None
        return lambda clause, parts: found(self, clause, parts)

    def _pair(self, amount: s.Amount) -> tuple[str, str]:
        """The two values that the game writes together."""
        for name, declared in self.vocabulary.values.items():
            if declared.written_with is not None:
                return name, declared.written_with
        raise self.fail(amount.signed.at, "questo gioco non scrive due valori insieme", "S024")

    def _about_cards(self, clause: s.Clause) -> bool:
        """«perde le sue abilità», «guadagna +1 Ardore», «guadagna Corazza»: of what a card has, not of what a player
        gets."""
        for complement in clause.complements:
            value = complement.value
            if complement.kind in ("c_amounts", "c_amounts_and"):
                return True
            items = value.items if isinstance(value, s.NounList) else (value,)
            if complement.kind == "c_object" and all(self._is_value_of_card(i) for i in items):
                return True
            if complement.kind == "c_object" and all(
                isinstance(i, s.NounPhrase)
                and i.noun is not None
                and i.noun.terminal in ("N_KEYWORD", "N_TEXT", "N_ABILITIES")
                for i in items
            ):
                return True
        return False

    def _is_value_of_card(self, np: object) -> bool:
        """«2 Ardore»: so much of a number that cards have."""
        if not isinstance(np, s.NounPhrase) or np.noun is None or np.noun.terminal != "N_VALUE" or np.modifiers:
            return False
        declared = self.vocabulary.values.get(np.noun.name)
        counted = declared is not None and declared.owner == "card" and declared.kind == "number"
        return counted and any(d.terminal in ("NUM", "INDEF") for d in np.determiners)

    def _object_np(self, clause: s.Clause, parts: Parts) -> s.Noun:
        if len(parts.objects) == 1:
            return parts.objects[0].value  # type: ignore[return-value]
        if clause.subject is not None and not parts.objects:
            return clause.subject
        raise self.fail(clause.start, f"«{clause.group.verb.text}» che cosa?", "S024", end=clause.end)

    def _gain(self, clause: s.Clause, parts: Parts) -> n.Effect:
        """«perde le sue abilità», «guadagna +1 Ardore e Corazza»: what a card has."""
        self.nothing_left(
            parts, clause, "objects", "amounts", "per_each", "duration", "during", adverbs=("ALWAYS", "ALSO")
        )
        target = self._holder(clause)
        lose = clause.group.verb.name == "perdere"
        always = parts.has("ALWAYS")
        span = self.span(clause.start, clause.end)
        found: list[n.Effect] = []
        for amount in parts.amounts:
            found.append(self._amount(amount, target, parts, always))
        for complement in parts.objects:
            value = complement.value
            for item in value.items if isinstance(value, s.NounList) else (value,):
                if not isinstance(item, s.NounPhrase) or item.noun is None:
                    said = self.quoted(clause.start, clause.end)
                    raise self.fail(clause.start, f"«{said}»: che cosa?", "S024", end=clause.end)
                if item.noun.terminal == "N_KEYWORD":
                    found.append(
                        n.Grant(target, item.noun.name, lose=lose, always=always, duration=parts.duration, span=span)
                    )
                elif item.noun.terminal == "N_VALUE":
                    one: n.Number = self._quantity(item)[1] or n.Num(1)
                    if lose:
                        negative = n.Compute(n.Arithmetic.MULTIPLY, (n.Num(-1), one))
                        one = n.Num(-one.value) if isinstance(one, n.Num) else negative
                    for np in parts.per_each:
                        one = n.Compute(n.Arithmetic.MULTIPLY, (one, self.multiplier(np, parts)))
                    value_name = item.noun.name
                    found.append(n.Modify(target, value_name, n.Operation.ADD, one, always, parts.duration, span=span))
                elif lose:
                    what = "keywords" if item.noun.terminal == "N_ABILITIES" else "text"
                    found.append(n.Suppress(target, what, parts.duration, always, span=span))
                else:
                    outer, self.said.clause_subject = self.said.clause_subject, self._recalled_subject(target)
                    found.append(
                        n.Grant(
                            target, slot=self._text(item, item.noun), always=always, duration=parts.duration, span=span
                        )
                    )
                    self.said.clause_subject = outer
        found = self._shared_target(found)
        return found[0] if len(found) == 1 else n.Sequence(tuple(found), span=span)

    def _go(self, clause: s.Clause, parts: Parts) -> n.Effect:
        self.nothing_left(
            parts,
            clause,
            "objects",
            "prepositions",
            "statuses",
            adverbs=("ALSO", "ALWAYS", "ANYMORE", "ONCE_AT", "INSTEAD", "ANY_ORDER"),
        )
        what = self._moved(clause, parts)
        if len(parts.statuses) == 1 and not parts.prepositions:  # «va in Quiete»
            return n.SetStatus(what, parts.statuses[0].name, span=self.span(clause.start, clause.end))
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
        if to is None and under is None and on is None:
            raise self.fail(clause.start, f"«{clause.group.verb.text}» dove? manca il luogo", "S024", end=clause.end)
        ordered = self._in_any_order(clause, parts, what, to)
        return n.Move(what, to, under, on, ordered=ordered, span=self.span(clause.start, clause.end))

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
        self.nothing_left(
            parts, clause, "objects", "prepositions", "statuses", adverbs=("AT_RANDOM", "ALSO", "ANY_ORDER")
        )
        agent = self._agent(clause)
        each: n.Select | None = None
        if isinstance(agent, n.Select) and agent.noun == PLAYER and agent.quantity is n.Quantity.ALL:
            each, agent = agent, n.Var(agent.bind or "")
        what, covered = self._put_what(clause, parts, agent)
        to: n.Place | n.Var | None = None
        under: n.Term | None = None
        on: n.Term | None = None
        for phrase in parts.prepositions:
            terminal = phrase.preposition.terminal
            if terminal == "FROM":
                place = self.place(phrase.np, agent)
                if not isinstance(what, n.Select):
                    raise self.fail(
                        phrase.preposition.at,
                        f"«{self.quoted(phrase.preposition.at, phrase.np.end)}» non si intende qui",
                        end=phrase.np.end,
                    )
                what = evolve(what, place=evolve(place, end=phrase.at_end))
            elif terminal == "UNDER":
                under = self.term(phrase.np)
            elif self.says_spot(phrase.np) and terminal in ("ON", "IN"):
                on = self._spot_for(what, phrase.np)
            elif terminal == "ON" and self.token_zone(what) is not None:
                to = self.upon(what, phrase.np)
            elif terminal == "TO" and isinstance(to, n.Place) and to.of == agent:  # «in mano al suo proprietario»
                whose = self.term(phrase.np)
                if self.sort(whose) != "player":
                    raise self.fail(phrase.np.start, "in mano a un giocatore", "S025", end=phrase.np.end)
                to = evolve(to, of=whose)
            elif terminal in ("IN", "TO", "ON") and to is None:
                to = self._destination(phrase.np, agent)
                if phrase.at_end is not None and isinstance(to, n.Place):
                    to = evolve(to, end=phrase.at_end)
            else:
                raise self.fail(
                    phrase.preposition.at,
                    f"«{self.quoted(phrase.preposition.at, phrase.np.end)}» non si intende qui",
                    end=phrase.np.end,
                )
        if [to, under, on].count(None) != 2:
            raise self.fail(clause.start, f"«{clause.group.verb.text}» dove? manca il luogo", "S024", end=clause.end)
        span = self.span(clause.start, clause.end)
        if isinstance(what, n.Select) and what.pick is n.Pick.AGENT and not isinstance(agent, n.You):
            if each is not None or what.quantity is not n.Quantity.ALL:
                raise self.fail(
                    clause.start,
                    "chi sceglie? con «mettere» scegli tu: dillo con un verbo del gioco",
                    "S039",
                    end=clause.end,
                )
        ordered = self._in_any_order(clause, parts, what, to)
        move: n.Effect = n.Move(what, to, under, on, covered=covered, ordered=ordered, span=span)
        if parts.statuses:  # «mettila in campo stanca»
            moved = n.Var(what.bind) if isinstance(what, n.Select) and what.bind else what
            so = tuple(n.SetStatus(moved, token.name, span=span) for token in parts.statuses)
            move = n.Sequence((move, *so), span=span)
        return n.ForEach(evolve(each, bind=None), each.bind or "", move, span=span) if each is not None else move

    def _put_what(self, clause: s.Clause, parts: Parts, agent: n.Term | None) -> tuple[n.Term, bool | None]:
        clitic = next((c for c in clause.group.clitics if c.name in ("it", "them")), None)
        if clitic is not None and not parts.objects:
            return self._recalled_by(clitic), None
        np = self._object_np(evolve(clause, subject=None), parts)
        covered: bool | None = None
        if isinstance(np, s.NounPhrase):
            words = [m for m in np.modifiers if m.kind == "adjective" and m.tokens[0].terminal == "COVERED"]
            if words:
                covered = words[0].tokens[0].name == "covered"
                np = evolve(np, modifiers=tuple(m for m in np.modifiers if m not in words))
        return self.term(np, agent=agent), covered

    def _seek(self, clause: s.Clause, parts: Parts) -> n.Effect:
        """«cerca una Doppia nel Mazzo»: chosen there, to be spoken of next."""
        self.nothing_left(parts, clause, "objects", "prepositions")
        agent = self._agent(clause)
        assert agent is not None
        what = self.term(self._object_np(evolve(clause, subject=None), parts), agent=agent)
        for phrase in parts.prepositions:
            if isinstance(what, n.Select) and phrase.preposition.terminal in ("IN", "FROM", "AMONG"):
                what = evolve(what, place=self.place(phrase.np, agent))
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
        return self.place(np, owner)

    def _moved(self, clause: s.Clause, parts: Parts) -> n.Term:
        if clause.subject is not None:
            return self.term(clause.subject)
        return self._left_out(clause)

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

    def _become(self, clause: s.Clause, parts: Parts) -> n.Effect:
        """«la Lanterna diventa Stanca», «i Turni Finali diventano 5», «l'Attivatore diventa il giocatore»."""
        self.nothing_left(
            parts, clause, "objects", "statuses", adverbs=("ALSO", "ALWAYS", "ANYMORE", "ONCE_AT", "INSTEAD")
        )
        span = self.span(clause.start, clause.end)
        subject = clause.subject
        if isinstance(subject, s.NounPhrase) and subject.noun is not None and subject.noun.terminal == "N_VALUE":
            if len(parts.objects) != 1:
                raise self.fail(clause.start, "non si dice quanto diventa", "S024", end=clause.end)
            left = self.number(subject)
            assert isinstance(left, n.ValueOf)
            np = parts.objects[0].value
            amount: n.Number | n.Term = self._own_word(left.value, np) or (
                self.number(np) if isinstance(np, s.NounPhrase) and self._is_number(np) else self.term(np)  # type: ignore[arg-type]
            )
            return n.Change(left.value, left.of, n.Operation.SET, amount, span=span)
        if isinstance(subject, s.NounPhrase) and subject.noun is not None and subject.noun.terminal == "N_LASTING":
            return self._integrated(clause, subject, parts)
        what = n.You() if self._is_told_to_you(clause) else self._moved(clause, parts)
        if len(parts.statuses) == 1 and parts.statuses[0].terminal != "ORIGINAL":
            return n.SetStatus(what, parts.statuses[0].name, span=span)
        raise self.fail(clause.start, f"«{self.quoted(clause.start, clause.end)}» non si intende", end=clause.end)

    def _integrated(self, clause: s.Clause, subject: s.NounPhrase, parts: Parts) -> n.Effect:
        """«i Pegni della carta diventano originali»."""
        term = self.term(subject)
        on = next((c for c in term.where if isinstance(c, n.LiesOn)), None) if isinstance(term, n.Select) else None
        if on is None or len(parts.statuses) != 1 or parts.statuses[0].terminal != "ORIGINAL":
            raise self.fail(clause.start, f"«{self.quoted(clause.start, clause.end)}» non si intende", end=clause.end)
        assert isinstance(term, n.Select)
        return n.Integrate(on.card, term.noun, span=self.span(clause.start, clause.end))

    def _own_word(self, value: str, np: object) -> n.Member | None:
        """«la Riva diventa alta»: a word of the value itself."""
        declared = self.vocabulary.values.get(value)
        head = np.noun if isinstance(np, s.NounPhrase) and not np.modifiers and not np.determiners else None
        if declared is None or head is None or head.name not in declared.members:
            return None
        return n.Member(value, head.name, span=self.span(head.at, head.at + 1))

    def _change(self, clause: s.Clause, parts: Parts) -> n.Effect:
        """«i Punti gloria del giocatore aumentano di 2», «diminuiscono del numero»."""
        adverbs = ("ALSO", "ALWAYS", "ANYMORE", "ONCE_AT", "INSTEAD")
        self.nothing_left(parts, clause, "prepositions", "duration", "family", adverbs=adverbs)
        subject = clause.subject
        if not (isinstance(subject, s.NounPhrase) and subject.noun is not None and subject.noun.terminal == "N_VALUE"):
            raise self.fail(clause.start, "non si dice che cosa cambia", "S024", end=clause.end)
        left = self.number(subject)
        assert isinstance(left, n.ValueOf)
        by = next((p.np for p in parts.prepositions if p.preposition.terminal == "OF"), None)
        if by is None:
            raise self.fail(clause.start, "non si dice di quanto", "S024", end=clause.end)
        amount = self.number(by)
        if clause.group.verb.name == "diminuire":
            amount = (
                n.Num(-amount.value)
                if isinstance(amount, n.Num)
                else n.Compute(n.Arithmetic.SUBTRACT, (n.Num(0), amount))
            )
        span = self.span(clause.start, clause.end)
        if parts.family is not None and left.of is not None:
            return n.Modify(
                left.of, left.value, n.Operation.ADD, amount, duration=parts.duration, family=parts.family, span=span
            )
        if parts.family is not None or parts.duration is not None:
            raise self.fail(clause.start, "quanto dura lo dice una specie di effetti: «come …»", "S036", end=clause.end)
        return n.Change(left.value, left.of, n.Operation.ADD, amount, span=span)

    def _graded(self, clause: s.Clause, parts: Parts) -> n.Effect:
        """«riduci di una categoria la prossima crepa»: so much less of the value that has that unit."""
        self.nothing_left(parts, clause, "objects", "prepositions", "duration", adverbs=("ALSO", "INSTEAD"))
        by = [p.np for p in parts.prepositions if p.preposition.terminal == "OF"]
        np = by[0] if len(by) == len(parts.prepositions) == len(parts.objects) == 1 else None
        unit = np.noun.name if isinstance(np, s.NounPhrase) and np.noun is not None else ""
        if np is None or not isinstance(np, s.NounPhrase) or unit not in self.vocabulary.values:
            raise self.fail(clause.start, "non si dice che cosa, o di quanto", "S024", end=clause.end)
        _, many = self._quantity(np)
        target, value = self.graded(parts.objects[0].value, unit)
        if not isinstance(many, n.Num):
            raise self.fail(np.start, f"«{self.quoted(np.start, np.end)}» quanto?", "S024", end=np.end)
        amount = n.Num(many.value if clause.group.verb.name == "aggravare" else -many.value)
        span = self.span(clause.start, clause.end)
        return n.Modify(target, value, n.Operation.ADD, amount, duration=parts.duration, span=span)

    def _pay(self, clause: s.Clause, parts: Parts) -> n.Effect:
        """«paga {2}», «paga il Costo di quella carta»."""
        self.said.last_done = self.said.fresh()
        return evolve(self.paying(clause, self._agent(clause) or n.You()), bind=self.said.last_done)

    def paying(self, clause: s.Clause, who: n.Term) -> n.Pay:
        """What is paid, and by whom."""
        parts = self.parts(clause)
        self.nothing_left(parts, clause, "objects")
        amount = self.number(self._object_np(evolve(clause, subject=None), parts))
        return n.Pay(amount, who, span=self.span(clause.start, clause.end))

    def _shuffle(self, clause: s.Clause, parts: Parts) -> n.Effect:
        self.nothing_left(parts, clause, "objects")
        return n.Shuffle(self.place(self._object_np(clause, parts)), span=self.span(clause.start, clause.end))

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
        name, _ = self.period(np)
        span = self.span(clause.start, clause.end)
        whole = not any(name in period.parts for period in self.vocabulary.periods.values())
        declared = self.vocabulary.periods.get(name)
        if (
            whole
            and (declared is None or declared.repeats or declared.parts)
            and not (declared is not None and declared.participants)
        ):
            return n.EndGame(span=span)
        return n.Finish(name, span=span)

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
            self.said.mention(n.Var("dado"), "die", "dado", 1, 1)
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

    def _look(self, clause: s.Clause, parts: Parts) -> n.Effect:
        self.nothing_left(parts, clause, "objects", "prepositions")
        who: n.Term | None = self._agent(clause)
        agent = who
        clitic = next((c for c in clause.group.clitics if c.name in ("it", "them")), None)
        if clitic is not None and not parts.objects:  # «rivelala»
            self.nothing_left(parts, clause)
            seen = None if clause.group.verb.name != "guardare" else who
            return n.Look(self._recalled_by(clitic), seen, span=self.span(clause.start, clause.end))
        np = self._object_np(evolve(clause, subject=None), parts)
        what = self.term(np, agent=agent)
        for phrase in parts.prepositions:
            if isinstance(what, n.Select):
                place = self.place(phrase.np, agent)
                if phrase.at_end is not None:
                    place = evolve(place, end=phrase.at_end)
                what = evolve(what, place=place)
        if clause.group.verb.name != "guardare":
            who = None
        self.said.looked = what if isinstance(what, n.Place) and what.end is None else None
        self._speak_of_its_player(what)
        return n.Look(what, who, span=self.span(clause.start, clause.end))

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
            return n.ForEach(evolve(who, bind=None), bind, each, span=self.span(clause.start, clause.end))
        return self._chosen_by(clause, parts, who)

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
        what = self.term(np, agent=who)
        if (
            isinstance(what, n.Group)
            and not what.either
            and all(isinstance(each, n.Select) for each in what.members)
            and not parts.prepositions
        ):
            return n.Sequence(
                tuple(n.Choose(each, who, span=span) for each in what.members if isinstance(each, n.Select)), span=span
            )
        if not isinstance(what, n.Select):
            raise self.fail(np.start, f"«{self.quoted(np.start, np.end)}» non si sceglie", end=np.end)
        for phrase in parts.prepositions:
            place = self.place(phrase.np, who)
            what = evolve(what, place=evolve(place, end=phrase.at_end))
        if self.said.looked is not None and not parts.prepositions and isinstance(np, s.NounPhrase):
            what = self._of_those_seen(what, np, self.said.looked)  # «mostra la mano. Scegli una carta»: of these
        self._speak_of_its_player(what)
        return n.Choose(what, who, span=span)

    def _speak_of_its_player(self, what: n.Term | n.Place) -> None:
        """«guarda la mano di un avversario»: who goes on without being said, where only a player can, is that one."""
        place = what.place if isinstance(what, n.Select) else what
        of = place.of if isinstance(place, n.Place) else None
        if of is not None and not isinstance(of, n.You) and self.sort(of) == "player":
            self.said.last_player = of

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
            return what
        placed = evolve(what, noun=self.vocabulary.implied_noun, where=where, place=place)
        self.said.mentions = [evolve(m, term=placed) if m.term == what else m for m in self.said.mentions]
        return placed

    def _swap(self, clause: s.Clause, parts: Parts) -> n.Effect:
        """«le due carte si scambiano di posto», «scambia di posto due Lanterne»."""
        if parts.places:
            self.nothing_left(parts, clause, "objects", "places", adverbs=("ALSO", "ONCE_AT", "INSTEAD"))
            span = self.span(clause.start, clause.end)
            if clause.group.reflexive or any(c.terminal == "SI" for c in clause.group.clitics):
                return n.Swap(self._moved(clause, parts), span=span)
            return n.Swap(self.term(self._object_np(clause, parts)), span=span)
        if len(parts.objects) == len(parts.prepositions) == 1 and parts.prepositions[0].preposition.terminal == "WITH":
            return self._traded(clause, parts)
        raise self.fail(
            clause.start,
            f"«{clause.group.verb.text}» è una parola della lingua che questo gioco non usa",
            "S031",
            end=clause.end,
        )

    def _traded(self, clause: s.Clause, parts: Parts) -> n.Effect:
        """«scambia la carta in cima al Deposito con una carta nella tua mano»: each to where the other lies."""
        self.nothing_left(parts, clause, "objects", "prepositions", adverbs=("ALSO", "ONCE_AT", "INSTEAD"))
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

    def _one(self, term: n.Term) -> bool:
        return isinstance(term, n.Select) and term.quantity is n.Quantity.EXACTLY and term.number == n.Num(1)

    def _count_as(self, clause: s.Clause, parts: Parts) -> n.Effect:
        """«conta come un'Onda», «vale come una Lana»."""
        self.nothing_left(
            parts,
            clause,
            "prepositions",
            "duration",
            "during",
            adverbs=("ALSO", "ALWAYS", "ANYMORE", "ONCE_AT", "INSTEAD"),
        )
        target = self._holder(clause)
        for phrase in parts.prepositions:
            np = phrase.np
            if (
                phrase.preposition.terminal == "AS"
                and isinstance(np, s.NounPhrase)
                and np.noun is not None
                and np.noun.terminal == "N_CARD"
            ):
                member = self.member_value(np.noun.name)
                lexeme_value = self.vocabulary.values.get(member or "")
                if member and lexeme_value is not None and lexeme_value.kind != "member" and not clause.group.negated:
                    return n.Modify(
                        target,
                        member,
                        n.Operation.ADD,
                        n.Member(member, np.noun.name),
                        parts.has("ALWAYS"),
                        parts.duration,
                        span=self.span(clause.start, clause.end),
                    )
                return n.BecomesStatus(
                    target,
                    None,
                    np.noun.name,
                    clause.group.negated,
                    parts.has("ALWAYS"),
                    parts.duration,
                    span=self.span(clause.start, clause.end),
                )
        raise self.fail(clause.start, f"«{self.quoted(clause.start, clause.end)}» non si intende", end=clause.end)


SPECIAL: Final[dict[str, Callable[[Effects, s.Clause, Parts], n.Effect]]] = {
    "perdere": Effects._gain, "guadagnare": Effects._gain, "ottenere": Effects._gain, "andare": Effects._go,
    "passare": Effects._pass, "diventare": Effects._become, "aumentare": Effects._change,
    "diminuire": Effects._change, "mescolare": Effects._shuffle, "cominciare": Effects._begin,
    "iniziare": Effects._begin, "finire": Effects._finish, "tirare": Effects._roll, "lanciare": Effects._roll,
    "aprire": Effects._open, "scadere": Effects._lapse, "fare": Effects._make, "guardare": Effects._look, "mostrare": Effects._look,
    "rivelare": Effects._look, "scegliere": Effects._choose, "contare": Effects._count_as, "mettere": Effects._put,
    "ridurre": Effects._graded, "aggravare": Effects._graded, "rimettere": Effects._put,
    "aggiungere": Effects._put, "spostare": Effects._put, "cercare": Effects._seek,
    "valere": Effects._count_as, "scambiare": Effects._swap, "pagare": Effects._pay, "prevenire": Effects._prevent,
}  # fmt: skip


def _original(modifier: s.Modifier) -> bool:
    return modifier.kind == "adjective" and modifier.tokens[0].terminal == "ORIGINAL"


def _one_of(said: s.Noun) -> s.Complement:
    """«otto carte in mano»: one of these, as the object of what is done until there are so many."""
    first = said.items[0] if isinstance(said, s.NounList) else said
    alone = s.NounPhrase((), first.noun, (), first.gender, 1, first.start, first.end)
    return s.Complement("c_object", alone, (), False, first.start, first.end)
