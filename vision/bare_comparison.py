"""What a picture shows that the bare board does not: only other light, or something that lies there.

Light multiplies what the board shows, also in a shadow; gloss adds something white to it. Either lets the print show
through: about each place all colours c of the bare board are seen as a c + b, with one a and one b. What lies on the
board hides its print: no a and b explain it. Where the print is even and grey, that tells nothing of grey things;
there only their outline does.
"""

import math
from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np
import numpy.typing as npt

from vision.bare_board import BareBoard
from vision.grid_lines import CellLines
from vision.ground import CELL_PX, Floats, Ground, Mask, cells_of, grey, in_cells
from vision.same_light import BLACK
from vision.surface import Grid
from vision.unseen_print import KNOWN_AGAIN, SEEN_SHARE, Flags, print_seen, shows_through

#: Fine patterns look different from each place: so far, in pixels, they are blurred.
_SOFT_PX = 1.0
#: Places are judged by the squares of so many pixels round them, each by the one that light explains best.
_WINDOW = np.ones((5, 5), np.uint8)
#: In shadow and light the factor a is between these and b is 0, in gloss a is between those and b between these.
_SHADE, _SHADE_TINT = (0.3, 1.7), 0.2
_GLOSS_SHARE, _GLOSS, _HAZE_BENT = (0.45, 1.1), (-0.35, 0.8), 0.5
#: How far, in grey levels, the same board is seen off by noise, and how far in pixels its details are out of place or
#: blurred. These are what is usual: much more is strange.
_NOISE_LEVELS, _MISPLACED_PX, _BLURRED_PX2 = 2.6, 0.25, 0.15
_STRANGE = 6.0
_TIMES_USUAL, _LEAST = 2.5, 0.4
#: Where nothing can be compared in more than this share of a square, nothing is said.
_COMPARED_SHARE = 0.6

