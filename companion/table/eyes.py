"""What a camera looks for at the table: the tags of the game that is played, and what they mean at this moment."""

from collections.abc import Callable
from typing import Any

from companion.table.game import TableGame
from companion.table.session import Session
from vision.camera import Frame
from vision.catalogue import Catalogue
from vision.pinhole import Pinhole
from vision.profile import CameraProfile
from vision.reading import Reading
from vision.surface import Mat, ZoneUse
from vision.watching import TableWatch

#: The tags of a game, as they were printed for this table.
CatalogueOf = Callable[[TableGame[Session]], Catalogue]


class Eyes:
    """What is looked for now; `fit` tells when the session has come to another game or moment."""

    def __init__(self, session: Session, catalogue_of: CatalogueOf) -> None:
        self._game = session.table_game
        #: How pictures are read now, and the tags with the surface as it is read now.
        self.readings = self._game.readings_now(session)
        self.catalogue = self.readings.tags_read(catalogue_of(self._game))
        #: Where the camera was when the table was read last; None before the first time.
        self._camera: Pinhole | None = None

    def fit(self, session: Session) -> bool:
        """Whether it is still this that must be looked for."""
        game = session.table_game
        return game is self._game and game.readings_now(session) == self.readings

    def watch(self, *, profile: CameraProfile | None = None, focal_px: float | None = None) -> TableWatch:
        """What watches the table for it, with what is known of the camera."""
        return TableWatch(self.catalogue, profile=profile, focal_px=focal_px, covers=self.readings.covered)

    def observe(self, reading: Reading) -> Any:
        """What a reading shows, as the game sees it."""
        self._camera = reading.registration.camera
        return self._game.observe(reading, self.catalogue)

    def cuts_off(self, frame: Frame | None) -> bool | None:
        """Whether zones of the mat reach beyond the edge of the picture; None where that is not known.

        It does not depend on which of them are read now. Of boards, and of what may lie partly beyond, it is not known.
        """
        surface, camera = self.catalogue.surface, self._camera
        if frame is None or camera is None or not isinstance(surface, Mat) or surface.may_be_cut_off:
            return None
        areas = (zone.area_mm for zone in surface.zones if zone.use is not ZoneUse.SECRET)
        corners = camera.project(
            [(x, y) for left, top, right, bottom in areas for x in (left, right) for y in (top, bottom)]
        )
        height, width = frame.picture.shape[:2]
        return bool((corners < 0).any() or (corners > (width, height)).any())
