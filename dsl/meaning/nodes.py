"""What a text says: resolved and typed, no text left. The only tree that crosses from ``dsl`` to ``interpreter``.

Names of declared things (a value, a zone, a verb …) are the declared canonical names, as plain strings.
Every node is frozen, slotted and hashable; ``span`` is kept for messages and stays out of equality: two wordings mean
the same when their trees are equal. The canonical sentence stands in each docstring between « and ».
"""

from __future__ import annotations

from enum import Enum
from typing import Final, TypeAlias

from attrs import field, frozen

from ..source import Span as Span
from ..tree import Tree


def _span() -> Span | None:
    return field(default=None, kw_only=True, eq=False, repr=False)  # type: ignore[no-any-return]


#: The name of what was rolled last.
DIE: Final = "dado"


# -- terms: who or what -----------------------------------------------------------------------------------------


@frozen(eq=False, repr=False)
class Self(Tree):
    """«questa carta», or the subject left out of a card's sentence: the bearer of the text. ``called`` by the names of what
    it is and of what lies attached to it and lends the text («la Lana legata», «la Lana con questa Candela»)."""

    called: tuple[str, ...] = field(default=(), eq=False, repr=False)
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class You(Tree):
    """«tu»: the player who uses the text (the controller of its bearer)."""

    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Opponent(Tree):
    """«l'avversario» of a player (of the user when nothing else is said); ``each`` for «gli avversari».

    ``anyone``, where more than two play: «una Lana rivale», of whoever is no friend; of one person are «due Lane di un rivale»."""

    of: Term = field(factory=You)
    each: bool = False
    anyone: bool = False
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Candidate(Tree):
    """The thing under test inside a filter, or the thing modified inside an amount («il loro Ardore originale»)."""

    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Var(Tree):
    """A thing named before: a choice, a participant of an event, of a period, or a number («X»)."""

    name: str
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Related(Tree):
    """A thing known through another: a declared relation noun («il controllore di …», «l'ospite di …», «il giocatore
    di turno»)."""

    relation: str
    of: Term | None = None
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class PlayerOf(Tree):
    """«il giocatore della scena»: whose an open period is; of the turn it is ``Related("turn_player")``."""

    period: str
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Group(Tree):
    """«questa e le tue altre Lanterne»: several terms together (``either`` for «X o Y»: one of them, recalled by ``bind``)."""

    members: tuple[Term, ...]
    either: bool = False
    bind: str | None = None
    span: Span | None = _span()


class Quantity(Enum):
    """How many of what a selection describes are meant."""

    EXACTLY = "exactly"  # «una Lana», «due Lana»: number
    UP_TO = "up_to"  # «fino a due Lana»: number
    AT_LEAST = "at_least"  # «una o più Lana»: number
    ALL = "all"  # «le Lana», «tutte le Lana», «ogni Lana»
    NEXT = "next"  # «il prossimo attacco»: whatever fits, until the first of them is done with (``Duration.event``)
    ANY = "any"  # «quante ne vuoi», «un numero qualsiasi di»


class Pick(Enum):
    """Who picks the members when there are more than needed."""

    AGENT = "agent"  # the one who carries out the clause («una Lana», «a sua scelta»)
    USER = "user"  # «a tua scelta»
    OPPONENT = "opponent"  # «a scelta dell'avversario»
    TARGET = "target"  # «la Lana bersaglio»: the user picks, and it is a target
    RANDOM = "random"  # «a caso»
    NAMED = "named"  # definite, the description itself singles it out («la carta in cima al Mazzo»)


