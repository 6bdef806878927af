"""Picture of a board alone: nothing beside its cells."""

import numpy as np

from vision.model.pinhole import looking_at
from vision.model.surface import Grid
from vision.reading.board_picture import LONGER_PX, board_picture

#: The middle cell of the lower row is none.
GRID = Grid(30.0, {"a1": (0, 0), "b1": (1, 0), "c1": (2, 0), "a2": (0, 1), "c2": (2, 1)})
SIZE_PX = (800, 600)
FACE = (0, 0, 255)
BOARD = (200, 200, 40)


def test_only_cells_are_shown_from_above() -> None:
    camera = looking_at((45.0, 30.0), 600.0, 3000.0, SIZE_PX, tilt_deg=20.0, roll_deg=12.0)
    picture = np.full((*SIZE_PX[::-1], 3), FACE, np.uint8)
    x, y = np.meshgrid(np.arange(SIZE_PX[0]), np.arange(SIZE_PX[1]))
    places = camera.on_plane(np.column_stack([x.ravel(), y.ravel()]))
    on_board = np.array([GRID.cell_at(*place) is not None for place in places]).reshape(x.shape)
    picture[on_board] = BOARD
    seen = board_picture(picture, camera, GRID)
    assert seen.shape == (LONGER_PX * 2 // 3, LONGER_PX, 3)
    cell = LONGER_PX // 3
    assert not seen[cell:, cell : 2 * cell].any(), "where the board has no cell nothing is shown"
    for column, row in GRID.cells.values():
        shown = seen[row * cell + 4 : (row + 1) * cell - 4, column * cell + 4 : (column + 1) * cell - 4]
        assert (shown == BOARD).all()
