"""«quando sfida, vince la gara»: what decides a period comes at its end, so that a card can only sway it."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from ....syntax import nodes as s
from ....syntax.reading import Start
from ... import nodes as n
from ...joined import effects_of
from ...scope import nodes_of
from ..things.complements import Parts
from .looking import Looking

ON_CARDS: Final = (Start.CARD_CONTINUOUS, Start.CARD_USED, Start.KEYWORD)


class Outcomes(Looking):
    """The part of the reader that reads what a card says of how a period ends."""

    def swayed(self, event: n.Event, clause: s.Clause, parts: Parts) -> n.Claim | None:
        """What an order to win the period that goes on means; None of any other order.

        Done before that is decided it would only be told. What is meant is what the steps of the period ask: that it beats
        whatever it meets there."""
        standing = self.said.continuous and not self.said.bound_event
        period = self.decided_at_its_end(event) if self.said.context.start in ON_CARDS and not standing else None
        if period is None or parts.has("INSTEAD"):
            return None
        self.nothing_left(parts, clause, "objects", "prepositions", adverbs=("ALWAYS", "ALSO"))
        claims = self.vocabulary.claims.values()
        lost = next(
            (c for c in claims if c.lost and c.lost.verb == event.verb.partition("#")[0] and len(c.form.roles) == 2),
            None,
        )
        claim = next((c for c in claims if c.printed and c.printed.verb == event.verb), None) or lost
        agent = next((role for role in event.roles if role.name == "agent"), None)
        if claim is None or agent is None or self.sort(agent.value) != "card" or not _of_this(event):
            said = self.quoted(clause.start, clause.end)
            message = f"«{said}»: l'esito ({period}) si decide alla fine"
            hint = "prima si può dire solo ciò che vi conta, e dopo ciò che segue: «quando vince …», «quando perde …»"
            raise self.fail(clause.start, message, "S071", hint, clause.end)
        others = tuple(n.Role(role.name, role.value) for role in claim.form.roles if role.name != "agent")
        lasting = n.Duration(n.Stretch.THIS, period)
        span = self.span(clause.start, clause.end)
        if claim is lost:  # «quando sfida una Lana, perde»: whatever it meets there beats it
            whoever = n.Role("agent", claim.form.roles[0].value)
            return n.Claim(
                claim.name, (whoever, evolve(agent, name=others[0].name)), parts.has("ALWAYS"), lasting, span=span
            )
        return n.Claim(claim.name, (agent, *others), parts.has("ALWAYS"), lasting, span=span)

    def of_the_outcome(self, when: n.Event) -> str | None:
        """The period of two that an event begins, or of which it is the outcome: «quando sfida», «quando vince la gara»."""
        frame = self.vocabulary.frames.get(when.verb)
        while frame is not None and frame.then is None and frame.kind_of is not None:
            frame = self.vocabulary.frames.get(frame.kind_of)
        begun = (x.period for x in nodes_of(frame.then if frame is not None else None) if isinstance(x, n.Begin))
        of_two = (period for period in begun if self.vocabulary.periods[period].participants)
        return next(of_two, None) or self.decided_at_its_end(when)

    def not_too_late(self, when: n.Event | n.Moment | None, effect: n.Effect) -> None:
        """Refuses «se l'attacco infligge una ferita, schivalo»: what is still to come is dodged, not what has struck."""
        agent = _role(when, "agent") if isinstance(when, n.Event) else None
        if agent is None or not isinstance(when, n.Event):
            return
        doer = n.Var(agent.bind) if isinstance(agent, n.Select) and agent.bind else agent
        for done in (node.event for node in nodes_of(effect) if isinstance(node, n.Do)):
            comes = next((f.on_next for f in self.vocabulary.frames.values() if f.name == done.verb), None)
            if comes is not None and comes.verb != when.verb and _role(done, "object") == doer:
                said = "quando accade è tardi: se riesce è già deciso"
                hint = "si dice di ciò che arriva, senza «quando …» e «se …» di ciò che farà"
                raise self.fail(0, said, "S071", hint, len(self.words))

    def so_long_at_first(self, when: n.Event, effect: n.Effect) -> n.Effect:
        """«la prima volta che sfida in ogni turno, ha +1 Ardore»: as long as what that began, or for good; both are tried."""
        parts = effects_of(effect)
        concerned = [role.value for role in when.roles]
        changes = [x for x in parts if isinstance(x, n.Modify) and x.duration is None and x.target in concerned]
        period = self.of_the_outcome(when)
        if len(changes) < len(parts) or period is None or self.vocabulary.periods[period].ends_unsaid:
            return effect  # where it ends with that anyhow, the two are one
        if self.said.choose(2):
            return effect
        lasting = n.Duration(n.Stretch.THIS, period)
        done = tuple(evolve(x, duration=lasting) for x in changes)
        return done[0] if len(done) == 1 else n.Sequence(done, span=effect.span)

    def what_it_asks(self, when: n.Event, effect: n.Effect) -> n.Claim | None:
        """«se pareggia, vince», of an event whose steps ask one claim to decide: that claim, since afterwards it is late."""
        frame = self.vocabulary.frames.get(when.verb)
        asked = {x.claim.claim for x in nodes_of(frame.steps if frame is not None else ()) if isinstance(x, n.Holds)}
        agent = next((role for role in when.roles if role.name == "agent"), None)
        if not isinstance(effect, n.Claim) or len(asked) != 1 or agent is None or agent not in effect.roles:
            return None
        return n.Claim(asked.pop(), (agent,), effect.always, span=effect.span)

    def won_instead(self, when: n.Event, effect: n.Effect, conditions: list[n.Condition]) -> n.Static | None:
        """«se perderebbe la gara contro una Lana, invece vince»: that it beats her, since the other would have won all the same."""
        verb = when.verb.partition("#")[0]
        agent, done = _role(when, "agent"), effect.event if isinstance(effect, n.Do) else None
        claims = [
            (name, c) for name, c in self.vocabulary.claims.items() if c.lost and c.lost.verb.partition("#")[0] == verb
        ]
        name, claim = next(((name, c) for name, c in claims if c.printed and len(c.form.roles) == 2), ("", None))
        if claim is None or claim.printed is None or agent is None or self.decided_at_its_end(when) is None:
            return None
        who = n.Var(agent.bind) if isinstance(agent, n.Select) and agent.bind else agent
        wins = done is not None and done.verb == claim.printed.verb and _role(done, "agent") == who and _of_this(done)
        met = next((role for role in claim.form.roles if role.name != "agent"), None)
        if isinstance(effect, n.Claim) and effect.claim == name:
            wins, met = _role(effect, "agent") == who, next((r for r in effect.roles if r.name != "agent"), met)
        if not wins or met is None:
            return None
        foes = [foe for each in conditions if (foe := _foe_asked(each, who)) is not None]
        rest = [each for each in conditions if _foe_asked(each, who) is None]
        if len(foes) > 1 or (any(node == who for each in rest for node in nodes_of(each)) and isinstance(who, n.Var)):
            return None
        claimed = evolve(self._loosened(agent), bind=None) if isinstance(agent, n.Select) else agent
        whom = evolve(met.value, where=foes[0], bind=None) if foes and isinstance(met.value, n.Select) else met.value
        roles = (n.Role("agent", claimed), evolve(met, value=whom))  # type: ignore[arg-type]
        return n.Static((n.Claim(name, roles),), n.And(tuple(rest)) if len(rest) > 1 else rest[0] if rest else None)

    def once_decided(self, when: n.Event, never: n.Effect) -> n.Static | None:
        """«quando perde la gara, non si spegne»: in force as soon as it has lost, since what is set off comes after."""
        period = self.decided_at_its_end(when)
        lasting = n.Duration(n.Stretch.THIS, period)
        if period is None or not isinstance(never, n.Allow) or never.allowed or never.duration != lasting:
            return None
        meanwhile = (n.During(period), n.Happened(when, period, span=when.span))
        return n.Static((evolve(never, duration=None),), n.And(meanwhile))

    def bought_off(self, when: n.Event, effect: n.Effect, condition: n.Condition | None) -> n.Replaced | None:
        """«quando perde la gara, puoi scartare una carta. Se lo fai, non si spegne»: in the place of that, once it has lost."""
        period, parts = self.decided_at_its_end(when), effects_of(effect)
        if period is None or len(parts) != 2:
            return None
        may, kept = parts
        never = kept.then if isinstance(kept, n.If) and isinstance(kept.condition, n.Did) else None
        if not isinstance(may, n.May) or not isinstance(never, n.Allow) or never.allowed:
            return None
        if never.duration not in (None, n.Duration(n.Stretch.THIS, period)) or _role(never.event, "object") != n.Self():
            return None
        meanwhile = (n.During(period), n.Happened(when, period, span=when.span))
        held = n.And(meanwhile if condition is None else (*meanwhile, condition))
        return n.Replaced(never.event, may, held, span=effect.span)

    def decided_at_its_end(self, event: n.Event) -> str | None:
        """The period of two of which a verb without steps is the outcome: «una Lanterna vince la gara»."""
        for frame in self.vocabulary.frames.values():
            if frame.name != event.verb or frame.steps or frame.then is not None or frame.kind_of is not None:
                continue
            for role in (role for form in frame.forms for role in form.roles):
                noun = role.value.noun if isinstance(role.value, n.Select) else None
                if noun is not None and noun in self.vocabulary.periods and self.vocabulary.periods[noun].participants:
                    return noun
        return None


def _of_this(event: n.Event) -> bool:
    """«vince», «vince lo scontro»: the one that goes on, never «un altro»."""
    said = next((role.value for role in event.roles if role.name == "object"), None)
    return said is None or (isinstance(said, n.Select) and said.pick is n.Pick.NAMED and not said.where)


def _foe_asked(condition: n.Condition, who: object) -> tuple[n.Condition, ...] | None:
    """«c'è almeno un'altra gareggiante Lana»: what is asked of the other; None of any other condition."""
    counted = condition.left if isinstance(condition, n.Compare) and condition.right == n.Num(1) else None
    foe = counted.what if isinstance(counted, n.Count) else None
    other = n.Not(n.Same(n.Candidate(), who))  # type: ignore[arg-type]
    if foe is None or other not in foe.where:
        return None
    return tuple(each for each in foe.where if each != other)


def _role(event: n.Event | n.Claim, name: str) -> object:
    return next((role.value for role in event.roles if role.name == name), None)
