"""Blocks: layout, places, headings, listed answers, cards. A stand-in reads the sentences."""

import shutil
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dsl.diagnostics import render_all
from dsl.explain import explain
from dsl.load import load
from dsl.meaning.from_blocks.whole import deck_from_blocks, game_from_blocks, opening
from dsl.meaning.nodes import Event, Place, Role, Select, Text
from dsl.source import MAX_BYTES, Source
from dsl.syntax.block_reader import read_blocks
from dsl.syntax.blocks import MAX_DEPTH, sentence
from dsl.syntax.reading import Fate, Reading, Start
from dsl.vocabulary.headings import HEADINGS
from dsl.vocabulary.reference import page
from dsl.vocabulary.vocabulary import Kind

ROOT = Path(__file__).resolve().parent.parent

GAME = """\
gioco Prova
    giocatori: 2
    mazzo: in comune, 2 carte, tutte diverse
    parola sottintesa: carta
valore Forza, femminile
    di: una carta
    è: un numero, stampato
    minimo: 0
valore Colore, maschile
    di: una carta
    è: alcuni tra le parole del mazzo, stampati
valore Genere, maschile
    di: una carta
    è: uno tra le parole del mazzo, stampato
testo Corpo
    vale: finché la carta è una Creatura
testo Rito
    vale: quando si usa
    tipo: Genere
zona Arena, femminile
    di: ogni giocatore
    chi la vede: tutti
nome Creatura, femminile, plurale Creature
    è: una carta nella Arena
stato Stanca, contrario Desta
    di: una Creatura
    comincia: Desta
membro Rosso, maschile
    di: Colore
membro Blu, maschile, plurale Blu
    di: Colore
membro Lento, maschile
    di: Genere
"""


def echo(text, as_, vocabulary):
    """A stand-in for the reader of sentences: it understands everything, and says where it stood."""
    if as_.start is Start.FORM:
        return Reading(Fate.UNDERSTOOD, (Event(as_.verb, (Role("agent", Select("giocatore")),)),))
    if as_.start is Start.NOUN_PHRASE:
        return Reading(Fate.UNDERSTOOD, (Place("Mano"),))
    span = as_.source.span(as_.offset, as_.offset + len(text))
    return Reading(Fate.UNDERSTOOD, (Text((), span=span),))


def blocks(text, name="prova.gioco"):
    return read_blocks(Source.of(name, text))


def understood(text):
    file = blocks(text)
    found = game_from_blocks([file], echo)
    return found, [*file.problems, *found.problems]


def codes(text):
    return [each.code for each in understood(text)[1]]


# -- layout


def test_a_block_is_a_heading_and_its_lines():
    (block,) = blocks("valore Forza, femminile -- nota, qui\n    di: una carta   -- nota: due\n").blocks
    assert [piece.text for piece in block.head] == ["valore Forza", "femminile"]
    (line,) = block.body
    assert (line.key.text, line.rest.text) == ("di", "una carta")
    assert (line.rest.span.line, line.rest.span.column, line.rest.span.length) == (2, 9, 9)


def test_a_line_that_ends_in_a_colon_owns_the_deeper_ones():
    (block,) = blocks("verbo fare\n    passi:   -- B-1\n        uno\n        due: tre\n").blocks
    (line,) = block.body
    assert line.owns
    assert [sentence(each)[0] for each in line.body] == ["uno", "due: tre"]


def test_a_long_sentence_goes_on_deeper_and_keeps_its_places():
    source = Source.of("x", "Carta\n    Corpo: Quando attacca,   -- B-1\n        pesca una carta.\n")
    (block,) = read_blocks(source).blocks
    text, offset = sentence(block.body[0], after_key=True)
    assert text.split() == ["Quando", "attacca,", "pesca", "una", "carta."]
    at = text.index("pesca")
    assert source.text[offset + at :].startswith("pesca")
    assert source.span(offset + at, offset + at + 5).line == 3


def test_a_colon_within_quotes_does_not_end_a_question():
    (block,) = blocks("ordine dei dubbi\n    con «per: questo»: si fa\n").blocks
    assert block.body[0].key.text == "con «per: questo»"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("    riga\n", "B002"),
        ("a\n    b\n        c\n      d\n", "B003"),
        ("a\n\tb: c\n", "B004"),
        ("a\n" + "".join(" " * i + "x:\n" for i in range(1, MAX_DEPTH + 5)), "B005"),
        ("a\n" + "    b\n" * 20_001, "B012"),
        ("a\n    " + "b" * 5_000 + "\n", "B010"),
    ],
)
def test_layout_problems(text, code):
    assert [each.code for each in blocks(text).problems] == [code]


