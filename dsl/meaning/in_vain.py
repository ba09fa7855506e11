"""What a sentence of a card asks for in vain: a time at which nothing can be done, what is not printed of a card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..syntax import nodes as s
from ..syntax.problems import RATHER
from ..vocabulary.vocabulary import Kind, Vocabulary
from . import nodes as n
from .from_syntax.sentences.occasions import negation
from .from_syntax.sentences.reader import Reader
from .game import TextSlot, turn_of
from .scope import Unreadable, nodes_of


def opens_nothing(abilities: Sequence[n.Ability], node: s.Sentence, vocabulary: Vocabulary) -> None:
    """Refuses «può sfidare durante la semina», of what the game's action does at another time: it would open nothing."""
    for each in abilities:
        when: Any = (
            each.condition if isinstance(each, n.Static) else each.when if isinstance(each, n.Triggered) else None
        )
        times = [x for x in nodes_of(when) if isinstance(x, n.During | n.Moment)]
        for allow in (x for x in nodes_of(each) if isinstance(x, n.Allow)) if times else ():
            plain = allow.allowed and allow.despite is None and allow.limit is None
            usual = _usual_time(allow.event, times, vocabulary) if plain else None
            hint = f"{RATHER}«all'inizio di …, se vuoi, …», di ciò che si fa oltre all'azione"
            if _never_then(allow, times, vocabulary):
                usual, hint = "nel proprio turno: in questo nessuno la farebbe", f"{RATHER}«… nel suo turno»"
            if usual is not None:
                closed = Unreadable("S036", f"questa azione si fa solo {usual}", node.start, node.end, hint)
                closed.meant = True
                raise closed


def _usual_time(event: n.Event, times: Sequence[n.During | n.Moment], vocabulary: Vocabulary) -> str | None:
    """When alone the game's action does what a permission says for another time."""
    own = vocabulary.timed.get(event.verb, frozenset())
    if own and own.isdisjoint(x.period for x in times):
        return f"in: {', '.join(sorted(own))}"
    his = event.verb in vocabulary.in_own_turn and all(isinstance(x.of, n.Opponent) for x in times)
    doer = next((role.value for role in event.roles if role.name == "agent"), None)
    yours = n.ControlledBy(n.Candidate(), n.You()) in doer.where if isinstance(doer, n.Select) else False
    return "nel proprio turno" if his and (yours or isinstance(doer, n.Self | n.You)) else None


def _never_then(allow: n.Allow, times: Sequence[n.During | n.Moment], vocabulary: Vocabulary) -> bool:
    """«il rivale non può sfidare durante il tuo turno», of what nobody does in another's turn."""
    doer = next((role.value for role in allow.event.roles if role.name == "agent"), None)
    by = [c.by for c in doer.where if isinstance(c, n.ControlledBy)] if isinstance(doer, n.Select) else [doer]
    yours = all(
        isinstance(x, n.During) and isinstance(x.of, n.You) and x.period == turn_of(vocabulary.periods) for x in times
    )
    denied = not allow.allowed and allow.limit is None and allow.event.verb in vocabulary.in_own_turn
    return denied and yours and any(isinstance(each, n.Opponent) for each in by)


def over_before(
    abilities: Sequence[n.Ability], node: s.Sentence, slot: TextSlot | None, vocabulary: Vocabulary
) -> None:
    """Refuses «il rivale non può muoversi in questo turno», of what he does in his own turn alone, in a text that is always used
    in another, where nothing makes it last through the next one."""
    if slot is None or slot.used_while is None:
        return
    at_end = slot.used_at_end == turn_of(vocabulary.periods)
    longer = [noun.outlasts for noun in vocabulary.nouns.values() if noun.outlasts is not None]
    if any(negation(each) != slot.used_while for each in longer):
        return
    for x in (x for each in abilities if isinstance(each, n.Used) for x in nodes_of(each)):
        if _for_this_turn(x, vocabulary) and _only_in_own(x, vocabulary, anybodys=at_end):
            said = "in questo turno l'avversario non lo fa, e non paga: lo fa nel suo"
            said = "questo testo si usa quando il turno finisce: in questo non lo fa più nessuno" if at_end else said
            hint = (
                f"{RATHER}«… nel tuo prossimo turno», «… nel suo prossimo turno»"
                if at_end
                else f"{RATHER}«… nel suo prossimo turno»"
            )
            closed = Unreadable("S036", said, node.start, node.end, hint)
            closed.meant = True
            raise closed


def _for_this_turn(node: Any, vocabulary: Vocabulary) -> bool:
    lasts = getattr(node, "duration", None)
    if not isinstance(lasts, n.Duration) or lasts.stretch is not n.Stretch.THIS or lasts.of is not None:
        return False
    return lasts.period == turn_of(vocabulary.periods)


def _only_in_own(node: Any, vocabulary: Vocabulary, *, anybodys: bool) -> bool:
    """What the opponent (or anybody) may do, how often, for what price, or what is awaited of him, of what is done in one's own
    turn alone."""
    if isinstance(node, n.Modify):
        declared = vocabulary.values.get(node.value)
        counted = declared is not None and (declared.is_price or declared.counted_in is not None)
        return counted and (anybodys or _opponents(node.target))
    event = node.event if isinstance(node, n.Allow) else node.when if isinstance(node, n.Watch) else None
    if not isinstance(event, n.Event) or event.verb not in vocabulary.in_own_turn:
        return False
    return anybodys or any(_opponents(role.value) for role in event.roles if role.name == "agent")


def _opponents(who: object) -> bool:
    by = [c.by for c in who.where if isinstance(c, n.ControlledBy)] if isinstance(who, n.Select) else [who]
    return any(isinstance(each, n.Opponent) for each in by)


def not_printed(abilities: Sequence[n.Ability], reader: Reader) -> None:
    """Refuses «i tuoi lanci di fango costano …», where «di fango» is what a mark is that a throw leaves: what is printed of the
    card does not tell what its text will do."""
    for x in nodes_of(tuple(abilities)):
        held = x.of if isinstance(x, n.HasMember) else x
        declared = reader.vocabulary.nouns.get(held.noun) if isinstance(held, n.Select) else None
        if declared is None or not any(isinstance(c, n.HasText) for c in nodes_of(declared.condition)):
            continue
        for asked in (x,) if isinstance(x, n.HasMember) else x.where:
            mark = _owner_of(asked, reader.vocabulary)
            if mark in reader.vocabulary.tokens:
                word = reader.vocabulary.lexeme(str(mark), Kind.NOUN)
                hint = f"dillo di ciò che lascia: «{word.plural if word is not None else mark} {asked.member}»"
                said = f"«{declared.name} {asked.member}»: lo dirà il suo testo, quando si usa"
                wrong = reader.no_more(asked.span, said, hint)
                wrong.meant = True
                raise wrong


def _owner_of(asked: n.Condition, vocabulary: Vocabulary) -> str | None:
    """Of what the words are that a condition asks a thing for."""
    if not isinstance(asked, n.HasMember) or not isinstance(asked.member, str):
        return None
    declared = vocabulary.values.get(asked.value)
    if declared is not None and declared.like is not None:
        declared = vocabulary.values.get(declared.like, declared)
    return declared.owner if declared is not None else None


__all__ = ["not_printed", "opens_nothing", "over_before"]
