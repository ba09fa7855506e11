"""Bless and twenty cards as meaning, by hand: what the reader must yield for `games/bless`, and enough for the machine."""

from __future__ import annotations

from typing import Any

from dsl.meaning.game import (
    ActionDecl,
    CardDecl,
    Choice,
    ClaimDecl,
    DeckDecl,
    Ending,
    Frame,
    GameMeaning,
    KeywordDecl,
    LabelDecl,
    LimitDecl,
    MemberSet,
    NounDecl,
    PartDecl,
    Participant,
    PeriodDecl,
    PlaceDecl,
    Price,
    RuleDecl,
    StatusDecl,
    Steps,
    TableDecl,
    TextSlot,
    ValueDecl,
    WindowDecl,
    ZoneDecl,
)
from dsl.meaning.nodes import *  # noqa: F403
from dsl.meaning.nodes import (
    Allow,
    And,
    Arithmetic,
    BecomesStatus,
    Begin,
    Candidate,
    Change,
    Choose,
    ChooseName,
    Claim,
    Compare,
    Compute,
    ControlledBy,
    Cost,
    Count,
    Do,
    DrawLots,
    Duration,
    During,
    EndGame,
    Event,
    EveryOne,
    Extreme,
    Finish,
    FirstTrue,
    ForEach,
    Grant,
    Group,
    Happened,
    HasMember,
    Holds,
    If,
    IsIn,
    IsKind,
    IsStatus,
    Linked,
    Lookup,
    May,
    Modify,
    Moment,
    Move,
    Not,
    Num,
    OpenWindow,
    Operation,
    Opponent,
    Or,
    Pick,
    Place,
    Quantity,
    Related,
    Replaced,
    Role,
    RollDie,
    Same,
    Select,
    Self,
    Sequence,
    SetStatus,
    SharesMember,
    Shuffle,
    Static,
    Stretch,
    Text,
    TextOf,
    Together,
    Triggered,
    Until,
    Used,
    UseText,
    ValueOf,
    Var,
    Would,
    You,
)

me, you, it = Self(), You(), Candidate()
ALL, TARGET, NAMED = Quantity.ALL, Pick.TARGET, Pick.NAMED
field = Place("campo")


def one(noun: str, *where: Any, bind: str | None = None, **more: Any) -> Select:
    return Select(noun, tuple(where), bind=bind, **more)


def every(noun: str, *where: Any, **more: Any) -> Select:
    return Select(noun, tuple(where), quantity=ALL, **more)


def ev(
    verb: str, agent: Any = None, obj: Any = None, manner: tuple[str, ...] = (), cause: str | None = None, **more: Any
) -> Event:
    roles = []
    if agent is not None:
        roles.append(Role("agent", agent))
    if obj is not None:
        roles.append(Role("object", obj))
    roles += [Role(k.rstrip("_"), v) for k, v in more.items()]
    return Event(verb, tuple(roles), manner, cause)


def do(verb: str, agent: Any = None, obj: Any = None, **more: Any) -> Do:
    return Do(ev(verb, agent, obj, **more))


def mine(who: Any = you) -> ControlledBy:
    return ControlledBy(it, who)


def pure(of: Any = it) -> IsStatus:
    return IsStatus(of, "Pura")


def corrupt(of: Any = it) -> IsStatus:
    return IsStatus(of, "Corrotta")


other = Not(Same(it, me))
player, card, curse = one("giocatore"), one("carta"), one("Maledizione")
agent, obj, number = Var("agent"), Var("object"), Var("number")
A, D = Var("Attaccante"), Var("Difensore")
turn_player = Related("turn_player")
this_turn = Duration(Stretch.THIS, "turno")
next_turn = Duration(Stretch.THROUGH_NEXT, "turno")


def occhio(of: Any, **more: Any) -> ValueOf:
    return ValueOf("Occhio", of, **more)


