"""What a sentence may speak of without naming it: the subject left out, what was chosen before, the names of its
place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from attrs import define, evolve, field, frozen

from ..syntax.reading import Named, Start, TextContext
from ..vocabulary.vocabulary import Vocabulary
from . import nodes as n
from .mapped import mapped
from .normal import normal
from .walk import inner_names, rebuilt, walk

TENTATIVE: Final = "§"
BINDERS: Final = ("bind", "moved")  # the fields of nodes that hold a name for what may be recalled


class Unreadable(Exception):
    """A sentence that is grammatical and says nothing that the game knows. ``at``, ``end`` are word indices."""

    yields = False  # whether another way to read the words is meant, and tells what is wrong with it
    meant = False  # whether this is how the words are meant, so that no other way is taken instead

    def __init__(
        self, code: str, message: str, at: int = 0, end: int | None = None, hint: str | Callable[[], str] = ""
    ) -> None:
        super().__init__(message)
        self.code, self.message, self.at, self.end = code, message, at, end if end is not None else at + 1
        self._hint = hint

    @property
    def hint(self) -> str:
        """What to write instead; worked out where it is told, since most faults are of readings that nobody means."""
        return self._hint if isinstance(self._hint, str) else self._hint()


@frozen
class Mention:
    """A thing spoken of: what it is, how it is recalled, with the features that its pronoun has."""

    term: n.Term
    recall: n.Term
    sort: str
    noun: str | None
    gender: int
    number: int
    clause: int = 0
    counted: bool = False  # so many, none of which is known
    moved: bool = False  # … until they are where they go
    first: bool = False  # said of the first of them alone, though each may be it: «il tuo primo lancio di ogni turno»


def are_two(term: n.Term) -> bool:
    """Whether a term is surely of two things."""
    if isinstance(term, n.Group):
        return len(term.members) == 2 and not term.either
    return isinstance(term, n.Select) and term.quantity is n.Quantity.EXACTLY and term.number == n.Num(2)


def never_two(term: object) -> bool:
    """Whether a term is surely of more or fewer than two things, or of nobody knows how many."""
    if isinstance(term, n.Select):
        return term.quantity in (n.Quantity.EXACTLY, n.Quantity.ALL) and not are_two(term)
    return isinstance(term, n.Self)


def is_one(term: n.Term) -> bool:
    """Whether a term is surely of one thing."""
    return not isinstance(term, n.Select) or (term.quantity is n.Quantity.EXACTLY and term.number == n.Num(1))


@frozen
class Asked:
    """A player of whom a condition or «quando …» is, and of whom an order after it may be: «se un giocatore ha …, scarta una carta».

    ``any_one``: whichever it is; ``did``: he did what is awaited."""

    who: n.Term
    any_one: bool = False
    did: bool = False


@define
class Discourse:
    """What was said so far in a text. ``subject`` is what a clause without subject speaks of, None when nothing is."""

    context: TextContext
    subject: n.Term | None
    you: bool = True
    mentions: list[Mention] = field(factory=list)
    clause_subject: n.Term | None = None
    candidate: bool = False
    counter: int = 0
    clause: int = 0  # counts the clauses read
    script: list[int] = field(factory=list)
    taken: list[tuple[int, int]] = field(factory=list)
    bound_event: bool = False
    denied_of_one: tuple[
        tuple[str, int, int], ...
    ] = ()  # «se un giocatore non ha giocato …»: by what name he is recalled
    chosen: tuple[n.Term, ...] = ()  # «scegli una Lana, scegli una Tela»: as they are recalled
    choosers: tuple[str, ...] = ()  # the names of each of the players who chose: «ogni giocatore sceglie una sua Lana»
    counted: str | None = None  # the name of what the clause counts, if its verb moves it
    counted_up_to: bool = False  # whether the clause says «fino a» of what it counts
    kept: n.Select | None = None  # «tutte le Lane tranne una»: the one, which is chosen first
    asked_of: tuple[n.Term, ...] = ()  # what conditions counted, each of which is no one thing
    asked_who: n.Term | None = None  # of which player a condition counted something last
    asked_kind: n.Select | None = None  # what a condition counted last: «se hai un'Erba, …; se ne hai due, …»
    asked_there: tuple[n.Select, object] | None = None  # what was asked to be somewhere, and in which sentence
    held: dict[str, n.Select] = field(factory=dict)  # what a condition counted, by its name: one of them, or all
    whose_counted: dict[str, n.Select] = field(factory=dict)  # … with whose they are
    held_there: tuple[n.Term, n.Select] | None = None  # what a condition counted last that a card has: «se ne ha due»
    asked_value: str | None = None  # … or the value of a player: «se hai 5 Punti, …; se ne hai 10, …»
    value_counted: str | None = None  # the value of a player of which so much was said last
    asked_word: tuple[Any, str, str] | None = None  # of whom it was asked last whether he is such: his value, the word
    last_done: str | None = None  # the name of the last thing done, for «se lo fai»
    last_deed: n.Do | None = None  # … itself, where it was one event
    last_doer: n.Term | None = None  # who did it, for «se non lo fa, perde …»
    asked_doer: n.Term | None = None  # … and of what «se lo fai» asks
    other_option: Mention | None = None  # what the option before spoke of: no more than the kind of it is still said
    deeds: tuple[tuple[str, n.Term], ...] = ()  # what was done to what, by the verbs of the steps
    played: frozenset[str] = frozenset()  # the names of what a condition says was played: its text has been used
    done_verbs: frozenset[str] = frozenset()  # what the steps so far did, by the verbs of the game
    unsure_deeds: int = 0  # so many of them belong to another «altrimenti», another option
    may_pay_also: bool = False  # whether something may be paid beside the price of the card
    asked: str | None = None  # … of which the sentence before said «se lo fai»
    next_topic: n.Term | None = None
    topic: n.Term | None = None  # what the sentence before did something to
    awaited: n.Term | None = None  # … or to whom that happens which it awaits
    shown: n.Term | None = None  # … when that was to look at it
    of_itself: bool = False  # a cost: an order whose object is not said is about the bearer
    looked: n.Place | None = None  # the zone at which the text looked last
    looked_in: int = 0  # … and in which clause
    put_in: n.Place | None = None  # the zone into which something was put last
    seen: n.Term | None = None  # … or the several cards
    looked_at: n.Term | None = None  # … or the one, or these several
    taken_among: dict[str, n.Select] = field(factory=dict)  # «una tra le 2 carte in cima»: the one, and all of them
    more_at: int = -2  # in which clause you were allowed one thing more than you may do
    last_player: n.Term | None = None  # the player, not the user, who was last said to do something
    last_subject: n.Term | None = None  # who the clause before was of, when it said so
    to_choose: tuple[str, tuple[str, ...]] | None = None  # «scegli una Forma.»: of its words the next sentence speaks
    one_asked: Asked | None = None

    @property
    def continuous(self) -> bool:
        return self.context.start in (Start.CARD_CONTINUOUS, Start.KEYWORD, Start.RULE, Start.HEAD)

    @property
    def card(self) -> bool:
        return isinstance(self.subject, n.Self)

    def fresh(self) -> str:
        """A name for a choice that may be recalled; stripped when it is not."""
        self.counter += 1
        return f"{TENTATIVE}{self.counter}"

    def mention(self, term: n.Term, sort: str, noun: str | None, gender: int, number: int) -> None:
        """Keeps what was spoken of; a selection is recalled by its bound name."""
        recall: n.Term = term
        if isinstance(term, n.Select | n.Group) and term.bind:
            recall = n.Var(term.bind)
        self.mentions.append(Mention(term, recall, sort, noun, gender, number, self.clause))

    def known_there(self, what: n.Select) -> None:
        """«scegli una Lana nel Fosso»: who speaks of it afterwards speaks of one that lies there."""
        name = n.Var(what.bind or "")
        self.mentions = [evolve(m, term=what) if m.recall == name else m for m in self.mentions]

    def chosen_by_each(self, each: str, chosen: str) -> None:
        """«ogni giocatore sceglie una sua Lana»: what was chosen is recalled as one of his, and as all of them."""
        self.choosers += (each,)
        self.mentions = [evolve(m, number=3) if m.recall == n.Var(chosen) else m for m in self.mentions]

    def of_each_chooser(self, condition: n.Condition) -> bool:
        """Whether a condition is of each of those who chose, where it is no more he who does what is told."""
        by = condition.by if isinstance(condition, n.ControlledBy) else None
        return isinstance(by, n.Var) and by.name in self.choosers and self.clause_subject != by

    def only_counted(self, select: n.Select, moved: bool = False) -> None:
        """«pesca due carte»: so many, of which only «quelle carte» speaks afterwards, when they were moved."""
        self.counted = select.bind if moved else None
        self.mentions = [
            evolve(m, counted=True, moved=moved) if m.term == select and m.recall == n.Var(select.bind or "") else m
            for m in self.mentions
        ]

    def what_was_counted(self, known: bool) -> str | None:
        """The name of what the clause just counted and moved; nobody can speak of what was moved again and again, or by each
        of several."""
        name, self.counted = self.counted, None
        if not known:
            self.mentions = [evolve(m, moved=False) if m.recall == n.Var(name or "") else m for m in self.mentions]
        return name if known else None

    def forget_moved(self) -> tuple[n.Term, ...]:
        """What the last clause only counted and then moved can no more be recalled: «pesca una carta se quella carta …» is asked
        before it is drawn. Gives what that is."""
        brought = tuple(m.recall for m in self.mentions if m.moved and m.clause == self.clause)
        self.mentions[:] = [evolve(m, moved=False) if m.recall in brought else m for m in self.mentions]
        return brought

    def forget_moved_in(self, effect: n.Effect) -> None:
        """«se …, pesca una carta, altrimenti stancala»: what is only brought where the condition holds is not spoken of else."""
        brought = {n.Var(node.moved) for node in nodes_of(effect) if isinstance(node, n.Do) and node.moved}
        self.mentions[:] = [evolve(m, moved=False) if m.moved and m.recall in brought else m for m in self.mentions]

    def recall_moved(self, gender: int, number: int, noun: str | None) -> n.Term | None:
        """The last things that were only counted when they were spoken of, and then moved; from then on they are known."""
        for at, m in reversed([*enumerate(self.mentions)]):
            if m.moved and m.gender & gender and m.number & number and noun in (None, m.noun):
                self.mentions[at] = evolve(m, counted=False, moved=False)
                return m.recall
        return None

    def recall(
        self,
        sort: str,
        gender: int = 3,
        number: int = 3,
        noun: str | None = None,
        *,
        implied: str = "",
        counted: bool = False,
    ) -> Mention | None:
        """The last thing spoken of that fits, one of that very noun first; with ``counted`` also what was only
        counted; «se controlli una Lana, spezzala» of another that was spoken of before, since it only asks for one."""
        other: Mention | None = None
        asked: Mention | None = None
        for mention in reversed(self.mentions):
            if (sort and mention.sort != sort) or (mention.counted and not counted):
                continue
            if not (mention.gender & gender and mention.number & number):
                continue
            if mention.recall in self.asked_of:
                asked = asked or mention
            elif noun is None or noun == implied or mention.noun == noun:
                return mention
            elif mention.noun in (implied, None):
                other = other or mention
        fits_asked = asked is not None and (noun is None or noun == implied or asked.noun in (noun, implied, None))
        return other or (asked if fits_asked else None)

    def recall_one(
        self, sort: str, gender: int = 3, number: int = 3, noun: str | None = None, *, implied: str = ""
    ) -> Mention | None:
        """The last thing spoken of that fits; when one clause spoke of several that fit as well, each of them in
        turn."""
        last = self.recall(sort, gender, number, noun, implied=implied)
        if last is None or isinstance(last.term, n.Self):
            return last
        fitting: list[Mention] = []
        for mention in reversed(self.mentions):
            fits = (
                not mention.counted
                and (mention.recall not in self.asked_of or mention.recall == last.recall)
                and mention.sort == sort
                and mention.gender & gender
                and mention.number & number
                and mention.clause == last.clause
            )
            if fits and (noun is None or noun == implied or mention.noun in (noun, implied, None)):
                if not isinstance(mention.term, n.Self) and all(mention.recall != other.recall for other in fitting):
                    fitting.append(mention)
        return fitting[self.choose(len(fitting))]

    def recall_two(self, gender: int = 3) -> n.Term | None:
        """«entrambe», «le» after «una tua Lana e una avversaria»: the two things spoken of last, said at once or one by
        one."""
        known = [m for m in self.mentions if m.sort == "card" and not m.counted and m.gender & gender]
        last = known[-1] if known else None
        if last is None or are_two(last.term):
            return last.recall if last is not None else None
        every = {m.recall: m for m in known if not isinstance(m.term, n.Self)}
        beside = {recall: m for recall, m in every.items() if m.clause == last.clause}
        chosen = {recall: m for recall, m in every.items() if recall in self.chosen}
        two = next((some for some in (beside, chosen) if len(some) == 2 and last.recall in some), every)
        alone = len(two) == 2 and all(m.number == 1 and is_one(m.term) for m in two.values())
        return n.Group(tuple(two)) if alone else None

    def choose(self, options: int) -> int:
        """One of several ways to take a sentence; all are tried in turn."""
        if options < 2:
            return 0
        at = len(self.taken)
        pick = self.script[at] if at < len(self.script) else 0
        self.taken.append((pick, options))
        return pick

    def named(self, name: str) -> Named | None:
        return next((named for named in self.context.scope if named.name == name), None)

    def recalled(self, noun: str, nth: int | None, number: int) -> Named | None:
        """A thing in scope that a noun with its article recalls: «la carta», «la prima Lanterna»."""
        fitting = [named for named in self.context.scope if noun in named.nouns]
        if nth is not None:
            return next((named for named in fitting if named.nth == nth), None)
        if len(fitting) > 1 and number == 1:
            fitting = [named for named in fitting if not named.plural] or fitting
        if number == 2:
            fitting = [named for named in fitting if named.plural]
        if len(fitting) > 1:  # «la Lanterna» of «un giocatore o una Lanterna stanca una Lanterna» is the object
            fitting = [named for named in fitting if len(named.nouns) == 1] or fitting
        terms = {named.term for named in fitting}
        return fitting[0] if len(terms) == 1 else None


# -- walking a meaning


def nodes_of(node: Any) -> Iterator[Any]:
    """All nodes of a meaning, from the root, in printed order."""
    return walk(node)


def replace_candidate(condition: Any, subject: n.Term) -> Any:
    """A filter spoken of a subject: Candidate becomes the subject, but not inside inner selections, which have their
    own."""

    def change(node: Any) -> Any:
        if isinstance(node, n.Candidate):
            return subject
        if isinstance(node, (n.Select, n.Count)):
            return _Sealed(node)
        return node

    return _unsealed(mapped(condition, change))


@frozen
class _Sealed:
    node: Any


def _unsealed(node: Any) -> Any:
    return mapped(node, lambda each: each.node if isinstance(each, _Sealed) else each)


def where_kept(meaning: Any, vocabulary: Vocabulary) -> Any:
    """A meaning in which tokens are where the game keeps them: those «sull'Armadio» in the zone that lies on it, those «nella
    Credenza», where only cards lie, on the cards there."""

    def lie(node: Any) -> Any:
        if not isinstance(node, n.Select) or node.noun not in vocabulary.tokens or node.place is None:
            return node
        zone = vocabulary.zones.get(node.place.zone)
        if zone is not None and zone.upon:
            return evolve(node, place=evolve(node.place, zone=zone.upon))
        on = vocabulary.upon_cards(node.noun)
        group = vocabulary.places.get(node.place.zone)
        zones = group.zones if group is not None else (node.place.zone,)
        if on is None or node.place.end is not None or set(zones) & set(vocabulary.homes_of(node.noun)):
            return node
        return evolve(node, place=n.Place(on, n.Select(vocabulary.implied_noun, number=n.Num(1), place=node.place)))

    def go(node: Any) -> Any:
        if not isinstance(node, n.Event) or not any(_is_token(part.value, vocabulary) for part in node.roles):
            return node
        roles = tuple(_led_upon(part, vocabulary) for part in node.roles)
        return evolve(node, roles=roles) if roles != node.roles else node

    return mapped(mapped(meaning, lie), go) if vocabulary.tokens else meaning


def _is_token(value: Any, vocabulary: Vocabulary) -> bool:
    return isinstance(value, n.Select) and value.noun in vocabulary.tokens


def _led_upon(part: n.Role, vocabulary: Vocabulary) -> n.Role:
    """Where a token is led: «sull'Armadio» is the zone that lies on it."""
    if not isinstance(part.value, n.Place):
        return part
    zone = vocabulary.zones.get(part.value.zone)
    return evolve(part, value=evolve(part.value, zone=zone.upon)) if zone is not None and zone.upon else part


