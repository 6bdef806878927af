"""Renders a scene in one go, and tells the truth about the picture."""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.pinhole import Pinhole
from vision.virtual.framing import View
from vision.virtual.hand import paint_hand
from vision.virtual.light import Look, expose
from vision.virtual.painting import SHIFT, Easel, Owners, Points, fixed, painting_order, portray
from vision.virtual.scene import Scene, Thing

Picture = npt.NDArray[np.uint8]

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
    picture and not hidden; `hidden_cells`, the cells or zones that the hand hides with the share of each.
    """
    width, height = view.size_px
    picture = np.zeros((height, width, 3), np.uint8)
    owner = np.full((height, width), _NOTHING, np.int16)
    groups = (
        [(n, portray(scene.things[n], view)) for n in group] for group in painting_order(scene.things, view.camera)
    )
    Easel(scene.ground, view).paint(picture, (0, 0, width, height), groups, owner)
    if scene.hand is not None:
        owner[paint_hand(picture, view.camera, scene.hand) > 127] = _HAND
    exposed = expose(picture, look or Look(), np.random.default_rng(seed))
    return Shot(exposed, _truth(scene, view, owner, seed))


def _truth(scene: Scene, view: View, owner: Owners, seed: int) -> dict[str, Any]:
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


def _thing_truth(thing: Thing, camera: Pinhole, owner: Owners, number: int) -> dict[str, Any]:
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


def _hidden_cells(scene: Scene, camera: Pinhole, owner: Owners) -> dict[str, float]:
    def share(place: str) -> float:
        left, top, right, bottom = scene.surface.area_mm(place)
        corners = np.array([(left, top), (right, top), (right, bottom), (left, bottom)], dtype=np.float64)
        return round(_share(camera.project(corners), owner, _HAND), 3)

    shares = {place: share(place) for place in scene.surface.places}
    return {name: share for name, share in shares.items() if share > 0}


def _share(polygon: Points, owner: Owners, number: int) -> float:
    """The share of the polygon's pixels, those outside the picture included, that belong to `number`."""
    low, high = np.floor(polygon.min(0)).astype(int), np.ceil(polygon.max(0)).astype(int) + 1
    inside = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
    cv2.fillConvexPoly(inside, fixed(polygon - low), 1, cv2.LINE_8, SHIFT)
    size = np.array([owner.shape[1], owner.shape[0]])
    left, top = np.clip(low, 0, size)
    right, bottom = np.clip(high, 0, size)
    if right <= left or bottom <= top:
        return 0.0
    own = owner[top:bottom, left:right] == number
    part = inside[top - low[1] : bottom - low[1], left - low[0] : right - low[0]]
    return float((own & (part > 0)).sum() / inside.sum())