VALUES = {
    "Occhio": ValueDecl("Occhio", "card", printed=True, minimum=0),
    "Karma": ValueDecl("Karma", "card", printed=True),
    "Forma": ValueDecl("Forma", "card", "members", ("Luce", "Ombra"), printed=True),
    "Tipo": ValueDecl("Tipo", "card", "member", ("Impulso", "Eco", "Legame"), printed=True),
    "Punti Vittoria": ValueDecl("Punti Vittoria", "player", start=0, minimum=0),
    "Azioni": ValueDecl("Azioni", "player", start=0, minimum=0),
    "Turni Finali": ValueDecl("Turni Finali", "game", start=0),
    "Attivatore": ValueDecl("Attivatore", "game", "player"),
}
ZONES = {
    z.name: z
    for z in (
        ZoneDecl("Mazzo", "shared", ordered=True, seen_by="nobody", shuffled_on_return=True, shuffled_on_search=True),
        ZoneDecl("Vuoto", "shared", ordered=True),
        ZoneDecl("Mano", "player", seen_by="owner"),
        ZoneDecl("Zona Maledizione", "player"),
        ZoneDecl("Zona Preghiera", "player"),
        ZoneDecl("Altare", "player", seen_by="owner"),
        ZoneDecl("Sotto", "card", host="Maledizione", ordered=True, relation="legata", host_leaves="spezzare"),
        ZoneDecl("Da parte", "player", seen_by="owner"),
    )
}
NOUNS = {
    x.name: x
    for x in (
        NounDecl("Maledizione", IsIn(it, Place("Zona Maledizione"))),
        NounDecl("Preghiera", Or((IsIn(it, Place("Zona Preghiera")), IsIn(it, Place("Sotto"))))),
        NounDecl("controllore", of="card", relation="controller", aliases=("proprietario",)),
        NounDecl("ospite", of="card", relation="host"),
        NounDecl("combattente", relation="participant", participants=("Attaccante", "Difensore"), period="scontro"),
    )
}
STATUSES = {
    "Corrotta": StatusDecl("Corrotta", "Pura", "Maledizione"),
    "in Stasi": StatusDecl("in Stasi", None, "Maledizione", starts=True),
    "Invocabile": StatusDecl("Invocabile", None, "Preghiera"),
}


def hand(who: Any) -> Place:
    return Place("Mano", of=who)


def to(zone: str, who: Any = None, what: Any = obj) -> Move:
    return Move(what, Place(zone, of=who))


deck_empty = Compare(Count(every("carta", place=Place("Mazzo"))), "==", Num(0))
clash_lost = lambda who: Happened(ev("perdere#2", who), "scontro")  # noqa: E731
A_BEATS_D, D_BEATS_A = (
    Claim("battere", (Role("agent", A), Role("object", D))),
    Claim("battere", (Role("agent", D), Role("object", A))),
)


def always(claim: Claim) -> Holds:
    return Holds(Claim(claim.claim, claim.roles, always=True))


def wins(winner: Any, loser: Any) -> Sequence:
    return Sequence((do("vincere", winner), do("perdere#2", loser)))


def frame(name: str, *forms: Event, steps: Any = None, **more: Any) -> Frame:
    made: tuple[Steps, ...] = ()
    if isinstance(steps, tuple):
        made = steps
    elif steps is not None:
        made = (Steps(steps),)
    return Frame(name, name.split("#")[0], forms, made, **more)


def tie_claim(who: Any) -> Holds:
    return Holds(Claim("vincere i pareggi", (Role("agent", who),)))


