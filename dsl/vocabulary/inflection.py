"""Italian inflection by rule: nouns, adjectives, articles, prepositions, clitics, verbs.

One set of rules serves reading (every form of a declared word is listed) and writing (a form is asked for).
Irregular forms of the language are in ``irregular.py``; those of a game's words are declared in its text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from enum import Enum
from functools import lru_cache
from typing import Final, Literal

from attrs import field, frozen

from .irregular import (
    ESSERE_AUXILIARY,
    GERUND_STEMS,
    IMPERATIVES,
    INVARIABLE_NOUNS,
    NOUN_PLURALS,
    PARTICIPLE_SUFFIXES,
    PARTICIPLES,
    PLAIN_IRE,
    STRESSED_I,
    VERB_COMPOUNDS,
    VERBS,
    IrregularVerb,
)

Gender = Literal["m", "f"]
Number = Literal["s", "p"]
Person = Literal["1s", "2s", "3s", "1p", "2p", "3p"]
PERSONS: Final[tuple[Person, ...]] = ("1s", "2s", "3s", "1p", "2p", "3p")
_VOWELS: Final = "aeiouàèéìòù"


# -- nouns ------------------------------------------------------------------------------------------------------


def guess_gender(noun: str) -> Gender:
    """The likely gender of a noun that does not declare it, from the ending of its first word."""
    head = noun.split()[0].casefold() if noun.split() else ""
    if head.endswith(
        ("zione", "sione", "gione", "tà", "tù", "trice", "tudine", "ice", "ine", "a")
    ) and not head.endswith("ma"):
        return "f"
    return "m"


@lru_cache(maxsize=4096)
def noun_plural(noun: str, gender: Gender) -> str:
    """The plural by rule; of a name of several words the first is inflected («Zona Candela», «Zone Candela»)."""
    head, space, tail = noun.partition(" ")
    return _recase(head, _plural_word(head.casefold(), gender)) + space + tail


def _plural_word(word: str, gender: Gender) -> str:
    if word in NOUN_PLURALS:
        return NOUN_PLURALS[word]
    if word in INVARIABLE_NOUNS or not word or word[-1] not in "aeo":
        return word
    if gender == "f":
        return _feminine_plural(word)
    if word.endswith("io"):
        return word[:-1]
    if word.endswith("e"):  # «giudice», «giudici»: nothing to harden
        return word[:-1] + "i"
    if word.endswith("ico") and word not in ("carico", "incarico", "antico", "fico", "scarico"):
        return word[:-1] + "i"
    if word.endswith(("ologo", "ofago")):
        return word[:-1] + "i"
    return _hardened(word[:-1], "i")


def _feminine_plural(word: str) -> str:
    if word.endswith(("ie", "o")):
        return word
    if word.endswith("e"):
        return word[:-1] + "i"
    if word.endswith(("cia", "gia")) and len(word) > 3 and word[-4] not in _VOWELS:
        return word[:-2] + "e"
    return _hardened(word[:-1], "e")


def _hardened(stem: str, ending: str) -> str:
    """Keep the hard sound of a final c or g before e and i: carica, cariche."""
    return stem + ("h" if stem.endswith(("c", "g")) and ending[0] in "ei" else "") + ending


def _recase(model: str, word: str) -> str:
    if model.isupper() and len(model) > 1:
        return word.upper()
    return word[:1].upper() + word[1:] if model[:1].isupper() else word


# -- adjectives and participles ---------------------------------------------------------------------------------


@frozen
class Adjective:
    """The four forms of an adjective or participle (two or one when the word does not tell them apart)."""

    ms: str
    fs: str
    mp: str
    fp: str

    def form(self, gender: Gender, number: Number) -> str:
        return {"ms": self.ms, "fs": self.fs, "mp": self.mp, "fp": self.fp}[gender + number]

    def analyses(self) -> Iterator[tuple[str, Gender, Number]]:
        """Every form with each gender and number that it can have."""
        yield self.ms, "m", "s"
        yield self.fs, "f", "s"
        yield self.mp, "m", "p"
        yield self.fp, "f", "p"


@lru_cache(maxsize=4096)
def adjective(base: str, plural: str | None = None) -> Adjective:
    """The forms of an adjective given in any singular form («Stanca», «Invocabile», «coperto»)."""
    word, last = base, base[-1:].casefold()
    if " " in base or last not in "aeo":
        return Adjective(base, base, plural or base, plural or base)
    stem = word[:-1]
    if last == "e":
        both = plural or stem + "i"
        return Adjective(base, base, both, both)
    masculine, feminine = stem + "o", stem + "a"
    mp = _recase(base, _plural_word(masculine.casefold(), "m"))
    fp = _recase(base, _feminine_plural(feminine.casefold()))
    return Adjective(masculine, feminine, mp, fp)


# -- articles and prepositions ----------------------------------------------------------------------------------

_DEFINITE: Final = {"ms": "il", "fs": "la", "mp": "i", "fp": "le"}
_PREPOSITIONS: Final = {"di": "de", "a": "a", "da": "da", "in": "ne", "su": "su"}
_UNITED: Final = {"il": "l", "lo": "llo", "la": "lla", "l'": "ll'", "i": "i", "gli": "gli", "le": "lle"}
#: «della» → («di», «la»), for reading.
CONTRACTIONS: Final[Mapping[str, tuple[str, str]]] = {
    stem + ending: (preposition, article)
    for preposition, stem in _PREPOSITIONS.items()
    for article, ending in _UNITED.items()
} | {"col": ("con", "il"), "coi": ("con", "i")}


def _elides(following: str) -> bool:
    first = following[:1].casefold()
    return first in _VOWELS or (first == "h" and following[1:2].casefold() in _VOWELS)


def _takes_lo(following: str) -> bool:
    word = following.casefold()
    if word[:1] in ("z", "x", "y") or word[:2] in ("gn", "ps", "pn", "pt"):
        return True
    return word[:1] == "s" and word[1:2] not in _VOWELS and len(word) > 1


def definite(gender: Gender, number: Number, following: str) -> str:
    """The definite article before a word: il lo la l' i gli le."""
    if number == "s":
        if _elides(following):
            return "l'"
        return "lo" if gender == "m" and _takes_lo(following) else _DEFINITE[gender + "s"]
    if gender == "m" and (_elides(following) or _takes_lo(following)):
        return "gli"
    return _DEFINITE[gender + "p"]