def test_all_layout_problems_are_found_in_one_run():
    file = blocks("   x\na\n    b\n        c\n      d\ne\n    f\n  g\n")
    assert [each.code for each in file.problems] == ["B002", "B003", "B003"]
    assert [block.head[0].text for block in file.blocks] == ["a", "e"]


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet=st.sampled_from(list('ab:,-"«» \t\n\r\u00e8\u2028')), max_size=120))
def test_any_text_is_cut_into_blocks(text):
    source = Source.of("x", text)
    file = read_blocks(source)
    assert not [each for each in file.problems if each.code == "B008"]
    for block in file.blocks:
        for piece in (*block.head, *(piece for line in block.body for piece in line.pieces())):
            assert source.text[piece.start : piece.end] == piece.text


# -- files


def test_bad_files_are_told_without_a_traceback(tmp_path):
    cases = {
        "bytes.gioco": (b"gioco \xff\xfe\n", "F003"),
        "null.gioco": (b"gioco \x00\n", "F003"),
        "big.gioco": (b"-- x\n" * (MAX_BYTES // 5 + 1), "F002"),
        "empty.gioco": (b"", "F004"),
        "empty.mazzo": (b"", "F004"),
        "other.txt": (b"gioco X\n", "F005"),
        "deck.mazzo": (b"mazzo A per Nessuno\n", "F008"),
        "deck2.mazzo": (b"valore X\n", "D024"),
    }
    for name, (data, code) in cases.items():
        (tmp_path / name).write_bytes(data)
        loaded = load(tmp_path / name)
        assert code in [each.code for each in loaded.problems], name
        assert loaded.meaning is None
        assert not loaded.ok
        assert render_all(loaded.problems, loaded.sources)


@pytest.mark.parametrize(
    "data",
    [
        "-- sì\n  -- città\n".encode().replace("à".encode(), b"\xe0"),
        b"-- s\r\n  -- citt\x00\r\n",
        b"-- s\r\n  -- citt\xe0\r\n",
    ],
)
def test_the_first_place_that_is_no_text_is_shown(tmp_path, data):
    (tmp_path / "x.gioco").write_bytes(data)
    loaded = load(tmp_path / "x.gioco")
    [found] = [each for each in loaded.problems if each.code == "F003"]
    assert (found.span.line, found.span.column) == (2, 10)
    assert "  -- citt\ufffd" in render_all(loaded.problems, loaded.sources)


@pytest.mark.parametrize(
    ("line", "wrong"),
    [("giocatori: 2", "giocatori: 0"), ("giocatori: 2", "giocatori: da 4 a 2"), ("dado: 6 facce", "dado: 0 facce")],
)
def test_a_number_that_nothing_can_be_is_no_answer(tmp_path, line, wrong):
    text = (ROOT / "games" / "modello" / "modello.gioco").read_text("utf-8")
    assert line in text
    (tmp_path / "modello.gioco").write_text(text.replace(line, wrong), "utf-8")
    found = [each for each in load(tmp_path).problems if each.code == "D002"]
    assert [each.message for each in found] == [
        f"a «{wrong.partition(':')[0]}» non si risponde «{wrong.partition(': ')[2]}»"
    ]


def hint_of(tmp_path, line, wrong):
    text = (ROOT / "games" / "kult" / "kult.gioco").read_text("utf-8")
    assert line in text
    (tmp_path / "kult.gioco").write_text(text.replace(line, wrong, 1), "utf-8")
    (found,) = [each for each in load(tmp_path).problems if each.code == "D002"]
    return found.hint


def test_the_answers_listed_are_written_as_they_are_answered(tmp_path):
    text = (ROOT / "games" / "torri" / "torri.gioco").read_text("utf-8")
    line = "    di un bersaglio: ovunque\n"
    implied = f"\nluogo sottinteso\n{line}"
    (tmp_path / "torri.gioco").write_text(text + implied.replace("ovunque", "sulla Cinta"), "utf-8")
    hints = [each.hint for each in load(tmp_path).problems if each.code == "D002"]
    assert hints and all(
        "«nella Cinta»" in each and "nel Cinta" not in each and "in Cinta" not in each for each in hints
    )


def test_where_tokens_lie_is_listed_with_the_zones_of_the_game(tmp_path):
    hint = hint_of(tmp_path, "    sta: nella Scatola o", "    sta: Scatola,")
    assert "«nella Scatola»" in hint and "più d'una con «o»" in hint and "ZONA" not in hint


def test_missing_paths_are_told(tmp_path):
    assert [each.code for each in load(tmp_path / "non-c-e.gioco").problems] == ["F001"]
    assert [each.code for each in load(tmp_path).problems] == ["F006"]


def test_a_link_out_of_the_folder_is_not_followed(tmp_path):
    inside = tmp_path / "gioco"
    inside.mkdir()
    outside = tmp_path / "fuori.gioco"
    outside.write_text(GAME)
    (inside / "dentro.gioco").symlink_to(outside)
    assert [each.code for each in load(inside).problems] == ["F006"]


def test_openings():
    first = opening(blocks("mazzo Alba e Sera per Prova, con le parole Di Prova\n"))
    assert (first.kind, first.name, first.game, first.words) == ("deck", "Alba e Sera", "Prova", "Di Prova")
    first = opening(blocks("parole Prime per Prova\n"))
    assert (first.kind, first.name, first.game) == ("words", "Prime", "Prova")
    assert opening(blocks("valore X\n")) is None


# -- headings and listed answers


def test_what_listed_answers_declare():
    found, problems = understood(GAME)
    assert problems == []
    game = found.game
    assert (game.players, game.singleton, game.shared_deck) == ((2, 2), True, True)
    assert (game.parts[""].least, game.parts[""].most) == (2, 2)
    assert game.values["Forza"].minimum == 0
    assert game.values["Colore"].members == ("Rosso", "Blu")
    assert game.zones["Arena"].owner == "player"
    assert game.nouns["Creatura"].condition.place.zone == "Arena"
    assert (game.statuses["Stanca"].opposite, game.statuses["Stanca"].starts) == ("Desta", False)
    assert game.texts["Rito"].kind_value == "Genere"


def test_words_have_their_forms():
    vocabulary = understood(GAME)[0].vocabulary
    forms = {a.lexeme.name for a in vocabulary.analyses("creature")}
    assert forms == {"Creatura"}
    assert vocabulary.lexeme("Stanca", Kind.STATUS, negated=True).form("p", "f") == "Deste"
    assert vocabulary.lexeme("Rosso", Kind.MEMBER).the("p") == "i Rossi"
    assert [length for length, _ in vocabulary.starting(("una", "creatura"), 1)] == [1]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (("valore Forza", "volore Forza"), "B001"),
        (("valore Forza, femminile", "valore Forza, feminile"), "B007"),
        (("valore Forza, femminile", "valore"), "B006"),
        (("    minimo: 0", "    minimmo: 0"), "D001"),
        (("    minimo: 0", "    minimo: molto"), "D002"),
        (("    minimo: 0", "    minimo"), "D026"),
        (("    minimo: 0", "    almeno zero"), "D015"),
        (("    minimo: 0", "    minimo: 0\n    minimo: 1"), "D004"),
        (("    chi la vede: tutti\n", ""), "D003"),
        (("    chi la vede: tutti", "    chi la vede: qualcuno"), "D002"),
        (("membro Blu", "membro Rosso"), "D009"),
        (("nome Creatura", "nome carta"), "D016"),
        (("valore Forza, femminile", "valore Forza, femminile, refuso Creatura"), "D030"),
        (("valore Forza, femminile", "valore Forza, femminile, refuso della"), "D030"),
        (("valore Forza, femminile", "valore Forza, femminile, refuso Froza Bruta"), "B008"),
        (("valore Forza, femminile", "valore Forza, femminile, refuso forza"), "B008"),
        (("    tipo: Genere", "    tipo: Generi Umani"), "D002"),
        (("    comincia: Desta", "    comincia: Rosso"), "D002"),
        (("    minimo: 0", "    già contata: nell'Arena"), "D003"),
        (("    minimo: 0", "    allora cambia: Forza"), "D003"),
    ],
)
def test_a_wrong_declaration_has_its_code(change, code):
    assert change[0] in GAME
    assert code in codes(GAME.replace(*change))


