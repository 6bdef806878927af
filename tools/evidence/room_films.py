"""Films of arms over a table in a room: they reach in, rest, and go.

The truth is given frame by frame.
"""

import math
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from companion.games.finstere_flure.learning.random_table import random_table
from companion.games.finstere_flure.tags import make_catalogue
from tools.evidence.arm import Arm
from tools.evidence.films import FRAMES_PER_S, FilmMoment
from tools.evidence.measure import COVERED
from tools.evidence.photo import EvidencePhoto
from tools.evidence.rooms import Setting, TableInRoom, any_arm, any_light, over_board, set_up
from tools.evidence.truth import truth_of_pieces
from vision.model.profile import CameraProfile
from vision.sources.camera import Frame

SIZE_PX = (1600, 1000)
#: Number of frames at a film's beginning and at its end in which nothing happens.
QUIET = 8
#: Number of frames for which an arm rests.
REST = 12
_FAR_MM = 450.0


class RoomFilm:
    """A table in a room and its camera; `frames` come one after the other."""

    def __init__(self, kind: str, seed: int, size_px: tuple[int, int]) -> None:
        self.rng = random.Random(f"{kind} film {seed}")
        self.catalogue = make_catalogue()
        setting = Setting(room=any_light(self.rng), size_px=size_px, azimuth_deg=self.rng.uniform(-20, 20))
        position = random_table(self.rng, players=self.rng.randint(3, 7))
        self.table: TableInRoom = set_up(setting, position, self.catalogue, self.rng)
        self.profile: CameraProfile | None = None
        #: The photo that the latest frame is of.
        self.latest: EvidencePhoto | None = None
        self._number = 0

    @property
    def focal_px(self) -> float:
        """The camera's focal length."""
        return self.table.focal_px

    def frame(self, arms: tuple[Arm, ...] = ()) -> FilmMoment:
        """Return the next frame."""
        taken_s = self._number / FRAMES_PER_S
        self.latest = self.table.shoot(arms, self._number)
        self._number += 1
        truth = self.latest.truth
        covered = any(shares.get("hand", 0) > COVERED for shares in truth["cells"].values())
        return FilmMoment(Frame(self.latest.picture, taken_s), truth_of_pieces(truth["pieces"]), bool(arms), covered)


def _pulled_back(arm: Arm, share: float) -> Arm:
    """Return the arm on its way back beyond the table's edge: 0 in its place, 1 out of sight."""
    way = math.radians(arm.from_deg)
    x, y = arm.over_mm
    return replace(arm, over_mm=(x + share * _FAR_MM * math.sin(way), y - share * _FAR_MM * math.cos(way)))


def _quiet(film: RoomFilm, frames: int = QUIET) -> Iterator[FilmMoment]:
    for _ in range(frames):
        yield film.frame()


def _reach(film: RoomFilm, arm: Arm, steps: int, *, back: bool = False) -> Iterator[FilmMoment]:
    for step in range(1, steps):
        share = step / steps if back else 1 - step / steps
        yield film.frame((_pulled_back(arm, share),))


def _rests(film: RoomFilm, steps: int) -> Iterator[FilmMoment]:
    arm = any_arm(film.rng, over_board(film.rng))
    yield from _quiet(film)
    yield from _reach(film, arm, steps)
    for _ in range(REST):
        yield film.frame((arm,))
    yield from _reach(film, arm, steps, back=True)
    yield from _quiet(film)


def _resting_things(film: RoomFilm, count: int) -> Iterator[FilmMoment]:
    """Film arms that lie there before the first frame; they go one after the other."""
    arms = tuple(any_arm(film.rng, over_board(film.rng)) for _ in range(count))
    while arms:
        for _ in range(REST):
            yield film.frame(arms)
        for step in (0.25, 0.6):
            yield film.frame((_pulled_back(arms[0], step), *arms[1:]))
        arms = arms[1:]
    yield from _quiet(film)


#: The kinds of film by name.
ROOM_FILMS: Mapping[str, Callable[[RoomFilm], Iterator[FilmMoment]]] = {
    "an arm comes quickly, rests and goes": lambda film: _rests(film, 3),
    "an arm comes slowly, rests and goes": lambda film: _rests(film, 12),
    "an arm lies there from the first": lambda film: _resting_things(film, 1),
    "three arms lie there from the first": lambda film: _resting_things(film, 3),
}


def room_film(kind: str, seed: int, size_px: tuple[int, int] = SIZE_PX) -> tuple[RoomFilm, Iterator[FilmMoment]]:
    """Return a film of a kind, frame by frame. The same arguments give the same film."""
    film = RoomFilm(kind, seed, size_px)
    return film, ROOM_FILMS[kind](film)
