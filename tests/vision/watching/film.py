"""Films of a virtual table for tests of watching, with their watchers.

They have ten frames a second of simulated time.
"""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from random import Random

import cv2
import numpy as np
import numpy.typing as npt

from tests.vision.board import ROWS, covered_cells
from tests.vision.table_shots import full_table
from tests.vision.watching.film_table import CATALOGUE, FilmCamera, FilmTable, Piece, kind_of
from vision.locate.corner_registration import grid_corners_mm
from vision.model.profile import CameraProfile
from vision.reading import Reading, read_picture
from vision.sources.camera import Frame
from vision.virtual import Hand
from vision.watching import CellState, Gates, Observation, TableWatch
from vision.watching.gates import DEFAULT_GATES

Pixels = npt.NDArray[np.uint8]
#: What the light, the camera or a bump makes of a picture.
Effect = Callable[[Pixels], Pixels]

FRAME_S = 0.1
SIZE = (1536, 1152)


@dataclass
class Film:
    """Table, camera with ever new noise, and a watcher that sees every frame."""

    seed: int = 1
    tokens_there: int = 16
    noise: float = 2.0
    taken_s: float = 100.0
    effect: Effect | None = None
    states: list[Observation] = field(default_factory=list)
    profile: CameraProfile | None = None

    def __post_init__(self) -> None:
        everything = full_table(self.seed)
        tokens = [piece for piece in everything if piece.turn_deg is None][self.tokens_there :]
        self.table = FilmTable(tuple(piece for piece in everything if piece not in tokens), self.seed)
        self.watch = TableWatch(CATALOGUE, covers=covered_cells)
        self._grain = _grain(self.noise)
        self._rng = Random(self.seed)

    def frame(self) -> Frame:
        """Return the table as it lies now."""
        picture = _camera().shoot(self.table)
        if self.effect:
            picture = self.effect(picture)
        if self.noise:
            brighter, darker = self._grain
            shift = self._rng.randrange(len(brighter) - picture.size)
            lit, shaded = (part[shift : shift + picture.size].reshape(picture.shape) for part in (brighter, darker))
            picture = np.asarray(cv2.subtract(cv2.add(picture, lit), shaded), np.uint8)
        self.taken_s += FRAME_S
        return Frame(picture, self.taken_s)

    def run(self, frames: int = 1) -> list[Observation]:
        """Let `frames` frames go by; return what the watcher says to each."""
        seen = [self.watch.see(self.frame()) for _ in range(frames)]
        self.states += seen
        return seen

    def goes_on_from(self, other: "Film") -> None:
        """Take over what the other film's watcher has seen; the tables must lie alike."""
        # Together, since a watcher gives out the very reading that it keeps.
        self.watch, self.states = deepcopy((other.watch, other.states))
        self.taken_s = other.taken_s
        self._rng.setstate(other._rng.getstate())

    def settle(self, most_s: float = 0.5) -> Observation:
        """Run until the table is settled, which must not take longer than this."""
        for _ in range(round(most_s / FRAME_S)):
            (state,) = self.run()
            if state.settled:
                return state
        raise AssertionError(f"not settled within {most_s} s: {state.board} {state.problem} {covered(state)}")

    def truth(self) -> Reading:
        """Return the reading of the whole of a frame of its own, which the watcher does not see."""
        return read_picture(self.frame().picture, CATALOGUE, self.profile, covers=covered_cells)

    def reach(self, over_mm: tuple[float, float] | None, pose: str = "pinch") -> None:
        """Hold a hand over this point of the board, or take it away."""
        if over_mm is None:
            self.table.arm = None
        else:
            # The arm comes from the nearer long edge.
            self.table.arm = Hand(over_mm, 0.0 if over_mm[1] < ROWS * CATALOGUE.grid.cell_mm / 2 else 180.0, pose)

    def free_cells(self) -> list[str]:
        """Return cells on which nothing lies."""
        taken = self.table.taken_cells()
        return [cell for cell in CATALOGUE.grid.cells if cell not in taken]

    def tokens(self) -> list[str]:
        """Return the tokens on the board."""
        pieces = self.table.pieces.items()
        return [name for name, piece in pieces if kind_of(piece) == "token" and self.table.cell_of(name)]

    def cell_of(self, piece: str) -> str | None:
        """Return the cell of a piece."""
        return self.table.cell_of(piece)

    def carry(self, piece: str, cell: str) -> None:
        """Carry a piece to a cell with a hand, step by step, and take the hand away."""
        start, end = self.table.pieces[piece].centre_mm, CATALOGUE.grid.centre(cell)
        held: Piece | None = None
        for share in (0.0, 0.25, 0.5, 0.75, 1.0):
            hand_mm = start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
            if share == 0.25:
                held = self.table.pieces.pop(piece)
            self.reach(hand_mm)
            self.run()
        assert held is not None
        self.table.put(self.table.on_cell(held, cell))
        self.run()
        self.reach(None)

    def change_anything(self, rng: Random) -> None:
        """Move, turn, flips or take away any piece, or bring one back."""
        # What lies half beyond the edge of the picture is taken for an arm, so pools, which are long, stay.
        piece = self.table.pieces[rng.choice(sorted(name for name in self.table.pieces if "pool" not in name))]
        what = rng.randrange(4)
        if what == 0:
            self.table.turn(piece.id)
        elif what == 1 and self.table.flip(piece.id):
            pass
        elif what == 2:
            self.table.put(self.table.on_cell(piece, rng.choice(self.free_cells())))
        else:
            # Beside the board, on the right of it or above it.
            x, y = rng.choice([(445.0, rng.uniform(40, 240)), (rng.uniform(100, 300), -45.0)])
            self.table.put(replace(piece, centre_mm=(x, y)))

    def move(self, piece: str, cell: str) -> None:
        """Lay a piece on a cell in no time."""
        self.table.put(self.table.on_cell(self.table.pieces[piece], cell))


