"""A virtual camera over a table at which somebody cannot leave the tokens alone: something to watch without a board."""

import time
from collections.abc import Callable, Iterator
from random import Random

from companion.games.finstere_flure.random_table import random_table
from companion.games.finstere_flure.virtual_table.laying import table_from_position
from companion.virtual_table.camera import VirtualCamera
from companion.virtual_table.hands import carry
from vision.camera import Camera, Frame

#: A token is carried to another cell in so many frames; then nothing happens for so many.
_CARRYING, _RESTING = 8, 20


class BusyTable(Camera):
    """Each frame shows the table a moment later. The same seed gives the same table and the same moves."""

    def __init__(self, seed: int = 0, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._chance = Random(seed)
        self.table = table_from_position(random_table(self._chance, players=4), seed)
        self._camera = VirtualCamera(self.table, seed=seed, clock=clock)
        self._hands = self._move()

    @property
    def focal_px(self) -> float:
        """The camera's focal length."""
        return float(self._camera.view.camera.matrix[0, 0])

    def latest(self) -> Frame:
        """The table a moment later."""
        next(self._hands)
        return self._camera.latest()

    def close(self) -> None:
        """There is nothing to let go of."""

    def _move(self) -> Iterator[None]:
        """Hands that carry one token after the other to a free cell, with a rest between."""
        table, grid = self.table, self.table.catalogue.grid
        while True:
            for _ in range(_RESTING):
                yield
            tokens = sorted(name for name, piece in table.pieces.items() if piece.is_token)
            free = [cell for cell in grid.cells if table.piece_at(grid.centre(cell)) is None]
            piece = table.on_cell(table.pieces[self._chance.choice(tokens)], self._chance.choice(free))
            yield from carry(table, piece, steps=_CARRYING, arm=True)
