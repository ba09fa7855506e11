"""What a speaker asks of the declared words: the forms of nouns and verbs, and which sort each name has."""

from __future__ import annotations

from typing import Protocol

from attrs import evolve, frozen

from ...vocabulary.inflection import Adjective, Gender, Number, Verb, adjective, conjugate
from ...vocabulary.vocabulary import LED_PLAINLY, Kind, Lexeme, Vocabulary
from .. import game, nodes
from ..playing import of_own_play
from ..walk import walk

_NOUN_KINDS = (
    Kind.NOUN, Kind.RELATION, Kind.MEMBER, Kind.MEMBER_SET, Kind.VALUE, Kind.ZONE, Kind.PLACE, Kind.PERIOD, Kind.TEXT,
    Kind.KEYWORD, Kind.PERSON, Kind.WINDOW, Kind.LASTING,
)  # fmt: skip


@frozen
class Noun:
    """The forms of a name."""

    singular: str
    plural: str
    gender: Gender

    def form(self, number: Number) -> str:
        return self.singular if number == "s" else self.plural


class Agreeing(Protocol):
    """What agrees: a gender and a number."""

    @property
    def gender(self) -> Gender: ...

    @property
    def number(self) -> Number: ...


@frozen
class EnglishVerb:
    """An English verb: its base, its past participle, and the preposition before its object («take control» of)."""

    base: str
    participle: str
    preposition: str = ""


