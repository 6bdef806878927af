"""Pictures of the same tables by a physically based renderer: an independent check.

python -m tools.evidence.rendered --pictures 12 --seed 11 --out FOLDER      (needs: pip install -e '.[rendered]')

No maker of the readers has tuned on it. Mitsuba follows light through the scene: inter-reflections, soft
shadows, mirror images in the board's lacquer come out by themselves. Hands are grown from the same limbs, but
melted into one skin. A picture takes minutes: this is a check from outside, no part of the tests or of ./run
score.
"""

import argparse
import json
import math
import random
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from companion.games.finstere_flure.learning.random_table import random_table
from companion.games.finstere_flure.reading.reading import covered_cells
from companion.games.finstere_flure.tags import make_catalogue
from companion.games.finstere_flure.virtual_table.scene import required_points, scene_from_position
from tools.evidence.arm import Arm, Bgr
from tools.evidence.lamps import colour_of
from tools.evidence.measure import PictureCounts, measure, refused
from tools.evidence.prints import ground
from tools.evidence.rooms import any_arm, over_board, table_truth
from tools.evidence.sensor import Sensor, develop, shown
from vision.errors import VisionError
from vision.picture import Pixels
from vision.reading import read_picture
from vision.virtual import Body, Print, Scene, Thing, Viewpoint, fit_view
from vision.virtual.render import HAND, NOTHING, burnt_out, truth_about

try:
    import mitsuba as mi
    from skimage.measure import marching_cubes
except ImportError as error:
    raise SystemExit(f"{error}; install what is needed with: pip install -e '.[rendered]'") from None

Floats = npt.NDArray[np.float32]
Points = npt.NDArray[np.float64]

SIZE_PX = (1280, 800)
WIDTH_DEG = 60.0
_FACE_PX_PER_MM = 9.0
#: Side of the cubes that hands are made of.
_VOXEL_MM = 2.2
#: Distance over which limbs melt into each other.
_MELT_MM = 5.0


def _world(points: npt.ArrayLike) -> Floats:
    """Convert points (n, 3) of the board frame to the renderer's.

    The renderer's frame is right-handed: y points up the board.
    """
    return np.asarray(np.asarray(points, np.float64) * (1.0, -1.0, 1.0), np.float32)


def _texture(bgr: Pixels) -> dict[str, Any]:
    return {"type": "bitmap", "bitmap": mi.Bitmap(np.ascontiguousarray(bgr[..., ::-1])), "wrap_mode": "clamp"}


def _paint(bgr: Sequence[float]) -> dict[str, Any]:
    return {"type": "rgb", "value": [(channel / 255) ** 2.2 for channel in reversed(bgr)]}


@lru_cache
def _varnished(bgr: Bgr, alpha: float) -> Any:
    """Return a painted surface under varnish; to make one takes longer than a piece's mesh."""
    return mi.load_dict({"type": "roughplastic", "alpha": alpha, "diffuse_reflectance": _paint(bgr)})


@lru_cache
def _matt(bgr: Bgr) -> Any:
    """Return a painted surface of both sides of a wall."""
    return mi.load_dict({"type": "twosided", "bsdf": {"type": "diffuse", "reflectance": _paint(bgr)}})


def _mesh(name: str, points: Floats, faces: npt.NDArray[np.uint32], surface: Any, uv: Floats | None = None) -> Any:
    """Return a mesh of a surface that `mi.load_dict` has made.

    Texture coordinates (n, 2) are from the top-left of the picture.
    """
    properties = mi.Properties()
    properties["bsdf"] = surface
    mesh = mi.Mesh(name, len(points), len(faces), has_vertex_texcoords=uv is not None, props=properties)
    parameters = mi.traverse(mesh)
    parameters["vertex_positions"] = np.ascontiguousarray(points, np.float32).ravel()
    parameters["faces"] = np.ascontiguousarray(faces, np.uint32).ravel()
    if uv is not None:
        parameters["vertex_texcoords"] = np.ascontiguousarray(uv, np.float32).ravel()
    parameters.update()
    return mesh


def _flat(outline: Points, height: float) -> Floats:
    return _world(np.column_stack([outline, np.full(len(outline), height)]))


def _fan(count: int) -> npt.NDArray[np.uint32]:
    # Clockwise seen from above in the board frame is counter-clockwise in the renderer's mirrored one, and back.
    return np.array([(0, n + 1, n) for n in range(1, count - 1)], np.uint32)


