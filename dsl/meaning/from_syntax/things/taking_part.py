"""«la Lanterna attaccata», «l'attaccante», «il suo Ardore» after «quando …»: who takes part in what sets a sentence off."""

from __future__ import annotations

from attrs import evolve

from ....syntax import nodes as s
from ....vocabulary.inflection import conjugate
from ... import nodes as n
from ...mapped import replace_term
from ...walk import all_of
from .spots import Spots


class TakingPart(Spots):
    """The part of the reader that reads who takes part in an event that a text speaks of after it."""

    def _of_what_happens(self, np: s.NounPhrase, head: s.Token) -> n.Term | None:
        """«quando attacca, la Lanterna attaccata …», «quando viene attaccata, la Lanterna attaccante …»: who takes
        part in what sets the steps off."""
        event = self._when_event
        if event is None or len(np.modifiers) > 1 or not np.has("the") or (np.number & 2 and not np.number & 1):
            return None
        participle = next((m for m in np.modifiers if m.kind == "mod_participle"), None)
        if participle is not None:
            suffers = participle.tokens[0].name == event.verb.partition("#")[0]
            if not suffers or getattr(participle.value, "complements", False):
                return None
            return self._who_takes_part(event, "object", head.name, np)
        relative = next((m for m in np.modifiers if m.kind == "mod_relative"), None)
        if relative is not None:
            role = self._part_in(event, relative)
            return self._who_takes_part(event, role, head.name, np) if role else None
        doer = next((m.tokens[0] for m in np.modifiers if m.kind == "mod_name"), None)
        return self._who_takes_part(event, "agent", head.name, np) if self._does(event, doer) else None

    def _struck(self, np: s.NounPhrase) -> n.Term | None:
        """«quando attacca, se il bersaglio è …»: what this card does it to, never one that is chosen then."""
        event = self._when_event
        if event is None or np.modifiers or not self.may_be_struck(event):
            return None
        return self._who_takes_part(event, "object", self.vocabulary.implied_noun, np)

    def may_be_struck(self, event: n.Event | n.Moment | None) -> bool:
        """Whether what sets the steps off is done to a card by the bearer, or by the host of which its text speaks."""
        done_by = [role.value for role in event.roles if role.name == "agent"] if isinstance(event, n.Event) else []
        mine = (isinstance(each, n.Self) or (is_the_host(each) and self.sort(each) == "card") for each in done_by)
        if not isinstance(event, n.Event) or not any(mine):
            return False
        forms = [form for frame in self.vocabulary.frames_of(event.verb.partition("#")[0]) for form in frame.forms]
        wanted = [role.value for form in forms for role in form.roles if role.name == "object"]
        return any(self.sort(value) == "card" for value in wanted)

    def _part_in(self, event: n.Event, relative: s.Modifier) -> str | None:
        """Hook: the part that a relative says."""
        raise NotImplementedError

    @staticmethod
    def _does(event: n.Event, word: s.Token | None) -> bool:
        """«attaccante» of an event of the verb «attaccare»."""
        if word is None:
            return False
        verb = conjugate(event.verb.partition("#")[0])
        return word.name.casefold() == verb.present_participle

    def _doer_of_what_happens(self, np: s.NounPhrase, head: s.Token) -> n.Term | None:
        """«quando viene attaccata, spezza l'attaccante»: who does it, not yet the one of what it begins."""
        event = self._when_event
        if event is None or np.modifiers or not self._does(event, head):
            return None
        taking = (p for period in self.vocabulary.periods.values() for p in period.participants)
        noun = next((p.what.noun for p in taking if p.name == head.name), self.vocabulary.implied_noun)
        return self._who_takes_part(event, "agent", noun, np)

    def _who_takes_part(self, event: n.Event, name: str, noun: str, np: s.NounPhrase) -> n.Term | None:
        """The participant of an event that a text speaks of after it; it gets a name when it has none."""
        given = next((role.value for role in event.roles if role.name == name), None)
        if isinstance(given, n.Self) and self.said.card:
            raise self.fail(
                np.start, f"«{self.quoted(np.start, np.end)}» è questa carta: dì «questa carta»", "S021", end=np.end
            )
        if isinstance(given, n.Var | n.Self):
            return given
        what = given if isinstance(given, n.Select) else None
        forms = [form for frame in self.vocabulary.frames_of(event.verb) for form in frame.forms]
        if given is None and forms and not any(role.name == name for form in forms for role in form.roles):
            said = f"«{self.quoted(np.start, np.end)}»: in ciò che accade non c'è"
            raise self.fail(np.start, said, "S021", end=np.end)
        if given is None:
            there = self.vocabulary.implied_place(noun, target=False) if self.member_value(noun) is not None else None
            place = n.Place(there) if there else None  # as «quando para una Lana» says
            what = n.Select(noun, number=n.Num(1), place=place, bind=self.said.fresh())
        if what is None or what.bind is None:
            return None
        self._when_event = _with_role(event, n.Role(name, self._also_called(what, noun)))
        return n.Var(what.bind)

    def _also_called(self, what: n.Select, noun: str) -> n.Select:
        """«da una Lana … la Lanterna attaccante»: a Lanterna that is Lana."""
        value = self.member_value(what.noun)
        if noun in (what.noun, self.vocabulary.implied_noun) or value is None:
            return what
        return evolve(what, noun=noun, where=(n.HasMember(n.Candidate(), value, what.noun), *what.where))

    def _other_in_what_happens(self) -> n.Term | None:
        """«quando un'altra Lana si spezza, … il suo Ardore» is hers; «quando spezza una Lana, …» either's."""
        event, subject = self._when_event, self._when_subject
        if event is None or not self.said.continuous:
            return None
        if (host := self._host_in_what_happens()) is not None:
            return host
        roles = {role.name: role.value for role in event.roles}
        if subject is not None:
            binds = {each.bind for each in roles.values() if isinstance(each, n.Select) and each.bind}
            other = subject if isinstance(subject, n.Select) and subject.bind in binds else None
        else:
            other = roles.get("object") if isinstance(roles.get("agent"), n.Self) else None  # type: ignore[assignment]
        if not isinstance(other, n.Select) or other.bind is None or self.sort(other) != "card":
            met = self._met_in_it() if isinstance(roles.get("agent"), n.Self) else None
            return met if met is not None and self.said.choose(2) else None
        if subject is None and self.said.choose(2) == 0:
            return None
        return n.Var(other.bind)

    def _met_in_it(self) -> n.Term | None:
        """«quando vince contro una Lana, … il suo Ardore»: the one that this card met."""
        but_this = (n.Not(n.Same(n.Candidate(), n.Self())),)
        others = (m.recall for m in self.said.mentions if isinstance(m.recall, n.Select))
        return next((x for x in others if x.where == but_this and x.pick is n.Pick.NAMED), None)

    def _host_in_what_happens(self) -> n.Select | None:
        """«quando la Lanterna legata si spezza, vale 3»: what is said after it is said of that one."""
        event, subject = self._when_event, self._when_subject
        if event is None or not isinstance(subject, n.Select) or subject.pick is not n.Pick.NAMED:
            return None
        return subject if is_the_host(subject) and any(role.value == subject for role in event.roles) else None

    def _named_again(self, effect: n.Effect) -> n.Effect:
        """«quando la Lanterna legata si spezza, il suo giocatore …»: the one that took part, even if it is no longer there."""
        for role in self._when_event.roles if self._when_event is not None else ():
            one = role.value
            if (
                not isinstance(one, n.Select)
                or one.pick is not n.Pick.NAMED
                or one.bind is not None
                or one.among is None
            ):
                continue
            if self._when_event is not None and any(each == one for each in all_of(effect, n.Select)):
                named = evolve(one, bind=self.said.fresh())
                effect = replace_term(effect, one, n.Var(str(named.bind)))
                self._when_event = _with_role(self._when_event, n.Role(role.name, named))
        return effect


def is_the_host(who: object) -> bool:
    """«la Lanterna legata», of the card to which the bearer is attached."""
    among = who.among if isinstance(who, n.Select) and who.pick is n.Pick.NAMED else who
    return isinstance(among, n.Related) and isinstance(among.of, n.Self)


def _with_role(event: n.Event, role: n.Role) -> n.Event:
    """An event with a participant put in the place of the one of that name, the agent first."""
    if any(r.name == role.name for r in event.roles):
        return evolve(event, roles=tuple(role if r.name == role.name else r for r in event.roles))
    agent = [r for r in event.roles if r.name == "agent"]
    rest = [r for r in event.roles if r.name != "agent"]
    return evolve(event, roles=(role, *rest) if role.name == "agent" else (*agent, role, *rest))
