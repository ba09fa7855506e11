"""«con la mano scoperta», «a carte scoperte»: the words that say of a zone that it lies open."""

from __future__ import annotations

from ....syntax import nodes as s


def plays_open(clause: s.Clause) -> bool:
    """Whether a clause says how one plays, and not what: «gioca con la mano scoperta»."""
    if clause.group.verb.name != "giocare" or any(c.kind == "c_object" for c in clause.complements):
        return False
    apart = any(isinstance(c.value, s.Token) and is_open_word(c.value) for c in clause.complements)
    phrases = (c.value for c in clause.complements if isinstance(c.value, s.Prepositional))
    return any(open_phrase(each, apart) for each in phrases)


def open_phrase(phrase: s.Prepositional, said_apart: bool) -> bool:
    """«con la mano scoperta», «a carte scoperte»."""
    np, word = phrase.np, phrase.preposition.terminal
    if not isinstance(np, s.NounPhrase) or np.noun is None:
        return False
    if not said_apart and not any(map(says_open, np.modifiers)):
        return False
    cards = np.noun.terminal == "N_CARD" and np.number == 2 and not np.determiners
    return (word == "WITH" and np.noun.terminal == "N_ZONE") or (word == "TO" and cards)


def says_open(modifier: s.Modifier) -> bool:
    """«scoperta»: the word of the language, or a game's own for a face of its cards, or for what is done to them."""
    alone = modifier.kind in ("adjective", "mod_participle") and len(modifier.tokens) == 1
    return alone and not modifier.negated and is_open_word(modifier.tokens[0])


def is_open_word(word: s.Token) -> bool:
    return word.text.casefold()[:-1] == "scopert"
