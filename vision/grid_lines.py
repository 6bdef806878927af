"""The printed lines between the cells: where they are seen, the board's print is seen, whatever the light does.

Boards for games with cells show where one cell ends and the next begins: by a joint, a line, or a change of colour.
What all these lines have in common is learned from the picture itself, and every half of a cell's side is searched
for it. Glare makes lines paler and shadows make them darker, but only a thing in front of them takes them away.
"""

from collections.abc import Collection
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.faint_lines import FaintLines
from vision.rectified import CELL_PX
from vision.side_profiles import middle_part, side_profiles
from vision.surface import Grid

Floats = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.int64]
Points = npt.NDArray[np.float64]

#: Lines are searched this far from where they should be, and compared with what is this far beside them, in cells.
_OFF = 0.08
_APART = (0.06, 0.1)
#: A profile across a line is compared with places between these distances from it, in cells.
_ELSEWHERE = (0.14, 0.34)
#: Reflectances (logarithms) that differ less than this are the same.
_SAME = 0.004
#: The clearest fifth of the halves tells how lines look. They are there if those are so many times as strong as what
#: else varies beside them.
_CLEAREST = 80
_CLEAR = 5.0
#: A line is seen if it has so much of the usual strength, or this much if it stands out as clearly as that.
_STRONG = 0.3
_WEAK = 0.1
#: A dark line cannot be seen on what is as dark as itself: so much of the usual strength must be possible, unless it
#: stands out as clearly as this.
_POSSIBLE = 0.5
_CERTAIN = 10.0
#: Black is no blacker than this (reflectance), or its logarithm would be all noise.
_BLACK = 0.04
#: A line is known again by its profile so far to both sides, in cells, however strong it is, whatever light falls on it
#: evenly, and even if it is a little out of place. Profiles of so much of the usual strength tell what it is. If a
#: quarter of the cells show it so well, on the mean, it tells the rest.
_REACH = 0.18
_ASIDE = (-0.04, -0.02, 0.0, 0.02, 0.04)
_PLAIN = 0.5
_RELIABLE_SHARE, _RELIABLE = 75, 0.9
#: A half that is less like it than this shows something else.
_UNLIKE = 0.7
#: What lies on a half fills so much of the blocks along it. It hides lines if it lies on so many halves, and of those
#: that it fills so large a share is unlike the line. (No print's colours did both, while its lines were seen.)
_CROSSED, _FEW_CROSSED, _HIDDEN = 0.75, 2, 0.5
#: So many free halves tell whether the lines round a cell are all seen, and so few whether what is seen of them is as
#: alike as this.
_FEW_FREE, _FEWEST_FREE = 4, 2
_KNOWN_AGAIN = 0.9
#: Hardly anything but lines is seen all round a cell with so many free halves if they are as alike as this on the mean,
#: and no more of them unlike.
_MOST_FREE, _FAINTLY_ALIKE, _ONE_UNLIKE = 6, 0.85, 1
#: Nothing like a line is seen round a cell if so large a share of its free halves is unlike it.
_LINELESS = 0.75
#: So little (logarithm) is nothing at all.
_TINY = 1e-6


@dataclass(frozen=True)
class CellLines:
    """What the printed lines tell of cells.

    Round the `seen` ones the lines are seen, round `surely_seen` ones hardly anything else, and round `unbroken` ones
    all that would show. `all_round` others, of which pieces hide little, hardly anything is seen but the lines, however
    faint they are. Round `unseen` ones there is nothing like them on most of what no piece hides.
    """

    seen: Collection[str] = ()
    surely_seen: Collection[str] = ()
    unbroken: Collection[str] = ()
    all_round: Collection[str] = ()
    unseen: Collection[str] = ()