FRAMES = {
    f.name: f
    for f in (
        frame(
            "giocare",
            ev("giocare", player, card),
            ev("giocare", None, card),
            default_manner="agent",
            manners=("Maledizione", "Preghiera"),
            steps=(
                Steps(to("Zona Maledizione", agent), "Maledizione"),
                Steps(to("Zona Preghiera", agent), "Preghiera"),
            ),
        ),
        frame("calare", ev("calare", player, card), place=hand(agent), kind_of="giocare", default_manner="agent"),
        frame(
            "convertire",
            ev("convertire", player, one("Maledizione")),
            kind_of="giocare",
            default_manner="other",
            keeps_controller=True,
        ),
        frame("spezzare", ev("spezzare", player, card), ev("spezzare", None, card), place=field, steps=to("Vuoto")),
        frame("scartare", ev("scartare", player, card), place=hand(agent), steps=to("Vuoto")),
        frame("mandare", ev("mandare", player, card, into=one("zona")), steps=Move(obj, Place("into"))),
        frame("tornare", ev("tornare", None, card, into=one("zona")), steps=Move(obj, Place("into"))),
        frame("prendere", ev("prendere", player, card), steps=to("Mano", agent)),
        frame(
            "prendere il controllo",
            ev("prendere il controllo", player, card),
            place=field,
            steps=Move(obj, Place("", of=agent), keep=True),
        ),
        frame(
            "pescare",
            ev("pescare", player),
            counted=True,
            steps=Sequence(
                (
                    If(deck_empty, do("avviare", agent)),
                    If(
                        deck_empty,
                        Sequence((Move(every("carta", place=Place("Vuoto")), Place("Mazzo")), Shuffle(Place("Mazzo")))),
                    ),
                    Move(one("carta", place=Place("Mazzo", end="top"), pick=NAMED), hand(agent)),
                )
            ),
        ),
        frame(
            "cambiare la mano",
            ev("cambiare la mano", player),
            steps=Sequence(
                (
                    Choose(one("carta", place=hand(agent), quantity=Quantity.ANY, bind="Cambiate"), agent),
                    Move(Var("Cambiate"), Place("Da parte", of=agent)),
                    Until(
                        Compare(Count(every("carta", place=hand(agent))), ">=", Num(4)),
                        do("pescare", agent, number=Num(1)),
                    ),
                    Move(Var("Cambiate"), Place("Mazzo")),
                    Shuffle(Place("Mazzo")),
                )
            ),
        ),
        frame(
            "corrompere",
            ev("corrompere", player, curse),
            ev("corrompere", None, curse),
            object_condition=pure(),
            steps=SetStatus(obj, "Corrotta"),
        ),
        frame("purificare", ev("purificare", player, curse), object_condition=corrupt(), steps=SetStatus(obj, "Pura")),
        frame(
            "rimuovere la Stasi",
            ev("rimuovere la Stasi", player, curse),
            object_condition=IsStatus(it, "in Stasi"),
            steps=SetStatus(obj, "in Stasi", False),
        ),
        frame(
            "legare",
            ev("legare", player, card, to=curse),
            ev("legare", None, card, to=curse),
            steps=Move(obj, under=Var("to")),
        ),
        frame(
            "offrire",
            ev("offrire", player, card),
            steps=Sequence(
                (
                    to("Altare", agent),
                    do("blessare", A),
                    If(
                        Compare(Count(every("carta", place=Place("Altare", of=agent))), ">=", Num(5)),
                        do("avviare", agent),
                    ),
                )
            ),
        ),
        frame(
            "blessare",
            ev("blessare", curse),
            steps=If(
                Compare(ValueOf("Karma", agent), ">", Num(0)),
                Change("Punti Vittoria", Related("controller", agent), Operation.ADD, ValueOf("Karma", agent)),
            ),
        ),
        frame(
            "guadagnare",
            ev("guadagnare", player),
            counted=True,
            steps=Change("Punti Vittoria", agent, Operation.ADD, number),
        ),
        frame(
            "guadagnare#2",
            ev("guadagnare", player),
            counted=True,
            steps=If(
                And((Same(agent, turn_player), During("Fase Principale"))),
                Change("Azioni", agent, Operation.ADD, number),
            ),
        ),
        frame(
            "perdere",
            ev("perdere", player),
            counted=True,
            steps=Change("Punti Vittoria", agent, Operation.ADD, Compute(Arithmetic.SUBTRACT, (Num(0), number))),
        ),
        frame(
            "usare", ev("usare", player, TextOf(card)), ev("usare", card, TextOf(me)), steps=UseText("Preghiera", obj)
        ),
        frame(
            "invocare",
            ev("invocare", player, one("Preghiera")),
            object_condition=IsStatus(it, "Invocabile"),
            then=do("usare", obj, TextOf(obj)),
        ),
        frame(
            "avviare",
            ev("avviare", player),
            steps=If(Compare(ValueOf("Attivatore"), "==", Group(())), Change("Attivatore", None, Operation.SET, agent)),
        ),
        frame("terminare", ev("terminare", player), steps=Finish("turno", "Fine Turno")),
        frame(
            "attaccare",
            ev("attaccare", curse, curse),
            then=Begin("scontro", (Role("Attaccante", agent), Role("Difensore", obj))),
        ),
        frame(
            "attaccare direttamente",
            ev("attaccare direttamente", curse, player),
            kind_of="attaccare",
            then=do("blessare", agent),
        ),
        frame("vincere", ev("vincere", curse)),
        frame("perdere#2", ev("perdere", curse)),
        frame(
            "pareggiare",
            ev("pareggiare", every("Maledizione")),
            steps=FirstTrue(
                (
                    If(And((tie_claim(A), Not(tie_claim(D)))), wins(A, D)),
                    If(And((tie_claim(D), Not(tie_claim(A)))), wins(D, A)),
                    Sequence((do("perdere#2", A), do("perdere#2", D))),
                )
            ),
        ),
    )
}
CLAIMS = {
    "battere": ClaimDecl("battere", ev("battere", curse, card)),
    "vincere i pareggi": ClaimDecl("vincere i pareggi", ev("vincere i pareggi", curse)),
}
draw = do("pareggiare", Var("Attaccante"))
not_ = Not
PERIODS = {
    p.name: p
    for p in (
        PeriodDecl("partita", parts=("turno",), repeats=True),
        PeriodDecl(
            "turno",
            True,
            Opponent(),
            parts=("Inizio Turno", "Fase Principale", "Fine Turno"),
            start_part="Inizio Turno",
            end_part="Fine Turno",
            on_start=If(
                And(
                    (
                        Compare(ValueOf("Turni Finali"), "==", Num(0)),
                        Compare(ValueOf("Attivatore"), "==", Opponent(turn_player)),
                    )
                ),
                Change("Turni Finali", None, Operation.SET, Num(5)),
            ),
            on_end=FirstTrue(
                (
                    If(Compare(ValueOf("Turni Finali"), "==", Num(1)), EndGame()),
                    If(
                        Compare(ValueOf("Turni Finali"), ">", Num(1)),
                        Change("Turni Finali", None, Operation.ADD, Num(-1)),
                    ),
                )
            ),
        ),
        PeriodDecl(
            "Inizio Turno",
            steps=(
                Change("Azioni", turn_player, Operation.SET, Num(3)),
                If(During("turno", first=True), Change("Azioni", turn_player, Operation.SET, Num(2))),
            ),
        ),
        PeriodDecl("Fase Principale", steps=(OpenWindow("delle azioni"),)),
        PeriodDecl(
            "Fine Turno",
            steps=(SetStatus(every("Maledizione"), "in Stasi", False), do("cambiare la mano", turn_player)),
        ),
        PeriodDecl(
            "scontro",
            participants=(Participant("Attaccante", curse), Participant("Difensore", curse)),
            parts=("Prova", "Esito"),
            ends_when=Or((Not(IsKind(A, "Maledizione")), Not(IsKind(D, "Maledizione")))),
            trial_until="Confronto",
            trial_skips=("choices", "dice"),
        ),
        PeriodDecl("Prova"),
        PeriodDecl("Esito", parts=("Confronto", "Stato"), holds_triggers=True, never_ends_early=True),
        PeriodDecl(
            "Confronto",
            steps=(
                FirstTrue(
                    (
                        If(And((always(A_BEATS_D), not_(always(D_BEATS_A)))), wins(A, D)),
                        If(And((always(D_BEATS_A), not_(always(A_BEATS_D)))), wins(D, A)),
                        If(And((always(D_BEATS_A), always(A_BEATS_D))), draw),
                        If(And((Holds(A_BEATS_D), not_(Holds(D_BEATS_A)))), wins(A, D)),
                        If(And((Holds(D_BEATS_A), not_(Holds(A_BEATS_D)))), wins(D, A)),
                        If(And((Holds(A_BEATS_D), Holds(D_BEATS_A))), draw),
                        If(Compare(occhio(A), ">", occhio(D)), wins(A, D)),
                        If(Compare(occhio(D), ">", occhio(A)), wins(D, A)),
                        draw,
                    )
                ),
            ),
        ),
        PeriodDecl(
            "Stato",
            steps=(
                Together(
                    (
                        If(And((clash_lost(A), pure(A))), do("corrompere", D, A)),
                        If(And((clash_lost(A), corrupt(A))), do("spezzare", D, A)),
                        If(And((clash_lost(D), corrupt(D))), do("spezzare", A, D)),
                        If(pure(D), do("corrompere", A, D)),
                    )
                ),
            ),
        ),
    )
}
WINDOWS = {"delle azioni": WindowDecl("delle azioni", auto_pass=True)}
ONE_ACTION = (Price("Azioni", Num(1)),)


