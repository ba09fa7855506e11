"""«è una Lana», «il suo Peso è 3», «diventa …», «conta come …»: what something is, and what is claimed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeGuard

from attrs import evolve

from ....syntax import nodes as s
from ....vocabulary.inflection import indefinite, joined
from ....vocabulary.lexer import Sense
from ....vocabulary.vocabulary import Kind
from ... import nodes as n
from ...game import ClaimDecl, Frame
from ...joined import conditions_of
from ...scope import nodes_of
from ...statuses import sets_status, status_set
from ..things.complements import Parts
from ..things.reading import PLAYER, number_said
from ..things.spots import SPOT
from .having import Having

CONSIDERED: Final = "considerare"


def _spoken_of(subject: object) -> n.Term:
    """By what a thing is known in the rest of its clause."""
    if isinstance(subject, n.Select) and subject.bind is not None:
        return n.Var(subject.bind)
    return subject  # type: ignore[return-value]


def as_it_is_considered(clause: s.Clause) -> s.Clause:
    """«è considerata una Lana», «si considera come una Lana»: as «è una Lana»."""
    group, subject = clause.group, clause.subject
    if group.verb.name != CONSIDERED or not (group.verb.terminal == "V_PART" or group.reflexive):
        return clause
    behind = subject is not None and subject.start > group.verb.at  # «viene considerata una Lana»
    if behind and isinstance(subject, s.NounPhrase | s.NounList):
        return evolve(
            clause, subject=None, predicate=s.Complement("predicate_np", subject, (), False, subject.start, subject.end)
        )
    for said in clause.complements:
        what = said.value.np if said.kind == "c_prep" and _is_as(said.value) else said.value
        if said.kind in ("c_object", "c_prep") and isinstance(what, s.NounPhrase | s.NounList):
            predicate = s.Complement("predicate_np", what, said.tokens, False, said.start, said.end)
            rest = tuple(each for each in clause.complements if each is not said)
            return evolve(clause, predicate=predicate, complements=rest)
    return clause


def _is_as(value: object) -> TypeGuard[s.Prepositional]:
    return isinstance(value, s.Prepositional) and value.preposition.terminal == "AS"


class Being(Having):
    """The part of the reader that reads what something is or becomes."""

    _at_once = False  # whether a clause says what is so at once, before anything that follows

    def _be(self, clause: s.Clause, parts: Parts) -> n.Effect:
        """«il suo Ardore è sempre 5», «la Forma del bersaglio è Erba», «è di forma opposta», «è Invocabile»."""
        predicate = clause.predicate
        assert predicate is not None
        adverbs = ("ALWAYS", "ALSO", "ANYMORE", "EVER", "INSTEAD")
        subject = clause.subject
        of_value = isinstance(subject, s.NounPhrase) and subject.noun is not None and subject.noun.terminal == "N_VALUE"
        capped = ("cap",) if of_value else ()
        self.nothing_left(parts, clause, "duration", "during", "family", *capped, adverbs=adverbs)
        always = parts.has("ALWAYS")
        if of_value and isinstance(subject, s.NounPhrase):
            return self._of_kind(self._value_is(clause, subject, predicate, parts, always), parts.family)
        value = predicate.value
        of_member = predicate.kind == "predicate_of" and isinstance(value, s.NounPhrase)
        if parts.family is not None and not of_member:
            raise self.fail(clause.start, f"«come {parts.family}» non si intende qui", "S036", end=clause.end)
        target = self._holder(clause)
        effect: n.Effect | None = None
        if predicate.kind == "predicate_adjectives" and isinstance(value, s.Modifier) and len(value.tokens) == 1:
            effect = self._is_so(clause, value, target, parts)
        elif isinstance(value, s.NounPhrase) and value.noun is not None:
            if predicate.kind == "predicate_of" and value.noun.terminal == "N_VALUE":
                span = self.span(clause.start, clause.end)
                effect = self._of_kind(self._is_of_member(value, target, parts, always, span), parts.family)
            elif predicate.kind == "predicate_np" and value.noun.terminal == "N_CARD":
                effect = self._is_a(clause, value, value.noun, target, parts)
        elif isinstance(value, s.NounList) and predicate.kind == "predicate_np":
            effect = self._is_all_of(clause, value, target, parts, also=parts.has("ALSO"))
        if effect is None:
            said = f"«{self.quoted(clause.start, clause.end)}» non è un effetto"
            raise self.fail(clause.start, said, "S030", end=clause.end)
        return effect

    def is_put_so(self, target: n.Term, status: str, on: bool, clause: s.Clause, parts: Parts) -> n.Effect | None:
        """Hook: «la Lana è spenta fino alla fine del turno», of a state that says more than itself."""
        raise NotImplementedError

    def _is_so(self, clause: s.Clause, value: s.Modifier, target: n.Term, parts: Parts) -> n.Effect | None:
        """«è stanca», «non è più desta», «è anche Erba»: a state, or a word of a value."""
        token, always, span = value.tokens[0], parts.has("ALWAYS"), self.span(clause.start, clause.end)
        if token.terminal == "STATUS_PHRASE" and token.name in self.vocabulary.nouns:
            negated = clause.group.negated or value.negated
            return n.BecomesStatus(target, None, token.name, negated, always, parts.duration, span=span)
        if token.terminal in ("STATUS", "STATUS_PHRASE"):
            negated = (clause.group.negated or value.negated) is not token.sense.negated
            anymore = parts.has("ANYMORE")
            done = not self.said.continuous or self.said.bound_event
            steps = self.said.context.start.value == "steps"
            target = self._who_can_be(target, token, clause)
            declared = self.vocabulary.statuses.get(token.name)
            of_players = declared is not None and declared.of == PLAYER
            put = done and (anymore or of_players) and not always  # «il rivale è disarmato»: until something ends it
            if parts.duration is None and ((steps and (anymore or not negated)) or put):
                made = n.SetStatus(target, token.name, not negated, span=span)
                return self.by_its_verb(made) if made.on and not anymore else made
            if (
                self.said.card
                and (done_so := self.is_put_so(target, token.name, not negated, clause, parts)) is not None
            ):
                return done_so
            return n.BecomesStatus(target, token.name, None, negated, always, parts.duration, span=span)
        if token.terminal != "MEMBER" or clause.group.negated:
            return None
        of = token.sense.of or ""
        bearer = self._bearer_of(self._token_that_is(clause, of, target), of)
        return self._has_word(clause, bearer, n.Member(of, token.name), parts)

    def _has_word(self, clause: s.Clause, bearer: n.Term, word: n.Member, parts: Parts) -> n.Effect:
        """«è una Lana»; of one token, where it is done, its own word changes for good, and what is added counts from there."""
        span = self.span(clause.start, clause.end)
        operation = n.Operation.ADD if parts.has("ALSO") else n.Operation.SET
        own = self.vocabulary.values[word.value].owner in self.vocabulary.tokens
        done = not self.said.continuous or self.said.bound_event
        added = parts.has("ALSO") or parts.has("ALWAYS")
        if own and done and parts.duration is None and not added and self._are_there(bearer):
            return n.Change(word.value, bearer, operation, word, span=span)
        return n.Modify(bearer, word.value, operation, word, parts.has("ALWAYS"), parts.duration, span=span)

    def fitted_with(self, clause: s.Clause, parts: Parts) -> n.Effect | None:
        """«la Lana è munita (anche) di Aghi», by the verb of a value that has several words: beside those that it has."""
        group, known = clause.group, self.vocabulary.values_of_verb(clause.group.verb.name)
        decl = next((each for each in known if each.kind == "members"), None)
        of = [each for each in parts.prepositions if each.preposition.terminal in ("OF", "WITH")]
        plain = group.form == "be_part" and group.modal is None and not group.negated and not group.perfect
        if decl is None or not plain or len(of) != 1 or not isinstance(of[0].np, s.NounPhrase | s.NounList):
            return None
        parts.prepositions.remove(of[0])
        self.nothing_left(parts, clause, "duration", "during", adverbs=("ALSO", "ALWAYS"))
        items = of[0].np.items if isinstance(of[0].np, s.NounList) else (of[0].np,)
        words = [self.word_of_value(np, decl) for np in items]
        bearer, span = self._bearer_of(self._holder(clause), decl.name), self.span(clause.start, clause.end)
        always = parts.has("ALWAYS")
        given = [
            n.Modify(bearer, decl.name, n.Operation.ADD, word, always, parts.duration, span=span) for word in words
        ]
        return given[0] if len(given) == 1 else n.Sequence(tuple(given), span=span)

    def not_an_order(self, clause: s.Clause) -> None:
        """Refuses «rendi grave una crepa» in a text in force, where it would hold of each of them for ever."""
        made_so = clause.group.form == "order" and clause.predicate is not None
        if made_so and self.said.continuous and not self.said.bound_event:
            said = f"«{self.quoted(clause.start, clause.end)}»: quando? ciò che sta in questo testo vale finché è in vigore"
            raise self.fail(
                clause.start, said, "S030", "dì che cosa lo fa accadere («quando …», o un costo)", clause.end
            )

    def _are_there(self, bearer: n.Term) -> bool:
        """Whether what is said is of things that are there now («le tue crepe gravi»), and not of some to come."""
        if not isinstance(bearer, n.Select) or bearer.quantity is not n.Quantity.ALL:
            return not self.of_some_to_come
        others = (n.Self, n.Var, n.Related, n.Event)
        return not self.of_some_to_come and not any(isinstance(x, others) for x in nodes_of(bearer.where))

    def _token_that_is(self, clause: s.Clause, value: str, target: n.Term) -> n.Term:
        """«infligge una crepa. Se …, è profonda»: the crepa, since a word of a token's value is said of such a token alone."""
        declared = self.vocabulary.values.get(value)
        noun = declared.owner if declared is not None else None
        if noun not in self.vocabulary.tokens or self._noun_of(target) == noun or getattr(target, "noun", "") == noun:
            return target
        met = next((m.recall for m in reversed(self.said.mentions) if m.noun == noun and not m.counted), None)
        if clause.subject is None and met is not None:
            return met
        said = f"«{self.quoted(clause.start, clause.end)}»: si dice di una {noun}"
        raise self.fail(clause.start, said, "S036", end=clause.end)

    def _is_a(
        self, clause: s.Clause, value: s.NounPhrase, head: s.Token, target: n.Term, parts: Parts
    ) -> n.Effect | None:
        """«è una Lana», «sei una Lana munita di Aghi», «è una Candela»: of a kind."""
        always, span = parts.has("ALWAYS"), self.span(clause.start, clause.end)
        member = self.member_value(head.name)
        if member and not clause.group.negated and self.sort(target) == "player":
            return self._is_such(clause, value, self._bearer_of(target, member), parts)
        if value.modifiers:
            return None
        if member and clause.group.negated:
            said = self.quoted(clause.start, clause.end)
            hint = f"dì che cos'è: «la sua {member} è …»"
            raise self.fail(clause.start, f"«{said}»: e che cos'è?", "S036", hint, end=clause.end)
        if member:
            return self._has_word(clause, target, n.Member(member, head.name), parts)
        return n.BecomesStatus(target, None, head.name, clause.group.negated, always, parts.duration, span=span)

    def _is_all_of(
        self, clause: s.Clause, value: s.NounList, target: n.Term, parts: Parts, *, also: bool
    ) -> n.Effect | None:
        """«è sia Lana che Erba», «conta come Lana e Erba»: of several words of a value, the first of which is set."""
        names = [np.noun.name for np in value.items if np.noun is not None and not np.modifiers]
        values = {self.member_value(name) for name in names}
        declared = self.vocabulary.values.get(next(iter(values), None) or "")
        several = declared is not None and declared.kind == "members"
        if value.joiner == "or" or clause.group.negated or len(names) < len(value.items) or len(values) > 1:
            return None
        if declared is None or not several:
            return None
        bearer, always, span = (
            self._bearer_of(target, declared.name),
            parts.has("ALWAYS"),
            self.span(clause.start, clause.end),
        )
        first = n.Operation.ADD if also else n.Operation.SET
        whole = next((x for x in self.vocabulary.member_sets.values() if set(x.members) == set(names)), None)
        if whole is not None:
            word = n.Member(declared.name, whole.name)
            return n.Modify(bearer, declared.name, first, word, always, parts.duration, span=span)
        ops = (first, *(n.Operation.ADD for _ in names[1:]))
        words = [n.Member(declared.name, name) for name in names]
        effects: list[n.Effect] = [
            n.Modify(bearer, declared.name, op, word, always, parts.duration, span=span)
            for op, word in zip(ops, words, strict=True)
        ]
        return n.Sequence(tuple(self._shared_target(effects)), span=span)

    def _is_such(self, clause: s.Clause, np: s.NounPhrase, target: n.Term, parts: Parts) -> n.Effect:
        """«sei una Lana munita di Aghi che scalda»: all that the noun phrase says, for as long as it stands."""
        assert np.noun is not None
        said: list[n.Condition] = [n.HasMember(n.Candidate(), self.member_value(np.noun.name) or "", np.noun.name)]
        for modifier in np.modifiers:
            said += self._filter(modifier, np, None)
        flat = [part for each in said for part in conditions_of(each)]
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
        outer = self.said.clause_subject, self._amount_of
        if isinstance(left.of, n.Select):  # «è pari al numero dei suoi Pegni»: of the one that has the value
            self.said.clause_subject, self._amount_of = self._owner_in_amount(left.of), left.of
        amount = self._set_to(predicate, left)
        self.said.clause_subject, self._amount_of = outer
        if parts.cap is not None:
            amount = self.no_more_than(amount, parts.cap)
        return n.Modify(left.of, left.value, n.Operation.SET, amount, always, parts.duration, left.printed, span=span)

    def _set_to(self, predicate: s.Complement, left: n.ValueOf) -> n.Number | n.Term:
        value = predicate.value
        of: n.Term = self._owner_in_amount(left.of) if left.of is not None else n.Candidate()
        if isinstance(value, s.Modifier):
            token = value.tokens[0]
            if predicate.kind == "predicate_comparison" and token.terminal == "EQUAL" and value.value is not None:
                amount = self.same_value_of(value.value, left.value) or self.number(value.value, of)
                return self.of_one_thing(amount, value.value.start, value.value.end)
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

    def claim(self, clause: s.Clause, who: n.Term | None = None) -> n.Claim:
        """«vince contro le Lana», «Attaccante batte Difensore», «i suoi pareggi contano come vittorie»; ``who`` claims it, if
        that is known."""
        clause = self._of_every_clash(clause)
        parts = self.parts(clause)
        self.nothing_left(parts, clause, "objects", "prepositions", "duration", "during", adverbs=("ALWAYS", "ALSO"))
        printed = self._claim_frame(clause) if self._idiomatic(clause) is None else None
        name, lost = self._which_claim(clause)
        roles = self._who_and_whom(clause, parts, who or self._who_claims(clause), name, printed is not None, lost)
        span = self.span(clause.start, clause.end)
        return n.Claim(name, roles, parts.has("ALWAYS"), parts.duration, span=span)

    def _which_claim(self, clause: s.Clause) -> tuple[str, bool]:
        """The claim that a clause says, and whether it is of the one who has the worse of it («perde i pareggi»)."""
        verb = clause.group.verb.name
        contrary = next((name for name, each in self.vocabulary.claims.items() if each.opposite == verb), None)
        return self._claim_frame(clause) or (contrary or verb, contrary is not None)

    def _who_and_whom(
        self, clause: s.Clause, parts: Parts, subject: object, name: str, printed: bool, lost: bool
    ) -> tuple[n.Role, ...]:
        """Who claims it, and against whom."""
        declared = self.vocabulary.claims.get(name)
        others: list[object] = []
        outer = self.said.clause_subject
        if self._idiomatic(clause) is not None:
            others += [self.term(np, pattern=True) for np in self._against(clause, parts)]
        else:
            self.said.clause_subject = _spoken_of(subject)
            others += [self.term(complement.value, pattern=True) for complement in parts.objects]  # type: ignore[arg-type]
            others += [self.term(phrase.np, pattern=True) for phrase in parts.prepositions]
            self.said.clause_subject = outer
        form = [role for role in declared.form.roles if role.name != "agent"] if declared is not None else []
        if not printed and self._idiomatic(clause) is None:
            self._led_as_declared(parts, form)
        names = [role.name for role in form] if declared is not None else ["object"]
        if not others and not printed:  # «vince i pareggi» alone, of «… contro una carta»: whomever it meets
            names = [role.name for role in form if role.name == "object" and not role.preposition]
        if len(others) != len(names):
            said = self.quoted(clause.start, clause.end)
            raise self.fail(clause.start, f"«{said}» non si intende", "S028", end=clause.end)
        if lost and declared is not None:
            return self._lost(declared, subject, others)
        roles = [n.Role("agent", subject)]  # type: ignore[arg-type]
        roles += [n.Role(role, other) for role, other in zip(names, others, strict=True)]  # type: ignore[arg-type]
        return tuple(self._claim_role(role) for role in roles) if declared is not None else tuple(roles)

    def _led_as_declared(self, parts: Parts, form: Sequence[n.Role]) -> None:
        """Refuses «vince i pareggi di Ardore», «vince nel Baule»: against whom, and nothing else, stands beside a claim."""
        known = {"AGAINST", *(role.preposition for role in form)}
        for phrase in parts.prepositions:
            if phrase.preposition.terminal not in known:
                said = self.quoted(phrase.preposition.at, phrase.np.end)
                raise self.fail(phrase.preposition.at, f"«{said}» non si intende qui", "S036", end=phrase.np.end)

    def _against(self, clause: s.Clause, parts: Parts) -> list[s.Noun]:
        """Against whom, in a sentence that has nouns of its own: «i suoi pareggi contro le Lana contano come vittorie»."""
        modifiers = clause.subject.modifiers if isinstance(clause.subject, s.NounPhrase) else ()
        found: list[s.Noun] = [m.value for m in modifiers if m.kind == "mod_against"]  # type: ignore[misc]
        found += [phrase.np for phrase in parts.prepositions if phrase.preposition.terminal == "AGAINST"]
        more = (*parts.objects, *(p for p in parts.prepositions if p.preposition.terminal not in ("AS", "AGAINST")))
        if more or len(found) > 1:
            said = self.quoted(clause.start, clause.end)
            hint = "contro chi si dice con il verbo: «vince …», «perde …»"
            raise self.fail(clause.start, f"«{said}» non si intende", "S028", hint, clause.end)
        return found

    def _owner_of_idiom(self, clause: s.Clause) -> n.Term:
        """«i pareggi delle tue Lana»: whose they are."""
        owner = self.term(clause.subject) if clause.subject is not None else None
        agent = owner.of if isinstance(owner, n.Related) else None
        foes = clause.subject.modifiers if isinstance(clause.subject, s.NounPhrase) else ()
        if agent is None and self.said.card and foes:
            return n.Self()  # «i pareggi contro le Lana contano come vittorie»
        if agent is None:
            raise self.fail(clause.start, "non si dice di chi", "S021", end=clause.end)
        return agent

    def _who_claims(self, clause: s.Clause) -> object:
        if self._idiomatic(clause) is not None:
            return self._owner_of_idiom(clause)
        if clause.subject is not None:
            return self.term(clause.subject, pattern=True)
        who = self.subject_of(clause) if self.said.candidate else self._left_out(clause)
        return self.as_pattern(who) if isinstance(who, n.Select) and who.quantity is n.Quantity.ALL else who

    def _lost(self, declared: ClaimDecl, loser: object, others: Sequence[object]) -> tuple[n.Role, ...]:
        """«perde contro le Lana»: these claim it against the one who says so; without them whoever may claim it."""
        whoever, against = declared.form.roles[0].value, declared.form.roles[1:]
        if len(declared.form.roles) != 2:
            raise self.fail(0, f"«{declared.name}» non si dice di due", "S028", end=len(self.words))
        winner = others[0] if others else evolve(whoever, bind=None) if isinstance(whoever, n.Select) else whoever
        roles = (n.Role("agent", winner), n.Role(against[0].name, loser))  # type: ignore[arg-type]
        return tuple(self._claim_role(role) for role in roles)

    def _of_every_clash(self, clause: s.Clause) -> s.Clause:
        """«vince le gare contro le Lana» is «vince contro le Lana»: all that there are between two."""
        kept: list[s.Complement] = []
        for each in clause.complements:
            np = each.value
            period = isinstance(np, s.NounPhrase) and np.noun is not None and np.noun.terminal == "N_PERIOD"
            if not period or not isinstance(np, s.NounPhrase) or each.kind != "c_object":
                kept.append(each)
                continue
            against = next((m for m in np.modifiers if m.kind == "mod_against"), None)
            if not (np.number & 2 or np.has("each", "all")) or len(np.modifiers) > (against is not None):
                return clause
            if against is not None and isinstance(against.value, s.NounPhrase | s.NounList):
                word = s.Token(against.start, "contro", Sense("AGAINST", "against"))
                phrase = s.Prepositional("prep_phrase", word, against.value)
                kept.append(s.Complement("c_prep", phrase, (), False, against.start, against.end))
        return evolve(clause, complements=tuple(kept))

    def _claim_role(self, role: n.Role) -> n.Role:
        """«vince contro le Lana»: any such card that it meets, in play or not is not asked."""
        if isinstance(role.value, n.Select) and role.value.place == self._implied(role.value.noun):
            return evolve(role, value=evolve(role.value, place=None))
        return role

    def _become(self, clause: s.Clause, parts: Parts) -> n.Effect:
        """«la Lanterna diventa Stanca», «i Turni Finali diventano 5», «l'Attivatore diventa il giocatore»."""
        adverbs = ("ALSO", "ALWAYS", "ANYMORE", "ONCE_AT", "INSTEAD")
        subject = clause.subject
        of_value = isinstance(subject, s.NounPhrase) and _noun_is(subject, "N_VALUE")
        if parts.pair:
            return self._become_so_much(clause, parts)
        word = None if of_value else self._word_become(parts)
        if word is not None:  # «la Lanterna diventa una Lana»: from then on it is one
            rest = tuple(c for c in clause.complements if c.value is not word)
            such = s.Complement("predicate_np", word, start=word.start, end=word.end)
            parts.objects = []
            return self._be(evolve(clause, predicate=such, complements=rest), parts)
        self.nothing_left(parts, clause, "objects", "statuses", *(("duration",) if of_value else ()), adverbs=adverbs)
        span = self.span(clause.start, clause.end)
        if isinstance(subject, s.NounPhrase) and of_value:
            if len(parts.objects) != 1:
                raise self.fail(clause.start, "non si dice quanto diventa", "S024", end=clause.end)
            left = self.number(subject)
            assert isinstance(left, n.ValueOf)
            np = parts.objects[0].value
            amount: n.Number | n.Term = self._own_word(left.value, np) or (
                self.number(np) if isinstance(np, s.NounPhrase) and self._is_number(np) else self.term(np)  # type: ignore[arg-type]
            )
            changed = self._changed(left, n.Operation.SET, amount, clause, parts)
            return self._of_kind(changed, parts.family) if self.said.card else changed
        if isinstance(subject, s.NounPhrase) and _noun_is(subject, "N_LASTING"):
            return self._integrated(clause, subject, parts)
        what = n.You() if self._is_told_to_you(clause) else self._moved(clause, parts)
        if len(parts.statuses) == 1 and parts.statuses[0].terminal != "ORIGINAL":
            token = parts.statuses[0]
            who = self._who_can_be(what, token, clause)
            return self.by_its_verb(n.SetStatus(who, token.name, not token.sense.negated, span=span))
        raise self.fail(clause.start, f"«{self.quoted(clause.start, clause.end)}» non si intende", end=clause.end)

    def _become_so_much(self, clause: s.Clause, parts: Parts) -> n.Effect:
        """«diventa 2/1 per questo turno»: it has so much of the one and of the other value that are written together."""
        self.nothing_left(parts, clause, "pair", "duration", adverbs=("ALSO", "INSTEAD"))
        who = self._moved(clause, parts)
        if self.sort(who) != "card":
            raise self.fail(clause.start, f"«{self.quoted(clause.start, clause.end)}» si dice di una carta", "S025")
        values = [n.ValueOf(name, of=who) for name in self._pair(s.Amount(parts.pair[0], None))]
        numbers = [number_said(token) for token in parts.pair]
        found = [
            self._changed(x, n.Operation.SET, much, clause, parts) for x, much in zip(values, numbers, strict=True)
        ]
        return n.Sequence(tuple(self._shared_target(found)), span=self.span(clause.start, clause.end))

    def _render(self, clause: s.Clause, parts: Parts) -> n.Effect:
        """«rendi stanca una Lana», «scegli una casella e rendila Gelata»: it becomes so."""
        self.nothing_left(parts, clause, "objects", "statuses", adverbs=("ALSO", "INSTEAD"))
        clitic = next((each for each in clause.group.clitics if each.name in ("it", "them")), None)
        np = parts.objects[0].value if len(parts.objects) == 1 else None
        words = parts.statuses
        last = np.modifiers[-1] if isinstance(np, s.NounPhrase) and np.modifiers else None
        if not words and last is not None and last.kind == "adjective" and last.tokens[0].terminal == "STATUS":
            assert isinstance(np, s.NounPhrase)
            words, np = [last.tokens[0]], evolve(np, modifiers=np.modifiers[:-1])  # «rendi una Lana stanca»
        others = clause.subject is not None  # «l'avversario rende …»
        if len(words) != 1 or words[0].terminal == "ORIGINAL" or (clitic is None) is (np is None) or others:
            raise self.fail(clause.start, f"«{self.quoted(clause.start, clause.end)}» non si intende", end=clause.end)
        declared = self.vocabulary.statuses.get(words[0].name)
        spot = declared is not None and declared.of is not None and self.is_spot(declared.of)
        place = self.said.recall_one(SPOT, clitic.sense.gender) if clitic is not None and spot else None
        known = place.recall if place is not None else self.recalled_by(clitic) if clitic is not None else None
        what = known if known is not None else self.term(np)  # type: ignore[arg-type]
        span = self.span(clause.start, clause.end)
        return self.by_its_verb(n.SetStatus(what, words[0].name, not words[0].sense.negated, span=span))

    def by_its_verb(self, change: n.SetStatus) -> n.Effect:
        """«la Lana diventa stanca», on a card, is what the game's verb does («si stanca»): who waits for that notices it."""
        made = self.verb_making(change) if self.said.card and not self._at_once else None
        if made is None:
            return change  # «entra in campo stanca»: so it comes, nothing is done to it
        frame, who = made
        form = min(frame.forms, key=lambda each: len(each.roles))
        roles = tuple(n.Role(r.name, change.what if r.name == who else n.You()) for r in form.roles)
        self.said.last_done = self.said.fresh()
        return n.Do(n.Event(frame.verb, roles), bind=self.said.last_done, span=change.span)

    def verb_making(self, change: n.SetStatus) -> tuple[Frame, str] | None:
        """The one verb of the game that makes a thing so, and the part that it has in it; None where there are others, or none."""
        whose = {"card": ("object",), "player": ("object", "agent")}.get(self.sort(change.what), ())
        statuses, wanted = self.vocabulary.statuses, status_set(change, self.vocabulary.statuses)
        doing = [
            (frame, who)
            for frame in self.vocabulary.frames.values()
            for who in whose
            if wanted is not None and sets_status(frame, statuses, who) == wanted
        ]
        return doing[0] if len(doing) == 1 else None

    def _word_become(self, parts: Parts) -> s.NounPhrase | None:
        """The word of a value of cards that something becomes."""
        np = parts.objects[0].value if len(parts.objects) == 1 else None
        if not isinstance(np, s.NounPhrase) or not _noun_is(np, "N_CARD") or np.noun is None or np.modifiers:
            return None
        declared = self.vocabulary.values.get(self.member_value(np.noun.name) or "")
        whole = all(d.terminal == "INDEF" for d in np.determiners)
        such = declared is not None and (declared.owner == "card" or declared.owner in self.vocabulary.tokens)
        return np if whole and such else None

    def _who_can_be(self, what: n.Term, status: s.Token, clause: s.Clause) -> n.Term:
        """«se l'avversario ha perso, diventa prono»: what only a player can be is of the one who was spoken of; «scegli una
        casella: diventa Gelata»."""
        declared = self.vocabulary.statuses.get(status.name)
        of = declared.of if declared is not None else None
        others = ("card",) if of == PLAYER else ("card", "player")
        if of is None or (of != PLAYER and not self.is_spot(of)) or self.sort(what) not in others:
            return what
        if of != PLAYER:
            place = self.said.recall_one(SPOT) if clause.subject is None else None
            spoken_of = place.recall if place is not None else None
        else:
            spoken_of = self.player_spoken_of() if clause.subject is None else None
        if spoken_of is not None:
            return spoken_of
        word = self.vocabulary.lexeme(of, Kind.NOUN)
        gender = word.gender if word is not None and word.gender is not None else "m"
        one = "un giocatore" if of == PLAYER else joined(indefinite(gender, of), of)
        raise self.fail(status.at, f"«{status.text}» si dice di {one}: di quale?", "S025")

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
        ordered = parts.objects[0].value if len(parts.objects) == 1 else clause.subject
        if self.said.card and self.called_graded(ordered) is not None:
            return self._graded(clause, parts)
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
        return self._changed(left, n.Operation.ADD, amount, clause, parts)

    def _changed(
        self, left: n.ValueOf, op: n.Operation, amount: n.Number | n.Term, clause: s.Clause, parts: Parts
    ) -> n.Effect:
        """A value that is kept changes for good; what is printed on a card, or reckoned, is another for a time."""
        decl = self.vocabulary.values[left.value]
        span = self.span(clause.start, clause.end)
        of_card = decl.owner not in ("player", "game", *self.vocabulary.periods)
        kept = not of_card or decl.counter or not decl.printed
        layered = (
            decl.layered_of_player and op is n.Operation.ADD
        )  # «il tuo limite di mano aumenta di 1», as long as it is so
        standing = (self.said.continuous and not self.said.bound_event) or parts.duration is not None
        of_card_now = of_card and (not kept or decl.derived is not None)
        if left.of is not None and (parts.family is not None or of_card_now or (layered and standing)):
            return n.Modify(
                left.of,
                left.value,
                op,
                amount,
                parts.has("ALWAYS"),
                parts.duration,
                left.printed,
                parts.family,
                span=span,
            )
        if decl.derived is not None:
            hint = "dì per quanto: «… fino alla fine del turno»" if layered else ""
            raise self.fail(clause.start, f"«{left.value}» si calcola: non cambia da sé", "S036", hint, end=clause.end)
        if parts.family is not None or parts.duration is not None:
            raise self.fail(clause.start, "quanto dura lo dice una specie di effetti: «come …»", "S036", end=clause.end)
        return n.Change(left.value, left.of, op, amount, span=span)

    def _multiply(self, clause: s.Clause, parts: Parts) -> n.Effect:
        """«raddoppia l'Ardore della Lana bersaglio», «l'Ardore della Lana bersaglio raddoppia»."""
        self.nothing_left(parts, clause, "objects", "duration", adverbs=("ALSO", "ONCE_AT"))
        what = clause.subject if not parts.objects else parts.objects[0].value
        if len(parts.objects) > 1 or not isinstance(what, s.NounPhrase) or not _noun_is(what, "N_VALUE"):
            raise self.fail(clause.start, "non si dice che cosa raddoppia", "S024", end=clause.end)
        left = self.number(what)
        assert isinstance(left, n.ValueOf)
        return self._changed(left, n.Operation.TIMES, n.Num(2), clause, parts)

    def _halve(self, clause: s.Clause, parts: Parts) -> n.Effect:
        """«dimezza i Punti dell'avversario, arrotondati per difetto»: of what is kept, half of it from then on."""
        self.nothing_left(parts, clause, "objects", adverbs=("ALSO", "ONCE_AT", "INSTEAD"))
        what = self._object_np(evolve(clause, subject=None), parts)
        rounded = [m for m in getattr(what, "modifiers", ()) if any(t.terminal == "ROUNDED" for t in m.tokens)]
        if not isinstance(what, s.NounPhrase) or not _noun_is(what, "N_VALUE"):
            raise self.fail(clause.start, "non si dice che cosa si dimezza", "S024", end=clause.end)
        if len(rounded) != 1:
            said = "la metà di un numero dispari: «arrotondata per eccesso» o «per difetto»?"
            raise self.fail(clause.start, said, "S024", end=clause.end)
        left = self.number(evolve(what, modifiers=tuple(m for m in what.modifiers if m not in rounded)))
        declared = self.vocabulary.values.get(left.value) if isinstance(left, n.ValueOf) else None
        if not isinstance(left, n.ValueOf) or declared is None or declared.printed or declared.derived is not None:
            hint = "di una carta dì «ha l'… uguale alla metà del suo … originale, arrotondata per …»"
            raise self.fail(clause.start, "si dimezza ciò che si conta, e resta", "S036", hint, clause.end)
        up = any(token.name == "up" for token in rounded[0].tokens)
        half = n.Compute(n.Arithmetic.HALF_UP if up else n.Arithmetic.HALF_DOWN, (left,))
        return self._changed(left, n.Operation.SET, half, clause, parts)

    def _graded(self, clause: s.Clause, parts: Parts) -> n.Effect:
        """«riduci di una categoria la prossima crepa», «la gravità delle crepe di questo lancio è ridotta di 1»: so much less
        of the value that has that unit."""
        self.nothing_left(parts, clause, "objects", "prepositions", "duration", adverbs=("ALSO", "INSTEAD"))
        by = [p.np for p in parts.prepositions if p.preposition.terminal == "OF"]
        np = by[0] if len(by) == len(parts.prepositions) == 1 else None
        what = clause.subject if not parts.objects else parts.objects[0].value if len(parts.objects) == 1 else None
        last = what.modifiers[-1] if isinstance(what, s.NounPhrase) and what.modifiers else None
        if parts.within is not None and last is not None and last.kind == "mod_participle":
            said = f"«{self.quoted(last.end, clause.end)}» dice quando si subisce, non per quanto dura"
            raise self.fail(last.end, said, "S036", end=clause.end)
        named = self.called_graded(what)
        unit = np.noun.name if isinstance(np, s.NounPhrase) and np.noun is not None else named[0] if named else ""
        if np is None or what is None or unit not in self.vocabulary.values:
            raise self.fail(clause.start, "non si dice che cosa, o di quanto", "S024", end=clause.end)
        number = self._quantity(np)[1] if isinstance(np, s.NounPhrase) and np.noun is not None else self.number(np)
        target, value = self.graded(named[1] if named else what, unit)
        if not isinstance(number, n.Num):
            raise self.fail(np.start, f"«{self.quoted(np.start, np.end)}» quanto?", "S024", end=np.end)
        amount = n.Num(number.value if clause.group.verb.name in ("aggravare", "aumentare") else -number.value)
        span = self.span(clause.start, clause.end)
        lasts = parts.duration or self._stretch or self.so_long_unsaid(target)
        self._stretch = None
        return self.of_the_one_to_come(n.Modify(target, value, n.Operation.ADD, amount, duration=lasts, span=span))

    def called_graded(self, np: object) -> tuple[str, s.Noun] | None:
        """«la gravità delle crepe di questo lancio»: the value that is said by comparing, and whose; None of other values."""
        if not isinstance(np, s.NounPhrase) or not _noun_is(np, "N_VALUE") or np.noun is None:
            return None
        shown = np.noun.name
        units = (name for name, decl in self.vocabulary.values.items() if shown in (name, decl.settled_in))
        unit = next((u for u in units if any(each.of == u for each in self.vocabulary.degrees)), None)
        whose = [m.value for m in np.modifiers if m.kind == "mod_of"]
        if unit is None or len(whose) != 1 or len(np.modifiers) != 1:
            return None
        return (unit, whose[0]) if isinstance(whose[0], s.NounPhrase | s.NounList) else None

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
            both = phrase.preposition.terminal == "AS" and isinstance(np, s.NounList)
            if both and (all_of := self._is_all_of(clause, np, target, parts, also=True)) is not None:  # type: ignore[arg-type]
                return all_of
            if (
                phrase.preposition.terminal == "AS"
                and isinstance(np, s.NounPhrase)
                and np.noun is not None
                and np.noun.terminal == "N_CARD"
            ):
                if np.number > 1 and any(d.terminal == "NUM" for d in np.determiners):
                    said = self.quoted(np.start, np.end)
                    raise self.fail(np.start, f"«{said}»: una carta sola ne è una", "S036", end=np.end)
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


def _noun_is(phrase: s.NounPhrase, terminal: str) -> bool:
    return phrase.noun is not None and phrase.noun.terminal == terminal
