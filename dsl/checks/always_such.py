"""C017: a condition or an exception that says nothing: it always holds, or never lifts anything.

Why it is a fault: the words look like a rule and are none.
Example: «Ha +1 Ardore a meno che non sia nel Fosso.» in a text that is in force on the table only; «se hai 0 o più carte».
Instead: take the condition away, or say the one that was meant.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import Diagnostic
from ..meaning import nodes as n
from ..meaning.game import GameMeaning
from ..messages import problem
from .logic import span_of
from .never_such import asked
from .possible import fate
from .texts import label, texts


def always_such(game: GameMeaning) -> Iterator[Diagnostic]:
    """Conditions that always hold; exceptions («a meno che») that never apply, or always do."""
    for owned in texts(game):
        for condition in asked(owned.text):
            found = fate(condition, owned, game)
            if found is not None and (found.holds or isinstance(condition, n.Not)):
                what = "vale sempre" if found.holds else "non vale mai"
                if isinstance(condition, n.Not):
                    what = "è un'eccezione che non capita mai" if found.holds else "è un'eccezione che c'è sempre"
                yield problem(
                    "C017", span_of(condition), what=what, why=found.why, labels=label(found.span, "lo dice qui")
                )