def action(name: str, *choices: Choice, effect: Any) -> ActionDecl:
    return ActionDecl(name, "delle azioni", choices, ONE_ACTION, effect)


ACTIONS = {
    a.name: a
    for a in (
        action(
            "Calare",
            Choice(one("carta", place=hand(you), bind="Calata")),
            Choice(manners=("Maledizione", "Preghiera")),
            effect=do("calare", you, Var("Calata"), manner=("chosen",)),
        ),
        action(
            "Rimuovere la Stasi",
            Choice(one("Maledizione", mine(), IsStatus(it, "in Stasi"), bind="Scelta")),
            effect=do("rimuovere la Stasi", you, Var("Scelta")),
        ),
        action(
            "Attaccare",
            Choice(one("Maledizione", mine(), bind="Attaccante")),
            Choice(one("Maledizione", mine(Opponent()), bind="Difensore")),
            effect=do("attaccare", A, D),
        ),
        action(
            "Attaccare direttamente",
            Choice(one("Maledizione", mine(), bind="Attaccante")),
            effect=do("attaccare direttamente", A, Opponent()),
        ),
        action(
            "Invocare",
            Choice(one("Preghiera", mine(), IsStatus(it, "Invocabile"), bind="Scelta")),
            effect=do("invocare", you, Var("Scelta")),
        ),
    )
}


