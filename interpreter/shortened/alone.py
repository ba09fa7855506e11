"""What each of two things brings to a trial alone, where nothing can change it for the other: so it need not be asked for each pair.

A trial sets who takes part, asks what decides, and puts all back; who looks for all pairs of two piles asks it of each pair. But
mostly what decides is one value of each compared, and nothing that stands on that value looks at the trial. Here it is found
out which functions could look at it; of those that stand by a keyword or by a claim a card asks at the time, once.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable

from attrs import frozen

from ..program.compiled import Compiled
from ..program.layout import ENTRY
from .reactions import Reactions
from .shapes import copied, slot_of, walk
from .shortcut import Shortcut
from .simplify import Fact, Known, Simplifier
from .statements import Statements
from .still import filled

VALUE = re.compile(r"v\d+")
NAMED = re.compile(r"\b[a-z]\w*")  # also of what is only handed on: «total(v0, s, pile)»
APPLIED = re.compile(r"(?:(?:apply|heard)\(s, \(|FN\[)(\d+)\b")
SLOT = re.compile(r"\bs\[(\d+)[\] ]")


class Readers:
    """Which functions could look at some slots, those included that stand where they ask."""

    def __init__(self, compiled: Compiled, functions: dict[str, str]) -> None:
        self.filled = filled(compiled)
        self.dead = compiled.dead
        self.parts: dict[str, str] = {}
        for source in functions.values():
            if "def " in source:
                for function in ast.parse(source).body:
                    if isinstance(function, ast.FunctionDef):
                        self.parts[function.name] = ast.unparse(function)

    def asks(self, names: Iterable[str], slots: frozenset[int], but: frozenset[str] = frozenset()) -> bool:
        """Whether one of the functions, or what they come to ask, reads one of the slots, tries something, or is ``but``."""
        waiting, seen = list(names), set()
        while waiting:
            name = waiting.pop()
            if name in seen or name not in self.parts:
                continue
            seen.add(name)
            text = self.parts[name]
            asked = {int(x) for x in SLOT.findall(text)}
            if asked & slots or "would" in text or name in but:
                return True
            waiting += NAMED.findall(text)
            waiting += [f"a{x}" for x in APPLIED.findall(text)]
            waiting += [f"a{x}" for slot in asked for x in self.filled.get(slot, ())]
        return False


@frozen
class Brought:
    """A value that a thing brings: its function, and the keywords that change it while the trial is looked at."""

    value: str
    keywords: tuple[tuple[int, str], ...]  # the slot where the keyword is given, the function that tells who has it
    changed: int  # the slot of what stands on the value
    by: tuple[int, ...]  # the abilities there that look at the trial


class Alone:
    """The parts of a trial's judgement that are of one thing, as functions; with none where they cannot be parted."""

    def __init__(
        self, compiled: Compiled, simplifier: Simplifier, functions: dict[str, str], reactions: Reactions
    ) -> None:
        self.compiled, self.simplifier = compiled, simplifier
        self.functions, self.reactions = functions, reactions
        self.readers = Readers(compiled, functions)
        self.claims = frozenset(simplifier.silent.values()) - simplifier.dead

    def sources(
        self, name: str, short: Shortcut, heard: list[int], woken: str, judgement: Callable[[], str]
    ) -> dict[str, str]:
        """The functions beside that of a trial: what a thing brings in each place («alone»), and what comes of two («judged»).

        ``heard``: the slots of what could react, which ``woken`` goes through. «judged» gives None where something reacts."""
        slots = frozenset(short.kept)
        silent = set(short.silent) - self.simplifier.dead
        if len(short.participants) != 2 or silent or not self.readers.filled:
            return {}
        listening = [f"a{x}" for slot in heard for x in self.readers.filled.get(slot, ())]
        self.readers.parts["woken"] = woken
        if self.readers.asks(["woken", *listening], slots):
            return {}
        dead = self.simplifier.dead
        self.simplifier.dead = dead | self.claims
        found = judged(ast.parse(judgement()).body[0], self.simplifier)
        self.simplifier.dead = dead
        if found is None:
            return {}
        outcome, values = found
        brought = [self.brought(value, slots) for value in values]
        made: dict[str, str] = {}
        for i, each in enumerate(brought):
            if each is None:
                return {}
            if not i or each != brought[0]:
                made[f"alone{i}_{name}"] = self.alone(f"alone{i}_{name}", each)
        event = "[0, 0, None, you, r0, r1, None, None, 0]"
        verb = re.match(r"would(\d+)", name)
        assert verb is not None
        reacts = f"({' or '.join(f's[{x}]' for x in heard)}) and woken{verb[1]}(s, {event})" if heard else "False"
        result = ast.unparse(outcome)
        made[f"judged_{name}"] = (
            f"def judged_{name}(s, you, r0, r1, x, w0, w1):\n    return None if {reacts} else {result}\n"
        )
        if heard:
            stand = " + ".join(f"s[{x}]" for x in heard)
            made[f"awake_{name}"] = f"def awake_{name}(s):\n    return [e for e in {stand} if not IDLE[e[0]]]\n"
        first = brought[0]
        if first is not None and brought[1] == first and len(first.keywords) == 1:
            reacted = self.reacted(name, short, heard, event)
            reacts = f"awake and woken{verb[1]}(s, {event})" if heard else reacts
            made |= self.met(name, short, first, reacts, result) | {f"reacted_{name}": reacted}
        return made

    def met(self, name: str, short: Shortcut, brought: Brought, reacts: str, result: str) -> dict[str, str]:
        """The outcome of two of which one has the keyword that looks at the trial («met»): its value without it («base») is
        kept, and what the keyword adds («brings») is asked of the pair."""
        brings = self.brings(name, short, brought)
        base = self.base(name, brought)
        if brings is None or base is None:
            return {}
        source, floor = base
        lines = [f"def met_{name}(s, you, r0, r1, x, w0, w1, kept, awake):"]
        if reacts != "False":
            lines += [f"    if {reacts}: return reacted_{name}(s, you, r0, r1, x)"]
        for i in (0, 1):
            bounded = re.sub(r"\bx\b", f"w{i}", floor)
            lines += [
                f"    if w{i} is None:",
                f"        if r{i} not in kept: kept[r{i}] = base_{name}(s, r{i})",
                f"        w{i} = kept[r{i}]",
                f"        if w{i} is None: return {name}(s, you, r0, r1, x)",
                f"        r = brings_{name}(s, r{i}, r0, r1)",
                f"        if r is not None: w{i} += r",
                f"        w{i} = {bounded}",
            ]
        lines.append(f"    return {result}")
        return {f"brings_{name}": brings, f"base_{name}": source, f"met_{name}": "\n".join(lines) + "\n"}

    def reacted(self, name: str, short: Shortcut, heard: list[int], event: str) -> str:
        """The outcome when something reacts: if all that does is that something stands, that is put on a copy and what decides
        is asked there; else the trial is carried out."""
        L, when = self.compiled.layout, short.waking[0][0]
        full = f"return {name}(s, you, r0, r1, x)"
        stands = self.reactions.standing(short, 2 + len(event.split(", ")[4:-1]))
        others = [f"s[{slot}]" for slot in (L["suppress"], *heard) if slot != when and slot not in self.simplifier.dead]
        lines = [f"def reacted_{name}(s, you, r0, r1, x):"]
        if others:
            lines.append(f"    if {' or '.join(others)}: {full}")
        lines += [
            f"    event = {event}",
            "    found = []",
            f"    for e in s[{when}]:",
            "        if not IDLE[e[0]] and FN[e[0]](s, e, event):",
            f"            if e[0] not in {tuple(stands)!r} or e[1] is None or len(e) > {ENTRY}: {full}",
            "            found.append(e)",
            "    t = s[:]",
            "    for e in found:",
            f"        user = t[{L['ctrl']} + e[1]] if e[2] is None else e[2]",
            *(f"        if e[0] == {a}: {q}(None, t, e[1], user, *event[4:-1])" for a, q in stands.items()),
            *(f"    t[{at}] = r{index - 4}" for at, index in short.participants),
            *(f"    t[{at}] += 1" for at in short.opened),
            *(f"    t[{at}] = ()" for at in short.histories),
            f"    return {name}_(t, r0, r1, x)",
        ]
        return "\n".join(lines) + "\n"

    def base(self, name: str, brought: Brought) -> tuple[str, str] | None:
        """The value without its keyword and before it is bounded, None where it goes through layers; and how it is bounded."""
        head = ast.parse("\n".join(self.guarded(f"base_{name}", brought, False)) + "\n").body[0]
        first = self.parted(brought, "")[0]
        last = first.body[-1]
        if not (isinstance(head, ast.FunctionDef) and isinstance(last, ast.Return) and last.value is not None):
            return None
        floor = ast.dump(last.value)
        for x in walk(first):
            if isinstance(x, ast.Return) and x.value is not None:
                x.value = ast.Name("x", ast.Load()) if ast.dump(x.value) == floor else ast.Constant(None)
        bound = ast.unparse(self.parted(brought, "")[0].body[-1]).removeprefix("return ")
        head.body += first.body
        return ast.unparse(ast.fix_missing_locations(head)) + "\n", bound

    def brings(self, name: str, short: Shortcut, brought: Brought) -> str | None:
        """What the keyword adds to a thing in a trial of two, as a function that needs no trial; None where it does."""
        abilities = {
            found[2] for node in self.family(brought.value) for x in node.body if (found := by_keyword(x)) is not None
            and found[:2] in brought.keywords
        }  # fmt: skip
        ability = abilities.pop()
        if abilities or self.compiled.abilities[ability].recursive:
            return None
        node = ast.parse(self.functions[f"a{ability}"]).body[0]
        assert isinstance(node, ast.FunctionDef)
        entry, thing = (x.arg for x in node.args.args[1:3])
        known = Known(facts={x: Fact("card") for x in ("c", "r0", "r1")})
        known = known.meaning(entry, ast.parse(f"({ability}, c, None, 0, None, c, None)", mode="eval").body)
        known = known.meaning(thing, ast.Name("c", ast.Load()))
        for at, index in short.participants:
            known = known.equating(at, ast.Name(f"r{index - 4}", ast.Load()))
        for at in short.opened:
            known = known.equating(at, ast.parse(f"s[{at}] + 1", mode="eval").body)
        node.name = f"brings_{name}"
        node.args = ast.parse("def f(s, c, r0, r1): pass").body[0].args  # type: ignore[attr-defined]
        dead = self.simplifier.dead
        self.simplifier.dead = dead | frozenset(short.histories)
        Statements(self.simplifier, known).function(node)
        self.simplifier.dead = dead
        source = ast.unparse(ast.fix_missing_locations(node)) + "\n"
        body = self.readers.parts["brings"] = source.replace(node.name, "brings")
        called = [*NAMED.findall(body), *(f"a{x}" for x in APPLIED.findall(body))]
        slots = frozenset(short.kept)
        if self.readers.asks(["brings"], slots - {*short.opened}) or self.readers.asks({*called} - {"brings"}, slots):
            return None
        return source

    def brought(self, value: str, slots: frozenset[int]) -> Brought | None:
        """What there is to know of a value; None when something that is always there looks at the trial."""
        keywords = {each for node in self.family(value) for stmt in node.body if (each := by_keyword(stmt)) is not None}
        looking = tuple(sorted((slot, has) for slot, has, a in keywords if self.readers.asks([f"a{a}"], slots)))
        changed = self.compiled.layout[f"mod {list(self.compiled.game.values)[int(value[1:])]}"]
        on_it = self.readers.filled.get(changed, frozenset())
        by = tuple(sorted(a for a in on_it if self.readers.asks([f"a{a}"], slots)))
        found = Brought(value, looking, changed, by)
        parts = self.parted(found, "rest")
        self.readers.parts |= {x.name: ast.unparse(ast.fix_missing_locations(x)) for x in parts}
        self.readers.filled[changed] = on_it - {*by}
        # another card's value that is asked on the way could be changed by them
        again = frozenset({value, f"l{value}"}) if by else frozenset()
        looks = self.readers.asks(["rest", *(has for _, has in looking)], slots, again)
        self.readers.filled[changed] = on_it
        return None if looks else found

    def family(self, value: str) -> list[ast.FunctionDef]:
        """The functions of a value: the quick one, and the one that goes through all layers."""
        found = [x for x in ast.parse(self.functions[value]).body if isinstance(x, ast.FunctionDef)]
        return [x for x in found if x.name in (value, "w" + value[1:])]

    def parted(self, brought: Brought, name: str) -> list[ast.FunctionDef]:
        """The same functions without what the keywords add, under another name."""
        names = {brought.value: name, "w" + brought.value[1:]: f"{name}_"}
        parts = self.family(brought.value)
        for part in parts:
            part.name = names[part.name]
            part.body = [x for x in part.body if (by_keyword(x) or ())[:2] not in brought.keywords]
            for x in walk(part):
                if isinstance(x, ast.Name):
                    x.id = names.get(x.id, x.id)
        return parts

    def alone(self, name: str, brought: Brought) -> str:
        """A value of a card that no trial can change, or None: one that claims something, has a keyword that looks at the trial."""
        made = ast.parse("\n".join(self.guarded(name, brought, True)) + "\n")
        head = made.body[0]
        assert isinstance(head, ast.FunctionDef)
        first, *others = self.parted(brought, name)
        head.body += first.body
        made.body += others
        return ast.unparse(ast.fix_missing_locations(made)) + "\n"

    def guarded(self, name: str, brought: Brought, keywords: bool) -> list[str]:
        """The lines with which such a function begins: where it says nothing."""
        lines = [f"def {name}(s, c):", f"    if s[{self.compiled.layout['trial']}] is not None: return None"]
        concerned = [(slot, "") for slot in sorted(self.claims)]
        if brought.by:
            concerned.append((brought.changed, f" and e[0] in {brought.by!r}"))
        for slot, which in concerned:
            lines += [
                f"    if s[{slot}]:",
                f"        for e in s[{slot}]:",
                "            r = ONLY[e[0]]",
                f"            if (not r or e[r] == c){which}: return None",
            ]
        if keywords:
            lines += [f"    if s[{slot}] and {has}(s, c): return None" for slot, has in brought.keywords]
        return lines


