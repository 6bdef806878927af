"""Disturbances that keep a table from settling, told apart by measurements in the frames."""

from collections import deque
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from vision.watching.gates import Gates
from vision.watching.motion import Mask, light_change, striped_share
from vision.watching.view import View

#: Frames of so many seconds tell which kind it is.
_WINDOW_S = 3.0
#: It is this kind if so large a share of them shows it.
_MOST = 0.4
#: The picture's middle sways if it moves by more than this from one frame to the next, in pixels of the full picture.
_SWAY_PX = 0.25
#: The focus comes and goes if the sharpest frame is by so large a share sharper than the least sharp one.
_FOCUS_SHARE = 0.15
#: Stripes brighten or darken so large a share of the rows from one frame to the next.
_STRIPED_ROWS = 0.4


class DisturbanceKind(StrEnum):
    """Kind of disturbance that keeps the table from settling."""

    SWAY = "sway"
    """The whole picture moves."""
    FOCUS = "focus"
    """The picture goes in and out of focus."""
    STRIPES = "stripes"
    """Stripes of a lamp roll over the picture, or jump."""
    LIGHT = "light"
    """The light changes again and again."""
    MOTION = "motion"
    """Something moves on the table or beside it."""
    COVER = "cover"
    """Something that lies still reaches over the table."""


@dataclass(frozen=True)
class Disturbance:
    """Disturbance that keeps the table from settling, and its cells, if any (MOTION, COVER).

    The cells are those of a board.
    """

    kind: DisturbanceKind
    cells: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class _Measured:
    """Measurements of one frame.

    It `sways` by a known way, or `jerks` by an unknown one. `restless` are its tiles that move on or beside the
    table, `hands` those under something that lies still.
    """

    taken_s: float
    sways: bool
    jerks: bool
    level: float
    stripes: bool
    jumps: bool
    restless: Mask
    hands: Mask


class DisturbanceMeter:
    """Measures the frames of a table that does not settle, and tells why after a while."""

    def __init__(self, gates: Gates) -> None:
        self._gates = gates
        self._since_s: float | None = None
        self._frames: deque[_Measured] = deque()

    def see(self, view: View, taken_s: float, *, settled: bool) -> Disturbance | None:
        """Take the newest frame of a view; return the disturbance of the last while, if any."""
        if settled:
            self._since_s = None
            self._frames.clear()
            return None
        if self._since_s is None:
            self._since_s = taken_s
        waited_s = taken_s - self._since_s
        if waited_s >= self._gates.disturbed_s - _WINDOW_S:
            self._frames.append(_measured(view, taken_s))
            while self._frames[0].taken_s < taken_s - _WINDOW_S:
                self._frames.popleft()
        return self._describe(view) if waited_s >= self._gates.disturbed_s else None

    def _describe(self, view: View) -> Disturbance:
        frames = self._frames
        levels = [frame.level for frame in frames]
        if _mostly([frame.stripes for frame in frames]):
            return Disturbance(DisturbanceKind.STRIPES)
        if _mostly([frame.jumps for frame in frames]):
            return Disturbance(DisturbanceKind.LIGHT)
        if _mostly([frame.sways for frame in frames]):
            return Disturbance(DisturbanceKind.SWAY)
        if max(levels) > (1 + _FOCUS_SHARE) * min(levels):
            return Disturbance(DisturbanceKind.FOCUS)
        if _mostly([frame.sways or frame.jerks for frame in frames]):
            return Disturbance(DisturbanceKind.SWAY)
        moves = np.mean([frame.restless for frame in frames if frame.restless.shape == view.restless.shape], axis=0)
        if moves.max() > _MOST or not frames[-1].hands.any():
            often = np.asarray(moves >= min(_MOST, float(moves.max())), np.bool_) & (moves > 0)
            return Disturbance(DisturbanceKind.MOTION, self._cells(view, often))
        return Disturbance(DisturbanceKind.COVER, self._cells(view, frames[-1].hands))

    def _cells(self, view: View, tiles: Mask) -> tuple[str, ...]:
        """Return the cells of which these tiles hide a part.

        Zones of a mat have no names that players know.
        """
        if view.tiles is None or not view.tiles.on_grid:
            return ()
        return tuple(name for name, share in view.tiles.shares(tiles).items() if share > self._gates.covered_share)


def _measured(view: View, taken_s: float) -> _Measured:
    stabilizer, stillness = view.stabilizer, view.stillness
    near = view.tiles.near if view.tiles else np.ones_like(view.restless)
    return _Measured(
        taken_s,
        # What is taken out does no harm.
        stabilizer.motion is None and (stabilizer.step_px or 0.0) > _SWAY_PX,
        stabilizer.step_px is None or stillness.shaken,
        stabilizer.level,
        striped_share(view.before, view.small) > _STRIPED_ROWS,
        light_change(view.before, view.small) > view.gates.jump_share,
        view.restless & near,
        view.hands & near,
    )


def _mostly(flags: list[bool]) -> bool:
    return sum(flags) >= _MOST * len(flags)