@frozen(eq=False, repr=False)
class Place(Tree):
    """Where: a zone or a declared group of zones («in campo»); ``of`` its player or host; an end of a pile and a depth.

    ``end`` is "top", "bottom" or None; ``depth`` the number of cards looked at from that end («le 3 carte in cima»);
    with ``first`` the selection takes the first that match counted from that end («la prima Lana dalla cima del
    Fosso»).
    """

    zone: str
    of: Term | None = None
    end: str | None = None
    depth: Number | None = None
    first: bool = False
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Extreme(Tree):
    """«con Ardore maggiore», «con meno carte»: of those described, the one with the greatest (or least) number."""

    number: Number
    greatest: bool = True
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Select(Tree):
    """A noun phrase: things of a declared noun that satisfy filters.

    ``noun`` is a declared noun, member, zone kind, or a word of the language («carta», «giocatore»).
    ``where`` are conditions in which Candidate stands for the thing. ``among`` restricts to a named or nested
    selection.
    ``bind`` is the name by which what was chosen is recalled afterwards (always set by the reader for a choice that is
    recalled).
    """

    noun: str
    where: tuple[Condition, ...] = ()
    quantity: Quantity = Quantity.EXACTLY
    number: Number | None = None
    pick: Pick = Pick.AGENT
    place: Place | None = None
    extreme: Extreme | None = None
    among: Term | None = None
    distinct: str | None = None
    bind: str | None = None
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class TextOf(Tree):
    """«l'effetto Onda o Impeto di una tua Lanterna»: a text slot of a card; no ``kinds`` means its own text («il
    suo effetto»)."""

    of: Term
    kinds: tuple[str, ...] = ()
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Member(Tree):
    """A member of an enumerated value («Lana», «fisica»), or a word that is its own value."""

    value: str
    name: str
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Lookup(Tree):
    """«l'opposta della sua Forma»: what a declared table says of a value."""

    table: str
    of: Number | Term
    column: str | None = None
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class SpotOf(Tree):
    """«la casella di questa carta», «la sua casella»: the declared place on which a card lies."""

    of: Term
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class ChosenMember(Tree):
    """«scegli la Forma»: a member of a value chosen by a player when the effect is used; ``own``: one of those that
    the thing has («scegli una Forma della carta»), and with one alone there is nothing to choose."""

    value: str
    by: Term = field(factory=You)
    own: bool = False
    span: Span | None = _span()


Term: TypeAlias = (
    "Self | You | Opponent | Candidate | Var | Related | PlayerOf | Group | Select | TextOf | Member | Lookup"
    " | ChosenMember | Place | SpotOf | ValueOf"
)


# -- numbers ----------------------------------------------------------------------------------------------------


@frozen(eq=False, repr=False)
class Num(Tree):
    """A number as written."""

    value: int
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class ValueOf(Tree):
    """«l'Ardore della Lana bersaglio»; ``printed`` for «Ardore originale», ``based`` for «Ardore di base» (before what
    is added). Of a game value ``of`` is None."""

    value: str
    of: Term | None = None
    printed: bool = False
    based: bool = False
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Count(Tree):
    """«il numero di Lana in campo»; also the multiplier of «per ogni Lana in campo»."""

    what: Select
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Total(Tree):
    """«il totale del loro Ardore»: a value summed over a selection."""

    value: str
    over: Term
    printed: bool = False
    span: Span | None = _span()


class Arithmetic(Enum):
    ADD = "+"
    SUBTRACT = "-"
    MULTIPLY = "*"
    HALF_UP = "half_up"
    HALF_DOWN = "half_down"
    LEAST = "min"
    GREATEST = "max"
    DIFFERENCE = "difference"
    EXCESS = "excess"  # by how much the first is more, else 0: «ogni Lana che hai in più del rivale»
    DIVIDE = "div"  # whole division: «ogni 3 carte»


@frozen(eq=False, repr=False)
class Compute(Tree):
    """An arithmetic operation: «il doppio di», «la metà di», «al massimo», «+1 per ogni»."""

    op: Arithmetic
    of: tuple[Number, ...]
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Outcome(Tree):
    """The amount of what just happened («altrettante», «quante ne hai scartate»): how many things the named step
    touched, or how much of a value («quelle Crepe») the event that set it off brought."""

    name: str
    of: str | None = None
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class SoMuch(Tree):
    """«3 o più Crepe», of what happens: how much it must be (any, without ``op``), and the name by which it is spoken of."""

    op: str | None = None
    number: Num | None = None
    bind: str | None = None
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Signs(Tree):
    """«{F}{F}{2}»: what is paid or made, sign by sign: the name of a member, a number («2»: of any kind), or «X»."""

    parts: tuple[str, ...]
    span: Span | None = _span()


Number: TypeAlias = "Num | Signs | ValueOf | Count | Total | Compute | Outcome | Var | Lookup"


# -- conditions -------------------------------------------------------------------------------------------------


