"""Films of a table with events, frame by frame with truth; each kind has one disturbance."""

import math
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from companion.games.finstere_flure.learning.random_table import random_table
from companion.games.finstere_flure.tags import make_catalogue
from companion.games.finstere_flure.virtual_table.piece_things import PieceThings
from companion.games.finstere_flure.virtual_table.scene import scene_from_position, shot_truth
from engine.finstere_flure.board import CELLS
from engine.finstere_flure.pieces import TOKENS, Side
from tools.evidence.stills import view_of
from tools.evidence.truth import TableTruth, truth_of_pieces
from vision.locate.corner_registration import grid_corners_mm
from vision.model.profile import CameraProfile
from vision.picture import Pixels
from vision.sources.camera import Frame
from vision.virtual import LIGHTS, Hand, IncrementalRenderer, Scene, Shot, Thing, Viewpoint, render

SIZE_PX = (2304, 1296)
FRAMES_PER_S = 10
#: A film begins and ends with so many frames in which nothing happens.
QUIET = 12
#: Number of frames that a hand takes to come to its place from beyond the table's edge.
REACH = 4
#: Number of frames that a hand takes to carry something.
CARRY = 5
#: So far beyond the middle of the board a hand comes from, in millimetres.
_FAR_MM = 420.0
#: So high over the board a hand carries a token, in millimetres.
_IN_THE_AIR_MM = 20.0
#: Standard deviation of each frame's own noise, in grey levels.
_NOISE = 2.0
#: Side of the patch that the noise is taken from.
_NOISE_PX = 512

Point = tuple[float, float]
#: What a camera makes of a picture at a time in seconds.
Disturbing = Callable[[Pixels, float], Pixels]


@dataclass(frozen=True, eq=False)
class FilmMoment:
    """A frame and what lies on the table then.

    `disturbed`: hands, a bump or the light are at work. `covered`: an arm hides more than half of some cell, as far as
    that is known.
    """

    frame: Frame
    truth: TableTruth
    disturbed: bool
    covered: bool = False