#: Lines are no things; things take up so many pixels at least, or so large a share of a cell that is theirs.
_BROAD, _THICK = np.ones((3, 3), np.uint8), np.ones((4, 4), np.uint8)
_THING_PX = 0.08 * CELL_PX**2
_THING_SHARE = 0.3
#: The edges of shadows are narrower than this and so many times as long.
_EDGE_PX, _EDGE_LONG = 6.0, 2.5
#: Even places that are so much brighter or darker than those round them (natural logarithm) are looked at. An outline
#: is where that changes, from one pixel to the next, by so much, by so many times the usual, and by so large a share
#: of the step. Things have a sharp one nearly all round; they are no larger than this, in cells, or smaller, in pixels.
_OFF = 0.13
_STEEP, _STEEP_TIMES, _STEEP_SHARE = 0.05, 4.0, 0.2
_SHARP_SHARE = 0.8
_LARGEST_CELLS = 1.3
_COMPACT = 0.55
_INNER_PX = 0.04 * CELL_PX**2
_AROUND = np.ones((13, 13), np.uint8)
#: The same where the tint changes, of which a piece may hide more: its shadow has none. It changes in so many pixels.
_TINT_STEEP, _TINT_SEEN = 0.03, 0.75
_TINT_PX = 0.3 * CELL_PX**2
#: Details are plain if they are so much stronger (mean squares) than usual differences; light leaves so much of them,
#: and of fine ones.
_PLAIN, _LEFT, _EDGE_TIMES = 60.0, 0.15, 4.0
_FINE_LEFT = 0.3
#: In light that is so different (natural logarithm) there may be things, unless details of the print that are so
#: strong (also natural logarithm) correlate so well with what is seen.
_STRONG = 0.2
_DETAIL, _CORRELATION, _CELL_CORRELATION = 0.03, 0.6, 0.85
#: Nothing lies where fine details of the print correlate so well with what is seen: 19 in 20 things stay below 0.3, and
#: 19 in 20 lamps that are mirrored are above it. So many pixels of a cell must tell.
_FINE_CORRELATION, _FEW_CORE_PX = 0.4, 10
#: In a shadow with a sharp outline they correlate so well, and better still without its rim, where so many pixels are
#: left. (In 7 of 12 such shadows they did; of 150 things one, a sleeve of which more tells. Stones without their tags
#: came near; they are brighter than the board.)
_INSIDE_ALIKE, _CORE_ALIKE, _FEW_SHADED_PX = 0.5, 0.58, 30
#: Gloss makes them paler, which the edges of things, that lie beside the print's, are not.
_PALER = 0.9
#: What gloss adds is at least so bright in every channel (square of the colour), and so white (the least beside the
#: largest channel).
_BRIGHT_GLOSS, _WHITE_GLOSS = 0.05, 0.55
#: It lights at least this share of the cell's rim, beside the share of the cell that it fills, half as much as that.
_RIM = np.pad(np.zeros((CELL_PX - 2, CELL_PX - 2), np.bool_), 1, constant_values=True)
_RIM_LIGHT, _RIM_SHARE = 0.5, 0.7
#: In light so much brighter (natural logarithm) details of the print are lost.
_GLOSSY = 0.4
#: In light brighter than that nothing lies, however little shows of the print, where its lines show all round. (In
#: 3,168 pictures 10 bare cells were told without that, and none is passed over with it that had a thing on it.)
_DAZZLING = 0.5
#: Light that fades differs so much from one end of its cell to the other (square of the colour; all but a few pixels),
#: is nowhere darker than the board, and changes from one pixel to the next by no larger a share of that: of things, it
#: is a quarter even if they are out of focus. So much of the cell must tell.
_FADE, _FADE_ENDS, _FADE_DARKER = 0.3, (3, 97), 0.03
_FADE_STEEP, _FADE_STEEPEST = 0.18, 98
_FADE_SEEN = 0.5
#: With so much correlation its print is known again even where half of the cell lies in the shadow of an arm: of bare
#: cells that do it came to 0.89.
_SURELY_KNOWN = 0.75
#: With so little the print is not seen: in strange light something lies there, but where all lines are known again.
_PRINT_LOST = 0.3
#: No more is needed where no lines are seen either. (Of 1,000 pictures' cells none was bare that came to less.)
_UNLINED_ALIKE = 0.5
#: With things on so large a share of the cells, of so many at least, of which so much can be compared, it is another
#: board, or nothing is seen of it.
_OTHER_BOARD, _FEW_CELLS, _JUDGED_SHARE = 0.6, 20, 0.5
#: A tile without any print is as much brighter or darker than what is round it at each side of its cell, at least so
#: much (natural logarithm) and so large a share of the largest step, from 2 to 5 pixels within to 3 to 6 beyond, where
#: the board is as it is known, to such a share. So much of that must be compared, on so many sides.
_TILE_STEP, _TILE_EVEN, _AS_KNOWN = 0.1, 0.55, 0.5
_WITHIN, _BEYOND, _ALONG = (2, 5), (3, 6), 3
_SIDE_SHARE, _FEWEST_SIDES = 0.6, 3
#: Where less of a cell can be compared not so many sides can be.
_TILE_SEEN = 0.15
#: A cell looks bare if so much of it can be compared, and no larger a share of that is in strange light; beside pieces
#: that were read, if so much can be compared of what these leave in sight, and at least so much of the cell.
_DOUBT_SHARE = 0.3
#: Colours are as they are known if no more than this share of a cell is so far off (natural logarithm) in any channel.
#: (Where the print has no details three quarters of each of 50 bare dark cells were no farther off than 0.15; of those
#: more than half covered, 25 on dark prints and ten on ours, than 0.2 at least.)
_OTHER_COLOUR, _OTHER_SHARE = 0.17, 0.25
_REST_SHARE = 0.35
_NO_LINES = CellLines()
#: Light explains all of a cell but for so much.
_HARDLY_COVERED = 0.06


