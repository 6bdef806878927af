"""Search for objects that no decoded tag explains.

It yields the places to scan for their tags, and what stays unreadable.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from vision.decode.rescan import SquareToRead
from vision.decode.undecoded import borrows_finder, undecoded_codes
from vision.locate.rectified import RectifiedBoard
from vision.locate.veil import veiled_cells
from vision.model.bare_board import BareBoard
from vision.model.catalogue import Catalogue
from vision.model.code_detection import CodeDetection
from vision.model.detections import TagDetection, foreign_codes
from vision.model.grid_cells import connected_components
from vision.model.ground_pixels import Floats, Mask, cells_of
from vision.model.placed_tags import Covers, PlacedTag, large_piece_cells
from vision.model.surface import Grid, Mat
from vision.occupancy.cells import UnexplainedInk, find_unexplained_ink, unread
from vision.occupancy.cover_net import PLAIN_MODEL, board_view, cover_probabilities
from vision.occupancy.foot_looks import Look, foot_looks
from vision.occupancy.ground import Ground, compute_ground
from vision.occupancy.occlusion import occluded_shares
from vision.occupancy.relighting import may_be_board, papered_cells, print_seen_cells, relight_ground
from vision.occupancy.standing import foot_shades, mirrored_lamps, standing_pieces
from vision.occupancy.zones import Spot, UnreadSpots, unread_spots
from vision.picture import Pixels

#: The usual height of pieces, at which cells are looked at.
LOOK_HEIGHT_MM = 5.0
#: The second pass takes in so much round a cell.
_LOOK_MARGIN_MM = 9.0
#: Tags that are larger than this, in cells, lie beside the board.
_ON_ONE_CELL = 1.15
#: Likelihood that anything hides the print of a cell, up to which a tag is looked for there only if one is seen at
#: first sight (17 of 537 tags that lay in ink and no decoder read were on such cells: all were seen).
_PRINT_SEEN = 0.05


@dataclass(frozen=True, eq=False)
class Decoded:
    """Decoded codes of a picture: the tags among them, the rectified board, and the placed tags."""

    codes: Sequence[CodeDetection]
    seen: Sequence[TagDetection]
    board: RectifiedBoard
    placed: tuple[PlacedTag, ...]


@dataclass(frozen=True, eq=False)
class UnreadPlaces:
    """Places that are worth a rescan, and what tells so: ink on a grid, or objects on a mat."""

    places: tuple[SquareToRead, ...]
    ink: UnexplainedInk | None = None
    mat: UnreadSpots | None = None


@dataclass(frozen=True, eq=False)
class _CoverEvidence:
    """Probability (n,) per cell that an unread object hides its print, and its source `ground`.

    `print_seen` (n,) are the cells on which the print is seen as it is known.
    """

    ground: Ground
    chances: Floats
    print_seen: Mask


@dataclass(frozen=True)
class UnreadObjects:
    """Unread objects, the places worth a rescan because of them, and the evidence on a grid.

    `inked` are those of the inked places whose print is not seen for sure. `shades` and `looks` are those of a
    `Reading`.
    """

    unreadable: tuple[str, ...]
    covered: tuple[str, ...]
    spots: tuple[Spot, ...] = ()
    places: tuple[SquareToRead, ...] = ()
    evidence: _CoverEvidence | None = None
    occluded: tuple[str, ...] = ()
    inked: tuple[SquareToRead, ...] = ()
    shades: Mapping[str, float] = field(default_factory=dict)
    looks: Mapping[str, Look] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class UnreadSearch:
    """Search for unread objects in one picture (BGR or grey).

    In the `image` light of a mirrored window was taken off the picture as it was `taken`. `covers` tells which cells
    the piece of a placed tag covers, `bare_board` how the board looks without pieces. `plain`: pieces bear no tags,
    and may be tall.
    """

    image: Pixels
    taken: Pixels
    catalogue: Catalogue
    covers: Covers | None
    bare_board: BareBoard | None
    plain: bool = False

    def places(self, decoded: Decoded, before: UnreadSpots | None = None) -> UnreadPlaces:
        """Find unread places where a tag may lie.

        `before` is what was seen on the mat with a few tags less.
        """
        catalogue, codes = self.catalogue, decoded.codes
        foreign = [code.corners for code in foreign_codes(codes, catalogue)]
        if isinstance(catalogue.surface, Mat):
            dropped = [code.dropped_px for code in codes if code.dropped_px is not None]
            blank = undecoded_codes(codes)
            sure = [code.corners for code in blank if not borrows_finder(code, codes)]
            unsure = [code.corners for code in blank if borrows_finder(code, codes)]
            spots = unread_spots(
                decoded.board, catalogue, decoded.seen, decoded.placed, dropped, foreign, sure, unsure, before=before
            )
            return UnreadPlaces(spots.places, mat=spots)
        covered = {cell for placed in decoded.placed for cell in (self.covers(placed) if self.covers else ())}
        ink = find_unexplained_ink(decoded.board, catalogue, decoded.seen, covered, foreign)
        inked = (*((cell, LOOK_HEIGHT_MM) for cell in ink.inked), *ink.high)
        return UnreadPlaces(_squares(catalogue, decoded, inked), ink)

    def objects(self, decoded: Decoded, first: UnreadPlaces, before: UnreadObjects | None = None) -> UnreadObjects:
        """Find unread objects.

        `before` is the result of an earlier pass with the same camera and a few tags less.
        """
        if first.ink is not None:
            return self._objects_on_grid(decoded, first.ink, before)
        assert first.mat is not None
        zones = {spot.zone for spot in first.mat.spots}
        unread_zones = tuple(zone for zone in self.catalogue.surface.places if zone in zones)
        return UnreadObjects(unread_zones, first.mat.covered, first.mat.spots)

    def _objects_on_grid(self, decoded: Decoded, ink: UnexplainedInk, before: UnreadObjects | None) -> UnreadObjects:
        """Return the same on a grid, where the network is asked."""
        catalogue, board = self.catalogue, decoded.board
        grid = catalogue.grid
        foreign = [code.corners for code in foreign_codes(decoded.codes, catalogue)]
        large = large_piece_cells(decoded.placed, self.covers)
        known = before.evidence if before else None
        samples = known.ground.samples if known else None
        ground = compute_ground(self.image, board.camera, catalogue, decoded.seen, large, foreign, board.light, samples)
        if before and known and not _explains_unreadable(before.unreadable, known.ground, ground, ink, grid):
            evidence = replace(known, ground=ground)
        else:
            evidence = self._cover_evidence(ground, board, grid)
        chances = evidence.chances
        burnt, white = (
            np.asarray(cells_of(mask, grid).mean(axis=(1, 2)), np.float32) for mask in (ground.burnt, ground.white)
        )
        behind_tall = occluded_shares(decoded.placed, board.camera, grid)
        found = unread(
            board, catalogue, decoded.seen, ink, ground.floor, chances, evidence.print_seen, burnt, white, behind_tall
        )
        places = _squares(catalogue, decoded, ((cell, LOOK_HEIGHT_MM) for cell in found.worth_a_look))
        hidden = {cell for cell, chance in zip(grid.cells, chances.tolist(), strict=True) if chance > _PRINT_SEEN}
        inked = _squares(catalogue, decoded, ((cell, LOOK_HEIGHT_MM) for cell in ink.inked if cell in hidden))
        if not self.plain:
            return UnreadObjects(found.strange, found.covered, (), places, evidence, found.occluded, inked)
        mirrored = mirrored_lamps(ground, grid)
        strange, covered = ([cell for cell in told if cell not in mirrored] for told in (found.strange, found.covered))
        occluded = (*found.occluded, *(cell for cell in grid.cells if cell in mirrored and cell not in found.occluded))
        shades, looks = foot_shades(ground, grid), foot_looks(ground, grid)
        return UnreadObjects(tuple(strange), tuple(covered), (), places, evidence, occluded, inked, shades, looks)

    def _cover_evidence(self, ground: Ground, board: RectifiedBoard, grid: Grid) -> _CoverEvidence:
        """Return how likely something hides each cell's print, and where it is seen."""
        bare, nowhere = self.bare_board, np.zeros(len(grid.cells), np.bool_)
        if self.plain and bare is not None and bare.fits(grid):
            # So many pieces hide the board that nothing tells whether it is another one, nor its light.
            chances = cover_probabilities(board_view(ground, board.light, bare, ground), grid, PLAIN_MODEL)
            return _CoverEvidence(ground, standing_pieces(bare, ground, chances, grid).astype(np.float32), nowhere)
        if bare is not None and bare.fits(grid):
            lit = relight_ground(bare, ground)
            # The look of another board tells nothing of this one.
            if may_be_board(bare, lit, grid):
                chances = cover_probabilities(board_view(ground, board.light, bare, lit), grid)
                seen = print_seen_cells(bare, lit, grid)
                # What hides nothing of the print is light or shadow; paper through which it is seen is paper.
                chances[seen] = 0
                chances[papered_cells(bare, ground, grid) & ~self._veiled(board, grid)] = 1
                return _CoverEvidence(ground, chances, seen)
        return _CoverEvidence(ground, cover_probabilities(board_view(ground, board.light), grid), nowhere)

    def _veiled(self, board: RectifiedBoard, grid: Grid) -> Mask:
        """Return the cells (n,) over which a mirrored window lay."""
        names = [] if self.image is self.taken else list(grid.cells)
        veiled = veiled_cells(self.taken, self.image, board.camera, self.catalogue, names)
        return np.array([cell in veiled for cell in grid.cells])


