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
        self._readings = self._game.readings_now(session)
        self.catalogue = catalogue_of(self._game)

    def fit(self, session: Session) -> bool:
        """Whether it is still this that must be looked for."""
        game = session.table_game
        return game is self._game and game.readings_now(session) == self._readings

    def watch(self, *, profile: CameraProfile | None = None, focal_px: float | None = None) -> TableWatch:
        """What watches the table for it, with what is known of the camera."""
        catalogue = self._readings.tags_read(self.catalogue)
        return TableWatch(catalogue, profile=profile, focal_px=focal_px, covers=self._readings.covered)

    def observe(self, reading: Reading) -> Any:
        """What a reading shows, as the game sees it."""
        return self._game.observe(reading, self.catalogue)
