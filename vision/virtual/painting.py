"""Painting of objects seen through a camera: prints are sampled by inverse projection.

For each pixel (or finer) the ray is followed to the plane that the print lies on, so perspective, height and
lens distortion all come from `Pinhole` and agree with it. Sub-pixels are averaged, as a sensor's pixel does.
The pixel frame is that of `vision.model.pinhole`: the centre of the top-left pixel is (0, 0).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.model.pinhole import Pinhole
from vision.picture import Pixels
from vision.virtual.framing import Viewpoint
from vision.virtual.scene import Body, Print, Thing

Floats = npt.NDArray[np.float32]
Points = npt.NDArray[np.float64]
#: Which thing of a scene shows at each pixel, (h, w).
Owners = npt.NDArray[np.int16]
#: Pixels from left and top up to (not including) right and bottom.
PixelBox = tuple[int, int, int, int]

#: Sub-pixels along a pixel's side when things are painted.
_SUBPIXELS = 3
#: The inverse projection is worked out exactly at points this many pixels apart and interpolated between them.
_NODE_PX = 8
_GROUND_NODE_PX = 16
#: Things up to this thickness hide next to nothing behind them; the others are painted after all of these.
_FLAT_MM = 3.0
#: Direction of the light that shades walls and casts contact shadows (x, y), and the shadow's length for each mm.
_LIGHT_FROM = np.array([-0.6, -0.8])
_SHADOW_REACH = 0.35
_SHADOW_DEPTH = 0.45
#: Shadows are painted on a picture this many times coarser; its pixels as far as their softness reaches, and one more.
SHADOW_GRID = 4
_SHADOW_MARGIN = 3


@dataclass(frozen=True, eq=False)
class Patch:
    """Part of the picture that a body covers, at (left, top).

    It holds its pixels' colours weighted by `alpha` (h, w).
    """

    left: int
    top: int
    colours: Pixels
    alpha: Pixels

    @property
    def box(self) -> PixelBox:
        """The pixels that it covers."""
        height, width = self.alpha.shape
        return self.left, self.top, self.left + width, self.top + height


@dataclass(frozen=True, eq=False)
class ProjectedThing:
    """Object as one camera sees it: patches of its bodies from low to high, and its shadows.

    `shadows` are polygons (n, 2) in pixels of the coarser picture that shadows are painted on.
    """

    patches: tuple[Patch, ...]
    shadows: tuple[npt.NDArray[np.float32], ...]


# -- prints through the camera ------------------------------------------------------------------------------------


def _plane_nodes(
    camera: Pinhole, box: tuple[int, int, int, int], height_mm: float, node_px: int
) -> tuple[Points, tuple[int, int]]:
    """Return board points (n, 2) under a lattice over the pixel box, and (columns, rows).

    The box is (left, top, right, bottom). The lattice's points are the centres of squares of `node_px` pixels, with
    one square more on every side.
    """
    left, top, right, bottom = box
    columns, rows = (-(-(side) // node_px) + 2 for side in (right - left, bottom - top))
    x = left + (np.arange(columns) - 0.5) * node_px - 0.5
    y = top + (np.arange(rows) - 0.5) * node_px - 0.5
    lattice = np.column_stack([grid.ravel() for grid in np.meshgrid(x, y)])
    return camera.on_plane(lattice, height_mm), (columns, rows)


def _texture_map(
    nodes_mm: Points, shape: tuple[int, int], printed: Print, size: tuple[int, int], block: int
) -> tuple[Floats, Floats]:
    """Return the print's coordinates for each sub-pixel, (height, width) each.

    They are the lattice enlarged `block` times.
    """
    columns, rows = shape
    texels = (nodes_mm - np.asarray(printed.origin_mm)) * printed.px_per_mm - 0.5
    lattice = texels.astype(np.float32).reshape(rows, columns, 2)
    width, height = size
    maps = []
    for axis in (0, 1):
        fine = cv2.resize(
            np.ascontiguousarray(lattice[..., axis]), (columns * block, rows * block), interpolation=cv2.INTER_LINEAR
        )
        maps.append(np.ascontiguousarray(fine[block : block + height, block : block + width], dtype=np.float32))
    return maps[0], maps[1]


def _matched(printed: Print, px_per_mm: float) -> Print:
    """Return the print no finer than about twice the sampling, so that nothing flickers.

    Between samples a finer print would flicker.
    """
    picture, density, origin = printed.picture, printed.px_per_mm, printed.origin_mm
    while density > 2 * px_per_mm and min(picture.shape[:2]) >= 8:
        odd = (picture.shape[0] % 2, picture.shape[1] % 2)
        even = cv2.copyMakeBorder(picture, 0, odd[0], 0, odd[1], cv2.BORDER_REPLICATE)
        size = (even.shape[1] // 2, even.shape[0] // 2)
        picture = np.asarray(cv2.resize(even, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
        density /= 2
    return Print(picture, density, origin)


def _scale(camera: Pinhole, point_mm: Points) -> float:
    """Return pixels for each millimetre at a board point (3,), the larger of the two directions."""
    ends = camera.project(point_mm + np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0]]))
    return float(np.hypot(*(ends[1:] - ends[0]).T).max())


def paint_ground(ground: tuple[Print, ...], view: Viewpoint) -> Pixels:
    """Paint the ground below all objects, (h, w, 3)."""
    camera, size = view.camera, view.size_px
    width, height = size
    middle = camera.on_plane((np.array(size) - 1) / 2)[0]
    scale = _scale(camera, np.array([*middle, 0.0]))
    picture: Pixels = np.zeros((height, width, 3), np.uint8)
    for number, whole in enumerate(ground):
        printed = _matched(whole, scale)
        box = (0, 0, width, height) if number == 0 else _print_box(printed, camera, size)
        left, top, right, bottom = box
        if right <= left or bottom <= top:
            continue
        nodes, shape = _plane_nodes(camera, box, 0.0, _GROUND_NODE_PX)
        map_x, map_y = _texture_map(nodes, shape, printed, (right - left, bottom - top), _GROUND_NODE_PX)
        if number == 0:
            cv2.remap(printed.picture, map_x, map_y, cv2.INTER_LINEAR, dst=picture, borderMode=cv2.BORDER_REFLECT)
            continue
        sheet = cv2.remap(printed.picture, map_x, map_y, cv2.INTER_LINEAR)
        _blend_over(picture[top:bottom, left:right], np.asarray(sheet[..., :3]), np.asarray(sheet[..., 3]))
    return picture


def _print_box(printed: Print, camera: Pinhole, size: tuple[int, int]) -> tuple[int, int, int, int]:
    height_px, width_px = printed.picture.shape[:2]
    across = np.array([width_px, height_px]) / printed.px_per_mm
    shares = np.linspace(0, 1, 9)
    border = np.array([p for s in shares for p in ((s, 0.0), (s, 1.0), (0.0, s), (1.0, s))])
    return _box(camera.project(np.asarray(printed.origin_mm) + border * across), size)


def _box(pixels: Points, size: tuple[int, int]) -> tuple[int, int, int, int]:
    """Return the pixels (left, top, right, bottom) round these points that are in the picture."""
    left, top = np.clip(np.floor(pixels.min(0)).astype(int) - 1, 0, size)
    right, bottom = np.clip(np.ceil(pixels.max(0)).astype(int) + 2, 0, size)
    return int(left), int(top), int(right), int(bottom)


def _blend_over(under: Pixels, over: Pixels, alpha: Pixels) -> None:
    """Lay a picture with its colours already weighted by alpha over another, in place."""
    kept = cv2.cvtColor(cv2.bitwise_not(alpha), cv2.COLOR_GRAY2BGR)
    under[:] = cv2.add(cv2.multiply(under, kept, scale=1 / 255), over)


def ground_points(view: Viewpoint) -> Floats:
    """Return each pixel's point on the plane z = 0, in board millimetres (h, w, 2)."""
    width, height = view.size_px
    nodes, shape = _plane_nodes(view.camera, (0, 0, width, height), 0.0, _NODE_PX)
    unit = Print(np.zeros((1, 1, 3), np.uint8), 1.0, (-0.5, -0.5))
    return np.dstack(_texture_map(nodes, shape, unit, (width, height), _NODE_PX))


