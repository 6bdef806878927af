"""What a camera looks for at the table: the tags of the game that is played, and what they mean at this moment."""

from collections.abc import Callable
from typing import Any

from companion.table.game import TableGame
from companion.table.session import Session
from vision.catalogue import Catalogue
from vision.profile import CameraProfile
from vision.reading import Reading
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

    def fit(self, session: Session) -> bool:
        """Whether it is still this that must be looked for."""
        game = session.table_game
        return game is self._game and game.readings_now(session) == self.readings

    def watch(self, *, profile: CameraProfile | None = None, focal_px: float | None = None) -> TableWatch:
        """What watches the table for it, with what is known of the camera."""
        return TableWatch(self.catalogue, profile=profile, focal_px=focal_px, covers=self.readings.covered)

    def observe(self, reading: Reading) -> Any:
        """What a reading shows, as the game sees it."""
        return self._game.observe(reading, self.catalogue)
