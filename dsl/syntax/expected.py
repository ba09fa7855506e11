"""What could stand at a place, named as a person would: kinds of words, not terminals."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

#: Groups of terminals with their name, in the order in which they are told.
GROUPS: Final[tuple[tuple[str, frozenset[str]], ...]] = (
    ("un ordine («scegli …»)", frozenset(("V_IMP",))),
    ("un verbo", frozenset(("V_FIN", "V_PLAIN", "V_YOU", "HAVE_FIN", "BE_FIN", "CAN_FIN", "MUST_FIN", "COME_FIN"))),
    ("un infinito", frozenset(("V_INF", "BE_INF", "HAVE_INF"))),
    ("un participio", frozenset(("V_PART", "BE_PART"))),
    ("un nome", frozenset(("N_CARD", "N_PLAYER", "N_OPPONENT", "TARGET", "N_RELATION", "N_NAME"))),
    ("un articolo o un numero", frozenset(("DEF", "INDEF", "NUM"))),
    ("un valore", frozenset(("N_VALUE",))),
    ("una parola chiave", frozenset(("N_KEYWORD",))),
    ("una zona", frozenset(("N_ZONE", "N_PLACE"))),
    ("un tempo", frozenset(("N_PERIOD", "N_END", "N_START"))),
    ("un aggettivo", frozenset(("STATUS", "OPPOSING", "ORIGINAL", "MEMBER", "ATTACHED", "DIRECTION", "FREE_SPOT"))),
    ("«se», «quando»", frozenset(("IF", "WHEN", "WHILE"))),
    ("una preposizione", frozenset(("OF", "TO", "FROM", "IN", "ON", "WITH", "FOR", "AGAINST", "AMONG", "UNDER"))),
    ("«e», «o», «poi»", frozenset(("AND", "OR", "THEN"))),
    ("una virgola", frozenset(("COMMA",))),
    ("«:»", frozenset(("COLON",))),
    ("la fine della frase", frozenset(("$END",))),
)


def expected_words(terminals: Iterable[str], most: int = 6) -> tuple[str, ...]:
    """The kinds of words among terminals, at most so many."""
    present = set(terminals)
    return tuple(name for name, group in GROUPS if group & present)[:most]
