"""No word lost: every word of an understood wording is accounted for by something in its meaning.

Independent of the grammar and of its readers: the lexer says what each word may be, the meaning says what it is made of, and
each word that carries sense is matched with a part of the meaning of its own. A reader that drops «altra» leaves it unmatched.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from enum import Enum
from typing import Any, Final

import attrs
from attrs import frozen

from ..diagnostics import Diagnostic
from ..source import Source
from ..syntax.reading import Fate, Reading, TextContext
from ..vocabulary.lexer import Sense, Word, lexer_of
from ..vocabulary.vocabulary import Vocabulary
from . import nodes as n


@frozen
class Lost:
    """A word of a wording that nothing in its meaning accounts for: the word and its offsets in the wording."""

    word: str
    start: int
    end: int


def lost_words(text: str, meaning: object, vocabulary: Vocabulary) -> tuple[Lost, ...]:
    """The words of a wording that its meaning does not account for, in their order."""
    words = lexer_of(vocabulary).words(text)
    needs = [(word, wanted) for word in words if (wanted := _needs(word, vocabulary))]
    missing = _unmatched([wanted for _, wanted in needs], Counter(parts_of(meaning, vocabulary)))
    return tuple(Lost(needs[i][0].text, needs[i][0].start, needs[i][0].end) for i in missing)


def accounted(text: str, reading: Reading, context: TextContext, vocabulary: Vocabulary) -> Reading:
    """A reading in whose meanings no word of the text is lost: one that loses a word is no reading of it.

    If none is left the wording is refused, with the words that would have been lost."""
    lost = [lost_words(text, meaning, vocabulary) for meaning in reading.meanings]
    kept = tuple(meaning for meaning, words in zip(reading.meanings, lost, strict=True) if not words)
    if len(kept) == len(reading.meanings):
        return reading
    if kept:
        fate = Fate.UNDERSTOOD if len(kept) == 1 else Fate.AMBIGUOUS
        problems = reading.problems if len(kept) > 1 else tuple(p for p in reading.problems if not p.is_error)
        return attrs.evolve(reading, meanings=kept, fate=fate, problems=problems)
    source = context.source or Source.of("<testo>", text)
    words = dict.fromkeys(word for words in lost for word in words)
    problems = tuple(_lost_word(word, source, context.offset) for word in words)
    return attrs.evolve(reading, meanings=(), fate=Fate.REFUSED, problems=(*reading.problems, *problems))


def _lost_word(lost: Lost, source: Source, offset: int) -> Diagnostic:
    return Diagnostic(
        code="S900",
        message=f"di «{lost.word}» non resta nulla in ciò che si è letto",
        span=source.span(offset + lost.start, offset + lost.end),
        hint="è un difetto del lettore, non del testo: una frase che perde una parola non si gioca",
    )


#: Parts that account for one word each; any other part accounts for all the words that need it.
_ONE_EACH: Final = ("num:", "name:", "word:", "other", "always", "free", "printed", "not")


def _unmatched(needs: list[frozenset[str]], parts: Counter[str]) -> list[int]:
    """The needs that are left over when each takes one part of the meaning (a greatest matching)."""
    shared = frozenset(name for name in parts if not name.startswith(_ONE_EACH))
    units: dict[str, list[int]] = {}
    for i, name in enumerate(name for name, many in parts.items() if name not in shared for _ in range(many)):
        units.setdefault(name, []).append(i)
    taken: dict[int, int] = {}

    def place(need: int, seen: set[int]) -> bool:
        for unit in (unit for name in needs[need] for unit in units.get(name, ())):
            if unit in seen:
                continue
            seen.add(unit)
            if unit not in taken or place(taken[unit], seen):
                taken[unit] = need
                return True
        return False

    return [i for i, wanted in enumerate(needs) if not wanted & shared and not place(i, set())]


# -- what a meaning is made of ----------------------------------------------------------------------------------


def parts_of(meaning: object, vocabulary: Vocabulary) -> Iterator[str]:
    """The parts of a meaning, as names: «name:Luce», «num:2», «other», «always» …"""
    bound = {select.bind: select for select in _selections(meaning) if select.bind}
    yield from _Walk(bound, vocabulary).parts(meaning)


def _selections(node: object) -> Iterator[n.Select]:
    if isinstance(node, n.Select):
        yield node
    for child in _children(node):
        yield from _selections(child)


def _children(node: object) -> Iterator[object]:
    if isinstance(node, tuple):
        yield from node
    elif attrs.has(type(node)) and not isinstance(node, n.Span):
        for a in _fields(node):
            if a.name != "span":
                yield getattr(node, a.name)


def _fields(node: Any) -> Any:
    return attrs.fields(type(node))


class _Walk:
    """One pass over a meaning; what a name recalls counts again wherever it is recalled."""

    def __init__(self, bound: dict[str, n.Select], vocabulary: Vocabulary) -> None:
        self.bound = bound
        self.vocabulary = vocabulary
        self.recalling: set[str] = set()  # a filter may name the very thing that it is of

    def parts(self, node: object) -> Iterator[str]:
        if isinstance(node, tuple):
            for item in node:
                yield from self.parts(item)
            return
        if not attrs.has(type(node)) or isinstance(node, n.Span):
            return
        yield f"is:{type(node).__name__}"
        yield from _own_parts(node)
        if isinstance(node, n.Var) and node.name in self.bound and node.name not in self.recalling:
            self.recalling.add(node.name)
            yield from self._recalled(self.bound[node.name])
            self.recalling.discard(node.name)
        if isinstance(node, n.Event):
            yield from self._counted(node.verb)
        if isinstance(node, n.Moment | n.During | n.Duration) and node.period is not None:
            yield from self._around(node.period)
        for a in _fields(node):
            if a.name in ("span", "bind", "op"):
                continue
            value = getattr(node, a.name)
            if isinstance(value, str):
                yield from _name_parts(value)
            elif isinstance(value, tuple):
                for item in value:
                    yield from _name_parts(item) if isinstance(item, str) else self.parts(item)
            elif value is not None and not isinstance(value, bool | int | Enum):
                yield from self.parts(value)

    def _around(self, period: str) -> Iterator[str]:
        """The periods of which one is a part: «la Prova di uno scontro»."""
        for name, declared in self.vocabulary.periods.items():
            if period in declared.parts:
                yield f"name:{name}"

    def _counted(self, verb: str) -> Iterator[str]:
        """What a verb of amounts counts is in its name only: «guadagni un'Azione»."""
        frame = self.vocabulary.frames.get(verb)
        for form in frame.forms if frame is not None and frame.counted else ():
            for role in form.roles:
                if isinstance(role.value, n.Select) and role.name == "object":
                    yield f"name:{role.value.noun}"

    def _recalled(self, what: n.Select) -> Iterator[str]:
        yield from _name_parts(what.noun)
        for condition in what.where:
            yield from self.parts(condition)
        if what.pick is n.Pick.TARGET:
            yield "target"


