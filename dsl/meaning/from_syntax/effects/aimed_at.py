"""«quando diventa bersaglio di una magia dell'avversario»: what makes a thing its target, and whose that is."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from ....syntax import nodes as s
from ... import nodes as n
from ...targeting import ABILITIES, TARGETING
from .apiece import Apiece


class AimedAt(Apiece):
    """The part of the reader that reads what aims at a thing."""

    def made_target(self, subject: n.Term | None, aims: tuple[s.Modifier, ...], clause: s.Clause) -> n.Event:
        """«diventa bersaglio di una magia»: an event, in which the spell may be spoken of again."""
        if isinstance(subject, n.Select) and subject.pick is not n.Pick.TARGET:
            subject = self.as_pattern(subject)
        who, by = self.aimed_by(aims)
        made_by = self._spoken_of_again(by, aims) if by else None
        roles = [n.Role("agent", who)] if who is not None else []
        roles.append(n.Role("object", subject or n.Self()))
        if made_by is not None:
            roles.append(n.Role("by", made_by))
        return n.Event(TARGETING, tuple(roles), span=self.span(clause.start, clause.end))

    def only_once_made(self, when: object, happens: bool, said: s.Clause | s.Conditions) -> None:
        """Refuses «se diventerebbe bersaglio, …», «prima che diventi bersaglio»: that it was chosen is noticed, no more."""
        if happens or not isinstance(when, n.Event) or when.verb != TARGETING:
            return
        what = f"«{self.quoted(said.start, said.end)}»: ciò che è stato scelto come bersaglio lo resta"
        hint = "si dice ciò che ne viene, «quando diventa bersaglio …, …», o «non può essere bersaglio …»"
        raise self.fail(said.start, what, "S036", hint, said.end)

    def _spoken_of_again(self, by: list[n.Select], aims: tuple[s.Modifier, ...]) -> n.Select | n.Group:
        """«…, annulla quel lancio», «… quel lancio o abilità»: the one that it was."""
        nouns = [np.noun for np in _listed(aims) if np.noun is not None]
        name, gender = self.said.fresh(), 3
        for noun in nouns:
            gender &= noun.sense.gender
        if len(by) == 1:
            made: n.Select | n.Group = evolve(by[0], bind=name)
        else:
            made = n.Group(tuple(by), either=True, bind=name)
        self.said.mention(made, "card", by[0].noun if len(by) == 1 else None, gender or 3, 1)
        return made

    def aimed_by(self, aims: tuple[s.Modifier, ...]) -> tuple[n.Term | None, list[n.Select]]:
        """«(bersaglio) delle magie dell'avversario»: whose they are, and of which kinds."""
        who: n.Term | None = None
        by: list[n.Select] = []
        for modifier in aims:
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
                if item.noun.terminal == "N_KEYWORD":  # «… delle magie rivali e Corazza»: that it has it is to be said
                    said = f"davanti a «{item.noun.text}» manca il verbo"
                    raise self.fail(item.start, said, "S053", f"«… e ha {item.noun.text}»", item.end)
                if item.noun.terminal in ("N_OPPONENT", "N_PLAYER", "YOU"):
                    who = self.term(item)
                    continue
                whose = self._whose_play(item)
                who = who or whose
                if item.noun.terminal == "N_TEXT":
                    continue  # «degli effetti dell'avversario»: whatever is his
                by.append(n.Select(ABILITIES if item.noun.terminal == "N_ABILITIES" else item.noun.name))
        return who, by

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


def _listed(aims: tuple[s.Modifier, ...]) -> Iterator[s.NounPhrase]:
    """The noun phrases of «di un lancio o di un'abilità»."""
    for modifier in aims:
        items = modifier.value.items if isinstance(modifier.value, s.NounList) else (modifier.value,)
        yield from (each for each in items if isinstance(each, s.NounPhrase))
