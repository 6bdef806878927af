"""First sight of a rectified board: places where a QR symbol may show."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.decode.codes import CodeDetection
from vision.decode.finder_patterns import FinderSearch
from vision.decode.rescan import SquareToRead, apparent_sides_mm, paint_over_codes
from vision.locate.rectified import BLOCKS, MARGIN_CELLS, SHADES_PX, RectifiedBoard
from vision.model.catalogue import Catalogue

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
    for place in places:
        if place.on == "print":
            payloads = catalogue.payloads_beside(place.tags, [code.text for code in codes])
            sides = apparent_sides_mm(catalogue, payloads, place.height_mm, board.camera)
            middle = (np.array(place.centre_mm) / board.cell_mm + MARGIN_CELLS) * BLOCKS
            rows, columns = board.window(middle, place.side_mm / board.cell_mm * BLOCKS)
            part = shades[_finer(rows), _finer(columns)]
            if not FinderSearch(part).shows_symbol([side * px_per_mm for side in sides]):
                continue
        shown.append(place)
    return shown


def _finer(blocks: slice) -> slice:
    """The shades of these blocks."""
    return slice(blocks.start * SHADES_PX, blocks.stop * SHADES_PX)
