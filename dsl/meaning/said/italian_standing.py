"""What holds, in canonical Italian: values, keywords, statuses, permissions, claims."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import evolve

from ...vocabulary.inflection import Mood, joined
from .. import nodes as n
from ..game import ValueDecl
from ..participants import role
from ..targeting import TARGETING
from .discourse import Features
from .italian_clauses import AVERE, DOVERE, ESSERE, POTERE
from .italian_degrees import ItalianDegrees
from .italian_numbers import with_sign
from .italian_phrase import Phrase, listed, of_gender
from .parts import (
    apiece,
    as_any_of_them,
    as_kind,
    by_how_much,
    claim_said,
    done_by_who_pays,
    done_with,
    for_each_of_one,
    is_picked,
    members_of,
)

ORDER = Mood.IMPERATIVE


#: How an amount that a sign only names is told: after how long it lasts.
WHERE_X: Final = ", dove X è "


class ItalianStanding(ItalianDegrees):
    """Standing effects as clauses, those of one thing together."""

    def _clause(self, who: n.Term, verb: str, rest: str, mood: Mood, adverb: str = "") -> str:
        """A clause with a verb of the language itself; an order when «tu» does it."""
        if mood is Mood.INFINITIVE:
            return joined(self.finite(verb, Features(), mood), adverb, rest)
        shown = mood if isinstance(who, n.You) else Mood.PRESENT
        said = joined(self.subject(who), self.finite(verb, self.features(who), shown), adverb, rest)
        if not isinstance(who, n.You):
            self.said.topic = who
        self.said.follows = who
        return said

    def _groups(self, parts: Sequence[n.Effect]) -> list[tuple[n.Effect, ...]]:
        """Neighbours that one «ha» can say together."""
        groups: list[tuple[n.Effect, ...]] = []
        for part in parts:
            if groups and _of_the_same_one(groups[-1][-1], part):
                continue
            if groups and self._can_share(groups[-1], part):
                groups[-1] = (*groups[-1], part)
            else:
                groups.append((part,))
        return groups

    def _put_there_so(self, move: n.Move, so: n.SetStatus) -> bool:
        """«mettila in campo stanca», of a thing spoken of before that an order of a card puts in a zone."""
        put = self.said.on_card and isinstance(move.to, n.Place) and bool(move.to.zone) and move.to.end is None
        plain = (move.under, move.on, move.keep, move.covered, move.ordered) == (None, None, False, None, False)
        return (
            put and plain and isinstance(move.what, n.Var) and so.what == move.what and so.on and " " not in so.status
        )

    def _can_share(self, group: tuple[n.Effect, ...], second: n.Effect) -> bool:
        first = group[0]
        if isinstance(first, n.Move) and isinstance(second, n.Shuffle):
            alone = (first.under, first.on, first.keep, first.covered, first.ordered) == (
                None,
                None,
                False,
                None,
                False,
            )
            return alone and first.to == second.what and second.what.end is None
        if isinstance(first, n.Move) and isinstance(second, n.SetStatus):
            return len(group) == 1 and self._put_there_so(first, second)
        if not (isinstance(first, n.Modify | n.Grant) and isinstance(second, n.Modify | n.Grant)):
            return False
        if all(isinstance(each, n.Modify) for each in (*group, second)):
            himself = [self._as_himself(each) for each in (*group, second)]  # type: ignore[arg-type]
            if self._such(himself, ORDER) is not None:
                return True
        alike = (first.duration, first.always, first.family) == (second.duration, second.always, second.family)
        same = self.same(second.target, first.target) and (self.said.stands or not is_picked(second.target))
        same = same and not any(_had_twice(each, second) for each in group)
        kinds = _is_added(first) == _is_added(second) or _goes_on_with(group, second)
        kinds = kinds and not for_each_of_one(group[-1], second) and not self._each_for_a_time(group[-1], second)
        return alike and same and kinds and self._is_had(first) and self._is_had(second)

    # -- standing effects ---------------------------------------------------------------------------------------

    def _is_had(self, effect: n.Effect) -> bool:
        """Whether «ha …» says it."""
        if isinstance(effect, n.Grant):
            return not effect.lose
        if not isinstance(effect, n.Modify) or effect.op is n.Operation.TIMES or self.amount_without_sign(effect):
            return False
        if self._by_verb(effect) is not None:
            return False
        return not isinstance(effect.amount, n.Member | n.ChosenMember | n.Lookup)

    def standing(
        self, effects: Sequence[n.Standing], mood: Mood = ORDER, *, adverb: str = "", alone: bool = False
    ) -> str:
        """Standing effects of one thing in one clause; those of several joined by «e»."""
        effects = self._each_price_once([self._as_himself(each) for each in effects])
        such = self._such(effects, mood)
        if such is not None:
            return such
        if self._several_by_verb(effects):
            return self._said_by_verb(effects[0], mood, *effects[1:])  # type: ignore[arg-type]
        return listed(self._clauses(effects, mood, adverb, alone), "e")

    def _clauses(self, effects: Sequence[n.Standing], mood: Mood, adverb: str, alone: bool) -> list[str]:
        if (run := self._run_of_such(effects, mood)) is not None:
            start, end = run
            such = self._such(effects[start:end], mood) or ""
            before, after = (self._clauses(each, mood, adverb, False) for each in (effects[:start], effects[end:]))
            return [*before, such, *after]
        said: list[str] = []
        groups = self._groups(effects)
        alone = alone and len(groups) == 1  # a bare «Corazza» after «e» would be of what stands before it
        for group in groups:
            first = group[0]
            compared = self.compared(first, mood) if len(group) == 1 else None
            if compared is not None:
                said.append(compared)
            elif self._is_had(first):
                said.append(self._has(group, mood, adverb, alone))  # type: ignore[arg-type]
            else:
                said.append(self._one_standing(first, mood, adverb))  # type: ignore[arg-type]
            self._now_about(first)
        return said

    def _run_of_such(self, effects: Sequence[n.Standing], mood: Mood) -> tuple[int, int] | None:
        """Where, among other effects, several stand that one noun phrase says."""
        for start in range(len(effects)):
            for end in range(len(effects), start + 1, -1):
                if end - start < len(effects) and self._such(effects[start:end], mood) is not None:
                    return start, end
        return None

    def _each_price_once(self, effects: Sequence[n.Standing]) -> Sequence[n.Standing]:
        """«costa 2 in meno», of one card that may be laid in two ways: what it says of the second price goes with the
        first."""
        said: list[n.Standing] = []
        last: n.Modify | None = None
        for each in effects:
            value = self._by_verb(each) if isinstance(each, n.Modify) else None
            priced = value is not None and value.said_of is not None and not isinstance(each.target, n.Select)  # type: ignore[union-attr]
            if priced and last is not None and last.value != each.value and evolve(last, value=each.value) == each:  # type: ignore[union-attr]
                last = None
                continue
            said.append(each)
            last = each if isinstance(each, n.Modify) else None
        return said

    def _several_by_verb(self, effects: Sequence[n.Standing]) -> bool:
        """«disponi di una Lana e di un'Erba in più»: one verb for what one has of several words."""
        first, *rest = effects
        if not isinstance(first, n.Modify) or not rest or self._by_verb(first) is None:
            return False
        return first.op is n.Operation.ADD and all(
            isinstance(each, n.Modify)
            and isinstance(each.amount, n.Member)
            and (each.value, each.target, each.op, each.always, each.duration)
            == (first.value, first.target, first.op, first.always, first.duration)
            for each in effects
        )

    def _each_for_a_time(self, first: n.Effect, second: n.Effect) -> bool:
        """«ha +1 Ardore per ogni … e +1 Lume per ogni …, per questo turno»: the time might be of the second alone."""
        if not isinstance(first, n.Modify) or not isinstance(second, n.Modify) or self._written_together(first, second):
            return False
        return second.duration is not None and _of_each(first) is not None

    def _now_about(self, effect: n.Effect) -> None:
        target = getattr(effect, "target", None)
        if target is None and isinstance(effect, n.Allow):
            target, _ = self.voice(effect.event, True)
        if target is not None and not isinstance(target, n.You):
            self.said.topic = target

    def _has(self, group: Sequence[n.Modify | n.Grant], mood: Mood, adverb: str, alone: bool) -> str:
        first = group[0]
        keywords = all(isinstance(e, n.Grant) and e.keyword is not None for e in group)
        if (
            alone
            and keywords
            and len(group) == 1
            and self._is_spoken_of(first.target)
            and first.duration is None
            and first.family is None
            and not first.always
        ):
            return listed([e.keyword for e in group if isinstance(e, n.Grant) and e.keyword], "e")
        if alone and self.bare_of and self._may_be_bare(group):
            return listed(
                [self._had_pair(*pair) if len(pair) == 2 else self._had(*pair) for pair in self._pairs(group)], "e"
            )
        self.term(first.target)
        with self.said.about(first.target), self.said.of_each(self.features(first.target)):
            parts = [self._had_pair(*pair) if len(pair) == 2 else self._had(*pair) for pair in self._pairs(group)]
            topic, self.said.topic = self.said.topic, first.target
            lasting = self.duration(first.duration)
            self.said.topic = topic
        if mood is Mood.INFINITIVE and not isinstance(first.target, n.Self | n.You):  # «puoi dare Corazza a una Lana»
            always, to = "sempre" if first.always else "", self.term(first.target).after("a")
            return joined("dare", adverb, always, listed(parts, "e"), to, lasting, self.kind_said(first))
        said, where, what_x_is = listed(parts, "e").partition(WHERE_X)
        counted = "," if lasting and "per ogni" in said.rpartition(" e ")[2] else ""  # else «per» would follow on «per»
        rest = joined("sempre" if first.always else "", f"{said}{counted}", lasting) + where + what_x_is
        own = self.verb_of_kind(first.family) if first.family is not None and self.said.stands else None
        if own is not None and not first.always:
            return self._clause(first.target, own, rest, told(mood), adverb)
        return self._clause(first.target, AVERE, joined(rest, self.kind_said(first)), mood, adverb)

    def _pairs(self, group: Sequence[n.Modify | n.Grant]) -> list[tuple[n.Modify | n.Grant, ...]]:
        """Neighbours that are written together: «+2/+1»."""
        pairs: list[tuple[n.Modify | n.Grant, ...]] = []
        for effect in group:
            before = pairs[-1][-1] if pairs and len(pairs[-1]) == 1 else None
            if isinstance(before, n.Modify) and isinstance(effect, n.Modify) and self._written_together(before, effect):
                pairs[-1] = (before, effect)
            else:
                pairs.append((effect,))
        return pairs

    def _written_together(self, first: n.Modify, second: n.Modify) -> bool:
        declared = self.words.vocabulary.values.get(first.value)
        plain = all(isinstance(each.amount, n.Num) or each.amount == n.Var("X") for each in (first, second))
        numbers = plain or (_of_each(first) is not None and _of_each(first) == _of_each(second))
        added = first.op is second.op is n.Operation.ADD and not (first.on_printed or second.on_printed)
        return numbers and added and declared is not None and declared.written_with == second.value

    def _had_pair(self, first: n.Modify | n.Grant, second: n.Modify | n.Grant) -> str:
        amounts = [each.amount for each in (first, second) if isinstance(each, n.Modify)]
        counted = _of_each(first)
        if counted is not None:  # «+1/+1 per ogni altra tua Lana»
            amounts = [each.of[0] for each in amounts if isinstance(each, n.Compute)]
        pair = "/".join(with_sign(each.value) if isinstance(each, n.Num) else "+X" for each in amounts)
        return pair if counted is None else f"{pair} {self.for_each(counted)}"

    def _may_be_bare(self, group: Sequence[n.Modify | n.Grant]) -> bool:
        """«+3 Ardore.»: numbers that are added for good, to what the text speaks of."""
        return all(
            isinstance(each, n.Modify)
            and each.op is n.Operation.ADD
            and isinstance(each.amount, n.Num)
            and each.duration is None
            and not each.always
            and each.family is None
            and self._is_spoken_of(each.target)
            for each in group
        )

    def _is_spoken_of(self, target: n.Term) -> bool:
        if self.bare_of != "host":
            return isinstance(target, n.Self)
        noun = self.words.vocabulary.nouns.get(target.relation) if isinstance(target, n.Related) else None
        return noun is not None and noun.relation == "host"

    def _had(self, effect: n.Modify | n.Grant) -> str:
        if isinstance(effect, n.Grant):
            if effect.keyword is not None:
                return effect.keyword
            if effect.slot is not None:
                return f"anche {self.term(effect.slot)}"
            return f"anche l'effetto: «{self.quoted(effect.text)}»" if effect.text is not None else ""
        value = joined(effect.value, "originale" if effect.on_printed else "")
        if effect.op is n.Operation.ADD:
            return self.signed(effect.amount, value)
        if self._is_own_printed(effect):
            return str(self.possessed(effect.value, effect.target, adjective_after="originale"))
        name = Phrase(value, "the", Features(self.noun(effect.value).gender))
        return joined(str(name), "uguale", self.amount_or_term(effect.amount).after("a"))

    def _is_own_printed(self, effect: n.Modify) -> bool:
        amount = effect.amount
        return (
            isinstance(amount, n.ValueOf)
            and amount.printed
            and amount.value == effect.value
            and (isinstance(amount.of, n.Candidate) or amount.of == effect.target)
        )

    def quoted(self, text: n.Text) -> str:
        """A text inside another one, without its last full stop."""
        raise NotImplementedError

    def _one_standing(self, effect: n.Standing, mood: Mood, adverb: str) -> str:
        match effect:
            case n.Modify() if self._by_verb(effect) is not None:
                return self._said_by_verb(effect, mood)
            case n.Modify():
                return self._set_member(effect, mood)
            case n.Grant(target=target, keyword=keyword, duration=duration):
                return self._clause(
                    target, "perdere", joined(keyword or "", self.duration(duration)), told(mood), adverb
                )
            case n.Suppress():
                return self._suppress(effect, mood)
            case n.BecomesStatus():
                return self._is_now(effect, mood)
            case n.Allow():
                return self._allow(effect, mood, adverb)
            case n.Claim():
                return joined(self.claim(effect, mood=mood), self.duration(effect.duration))

    def _by_verb(self, effect: n.Modify) -> ValueDecl | None:
        """The value, when the game says it with a verb of its own."""
        value = self.words.vocabulary.values.get(effect.value)
        return value if value is not None and value.verb is not None else None

    def _said_by_verb(self, effect: n.Modify, mood: Mood, *others: n.Modify) -> str:
        """«può tenere 2 Gettoni», «non può tenere Gettoni», «disponi di una Lana in più»."""
        value = self._by_verb(effect)
        assert value is not None and value.verb is not None
        if value.said_of is not None and isinstance(effect.target, n.Select) and not _of_whichever_comes(effect):
            effect = evolve(effect, target=evolve(effect.target, noun=value.said_of))
        if value.by_times:
            told_so = isinstance(effect.amount, n.Num | n.Var | n.Compute | n.Count | n.ValueOf)
            times: n.Number = effect.amount if told_so else n.Num(1)  # type: ignore[assignment]
            often = self.limit(times, None, effect.op is n.Operation.ADD)
            words = joined("sempre" if effect.always else "", value.verb, often, self.duration(effect.duration))
            return self.predicate(effect.target, POTERE, words, mood=told(mood))
        if value.kind in ("member", "members") or value.verb_of == value.name:
            return self._said_of_a_word_or_number(effect, value, mood, *others)
        amount: n.Number = n.Num(1)
        unsigned, taken = by_how_much(effect.amount) if value.kind == "bag" else (effect.amount, False)
        effect = evolve(effect, amount=unsigned)
        noun = value.verb_of or ""
        for_each = _words_for_each(effect.amount) if value.kind == "bag" else None
        if for_each is not None:  # «controlli una Lana in più per ogni tua Torre»
            effect = evolve(effect, amount=for_each[0])
        one = effect.amount.of[-1] if isinstance(effect.amount, n.Compute) else effect.amount
        chosen = "a tua scelta" if isinstance(one, n.ChosenMember) else ""
        if isinstance(one, n.Member | n.ChosenMember):
            noun = one.name if isinstance(one, n.Member) else noun
            amount = effect.amount.of[0] if isinstance(effect.amount, n.Compute) else amount
        elif isinstance(effect.amount, n.Num | n.Count | n.Compute | n.ValueOf | n.Var):
            amount = effect.amount
        so_many_more = effect.op is n.Operation.ADD and value.kind != "bag"
        counted = _of_each(effect) if value.is_price or so_many_more else None
        if counted is not None and isinstance(amount, n.Compute):
            amount = amount.of[0]
        none = effect.op is n.Operation.SET and amount == n.Num(0)
        less = taken or (isinstance(amount, n.Num) and amount.value < 0)
        if isinstance(amount, n.Num) and amount.value < 0:
            amount = n.Num(-amount.value)
        many = self.noun(noun).form("p") if none else self.counted(amount, noun)
        names = [other.amount.name for other in others if isinstance(other.amount, n.Member)]
        many = listed([many, *(self.counted(n.Num(1), name) for name in names)], "e")
        more = ("in meno" if less else "in più") if effect.op is n.Operation.ADD else ""
        counted = for_each[1] if for_each is not None else counted
        each = "" if counted is None else self.for_each(counted)
        verb, rest = (POTERE, value.verb) if value.verb_can else (value.verb, "")
        if value.verb_upon:
            on = self.term(effect.target).after("su")
            return joined(
                "puoi", "sempre" if effect.always else "", rest, many, more, on, each, self.duration(effect.duration)
            )
        there = self.where(n.Place(value.verb_in)) if value.verb_in is not None else ""
        lasting = self.duration(effect.duration)
        words = joined("sempre" if effect.always else "", rest, many, more, there, chosen, each, lasting)
        return self.predicate(effect.target, verb, words, negated=none, mood=told(mood))

    def _said_of_a_word_or_number(self, effect: n.Modify, value: ValueDecl, mood: Mood, *others: n.Modify) -> str:
        """«costa 2 in meno», «infliggono danni da gelo», «è munita di Aghi»: the verb, and the number or the word alone."""
        more = ""
        if isinstance(effect.amount, n.Member) and effect.op is n.Operation.ADD and value.kind == "members":
            names = [each.amount.name for each in (effect, *others) if isinstance(each.amount, n.Member)]
            fitted = self._had_by_verb(value.name, names, self.features(effect.target))
            words = joined("sempre" if effect.always else "", fitted, self.duration(effect.duration))
            return self.predicate(effect.target, ESSERE, words, mood=told(mood))
        if isinstance(effect.amount, n.Member):
            named = self.noun(value.name)
            what = joined(named.plural, self.words.member(effect.amount.name, Features(named.gender, "p")))
        else:
            counted = _of_each(effect)
            each = (
                effect.amount.of[0] if isinstance(effect.amount, n.Compute) and counted is not None else effect.amount
            )
            shown, less = by_how_much(each)
            what = str(self.amount_or_term(shown))
            what = f"{{{what}}}" if value.kind == "cost" else what  # «costa {1} in meno»
            more = ("in meno" if less else "in più") if effect.op is n.Operation.ADD else ""
            more = more if counted is None else f"{more} {self.for_each(counted)}"
        words = joined("sempre" if effect.always else "", what, more, self.duration(effect.duration))
        return self.predicate(effect.target, value.verb or "", words, mood=told(mood))

    def _as_himself(self, effect: n.Standing) -> n.Standing:
        """What is of the card that stands for a player is said of him."""
        target = getattr(effect, "target", None)
        zone = self.words.vocabulary.implied_places.get("person")
        stands = isinstance(target, n.Select) and target.place is not None and target.place.zone == zone
        if not stands or not isinstance(effect, n.Modify) or target is None or zone is None:
            return effect
        assert isinstance(target, n.Select) and target.place is not None
        whole = target.quantity is n.Quantity.ALL and not target.where and target.place.of is not None
        who = target.place.of
        return evolve(effect, target=who) if whole and who is not None else effect

    def _such(self, effects: Sequence[n.Standing], mood: Mood) -> str | None:
        """«sei una Lana munita di Aghi che scalda»: several words that one noun phrase says."""
        words = [each for each in effects if isinstance(each, n.Modify) and isinstance(each.amount, n.Member)]
        alike = {(each.target, each.duration, each.always, each.op) for each in words}
        if len(words) != len(effects) or len(alike) != 1 or not isinstance(words[0].target, n.You | n.Opponent):
            return None
        if self.words.vocabulary.values[words[0].value].verb is not None:
            return None  # the value has a verb of its own
        first, *rest = words
        if first.op is not n.Operation.ADD or not isinstance(first.amount, n.Member):
            return None
        noun = self.noun(first.amount.name)
        said = str(Phrase(noun.singular, "a", Features(noun.gender)))
        for value in dict.fromkeys(each.value for each in rest):
            names = [e.amount.name for e in rest if e.value == value and isinstance(e.amount, n.Member)]
            said = joined(said, self._had_by_verb(value, names, Features(noun.gender)))
        always = "sempre" if first.always else ""
        return self._clause(first.target, ESSERE, joined(always, said, self.duration(first.duration)), told(mood))

    def _had_by_verb(self, value: str, members: Sequence[str], features: Features) -> str:
        declared = self.words.vocabulary.values[value]
        if declared.verb is None:
            return joined(*(self.property_of(n.HasMember(n.Candidate(), value, each), features)[1] for each in members))
        if declared.kind == "members":
            verb = self.words.verb(declared.verb)
            return joined(verb.past(features.gender, features.number), "di", listed([*members], "e"))
        named = self.noun(value)
        word = listed([self.words.member(each, Features(named.gender, "p")) for each in members], "e")
        return joined("che", self.finite(declared.verb, features), named.plural, word)

    def _set_member(self, effect: n.Modify, mood: Mood) -> str:
        value, target, amount = effect.value, effect.target, effect.amount
        always, lasting = "sempre" if effect.always else "", self.duration(effect.duration)
        if isinstance(amount, n.Lookup) and amount.of in (n.ValueOf(value, target), n.ValueOf(value, n.Candidate())):
            word = self.words.table(amount.table).form(self.noun(value).gender, "s").casefold()
            return self._clause(target, ESSERE, joined(always, "di", value, word, lasting), told(mood))
        if effect.op is n.Operation.ADD and isinstance(amount, n.Member):
            kind = self._member(value, amount.name, self.features(target))
            return self._clause(target, ESSERE, joined(always, "anche", kind, lasting), told(mood))
        if (grown := self.grows(effect)) is not None:
            return grown
        declared = self.words.vocabulary.values.get(value)
        may_lack = declared is not None and declared.optional and declared.kind == "members"
        if may_lack and effect.op is n.Operation.SET and isinstance(amount, n.Member) and isinstance(target, n.Self):
            kind = self._member(value, amount.name, Features(number="s"))
            considered = of_gender("considerato", self.features(target))
            return self._clause(target, ESSERE, joined(always, considered, kind, lasting), told(mood))
        plain = effect.op is n.Operation.SET and effect.family is None and not effect.on_printed
        if plain and isinstance(amount, n.Member) and self.words.bends(amount.name):  # «i tuoi lanci sono rapidi»
            word = self.words.member(amount.name, self.features(target))
            return self._clause(target, ESSERE, joined(always, word, lasting), told(mood))
        lasting = joined(lasting, self.kind_said(effect))
        owned = self.possessed(value, target, adjective_after="originale" if effect.on_printed else "")
        if effect.op is n.Operation.TIMES:
            known = _TIMES.get(amount) if isinstance(amount, n.Num) else None
            return joined(str(owned), known or f"si moltiplica per {self.amount(amount)}", always, lasting)
        if isinstance(amount, n.ChosenMember):
            said = str(evolve(owned, article="a") if amount.own else owned)
            return self._clause(amount.by, "scegliere", joined(always, said, lasting), mood)
        return joined(
            str(owned), self.finite(ESSERE, owned.features), always, str(self.amount_or_term(amount)), lasting
        )

    def _suppress(self, effect: n.Suppress, mood: Mood) -> str:
        lasting, always = self.duration(effect.duration), "sempre" if effect.always else ""
        plural = self.features(effect.target).number == "p"
        owner = "loro" if plural else "suo"
        if effect.what == "keywords":
            lost = "le loro abilità" if plural else "le sue abilità"
            return self._clause(effect.target, "perdere", joined(always, lost, lasting), told(mood))
        with self.said.about(effect.target):
            return self.predicate(effect.target, AVERE, joined(always, f"il {owner} effetto", lasting), negated=True)

    def _is_now(self, effect: n.BecomesStatus, mood: Mood) -> str:
        lasting, always = self.duration(effect.duration), "sempre" if effect.always else ""
        features = self.features(effect.target)
        if effect.status is not None and (zone := self.words.shown_zone(effect.status)) is not None:
            noun = self.noun(zone)
            open_zone = str(
                Phrase(f"{zone} {of_gender('scoperto', Features(noun.gender))}", "the", Features(noun.gender))
            )
            rest = joined(always, "con", open_zone, lasting)
            return (
                self._clause(effect.target, "giocare", rest, told(mood))
                if not effect.negated
                else self.predicate(effect.target, "giocare", rest, negated=True, mood=told(mood))
            )
        if effect.status is not None:
            rest = joined(always, self.status(effect.status, features), lasting)
            return self.predicate(effect.target, ESSERE, rest, negated=effect.negated, mood=told(mood))
        forms = self.noun(effect.noun or self.words.implied_noun())
        kind = str(Phrase(forms.singular, "a", Features(forms.gender)))
        return self.predicate(
            effect.target, "contare", joined(always, "come", kind, lasting), negated=effect.negated, mood=told(mood)
        )

    def _allow(self, effect: n.Allow, mood: Mood, adverb: str) -> str:
        if effect.event.verb == TARGETING:
            return self._targeted(effect, mood)
        if effect.price is not None:
            return self._costs_so_much_more(effect, effect.price, mood)
        effect, noun = as_any_of_them(effect, self.words.controllers)
        occasion = f"{self.occasion(effect.occasion)}, " if effect.occasion is not None else ""
        modal = DOVERE if effect.must else POTERE
        word = ("sempre" if effect.allowed else "mai") if effect.always else ""
        words = joined(adverb, word)
        said = self.event(
            effect.event,
            told(mood),
            negated=not effect.allowed,
            adverb=words,
            pattern=True,
            only=effect.only,
            modal=modal,
            free=effect.free,
            generic=True,
        )
        subject = self.voice(effect.event, True)[0]
        if isinstance(subject, n.Var):  # «… finché questa carta è desta»
            self.said.topic = subject
        lasting = self.duration(effect.duration)
        if effect.limit is not None and effect.per is None and lasting and mood is not Mood.INFINITIVE:
            said, lasting = f"{lasting}, {said}", ""  # «2 volte per questo turno» would be a limit of that turn
        said = joined(said, self.limit(effect.limit, effect.per, effect.further), lasting)
        if effect.ignoring:
            said = f"{said} ignorando {self.rules_named(effect.ignoring)}"
        said = f"{occasion}{said}"
        if effect.despite is None:
            return said
        with self.said.of_each(Features(self.noun(noun).gender, "p") if noun is not None else self.said.candidate):
            return f"{said}, anche se {self.condition(effect.despite)}"

    def _costs_so_much_more(self, effect: n.Allow, price: n.Surcharge, mood: Mood) -> str:
        """«spendi un Gesto in meno per accendere una Lanterna»; «accendere una Lanterna ti costa 2 Gesti», of all that it
        costs and of so much for each of something."""
        shown, less = by_how_much(price.amount)
        one, each = apiece(shown)
        more = "" if price.instead else "in meno" if less else "in più"
        nothing = price.instead and one == n.Num(0)
        much = self.noun(price.value).plural if nothing else joined(self.counted(one, price.value), more)
        for_each = self.for_each(each) if each is not None else ""
        done = self.event(done_by_who_pays(effect.event), Mood.INFINITIVE, pattern=True)
        doer = done_with(effect)
        done = joined(done, self.term(doer).after("con")) if doer is not None else done
        lasting = self.duration(effect.duration)
        if price.who is None or not (price.instead or each):
            who = price.who or as_kind(role(effect.event, "agent") or n.You())
            spent = joined(much, for_each, "per", done, lasting)
            return self.predicate(who, "spendere", spent, negated=nothing, mood=told(mood))
        clitic = "ti" if isinstance(price.who, n.You) else ""
        costs = joined("non" if nothing else "", clitic, self.finite("costare", Features(), told(mood)))
        to = self.term(price.who).after("a") if isinstance(price.who, n.Opponent) else ""
        return joined(done, costs, much, to, f"{for_each}," if for_each and lasting else for_each, lasting)

    def rules_named(self, names: tuple[str, ...]) -> str:
        """Rules by their names, which are those of things of the game: «i Semi e la Stagione»."""
        said = []
        for name in names:
            forms = self.noun(name)
            plural = not forms.singular or name == forms.plural
            said.append(str(Phrase(name, "the", Features(forms.gender, "p" if plural else "s"))))
        return listed(said, "e")

    def _targeted(self, effect: n.Allow, mood: Mood) -> str:
        """«non può essere bersaglio delle magie dell'avversario»."""
        who, what, by = (role(effect.event, name) for name in ("agent", "object", "by"))
        said = [self.noun(each.noun) for each in members_of(by) if isinstance(each, n.Select)]
        owner = self.term(who).after("di") if who is not None else ""
        of = [Phrase(each.plural, "the", Features(each.gender, "p")).after("di") for each in said]
        rest = joined("essere bersaglio", " e ".join(of), owner, self.duration(effect.duration))
        assert what is not None
        return self.predicate(as_kind(what), POTERE, rest, negated=not effect.allowed, mood=told(mood))

    # -- claims -------------------------------------------------------------------------------------------------

    def claim(self, claim: n.Claim, *, negated: bool = False, mood: Mood = Mood.PRESENT) -> str:
        """A claim as cards print it: «vince sempre contro le Erba», «perde contro le Erba» of who has the worse of it."""
        declared = self.words.vocabulary.claims.get(claim.claim)
        event = claim_said(claim, declared) if declared is not None else n.Event(claim.claim, claim.roles)
        shown = Mood.INFINITIVE if mood is Mood.INFINITIVE else Mood.PRESENT
        return self.event(
            event, shown, negated=negated, adverb="sempre" if claim.always else "", pattern=True, generic=True
        )