def static(*effects: Any, condition: Any = None) -> Static:
    return Static(tuple(effects), condition)


would_lose = Would(ev("perdere#2", one("Maledizione", bind="x")))


def would(agent_: Any) -> Would:
    return Would(ev("perdere#2", agent_))


def allow(event: Event, allowed: bool = True, **more: Any) -> Static:
    return Static((Allow(event, allowed, **more),))


curses_of = lambda who: every("Maledizione", mine(who))  # noqa: E731
RULES = {
    r.name: r
    for r in (
        RuleDecl("Stasi", Text((allow(ev("attaccare", one("Maledizione", IsStatus(it, "in Stasi"))), False),))),
        RuleDecl("Un attacco per turno", Text((allow(ev("attaccare", curse), limit=Num(1), per="turno"),))),
        RuleDecl(
            "Attacco Diretto",
            Text(
                (
                    allow(
                        ev(
                            "attaccare direttamente",
                            curse,
                            one("giocatore", Compare(Count(curses_of(Var("chi"))), ">", Num(0)), bind="chi"),
                        ),
                        False,
                    ),
                )
            ),
        ),
        RuleDecl(
            "Prudenza",
            Text(
                (
                    allow(
                        ev(
                            "attaccare",
                            one("Maledizione", corrupt(), bind="chi"),
                            one("Maledizione", would(Var("chi"))),
                        ),
                        False,
                    ),
                )
            ),
        ),
        RuleDecl(
            "Offerta",
            Text(
                (
                    Replaced(
                        ev("spezzare", A, D, cause="scontro"),
                        May(Related("controller", A), do("offrire", Related("controller", A), D)),
                        happens=True,
                    ),
                )
            ),
        ),
        RuleDecl(
            "Posto per la quinta",
            Text(
                (
                    Static(
                        (Allow(ev("giocare", one("giocatore", bind="chi"), card, manner=("Maledizione",)), False),),
                        And(
                            (
                                Compare(Count(curses_of(Var("chi"))), ">=", Num(4)),
                                Compare(Count(every("Maledizione", mine(Var("chi")), pure())), "==", Num(0)),
                            )
                        ),
                    ),
                )
            ),
        ),
        RuleDecl(
            "Posto per chi passa di parte",
            Text(
                (
                    Static(
                        (Allow(ev("prendere il controllo", one("giocatore", bind="chi"), one("Maledizione")), False),),
                        And(
                            (
                                Compare(Count(curses_of(Var("chi"))), ">=", Num(4)),
                                Compare(Count(every("Maledizione", mine(Var("chi")), pure())), "==", Num(0)),
                            )
                        ),
                    ),
                )
            ),
        ),
        RuleDecl(
            "Una invocazione per turno",
            Text((allow(ev("invocare", player, one("Preghiera")), limit=Num(1), per="turno"),)),
        ),
    )
}
against = lambda *where: Claim("battere", (Role("agent", me), Role("object", one("combattente", other, *where))))  # noqa: E731
PLUS3 = Modify(me, "Occhio", Operation.ADD, Num(3))
DIE_RIGHT = Compare(Var("dado"), "==", Var("scelta"))
for_clash = Duration(Stretch.THIS, "scontro")
beats = lambda winner, loser: Claim("battere", (Role("agent", winner), Role("object", loser)), duration=for_clash)  # noqa: E731
other_fighter = one("combattente", other, pick=NAMED)
KEYWORDS = {
    kw.name: kw
    for kw in (
        KeywordDecl(
            "Rivalità",
            Text(
                (
                    Static(
                        (PLUS3,),
                        And(
                            (
                                During("scontro", of=me),
                                Compare(
                                    Count(every("combattente", other, Not(SharesMember("Forma", it, me)))), ">=", Num(1)
                                ),
                                Compare(Count(every("combattente", HasMember(it, "Forma", "Duale"))), "==", Num(0)),
                            )
                        ),
                    ),
                )
            ),
        ),
        KeywordDecl(
            "Impatto",
            Text(
                (
                    Triggered(
                        ev("corrompere", me, one("Maledizione", mine(Opponent())), cause="scontro"), do("blessare", me)
                    ),
                )
            ),
        ),
        KeywordDecl(
            "Barriera",
            Text((Triggered(ev("corrompere", None, me), Allow(ev("attaccare", None, me), False, duration=this_turn)),)),
        ),
        KeywordDecl(
            "Fato",
            Text(
                (
                    Triggered(
                        Moment("Prova", of=me),
                        Sequence(
                            (
                                ChooseName(Related("controller", me), ("Pari", "Dispari"), "scelta"),
                                RollDie("dado"),
                                If(DIE_RIGHT, beats(me, other_fighter), beats(other_fighter, me)),
                            )
                        ),
                    ),
                    allow(ev("attaccare", me, one("Maledizione", would(me))), always=True),
                    allow(ev("attaccare", one("Maledizione", corrupt(), bind="chi"), me), always=True),
                )
            ),
        ),
        KeywordDecl(
            "Impulso",
            Text(
                (
                    Triggered(ev("giocare", None, me), do("usare", me, TextOf(me))),
                    Triggered(ev("usare", me, TextOf(me)), do("spezzare", None, me), at_once=True),
                )
            ),
            "Tipo",
        ),
        KeywordDecl(
            "Eco",
            Text(
                (
                    static(BecomesStatus(me, "Invocabile")),
                    Triggered(ev("giocare", None, me), do("usare", me, TextOf(me))),
                    Triggered(ev("usare", one("Eco", mine(), other)), do("usare", me, TextOf(me))),
                    allow(ev("usare", me), limit=Num(1), per="turno"),
                    Static((Allow(ev("invocare", None, me), False),), Happened(ev("usare", me), "turno")),
                )
            ),
            "Tipo",
        ),
        KeywordDecl(
            "Legame",
            Text(
                (
                    Triggered(ev("giocare", None, me), do("legare", None, me, to=curse)),
                    Static((Grant(Related("host", me), slot=TextOf(me, ("Preghiera",))),), Linked(me)),
                    Static(
                        (Allow(ev("giocare", None, me, manner=("Preghiera",)), False),),
                        Compare(
                            Count(
                                every(
                                    "Maledizione",
                                    Not(Compare(Count(every("Legame", Linked(it, Var("#host")))), ">", Num(99))),
                                )
                            ),
                            "==",
                            Num(0),
                        ),
                    ),
                    allow(
                        ev(
                            "legare",
                            None,
                            me,
                            to=one(
                                "Maledizione",
                                Compare(
                                    Count(
                                        every(
                                            "Preghiera",
                                            mine(Opponent(Related("controller", me))),
                                            place=Place("Sotto", of=it),
                                        )
                                    ),
                                    ">",
                                    Num(0),
                                ),
                            ),
                        ),
                        False,
                    ),
                )
            ),
            "Tipo",
        ),
    )
}
KEYWORDS["Legame"] = KeywordDecl(
    "Legame",
    Text(
        (
            KEYWORDS["Legame"].text.abilities[0],
            KEYWORDS["Legame"].text.abilities[1],
            Static(
                (Allow(ev("giocare", None, me, manner=("Preghiera",)), False),),
                Compare(Count(every("Maledizione", Can(ev("legare", None, me, to=it)))), "==", Num(0)),  # noqa: F405
            ),
            KEYWORDS["Legame"].text.abilities[3],
        )
    ),
    "Tipo",
)
last = Not(Same(it, Related("last_arrived")))
of = Var("of")
LIMITS = {
    "Maledizioni": LimitDecl(
        "Maledizioni",
        "giocatore",
        every("Maledizione", mine(of)),
        4,
        one("Maledizione", mine(of), pure(), last, bind="leaver"),
        do("mandare", of, Var("leaver"), into=Place("Vuoto")),
    ),
    "Eco": LimitDecl(
        "Eco",
        "giocatore",
        every("Eco", mine(of)),
        2,
        one("Eco", mine(of), last, bind="leaver"),
        do("mandare", of, Var("leaver"), into=Place("Vuoto")),
    ),
    "Legame": LimitDecl(
        "Legame",
        "Maledizione",
        every("Legame", Linked(it, of)),
        1,
        one("Legame", Linked(it, of), last, bind="leaver"),
        do("mandare", Related("controller", Var("leaver")), Var("leaver"), into=Place("Vuoto")),
    ),
}
SETUP = (
    Shuffle(Place("Mazzo")),
    ForEach(every("giocatore"), "chi", do("pescare", Var("chi"), number=Num(4))),
    DrawLots(one("giocatore", bind="Primo")),
    ForEach(every("giocatore"), "chi", May(Var("chi"), do("cambiare la mano", Var("chi"))), start=Var("Primo")),
    Begin("turno", (Role("of", Var("Primo")),)),
)


