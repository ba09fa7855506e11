"""Effects as programs: what is done, in the order of the words, stopping where a person must choose."""

from __future__ import annotations

import re
from functools import cached_property, partial
from itertools import takewhile
from typing import Any

from attrs import evolve

from dsl.meaning import nodes as n
from dsl.meaning.at_most import each_number, most_of, with_number
from dsl.meaning.mapped import replace_term

from .emit import Writer
from .env import CannotCompile, Env
from .layout import PLAYER_WORDS, walk
from .looked_at import each_of_them, recalled_from, singled_out, such_as
from .movements import Movements
from .rivals import RIVAL, by_name, choice_of, one_of, said_of, some_player, such_rival

ASKED = re.compile(r"\b(?:cl|lv|v)\d+\((?:[^()\[\]]|\[[^()\[\]]*\])*\)")  # a question without parts of its own
WITHIN = re.compile(r"\b(?:c|h|host)\d+\b|\b(?:[xy]|h+)\b")  # the names of what a search goes through
STANDING = (n.Modify, n.Grant, n.Suppress, n.BecomesStatus, n.Allow, n.Claim)
CHOSEN = frozenset({"chosen", "scelto", "scelta"})


#: What is done at a place, which may be of one of the players.
DONE_SOMEWHERE = (n.Do, n.Move, n.Look, n.Choose, n.Shuffle, n.Swap)
#: Effects that hold others: each of these asks for itself.
HOLDS_OTHERS = (n.Sequence, n.May, n.ChooseOne, n.Modify, n.Grant, n.Suppress, n.Allow)


def chosen_as_done(parts: tuple[n.Effect, ...], card: str) -> tuple[n.Effect, ...]:
    """«scegli una tua carta e smorzala», of a card said to lie nowhere: one of those to which it may be done, as in «smorza una
    tua carta»."""
    out: list[n.Effect] = []
    for part in parts:
        before = out[-1] if out else None
        what = before.what if isinstance(before, n.Choose) else None
        if (
            isinstance(before, n.Choose)
            and isinstance(what, n.Select)
            and isinstance(part, n.Do)
            and _anywhere(what, card)
        ):
            said = {role.name: role.value for role in part.event.roles}
            if what.bind and said.get("object") == n.Var(what.bind) and said.get("agent", n.You()) == before.who:
                roles = (evolve(r, value=what) if r.name == "object" else r for r in part.event.roles)
                part = evolve(part, event=evolve(part.event, roles=tuple(roles)))
                out.pop()
        out.append(part)
    return tuple(out)


def _anywhere(what: n.Select, card: str) -> bool:
    """Whether it is any one card, chosen by who does it, of which it is not said where it lies."""
    one = what.quantity is n.Quantity.EXACTLY and what.number in (None, n.Num(1)) and what.pick is n.Pick.AGENT
    return one and what.noun == card and what.place is None and what.among is None and what.extreme is None


def said_at_once(node: Any) -> Any:
    """What an effect speaks of before the effects that it holds, or puts in force."""
    if not isinstance(node, HOLDS_OTHERS):
        return node
    return next((getattr(node, name) for name in ("who", "target", "event") if hasattr(node, name)), None)


