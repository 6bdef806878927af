"""Table of the films: pieces that hands move, and a camera that paints only changes."""

import math
from dataclasses import dataclass, replace
from random import Random

from tests.vision.board import COLUMNS, GRID, ROWS, cells_below, make_catalogue
from tests.vision.board_things import BoardThings, ground_prints
from tests.vision.table_shots import Placement
from vision.model.pinhole import looking_at
from vision.picture import Pixels
from vision.virtual import LIGHTS, Hand, IncrementalRenderer, Scene, Thing, Viewpoint

CATALOGUE = make_catalogue()
_KINDS = {tag.id: tag.kind for tag in CATALOGUE.tags}
_HEIGHTS_MM = {tag.id: tag.height_mm for tag in CATALOGUE.tags}
#: Order in which kinds of pieces lie one on the other; all others lie between these.
_LAYERS = {"pool": 0, "teleporter": 0, "token": 2, "monster": 2}
#: Distance from the middle of a cell, and angle from straight, at which a hand lays a piece at most.
_OFF_MM = 0.6
_ASKEW_DEG = 4.0
#: The camera sees so much beside the board, in cells.
_BESIDE_CELLS = 2.05
_SEEN_DEG = 28.0
_LOOK = replace(LIGHTS["normal"], gloss=0.1, blur_px=0.6, noise=2.0, jpeg_quality=None)


@dataclass(frozen=True)
class Piece:
    """Piece on the table: the tags of its faces, the upper one first, its place and its turn."""

    tags: tuple[str, ...]
    centre_mm: tuple[float, float]
    turn_deg: float

    @property
    def id(self) -> str:
        """Name of the piece whichever face lies up."""
        return self.tags[0].partition("/")[0]


class FilmTable:
    """Pieces by their ids, later ones on top, and perhaps an arm over the board."""

    def __init__(self, table: tuple[Placement, ...], seed: int) -> None:
        self.arm: Hand | None = None
        self.pieces: dict[str, Piece] = {}
        self._rng = Random(seed)
        for placement in table:
            other = (tag for tag in _KINDS if tag.partition("/")[0] == placement.tag.partition("/")[0])
            tags = (placement.tag, *(tag for tag in other if tag != placement.tag))
            self.put(self.on_cell(Piece(tags, (0.0, 0.0), placement.turn_deg or 0.0), placement.cell))

    def on_cell(self, piece: Piece, cell: str) -> Piece:
        """Return the piece as a hand lays it on this cell: a little off, discs with any turn."""
        x, y = (middle + self._rng.uniform(-_OFF_MM, _OFF_MM) for middle in GRID.centre(cell))
        askew = self._rng.uniform(-_ASKEW_DEG, _ASKEW_DEG) if len(piece.tags) > 1 else 0.0
        turn = self._rng.uniform(0, 360) if kind_of(piece) == "token" else 90 * round(piece.turn_deg / 90) + askew
        return replace(piece, centre_mm=(x, y), turn_deg=turn % 360)

    def put(self, piece: Piece) -> None:
        """Lay a piece down like this, on top of what is there."""
        self.pieces.pop(piece.id, None)
        self.pieces[piece.id] = piece

    def turn(self, name: str) -> None:
        """Turn a piece by a quarter."""
        piece = self.pieces[name]
        self.pieces[name] = replace(piece, turn_deg=(piece.turn_deg + 90) % 360)

    def flip(self, name: str) -> bool:
        """Turn a piece over; False for one with only one face."""
        piece = self.pieces[name]
        self.pieces[name] = replace(piece, tags=(*piece.tags[1:], piece.tags[0]))
        return len(piece.tags) > 1

    def cell_of(self, name: str) -> str | None:
        """Return the cell of a piece; None beside the board."""
        return GRID.cell_at(*self.pieces[name].centre_mm)

    def taken_cells(self) -> set[str]:
        """Return the cells on which something lies."""
        cells = ((piece, self.cell_of(name)) for name, piece in self.pieces.items())
        return {below for piece, cell in cells if cell for below in cells_below(piece.tags[0], cell, piece.turn_deg)}

    def stacked(self) -> list[tuple[Piece, float]]:
        """Return the pieces from the lowest to the highest, each with the height below it in mm."""
        heights: dict[str | None, float] = {}
        stacked = []
        for piece in sorted(self.pieces.values(), key=lambda piece: _LAYERS.get(kind_of(piece), 1)):
            cell = self.cell_of(piece.id)
            stacked.append((piece, heights.get(cell, 0.0) if cell else 0.0))
            if cell and _LAYERS.get(kind_of(piece)) == 0:
                below = cells_below(piece.tags[0], cell, piece.turn_deg)
                heights.update(dict.fromkeys(below, _HEIGHTS_MM[piece.tags[0]]))
        return stacked


class FilmCamera:
    """Camera above the table; keeps its picture as long as nothing changes."""

    def __init__(self, size_px: tuple[int, int]) -> None:
        self._renderer = IncrementalRenderer(_view(size_px), _LOOK, 0)
        self._make = BoardThings(CATALOGUE)
        self._references = self._make.references()
        self._made: dict[tuple[Piece, float], Thing] = {}
        self._latest: tuple[object, Pixels] | None = None

    def shoot(self, table: FilmTable) -> Pixels:
        """Return the picture of the table as it lies now."""
        layout = table.stacked(), table.arm
        if self._latest is None or self._latest[0] != layout:
            # What lies as it did is the same thing as before.
            self._made = {lying: self._made.get(lying) or self._thing(*lying) for lying in layout[0]}
            scene = Scene(ground_prints(), (*self._references, *self._made.values()), GRID, table.arm)
            self._latest = layout, self._renderer.shoot(scene)
        return self._latest[1]

    def _thing(self, piece: Piece, height_mm: float) -> Thing:
        return self._make.make(piece.tags[0], piece.centre_mm, piece.turn_deg, height_mm)


def kind_of(piece: Piece) -> str:
    """Return the kind of a piece's upper tag."""
    return _KINDS[piece.tags[0]]


def _view(size_px: tuple[int, int]) -> Viewpoint:
    """Return the view of the board and its surroundings from high above."""
    width_mm = (COLUMNS + 2 * _BESIDE_CELLS) * GRID.cell_mm
    focal_px = size_px[0] / 2 / math.tan(math.radians(_SEEN_DEG / 2))
    middle_mm = COLUMNS * GRID.cell_mm / 2, ROWS * GRID.cell_mm / 2
    distance_mm = focal_px * width_mm / size_px[0]
    lens = (-0.05, 0.0, 0.0, 0.0, 0.0)
    camera = looking_at(middle_mm, distance_mm, focal_px, size_px, tilt_deg=0.8, roll_deg=0.7, distortion=lens)
    return Viewpoint(camera, size_px)
