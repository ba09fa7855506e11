"""Rules, keywords and the texts of cards: what stands while they are in force, and programs for those that are used."""

from __future__ import annotations

import re
from typing import Any

from attrs import evolve

from dsl.meaning import nodes as n
from dsl.meaning.detours import elsewhere
from dsl.meaning.game import CardDecl, KeywordDecl
from dsl.meaning.joined import conditions_of, effects_of
from dsl.meaning.one_or_more import of_several
from dsl.meaning.playing import of_entering, of_own_play
from dsl.meaning.targeting import ABILITY
from dsl.meaning.walk import rebuilt

from .announced import needed
from .compiled import Entry
from .emit import Writer
from .env import CannotCompile, Env
from .layout import FIRST, NAMELESS, walk
from .prompted import Names, PromptedTexts
from .standing import Ability, RuleAllow, relocated
from .values import Values


class Texts(PromptedTexts, Values):
    """The part of the compiler that reads texts."""

    def keywords_and_rules(self) -> None:
        rule_env = Env(me=None, you="ev[3]")
        for name, rule in self.game.rules.items():
            self.owner = name
            for ability in rule.text.abilities:
                self.guard(ability, lambda a=ability: self.rule_ability(a, rule_env))
        card_env = Env(me="e[1]", you=f"s[{self.L['ctrl']} + e[1]]")
        for name, decl in self.game.keywords.items():
            self.owner = name if not name.startswith(NAMELESS) else ""
            for ability in decl.text.abilities:
                self.guard(ability, lambda a=ability, d=decl: self.keyword_ability(a, d, card_env))

    def rule_ability(self, ability: Any, env: Env) -> None:
        if isinstance(ability, n.Static):
            for effect in ability.effects:
                if isinstance(effect, n.Allow) and effect.must:
                    raise CannotCompile("un obbligo è di una carta, non di una regola", effect)
                if isinstance(effect, n.Allow):
                    number = self.ability(effect, effect, env, None, effect.duration, ability.condition)
                    frame = self.frame_of(effect.event)
                    self.rules_allow.append(RuleAllow(frame, number, effect, condition=ability.condition))
                else:
                    inner = evolve(env, you="None")
                    number = self.ability(
                        effect, effect, inner, None, getattr(effect, "duration", None), ability.condition
                    )
                    for slot in self.slots_of(effect):
                        self.out.standing.setdefault(slot, []).append((number, None, None, 0, 0, None, None))
            return
        for slot, number in self.reactive(ability, env):
            self.out.standing.setdefault(slot, []).append((number, None, None, 0, 0, None, None))

    def reactive(self, ability: Any, env: Env) -> list[tuple[int, int]]:
        """The entries of a trigger or a replacement: (slot, ability)."""
        if isinstance(ability, n.Triggered):
            made, slots = self.trigger(ability, env)
            return [(slot, made.number) for slot in slots]
        if isinstance(ability, n.Replaced):
            return [self.replacement(ability, env)]
        if isinstance(ability, n.Labelled) and self.has_steps(ability.label):
            return self.at_will(ability, env)
        if isinstance(ability, n.Labelled):
            return [x for part in ability.parts for x in self.reactive(part, env)]
        if isinstance(ability, n.Activated) and env.me is not None:
            return [self.activated(ability, env)]
        raise CannotCompile(f"frase senza programma qui: {type(ability).__name__}", ability)

    def has_steps(self, label: str) -> bool:
        decl = self.game.labels.get(label)
        return decl is not None and decl.steps is not None

    def at_will(self, node: n.Labelled, env: Env) -> list[tuple[int, int]]:
        """A label with steps that nothing sets off: done when its player wants, as often as the label says."""
        decl = self.game.labels[node.label]
        if decl.limit is None:
            raise CannotCompile(f"di «{node.label}» nulla dice quando si fa", node)
        parts = tuple(part.effect for part in node.parts if isinstance(part, n.Used))
        parted = n.Parted(node.label, parts, span=node.span)
        made = n.Activated(n.Sequence(()), parted, limit=n.Num(decl.limit), per=decl.per, span=node.span)
        slot, number = self.activated(made, env)
        if decl.shared:
            self.abilities[number].shared = list(self.game.labels).index(node.label)
        return [(slot, number)]

    def borne_by(self, ability: Any, env: Env) -> list[tuple[int, int]]:
        """The keywords that the labels of a sentence give to the card that bears it."""
        names = {x.label for x in walk(ability) if isinstance(x, (n.Labelled, n.Parted, n.Triggered)) and x.label}
        found = []
        for decl in (self.game.labels[name] for name in sorted(names) if name in self.game.labels):
            if decl.keyword is not None:
                grant = n.Grant(n.Self(), decl.keyword, span=ability.span)
                number = self.ability(grant, grant, env, None, None, None)
                found += [(slot, number) for slot in self.slots_of(grant)]
        return found

    def activated(self, node: n.Activated, env: Env) -> tuple[int, int]:
        """«costo : effetto»: offered in the windows of its user while its cost can be paid."""
        made = self.new_ability("activated", node)
        node = evolve(node, cost=self.done_to_itself(node.cost))
        free = node.cost == n.Sequence(())  # a label that is done at will
        tests = ["True" if free else self.feasible(node.cost, evolve(env, you="p", cost=True))]
        if node.condition is not None:
            tests.append(self.shown(node.condition, evolve(env, you="p")))
        self.source(node, made)
        if self.L.stack_zone is not None and made.source is None:
            self.activated_later(node, made, tests, evolve(env, you="p"))
        elif self.wants_targets:
            tests.append(self.aimable(needed(node.effect), evolve(env, you="p")))
        body = " and ".join(f"({test})" for test in tests)
        self.functions[f"a{made.number}"] = f"def a{made.number}(s, e, p):\n    return {body}\n"
        w = Writer(FIRST)
        run = evolve(self.choose_own_x(node.cost, w, Env(me="fr[2]", you="fr[3]")), cost=not free)
        done = node.effect if free else n.Cost(self.in_order(node.cost), node.effect, span=node.span)
        self.effect(done, w, run)
        made.program = self.program(f"t{made.number}", w, cause=node)
        return self.L["activated"], made.number

    def done_to_itself(self, cost: Any) -> Any:
        """A price, with the verbs of their own for what a card does to itself as one («nel costo della sua abilità: …»)."""

        def own(part: Any) -> Any:
            done = self.game.frames[self.frame_of(part.event)].own_cost if isinstance(part, n.Do) else None
            itself = done is not None and n.Role("object", n.Self()) in part.event.roles
            return evolve(part, event=evolve(part.event, verb=done)) if itself else part

        parts = tuple(own(part) for part in effects_of(cost))
        return cost if not parts else parts[0] if len(parts) == 1 else n.Sequence(parts, span=cost.span)

    def activated_later(self, node: n.Activated, made: Ability, tests: list[str], env: Env) -> None:
        """An ability that waits: its choices, then its cost, when it is played; its effect when it is resolved."""
        aims, effect = self.aims_of(node.effect)
        made.answers = self.aimed_at_what_waits(aims)
        self.aiming, outer = ABILITY, self.aiming
        tests.append(self.aimable(aims, env))
        w = Writer(FIRST)
        known = self.choose_own_x(node.cost, w, Env(me="fr[2]", you="fr[3]"))
        run, slots = self.announce(aims, w, known, itself=False)
        paid = self.pay_in_full(node.cost, w, run)
        kept = {k: v for k, v in paid.names.items() if k not in run.names or k in known.names}
        codes = "".join(f"{code}, " for code in [*(f"fr[{x}]" for x in slots), *(v[0] for v in kept.values())])
        w.line(f"s[{self.L['aimed']}] = ({codes}s[{self.L['clock']}],)")
        made.announced = self.program(f"n{made.number}", w, cause=node)
        w = Writer(FIRST)
        slots = [w.local() for _ in aims]
        names = {k: (f"fr[{w.local()}]", kind) for k, (_, kind) in kept.items()}
        clock = w.local()
        w.first = w.locals
        inner = self.recheck(aims, slots, clock, w, Env(me="fr[2]", you="fr[3]", names=names))
        self.effect(effect, w, inner)
        made.resolved = self.program(f"resolve{made.number}", w, cause=node)
        self.keep_candidates(made.resolved, aims, slots, inner)
        self.aiming = outer

    def replacement(self, node: n.Replaced, env: Env, kept: int = 0, once: bool = False) -> tuple[int, int]:
        """Write what is done instead; ``kept``: the room of the names that the effect made by which it is set up; ``once``:
        it is over when it was asked."""
        if isinstance(node.instead, n.OfAnother):
            return self.of_another_amount(node, node.instead, env, once)
        if of_several(node.when):
            raise CannotCompile("di più cose a cui accade insieme si dice solo che è accaduto", node)
        frame = self.frame_of(node.when)
        if self.game.frames[frame].crossing is not None:
            return self.detour(node, env, once)
        made = self.new_ability("instead", node)
        made.happens = node.happens
        if self.plays_ability(node.when):
            raise CannotCompile("al posto di un'abilità che si usa non si fa altro", node)
        test, names = self.pattern(node.when, "ev", evolve(env, event="ev"))
        tests = [*self.still_there(node.when, env), test]
        for x in sorted(
            {
                v.name
                for v in walk(node.when)
                if isinstance(v, n.Var) and f"in {v.name}" in self.L.slots and v.name not in names
            }
        ):
            tests.insert(0, f"s[{self.L['in ' + x]}] is not None")
        if node.condition is not None:
            tests.append(self.shown(node.condition, evolve(env, event="ev").naming(**names)))
        uses = f"s[{self.L['uses']}]"
        if node.limit is not None:
            if node.per not in (None, self.game.turn) or not isinstance(node.limit, n.Num):
                raise CannotCompile("ciò che si fa invece ha un numero di volte per turno, e per altro no", node)
            tests.insert(0, f"{uses}.count(({made.number}, e[1])) < {node.limit.value}")
        self.functions[f"a{made.number}"] = (
            f"def a{made.number}(s, e, ev):\n    return {' and '.join(f'({t})' for t in tests)}\n"
        )
        first = FIRST + len(self.roles[frame]) + 2
        known = {k: (relocated(c, first), kind) for k, (c, kind) in env.names.items() if c.startswith("e[")}
        known |= {k: (re.sub(r"\bev\[", "fr[", c), kind) for k, (c, kind) in names.items() if k not in known}
        inner = Env(me="fr[2]", you="fr[3]", names=known)
        for i, role in enumerate(self.roles[frame]):
            kind = "player" if role == "agent" and self.agent_is_player(frame) else "card"
            inner = inner.naming(**{role: (f"fr[{FIRST + i}]", kind)} if role not in inner.names else {})
        w = Writer(first + kept)
        flag = w.local()
        may = made.optional = isinstance(node.instead, n.May)
        w.line(f"fr[{flag}] = {0 if may else 1}")
        w.last = flag if may else None
        self.effect(node.instead, w, inner)
        if node.limit is not None:
            w.line(f"if fr[{flag}]: {uses} += (({made.number}, fr[2]),)")
        if once:
            slot = self.L["instead " + frame]
            w.line(f"s[{slot}] = tuple([x for x in s[{slot}] if x[0] != {made.number} or x[1] != fr[2]])")
        w.line(f"s[{self.L['instead']}] = fr[{flag}]")
        made.program = self.program(f"t{made.number}", w, cause=node)
        return self.L["instead " + frame], made.number

    def detour(self, node: n.Replaced, env: Env, once: bool) -> tuple[int, int]:
        """Where a card goes instead, whatever would bring it over the edge of a place: a function of such a movement, which gives
        the pile, which end of it and by which verb, or None."""
        frame = self.frame_of(node.when)
        move = elsewhere(self.game.frames, node.when, node.instead)
        if once or (
            node.limit is not None and (node.per not in (None, self.game.turn) or not isinstance(node.limit, n.Num))
        ):
            raise CannotCompile("dove va una carta invece vale sempre, per un tempo o tante volte per turno", node)
        if move is None or not isinstance(move.to, n.Place):
            raise CannotCompile("al posto di ciò che muove una carta si può solo farla andare altrove", node)
        zone = self.game.zones.get(move.to.zone)
        if zone is None or zone.spots or zone.owner == "card":
            raise CannotCompile("dove va invece è una zona, e non un posto o una carta", node)
        made = self.new_ability("detour", node)
        test, names = self.pattern(node.when, "ev", evolve(env, event="ev"))
        known = evolve(env, event="ev").naming(**names)
        tests = [*self.still_there(node.when, env), test]
        tests += [self.shown(node.condition, known)] if node.condition is not None else []
        if isinstance(node.limit, n.Num):
            tests.insert(0, f"s[{self.L['uses']}].count(({made.number}, e[1])) < {node.limit.value}")
        slot = f"home(s, ev[{FIRST}], {self.zone_slot(move.to, known, env.you or 'ev[3]')})"
        end = 0 if move.to.end == "bottom" else 1
        done = node.instead
        verb = self.number_of(self.game.frames, self.frame_of(done.event)) if isinstance(done, n.Do) else -1
        self.functions[f"a{made.number}"] = (
            f"def a{made.number}(s, e, ev):\n"
            f"    return ({slot}, {end}, {verb}) if {' and '.join(f'({t})' for t in tests)} else None\n"
        )
        return self.L["instead " + frame], made.number

    def still_there(self, when: n.Event, env: Env) -> list[str]:
        """The tests that the cards of which an effect spoke are still what they were: who left and came back is another."""
        told = [env.names.get(r.value.name, ("", "")) for r in when.roles if isinstance(r.value, n.Var)]
        cards = sorted({code for code, kind in told if kind == "card" and code.startswith("e[")})
        return [f"{code} is not None and s[{self.L['time']} + {code}] <= e[3]" for code in cards]

    def of_another_amount(self, node: n.Replaced, another: n.OfAnother, env: Env, once: bool) -> tuple[int, int]:
        """What makes more or less of the amounts that fit: a function of such an event, its amount from then on."""
        frame = self.frame_of(node.when)
        at = self.role_index(frame, "number")
        if at is None or not self.game.frames[frame].counted or once or node.limit is not None:
            raise CannotCompile("di quanto accade si dice quanto di più o di meno, ogni volta", node)
        made = self.new_ability("more", node)
        self.of_whole_event = True
        test, names = self.pattern(node.when, "ev", evolve(env, event="ev"))
        self.of_whole_event = False
        tests = [test]
        if node.condition is not None:
            tests.append(self.shown(node.condition, evolve(env, event="ev").naming(**names)))
        much = self.number(another.number, evolve(env, event="ev").naming(**names))
        self.functions[f"a{made.number}"] = (
            f"def a{made.number}(s, e, ev):\n"
            f"    return {much} if {' and '.join(f'({t})' for t in tests)} else ev[{at}]\n"
        )
        return self.L["more " + frame], made.number

    def keyword_ability(self, ability: Any, decl: KeywordDecl, env: Env) -> None:
        typed = decl.type_of is not None
        if isinstance(ability, n.Static):
            for effect in ability.effects:
                if isinstance(effect, n.Grant) and effect.slot is not None:
                    self.transfers[decl.name] = (
                        effect.slot.kinds[0] if effect.slot.kinds else next(iter(self.game.texts))
                    )
                    continue
                at = self.bearer_of(effect, typed) if isinstance(effect, n.Allow) else None
                inner = evolve(env, you="ev[3]") if at is not None else env  # a card not yet in play is nobody's
                number = self.ability(effect, effect, inner, None, getattr(effect, "duration", None), ability.condition)
                if isinstance(effect, n.Allow) and effect.must and not typed:
                    raise CannotCompile("un obbligo non può stare in una parola chiave", effect)
                if isinstance(effect, n.Allow):
                    self.rules_allow.append(
                        RuleAllow(self.frame_of(effect.event), number, effect, decl.name, at, ability.condition)
                    )
                elif typed:
                    self.typed.setdefault(decl.name, []).extend((slot, number) for slot in self.slots_of(effect))
                elif isinstance(effect, n.Modify):
                    self.keyword_modifiers.append((decl.name, number, effect.value))
                else:
                    raise CannotCompile("questa frase non può stare in una parola chiave", effect)
            return
        if isinstance(ability, n.Activated) and not typed:
            self.given_abilities.append((decl.name, self.activated(ability, env)[1]))
            return
        made = self.reactive(ability, env)
        if typed:
            for _, number in made:
                self.abilities[number].of_type = True
            self.typed.setdefault(decl.name, []).extend(made)
            return
        for slot, number in made:
            when = getattr(ability, "when", None)
            at = None
            if isinstance(when, n.Event):
                at = next(
                    (self.role_index(self.frame_of(when), r.name) for r in when.roles if self.is_self(r.value)), None
                )
            self.keyword_triggers.setdefault(slot, []).append((decl.name, number, at))

    def bearer_of(self, allow: n.Allow, typed: bool) -> int | None:
        """Where in the event the card is that has the keyword; None where the keyword speaks of others alone."""
        frame = self.frame_of(allow.event)
        at = next((self.role_index(frame, r.name) for r in allow.event.roles if self.is_self(r.value)), None)
        if at is None and (typed or (allow.allowed and allow.limit is None)):
            raise CannotCompile("ciò che una parola chiave permette è della carta che la ha", allow)
        return at

    def is_self(self, value: Any) -> bool:
        return isinstance(value, n.Self) or (isinstance(value, n.TextOf) and isinstance(value.of, n.Self))

    def card_texts(self) -> None:
        env = Env(me="e[1]", you=f"s[{self.L['ctrl']} + e[1]]")
        self.out.use = [{} for _ in self.game.texts]
        first: dict[int, int] = {}
        self.out.aimed = [{} for _ in self.game.texts]
        for c, card in enumerate(self.cards):
            if first.setdefault(id(card), c) != c:  # a copy does what the first one does
                self.copy_of(first[id(card)], c)
                continue
            self.owner = card.name
            for i, slot in enumerate(self.game.texts.values()):
                text = card.texts.get(slot.name)
                if text is None:
                    text = n.Text(())
                side = c + self.L.capacity if slot.name in card.back_texts else c
                text = self.price_apart(c, text)
                self.own_text = slot.in_force is not None and not slot.of_host
                if slot.in_force is not None:
                    text = self.before_it_counts(c, self.own_price_apart(text))
                    here = n.Text(tuple(x for x in text.abilities if self.elsewhere(x) is None))
                    entries = self.entries(here, env)
                    for kind in self.kinds_of_condition(slot.in_force) or ():
                        self.add_entries(self.out.enter, kind, side, entries)
                    self.watch_keywords(text, side, set(self.kinds_of_condition(slot.in_force) or ()), env)
                    for ability in text.abilities:  # «se hai solo questa carta in mano, …» stands in the hand
                        for kind in self.elsewhere(ability) or ():
                            self.add_entries(self.out.enter, kind, side, self.entries(n.Text((ability,)), env))
                else:
                    self.watch_keywords(text, side, set(), env)
                    self.used_text(c, i, card, slot, text, env)
            self.own_text = False
            self.head_texts(c, card)

    def watch_keywords(self, text: n.Text, side: int, known: set[int], env: Env) -> None:
        """Have a card its printed keywords in the further zones in which they count, beside those that are ``known``."""
        for at, each in self.keywords_watched(text):
            for kind in set(at) - known:
                self.add_entries(self.out.enter, kind, side, self.entries(n.Text((each,)), env))

    def keywords_watched(self, text: n.Text) -> list[tuple[tuple[int, ...], n.Static]]:
        """The printed keywords that count in further zones («dove si guarda: Mano»): where, and what gives each to its card,
        also in a text that speaks of its host: there it has none yet."""
        found: list[tuple[tuple[int, ...], n.Static]] = []
        zones = list(self.game.zones)
        for ability in text.abilities:
            if not isinstance(ability, n.Static):
                continue
            for effect in ability.effects:
                if (
                    isinstance(effect, n.Grant)
                    and effect.keyword is not None
                    and not isinstance(effect.target, n.Select)
                ):
                    kinds = tuple(zones.index(zone) for zone in self.game.keywords[effect.keyword].watched)
                    own = evolve(effect, target=n.Self())
                    found += [(kinds, evolve(ability, effects=(own,)))] if kinds else []
        return found

    def head_texts(self, c: int, card: CardDecl) -> None:
        """What the heads of its fields say of when and on what the card is played: wherever somebody can see it."""
        seen = self.seen_zones()
        for head in card.heads:  # a card in a hand is nobody's yet: «tuo» is of whoever would play it
            entries = self.entries(head.text, Env(me="e[1]", you="ev[3]"))
            for kind in seen:
                self.add_entries(self.out.enter, kind, c, entries)

    def before_it_counts(self, c: int, text: n.Text) -> n.Text:
        """What a text says of how its own card is played stands wherever somebody can see it; the rest of the text."""
        early = tuple(x for x in text.abilities if self.is_of_own_play(x))
        if not early:
            return text
        entries = self.entries(n.Text(early), Env(me="e[1]", you="ev[3]"))
        for kind in self.seen_zones():
            self.add_entries(self.out.enter, kind, c, entries)
        return evolve(text, abilities=tuple(x for x in text.abilities if x not in early))

    def price_apart(self, c: int, text: n.Text) -> n.Text:
        """What a text says is paid beside the price of its card, as a program; the rest of the text."""
        paid = tuple(x for x in text.abilities if isinstance(x, n.AlsoPaid))
        if not paid:
            return text
        if self.L.stack_zone is None:
            raise CannotCompile("un costo aggiuntivo si paga solo dove ciò che si gioca aspetta", paid[0])
        due = tuple(x for x in paid if not x.optional)
        parts = [y for x in due for y in effects_of(x.cost)]
        cost = n.Sequence(tuple(with_another(part) for part in parts), span=paid[0].span)
        can = self.feasible(cost, Env(me="c", you="p", cost=True)) if parts else "True"
        self.functions[f"also_ok{c}"] = f"def also_ok{c}(s, c, p):\n    return {can}\n"
        w, env = Writer(FIRST), Env(me="fr[2]", you="fr[3]")
        if parts:
            self.pay_in_full(cost, w, env)
        self.paid_if_wanted(tuple(x for x in paid if x.optional), w, env)
        self.out.also_paid[c] = self.program(f"also{c}", w, cause=paid[0])
        return evolve(text, abilities=tuple(x for x in text.abilities if x not in paid))

    def paid_if_wanted(self, more: tuple[n.AlsoPaid, ...], w: Writer, env: Env) -> None:
        """«come costo aggiuntivo …, puoi …»: asked when it can be paid; that it was is kept as long as the card is what was
        played."""
        if not more:
            return
        if len(more) > 1:
            raise CannotCompile("di più costi aggiuntivi che si possono pagare non si sa quale si sia pagato", more[1])
        self.L.may_pay_also = True
        cost = with_another(more[0].cost)
        end, resume = w.label(), w.label()
        w.line(f"s[{self.L['also']}] = tuple([x for x in s[{self.L['also']}] if x != fr[2]])")
        w.unless(self.feasible(cost, evolve(env, cost=True)), end)
        w.ask(resume, f"ask(m, s, fr, fr[3], 'may', (1, 0), {self.prompt(n.May(n.You(), more[0].cost))})")
        w.unless("m.pick", end)
        self.pay_in_full(cost, w, env)
        w.line(f"s[{self.L['also']}] += (fr[2],)")
        w.place(end)

    def is_of_own_play(self, ability: Any) -> bool:
        """«non puoi giocare questa carta se …»: a sentence that is of no use once the card is played."""
        effects = ability.effects if isinstance(ability, n.Static) else ()
        frames, texts = self.game.frames, self.game.texts
        return bool(effects) and all(of_own_play(e, frames, texts) or of_entering(e, frames) for e in effects)

    def copy_of(self, first: int, c: int) -> None:
        """The texts of a card for another object that is the same card."""
        for table in (self.out.enter, self.out.attach):
            for row in table.values():
                if first in row:
                    row[c] = row[first]
        for programs in self.out.use:
            if first in programs:
                programs[c] = programs[first]
        for aimed in self.out.aimed:
            if first in aimed:
                aimed[c] = aimed[first]
        if first in self.out.answers:
            self.out.answers.add(c)
        if first in self.out.also_paid:
            self.out.also_paid[c] = self.out.also_paid[first]
            self.functions[f"also_ok{c}"] = f"also_ok{c} = also_ok{first}\n"
        for i in range(len(self.game.texts)):
            for test in ("aim", "prompt"):
                if f"{test}{i}_{first}" in self.functions:
                    self.functions[f"{test}{i}_{c}"] = f"{test}{i}_{c} = {test}{i}_{first}\n"

    def elsewhere(self, ability: Any) -> tuple[int, ...] | None:
        """The zones in which alone a sentence can stand, when it says where its own card is."""
        if self.of_own_price(ability) is not None:
            return self.seen_zones()
        if isinstance(ability, n.Triggered) and isinstance(ability.when, n.Event):
            return self.left_from_elsewhere(ability.when)
        if not isinstance(ability, n.Static) or ability.condition is None:
            return None
        parts = conditions_of(ability.condition)
        for part in parts:
            if isinstance(part, n.IsIn) and isinstance(part.of, n.Self):
                kinds = self.kinds_of_place(part.place)
                if not any(k in self.default_kinds() for k in kinds):
                    return kinds
        return None

    def left_from_elsewhere(self, event: n.Event) -> tuple[int, ...] | None:
        """«quando questa carta viene scartata», «… va nel Fosso dalla tua mano», «… da qualsiasi zona»: where it lies before,
        if its text does not count there."""
        told, usual = {role.name: role.value for role in event.roles}, set(self.default_kinds())
        frame, into, start = self.game.frames.get(self.frame_of(event)), told.get("into"), told.get("from")
        if frame is None:
            return None
        if frame.crossing:
            goes = isinstance(into, n.Place) and usual.isdisjoint(self.kinds_of_place(into))
            if told.get("agent") != n.Self() or not goes or not isinstance(start, n.Place):
                return None
            assert isinstance(into, n.Place)
            if start.zone not in self.game.zones and start.zone not in self.game.places:  # «da qualsiasi zona»
                arrived = self.kinds_of_place(into)
                return tuple(kind for kind in range(len(self.game.zones)) if kind not in arrived)
            kinds = self.kinds_of_place(start)
            return kinds if usual.isdisjoint(kinds) else None
        moved = [x.to for step in frame.steps for x in walk(step.effect) if isinstance(x, n.Move)]
        away = all(isinstance(to, n.Place) and usual.isdisjoint(self.kinds_of_place(to)) for to in moved)
        if told.get("object") != n.Self() or frame.place is None or not (moved and away):
            return None
        names = (frame.place.zone, *frame.also_from)
        if isinstance(start, n.Place) and (start.zone in self.game.zones or start.zone in self.game.places):
            names = (
                start.zone,
            )  # «quando questa carta viene scartata dalla tua mano», of a verb that takes from play too
        kinds = tuple(kind for name in names for kind in self.kinds_of_place(n.Place(name)))
        return kinds if usual.isdisjoint(kinds) else None

    def of_own_price(self, ability: Any) -> n.Static | None:
        """«questa carta costa {1} in meno»: what a card says of its own price, which counts wherever it is paid."""
        if isinstance(ability, n.Used):
            part = ability.effect
            if isinstance(part, n.If) and part.otherwise is None:
                part = part.then
            ability = self.as_static(ability) if isinstance(part, n.Modify) else ability
        if not isinstance(ability, n.Static):
            return None
        priced = all(
            isinstance(e, n.Modify) and isinstance(e.target, n.Self) and self.game.values[e.value].is_price
            for e in ability.effects
        )
        return ability if priced else None

    def own_price_apart(self, text: n.Text) -> n.Text:
        """«se hai un Gatto, costa 1 in meno e ha Agile»: what it says of its own price as a sentence by itself."""
        found: list[n.Ability] = []
        for ability in text.abilities:
            parts = [evolve(ability, effects=(e,)) for e in ability.effects] if isinstance(ability, n.Static) else []
            priced = [part for part in parts if self.of_own_price(part) is not None]
            rest = [part for part in parts if part not in priced]
            found += [*rest, *priced] if priced and rest else [ability]
        return evolve(text, abilities=tuple(found))

    def of_own_fate(self, ability: Any, slot: Any) -> n.Static | n.Triggered | None:
        """«questa carta non può essere spenta», «se …, è Rapida», «quando viene spenta, …», where the game says that it holds
        before the text is used."""
        awaited = ability.effect if isinstance(ability, n.Used) and slot.own_fate else None
        if isinstance(awaited, n.Watch) and not awaited.once and isinstance(awaited.when, n.Event):
            suffers = any(role.name == "object" and isinstance(role.value, n.Self) for role in awaited.when.roles)
            if suffers and not speaks_of_others(awaited):
                return n.Triggered(
                    awaited.when, awaited.effect, awaited.condition, before=awaited.before, at_once=awaited.at_once,
                    span=ability.span,
                )  # fmt: skip
        part = ability.effect if isinstance(ability, n.Used) and slot.own_bans else None
        if isinstance(part, n.If) and part.otherwise is None:
            part = part.then
        banned = isinstance(part, n.Allow) and not part.allowed and part.duration is None
        own = banned and any(isinstance(role.value, n.Self) for role in part.event.roles)  # type: ignore[union-attr]
        return self.as_static(ability) if own or self.says_its_kind(part) else None

    def says_its_kind(self, part: Any) -> bool:
        """«questa carta è Rapida»: a word of a value of its own, of no time."""
        own = isinstance(part, n.Modify) and isinstance(part.target, n.Self) and part.duration is None
        return own and self.game.values[part.value].kind in ("member", "members")

    def holding_apart(self, text: n.Text, slot: Any) -> tuple[n.Text, n.Text]:
        """What a used text says of its card's own price, or of what cannot be done to it, which is not done but holds; and
        the rest."""
        prices: list[n.Ability] = []
        rest: list[n.Ability] = []
        for ability in text.abilities:
            single: list[n.Ability] = [ability]
            if isinstance(ability, n.Used):
                single = [n.Used(part, span=ability.span) for part in effects_of(ability.effect)]
            priced = [self.of_own_price(each) or self.of_own_fate(each, slot) for each in single]
            prices += [each for each in priced if each is not None]
            left = tuple(each for each, price in zip(single, priced, strict=True) if price is None)
            if len(left) == len(single):
                rest.append(ability)
            elif left:
                done = tuple(each.effect for each in left if isinstance(each, n.Used))
                rest.append(n.Used(done[0] if len(done) == 1 else n.Sequence(done), span=ability.span))
        return n.Text(tuple(prices), span=text.span), n.Text(tuple(rest), span=text.span) if prices else text

    def seen_zones(self) -> tuple[int, ...]:
        """The zones in which somebody can see what lies there."""
        return tuple(kind for kind, zone in enumerate(self.game.zones.values()) if zone.seen_by != "nobody")

    def add_entries(
        self, table: dict[int, dict[int, tuple[Entry, ...]]], kind: int, c: int, entries: list[tuple[int, int]]
    ) -> None:
        if entries:
            row = table.setdefault(kind, {})
            row[c] = row.get(c, ()) + tuple(entries)

    def entries(self, text: n.Text, env: Env) -> list[tuple[int, int]]:
        """What stands while a text is in force: (slot, ability) for each standing effect and trigger."""
        found: list[tuple[int, int]] = []
        for ability in text.abilities:
            made = self.guard(ability, lambda a=ability: self.entries_of(a, env))
            found += made or []
        return found

    def entries_of(self, ability: Any, env: Env) -> list[tuple[int, int]]:
        if isinstance(ability, n.Static):
            made = []
            for effect in (each for said in ability.effects for each in self.as_ruled(said)):
                number = self.ability(effect, effect, env, None, getattr(effect, "duration", None), ability.condition)
                told = self.tells_of_off(ability.condition, getattr(effect, "despite", None))
                self.abilities[number].stays = told or self.keeps_off(effect)
                made += [(slot, number) for slot in self.slots_of(effect)]
            return made
        if isinstance(ability, n.Used):
            return self.entries_of(self.as_static(ability), env)
        made = self.reactive(ability, env)
        for _, number in made:
            self.abilities[number].stays = self.tells_of_off(getattr(ability, "condition", None))
        return made + self.borne_by(ability, env)

    def tells_of_off(self, *asked: n.Condition | None) -> bool:
        """«se è (era) coperta, …», «…, anche se è coperta»: of the status of its card that turns the texts off, which this is
        about."""
        for each in asked:
            for said in each.parts if isinstance(each, n.And) else (each,):
                part = said.part if isinstance(said, n.Was) else said
                if not isinstance(part, n.IsStatus) or not _is_its_card(part.of):
                    continue
                number, positive = self.status(part.status, part)
                if positive and list(self.game.statuses.values())[number].turns_off:
                    return True
        return False

    def keeps_off(self, effect: Any) -> bool:
        """«non può essere scoperta», of its own card: it says so while the texts are off."""
        if not isinstance(effect, n.Allow) or effect.allowed:
            return False
        whom = next((role.value for role in effect.event.roles if role.name == "object"), None)
        if not _is_its_card(whom):
            return False
        statuses = list(self.game.statuses.values())
        steps = self.game.frames[self.frame_of(effect.event)].steps
        for each in (x for x in walk(steps) if isinstance(x, n.SetStatus)):
            number, positive = self.status(each.status, each)
            if statuses[number].turns_off and each.on != positive:
                return True
        return False

    def as_static(self, ability: n.Used) -> n.Static:
        """A standing effect said in a text that is given to a card stands there."""
        effect = ability.effect
        condition = None
        if isinstance(effect, n.If) and effect.otherwise is None:
            condition, effect = effect.condition, effect.then
        parts = effects_of(effect)
        standing = (n.Modify, n.Grant, n.Suppress, n.BecomesStatus, n.Allow, n.Claim)
        if all(isinstance(p, standing) for p in parts):
            return n.Static(parts, condition, span=ability.span)  # type: ignore[arg-type]
        raise CannotCompile("una frase che si fa non sta in un testo che vale", ability)

    def said_anew(self, node: Any) -> Any:
        """A used text, with what it says of its own card ending as its value says, where the next use says it again; what it
        awaits is left as it is."""
        if isinstance(node, (n.Watch, n.OnNext, n.Triggered, n.Static)):
            return node
        if isinstance(node, n.Modify) and isinstance(node.target, n.Self) and node.duration is None:
            decl = self.game.values.get(node.value)
            ends = decl.ends_own if decl is not None else None
            return node if ends is None else evolve(node, duration=n.Duration(n.Stretch.ONCE, event=ends))
        return rebuilt(node, self.said_anew)

    def used_text(self, c: int, i: int, card: CardDecl, slot: Any, text: n.Text, env: Env) -> None:
        """A text that is used: its program, and what stands of it while the card is what the text is for."""
        prices, text = self.holding_apart(self.before_it_counts(c, text), slot)
        text = self.said_anew(text)
        for kind in self.seen_zones() if prices.abilities else ():
            self.add_entries(self.out.enter, kind, c, self.entries(prices, env))
        noun_kinds = self.kinds_of_noun(slot.name) or ()
        kinds = card.values.get(slot.kind_value) if slot.kind_value else None
        types = kinds if isinstance(kinds, tuple) else ()
        for kind in noun_kinds:
            for name in types:
                self.add_entries(self.out.enter, kind, c, self.typed.get(name, []))
        if any(name in self.transfers for name in types):
            entries = self.entries(text, env)
            for kind in noun_kinds:
                if list(self.game.zones.values())[kind].owner == "card":
                    self.add_entries(self.out.attach, kind, c, entries)
            return
        w = Writer(FIRST)
        names = Env(me="fr[2]", you="fr[3]", names=self.paid_x())
        standing: list[tuple[int, int]] = []
        given: Names = {}
        wrote = False
        for ability in text.abilities:
            effects: list[Any] = []
            if isinstance(ability, n.Used):
                effects = [ability.effect]
            elif isinstance(ability, n.Prompted):
                effects = [ability.effect]
                given = self.guard(ability, lambda a=ability: self.prompt_text(c, i, slot.name, a, env)) or {}
                names = names.naming(**given)
            elif isinstance(ability, n.Static):
                effects = [n.If(ability.condition, e) if ability.condition is not None else e for e in ability.effects]
            else:
                standing += self.guard(ability, lambda a=ability: self.reactive(a, env)) or []
            for effect in effects:
                names = self.guard(ability, lambda e=effect, v=names: self.effect(e, w, v)) or names
                wrote = True
        for kind in noun_kinds:
            self.add_entries(self.out.enter, kind, c, standing)
        if wrote:
            self.out.use[i][c] = self.program(f"u{i}_{c}", w, cause=text)
            if self.L.stack_zone is not None:
                self.guard(text, lambda: self.used_later(c, i, text, given))
            elif self.wants_targets:
                self.guard(text, lambda: self.used_aimed(c, i, text))

    @property
    def wants_targets(self) -> bool:
        """Whether the game says that a text is not used where what it must be aimed at is missing."""
        return dict(self.game.orders.get("doubt_order", ())).get("missing target") == "not used"

    def used_aimed(self, c: int, i: int, text: n.Text) -> None:
        """The test that what a text must be aimed at is there."""
        aims = tuple(aim for ability in text.abilities if isinstance(ability, n.Used) for aim in needed(ability.effect))
        test = self.aimable(aims, Env(me="me", you="p"))
        if test != "True":
            self.functions[f"aim{i}_{c}"] = f"def aim{i}_{c}(s, me, p):\n    return {test}\n"

    def aimed_at_what_waits(self, aims: Any) -> bool:
        """Whether one of the targets is looked for where things wait: that answers them."""
        places = (x for aim in aims for x in walk(aim.what) if isinstance(x, n.Place))
        return any(place.zone == self.L.stack_zone for place in places)

    def used_later(self, c: int, i: int, text: n.Text, given: Names) -> None:
        """A text of a card that waits before it is used: what it is aimed at is chosen when the card is played."""
        done: list[Any] = []
        for ability in text.abilities:
            if isinstance(ability, (n.Used, n.Prompted)):
                done.append(ability.effect)
            elif isinstance(ability, n.Static):
                done += [n.If(ability.condition, e) if ability.condition is not None else e for e in ability.effects]
        aims, effect = self.aims_of(n.Sequence(tuple(done)))
        if not aims:
            return
        if self.aimed_at_what_waits(aims):
            self.out.answers.add(c)
        test = self.aimable(aims, Env(me="me", you="p", names=self.before_play(given) | {"X": ("0", "number")}))
        self.functions[f"aim{i}_{c}"] = f"def aim{i}_{c}(s, me, p):\n    return {test}\n"
        w = Writer(FIRST)
        run = Env(me="fr[2]", you="fr[3]", names=given | self.paid_x())
        _, slots = self.announce(aims, w, run, itself=True)
        w.line(f"s[{self.L['aimed']}] = ({''.join(f'fr[{x}], ' for x in slots)}s[{self.L['clock']}],)")
        announced = self.program(f"n{i}_{c}", w, cause=text)
        w = Writer(FIRST)
        slots = [w.local() for _ in aims]
        clock = w.local()
        w.first = w.locals
        self.effect(effect, w, self.recheck(aims, slots, clock, w, run))
        self.out.aimed[i][c] = announced, self.program(f"r{i}_{c}", w, cause=text)
        self.keep_candidates(self.out.aimed[i][c][1], aims, slots, run, itself=True)


def with_another(cost: Any) -> Any:
    """A card that is played is no part of its own price: it is another that is discarded."""
    if not isinstance(cost, n.Do):
        return cost
    other = n.Not(n.Same(n.Candidate(), n.Self()))
    roles = tuple(
        evolve(role, value=evolve(role.value, where=(*role.value.where, other)))
        if role.name == "object" and isinstance(role.value, n.Select)
        else role
        for role in cost.event.roles
    )
    return evolve(cost, event=evolve(cost.event, roles=roles))


def speaks_of_others(node: Any) -> bool:
    """Whether a part of a text recalls what another part chose or did."""
    named = {getattr(each, field, None) for each in walk(node) for field in ("bind", "moved")}
    recalled = (each.name for each in walk(node) if isinstance(each, n.Var | n.Did | n.Outcome))
    return any(name.isdigit() and name not in named for name in recalled)


def _is_its_card(term: object) -> bool:
    """The card that bears a text, or the one under which it lies, whose statuses it shares."""
    named = term.among if isinstance(term, n.Select) and term.pick is n.Pick.NAMED else term
    return isinstance(named, n.Self) or (isinstance(named, n.Related) and isinstance(named.of, n.Self))
