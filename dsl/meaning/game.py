"""What a game, its words and its decks declare, resolved: the whole that ``interpreter`` compiles.

Sentences inside are nodes of ``dsl.meaning.nodes``. Steps (``passi``) are Effects, rules and keywords are Texts.
In the steps of a verb the participants are ``Var(role)`` with the role's name (agent, object, to, from, as, number …);
in a period they are ``Var(participant name)``; choices of an action are ``Var(name)``. ``You`` in the steps of a verb
is its agent.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from ..tree import Tree
from .nodes import (
    Ability,
    And,
    Candidate,
    Condition,
    Duration,
    Effect,
    Event,
    IsIn,
    IsKind,
    Number,
    Or,
    Place,
    Select,
    Span,
    Term,
    Text,
    _span,
)

#: The name of the thing of which a reckoned value is.
OF = "of"
#: What stands beside what a check is about, where the text gives it no name.
BESIDE = "beside"


@frozen(eq=False, repr=False)
class ValueDecl(Tree):
    """A value of a card, a player, the game or a period. ``kind``: number, member (one of), members (some of), bag (as
    many of), player, word; "pool" (of a player: a number for each member), "cost" (printed signs).

    ``scale``: a number whose amounts have names, its ``members`` from 0 on. ``derived``: reckoned from others, of
    ``Var("of")``, each time that it is asked. ``missing``: what a card has on which it is not printed."""

    name: str
    owner: str  # "card" | "player" | "game" | the name of a period | the name of a noun
    kind: str = "number"
    members: tuple[str, ...] = ()  # the canonical member names, the deck's included
    printed: bool = False
    start: int | str | None = None  # counters: the first amount; None for nobody / nothing
    derived: Number | None = None
    minimum: int | None = None
    verb: str | None = None  # the verb by which it is said: «può tenere 2 Gettoni» (``verb_can``), of what it counts
    verb_upon: bool = False  # «puoi <verb> un … in più su questa carta»: the card is what it is done on
    verb_can: bool = False
    verb_in: str | None = None  # «può tenere carte nella Mano»: the zone, which may be said
    verb_of: str | None = None
    of_players: bool = False  # «costare Monete»: what its verb counts is what a player has
    said_of: str | None = None  # «le tue Lane costano …»: the noun of which the verb is said, before they are such
    counts_on: str | None = None  # the noun of the only cards on which anything counts it
    counted_in: str | None = None  # «può giocare un attacco in più per turno»: the period in which so much may be done
    scale: bool = False
    missing: int | tuple[str, ...] | None = None
    optional: bool = False  # printed only on some cards
    written_with: str | None = None  # «+2/+1»: this value and that one
    paid_with: str | None = None  # of a cost: the value of a player that is spent
    producer: str | None = None  # of what is spent: the verb by which more may be made while something is paid
    of_cost: str | None = None  # its members are those of a printed cost
    counter: bool = False  # on a card it begins as printed and then changes («Cariche»)
    maximum: int | str | None = None  # "start": no more than it began with
    like: str | None = None  # the value of which it has the words
    orders: bool = False  # what came before and after among cards is told by it
    ends_next: Event | None = None  # «il prossimo»: the event of the thing (Self) with which what is said of it ends
    ends_own: Event | None = (
        None  # the event of a card (Self) with which what its text says of itself ends, said each time anew
    )
    told: bool = True  # whether a match is told with its changes: what a rule counts for itself is not
    settled: str | None = None  # a zone or a place: what lies there has been counted already, with what it was then
    whose_card: str | None = None  # of a token: it is of the card that has as much of this other value
    settled_in: str | None = None  # … so what is said of one of those for good changes this other value
    span: Span | None = _span()

    @property
    def layered_of_player(self) -> bool:
        """A player's value that effects add to as to a card's; other numbers of a player are counted."""
        said = self.derived is not None and self.verb is not None  # «puoi tenere 3 Gettoni»
        return self.owner == "player" and (self.kind == "bag" or said)

    @property
    def by_times(self) -> bool:
        """«puoi sfidare una volta in più»: it is how often a player may do what its verb says."""
        return self.verb_can and self.verb_of is None

    @property
    def is_price(self) -> bool:
        """Whether it is what a card costs: printed signs, or a number that is said with a verb of its own («costa 2»)."""
        counts = self.verb_of == self.name or self.said_of is not None or self.of_players
        by_verb = self.verb is not None and not self.verb_can and counts
        return self.kind == "cost" or (by_verb and self.kind == "number" and self.owner == "card")


@frozen(eq=False, repr=False)
class MemberSet(Tree):
    """A name for several members at once: a «Doppia» is Lana and Erba."""

    name: str
    value: str
    members: tuple[str, ...]
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class TextSlot(Tree):
    """A text of a card. ``in_force``: the condition on the card (Candidate) under which its sentences stand; None =
    only when used.

    ``kind_value``: the value of the card that is printed after the field's name («Candela Onda» → Tipo)."""

    name: str
    in_force: Condition | None = None
    kind_value: str | None = None
    past: str | None = None  # within which period a perfect looks that says no time; the whole match when None
    waits: str | None = None  # how long a «quando» lasts that the text sets up without saying it; for ever when None
    by_event: bool = False  # a «quando» before all else says for which event its card is played
    of_host: bool = False  # what is not said of anything else is said of the card to which this one is attached
    bare: bool = False  # «+3 Ardore.», «Guardiano.» are sentences: what the card gives, what it is
    timed_verb: str | None = None  # the verb of which a time that stands alone in the head is said
    orders_when: Event | None = None  # when a sentence that is done is done, in a text that is in force
    asked_when: Event | None = None  # when it is looked at that the card has not done something: «se non colpisce, …»
    used_while: Condition | None = None  # how it always is when the text is used: whose turn, of which period
    used_at_end: str | None = None  # the period that ends when the text is used
    looking_back: tuple[
        str, ...
    ] = ()  # the words of cards whose text is used when what it asks has happened, or has not
    times_called: tuple[str, ...] = ()  # what each of the times is called that it is done: «ogni attacco ferisce»
    looks_before: Condition | None = (
        None  # while this holds, «in questo turno», of what has happened, is of the one before too
    )
    played_before: str | None = None  # the period before which, while ``used_while`` holds, its card was played
    own_bans: bool = False  # «questa carta non può essere spenta», in a text that is used: as soon as it is seen
    own_fate: bool = False  # «quando viene spenta, …», in a text that is used: as soon as it is seen
    this_ability: Event | None = None  # what «questa abilità» is in a text where no cost stands before one
    after_bar: str | None = None  # the word that opens it where both faces of a card are printed in one line
    also: tuple[str, ...] = ()  # under which other names cards print it
    prompts: str | None = None  # the used text of which this one says, in its head, when it may be played
    watched: tuple[str, ...] = ()  # the zones in which a card notices what its prompt waits for
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class ZoneDecl(Tree):
    name: str
    owner: str  # "shared" | "player" | "card" (attached zone; ``host`` the noun of its hosts)
    host: str | None = None
    ordered: bool = False
    seen_by: str = "all"  # "all" | "owner" | "nobody"
    count_seen_by: str = "all"
    capacity: int | None = None
    upon: str | None = None  # the zone in which lies what is said to lie on this one
    within: str | None = None  # what lies here is said to lie in that zone too
    spots: tuple[str, ...] = ()  # the names of its places, «1», «2» … when they are numbered; () when it has none
    numbered: bool = False
    per_spot: int = 1  # how many cards lie on one of them
    shuffled_on_return: bool = False
    shuffled_on_search: bool = False
    may_fail: bool = False  # who looks there for what has some quality may say that there is none
    arrivals: str = "active_player_first"
    relation: str | None = None  # what lies there is «legato» to its host
    host_leaves: str | None = None  # the verb that happens to what lies there when the host leaves
    of_owner: bool = False  # every card that comes here goes to its owner's
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class PlaceDecl(Tree):
    """A group of zones with one name: «campo»."""

    name: str
    zones: tuple[str, ...]
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class TokenDecl(Tree):
    """A kind of token: ``count`` objects without a face, all alike, that begin in a zone and lie in no others than
    those of the noun of the same name. They are objects of the match like the cards, and no card."""

    name: str
    count: int
    start: str
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class NounDecl(Tree):
    """A declared noun: what a card must satisfy to be one (condition over Candidate), or a relation («controllore di
    una carta»).

    ``relation``: one of the relations of the machine (controller, owner, host, turn_player, participant) when ``of``
    is set."""

    name: str
    condition: Condition | None = None
    of: str | None = None
    relation: str | None = None
    participants: tuple[str, ...] = ()
    period: str | None = None
    spots: tuple[str, ...] = ()  # the zones whose places it names; () for a noun of cards
    aliases: tuple[str, ...] = ()
    done_with: tuple[str, ...] = ()  # «un attacco con quell'arma»: of one of these values the two have a word in common
    ends_next: Event | None = (
        None  # «il prossimo»: the event of the thing (Self) with which what it may do or suffer ends
    )
    begun: Select | None = None  # what is not «il prossimo» when that is said, since it is under way
    outlasts: Condition | None = None  # when what is said of it for a turn holds in the next one too
    stands_for: Term | None = None  # another name for somebody: «il rivale» is «l'avversario»
    span: Span | None = _span()

    @property
    def of_players(self) -> bool:
        """Whether it says what a player is: «nome ferito … è: un giocatore con …»."""
        parts = self.condition.parts if isinstance(self.condition, And) else ()
        return any(isinstance(part, IsKind) and part.noun == "giocatore" for part in parts)