def unbound(meaning: Any) -> bool:
    """Whether a meaning speaks of a thing that it never names: a defect, of the wording or of the reader."""
    bound = {name for each in nodes_of(meaning) for name in names_in(each)}
    named = (each.name for each in nodes_of(meaning) if isinstance(each, (n.Var, n.Outcome, n.Did)))
    return any(name.startswith(TENTATIVE) or (name.isdigit() and name not in bound) for name in named)


def never_chosen(meaning: Any) -> bool:
    """Whether a meaning recalls one of those to which a player may do something later, of which none is known then: «puoi posare
    una Lana dal Fosso in questo turno. Se si spezzerebbe, …»."""
    for node in nodes_of(meaning):
        if not isinstance(node, n.Allow) or not node.allowed:
            continue
        roles = {role.name: role.value for role in node.event.roles}
        what = roles.get("object")
        if not isinstance(roles.get("agent"), n.You | n.Opponent):
            continue
        known = n.Var(what.bind) if isinstance(what, n.Select) and what.bind is not None else what
        if isinstance(what, n.Select) and what.pick is n.Pick.AGENT:
            inside = sum(each == known for each in nodes_of(node))
            if sum(each == known for each in nodes_of(meaning)) > inside:
                return True
        later = (each.when for each in nodes_of(meaning) if isinstance(each, n.Meanwhile) and not each.happens)
        if isinstance(known, n.Var) and any(known in nodes_of(when) for when in later):
            return True  # once it is played it is no more the one that was spoken of
    return False


