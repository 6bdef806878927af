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
    cells than any piece. A cell on which the same is still read as before is not hidden.
    """
    hands = np.zeros_like(altered)
    strange = newly_unreadable(before, reading)
    if not strange:
        return hands
    same = _unchanged_cells(before, reading, covers) - strange
    count, labels = cv2.connectedComponents(altered.astype(np.uint8))
    for label in range(1, count):
        part = np.asarray(labels == label, np.bool_)
        inside = {cell for cell, share in tiles.shares(part).items() if share > gates.covered_share}
        unread = inside & strange
        at_edge = any(edge.any() for edge in (part[0], part[-1], part[:, 0], part[:, -1]))
        if (unread and at_edge) or (len(unread) >= gates.hand_cells and not gates.plain_pieces):
            hands |= part & ~tiles.of_places(inside & same)
    return hands


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
