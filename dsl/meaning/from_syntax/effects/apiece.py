"""«getta una carta dalla mensola di ogni giocatore»: no card lies with several, so that it is one of each."""

from __future__ import annotations

from attrs import evolve

from ....syntax import nodes as s
from ... import nodes as n
from ...mapped import replace_term
from ...scope import nodes_of
from ..things.reading import PLAYER
from .looking import Looking


class Apiece(Looking):
    """The part of the reader that reads what is done once with each player's."""

    def with_each(self, clause: s.Clause, effect: n.Effect) -> n.Effect:
        """An effect on so many things in the places of all players: it is done with each of them."""
        if (on_each := self._token_of_each(clause, effect)) is not None:
            return on_each
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

    def _token_of_each(self, clause: s.Clause, effect: n.Effect) -> n.Effect | None:
        """«porta un Gettone su ogni tua Lana», «spezza un Gettone su ognuna delle tue Lane»: no token is on several."""
        if not isinstance(effect, n.Do) or not any(map(self._says_each, clause.complements)):
            return None
        roles = {role.name: role.value for role in effect.event.roles}
        token = roles.get("object")
        if (
            not isinstance(token, n.Select)
            or token.quantity is not n.Quantity.EXACTLY
            or self.token_zone(token) is None
        ):
            return None
        there = token.place.of if token.place is not None else None
        cards = [x for x in (there, roles.get("on"), roles.get("to")) if isinstance(x, n.Select)]
        several = [x for x in cards if x.quantity is n.Quantity.ALL and self.sort(x) == "card"]
        if len(several) != 1:
            return None
        bind = self.said.fresh()
        done = replace_term(effect, several[0], n.Var(bind))
        return n.ForEach(evolve(several[0], bind=None), bind, done, span=self.span(clause.start, clause.end))

    def _says_each(self, complement: s.Complement) -> bool:
        words = range(complement.start, complement.end)
        return any(self.may_be(at, "EACH") or self.may_be(at, "EACH_ONE") for at in words)


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
