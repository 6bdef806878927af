"""Cells with unread objects: a damaged or blurred tag, a blank piece, a coin, a hand.

Ink on paper that looks like the tags shows where a tag may be; the rescan looks there once more. The network
(`vision.occupancy.cover_net`) finds the objects that hide the board's print.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

from vision.locate.rectified import RectifiedBoard
from vision.model.catalogue import Catalogue
from vision.model.detections import TagDetection
from vision.model.grid_cells import cell_names, connected_components, neighbours
from vision.model.ground_pixels import cells_of
from vision.model.pinhole import Points
from vision.model.surface import Grid
from vision.occupancy.board_outline import intruded_cells
from vision.occupancy.footprints import IN_SIGHT, cell_numbers, core_shares, footprints, middles
from vision.occupancy.ground import SAMPLES
from vision.occupancy.patches import patches
from vision.occupancy.unexplained import (
    INK_SHARE,
    MAYBE_INK,
    beyond,
    high_places,
    ink_density,
    ink_of_tags,
    local_contrast,
)

Floats = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]
Cells = npt.NDArray[np.bool_]

#: There may be ink on paper if there is so many times as much as on half of the bare cells, if more than this share of
#: all are bare.
_TIMES_TYPICAL = 4.0
_FEW_BARE = 0.3
#: Tags that are seen whole have more than this at any rate, on whatever they lie. No more than a quarter of the bare
#: cells are looked at for it.
_TAG_SHARE = 0.6
#: Likelihood above which something hides a cell's print.
_COVERED = 0.9
#: Likelihood that is enough where there is ink, if only faint, or where much is burnt out.
_LIKELY = 0.6
#: Likelihood that is enough beside a cell of which that is told: few things end at the edge of a cell.
_LIKELY_BESIDE = 0.35
#: Likelihood that is enough where there is as much ink as on a tag: of 16,000 bare cells none lies between it and
#: `_LIKELY` with so much ink.
_LIKELY_INKED = 0.35
#: Likelihood that is enough where nearly all of a cell is inked as a tag is, whatever print is usual: 2 of 9,400 bare
#: cells of strange prints in bad pictures lie between it and what is enough without, and 9 lie between half of it and
#: it, of 2,000 unread pieces none.
_LIKELY_FULL = 0.04
_FULL_OF_INK = 0.8
#: Likelihood above which a tag may be there if there is ink (27 of 94,000 bare cells were looked at).
_MAY_BE_COVERED = 0.05
#: Share of a cell above which much of it is burnt out.
_MUCH_BURNT = 0.5
#: Likelihood that anything hides the print of what mostly looks white, up to which the print is seen.
_SURELY_BARE = 0.002
#: Share of the bare cells that look white, above which it is the print that is white, and seen: but for cells that are
#: brighter than the paper of tags (1), as no print is. A window is mirrored there.
_MOST_WHITE = 0.25
_BRIGHTER_THAN_PAPER = 1.0
#: What peeps out from behind tall pieces that were read tells that something lies on a cell of which they hide less.
_REPORTED_BEHIND = 0.8
#: Of a cell of which they hide more than this share, the network is less sure: that must be so likely then.
_MOSTLY_BEHIND = 0.7
_COVERED_BEHIND = 0.985
#: Nobody knows what lies on a cell of which they hide more than this share, unless something is seen to lie there.
_MOST_OCCLUDED = 0.45
#: What lies on a cell of which they hide less is in plain view; between the two its print must be seen for sure.
_PARTLY_OCCLUDED = 0.2
#: Density of faint ink, between the edges of the bare board (0) and those of tags (1).
_FAINT_INK = 0.1
#: Share of a cell's core that has it.
_FAINT_SHARE = 0.15
#: Share of a cell's core that has it, and of that with ink as strong as a tag's, where a tag may be seen (of 17 tags
#: that the last look read, on 149 pictures, the least were 0.57 and 0.29).
_TAG_FAINT = 0.5
_TAG_STRONG = 0.15
#: Where so few cells are strange, faint ink is enough on those that are surely covered.
_FEW_STRANGE = 6
#: So many cells side by side that reach the rim of the board are an arm, unless half of a cell there is as white as
#: paper: glare.
_ARM = 5
_WHITE = 0.97


@dataclass(frozen=True, eq=False)
class UnexplainedInk:
    """Blocks of the rectified board explained by tags that were read, and ink elsewhere.

    Blocks (h, w) are `explained` by pieces or codes. `density` is how dense their `edges` are between those of the
    bare board (0) and those of tags (1). `in_sight` is the visible share of each cell (n,), its middle at `places`
    (n, 2), in blocks; `under_pieces` are those on which pieces lie. On `inked` cells there may be a tag worth a
    second pass. `high` are cells over which ink is seen at the height of a piece that is much higher than usual, as
    (cell, height).
    """

    explained: Mask
    edges: Floats
    density: Floats
    places: Points
    in_sight: Points
    under_pieces: Cells
    inked: tuple[str, ...]
    high: tuple[tuple[str, float], ...]

    @property
    def bare(self) -> Cells:
        """The cells (n,) of which enough is in sight to judge them, without pieces that were read."""
        return np.asarray((self.in_sight >= IN_SIGHT) & ~self.under_pieces, np.bool_)

    def much(self, limit: float | Floats) -> Cells:
        """Return the cells (n,) with more ink than a print full of letters has on most bare cells."""
        shares, bare = self._shares(limit), self.bare
        # Few cells alone do not tell what is printed on all.
        typical, many = np.percentile(shares[bare], (50, 75)) if bare.mean() > _FEW_BARE else (0.0, 0.0)
        least = max(INK_SHARE, min(_TIMES_TYPICAL * typical, max(_TAG_SHARE, many)))
        return np.asarray((self.in_sight >= IN_SIGHT) & (shares > least), np.bool_)

    @cached_property
    def faint(self) -> Cells:
        """The cells (n,) in which there is ink, if only as faint as under a reflection."""
        return np.asarray(self._shares(_FAINT_INK) > _FAINT_SHARE, np.bool_)

    @cached_property
    def like_tags(self) -> Cells:
        """The cells (n,) with as much ink as tags show even when they are blurred."""
        return np.asarray((self._shares(_FAINT_INK) > _TAG_FAINT) & (self._shares(MAYBE_INK) > _TAG_STRONG), np.bool_)

    @cached_property
    def full(self) -> Cells:
        """The cells (n,) that are inked nearly everywhere, as a tag is."""
        return np.asarray(self.bare & (self._shares(MAYBE_INK) > _FULL_OF_INK), np.bool_)

    def _shares(self, limit: float | Floats) -> Points:
        """Return the share of each cell's (n,) part in sight that is denser than this."""
        inside = core_shares((self.density > limit) & ~self.explained, self.places)
        return np.asarray(inside / np.maximum(self.in_sight, 1e-6), np.float64)


