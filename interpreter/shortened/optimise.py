"""Generated functions made shorter: what is settled beforehand is left out, what a loop would ask again and again is asked once."""

from __future__ import annotations

import ast
import re
from functools import partial
from typing import TYPE_CHECKING

from .shapes import copied, slot_of, walk
from .simplify import Fact, Known, Simplifier
from .sorting import sorted_first
from .statements import Statements
from .still import filled
from .structure import plain_form, resumed_forms
from .trials import Trials
from .untouched import Untouched

if TYPE_CHECKING:
    from ..program.compiled import Compiled
    from ..program.standing import Ability


LOCKED = 6  # the place of an entry for the one card on which it lasts
STOPS = 6  # of a program whose rest is written out after each
RULES = re.compile(r"(a|ok|opts|pay|take|lim|per|ends|next|v|st|k|cl|decide|last_known)\d*")
TRIED = re.compile(r"\bwould\(s, (\d+)")
OF_A_CARD = re.compile(r"(v|st|k)\d+|last_known")


def optimised(compiled: Compiled) -> dict[str, str]:
    """The functions of a game as they are run when it is played many times; the same names, the same frames, the same state."""
    functions, game, L = dict(compiled.functions), compiled.game, compiled.layout
    simplifier = Simplifier(L, compiled.dead, compiled.play)
    simplifier.plain = {name: ast.parse(code, mode="eval").body for name, code in compiled.plain.items()}
    simplifier.silent = {f"cl{i}": L[f"claim {name}"] for i, name in enumerate(game.claims)}
    for name, source in functions.items():
        if name.startswith("ok"):
            function = ast.parse(source).body[0]
            assert isinstance(function, ast.FunctionDef)
            simplifier.guards[name] = Statements(simplifier, Known()).function(function)
    simplifier.told = {f"a{x.number}": node for x in compiled.abilities if (node := told(functions, x)) is not None}
    simplifier.liftable = frozenset().union(*(x.beats for x in compiled.abilities))
    trials = Trials(compiled, simplifier)
    simplifier.trial = trials.asked
    forms, named = plain_forms(compiled, simplifier), {program.name for program in compiled.programs}
    allows = frozenset(L[f"allow {frame}"] for frame in game.frames)
    for name in filter(RULES.fullmatch, compiled.functions):
        if name.startswith("opts"):
            functions[name] = paid_first(sorted_first(options(functions[name], simplifier, allows), compiled))
        else:
            known = Known(facts={"c": Fact("card")} if OF_A_CARD.fullmatch(name) else {})
            functions[name] = rewritten(functions[name], simplifier, known)
    tried = {f"e{number}" for source in compiled.functions.values() for number in TRIED.findall(source)}
    for name, (blocks, plain_) in forms.items():
        if name not in named:
            functions[name] += written(Statements(simplifier, Known()).function(plain_))
            continue
        made = [Statements(simplifier, Known()).function(each) for each in (blocks, plain_)]
        begun = ast.parse(f"if not fr[1]: return q_{name}(m, s, *fr[2:{simplifier.direct[name]}])").body
        ways, rests = going_on(made[0], name in tried)
        made[0].body = [*begun, *ways, *made[0].body]
        functions[name] = "".join(map(written, (*made, *rests)))
    for name in locked_only(compiled):
        functions[name] = unless_locked(functions[name], L["locks"])
    functions |= Untouched(compiled).functions(functions, partial(without, simplifier))
    return functions | trials.sources(functions)


def told(functions: dict[str, str], ability: Ability) -> ast.FunctionDef | None:
    """The function of a permission that is one expression."""
    if ability.kind != "allow":
        return None
    node = ast.parse(functions[f"a{ability.number}"]).body[0]
    return node if isinstance(node, ast.FunctionDef) and isinstance(node.body[0], ast.Return) else None


def without(simplifier: Simplifier, source: str, slots: frozenset[int]) -> str:
    """The functions of a text as they are while some slots are empty."""
    dead, simplifier.dead = simplifier.dead, simplifier.dead | slots
    found = rewritten(source, simplifier, Known(facts={"c": Fact("card")}))
    simplifier.dead = dead
    return found


def locked_only(compiled: Compiled) -> list[str]:
    """The functions of values that nothing changes but what lasts on one card, said when it begins."""
    game, L = compiled.game, compiled.layout
    live = {
        slot for slot, found in filled(compiled).items() if all(compiled.abilities[x].only == LOCKED for x in found)
    }
    return [f"v{i}" for i, name in enumerate(game.values) if L.slots.get(f"mod {name}") in live]


def unless_locked(source: str, locks: int) -> str:
    """A value that is asked only of the cards on which something lasts; of the others it is what is printed."""
    module = ast.parse(source)
    found = {x.name: x for x in module.body if isinstance(x, ast.FunctionDef)}
    whole = next((x for name, x in found.items() if name.startswith("w")), None)
    asked = next(x for name, x in found.items() if name.startswith("v"))
    if whole is None or f"s[{locks} +" in source or not isinstance(whole.body[0], ast.Assign):
        return source
    last, keywords = whole.body[-1], [x for x in whole.body if isinstance(x, ast.If) and isinstance(x.test, ast.BoolOp)]
    if keywords or not (isinstance(last, ast.Return) and isinstance(last.value, ast.Name)):
        return source
    quick = ast.parse(f"if not s[{locks} + c]: return {ast.unparse(whole.body[0].value)}").body
    asked.body = [*quick, *asked.body]
    return ast.unparse(ast.fix_missing_locations(module)) + "\n"


