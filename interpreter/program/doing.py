"""Events that an effect brings about: who does what to what, where and how, and what comes of it."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from dsl.meaning import nodes as n
from dsl.meaning.mapped import replace_term

from .emit import Writer
from .env import CannotCompile, Env
from .feasible import Feasible
from .layout import walk
from .participants import Deed
from .rivals import in_turn


class Doing(Feasible):
    """The part of the compiler that writes what is done."""

    offered: n.Event | None = None  # of an action: the event that was allowed when it was offered
    awaited: n.Watch | n.Sequence | None = None  # what is set up of those that take part, before the event

    def do_do(self, node: n.Do, w: Writer, env: Env) -> Env:
        """Who and what takes part, one after the other; the event with them; what comes of it."""
        if node.ignoring:
            return self.do_ignoring(node, w, env)
        aimed, inner = self.numbers_aimed(node, w, env)
        if aimed is not node:
            return self.do_aimed(aimed, w, env, inner)
        deed = self.begun_deed(node, w)
        if (done := self.made_apart(deed, w, env)) is not None:
            return done
        env = self.find_agent(deed, w, env)
        if deed.agent_kind in ("players", "cards") and not self.takes_many(deed.frame, "agent"):
            return self.each_agent(node, w, env.naming(**{"#agents": (deed.codes["agent"], deed.agent_kind)}))
        self.settle_doer(deed, w, env)
        for role in self.role_order(deed.frame, deed.said):
            if role == "on" and deed.kinds.get("object") == "cards" and not self.takes_many(deed.frame, "object"):
                objects = env.naming(**{"#objects": (deed.codes["object"], "cards")})
                return self.each_object(node, w, objects, deed.end)
            if role == "into" and self.each_to_its_own(deed, env):
                return self.each_home(deed, w, env)
            if role in deed.said:
                env = self.find_participant(deed, role, w, env)
        if deed.kinds.get("object") == "lastings" and not self.takes_many(deed.frame, "object"):
            return self.each_lasting(deed, w, env)
        self.no_stranger(deed, w, env)
        self.nobody_missing(deed)
        self.unpaid(deed, w, env)
        template = self.frame_template(deed, env)
        plural = self.done_one_by_one(deed)
        resume = w.label()
        since = w.local() if node.moved else 0
        if node.moved:
            w.line(f"fr[{since}] = s[{self.L['clock']}]")
        if self.awaited is not None:  # of what this event does too
            awaited, self.awaited = self.awaited, None
            self.effect(awaited, w, env)
        kept = self.end_said(deed, w)
        self.call_event(deed, template, plural, resume, w)
        self.laid_at_end(deed, kept, w)
        self.arrives_as(deed.said.get("into"), deed.codes.get("object"), w)
        self.after_event(deed, w, plural)
        if node.moved:
            env = self.moved(node, deed.frame, w, env, self.as_in_verb(env, deed.codes, deed.who), since)
        w.place(deed.end)
        self.after_search(deed.said.get("object"), w)
        return self.counting_done(node.bind, w, env) if node.bind else env

    def end_said(self, deed: Deed, w: Writer) -> int | None:
        """«torna in fondo al Mazzo»: the pile as it is before, since to the verb it is only a pile."""
        into = deed.said.get("into")
        if not isinstance(into, n.Place) or into.end is None or into.zone not in self.game.zones:
            return None
        kept = w.local()
        w.line(f"fr[{kept}] = ({deed.codes['into']}, s[{deed.codes['into']}])")
        return kept

    def laid_at_end(self, deed: Deed, kept: int | None, w: Writer) -> None:
        """What the event brought to a pile lies at the end of it that is said."""
        into = deed.said.get("into")
        if kept is None or not isinstance(into, n.Place):
            return
        goes = "object" if "object" in deed.codes else "agent"  # «mandala», «torna»
        cards = deed.codes[goes] if deed.kinds[goes].endswith("s") else f"({deed.codes[goes]},)"
        w.line(f"lay_at_end(s, {cards}, fr[{kept}], {int(into.end != 'bottom')})")

    def do_ignoring(self, node: n.Do, w: Writer, env: Env) -> Env:
        """As long as the event and its choices last these rules do not forbid."""
        bits = sum(1 << list(self.game.rules).index(name) for name in node.ignoring)
        w.line(f"s[{self.L['ignored']}] |= {bits}")
        env = self.do_do(evolve(node, ignoring=()), w, env)
        w.line(f"s[{self.L['ignored']}] &= {~bits}")
        return env

    def numbers_aimed(self, node: n.Do, w: Writer, env: Env) -> tuple[n.Do, Env]:
        """«pesca carte pari all'Ardore del bersaglio»: a target of which only a number is asked is chosen first; so is one
        to whom so much is done («infliggi al bersaglio danni pari al suo Ardore»)."""
        roles = []
        much = [role.value for role in node.event.roles if role.name in ("number", "effect")]
        spoken_of = {each.name for each in walk(much) if isinstance(each, n.Var)}
        for role in node.event.roles:
            first = role.name == "number" or getattr(role.value, "bind", None) in spoken_of
            value, env = self.choices_of_condition(role.value, w, env) if first else (role.value, env)
            roles.append(role if value == role.value else evolve(role, value=value))
        same = all(a is b for a, b in zip(roles, node.event.roles, strict=True))
        return (node if same else evolve(node, event=evolve(node.event, roles=tuple(roles)))), env

    def do_aimed(self, node: n.Do, w: Writer, env: Env, inner: Env) -> Env:
        """An event of whose number the target was chosen; without one it is not done."""
        end = w.label()
        for name in inner.names.keys() - env.names.keys():
            self.skip_without(inner.names[name][0], w, end)
        env = self.do_do(node, w, inner)
        w.place(end)
        return env

    def begun_deed(self, node: n.Do, w: Writer) -> Deed:
        """The event with what the sentence says of it, and the object that it leaves unsaid."""
        deed = Deed(node, self.frame_of(node.event), {r.name: r.value for r in node.event.roles}, w.label())
        decl = self.game.frames[deed.frame]
        if decl.counted and "object" in deed.said:
            raise CannotCompile(f"«{decl.verb}» vuole sapere quante, non quali: dice «carte» la sua forma", node.event)
        unsaid = self.unsaid_object(deed.frame, deed.said)
        if unsaid is not None:
            deed.said["object"] = unsaid
            deed.as_said = False
        return deed

    def made_apart(self, deed: Deed, w: Writer, env: Env) -> Env | None:
        """Several things that are made, or one for each, and what is taken from each of several cards: each by an event of its
        own; None where one event makes it all."""
        if (taken := self.taken_from_each(deed, w, env)) is not None:
            return taken
        if not self.game.frames[deed.frame].becomes:
            return None
        made, given = deed.said.get("object"), deed.said.get("to")
        if isinstance(made, n.Group):
            return self.each_made(deed.node, made, w, env)
        if not isinstance(made, n.Select):
            return None
        if isinstance(given, n.Select) and self.kind(given, env)[-1] == "s":
            return self.each_given(deed.node, given, w, env)
        deed.said["object"], deed.described = self.undescribed(made)
        return None

    def unpaid(self, deed: Deed, w: Writer, env: Env) -> None:
        """«metti in gioco un Oggetto senza pagarne il costo», of a verb whose steps count what it costs: this time nothing."""
        counted = {x.value for x in walk(self.steps_of(deed.frame)) if isinstance(x, n.ValueOf)}
        prices = [name for name, value in self.game.values.items() if value.is_price and value.kind == "number"]
        price = next((name for name in prices if name in counted), None)
        if not deed.node.free or price is None or deed.kinds.get("object") != "card":
            return
        freed = n.Var("#freed")
        once = n.Duration(n.Stretch.ONCE, event=n.Event(deed.frame, (n.Role("object", freed),)))
        layered = dict(self.game.orders.get("value_order", ()))
        always = not layered or "always set" in layered  # whatever makes it dearer
        nothing = n.Modify(freed, price, n.Operation.SET, n.Num(0), always, once)
        self.effect(nothing, w, env.naming(**{"#freed": (deed.codes["object"], "card")}))

    def find_agent(self, deed: Deed, w: Writer, env: Env) -> Env:
        """Who does it: as the sentence says, else who uses the text, else nobody («si spezza»)."""
        if "agent" in deed.said:
            deed.who = env.you or "fr[3]"
            env, deed.codes["agent"], deed.kinds["agent"] = self.role_code(deed.said["agent"], "agent", deed, w, env)
        elif "agent" in self.roles[deed.frame]:
            nobody = self.reflexive(deed.frame, deed.event) and not self.wants_agent(deed.frame)
            deed.codes["agent"], deed.kinds["agent"] = "None" if nobody else env.you or "None", "player"
        return env

    def settle_doer(self, deed: Deed, w: Writer, env: Env) -> None:
        """The player who chooses what else takes part, and the place on which it is done when the sentence says none."""
        if isinstance(deed.said.get("agent"), (n.Select, n.Var, n.Related, n.ValueOf)):
            self.skip_without(deed.codes["agent"], w, deed.end)
        agent = deed.codes.get("agent", "None")
        deed.who = env.you or "fr[3]"
        if deed.agent_kind == "player" and agent != "None":
            deed.who = agent
        elif deed.agent_kind == "card":
            deed.who = f"controller(s, {deed.codes['agent']})"
        if "on" in self.roles[deed.frame] and "on" not in deed.said:
            deed.unsaid_spot = self.unsaid_spot(deed.frame)
            if deed.unsaid_spot is not None:
                deed.said["on"] = deed.unsaid_spot
                deed.as_said = False

    def find_participant(self, deed: Deed, role: str, w: Writer, env: Env) -> Env:
        """One that takes part; the event is skipped where nothing is found for it."""
        value = deed.said[role]
        unsaid = value is deed.unsaid_spot
        inside = self.as_in_verb(env, deed.codes, deed.who) if unsaid else env
        found, code, kind = self.role_code(value, role, deed, w, inside)
        deed.codes[role], deed.kinds[role] = code, kind
        if (several := self.takes_exactly(deed.frame, role)) > 1:
            w.unless(f"(len({code}) == {several})", deed.end)
        if kind in ("card", "player") and isinstance(
            value, (n.Select, n.Var, n.TextOf, n.Related, n.SpotOf, n.ValueOf)
        ):
            self.skip_without(code, w, deed.end)
        if role == "object" and self.game.frames[deed.frame].becomes:
            self.make_so(value, code, kind, deed.described, w, env)
        return env if unsaid else found

    def no_stranger(self, deed: Deed, w: Writer, env: Env) -> None:
        """A complement that the verb does not have is refused; but where a thing is taken from is a test."""
        for role, place in deed.said.items():
            if role in self.roles[deed.frame] or (role == "into" and isinstance(place, n.Select)):
                continue
            thing = deed.codes.get("object", "None")
            if role != "from" or not isinstance(place, n.Place) or thing == "None":
                verb = self.game.frames[deed.frame].verb
                raise CannotCompile(f"il verbo {verb} non ha il complemento «{role}»", deed.event)
            place_test = self.on_isin(n.IsIn(n.Candidate(), place), env.under_test(thing, "card"))
            w.unless(f"({thing} is not None and {place_test})", deed.end)

    def nobody_missing(self, deed: Deed) -> None:
        """A complement without which the verb cannot be done is asked for."""
        for role in ("object", "to", "into", "on"):
            if role not in deed.said and self.needs(deed.frame, role):
                verb = self.game.frames[deed.frame].verb
                raise CannotCompile(f"a «{verb}» manca un complemento («{role}»)", deed.event)

    def frame_template(self, deed: Deed, env: Env) -> str:
        """The frame with which the event's program begins, without its last bracket."""
        event = deed.event
        manner = self.manner_code(deed.frame, event, env)
        roles = [deed.codes.get(r, "None") for r in self.roles[deed.frame]]
        cause = self.number_of(self.game.periods, env.period) if env.period else env.cause
        if event.cause is not None and event.cause in self.game.periods:
            cause = self.number_of(self.game.periods, event.cause)
        me = env.me if env.me is not None else "None"
        start = f"[{self.event_program(deed.frame)}, 0, {me}, {deed.who}, {', '.join(roles + [''])}"
        return f"{start}{manner}, {cause}, {self.words_of(deed.node)}"

    def done_one_by_one(self, deed: Deed) -> str | None:
        """The complement that is several things, each of which the event is done to by itself."""
        several = (r for r in self.roles[deed.frame] if deed.kinds.get(r, "") in ("cards", "players"))
        return next((r for r in several if not self.takes_many(deed.frame, r)), None)

    def call_event(self, deed: Deed, template: str, plural: str | None, resume: int, w: Writer) -> None:
        """The event: for each of several things, as many times as is said, or once."""
        counted = "number" in self.roles[deed.frame] and not self.uses_number(deed.frame)
        amount = deed.codes.get("number", "1")
        if plural is not None:
            w.call(resume, f"batch(m, s, {template}], {self.role_index(deed.frame, plural)})")
        elif counted and amount != "1":
            w.call(resume, f"times(m, s, {template}], {amount})")
        else:
            i = self.number_of(self.game.frames, deed.frame)
            begun = self.allowed(i) if deed.event is self.offered and deed.as_said else f"e{i}"
            w.call(resume, f"{begun}(m, s, {template}, PAD{self.event_program(deed.frame)}])")

    def counting_done(self, name: str, w: Writer, env: Env) -> Env:
        """How many could be done, by the name that the sentence goes on with."""
        done = w.local()
        w.line(f"fr[{done}] = s[{self.L['did']}]")
        return env.naming(**{name: (f"fr[{done}]", "number")})

    def wants_agent(self, frame: str) -> bool:
        """Whether the steps of a verb speak of who does it: said without him, it is who uses the text."""
        return any(x == n.Var("agent") for step in self.steps_of(frame) for x in walk(step.effect))

    def allowed(self, i: int) -> str:
        """A verb begun behind its first gate: it was allowed when it was offered."""
        self.functions[f"allowed{i}"] = f"def allowed{i}(m, s, fr):\n    fr[1] = 1\n    return e{i}(m, s, fr)\n"
        return f"allowed{i}"

    def moved(self, node: n.Do, frame: str, w: Writer, env: Env, inside: Env, since: int) -> Env:
        """What a verb that only counts has moved: what came since then to where its steps move things."""
        if self.game.frames[frame].waiting is not None:
            return self.copied(node, w, env, since)
        places = (x.to for step in self.steps_of(frame) for x in walk(step.effect) if isinstance(x, n.Move))
        place = next((to for to in reversed([*places]) if isinstance(to, n.Place)), None)
        many = next((r.value for r in node.event.roles if r.name == "number"), n.Num(1)) != n.Num(1)
        found = w.local()
        pile = f"s[{self.zone_slot(place, inside, inside.you or 'fr[3]')}]"
        w.line(f"fr[{found}] = tuple([c for c in {pile} if s[{self.L['time']} + c] > fr[{since}]])")
        if not many:
            w.line(f"fr[{found}] = fr[{found}][-1] if fr[{found}] else None")
        return env.naming(**{node.moved or "": (f"fr[{found}]", "cards" if many else "card")})

    def copied(self, node: n.Do, w: Writer, env: Env, since: int) -> Env:
        """What a verb has put on top of what waits."""
        found, pile = w.local(), f"s[{self.L['zone ' + str(self.L.stack_zone)]}]"
        w.line(f"fr[{found}] = {pile}[-1] if {pile} and s[{self.L['time']} + {pile}[-1]] > fr[{since}] else None")
        return env.naming(**{node.moved or "": (f"fr[{found}]", "card")})

    def role_order(self, frame: str, said: dict[str, Any]) -> list[str]:
        """What is already known, so that what goes with it is chosen; then the object; but a lasting effect after the card
        that it is on, and what is told apart from another («da una Lana a un'altra») after that one."""
        bound = {name for value in said.values() if (name := getattr(value, "bind", None)) is not None}

        def rank(role: str) -> int:
            if isinstance(said.get(role), (n.Var, n.Self)):
                return -1
            on_a_card = isinstance(said.get(role), n.Select) and said[role].noun in self.game.lasting
            of_another = any(isinstance(x, n.Var) and x.name in bound for x in walk(said.get(role)))
            return 3 if on_a_card else 2 if of_another else 0 if role == "object" else 1

        return sorted((r for r in self.roles[frame] if r != "agent"), key=rank)

    def each_made(self, node: n.Do, made: n.Group, w: Writer, env: Env) -> Env:
        """«una Lana chiara e una Lana scura»: things that are made, each with what is said of it, one after the other."""
        if made.either:
            raise CannotCompile("quale delle due si fa non si sceglie così", made)
        for member in made.members:
            roles = tuple(evolve(r, value=member) if r.name == "object" else r for r in node.event.roles)
            env = self.do_do(evolve(node, event=evolve(node.event, roles=roles)), w, env)
        return env

    def taken_from_each(self, deed: Deed, w: Writer, env: Env) -> Env | None:
        """«rimuovi tutti i Pegni dalle tue Lane»: from one after the other; None where they are taken from one card."""
        held, source = deed.said.get("object"), deed.said.get("from")
        lasting = isinstance(held, n.Select) and held.noun in self.game.lasting
        if not lasting or not isinstance(source, n.Select) or self.kind(source, env)[-1] != "s":
            return None
        node, all_of_them = deed.node, n.Quantity.ALL
        if not (held.quantity is source.quantity is all_of_them):  # type: ignore[union-attr]
            raise CannotCompile("da più carte si toglie tutto, o da una per volta: quanto da ciascuna?", node.event)
        roles = tuple(evolve(r, value=n.Var("#source")) if r.name == "from" else r for r in node.event.roles)
        one = evolve(node, event=evolve(node.event, roles=roles))
        done = self.one_by_one(one, self.listed(source, env), {"#source": ("", "card")}, w, env)
        return env.naming(**{node.bind: (done, "number")}) if node.bind else env

    def each_given(self, node: n.Do, given: n.Select, w: Writer, env: Env) -> Env:
        """«una Lana chiara a ogni giocatore»: a thing is made for each of them."""
        roles = tuple(evolve(r, value=n.Var("#to")) if r.name == "to" else r for r in node.event.roles)
        self.do_foreach(n.ForEach(given, "#to", evolve(node, event=evolve(node.event, roles=roles))), w, env)
        return env

    def make_so(self, what: Any, code: str, kind: str, words: tuple[Any, ...], w: Writer, env: Env) -> None:
        """The values of what is made: the words and the amounts that are said of it, the others as they begin."""
        if not isinstance(what, n.Select):
            return
        things = code if kind.endswith("s") else f"({code},)"
        for name, value in self.game.values.items():
            if value.owner != what.noun or value.printed or value.derived is not None:
                continue
            word = next((str(c.member) for c in words if isinstance(c, n.HasMember) and c.value == name), None)
            much = next((c.right for c in words if isinstance(c, n.Compare) and c.left.value == name), None)  # type: ignore[union-attr]
            amount: Any = self.L.initial[self.L[f"value {name}"]]
            if word is not None:
                amount = self.member_mask(name, word, what)
            elif much is not None:
                amount = self.number(much, env)
                amount = f"min({amount}, {len(value.members) - 1})" if value.scale else amount
            w.line(f"for x in {things}: s[{self.L['value ' + name]} + x] = {amount}")

    def needs(self, frame: str, role: str) -> bool:
        """Whether a verb cannot be done without a complement: every way to say it has one, and not only as its way."""
        decl = self.game.frames[frame]
        forms = [r for f in decl.forms for r in f.roles if r.name == role]
        said = len(forms) == len(decl.forms) and all(isinstance(r.value, (n.Select, n.Place)) for r in forms)
        return said and not decl.counted and not any(self.no_thing(r.value) for r in forms)

    def arrives_as(self, into: Any, code: str | None, w: Writer) -> None:
        """«in una Lanterna non in Quiete»: the statuses with which the thing arrives."""
        if not isinstance(into, n.Select) or code is None or code == "None":
            return
        for condition in into.where:
            positive = not isinstance(condition, n.Not)
            part = condition if positive else condition.part  # type: ignore[union-attr]
            if not isinstance(part, n.IsStatus) or not isinstance(part.of, n.Candidate):
                raise CannotCompile("non si sa come arrivarci", condition)
            i, meant = self.status(part.status, part)
            change = f"|= {1 << i}" if positive == meant else f"&= {~(1 << i)}"
            w.line(f"if s[{self.L['did']}] and {code} is not None: s[{self.L['stat']} + {code}] {change}")

    def after_search(self, value: Any, w: Writer) -> None:
        """A pile in which something was looked for is shuffled, if the game says so."""
        if (
            not isinstance(value, n.Select)
            or value.place is None
            or value.pick is n.Pick.NAMED
            or value.among is not None
        ):
            return
        zone = self.game.zones.get(value.place.zone)
        if zone is not None and zone.shuffled_on_search and zone.owner == "shared" and value.place.end is None:
            w.line(f"shuffle(s, {self.L['zone ' + zone.name]})")

    def skip_without(self, code: str, w: Writer, end: int) -> None:
        """What cannot be done for want of somebody or something is not done, and does not pay a cost."""
        if w.full is not None:
            w.line(f"if {code} is None: fr[{w.full}] = 0")
        w.line(f"if {code} is None: s[{self.L['did']}] = 0")  # «se non lo fai»: nor was it what was done before
        w.unless(f"{code} is not None", end)

    def each_agent(self, node: n.Do, w: Writer, env: Env) -> Env:
        """«i giocatori scartano una carta», «le Lane infliggono danni pari al loro Ardore»: each in turn does it, with what is its own."""
        who = next((r.value for r in node.event.roles if r.name == "agent"), None)
        bind = who.bind if isinstance(who, n.Select) else who.name if isinstance(who, n.Var) else None
        its = replace_term(node.event.roles, n.Var(bind), n.Var("#agent")) if bind is not None else node.event.roles
        roles = tuple(evolve(r, value=n.Var("#agent")) if r.name == "agent" else r for r in its)
        if any(isinstance(r.value, n.Opponent) for r in node.event.roles if r.name == "agent"):
            roles = in_turn(roles, n.Var("#agent"))
        one = n.Do(evolve(node.event, roles=roles), free=node.free, span=node.span)
        self.do_foreach(n.ForEach(n.Var("#agents"), "#agent", one), w, env)
        return env

    def each_object(self, node: n.Do, w: Writer, env: Env, end: int) -> Env:
        """«sposta tutte le carte vicine»: each in turn goes to a place of its own."""
        roles = tuple(evolve(r, value=n.Var("#object")) if r.name == "object" else r for r in node.event.roles)
        one = n.Do(evolve(node.event, roles=roles), free=node.free, span=node.span)
        self.do_foreach(n.ForEach(n.Var("#objects"), "#object", one), w, env)
        w.place(end)
        return env

    def each_lasting(self, deed: Deed, w: Writer, env: Env) -> Env:
        """«rimuovi tutti i Pegni da una Lana»: each of those that are on it now, from the same card; «se lo fai» counts them."""
        known = {f"#{role}": (code, deed.kinds[role]) for role, code in deed.codes.items() if role in deed.kinds}
        (several, kind), name = known.pop("#object"), deed.node.bind
        roles = tuple(evolve(r, value=n.Var(f"#{r.name}")) if r.name in deed.kinds else r for r in deed.event.roles)
        one = evolve(deed.node, event=evolve(deed.event, roles=roles))
        each = {"#object": ("", kind.removesuffix("s"))}
        done = self.one_by_one(one, several, each, w, env.naming(**known))
        self.nothing_paid(done, w)
        w.place(deed.end)
        return env.naming(**{name: (done, "number")}) if name else env

    def each_to_its_own(self, deed: Deed, env: Env) -> bool:
        """Whether each of several cards goes to a zone of whoever has it."""
        into = deed.said.get("into")
        if not isinstance(into, n.Place) or into.zone not in self.game.zones or deed.kinds.get("object") != "cards":
            return False
        own = self.homes_of(into, env) and not self.game.zones[into.zone].of_owner
        return own and not self.takes_many(deed.frame, "object")

    def each_home(self, deed: Deed, w: Writer, env: Env) -> Env:
        """«rimanda in mano tutte le Lane»: those of each player to his own, all at one moment."""
        into: n.Place = deed.said["into"]
        assert isinstance(into.of, n.Related)
        whose = self.as_player(evolve(into.of, of=n.Var("#each")), env.naming(**{"#each": ("x", "card")}))
        players = self.listed(n.Select("giocatore", quantity=n.Quantity.ALL), env)
        each = f"(p, tuple([x for x in {deed.codes['object']} if {whose} == p])) for p in {players}"
        new: dict[str, Any] = {"object": n.Var("#objects"), "into": evolve(into, of=n.Var("#home"))}
        roles = tuple(evolve(r, value=new.get(r.name, r.value)) for r in deed.event.roles)
        one, name = evolve(deed.node, event=evolve(deed.event, roles=roles)), deed.node.bind
        saved = self.one_moment(w)
        places = {"#home": ("[0]", "player"), "#objects": ("[1]", "cards")}
        done = self.one_by_one(one, f"[{each}]", places, w, env)
        self.moment_over(saved, w)
        self.nothing_paid(done, w)
        w.place(deed.end)
        return env.naming(**{name: (done, "number")}) if name else env

    def one_by_one(self, node: n.Do, each: str, names: dict[str, tuple[str, str]], w: Writer, env: Env) -> str:
        """An event done with each of several in turn, by these names; the code of how many could be done."""
        at, done, again, over = w.local(), w.local(), w.label(), w.label()
        w.line(f"fr[{at}] = tuple({each})")
        w.line(f"fr[{done}] = 0")
        w.place(again)
        w.unless(f"fr[{at}]", over)
        now = {name: (f"fr[{at}][0]{part}", kind) for name, (part, kind) in names.items()}
        found = self.do_do(evolve(node, bind="#done"), w, env.naming(**now))
        w.line(f"fr[{done}] += amount({found.names['#done'][0]})")
        w.line(f"fr[{at}] = fr[{at}][1:]")
        w.jump(again)
        w.place(over)
        return f"fr[{done}]"

    def nothing_paid(self, done: str, w: Writer) -> None:
        """A cost of which nothing could be done is not paid."""
        if w.full is not None:
            w.line(f"if not {done}: fr[{w.full}] = 0")

    def after_event(self, deed: Deed, w: Writer, plural: str | None) -> None:
        """A cost of which less was done than it says is not paid."""
        if w.full is None:
            return
        need = "1"
        if plural is not None:
            value = deed.said[plural]
            number = getattr(value, "number", None)
            need = str(number.value) if isinstance(number, n.Num) and value.quantity is n.Quantity.EXACTLY else "1"
        elif "number" in deed.codes and (self.game.frames[deed.frame].at_most or not self.uses_number(deed.frame)):
            need = deed.codes["number"]
        w.line(f"if s[{self.L['did']}] < {need}: fr[{w.full}] = 0")
