"""First sight of a rectified board: places where a QR symbol may show."""

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.decode.codebook import distinct_sides
from vision.decode.finder_patterns import FinderSearch
from vision.decode.rescan import SquareToRead, apparent_sides_mm, paint_over_codes
from vision.locate.rectified import BLOCKS, MARGIN_CELLS, SHADES_PX, RectifiedBoard
from vision.model.catalogue import Catalogue, Tag
from vision.model.code_detection import CodeDetection

#: On fewer prints than these most show a symbol: ink is seen on more where the board's own print looks like it.
_MANY = 16


def shown_at_first_sight(
    places: Sequence[SquareToRead], board: RectifiedBoard, catalogue: Catalogue, codes: Sequence[CodeDetection]
) -> list[SquareToRead]:
    """Return the places, of many prints only those that show a QR symbol.

    The known `codes` are left out. The rectified board is half as fine as what is looked at closely, and made already.
    """
    if sum(place.on == "print" for place in places) < _MANY:
        return list(places)
    px_per_mm = BLOCKS * SHADES_PX / board.cell_mm
    shades = board.shades.copy()
    decoded = [code for code in codes if code.text is not None]
    if decoded:
        flat = board.camera.on_plane(np.vstack([code.corners for code in decoded]), board.height_mm)
        corners = ((flat / board.cell_mm + MARGIN_CELLS) * BLOCKS * SHADES_PX - 0.5).reshape(-1, 4, 2)
        paint_over_codes(shades, [replace(code, corners=own) for code, own in zip(decoded, corners, strict=True)])
    shown = []
    texts = [code.text for code in codes]
    # Most places have the same tags at the same height.
    tags: tuple[Tag, ...] = ()
    height_mm, sides_px = math.nan, list[float]()
    for place in places:
        if place.on == "print":
            if place.tags is not tags or place.height_mm != height_mm:
                tags, height_mm = place.tags, place.height_mm
                sides = apparent_sides_mm(catalogue, catalogue.payloads_beside(tags, texts), height_mm, board.camera)
                sides_px = distinct_sides(side * px_per_mm for side in sides)
            middle = (np.array(place.centre_mm) / board.cell_mm + MARGIN_CELLS) * BLOCKS
            rows, columns = board.window(middle, place.side_mm / board.cell_mm * BLOCKS)
            part = shades[_finer(rows), _finer(columns)]
            if not FinderSearch(part).shows_symbol(sides_px):
                continue
        shown.append(place)
    return shown


def _finer(blocks: slice) -> slice:
    """Return the shades of these blocks."""
    return slice(blocks.start * SHADES_PX, blocks.stop * SHADES_PX)
