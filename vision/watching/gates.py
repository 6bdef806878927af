"""Gates of watching: tests that a frame must pass to count, each with its name and unit."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Gates:
    """Thresholds of the watcher, in grey levels (0..255) of the small picture, or in its tiles.

    Changes: a tile differs from another time's, after the light has been evened out, if it is off by more than
    `level_share` of white paper and by more than `noise_times` the usual noise; fewer than `fewest_tiles` connected
    ones are none.
    """

    level_share: float = 0.03
    noise_times: float = 4.0
    fewest_tiles: int = 3

    flicker_share: float = 0.45
    """Rows or columns of the picture that are brighter or darker than this by lamps that flicker do not count."""

    still_s: float = 0.2
    """A changed part of the picture is read when nothing has moved in it for so long,"""
    still_frames: int = 2
    """and in so many frames."""

    everywhere_share: float = 0.5
    """With so large a share of the tiles moving the board or the camera moves, unless it is the light."""
    jump_share: float = 0.15
    """If the light has changed by so large a share from one frame to the next, much may look as if it moved."""
    structure_share: float = 0.7
    """It is the light if so large a share of the tiles that have any structure shows the same as before."""
    structure_correlation: float = 0.7
    """They show the same if they correlate so well."""

    sway_px: float = 7.0
    """A picture that sways is aligned with the one that was read if it is off by up to so many pixels of the full
    picture."""
    sharp_share: float = 0.85
    """While the lens hunts, a picture that is less sharp than this share of the sharpest one is waited out."""

    whole_share: float = 0.35
    """With so large a share of the tiles changed the whole picture is read anew."""

    moved_cells: float = 0.03
    """A reference whose corners are farther off than this, in cells, has moved: the board is located anew."""
    agreeing_tags: int = 3
    """While references are covered, so many tags must be where they were for the last registration to hold."""
    landmarks: int = 40
    """While much of a board without references is hidden, so many landmarks must be where they were for its corners to
    hold."""

    covered_share: float = 0.1
    """A cell is covered if a hand or something moving hides so large a share of it."""
    hand_cells: int = 5
    """What covers so many connected cells and cannot be read is a hand, even if no arm is seen to come with it."""
    plain_pieces: bool = False
    """Whether pieces bear no tags: then many of them side by side are neither a hand nor an arm, unless something comes
    in over the edge of the picture."""
    hand_s: float = 20.0
    """Among plain pieces what has lain quite still for so long is no hand: the camera was bumped, or the light changed,
    while something was laid."""
    beside_cells: float = 2.0
    """Motion farther from the board than this, in cells, does not keep the table from being settled."""

    same_mm: float = 3.0
    """A tag that lies no farther from where it lay has not changed,"""
    same_deg: float = 10.0
    """unless it was turned by more than this."""

    adapt_s: float = 0.5
    """So often the picture to which frames are compared follows the light,"""
    adapt_share: float = 0.5
    """by so much of the difference."""

    again_s: float = 2.0
    """What could not be read, or a board not found, is looked at again after so long."""
    refresh_s: float = 30.0
    """After so long all is read anew, even if nothing seems to have changed."""

    contrary_looks: int = 4
    """What is told of a place that looks as it did changes when so many looks in a row contradict it."""

    disturbed_s: float = 5.0
    """If the table has not settled for so long, it is told why."""

    bare_s: float = 3.0
    """At most so often a table that is settled again is looked at to learn how bare cells look."""
    bare_looks: int = 3
    """A cell is known to be bare when it has looked the same again in so many looks."""


DEFAULT_GATES = Gates()


@dataclass(frozen=True)
class GateMeasured:
    """Measurement at a gate: passed if the value is on the right side of the limit."""

    gate: str
    value: float
    side: Literal["<", "<=", ">="]
    limit: float

    @property
    def passed(self) -> bool:
        """True if the gate was passed; a ten-thousandth does not matter."""
        if self.side == ">=":
            return self.value >= self.limit - 1e-4
        return self.value < self.limit if self.side == "<" else self.value <= self.limit
