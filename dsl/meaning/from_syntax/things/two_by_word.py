"""«due Lane della stessa Forma», «due Lane di Forma diversa»: one, and another that is like it, or unlike."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from ....syntax import nodes as s
from ....vocabulary.lexer import Sense
from ...game import ValueDecl


def told_apart(np: s.NounPhrase, values: Mapping[str, ValueDecl]) -> tuple[s.NounPhrase, s.NounPhrase] | None:
    """The two that a phrase names, the second with what it is like; None of any other phrase."""
    number = next((d for d in np.determiners if d.terminal == "NUM"), None)
    alike = next((m for m in np.modifiers if compares_words(m, values)), None)
    aimed = any(token.terminal == "TARGET" for m in np.modifiers for token in m.tokens)
    said = [
        d for d in np.determiners if d is not number and not (aimed and d.terminal == "DEF")
    ]  # «le due Lane bersaglio»
    rest = tuple(d for d in said if d.terminal == "POSSESSIVE")
    if number is None or number.name != "2" or alike is None or len(rest) != len(said):
        return None
    one = s.Token(number.at, number.text, Sense("INDEF", "indef"))
    other = s.Token(number.at, number.text, Sense("OTHER", "other"))
    others = tuple(m for m in np.modifiers if m is not alike)
    first = evolve(np, determiners=(one, *rest), modifiers=others, number=1)
    word = alike.value
    assert isinstance(word, s.NounPhrase)
    plain = tuple(d for d in word.determiners if d.terminal != "NUM")  # «di due Forme diverse»
    like = evolve(alike, value=evolve(word, determiners=plain, number=1))
    return first, evolve(np, determiners=(one, other, *rest), modifiers=(*others, like), number=1)


def compares_words(modifier: s.Modifier, values: Mapping[str, ValueDecl]) -> bool:
    """«della stessa Forma», «di Forma diversa», of nothing that is said, and of a value of which a card has words."""
    word = modifier.value
    if modifier.kind != "mod_of" or not isinstance(word, s.NounPhrase) or word.noun is None:
        return False
    value = values.get(word.noun.name)
    if word.noun.terminal != "N_VALUE" or value is None or value.kind not in ("member", "members"):
        return False
    said = [m for m in word.modifiers if m.kind != "adjective" or m.tokens[0].terminal != "DIFFERENT"]
    unlike = len(said) < len(word.modifiers)
    return not said and word.has("same") != unlike
