"""Faults of reference cards: one that lies off its place, and two that lie in each other's."""

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.locate.camera_fit import CameraFitter, Fit, corners_mm
from vision.model.detections import TagDetection
from vision.model.pinhole import Points

#: No reference may lie further from where the others expect it, in millimetres.
REFERENCE_LIMIT_MM = 4.0
#: Nor may what the camera makes of the references, and its lens, be less probable than this, in squared standard
#: deviations for each reference: a lens could also be bent until it shows a misplaced reference where it is seen. With
#: references in their places, wide lenses and fisheyes stay below 13.
_IMPROBABLE = 14.0
#: Distance of references from their places.
_OFF_MM = 0.7
#: Distance of their corners from where a square of any printed scale has them.
_BENT_MM = 0.3
#: One that contradicts is left out only if the others agree so well: else it may be the lens that is odd.
_OTHERS_AGREE_MM = 2.5
#: It is the one without which the others agree so much better, as a share, than without any other; if there is no such
#: one, the one without which they are most probable.
_BETTER_THAN_NEXT = 0.7
#: So many must remain.
_LEAST_OTHERS = 3
#: The lens that is fitted takes up a part of what a nudged card is off: from so much left, in millimetres, it is looked
#: for. (Cards that lie well leave 0.8 mm at most.)
_LEFT_OF_NUDGE_MM = 1.0
#: Distance of a nudged card from where others expect it, at least (mm).
_NUDGED_MM = 2.5
#: Number of other cards that must expect it elsewhere.
_NUDGED_OTHERS = 4
#: Fixed part of what carelessly laid cards are off (mm): a nudged card is off by more than both parts.
_CARELESS_MM = 1.0
#: Other part of it, in times of what the other cards are off.
_CARELESS_TIMES = 3.0
#: Swapped cards are further than this from where they belong, in millimetres, and two of so many can be told.
_SWAPPED_MM = 20.0
_SWAPPED_AMONG = 4

#: Heights that are tried of the ends or the middle of a curled board, in millimetres.
_CURLS_MM = (8.0, 11.0, 14.0, 17.0, 20.0)
#: That can be told among so many, if it makes them as probable as this: curled ones are below 1 mostly, and of odd
#: lenses no curl makes them more probable than 11.
_CURLED_AMONG = 5
_CURLED_PROBABLE = 6.0
#: Times the camera is fitted again, since what is raised appears elsewhere by as much as the camera is near.
_CURL_STEPS = 3

#: Makes what fits cameras to some of the references of a picture.
FitterOf = Callable[[Sequence[TagDetection]], CameraFitter]


@dataclass(frozen=True, eq=False)
class OddReference:
    """A reference that lies `distance_mm` from where the others, which agree, expect it."""

    tag: TagDetection
    distance_mm: float


def agree(fit: Fit, references: Sequence[TagDetection]) -> bool:
    """Return True if the references fit this camera, and the camera is a usual one.

    The camera was fitted to them.
    """
    return bool(errors_mm(fit, references).max() <= REFERENCE_LIMIT_MM) and _improbability(fit, references) <= (
        _IMPROBABLE
    )


def may_be_nudged(fit: Fit, references: Sequence[TagDetection]) -> bool:
    """Return True if a reference may lie off its place although all fit this camera."""
    return len(references) > _NUDGED_OTHERS and bool(errors_mm(fit, references).max() >= _LEFT_OF_NUDGE_MM)


def odd_reference(references: Sequence[TagDetection], fitter: FitterOf) -> OddReference | None:
    """Return the one reference that contradicts the others, which agree without it; else None."""
    if len(references) <= _LEAST_OTHERS:
        return None
    trials = []
    for index in range(len(references)):
        others = [*references[:index], *references[index + 1 :]]
        fit = fitter(others).best()
        trials.append((float(errors_mm(fit, others).max()), fit.cost, index, fit))
    trials.sort(key=lambda trial: trial[:3])
    sure = trials[0][0] < _BETTER_THAN_NEXT * trials[1][0]
    off, _, index, fit = trials[0] if sure else min(trials, key=lambda trial: trial[1])
    odd, others = references[index], [*references[:index], *references[index + 1 :]]
    distance = float(errors_mm(fit, [odd])[0])
    if off > _OTHERS_AGREE_MM or _improbability(fit, others) > _IMPROBABLE:
        return None
    far = sure and distance > REFERENCE_LIMIT_MM
    careless = max(_NUDGED_MM, _CARELESS_MM + _CARELESS_TIMES * off)
    nudged = len(others) >= _NUDGED_OTHERS and distance >= careless
    return OddReference(odd, distance) if far or nudged else None


