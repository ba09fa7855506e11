"""Events that an effect brings about: who, what, where, how; and whether something of it could be done."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from dsl.meaning import nodes as n
from dsl.meaning.game import taken_role

from .choices import Choices
from .emit import Writer
from .env import CannotCompile, Env
from .layout import PLAYER_WORDS, walk
from .rivals import in_turn


class Doing(Choices):
    """The part of the compiler that writes what is done."""

    offered: n.Event | None = None  # of an action: the event that was allowed when it was offered

    def given(self, effect: n.Modify | n.Grant, frame: str, w: Writer, env: Env) -> tuple[Env, str, str]:
        raise NotImplementedError

    # -- events ------------------------------------------------------------------------------------------------

    def reflexive(self, frame: str, event: n.Event) -> bool:
        """Whether the event is said without its agent («si spezza»)."""
        said = {r.name for r in event.roles}
        return any(
            "agent" not in names and names <= said | {"from", "to", "into"}
            for names in ({r.name for r in f.roles} for f in self.game.frames[frame].forms)
        )

    def wants_agent(self, frame: str) -> bool:
        """Whether the steps of a verb speak of who does it: said without him, it is who uses the text."""
        return any(x == n.Var("agent") for step in self.steps_of(frame) for x in walk(step.effect))

    def do_do(self, node: n.Do, w: Writer, env: Env) -> Env:
        if node.ignoring:  # as long as the event and its choices last these rules do not forbid
            bits = sum(1 << list(self.game.rules).index(name) for name in node.ignoring)
            w.line(f"s[{self.L['ignored']}] |= {bits}")
            env = self.do_do(evolve(node, ignoring=()), w, env)
            w.line(f"s[{self.L['ignored']}] &= {~bits}")
            return env
        event = node.event
        frame = self.frame_of(event)
        decl = self.game.frames[frame]
        by_name = {r.name: r.value for r in event.roles}
        codes: dict[str, str] = {}
        kinds: dict[str, str] = {}
        end = w.label()
        if decl.counted and "object" in by_name:
            raise CannotCompile(f"«{decl.verb}» vuole sapere quante, non quali: dice «carte» la sua forma", event)
        unsaid = self.unsaid_object(frame, by_name)
        if unsaid is not None:
            by_name["object"] = unsaid
        described: tuple[Any, ...] = ()
        made = by_name.get("object")
        if decl.becomes and isinstance(made, n.Group):
            return self.each_made(node, made, w, env)
        given = by_name.get("to")
        if (
            decl.becomes
            and isinstance(made, n.Select)
            and isinstance(given, n.Select)
            and self.kind(given, env)[-1] == "s"
        ):
            return self.each_given(node, given, w, env)
        if decl.becomes and isinstance(made, n.Select):
            by_name["object"], described = self.undescribed(made)
        if "agent" in by_name:
            env, codes["agent"], kinds["agent"] = self.role_code(
                by_name["agent"], frame, "agent", w, env, env.you or "fr[3]", codes, event, node
            )
        elif "agent" in self.roles[frame]:
            nobody = self.reflexive(frame, event) and not self.wants_agent(frame)
            codes["agent"], kinds["agent"] = "None" if nobody else env.you or "None", "player"
        agent_kind = kinds.get("agent", "player")
        if agent_kind in ("players", "cards") and not self.takes_many(frame, "agent"):
            return self.each_agent(node, w, env.naming(**{"#agents": (codes["agent"], agent_kind)}))
        if "agent" in by_name and isinstance(by_name["agent"], (n.Select, n.Var, n.Related)):
            self.skip_without(codes["agent"], w, end)
        if agent_kind == "player":
            who = codes.get("agent", "None")
            who = who if who != "None" else (env.you or "fr[3]")
        else:
            who = f"controller(s, {codes['agent']})" if agent_kind == "card" else (env.you or "fr[3]")
        unsaid_spot = self.unsaid_spot(frame) if "on" in self.roles[frame] and "on" not in by_name else None
        if unsaid_spot is not None:
            by_name["on"] = unsaid_spot
        order = self.role_order(frame, by_name)
        for role in order:
            if role == "on" and kinds.get("object") == "cards" and not self.takes_many(frame, "object"):
                return self.each_object(node, w, env.naming(**{"#objects": (codes["object"], "cards")}), end)
            if role in by_name:
                inside = self.as_in_verb(env, codes, who) if by_name[role] is unsaid_spot else env
                found, codes[role], kinds[role] = self.role_code(
                    by_name[role], frame, role, w, inside, who, codes, event, node
                )
                env = env if inside is not env else found
                if (several := self.takes_exactly(frame, role)) > 1:
                    w.unless(f"(len({codes[role]}) == {several})", end)
                if kinds[role] in ("card", "player") and isinstance(
                    by_name[role], (n.Select, n.Var, n.TextOf, n.Related, n.SpotOf)
                ):
                    self.skip_without(codes[role], w, end)
                if role == "object" and decl.becomes:
                    self.make_so(by_name[role], codes[role], kinds[role], described, w)
        for role in by_name:
            if role not in self.roles[frame] and not (role == "into" and isinstance(by_name[role], n.Select)):
                place = by_name[role]
                if role == "from" and isinstance(place, n.Place) and codes.get("object", "None") != "None":
                    place_test = self.on_isin(n.IsIn(n.Candidate(), place), env.under_test(codes["object"], "card"))
                    w.unless(f"({codes['object']} is not None and {place_test})", end)
                    continue
                raise CannotCompile(f"il verbo {decl.verb} non ha il complemento «{role}»", event)
        for role in ("object", "to", "into", "on"):
            if role not in by_name and self.needs(frame, role):
                raise CannotCompile(f"a «{decl.verb}» manca un complemento («{role}»)", event)
        manner = self.manner_code(frame, event, env)
        roles = [codes.get(r, "None") for r in self.roles[frame]]
        cause = self.number_of(self.game.periods, env.period) if env.period else env.cause
        if event.cause is not None and event.cause in self.game.periods:
            cause = self.number_of(self.game.periods, event.cause)
        me = env.me if env.me is not None else "None"
        pid = self.event_program(frame)
        template = f"[{pid}, 0, {me}, {who}, {', '.join(roles + [''])}{manner}, {cause}, {self.words_of(node)}"
        plural = next(
            (
                r
                for r in self.roles[frame]
                if kinds.get(r, "") in ("cards", "players") and not self.takes_many(frame, r)
            ),
            None,
        )
        resume = w.label()
        counted = "number" in self.roles[frame] and not self.uses_number(frame)
        since = w.local() if node.moved else 0
        if node.moved:
            w.line(f"fr[{since}] = s[{self.L['clock']}]")
        if plural is not None:
            at = self.role_index(frame, plural)
            w.call(resume, f"batch(m, s, {template}], {at})")
        elif counted and codes.get("number", "1") != "1":
            amount = codes["number"]
            w.call(resume, f"times(m, s, {template}], {amount})")
        else:
            i = self.number_of(self.game.frames, frame)
            begun = f"e{i}"
            if event is self.offered and unsaid is None and unsaid_spot is None:
                begun = self.allowed(i)
            w.call(resume, f"{begun}(m, s, {template}, PAD{pid}])")
        self.arrives_as(by_name.get("into"), codes.get("object"), w)
        self.after_event(node, w, by_name, codes, kinds, plural)
        if node.moved:
            env = self.moved(node, frame, w, env, self.as_in_verb(env, codes, who), since)
        w.place(end)
        self.after_search(by_name.get("object"), w)
        if node.bind:
            name = node.bind
            done = w.local()
            w.line(f"fr[{done}] = s[{self.L['did']}]")
            env = env.naming(**{name: (f"fr[{done}]", "number")})
        del decl
        return env

    def allowed(self, i: int) -> str:
        """A verb begun behind its first gate: it was allowed when it was offered."""
        self.functions[f"allowed{i}"] = f"def allowed{i}(m, s, fr):\n    fr[1] = 1\n    return e{i}(m, s, fr)\n"
        return f"allowed{i}"

    def moved(self, node: n.Do, frame: str, w: Writer, env: Env, inside: Env, since: int) -> Env:
        """What a verb that only counts has moved: what came since then to where its steps move things."""
        places = (x.to for step in self.steps_of(frame) for x in walk(step.effect) if isinstance(x, n.Move))
        place = next((to for to in reversed([*places]) if isinstance(to, n.Place)), None)
        many = next((r.value for r in node.event.roles if r.name == "number"), n.Num(1)) != n.Num(1)
        found = w.local()
        pile = f"s[{self.zone_slot(place, inside, inside.you or 'fr[3]')}]"
        w.line(f"fr[{found}] = tuple([c for c in {pile} if s[{self.L['time']} + c] > fr[{since}]])")
        if not many:
            w.line(f"fr[{found}] = fr[{found}][-1] if fr[{found}] else None")
        return env.naming(**{node.moved or "": (f"fr[{found}]", "cards" if many else "card")})

    def role_order(self, frame: str, said: dict[str, Any]) -> list[str]:
        """The object is chosen first; but a lasting effect after the card that it is on."""

        def rank(role: str) -> int:
            on_a_card = isinstance(said.get(role), n.Select) and said[role].noun in self.game.lasting
            return 2 if on_a_card else 0 if role == "object" else 1

        return sorted((r for r in self.roles[frame] if r != "agent"), key=rank)

    def undescribed(self, what: n.Select) -> tuple[n.Select, tuple[Any, ...]]:
        """What is chosen, and the words of its own values that it is to become: «una crepa profonda»."""

        def said(c: Any) -> bool:
            own = isinstance(c, n.HasMember) and isinstance(c.of, n.Candidate) and isinstance(c.member, str)
            return own and not self.game.values[c.value].printed

        words = tuple(c for c in what.where if said(c))
        return evolve(what, where=tuple(c for c in what.where if c not in words)), words

    def each_made(self, node: n.Do, made: n.Group, w: Writer, env: Env) -> Env:
        """«una Lana chiara e una Lana scura»: things that are made, each with what is said of it, one after the other."""
        if made.either:
            raise CannotCompile("quale delle due si fa non si sceglie così", made)
        for member in made.members:
            roles = tuple(evolve(r, value=member) if r.name == "object" else r for r in node.event.roles)
            env = self.do_do(evolve(node, event=evolve(node.event, roles=roles)), w, env)
        return env

    def each_given(self, node: n.Do, given: n.Select, w: Writer, env: Env) -> Env:
        """«una Lana chiara a ogni giocatore»: a thing is made for each of them."""
        roles = tuple(evolve(r, value=n.Var("#to")) if r.name == "to" else r for r in node.event.roles)
        self.do_foreach(n.ForEach(given, "#to", evolve(node, event=evolve(node.event, roles=roles))), w, env)
        return env

    def make_so(self, what: Any, code: str, kind: str, words: tuple[Any, ...], w: Writer) -> None:
        """The values of what is made: the words that are said of it, the others as they begin."""
        if not isinstance(what, n.Select):
            return
        things = code if kind.endswith("s") else f"({code},)"
        for name, value in self.game.values.items():
            if value.owner != what.noun or value.printed or value.derived is not None:
                continue
            word = next((c.member for c in words if c.value == name), None)
            first = self.L.initial[self.L[f"value {name}"]]
            amount = self.member_mask(name, word, what) if word is not None else first
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

    def unsaid_object(self, frame: str, said: dict[str, Any]) -> n.Select | None:
        """«una tua Lanterna attacca»: what the verb needs and the sentence does not say is chosen as in the action of that verb."""
        if "object" in said or "agent" not in said or self.reflexive(frame, n.Event(frame)):
            return None
        needs = all(
            any(r.name == "object" and isinstance(r.value, n.Select) and not self.no_thing(r.value) for r in f.roles)
            for f in self.game.frames[frame].forms
        )
        if not needs or self.game.frames[frame].counted:
            return None
        for action in self.game.actions.values():
            for node in walk(action.effect):
                if isinstance(node, n.Event) and self.frame_of(node) == frame:
                    name = next(
                        (r.value.name for r in node.roles if r.name == "object" and isinstance(r.value, n.Var)), None
                    )
                    for choice in action.choices:
                        if (
                            choice.what is not None
                            and choice.what.bind == name
                            and choice.what.noun not in PLAYER_WORDS
                        ):
                            return evolve(choice.what, bind=None)
        return None

    def takes_many(self, frame: str, role: str) -> bool:
        """Whether a verb takes several things as one participant («alcune … pareggiano»)."""
        for form in self.game.frames[frame].forms:
            for r in form.roles:
                what = r.value.of if isinstance(r.value, n.TextOf) else r.value
                if r.name == role and isinstance(what, n.Select) and not self.no_thing(what):
                    return what.quantity is not n.Quantity.EXACTLY or self.takes_exactly(frame, role) > 1
        return False

    def takes_exactly(self, frame: str, role: str) -> int:
        """How many things a verb takes as one participant («inverte l'Ardore di due carte»); 1 when it does not say."""
        for form in self.game.frames[frame].forms:
            for r in form.roles:
                what = r.value.of if isinstance(r.value, n.TextOf) else r.value
                if r.name == role and isinstance(what, n.Select) and isinstance(what.number, n.Num):
                    if what.quantity is n.Quantity.EXACTLY and not self.no_thing(what):
                        return what.number.value
        return 1

    def skip_without(self, code: str, w: Writer, end: int) -> None:
        """What cannot be done for want of somebody or something is not done, and does not pay a cost."""
        if w.full is not None:
            w.line(f"if {code} is None: fr[{w.full}] = 0")
        w.unless(f"{code} is not None", end)

    def each_agent(self, node: n.Do, w: Writer, env: Env) -> Env:
        """«i giocatori scartano una carta»: each in turn does it."""
        roles = tuple(evolve(r, value=n.Var("#agent")) if r.name == "agent" else r for r in node.event.roles)
        if any(isinstance(r.value, n.Opponent) for r in node.event.roles if r.name == "agent"):
            roles = in_turn(roles, n.Var("#agent"))
        one = n.Do(evolve(node.event, roles=roles), free=node.free, span=node.span)
        self.do_foreach(n.ForEach(n.Var("#agents"), "#agent", one), w, env)
        return env

    def as_in_verb(self, env: Env, codes: dict[str, str], who: str) -> Env:
        """Where the words of a verb's declaration stand: its participants by their names."""
        agent = codes.get("agent", "None")
        return evolve(
            env, you=who, names={"agent": (who if agent == "None" else agent, "player"), "object": (codes.get("object", "None"), "card")}
        )  # fmt: skip

    def each_object(self, node: n.Do, w: Writer, env: Env, end: int) -> Env:
        """«sposta tutte le carte vicine»: each in turn goes to a place of its own."""
        roles = tuple(evolve(r, value=n.Var("#object")) if r.name == "object" else r for r in node.event.roles)
        one = n.Do(evolve(node.event, roles=roles), free=node.free, span=node.span)
        self.do_foreach(n.ForEach(n.Var("#objects"), "#object", one), w, env)
        w.place(end)
        return env

    def unsaid_spot(self, frame: str) -> n.Select | None:
        """On which place, when the sentence does not say: what the verb declares, or the verb of which it is a kind."""
        spot = self.declared(frame, "default_spot")
        return self.owned(spot, frame) if isinstance(spot, n.Select) else None

    def owned(self, spot: n.Select, frame: str) -> n.Select:
        """A place that is nobody's in the sentence is whose the verb says."""
        owner = self.declared(frame, "spot_owner")
        if owner is None or any(isinstance(c, n.ControlledBy) for c in spot.where):
            return spot
        return evolve(spot, where=(n.ControlledBy(n.Candidate(), owner), *spot.where))

    def declared(self, frame: str, answer: str) -> Any:
        """What a verb, or the nearest of which it is a kind, answers."""
        return next((a for f in self.ancestors(frame) if (a := getattr(self.game.frames[f], answer)) is not None), None)

    def right_spots(self, frame: str, said: n.Select, env: Env, codes: dict[str, str], who: str) -> str | None:
        """The test that a place «x», of which the sentence says something, is one of those to which the verb leads."""
        only = self.declared(frame, "only_spots")
        if only is None:
            return None
        only = evolve(only, quantity=n.Quantity.ALL)
        if not any(isinstance(c, (n.ControlledBy, n.Near)) for c in said.where):
            only = self.owned(only, frame)
        return f"x in {self.listed(only, self.as_in_verb(env, codes, who))}"

    def after_event(
        self,
        node: n.Do,
        w: Writer,
        by_name: dict[str, Any],
        codes: dict[str, str],
        kinds: dict[str, str],
        plural: str | None,
    ) -> None:
        if w.full is None:
            return
        need = "1"
        if plural is not None:
            value = by_name[plural]
            number = getattr(value, "number", None)
            need = str(number.value) if isinstance(number, n.Num) and value.quantity is n.Quantity.EXACTLY else "1"
        elif "number" in codes and not self.uses_number(self.frame_of(node.event)):
            need = codes["number"]
        w.line(f"if s[{self.L['did']}] < {need}: fr[{w.full}] = 0")

    def uses_number(self, frame: str) -> bool:
        """Whether the steps of a verb speak of its amount; otherwise they are done as many times."""
        return any(
            isinstance(x, n.Var) and x.name == "number" for step in self.steps_of(frame) for x in walk(step.effect)
        )

    def role_code(
        self,
        value: Any,
        frame: str,
        role: str,
        w: Writer,
        env: Env,
        who: str,
        codes: dict[str, str],
        event: n.Event,
        do: n.Do | None,
    ) -> tuple[Env, str, str]:
        """The code of a participant, chosen now if it must be."""
        if isinstance(value, (n.Modify, n.Grant)):
            return self.given(value, frame, w, env)
        if isinstance(value, n.TextOf):
            kinds = value.kinds
            if isinstance(value.of, n.Select):
                tests = (
                    self.kind_test(kinds, "x") if kinds else None,
                    self.possible(frame, role, event, env, codes, who),
                )
                test = " and ".join(test for test in tests if test is not None) or None
                code, env, kind = self.choose(value.of, w, env, who, test)
                return env, code, kind
            return env, self.term(value.of, env), self.kind(value.of, env)
        if isinstance(value, n.Place):
            return env, self.zone_slot(value, env, who), "zone"
        if isinstance(value, n.Duration):
            time, later = self.expiry(value, env)
            if later is not None:
                raise CannotCompile("da un tempo che non è ancora cominciato il verbo non sa contare", value)
            return env, time, "time"
        if self.choosing(value):
            inside = self.at_place_of(frame, env, codes.get("agent", "None"), who) if role == "object" else env
            picks = [m.pick for m in value.members if isinstance(m, n.Select)]
            test = None if n.Pick.TARGET in picks else self.possible(frame, role, event, env, codes, who)
            code, found, kind = self.choose_group(value, w, inside, who, test)
            names = {k: v for k, v in found.names.items() if k not in inside.names}
            return env.naming(**names), code, kind
        if self.no_thing(value):
            return env, "None", "nothing"
        if isinstance(value, n.Select) and value.noun in self.game.lasting:
            on = codes.get("from") or codes.get("of")
            code, env, kind = self.choose(value, w, env.naming(**{"#from": (on, "card")}) if on else env, who, None)
            return env, code, kind
        if isinstance(value, n.Select):
            inside = env
            if role == self.taken_role(frame) and value.place is None:
                inside = self.at_place_of(frame, env, codes.get("agent", "None"), who)
            test = None if value.pick is n.Pick.TARGET else self.possible(frame, role, event, env, codes, who)
            if role == "on" and (only := self.right_spots(frame, value, env, codes, who)):
                test = f"{only} and {test}" if test is not None else only
            if role == "agent" and test is not None:
                other = self.unsaid_object(frame, {r.name: r.value for r in event.roles})
                if other is not None:
                    again = self.possible(frame, role, event, env, {**codes, "object": "y"}, who)
                    test = f"any([1 for y in {self.listed(evolve(other, quantity=n.Quantity.ALL), env)} if {again}])"
            if role == "object" and test is not None and self.taken_role(frame) != role:
                test = self.with_a_partner(frame, event, env, codes, who) or test
            code, found, kind = self.choose(value, w, inside, who, test)
            return (
                evolve(
                    found,
                    place=env.place,
                    names={
                        **env.names,
                        **{k: v for k, v in found.names.items() if k not in inside.names or k == value.bind},
                    },
                ),
                code,
                kind,
            )
        if isinstance(value, n.ChosenMember):
            return env, self.choose_member(value, w, env), "mask"
        if role == "number" and isinstance(value, n.Group):
            return env, self.choose_amount(value, w, env, who), "number"
        if role == "number":
            return env, self.number(value, env), "number"
        return env, self.number(value, env), self.kind(value, env)

    def choose_amount(self, group: n.Group, w: Writer, env: Env, who: str) -> str:
        """«{F} o {L}»: which of them is chosen by its sign."""
        slot, resume = w.local(), w.label()
        signs = {
            self.word("".join(f"{{{part}}}" for part in m.parts)): m for m in group.members if isinstance(m, n.Signs)
        }
        w.ask(resume, f"ask(m, s, fr, {who}, 'word', {tuple(signs)}, 0)")
        w.line(f"fr[{slot}] = { {word: self.amounts(m) for word, m in signs.items()} }[m.pick]")
        return f"fr[{slot}]"

    def kind_test(self, kinds: tuple[str, ...], var: str) -> str:
        value = next((v for v in self.game.values if all(k in self.game.values[v].members for k in kinds)), None)
        if value is None:
            raise CannotCompile(f"{', '.join(kinds)}: non sono tipi di un testo")
        mask = sum(self.member_mask(value, k) for k in kinds)
        return f"{self.value_function(value)}(s, {var}) & {mask}"

    def at_place_of(self, frame: str, env: Env, agent: str, who: str) -> Env:
        """Looking for the object of a verb where the verb takes it from, when the noun does not say where."""
        place = self.place_of(frame)
        if place is None:
            return env
        return evolve(env.naming(agent=(who if agent == "None" else agent, "player")), place=place)

    def taken_role(self, frame: str) -> str:
        """What a verb takes from where it says: its object, or what a place is dealt with by («occupa una casella con
        una carta»)."""
        return taken_role(self.game, frame)

    def with_a_partner(self, frame: str, event: n.Event, env: Env, codes: dict[str, str], who: str) -> str | None:
        """A place is offered when something may be put there; None when what is put is known, or chosen by description."""
        role = self.taken_role(frame)
        partner = next((r.value for r in event.roles if r.name == role), None)
        if not isinstance(partner, n.Select) or role in codes:
            return None
        inside = self.at_place_of(frame, env, codes.get("agent", "None"), who) if partner.place is None else env
        listed = self.listed(evolve(partner, quantity=n.Quantity.ALL), inside)
        again = self.possible(frame, "object", event, env, {**codes, role: "y"}, who)
        return f"any([1 for y in {listed} if {again}])" if again is not None else None

    def place_of(self, frame: str) -> n.Place | None:
        return self.game.frames[frame].place

    def possible(self, frame: str, role: str, event: n.Event, env: Env, codes: dict[str, str], who: str) -> str | None:
        """The test that the event may happen to the candidate «x»; None when nothing could forbid it."""
        if not self.may_be_forbidden(frame):
            return None
        roles = {r: ("x" if r == role else codes.get(r, "None")) for r in self.roles[frame]}
        return self.may_happen(frame, event, env, env.me or "None", who, roles)

    def may_happen(self, frame: str, event: n.Event, env: Env, me: str, who: str, roles: dict[str, str]) -> str:
        """The test that an event is allowed; where it does not say its way, that it is in one of those it could take."""
        i = self.number_of(self.game.frames, frame)
        said = f"[0, 0, {me}, {who}, {', '.join([*roles.values(), ''])}"
        manner = self.manner_code(frame, event, env)
        if manner != "None" or not self.settles_manner(frame):
            return f"ok{i}(s, {said}{manner}, None, 0])"
        tests = []
        for k, name in enumerate(self.manners_of(frame)):
            test = f"ok{i}(s, {said}{k}, None, 0])"
            now = self.is_so_already(frame, name, roles.get("object", "None"))
            tests.append(f"not {now} and {test}" if now is not None else test)
        return f"({' or '.join(tests)})"

    def settles_manner(self, frame: str) -> bool:
        """Whether the way in which a verb is done, left unsaid, is settled when it is done."""
        decl = self.game.frames[frame]
        return bool(self.manners_of(frame) and (decl.steps or decl.kind_of))

    def is_so_already(self, frame: str, manner: str, thing: str) -> str | None:
        """The test that a thing is already what that way would make of it, where the way unsaid is the other of two."""
        decl = self.game.frames[frame]
        if decl.default_manner != "other" or manner not in self.game.nouns:
            return None
        return self.is_noun(manner, thing, "card", Env(), decl)

    def choose_member(self, node: n.ChosenMember, w: Writer, env: Env, among: str = "{}") -> str:
        """A member asked of a player; ``among``: code for those of all of them that there are to choose from."""
        decl = self.game.values[node.value]
        slot = w.local()
        resume = w.label()
        masks = tuple(self.member_mask(node.value, name) for name in decl.members)
        of = among.format(masks)
        w.ask(resume, f"ask(m, s, fr, {self.as_player(node.by, env)}, 'member', {of}, {self.prompt(node)})")
        w.line(f"fr[{slot}] = m.pick")
        return f"fr[{slot}]"

    def zone_slot(self, place: n.Place | n.Var | None, env: Env, who: str) -> str:
        """The slot of a pile: a constant, or a base and a player."""
        if isinstance(place, n.Var):
            return self.variable(place, env)
        if place is None:
            raise CannotCompile("manca il luogo")
        if place.zone in env.names:
            return env.names[place.zone][0]
        if place.zone not in self.game.zones and "#zone" in env.names:
            return env.names["#zone"][0]  # «nella zona»: the one of the event
        if place.zone not in self.game.zones:
            raise CannotCompile(f"«{place.zone}» non è una zona", place)
        zone = self.game.zones[place.zone]
        base = self.L["zone " + place.zone]
        if zone.owner == "shared":
            return str(base)
        if zone.owner == "card":
            return f"{base} + {self.term(place.of, env)}"
        return f"{base} + {self.as_player(place.of, env) if place.of is not None else who}"

    # -- what can be done --------------------------------------------------------------------------------------

    def feasible(self, node: Any, env: Env) -> str:
        """Whether something of an effect could be done now; «True» when it is not worth asking."""
        try:
            return self.feasible_code(node, env)
        except CannotCompile:
            return "True"

    def feasible_code(self, node: Any, env: Env) -> str:
        if isinstance(node, n.Do):
            return self.feasible_event(node, env)
        if isinstance(node, n.Sequence):
            return self.feasible_code(node.parts[0], env) if node.parts else "False"
        if isinstance(node, n.Cost):
            return self.feasible_code(node.pay, env)
        if isinstance(node, n.May):
            return self.feasible_code(node.effect, env)
        if isinstance(node, (n.Modify, n.Grant, n.Suppress)) and self.needs_choice(node.target):
            return f"bool({self.listed(node.target, env)})"  # type: ignore[arg-type]
        return "True"

    def feasible_event(self, node: n.Do, env: Env) -> str:
        frame = self.frame_of(node.event)
        by_name = {r.name: r.value for r in node.event.roles}
        agent = by_name.get("agent")
        if self.needs_choice(agent):
            other = self.unsaid_object(frame, by_name)
            if other is not None:
                listed = self.listed(evolve(other, quantity=n.Quantity.ALL), env)
                test = self.possible(frame, "agent", node.event, env, {"object": "y"}, env.you or "fr[3]")
                return f"any([1 for x in {self.listed(agent, env)} for y in {listed} if {test or 'True'}])"  # type: ignore[arg-type]
            return f"bool({self.listed(agent, env)})"  # type: ignore[arg-type]
        codes = {"agent": self.term(agent, env)} if agent is not None else {"agent": env.you or "fr[3]"}
        who = self.as_player(agent, env) if agent is not None else (env.you or "fr[3]")
        for role in ("object", "to"):
            value = by_name.get(role)
            if isinstance(value, n.TextOf) and isinstance(value.of, n.Select):
                test = self.kind_test(value.kinds, "x") if value.kinds else "True"
                test += f" and {self.possible(frame, role, node.event, env, codes, who) or 'True'}"
                return f"any([1 for x in {self.listed(value.of, env)} if {test}])"
            if isinstance(value, n.Select) and not self.no_thing(value):
                inside = (
                    self.at_place_of(frame, env, codes["agent"], who)
                    if role == "object" and value.place is None
                    else env
                )
                listed = self.listed(value, inside)
                test = None if value.pick is n.Pick.TARGET else self.possible(frame, role, node.event, env, codes, who)
                if test is not None:
                    listed = f"[x for x in {listed} if {test}]"
                need = 1
                if value.quantity is n.Quantity.EXACTLY and isinstance(value.number, n.Num):
                    need = value.number.value
                return f"len({listed}) >= {need}"
            if role == "object" and value is not None and not self.no_thing(value) and self.may_be_forbidden(frame):
                codes[role] = self.term(value, env)
                if "to" in by_name and isinstance(by_name["to"], n.Select):
                    continue
                roles = {r: codes.get(r, "None") for r in self.roles[frame]}
                return self.may_happen(frame, node.event, env, env.me or "None", who, roles)
        return "True"
