"""Registration of the board's plane: from reference tags to the camera's position."""

import contextlib
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.errors import BoardNotFoundError, CurledBoardError
from vision.locate.camera_fit import CameraFitter, Fit, Pieces, corners_mm, pixel_covariances
from vision.locate.print_scale import MAY_BE_OFF, find_print_scale, retagged, scale_catalogue, stretch
from vision.locate.reference_faults import (
    REFERENCE_LIMIT_MM,
    OddReference,
    agree,
    errors_mm,
    is_curled,
    may_be_nudged,
    odd_reference,
    swapped_pair,
)
from vision.model.catalogue import Catalogue
from vision.model.detections import TagDetection
from vision.model.pinhole import Matrix, Pinhole
from vision.model.profile import CameraProfile

#: So many reference tags must be in the picture.
MIN_REFERENCES = 2
#: With so many pieces read it is not the light or the focus that keeps the references from being read.
_WELL_READ_PIECES = 6
#: The place of no corner of the board may be less sure than this (one standard deviation), in units of its
#: surface: cells. Of one that may be cut off those points are asked that are in the picture: what lies there is judged
#: by what lies beside it.
SURE_WITHIN_UNITS = 0.2
_CUT_OFF_SURE_WITHIN_UNITS = 0.5
#: A picture is held to be cut out of a larger one only if that takes off so much of the cost, in squared standard
#: deviations: few are, and more fits those.
_CUT_GAIN = 16.0


@dataclass(frozen=True, eq=False)
class Registration:
    """Place of the board in the picture.

    `homography` (3x3) takes board millimetres to pixels (with a distorting lens it is the best plane-to-plane map);
    `camera` is exact and knows heights. `residual_px` is the references' root mean square distance from where the
    camera model has them, `references` are the ids used and `notes` says what was odd. The tags were taken
    as printed at `print_scale`. `left_out` is the name of the reference that lies off its place, empty if none
    does.
    """

    homography: Matrix
    residual_px: float
    camera: Pinhole
    references: tuple[str, ...]
    notes: tuple[str, ...] = ()
    print_scale: float = 1.0
    left_out: str = ""


def register(
    seen: Sequence[TagDetection],
    catalogue: Catalogue,
    size_px: tuple[int, int],
    profile: CameraProfile | None = None,
    focal_px: float | None = None,
) -> Registration:
    """Register a picture of `size_px` (width, height) by all the tags seen in it.

    `focal_px` is what the camera itself says of its focal length. Where the references agree so much better, they are
    taken as printed at another scale. Raises BoardNotFoundError, and ProfileError if the profile is for another kind of
    picture.
    """
    found, refusal = None, None
    try:
        found = _register(seen, catalogue, size_px, profile, focal_px)
        used = [tag for tag in seen if tag.tag.id in found.references]
        if not catalogue.anchors or abs(stretch(found.camera, used) - 1) < MAY_BE_OFF:
            return found
    except BoardNotFoundError as error:
        refusal = error
    scale = find_print_scale(seen, catalogue, size_px, profile, focal_px)
    if scale is not None:
        printed = scale_catalogue(catalogue, scale)
        with contextlib.suppress(BoardNotFoundError):
            scaled = _register(retagged(seen, printed), printed, size_px, profile, focal_px)
            if found is None or scaled.residual_px < found.residual_px:
                return replace(scaled, print_scale=scale)
    if found is None:
        assert refusal is not None
        raise refusal
    return found