def plain_forms(compiled: Compiled, simplifier: Simplifier) -> dict[str, tuple[ast.FunctionDef, ast.FunctionDef]]:
    """The programs that have one, each as its blocks and its plain form; also behind the gate of what was offered."""
    found = {}
    for pid, program in enumerate(compiled.programs):
        source = compiled.functions.get(program.name)
        if source is None or not program.first:
            continue
        blocks = ast.parse(source).body[0]
        assert isinstance(blocks, ast.FunctionDef)
        allowed = "allowed" + program.name[1:] if program.name.startswith("e") else ""
        for label, name in enumerate((program.name, *([allowed] if allowed in compiled.functions else []))):
            plain = plain_form(name, copied(blocks), pid, program.first, program.places, label)
            if plain is not None:
                found[name] = blocks, plain
                simplifier.direct[name] = program.first
    return found


def going_on(blocks: ast.FunctionDef, tried: bool) -> tuple[list[ast.stmt], list[ast.FunctionDef]]:
    """The ways on from where a program stopped, asked before its blocks; each as a function of its own, if anything is left.

    ``tried``: it is begun behind its first test too, by a trial."""
    forms = resumed_forms(blocks.name, blocks, tried)
    ways: list[ast.stmt] = []
    rests: list[ast.FunctionDef] = []
    for label, body in forms.items():
        name = f"r{label}_{blocks.name}"
        made = ast.parse(f"def {name}(m, s, fr): return 1").body[0]
        assert isinstance(made, ast.FunctionDef)
        made.body = [*body, *made.body]
        if isinstance(made.body[0], ast.Return):
            ways += ast.parse(f"if fr[1] == {label}: return 1").body
            continue
        ways += ast.parse(f"if fr[1] == {label}: return {name}(m, s, fr)").body
        rests.append(made)
    return (ways, rests) if len(ways) <= STOPS else ([], [])


def written(function: ast.FunctionDef) -> str:
    return ast.unparse(ast.fix_missing_locations(function)) + "\n"


def rewritten(source: str, simplifier: Simplifier, known: Known) -> str:
    module = ast.parse(source)
    for function in module.body:
        if isinstance(function, ast.FunctionDef):
            Statements(simplifier, known).function(function)
    return ast.unparse(ast.fix_missing_locations(module)) + "\n"


def somewhere(source: str, slots: frozenset[int]) -> list[ast.expr]:
    """The expressions of a text that are true where something is in one of the slots: the slot, or all of them joined."""
    found = {ast.unparse(x): x for x in walk(ast.parse(source)) if isinstance(x, ast.BinOp | ast.Subscript)}
    return [x for x in found.values() if joined_slots(x) == slots]


def joined_slots(node: ast.expr) -> frozenset[int | None]:
    """The slots of «s[1] + s[2] + …»."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return joined_slots(node.left) | joined_slots(node.right)
    return frozenset({slot_of(node)})


def options(source: str, simplifier: Simplifier, allows: frozenset[int]) -> str:
    """The options of an action twice: for when no card says what may be done, and for when some does."""
    known = Known(facts={"p": Fact("player")})
    whole = rewritten(source, simplifier, known)
    spoken = sorted(slot for slot in allows if f"s[{slot}]" in whole)
    if not spoken:
        return whole
    dead = simplifier.dead
    simplifier.dead = dead | frozenset(spoken)
    short = rewritten(source, simplifier, known)
    simplifier.dead = dead
    whole = rewritten(source, simplifier, known.passed(somewhere(whole, frozenset(spoken))))
    name = source[4 : source.index("(")]
    head, body = short.split("\n", 1)
    asked = " or ".join(f"s[{slot}]" for slot in spoken)
    return f"{head}\n    if {asked}: return {name}_(s, p, out)\n{body}\n" + whole.replace(
        f"def {name}(", f"def {name}_(", 1
    )


def paid_first(source: str) -> str:
    """The options of an action behind the test of its price, which stands where all options are gathered: they ask the same."""
    module = ast.parse(source)
    name = source[4 : source.index("(")]
    price = None
    for function in module.body:
        assert isinstance(function, ast.FunctionDef)
        at = next((i for i, x in enumerate(function.body) if isinstance(x, ast.Assign)), len(function.body))
        first = function.body[at : at + 2]
        if [ast.unparse(x) for x in first[1:]] != ["if not paid:\n    return"] or "paid" not in ast.unparse(first[0]):
            return source
        price = ast.unparse(first[0]).removeprefix("paid = ")
        del function.body[at : at + 2]
        if function.name == name:
            function.name = f"{name}_paid"
    return f"def {name}(s, p, out):\n    if {price}: {name}_paid(s, p, out)\n{ast.unparse(module)}\n"


__all__ = ["optimised"]