@frozen(eq=False, repr=False)
class And(Tree):
    parts: tuple[Condition, ...]
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Or(Tree):
    parts: tuple[Condition, ...]
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Not(Tree):
    part: Condition
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Compare(Tree):
    """«Ardore 6 o più»: op is one of == != < <= > >=."""

    left: Number | Term
    op: str
    right: Number | Term
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class IsStatus(Tree):
    """«è Stanca», «in Quiete»: a declared status of a thing."""

    of: Term
    status: str
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class IsKind(Tree):
    """«è una Lanterna», «è un Onda»: the thing is what a declared noun describes."""

    of: Term
    noun: str
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class HasMember(Tree):
    """«è una Lana», «di Forma Lana»: an enumerated value of the thing contains the member."""

    of: Term
    value: str
    member: str | Term
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class IsSort(Tree):
    """«un Pegno Positivo»: a lasting effect is of a sort of its kind."""

    of: Term
    family: str
    sort: str
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class LiesOn(Tree):
    """«i Pegni di una carta»: a lasting effect is on a card."""

    of: Term
    card: Term
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Bears(Tree):
    """«ha un Pegno», «con un Pegno Positivo»: a card has a lasting effect of a kind (and sort)."""

    of: Term
    family: str
    sort: str | None = None
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class HasKeyword(Tree):
    of: Term
    keyword: str
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class HasText(Tree):
    """«una carta con il testo Lanterna»: the text is printed on the card, whatever it says."""

    of: Term
    text: str
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Same(Tree):
    """«è questa carta», «dello stesso controllore», «diversa da»: two terms are one thing."""

    left: Term
    right: Term
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class SharesMember(Tree):
    """«della stessa Forma»: the two have a member of an enumerated value in common."""

    value: str
    left: Term
    right: Term
    by: bool = False  # «un attacco con questo Oggetto»: what the noun says to be done with a thing
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class IsIn(Tree):
    """«è nel Fosso», «in campo»."""

    of: Term
    place: Place
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Linked(Tree):
    """«la Candela legata a questa»: ``of`` lies under (is attached to) ``to``; ``to`` None for «legata» alone."""

    of: Term
    to: Term | None = None
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Near(Tree):
    """«davanti a questa carta», «una carta vicina»: a declared direction leads from ``to`` to the thing.

    Both are cards on declared places or such places; ``to`` that has left is where it last was."""

    of: Term
    direction: str
    to: Term
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class IsOn(Tree):
    """«è su una casella Gelata»: a card lies on a place that is as described, or on the very one."""

    of: Term
    spot: Term
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class IsFree(Tree):
    """«è libera»: a place that has room for one more card."""

    of: Term
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class IsCalled(Tree):
    """«la casella Nord»: the name of a place."""

    of: Term
    name: str
    span: Span | None = _span()


def is_called(condition: object) -> bool:
    """Whether a condition says by which name a place is known: «Nord», «Nord o Est»."""
    parts = condition.parts if isinstance(condition, Or) else (condition,)
    return all(isinstance(part, IsCalled) for part in parts)


@frozen(eq=False, repr=False)
class ControlledBy(Tree):
    """«tua», «avversaria», «di un giocatore»."""

    of: Term
    by: Term
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class During(Tree):
    """«durante il tuo turno», «durante uno scontro»: the innermost open period of that name (``of``: its player;
    ``first``: the game's first)."""

    period: str
    of: Term | None = None
    first: bool = False
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class AnyTime(Tree):
    """«in ogni momento»: whatever else is said of the time."""

    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Happened(Tree):
    """The perfect: «che ha attaccato in questo turno»; within a period («partita» if it says nothing else can be
    meant), ``previous`` for the one before. While ``since_played`` holds, both are of the period before, in which the card was
    played: «in questo turno» of that one as well, «nel turno precedente» of the one before that."""

    event: Event
    within: str | None = None
    times: Number | None = None
    previous: bool = False
    whose: Term | None = None  # «nel tuo turno precedente»: the last of that player which is over
    since_played: Condition | None = None
    now: Condition | None = None  # «le crepe che subisci»: not the past, but what the verb says to be so meanwhile
    still: Condition | None = None  # «le crepe che hai subito», of no time: what the verb says to be so ever since
    this_way: bool = False  # «in questo modo»: by what this text has just done
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Would(Tree):
    """The conditional: «contro cui perderebbe lo scontro»: the event is tried on a copy, and ``event`` would happen
    there.

    ``trial`` is the event that is tried (the clash that would be opened)."""

    event: Event
    trial: Event | None = None
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Holds(Tree):
    """A claim stands: «Attaccante vince sempre contro Difensore» as a condition."""

    claim: Claim
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Can(Tree):
    """«se può attaccare»: the event would be permitted now."""

    event: Event
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Did(Tree):
    """«se lo fai», «se ci riesce»: the step bound to the name was done in full."""

    name: str
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class PaidAlso(Tree):
    """«se hai pagato il costo aggiuntivo», after «come costo aggiuntivo …, puoi …»: what could be paid beside the price of
    this card was."""

    span: Span | None = _span()


