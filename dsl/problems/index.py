"""The list of the problems as a page: ``python -m dsl.problems.index > docs/problemi.md``."""

from __future__ import annotations

from collections.abc import Iterator

from .pages import by_group


def page() -> str:
    """All problems as Markdown, by what they are about, each with a link to its page."""
    return "\n".join(_lines())


def _lines() -> Iterator[str]:
    yield "# I problemi / the problems"
    yield ""
    yield "Everything that `detto check` and `detto explain` can find fault with. `detto explain CODE`, or the name, prints the"
    yield "page. Made from the pages in `dsl/problems/` by `python -m dsl.problems.index`; do not edit it by hand."
    for title, group in by_group():
        yield ""
        yield f"## {title}"
        yield ""
        yield "| code | name | what it finds |"
        yield "| --- | --- | --- |"
        for each in group:
            yield f"| [{each.code}](../dsl/problems/{each.code}.md) | {each.name} | {each.finds} |"


if __name__ == "__main__":
    print(page())
