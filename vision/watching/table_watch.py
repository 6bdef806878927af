"""Watching of a table: frames go in one after the other, the state of each cell comes out."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from vision.errors import NotStillError, VisionError
from vision.locate.registration import MIN_REFERENCES
from vision.model.bare_board import BareBoard
from vision.model.catalogue import Catalogue
from vision.model.placed_tags import Covers
from vision.model.profile import CameraProfile
from vision.reading import Reading
from vision.sources.camera import Frame
from vision.watching.averaging import StillParts
from vision.watching.bare_cells import BareCells
from vision.watching.disturbance import Disturbance, DisturbanceMeter
from vision.watching.evidence import Evidence
from vision.watching.gates import DEFAULT_GATES, GateMeasured, Gates
from vision.watching.hands import resting_hands
from vision.watching.incremental import IncrementalReader
from vision.watching.memory import cell_states, differ, remembered
from vision.watching.motion import Mask
from vision.watching.observation import BoardState, CellState, Observation
from vision.watching.retry_schedule import RetrySchedule
from vision.watching.view import View

_NOT_YET = "the table has not been still yet; it is read as soon as nothing moves."
_CAMERA_MOVED = "the board or the camera moves; the board is located anew as soon as everything is still."


@dataclass(frozen=True)
class _Due:
    """Tiles that are to be read in a frame; `refresh`: all are, though nothing has changed."""

    frame: Frame
    changed: Mask
    refresh: bool


@dataclass(frozen=True)
class _Taken:
    """Reading of the `changed` tiles; a hand lies over the `resting` ones as at the last look."""

    reading: Reading
    changed: Mask
    resting: Mask


class TableWatch:
    """Watches one table through one camera.

    Frames are taken from one thread, each newer than the one before. `profile`, `focal_px` and `covers` are those
    of `Reader`.

    Where `catalogue` has the tags of the table in the pictures:

    >>> from vision import TableWatch, open_camera
    >>> camera, watch = open_camera("pictures"), TableWatch(catalogue)
    >>> observation = watch.see(camera.latest())  # one of ten frames a second
    >>> observation.settled, observation.problem
    (False, 'the table has not been still yet; it is read as soon as nothing moves.')
    >>> camera.close()
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
        self._reader = IncrementalReader(catalogue, profile, focal_px, covers, gates)
        self._bare = BareCells(catalogue, self._reader.bare_board, covers, gates)
        self._not_before_s = -np.inf
        self._view: View | None = None
        self._known: Reading | None = None
        self._settled: Reading | None = None
        self._latest: Observation | None = None
        self._board = BoardState.LOST
        self._trouble: VisionError | None = NotStillError(_NOT_YET)
        #: Whether the registration is an earlier frame's; when the whole picture was read last, and last in vain.
        self._held, self._whole_s, self._failed_s = False, -np.inf, -np.inf
        #: Whether something had changed in the picture that was read in vain last.
        self._failed_on_change = False
        #: Whether something was hidden in the picture that was read last.
        self._partial = False
        #: How far from the reading before the newest one has the board.
        self._moved_cells = 0.0
        self._still_parts, self._retry_schedule = StillParts(), RetrySchedule(self.gates)
        self._evidence = Evidence(gates.contrary_looks)
        self._meter = DisturbanceMeter(gates)
        #: The tiles under a hand that rests, and since when it has lain still (seconds).
        self._hand: Mask | None = None
        self._hand_since_s = -np.inf

    def ignore_before(self, taken_s: float) -> None:
        """Ignore frames taken before this moment: they do not count towards a settled reading."""
        self._not_before_s = max(self._not_before_s, taken_s)
        if self._view:
            self._view.stillness.restart(taken_s)

    def see(self, frame: Frame) -> Observation:
        """Return the observation after this frame."""
        latest = self._latest
        if latest and frame.taken_s <= latest.taken_s:
            return replace(latest, changed=False)
        if frame.taken_s < self._not_before_s:
            self._latest = self._watched(frame.taken_s, settled=False, changed=False)
            return self._latest
        view = self._compare(frame)
        frame = view.stabilizer.stabilize(frame)
        if self._hand is None or (self._hand & view.restless).any():
            self._hand_since_s = frame.taken_s
        due = None if view.blurred else self._due(frame, view)
        taken = None if due is None else self._read(due, view)
        moved = taken is not None and self._take(taken, view, frame.taken_s)
        if self._board is not BoardState.LOST:
            held = self._held or (view.hidden.any() and self._references_in_sight(view) < MIN_REFERENCES)
            self._board = BoardState.MOVED if moved else BoardState.HELD if held else BoardState.FOUND
        settled = changed = False
        if self._known and self._board is not BoardState.LOST and view.is_quiet and not self._covered():
            settled = True
            changed = self._settled is None or differ(self._settled, self._known, self.gates)
            self._settled = self._known
            if not view.blurred:
                self._bare.learn(frame, self._known)
                self._reader.bare_board = self._bare.board
        else:
            self._bare.disturbed()
        disturbance = self._meter.see(view, frame.taken_s, settled=settled)
        self._latest = self._watched(frame.taken_s, settled=settled, changed=changed, disturbance=disturbance)
        return self._latest

    @property
    def bare_board(self) -> BareBoard | None:
        """The look of the bare board, as far as it is known or was learned; None if none of it is."""
        return self._bare.board

    @property
    def view(self) -> View | None:
        """View of the newest frame's comparison; None before the first."""
        return self._view

    def measured(self) -> list[GateMeasured]:
        """Return the gates' measurements of the newest frame."""
        view, gates = self._view, self.gates
        if view is None:
            return []
        stillness = view.stillness
        measured = [
            GateMeasured("everywhere_share", stillness.moving_share, "<=", gates.everywhere_share),
            GateMeasured("still_s", stillness.quiet_s, ">=", gates.still_s),
            GateMeasured("whole_share", float(view.different.mean()), "<", gates.whole_share),
        ]
        if self._known and view.tiles:
            hidden = max(view.tiles.shares(view.hidden).values(), default=0.0)
            measured += [
                GateMeasured("covered_share", hidden, "<=", gates.covered_share),
                GateMeasured("references in sight", self._references_in_sight(view), ">=", MIN_REFERENCES),
                GateMeasured("moved_cells", self._moved_cells, "<=", gates.moved_cells),
            ]
        if self._reader.still_landmarks is not None:
            measured.append(GateMeasured("landmarks", self._reader.still_landmarks, ">=", gates.landmarks))
        return measured

    def _watched(
        self, taken_s: float, *, settled: bool, changed: bool, disturbance: Disturbance | None = None
    ) -> Observation:
        if self._known is None or self._board is BoardState.LOST:
            cells: Mapping[str, CellState] = dict.fromkeys(self._catalogue.surface.places, CellState.COVERED)
        else:
            cells = cell_states(self._known, self._covered(), self._catalogue, self._covers)
        return Observation(
            taken_s, cells, self._board, self._settled, settled, changed, self._trouble, self._known, disturbance
        )

    def _covered(self) -> set[str]:
        """Return the cells that are hidden."""
        if self._view is None or self._view.tiles is None:
            return set()
        shares = self._view.tiles.shares(self._view.hidden)
        return {cell for cell, share in shares.items() if share > self.gates.covered_share}

    def _references_in_sight(self, view: View) -> int:
        """Return the number of found references that are not hidden now."""
        assert self._known is not None
        assert view.tiles is not None
        references = {text for tag in self._catalogue.references for text in tag.payloads}
        corners = [code.corners for code in self._known.codes if code.text in references]
        return sum(view.tiles.tag_share(quad, view.hidden) == 0 for quad in corners)

    # -- looking ------------------------------------------------------------------------------------------------

    def _compare(self, frame: Frame) -> View:
        """Compare the frame with what was read; after a shake the board must be located anew."""
        view = self._view
        if view is None or not view.fits(frame):
            view = self._view = View(frame, self.gates)
            self._hand = None
            self._known, self._board, self._trouble = None, BoardState.LOST, NotStillError(_NOT_YET)
        else:
            view.see(frame)
        if view.stillness.shaken and self._known:
            self._board, self._trouble = BoardState.LOST, NotStillError(_CAMERA_MOVED)
        return view

    def _due(self, frame: Frame, view: View) -> _Due | None:
        """Return what is to be read now: what has changed and is still; None: nothing is."""
        tiles, schedule = view.tiles, self._retry_schedule
        unreadable = self._known.unreadable if self._known and tiles else ()
        schedule.see(unreadable, tiles.shares(view.different).keys() if unreadable and tiles else (), frame.taken_s)
        due = schedule.due(frame.taken_s)
        doubtful = tiles.of_places(due) if due and tiles else None
        changed = view.to_read(frame.taken_s, doubtful)
        if doubtful is not None and (changed & doubtful).any():
            schedule.looked(due, frame.taken_s)
        if averaged := self._average(frame, view):
            frame, changed = averaged[0], changed | (averaged[1] & ~view.restless)
        refresh = view.is_quiet and self._needs_refresh(frame.taken_s)
        wanted = refresh or changed.any() or (self._partial and view.is_quiet)
        # A board that was not found takes longest; it need not be looked for after each movement of a hand.
        in_vain = frame.taken_s - self._failed_s < self.gates.again_s and view.restless.any()
        return _Due(frame, changed, refresh) if wanted and not in_vain else None

    def _read(self, due: _Due, view: View) -> _Taken | None:
        """Read the tiles that are due, or the whole picture; None: the board was not found."""
        frame, changed = due.frame, due.changed
        reading = None
        little = not due.refresh and changed.mean() < self.gates.whole_share
        if self._known and view.tiles and little and self._board is not BoardState.LOST:
            reading = self._reader.changed(frame, self._known, view.tiles, changed, view.hidden)
        resting = view.resting
        view.looked(changed, frame.taken_s)
        if reading is None or self._has_moved(reading):
            self._whole_s = frame.taken_s
            try:
                reading = self._reader.whole(frame)
            except VisionError as error:
                self._board, self._trouble = BoardState.LOST, error
                self._failed_s, self._failed_on_change = frame.taken_s, bool(changed.any())
                return None
            changed = ~view.restless
        return _Taken(reading, changed, resting)

    def _needs_refresh(self, taken_s: float) -> bool:
        """Return True if everything is to be read anew although nothing has changed since then."""
        waited_s = taken_s - self._whole_s
        if self._board is not BoardState.LOST:
            return waited_s >= self.gates.refresh_s
        # What could not be read may have been a blurred picture, and now all looks as it was read before.
        return self._failed_on_change or waited_s >= self.gates.again_s

    def _average(self, frame: Frame, view: View) -> tuple[Frame, Mask] | None:
        """Return the frame with the average of eight in unreadable tiles, and these tiles, once."""
        places = self._retry_schedule.without_average
        doubtful = view.tiles.of_places(places) if places and view.tiles else None
        if doubtful is None or view.tiles is None or (doubtful & (view.restless | view.different)).any():
            self._still_parts.restart()
            return None
        averaged = self._still_parts.see(frame, self._reader.parts(doubtful, view.tiles, self._known))
        if averaged is None:
            return None
        self._retry_schedule.averaged()
        return averaged, doubtful

    def _has_moved(self, reading: Reading) -> bool:
        """Return True if the board is seen elsewhere than before."""
        if self._known is None:
            return False
        surface = self._catalogue.surface
        middles = np.array(surface.spread_mm)
        pixels = self._known.registration.camera.project(middles)
        off = np.linalg.norm(reading.registration.camera.on_plane(pixels) - middles, axis=1)
        self._moved_cells = float(np.median(off)) / surface.unit_mm
        return self._moved_cells > self.gates.moved_cells

    def _take(self, taken: _Taken, view: View, taken_s: float) -> bool:
        """Believe a reading where nothing is hidden; return True if the board has moved."""
        reading, changed, resting = taken.reading, taken.changed, taken.resting
        before, moved = self._known, self._has_moved(reading)
        altered = view.altered & changed
        view.locate(reading.registration.camera, self._catalogue.surface)
        assert view.tiles is not None
        # An arm that lies there from the first is no part of the table.
        covered = set() if self.gates.plain_pieces else set(reading.covered)
        hands = view.tiles.of_places(covered)
        may_have_changed = view.may_have_changed()
        if before and not moved:
            unseen = view.tiles.shares(resting).keys() - covered
            hands |= resting & view.tiles.of_places(self._evidence.still_covered(unseen))
            hands |= resting_hands(before, reading, view.tiles, altered, self._covers, self.gates)
        if self.gates.plain_pieces and taken_s - self._hand_since_s > self.gates.hand_s:
            hands = np.zeros_like(hands)
        self._hand = hands if hands.any() else None
        view.accept(changed & ~hands)
        self._partial = bool((view.hidden & view.tiles.near).any())
        places = self._catalogue.surface.places
        if before is None or moved:
            self._evidence.restart(places, hand=self._partial)
            self._known = reading
        else:
            upheld = self._evidence.uphold(
                before, reading, view.tiles, may_have_changed, self._covers, hand=self._partial
            )
            kept = self._covered() | upheld.places
            if self._partial:
                # A hand in the picture makes it harder to tell what lies elsewhere, too.
                kept |= set(places) - view.tiles.shares(changed).keys()
            self._known = remembered(before, reading, view.tiles, view.hidden, kept, upheld.texts, self._catalogue)
        self._held = before is not None and reading.registration is before.registration
        self._board, self._trouble = BoardState.FOUND, None
        return moved