def _register(
    seen: Sequence[TagDetection],
    catalogue: Catalogue,
    size_px: tuple[int, int],
    profile: CameraProfile | None,
    focal_px: float | None,
) -> Registration:
    """Register by tags that are printed as the catalogue has them. Raises as `register`."""
    references = [tag for tag in seen if tag.tag.placement_mm is not None]
    pieces = [tag for tag in seen if tag.tag.placement_mm is None]
    if len(references) < MIN_REFERENCES:
        raise BoardNotFoundError(_too_few_text(references, pieces, catalogue))

    def fitter(tags: Sequence[TagDetection]) -> CameraFitter:
        return CameraFitter(tags, size_px, profile, focal_px)

    def best(tags: Sequence[TagDetection]) -> Fit:
        return fitter(tags).best(Pieces(tags, pieces, catalogue.surface))

    used, fit = references, best(references)
    odd: OddReference | None = None
    contradict = not agree(fit, references)
    if contradict and (pair := swapped_pair(fit, references, fitter)):
        raise BoardNotFoundError(_swapped_text(*pair))
    if contradict or may_be_nudged(fit, references):
        odd = odd_reference(references, fitter)
    if contradict and odd is None:
        if is_curled(fit, references, fitter):
            raise CurledBoardError()
        raise BoardNotFoundError(_contradiction_text(references, fitter(references).best(), catalogue))
    if odd is not None:
        others = [tag for tag in references if tag is not odd.tag]
        without = best(others)
        # All of them tell more than nothing, where one of them lies a little off.
        if contradict or _is_certain(without, catalogue, size_px):
            used, fit = others, without
        else:
            odd = None
    if profile is None:
        fit = _as_cut_if_likelier(fit, used, Pieces(used, pieces, catalogue.surface), size_px, focal_px)
    off = f"reference {odd.tag.tag.called} lies {odd.distance_mm:.0f} mm from where it belongs" if odd else ""
    if not _is_certain(fit, catalogue, size_px):
        raise BoardNotFoundError(_unsure_text(fit, references, off, catalogue, size_px))
    notes = (f"{off} and was left out; put it back in its place.",) if off else ()
    pixels = np.vstack([tag.corners_px for tag in used])
    expected = fit.camera.project(np.vstack([corners_mm(tag) for tag in used]))
    residual_px = math.sqrt(float(((expected - pixels) ** 2).sum(axis=1).mean()))
    homography = plane_homography(fit.camera, catalogue)
    left_out = odd.tag.tag.called if odd else ""
    references_used = tuple(tag.tag.id for tag in used)
    return Registration(homography, residual_px, fit.camera, references_used, notes, left_out=left_out)


def _as_cut_if_likelier(
    fit: Fit, used: Sequence[TagDetection], pieces: Pieces, size_px: tuple[int, int], focal_px: float | None
) -> Fit:
    """Return the camera of a cut picture where that is far more probable than `fit`, else `fit`.

    A picture that was cut out of a larger one has its principal point anywhere. It matters for tall pieces, which seem
    to lie in other cells.
    """
    cost = fit.cost + pieces.cost(fit.camera)
    if cost <= _CUT_GAIN:
        return fit
    cut = CameraFitter(used, size_px, None, focal_px, cut=True).best(pieces)
    return cut if cut.cost + pieces.cost(cut.camera) < cost - _CUT_GAIN else fit


def rough_camera(
    seen: Sequence[TagDetection],
    catalogue: Catalogue,
    size_px: tuple[int, int],
    profile: CameraProfile | None = None,
    focal_px: float | None = None,
) -> Pinhole:
    """Estimate a rough camera from all tags seen, of which one is a reference.

    It is good enough to look for the other references. It is as in `register`. Raises BoardNotFoundError if the
    references are seen edge-on, and ProfileError.
    """
    references = [tag for tag in seen if tag.tag.placement_mm is not None]
    pieces = [tag for tag in seen if tag.tag.placement_mm is None]
    return (
        CameraFitter(references, size_px, profile, focal_px).best(Pieces(references, pieces, catalogue.surface)).camera
    )


def _references_text(references: Sequence[TagDetection], catalogue: Catalogue) -> str:
    """Return the beginning of a sentence that lists the references seen."""
    names = list(dict.fromkeys(tag.tag.called for tag in references))
    of_all = len(catalogue.references)
    if len(names) == of_all:
        return f"all {of_all} reference tags are seen"
    verb = "is" if len(names) == 1 else "are"
    return f"only {len(names)} of the {of_all} reference tags {verb} read ({', '.join(names)})"


