"""The reference page of the blocks, made from the table: ``python -m dsl.vocabulary.reference > docs/blocchi.md``."""

from __future__ import annotations

from collections.abc import Iterator

from .headings import HEADINGS, Heading, Question

_TAKES = {
    "phrase": "una frase della lingua",
    "names": "nomi, tra virgole o con «e»",
    "lines": "frasi, una per riga",
}
_LINES = {
    "none": "",
    "sentences": "Sotto: frasi della lingua, una per riga.",
    "rows": "Ogni altra riga è una riga della tavola: `nome: casella, casella`.",
    "listed": "Sotto, nell'ordine che vale, alcune di queste righe:",
}


def page() -> str:
    """The page as Markdown."""
    return "\n".join(_lines())


def _lines() -> Iterator[str]:
    yield "# I blocchi / the blocks"
    yield ""
    yield "Every heading, what may follow its name, its questions and the answers listed for each. Made from the"
    yield "table in `dsl/vocabulary/headings.py` by `python -m dsl.vocabulary.reference`; do not edit it by hand."
    yield "`<…>` stands for a declared name or a number."
    for heading in HEADINGS:
        yield ""
        yield from _heading(heading)


def _heading(heading: Heading) -> Iterator[str]:
    yield f"## {heading.words}{' NOME' if heading.named else ''}"
    if heading.features:
        yield "After the name: " + ", ".join(f"`{feature}`" for feature in heading.features) + "."
    if heading.questions:
        yield ""
        yield "| question | answers |"
        yield "| --- | --- |"
        for question in heading.questions:
            yield f"| `{question.asks}:`{_marks(question)} | {_answers(question)} |"
    if _LINES[heading.lines]:
        yield ""
        yield _LINES[heading.lines]
    for line in heading.listed:
        yield f"- `{line}`"


def _marks(question: Question) -> str:
    marks = [mark for mark, on in (("required", question.required), ("more than once", question.many)) if on]
    return f" ({', '.join(marks)})" if marks else ""


def _answers(question: Question) -> str:
    return _listed(question) + (f", or {_TAKES['phrase']}" if question.phrase else "")


def _listed(question: Question) -> str:
    if question.takes in ("choice", "parts"):
        joined = ", ".join(f"`{pattern}`" for pattern in question.answers)
        return joined + (" – several, between commas" if question.takes == "parts" else "")
    extra = "".join(f", `{question.asks}, {pattern}:`" for pattern in question.qualifiers)
    return _TAKES[question.takes] + (f"; also{extra[1:]}" if extra else "")


if __name__ == "__main__":
    print(page())