def names_in(node: Any) -> list[str]:
    """The names that a node gives to what it chooses, does or moves."""
    return [name for _, name in _binds_in(node)]


def _binds_in(node: Any) -> list[tuple[str, str]]:
    return [(field, name) for field in BINDERS if isinstance(name := getattr(node, field, None), str)]


def with_bound_names(meaning: Any) -> Any:
    """Choices that are recalled get the names 1, 2 …, in printed order; the others lose theirs."""
    meaning = normal(meaning)
    used = {
        each.name
        for each in nodes_of(meaning)
        if isinstance(each, (n.Var, n.Outcome, n.Did)) and each.name.startswith(TENTATIVE)
    }
    names: dict[str, str] = {}
    for each in nodes_of(meaning):
        for bind in names_in(each):
            if bind in used:
                names.setdefault(bind, str(len(names) + 1))

    def change(node: Any) -> Any:
        if isinstance(node, (n.Var, n.Outcome, n.Did)) and node.name in names:
            return evolve(node, name=names[node.name])
        return node

    def rebind(node: Any) -> Any:
        if not isinstance(node, tuple):
            if inner_names(type(node)) is None:
                return node
            bound = {field: names.get(bind) for field, bind in _binds_in(node) if bind.startswith(TENTATIVE)}
            node = evolve(node, **bound) if bound else node
        return change(rebuilt(node, rebind))

    return rebind(meaning)
