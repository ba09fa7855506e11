"""Costs as programs: what is paid from a player's own, events as costs, abilities that make what is paid with."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from dsl.meaning import nodes as n
from dsl.meaning.game import CardDecl
from dsl.meaning.joined import effects_of

from .announced import Aiming
from .effects import Effects
from .emit import Writer
from .env import CannotCompile, Env
from .layout import FIRST, walk
from .standing import Ability

PRICE = "#price"  # what a card costs, before anything is done to pay for it
MADE = "#made"  # what a source makes, in its program


class Costs(Effects):
    """The part of the compiler that writes what is paid."""

    cards: tuple[CardDecl, ...]

    def guard(self, what: Any, build: Any) -> Any:
        raise NotImplementedError

    # -- amounts -----------------------------------------------------------------------------------------------

    def pool_of(self, members: tuple[str, ...] | None = None) -> str:
        """The value of a player by which something is paid."""
        for name, decl in self.game.values.items():
            if decl.kind == "pool" and (members is None or all(m in decl.members for m in members)):
                return name
        raise CannotCompile("nessun valore di un giocatore è fatto di questi segni")

    def amounts(self, node: n.Signs) -> tuple[int, ...]:
        """«{F}{F}{2}»: so many of any kind, then of each."""
        named = tuple(part for part in node.parts if not part.isdigit() and part != "X")
        members = self.game.values[self.pool_of(named)].members
        counts = [sum(int(part) for part in node.parts if part.isdigit())]
        counts += [node.parts.count(member) for member in members]
        return tuple(counts)

    def cost_code(self, amount: Any, env: Env) -> tuple[str, str]:
        """What is paid and from which value, as code: a tuple of amounts and a slot."""
        if isinstance(amount, n.Var) and amount.name.startswith(PRICE):
            return env.names[amount.name]
        if isinstance(amount, n.Signs):
            named = tuple(part for part in amount.parts if not part.isdigit() and part != "X")
            cost = repr(self.amounts(amount))
            if "X" in amount.parts:
                code = env.names.get("X", ("0", "number"))[0]
                cost = f"reduced({cost}, {code} * {amount.parts.count('X')})"
            return cost, str(self.L["value " + self.pool_of(named)])
        if isinstance(amount, n.ValueOf) and self.game.values[amount.value].kind == "cost":
            pool = self.game.values[amount.value].paid_with
            if pool is None:
                raise CannotCompile(f"di «{amount.value}» non si dice con che cosa si paga", amount)
            i = self.number_of(self.game.values, amount.value)
            of: Any = amount.of if amount.of is not None else n.Self()
            return f"cost{i}(s, {self.term(of, env)})", str(self.L["value " + pool])
        raise CannotCompile("non si sa come si paga", amount)

    def cost_functions(self) -> None:
        """The printed costs of the cards, and what a cost is now."""
        for i, (name, decl) in enumerate(self.game.values.items()):
            if decl.kind != "cost":
                continue
            rows, unknown = [], self.unknown_signs(name)
            for card in self.cards:
                printed = card.values.get(name)
                signs = n.Signs(printed if isinstance(printed, tuple) else ())
                rows.append(repr(self.guard(card, lambda x=signs: self.amounts(x)) or ()))
            empty = repr((0,) * (len(decl.members) + 1))
            rows += [empty] * (self.L.capacity - len(rows))
            self.functions[f"COST{i}"] = f"COST{i} = ({', '.join(rows)},)\n"
            self.functions[f"COST{i}X"] = f"COST{i}X = {unknown!r}\n"
            self.functions[f"cost{i}"] = (
                f"def cost{i}(s, c):\n    return reduced(COST{i}[c], v{i}(s, c) - PRINTED{i}[c])\n"
            )

    def has_x(self, value: str) -> bool:
        """Whether some card prints {X} in a cost."""
        return any("X" in printed for card in self.cards if isinstance(printed := card.values.get(value), tuple))

    def choose_x(self, pay: n.Pay, w: Writer, env: Env) -> None:
        """How much is paid for {X} of a card's cost is said when it is played, before anything is aimed at."""
        amount = pay.amount
        if not isinstance(amount, n.ValueOf) or amount.of is None or not self.has_x(amount.value):
            return
        i, card = self.number_of(self.game.values, amount.value), self.term(amount.of, env)
        slot = self.cost_code(amount, env)[1]
        after, resume = w.label(), w.label()
        change = f"v{i}(s, {card}) - PRINTED{i}[{card}]"
        w.line(f"keep_x(s, {card}, 0)")  # not what was paid for it another time
        w.line(f"o = x_range(s, {slot}, {env.you}, COST{i}X.get({card}), COST{i}[{card}], {change})")
        w.unless("o", after)
        w.ask(resume, f"ask(m, s, fr, {env.you}, 'amount', o, {self.prompt(pay)})")
        w.line(f"keep_x(s, {card}, m.pick)")
        w.place(after)

    def choose_own_x(self, cost: Any, w: Writer, env: Env) -> Env:
        """«{X}: …»: how much is paid is said when the ability is used."""
        signs = [x for x in walk(cost) if isinstance(x, n.Signs) and "X" in x.parts]
        if not signs:
            return env
        fixed, pool = self.cost_code(signs[0], env)
        slot, resume = w.local(), w.label()
        w.line(f"o = x_range(s, {pool}, {env.you}, {signs[0].parts.count('X')}, {fixed}, 0)")
        w.ask(resume, f"ask(m, s, fr, {env.you}, 'amount', o, {self.prompt(n.Pay(signs[0]))})")
        w.line(f"fr[{slot}] = m.pick")
        return env.naming(X=(f"fr[{slot}]", "number"))

    # -- paying ------------------------------------------------------------------------------------------------

    def do_pay(self, node: n.Pay, w: Writer, env: Env) -> Env:
        who = self.as_player(node.who, env)
        end = w.label()
        if not isinstance(node.who, n.You):
            self.skip_without(who, w, end)
        if isinstance(node.amount, n.Select):
            self.pay_from_a_number(node, w, env)
        else:
            cost, slot = self.cost_code(node.amount, env)
            w.call(w.label(), f"pay(m, s, {slot}, {who}, {cost})")
        if w.full is not None:
            w.line(f"if not s[{self.L['did']}]: fr[{w.full}] = 0")
        w.place(end)
        if node.bind:
            done = w.local()
            w.line(f"fr[{done}] = s[{self.L['did']}]")
            env = env.naming(**{node.bind: (f"fr[{done}]", "number")})
        return env

    def pay_from_a_number(self, node: n.Pay, w: Writer, env: Env) -> None:
        """«paga 2 Punti»: all or nothing, and never told as what takes them away otherwise."""
        did, end = self.L["did"], w.label()
        value, number = owned(node)
        w.line(f"s[{did}] = 1 if {self.feasible_code(node, env)} else 0")
        w.unless(f"s[{did}]", end)
        less = n.Compute(n.Arithmetic.SUBTRACT, (n.Num(0), number))
        self.do_change(n.Change(value, node.who, n.Operation.ADD, less, span=node.span), w, env)
        w.place(end)

    def do_unless(self, node: n.Unless, w: Writer, env: Env) -> Env:
        """The one who may pay is asked, if he can; otherwise it is done."""
        taken = Aiming()
        effect = taken.without(node.effect)
        for aim in taken.aims:  # what it is about is chosen before anybody is asked
            if aim.is_mode:
                effect, taken.aims = node.effect, []
                break
            if isinstance(aim.what, n.Group):
                code, env, kind = self.choose_group(aim.what, w, env, env.you or "fr[3]", None)
                env = env.naming(**{aim.name: (code, kind)})
            elif isinstance(aim.what, n.Select):
                code, env, kind = self.choose(aim.what, w, env, env.you or "fr[3]", None)
                env = env.naming(**{aim.name: (code, kind)})
        done, paid = w.label(), w.label()
        who = self.as_player(node.pay.who, env)
        slot = w.local()
        w.line(f"fr[{slot}] = {who}")
        w.line(f"fr[{slot}] = None if fr[{slot}] is not None and not ({self.feasible(node.pay, env)}) else fr[{slot}]")
        w.unless(f"fr[{slot}] is not None", done)
        resume = w.label()
        w.ask(resume, f"ask(m, s, fr, fr[{slot}], 'may', (1, 0), {self.prompt(n.May(node.pay.who, node.pay))})")
        w.unless("m.pick", done)
        self.effect(node.pay, w, env)
        w.jump(paid)
        w.place(done)
        env = self.effect(effect, w, env)
        w.place(paid)
        return env

    def feasible_code(self, node: Any, env: Env) -> str:
        if isinstance(node, n.Pay) and isinstance(node.amount, n.Select):
            value, number = owned(node)
            return self.condition(n.Compare(n.ValueOf(value, node.who), ">=", number), env)
        if isinstance(node, n.Pay):
            cost, slot = self.cost_code(node.amount, env)
            without = f", ({env.me},)" if env.me is not None and env.cost else ""
            return f"payable(s, {slot}, {self.as_player(node.who, env)}, {cost}{without})"
        if isinstance(node, n.Sequence) and env.cost:
            return " and ".join(f"({self.feasible_code(part, env)})" for part in node.parts) or "True"
        return super().feasible_code(node, env)

    def in_order(self, cost: Any) -> Any:
        """Events first, then what is paid: what has been done to a card is not undone by making more with it."""
        parts = effects_of(cost)
        return n.Sequence(
            (*(p for p in parts if not isinstance(p, n.Pay)), *(p for p in parts if isinstance(p, n.Pay)))
        )

    def pay_in_full(self, cost: Any, w: Writer, env: Env) -> Env:
        """Write a cost; what is not paid in full ends the play."""
        outer, w.full = w.full, w.local()
        w.line(f"fr[{w.full}] = 1")
        parts, env = self.priced(self.in_order(cost).parts, w, env)
        found = self.effect(n.Sequence(parts), w, evolve(env, cost=True))
        mine, w.full = w.full, outer
        self.give_up_unless(f"fr[{mine}]", w)
        return evolve(found, cost=env.cost)

    def priced(self, parts: tuple[n.Effect, ...], w: Writer, env: Env) -> tuple[tuple[n.Effect, ...], Env]:
        """What a card costs is known before the events that are part of the price: they may change it."""
        out: list[n.Effect] = []
        for part in parts:
            if out and isinstance(part, n.Pay) and isinstance(part.amount, n.ValueOf):
                cost, pool = self.cost_code(part.amount, env)
                slot = w.local()
                w.line(f"fr[{slot}] = {cost}")
                env = env.naming(**{f"{PRICE}{slot}": (f"fr[{slot}]", pool)})
                part = evolve(part, amount=n.Var(f"{PRICE}{slot}"))
            out.append(part)
        return tuple(out), env

    def give_up_unless(self, test: str, w: Writer) -> None:
        raise NotImplementedError

    # -- what makes more ---------------------------------------------------------------------------------------

    def source(self, node: n.Activated, made: Ability) -> None:
        """An ability that only makes what is paid with, at the cost of its own card: it is used while something is paid."""
        effect = node.effect
        if (
            not isinstance(effect, n.Do)
            or node.condition is not None
            or any(isinstance(x, n.Pay) and not isinstance(x.amount, n.Select) for x in walk(node.cost))
        ):
            return
        frame = self.frame_of(effect.event)
        pool = next((v for v in self.game.values.values() if v.producer in (frame, self.game.frames[frame].verb)), None)
        number = next((r.value for r in effect.event.roles if r.name == "number"), None)
        makes = number.members if isinstance(number, n.Group) else (number,)
        others = [r for r in effect.event.roles if r.name not in ("number", "agent")]
        if pool is None or others or not all(isinstance(x, n.Signs) for x in makes):
            return
        roles = tuple(evolve(r, value=n.Var(MADE)) if r.name == "number" else r for r in effect.event.roles)
        given = evolve(effect, event=evolve(effect.event, roles=roles))
        w = Writer(FIRST + 1)
        env = Env(me="fr[2]", you="fr[3]", names={MADE: (f"fr[{FIRST}]", "number")})
        self.effect(n.Cost(node.cost, given, span=node.span), w, env)
        pid = self.program(f"s{made.number}", w, cause=node)
        amounts = tuple([self.amounts(x) for x in makes if isinstance(x, n.Signs)])
        made.source = (self.L["value " + pool.name], pid, amounts)


def owned(pay: n.Pay) -> tuple[str, Any]:
    """The value of a player from which a number is paid, and the number."""
    assert isinstance(pay.amount, n.Select)
    return pay.amount.noun, pay.amount.number


__all__ = ["Costs"]
