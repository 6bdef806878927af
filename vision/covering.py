"""Which cells are covered: their print is not seen, for something lies before it that is no piece, a hand or an arm."""

import cv2
import numpy as np
import numpy.typing as npt

from vision.board_outline import BoardOutline, outline_of
from vision.cell_looks import strangeness
from vision.cover_edges import cells_beside
from vision.footprints import middles
from vision.gloss_and_paint import is_glow
from vision.grid_lines import GridLines
from vision.neighbours import connected_parts, neighbours, numbered_parts, sums_touching, touching
from vision.rectified import RectifiedBoard
from vision.surface import Grid

Floats = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.int64]
Cells = npt.NDArray[np.bool_]

#: So many of the eight halves of its sides tell whether a cell's lines are seen,
_JUDGED = 4
#: and if no more than this share of them is, its print is not; with more than that, it is.
_UNSEEN = 0.45
_SEEN = 0.6
#: Where they are as alike as this to the board's lines its print is seen, however faint they are, as in glare.
_ALIKE = 0.75
#: In glare that burns out half of the cell, its lines must be as alike as this: its rim may show more than its middle.
#: The more so where half of it is as bright as the camera can show (grey levels); where hardly any is, its print shows.
_BURNT_ALIKE, _SATURATED_ALIKE = 0.9, 0.95
_SATURATED, _HARDLY_SATURATED = 247.0, 0.1
#: Where glare burns a cell out, or one beside it is covered, so few free halves tell if they are not like the lines.
_FEW_HALVES = 2
#: As alike as this, few halves show the cell's lines, though not its print.
_FEW_ALIKE = 0.92
#: Where no line would show on so many of the free halves something dark may lie.
_DARK_HALVES = 2
#: Where they are less alike than this it is not, however strong its edges are; between these the cells beside it tell.
_UNLIKE = 0.45
_DOUBTFUL = 0.6
#: However a cell looks, it is covered if lines that would stand out are missing on so many of its free halves and on
#: such a share of them, and so many such cells are side by side. (Of 10,967 bare cells one is so, and stands alone.)
_FEW_MISSING, _MISSING_SHARE, _SIDE_BY_SIDE = 3, 0.5, 2
#: A cell beside covered ones is covered, too, if it looks this strange; and so are cells side by side that only are
#: this strange, if they reach in over the outline of the board.
_BESIDE = 0.6
_ENTERED = 0.45
#: Where there are no lines, but cells that certainly are covered, only those beside them are, too, if this strange.
_MOTLEY = 0.5
#: So strange are some of many cells side by side there.
_RATHER = 0.8
#: What seems to cover cells is a dark or plain part of the print if it is no stranger than this on the mean, and
#: nowhere stranger than that. Where looks alone tell, no larger a share of its cells may be missing their lines. Where
#: the board's line is known again, none that would show may be unseen there, and elsewhere one would show on no larger
#: a share of the halves. (So were 13 of 16 such parts of five and more bare cells, and of 170 hands and arms none.)
_PRINTED_ALONE, _MISSING_OF_PART = (1.2, 2.5), 0.2
#: What has no arm may lack them if it is no stranger than this on the mean. (Arms on dark prints are no stranger.)
_JUST_LIKE_PRINT = 0.8
_PRINTED, _JUDGED_BESIDE = (0.65, 0.9), 0.9
#: Where no line is seen, nothing lies if it does not look even this strange: it may be too dark.
_ODD = 0.34
#: It is bright enough to show its lines if it has so much of the usual brightness of the cells whose lines are seen.
_BRIGHT = 0.6
#: Beside covered cells also one of whose lines some are seen is covered, if they are no more alike than this, no more
#: than this share of the free halves is seen, some is not like them at all, and it looks this strange: about half of it
#: is. With so many that are not, as many as are, it is, however it looks. (An arm beside a bare cell hides two halves.)
_HALF_ALIKE, _HALF_SEEN, _HALF_STRANGE = 0.85, 0.8, 0.375
_UNLIKE_HALVES = 4
#: Where few are free so many of them are enough, and this share.
_FEW_UNLIKE, _MOST_UNLIKE = 3, 0.75
#: Unless hardly anything of it has odd colours while so much of the covered cells that it touches has.
_NO_ODD, _ODD_BESIDE, _ALL_ODD = 0.1, 0.6, 0.7
#: What covers a cell goes on in one beside it if so much of that has odd colours, too, in one part with so many blocks
#: of what is covered.
_GOES_ON, _THING_BLOCKS = 0.4, 50
#: No more of a cell is than this beside the share of its free halves that are not like the lines.
_LINED_ODD = 0.5
#: So much of a cell is all of it.
_ALL_OVER = 0.9
#: Of a cell of which less is in sight no more is taken to be.
_LEAST_IN_SIGHT = 0.1
#: One cell alone that looks this strange, and whose lines are doubtful or not seen, is covered.
_ALONE = 2.0
#: Fewer cells than this side by side are no hand; to so many those beside them belong.
_FEW = 3
_MANY = 6
#: So many that reach the rim of the board are an arm, unless half of a cell there is as white as paper: glare.
_ARM = 5
_WHITE = 0.97