@frozen(eq=False, repr=False)
class Reach(Tree):
    """One answer of a direction: the places of a zone that it leads to. ``side``: own, opposing, all. ``spot``: the
    place of that name; ``offset``: the one whose number is that much more; neither: all of the zone."""

    zone: str
    side: str = "own"
    offset: int | None = None
    spot: str | None = None


@frozen(eq=False, repr=False)
class DirectionDecl(Tree):
    """A word of geometry: from each place (of a zone, or one by its name) which places it leads to.

    ``union``: the directions that it puts together. ``seen_from``: from what it is seen when a sentence does not say:
    the card that speaks, or what moves («una casella simile»)."""

    name: str
    rows: tuple[tuple[str, str | None, tuple[Reach, ...]], ...] = ()  # zone, place, what is reached
    union: tuple[str, ...] = ()
    seen_from: str = "speaker"
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class StatusDecl(Tree):
    name: str
    opposite: str | None = None
    of: str | None = None  # the noun of what may have it
    starts: bool = False  # whether it is on when the thing becomes one
    shows_back: bool = False  # a card of two faces that has it shows the other
    shows_zone: str | None = None  # the zone of a player who has it lies open to everybody
    turns_off: bool = False  # the texts of a card that has it are off; it keeps its place, and what lies under it
    keeps: tuple[str, ...] = ()  # the values of which the texts of such a card speak all the same
    of_host: bool = False  # what lies under a card is as its host is
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class LastingDecl(Tree):
    """A declared kind of effects that stay on a card («Dono»): how long, when measured, how many, what comes after.

    ``duration`` None: as long as the card is in ``place`` (a group of zones or a zone), for ever when that is None too.
    ``sorts``: the words for what such an effect does to a number, by "adds", "takes", "sets" or "otherwise". ``most`` on
    one card (of ``most_sort`` only, if it says one); what is too much is not born, or ``replaces`` the first.
    ``implied``: the effects that are of this kind without saying so ("sets", "adds", "grants"). ``on_end`` is done to
    the card (Var bearer) when its time has come."""

    name: str
    duration: Duration | None = None
    place: str | None = None
    measured_once: bool = False
    implied_value: str | None = None
    sorts: tuple[tuple[str, str], ...] = ()
    most: int | None = None
    most_sort: str | None = None
    replaces: bool = False
    born_at_zero: bool = True
    implied: tuple[str, ...] = ()
    on_end: Effect | None = None
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Steps(Tree):
    """``when``: the manner («come Lanterna») for which these steps are; None for all."""

    effect: Effect
    when: str | None = None
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Frame(Tree):
    """One group of forms of a verb, with its steps. ``name`` is the verb's name, with #2, #3 … for further groups.

    ``place``: where its object is, and is looked for when the sentence does not say; ``also_from``: the zones from which
    it may be taken when the sentence does.
    ``forms`` are patterns: each Role's value is a Select (its noun is the sort) ; the first form is the one said back.
    ``kind_of``: every such event is also one of that verb (calare → giocare). ``own_cost``: the verb that stands for it
    where a card does it to itself as the price of its ability. ``place``: where the object must be.
    ``object_condition``: of the object, over Candidate; when false the event does not happen (and nothing else is
    undone).
    ``counted``: the object is an amount, not a chosen thing («pesca due carte», «guadagna 2 Punti gloria»).
    ``at_most``: the value of its doer that says how much of it there is: no more is done, and less pays no price.
    ``default_as``: who fills an unsaid manner: "agent" chooses, or "other" of the two. ``default_to``: to whom it is
    done when nobody says it. ``default_time``: how long, for a verb whose form has a time («per un turno»)."""

    name: str
    verb: str
    forms: tuple[Event, ...]
    steps: tuple[Steps, ...] = ()
    then: Effect | None = None
    of_itself: bool = False  # also said of its object alone: «una carta avanza»
    kind_of: str | None = None
    own_cost: str | None = None
    with_cards: bool = False  # what a card does with it is done by whoever plays her too
    tries: str | None = None  # the verb that happens later if it comes off, of which «se lo fai» then speaks
    place: Place | None = None
    also_from: tuple[str, ...] = ()
    object_condition: Condition | None = None
    counted: bool = False
    at_most: str | None = None
    one_by_one: bool = False  # nobody orders it of several things at once
    all_of_it: bool = False  # … and less than what is said is not done either
    manners: tuple[str, ...] = ()
    default_manner: str | None = None
    default_spot: Select | None = None  # on which place, when the sentence does not say
    only_spots: Select | None = None  # what the place must be, whatever the sentence says of it
    spot_owner: Term | None = None  # whose place, when the sentence does not say
    default_to: Term | None = None
    default_time: Duration | None = None
    keeps_controller: bool = False
    on_next: Event | None = None  # «il prossimo»: the event of the thing (Self) when it is done to it
    ongoing: Condition | None = None  # over its participants: while it is so, «che subisci» is said of them
    lasting: Condition | None = None  # over its participants: of what «che hai subito» is said, where no time is
    shows_zones: bool = False  # said of a whole zone it shows the cards that lie there: «scopre la sua mano»
    becomes: bool = False  # what is said of the object it becomes: «infliggi una crepa profonda»
    waiting: str | None = None  # of what waits to be resolved: it is "copied", or "aimed" at something else
    copy_noun: str | None = None  # … and what that copy is called
    crossing: str | None = None  # "in" or "out": a movement over the edge of a place, which nobody carries out
    span: Span | None = _span()


