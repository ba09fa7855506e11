"""Two matches of one position, under two readings, played on side by side until they part.

Breadth first over what may be chosen, so that what is found first takes the fewest choices. Only what concerns the cards of the position is
done: a card that lies there by chance is never played.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from typing import Any

from attrs import frozen

from ..decisions import Decision, Option
from ..match import Match, MatchFault
from .facts import Eye, Fact

_MOST_OPTIONS = 8
_MOST_CHOICES_OF_AN_ACT = 6


@frozen
class Step:
    """An option taken: by whom, in a window or not, and what it is."""

    seat: int
    window: bool
    kind: str
    objects: tuple[str, ...] = ()
    action: str | None = None
    manner: str | None = None
    word: str | None = None


@frozen
class Side:
    """One of the matches where they part: what is asked there, and the facts that the other does not share.

    ``tail``: what is chosen afterwards, until nothing is left to choose: a scene does not stop in the middle of something."""

    seat: int | None
    window: bool
    options: tuple[Step, ...]
    facts: Mapping[Fact, Any]
    tail: tuple[Step, ...] = ()


@frozen
class Parted:
    """After these steps the two matches are no longer the same: two sides."""

    steps: tuple[Step, ...]
    sides: tuple[Side, Side]


class Explorer:
    """Plays the pair of matches of one position. ``first``: the card that the first act must be of, if it has to be played."""

    def __init__(self, eye: Eye, cards: Mapping[str, int], first: str | None = None) -> None:
        self.eye, self.cards, self.first = eye, cards, first
        self.names = {number: name for name, number in cards.items()}

    def parted(self, pair: tuple[Match, Match], acts: int, most: int) -> Iterator[Parted]:
        """Where the two part, after at most so many acts; at most ``most`` situations are looked at."""
        queue: deque[tuple[Match, Match, tuple[Step, ...], int, int]] = deque([(*pair, (), 0, 0)])
        for _ in range(most):
            if not queue:
                return
            first, second, steps, done, choices = queue.popleft()
            sides = self._differ(first, second)
            if sides is not None:
                yield Parted(steps, sides)
                continue
            decision = first.decision
            if decision is None or (decision.kind == "action" and done >= acts) or choices > _MOST_CHOICES_OF_AN_ACT:
                continue
            window = decision.kind == "action"
            must = self.first if window and not done else None
            for step, one, two in self._next(first, second, decision, must):
                queue.append((one, two, (*steps, step), done + window, 0 if window else choices + 1))

    def _next(
        self, first: Match, second: Match, decision: Decision, must: str | None
    ) -> Iterator[tuple[Step, Match, Match]]:
        other = second.decision
        assert other is not None
        window = decision.kind == "action"
        at = {self.step(decision.player, window, option): option.index for option in other.options}
        taken = 0
        for option in sorted(decision.options, key=_simplest):
            step = self.step(decision.player, window, option)
            if taken >= _MOST_OPTIONS or not self._concerns(step, option) or (must and must not in step.objects):
                continue
            one, two = first.clone(), second.clone()
            try:
                one.choose(option.index)
                two.choose(at[step])
            except MatchFault:
                continue
            taken += 1
            yield step, one, two

    def _concerns(self, step: Step, option: Option) -> bool:
        """Whether an option is of the named cards; in a window, chance cards are left where they are."""
        if not step.window:
            return True
        return option.kind == "pass" or (bool(option.objects) and all(card in self.names for card in option.objects))

    def step(self, seat: int, window: bool, option: Option) -> Step:
        """An option by what it is, the same in both matches."""
        names = tuple(self.names.get(card) or option.match.card_name(card) for card in option.objects)
        word = option.word if not option.objects else None
        return Step(seat, window, option.kind, names, option.action, option.manner if window else None, word)

    # -- comparing

    def _asked(self, match: Match) -> tuple[int | None, bool, tuple[Step, ...]]:
        decision = match.decision
        if decision is None:
            return None, True, ()
        window = decision.kind == "action"
        return decision.player, window, tuple(self.step(decision.player, window, each) for each in decision.options)

    def _differ(self, first: Match, second: Match) -> tuple[Side, Side] | None:
        asked = [self._asked(first), self._asked(second)]
        same = asked[0][:2] == asked[1][:2] and set(asked[0][2]) == set(asked[1][2])
        if same and not asked[0][1]:
            return None  # in the middle of something: what it comes to is compared when it is done
        seen = [self.eye.see(match, self.cards) for match in (first, second)]
        if same and seen[0] == seen[1]:
            return None
        apart = [{key: one[key] for key in one if one[key] != two.get(key)} for one, two in (seen, seen[::-1])]
        return Side(*asked[0], apart[0], self._tail(first)), Side(*asked[1], apart[1], self._tail(second))

    def _tail(self, match: Match) -> tuple[Step, ...]:
        """The first option of every choice, up to the next window."""
        steps: list[Step] = []
        match = match.clone()
        while (decision := match.decision) is not None and decision.kind != "action":
            option = min(decision.options, key=_simplest)
            steps.append(self.step(decision.player, False, option))
            match.choose(option.index)
            if len(steps) > _MOST_CHOICES_OF_AN_ACT:
                break
        return tuple(steps)


def _simplest(option: Option) -> tuple[bool, int]:
    """To leave it first, then in the order in which things are offered."""
    return option.kind not in ("done", "no"), option.index


__all__ = ["Explorer", "Parted", "Side", "Step"]
