"""The drawings of a report, as Vega-Lite through altair. What each shows stands in its title, what it means in the page beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from interpreter.report.findings import Findings
from interpreter.report.shares import Share
from interpreter.tell import SEATS

#: Cards drawn on one picture; the others stand in the table.
MOST_CARDS = 80
#: Bars of one picture; more amounts are taken together.
MOST_BARS = 40
WIDTH: Final = "container"  # as wide as the page lets it be
_BLUE, _GREY, _RED = "#2b6cb0", "#a0aec0", "#c53030"


def charts(found: Findings) -> dict[str, Any]:
    """Each drawing of a report by its name, as altair's objects."""
    drawn = {
        "vittorie": shares_chart({f"{kind}: {name}": share for kind, each in _who(found) for name, share in each}),
        "durata": histogram(found.turns, "turni"),
        "decisioni": histogram(found.decisions, "decisioni"),
        "cambi": histogram(found.lead_changes, "cambi di chi è in testa"),
        "carte pescate": cards_chart(found, "drawn", "chi l'ha pescata ha vinto"),
        "carte giocate": cards_chart(found, "played", "chi l'ha giocata ha vinto"),
        "testi": texts_chart(found),
    }
    drawn |= {f"scarto {name}": histogram(values, f"scarto di {name}") for name, values in found.margins.items()}
    return {name: chart for name, chart in drawn.items() if chart is not None}


def _data(rows: list[dict[str, Any]]) -> Any:
    import altair

    alt: Any = altair  # its data has no types
    return alt.Data(values=rows)


def _who(found: Findings) -> list[tuple[str, Sequence[tuple[str, Share]]]]:
    kinds: list[tuple[str, Sequence[tuple[str, Share]]]] = [
        ("giocatore", [(SEATS[int(name)], share) for name, share in found.seats]),
        ("chi", [("comincia", found.first)]),
    ]
    kinds += [("bot", found.bots)] if len(found.bots) > 1 else []
    kinds += [("mazzo", found.decks)] if len(found.decks) > 1 else []
    return kinds


def shares_chart(shares: dict[str, Share]) -> Any:
    """Points with their intervals, a line at one half."""
    import altair as alt

    rows = [
        {"chi": name, "vittorie": share.value, "da": share.bounds[0], "a": share.bounds[1], "partite": share.of}
        for name, share in shares.items()
        if share.of
    ]
    base = alt.Chart(_data(rows)).encode(
        y=alt.Y("chi:N", title=None, sort=None),
        tooltip=["chi:N", alt.Tooltip("vittorie:Q", format=".1%"), "partite:Q"],
    )
    scale = alt.Scale(zero=False)
    bars = base.mark_rule(strokeWidth=3, color=_BLUE).encode(
        x=alt.X("da:Q", axis=alt.Axis(format="%"), title="vittorie, con l'intervallo al 95 %", scale=scale), x2="a:Q"
    )
    points = base.mark_point(filled=True, size=70, color=_BLUE).encode(x=alt.X("vittorie:Q", scale=scale))
    return (bars + points).properties(width=WIDTH)


def histogram(values: Sequence[int], what: str) -> Any:
    """How often each amount was seen; none when all were the same."""
    import altair as alt

    counts = Counter(values)
    if len(counts) < 2:
        return None
    every = range(min(counts), max(counts) + 1)
    binned = len(every) > MOST_BARS
    rows = [{"valore": value, "partite": counts[value]} for value in every if counts[value] or not binned]
    if binned:
        bins = alt.Bin(maxbins=MOST_BARS, minstep=1)
        x = alt.X("valore:Q", bin=bins, title=what, axis=alt.Axis(format="d"))
        seen = alt.Tooltip("valore:Q", bin=bins, title=what)
    else:
        x = alt.X("valore:O", title=what, axis=alt.Axis(labelAngle=0))
        seen = alt.Tooltip("valore:O", title=what)
    times = alt.Tooltip("sum(partite):Q", title="partite")
    return (
        alt.Chart(_data(rows))
        .mark_bar(color=_BLUE)
        .encode(x=x, y=alt.Y("sum(partite):Q", title="partite", axis=alt.Axis(tickMinStep=1)), tooltip=[seen, times])
        .properties(width=WIDTH, height=180)
    )


def cards_chart(found: Findings, which: str, title: str) -> Any:
    """Every card with its interval, the best above; red where chance alone would seldom do it."""
    import altair as alt

    shares = [(card, getattr(card, which), getattr(card, f"chance_{which}")) for card in found.cards]
    seen = sorted((one for one in shares if one[1].of), key=lambda one: -one[1].value)
    if not seen:
        return None
    if len(seen) > MOST_CARDS:
        seen = sorted(seen, key=lambda one: one[2])[:MOST_CARDS]
        seen.sort(key=lambda one: -one[1].value)
    rows = [
        {
            "carta": card.name,
            "vittorie": share.value,
            "da": share.bounds[0],
            "a": share.bounds[1],
            "volte": share.of,
            "spicca": chance < 0.05,
        }
        for card, share, chance in seen
    ]
    whole = sum(share.hits for _, share, _ in shares) / sum(share.of for _, share, _ in shares)
    colour = alt.Color("spicca:N", scale=alt.Scale(domain=[False, True], range=[_GREY, _RED]), legend=None)
    scale = alt.Scale(zero=False)
    base = alt.Chart(_data(rows)).encode(
        y=alt.Y("carta:N", sort=None, title=None, axis=alt.Axis(labelLimit=260)),
        color=colour,
        tooltip=["carta:N", alt.Tooltip("vittorie:Q", format=".1%"), "volte:Q"],
    )
    bars = base.mark_rule(strokeWidth=2).encode(
        x=alt.X("da:Q", axis=alt.Axis(format="%", orient="top"), title=title, scale=scale), x2="a:Q"
    )
    points = base.mark_point(filled=True, size=40).encode(x=alt.X("vittorie:Q", scale=scale))
    line = alt.Chart(_data([{"x": whole}])).mark_rule(strokeDash=[4, 4]).encode(x=alt.X("x:Q", scale=scale))
    return (line + bars + points).properties(width=WIDTH, height=alt.Step(15))


def texts_chart(found: Findings) -> Any:
    """The texts that woke most often: keywords, labels, cards."""
    import altair as alt

    if not found.texts or not found.matches:
        return None
    rows = [{"testo": name, "volte": times / found.matches} for name, times in found.texts[:30]]
    return (
        alt.Chart(_data(rows))
        .mark_bar(color=_BLUE)
        .encode(
            y=alt.Y("testo:N", sort=None, title=None, axis=alt.Axis(labelLimit=260)),
            x=alt.X("volte:Q", title="volte per partita"),
            tooltip=["testo:N", alt.Tooltip("volte:Q", format=".2f")],
        )
        .properties(width=WIDTH, height=alt.Step(16))
    )