def covered_cells(
    board: RectifiedBoard,
    explained: Mask,
    lines: GridLines | None,
    cells: Numbers,
    owner: Numbers,
    odd_blocks: Mask,
    grid: Grid,
) -> tuple[Cells, Cells, Cells, Cells]:
    """The cells (n,) before whose print something lies, those of them over which it reaches in, those of them whose
    lines it hides, and those whose lines are seen.

    `explained` is what pieces hide at their height, `lines` where the board's printed lines are seen, if there are any;
    `cells` and `owner` are the numbers of the cell on each block and of the piece beside which it lies, -1 for none.
    `odd_blocks` have colours that the board does not show.
    """
    count = len(grid.cells)
    unseen, seen, shown, unclear, burnt_out, doubtful = np.zeros((6, count), np.bool_)
    pale, lineless, halved, cut, alike, missing, whole = np.zeros((7, count), np.bool_)
    asked = np.ones(count, np.bool_)
    unlike = np.ones(count)
    burnt = _burnt(board, cells, count)
    in_sight = _means(~explained, cells, count)
    odd = _means(odd_blocks & ~explained, cells, count) / np.maximum(in_sight, _LEAST_IN_SIGHT)
    if lines is not None:
        judged = lines.judged >= _JUDGED
        share = lines.seen / np.maximum(lines.judged, 1)
        unseen = judged & (share <= _UNSEEN)
        seen = judged & (share > _SEEN)
        unlike = np.where(judged, 1.0 - share, 1.0)
        if lines.likeness is None:
            shown, missing = lines.faint.shown_and_gone
            whole = shown
            seen |= shown
            unseen = (unseen & ~shown) | missing
            unlike = np.where(shown, 0.0, unlike)
        else:
            free = lines.free >= _JUDGED
            saturated = _means((board.reflectance * board.light).min(axis=0) > _SATURATED, cells, count)
            dazzling = saturated > 0.5
            needed = np.where(dazzling, _SATURATED_ALIKE, np.where(burnt, _BURNT_ALIKE, _ALIKE))
            shown = free & (lines.likeness > needed)
            alike = (lines.free >= _FEW_HALVES) & (lines.likeness > _FEW_ALIKE)
            # What is seen of the lines may be all that glare leaves of a cell.
            burnt_out = burnt & (saturated > _HARDLY_SATURATED)
            burnt_out &= (share <= _SEEN) | (dazzling & (lines.unlike > 0))
            burnt_out &= (lines.free >= _FEW_HALVES) & (lines.likeness < needed)
            lineless = (lines.free >= _FEW_HALVES) & (lines.seen == 0) & (lines.likeness < _UNLIKE)
            lineless |= (lines.judged >= _FEW_HALVES) & (lines.seen == 0) & (lines.likeness < _ALIKE)
            lineless |= (lines.free >= _FEW_HALVES) & (lines.unlike == lines.free) & (lines.likeness < _UNLIKE)
            unlike = np.where(lines.free > 0, lines.unlike / np.maximum(lines.free, 1), 1.0)
            whole = shown & (lines.unlike == 0)
            doubtful = free & (lines.likeness < _DOUBTFUL)
            missing = lines.missing >= np.maximum(_FEW_MISSING, _MISSING_SHARE * lines.free)
            pale = free & (lines.likeness < _HALF_ALIKE)
            halved = pale & (lines.seen < _HALF_SEEN * lines.free) & (lines.unlike > 0)
            cut = halved & (lines.unlike >= np.maximum(_UNLIKE_HALVES, lines.free / 2)) & (lines.free > _UNLIKE_HALVES)
            cut |= halved & (lines.unlike >= _FEW_UNLIKE) & (lines.unlike >= _MOST_UNLIKE * lines.free)
            # No line of it is seen, and it has another colour all over: nobody knows what is beneath.
            burnt_out |= judged & (lines.seen == 0) & ~shown & (odd > _ALL_OVER)
            unseen = (unseen & ~shown) | (free & (lines.likeness < _UNLIKE))
            seen = shown | (seen & (lines.likeness > _DOUBTFUL))
        # Where no line would show, or only half of it is seen, the cells beside it tell.
        unclear = (lines.free >= _JUDGED) & ~seen & lines.stand_out
        if np.count_nonzero(unclear) < _FEW and not doubtful.any() and lines.stand_out:
            return burnt_out, unclear & False, unclear & False, shown | alike
        # Few lines may be seen over the edge of what covers a cell, and none would on what is as dark as they.
        asked = ~(judged & (lines.seen == lines.judged) & (lines.free - lines.judged < _DARK_HALVES))
    # Where no line is known again looks alone tell; unless they reach in over the outline, more cells are asked for.
    alone = lines is None or lines.likeness is None
    fewest = _ARM if alone else _FEW
    faint = lines.faint if lines is not None and alone else None
    owner = np.where(cells >= 0, owner, -1)
    if faint is not None:
        # Cells that surely are bare tell how the board looks, too.
        known = np.append(shown, False)[cells] & ~explained & (owner < 0)
        owner = np.where(known, owner.max() + 1 + cells, owner)
    strange = strangeness(board, explained, cells, owner, asked, alone=alone)
    covered = np.zeros(count, np.bool_)
    looks_known = strange is not None
    if strange is None:
        strange = np.zeros(count, np.float32)
    elif lines is not None:
        if doubtful.any() and seen.any():
            # Cloth in the colours of the board is not strange, but is bright enough for lines, and has none.
            light = _means(board.reflectance.mean(axis=0), cells, count)
            bright = light > _BRIGHT * float(np.median(light[seen]))
            like_board = bright & (odd <= _ALL_ODD)
            covered = connected_parts(
                unclear & like_board & (share <= _SEEN), unseen & doubtful & like_board, _MANY, grid
            )
        unclear &= strange > _ODD
        unseen &= strange > _ODD
    covered = covered | connected_parts(missing, missing, _SIDE_BY_SIDE, grid)
    sure = unseen | ((strange > 1) & ~seen)
    beside = unclear | sure | ((strange > _BESIDE) & ~seen) | ((strange > 1) & ~shown)
    covered = covered | connected_parts(sure, sure, fewest, grid) | connected_parts(beside, sure, _MANY, grid)
    if alone:
        # On a print whose own cells look alike a hand is seldom much stranger than that.
        many = connected_parts(beside, beside, _MANY, grid)
        covered = covered | connected_parts(many, sure | ((strange > _RATHER) & ~seen), _FEW, grid)
    weak = unclear | sure | ((strange > _ENTERED) & ~seen)
    if (lines is None or not lines.stand_out) and np.count_nonzero(sure) >= _FEW:
        # Where no line tells, a motley print has chains of cells as strange as that.
        weak = sure | ((strange > _MOTLEY) & touching(sure, grid))
    weak = connected_parts(weak, weak, _FEW, grid)
    single = (doubtful | unseen) & (strange > _ALONE)
    reaching = np.zeros(count, np.bool_)
    # Into cells beside what glare burns out it may only fade.
    lit, ground = touching(burnt, grid), ~explained & (cells >= 0)
    if (weak | covered | single).any():
        outline = outline_of(board, explained, cells, grid)
        entered = outline.entered_cells(count)
        covered |= connected_parts(weak, weak & entered, 1, grid)
        covered |= connected_parts(covered | lineless | ((strange > 1) & ~shown), covered, 1, grid)
        rim = covered & _outermost(grid) & ~burnt
        large = connected_parts(covered, covered, _ARM, grid)
        # A thing in odd colours shows them in every cell that it covers; its shadow does not.
        shadow = (odd < _NO_ODD) & (_mean_beside(odd, covered & sure | single, grid) > _ODD_BESIDE)
        half = (cut | (halved & (strange > _HALF_STRANGE) & ~shadow)) & touching(covered | single, grid) & ~covered
        covered |= half & ~_glow(half & lit, board, odd_blocks, ground, grid)
        if alone:
            parts = connected_parts(covered, covered, _FEW, grid)
            covered |= cells_beside(board, explained, parts, cells, grid) & ~seen
        if faint is not None:
            # Whatever a print looks like, under an arm no lines go on from cell to cell.
            covered &= ~faint.between(covered)
        if looks_known and lines is not None:
            covered &= ~_printed_parts(covered, strange, lines, missing, outline, grid)
        reaching = connected_parts(covered, covered & (entered | (rim & large)), 1, grid)
    covered |= single
    # Light of another colour leaves the lines of the cell, however much of it that is.
    goes_on = _goes_on(odd_blocks, odd, covered, cells) & (odd <= _LINED_ODD + unlike) & ~whole & ~covered
    covered |= goes_on & ~_glow(goes_on & lit, board, odd_blocks, ground, grid)
    return covered | burnt_out, reaching, covered & pale, shown | alike


