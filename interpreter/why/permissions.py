"""May it: every sentence that has a say on an event, which of them forbid it, and what speaks against those."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from attrs import evolve, field, frozen

from dsl.meaning import nodes as n
from dsl.meaning.game import taken_from, taken_role

from ..machine import Entry
from .asking import Asking, CannotCompile, Permission, Scope
from .conditions import explain, pieces, telling
from .reasons import Reason, Telling


@frozen
class Verdict:
    """What was found about an event: what refuses it, and what was looked at and lets it pass."""

    refusals: tuple[Reason, ...] = ()
    passed: tuple[Reason, ...] = field(factory=tuple)

    @property
    def allowed(self) -> bool:
        return not self.refusals


def verdict(tell: Telling, frame: str, event: tuple[Any, ...]) -> Verdict:
    """Whether an event may be, by the meaning of every sentence that concerns its verb."""
    return _Judge(tell, frame, event).verdict()


def said_by_cards(
    tell: Telling, entries: Sequence[Entry], event: tuple[Any, ...], most: int
) -> tuple[int, list[Reason]]:
    """How often an event may be, of which a rule says ``most``: the last card that says so, and what others add."""
    machine, added = tell.asking.machine, 0
    found: list[Reason] = []
    for entry in entries:
        if machine.limit[entry[0]] and machine.allowed[entry[0]]:
            more = tell.asking.says(entry, event)
            if more is not None and machine.further[entry[0]]:
                added += more
                found.append(tell.of_entry(f"ne aggiunge {more}", entry))
            elif more is not None:
                most = more
                found.append(tell.of_entry(f"lo porta a {more}", entry))
    return most + added, found


class _Judge:
    """One event under every sentence about it."""

    def __init__(self, tell: Telling, frame: str, event: tuple[Any, ...]) -> None:
        self.tell, self.asking = tell, tell.asking
        self.frame, self.event = frame, event
        family = self.asking.family(frame)
        self.standing = tuple(p for p in self.asking.known.permissions if p.frame in family)
        self.entries = tuple(e for f in family for e in self.asking.entries(f"allow {f}"))
        self.refusals: list[Reason] = []
        self.passed: list[Reason] = []

    def verdict(self) -> Verdict:
        self._demands()
        self._targets()
        for permission in self.standing:
            for bearer in () if permission.lifts else self._bearers(permission):
                if permission.allow.limit is not None:
                    self._limit(permission, bearer)
                else:
                    self._rule(permission, bearer)
        self._cards()
        return Verdict(tuple(self.refusals), tuple(self.passed))

    # -- the verb's own demands

    def _demands(self) -> None:
        """Where the object must lie, and what it must be."""
        decl = self.asking.meaning.frames[self.frame]
        scope = self.asking.of_event(decl, self.event)
        if scope.it is None:
            return
        if decl.place is not None and taken_role(self.asking.meaning, self.frame) == "object":
            doer, _ = scope.names["agent"]
            there = scope.naming(agent=(self.event[3] if doer is None else doer, "player"))
            found = explain(self.tell, taken_from(decl), there, decl.verb, decl.span)
            self._note(found, f"«{decl.verb}» vuole: ")
        if decl.object_condition is not None and scope.it >= 0:
            self._note(explain(self.tell, decl.object_condition, scope, decl.verb, decl.span), f"«{decl.verb}» vuole: ")

    def _targets(self) -> None:
        """What the text that the verb uses must be aimed at is there."""
        card, targets = self.asking.needed(self.frame, self.event) or (None, [])
        for target in targets:
            if card is not None and not self.asking.things(target, Scope(me=card, you=self.event[3])):
                said = f"manca un bersaglio: «{self.tell.words(target.span)}»"
                self.refusals.append(self.tell.reason(said, self.tell.name(card), target.span, holds=False))

    def _note(self, found: Reason, head: str) -> None:
        (self.passed if found.holds else self.refusals).append(evolve(found, text=head + found.text))

    # -- rules and keywords

    def _bearer(self, permission: Permission) -> int | None:
        """The card of the event that has the keyword."""
        if permission.keyword is None or permission.bearer is None:
            return None
        card = self.event[permission.bearer]
        return card if card is not None and card >= 0 and self.asking.has(permission.keyword, card) else None

    def _bearers(self, permission: Permission) -> list[int | None]:
        """Whose sentence it is: nobody's of a rule; of a keyword the card of the event, or each that has it where it speaks of
        others."""
        if permission.keyword is None:
            return [None]
        bearer = self._bearer(permission)
        if permission.bearer is not None:
            return [] if bearer is None else [bearer]
        return list(self.asking.bearers(permission.keyword))

    def _scope(self, permission: Permission, bearer: int | None) -> Scope:
        you = self.event[3] if bearer is None or permission.bearer is not None else self.asking.controller(bearer)
        return Scope(me=bearer, you=you, event=self.event, tried=permission.allow.event)

    def _whose(self, permission: Permission, bearer: int | None) -> str:
        return permission.owner if bearer is None else f"{self.tell.name(bearer)}, {permission.owner}"

    def _rule(self, permission: Permission, bearer: int | None) -> None:
        scope = self._scope(permission, bearer)
        fits, parts = _applies(self.tell, permission.allow, permission.condition, scope, permission.owner)
        owner, span = self._whose(permission, bearer), permission.span
        if not fits:
            said = "non lo vieta"
            self.passed.append(self.tell.reason(said, owner, span, holds=True, parts=parts))
            return
        against = list(self._lifting(permission))
        if against:
            by = against[0].owner
            said = "lo vieterebbe"
            self.passed.append(self.tell.reason(said, owner, span, overridden=True, by=by, parts=parts))
            self.passed += against
            return
        kind = "la parola chiave" if permission.keyword else "una regola"
        weaker = tuple(self._weaker())
        self.refusals.append(self.tell.reason(f"lo vieta {kind}", owner, span, holds=False, parts=(*parts, *weaker)))

    def _lifting(self, rule: Permission) -> Iterator[Reason]:
        """What says «può» against a rule: a card's sentence, a keyword's, another rule's."""
        beats = self._rule_numbers(rule)
        if "rule beats card" not in self.asking.order("permission_order"):
            for entry in self.entries:
                if beats & self.asking.machine.beats[entry[0]] and self.asking.says(entry, self.event):
                    yield self.tell.of_entry(f"lo permette, contro «{rule.owner}»", entry, holds=True)
        said = f"lo permette, contro «{rule.owner}»"
        yield from self._permitting([x for x in self.standing if x is not rule and self.asking.lifts(x, rule)], said)

    def _permitting(self, permissions: list[Permission], said: str) -> Iterator[Reason]:
        """Those of rules and keywords that say «può» of the event."""
        for other in permissions:
            bearer = self._bearer(other)
            if not other.lifts or (other.keyword is None) is not (bearer is None):
                continue
            fits, _ = _applies(self.tell, other.allow, other.condition, self._scope(other, bearer), other.owner)
            if fits:
                yield self.tell.reason(said, self._whose(other, bearer), other.span, holds=True)

    def _rule_numbers(self, rule: Permission) -> frozenset[int]:
        """The numbers under which the machine knows a rule's sentence: what cards' permissions speak against."""
        abilities = self.asking.game.compiled.abilities
        return frozenset(a.number for a in abilities if a.node is rule.allow and a.owner == rule.owner)

    def _weaker(self) -> Iterator[Reason]:
        """The sentences of cards that allow the event but do not speak against what forbids it."""
        machine = self.asking.machine
        for entry in self.entries:
            a = entry[0]
            if machine.allowed[a] and not machine.limit[a] and self.asking.says(entry, self.event):
                yield self.tell.of_entry("lo permette, ma non contro questo divieto", entry, overridden=True)

    # -- so many times in each period

    def _limit(self, permission: Permission, bearer: int | None) -> None:
        allow = permission.allow
        scope = self._scope(permission, bearer)
        fits, parts = _applies(self.tell, allow, permission.condition, scope, permission.owner)
        done = self._done(permission)
        owner = self._whose(permission, bearer)
        if not fits:
            return
        most, more = self._most(permission, scope)
        times = "una volta" if most == 1 else f"{most} volte"
        said = f"al massimo {times} per {allow.per}, fatto {done}"
        reason = self.tell.reason(said, owner, permission.span, holds=done < most, parts=(*telling(list(parts)), *more))
        (self.refusals if done >= most else self.passed).append(reason)

    def _done(self, permission: Permission) -> int:
        """How many such events the period has seen, by and on the same things as now."""
        allow = permission.allow
        asking = self.asking
        roles = [role for role in allow.event.roles if not isinstance(role.value, n.Place)]
        places = [at for role in roles if (at := asking.place_of_role(permission.frame, role.name)) is not None]
        marks = {
            asking.place_of_role(permission.frame, "agent"): 2,
            asking.place_of_role(permission.frame, "object"): 3,
        }
        time = asking.layout["time"]
        count = 0
        for past in asking.entries(f"history {permission.frame} {allow.per}"):
            same = all(past[at] == self.event[at] for at in places)
            cards = [(past[at], marks[at]) for at in places if at in marks and past[at] is not None and past[at] >= 0]
            count += same and all(past[mark] == asking.s[time + card] for card, mark in cards)
        return count

    def _most(self, permission: Permission, scope: Scope) -> tuple[int, list[Reason]]:
        """How many times: what the last card in force says replaces what the rule says; so many more are added."""
        _, named = self.asking.fits(permission.allow.event, scope)
        return said_by_cards(self.tell, self.entries, self.event, self.asking.number(permission.allow.limit, named))

    # -- cards

    def _cards(self) -> None:
        """What the sentences of cards say together: «non può» beats «può», «sempre» beats both, as the game declares."""
        asking, machine = self.asking, self.asking.machine
        spoken = [
            (entry, machine.allowed[entry[0]], 2 if machine.always[entry[0]] else 1)
            for entry in self.entries
            if not machine.limit[entry[0]] and asking.says(entry, self.event)
        ]
        yes = max((strength for _, allowed, strength in spoken if allowed), default=0)
        no = max((strength for _, allowed, strength in spoken if not allowed), default=0)
        can_beats = "can beats cannot" in asking.order("permission_order")
        fine = no == 0 or (yes >= no if can_beats else yes > no)
        whatever = [] if fine or no > 1 else [x for x in self.standing if asking.whatever_said(x)]
        sure = [*self._permitting(whatever, "lo permette sempre")]
        against = [entry for entry, allowed, _ in spoken if not allowed]
        favour = [entry for entry, allowed, _ in spoken if allowed]
        if sure:
            self.passed += [self._spoken(e, "lo vieterebbe", overridden=True, by=sure[0].owner) for e in against] + sure
        elif fine and against:
            by = self.tell.of_entry("", favour[-1]).owner
            self.passed += [self._spoken(e, "lo vieterebbe", overridden=True, by=by) for e in against]
            self.passed += [self._spoken(e, "lo permette", holds=True) for e in favour]
        elif not fine:
            winning = [e for e, allowed, strength in spoken if not allowed and strength == no]
            by = self.tell.of_entry("", winning[-1]).owner
            self.refusals += [self._spoken(e, "lo vieta", holds=False) for e in winning]
            weaker = [e for e in against if e not in winning]
            self.passed += [self._spoken(e, "lo vieterebbe", overridden=True, by=by) for e in weaker]
            lost = [self._spoken(e, "lo permetterebbe", overridden=True, by=by) for e in favour]
            self.refusals[-1] = evolve(self.refusals[-1], parts=(*self.refusals[-1].parts, *lost))

    def _spoken(self, entry: Entry, text: str, **more: Any) -> Reason:
        """What a card's sentence says of the event, and what of the event it looks at."""
        machine = self.asking.machine
        node = self.asking.ability(entry).node
        always = " sempre" if machine.always[entry[0]] else ""
        return self.tell.of_entry(text + always, entry, parts=_looked_at(self.tell, node, entry, self.event), **more)