def plus(amount: int, target: Any = me, value: str = "Occhio", **more: Any) -> Modify:
    return Modify(target, value, Operation.ADD, Num(amount), **more)


def keyword(name: str, **more: Any) -> Grant:
    return Grant(me, name, **more)


draw_cards = lambda k=1: do("pescare", you, number=Num(k))  # noqa: E731
my_curse = one("Maledizione", mine())
target_curse = one("Maledizione", pick=TARGET, place=field, bind="bersaglio")


def card_(
    name: str, form: str, eye: int, karma: int, curse_text: Any = (), kind: str = "Impulso", prayer: Any = ()
) -> CardDecl:
    forms = ("Luce", "Ombra") if form == "Duale" else (form,)
    curse_text = curse_text if isinstance(curse_text, tuple) else (curse_text,)
    prayer = prayer if isinstance(prayer, tuple) else (prayer,)
    curse_text = tuple(x if type(x).__name__ in ("Static", "Triggered", "Replaced") else static(x) for x in curse_text)
    wrap = (
        (lambda x: x if type(x).__name__ in ("Triggered", "Static") else static(x))
        if kind == "Legame"
        else (lambda x: x if type(x).__name__ == "Triggered" else Used(x))
    )
    texts = {"Maledizione": Text(curse_text), "Preghiera": Text(tuple(wrap(x) for x in prayer))}
    return CardDecl(name, {"Occhio": eye, "Karma": karma, "Forma": forms, "Tipo": (kind,)}, texts, {})