# -- things -------------------------------------------------------------------------------------------------------


def project_thing(thing: Thing, view: Viewpoint) -> ProjectedThing:
    """Return the thing as this camera sees it, whatever else there is."""
    patches = (_patch(thing, body, view) for body in thing.bodies)
    shadows = tuple(_shadow(thing, body, view.camera) for body in thing.bodies)
    return ProjectedThing(tuple(patch for patch in patches if patch is not None), shadows)


def project_unshaded(thing: Thing, view: Viewpoint) -> ProjectedThing:
    """Project a thing as this camera sees it, without the shadows of `project_thing`."""
    return replace(project_thing(thing, view), shadows=())


def _patch(thing: Thing, body: Body, view: Viewpoint) -> Patch | None:
    """Return the part of the picture that the body covers; None if it is outside."""
    camera = view.camera
    outline = thing.to_board(body.outline_mm)
    top = camera.project(np.column_stack([outline, np.full(len(outline), body.top_mm)]))
    base = camera.project(np.column_stack([outline, np.full(len(outline), body.base_mm)]))
    box = _box(np.vstack([top, base]), view.size_px)
    left, upper, right, lower = box
    if right <= left or lower <= upper:
        return None
    size = ((right - left) * _SUBPIXELS, (lower - upper) * _SUBPIXELS)
    patch = np.zeros((size[1], size[0], 3), np.uint8)
    mask = np.zeros((size[1], size[0]), np.uint8)
    origin = np.array([left, upper])
    _paint_walls(patch, mask, camera, body, outline, _to_sub(top, origin), _to_sub(base, origin))
    top_face = fixed(_to_sub(top, origin))
    cv2.fillConvexPoly(patch, top_face, body.top, cv2.LINE_8, SHIFT)
    cv2.fillConvexPoly(mask, top_face, 255, cv2.LINE_8, SHIFT)
    if body.prints:
        face = np.zeros_like(mask)
        cv2.fillConvexPoly(face, top_face, 255, cv2.LINE_8, SHIFT)
        nodes, shape = _plane_nodes(camera, box, body.top_mm, _NODE_PX)
        own = thing.from_board(nodes)
        scale = _scale(camera, np.array([*outline.mean(0), body.top_mm])) * _SUBPIXELS
        sheet = patch.copy()
        for whole in body.prints:
            printed = _matched(whole, scale)
            maps = _texture_map(own, shape, printed, size, _NODE_PX * _SUBPIXELS)
            cv2.remap(printed.picture, *maps, cv2.INTER_LINEAR, dst=sheet, borderMode=cv2.BORDER_TRANSPARENT)
        cv2.copyTo(sheet, face, patch)
    small = (right - left, lower - upper)
    alpha = np.asarray(cv2.resize(mask, small, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    over = np.asarray(cv2.resize(patch, small, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    return Patch(left, upper, over, alpha)


def _paint_walls(
    patch: Pixels, mask: Pixels, camera: Pinhole, body: Body, outline: Points, top: Points, base: Points
) -> None:
    """Paint the walls that face the camera, each as bright as it faces the light."""
    if body.top_mm <= body.base_mm:
        return
    eye = camera.position_mm[:2]
    for n, (start, end) in enumerate(zip(outline, np.roll(outline, -1, axis=0), strict=True)):
        along = end - start
        outward = np.array([along[1], -along[0]]) / np.hypot(*along)
        if outward @ (eye - start) <= 0:
            continue
        following = (n + 1) % len(outline)
        quad = fixed(np.array([base[n], base[following], top[following], top[n]]))
        shade = 0.62 + 0.38 * float(outward @ _LIGHT_FROM)
        cv2.fillConvexPoly(patch, quad, [channel * shade for channel in body.side], cv2.LINE_8, SHIFT)
        cv2.fillConvexPoly(mask, quad, 255, cv2.LINE_8, SHIFT)


#: Fractional bits of the coordinates handed to OpenCV's polygons.
SHIFT = 4


def fixed(pixels: Points) -> npt.NDArray[np.int32]:
    """Pixel coordinates as OpenCV's polygons take them, with SHIFT fractional bits."""
    return np.round(pixels * (1 << SHIFT)).astype(np.int32)


def _to_sub(pixels: Points, origin: npt.NDArray[np.int64]) -> Points:
    """Sub-pixel coordinates, in a patch that starts at the pixel `origin`, of pixel coordinates."""
    return np.asarray((pixels - origin + 0.5) * _SUBPIXELS - 0.5, dtype=np.float64)


def _shadow(thing: Thing, body: Body, camera: Pinhole) -> npt.NDArray[np.float32]:
    """Return the outline of the body's shadow on what the thing stands on, away from the light."""
    outline = thing.to_board(body.outline_mm)
    shifts = [-_LIGHT_FROM * (h - thing.base_mm) * _SHADOW_REACH for h in (body.base_mm, body.top_mm)]
    cast = np.vstack([outline + shift for shift in shifts])
    pixels = camera.project(np.column_stack([cast, np.full(len(cast), thing.base_mm)]))
    return np.asarray(cv2.convexHull((pixels / SHADOW_GRID).astype(np.float32)).reshape(-1, 2), dtype=np.float32)


# -- all together -------------------------------------------------------------------------------------------------


def painting_order(things: Sequence[Thing], camera: Pinhole) -> tuple[list[int], list[int]]:
    """Return the indices of the flat and of the tall things, each in painting order."""
    flat = [n for n, thing in enumerate(things) if thing.top_mm - thing.base_mm <= _FLAT_MM]
    tall = [n for n, thing in enumerate(things) if thing.top_mm - thing.base_mm > _FLAT_MM]
    eye = camera.position_mm[:2]
    flat.sort(key=lambda n: things[n].base_mm)
    tall.sort(key=lambda n: -float(np.hypot(*(things[n].centre_mm - eye))))
    return flat, tall


class SceneRenderer:
    """Paints portraits over a ground, in any part of the picture as in the whole."""

    def __init__(self, ground: tuple[Print, ...], view: Viewpoint) -> None:
        self._ground = paint_ground(ground, view)
        width, height = view.size_px
        scale = _scale(view.camera, np.array([*view.camera.on_plane([(width / 2, height / 2)])[0], 0.0]))
        self._softness_px = max(0.6, 1.2 * scale / SHADOW_GRID)

    @property
    def shadow_margin_px(self) -> int:
        """Largest reach of a shadow beyond its outline, in pixels."""
        return SHADOW_GRID * (_SHADOW_MARGIN + int(np.ceil(4 * self._softness_px)))

    def paint(
        self,
        picture: Pixels,
        box: PixelBox,
        groups: Iterable[Sequence[tuple[int, ProjectedThing]]],
        owner: Owners | None = None,
    ) -> None:
        """Repaint this part of the picture, in place; left and top are multiples of SHADOW_GRID.

        The portraits come in groups, each with its number, which goes into `owner` where it shows; a group casts
        its shadows on all that was painted before it.
        """
        left, top, right, bottom = box
        part = picture[top:bottom, left:right]
        part[:] = self._ground[top:bottom, left:right]
        for group in groups:
            self._cast_shadows(part, box, [projected for _, projected in group])
            for number, projected in group:
                for patch in projected.patches:
                    _paint_patch(picture, box, patch, number, owner)

    def _cast_shadows(self, part: Pixels, box: PixelBox, portraits: Iterable[ProjectedThing]) -> None:
        """Darken what lies beside these things in a part of the picture."""
        margin = self.shadow_margin_px // SHADOW_GRID
        height, width = self._ground.shape[:2]
        # The part of the coarser picture, with all round it that can have to do with it.
        low = np.maximum(np.array(box[:2]) // SHADOW_GRID - margin, 0)
        most = -(-np.array([width, height]) // SHADOW_GRID)
        high = np.minimum(-(-np.array(box[2:]) // SHADOW_GRID) + margin, most)
        small = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
        for projected in portraits:
            for outline in projected.shadows:
                if np.all(outline.max(0) >= low - 1) and np.all(outline.min(0) <= high):
                    cv2.fillConvexPoly(small, fixed((outline - low).astype(np.float64)), 255, cv2.LINE_AA, SHIFT)
        if not small.any():
            return
        soft = cv2.GaussianBlur(small, (0, 0), self._softness_px)
        dark = cv2.resize(soft, None, fx=SHADOW_GRID, fy=SHADOW_GRID, interpolation=cv2.INTER_LINEAR)
        left, top = np.array(box[:2]) - low * SHADOW_GRID
        dark = dark[top : top + part.shape[0], left : left + part.shape[1]]
        gain = cv2.cvtColor(cv2.addWeighted(dark, -_SHADOW_DEPTH, dark, 0, 255), cv2.COLOR_GRAY2BGR)
        part[:] = cv2.multiply(part, gain, scale=1 / 255)


# Who takes several pictures from one view, or looks at table after table from it, waits for what is alike in them once.
@lru_cache(maxsize=2)
def renderer_for(ground: tuple[Print, ...], view: Viewpoint) -> SceneRenderer:
    """Return the renderer of a ground; the same for the same prints and view."""
    return SceneRenderer(ground, view)


def _paint_patch(picture: Pixels, box: PixelBox, patch: Patch, number: int, owner: Owners | None) -> None:
    """Lay what of the patch is in the box over the picture, in place."""
    left, top = max(box[0], patch.box[0]), max(box[1], patch.box[1])
    right, bottom = min(box[2], patch.box[2]), min(box[3], patch.box[3])
    if right <= left or bottom <= top:
        return
    own = slice(top - patch.top, bottom - patch.top), slice(left - patch.left, right - patch.left)
    alpha = patch.alpha[own]
    _blend_over(picture[top:bottom, left:right], patch.colours[own], alpha)
    if owner is not None:
        owner[top:bottom, left:right][alpha > 127] = number
