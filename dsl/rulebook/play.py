"""What is played: the preparation, the periods one inside the other, the windows and what may be done in them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..meaning import nodes as n
from ..meaning.game import ActionDecl, Choice, PeriodDecl, Price, WindowDecl
from ..meaning.joined import effects_of
from ..meaning.said.italian_phrase import capital
from ..meaning.walk import all_of
from ..vocabulary.inflection import number_word
from .document import Block, Entries, Entry, Item, Listing, Paragraph, Run, Section, Strong
from .spoken import RuleSpeaker
from .teller import Teller, called, listed, strong


def setup(tell: Teller) -> Section | None:
    """What is done before the first turn."""
    if not tell.game.setup:
        return None
    speaker = tell.speaker()
    items = tuple(Item((speaker.line(e), *tell.reference(getattr(e, "span", None)))) for e in tell.game.setup)
    return Section("la-preparazione", "La preparazione", (Listing(items, ordered=True),))


# -- periods


def periods(tell: Teller) -> Iterator[Section]:
    """The periods that no other one contains, each with what it contains; what a player's turn is in comes first."""
    declared = tell.game.periods
    inside = {part for period in declared.values() for part in period.parts}
    roots = [period for period in declared.values() if period.name not in inside]
    for root in sorted(roots, key=lambda period: not _holds_turn(tell, period)):
        yield _root(tell, root)


def _holds_turn(tell: Teller, period: PeriodDecl) -> bool:
    parts = (tell.game.periods[part] for part in period.parts if part in tell.game.periods)
    return period.of_player or any(_holds_turn(tell, part) for part in parts)


def _root(tell: Teller, root: PeriodDecl) -> Section:
    """A root that only repeats one part gives its place to it: the game, to the turn."""
    only = tell.game.periods.get(root.parts[0]) if len(root.parts) == 1 else None
    before: tuple[Block, ...] = ()
    if root.repeats and only is not None:
        many = tell.plural(only.name)
        each = "una dopo l'altra" if tell.gender(only.name) == "f" else "uno dopo l'altro"
        made = f"fatt{'a' if tell.gender(root.name) == 'f' else 'o'}"
        before = (Paragraph((f"{capital(tell.the(root.name))} è {made} di {many}, {each}.",)),)
        if _own(tell, root):
            before = (*before, *_own(tell, root))
        root = only
    title = capital(tell.the(root.name))
    return Section(tell.anchor("periodo", root.name), title, (*before, *_period(tell, root)))


def _period(tell: Teller, period: PeriodDecl) -> tuple[Block, ...]:
    """What a period is, what happens in it, its parts."""
    blocks: list[Block] = list(_own(tell, period))
    parts = [tell.game.periods[part] for part in period.parts if part in tell.game.periods]
    if parts:
        if len(parts) > 1:
            blocks.append(Paragraph((f"Ha {number_word(len(parts))} parti, in quest'ordine:",)))
        blocks.append(Entries(tuple(_part(tell, part) for part in parts)))
    blocks += _closing(tell, period)
    return tuple(blocks)


def _part(tell: Teller, part: PeriodDecl) -> Entry:
    inside = _period(tell, part)
    told = inside or (Paragraph(("Da sé non accade nulla: si risolve ciò che aspettava questo momento.",)),)
    return Entry(tell.anchor("periodo", part.name), capital(part.name), tell.reference(part.span), told)


def _own(tell: Teller, period: PeriodDecl) -> tuple[Block, ...]:
    """Whose a period is, between whom, how it begins, what is done in it."""
    speaker = tell.speaker()
    facts = [*_whose(tell, period)]
    if period.participants:
        between = ", e ".join(
            f"{tell.a(each.what.noun)}, {called(tell, each.what.noun)} {each.name}" for each in period.participants
        )
        facts.append(f"Si svolge tra {between}.")
    for each in period.participants:
        speaker.introduce_proper(each.name, each.what.noun)
    if period.on_start is not None:
        facts.append(speaker.line(period.on_start, "quando comincia"))
    blocks: list[Block] = [Paragraph((" ".join(facts), *tell.reference(period.span)))] if facts else []
    return (*blocks, *tell.steps(period.steps, _in(tell, period)))


def _in(tell: Teller, period: PeriodDecl) -> RuleSpeaker:
    """A speaker that knows the participants of all periods: their names are said in what these contain."""
    speaker = tell.speaker()
    for each in tell.game.periods.values():
        for one in each.participants:
            speaker.introduce_proper(one.name, one.what.noun)
    return speaker