class FilmSet:
    """A table, a camera over it, and the film that is shot of them."""

    def __init__(self, rng: random.Random, size_px: tuple[int, int], *, references: bool = True) -> None:
        """Start a film; without `references` the corners of the board are put by hand.

        They are put in its first picture (`profile`).
        """
        self.rng = rng
        self.catalogue = make_catalogue()
        self._make = PieceThings(self.catalogue)
        position = random_table(rng, players=rng.randint(3, 7))
        seed = rng.randrange(1 << 30)
        scene = scene_from_position(position, self.catalogue, seed=seed)
        self._ground = scene.ground
        self._things = {thing.name: thing for thing in scene.things}
        self._carried: Thing | None = None
        self._free = set(CELLS) - {position.monster, *(token.at for token in position.tokens)}
        self._free -= {cell for tile in position.tiles for cell in tile.cells}
        self._frames = 0
        #: What else the camera does to a picture, at a time in seconds; None: nothing.
        self.disturbing: Disturbing | None = None
        self._noise = np.random.default_rng(seed).normal(0, _NOISE, (_NOISE_PX, _NOISE_PX, 1)).astype(np.float32)
        self.size_px = size_px
        self.look_from(view_of(self.catalogue, size_px, rng.uniform(0, 12), rng))
        self.profile: CameraProfile | None = None
        if not references:
            for tag in self.catalogue.references:
                del self._things[tag.id]
            camera = self.view.camera
            corners = camera.project(grid_corners_mm(self.catalogue.grid))
            self.profile = CameraProfile(size_px, camera.matrix, camera.distortion, corners_px=corners)
        self._fixed = {entry["id"]: entry for entry in shot_truth(self._shot(), position)["pieces"]}
        self._told: tuple[tuple[Thing, ...], TableTruth] | None = None

    @property
    def focal_px(self) -> float:
        """The camera's focal length."""
        return float(self.view.camera.matrix[0, 0])

    def look_from(self, view: Viewpoint) -> None:
        """Place the camera there from now on."""
        self.view = view
        self._studio = IncrementalRenderer(view, LIGHTS["normal"], self.rng.randrange(1 << 30))
        self._told = None

    # --- what happens on the table --------------------------------------------------------------------------------

    def token(self) -> Thing:
        """Return any token that lies on the board."""
        return self.rng.choice([self._things[name] for name in sorted(self._things) if _is_token(name)])

    def free_place(self) -> Point:
        """Return the middle of a cell on which nothing lies."""
        return self.catalogue.grid.centre(self.rng.choice(sorted(self._free)))

    def lift(self, token: Thing) -> None:
        """Lift the token into the air: it lies nowhere."""
        self._carried = self._things.pop(token.name)

    def carry(self, to_mm: Point) -> None:
        """Carry the object in the air over this place."""
        assert self._carried is not None
        self._carried = self._make.make(self._carried.name, to_mm, self._carried.turn_deg, _IN_THE_AIR_MM)

    def lay(self, to_mm: Point, *, flipped: bool) -> None:
        """Lay the object in the air down, on its other side if `flipped`."""
        assert self._carried is not None
        token, _, side = self._carried.name.partition("/")
        side = Side(side).flipped if flipped else side
        laid = self._make.make(f"{token}/{side}", to_mm, self.rng.uniform(0, 360))
        self._things[laid.name] = laid
        self._carried = None

    # --- what the camera sees -------------------------------------------------------------------------------------

    def shoot(
        self,
        *,
        disturbed: bool,
        hand: Hand | None = None,
        light: float | npt.NDArray[np.float32] = 1.0,
        blur_px: float = 0.0,
    ) -> FilmMoment:
        """Return the next frame. `light` is a factor for the picture, or one for each of its rows."""
        things = tuple(self._things.values())
        in_the_air = (self._carried,) if self._carried else ()
        picture = self._studio.shoot(Scene(self._ground, (*things, *in_the_air), self.catalogue.grid, hand))
        now_s = self._frames / FRAMES_PER_S
        if self.disturbing:
            picture = self.disturbing(picture, now_s)
        frame = Frame(self._developed(picture, light, blur_px), now_s)
        self._frames += 1
        return FilmMoment(frame, self._truth(things), disturbed)

    def _developed(self, picture: Pixels, light: float | npt.NDArray[np.float32], blur_px: float) -> Pixels:
        if blur_px:
            picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), blur_px), np.uint8)
        height, width = picture.shape[:2]
        shift = self.rng.randrange(_NOISE_PX), self.rng.randrange(_NOISE_PX)
        patch = np.roll(self._noise, shift, (0, 1))
        noise = np.tile(patch, (-(-height // _NOISE_PX), -(-width // _NOISE_PX), 1))[:height, :width]
        factor = np.asarray(light, np.float32).reshape(-1, 1, 1)
        return np.asarray(np.clip(picture * factor + noise, 0, 255), np.uint8)

    def _shot(self) -> Shot:
        things = tuple(self._things.values())
        return render(Scene(self._ground, things, self.catalogue.grid), self.view, LIGHTS["normal"])

    def _truth(self, things: tuple[Thing, ...]) -> TableTruth:
        """Return the truth below all hands, computed anew when it has changed."""
        if self._told is None or self._told[0] != things:
            self._told = things, truth_of_pieces(list(self._pieces(self._shot().truth)))
        return self._told[1]

    def _pieces(self, truth: dict[str, Any]) -> Iterator[dict[str, Any]]:
        for entry in truth["things"]:
            if _is_token(entry["id"]):
                yield entry | {"cell": self.catalogue.grid.cell_at(*entry["centre_mm"])}
            elif entry["id"] in self._fixed:
                yield self._fixed[entry["id"]] | {"visible": entry["visible"]}


def _is_token(tag_id: str) -> bool:
    return tag_id.partition("/")[0] in TOKENS


# --- what happens in the films ------------------------------------------------------------------------------------


def _quiet(film: FilmSet, frames: int = QUIET) -> Iterator[FilmMoment]:
    for _ in range(frames):
        yield film.shoot(disturbed=False)


def _reach(film: FilmSet, to_mm: Point, from_deg: float, pose: str, *, back: bool = False) -> Iterator[FilmMoment]:
    """Move a hand from beyond the table's edge to a place, or back there."""
    way = math.radians(from_deg)
    far = to_mm[0] + _FAR_MM * math.sin(way), to_mm[1] - _FAR_MM * math.cos(way)
    for step in range(1, REACH + 1):
        share = step / REACH if not back else 1 - step / REACH
        at_mm = far[0] + (to_mm[0] - far[0]) * share, far[1] + (to_mm[1] - far[1]) * share
        gone = back and step == REACH
        yield film.shoot(disturbed=not gone, hand=None if gone else Hand(at_mm, from_deg, pose))


def _move(film: FilmSet, token: Thing, to_mm: Point, *, flipped: bool = True) -> Iterator[FilmMoment]:
    """Let a hand take a token, carry it to its place, turn it over and go."""
    from_deg = film.rng.choice((0.0, 180.0)) + film.rng.uniform(-40, 40)
    start = token.centre_mm
    yield from _reach(film, start, from_deg, "pinch")
    film.lift(token)
    for step in range(1, CARRY + 1):
        at_mm = start[0] + (to_mm[0] - start[0]) * step / CARRY, start[1] + (to_mm[1] - start[1]) * step / CARRY
        film.carry(at_mm)
        yield film.shoot(disturbed=True, hand=Hand(at_mm, from_deg, "pinch"))
    film.lay(to_mm, flipped=flipped)
    yield from _reach(film, to_mm, from_deg, "pinch", back=True)


def _token_moved(film: FilmSet) -> Iterator[FilmMoment]:
    yield from _quiet(film)
    yield from _move(film, film.token(), film.free_place())
    yield from _quiet(film)


def _token_flipped(film: FilmSet) -> Iterator[FilmMoment]:
    yield from _quiet(film)
    token = film.token()
    yield from _move(film, token, token.centre_mm)
    yield from _quiet(film)


def _two_moved(film: FilmSet) -> Iterator[FilmMoment]:
    yield from _quiet(film)
    yield from _move(film, film.token(), film.free_place())
    yield from _quiet(film, 2)
    yield from _move(film, film.token(), film.free_place())
    yield from _quiet(film)


def _hand_rests(film: FilmSet) -> Iterator[FilmMoment]:
    """Rest a hand on the board for a while; nothing has changed when it goes."""
    yield from _quiet(film)
    place, from_deg = film.free_place(), film.rng.uniform(0, 360)
    yield from _reach(film, place, from_deg, "flat")
    for _ in range(15):
        yield film.shoot(disturbed=True, hand=Hand(place, from_deg, "flat"))
    yield from _reach(film, place, from_deg, "flat", back=True)
    yield from _quiet(film)


def _bumped(film: FilmSet, shift_mm: float, turn_deg: float) -> Iterator[FilmMoment]:
    """Knock the camera, or the board below it, out of its place between two frames."""
    yield from _quiet(film)
    camera = film.view.camera
    turn = cv2.Rodrigues(np.array([0.0, 0.0, math.radians(turn_deg)]))[0]
    way = film.rng.uniform(0, 2 * math.pi)
    shift = np.array([math.cos(way), math.sin(way), 0.0]) * shift_mm
    moved = replace(camera, rotation=turn @ camera.rotation, translation=turn @ camera.translation.reshape(3) + shift)
    film.look_from(Viewpoint(moved, film.size_px))
    yield film.shoot(disturbed=True, blur_px=2.0)
    yield from _quiet(film)


def _lamp(film: FilmSet) -> Iterator[FilmMoment]:
    """Film a dim table on which a lamp is switched on."""
    for _ in range(QUIET):
        yield film.shoot(disturbed=False, light=0.55)
    yield film.shoot(disturbed=True, light=0.8)
    yield from _quiet(film)


def _dusk(film: FilmSet) -> Iterator[FilmMoment]:
    """Film light that fades slowly, by half in a few seconds: that is no motion."""
    for n in range(4 * QUIET):
        yield film.shoot(disturbed=False, light=1.0 - 0.5 * n / (4 * QUIET))


def _flicker(film: FilmSet) -> Iterator[FilmMoment]:
    """Film bands of a lamp's hum that run over the picture: that is no motion."""
    rows = np.arange(film.size_px[1]) / film.size_px[1]
    for n in range(2 * QUIET):
        bands = 1.0 - 0.06 * (1 + np.sin(2 * math.pi * (2.3 * rows + 0.37 * n)))
        yield film.shoot(disturbed=False, light=bands.astype(np.float32))


def _refocused(film: FilmSet) -> Iterator[FilmMoment]:
    """Film a lens that hunts for its focus and finds it again."""
    yield from _quiet(film)
    for n in range(8):
        yield film.shoot(disturbed=True, blur_px=0.5 + 3.0 * math.sin(math.pi * (n + 0.5) / 8))
    yield from _quiet(film)


# --- cameras and lamps that are never still ------------------------------------------------------------------------


def _camera_sway(amplitude_px: float) -> Disturbing:
    """Return the camera's arm sways, two times in three seconds."""

    def shown(picture: Pixels, now_s: float) -> Pixels:
        shift = amplitude_px * math.sin(2 * math.pi * 0.7 * now_s)
        return _moved(picture, np.array([(1, 0, shift), (0, 1, 0.4 * shift)]))

    return shown


def _focus_hunting(blur_px: float) -> Disturbing:
    """Return a disturbance: the lens goes in and out of focus in four seconds.

    The picture grows a little with the blur.
    """

    def shown(picture: Pixels, now_s: float) -> Pixels:
        share = abs(now_s % 4 - 2) / 2
        height, width = picture.shape[:2]
        picture = _moved(picture, _larger(width, height, 1 + 0.0033 * blur_px * share))
        sigma = blur_px * share
        return np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), np.uint8) if sigma > 0.1 else picture

    return shown


def _stripes(share: float, turns_per_s: float) -> Disturbing:
    """Return a disturbance: a lamp's stripes roll over the picture, by `share` in brightness.

    They are brighter and darker. By thirds of a turn they jump.
    """

    def shown(picture: Pixels, now_s: float) -> Pixels:
        rows = np.arange(len(picture))[:, None, None] / len(picture)
        factor = 1 + share * np.sin(2 * math.pi * (3.3 * rows + turns_per_s * now_s))
        return np.asarray(np.clip(picture * factor.astype(np.float32), 0, 255), np.uint8)

    return shown


def _larger(width: int, height: int, times: float) -> npt.NDArray[np.float64]:
    return np.array([(times, 0, (1 - times) * width / 2), (0, times, (1 - times) * height / 2)])


def _moved(picture: Pixels, matrix: npt.NDArray[np.float64]) -> Pixels:
    size = picture.shape[1], picture.shape[0]
    return np.asarray(cv2.warpAffine(picture, matrix, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _token_moved_while(film: FilmSet, disturbing: Disturbing) -> Iterator[FilmMoment]:
    film.disturbing = disturbing
    yield from _token_moved(film)


#: The kinds of film by name.
FILMS: Mapping[str, Callable[[FilmSet], Iterator[FilmMoment]]] = {
    "nothing happens": lambda film: _quiet(film, 2 * QUIET),
    "a token is moved": _token_moved,
    "a token is turned over": _token_flipped,
    "two tokens are moved": _two_moved,
    "a hand rests on the board": _hand_rests,
    "the camera is bumped by 8 mm": lambda film: _bumped(film, 8.0, 1.5),
    "the board slips by 2 mm": lambda film: _bumped(film, 2.0, 0.0),
    "the board is turned by 6 degrees": lambda film: _bumped(film, 0.0, 6.0),
    "no reference tags, bumped by 8 mm": lambda film: _bumped(film, 8.0, 1.5),
    "no reference tags, a token is moved": _token_moved,
    "a lamp is switched on": _lamp,
    "the light fades": _dusk,
    "the light flickers": _flicker,
    "the lens refocuses": _refocused,
    "the camera sways by 2 pixels, a token is moved": lambda film: _token_moved_while(film, _camera_sway(2.0)),
    "the camera sways by 3 pixels, a token is moved": lambda film: _token_moved_while(film, _camera_sway(3.0)),
    "the lens hunts weakly, a token is moved": lambda film: _token_moved_while(film, _focus_hunting(0.9)),
    "stripes of 15 % roll, a token is moved": lambda film: _token_moved_while(film, _stripes(0.15, 2.7)),
    "stripes of 15 % jump, a token is moved": lambda film: _token_moved_while(film, _stripes(0.15, 10 / 3)),
}


def film(kind: str, *, size_px: tuple[int, int] = SIZE_PX, seed: int = 0) -> tuple[FilmSet, Iterator[FilmMoment]]:
    """Return a film of a kind and its set. The same arguments give the same film."""
    film_set = FilmSet(random.Random(f"{kind} {seed}"), size_px, references=not kind.startswith("no reference tags"))
    return film_set, FILMS[kind](film_set)