def _of_whichever_comes(effect: n.Modify) -> bool:
    """«la prossima carta che posi costa …», of Lane and of Panche: both end with the first card, whatever it is."""
    target, ends = effect.target, effect.duration.event if effect.duration is not None else None
    if ends is None or not isinstance(target, n.Select) or target.quantity is not n.Quantity.NEXT:
        return False
    return any(isinstance(r.value, n.Select) and r.value.noun == target.noun for r in ends.roles)


def _of_the_same_one(first: n.Effect, second: n.Effect) -> bool:
    """Whether two prices are those of one card that comes next: one clause says both."""
    if not (isinstance(first, n.Modify) and isinstance(second, n.Modify) and _of_whichever_comes(first)):
        return False
    return evolve(second, value=first.value, span=first.span) == first


def _of_each(effect: n.Effect) -> n.Number | None:
    """What an amount is so much of: «per ogni altra tua Lana»."""
    amount = effect.amount if isinstance(effect, n.Modify) else None
    match amount:
        case n.Compute(op=n.Arithmetic.MULTIPLY, of=(n.Num(), counted)):
            return counted
    return None


def _words_for_each(amount: object) -> tuple[n.Number | n.Term, n.Number] | None:
    """Of a bag, the words of which there is so much for each of what is counted, and that."""
    match amount:
        case n.Compute(
            op=n.Arithmetic.MULTIPLY, of=((n.Member() | n.Compute()) as words, (n.Count() | n.ValueOf()) as counted)
        ):
            return words, counted
    return None


