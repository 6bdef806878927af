"""Moves of pieces on cells, told by touching where a piece lies and where it goes."""

from collections.abc import Callable, Mapping

from companion.cells.touches import HAND, leading_changes
from companion.table.seat_moves import MovePart


def move_parts(before: Mapping[str, str], after: Mapping[str, str], name: Callable[[str], str]) -> tuple[MovePart, ...]:
    """Return the parts of a move; pieces in hand that are called alike are one part.

    Pieces that leave the board, or come instead of others, follow from those that move onto free cells.
    """
    parts: list[MovePart] = []
    for piece, end in leading_changes(before, after):
        if end is None:
            continue
        start = before.get(piece)
        if start is None:
            parts.append(MovePart(f"{HAND}{name(piece)}", name(piece), on_board=False, sign=piece))
        else:
            parts.append(MovePart(start, start))
        parts.append(MovePart(end, end))
    return tuple(parts)
