"""What a meaning is made of, as names: «name:Lana», «num:2», «other», «always» …, each as often as the meaning has it.

Against these the words of a wording are matched (`accounting.py`); what a word needs of them is in `word_needs.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

import attrs

from ..syntax.reading import Named
from ..vocabulary.inflection import conjugate, is_infinitive
from ..vocabulary.vocabulary import Kind, Vocabulary
from . import nodes as n
from .at_most import most_of
from .counted_once import acts_on_counted
from .from_syntax.things.reading import PLAYER
from .from_syntax.things.rolled import SHOWING
from .game import ValueDecl, counted_by, outermost
from .joined import conditions_of, effects_of
from .lasting import kind_given
from .normal import normal
from .playing import plays
from .statuses import sets_status
from .targeting import TARGETING
from .walk import all_of, walk


def parts_of(meaning: object, vocabulary: Vocabulary, scope: tuple[Named, ...] = ()) -> Iterator[str]:
    """The parts of a meaning, as names: «name:Lana», «num:2», «other», «always» …"""
    bound: dict[str, n.Select | n.Group] = {each.bind: each for each in all_of(meaning, n.Select) if each.bind}
    bound |= {each.bind: each for each in all_of(meaning, n.Group) if each.bind}
    done = {
        role.value.bind: (event.verb, *event.manner)
        for event in all_of(meaning, n.Event)
        for role in event.roles
        if isinstance(role.value, n.Select) and role.value.bind
    }
    done |= {each.moved: (each.event.verb,) for each in all_of(meaning, n.Do) if each.moved is not None}
    said = {each.status for each in all_of(meaning, n.BecomesStatus)} | {
        each.status for each in all_of(meaning, n.IsStatus)
    }
    yield from (f"open:{x.name}" for x in vocabulary.statuses.values() if x.shows_zone is not None and x.name in said)
    changed = {each.value for each in all_of(meaning, n.Modify)}
    yield from (f"open:{x.name}" for x in vocabulary.values.values() if x.verb_in is not None and x.name in changed)
    of_cards = {name for name in changed if name in vocabulary.values and vocabulary.values[name].counts_on is not None}
    if any(each.kind is Kind.DEGREE and each.of in of_cards for each in vocabulary.lexemes):
        yield "all"  # «tutte le crepe di questo lancio sono meno gravi»: what a lancio has counts for each
    yield from _Walk(bound, done, vocabulary, scope).parts(meaning)


def _one_or_the_other(text: n.Text) -> Iterator[str]:
    """«Ha +1 Ardore. Se hai due Lane, ha invece +2 Ardore»: what holds where something else does not."""
    conditions = [
        each.condition for each in text.abilities if isinstance(each, n.Static) and each.condition is not None
    ]
    contrary = {normal(n.Not(condition)) for condition in conditions}
    for condition in conditions:
        if not contrary.isdisjoint(conditions_of(condition)):
            yield "otherwise"


def _speaks_of_plays(node: Any) -> bool:
    """«le magie che giochi», «come costo aggiuntivo per giocare questa carta, puoi …»."""
    return isinstance(node, n.ControlledBy) or (isinstance(node, n.AlsoPaid) and node.optional)


def _none_yet(node: n.Static | n.Triggered | n.If) -> Iterator[str]:
    """«la prima canzone che canti in ogni turno costa …»: as long as none was sung; where it is done, the next, if none was.
    «quando giochi la tua seconda Lana in ogni turno»: what had been done as often before, and not more often."""
    before = [x.part for x in all_of(node.condition, n.Not) if isinstance(x.part, n.Happened)]
    match node:
        case n.Static():
            of_first = bool(before) and all(isinstance(each, n.Modify | n.Allow) for each in node.effects)
        case n.Triggered(when=n.Event() as when):
            of_first = any(x.event.verb == when.verb for x in before)
        case n.If():
            of_first = bool(before) and any(x.quantity is n.Quantity.NEXT for x in all_of(node.then, n.Select))
        case _:
            of_first = False
    if of_first:
        yield "none yet"


def _could_not(text: n.Text) -> Iterator[str]:
    """«Scarta una carta. Se non puoi, …»: what was ordered, and not what was only offered."""
    offered = {x.bind for may in all_of(text, n.May) for x in all_of(may, n.Do)}
    ordered = {x.bind for x in all_of(text, n.Do)} - offered
    if any(isinstance(x.part, n.Did) and x.part.name in ordered for x in all_of(text, n.Not)):
        yield "could"


def _is_the_opponent(node: object) -> bool:
    return isinstance(node, n.Opponent) and isinstance(node.of, n.You)


def _is_any_player(role: n.Role) -> bool:
    """«ogni giocatore può …»: of any it is so."""
    value = role.value
    return role.name == "agent" and isinstance(value, n.Select) and value.noun == "giocatore" and not value.where


@cache
def _fields(kind: Any) -> tuple[str, ...] | None:
    """What a node of a class may hold that is counted; None when a thing of it is no node."""
    if not attrs.has(kind) or kind is n.Span:
        return None
    return tuple(a.name for a in attrs.fields(kind) if a.name not in ("span", "op") and a.type not in _UNCOUNTED)


#: What is declared so is neither a name nor a node.
_UNCOUNTED: Final = frozenset({"bool", "bool | None", "int", "int | None"})


class _Walk:
    """One pass over a meaning; what a name recalls counts again wherever it is recalled."""

    def __init__(
        self,
        bound: Mapping[str, n.Select | n.Group],
        done: dict[str, tuple[str, ...]],
        vocabulary: Vocabulary,
        scope: tuple[Named, ...],
    ) -> None:
        self.bound = bound
        self.scope = scope
        self.vocabulary = vocabulary
        self.done = done
        self.recalling: set[str] = set()  # a filter may name the very thing that it is of
        self.amounts: set[str] = set()  # the verbs that count, with which something was done

    def parts(self, node: object) -> Iterator[str]:
        """What a node says, what the vocabulary makes of it, and the same of what is in it."""
        waiting: list[Any] = [node]
        while waiting:
            each = waiting.pop()
            if isinstance(each, tuple):
                waiting += each
            elif (fields := _fields(each.__class__)) is not None:
                yield from self._of(each)
                for name in fields if not _is_the_opponent(each) else ():  # «l'avversario» says nothing of «tu»
                    part = getattr(each, name)
                    for item in part if isinstance(part, tuple) else (part,):
                        if isinstance(item, str):
                            yield from _name_parts(item)
                        else:
                            waiting.append(item)

    def _of(self, node: Any) -> Iterator[str]:
        """What a node says, and what the vocabulary makes of it."""
        yield f"is:{type(node).__name__}"
        for named in self.scope:  # «la carta», «Primo»: what the place of a sentence names
            if named.term == node:
                yield from (f"name:{each}" for each in (*named.nouns, named.name) if each is not None)
        if isinstance(node, n.Allow) and any(_is_any_player(role) for role in node.event.roles):
            yield "any player"
        if isinstance(node, n.Self) and node.called:
            yield "is:Linked"
        yield from _own_parts(node)
        if isinstance(node, n.Modify | n.Change):
            yield from self._by_how_much(node)
        if _speaks_of_plays(node):
            yield from self._ways_to_play()
        if isinstance(node, n.Opponent | n.PlayerOf | n.Related):
            yield from self._of_somebody(node)
        if isinstance(node, n.Do | n.Allow | n.Event):
            yield from self._as_said_of_it(node)
        if isinstance(node, n.EndGame):
            yield from (f"name:{period.name}" for period in outermost(self.vocabulary.periods))  # «la partita finisce»
        if isinstance(node, n.Outcome) and node.of is not None:  # «le Crepe inflitte»
            counting = (frame.verb for frame in self.vocabulary.frames.values() if frame.counted)
            yield from (f"name:{verb}" for verb in counting if f"name:{node.of}" in self._counted(verb))
        if isinstance(node, n.Select) and node.pick is n.Pick.NAMED and node.noun in self.vocabulary.periods:
            yield "under way"  # «annulla questa gara»
        if isinstance(node, n.Var):
            yield from self._named(node)
        if isinstance(node, n.Event):
            yield from self._of_event(node)
        if isinstance(node, n.Modify | n.ValueOf):
            yield from self._said_by_verb(self.vocabulary.values.get(node.value))
        if isinstance(node, n.Claim):
            yield from self._won(node)
            yield from self._asked_by(node.claim)
        if isinstance(node, n.Static | n.Triggered | n.If):
            yield from (*_none_yet(node), *self._the_other(node))
        if isinstance(node, n.Text):
            yield from _one_or_the_other(node)
            yield from _could_not(node)
        if isinstance(node, n.Member) and node.name in self.vocabulary.member_sets:  # «sia Lana che Erba»
            yield from (f"name:{each}" for each in self.vocabulary.member_sets[node.name].members)
        if isinstance(node, n.Replaced | n.Meanwhile):
            yield f"instead:{node.when.verb.partition('#')[0]}"
            yield from self._prevented(node.when)
            yield from self._not_there(node.when)
        if isinstance(node, n.Place):
            yield from self._upon(node)
        if isinstance(node, n.Move) and isinstance(node.to, n.Place):
            yield from self._led_there(node, node.to.zone)
        if isinstance(node, n.Moment | n.During | n.Duration) and node.period is not None:
            yield from self._at_a_time(node, node.period)
        if isinstance(node, n.And):
            yield from self._begun_by(node)
        if isinstance(node, n.Group) and node.either:
            yield from self._any_word(node)
        if isinstance(node, n.Signs):
            yield from self._so_many_signs(node)
        if isinstance(node, n.Watch) and node.once and {type(x) for x in effects_of(node.effect)} == {n.SetStatus}:
            yield from self._arrives()

    def _arrives(self) -> Iterator[str]:
        """«la prossima Lana che posi entra nel campo desta»: that it arrives is that it is laid."""
        yield from (f"name:{f.verb}" for f in self.vocabulary.frames.values() if f.crossing == "in")
        yield from (f"name:{place.name}" for place in self.vocabulary.places.values())

    def _so_many_signs(self, signs: n.Signs) -> Iterator[str]:
        """«due Linfe {R}»: as «{R}{R}», of the value that has a number for each such word."""
        for word, many in Counter(signs.parts).items():
            yield from (
                f"name:{v.name}" for v in self.vocabulary.values.values() if v.kind == "pool" and word in v.members
            )
            yield f"num:{many}"

    def _any_word(self, group: n.Group) -> Iterator[str]:
        """«una Linfa di un Colore a tua scelta»: one of all the signs that there are."""
        words = {part for each in group.members if isinstance(each, n.Signs) for part in each.parts}
        for value in self.vocabulary.values.values():
            if words and set(value.members) == words:
                yield from (f"name:{value.name}", "choice", "any")

    def _asked_by(self, claim: str) -> Iterator[str]:
        """«se pareggia, vince (la gara)»: the verbs whose steps ask a claim, and what they decide."""
        for frame in self.vocabulary.frames.values():
            if any(x.claim.claim == claim for x in all_of(frame.steps, n.Holds)):
                yield from _name_parts(frame.name)
                for each in all_of(frame.steps, n.Select):
                    yield from _name_parts(each.noun)

    def _not_there(self, event: n.Event) -> Iterator[str]:
        """«anziché nel Fosso»: where the steps of what does not happen would lead."""
        frame = self.vocabulary.frames.get(event.verb)
        while frame is not None and not frame.steps:
            frame = self.vocabulary.frames.get(frame.kind_of or "")
        for move in all_of(frame.steps if frame is not None else (), n.Move):
            if isinstance(move.to, n.Place):
                yield from _name_parts(move.to.zone)

    def _makes(self, verb: str) -> Iterator[str]:
        """«diventa stanca»: the status that a verb sets."""
        for frame in self.vocabulary.frames_of(verb):
            known = self.vocabulary.statuses
            if (made := sets_status(frame, known) or sets_status(frame, known, "agent")) is not None:
                status, on = made
                contrary = self.vocabulary.statuses[status].opposite if status in self.vocabulary.statuses else None
                yield from ("makes", f"made:{status if on else contrary or status}")
                if status in known and known[status].of == PLAYER:  # «il rivale è stanco»: he becomes so
                    yield f"name:{status}"

    def _by_how_much(self, node: n.Modify | n.Change) -> Iterator[str]:
        """«costa 2 in meno», «… per ogni Lana»: what is less is said without its sign."""
        least = node.amount.of[0] if isinstance(node.amount, n.Compute) else node.amount
        if isinstance(least, n.Num) and least.value < 0:
            yield f"num:{-least.value}"
        if isinstance(node, n.Modify):
            yield from self._degree(node)
            yield from self._played_freely(node)

    def _the_other(self, node: n.Static | n.Triggered | n.If) -> Iterator[str]:
        """«quando vince contro una Lana, spezza quella Lana»: the other one who takes part, called as the condition says."""
        if not isinstance(node, n.Triggered):
            return
        foes = [x.what for x in all_of(node.condition, n.Count) if isinstance(x.what, n.Select)]
        recalled = sum(
            1 for x in all_of(node.effect, n.Select) if x.pick is n.Pick.NAMED and x.noun in [f.noun for f in foes]
        )
        for _ in range(recalled):
            yield "that"
            for foe in foes:
                yield from (f"name:{x.member}" for x in all_of(foe.where, n.HasMember))
                yield from (f"name:{x.noun}" for x in all_of(foe.where, n.IsKind))

    def _played_freely(self, node: n.Modify) -> Iterator[str]:
        """«puoi giocare questa carta senza pagarne il costo»: it costs nothing."""
        value = self.vocabulary.values.get(node.value)
        if value is not None and value.kind == "cost" and (node.op, node.amount) == (n.Operation.SET, n.Num(0)):
            yield from ("free", "is:May", *self._ways_to_play())

    def _ways_to_play(self) -> Iterator[str]:
        """The verbs with which cards are played."""
        known, texts = self.vocabulary.frames, self.vocabulary.texts
        return (f"name:{frame.verb}" for frame in known.values() if plays(frame.verb, known, texts))

    def _won(self, node: n.Claim) -> Iterator[str]:
        """«vince le gare contro le Lana»: what is won, by the verb that the claim is written with."""
        declared = self.vocabulary.claims.get(node.claim)
        frames = self.vocabulary.frames_of(declared.printed.verb) if declared and declared.printed else ()
        won = (role.value for frame in frames for form in frame.forms for role in form.roles if role.name == "object")
        for each in won:
            if isinstance(each, n.Select) and each.noun in self.vocabulary.periods:
                yield from _name_parts(each.noun)
        if declared is not None and declared.lost is not None and frames:  # «se perderebbe la gara, invece vince»
            yield from ("won", "won", f"name:{declared.lost.verb}", f"instead:{declared.lost.verb}")

    def _of_somebody(self, node: n.Opponent | n.PlayerOf | n.Related) -> Iterator[str]:
        """The nouns by which somebody is called: those of the game, «il suo giocatore», the player of a turn."""
        for name, noun in self.vocabulary.nouns.items():
            if noun.stands_for == node:
                yield f"name:{name}"
        if isinstance(node, n.Related) and self._is_player(node.relation):
            yield "name:giocatore"
        if isinstance(node, n.Related) and node.relation == "turn_player":
            yield from ("name:giocatore", *(f"name:{p.name}" for p in self.vocabulary.periods.values() if p.of_player))

    def _named(self, node: n.Var) -> Iterator[str]:
        """What was bound is recalled by its words, by what it underwent, or by its part in what is going on."""
        if node.name == n.DIE:
            yield "rolled"
            yield from (f"name:{verb}" for verb in SHOWING)
        if node.name in self.bound and node.name not in self.recalling:
            self.recalling.add(node.name)
            yield from self._recalled(self.bound[node.name])
            for done in self.done.get(node.name, ()):  # «la Lanterna attaccata»
                yield from _name_parts(done)
                yield from self._doer(done)
            self.recalling.discard(node.name)
        elif node.name not in self.bound:  # «le carte pescate»
            for done in self.done.get(node.name, ()):
                yield from _name_parts(done)
        for period in self.vocabulary.periods.values():  # «l'attacco» on a card of answers
            for taking_part in (p for p in period.participants if p.name == node.name):
                yield from (f"name:{taking_part.what.noun}", f"name:{period.name}")

    def _upon(self, node: n.Place) -> Iterator[str]:
        """«sull'Armadio», «tiene un Gettone»: other names of a zone, and the verb of what lies there."""
        for zone in self.vocabulary.zones.values():
            if zone.upon == node.zone:
                yield f"name:{zone.name}"
        for value in self.vocabulary.values.values():
            if value.verb_of is not None and self.vocabulary.upon_cards(value.verb_of) == node.zone:
                yield from self._said_by_verb(value)

    def _at_a_time(self, node: n.Moment | n.During | n.Duration, period: str) -> Iterator[str]:
        """The periods around the one that is named, and its last part («fino a fine turno»)."""
        yield from self._around(period)
        lasts = self.vocabulary.periods.get(period) if isinstance(node, n.Duration) else None
        if lasts is not None and lasts.end_part is not None:
            yield from _name_parts(lasts.end_part)

    def _begun_by(self, node: n.And) -> Iterator[str]:
        """«nelle gare in cui sfida»: the verb by which one takes part so in what it begins."""
        taking_part = {part.right for part in node.parts if isinstance(part, n.Same)}
        for during in (part for part in node.parts if isinstance(part, n.During) and part.of is not None):
            declared = self.vocabulary.periods.get(during.period)
            if declared is None or not any(n.Var(part.name) in taking_part for part in declared.participants):
                continue
            for frame in self.vocabulary.frames.values():
                begun = (x.period for x in all_of(frame.then, n.Begin)) if frame.then is not None else ()
                yield from (f"name:{frame.verb}" for period in begun if period == during.period)

    def _as_said_of_it(self, node: n.Do | n.Allow | n.Event) -> Iterator[str]:
        """What an event also accounts for, by what its verb is."""
        if isinstance(node, n.Do) and (
            self._one_more(node.event) or self._so_many_more(node.event)
        ):  # «pescane un'altra»
            yield "other"
        if isinstance(node, n.Allow) and self._none_of_it(node):  # «previeni tutti i danni inflitti a …», in force
            yield from ("all", "prevented")
        if isinstance(node, n.Allow) and (kinds := self._tokens_forbidden(node)) is not None:
            yield from ("all", "prevented", *kinds)
        if isinstance(node, n.Event) and (frame := self.vocabulary.frames.get(node.verb)) is not None:
            if frame.waiting == "aimed":  # «… con un altro bersaglio legale»
                yield from ("target", "other")

    def _one_more(self, event: n.Event) -> bool:
        """Whether one is done of what a verb only counts: another one is one more."""
        frame = self.vocabulary.frames.get(event.verb)
        one = any(role.name == "number" and role.value == n.Num(1) for role in event.roles)
        return frame is not None and frame.counted and one

    def _led_there(self, node: n.Move, there: str) -> Iterator[str]:
        """«mettila in campo», in its one zone of a player; «riceve un Gettone»."""
        yield from (f"name:{place.name}" for place in self.vocabulary.places.values() if there in place.zones)
        if isinstance(node.what, n.Select) and node.what.noun in self.vocabulary.tokens:
            yield "put upon"

    def _so_many_more(self, event: n.Event) -> bool:
        """Whether a verb that counts was done before: «infliggigli altre 2 crepe» is as many besides."""
        frame, again = self.vocabulary.frames.get(event.verb), event.verb in self.amounts
        self.amounts.add(event.verb)
        return again and frame is not None and frame.counted and any(role.name == "number" for role in event.roles)

    def _prevented(self, event: n.Event) -> Iterator[str]:
        """«se subirebbe crepe, previeni quelle crepe e …»: it does not happen, where something else does."""
        frame = self.vocabulary.frames.get(event.verb)
        if frame is not None and frame.counted and (what := counted_by(frame)) is not None:
            yield from ("prevented", f"name:{what}")

    def _none_of_it(self, node: n.Allow) -> bool:
        """Whether what is forbidden is all that a verb counts."""
        frame = self.vocabulary.frames.get(node.event.verb)
        some = any(role.name in ("number", "object") for role in node.event.roles)
        return not node.allowed and frame is not None and frame.counted and not some

    def _tokens_forbidden(self, node: n.Allow) -> list[str] | None:
        """«previeni tutti i danni di questo attacco»: the values by which one names the tokens that cannot be suffered."""
        thing = next((role.value for role in node.event.roles if role.name == "object"), None)
        if node.allowed or not isinstance(thing, n.Select) or thing.noun not in self.vocabulary.tokens:
            return None
        values = self.vocabulary.values.values()
        kinds = {value.members for value in values if value.owner == thing.noun and value.members}
        return [f"name:{value.name}" for value in values if value.members in kinds]

    def _is_player(self, relation: str) -> bool:
        declared = self.vocabulary.nouns.get(relation)
        return (declared.relation if declared is not None else relation) in ("controller", "owner")

    def _doer(self, verb: str) -> Iterator[str]:
        """«l'attaccante», who takes part in what an attack begins, is also who attacks."""
        doing = conjugate(verb.partition("#")[0]).present_participle if is_infinitive(verb.partition("#")[0]) else None
        for period in self.vocabulary.periods.values():
            yield from (f"name:{p.name}" for p in period.participants if p.name.casefold() == doing)

    def _degree(self, node: n.Modify) -> Iterator[str]:
        """«una crepa più grave» is one more of a value that bears another name."""
        for lexeme in self.vocabulary.degrees:
            if lexeme.of == node.value:
                alike = (
                    self.vocabulary.values[each.of or ""]
                    for each in self.vocabulary.degrees
                    if each.name == lexeme.name
                )
                yield from {f"name:{each.settled_in}" for each in alike if each.settled_in is not None}
                yield f"name:{lexeme.singular}"
                yield from (f"name:{frame.verb}" for frame in self.vocabulary.frames.values() if frame.becomes)
                yield "more"
                yield "less"
                yield "num:2"
                if self.vocabulary.values[node.value].owner == "card":
                    yield "all"  # «tutte le crepe di questo lancio»

    def _around(self, period: str) -> Iterator[str]:
        """The periods of which one is a part: «la Prova di uno scontro»."""
        for name, declared in self.vocabulary.periods.items():
            if period in declared.parts:
                yield f"name:{name}"

    def _said_by_verb(self, value: ValueDecl | None) -> Iterator[str]:
        """A value that the game says with a verb: the verb, what it counts, and «può»."""
        if value is not None and value.verb is not None:
            yield f"name:{value.verb}"
            if value.kind != "bag":
                yield from _name_parts(value.verb_of or "")
            if value.said_of is not None:  # «le tue Lane costano …»
                yield f"name:{value.said_of}"
            if value.counted_in is not None:  # «per turno»
                yield from (f"name:{value.counted_in}", "limit")
            if value.verb_can:
                yield "is:Can"
                yield "other"  # «un altro attacco» is one more
                yield "up_to"  # «può tenere fino a due Gettoni» is as many as it can

    def _leads_to(self, verb: str) -> Iterator[str]:
        """«prendila in mano»: where a verb brings its object anyhow, of the one who does it."""
        frame = self.vocabulary.frames.get(verb)
        steps = frame.steps if frame is not None else ()
        moves = [x for step in steps for x in walk(step.effect) if isinstance(x, n.Move)]
        if len(moves) == 1 and isinstance(moves[0].to, n.Place) and moves[0].to.of == n.Var("agent"):
            yield f"led:{moves[0].to.zone}"

    def _counted(self, verb: str) -> Iterator[str]:
        """What a verb of amounts counts is in its name only: «guadagni un'Azione»."""
        frame = self.vocabulary.frames.get(verb)
        for form in frame.forms if frame is not None else ():
            for role in form.roles:
                noun = role.value.noun if isinstance(role.value, n.Select) and role.name == "object" else ""
                if frame is not None and (frame.counted or noun in self.vocabulary.values):
                    yield f"name:{noun}"
        for node in (x for step in frame.steps for x in walk(step.effect)) if frame is not None else ():
            if isinstance(node, n.Modify) and node.family is not None:  # «infliggi 2 Crepe»: so much of what it leaves
                yield f"name:{node.family}"
            from_top = node.what.place if isinstance(node, n.Move) and isinstance(node.what, n.Select) else None
            if frame is not None and frame.counted and from_top is not None and from_top.end == "top":
                yield from (
                    f"name:{from_top.zone}",
                    "top",
                )  # «prendi 2 carte dal Cesto»: from where it takes them anyhow

    def _of_event(self, event: n.Event) -> Iterator[str]:
        """What a verb says besides its name."""
        yield from self._kind_given(event)
        yield from self._counted(event.verb)
        yield from self._leads_to(event.verb)
        yield from self._makes(event.verb)
        yield from self._no_longer_attached(event)

    def _no_longer_attached(self, event: n.Event) -> Iterator[str]:
        """«non è più legata»: out of where what is attached lies."""
        frame = self.vocabulary.frames.get(event.verb)
        places = [role.value for role in event.roles if isinstance(role.value, n.Place)]
        zones = [zone for x in places if (zone := self.vocabulary.zones.get(x.zone)) is not None]
        if frame is not None and frame.crossing == "out" and any(zone.owner == "card" for zone in zones):
            yield from ("is:Linked", "not", "is:Not")

    def _kind_given(self, event: n.Event) -> Iterator[str]:
        """«dona un Pegno Positivo di +1»: the kind of what is given, and its sort by what it does."""
        given = next((r.value for r in event.roles if r.name == "effect" and isinstance(r.value, n.Modify)), None)
        frame = self.vocabulary.frames.get(event.verb)
        kind = kind_given(frame, self.vocabulary.frames) if frame is not None and given is not None else None
        if kind is None or given is None or given.op is not n.Operation.ADD:
            return
        takes = any(isinstance(x, n.Num) and x.value < 0 for x in walk(given.amount))
        yield f"name:{kind[0]}"
        sorts = self.vocabulary.lasting[kind[0]].sorts
        yield from (f"name:{word}" for word, does in sorts if does == ("takes" if takes else "adds"))

    def _recalled(self, what: n.Select | n.Group) -> Iterator[str]:
        if isinstance(what, n.Group):  # «quella Lana o Erba»
            for member in what.members:
                yield from self._recalled(member) if isinstance(member, n.Select) else ()
            return
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


