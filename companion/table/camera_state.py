"""State of the camera over the table, and what players should know about its picture."""

from collections.abc import Callable
from dataclasses import replace

from companion.screen.pages import BoardPage, ListPage, Page, Tone
from companion.table.camera_words import (
    WHOLE_PICTURE,
    MatView,
    ReadingFaults,
    describe_camera_error,
    describe_disturbance,
    describe_mat_view,
)
from companion.table.layout import PieceObservation
from companion.table.observation import TableObservation
from companion.voice import Level
from vision.errors import VisionError
from vision.watching.disturbance import Disturbance

#: A camera that sees no board for so long (seconds) sees none: sleeves cover its marks now and then.
BLIND_S = 5.0
#: What a reading shows to be odd is shown for so long (seconds): the tags are read all the same.
READING_FAULT_S = 20.0

#: Announces a text at a level of importance, with a sound (``""``: none).
Announce = Callable[[str, Level, str], None]


class CameraState:
    """State of the camera; each news about it is announced once."""

    def __init__(self, announce: Announce, wanted: Callable[[], bool], *, works: bool) -> None:
        """`wanted` says if the players want a camera; `works`: there is one, and it shows the table."""
        self._announce, self._wanted = announce, wanted
        self._works = works
        self._error: VisionError | None = None
        self._error_since = 0.0
        self._mat_view = MatView.GOOD
        self._disturbance: Disturbance | None = None
        #: What a reading shows to be odd, what of it players have been told, and the last sentences and their time.
        self._reading_faults = ReadingFaults()
        self._faults_told: set[str] = set()
        self._fault_notes: list[str] = []
        self._faults_noted_at = 0.0

    @property
    def sees(self) -> bool:
        """True if a camera reads the table: it works and the players want it."""
        return self._works and self._wanted()

    def notice(self, time_s: float, *, reads: bool = True) -> str:
        """Return what players should know about the camera now; empty if nothing is wrong with it.

        `reads`: a reading is waited for. Before a game nobody waits until hands are off the table.
        """
        if self._error and not self._works and self._wanted():
            return describe_camera_error(self._error, self._disturbance)
        if not self.sees:
            return ""
        disturbance = self._disturbance
        is_told = disturbance is not None and (reads or disturbance.kind in WHOLE_PICTURE)
        disturbed = describe_disturbance(disturbance) if disturbance is not None and is_told else ""
        # One after the other: all at once would leave no room for the list.
        shown = int((time_s - self._faults_noted_at) / READING_FAULT_S)
        noted = self._fault_notes[shown] if shown < len(self._fault_notes) else ""
        return describe_mat_view(self._mat_view) or disturbed or noted

    def mark(self, page: Page) -> Page:
        """Return the page with the tone of its status, and with the cells that are disturbed."""
        if page.status in self._fault_notes:
            return replace(page, status_tone=Tone.NOW) if isinstance(page, BoardPage | ListPage) else page
        disturbance = self._disturbance
        if disturbance is None or not self.sees or page.status != describe_disturbance(disturbance):
            return page
        if isinstance(page, BoardPage):
            return replace(page, status_tone=Tone.NOW, disturbed=disturbance.cells)
        return replace(page, status_tone=Tone.NOW) if isinstance(page, ListPage) else page

    def expire(self, time_s: float) -> bool:
        """Return True if players have just lost the camera: it has shown no table for a while."""
        if not self._error or not self._works or time_s - self._error_since < BLIND_S:
            return False
        self._works = False
        if not self._wanted():
            return False
        self._announce(describe_camera_error(self._error, self._disturbance), Level.PROBLEM, "wrong")
        return True

    def observe(self, observation: TableObservation[PieceObservation], time_s: float) -> None:
        """Take what an observation says about the camera."""
        if observation.mat_view is not None:
            self._set_mat_view(observation.mat_view)
        self._set_error(observation.error, time_s)
        self._set_disturbance(observation.disturbance)
        if observation.reading_faults is not None:
            self._set_reading_faults(observation.reading_faults, time_s)

    def forget_mat(self) -> None:
        """Forget how a mat is shown: another game is played, perhaps on none."""
        self._mat_view = MatView.GOOD

    def _set_error(self, error: VisionError | None, time_s: float) -> None:
        """Take why the table cannot be seen; None if it can."""
        if error is None:
            self._works = True
        elif self._error is None:
            self._error_since = time_s
        self._error = error

    def _set_disturbance(self, disturbance: Disturbance | None) -> None:
        """Take the disturbance that keeps the table from settling; None if there is none.

        A disturbance of the whole picture is announced.
        """
        before, self._disturbance = self._disturbance, disturbance
        is_new = disturbance is not None and (before is None or before.kind is not disturbance.kind)
        if disturbance and is_new and disturbance.kind in WHOLE_PICTURE and self.sees:
            self._announce(describe_disturbance(disturbance), Level.DETAIL, "")

    def _set_mat_view(self, view: MatView) -> None:
        """Take how the picture shows the mat now; a problem is announced."""
        if view is not self._mat_view and view is not MatView.GOOD and self.sees:
            self._announce(describe_mat_view(view), Level.PROBLEM, "wrong")
        self._mat_view = view

    def _set_reading_faults(self, faults: ReadingFaults, time_s: float) -> None:
        """Take what a reading shows to be odd: it is announced and shown once, and stops nobody."""
        if faults == self._reading_faults or not self.sees:
            return
        self._reading_faults = faults
        sentences = faults.sentences()
        new = [sentences[fault] for fault in sentences if fault not in self._faults_told]
        self._faults_told |= sentences.keys()
        for sentence in new:
            self._announce(sentence, Level.DETAIL, "")
        if new:
            self._fault_notes, self._faults_noted_at = new, time_s