def counted_by(frame: Frame) -> str | None:
    """What a verb of amounts counts."""
    held = (role.value for form in frame.forms for role in form.roles if role.name == "object")
    return next((value.noun for value in held if isinstance(value, Select)), None)


def taken_from(frame: Frame) -> Condition:
    """Where the object of a verb must be (over Candidate): where the verb takes it from, or from where else it may."""
    assert frame.place is not None
    first = IsIn(Candidate(), frame.place, span=frame.place.span)
    if not frame.also_from:
        return first
    return Or((first, *(IsIn(Candidate(), Place(zone)) for zone in frame.also_from)), span=frame.place.span)


def taken_role(game: GameMeaning, name: str) -> str:
    """What a verb takes from where it says (``place``): its object; or, of a verb whose object is a declared place, what
    is put there: «occupa una casella con una carta»."""
    for form in game.frames[name].forms:
        roles = {role.name: role.value for role in form.roles}
        value = roles.get("object")
        noun = game.nouns.get(value.noun) if isinstance(value, Select) else None
        if noun is not None and noun.spots and "with" in roles:
            return "with"
    return "object"


@frozen(eq=False, repr=False)
class ClaimDecl(Tree):
    """A standing yes/no claim; ``form`` its own sentence, ``printed`` the sentence that cards print for it.

    ``lost`` is what cards print of the one who has the worse of it («perde contro una carta»: that one wins), ``opposite`` the
    verb that says the same («perdere i pareggi»)."""

    name: str
    form: Event
    printed: Event | None = None
    lost: Event | None = None
    opposite: str | None = None
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Participant(Tree):
    name: str
    what: Select


