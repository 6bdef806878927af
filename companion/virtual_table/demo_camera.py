"""Virtual camera over a table with restless hands: a demonstration without a board."""

from collections.abc import Iterator
from random import Random

from companion.virtual_table.camera import VirtualCamera
from companion.virtual_table.game import VirtualGame
from companion.virtual_table.hands import carry
from vision.sources.camera import Camera, Frame

#: Number of frames in which a piece is carried elsewhere.
_CARRYING = 8
#: Number of frames after that in which nothing happens.
_RESTING = 20


class DemoCamera(Camera):
    """Camera over a busy table; each frame shows it a moment later.

    The same seed gives the same table and the same moves.
    """

    def __init__(self, game: VirtualGame, seed: int = 0) -> None:
        self._game = game
        self._rng = Random(seed)
        self.table = game.some_table(self._rng, seed)
        self._camera = VirtualCamera(self.table, seed=seed)
        self._hands = self._move()

    @property
    def focal_px(self) -> float:
        """The camera's focal length."""
        return float(self._camera.view.camera.matrix[0, 0])

    def latest(self) -> Frame:
        """Return the table a moment later."""
        next(self._hands)
        return self._camera.latest()

    def close(self) -> None:
        """Do nothing: there is nothing to release."""

    def _move(self) -> Iterator[None]:
        """Yield hands that carry one piece after the other elsewhere, with a rest between."""
        while True:
            for _ in range(_RESTING):
                yield
            piece = self._game.some_move(self.table, self._rng)
            yield from carry(self.table, piece, steps=_CARRYING, arm=True)