@dataclass(frozen=True, eq=False)
class GridLines:
    """The halves of each cell's sides, counted: (cells,) in the grid's order.

    So many are free of pieces, on so many of those a line would show, and on so many of those it does. `likeness`
    (cells,) is the mean correlation of the free ones with the board's line, however faint they are, and so many of them
    are `unlike` it; so many of these, on which it would stand out, show none and are `missing` it. None and 0 if the
    board's lines are not all alike.
    `halves` are the rows and columns (n, k) of the rectified board's blocks along each free half, and `hidden` (n,)
    tells which of them are unlike the board's line; none is if the lines are not all alike. `faint` is what all of them
    together tell of such lines.
    """

    free: Numbers
    judged: Numbers
    seen: Numbers
    likeness: Floats | None
    unlike: Numbers
    missing: Numbers
    halves: tuple[Numbers, Numbers]
    hidden: Mask
    faint: FaintLines

    @property
    def stand_out(self) -> bool:
        """Whether the board's line is seen anywhere by itself."""
        return bool(self.judged.any())

    @property
    def known_again(self) -> Mask:
        """The cells (n,) round which hardly anything is seen but the board's line, wherever it can be."""
        if self.likeness is None:
            return np.zeros(len(self.free), np.bool_)
        return np.asarray((self.free >= _FEWEST_FREE) & (self.likeness > _KNOWN_AGAIN), np.bool_)

    @property
    def alike_all_round(self) -> Mask:
        """The cells (n,) of which hardly any side is hidden, and on hardly any half of which another thing is seen."""
        if self.likeness is None:
            return np.zeros(len(self.free), np.bool_)
        alike = (self.likeness > _FAINTLY_ALIKE) & (self.unlike <= _ONE_UNLIKE)
        return np.asarray(alike & (self.free >= _MOST_FREE), np.bool_)

    @property
    def unlike_all_round(self) -> Mask:
        """The cells (n,) with enough free halves of which most are unlike the board's line."""
        if self.likeness is None:
            return np.zeros(len(self.free), np.bool_)
        return np.asarray((self.free >= _FEW_FREE) & (self.unlike >= _LINELESS * self.free), np.bool_)

    @property
    def unbroken(self) -> Mask:
        """The cells (n,) on enough free halves of which a line would show, and on all of which one is seen."""
        return np.asarray((self.judged >= _FEW_FREE) & (self.seen == self.judged), np.bool_)

    @property
    def unhidden(self) -> Mask:
        """The cells (n,) on enough free halves of which the board's line is known again, and on all of them."""
        if self.likeness is None:
            return np.zeros(len(self.free), np.bool_)
        return np.asarray((self.free >= _FEW_FREE) & (self.unlike == 0), np.bool_)

    def hiding(self, things: Mask) -> Mask:
        """Those of the connected parts of `things` (blocks of the rectified board) that hide lines."""
        labels, part, covered, count = self._crossed(things)
        crossed = np.bincount(part[covered >= _CROSSED], minlength=count)
        # A little of a half shows the line as well as all of it.
        whole = covered == 1
        over, hidden = (np.bincount(part[halves], minlength=count) for halves in (whole, whole & self.hidden))
        hides = (crossed >= _FEW_CROSSED) & (hidden >= np.maximum(1, _HIDDEN * over))
        hides[0] = False
        return np.asarray(hides[labels], np.bool_)

    def showing(self, things: Mask) -> Mask:
        """Those of the connected parts of `things` (blocks of the rectified board) over which lines run.

        They cover halves of which none is unlike the line.
        """
        labels, part, covered, count = self._crossed(things)
        crossed = covered >= _CROSSED
        over, hidden = (np.bincount(part[halves], minlength=count) for halves in (crossed, crossed & self.hidden))
        shows = (over >= _FEW_CROSSED) & (hidden == 0) & (self.likeness is not None)
        shows[0] = False
        return np.asarray(shows[labels], np.bool_)

    def _crossed(self, things: Mask) -> tuple[Numbers, Numbers, Points, int]:
        """The parts (h, w) of `things`, which of them each half (n,) crosses, how much of the half it covers, and how
        many parts there are. 0 is none.
        """
        count, labels = cv2.connectedComponents(things.astype(np.uint8), connectivity=4)
        there = np.asarray(labels[self.halves], np.int64)
        part = there.max(axis=1)
        return np.asarray(labels, np.int64), part, (there == part[:, None]).mean(axis=1), count


