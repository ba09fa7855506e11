"""Who does it, who has it: said, left out, or meant by where the sentence stands."""

from __future__ import annotations

from attrs import evolve

from ....syntax import nodes as s
from ... import nodes as n
from ...scope import nodes_of
from ..things.complements import Parts
from ..things.reading import PLAYER
from .prevention import Prevention


class Agents(Prevention):
    """The part of the reader that finds whom a clause is about."""

    _who_does: tuple[s.VerbGroup, n.Term | None] | None = (
        None  # of these words, whose subject stands before «può», «deve»
    )

    def doer(self, clause: s.Clause) -> n.Term:
        return self._agent(clause) or n.You()

    def _agent(self, clause: s.Clause) -> n.Term | None:
        """Who carries out a clause: an order is the user's, unless only a card can do it."""
        if clause.subject is not None:
            if self.each_time_of_this(clause.subject):
                return n.Self()
            return self._this_that_was_met(clause) or self.term(clause.subject)
        group, last = clause.group, self.said.last_subject
        if last is not None and self._names_anew(clause, last):
            self.said.last_subject = self.said.last_player = None
        if self._who_does is not None and self._who_does[0] is group and self._who_does[1] is not None:
            return self._who_does[1]  # «l'avversario può pagare …»: said of the verb that goes before
        if group.form in ("infinitive", "gerund"):
            return n.You()
        if group.finite is not None and group.finite.sense.person == 2:
            if group.form == "order" and (self._is_of_the_card(clause) or self._same_player(clause)):
                return self._left_out(clause)
            if group.finite.sense.number == 2:  # «scartate», «scegliete»: each player
                return n.Select(PLAYER, quantity=n.Quantity.ALL, bind=self.said.fresh())
            return n.You()
        return self._left_out(clause)

    def _this_that_was_met(self, clause: s.Clause) -> n.Term | None:
        """«purifica una tua Lana, poi questa attacca»: that one, where the card that is used cannot."""
        np = clause.subject
        bare = isinstance(np, s.NounPhrase) and np.noun is None and np.has("this") and not np.modifiers
        topic = self._done_to if self._done_to is not None else self.said.topic
        if not bare or topic is None or self.said.continuous or self.sort(topic) != "card":
            return None
        known = bool(self.vocabulary.frames_of(clause.group.verb.name))
        return topic if known and not self._the_bearer_can(clause.group) else None

    def _left_out(self, clause: s.Clause) -> n.Term:
        """The subject that is not said: the bearer in a continuous text, who was spoken of in a used one."""
        last = self.who_goes_on(clause)
        if last is not None:
            return n.Self() if last == self._answered(clause) else last
        if (several := self.several_left_out(clause)) is not None:
            return several
        players = bool(self.vocabulary.frames_of(clause.group.verb.name)) and not self.card_can(clause.group.verb.name)
        if players and not self.said.continuous and not clause.group.passive and self.said.last_player is not None:
            return self.said.last_player  # «l'avversario mostra la mano. Scegli una carta: la scarta»
        topic = (
            self._done_to if self._done_to is not None else self.said.topic
        )  # «stanca una Lana, poi ha +1 Ardore»: the Lana
        if topic is not None and not self.said.continuous and self.sort(topic) == "card":
            if (
                isinstance(self.said.subject, n.Self)
                and not self._agrees(clause, topic)
                and self._agrees(clause, n.Self())
            ):
                return n.Self()  # «scansa un lancio. È considerata …»: no lancio
            both = self._the_bearer_can(clause.group) and self.may_happen_to(clause, n.Self())
            if both and self._does_no_more(topic) and not self._comes_back(clause.group.verb.name):
                return n.Self()
            return (topic, n.Self())[self.said.choose(2)] if both else topic
        if self._answered(clause) is not None:
            return n.Self()
        if self.said.subject is None:
            mention = self.said.recall("card") or self.said.recall("player")
            if mention is not None:
                return mention.recall
            raise self.fail(clause.start, f"chi? «{clause.group.verb.text}» non ha un soggetto", "S021", end=clause.end)
        return self.one_left_out(clause, self.said.subject)

    def _comes_back(self, verb: str) -> bool:
        """«torna in campo»: a verb that moves who does it, as what was taken away may."""
        steps = [
            node for frame in self.vocabulary.frames_of(verb) for step in frame.steps for node in nodes_of(step.effect)
        ]
        return any(isinstance(node, n.Move) and node.what == n.Var("agent") for node in steps)

    def _answered(self, clause: s.Clause) -> n.Term | None:
        """«se scansi il lancio, infligge …», in a text that is used: the lancio that was answered, where its card may be meant."""
        when = self._when_event
        if when is None or self.said.continuous or not isinstance(self.said.subject, n.Self):
            return None
        done_to = next((role.value for role in when.roles if role.name == "object"), None)
        tried = [f.verb for f in self.vocabulary.frames.values() if f.tries == when.verb]
        if not isinstance(done_to, n.Var | n.Select) or not any(map(self._ends_it, (when.verb, *tried))):
            return None
        may_be_meant = self._the_bearer_can(clause.group) and self.may_happen_to(clause, n.Self())
        may_be_meant = may_be_meant and not self._comes_back(clause.group.verb.name)
        return self._recalled_subject(done_to) if may_be_meant else None

    def _does_no_more(self, topic: n.Term) -> bool:
        """«scansa un lancio. Infligge …»: what one answers to does nothing for who answers, nor does what was taken away."""
        verb = next((verb for verb, what in reversed(self.said.deeds) if what == topic), None)
        return verb is not None and self._ends_it(verb)

    def _ends_it(self, verb: str) -> bool:
        """Whether what a verb is done to has been answered, or taken away."""
        frames = self.vocabulary.frames.values()
        met = {x for f in frames if f.on_next is not None for x in map(_said_of, nodes_of(f.object_condition)) if x}
        for frame in self.vocabulary.frames_of(verb):
            if frame.on_next is not None or met & {*map(_said_of, nodes_of(frame.object_condition))}:
                return True
            ends = [x.to for step in frame.steps for x in nodes_of(step.effect) if _moves_object(x)]
            played = (self.vocabulary.implied_places.get(of) for of in ("member", "target"))
            places = {zone for name in played if name is not None for zone in self._zones_in(name)}
            if ends and places and not any(isinstance(to, n.Place) and to.zone in places for to in ends):
                return True
        return False

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

    def _player_can(self, verb: str) -> bool:
        """Whether some form of a verb is of a player."""
        forms = (form for frame in self.vocabulary.frames_of(verb) for form in frame.forms)
        doers = (role.value for form in forms for role in form.roles if role.name == "agent")
        return any(self._wanted_sort(each) == "player" for value in doers for each in self._patterns(value))

    def _the_bearer_can(self, group: s.VerbGroup) -> bool:
        """Whether a verb can be said of the card of a text that is used, which is what the text is called by meanwhile."""
        declared = self.vocabulary.nouns.get(self.said.context.slot or "")
        mine = self._zones_of(declared.condition) if declared is not None else frozenset()
        if not isinstance(self.said.subject, n.Self) or not self.card_can(group.verb.name):
            return False
        forms = [form for frame in self.vocabulary.frames_of(group.verb.name) for form in frame.forms]
        named = "object" if group.reflexive else "agent"
        doers = [p for form in forms for role in form.roles if role.name == named for p in self._patterns(role.value)]
        theirs = [self._zones_of(self._meant_by(doer.noun)) for doer in doers if doer.noun != PLAYER]
        return any(not mine or not zones or mine & zones for zones in theirs)

    def _same_player(self, clause: s.Clause) -> bool:
        """«l'avversario mostra la sua mano, poi scarta una carta»: the same player goes on, in the same sentence."""
        last = self.said.last_subject
        return clause.group.verb.sense.third and last is not None and self.sort(last) == "player"

    def _names_anew(self, clause: s.Clause, who: n.Term) -> bool:
        """«il rivale perde 1 Punto e disarma il rivale»: whom a clause names is not who does it, which would be «si»."""
        said = [c.value.np if isinstance(c.value, s.Prepositional) else c.value for c in clause.complements]
        plain = [x for x in said if isinstance(x, s.NounPhrase) and not x.modifiers]
        that = (x for x in plain if x.has("that") and x.noun is not None and x.noun.terminal == "N_PLAYER")
        return any(self._player_named(x) == who for x in plain) or (isinstance(who, n.Var) and any(that))

    def _player_named(self, np: s.NounPhrase) -> n.Term | None:
        """«l'avversario», or the noun that a game has for him («il rivale»)."""
        if np.noun is not None and np.noun.terminal == "N_OPPONENT":
            return n.Opponent()
        declared = self.vocabulary.nouns.get(np.noun.name) if np.noun is not None else None
        return declared.stands_for if declared is not None else None

    def done_to_another(self, event: n.Event, clause: s.Clause) -> n.Event:
        """What another player does, said of nobody, he does to his own rival; never to himself, which is said with «si»."""
        roles = {role.name: role.value for role in event.roles}
        doer, frame = roles.get("agent"), self.vocabulary.frames.get(event.verb)
        whom = next((name for name in ("to", "object") if name in roles and roles[name] == doer), None)
        if whom is None or not isinstance(doer, n.Opponent) or clause.group.reflexive:
            return event
        phrases = [c.value for c in clause.complements if isinstance(c.value, s.Prepositional)]
        unsaid = frame is not None and frame.default_to == doer and not clause.group.clitics
        unsaid = unsaid and not any(self._player_named(x.np) == doer for x in phrases if isinstance(x.np, s.NounPhrase))
        if unsaid and clause.subject is not None and self.vocabulary.most_players == 2:
            return evolve(event, roles=tuple(evolve(r, value=n.You()) if r.name == whom else r for r in event.roles))
        said = self.quoted(clause.start, clause.end)
        hint = "di' chi lo fa («questa carta …»), o a chi («a te»); a sé stessi è «si …»"
        raise self.fail(clause.start, f"«{said}»: chi lo fa, e a chi?", "S024", hint, clause.end)

    def _is_of_the_card(self, clause: s.Clause) -> bool:
        """An imperative that is also the third person («brinda», «torna»): of the card when no player can do it."""
        verb = clause.group.verb
        if not verb.sense.third:
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

    def _another_player(self, doer: n.Term) -> bool:
        """Whether who did something is one player, and not you."""
        several = (getattr(doer, "each", False) and self.vocabulary.most_players > 2) or getattr(
            doer, "quantity", None
        ) is n.Quantity.ALL
        return not several and not isinstance(doer, n.You) and self.sort(doer) == "player"

    def _holder(self, clause: s.Clause) -> n.Term:
        if clause.subject is not None:
            self._is_no_time(clause.subject)
            return self.term(clause.subject)
        if self._is_told_to_you(clause):
            return n.You()
        known = self.said.last_player
        return known if known is not None and self._only_a_player_is(clause) else self._left_out(clause)

    def _is_no_time(self, np: s.Noun) -> None:
        """Refuses «il turno ha +1 Ardore»; of «questo turno ha +1 Ardore» it leaves what this card has for so long."""
        if isinstance(np, s.NounPhrase) and np.noun is not None and np.noun.terminal == "N_PERIOD":
            said = f"«{self.quoted(np.start, np.end)}» è un tempo: non ha valori né parole chiave"
            raise self.fail(np.start, said, "S025", "dì chi li ha, e per quanto: «… per questo …»", np.end)

    def _only_a_player_is(self, clause: s.Clause) -> bool:
        """«se il rivale è nascosto, non è più nascosto»: what a clause without subject says is said of players alone."""
        value = clause.predicate.value if clause.predicate is not None else None
        tokens = value.tokens if isinstance(value, s.Modifier) else ()
        declared = self.vocabulary.statuses.get(tokens[0].name) if len(tokens) == 1 else None
        return declared is not None and declared.of == PLAYER

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

    def _object_np(self, clause: s.Clause, parts: Parts) -> s.Noun:
        if len(parts.objects) == 1:
            return parts.objects[0].value  # type: ignore[return-value]
        if clause.subject is not None and not parts.objects:
            return clause.subject
        raise self.fail(clause.start, f"«{clause.group.verb.text}» che cosa?", "S024", end=clause.end)

    def _moved(self, clause: s.Clause, parts: Parts) -> n.Term:
        if clause.subject is not None:
            return self.term(clause.subject)
        return self._left_out(clause)


def _said_of(node: object) -> str | None:
    """The status, or the noun, that a condition asks for."""
    return node.status if isinstance(node, n.IsStatus) else node.noun if isinstance(node, n.IsKind) else None


def _moves_object(node: object) -> bool:
    return isinstance(node, n.Move) and node.what == n.Var("object")