def _whose(tell: Teller, period: PeriodDecl) -> Iterator[str]:
    if period.of_player:
        after = ""
        if isinstance(period.next_player, n.Opponent):
            after = ", poi dell'avversario"
        elif isinstance(period.next_player, n.Related) and period.next_player.relation == "next_player":
            after = ", poi di quello che gli siede accanto"
        elif period.next_player is not None:
            after = f", poi {tell.speaker().amount_or_term(period.next_player).after('di')}"
        yield f"{capital(tell.the(period.name))} è di un giocatore{after}."
    begun = [
        speaker.form(frame.forms[0])
        for frame in tell.game.frames.values()
        for speaker in (tell.speaker(),)
        if any(begin.period == period.name for begin in all_of((frame.steps, frame.then), n.Begin))
    ]
    if begun:
        yield f"{capital(tell.the(period.name))} comincia quando {listed(begun, 'o quando')}."


def _closing(tell: Teller, period: PeriodDecl) -> Iterator[Block]:
    """How a period ends, and what else holds of it."""
    speaker = _in(tell, period)
    facts: list[str] = []
    if period.on_end is not None:
        lines = effects_of(period.on_end)
        facts += [speaker.line(line, f"quando {tell.the(period.name)} finisce") for line in lines]
    if period.ends_when is not None:
        facts.append(f"{capital(tell.the(period.name))} finisce appena {speaker.clause(period.ends_when)}.")
    if period.never_ends_early:
        facts.append(f"{capital(tell.the(period.name))} si compie sempre fino in fondo.")
    if period.holds_triggers:
        facts.append(f"Ciò che scatta {tell.of_the(period.name, 'in')} aspetta che sia tutto finito.")
    if period.ends_unsaid:
        it = "essa" if tell.gender(period.name) == "f" else "esso"
        facts.append(f"Un effetto che non dice quanto dura, nato {tell.of_the(period.name, 'in')}, finisce con {it}.")
    if period.start_part is not None and period.end_part is not None:
        of = tell.of_the(period.name, "di")
        facts.append(f"«All'inizio {of}» vuol dire in {period.start_part}; «alla fine {of}», in {period.end_part}.")
    if period.trial_until is not None or period.trial_skips:
        facts.append(_trial(tell, period))
    if facts:
        yield Paragraph((" ".join(facts),))


_SKIPS: Final = {"choices": "senza far scegliere nessuno", "dice": "senza tirare il dado"}


def _trial(tell: Teller, period: PeriodDecl) -> str:
    how = [_SKIPS[skip] for skip in period.trial_skips if skip in _SKIPS]
    if period.trial_until is not None:
        included = "compresa" if tell.gender(period.trial_until) == "f" else "compreso"
        how.insert(0, f"fino {tell.of_the(period.trial_until, 'a')} {included}")
    return f"Quando una regola chiede come andrebbe {tell.the(period.name)}, lo si immagina {listed(how)}."


# -- windows and actions


def actions(tell: Teller) -> Section | None:
    """What a player may do, window by window."""
    game = tell.game
    if not game.windows and not game.actions:
        return None
    blocks: list[Block] = []
    for window in game.windows.values():
        entry = Entry(tell.anchor("finestra", window.name), f"La finestra {window.name}", window_told(tell, window))
        blocks.append(Entries((entry,)))
        mine = [action for action in game.actions.values() if window.name in action.windows]
        if mine:
            blocks.append(Entries(tuple(_action(tell, action, window) for action in mine)))
    return Section("che-cosa-si-puo-fare", "Che cosa si può fare", tuple(blocks))


def window_told(tell: Teller, window: WindowDecl) -> tuple[Run, ...]:
    """Who acts in a window, when what is played is done, how it closes."""
    who = f"Agisce il giocatore di {tell.turn}, finché vuole e può"
    if window.speakers != "turn_player":
        who = "Agiscono tutti, uno dopo l'altro, finché vogliono e possono"
    if window.first:
        said = [tell.speaker().phrase(each) for each in window.first]
        others = ", poi gli altri in giro" if window.others else ""
        who = f"Agisce prima {', poi '.join(said)}{others}, finché vogliono e possono"
    done = {
        "at_once": "ciò che si fa si compie subito",
        "stack": "ciò che si gioca si compie alla chiusura, cominciando dall'ultimo",
        "collected": "ciò che si gioca si compie alla chiusura, cominciando dal primo",
        "zone": f"ciò che si gioca aspetta in cima {tell.of_the(window.zone, 'a') if window.zone else ''}",
    }[window.played]
    closes = "quando passano tutti" if window.closes == "all_pass" else "quando chi agisce passa"
    alone = " Chi non può fare altro passa da sé." if window.auto_pass else ""
    alone += "" if window.may_pass else " Finché si può fare qualcosa non si passa."
    return (
        f"{who}: {done}.{_waiting(window)} La finestra si chiude {closes}.{alone}",
        *tell.reference(window.span),
    )


