"""Hands that lie still: hidden things stay, and things in a hand do not lie there yet."""

import cv2
import numpy as np

from vision.model.placed_tags import Covers
from vision.reading import Reading
from vision.watching.gates import Gates
from vision.watching.memory import newly_unreadable, places_of
from vision.watching.motion import Mask
from vision.watching.tiles import Tiles


def resting_hands(
    before: Reading, reading: Reading, tiles: Tiles, altered: Mask, covers: Covers | None, gates: Gates
) -> Mask:
    """Return the tiles in `altered` between two readings that a hand hides.

    An arm comes in over the edge of the picture, and cannot be read; a hand without an arm covers more unreadable
    cells than any piece. A cell on which the same is still read as before is not hidden. Of plain pieces an arm that
    was taken for a part of the table and has gone frees more cells than pieces take there.
    """
    hands = np.zeros_like(altered)
    strange = newly_unreadable(before, reading)
    if not strange:
        return hands
    same = _unchanged_cells(before, reading, covers) - strange
    freed = set(before.unreadable) - set(reading.unreadable) if gates.plain_pieces else set()
    count, labels = cv2.connectedComponents(altered.astype(np.uint8))
    for label in range(1, count):
        part = np.asarray(labels == label, np.bool_)
        inside = {cell for cell, share in tiles.shares(part).items() if share > gates.covered_share}
        unread = inside & strange
        if len(inside & freed) >= max(gates.hand_cells, len(unread) + 1):
            continue
        if (unread and _reaches_in(part, gates)) or (len(unread) >= gates.hand_cells and not gates.plain_pieces):
            hands |= part & ~tiles.of_places(inside & same)
    return hands


def _reaches_in(part: Mask, gates: Gates) -> bool:
    """Return True if a part comes in over the edge of the picture, as an arm does.

    Of plain pieces one that goes on to the other edge is none: the camera was bumped while something was laid.
    """
    top, bottom, left, right = (bool(edge.any()) for edge in (part[0], part[-1], part[:, 0], part[:, -1]))
    goes_across = (top and bottom) or (left and right)
    return (top or bottom or left or right) and not (gates.plain_pieces and goes_across)


def _unchanged_cells(before: Reading, after: Reading, covers: Covers | None) -> set[str]:
    """Return the cells on which the same lies as before.

    Cells on which nothing was read are not among them.
    """

    def content(reading: Reading) -> dict[str, set[str]]:
        on: dict[str, set[str]] = {}
        for placed_tag in reading.placed_tags:
            for cell in places_of(placed_tag, covers):
                on.setdefault(cell, set()).add(placed_tag.tag.id)
        return on

    old, new = content(before), content(after)
    return {cell for cell in old.keys() | new.keys() if old.get(cell) == new.get(cell)}
