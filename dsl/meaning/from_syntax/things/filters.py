"""«con 3 di Peso o meno», «di un'altra Lana», «già usata»: what something must be like to be meant."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from ....syntax import nodes as s
from ....vocabulary.inflection import indefinite, joined
from ....vocabulary.vocabulary import Kind
from ... import nodes as n
from ...scope import Mention, Unreadable, nodes_of
from .owners import Owners
from .reading import PLAYER, number_said

#: How a number with a marker before it is compared: «almeno 6», «più di 6».
BOUNDS: Final = {"at_least": ">=", "at_most": "<=", "up_to": "<=", "more_than": ">", "fewer_than": "<"}


class Filters(Owners):
    """The part of the reader that reads what narrows a noun."""

    word_chosen: tuple[str, str] | None = None  # «scegli una Forma: …»: the value and its word

    def lasting_noun(self, np: s.NounPhrase, head: s.Token, pattern: bool) -> n.Term:
        """Hook: effects of a declared kind."""
        raise NotImplementedError

    def has_lasting(self, np: s.NounPhrase, head: s.Token, of: n.Term, span: n.Span | None) -> n.Condition:
        """Hook: a card has effects of a declared kind."""
        raise NotImplementedError

    def order_of(self, at: int) -> str:
        """The value by which the game says what came before and after."""
        found = next((value.name for value in self.vocabulary.values.values() if value.orders), None)
        if found is None:
            raise self.fail(at, "di questo gioco non si sa che cosa è venuto prima e che cosa dopo", "S026")
        return found

    _candidate_noun = ""  # what each thing under test is
    _than: n.Term | None = None  # what «altra» is other than, where the phrase around it knows

    def _other_than(self, token: s.Token) -> n.Term:
        """This card; what was spoken of where that is known to be meant, or there is nothing else."""
        if self._than is not None:
            return self._than
        if self.said.subject is not None and not isinstance(self.said.subject, n.Candidate):
            return self.said.subject
        mention = self.said.recall("card")
        if mention is not None:
            return mention.recall
        raise self.fail(token.at, f"«{token.text}» da che cosa? prima non si parla di una carta", "S021")

    def _as_that_of(self, token: s.Token) -> n.Term:
        """«spezza una Lana, poi una della stessa Forma», «… di un'altra Forma»: as that one; else as this card."""
        if self._than is not None:
            return self._than
        known = self._one_spoken_of()
        return known if known is not None else self._other_than(token)

    def _one_spoken_of(self) -> n.Term | None:
        """The card that does what is told; else the one thing that was spoken of last, None where that is several or none."""
        doer = self.said.clause_subject
        if doer is not None and not isinstance(doer, n.Candidate) and self.sort(doer) == "card":
            return doer
        known = next((m for m in reversed(self.said.mentions) if m.sort == "card" and not m.counted), None)
        return known.recall if known is not None and known.number == 1 else None

    def _with(self, select: n.Select, modifier: s.Modifier) -> tuple[n.Select, list[n.Condition]]:
        """«con Ardore maggiore», «con 7 Ardore o più», «con Ardore minore di questa», «con Corazza»."""
        np = modifier.value
        if isinstance(np, s.NounList):
            conditions: list[n.Condition] = []
            for item in np.items:
                plain = select
                select, more = self._with(select, evolve(modifier, value=item))
                if np.joiner == "or" and (select != plain or len(more) != 1):
                    raise self.fail(item.start, f"«{self.quoted(np.start, np.end)}»: quale dei due?", end=np.end)
                conditions += more
            return select, [n.Or(tuple(conditions))] if np.joiner == "or" else conditions
        if not isinstance(np, s.NounPhrase) or np.noun is None:
            raise self.fail(
                modifier.start, f"«{self.quoted(modifier.start, modifier.end)}» non si intende qui", end=modifier.end
            )
        self.no_abilities_counted(np)
        if np.noun.terminal == "N_KEYWORD":
            return select, [n.HasKeyword(n.Candidate(), np.noun.name)]
        if np.noun.terminal == "N_TEXT":
            return select, [self._with_text(np)]
        if np.noun.terminal == "N_LASTING":
            return select, [self.has_lasting(np, np.noun, n.Candidate(), None)]
        if np.noun.terminal == "N_VALUE":
            comparison = next((m for m in np.modifiers if m.kind == "mod_comparison"), None)
            if comparison is not None and comparison.value is None and comparison.tokens[0].terminal == "GREATER":
                self._greatest_of_all_described(np)
                number = self._own_value(np, n.Candidate())
                return evolve(select, extreme=n.Extreme(number, comparison.tokens[0].name == "greater")), []
            than = next((m.value for m in np.modifiers if m.kind == "mod_of"), None)
            word = next((d for d in np.determiners if d.terminal == "MORE"), None)
            if word is not None and than is not None:  # «con meno Punti dell'avversario»
                whose = so_many(than) or n.ValueOf(np.noun.name, self.compared_thing(than, n.Candidate()))  # type: ignore[arg-type]
                left, op = self._own_value(np, n.Candidate()), ">" if word.name == "more" else "<"
                return select, [n.Compare(left, op, whose, span=self.span(modifier.start, modifier.end))]
            if word is not None:
                return evolve(select, extreme=n.Extreme(self._own_value(np, n.Candidate()), word.name == "more")), []
            if modifier.kind == "mod_without" and not np.determiners and not np.modifiers and self._counts(np.noun):
                some = n.Compare(self._own_value(np, n.Candidate()), ">=", n.Num(1))  # «senza Fiamme»
                return select, [evolve(some, span=self.span(modifier.start, modifier.end))]
            return select, [self.value_condition(np, n.Candidate())]
        declared = self.vocabulary.nouns.get(select.noun)
        if declared is not None and declared.done_with and np.noun.terminal == "N_CARD":
            span, value = self.span(modifier.start, modifier.end), self.member_value(np.noun.name)
            bare = not np.modifiers and all(d.terminal == "INDEF" for d in np.determiners)
            if value is not None and value in declared.done_with and bare:  # «con un Pugnale»: its own word
                return select, [n.HasMember(n.Candidate(), value, np.noun.name, span=span)]
            other = self.term(np)
            return select, [n.SharesMember(declared.done_with[0], n.Candidate(), other, by=True, span=span)]
        if np.noun.terminal == "N_CARD" and self._candidate_noun == PLAYER:
            return select, [self._had_by_player(np, modifier)]
        known = np.noun.name != self.vocabulary.implied_noun
        borne = known and self._may_be_borne(np.noun.name) and self._may_bear(select.noun, np.noun.name)
        if np.noun.terminal == "N_CARD" and borne and self.said.card:
            return select, [self.holding(np, n.Candidate())]
        if np.noun.terminal == "N_CARD" and self.vocabulary.upon_cards(np.noun.name) is not None:  # «con un Gettone»
            return select, [self.holding(_on_itself(np), n.Candidate())]
        raise self.fail(
            modifier.start, f"«{self.quoted(modifier.start, modifier.end)}» non si intende qui", end=modifier.end
        )

    def _greatest_of_all_described(self, np: s.NounPhrase) -> None:
        """Of «la Lana con Ardore maggiore tra le tue» the last words say among which Lane, never of what the value is."""
        among = next((m for m in np.modifiers if m.kind == "mod_among"), None)
        if among is not None:
            raise self.fail(among.start, f"«{self.quoted(among.start, among.end)}» non si intende qui", end=among.end)

    def no_abilities_counted(self, np: s.Noun) -> None:
        """Refuses «senza abilità», «che non ha abilità»: what a card prints is not told apart so, and nothing counts it."""
        if isinstance(np, s.NounPhrase) and np.noun is not None and np.noun.terminal == "N_ABILITIES":
            said = self.quoted(np.start, np.end)
            hint = "si dice quale parola chiave («senza …») o quale testo («senza il testo …»)"
            raise self.fail(np.start, f"«{said}»: se una carta ne ha, non si conta", "S036", hint, np.end)

    def _counts(self, noun: s.Token) -> bool:
        """Whether a value is a number that cards have so many of."""
        declared = self.vocabulary.values.get(noun.name)
        return declared is not None and declared.owner == "card" and declared.kind == "number"

    def _may_bear(self, noun: str, borne: str) -> bool:
        """Whether what a noun says is something under which cards may lie; where any card may have some, all but those."""
        hosts = {zone.host for zone in self.vocabulary.zones.values()}
        attached = self.vocabulary.nouns_of_attached()
        any_card = self.vocabulary.implied_noun in hosts and borne in attached and noun not in attached
        return bool(hosts - {None}) and (not noun or any_card or noun in (*hosts, self.vocabulary.implied_noun))

    def _may_be_borne(self, noun: str) -> bool:
        """Whether what a noun says may lie under a card: «una Lana con una Candela», where Candele lie elsewhere, is two things."""
        declared = self.vocabulary.nouns.get(noun)
        said = (
            (each.zone for each in nodes_of(declared.condition) if isinstance(each, n.Place))
            if declared is not None
            else ()
        )
        zones = [self.vocabulary.zones.get(zone) for zone in said]
        return not zones or any(zone is None or zone.host is not None for zone in zones)

    def _had_by_player(self, np: s.NounPhrase, modifier: s.Modifier) -> n.Condition:
        """«ogni giocatore con due Lane»: who has so many; «con un canto», of what lies nowhere, is no such thing."""
        had = self.holding(np, n.Candidate())
        counted = had.left.what if isinstance(had, n.Compare) and isinstance(had.left, n.Count) else None
        if isinstance(counted, n.Select) and counted.place is not None:
            return had
        said = self.quoted(modifier.start, modifier.end)
        hint = (
            f"chi lo fa si dice per primo: «quando una tua {np.noun.name if np.noun else ''} …», «un … di un giocatore»"
        )
        raise self.fail(modifier.start, f"un giocatore «{said}»: dove?", "S020", hint, end=modifier.end)

    def holding(self, np: s.NounPhrase, of: n.Term) -> n.Condition:
        """Hook: «con un Legame»: what lies under a card."""
        raise NotImplementedError

    def _with_text(self, np: s.NounPhrase) -> n.Condition:
        """«con il testo Lanterna», «con il testo Lanterna o Candela»."""
        slots = [t for m in np.modifiers if m.kind.startswith("adjective") for t in m.tokens]
        if not slots or any(t.terminal != "N_SLOT" for t in slots) or len(np.modifiers) != 1:
            raise self.fail(np.start, f"«{self.quoted(np.start, np.end)}» non si intende qui", end=np.end)
        span = self.span(np.start, np.end)
        parts = tuple(n.HasText(n.Candidate(), t.name, span=span) for t in slots)
        return parts[0] if len(parts) == 1 else n.Or(parts, span=span)

    def _own_value(self, np: s.NounPhrase, of: n.Term | None) -> n.ValueOf:
        assert np.noun is not None
        words = [m.tokens[0].name for m in np.modifiers if m.kind == "adjective" and m.tokens[0].terminal == "ORIGINAL"]
        span = self.span(np.start, np.end)
        return n.ValueOf(np.noun.name, of, "printed" in words, "base" in words, span=span)

    def _values_of_players(self, np: s.NounPhrase, where: tuple[n.Condition, ...]) -> None:
        """Refuses «un giocatore con 3 Ardore» when it is a value of cards."""
        for condition in where:
            left = condition.left if isinstance(condition, n.Compare) else None
            name = condition.value if isinstance(condition, n.SharesMember) else getattr(left, "value", None)
            of = condition.left if isinstance(condition, n.SharesMember) else getattr(left, "of", None)
            if isinstance(name, str) and of == n.Candidate():
                self.is_of_players(np, name)

    def is_of_players(self, np: s.NounPhrase, value: str) -> None:
        """Refuses «il giocatore con Ardore maggiore», «chi ha più Ardore» when it is a value of cards."""
        known = self.vocabulary.values.get(value)
        if known is not None and known.owner == "card":
            raise self.fail(np.start, f"«{value}» è delle carte, non dei giocatori", "S025", end=np.end)

    def value_condition(self, np: s.NounPhrase, of: n.Term) -> n.Condition:
        """A value with what it is compared to: «6 Ardore o più», «l'Ardore diverso dal loro Ardore originale», «Ardore
        3 o meno», «Ardore pari»."""
        left = self._own_value(np, of)
        span = self.span(np.start, np.end)
        said = [m.tokens[0] for m in np.modifiers if m.tokens]
        even = next((token for token in said if token.terminal == "EVEN"), None)
        if even is not None and all(token is even or token.terminal == "ORIGINAL" for token in said):
            return n.Parity(left, even.name == "even", span=span)
        comparison = next((m for m in np.modifiers if m.kind == "mod_comparison"), None)
        number = next((d for d in np.determiners if d.terminal == "NUM"), None) or next(
            (m.tokens[0] for m in np.modifiers if m.kind == "mod_number"), None
        )
        if number is None and any(d.terminal == "INDEF" for d in np.determiners):
            number = next(d for d in np.determiners if d.terminal == "INDEF")
        if number is not None:
            value = number_said(number)
            op = "=="
            if comparison is not None and comparison.tokens[0].terminal == "OR_MORE":
                op = ">=" if comparison.tokens[0].name == "more" else "<="
            elif comparison is not None:
                raise self.fail(
                    comparison.start,
                    f"«{self.quoted(comparison.start, comparison.end)}» non si intende dopo un numero",
                    end=comparison.end,
                )
            marker = next((BOUNDS[d.name] for d in np.determiners if d.name in BOUNDS), None)
            or_more = next((d for d in np.determiners if d.terminal == "OR_MORE"), None)
            if or_more is not None:  # «6 o più Ardore»
                marker = ">=" if or_more.name == "more" else "<="
            return n.Compare(left, marker or op, value, span=span)
        if comparison is None and np.has("same"):
            return self._same_value(np, left, of, span)
        if comparison is None:
            raise self.fail(np.start, f"di «{self.quoted(np.start, np.end)}» non si dice quanto", "S024", end=np.end)
        return self._than_whose(self.compared(left, comparison, of, span), comparison, of)

    def _than_whose(self, found: n.Condition, comparison: s.Modifier, of: n.Term) -> n.Condition:
        """«spezza un'altra Lana con Rango minore del suo Ardore»: its own, or that of whom it is told; each in turn."""
        np = comparison.value
        its = isinstance(np, s.NounPhrase) and np.noun is not None and np.noun.terminal == "N_VALUE"
        its = its and any(d.terminal == "POSSESSIVE" and d.name == "its" for d in np.determiners)  # type: ignore[union-attr]
        right = found.right if isinstance(found, n.Compare) and isinstance(of, n.Candidate) else None
        if not its or not isinstance(found, n.Compare) or not isinstance(right, n.ValueOf) or right.of != n.Candidate():
            return found
        other = self.spoken_of_before() if self.said.card else None
        return found if other is None or self.said.choose(2) == 0 else evolve(found, right=evolve(right, of=other))

    def _same_value(self, np: s.NounPhrase, left: n.Number, of: n.Term, span: n.Span | None) -> n.Condition:
        """«con lo stesso Ardore di questa carta»: a number is that of one thing which is known, not of any of several."""
        whose = next((m.value for m in np.modifiers if m.kind == "mod_of"), None)
        spoken_of = self.spoken_of_before() if whose is None and isinstance(left, n.ValueOf) else None
        if spoken_of is not None and isinstance(left, n.ValueOf):  # «spezza una tua Lana, poi una con lo stesso Ardore»
            if self.vocabulary.values[left.value].kind in ("member", "members"):
                return n.SharesMember(left.value, of, spoken_of, span=span)
            return n.Compare(left, "==", n.ValueOf(left.value, spoken_of, left.printed), span=span)
        word = isinstance(left, n.ValueOf) and self.vocabulary.values[left.value].kind in ("member", "members")
        known = isinstance(whose, s.NounPhrase) and not any(d.terminal in ("INDEF", "NUM") for d in whose.determiners)
        one_of = word and isinstance(whose, s.NounPhrase) and not any(d.terminal == "NUM" for d in whose.determiners)
        if not (known or one_of) or not isinstance(left, n.ValueOf) or not isinstance(whose, s.NounPhrase):
            raise self.fail(np.start, f"«{self.quoted(np.start, np.end)}»: di chi?", "S024", end=np.end)
        other = self.term(whose)
        if word:  # «con la stessa Forma di una tua Lana», of any of them: as «della stessa Forma di …»
            return n.SharesMember(left.value, of, other, span=span)
        return n.Compare(left, "==", n.ValueOf(left.value, other, left.printed), span=span)

    def compared(self, left: n.Number, comparison: s.Modifier, of: n.Term | None, span: n.Span | None) -> n.Condition:
        token = comparison.tokens[0]
        if comparison.value is None:
            raise self.fail(comparison.start, f"«{token.text}» di che cosa?", "S024")
        like = left if isinstance(left, n.ValueOf) else None
        right = self.compared_number(comparison.value, like, of)  # type: ignore[arg-type]
        of_each = like is not None and like.of == n.Candidate()  # what narrows a noun
        words = of_each and like is not None and self.vocabulary.values[like.value].kind in ("member", "members")
        if words and like is not None and isinstance(right, n.ValueOf) and token.terminal in ("EQUAL", "DIFFERENT"):
            return self._alike(like, right, (token.terminal == "EQUAL") != comparison.negated, span)
        if words and isinstance(right, n.Place):  # «due carte di Forma diversa dal Cesto»
            said = f"«{self.quoted(comparison.start, comparison.end)}»: un luogo non ha «{like.value if like else ''}»"
            raise self.fail(comparison.start, said, "S025", end=comparison.end)
        if token.terminal == "EQUAL":
            op = "=="
            if comparison.negated:
                op = ">=" if any(t.name == "greater" for t in comparison.tokens) else "<="
        elif token.terminal == "DIFFERENT":
            op = "!="
        else:
            op = ">" if token.name == "greater" else "<"
        found = n.Compare(left, op, right, span=span)
        return n.Not(found, span=span) if comparison.negated and token.terminal == "GREATER" else found

    def _alike(self, left: n.ValueOf, right: n.ValueOf, same: bool, span: n.Span | None) -> n.Condition:
        """«di Forma diversa dalla sua», «di Forma uguale a quella di una tua Lana», of a value of which a card has words."""
        if left.of is None or right.of is None or left.value != right.value or left.printed or right.printed:
            return n.Compare(left, "==" if same else "!=", right, span=span)
        shared = n.SharesMember(left.value, left.of, right.of, span=span)
        return shared if same else n.Not(shared, span=span)

    def compared_number(self, np: s.Noun, like: n.ValueOf | None, of: n.Term | None) -> n.Number | n.Term:
        """The right side of a comparison: a number, or a thing whose same value is meant («minore di questa»)."""
        if isinstance(np, s.NounPhrase) and self._is_number(np):
            return self.number(np, of)
        if like is None:
            term = self.term(np)
            return term
        scale = self.vocabulary.values.get(like.value)
        if scale is not None and scale.scale and isinstance(np, s.NounPhrase) and np.noun is not None:
            if np.noun.name in scale.members and not np.modifiers:  # «maggiore di lieve»
                return n.Member(like.value, np.noun.name, span=self.span(np.start, np.end))
        if isinstance(np, s.NounPhrase) and (whose := self._whose_it_is(np, like)) is not None:
            return n.ValueOf(like.value, whose, like.printed)
        np = _whose_is_meant(np)
        term = self.compared_thing(np, of) if of is not None else self.term(np)
        if scale is not None and scale.owner == "card" and self.sort(term) == "player":
            said = self.quoted(np.start, np.end)
            raise self.fail(np.start, f"«{said}»: «{like.value}» è delle carte, non dei giocatori", "S025", end=np.end)
        if self.sort(term) in ("card", "player", "") and not isinstance(term, n.ValueOf):
            return n.ValueOf(like.value, term, like.printed)
        return term

    def _whose_it_is(self, np: s.NounPhrase, like: n.ValueOf) -> n.Term | None:
        """«maggiore del suo», «minori dei tuoi»: whose value of that kind, by the possessive alone; None of other words."""
        if np.noun is not None or np.modifiers or not np.has("your", "its", "their", "own"):
            return None
        declared = self.vocabulary.values.get(like.value)
        of_player = declared is not None and declared.owner == "player"
        if np.has("your"):
            return n.You() if of_player else None
        if of_player:
            spoken_of = self.player_spoken_of()
            whose = spoken_of if spoken_of != like.of else None
        elif np.has("their"):
            return None
        else:
            whose = self.said.clause_subject if self.said.subject is None else self.said.subject
            whose = self._one_spoken_of() or whose  # «scegli una Lana, poi spezza una Lana con Ardore minore del suo»
        if whose is None or isinstance(whose, n.Candidate):
            raise self.fail(np.start, f"non so di chi sia «{self.quoted(np.start, np.end)}»", "S021", end=np.end)
        return whose

    def same_value_of(self, np: object, value: str, printed: bool = False) -> n.ValueOf | None:
        """«ha l'Ardore pari a quello di una tua Lana»: the value just said, of that thing."""
        whose = _whose_is_meant(np) if isinstance(np, s.NounPhrase) else np
        if whose is np or not isinstance(whose, s.NounPhrase | s.NounList):
            return None
        term, declared = self.term(whose), self.vocabulary.values.get(value)
        if declared is not None and self.sort(term) in ("card", "player") and self.sort(term) != declared.owner:
            owner = "di una carta" if declared.owner == "card" else "di un giocatore"
            raise self.fail(whose.start, f"«{value}» è {owner}", "S025", end=whose.end)
        return n.ValueOf(value, term, printed) if self.sort(term) in ("card", "player", "") else None

    def of_one_thing(self, amount: n.Number | n.Term, at: int, end: int) -> n.Number | n.Term:
        """Refuses «ha l'Ardore uguale all'Ardore delle tue Lane»: of several there is no one number."""
        of = amount.of if isinstance(amount, n.ValueOf) else None
        if isinstance(of, n.Select) and of.quantity is not n.Quantity.EXACTLY:
            said, hint = f"«{self.quoted(at, end)}» di più cose: quale?", "«il totale di …», «la … con … maggiore»"
            raise self.fail(at, said, "S024", hint, end)
        return amount

    def compared_thing(self, np: s.Noun, subject: n.Term) -> n.Term:
        """«una Lana con più Rango di lei»: never of the thing that is compared, but of who does or suffers it, or of what
        was spoken of before, or of this card."""
        pronoun = isinstance(np, s.NounPhrase) and np.noun is not None and np.noun.terminal == "PRONOUN"
        if not pronoun:
            return self.term(np)
        bind = self._candidate_bind if isinstance(subject, n.Candidate) else getattr(subject, "bind", None)
        itself = (subject, n.Var(bind or ""))
        doer = self.said.clause_subject
        if doer is not None and self.sort(doer) == "card" and doer not in itself and not isinstance(doer, n.Candidate):
            return doer
        mentions = self.said.mentions
        self.said.mentions = [mention for mention in mentions if mention.recall not in itself]
        try:
            return self.term(np)
        except Unreadable:
            if not isinstance(self.said.subject, n.Self) or subject == n.Self():
                raise
            return self.said.subject
        finally:
            self.said.mentions = mentions

    def _is_number(self, np: s.Noun) -> bool:
        if isinstance(np, s.NounList):
            return False
        if np.noun is None:
            return len(np.determiners) > 0 and np.determiners[-1].terminal == "NUM" and not np.modifiers
        return np.noun.terminal in (
            "N_VALUE",
            "N_NUMBER",
            "N_TOTAL",
            "N_DOUBLE",
            "N_HALF",
            "N_DIFFERENCE",
            "N_DIE",
            "TIME",
        ) or (np.noun.terminal == "N_NAME" and np.noun.name == "X")

    def _one_or_the_other(self, modifier: s.Modifier, np: s.NounPhrase, agent: n.Term | None) -> n.Condition:
        """«che ha attaccato o bloccato», «che non hanno attaccato né bloccato», «attaccante o bloccante»."""
        both = modifier.value
        if isinstance(both, s.Conditions):
            each = (evolve(modifier, kind="mod_relative", value=one) for one in both.items)
        else:
            kinds = ("mod_name" if t.terminal == "N_NAME" else "mod_noun" for t in modifier.tokens)
            each = (evolve(modifier, kind=k, tokens=(t,)) for k, t in zip(kinds, modifier.tokens, strict=True))
        asked = tuple(c for one in each for c in self._filter(one, np, agent))
        return n.And(asked) if isinstance(both, s.Conditions) and both.joiner == "and" else n.Or(asked)

    def _filter(self, modifier: s.Modifier, np: s.NounPhrase, agent: n.Term | None) -> list[n.Condition]:
        last = self.said.mentions[-1].noun if self.said.mentions and np.noun is None else None  # «e a una a lato»
        named = np.noun.name if np.noun is not None and np.noun.terminal == "N_CARD" else last
        outer, self._noun_asked = self._noun_asked, named
        try:
            return self._what_it_asks(modifier, np, agent)
        finally:
            self._noun_asked = outer

    def _what_it_asks(self, modifier: s.Modifier, np: s.NounPhrase, agent: n.Term | None) -> list[n.Condition]:
        """The conditions that a modifier puts on the candidate."""
        kind, tokens = modifier.kind, modifier.tokens
        if kind in ("adjective", "adjectives_or", "adjectives_and"):
            if tokens[0].terminal == "TARGET":
                return []
            parts = [self.adjective(t, n.Candidate(), np) for t in tokens]
            joined: n.Condition = (
                parts[0]
                if len(parts) == 1
                else n.Or(tuple(parts))
                if self._either(kind, tokens) or self._one_word_each(tokens, np)
                else n.And(tuple(parts))
            )
            return [n.Not(joined) if modifier.negated else joined]
        if kind == "mod_name":
            named = self.said.named(tokens[0].name)
            return [n.Same(n.Candidate(), named.term if named is not None else n.Var(tokens[0].name))]
        if kind == "mod_noun":
            self._not_of_a_card(np, tokens[0])
            return [n.IsKind(n.Candidate(), tokens[0].name, span=self.span(modifier.start, modifier.end))]
        if kind == "mod_of" and (by := self._done_by_it(modifier, np)) is not None:
            return by
        if kind == "mod_of":
            return [self._of_its_card(modifier, np) or self._of(modifier, n.Candidate(), agent)]
        if kind == "mod_spot":
            return [self._called_so(tokens)]
        if kind == "mod_direction":
            return [self.near(tokens[0], n.Candidate(), modifier.value, tokens[1:])]  # type: ignore[arg-type]
        token = np.noun is not None and np.noun.name in self.vocabulary.tokens  # it lies on the card that is there
        if kind in ("mod_on", "mod_in") and self.says_spot(modifier.value) and not (token and kind == "mod_on"):
            return [self.lies_on(n.Candidate(), modifier.value, self.span(modifier.start, modifier.end))]  # type: ignore[arg-type]
        if kind in ("mod_relative_either", "mod_partakers"):
            return [self._one_or_the_other(modifier, np, agent)]
        if kind == "mod_relative":
            said = self.relative(modifier, n.Candidate(), np)
            held = isinstance(said, n.And) and isinstance(said.parts[0], n.ControlledBy)  # «che controlli, eccetto …»
            return [*said.parts] if isinstance(said, n.And) and (held or _but_for_this(said)) else [said]
        if kind == "mod_participle":
            said = self.participle(modifier, n.Candidate(), np.noun.name if np.noun is not None else "")
            return [*said.parts] if isinstance(said, n.And) and _but_for_this(said) else [said]
        if kind in ("mod_except", "mod_but_not"):
            modifier = self._that_one_of_them(modifier, np)
            return [n.Not(self._those_such(modifier, agent) or self._sameness(modifier))]
        if kind == "mod_without":
            _, conditions = self._with(n.Select(""), modifier)
            return [_lacking(c) for c in conditions]
        if kind == "mod_in" and isinstance(modifier.value, s.NounList):
            return [n.Or(tuple(n.IsIn(n.Candidate(), self.place(item, agent)) for item in modifier.value.items))]
        if kind == "mod_comparison":
            return self._comparison_filter(modifier)
        if kind == "mod_with":
            return self._with(n.Select(""), modifier)[1]
        raise self.fail(
            modifier.start, f"«{self.quoted(modifier.start, modifier.end)}» non si intende qui", end=modifier.end
        )

    def _not_of_a_card(self, np: s.NounPhrase, said: s.Token) -> None:
        """Refuses «una carta ferita» where the noun says what a player is («nome ferito, è: un giocatore con …»)."""
        declared = self.vocabulary.nouns.get(said.name)
        of_a_player = np.noun is not None and np.noun.terminal == "N_PLAYER"
        somebody = declared is not None and declared.stands_for is not None  # «l'attaccante», who is a player
        if declared is not None and (declared.of_players or somebody) and not of_a_player:
            raise self.fail(said.at, f"«{said.text}» è dei giocatori, non delle carte", "S025")

    def says_a_player(self, noun: str, of: n.Term, np: s.NounPhrase | None = None) -> bool:
        """Whether a noun that says what players are is said of one."""
        declared = self.vocabulary.nouns.get(noun)
        if declared is None or not declared.of_players:
            return False
        if isinstance(of, n.Candidate):
            return np is not None and np.noun is not None and np.noun.terminal == "N_PLAYER"
        return self.sort(of) == "player"

    @staticmethod
    def _either(kind: str, tokens: tuple[s.Token, ...]) -> bool:
        """«davanti o dietro»; of places «davanti e dietro» are those of both, as nothing is in front and behind."""
        return kind == "adjectives_or" or all(token.terminal == "DIRECTION" for token in tokens)

    def _one_word_each(self, tokens: tuple[s.Token, ...], np: s.NounPhrase) -> bool:
        """«le carte Rosse e Blu», where a card has one such word alone: those that have either; of one card it is refused."""
        values = {self.member_value(token.name) for token in tokens}
        declared = self.vocabulary.values.get(next(iter(values)) or "") if len(values) == 1 else None
        if declared is None or declared.kind != "member" or len({token.name for token in tokens}) < 2:
            return False
        if np.number & 2:
            return True
        said = self.quoted(tokens[0].at, tokens[-1].at + 1)
        hint = f"di una sola si dice «{tokens[0].text} o {tokens[-1].text}»"
        what = f"«{said}»: una carta ha una sola parola di {declared.name}"
        raise self.fail(tokens[0].at, what, "S036", hint, tokens[-1].at + 1)

    def _comparison_filter(self, modifier: s.Modifier) -> list[n.Condition]:
        if modifier.tokens[0].terminal == "OR_MORE":
            return []
        if modifier.tokens[0].terminal == "DIFFERENT" and modifier.value is not None:
            return [n.Not(n.Same(n.Candidate(), self.term(modifier.value)))]  # type: ignore[arg-type]
        raise self.fail(
            modifier.start, f"«{self.quoted(modifier.start, modifier.end)}» non si intende qui", end=modifier.end
        )

    def _that_one_of_them(self, but: s.Modifier, np: s.NounPhrase) -> s.Modifier:
        """«tutte le Lane stanche tranne quella con Ardore maggiore»: the one of those, by their noun and what is said of them."""
        one = but.value
        if not isinstance(one, s.NounPhrase) or one.noun is not None or np.noun is None or one.number != 1:
            return but
        if [d.terminal for d in one.determiners] != ["THAT"] or not any(map(says_the_most, one.modifiers)):
            return but
        the = tuple(evolve(d, sense=evolve(d.sense, terminal="DEF", name="the")) for d in one.determiners)
        shared = tuple(m for m in np.modifiers if m.start < but.start and m is not but)
        whose = tuple(d for d in np.determiners if d.terminal in ("POSSESSIVE", "OPPOSING"))
        said = evolve(one, noun=np.noun, determiners=(*the, *whose), modifiers=(*shared, *one.modifiers))
        return evolve(but, value=said)

    def _those_such(self, modifier: s.Modifier, agent: n.Term | None) -> n.Condition | None:
        """«tranne quelle con Eco»: those of the same kind that are such."""
        np = modifier.value
        if not isinstance(np, s.NounPhrase) or np.noun is not None or not np.modifiers:
            return None
        if [d.terminal for d in np.determiners] != ["THAT"]:
            return None
        such = tuple(c for inner in np.modifiers for c in self._filter(inner, np, agent))
        return such[0] if len(such) == 1 else n.And(such)

    def _sameness(self, modifier: s.Modifier) -> n.Condition:
        np = modifier.value
        if isinstance(np, s.NounPhrase) and any(d.terminal == "LAST" for d in np.determiners):
            return n.Same(n.Candidate(), n.Related("last_arrived", span=self.span(np.start, np.end)))
        if isinstance(np, s.NounPhrase) and any(d.terminal in ("INDEF", "NUM") for d in np.determiners):
            said = self.quoted(np.start, np.end)
            raise self.fail(np.start, f"quale «{said}»? scegli prima, poi di' «le altre»", "S020", end=np.end)
        return n.Same(n.Candidate(), self.term(np))  # type: ignore[arg-type]

    def _of_its_card(self, modifier: s.Modifier, np: s.NounPhrase) -> n.Condition | None:
        """«le crepe di questo lancio», of a token of which a value says whose it is."""
        noun = np.noun.name if np.noun is not None else ""
        values = self.vocabulary.values.values() if noun in self.vocabulary.tokens else ()
        told = next((each for each in values if each.owner == noun and each.whose_card is not None), None)
        value = modifier.value
        head = value.noun if isinstance(value, s.NounPhrase) else None
        if told is None or head is None or head.terminal != "N_CARD" or not isinstance(value, s.NounPhrase):
            return None
        declared = self.vocabulary.nouns.get(head.name)
        if declared is not None and (declared.stands_for is not None or declared.of_players):
            return None  # «le crepe del rivale»
        if value.number != 1 or not value.has("this", "that", "the"):
            return None
        mine, its = n.ValueOf(told.name, n.Candidate()), n.ValueOf(told.whose_card or "", self.term(value))
        return n.Compare(mine, "==", its, span=self.span(modifier.start, modifier.end))

    def _done_by_it(self, modifier: s.Modifier, np: s.NounPhrase) -> list[n.Condition] | None:
        """«i lanci di questa Lana», of what is done with a card: those with it; None of whose it is."""
        declared = self.vocabulary.nouns.get(np.noun.name) if np.noun is not None else None
        what = modifier.value
        if declared is None or not declared.done_with or not isinstance(what, s.NounPhrase) or not what.determiners:
            return None
        if what.noun is None or what.noun.terminal != "N_CARD" or self.member_value(what.noun.name) is None:
            return None
        return self._with(n.Select(declared.name), evolve(modifier, kind="mod_with"))[1]

    def _says_its_controller(self, np: object) -> bool:
        """«del suo padrone»."""
        if not (isinstance(np, s.NounPhrase) and np.noun is not None and np.has("the") and not np.modifiers):
            return False
        declared = self.vocabulary.nouns.get(np.noun.name)
        its = any(d.terminal == "POSSESSIVE" and d.name != "your" for d in np.determiners)
        return its and declared is not None and declared.relation == "controller"

    def _whose_controller(self, plural: bool) -> Mention | None:
        """The card spoken of; in a text in force never the bearer, whose controller is you."""
        mention = self.said.recall("card")
        if mention is not None and not mention.number & 1 and self.said.continuous and not plural:
            return None  # of several it would be «del loro»
        bearers = self.said.continuous and mention is not None and not isinstance(mention.recall, n.Var)
        return None if bearers else mention

    def its_own_card(self, np: s.NounPhrase) -> n.Term | None:
        """«spezza una Lana e un'altra Lana del suo padrone», in a text in force: other than the one whose padrone it is."""
        if not self.said.continuous or not any(
            m.kind == "mod_of" and self._says_its_controller(m.value) for m in np.modifiers
        ):
            return None
        loro = any(self._says_their_controller(m.value) for m in np.modifiers)
        mention = self._whose_controller(loro)
        return mention.recall if mention is not None else None

    @staticmethod
    def _says_their_controller(np: object) -> bool:
        words = np.determiners if isinstance(np, s.NounPhrase) else ()
        return any(d.terminal == "POSSESSIVE" and d.name == "their" for d in words)

    def _its_players(self, np: object) -> n.Term | None:
        """«le altre Lane del suo padrone»: of whose is the card spoken of, since each of them is its own padrone's."""
        if not isinstance(np, s.NounPhrase) or np.noun is None or not self._says_its_controller(np):
            return None
        mention = self._whose_controller(self._says_their_controller(np))
        if mention is None and not self.speaks_of_its_host():
            said = f"«{self.quoted(np.start, np.end)}»: di quale carta?"
            raise self.fail(np.start, said, "S021", "dilla: «del … di quella carta»", np.end)
        of = self.host_of_text() if mention is None else mention.recall
        return n.Related(np.noun.name, of, span=self.span(np.start, np.end))

    def _of(self, modifier: s.Modifier, of: n.Term, agent: n.Term | None) -> n.Condition:
        """«di un giocatore», «di Forma Lana», «di un'altra Forma», «della stessa Forma»."""
        np = modifier.value
        span = self.span(modifier.start, modifier.end)
        words = _words_of_one_value(np)
        if len(words) > 1 and (value := words[0].sense.of) is not None:  # «della Forma della Lana e della Torre»
            alone = self.vocabulary.values[value].kind == "member" or (isinstance(np, s.NounList) and np.joiner == "or")
            parts = tuple(n.HasMember(of, value, word.name, span=span) for word in words)
            return n.Or(parts, span=span) if alone else n.And(parts, span=span)
        if isinstance(np, s.NounPhrase) and np.noun is not None and np.noun.terminal == "N_VALUE":
            return self.member_of(np, of, span)
        if isinstance(np, s.NounPhrase) and np.noun is not None and not np.determiners and not np.modifiers:
            value = self.member_value(np.noun.name)
            if value:  # «un attacco di Creatura»: what it is, not whose
                return n.HasMember(of, value, np.noun.name, span=span)
        term = self._its_players(np) or self.term(np, agent=agent)  # type: ignore[arg-type]
        if self.sort(term) == "player" or isinstance(term, n.Candidate):
            return n.ControlledBy(of, term, span=span)
        if isinstance(term, n.Var) and self.sort(term) in ("", "player"):
            return n.ControlledBy(of, term, span=span)
        raise self.fail(
            modifier.start,
            f"«{self.quoted(modifier.start, modifier.end)}»: una carta è di un giocatore",
            "S025",
            end=modifier.end,
        )

    def member_of(self, np: s.NounPhrase, of: n.Term, span: n.Span | None) -> n.Condition:
        """«di Forma Lana», «di un'altra Forma», «della stessa Forma», «di forma opposta» (of the bearer's)."""
        assert np.noun is not None
        value = np.noun.name
        members = [m for m in np.modifiers if m.kind.startswith("adjective") and m.tokens[0].terminal == "MEMBER"]
        inner = next((m.value for m in np.modifiers if m.kind == "mod_of" and isinstance(m.value, s.NounPhrase)), None)
        if isinstance(inner, s.NounPhrase) and inner.noun is not None and inner.noun.sense.of == value:
            return n.HasMember(of, value, inner.noun.name, span=span)  # «della Forma della Lana»
        if members:
            parts = [n.HasMember(of, value, t.name) for m in members for t in m.tokens]
            return parts[0] if len(parts) == 1 else n.Or(tuple(parts), span=span)
        if (
            self._plural_candidate
            and not any(m.kind == "mod_of" for m in np.modifiers)
            and (
                np.has("same")
                or any(m.kind == "adjective" and m.tokens[0].terminal == "DIFFERENT" for m in np.modifiers)
            )
        ):
            raise self.alike_or_not(np)
        if any(d.terminal in ("SAME", "OTHER") for d in np.determiners) or any(
            m.kind == "adjective" and m.tokens[0].terminal == "DIFFERENT" for m in np.modifiers
        ):
            whose = next((m.value for m in np.modifiers if m.kind == "mod_of"), None)
            other = self.term(whose) if whose is not None else self._as_that_of(np.noun)  # type: ignore[arg-type]
            same = n.SharesMember(value, of, other, span=span)
            return same if np.has("same") else n.Not(same, span=span)
        table = next(
            (m.tokens[0] for m in np.modifiers if m.kind == "adjective" and m.tokens[0].terminal == "TABLE_WORD"), None
        )
        if table is not None:
            subject = self._other_than(table)
            return n.HasMember(of, value, n.Lookup(table.name, n.ValueOf(value, subject)), span=span)
        if any(m.kind in ("mod_comparison", "mod_number") for m in np.modifiers):
            return self.value_condition(np, of)
        declared = self.vocabulary.values.get(value)
        if declared is not None and declared.kind == "player" and np.has("the") and not np.modifiers:
            return n.ControlledBy(of, n.ValueOf(value), span=span)  # «le Lane del Custode», of a value that is a player
        chosen = self.word_chosen or self.said.context.word
        if chosen is not None and chosen[0] == value and _is_that_word(np):
            return n.HasMember(of, value, chosen[1], span=span)
        whole = np.has("all") and declared is not None and declared.kind == "member"  # «Canti di tutte le Forme»
        every = np.has("each", "any") or whole
        if every and not np.modifiers and declared is not None and declared.members:
            return n.Or(tuple(n.HasMember(of, value, word) for word in declared.members), span=span)  # «di ogni Forma»
        raise self.fail(np.start, f"quale «{np.noun.text}»?", "S024", end=np.end)

    def alike_or_not(self, np: s.NounPhrase) -> Unreadable:
        """«se hai Lane di Forma diversa», «tre Lane della stessa Forma»: each compared with each other cannot be said."""
        inner = [np, *(m.value for m in np.modifiers if isinstance(m.value, s.NounPhrase))]
        value = next((each.noun.name for each in inner if each.noun and each.noun.terminal == "N_VALUE"), "")
        words = [self.vocabulary.lexeme(name, Kind.MEMBER) for name in self.vocabulary.values[value].members[:2]]
        some = [joined(indefinite(x.gender, x.name), x.name) for x in words if x is not None and x.gender]
        said = f"«{self.quoted(np.start, np.end)}»: uguali o diverse tra loro non si può ancora dire"
        return self.fail(np.start, said, "S038", f"dì quali: «{' e '.join(some)}»" if some else "", end=np.end)

    def _of_player(self, np: s.NounPhrase) -> bool:
        """Whether a value is a player's."""
        declared = self.vocabulary.values.get(np.noun.name) if np.noun is not None else None
        return declared is not None and declared.owner == "player"

    def adjective(self, token: s.Token, of: n.Term, np: s.NounPhrase | None = None) -> n.Condition:
        """What an adjective says of a thing."""
        span = self.span(token.at, token.at + 1)
        kind = token.terminal
        if kind == "STATUS_PHRASE" and token.name in self.vocabulary.nouns:
            return n.IsKind(of, token.name, span=span)  # «a distanza»
        if kind in ("STATUS", "STATUS_PHRASE"):
            is_so = n.IsStatus(of, token.name, span=span)
            return n.Not(is_so, span=span) if token.sense.negated else is_so
        if kind == "MEMBER" and self.says_a_player(token.name, of, np):
            return n.IsKind(of, token.name, span=span)  # «sei distante», where cards may be so too
        if kind == "MEMBER" and self.sort(of) == "spot":
            return self.is_called(token, of)
        if kind == "MEMBER":
            self._not_of_the_match(token, of)
            return n.HasMember(of, token.sense.of or "", token.name, span=span)
        if kind == "LATER":
            bearer = self.said.subject if self.said.subject is not None else n.Self()
            return n.Later(of, bearer, self.order_of(token.at), earlier=token.name == "earlier", span=span)
        if kind == "OPPOSING":
            return n.ControlledBy(of, n.Opponent(anyone=self.vocabulary.most_players > 2), span=span)
        if kind == "ATTACHED":
            return n.Linked(of, span=span)
        if kind == "POSSESSIVE":
            return n.ControlledBy(of, n.You() if token.name == "your" else self._their_player(None, token), span=span)
        if kind == "EMPTY":
            return n.Compare(
                n.Count(
                    n.Select(
                        self.vocabulary.implied_noun,
                        quantity=n.Quantity.ALL,
                        place=of if isinstance(of, n.Place) else None,
                        span=span,
                    )
                ),
                "==",
                n.Num(0),
                span=span,
            )
        if kind == "DIRECTION":
            return self.near(token, of)
        if kind == "FREE_SPOT":
            free = n.IsFree(of, span=span)
            return free if token.name == "free" else n.Not(free, span=span)
        if kind == "EVEN":
            if self.sort(of) == "card":
                raise self.fail(token.at, f"«{token.text}» si dice di un numero: di quale?", "S025")
            return n.Parity(of, token.name == "even", span=span)  # type: ignore[arg-type]
        if kind == "CHOSEN":
            raise self.fail(token.at, f"«{token.text}» non richiama nulla: scegli prima, poi dì «quella …»", "S067")
        raise self.fail(token.at, f"«{token.text}» non si intende qui")

    def _called_so(self, names: tuple[s.Token, ...]) -> n.Condition:
        called = [n.IsCalled(n.Candidate(), t.name, span=self.span(t.at, t.at + 1)) for t in names]
        return called[0] if len(called) == 1 else n.Or(tuple(called))

    def is_called(self, token: s.Token, of: n.Term) -> n.Condition:
        """«la sua casella è Nord»: the name of the place; no other word of a value is said of one."""
        if not self.may_be(token.at, "SPOT_NAME"):
            raise self.fail(token.at, f"«{token.text}» si dice delle carte, non di un posto", "S025", end=token.at + 1)
        return n.IsCalled(of, token.name, span=self.span(token.at, token.at + 1))

    def _not_of_the_match(self, token: s.Token, of: n.Term) -> None:
        """Refuses «sei serena» of a value that only the match has."""
        declared = self.vocabulary.values.get(token.sense.of or "")
        if declared is not None and declared.owner == "game" and self.sort(of) in ("player", "card"):
            said = f"«{token.text}» si dice di {declared.name}, e nessuno ne ha una per sé"
            raise self.fail(token.at, said, "S025", end=token.at + 1)

    def relative(self, modifier: s.Modifier, of: n.Term, np: s.NounPhrase) -> n.Condition:
        raise NotImplementedError

    def participle(self, modifier: s.Modifier, of: n.Term, noun: str = "") -> n.Condition:
        raise NotImplementedError


