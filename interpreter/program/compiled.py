"""A game compiled: what the machine needs to run it."""

from __future__ import annotations

from typing import Any

from attrs import define, field

from dsl.meaning import nodes as n
from dsl.meaning.game import CardDecl, GameMeaning

from .env import CannotCompile
from .layout import Layout
from .standing import Ability, RuleAllow

Entry = tuple[int, int]


@define
class Program:
    """A generated program: its name, how many places its frame has, and the words that caused it."""

    name: str
    places: int
    span: n.Span | None = None
    owner: str = ""
    node: Any = None
    first: int = 0  # how many places of its frame are given from the start


@define
class Compiled:
    """All that :mod:`interpreter.match` needs to run a game: the layout, the functions' text and the tables."""

    game: GameMeaning
    layout: Layout
    cards: tuple[CardDecl, ...]
    functions: dict[str, str]
    programs: list[Program]
    abilities: list[Ability]
    roles: dict[str, tuple[str, ...]]
    manners: dict[str, tuple[str, ...]]
    enter: dict[int, dict[int, tuple[Entry, ...]]] = field(factory=dict)
    attach: dict[int, dict[int, tuple[Entry, ...]]] = field(factory=dict)
    standing: dict[int, list[tuple[Any, ...]]] = field(factory=dict)
    use: list[dict[int, int]] = field(factory=list)
    event_programs: dict[str, int] = field(factory=dict)
    guards: dict[int, tuple[str, tuple[int, ...]]] = field(
        factory=dict
    )  # of an event: whether it may be, what stands on its way
    ahead: set[tuple[int, int]] = field(factory=set)  # the periods that somebody can skip (0), or have once more (1)
    period_steps: dict[str, tuple[int, ...]] = field(factory=dict)
    period_start: dict[str, int] = field(factory=dict)
    period_end: dict[str, int] = field(factory=dict)
    keyword_moments: dict[int, list[tuple[int, int]]] = field(factory=dict)
    keyword_wakes: dict[int, list[tuple[int, int]]] = field(factory=dict)
    rules_allow: list[RuleAllow] = field(factory=list)
    decides: tuple[str, ...] = ()
    limits: list[int] = field(factory=list)
    checks: list[tuple[str, int]] = field(factory=list)  # of each state check: what is due, what is done
    action_programs: list[int] = field(factory=list)
    provided: dict[tuple[int, str], int] = field(
        factory=dict
    )  # action and window in which it is open on a condition → the number of its options there
    freed: dict[int, int] = field(factory=dict)  # the same, of one that an effect takes without its price
    announced: list[int | None] = field(factory=list)  # of each action: the program of its choices when it is played
    aimed: list[dict[int, tuple[int, int]]] = field(
        factory=list
    )  # of each text: card → program of choices, of resolution
    answers: set[int] = field(factory=set)  # the cards whose used text is aimed at something that waits
    candidates: dict[int, tuple[tuple[int, bool, str], ...]] = field(
        factory=dict
    )  # program of a resolution → its targets: their place, whether several, the function of all that they may be
    used_by: dict[int, tuple[int, int, str]] = field(
        factory=dict
    )  # … of a play → where the choices of its text are, which text, the function of the card
    copied: set[int] = field(factory=set)  # the actions of which there may be a copy: they only use a text
    also_paid: dict[int, int] = field(
        factory=dict
    )  # card → the program of what is paid beside its price when it is played
    after: dict[int, int] = field(factory=dict)  # of a window: what is done with a card after its resolution
    host_kept: int = 0  # where what is kept of a card that left play has the card under which it lay
    setup: int = 0
    play: frozenset[int] = frozenset()
    words: list[str] = field(factory=list)
    prompts: list[Any] = field(factory=list)
    prompt_names: list[dict[str, int]] = field(factory=list)
    history: list[tuple[str, str]] = field(factory=list)
    sourced: set[str] = field(factory=set)  # the verbs of whose past events somebody asks which card's text did it
    uses_awaited: set[str] = field(factory=set)  # the verbs of playing by which it is awaited that an ability is used
    remembering: set[str] = field(factory=set)  # the verbs of whose past events it is asked what took part, as it was
    problems: list[CannotCompile] = field(factory=list)
    dead: frozenset[int] = frozenset()  # slots that nothing in this game with these cards ever fills
    unread: frozenset[int] = frozenset()  # slots of periods that nothing asks: they stay as they begin
    plain: dict[str, str] = field(factory=dict)  # functions of a card that are one expression, for the optimiser


def longer_uses(compiled: Compiled) -> dict[str, tuple[int, ...]]:
    """The abilities that may be used so often in a period that is not the turn («una volta per assalto»), by that period."""
    found: dict[str, tuple[int, ...]] = {}
    for ability in compiled.abilities:
        per = str(getattr(ability.node, "per", None))
        if (
            getattr(ability.node, "limit", None) is not None
            and per in compiled.game.periods
            and per != compiled.game.turn
        ):
            found[per] = (*found.get(per, ()), ability.number)
    return found