def _name_parts(name: str) -> Iterator[str]:
    """A declared name; a name of several words also counts as its first word and each of the others."""
    base = name.partition("#")[0]
    yield f"name:{base}"
    first, _, others = base.partition(" ")
    if rest := others.split():
        yield f"name:{first}"
        for word in rest:
            yield f"word:{word}"


def _own_parts(node: Any) -> Iterator[str]:
    """What the flags and choices of a node add to its class and names."""
    for flag in (
        "always",
        "free",
        "printed",
        "on_printed",
        "once",
        "must",
        "negated",
        "at_once",
        "before",
        "first",
        "keep",
    ):
        if getattr(node, flag, False) is True:
            yield {"on_printed": "printed", "negated": "not"}.get(flag, flag)
    if getattr(node, "limit", None) is not None:
        yield "limit"
    match node:
        case n.Num(value=value):
            yield f"num:{value}"
        case n.Select():
            yield from _select_parts(node)
        case n.Place(end=end) if end is not None:
            yield end
        case n.Extreme(greatest=greatest):
            yield "more" if greatest else "less"
        case n.Not(part=n.Same()):
            yield "other"
            yield "not"
            yield "different"
        case n.Not():
            yield "not"
            yield "different"
        case n.Compare(op=op, right=right):
            yield from _compare_parts(op, right)
        case n.Compute(op=op):
            yield f"arithmetic:{op.value}"
        case n.Duration(stretch=stretch):
            yield f"lasting:{stretch.value}"
            if stretch is n.Stretch.AFTER_NEXT:
                yield "num:2"
        case n.Modify(op=op):
            yield f"operation:{op.value}"
        case n.Change(op=op):
            yield f"operation:{op.value}"
        case _:
            yield from _effect_parts(node)


