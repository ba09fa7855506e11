"""What verbs do, the rules and limits, how the game ends, and how ties of timing are settled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from attrs import evolve, frozen

from ..meaning import nodes as n
from ..meaning.game import BESIDE, CheckDecl, ClaimDecl, Ending, Frame, LimitDecl, whole_match
from ..meaning.joined import effects_of
from ..meaning.mapped import replace_term
from ..meaning.said.italian_phrase import capital
from ..meaning.walk import all_of
from ..vocabulary.headings import HEADINGS, LISTED_SLOT
from ..vocabulary.vocabulary import Kind
from .document import Block, Entries, Entry, Item, Listing, Paragraph, Runs, Section
from .spoken import AMOUNT, RuleSpeaker
from .teller import Teller, called, listed, strong

# -- verbs


def verbs(tell: Teller) -> Section | None:
    """What every verb of the game makes happen."""
    entries = [_verb(tell, verb, frames) for verb, frames in tell.verbs.items()]
    entries += [_claim(tell, claim) for claim in tell.game.claims.values()]
    if not entries:
        return None
    front = Paragraph(("Le carte dicono che cosa si fa con questi verbi; qui c'è che cosa accade ogni volta.",))
    ordered = sorted(entries, key=lambda entry: entry.name.casefold())
    return Section("che-cosa-vogliono-dire-i-verbi", "Che cosa vogliono dire i verbi", (front, Entries(tuple(ordered))))


def _verb(tell: Teller, verb: str, frames: tuple[Frame, ...]) -> Entry:
    """A verb: its forms, where and of whom, its steps, what comes after; each group of forms in its turn."""
    blocks: list[Block] = []
    for frame in frames:
        blocks += _frame(tell, frame)
    return Entry(tell.anchor("verbo", verb), capital(verb), tell.reference(frames[0].span), tuple(blocks), "verbo")


def forms_told(tell: Teller, frame: Frame) -> str:
    """The forms of a verb as sentences: «Un giocatore scava carte.»"""
    return " ".join(f"{capital(tell.speaker().form(form))}." for form in frame.forms)


def _frame(tell: Teller, frame: Frame) -> Iterator[Block]:
    speaker = tell.speaker()
    speaker.introduce_roles(frame)
    for each in tell.game.periods.values():
        for one in each.participants:
            speaker.introduce_proper(one.name, one.what.noun)
    yield Paragraph((forms_told(tell, frame), *_conditions(tell, frame, speaker)))
    manners: list[Item] = []
    for steps in frame.steps:
        if steps.when is not None:
            said = ", poi ".join(speaker.told(part) for part in effects_of(steps.effect))
            manners.append(Item(strong(f"Come {tell.speaker().noun(steps.when).singular}: ", f"{said}.")))
        else:
            yield from tell.steps((steps.effect,), speaker)
    if manners:
        yield Listing(tuple(manners))
    if frame.then is not None:
        yield Paragraph((f"Poi, quando si è risolto ciò che scatta: {speaker.told(frame.then)}.",))


def _conditions(tell: Teller, frame: Frame, speaker: RuleSpeaker) -> Runs:
    """Where the object must be, how it must stand, whose kind the verb is."""
    out: list[str] = []
    noun = _object_noun(frame)
    if frame.place is not None:
        places = [frame.place, *(n.Place(zone) for zone in frame.also_from)]
        where = " o ".join(speaker.where_said(each) for each in places)
        out.append(f"{capital(tell.the(noun))} deve essere {where}.")
    if frame.object_condition is not None:
        out.append(f"Si può solo se {tell.the(noun)} {speaker.of(frame.object_condition, noun)}.")
    if frame.one_by_one:
        out.append("Si fa a uno per volta.")
    if frame.at_most is not None:
        or_nothing = ", o nulla" if frame.all_of_it else ""
        out.append(f"Non se ne fa più di quanto dice «{frame.at_most}» di chi lo fa{or_nothing}.")
    if frame.default_manner == "agent":
        out.append("Se non è detto come, lo sceglie chi lo fa.")
    elif frame.default_manner == "other":
        out.append("Se non è detto in che cosa, è l'altra delle due.")
    elif frame.default_manner is not None:
        out.append(f"Se non è detto come, è come {tell.speaker().noun(frame.default_manner).singular}.")
    out += _places(frame, speaker)
    if frame.keeps_controller:
        out.append("Il controllore resta lo stesso.")
    if frame.counted and not any(var.name == AMOUNT for var in all_of(frame.steps, n.Var)) and frame.steps:
        out.append("Se il numero è più di uno, si fa tutto da capo ogni volta.")
    runs: Runs = (" " + " ".join(out),) if out else ()
    if frame.kind_of is not None:
        link = tell.verb_link(frame.kind_of.partition("#")[0])
        runs = (*runs, " È un modo di ", link, ".")
    if not frame.steps and frame.then is None and frame.kind_of is None:
        runs = (*runs, " Da solo non cambia nulla: contano le regole e le carte che lo guardano.")
    return runs


def _places(frame: Frame, speaker: RuleSpeaker) -> Iterator[str]:
    """Where a verb leads, and whose place it is when nobody says it."""
    if frame.only_spots is not None:
        yield f"Il posto è {speaker.term(frame.only_spots)}."
    elif frame.default_spot is not None:
        yield f"Se non è detto dove, è {speaker.term(frame.default_spot)}."
    if frame.spot_owner is not None:
        yield f"Se non è detto di chi è il posto, è {speaker.term(frame.spot_owner).after('di')}."


def _object_noun(frame: Frame) -> str:
    for select in all_of(tuple(r.value for f in frame.forms for r in f.roles if r.name == "object"), n.Select):
        return select.noun
    return "carta"


def _claim(tell: Teller, claim: ClaimDecl) -> Entry:
    speaker = tell.speaker()
    said = f"{capital(speaker.form(claim.form))}."
    if claim.printed is not None:
        said += f" Sulle carte è scritto: «{speaker.form(claim.printed)}»."
    if claim.lost is not None:
        said += f" Di chi ha la peggio: «{speaker.form(claim.lost)}»."
    anchor = tell.anchor("pretesa", claim.name)
    told = f"{said} Vale finché la carta lo dice."
    return Entry(anchor, capital(claim.name), (told, *tell.reference(claim.span)), kind="verbo")


# -- rules and limits


def rules(tell: Teller) -> Section | None:
    """The rules with a name: those that bear on an action stand there too."""
    game = tell.game
    if not game.rules and not game.limits and not game.checks:
        return None
    items = tuple(
        Item((*strong(rule.name, ". "), tell.text(rule.text), *tell.reference(rule.span)))
        for rule in game.rules.values()
    )
    limits = tuple(Item((*strong(limit.name, ". "), *limit_told(tell, limit))) for limit in game.limits.values())
    sections: tuple[Section, ...] = ()
    if limits:
        front = Paragraph(("Appena si supera un limite, qualcosa esce.",))
        sections = (Section("i-limiti", "I limiti", (front, Listing(limits))),)
    checks = tuple(Item((*strong(check.name, ". "), *check_told(tell, check))) for check in game.checks.values())
    if checks:
        front = Paragraph(("Ciò che è dovuto avviene tutto insieme, finché qualcosa è dovuto.",))
        sections += (Section("le-verifiche", "Le verifiche", (front, Listing(checks))),)
    return Section("le-regole", "Le regole", (Listing(items),) if items else (), sections)


def check_told(tell: Teller, check: CheckDecl) -> Runs:
    """«Se la Vita di quel giocatore è 0 o meno, quel giocatore perde la partita.»"""
    speaker = tell.speaker()
    speaker.introduce("of", check.what.noun)
    whom = speaker.phrase(evolve(check.what, quantity=n.Quantity.EXACTLY, number=n.Num(1)))
    if check.beside is not None:
        whom = f"{whom}, con {speaker.phrase(evolve(check.beside, quantity=n.Quantity.EXACTLY, number=n.Num(1)))}"
        name, noun = check.beside.bind or BESIDE, check.beside.noun
        if name == BESIDE:
            speaker.introduce(name, noun)
        else:
            speaker.introduce_proper(name, noun)
            whom = f"{whom}, {called(tell, noun)} {name}"
    effect = check.effect if check.condition is None else n.If(check.condition, check.effect)
    return (f"Per {whom}: {speaker.told(effect)}.", *tell.reference(check.span))


def limit_told(tell: Teller, limit: LimitDecl) -> Runs:
    """«Un giocatore può avere al massimo 5 Torri. Se sono di più, ne esce …»"""
    speaker = tell.speaker()
    owner = "giocatore" if limit.of == "player" else limit.of
    speaker.introduce("of", owner)
    most = speaker.counted(n.Num(limit.most), limit.what.noun)
    leaver = speaker.phrase(limit.leaver)
    speaker.introduce("leaver", limit.leaver.noun)
    done = speaker.told(limit.effect)
    said = f"{capital(tell.a(owner))} può avere al massimo {most}. Se sono di più, esce {leaver}: {done}."
    return (said, *tell.reference(limit.span))


# -- the end


def ending(tell: Teller) -> Section:
    """When the game is over, what leads there, and who has won."""
    blocks: list[Block] = []
    lines = tuple(_lines(tell))
    ends = [line for line in lines if any(True for _ in all_of(line.effect, n.EndGame))]
    told = [line.said for line in ends]
    told += [
        tell.text(rule.text) for rule in tell.game.rules.values() if any(True for _ in all_of(rule.text, n.EndGame))
    ]
    if told:
        blocks += [Paragraph(("La partita finisce così:",)), Listing(tuple(Item((said,)) for said in told))]
    before = [line for line in _leading_to(tell, lines, ends) if line not in ends]
    if before:
        items = tuple(Item((line.said,)) for line in before)
        blocks += [Paragraph(("Ci si arriva così:",)), Listing(items)]
    whole = whole_match(tell.game.periods)
    if whole is not None and whole.on_end is not None:
        speaker, when = tell.speaker(), f"quando {tell.the(whole.name)} finisce"
        last = tuple(Item((speaker.line(part, when),)) for part in effects_of(whole.on_end))
        blocks += [Paragraph(("Prima di vedere chi ha vinto:",)), Listing(last)]
    won = victory(tell)
    if won:
        blocks.append(Paragraph((won,)))
    score = _score(tell)
    moved = [line for line in lines if score is not None and any(_moves(line, {score}))]
    if score is not None and moved:
        verbs = {line.verb for line in moved if line.verb}
        moved += [line for line in lines if line not in moved and _does(line, verbs)]
        how = "Cambiano" if tell.number_of(score) == "p" else "Cambia"
        items = tuple(Item((line.said,)) for line in moved)
        blocks += [Paragraph((f"{how} così {tell.the(score)}:",)), Listing(items)]
    return Section("come-finisce", "Come finisce e chi vince", tuple(blocks))


@frozen
class _Line:
    """A sentence of the rules with its occasion; ``verb`` is the name of the frame of which it is a step, if it is."""

    said: str
    effect: n.Effect
    verb: str = ""


def _lines(tell: Teller) -> Iterator[_Line]:
    """Every sentence of the periods and of the verbs."""
    for period in tell.game.periods.values():
        speaker = tell.speaker()
        name = tell.the(period.name)
        occasions = ((f"quando {name} comincia", period.on_start), (f"quando {name} finisce", period.on_end))
        for front, effect in (*occasions, *((tell.of_the(period.name, "in"), step) for step in period.steps)):
            yield from (_Line(speaker.line(part, front), part) for part in effects_of(effect))
    for frame in tell.game.frames.values():
        speaker = tell.speaker()
        speaker.introduce_roles(frame)
        front = f"quando {tell.speaker().form(frame.forms[0])}"
        for effect in (*(steps.effect for steps in frame.steps), frame.then):
            yield from (_Line(speaker.line(part, front), part, frame.name) for part in effects_of(effect))


def _leading_to(tell: Teller, lines: tuple[_Line, ...], ends: list[_Line]) -> list[_Line]:
    """The sentences that move what the end of the game waits for: the values of the game that it looks at, and the
    verbs by which these are moved."""
    values: set[str] = set()
    verbs: set[str] = set()
    found: list[_Line] = []
    fresh = list(ends)
    while fresh:
        values |= {
            value.value
            for line in fresh
            for value in all_of(line.effect, n.ValueOf)
            if tell.game.values[value.value].owner == "game"
        }
        values |= {each.relation for line in fresh for each in all_of(line.effect, n.Related)} & _of_game(tell)
        verbs |= {line.verb for line in fresh if line.verb and any(_moves(line, values))}
        fresh = [
            line
            for line in lines
            if line not in found and line not in ends and (any(_moves(line, values)) or _does(line, verbs))
        ]
        found += fresh
    return [line for line in lines if line in found]


def _of_game(tell: Teller) -> set[str]:
    return {value.name for value in tell.game.values.values() if value.owner == "game"}


def _does(line: _Line, verbs: set[str]) -> bool:
    return any(done.event.verb in verbs for done in all_of(line.effect, n.Do))


def _moves(line: _Line, values: set[str]) -> Iterator[bool]:
    return (True for change in all_of(line.effect, n.Change) if change.value in values)


def _score(tell: Teller) -> str | None:
    """The value that decides who wins."""
    end = tell.game.ending
    return next((each.value for each in all_of(end.score, n.ValueOf)), None) if end is not None else None


def victory(tell: Teller) -> str:
    """«Vince chi ha più Gemme. A parità, …»"""
    end = tell.game.ending
    if end is None:
        return ""
    decided = " ".join(_decided(tell, check) for check in tell.game.checks.values() if _ends(check))
    if end.after_period is not None:
        also = "anche " if decided else ""
        over = f"La partita finisce {also}dopo {end.after} {tell.plural(end.after_period)}. "
        return f"{decided} {over}{_winner(tell, end)}".strip()
    return f"{decided} {_winner(tell, end)}".strip()


def _ends(check: CheckDecl) -> bool:
    return any(True for _ in all_of(check.effect, n.EndGame))


def _decided(tell: Teller, check: CheckDecl) -> str:
    """«Se la Vita di un giocatore è 0 o meno, il giocatore perde la partita», «un giocatore con 0 Vita perde la partita»."""
    speaker = tell.speaker()
    speaker.introduce("of", check.what.noun)
    if check.condition is not None:
        return f"{capital(speaker.told(n.If(check.condition, check.effect)))}."
    whom = evolve(check.what, quantity=n.Quantity.EXACTLY, number=n.Num(1), bind=None)
    return f"{capital(speaker.told(replace_term(check.effect, n.Var('of'), whom)))}."


def _winner(tell: Teller, end: Ending) -> str:
    value = _score(tell)
    if value is None:
        return "Vince l'ultimo rimasto in gioco."
    least = isinstance(end.score, n.Compute) and end.score.op is n.Arithmetic.SUBTRACT
    won = f"Vince chi ha {'meno' if least else 'più'} {tell.plural(value)}."
    if end.tie is None:
        return f"{won} A parità, non vince nessuno."
    return f"{won} A parità, vince {tell.speaker().phrase(end.tie)}."


# -- orders

_VALUES: Final[Mapping[tuple[str, str], str]] = {
    ("printed", ""): "il valore stampato",
    ("copied", ""): "ciò che lo copia da un'altra carta",
    ("set", "last"): "gli effetti che lo fissano: vale l'ultimo usato",
    ("set", "greatest"): "gli effetti che lo fissano: vale il più alto",
    ("added", "sum"): "gli effetti che aggiungono o tolgono: si sommano tutti",
    ("added", "greatest"): "gli effetti che aggiungono o tolgono: vale solo il più alto",
    ("always set", "last"): "gli effetti che lo fissano con «sempre»: vale l'ultimo usato",
    (
        "always set",
        "last, rest falls",
    ): "gli effetti che lo fissano con «sempre»: vale l'ultimo usato, e ciò che precede non conta",
    ("always added", "sum"): "gli effetti che aggiungono con «sempre»: si sommano tutti",
}
_PERMISSIONS: Final[Mapping[tuple[str, str], str]] = {
    ("card beats rule", ""): "Se una carta e una regola si contraddicono, vale la carta.",
    ("rule beats card", ""): "Se una carta e una regola si contraddicono, vale la regola.",
    ("cannot beats can", ""): "«Non può» vince su «può».",
    ("can beats cannot", ""): "«Può» vince su «non può».",
    ("always beats", ""): "Chi dice «sempre» vince su chi non lo dice.",
    ("tie", "last"): "Tra due che si equivalgono, vale l'ultimo usato.",
    ("tie", "first"): "Tra due che si equivalgono, vale il primo usato.",
}
_PRIORITIES: Final[Mapping[tuple[str, str], str]] = {
    (
        "players",
        "turn player first",
    ): "Se scattano effetti di più giocatori, prima quelli del giocatore di {turn}, poi gli altri, in giro.",
    (
        "players",
        "opponent first",
    ): "Se scattano effetti di più giocatori, prima quelli dell'avversario, poi gli altri, in giro.",
    ("own", "owner orders"): "Ogni giocatore mette i propri nell'ordine che vuole.",
    ("own", "by arrival"): "I propri si risolvono nell'ordine in cui le carte sono arrivate.",
    ("first", "limits"): "Prima si rispettano i limiti, poi si risolve ciò che è scattato.",
    ("first", "triggers"): "Prima si risolve ciò che è scattato, poi si rispettano i limiti.",
    (
        "born",
        "depth first",
    ): "Ciò che nasce da un effetto si risolve subito dopo quell'effetto, prima di ciò che già aspettava.",
    ("born", "queue"): "Ciò che nasce da un effetto si mette in coda, dopo ciò che già aspettava.",
    (
        "checks",
        "after the effect",
    ): "Quando un effetto è finito si guarda ciò che le verifiche chiedono, prima che altro si attivi.",
    ("checks", "after each event"): "Dopo ogni cosa che accade si guarda subito ciò che le verifiche chiedono.",
    (
        "instead",
        "who suffers it chooses",
    ): "Se più cose sono al posto della stessa, o la prevengono, chi la subisce sceglie quale.",
    ("departed", "as it was"): "Se serve sapere qualcosa di una carta che è uscita, vale com'era prima di uscire.",
}
_DOUBTS: Final[Mapping[tuple[str, str], str]] = {
    (
        "within a place",
        "remembers",
    ): "Una carta che cambia zona nello stesso luogo ricorda tutto ciò che le era accaduto.",
    (
        "within a place",
        "itself",
    ): "Una carta che cambia zona nello stesso luogo resta la stessa, ma ciò che la cambiava è finito.",
    ("impossible", "skip, do the rest"): "Ciò che non si può fare non si fa, ma il resto sì.",
    ("impossible", "skip all"): "Se una parte non si può fare, non si fa nemmeno il resto.",
    ("target", "when used"): "Il bersaglio si sceglie nel momento in cui l'effetto si usa.",
    ("missing target", "not used"): "Un testo che vuole un bersaglio non si usa se nulla può esserlo.",
    ("missing target", "the rest is done"): "Se nulla può essere bersaglio, ciò che non lo vuole si fa lo stesso.",
    ("several", "one event"): "Più cose fatte con una parola sola accadono insieme.",
    ("leaves zone", "forgets"): "Una carta che lascia la sua zona dimentica tutto ciò che le era accaduto.",
    (
        "cost",
        "only if done in full",
    ): "In «fai questo per fare quello», il secondo si fa solo se il primo si è fatto per intero.",
    ("equals", "user chooses"): "Se più cose sono alla pari, sceglie chi usa l'effetto.",
    (
        "if",
        "by text",
    ): "Un «se» in un testo che vale di continuo si guarda sempre; in un effetto che si usa, solo quando si usa.",
    (
        "abilities",
        "texts and keywords",
    ): "Le abilità di una carta sono i suoi testi e le sue parole chiave: chi le perde non ha più né gli uni né le altre.",
    (
        "abilities",
        "keywords",
    ): "Le abilità di una carta sono le sue parole chiave: chi le perde tiene il resto del testo.",
    ("each", "of all"): "«+1 e +2 per ogni carta» è per ogni carta l'uno e l'altro.",
    ("each", "of the last"): "«+1 e +2 per ogni carta» è per ogni carta solo l'ultimo.",
    ("past", LISTED_SLOT): "Ciò che si chiede del passato, senza dire quando, è {of_period} in corso.",
    (
        "waits",
        LISTED_SLOT,
    ): "Un effetto usato che aspetta qualcosa, senza dire fino a quando, l'aspetta fino alla fine {of_period} in corso.",
    ("all of none", "false"): "Di nessuna carta non si può dire «tutte»: è falso.",
    ("all of none", "true"): "Di nessuna carta si può dire «tutte»: è vero.",
    (
        "self-reference",
        "without this effect",
    ): "Un effetto che guarda il valore che cambia lo guarda com'è senza di sé.",
    ("endless loop", "stop and tell"): "Se degli effetti si risvegliano l'un l'altro senza fine, ci si ferma.",
    ("endless loop", "draw"): "Se degli effetti si risvegliano l'un l'altro senza fine, la partita è pari.",
}
_ORDERS: Final = (
    ("priority_order", "Chi viene prima", _PRIORITIES),
    ("permission_order", "Quando due testi si contraddicono", _PERMISSIONS),
    ("doubt_order", "Nel dubbio", _DOUBTS),
)


def order_sentences() -> Iterator[tuple[str, str, str]]:
    """Every listed line of an order with the sentence said for it, for the test that none is forgotten."""
    tables = {"value_order": _VALUES} | {key: table for key, _, table in _ORDERS}
    for heading in HEADINGS:
        for line, meaning in heading.listed.items():
            what, _, how = meaning.partition(": ")
            yield heading.key, line, tables[heading.key].get((what, how), "")


def orders(tell: Teller) -> Section | None:
    """How values are counted, and what is settled when things fall together."""
    declared = tell.game.orders
    sections: list[Section] = []
    for key, title, table in _ORDERS:
        lines = [said for line in declared.get(key, ()) if (said := _line(tell, table, *line)) is not None]
        if lines:
            sections.append(Section(_anchor_of(key), title, (Listing(tuple(Item((line,)) for line in lines)),)))
    layers = [_VALUES[line] for line in declared.get("value_order", ()) if line in _VALUES]
    if layers:
        sections.insert(1, _layers(layers))
    title = "Che cosa vale quando tutto accade insieme"
    return Section("che-cosa-vale", title, (), tuple(sections)) if sections else None


def _line(tell: Teller, table: Mapping[tuple[str, str], str], what: str, how: str) -> str | None:
    """What is said of a line of an order, with the name in its slot."""
    if (what, how) in table:
        return table[what, how].format(turn=tell.turn)
    said = table.get((what, LISTED_SLOT))
    return said.format(of_period=tell.of_the(how, "di", Kind.PERIOD)) if said is not None else None


def _layers(layers: list[str]) -> Section:
    told = "Quando più effetti toccano lo stesso numero, si parte dal primo di questi passi e si va in ordine:"
    items = tuple(Item((f"{capital(layer)}.",)) for layer in layers)
    blocks: tuple[Block, ...] = (Paragraph((told,)), Listing(items, ordered=True))
    return Section("come-si-conta-un-valore", "Come si conta un valore", blocks)


def _anchor_of(key: str) -> str:
    return {"priority_order": "chi-viene-prima", "permission_order": "testi-che-si-contraddicono"}.get(
        key, "nel-dubbio"
    )


__all__ = ["ending", "forms_told", "limit_told", "listed", "order_sentences", "orders", "rules", "verbs", "victory"]