#: The flags that words say, and what each is counted as.
FLAGS = {
    "always": "always",
    "free": "free",
    "printed": "printed",
    "based": "printed",
    "on_printed": "printed",
    "once": "once",
    "must": "must",
    "negated": "not",
    "at_once": "at_once",
    "before": "before",
    "ordered": "ordered",
    "first": "first",
    "keep": "keep",
    "limit": "limit",  # where there is one, however often
}


@cache
def _flags_of(kind: Any) -> tuple[tuple[str, str], ...]:
    return tuple((a.name, FLAGS[a.name]) for a in attrs.fields(kind) if a.name in FLAGS)


def _own_parts(node: Any) -> Iterator[str]:
    """What the flags and choices of a node add to its class and names."""
    if isinstance(node, n.Place) and isinstance(node.of, n.You):  # «in questo Campo»
        yield "where it lies"
    if isinstance(node, n.Opponent) and node.each:
        yield "all"
    yield from _first_or_second(node)
    for flag, said in _flags_of(node.__class__):
        value = getattr(node, flag)
        if value is True or (flag == "limit" and value is not None):
            yield said
    match node:
        case n.Prevent(amount=None, once=False):
            yield "all"
        case n.Look(who=None):  # «mostralo all'avversario»
            yield from ("is:Opponent", "is:Opponent", "all", "name:giocatore")
        case n.Triggered(when=n.Moment()) | n.Watch(when=n.Moment()) | n.Duration() | n.Moment(next=True):
            yield from _time_parts(node)
        case (
            n.Meanwhile(when=when, instead=n.CancelEvent()) | n.Replaced(when=when, instead=n.May() | n.CancelEvent())
        ):  # «… puoi scartare. Se lo fai, non si spegne»: what does not happen
            yield from ("is:Did", "not", *_name_parts(when.verb))
            yield from (part for x in walk(when) if isinstance(x, n.Select) for part in _name_parts(x.noun))
            yield from (
                f"name:{x.member}" for x in walk(when) if isinstance(x, n.HasMember)
            )  # «non subisce una crepa lieve»
        case n.Triggered(when=n.Event() as when) if _strikes_one(when):
            yield "struck"  # «quando attacca, se il bersaglio è …»
        case n.ChooseOne(options=options) if _one_a_word(options):
            yield from ("word chosen", "then")  # «scegli una Forma, poi … di quella Forma»
        case n.Event(verb=verb) if verb == TARGETING:
            yield "made_target"  # «diventa bersaglio»: two words for one event
        case n.Event(roles=roles) if any(role.name == "number" for role in roles):
            yield "so many"
        case n.Num(value=value):
            yield f"num:{value}"
        case n.Select():
            yield from _select_parts(node)
        case n.Place(end=end) if end is not None:
            yield end
        case n.Count(what=n.Select(place=n.Place(of=of))) if of is not None:
            yield f"is:{type(of).__name__}"  # «hai … nel tuo Armadio»: said twice
        case n.Extreme(greatest=greatest):
            yield "more" if greatest else "less"
        case n.Compute(op=op):
            yield f"arithmetic:{op.value}"
        case n.Static() if _first_meanwhile(node):
            yield from ("limit", "all", "first")  # «la prima volta che subisci una crepa, è meno grave»
            if isinstance(node.condition, n.And):  # «finché sei lontano, la prima crepa …»
                yield "condition"
        case n.Modify(op=op, value=value):
            yield f"operation:{op.value}"
            if op is n.Operation.TIMES:  # «il suo Ardore è pari al doppio del suo Ardore»
                yield from ("equal", *_name_parts(value))
        case n.Change(op=op):
            yield f"operation:{op.value}"
        case n.Grant(lose=True):
            yield "takes away"  # «non ha Corazza»
        case _:
            yield from _condition_parts(node)