def find_unexplained_ink(
    board: RectifiedBoard,
    catalogue: Catalogue,
    seen: Sequence[TagDetection],
    covered: Collection[str],
    foreign: Sequence[Points],
) -> UnexplainedInk:
    """Find ink that no tag in `seen` explains.

    `covered` are cells that pieces read cover. `foreign` are the corners (4, 2) in pixels of codes that are none of
    the catalogue's.
    """
    grid = catalogue.grid
    explained = footprints(board, seen, foreign)
    edges = np.asarray(cv2.blur(board.edges, (3, 3)), np.float32)
    density = ink_density(edges, board, explained, seen)
    places = middles(board, grid, board.height_mm)
    in_sight = core_shares(~explained, places)
    under_pieces = np.array([cell in covered for cell in grid.cells])
    high = (
        *high_places(board, catalogue, explained, density, cell_numbers(grid), seen),
        *beyond(board, catalogue, seen),
    )
    ink = UnexplainedInk(explained, edges, density, places, in_sight, under_pieces, (), high)
    # What is in shadow or glare that none of the tags lies in is paler; looking there once more costs little.
    return replace(ink, inked=cell_names(ink.much(MAYBE_INK * local_contrast(board)), grid))


@dataclass(frozen=True)
class Unread:
    """Unread objects on the board: cells in the grid's order.

    On `strange` cells there is something, and over those of them that are `covered` it reaches in from beyond the
    board, as an arm does. On cells that are `worth_a_look`, strange or not, may be a tag. On `occluded` cells,
    strange or not, tall pieces that were read hide too much of the print to know that nothing lies there.
    """

    strange: tuple[str, ...]
    covered: tuple[str, ...]
    worth_a_look: tuple[str, ...]
    occluded: tuple[str, ...]


