"""«scegli una Forma. Spezza ogni Lanterna di quella Forma»: one of the words of a value is chosen, and the rest speaks of it."""

from __future__ import annotations

from attrs import evolve

from ....syntax import nodes as s
from ... import nodes as n
from ...scope import with_bound_names
from .occasions import Occasions

NOTHING_OF_IT = "si sceglie una parola, e poi non se ne dice nulla"


class ChosenWord(Occasions):
    """The part of the reader that reads what is said of a word chosen."""

    def _step(self, step: s.Step | s.Body | s.Choice) -> n.Effect:
        """Hook: one step."""
        raise NotImplementedError

    def of_a_chosen_word(self, body: s.Body) -> s.Body:
        """«scegli una Forma, poi spezza …, poi …»: all that follows as one step, which is read once for each word."""
        at = next((at for at, step in enumerate(body.steps) if self.word_chosen_by(step)), None)
        rest = body.steps[at + 1 :] if at is not None else ()
        if at is None or not rest or (len(rest) == 1 and isinstance(rest[0], s.Body)):
            return body
        after = s.Body((), rest, (False, *body.then[at + 2 :]), start=rest[0].start, end=body.end)
        return evolve(body, steps=(*body.steps[: at + 1], after), then=body.then[: at + 2])

    def word_chosen_by(self, step: s.Step | s.Body | s.Choice) -> tuple[str, tuple[str, ...]] | None:
        """«scegli una Forma»: the value of which a word is chosen, and its words; None of any other step."""
        clause = step.clause if isinstance(step, s.Step) and not step.tails else None
        if clause is None or any(isinstance(c.value, s.NounList) for c in clause.complements):
            return None
        return self.words_named(clause)

    def words_named(self, choice: s.Clause) -> tuple[str, tuple[str, ...]] | None:
        """«scegli una Forma», «scegli Lana o Erba»: the value of which a word is chosen, and the words."""
        if choice.group.verb.name != "scegliere":
            return None
        said = choice.complements[0].value if len(choice.complements) == 1 and choice.subject is None else None
        plain = isinstance(said, s.NounPhrase) and all(self._of_any_card(m) for m in said.modifiers)
        if isinstance(said, s.NounPhrase) and said.noun is not None and plain and said.has("one"):
            declared = self.vocabulary.values.get(said.noun.name) if said.noun.terminal == "N_VALUE" else None
            return (declared.name, tuple(declared.members)) if declared is not None and declared.members else None
        items = said.items if isinstance(said, s.NounList) and said.joiner == "or" else ()
        names = tuple(np.noun.name for np in items if np.noun is not None and not (np.modifiers or np.determiners))
        values = {self.member_value(name) for name in names}
        value = values.pop() if len(values) == 1 and len(names) == len(items) else None
        return (value, names) if value is not None else None

    def _of_any_card(self, modifier: s.Modifier) -> bool:
        """«un tipo di carta»: a word that any card may have."""
        np = modifier.value if modifier.kind == "mod_of" else None
        bare = isinstance(np, s.NounPhrase) and np.noun is not None and not (np.determiners or np.modifiers)
        return (
            bare
            and isinstance(np, s.NounPhrase)
            and np.noun is not None
            and np.noun.name == self.vocabulary.implied_noun
        )

    def of_each_word(self, words: tuple[str, tuple[str, ...]], rest: s.Body) -> n.ChooseOne:
        """The steps once for each word, one of which is chosen."""
        value, names = words
        known, options = [*self.said.mentions], []
        for name in names:
            self.said.mentions, self.word_chosen = [*known], (value, name)
            options.append(self._step(rest))
        self.word_chosen = None
        if len({with_bound_names(option) for option in options}) < len(options):
            said = f"«{self.quoted(rest.start, rest.end)}»: di «{value}» scelta non si dice nulla"
            raise self.fail(rest.start, said, "S036", end=rest.end)
        return n.ChooseOne(tuple(options), span=self.span(rest.start, rest.end))
