"""What accounts for a word: for each kind of word the parts of a meaning, one of which must be there if it is.

The names of the parts are those that ``made_of.parts_of`` gives: «name:Lana», «num:2», «other», «is:Watch» …
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from ..vocabulary.lexer import Sense, Word
from ..vocabulary.vocabulary import Vocabulary
from . import nodes as n
from .lasting import kind_given
from .returning import only_goes


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


#: Terminals whose words carry no sense of their own, or whose sense another word of the phrase carries.
_LIGHT: Final = _set(
    """
    DEF INDEF ONE OF TO FROM IN ON WITH FOR AGAINST AMONG AS AND OR NOR COMMA COLON SEMICOLON SLASH OPEN CLOSE
    QUOTE_OPEN QUOTE_CLOSE QUOTE BOTH_AND SI CLITIC ENCLITIC ENSI WHICH THAT_C PRONOUN WHO DETTO SOME PLACEWORD
    AGREEMENT FOLLOWING HAVE_FIN HAVE_SUBJ HAVE_COND HAVE_INF HAVE_PART HAVE_GER HAVE_YOU HAVE_IMP BE_FIN
    BE_SUBJ BE_COND BE_INF BE_PART BE_GER BE_IMP COME_FIN COME_SUBJ COME_COND COME_INF COME_PART COME_GER
    COME_IMP NOTHING UNDER OVER ADDITIONAL CHOSEN PART IN_ALL POSSIBLY IN_ADDITION ANY N_COST N_ORDER STAY_FIN N_X
    WHERE STOP EITHER_WORD THIS_WAY STAY_COND MIGHT_FIN UNDERWAY AS_YOU_WANT
    """
)
_BY_NAME: Final = _set(
    """
    N_CARD N_RELATION N_VALUE N_ZONE N_PLACE N_SLOT N_PERIOD N_WINDOW_NAME N_KEYWORD N_NAME MEMBER STATUS
    STATUS_PHRASE LABEL DIRECTION N_LINE SPOT_NAME
    """
)


_CONDITIONAL: Final = _set(
    """is:If condition is:Prompted is:Triggered is:Watch is:Replaced is:Would is:Happened lasting:while is:Can is:Did is:Until
    is:Static is:Allow is:FirstTrue is:Meanwhile is:ChooseOne"""
)
_NEGATIVE: Final = _set("not maybe_not is:Until is:CancelEvent is:Finish otherwise num:0 even odd")
_MORE: Final = _set("more is:Extreme at_least compare:>= compare:> once arithmetic:+")
_LESS: Final = _set("less compare:<= compare:< arithmetic:-")
#: What accounts for a word of the language, by terminal (and meaning, where one terminal has several).
_NEEDS: Final[dict[str, frozenset[str]]] = {
    "BE_WAS": _set("is:Was is:HasMember is:Compare is:HasText"),
    "HAVE_WAS": _set("is:Was is:Compare"),
    "OTHER": _set("other further is:Opponent is:OneMore"),
    "THIS": _set(
        "is:Activated is:Self is:Var lasting:this is:Happened is:Duration is:Moment is:During is:Finish is:OneMore"
    )
    | {"under way", "where it lies"},
    "REST_OF": _set("lasting:this"),
    "THAT": _set("is:Var is:Self is:Outcome is:Did lasting:this is:Happened is:Extreme top bottom")
    | {"word chosen", "counted thing", "under way"},
    "ALL": _set("all is:EveryOne is:Claim is:Suppress lasting:this") | {"any"},  # «tutte le carte che vuoi»
    "EACH": _set(
        "all must limit is:ForEach arithmetic:* is:Count is:Moment is:EveryOne is:Triggered is:Claim is:Replaced is:Meanwhile"
    )
    | {"any player", "none yet"},
    "SHARED": _set("is:Share"),
    "EACH_ONE": _set("all is:ForEach is:Group is:Var"),
    "BOTH": _set("all is:Group is:ForEach num:2 is:And is:Var"),
    "NO": _NEGATIVE,
    "NOBODY": _NEGATIVE | _set("name:nessuno"),
    "NOT": _NEGATIVE | {"is:Unless"},
    "WITHOUT": _NEGATIVE,
    "EXCEPT": _set("other not different"),
    "UNLESS": _NEGATIVE | _LESS,
    "PROVIDED": _CONDITIONAL,
    "UNLESS_THAT": _NEGATIVE | _CONDITIONAL | _set("is:Unless"),
    "ONLY": _set("only not compare:== compare:<= condition is:Allow is:If limit"),
    "ONLY_ADJECTIVE": _set("compare:== only not all is:Same limit"),
    "SOLE": _set("compare:== only not all is:Same"),
    "LATER": _set("previous is:Later next lasting:next lasting:through_next lasting:until_start once"),
    "ALREADY": _set("already is:Happened is:IsStatus is:HasMember is:IsKind"),
    "ALREADY yet": _set("already is:Happened is:IsStatus is:HasMember is:IsKind is:Allow"),
    "SAME_NAME": _set("is:SameName"),
    "SAME": _set("is:Near compare:== is:SharesMember is:Var is:Related is:Outcome equal"),
    "DIFFERENT": _set("different compare:!="),
    "ORIGINAL": _set("printed"),
    "TARGET": _set("target name:bersagliare is:Opponent struck"),
    "OPPOSING": _set("is:Opponent"),
    "N_OPPONENT": _set("is:Opponent"),
    "N_PLAYER": _set("is:PlayerOf name:giocatore is:Opponent is:You is:ForEach"),
    "OPPOSITE": _set("is:Lookup is:Opponent"),
    "TABLE_WORD": _set("is:Lookup"),
    "POSSESSIVE your": _set("is:You is:Opponent"),
    "POSSESSIVE": frozenset(),
    "YOU": _set("is:You"),
    "GREATER greater": _MORE,
    "GREATER less": _LESS,
    "HIGH greater": _MORE,
    "HIGH less": _LESS,
    "VERY": _set("num:2 num:-2"),
    "DEGREE": _set("is:Modify is:Extreme"),
    "PRONE": _set("is:Modify"),
    "PRONENESS": _set("is:Modify"),
    "MORE more": _MORE,
    "MORE less": _LESS,
    "ANYMORE": _set("not more is:Not"),
    "AT_LEAST": _set("compare:>= at_least arithmetic:max"),
    "EXACTLY": _set("compare:== exactly"),
    "AT_MOST": _set("compare:<= up_to arithmetic:min arithmetic:max compare:> limit is:Happened"),
    "MAXIMUM": _set("compare:<= up_to arithmetic:min arithmetic:max"),
    "EQUAL": _set("compare:== operation:set equal name:number is:Count more less compare:!= is:ValueOf rolled"),
    "EVEN even": _set("even odd operation:set name:Pari is:ChooseName"),
    "EVEN odd": _set("odd even operation:set name:Dispari is:ChooseName"),
    "EMPTY": _set("num:0 is:Compare"),
    "FREE_SPOT": _set("is:IsFree"),
    "ARRIVED": _set("is:Happened is:Extreme is:Same"),
    "LAST": _set("is:Extreme is:Same previous"),
    "FIRST": _set("is:DoPart limit first is:Var top is:ForEach is:Place") | {"none yet"},
    "SECOND": _set("is:DoPart is:Var") | {"none yet"},
    "NEXT": _set("next is:Skip is:OnNext is:Prevent lasting:next lasting:through_next lasting:until_start once"),
    "TOP": _set("top first"),
    "BOTTOM": _set("bottom"),
    "N_NUMBER": _set("name:number is:ValueOf is:Count is:Compare any is:Num"),
    "N_TOTAL": _set("is:Total"),
    "N_DOUBLE": _set("arithmetic:* operation:times"),
    "N_HALF": _set("arithmetic:half_up arithmetic:half_down operation:times"),
    "ROUNDED": _set("arithmetic:half_up arithmetic:half_down"),
    "EXCESS up": _set("arithmetic:half_up"),
    "EXCESS down": _set("arithmetic:half_down"),
    "DIVIDED": _set("arithmetic:div"),
    "N_DIFFERENCE": _set("arithmetic:difference arithmetic:-"),
    "AS_MANY": _set("is:Outcome is:Count is:Compare"),
    "HOW_MANY": _set("is:Outcome is:Count is:Compare is:ValueOf any rolled"),
    "SO_MANY": _set("is:Outcome is:Count is:Compare is:ValueOf rolled"),
    "HOW_MANY_YOU_WANT": _set("any"),
    "ANY_NUMBER": _set("any"),
    "TIME": _set("is:Allow is:Repeat once times limit is:Triggered is:Activated is:Watch is:Compute"),
    "CHOICE": _set("choice"),
    "CHANCE": _set("random"),
    "AT_RANDOM": _set("random"),
    "N_TEXT": _set(
        "is:TextOf is:HasText is:Suppress is:Grant is:UseText is:Text is:Bear is:EndLasting name:effetto name:effect"
    ),
    "N_ABILITIES": _set("name:abilità is:Suppress is:Grant is:TextOf is:Activated is:Allow limit"),
    "ATTACHED": _set("is:Linked is:Move is:Related"),
    "N_DIE": _set("is:RollDie is:Var is:Compare"),
    "N_WINDOW": _set("is:OpenWindow"),
    "N_END": _set("lasting:this lasting:through_next is:Moment"),
    "N_START": _set("is:Moment lasting:until_start"),
    "LOT": _set("is:DrawLots"),
    "BY_LOT": _set("is:DrawLots"),
    "COVERED": _set("is:Move is:Look is:IsStatus"),
    "FACE": _set("is:Move"),
    "DURING": _set("is:During is:Duration is:Moment is:Happened"),
    "UNTIL_P": _set("is:Duration limit up_to is:Modify is:Until arithmetic:min arithmetic:max") | {"undone then"},
    "WHILE": _set("lasting:this lasting:while is:Until condition is:If"),
    "BEFORE": _set("before first is:Var top"),
    "BEFORE_THAT": _set("before"),
    "IF_YOU_WANT": _set("is:May"),
    "IN_ORDER": _set("is:Sequence"),
    "ANY_ORDER": _set("ordered"),
    "UNDER_CONTROL yours": _set("is:You"),
    "UNDER_CONTROL theirs": _set("is:Opponent"),
    "UNDER_CONTROL_OF": _set("is:Place"),
    "FURTHER_COST": _set("is:AlsoPaid"),
    "FIRST_TIME_THAT": _set("limit") | {"none yet"},
    "NEXT_TIME_THAT": _set("once"),
    "DID_IT": _set("is:Did is:PaidAlso is:Watch"),  # after an attempt: when it comes off
    "DID_NOT": _set("is:Did is:PaidAlso"),
    "AFTER": _set("is:OneMore is:Later is:Triggered is:Sequence is:Watch"),
    "AFTER_THAT": _set("is:Triggered is:Watch"),
    "INSTEAD": _set("is:Replaced is:CancelEvent is:Meanwhile otherwise won"),
    "INSTEAD_OF": _set("is:Replaced is:CancelEvent is:Meanwhile won"),
    "FREE": _set("free"),
    "COSTS": _set("is:Surcharge"),
    "ALWAYS": _set("always"),
    "EVER": _set("always not"),
    "ONCE_AT": _set("at_once further is:Sequence is:Triggered is:Do"),
    "ANY_MOMENT": _set("is:AnyTime"),
    "V_ABLE": _set("is:Allow"),
    "ALSO": _set("is:Grant is:Allow is:BecomesStatus is:Sequence is:Static is:Used is:Text"),
    "DIRECTLY": _set("word:direttamente name:direttamente"),
    "STARTING": _set("is:ForEach is:Opponent is:You"),
    "EVEN_IF": _set("is:Allow is:Would always"),
    "THEN": _set("is:Sequence then is:Cost is:Triggered is:If is:Together"),
    "ELSE": _set("otherwise is:FirstTrue not"),
    "IF": _CONDITIONAL | {"won"},
    "WHEN": _set(
        "is:Prompted is:Meanwhile is:Triggered is:Watch is:Moment is:Replaced is:If is:Static condition lasting:while meanwhile"
    ),
    "AS_IF": _set("is:BecomesStatus operation:set is:Modify"),
}
#: «annulla la prossima crepa», whatever a game's own verb of that name is done to: it is prevented.
ANNUL: Final = "annullare"

#: What accounts for the verbs that are the language's own.
_VERB_NEEDS: Final[dict[str, frozenset[str]]] = {
    "potere": _set("is:May is:Allow is:Can is:Activated could"),
    "dovere": _set("must is:Cost is:Do is:Pay is:Look is:Choose is:Shuffle is:Swap"),
    "andare": _set("is:Move is:SetStatus name:entrare"),
    "mettere": _set("is:Move is:SetStatus is:Do name:entrare"),
    "rendere": _set("is:SetStatus is:Change is:Modify makes"),
    "diventare": _set("made_target is:SetStatus makes is:Change is:Modify is:BecomesStatus is:Integrate"),
    "aumentare": _set("is:Change is:Modify is:OfAnother"),
    "diminuire": _set("is:Change is:Modify is:OfAnother"),
    "ridurre": _set("is:Change is:Modify is:OfAnother"),
    "aggravare": _set("is:Modify"),
    "raddoppiare": _set("is:Change is:Modify is:OfAnother"),
    "dimezzare": _set("is:Change is:Modify"),
    "scegliere": _set("made_target is:Choose is:ChooseOne is:ChosenMember is:ChooseName"),
    "mescolare": _set("is:Shuffle"),
    "rimescolare": _set("is:Shuffle"),
    "mischiare": _set("is:Shuffle"),
    "rimischiare": _set("is:Shuffle"),
    "scambiare": _set("is:Swap is:Exchange"),
    "invertire": _set("is:Exchange"),
    "saltare": _set("is:Skip"),
    "annullare": _set("is:Suppress is:CancelEvent is:Do"),
    "cominciare": _set("is:Begin is:Moment is:Event"),
    "iniziare": _set("is:Begin is:Moment is:Event"),
    "finire": _set("is:Finish is:EndGame is:Moment is:Release is:EndLasting name:entrare"),
    "durare": _set("is:EndLasting lasting:this"),
    "passare": _set("is:Finish is:Move is:Begin"),
    "tirare": _set("is:RollDie is:DrawLots"),
    "lanciare": _set("is:RollDie"),
    "aprire": _set("is:OpenWindow"),
    "pagare": _set("is:Pay is:Surcharge"),
    "spendere": _set("is:Pay is:Surcharge"),
    "restare": _set("is:IsIn is:LiesOn is:IsStatus"),
    "rimanere": _set("is:IsIn is:LiesOn is:IsStatus"),
    "prevenire": _set("prevented is:Prevent is:CancelEvent"),
    "contare": _set("is:Modify is:BecomesStatus is:Claim is:Count is:Grant"),
    "considerare": _set("is:Modify is:BecomesStatus is:Claim"),
    "guardare": _set("is:Look"),
    "mostrare": _set("is:Look"),
    "rivelare": _set("is:Look"),
    "ripetere": _set("is:Repeat"),
    "fare": _set("is:UseText is:Did is:DoPart"),
    "guadagnare": _set("is:Modify is:Grant"),
    "ottenere": _set("is:Modify is:Grant"),
    **dict.fromkeys(
        ("ricevere", "acquistare", "acquisire", "dare", "assegnare", "conferire"), _set("is:Modify is:Grant")
    ),
    "perdere": _set("is:Suppress is:Grant is:EndGame is:Modify"),
    "prendere": _set("is:Modify"),
    "vincere": _set("is:EndGame"),
    "riuscire": _set("is:Did"),
    "scadere": _set("is:Lapse"),
    "ignorare": _set("is:Do is:Allow"),
}
#: … and of those that a game mostly has itself: there nothing but its verb accounts for them.
_LANGUAGE_ALONE: Final = {"prendere": _set("is:Move is:Modify"), "riprendere": _set("is:Move is:Do")}
#: «controllare» where a game says a value of its own with it: the language's sense stays beside it.
_OWNING: Final = _set("is:ControlledBy is:Compare is:Count")
#: The verbs with which one more turn is said, beside any other sense.
_TAKING: Final = dict.fromkeys(
    ("giocare", "prendere", "fare", "svolgere", "ottenere", "ricevere", "guadagnare"), _set("is:OneMore")
)
_ANY_VERB: Final = _set("is:Do is:Event is:Move is:Change is:Modify is:Allow is:Claim is:Compare is:Holds")


def needs_of(word: Word, vocabulary: Vocabulary) -> frozenset[str]:
    """The parts of a meaning of which a word needs one; empty when the word may carry no sense of its own."""
    wanted: set[str] = set()
    if not word.senses and not word.key.isalpha():
        return frozenset()
    if not word.senses:
        return frozenset({f"name:{word.text}"})
    for sense in word.senses:
        of_sense = _of_sense(sense, vocabulary)
        if not of_sense:
            return frozenset()
        wanted.update(of_sense)
    annulled = {"prevented"} if any(sense.name == ANNUL for sense in word.senses) else set()
    return frozenset(wanted | annulled | set(_of_open_zones(word, vocabulary)) | set(_said_in_full(word, vocabulary)))


def _said_in_full(word: Word, vocabulary: Vocabulary) -> Iterator[str]:
    """«tolta», «togli», of «togliere di mezzo»: the verbs that are said with it and something after it."""
    if any(sense.terminal.startswith("V_") and sense.kind == "verb" for sense in word.senses):
        yield from (f"name:{verb}" for verb in vocabulary.said_short.get(word.key, ()))


def _of_open_zones(word: Word, vocabulary: Vocabulary) -> Iterator[str]:
    """«gioca con la mano scoperta»: the status that says so, by each of its words."""
    names = {sense.name for sense in word.senses}
    for status in vocabulary.statuses.values():
        if status.shows_zone is not None and (names & {"giocare", status.shows_zone} or word.key.startswith("scopert")):
            yield f"open:{status.name}"
    for value in vocabulary.values.values():  # «può tenere una carta in più in mano»
        if value.verb_in is not None and value.verb_in in names:
            yield f"open:{value.name}"


def _of_sense(sense: Sense, vocabulary: Vocabulary) -> Iterable[str]:
    terminal = sense.terminal
    if terminal.startswith("HAVE_") and sense.person == 2:
        return ("is:You",)  # «hai due Lana»: tue
    if terminal in _LIGHT or (terminal == "NUM" and sense.name == "1"):
        return ()
    if terminal == "NUM" and sense.name == "X":
        return ("name:X",)
    if terminal == "NUM":
        return (f"num:{sense.name}",)
    if terminal == "SIGN" and sense.name.isdigit():  # «{2}» is paid, or «costa {2} in meno»
        return (f"name:{sense.name}", f"num:{sense.name}")
    if terminal == "SIGNED" and sense.name.endswith("X"):
        return ("arithmetic:*", "name:X")
    if terminal == "SIGNED":
        value = int(sense.name)
        return (f"num:{value}", f"num:{abs(value)}") if value < 0 else (f"num:{value}",)
    if terminal == "N_SPOT":
        return (f"name:{sense.name}", "is:SpotOf")
    if terminal in _BY_NAME:
        return _named(sense, vocabulary)
    if terminal.startswith(("V_", "CAN_", "MUST_")):
        return _verb(sense, vocabulary)
    if terminal == "N_IDIOM":
        return ("is:Claim",)  # the verb of the printed sentence tells which one
    specific = f"{terminal} {sense.name}"
    return _NEEDS.get(specific, _NEEDS.get(terminal, frozenset({f"name:{sense.name}"})))


def _named(sense: Sense, vocabulary: Vocabulary) -> Iterable[str]:
    """A declared name; the implied noun is in every phrase, so it needs nothing of its own."""
    if sense.name == vocabulary.implied_noun:
        return ()
    where = vocabulary.spots_of(sense.name)  # «posare Lanterne»: on their places
    led = (f"led:{sense.name}",) if sense.terminal == "N_ZONE" else ()
    noun = vocabulary.nouns.get(sense.name)
    if noun is not None and len(noun.participants) == 1:  # «il difensore», of one who takes part by another name
        led = (*led, f"name:{noun.participants[0]}")
    return (f"name:{sense.name}", *([f"name:{where}"] if where else []), *_said_alike(sense.name, vocabulary), *led)


def _said_alike(value: str, vocabulary: Vocabulary) -> Iterator[str]:
    """The values that one adjective says: «di una categoria» of a crepa or of the lancio that made it."""
    words = {each.name for each in vocabulary.degrees if each.of == value}
    return (f"name:{each.of}" for each in vocabulary.degrees if each.name in words and each.of != value)


def _verb(sense: Sense, vocabulary: Vocabulary) -> Iterable[str]:
    if sense.terminal.startswith("CAN_"):
        return _VERB_NEEDS["potere"]
    if sense.terminal.startswith("MUST_"):
        return _VERB_NEEDS["dovere"]
    if sense.kind in ("verb", "claim"):
        return (
            f"name:{sense.name}",
            *_kinds_given(sense.name, vocabulary),
            *_claims_printed(sense.name, vocabulary),
            *_VERB_NEEDS.get(sense.name, ()),
            *_ordered_as(sense.name, vocabulary),
            *(("is:Look",) if any(frame.shows_zones for frame in vocabulary.frames_of(sense.name)) else ()),
            *(_OWNING if sense.name in ("controllare", "possedere") else ()),
            *_TAKING.get(sense.name, ()),
            *(("put upon",) if sense.of == "to" else ()),  # «riceve un Gettone»
            *(_VERB_NEEDS["andare"] if only_goes(vocabulary.frames_of(sense.name)) else ()),
        )
    owning = _OWNING if sense.name in ("controllare", "possedere") else frozenset()
    owning |= _TAKING.get(sense.name, frozenset())
    return _LANGUAGE_ALONE.get(sense.name, _VERB_NEEDS.get(sense.name, _ANY_VERB)) | owning | {f"name:{sense.name}"}


def _ordered_as(verb: str, vocabulary: Vocabulary) -> Iterator[str]:
    """«puoi schivare»: the verb that an order with this one means."""
    lexeme = vocabulary.lexeme(verb)
    if lexeme is not None and lexeme.ordered_as:
        yield f"name:{lexeme.ordered_as}"


def _claims_printed(word: str, vocabulary: Vocabulary) -> Iterator[str]:
    """The claims in whose printed sentence a verb or a noun stands, or of which the verb says the contrary."""
    for name, claim in vocabulary.claims.items():
        printed = [x for x in (claim.printed, claim.lost) if x is not None]
        if word == claim.opposite or any(word in _own_words(each) for each in printed):
            yield f"name:{name}"


def _kinds_given(verb: str, vocabulary: Vocabulary) -> Iterator[str]:
    """The kind of effects that a verb says that a card has: «possiede +1» is in force as such an effect."""
    for frame in vocabulary.frames_of(verb):
        given = kind_given(frame, vocabulary.frames)
        if given is not None:
            yield f"name:{given[0]}"


def _own_words(printed: n.Event) -> Iterator[str]:
    yield printed.verb
    for role in printed.roles:
        if isinstance(role.value, n.Related):
            yield role.value.relation
        elif isinstance(role.value, n.Member):
            yield role.value.name
