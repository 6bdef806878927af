"""Renders a scene: every printed picture is fetched pixel by pixel through the camera's own inverse projection.

For each pixel (or finer) the ray is followed to the plane that the print lies on, so perspective, height and lens
distortion all come from `Pinhole` and agree with it. Sub-pixels are averaged, as a sensor's pixel does. The pixel
frame is that of `vision.pinhole`: the centre of the top-left pixel is (0, 0).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.pinhole import Pinhole
from vision.virtual.framing import View
from vision.virtual.hand import paint_hand
from vision.virtual.light import Look, expose
from vision.virtual.scene import Body, Print, Scene, Thing

Picture = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
Points = npt.NDArray[np.float64]

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
#: Shadows are painted on a picture this many times coarser.
_SHADOW_GRID = 4
#: In the table of which thing owns a pixel: nothing, and the hand.
_NOTHING, _HAND = -1, -2


@dataclass(frozen=True, eq=False)
class Shot:
    """What the camera delivers, (h, w, 3) BGR, and the truth about it as JSON-able data (see `render`)."""

    picture: Picture
    truth: dict[str, Any]


def render(scene: Scene, view: View, look: Look | None = None, seed: int = 0) -> Shot:
    """The picture of a scene from a view. The same arguments give the same bytes.

    The truth holds `seed`; `camera` (size_px, matrix, distortion, rotation, translation, position_mm); `homography`
    from board millimetres to pixels, lens distortion left out; `things`, one entry for each that bears a code, with
    `id`, `centre_mm`, `turn_deg`, `top_mm`, `centre_px`, `corners_px` (the symbol's corners without its quiet zone:
    top-left, top-right, bottom-right, bottom-left as printed) and `visible`, the share of the symbol that is in the
    picture and not hidden; `hidden_cells`, the cells that the hand hides with the share of each.
    """
    camera, (width, height) = view.camera, view.size_px
    picture = _paint_ground(scene.ground, camera, (width, height))
    owner = np.full((height, width), _NOTHING, np.int16)
    flat = [n for n, thing in enumerate(scene.things) if thing.top_mm - thing.base_mm <= _FLAT_MM]
    tall = [n for n in range(len(scene.things)) if n not in set(flat)]
    eye = camera.position_mm[:2]
    flat.sort(key=lambda n: scene.things[n].base_mm)
    tall.sort(key=lambda n: -float(np.hypot(*(scene.things[n].centre_mm - eye))))
    for group in (flat, tall):
        _cast_shadows(picture, camera, [scene.things[n] for n in group])
        for number in group:
            for body in scene.things[number].bodies:
                _paint_body(picture, owner, camera, scene.things[number], body, number)
    if scene.hand is not None:
        owner[paint_hand(picture, camera, scene.hand) > 127] = _HAND
    exposed = expose(picture, look or Look(), np.random.default_rng(seed))
    return Shot(exposed, _truth(scene, view, owner, seed))


# -- prints through the camera ------------------------------------------------------------------------------------


def _plane_nodes(
    camera: Pinhole, box: tuple[int, int, int, int], height_mm: float, node_px: int
) -> tuple[Points, tuple[int, int]]:
    """Board points (n, 2) under a lattice of points over the pixel box (left, top, right, bottom); (columns, rows).

    The lattice's points are the centres of squares of `node_px` pixels, with one square more on every side.
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
    """Where in the print each sub-pixel looks: the lattice enlarged `block` times, (height, width) each."""
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
    """The print no finer than about twice what will be sampled, so that nothing flickers between samples."""
    picture, density, origin = printed.picture, printed.px_per_mm, printed.origin_mm
    while density > 2 * px_per_mm and min(picture.shape[:2]) >= 8:
        odd = (picture.shape[0] % 2, picture.shape[1] % 2)
        even = cv2.copyMakeBorder(picture, 0, odd[0], 0, odd[1], cv2.BORDER_REPLICATE)
        size = (even.shape[1] // 2, even.shape[0] // 2)
        picture = np.asarray(cv2.resize(even, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
        density /= 2
    return Print(picture, density, origin)


def _scale(camera: Pinhole, point_mm: Points) -> float:
    """Pixels for each millimetre at a board point (3,), the larger of the two directions."""
    ends = camera.project(point_mm + np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0]]))
    return float(np.hypot(*(ends[1:] - ends[0]).T).max())


def _paint_ground(ground: tuple[Print, ...], camera: Pinhole, size: tuple[int, int]) -> Picture:
    width, height = size
    middle = camera.on_plane((np.array(size) - 1) / 2)[0]
    scale = _scale(camera, np.array([*middle, 0.0]))
    picture: Picture = np.zeros((height, width, 3), np.uint8)
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
        _lay_over(picture[top:bottom, left:right], np.asarray(sheet[..., :3]), np.asarray(sheet[..., 3]))
    return picture


