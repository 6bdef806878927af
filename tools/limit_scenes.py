"""Pictures of single tags at the limit of readability, and of things that are no tags.

These must never be taken for one. Everything here is drawn from the printed symbols: enlarged, seen in
perspective, blurred as a lens and a moving hand blur, averaged over the sensor's pixels. Nothing of the
reader's own sampling is used, so that it is put to the test.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

import cv2
import numpy as np
import numpy.typing as npt

from vision.decode.rescan import FOR_MATCHING, rectified
from vision.decode.symbols import tag_picture
from vision.symbology import SYMBOL_MODULES, Symbology

Grey = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]

#: A scene is drawn so many times as large, and averaged.
_FINER = 3
#: The printed picture's pixels a module.
PRINT_PX = 6
#: Table that is shown round the tag, in modules.
_TABLE_MODULES: Mapping[Symbology, float] = MappingProxyType({"qr": 9.0, "micro": 9.0, "april": 6.0})
#: How many times as large modules are on stickers of the same size as those of QR tags, and how far tags lie from the
#: expected place.
LARGER: Mapping[Symbology, float] = MappingProxyType({"qr": 1.0, "micro": 1.0, "april": 1.5})
OFFSET_MODULES: Mapping[Symbology, float] = MappingProxyType({"qr": 3.0, "micro": 3.0, "april": 2.0})
#: So much of the table round the symbol's expected place is rectified, in modules.
_LOOK_MODULES: Mapping[Symbology, float] = MappingProxyType({"qr": 6.0, "micro": 6.0, "april": 4.0})


@dataclass(frozen=True)
class Conditions:
    """Viewing conditions of a tag. Lengths are pixels of the picture, unless they say modules.

    `module_px` is the size of a module where and in the direction it is smallest. `sigma_px` is the blur of the
    lens (Gaussian), `defocus_px` the radius of its disc, `motion_px` the length of a movement in any direction;
    `noise` is in grey levels; `jpeg` a quality, 0 for none. `covered` is the share of the symbol that `cover`
    hides. The tag lies up to `offset_modules` from the expected place in both directions, turned by any angle.
    """

    module_px: float = 1.5
    sigma_px: float = 0.0
    defocus_px: float = 0.0
    motion_px: float = 0.0
    noise: float = 2.0
    jpeg: int = 0
    cover: str = ""
    covered: float = 0.0
    tilt_deg: float = 0.0
    offset_modules: float = 3.0


@dataclass(frozen=True, eq=False)
class LimitShot:
    """A grey picture with one tag.

    `symbol_px` (4, 2) are the corners of its symbol, own top-left first; `expected_px` (4, 2) those of a square of the
    symbol's size, parallel to the axes, at the place where the tag was expected.
    """

    grey: Grey
    symbol_px: Floats
    expected_px: Floats


def shoot(printed: Grey, code: Symbology, seen: Conditions, rng: np.random.Generator) -> LimitShot:
    """Photograph a printed tag on textured ground.

    The tag has its quiet zone (`tag_picture` at 6 pixels a module).
    """
    modules = SYMBOL_MODULES[code]
    half = modules / 2 + _TABLE_MODULES[code]
    view = _view(seen, rng)
    # Table coordinates are modules from the expected place; the whole square is in the picture.
    outline = _through(view, half * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1.0)]))
    low = np.floor(outline.min(axis=0)) - rng.uniform(0, 1, 2)
    width, height = np.ceil(outline.max(axis=0) - low).astype(int) + 1
    view = np.array([(1, 0, -low[0]), (0, 1, -low[1]), (0, 0, 1.0)]) @ view
    turn, offset = rng.uniform(0, 2 * math.pi), rng.uniform(-seen.offset_modules, seen.offset_modules, 2)
    lies = np.array(
        [(math.cos(turn), -math.sin(turn), offset[0]), (math.sin(turn), math.cos(turn), offset[1]), (0, 0, 1.0)]
    )
    printed_modules = printed.shape[0] / PRINT_PX
    from_print = np.array([(1, 0, -printed_modules / 2), (0, 1, -printed_modules / 2), (0, 0, 1)]) @ np.array(
        [(1 / PRINT_PX, 0, 0.5 / PRINT_PX), (0, 1 / PRINT_PX, 0.5 / PRINT_PX), (0, 0, 1)]
    )
    finer = np.array([(_FINER, 0, (_FINER - 1) / 2), (0, _FINER, (_FINER - 1) / 2), (0, 0, 1.0)])
    scene = _ground((height * _FINER, width * _FINER), seen.module_px * _FINER, rng)
    ink, paper = rng.uniform(15, 60), rng.uniform(150, 225)
    shades = cv2.LUT(printed, np.linspace(ink, paper, 256).astype(np.uint8))
    cv2.warpPerspective(
        shades, finer @ view @ lies @ from_print, scene.shape[::-1], dst=scene, borderMode=cv2.BORDER_TRANSPARENT
    )
    corners = modules / 2 * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1.0)])
    if seen.cover:
        _cover(scene, seen, finer @ view @ lies, modules, rng)
    scene = _lens(scene, seen, rng)
    grey = np.asarray(cv2.resize(scene, (width, height), interpolation=cv2.INTER_AREA), np.float32)
    noisy = grey + np.float32(seen.noise) * rng.standard_normal(grey.shape, np.float32)
    shot = np.asarray(np.clip(np.rint(noisy), 0, 255), np.uint8)
    if seen.jpeg:
        _, packed = cv2.imencode(".jpg", shot, (cv2.IMWRITE_JPEG_QUALITY, seen.jpeg))
        shot = np.asarray(cv2.imdecode(packed, cv2.IMREAD_GRAYSCALE), np.uint8)
    return LimitShot(shot, _through(view @ lies, corners), _through(view, corners))


def rectified_part(shot: LimitShot, code: Symbology) -> tuple[Grey, list[float], Floats]:
    """Return the place where the tag is expected as `match_symbol` is given it.

    Returns the part, the sides that the symbol can have in it, and the map (3, 3) from its pixels to the picture's.
    """
    modules = SYMBOL_MODULES[code]
    middle = shot.expected_px.mean(axis=0)
    outline = middle + (shot.expected_px - middle) * (modules + 2 * _LOOK_MODULES[code]) / modules
    module_px, smooth, sharpen = FOR_MATCHING[code]
    size = round((modules + 2 * _LOOK_MODULES[code]) * module_px)
    part, to_picture = rectified(shot.grey, outline, size, smooth, sharpen)
    return part, [modules * module_px], to_picture


def _through(homography: Floats, points: Floats) -> Floats:
    return np.asarray(cv2.perspectiveTransform(points.reshape(1, -1, 2), homography)[0], np.float64)


def _view(seen: Conditions, rng: np.random.Generator) -> Floats:
    """Return the map from the table, in modules, to pixels.

    The camera is at any side, tilted; the tag is somewhere in its picture.
    """
    azimuth, roll = rng.uniform(0, 2 * math.pi, 2)
    lean = math.cos(math.radians(seen.tilt_deg))
    # Depth changes by a 500th to a 1500th of itself over a module.
    slope = math.sin(math.radians(seen.tilt_deg)) / rng.uniform(500, 1500)
    turned = np.array(
        [(math.cos(azimuth), -math.sin(azimuth), 0), (math.sin(azimuth), math.cos(azimuth), 0), (0, 0, 1.0)]
    )
    leaned = np.array([(1, 0, 0), (0, lean, 0), (0, slope, 1.0)])
    rolled = np.array([(math.cos(roll), -math.sin(roll), 0), (math.sin(roll), math.cos(roll), 0), (0, 0, 1.0)])
    scale = seen.module_px / lean
    return np.asarray(np.diag([scale, scale, 1.0]) @ rolled @ leaned @ turned, np.float64)


def _ground(shape: tuple[int, int], module: float, rng: np.random.Generator) -> Grey:
    """Board print: coarse and fine blotches, and lines as those of a grid."""
    height, width = shape
    ground = np.full(shape, rng.uniform(60, 170), np.float32)
    for modules, contrast in ((8.0, 25.0), (2.0, 20.0), (0.7, 10.0)):
        size = max(int(height / (modules * module)), 2), max(int(width / (modules * module)), 2)
        blotches = rng.standard_normal(size, np.float32) * np.float32(rng.uniform(0, contrast))
        ground += cv2.resize(blotches, (width, height), interpolation=cv2.INTER_LINEAR)
    for _ in range(int(rng.integers(0, 4))):
        ends = rng.uniform(0, 1, (2, 2)) * (width, height)
        direction = ends[1] - ends[0]
        start, end = (ends[0] - 3 * direction).astype(int), (ends[0] + 3 * direction).astype(int)
        thick = max(int(module * rng.uniform(0.3, 2.0)), 1)
        cv2.line(ground, start.tolist(), end.tolist(), rng.uniform(0, 255), thick)
    return np.clip(ground, 0, 255).astype(np.uint8)


def _cover(scene: Grey, seen: Conditions, to_scene: Floats, modules: int, rng: np.random.Generator) -> None:
    """Hide a share of the symbol, in place.

    "glare" is a white spot, "finger" comes in from a side.
    """
    y, x = np.mgrid[: scene.shape[0], : scene.shape[1]].astype(np.float32)
    # The print's modules (from its middle) at every pixel of the scene.
    (a, b, c), (d, e, f), (g, h, i) = np.linalg.inv(to_scene).tolist()
    depth = g * x + h * y + i
    u, v = (a * x + b * y + c) / depth, (d * x + e * y + f) / depth
    own = (np.mgrid[:modules, :modules].reshape(2, -1) + 0.5 - modules / 2).astype(np.float32)
    turn = rng.uniform(0, 2 * math.pi)
    if seen.cover == "glare":
        middle = rng.uniform(-modules / 2, modules / 2, 2).tolist()
        far, own_far = np.hypot(u - middle[0], v - middle[1]), np.hypot(own[0] - middle[0], own[1] - middle[1])
    else:
        # The tip of a finger as broad as the symbol, its round end foremost.
        across, along = -math.sin(turn), math.cos(turn)
        bend = 0.25 / modules

        def distance(right: npt.NDArray[np.float32], down: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
            return np.asarray(right * along + down * across + bend * (right * across - down * along) ** 2, np.float32)

        far, own_far = distance(u, v), distance(own[0], own[1])
    edge = float(np.quantile(own_far, seen.covered))
    if seen.cover == "glare":
        inside = np.clip((edge - far) / 1.5 + 0.5, 0, 1)
        shaded = np.maximum(scene, 0) * (1 - inside) + 255.0 * inside
    else:
        inside = np.clip((edge - far) / 0.3 + 0.5, 0, 1)
        skin = rng.uniform(90, 190) - 12 * np.clip(edge - far, 0, 5) * rng.uniform(-1, 1)
        shaded = scene * (1 - inside) + np.clip(skin, 0, 255) * inside
    scene[:] = np.clip(shaded, 0, 255).astype(np.uint8)


def _lens(scene: Grey, seen: Conditions, rng: np.random.Generator) -> Grey:
    """Return the scene blurred by the lens and by movement."""
    if seen.defocus_px:
        radius = seen.defocus_px * _FINER
        y, x = np.mgrid[-math.ceil(radius) : math.ceil(radius) + 1, -math.ceil(radius) : math.ceil(radius) + 1]
        disc = np.clip(radius + 0.5 - np.hypot(x, y), 0, 1)
        scene = np.asarray(cv2.filter2D(scene, -1, disc / disc.sum()), np.uint8)
    if seen.motion_px:
        length = seen.motion_px * _FINER
        size = 2 * math.ceil(length / 2) + 3
        turn = rng.uniform(0, math.pi)
        path = np.zeros((size, size), np.float32)
        for step in np.linspace(-length / 2, length / 2, 4 * size):
            path[round(size // 2 + step * math.sin(turn)), round(size // 2 + step * math.cos(turn))] += 1
        scene = np.asarray(cv2.filter2D(scene, -1, path / path.sum()), np.uint8)
    if seen.sigma_px:
        scene = np.asarray(cv2.GaussianBlur(scene, (0, 0), seen.sigma_px * _FINER), np.uint8)
    return scene


@lru_cache(maxsize=256)
def printed_tag(payload: str, code: Symbology) -> Grey:
    """Return the printed picture of a tag, 6 pixels a module."""
    return tag_picture(payload, code, PRINT_PX)