def _sheet(name: str, printed: Print, height: float, bsdf: str, alpha: float) -> Any:
    """Return a print lying flat, cut to the shape of its fourth channel.

    It is cut into bands of rows that begin and end alike.
    """
    picture = printed.picture
    tall, wide = picture.shape[:2]
    solid = picture[..., 3] > 127 if picture.shape[2] == 4 else np.ones((tall, wide), bool)
    ends = [(int(row.argmax()), wide - int(row[::-1].argmax())) if row.any() else (0, 0) for row in solid]
    starts = [n for n in range(tall) if n == 0 or ends[n] != ends[n - 1]]
    corners: list[tuple[int, int]] = []
    faces: list[npt.NDArray[np.uint32]] = []
    for top, bottom in zip(starts, [*starts[1:], tall], strict=True):
        left, right = ends[top]
        if right > left:
            faces.append(_fan(4) + len(corners))
            corners += [(left, top), (right, top), (right, bottom), (left, bottom)]
    texels = np.array(corners, np.float64)
    surface: dict[str, Any] = {"type": bsdf, "diffuse_reflectance": _texture(picture[..., :3])}
    if bsdf == "roughplastic":
        surface["alpha"] = alpha
    outline = np.asarray(printed.origin_mm) + texels / printed.px_per_mm
    uv = (texels / (wide, tall)).astype(np.float32)
    return _mesh(name, _flat(outline, height), np.vstack(faces), mi.load_dict(surface), uv)