def test_all_wrong_declarations_are_found_in_one_run():
    text = (
        GAME.replace("minimo: 0", "minimo: molto")
        .replace("chi la vede: tutti", "chi la vede: io")
        .replace("nome ", "nomme ")
    )
    found = codes(text)
    assert found.count("D002") >= 2
    assert "B001" in found


def test_a_wrong_word_gets_the_nearest():
    _, problems = understood(GAME.replace("chi la vede", "chi lo vede").replace("valore Forza", "valoe Forza"))
    assert {"chi la vede", "valore"} <= {word for each in problems for word in each.suggestions}


def test_a_misprint_is_the_word_that_stands_in_its_place():
    text = GAME.replace("valore Forza, femminile", "valore Forza, femminile, refuso Froza, refuso Fozra")
    found, problems = understood(text)
    assert problems == []
    assert found.vocabulary.misspelt == {"froza": "Forza", "fozra": "Forza"}
    _, (wrong,) = understood(GAME.replace("valore Forza, femminile", "valore Forza, femminile, refuso Creatura"))
    assert (wrong.code, wrong.span.length) == ("D030", len("refuso Creatura"))


def test_lists_and_tables():
    more = "insieme Viola\n    di: Colore\n    è: Rosso e Blu\n"
    more += "tavola Contrari\n    di: Colore\n    Rosso: Blu\n    Blu: Rosso\n"
    found, problems = understood(GAME + more)
    assert problems == []
    assert found.game.member_sets["Viola"].members == ("Rosso", "Blu")
    assert found.game.tables["Contrari"].rows == {"Rosso": ("Blu",), "Blu": ("Rosso",)}
    assert "D010" in codes(GAME + more.replace("Rosso e Blu", "Rosso e Lento"))
    assert "D014" in codes(GAME + more.replace("Rosso: Blu", "Rosso: Blu, Blu"))