def _print_box(printed: Print, camera: Pinhole, size: tuple[int, int]) -> tuple[int, int, int, int]:
    height_px, width_px = printed.picture.shape[:2]
    across = np.array([width_px, height_px]) / printed.px_per_mm
    shares = np.linspace(0, 1, 9)
    border = np.array([p for s in shares for p in ((s, 0.0), (s, 1.0), (0.0, s), (1.0, s))])
    return _box(camera.project(np.asarray(printed.origin_mm) + border * across), size)


def _box(pixels: Points, size: tuple[int, int]) -> tuple[int, int, int, int]:
    """The pixels (left, top, right, bottom) round these points that are in the picture."""
    left, top = np.clip(np.floor(pixels.min(0)).astype(int) - 1, 0, size)
    right, bottom = np.clip(np.ceil(pixels.max(0)).astype(int) + 2, 0, size)
    return int(left), int(top), int(right), int(bottom)


def _lay_over(under: Picture, over: Picture, alpha: Picture) -> None:
    """Lays a picture with its colours already weighted by alpha over another, in place."""
    kept = cv2.cvtColor(cv2.bitwise_not(alpha), cv2.COLOR_GRAY2BGR)
    under[:] = cv2.add(cv2.multiply(under, kept, scale=1 / 255), over)


# -- things -------------------------------------------------------------------------------------------------------


def _paint_body(
    picture: Picture, owner: npt.NDArray[np.int16], camera: Pinhole, thing: Thing, body: Body, number: int
) -> None:
    outline = thing.to_board(body.outline_mm)
    top = camera.project(np.column_stack([outline, np.full(len(outline), body.top_mm)]))
    base = camera.project(np.column_stack([outline, np.full(len(outline), body.base_mm)]))
    box = _box(np.vstack([top, base]), (picture.shape[1], picture.shape[0]))
    left, upper, right, lower = box
    if right <= left or lower <= upper:
        return
    size = ((right - left) * _SUBPIXELS, (lower - upper) * _SUBPIXELS)
    patch = np.zeros((size[1], size[0], 3), np.uint8)
    mask = np.zeros((size[1], size[0]), np.uint8)
    origin = np.array([left, upper])
    _paint_walls(patch, mask, camera, body, outline, _to_sub(top, origin), _to_sub(base, origin))
    top_face = _fixed(_to_sub(top, origin))
    cv2.fillConvexPoly(patch, top_face, body.top, cv2.LINE_8, _SHIFT)
    cv2.fillConvexPoly(mask, top_face, 255, cv2.LINE_8, _SHIFT)
    if body.prints:
        face = np.zeros_like(mask)
        cv2.fillConvexPoly(face, top_face, 255, cv2.LINE_8, _SHIFT)
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
    _lay_over(picture[upper:lower, left:right], over, alpha)
    owner[upper:lower, left:right][alpha > 127] = number


def _paint_walls(
    patch: Picture, mask: Picture, camera: Pinhole, body: Body, outline: Points, top: Points, base: Points
) -> None:
    """Paints the walls that face the camera, each as bright as it faces the light."""
    if body.top_mm <= body.base_mm:
        return
    eye = camera.position_mm[:2]
    for n, (here, there) in enumerate(zip(outline, np.roll(outline, -1, axis=0), strict=True)):
        along = there - here
        outward = np.array([along[1], -along[0]]) / np.hypot(*along)
        if outward @ (eye - here) <= 0:
            continue
        following = (n + 1) % len(outline)
        quad = _fixed(np.array([base[n], base[following], top[following], top[n]]))
        shade = 0.62 + 0.38 * float(outward @ _LIGHT_FROM)
        cv2.fillConvexPoly(patch, quad, [channel * shade for channel in body.side], cv2.LINE_8, _SHIFT)
        cv2.fillConvexPoly(mask, quad, 255, cv2.LINE_8, _SHIFT)


#: Fractional bits of the coordinates handed to OpenCV's polygons.
_SHIFT = 4


def _fixed(pixels: Points) -> npt.NDArray[np.int32]:
    return np.round(pixels * (1 << _SHIFT)).astype(np.int32)


def _to_sub(pixels: Points, origin: npt.NDArray[np.int64]) -> Points:
    """Sub-pixel coordinates, in a patch that starts at the pixel `origin`, of pixel coordinates."""
    return np.asarray((pixels - origin + 0.5) * _SUBPIXELS - 0.5, dtype=np.float64)