def _printed_parts(
    covered: Cells, strange: Floats, lines: GridLines, missing: Cells, outline: BoardOutline, grid: Grid
) -> Cells:
    """Those of the `covered` cells (n,) side by side that look too little `strange` (n,) for anything but the print.

    Whatever it looks like, no print lacks the board's lines where these would show; `missing` cells (n,) do. But where
    the lines are not all alike, what looks just like the print and has no arm, as the `outline` tells, is print.
    """
    parts = numbered_parts(covered, grid)
    sizes = np.maximum(np.bincount(parts), 1)
    most = np.zeros(len(sizes))
    np.maximum.at(most, parts, strange)
    if lines.likeness is None:
        mean_limit, most_limit = _PRINTED_ALONE
        printed = np.bincount(parts, missing) <= _MISSING_OF_PART * sizes
        printed |= outline.without_arm(parts) & (np.bincount(parts, strange) < _JUST_LIKE_PRINT * sizes)
    else:
        mean_limit, most_limit = _PRINTED
        printed = np.bincount(parts, lines.missing + lines.judged - lines.seen) == 0
        # A board that is bright enough for its lines everywhere else has no dark part.
        printed &= lines.judged[~covered].sum() < _JUDGED_BESIDE * lines.free[~covered].sum()
    printed &= (np.bincount(parts, strange) < mean_limit * sizes) & (most < most_limit)
    return np.asarray(covered & printed[parts], np.bool_)


