"""«Scegli uno —» and what stands under it, each in a line with a point before it: as in one line, with «:» and «;»."""

from __future__ import annotations

from typing import Final

Piece = tuple[str, int, int]  # of a text, with where it begins and ends

_DASHES: Final = frozenset("—–")
_POINTS: Final = frozenset("•·●▪◦")
_ENDS: Final = frozenset((".", ";", "\n", "oppure"))


def in_one_line(pieces: list[Piece]) -> list[Piece]:
    """The pieces of a text, each dash that stands alone as «:», the lines of a list as told one after another."""
    if not any(piece in _DASHES or piece in _POINTS for piece, _, _ in pieces):
        return pieces
    found: list[Piece] = []
    for at, (piece, start, end) in enumerate(pieces):
        told = bool(found) and found[-1][0] != "\n"
        if piece in _DASHES and told and at + 1 < len(pieces):
            found.append((":", start, end))
        elif piece in _POINTS and found:
            cut = len(found)
            while cut and found[cut - 1][0] in _ENDS:
                cut -= 1
            opens, (_, first, last) = bool(cut) and found[cut - 1][0] == ":", found[min(cut, len(found) - 1)]
            found[cut:] = [] if opens or not cut else [(";", first, last)]
        else:
            found.append((piece, start, end))
    return found
