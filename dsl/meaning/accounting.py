"""No word lost: every word of an understood wording is accounted for by something in its meaning.

Independent of the grammar and of its readers: the lexer says what each word may be, the meaning says what it is made
of, and each word that carries sense is matched with a part of the meaning. A reader that drops «altra» leaves it
unmatched.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

import attrs
from attrs import frozen

from ..diagnostics import Diagnostic
from ..source import Source
from ..syntax.reading import Fate, Meaning, Named, Reading, TextContext, names_of
from ..vocabulary.function_words import PAYING
from ..vocabulary.lexer import Word, lexer_of
from ..vocabulary.vocabulary import Vocabulary
from . import nodes as n
from .game import turn_of
from .made_of import parts_of
from .returning import only_goes
from .walk import all_of
from .word_needs import needs_of


@frozen
class Lost:
    """A word of a wording that nothing in its meaning accounts for: the word and its offsets in the wording."""

    word: str
    start: int
    end: int


def lost_words(
    text: str,
    meaning: object,
    vocabulary: Vocabulary,
    scope: tuple[Named, ...] = (),
    word: tuple[str, str] | None = None,
    slot: str | None = None,
) -> tuple[Lost, ...]:
    """The words of a wording that its meaning does not account for, in their order; ``scope``: what it may recall,
    ``word``: the value and its word that «quella Forma» is, ``slot``: the text that it is of."""
    words = lexer_of(vocabulary).words(text, names_of(scope))
    each_time = _each_time_of_this(words, vocabulary, slot)
    unspent = {i for at in range(len(words)) for i in range(at + 1, at + _unspent(words[at : at + 4]))}
    names = {sense.name for word in words for sense in word.senses}
    becomes = not names.isdisjoint(("diventare", "rendere")) or any(_only_goes(name, vocabulary) for name in names)
    needs = [
        (
            word,
            wanted
            | _of_who_was_spoken_of(words[i : i + 2])
            | _of_what_would_be(words[max(i - 2, 0) : i + 1])
            | _so_many_of_a_value(words[i : i + 3])
            | _has_no(words[i : i + 2])
            | _done_with_this(words[i : i + 4])
            | _so_many_more(words[i : i + 3])
            | _for_nothing(words[i : i + 4], vocabulary)
            | _so_again(words[i : i + 2], vocabulary)
            | (_made(word) if becomes else frozenset()),
        )
        for i, (before, word) in enumerate(zip((None, *words[:-1]), words, strict=True))
        if i not in each_time
        and i not in unspent
        and (wanted := needs_of(word, vocabulary))
        and not _names_this(before, word, vocabulary)
        and not _names_kind(before, words[i : i + 2])
        and not _than_those(words[max(i - 2, 0) : i + 2])
        and not _uses_this(words[i : i + 3])
        and not _stands_for_value(words[i : i + 2])
        and not _that_pile(words[i : i + 2])
        and not _all_of_them(before, word)
        and not _each_of_two(words[max(i - 3, 0) : i + 2])
        and not _for_two_turns(before, words[i : i + 2], vocabulary)
        and not _makes_do(words[i : i + 2])
        and not _chooses_what(words[i : i + 3])
        and not _until_it_ends(words[max(i - 2, 0) : i + 2], word)
        and not _prone_to(words[max(i - 5, 0) : i], word)
        and not _one_of_labels(words[:i], word, vocabulary)
    ]
    parts = Counter(parts_of(meaning, vocabulary, scope))
    if word is not None and any((x.value, x.member) == word for x in all_of(meaning, n.HasMember)):
        parts["word chosen"] += 1
    missing = _unmatched([wanted for _, wanted in needs], parts)
    return tuple(Lost(needs[i][0].text, needs[i][0].start, needs[i][0].end) for i in missing)


def _one_of_labels(before: list[Word], word: Word, vocabulary: Vocabulary) -> bool:
    """«Veglia: … Veglia: …», of which one is done: the label stands once before all of them."""
    one_of = [name for name, label in vocabulary.labels.items() if label.one_of]
    mine = {sense.name for sense in word.senses if sense.terminal == "LABEL" and sense.name in one_of}
    return bool(mine) and any(sense.name in mine for each in before for sense in each.senses)


def _prone_to(before: list[Word], word: Word) -> bool:
    """«vulnerabile ai danni da fuoco»: to the crepe, whose damage it is."""
    terminals = {sense.terminal for each in before for sense in each.senses}
    return bool(terminals & {"PRONE", "PRONENESS"}) and any(sense.terminal == "N_VALUE" for sense in word.senses)


def _each_time_of_this(words: list[Word], vocabulary: Vocabulary, slot: str | None) -> frozenset[int]:
    """«ogni raggio brucia», «ciascuno dei due raggi brucia», «per ogni raggio», in a text that is done once for each."""
    declared = vocabulary.texts.get(slot or "")
    called = declared.times_called if declared is not None else ()
    terminals = [{sense.terminal for sense in word.senses} for word in words]
    found: set[int] = set()
    for at, word in enumerate(words):
        if at == 0 or not any(sense.name in called for sense in word.senses):
            continue
        first, does = at - 1, at + 1 < len(words) and "V_FIN" in terminals[at + 1]
        while first > 0 and not terminals[first] & {"EACH", "EACH_ONE"} and terminals[first] & {"NUM", "DEF", "OF"}:
            first -= 1
        each = bool(terminals[first] & {"EACH", "EACH_ONE"})
        if each and first > 0 and "FOR" in terminals[first - 1]:
            found.update(range(first - 1, at + 1))
        elif does and each:
            found.update(range(first, at + 1))
        elif does:
            found.update(i for i in range(first, at + 1) if i == at or terminals[i] & {"NUM", "DEF"})
    return frozenset(found)


def _names_this(before: Word | None, word: Word, vocabulary: Vocabulary) -> bool:
    """«questa Lanterna», «questa Lana» is this card, whatever it is called: a noun, or a word that is printed on it."""
    this = before is not None and any(sense.terminal == "THIS" for sense in before.senses)
    cards = (sense for sense in word.senses if sense.terminal == "N_CARD")
    return this and any(sense.kind in ("noun", "member") or sense.name in vocabulary.texts for sense in cards)


def _names_kind(before: Word | None, words: list[Word]) -> bool:
    """«tranne quelle con Eco», «tra quelle stanche»: what follows says which they are, «quelle» that they are of that kind."""
    if before is None or len(words) != 2 or not any(sense.terminal == "THAT" for sense in words[0].senses):
        return False
    if any(sense.terminal == "DIRECTION" for sense in words[1].senses):  # «quella davanti»
        return True
    if any(sense.terminal in ("AND", "COMMA") for sense in before.senses):  # «…, quelle scure 1 in meno»
        such = any(sense.terminal in _DESCRIBES or sense.terminal in ("MEMBER", "OF") for sense in words[1].senses)
        return such or " " in words[1].text  # a noun that begins with its preposition
    excepted = any(sense.terminal == "EXCEPT" for sense in before.senses)
    among = any(sense.terminal == "AMONG" for sense in before.senses)
    return excepted or (among and any(sense.terminal in _DESCRIBES for sense in words[1].senses))


def _than_those(words: list[Word]) -> bool:
    """«le tue Lane sono più di quelle rivali»: the Lane that are so."""
    terminals = [{sense.terminal for sense in word.senses} for word in words]
    than = len(terminals) == 4 and "MORE" in terminals[0] and "OF" in terminals[1]
    return than and "THAT" in terminals[2] and bool(terminals[3] & _DESCRIBES)


#: Words that go on describing what has no noun of its own.
_DESCRIBES: Final = frozenset({"STATUS", "STATUS_PHRASE", "OPPOSING", "WITH", "WITHOUT", "THAT_C", "IN"})


def _all_of_them(before: Word | None, word: Word) -> bool:
    """«spezzale entrambe», «spezzale tutte»: the pronoun says of which already."""
    them = before is not None and any(sense.terminal in ("CLITIC", "ENCLITIC") for sense in before.senses)
    return them and any(sense.terminal in ("ALL", "BOTH") for sense in word.senses)


def _each_of_two(words: list[Word]) -> bool:
    """«ciascuno dei due giocatori»: each of all that there are, as «entrambi»."""
    terminals = [{sense.terminal for sense in word.senses} for word in words]
    two = len(words) > 2 and any(sense.terminal == "NUM" and sense.name == "2" for sense in words[-2].senses)
    return two and "EACH_ONE" in terminals[0] and bool(terminals[-1] & {"N_PLAYER", "N_OPPONENT"})


def _for_two_turns(before: Word | None, words: list[Word], vocabulary: Vocabulary) -> bool:
    """«per due turni»: to the end of the next one, which nothing else says."""
    if before is None or len(words) != 2 or not any(sense.terminal == "FOR" for sense in before.senses):
        return False
    two = any(sense.terminal == "NUM" and sense.name == "2" for sense in words[0].senses)
    turn = turn_of(vocabulary.periods)
    return two and any(sense.terminal == "N_PERIOD" and sense.name == turn for sense in words[1].senses)


def _makes_do(words: list[Word]) -> bool:
    """«fai scartare una carta al rivale»: what he does."""
    if len(words) != 2 or not any(sense.terminal == "V_INF" for sense in words[1].senses):
        return False
    return any(sense.terminal == "V_IMP" and sense.name == "fare" for sense in words[0].senses)


def _chooses_what(words: list[Word]) -> bool:
    """«sceglie e scarta una carta»: who does it chooses anyhow."""
    if len(words) != 3 or not any(sense.terminal == "AND" for sense in words[1].senses):
        return False
    chooses = any(sense.name == "scegliere" for sense in words[0].senses)
    return chooses and any(sense.terminal.startswith("V_") for sense in words[2].senses)


def _until_it_ends(words: list[Word], word: Word) -> bool:
    """«finché non finisce il turno»: as long as it lasts."""
    senses = [{(sense.terminal, sense.name) for sense in each.senses} for each in words]
    ends = [i for i, each in enumerate(senses) if any(name == "finire" for _, name in each)]
    if not ends or ends[0] < 2 or not any(terminal == "NOT" for terminal, _ in senses[ends[0] - 1]):
        return False
    lasts = any(terminal == "WHILE" for terminal, _ in senses[ends[0] - 2])
    return lasts and word in words[ends[0] - 1 : ends[0] + 1]


def _has_no(words: list[Word]) -> frozenset[str]:
    """«non ha Corazza»: she is taken away; any other «non» denies."""
    not_, *verb = ({sense.terminal for sense in word.senses} for word in words)
    return frozenset(("takes away",)) if "NOT" in not_ and any("HAVE_FIN" in each for each in verb) else frozenset()


def _done_with_this(words: list[Word]) -> frozenset[str]:
    """«hai sfidato con questa carta»: that it is yours goes without saying."""
    terminals = [{sense.terminal for sense in word.senses} for word in words]
    said = ("HAVE_FIN", "V_PART", "WITH", "THIS")
    with_this = len(words) == len(said) and all(one in each for one, each in zip(said, terminals, strict=True))
    return frozenset({"is:Self"}) if with_this else frozenset()


def _uses_this(words: list[Word]) -> bool:
    """«giocare questa abilità»: what may be done with it is said by the ability, whatever else the verb means."""
    terminals = [{sense.terminal for sense in word.senses} for word in words]
    return (
        len(terminals) == 3
        and bool(terminals[0] & {"V_INF", "V_IMP"})
        and "THIS" in terminals[1]
        and "N_ABILITIES" in terminals[2]
    )


def _stands_for_value(words: list[Word]) -> bool:
    """«minore di quello di una tua Lana»: the value that is compared, which is said before."""
    terminals = [{sense.terminal for sense in word.senses} for word in words]
    return len(terminals) == 2 and "THAT" in terminals[0] and "OF" in terminals[1]


def _that_pile(words: list[Word]) -> bool:
    """«poi mescola quel Mazzo»: the one of which was spoken, or reading stops there; the meaning has it by its name."""
    terminals = [{sense.terminal for sense in word.senses} for word in words]
    return len(terminals) == 2 and "THAT" in terminals[0] and "N_ZONE" in terminals[1]


def _of_who_was_spoken_of(words: list[Word]) -> frozenset[str]:
    """«quel giocatore», after «quando l'avversario …», is the opponent: there is no other part for «quel»."""
    terminals = [{sense.terminal for sense in word.senses} for word in words]
    player = len(terminals) == 2 and "THAT" in terminals[0] and bool(terminals[1] & {"N_PLAYER", "N_OPPONENT"})
    return frozenset({"is:Opponent"}) if player else frozenset()