def _time_parts(node: n.Triggered | n.Watch | n.Duration | n.Moment) -> Iterator[str]:
    """What the words of a time say: how long, when next, until what."""
    match node:
        case n.Duration(stretch=stretch):
            yield f"lasting:{stretch.value}"
            if node.event is not None:
                yield "once"  # «la prossima volta che subisci una crepa, è meno grave»: till the first
        case n.Moment():
            yield "num:2"  # «tra due turni»
        case _:
            yield "before"  # «prima che inizi» is at its beginning
            if isinstance(node, n.Watch) and node.once and isinstance(node.effect, n.Do):
                yield "undone then"  # «spegni una Lanterna fino alla fine del turno»


def _first_or_second(node: Any) -> Iterator[str]:
    """«è il primo lancio che fai in questo turno»: no other was done; «il secondo»: so many others."""
    none = isinstance(node, n.Not) and isinstance(node.part, n.Happened) and bool(node.part.within)
    counted = isinstance(node, n.Compare) and isinstance(node.left, n.Count) and isinstance(node.right, n.Num)
    what = node.left.what if counted else None
    if (none and _of_another(node.part.event)) or (isinstance(what, n.Select) and _but_one(what.where)):
        yield "none yet"


def _of_another(event: n.Event) -> bool:
    """Whether it is done to another thing than the one that is spoken of."""
    objects = (r.value for r in event.roles if r.name == "object")
    return any(isinstance(held, n.Select) and _but_one(held.where) for held in objects)


