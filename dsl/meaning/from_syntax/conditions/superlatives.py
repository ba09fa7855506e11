"""«il giocatore con meno Punti», «chi ha più carte in mano»: of the players, the one who has the most or the fewest."""

from __future__ import annotations

from attrs import evolve

from ....syntax import nodes as s
from ... import nodes as n
from ..things.nouns import more_of
from ..things.reading import PLAYER
from .pools import Pools


class Superlatives(Pools):
    """The part of the reader that reads which player is meant by how much he has."""

    def of_the_most(self, modifier: s.Modifier) -> n.Extreme:
        """What such a modifier says of the player under test; on a tie the one who uses the text says who is meant."""
        np, more = more_of(modifier)
        assert np is not None and more is not None and np.noun is not None
        greatest = more.name == "more"
        if np.noun.terminal == "N_VALUE":
            return n.Extreme(self._own_value(np, n.Candidate()), greatest)
        plain = evolve(np, determiners=tuple(d for d in np.determiners if d is not more), number=2)
        extra = self.parts(modifier.value) if isinstance(modifier.value, s.Clause) else None
        outer, self._candidate_noun = self._candidate_noun, PLAYER
        try:
            return n.Extreme(n.Count(self._held(plain, n.Candidate(), extra)), greatest)
        finally:
            self._candidate_noun = outer
