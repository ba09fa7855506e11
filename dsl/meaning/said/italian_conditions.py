"""Conditions of canonical Italian: how things stand, how much there is, what happened; filters of noun phrases."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from ...vocabulary.inflection import Mood, Number, definite, joined
from ...vocabulary.vocabulary import Kind, is_phrase
from .. import nodes as n
from ..participants import role
from .discourse import Features
from .italian_clauses import AVERE, ESSERE, POTERE, ItalianClauses
from .italian_phrase import Phrase, Rank, listed, of_gender, possessive
from .parts import anyones, as_selection, is_quality, known_through_it, undergone, without_owner


class ItalianConditions(ItalianClauses):
    """What a «se» says, and what stands after a noun."""

    def condition(self, condition: n.Condition, *, negated: bool = False) -> str:
        """A condition as a clause without its «se»: «hai almeno 2 Candele», «non è stanca»."""
        match condition:
            case n.And(parts=parts):
                return self._all_of(parts, negated)
            case n.Or(parts=parts):
                return (" e " if negated else " o ").join(self.condition(part, negated=negated) for part in parts)
            case n.Not(part=part):
                return self.condition(part, negated=not negated)
            case n.Compare():
                return self._compare(condition, negated)
            case n.Happened():
                return self._happened(condition, negated)
            case n.Would(event=event):
                return self.event(event, Mood.CONDITIONAL, negated=negated, pattern=True)
            case n.Holds(claim=claim):
                return self.claim(claim, negated=negated)
            case n.Can(event=event):
                return self.event(event, negated=negated, modal=POTERE, pattern=True)
            case n.Was(part=part):
                with self.in_the_past():
                    return self.condition(part, negated=negated)
            case n.PaidAlso():
                return "non hai pagato il costo aggiuntivo" if negated else "hai pagato il costo aggiuntivo"
            case n.Did():
                does = "lo fai" if self.said.yours(condition) else "lo fa"
                return f"non {does}" if negated else does
            case n.EveryOne(what=what, condition=inner):
                return self._everyone(what, inner, negated)
            case n.Parity(of=of, even=even):
                word = "pari" if even is not negated else "dispari"
                if isinstance(of, n.ValueOf) and of.of is not None and self.words.value_of_player(of.value):
                    return self.predicate(of.of, AVERE, f"un numero {word} di {self.value_word(of.value)}")
                return f"{self.amount(of)} è {word}"
            case n.During():
                return self._is_during(condition, negated)
            case n.AnyTime():
                return "è in ogni momento"
            case n.IsAmong(of=of, words=words):
                return self.predicate(of, ESSERE, self.amount_or_term(words).after("tra"), negated=negated)
            case n.Later(of=of, than=than, verb=None, earlier=earlier):
                word = of_gender("precedente" if earlier else "successivo", self.features(of))
                return self.predicate(of, ESSERE, joined(word, self.term(than).after("a")), negated=negated)
            case n.Later(of=of, than=than, verb=verb):
                features = self.features(of)
                past = self.words.verb(verb or "").past(features.gender, features.number)
                came = joined(of_gender("stato", features), past, f"dopo {self.term(than)}")
                return self.predicate(of, ESSERE, came, negated=negated)
            case n.SameName(left=left, right=right):
                return self.predicate(left, AVERE, f"lo stesso nome {self.term(right).after('di')}", negated=negated)
            case n.Within(part=part, whole=whole):
                return self._within_bag(part, whole, negated)
            case _:
                return self._state(condition, negated)

    def _within_bag(self, part: n.Number | n.Term, whole: n.Number | n.Term, negated: bool) -> str:
        """«disponi di 2 Lana», by the verb of the bag; «i Semi della carta sono tra i tuoi Semi»."""
        value = self.words.vocabulary.values.get(whole.value) if isinstance(whole, n.ValueOf) else None
        one = part.of[-1] if isinstance(part, n.Compute) else part
        if value is not None and value.verb is not None and isinstance(one, n.Member) and isinstance(whole, n.ValueOf):
            many = part.of[0] if isinstance(part, n.Compute) else n.Num(1)
            return self.predicate(whole.of or n.You(), value.verb, self.counted(many, one.name), negated=negated)
        phrase = self.amount_or_term(part)
        verb = self.finite(ESSERE, phrase.features, negated=negated)
        return joined(str(phrase), verb, self.amount_or_term(whole).after("tra"))

    def claim(self, claim: n.Claim, *, negated: bool = False) -> str:
        raise NotImplementedError

    @staticmethod
    def _of_the_bearer_after(condition: n.Condition, first: n.Condition) -> bool:
        """«se l'avversario ha scartato una carta e questa carta è desta»: not he, who was the subject before."""
        state = condition.part if isinstance(condition, n.Not) else condition
        past = first.part if isinstance(first, n.Not) else first
        agent = role(past.event, "agent") if isinstance(past, n.Happened) else None
        return getattr(state, "of", None) == n.Self() and agent is not None and not isinstance(agent, n.Self | n.You)

    def _all_of(self, parts: tuple[n.Condition, ...], negated: bool) -> str:
        """Several conditions; what a thing is, is said in one phrase: «è la tua unica Lanterna Erba»."""
        said: list[str] = []
        rest = list(parts)
        while rest:
            first = rest.pop(0)
            subject = getattr(first, "of", None)
            more: list[n.Condition] = []
            if isinstance(first, n.IsKind | n.HasMember):
                while rest and is_quality(rest[0]) and getattr(rest[0], "of", None) == subject:
                    more.append(rest.pop(0))
            if rest and (only := self._only(first, more, rest[0])) is not None:
                rest.pop(0)
                said.append(self.predicate(subject, ESSERE, only, negated=negated))  # type: ignore[arg-type]
            elif isinstance(first, n.IsIn) and rest and self._is_alone(first, rest[0]):
                rest.pop(0)
                alone = f"solo {self.term(first.of)} {self.where(first.place)}"
                said.append(self.predicate(first.place.of or n.You(), AVERE, alone, negated=negated))
            elif more:
                what = str(self.select(as_selection(first, more)))
                said.append(self.predicate(subject, ESSERE, what, negated=negated))  # type: ignore[arg-type]
            elif said and self._of_the_bearer_after(first, parts[0]):
                with self.said.spoken_of_another():
                    said.append(self.condition(first, negated=negated))
            else:
                said.append(self.condition(first, negated=negated))
        return (" o " if negated else " e ").join(said).replace(" e è ", " ed è ")

    def _only(self, first: n.Condition, more: list[n.Condition], last: n.Condition) -> str | None:
        """«la tua unica Lana»: a thing is of a kind of which there is one."""
        match first, last:
            case n.IsKind() | n.HasMember(), n.Compare(left=n.Count(what=what), op="==", right=n.Num(value=1)):
                kind = as_selection(first, more)
                others = tuple(c for c in what.where if not isinstance(c, n.ControlledBy))
                if (kind.noun, kind.where) != (what.noun, others):
                    return None
                phrase = self.select(evolve(what, quantity=n.Quantity.EXACTLY, number=n.Num(1), pick=n.Pick.NAMED))
                only = of_gender("unico", phrase.features)
                words = phrase.text.split(" ")
                mine = words[0] in ("tuo", "tua", "suo", "sua")
                words.insert(1 if mine else 0, only)
                return str(evolve(phrase, text=" ".join(words)))
            case _:
                return None

    def _is_alone(self, first: n.IsIn, second: n.Condition) -> bool:
        match second:
            case n.Compare(left=n.Count(what=n.Select(where=(), place=place)), op="==", right=n.Num(value=1)):
                return place == first.place
            case _:
                return False

    def _state(self, condition: n.Condition, negated: bool) -> str:
        """What a thing is, has, or where it is."""
        match condition:
            case n.IsStatus(of=of, status=status):
                return self._is_status(of, status, negated)
            case n.IsKind(of=of, noun=noun):
                forms = self.noun(noun)
                bare = self.words.names_players(noun) or is_phrase(noun)  # «è ferito», of somebody
                article = "" if bare else "a"
                several = bare and self.features(of).number == "p"  # «tutti i giocatori sono stanchi»
                word = str(Phrase(forms.plural if several else forms.singular, article, Features(forms.gender)))
                return self.predicate(of, ESSERE, word, negated=negated)
            case n.HasMember(of=of, value=value, member=member):
                return self.predicate(of, ESSERE, self._member(value, member, self.features(of)), negated=negated)
            case n.HasKeyword(of=of, keyword=keyword):
                return self.predicate(of, AVERE, keyword, negated=negated)
            case n.HasText(of=of, text=text):
                return self.predicate(of, AVERE, f"il testo {text}", negated=negated)
            case n.Same(left=left, right=right):
                return self.predicate(left, ESSERE, str(self.term(right)), negated=negated)
            case n.SharesMember(value=value, left=left, right=right):
                like = "della stessa" if self.noun(value).gender == "f" else "dello stesso"
                same = joined(like, self.noun(value).singular, self.term(right).after("di"))
                return self.predicate(left, ESSERE, same, negated=negated)
            case n.IsIn(of=of, place=place):
                return self.predicate(of, ESSERE, self.where(place), negated=negated)
            case n.Linked(of=of, to=to):
                features = self.features(of)
                word = self.words.attached().form(features.gender, features.number).casefold()
                return self.predicate(
                    of, ESSERE, joined(word, self.term(to).after("a") if to is not None else ""), negated=negated
                )
            case n.Near() | n.IsOn() | n.IsFree():
                return self.predicate(
                    condition.of, ESSERE, self._lies(condition, self.features(condition.of)), negated=negated
                )
            case n.IsCalled(of=of, name=name):
                return self.predicate(of, ESSERE, name, negated=negated)
            case n.ControlledBy(of=of, by=by):
                return self._is_controlled(of, by, negated)
            case _:
                raise TypeError(f"{type(condition).__name__} is no condition")

    def _lies(self, condition: n.Near | n.IsOn | n.IsFree, features: Features) -> str:
        """«davanti», «vicina a quella carta», «su una casella Gelata», «libera»."""
        match condition:
            case n.IsFree():
                return of_gender("libero", features)
            case n.IsOn(spot=spot):
                return self.term(spot).after("su")
            case n.Near(direction=direction, to=to):
                word = self.words.direction(direction).form(features.gender, features.number)
                led_by = self.words.led_by(direction)
                return word if self._goes_without(direction, to) else joined(word, self.term(to).after(led_by))

    def _goes_without(self, direction: str, to: n.Term) -> bool:
        """Whether from what a direction is seen goes without saying."""
        if self.words.seen_from_mover(direction):
            return self.same(to, self.said.mover)
        return isinstance(to, n.Self)

    def _is_controlled(self, of: n.Term, by: n.Term, negated: bool) -> str:
        owner = self.owner_word(by)
        features = self.features(of)
        if owner == "tuo":
            word = possessive("tuo", features)
        elif isinstance(by, n.Opponent) and isinstance(by.of, n.You):
            word = of_gender("avversario", features)
        else:
            word = self.term(by).after("di")
        return self.predicate(of, ESSERE, word, negated=negated)

    def _member(self, value: str, member: str | n.Term, features: Features) -> str:
        if not isinstance(member, str):
            return joined("di", value, self.term(member).after("di"))
        if self.words.bends(member):  # «se il lancio è rapido»
            return self.words.member(member, features)
        forms = self.noun(member)
        if features.number == "p":
            return forms.form("s")
        return str(Phrase(forms.singular, "a", Features(forms.gender)))

    def status(self, status: str, features: Features) -> str:
        """The adjective of a status: «stanca», «desta», «in Quiete»."""
        word = self.words.status(status).form(features.gender, features.number)
        return word if " " in word else word.casefold()

    def _is_status(self, of: n.Term, status: str, negated: bool) -> str:
        return self.predicate(of, ESSERE, self.status(status, self.features(of)), negated=negated)

    def _everyone(self, what: n.Term, inner: n.Condition, negated: bool) -> str:
        phrase = self.term(what, every=True)
        named = what.bind if isinstance(what, n.Select) else None
        if named is not None and named in self.said.names:  # «tutti i giocatori hanno …»: by his name
            known = self.said.names[named]
            self.said.names[named] = evolve(known, told_apart=known.noun.plural)
            return joined("non" if negated else "", of_gender("tutto", known.features), self.condition(inner))
        with self.said.testing(phrase.features):
            said = joined(str(phrase), self.condition(inner))
        return f"non {said}" if negated else said

    def _is_during(self, condition: n.During, negated: bool) -> str:
        first = "primo" if condition.first else ""
        declared = self.words.vocabulary.periods.get(condition.period)
        if condition.of is None and not condition.first and declared is not None and declared.participants:
            return joined("non" if negated else "", "è", str(self.period(condition.period, article="a")))
        period = self.period_of(condition.period, condition.of, before=first)
        whole = " della partita" if condition.first else ""
        return joined("non" if negated else "", "è", str(period)) + whole

    def _happened(self, condition: n.Happened, negated: bool) -> str:
        said = self.event(condition.event, negated=negated, perfect=condition.now is None, pattern=True)
        if negated and said.startswith(("un ", "un'", "una ", "uno ")):  # of any: «nessuna Lana si è smorzata»
            said = "ness" + self.event(condition.event, perfect=condition.now is None, pattern=True)
        times = (
            f"{self.amount(condition.times)} volte"
            if condition.times is not None and condition.times != n.Num(1)
            else ""
        )
        if condition.within is None:
            return joined(said, times, "in questo modo" if condition.this_way else "")
        noun = self.noun(condition.within)
        if condition.previous and condition.whose is not None:
            last = of_gender("ultimo", Features(noun.gender))
            return joined(said, times, self.period_of(condition.within, condition.whose, before=last).after("in"))
        if condition.previous:
            return joined(said, times, Phrase(f"{noun.singular} precedente", "the", Features(noun.gender)).after("in"))
        return joined(said, times, f"in quest{'a' if noun.gender == 'f' else 'o'} {noun.singular}")

    # -- comparisons --------------------------------------------------------------------------------------------

    def _compare(self, condition: n.Compare, negated: bool) -> str:
        op, left, right = condition.op, condition.left, condition.right
        if isinstance(left, n.Count):
            return self._count_compared(left.what, op, right, negated)
        if isinstance(left, n.ValueOf) and left.of is not None and isinstance(right, n.Num) and op in _ENOUGH:
            return self.predicate(left.of, AVERE, self._value_amount(left, op, right), negated=negated)
        if isinstance(left, n.ValueOf) and op == "==" and isinstance(right, n.Related | n.Opponent | n.Member | n.Var):
            phrase = self.amount_phrase(left)
            return joined(str(phrase), self.finite(ESSERE, phrase.features, negated=negated), str(self.term(right)))
        if isinstance(left, n.Var) and right == n.Var("scelta"):
            return joined(str(self.term(left)), self.finite(ESSERE, Features(), negated=negated), "come scelto")
        if (more := self._more_than_another(left, op, right)) is not None:
            return self.predicate(*more, negated=negated)
        phrase = self.amount_or_term(left)
        verb = self.finite(ESSERE, phrase.features, negated=negated)
        return joined(str(phrase), verb, self._against(op, right, phrase.features))

    def _more_than_another(self, left: object, op: str, right: object) -> tuple[n.Term, str, str] | None:
        """«hai più Punti gloria dell'avversario»: one value of two, as who has more of it."""
        if not (isinstance(left, n.ValueOf) and isinstance(right, n.ValueOf) and op in ("<", ">")):
            return None
        if left.value != right.value or left.printed or right.printed or left.of is None or right.of is None:
            return None
        who = n.Var(left.of.bind) if isinstance(left.of, n.Select) and left.of.bind else left.of
        with self.said.about(who):
            return left.of, AVERE, self._more_or_less(self.value_word(left.value), op, right.of)

    def _against(self, op: str, right: n.Number | n.Term, features: Features | None = None) -> str:
        phrase, features = self.amount_or_term(right), features or Features()
        same = of_gender("uguale", features)
        match op:
            case "==":
                plain = isinstance(right, n.Num | n.Var | n.Member) or not isinstance(right, _NUMBERS)
                return phrase.after("") if plain else f"{same} {phrase.after('a')}"
            case "!=":
                return f"{of_gender('diverso', features)} {phrase.after('da')}"
            case ">":
                return joined(of_gender("maggiore", features), phrase.after("di"))
            case "<":
                return joined(of_gender("minore", features), phrase.after("di"))
        if isinstance(right, n.Num):
            return f"{phrase} o {'più' if op == '>=' else 'meno'}"
        greater = of_gender("maggiore" if op == ">=" else "minore", features)
        return f"{greater} o {same} {phrase.after('a')}"

    def enough(self, op: str, number: n.Number | n.Term, noun: Phrase) -> str:
        """An amount compared: «almeno 2 Candele», «esattamente 3 carte», «più di 2 Lana»."""
        words = {"==": "esattamente", ">=": "almeno", "<=": "al massimo", ">": "più di", "<": "meno di", "!=": "non"}
        return f"{words[op]} {noun.after('') if number == n.Num(1) else f'{self.amount(number)} {noun.text}'}"

    def _more_than_of_rivals(self, what: n.Select, op: str, right: n.Number | n.Term, negated: bool) -> str:
        """«le Lane rivali sono più delle tue»: of whoever is no friend, and yours."""
        other = right.what if isinstance(right, n.Count) and op in ("<", ">") else None
        sides = (anyones(what), anyones(other)) if other is not None else (None, None)
        if other is None or sides[0] == sides[1] or without_owner(what) != without_owner(other):
            return ""
        these = self.select(evolve(what, bind=None), number="p")
        yours = of_gender("quello", evolve(these.features, number="p")), of_gender("avversario", these.features)
        than = (
            f"di {' '.join(yours)}"
            if sides[1]
            else Phrase(possessive("tuo", these.features), "the", these.features).after("di")
        )
        return joined(str(these), "non" if negated else "", "sono", "più" if op == ">" else "meno", than)

    def _count_compared(self, what: n.Select, op: str, right: n.Number | n.Term, negated: bool) -> str:
        if rivals := self._more_than_of_rivals(what, op, right, negated):
            return rivals
        owner, rest = self.owner_of(what)
        number: Number = "s" if right == n.Num(1) else "p"
        nobody = op == "==" and right == n.Num(0) and not negated
        if owner is None:
            noun = evolve(self.select(what, bare=True, number=number), article="a")
            there = joined("non" if negated or nobody else "", "c'è" if number == "s" else "ci sono")
            than = self._than_another_kind(noun.text, op, None, right)
            return joined(there, noun.text if nobody else than or self.enough(op, right, noun))
        if rest.place is not None and rest.place.of is owner and self.words.is_upon(rest.place.zone):
            rest = evolve(rest, place=None)  # «ha 2 Gettoni»: on it
        elif rest.place is not None and isinstance(owner, n.Var) and owner.name in self.said.described:
            rest = evolve(rest, place=evolve(rest.place, of=None))  # «chi ha 3 carte nella Mano»: his own
        with self.said.about(owner):
            noun = evolve(self.select(rest, bare=True, number=number), article="a")
            other, tail = self._rival(owner, what, right), ""
            if other is not None and rest.place is not None and rest.place.of is not None:
                bare = evolve(rest, place=None)
                under = self.words.lies_under(rest.place.zone)
                where = (
                    self.where(evolve(rest.place, of=None)) if under else f"in {self.noun(rest.place.zone).singular}"
                )
                words = str(self.select(bare, bare=True, number=number))
                noun, tail = evolve(noun, text=words if under else f"{words} {where}"), where if under else ""
            if nobody:
                return self.predicate(owner, AVERE, noun.text, negated=True)
            words = (
                self._than_another_kind(noun.text, op, owner, right) or self.enough(op, right, noun)
                if other is None
                else joined(self._more_or_less(noun.text, op, other), tail)
            )
            return self.predicate(owner, AVERE, words, negated=negated)

    def _than_another_kind(self, noun: str, op: str, owner: n.Term | None, right: n.Number | n.Term) -> str:
        """«più Lane che Tele»: of one thing than of another, of the same player."""
        whose, other = self.owner_of(right.what) if isinstance(right, n.Count) else (None, None)
        if other is None or op not in "<>" or whose != owner:
            return ""
        return joined("più" if op == ">" else "meno", noun, "che", str(self.select(other, bare=True, number="p")))

    def _host(self, condition: n.Condition) -> n.Term | None:
        """What a thing counted is attached to, or near, when that is what is spoken of: «una Lana che ha un Nodo, una Tela davanti»."""
        if isinstance(condition, n.Near) and isinstance(condition.to, n.Self):
            return None  # «se c'è una Lana davanti»
        if not isinstance(condition, n.Linked | n.Near) or not isinstance(condition.of, n.Candidate):
            return None
        known = isinstance(condition.to, n.Self) or condition.to in [n.Var(name) for name in self.said.described]
        return condition.to if known else None

    def owner_of(self, what: n.Select) -> tuple[n.Term | None, n.Select]:
        """The one who has the things counted, and the selection without it: «hai 2 Lana», «ha 3 carte nella Mano»."""
        owners = [(c, self._host(c)) for c in what.where]
        owners += [(c, c.by) for c in what.where if isinstance(c, n.ControlledBy) and isinstance(c.of, n.Candidate)]
        for condition, owner in owners:
            if owner is not None and not getattr(owner, "anyone", False):  # «ci sono 2 Lane rivali»
                bare = (evolve(condition, to=n.Self()),) if isinstance(condition, n.Near) else ()
                return owner, evolve(what, where=(*bare, *(c for c in what.where if c is not condition)))
        if what.place is not None and what.place.of is not None:
            return what.place.of, what
        return None, what

    def _rival(self, owner: n.Term, what: n.Select, right: n.Number | n.Term) -> n.Term | None:
        """The other player, when the same things are counted of the two."""
        if not isinstance(right, n.Count):
            return None
        other, rest = self.owner_of(right.what)
        mine = self.owner_of(what)[1]
        if other is not None and evolve(rest, bind=None, place=None) == evolve(mine, bind=None, place=None):
            return other
        return None

    def _more_or_less(self, noun: str, op: str, other: n.Term) -> str:
        """«più Lanterne di te», «meno carte dell'avversario», «lo stesso numero di Lana dell'avversario»."""
        versus = "di te" if isinstance(other, n.You) else self.term(other).after("di")
        words = {
            ">": f"più {noun} {versus}",
            "<": f"meno {noun} {versus}",
            ">=": f"almeno tante {noun} quante {versus}",
            "<=": f"al massimo tante {noun} quante {versus}",
            "==": f"lo stesso numero di {noun} {versus}",
            "!=": f"un numero diverso di {noun} {versus}",
        }
        return words[op]

    # -- filters of a noun phrase -------------------------------------------------------------------------------

    def property_of(self, condition: n.Condition, features: Features) -> tuple[Rank, str]:
        """A condition of what a noun names as words beside the noun, and which place among them they take."""
        match condition:
            case n.Not():
                return self._denied_of(condition, features)
            case n.HasMember(of=n.Candidate(), member=str() as member):
                agreeing = self.words.agreeing(member, features)
                return Rank.MEMBER, agreeing or self.noun(member).singular
            case n.HasMember(of=n.Candidate(), value=value, member=n.Lookup(table=table)):
                adjective = self.words.table(table).form(self.noun(value).gender, "s").casefold()
                return Rank.COMPLEMENT, f"di {value} {adjective}"
            case n.HasMember(of=n.Candidate(), value=value, member=member):
                return Rank.COMPLEMENT, f"di {value} {self.term(member)}"  # type: ignore[arg-type]
            case n.ControlledBy(of=n.Candidate(), by=n.Opponent(of=n.You(), each=False) as rival) if (
                rival.anyone or not self.words.several
            ):
                return Rank.OWNER, of_gender("avversario", features)
            case n.ControlledBy(of=n.Candidate(), by=by):
                return Rank.COMPLEMENT, self.term(by).after("di")
            case n.IsStatus(of=n.Candidate(), status=status):
                return Rank.STATUS, self.status(status, features)
            case n.IsKind(of=n.Candidate(), noun=noun) if is_phrase(noun):
                return Rank.STATUS, noun
            case n.IsAmong(of=n.Candidate(), words=words):
                return Rank.COMPLEMENT, self.amount_or_term(words).after("tra")
            case n.SameName(left=n.Candidate(), right=right):
                with self.nothing_taken():
                    return Rank.COMPLEMENT, f"con lo stesso nome {self.term(right).after('di')}"
            case n.HasKeyword(of=n.Candidate(), keyword=keyword):
                return Rank.COMPLEMENT, f"con {keyword}"
            case n.HasText(of=n.Candidate(), text=text):
                return Rank.COMPLEMENT, f"con il testo {text}"
            case n.SharesMember(left=n.Candidate(), right=right, by=True):
                return Rank.COMPLEMENT, self.term(right).after("con")
            case n.SharesMember(left=n.Candidate(), value=value, right=right):
                same = of_gender("stesso", Features(self.noun(value).gender))
                return Rank.COMPLEMENT, self._of_value(value, same, right).after("di")
            case n.Would(event=event):
                return Rank.RELATIVE, f"contro cui {self._tried(event)}"
            case n.Same(left=n.Candidate(), right=n.Var(name=name)) if name[:1].isupper():
                return Rank.MEMBER, self.words.noun(name, Kind.PERSON).form(features.number) or name
            case n.Compare(
                left=n.ValueOf(value=value, of=n.Candidate()), op="==", right=n.ValueOf(value=its, of=of)
            ) if of is not None and self.words.tells_card(value) == its:
                return Rank.COMPLEMENT, self.term(of).after("di")
            case n.Compare(left=n.ValueOf(of=n.Candidate())) | n.Parity(of=n.ValueOf(of=n.Candidate())):
                return Rank.COMPLEMENT, self._with_value(condition)
            case n.Or(parts=parts) if all(isinstance(each, n.HasKeyword) for each in parts):
                names = [str(self.noun(each.keyword).singular) for each in parts if isinstance(each, n.HasKeyword)]
                return Rank.COMPLEMENT, f"con {listed(names, 'o')}"
            case n.Or(parts=parts) if (of_any := self._any_word_of(parts)) is not None:
                return Rank.COMPLEMENT, f"di ogni {of_any}"
            case n.Or(parts=parts) if all(isinstance(each, n.IsKind) for each in parts):
                return Rank.RELATIVE, self._of_kinds([each.noun for each in parts], features)  # type: ignore[union-attr]
            case n.Or(parts=parts):
                return self._one_of(parts, features, condition)
            case _:
                return self._relation_of(condition, features)

    def _any_word_of(self, parts: tuple[n.Condition, ...]) -> str | None:
        """«di ogni Forma»: the value of which all the words are said."""
        said = {(x.value, x.member) for x in parts if isinstance(x, n.HasMember) and x.of == n.Candidate()}
        values = {value for value, _ in said}
        value = next(iter(values), None)
        declared = self.words.vocabulary.values.get(value or "")
        whole = declared is not None and {member for _, member in said} == set(declared.members)
        return value if len(values) == 1 and len(said) == len(parts) > 2 and whole else None

    def _of_kinds(self, kinds: Sequence[str], features: Features) -> str:
        """«che è una Lanterna o una Candela»."""
        nouns = [self.noun(kind) for kind in kinds]
        if features.number == "p":
            return f"che sono {listed([each.plural for each in nouns], 'o')}"
        return f"che è {listed([str(Phrase(each.singular, 'a', Features(each.gender))) for each in nouns], 'o')}"

    def _denied_of(self, condition: n.Not, features: Features) -> tuple[Rank, str]:
        """«non stanca», «senza Volo», «diversa da …»: what is not so of what a noun names."""
        match condition:
            case n.Not(part=n.IsStatus(of=n.Candidate(), status=status)):
                return Rank.STATUS, f"non {self.status(status, features)}"
            case n.Not(part=n.IsKind(of=n.Candidate(), noun=noun)) if is_phrase(noun):
                return Rank.STATUS, f"non {noun}"
            case n.Not(part=n.HasMember(of=n.Candidate(), member=str() as member)):
                agreeing = self.words.agreeing(member, features)
                return Rank.MEMBER, f"non {agreeing or self.noun(member).singular}"
            case n.Not(part=n.Compare(left=n.ValueOf(of=n.Candidate()) as left, op=("<" | ">") as op, right=right)):
                word = joined(left.value, self._printed(left.value, left.printed))
                return Rank.COMPLEMENT, joined("con", word, "non", self._against(op, right))
            case n.Not(part=n.HasKeyword(of=n.Candidate(), keyword=keyword)):
                return Rank.COMPLEMENT, f"senza {keyword}"
            case n.Not(part=n.Linked(of=under, to=n.Candidate())):
                return Rank.RELATIVE, f"a cui non {self._lies_attached(under)}"
            case n.Not(part=n.IsFree(of=n.Candidate())):
                return Rank.STATUS, of_gender("occupato", features)
            case n.Not(part=n.SharesMember(left=n.Candidate(), value=value, right=n.Candidate())):
                unlike = of_gender("diverso", Features(self.noun(value).gender))
                return Rank.COMPLEMENT, f"di {self.noun(value).singular} {unlike}"
            case n.Not(part=n.SharesMember(left=n.Candidate(), value=value, right=right)):
                other = of_gender("altro", Features(self.noun(value).gender))
                return Rank.COMPLEMENT, evolve(self._of_value(value, other, right), article="a").after("di")
            case n.Not(part=n.Same(left=n.Candidate(), right=n.Related(relation="last_arrived"))):
                return Rank.LAST, f", non {Phrase(f'{last_arrived(features)}', 'the', features)}"
            case n.Not(part=n.Same(left=n.Candidate(), right=right)):
                other = joined(of_gender("diverso", features), self.term(right).after("da"))
                return Rank.LAST, other  # never before «che …», which would be of the one that it is not
            case _:
                return Rank.RELATIVE, f"che {self.condition(condition)}"

    def _lies_attached(self, under: n.Term) -> str:
        number = self.features(under).number
        word = self.words.attached().form(self.features(under).gender, number).casefold()
        return f"{'è' if number == 's' else 'sono'} {word} {self.term(under)}"

    def _relation_of(self, condition: n.Condition, features: Features) -> tuple[Rank, str]:
        """What happened to what a noun names, where it lies, what it lies under, what it came after."""
        match condition:
            case n.Happened(event=event, now=now) if now is not None:
                known = tuple(r for r in event.roles if r.value != n.Candidate())
                return Rank.RELATIVE, f"che {self.event(evolve(event, roles=known), pattern=True)}"
            case n.Happened(event=event, still=None) if self._received_of(event) is not None:
                roles = tuple(r for r in event.roles if r.name != "agent")
                suffered = self.condition(evolve(condition, event=evolve(event, roles=roles)))
                return Rank.RELATIVE, f"che {suffered} {self.term(self._received_of(event)).after('da')}"  # type: ignore[arg-type]
            case n.Happened(event=event, still=still) if still is not None or undergone(event):
                known = tuple(r for r in event.roles if r.value != n.Candidate())
                done = self._happened(evolve(condition, event=evolve(event, roles=known)), False)
                mine = any(r.value == n.Self() for r in known) and not done.startswith("questa")
                return Rank.RELATIVE, f"che {'questa carta ' if mine else ''}{done}"
            case n.Linked(of=n.Candidate(), to=to):
                word = self.words.attached().form(features.gender, features.number).casefold()
                return Rank.COMPLEMENT, joined(word, self.term(to).after("a") if to is not None else "")
            case n.Linked(of=under, to=n.Candidate()):
                return Rank.RELATIVE, f"a cui {self._lies_attached(under)}"
            case n.Later(of=n.Candidate(), than=than, verb=verb, already=already, earlier=earlier):
                if verb is None:
                    own = isinstance(than, n.Self)
                    word = of_gender("precedente" if earlier else "successivo", features)
                    return (Rank.STATUS, word) if own else (Rank.COMPLEMENT, f"dopo {self.term(than)}")
                past = self.words.verb(verb).past(features.gender, features.number)
                return Rank.COMPLEMENT, joined("già" if already else "", past, f"dopo {self.term(than)}")
            case n.IsIn(of=n.Candidate(), place=place):
                return Rank.PLACE, self.where(place)
            case n.Near(of=n.Candidate(), direction=direction, to=to):
                bare = self._goes_without(direction, to)
                return Rank.PLACE if bare else Rank.COMPLEMENT, self._lies(condition, features)
            case n.IsOn(of=n.Candidate()):
                return Rank.COMPLEMENT, self._lies(condition, features)
            case n.IsFree(of=n.Candidate()):
                return Rank.STATUS, self._lies(condition, features)
            case n.IsCalled(of=n.Candidate(), name=name):
                return Rank.MEMBER, name
            case _:
                return Rank.RELATIVE, self._whose(condition) or f"che {self.condition(condition)}"

    def _whose(self, condition: n.Condition) -> str | None:
        """«il cui controllore ha due carte»: of who is known through what the noun names; None of any other condition."""
        known = known_through_it(condition, self.said.described[-1] if self.said.described else "")
        if known is None:
            return None
        related, condition = known
        with self.nothing_taken(), self.said.about(related), self.said.unfiltered():
            said = self.condition(condition)
        noun, subject = self.noun(related.relation), str(self.term(related))
        if not said.startswith(f"{subject} "):
            return None
        return f"{definite(noun.gender, 's', 'cui')} cui {noun.singular}{said.removeprefix(subject)}"

    def _received_of(self, event: n.Event) -> n.Term | None:
        """«che ha subito una crepa da questa carta»: by whom, of a verb that has a word for who receives."""
        if self.words.received(event.verb) is None or role(event, "to") != n.Candidate():
            return None
        agent = role(event, "agent")
        return agent if isinstance(agent, n.Self | n.Select) else None

    def _of_value(self, value: str, word: str, right: n.Term) -> Phrase:
        """«della stessa Forma», «di un'altra Forma» of what is spoken of, else «… di …»."""
        features = Features(self.noun(value).gender)
        unsaid = isinstance(right, n.Candidate) or (isinstance(right, n.Self) and self.said.stands)
        whose = "" if unsaid else self.term(right).after("di")
        return Phrase(joined(word, self.noun(value).singular, whose), "the", features)

    def _tried(self, event: n.Event) -> str:
        """«perderebbe lo scontro»: of the subject of the clause, which is not said again."""
        agent = role(event, "agent")
        topic, self.said.topic = self.said.topic, agent if agent is not None else self.said.topic
        if agent is not None and not isinstance(agent, n.Self) and not self.same(agent, self.said.subject):
            self.said.topic = None
        said = self.event(event, Mood.CONDITIONAL, pattern=True)
        self.said.topic = topic
        return said

    def _one_of(self, parts: tuple[n.Condition, ...], features: Features, whole: n.Condition) -> tuple[Rank, str]:
        found = [self.property_of(part, features) for part in parts]
        ranks = {rank for rank, _ in found}
        if len(ranks) == 1 and ranks <= {Rank.MEMBER, Rank.STATUS, Rank.COMPLEMENT, Rank.PLACE}:
            return ranks.pop(), listed([words for _, words in found], "o")
        return Rank.RELATIVE, f"che {self.condition(whole)}"

    def _with_value(self, condition: n.Compare | n.Parity) -> str:
        """«con 6 Ardore o più», «con Ardore originale minore dell'Ardore originale di questa carta», «con Ardore pari»."""
        if isinstance(condition, n.Parity):
            assert isinstance(condition.of, n.ValueOf)
            word = joined(condition.of.value, self._printed(condition.of.value, condition.of.printed))
            return joined("con", word, "pari" if condition.even else "dispari")
        assert isinstance(condition.left, n.ValueOf)
        self.its_own = isinstance(condition.right, n.ValueOf) and condition.right.of == n.Candidate()
        said = f"con {self._value_amount(condition.left, condition.op, condition.right)}"
        self.its_own = False
        return said

    def _value_amount(self, left: n.ValueOf, op: str, right: n.Number | n.Term) -> str:
        word = joined(left.value, self._printed(left.value, left.printed))
        declared = self.words.vocabulary.values.get(left.value)
        if isinstance(right, n.Num) and op in _ENOUGH:
            if left.printed or (declared is not None and declared.kind == "cost"):
                return joined(word, str(right.value), _ENOUGH[op])  # «Ardore originale 3 o meno», «Prezzo 2 o più»
            return joined(str(right.value), self.noun(left.value).form("s" if right.value == 1 else "p"), _ENOUGH[op])
        if isinstance(right, n.ValueOf) and op in ("<", ">") and not isinstance(right.of, n.Candidate | None):
            than = self.term(right.of).after("di")
            if (right.value, right.printed) == (left.value, left.printed):
                if declared is not None and declared.owner == "player":  # «con più Punti di te»
                    return joined("meno" if op == "<" else "più", word, than)
                return joined(word, "minore" if op == "<" else "maggiore", than)
        phrase = self.amount_or_term(right)
        if op == "!=":
            return joined(word, "diverso", phrase.after("da"))
        if op == "==":
            return joined(word, "uguale", phrase.after("a"))
        return joined(word, self._against(op, right))


_NUMBERS = (n.ValueOf, n.Count, n.Total, n.Compute, n.Outcome, n.Lookup)
_ENOUGH = {">=": "o più", "<=": "o meno", "==": ""}


def last_arrived(features: Features) -> str:
    return f"{of_gender('ultimo', features)} {of_gender('arrivato', features)}"