def _mean_beside(values: npt.NDArray[np.float64], of: Cells, grid: Grid) -> npt.NDArray[np.float64]:
    """The mean of values (n,) over the cells `of` some that each cell touches, at least at a corner; 0 if none."""
    total, number = sums_touching(np.stack([values * of, of]), grid)
    return np.asarray(total / np.maximum(number, 1), np.float64)


def _goes_on(odd: Mask, shares: npt.NDArray[np.float64], covered: Cells, cells: Numbers) -> Cells:
    """The cells (n,) into which what covers others goes on, as its `odd` colours show.

    `shares` (n,) of the cells have such colours, `cells` are the numbers of the cells on the blocks.
    """
    if not (covered & (shares > _ALL_ODD)).any() or not (~covered & (shares > _GOES_ON)).any():
        return np.zeros_like(covered)
    _, labels = cv2.connectedComponents(odd.astype(np.uint8), connectivity=4)
    there = odd & (cells >= 0)
    own = np.bincount(labels[there], (covered & (shares > _ALL_ODD))[cells[there]])
    thing = there & (own >= _THING_BLOCKS)[labels]
    whole, part = (np.bincount(cells[what], minlength=len(covered)) for what in (there, thing))
    return np.asarray(shares * part / np.maximum(whole, 1) > _GOES_ON, np.bool_)


def _glow(lit: Cells, board: RectifiedBoard, odd: Mask, ground: Mask, grid: Grid) -> Cells:
    """Those of the `lit` cells (n,) into which `odd` colours only fade, as glare does.

    Masks (h, w) are of blocks; the `ground` is the board as far as it is in sight.
    """
    glow = lit.copy()
    if glow.any():
        places = middles(board, grid, 0.0)
        for number in np.nonzero(lit)[0]:
            glow[number] = is_glow(places[number], board, odd, ground)
    return glow


def _outermost(grid: Grid) -> Cells:
    """The cells at the rim of the board."""
    beside = [neighbours(grid, *way) for way in ((1, 0), (-1, 0), (0, 1), (0, -1))]
    return np.asarray(np.min(beside, axis=0) < 0, np.bool_)


def _burnt(board: RectifiedBoard, cells: Numbers, count: int) -> Cells:
    """The cells of which at least half is as bright as paper in every colour."""
    return np.asarray(_means(board.reflectance.min(axis=0) > _WHITE, cells, count) >= 0.5, np.bool_)


def _means(values: npt.NDArray[np.generic], cells: Numbers, count: int) -> npt.NDArray[np.float64]:
    """The mean (n,) of the blocks' values on each cell."""
    there = cells >= 0
    sizes = np.bincount(cells[there], minlength=count)
    return np.bincount(cells[there], values[there], count) / np.maximum(sizes, 1)
