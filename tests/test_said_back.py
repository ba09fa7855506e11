"""Meanings said back in Italian and in English, each form once; what is read is said, and read again as the same."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from dsl.load import Loaded, load
from dsl.meaning import english, italian, nodes
from dsl.meaning.nodes import (
    Activated,
    Allow,
    And,
    Arithmetic,
    Bear,
    Bears,
    BecomesStatus,
    Begin,
    Can,
    CancelEvent,
    Candidate,
    Change,
    Choose,
    ChooseName,
    ChooseOne,
    ChosenMember,
    Claim,
    Compare,
    Compute,
    Condition,
    ControlledBy,
    Cost,
    Count,
    Did,
    Do,
    DoPart,
    DrawLots,
    Duration,
    During,
    Effect,
    EndGame,
    EndLasting,
    Event,
    EveryOne,
    Exchange,
    Extreme,
    Finish,
    FirstTrue,
    ForEach,
    Grant,
    Group,
    Happened,
    HasKeyword,
    HasMember,
    HasText,
    Holds,
    If,
    Integrate,
    IsAmong,
    IsIn,
    IsKind,
    IsSort,
    IsStatus,
    Labelled,
    Lapse,
    Later,
    LiesOn,
    Linked,
    Look,
    Lookup,
    May,
    Member,
    Modify,
    Moment,
    Move,
    Not,
    Num,
    OneMore,
    OnNext,
    OpenWindow,
    Operation,
    Opponent,
    Or,
    OtherFace,
    Outcome,
    Parity,
    Parted,
    Pay,
    Pick,
    Place,
    PlayerOf,
    Prompted,
    Quantity,
    Related,
    Release,
    Repeat,
    Replaced,
    Role,
    RollDie,
    Same,
    SameName,
    Select,
    Self,
    Sequence,
    SetStatus,
    SharesMember,
    Shuffle,
    Signs,
    Skip,
    Standing,
    Static,
    Stretch,
    Suppress,
    Term,
    Text,
    TextOf,
    Together,
    Total,
    Triggered,
    Unless,
    Until,
    Used,
    UseText,
    ValueOf,
    Var,
    Was,
    Watch,
    Within,
    Would,
    You,
)
from dsl.meaning.serial import dumps, from_plain, loads, to_plain
from dsl.meaning.walk import walk
from dsl.problems import small_game
from dsl.syntax.reading import Fate

Node = object
ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def bless() -> Loaded:
    return load(ROOT / "games" / "bless")


C, S, Y, FOE = Candidate(), Self(), You(), Opponent()
MINE, HIS, OTHER = ControlledBy(C, Y), ControlledBy(C, FOE), Not(Same(C, S))
LIGHT = HasMember(C, "Forma", "Luce")
CORRUPT, PURE = IsStatus(C, "Corrotta"), IsStatus(C, "Pura")
TURN, NEXT = Duration(Stretch.THIS, "turno"), Duration(Stretch.THROUGH_NEXT, "turno")
FIELD, VOID, DECK = Place("campo"), Place("Vuoto"), Place("Mazzo")
TARGET = Select("carta", number=Num(1), pick=Pick.TARGET, place=FIELD)


def one(noun: str, *where: Condition, **other: object) -> Select:
    return Select(noun, where, number=Num(1), **other)  # type: ignore[arg-type]


def every(noun: str, *where: Condition, **other: object) -> Select:
    return Select(noun, where, quantity=Quantity.ALL, **other)  # type: ignore[arg-type]


def event(verb: str, manner: tuple[str, ...] = (), **roles: object) -> Event:
    return Event(verb, tuple(Role(name.rstrip("_"), value) for name, value in roles.items()), manner)  # type: ignore[arg-type]


def do(verb: str, *, free: bool = False, manner: tuple[str, ...] = (), **roles: object) -> Do:
    return Do(event(verb, manner, **roles), free=free)


def more(target: Term, value: str, amount: object, **other: object) -> Modify:
    number = Num(amount) if isinstance(amount, int) else amount
    return Modify(target, value, Operation.ADD, number, **other)  # type: ignore[arg-type]


def fixed(target: Term, value: str, amount: object, **other: object) -> Modify:
    number = Num(amount) if isinstance(amount, int) else amount
    return Modify(target, value, Operation.SET, number, **other)  # type: ignore[arg-type]


def standing(*effects: Standing, condition: Condition | None = None) -> Text:
    return Text((Static(effects, condition),))


def used(*parts: Effect) -> Text:
    return Text((Used(parts[0] if len(parts) == 1 else Sequence(parts)),))


def when(event: Event | Moment, effect: Effect, **other: object) -> Text:
    return Text((Triggered(event, effect, **other),))  # type: ignore[arg-type]


def each(select: Select) -> Compute:
    return Compute(Arithmetic.MULTIPLY, (Num(1), Count(select)))


DRAW = do("pescare", agent=Y, number=Num(1))
CASES: list[tuple[Text, str, str]] = [
    (
        used(nodes.Meanwhile(event("spezzare", object_=S), do("tornare", agent=S, into=DECK))),
        "Se si spezzerebbe, torna invece nel Mazzo.",
        "If this card would be broken, it returns to the Mazzo instead.",
    ),
    (
        used(nodes.ForATime(do("prendere il controllo", agent=Y, object_=TARGET), Duration(Stretch.THIS, "turno"))),
        "Prendi il controllo del bersaglio per questo turno.",
        "Take control of target card until the end of this turn.",
    ),
    (
        Text((Static((Allow(event("attaccare", agent=S)),), nodes.AnyTime()),)),
        "In ogni momento, può attaccare.",
        "At any time, this card can attack.",
    ),
    (
        Text((Static((Allow(event("attaccare", agent=S), allowed=False),), Not(During("turno", Y))),)),
        "Se non è il tuo turno, non può attaccare.",
        "If it is not your turn, this card cannot attack.",
    ),
    (
        standing(Grant(S, "Rivalità"), Grant(S, "Barriera")),
        "Ha Rivalità e Barriera.",
        "This card has Rivalità and Barriera.",
    ),
    (standing(Grant(S, "Rivalità")), "Rivalità.", "Rivalità."),
    (standing(more(S, "Occhio", 2)), "Ha +2 Occhio.", "This card has +2 Occhio."),
    (
        standing(more(S, "Occhio", 1), more(S, "Karma", 1)),
        "Ha +1 Occhio e +1 Karma.",
        "This card has +1 Occhio and +1 Karma.",
    ),
    (
        standing(fixed(S, "Occhio", 5, always=True)),
        "Ha sempre l'Occhio uguale a 5.",
        "This card always has Occhio equal to 5.",
    ),
    (
        standing(more(S, "Occhio", each(every("Maledizione", MINE, LIGHT)))),
        "Ha +1 Occhio per ogni tua Maledizione Luce.",
        "This card has +1 Occhio for each Luce Maledizione you control.",
    ),
    (
        standing(more(S, "Occhio", each(every("Ombra", OTHER, place=FIELD)))),
        "Ha +1 Occhio per ogni altra Ombra.",
        "This card has +1 Occhio for each other Ombra.",
    ),
    (
        standing(more(S, "Karma", each(every("carta", place=Place("Altare", Y))))),
        "Ha +1 Karma per ogni carta nel tuo Altare.",
        "This card has +1 Karma for each card in your Altare.",
    ),
    (
        standing(Grant(S, "Rivalità"), condition=IsStatus(S, "Pura")),
        "Se è pura, ha Rivalità.",
        "If this card is Pura, it has Rivalità.",
    ),
    (
        standing(
            more(S, "Occhio", 2),
            condition=Compare(Count(every("Maledizione", HIS)), ">", Count(every("Maledizione", MINE))),
        ),
        "Se l'avversario ha più Maledizioni di te, ha +2 Occhio.",
        "If your opponent has more Maledizioni than you, this card has +2 Occhio.",
    ),
    (
        standing(more(S, "Occhio", 2), condition=Compare(Count(every("Preghiera", MINE)), ">=", Num(2))),
        "Se hai almeno 2 Preghiere, ha +2 Occhio.",
        "If you have at least 2 Preghiere, this card has +2 Occhio.",
    ),
    (
        standing(
            more(S, "Occhio", 1), condition=Compare(Count(every("carta", place=Place("Altare", Y))), "==", Num(3))
        ),
        "Se hai esattamente 3 carte nel tuo Altare, ha +1 Occhio.",
        "If you have exactly 3 cards in your Altare, this card has +1 Occhio.",
    ),
    (
        standing(
            more(S, "Occhio", 3), condition=Compare(Count(every("Maledizione", MINE, OTHER, LIGHT)), "==", Num(0))
        ),
        "Se non hai altre Maledizioni Luce, ha +3 Occhio.",
        "If you have no other Luce Maledizioni, this card has +3 Occhio.",
    ),
    (
        standing(Grant(every("Maledizione", MINE, LIGHT), "Barriera")),
        "Le tue Maledizioni Luce hanno Barriera.",
        "All your Luce Maledizioni have Barriera.",
    ),
    (
        standing(more(Group((S, every("Maledizione", MINE, OTHER))), "Occhio", 1)),
        "Questa carta e le tue altre Maledizioni hanno +1 Occhio.",
        "This card and all your other Maledizioni have +1 Occhio.",
    ),
    (
        standing(Claim("battere", (Role("agent", S), Role("object", one("Maledizione", PURE))))),
        "Vince contro le Maledizioni pure.",
        "This card beats Pura Maledizioni.",
    ),
    (
        standing(Claim("battere", (Role("agent", S), Role("object", one("Ombra", CORRUPT))), always=True)),
        "Vince sempre contro le Ombra corrotte.",
        "This card always beats Corrotta Ombra.",
    ),
    (
        standing(
            Claim(
                "battere",
                (Role("agent", S), Role("object", one("carta", Compare(ValueOf("Occhio", C), ">=", Num(6))))),
            )
        ),
        "Vince contro le carte con 6 Occhio o più.",
        "This card beats cards with Occhio 6 or more.",
    ),
    (standing(Allow(event("attaccare", agent=S), allowed=False)), "Non può attaccare.", "This card cannot attack."),
    (
        standing(Allow(event("attaccare", agent=one("Maledizione", CORRUPT), object_=S), allowed=False)),
        "Non può essere attaccata dalle Maledizioni corrotte.",
        "This card cannot be attacked by Corrotta Maledizioni.",
    ),
    (
        standing(Allow(event("attaccare", agent=S), limit=Num(2), per="turno")),
        "Può attaccare 2 volte per turno.",
        "This card can attack twice per turn.",
    ),
    (
        when(event("attaccare", agent=S), more(S, "Occhio", 2, duration=TURN)),
        "Quando attacca, ha +2 Occhio per questo turno.",
        "When this card attacks, it has +2 Occhio until the end of this turn.",
    ),
    (
        when(
            event("attaccare", agent=S),
            May(Y, Cost(do("scartare", agent=Y, object_=one("carta")), do("pescare", agent=Y, number=Num(2)))),
        ),
        "Quando attacca, puoi scartare una carta per pescare 2 carte.",
        "When this card attacks, you may discard a card to draw 2 cards.",
    ),
    (
        when(event("attaccare", agent=one("Luce"), object_=S), more(S, "Occhio", 3)),
        "Quando viene attaccata da una Luce, ha +3 Occhio.",
        "When this card is attacked by a Luce, it has +3 Occhio.",
    ),
    (
        when(event("spezzare", object_=one("Maledizione", MINE, OTHER)), more(S, "Occhio", 2, duration=NEXT)),
        "Quando un'altra tua Maledizione si spezza, questa carta ha +2 Occhio fino alla fine del prossimo turno.",
        "When another of your Maledizioni is broken, this card has +2 Occhio until the end of the next turn.",
    ),
    (
        when(event("calare", object_=S), do("spezzare", agent=Y, object_=one("Preghiera")), label="CALO"),
        "CALO: Spezza una Preghiera.",
        "CALO: Break a Preghiera.",
    ),
    (
        when(
            event("spezzare", object_=S),
            do("corrompere", object_=one("Maledizione", HIS, extreme=Extreme(ValueOf("Karma", C), False))),
            label="SPEZZATA",
        ),
        "SPEZZATA: La Maledizione avversaria con Karma minore si corrompe.",
        "SPEZZATA: Your opponent's Maledizione with the lowest Karma is corrupted.",
    ),
    (
        when(Moment("turno", Y), DRAW),
        "All'inizio del tuo turno, pesca una carta.",
        "At the beginning of your turn, draw a card.",
    ),
    (
        Text((Replaced(event("spezzare", object_=S), do("tornare", agent=S, into=DECK)),)),
        "Se si spezzerebbe, torna invece nel Mazzo.",
        "If this card would be broken, it returns to the Mazzo instead.",
    ),
    (
        used(do("spezzare", agent=Y, object_=one("Maledizione", CORRUPT, pick=Pick.TARGET))),
        "Spezza la Maledizione corrotta bersaglio.",
        "Break target Corrotta Maledizione.",
    ),
    (
        used(do("spezzare", agent=Y, object_=every("Luce", PURE, place=FIELD)), DRAW),
        "Spezza tutte le Luce pure, poi pesca una carta.",
        "Break all Pura Luce, then draw a card.",
    ),
    (
        used(
            Cost(
                do("corrompere", agent=Y, object_=Select("Maledizione", (MINE,), number=Num(2))),
                do("spezzare", agent=Y, object_=Select("carta", number=Num(2))),
            )
        ),
        "Corrompi 2 tue Maledizioni per spezzare 2 carte.",
        "Corrupt 2 of your Maledizioni to break 2 cards.",
    ),
    (
        used(fixed(one("Maledizione", pick=Pick.TARGET), "Occhio", 9, duration=TURN)),
        "La Maledizione bersaglio ha l'Occhio uguale a 9 per questo turno.",
        "Target Maledizione has Occhio equal to 9 until the end of this turn.",
    ),
    (
        used(Suppress(TARGET, duration=TURN)),
        "Il bersaglio non ha il suo effetto per questo turno.",
        "Target card does not have its effect until the end of this turn.",
    ),
    (
        used(Suppress(TARGET, "keywords", duration=TURN)),
        "Il bersaglio perde le sue abilità per questo turno.",
        "Target card loses its abilities until the end of this turn.",
    ),
    (
        used(
            do("convertire", agent=Y, object_=one("Preghiera", MINE, bind="1")),
            do("rimuovere la Stasi", agent=Y, object_=Var("1")),
        ),
        "Converti una tua Preghiera, poi rimuovi la Stasi da quella Preghiera.",
        "Convert one of your Preghiere, then remove the Stasi from that Preghiera.",
    ),
    (
        used(do("prendere", agent=Y, object_=one("Luce", place=VOID))),
        "Prendi una Luce dal Vuoto.",
        "Take a Luce from the Vuoto.",
    ),
    (
        used(do("scartare", agent=FOE, object_=one("carta"))),
        "L'avversario scarta una carta.",
        "Your opponent discards a card.",
    ),
    (
        used(
            If(
                Compare(Count(every("Maledizione", MINE)), "<", Count(every("Maledizione", HIS))),
                do("pescare", agent=Y, number=Num(3)),
                DRAW,
            )
        ),
        "Se hai meno Maledizioni dell'avversario, pesca 3 carte, altrimenti pesca una carta.",
        "If you have fewer Maledizioni than your opponent, draw 3 cards; otherwise, draw a card.",
    ),
    (
        used(ChooseOne((do("spezzare", agent=Y, object_=one("Preghiera")), DRAW))),
        "Scegli uno: spezza una Preghiera; oppure pesca una carta.",
        "Choose one: break a Preghiera; or draw a card.",
    ),
    (
        used(May(Y, do("calare", agent=Y, object_=one("carta"), free=True, manner=("Maledizione",)))),
        "Puoi calare gratuitamente una Maledizione.",
        "You may lay a card as a Maledizione for free.",
    ),
    (
        used(do("attaccare", agent=one("Maledizione", MINE), free=True)),
        "Una tua Maledizione attacca gratuitamente.",
        "One of your Maledizioni attacks for free.",
    ),
    (
        used(fixed(one("Maledizione", pick=Pick.TARGET), "Forma", Member("Forma", "Ombra"), duration=TURN)),
        "La Forma della Maledizione bersaglio è Ombra per questo turno.",
        "The Forma of target Maledizione is Ombra until the end of this turn.",
    ),
    (
        used(fixed(TARGET, "Forma", ChosenMember("Forma"), duration=NEXT)),
        "Scegli la Forma del bersaglio fino alla fine del prossimo turno.",
        "Choose the Forma of target card until the end of the next turn.",
    ),
    (
        standing(fixed(S, "Forma", Lookup("Opposte", ValueOf("Forma", S)))),
        "È di Forma opposta.",
        "This card is of the opposite Forma.",
    ),
    (
        standing(fixed(Group((S, every("Maledizione", HIS))), "Occhio", ValueOf("Occhio", C, True), always=True)),
        "Questa carta e le Maledizioni avversarie hanno sempre il loro Occhio originale.",
        "This card and all your opponent's Maledizioni always have Occhio equal to their original Occhio.",
    ),
    (
        used(ForEach(every("giocatore"), "1", do("scartare", agent=Var("1"), object_=one("carta")), start=FOE)),
        "Ogni giocatore scarta una carta, a partire dall'avversario.",
        "Each player discards a card, starting with your opponent.",
    ),
    (
        used(
            Until(
                Compare(Count(every("Maledizione", MINE)), "==", Count(every("Maledizione", HIS))),
                do("spezzare", agent=FOE, object_=one("Maledizione", HIS)),
            )
        ),
        "L'avversario spezza una sua Maledizione finché non ne avete lo stesso numero.",
        "Your opponent breaks one of their Maledizioni until you have as many Maledizioni as your opponent.",
    ),
    (
        used(do("giocare", agent=Y, object_=one("carta", place=Place("Vuoto", end="top", depth=Num(3))))),
        "Gioca una tra le 3 carte in cima al Vuoto.",
        "Play a card among the 3 cards on top of the Vuoto.",
    ),
    (
        used(do("giocare", agent=Y, object_=one("Luce", place=Place("Vuoto", end="top", first=True)))),
        "Gioca la prima Luce dalla cima del Vuoto.",
        "Play the first Luce from the top of the Vuoto.",
    ),
    (
        used(do("spezzare", agent=Y, object_=one("Preghiera", Linked(C, S), pick=Pick.NAMED))),
        "Spezza la Preghiera legata a questa carta.",
        "Break the Preghiera attached to this card.",
    ),
    (
        used(Allow(event("calare", ("Preghiera",), agent=Y, object_=one("carta")), free=True, duration=TURN)),
        "Puoi calare gratuitamente le Preghiere per questo turno.",
        "You can lay cards as Preghiere for free until the end of this turn.",
    ),
    (
        used(do("usare", agent=Y, object_=TextOf(one("Maledizione", MINE), ("Eco", "Impulso")))),
        "Usa l'effetto Eco o Impulso di una tua Maledizione.",
        "Use the Eco or Impulso effect of one of your Maledizioni.",
    ),
    (
        used(
            Watch(
                event(
                    "attaccare",
                    agent=one("Luce"),
                    object_=Select("carta", number=Num(1), pick=Pick.TARGET, place=FIELD, bind="1"),
                ),
                more(Var("1"), "Occhio", -2, duration=TURN),
                duration=TURN,
            )
        ),
        "Quando il bersaglio viene attaccato da una Luce, ha -2 Occhio per questo turno.",
        "When target card is attacked by a Luce, that card has -2 Occhio until the end of this turn.",
    ),
]


FIRST, SECOND = Var("Attaccante"), Var("Difensore")
LOSE = event("perdere#2", agent=S, object_=Select("scontro", number=Num(1), pick=Pick.NAMED))
HAND = Place("Mano", Y)
#: What stands inside sentences, and the steps of rules: as phrases.
PHRASES: list[tuple[Node, str, str]] = [
    (HasText(S, "Preghiera"), "ha il testo Preghiera", "this card has the Preghiera text"),
    (
        And((IsStatus(S, "Corrotta"), HasKeyword(S, "Barriera"))),
        "è corrotta e ha Barriera",
        "this card is Corrotta and it has Barriera",
    ),
    (Or((IsStatus(S, "Corrotta"), IsStatus(S, "Pura"))), "è corrotta o è pura", "this card is Corrotta or it is Pura"),
    (Not(IsStatus(S, "Pura")), "non è pura", "this card is not Pura"),
    (IsKind(FIRST, "Maledizione"), "Attaccante è una Maledizione", "Attaccante is a Maledizione"),
    (IsIn(S, VOID), "è nel Vuoto", "this card is in the Vuoto"),
    (
        nodes.Near(FIRST, "davanti", SECOND),
        "Attaccante è davanti a Difensore",
        "Attaccante is davanti of Difensore",
    ),
    (
        nodes.IsOn(FIRST, nodes.SpotOf(SECOND)),
        "Attaccante è sul posto di Difensore",
        "Attaccante is on Difensore's posto",
    ),
    (nodes.IsFree(nodes.SpotOf(FIRST)), "il posto di Attaccante è libero", "Attaccante's posto is free"),
    (nodes.IsCalled(nodes.SpotOf(FIRST), "Nord"), "il posto di Attaccante è Nord", "Attaccante's posto is Nord"),
    (
        SharesMember("Forma", FIRST, SECOND),
        "Attaccante è della stessa Forma di Difensore",
        "Attaccante is of the same Forma as Difensore",
    ),
    (ControlledBy(S, FOE), "è avversaria", "this card is controlled by your opponent"),
    (During("turno", Y), "è il tuo turno", "it is your turn"),
    (
        Happened(event("attaccare", agent=S), "turno"),
        "ha attaccato in questo turno",
        "this card has attacked in this turn",
    ),
    (Would(LOSE), "perderebbe lo scontro", "this card would lose the clash"),
    (Can(event("attaccare", agent=S)), "può attaccare", "this card can attack"),
    (Did("1"), "lo fai", "you do"),
    (
        Holds(Claim("vincere i pareggi", (Role("agent", FIRST),))),
        "i pareggi di Attaccante contano come vittorie",
        "Attaccante wins ties",
    ),
    (
        EveryOne(every("Maledizione", MINE), HasMember(C, "Forma", "Luce")),
        "tutte le tue Maledizioni sono Luce",
        "all your Maledizioni are Luce",
    ),
    (Parity(Var("dado")), "il dado è pari", "the die is even"),
    (
        IsAmong(S, ValueOf("Karma", Y)),
        "è tra il tuo Karma",
        "this card is among your Karma",
    ),
    (
        Later(S, Y, "Occhio", "spezzare"),
        "è stata spezzata dopo te",
        "this card is broken after you",
    ),
    (Was(IsStatus(S, "stanca")), "era stanca", "this card was stanca"),
    (Not(Was(IsStatus(S, "stanca"))), "non era stanca", "this card was not stanca"),
    (
        SameName(S, Y),
        "ha lo stesso nome di te",
        "this card has the same name as you",
    ),
    (
        Within(ValueOf("Karma", S), ValueOf("Punti Vittoria", Y)),
        "il suo Karma è tra i tuoi Punti Vittoria",
        "its Karma are among your Punti Vittoria",
    ),
    (
        Total("Karma", every("Maledizione", MINE)),
        "il totale del Karma delle tue Maledizioni",
        "the total Karma of all your Maledizioni",
    ),
    (Compute(Arithmetic.MULTIPLY, (Num(2), ValueOf("Karma", S))), "il doppio del suo Karma", "twice its Karma"),
    (Outcome("1"), "altrettante", "as many"),
    (Related("controllore", S), "il suo controllore", "its controllore"),
    (PlayerOf("turno"), "il giocatore del turno", "the player whose turn it is"),
    (Repeat(Num(2), DRAW), "pesca una carta 2 volte", "draw a card 2 times"),
    (BecomesStatus(S, "Invocabile"), "è invocabile", "this card is Invocabile"),
    (Choose(one("Luce", MINE)), "scegli una tua Luce", "choose one of your Luce"),
    (
        Look(Select("carta", number=Num(3), pick=Pick.NAMED, place=Place("Mazzo", end="top", depth=Num(3))), Y),
        "guarda le 3 carte in cima al Mazzo",
        "look at the 3 cards on top of the Mazzo",
    ),
    (ChooseName(Y, ("Pari", "Dispari"), "scelta"), "scegli Pari o Dispari", "choose Pari or Dispari"),
    (RollDie(), "tira il dado", "roll the die"),
    (DrawLots(one("giocatore", bind="Primo")), "si tira a sorte un giocatore, detto Primo", "a player is drawn by lot"),
    (Move(FIRST, VOID), "Attaccante va nel Vuoto", "Attaccante goes to the Vuoto"),
    (Move(FIRST, under=SECOND), "Attaccante va sotto Difensore", "Attaccante goes under Difensore"),
    (SetStatus(FIRST, "Corrotta"), "Attaccante diventa corrotta", "Attaccante becomes Corrotta"),
    (SetStatus(FIRST, "in Stasi", False), "Attaccante non è più in Stasi", "Attaccante is no longer in Stasi"),
    (
        Change("Punti Vittoria", FOE, Operation.ADD, Num(-2)),
        "i Punti Vittoria avversari diminuiscono di 2",
        "your opponent's Punti Vittoria decrease by 2",
    ),
    (Shuffle(DECK), "il Mazzo si mescola", "the Mazzo is shuffled"),
    (
        nodes.Swap(Group((FIRST, SECOND))),
        "Attaccante e Difensore si scambiano di posto",
        "Attaccante and Difensore swap places",
    ),
    (
        Begin("scontro", (Role("1", FIRST), Role("2", SECOND))),
        "comincia uno scontro tra Attaccante e Difensore",
        "a clash begins between Attaccante and Difensore",
    ),
    (Finish("scontro"), "lo scontro finisce", "the clash ends"),
    (
        nodes.Share(event("guadagnare", agent=You()), Num(3), nodes.Select("giocatore", number=Num(2))),
        "guadagni 3 Punti Vittoria divisi come vuoi tra 2 giocatori",
        "gain 3 Punti Vittoria divided as you choose among 2 players",
    ),
    (
        Exchange(("Occhio", "Karma"), (FIRST,)),
        "scambia l'Occhio e il Karma di Attaccante",
        "exchange the Occhio and the Karma of Attaccante",
    ),
    (Skip("turno", You()), "salta il tuo prossimo turno", "skip your next turn"),
    (
        Skip("turno", Opponent(), 2),
        "l'avversario salta i suoi prossimi 2 turni",
        "your opponent skips their next 2 turns",
    ),
    (OneMore("turno", You()), "gioca un altro turno dopo questo", "take another turn after this one"),
    (OneMore("turno", You(), 2), "gioca altri 2 turni dopo questo", "take 2 more turns after this one"),
    (OpenWindow("delle azioni"), "si apre la finestra delle azioni", "the window delle azioni opens"),
    (
        UseText("Preghiera", FIRST),
        "si fa il testo Preghiera di Attaccante",
        "the Preghiera text of Attaccante is carried out",
    ),
    (Parted("FATO", (DRAW, DRAW)), "FATO: Pesca una carta / Pesca una carta", "FATO: draw a card / draw a card"),
    (DoPart(1), "si fa la prima parte", "the first part is done"),
    (Bear(FIRST, "Malanno"), "Attaccante ha un Malanno", "Attaccante has a Malanno"),
    (
        Bear(FIRST, "Pegno", Var("effect")),
        "Attaccante ha l'effetto come Pegno",
        "Attaccante has the effect as a Pegno",
    ),
    (Release(Var("object")), "object finisce", "object ends"),
    (Integrate(FIRST, "Pegno"), "i Pegno di Attaccante diventano originali", "the Pegno of Attaccante become original"),
    (
        EndLasting(Duration(Stretch.THIS, "turno")),
        "finiscono gli effetti che durano fino alla fine del turno",
        "the effects that last until the end of the turn end",
    ),
    (Lapse("Malanno"), "scadono i Malanno", "the Malanno lapse"),
    (Bears(FIRST, "Pegno", "Positivo"), "Attaccante ha un Pegno Positivo", "Attaccante has a Positivo Pegno"),
    (IsSort(Var("object"), "Pegno", "Positivo"), "object è Positiva", "object is Positivo"),
    (LiesOn(Var("object"), FIRST), "object è di Attaccante", "object is on Attaccante"),
    (Pay(Signs(("2",)), Y), "paga {2}", "pay {2}"),
    (
        Unless(DRAW, Pay(Signs(("2",)), FOE)),
        "pesca una carta a meno che l'avversario paghi {2}",
        "draw a card unless your opponent pays {2}",
    ),
    (
        OnNext(
            Do(event("scartare", agent=Y, object_=Var("§1"))),
            event("attaccare", object_=Select("carta", number=Num(1), bind="§1")),
            Num(2),
        ),
        "scarta le prossime 2 carte",
        "discard the next 2 cards",
    ),
    (EndGame(), "la partita finisce", "the game ends"),
    (CancelEvent(), "non avviene", "it does not happen"),
    (
        Together((SetStatus(FIRST, "Pura"), SetStatus(SECOND, "Pura"))),
        "nello stesso momento: Attaccante diventa pura; Difensore diventa pura",
        "at the same time: Attaccante becomes Pura; Difensore becomes Pura",
    ),
    (
        FirstTrue((If(IsStatus(FIRST, "Pura"), SetStatus(FIRST, "Corrotta")),)),
        "il primo che vale: se Attaccante è pura, Attaccante diventa corrotta",
        "the first that holds: if Attaccante is Pura, Attaccante becomes Corrotta",
    ),
    (
        Activated(do("scartare", agent=Y, object_=one("carta")), DRAW),
        "Scarta una carta: pesca una carta.",
        "Discard a card: draw a card.",
    ),
    (
        nodes.AlsoPaid(do("scartare", agent=Y, object_=one("carta"))),
        "Come costo aggiuntivo per giocare questa carta, scarta una carta.",
        "As an additional cost to play this card, discard a card.",
    ),
    (
        nodes.OfAnother(Y, "guadagnare", nodes.Compute(nodes.Arithmetic.ADD, (nodes.Outcome("1"), Num(2)))),
        "ne guadagni 2 in più",
        "you gain 2 more",
    ),
    (
        nodes.Repeat(Num(2), nodes.Do(event("pescare", agent=Y, number=Num(1))), again=True),
        "pesca una carta. Ripeti questo effetto 2 volte",
        "draw a card. Repeat this effect 2 times",
    ),
    (
        nodes.Prevent(event("guadagnare", agent=FOE), Num(2), duration=TURN),
        "previeni i prossimi 2 Punti Vittoria guadagnati dall'avversario per questo turno",
        "prevent the next 2 Punti Vittoria gained by your opponent until the end of this turn",
    ),
    (
        Prompted(DRAW, event("attaccare", object_=S)),
        "Pesca una carta.",
        "Draw a card.",
    ),
    (nodes.PaidAlso(), "hai pagato il costo aggiuntivo", "you paid the additional cost"),
    (
        OtherFace("Maledizione", (("Occhio", 4),), (Used(DRAW),)),
        "/ Maledizione 4 Pesca una carta.",
        "/ Maledizione 4 Draw a card.",
    ),
    (
        Labelled("FATO", (Used(DRAW), Used(DRAW))),
        "FATO: Pesca una carta / Pesca una carta.",
        "FATO: draw a card / draw a card.",
    ),
]


@pytest.mark.parametrize(("node", "it", "en"), PHRASES, ids=[it for _, it, _ in PHRASES])
def test_a_part_is_said_as_a_phrase(bless: Loaded, node: Node, it: str, en: str) -> None:
    assert italian.phrase(node, bless.vocabulary) == it
    assert english.phrase(node, bless.vocabulary) == en
    assert from_plain(to_plain(node)) == node


def test_every_kind_of_node_is_said_somewhere_here() -> None:
    said = {type(each).__name__ for each in walk((tuple(m for m, _, _ in CASES), tuple(p for p, _, _ in PHRASES)))}
    unions = [nodes.Term, nodes.Number, nodes.Condition, nodes.Effect, nodes.Ability]
    known = {name.strip() for union in unions for name in str(union).split("|")}
    assert known - said == set()


def test_a_name_known_where_it_is_told_stands_in_the_phrase(bless: Loaded) -> None:
    names = {FIRST: "Lucciola", SECOND: "Corvo", Y: "Ada", FOE: "Bruno"}
    clause = event("attaccare", agent=FIRST, object_=SECOND)
    assert italian.phrase(clause, bless.vocabulary, names.get) == "Lucciola attacca Corvo"
    assert english.phrase(clause, bless.vocabulary, names.get) == "Lucciola attacks Corvo"
    drawn = event("pescare", agent=FOE, number=Num(2))
    assert italian.phrase(drawn, bless.vocabulary, names.get) == "Bruno pesca 2 carte"
    mine = event("pescare", agent=Y, number=Num(2))
    assert italian.phrase(mine, bless.vocabulary, names.get) == "Ada pesca 2 carte"


@pytest.mark.parametrize(("meaning", "it", "en"), CASES, ids=[it for _, it, _ in CASES])
def test_a_meaning_is_said_in_one_way(bless: Loaded, meaning: Text, it: str, en: str) -> None:
    assert italian.said(meaning, bless.vocabulary) == it
    assert english.said(meaning, bless.vocabulary) == en


@pytest.mark.parametrize("meaning", [meaning for meaning, _, _ in CASES], ids=[it for _, it, _ in CASES])
def test_a_meaning_survives_as_plain_data(meaning: Text) -> None:
    assert from_plain(to_plain(meaning)) == meaning
    assert loads(dumps(meaning)) == meaning


# -- what is read, said and read again --------------------------------------------------------------------------

CORPUS = ROOT / "tests" / "corpus"


def rows(name: str) -> list[tuple[str, ...]]:
    """The rows of a list of the corpus; none when it is not there."""
    path = CORPUS / name
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    return [tuple(line.split("\t")) for line in lines if line.strip() and not line.startswith("#")]


def corpus_wordings() -> list[tuple[str, str]]:
    """Field and wording of everything that must be understood, without what is listed as not yet."""
    found = [(row[0], row[1]) for row in rows("varianti.tsv")]
    found += [(row[1], row[2]) for row in rows("italiano-generale.tsv") if row[1] != "-"]
    not_yet = {(row[0], row[1]) for row in rows("non-ancora.txt") if len(row) > 1}
    return [pair for pair in found if pair not in not_yet]


def said_again(bless: Loaded, text: str, field: str) -> str | None:
    """What is wrong with the way a wording is said back, if anything."""
    reading = bless.read(text.replace("\\n", "\n"), field)
    if reading is None or reading.fate is not Fate.UNDERSTOOD:
        return None
    meaning = reading.meanings[0]
    said = italian.said(meaning, bless.vocabulary)
    again = bless.read(said, field)
    assert again is not None
    if again.fate is not Fate.UNDERSTOOD:
        return f"{text} → {said}: {again.fate.value}"
    if again.meanings[0] != meaning:
        return f"{text} → {said}: another meaning"
    fixed = italian.said(again.meanings[0], bless.vocabulary)
    return None if fixed == said else f"{text} → {said} → {fixed}"


def test_what_the_corpus_says_is_said_back_and_read_as_the_same(bless: Loaded) -> None:
    wrong = [found for field, text in corpus_wordings() if (found := said_again(bless, text, field))]
    assert wrong == []


def test_every_wording_of_the_decks_is_said_back_and_read_as_the_same(bless: Loaded) -> None:
    assert bless.meaning is not None
    wordings = [
        (text, _field(bless, card.values, slot))
        for deck in bless.meaning.decks.values()
        for card in deck.cards
        for slot, text in card.wordings.items()
    ]
    assert len(wordings) > 100
    wrong = [found for text, field in wordings if (found := said_again(bless, text, field))]
    assert wrong == []


def _field(bless: Loaded, values: Mapping[str, int | tuple[str, ...]], slot: str) -> str:
    assert bless.rules is not None
    kind = bless.rules.texts[slot].kind_value
    member = values[kind] if kind is not None else ()
    return f"{slot} {member[0]}" if isinstance(member, tuple) and member else slot


@pytest.mark.parametrize(("meaning", "it"), [(meaning, it) for meaning, it, _ in CASES], ids=[it for _, it, _ in CASES])
def test_a_canonical_sentence_is_read_as_its_meaning(bless: Loaded, meaning: Text, it: str) -> None:
    field = "Preghiera Impulso" if isinstance(meaning.abilities[0], Used) else "Maledizione"
    reading = bless.read(it, field)
    assert reading is not None
    assert reading.fate is Fate.UNDERSTOOD, [problem.message for problem in reading.problems]
    assert italian.said(reading.meanings[0], bless.vocabulary) == it


def test_two_of_a_kind_in_a_period_are_said_by_their_names() -> None:
    """«questo Essere» would be the bearer: who attacks and who is attacked are both one."""
    duel = load(ROOT / "games" / "kult")
    (meaning,) = _meanings(duel, "Copri l'attaccante.", "Comandamento")
    said = italian.said(meaning, duel.vocabulary, slot="Comandamento")
    assert said == "Copri l'attaccante."
    assert _meanings(duel, said, "Comandamento") == (meaning,)


def test_a_word_of_a_value_is_that_word_and_no_card(bless: Loaded) -> None:
    assert _meanings(bless, "Ha la Forma uguale a Luce.", "Maledizione") == _meanings(
        bless, "La Forma di questa carta è Luce.", "Maledizione"
    )


@pytest.mark.parametrize("compared", ["uguali alle", "diverse dalle", "maggiori o uguali alle", "minori o uguali alle"])
def test_what_compares_agrees_with_what_is_compared(tmp_path: Path, compared: str) -> None:
    for name, text in small_game().items():
        (tmp_path / name).write_text(text, "utf-8")
    wording = f"Se le tue Scintille sono {compared} Scintille avversarie, attingi una carta."
    game = load(tmp_path)
    (meaning,) = _meanings(game, wording, "Soffio")
    assert italian.said(meaning, game.vocabulary, slot="Soffio") == wording


def _meanings(loaded: Loaded, text: str, field: str) -> tuple[object, ...]:
    reading = loaded.read(text, field)
    assert reading is not None
    return reading.meanings
