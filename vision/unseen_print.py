"""Whether the known print of a cell is seen in its details, or hidden from them, quarter by quarter.

The edge of a shadow has strong details of its own, but runs through few quarters of a cell; an arm, a hand or a piece
of the board's lightness and colour leaves nothing of the print wherever it lies.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from numpy.lib.stride_tricks import sliding_window_view

from vision.ground import Floats
from vision.neighbours import touching
from vision.surface import Grid

Flags = npt.NDArray[np.bool_]

#: So much of a cell must be compared with the bare board to judge it, of a quarter, of a cell whose print is hidden.
SEEN_SHARE = 0.7
_QUARTER_SHARE, _HIDDEN_SHARE = 0.5, 0.6
#: The details of a quarter tell something if they are so strong beside those of the whole cell; a cell's may be hidden
#: if they are so strong beside those of most cells (mean squares).
_CLEAR_QUARTER, _CLEAR_CELL = 0.3, 0.3
#: Details are only noise where they are no stronger than so many times what is left over (square roots of mean squares)
#: in this share, in percent, of the cells whose prints are known again, and so much fainter than those of nearly all
#: these cells, but for this share. (Where all cells have the same details, much of them may be left over.)
_NOISE_SHARE, _TIMES_NOISE = 25, 2.2
_FAINTEST, _FAINTER = 10, 0.8
#: With so much correlation of the details of a whole cell its print is known again, unless a quarter has less than the
#: other: of 32,974 bare cells 42 have one, and of those more than half hidden whose whole came to so much all.
KNOWN_AGAIN, _UNLIKE = 0.65, 0.3
#: With so much in so many quarters without their rim, and no less in any, it surely is. The print is hidden where so
#: many quarters have less than `_UNLIKE` and leave so little of the known details; beside such a cell two are enough
#: that show next to nothing. (Of 38,841 bare cells 9 did, of 3,996 under hands and things 3,058.)
_FEW_QUARTERS = 3
_LEFT = 0.4
_NOTHING, _NOTHING_LEFT, _TWO = 0.2, 0.1, 2
#: A small thing leaves the printed lines at the rim of its cell, so wide in pixels.
_RIM = 3
#: The prints of so many other cells must be known again.
_FEW_CELLS = 20
#: The edge of an arm, of a shadow or of a lamp in gloss is stronger than all details: what is seen is taken to be no
#: stronger than so many times what half of the cell's details are, unless the known print is, too.
_OUTLIER = 4.5
#: It shows through with so much correlation of so many pixels. (Of 3,009 cells with things on them or near by 12.)
_THROUGH, _FEW_CORE_PX = 0.7, 10
#: So little is nothing at all.
_TINY = 1e-9


@dataclass(frozen=True, eq=False)
class PrintSeen:
    """The cells (n,) whose print is `known_again` in its details, `within` their rims, too, or `hidden`.

    `alike` (n,) is the correlation of the details of each. The print of `plain` ones has none but noise. `details`
    (n, h, w, 2) are those of the bare board and of what is seen, without the edges of what lies before it.
    """

    known_again: Flags
    within: Flags
    hidden: Flags
    alike: Floats
    plain: Flags
    details: Floats


def print_seen(compared: Floats, fine: Floats, brightness: Floats, grid: Grid) -> PrintSeen:
    """Where the print is seen.

    `compared` (n, h, w) is 1 where the bare board can be compared with what is seen of each cell; `fine` (n, h, w, 2)
    are the fine details (logarithms) of both. The bare cells' `brightness` (n,) is what those logarithms are of: noise
    counts for more in the dark.
    """
    own, other = fine[..., 0], fine[..., 1]
    usual_own, usual_other = (_OUTLIER * _typical(details, compared) for details in (own, other))
    even = compared * np.clip(own, -usual_own, usual_own), compared * np.clip(other, -usual_other, usual_other)
    strongest = np.maximum(np.abs(own), usual_other)
    other = np.clip(other, -strongest, strongest)
    details_seen = np.stack([own, other], axis=-1)
    products = np.stack([own * own, other * other, own * other], axis=-1)
    planes = np.concatenate([compared[..., None], products], axis=-1)
    in_sight, own, other, product = _quarters(planes)
    alike = product / np.maximum(np.sqrt(own * other), _TINY)
    left = product / np.maximum(own, _TINY)
    judged = (in_sight >= _QUARTER_SHARE) & (own > np.maximum(_CLEAR_QUARTER * own.mean(axis=1, keepdims=True), _TINY))
    whole_own, whole_other, whole_product = (part.mean(axis=1) for part in (own, other, product))
    whole = whole_product / np.maximum(np.sqrt(whole_own * whole_other), _TINY)
    whole_in_sight = in_sight.mean(axis=1)
    known_again = (whole_in_sight >= SEEN_SHARE) & (whole > KNOWN_AGAIN) & ~(judged & (alike < _UNLIKE)).any(axis=1)
    within = _shown_within(_quarters(planes[:, _RIM:-_RIM, _RIM:-_RIM]))

    hidden, plain = np.zeros((2, len(whole)), np.bool_)
    if np.count_nonzero(known_again) >= _FEW_CELLS:
        strength, seen, both = (
            part / np.maximum(whole_in_sight, _TINY) for part in (whole_own, whole_other, whole_product)
        )
        noise = np.sqrt(np.maximum(strength + seen - 2 * both, 0.0)) * brightness
        details = np.sqrt(strength) * brightness
        plain = details < np.minimum(
            _TIMES_NOISE * np.percentile(noise[known_again], _NOISE_SHARE),
            _FAINTER * np.percentile(details[known_again], _FAINTEST),
        )
        clear = (whole_in_sight >= _HIDDEN_SHARE) & (strength > _CLEAR_CELL * np.median(strength[known_again]))
        likest = np.maximum(alike, _alike(even))
        unlike = judged & (likest < _UNLIKE) & (left < _LEFT)
        hidden = clear & (np.count_nonzero(unlike, axis=1) >= _FEW_QUARTERS)
        nothing = judged & (likest < _NOTHING) & (left < _NOTHING_LEFT)
        hidden |= clear & (np.count_nonzero(nothing, axis=1) >= _TWO) & touching(hidden, grid)
    whole = np.maximum(whole, _correlation(*even))
    return PrintSeen(known_again, within, hidden, np.asarray(whole, np.float32), plain, details_seen)


def shows_through(covered: Flags, prints: PrintSeen) -> Flags:
    """The cells (n, ...) in which the print shows through what seems to be `covered` (n, h, w): only light is there."""
    # At its rim details of what lies beside it are mixed in.
    core = np.zeros_like(covered)
    core[:, 1:-1, 1:-1] = sliding_window_view(covered, (3, 3), axis=(1, 2)).all(axis=(3, 4))
    own, other = (details * core for details in np.moveaxis(prints.details, -1, 0))
    enough = np.count_nonzero(core, axis=(1, 2)) >= _FEW_CORE_PX
    return np.asarray(enough & ~prints.hidden & (_correlation(own, other) > _THROUGH), np.bool_)


def _typical(details: Floats, compared: Floats) -> Floats:
    """How strong half of the details (n, h, w) of each cell are at most, where they are compared: (n, 1, 1)."""
    there = compared.reshape(len(compared), -1) > 0
    strong = np.sort(np.where(there, np.abs(details).reshape(len(details), -1), np.inf), axis=1)
    count = np.count_nonzero(there, axis=1)
    middle = strong[np.arange(len(strong)), np.maximum(count // 2 - 1, 0)]
    return np.asarray(np.where(count > 0, middle, 0.0)[:, None, None], np.float32)


def _alike(details: tuple[Floats, Floats]) -> Floats:
    """The correlation of both details (n, h, w) in each quarter of each cell: (n, 4)."""
    own, other = details
    _, squares, others, both = _quarters(np.stack([own, own * own, other * other, own * other], axis=-1))
    return np.asarray(both / np.maximum(np.sqrt(squares * others), _TINY), np.float32)


def _correlation(first: Floats, second: Floats) -> Floats:
    """That of the details (n, h, w) of each cell: (n,)."""
    own, other, both = ((a * b).sum(axis=(1, 2)) for a, b in ((first, first), (second, second), (first, second)))
    return np.asarray(both / np.maximum(np.sqrt(own * other), _TINY), np.float32)


def _shown_within(quarters: Floats) -> Flags:
    """The cells (n,) whose print shows in all quarters (4, n, 4) that can be compared, most at least."""
    in_sight, own, other, product = quarters
    there = (in_sight >= _QUARTER_SHARE) & (own > _TINY)
    shown = there & (product > KNOWN_AGAIN * np.sqrt(own * other))
    return np.asarray((np.count_nonzero(shown, axis=1) >= _FEW_QUARTERS) & (shown == there).all(axis=1), np.bool_)


def _quarters(planes: Floats) -> Floats:
    """The means of each of four planes (n, h, w, 4) over the quarters of each cell: (4, n, 4)."""
    count, side = planes.shape[:2]
    means = planes.reshape(count, 2, side // 2, 2, side // 2, 4).mean(axis=(2, 4))
    return np.moveaxis(means.reshape(count, 4, 4), -1, 0)