def _select_parts(what: n.Select) -> Iterator[str]:
    yield {
        n.Quantity.ALL: "all", n.Quantity.UP_TO: "up_to", n.Quantity.AT_LEAST: "at_least", n.Quantity.ANY: "any",
        n.Quantity.EXACTLY: "exactly",
    }[what.quantity]  # fmt: skip
    if what.pick is n.Pick.TARGET:
        yield "target"
    elif what.pick is n.Pick.RANDOM:
        yield "random"
    elif what.pick is not n.Pick.NAMED:
        yield "choice"
    if what.pick is n.Pick.USER:
        yield "is:You"
    if what.pick is n.Pick.OPPONENT:
        yield "is:Opponent"
    if what.distinct is not None:
        yield "different"


def _compare_parts(op: str, right: object) -> Iterator[str]:
    yield f"compare:{op}"
    if op in ("!=", "<", "<=") or right == n.Num(0):
        yield "maybe_not"
    yield {"<": "less", "<=": "less", ">": "more", ">=": "more", "!=": "different", "==": "equal"}[op]


def _effect_parts(node: Any) -> Iterator[str]:
    match node:
        case n.Allow(allowed=allowed, only=only):
            if not allowed:
                yield "not"
            if only is not None:
                yield "only"
        case n.Suppress():
            yield "not"
        case n.SetStatus(on=False):
            yield "not"
            yield "more"
        case n.If(otherwise=otherwise) | n.May(otherwise=otherwise) if otherwise is not None:
            yield "otherwise"
        case n.Happened(times=times, previous=previous):
            if times is not None:
                yield "times"
            if previous:
                yield "previous"
        case n.Static(condition=condition) | n.Triggered(condition=condition) | n.Activated(condition=condition) if (
            condition is not None
        ):
            yield "condition"
        case n.Group(either=True):
            yield "either"
        case n.Text(abilities=abilities) if len(abilities) > 1:
            yield "then"


# -- what a word needs ------------------------------------------------------------------------------------------

