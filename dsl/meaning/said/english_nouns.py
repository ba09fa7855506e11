"""Noun phrases and numbers of canonical English. A game's names stay in the game's language, with a capital."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from attrs import evolve

from ...vocabulary.inflection import Number
from ...vocabulary.vocabulary import Kind, is_phrase
from .. import nodes as n
from .discourse import Discourse, Features, Named
from .parts import CARD, OPPONENT, PLAYER, Naming, but_for_taken, his_own, is_host, is_other, is_rival, known_through_it
from .words import Noun, Words

_LANGUAGE = {
    CARD: ("card", "cards"),
    PLAYER: ("player", "players"),
    OPPONENT: ("opponent", "opponents"),
    "effetto": ("effect", "effects"),
    "testo": ("text", "texts"),
    "dado": ("die", "dice"),
    "partita": ("game", "games"),
    "abilità": ("ability", "abilities"),
}


class EnglishNouns:
    """Terms, places and amounts in English."""

    def __init__(self, words: Words, naming: Naming | None = None) -> None:
        self.words = words
        self.naming = naming
        self.said = Discourse()
        self.pending: dict[str, str] = {}
        self.any_such: n.Term | None = None  # of whom it is said that something is so of any one: «each of your Lane»

    def amount(self, number: n.Number | n.Term) -> str:
        raise NotImplementedError

    def tried(self, event: n.Event) -> str:
        raise NotImplementedError

    def condition(self, condition: n.Condition, *, negated: bool = False) -> str:
        raise NotImplementedError

    leading = False  # whether the clause leads its object somewhere, so that a token on a card is said to come from it
    taking = False  # whether the noun phrase is the object of an order, which takes it from where it is

    @contextmanager
    def nothing_taken(self) -> Iterator[None]:
        """Within it, things are where they lie: «minore del numero di carte nella tua Mano»."""
        taking, self.taking = self.taking, False
        yield
        self.taking = taking

    # -- words --------------------------------------------------------------------------------------------------

    def noun(self, name: str, number: Number = "s") -> str:
        """A noun of the language in English; a game's name as it is, in its own plural."""
        if name in _LANGUAGE:
            return _LANGUAGE[name][0 if number == "s" else 1]
        return self.words.english_noun(name, number)

    def number_of(self, term: n.Term | None) -> Number:
        match term:
            case n.Group(either=False) | n.Opponent(each=True):
                return "p"
            case n.Select(quantity=n.Quantity.ALL | n.Quantity.ANY | n.Quantity.AT_LEAST):
                return "p"
            case n.Select(number=None) | n.Select(number=n.Num(value=1)):
                return "s"
            case n.Select():
                return "p"
            case n.Var(name=name) if name in self.said.names:
                return self.said.names[name].features.number
            case n.Candidate():
                return self.said.candidate.number
            case _:
                return "s"

    # -- terms --------------------------------------------------------------------------------------------------

    def term(self, term: n.Term | n.Number) -> str:
        """A term as a noun phrase, with its article."""
        named = self.naming(term) if self.naming is not None else None  # type: ignore[arg-type]
        if named is not None:
            return named
        match term:
            case n.Self():
                return "this card"
            case n.You():
                return "you"
            case n.Opponent(of=n.You(), each=False) if self.said.article_of_rival(self.words.several) == "a":
                return f"an {self.noun(OPPONENT, 's')}"
            case n.Opponent(of=of, each=each):
                return f"{self.whose(of)} {self.noun(OPPONENT, 'p' if each else 's')}"
            case n.Candidate():
                return "they" if self.said.candidate.number == "p" else "it"
            case n.Var(name=name):
                return self.recall(name)
            case n.PlayerOf(period=period):
                return f"the player whose {self.noun(period)} it is"
            case n.Related(relation="turn_player"):
                return f"the player whose {self.noun(self.words.turn_period())} it is"
            case n.Related(relation="next_player" | "previous_player" as relation):
                return f"the {relation.removesuffix('_player')} player"
            case n.Related(relation=relation, of=of):
                return self.owned(self.noun(relation), of)
            case n.Group(members=members, either=either, bind=bind):
                said = [self.term(member) for member in members]
                self.present(bind, self.words.noun_of_one(term), "s")
                same = not either and len(said) == 2 and said[0] == said[1]  # "that Lana and that Lana"
                return "both of them" if same else listed(said, "or" if either else "and")
            case n.Select():
                return self.select(term)
            case n.TextOf(of=of, kinds=kinds):
                return self.owned(spaced(listed(list(kinds), "or"), "effect"), of)
            case n.Member(name=name):
                return name
            case n.ChosenMember(value=value):
                return f"a {value} of your choice"
            case n.Place():
                return self.place(term)
            case n.SpotOf(of=of):
                return self.owned(self.noun(self.words.spot_noun()), of)
            case _:
                return self.amount(term)

    def recall(self, name: str) -> str:
        if name in self.pending:
            return self.pending.pop(name)
        known = self.said.names.get(name)
        if known is None and self.said.on_card and (between := self.words.participant(name)) is not None:
            return (
                f"this {self.noun(between[0])}"
                if between[1]
                else f"the {self.noun(self.words.noun_of_part(name) or name.lower())}"
            )
        if known is None:
            return f"the {_LANGUAGE[name][0]}" if name in _LANGUAGE else name
        if known.proper is not None:
            return known.proper
        if known.told_apart is not None:
            return known.told_apart
        that = "those" if known.features.number == "p" else "that"
        return f"{that} {known.noun.form(known.features.number)}"

    def present(self, bind: str | None, name: str, number: Number) -> None:
        if bind is not None:
            noun = Noun(self.noun(name), self.noun(name, "p"), "m")
            self.said.names[bind] = Named(noun, Features("m", number), bind if bind[:1].isupper() else None)

    def _owner_of_these(self, owner: n.Term, what: n.Select) -> str:
        """«your opponents' Lane»: all those of any of them."""
        if isinstance(owner, n.Opponent) and owner.anyone and what.quantity is n.Quantity.ALL:
            owner = evolve(owner, each=True)
        return self.whose(owner, within=1)

    def whose(self, owner: n.Term, *, within: int = 0) -> str:
        """The possessive: your, its, their, «that player's». ``within``: how deep «its» may be of the subject."""
        if self.naming is not None and (name := self.naming(owner)) is not None:
            return f"{name}'s"
        if isinstance(owner, n.You):
            return "your"
        if isinstance(owner, n.Candidate) or (owner == self.said.subject and self.said.filters <= within):
            if self.number_of(owner) == "p" or self._is_person(owner):
                return "their"
            return "its"
        alone = self.said.subject is None and not self.said.another
        if isinstance(owner, n.Self) and alone and not self.said.filters:
            return "its"
        said = self.term(owner)
        return f"{said}'" if said.endswith("s") else f"{said}'s"

    def _is_person(self, term: n.Term) -> bool:
        if isinstance(term, n.Opponent | n.Related):
            return True
        if isinstance(term, n.Var) and term.name in self.said.names:
            return self.said.names[term.name].noun.singular == self.noun(PLAYER)
        return isinstance(term, n.Select) and term.noun in (PLAYER, OPPONENT)

    def owned(self, word: str, of: n.Term | None) -> str:
        """«your Armadio», «the Ardore of a Lana», «the Fosso»."""
        if of is None:
            return f"the {word}"
        if isinstance(of, n.Select | n.Group | n.Related) and of != self.said.subject:
            return f"the {word} of {self.term(of)}"
        return f"{self.whose(of)} {word}"

    # -- selections ---------------------------------------------------------------------------------------------

    def select(self, what: n.Select, *, bare: bool = False, number: Number | None = None) -> str:
        """A selection with its determiner; ``bare`` without («for each other Lana»)."""
        what = but_for_taken(what, self.said.names)
        part = what.number
        if isinstance(part, n.Compute) and part.op in (n.Arithmetic.HALF_UP, n.Arithmetic.HALF_DOWN):
            whole = evolve(what, quantity=n.Quantity.ALL, number=None, pick=n.Pick.AGENT, bind=None)
            if part.of == (n.Count(whole),):
                way = "up" if part.op is n.Arithmetic.HALF_UP else "down"
                return f"half of {self.select(whole)}, rounded {way}"
        if is_host(what):
            self.present(what.bind, what.noun, "s")
            return f"the attached {self.noun(what.noun)}"
        count = number or self.number_of(what)
        features = Features("f", count)
        self.present(what.bind, what.noun, count)
        self.said.described.append(what.bind or "")
        before: list[str] = []
        adjectives: list[str] = []
        after: list[str] = []
        owner = ""
        excluded = [each for each in what.where if _is_another(each)]
        with self.said.testing(features):
            for condition in what.where:
                if condition in excluded[1:]:
                    continue
                if isinstance(condition, n.ControlledBy) and isinstance(condition.of, n.Candidate) and not owner:
                    owner = self._owner_of_these(condition.by, what)
                elif is_other(condition):
                    before += [] if is_rival(what) else ["other"]
                elif condition in excluded and len(excluded) > 1:
                    after.append("other than those already chosen")
                else:
                    front, words = self.property_of(condition)
                    (adjectives if front else after).append(words)
            if what.extreme is not None:
                after.append(self._extreme(what.extreme, what))
        if what.pick is n.Pick.TARGET:
            before.insert(0, "target")
        self.said.described.pop()
        after[:0] = self._whereabouts(what)
        noun = OPPONENT if is_rival(what) else what.noun
        words = spaced(*before, *adjectives, self.noun(noun, count), *after, *self._chooser(what))
        return spaced(owner, words) if bare and owner else words if bare else self._determined(what, words, owner)

    def _of_word_shared(self, condition: n.Condition) -> str:
        """«of the same Colour as that card», «of another Colour than …»; of two things, each with the other."""
        inner = condition.part if isinstance(condition, n.Not) else condition
        assert isinstance(inner, n.SharesMember)
        if isinstance(condition, n.Not):
            unlike = f"of another {inner.value} than {self.term(inner.right)}"
            return f"of different {inner.value}" if inner.right == n.Candidate() else unlike
        if inner.right == n.Candidate():
            return f"of the same {inner.value} as each other"
        return f"{'with' if inner.by else f'of the same {inner.value} as'} {self.term(inner.right)}"

    def property_of(self, condition: n.Condition) -> tuple[bool, str]:
        """Whether a filter stands before the noun, and its words."""
        match condition:
            case n.HasMember(of=n.Candidate(), member=str() as member):
                return True, member
            case n.Not(part=n.HasMember(of=n.Candidate(), member=str() as member)):
                return True, f"non-{member}"
            case n.IsStatus(of=n.Candidate(), status=status):
                return " " not in status, self.status(status)
            case n.Not(part=n.IsStatus(of=n.Candidate(), status=status)):
                return (
                    " " not in status,
                    f"non-{self.status(status)}" if " " not in status else f"not {self.status(status)}",
                )
            case n.IsKind(of=n.Candidate(), noun=noun) if is_phrase(noun):
                return True, self.noun(noun)
            case n.Not(part=n.IsKind(of=n.Candidate(), noun=noun)) if is_phrase(noun):
                return True, f"non-{self.noun(noun)}"
            case n.HasText(of=n.Candidate(), text=text):
                return False, f"with the {text} text"
            case n.HasKeyword(of=n.Candidate(), keyword=keyword):
                return False, f"with {keyword}"
            case n.IsIn(of=n.Candidate(), place=place):
                return False, self.where(place)
            case n.IsSort(of=n.Candidate(), sort=word) | n.IsCalled(of=n.Candidate(), name=word):
                return True, word
            case n.IsFree(of=n.Candidate()):
                return True, "free"
            case n.Not(part=n.IsFree(of=n.Candidate())):
                return True, "occupied"
            case n.Near(of=n.Candidate()) | n.IsOn(of=n.Candidate()):
                return False, self.lies(condition)
            case n.Linked(of=n.Candidate(), to=None):
                return True, "attached"
            case n.Linked(of=n.Candidate() | n.Select()) | n.Not(part=n.Linked(of=n.Select(), to=n.Candidate())):
                return False, self._attached(condition)
            case n.Same(left=n.Candidate(), right=n.Var(name=name)) if name[:1].isupper():
                return True, name
            case n.Not(part=n.Same(left=n.Candidate(), right=n.Select(quantity=n.Quantity.ALL) as right)):
                return False, f"other than {self.select(right, bare=True, number='p')}"
            case n.Not(part=n.Same(left=n.Candidate(), right=n.Related(relation="last_arrived"))):
                return False, "other than the last to arrive"
            case n.Not(part=n.Same(left=n.Candidate(), right=n.Var() as right)):
                return False, f"other than {self.term(right)}"
            case n.Would(event=event):
                return False, f"against which {self.tried(event)}"
            case n.SharesMember(left=n.Candidate()) | n.Not(part=n.SharesMember(left=n.Candidate())):
                return False, self._of_word_shared(condition)
            case n.HasMember(of=n.Candidate(), value=value, member=n.Lookup()):
                return False, f"of the opposite {value}"
            case n.Compare(
                left=n.ValueOf(value=value, of=n.Candidate()), op="==", right=n.ValueOf(value=its, of=of)
            ) if of is not None and self.words.tells_card(value) == its:
                return False, f"of {self.term(of)}"
            case n.Compare(left=n.ValueOf(of=n.Candidate())):
                return False, f"with {self._value_compared(condition)}"
            case n.Parity(of=n.ValueOf(value=value, of=n.Candidate(), printed=printed), even=even):
                return False, spaced("with", "even" if even else "odd", "printed" if printed else "", value)
            case _:
                return False, self._whose(condition) or f"that {self.condition(condition)}"

    def _whose(self, condition: n.Condition) -> str | None:
        """«whose controllore has no cards»: of who is known through what the noun names; None of any other condition."""
        known = known_through_it(condition, self.said.described[-1] if self.said.described else "")
        if known is None:
            return None
        related, condition = known
        with self.nothing_taken(), self.said.about(related), self.said.unfiltered():
            said = self.condition(condition)
        return f"whose {said.removeprefix('its ')}" if said.startswith(f"its {related.relation} ") else None

    def _attached(self, condition: n.Linked | n.Not) -> str:
        """«attached to this card», «with a Candela attached», «without a Candela attached»."""
        match condition:
            case n.Linked(of=n.Candidate(), to=to) if to is not None:
                return f"attached to {self.term(to)}"
            case n.Linked(of=n.Select() as of, to=n.Candidate()):
                return f"with {self.term(of)} attached"
            case n.Not(part=n.Linked(of=n.Select() as of)):
                return f"without {self.term(of)} attached"
            case _:
                return f"that {self.condition(condition)}"

    def lies(self, condition: n.Near | n.IsOn | n.IsFree) -> str:
        """«in front of this card», «on a Gelata zolla», «free»."""
        match condition:
            case n.IsFree():
                return "free"
            case n.IsOn(spot=spot):
                return f"on {self.term(spot)}"
            case n.Near(direction=direction, to=to):
                return f"{self.words.english_direction(direction)} {self.term(to)}"

    def _value_compared(self, condition: n.Compare) -> str:
        left = condition.left
        assert isinstance(left, n.ValueOf)
        value = spaced("original" if left.printed else "", self.value(left.value))
        if isinstance(condition.right, n.Num):
            words = {
                ">=": "{} or more",
                "<=": "{} or less",
                "==": "{}",
                ">": "more than {}",
                "<": "less than {}",
                "!=": "other than {}",
            }
            return spaced(value, words[condition.op].format(condition.right.value))
        return spaced(value, self.against(condition.op, condition.right))

    def against(self, op: str, right: n.Number | n.Term) -> str:
        """The second half of a comparison: «greater than its original Ardore»."""
        words = {"==": "equal to", "!=": "different from", ">": "greater than", "<": "less than"}
        words |= {">=": "greater than or equal to", "<=": "less than or equal to"}
        return f"{words[op]} {self.amount(right)}"

    def status(self, status: str) -> str:
        """A status by the game's word, in the form in which it is declared."""
        known = self.words.status(status)
        return known.ms if known.ms.casefold() == status.casefold() else known.fs

    def value(self, name: str) -> str:
        """A value in English when its declaration says it; else the game's own word."""
        lexeme = self.words.vocabulary.lexeme(name, Kind.VALUE)
        return (lexeme.english if lexeme is not None else "") or name

    def _extreme(self, extreme: n.Extreme, player: n.Select) -> str:
        match extreme.number:
            case n.ValueOf(value=value, printed=printed):
                return spaced(
                    "with the",
                    "highest" if extreme.greatest else "lowest",
                    "original" if printed else "",
                    self.value(value),
                )
            case n.Count(what=counted):
                what = his_own(counted, player)
                return spaced(
                    "with the", "most" if extreme.greatest else "fewest", self.select(what, bare=True, number="p")
                )
            case other:
                return spaced("with the", "highest" if extreme.greatest else "lowest", self.amount(other))

    def _whereabouts(self, what: n.Select) -> list[str]:
        out: list[str] = []
        if what.among is not None:
            out.append(f"among {self.term(what.among)}")
        place = what.place
        if place is None or self.words.goes_without_saying(what):
            return out
        if place.depth is not None and not (what.quantity is n.Quantity.ALL or what.pick is n.Pick.NAMED):
            ends = f"the {self.amount(place.depth)} {self.noun(self.words.implied_noun(), 'p')}"
            return [*out, f"among {ends} {self.where(place)}"]
        if place.first:
            end = "top" if place.end == "top" else "bottom"
            return [*out, f"from the {end} of {self.place(_whole(place))}"]
        if self.taking and place.end is None and self.words.is_zone(place.zone):
            return [*out, f"from {self.place(place)}"]
        return [*out, self.where(place)]

    def _chooser(self, what: n.Select) -> list[str]:
        match what.pick:
            case n.Pick.RANDOM:
                return ["at random"]
            case n.Pick.USER:
                return ["of your choice"]
            case n.Pick.OPPONENT:
                return ["of your opponent's choice"]
            case _:
                return [f"with different {what.distinct}"] if what.distinct else []

    def _determined(self, what: n.Select, words: str, owner: str) -> str:
        many = self.amount(what.number) if what.number is not None and what.number != n.Num(1) else ""
        of = f"of {owner} " if owner else ""
        if what.quantity is n.Quantity.EXACTLY and isinstance(what.number, n.Count | n.ValueOf | n.Total | n.Compute):
            return f"a number of {of}{words} equal to {many}"
        match what.quantity:
            case n.Quantity.UP_TO:
                return f"up to {many or 'one'} {of}{words}"
            case n.Quantity.AT_LEAST:
                return f"{f'at least {many}' if many else 'one or more'} {of}{words}"
            case n.Quantity.ANY:
                return f"any number of {owner or ''}{' ' if owner else ''}{words}"
            case n.Quantity.NEXT:
                return f"{owner or 'the'} next {many + ' ' if many else ''}{words}"
            case n.Quantity.ALL:
                depth = what.place.depth if what.place is not None else None
                if depth is not None:
                    return f"the {self.amount(depth)} {words}"
                return f"all {owner} {words}" if owner else f"all {words}"
        if many and what.pick is n.Pick.NAMED:
            return f"{owner or 'the'} {many} {words}"
        if many:
            return f"{many} {of}{words}"
        return self._single(what, words, owner)

    def _single(self, what: n.Select, words: str, owner: str) -> str:
        place = what.place
        if what.pick is n.Pick.TARGET:
            return f"{owner} {words}" if owner else words
        if place is not None and place.first:
            return f"the first {words}"
        at_end = place is not None and place.end is not None and place.depth is None
        if what.pick is n.Pick.NAMED or what.extreme is not None or at_end or any(n.is_called(c) for c in what.where):
            return f"{owner or 'the'} {words}"
        rest = words.removeprefix("other ")
        if what == self.any_such and (owner or rest != words):
            return f"each of {owner} {self._plural_head(what, words)}" if owner else f"each {words}"
        if not owner:
            return indefinite(words)
        return f"{'another' if rest != words else 'one'} of {owner} {self._plural_head(what, rest)}"

    def _plural_head(self, what: n.Select, words: str) -> str:
        single, plural, said = self.noun(what.noun), self.noun(what.noun, "p"), words.split(" ")
        head = said.index(single) if single in said else None  # a thing recalled after it keeps its number
        return " ".join(plural if at == head else word for at, word in enumerate(said))

    # -- places -------------------------------------------------------------------------------------------------

    def place(self, place: n.Place) -> str:
        if self.said.on_card and not self.words.is_declared_zone(place.zone):
            return "any zone"
        return self.owned(place.zone, place.of)

    def _laid_on(self, card: n.Term) -> str:
        """What a token lies on, said where it is; each thing of several its own."""
        if isinstance(card, n.Candidate):
            return "it"
        taking, self.taking = self.taking, False
        said = self.term(card)
        self.taking = taking
        return said

    def where(self, place: n.Place) -> str:
        """Where something is or goes: «in the Fosso», «on top of the Mazzo»."""
        if place.end is not None:
            return f"{'on top' if place.end == 'top' else 'at the bottom'} of {self.place(_whole(place))}"
        if place.of is not None and self.words.is_upon(place.zone):
            return f"{'from' if self.leading and self.taking else 'on'} {self._laid_on(place.of)}"
        if self.words.is_adverb(place.zone) or (self.words.is_place(place.zone) and place.of is None):
            return f"in {place.zone}"
        return f"in {self.place(place)}"


def _whole(place: n.Place) -> n.Place:
    return evolve(place, end=None, depth=None, first=False)


def indefinite(words: str) -> str:
    """A noun phrase with «a» or «an»."""
    if words.startswith("other "):
        return f"an{words}"
    return f"{'an' if words[:1].casefold() in 'aeiou' else 'a'} {words}"


def _is_another(condition: n.Condition) -> bool:
    """«un'altra»: a thing other than one that was spoken of."""
    same = condition.part if isinstance(condition, n.Not) else None
    return isinstance(same, n.Same) and same.left == n.Candidate() and isinstance(same.right, n.Var)


def listed(parts: list[str], conjunction: str) -> str:
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {conjunction} {parts[-1]}"


def spaced(*words: str) -> str:
    return " ".join(word for word in words if word)