def spread(effect: Modify, duration: Duration) -> Modify:
    return Modify(effect.target, effect.value, effect.op, effect.amount, effect.always, duration)


CARDS = (
    card_("Prima", "Luce", 5, 2, (), "Impulso", draw_cards()),
    card_("Seconda", "Ombra", 6, 1, (), "Impulso", do("spezzare", you, one("Preghiera"))),
    card_("Terza", "Luce", 4, 2, keyword("Rivalità"), "Eco", draw_cards()),
    card_("Quarta", "Ombra", 5, 1, keyword("Barriera"), "Eco", plus(1, my_curse, duration=this_turn)),
    card_("Quinta", "Luce", 3, 3, keyword("Impatto"), "Legame", plus(2)),
    card_("Sesta", "Ombra", 4, 2, keyword("Rivalità"), "Impulso", do("corrompere", you, target_curse)),
    card_("Settima", "Duale", 4, 2, (), "Legame", plus(1)),
    card_("Ottava", "Luce", 1, 2, against(HasMember(it, "Forma", "Ombra")), "Eco", draw_cards()),
    card_("Nona", "Ombra", 1, 2, against(HasMember(it, "Forma", "Luce")), "Legame", keyword("Rivalità")),
    card_("Decima", "Luce", 5, 1, Triggered(ev("blessare", me), draw_cards()), "Legame", keyword("Barriera")),
    card_("Undicesima", "Luce", 3, 4, (), "Eco", do("rimuovere la Stasi", you, my_curse)),
    card_("Dodicesima", "Ombra", 0, 3, keyword("Fato"), "Impulso", (draw_cards(2), do("scartare", you, one("carta")))),
    card_(
        "Tredicesima",
        "Luce",
        3,
        2,
        Modify(me, "Occhio", Operation.ADD, Count(every("Eco", place=field))),
        "Impulso",
        Sequence((do("spezzare", you, every("Ombra", corrupt(), place=field)), do("terminare", you))),
    ),
    card_(
        "Quattordicesima",
        "Ombra",
        6,
        1,
        plus(-2, every("Maledizione", mine(Opponent()), corrupt())),
        "Impulso",
        Cost(do("corrompere", you, one("Maledizione", mine())), do("spezzare", you, card)),
    ),
    card_(
        "Quindicesima",
        "Ombra",
        2,
        3,
        Modify(me, "Occhio", Operation.SET, Num(5), True),
        "Eco",
        Modify(target_curse, "Occhio", Operation.SET, Num(1), True, next_turn),
    ),
    card_(
        "Sedicesima",
        "Luce",
        4,
        1,
        allow(ev("attaccare", me), limit=Num(2), per="turno"),
        "Legame",
        Triggered(ev("blessare", me), do("guadagnare#2", you, number=Num(1))),
    ),
    card_(
        "Diciassettesima",
        "Ombra",
        2,
        2,
        allow(ev("attaccare direttamente", me)),
        "Legame",
        allow(ev("attaccare", me), False),
    ),
    card_(
        "Diciottesima",
        "Luce",
        5,
        1,
        Triggered(ev("spezzare", None, me), draw_cards()),
        "Impulso",
        May(you, Cost(do("scartare", you, card), do("guadagnare#2", you, number=Num(1)))),
    ),
    card_(
        "Diciannovesima",
        "Ombra",
        4,
        2,
        Triggered(ev("attaccare", me), May(you, Cost(do("scartare", you, card), draw_cards(2)))),
        "Impulso",
        do("giocare", you, one("carta", place=Place("Vuoto")), manner=("Maledizione",)),
    ),
    card_(
        "Ventesima",
        "Luce",
        4,
        2,
        Triggered(ev("calare", None, me), May(you, do("invocare", you, one("Eco", mine())))),
        "Impulso",
        do("prendere il controllo", you, one("Maledizione", mine(Opponent()), corrupt())),
    ),
)


