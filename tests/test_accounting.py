"""No word lost: a meaning from which something was dropped does not account for the words that said it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest

from dsl.explain import explain
from dsl.load import Loaded, load
from dsl.meaning import nodes
from dsl.meaning.accounting import accounted, lost_words
from dsl.meaning.nodes import (
    BecomesStatus,
    Change,
    Duration,
    Event,
    Grant,
    If,
    Modify,
    Move,
    Not,
    Pick,
    Place,
    Select,
    Sequence,
    Triggered,
    Var,
)  # fmt: skip
from dsl.syntax.reading import Fate, Named, Reading, Start, TextContext
from dsl.syntax.reading_cache import read_text

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def bless() -> Loaded:
    return load(ROOT / "games" / "bless")


HERE = TextContext(Start.CARD_CONTINUOUS)


def changed(node: Any, change: Any) -> Any:
    """A meaning with every node replaced by what ``change`` gives for it."""
    if isinstance(node, tuple):
        return tuple(each for each in (changed(item, change) for item in node) if each is not None)
    if not attrs.has(type(node)):
        return node
    fields = {a.name: changed(getattr(node, a.name), change) for a in attrs.fields(type(node)) if a.name != "span"}
    return change(attrs.evolve(node, **fields))


def without_filters(kind: type) -> Any:
    """A reader that forgets the filters of a kind."""

    def change(node: Any) -> Any:
        if isinstance(node, Select):
            return attrs.evolve(node, where=tuple(c for c in node.where if not isinstance(c, kind)))
        return node

    return change


def with_field(kind: type, **fields: Any) -> Any:
    """A reader that leaves a field of a node out."""
    return lambda node: attrs.evolve(node, **fields) if isinstance(node, kind) else node


def first_only(node: Any) -> Any:
    return node.parts[0] if isinstance(node, Sequence) else node


#: field, wording, what a broken reader does, the word that it loses
BROKEN = [
    ("Maledizione", "Ha +1 Occhio per ogni altra Ombra in campo.", without_filters(Not), "altra"),
    ("Maledizione", "Ha sempre l'Occhio uguale a 5.", with_field(Modify, always=False), "sempre"),
    (
        "Preghiera Impulso",
        "La Luce bersaglio ha +2 Occhio per questo turno.",
        with_field(Modify, duration=None),
        "turno",
    ),
    (
        "Preghiera Impulso",
        "La Luce bersaglio ha +2 Occhio fino alla fine del prossimo turno.",
        lambda node: attrs.evolve(node, stretch=type(node.stretch).THIS) if isinstance(node, Duration) else node,
        "prossimo",
    ),
    (
        "Preghiera Impulso",
        "La Luce bersaglio ha +2 Occhio per questo turno.",
        with_field(Select, pick=Pick.AGENT),
        "bersaglio",
    ),
    ("Preghiera Impulso", "Spezza tutte le Luce pure, termina il turno.", first_only, "termina"),
    ("Preghiera Impulso", "L'avversario scarta una carta a caso.", with_field(Select, pick=Pick.AGENT), "a caso"),
    ("Preghiera Impulso", "Spezza 2 tue Maledizioni.", with_field(Select, number=None), "2"),
    (
        "Maledizione",
        "Se hai due Preghiere, quando attacca, pesca una carta.",
        with_field(Triggered, condition=None),
        "due",
    ),
    # what takes a keyword away says «non ha», and excuses no other «non»
    ("Maledizione", "Se non è pura, perde Barriera.", lambda n: n.part if isinstance(n, Not) else n, "non"),
    ("Maledizione", "Le Maledizioni avversarie non hanno Barriera.", with_field(Grant, lose=False), "non"),
]


@pytest.mark.parametrize(
    ("field", "text", "broken", "word"), BROKEN, ids=[f"{word}: {text}" for _, text, _, word in BROKEN]
)
def test_a_dropped_word_is_missed(bless: Loaded, field: str, text: str, broken: Any, word: str) -> None:
    reading = bless.read(text, field)
    assert reading is not None
    assert reading.fate is Fate.UNDERSTOOD, reading.problems
    meaning = reading.meanings[0]
    assert lost_words(text, meaning, bless.vocabulary) == ()
    lost = lost_words(text, changed(meaning, broken), bless.vocabulary)
    assert word in [each.word for each in lost]


def test_a_reading_that_loses_a_word_is_no_reading(bless: Loaded) -> None:
    text = "Ha +1 Occhio per ogni altra Ombra in campo."
    reading = bless.read(text, "Maledizione")
    assert reading is not None
    broken = changed(reading.meanings[0], without_filters(Not))
    checked = accounted(text, Reading(Fate.UNDERSTOOD, (broken,)), HERE, bless.vocabulary)
    assert checked.fate is Fate.REFUSED
    assert checked.meanings == ()
    assert [(p.code, p.span.column, p.span.length) for p in checked.problems if p.span] == [("S900", 23, 5)]
    kept = accounted(text, Reading(Fate.AMBIGUOUS, (broken, reading.meanings[0])), HERE, bless.vocabulary)
    assert (kept.fate, kept.meanings) == (Fate.UNDERSTOOD, reading.meanings)


#: a step of the rules, what it may recall, what a broken reader does, the word that it loses
SCOPE = (
    Named(Var("agent"), None, ("giocatore",)),
    Named(Var("object"), None, ("Luce",)),
    Named(Var("Scelta"), "Scelta"),
)
BROKEN_STEPS = [
    ("il giocatore pesca 2 carte", with_field(Event, roles=()), "giocatore"),
    (
        "se la Luce è pura, il giocatore pesca una carta",
        lambda node: node.then if isinstance(node, If) else node,
        "Luce",
    ),
    ("la Luce è in Stasi per questo turno", with_field(BecomesStatus, duration=None), "turno"),
    ("Scelta va nella Mano del giocatore", with_field(Move, what=Var("object")), "Scelta"),
    ("i Punti Vittoria del giocatore di turno diventano 3", with_field(Change, of=Var("agent")), "turno"),
    ("la carta in cima al Mazzo va nel Vuoto", with_field(Place, zone="Vuoto"), "Mazzo"),
]


@pytest.mark.parametrize(("text", "broken", "word"), BROKEN_STEPS, ids=[text for text, _, _ in BROKEN_STEPS])
def test_a_word_dropped_from_a_rule_is_missed(bless: Loaded, text: str, broken: Any, word: str) -> None:
    here = TextContext(Start.STEPS, subject=Var("object"), scope=SCOPE)
    reading = read_text(text, here, bless.vocabulary)
    assert reading.fate is Fate.UNDERSTOOD, reading.problems
    lost = lost_words(text, changed(reading.meanings[0], broken), bless.vocabulary, SCOPE)
    assert word in [each.word for each in lost]
    again = Reading(Fate.UNDERSTOOD, (changed(reading.meanings[0], broken),))
    assert accounted(text, again, here, bless.vocabulary).fate is Fate.REFUSED


def test_a_verb_that_only_counts_takes_nothing_from_elsewhere(bless: Loaded) -> None:
    """Whether a card or a rule says it; of a card it was told as the reader's own fault."""
    rule = read_text("il giocatore pesca una carta nel Vuoto", TextContext(Start.STEPS, scope=SCOPE), bless.vocabulary)
    card = bless.read("Pesca una carta dal Vuoto.", "Preghiera Impulso")
    assert card is not None
    assert [each.code for each in rule.problems] == [each.code for each in card.problems] == ["S028"]


