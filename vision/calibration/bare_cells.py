"""The look of the bare board as a picture of the table under calibration shows it."""

from dataclasses import dataclass

from vision.decode.known_tags import detect_tags
from vision.errors import VisionError
from vision.model.bare_board import BareBoard
from vision.model.catalogue import Catalogue
from vision.model.detections import foreign_codes
from vision.model.placed_tags import Covers, large_piece_cells, tall_shadow_cells
from vision.model.profile import CameraProfile
from vision.model.surface import Grid
from vision.occupancy.bare_ground import bare_board_of
from vision.occupancy.ground import compute_ground
from vision.picture import Pixels, in_grey
from vision.reading import read_picture


@dataclass(frozen=True, eq=False)
class BareLook:
    """Look of the bare board, and cells taken for bare though something seems to lie there."""

    board: BareBoard
    doubtful: tuple[str, ...]


def find_bare_look(
    pixels: Pixels, catalogue: Catalogue, profile: CameraProfile, covers: Covers | None = None
) -> BareLook | None:
    """Return the look of the cells on which nothing is seen to lie, nor a tall piece's shadow.

    None where there are none, or the board is not found. If no piece is seen at all the board was cleared: then what
    seems to lie there is its print, for a motley one can look like a hand as long as no piece tells how the board does.

    `covers` tells which cells the piece of a tag covers.
    """
    if not isinstance(catalogue.surface, Grid):
        return None
    grid = catalogue.surface
    try:
        reading = read_picture(pixels, catalogue, profile, covers=covers)
    except VisionError:
        return None
    pieces = [{placed_tag.cell, *(covers(placed_tag) if covers else ())} for placed_tag in reading.placed_tags]
    taken: set[str | None] = set()
    doubtful = reading.unreadable
    if pieces:
        taken, doubtful = taken.union(doubtful, tall_shadow_cells(reading.placed_tags, grid), *pieces), ()
    grey = in_grey(pixels)
    seen = detect_tags(grey, catalogue, reading.codes)
    foreign = [code.corners for code in foreign_codes(reading.codes, catalogue)]
    large = large_piece_cells(reading.placed_tags, covers)
    ground = compute_ground(pixels, reading.registration.camera, catalogue, seen, large, foreign)
    bare = bare_board_of(ground, [cell for cell in grid.cells if cell not in taken], grid)
    return BareLook(bare, doubtful) if bare.known.any() else None
