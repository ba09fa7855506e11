"""«altrettanti», «quelle Crepe», «le Crepe inflitte»: how much the event that sets a sentence off has brought."""

from __future__ import annotations

from attrs import evolve

from ....syntax import nodes as s
from ....vocabulary.inflection import Mood, conjugate
from ... import nodes as n
from ...game import Frame, counted_by
from ...scope import nodes_of
from .rolled import Rolled


class HowMuch(Rolled):
    """The part of the reader that reads how much has happened."""

    def of_an_amount(self, frame: Frame | None) -> bool:
        """Whether the steps of a verb speak of how much; otherwise they are done as many times."""
        while frame is not None and not frame.steps:
            frame = self.vocabulary.frames.get(frame.kind_of or "")
        return frame is not None and any(n.Var("number") in nodes_of(step.effect) for step in frame.steps)

    def counting(self, value: str) -> str | None:
        """The verb of which so much is done: «Crepe» is what «infligge Crepe» counts."""
        for frame in self.vocabulary.frames.values():
            if frame.counted and counted_by(frame) == value:
                return frame.verb
        return None

    def brought_about(self, np: s.NounPhrase) -> n.Number | None:
        """«quelle Crepe», «le Crepe inflitte», after what brought them; None of a value of somebody."""
        assert np.noun is not None
        verb = self.counting(np.noun.name)
        done = [m.value for m in np.modifiers]
        told = len(done) == 1 and isinstance(done[0], s.Clause) and done[0].group.verb.name == verb
        if verb is None or not (told or (np.has("that") and not done)):
            return None
        much = self.as_much_as_happened(verb)
        if much is None:
            said = f"«{self.quoted(np.start, np.end)}»: quante? prima non ne accadono"
            hint = "si dice di ciò che fa accadere la frase: «quando …, …»"
            if told and self.said.continuous and not self.said.bound_event:
                they, what = conjugate(verb).form(Mood.PRESENT, "3p"), np.noun.text
                hint = f"quanto di più o di meno si dice con il suo verbo: «le tue … {they} … {what} in più»"
            raise self.fail(np.start, said, "S021", hint, end=np.end)
        return much

    def as_much_as_happened(self, verb: str | None = None) -> n.Number | None:
        """How much the event that sets the sentence off brought (of ``verb``, where it is said of which)."""
        when = self._when_event
        frame = self.vocabulary.frames.get(when.verb) if when is not None else None
        if when is None or frame is None or not frame.counted or not self.of_an_amount(frame):
            return None
        if verb not in (None, when.verb.partition("#")[0]):
            return None
        held = next((role.value for role in when.roles if role.name == "number"), None)
        if isinstance(held, n.Num):
            return held
        known = held if isinstance(held, n.SoMuch) else n.SoMuch()
        if known.bind is None:
            known = evolve(known, bind=self.said.fresh())
            others = tuple(role for role in when.roles if role.name != "number")
            self._when_event = evolve(when, roles=(*others, n.Role("number", known)))
        return n.Outcome(known.bind or "", counted_by(frame))


__all__ = ["HowMuch"]
