"""Augmentation of examples: other light over the board, and things that the evidence lacks.

Nothing here looks like an arm of the virtual camera: shapes and surfaces are anything, so that the network
learns that the print is not seen, not how one kind of hand is painted.
"""

import itertools
from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt

from tools.evidence.cover_net.examples import BARE_LABEL, COVERED, COVERED_LABEL, NOT_ASKED, Example
from vision.model.ground_pixels import CELL_PX
from vision.occupancy.cover_net import BRIGHTEST, BURNT_SHARE, BoardSamples
from vision.occupancy.ground import SAMPLES, inner
from vision.occupancy.relighting import remaining_tint

Floats = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]
Chance = np.random.Generator

#: A cell is not bare any more if a thing hides more of it than this.
_TOUCHED = 0.01
#: Less light that is added (reflectance) is no glare.
_GLARE = 0.05


def augment(example: Example, rng: Chance, other: Callable[[], Example]) -> Example:
    """Return the example in other light, with things over it, mirrored.

    `other` gives any example, whose print may be used.
    """
    view, labels = example.view, example.labels
    height, width = view.in_picture.shape
    seen = view.seen
    # So much brighter is each place in the light of the bare board.
    lighter = None if view.alike is None else (view.alike + 0.02) / (_coarse(seen) + 0.02)
    if rng.random() < 0.3:
        shadows = (_half_plane, _piece, _any_shape, _any_shape)
        seen = _shaded(seen, shadows[rng.integers(4)](rng, height, width), rng)
    if rng.random() < 0.2:
        seen = _lit(seen, _blob(rng, height, width), rng)
    if rng.random() < 0.55:
        for _ in range(rng.integers(1, 4)):
            shape = _any_shape(rng, height, width)
            like = rng.random() < 0.3
            surface = _cloth_like_print(seen, shape, rng) if like else _surface(rng, seen, other)
            seen = _covered_by(seen, shape, surface, rng)
            labels = _hidden(labels, shape)
    if rng.random() < 0.3:
        for _ in range(rng.integers(1, 4)):
            shape = _piece(rng, height, width)
            seen = _covered_by(seen, shape, _matching_surface(seen, shape, rng), rng)
            labels = _hidden(labels, shape)
    if rng.random() < 0.5:
        seen = seen * np.float32(np.exp(rng.normal(0, 0.12))) * np.exp(rng.normal(0, 0.05, 3)).astype(np.float32)
    if rng.random() < 0.3:
        seen = seen + np.float32(rng.uniform(0, 0.03)) * rng.standard_normal(seen.shape, np.float32)
    if rng.random() < 0.2:
        seen = np.asarray(cv2.GaussianBlur(seen, (0, 0), rng.uniform(0.3, 1.2)), np.float32)
    seen = np.clip(seen, 0, BRIGHTEST)
    view = replace(view, seen=seen)
    if rng.random() < 0.3:
        view, burnt = _glaring(view, rng)
        seen, labels = view.seen, _not_bare(labels, _shares(labels, burnt))
    if lighter is not None and rng.random() < 0.04:
        view, lighter = _with_wrong_look(view, lighter, other().view)
    if lighter is not None and view.known is not None and view.is_known is not None:
        alike = np.clip(_coarse(seen) * lighter, 0, BRIGHTEST)
        inner(alike)[:] = _relit(view.known, alike, view.is_known & ~view.behind)
        if rng.random() < 0.2:
            alike = np.roll(alike, tuple(rng.integers(-1, 2, 2)), (0, 1))
        known = view.is_known
        if rng.random() < 0.15:
            some = rng.random((height // CELL_PX, width // CELL_PX)) < 0.9
            known = known & some.repeat(CELL_PX, axis=0).repeat(CELL_PX, axis=1)
        view = replace(view, alike=np.asarray(alike, np.float32), is_known=known)
    return _mirrored(replace(example, view=view, labels=labels), rng)


def _relit(known: Floats, alike: Floats, both: Mask) -> Floats:
    """Return the grid's part of `alike` after relighting, which takes cloth for light."""
    own, seen = inner(known) ** 2, inner(alike) ** 2
    return np.asarray(inner(alike) * np.exp(-0.5 * remaining_tint(own, seen, inner(both))), np.float32)


def _with_wrong_look(view: BoardSamples, lighter: Floats, another: BoardSamples) -> tuple[BoardSamples, Floats]:
    """Return the view with the look of another board, if that is known, and the new `lighter`.

    `lighter` is how much brighter the view is in the light of the other board.
    """
    known, is_known, alike = another.known, another.is_known, view.alike
    if known is None or is_known is None or alike is None or not is_known.any():
        return view, lighter
    brighter = known[is_known].mean(axis=0) / np.maximum(alike[is_known].mean(axis=0), 0.02)
    return replace(view, known=known, is_known=is_known), np.asarray(lighter * brighter, np.float32)


def without_look(example: Example) -> Example:
    """Return the example as if the look of the bare board were not known."""
    return replace(example, view=replace(example.view, known=None, alike=None, is_known=None))


def _coarse(seen: Floats) -> Floats:
    """Return the mean of the samples of each pixel."""
    size = seen.shape[1] // SAMPLES, seen.shape[0] // SAMPLES
    return np.asarray(cv2.resize(seen, size, interpolation=cv2.INTER_AREA), np.float32)


def _fine(mask: npt.NDArray[np.generic]) -> Floats:
    """Return a mask or shares (h, w) as fine as the samples: (SAMPLES h, SAMPLES w, 1)."""
    height, width = mask.shape
    fine = cv2.resize(mask.astype(np.float32), (SAMPLES * width, SAMPLES * height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(fine[..., None], np.float32)


def _soft(mask: Mask, rng: Chance, least: float, most: float) -> Floats:
    return np.asarray(cv2.GaussianBlur(mask.astype(np.float32), (0, 0), rng.uniform(least, most)), np.float32)


# --- light --------------------------------------------------------------------------------------------------------


def _shaded(seen: Floats, shape: Mask, rng: Chance) -> Floats:
    """Return a shadow of this shape, of any sharpness, with a slight tint."""
    dark = np.sqrt(rng.uniform(0.3, 0.85)) * (1 + rng.normal(0, 0.03, 3))
    return np.asarray(seen * (1 - _fine(_soft(shape, rng, 0.3, 4)) * (1 - dark)), np.float32)


def _lit(seen: Floats, shape: Mask, rng: Chance) -> Floats:
    """Bright thing mirrored in the board."""
    glare = rng.uniform(0.05, 0.35) * (1 + rng.normal(0, 0.05, 3))
    return np.asarray(np.sqrt(np.maximum(seen**2 + _fine(_soft(shape, rng, 0.5, 5)) * glare, 0)), np.float32)


def _glaring(view: BoardSamples, rng: Chance) -> tuple[BoardSamples, Mask]:
    """Return the view with a reflection over it, and where nothing shows through it any more."""
    height, width = view.in_picture.shape
    middle = rng.uniform(0, 1, 2) * (width, height)
    if rng.random() < 0.6:
        off = np.abs(_line_distance(middle, rng.uniform(0, np.pi), height, width))
        strip = (off - rng.uniform(0.3, 2.0) * CELL_PX) / rng.uniform(0.5, 8)
        shape = 1 / (1 + np.exp(np.clip(strip, -30, 30)))
    else:
        x, y = np.meshgrid(np.arange(width) - middle[0], np.arange(height) - middle[1])
        off = np.hypot(x, y) / (rng.uniform(0.8, 5.0) * CELL_PX)
        shape = np.exp(-(off**2))
    glare = rng.uniform(0.15, 1.4) * (1 + rng.normal(0, 0.05, 3)).astype(np.float32)
    added = _fine(shape) * glare
    own = view.seen**2
    # The camera has no more levels.
    most = np.float32(rng.uniform(1.0, 1.6))
    light = np.minimum(own + added, np.maximum(own, most))
    over = np.asarray((own + added >= most) & (added > _GLARE), np.float32)
    burnt, gone = (_coarse(over.max(axis=2)) > BURNT_SHARE, _coarse(over.min(axis=2)) > BURNT_SHARE)
    return replace(view, seen=np.sqrt(light), burnt=view.burnt | burnt), gone


# --- things -------------------------------------------------------------------------------------------------------


def _covered_by(seen: Floats, shape: Mask, surface: Floats, rng: Chance) -> Floats:
    """Return the seen picture with a thing of this shape and surface over it.

    The thing is darker towards its rim, and has a shadow.
    """
    if rng.random() < 0.5:
        inside = cv2.distanceTransform(shape.astype(np.uint8), cv2.DIST_L2, 3) / rng.uniform(2, 10)
        surface = surface * (1 - rng.uniform(0, 0.5) * (1 - _fine(np.clip(inside, 0, 1))))
    if rng.random() < 0.5:
        moved = np.roll(shape, tuple(rng.integers(-8, 9, 2)), (0, 1))
        seen = seen * (1 - _fine(_soft(moved, rng, 0.5, 4)) * rng.uniform(0, 0.4))
    share = cv2.GaussianBlur(_fine(shape), (0, 0), rng.uniform(0.4, 1.5))[..., None]
    return np.asarray(seen * (1 - share) + surface * share, np.float32)


def _hidden(labels: npt.NDArray[np.int8], shape: Mask) -> npt.NDArray[np.int8]:
    """Return the labels with a thing of this shape over the cells."""
    shares = _shares(labels, shape)
    covered = (labels != NOT_ASKED) & (shares > COVERED)
    return np.where(covered, COVERED_LABEL, _not_bare(labels, shares)).astype(np.int8)


def _not_bare(labels: npt.NDArray[np.int8], shares: Floats) -> npt.NDArray[np.int8]:
    """Return the labels without bare cells of which these shares (rows, columns) are hidden.

    `shares` (rows, columns) can be seen no more.
    """
    touched = (labels == BARE_LABEL) & (shares > _TOUCHED)
    return np.where(touched, NOT_ASKED, labels).astype(np.int8)


def _shares(labels: npt.NDArray[np.int8], shape: Mask) -> Floats:
    """Return the share of each cell that lies in the shape: (rows, columns), as the labels."""
    return np.asarray(
        cv2.resize(inner(shape).astype(np.float32), labels.shape[::-1], interpolation=cv2.INTER_AREA), np.float32
    )


def _any_shape(rng: Chance, height: int, width: int) -> Mask:
    return _limb(rng, height, width) if rng.random() < 0.45 else _blob(rng, height, width)


def _half_plane(rng: Chance, height: int, width: int) -> Mask:
    """Return a mask of all on one side of a line across the board."""
    middle = np.array([rng.uniform(0.1, 0.9) * width, 0.5 * height])
    return np.asarray(_line_distance(middle, rng.uniform(0, 2 * np.pi), height, width) > 0, np.bool_)


def _line_distance(middle: npt.NDArray[np.float64], turn: float, height: int, width: int) -> npt.NDArray[np.float64]:
    """Return the signed distance (h, w) of each pixel from a line through `middle` (2,).

    The line is turned by so many radians.
    """
    x, y = np.meshgrid(np.arange(width) - middle[0], np.arange(height) - middle[1])
    return np.asarray(x * np.cos(turn) + y * np.sin(turn), np.float64)


def _piece(rng: Chance, height: int, width: int) -> Mask:
    """Return a disc or a square as large as a piece, about in the middle of a cell."""
    mask = np.zeros((height, width), np.uint8)
    cells = np.array([rng.integers(1, side // CELL_PX - 1) for side in (width, height)])
    middle = (cells + 0.5 + rng.normal(0, 0.05, 2)) * CELL_PX
    reach = rng.uniform(0.3, 0.5) * CELL_PX
    if rng.random() < 0.5:
        cv2.circle(mask, middle.astype(int).tolist(), round(reach), 1, cv2.FILLED)
    else:
        corners = cv2.boxPoints((middle.tolist(), (2 * reach, 2 * reach), rng.normal(0, 15)))
        cv2.fillPoly(mask, [np.round(corners).astype(np.int32)], 1)
    return np.asarray(mask > 0, np.bool_)


def _limb(rng: Chance, height: int, width: int) -> Mask:
    """Long thing that reaches in from one side, now and then branched at its end."""
    mask = np.zeros((height, width), np.uint8)
    size = np.array([width, height])
    start = rng.uniform(0, 1, 2) * size
    axis = rng.integers(2)
    start[axis] = rng.choice([0, size[axis] - 1])
    end = rng.uniform(0.1, 0.9, 2) * size
    thick = rng.uniform(0.7, 3.0) * CELL_PX
    way = np.linspace(start, end, 5)
    way[1:] += rng.normal(0, 0.25 * thick, (4, 2))
    for near, far in itertools.pairwise(way):
        _stroke(mask, near, far, thick * rng.uniform(0.7, 1.1))
    onward = np.arctan2(*(end - start)[::-1])
    for _ in range(rng.integers(0, 5)):
        turn = onward + rng.uniform(-0.8, 0.8)
        tip = end + rng.uniform(0.8, 2.5) * CELL_PX * np.array([np.cos(turn), np.sin(turn)])
        _stroke(mask, end, tip, rng.uniform(0.35, 0.7) * CELL_PX)
    return np.asarray(mask > 0, np.bool_)


def _stroke(mask: npt.NDArray[np.uint8], near: npt.ArrayLike, far: npt.ArrayLike, thick: float) -> None:
    ends = [tuple(np.asarray(end).astype(int).tolist()) for end in (near, far)]
    cv2.line(mask, ends[0], ends[1], 1, max(2, round(thick)))


def _blob(rng: Chance, height: int, width: int) -> Mask:
    """Return an ellipse or a polygon, about as large as a cell or larger."""
    mask = np.zeros((height, width), np.uint8)
    middle = rng.uniform(0, 1, 2) * (width, height)
    reach = CELL_PX * (rng.uniform(0.35, 0.65) if rng.random() < 0.5 else rng.uniform(0.5, 2.5))
    if rng.random() < 0.35:
        axes = round(reach), round(reach * rng.uniform(0.5, 1))
        cv2.ellipse(mask, middle.astype(int).tolist(), axes, rng.uniform(0, 180), 0, 360, 1, cv2.FILLED)
    else:
        count = rng.integers(3, 9)
        turns = np.sort(rng.uniform(0, 2 * np.pi, count))
        spokes = reach * rng.uniform(0.6, 1.2, count)
        corners = middle + np.stack([spokes * np.cos(turns), spokes * np.sin(turns)], axis=1)
        cv2.fillPoly(mask, [corners.astype(np.int32)], 1)
    return np.asarray(mask > 0, np.bool_)


# --- surfaces -----------------------------------------------------------------------------------------------------


def _surface(rng: Chance, seen: Floats, other: Callable[[], Example]) -> Floats:
    """Return any surface (h, w, 3): the board's print from elsewhere, another board, or paint.

    Paint has patterns and grain.
    """
    kind = rng.random()
    if kind < 0.17:
        surface = np.roll(seen, tuple(int(rng.integers(5, side)) for side in seen.shape[:2]), (0, 1))
        if rng.random() < 0.5:
            surface = np.asarray(cv2.GaussianBlur(surface, (0, 0), rng.uniform(1, 6)), np.float32)
    elif kind < 0.34:
        surface = _piece_of(other().view.seen, seen.shape, rng)
    else:
        surface = _painted(rng, seen)
    return surface * np.float32(rng.uniform(0.6, 1.25))


def _matching_surface(seen: Floats, shape: Mask, rng: Chance) -> Floats:
    """Return an even surface (h, w, 3) of about the brightness and colour seen in this shape."""
    own = seen[_fine(shape)[..., 0] > 0.5]
    colour = own.mean(axis=0) if len(own) else _colour(rng, seen)
    colour = colour * np.exp(rng.normal(0, 0.15) + rng.normal(0, 0.07, 3))
    grain = np.float32(rng.uniform(0, 0.02)) * rng.standard_normal((*seen.shape[:2], 1), np.float32)
    return np.asarray(colour + grain, np.float32)


def _cloth_like_print(seen: Floats, shape: Mask, rng: Chance) -> Floats:
    """Return a cloth (h, w, 3) with folds, as bright as the print in this shape, or pale.

    Most are grey. Beside the look of the bare board it differs in little but the print's lines and colours.
    """
    surface = _matching_surface(seen, shape, rng)
    if rng.random() < 0.7:
        surface = np.repeat(surface.mean(axis=2, keepdims=True), 3, axis=2)
    if rng.random() < 0.3:
        pale = np.percentile(seen.mean(axis=2), 95) / max(float(surface.mean()), 0.02)
        surface = surface * np.float32(pale * rng.uniform(0.85, 1.1))
    coarse = rng.normal(0, 1, (rng.integers(3, 16), rng.integers(3, 16))).astype(np.float32)
    folds = cv2.resize(coarse, seen.shape[1::-1], interpolation=cv2.INTER_CUBIC)[..., None]
    return np.asarray(surface * (1 + folds * np.float32(rng.uniform(0, 0.06))), np.float32)


def _piece_of(board: Floats, shape: tuple[int, ...], rng: Chance) -> Floats:
    """Return a part of another board, larger or smaller."""
    scale = rng.uniform(1.1, 2.5)
    large = cv2.resize(board, (int(shape[1] * scale), int(shape[0] * scale)), interpolation=cv2.INTER_LINEAR)
    top, left = (int(rng.integers(0, have - need)) for have, need in zip(large.shape[:2], shape[:2], strict=True))
    return np.asarray(large[top : top + shape[0], left : left + shape[1]], np.float32)


def _painted(rng: Chance, seen: Floats) -> Floats:
    height, width = seen.shape[:2]
    surface = np.ones_like(seen) * _colour(rng, seen)
    if rng.random() < 0.5:
        coarse = max(2, int(width / rng.uniform(6, 60)))
        clouds = rng.normal(0, 1, (coarse, coarse)).astype(np.float32)
        light = cv2.resize(clouds, (width, height), interpolation=cv2.INTER_CUBIC)[..., None]
        surface = surface + light * np.float32(rng.uniform(0, 0.1))
    if rng.random() < 0.35:
        turn, step = rng.uniform(0, np.pi), rng.uniform(3, 30)
        x, y = (np.arange(side, dtype=np.float32) / np.float32(step) for side in (width, height))
        cos, sin = np.float32(np.cos(turn)), np.float32(np.sin(turn))
        across, along = x * cos + y[:, None] * sin, y[:, None] * cos - x * sin
        bands = np.floor(across) + (np.floor(along) if rng.random() < 0.5 else 0)
        surface = np.where((bands % 2 > 0)[..., None], surface, _colour(rng, seen))
    grain = np.float32(rng.uniform(0, 0.03)) * rng.standard_normal((height, width, 1), np.float32)
    return np.asarray(surface + grain, np.float32)


def _colour(rng: Chance, seen: Floats) -> Floats:
    """Return any colour (3,): one of the board's, one of a skin, or another."""
    kind = rng.random()
    if kind < 0.4:
        return np.asarray(seen[rng.integers(seen.shape[0]), rng.integers(seen.shape[1])], np.float32)
    if kind < 0.7:
        skin = np.array([rng.uniform(0.55, 0.8), rng.uniform(0.7, 0.87), 1.0])
        return np.asarray(rng.uniform(0.25, 1.0) * skin, np.float32)
    tint = rng.uniform(0.5, 1, 3) if rng.random() < 0.6 else np.ones(3)
    return np.asarray(rng.uniform(0.05, 1.0) * tint, np.float32)


def _mirrored(example: Example, rng: Chance) -> Example:
    """Return the example, or its mirror image."""
    for axis in (0, 1):
        if rng.random() < 0.5:
            arrays = {name: array for name, array in vars(example.view).items() if array is not None}
            view = replace(example.view, **{name: np.flip(array, axis) for name, array in arrays.items()})
            example = Example(view, np.flip(example.labels, axis))
    return example