def _whose_is_meant(np: s.Noun) -> s.Noun:
    """«minore di quello di una tua Lana»: of the Lana."""
    only = np.modifiers[0] if isinstance(np, s.NounPhrase) and len(np.modifiers) == 1 else None
    if only is None or not isinstance(np, s.NounPhrase) or np.noun is not None or not np.has("that"):
        return np
    whose = only.value if only.kind == "mod_of" else None
    return whose if isinstance(whose, (s.NounPhrase, s.NounList)) else np


def _lacking(condition: n.Condition) -> n.Condition:
    """«senza Legami»: none; «senza Corazza»: it has it not."""
    match condition:
        case n.Compare(left=n.Count() | n.ValueOf(), op=">=", right=n.Num(value=1)):
            return evolve(condition, op="==", right=n.Num(0))
        case _:
            return n.Not(condition)


def _words_of_one_value(said: object) -> list[s.Token]:
    """«della Forma della Lana e della Torre», «della Forma della Lana e della Forma della Torre»: Lana, Torre; none where
    something else is said."""
    items = [x for x in (said.items if isinstance(said, s.NounList) else (said,)) if isinstance(x, s.NounPhrase)]
    first = items[0].noun if items else None
    words: list[s.Token] = []
    for item in items:
        named = first is not None and item.noun is not None and item.noun.name == first.name
        inner = [m.value for m in item.modifiers if m.kind == "mod_of"] if named else [item]
        for each in inner:
            words += [
                x.noun for x in getattr(each, "items", (each,)) if isinstance(x, s.NounPhrase) and x.noun is not None
            ]
    if first is None or first.terminal != "N_VALUE" or any(word.sense.of != first.name for word in words):
        return []
    return words


