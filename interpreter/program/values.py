"""Values, statuses, keywords, nouns, claims and histories of a game, as functions of a card."""

from __future__ import annotations

import re
from typing import Any

from dsl.meaning import nodes as n
from dsl.meaning.game import OF

from .declared import attached_zones
from .env import CannotCompile, Env
from .layout import walk
from .remembered import EARLIER, OF_EACH, asks_what_it_was, how_far_back, past_of
from .said import Said
from .standing import ADD, ALWAYS_SET, SET, SET_PRINTED


class Values(Said):
    """The part of the compiler that writes what a card is."""

    def histories(self) -> None:
        """A tuple of past events for each verb and period that somebody asks about."""
        asked: set[tuple[str, str, int]] = set()
        self.of_each_player: set[tuple[str, str]] = set()
        for period_name, decl in [(p.name, p) for p in self.game.periods.values()]:
            for node in walk(decl):
                self.asks(node, period_name, asked)
        for node in self.nodes:
            self.asks(node, None, asked)
        for frame, period in sorted(self.of_each_player):
            self.L.slot(f"history {frame} {period}{OF_EACH}")
        for frame, period, previous in sorted(asked):
            if (frame, period) not in self.out.history:
                self.out.history.append((frame, period))
                self.L.slot(f"history {frame} {period}")
            for late in EARLIER[1 : previous + 1]:
                self.L.slot(f"history {frame} {period}{late}")

    def asks(self, node: Any, period: str | None, asked: set[tuple[str, str, int]]) -> None:
        try:
            if isinstance(node, n.Happened) and node.now is None and node.still is None:
                frame = self.frame_of(node.event)
                asked.add((frame, self.period_of_happened(node, period), how_far_back(node)))
                if node.whose is not None:
                    self.of_each_player.add((frame, self.period_of_happened(node, period)))
                if asks_what_it_was(node.event, self.game):
                    self.remembering.add(frame)
                if node.event.by is not None or self.did_it_itself(node.event):
                    self.sourced.add(frame)
            elif isinstance(node, n.Select) and (past := past_of(node)) is not None:
                self.remembering.add(self.frame_of(past.event))
            elif isinstance(node, n.Allow) and node.limit is not None and node.per in self.game.periods:
                asked.add((self.frame_of(node.event), str(node.per), 0))
            elif isinstance(node, n.Would):
                trial = next((p.name for p in self.game.periods.values() if p.trial_until is not None), None)
                asked.add((self.frame_of(node.event), trial or self.history_period(None, None), 0))
        except CannotCompile:
            pass

    # -- values ------------------------------------------------------------------------------------------------

    def printed_table(self, i: int, name: str) -> str:
        """What is printed on each card; then, in a game with cards of two faces, what is on the other side."""
        row = self.printed_row(name, [card.values for card in self.cards])
        if self.face_status is not None:
            row += self.printed_row(name, [card.values if card.back is None else card.back for card in self.cards])
        return f"PRINTED{i} = {tuple(row)!r}\n"

    def printed_row(self, name: str, printed: list[Any]) -> list[Any]:
        decl = self.game.values[name]
        row: list[Any] = []
        for values in printed:
            value = values.get(name, decl.missing)
            if decl.scale and isinstance(value, tuple):
                row.append(decl.members.index(value[0]) if value else 0)
            elif decl.kind == "number":
                row.append(value if isinstance(value, int) else 0)
            elif decl.kind == "cost":
                signs = value if isinstance(value, tuple) else ()
                row.append(sum(int(sign) if sign.isdigit() else sign != "X" for sign in signs))
            elif decl.kind == "bag":
                row.append(sum(self.member_mask(name, x) for x in value) if isinstance(value, tuple) else 0)
            elif decl.kind in ("member", "members"):
                row.append(sum(1 << decl.members.index(x) for x in value) if isinstance(value, tuple) else 0)
            else:
                row.append(0)
        return row + [0] * (self.L.capacity - len(row))

    def values(self) -> None:
        bits = [sum(1 << i for i, slot in enumerate(self.game.texts) if slot in card.wordings) for card in self.cards]
        self.functions["TEXTS"] = f"TEXTS = {tuple(bits + [0] * (self.L.capacity - len(bits)))!r}\n"
        self.functions["PRINTED"] = f"PRINTED = {tuple(range(self.L.capacity))!r}\n"

    def value_functions(self) -> None:
        for i, (name, decl) in enumerate(self.game.values.items()):
            if f"mod {name}" in self.L.slots:
                self.functions[f"PRINTED{i}"] = self.printed_table(i, name)
                self.functions[f"v{i}"] = self.one_value(i, name, decl)
            elif decl.derived is not None:
                self.functions[f"r{i}"] = self.reckoned(i, decl)

    def reckoned(self, i: int, decl: Any) -> str:
        """A value that is reckoned from others each time that it is asked: of a player, or of the match."""
        code = self.guard(decl, lambda: self.number(decl.derived, Env(you="p", names={OF: ("p", "player")})))
        return f"def r{i}(s, p):\n    return {code}\n"

    def one_value(self, i: int, name: str, decl: Any) -> str:
        """The functions of a value: as printed, as made, with what adds to it, through its layers, and as it last was."""
        L = self.L
        mod = L[f"mod {name}"]
        number = decl.kind in ("number", "bag", "cost")
        start = self.begins_as(i, name, decl)
        keywords = [(k, a) for k, a, value in self.keyword_modifiers if value == name]
        floor = f"x if x > {decl.minimum} else {decl.minimum}" if number and decl.minimum is not None else "x"
        if decl.scale:
            floor = f"min(max(x, 0), {len(decl.members) - 1})"
        lines = self.as_printed(i, self.original(i, name) if decl.counter else start, mod)
        exchanged = any(name in x.values for x in self.said(n.Exchange))
        if exchanged or any(x.based and x.value == name for x in self.said(n.ValueOf)):
            lines += self.as_made(i, start, mod)
        if number and self.adds_up():
            lines += self.summed(i, start, mod, keywords, floor)
        else:
            lines += [f"def v{i}(s, c):", f"    return w{i}(s, c)"]
        lines += self.through_layers(i, start, mod, keywords)
        lines.append("    if got: x = layered(x, got)" if number else "    if got: x = members(x, got)")
        lines.append(f"    return {floor if number else 'x'}")
        if decl.owner == "player":
            lines += [f"def lv{i}(s, c):", f"    return v{i}(s, c)"]
            return "\n".join(lines) + "\n"
        late = self.value_order(name)
        last = f"s[{L['last']} + c]"
        lines += [f"def lv{i}(s, c):", f"    return v{i}(s, c) if {last} == 0 else {last}[{late}]"]
        return "\n".join(lines) + "\n"

    def begins_as(self, i: int, name: str, decl: Any) -> str:
        """A value before anything is added to it: reckoned, stored or printed."""
        if decl.derived is not None:
            of_player = decl.owner == "player"
            you = "c" if of_player else f"s[{self.L['ctrl']} + c]"
            names = {OF: ("c", "player" if of_player else "card")}
            return self.number(decl.derived, Env(me="c", you=you, names=names))
        if not decl.printed or decl.counter:
            return f"s[{self.L['value ' + name]} + c]"
        return self.original(i, name)

    def as_printed(self, i: int, first: str, mod: int) -> list[str]:
        """«stampato»: the value with only what changes what is printed."""
        return [
            f"def pv{i}(s, c):",
            f"    x = {first}",
            f"    for e in s[{mod}]:",
            "        if LAYER[e[0]] == 0:",
            "            r = apply(s, e, c)",
            "            if r is not None: x = r",
            "    return x",
        ]

    def as_made(self, i: int, start: str, mod: int) -> list[str]:
        """«di base»: the value with what sets it, before what adds to it."""
        return [
            f"def bv{i}(s, c):",
            f"    x = {start}",
            "    always = None",
            f"    for e in s[{mod}]:",
            f"        if LAYER[e[0]] not in ({SET_PRINTED}, {SET}, {ALWAYS_SET}): continue",
            "        r = apply(s, e, c)",
            f"        if r is not None and LAYER[e[0]] == {ALWAYS_SET}: always = r",
            "        elif r is not None: x = r",
            "    return x if always is None else always",
        ]

    def through_layers(self, i: int, start: str, mod: int, keywords: list[tuple[str, int]]) -> list[str]:
        """All that stands on a value, each with its layer: effects, then the keywords that the card has."""
        lines = [
            f"def w{i}(s, c):",
            f"    x = {start}",
            "    got = []",
            f"    for e in s[{mod}]:",
            "        a = e[0]",
            "        r = ONLY[a]",
            "        if r and e[r] != c: continue",
            f"        r = CONST[a] if not s[{self.L['suppress']}] else None",
            "        if r is None: r = apply(s, e, c)",
            "        if r is not None: got.append((LAYER[a], r))",
        ]
        for keyword, ability in keywords:
            k, slot = self.number_of(self.game.keywords, keyword), self.L["keyword " + keyword]
            if self.is_of_others(ability):
                lines += [
                    f"    for b in bearers(s, {slot}, k{k}) if s[{slot}] else ():",
                    f"        r = apply(s, ({ability}, b, None, 0, None, b, None), c)",
                    f"        if r is not None: got.append((LAYER[{ability}], r))",
                ]
                continue
            lines += [
                f"    if s[{slot}] and k{k}(s, c):",
                f"        r = apply(s, ({ability}, c, None, 0, None, c, None), c)",
                f"        if r is not None: got.append((LAYER[{ability}], r))",
            ]
        return lines

    def is_of_others(self, number: int) -> bool:
        """Whether what a keyword adds is not of the card that has it alone: «le tue altre Lane hanno +1 Ardore»."""
        node = self.abilities[number].node
        return isinstance(node, n.Modify) and not isinstance(node.target, n.Self)

    def original(self, i: int, name: str) -> str:
        """What is printed on a card, or what an effect has made of it for good; of a cost, with what was paid for its {X}."""
        at = self.L.slots.get(f"original {name}")
        printed = f"PRINTED{i}[{self.shown_side('c')}]{known_later(self.unknown_signs(name))}"
        return printed if at is None else f"({printed} if s[{at} + c] is None else s[{at} + c])"

    def adds_up(self) -> bool:
        """Whether modifiers that add are simply summed in this game."""
        order = dict(self.game.orders.get("value_order", ()))
        return not order or ("added" in order and not order["added"].startswith("greatest"))

    def summed(self, i: int, start: str, mod: int, keywords: list[tuple[str, int]], floor: str) -> list[str]:
        """A value on which, as nearly always, there are only modifiers that add; with any other it goes through its layers."""
        lines = [
            f"def v{i}(s, c):",
            f"    if s[{self.L['suppress']}]: return w{i}(s, c)",
            f"    x = {start}",
            f"    for e in s[{mod}]:",
            "        a = e[0]",
            "        r = ONLY[a]",
            "        if r:",
            "            if e[r] != c: continue",
            f"            if LAYER[a] != {ADD}: return w{i}(s, c)",
            "            r = CONST[a]",
            "            if r is None: r = heard(s, e, c)",
            "        else:",
            f"            if LAYER[a] != {ADD}: return w{i}(s, c)",
            "            r = heard(s, e, c)",
            "        if r is not None: x += r",
        ]
        for keyword, ability in keywords:
            k, slot = self.number_of(self.game.keywords, keyword), self.L["keyword " + keyword]
            if self.abilities[ability].layer != ADD or self.is_of_others(ability):
                lines.append(f"    if s[{slot}]: return w{i}(s, c)")
                continue
            lines += [
                f"    if s[{slot}] and k{k}(s, c):",
                f"        r = heard(s, ({ability}, c, None, 0, None, c, None), c)",
                "        if r is not None: x += r",
            ]
        return [*lines, f"    return {floor}"]

    def changed_by(self, node: Any) -> list[str]:
        """The functions whose answer a standing effect changes."""
        if isinstance(node, n.Modify):
            return [self.value_function(node.value)]
        if isinstance(node, n.Grant):
            return [f"k{self.number_of(self.game.keywords, self.granted(node))}"]
        if isinstance(node, n.BecomesStatus) and node.status is not None:
            return [f"st{self.status(node.status, node)[0]}"]
        if isinstance(node, n.Claim):
            return [f"cl{self.number_of(self.game.claims, node.claim, node)}"]
        if isinstance(node, n.Allow):
            verb = self.frame_of(node.event)
            return [f"ok{i}" for i, frame in enumerate(self.game.frames) if verb in self.ancestors(frame)]
        return []

    def recursion(self) -> None:
        """Which modifiers could come to read, on the way, what they themselves change."""
        changes: dict[str, set[int]] = {}
        for ability in self.abilities:
            try:
                changed = self.changed_by(ability.node)
            except CannotCompile:  # told already, where the effect has no program
                continue
            for name in changed:
                changes.setdefault(name, set()).add(ability.number)
        for _, number, value in self.keyword_modifiers:
            changes.setdefault(self.value_function(value), set()).add(number)
        everywhere = {x.number for x in self.abilities if isinstance(x.node, n.Suppress)}
        asks = re.compile(
            r"\b[lpb]?(v\d+)\b|\bl?(k\d+)\b|\b((?:st|cl|ok)\d+)\b"
        )  # also where one is handed on: known(v0, …)
        read: dict[str, set[str]] = {
            name: {x for found in asks.findall(source) for x in found if x} - {name}
            for name, source in self.functions.items()
            if re.fullmatch(r"(a|v|k|st|cl|ok)\d+", name)
        }
        after: dict[int, set[int]] = {}
        for ability in self.abilities:
            names, waiting_names = set(), list(read.get(f"a{ability.number}", ()))
            while waiting_names:
                name = waiting_names.pop()
                if name not in names:
                    names.add(name)
                    waiting_names += read.get(name, ())
            after[ability.number] = set().union(everywhere, *(changes.get(x, ()) for x in names)) if names else set()
        for ability in self.abilities:
            waiting, seen = list(after.get(ability.number, ())), set()
            while waiting:
                other = waiting.pop()
                if other not in seen:
                    seen.add(other)
                    waiting += after.get(other, ())
            ability.recursive = ability.number in seen

    def value_order(self, name: str) -> int:
        return self.values_of_cards().index(name)

    # -- statuses and keywords ---------------------------------------------------------------------------------

    def statuses(self) -> None:
        for i, name in enumerate(self.game.statuses):
            slot = self.L[f"status {name}"]
            self.functions[f"st{i}"] = (
                f"def st{i}(s, c):\n"
                f"    t = s[{slot}]\n"
                f"    x = (s[{self.L['stat']} + c] >> {i}) & 1\n"
                f"    return flagged(s, t, c, x) if t else x\n"
            )

    def keyword_functions(self) -> None:
        self.value_functions()
        L = self.L
        bits = []
        last = f"s[{L['last']} + c]"
        for i, (name, decl) in enumerate(self.game.keywords.items()):
            slot = L[f"keyword {name}"]
            typed = "0"
            if decl.type_of is not None and name in self.game.values[decl.type_of].members:
                mask = self.member_mask(decl.type_of, name)
                v = self.value_function(decl.type_of)
                noun = self.slot_of_kind_value(decl.type_of)
                test = f"{v}(s, c) & {mask}"
                if noun is not None:
                    test = f"{test} and {self.is_noun(noun, 'c', 'card', Env(candidate='c'), decl)}"
                typed = f"1 if {test} else 0"
            self.functions[f"k{i}"] = (
                f"def k{i}(s, c):\n    t = s[{slot}]\n    return given(s, t, c, {typed}) if t else {typed}\n"
                f"def lk{i}(s, c):\n    return k{i}(s, c) if {last} == 0 else ({last}[-2] >> {i}) & 1\n"
            )
            bits.append(f"(1 << {i} if (s[{slot}] and k{i}(s, c)) else 0)")
        kept = set(self.values_of_cards())
        values = "".join(f"v{i}(s, c), " for i, v in enumerate(self.game.values) if v in kept)
        then = "".join(f"s[{L[block]} + c], " for block in ("zone", "ctrl", "stat")) if self.keeps_places() else ""
        of_host = "host(s, c), " if attached_zones(self.game) else ""
        self.out.host_kept = -6 if then else -3  # before what is read from the end
        self.functions["last_known"] = (
            f"def last_known(s, c):\n    return ({values}{of_host}{then}{' | '.join(bits) or '0'}, under(s, c))\n"
        )

    def keeps_places(self) -> bool:
        """Whether anything asks where a card that has left play lay, whose it was, how it was."""
        return bool(self.remembering or self.said(n.Was))

    def noun_tests(self) -> None:
        for i, name in enumerate(self.game.nouns):
            code = self.guard(
                self.game.nouns[name], lambda n_=name: self.is_noun(n_, "c", "card", Env(candidate="c"), None)
            )
            self.functions[f"noun{i}"] = f"def noun{i}(s, c):\n    return {code}\n"

    def claims(self) -> None:
        for i, name in enumerate(self.game.claims):
            many = len(self.claim_roles(name))
            roles = ", ".join(f"r{j}" for j in range(many))
            asked = {1: "claimed_one", 2: "claimed_two"}.get(many, "claimed")
            self.functions[f"cl{i}"] = (
                f"def cl{i}(s, {roles}):\n    t = s[{self.L['claim ' + name]}]\n    x = 0\n    for e in t:\n"
                f"        r = {asked}(s, e, {roles})\n        if r and r > x: x = r\n    return x\n"
            )


def known_later(unknown: dict[int, int]) -> str:
    """What of a cost is known only when it is played."""
    return f" + ({unknown!r}[c] * x_of(s, c) if c in {unknown!r} else 0)" if unknown else ""
