"""Single pictures of tables that are hard to read, one disturbance a kind, with truth."""

import math
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from companion.games.finstere_flure.learning.random_table import random_table
from companion.games.finstere_flure.tags import make_catalogue
from companion.games.finstere_flure.virtual_table.scene import required_points, scene_from_position, shot_truth
from engine.finstere_flure.board import CELLS, NEIGHBOUR, Direction
from engine.finstere_flure.pieces import TOKENS, TileKind
from engine.finstere_flure.position import Position, Token
from tools.evidence.photo import EvidencePhoto
from tools.evidence.rooms import own_bare
from vision.model.catalogue import Catalogue
from vision.model.profile import CameraProfile
from vision.virtual import LIGHTS, Hand, PictureLook, Scene, Thing, Viewpoint, fit_view, render

#: Half of what a Raspberry Pi Camera Module 3 has; it sees the picture's width under this angle.
SIZE_PX = (2304, 1296)
WIDTH_DEG = 66.0
#: So far askew tokens lie from the middle of their cells, in cells.
ASKEW_CELLS = 0.2
#: How near the middles of two discs come that touch, in diameters.
TOUCHING = 1.0


@dataclass(frozen=True)
class SceneDisturbance:
    """Difference from a table in good light under a camera straight above it."""

    position: Callable[[Position, random.Random], Position] = lambda position, _: position
    things: Callable[[tuple[Thing, ...], random.Random, Catalogue], tuple[Thing, ...]] = lambda things, _, __: things
    look: PictureLook = field(default_factory=lambda: LIGHTS["normal"])
    tilt_deg: float = 3.0
    hand: bool = False


def _onto_pools(position: Position, rng: random.Random) -> Position:
    """Move some tokens and stones onto the cells of the pools."""
    wet = [cell for tile in position.tiles if tile.kind is TileKind.POOL for cell in tile.cells]
    rng.shuffle(wet)
    tokens = [token.id for token in position.tokens if token.cell][:3]
    stones = [tile.id for tile in position.tiles if tile.is_stone][:2]
    return replace(
        position,
        tokens=tuple(replace(t, at=wet.pop()) if t.id in tokens else t for t in position.tokens),
        tiles=tuple(replace(t, cells=(wet.pop(),)) if t.id in stones else t for t in position.tiles),
    )


def _side_by_side(position: Position, rng: random.Random) -> Position:
    """Move tokens into pairs on neighbouring cells."""
    taken = {position.monster, *(cell for tile in position.tiles for cell in tile.cells)}
    tokens: list[Token] = [token for token in position.tokens if token.cell]
    if len(tokens) % 2:
        taken.add(tokens.pop().at)
    placed: dict[str, str] = {}
    cells = sorted(set(CELLS) - taken)
    rng.shuffle(cells)
    for cell in cells:
        beside = [NEIGHBOUR[cell, direction] for direction in Direction]
        free = [other for other in beside if other is not None and other not in taken]
        if cell not in taken and free and len(tokens) >= 2:
            other = rng.choice(free)
            placed |= {tokens.pop().id: cell, tokens.pop().id: other}
            taken |= {cell, other}
    return replace(position, tokens=tuple(replace(t, at=placed.get(t.id, t.at)) for t in position.tokens))


def _shifted(things: tuple[Thing, ...], rng: random.Random, catalogue: Catalogue) -> tuple[Thing, ...]:
    """Move tokens a fifth of a cell from the middle of theirs, in any direction."""

    def moved(thing: Thing) -> Thing:
        if thing.name.partition("/")[0] not in TOKENS:
            return thing
        column, row = (math.floor(c / catalogue.grid.cell_mm) for c in thing.centre_mm)
        way = rng.uniform(0, 2 * math.pi)
        x, y = column + 0.5 + ASKEW_CELLS * math.cos(way), row + 0.5 + ASKEW_CELLS * math.sin(way)
        return replace(thing, centre_mm=(x * catalogue.grid.cell_mm, y * catalogue.grid.cell_mm))

    return tuple(moved(thing) for thing in things)