def test_a_wording_is_explained_as_plain_data(bless: Loaded) -> None:
    answer = explain(bless, "Ha +2 Occhio.", "Maledizione")
    assert list(answer) == ["text", "as", "fate", "readings", "problems"]
    assert (answer["text"], answer["as"], answer["fate"]) == ("Ha +2 Occhio.", "Maledizione", "understood")
    (reading,) = answer["readings"]
    assert (reading["it"], reading["en"]) == ("Ha +2 Occhio.", "This card has +2 Occhio.")
    assert reading["meaning"]["is"] == "Text"


def test_a_wording_on_two_lines_is_two_sentences(bless: Loaded) -> None:
    answer = explain(bless, "Ha +1 Occhio.\\nRivalità.", "Preghiera Legame")
    assert answer["fate"] == "understood"
    assert answer["readings"][0]["it"] == "Ha +1 Occhio. Rivalità."


def test_a_field_that_no_card_has_is_refused_with_those_there_are(bless: Loaded) -> None:
    answer = explain(bless, "Ha +2 Occhio.", "Maledizone")
    assert (answer["fate"], answer["readings"]) == ("refused", [])
    (problem,) = answer["problems"]
    assert problem["code"] == "S901"
    assert problem["suggestions"] == ["Maledizione"]


# -- every meaning of the corpus, with one thing dropped ---------------------------------------------------------