def _but_one(where: tuple[n.Condition, ...]) -> bool:
    return any(isinstance(x, n.Not) and isinstance(x.part, n.Same) and x.part.left == n.Candidate() for x in where)


def _one_a_word(options: tuple[n.Effect, ...]) -> bool:
    """Whether the ways to choose among say each another word of one value."""
    said = [{(x.value, x.member) for x in all_of(option, n.HasMember)} for option in options]
    values = {value for words in said for value, _ in words}
    return len(values) == 1 and all(len(words) == 1 for words in said) and len(set.union(*said)) == len(options)


def _first_meanwhile(node: n.Static) -> bool:
    """Whether what goes on is changed as long as it has not happened in some time."""
    events = [x.event.verb for x in all_of(node.effects, n.Happened) if x.now is not None]
    nouns = [x.target.noun for x in all_of(node.effects, n.Modify) if isinstance(x.target, n.Select)]
    nobodys = (x.by for x in all_of(node.effects, n.ControlledBy))  # «il primo lancio che un giocatore fa …»
    nots = (*all_of(node.condition, n.Not), *all_of(tuple(nobodys), n.Not))
    for never in (x.part for x in nots if isinstance(x.part, n.Happened)):
        things = [role.value.noun for role in never.event.roles if isinstance(role.value, n.Select)]
        if never.within is not None and (never.event.verb in events or any(noun in nouns for noun in things)):
            return True
    return False