class CellLook(Enum):
    """How a cell looks beside the bare board."""

    BARE = "bare"
    PRINT_SEEN = "print seen"
    """Bare, and its print is known again in its details: nothing at all is before it."""
    AS_KNOWN = "as known"
    """Bare: its print has no details to be known again by, but every colour of it is as it is known."""
    REST_SEEN = "rest seen"
    """The print is known again in all that pieces which were read leave in sight of it."""
    COVERED = "covered"
    """Something lies there."""
    UNKNOWN = "unknown"
    """It cannot be told: the bare board is not known there, or not seen, or no light can be told from a thing."""

    @property
    def is_bare(self) -> bool:
        """Whether nothing lies there."""
        return self in (CellLook.BARE, CellLook.PRINT_SEEN, CellLook.AS_KNOWN)


def looks_of(bare: BareBoard, lit: Ground, grid: Grid, lines: CellLines = _NO_LINES) -> dict[str, CellLook]:
    """How each cell of the grid looks beside the bare board, in whose light (`in_light_of`) the ground is `lit`.

    `lines` is what its printed lines tell of the cells.
    """
    known, seen = bare.colours_beside(lit.colours), lit.colours
    both = bare.known & lit.visible
    if np.count_nonzero(both) < CELL_PX**2:
        return dict.fromkeys(grid.cells, CellLook.UNKNOWN)
    # Where there is nothing to compare nothing differs; and fine patterns look different from each place.
    known, seen = _soft(np.where(both[..., None], known, seen)), _soft(seen)
    # At its rim what is known is mixed with what lies beyond.
    mask = cv2.erode(both.astype(np.uint8), _BROAD, borderValue=1).astype(np.float32)
    share = np.asarray(cv2.blur(mask, _WINDOW.shape), np.float32)
    compared = (mask > 0) & (share >= _COMPARED_SHARE)
    ratio, shaded = _unexplained(known, seen, mask / _expected(known, lit.paper), share)
    usual = max(_TIMES_USUAL * float(np.median(ratio[both])), _LEAST)
    ratio[share < _COMPARED_SHARE] = np.inf
    covered = compared & (cv2.erode(ratio, _WINDOW) > _STRANGE * usual)
    shades = np.log(cv2.merge([grey(known), grey(seen)]) + BLACK)
    change = cv2.blur(shades[..., 1] - shades[..., 0], _BROAD.shape)
    inner = cv2.erode(compared.astype(np.uint8), _WINDOW, borderValue=1)
    details = (shades - cv2.blur(shades, _WINDOW.shape)) * inner[..., None].astype(np.float32)
    own, other = cv2.split(details)
    # Without what is left of the edges of light and gloss.
    fine = details - cv2.blur(details, _WINDOW.shape)
    fine_products = np.stack([fine[..., 0] ** 2, fine[..., 1] ** 2, fine[..., 0] * fine[..., 1]], axis=-1)
    # Beside what hides the board there is nothing to tell shadows by.
    covered &= inner > 0
    lined, surely_lined, unbroken, lined_all_round, unlined = (
        np.array([cell in which for cell in grid.cells])
        for which in (lines.seen, lines.surely_seen, lines.unbroken, lines.all_round, lines.unseen)
    )
    brightness = np.exp(cells_of(shades[..., 0], grid).mean(axis=(1, 2)))
    prints = print_seen(cells_of(compared.astype(np.float32), grid), cells_of(fine, grid), brightness, grid)
    if covered.any():
        covered &= ~_may_be_gloss(covered, compared, known, seen, fine_products, lined, grid)
        covered &= ~in_cells(shows_through(cells_of(covered, grid), prints), covered.shape, grid)
    hidden_print = _without_print(change, compared, own, other, fine_products)
    covered |= (_flat_things(change, compared, details, fine) | hidden_print) & (inner > 0)
    shown = in_cells(prints.within, compared.shape, grid)
    changes = cv2.blur(np.log(seen + BLACK) - np.log(known + BLACK), _BROAD.shape).reshape(known.shape)
    covered |= _tinted_things(changes, compared, details) & (inner > 0) & ~shown
    if covered.any():
        covered &= ~_fades(covered, compared, known, seen, lines.seen, grid)
    things = _things(covered, grid)
    covered_shares = cells_of(covered, grid).mean(axis=(1, 2))
    shares = cells_of(compared, grid).mean(axis=(1, 2))
    judged = shares > _JUDGED_SHARE
    brighter = np.median(cells_of(change, grid), axis=(1, 2))
    # Strong gloss leaves hardly any details, but lines.
    glossy, dazzling = lined & (brighter > _GLOSSY), lined_all_round & (brighter > _DAZZLING)
    things &= ~dazzling
    lost = (shares >= SEEN_SHARE) & (prints.alike < _PRINT_LOST) & ~prints.plain & ~surely_lined
    lost &= ~dazzling
    if np.count_nonzero(judged & (things | lost)) > _OTHER_BOARD * max(int(np.count_nonzero(judged)), _FEW_CELLS):
        return dict.fromkeys(grid.cells, CellLook.UNKNOWN)
    doubtful = compared & ((np.abs(change) > _STRONG) | (shaded > _STRANGE * usual))
    # At the rim of what pieces hide nothing is compared either.
    behind = cv2.dilate(lit.behind.astype(np.uint8), _WINDOW)
    masks = [mask.astype(np.float32) for mask in (compared, doubtful, behind)]
    planes = cv2.merge([*masks, own * own, other * other, own * other])
    looks, tiles = {}, []
    means_of_cells = cells_of(planes, grid).mean(axis=(1, 2))
    other_colours = cells_of(compared & (np.abs(changes).max(axis=2) > _OTHER_COLOUR), grid).mean(axis=(1, 2))
    as_known = prints.plain & (other_colours <= _OTHER_SHARE * shares)
    # What hides a print about as bright as itself hides some of the lines, too.
    only_light = unbroken & (covered_shares < _HARDLY_COVERED)
    lost |= (shares >= SEEN_SHARE) & unlined & (prints.alike < _UNLINED_ALIKE)
    things |= prints.hidden & ~glossy & ~dazzling & ~as_known & ~only_light
    for number, (cell, means) in enumerate(zip(grid.cells, means_of_cells.tolist(), strict=True)):
        in_sight, doubt, hidden, own_2, other_2, product = means
        shows_print = own_2 > _DETAIL**2 * in_sight and product > _CELL_CORRELATION * math.sqrt(own_2 * other_2)
        alike = float(prints.alike[number])
        plain = doubt <= _DOUBT_SHARE * in_sight
        if things[number]:
            looks[cell] = CellLook.COVERED
        elif prints.within[number]:
            looks[cell] = CellLook.PRINT_SEEN
        elif in_sight < SEEN_SHARE and plain and alike > KNOWN_AGAIN and in_sight > _rest_to_see(hidden):
            looks[cell] = CellLook.REST_SEEN
        elif in_sight < SEEN_SHARE or not (plain or shows_print or alike > _SURELY_KNOWN):
            # The strangest light leaves its lines.
            looks[cell] = CellLook.COVERED if lost[number] else CellLook.UNKNOWN
            if in_sight > _TILE_SEEN and not lined[number] and _is_tile(change, compared, grid.cells[cell]):
                tiles.append(cell)
        elif prints.known_again[number]:
            looks[cell] = CellLook.PRINT_SEEN
        else:
            looks[cell] = CellLook.AS_KNOWN if as_known[number] else CellLook.BARE
    # On another board, too, something may end just where a cell does.
    known_cells = sum(look.is_bare for look in looks.values())
    if known_cells > sum(look is CellLook.UNKNOWN for look in looks.values()):
        looks |= dict.fromkeys(tiles, CellLook.COVERED)
    return looks