def grid_lines(floor: Floats, hidden: Mask, grid: Grid) -> GridLines | None:
    """Where the printed lines are seen; None if the print shows none.

    `floor` is the reflectance of the board's plane, `CELL_PX` pixels a cell, and `hidden` the blocks of the rectified
    board, its margin included, that pieces hide on it.
    """
    profiles, owners, halves = side_profiles(np.asarray(cv2.log(floor + np.float32(_BLACK)), np.float32), hidden, grid)
    if len(profiles) == 0:
        return None
    every = np.ones(len(profiles), np.bool_)
    count = len(grid.cells)
    free = np.bincount(owners.ravel(), minlength=count)
    faint = FaintLines(floor, hidden, grid)
    strength, clearness, sign = _strongest(profiles)
    if np.percentile(clearness, _CLEAREST) < _CLEAR:
        if not faint.shown_and_gone[0].any():
            return None
        none = np.zeros_like(free)
        return GridLines(free, none, none, None, none, none, halves, ~every, faint)
    usual = float(np.percentile(strength, _CLEAREST))
    clear = clearness > _CLEAR
    seen = (strength > _STRONG * usual) | (clear & (strength > _WEAK * usual))
    judged = np.ones_like(seen)
    if sign:
        # A line cannot show on what is as dark, or as bright, as itself; what seems to be one there is noise.
        line = sign * np.max(sign * profiles[:, middle_part(_OFF)], axis=1)
        beside = np.median(profiles[:, _columns(*_ELSEWHERE)], axis=1)
        judged = sign * (float(np.median(line[seen])) - beside) > _POSSIBLE * usual
        seen &= judged | (clearness > _CERTAIN)
        judged |= seen
    could, does = (np.bincount(owners[what].ravel(), minlength=count) for what in (judged, seen))
    likeness, hidden_lines, missing_lines = None, *np.zeros((2, len(profiles)), np.bool_)
    if sign:
        alike = _likeness(profiles, strength > _PLAIN * usual)
        sums = np.bincount(owners.ravel(), np.repeat(alike, 2), count)
        likeness = np.asarray(sums / np.maximum(free, 1), np.float32)
        if np.percentile(likeness[free > 0], _RELIABLE_SHARE) < _RELIABLE:
            likeness = None
        else:
            hidden_lines = alike < _UNLIKE
            missing_lines = hidden_lines & judged & ~seen & _would_be_clear(profiles, usual, seen)
    which = hidden_lines, missing_lines
    unlike, missing = (np.bincount(owners[what].ravel(), minlength=count) for what in which)
    return GridLines(free, could, does, likeness, unlike, missing, halves, hidden_lines, faint)


def _would_be_clear(profiles: Floats, usual: float, seen: Mask) -> Mask:
    """Where (n,) a line as strong as is `usual` would stand out of what else varies across the half.

    Near black it is weaker: `_BLACK` is in the logarithm, too. Those that are `seen` tell how strong it is elsewhere.
    """
    others = profiles[:, _columns(*_ELSEWHERE)]
    bright = 1 - _BLACK / np.exp(np.median(others, axis=1))
    strength = usual * bright / float(np.median(bright[seen]))
    return np.asarray(strength > _CLEAR * (others.std(axis=1) + _SAME), np.bool_)


def _likeness(profiles: Floats, plain: Mask) -> Floats:
    """The correlation (n,) of profiles (n, CELL_PX) with what the `plain` ones have in common."""
    reach = round(_REACH * CELL_PX)
    way = np.arange(-reach, reach + 1) / reach
    smooth = np.stack([np.ones_like(way), way, way * way])
    # Light falls evenly, or fades: that says nothing.
    uneven = (np.eye(len(way)) - np.linalg.pinv(smooth) @ smooth).astype(np.float32)
    middle = CELL_PX // 2 - 1

    def shape(lines: Floats, aside: float) -> Floats:
        start = middle + round(aside * CELL_PX) - reach
        bent = lines[..., start : start + len(way)] @ uneven
        return np.asarray(bent / (np.linalg.norm(bent, axis=-1, keepdims=True) + _TINY), np.float32)

    line = shape(np.median(profiles[plain], axis=0), 0.0)
    return np.asarray(np.max([shape(profiles, aside) @ line for aside in _ASIDE], axis=0), np.float32)


def _strongest(profiles: Floats) -> tuple[Floats, Floats, int]:
    """How strong and how clear each line is, in that way in which most are: brighter (1), darker (-1), a step (0)."""
    middle, elsewhere = middle_part(_OFF), _columns(*_ELSEWHERE)
    best: tuple[float, Floats, Floats, int] | None = None
    for apart in _APART:
        reach = round(apart * CELL_PX)
        before, after = np.roll(profiles, reach, axis=1), np.roll(profiles, -reach, axis=1)
        bump = profiles - (before + after) / 2
        for sign, looks in ((1, bump), (-1, -bump), (0, np.abs(after - before))):
            strength = looks[:, middle].max(axis=1)
            others = looks[:, elsewhere]
            spread = others.std(axis=1) if sign else np.sqrt((others**2).mean(axis=1))
            clearness = strength / (spread + _SAME)
            all_in_all = float(np.percentile(clearness, _CLEAREST))
            if best is None or all_in_all > best[0]:
                best = all_in_all, strength, clearness, sign
    assert best is not None
    return best[1:]


def _columns(near: float, far: float) -> Numbers:
    """The columns of a profile between these distances from its line, on both sides."""
    span = np.arange(round(near * CELL_PX), round(far * CELL_PX))
    return np.concatenate([CELL_PX // 2 - 1 - span, CELL_PX // 2 + span])