def unread(
    board: RectifiedBoard,
    catalogue: Catalogue,
    seen: Sequence[TagDetection],
    ink: UnexplainedInk,
    floor: Floats,
    chances: Floats,
    print_seen: Cells,
    burnt: Floats,
    white: Floats,
    behind_tall: Points,
) -> Unread:
    """Find objects that no tag in `seen` explains; `ink` is from `find_unexplained_ink`.

    `floor` is how light the grid's rectangle is (see `Ground.floor`). `chances` (n,) is the probability that
    something hides the print of each cell; on cells `print_seen` (n,) it is seen as it is known. `burnt` (n,) is the
    share of a cell that is burnt out, `white` (n,) the share that looks white: of a cell that mostly looks white
    nothing is seen, unless its print is sure to be there or is white itself, and no brighter than paper. Print never
    looks like a code or a sticker, each another one, on half of all cells; so these are reported whatever the
    probabilities are, unless that print is known. `behind_tall` (n,) is the share that tall pieces hide.
    """
    grid = catalogue.grid
    inked = ink_of_tags(ink.edges, board, seen)
    patched = patches(board, floor, ink.explained, inked, middles(board, grid, 0.0), grid) & ~print_seen
    hidden = (chances > _COVERED) | (chances > _LIKELY) & (ink.faint | (burnt > _MUCH_BURNT))
    hidden |= (chances > _LIKELY_INKED) & np.array([cell in ink.inked for cell in grid.cells])
    hidden |= (chances > _LIKELY_FULL) & ink.full
    whitened = ink.bare & (white > _MUCH_BURNT)
    if whitened.sum() > _MOST_WHITE * ink.bare.sum():
        whitened &= cells_of(floor, grid, SAMPLES).mean(axis=(1, 2)) > _BRIGHTER_THAN_PAPER
    hidden |= whitened & (chances > _SURELY_BARE)
    strange = np.asarray(ink.bare & (hidden | patched), np.bool_)
    # Hysteresis: a chance that tells nothing alone does where another thing or part of it lies.
    strange = connected_components(strange | ink.bare & (chances > _LIKELY_BESIDE), strange, 1, grid)
    covered = _intruding_cells(strange, board, ink, grid) if strange.any() else strange
    may_be_covered = chances > _MAY_BE_COVERED
    # Of a cell that is too little in sight to be judged otherwise, what is seen beside a tall piece tells enough.
    peeping = ~ink.bare & ~ink.under_pieces & (behind_tall > _PARTLY_OCCLUDED) & (behind_tall <= _REPORTED_BEHIND)
    strange |= peeping & (chances > np.where(behind_tall > _MOSTLY_BEHIND, _COVERED_BEHIND, _COVERED))
    # Under an arm no tag is seen.
    # Few things that surely lie there are looked at however worn their tags are.
    tagged = ink.like_tags | ink.faint & (chances > _COVERED) if strange.sum() <= _FEW_STRANGE else ink.like_tags
    worth_a_look = ink.bare & (strange | may_be_covered) & tagged & ~covered | peeping & may_be_covered
    occluded = (behind_tall > _MOST_OCCLUDED) | (behind_tall > _PARTLY_OCCLUDED) & may_be_covered
    masks = (strange, covered, np.asarray(worth_a_look, np.bool_), np.asarray(occluded, np.bool_))
    return Unread(*(cell_names(cells, grid) for cells in masks))


def _intruding_cells(strange: Cells, board: RectifiedBoard, ink: UnexplainedInk, grid: Grid) -> Cells:
    """Return the `strange` cells (n,) side by side over which something reaches in from outside."""
    cells = cell_numbers(grid)
    # Large pieces reach far beyond their tags.
    large = np.append(ink.under_pieces & (ink.in_sight >= IN_SIGHT), False)[cells]
    entered = intruded_cells(board, ink.explained | large, cells, grid)
    arms = connected_components(strange, strange, _ARM, grid)
    entered |= arms & _outermost(grid) & ~_white(board, cells, len(strange))
    return connected_components(strange, strange & entered, 1, grid)


def _outermost(grid: Grid) -> Cells:
    """Return the cells (n,) beside which there is none on some side."""
    beside = [neighbours(grid, *way) for way in ((1, 0), (-1, 0), (0, 1), (0, -1))]
    return np.asarray(np.min(beside, axis=0) < 0, np.bool_)


def _white(board: RectifiedBoard, cells: npt.NDArray[np.int64], count: int) -> Cells:
    """Return the cells (count,) half of which is as white as paper in glare."""
    in_cell = cells >= 0
    numbers = cells[in_cell]
    white = np.bincount(numbers, board.reflectance.min(axis=0)[in_cell] > _WHITE, count)
    return np.asarray(white > 0.5 * np.bincount(numbers, minlength=count), np.bool_)