def _condition_parts(node: Any) -> Iterator[str]:
    """What the words of a condition say: that it is denied, of all its words, of as many or more."""
    match node:
        case n.Or(parts=parts) if all(isinstance(part, n.HasMember) for part in parts):
            if len({part.value for part in parts if isinstance(part, n.HasMember)}) == 1:
                yield from ("all", "any")  # «di ogni Forma»: all its words
        case n.Happened() if node.now is not None:
            yield "meanwhile"
        case n.Not(part=n.Happened(times=n.Num())):
            yield from ("limit", "all", "not")  # «la prima volta che perde …»: not for the second time
        case n.Not(part=n.Same() | n.SharesMember()):
            yield "other"
            yield "not"
            yield "different"
        case n.Not(part=n.Happened() | n.Linked(to=n.Candidate())):
            yield from ("not", "not")  # «non hai smorzato nessuna Lana», «a cui non è legato nessun Nastro»
        case n.Not():
            yield "not"
            yield "different"
        case n.Parity(even=even):
            yield "even" if even else "odd"
        case n.If(condition=n.Parity(even=even), otherwise=other) if other is not None:
            yield "odd" if even else "even"  # «se è pari, …, se è dispari, …»
            yield "otherwise"
        case n.Within():  # «disponi di almeno due Lana»: what holds so many may hold more
            yield from ("at_least", "more")
        case n.AlsoPaid(optional=True):
            yield from ("is:May", "more", "name:pagare", "name:spendere", "is:Self", "is:Allow")
        case n.SoMuch(op=str() as op):
            yield from ("at_least" if op == ">=" else "up_to", f"compare:{op}")
        case n.Compare(op=op, right=right):
            if isinstance(node.left, n.Count) and (op, right) == (">=", n.Num(1)):
                yield "maybe_not"  # «non è vuota»
            yield from _compare_parts(op, right)
        case _:
            yield from _effect_parts(node)