def test_orders_are_listed():
    found, problems = understood(
        GAME + "ordine dei valori\n    stampato\n    fissa: l'ultimo usato\n    aggiunge: la somma\n"
    )
    assert problems == []
    assert found.game.orders["value_order"] == (("printed", ""), ("set", "last"), ("added", "sum"))
    assert codes(GAME + "ordine dei valori\n    fissa: il piu usato\n") == ["D002"]


def test_a_time_said_once_is_of_every_text_that_does_not_say_its_own():
    texts = (
        GAME
        + "testo Veglia\n    vale: quando si usa\n"
        + "testo Alba\n    vale: quando si usa\n    un passato senza tempo: è della partita\n"
    )
    texts += (
        "testo Sera\n    vale: come innesco di Veglia\n"
        + "periodo giro, maschile\n    di: un giocatore, poi l'avversario\n"
    )
    once = (
        "ordine dei dubbi\n    un passato senza tempo: è in questo giro\n    un innesco senza tempo: dura questo giro\n"
    )
    found, problems = understood(texts + once)
    assert problems == []
    times = {
        name: (text.past, text.waits) for name, text in found.game.texts.items() if name in ("Veglia", "Alba", "Sera")
    }
    assert times == {"Veglia": ("giro", "giro"), "Alba": (None, "giro"), "Sera": ("giro", None)}
    assert codes(texts + once.replace("questo giro", "questo Colore", 1)) == ["D002"]


def test_every_heading_has_one_key_and_its_own_questions():
    keys = [heading.key for heading in HEADINGS]
    assert len(keys) == len(set(keys))
    for heading in HEADINGS:
        asked = [question.asks for question in heading.questions]
        assert len(asked) == len(set(asked)), heading.words


# -- decks


def deck(text):
    found, problems = understood(GAME)
    assert problems == []
    file = blocks(text, "prova.mazzo")
    result, more = deck_from_blocks(file, found.game, found.vocabulary, echo)
    return result, [*file.problems, *more]