def _rest_to_see(hidden: float) -> float:
    """How much of a cell must be compared, of which pieces that were read hide this share, to know its rest again."""
    return max(SEEN_SHARE * (1 - hidden), _REST_SHARE)


def _soft(colours: Floats) -> Floats:
    """The colours (h, w, c) a little blurred."""
    return np.asarray(cv2.GaussianBlur(colours, (0, 0), _SOFT_PX).reshape(colours.shape), np.float32)


def _things(covered: Mask, grid: Grid) -> npt.NDArray[np.bool_]:
    """For each cell in the grid's order whether a thing lies there: on much of it, or most of what is small."""
    broad, thick = (
        np.asarray(cv2.morphologyEx(covered.astype(np.uint8), cv2.MORPH_OPEN, square), np.uint8)
        for square in (_BROAD, _THICK)
    )
    count, labels = cv2.connectedComponents(broad, connectivity=4)
    sizes = np.bincount(labels.ravel(), minlength=count)
    is_thing = (sizes >= _THING_PX) & (np.bincount(labels[thick > 0], minlength=count) > 0)
    is_thing[0] = False
    for label in np.nonzero(is_thing)[0]:
        _, sides, _ = cv2.minAreaRect(np.argwhere(labels == label).astype(np.float32))
        is_thing[label] = min(sides) + 1 > _EDGE_PX or max(sides) < _EDGE_LONG * min(sides)
    cells = cells_of(labels, grid).reshape(len(grid.cells), -1)
    numbers = (np.arange(len(cells))[:, None] * count + cells).ravel()
    areas = np.bincount(numbers, minlength=len(cells) * count).reshape(len(cells), count) * is_thing
    # What reaches a little over from the next cell lies on that.
    whole = areas.sum(axis=1) > _THING_SHARE * CELL_PX**2
    whole[areas.argmax(axis=0)[is_thing]] = True
    return np.asarray(whole, np.bool_)