@frozen
class Words:
    """The declared words of a game and its decks, as a speaker asks for them. An undeclared name stays as it is."""

    vocabulary: Vocabulary

    def signs(self, number: object) -> str | None:
        """«{F}{F}{2}», «{F} o {L}», as the game prints them; None for what is no sign."""
        if isinstance(number, nodes.Signs):
            return "".join(self.vocabulary.signs.get(part, f"{{{part}}}") for part in number.parts)
        if isinstance(number, nodes.Group) and number.members and isinstance(number.members[0], nodes.Signs):
            said = [self.signs(member) or "" for member in number.members]
            return " o ".join([", ".join(said[:-1]), said[-1]] if len(said) > 1 else said)
        return None

    def noun(self, name: str, *kinds: Kind) -> Noun:
        """The forms of a declared noun, member, value, zone, period, keyword …"""
        lexeme = self._noun_lexeme(name, *kinds)
        if lexeme is None:  # a noun that stands only in the printed sentence of a claim
            return Noun(name, name, "f" if name.endswith(("a", "e")) else "m")
        return Noun(lexeme.form("s"), lexeme.form("p"), lexeme.gender)

    def _noun_lexeme(self, name: str, *kinds: Kind) -> Lexeme | None:
        return self.vocabulary.lexeme(name, *(kinds or _NOUN_KINDS))

    def verb(self, name: str) -> Verb:
        """The conjugation of a declared verb; its further groups of forms (#2, #3) are the same word."""
        base = name.partition("#")[0]
        lexeme = self.vocabulary.lexeme(base, Kind.VERB, Kind.CLAIM)
        return lexeme.verb if lexeme is not None and lexeme.verb is not None else conjugate(base)

    def noun_of_one(self, group: nodes.Group) -> str:
        """By what noun one of several is recalled: «quella Lana» where each is one, else «quella carta»."""
        nouns = {member.noun for member in group.members if isinstance(member, nodes.Select)}
        return nouns.pop() if len(nouns) == 1 else self.implied_noun()

    def received(self, name: str) -> Verb | None:
        """What a declared verb is called of whom it is done to («subire»), if the game says."""
        base = name.partition("#")[0]
        said = (x for x in self.vocabulary.lexemes if x.kind is Kind.VERB and x.of == "to" and x.name == base)
        return next((lexeme.verb for lexeme in said), None)

    def english(self, name: str) -> EnglishVerb:
        """The English of a declared verb, if its declaration says one; else its own infinitive."""
        base = name.partition("#")[0]
        lexeme = self.vocabulary.lexeme(base, Kind.VERB, Kind.CLAIM)
        declared = (lexeme.english if lexeme is not None else "") or base
        said, _, participle = declared.partition("/")
        head, _, tail = said.strip().partition(" ")
        words = tail.split()
        preposition = words.pop() if words and words[-1] in _ENGLISH_PREPOSITIONS else ""
        done, _, again = participle.strip().partition(" ")
        participle = done if again == tail else participle  # «take control of/taken control of»
        past = participle.strip() or (head if head == base.partition(" ")[0] else past_participle(head))
        rest = " ".join(["", *words])
        return EnglishVerb(head + rest, past + rest, preposition)

    def english_noun(self, name: str, number: Number) -> str:
        """A noun in English when its declaration says one; else the game's own word."""
        lexeme = self._noun_lexeme(name)
        if lexeme is None or not lexeme.english:
            return self.noun(name).form(number)
        return lexeme.english if number == "s" else f"{lexeme.english}s"

    def frame(self, verb: str) -> game.Frame | None:
        """The group of forms of a verb by its name (with #2 …), or its first one."""
        frames = self.vocabulary.frames
        return frames.get(verb) or next(iter(self.vocabulary.frames_of(verb.partition("#")[0])), None)

    def without_its_place(self, verb: str, value: object) -> object:
        """«annulla l'effetto di una Lana»: of one that lies where the verb takes it from it is not said."""
        frame = self.frame(verb)
        of = value.of if isinstance(value, nodes.TextOf) else None
        if frame is None or not isinstance(value, nodes.TextOf) or not isinstance(of, nodes.Select):
            return value
        return evolve(value, of=evolve(of, place=None)) if of.place == frame.place else value

    def means_anyway(self, verb: str, part: nodes.Role) -> bool:
        """Whether a player to whom something is done is the one whom the verb means when it says none."""
        frame = self.frame(verb)
        told = frame is not None and part.name == "to" and part.value == frame.default_to
        return told and isinstance(part.value, nodes.Opponent)

    def object_role(self, verb: str) -> str:
        """The role whose preposition stands before a verb's object («of» in «prendere il controllo di»), if any."""
        frame = self.frame(verb)
        claims = self.vocabulary.claims
        claim = claims.get(verb) or next((each for each in claims.values() if each.opposite == verb), None)
        for form in frame.forms if frame is not None else (claim.form,) if claim is not None else ():
            for role in form.roles:
                if role.name == "object" and role.preposition:
                    return role.preposition
        return ""

    def takes_away(self, verb: str) -> bool:
        """Whether a verb takes its object from where it is; one that only makes it so leaves it there («copri una Lana nel Fosso»)."""
        frame = self.frame(verb)
        steps = frame.steps if frame is not None else ()
        return not steps or any(isinstance(node, nodes.Move | nodes.Do) for node in walk(steps))

    def status(self, name: str) -> Adjective:
        """The adjective of a status; the contrary of one has a name of its own («Desta» of «Stanca»)."""
        lexeme = self.vocabulary.lexeme(name, Kind.STATUS)
        if lexeme is None:
            of = next((each.name for each in self.vocabulary.statuses.values() if each.opposite == name), name)
            lexeme = self.vocabulary.lexeme(of, Kind.STATUS, negated=True)
        return lexeme.adjective if lexeme is not None and lexeme.adjective is not None else adjective(name)

    def shown_zone(self, status: str) -> str | None:
        """The zone that everybody sees of a player who has a status («Mano»)."""
        declared = self.vocabulary.statuses.get(status)
        return declared.shows_zone if declared is not None else None

    def sort(self, name: str) -> Adjective:
        """The adjective of a sort of lasting effects («Positivo»)."""
        lexeme = self.vocabulary.lexeme(name, Kind.SORT)
        return lexeme.adjective if lexeme is not None and lexeme.adjective is not None else adjective(name)

    def attached_noun(self) -> str:
        """The noun for what lies attached to a card, where a text says its host by it («la carta con questa Candela»)."""
        found = self.vocabulary.nouns_of_attached()
        noun = next((name for name in found if name in self.vocabulary.nouns), "")
        if any(slot.of_host for slot in self.vocabulary.texts.values()):
            return noun
        return noun or next(iter(found), "")

    def attached(self) -> Adjective:
        """The adjective of what lies in an attached zone («legata»)."""
        lexeme = next((x for x in self.vocabulary.lexemes if x.kind is Kind.ATTACHED and x.adjective is not None), None)
        return adjective("unito") if lexeme is None or lexeme.adjective is None else lexeme.adjective

    def direction(self, name: str) -> Adjective:
        """The forms of a direction: an adjective («vicina»), or one that never changes («davanti»)."""
        lexeme = self.vocabulary.lexeme(name, Kind.DIRECTION)
        return lexeme.adjective if lexeme is not None and lexeme.adjective is not None else adjective(name)

    def led_by(self, name: str) -> str:
        """The preposition of what a direction is seen from: «davanti a», «a lato di», «in colonna con»."""
        lexeme = self.vocabulary.lexeme(name, Kind.DIRECTION)
        return (lexeme.of if lexeme is not None else None) or LED_PLAINLY

    def english_direction(self, name: str) -> str:
        lexeme = self.vocabulary.lexeme(name, Kind.DIRECTION)
        return (lexeme.english if lexeme is not None else "") or f"{name} of"

    def seen_from_mover(self, name: str) -> bool:
        """Whether a direction is seen from what moves when the sentence does not say."""
        declared = self.vocabulary.directions.get(name)
        return declared is not None and declared.seen_from == "moved"

    def degree(self, value: str) -> Lexeme | None:
        """The adjective by which more or less of a value is said («grave»), with the noun that bears it."""
        found = (each for each in self.vocabulary.lexemes if each.kind is Kind.DEGREE and each.of == value)
        return next(found, None)

    def member(self, name: str, features: Agreeing) -> str:
        """A word of a value beside what it is said of: «fisici» of «danni»."""
        return self.agreeing(name, features) or name

    def agreeing(self, name: str, features: Agreeing) -> str | None:
        """The form of a word that is an adjective; None for a noun."""
        lexeme = self.vocabulary.lexeme(name, Kind.MEMBER)
        if lexeme is None or lexeme.adjective is None:
            return None
        return lexeme.adjective.form(features.gender, features.number)

    def is_card(self, noun: str) -> bool:
        """Whether a noun is of cards (and not of players, periods, what lasts)."""
        declared = noun in self.vocabulary.nouns or noun == self.vocabulary.implied_noun
        return declared or self.vocabulary.lexeme(noun, Kind.MEMBER, Kind.MEMBER_SET) is not None

    def is_name(self, word: str) -> bool:
        """Whether one of those between whom a period is goes by this word."""
        periods = self.vocabulary.periods.values()
        return any(p.name.casefold() == word for period in periods for p in period.participants)

    def participant(self, name: str) -> tuple[str, bool] | None:
        """The noun of one of those between whom a period is, by its name there, and whether no other of them has it."""
        for period in self.vocabulary.periods.values():
            nouns = {p.name: p.what.noun for p in period.participants if isinstance(p.what, nodes.Select)}
            if name in nouns:
                return nouns[name], list(nouns.values()).count(nouns[name]) == 1
        return None

    def spot_noun(self) -> str:
        """The noun for any place: the one that names those of most zones."""
        nouns = [each for each in self.vocabulary.nouns.values() if each.spots]
        return max(nouns, key=lambda each: len(each.spots)).name if nouns else "posto"

    def table(self, name: str) -> Adjective:
        """The adjective that a table's name is («Opposte»)."""
        lexeme = self.vocabulary.lexeme(name, Kind.TABLE)
        return lexeme.adjective if lexeme is not None and lexeme.adjective is not None else adjective(name)

    def is_member(self, name: str) -> bool:
        return self.vocabulary.lexeme(name, Kind.MEMBER, Kind.MEMBER_SET) is not None

    def is_place(self, name: str) -> bool:
        """A declared group of zones, said without article («in campo»)."""
        return self.vocabulary.lexeme(name, Kind.PLACE) is not None

    def is_declared_zone(self, name: str) -> bool:
        """Whether the game has a zone, or a group of them, of that name: the language's own «zona» is any."""
        return not name or name in self.vocabulary.zones or self.is_place(name)

    def is_adverb(self, name: str) -> bool:
        """A zone whose name is an adverb («Sotto», «Da parte»): it has no gender, so no article."""
        zone = self.vocabulary.zones.get(name)
        return zone is not None and (
            zone.owner == "card" or (" " in name and name.split()[0].casefold() in _PREPOSITIONS)
        )

    def lies_under(self, name: str) -> str:
        """The zone on which what lies in this one is said to lie («sul tuo Cuore»), if any."""
        return next((zone.name for zone in self.vocabulary.zones.values() if zone.upon == name), "")

    def leads(self, event: nodes.Event) -> bool:
        """Whether where it goes is said, or can be: «sposti un Gettone su una Lana» would be where it goes."""
        told = ("to", "into", "on")
        if any(role.name in told for role in event.roles):
            return True
        forms = [form for frame in self.vocabulary.frames_of(event.verb) for form in frame.forms]
        return any(role.name in told for form in forms for role in form.roles)

    def is_upon(self, name: str) -> bool:
        """A zone of cards in which tokens lie: «su una carta»."""
        return any(self.vocabulary.upon_cards(kind) == name for kind in self.vocabulary.tokens)

    @property
    def controllers(self) -> frozenset[str]:
        """The nouns that the game has for who controls a card."""
        named = (name for name, noun in self.vocabulary.nouns.items() if noun.relation == "controller")
        return frozenset(("controller", *named))

    def is_plural_name(self, name: str) -> bool:
        lexeme = self._noun_lexeme(name)
        return lexeme.plural_only if lexeme is not None else name.endswith(("i", "e"))

    def is_zone(self, name: str) -> bool:
        """A declared zone (not a group of them), that things are taken from."""
        return name in self.vocabulary.zones and not self.is_adverb(name)

    @property
    def several(self) -> bool:
        """Whether an opponent may be one of several."""
        return self.vocabulary.most_players > 2

    def turn_period(self) -> str:
        """The period whose player is «di turno»."""
        return game.turn_of(self.vocabulary.periods)

    def name_of(self, term: object) -> str:
        """The noun that a game declares as another name for somebody («il rivale» for «l'avversario»), if any."""
        if not isinstance(term, nodes.Opponent | nodes.PlayerOf | nodes.Related):
            return ""
        return next((name for name, noun in self.vocabulary.nouns.items() if noun.stands_for == term), "")

    def value_of_player(self, name: str) -> bool:
        value = self.vocabulary.values.get(name)
        return value is not None and value.owner == "player"

    def noun_of_part(self, name: str) -> str | None:
        """The noun that is another name for one who takes part in a period («nome difensore, è: Attaccato dello scontro»)."""
        nouns = self.vocabulary.nouns.items()
        return next((noun for noun, declared in nouns if declared.participants == (name,)), None)

    def bends(self, member: str) -> bool:
        """Whether a word of a value is an adjective, which agrees with what it is said of."""
        lexeme = self.vocabulary.lexeme(member, Kind.MEMBER)
        return lexeme is not None and lexeme.adjective is not None

    def tells_card(self, value: str) -> str | None:
        """The other value, if a value says of which card a token is."""
        declared = self.vocabulary.values.get(value)
        return declared.whose_card if declared is not None else None

    def names_players(self, noun: str) -> bool:
        """Whether a declared noun is of players, by a condition on them («nome ferito, è: un giocatore con …»)."""
        declared = self.vocabulary.nouns.get(noun)
        return declared is not None and declared.of_players

    def is_reflexive(self, verb: str) -> bool:
        """Whether some form of the verb has its object do it by itself («una carta si spezza»)."""
        base = verb.partition("#")[0]
        return any(is_by_itself(form) for frame in self.vocabulary.frames_of(base) for form in frame.forms)

    def is_of_himself(self, verb: str) -> bool:
        """Whether a verb says only what a player does to himself («un giocatore si rialza»)."""
        forms = [form for frame in self.vocabulary.frames_of(verb.partition("#")[0]) for form in frame.forms]
        objects = [each.value for form in forms for each in form.roles if each.name == "object"]
        players = all(isinstance(each, nodes.Select) and each.noun == "giocatore" for each in objects)
        suffered = [form for form in forms if any(each.name == "object" for each in form.roles)]
        return players and bool(suffered) and all(is_by_itself(form) for form in suffered)  # beside «difende» alone

    def goes_without_saying(self, what: nodes.Select) -> bool:
        """Whether a selection's place is the one that the game understands when none is said."""
        place = what.place
        if place is None or place.of is not None or place.end is not None or place.depth is not None or place.first:
            return False
        target = what.pick is nodes.Pick.TARGET
        if target and what.noun in self.vocabulary.nouns:
            return False
        said = target or self.is_member(what.noun)
        return said and self.vocabulary.implied_place(what.noun, target=target) == place.zone

    def is_this_ability(self, effects: tuple[object, ...], condition: object) -> bool:
        """Whether a sentence says when what a text calls «questa abilità» may be done."""
        known = [slot.this_ability for slot in self.vocabulary.texts.values() if slot.this_ability is not None]
        forbidden = any(effects == (nodes.Allow(event, allowed=False),) for event in known)
        return forbidden and isinstance(condition, nodes.Not)

    def own_play(self, effects: tuple[object, ...]) -> nodes.Allow | None:
        """How its own card is played, where a sentence forbids that and nothing else."""
        one = effects[0] if len(effects) == 1 else None
        if not isinstance(one, nodes.Allow) or one != nodes.Allow(one.event, allowed=False):
            return None
        return one if of_own_play(one, self.vocabulary.frames, self.vocabulary.texts) else None

    def implied_noun(self) -> str:
        return self.vocabulary.implied_noun


def is_by_itself(form: nodes.Event) -> bool:
    """A form without an agent, whose object is its subject."""
    roles = {role.name for role in form.roles}
    return "agent" not in roles and "object" in roles


def past_participle(verb: str) -> str:
    """The regular past participle of an English verb."""
    if verb.endswith("e"):
        return f"{verb}d"
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return f"{verb[:-1]}ied"
    return f"{verb}ed"


_ENGLISH_PREPOSITIONS = frozenset({"of", "from", "to", "with", "against", "on", "at", "for", "in"})
_PREPOSITIONS = frozenset({"da", "in", "sotto", "sopra", "a", "su"})
__all__ = ["Noun", "Words", "is_by_itself"]
