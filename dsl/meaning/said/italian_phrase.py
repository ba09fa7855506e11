"""Noun phrases as data: words, article and what agrees with them."""

from __future__ import annotations

from enum import IntEnum

from attrs import field, frozen

from ...vocabulary.inflection import adjective, contracted, definite, indefinite, joined
from .discourse import Features
from .parts import CARD, OPPONENT, PLAYER, TARGET
from .words import Noun

LANGUAGE_NOUNS = {
    CARD: Noun("carta", "carte", "f"),
    PLAYER: Noun("giocatore", "giocatori", "m"),
    OPPONENT: Noun("avversario", "avversari", "m"),
    TARGET: Noun("bersaglio", "bersagli", "m"),
    "effetto": Noun("effetto", "effetti", "m"),
    "testo": Noun("testo", "testi", "m"),
    "dado": Noun("dado", "dadi", "m"),
    "abilità": Noun("abilità", "abilità", "f"),
    "partita": Noun("partita", "partite", "f"),
}
_POSSESSIVES = {
    "tuo": {"ms": "tuo", "fs": "tua", "mp": "tuoi", "fp": "tue"},
    "proprio": {"ms": "proprio", "fs": "propria", "mp": "propri", "fp": "proprie"},
    "suo": {"ms": "suo", "fs": "sua", "mp": "suoi", "fp": "sue"},
    "loro": {"ms": "loro", "fs": "loro", "mp": "loro", "fp": "loro"},
}


class Rank(IntEnum):
    """The order of what follows a noun: «le Lanterne Lana avversarie stanche con 3 Ardore o più in campo»."""

    MEMBER = 0
    OWNER = 1
    STATUS = 2
    TARGET = 3
    PLACE = 4
    COMPLEMENT = 5
    RELATIVE = 6
    LAST = 7


@frozen
class Phrase:
    """A noun phrase before its article is written: «tua Lana bersaglio», definite, feminine singular."""

    text: str
    article: str = ""  # "the", "a" or none
    features: Features = field(factory=Features)
    members: tuple[Phrase, ...] = ()  # of several: each takes the preposition
    joiner: str = "o"

    def __str__(self) -> str:
        return self.after("")

    def after(self, preposition: str) -> str:
        """The phrase with its article, after a preposition («della tua Lana», «a una Lana», «a te o a una Lana»)."""
        if self.members and preposition:
            melts = any(
                each.article == "the" and each.after(preposition) != f"{preposition} {each}" for each in self.members
            )
            said = [each.after(preposition if melts or not i else "") for i, each in enumerate(self.members)]
            return listed(said, self.joiner)  # «a una Lana o un giocatore», «alla Lana o al giocatore»
        if self.article == "the":
            gender, number = self.features.gender, self.features.number
            if preposition:
                return joined(contracted(preposition, gender, number, self.text), self.text)
            return joined(definite(gender, number, self.text), self.text)
        if self.article == "a":
            return joined(preposition, indefinite(self.features.gender, self.text), self.text)
        euphonic = "ad" if preposition == "a" and self.text.split(" ")[0] == "A" else preposition  # «ad A»
        return joined(euphonic, self.text)


def possessive(owner: str, features: Features) -> str:
    return _POSSESSIVES[owner][features.gender + features.number]


def of_gender(base: str, features: Features) -> str:
    """An adjective in the gender and number of what it speaks of."""
    return adjective(base).form(features.gender, features.number)


def capital(text: str) -> str:
    """The text with a capital at its beginning (after an opening quotation mark, if any)."""
    return text[:1].upper() + text[1:]


def listed(parts: list[str], conjunction: str) -> str:
    """«a», «a e b», «a, b e c»."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {conjunction} {parts[-1]}"


def that(features: Features, word: str) -> str:
    """«quella », «quell'», «quel », «quello », «quelle », «quei », «quegli »."""
    article = definite(features.gender, features.number, word)
    form = {
        "il": "quel ",
        "lo": "quello ",
        "la": "quella ",
        "l'": "quell'",
        "i": "quei ",
        "gli": "quegli ",
        "le": "quelle ",
    }
    return form[article]
