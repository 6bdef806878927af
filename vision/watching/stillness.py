"""Stillness of the picture: places that move, or have moved too recently to be read."""

import numpy as np
import numpy.typing as npt

from vision.decode.alignment import Grey
from vision.watching.gates import Gates
from vision.watching.motion import TILE_PX, Floats, Mask, difference, light_change, same_structure, white_level

#: So much the estimate of the noise follows what is seen, and where no more than this share moves it does.
_FOLLOW = 0.2
_QUIET_SHARE = 0.2


class Stillness:
    """Compares each small picture with the one before, tile by tile."""

    def __init__(self, small: Grey, taken_s: float, gates: Gates) -> None:
        """Begin with a first small picture, in which nothing is known to be still."""
        self._gates = gates
        self._before = small
        self._white, self._white_s = white_level(small), taken_s
        self._noise: float | None = None
        shape = small.shape[0] // TILE_PX, small.shape[1] // TILE_PX
        #: When each tile moved last, and how many frames have come since.
        self.moved_s: npt.NDArray[np.float64] = np.full(shape, taken_s)
        self._frames = np.zeros(shape, np.int32)
        self._taken_s = taken_s
        #: Nothing that was seen up to then counts, since everything moved or the light changed at once.
        self._last_motion_s = taken_s
        self._frames_since_motion = 0
        #: Whether everything moves in this frame, and the share of the tiles that do.
        self.shaken, self.moving_share = False, 0.0

    @property
    def limit(self) -> float:
        """A tile that is off by more grey levels than this has changed."""
        noise = self._noise or 0.0
        return max(self._gates.level_share * self._white, self._gates.noise_times * noise)

    @property
    def restless(self) -> Mask:
        """Mask (rows, columns) of tiles that move or have moved too recently."""
        gates = self._gates
        # Times are read off clocks: a tenth of a millisecond is no difference.
        early = self._taken_s - self.moved_s < gates.still_s - 1e-4
        return np.asarray(early | (self._frames < gates.still_frames), np.bool_)

    @property
    def is_disturbed(self) -> bool:
        """True if everything has moved, or the light has changed at once, too recently to read."""
        gates = self._gates
        return (
            self._taken_s - self._last_motion_s < gates.still_s - 1e-4 or self._frames_since_motion < gates.still_frames
        )

    @property
    def quiet_s(self) -> float:
        """Time in seconds for which nothing has moved anywhere."""
        return self._taken_s - max(float(self.moved_s.max()), self._last_motion_s)

    def restart(self, since_s: float) -> None:
        """Restart: only what is seen after this moment counts."""
        self._last_motion_s, self._frames_since_motion = max(self._last_motion_s, since_s), 0

    def see(self, small: Grey, taken_s: float, slack: Floats | float = 0.0) -> None:
        """Take the next small picture; tiles may be off by `slack` more grey levels (rows, columns)."""
        self._taken_s = taken_s
        self._frames += 1
        self._frames_since_motion += 1
        self.shaken, self.moving_share = False, 0.0
        if small is self._before:
            return
        off = difference(self._before, small, self.limit, self._gates)
        moving = off > self.limit + slack
        share = self.moving_share = float(moving.mean())
        if share > self._gates.everywhere_share or (moving.any() and self._light_jumps(small)):
            self._last_motion_s, self._frames_since_motion = taken_s, 0
            self._white, self._white_s = white_level(small), taken_s
            self.shaken = not same_structure(self._before, small, self._gates)
            if not self.shaken:
                moving[:] = False
        elif share < _QUIET_SHARE:
            noise = float(np.median(off))
            self._noise = noise if self._noise is None else self._noise + _FOLLOW * (noise - self._noise)
            if taken_s - self._white_s >= self._gates.adapt_s:
                self._white, self._white_s = white_level(small), taken_s
        self.moved_s[moving] = taken_s
        self._frames[moving] = 0
        self._before = small

    def _light_jumps(self, small: Grey) -> bool:
        return light_change(self._before, small) > self._gates.jump_share