def _flat_things(change: Floats, compared: Mask, details: Floats, fine: Floats) -> Mask:
    """Where evenly brighter or darker places are things: their outline is sharp all round.

    Shadows and reflections fade away, or begin at what casts them.
    """
    outlines = _outlines(change, compared, _STEEP)
    return _sharp_parts(compared & ~outlines.there, _INNER_PX, outlines, compared, details, fine=fine)


def _tinted_things(changes: Floats, compared: Mask, details: Floats) -> Mask:
    """Where the board has another tint up to a sharp outline, as under a thing that is about as bright as it.

    Coloured light fades away, too. `changes` (h, w, c) are those of its colours (logarithms); grey ones tell nothing.
    """
    if changes.shape[2] == 1:
        return np.zeros(compared.shape, np.bool_)
    blue, green, red = cv2.split(changes)
    tint = np.asarray(cv2.magnitude(blue - red, green - (blue + red) / 2), np.float32)
    outlines = _outlines(tint, compared, _TINT_STEEP)
    return _sharp_parts(compared & (tint > _OFF), _TINT_PX, outlines, compared, details, rim_seen=_TINT_SEEN)


def _steepness(change: Floats) -> Floats:
    """By how much something (h, w) changes from one pixel to the next."""
    dx, dy = (cv2.Sobel(change, cv2.CV_32F, *way, ksize=1, scale=0.5) for way in ((1, 0), (0, 1)))
    return np.asarray(cv2.magnitude(dx, dy), np.float32)


@dataclass(frozen=True, eq=False)
class _Outlines:
    """Where a `change` (h, w) from the bare board is steeper (h, w), from one pixel to the next, than the limit."""

    change: Floats
    steep: Floats
    limit: float

    @property
    def there(self) -> Mask:
        """The pixels (h, w) of the outlines."""
        return np.asarray(self.steep >= self.limit, np.bool_)


def _outlines(change: Floats, compared: Mask, least: float) -> _Outlines:
    """Where a change has outlines: it is so many times as steep there as usual, and no less than `least`."""
    steep = _steepness(change)
    return _Outlines(change, steep, max(least, _STEEP_TIMES * float(np.median(steep[compared]))))


