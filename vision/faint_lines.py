"""Printed lines that do not stand out one by one: round which cells they are likely to be seen all the same."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from vision.line_evidence import line_evidence
from vision.neighbours import sums_touching
from vision.side_profiles import side_profiles
from vision.surface import Grid

Floats = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.int64]

#: Where lines are not all alike, what is likely of all of them tells, if a half tells so much on the mean. They are
#: shown round a cell if its halves tell so much, so large a share of them for it, and no more than that against it;
#: they are gone if they tell so much against it, half of them at least. (Of 4,183 bare cells on prints of any kind
#: there were 13 gone, of 350 under hands 189; shown were 3,172 and 3.)
_TELLS = 0.5
_SHOWN, _FOR, _FOR_SHARE, _AGAINST, _AGAINST_SHARE = 3.0, 0.3, 0.6, -0.7, 0.15
_GONE, _GONE_SHARE = -3.0, 0.5
_FEW_HALVES = 3
#: What lies between cells that seem to be covered shows lines if the halves there tell so much for them on the mean, so
#: many at least.
_BETWEEN, _FEW_BETWEEN = 0.5, 12


@dataclass(frozen=True, eq=False)
class FaintLines:
    """What is likely of lines that do not stand out one by one, on the halves of sides that pieces leave free.

    `floor` is the reflectance of the board's plane, `hidden` the blocks of the rectified board that pieces hide on it.
    """

    floor: Floats
    hidden: Mask
    grid: Grid

    @cached_property
    def _sides(self) -> tuple[Floats, Numbers]:
        profiles, owners, _ = side_profiles(self.floor, self.hidden, self.grid)
        return line_evidence(profiles), owners

    @cached_property
    def shown_and_gone(self) -> tuple[Mask, Mask]:
        """The cells (n,) round which faint lines are likely to be seen, and those where they are missing."""
        evidence, owners = self._sides
        count, halves = len(self.grid.cells), np.repeat(evidence, 2)
        free, told, pro, con = (
            np.bincount(owners.ravel(), what, count) for what in (None, halves, halves > _FOR, halves < _AGAINST)
        )
        enough = free >= _FEW_HALVES
        shown = enough & (told > _SHOWN) & (pro >= _FOR_SHARE * free) & (con <= _AGAINST_SHARE * free)
        return shown, enough & (told < _GONE) & (con >= _GONE_SHARE * free) & (evidence.mean() > _TELLS)

    def between(self, covered: Mask) -> Mask:
        """Those of the `covered` cells (n,) between which lines are likely to be seen, as under no cover they are.

        Each is judged by the sides between it, the covered cells that it touches, and those that these touch.
        """
        evidence, owners = self._sides
        inner = covered[owners].all(axis=1)
        cells, halves_of_cells = owners[inner].ravel(), np.repeat(evidence[inner], 2)
        told, halves = sums_touching(
            np.stack([np.bincount(cells, what, len(covered)) for what in (halves_of_cells, None)]), self.grid
        )
        return np.asarray(covered & (told > _BETWEEN * halves) & (halves >= _FEW_BETWEEN), np.bool_)
