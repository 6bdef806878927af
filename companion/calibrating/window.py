"""Calibration window: the table, the lens, the result; or corners set by hand."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from enum import StrEnum

import numpy as np
import pygame

from companion.calibrating.calibration import Calibration
from companion.calibrating.corners import Handles
from companion.calibrating.screen import RoutineButton, WindowContents, WindowLayout, paint, window_layout
from companion.device.display import TITLE, open_display
from companion.device.errors import UserError
from companion.device.language import say, use_language
from companion.device.settings import default_settings_path, load_settings
from companion.screen.fonts import Fonts, language_or_english
from companion.screen.keys import latin_key
from companion.screen.window_loop import run_window
from vision.calibration.cell_size import farthest_cells
from vision.calibration.gates import Verdict
from vision.calibration.lens import SheetView, sheet_view
from vision.errors import BoardNotFoundError, CameraError
from vision.locate.corner_registration import camera_by_corners
from vision.model.pinhole import Pinhole
from vision.model.surface import Grid, Mat, Surface
from vision.picture import Pixels
from vision.sources.camera import Camera, Frame

_INSTEAD = "--no-window asks in the terminal instead"
_FRAMES_PER_S = 15
#: A view of the sheet counts if no corner has moved by more than this since the picture before, in pixels.
_STILL_PX = 2.0
#: How far from a handle it can be touched, in shares of the window's shorter side.
_TOUCH = 0.06
#: What is shown before the first picture.
_NO_PICTURE = np.zeros((90, 160), np.uint8)

_NUDGES = {pygame.K_LEFT: (-1, 0), pygame.K_RIGHT: (1, 0), pygame.K_UP: (0, -1), pygame.K_DOWN: (0, 1)}
#: With the shift key a handle moves so many pixels.
_FAR_PX = 20
_KEYS = {
    pygame.K_RETURN: RoutineButton.NEXT,
    pygame.K_KP_ENTER: RoutineButton.NEXT,
    pygame.K_SPACE: RoutineButton.NEXT,
    pygame.K_c: RoutineButton.CORNERS,
    pygame.K_ESCAPE: RoutineButton.BACK,
    pygame.K_BACKSPACE: RoutineButton.BACK,
}


class RoutinePart(StrEnum):
    """Parts of the routine."""

    TABLE = "table"
    LENS = "lens"
    RESULT = "result"


def calibrate_in_window(calibration: Calibration, camera: Camera) -> bool:
    """Return leads through the steps, in the language of the settings, until the user leaves.

    Tells whether the calibration is to be kept. Raises NoDisplayError, and UserError if the camera changes its mode.
    """
    open_display(_INSTEAD)
    try:
        fonts = Fonts()
        use_language(language_or_english(fonts, load_settings(default_settings_path())[0].language))
        with ThreadPoolExecutor(1) as worker:
            routine = Routine(calibration, camera, worker.submit)
            run_window(_RoutineShown(routine, fonts), None, _INSTEAD)
        return routine.kept
    finally:
        pygame.display.quit()


class _RoutineShown:
    """The window's content: the routine, painted whenever it may have changed."""

    title = TITLE
    full_screen = False

    def __init__(self, routine: "Routine", fonts: Fonts) -> None:
        self._routine = routine
        self._fonts = fonts
        self._changed = True

    @property
    def quit_requested(self) -> bool:
        """True if the user has quit."""
        return self._routine.over

    def handle(self, event: pygame.event.Event, surface: pygame.Surface, _now: float) -> None:
        """Handle what the user does."""
        self._changed = self._changed or event.type != pygame.NOEVENT
        self._routine.handle_event(event, surface.get_size())

    def recover(self, error: Exception, failures: int) -> bool:  # noqa: ARG002 - it looks again
        """Look through the camera again after a failure.

        If the camera has changed its mode, the routine ends with a sentence.
        """
        if isinstance(error, UserError):
            raise error
        self._changed = True
        return True

    def turn(self, surface: pygame.Surface, _now: float, *, stale: bool = False) -> float:
        """Return looks through the camera and paints what is new."""
        if self._routine._start_look() or self._changed or stale:
            paint(surface, self._fonts, self._routine.shown())
            pygame.display.flip()
            self._changed = False
        return 1 / _FRAMES_PER_S


