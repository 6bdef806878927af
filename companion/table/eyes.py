"""What a camera looks for at the table: the tags of the game that is played, and what they mean at this moment."""

from collections.abc import Callable
from typing import Any

import numpy as np

from companion.table.camera_words import MatView
from companion.table.game import TableGame
from companion.table.session import Session
from vision.calibration.gates import LEAST_PX_PER_MODULE
from vision.calibration.resolution import module_mm, px_per_mm, smallest_tag
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
        #: The last camera and size of picture, and how the mat is seen so.
        self._viewed: tuple[Pinhole, tuple[int, int], MatView] | None = None

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

    def mat_view(self, frame: Frame | None) -> MatView | None:
        """How the picture shows the mat; None where that is not known.

        It does not depend on which zones are read now. Of boards, and of what may lie partly beyond the picture's edge,
        it is not known.
        """
        surface, camera = self.catalogue.surface, self._camera
        if frame is None or camera is None or not isinstance(surface, Mat) or surface.may_be_cut_off:
            return None
        height, width = frame.picture.shape[:2]
        # While nothing moves, the camera is the one of the last reading.
        if self._viewed is None or self._viewed[:2] != (camera, (width, height)):
            self._viewed = camera, (width, height), _mat_view(camera, (width, height), surface, self.catalogue)
        return self._viewed[2]


def _mat_view(camera: Pinhole, size_px: tuple[int, int], mat: Mat, catalogue: Catalogue) -> MatView:
    areas = [zone.area_mm for zone in mat.zones if zone.use is not ZoneUse.SECRET]
    corners = camera.project(
        [(x, y) for left, top, right, bottom in areas for x in (left, right) for y in (top, bottom)]
    )
    if (corners < 0).any() or (corners > size_px).any():
        return MatView.CUT_OFF
    tag = smallest_tag(catalogue)
    middles = np.array([((left + right) / 2, (top + bottom) / 2, tag.height_mm) for left, top, right, bottom in areas])
    px = float(px_per_mm(camera, middles).min()) * module_mm(catalogue, tag)
    return MatView.COARSE if px < LEAST_PX_PER_MODULE[catalogue.code] else MatView.GOOD
