"""«entra con due Gettoni»: what a card brings with it where it enters, as «metti due Gettoni su di essa»."""

from __future__ import annotations

from collections.abc import Container

from attrs import evolve

from ....syntax import nodes as s
from ....vocabulary.lexer import Sense
from ....vocabulary.vocabulary import Vocabulary


def brings(complement: s.Complement, tokens: Container[str]) -> bool:
    """«con un Gettone», «con due Gettoni», of tokens."""
    phrase = complement.value if complement.kind == "c_prep" else None
    np = phrase.np if isinstance(phrase, s.Prepositional) and phrase.preposition.terminal == "WITH" else None
    return isinstance(np, s.NounPhrase) and np.noun is not None and np.noun.name in tokens


def of_how_many(complement: s.Complement) -> bool:
    """«per ogni Lana», «su di essa»: said of what something enters with."""
    phrase = complement.value if complement.kind in ("c_prep", "c_prep_comma") else None
    return isinstance(phrase, s.Prepositional) and phrase.preposition.terminal in ("FOR", "ON")


def in_play(vocabulary: Vocabulary, at: int) -> tuple[s.Complement, ...]:
    """«entra con un Gettone»: in play, where nobody says where."""
    home = vocabulary.implied_place("", target=True)
    if home is None:
        return ()
    kind = "N_PLACE" if home in vocabulary.places else "N_ZONE"
    place = s.NounPhrase((), s.Token(at, home, Sense(kind, home)), (), 3, 3, at, at + 1)
    return (_complement("IN", place, home, at),)


def put_upon(clause: s.Clause, brought: s.Complement, more: tuple[s.Complement, ...], card: str) -> s.Clause:
    """«metti due Gettoni su di essa (per ogni Lana)»."""
    assert isinstance(brought.value, s.Prepositional)
    at, np = brought.start, brought.value.np
    if (
        isinstance(np, s.NounPhrase) and np.modifiers and np.modifiers[-1].kind == "mod_on"
    ):  # «su di essa» goes without saying
        np = evolve(np, modifiers=np.modifiers[:-1])
    whose = clause.subject if isinstance(clause.subject, s.NounPhrase) else None
    noun = whose.noun if whose is not None and not whose.has("this") else None
    word = "THIS" if noun is None else "THAT"
    noun = noun or s.Token(at, card, Sense("N_CARD", card, kind="noun"))
    it = s.NounPhrase((s.Token(at, card, Sense(word, word.lower())),), noun, (), 3, 3, at, at + 1)
    verb = s.Token(at, "mettere", Sense("V_IMP", "mettere", person=2, mood="imperative", kind="language"))
    group = s.VerbGroup(verb, "order", finite=verb, tokens=(verb,))
    held = s.Complement("c_object", np, (), False, np.start, np.end)
    kept = tuple(c for c in more if not (isinstance(c.value, s.Prepositional) and c.value.preposition.terminal == "ON"))
    return s.Clause(group, None, (held, _complement("ON", it, noun.text, at), *kept), None, clause.start, clause.end)


def _complement(preposition: str, np: s.NounPhrase, text: str, at: int) -> s.Complement:
    word = s.Token(at, text, Sense(preposition, preposition.lower()))
    return s.Complement("c_prep", s.Prepositional("prep_phrase", word, np), (), False, at, at + 1)


__all__ = ["brings", "in_play", "of_how_many", "put_upon"]