def content(reading: Reading | None) -> tuple[list[tuple[str, str | None]], tuple[str, ...], int]:
    """Return the content of a reading for comparison."""
    assert reading is not None
    return (
        sorted((placed_tag.tag.id, placed_tag.cell or "") for placed_tag in reading.placed_tags),
        reading.unreadable,
        reading.foreign,
    )


def covered(state: Observation) -> list[str]:
    """Return the covered cells."""
    return [cell for cell, is_state in state.cells.items() if is_state is CellState.COVERED]


def camera_moved(dx: float, dy: float, turn_deg: float = 0.0) -> Effect:
    """The picture after the camera was moved by so many pixels and turned."""
    turning = cv2.getRotationMatrix2D((SIZE[0] / 2, SIZE[1] / 2), turn_deg, 1)
    turning[:, 2] += np.array([dx, dy])
    return lambda picture: np.asarray(cv2.warpAffine(picture, turning, SIZE, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def settled_film() -> Film:
    """Return a film whose table has settled."""
    settled = _settled()
    film = Film()
    film.goes_on_from(settled)
    return film


@cache
def _settled() -> Film:
    film = Film()
    film.settle()
    film.states = film.run()
    return film


@lru_cache(maxsize=1)
def _camera() -> FilmCamera:
    """Return the camera of all films, which paints only the changes."""
    return FilmCamera(SIZE)


@lru_cache(maxsize=2)
def _grain(noise: float) -> tuple[Pixels, Pixels]:
    """Return sensor noise larger than a picture, to add and to subtract.

    Each frame takes another part of it.
    """
    size = SIZE[0] * SIZE[1] * 3 + 1_000_003
    grain = np.random.default_rng(1).normal(0, noise, size).round()
    return np.clip(grain, 0, 255).astype(np.uint8), np.clip(-grain, 0, 255).astype(np.uint8)


def without_references(gates: Gates = DEFAULT_GATES) -> Film:
    """A film of a board without reference tags, whose corners somebody has put into the profile."""
    film = Film()
    known = film.truth().registration
    card = 0.8 * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    cards = [known.camera.project(np.array(tag.placement_mm) + tag.size_mm * card) for tag in CATALOGUE.references]

    def hidden(picture: Pixels) -> Pixels:
        picture = picture.copy()
        for card in cards:
            cv2.fillConvexPoly(picture, card.astype(np.int32), (90, 60, 50))
        return picture

    film.effect = hidden
    corners = known.camera.project(grid_corners_mm(CATALOGUE.grid))
    film.profile = CameraProfile(SIZE, known.camera.matrix, known.camera.distortion, corners_px=corners)
    film.watch = TableWatch(CATALOGUE, profile=film.profile, covers=covered_cells, gates=gates)
    return film


def hide_except_window(film: Film) -> Effect:
    """Return the effect that hides the picture by something even, except for a window.

    The window is a part of the board in which a few pieces lie.
    """
    before = film.effect

    def hidden(picture: Pixels) -> Pixels:
        picture = before(picture) if before else picture
        grey = np.full_like(picture, 150)
        grey[300:500, 400:900] = picture[300:500, 400:900]
        return grey

    return hidden