def _sharp_parts(
    parts: Mask,
    least_px: float,
    outlines: _Outlines,
    compared: Mask,
    details: Floats,
    *,
    fine: Floats | None = None,
    rim_seen: float = 1.0,
) -> Mask:
    """Those of the connected parts that are compact, so large at least, and that have sharp outlines.

    Steeper than the limit, and than a share of the whole step, all along what is compared of the outline, as if that
    were at least a share `rim_seen` of it. The board's `details` do not show through them, nor its `fine` ones through
    what is darker than what is round it.
    """
    change = outlines.change
    count, labels, stats, _ = cv2.connectedComponentsWithStats(parts.astype(np.uint8), connectivity=4)
    steepest = cv2.dilate(outlines.steep, _BROAD)
    things = np.zeros(compared.shape, np.bool_)
    for label in range(1, count):
        left, top, width, height, area = stats[label].tolist()
        if not least_px <= area <= _LARGEST_CELLS * CELL_PX**2:
            continue
        box = slice(max(top - 6, 0), top + height + 6), slice(max(left - 6, 0), left + width + 6)
        inside = labels[box] == label
        part = inside.astype(np.uint8)
        _, sides, _ = cv2.minAreaRect(np.argwhere(cv2.dilate(part, _WINDOW) > 0).astype(np.float32))
        if min(sides) < _COMPACT * max(sides) or _shows_print(details[box][inside]):
            continue
        outside = compared[box] & (cv2.dilate(part, _AROUND) > 0) & (cv2.dilate(part, _WINDOW, iterations=2) == 0)
        if not outside.any():
            continue
        step = float(np.median(change[box][inside])) - float(np.median(change[box][outside]))
        rim = (cv2.dilate(part, _BROAD) > 0) & ~inside
        sharp = rim & compared[box] & (steepest[box] > max(outlines.limit, _STEEP_SHARE * abs(step)))
        asked = max(np.count_nonzero(rim & compared[box]), rim_seen * np.count_nonzero(rim))
        if fine is not None and step < 0 and _shows_fine(fine[box], inside):
            continue
        if abs(step) > _OFF and np.count_nonzero(sharp) >= _SHARP_SHARE * asked:
            things[box] |= (cv2.dilate(part, _WINDOW) > 0) & compared[box]
    return things


def _is_tile(change: Floats, compared: Mask, place: tuple[int, int]) -> bool:
    """Whether what lies on the cell at this column and row ends at its sides, all round, as no light does."""
    column, row = place
    steps = []
    for turns in range(4):
        # Turned so that the side is the upper one.
        off, there = np.rot90(change, turns), np.rot90(compared, turns)
        sides = compared.shape[1] // CELL_PX - 1 - column, compared.shape[0] // CELL_PX - 1 - row
        x, y = ((column, row), (row, sides[0]), sides, (sides[1], column))[turns]
        top, along = y * CELL_PX, slice(x * CELL_PX + _ALONG, (x + 1) * CELL_PX - _ALONG)
        if y == 0:
            continue
        within = slice(top + _WITHIN[0], top + _WITHIN[1]), along
        beyond = slice(top - _BEYOND[1], top - _BEYOND[0]), along
        if min(np.count_nonzero(there[part]) / there[part].size for part in (within, beyond)) >= _SIDE_SHARE:
            steps.append([float(np.median(off[part][there[part]])) for part in (within, beyond)])
    if len(steps) < _FEWEST_SIDES:
        return False
    own, others = np.array(steps).T
    least, most = np.sort(np.abs(own - others))[[0, -1]]
    same_way = abs(np.sign(own - others).sum()) == len(steps)
    return bool(same_way and least > max(_TILE_STEP, _TILE_EVEN * most) and np.abs(others).max() < _AS_KNOWN * least)


