"""Pictures of full tables from the virtual camera, with the layout, for tests of reading."""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from tests.vision.board import GRID, SHAPES, cells_below, covered_cells, make_catalogue, required_points
from tests.vision.board_things import BoardThings, ground_prints
from vision.model.catalogue import Catalogue, Tag
from vision.model.pinhole import Pinhole
from vision.model.placed_tags import PlacedTag
from vision.reading import Reading, read_picture
from vision.symbology import Symbology
from vision.virtual import Hand, PictureLook, Scene, Viewpoint, fit_view, render

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
        """Return the cells that the pieces with these tags cover."""
        cells = {self.laid[tag].cell for tag in tags}
        for tag in self.catalogue.tags:
            if tag.id in tags:
                laid = self.laid[tag.id]
                placed = PlacedTag(tag, np.zeros((4, 2)), laid.centre_mm, laid.turn_deg, laid.cell, (0.0, 0.0), "zxing")
                cells.update(covered_cells(placed))
        return cells

    def with_drawing(self, draw: Callable[[Pixels, "TableShot"], None]) -> Pixels:
        """Return a copy of the picture with something drawn into it."""
        pixels = self.pixels.copy()
        draw(pixels, self)
        return pixels

    def square_px(self, x: float, y: float, side_mm: float, height_mm: float = 2.0) -> Points:
        """Return the corners in the picture of a square on the table."""
        half = side_mm / 2
        corners = [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
        return self.camera.project([(*corner, height_mm) for corner in corners])


@dataclass(frozen=True)
class Placement:
    """Piece on the board: the tag that lies up, its cell, and its turn (None: any)."""

    tag: str
    cell: str
    turn_deg: float | None = None


Table = tuple[Placement, ...]


#: Share of the unsteadiness with which a hand lays a kind of piece, and its usual turn from straight, in degrees.
_CARE = {"pool": (0.4, 0.4), "token": (1.0, 0.0), "monster": (0.8, 3.0)}
#: The same for all other kinds.
_DEFAULT_CARE = (0.5, 2.0)
#: Kinds of pieces on which others lie, too.
_LOWER_KINDS = ("pool", "teleporter")


@lru_cache
def full_table(seed: int) -> Table:
    """Return a table with all 43 pieces on the board, anywhere; the tall one comes last."""
    rng = np.random.default_rng(seed)
    faces: dict[str, list[Tag]] = {}
    for tag in make_catalogue().tags:
        if tag.kind not in ("reference", "card"):
            faces.setdefault(tag.id.partition("/")[0], []).append(tag)
    free = [str(cell) for cell in rng.permutation(sorted(GRID.cells))]
    table = []
    for piece, (columns, rows) in SHAPES.items():
        turn = float(rng.choice([0, 180] if columns != rows else [0, 90, 180, 270]))
        cell = next(
            cell for cell in free if len(set(cells_below(piece, cell, turn)).intersection(free)) == columns * rows
        )
        free = [other for other in free if other not in cells_below(piece, cell, turn)]
        table.append(Placement(piece, cell, turn))
    free = [cell for cell in free if cell not in ("a1", "p11")]
    for piece, tags in faces.items():
        if piece not in SHAPES:
            tag = tags[rng.integers(len(tags))]
            table.append(Placement(tag.id, free.pop(), None if tag.kind == "token" else 90.0 * int(rng.integers(4))))
    return tuple(table)


def with_piece_on(table: Table, tag: str, cell: str) -> Table:
    """Return the table with this piece on another cell."""
    return tuple(replace(piece, cell=cell) if piece.tag == tag else piece for piece in table)


def scene_of(
    table: Table, catalogue: Catalogue, *, seed: int = 0, jitter_mm: float = 1.2, hand: Hand | None = None
) -> Scene:
    """Return the board with these pieces, later ones on top, and the reference tags.

    Pieces lie up to `jitter_mm` off the middle of their cells and a little askew: `seed` decides.
    """
    make, rng = BoardThings(catalogue), np.random.default_rng([seed, 1])
    tags = {tag.id: tag for tag in catalogue.tags}
    things = make.references()
    heights: dict[str, float] = {}
    for piece in table:
        tag = tags[piece.tag]
        share, askew_deg = _CARE.get(tag.kind, _DEFAULT_CARE)
        x, y = catalogue.grid.centre(piece.cell) + rng.uniform(-1, 1, 2) * share * jitter_mm
        turn = rng.uniform(0, 360) if piece.turn_deg is None else piece.turn_deg + rng.normal(0, askew_deg)
        things.append(make.make(tag.id, (float(x), float(y)), float(turn), heights.get(piece.cell, 0.0)))
        if tag.kind in _LOWER_KINDS:
            heights |= dict.fromkeys(cells_below(tag.id, piece.cell, piece.turn_deg or 0.0), tag.height_mm)
    return Scene(ground_prints(catalogue.grid.cell_mm), tuple(things), catalogue.grid, hand)


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
    table: Table | None = None,
) -> TableShot:
    """Return a full table, or this one, from the virtual camera."""
    catalogue = make_catalogue(code=code)
    scene = scene_of(full_table(seed) if table is None else table, catalogue, seed=seed, hand=hand)
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
    """Return the very same for the same camera, which then paints the board once for all tables."""
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
    """Lay a patch of one colour over a part of the picture."""
    cv2.fillConvexPoly(pixels, np.round(polygon).astype(np.int32), colour, cv2.LINE_AA)


def paste(pixels: Pixels, print_: Pixels, polygon: Points) -> None:
    """Lay a print over the four corners of a polygon in the picture."""
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
    """Return the tags that can be seen (so much of them at least) and were not read."""
    read = {placed.tag.id for placed in reading.placed_tags}
    return {tag for tag, laid in shot.laid.items() if laid.visible >= visible} - read
