"""The whole game: from its meaning to generated functions and the tables by which the machine finds them."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any

from attrs import evolve

from dsl.meaning import nodes as n
from dsl.meaning.game import CardDecl, GameMeaning, KeywordDecl

from .compiled import Compiled, Entry, Program
from .effects import CHOSEN, Effects
from .emit import Writer
from .expressions import CannotCompile, Env
from .layout import FIRST, PLAYER_WORDS, Layout, walk
from .periods import PeriodWriter
from .standing import ADD, Ability, RuleAllow

PARITY = {"pari": 0, "dispari": 1, "even": 0, "odd": 1}  # the words of a guess on a number


REFUSED = "return False"


class Compiler(Effects):
    """Writes a game's programs. One instance, one game."""

    def __init__(self, game: GameMeaning, cards: tuple[CardDecl, ...], capacity: int) -> None:
        self.game = self.with_given_texts(game, cards)
        self.cards = cards
        self.L = Layout(self.game, cards, capacity)
        self.functions: dict[str, str] = {}
        self.programs: list[Program] = []
        self.abilities: list[Ability] = []
        self.rules_allow: list[RuleAllow] = []
        self.tests: dict[int, str] = {}
        self.owner = ""
        self.words: list[str] = []
        self.prompts: list[Any] = [None]
        self.problems: list[CannotCompile] = []
        self.roles = {frame: self.roles_of(frame) for frame in self.game.frames}
        self.out = Compiled(
            self.game,
            self.L,
            cards,
            self.functions,
            self.programs,
            self.abilities,
            self.roles,
            {f: self.manners_of(f) for f in self.game.frames},
            words=self.words,
            prompts=self.prompts,
            problems=self.problems,
        )

    # -- what is said anywhere ---------------------------------------------------------------------------------

    def with_given_texts(self, game: GameMeaning, cards: tuple[CardDecl, ...]) -> GameMeaning:
        """Sentences given by an effect become a keyword without a name."""
        texts: dict[n.Text, str] = {}
        for node in self.everything(game, cards):
            if isinstance(node, n.Grant) and node.text is not None and node.text not in texts:
                texts[node.text] = f"#{len(texts)}"
        if not texts:
            return game
        more = {name: KeywordDecl(name, text, span=text.span) for text, name in texts.items()}
        return evolve(game, keywords={**game.keywords, **more})

    def everything(self, game: GameMeaning, cards: tuple[CardDecl, ...]) -> Any:
        for table in (
            game.frames,
            game.periods,
            game.actions,
            game.rules,
            game.limits,
            game.keywords,
            game.values,
            game.nouns,
            game.texts,
        ):
            for decl in table.values():
                yield from walk(decl)
        yield from walk(game.setup)
        if game.ending is not None:
            yield from walk(game.ending)
        for card in cards:
            for text in card.texts.values():
                yield from walk(text)

    @cached_property
    def nodes(self) -> list[Any]:
        """Every node that is said anywhere."""
        return list(self.everything(self.game, self.cards))

    def roles_of(self, frame: str) -> tuple[str, ...]:
        """The participants of a verb and of all that are of its kind, in one order for the family."""
        root = frame
        while self.game.frames[root].kind_of is not None:
            root = self.family_parent(root)
        names: list[str] = ["agent", "object"]
        for decl in self.game.frames.values():
            at = decl.name
            while self.game.frames[at].kind_of is not None:
                at = self.family_parent(at)
            if at != root:
                continue
            for form in decl.forms:
                names += [r.name for r in form.roles if r.name not in names]
            if decl.counted and "number" not in names:
                names.append("number")
        if "number" not in names and not self.numbered.isdisjoint((frame, root)):
            names.append("number")
        return tuple(names)

    @cached_property
    def numbered(self) -> frozenset[str]:
        """The verbs that something says with an amount."""
        events = (node for node in self.nodes if isinstance(node, n.Event))
        return frozenset(event.verb for event in events if any(role.name == "number" for role in event.roles))

    def family_parent(self, frame: str) -> str:
        parent = self.game.frames[frame].kind_of
        assert parent is not None
        if parent in self.game.frames:
            return parent
        return next(f.name for f in self.game.frames.values() if f.verb == parent)

    def ancestors(self, frame: str) -> list[str]:
        found = [frame]
        while self.game.frames[found[-1]].kind_of is not None:
            found.append(self.family_parent(found[-1]))
        return found

    def steps_of(self, frame: str) -> tuple[Any, ...]:
        for name in self.ancestors(frame):
            if self.game.frames[name].steps:
                return self.game.frames[name].steps
        return ()

    def word(self, text: str) -> int:
        if text not in self.words:
            self.words.append(text)
        return self.words.index(text)

    def term(self, node: Any, env: Env) -> str:
        if isinstance(node, n.Member) and node.value not in self.game.values:
            return str(self.word(node.name))
        if isinstance(node, n.Select) and "#thing" in env.names and self.recalls(node):
            return env.names["#thing"][0]
        return super().term(node, env)

    def recalls(self, node: n.Select) -> bool:
        """«la carta» in the steps of a verb: what the verb is done to."""
        plain = node.pick is n.Pick.NAMED and node.quantity is n.Quantity.EXACTLY and not node.where
        return (
            plain
            and node.place is None
            and node.extreme is None
            and node.among is None
            and not self.no_thing(node)
            and (self.noun(node.noun) not in self.game.nouns or not self.game.nouns[self.noun(node.noun)].participants)
        )

    def prompt(self, node: Any) -> int:
        """A number for the words of a choice."""
        self.prompts.append((node, self.owner))
        return len(self.prompts) - 1

    def program(self, name: str, writer: Writer, cause: Any = None) -> int:
        self.functions[name] = writer.source(name)
        self.programs.append(
            Program(name, writer.locals, getattr(cause, "span", None), self.owner, cause, writer.first)
        )
        return len(self.programs) - 1

    def words_of(self, node: n.Do) -> str:
        """The number of the words that order an event, for the log: those of the clause, or of the whole program."""
        if node.span is None:
            return "fr[0]"
        self.programs.append(Program("", 0, node.span, self.owner, node))
        return str(len(self.programs) - 1)

    def event_program(self, frame: str) -> int:
        return self.out.event_programs[frame]

    # -- the whole ---------------------------------------------------------------------------------------------

    def compile(self) -> Compiled:
        for name in ("p_resolve", "p_batch", "p_times", "p_period", "p_window", "p_use"):
            self.programs.append(Program(name, 0))
        for frame in self.game.frames:
            self.programs.append(Program(f"e{len(self.out.event_programs)}", 0))
            self.out.event_programs[frame] = len(self.programs) - 1
        self.histories()
        self.permissions()
        self.values()
        self.statuses()
        self.keywords_and_rules()
        self.card_texts()
        self.keyword_functions()
        self.noun_tests()
        self.claims()
        self.may_functions()
        for frame in self.game.frames:
            self.owner = frame
            self.event(frame)
        self.periods()
        self.deciders()
        self.limits()
        self.actions()
        self.owner = ""
        w = Writer(FIRST)
        self.effect(n.Sequence(self.game.setup), w, Env(you="(-1)"))
        self.out.setup = self.program("setup", w)
        self.ending()
        play = set(self.default_kinds())
        for text in self.game.texts.values():
            play |= set(self.kinds_of_condition(text.in_force) or ()) if text.in_force is not None else set()
        self.out.play = frozenset(play) | frozenset(self.out.attach)
        self.beats()
        self.recursion()
        self.out.rules_allow = self.rules_allow
        for slot, wakes in self.keyword_triggers.items():
            self.out.keyword_wakes[slot] = [
                (self.number_of(self.game.keywords, keyword), number) for keyword, number, _ in wakes
            ]
        self.fill_places()
        for i in range(len(self.game.periods)):
            self.functions[f"per{i}"] = PeriodWriter(self.out, i).source()
        self.out.dead = self.dead()
        self.out.plain = self.plain_functions(self.out.dead)
        parity = {i: PARITY[word.lower()] for i, word in enumerate(self.words) if word.lower() in PARITY}
        self.functions["PARITY"] = f"PARITY = {parity!r}\n"
        return self.out

    def dead(self) -> frozenset[int]:
        """The slots of what stands that nothing in this game with these cards ever fills."""
        live = {
            slot
            for table in (self.out.enter, self.out.attach)
            for row in table.values()
            for e in row.values()
            for slot, _ in e
        }
        live |= set(self.out.standing)
        for source in self.functions.values():
            live |= {int(x) for x in re.findall(r"\bstand\(s, (\d+)", source)}
        words = ("mod ", "keyword ", "status ", "claim ", "allow ", "when ", "starts ", "ends ", "instead ")
        standing = {
            at for name, at in self.L.slots.items() if name.startswith(words) or name in ("suppress", "activated")
        }
        return frozenset(standing - live)

    def plain_functions(self, dead: frozenset[int]) -> dict[str, str]:
        """Values, statuses and keywords that nothing changes, as expressions of the card."""
        L = self.L
        found = {}
        for i in range(len(self.game.periods)):
            if f"ends{i}" in self.functions:
                found[f"ends{i}"] = "(" + self.functions[f"ends{i}"].split("return ", 1)[1].strip() + ")"
        for i, (name, decl) in enumerate(self.game.values.items()):
            slot = L.slots.get(f"mod {name}")
            printed = [c.values.get(name) for c in self.cards]
            if decl.minimum is not None and any(not isinstance(x, int) or x < decl.minimum for x in printed):
                continue
            if slot not in dead or not decl.printed:
                continue
            if not any(value == name and L[f"keyword {k}"] not in dead for k, _, value in self.keyword_modifiers):
                found[f"v{i}"] = f"PRINTED{i}[c]"
        for i, name in enumerate(self.game.statuses):
            if L[f"status {name}"] in dead:
                found[f"st{i}"] = f"((s[{L['stat']} + c] >> {i}) & 1)"
        for i, (name, keyword) in enumerate(self.game.keywords.items()):
            if L[f"keyword {name}"] in dead and keyword.type_of is None:
                found[f"k{i}"] = "0"
        return found

    def fill_places(self) -> None:
        """Frames are made with all their places, now that it is known how many each program has."""
        given = {pid: FIRST + len(self.roles[frame]) + 3 for frame, pid in self.out.event_programs.items()}
        rest = {f"PAD{pid}": ", ".join(["None"] * (self.programs[pid].places - first)) for pid, first in given.items()}
        for name, source in self.functions.items():
            if "PAD" in source:
                self.functions[name] = re.sub(r"\bPAD\d+\b", lambda x: rest[x.group(0)], source)

    def guard(self, what: Any, build: Any) -> Any:
        """Keep a part that has no program as a problem with its place, and go on."""
        try:
            return build()
        except CannotCompile as problem:
            if problem.span is None:
                problem.span = getattr(what, "span", None)
            self.problems.append(problem)
            return None

    # -- histories ---------------------------------------------------------------------------------------------

    def histories(self) -> None:
        """A tuple of past events for each verb and period that somebody asks about."""
        asked: set[tuple[str, str, bool]] = set()
        for period_name, decl in [(p.name, p) for p in self.game.periods.values()]:
            for node in walk(decl):
                self.asks(node, period_name, asked)
        for node in self.nodes:
            self.asks(node, None, asked)
        for frame, period, previous in sorted(asked):
            if (frame, period) not in self.out.history:
                self.out.history.append((frame, period))
                self.L.slot(f"history {frame} {period}")
            if previous:
                self.L.slot(f"history {frame} {period} before")

    def asks(self, node: Any, period: str | None, asked: set[tuple[str, str, bool]]) -> None:
        try:
            if isinstance(node, n.Happened):
                asked.add((self.frame_of(node.event), self.period_of_happened(node, period), node.previous))
            elif isinstance(node, n.Allow) and node.limit is not None and node.per in self.game.periods:
                asked.add((self.frame_of(node.event), str(node.per), False))
            elif isinstance(node, n.Would):
                trial = next((p.name for p in self.game.periods.values() if p.trial_until is not None), None)
                asked.add((self.frame_of(node.event), trial or self.history_period(None, None), False))
        except CannotCompile:
            pass

    # -- values ------------------------------------------------------------------------------------------------

    def printed_table(self, i: int, name: str) -> str:
        decl = self.game.values[name]
        row: list[Any] = []
        for card in self.cards:
            value = card.values.get(name)
            if decl.kind == "number":
                row.append(value if isinstance(value, int) else 0)
            elif decl.kind in ("member", "members"):
                row.append(sum(1 << decl.members.index(x) for x in value) if isinstance(value, tuple) else 0)
            else:
                row.append(0)
        row += [0] * (self.L.capacity - len(row))
        return f"PRINTED{i} = {tuple(row)!r}\n"

    def values(self) -> None:
        self.functions["PRINTED"] = f"PRINTED = {tuple(range(self.L.capacity))!r}\n"

    def value_functions(self) -> None:
        for i, (name, decl) in enumerate(self.game.values.items()):
            if f"mod {name}" in self.L.slots:
                self.functions[f"PRINTED{i}"] = self.printed_table(i, name)
                self.functions[f"v{i}"] = self.one_value(i, name, decl)

    def one_value(self, i: int, name: str, decl: Any) -> str:
        L = self.L
        mod = L[f"mod {name}"]
        number = decl.kind == "number"
        if decl.derived is not None:
            start = self.number(decl.derived, Env(me="c", you=f"s[{L['ctrl']} + c]", candidate="c"))
        elif not decl.printed:
            start = f"s[{L['value ' + name]} + c]"
        else:
            start = f"PRINTED{i}[c]"
        keywords = [(k, a) for k, a, value in self.keyword_modifiers if value == name]
        floor = f"x if x > {decl.minimum} else {decl.minimum}" if number and decl.minimum is not None else "x"
        lines = [
            f"def pv{i}(s, c):",
            f"    x = {start}",
            f"    for e in s[{mod}]:",
            "        if LAYER[e[0]] == 0:",
            "            r = apply(s, e, c)",
            "            if r is not None: x = r",
            "    return x",
        ]
        if number and self.adds_up():
            lines += self.summed(i, start, mod, keywords, floor)
        else:
            lines += [f"def v{i}(s, c):", f"    return w{i}(s, c)"]
        lines += [
            f"def w{i}(s, c):",
            f"    x = {start}",
            "    got = []",
            f"    for e in s[{mod}]:",
            "        a = e[0]",
            "        r = ONLY[a]",
            "        if r and e[r] != c: continue",
            f"        r = CONST[a] if not s[{L['suppress']}] else None",
            "        if r is None: r = apply(s, e, c)",
            "        if r is not None: got.append((LAYER[a], r))",
        ]
        for keyword, ability in keywords:
            k = self.number_of(self.game.keywords, keyword)
            lines += [
                f"    if s[{L['keyword ' + keyword]}] and k{k}(s, c):",
                f"        r = apply(s, ({ability}, c, None, 0, None, c, None), c)",
                f"        if r is not None: got.append((LAYER[{ability}], r))",
            ]
        lines.append("    if got: x = layered(x, got)" if number else "    if got: x = members(x, got)")
        lines.append(f"    return {floor if number else 'x'}")
        late = self.value_order(name)
        lines += [f"def lv{i}(s, c):", f"    k = s[{L['last']} + c]", f"    return v{i}(s, c) if k == 0 else k[{late}]"]
        return "\n".join(lines) + "\n"

    def adds_up(self) -> bool:
        """Whether modifiers that add are simply summed in this game."""
        order = dict(self.game.orders.get("value_order", ()))
        return not order or ("added" in order and not order["added"].startswith("greatest"))

    def summed(self, i: int, start: str, mod: int, keywords: list[tuple[str, int]], floor: str) -> list[str]:
        """A value on which, as nearly always, there are only modifiers that add; with any other it goes through its layers."""
        lines = [
            f"def v{i}(s, c):",
            f"    x = {start}",
            f"    for e in s[{mod}]:",
            "        a = e[0]",
            f"        if LAYER[a] != {ADD}: return w{i}(s, c)",
            "        r = ONLY[a]",
            "        if r:",
            "            if e[r] != c: continue",
            f"            r = CONST[a] if not s[{self.L['suppress']}] else None",
            "            if r is None: r = apply(s, e, c)",
            "        else:",
            "            r = apply(s, e, c)",
            "        if r is not None: x += r",
        ]
        for keyword, ability in keywords:
            k, slot = self.number_of(self.game.keywords, keyword), self.L["keyword " + keyword]
            if self.abilities[ability].layer != ADD:
                lines.append(f"    if s[{slot}]: return w{i}(s, c)")
                continue
            lines += [
                f"    if s[{slot}] and k{k}(s, c):",
                f"        r = apply(s, ({ability}, c, None, 0, None, c, None), c)",
                "        if r is not None: x += r",
            ]
        return [*lines, f"    return {floor}"]

    def recursion(self) -> None:
        """Which modifiers could come to read, on the way, what they themselves change."""
        changes: dict[str, set[int]] = {}
        for ability in self.abilities:
            node = ability.node
            if isinstance(node, n.Modify):
                changes.setdefault(self.value_function(node.value), set()).add(ability.number)
            elif isinstance(node, n.Grant):
                k = self.number_of(self.game.keywords, self.granted(node))
                changes.setdefault(f"k{k}", set()).add(ability.number)
            elif isinstance(node, n.BecomesStatus) and node.status is not None:
                changes.setdefault(f"st{self.status(node.status, node)[0]}", set()).add(ability.number)
        for _, number, value in self.keyword_modifiers:
            changes.setdefault(self.value_function(value), set()).add(number)
        everywhere = {x.number for x in self.abilities if isinstance(x.node, n.Suppress)}
        asks = re.compile(r"\b[lp]?(v\d+)\(|\bl?(k\d+)\(|\b(st\d+)\(")
        read: dict[str, set[str]] = {
            name: {x for found in asks.findall(source) for x in found if x} - {name}
            for name, source in self.functions.items()
            if re.fullmatch(r"(a|v|k|st)\d+", name)
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
        return [v for v in self.game.values if f"mod {v}" in self.L.slots].index(name)

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
                f"def lk{i}(s, c):\n    k = s[{L['last']} + c]\n    return k{i}(s, c) if k == 0 else (k[-2] >> {i}) & 1\n"
            )
            bits.append(f"(1 << {i} if (s[{slot}] and k{i}(s, c)) else 0)")
        values = "".join(f"v{i}(s, c), " for i, v in enumerate(self.game.values) if f"mod {v}" in L.slots)
        self.functions["last_known"] = (
            f"def last_known(s, c):\n    return ({values}{' | '.join(bits) or '0'}, under(s, c))\n"
        )

    def noun_tests(self) -> None:
        for i, name in enumerate(self.game.nouns):
            code = self.guard(
                self.game.nouns[name], lambda n_=name: self.is_noun(n_, "c", "card", Env(candidate="c"), None)
            )
            self.functions[f"noun{i}"] = f"def noun{i}(s, c):\n    return {code}\n"

    def claims(self) -> None:
        for i, name in enumerate(self.game.claims):
            roles = ", ".join(f"r{j}" for j in range(len(self.claim_roles(name))))
            self.functions[f"cl{i}"] = (
                f"def cl{i}(s, {roles}):\n    t = s[{self.L['claim ' + name]}]\n    x = 0\n    for e in t:\n"
                f"        r = claimed(s, e, {roles})\n        if r and r > x: x = r\n    return x\n"
            )

    # -- rules, keywords, cards --------------------------------------------------------------------------------

    def keywords_and_rules(self) -> None:
        self.keyword_modifiers: list[tuple[str, int, str]] = []
        self.keyword_triggers: dict[int, list[tuple[str, int, int | None]]] = {}
        self.typed: dict[str, list[tuple[int, int]]] = {}
        self.transfers: dict[str, str] = {}
        rule_env = Env(me=None, you="ev[3]")
        for name, rule in self.game.rules.items():
            self.owner = name
            for ability in rule.text.abilities:
                self.guard(ability, lambda a=ability: self.rule_ability(a, rule_env))
        card_env = Env(me="e[1]", you=f"s[{self.L['ctrl']} + e[1]]")
        for name, decl in self.game.keywords.items():
            self.owner = name
            for ability in decl.text.abilities:
                self.guard(ability, lambda a=ability, d=decl: self.keyword_ability(a, d, card_env))

    def rule_ability(self, ability: Any, env: Env) -> None:
        if isinstance(ability, n.Static):
            for effect in ability.effects:
                if isinstance(effect, n.Allow):
                    number = self.ability(effect, effect, env, None, effect.duration, ability.condition)
                    self.rules_allow.append(RuleAllow(self.frame_of(effect.event), number, effect))
                else:
                    inner = evolve(env, you="None")
                    number = self.ability(
                        effect, effect, inner, None, getattr(effect, "duration", None), ability.condition
                    )
                    for slot in self.slots_of(effect):
                        self.out.standing.setdefault(slot, []).append((number, None, None, 0, 0, None, None))
            return
        for slot, number in self.reactive(ability, env):
            self.out.standing.setdefault(slot, []).append((number, None, None, 0, 0, None, None))

    def reactive(self, ability: Any, env: Env) -> list[tuple[int, int]]:
        """The entries of a trigger or a replacement: (slot, ability)."""
        if isinstance(ability, n.Triggered):
            made, slots = self.trigger(ability, env)
            return [(slot, made.number) for slot in slots]
        if isinstance(ability, n.Replaced):
            return [self.replacement(ability, env)]
        if isinstance(ability, n.Labelled):
            return [x for part in ability.parts for x in self.reactive(part, env)]
        if isinstance(ability, n.Activated) and env.me is not None:
            return [self.activated(ability, env)]
        raise CannotCompile(f"frase senza programma qui: {type(ability).__name__}", ability)

    def activated(self, node: n.Activated, env: Env) -> tuple[int, int]:
        """«costo : effetto»: offered in the windows of its user while its cost can be paid."""
        made = self.new_ability("activated", node)
        tests = [self.feasible(node.cost, evolve(env, you="p"))]
        if node.condition is not None:
            tests.append(self.shown(node.condition, evolve(env, you="p")))
        body = " and ".join(f"({test})" for test in tests)
        self.functions[f"a{made.number}"] = f"def a{made.number}(s, e, p):\n    return {body}\n"
        w = Writer(FIRST)
        self.effect(n.Cost(node.cost, node.effect, span=node.span), w, Env(me="fr[2]", you="fr[3]"))
        made.program = self.program(f"t{made.number}", w, cause=node)
        return self.L["activated"], made.number

    def replacement(self, node: n.Replaced, env: Env) -> tuple[int, int]:
        made = self.new_ability("instead", node)
        made.happens = node.happens
        frame = self.frame_of(node.when)
        test, names = self.pattern(node.when, "ev", evolve(env, event="ev"))
        tests = [test]
        for x in sorted(
            {
                v.name
                for v in walk(node.when)
                if isinstance(v, n.Var) and f"in {v.name}" in self.L.slots and v.name not in names
            }
        ):
            tests.insert(0, f"s[{self.L['in ' + x]}] is not None")
        if node.condition is not None:
            tests.append(self.shown(node.condition, evolve(env, event="ev").naming(**names)))
        self.functions[f"a{made.number}"] = (
            f"def a{made.number}(s, e, ev):\n    return {' and '.join(f'({t})' for t in tests)}\n"
        )
        inner = Env(
            me="fr[2]", you="fr[3]", names={k: (re.sub(r"\bev\[", "fr[", c), kind) for k, (c, kind) in names.items()}
        )
        for i, role in enumerate(self.roles[frame]):
            kind = "player" if role == "agent" and self.agent_is_player(frame) else "card"
            inner = inner.naming(**{role: (f"fr[{FIRST + i}]", kind)} if role not in inner.names else {})
        w = Writer(FIRST + len(self.roles[frame]) + 2)
        flag = w.local()
        may = isinstance(node.instead, n.May)
        w.line(f"fr[{flag}] = {0 if may else 1}")
        w.last = flag if may else None
        self.effect(node.instead, w, inner)
        w.line(f"s[{self.L['instead']}] = fr[{flag}]")
        made.program = self.program(f"t{made.number}", w, cause=node)
        return self.L["instead " + frame], made.number

    def keyword_ability(self, ability: Any, decl: KeywordDecl, env: Env) -> None:
        typed = decl.type_of is not None
        if isinstance(ability, n.Static):
            for effect in ability.effects:
                if isinstance(effect, n.Grant) and effect.slot is not None:
                    self.transfers[decl.name] = (
                        effect.slot.kinds[0] if effect.slot.kinds else next(iter(self.game.texts))
                    )
                    continue
                inner = (
                    evolve(env, you="ev[3]") if isinstance(effect, n.Allow) else env
                )  # a card not yet in play is nobody's
                number = self.ability(effect, effect, inner, None, getattr(effect, "duration", None), ability.condition)
                if isinstance(effect, n.Allow):
                    at = next(
                        (
                            self.role_index(self.frame_of(effect.event), r.name)
                            for r in effect.event.roles
                            if self.is_self(r.value)
                        ),
                        None,
                    )
                    self.rules_allow.append(RuleAllow(self.frame_of(effect.event), number, effect, decl.name, at))
                elif typed:
                    self.typed.setdefault(decl.name, []).extend((slot, number) for slot in self.slots_of(effect))
                elif isinstance(effect, n.Modify):
                    self.keyword_modifiers.append((decl.name, number, effect.value))
                else:
                    raise CannotCompile("questa frase non può stare in una parola chiave", effect)
            return
        if isinstance(ability, n.Activated) and not typed:
            raise CannotCompile("un costo non può stare in una parola chiave", ability)
        made = self.reactive(ability, env)
        if typed:
            self.typed.setdefault(decl.name, []).extend(made)
            return
        for slot, number in made:
            when = getattr(ability, "when", None)
            at = None
            if isinstance(when, n.Event):
                at = next(
                    (self.role_index(self.frame_of(when), r.name) for r in when.roles if self.is_self(r.value)), None
                )
            self.keyword_triggers.setdefault(slot, []).append((decl.name, number, at))

    def is_self(self, value: Any) -> bool:
        return isinstance(value, n.Self) or (isinstance(value, n.TextOf) and isinstance(value.of, n.Self))

    def card_texts(self) -> None:
        env = Env(me="e[1]", you=f"s[{self.L['ctrl']} + e[1]]")
        self.out.use = [{} for _ in self.game.texts]
        for c, card in enumerate(self.cards):
            self.owner = card.name
            for i, slot in enumerate(self.game.texts.values()):
                text = card.texts.get(slot.name)
                if text is None:
                    text = n.Text(())
                if slot.in_force is not None:
                    here = n.Text(tuple(x for x in text.abilities if self.elsewhere(x) is None))
                    entries = self.entries(here, env)
                    for kind in self.kinds_of_condition(slot.in_force) or ():
                        self.add_entries(self.out.enter, kind, c, entries)
                    for ability in text.abilities:  # «se hai solo questa carta in mano, …» stands in the hand
                        for kind in self.elsewhere(ability) or ():
                            self.add_entries(self.out.enter, kind, c, self.entries(n.Text((ability,)), env))
                else:
                    self.used_text(c, i, card, slot, text, env)

    def elsewhere(self, ability: Any) -> tuple[int, ...] | None:
        """The zones in which alone a sentence can stand, when it says where its own card is."""
        if not isinstance(ability, n.Static) or ability.condition is None:
            return None
        parts = ability.condition.parts if isinstance(ability.condition, n.And) else (ability.condition,)
        for part in parts:
            if isinstance(part, n.IsIn) and isinstance(part.of, n.Self):
                kinds = self.kinds_of_place(part.place)
                if not any(k in self.default_kinds() for k in kinds):
                    return kinds
        return None

    def add_entries(
        self, table: dict[int, dict[int, tuple[Entry, ...]]], kind: int, c: int, entries: list[tuple[int, int]]
    ) -> None:
        if entries:
            row = table.setdefault(kind, {})
            row[c] = row.get(c, ()) + tuple(entries)

    def entries(self, text: n.Text, env: Env) -> list[tuple[int, int]]:
        """What stands while a text is in force: (slot, ability) for each standing effect and trigger."""
        found: list[tuple[int, int]] = []
        for ability in text.abilities:
            made = self.guard(ability, lambda a=ability: self.entries_of(a, env))
            found += made or []
        return found

    def entries_of(self, ability: Any, env: Env) -> list[tuple[int, int]]:
        if isinstance(ability, n.Static):
            made = []
            for effect in ability.effects:
                number = self.ability(effect, effect, env, None, getattr(effect, "duration", None), ability.condition)
                made += [(slot, number) for slot in self.slots_of(effect)]
            return made
        if isinstance(ability, n.Used):
            return self.entries_of(self.as_static(ability), env)
        return self.reactive(ability, env)

    def as_static(self, ability: n.Used) -> n.Static:
        """A standing effect said in a text that is given to a card stands there."""
        effect = ability.effect
        condition = None
        if isinstance(effect, n.If) and effect.otherwise is None:
            condition, effect = effect.condition, effect.then
        parts = effect.parts if isinstance(effect, n.Sequence) else (effect,)
        standing = (n.Modify, n.Grant, n.Suppress, n.BecomesStatus, n.Allow, n.Claim)
        if all(isinstance(p, standing) for p in parts):
            return n.Static(parts, condition, span=ability.span)  # type: ignore[arg-type]
        raise CannotCompile("una frase che si fa non sta in un testo che vale", ability)

    def used_text(self, c: int, i: int, card: CardDecl, slot: Any, text: n.Text, env: Env) -> None:
        """A text that is used: its program, and what stands of it while the card is what the text is for."""
        noun_kinds = self.kinds_of_noun(slot.name) or ()
        kinds = card.values.get(slot.kind_value) if slot.kind_value else None
        types = kinds if isinstance(kinds, tuple) else ()
        for kind in noun_kinds:
            for name in types:
                self.add_entries(self.out.enter, kind, c, self.typed.get(name, []))
        if any(name in self.transfers for name in types):
            entries = self.entries(text, env)
            for kind in noun_kinds:
                if list(self.game.zones.values())[kind].owner == "card":
                    self.add_entries(self.out.attach, kind, c, entries)
            return
        w = Writer(FIRST)
        names = Env(me="fr[2]", you="fr[3]")
        standing: list[tuple[int, int]] = []
        wrote = False
        for ability in text.abilities:
            effects: list[Any] = []
            if isinstance(ability, n.Used):
                effects = [ability.effect]
            elif isinstance(ability, n.Static):
                effects = [n.If(ability.condition, e) if ability.condition is not None else e for e in ability.effects]
            else:
                standing += self.guard(ability, lambda a=ability: self.reactive(a, env)) or []
            for effect in effects:
                names = self.guard(ability, lambda e=effect, v=names: self.effect(e, w, v)) or names
                wrote = True
        for kind in noun_kinds:
            self.add_entries(self.out.enter, kind, c, standing)
        if wrote:
            self.out.use[i][c] = self.program(f"u{i}_{c}", w, cause=text)

    # -- permissions -------------------------------------------------------------------------------------------

    def permissions(self) -> None:
        """Which verbs can be forbidden at all, so that the others are not asked about."""
        self.forbidden: set[str] = set()
        for node in self.nodes:
            if isinstance(node, n.Allow):
                self.guard(node, lambda x=node: self.forbidden.add(self.frame_of(x.event)))

    def may_be_forbidden(self, frame: str) -> bool:
        decl = self.game.frames[frame]
        return (
            decl.object_condition is not None
            or decl.place is not None
            or any(f in self.forbidden for f in self.ancestors(frame))
        )

    def may_functions(self) -> None:
        for i, frame in enumerate(self.game.frames):
            self.owner = frame
            lines = [f"def ok{i}(s, ev):"]
            for gate in self.gates(frame):
                lines += ["    " + line for line in gate]
            lines.append("    return True")
            self.functions[f"ok{i}"] = "\n".join(lines) + "\n"

    def gates(self, frame: str) -> list[list[str]]:
        """The tests that an event must pass, in order, each as the lines that refuse it."""
        decl = self.game.frames[frame]
        c = f"ev[{self.role_index(frame, 'object')}]"
        agent = f"ev[{self.role_index(frame, 'agent')}]"
        env = Env(
            you="ev[3]",
            candidate=c,
            names={"agent": (agent, "player" if self.agent_is_player(frame) else "card"), "object": (c, "card")},
        )
        found: list[list[str]] = []
        if decl.place is not None:
            place_env = evolve(
                env, names={**env.names, "agent": (f"({agent} if {agent} is not None else ev[3])", "player")}
            )
            test = self.guard(decl, lambda: self.on_isin(n.IsIn(n.Candidate(), decl.place), place_env))
            if test is not None:
                found.append([f"if {c} is not None and not {test}: {REFUSED}"])
        if decl.object_condition is not None:
            test = self.guard(decl, lambda: self.condition(decl.object_condition, env))
            if test is not None:
                found.append([f"if {c} is not None and {c} >= 0 and not {test}: {REFUSED}"])
        family = self.ancestors(frame)
        if not any(f in self.forbidden for f in family):
            return found
        rules = [r for r in self.rules_allow if r.frame in family]
        stands = " + ".join(f"s[{self.L['allow ' + f]}]" for f in family)
        found.append([f"t = {stands}"])
        lifts = [r for r in rules if r.allow.allowed and r.allow.limit is None]
        named = [r for r in rules if r.keyword is None and not (r.allow.allowed and r.allow.limit is None)]
        trying = [r for r in named if any(isinstance(x, n.Would) for x in walk(r.allow))]
        found += [self.rule_test(rule, "None", lifts, "") for rule in named if rule not in trying]
        for rule in rules:
            if rule.keyword is None or rule.bearer is None or (rule.allow.allowed and rule.allow.limit is None):
                continue
            head = [f"b = ev[{rule.bearer}]", f"if b is not None and b >= 0 and {self.has_always(rule.keyword, 'b')}:"]
            found.append(head + self.rule_test(rule, "b", lifts, "    "))
        found.append([f"if t and not cards_allow(s, t, ev): {REFUSED}"])
        # what is tried on a copy is asked last
        return found + [self.rule_test(rule, "None", lifts, "") for rule in trying]

    def has_always(self, keyword: str, code: str) -> str:
        """A keyword of a type speaks of the card wherever it is (whether it can be played at all)."""
        decl = self.game.keywords[keyword]
        if decl.type_of is not None:
            return f"{self.members_code(decl.type_of, code)} & {self.member_mask(decl.type_of, keyword)}"
        i = self.number_of(self.game.keywords, keyword)
        return f"s[{self.L['keyword ' + keyword]}] and k{i}(s, {code})"

    def rule_test(self, rule: RuleAllow, bearer: str, lifts: list[RuleAllow], pad: str) -> list[str]:
        number = rule.number
        entry = f"({number}, {bearer}, None, 0, 0, {bearer}, None)"
        if rule.allow.limit is not None:
            roles = [r for r in rule.allow.event.roles if not isinstance(r.value, n.Place)]
            ats = [self.role_index(rule.frame, r.name) for r in roles]
            slot = self.L[f"history {rule.frame} {rule.allow.per}"]
            same = " and ".join(f"h[{at}] == ev[{at}]" for at in ats if at is not None)
            cards = [
                at for at in ats if at in (self.role_index(rule.frame, "agent"), self.role_index(rule.frame, "object"))
            ]
            for at in cards:
                mark = 2 if at == self.role_index(rule.frame, "agent") else 3
                same += f" and (h[{at}] is None or h[{at}] < 0 or h[{mark}] == s[{self.L['time']} + h[{at}]])"
            if number in self.tests and isinstance(rule.allow.limit, n.Num):
                test = "(" + re.sub(r"\be\[1\]", bearer, self.tests[number]) + ")"
                most = f"limit_of(s, t, ev, {rule.allow.limit.value})"
                return [f"{pad}if s[{slot}] and {test} and len([1 for h in s[{slot}] if {same}]) >= {most}: {REFUSED}"]
            return [
                f"{pad}if s[{slot}]:",
                f"{pad}    r = a{number}(s, {entry}, ev)",
                f"{pad}    if r is not None and len([1 for h in s[{slot}] if {same}]) >= limit_of(s, t, ev, r): {REFUSED}",
            ]
        lift = "".join(
            f" and not (ev[{x.bearer}] is not None and ev[{x.bearer}] >= 0 and {self.has_always(x.keyword, f'ev[{x.bearer}]')}"
            f" and a{x.number}(s, ({x.number}, ev[{x.bearer}], None, 0, 0, ev[{x.bearer}], None), ev))"
            for x in lifts
            if x.keyword is not None and x.bearer is not None and self.lifts(x.allow, rule.allow)
        )
        lift += "".join(
            f" and not a{x.number}(s, None, ev)"
            for x in lifts
            if x.keyword is None and self.lifts(x.allow, rule.allow) and x is not rule
        )
        test = f"a{number}(s, {entry}, ev)"
        if number in self.tests:
            test = "(" + re.sub(r"\be\[1\]", bearer, self.tests[number]) + ")"
        return [f"{pad}if {test} and not (t and lifted(s, t, ev, {number})){lift}: {REFUSED}"]

    def restrictions(self, allow: n.Allow) -> set[Any]:
        """The conditions by which an event is narrower than its verb: what a permission can speak against."""
        found: set[Any] = set()
        for role in allow.event.roles:
            if isinstance(role.value, n.Select):
                for condition in role.value.where:
                    parts = condition.parts if isinstance(condition, n.And) else (condition,)
                    for part in parts:
                        found.add(
                            (
                                role.name,
                                n.Would(part.event.__class__(part.event.verb)) if isinstance(part, n.Would) else part,
                            )
                        )
        found |= {("manner", m) for m in allow.event.manner}
        return found

    def lifts(self, permission: n.Allow, rule: n.Allow) -> bool:
        """Whether a card's «può» speaks against a rule: same verb, and it names what the rule forbids (or everything)."""
        if not permission.allowed or permission.free or permission.limit is not None or rule.limit is not None:
            return False
        if self.frame_of(permission.event) != self.frame_of(rule.event):
            return False
        theirs = self.restrictions(rule)
        if permission.despite is not None:  # «anche se …» names what it speaks against
            said = permission.despite.parts if isinstance(permission.despite, n.And) else (permission.despite,)
            return any(self.alike(part, condition) for part in said for _, condition in theirs)
        mine = self.restrictions(permission)
        return not mine or bool(mine & theirs)

    def alike(self, said: Any, forbidden: Any) -> bool:
        """Whether two conditions are one, whoever they are said of."""
        if isinstance(said, n.IsStatus) and isinstance(forbidden, n.IsStatus):
            return self.status(said.status, said) == self.status(forbidden.status, forbidden)
        if isinstance(said, n.Would) and isinstance(forbidden, n.Would):
            return self.frame_of(said.event) == self.frame_of(forbidden.event)
        return bool(said == forbidden)

    def beats(self) -> None:
        for ability in self.abilities:
            if isinstance(ability.node, n.Allow) and ability.node.allowed:
                ability.beats = frozenset(
                    r.number
                    for r in self.rules_allow
                    if r.keyword is None and not r.allow.allowed and self.lifts(ability.node, r.allow)
                )

    # -- events ------------------------------------------------------------------------------------------------

    def event(self, frame: str) -> None:
        decl = self.game.frames[frame]
        pid = self.event_program(frame)
        i = self.number_of(self.game.frames, frame)
        L = self.L
        first = FIRST + len(self.roles[frame]) + 3
        w = Writer(first)
        replaced, w.moved, failed = w.local(), w.local(), w.local()
        w.failed = failed
        family = self.ancestors(frame)
        before = [w.local() for _ in family]
        moves = self.moves(frame)
        at_agent, at_object = self.role_index(frame, "agent"), self.role_index(frame, "object")
        manner = self.place_of_manner(frame)
        env = self.event_env(frame)
        go = w.label()  # label 1: after the first gate
        if self.manners_of(frame) and (decl.steps or decl.kind_of):
            self.settle_manner(frame, w, i, manner)
        w.line(f"if not ok{i}(s, fr):")
        w.line(f"s[{L['did']}] = 0", 1)
        w.line("return 1", 1)
        w.place(go)
        if moves:
            self.look_before(w, before, family)
        noticing, doing, back = w.label(), w.label(), w.label()
        slots = [f"s[{L['instead ' + f]}]" for f in family]
        w.line(f"if {' or '.join(slots)}:")
        w.line(f"r = replacing(s, {' + '.join(slots)}, fr)", 1)
        w.line("if r is not None:", 1)
        w.line(f"fr[{replaced}] = 2 if HAPPENS[r[0]] else 1", 2)
        w.line(f"s[{L['instead']}] = 0", 2)
        w.line(f"if not replace(m, s, r, fr, {first - 1}):", 2)
        w.line(f"fr[1] = {back}; m.rest.append(fr)", 3)
        w.line("return 0", 3)
        w.line(f"pc = {back}", 2)
        w.line("continue", 2)
        w.jump(doing)
        w.place(back)
        w.line(f"if s[{L['instead']}]:")
        w.line(f"s[{L['did']}] = 1", 1)
        w.line(f"if fr[{replaced}] == 1: return 1", 1)
        w.line(f"pc = {noticing}", 1)
        w.line("continue", 1)
        w.line(f"fr[{replaced}] = None")
        w.place(doing)
        early = self.told_first(frame)
        if early:
            self.tell_event(i, w, first, replaced)
        step_env = env
        if decl.keeps_controller and at_object is not None:
            step_env = env.naming(agent=(f"controller(s, fr[{at_object}])", "player"))
        for step in self.steps_of(frame):
            after = w.label()
            if step.when is not None:
                w.unless(f"fr[{manner}] == {self.manner_index(frame, step.when)}", after)
            self.guard(step, lambda x=step: self.effect(x.effect, w, step_env))
            w.place(after)
        w.line(f"if fr[{failed}]:")
        w.line(f"s[{L['did']}] = 0", 1)
        w.line("return 1", 1)
        w.place(noticing)
        if not early:
            self.tell_event(i, w, first, replaced)
        self.after_steps(frame, w, family, before, first, at_agent, at_object)
        if decl.then is not None:
            w.call(w.label(), "flush(m, s)")
            self.guard(decl, lambda: self.effect(decl.then, w, env))
        w.line(f"s[{L['did']}] = 1")
        w.line(f"if s[{L['once']}]: return do_once(m, s)")
        w.line("return 1")
        self.functions[f"e{i}"] = w.source(f"e{i}")
        self.programs[pid] = Program(f"e{i}", w.locals, decl.span, decl.verb, decl, w.first)

    def told_first(self, frame: str) -> bool:
        """Whether a verb is told before its steps: when they bring about more that is told, and do not find what they move."""
        steps = [x for step in self.steps_of(frame) for x in walk(step.effect)]
        finds = self.game.frames[frame].counted and any(isinstance(x, n.Move) for x in steps)
        return not finds and any(
            isinstance(x, (n.UseText, n.Choose, n.Finish, n.FirstTrue, n.Do, n.Change)) for x in steps
        )

    def role_is_player(self, frame: str, role: str) -> bool:
        for name in self.ancestors(frame):
            for form in self.game.frames[name].forms:
                for r in form.roles:
                    if r.name == role and isinstance(r.value, n.Select):
                        from .layout import PLAYER_WORDS

                        return r.value.noun in PLAYER_WORDS
        return False

    def settle_manner(self, frame: str, w: Writer, i: int, manner: int) -> None:
        """A way that was not said is chosen among those that may be."""
        decl = self.game.frames[frame]
        chosen = w.label()
        ask = w.label()
        at_object = self.role_index(frame, "object")
        w.unless(f"fr[{manner}] is None", chosen)
        manners = self.manners_of(frame)
        w.line("o = []")
        for k, name in enumerate(manners):
            w.line(f"fr[{manner}] = {k}")
            now = "False"
            if decl.default_manner == "other" and name in self.game.nouns:
                now = self.is_noun(name, f"fr[{at_object}]", "card", Env(), decl)
            w.line(f"if not {now} and ok{i}(s, fr): o.append({k})")
        w.line(f"fr[{manner}] = o[0] if o else None")
        w.line("if not o:")
        w.line(f"s[{self.L['did']}] = 0", 1)
        w.line("return 1", 1)
        w.line("if len(o) > 1:")
        w.line(f"fr[1] = {ask}", 1)
        w.line(f"fr[{manner}] = None", 1)
        w.line(f"return ask(m, s, fr, fr[3], 'manner', tuple(o), {self.prompt(decl)})", 1)
        w.jump(chosen)
        w.place(ask)
        w.line(f"fr[{manner}] = m.pick")
        w.place(chosen)

    def event_env(self, frame: str) -> Env:
        """The participants of a verb by name, in its own frame."""
        at_object = self.role_index(frame, "object")
        env = Env(me=f"fr[{at_object}]" if at_object is not None else "fr[2]", you="fr[3]")
        for k, role in enumerate(self.roles[frame]):
            kind = "number" if role == "number" else "card"
            if role == "agent":
                kind = "player" if self.agent_is_player(frame) else "card"
            elif self.role_is_player(frame, role):
                kind = "player"
            env = env.naming(**{role: (f"fr[{FIRST + k}]", kind)})
            if role in ("into", "to", "from") and any(
                r.name == role and isinstance(r.value, n.Place)
                for name in self.ancestors(frame)
                for f in self.game.frames[name].forms
                for r in f.roles
            ):
                env = env.naming(**{"#zone": (f"fr[{FIRST + k}]", "zone")})
        return env.naming(**{"#thing": (f"fr[{at_object}]", "card")}) if at_object is not None else env

    def tell_event(self, i: int, w: Writer, first: int, replaced: int) -> None:
        w.line(
            f"m.told = (({i}, fr[2], fr[{first - 1}], fr[{replaced}], fr[{replaced + 1}], *fr[4:{first - 1}]), m.told)"
        )

    def after_steps(
        self,
        frame: str,
        w: Writer,
        family: list[str],
        before: list[int],
        first: int,
        at_agent: int | None,
        at_object: int | None,
    ) -> None:
        """The event has happened: it is remembered, told, noticed, and what is out of bounds is settled."""
        L = self.L
        self.remember(frame, w, family, before, first)
        settle = w.label()
        w.place(settle)
        w.line(f"if s[{L['dirty']}] or s[{L['orphans']}] or s[{L['shuffle']}]:")
        w.line("if not settle(m, s):", 1)
        w.line(f"fr[1] = {settle}; m.rest.append(fr)", 2)
        w.line("return 0", 2)

    def moves(self, frame: str) -> bool:
        """Whether the steps of a verb move something: then its triggers look back at how things were."""
        return any(isinstance(x, n.Move) for step in self.steps_of(frame) for x in walk(step.effect)) and not any(
            isinstance(x, (n.Choose, n.UseText)) for step in self.steps_of(frame) for x in walk(step.effect)
        )

    def look_before(self, w: Writer, before: list[int], family: list[str]) -> None:
        """The triggers that the event fits as things are before its steps."""
        for slot, f in zip(before, family, strict=True):
            at = self.L["when " + f]
            z = f"z{slot}"
            w.line(
                f"{z} = s[{at}] if s[{self.L['snap']}] is None else s[{self.L['snap']}][{at - self.L.index_triggers}]"
            )
            w.line(f"fr[{slot}] = fitting(s, {z}, fr) if {z} else ()")
            if self.keyword_triggers.get(at):
                w.line("kb = []")
                for keyword, number, bearer in self.keyword_triggers[at]:
                    self.keyword_notice(w, keyword, number, bearer, "kb.append(e)")
                w.line(f"fr[{slot}] = (fr[{slot}], tuple(kb))")

    def remember(self, frame: str, w: Writer, family: list[str], before: list[int], first: int) -> None:
        """The event goes into the histories that are asked about, and wakes its triggers."""
        L = self.L
        at_agent, at_object = self.role_index(frame, "agent"), self.role_index(frame, "object")
        marks = []
        for at, role in ((at_agent, "agent"), (at_object, "object")):
            if self.takes_many(frame, role):
                at = None
            marks.append(
                f"(s[{L['time']} + fr[{at}]] if fr[{at}] is not None and fr[{at}] >= 0 else None)"
                if at is not None
                else "None"
            )
        kept = [(f, p) for f, p in self.out.history if f in family]
        if kept:
            w.line(f"h = (0, 0, {marks[0]}, {marks[1]}, *fr[4:{first - 1}])")
            for f, p in kept:
                slot = L[f"history {f} {p}"]
                w.line(f"s[{slot}] += (h,)")
        end = first - 1
        snap = f"s[{L['snap']}]"
        for slot, f in zip(before, family, strict=True):
            at = L["when " + f]
            past = f"{snap}[{at - L.index_triggers}]"
            gone = f"fitting(s, [e for e in {past} if e not in s[{at}]], fr) if {snap} is not None and {past} else ()"
            b = f"b{slot}"
            looked = self.moves(frame) and bool(self.keyword_triggers.get(at))
            if looked:
                w.line(f"{b}, kb = fr[{slot}] or ((), ())")
            else:
                w.line(f"{b} = fr[{slot}]" if self.moves(frame) else f"{b} = {gone}")
            w.line(f"if {b} or s[{at}]: collect(m, s, fr, s[{at}], {b}, {at}, {end})")
            if looked:
                w.line(f"for e in kb: pend(m, s, e, fr, {end}, 0)")
            done = f"{'if e not in kb: ' if looked else ''}pend(m, s, e, fr, {end}, 0)"
            for keyword, number, bearer in self.keyword_triggers.get(at, ()):
                self.keyword_notice(w, keyword, number, bearer, done)

    def keyword_notice(self, w: Writer, keyword: str, number: int, bearer: int | None, done: str) -> None:
        """Whether a keyword's trigger fits the event, for the card that the event names or for all that have the keyword."""
        i = self.number_of(self.game.keywords, keyword)
        slot = self.L[f"keyword {keyword}"]
        if bearer is None:
            w.line(f"if s[{slot}]:")
            w.line(f"for b in bearers(s, {slot}, k{i}):", 1)
            w.line(f"e = ({number}, b, None, 0, None, b, None)", 2)
            w.line(f"if a{number}(s, e, fr):", 2)
            w.line(done, 3)
            return
        w.line(f"b = fr[{bearer}]")
        w.line(f"if b is not None and b >= 0 and (s[{slot}] or s[{self.L['last']} + b]) and lk{i}(s, b):")
        w.line(f"e = ({number}, b, None, 0, None, b, None)", 1)
        w.line(f"if a{number}(s, e, fr):", 1)
        w.line(done, 2)

    # -- clock, limits, actions, end ---------------------------------------------------------------------------

    def periods(self) -> None:
        for i, (name, decl) in enumerate(self.game.periods.items()):
            self.owner = name
            env = Env(you="fr[3]", period=name)
            self.out.period_steps[name] = tuple(
                pid
                for pid in (
                    self.guard(step, lambda s=step, k=k: self.step_program(f"step{i}_{k}", s, env))
                    for k, step in enumerate(decl.steps)
                )
                if pid is not None
            )
            if decl.on_start is not None:
                made = self.guard(decl, lambda: self.step_program(f"begin{i}", decl.on_start, env))
                if made is not None:
                    self.out.period_start[name] = made
            if decl.on_end is not None:
                made = self.guard(decl, lambda: self.step_program(f"finish{i}", decl.on_end, env))
                if made is not None:
                    self.out.period_end[name] = made
            if decl.ends_when is not None:
                code = self.shown(decl.ends_when, env)
                self.functions[f"ends{i}"] = f"def ends{i}(s):\n    return {code}\n"
            if decl.next_player is not None:
                following = self.guard(decl, lambda d=decl: self.as_player(d.next_player, Env(you="p")))
                self.functions[f"next{i}"] = f"def next{i}(s, p):\n    return {following}\n"
            for slot_name in (f"starts {name}", f"ends {name}"):
                at = self.L[slot_name]
                for keyword, number, _ in self.keyword_triggers.get(at, ()):
                    k = self.number_of(self.game.keywords, keyword)
                    self.out.keyword_moments.setdefault(at, []).append((k, number))

    # -- the part of a trial that decides ----------------------------------------------------------------------

    def deciders(self) -> None:
        """For a period at which trials stop: a function that says which events its steps would make, without making them."""
        for decl in self.game.periods.values():
            if decl.trial_until is None or decl.trial_until not in self.game.periods:
                continue
            part = self.game.periods[decl.trial_until]
            lines = ["def decide(s):", "    out = []"]
            try:
                self.decide_verbs: set[str] = set()
                for step in part.steps:
                    self.decide(step, Env(you="None", period=part.name), lines, 1, {})
            except CannotCompile:
                continue
            lines.append("    return out")
            self.functions["decide"] = "\n".join(lines) + "\n"
            self.out.decides = tuple(sorted(self.decide_verbs))

    def decide(self, effect: Any, env: Env, lines: list[str], depth: int, known: dict[str, str]) -> None:
        pad = "    " * depth
        if depth > 60:
            raise CannotCompile("troppo profondo")
        if isinstance(effect, n.Sequence):
            for part in effect.parts:
                self.decide(part, env, lines, depth, known)
        elif isinstance(effect, n.FirstTrue):
            for k, part in enumerate(effect.parts):
                if not isinstance(part, n.If):
                    self.decide(part, env, lines, depth, dict(known))
                    return
                code = self.asked_once(self.guarded(part.condition, env), known, lines, depth)
                lines.append("    " * depth + f"if {code}:")
                self.decide(part.then, env, lines, depth + 1, dict(known))
                if part.otherwise is not None:
                    lines.append("    " * depth + "else:")
                    self.decide(part.otherwise, env, lines, depth + 1, dict(known))
                elif k + 1 < len(effect.parts):
                    lines.append("    " * depth + "else:")
                    depth += 1
        elif isinstance(effect, n.If):
            code = self.asked_once(self.guarded(effect.condition, env), known, lines, depth)
            lines.append(pad + f"if {code}:")
            self.decide(effect.then, env, lines, depth + 1, dict(known))
            if effect.otherwise is not None:
                lines.append(pad + "else:")
                self.decide(effect.otherwise, env, lines, depth + 1, dict(known))
        elif isinstance(effect, n.Do):
            self.decide_event(effect, env, lines, depth, known)
        else:
            raise CannotCompile("non si decide senza fare", effect)

    def asked_once(self, code: str, known: dict[str, str], lines: list[str], depth: int) -> str:
        w = Writer(0)
        fresh = self.once(code, known, w)
        lines += ["    " * depth + line for line in w.blocks[0][1]]
        return fresh

    def decide_event(self, node: n.Do, env: Env, lines: list[str], depth: int, known: dict[str, str]) -> None:
        frame = self.frame_of(node.event)
        decl = self.game.frames[frame]
        by_name = {r.name: r.value for r in node.event.roles}
        if (
            decl.kind_of is not None
            or decl.then is not None
            or decl.place is not None
            or decl.object_condition is not None
        ):
            raise CannotCompile("non si decide senza fare", node)
        if any(isinstance(v, n.Select) and not self.no_thing(v) and not self.steps_of(frame) for v in by_name.values()):
            raise CannotCompile("non si decide senza scegliere", node)
        if frame in self.forbidden:
            raise CannotCompile("può essere vietato", node)
        self.decide_verbs.add(frame)
        if self.steps_of(frame):
            for step in self.steps_of(frame):
                self.decide(step.effect, env, lines, depth, known)
            return
        roles = [
            self.number(by_name[r], env) if r in by_name and not isinstance(by_name[r], n.Select) else "None"
            for r in self.roles[frame]
        ]
        time = self.L["time"]
        marks = [f"s[{time} + {roles[k]}]" if k < len(roles) and roles[k] != "None" else "None" for k in (0, 1)]
        for f, p in self.out.history:
            if f == frame:
                record = f"(0, 0, {marks[0]}, {marks[1]}, {', '.join(roles + [''])}None, None)"
                lines.append("    " * depth + f"out.append(({self.L[f'history {f} {p}']}, {record}))")
        lines.append("    " * depth + "pass")

    def step_program(self, name: str, effect: Any, env: Env) -> int:
        w = Writer(FIRST)
        self.effect(effect, w, env)
        return self.program(name, w, cause=effect)

    def limits(self) -> None:
        for i, (name, decl) in enumerate(self.game.limits.items()):
            self.owner = name
            self.guard(decl, lambda i=i, d=decl: self.limit(i, d))

    def limit(self, i: int, decl: Any) -> None:
        from .layout import PLAYER_WORDS

        players = decl.of in PLAYER_WORDS
        kind = "player" if players else "card"
        env = Env(you="o" if players else f"s[{self.L['ctrl']} + o]", names={"of": ("o", kind)})
        all_of = "PLAYERS" if players else self.listed(n.Select(decl.of, quantity=n.Quantity.ALL), Env())
        what = self.listed(evolve(decl.what, quantity=n.Quantity.ALL), env)
        leaver = self.listed(evolve(decl.leaver, quantity=n.Quantity.ALL), env)
        self.functions[f"lim{i}"] = (
            f"def lim{i}(s):\n    for o in {all_of}:\n        if len({what}) > {decl.most} and {leaver}: return o\n    return None\n"
        )
        w = Writer(FIRST + 1)
        run = Env(you="fr[3]", names={"of": (f"fr[{FIRST}]", kind)})
        code, run, _ = self.choose(
            evolve(decl.leaver, quantity=n.Quantity.EXACTLY, number=None, bind=decl.leaver.bind or "leaver"),
            w,
            run,
            "fr[3]",
            None,
        )
        run = run.naming(leaver=(code, "card"))
        effect = decl.effect
        if isinstance(effect, n.Do):
            roles = tuple(
                evolve(r, value=n.Var("leaver")) if isinstance(r.value, n.Select) and r.name == "object" else r
                for r in effect.event.roles
            )
            effect = evolve(effect, event=evolve(effect.event, roles=roles))
        self.effect(effect, w, run)
        self.out.limits.append(self.program(f"limit{i}", w, cause=decl))

    def actions(self) -> None:
        self.any_free = any(isinstance(x, n.Allow) and x.free for x in self.nodes)
        for i, (name, decl) in enumerate(self.game.actions.items()):
            self.owner = name
            self.out.action_programs.append(0)
            self.guard(decl, lambda i=i, d=decl: self.action(i, d))

    def action(self, i: int, decl: Any) -> None:
        """The options of an action, all legal, and its program."""
        names: dict[str, tuple[str, str]] = {}
        lines = [f"def opts{i}(s, p, out):"]
        payable = (
            " and ".join(
                f"s[{self.L['value ' + x.value]} + p] >= {self.number(x.amount, Env(you='p'))}" for x in decl.price
            )
            or "True"
        )
        lines.append(f"    paid = {payable}")
        if not self.any_free:
            lines.append("    if not paid: return")
        pad = "    "
        env = Env(you="p", names=names)
        if decl.limit is not None and decl.per in self.game.periods:
            mark = f"({i}, p, {self.number_of(self.game.periods, decl.per)})"
            lines.append(f"{pad}if s[{self.L['acted']}].count({mark}) >= {self.number(decl.limit, env)}: return")
        for condition in decl.conditions:
            lines.append(f"{pad}if not ({self.condition(condition, env)}): return")
        run_names: dict[str, tuple[str, str]] = {}
        event = self.first_event(decl.effect)
        frame = self.frame_of(event) if event is not None else None
        order = sorted(
            range(len(decl.choices)), key=lambda k: decl.choices[k].what is not None
        )  # ways first: they ask little
        inside = "return"
        for k in order:
            choice = decl.choices[k]
            var = f"x{k}"
            if choice.what is not None:
                listed = self.listed(evolve(choice.what, quantity=n.Quantity.ALL), env)
                kind = "player" if choice.what.noun in PLAYER_WORDS else "card"
                bound = {choice.what.bind or f"#{k}": (var, kind)}
            else:
                assert frame is not None
                listed = repr(tuple(self.manner_index(frame, x, decl) for x in choice.manners))
                kind = "manner"
                bound = dict.fromkeys(CHOSEN, (var, kind))
            lines.append(f"{pad}for {var} in {listed}:")
            pad += "    "
            inside = "continue"
            env = env.naming(**bound)
            run_names.update(dict.fromkeys(bound, (f"fr[{FIRST + k}]", kind)))
        if event is not None and frame is not None:
            parts = dict(self.known_parts(frame, event, env))
            places = [parts.get(FIRST + k, "None") for k in range(len(self.roles[frame]) + 1)]
            ev = f"[0, 0, None, p, {', '.join(places)}, None, 0]"
            lines.append(f"{pad}if not ok{self.number_of(self.game.frames, frame)}(s, {ev}): {inside}")
            if self.any_free:
                family = " + ".join(f"s[{self.L['allow ' + f]}]" for f in self.ancestors(frame))
                lines.append(f"{pad}free = 1 if is_free(s, {family}, {ev}) else 0")
                lines.append(f"{pad}if not (paid or free): {inside}")
        free = "free" if self.any_free and event is not None else "0"
        lines.append(f"{pad}out.append(({i}, {free}, {''.join(f'x{k}, ' for k in range(len(decl.choices)))}))")
        self.functions[f"opts{i}"] = "\n".join(lines) + "\n"
        prices = [
            f"    s[{self.L['value ' + x.value]} + p] -= {self.number(x.amount, Env(you='p'))}" for x in decl.price
        ] or ["    pass"]
        self.functions[f"pay{i}"] = f"def pay{i}(s, p):\n" + "\n".join(prices) + "\n"
        w = Writer(FIRST + len(decl.choices))
        self.effect(decl.effect, w, Env(you="fr[3]", names=run_names))
        self.out.action_programs[i] = self.program(f"act{i}", w, cause=decl)

    def known_parts(self, frame: str, event: n.Event, env: Env) -> list[tuple[int, str]]:
        """The places of an event that can be filled with the names known so far."""
        found = []
        by_name = {r.name: r.value for r in event.roles}
        for k, role in enumerate(self.roles[frame]):
            value = by_name.get(role)
            if value is None:
                if role == "agent" and "agent" not in by_name and not self.reflexive(frame, event):
                    found.append((FIRST + k, "p"))
                continue
            names = {x.name for x in walk(value) if isinstance(x, n.Var)}
            if names <= set(env.names) and not isinstance(value, n.Place) and not self.no_thing(value):
                found.append((FIRST + k, self.number(value, env)))
        manner = (
            self.manner_code(frame, event, env) if set(event.manner) <= set(env.names) or not event.manner else "None"
        )
        if manner != "None":
            found.append((self.place_of_manner(frame), manner))
        return found

    def first_event(self, effect: Any) -> n.Event | None:
        for node in walk(effect):
            if isinstance(node, n.Do):
                return node.event
        return None

    def ending(self) -> None:
        ending = self.game.ending
        env = Env(you="c", candidate="c", candidate_kind="player")
        score = self.number(ending.score, env) if ending is not None and ending.score is not None else "0"
        tie = "None"
        if ending is not None and ending.tie is not None:
            tie = self.number(ending.tie, Env(you="None"))
        self.functions["score"] = f"def score(s, c):\n    return {score}\n"
        self.functions["tie"] = f"def tie(s):\n    return {tie}\n"


def compile_game(game: GameMeaning, cards: tuple[CardDecl, ...] | None = None) -> Compiled:
    """The programs of a game with these cards (by default all those of its decks)."""
    if cards is None:
        cards = tuple(card for deck in game.decks.values() for card in deck.cards)
    capacity = max(32, -(-len(cards) // 32) * 32)
    return Compiler(game, cards, capacity).compile()


__all__ = ["Compiled", "Compiler", "compile_game"]