def bless(cards: tuple[CardDecl, ...] = CARDS) -> GameMeaning:
    """The game, with a deck of these cards."""
    return GameMeaning(
        "Bless",
        (2, 2),
        True,
        6,
        "carta",
        {"": PartDecl("", "Mazzo", 62, 62, 1)},
        VALUES,
        {"Duale": MemberSet("Duale", "Forma", ("Luce", "Ombra"))},
        {
            "Maledizione": TextSlot("Maledizione", IsKind(it, "Maledizione")),
            "Preghiera": TextSlot("Preghiera", None, "Tipo"),
        },
        ZONES,
        {"campo": PlaceDecl("campo", ("Zona Maledizione", "Zona Preghiera", "Sotto"))},
        NOUNS,
        STATUSES,
        FRAMES,
        CLAIMS,
        PERIODS,
        WINDOWS,
        ACTIONS,
        RULES,
        LIMITS,
        KEYWORDS,
        {
            "CALO": LabelDecl("CALO", ev("calare", None, me)),
            "SPEZZATA": LabelDecl("SPEZZATA", ev("spezzare", None, me)),
        },
        {
            "Opposte": TableDecl(
                "Opposte", "Forma", ("opposta",), {"Luce": ("Ombra",), "Ombra": ("Luce",), "Duale": ("Duale",)}
            )
        },
        SETUP,
        Ending(ValueOf("Punti Vittoria", it), ValueOf("Attivatore")),
        {},
        {"Prova": DeckDecl("Prova", cards)},
    )


_ = (EveryOne, Extreme, Finish, Lookup, spread)
