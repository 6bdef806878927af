"""Real table before its camera, with hands that move what people would."""

from typing import Any

import pygame

from companion.table.camera_table import CameraTable
from companion.table.session import Session
from companion.virtual_table.autopilot import Autopilot
from companion.virtual_table.camera import VirtualCamera
from companion.virtual_table.table_source import SharedTableCamera
from tools.walk.games import walked_games


class RealTable:
    """Table whose pieces no screen shows: the session knows of it what its camera sees."""

    widget = None

    def __init__(self, session: Session, seed: int) -> None:
        self.session, self._seed = session, seed
        self._brought: object = None
        self._game_id = ""
        self._lay_out(session.table_game.rules.id)

    def _lay_out(self, game_id: str) -> None:
        self._game_id = game_id
        game = walked_games()[game_id].virtual
        self.table = game.table_before(game.start(None, self._seed, {}), self._seed)
        self._camera = SharedTableCamera(VirtualCamera(self.table, seed=self._seed))
        self._live = CameraTable(self.session, lambda: self._camera, lambda _: self.table.catalogue)
        players = game.players(self.session, self.table, self._seed)
        self._hands = Autopilot(self.session, self.table, players)

    def tick(self, time_s: float) -> None:
        """Show the session what the camera sees; another game has another table."""
        session = self.session
        if session.table_game.rules.id != self._game_id:
            self._live.close()
            self._lay_out(session.table_game.rules.id)
        if session.step is not self._brought:
            self._brought = session.step
            walked_games()[self._game_id].virtual.bring(session, self.table)
        self._camera.show(self.table)
        self._live.tick(time_s)

    def move_pieces(self, time_s: float) -> None:
        """Let people do what the page asks for, as they understand it."""
        self._hands.act(time_s)

    def pressed(self, time_s: float) -> None:
        """Invalidate everything that the camera saw before."""
        self._live.pressed(time_s)

    def handle(self, _event: pygame.event.Event, /) -> bool:
        """Leave mouse and fingers to the screen."""
        return False

    def close(self) -> None:
        """Let go of the camera."""
        self._live.close()

    @property
    def pieces(self) -> Any:
        """Pieces on the table, by their ids."""
        return self.table.pieces