def swapped_pair(
    fit: Fit, references: Sequence[TagDetection], fitter: FitterOf
) -> tuple[TagDetection, TagDetection] | None:
    """Return the two references that lie in each other's place, None if there are none.

    `fit` is by all of them.
    """
    if len(references) < _SWAPPED_AMONG or errors_mm(fit, references).max() < _SWAPPED_MM:
        return None
    found = []
    for first, other in itertools.combinations(range(len(references)), 2):
        swapped = list(references)
        swapped[first], swapped[other] = (
            _in_place_of(references[first], references[other]),
            _in_place_of(references[other], references[first]),
        )
        tried = fitter(swapped).best()
        off = float(errors_mm(tried, swapped).max())
        if off <= _OTHERS_AGREE_MM and _improbability(tried, swapped) <= _IMPROBABLE:
            found.append((off, first, other))
    if not found:
        return None
    _, first, other = min(found)
    return references[first], references[other]


def is_curled(fit: Fit, references: Sequence[TagDetection], fitter: FitterOf) -> bool:
    """Return True if the references lie as those of a curled board, and of no flat one.

    Its ends or its middle stand up across or along. `fit` is by all of the references as if they lay flat.
    """
    if len(references) < _CURLED_AMONG:
        return False
    corners = np.array([corners_mm(tag) for tag in references])
    middle, half = (corners.max(axis=(0, 1)) + corners.min(axis=(0, 1))) / 2, np.ptp(corners, axis=(0, 1)) / 2
    along = (corners - middle) / half
    for axis, up, height_mm in itertools.product((0, 1), (True, False), _CURLS_MM):
        share = along[..., axis] ** 2
        heights = height_mm * (share if up else 1 - share)
        tried, laid = fit, list(references)
        for _ in range(_CURL_STEPS):
            laid = _laid_flat(references, corners, heights, tried)
            tried = fitter(laid).best()
        if errors_mm(tried, laid).max() <= _OTHERS_AGREE_MM and _improbability(tried, laid) <= _CURLED_PROBABLE:
            return True
    return False


def _laid_flat(references: Sequence[TagDetection], corners: Points, heights: Points, fit: Fit) -> list[TagDetection]:
    """Return references as seen if their corners (n, 4, 2) were not raised by heights (n, 4)."""
    flat = corners.reshape(-1, 2)
    raised = fit.camera.project(np.column_stack([flat, heights.ravel()]))
    moved = (fit.camera.project(flat) - raised).reshape(-1, 4, 2)
    return [replace(tag, corners_px=tag.corners_px + shift) for tag, shift in zip(references, moved, strict=True)]


def _in_place_of(tag: TagDetection, other: TagDetection) -> TagDetection:
    """Return the reference as if it belonged where the other one does."""
    belongs = other.tag.placement_mm, other.tag.placement_deg
    return replace(tag, tag=replace(tag.tag, placement_mm=belongs[0], placement_deg=belongs[1]))


def errors_mm(fit: Fit, references: Sequence[TagDetection]) -> Points:
    """Return the mean distance of each reference's corners from their places, in board mm."""
    places = fit.camera.on_plane(np.vstack([tag.corners_px for tag in references])).reshape(-1, 4, 2)
    belongs = np.array([corners_mm(tag) for tag in references])
    return np.asarray(np.linalg.norm(places - belongs, axis=2).mean(axis=1), np.float64)


def _improbability(fit: Fit, references: Sequence[TagDetection]) -> float:
    """Compute the improbability of a camera from its references and its lens.

    The printed scale of the references does not count. It is in squared standard deviations for each reference.
    """
    places = fit.camera.on_plane(np.vstack([tag.corners_px for tag in references])).reshape(-1, 4, 2)
    belongs = np.array([corners_mm(tag) for tag in references])
    off = (places - belongs).mean(axis=1)
    shapes, own = (quads - quads.mean(axis=1, keepdims=True) for quads in (places, belongs))
    bent = shapes - own * (shapes * own).sum() / (own * own).sum()
    squares = (off**2).sum() / _OFF_MM**2 + (bent**2).sum() / _BENT_MM**2
    return float(squares + fit.oddity) / len(references)