def test_a_card_is_read_from_its_declared_values():
    result, problems = deck(
        "mazzo D per Prova\n\nLupo, il Grigio\n    Rosso e Blu. Forza 3.\n"
        "    Corpo: Pesca.\n    Rito Lento: Pesca\n        una carta.\n"
    )
    assert problems == []
    (card,) = result.cards
    assert card.name == "Lupo, il Grigio"
    assert card.values == {"Colore": ("Rosso", "Blu"), "Forza": 3, "Genere": ("Lento",)}
    assert card.wordings == {"Corpo": "Pesca.", "Rito": "Pesca una carta."}
    assert card.texts["Corpo"].span.line == 5


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("    Rosso. Forza tre.\n    Rito Lento: Sì.\n", None),
        ("    Rosso. 3 Forza.\n    Rito Lento: Sì.\n", None),
        ("    Rosa. Forza 3.\n    Rito Lento: Sì.\n", "D021"),
        ("    Rosso.\n    Rito Lento: Sì.\n", "D022"),
        ("    Rosso. Forza 3, Forza 4.\n    Rito Lento: Sì.\n", "D023"),
        ("    Rosso. Forza 3.\n    Rito Svelto: Sì.\n", "D018"),
        ("    Rosso. Forza 3.\n    Rito Lento: Sì.\n    Rito Lento: No.\n", "D004"),
    ],
)
def test_cards_that_are_right_and_wrong(body, code):
    found = [each.code for each in deck("mazzo D per Prova\nLupo\n" + body)[1]]
    assert (found == []) if code is None else (code in found)


def test_a_deck_is_bounded():
    _, problems = deck("mazzo D per Prova\n" + "".join(f"Lupo {n}\n    Rosso. Forza 1.\n" for n in range(1_001)))
    assert [each.code for each in problems] == ["D025"]


def test_a_deck_needs_its_heading():
    assert [each.code for each in deck("Lupo\n    Rosso.\n")[1]] == ["D024"]


# -- the game of the repository


def test_the_rules_of_bless_are_declared_without_problems():
    folder = Path(__file__).parent.parent / "games" / "bless"
    files = [
        read_blocks(Source.of(name, (folder / name).read_text("utf-8"))) for name in ("bless.gioco", "luceombra.parole")
    ]
    found = game_from_blocks(files, echo)
    assert [render_all(file.problems, {}) for file in files] == ["", ""]
    assert found.problems == ()
    assert set(found.game.values["Forma"].members) == {"Luce", "Ombra"}
    assert found.game.zones["Sotto"].host == "Maledizione"
    assert found.game.periods["turno"].parts == ("Inizio Turno", "Fase Principale", "Fine Turno")


def test_a_deck_for_another_game_is_told(tmp_path):
    (tmp_path / "prova.gioco").write_text(GAME, "utf-8")
    (tmp_path / "altro.mazzo").write_text("mazzo D per Altro\n", "utf-8")
    assert [each.code for each in load(tmp_path).problems] == ["F010"]


def test_a_deck_that_takes_unknown_words_is_told(tmp_path):
    (tmp_path / "prova.gioco").write_text(GAME, "utf-8")
    (tmp_path / "prime.parole").write_text("parole Prime per Prova\n", "utf-8")
    (tmp_path / "d.mazzo").write_text("mazzo D per Prova, con le parole Primme\n", "utf-8")
    (found,) = [each for each in load(tmp_path / "d.mazzo").problems if each.code == "F009"]
    assert found.suggestions == ("Prime",)


def test_the_reference_page_is_that_of_the_table():
    page_on_disk = (Path(__file__).parent.parent / "docs" / "blocchi.md").read_text("utf-8")
    assert page_on_disk == page() + "\n", "python -m dsl.vocabulary.reference > docs/blocchi.md"


def test_what_is_long_is_not_repeated_whole(tmp_path):
    (tmp_path / "lungo.gioco").write_text("gioco Lungo\n    giocatori: " + "(" * 3000 + "\n", "utf-8")
    found = [each for each in load(tmp_path).problems if each.code == "D002"]
    assert found and all(len(each.message) < 200 for each in found)


@pytest.mark.parametrize(
    ("declared", "said"),
    [
        ("è di tutti", "Ha +1 Occhio per ogni Luce e +1 Karma per ogni Luce."),
        ("è dell'ultimo", "Ha +1 Occhio e ha +1 Karma per ogni Luce."),
    ],
)
def test_a_game_says_of_which_values_for_each_is(tmp_path, declared, said):
    shutil.copytree(ROOT / "games" / "bless", tmp_path / "bless", ignore=shutil.ignore_patterns("scene"))
    rules = tmp_path / "bless" / "bless.gioco"
    doubts = f"ordine dei dubbi\n    «per ogni» dopo più valori: {declared}"
    rules.write_text(rules.read_text("utf-8").replace("ordine dei dubbi", doubts), "utf-8")
    found = explain(load(tmp_path / "bless"), "Ha +1 Occhio e +1 Karma per ogni Luce.", "Maledizione")
    assert [each["it"] for each in found["readings"]] == [said]
