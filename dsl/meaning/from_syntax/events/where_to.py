"""«porta un Gettone nel Cesto», «… sul tuo Armadio»: where a verb leads, and not where what it is done to lies."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from ....syntax import nodes as s
from ....vocabulary.lexer import ANY, Sense
from ... import nodes as n
from ..things.complements import Parts
from .frames import Frames
from .never import is_none

#: The preposition that a noun's modifier was.
_WORDS: Final = {"mod_in": Sense("IN", "in", ANY, ANY), "mod_on": Sense("ON", "on", ANY, ANY)}


class WhereTo(Frames):
    """The part of the reader that tells the place to which something is brought from the place where it is."""

    def led_into(self, clause: s.Clause, parts: Parts) -> None:
        """Takes the place behind what a verb brings to a zone for that zone, where the clause says no other."""
        self._denied_by_the_verb(clause)
        if any(each.preposition.terminal in ("IN", "TO", "ON") for each in parts.prepositions) or parts.either:
            return
        if len(parts.objects) != 1:
            return
        brought = parts.objects[0].value
        whence = next((at for at, each in enumerate(parts.prepositions) if each.preposition.terminal == "FROM"), None)
        last = brought if whence is None else parts.prepositions[whence].np
        if not isinstance(last, s.NounPhrase) or not isinstance(brought, s.NounPhrase) or brought.noun is None:
            return
        there = _last_place(last)
        if there is None or there[1].noun is None:
            return
        (modifier, place), zone = there, there[1].noun.name
        self._of_a_row(clause, zone)
        if not self._brought_to(clause.group.verb.name, brought.noun.name, zone):
            return
        plain = evolve(last, modifiers=last.modifiers[:-1])
        if whence is None:
            parts.objects = [evolve(parts.objects[0], value=plain)]
        else:
            parts.prepositions[whence] = evolve(parts.prepositions[whence], np=plain)
        word = s.Token(modifier.start, self.words[modifier.start].text, _WORDS[modifier.kind])
        parts.prepositions.append(s.Prepositional("c_prep", word, place))

    def _denied_by_the_verb(self, clause: s.Clause) -> None:
        """«smorza nessuna Lana» denies nothing: only «non» before the verb does."""
        for complement in clause.complements:
            value = complement.value
            if is_none(value.np if isinstance(value, s.Prepositional) else value):
                said = self.quoted(complement.start, complement.end)
                raise self.fail(complement.start, f"«{said}» vuole «non» davanti al verbo", "S024", end=complement.end)

    def _of_a_row(self, clause: s.Clause, zone: str) -> None:
        """Refuses «sposta una Lana nella Fila», of a verb that puts it on a place of a row."""
        for frame in self.vocabulary.frames_of(clause.group.verb.name):
            for form in frame.forms:
                self.on_which_place(clause, n.Place(zone), {role.name: role.value for role in form.roles}, frame)

    def _brought_to(self, verb: str, noun: str, zone: str) -> bool:
        """Whether a form of a verb brings such a thing to a zone; of tokens only to where they lie."""
        forms = (form for frame in self.vocabulary.frames_of(verb) for form in frame.forms)
        homes, declared = self.vocabulary.homes_of(noun), self.vocabulary.zones.get(zone)
        lie_there = not homes or zone in homes or (declared is not None and declared.upon in homes)
        return lie_there and any(self.brings(form, noun) for form in forms)


def _last_place(np: s.NounPhrase) -> tuple[s.Modifier, s.NounPhrase] | None:
    """«nel Cesto», «sul tuo Armadio», where a noun phrase ends with it."""
    last = np.modifiers[-1] if np.modifiers else None
    if last is None or last.kind not in _WORDS or not isinstance(last.value, s.NounPhrase):
        return None
    zone = last.value.noun is not None and last.value.noun.terminal == "N_ZONE"
    return (last, last.value) if zone else None