def _so_many_of_a_value(words: list[Word]) -> frozenset[str]:
    """«infliggi 1 per ogni sua Carica»: one for each is as much as the value is."""
    each = any(sense.terminal == "EACH" for sense in words[0].senses)
    value = any(sense.terminal == "N_VALUE" for word in words[1:] for sense in word.senses)
    return frozenset({"is:ValueOf"}) if each and value else frozenset()


def _so_many_more(words: list[Word]) -> frozenset[str]:
    """«guadagni altri 2 Punti», «attingi altre due carte»: so many, besides what was before."""
    other, *rest = ({sense.terminal for sense in word.senses} for word in words)
    if "OTHER" not in other or not rest:
        return frozenset()
    counted = "N_VALUE" in rest[0] or ("NUM" in rest[0] and bool(rest[-1] & {"N_VALUE", "N_CARD"}))
    return frozenset({"so many"}) if counted else frozenset()


def _so_again(words: list[Word], vocabulary: Vocabulary) -> frozenset[str]:
    """«torna desta», of a verb that is else only that she goes somewhere: she is made so."""
    so = any(sense.terminal == "STATUS" for sense in words[-1].senses)
    again = so and any(_only_goes(sense.name, vocabulary) for sense in words[0].senses)
    return frozenset({"is:SetStatus", "makes"}) if again else frozenset()


