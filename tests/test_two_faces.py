"""Cards of two faces: what is printed and what the text says go with the face that shows, and stay while the card stays in its place."""

from __future__ import annotations

from pathlib import Path

from dsl.load import load
from interpreter.match import Match
from interpreter.match import load as play

ROOT = Path(__file__).resolve().parent.parent
RULES = """
stato Voltata, contrario Dritta
    di: una carta
    mostra: il retro
verbo voltare, inglese turn over/turned over
    forma: un giocatore volta una Creatura
    passi:
        la Creatura diventa Voltata
verbo raddrizzare, inglese turn back/turned back
    forma: un giocatore raddrizza una Creatura
    passi:
        la Creatura diventa Dritta
verbo ritirare, inglese withdraw/withdrawn
    forma: un giocatore ritira una Creatura
    passi:
        la Creatura va nella Mano del giocatore
testo Notte
    vale: finché la carta è una Creatura
"""
CARDS = """
Bruco
    Forza 1.
    Effetto: Le tue altre Creature hanno +1 Forza.
    retro:
        Forza 6.
        Notte: Le tue altre Creature hanno +3 Forza.
Vento
    Forza 2.
    Effetto: ENTRATA: Volta una tua Creatura.
Brezza
    Forza 2.
    Effetto: ENTRATA: Raddrizza una tua Creatura.
Rete
    Forza 2.
    Effetto: ENTRATA: Ritira una tua Creatura.
"""


def game(folder: Path) -> Path:
    rules = (ROOT / "games/modello/modello.gioco").read_text().replace("12 carte", "12 carte")
    walls = "".join(
        f"Muro {name}\n    Forza 7.\n" for name in ("Uno", "Due", "Tre", "Quattro", "Cinque", "Sei", "Sette", "Otto")
    )
    (folder / "modello.gioco").write_text(rules + RULES)
    (folder / "modello.mazzo").write_text(f"mazzo Modello per Modello\n{CARDS}{walls}")
    return folder


def card(m: Match, name: str) -> int:
    return next(c for c in range(len(m.game.cards)) if m.name_of(c) == name)


def test_a_face_has_its_own_values_and_texts(tmp_path: Path) -> None:
    loaded = load(game(tmp_path))
    assert [str(p.message) for p in loaded.problems] == []
    g = play(tmp_path)
    for match_game in (g, g):
        m = match_game.match(seed=1, first=0)
        names, base = match_game.machine.names, match_game.compiled.layout["zone Schiera"]
        bruco, vento = card(m, "Bruco"), card(m, "Vento")
        for c in (bruco, vento):
            names["move"](m.s, c, base - 1)
        face = list(match_game.meaning.statuses).index("Voltata")
        assert (m.value(bruco, "Forza"), m.value(vento, "Forza")) == (1, 3)
        names["turn"](m.s, bruco, face, 1)
        assert (m.value(bruco, "Forza"), m.value(vento, "Forza")) == (6, 5)
        names["turn"](m.s, bruco, face, 0)
        assert (m.value(bruco, "Forza"), m.value(vento, "Forza")) == (1, 3)
        names["turn"](m.s, bruco, face, 1)
        names["move"](m.s, bruco, match_game.compiled.layout["zone Mano"] - 1)
        assert m.value(bruco, "Forza") == 1 and m.value(vento, "Forza") == 2
        g.quicken()


def test_a_card_turns_over_in_a_match_that_is_saved_at_every_decision(tmp_path: Path) -> None:
    g = play(game(tmp_path))
    seen = set()
    for seed in range(40):
        m = g.match(seed=seed)
        while not m.over:
            m.choose(seed % m.count)
            m = Match.load(g, m.save())
            seen.add(m.value(card(m, "Bruco"), "Forza"))
    assert {1, 6} <= seen
