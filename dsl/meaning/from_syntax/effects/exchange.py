"""«scambia l'Ardore di una tua Lana con quello di un'Erba», «inverti l'Ardore e il Rango di una Lana»: two values change places."""

from __future__ import annotations

from ....syntax import nodes as s
from ... import nodes as n
from ...scope import are_two, is_one
from ..things.complements import Parts
from .placing import Placing

HINT = "«… l'uno di una e di un'altra», «… di due …», o due valori di una sola"


class Exchange(Placing):
    """The part of the reader that reads that two values are exchanged."""

    def _swap(self, clause: s.Clause, parts: Parts) -> n.Effect:
        """Two things, or a value of each."""
        return self._exchanged(clause, parts) if self._of_values(clause) else super()._swap(clause, parts)

    def _invert(self, clause: s.Clause, parts: Parts) -> n.Effect:
        """«inverti l'Ardore e il Rango di una Lana», of a game without such a verb."""
        if self._of_values(clause):
            return self._exchanged(clause, parts)
        said = f"«{self.quoted(clause.start, clause.end)}»: si invertono due valori"
        raise self.fail(clause.start, said, "S028", HINT, clause.end)

    @staticmethod
    def _of_values(clause: s.Clause) -> bool:
        said = next((c.value for c in clause.complements if c.kind == "c_object"), None)
        first = said.items[0] if isinstance(said, s.NounList) else said
        return isinstance(first, s.NounPhrase) and first.noun is not None and first.noun.terminal == "N_VALUE"

    def _exchanged(self, clause: s.Clause, parts: Parts) -> n.Effect:
        self.nothing_left(
            parts, clause, "objects", "prepositions", "duration", "within", adverbs=("ALSO", "INSTEAD", "ONCE_AT")
        )
        other = [p for p in parts.prepositions if p.preposition.terminal == "WITH"]
        if len(parts.objects) != 1 or len(parts.prepositions) != len(other) or len(other) > 1:
            raise self._not_so(clause)
        one = parts.objects[0].value
        sides: tuple[s.Noun, ...] = one.items if isinstance(one, s.NounList) else (one,)  # type: ignore[assignment]
        sides += tuple(p.np for p in other)
        values = tuple(dict.fromkeys(each.noun.name for each in sides if _has_value(each)))  # type: ignore[union-attr]
        owners = self._owners(sides, values, clause)
        lasts = parts.duration or self._as_long_as_said(parts)
        self._can_be_exchanged(values, owners, lasts, clause)
        return n.Exchange(values, owners, lasts, span=self.span(clause.start, clause.end))

    def _as_long_as_said(self, parts: Parts) -> n.Duration | None:
        """«in questo turno»."""
        if parts.within is None or parts.within[1]:
            return None
        return n.Duration(n.Stretch.THIS, parts.within[0], parts.within_of)

    def _owners(self, sides: tuple[s.Noun, ...], values: tuple[str, ...], clause: s.Clause) -> tuple[n.Term, ...]:
        """Whose the values are: of one thing, or of two."""
        if len(sides) not in (1, 2) or len(values) not in (1, 2) or len(values) > len(sides):
            raise self._not_so(clause)
        owners: list[n.Term] = []
        said = [each for each in sides if isinstance(each, s.NounPhrase) and _of_whom(each) is not None]
        for side in sides:
            if not isinstance(side, s.NounPhrase) or not (_has_value(side) or _like_it(side)):
                raise self._not_so(clause)
            if len(values) == 2 and said and side not in said:
                continue  # «l'Ardore e il Rango di una Lana», «l'Ardore di una Lana con il suo Rango»
            owners += self._owners_said(side)
        owners = owners[:1] if len(values) == 2 and owners[1:] == owners[:1] else owners
        two = len(owners) == 2 and all(map(is_one, owners)) and len(values) == 1
        one = len(owners) == 1 and (are_two(owners[0]) if len(values) == 1 else is_one(owners[0]))
        if not two and not one:
            raise self._not_so(clause)
        return tuple(owners)

    def _owners_said(self, side: s.NounPhrase) -> list[n.Term]:
        """«l'Ardore di una Lana», «quello di una Lana», «il suo Ardore», «i tuoi Punti», «i Punti avversari»."""
        whose = _of_whom(side)
        if whose is None:
            owner = getattr(self.number(side), "of", None)
            read = [owner] if owner is not None else []
        else:
            if len(side.modifiers) > 1:
                last = side.modifiers[-1]
                raise self.fail(last.start, f"«{self.quoted(last.start, last.end)}» non si intende qui", end=last.end)
            read = [self.term(each) for each in (whose.items if isinstance(whose, s.NounList) else (whose,))]
        return [x for each in read for x in (each.members if isinstance(each, n.Group) else (each,))]

    def _can_be_exchanged(
        self, values: tuple[str, ...], owners: tuple[n.Term, ...], lasts: n.Duration | None, clause: s.Clause
    ) -> None:
        """Refuses what has no number of its own that could be set."""
        if self.sort(owners[0]) == "player" and len(owners) == 1:
            raise self._not_so(clause)
        if (verb := self._verb_for(values)) is not None:
            said = f"«{self.quoted(clause.start, clause.end)}»: questo gioco ha un suo modo di farlo"
            raise self.fail(clause.start, said, "S031", f"si dice con «{verb}»", clause.end)
        decls = [self.vocabulary.values.get(value) for value in values]
        if any(d is None or d.kind != "number" or d.derived is not None for d in decls):
            said = f"«{self.quoted(clause.start, clause.end)}»: si scambiano due numeri che non si ricavano da altri"
            raise self.fail(clause.start, said, "S025", end=clause.end)
        if len({d.owner for d in decls if d is not None}) != 1 or any(
            (self.sort(each) == "player") != (d is not None and d.owner == "player") for each in owners for d in decls
        ):
            raise self._not_so(clause)
        counted = any(d is not None and (d.owner == "player" or d.counter) for d in decls)
        if counted and lasts is not None:
            said = f"«{self.quoted(clause.start, clause.end)}»: ciò che si conta cambia per sempre"
            raise self.fail(clause.start, said, "S036", "senza dire per quanto", clause.end)

    def _verb_for(self, values: tuple[str, ...]) -> str | None:
        """The verb with which a game exchanges one of these values of two things itself."""
        for frame in self.vocabulary.frames.values():
            for form in frame.forms:
                roles = {role.name: role.value for role in form.roles}
                value, of = roles.get("object"), roles.get("of")
                if isinstance(value, n.Select) and value.noun in values and of is not None and are_two(of):  # type: ignore[arg-type]
                    return frame.verb
        return None

    def _not_so(self, clause: s.Clause) -> Exception:
        said = f"«{self.quoted(clause.start, clause.end)}»: quali due?"
        return self.fail(clause.start, said, "S024", HINT, clause.end)


def _has_value(np: object) -> bool:
    return isinstance(np, s.NounPhrase) and np.noun is not None and np.noun.terminal == "N_VALUE"


def _of_whom(np: s.NounPhrase) -> s.Noun | None:
    """«di una Lana», «di una Lana e di un'Erba»."""
    said = next((m.value for m in np.modifiers if m.kind == "mod_of"), None)
    return said if isinstance(said, (s.NounPhrase, s.NounList)) else None


def _like_it(np: s.NounPhrase) -> bool:
    """«quello di un'Erba», «quelli del rivale»."""
    return np.noun is None and np.has("that") and any(m.kind == "mod_of" for m in np.modifiers)
