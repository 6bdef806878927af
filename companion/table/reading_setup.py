"""Set-up of reading for the running game: tags that a camera looks for, and their meaning."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from companion.table import layout
from companion.table.camera_words import MatView, ReadingFaults
from companion.table.game import TableGame
from companion.table.observation import TableObservation
from companion.table.session import Session
from vision.calibration.gates import LEAST_PX_PER_MODULE
from vision.calibration.resolution import module_mm, px_per_mm, smallest_tag
from vision.model.catalogue import Catalogue
from vision.model.pinhole import Pinhole
from vision.model.profile import CameraProfile
from vision.model.surface import Grid, Mat, ZoneUse
from vision.picture import Pixels
from vision.reading import Reading
from vision.reading.board_picture import board_picture
from vision.sources.camera import Frame
from vision.symbology import Symbology
from vision.watching import TableWatch
from vision.watching.gates import DEFAULT_GATES
from vision.watching.observation import BoardState, Observation

#: The tags of a game, as they were printed for this table.
CatalogueOf = Callable[[TableGame[Session]], Catalogue]

#: With so many pixels a module no card of full mats was missed in silence (cards side by side and fanned, good and dim
#: light). Who can read all that lies there is asked for more only below this; with fewer for QR the mat is not found.
_READ_PX: Mapping[Symbology, float] = MappingProxyType({"qr": 1.0, "micro": 1.5})


class ReadingSetup:
    """Current reading set-up; `fit` reports when the session has changed the game or the moment."""

    def __init__(self, session: Session, catalogue_of: CatalogueOf, *, other_code: bool = False) -> None:
        """Prepare reading for the running game.

        `other_code`: the tags are of another symbology than expected, and are read as what they are.
        """
        self._session, self._game = session, session.table_game
        #: How pictures are read now, and the tags with the surface as it is read now.
        self.readings = self._game.readings.at_moment(session.moment)
        self.catalogue = self.readings.tags_read(catalogue_of(self._game))
        self._other_code = other_code
        #: Whether the pieces have no tags.
        self._is_plain = self._are_pieces_plain(session)
        self._knows_bare_board = False
        #: The last settled reading and what was observed in it.
        self._settled: tuple[Reading, TableObservation[layout.PieceObservation]] | None = None

    def fit(self, session: Session) -> bool:
        """Return True if this set-up still fits the session."""
        game = session.table_game
        return (
            game is self._game
            and self._are_pieces_plain(session) == self._is_plain
            and game.readings.at_moment(session.moment) == self.readings
        )

    @staticmethod
    def _are_pieces_plain(session: Session) -> bool:
        return session.settings.is_plain and session.table_game.readings.knows_plain_pieces

    def watch(self, *, profile: CameraProfile | None = None, focal_px: float | None = None) -> TableWatch:
        """Return the watch of the table for this set-up, with what is known of the camera."""
        self._knows_bare_board = profile is not None and profile.bare_board is not None
        gates = replace(DEFAULT_GATES, plain_pieces=self._is_plain)
        return TableWatch(self.catalogue, profile=profile, focal_px=focal_px, covers=self.readings.covered, gates=gates)

    def observe(self, observation: Observation, frame: Frame) -> TableObservation[layout.PieceObservation]:
        """Return what the session is told after this frame; it is called in the watcher's thread."""
        disturbance, reading = observation.disturbance, observation.reading
        if observation.board is BoardState.LOST:
            return TableObservation(error=observation.trouble, disturbance=disturbance)
        moved = observation.board is BoardState.MOVED
        if not observation.settled or reading is None:
            return TableObservation(moved=moved, disturbance=disturbance)
        if self._settled is None or self._settled[0] is not reading:
            self._settled = reading, self._understand(reading, frame)
        if self._session.wants_board_picture and self._settled[1].picture is None:
            picture = self._board_picture(reading, frame)
            self._settled = reading, replace(self._settled[1], picture=picture)
        return replace(self._settled[1], moved=moved, disturbance=disturbance)

    def _understand(self, reading: Reading, frame: Frame) -> TableObservation[layout.PieceObservation]:
        return TableObservation(
            self._game.observe(reading, self.catalogue),
            reading_faults=ReadingFaults.of(
                reading, self.catalogue, other_code=self._other_code, knows_bare_board=self._knows_bare_board
            ),
            mat_view=self._mat_view(reading, frame),
        )

    def _board_picture(self, reading: Reading, frame: Frame) -> Pixels | None:
        """Return the picture of the board alone; None where something hidden may lie in view."""
        surface, camera = self.catalogue.surface, reading.registration.camera
        is_open = self._game.play.is_public and self.readings.records
        return board_picture(frame.picture, camera, surface) if is_open and isinstance(surface, Grid) else None

    def _mat_view(self, reading: Reading, frame: Frame) -> MatView | None:
        """Return how the picture shows the mat; None if that is unknown.

        It does not depend on which zones are read now. It is unknown for boards, and for mats that may lie partly
        beyond the picture's edge.
        """
        surface, camera = self.catalogue.surface, reading.registration.camera
        if camera is None or not isinstance(surface, Mat) or surface.may_be_cut_off:
            return None
        height, width = frame.picture.shape[:2]
        return mat_view(camera, (width, height), surface, self.catalogue, all_read=not reading.unreadable)


def mat_view(camera: Pinhole, size_px: tuple[int, int], mat: Mat, catalogue: Catalogue, *, all_read: bool) -> MatView:
    """Return how a picture of this size (width, height) by this camera shows the mat.

    `all_read`: everything that lies there was read.
    """
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