def _applies(
    tell: Telling, allow: n.Allow, condition: n.Condition | None, scope: Scope, owner: str
) -> tuple[bool, tuple[Reason, ...]]:
    """Whether a permission is about the event, and the demands of it that decide so."""
    asking: Asking = tell.asking
    event = allow.event
    if allow.only is not None:
        return _applies_to_others(tell, allow, condition, scope, owner)
    fits, named = asking.fits(event, scope)
    parts = pieces(tell, event, scope, owner)
    if condition is not None:
        found = explain(tell, condition, named, owner, allow.span)
        parts.append(found)
        fits = fits and bool(found.holds)
    return fits, telling(parts)


def _applies_to_others(
    tell: Telling, allow: n.Allow, condition: n.Condition | None, scope: Scope, owner: str
) -> tuple[bool, tuple[Reason, ...]]:
    """«può solo …»: forbids all that the rest describes other than the one said."""
    event = allow.event
    rest = evolve(event, roles=tuple(r for r in event.roles if r.name != allow.only))
    alone = n.Event(event.verb, tuple(r for r in event.roles if r.name == allow.only), span=event.span)
    fits, named = tell.asking.fits(rest, scope)
    other, _ = tell.asking.fits(alone, named)
    parts = [*pieces(tell, rest, scope, owner)]
    parts += [evolve(part, text=f"solo se {part.text}") for part in pieces(tell, alone, named, owner)]
    if condition is not None:
        found = explain(tell, condition, named, owner, allow.span)
        parts.append(found)
        fits = fits and bool(found.holds)
    return fits and not other, telling(parts)


def _looked_at(tell: Telling, node: Any, entry: Entry, event: tuple[Any, ...]) -> tuple[Reason, ...]:
    """The demands of a card's sentence on the event; none when it speaks of what only its effect knew."""
    if not isinstance(node, n.Allow) or node.only is not None:
        return ()
    scope = evolve(tell.asking.scope_of(entry), event=event, tried=node.event)
    try:
        return telling(pieces(tell, node.event, scope, tell.asking.ability(entry).owner))
    except CannotCompile:
        return ()


__all__ = ["Verdict", "verdict"]