@frozen(eq=False, repr=False)
class EveryOne(Tree):
    """«tutte le tue Lanterne sono Lana»: the condition holds of each (false of none)."""

    what: Term
    condition: Condition
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Parity(Tree):
    """«se è pari»: a number is even (odd)."""

    of: Number
    even: bool = True
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Within(Tree):
    """«i Semi della carta sono tra i tuoi», «disponi di due Lana»: of each word of a bag the whole has as many, or
    more."""

    part: Number | Term
    whole: Number | Term
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class IsAmong(Tree):
    """«una casella tra le Mete della carta»: the name of the thing is one of the words of a value."""

    of: Term
    words: Number | Term
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Later(Tree):
    """«un attacco successivo», «giocato dopo questa carta»: by the value that says in which order things came.

    ``verb``: the participle that is said of it; ``already`` for «già»: before the thing that a modifier changes;
    ``earlier`` for «precedente»."""

    of: Term
    than: Term
    value: str
    verb: str | None = None
    already: bool = False
    earlier: bool = False
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Was(Tree):
    """«se era stanca»: of what left play, as it was then."""

    part: Condition
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class SameName(Tree):
    """«con lo stesso nome di questa carta»: two cards print one name."""

    left: Term
    right: Term
    span: Span | None = _span()


Condition: TypeAlias = (
    "And | Or | Not | Compare | IsStatus | IsKind | HasMember | IsSort | LiesOn | Bears | HasKeyword | HasText | Same | SharesMember | IsIn"
    " | Linked | Near | IsOn | IsFree | IsCalled | ControlledBy"
    " | During | AnyTime | Happened | Would | Holds | Can | Did | EveryOne | Parity | Within | IsAmong | SameName | Later"
    " | Was | PaidAlso"
)


# -- time -------------------------------------------------------------------------------------------------------


class Stretch(Enum):
    """Which stretch of time a duration covers."""

    THIS = "this"  # «per questo turno», «fino alla fine del turno»: to the end of the one that is open
    NEXT = "next"  # «per il prossimo turno»: only during the next one
    THROUGH_NEXT = "through_next"  # «fino alla fine del prossimo turno»
    WHILE = "while"  # «finché …»: as long as the condition holds
    ONCE = "once"  # until ``event``
    UNTIL_START = "until_start"  # «fino alla tua prossima fase tre»
    SAID = "said"  # «per quel turno»: in the steps of a verb, as long as its sentence says


@frozen(eq=False, repr=False)
class Duration(Tree):
    stretch: Stretch
    period: str | None = None
    of: Term | None = None
    condition: Condition | None = None
    event: Event | None = None  # «il prossimo»: it ends with the first such event
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Moment(Tree):
    """«all'inizio del tuo turno», «alla fine del turno»: the entry of a declared period (``end``: of what it declares
    as its end; ``next``: of the one that has not begun, «alla fine del prossimo turno», «tra due turni»)."""

    period: str
    of: Term | None = None
    end: bool = False
    every: bool = True
    next: bool = False
    span: Span | None = _span()


# -- events -----------------------------------------------------------------------------------------------------


@frozen(eq=False, repr=False)
class Role(Tree):
    """A participant of an event: agent, object, to, from, into, with, as, against, of, on, number, place; how long
    («time»).

    In the form of a verb, ``preposition`` is the role that the object has in its sentence («prende il controllo *di*
    …»)."""

    name: str
    value: Term | Number | SoMuch | Condition | Modify | Grant | Duration
    preposition: str = field(default="", eq=False, repr=False)
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Event(Tree):
    """A declared verb with its participants. In a trigger, a history or a permission the participants are patterns:
    a Select there means "one that fits", and ``bind`` names the one that did."""

    verb: str
    roles: tuple[Role, ...] = ()
    manner: tuple[str, ...] = ()  # declared variants of the verb («direttamente»)
    cause: str | None = None  # «per lo scontro»: the period in which it was born
    by: Select | None = None  # «dagli effetti dell'avversario»: of a pattern, brought about by the text of a card
    span: Span | None = _span()


# -- effects: what is done --------------------------------------------------------------------------------------