def _touching(things: tuple[Thing, ...], _: random.Random, catalogue: Catalogue) -> tuple[Thing, ...]:
    """Push tokens on neighbouring cells together until their discs touch."""
    places = {thing.name: np.array(thing.centre_mm) for thing in things if thing.name.partition("/")[0] in TOKENS}
    names = list(places)
    done: set[str] = set()
    for n, name in enumerate(names):
        for other in names[n + 1 :]:
            apart = places[other] - places[name]
            distance = float(np.linalg.norm(apart))
            if not {name, other} & done and distance < 1.25 * catalogue.grid.cell_mm:
                diameter = 2 * float(np.abs(next(t for t in things if t.name == name).bodies[0].outline_mm).max())
                nearer = (distance - TOUCHING * diameter) / 2 * apart / distance
                places[name], places[other] = places[name] + nearer, places[other] - nearer
                done |= {name, other}
    return tuple(
        replace(t, centre_mm=(float(places[t.name][0]), float(places[t.name][1]))) if t.name in places else t
        for t in things
    )


_NORMAL = LIGHTS["normal"]

#: The kinds of disturbance by name.
STILLS: Mapping[str, SceneDisturbance] = {
    "plain good light": SceneDisturbance(),
    "tokens a fifth of a cell askew": SceneDisturbance(things=_shifted),
    "tokens touching": SceneDisturbance(position=_side_by_side, things=_touching),
    "pieces on pools": SceneDisturbance(position=_onto_pools),
    "camera tilted by 25 degrees": SceneDisturbance(tilt_deg=25.0),
    "camera tilted by 40 degrees": SceneDisturbance(tilt_deg=40.0),
    "out of focus": SceneDisturbance(look=replace(_NORMAL, blur_px=1.3)),
    "moved while exposing": SceneDisturbance(look=replace(_NORMAL, motion_px=3.5)),
    "dim": SceneDisturbance(look=LIGHTS["dim"]),
    "warm lamp from one side": SceneDisturbance(look=LIGHTS["warm"]),
    "gloss that burns out": SceneDisturbance(look=replace(_NORMAL, gloss=1.0)),
    "noisy, strongly compressed": SceneDisturbance(look=replace(_NORMAL, noise=9.0, jpeg_quality=60)),
    "a hand over the board": SceneDisturbance(hand=True),
}


def still(name: str, number: int, *, seed: int, size_px: tuple[int, int] = SIZE_PX) -> EvidencePhoto:
    """Return one of the pictures of a kind."""
    kind, rng = STILLS[name], random.Random(f"{name} {seed} {number}")
    catalogue = make_catalogue()
    position = kind.position(random_table(rng, players=rng.randint(2, 7)), rng)
    scene = scene_from_position(position, catalogue, seed=rng.randrange(1 << 30))
    hand = Hand(catalogue.grid.centre(rng.choice(CELLS)), rng.uniform(0, 360), "flat") if kind.hand else None
    scene = Scene(scene.ground, kind.things(scene.things, rng, catalogue), scene.surface, hand)
    view = view_of(catalogue, size_px, kind.tilt_deg, rng)
    shot = render(scene, view, kind.look, rng.randrange(1 << 30))
    profile = CameraProfile(view.size_px, view.camera.matrix, view.camera.distortion)
    return EvidencePhoto(
        shot.picture, shot_truth(shot, position), float(view.camera.matrix[0, 0]), profile, catalogue, own_bare("qr")
    )


def view_of(catalogue: Catalogue, size_px: tuple[int, int], tilt_deg: float, rng: random.Random) -> Viewpoint:
    """Return the camera at any side of the table, as near as it can be to see the whole board."""
    return fit_view(
        required_points(catalogue),
        size_px,
        focal_px=size_px[0] / 2 / math.tan(math.radians(WIDTH_DEG / 2)),
        tilt_deg=tilt_deg,
        # From a short side the board would fill less of the picture.
        azimuth_deg=rng.choice([0, 180]) + rng.uniform(-25, 25),
        roll_deg=rng.uniform(-4, 4),
        distortion=(rng.uniform(-0.06, 0.02), 0.0, 0.0, 0.0, 0.0),
    )