def indefinite(gender: Gender, following: str) -> str:
    """The indefinite article before a word: un uno una un'."""
    if gender == "f":
        return "un'" if _elides(following) else "una"
    return "uno" if _takes_lo(following) else "un"


def contracted(preposition: str, gender: Gender, number: Number, following: str) -> str:
    """A preposition with the definite article: della, nell', sugli; «con il», «per la» stay two words."""
    article = definite(gender, number, following)
    stem = _PREPOSITIONS.get(preposition)
    return f"{preposition} {article}" if stem is None else stem + _UNITED[article]


def joined(*words: str) -> str:
    """Words with a space between, none after an apostrophe that elides: «l'Erba»."""
    out = ""
    for word in words:
        glued = not out or (out.endswith("'") and not out.endswith((" po'", " di'", " fa'")))
        out += word if glued or not word else " " + word
    return out


# -- verbs ------------------------------------------------------------------------------------------------------


class Mood(Enum):
    """The finite and non-finite parts of a verb that a text can use."""

    INFINITIVE = "infinitive"
    GERUND = "gerund"
    PARTICIPLE = "participle"
    IMPERATIVE = "imperative"
    PRESENT = "present"
    IMPERFECT = "imperfect"
    FUTURE = "future"
    CONDITIONAL = "conditional"
    SUBJUNCTIVE = "subjunctive"
    PAST_SUBJUNCTIVE = "past_subjunctive"
    ABLE = "able"


@frozen
class Verb:
    """A conjugated verb. ``tail`` is fixed («la Quiete» of «rimuovere la Quiete», «direttamente»)."""

    infinitive: str
    gerund: str
    participle: Adjective
    finite: Mapping[Mood, tuple[str, ...]] = field(
        eq=False, repr=False
    )  # six persons each; an empty string: no such form
    auxiliary: Literal["avere", "essere"] = "avere"
    tail: str = ""

    def form(self, mood: Mood, person: Person = "3s", *, with_tail: bool = True) -> str:
        """A form of the verb, its tail after it."""
        if mood is Mood.INFINITIVE:
            head = self.infinitive
        elif mood is Mood.GERUND:
            head = self.gerund
        else:
            head = self.finite[mood][PERSONS.index(person)]
        return f"{head} {self.tail}" if self.tail and with_tail else head

    def past(self, gender: Gender = "m", number: Number = "s", *, with_tail: bool = True) -> str:
        """The past participle in a gender and number: «spezzata», «preso il controllo»."""
        head = self.participle.form(gender, number)
        return f"{head} {self.tail}" if self.tail and with_tail else head

    @property
    def able(self) -> Adjective:
        """What it may be done to: «spezzabile», «perdibile»."""
        vowel = "a" if self.infinitive.endswith("are") else "i"
        return adjective(f"{self.infinitive[:-3]}{vowel}bile")

    @property
    def present_participle(self) -> str:
        """Who does it: «attaccante», «perdente»."""
        return f"{self.gerund[:-3]}nte"

    def perfect(self, person: Person = "3s", gender: Gender = "m") -> str:
        """«ha attaccato», «è tornata»."""
        helper = conjugate(self.auxiliary).form(Mood.PRESENT, person)
        number: Number = "p" if person.endswith("p") else "s"
        past = self.past(gender, number) if self.auxiliary == "essere" else self.past()
        return f"{helper} {past}"

    def analyses(self) -> Iterator[tuple[str, Mood, Person | None]]:
        """Every finite form of the head word, the infinitive and the gerund; participles are in ``participle``."""
        yield self.infinitive, Mood.INFINITIVE, None
        yield self.gerund, Mood.GERUND, None
        for mood, forms in self.finite.items():
            for person, form in zip(PERSONS, forms, strict=True):
                if form:
                    yield form, mood, person