@frozen(eq=False, repr=False)
class PeriodDecl(Tree):
    """A scope of the clock. ``repeats``: its parts go on one after the other without end. ``each_player``: it is of a
    player, then of the next. ``ends_unsaid``: with it ends what began in it without saying how long it lasts."""

    name: str
    of_player: bool = False
    next_player: Term | None = None
    participants: tuple[Participant, ...] = ()
    parts: tuple[str, ...] = ()
    repeats: bool = False
    start_part: str | None = None
    end_part: str | None = None
    on_start: Effect | None = None
    steps: tuple[Effect, ...] = ()  # each line is a unit: what it triggers is resolved after it
    on_end: Effect | None = None
    ends_when: Condition | None = None
    never_ends_early: bool = False
    holds_triggers: bool = False
    ends_unsaid: bool = False
    trial_until: str | None = None  # the part after which a trial stops
    trial_skips: tuple[str, ...] = ()  # "choices", "dice"
    span: Span | None = _span()


def turn_of(periods: Mapping[str, PeriodDecl]) -> str:
    """The period that is a player's turn: of those that are of a player, one that holds no other of them."""

    def holds(name: str, seen: tuple[str, ...] = ()) -> bool:
        inside = (part for part in periods[name].parts if part in periods and part not in seen)
        return any(periods[part].of_player or holds(part, (*seen, name)) for part in inside)

    return next((name for name, period in periods.items() if period.of_player and not holds(name)), "")