def _without_print(change: Floats, compared: Mask, own: Floats, other: Floats, products: Floats) -> Mask:
    """Where details of the print that must be seen, the light being what it is, are not seen.

    `own` and `other` (h, w) are the details of the bare board and those that are seen. `products` (h, w, 3) are those
    of the fine ones: both squares, and the mixed.
    """
    off = other - own
    planes = [own * own, own * other, off * off, np.maximum(change, 0.0), other * other]
    planes += [products[..., 0], products[..., 2]]
    blurred = np.asarray(cv2.blur(np.stack(planes, axis=-1), _WINDOW.shape), np.float32)
    strength, together, rest, brighter, seen, fine_strength, fine_together = np.moveaxis(blurred, -1, 0)
    # Gloss leaves less of dark details than of bright ones.
    left = np.exp(-brighter)
    usual = float(np.median(rest[compared]))
    plain = left * left * strength > _PLAIN * usual
    # The edge of a shadow is much stronger than the print.
    hidden = compared & plain & (together < _LEFT * left * strength) & (seen < _EDGE_TIMES * strength)
    # The edge of a shadow along a printed line is not, but it leaves what is fine.
    hidden &= fine_together < _FINE_LEFT * left * fine_strength
    core = cv2.erode(hidden.astype(np.uint8), _BROAD)
    return np.asarray(cv2.dilate(core, _WINDOW) > 0, np.bool_) & compared


def _may_be_gloss(
    covered: Mask, compared: Mask, known: Floats, seen: Floats, products: Floats, is_lined: Flags, grid: Grid
) -> Mask:
    """The cells in which what seems to be `covered` is gloss, which does more than is expected of light.

    The print shows through it; or it is bright and white, and the cell's lines are seen (`is_lined`). `products`
    (h, w, 3) are those of fine details of the bare board and of what is seen: both squares, and the mixed.
    """
    inside = cells_of(covered, grid)[..., None]
    # At its rim details of what lies beside it are mixed in.
    core = cells_of(cv2.erode(covered.astype(np.uint8), _WINDOW, borderValue=1), grid)[..., None]
    own_2, other_2, both = (cells_of(products, grid) * core).sum(axis=(1, 2)).T
    shows = both > _FINE_CORRELATION * np.sqrt(own_2 * other_2)
    shows &= (core.sum(axis=(1, 2))[:, 0] >= _FEW_CORE_PX) & (both < _PALER * own_2)
    added = cells_of(seen * seen - known * known, grid)
    counts = inside.sum(axis=(1, 2))
    mean = (added * inside).sum(axis=(1, 2)) / np.maximum(counts, 1)
    bright = mean.min(axis=1) > np.maximum(_BRIGHT_GLOSS, _WHITE_GLOSS * mean.max(axis=1))
    # Things end within their cell, light does not.
    lit = added.min(axis=3) > _RIM_LIGHT * mean.min(axis=1)[:, None, None]
    there = cells_of(compared, grid)
    lit_share = (lit & there)[:, _RIM].sum(axis=1) / np.maximum(there[:, _RIM].sum(axis=1), 1)
    bright &= lit_share > _RIM_SHARE * counts[:, 0] / np.maximum(there.sum(axis=(1, 2)), 1)
    return in_cells(shows | (bright & is_lined), covered.shape, grid)


def _fades(covered: Mask, compared: Mask, known: Floats, seen: Floats, lined: Collection[str], grid: Grid) -> Mask:
    """The cells in which what seems to be `covered` is white light that nowhere ends, as things do: it fades away.

    Their lines are seen in it.
    """
    added = np.min(seen * seen - known * known, axis=2)
    steep = _steepness(added)
    fading = np.zeros(compared.shape, np.bool_)
    for cell in lined:
        column, row = grid.cells[cell]
        place = slice(row * CELL_PX, (row + 1) * CELL_PX), slice(column * CELL_PX, (column + 1) * CELL_PX)
        there = compared[place]
        if not covered[place].any() or np.count_nonzero(there) < _FADE_SEEN * CELL_PX**2:
            continue
        least, most = np.percentile(added[place][there], _FADE_ENDS)
        fading[place] = (
            least > -_FADE_DARKER
            and most - least > _FADE
            and np.percentile(steep[place][there], _FADE_STEEPEST) < _FADE_STEEP * (most - least)
        )
    return fading