def at_first_sight(places: Sequence[SquareToRead], catalogue: Catalogue) -> list[SquareToRead]:
    """Return the places, those on a grid's cells as prints on which a QR tag may be seen.

    `UnreadObjects.inked` are those of which more is to be asked.
    """
    if isinstance(catalogue.surface, Mat) or catalogue.code != "qr":
        return list(places)
    return [replace(place, on="print") if place.height_mm == LOOK_HEIGHT_MM else place for place in places]


def _squares(catalogue: Catalogue, decoded: Decoded, cells: Iterable[tuple[str, float]]) -> tuple[SquareToRead, ...]:
    """Return the squares about cells at heights in which a tag of one cell is looked for.

    Tall pieces whose tags were read are not looked for: each has a size of its own, which takes time.
    """
    grid = catalogue.grid
    tall = {tag.tag.id for tag in decoded.seen if grid.is_tall(tag.tag.height_mm)}
    loose = tuple(
        tag
        for tag in catalogue.tags
        if tag.placement_mm is None and tag.size_mm < _ON_ONE_CELL * grid.cell_mm and tag.id not in tall
    )
    side_mm = grid.cell_mm + 2 * _LOOK_MARGIN_MM
    return tuple(SquareToRead(grid.centre(cell), side_mm, height_mm, loose) for cell, height_mm in cells)


def _explains_unreadable(
    unreadable: Sequence[str], before: Ground, ground: Ground, ink: UnexplainedInk, grid: Grid
) -> bool:
    """Return True if newly read pieces lie beside unreadable cells, and may be the reason.

    New pieces are those that were read since `before`.
    """
    hidden = np.asarray(cells_of(ground.behind & ~before.behind, grid).any(axis=(1, 2)), np.bool_)
    reported = np.array([cell in unreadable for cell in grid.cells])
    return bool((connected_components(reported | hidden, hidden, 1, grid) & reported & ink.bare).any())