def split_verb(name: str) -> tuple[str, str]:
    """The infinitive and the fixed tail of a verb's name: «prendere il controllo» → («prendere», «il controllo»)."""
    head, _, tail = name.partition(" ")
    return head, tail


def is_infinitive(word: str) -> bool:
    return word.casefold().endswith(("are", "ere", "ire", "arre", "orre", "urre")) and len(word) > 3


#: What stands in the place of an infinitive's ending: in a participle, in what is said of a third («finisce», «spegne»).
_ENDINGS: Final = (
    ("at[oaie]", "are"),
    ("ut[oaie]", "ere"),
    ("it[oaie]", "ire"),
    ("isce", "ire"),
    ("e", "ere"),
    ("[aio]", "are"),
)


def infinitive_of(name: str) -> str:
    """The likeliest infinitive of a verb in another form («pesca», «spegne la lanterna», «finito»), with its tail."""
    head, _, tail = name.partition(" ")
    ending, stem = next(
        ((new, head[: found.start()]) for old, new in _ENDINGS if (found := re.search(f"{old}$", head))), ("are", head)
    )
    return f"{stem}{ending} {tail}".rstrip()


@lru_cache(maxsize=2048)
def conjugate(name: str, participle: str | None = None) -> Verb:
    """The forms of a verb from its infinitive (and tail); ``participle`` (masculine singular) when the game declares
    it."""
    infinitive, tail = split_verb(name)
    infinitive = infinitive.casefold()
    declared = participle.split()[0].casefold() if participle else None
    irregular = _irregular(infinitive)
    past = declared or (irregular.participle if irregular and irregular.participle else _participle(infinitive))
    finite = _finite(infinitive, irregular)
    return Verb(
        infinitive=infinitive,
        gerund=_gerund(infinitive),
        participle=adjective(past),
        finite=finite,
        auxiliary="essere" if infinitive in ESSERE_AUXILIARY else "avere",
        tail=tail,
    )


def _irregular(infinitive: str) -> IrregularVerb | None:
    """The irregular verb that this one is, or is a compound of (riprendere, mantenere): its prefix is put before
    each form."""
    if infinitive in VERBS:
        return VERBS[infinitive]
    for base in VERB_COMPOUNDS:
        if infinitive.endswith(base) and len(infinitive) > len(base):
            return VERBS[base].prefixed(infinitive[: -len(base)])
    return None


def _finite(infinitive: str, irregular: IrregularVerb | None) -> dict[Mood, tuple[str, ...]]:
    stem, vowel = infinitive[:-3], infinitive[-3]
    present = irregular.present if irregular and irregular.present else _present(infinitive)
    future_stem = irregular.future if irregular and irregular.future else _future_stem(stem, vowel)
    past_stem = irregular.past if irregular and irregular.past else stem + vowel
    subjunctive = irregular.subjunctive if irregular and irregular.subjunctive else _subjunctive(infinitive, present)
    imperfect = (
        irregular.imperfect if irregular and irregular.imperfect else _endings(past_stem, "vo vi va vamo vate vano")
    )
    second = IMPERATIVES.get(infinitive) or (present[2] if vowel == "a" and irregular is None else present[1])
    return {
        Mood.PRESENT: present,
        Mood.IMPERATIVE: (
            "",
            second,
            subjunctive[2],
            present[3],
            IMPERATIVES.get(infinitive + " voi", present[4]),
            subjunctive[5],
        ),
        Mood.IMPERFECT: imperfect,
        Mood.FUTURE: _endings(future_stem, "ò ai à emo ete anno"),
        Mood.CONDITIONAL: _endings(future_stem, "ei esti ebbe emmo este ebbero"),
        Mood.SUBJUNCTIVE: subjunctive,
        Mood.PAST_SUBJUNCTIVE: _endings(
            irregular.past_subjunctive if irregular and irregular.past_subjunctive else past_stem,
            "ssi ssi sse ssimo ste ssero",
        ),
    }