def _had_twice(first: n.Effect, second: n.Effect) -> bool:
    """«ha +1 Ardore e ha +1 Ardore», of one value or one keyword, needs two clauses; what is had «per ogni …» does not."""
    if isinstance(first, n.Modify) and isinstance(second, n.Modify):
        return first.value == second.value and n.Num in (type(first.amount), type(second.amount))
    return isinstance(first, n.Grant) and isinstance(second, n.Grant) and first.keyword == second.keyword is not None


def _is_added(effect: n.Modify | n.Grant) -> bool:
    """«ha +1 Ardore» shares its verb with another amount; «ha Corazza» with another keyword."""
    return isinstance(effect, n.Modify) and effect.op is n.Operation.ADD


def told(mood: Mood) -> Mood:
    """An indicative where an order would have no sense."""
    return Mood.INFINITIVE if mood is Mood.INFINITIVE else Mood.PRESENT


def _goes_on_with(group: tuple[n.Effect, ...], second: n.Effect) -> bool:
    """«ha +1 Ardore e Corazza»: after plain amounts, keywords."""
    given = isinstance(second, n.Grant) and second.keyword is not None
    return given and all(
        isinstance(e, n.Grant) or (isinstance(e, n.Modify) and isinstance(e.amount, n.Num)) for e in group
    )


_TIMES = {n.Num(2): "raddoppia", n.Num(3): "triplica"}
