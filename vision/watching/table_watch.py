"""Watching a table: frames go in one after the other, and out comes what is known of each cell."""

from collections.abc import Mapping
from dataclasses import replace

import cv2
import numpy as np

from vision.alignment import Grey
from vision.camera import Frame
from vision.catalogue import Catalogue
from vision.errors import BoardNotFoundError
from vision.profile import CameraProfile
from vision.reading import Covers, Reading
from vision.watching.again import Reader
from vision.watching.gates import DEFAULT_GATES, Gates
from vision.watching.memory import cell_states, cells_of, differ, remembered
from vision.watching.motion import TILE_PX, Mask, difference, relit
from vision.watching.stillness import Stillness
from vision.watching.tiles import Tiles
from vision.watching.watched import BoardState, CellState, Watched

_NOT_YET = "the table has not been still yet; it is read as soon as nothing moves."
_SHAKEN = "the board or the camera moves; the board is located anew as soon as everything is still."


class TableWatch:
    """Watches one table through one camera.

    Frames are taken from one thread, each newer than the one before. `profile`, `focal_px` and `covers` are what
    `read_picture` is told.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        *,
        profile: CameraProfile | None = None,
        focal_px: float | None = None,
        covers: Covers | None = None,
        gates: Gates = DEFAULT_GATES,
    ) -> None:
        self.gates = gates
        self._catalogue, self._covers = catalogue, covers
        self._reader = Reader(catalogue, profile, focal_px, covers)
        self._not_before_s = -np.inf
        self._view: _View | None = None
        self._known: Reading | None = None
        self._settled: Reading | None = None
        self._latest: Watched | None = None
        self._board, self._problem = BoardState.LOST, _NOT_YET

    def ignore_before(self, taken_s: float) -> None:
        """From now on frames that were taken before this moment do not count towards a settled reading."""
        self._not_before_s = max(self._not_before_s, taken_s)
        if self._view:
            self._view.stillness.restart(taken_s)

    def see(self, frame: Frame) -> Watched:
        """What is known after this frame. Raises ProfileError and MirroredPictureError."""
        latest = self._latest
        if latest and frame.taken_s <= latest.taken_s:
            return replace(latest, changed=False)
        if frame.taken_s < self._not_before_s:
            self._latest = replace(latest or self._watched(frame.taken_s, set()), settled=False, changed=False)
            return self._latest
        view = self._view
        if view is None or view.size_px != frame.size_px or view.reference.shape != frame.small.shape:
            view = self._view = _View(frame, self.gates)
            self._known = None
        else:
            view.see(frame)
        if view.stillness.shaken and self._known:
            self._board, self._problem = BoardState.LOST, _SHAKEN
        if self._board is BoardState.MOVED:
            self._board = BoardState.FOUND
        self._look(frame, view)
        covered = self._covered(view)
        settled = not covered and view.is_quiet and self._board is not BoardState.LOST
        changed = False
        if settled and self._known:
            changed = self._settled is None or differ(self._settled, self._known, self.gates)
            self._settled = self._known
        self._latest = replace(
            self._watched(frame.taken_s, covered), settled=settled and self._known is not None, changed=changed
        )
        return self._latest

    def _watched(self, taken_s: float, covered: set[str]) -> Watched:
        if self._known is None:
            cells: Mapping[str, CellState] = dict.fromkeys(self._catalogue.grid.cells, CellState.COVERED)
        else:
            cells = cell_states(self._known, covered, self._catalogue, self._covers)
        return Watched(taken_s, cells, self._board, self._settled, False, False, self._problem, self._known)

    def _covered(self, view: "_View") -> set[str]:
        if view.tiles is None or self._board is BoardState.LOST:
            return set(self._catalogue.grid.cells) if self._board is BoardState.LOST else set()
        shares = view.tiles.shares(view.hidden)
        return {cell for cell, share in shares.items() if share > self.gates.covered_share}

    # -- looking ------------------------------------------------------------------------------------------------

    def _look(self, frame: Frame, view: "_View") -> None:
        """Reads what has changed and is still."""
        changed = view.to_read(frame.taken_s)
        if not changed.any():
            return
        before, tiles = self._known, view.tiles
        reading = None
        if before and tiles and self._board is not BoardState.LOST and changed.mean() < self.gates.whole_share:
            reading = self._reader.changed(frame, before, tiles, changed, view.hidden)
        view.looked(changed, frame.taken_s)
        if reading is None or self._has_moved(reading):
            try:
                reading = self._reader.whole(frame)
            except BoardNotFoundError as error:
                self._board, self._problem = BoardState.LOST, str(error)
                return
            changed = ~view.restless
        self._take(reading, frame, view, changed)

    def _has_moved(self, reading: Reading) -> bool:
        """Whether the board is seen elsewhere than before."""
        if self._known is None:
            return False
        grid = self._catalogue.grid
        corners = np.array([grid.centre(cell) for cell in grid.cells])
        pixels = self._known.registration.camera.project(corners)
        off = np.linalg.norm(reading.registration.camera.on_plane(pixels) - corners, axis=1)
        return bool(np.median(off) > self.gates.moved_cells * grid.cell_mm)

    def _take(self, reading: Reading, frame: Frame, view: "_View", changed: Mask) -> None:
        """Believes a reading where nothing is hidden, but for what a hand may hide that lies still."""
        moved = self._has_moved(reading)
        before = self._known
        view.locate(reading, self._catalogue, frame)
        assert view.tiles is not None
        held = before is not None and reading.registration is before.registration
        if before is None or moved:
            self._known = reading
            view.accept(changed)
        else:
            view.accept(changed & ~self._hands(before, reading, view, changed))
            covered = self._covered_by(view)
            self._known = remembered(before, reading, view.tiles, view.hidden, covered, self._catalogue)
        self._board = BoardState.MOVED if moved else BoardState.HELD if held else BoardState.FOUND
        self._problem = ""

    def _covered_by(self, view: "_View") -> set[str]:
        assert view.tiles is not None
        shares = view.tiles.shares(view.hidden)
        return {cell for cell, share in shares.items() if share > self.gates.covered_share}

    def _hands(self, before: Reading, now: Reading, view: "_View", changed: Mask) -> Mask:
        """The changed tiles that a hand hides which lies still."""
        assert view.tiles is not None
        count, labels = cv2.connectedComponents(changed.astype(np.uint8))
        hands = np.zeros_like(changed)
        same = self._as_before(before, now)
        strange = set(now.unreadable) - set(before.unreadable)
        for label in range(1, count):
            part = labels == label
            inside = {cell for cell, share in view.tiles.shares(part).items() if share > self.gates.covered_share}
            unread = inside & strange
            at_edge = part[0].any() or part[-1].any() or part[:, 0].any() or part[:, -1].any()
            if (unread and at_edge) or len(unread) >= self.gates.hand_cells:
                hands |= part & ~view.tiles.of_cells(same - strange)
        return hands

    def _as_before(self, before: Reading, now: Reading) -> set[str]:
        """The cells on which the same lies as before."""

        def content(reading: Reading) -> dict[str, set[str]]:
            on: dict[str, set[str]] = {}
            for one in reading.sightings:
                for cell in cells_of(one, self._covers):
                    on.setdefault(cell, set()).add(one.tag.id)
            return on

        old, new = content(before), content(now)
        return {cell for cell in self._catalogue.grid.cells if old.get(cell) == new.get(cell)}


class _View:
    """One camera's view, in tiles."""

    def __init__(self, frame: Frame, gates: Gates) -> None:
        self.gates = gates
        self.size_px = frame.size_px
        self.stillness = Stillness(frame.small, frame.taken_s, gates)
        self.reference: Grey = frame.small
        shape = frame.small.shape[0] // TILE_PX, frame.small.shape[1] // TILE_PX
        #: Tiles of which nothing is known, and those that a hand hides which lies still.
        self._unknown: Mask = np.ones(shape, np.bool_)
        self._hands: Mask = np.zeros(shape, np.bool_)
        #: Those that differ still after they have been looked at, last at this time.
        self._looked: Mask = np.zeros(shape, np.bool_)
        self._looked_s = frame.taken_s
        self._adapted_s = frame.taken_s
        self.tiles: Tiles | None = None
        self._small = frame.small
        self._different: Mask = np.ones(shape, np.bool_)
        self.restless: Mask = np.ones(shape, np.bool_)
        self._part()

    def see(self, frame: Frame) -> None:
        """Takes the next frame."""
        stillness = self.stillness
        stillness.see(frame.small, frame.taken_s)
        self._small = frame.small
        if stillness.shaken:
            self._unknown[:] = True
        limit = stillness.limit
        off = difference(self.reference, frame.small, limit, self.gates) > limit
        self._different = _without_specks(off, self.gates.fewest_tiles) | self._unknown
        self._hands &= self._different
        self._part()
        self._looked &= self._different & ~self.restless
        if not self._different.any() and frame.taken_s - self._adapted_s >= self.gates.adapt_s:
            share = self.gates.adapt_share
            self.reference = np.asarray(cv2.addWeighted(self.reference, 1 - share, frame.small, share, 0), np.uint8)
            self._adapted_s = frame.taken_s

    def _part(self) -> None:
        """Tells the changes that are still from those of which a part moves."""
        moving = self.stillness.restless
        known_moving = moving & ~self._unknown
        both = self._different | known_moving
        self.restless = moving if self._unknown.all() else known_moving
        if both.any() and not self._unknown.all():
            grown = cv2.dilate(both.astype(np.uint8), np.ones((3, 3), np.uint8))
            count, labels = cv2.connectedComponents(grown)
            with_motion = np.bincount(labels[known_moving], minlength=count) > 0
            with_motion[0] = False
            self.restless = with_motion[labels] & both | known_moving

    @property
    def hidden(self) -> Mask:
        """Where something moves, or a hand lies."""
        return self.restless | self._hands

    @property
    def is_quiet(self) -> bool:
        """Whether nothing moves on the table or next to it, and all has been read."""
        loose = self.hidden | self._different
        return not self.stillness.is_upset and not bool((loose & self.tiles.near if self.tiles else loose).any())

    def to_read(self, taken_s: float) -> Mask:
        """The tiles that have changed and are still, if they are to be read now."""
        still = self._different & ~self.restless
        fresh = still & ~self._looked
        again = still.any() and taken_s - self._looked_s >= self.gates.again_s
        if self.stillness.is_upset or not (fresh.any() or again):
            return np.zeros_like(still)
        return still

    def looked(self, tiles: Mask, taken_s: float) -> None:
        """These tiles have been looked at."""
        self._looked |= tiles
        self._looked_s = taken_s

    def accept(self, tiles: Mask) -> None:
        """What these tiles show is known now."""
        pixels = np.kron(tiles, np.ones((TILE_PX, TILE_PX), np.bool_))
        # Else the picture to compare with would be a patchwork of old light and new.
        reference = relit(self.reference, self._small, self.gates)
        height, width = pixels.shape
        reference[:height, :width][pixels] = self._small[:height, :width][pixels]
        self.reference = reference
        self._unknown &= ~tiles
        self._hands |= self._different & ~tiles & ~self.restless
        self._hands &= ~tiles
        self._different &= ~tiles

    def locate(self, reading: Reading, catalogue: Catalogue, frame: Frame) -> None:
        """The board is where this reading has it."""
        camera = reading.registration.camera
        self.tiles = Tiles(camera, catalogue.grid, frame.size_px, self._different.shape, self.gates)


def _without_specks(mask: Mask, fewest: int) -> Mask:
    """The mask without connected parts of fewer tiles."""
    if not mask.any():
        return mask
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8))
    large = stats[:count, cv2.CC_STAT_AREA] >= fewest
    large[0] = False
    return np.asarray(large[labels], np.bool_)