def _face(body: Body) -> tuple[Pixels, Points, Points]:
    """Return the picture of a body's top with all its prints, and two own coordinates.

    They are those of its two outermost corners.
    """
    low, high = body.outline_mm.min(0), body.outline_mm.max(0)
    size = np.ceil((high - low) * _FACE_PX_PER_MM).astype(int)
    picture: Pixels = np.full((size[1], size[0], 3), body.top, np.uint8)
    for printed in body.prints:
        scale = _FACE_PX_PER_MM / printed.px_per_mm
        left, top = (np.asarray(printed.origin_mm) - low) * _FACE_PX_PER_MM
        into = np.array([[scale, 0, left], [0, scale, top]])
        art = printed.picture
        if scale < 0.7:
            art = np.asarray(cv2.resize(art, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
            into[:, :2] = np.eye(2)
        cv2.warpAffine(art, into, picture.shape[1::-1], dst=picture, borderMode=cv2.BORDER_TRANSPARENT)
    return picture, low, high


def _piece(thing: Thing, number: int, alpha: float) -> dict[str, Any]:
    """Return the meshes of a thing: walls and top of each of its bodies."""
    meshes = {}
    for n, body in enumerate(thing.bodies):
        outline = thing.to_board(body.outline_mm)
        name = f"thing-{number}-{n}"
        if body.prints:
            picture, low, high = _face(body)
            uv = ((body.outline_mm - low) / (high - low)).astype(np.float32)
            surface = mi.load_dict({"type": "roughplastic", "alpha": alpha, "diffuse_reflectance": _texture(picture)})
        else:
            surface, uv = _varnished(body.top, alpha), None
        top = max(body.top_mm, 0.15)
        meshes[f"{name}-top"] = _mesh(name, _flat(outline, top), _fan(len(outline)), surface, uv)
        if body.top_mm > body.base_mm:
            count = len(outline)
            ring = np.arange(count)
            after = (ring + 1) % count
            faces = np.vstack(
                [np.column_stack([ring, after, ring + count]), np.column_stack([after, after + count, ring + count])]
            )
            points = np.vstack([_flat(outline, body.base_mm), _flat(outline, top)])
            meshes[f"{name}-walls"] = _mesh(name, points, faces.astype(np.uint32), _matt(body.side))
    return meshes


def _hand(arm: Arm, name: str, rng: random.Random) -> dict[str, Any]:
    """Return the arm as one melted skin, and its sleeve."""
    limbs = arm.limbs()
    meshes = {}
    for part, sleeve in (("skin", False), ("sleeve", True)):
        own = [limb for limb in limbs if (limb.part == "sleeve") == sleeve]
        if not own:
            continue
        reach = np.array([end for limb in own for end in (limb.start, limb.end)])
        low = np.clip(reach.min(0) - 60, (-150, -150, -2), None)
        high = np.clip(reach.max(0) + 60, None, (560, 430, 260))
        axes = [np.arange(a, b, _VOXEL_MM, dtype=np.float32) for a, b in zip(low, high, strict=True)]
        if min(map(len, axes)) < 4:
            continue
        field = np.zeros([len(axis) for axis in axes], np.float32)
        for limb in own:
            a, b = np.array(limb.start, np.float32), np.array(limb.end, np.float32)
            margin = max(limb.radii) + 6 * _MELT_MM
            near = [
                slice(*np.searchsorted(axis, (min(p, q) - margin, max(p, q) + margin)))
                for axis, p, q in zip(axes, a, b, strict=True)
            ]
            parts = (axis[part] for axis, part in zip(axes, near, strict=True))
            grid = np.stack(np.meshgrid(*parts, indexing="ij"), axis=-1)
            along = np.clip((grid - a) @ (b - a) / float((b - a) @ (b - a)), 0, 1)
            far = np.linalg.norm(grid - a - along[..., None] * (b - a), axis=-1)
            far -= limb.radii[0] + along * (limb.radii[1] - limb.radii[0])
            field[tuple(near)] += np.exp(-np.clip(far, -40, 60) / (_MELT_MM * 0.45))
        distance = -np.log(np.maximum(field, 1e-30)) * _MELT_MM * 0.45
        folds = 0.35 if not sleeve else 2.5
        noise = np.random.default_rng(rng.randrange(1 << 30)).standard_normal([s // 6 + 2 for s in distance.shape])
        index = [np.linspace(0, n - 1.001, s) for n, s in zip(noise.shape, distance.shape, strict=True)]
        distance += folds * _interpolated(noise.astype(np.float32), index)
        if distance.min() > 0 or distance.max() < 0:
            continue
        vertices, faces, _, _ = marching_cubes(distance, 0.0)
        points = vertices * _VOXEL_MM + np.array([axis[0] for axis in axes])
        colour = arm.sleeve.colour if sleeve and arm.sleeve else arm.glove or arm.skin
        if sleeve or arm.glove:
            surface: dict[str, Any] = {"type": "diffuse", "reflectance": _paint(colour)}
        else:
            surface = {
                "type": "principled",
                "base_color": _paint(colour),
                "roughness": 0.45,
                "specular": 0.45,
                "flatness": 0.4,
            }
        meshes[f"{name}-{part}"] = _mesh(
            name, _world(points), faces.astype(np.uint32), mi.load_dict({"type": "twosided", "bsdf": surface})
        )
    return meshes


def _interpolated(coarse: Floats, index: list[Points]) -> Floats:
    """Return a coarse lattice (3-d) filled in linearly at the places of `index`, axis by axis."""
    fine: npt.NDArray[Any] = coarse
    for axis, places in enumerate(index):
        low = places.astype(int)
        share = (places - low).reshape([-1 if n == axis else 1 for n in range(3)])
        fine = np.take(fine, low, axis) * (1 - share) + np.take(fine, low + 1, axis) * share
    return np.asarray(fine, np.float32)


def any_lights(rng: random.Random, eye: Points) -> dict[str, Any]:
    """Return the lights: one special light, and the room's light.

    It is one of: a lamp mirrored in the board, a window at the side, the low sun, a ceiling lamp.
    """
    ambient = rng.uniform(0.15, 0.4)
    tint = colour_of(rng.choice((3500, 4500, 6500)))[::-1]
    lights: dict[str, Any] = {
        "room": {"type": "constant", "radiance": {"type": "rgb", "value": (ambient * tint).tolist()}}
    }

    def emitter(kelvin: float, level: float) -> dict[str, Any]:
        radiance = (level * colour_of(kelvin)[::-1]).tolist()
        return {"type": "area", "radiance": {"type": "rgb", "value": radiance}}

    kind = rng.choice(("mirrored lamp", "window", "sun", "ceiling"))
    if kind == "mirrored lamp":
        at_mm = np.array([rng.uniform(60, 340), rng.uniform(50, 225)])
        high = rng.uniform(500, 1100)
        place = at_mm + (at_mm - eye[:2]) * high / eye[2]
        radius = rng.uniform(25, 60)
        centre = _world([(*place, high)])[0].tolist()
        level = 0.8 * (np.hypot(high, np.linalg.norm(at_mm - place)) / radius) ** 2
        lights["lamp"] = {"type": "sphere", "center": centre, "radius": radius, "light": emitter(2800, float(level))}
    elif kind == "window":
        side = rng.uniform(0, 2 * math.pi)
        place = [200 + 1500 * math.cos(side), -137 + 1500 * math.sin(side), 1000]
        towards = mi.ScalarTransform4f().look_at(origin=place, target=[200, -137, 0], up=[0, 0, 1])
        for column in (-1, 1):
            pane = (
                towards
                @ mi.ScalarTransform4f().translate([column * 330, 0, 0])
                @ mi.ScalarTransform4f().scale([300, 650, 1])
            )
            lights[f"pane{column + 1}"] = {
                "type": "rectangle",
                "to_world": pane,
                "light": emitter(6500, rng.uniform(4, 7)),
            }
    elif kind == "sun":
        high, side = math.radians(rng.uniform(14, 40)), rng.uniform(0, 2 * math.pi)
        way = [-math.cos(high) * math.cos(side), -math.cos(high) * math.sin(side), -math.sin(high)]
        colour = (rng.uniform(3.0, 5.0) * colour_of(4600)[::-1]).tolist()
        lights["sun"] = {"type": "directional", "direction": way, "irradiance": {"type": "rgb", "value": colour}}
    else:
        centre = [rng.uniform(0, 400), -rng.uniform(0, 275), 1700]
        lights["lamp"] = {
            "type": "sphere",
            "center": centre,
            "radius": 150,
            "light": emitter(3200, rng.uniform(90, 150)),
        }
    return lights


def _camera(view: Viewpoint, samples: int) -> dict[str, Any]:
    camera = view.camera
    width, height = view.size_px
    right, down, forward = (row * (1.0, -1.0, -1.0) for row in camera.rotation)
    to_world = np.eye(4)
    to_world[:3, 0], to_world[:3, 1], to_world[:3, 2] = -right, -down, forward
    to_world[:3, 3] = _world([camera.position_mm])[0]
    return {
        "type": "perspective",
        "fov": math.degrees(2 * math.atan(width / 2 / float(camera.matrix[0, 0]))),
        "fov_axis": "x",
        "near_clip": 10.0,
        "far_clip": 20000.0,
        "to_world": mi.ScalarTransform4f(to_world),
        "film": {"type": "hdrfilm", "width": width, "height": height, "rfilter": {"type": "gaussian"}},
        "sampler": {"type": "independent", "sample_count": samples},
    }


def any_varnish(rng: random.Random) -> tuple[str, float]:
    """Return a board's surface and how rough it is."""
    return rng.choice(("plastic", "roughplastic", "roughplastic")), rng.choice((0.08, 0.2, 0.35))


def laid(scene: Scene, varnish: tuple[str, float], rng: random.Random) -> dict[str, Any]:
    """Return the table, the board with its varnish, and all things of a scene."""
    world = {
        "table": _sheet("table", _wide(scene.ground[0]), -0.6, "roughplastic", 0.3),
        "board": _sheet("board", scene.ground[1], 0.0, *varnish),
    }
    for n, thing in enumerate(scene.things):
        world |= _piece(thing, n, rng.choice((0.15, 0.3)))
    return world


def traced(world: dict[str, Any], view: Viewpoint, samples: int, rng: random.Random) -> tuple[Any, Floats]:
    """Return the renderer's scene and its linear light (h, w, 3): `samples` paths a pixel."""
    whole = {"type": "scene", "integrator": {"type": "path", "max_depth": 4}, **world, "sensor": _camera(view, samples)}
    loaded = mi.load_dict(whole)
    return loaded, np.array(mi.render(loaded, seed=rng.randrange(1 << 30)))[..., 2::-1].astype(np.float32)


def white(light: Floats, percent: float = 97) -> Points:
    """Return the light (3,) that a camera takes for white paper's.

    Of each colour so many percent of the picture are darker.
    """
    return np.array([np.percentile(light[..., channel], percent) for channel in range(3)])


def rendered(
    number: int, seed: int, size_px: tuple[int, int] = SIZE_PX, samples: int = 8
) -> tuple[Pixels, dict[str, Any], float]:
    """Return a picture, its truth (`tools.evidence.photo`) and the focal length in pixels."""
    rng = random.Random(f"rendered {seed} {number}")
    catalogue = make_catalogue()
    position = random_table(rng, players=rng.randint(3, 7))
    scene = scene_from_position(position, catalogue, seed=rng.randrange(1 << 30))
    board = rng.choice(("own", "own", "dungeon", "photograph", "strong cells"))
    scene = Scene(
        ground(board, rng.choice(("wood", "white", "black")), rng, catalogue.grid.cell_mm), scene.things, scene.surface
    )
    view = fit_view(
        required_points(catalogue),
        size_px,
        focal_px=size_px[0] / 2 / math.tan(math.radians(WIDTH_DEG / 2)),
        tilt_deg=rng.uniform(0, 25),
        azimuth_deg=rng.choice((0, 180)) + rng.uniform(-20, 20),
        roll_deg=rng.uniform(-4, 4),
    )
    arms = [any_arm(rng, over_board(rng)) for _ in range(rng.choice((0, 1, 1, 2)))]
    varnish = any_varnish(rng)
    world = any_lights(rng, view.camera.position_mm) | laid(scene, varnish, rng)
    for n, arm in enumerate(arms):
        world |= _hand(arm, f"arm-{n}", rng)
    loaded, light = traced(world, view, samples, rng)
    owner, painted = _painted(loaded, view)
    paper = white(light)
    chance = np.random.default_rng(rng.randrange(1 << 30))
    sensor = Sensor(blur_px=rng.uniform(0.4, 0.8), noise=rng.uniform(2, 4))
    burnt = burnt_out(shown(light, paper, sensor), painted)
    truth = table_truth(truth_about(scene, view, owner, seed, burnt), position, scene)
    truth["arms"], truth["board"] = len(arms), board
    return develop(light, paper, sensor, chance, chance), truth, float(view.camera.matrix[0, 0])


def _wide(table: Print) -> Print:
    """Return the table's print mirrored at its edges, so that it fills the picture."""
    tall, wide = table.picture.shape[:2]
    larger = cv2.copyMakeBorder(table.picture, tall // 2, tall // 2, wide // 2, wide // 2, cv2.BORDER_REFLECT)
    x, y = table.origin_mm
    origin = x - (wide // 2) / table.px_per_mm, y - (tall // 2) / table.px_per_mm
    return replace(table, picture=np.asarray(larger, np.uint8), origin_mm=origin)


def _painted(loaded: Any, view: Viewpoint) -> tuple[npt.NDArray[np.int16], Pixels]:
    """Return the thing at each pixel, and its own colour (BGR), unlit.

    Things are numbered as in `vision.virtual.render`. One ray each is cast.
    """
    width, height = view.size_px
    integrator = mi.load_dict({"type": "aov", "aovs": "shape:shape_index,paint:albedo"})
    film = {
        "type": "hdrfilm",
        "width": width,
        "height": height,
        "rfilter": {"type": "box"},
        "pixel_format": "luminance",
    }
    sensor = mi.load_dict(_camera(view, 1) | {"film": film})
    seen = np.array(mi.render(loaded, sensor=sensor, integrator=integrator, spp=1))
    index = np.round(seen[..., -4]).astype(int)
    owner = np.full((height, width), NOTHING, np.int16)
    # 0 stands for no shape.
    for number, shape in enumerate(loaded.shapes(), 1):
        kind, *parts = shape.id().split("-")
        if kind == "thing":
            owner[index == number] = int(parts[0])
        elif kind == "arm":
            owner[index == number] = HAND
    painted = 255 * np.clip(seen[..., :-4:-1], 0, 1) ** (1 / 2.2)
    return owner, np.round(painted).astype(np.uint8)


def main() -> None:
    """Render pictures, read them, and say how well."""
    parser = argparse.ArgumentParser(description="Renders tables with Mitsuba and reads them.")
    parser.add_argument("--pictures", type=int, default=12)
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--samples", type=int, default=8, help="paths a pixel")
    parser.add_argument(
        "--out", type=Path, default=Path("build/rendered"), help="keeps the pictures; those there are read"
    )
    args = parser.parse_args()
    mi.set_variant("scalar_rgb")
    args.out.mkdir(parents=True, exist_ok=True)
    catalogue = make_catalogue()
    total = PictureCounts()
    for number in range(args.pictures):
        file = args.out / f"{args.seed}-{number}.png"
        if not file.exists():
            picture, truth, focal_px = rendered(number, args.seed, samples=args.samples)
            file.with_suffix(".json").write_text(json.dumps(truth | {"focal_px": focal_px}), encoding="utf-8")
            cv2.imwrite(str(file), picture)
        truth = json.loads(file.with_suffix(".json").read_text(encoding="utf-8"))
        picture = np.asarray(cv2.imread(str(file)), np.uint8)
        try:
            reading = read_picture(picture, catalogue, focal_px=truth["focal_px"], covers=covered_cells)
            measured = measure(reading, truth, catalogue.grid.cell_mm)
        except VisionError as error:
            measured = refused(str(error))
        print(file, f"{measured.read} of {measured.pieces} read", *measured.details, sep="; ", flush=True)
        total += measured
    print({name: value for name, value in total.to_json().items() if name != "details"})


if __name__ == "__main__":
    main()
