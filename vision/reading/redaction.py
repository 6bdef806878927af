"""Pictures blackened but for what is read.

Those of a mat are so before they are kept or shown, those of a board before they are given to strangers.
"""

import math

import cv2
import numpy as np

from vision.model.catalogue import Catalogue
from vision.model.code_detection import CodeDetection
from vision.model.pinhole import Pinhole, Points
from vision.model.surface import Area, Grid, Mat, Point, ZoneUse
from vision.picture import Pixels
from vision.reading import Reading

#: Number of points along each edge of an outline, so that it may come out bent by the lens.
_EDGE_POINTS = 6
#: Number of points along the outline of a circle, for the same reason.
_CIRCLE_POINTS = 24
#: So much round a board's cells is left in what is given, in cells: pieces may reach over the edge.
_MARGIN_CELLS = 0.3
#: So much round reference tags is left: the edge of their paper tells where they end.
_REFERENCE_EDGE_MM = 3.0
#: The white round a code ends so many times as far from its middle as the code itself.
_WITH_QUIET_ZONE = 1.4
#: Outlines are drawn with so many binary digits behind the point.
_SHIFT = 4


def redacted(picture: Pixels, reading: Reading | None, catalogue: Catalogue) -> Pixels:
    """Return the picture (BGR or grey) as it may be kept or shown.

    `reading` is what is known of it, None if nothing is. A picture of a grid stays unchanged. Of a mat only the
    zones that are read and the reference tags are left; everything else is black. So are pieces that reach into
    these zones but must stay unknown, and objects there that could not be read: they may be such pieces. Where the
    mat is not located nothing is left.
    """
    mat = catalogue.surface
    if not isinstance(mat, Mat):
        return picture
    shown = np.zeros(picture.shape[:2], np.uint8)
    if reading is not None:
        camera = reading.registration.camera
        heights = (0.0, _largest_height_mm(catalogue))
        for zone in mat.zones:
            if zone.use is ZoneUse.READ:
                _fill(shown, camera, zone.area_mm, heights, 255)
        _show_references(shown, camera, catalogue)
        for zone in mat.zones:
            if zone.use is not ZoneUse.READ:
                _fill(shown, camera, zone.area_mm, heights, 0)
        for code in reading.codes:
            _hide_piece(shown, code)
        for spot in reading.spots:
            _fill_hull(shown, camera.project(_about(spot.at_mm, _largest_reach_mm(catalogue))), 0)
    return _blackened(picture, shown)


def cut_to_table(picture: Pixels, reading: Reading, catalogue: Catalogue) -> Pixels:
    """Return the picture (BGR or grey) as it may be given to strangers, in its own size.

    Of a board the cells with a narrow margin, the reference tags and each tag that was read beside the cells are left;
    everything else is black. A mat is `redacted`.
    """
    if not isinstance(catalogue.surface, Grid):
        return redacted(picture, reading, catalogue)
    shown = np.zeros(picture.shape[:2], np.uint8)
    camera, grid = reading.registration.camera, catalogue.surface
    margin = _MARGIN_CELLS * grid.cell_mm
    for cell in grid.places:
        _fill(shown, camera, _grown(grid.area_mm(cell), margin), (0.0,), 255)
    _show_references(shown, camera, catalogue, _REFERENCE_EDGE_MM)
    for placed in reading.placed_tags:
        # Tall pieces lean outwards in the picture: they are seen from the cell up to their tag.
        (x, y), half = placed.centre_mm, grid.cell_mm / 2
        foot = np.array(
            [(x - half, y - half, 0), (x + half, y - half, 0), (x + half, y + half, 0), (x - half, y + half, 0)]
        )
        middle = placed.corners_px.mean(axis=0)
        cap = middle + (placed.corners_px - middle) * _WITH_QUIET_ZONE
        _fill_hull(shown, cap if placed.cell is None else np.vstack([cap, camera.project(foot)]), 255)
    return _blackened(picture, shown)


def _blackened(picture: Pixels, shown: Pixels) -> Pixels:
    """Return the picture, black where `shown` (h, w) is 0."""
    return np.asarray(cv2.copyTo(picture, shown, np.zeros_like(picture)), np.uint8)


def _largest_height_mm(catalogue: Catalogue) -> float:
    """Return the height of the tallest piece, in mm."""
    return max((tag.height_mm for tag in catalogue.tags), default=0.0)


def _show_references(shown: Pixels, camera: Pinhole, catalogue: Catalogue, edge_mm: float = 0.0) -> None:
    """Leave the reference tags in the picture, with so much of what is round them."""
    for tag in catalogue.references:
        assert tag.placement_mm is not None
        (x, y), half = tag.placement_mm, tag.size_mm / 2
        _fill(shown, camera, _grown((x - half, y - half, x + half, y + half), edge_mm), (tag.height_mm,), 255)


def _grown(area_mm: Area, margin_mm: float) -> Area:
    """Return a rectangle that reaches so much farther to all sides."""
    left, top, right, bottom = area_mm
    return left - margin_mm, top - margin_mm, right + margin_mm, bottom + margin_mm


def _fill(mask: Pixels, camera: Pinhole, area_mm: Area, heights_mm: tuple[float, ...], value: int) -> None:
    """Fill the hull of where a rectangle of the mat is seen at these heights."""
    left, top, right, bottom = area_mm
    corners = np.array([(left, top), (right, top), (right, bottom), (left, bottom)])
    along = np.linspace(0, 1, _EDGE_POINTS, endpoint=False)[:, None]
    edges = np.vstack([a + (b - a) * along for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True)])
    points = [np.column_stack([edges, np.full(len(edges), height)]) for height in heights_mm]
    _fill_hull(mask, camera.project(np.vstack(points)), value)


def _largest_reach_mm(catalogue: Catalogue) -> float:
    """Return the reach of the largest piece from its middle, in mm."""
    edges = [tag.piece_mm for tag in catalogue.tags if tag.piece_mm is not None]
    reaches = [math.hypot(right - left, bottom - top) / 2 for left, top, right, bottom in edges]
    return max(reaches, default=catalogue.surface.unit_mm)


def _about(middle_mm: Point, radius_mm: float) -> Points:
    """Return a circle on the surface as a polygon, (n, 3)."""
    angles = np.linspace(0, 2 * math.pi, _CIRCLE_POINTS, endpoint=False)
    circle = np.array(middle_mm) + radius_mm * np.column_stack([np.cos(angles), np.sin(angles)])
    return np.column_stack([circle, np.zeros(_CIRCLE_POINTS)])


def _hide_piece(mask: Pixels, code: CodeDetection) -> None:
    """Blacken a dropped piece, and a little round it."""
    if code.dropped_px is not None:
        middle = code.dropped_px.mean(axis=0)
        _fill_hull(mask, middle + (code.dropped_px - middle) * 1.1, 0)


def _fill_hull(mask: Pixels, points_px: Points, value: int) -> None:
    hull = cv2.convexHull(((points_px + 0.5) * 2**_SHIFT).astype(np.float32))
    cv2.fillConvexPoly(mask, np.round(hull).astype(np.int32), value, cv2.LINE_8, _SHIFT)
