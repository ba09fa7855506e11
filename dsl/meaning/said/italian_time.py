"""Time in canonical Italian: how long, when, how often, on what occasion."""

from __future__ import annotations

from attrs import evolve

from ...vocabulary.inflection import Mood, joined
from .. import nodes as n
from .discourse import Features
from .italian_lasting import ItalianLasting
from .italian_phrase import Phrase, of_gender, that
from .parts import PLAYER, apiece, foe_in, is_host, two_alike


class ItalianTime(ItalianLasting):
    """Durations, moments, the occasions of triggers, conditions with their conjunction."""

    def limit(self, limit: n.Number | None, per: str | None, further: bool = False) -> str:
        """«una volta per turno», «2 volte per turno», «una volta in più per turno»."""
        if limit is None:
            return ""
        one, each = apiece(limit)
        if further and each is not None:  # «una volta in più per ogni Gettone»
            return f"{self.limit(one, per, further)} {self.for_each(each)}"
        times = "una volta" if limit == n.Num(1) else f"{self.amount(limit)} volte"
        times += " in più" if further else ""
        return f"{times} per {self.noun(per).singular}" if per is not None else times

    def duration(self, duration: n.Duration | None) -> str:
        """«per questo turno», «fino alla fine del prossimo turno», «finché è legata»."""
        if duration is None:
            return ""
        period, of = duration.period or "", duration.of
        match duration.stretch:
            case n.Stretch.ONCE:
                return ""
            case n.Stretch.THIS if of is not None:
                return f"fino alla fine {self.period_of(period, of).after('di')}"
            case n.Stretch.THIS:
                noun = self.noun(period)
                return f"per quest{'a' if noun.gender == 'f' else 'o'} {noun.singular}"
            case n.Stretch.SAID:
                noun = self.noun(period)
                return f"per {that(Features(noun.gender), noun.singular)}{noun.singular}"
            case n.Stretch.NEXT:
                return self._next(period, of).after("per")
            case n.Stretch.THROUGH_NEXT:
                return f"fino alla fine {self._next(period, of).after('di')}"
            case n.Stretch.UNTIL_START:
                return f"fino {self._next(period, of).after('a')}"
            case n.Stretch.WHILE if duration.condition is not None:
                with self.said.asking():  # «finché questa carta è in campo», after another was spoken of
                    return f"finché {self.condition(duration.condition)}"
            case n.Stretch.WHILE:
                return ""

    def _next(self, period: str, of: n.Term | None) -> Phrase:
        features = Features(self.noun(period).gender)
        word = "prossima" if features.gender == "f" else "prossimo"
        return self.period_of(period, of, before=word)

    def moment(self, moment: n.Moment, *, each: bool = False) -> str:
        """«all'inizio del tuo turno», «alla fine del turno»; ``each`` says that it is of all («di ogni tuo turno»)."""
        start = "alla fine" if moment.end else "all'inizio"
        of = moment.of
        if isinstance(of, n.Select) and of.quantity is n.Quantity.ALL and of.noun == PLAYER:
            whose = f"di ogni {self.select(of, bare=True, number='s')}"
            self.present(of.bind, self.noun(of.noun), Features("m"))
            return f"{start} {self.period_of(moment.period, None).after('di')} {whose}"
        if each and moment.every:
            return f"{start} di ogni {evolve(self.period_of(moment.period, moment.of), article='')}"
        if moment.next or (not moment.every and not moment.end):
            return f"{start} {self._next(moment.period, moment.of).after('di')}"
        if not moment.every and moment.of is None and moment.end:  # «alla fine di questo turno»
            noun = self.noun(moment.period)
            return f"{start} di {of_gender('questo', Features(noun.gender))} {noun.singular}"
        return f"{start} {self.period_of(moment.period, moment.of).after('di')}"

    def when(self, condition: n.Condition) -> str:
        """A condition with its conjunction: «se è desta», «durante il tuo turno»."""
        with self.said.asking():
            return self._when(condition)

    def _when(self, condition: n.Condition) -> str:
        if isinstance(condition, n.During) and not condition.first:
            return joined("durante", str(self._during(condition)))
        if isinstance(condition, n.AnyTime):
            return "in ogni momento"
        if (foe := self._against_foe(condition)) is not None:
            return foe
        if isinstance(condition, n.And) and any(isinstance(part, n.During) for part in condition.parts):
            times = [self.when(part) for part in condition.parts if isinstance(part, n.During)]
            rest = tuple(part for part in condition.parts if not isinstance(part, n.During))
            return ", ".join([*times, self.when(rest[0] if len(rest) == 1 else n.And(rest))] if rest else times)
        return f"se {self.condition(condition)}"

    def _against_foe(self, condition: n.Condition) -> str | None:
        """«durante uno scontro contro una carta di un'altra Forma, se …»: of the subject, and the other one in it."""
        found = foe_in(condition, self.words)
        if found is None:
            return None
        period, foe, rest = found
        said = f"durante {self.period(period, article='a')} contro {self.term(foe)}"
        return said if rest is None else f"{said}, {self.when(rest)}"

    def _during(self, condition: n.During) -> Phrase:
        declared = self.words.vocabulary.periods.get(condition.period)
        if condition.of is None and declared is not None and declared.participants:
            return self.period(condition.period, article="a")
        return self.period_of(condition.period, condition.of)

    def occasion(
        self, when: n.Event | n.Moment, *, before: bool = False, at_once: bool = False, once: bool = False
    ) -> str:
        """When something is done: «quando attacca», «all'inizio del tuo turno», «prima che si spezzi»."""
        if isinstance(when, n.Moment):
            return self.moment(when)
        other, self.said.other = self.said.other, False  # an event without subject is always the bearer's
        if before and not once:  # «che subisca» alone may be of anybody
            you = "tu" if isinstance(self.voice(when, True)[0], n.You) else ""
            said = joined("prima che", you, self.event(when, Mood.SUBJUNCTIVE, pattern=True))
        elif at_once:
            said = f"subito dopo che {self.event(when, perfect=True, pattern=True)}"
        else:
            said = f"{'la prossima volta che' if once else 'quando'} {self.event(when, pattern=True)}"
        self.said.other = other
        subject, _ = self.voice(when, True)
        self.said.topic = subject if subject is not None and not isinstance(subject, n.You) else self.said.topic
        self._tell_apart(when)
        return said

    def _tell_apart(self, when: n.Event) -> None:
        """«la Lanterna attaccata», «la Lanterna attaccante»: «quella Lanterna» would be either."""
        verb = self.words.verb(when.verb)
        hosts = {
            part.value.bind: part.value
            for part in when.roles
            if isinstance(part.value, n.Select) and is_host(part.value)
        }
        for name, doing in zip(two_alike(when) or (), (True, False), strict=False):
            known = self.said.names.get(name)
            if known is not None and name in hosts:  # «la Lanterna legata» is told apart by that
                self.said.names[name] = evolve(known, told_apart=self.term(hosts[name]).text)
                continue
            if known is None or known.proper is not None or (doing and not self.words.is_name(verb.present_participle)):
                continue
            of = known.features
            by = verb.present_participle if doing else verb.past(of.gender, of.number, with_tail=False)
            self.said.names[name] = evolve(known, told_apart=f"{known.noun.form(of.number)} {by}")
