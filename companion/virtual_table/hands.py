"""Scripted hands: they lay pieces on the virtual table, one after the other."""

from collections.abc import Iterable, Iterator

from companion.virtual_table.piece import Piece, Point
from companion.virtual_table.table import VirtualTable
from vision.virtual import Hand


def do(table: VirtualTable, pieces: Iterable[Piece], *, steps: int = 0, arm: bool = False) -> Iterator[None]:
    """Carry the pieces to their places one after the other (see `carry`).

    Yields between the steps.
    """
    for piece in pieces:
        yield from carry(table, piece, steps=steps, arm=arm)


def carry(table: VirtualTable, piece: Piece, *, steps: int = 0, arm: bool = False) -> Iterator[None]:
    """Carry one piece where and how it should lie, turning it on the way.

    Yields `steps` times with the piece in the air, nearer each time, and once when it lies. With `arm` a hand is over
    the board all the while, as the camera sees it. If somebody else takes the piece meanwhile the hand goes on empty.
    """
    lying = table.pieces.get(piece.id)
    held = table.pick_up(piece.id) if steps else None
    if lying is None or held is None:
        table.put(piece)
        yield
        return
    try:
        start, end = lying.centre_mm, piece.centre_mm
        for step in range(1, steps + 1):
            share = step / steps
            point_mm = (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
            held.drag(point_mm)
            if 2 * step >= steps and held.piece is not None and held.piece.face != piece.face:
                held.flip()
            table.arm = reaching(table, point_mm) if arm else None
            yield
        held.place_piece(piece)
    finally:
        # Whoever does not want to go on leaves nothing in the air.
        held.drop(exactly=True)
        table.arm = None
    yield


def reaching(table: VirtualTable, over_mm: Point, pose: str = "pinch") -> Hand:
    """Return a hand over this point; the arm comes from the nearer long edge of the table."""
    _, top, _, bottom = table.catalogue.surface.extent_mm
    upper = over_mm[1] < (top + bottom) / 2
    return Hand(over_mm, 0.0 if upper else 180.0, pose)