@frozen(eq=False, repr=False)
class Do(Tree):
    """An event carried out: «Spezza una Candela», «l'avversario scarta una carta». ``free`` for «gratuitamente»;
    ``ignoring`` the named rules that do not forbid it («ignorando i Semi»). ``bind``: the name of how often it was done;
    ``moved``: of the things that it moved, when the verb only counts them («pesca una carta. Se quella carta è …»)."""

    event: Event
    free: bool = False
    bind: str | None = None
    ignoring: tuple[str, ...] = ()
    moved: str | None = None
    span: Span | None = _span()


class Operation(Enum):
    SET = "set"
    ADD = "add"
    TIMES = "times"


@frozen(eq=False, repr=False)
class Modify(Tree):
    """«la Lana bersaglio ha +2 Ardore fino alla fine del turno»: a layered modifier of a value. ``on_printed``: of the
    printed base.

    ``family`` is the declared class of effect («Dono») it belongs to, if any."""

    target: Term
    value: str
    op: Operation
    amount: Number | Term
    always: bool = False
    duration: Duration | None = None
    on_printed: bool = False
    family: str | None = None
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Grant(Tree):
    """«ha Corazza», «perde Corazza», «hanno anche l'effetto: «…»»: keywords or sentences given (``lose``: taken).

    ``slot`` for «ha anche il testo Candela di questa carta»: the sentences of another card's text, spoken of the
    target."""

    target: Term
    keyword: str | None = None
    text: Text | None = None
    slot: TextOf | None = None
    lose: bool = False
    always: bool = False
    duration: Duration | None = None
    family: str | None = None
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Parted(Tree):
    """«SORTE: x / y» where something is done: the parts of a label, which its steps choose among."""

    label: str
    parts: tuple[Effect, ...]
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class DoPart(Tree):
    """«si fa la prima parte»: in the steps of a label, the first of what is written after it."""

    number: int
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Bear(Tree):
    """«la carta ha l'effetto come Pegno» (``effect``: the one that the event gives), «questa carta ha un Malanno» (the
    mark alone): from now on a card has an effect of a declared kind. ``duration`` when it is not that of the kind."""

    target: Term
    family: str
    effect: Var | None = None
    duration: Duration | None = None
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Release(Tree):
    """«il Pegno finisce»: a lasting effect is taken off its card."""

    what: Term
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Integrate(Tree):
    """«i Pegni della carta diventano originali»: what such effects make of a card is from now on its printed value."""

    of: Term
    family: str
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Lapse(Tree):
    """«scadono i Malanni»: those whose time has come end now, and what their end brings is done to all together."""

    family: str
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Suppress(Tree):
    """«non ha il suo effetto», «perde le sue abilità»: the printed text (``what`` "text") or the keywords ("keywords")
    do not hold."""

    target: Term
    what: str = "text"
    duration: Duration | None = None
    always: bool = False
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class BecomesStatus(Tree):
    """A status as a standing claim: «le Lana sono Stanche», «conta come un'Onda» (``noun``)."""

    target: Term
    status: str | None = None
    noun: str | None = None
    negated: bool = False
    always: bool = False
    duration: Duration | None = None
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Surcharge(Tree):
    """«spendi 1 Gesto in più», «in meno» (a negative ``amount``): what the price of an action is more, in which value, and
    for whom: for anybody where it is every player, or None where the event says whose card does it. With ``instead``
    («accendere una Lanterna costa 2 Gesti») what it is in place of what the action says."""

    value: str
    amount: Number
    who: Term | None = None
    instead: bool = False


