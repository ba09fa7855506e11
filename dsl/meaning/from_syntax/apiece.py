"""«getta una carta dalla mensola di ogni giocatore»: no card lies with several, so that it is one of each."""

from __future__ import annotations

from attrs import evolve

from ...syntax import nodes as s
from .. import nodes as n
from ..mapped import replace_term
from ..scope import nodes_of
from .looking import Looking
from .reading import PLAYER


class Apiece(Looking):
    """The part of the reader that reads what is done once with each player's."""

    def with_each(self, clause: s.Clause, effect: n.Effect) -> n.Effect:
        """An effect on so many things in the places of all players: it is done with each of them."""
        if not any(_of_each_player(each) for each in clause.complements):
            goals = [x.to for x in nodes_of(effect) if isinstance(x, n.Move)]
            if any(isinstance(to, n.Place) and _all_players(to.of) for to in goals):
                hint = "a ciascuno il suo: «di ogni giocatore», «in mano al proprietario»"
                raise self.fail(clause.start, "una carta non va in più luoghi", "S028", hint, clause.end)
            return effect
        if isinstance(effect, n.May):
            return evolve(effect, effect=self.with_each(clause, effect.effect))
        counted = [x for x in nodes_of(effect) if isinstance(x, n.Select) and x.number is not None]
        owners = {x.place.of for x in counted if x.place is not None and _all_players(x.place.of)}
        if isinstance(effect, n.Move) and isinstance(effect.what, n.Select) and effect.what.number is not None:
            owners |= {x.of for x in (effect.to,) if isinstance(x, n.Place) and _all_players(x.of)}
        if len(owners) != 1 or not isinstance(effect, n.Do | n.Look | n.Move):
            return effect
        owner, bind = owners.pop(), self.said.fresh()
        players = evolve(owner, bind=None, span=None) if isinstance(owner, n.Select) else owner
        done = replace_term(effect, owner, n.Var(bind))
        return n.ForEach(players, bind, done, span=self.span(clause.start, clause.end))  # type: ignore[arg-type]


def _of_each_player(complement: s.Complement) -> bool:
    """«dalla mensola di ogni giocatore», never «dalle mensole dei giocatori»."""
    return any(
        each.noun is not None and each.noun.terminal in ("N_PLAYER", "N_OPPONENT") and each.has("each")
        for each in nodes_of(complement)
        if isinstance(each, s.NounPhrase)
    )


def _all_players(owner: n.Term | None) -> bool:
    if isinstance(owner, n.Opponent):
        return owner.each
    return isinstance(owner, n.Select) and owner.noun == PLAYER and owner.quantity is n.Quantity.ALL


def over(players: n.Select) -> n.Select:
    """Those of whom something is done with each: without their name, but where what they have asks for it («chi ha 3 carte»)."""
    spoken_of = any(node == n.Var(players.bind or "") for condition in players.where for node in nodes_of(condition))
    return players if spoken_of else evolve(players, bind=None)