def dropped(node: Any) -> Iterator[Any]:
    """What is left of a node without one of the things that it says."""
    if isinstance(node, nodes.Select):
        for condition in node.where:
            if not isinstance(condition, nodes.ControlledBy | nodes.Not):
                yield attrs.evolve(node, where=tuple(c for c in node.where if c is not condition))
        if node.pick in (Pick.TARGET, Pick.RANDOM):
            yield attrs.evolve(node, pick=Pick.AGENT)
        if node.extreme is not None:
            yield attrs.evolve(node, extreme=None)
    if isinstance(node, Sequence):
        yield from (attrs.evolve(node, parts=(*node.parts[:i], *node.parts[i + 1 :])) for i in range(len(node.parts)))
    if isinstance(node, nodes.If):
        yield node.then
        if node.otherwise is not None:
            yield attrs.evolve(node, otherwise=None)
    if isinstance(node, nodes.May | nodes.Cost):
        yield node.effect if isinstance(node, nodes.May) else node.then
    if isinstance(node, nodes.Static | Triggered) and node.condition is not None:
        yield attrs.evolve(node, condition=None)
    for flag in ("always", "free", "printed"):
        if getattr(node, flag, False):
            yield attrs.evolve(node, **{flag: False})


def with_one_dropped(node: Any) -> Iterator[Any]:
    """A meaning with one thing dropped, in every place where something can be."""
    if isinstance(node, tuple):
        for i, item in enumerate(node):
            yield from ((*node[:i], each, *node[i + 1 :]) for each in with_one_dropped(item))
    elif attrs.has(type(node)):
        yield from dropped(node)
        for a in attrs.fields(type(node)):
            if a.name != "span":
                inner = with_one_dropped(getattr(node, a.name))
                yield from (attrs.evolve(node, **{a.name: each}) for each in inner)