@frozen(eq=False, repr=False)
class Allow(Tree):
    """A permission over an event: «può attaccare due volte per turno», «non può essere attaccata dalle Erba»; with ``price`` what
    it costs besides («spendi 1 Gesto in meno per attaccare»): neither allowed nor forbidden.

    ``despite`` for «anche se perderebbe lo scontro»: what else would forbid it. ``allowed`` False forbids. ``only``:
    forbids all that fits the event with ``only`` (a role's name) other than the one said
    («può attaccare solo questa carta»). ``limit`` times in each ``per``. ``beats`` names the rules it speaks against
    (found from the complements)."""

    event: Event
    allowed: bool = True
    always: bool = False
    only: str | None = None
    free: bool = False
    limit: Number | None = None
    per: str | None = None
    occasion: Event | None = None
    duration: Duration | None = None
    must: bool = False  # «deve attaccare», «attacca ogni turno, se può»
    despite: Condition | None = None
    further: bool = False  # «può attaccare una volta in più per turno»: so many more than otherwise
    ignoring: tuple[
        str, ...
    ] = ()  # «può occupare una casella ignorando i Semi»: speaks against the rules of these names alone
    price: Surcharge | None = None
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Claim(Tree):
    """A declared standing claim: «vince contro le Erba» (roles as in its declared form)."""

    claim: str
    roles: tuple[Role, ...] = ()
    always: bool = False
    duration: Duration | None = None
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Sequence(Tree):
    """Clauses in printed order; each that cannot be done is skipped."""

    parts: tuple[Effect, ...]
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Together(Tree):
    """«nello stesso momento»: every condition reads the state before; all changes are one batch."""

    parts: tuple[Effect, ...]
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class FirstTrue(Tree):
    """A decision list: the first line whose condition holds."""

    parts: tuple[If, ...]
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class If(Tree):
    condition: Condition
    then: Effect
    otherwise: Effect | None = None
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Cost(Tree):
    """«scarta una carta per pescare due carte»: the second only if the first was done in full."""

    pay: Effect
    then: Effect
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class May(Tree):
    """«puoi spezzare una Candela»: ``who`` decides; ``otherwise`` when he does not."""

    who: Term
    effect: Effect
    otherwise: Effect | None = None
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class ChooseOne(Tree):
    """«Scegli uno: …; oppure …», «Scegli due: …; …»: ``number`` of them at most, no fewer than ``least`` (None: so many), done
    in the order in which they are written."""

    options: tuple[Effect, ...]
    number: int = 1
    who: Term = field(factory=You)
    least: int | None = None
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Share(Tree):
    """«infliggi 6 danni divisi come vuoi tra due Lane»: of an amount some is done to each of them, as ``who`` says when it is done;
    none gets nothing. In ``event`` neither whom nor how much is said."""

    event: Event
    amount: Num
    among: Term
    who: Term = field(factory=You)
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Choose(Tree):
    """«scegli una carta, detta X» as a step: the choice alone, recalled by its name."""

    what: Select
    who: Term = field(factory=You)
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class ForEach(Tree):
    """«ogni giocatore pesca una carta», «per ogni …: …»: players in order from ``start``."""

    over: Term
    bind: str
    effect: Effect
    start: Term | None = None
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Repeat(Tree):
    """«corrompi una Lana 3 volte»; ``again`` for «…. Ripeti questo effetto 2 volte»: once, and so many times more."""

    times: Number
    effect: Effect
    again: bool = False
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Until(Tree):
    """«spezza le sue Lanterne finché non ne avete lo stesso numero»: one step after the other until the condition
    holds."""

    condition: Condition
    effect: Effect
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Meanwhile(Tree):
    """«una Lanterna spezzata va sotto il Mazzo invece di andare nel Fosso», in a text that is used: for a time, this
    turn if none is said, the one is done instead of the other. ``once``: «la prossima volta che si spezzerebbe, …», however
    long that takes if no time is said. ``happens`` as in :class:`Replaced`."""

    when: Event
    instead: Effect
    duration: Duration | None = None
    once: bool = False
    happens: bool = False
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class OfAnother(Tree):
    """«se infliggerebbe una Crepa, ne infligge invece il doppio», «… 2 in più»: in the stead of so much, the same event of another
    amount, in which its own is its ``Outcome``. ``who`` does it, with ``verb``; or it is done to him (``received``)."""

    who: Term
    verb: str
    number: Number
    received: bool = False
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Prevent(Tree):
    """«previeni i prossimi 3 danni inflitti a una tua Lanterna»: of the events that fit, so much does not happen, as long as
    some of the amount is left; with no amount, all of it (``once``: of the next event alone). For a time, this turn if
    none is said."""

    when: Event
    amount: Number | None = None
    once: bool = False
    duration: Duration | None = None
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class ForATime(Tree):
    """«prendi il controllo di una Lanterna fino alla fine del turno»: at the end of the time the thing goes back to
    whose side it was on, if it is still in play."""

    effect: Effect
    duration: Duration
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Watch(Tree):
    """A trigger set up by an effect: «se il bersaglio viene attaccato, ha -2 Ardore», «la prossima Lana che cali …»
    (``once``). ``sole``: set up again by its text while it stands, it is the same one; ``before`` and ``at_once`` as in
    :class:`Triggered`."""

    when: Event | Moment
    effect: Effect
    duration: Duration | None = None
    once: bool = False
    condition: Condition | None = None
    sole: bool = False
    before: bool = False
    at_once: bool = False
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class OnNext(Tree):
    """«scansa i prossimi 2 lanci»: the order is carried out on each of the next that come, so many times (``times``);
    ``when`` is the event with which one comes, as the verb declares, and binds it to the name that the order uses."""

    order: Do
    when: Event
    times: Number
    duration: Duration | None = None
    span: Span | None = _span()


