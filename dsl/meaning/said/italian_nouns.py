"""Noun phrases of canonical Italian: who or what, how many, where."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from attrs import evolve

from ...vocabulary.inflection import Gender, Number, definite, joined
from ...vocabulary.vocabulary import Kind
from .. import nodes as n
from ..participants import recalled
from .discourse import Discourse, Features, Named
from .italian_phrase import LANGUAGE_NOUNS, Phrase, Rank, listed, of_gender, possessive, that
from .parts import OPPONENT, PLAYER, TARGET, Naming, but_for_taken, his_own, is_host, is_other, is_rival
from .words import Noun, Words


class ItalianNouns:
    """Terms and places as noun phrases. Numbers, conditions and clauses come from the classes built on this one."""

    def __init__(self, words: Words, naming: Naming | None = None) -> None:
        self.words = words
        self.naming = naming
        self.said = Discourse()
        self.pending: dict[str, str] = {}  # the first words of what a loop presents: «ogni giocatore»

    its_own = (
        False  # whether «suo» of what a noun phrase describes may be of another: «con Ardore minore del proprio Rango»
    )
    leading = False  # whether the clause leads its object somewhere, so that a token on a card is said to come from it
    taking = False  # whether the noun phrase is the object of an order, which takes it from where it is

    @contextmanager
    def nothing_taken(self) -> Iterator[None]:
        """Within it, things are where they lie: «minore del numero di carte nella tua Mano»."""
        taking, self.taking = self.taking, False
        yield
        self.taking = taking

    # -- given by the classes above -----------------------------------------------------------------------------

    def amount(self, number: n.Number | n.Term) -> str:
        raise NotImplementedError

    def amount_phrase(self, number: n.Number | n.Term) -> Phrase:
        raise NotImplementedError

    def same(self, term: n.Term, other: n.Term | None) -> bool:
        """Whether two terms are the same thing: equal, or a name and what was presented with it."""
        return other is not None and term in (other, recalled(other))

    def property_of(self, condition: n.Condition, features: Features) -> tuple[Rank, str]:
        """Where a filter stands in the phrase, and its words."""
        raise NotImplementedError

    # -- features -----------------------------------------------------------------------------------------------

    def noun(self, name: str) -> Noun:
        return LANGUAGE_NOUNS.get(name) or self.words.noun(name)

    def features(self, term: n.Term | None) -> Features:
        """What agrees with a term, without saying it."""
        match term:
            case n.You():
                return Features("m", "s", 3 if self.naming is not None and self.naming(term) is not None else 2)
            case n.Opponent(each=each):
                return Features("m", "p" if each else "s")
            case n.Candidate():
                return self.said.candidate
            case n.Var(name=name) if name in self.said.names:
                return self.said.names[name].features
            case n.Var(name=name) if self.said.on_card and self.words.participant(name) is not None:
                return self.recall(name).features
            case n.Related(relation="turn_player" | "next_player" | "previous_player") | n.PlayerOf():
                return Features("m")
            case n.Related(relation=relation):
                return Features(self.noun(relation).gender, "p" if self.words.is_plural_name(relation) else "s")
            case n.Group(members=members, either=either):
                return self._features_of_many(members, either)
            case n.Select():
                return self._features_of_selection(term)
            case n.TextOf():
                return Features("m")
            case n.Place(zone=zone):
                return Features(self.noun(zone).gender)
            case n.SpotOf():
                return Features(self.noun(self.words.spot_noun()).gender)
            case _:
                return Features(self.noun(self.words.implied_noun()).gender)

    def _features_of_many(self, members: tuple[n.Term, ...], either: bool) -> Features:
        known = [self.features(member) for member in members]
        gender: Gender = "f" if all(f.gender == "f" for f in known) else "m"
        number: Number = known[0].number if either and known else "p"
        return Features(gender, number)

    def _features_of_selection(self, what: n.Select) -> Features:
        if self.is_bare_target(what):
            return Features("m", self._number(what))
        return Features(self.noun(what.noun).gender, self._number(what))

    def _number(self, what: n.Select) -> Number:
        if what.quantity in (n.Quantity.ALL, n.Quantity.ANY):
            return "p"
        if what.number is None or what.number == n.Num(1):
            return "p" if what.quantity is n.Quantity.AT_LEAST else "s"
        return "p"

    # -- terms --------------------------------------------------------------------------------------------------

    def term(self, term: n.Term | n.Number, *, every: bool = False) -> Phrase:
        """A term as a noun phrase. ``every``: a whole kind as an object, «tutte le Lana»."""
        named = self.naming(term) if self.naming is not None else None  # type: ignore[arg-type]
        if named is not None:
            return Phrase(named, "", evolve(self.features(term), person=3))  # type: ignore[arg-type]
        other = self.words.name_of(term)
        if other:
            return self.possessed(other, None)
        match term:
            case n.Self():
                return self._this()
            case n.You():
                return Phrase("te", "", Features("m", "s", 2))
            case n.Opponent():
                return self._opponent(term)
            case n.Candidate():
                return Phrase("essa" if self.said.candidate.gender == "f" else "esso", "", self.said.candidate)
            case n.Var(name=name):
                return self.recall(name)
            case n.PlayerOf(period=period):
                return Phrase(joined("giocatore", self.possessed(period, None).after("di")), "the", Features("m"))
            case n.Related(relation="turn_player"):
                return Phrase(f"giocatore di {self.words.turn_period()}", "the", Features("m"))
            case n.Related(relation="next_player" | "previous_player" as relation):
                return Phrase(
                    f"giocatore {'seguente' if relation == 'next_player' else 'precedente'}", "the", Features("m")
                )
            case n.Related(relation=relation, of=of):
                return self._related(relation, of)
            case n.Group(members=members, either=either):
                together = self._together(members, either, every)
                self.present_one(term)
                return together
            case n.Select():
                return self.select(term, every=every)
            case n.TextOf():
                return self._text_of(term)
            case n.Member(name=name):
                return Phrase(name, "", Features(self.noun(name).gender))
            case n.SpotOf(of=of):
                return self.possessed(self.words.spot_noun(), of)
            case n.ChosenMember(value=value):
                return Phrase(f"{value} a tua scelta", "the", Features(self.noun(value).gender))
            case n.Place():
                return self.place(term)
            case _:
                return self.amount_phrase(term)

    def _related(self, relation: str, of: n.Term | None) -> Phrase:
        """«il suo ospite» is the bearer's, also in a text that speaks of the host; «il giocatore di questa carta», since «suo»
        would be of whatever else was spoken of."""
        noun = self.words.vocabulary.nouns.get(relation)
        before = self.said.hosted
        if noun is not None:
            self.said.hosted = self.said.on_card and noun.relation != "host"
        try:
            return self.possessed(relation, of)
        finally:
            self.said.hosted = before

    def _is_another(self, condition: n.Condition, noun: str) -> bool:
        """«un'altra Lana»: than the bearer; in a text that speaks of its host, of what is never attached, than that one."""
        vocabulary = self.words.vocabulary
        if not self.said.hosted or noun in (self.words.implied_noun(), *vocabulary.nouns_of_attached()):
            return is_other(condition)
        same = condition.part if isinstance(condition, n.Not) else None
        if not isinstance(same, n.Same) or not isinstance(same.right, n.Related) or same.left != n.Candidate():
            return False
        declared = vocabulary.nouns.get(same.right.relation)
        return declared is not None and declared.relation == "host"

    def _this(self) -> Phrase:
        noun = self.noun(self.words.implied_noun())
        return Phrase(f"quest{'a' if noun.gender == 'f' else 'o'} {noun.singular}", "", Features(noun.gender))

    def _opponent(self, term: n.Opponent) -> Phrase:
        features = Features("m", "p" if term.each else "s")
        noun = LANGUAGE_NOUNS[OPPONENT].form(features.number)
        if isinstance(term.of, n.You):
            return Phrase(noun, "the" if term.each else self.said.article_of_rival(self.words.several), features)
        if (
            isinstance(term.of, n.Var) and term.of.name in self.said.described
        ):  # «ogni giocatore con più Punti del suo rivale»
            return Phrase(f"{'suoi' if term.each else 'suo'} {noun}", "the", features)
        return self._of_owner(noun, features, term.of)

    def recall(self, name: str) -> Phrase:
        """A thing named before: by its own name, or «quella Lana»."""
        known = self.said.names.get(name)
        if known is None and name in LANGUAGE_NOUNS:
            return Phrase(name, "the", Features(LANGUAGE_NOUNS[name].gender))
        if known is None and self.said.on_card and (between := self.words.participant(name)) is not None:
            noun = self.noun(between[0])  # a card speaks of them by their noun, or by their name where two have it
            if not between[1]:
                other = self.words.noun_of_part(name)
                noun = self.noun(other) if other else noun
                return Phrase(other or name.lower(), "the", Features(noun.gender))
            return Phrase(joined(of_gender("questo", Features(noun.gender)), noun.singular), "", Features(noun.gender))
        if known is None:
            return Phrase(name)
        if known.proper is not None:
            return Phrase(known.proper, "", known.features)
        if known.told_apart is not None:
            return Phrase(known.told_apart, "the", known.features)
        word = known.noun.form(known.features.number)
        if known.noun == LANGUAGE_NOUNS[TARGET]:
            return Phrase(word, "the", known.features)
        return Phrase(f"{that(known.features, word)}{word}", "", known.features)

    def present(self, bind: str | None, noun: Noun, features: Features) -> None:
        """Remember a thing that was said, so that it can be recalled."""
        if bind is not None:
            proper = bind if bind[:1].isupper() else None
            self.said.names[bind] = Named(noun, features, proper)

    def present_one(self, group: n.Group) -> None:
        """Remember the one of several that it turns out to be: «quella carta»."""
        noun = self.noun(self.words.noun_of_one(group))
        self.present(group.bind, noun, Features(noun.gender))

    def possessed(self, name: str, of: n.Term | None, *, adjective_after: str = "") -> Phrase:
        """A declared thing of somebody: «il tuo Ardore», «il controllore della carta», «i Turni Finali»."""
        noun = self.noun(name)
        features = Features(noun.gender, "p" if self.words.is_plural_name(name) else "s")
        word = joined(noun.form(features.number), adjective_after)
        return Phrase(word, "the", features) if of is None else self._of_owner(word, features, of)

    def _of_owner(self, word: str, features: Features, owner: n.Term) -> Phrase:
        """Something and whose it is: «tua», «sua», «avversaria», or «di …»."""
        mine = self.owner_word(owner)
        if mine is not None:
            return Phrase(joined(possessive(mine, features), word), "the", features)
        if isinstance(owner, n.Var) and owner.name in self.pending:
            return Phrase(f"{word} di {self.pending.pop(owner.name)}", "the", features)
        one = isinstance(owner, n.Opponent) and isinstance(owner.of, n.You) and not owner.each
        if one and not self.words.several:
            return Phrase(joined(word, of_gender(OPPONENT, features)), "the", features)
        return Phrase(joined(word, self.term(owner).after("di")), "the", features)

    def owner_word(self, owner: n.Term, *, within: int = 0) -> str | None:
        """«tuo», «suo» or «loro» when the owner is «tu» or the subject of the clause.

        ``within``: how many noun phrases deep «suo» may still be of the subject of the clause."""
        if self.naming is not None and self.naming(owner) is not None and owner != self.said.subject:
            return None
        if isinstance(owner, n.You):
            return "tuo"
        if isinstance(owner, n.Candidate):
            return "loro" if self.said.candidate.number == "p" else "proprio" if self.its_own else "suo"
        if self.said.filters > within:
            return None
        if self.same(owner, self.said.subject):
            return "loro" if self.features(owner).number == "p" else "suo"
        if isinstance(owner, n.Self) and self.said.subject is None and not (self.said.another or self.said.hosted):
            return "suo"
        return None

    def _together(self, members: tuple[n.Term, ...], either: bool, every: bool) -> Phrase:
        said = [self.term(member, every=every) for member in members]
        if not either and len(said) == 2 and said[0] == said[1]:  # «quella Lana e quella Lana»
            both = self._features_of_many(members, either)
            return Phrase(f"entramb{'e' if both.gender == 'f' else 'i'}", "", both)
        if either:  # «un giocatore bersaglio o una Lana bersaglio»: one of them
            aims = [isinstance(member, n.Select) and member.pick is n.Pick.TARGET for member in members]
            said = [
                evolve(each, article="a") if aim and each.article == "the" and each.features.number == "s" else each
                for each, aim in zip(said, aims, strict=True)
            ]
        word = "o" if either else "e"
        together = listed([str(each) for each in said], word)
        return Phrase(together, "", self._features_of_many(members, either), tuple(said), word)

    def _text_of(self, term: n.TextOf) -> Phrase:
        kinds = listed(list(term.kinds), "o")
        return self._of_owner(joined("effetto", kinds), Features("m"), term.of)

    # -- selections ---------------------------------------------------------------------------------------------

    def is_bare_target(self, what: n.Select) -> bool:
        """«il bersaglio»: a target of which nothing is said but what it is."""
        return (
            what.pick is n.Pick.TARGET
            and what.noun == self.words.implied_noun()
            and not what.where
            and what.extreme is None
            and what.among is None
            and (what.place is None or self.words.goes_without_saying(what))
        )

    def select(
        self, what: n.Select, *, every: bool = False, bare: bool = False, number: Number | None = None
    ) -> Phrase:
        """A selection as a noun phrase; ``bare`` without determiner («per ogni altra Lana»)."""
        what = but_for_taken(what, self.said.names)
        half = self._half(what)
        if half is not None:
            return half
        if self._is_the_rest(what):
            return Phrase(of_gender("altro", Features(self.noun(what.noun).gender, "p")), "the", self.features(what))
        if what.quantity is n.Quantity.EXACTLY and isinstance(what.number, n.Count | n.ValueOf | n.Total | n.Compute):
            like = self.amount_phrase(what.number).after("a")  # «un numero di Lane pari al suo Ardore»
            things = self.select(evolve(what, number=n.Num(2), pick=n.Pick.AGENT), bare=True, number="p")
            return Phrase(f"un numero di {things} pari {like}", "", Features(self.noun(what.noun).gender, "p"))
        if is_host(what):  # «la Lanterna legata», in the text of what is attached to it
            noun = self.noun(what.noun)
            features = Features(noun.gender, "s")
            self.present(what.bind, noun, features)
            held = self.words.attached_noun()
            if held:
                this = self.noun(held)
                ending = "a" if this.gender == "f" else "o"
                return Phrase(f"{noun.singular} con quest{ending} {this.singular}", "the", features)
            word = self.words.attached().form(features.gender, "s").casefold()
            return Phrase(joined(noun.singular, word), "the", features)
        target = self.is_bare_target(what)
        noun = self.noun(TARGET if target else what.noun)
        features = Features(noun.gender, number or self._number(what))
        self.present(what.bind, noun, features)
        noun = self.noun(OPPONENT) if is_rival(what) else noun
        self.said.described.append(what.bind or "")
        before, after = self._qualities(what, features, target)
        self.said.described.pop()
        if what.quantity is n.Quantity.NEXT:
            many = self.amount(what.number) if what.number is not None and what.number != n.Num(1) else ""
            before += [of_gender("prossimo", features), *([many] if many else [])]
        determiner, article = ("", "") if bare else self._determiner(what, features, every, before)
        core = joined(*before, noun.form(features.number), *after).replace(" ,", ",")
        if self._is_some_of_an_end(what):
            one = of_gender("uno", features) if what.number == n.Num(1) else determiner
            return Phrase(joined(one, *after), "", features)
        return Phrase(joined(determiner, core), article, features)

    def _is_the_rest(self, what: n.Select) -> bool:
        """«le altre»: of those looked at, all but the one said last, and those taken before it."""
        last = next(reversed(self.said.names), None)
        rest = n.Not(n.Same(n.Candidate(), n.Var(last or "")))
        taken = {n.Not(n.Same(n.Candidate(), n.Var(name))) for name in self.said.names}
        all_but = rest in what.where and taken.issuperset(what.where)
        return what.quantity is n.Quantity.ALL and isinstance(what.among, n.Var) and all_but

    def _half(self, what: n.Select) -> Phrase | None:
        """«la metà delle carte nella sua Mano, arrotondata per difetto»."""
        number = what.number
        if not isinstance(number, n.Compute) or number.op not in (n.Arithmetic.HALF_UP, n.Arithmetic.HALF_DOWN):
            return None
        whole = evolve(what, quantity=n.Quantity.ALL, number=None, pick=n.Pick.AGENT, bind=None)
        if number.of != (n.Count(whole),):
            return None
        way = "eccesso" if number.op is n.Arithmetic.HALF_UP else "difetto"
        taking, self.taking = self.taking, False
        things = evolve(self.select(whole), article="the").after("di")
        self.taking = taking
        return Phrase(f"metà {things}, arrotondata per {way}", "the", Features("f", "s"))

    def _qualities(self, what: n.Select, features: Features, target: bool) -> tuple[list[str], list[str]]:
        """The words before the noun (altra, tua) and those after it, in the order of printed cards."""
        before: list[str] = []
        after: list[tuple[Rank, str]] = []
        owner: str | None = None
        other = False
        with self.said.testing(features):
            for condition in what.where:
                mine = self._possession(condition)
                if mine is not None and owner is None:
                    owner = mine
                elif self._is_another(condition, what.noun):
                    other = not is_rival(what)
                else:
                    after.append(self.property_of(condition, features))
            if what.extreme is not None:
                after.append((Rank.COMPLEMENT, self._extreme(what.extreme, what)))
        if owner:
            before.append(possessive(owner, features))
        if other:
            word = of_gender("altro", features)
            one_by_one = what.quantity is n.Quantity.ALL and features.number == "s"  # «ogni altra tua Lana»
            before.insert(len(before) if self._is_definite(what) and not one_by_one else 0, word)
        if what.pick is n.Pick.TARGET and not target:
            after.append((Rank.TARGET, TARGET))
        left = what.place is not None and self._is_left(what.place)  # «una Lana con 3 Ardore dal Fosso»
        after.extend((Rank.RELATIVE if left else Rank.PLACE, words) for words in self._whereabouts(what))
        after.extend((Rank.LAST, words) for words in self._choosers(what))
        return before, [words for _, words in sorted(after, key=lambda pair: pair[0])]

    def _possession(self, condition: n.Condition) -> str | None:
        if isinstance(condition, n.ControlledBy) and isinstance(condition.of, n.Candidate):
            return self.owner_word(condition.by, within=1)
        return None

    def _extreme(self, extreme: n.Extreme, player: n.Select) -> str:
        word = "maggiore" if extreme.greatest else "minore"
        match extreme.number:
            case n.ValueOf(value=value) if player.noun == PLAYER and self.noun(value).singular != value:
                return joined("con", "più" if extreme.greatest else "meno", value)
            case n.ValueOf(value=value, printed=printed):
                return joined("con", value, "originale" if printed else "", word)
            case n.Count(what=counted):
                counted = his_own(counted, player)
                return joined(
                    "con", "più" if extreme.greatest else "meno", str(self.select(counted, bare=True, number="p"))
                )
            case other:
                return joined("con", self.amount(other), word)

    def _whereabouts(self, what: n.Select) -> list[str]:
        place = what.place
        out: list[str] = []
        if what.among is not None:
            unnamed = (
                isinstance(what.among, n.Var) and what.among.name.isdigit() and what.among.name not in self.said.names
            )
            those = of_gender("quello", Features(self.noun(what.noun).gender, "p"))
            out.append(f"tra {those}" if unnamed else self.term(what.among).after("tra"))
        if place is None or self.words.goes_without_saying(what):
            return out
        if place.depth is not None and not self._is_whole_end(what):
            noun = self.noun(self.words.implied_noun())
            ends = Phrase(f"{self.amount(place.depth)} {noun.plural}", "the", Features(noun.gender, "p"))
            return [*out, ends.after("tra"), self.where(evolve(place, depth=None))]
        out.append(self.from_where(place) if self._is_left(place) else self.where(place))
        return out

    def _is_left(self, place: n.Place) -> bool:
        """«dal Fosso»: a place from which something is taken."""
        return place.first or (self.taking and place.end is None and self.words.is_zone(place.zone))

    def _is_some_of_an_end(self, what: n.Select) -> bool:
        """«una tra le 3 carte in cima al Mazzo»: nothing else is said of it, so its noun is left out."""
        deep = what.place is not None and what.place.depth is not None and not self._is_whole_end(what)
        plain = what.noun == self.words.implied_noun() and not what.where and what.quantity is n.Quantity.EXACTLY
        return deep and plain and what.pick is n.Pick.AGENT

    def _is_whole_end(self, what: n.Select) -> bool:
        """«le 3 carte in cima al Mazzo»: all those of the depth, not some among them."""
        place = what.place
        whole = what.quantity is n.Quantity.ALL or (
            what.pick is n.Pick.NAMED and place is not None and what.number == place.depth
        )
        return place is not None and place.depth is not None and whole

    def _choosers(self, what: n.Select) -> list[str]:
        match what.pick:
            case n.Pick.RANDOM:
                return ["a caso"]
            case n.Pick.USER:
                return ["a tua scelta"]
            case n.Pick.OPPONENT:
                return ["a scelta dell'avversario"]
            case _:
                return [f"di {what.distinct} diversa"] if what.distinct else []

    def _is_definite(self, what: n.Select) -> bool:
        single = what.quantity is n.Quantity.EXACTLY and (what.number is None or what.number == n.Num(1))
        return what.quantity is n.Quantity.ALL or (
            single
            and (
                what.pick in (n.Pick.TARGET, n.Pick.NAMED)
                or what.extreme is not None
                or self._is_at_an_end(what)
                or any(n.is_called(c) for c in what.where)
            )
        )

    def _is_at_an_end(self, what: n.Select) -> bool:
        place = what.place
        return place is not None and (place.first or (place.end is not None and place.depth is None))

    def _determiner(self, what: n.Select, features: Features, every: bool, before: list[str]) -> tuple[str, str]:
        """The words of quantity and the article: («fino a 2», none), («», "the") …"""
        many = self.amount(what.number) if what.number is not None and what.number != n.Num(1) else ""
        if what.quantity is n.Quantity.UP_TO:
            return f"fino a {many or 1}", ""
        if what.quantity is n.Quantity.AT_LEAST:
            return (f"almeno {many}", "") if many else (f"{of_gender('uno', Features(features.gender))} o più", "")
        if what.quantity is n.Quantity.ANY:
            return "un numero qualsiasi di", ""
        if what.quantity is n.Quantity.NEXT:
            return "", "the"
        if what.quantity is n.Quantity.ALL:
            return self._all(what, features, every, before)
        if self._is_definite(what):
            if what.place is not None and what.place.first:
                return of_gender("primo", features), "the"
            return "", "a" if what.pick is n.Pick.TARGET and before[:1] == [of_gender("altro", features)] else "the"
        if many:
            return many, "the" if self._is_whole_end(what) or what.pick is n.Pick.TARGET else ""
        return "", "a"

    def _all(self, what: n.Select, features: Features, every: bool, before: list[str]) -> tuple[str, str]:
        if what.place is not None and what.place.depth is not None:
            return self.amount(what.place.depth), "the"
        if not every:
            return "", "the"
        noun = self.noun(what.noun)
        following = before[0] if before else noun.form(features.number)
        return joined(of_gender("tutto", features), definite(features.gender, features.number, following)), ""

    # -- places -------------------------------------------------------------------------------------------------

    def place(self, place: n.Place) -> Phrase:
        """A zone as a noun phrase: «il tuo Armadio», «il Fosso»."""
        if place.of is None:
            noun = self.noun(place.zone)
            number: Number = "p" if self._is_plural_zone(place.zone) else "s"
            article = "" if self.words.is_adverb(place.zone) else "the"
            return Phrase(noun.form(number), article, Features(noun.gender, number))
        return self.possessed(place.zone, place.of)

    def _is_plural_zone(self, name: str) -> bool:
        """A zone declared in the plural: «nelle Ceneri»."""
        lexeme = self.words.vocabulary.lexeme(name, Kind.ZONE)
        return lexeme is not None and lexeme.plural_only

    def where(self, place: n.Place) -> str:
        """A place where something is, or goes: «nel Fosso», «in campo», «in cima al Mazzo»."""
        if place.end is not None:
            return joined("in cima" if place.end == "top" else "in fondo", self._whole(place).after("a"))
        if place.of is not None and self.words.is_upon(place.zone):
            return self.upon(place, "da" if self.leading and self.taking else "su")
        if under := self.words.lies_under(place.zone):
            return self.place(evolve(place, zone=under)).after("su")
        if self.words.is_adverb(place.zone):
            return place.zone
        if self.words.is_place(place.zone) and place.of is None:
            return f"in {place.zone}"
        return self.place(place).after("in")

    def upon(self, place: n.Place, preposition: str) -> str:
        """«su una tua Lana», «da una Lana nell'Armadio»: a token on a card, and where that card is."""
        taking, self.taking = self.taking, False
        said = self.term(place.of).after(preposition)  # type: ignore[arg-type]
        self.taking = taking
        return said

    def from_where(self, place: n.Place) -> str:
        """A place that something leaves: «dal Fosso», «dalla tua Mano», «dalla cima del Mazzo»."""
        if under := self.words.lies_under(place.zone):
            return self.place(evolve(place, zone=under)).after("da")
        if self.said.on_card and not self.words.is_declared_zone(place.zone):
            return f"da qualsiasi {self.noun(place.zone).form('s')}"
        if place.end is not None:
            end = "dalla cima" if place.end == "top" else "dal fondo"
            return joined(end, self._whole(place).after("di"))
        return self.place(place).after("da")

    def _whole(self, place: n.Place) -> Phrase:
        return self.place(evolve(place, end=None, depth=None, first=False))