def _only_goes(verb: str, vocabulary: Vocabulary) -> bool:
    return only_goes(vocabulary.frames_of(verb))


def _for_nothing(words: list[Word], vocabulary: Vocabulary) -> frozenset[str]:
    """«senza spendere (un) Gesto», of what things are paid with; of anything else «senza» is lost."""
    length = _unspent(words)
    named = {sense.name for sense in words[length - 1].senses} if length else set()
    return frozenset() if named.isdisjoint(_paid_with(vocabulary)) else frozenset({"free"})


def _unspent(words: list[Word]) -> int:
    """How many words are «senza spendere (un) Gesto»; 0 when they are none such."""
    senses = [{sense.terminal: sense.name for sense in word.senses} for word in words]
    if len(senses) < 3 or "WITHOUT" not in senses[0] or senses[1].get("V_INF") not in PAYING:
        return 0
    at = 3 if "INDEF" in senses[2] and len(senses) > 3 else 2
    return 0 if senses[at].keys().isdisjoint(("N_VALUE", "N_CARD")) else at + 1


def _paid_with(vocabulary: Vocabulary) -> set[str]:
    """The values and tokens that are spent for something."""
    paid = {value for values in (vocabulary.priced or {}).values() for value in values}
    paid |= {value.paid_with for value in vocabulary.values.values() if value.paid_with}
    forms = [form for frame in vocabulary.frames_of("spendere") for form in frame.forms]
    paid |= {role.value.noun for form in forms for role in form.roles if isinstance(role.value, n.Select)}
    return paid | {*vocabulary.tokens}


