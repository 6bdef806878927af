"""View of the table by one camera, as tiles: changes, motion, occlusion.

Changes are differences to the known picture.
"""

import cv2
import numpy as np

from vision.decode.alignment import Grey
from vision.model.pinhole import Pinhole
from vision.model.surface import Surface
from vision.sources.camera import Frame
from vision.watching.gates import Gates
from vision.watching.motion import TILE_PX, Mask, difference, relight_picture
from vision.watching.stabilization import Stabilizer
from vision.watching.stillness import Stillness
from vision.watching.tiles import Tiles


class View:
    """Frames of one size, compared with the picture that was read."""

    def __init__(self, frame: Frame, gates: Gates) -> None:
        self.gates = gates
        self.size_px = frame.size_px
        self.stillness = Stillness(frame.small, frame.taken_s, gates)
        self.reference: Grey = frame.small
        #: The picture as each tile was read last: unlike the reference it does not follow what changes slowly.
        self._read: Grey = frame.small
        self.stabilizer = Stabilizer(frame.small, frame.size_px[0] / frame.small.shape[1], gates)
        #: How sharp the picture was that was read, and tiles that moved since the last sharp frame.
        self._read_level = 1.0
        shape = frame.small.shape[0] // TILE_PX, frame.small.shape[1] // TILE_PX
        #: Tiles of which nothing is known, and those that a hand hides which lies still.
        self._unknown: Mask = np.ones(shape, np.bool_)
        self._hands: Mask = np.zeros(shape, np.bool_)
        #: Those that were looked at, last at this time, and were not believed, and have not moved since.
        self._looked: Mask = np.zeros(shape, np.bool_)
        self._moved_in_blur: Mask = np.zeros(shape, np.bool_)
        self._looked_s = frame.taken_s
        self._adapted_s = frame.taken_s
        #: Known as soon as the board is located.
        self.tiles: Tiles | None = None
        #: The newest small picture and the one before, aligned with the reference where they sway.
        self.small = self.before = frame.small
        self._pixels = frame.pixels
        self._different: Mask = np.ones(shape, np.bool_)
        self.restless: Mask = np.ones(shape, np.bool_)
        self._part()

    def fits(self, frame: Frame) -> bool:
        """Return True if the frame has the same size as those before, so that it can be compared."""
        same = frame.pixels is self._pixels or self.reference.shape == frame.small.shape
        return self.size_px == frame.size_px and same

    def see(self, frame: Frame) -> None:
        """Take the next frame."""
        stillness = self.stillness
        # A lens that has hunted comes to rest by time, also where the picture is the same as before.
        if frame.pixels is not self._pixels or self.stabilizer.is_active:
            small = self.stabilizer.see(frame.small, self.reference, frame.taken_s, stillness.limit)
            self._pixels, self.before, self.small = frame.pixels, self.small, small
        slack = self.stabilizer.slack(self.reference, self.small)
        stillness.see(self.small, frame.taken_s, slack)
        sharper = self.stabilizer.level * self.gates.sharp_share > self._read_level
        if stillness.shaken or sharper:
            self._unknown[:] = True
            self._read_level = max(self._read_level, self.stabilizer.level)
        limit = stillness.limit
        off = difference(self.reference, self.small, limit, self.gates) > limit + slack
        self._different = _without_specks(off, self.gates.fewest_tiles) | self._unknown
        # Blur hides small changes: where something moved in it only a sharp frame tells.
        self._moved_in_blur = self._moved_in_blur | stillness.restless if self.blurred else self._none()
        self._different |= self._moved_in_blur
        self._hands &= self._different
        self._part()
        self._looked &= ~self.restless
        if not self._different.any() and not self.blurred and frame.taken_s - self._adapted_s >= self.gates.adapt_s:
            share = self.gates.adapt_share
            self.reference = np.asarray(cv2.addWeighted(self.reference, 1 - share, self.small, share, 0), np.uint8)
            self._adapted_s = frame.taken_s

    def _part(self) -> None:
        """Tell the changes that are still from those of which a part moves."""
        moving = self.stillness.restless
        self.restless = moving
        if moving.any() and not self._unknown.all():
            both = self._different | moving
            count, labels = cv2.connectedComponents(cv2.dilate(both.astype(np.uint8), np.ones((3, 3), np.uint8)))
            with_motion = np.bincount(labels[moving], minlength=count) > 0
            with_motion[0] = False
            self.restless = with_motion[labels] & both

    def _none(self) -> Mask:
        return np.zeros_like(self._unknown)

    @property
    def blurred(self) -> bool:
        """True if the lens hunts, so that sharper frames are to be awaited."""
        return self.stabilizer.blurred

    @property
    def hidden(self) -> Mask:
        """Mask of tiles that move, or on which a hand lies."""
        return self.restless | self._hands

    @property
    def different(self) -> Mask:
        """Mask of tiles that differ from what was read, or of which nothing has been read yet."""
        return self._different

    @property
    def hands(self) -> Mask:
        """Mask of tiles on which a hand lies still."""
        return self._hands

    @property
    def resting(self) -> Mask:
        """Mask of tiles on which a hand lies and that have not moved since the last look."""
        return self._hands & self._looked

    @property
    def altered(self) -> Mask:
        """Mask of tiles that are known to have changed and that are still."""
        return self._different & ~self._unknown & ~self.restless

    def may_have_changed(self) -> Mask:
        """Mask of tiles that look otherwise than when they were read last, or are hidden.

        They may have changed slowly, so that the reference followed.
        """
        limit = self.stillness.limit
        slack = self.stabilizer.slack(self._read, self.small)
        off = difference(self._read, self.small, limit, self.gates) > limit + slack
        return self._different | self.hidden | _without_specks(off, self.gates.fewest_tiles)

    @property
    def is_quiet(self) -> bool:
        """True if nothing moves on the table or next to it, and all has been read."""
        loose = self.hidden | self._different
        return not self.stillness.is_disturbed and not bool((loose & self.tiles.near if self.tiles else loose).any())

    def to_read(self, taken_s: float, doubtful: Mask | None) -> Mask:
        """Return the tiles that are to be read now: what has changed and is still.

        What was read and is `doubtful` all the same is looked at again from time to time, like what is not accepted.
        """
        still = self._different & ~self.restless
        again = taken_s - self._looked_s >= self.gates.again_s
        if again and doubtful is not None:
            still |= doubtful & ~self.restless
        # Where noise alone decides whether a tile differs, its neighbours have been looked at.
        known = cv2.dilate(self._looked.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
        if self.stillness.is_disturbed or not (again or (still & ~known).any()):
            return np.zeros_like(still)
        return still

    def looked(self, tiles: Mask, taken_s: float) -> None:
        """Note that tiles have been looked at."""
        self._looked |= tiles
        self._looked_s = taken_s

    def accept(self, tiles: Mask) -> None:
        """Accept the look of these tiles as known."""
        if tiles.mean() > self.gates.whole_share:
            self._read_level = self.stabilizer.level
        pixels = np.kron(tiles, np.ones((TILE_PX, TILE_PX), np.bool_))
        self.reference, self._read = (self._patched(picture, pixels) for picture in (self.reference, self._read))
        self._unknown &= ~tiles
        self._looked &= ~tiles
        self._hands |= self._different & ~tiles & ~self.restless
        self._hands &= ~tiles
        self._different &= ~tiles

    def _patched(self, picture: Grey, pixels: Mask) -> Grey:
        """Return the picture with these pixels of the newest one, brought into the light of now.

        Else it would be a patchwork of old light and new.
        """
        patched = relight_picture(picture, self.small, self.gates)
        height, width = pixels.shape
        patched[:height, :width][pixels] = self.small[:height, :width][pixels]
        return patched

    def locate(self, camera: Pinhole, surface: Surface) -> None:
        """Locate the board where this camera has it."""
        self.tiles = Tiles(camera, surface, self.size_px, self._different.shape, self.gates)


def _without_specks(mask: Mask, fewest: int) -> Mask:
    """Return the mask without connected parts of fewer tiles."""
    if not mask.any():
        return mask
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8))
    large = stats[:count, cv2.CC_STAT_AREA] >= fewest
    large[0] = False
    return np.asarray(large[labels], np.bool_)