#: Terminals whose words carry no sense of their own, or whose sense another word of the phrase carries.
_LIGHT: Final = frozenset(
    ["DEF", "INDEF", "ONE", "OF", "TO", "FROM", "IN", "ON", "WITH", "FOR", "AGAINST", "AMONG", "AS", "AND", "OR", "NOR", "COMMA", "COLON", "SEMICOLON", "SLASH", "OPEN", "CLOSE", "QUOTE_OPEN", "QUOTE_CLOSE", "QUOTE", "SI", "CLITIC", "ENCLITIC", "ENSI", "WHICH", "THAT_C", "PRONOUN", "WHO", "DETTO", "SOME", "PLACEWORD", "AGREEMENT", "FOLLOWING", "HAVE_FIN", "HAVE_SUBJ", "HAVE_COND", "HAVE_INF", "HAVE_PART", "HAVE_GER", "HAVE_YOU", "HAVE_IMP", "BE_FIN", "BE_SUBJ", "BE_COND", "BE_INF", "BE_PART", "BE_GER", "BE_IMP", "COME_FIN", "COME_SUBJ", "COME_COND", "COME_INF", "COME_PART", "COME_GER", "COME_IMP", "UNDER", "OVER", "ADDITIONAL", "CHOSEN", "PART", "IN_ALL", "POSSIBLY", "IN_ADDITION", "ANY", "N_COST", "N_ORDER", "STAY_FIN", "N_X", "WHERE", "STOP"]
)
_BY_NAME: Final = frozenset(
    ["N_CARD", "N_RELATION", "N_VALUE", "N_ZONE", "N_PLACE", "N_SLOT", "N_PERIOD", "N_WINDOW_NAME", "N_KEYWORD", "N_NAME", "MEMBER", "STATUS", "STATUS_PHRASE", "LABEL"]
)


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_CONDITIONAL: Final = _set(
    """is:If condition is:Triggered is:Watch is:Replaced is:Would is:Happened lasting:while is:Can is:Did is:Until is:Static is:Allow
    is:Compare is:Holds is:FirstTrue"""
)
_NEGATIVE: Final = _set("not maybe_not is:Until is:CancelEvent is:Finish otherwise num:0")
_MORE: Final = _set("more is:Extreme at_least compare:>= compare:> operation:add once")
_LESS: Final = _set("less compare:<= compare:< is:Not not")
#: What accounts for a word of the language, by terminal (and meaning, where one terminal has several).
_NEEDS: Final[dict[str, frozenset[str]]] = {
    "OTHER": _set("other"),
    "THIS": _set("is:Self is:Var lasting:this is:Happened is:Duration is:Moment is:During is:Finish"),
    "THAT": _set("is:Var is:Self is:Outcome is:Did lasting:this is:Happened"),
    "ALL": _set("all is:EveryOne"),
    "EACH": _set("all is:ForEach arithmetic:* is:Count is:Moment is:EveryOne is:Triggered"),
    "EACH_ONE": _set("all is:ForEach is:Group is:Var"),
    "BOTH": _set("all is:Group is:ForEach num:2 is:And"),
    "NO": _NEGATIVE,
    "NOBODY": _NEGATIVE,
    "NOT": _NEGATIVE,
    "WITHOUT": _NEGATIVE,
    "EXCEPT": _set("other not different"),
    "UNLESS": _NEGATIVE | _LESS,
    "UNLESS_THAT": _NEGATIVE | _CONDITIONAL,
    "ONLY": _set("only compare:== compare:<= condition is:Allow is:If limit"),
    "SOLE": _set("compare:== only not all is:Same"),
    "SAME": _set("compare:== is:SharesMember is:Same is:Var equal"),
    "DIFFERENT": _set("different compare:!="),
    "ORIGINAL": _set("printed"),
    "TARGET": _set("target"),
    "OPPOSING": _set("is:Opponent"),
    "N_OPPONENT": _set("is:Opponent"),
    "N_PLAYER": _set("name:giocatore is:Opponent is:You is:ForEach"),
    "OPPOSITE": _set("is:Lookup is:Opponent"),
    "TABLE_WORD": _set("is:Lookup"),
    "POSSESSIVE your": _set("is:You"),
    "POSSESSIVE": frozenset(),
    "YOU": _set("is:You"),
    "GREATER greater": _MORE,
    "GREATER less": _LESS,
    "HIGH greater": _MORE,
    "HIGH less": _LESS,
    "MORE more": _MORE,
    "MORE less": _LESS,
    "ANYMORE": _set("not more"),
    "AT_LEAST": _set("compare:>= at_least arithmetic:max maybe_not compare:<"),
    "EXACTLY": _set("compare:== compare:!= exactly"),
    "AT_MOST": _set("compare:<= up_to arithmetic:min arithmetic:max compare:>"),
    "MAXIMUM": _set("compare:<= up_to arithmetic:min arithmetic:max"),
    "EQUAL": _set("compare:== operation:set equal is:Count more less compare:!= is:ValueOf"),
    "EVEN": _set("is:Parity operation:set name:Pari name:Dispari is:ChooseName"),
    "EMPTY": _set("num:0 is:Compare"),
    "ARRIVED": _set("is:Happened is:Extreme is:Same"),
    "LAST": _set("is:Extreme is:Same is:Happened"),
    "FIRST": _set("limit first is:Var top is:ForEach is:Place"),
    "SECOND": _set("is:Var"),
    "NEXT": _set("lasting:next lasting:through_next lasting:until_start once"),
    "TOP": _set("top first"),
    "BOTTOM": _set("bottom"),
    "N_NUMBER": _set("is:Count is:Compare any is:Num"),
    "N_TOTAL": _set("is:Total"),
    "N_DOUBLE": _set("arithmetic:* operation:times"),
    "N_HALF": _set("arithmetic:half_up arithmetic:half_down operation:times"),
    "ROUNDED": _set("arithmetic:half_up arithmetic:half_down"),
    "EXCESS up": _set("arithmetic:half_up"),
    "EXCESS down": _set("arithmetic:half_down"),
    "N_DIFFERENCE": _set("arithmetic:difference arithmetic:-"),
    "AS_MANY": _set("is:Outcome is:Count is:Compare"),
    "HOW_MANY": _set("is:Outcome is:Count is:Compare any"),
    "SO_MANY": _set("is:Outcome is:Count is:Compare"),
    "HOW_MANY_YOU_WANT": _set("any"),
    "ANY_NUMBER": _set("any"),
    "TIME": _set("is:Allow is:Repeat once times is:Triggered is:Activated is:Watch is:Compute"),
    "CHOICE": _set("choice"),
    "CHANCE": _set("random"),
    "AT_RANDOM": _set("random"),
    "N_TEXT": _set("is:TextOf is:Suppress is:Grant is:UseText is:Text"),
    "N_ABILITIES": _set("is:Suppress is:TextOf"),
    "ATTACHED": _set("is:Linked is:Move"),
    "N_DIE": _set("is:RollDie is:Var is:Compare"),
    "N_WINDOW": _set("is:OpenWindow"),
    "N_END": _set("lasting:this lasting:through_next lasting:after_next is:Moment"),
    "N_START": _set("is:Moment"),
    "LOT": _set("is:DrawLots"),
    "COVERED": _set("is:Move is:Look is:IsStatus"),
    "FACE": _set("is:Move"),
    "DURING": _set("is:During is:Duration is:Moment"),
    "UNTIL_P": _set("is:Duration up_to is:Until arithmetic:min arithmetic:max"),
    "WHILE": _set("lasting:while is:Until condition is:If"),
    "BEFORE": _set("before first is:Var top"),
    "BEFORE_THAT": _set("before"),
    "IF_YOU_WANT": _set("is:May"),
    "IN_ORDER": _set("is:Sequence"),
    "FIRST_TIME_THAT": _set("limit"),
    "NEXT_TIME_THAT": _set("once"),
    "DID_IT": _set("is:Did"),
    "AFTER": _set("is:Triggered is:Sequence is:Watch"),
    "AFTER_THAT": _set("is:Triggered is:Watch"),
    "INSTEAD": _set("is:Replaced is:CancelEvent"),
    "INSTEAD_OF": _set("is:Replaced is:CancelEvent"),
    "FREE": _set("free"),
    "ALWAYS": _set("always"),
    "EVER": _set("always not"),
    "ONCE_AT": _set("at_once is:Sequence is:Triggered is:Do"),
    "ALSO": _set("is:Grant is:Allow is:BecomesStatus is:Sequence is:Static is:Used is:Text"),
    "DIRECTLY": _set("word:direttamente name:direttamente"),
    "STARTING": _set("is:ForEach is:Opponent is:You"),
    "EVEN_IF": _set("is:Allow is:Would always"),
    "THEN": _set("is:Sequence then is:Cost is:Triggered is:If is:Together"),
    "ELSE": _set("otherwise is:FirstTrue then"),
    "IF": _CONDITIONAL,
    "WHEN": _set("is:Triggered is:Watch is:Moment is:Replaced is:If is:Static condition lasting:while"),
    "AS_IF": _set("is:BecomesStatus operation:set is:Modify"),
}
#: What accounts for the verbs that are the language's own.
_VERB_NEEDS: Final[dict[str, frozenset[str]]] = {
    "potere": _set("is:May is:Allow is:Can"),
    "dovere": _set("must is:Cost is:Do"),
    "andare": _set("is:Move is:SetStatus"),
    "diventare": _set("is:SetStatus is:Change is:Modify is:BecomesStatus"),
    "aumentare": _set("is:Change is:Modify"),
    "diminuire": _set("is:Change is:Modify"),
    "ridurre": _set("is:Change is:Modify"),
    "raddoppiare": _set("is:Change is:Modify"),
    "dimezzare": _set("is:Change is:Modify"),
    "scegliere": _set("is:Choose is:ChooseOne is:ChosenMember is:ChooseName choice is:Var"),
    "mescolare": _set("is:Shuffle"),
    "cominciare": _set("is:Begin is:Moment is:Event"),
    "iniziare": _set("is:Begin is:Moment is:Event"),
    "finire": _set("is:Finish is:EndGame is:Moment"),
    "passare": _set("is:Finish is:Move is:Begin"),
    "tirare": _set("is:RollDie is:DrawLots"),
    "lanciare": _set("is:RollDie"),
    "aprire": _set("is:OpenWindow"),
    "contare": _set("is:Modify is:BecomesStatus is:Claim is:Count is:Grant"),
    "considerare": _set("is:Modify is:BecomesStatus is:Claim"),
    "guardare": _set("is:Look"),
    "mostrare": _set("is:Look"),
    "rivelare": _set("is:Look"),
    "ripetere": _set("is:Repeat"),
    "fare": _set("is:UseText is:Did"),
    "perdere": _set("is:Suppress is:Grant is:EndGame"),
    "vincere": _set("is:EndGame"),
    "riuscire": _set("is:Did"),
}
_ANY_VERB: Final = _set("is:Do is:Event is:Move is:Change is:Modify is:Allow is:Claim is:Compare is:Holds")