def _made(word: Word) -> frozenset[str]:
    """«diventa stanca»: what a verb makes of a thing."""
    return frozenset(f"made:{sense.name}" for sense in word.senses if sense.terminal == "STATUS")


def _of_what_would_be(words: list[Word]) -> frozenset[str]:
    """«se stai per attingere, … invece di attingere», «… invece di essere spezzata»: the same, said once more."""
    senses = [{sense.terminal for sense in word.senses} for word in words]
    after = len(words) > 1 and ("INSTEAD_OF" in senses[-2] or ("INSTEAD_OF" in senses[0] and "BE_INF" in senses[-2]))
    verbs = (sense for sense in words[-1].senses if sense.terminal in ("V_INF", "V_PART"))
    return frozenset(f"instead:{sense.name}" for sense in verbs) if after else frozenset()


def accounted(text: str, reading: Reading, context: TextContext, vocabulary: Vocabulary) -> Reading:
    """A reading in whose meanings no word of the text is lost: one that loses a word is no reading of it.

    If none is left the wording is refused, with the words that would have been lost."""
    lost = [
        lost_words(text, meaning, vocabulary, context.scope, context.word, context.slot) for meaning in reading.meanings
    ]
    kept = tuple(meaning for meaning, words in zip(reading.meanings, lost, strict=True) if not words)
    if len(kept) == len(reading.meanings):
        return reading
    if kept:
        fate = Fate.UNDERSTOOD if len(kept) == 1 else Fate.AMBIGUOUS
        problems = reading.problems if len(kept) > 1 else tuple(p for p in reading.problems if not p.is_error)
        return attrs.evolve(reading, meanings=kept, fate=fate, problems=problems)
    source = context.source or Source.of("<testo>", text)
    words = {word: meaning for meaning, words in zip(reading.meanings, lost, strict=True) for word in words}
    problems = tuple(
        _lost_word(word, source, context.offset, _said_without(meaning, context, vocabulary))
        for word, meaning in words.items()
    )
    return attrs.evolve(reading, meanings=(), fate=Fate.REFUSED, problems=(*reading.problems, *problems))


