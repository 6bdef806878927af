"""Renders a scene in one go, and tells the truth about the picture."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.model.pinhole import Pinhole
from vision.picture import Pixels
from vision.virtual.framing import Viewpoint
from vision.virtual.hand import paint_hand
from vision.virtual.light import PictureLook, exposure_for, jpeg_round_trip
from vision.virtual.painting import (
    SHIFT,
    Owners,
    Points,
    ProjectedThing,
    fixed,
    painting_order,
    project_thing,
    renderer_for,
)
from vision.virtual.scene import Scene, Thing

# Entries of the table of which thing owns a pixel.
#: Entry for nothing.
NOTHING = -1
#: Entry for a hand or arm.
HAND = -2
#: Entry for glare that nothing shows through.
_BURNT = -3
#: Grey level from which on grey levels differ less than noise does.
_WHITE = 239
#: Grey level below which what is painted looks otherwise than white.
_PALE = 200
#: What may show on a cell, by the truth's words; the first is the bare print.
_KINDS = ("", "piece", "object", "tall", "hand", "burnt")
#: A thing with a code that is thicker hides what lies behind it.
FLAT_MM = 12.0


@dataclass(frozen=True, eq=False)
class Shot:
    """Picture of the camera, (h, w, 3) BGR, and the truth about it as JSON-able data.

    See `render`.
    """

    picture: Pixels
    truth: dict[str, Any]


def render(scene: Scene, view: Viewpoint, look: PictureLook | None = None, seed: int = 0) -> Shot:
    """Return the picture of a scene from a view. The same arguments give the same bytes.

    The truth holds `seed`; `camera` (size_px, matrix, distortion, rotation, translation, position_mm); `homography`
    from board millimetres to pixels, lens distortion left out; `things`, one entry for each that bears a code, with
    `id`, `centre_mm`, `turn_deg`, `top_mm`, `centre_px`, `corners_px` (the symbol's corners without its quiet zone:
    top-left, top-right, bottom-right, bottom-left as printed) and `visible`, the share of the symbol that is in the
    picture and not hidden; `hidden_cells`, the cells or zones that the hand hides with the share of each; and `cells`,
    for each cell or zone the shares of it on which something else shows than the board: a `piece`, an `object` without
    a code, something `tall` with one, a `hand`, or glare, in which it is `burnt`.
    """
    width, height = view.size_px
    picture = np.zeros((height, width, 3), np.uint8)
    owner = np.full((height, width), NOTHING, np.int16)
    groups = (
        [(n, _project(scene.things[n], view)) for n in group] for group in painting_order(scene.things, view.camera)
    )
    renderer_for(scene.ground, view).paint(picture, (0, 0, width, height), groups, owner)
    if scene.hand is not None:
        owner[paint_hand(picture, view.camera, scene.hand) > 127] = HAND
    look = look or PictureLook()
    exposed = exposure_for(view.size_px, look, seed).expose(picture)
    burnt = burnt_out(exposed, picture) if look.gloss > 0 else None
    if look.jpeg_quality is not None:
        exposed = jpeg_round_trip(exposed, look.jpeg_quality)
    return Shot(exposed, truth_about(scene, view, owner, seed, burnt))


def burnt_out(shown: Pixels, painted: Pixels) -> npt.NDArray[np.bool_]:
    """Return the mask (h, w) of pixels shown white (BGR) but painted in another colour.

    Nothing of this colour is seen.
    """
    seen, own = (cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY) for picture in (shown, painted))
    return np.asarray((seen >= _WHITE) & (own < _PALE), np.bool_)


# Who takes several pictures of the very same things waits for them once.
@lru_cache(maxsize=256)
def _project(thing: Thing, view: Viewpoint) -> ProjectedThing:
    return project_thing(thing, view)


def truth_about(
    scene: Scene, view: Viewpoint, owner: Owners, seed: int, burnt: npt.NDArray[np.bool_] | None = None
) -> dict[str, Any]:
    """Return the truth of `render` about a picture: each pixel's thing; `burnt` ones have none."""
    camera = view.camera
    # Columns of the homography: where x, y and the origin of the plane z = 0 go.
    plane = np.column_stack([camera.rotation[:, 0], camera.rotation[:, 1], camera.translation])
    homography = camera.matrix @ plane
    homography /= homography[2, 2]
    shown = owner if burnt is None else np.where(burnt & (owner != HAND), _BURNT, owner)
    cells = _cells(scene, camera, shown)
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
        "things": [_thing_truth(thing, camera, shown, n) for n, thing in enumerate(scene.things) if thing.code],
        "hidden_cells": {cell: shares["hand"] for cell, shares in cells.items() if "hand" in shares},
        "cells": cells,
    }


def _thing_truth(thing: Thing, camera: Pinhole, owner: Owners, number: int) -> dict[str, Any]:
    assert thing.code is not None
    half = thing.code.symbol_mm / 2
    own = np.array([(0, 0), (-half, -half), (half, -half), (half, half), (-half, half)]) + thing.code.centre_mm
    square = thing.to_board(own)
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


def _cells(scene: Scene, camera: Pinhole, shown: Owners) -> dict[str, dict[str, float]]:
    """Return the shares of each cell or zone by the kinds of what owns its pixels.

    The bare print is left out.
    """
    kinds = np.array([_kind(thing) for thing in scene.things] + [5, 4, 0], np.uint8)
    places = scene.surface.places
    areas = np.array([scene.surface.area_mm(place) for place in places], np.float64).reshape(-1, 4)
    # Clockwise from the left upper corner; all at once, since there are some hundred of them.
    corners = camera.project(areas[:, [0, 1, 2, 1, 2, 3, 0, 3]].reshape(-1, 2)).reshape(-1, 4, 2)
    piece_truths = {}
    for place, polygon in zip(places, corners, strict=True):
        inside, own = _within(polygon, shown)
        # Counted from the end of the table, nothing, hand and burnt find their kinds.
        counted = np.bincount(kinds[own], minlength=len(_KINDS)) / inside
        piece_truths[place] = {
            name: round(float(share), 3)
            for name, share in zip(_KINDS, counted, strict=True)
            if name and share >= 0.0005
        }
    return piece_truths


def _kind(thing: Thing) -> int:
    """Return the index in _KINDS of a thing."""
    if thing.code is None:
        return 2
    return 3 if thing.top_mm - thing.base_mm > FLAT_MM else 1


def _share(polygon: Points, shown: Owners, number: int) -> float:
    """Return the share of the polygon's pixels that belong to `number`.

    Pixels outside the picture count.
    """
    inside, own = _within(polygon, shown)
    return float((own == number).sum() / inside)


def _within(polygon: Points, shown: Owners) -> tuple[int, Owners]:
    """Return the number of the polygon's pixels, and the owners (n,) of those in the picture.

    Pixels outside the picture are included in the number.
    """
    low, high = np.floor(polygon.min(0)).astype(int), np.ceil(polygon.max(0)).astype(int) + 1
    inside = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
    cv2.fillConvexPoly(inside, fixed(polygon - low), 1, cv2.LINE_8, SHIFT)
    size = np.array([shown.shape[1], shown.shape[0]])
    left, top = np.clip(low, 0, size)
    right, bottom = np.clip(high, 0, size)
    if right <= left or bottom <= top:
        return int(inside.sum()), np.zeros(0, np.int16)
    part = inside[top - low[1] : bottom - low[1], left - low[0] : right - low[0]]
    return int(inside.sum()), shown[top:bottom, left:right][part > 0]