class Routine:
    """Steps of the routine with the user's actions.

    `submit` runs slow work without a wait for the window. `over` is True once the routine is over, `kept` if the
    user wants the result.
    """

    def __init__(
        self, calibration: Calibration, camera: Camera, submit: Callable[[Callable[[], None]], "Future[None]"]
    ) -> None:
        self.part = RoutinePart.TABLE
        self.handles: Handles | None = None
        self.over = False
        self.kept = False
        self._calibration = calibration
        self._camera = camera
        self._submit = submit
        self._work: Future[None] | None = None
        self._frame: Frame | None = None
        self._measured: Pixels | None = None
        self._camera_error = ""
        #: While a handle is dragged: how far it is from the pointer, in pixels of the picture.
        self._grip: tuple[float, float] | None = None
        self._previous: SheetView | None = None
        self._verdicts: tuple[Verdict, ...] = ()

    # --- what goes on by itself ------------------------------------------------------------------------------------

    def _start_look(self) -> bool:
        """Look through the camera and measure what is new; return whether there is news to show.

        Raises UserError if the camera has changed the size of its pictures.
        """
        pixels, error_before = self._frame.pixels if self._frame else None, self._camera_error
        try:
            self._frame, self._camera_error = self._camera.latest(), ""
        except CameraError as error:
            self._camera_error = str(error)
        ended = self._work is not None and self._work.done()
        if self._work is not None and ended:
            work, self._work = self._work, None
            work.result()
            self._verdicts = self._calibration.verdicts() if self._calibration.look else ()
        frame = self._frame
        if frame is not None and self._work is None and self._worth_measuring(frame):
            self._measured = frame.pixels
            self._work = self._submit(lambda: self._measure(frame))
        return ended or error_before != self._camera_error or (frame is not None and frame.pixels is not pixels)

    def _worth_measuring(self, frame: Frame) -> bool:
        if self.handles is not None or self.part is RoutinePart.RESULT:
            return False
        # A camera that shows a still picture gives the very same pixels again: once is enough, but for the sheet, which
        # has to be held still.
        return self.part is RoutinePart.LENS or frame.pixels is not self._measured

    def _measure(self, frame: Frame) -> None:
        if self.part is RoutinePart.TABLE:
            self._calibration.take_table(frame.picture)
            return
        view = sheet_view(frame.grey)
        if view is not None and self._previous is not None and _is_still(view, self._previous):
            self._calibration.add_view(view)
        self._previous = view

    def _finish(self) -> None:
        self._calibration.finish()

    def _wait(self) -> None:
        """Wait for the measuring under way, so that nobody else works on the calibration."""
        if self._work is not None:
            work, self._work = self._work, None
            work.result()

    # --- what the user does ----------------------------------------------------------------------------------------

    def handle_event(self, event: pygame.event.Event, size: tuple[int, int]) -> None:
        """Do what a key, a click or a touch asks for; `size` is the window's."""
        if event.type == pygame.QUIT:
            self.over = True
        elif event.type == pygame.KEYDOWN:
            self._obey_key(latin_key(event), bool(getattr(event, "mod", 0) & pygame.KMOD_SHIFT))
        elif event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEMOTION, pygame.MOUSEBUTTONUP):
            # Touches arrive as clicks too.
            height, width = self._picture().shape[:2]
            self._obey_mouse(event, window_layout(size, (width, height), list(self._labels())))

    def _obey_key(self, key: int, far: bool) -> None:
        if self.handles is not None and key in _NUDGES:
            step = _FAR_PX if far else 1
            right, down = _NUDGES[key]
            self.handles = self.handles.nudge(right * step, down * step)
        elif self.handles is not None and key == pygame.K_TAB:
            self.handles = self.handles.take(self.handles.chosen + (3 if far else 1))
        elif key in _KEYS:
            self.choose(_KEYS[key])

    def _obey_mouse(self, event: pygame.event.Event, layout: WindowLayout) -> None:
        if event.type == pygame.MOUSEBUTTONUP:
            self._grip = None
        elif event.type == pygame.MOUSEMOTION:
            if self._grip is not None and self.handles is not None:
                x, y = layout.to_picture(event.pos)
                self.handles = self.handles.put(x + self._grip[0], y + self._grip[1])
        elif event.button == pygame.BUTTON_LEFT:
            for choice, box in layout.buttons.items():
                if box.collidepoint(event.pos):
                    self.choose(choice)
                    return
            if self.handles is not None:
                x, y = layout.to_picture(event.pos)
                number = self.handles.nearest(x, y, _TOUCH * min(layout.size) / layout.pixels)
                if number is not None:
                    self.handles = self.handles.take(number)
                    own_x, own_y = self.handles.places[number]
                    self._grip = own_x - x, own_y - y

    def choose(self, choice: RoutineButton) -> None:
        """Press a button; nothing happens if it means nothing now."""
        if not self._labels().get(choice):
            return
        match choice:
            case RoutineButton.CORNERS:
                assert self._frame is not None
                self.handles = Handles.on(self._frame.size_px, self._calibration.corners_px)
            case RoutineButton.BACK:
                self._back()
            case RoutineButton.NEXT:
                self._next()

    def _back(self) -> None:
        if self.handles is not None:
            self.handles = None
        elif self.part is RoutinePart.TABLE:
            self.over = True
        else:
            self.part = RoutinePart.TABLE

    def _next(self) -> None:
        self._wait()
        if self.handles is not None:
            corners = self.handles.corners_px
            self.handles = None
            self._work = self._submit(lambda: self._calibration.put_corners(corners))
        elif self.part is RoutinePart.TABLE:
            self.part = RoutinePart.LENS
        elif self.part is RoutinePart.LENS:
            self.part = RoutinePart.RESULT
            self._work = self._submit(self._finish)
        else:
            self.over = self.kept = True

    # --- what there is to see --------------------------------------------------------------------------------------

    def shown(self) -> WindowContents:
        """Return the current content of the window."""
        look = self._calibration.look
        at_table = self.part is not RoutinePart.LENS
        camera = look.registration.camera if look and look.registration and at_table else None
        if self.handles is not None:
            camera = self._camera_from_handles()
        views = self._calibration.views
        table = self._calibration.shown if self.part is RoutinePart.RESULT else None
        return WindowContents(
            self._picture() if table is None else table,
            self._title(),
            self._camera_error or self._advice(),
            self._labels(),
            self._surface,
            self._verdicts if self.handles is None else (),
            self._calibration.room,
            look if at_table else None,
            camera,
            self.handles,
            np.vstack([view.pixels for view in views]) if views and not at_table else None,
        )

    def _camera_from_handles(self) -> Pinhole | None:
        look, handles = self._calibration.look, self.handles
        if look is None or handles is None:
            return None
        lens = look.lens
        try:
            return camera_by_corners(handles.corners_px, self._surface, lens.matrix, lens.distortion, lens.sigma[0])
        except BoardNotFoundError:
            return None

    @property
    def _surface(self) -> Surface:
        return self._calibration.setup.catalogue.surface

    def _picture(self) -> Pixels:
        """Return the newest picture that may be shown.

        For a mat it is the newest one whose secret parts are known, before that a black one.
        """
        newest = self._frame.picture if self._frame else None
        picture = self._calibration.shown if isinstance(self._surface, Mat) else newest
        return _NO_PICTURE if picture is None else picture

    def _good(self) -> bool:
        return bool(self._verdicts) and all(verdict.passed for verdict in self._verdicts)

    def _title(self) -> str:
        if self.handles is not None:
            return say("Corners by hand")
        match self.part:
            case RoutinePart.TABLE:
                return say("Step 1: the table")
            case RoutinePart.LENS:
                return say("Step 2: the lens, if you like")
            case RoutinePart.RESULT:
                return say("Result")

    def _advice(self) -> str:
        if self.handles is not None:
            return say(
                "Drag each handle to its corner of the board. Where a corner is cut off, drag it to where the outer "
                "lines would meet. Tab and the arrow keys do it too."
            )
        match self.part:
            case RoutinePart.TABLE:
                if not isinstance(self._surface, Grid):
                    return say(
                        "Lay out the table with its reference tags. What is secret stays black here. Move the camera "
                        "and the light until every line has a tick."
                    )
                first, second = farthest_cells(self._surface)
                return say(
                    "Lay out the board and its reference tags. Put one tagged piece on the middle of {first} and one "
                    "on the middle of {second}. Move the camera and the light until every line has a tick.",
                    first=first,
                    second=second,
                )
            case RoutinePart.LENS:
                return say(
                    "Hold the chessboard sheet still before the camera, tilted to another side each time, until dots "
                    "cover the whole picture. Seen so far: {count}.",
                    count=len(self._calibration.views),
                )
            case RoutinePart.RESULT:
                if self._work is not None:
                    return say("One moment …")
                if self._good():
                    return say("Everything is good. Keep this profile, and use it with --profile.")
                return say("Something must improve before this can be kept. Go back to the table and adjust it.")

    def _labels(self) -> dict[RoutineButton, str]:
        if self.handles is not None:
            take = say("Use these corners") if self.handles.good else ""
            return {RoutineButton.BACK: say("Cancel"), RoutineButton.NEXT: take}
        match self.part:
            case RoutinePart.TABLE:
                # Of a mat nothing may be shown before it is located, so that there is nothing to put corners on.
                by_hand = self._frame is not None and isinstance(self._surface, Grid)
                corners = say("Corners by hand") if by_hand else ""
                return {
                    RoutineButton.BACK: say("Leave"),
                    RoutineButton.CORNERS: corners,
                    RoutineButton.NEXT: say("Next: the lens"),
                }
            case RoutinePart.LENS:
                skip = say("Finish") if self._calibration.views else say("Skip the lens")
                return {RoutineButton.BACK: say("Back to the table"), RoutineButton.NEXT: skip}
            case RoutinePart.RESULT:
                keep = say("Keep it") if self._good() and self._work is None else ""
                return {RoutineButton.BACK: say("Back to the table"), RoutineButton.NEXT: keep}


def _is_still(view: SheetView, before: SheetView) -> bool:
    if len(view.pixels) != len(before.pixels) or not (view.sheet_mm == before.sheet_mm).all():
        return False
    return bool(np.linalg.norm(view.pixels - before.pixels, axis=1).max() <= _STILL_PX)