def _too_few_text(references: Sequence[TagDetection], pieces: Sequence[TagDetection], catalogue: Catalogue) -> str:
    """Return the sentence that refuses a picture with too few references.

    It leaves the pieces out if a lens bends the edges.
    """
    found = f"{_references_text(references, catalogue)}, too few to locate the board"
    if len(pieces) >= _WELL_READ_PIECES:
        return (
            f"{found}, but {len(pieces)} pieces are; show at least {MIN_REFERENCES}, better all, uncovered, "
            "or measure the lens once if it is a wide one (companion calibrate)."
        )
    return f"{found}; show at least {MIN_REFERENCES}, better all, in focus and uncovered."


def _unsure_text(
    fit: Fit, references: Sequence[TagDetection], off: str, catalogue: Catalogue, size_px: tuple[int, int]
) -> str:
    """Return the sentence that refuses an uncertain camera.

    `off` says which reference was left out.
    """
    found = _references_text(references, catalogue)
    if off:
        return (
            f"{found}, but {off}, and the others do not locate the whole board; "
            "put it back in its place, and show all of them, in focus and uncovered."
        )
    most = 2 * len({tag.tag.id for tag in references}) > len(catalogue.references)
    if most and _is_certain(fit.with_known_lens(), catalogue, size_px):
        return (
            f"{found}, but without knowing the lens they do not locate the whole board; "
            "measure the lens once (companion calibrate), or show all of them, in focus and uncovered."
        )
    return f"{found}, too close together to locate the whole board; show more of them, in focus and uncovered."


def _swapped_text(tag_detection: TagDetection, other: TagDetection) -> str:
    """Word the refusal of a picture in which two references lie in each other's place."""
    return (
        f"references {tag_detection.tag.called} and {other.tag.called} lie in each other's place; "
        "swap them, and look at the instructions where each belongs."
    )


def _contradiction_text(references: Sequence[TagDetection], fit: Fit, catalogue: Catalogue) -> str:
    """Word the refusal of references that fit no camera together; `fit` is by them alone."""
    worst = errors_mm(fit, references).max()
    odd = f"they contradict each other by up to {worst:.0f} mm"
    if worst <= REFERENCE_LIMIT_MM:
        odd = "no usual lens shows them where they are in the picture"
    return (
        f"{_references_text(references, catalogue)}, but {odd}; put them where the instructions show; if they are "
        "there, measure the lens once (companion calibrate); and if your tags are printed for other sizes, give their "
        "list with --tags manifest.json."
    )


def _is_certain(fit: Fit, catalogue: Catalogue, size_px: tuple[int, int]) -> bool:
    """Return True if the board's corners, or its part in the picture, are located well enough.

    The board has four corners.
    """
    surface = catalogue.surface
    points, within = np.array(surface.corners_mm), SURE_WITHIN_UNITS
    pixels = fit.camera.project(points)
    if surface.may_be_cut_off:
        points = np.array([*surface.corners_mm, *surface.spread_mm])
        pixels = fit.camera.project(points)
        # A lens that bends may show far points anywhere.
        true = np.linalg.norm(fit.camera.on_plane(pixels) - points, axis=1) < 1.0
        inside = true & (pixels >= 0).all(axis=1) & (pixels < size_px).all(axis=1)
        points, pixels, within = points[inside], pixels[inside], _CUT_OFF_SURE_WITHIN_UNITS
        if not len(points):
            return False
    steps = (pixels[:, None] + np.eye(2)).reshape(-1, 2)
    mm_per_px = np.linalg.norm(fit.camera.on_plane(steps).reshape(-1, 2, 2) - points[:, None], axis=2).max(axis=1)
    sigmas_px = np.sqrt(np.trace(pixel_covariances(fit, points), axis1=1, axis2=2))
    return bool((sigmas_px * mm_per_px).max() <= within * surface.unit_mm)


def plane_homography(camera: Pinhole, catalogue: Catalogue) -> Matrix:
    """Return the surface-to-picture homography of the camera, fitted over all of the surface.

    It is exact without distortion.
    """
    points = np.array(catalogue.surface.spread_mm)
    homography, _ = cv2.findHomography(points, camera.project(points), 0)
    return np.asarray(homography, np.float64)
