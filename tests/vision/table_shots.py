"""Pictures of full tables from the virtual camera, with the layout, for tests of reading."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from companion.games.finstere_flure.scene import scene_from_position
from engine.finstere_flure.board import CELLS, Direction, cell_at, column_row
from engine.finstere_flure.pieces import POOL_SHAPES, STONE_FRONTS, TELEPORTER_PAIRS, TOKENS, Side, TileKind
from engine.finstere_flure.position import Position, Tile, Token
from tests.vision.board import covered_cells, make_catalogue, required_points
from vision.model.catalogue import Catalogue, Symbology
from vision.model.pinhole import Pinhole
from vision.model.placed_tags import PlacedTag
from vision.reading import Reading, read_picture
from vision.virtual import Hand, PictureLook, Viewpoint, fit_view, render

Pixels = npt.NDArray[np.uint8]
Points = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Laid:
    """A tag on the table: its cell, centre and turn, and how much of it can be seen (0..1)."""

    cell: str
    centre_mm: tuple[float, float]
    turn_deg: float
    visible: float


@dataclass(frozen=True, eq=False)
class TableShot:
    """A picture of the table, the tags on the board in it by id, and the camera that took it."""

    pixels: Pixels
    laid: dict[str, Laid]
    camera: Pinhole
    catalogue: Catalogue
    hidden: dict[str, float]

    def read(self, pixels: Pixels | None = None) -> Reading:
        """Return the reading of the picture, or of a changed one."""
        return self._own if pixels is None else read_picture(pixels, self.catalogue, covers=covered_cells)

    @cached_property
    def _own(self) -> Reading:
        return read_picture(self.pixels, self.catalogue, covers=covered_cells)

    def cells_of(self, tags: set[str]) -> set[str]:
        """The cells that the pieces with these tags cover."""
        cells = {self.laid[tag].cell for tag in tags}
        for tag in self.catalogue.tags:
            if tag.id in tags:
                laid = self.laid[tag.id]
                placed = PlacedTag(tag, np.zeros((4, 2)), laid.centre_mm, laid.turn_deg, laid.cell, (0.0, 0.0), "zxing")
                cells.update(covered_cells(placed))
        return cells

    def with_drawing(self, draw: Callable[[Pixels, "TableShot"], None]) -> Pixels:
        """A copy of the picture with something drawn into it."""
        pixels = self.pixels.copy()
        draw(pixels, self)
        return pixels

    def square_px(self, x: float, y: float, side_mm: float, height_mm: float = 2.0) -> Points:
        """The corners in the picture of a square on the table."""
        half = side_mm / 2
        corners = [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
        return self.camera.project([(*corner, height_mm) for corner in corners])


@lru_cache
def full_position(seed: int) -> Position:
    """A position with all 43 pieces on the board, anywhere."""
    rng = np.random.default_rng(seed)
    directions = list(Direction)
    free = [str(cell) for cell in rng.permutation(sorted(CELLS))]
    tiles = []
    for pool, shape in POOL_SHAPES.items():
        cells = next(found for found in (_block(cell, shape, free) for cell in free) if found)
        free = [cell for cell in free if cell not in cells]
        tiles.append(Tile(pool, TileKind.POOL, cells))
    free = [cell for cell in free if cell not in ("a1", "p11")]
    for tile, front in STONE_FRONTS.items():
        tiles.append(Tile(tile, TileKind(front) if rng.random() < 0.5 else TileKind.STONE, (free.pop(),)))
    for tile in TELEPORTER_PAIRS:
        tiles.append(Tile(tile, TileKind.TELEPORTER, (free.pop(),), directions[rng.integers(4)]))
    tokens = tuple(Token(token, list(Side)[rng.integers(2)], free.pop()) for token in TOKENS)
    return Position(free.pop(), directions[rng.integers(4)], tokens, tuple(tiles))


def _block(cell: str, shape: tuple[int, int], free: list[str]) -> tuple[str, ...]:
    """The cells of a pool whose upper left one is this cell, or none if they are not all free."""
    column, row = column_row(cell)
    cells = [cell_at(column + i, row + j) for j in range(shape[1]) for i in range(shape[0])]
    return tuple(c for c in cells if c) if all(c in free for c in cells) else ()


@lru_cache
def table_shot(
    seed: int = 1,
    size_px: tuple[int, int] = (1632, 918),
    *,
    tilt_deg: float = 0.0,
    azimuth_deg: float = 0.0,
    roll_deg: float = 0.0,
    fov_deg: float = 66.0,
    k1: float = 0.0,
    look: PictureLook | None = None,
    hand: Hand | None = None,
    code: Symbology = "qr",
    table: Position | None = None,
) -> TableShot:
    """A full table, or this one, from the virtual camera."""
    catalogue = make_catalogue(code=code)
    scene = scene_from_position(table or full_position(seed), catalogue, seed=seed, hand=hand)
    view = _view(
        tuple(map(tuple, required_points(catalogue).tolist())), size_px, (tilt_deg, azimuth_deg, roll_deg), fov_deg, k1
    )
    shot = render(scene, view, look or PictureLook(), seed)
    laid = {}
    references = {tag.id for tag in catalogue.references}
    for thing in shot.truth["things"]:
        cell = catalogue.grid.cell_at(*thing["centre_mm"])
        if thing["id"] not in references:
            assert cell is not None
            x, y = thing["centre_mm"]
            laid[thing["id"]] = Laid(cell, (x, y), thing["turn_deg"], thing["visible"])
    shot.picture.setflags(write=False)
    return TableShot(shot.picture, laid, view.camera, catalogue, shot.truth["hidden_cells"])


@lru_cache
def _view(
    points_mm: tuple[tuple[float, ...], ...],
    size_px: tuple[int, int],
    turned_deg: tuple[float, float, float],
    fov_deg: float,
    k1: float,
) -> Viewpoint:
    """The very same for the same camera, which then paints the board once for all tables."""
    tilt_deg, azimuth_deg, roll_deg = turned_deg
    return fit_view(
        points_mm,
        size_px,
        focal_px=size_px[0] / 2 / math.tan(math.radians(fov_deg / 2)),
        tilt_deg=tilt_deg,
        azimuth_deg=azimuth_deg,
        roll_deg=roll_deg,
        distortion=(k1, 0.0, 0.0, 0.0, 0.0),
    )


def cover(pixels: Pixels, polygon: Points, colour: tuple[int, int, int]) -> None:
    """Lays a patch of one colour over a part of the picture."""
    cv2.fillConvexPoly(pixels, np.round(polygon).astype(np.int32), colour, cv2.LINE_AA)


def paste(pixels: Pixels, print_: Pixels, polygon: Points) -> None:
    """Lays a print over the four corners of a polygon in the picture."""
    height, width = print_.shape[:2]
    own = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32) - 0.5
    size = (pixels.shape[1], pixels.shape[0])
    to_picture = cv2.getPerspectiveTransform(own, polygon.astype(np.float32))
    colour = print_ if print_.ndim == 3 else np.repeat(print_[:, :, None], 3, axis=2)
    # Printed pixels are many times smaller than the picture's: they are averaged first.
    softened = cv2.blur(colour, (3, 3))
    laid = cv2.warpPerspective(softened, to_picture, size, flags=cv2.INTER_AREA)
    mask = cv2.warpPerspective(np.full((height, width), 255, np.uint8), to_picture, size)
    pixels[mask > 127] = laid[mask > 127]


def wrong_tags(reading: Reading, shot: TableShot) -> list[str]:
    """Return the wrong tags of a reading."""
    wrong = []
    for placed in reading.placed_tags:
        laid = shot.laid.get(placed.tag.id)
        if laid is None:
            wrong.append(f"{placed.tag.id} is not on the table")
        elif placed.cell != laid.cell:
            wrong.append(f"{placed.tag.id} is on {laid.cell}, not on {placed.cell}")
        elif abs((placed.turn_deg - laid.turn_deg + 180) % 360 - 180) > 5:
            wrong.append(f"{placed.tag.id} is turned by {laid.turn_deg:.0f}, not by {placed.turn_deg:.0f}")
    return wrong


def not_read(reading: Reading, shot: TableShot, visible: float = 0.97) -> set[str]:
    """The tags that can be seen (so much of them at least) and were not read."""
    read = {placed.tag.id for placed in reading.placed_tags}
    return {tag for tag, laid in shot.laid.items() if laid.visible >= visible} - read