def outermost(periods: Mapping[str, PeriodDecl]) -> tuple[PeriodDecl, ...]:
    """The periods that are part of no other: the whole match, and what begins beside its course."""
    inside = {part for period in periods.values() for part in period.parts}
    return tuple(period for name, period in periods.items() if name not in inside)


def whole_match(periods: Mapping[str, PeriodDecl]) -> PeriodDecl | None:
    """The period that holds all others, if one does; the end of the match ends it too."""
    return next((period for period in outermost(periods) if period.parts), None)


@frozen(eq=False, repr=False)
class WindowDecl(Tree):
    """Who may act, and what becomes of what is played.

    ``speakers``: "turn_player", "all", or "said" (then ``first`` are the terms of who speaks, in order, and ``others``
    whether the rest follow round the table). ``after_play``: who speaks after a play, "same" or "next".
    ``played``: "at_once", "stack" (done at the end, the last first), "collected" (done at the end, the first first) or
    "zone": it waits on top of ``zone``; then ``all_passed`` says what is resolved ("top" or "whole") and who speaks
    after it ("turn player" or "its player"). ``closes``: "speaker_passes" or "all_pass". ``may_pass``: also who could
    play. ``triggers_wait``: what an effect sets off waits on top of the zone too. ``abilities``: those of cards,
    "as_played", "at_once", "zone", "none". ``after``: done with a card that was resolved and still lies there (Var("object")).
    ``prompted``: only cards are played there that answer: what they wait for has just happened, or they are aimed at
    what waits."""

    name: str
    speakers: str = "turn_player"
    played: str = "at_once"
    closes: str = "speaker_passes"
    auto_pass: bool = False
    may_pass: bool = True
    first: tuple[Term, ...] = ()
    others: bool = False
    after_play: str = "same"
    zone: str | None = None
    all_passed: tuple[str, str] = ("top", "turn player")
    triggers_wait: bool = False
    abilities: str = "as_played"
    prompted: bool = False
    after: Effect | None = None
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Choice(Tree):
    """One «scegli» of an action: a Select (bound), or a list of manners («come Lanterna o come Candela»).

    A Select of several is chosen one by one when the action has been picked, with all that is chosen after it."""

    what: Select | None = None
    manners: tuple[str, ...] = ()
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Price(Tree):
    """«1 Azione», «Azioni quanto l'Ardore di Scelta»: an amount of a value of the player, spent; the amount may speak
    of what was chosen."""

    value: str
    amount: Number


@frozen(eq=False, repr=False)
class Provided(Tree):
    """A window in which an action may be taken on a condition alone: «della sera se Scelta ha Fiamma»."""

    window: str
    condition: Condition
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class ActionDecl(Tree):
    """What a player may do in some ``windows``, in some of them ``provided`` that something holds. ``waits``: the zone on top
    of which it waits (None: as the window says, "" for what is done at once); ``what`` the name of the choice that lies there,
    None when the play itself does. ``shares``: the actions with which its ``limit`` is counted together."""

    name: str
    windows: tuple[str, ...]
    choices: tuple[Choice, ...]
    price: tuple[Price, ...]
    effect: Effect
    conditions: tuple[Condition, ...] = ()  # required, never spent
    limit: Number | None = None
    per: str | None = None
    shares: tuple[str, ...] = ()
    waits: str | None = None
    what: str | None = None
    pay: tuple[Effect, ...] = ()  # what is paid beside: signs, a cost, events
    provided: tuple[Provided, ...] = ()
    span: Span | None = _span()

    def asked_in(self, window: str) -> tuple[Condition, ...]:
        """What is required where it is taken in a window: its conditions, and that of the window."""
        return (*self.conditions, *(each.condition for each in self.provided if each.window == window))


