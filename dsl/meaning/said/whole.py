"""A text in whole, in whichever language: its sentences, and those of its other face."""

from __future__ import annotations

from .. import nodes as n
from .words import Words


class WholeTexts:
    """The part of a speaker that puts sentences beside each other; how one is said is the language's own."""

    words: Words

    def ability(self, ability: n.Ability) -> str:
        """Hook: one sentence."""
        raise NotImplementedError

    def text(self, text: n.Text) -> str:
        """All the sentences of a text, on one line."""
        return " ".join(
            self.other_face(ability) if isinstance(ability, n.OtherFace) else self.ability(ability)
            for ability in text.abilities
        )

    def other_face(self, face: n.OtherFace) -> str:
        """«/ G 400/200 …»: the word of the text, the numbers of its card, its sentences."""
        declared = self.words.vocabulary.texts.get(face.text)
        mark = declared.after_bar if declared is not None and declared.after_bar is not None else face.text
        numbers = "/".join(str(value) for _, value in face.values if isinstance(value, int))
        others = " ".join(name for _, value in face.values if isinstance(value, tuple) for name in value)
        return " ".join(part for part in ("/", mark, numbers, others, self.text(n.Text(face.abilities))) if part)
