"""Movements of cards, statuses, values, dice, lots, periods: what the steps of verbs are made of."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any

from attrs import evolve, frozen

from dsl.meaning import nodes as n
from dsl.meaning.game import ValueDecl, whole_match

from .declared import attached_zones
from .emit import Writer
from .env import CannotCompile, Env
from .layout import GROUP, PLAYER_WORDS, walk
from .shared_out import SharedOut

VALUE = -3  # the kind of an entry of the log: a stored value has changed
LENT_FOR = (n.Stretch.THIS, n.Stretch.THROUGH_NEXT)  # of what is lent: until the end of a period


@frozen
class GoesBack:
    """What was lent goes back to whose it was."""

    what: n.Term


class Movements(SharedOut):
    """The part of the compiler that writes the machine's own movements."""

    ahead: set[tuple[int, int]]  # the periods that somebody can skip (0), or have once more (1)
    text_aims: str | None = None  # in what waits: where the choices of the text that it uses are

    # -- the machine's own movements ---------------------------------------------------------------------------

    @cached_property
    def crossings(self) -> bool:
        """Whether movements over the edge of a place are noticed in this game."""
        return any(frame.crossing for frame in self.game.frames.values())

    @cached_property
    def unsettled(self) -> bool:
        """Whether a movement may leave something to settle: what lay under a card, or more of something than may be."""
        return bool(self.game.limits) or any(zone.host_leaves is not None for zone in self.game.zones.values())

    def do_move(self, node: n.Move, w: Writer, env: Env) -> Env:
        if (each := self.onto_each(node, env)) is not None:
            return self.effect(each, w, env)
        node = self.from_its_store(node)
        there = self.game.zones.get(node.to.zone) if isinstance(node.to, n.Place) and node.to.end is not None else None
        laid = w.local() if there is not None and there.shuffled_on_return else None
        if laid is not None:  # «in cima al Mazzo»: where it is said to lie it stays
            w.line(f"fr[{laid}] = s[{self.L['shuffle']}]")
        env = self.moved_there(node, w, env)
        if laid is not None:
            w.line(f"s[{self.L['shuffle']}] = fr[{laid}]")
        if w.moved is None and self.unsettled:  # in a verb's steps the event itself settles it
            self.settled_now(w)
        return env

    def onto_each(self, node: n.Move, env: Env) -> n.ForEach | None:
        """«metti un gettone su ogni Lana»: one on each of them."""
        zone = self.game.zones.get(node.to.zone) if isinstance(node.to, n.Place) else None
        if zone is None or zone.owner != "card" or not isinstance(node.to, n.Place) or node.to.of is None:
            return None
        if not self.kind(node.to.of, env).endswith("s"):
            return None
        onto = n.Var("#onto")
        return n.ForEach(node.to.of, onto.name, evolve(node, to=evolve(node.to, of=onto)), span=node.span)

    def from_its_store(self, node: n.Move) -> n.Move:
        """«metti un gettone su questa carta»: one of those that are not in use, and not one that lies on a card."""
        what, to = node.what, self.game.zones.get(node.to.zone) if isinstance(node.to, n.Place) else None
        if not isinstance(what, n.Select) or what.place is not None or what.among is not None or to is None:
            return node
        kind = self.game.tokens.get(self.noun(what.noun))
        if kind is None or not kind.start or kind.start == to.name or to.owner != "card":
            return node
        return evolve(node, what=evolve(what, place=n.Place(kind.start)))

    def moved_there(self, node: n.Move, w: Writer, env: Env) -> Env:
        """The movement itself."""
        who = env.you or "fr[3]"
        code, env, kind = self.what(node.what, w, env, who)
        move, move_all = ("travel(m, fr, s", "travel_all(m, fr, s") if self.crossings else ("move(s", "move_all(s")
        if node.under is not None:
            zone = attached_zones(self.game)[0]
            w.line(
                f"if {code} is not None: {move}, {code}, {self.L['zone ' + zone.name]} + {self.term(node.under, env)}, 1)"
            )
            return env
        if node.on is not None:
            self.put(node.on, code, kind, w, env)
            return env
        assert node.to is not None
        if isinstance(node.to, n.Var):  # «va nella zona»: the one of the event
            node = evolve(node, to=n.Place(node.to.name))
        assert isinstance(node.to, n.Place)
        if node.keep and node.to.zone not in self.game.zones:
            w.line(f"if {code} is not None:")
            w.line(f"s[{self.L['lent']} + {code}] = s[{self.L['ctrl']} + {code}]", 1)
            w.line(f"change_side(s, {code}, {self.as_player(node.to.of, env)})", 1)
            if any(self.lent_until(period) for period in self.game.periods):
                w.line(f"kept_for_good(s, {code}, {self.as_player(node.to.of, env)})", 1)
            return env
        if self.homes_of(node.to, env) and kind.endswith("s") and not self.game.zones[node.to.zone].of_owner:
            self.move_home(node.to, code, move, w, env)
            return env
        to, env = self.whose_place(node.to, w, env, who)
        slot = self.zone_slot(to, env, who)
        if not kind.endswith("s") and any(zone.of_owner for zone in self.game.zones.values()):
            slot = f"home(s, {code}, {slot})"
        there = self.game.zones.get(node.to.zone)
        if there is not None and there.spots:
            self.put_somewhere(slot, code, kind, w, env, who, node)
            return env
        top = 0 if node.to.end == "bottom" else 1
        if kind.endswith("s") and node.ordered:
            self.move_in_order(node, code, f"{slot}, {top}", w, who)
        elif kind.endswith("s"):
            w.line(f"{move_all}, {code}, {slot}, {top})")
        else:
            pile = self.topmost(w, code) if top and not self.crossings else None
            old = pile or f"s[{self.L['zone']} + {code}]"
            moved = f"fr[{w.moved}] = ({code}, {old}, {slot}); " if w.moved is not None else ""
            going = f"move_top(s, {code}, {slot}, {pile})" if pile is not None else f"{move}, {code}, {slot}, {top})"
            w.line(f"if {code} is not None: {moved}{going}")
            w.line(f"else: fr[{w.failed}] = 1" if w.failed is not None else f"else: s[{self.L['did']}] = 0")
        return env

    def move_home(self, to: n.Place, code: str, move: str, w: Writer, env: Env) -> None:
        """Each of several cards to a place of its own owner's, or controller's."""
        assert isinstance(to.of, n.Related)
        inner = env.naming(**{"#each": ("x", "card")})
        slot = self.zone_slot(evolve(to, of=evolve(to.of, of=n.Var("#each"))), inner, env.you or "fr[3]")
        met, alone = f"s[{self.L['met']}]", f"s[{self.L['snap']}] is None"
        if self.crossings:
            w.line(f"if {alone} and len({code}) > 1: {met} = {GROUP!r}")
        w.line(f"for x in {code}: {move}, x, {slot}, {int(to.end != 'bottom')})")
        if self.crossings:
            w.line(f"if {alone}: {met} = ()")

    def topmost(self, w: Writer, code: str) -> str | None:
        """The pile on top of which lies the card that was just singled out, when it surely lies there."""
        said = w.blocks[-1][1][-1:]
        found = re.fullmatch(rf"{re.escape(code)} = first\(top\(s\[([^]]+(?:\[\d+\])?)\], 1\)\)", "".join(said))
        return found[1] if found is not None else None

    def move_in_order(self, node: n.Move, code: str, where: str, w: Writer, who: str) -> None:
        """Several cards one after the other, in the order that a player chooses."""
        move = "travel(m, fr, s" if self.crossings else "move(s"
        left, card = w.local(), w.local()
        again, end, resume, chosen = w.label(), w.label(), w.label(), w.label()
        w.line(f"fr[{left}] = tuple({code})")
        w.place(again)
        w.unless(f"fr[{left}]", end)
        w.line(f"if len(fr[{left}]) > 1:")
        w.line(f"fr[1] = {resume}", 1)
        w.line(f"return ask(m, s, fr, {who}, 'card', fr[{left}], {self.prompt(node)})", 1)
        w.line(f"fr[{card}] = fr[{left}][0]")
        w.jump(chosen)
        w.place(resume)
        w.line(f"fr[{card}] = m.pick")
        w.place(chosen)
        w.line(f"fr[{left}] = tuple([x for x in fr[{left}] if x != fr[{card}]])")
        w.line(f"{move}, fr[{card}], {where})")
        w.jump(again)
        w.place(end)

    def put(self, on: Any, code: str, kind: str, w: Writer, env: Env) -> None:
        """«va sulla casella»: one card on one place; without room it does not move."""
        if kind.endswith("s"):
            raise CannotCompile("su un posto va una carta per volta", on)
        spot = w.local()
        if isinstance(on, n.Select):
            spot_code, env, _ = self.choose(on, w, env, env.you or "fr[3]", None)
        else:
            spot_code = self.term(on, env)
        w.line(f"fr[{spot}] = {spot_code}")
        self.set_down(code, f"fr[{spot}]", w)

    def set_down(self, code: str, spot: str, w: Writer) -> None:
        if w.moved is not None:
            w.line(f"if {code} is not None: fr[{w.moved}] = ({code}, s[{self.L['zone']} + {code}], pile_of({spot}))")
        put = "alight(m, fr, s" if self.crossings else "put(s"
        w.line(f"if not {put}, {code}, {spot}):")
        w.line(f"fr[{w.failed}] = 1" if w.failed is not None else f"s[{self.L['did']}] = 0", 1)

    def put_somewhere(self, slot: str, code: str, kind: str, w: Writer, env: Env, who: str, node: n.Move) -> None:
        """To a zone of places when none is named: on a free one, which is chosen when there are several; each in turn."""
        many, at, card, spot = w.local(), w.local(), w.local(), w.local()
        w.line(f"fr[{many}] = {code if kind.endswith('s') else f'({code},)'}")
        w.line(f"fr[{at}] = 0")
        again, end, resume, ready = w.label(), w.label(), w.label(), w.label()
        w.place(again)
        w.unless(f"fr[{at}] < len(fr[{many}])", end)
        w.line(f"fr[{card}] = fr[{many}][fr[{at}]]")
        w.line(f"fr[{at}] += 1")
        w.line(f"o = free_in(s, {slot})")
        w.line("if len(o) > 1:")
        w.line(f"fr[1] = {resume}", 1)
        w.line(f"return ask(m, s, fr, {who}, 'card', o, {self.prompt(node)})", 1)
        w.line(f"fr[{spot}] = o[0] if o else None")
        w.jump(ready)
        w.place(resume)
        w.line(f"fr[{spot}] = m.pick")
        w.place(ready)
        self.set_down(f"fr[{card}]", f"fr[{spot}]", w)
        w.jump(again)
        w.place(end)

    def what(self, node: Any, w: Writer, env: Env, who: str) -> tuple[str, Env, str]:
        """What a movement moves: chosen, or singled out by its description."""
        if isinstance(node, n.Select) and node.quantity is not n.Quantity.ALL and node.pick is not n.Pick.NAMED:
            return self.choose(node, w, env, who, None)
        if self.choosing(node):
            return self.choose_group(node, w, env, who, None)
        slot = w.local()
        w.line(f"fr[{slot}] = {self.term(node, env)}")
        if isinstance(node, n.Select) and node.bind:
            env = env.naming(**{node.bind: (f"fr[{slot}]", self.kind(node, env))})
        return f"fr[{slot}]", env, self.kind(node, env)

    def do_foratime(self, node: n.ForATime, w: Writer, env: Env) -> Env:
        """What goes over to somebody for a time: at its end it goes back, if it is still there and was taken."""
        done = node.effect
        event = done.event if isinstance(done, n.Do) else None
        taken = next((r for r in event.roles if r.name == "object"), None) if event is not None else None
        if not isinstance(done, n.Do) or event is None or taken is None:
            raise CannotCompile("che cosa torna indietro?", node)
        gone = w.label()
        name = getattr(taken.value, "bind", None) or "#lent"  # as what follows recalls it
        asked = node.duration.condition
        if asked is not None and not any(isinstance(x, n.Var) and x.name == name for x in walk(asked)):
            w.unless(self.condition(asked, env), gone)  # of what is taken, by contrast, it is asked once it is
        bound = evolve(taken, value=evolve(taken.value, bind=name)) if isinstance(taken.value, n.Select) else taken
        roles = tuple(bound if role is taken else role for role in event.roles)
        lent = self.L["lent"]
        w.line(f"s[{lent} : {lent + self.L.capacity}] = [None] * {self.L.capacity}")
        before, loans, timed = w.local(), self.L["loans"], node.duration.stretch in LENT_FOR
        w.line(f"fr[{before}] = s[{loans}]")
        env = self.effect(evolve(done, event=evolve(event, roles=roles)), w, env)
        if timed:  # not for good: what it is already lent for goes on
            w.line(f"s[{loans}] = fr[{before}]")
        thing: Any = n.Var(name) if bound is not taken else taken.value
        card, many = self.term(thing, env), self.kind(thing, env).endswith("s")
        w.unless(f"{card} is not None", gone)
        if node.duration.stretch in LENT_FOR and node.duration.period is not None:
            w.line(f"for x in {card if many else f'({card},)'}:")
            w.line(
                f"if s[{lent} + x] is not None: lend(s, fr, {self.expiry(node.duration, env)[0]}, x, s[{lent} + x])", 1
            )
        elif many:
            raise CannotCompile("per quanto tempo? più carte si prendono fino alla fine di un periodo", node)
        else:
            slot = w.local()
            w.line(f"fr[{slot}] = s[{lent} + {card}]")
            w.unless(f"fr[{slot}] is not None", gone)
            inner = env.naming(**{"#lender": (f"fr[{slot}]", "player")})
            back: Any = GoesBack(thing)
            self.effect(n.Watch(self.over_when(node), back, once=True, at_once=True), w, inner)
        w.place(gone)
        return env

    def over_when(self, node: n.ForATime) -> n.Event:
        """When the time is over: a card leaves the place in which it is said to be."""
        said = node.duration
        if isinstance(said.condition, n.IsIn) and self.game.frames["lasciare"].crossing is not None:
            where = n.Role("object", said.condition.place)
            return n.Event("lasciare", (n.Role("agent", said.condition.of), where))
        raise CannotCompile(
            "per quanto tempo? qui si intende «fino alla fine di …», «finché questa carta è in …»", node
        )

    def do_goesback(self, node: GoesBack, w: Writer, env: Env) -> None:
        """To its lender, if it is still what was lent."""
        group, gone = next(iter(self.game.places)), w.label()
        w.unless(f"{self.term(node.what, env)} is not None", gone)
        w.unless(self.condition(n.IsIn(node.what, n.Place(group)), env), gone)
        self.effect(n.Move(node.what, n.Place(group, n.Var("#lender")), keep=True), w, env)
        self.settled_now(w)
        w.place(gone)

    def lent_until(self, period: str) -> bool:
        """Whether something goes over to somebody until a period ends."""
        lent = (x.duration for x in self.said(n.ForATime))
        return any(d.period == period and d.stretch in LENT_FOR for d in lent)

    def give_back(self, period: str, w: Writer) -> None:
        """What was lent until the end of a period goes back; what is out of bounds then is settled."""
        if self.lent_until(period):
            i = self.number_of(self.game.periods, period)
            w.line(f"if s[{self.L['loans']}]: give_back(s, {i})")
            self.settled_now(w)

    def settled_now(self, w: Writer) -> None:
        """What is out of bounds after a movement is brought back; what is done right then leaves that to what it is done in."""
        if self.right_then:
            return
        settle, L = w.label(), self.L
        w.place(settle)
        w.line(f"if s[{L['dirty']}] or s[{L['orphans']}] or s[{L['shuffle']}]:")
        w.line("if not settle(m, s):", 1)
        w.line(f"fr[1] = {settle}; m.rest.append(fr)", 2)
        w.line("return 0", 2)

    def do_swap(self, node: n.Swap, w: Writer, env: Env) -> Env:
        """Two cards change places: declared ones, or their stead in two piles."""
        places = node.what.members if isinstance(node.what, n.Group) else ()
        if places and all(isinstance(each, n.Place) for each in places):
            return self.swap_zones(places, node, w, env)  # type: ignore[arg-type]
        if node.piles and isinstance(node.what, n.Group):
            one, env, _ = self.what(node.what.members[0], w, env, env.you or "fr[3]")
            other, env, _ = self.what(node.what.members[1], w, env, env.you or "fr[3]")
            w.line(f"if not trade(s, {one}, {other}):")
            w.line(f"fr[{w.failed}] = 1" if w.failed is not None else f"s[{self.L['did']}] = 0", 1)
            return env
        self.need_spots(node)
        code, env, _ = self.what(node.what, w, env, env.you or "fr[3]")
        w.line(f"if not swap(s, {code}):")
        w.line(f"fr[{w.failed}] = 1" if w.failed is not None else f"s[{self.L['did']}] = 0", 1)
        return env

    def swap_zones(self, places: tuple[n.Place, n.Place], node: n.Swap, w: Writer, env: Env) -> Env:
        """All that lies in the one zone goes to the other, and the other way round."""
        kept = []
        for place in places:
            zone = self.game.zones[place.zone]
            if zone.of_owner or zone.spots:
                raise CannotCompile(f"«{zone.name}»: le sue carte non passano a un altro", node)
            held = w.local()
            w.line(f"fr[{held}] = s[{self.zone_slot(place, env, env.you or 'fr[3]')}]")
            kept.append((f"#held{held}", f"fr[{held}]"))
        for (name, code), to in zip(kept, reversed(places), strict=True):
            env = env.naming(**{name: (code, "cards")})
            env = self.do_move(n.Move(n.Var(name), to), w, env)
        return env

    def do_setstatus(self, node: n.SetStatus, w: Writer, env: Env) -> Env:
        code, env, kind = self.what(node.what, w, env, env.you or "fr[3]")
        i, positive = self.status(node.status, node)
        on = node.on == positive
        decl = list(self.game.statuses.values())[i]
        if decl.turns_off or decl.of_host or decl.shows_back:
            each = f"({code} or ())" if kind.endswith("s") else f"({code},)"
            w.line(f"for x in {each}:")
            w.line(f"if x is not None: turn(s, x, {i}, {int(on)})", 1)
            return env
        change = f"|= {1 << i}" if on else f"&= {~(1 << i)}"
        if kind.endswith("s"):
            w.line(f"for x in {code}: s[{self.L['stat']} + x] {change}")
        else:
            w.line(f"if {code} is not None: s[{self.L['stat']} + {code}] {change}")
        return env

    def do_change(self, node: n.Change, w: Writer, env: Env) -> Env:
        decl = self.game.values.get(node.value)
        if decl is None:
            raise CannotCompile(f"valore sconosciuto «{node.value}»", node)
        if isinstance(node.of, n.Select) and decl.owner != "player":
            one, env, kind = self.choose(node.of, w, env, env.you or "fr[3]", None)  # «una tua crepa diventa lieve»
            those = env.naming(
                **{"#changed": (f"(({one},) if {one} is not None else ())" if kind == "card" else one, "cards")}
            )
            each = n.Change(node.value, n.Var("#each"), node.op, node.amount, span=node.span)
            self.do_foreach(n.ForEach(n.Var("#changed"), "#each", each), w, those)
            return env
        self.change_value(decl, node, w, env)
        return env

    def change_value(self, decl: ValueDecl, node: n.Change, w: Writer, env: Env) -> None:
        if decl.owner == "player" and node.of is not None and self.kind(node.of, env) == "players":
            each = n.Change(node.value, n.Var("#each"), node.op, node.amount, span=node.span)  # «di ogni giocatore»
            self.do_foreach(n.ForEach(node.of, "#each", each), w, env)
            return
        if decl.owner == "player":
            whose = self.as_player(node.of, env) if node.of is not None else (env.you or "fr[3]")
        elif decl.owner == "card" or decl.owner in self.game.nouns:
            whose = self.term(node.of, env)
        else:
            whose = "None"
        at = str(self.L["value " + node.value]) + (f" + {whose}" if whose != "None" else "")
        amount = self.as_player(node.amount, env) if decl.kind == "player" else self.number(node.amount, env)
        if decl.kind == "pool":
            size = len(decl.members) + 1
            amount = f"plain({amount}, {size})"
        if decl.kind == "pool" and node.op is n.Operation.ADD:
            value = f"summed(s[{at}], {amount})"
        elif node.op is n.Operation.SET:
            value = amount
        elif node.op is n.Operation.TIMES:
            value = f"s[{at}] * {amount}"
        else:
            value = f"s[{at}] + {amount}"
        if decl.minimum is not None and decl.kind == "number":
            value = f"max({decl.minimum}, {value})"
        if decl.maximum is not None and decl.kind == "number":
            value = f"min({self.greatest(decl, node, env)}, {value})"
        if decl.scale:
            value = f"min({len(decl.members) - 1}, {value})"
        number = self.number_of(self.game.values, node.value)
        w.line(f"before = s[{at}]")
        w.line(f"s[{at}] = {value}")
        w.line(f"if s[{at}] != before: m.told = (({VALUE}, fr[2], fr[0], None, {number}, {whose}, s[{at}]), m.told)")

    def greatest(self, decl: ValueDecl, node: n.Change, env: Env) -> str:
        """The most that a value may be: a number, or what it began with."""
        if decl.maximum != "start":
            return str(decl.maximum)
        if not decl.counter:
            return str(decl.start or 0)
        return f"p{self.value_function(decl.name)}(s, {self.term(node.of, env)})"

    def do_integrate(self, node: n.Integrate, w: Writer, env: Env) -> None:
        """«i Pegni della carta diventano originali»."""
        code = self.term(node.of, env)
        family = self.family_number(self.lasting(node.family, node).name)
        w.line(f"s[{self.L['did']}] = integrate(s, {code}, {family}) if {code} is not None else 0")

    def do_shuffle(self, node: n.Shuffle, w: Writer, env: Env) -> None:
        of = node.what.of if isinstance(node.what, n.Place) else None
        if of is not None and self.kind(of, env) == "players":
            base = self.L["zone " + node.what.zone]
            w.line(f"for x in {self.term(of, env)}: shuffle(s, {base} + x)")
            return
        slot = self.zone_slot(node.what, env, env.you or "fr[3]")
        w.line(f"shuffle(s, {slot})")

    def do_look(self, node: n.Look, w: Writer, env: Env) -> Env:
        code, env, kind = self.what(node.what, w, env, env.you or "fr[3]")
        who = self.as_player(node.who, env) if node.who is not None else "None"
        cards = code if kind.endswith("s") else f"() if {code} is None else ({code},)"
        w.line(f"look(m, s, fr, {who}, {cards})")
        return env

    def do_rolldie(self, node: n.RollDie, w: Writer, env: Env) -> Env:
        slot = w.local()
        w.line(f"if s[{self.L['trial']}] is not None: return abandon(m)")
        w.line(f"fr[{slot}] = roll(m, s, fr)")
        return env.naming(**{node.bind: (f"fr[{slot}]", "number")})

    def do_drawlots(self, node: n.DrawLots, w: Writer, env: Env) -> Env:
        slot = w.local()
        w.line(f"fr[{slot}] = lots(m, s, tuple({self.listed(node.what, env)}))")
        kind = "player" if node.what.noun in PLAYER_WORDS else "card"
        return env.naming(**({node.what.bind: (f"fr[{slot}]", kind)} if node.what.bind else {}))

    def do_choosename(self, node: n.ChooseName, w: Writer, env: Env) -> Env:
        slot, resume = w.local(), w.label()
        numbers = tuple(self.word(option) for option in node.options)
        w.ask(resume, f"ask(m, s, fr, {self.as_player(node.who, env)}, 'word', {numbers}, {self.prompt(node)})")
        w.line(f"fr[{slot}] = m.pick")
        return env.naming(**{node.bind: (f"fr[{slot}]", "word")})

    def do_openwindow(self, node: n.OpenWindow, w: Writer, env: Env) -> None:
        i = self.number_of(self.game.windows, node.window, node)
        w.call(w.label(), f"p_window(m, s, [P_WINDOW, 0, None, {env.you or 'fr[3]'}, {i}, 0, (), None, 0])")

    def do_begin(self, node: n.Begin, w: Writer, env: Env) -> None:
        i = self.number_of(self.game.periods, node.period, node)
        by_name = {r.name: r.value for r in node.roles}
        decl = self.game.periods[node.period]
        player = by_name.pop("of", None)
        parts = []
        positional = [v for k, v in by_name.items() if k not in {p.name for p in decl.participants}]
        for participant in decl.participants:
            value = by_name.get(participant.name)
            if value is None and positional:
                value = positional.pop(0)
            parts.append(self.term(value, env) if value is not None else "None")
        who = self.as_player(player, env) if player is not None else "None"
        w.call(w.label(), f"begin(m, s, {i}, {who}, ({''.join(p + ', ' for p in parts)}))")

    def do_finish(self, node: n.Finish, w: Writer, env: Env) -> None:
        i = self.number_of(self.game.periods, node.period, node)
        to = self.number_of(self.game.periods, node.to, node) if node.to is not None else None
        w.line(f"s[{self.L['finish']}] = ({i}, {to})")

    def do_skip(self, node: n.Skip, w: Writer, env: Env) -> Env:
        return self.put_ahead(node, 0, w, env)

    def do_onemore(self, node: n.OneMore, w: Writer, env: Env) -> Env:
        return self.put_ahead(node, 1, w, env)

    def put_ahead(self, node: n.Skip | n.OneMore, more: int, w: Writer, env: Env) -> Env:
        """From now on a player skips so many of a period, or has so many more."""
        i = self.number_of(self.game.periods, node.period, node)
        self.ahead.add((i, more))
        code, env, kind = self.what(node.who, w, env, env.you or "fr[3]")
        players = code if kind.endswith("s") else f"({code},)"
        each = f"({i}, q, {more}) for q in {players} if q is not None for _ in range({node.number})"
        now = f"if s[{self.L['open ' + node.period]}]: " if more else ""  # «dopo questo»: one must be going on
        w.line(f"{now}s[{self.L['ahead']}] += tuple([{each}])")
        return env

    def do_endlasting(self, node: n.EndLasting, w: Writer, env: Env) -> None:
        i = self.number_of(self.game.periods, node.lasts.period or "", node)
        self.give_back(node.lasts.period or "", w)
        w.line(f"expire(s, {i}, 0)")

    def do_usetext(self, node: n.UseText, w: Writer, env: Env) -> None:
        i = self.number_of(self.game.texts, node.text, node)
        who = self.as_player(node.who, env) if node.who is not None else (env.you or "fr[3]")
        aims = f", {self.text_aims}" if self.text_aims is not None else ""
        w.call(w.label(), f"use_text(m, s, {i}, {self.term(node.of, env)}, {who}{aims})")

    def do_endgame(self, node: n.EndGame, w: Writer, env: Env) -> None:
        winner = self.as_player(node.winner, env) if node.winner is not None else "None"
        if node.loser is not None:
            loser = self.as_player(node.loser, env)
            w.line(f"if not lose(m, s, {loser}): return 0")
            return
        if node.winner is not None:
            w.line(f"if not win(m, s, {winner}): return 0")
            return
        self.end_match(w)
        w.place(w.label())

    def end_match(self, w: Writer) -> None:
        """The match is over, after what is done at its end, unless that is what is being written."""
        whole = whole_match(self.game.periods)
        if whole is not None and whole.on_end is not None and self.owner != whole.name:
            w.call(w.label(), "match_ends(m, s)")
        w.line("return end_game(m, s, None)")

    def do_cancelevent(self, node: n.CancelEvent, w: Writer, env: Env) -> None:
        return None