# the movements of the machine itself, for the steps of rules


@frozen(eq=False, repr=False)
class Move(Tree):
    """«la carta va nel Fosso», «va in cima al Mazzo», «va sotto la Lanterna» (``under``), «va sulla casella» (``on``).
    ``keep``: with all that it has. ``ordered`` for «in qualsiasi ordine»: one after the other, as the user wants."""

    what: Term
    to: Place | Var | None = None
    under: Term | None = None
    on: Term | None = None
    keep: bool = False
    covered: bool | None = None
    ordered: bool = False
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Swap(Tree):
    """«le due carte si scambiano di posto»: two cards that lie on declared places, each to where the other lies; «scambia la carta
    in cima al Deposito con una carta nella tua mano»: two cards of ``piles``, each in the other's stead."""

    what: Term
    piles: bool = False
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Exchange(Tree):
    """«scambia l'Ardore di una Lana con l'Ardore di un'Erba» (one value of two ``of``, or of one that are two), «scambia l'Ardore e
    il Rango di una Lana» (two values of one): each is set to what the other was before what is added, both at once."""

    values: tuple[str, ...]
    of: tuple[Term, ...]
    duration: Duration | None = None
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class SetStatus(Tree):
    """«la Lanterna diventa Stanca», «non è più in Quiete»."""

    what: Term
    status: str
    on: bool = True
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Change(Tree):
    """«i Punti gloria aumentano di 2» (ADD, negative for «diminuiscono»), «diventano 3» (SET): a stored value."""

    value: str
    of: Term | None
    op: Operation
    amount: Number | Term
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Shuffle(Tree):
    what: Place
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Look(Tree):
    """«guarda le 3 carte in cima al Mazzo» (only ``who``), «mostra/rivela una carta» (``who`` None: everybody)."""

    what: Term
    who: Term | None = None
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class RollDie(Tree):
    """«si tira il dado»: the roll recalled by ``bind``."""

    bind: str = DIE
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class DrawLots(Tree):
    """«si tira a sorte un giocatore, detto Primo»."""

    what: Select
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class ChooseName(Tree):
    """«il giocatore sceglie Pari o Dispari»: one of listed words, recalled by ``bind``."""

    who: Term
    options: tuple[str, ...]
    bind: str
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Pay(Tree):
    """«paga {2}», «paga il Costo di quella carta»: spent from the player's own, all or nothing."""

    amount: Number | Term
    who: Term = field(factory=You)
    bind: str | None = None
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Unless(Tree):
    """«annulla X, a meno che il suo controllore paghi {2}»: done when the one who may pay does not."""

    effect: Effect
    pay: Pay
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class OpenWindow(Tree):
    window: str
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Begin(Tree):
    """«comincia uno scontro tra Prima e Seconda», «comincia il turno del Primo»: opens a period."""

    period: str
    roles: tuple[Role, ...] = ()
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Finish(Tree):
    """«lo scontro finisce», «il turno finisce»; ``to``: goes on from that part of it («comincia Fine Turno»)."""

    period: str
    to: str | None = None
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Skip(Tree):
    """«l'avversario salta il suo prossimo turno»: the next such period of a player (the next ``number`` of them) does not take
    place."""

    period: str
    who: Term
    number: int = 1
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class OneMore(Tree):
    """«gioca un altro turno dopo questo»: when the one that is open is over a player has ``number`` more, before the round goes on."""

    period: str
    who: Term
    number: int = 1
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class EndLasting(Tree):
    """«finiscono gli effetti che durano fino alla fine del turno»: what was to last until a period ends is over now, while
    the period itself goes on."""

    lasts: Duration
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class UseText(Tree):
    """«si fa il testo Candela della carta»: the sentences of a text slot are carried out by ``who``."""

    text: str
    of: Term
    who: Term | None = None
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class EndGame(Tree):
    """«la partita finisce», «il giocatore perde / vince la partita»."""

    winner: Term | None = None
    loser: Term | None = None
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class CancelEvent(Tree):
    """«annulla», «non avviene»: inside a replacement, the event does not happen."""

    span: Span | None = _span()


