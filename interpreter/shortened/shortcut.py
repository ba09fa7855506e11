"""The short way of a trial: when a verb only opens a period, and nothing reacts until the part that decides, that part is enough."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from dsl.meaning import nodes as n

if TYPE_CHECKING:
    from ..program.compiled import Compiled


@frozen
class Shortcut:
    """What must be silent on the way, what is set on the copy, and the steps that decide."""

    silent: tuple[int, ...]
    waking: tuple[tuple[int, bool], ...]
    keywords: tuple[tuple[int, int, int, int, bool], ...]
    participants: tuple[tuple[int, int], ...]
    opened: tuple[int, ...]
    histories: tuple[int, ...]
    ends: str | None
    steps: tuple[int, ...]
    decides: bool
    periods: tuple[str, ...]  # those that are open by then, or were
    recorded: tuple[int, ...]  # the histories of longer stretches in which what is decided is written down as well

    @property
    def _changed(self) -> tuple[int, ...]:
        return (*(at for at, _ in self.participants), *self.opened, *self.histories, *self.recorded)

    kept: tuple[int, ...] = field(init=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "kept", self._changed)


def find_shortcuts(compiled: Compiled) -> list[Shortcut | None]:
    """For each verb, its shortcut if it has one."""
    return [_shortcut(compiled, frame) for frame in compiled.event_programs]


def _shortcut(compiled: Compiled, frame: str) -> Shortcut | None:
    L = compiled.layout
    game = compiled.game
    decl = game.frames[frame]
    if game.checks or not isinstance(decl.then, n.Begin) or decl.steps or decl.kind_of is not None:
        return None
    period = game.periods[decl.then.period]
    if period.trial_until is None:
        return None
    path = _path(compiled, period.name, period.trial_until)
    if path is None:
        return None
    open_at, passed = path
    for name in (*open_at[:-1], *passed):
        if (
            compiled.period_steps.get(name)
            or name in compiled.period_start
            or (name in passed and name in compiled.period_end)
        ):
            return None
    if open_at[-1] in compiled.period_start:
        return None
    roles = compiled.roles[frame]
    places = []
    by_name = {r.name: r.value for r in decl.then.roles}
    positional = [v for key, v in by_name.items() if key not in {p.name for p in period.participants}]
    for participant in period.participants:
        value = by_name.get(participant.name) or (positional.pop(0) if positional else None)
        if not isinstance(value, n.Var) or value.name not in roles:
            return None
        places.append((L["in " + participant.name], 4 + roles.index(value.name)))
    numbers = list(game.periods)
    waking = [(L["when " + frame], True)]
    waking += [(L["starts " + name], False) for name in (*open_at, *passed)]
    waking += [(L["ends " + name], False) for name in passed]
    keywords = []
    for slot, is_event in waking:
        for keyword, ability in compiled.keyword_wakes.get(slot, ()):
            keywords.append((slot, L["keyword " + list(game.keywords)[keyword]], keyword, ability, is_event))
    histories = tuple(L[f"history {f} {p}"] for f, p in compiled.history if p in open_at)
    ends = f"ends{numbers.index(period.name)}" if f"ends{numbers.index(period.name)}" in compiled.functions else None
    decides = "decide" in compiled.functions and any(game.periods[x].holds_triggers for x in open_at)
    reacting = [frame, *(compiled.decides if decides else ())]
    silent = [L[f"{when} {verb}"] for verb in reacting for when in ("before", "instead")]
    return Shortcut(
        tuple(silent),
        tuple(waking),
        tuple(keywords),
        tuple(places),
        tuple(L["open " + x] for x in open_at if L["open " + x] not in compiled.unread),
        histories,
        ends,
        compiled.period_steps.get(open_at[-1], ()),
        decides,
        (*open_at, *passed),
        tuple(L[f"history {f} {p}"] for f, p in compiled.history if f in compiled.decides and p not in open_at),
    )


def _path(compiled: Compiled, period: str, until: str) -> tuple[list[str], list[str]] | None:
    """The periods open when ``until`` runs, from ``period`` in, and those over by then."""
    if period == until:
        return [period], []
    passed: list[str] = []
    for part in compiled.game.periods[period].parts:
        found = _path(compiled, part, until)
        if found is not None:
            return [period, *found[0]], passed + found[1]
        passed.append(part)
        if compiled.game.periods[part].parts:
            return None
    return None


def source(short: Shortcut, number: int) -> str:
    """The trial of a verb as one function, for when nothing at all stands on the way; None sends it the longer way."""
    silent = dict.fromkeys(
        (*short.silent, *(slot for slot, _ in short.waking), *(slot for _, slot, *_ in short.keywords))
    )
    saved = [f"k{i} = s[{at}]" for i, at in enumerate(short.kept)]
    lines = [
        f"def try{number}(s, ev, check):",
        f"    if {' or '.join(f's[{slot}]' for slot in silent)}: return None",
        *("    " + line for line in saved),
        *(f"    s[{at}] = ev[{index}]" for at, index in short.participants),
        *(f"    s[{at}] += 1" for at in short.opened),
        *(f"    s[{slot}] = ()" for slot in short.histories),
        "    r = False",
    ]
    body = ["for slot, h in decide(s): s[slot] += (h,)", "r = check(s)"]
    if short.ends is not None:
        lines += [f"    if not {short.ends}(s):", *("        " + line for line in body)]
    else:
        lines += ["    " + line for line in body]
    lines += [f"    s[{at}] = k{i}" for i, at in enumerate(short.kept)]
    lines.append("    return r")
    return "\n".join(lines) + "\n"