def _select_parts(what: n.Select) -> Iterator[str]:
    yield {
        n.Quantity.ALL: "all", n.Quantity.UP_TO: "up_to", n.Quantity.AT_LEAST: "at_least", n.Quantity.ANY: "any",
        n.Quantity.EXACTLY: "exactly", n.Quantity.NEXT: "next",
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
    if what.noun == "giocatore" and any(
        isinstance(each, n.Not) and isinstance(each.part, n.Same) for each in what.where
    ):
        yield "is:Opponent"  # «ogni avversario che ha tre Lane»
    if any(isinstance(x, n.SharesMember) and isinstance(x.right, n.Var) for each in what.where for x in walk(each)):
        yield from ("num:2", "num:2")  # «due Lane di (due) Forme diverse»: another, chosen after the first


def _compare_parts(op: str, right: object) -> Iterator[str]:
    yield f"compare:{op}"
    if op in ("!=", "<", "<=") or right == n.Num(0):
        yield "maybe_not"
    if isinstance(right, n.Member) and right.name == "nessuno":  # the word denies by itself: «non è nessuno»
        yield "not"
    yield {"<": "less", "<=": "less", ">": "more", ">=": "more", "!=": "different", "==": "equal"}[op]


def _permission_parts(node: n.Allow) -> Iterator[str]:
    if not node.allowed and node.price is None:
        yield from ("not", "not")  # «non puoi smorzare nessuna Lana»
    if node.only is not None:
        yield "only"
    if node.further:
        yield from ("further", "more")
    if node.price is not None and isinstance(node.price.amount, n.Num) and node.price.amount.value < 0:
        yield f"num:{-node.price.amount.value}"  # what is less is said without its sign


def _effect_parts(node: Any) -> Iterator[str]:
    match node:
        case n.Allow():
            yield from _permission_parts(node)
        case n.Suppress():
            yield "not"
        case n.Integrate():
            yield "printed"
        case n.SetStatus(on=False) | n.BecomesStatus(negated=True):
            yield "not"
            yield "more"
        case n.May() if most_of(node) is not None:
            yield "up_to"
        case n.ChooseOne(number=number, least=least):
            yield f"num:{number}"
            if least is not None:
                yield "at_least" if least else "up_to"
        case n.If(otherwise=otherwise) | n.May(otherwise=otherwise) if otherwise is not None:
            yield "otherwise"
            if isinstance(node, n.If):
                yield from _so_much_more(node.then, otherwise)
                if effects_of(node.then)[0] == effects_of(otherwise)[0]:  # «stanca una Lana. Se era già stanca, …»
                    yield "is:Was"
        case n.OneMore(period=period, number=number):
            yield from (f"num:{number}", f"name:{period}")  # «un altro turno dopo questo turno»
        case n.Exchange(values=values, of=of):
            yield from (f"name:{value}" for value in values * len(of))
        case n.Skip(number=number):
            yield f"num:{number}"
        case n.Repeat(again=True):
            yield from ("is:TextOf", "is:Self", "times", "once", "other")
        case n.Related(relation="next_player" | "previous_player"):
            yield "is:Later"  # «il giocatore seguente»
        case n.Later(already=True):
            yield "already"
        case n.Happened(times=times, previous=previous):
            if times is not None:
                yield "times"
            if previous:
                yield "previous"
        case (
            n.Static(condition=condition)
            | n.Triggered(condition=condition)
            | n.Activated(condition=condition)
            | n.Replaced(condition=condition)
        ) if condition is not None:
            yield "condition"
            if isinstance(node, n.Triggered) and acts_on_counted(condition, node.effect):
                yield "counted thing"
        case n.If(condition=condition, then=then) if acts_on_counted(condition, then):
            yield "counted thing"
        case n.Group(either=True):
            yield "either"
        case n.Text(abilities=abilities) if len(abilities) > 1:
            yield "then"


def _so_much_more(then: n.Effect, otherwise: n.Effect) -> Iterator[str]:
    """«infliggi 3 …. Se …, infliggine 1 in più»: by how much the one is more than the other."""
    if isinstance(then, n.Do) and isinstance(otherwise, n.Do) and then.event.verb == otherwise.event.verb:
        much = [
            next((_amount(role.value) for role in x.event.roles if role.name in _MUCH), 0) for x in (then, otherwise)
        ]
        if much[0] > much[1]:
            yield from (f"num:{much[0] - much[1]}", "other")


#: The roles that say how much is done.
_MUCH: Final = frozenset(("number", "object"))


def _amount(value: object) -> int:
    number = value.number if isinstance(value, n.Select) and value.quantity is n.Quantity.EXACTLY else value
    return number.value if isinstance(number, n.Num) else 0


def _strikes_one(event: n.Event) -> bool:
    """Whether the bearer, or its host, does it to one that is spoken of."""
    roles = {role.name: role.value for role in event.roles}
    struck = roles.get("object")
    bearer = roles.get("agent")
    host = bearer.among if isinstance(bearer, n.Select) and bearer.pick is n.Pick.NAMED else bearer
    mine = bearer == n.Self() or (isinstance(host, n.Related) and host.of == n.Self())
    return mine and isinstance(struck, n.Select) and struck.bind is not None
