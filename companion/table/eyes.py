"""Tags of the running game that a camera looks for, and their current meaning."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from companion.table.camera_words import MatView
from companion.table.game import TableGame
from companion.table.session import Session
from vision.calibration.gates import LEAST_PX_PER_MODULE
from vision.calibration.resolution import module_mm, px_per_mm, smallest_tag
from vision.model.catalogue import Catalogue, Symbology
from vision.model.pinhole import Pinhole
from vision.model.profile import CameraProfile
from vision.model.surface import Mat, ZoneUse
from vision.reading import Reading
from vision.sources.camera import Frame
from vision.watching import TableWatch

#: The tags of a game, as they were printed for this table.
CatalogueOf = Callable[[TableGame[Session]], Catalogue]

#: With so many pixels a module no card of full mats was missed in silence (cards side by side and fanned, good and dim
#: light). Who can read all that lies there is asked for more only below this; with fewer for QR the mat is not found.
_READ_PX: Mapping[Symbology, float] = MappingProxyType({"qr": 1.0, "micro": 1.5})


class ReadingSetup:
    """Current reading set-up; `fit` reports when the session has changed the game or the moment."""

    def __init__(self, session: Session, catalogue_of: CatalogueOf) -> None:
        self._game = session.table_game
        #: How pictures are read now, and the tags with the surface as it is read now.
        self.readings = self._game.current_readings(session)
        self.catalogue = self.readings.tags_read(catalogue_of(self._game))
        #: Where the camera was when the table was read last; None before the first time.
        self._camera: Pinhole | None = None
        #: Whether all that lay there was read then.
        self._all_read = False
        #: The last camera and size of picture, and whether all was read, and how the mat is seen so.
        self._viewed: tuple[Pinhole, tuple[int, int], bool, MatView] | None = None

    def fit(self, session: Session) -> bool:
        """Return True if this set-up still fits the session."""
        game = session.table_game
        return game is self._game and game.current_readings(session) == self.readings

    def watch(self, *, profile: CameraProfile | None = None, focal_px: float | None = None) -> TableWatch:
        """Return the watch of the table for this set-up, with what is known of the camera."""
        return TableWatch(self.catalogue, profile=profile, focal_px=focal_px, covers=self.readings.covered)

    def observe(self, reading: Reading) -> Any:
        """Return the game's observation of a reading."""
        self._camera, self._all_read = reading.registration.camera, not reading.unreadable
        return self._game.observe(reading, self.catalogue)

    def mat_view(self, frame: Frame | None) -> MatView | None:
        """Return how the picture shows the mat; None if that is unknown.

        It does not depend on which zones are read now. It is unknown for boards, and for mats that may lie partly
        beyond the picture's edge.
        """
        surface, camera = self.catalogue.surface, self._camera
        if frame is None or camera is None or not isinstance(surface, Mat) or surface.may_be_cut_off:
            return None
        height, width = frame.picture.shape[:2]
        # While nothing moves, the camera is the one of the last reading.
        seen_by = camera, (width, height), self._all_read
        if self._viewed is None or self._viewed[:3] != seen_by:
            self._viewed = *seen_by, _mat_view(*seen_by, surface, self.catalogue)
        return self._viewed[3]


def _mat_view(camera: Pinhole, size_px: tuple[int, int], all_read: bool, mat: Mat, catalogue: Catalogue) -> MatView:
    areas = [zone.area_mm for zone in mat.zones if zone.use is not ZoneUse.SECRET]
    corners = camera.project(
        [(x, y) for left, top, right, bottom in areas for x in (left, right) for y in (top, bottom)]
    )
    if (corners < 0).any() or (corners > size_px).any():
        return MatView.CUT_OFF
    tag = smallest_tag(catalogue)
    middles = np.array([((left + right) / 2, (top + bottom) / 2, tag.height_mm) for left, top, right, bottom in areas])
    px = float(px_per_mm(camera, middles).min()) * module_mm(catalogue, tag)
    least = LEAST_PX_PER_MODULE[catalogue.code]
    if all_read:
        least = _READ_PX.get(catalogue.code, least)
    return MatView.COARSE if px < least else MatView.GOOD
