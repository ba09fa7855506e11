"""Limits, actions and the end of a game."""

from __future__ import annotations

import re
from typing import Any

from attrs import define, evolve, field, frozen

from dsl.meaning import nodes as n
from dsl.meaning.game import Price

from .announced import Aim, targeted
from .effects import CHOSEN
from .emit import Writer
from .env import CannotCompile, Env
from .layout import FIRST, PLAYER_WORDS, walk
from .plays import waiting_action
from .taken import LYING, Taken


@frozen
class Later:
    """What of an action is said when it is played, and what is done when it is resolved."""

    aims: tuple[Aim, ...]
    effect: Any
    text: n.UseText | None
    own: tuple[tuple[int, Aim], ...]


class Actions(Taken):
    """The part of the compiler that writes what players may do."""

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
        most = str(decl.most) if decl.said_by is None else self.number(n.ValueOf(decl.said_by, n.Var("of")), env)
        under = [f"len(s[{self.L['all ' + z.name]}])" for z in self.game.zones.values() if z.owner == "card"]
        few = f"    if {' + '.join(under)} <= {most}: return None\n"  # so few lie under all cards that no one has too many
        self.functions[f"lim{i}"] = (
            f"def lim{i}(s):\n{few if ' in under(s, o) ' in what and decl.said_by is None else ''}"
            f"    for o in {all_of}:\n        if len({what}) > {most} and {leaver}: return o\n    return None\n"
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
        self.any_free = any(x.free for x in self.said(n.Allow))
        # the verbs of which a card says what they cost more, and in which value
        self.dearer = {(self.frame_of(x.event), x.price.value) for x in self.said(n.Allow) if x.price is not None}
        self.in_action = True
        for i, (name, decl) in enumerate(self.game.actions.items()):
            self.owner = name
            self.out.action_programs.append(0)
            self.out.announced.append(None)
            self.guard(decl, lambda i=i, d=decl: self.action(i, d))
        self.write_plays(lambda i, d, free, number: self.guard(d, lambda: self.action_taken(i, d, free, number)))
        self.in_action = False

    def action(self, i: int, decl: Any) -> None:
        """The options of an action, all legal, and its program."""
        now = self.picked_at_once(decl)
        late = decl.choices[now:]
        event = self.first_event(decl.effect)
        later = self.later(decl) if waiting_action(decl, self.game.windows) else None
        at, run_names = self.offered_as(i, i, decl, later)
        if event is not None and at.frame is not None:
            at.tried(i, at.frame, now)
        if {x.what.bind for x in late} & {x.name for x in walk(decl.provided) if isinstance(x, n.Var)}:
            raise CannotCompile("una finestra non dipende da un insieme che si sceglie", decl)
        for name in dict.fromkeys(each.window for each in decl.provided):
            number = self.out.provided[i, name] = len(self.game.actions) + len(self.out.provided)
            self.offered_as(number, i, evolve(decl, conditions=decl.asked_in(name)), later)
        self.payment(i, decl, at, now)
        if later is not None:
            self.action_later(i, decl, later, run_names)
            return
        w = Writer(FIRST + now)
        run = Env(you="fr[3]", names=run_names)
        if late:
            run = self.ask_late(i, decl, now, w, run)
        self.offered = event if at.whole and not late and not decl.pay and self.at_once(decl.effect, event) else None
        self.effect(n.Cost(self.in_order(n.Sequence(decl.pay)), decl.effect) if decl.pay else decl.effect, w, run)
        self.offered = None
        pid = self.out.action_programs[i] = self.program(f"act{i}", w, cause=decl)
        taken = ["x[0]", *(f"x[1][{2 + k}]" for k in range(now)), *["None"] * (w.locals - FIRST - now)]
        self.functions[f"take{i}"] = (
            f"def take{i}(m, s, x):\n    return act{i}(m, s, [{pid}, 0, None, {', '.join(taken)}])\n"
        )

    def offered_as(
        self, number: int, i: int, decl: Any, later: Later | None
    ) -> tuple[Options, dict[str, tuple[str, str]]]:
        """Write «opts» of a number for the options of an action; gives where a program finds what was chosen, too."""
        lines = [f"def opts{number}(s, p, out):"]
        event = self.first_event(decl.effect)
        frame = self.frame_of(event) if event is not None else None
        so_often = self.limited_to(i, decl)
        moved = frame is not None and self.limits_move(frame)  # «puoi chiamare una pietra in più»
        if so_often is not None and not moved:
            lines.append(f"    if {so_often[0]} >= {so_often[1]}: return")
        late = decl.choices[self.picked_at_once(decl) :]
        at = Options(self, decl, late, frame, lines, so_often=so_often if moved else None)
        run_names = at.loops(event, Env(you="p"))
        self.completed(i, at, later, "free" if self.any_free and event is not None else "0")
        self.functions[f"opts{number}"] = "\n".join([*lines, *self.opened(number, i, decl)]) + "\n"
        return at, run_names

    def completed(self, i: int, at: Options, later: Later | None, free: str) -> None:
        """The tests of an option that need all its choices, and the option."""
        now = len(at.decl.choices) - len(at.late)
        if at.late:
            at.lines.append(f"{at.pad}if not {self.late_choices(i, at.decl, now, at.env)}: {at.inside}")
        if later is not None:
            if at.late:
                raise CannotCompile("un'azione che aspetta non sceglie un insieme", at.decl)
            test = self.aimable_action(later, at.env)
            if test != "True":
                at.lines.append(f"{at.pad}if not ({test}): {at.inside}")
            if self.out.also_paid and at.decl.what is not None:
                played = self.term(n.Var(at.decl.what), at.env)
                at.lines.append(f"{at.pad}if not can_also(s, {played}, p): {at.inside}")
        for part in at.decl.pay:
            can = self.feasible(part, evolve(at.env, cost=True))
            if can != "True":
                at.lines.append(f"{at.pad}if not ({can}): {at.inside}")
        picked = "".join(f"x{k}, " for k in range(now))
        at.lines.append(f"{at.pad}out.append(({i}, {free}, {picked}))")

    def action_taken(self, i: int, decl: Any, free: bool, number: int) -> None:
        """The options of an action that an effect takes, with one of the cards ``lying`` somewhere; what it pays when it is free;
        ``number``: that of the options in whose function they are asked."""
        card = self.lies(decl)
        chosen = decl.choices[card]
        moved = evolve(chosen, what=evolve(chosen.what, place=None, among=n.Var(LYING)))
        choices = tuple(moved if k == card else choice for k, choice in enumerate(decl.choices))
        pay = tuple(part for part in decl.pay if not (free and isinstance(part, n.Pay)))
        taken = evolve(decl, choices=choices, pay=pay, price=() if free else decl.price)
        if self.picked_at_once(taken) < len(choices):
            raise CannotCompile("un'azione che sceglie un insieme non si fa per effetto", decl)
        lines = [f"def {'freely' if free else 'paying'}{number}(s, p, out, lying):"]
        event = self.first_event(decl.effect)
        at = Options(self, taken, (), self.frame_of(event) if event is not None else None, lines)
        at.loops(event, Env(you="p", names={LYING: ("lying", "cards")}))
        later = self.later(decl) if waiting_action(decl, self.game.windows) else None
        self.completed(i, at, later, "0")
        self.functions[lines[0].split("(")[0].removeprefix("def ")] = "\n".join(lines) + "\n"
        if free and later is not None:
            names = {c.what.bind: (f"fr[{FIRST + k}]", self.kind_of_choice(c.what)) for k, c in enumerate(choices)}
            self.out.freed[i] = self.announcement(f"free{i}", evolve(decl, pay=pay), later, names)

    def kind_of_choice(self, what: n.Select) -> str:
        return "player" if what.noun in PLAYER_WORDS else "card"

    def at_once(self, effect: Any, event: n.Event | None) -> bool:
        """Whether an event is the first that an effect does, right after it was offered: then it need not be allowed again."""
        first = effect.parts[0] if isinstance(effect, n.Sequence) and effect.parts else effect
        later = any(window.played not in ("at_once", "zone") for window in self.game.windows.values())
        return not later and isinstance(first, n.Do) and first.event is event

    def limits_move(self, frame: str) -> bool:
        """Whether some card or rule says how often, or how much oftener, a verb may be done."""
        said = {self.frame_of(x.event) for x in self.said(n.Allow) if x.limit is not None and x.allowed and not x.must}
        return any(each in said for each in self.ancestors(frame))

    def limited_to(self, i: int, decl: Any) -> tuple[str, str] | None:
        """How often it was done, with the actions that are counted with it, and how often it may be."""
        if decl.limit is None or decl.per not in self.game.periods:
            return None
        period = self.number_of(self.game.periods, decl.per)
        most = self.number(decl.limit, Env(you="p"))
        counted = [i] if not decl.shares else [self.number_of(self.game.actions, name, decl) for name in decl.shares]
        done = " + ".join(f"s[{self.L['acted']}].count(({k}, p, {period}))" for k in counted)
        return done, most

    def payment(self, i: int, decl: Any, at: Options, now: int) -> None:
        """What is paid when the action has been picked."""
        prices = [f"    s[{self.L['value ' + x.value]} + p] -= {at.price_of(x)}" for x in decl.price]
        body = "\n".join(prices or ["    pass"]) + "\n"
        named = "".join(f"    x{k} = o[{2 + k}]\n" for k in range(now) if re.search(rf"\bx{k}\b", body))
        self.functions[f"pay{i}"] = f"def pay{i}(s, p, o):\n{named}{body}"

    def later(self, decl: Any) -> Later:
        """An action that waits: what is chosen when it is played, its effect without it, the text that it uses."""
        aims, effect = self.aims_of(decl.effect)
        text = next((x for x in walk(effect) if isinstance(x, n.UseText)), None)
        own = tuple((k, Aim(c.what.bind or f"#{k}", c.what)) for k, c in enumerate(decl.choices) if targeted(c.what))
        return Later(aims, effect, text, own)

    def aimable_action(self, later: Later, env: Env) -> str:
        """Whether an action that waits finds now what it, and the text that it uses, must be aimed at."""
        tests = [self.aimable(later.aims, env)]
        if later.text is not None:
            slot = self.number_of(self.game.texts, later.text.text, later.text)
            tests.append(f"can_aim(s, {slot}, {self.term(later.text.of, env)}, p)")
            if self.prompt_slot(later.text.text) is not None:
                tests.append(f"prompted(s, {slot}, {self.term(later.text.of, env)}, p)")
        return " and ".join(t for t in tests if t != "True") or "True"

    def action_later(self, i: int, decl: Any, later: Later, names: dict[str, tuple[str, str]]) -> None:
        """The two programs of an action that waits: its choices when it is played, its effect when it is resolved."""
        self.out.announced[i] = self.announcement(f"play{i}", decl, later, names)
        first = FIRST + len(decl.choices)
        w = Writer(first)
        slots = [w.local() for _ in later.aims]
        text, clock = w.local(), w.local()
        w.first = w.locals
        env = Env(you="fr[3]", names=names)
        own = tuple(aim for _, aim in later.own)
        env = self.recheck((*own, *later.aims), [*(FIRST + k for k, _ in later.own), *slots], clock, w, env)
        self.text_aims = f"fr[{text}]"
        self.effect(later.effect, w, env)
        self.text_aims = None
        pid = self.out.action_programs[i] = self.program(f"act{i}", w, cause=decl)
        self.keep_candidates(pid, (*own, *later.aims), [*(FIRST + k for k, _ in later.own), *slots], env)
        if later.text is not None and self.aimed_anew:
            slot, card = self.number_of(self.game.texts, later.text.text, later.text), f"used{pid}"
            self.functions[card] = f"def {card}(s, fr):\n    return {self.term(later.text.of, env)}\n"
            self.out.used_by[pid] = text, slot, card
            if later.effect == later.text or getattr(later.effect, "parts", None) == (later.text,):
                self.out.copied.add(i)

    def announcement(self, name: str, decl: Any, later: Later, names: dict[str, tuple[str, str]]) -> int:
        """The program of the choices of an action that waits, and of what is paid for it."""
        w = Writer(FIRST + len(decl.choices))
        for part in decl.pay:
            if isinstance(part, n.Pay):
                self.choose_x(part, w, Env(you="fr[3]", names=names))
        env, slots = self.announce(later.aims, w, Env(you="fr[3]", names=names), itself=False)
        text = w.local()
        aimed = f"s[{self.L['aimed']}]"
        if later.text is not None:
            slot = self.number_of(self.game.texts, later.text.text, later.text)
            if self.prompt_slot(later.text.text) is not None:
                self.which_occasion(self.term(later.text.of, env), later.text, w)
            w.call(w.label(), f"announce_text(m, s, {slot}, {self.term(later.text.of, env)}, fr[3])")
            w.line(f"if {aimed} is None: return 1")
            w.line(f"fr[{text}] = {aimed}")
        if decl.pay:
            self.pay_in_full(n.Sequence(decl.pay), w, env)
        if self.out.also_paid and decl.what is not None:
            w.call(w.label(), f"pay_also(m, s, {self.term(n.Var(decl.what), env)}, fr[3])")
            w.line(f"if {aimed} is None: return 1")
        w.line(f"{aimed} = ({''.join(f'fr[{x}], ' for x in (*slots, text))}s[{self.L['clock']}],)")
        return self.program(name, w, cause=decl)

    def windows(self) -> None:
        """Who speaks in a window, and what is done with a card that was resolved in it."""
        for i, (name, decl) in enumerate(self.game.windows.items()):
            self.owner = name
            if decl.first:
                env = Env(you="p")
                said = self.guard(decl, lambda d=decl, e=env: "".join(self.as_player(x, e) + ", " for x in d.first))
                self.functions[f"speak{i}"] = f"def speak{i}(s, p):\n    return ({said or ''})\n"
            if decl.after is not None:
                w = Writer(FIRST + 1)
                run = Env(me="fr[2]", you="fr[3]", names={"object": (f"fr[{FIRST}]", "card")})
                self.guard(decl, lambda d=decl, w=w, e=run: self.effect(d.after, w, e))
                self.out.after[i] = self.program(f"after{i}", w, cause=decl)

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
            there = {x for x in names if f"in {x}" in self.L.slots}  # who takes part in an open period
            if names - there <= set(env.names) and not isinstance(value, n.Place) and not self.no_thing(value):
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


@define
class Options:
    """The options of one action as nested loops over what may be chosen; every test stands at the outermost loop that
    knows what it speaks of."""

    compiler: Actions
    decl: Any
    late: tuple[Any, ...]
    frame: str | None
    lines: list[str]
    pad: str = "    "
    inside: str = "return"
    env: Env = Env()
    asked: list[Any] = field(factory=list)  # conditions and prices that are written already
    event: str = ""  # what the action brings about, as code
    whole: bool = False  # whether all of that is known when it is offered
    so_often: tuple[str, str] | None = None  # how often it was done, how often it may be where cards say more

    def loops(self, event: n.Event | None, env: Env) -> dict[str, tuple[str, str]]:
        """The loops over what is chosen at once, and whether the event may be; gives where a program finds what was chosen."""
        self.ask(env)
        now = len(self.decl.choices) - len(self.late)
        names: dict[str, tuple[str, str]] = {}
        for k in sorted(range(now), key=lambda k: self.decl.choices[k].what is not None):  # ways first: they ask little
            bound = self.loop(k, self.decl.choices[k])
            names.update({name: (f"fr[{FIRST + k}]", kind) for name, (_, kind) in bound.items()})
        if event is not None and self.frame is not None:
            self.permitted(event, self.frame)
        return names

    def tried(self, i: int, frame: str, now: int) -> None:
        """What an option of the action brings about: its verb and those of which it is a kind, its participants."""
        numbers = self.compiler.game.frames
        family = tuple(self.compiler.number_of(numbers, name) for name in self.compiler.ancestors(frame))
        chosen = "".join(f", x{k}" for k in range(now))
        body = f"def tried{i}(s, p{chosen}):\n    return {family!r}, {self.event}\n"
        self.compiler.functions[f"tried{i}"] = body

    def ask(self, env: Env) -> None:
        """Write the tests whose names are all known here."""
        self.env = env
        known = set(env.names)
        names = {x.what.bind for x in self.decl.choices if x.what is not None and x.what.bind}
        for condition in self.decl.conditions:
            if condition not in self.asked and names & self.spoken(condition) <= known:
                self.asked.append(condition)
                self.lines.append(f"{self.pad}if not ({self.compiler.condition(condition, env)}): {self.inside}")
        if "paid" in self.asked or not names & self.spoken(self.decl.price) <= known or self.moved():
            return
        self.asked.append("paid")
        self.can_pay()
        if not self.compiler.any_free:
            self.lines.append(f"{self.pad}if not paid: {self.inside}")

    def can_pay(self) -> None:
        have = self.compiler.L
        price = [f"s[{have['value ' + x.value]} + p] >= {self.price_of(x)}" for x in self.decl.price]
        self.lines.append(f"{self.pad}paid = {' and '.join(price) or 'True'}")

    def family(self) -> tuple[str, ...]:
        """The verb of what the action brings about, and those of which it is a kind."""
        return () if self.frame is None else tuple(self.compiler.ancestors(self.frame))

    def moved(self) -> set[str]:
        """The values of its price of which a card may say that it is more, or less: that is known with the event."""
        values = {x.value for x in self.decl.price}
        return {value for frame, value in self.compiler.dearer if value in values and frame in self.family()}

    def price_of(self, price: Price) -> str:
        """How much is paid of one value, as code."""
        number = self.compiler.number(price.amount, self.env)
        if price.value not in self.moved():
            return number
        which = self.compiler.number_of(self.compiler.game.values, price.value)
        return f"price_of(s, {self.stands()}, {self.event}, {which}, {number})"

    def stands(self) -> str:
        """What cards say of the event, as code."""
        return " + ".join(f"s[{self.compiler.L['allow ' + frame]}]" for frame in self.family())

    def spoken(self, node: Any) -> set[str]:
        """The names that a condition or a price speaks of."""
        return {x.name for x in walk(node) if isinstance(x, n.Var)}

    def loop(self, k: int, choice: Any) -> dict[str, tuple[str, str]]:
        """The loop over one choice; gives what it binds."""
        var = f"x{k}"
        if choice.what is not None:
            listed = self.compiler.listed(evolve(choice.what, quantity=n.Quantity.ALL), self.env)
            if choice.what.pick is n.Pick.TARGET:
                listed = self.compiler.allowed_targets(listed, self.env)
            if self.compiler.tokens_only(choice.what):
                listed = f"alike(s, {listed})"
            kind = "player" if choice.what.noun in PLAYER_WORDS else "card"
            bound = {choice.what.bind or f"#{k}": (var, kind)}
        else:
            assert self.frame is not None
            listed = repr(tuple(self.compiler.manner_index(self.frame, x, self.decl) for x in choice.manners))
            bound = dict.fromkeys(CHOSEN, (var, "manner"))
        self.lines.append(f"{self.pad}for {var} in {listed}:")
        self.pad += "    "
        self.inside = "continue"
        self.ask(self.env.naming(**bound))
        return bound

    def permitted(self, event: n.Event, frame: str) -> None:
        """The event that the action brings about may happen, paid for or freely."""
        compiler = self.compiler
        parts = dict(compiler.known_parts(frame, event, self.env))
        places = [parts.get(FIRST + k, "None") for k in range(len(compiler.roles[frame]) + 1)]
        ev = f"[0, 0, None, p, {', '.join(places)}, None, 0]"
        may = f"ok{compiler.number_of(compiler.game.frames, frame)}"
        open_ = self.open_place(event, frame, parts)
        if open_ is None:
            self.whole = self.knows_all(event, frame, parts)
            self.lines.append(f"{self.pad}if not {may}(s, {ev}): {self.inside}")
        else:  # one that is only chosen later: any of them will do
            at, among = open_
            each = f"[0, 0, None, p, {', '.join([*places[:at], 'y', *places[at + 1 :]])}, None, 0]"
            self.lines.append(f"{self.pad}among = {among}")
            self.lines.append(f"{self.pad}if among and not any([{may}(s, {each}) for y in among]): {self.inside}")
        self.event = ev
        family = self.stands()
        if self.moved():
            self.can_pay()
            if not compiler.any_free:
                self.lines.append(f"{self.pad}if not paid: {self.inside}")
        if self.so_often is not None:
            done, most = self.so_often
            self.lines.append(f"{self.pad}if {done} >= limit_of(s, {family}, {ev}, {most}): {self.inside}")
        if compiler.any_free:
            self.lines.append(f"{self.pad}free = 1 if is_free(s, {family}, {ev}) else 0")
            self.lines.append(f"{self.pad}if not (paid or free): {self.inside}")

    def knows_all(self, event: n.Event, frame: str, parts: dict[int, str]) -> bool:
        """Whether every participant of an event, and its way, is known before it is done."""
        compiler = self.compiler
        if any(r.name not in compiler.roles[frame] for r in event.roles):
            return False
        places = [FIRST + compiler.roles[frame].index(r.name) for r in event.roles]
        if compiler.settles_manner(frame) or event.manner:
            places.append(compiler.place_of_manner(frame))
        return all(at in parts for at in places)

    def open_place(self, event: n.Event, frame: str, parts: dict[int, str]) -> tuple[int, str] | None:
        """The place of the event that is filled by a choice when the action is done, and what can be chosen for it."""
        by_name = {r.name: r.value for r in event.roles}
        for k, role in enumerate(self.compiler.roles[frame]):
            value = by_name.get(role)
            if not isinstance(value, n.Select) or value.quantity is not n.Quantity.EXACTLY:
                continue
            if value.number in (None, n.Num(1)) and FIRST + k in parts and self.compiler.may_be_forbidden(frame):
                taken = role == self.compiler.taken_role(frame) and value.place is None
                agent = parts.get(FIRST + self.compiler.roles[frame].index("agent"), "p") if taken else "p"
                env = self.compiler.at_place_of(frame, self.env, agent, "p") if taken else self.env
                return k, self.compiler.listed(value, env)
        return None
