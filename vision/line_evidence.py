"""How likely it is, of every half of a cell's side, that the board's printed line is seen there, however faint it is.

On a print full of details, a photograph, say, hardly any single line stands out, but all lines are painted in the same
way: from all of them together is learned how much brighter or darker than its surroundings a line is wherever the
print is so bright. Each half then tells for the line or against it, or nothing where a line would not show; and the
eight halves round a cell tell together.
"""

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]

#: A line is so many pixels wide to both sides of its middle; so many beside it, after a gap, are what is round it.
_HALF_WIDTHS_PX = (1, 2)
_GAP_PX, _BESIDE_PX = 1, 2
#: It may be so many pixels out of place, with these chances.
_ASIDE = np.array([0.05, 0.15, 0.6, 0.15, 0.05])
#: What is no farther than this from the line's place, in pixels, beyond its own width, tells nothing of the details
#: of the print about it, and what is farther than this belongs to the cells' middles.
_NEAR_PX, _FAR_PX = 5, 18
#: Reflectances vary at least so much from pixel to pixel, on the mean along a half.
_NOISE = 0.004
#: Lines are so much stronger or weaker than is expected (share, reflectance).
_VARIES, _VARIES_AT_LEAST = 0.35, 0.002
#: Where details are this strong (reflectance) half as much is learned from a half.
_DETAILS = 0.01
#: How a line looks is learned in so many rounds; every half counts for so much at least, and at most.
_ROUNDS, _AFTER = 6, 4
_LEAST_WEIGHT, _MOST_WEIGHT, _LARGEST_LOG = 0.05, 0.95, 6.0
#: No half tells more than this (natural logarithm of the likelihood ratio): its details may be a chance.
_MOST = 4.0


def line_evidence(profiles: Floats) -> Floats:
    """How much more likely (n,) each profile is with the board's line in it than without, as a natural logarithm.

    A profile (n, w) is the mean reflectance along the half of a cell's side, from one cell's middle to the next one's,
    the line being in its middle.
    """
    found = [_evidence(profiles, half_width) for half_width in _HALF_WIDTHS_PX]
    return max(found, key=lambda evidence: float(evidence.sum()))


def _evidence(profiles: Floats, half_width: int) -> Floats:
    """The same for lines this wide, in pixels to both sides of their middle."""
    contrast, place = _contrasts(profiles, half_width)
    off = np.abs(place)
    beside = (off > half_width + _NEAR_PX) & (off <= _FAR_PX)
    noise = (contrast[:, beside] ** 2).mean(axis=1) + _NOISE**2
    ground = np.median(
        profiles[:, np.abs(np.arange(profiles.shape[1]) - profiles.shape[1] / 2 + 0.5) > _NEAR_PX], axis=1
    )
    near = contrast[:, off <= len(_ASIDE) // 2]
    chances = np.log(_ASIDE)
    terms = np.stack([np.ones_like(ground), ground], axis=1).astype(np.float64)
    weight, measured = np.ones(len(profiles)), near[:, len(_ASIDE) // 2]
    evidence = np.zeros(len(profiles))
    without = near**2 / noise[:, None] + np.log(noise)[:, None]
    for turn in range(_ROUNDS):
        # A translucent line adds less to what is bright than to what is dark, and may even take away.
        counts = weight / (noise + _DETAILS**2)
        weighted = terms * counts[:, None]
        expected = terms @ np.linalg.solve(terms.T @ weighted + 1e-4 * counts.sum() * np.eye(2), weighted.T @ measured)
        spread = noise + (_VARIES * np.abs(expected) + _VARIES_AT_LEAST) ** 2
        with_line = (near - expected[:, None]) ** 2 / spread[:, None] + np.log(spread)[:, None]
        each = (without - with_line) / 2 + chances
        evidence = np.logaddexp.reduce(each, axis=1)
        if turn < _AFTER:
            measured = (np.exp(each - evidence[:, None]) * near).sum(axis=1)
        share = 1 / (1 + np.exp(-np.clip(evidence, -_LARGEST_LOG, _LARGEST_LOG)))
        weight = _LEAST_WEIGHT + (_MOST_WEIGHT - _LEAST_WEIGHT) * share
    return np.asarray(np.clip(evidence, -_MOST, _MOST), np.float32)


def _contrasts(profiles: Floats, half_width: int) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """By how much each place (k,) of profiles is brighter than what is round it: (n, k); and the places.

    They are pixels from the middle.
    """
    before = [*[-1 / (2 * _BESIDE_PX)] * _BESIDE_PX, *[0.0] * _GAP_PX]
    kernel = np.array([*before, *[1 / (2 * half_width)] * (2 * half_width), *before[::-1]])
    windows = np.lib.stride_tricks.sliding_window_view(profiles, len(kernel), axis=1)
    place = np.arange(windows.shape[1]) + (len(kernel) - profiles.shape[1]) / 2
    return np.asarray(windows @ kernel, np.float64), place
