"""The page of a report: one HTML file that needs nothing else, the drawings with their library in it."""

from __future__ import annotations

import html
import json
from collections.abc import Iterator, Sequence

from interpreter.report.charts import charts
from interpreter.report.findings import CardFinding, Findings
from interpreter.report.shares import Share
from interpreter.simulation.store import StoreError

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; color: #1a202c; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { margin-bottom: 0; } h2 { margin-top: 2.5rem; border-bottom: 1px solid #cbd5e0; }
.figures { display: flex; flex-wrap: wrap; gap: 1rem; margin: 1.5rem 0; padding: 0; list-style: none; }
.figures li { background: #f7fafc; border: 1px solid #e2e8f0; border-radius: 8px; padding: .6rem 1rem; min-width: 9rem; }
.figures b { display: block; font-size: 1.4rem; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; } th, td { padding: .25rem .6rem; text-align: right; }
th:first-child, td:first-child { text-align: left; } tr:nth-child(even) { background: #f7fafc; } tr.out td { color: #c53030; }
.drawing, .drawing > div { width: 100%; margin: .8rem 0; } small { color: #4a5568; }
"""

#: How d3 writes numbers in Italian.
_NUMBERS = '{decimal: ",", thousands: "\\u202f", grouping: [3], currency: ["", " €"]}'


def page(found: Findings) -> str:
    """The whole page; raises :class:`StoreError` when the library that draws is not there."""
    try:
        import vl_convert
    except ImportError as error:
        raise StoreError("per la pagina serve: pip install 'dettofatto[report]'") from error
    drawn = charts(found)
    specs = json.dumps({_id(name): chart.to_dict() for name, chart in drawn.items()}, ensure_ascii=False)
    options = "{actions: false, renderer: 'svg', formatLocale: " + _NUMBERS + "}"
    snippet = f"for (const id in specs) vegaEmbed('#' + id, specs[id], {options});"
    safe = specs.replace("</", "<\\/")  # no name of a card may end the script
    library = vl_convert.javascript_bundle(f"const specs = {safe};\n{snippet}")
    body = "\n".join(_body(found, set(drawn)))
    title = html.escape(f"{found.game}: {number(found.matches)} partite")
    return (
        f'<!doctype html>\n<html lang="it"><head><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style></head>\n'
        f'<body>\n{body}\n<script type="module">\n{library}\n</script>\n</body></html>\n'
    )


def _body(found: Findings, drawn: set[str]) -> Iterator[str]:
    yield f"<h1>{html.escape(found.game)}</h1>"
    yield f"<p>{number(found.matches)} partite tra bot; gli intervalli sono al 95 %.</p>"
    yield from _figures(found)
    yield from _section(
        "Chi vince", ["vittorie"], drawn, "Il segno è la parte vinta, la riga dove può stare quella vera."
    )
    if found.strengths:
        yield (
            "<p>Livello dei bot (Bradley–Terry, sulla scala Elo): "
            + ", ".join(
                f"{html.escape(name)} {value:+.0f}"
                for name, value in sorted(found.strengths.items(), key=lambda one: -one[1])
            )
            + ".</p>"
        )
    yield from _section("Quanto dura", ["durata", "decisioni"], drawn)
    margins = [f"scarto {name}" for name in found.margins]
    yield from _section(
        "Quanto è combattuta", ["cambi", *margins], drawn, "Scarto: di quanto chi ha vinto precede chi lo segue."
    )
    yield from _section(
        "Le carte",
        ["carte pescate", "carte giocate"],
        drawn,
        "In rosso ciò che il caso da solo farebbe di rado, tenuto conto di quante carte si guardano insieme (Holm). "
        "Chi gioca una carta spesso è già avanti: la parte di chi l'ha pescata dice di più.",
    )
    yield from _never("Mai pescate", found.never_drawn)
    yield from _never("Mai giocate dalla mano", found.never_played)
    yield _card_table(found.cards)
    yield from _section(
        "I testi che si svegliano", ["testi"], drawn, "Parole chiave, etichette e carte, volte per partita."
    )


def _figures(found: Findings) -> Iterator[str]:
    turns = sum(found.turns) / max(len(found.turns), 1)
    changes = sum(found.lead_changes) / max(len(found.lead_changes), 1)
    figures = [
        (percent(found.first), "vince chi comincia"),
        (decimal(turns), "turni in media"),
        (percent(found.draws), "pari"),
        (decimal(changes), "cambi di testa in media"),
    ]
    if found.stopped:
        figures.append((number(found.stopped), "partite fermate"))
    yield "<ul class=figures>" + "".join(f"<li><b>{value}</b>{what}</li>" for value, what in figures) + "</ul>"


def _section(title: str, names: Sequence[str], drawn: set[str], words: str = "") -> Iterator[str]:
    there = [name for name in names if name in drawn]
    if not there:
        return
    yield f"<h2>{title}</h2>"
    if words:
        yield f"<p><small>{words}</small></p>"
    for name in there:
        yield f'<div class=drawing><div id="{_id(name)}"></div></div>'


def _never(title: str, names: Sequence[str]) -> Iterator[str]:
    if names:
        yield f"<p><b>{title}</b>: {html.escape(', '.join(names))}.</p>"


def _card_table(cards: Sequence[CardFinding]) -> str:
    rows = "".join(
        f"<tr{' class=out' if card.stands_out else ''}><td>{html.escape(card.name)}</td><td>{_cell(card.drawn)}</td>"
        f"<td>{number(card.drawn.of)}</td><td>{_cell(card.played)}</td><td>{number(card.played.of)}</td></tr>"
        for card in cards
    )
    heads = "<th>carta</th><th>pescata: vince</th><th>su</th><th>giocata: vince</th><th>su</th>"
    return f"<details><summary>Tutte le carte in tavola</summary><table><tr>{heads}</tr>{rows}</table></details>"


def _cell(share: Share) -> str:
    if not share.of:
        return "–"
    low, high = share.bounds
    return f"{share.value:.1%} <small>({low:.0%}–{high:.0%})</small>".replace(".", ",")


def percent(share: Share) -> str:
    """A share as it is read in Italian, with the bounds."""
    low, high = share.bounds
    return f"{share.value:.1%}".replace(".", ",") + f" <small>({low:.0%}–{high:.0%})</small>"


def decimal(value: float) -> str:
    """A number with one decimal, as it is read in Italian."""
    return f"{value:.1f}".replace(".", ",")


def number(value: int) -> str:
    """A number with its thousands apart."""
    return f"{value:,}".replace(",", " ")


def _id(name: str) -> str:
    return "d" + "".join(letter if letter.isalnum() else "-" for letter in name)