@frozen(eq=False, repr=False)
class RuleDecl(Tree):
    """A named rule: sentences like a card's; it always stands. Its bearer does not exist (no Self)."""

    name: str
    text: Text
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class KeywordDecl(Tree):
    """A name for sentences. ``type_of``: the value whose member of the same name gives them to a card («Tipo»: an Onda
    has what Onda says). ``watched``: the zones in which a card has it that prints it, beside where its text is in force."""

    name: str
    text: Text
    type_of: str | None = None
    watched: tuple[str, ...] = ()
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class LabelDecl(Tree):
    """A label of a text: what it waits for (``when``), or what is done with its parts (``steps``). ``limit`` times per
    ``per`` it may be done at will, by each card or (``shared``) by one of all; its card has the ``keyword``."""

    name: str
    when: Event | None = None
    aliases: tuple[str, ...] = ()
    steps: Effect | None = None
    limit: int | None = None
    per: str | None = None
    shared: bool = False
    keyword: str | None = None
    one_of: bool = False  # of several that a text prints one is done, as its player chooses
    more_parts: str | None = None  # what is done with more than two parts: "bands" of the die
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class LimitDecl(Tree):
    """A capacity: at most ``most`` of ``what`` for each ``of``; the excess leaves as ``leaver`` (a Select over what
    may go) by ``effect``."""

    name: str
    of: str  # "player" or a noun
    what: Select
    most: int
    leaver: Select
    effect: Effect
    said_by: str | None = None  # a value of the player that says how many, in the place of ``most``
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class CheckDecl(Tree):
    """A check of the state: whatever of ``what`` fulfils ``condition`` undergoes ``effect``. It is ``Var("of")`` in
    both. ``beside``: with the first that is so described, found when the check is due, and only if there is one."""

    name: str
    what: Select
    condition: Condition | None
    effect: Effect
    beside: Select | None = None
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class TableDecl(Tree):
    """Rows of words of a value (or of numbers), each with a cell for each column; ``places``: where each word first stands."""

    name: str
    value: str | None
    columns: tuple[str, ...]
    rows: Mapping[str, tuple[str, ...]] = field(factory=dict)
    places: Mapping[str, Span] = field(factory=dict, eq=False, repr=False)
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Ending(Tree):
    """Who wins at the end: the greatest ``score`` of a player (over Candidate); ``tie``: a player term, or None for a
    draw.

    ``all_lose``: who wins when all lose at once, ``several_win``: when more than one wins at once: "turn player" (then
    the next in turn order) or "draw". ``after`` so many of ``after_period`` the match is over."""

    score: Number | None
    tie: Term | None
    all_lose: str = "draw"
    several_win: str = "draw"
    after: int | None = None
    after_period: str | None = None
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class HeadText(Tree):
    """A piece of the head of a field that is a sentence in little («solo durante il tuo turno»): it is in force wherever
    the card can be seen, since it says when and on what the card is played."""

    slot: str
    words: str
    text: Text


@frozen(eq=False, repr=False)
class CardDecl(Tree):
    """A card of a deck: printed values (numbers, member names) and the texts of its slots; ``wordings`` keeps their
    words and spans. Of a card of two faces ``back`` has the values of the other, ``back_texts`` the slots that stand
    there."""

    name: str
    values: Mapping[str, int | tuple[str, ...]]
    texts: Mapping[str, Text]
    wordings: Mapping[str, str]
    back: Mapping[str, int | tuple[str, ...]] | None = field(default=None, kw_only=True)
    back_texts: tuple[str, ...] = field(default=(), kw_only=True)
    token: str | None = None  # the kind of token that it is; then it is no card
    heads: tuple[HeadText, ...] = field(default=(), kw_only=True)
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class KindCount(Tree):
    """«al massimo 1 di Pregiata»: how many cards of a part have a word of a printed value."""

    member: str
    least: int = 0
    most: int | None = None


@frozen(eq=False, repr=False)
class OwnedWords(Tree):
    """«Seme tra Seme dei Maestri»: what cards print of a value is among what those of some part print of another."""

    value: str
    of: str
    part: str