#: The wordings of which a part may be dropped unseen, each with what it says without a word of its own.
SAID_WITHOUT_A_WORD = {
    # «altrimenti» says the condition of the first half once more
    "Se è corrotta non può essere attaccata, altrimenti ha +2 Occhio.",
    "Puoi spezzare una tua Maledizione. Altrimenti corrompila.",
    # «o tre» says the verb of the first half once more
    "Pesca una carta, o tre carte se hai due Luce.",
    # a cost's colon says «if you do»
    "Scarta una carta: se è una Luce, pesca due carte.",
    "Scarta una carta: pesca due carte.",
    "Quando attacca, puoi scartare una carta: pesca due carte.",
    "Se hai due Luce, scarta una carta: pesca due carte.",
    "Quando un'altra tua Maledizione viene attaccata, puoi corrompere questa carta: quella ha +3 Occhio per questo scontro.",
    # «per non …» that it is so if you do not
    "L'avversario può scartare una carta per non perdere 2 Punti Vittoria.",
    "Alla fine del tuo turno, puoi scartare una carta per non spezzare questa carta.",
    # «senza Legami» that they would lie under it, «questo Legame», «questa Preghiera» that it is attached
    "Una Maledizione senza Legami ha +2 Occhio, per questo turno.",
    "SPEZZATA: questa Preghiera torna in mano.",
    "Se blessa, spezza questo Legame.",
    "Se nessuna Luce ha Legami, pesca una carta.",
    # «la», «le» say once more of those that were counted what the condition says of them
    "Se hai una Luce corrotta, spezzala.",
    "Se hai un'Ombra corrotta, purifica quell'Ombra e rimuovi la Stasi da essa.",
    "Se ci sono almeno sei carte nel Vuoto, rimescolale nel Mazzo.",
    "Quando attacca, se hai un'Eco, puoi invocarla.",
    # «a meno che l'avversario non …» that he may; «puoi …. Se non lo fai» might be «…. Se non puoi»
    "A meno che l'avversario non scarti una carta, spezza una sua Maledizione.",
    "All'inizio del tuo turno, si corrompe a meno che tu non scarti una carta.",
    "Puoi spezzare una tua Preghiera. Se non lo fai, scarta una carta.",
    # «tutte le tue Luce tranne una» says twice that they are yours, «una in cima» that it is another one
    "Spezza tutte le tue Luce tranne una.",
    "L'avversario spezza tutte le sue Luce tranne una.",
    "Guarda le prime cinque carte del Mazzo: mettine una in mano, una in cima e le altre in fondo.",
    # «in un Altare» that whose it is is chosen
    "L'avversario mette una sua Maledizione in un Altare.",
    # of two that are chosen one by one, that you choose the second says «tua» too
    "Scegli una tua Maledizione e una avversaria: entrambe hanno +1 Occhio per questo turno.",
    # of two «se», each a condition of its own, what is left of one may be that of the other
    "Se hai un'altra Eco in campo, pesca una carta; se ne hai due, pescane due.",
    "Se l'avversario ha una Luce, pesca una carta. Se ne ha due, guadagni 1 Punto Vittoria.",
    # «altrimenti» of the same, and what stands before two clauses, are said once of two sentences
    "Se hai due Legami, le tue Maledizioni hanno +1 Karma, altrimenti hanno -1 Karma.",
    "Contro le Ombra corrotte, ha Rivalità e vince i pareggi.",
    # «per darle …» that it is given only where that was done
    "Se viene attaccata, puoi scartare una carta per darle +2 Occhio.",
    # whose the text is that is copied may be why «bersaglio» stands there
    "Una tua Maledizione copia l'effetto della Maledizione avversaria bersaglio, per questo turno.",
    # to the hand of whoever has each: no word says it
    "Rimanda in mano la Maledizione bersaglio e tutte le carte legate a essa.",
    # «spezzata» stands twice, and «SPEZZATA» says it too
    "Quando l'avversario spezza una tua Maledizione, guadagni 1 Punto Vittoria. SPEZZATA: Se l'avversario l'ha spezzata, pesca una carta.",
    # «Occhio originale maggiore» is of both, said once
    "Vince contro le carte con Occhio originale maggiore.",
}


def test_whatever_a_reader_drops_is_missed(bless: Loaded) -> None:
    tried, unseen = 0, []
    for line in (ROOT / "tests" / "corpus" / "varianti.tsv").read_text("utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        field, text = line.split("\t")[:2]
        text = text.replace("\\n", "\n")
        reading = bless.read(text, field)
        if reading is None or reading.fate is not Fate.UNDERSTOOD:
            continue
        for broken in with_one_dropped(reading.meanings[0]):
            tried += 1
            if not lost_words(text, broken, bless.vocabulary):
                unseen.append(text)
    assert tried > 200
    assert set(unseen) == SAID_WITHOUT_A_WORD


@pytest.mark.parametrize(
    "text",
    [
        "Ha +1 Occhio di una carta.",
        "Ha +1 Occhio dell'effetto.",
        "Le Maledizioni avversarie corrotte hanno -2 Occhio di questa carta.",
        "Ha sempre l'Occhio uguale a 5 dell'effetto.",
        "Ha Rivalità di questa carta e Barriera.",
    ],
)
def test_what_follows_a_value_or_a_keyword_is_read_or_refused(bless: Loaded, text: str) -> None:
    """«carta» and «effetto» need nothing in a meaning, so that no count of words sees that they are lost."""
    reading = bless.read(text, "Maledizione")
    assert reading is not None and reading.fate is Fate.REFUSED
