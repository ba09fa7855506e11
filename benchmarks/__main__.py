"""``python -m benchmarks [NAME …] [--json]``: a table or one object. Exit code 1 when a measure failed."""

from __future__ import annotations

import argparse
import json
import sys

import benchmarks.games  # noqa: F401 (registers its measures)
from benchmarks.measures import MEASURES, TOLD
from benchmarks.skipped import Skipped


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measures of speed, all by default.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="one or more of: " + ", ".join(MEASURES))
    parser.add_argument("--json", action="store_true", help="one object, for another program")
    chosen = parser.parse_args(arguments)
    unknown = [name for name in chosen.names if name not in MEASURES]
    if unknown:
        parser.error(f"no measure named {', '.join(unknown)}; there are: {', '.join(MEASURES)}")
    values: dict[str, float | None] = {}
    for name in chosen.names or MEASURES:
        try:
            values[name] = round(MEASURES[name](), 4)
        except Skipped as reason:
            print(f"{name}: skipped, {reason}", file=sys.stderr)
            continue
        except Exception as problem:  # a measure that fails is told, the others go on
            values[name] = None
            print(f"{name}: {type(problem).__name__}: {problem}", file=sys.stderr)
        if not chosen.json:
            print(row(name, values[name]), flush=True)
    if chosen.json:
        print(json.dumps(values))
    return int(None in values.values())


def row(name: str, value: float | None) -> str:
    """A line of the table: the name, the value, its unit, the bar that it should meet, what it is."""
    unit, bar = TOLD[name]
    shown = "–" if value is None else f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"
    what = (MEASURES[name].__doc__ or "").strip().rstrip(".")
    return f"{name:<36}{shown:>10}  {unit:<12}{bar:<7}{what}"


if __name__ == "__main__":
    sys.exit(main())
