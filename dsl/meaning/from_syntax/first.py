"""«la prima canzone che canti in ogni turno costa 1 in meno»: what holds as long as none was done in this turn."""

from __future__ import annotations

from attrs import evolve

from ...syntax import nodes as s
from .. import nodes as n
from .steps import Steps

#: What a stretch of time in which one counts may be said with: «in ogni turno», «nel tuo turno», «in un turno».
_EACH_TIME = frozenset(("EACH", "INDEF", "DEF", "POSSESSIVE"))


class Firsts(Steps):
    """The part of the reader that reads what is said of the first thing that one does in each period."""

    def first_of_each(self, body: s.Body) -> tuple[s.Body, tuple[n.Condition, ...]]:
        """The sentence as one of all such things, and when it is of any: as long as none was done in this period."""
        step = body.steps[0] if len(body.steps) == 1 else None
        np = step.clause.subject if isinstance(step, s.Step) else None
        if not isinstance(step, s.Step) or not isinstance(np, s.NounPhrase) or not _is_the_first(np):
            return body, ()
        told = next((each for each in np.modifiers if each.kind == "mod_relative"), None)
        does = told.value if told is not None else None
        time = next((c for c in does.complements if _is_each_time(c)), None) if isinstance(does, s.Clause) else None
        if told is None or time is None or not isinstance(does, s.Clause) or does.group.form != "present":
            return body, ()
        period = time.value.np if isinstance(time.value, s.Prepositional) else time.value
        assert isinstance(period, s.NounPhrase)
        done = evolve(does, complements=tuple(c for c in does.complements if c is not time))
        others = tuple(each for each in np.modifiers if each is not told)
        all_ = evolve(
            np,
            determiners=tuple(d for d in np.determiners if d.terminal != "FIRST"),
            modifiers=(*others, evolve(told, value=done)),
            number=2,
        )
        conditions = self._none_yet(evolve(np, modifiers=others), done, period)
        said = evolve(step, clause=evolve(step.clause, subject=all_))
        return evolve(body, steps=(said,)), conditions

    def _none_yet(self, np: s.NounPhrase, does: s.Clause, period: s.NounPhrase) -> tuple[n.Condition, ...]:
        """«non hai cantato una canzone in questo turno», and in whose turns one counts."""
        one = s.Complement("c_object", evolve(np, determiners=(), number=1), (), False, np.start, np.end)
        who = self.term(does.subject) if does.subject is not None else n.You()
        event, _ = self.event(evolve(does, subject=None, complements=(*does.complements, one)), who, pattern=True)
        name = self.period(evolve(period, determiners=()))[0]
        span = self.span(np.start, np.end)
        never = n.Not(n.Happened(event, name, span=span), span=span)
        yours = any(d.terminal == "POSSESSIVE" and d.name == "your" for d in period.determiners)
        return (n.During(name, n.You(), span=span), never) if yours else (never,)

    def only_of_costs(self, effect: n.Effect, body: s.Body) -> None:
        """What the first costs is told before it is played; what else it would be is not the first's any more by then."""
        parts = effect.parts if isinstance(effect, n.Sequence) else (effect,)
        values = self.vocabulary.values
        if all(isinstance(each, n.Modify) and values[each.value].kind == "cost" for each in parts):
            return
        hint = "si dice quando accade: «quando … la prima volta in ogni …»"
        said = "della prima in ogni periodo si dice solo quanto costa"
        raise self.fail(body.start, said, "S036", hint, end=body.end)


def _is_the_first(np: s.NounPhrase) -> bool:
    return np.number == 1 and {"DEF", "FIRST"} == {d.terminal for d in np.determiners}


def _is_each_time(complement: s.Complement) -> bool:
    value = complement.value
    inside = isinstance(value, s.Prepositional) and value.preposition.terminal in ("IN", "DURING")
    np = value.np if isinstance(value, s.Prepositional) and inside else value if complement.kind == "c_object" else None
    if not isinstance(np, s.NounPhrase) or np.noun is None or np.noun.terminal != "N_PERIOD" or np.modifiers:
        return False
    return bool(np.determiners) and all(d.terminal in _EACH_TIME for d in np.determiners)
