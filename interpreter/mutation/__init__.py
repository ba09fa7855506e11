"""Mutation of cards: which words of a deck no scene defends (``detto test --mutate DECK``).

deck ──▶ the words, each with all that it may be          dsl/deck_words.py
     ──▶ changes of one word, by what it may be           changes.py
     ──▶ mutants: still understood, and something else    mutants.py
     ──▶ played in the scenes that their card is in       defence.py
"""

from __future__ import annotations

from .changes import Rivals
from .defence import Defence, Stage, Verdict, stage
from .mutants import Mutant, mutants_of

__all__ = ["Defence", "Mutant", "Rivals", "Stage", "Verdict", "mutants_of", "stage"]