def _cast_shadows(picture: Picture, camera: Pinhole, things: Iterable[Thing]) -> None:
    """Darkens the ground beside these things, away from the light."""
    height, width = picture.shape[:2]
    small = np.zeros((-(-height // _SHADOW_GRID), -(-width // _SHADOW_GRID)), np.uint8)
    for thing in things:
        for body in thing.bodies:
            outline = thing.to_board(body.outline_mm)
            shifts = [-_LIGHT_FROM * (h - thing.base_mm) * _SHADOW_REACH for h in (body.base_mm, body.top_mm)]
            cast = np.vstack([outline + shift for shift in shifts])
            pixels = camera.project(np.column_stack([cast, np.full(len(cast), thing.base_mm)]))
            hull = cv2.convexHull((pixels / _SHADOW_GRID).astype(np.float32)).reshape(-1, 2)
            cv2.fillConvexPoly(small, _fixed(hull.astype(np.float64)), 255, cv2.LINE_AA, _SHIFT)
    if not small.any():
        return
    scale = _scale(camera, np.array([*camera.on_plane([(width / 2, height / 2)])[0], 0.0]))
    soft = cv2.GaussianBlur(small, (0, 0), max(0.6, 1.2 * scale / _SHADOW_GRID))
    dark = cv2.resize(soft, (width, height), interpolation=cv2.INTER_LINEAR)
    gain = cv2.cvtColor(cv2.addWeighted(dark, -_SHADOW_DEPTH, dark, 0, 255), cv2.COLOR_GRAY2BGR)
    cv2.multiply(picture, gain, dst=picture, scale=1 / 255)


# -- truth --------------------------------------------------------------------------------------------------------


def _truth(scene: Scene, view: View, owner: npt.NDArray[np.int16], seed: int) -> dict[str, Any]:
    camera = view.camera
    # Columns of the homography: where x, y and the origin of the plane z = 0 go.
    plane = np.column_stack([camera.rotation[:, 0], camera.rotation[:, 1], camera.translation])
    homography = camera.matrix @ plane
    homography /= homography[2, 2]
    return {
        "seed": seed,
        "camera": {
            "size_px": list(view.size_px),
            "matrix": camera.matrix.tolist(),
            "distortion": np.ravel(camera.distortion).tolist(),
            "rotation": camera.rotation.tolist(),
            "translation": np.ravel(camera.translation).tolist(),
            "position_mm": camera.position_mm.tolist(),
        },
        "homography": homography.tolist(),
        "things": [_thing_truth(thing, camera, owner, n) for n, thing in enumerate(scene.things) if thing.code],
        "hidden_cells": _hidden_cells(scene, camera, owner) if scene.hand else {},
    }


def _thing_truth(thing: Thing, camera: Pinhole, owner: npt.NDArray[np.int16], number: int) -> dict[str, Any]:
    assert thing.code is not None
    half = thing.code.symbol_mm / 2
    square = thing.to_board([(0, 0), (-half, -half), (half, -half), (half, half), (-half, half)])
    pixels = camera.project(np.column_stack([square, np.full(5, thing.top_mm)]))
    return {
        "id": thing.name,
        "centre_mm": [round(float(c), 4) for c in thing.centre_mm],
        "turn_deg": round(thing.turn_deg % 360, 4),
        "top_mm": thing.top_mm,
        "centre_px": np.round(pixels[0], 3).tolist(),
        "corners_px": np.round(pixels[1:], 3).tolist(),
        "visible": round(_share(pixels[1:], owner, number), 3),
    }


def _hidden_cells(scene: Scene, camera: Pinhole, owner: npt.NDArray[np.int16]) -> dict[str, float]:
    side = scene.grid.cell_mm
    unit = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], dtype=np.float64)
    shares = {
        name: round(_share(camera.project((unit + place) * side), owner, _HAND), 3)
        for name, place in scene.grid.cells.items()
    }
    return {name: share for name, share in shares.items() if share > 0}


def _share(polygon: Points, owner: npt.NDArray[np.int16], number: int) -> float:
    """The share of the polygon's pixels, those outside the picture included, that belong to `number`."""
    low, high = np.floor(polygon.min(0)).astype(int), np.ceil(polygon.max(0)).astype(int) + 1
    inside = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
    cv2.fillConvexPoly(inside, _fixed(polygon - low), 1, cv2.LINE_8, _SHIFT)
    size = np.array([owner.shape[1], owner.shape[0]])
    left, top = np.clip(low, 0, size)
    right, bottom = np.clip(high, 0, size)
    if right <= left or bottom <= top:
        return 0.0
    own = owner[top:bottom, left:right] == number
    part = inside[top - low[1] : bottom - low[1], left - low[0] : right - low[0]]
    return float((own & (part > 0)).sum() / inside.sum())