def _endings(stem: str, endings: str) -> tuple[str, ...]:
    return tuple(stem + ending for ending in endings.split())


def _soft(stem: str, ending: str) -> str:
    """Join an -are stem and an ending: gioch-i, mang-i, lasc-i, scamb-i."""
    if stem.endswith(("c", "g")):
        return _hardened(stem, ending)
    if stem.endswith("i") and ending[0] == "i":
        return stem[:-1] + ending
    return stem[:-1] + ending if stem.endswith(("ci", "gi", "sci")) and ending[0] == "e" else stem + ending


def _present(infinitive: str) -> tuple[str, ...]:
    stem, kind = infinitive[:-3], infinitive[-3]
    if kind == "a":
        second = stem + "i" if infinitive in STRESSED_I else _soft(stem, "i")
        return (stem + "o", second, stem + "a", _soft(stem, "iamo"), stem + "ate", stem + "ano")
    if kind == "e":
        return _endings(stem, "o i e iamo ete ono")
    if infinitive.endswith(PLAIN_IRE):
        return _endings(stem, "o i e iamo ite ono")
    return (*_endings(stem, "isco isci isce"), stem + "iamo", stem + "ite", stem + "iscono")


def _subjunctive(infinitive: str, present: tuple[str, ...]) -> tuple[str, ...]:
    stem = infinitive[:-3]
    if present[0] == stem + "o" and infinitive[-3] == "a":
        one = stem + "i" if infinitive in STRESSED_I else _soft(stem, "i")
        return (one, one, one, present[3], _soft(stem, "iate"), one + "no")
    first = present[0][:-1]
    return (first + "a",) * 3 + (present[3], present[3][:-2] + "te", first + "ano")


def _future_stem(stem: str, vowel: str) -> str:
    if vowel != "a":
        return stem + vowel + "r"
    return _soft(stem, "er")


def _gerund(infinitive: str) -> str:
    for suffix, stem in GERUND_STEMS.items():
        if infinitive.endswith(suffix) and (len(suffix) > 4 or infinitive == suffix):
            return infinitive[: -len(suffix)] + stem + "endo"
    return infinitive[:-3] + ("ando" if infinitive[-3] == "a" else "endo")


def _participle(infinitive: str) -> str:
    for base, past in PARTICIPLES.items():
        if infinitive == base or (infinitive.endswith(base) and len(base) > 5):
            return infinitive[: -len(base)] + past
    for suffix, ending in PARTICIPLE_SUFFIXES:
        if infinitive.endswith(suffix):
            return infinitive[: -len(suffix)] + ending
    return infinitive[:-3] + {"a": "ato", "e": "uto", "i": "ito"}[infinitive[-3]]


# -- clitics ----------------------------------------------------------------------------------------------------

CLITICS: Final = ("mi", "ti", "si", "ci", "vi", "lo", "la", "li", "le", "gli", "ne")
_DOUBLES: Final = tuple(
    first + second for first in ("me", "te", "se", "ce", "ve", "glie") for second in ("lo", "la", "li", "le", "ne")
)


def enclitic(host: str, clitic: str) -> str:
    """A verb form with a clitic joined: «prendi» + «ne», «calare» + «la», «da'» + «lo» → «dallo»."""
    if host.endswith("'"):
        return host[:-1] + ("" if clitic.startswith("gl") else clitic[0]) + clitic
    if host.endswith("rre"):
        return host[:-2] + clitic
    if host.endswith(("are", "ere", "ire")) and len(host) > 3:
        return host[:-1] + clitic
    return host + clitic


def split_enclitic(word: str) -> Iterator[tuple[str, str]]:
    """The hosts and clitics that a word may be made of; the caller keeps the hosts that it knows."""
    for clitic in (*_DOUBLES, *CLITICS):
        if word.endswith(clitic) and len(word) > len(clitic) + 1:
            host = word[: -len(clitic)]
            yield host, clitic
            if host.endswith("r"):
                yield host + "e", clitic
                yield host + "re", clitic
            if len(host) > 2 and host[-1] == clitic[0]:
                yield host[:-1] + "'", clitic


# -- numbers in words -------------------------------------------------------------------------------------------

NUMBER_WORDS: Final[tuple[str, ...]] = (
    "zero", "uno", "due", "tre", "quattro", "cinque", "sei", "sette", "otto", "nove", "dieci",
    "undici", "dodici", "tredici", "quattordici", "quindici", "sedici", "diciassette", "diciotto", "diciannove",
    "venti",
)  # fmt: skip


def number_word(value: int) -> str:
    """A number in words up to twenty, in digits beyond."""
    return NUMBER_WORDS[value] if 0 <= value < len(NUMBER_WORDS) else str(value)