def _is_that_word(np: s.NounPhrase) -> bool:
    """«di quella Forma», «della Forma scelta»: the word of the value that was chosen."""
    chosen = [m for m in np.modifiers if m.kind == "adjective" and [t.terminal for t in m.tokens] == ["CHOSEN"]]
    return (np.has("that") and not np.modifiers) or (np.has("the") and len(chosen) == len(np.modifiers) == 1)


def says_the_most(modifier: s.Modifier) -> bool:
    """«con Ardore maggiore»: it says which one, not what each is."""
    value = modifier.value
    if modifier.kind != "mod_with" or not isinstance(value, s.NounPhrase):
        return False
    words = (m for m in value.modifiers if m.kind == "mod_comparison" and m.value is None)
    return any(word.tokens[0].terminal == "GREATER" for word in words)


def so_many(np: object) -> n.Number | None:
    """«più Ardore di 6»: a bare number, and nobody's."""
    bare = isinstance(np, s.NounPhrase) and np.noun is None and not np.modifiers
    if not isinstance(np, s.NounPhrase) or not bare or [d.terminal for d in np.determiners] != ["NUM"]:
        return None
    return number_said(np.determiners[0])


def _on_itself(np: s.NounPhrase) -> s.NounPhrase:
    """«con un Gettone su di essa»: on the one that is looked at, as without it."""

    def itself(modifier: s.Modifier) -> bool:
        on = modifier.value if modifier.kind == "mod_on" else None
        return isinstance(on, s.NounPhrase) and on.noun is not None and on.noun.terminal == "PRONOUN"

    return evolve(np, modifiers=tuple(m for m in np.modifiers if not itself(m)))


def _but_for_this(said: n.And) -> bool:
    """«già giocato»: what the others are, and not this card, or the one of which it is said."""
    last = said.parts[-1]
    same = last.part if isinstance(last, n.Not) else None
    return isinstance(same, n.Same) and isinstance(same.left, n.Candidate) and isinstance(same.right, n.Self | n.Var)