def by_keyword(stmt: ast.stmt) -> tuple[int, str, int] | None:
    """Slot, function and ability of «if s[slot] and k(s, c): r = apply(s, (ability, …), c) …» in the function of a value."""
    if not (isinstance(stmt, ast.If) and isinstance(stmt.test, ast.BoolOp) and len(stmt.test.values) == 2):
        return None
    slot, has = slot_of(stmt.test.values[0]), stmt.test.values[1]
    applied = APPLIED.search(ast.unparse(stmt))
    if slot is None or applied is None or not (isinstance(has, ast.Call) and isinstance(has.func, ast.Name)):
        return None
    return slot, has.func.id, int(applied[1])


def judged(node: ast.stmt, simplifier: Simplifier) -> tuple[ast.expr, list[str]] | None:
    """What a judgement gives as one expression of ``w0`` and ``w1``, and the values that these are; None when it asks more."""
    assert isinstance(node, ast.FunctionDef)
    places = [x.arg for x in node.args.args[1:3]]
    values: dict[int, str] = {}

    def meant(value: ast.expr) -> ast.expr | None:
        """A number, or the value of one of the two."""
        if isinstance(value, ast.Constant):
            return value
        if not (isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and len(value.args) == 2):
            return None
        of = value.args[1]
        if not (VALUE.fullmatch(value.func.id) and isinstance(of, ast.Name) and of.id in places):
            return None
        at = places.index(of.id)
        return ast.Name(f"w{at}", ast.Load()) if values.setdefault(at, value.func.id) == value.func.id else None

    def given(body: list[ast.stmt], known: Known) -> ast.expr | None:
        if not body:
            return ast.Constant(False)
        first, rest = body[0], body[1:]
        if isinstance(first, ast.Return):
            return first.value
        if isinstance(first, ast.Assign) and isinstance(first.targets[0], ast.Name):
            value = meant(simplifier.expr(copied(first.value), known))
            return given(rest, known.meaning(first.targets[0].id, value)) if value is not None else None
        if not isinstance(first, ast.If):
            return None
        test = simplifier.expr(copied(first.test), known, True)
        yes, no = (
            copied(FALSE)
            if isinstance(test, ast.Constant) and bool(test.value) is not way
            else given([*part, *rest], known)
            for way, part in ((True, first.body), (False, first.orelse))
        )
        if yes is None or no is None:
            return None
        if isinstance(test, ast.Constant):
            return yes if test.value else no
        return yes if ast.dump(yes) == ast.dump(no) else ast.IfExp(test, yes, no)

    found = given(node.body, Known())
    asked = {x.id for x in walk(found) if isinstance(x, ast.Name)} if found is not None else set()
    if found is None or sorted(values) != [0, 1] or not asked <= {"w0", "w1", "x", *places}:
        return None
    return found, [values[0], values[1]]


FALSE = ast.Constant(False)
__all__ = ["Alone"]