@frozen(eq=False, repr=False)
class PartDecl(Tree):
    """A part of a player's own deck: the zone in which its cards lie at the start, how many they are, how many bear one
    name (``rarer``: the members of printed values of which there are fewer), which cards may be in it."""

    name: str
    zone: str
    least: int = 0
    most: int | None = None
    copies: int | None = None
    rarer: tuple[tuple[str, int], ...] = ()
    only: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    kinds: tuple[KindCount, ...] = ()
    owned: tuple[OwnedWords, ...] = ()
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class DeckEntry(Tree):
    """A card of a deck by its name, and how many times it is there."""

    card: str
    copies: int = 1
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class DeckPart(Tree):
    """What a deck has of one part; ``name`` is empty where the game's decks have no parts."""

    name: str
    entries: tuple[DeckEntry, ...] = ()
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class DeckDecl(Tree):
    """A deck: ``cards`` are those printed in its own text, ``taken`` those of other decks of the game that it has too;
    ``parts`` say how many of each, and where."""

    name: str
    cards: tuple[CardDecl, ...]
    words: tuple[str, ...] = ()
    parts: tuple[DeckPart, ...] = ()
    taken: tuple[CardDecl, ...] = ()
    span: Span | None = _span()

    @property
    def known(self) -> tuple[CardDecl, ...]:
        """All the cards of the deck, each once."""
        return (*self.cards, *self.taken)

    def card_of(self, entry: DeckEntry) -> CardDecl:
        """The card of an entry: the one printed there, or the one of its name."""
        named = [card for card in self.known if card.name == entry.card]
        return next((card for card in named if card.span is not None and card.span == entry.span), named[0])

    def objects(self) -> tuple[tuple[CardDecl, str], ...]:
        """Every single card of the deck with the name of its part, copies one by one."""
        if not self.parts:
            return tuple((card, "") for card in self.cards)
        return tuple(
            (self.card_of(entry), part.name)
            for part in self.parts
            for entry in part.entries
            for _ in range(entry.copies)
        )


@frozen(eq=False, repr=False)
class GameMeaning(Tree):
    name: str
    players: tuple[int, int]
    shared_deck: bool
    die_faces: int
    implied_noun: str
    parts: Mapping[str, PartDecl]  # of a player's own deck; of the shared one there is a single part without a name
    values: Mapping[str, ValueDecl]
    member_sets: Mapping[str, MemberSet]
    texts: Mapping[str, TextSlot]
    zones: Mapping[str, ZoneDecl]
    places: Mapping[str, PlaceDecl]
    nouns: Mapping[str, NounDecl]
    statuses: Mapping[str, StatusDecl]
    frames: Mapping[str, Frame]
    claims: Mapping[str, ClaimDecl]
    periods: Mapping[str, PeriodDecl]
    windows: Mapping[str, WindowDecl]
    actions: Mapping[str, ActionDecl]
    rules: Mapping[str, RuleDecl]
    limits: Mapping[str, LimitDecl]
    keywords: Mapping[str, KeywordDecl]
    labels: Mapping[str, LabelDecl]
    tables: Mapping[str, TableDecl]
    setup: tuple[Effect, ...]
    ending: Ending | None
    orders: Mapping[str, tuple[tuple[str, str], ...]]
    decks: Mapping[str, DeckDecl]
    directions: Mapping[str, DirectionDecl] = field(factory=dict)
    lasting: Mapping[str, LastingDecl] = field(factory=dict)
    checks: Mapping[str, CheckDecl] = field(factory=dict)
    tokens: Mapping[str, TokenDecl] = field(factory=dict)

    @property
    def turn(self) -> str:
        """The period that is a player's turn; nothing when no period is of a player."""
        return turn_of(self.periods)

    @property
    def singleton(self) -> bool:
        """Whether the cards of a deck are all different."""
        return all(part.copies == 1 for part in self.parts.values())


_OTHERS = {
    "OF",
    "turn_of",
    "DeckEntry",
    "DeckPart",
    "Frame",
    "Steps",
    "MemberSet",
    "TextSlot",
    "Participant",
    "Choice",
    "Price",
    "Ending",
    "Reach",
}
__all__ = [name for name in dir() if name.endswith(("Decl", "Meaning")) or name in _OTHERS]
_ = Ability