def _shows_print(details: Floats) -> bool:
    """Whether details (n, 2) of the bare board and of what is seen tell that the print shows through."""
    own, other = (details**2).mean(axis=0).tolist()
    both = float((details[:, 0] * details[:, 1]).mean())
    return own > _DETAIL**2 and both > _CORRELATION * math.sqrt(own * other)


def _shows_fine(fine: Floats, inside: Mask) -> bool:
    """Whether fine details (h, w, 2) of the bare board and of what is seen `inside` tell that it lies in a shadow."""
    core = cv2.erode(inside.astype(np.uint8), _BROAD) > 0
    if np.count_nonzero(core) < _FEW_SHADED_PX:
        return False
    alike = []
    for part in (inside, core):
        own, other = fine[part].T
        alike.append(float(own @ other) / (float(np.linalg.norm(own) * np.linalg.norm(other)) + 1e-9))
    return alike[0] > _INSIDE_ALIKE and alike[1] > _CORE_ALIKE


def _unexplained(known: Floats, seen: Floats, weights: Floats, share: Floats) -> tuple[Floats, Floats]:
    """What no light explains in the square about each pixel, and what neither light nor shade does without gloss.

    Both are mean squares (h, w), weighted by what is usual; `share` is how much of the square is compared.
    """
    weight = cv2.blur(weights, _WINDOW.shape)
    every = weights[..., None]
    products = (known * known * every, known * seen * every)
    channels = [plane for product in products for plane in cv2.split(product)]
    sums = [grey(colours) * weights for colours in (known, seen, seen * seen)]
    planes = cv2.blur(cv2.merge([*channels, *sums]), _WINDOW.shape) / np.maximum(weight, 1e-3)[..., None]
    *channels, r, o, oo = cv2.split(planes)
    squares, mixed = channels[: len(channels) // 2], channels[len(channels) // 2 :]
    rr, ro = sum(squares) / len(squares), sum(mixed) / len(mixed)
    a = np.clip(ro / np.maximum(rr, 1e-6), *_SHADE)
    shaded = oo
    for square, product in zip(squares, mixed, strict=True):
        # Other light comes into the shade.
        own = np.clip(product / np.maximum(square, 1e-6), (1 - _SHADE_TINT) * a, (1 + _SHADE_TINT) * a)
        shaded = shaded + (own * own * square - 2 * own * product) / len(squares)
    # About the means b has no part in it.
    varied, together = rr - r * r, ro - r * o
    slope = np.clip(together / np.maximum(varied, 1e-5), *_GLOSS_SHARE)
    gloss = o - slope * r
    beyond = gloss - np.clip(gloss, *_GLOSS)
    # Cameras show haze not quite as if it were added.
    slack = (_HAZE_BENT * gloss) ** 2 * varied
    glossy = np.maximum(oo - o * o - 2 * slope * together + slope * slope * varied - slack, 0) + beyond * beyond
    scale = weight / np.maximum(share, 1e-3)
    return np.asarray(np.minimum(shaded, glossy) * scale, np.float32), np.asarray(shaded * scale, np.float32)


def _expected(known: Floats, paper: Floats) -> Floats:
    """The mean square by which the bare board itself may be off, by noise, blur and details out of place."""
    dx, dy = (cv2.Sobel(known, cv2.CV_32F, *way, ksize=1, scale=0.5) for way in ((1, 0), (0, 1)))
    bend = cv2.Laplacian(known, cv2.CV_32F)
    detail = _MISPLACED_PX**2 * (dx * dx + dy * dy) + _BLURRED_PX2**2 * bend * bend
    return np.asarray((_NOISE_LEVELS / np.maximum(paper, 1.0)) ** 2 + grey(detail.reshape(known.shape)), np.float32)