def _waiting(window: WindowDecl) -> str:
    """What is resolved when all have passed, and where what an effect sets off goes."""
    if window.played != "zone":
        return ""
    again = "chi ha giocato parla ancora" if window.after_play == "same" else "dopo chi ha giocato parla il successivo"
    passed = "si risolve tutto, cominciando dall'ultimo"
    if window.all_passed[0] == "top":
        then = "il giocatore di turno" if window.all_passed[1] == "turn player" else "chi l'aveva giocato"
        passed = f"si risolve ciò che sta in cima, poi parla {then}"
    wait = " Aspettano lì anche gli effetti che si attivano." if window.triggers_wait else ""
    return f" Dopo una giocata {again}; quando tutti passano di seguito {passed}.{wait}"


def _action(tell: Teller, action: ActionDecl, window: WindowDecl) -> Entry:
    """An action in a window: what is chosen, what it costs, under which conditions, what happens, the rules that bear on it."""
    speaker = tell.speaker()
    chosen = [_choice(tell, action, choice, speaker) for choice in action.choices]
    items = [Item(strong("Costo: ", f"{action_cost(tell, action, speaker)}."))]
    if chosen:
        items.insert(0, Item(strong("Scegli: ", f"{'; '.join(chosen)}.")))
    items += [Item(strong("Solo se ", f"{speaker.clause(condition)}.")) for condition in action.asked_in(window.name)]
    if action.limit is not None:
        among = f" tra {listed(action.shares)}" if action.shares else ""
        items.append(Item((f"Al massimo {speaker.limit(action.limit, action.per)}{among}.",)))
    if action.waits:
        items.append(Item((f"Prima di compiersi aspetta in cima {tell.of_the(action.waits, 'a')}.",)))
    links = tell.verb_links(tell.verbs_in(action.effect))
    see: tuple[Run, ...] = (" (vedi ", *links, ")") if links else ()
    items.append(Item((Strong("Effetto: "), speaker.order(action.effect), *see, ".")))
    rules = tell.rules_about(tell.verbs_in(action.effect))
    told = tuple(Item((*strong(f"{rule.name}. "), text, *tell.reference(rule.span))) for rule, text in rules)
    blocks: list[Block] = [Listing(tuple(items))]
    if told:
        blocks += [Paragraph(("Regole che valgono qui:",)), Listing(told)]
    return Entry(tell.anchor("azione", action.name), action.name, tell.reference(action.span), tuple(blocks), "azione")


def action_cost(tell: Teller, action: ActionDecl, speaker: RuleSpeaker | None = None) -> str:
    """«1 Mossa», «niente»; ``speaker`` knows what was chosen."""
    if speaker is None:
        speaker = tell.speaker()
        for choice in action.choices:
            _choice(tell, action, choice, speaker)
    prices = [_price(speaker, price) for price in action.price]
    return listed(prices) if prices else "niente"


def _price(speaker: RuleSpeaker, price: Price) -> str:
    if price.amount == n.Num(1):
        return f"1 {speaker.noun(price.value).singular}"
    if isinstance(price.amount, n.Num):
        return str(speaker.counted(price.amount, price.value))
    return f"{speaker.noun(price.value).plural} quanto {speaker.amount(price.amount)}"


def is_several(what: n.Select) -> bool:
    """Whether a choice is of a set."""
    return what.quantity is not n.Quantity.EXACTLY or what.number not in (None, n.Num(1))


def _choice(tell: Teller, action: ActionDecl, choice: Choice, speaker: RuleSpeaker) -> str:
    """A choice in words. Its name is said only where two choices are of one sort; else «quella carta» is enough."""
    if choice.what is None:
        return "come " + " o come ".join(tell.speaker().noun(manner).singular for manner in choice.manners)
    sorts = [each.what.noun for each in action.choices if each.what is not None]
    said = speaker.phrase(choice.what)
    name = choice.what.bind
    if name is None or not name[:1].isupper():
        return said
    if sorts.count(choice.what.noun) == 1 and not is_several(choice.what):
        speaker.recall_by_noun(name)
        return said
    return f"{said}, {called(tell, choice.what.noun, is_several(choice.what))} {name}"