class Effects(Movements):
    """The part of the compiler that writes programs."""

    def effect(self, node: Any, w: Writer, env: Env) -> Env:
        """Write what carries out an effect; gives back the names known after it."""
        env = self.choose_rival(node, w, env)
        node, env = self.choose_whose(node, w, env)
        handler = getattr(self, "do_" + type(node).__name__.lower(), None)
        if handler is None:
            raise CannotCompile(f"effetto senza programma: {type(node).__name__}", node)
        found: Env | None = handler(node, w, env)
        return found if found is not None else env

    def choose_rival(self, node: Any, w: Writer, env: Env) -> Env:
        """In more than two, who speaks of «l'avversario» chooses which one, once an effect."""
        if self.L.players == 2 or RIVAL in env.names or isinstance(node, n.If):
            return env
        rival = one_of(said_at_once(node))
        if rival is None:
            return env
        _, env, _ = self.choose(choice_of(rival), w, env, env.you or "fr[3]", None)
        return env

    def rival_such_as(self, node: n.If, w: Writer, env: Env) -> tuple[n.If, Env]:
        """«se un avversario ha due Lane, ne scarta una»: one of whom it is so; of whom nothing more is said, it may be anyone."""
        asked = one_of(node.condition) if self.L.players > 2 and RIVAL not in env.names else None
        if asked is None or one_of(node.then) is None:
            return node, env
        env = self.choose(such_rival(node.condition, asked), w, env, env.you or "fr[3]", None)[1]
        return evolve(node, condition=by_name(node.condition)), env

    def choose_whose(self, node: Any, w: Writer, env: Env) -> tuple[Any, Env]:
        """«guarda la mano di un giocatore», «prendi la carta in cima a un Baule»: the one who does it chooses whose, once."""
        while isinstance(node, DONE_SOMEWHERE):
            places = (
                each for each in walk(node) if isinstance(each, n.Place) and each is not getattr(node, "to", None)
            )
            whose = next((each.of for each in places if some_player(each.of) is not None), None)
            if not isinstance(whose, n.Select):
                break
            name = whose.bind or f"#whose{w.locals}"
            _, env, _ = self.choose(evolve(whose, bind=name), w, env, env.you or "fr[3]", None)
            node = said_of(node, whose, name)
        return node, env

    # -- order -------------------------------------------------------------------------------------------------

    def marked(self, node: n.Sequence, w: Writer, env: Env) -> Env:
        """What of it is asked «in questo modo» counts from here on."""
        for past in (x for x in walk(node) if isinstance(x, n.Happened) and x.this_way):
            slot = f"history {self.frame_of(past.event)} {self.period_of_happened(past, env.period)}"
            if f"#{slot}" not in env.names:
                mark = w.local()
                w.line(f"fr[{mark}] = len(s[{self.L[slot]}])")
                env = env.naming(**{f"#{slot}": (f"fr[{mark}]", "number")})
        return env

    def do_sequence(self, node: n.Sequence, w: Writer, env: Env) -> Env:
        env = self.marked(node, w, env)
        node = evolve(node, parts=chosen_as_done(node.parts, self.game.implied_noun))
        begun = 0
        for i, part in enumerate(node.parts):
            if begun and self.awaited is None:
                begun -= 1
                continue  # it is in force already
            after = tuple(x for x in takewhile(partial(awaits, part), node.parts[i + 1 :]) if isinstance(x, n.Watch))
            begun = len(after)
            self.awaited = after[0] if begun == 1 else n.Sequence(after) if after else None
            env = self.effect(part, w, env)
            if isinstance(part, n.Move) and i + 1 < len(
                node.parts
            ):  # what is put somewhere by no verb has happened too
                self.verified(w)
        return env

    def do_together(self, node: n.Together, w: Writer, env: Env) -> None:
        parts: list[tuple[str | None, Any]] = []
        for part in node.parts:
            part, env = self.as_before(part, w, env)
            if isinstance(part, n.If) and part.otherwise is None:
                parts.append((self.condition(part.condition, env), part.then))
            else:
                parts.append((None, part))
        saved = self.one_moment(w)
        for test, part in parts:
            after = w.label()
            if test is not None:
                w.unless(test, after)
            self.effect(part, w, env)
            w.place(after)
        self.moment_over(saved, w)

    def one_moment(self, w: Writer) -> int:
        """From here on all is done at one moment; gives where what held before is kept."""
        saved = w.local()
        w.line(f"fr[{saved}] = s[{self.L['snap']}]")
        w.line(f"s[{self.L['snap']}] = tuple(s[{self.L.index_triggers}:{self.L.end_triggers}])")
        return saved

    def moment_over(self, saved: int, w: Writer) -> None:
        w.line(f"s[{self.L['snap']}] = fr[{saved}]")
        w.line(f"if fr[{saved}] is None: s[{self.L['met']}] = ()")
        w.line(f"if (s[{self.L['lost']}] or s[{self.L['won']}]) and not losers(m, s): return 0")
        self.verified(w)

    def as_before(self, part: Any, w: Writer, env: Env, flag: str | None = None) -> tuple[Any, Env]:
        """A line of what is done at one moment with every amount as things were before; ``flag``: only then reckoned."""
        if isinstance(part, n.If) and part.otherwise is None:
            held = w.local()
            w.line(f"fr[{held}] = 1 if {self.guarded(part.condition, env)} else 0")
            then, env = self.as_before(part.then, w, env, f"fr[{held}]")
            inner = env.naming(**{f"#held{held}": (f"fr[{held}]", "number")})
            return evolve(part, condition=n.Compare(n.Var(f"#held{held}"), "==", n.Num(1)), then=then), inner
        if isinstance(part, n.Sequence):
            parts = []
            for each in part.parts:
                each, env = self.as_before(each, w, env, flag)
                parts.append(each)
            return evolve(part, parts=tuple(parts)), env
        if isinstance(part, n.Modify) and self.measured_once(part):
            return self.known_before(part, part.amount, self.amount_code(part, env), w, env)
        if isinstance(part, n.Grant) and part.slot is not None and part.family is not None:
            known = w.local()
            w.line(f"fr[{known}] = {self.text_shown(part.slot, env)}")
            env = env.naming(**{f"#before{known}": (f"fr[{known}]", "side")})
            return evolve(part, slot=evolve(part.slot, of=n.Var(f"#before{known}"))), env
        if isinstance(part, n.Change) and self.varies(part.amount, env):
            code = self.number(part.amount, env)
            return self.known_before(part, part.amount, f"({code}) if {flag} else 0" if flag else code, w, env)
        if isinstance(part, n.Do):
            return self.event_before(part, w, env, flag)
        if isinstance(part, n.Move) and isinstance(part.to, n.Place) and isinstance(part.to.of, n.Related):
            if self.homes_of(part.to, env):  # each goes to its own
                return part, env
            code, known = (
                self.as_player(part.to.of, env),
                w.local(),
            )  # «del controllore dell'altra carta», before it changes
            w.line(f"fr[{known}] = {code}")
            env = env.naming(**{f"#before{known}": (f"fr[{known}]", "player")})
            return evolve(part, to=evolve(part.to, of=n.Var(f"#before{known}"))), env
        return part, env

    def event_before(self, part: n.Do, w: Writer, env: Env, flag: str | None) -> tuple[Any, Env]:
        """An event with its number as things were before."""
        roles = []
        for role in part.event.roles:
            if role.name == "number" and self.varies(role.value, env):
                code = self.number(role.value, env)
                known = w.local()
                w.line(f"fr[{known}] = " + (f"({code}) if {flag} else 0" if flag else code))
                env = env.naming(**{f"#before{known}": (f"fr[{known}]", "number")})
                role = evolve(role, value=n.Var(f"#before{known}"))
            roles.append(role)
        return evolve(part, event=evolve(part.event, roles=tuple(roles))), env

    @staticmethod
    def varies(amount: Any, env: Env) -> bool:
        """An amount that depends on how things are, and on no choice, made now or on the way."""
        if not isinstance(amount, (n.ValueOf, n.Compute, n.Count, n.Total)):
            return False
        chosen = (x for x in walk(amount) if isinstance(x, n.Select) and x.quantity is not n.Quantity.ALL)
        later = (x for x in walk(amount) if isinstance(x, n.Var) and x.name.isdigit() and x.name not in env.names)
        return not any(chosen) and not any(later)

    def known_before(self, part: Any, amount: Any, code: str, w: Writer, env: Env) -> tuple[Any, Env]:
        kind, known = self.kind(amount, env).rstrip("s"), w.local()
        w.line(f"fr[{known}] = {code}")
        env = env.naming(**{f"#before{known}": (f"fr[{known}]", kind)})
        return evolve(part, amount=n.Var(f"#before{known}")), env

    def verified(self, w: Writer) -> None:
        """After an event, in a game that checks its state then; not inside what happens at one moment."""
        if self.checked_each_event:
            label = w.label()
            w.place(label)
            w.line(f"if s[{self.L['snap']}] is None and not verify(m, s):")
            w.line(f"fr[1] = {label}; m.rest.append(fr)", 1)
            w.line("return 0", 1)

    @cached_property
    def checked_each_event(self) -> bool:
        order = dict(self.game.orders.get("priority_order", ()))
        return bool(self.game.checks) and order.get("checks") == "after each event"

    def do_firsttrue(self, node: n.FirstTrue, w: Writer, env: Env) -> None:
        end = w.label()
        known: dict[str, str] = {}
        for part in node.parts:
            after = w.label()
            if not isinstance(part, n.If):
                self.effect(part, w, env)
                w.jump(end)
                w.place(after)
                continue
            w.unless(self.once(self.guarded(part.condition, env), known, w), after)
            self.effect(part.then, w, env)
            w.jump(end)
            w.place(after)
            if part.otherwise is not None:
                self.effect(part.otherwise, w, env)
                w.jump(end)
                w.place(w.label())
        w.place(end)

    def once(self, code: str, known: dict[str, str], w: Writer) -> str:
        """In a decision list nothing happens between the lines: what several ask is computed once."""

        def kept(found: re.Match[str]) -> str:
            text = found.group(0)
            if WITHIN.search(text):
                return text  # asked of each candidate of a search
            if text not in known:
                known[text] = f"q{len(known)}"
                there = " and ".join(
                    f"{slot} is not None" for slot in dict.fromkeys(re.findall(r"s\[\d+\](?=[,)])", text))
                )
                w.line(f"{known[text]} = {text}" + (f" if {there} else 0" if there else ""))
            return known[text]

        return ASKED.sub(kept, code)

    def do_if(self, node: n.If, w: Writer, env: Env) -> None:
        after = w.label()
        before = env
        node, env = self.rival_such_as(node, w, env)
        condition, env = self.choices_of_condition(node.condition, w, env)
        recalled = [x for x in recalled_from(condition, node) if x.bind not in env.names]
        for one in recalled:
            if singled_out(one):
                env = self.choose(one, w, env, env.you or "fr[3]", None)[1]
                condition = replace_term(condition, one, n.Var(one.bind or ""))
        w.unless(self.guarded(condition, env), after)
        of_each = each_of_them(recalled)
        if of_each is not None and node.otherwise is None:  # «se un giocatore ha …, perde …»: each who has
            such = such_as(of_each, node.condition)
            over = evolve(such, quantity=n.Quantity.ALL, number=None)
            self.do_foreach(n.ForEach(over, of_each.bind or "", node.then), w, env)
            w.place(after)
            return
        for one in recalled:
            if not singled_out(one):  # «se una tua Lana è stanca, destala»: one that is so
                env = self.choose(such_as(one, node.condition), w, env, env.you or "fr[3]", None)[1]
        self.effect(node.then, w, env)
        if node.otherwise is None:
            w.place(after)
            return
        end = w.label()
        w.jump(end)
        w.place(after)
        otherwise = evolve(env, names={x: v for x, v in env.names.items() if x != RIVAL or x in before.names})
        self.effect(node.otherwise, w, otherwise)
        w.place(end)

    def guarded(self, condition: Any, env: Env) -> str:
        """A condition that is false when it speaks of a choice that found nothing."""
        code = self.condition(condition, env)
        names = {x.name for x in walk(condition) if isinstance(x, n.Var) and x.name in env.names}
        tests = [f"{env.names[x][0]} is not None" for x in sorted(names) if env.names[x][1] in ("card", "player")]
        tests += self.present(condition, env)
        return "(" + " and ".join([*tests, code]) + ")"

    def present(self, condition: Any, env: Env) -> list[str]:
        """Participants that a condition reads must be there."""
        slots = {
            x.name
            for x in walk(condition)
            if isinstance(x, n.Var) and x.name not in env.names and f"in {x.name}" in self.L.slots
        }
        return [f"s[{self.L['in ' + x]}] is not None" for x in sorted(slots)]

    def do_cost(self, node: n.Cost, w: Writer, env: Env) -> Env:
        end = w.label()
        test = self.feasible(node.pay, env)
        if test != "True":
            w.unless(f"({test})", end)
        outer, w.full = w.full, w.local()
        w.line(f"fr[{w.full}] = 1")
        env = evolve(self.effect(node.pay, w, evolve(env, cost=True)), cost=False)
        mine, w.full = w.full, outer
        w.unless(f"fr[{mine}]", end)
        env = self.effect(node.then, w, env)
        w.place(end)
        return env

    def do_up_to(self, node: n.May, most: n.Do, w: Writer, env: Env) -> Env:
        """«pesca fino a 3 carte»: how many of the numbers that can be done, or none, said before the first."""
        none, end, resume, slot = w.label(), w.label(), w.label(), w.local()
        tests = [(number, self.feasible(done, env)) for number, done in each_number(most)]
        can = ", ".join(f"*(({number},) if {test} else ())" for number, test in tests)
        w.line(f"fr[{slot}] = 0")
        w.unless(f"s[{self.L['trial']}] is None", none)
        w.line(f"o = (0, {can})")
        w.unless("len(o) > 1", none)
        w.ask(resume, f"ask(m, s, fr, {self.as_player(node.who, env)}, 'amount', o, {self.prompt(node, env)})")
        w.line(f"fr[{slot}] = m.pick")
        w.unless(f"fr[{slot}]", none)
        if w.last is not None:
            w.line(f"fr[{w.last}] = 1")
        known = env.naming(**{"#so many": (f"fr[{slot}]", "number")})
        found = self.effect(with_number(most, n.Var("#so many")), w, known)
        w.jump(end)
        w.place(none)
        if w.full is not None:
            w.line(f"fr[{w.full}] = 0")
        w.place(end)
        return found

    def do_may(self, node: n.May, w: Writer, env: Env) -> Env:
        if (most := most_of(node)) is not None:
            return self.do_up_to(node, most, w, env)
        refused, end = w.label(), w.label()
        test = self.feasible(node.effect, env)
        if test != "True":
            w.unless(f"({test})", refused)
        w.unless(f"s[{self.L['trial']}] is None", refused)
        resume = w.label()
        w.ask(resume, f"ask(m, s, fr, {self.as_player(node.who, env)}, 'may', (1, 0), {self.prompt(node, env)})")
        w.unless("m.pick", refused)
        if w.last is not None:
            w.line(f"fr[{w.last}] = 1")
        found = self.effect(node.effect, w, env)
        w.jump(end)
        w.place(refused)
        if node.otherwise is not None:
            self.effect(node.otherwise, w, env)
        elif w.full is not None:
            w.line(f"fr[{w.full}] = 0")
        w.place(end)
        return found

    def ways_open(self, node: n.ChooseOne, env: Env) -> str:
        """The ways of a choice that may be done now, by their numbers."""
        tests = [self.feasible(option, evolve(env, part=True)) for option in node.options]
        return f"[i for i in ({''.join(f'({i} if {t} else -1), ' for i, t in enumerate(tests))}) if i >= 0]"

    def choose_ways(self, node: n.ChooseOne, w: Writer, env: Env, who: str, slot: int) -> None:
        """Write the choice of several ways of one: they are asked one after the other, before any is done."""
        least = node.number if node.least is None else node.least
        again, end, resume = w.label(), w.label(), w.label()
        w.line(f"fr[{slot}] = ()")
        w.place(again)
        w.line(f"o = [i for i in {self.ways_open(node, env)} if i not in fr[{slot}]]")
        w.unless(f"(o and len(fr[{slot}]) < {node.number})", end)
        if least:
            w.line(f"if len(fr[{slot}]) + len(o) <= {least}:")
            w.line(f"fr[{slot}] += tuple(o)", 1)
            w.line(f"pc = {end}", 1)
            w.line("continue", 1)
        w.line(f"if len(fr[{slot}]) >= {least}: o.append(None)")
        w.ask(resume, f"ask(m, s, fr, {who}, 'mode', tuple(o), {self.prompt(node, env)})")
        w.unless("m.pick is not None", end)
        w.line(f"fr[{slot}] += (m.pick,)")
        w.jump(again)
        w.place(end)

    def do_several(self, node: n.ChooseOne, w: Writer, env: Env) -> Env:
        """«Scegli due: …; …»: those chosen, in the order in which they are written."""
        taken = w.local()
        self.choose_ways(node, w, env, self.as_player(node.who, env), taken)
        for i, option in enumerate(node.options):
            after = w.label()
            w.unless(f"{i} in fr[{taken}]", after)
            self.effect(option, w, env)
            w.place(after)
        return env

    def do_chooseone(self, node: n.ChooseOne, w: Writer, env: Env) -> Env:
        if node.number > 1 or node.least is not None:
            return self.do_several(node, w, env)
        shared = {name: w.local() for name in named_in_all(node.options)}  # «… o …. Se lo fai, …»: whichever was done
        for slot in shared.values():
            w.line(f"fr[{slot}] = 0")
        who = self.as_player(node.who, env)
        end, ask, chosen = w.label(), w.label(), w.local()
        w.line(f"o = tuple({self.ways_open(node, env)})")
        w.unless("o", end)
        w.line("m.pick = o[0]")
        w.line("if len(o) > 1:")
        w.line(f"fr[1] = {ask}", 1)
        w.line(f"return ask(m, s, fr, {who}, 'mode', o, {self.prompt(node, env)})", 1)
        w.place(ask)
        w.line(f"fr[{chosen}] = m.pick")
        for i, option in enumerate(node.options):
            after = w.label()
            w.unless(f"fr[{chosen}] == {i}", after)
            found = self.effect(option, w, env)
            for name, slot in shared.items():
                w.line(f"fr[{slot}] = {found.names[name][0]}")
            w.jump(end)
            w.place(after)
        w.place(end)
        return env.naming(**{name: (f"fr[{slot}]", "number") for name, slot in shared.items()})

    def do_foreach(self, node: n.ForEach, w: Writer, env: Env) -> Env | None:
        aimed, inner = self.numbers_aimed(node.effect, w, env) if isinstance(node.effect, n.Do) else (node.effect, env)
        if aimed is not node.effect:  # chosen once, by who uses the text
            end = w.label()
            for name in inner.names.keys() - env.names.keys():
                self.skip_without(inner.names[name][0], w, end)
            self.do_foreach(evolve(node, effect=aimed), w, inner)
            w.place(end)
            return None
        many, at, one = w.local(), w.local(), w.local()
        kind, listed = self.each_of(node, env)
        w.line(f"fr[{many}] = tuple({listed})")
        w.line(f"fr[{at}] = 0")
        again, end = w.label(), w.label()
        at_once = kind == "player" and self.checked_each_event  # «ogni giocatore perde …» is one event
        saved = self.one_moment(w) if at_once else None
        chosen = chosen_in(node.effect)  # «ogni giocatore sceglie una sua Lana. Spezza le altre»: all that were chosen
        all_chosen = w.local() if chosen is not None else 0
        if chosen is not None:
            w.line(f"fr[{all_chosen}] = ()")
        w.place(again)
        w.unless(f"fr[{at}] < len(fr[{many}])", end)
        w.line(f"fr[{one}] = fr[{many}][fr[{at}]]")
        w.line(f"fr[{at}] += 1")
        found = self.effect(node.effect, w, env.naming(**{node.bind: (f"fr[{one}]", kind)}))
        if chosen is not None:
            code, several = found.names[chosen]
            these = code if several.endswith("s") else f"tuple([x for x in ({code},) if x is not None])"
            w.line(f"fr[{all_chosen}] += {these}")
        w.jump(again)
        w.place(end)
        if saved is not None:
            self.moment_over(saved, w)
        return env.naming(**{chosen: (f"fr[{all_chosen}]", "cards")}) if chosen is not None else None

    def each_of(self, node: n.ForEach, env: Env) -> tuple[str, str]:
        """What each is, and the list of them: players from the one who begins on."""
        players = isinstance(node.over, n.Select) and node.over.noun in PLAYER_WORDS
        kind = "player" if players else self.kind(node.over, env).rstrip("s")
        listed = self.listed(node.over, env) if isinstance(node.over, n.Select) else self.term(node.over, env)
        if isinstance(node.over, n.Opponent) and not self.kind(node.over, env).endswith("s"):  # of two who play: one
            listed = f"({listed},)"
        if kind != "player":
            return kind, listed
        turn = f"s[{self.L['player ' + self.turn_period()]}]"
        start = self.as_player(node.start, env) if node.start is not None else turn
        return kind, f"from_player({listed}, {start})"

    def do_repeat(self, node: n.Repeat, w: Writer, env: Env) -> None:
        if node.again:  # once, and then so many times more
            self.effect(node.effect, w, env)
        left = w.local()
        w.line(f"fr[{left}] = {self.number(node.times, env)}")
        again, end = w.label(), w.label()
        w.place(again)
        w.unless(f"fr[{left}] > 0", end)
        w.line(f"fr[{left}] -= 1")
        self.effect(node.effect, w, env)
        w.jump(again)
        w.place(end)

    def do_until(self, node: n.Until, w: Writer, env: Env) -> None:
        again, end = w.label(), w.label()
        w.place(again)
        w.line("m.left -= 1")
        w.line("if m.left < 0:")  # it goes round for ever
        w.line(f"fr[1] = {again}; m.rest.append(fr)", 1)
        w.line("return 0", 1)
        w.unless(self.still(node, env), end)
        w.line(f"s[{self.L['did']}] = 0")
        clock = w.local()
        w.line(f"fr[{clock}] = s[{self.L['clock']}]")
        failed, w.failed = w.failed, None  # a round that finds nothing more is the end, and no failure of the event
        self.effect(node.effect, w, env)
        w.failed = failed
        if not shuffles(node.effect):  # chance may change what is asked
            # nothing could be done and nothing was moved: it would never end
            w.unless(f"(s[{self.L['did']}] or s[{self.L['clock']}] != fr[{clock}])", end)
        w.jump(again)
        w.place(end)

    def still(self, node: n.Until, env: Env) -> str:
        """Whether to go on: «finché non sono lo stesso numero» takes away from the greater side only."""
        condition, effect = node.condition, node.effect
        if isinstance(condition, n.Compare) and condition.op == "==" and isinstance(effect, n.Do):
            taken = next(
                (r.value for r in effect.event.roles if r.name == "object" and isinstance(r.value, n.Select)), None
            )
            sides = condition.left, condition.right
            for mine, other in (sides, sides[::-1]):
                if isinstance(mine, n.Count) and isinstance(other, n.Count) and taken is not None:
                    if (mine.what.noun, mine.what.where) == (taken.noun, taken.where):
                        return f"({self.number(mine, env)} > {self.number(other, env)})"
        return f"(not {self.guarded(condition, env)})"


