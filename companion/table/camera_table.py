"""A real table under a real camera."""

from collections.abc import Callable

import pygame

from companion.device.log import warn
from companion.device.settings import NO_CAMERA
from companion.table.game import TableGame
from companion.table.reading_setup import CatalogueOf, ReadingSetup
from companion.table.readings import AnyReadings
from companion.table.session import Session
from companion.table.watcher import Keep, Watcher
from hardware.notify import Watchdog
from vision.errors import OtherSymbologyError, ProfileError
from vision.model.catalogue import Catalogue
from vision.model.profile import CameraProfile
from vision.sources.camera import Camera, Frame
from vision.sources.steady_camera import SteadyCamera
from vision.watching.observation import Observation

#: If nobody has looked for so long (seconds), or the camera has neither given a frame nor been tried again, more than
#: the camera hangs. To open one it may take half a minute, and as long a pause may come before.
PATIENCE_S = 60.0

#: Keeps a frame with what was seen in it and how it was read, or not.
Record = Callable[[Frame, Observation, AnyReadings], None]


class CameraTable:
    """Real table with board, pieces and hands.

    The camera is open as long as the players want it.
    """

    widget = None

    def __init__(
        self,
        session: Session,
        opener: Callable[[], Camera],
        catalogue_of: CatalogueOf,
        profile: CameraProfile | None = None,
        watchdog: Watchdog | None = None,
        record: Record | None = None,
    ) -> None:
        """`opener` opens the camera, as often as it must be; it may take its time, hang and fail.

        `catalogue_of` gives the tags that each game has at this table. `watchdog` hears that somebody still looks and
        that the camera gives frames or is tried again, be it in vain. `record` is given every frame, in another thread.
        """
        self.session = session
        self._opener, self._catalogue_of, self._profile = opener, catalogue_of, profile
        #: The tags of the games whose tags turned out to be of another symbology, by the games' ids.
        self._other_tags: dict[str, Catalogue] = {}
        self._setup = self._reading_setup()
        self._watcher: Watcher | None = None
        self._camera: SteadyCamera | None = None
        self._signs = 0
        self._watchdog, self._record = watchdog, record

    def catalogue_of(self, game: TableGame[Session]) -> Catalogue:
        """Return the tags of a game as they are read at this table."""
        return self._other_tags.get(game.rules.id) or self._catalogue_of(game)

    @property
    def _reads_other_tags(self) -> bool:
        return self.session.table_game.rules.id in self._other_tags

    def _reading_setup(self) -> ReadingSetup:
        return ReadingSetup(self.session, self.catalogue_of, other_code=self._reads_other_tags)

    def _recognise(self, error: OtherSymbologyError) -> None:
        """Read the tags from now on in the symbology found, in default sizes, or as expected."""
        game = self.session.table_game
        if error.seen == self._catalogue_of(game).code:
            self._other_tags.pop(game.rules.id, None)
        else:
            self._other_tags[game.rules.id] = game.readings.tags.catalogue(code=error.seen)
            warn(f"{error} They are read with the default sizes{' and not recorded' if self._record else ''}.")
        self._setup = self._reading_setup()
        self._look_anew()

    def tick(self, time_s: float) -> None:
        """Report to the session what the camera sees."""
        wanted = self.session.settings.camera != NO_CAMERA
        if self._watcher is None and wanted:
            self._watcher = self._watch()
            self._alive(time_s)
        elif self._watcher and not wanted:
            self.close()
        if not self._setup.fit(self.session):
            self._setup = self._reading_setup()
            self._look_anew()
        if self._watcher:
            observation = self._watcher.news()
            if observation:
                if self._camera and self._camera.signs != self._signs:
                    self._signs = self._camera.signs
                    self._alive(time_s)
                if isinstance(observation.error, ProfileError):
                    # It is another camera's or mode's, as the log says; the table can be read without.
                    self.use_profile(None)
                    return
                if isinstance(observation.error, OtherSymbologyError):
                    self._recognise(observation.error)
                    return
            self.session.observe(observation, time_s)

    def _alive(self, time_s: float) -> None:
        if self._watchdog:
            self._watchdog.beat("camera", time_s, PATIENCE_S)

    def newest(self) -> Frame | None:
        """Return the newest frame; None while there is none."""
        return self._watcher.frame if self._watcher else None

    def use_profile(self, profile: CameraProfile | None) -> None:
        """Use this profile of the camera from now on; None if nothing is known of it."""
        self._profile = profile
        self._look_anew()

    def _look_anew(self) -> None:
        if self._watcher:
            self._watcher.use(self._setup.watch(profile=self._profile), self._setup.observe, self._keep())

    def _watch(self) -> Watcher:
        watch = self._setup.watch(profile=self._profile)
        self._camera, self._signs = SteadyCamera(self._opener), 0
        return Watcher(self._camera, watch, self._setup.observe, self._keep())

    def _keep(self) -> Keep | None:
        """Return the recorder of frames that are read as now.

        None records if the tags are not those that it knows.
        """
        record, readings = self._record, self._setup.readings
        if self._reads_other_tags:
            return None
        return (lambda frame, watched: record(frame, watched, readings)) if record else None

    def pressed(self, time_s: float) -> None:
        """Invalidate everything that the camera saw before."""
        if self._watcher:
            self._watcher.ignore_before(time_s)

    def handle(self, _event: pygame.event.Event, /) -> bool:
        """Leave mouse and fingers to the screen."""
        return False

    def close(self) -> None:
        """Let go of the camera."""
        if self._watcher:
            self._watcher.close()
            self._watcher = self._camera = None
        if self._watchdog:
            self._watchdog.forget("camera")
