"""What a game offers in the place of what is wrong: the names of its places and times, the forms of a verb; else advice.

Asked only for a fault that brings no hint of its own."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from ..vocabulary.lexer import Word
from ..vocabulary.vocabulary import Kind, Vocabulary

#: Of more names than this none are listed.
MOST_NAMES: Final = 12

#: Advice by code, where a game's words have nothing to add.
ADVICE: Final[Mapping[str, str]] = {
    "S021": "dillo prima, o chiamalo per nome qui",
    "S029": "di' come stanno le cose («è …», «ha …»), o che cosa è già accaduto («ha … in questo turno»)",
    "S030": "un effetto è un ordine, un valore («ha +1 …») o un permesso («può …», «non può …»)",
    "S031": "si può dire con un verbo del gioco, di cui si dichiarano i passi",
    "S032": "una parola chiave o un'etichetta non si fanno: scrivi che cosa accade",
    "S033": "comincia con «se …» la frase prima, o questa",
    "S040": "perché si scelga una delle due: «scegli uno: …; oppure …»",
}


#: What is said in the place of common words that no game has: how a word begins, and advice.
UNSAID: Final[Mapping[str, str]] = {
    "copi": "un effetto non si copia: si dà tra virgolette («ha anche l'effetto «…»»), o si ripete il proprio («Ripeti questo effetto»)",
    "cambi": "ciò che è stato scelto resta scelto: di ciò che aspetta si dice «annulla …»",
    "divid": "si dice che cosa si fa: «infliggi … divisi come vuoi tra due …»",
    "vuoi": "«come vuoi» non si intende: si dice «puoi …», «a tua scelta», o a chi quanto («… a uno e … a un altro»)",
    "preferisci": "«come preferisci» non si intende: si dice «puoi …», «a tua scelta», o a chi quanto («… a uno e … a un altro»)",
    "difend": "di chi lo subisce si dice con il passivo: «quando viene …»",
    "cre": "durante la partita non nascono carte: si mette in campo una carta che c'è, o un segnalino su una carta",
    "moment": "«nello stesso momento» sta dopo la domanda, e vale per le righe sotto: «passi, nello stesso momento:»",
    "scopr": "le carte di un luogo si mostrano: «mostra la sua mano»",
}
#: … and in the place of a card that is made during a match.
MADE_ANEW: Final = (
    "durante la partita non nascono carte: ciò che ha valori stampati è una carta dei mazzi («metti una carta dalla tua … nel tuo …»); "
    "a una che c'è si danno («ha +… fino alla fine del turno», un segnalino su di essa)"
)
#: Two printed numbers, after a few words.
_PRINTED_SOON: Final = re.compile(r"(?: \w+){0,3} \d+/\d+\b")
#: The endings of verbs: of a longer word only the beginning is alike («saltello»).
_VERBAL: Final = frozenset(
    ("", "a", "i", "e", "o", "ano", "ono", "are", "ere", "ire", "era", "ra", "ino", "ato", "ata", "isce")
)


def advice_on(word: str) -> str:
    """What to write instead of a word that is often printed and that no game has; empty for any other."""
    key = word.casefold()
    if key == "ce":
        return "«ce ne sono», «ce n'è» non si intendono: di' di nuovo che cosa («se non ci sono … in …»)"
    found = (said for stem, said in UNSAID.items() if key.startswith(stem) and key[len(stem) :] in _VERBAL)
    return next(found, "")


def made_from_nothing(before: str, after: str) -> str:
    """«metti in gioco una statuina Lana 2/2», of a word that no game has: what to do instead; empty of anything else."""
    put = any(word.casefold().startswith("mett") for word in before.split())
    return MADE_ANEW if put and _PRINTED_SOON.match(after) else ""


def made_with_values(sentence: Sequence[Word], at: int) -> str:
    """«metti un segnalino Lana 2/2»: what to do instead of making a card with printed values; empty of anything else."""
    if at < 2 or sentence[at].text != "/" or not sentence[at - 1].text.isdigit():
        return ""
    named = any(sense.terminal in ("N_CARD", "MEMBER") for sense in sentence[at - 2].senses)
    return MADE_ANEW if named else ""


def hint_for(code: str, words: Sequence[Word], vocabulary: Vocabulary) -> str:
    """What could be written in the place of words, which have this fault; empty when there is nothing to say."""
    if code == "S022":
        return _listed("i luoghi di questo gioco sono", _names(vocabulary, Kind.ZONE, Kind.PLACE))
    if code == "S026":
        return _listed("i tempi di questo gioco sono", _names(vocabulary, Kind.PERIOD))
    if code == "S027" or (code == "S029" and not any(vocabulary.frames_of(name) for name in _verbs(words))):
        return _listed("ciò che si aspetta o si vieta è un verbo del gioco", _names(vocabulary, Kind.VERB))
    if code == "S028":
        return _listed("si dice così", tuple(_forms(words, vocabulary)))
    return ADVICE.get(code, "")


def known_there(expected: Collection[str], vocabulary: Vocabulary) -> str:
    """The words of the game in the place of one that nobody knows and none is like: its verbs where a verb could be, else
    its nouns; as many as one reads, in the order in which they are declared."""
    if "V_IMP" in expected or "V_FIN" in expected:
        return _some("i verbi di questo gioco sono", _names(vocabulary, Kind.VERB))
    return (
        _some("i nomi di questo gioco sono", (*_names(vocabulary, Kind.NOUN), *_names(vocabulary, Kind.VALUE)))
        if "N_CARD" in expected
        else ""
    )


def _some(what: str, names: tuple[str, ...]) -> str:
    more = ", …" if len(names) > MOST_NAMES else ""
    return f"{what}: {', '.join(f'«{name}»' for name in names[:MOST_NAMES])}{more}" if names else ""


def _names(vocabulary: Vocabulary, *kinds: Kind) -> tuple[str, ...]:
    """The game's own names of these kinds."""
    return tuple(
        dict.fromkeys(each.name for each in vocabulary.lexemes if each.kind in kinds and each.span is not None)
    )


def _verbs(words: Sequence[Word]) -> Iterator[str]:
    """The verbs that these words may be forms of."""
    return (sense.name for word in words for sense in word.senses if sense.terminal.startswith("V_"))


def _forms(words: Sequence[Word], vocabulary: Vocabulary) -> Iterator[str]:
    """The forms of the first of these words that is a verb of the game; none of one that every game has («lascia …»)."""
    from ..meaning.italian import phrase

    frames = next((found for name in _verbs(words) if (found := vocabulary.frames_of(name))), ())
    for frame in frames:
        if frame.crossing is None:
            yield from (phrase(form, vocabulary) for form in frame.forms)


def _listed(what: str, names: tuple[str, ...]) -> str:
    return f"{what}: {', '.join(f'«{name}»' for name in names)}" if 0 < len(names) <= MOST_NAMES else ""