def awaits(part: Any, after: Any) -> bool:
    """«infliggi 2 a una Lana. Se si smorza, …»: whether a watch is of what the order before it is done to, and so begins before
    it is done."""
    if not isinstance(part, n.Do) or not isinstance(after, n.Watch) or not isinstance(after.when, n.Event):
        return False
    taking_part = {getattr(role.value, "bind", None) or getattr(role.value, "name", None) for role in part.event.roles}
    told = {role.value.name for role in after.when.roles if isinstance(role.value, n.Var)}
    known = {x.name for x in walk(after) if isinstance(x, (n.Var, n.Did, n.Outcome))}
    return bool(told) and told <= taking_part and not known & {part.bind, part.moved}


def shuffles(effect: Any) -> bool:
    """Whether a pile is shuffled: then what was so may be otherwise, though nothing was moved."""
    return isinstance(effect, n.Shuffle) or any(shuffles(part) for part in getattr(effect, "parts", ()))


def chosen_in(effect: Any) -> str | None:
    """The name of what each of several does nothing but choose."""
    what = effect.what if isinstance(effect, n.Choose) else None
    return what.bind if isinstance(what, n.Select) and what.noun not in PLAYER_WORDS else None


def named_in_all(options: tuple[Any, ...]) -> tuple[str, ...]:
    """The names under which each of several things is known to have been done."""
    named = [{x.bind for x in walk(each) if isinstance(x, (n.Do, n.Pay)) and x.bind is not None} for each in options]
    return tuple(sorted(set.intersection(*named))) if named else ()