Effect: TypeAlias = (
    "Do | Modify | Grant | Suppress | BecomesStatus | Allow | Claim | Sequence | Together | FirstTrue | If"
    " | Cost | May | ChooseOne | ForATime | Meanwhile | OfAnother | Prevent | Choose | Share"
    " | Parted | DoPart | Bear | Release | Integrate | Lapse"
    " | ForEach | Repeat | Until | Watch | OnNext | Move | Swap | Exchange | SetStatus | Change | Shuffle | Look | RollDie | DrawLots"
    " | ChooseName | OpenWindow | Pay | Unless"
    " | Begin | Finish | Skip | OneMore | EndLasting | UseText | EndGame | CancelEvent"
)
Standing: TypeAlias = "Modify | Grant | Suppress | BecomesStatus | Allow | Claim"


# -- abilities: the sentences of a text -------------------------------------------------------------------------


@frozen(eq=False, repr=False)
class Static(Tree):
    """A continuous sentence: «Ha +2 Ardore se è desta.» The effects are standing ones."""

    effects: tuple[Standing, ...]
    condition: Condition | None = None
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Triggered(Tree):
    """«Quando attacca, pesca una carta.», «CALO: …» (``label``). ``before`` for «prima che»; ``limit`` times per
    ``per``.

    ``at_once`` for «subito dopo che ha usato il suo effetto, …»: done right after the event and what follows from it
    (the ``then`` of its verb), before the triggers that it caused. ``held`` for «se è desta, quando attacca, …» where the
    game asks the «se» of a «quando» later: this one is asked when it happens, since the sentence counts only while it holds."""

    when: Event | Moment
    effect: Effect
    condition: Condition | None = None
    label: str | None = None
    before: bool = False
    at_once: bool = False
    limit: Number | None = None
    per: str | None = None
    held: bool = False
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Replaced(Tree):
    """«Se si spezzerebbe, torna invece nella tua Mano.»: ``instead`` takes the place of the event.

    ``happens`` for the indicative («Quando Prima spezza Seconda, può invece offrirla»): ``instead`` takes the place of
    the steps only, and the event is still noticed (SPEZZATA fires). ``label``: the one that says the event. ``limit`` times
    per ``per``."""

    when: Event
    instead: Effect
    condition: Condition | None = None
    happens: bool = False
    limit: Number | None = None
    per: str | None = None
    label: str | None = None
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Activated(Tree):
    """«costo : effetto.»"""

    cost: Effect
    effect: Effect
    condition: Condition | None = None
    limit: Number | None = None
    per: str | None = None
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class AlsoPaid(Tree):
    """«Come costo aggiuntivo per giocare questa carta, scarta una carta.»: paid when the card is played, beside its price
    (``optional``: «… puoi scartare una carta.», «Puoi pagare {F} in più.»)."""

    cost: Effect
    optional: bool = False
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Prompted(Tree):
    """«[Innesco] Quando una Lana attacca: …»: a used text, played only when the event has just happened (``when``) or
    while ``condition`` holds. Its prompt is printed before the text, in its head, or opens it (``opens``: «Quando una Lana
    attacca, …»)."""

    effect: Effect
    when: Event | None = None
    condition: Condition | None = None
    opens: bool = False
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class OtherFace(Tree):
    """«/ G 400/200 Quando attacca, …»: the other face of a card that is printed in one line: a text, and its values."""

    text: str
    values: tuple[tuple[str, int | tuple[str, ...]], ...] = ()
    abilities: tuple[Ability, ...] = ()
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Used(Tree):
    """A sentence of a used text: it is done when the text is used."""

    effect: Effect
    span: Span | None = _span()


@frozen(eq=False, repr=False)
class Labelled(Tree):
    """A printed label other than a trigger, with its parts («Fato: x / y»)."""

    label: str
    parts: tuple[Ability, ...]
    span: Span | None = _span()


Ability: TypeAlias = "Static | Triggered | Replaced | Activated | Prompted | OtherFace | Used | Labelled | AlsoPaid"


@frozen(eq=False, repr=False)
class Text(Tree):
    """The sentences of one text slot of a card, of a keyword, of a rule."""

    abilities: tuple[Ability, ...]
    span: Span | None = _span()
