"""Standing effects and watches that an effect puts in force."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from dsl.meaning import nodes as n
from dsl.meaning.game import LastingDecl, NounDecl
from dsl.meaning.lasting import kind_given
from dsl.meaning.mapped import replace_term

from .doing import Doing
from .emit import Writer
from .env import CannotCompile, Env
from .layout import ENTRY, FIRST, walk
from .standing import KEPT, shifted


def of_any(standing: Any) -> Any:
    """What is said of «il prossimo»: of whichever fits, until the first."""

    def any_such(held: Any) -> Any:
        return evolve(held, quantity=n.Quantity.EXACTLY, number=n.Num(1)) if following(held) else held

    if isinstance(standing, n.Allow):
        roles = tuple(evolve(r, value=any_such(r.value)) for r in standing.event.roles)
        return (
            evolve(standing, event=evolve(standing.event, roles=roles)) if roles != standing.event.roles else standing
        )
    target: Any = getattr(standing, "target", None)
    return evolve(standing, target=evolve(target, quantity=n.Quantity.ALL)) if following(target) else standing


def following(held: Any) -> bool:
    """Whether it is the next one of a kind."""
    return isinstance(held, n.Select) and held.quantity is n.Quantity.NEXT


class Lasting(Doing):
    """The part of the compiler that writes what an effect leaves behind."""

    borne: set[int]
    parts: list[tuple[Any, ...]]  # of the labels whose steps are being written

    # -- standing effects made by an effect --------------------------------------------------------------------

    def do_modify(self, node: n.Modify, w: Writer, env: Env) -> Env:
        return self.stand(node, w, env)

    def do_grant(self, node: n.Grant, w: Writer, env: Env) -> Env:
        return self.stand(node, w, env)

    do_suppress = do_becomesstatus = do_allow = do_claim = do_grant

    def settle_amount(self, amount: Any, w: Writer, env: Env) -> tuple[Env, Any]:
        """What an amount singles out is chosen when the effect is used; what it counts is counted afresh."""
        if isinstance(amount, n.ChosenMember):
            code = self.choose_member(amount, w, env)
            return env.naming(**{"#member": (code, "mask")}), n.Var("#member")
        if (
            isinstance(amount, n.ValueOf)
            and isinstance(amount.of, n.Select)
            and not self.kind(amount.of, env).endswith("s")
        ):
            code, env, _ = self.choose(
                evolve(amount.of, bind=amount.of.bind or "#of"), w, env, env.you or "fr[3]", None
            )
            return env, evolve(amount, of=n.Var(amount.of.bind or "#of"))
        if isinstance(amount, n.Compute):
            parts = []
            for part in amount.of:
                env, settled = self.settle_amount(part, w, env)
                parts.append(settled)
            return env, evolve(amount, of=tuple(parts))
        return env, amount

    def reckoned_once(self, node: n.Modify, amount: Any, kind: str, w: Writer, env: Env) -> tuple[Env, Any]:
        """«+X/+X fino alla fine del turno, dove X è il suo ATK»: what counts on what it changes is reckoned when it is given,
        once for all values that change by it."""
        if done_this_way(amount):  # what has been done until now, and no more of it
            much = w.local()
            w.line(f"fr[{much}] = {self.number(amount, env)}")
            return env.naming(**{"#once": (f"fr[{much}]", "number")}), n.Var("#once")
        target = self.subject(node)
        its_own = n.Var(str(getattr(target, "bind", None) or getattr(target, "name", "")))
        spoken = [
            x.value for x in walk(amount) if isinstance(x, n.ValueOf) and not x.printed and x.of in (target, its_own)
        ]
        if kind != "card" and node.value in spoken:
            raise CannotCompile("di più carte, ciascuna di un numero suo che così cambia")
        if kind != "card" or not spoken:
            return env, amount
        said = (amount, *[getattr(x, "span", None) for x in walk(amount)])  # these very words
        if said not in w.reckoned:
            w.reckoned[said] = w.local()
            w.line(f"fr[{w.reckoned[said]}] = {self.number(amount, env)}")
        return env.naming(**{"#once": (f"fr[{w.reckoned[said]}]", "number")}), n.Var("#once")

    def paid_for_it(self, node: Any, w: Writer, env: Env) -> Env:
        """«+100/+100 per X»: what was paid for {X}, which nobody knows any more when the card has gone on."""
        if "X" not in env.names or not any(isinstance(x, n.Var) and x.name == "X" for x in walk(node)):
            return env
        slot = w.local()
        w.line(f"fr[{slot}] = {env.names['X'][0]}")
        return env.naming(X=(f"fr[{slot}]", "number"))

    def stand(self, node: Any, w: Writer, env: Env) -> Env:
        """Put a standing effect in force from now, on what it names."""
        if (in_turn := self.each_for_its_own_time(node) or self.of_each_rule(node)) is not None:
            return self.effect(in_turn, w, env)
        env, node = self.those_to_come(node, w, self.paid_for_it(node, w, env))
        node = of_any(node)
        target = self.subject(node)
        locked = "None"
        kind = "group"
        said = [role.value for role in node.event.roles] if isinstance(node, n.Allow) else [target]
        for such in (each for each in said if isinstance(each, n.Select)):  # who takes part now, and not later
            env = self.taking_part(such.where, w, env)
        if isinstance(target, n.Group) and target.members and not any(isinstance(m, n.Select) for m in target.members):
            locked, kind = self.term(target, env), "cards"
        elif self.choosing(target) and any(self.needs_choice(m) for m in target.members) and self.chosen_subject(node):
            locked, env, kind = self.choose_group(target, w, env, env.you or "fr[3]", None)
        elif self.needs_choice(target) and self.chosen_subject(node):
            locked, env, kind = self.choose(target, w, env, env.you or "fr[3]", None)
        elif isinstance(target, (n.Self, n.Var, n.Related)):
            locked, kind = self.term(target, env), self.kind(target, env)
        if isinstance(node, n.Modify) and isinstance(node.amount, n.ChosenMember) and node.amount.own:
            return self.stand_own(node, locked, kind, w, env)
        if isinstance(node, n.Modify):  # after the target: «scegli la forma del bersaglio»
            env, amount = self.settle_amount(node.amount, w, env)
            env, amount = self.reckoned_once(node, amount, kind, w, env)
            node = evolve(node, amount=amount)
        family = getattr(node, "family", None)
        if family is not None:
            if kind == "group":
                locked, env, kind = self.choose(target, w, env, env.you or "fr[3]", None)
            env, code, _ = self.of_kind(node, family, w, env)
            self.bear(locked, kind, code, w)
            return env
        if isinstance(node, n.Grant) and node.slot is not None:
            return self.stand_text(node, locked, kind, w, env)
        if kind == "group":
            locked, kind, env = self.those_there(node, target, w, env)
        if (duration := getattr(node, "duration", None)) is not None:
            duration, env = self.duration_aimed(duration, w, env)
            if kind.endswith("s") and duration.of is not None:  # «… del loro controllore»: of each, its own
                its_own = n.Var(str(getattr(target, "bind", None) or getattr(target, "name", "")))
                duration = evolve(duration, of=replace_term(duration.of, its_own, n.Candidate()))
            node = evolve(node, duration=duration)
        pinned = self.pin(node, kind)
        each = "x" if kind.endswith("s") else locked  # «… fino al prossimo turno del suo controllore»
        expiry, extra = self.expiry_of(
            node.event if isinstance(node, n.Allow) else target, duration, evolve(env, candidate=each)
        )
        if duration is None:
            expiry = self.unsaid or self.expiry_unsaid()
        extra = self.until_done(node, extra, expiry, w, env)
        static = self.entry_env(env, dynamic=True)
        number = self.ability(node, pinned, static, extra, duration)
        settled = self.settled(node, locked, kind, w, env) if isinstance(node, n.Modify) else None
        if settled is not None:  # one by one, those that are still to be counted
            things = locked if kind.endswith("s") else f"(({locked},) if {locked} is not None else ())"
            locked, kind = f"[x for x in {things} if not {settled}]", "cards"
        self.put_in_force(node, (locked, kind), f"{number}, fr, {expiry}", self.only_while_open(duration), w)
        w.line(f"s[{self.L['did']}] = 1")
        return env

    def put_in_force(self, node: Any, what: tuple[str, str], entry: str, going: str | None, w: Writer) -> None:
        """The entries of an effect, one for each thing; ``going``: what must be so that there are any."""
        locked, kind = what
        if going is not None:
            w.line(f"if {going}:")
        inside = int(going is not None)
        for slot in self.slots_of(node):
            if kind.endswith("s"):
                w.line(f"for x in {locked}: stand(s, {slot}, {entry}, x)", inside)
            elif kind in ("card", "player"):
                w.line(f"if {locked} is not None: stand(s, {slot}, {entry}, {locked})", inside)
            else:
                w.line(f"stand(s, {slot}, {entry}, None)", inside)

    def those_there(self, node: Any, target: Any, w: Writer, env: Env) -> tuple[str, str, Env]:
        """What a whole kind is changed by: those that are there now, where it must be these or they are spoken of again («… e
        perdono le loro abilità»); else whichever fits, as long as it lasts."""
        there = isinstance(node, n.Modify) and self.of_those_there(node)
        if self.until_its_own(node) or there or done_this_way(target):
            return self.listed(target, env), "cards", env
        if not isinstance(target, n.Select) or target.bind is None:
            return "None", "group", env
        slot = w.local()
        w.line(f"fr[{slot}] = tuple({self.listed(target, env)})")
        return f"fr[{slot}]", "cards", env.naming(**{target.bind: (f"fr[{slot}]", "cards")})

    def those_to_come(self, node: Any, w: Writer, env: Env) -> tuple[Env, Any]:
        """«il tuo prossimo lancio», where the game says which are under way: none of those that are so now."""
        roles = node.event.roles if isinstance(node, n.Allow) else ()
        said = (getattr(node, "target", None), *(role.value for role in roles))
        one: Any = next((x for x in said if following(x)), None)
        declared = self.game.nouns.get(one.noun) if one is not None else None
        if one is None or declared is None or declared.begun is None:
            return env, node
        slot = w.local()
        w.line(f"fr[{slot}] = tuple({self.listed(evolve(declared.begun, quantity=n.Quantity.ALL), env)})")
        later = n.Not(n.Same(n.Candidate(), n.Var("#begun")))
        for held in dict.fromkeys(x for x in walk(node) if isinstance(x, n.Select) and x.noun == one.noun):
            node = replace_term(node, held, evolve(held, where=(*held.where, later)))
        return env.naming(**{"#begun": (f"fr[{slot}]", "cards")}), node

    def expiry_of(self, said_of: Any, duration: n.Duration | None, env: Env) -> tuple[str, str | None]:
        """When an entry ends that is said of these things: a turn may go on for them through the next one."""
        expiry, extra = self.expiry(duration, env)
        if duration is None or duration.stretch is not n.Stretch.THIS or duration.of is not None:
            return expiry, extra
        verbs = [
            f.forms for x in walk(said_of) if isinstance(x, n.Event) and (f := self.game.frames.get(x.verb))
        ]  # «non può rispondere»
        named = (x for each in (said_of, verbs) for x in walk(each))
        spoken = [self.game.nouns[x.noun] for x in named if isinstance(x, n.Select) and x.noun in self.game.nouns]
        late = next((x.outlasts for x in (*spoken, *self.who_does(said_of)) if x.outlasts is not None), None)
        if late is None or duration.period != self.game.turn:
            return expiry, extra
        longer, _ = self.expiry(evolve(duration, stretch=n.Stretch.THROUGH_NEXT), env)
        return f"({longer} if {self.condition(late, env)} else {expiry})", extra

    def who_does(self, said_of: Any) -> list[NounDecl]:
        """«il rivale non può muoversi in questo turno»: the nouns that are another name for who does it."""
        events = [x for x in walk(said_of) if isinstance(x, n.Event)]
        by_him = [[r for r in event.roles if r.name == "agent"] or event.roles[:1] for event in events]  # «si muove»
        doers = [role.value for roles in by_him for role in roles]
        return [noun for noun in self.game.nouns.values() if noun.stands_for is not None and noun.stands_for in doers]

    def duration_aimed(self, duration: n.Duration, w: Writer, env: Env) -> tuple[n.Duration, Env]:
        """«ha +1 Ardore e +1 Fiato finché il bersaglio è acceso»: chosen once, for all that lasts as long."""
        said = (duration, *[getattr(x, "span", None) for x in walk(duration)])  # these very words
        known = w.lasting.get(said)
        if known is not None and all(x.name in env.names for x in walk(known) if isinstance(x, n.Var)):
            return known, env
        w.lasting[said], env = self.choices_of_condition(duration, w, env)
        return w.lasting[said], env

    @staticmethod
    def until_its_own(node: Any) -> bool:
        """«fino al prossimo turno del loro controllore»: for each of those that are there its own time."""
        return any(isinstance(x, n.Candidate) for x in walk(getattr(getattr(node, "duration", None), "of", None)))

    def each_for_its_own_time(self, node: Any) -> n.ForEach | None:
        """«le Lane non si destano durante il prossimo turno del loro controllore»: of those that are there, each in turn."""
        if not isinstance(node, n.Allow) or self.subject(node) is not None or not self.until_its_own(node):
            return None
        said = next((r for r in node.event.roles if isinstance(r.value, n.Select)), None)
        if said is None or node.duration is None:
            return None
        those: Any = evolve(said.value, quantity=n.Quantity.ALL, number=None)  # type: ignore[arg-type]
        one = n.Var("#own")
        roles = tuple(evolve(r, value=one) if r is said else r for r in node.event.roles)
        duration = evolve(node.duration, of=replace_term(node.duration.of, n.Candidate(), one))
        its = evolve(node, event=evolve(node.event, roles=roles), duration=duration)
        return n.ForEach(those, one.name, its, span=node.span)

    def of_those_there(self, node: n.Modify) -> bool:
        """Whether what is said for good of a value that is counted once is said of the things that are there now."""
        if self.game.values[node.value].settled_in is None or node.duration is not None:
            return False
        return isinstance(node.target, n.Select) and not any(
            isinstance(x, (n.Self, n.Var, n.Related, n.Event)) for x in walk(node.target.where)
        )

    def settled(self, node: n.Modify, locked: str, kind: str, w: Writer, env: Env) -> str | None:
        """Of things that a value was counted for already, what is said for good of what it made; the test that «x» is one."""
        decl = self.game.values[node.value]
        if decl.settled is None or decl.settled_in is None or kind == "group" or node.duration is not None:
            return None
        lies = n.Place(decl.settled)
        things = locked if kind.endswith("s") else f"(({locked},) if {locked} is not None else ())"
        inner = env.naming(**{"#counted": (things, "cards")})
        change = n.Change(decl.settled_in, n.Var("#each"), node.op, node.amount, span=node.span)
        each = n.If(n.IsIn(n.Var("#each"), lies), change)
        self.effect(n.ForEach(n.Var("#counted"), "#each", each, span=node.span), w, inner)
        return self.condition(n.IsIn(n.Candidate(), lies), evolve(env, candidate="x"))

    def stand_text(self, node: n.Grant, locked: str, kind: str, w: Writer, env: Env) -> Env:
        """«ha l'effetto di quella Lanterna fino alla fine del turno»."""
        assert node.slot is not None
        if kind == "group":
            raise CannotCompile("il testo di un'altra si dà a carte scelte", node)
        expiry, extra = self.expiry(node.duration, env)
        if extra is not None:
            raise CannotCompile("il testo di un'altra si dà per un tempo o per sempre", node)
        source = w.local()
        w.line(f"fr[{source}] = {self.text_shown(node.slot, env)}")
        number, at = self.text_copied(node, source - FIRST + ENTRY), self.slots_of(node)[0]
        things = locked if kind.endswith("s") else f"(({locked},) if {locked} is not None else ())"
        w.line(f"for x in {things}: stand(s, {at}, {number}, fr, {expiry}, x)")
        w.line(f"s[{self.L['did']}] = 1")
        return env

    def until_done(self, node: Any, extra: str | None, expiry: str, w: Writer, env: Env) -> str | None:
        """«il prossimo»: the effect stands as long as the watch for its event, which was put in force just before."""
        duration = getattr(node, "duration", None)
        if duration is None or duration.event is None:
            return extra
        number, slots = self.watch(
            n.Watch(duration.event, n.Sequence(()), once=True, at_once=True, span=node.span), env, None
        )
        for slot in slots:
            w.line(f"stand(s, {slot}, {number}, fr, {expiry}, None)")
        there = f"any(x[0] == {number} and x[2] == e[2] and x[3] < e[3] for x in s[{slots[0]}])"
        return there if extra is None else f"({extra}) and {there}"

    def stand_own(self, node: n.Modify, locked: str, kind: str, w: Writer, env: Env) -> Env:
        """«sceglie una Forma della carta»: one of those that it has, when they are several."""
        if kind != "card" or not isinstance(node.amount, n.ChosenMember):
            raise CannotCompile("una parola tra quelle che ha si sceglie di una carta sola", node)
        card, end = w.local(), w.label()
        w.line(f"fr[{card}] = {locked}")
        has = f"{self.value_function(node.value)}(s, fr[{card}])"
        w.unless(f"fr[{card}] is not None and {has} & ({has} - 1)", end)
        code = self.choose_member(node.amount, w, env, f"[x for x in {{}} if x & {has}]")
        inner = env.naming(**{"#member": (code, "mask"), "#chosen": (f"fr[{card}]", "card")})
        self.stand(evolve(node, target=n.Var("#chosen"), amount=n.Var("#member")), w, inner)
        w.place(end)
        return env

    def what(self, node: Any, w: Writer, env: Env, who: str) -> tuple[str, Env, str]:
        raise NotImplementedError

    # -- effects of a declared kind ----------------------------------------------------------------------------

    def lasting(self, name: str, node: Any = None) -> LastingDecl:
        if name not in self.game.lasting:
            raise CannotCompile(f"«{name}» non è una specie di effetti", node)
        return self.game.lasting[name]

    def given(self, effect: n.Modify | n.Grant, frame: str, w: Writer, env: Env) -> tuple[Env, str, str]:
        """What a verb gives, made ready for whoever gets it: it passes with the event."""
        kind = kind_given(self.game.frames[frame], self.game.frames)
        if kind is None:
            raise CannotCompile("il verbo non dice di che specie è l'effetto che dà", effect)
        if isinstance(effect, n.Modify):
            env, amount = self.settle_amount(effect.amount, w, env)
            effect = evolve(effect, amount=amount)
        return self.of_kind(effect, kind[0], w, env)

    def of_kind(self, node: Any, family: str, w: Writer, env: Env) -> tuple[Env, str, str]:
        """An effect of a kind as one thing of the frame: ability, slot, end, amount now, bearer, user, what it knows."""
        decl = self.lasting(family, node)
        said, duration = node, node.duration or decl.duration
        node = evolve(node, target=n.Var("#locked"), duration=duration, family=family)
        expiry, extra = self.expiry(duration, env)
        slot, amount, known = w.local(), "None", f"*fr[{FIRST}:{w.locals}]"
        static = self.entry_env(env, dynamic=True)
        if isinstance(node, n.Modify):
            amount = self.amount_code(node, env)
            if decl.measured_once:
                w.line(f"fr[{slot}] = {amount}")
                amount = known = f"fr[{slot}]"
                node = evolve(node, amount=n.Var("#amount"))
                static = evolve(static, names={"#amount": (f"e[{ENTRY}]", self.kind(said.amount, env).rstrip("s"))})
        if isinstance(node, n.Grant) and node.slot is not None:
            w.line(f"fr[{slot}] = {self.text_shown(node.slot, env)}")
            amount = known = f"fr[{slot}]"
            number = self.text_copied(said, ENTRY)
            self.abilities[number].family = list(self.game.lasting).index(family)
            w.line(f"fr[{slot}] = ({number}, {self.slots_of(node)[0]}, {expiry}, None, fr[2], fr[3], {known})")
            return env, f"fr[{slot}]", "effect"
        number = self.mark(said) if isinstance(node, n.Bear) else self.ability(said, node, static, extra, duration)
        self.abilities[number].family = list(self.game.lasting).index(family)
        at = self.L["marks"] if isinstance(node, n.Bear) else self.slots_of(node)[0]
        self.borne.add(at)
        w.line(f"fr[{slot}] = ({number}, {at}, {expiry}, {amount}, fr[2], fr[3], {known})")
        return env, f"fr[{slot}]", "effect"

    def do_parted(self, node: n.Parted, w: Writer, env: Env) -> None:
        """The steps of a label, in which its parts are known."""
        steps = self.game.labels[node.label].steps if node.label in self.game.labels else None
        if steps is None:
            raise CannotCompile(f"«{node.label}» non dice che cosa si fa delle sue parti", node)
        self.parts.append(node.parts)
        self.effect(steps if len(node.parts) <= 2 else self.by_die(len(node.parts)), w, env)
        self.parts.pop()

    def by_die(self, parts: int) -> n.Effect:
        """The faces of the die in as many equal bands as there are parts, in their order; what is left over is the last's."""
        faces = self.game.die_faces
        die = n.Var(n.DIE)
        lines = [n.If(n.Compare(die, "<=", n.Num(faces * i // parts)), n.DoPart(i)) for i in range(1, parts + 1)]
        return n.Sequence((n.RollDie(), n.FirstTrue(tuple(lines))))

    def do_dopart(self, node: n.DoPart, w: Writer, env: Env) -> Env:
        """«si fa la prima parte»."""
        written = self.parts[-1] if self.parts else ()
        if node.number > len(written):
            raise CannotCompile("qui non c'è quella parte", node)
        return self.effect(written[node.number - 1], w, env)

    def effect(self, node: Any, w: Writer, env: Env) -> Env:
        raise NotImplementedError

    def measured_once(self, node: n.Modify) -> bool:
        """Whether an effect is of a kind that is measured when it is given."""
        return node.family in self.game.lasting and self.game.lasting[str(node.family)].measured_once

    def amount_code(self, node: n.Modify, env: Env) -> str:
        """What an effect sets or adds, as things are now: a number, or the members of a value."""
        inner = evolve(env, candidate=None)
        code = self.number(node.amount, inner)
        members = self.game.values[node.value].kind in ("member", "members")
        if members and self.kind(node.amount, inner) == "card":
            code = f"{self.value_function(node.value)}(s, {code})"
        return f"({code})"

    def text_shown(self, text: n.TextOf, env: Env) -> str:
        """Whose texts a card shows, as things are now."""
        if text.kinds:
            raise CannotCompile("una carta prende tutti i testi di un'altra, non uno solo", text)
        code = self.term(text.of, env)
        if self.kind(text.of, env) == "side":
            return code
        return f"(shown_side(s, {code}) if {code} is not None else None)"

    def text_copied(self, node: n.Grant, at: int) -> int:
        """An effect by which a card shows the texts of another; ``at``: where in its entry it is said whose."""
        ability = self.new_ability("text", node)
        self.functions[f"a{ability.number}"] = (
            f"def a{ability.number}(s, e, c):\n    return e[{at}] if c == e[6] else None\n"
        )
        return ability.number

    def mark(self, node: n.Bear) -> int:
        """An effect that only lies on a card, until its time comes."""
        ability = self.new_ability("mark", node)
        self.functions[f"a{ability.number}"] = (
            f"def a{ability.number}(s, e, c):\n    return True if c == e[6] else None\n"
        )
        return ability.number

    def bear(self, locked: str, kind: str, code: str, w: Writer) -> None:
        """The cards get an effect; what is not born was not done."""
        if kind.endswith("s"):
            w.line(f"s[{self.L['did']}] = sum([bear(s, {code}, x) for x in {locked}])")
        else:
            w.line(f"s[{self.L['did']}] = bear(s, {code}, {locked}) if {locked} is not None else 0")
        if w.failed is not None:
            w.line(f"if not s[{self.L['did']}]: fr[{w.failed}] = 1")

    def do_bear(self, node: n.Bear, w: Writer, env: Env) -> Env:
        """«la carta ha l'effetto come Pegno», «ha un Malanno»."""
        if self.needs_choice(node.target):
            locked, env, kind = self.choose(node.target, w, env, env.you or "fr[3]", None)  # type: ignore[arg-type]
        else:
            locked, kind = self.term(node.target, env), self.kind(node.target, env)
        if node.effect is not None:
            code = self.variable(node.effect, env)
        else:
            env, code, _ = self.of_kind(node, node.family, w, env)
        self.bear(locked, kind, code, w)
        return env

    def do_release(self, node: n.Release, w: Writer, env: Env) -> Env:
        """«il Pegno finisce»."""
        code, env, kind = self.what(node.what, w, env, env.you or "fr[3]")
        things = code if kind.endswith("s") else f"({code},)"
        w.line(f"s[{self.L['did']}] = sum([release(s, x) for x in {things} if x is not None])")
        return env

    def do_lapse(self, node: n.Lapse, w: Writer, env: Env) -> None:
        """Those whose time has come: taken off, then what their end brings is done to all together."""
        decl = self.lasting(node.family, node)
        slot = w.local()
        w.line(f"fr[{slot}] = lapse(s, {list(self.game.lasting).index(decl.name)})")
        if decl.on_end is None:
            return
        effect = decl.on_end
        if isinstance(effect, n.Do) and all(r.value == n.Var("bearer") for r in effect.event.roles):
            end = w.label()
            w.unless(f"fr[{slot}]", end)
            self.effect(effect, w, env.naming(bearer=(f"fr[{slot}]", "cards")))
            w.place(end)
            return
        each = n.ForEach(n.Var("#due"), "bearer", effect, span=node.span)
        self.effect(each, w, env.naming(**{"#due": (f"fr[{slot}]", "cards")}))

    # -- watches -----------------------------------------------------------------------------------------------

    def do_watch(self, node: n.Watch, w: Writer, env: Env) -> None:
        env = self.taking_part((node.when, node.effect, node.condition), w, env)
        when, env = self.choices_of_condition(node.when, w, env)
        node = evolve(node, when=when)  # what was chosen now is that thing, not another like it
        if isinstance(when, n.Moment) and node.once:  # so is a target of what is done later
            later, env = self.targets_now(node.effect, w, env)
            node = evolve(node, effect=later)
        duration = node.duration
        if isinstance(when, n.Moment) and when.next:  # not the end of the one that is open
            duration = n.Duration(n.Stretch.NEXT, when.period, when.of)
        expiry, extra = self.expiry_of(node.when, duration, env)
        number, slots = self.watch(node, env, extra)
        self.abilities[number].alike = node.sole
        for slot in slots:
            same = f"any(x[0] == {number} and x[1] == fr[2] and x[2] == fr[3] for x in s[{slot}])"
            w.line((f"if not {same}: " if node.sole else "") + f"stand(s, {slot}, {number}, fr, {expiry}, None)")

    def do_onnext(self, node: n.OnNext, w: Writer, env: Env) -> None:
        """A watch with a count: it fires on what the order can be carried out on, until none is left."""
        verb = self.game.frames[self.frame_of(node.order.event)]
        expiry, extra = self.expiry(node.duration or verb.default_time, env)
        left = w.local()
        w.line(f"fr[{left}] = {self.number(node.times, env)}")
        able = n.Can(node.order.event)
        number, slots = self.watch(n.Watch(node.when, node.order, condition=able, span=node.span), env, extra)
        self.abilities[number].left, self.abilities[number].alike = left - FIRST + ENTRY, True
        for slot in slots:
            w.line(f"stand(s, {slot}, {number}, fr, {expiry}, None)")

    def do_meanwhile(self, node: n.Meanwhile, w: Writer, env: Env) -> None:
        """For a time, this turn if none is said, the one is done instead of the other."""
        turn = n.Duration(n.Stretch.THIS, self.game.turn)
        when, env = self.choices_of_condition(node.when, w, env)
        expiry, extra = self.expiry(node.duration or (None if node.once else turn), env)
        if extra is not None or (expiry == "None" and not node.once):
            raise CannotCompile("per quanto tempo? qui si intende «fino alla fine di …»", node)
        names = {k: (shifted(code), kind) for k, (code, kind) in env.names.items()}
        known = Env(me="e[1]", you="e[2]", names=names)
        replaced = n.Replaced(when, node.instead, happens=node.happens, span=node.span)
        slot, number = self.replacement(replaced, known, kept=KEPT, once=node.once)
        w.line(f"stand(s, {slot}, {number}, fr, {expiry}, None)")

    def do_prevent(self, node: n.Prevent, w: Writer, env: Env) -> None:
        """For a time, this turn if none is said, so much of what fits does not happen."""
        turn = n.Duration(n.Stretch.THIS, self.game.turn)
        when, env = self.choices_of_condition(node.when, w, env)
        expiry, extra = self.expiry(node.duration or turn, env)
        if extra is not None or expiry == "None":
            raise CannotCompile("per quanto tempo? qui si intende «fino alla fine di …»", node)
        if self.role_index(self.frame_of(when), "number") is None:
            raise CannotCompile("si previene solo ciò che si conta", node)
        made = self.new_ability("prevent", node)
        test, _ = self.pattern(when, "ev", evolve(self.entry_env(env, dynamic=True), event="ev"))
        self.functions[f"a{made.number}"] = f"def a{made.number}(s, e, ev):\n    return {test}\n"
        much = self.number(node.amount, env) if node.amount is not None else "None"
        slot = self.L["less " + self.frame_of(when)]
        named = [r.value for r in when.roles if isinstance(r.value, n.Var) and r.name != "agent"]
        locked = self.term(named[0], env) if named and self.kind(named[0], env) == "card" else "None"
        w.line(f"shield(s, {slot}, {made.number}, fr, {expiry}, {locked}, {much}, {node.once})")
        self.borne.add(slot)

    def replacement(self, node: n.Replaced, env: Env, kept: int = 0, once: bool = False) -> tuple[int, int]:
        raise NotImplementedError

    def taking_part(self, node: Any, w: Writer, env: Env) -> Env:
        """Those between whom a period is, kept for when it is over: «se eviti questo attacco»."""
        names = {x.name for x in walk(node) if isinstance(x, n.Var)}
        for name in sorted(names):
            if f"in {name}" in self.L.slots and name not in env.names:
                slot = w.local()
                w.line(f"fr[{slot}] = s[{self.L['in ' + name]}]")
                env = env.naming(**{name: (f"fr[{slot}]", "card")})
        return env

    def entry_env(self, env: Env, dynamic: bool) -> Env:
        """The same names, read from an entry in force instead of the frame that made it."""

        def moved(code: str) -> str:
            return code.replace("fr[", "e[") if not dynamic else shifted(code)

        names = {k: (moved(code), kind) for k, (code, kind) in env.names.items()}
        return evolve(env, me="e[1]", you="e[2]", names=names, candidate=None, event=None, place=None)


def done_this_way(node: Any) -> bool:
    """Whether something is said of what the text itself has done («in questo modo»)."""
    return any(isinstance(x, n.Happened) and x.this_way for x in walk(node))