def _said_without(meaning: Meaning, context: TextContext, vocabulary: Vocabulary) -> str:
    """What would be left of the wording, said back."""
    from .italian import phrase, said
    from .nodes import Text

    return said(meaning, vocabulary, context.slot) if isinstance(meaning, Text) else phrase(meaning, vocabulary)


def _lost_word(lost: Lost, source: Source, offset: int, without: str) -> Diagnostic:
    return Diagnostic(
        code="S900",
        message=f"«{lost.word}» qui non si intende",
        span=source.span(offset + lost.start, offset + lost.end),
        hint=f"della frase resterebbe solo: «{without.replace(chr(10), ' ')}»",
    )


#: Parts that account for one word each; any other part accounts for all the words that need it.
_ONE_EACH: Final = ("num:", "name:", "word:", "other", "always", "free", "printed", "not", "is:You")


def _unmatched(needs: list[frozenset[str]], parts: Counter[str]) -> list[int]:
    """The needs that are left over when each takes one part of the meaning (a greatest matching)."""
    shared = frozenset(name for name in parts if not name.startswith(_ONE_EACH))
    units: dict[str, list[int]] = {}
    for i, name in enumerate(name for name, many in parts.items() if name not in shared for _ in range(many)):
        units.setdefault(name, []).append(i)
    taken: dict[int, int] = {}

    def place(need: int, seen: set[int]) -> bool:
        for unit in (unit for name in needs[need] for unit in units.get(name, ())):
            if unit in seen:
                continue
            seen.add(unit)
            if unit not in taken or place(taken[unit], seen):
                taken[unit] = need
                return True
        return False

    return [i for i, wanted in enumerate(needs) if not wanted & shared and not place(i, set())]