def _needs(word: Word, vocabulary: Vocabulary) -> frozenset[str]:
    """The parts of a meaning of which a word needs one; empty when the word may carry no sense of its own."""
    wanted: set[str] = set()
    if not word.senses and not word.key.isalpha():
        return frozenset()
    if not word.senses:
        return frozenset({f"name:{word.text}"})
    for sense in word.senses:
        of_sense = _needs_of(sense, vocabulary)
        if not of_sense:
            return frozenset()
        wanted.update(of_sense)
    return frozenset(wanted)


def _needs_of(sense: Sense, vocabulary: Vocabulary) -> Iterable[str]:
    terminal = sense.terminal
    if terminal in _LIGHT or (terminal == "NUM" and sense.name == "1"):
        return ()
    if terminal == "NUM":
        return (f"num:{sense.name}",)
    if terminal == "SIGNED" and sense.name.endswith("X"):
        return ("arithmetic:*",)
    if terminal == "SIGNED":
        value = int(sense.name)
        return (f"num:{value}", f"num:{abs(value)}") if value < 0 else (f"num:{value}",)
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
    return (f"name:{sense.name}",)


def _verb(sense: Sense, vocabulary: Vocabulary) -> Iterable[str]:
    if sense.terminal.startswith("CAN_"):
        return _VERB_NEEDS["potere"]
    if sense.terminal.startswith("MUST_"):
        return _VERB_NEEDS["dovere"]
    if sense.kind in ("verb", "claim"):
        return (f"name:{sense.name}", *_claims_printed(sense.name, vocabulary), *_VERB_NEEDS.get(sense.name, ()))
    return _VERB_NEEDS.get(sense.name, _ANY_VERB) | {f"name:{sense.name}"}


def _claims_printed(word: str, vocabulary: Vocabulary) -> Iterator[str]:
    """The claims in whose printed sentence a verb or a noun stands."""
    for name, claim in vocabulary.claims.items():
        if claim.printed is not None and word in _own_words(claim.printed):
            yield f"name:{name}"


def _own_words(printed: n.Event) -> Iterator[str]:
    yield printed.verb
    for role in printed.roles:
        if isinstance(role.value, n.Related):
            yield role.value.relation
        elif isinstance(role.value, n.Member):
            yield role.value.name


__all__ = ["Lost", "accounted", "lost_words", "parts_of"]
