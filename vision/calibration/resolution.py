"""Resolution of each cell: pixels along a module of the smallest tag that may lie there."""

import numpy as np

from vision.model.catalogue import Catalogue, Tag
from vision.model.pinhole import Pinhole, Points
from vision.symbology import QUIET_MODULES, SYMBOL_MODULES


def module_mm(catalogue: Catalogue, tag: Tag) -> float:
    """Return the printed side of one module of a tag."""
    return tag.size_mm / (SYMBOL_MODULES[catalogue.code] + 2 * QUIET_MODULES[catalogue.code])


def smallest_tag(catalogue: Catalogue) -> Tag:
    """Return the tag with the finest modules of those that lie on cells.

    Of several, it is the one that lies lowest.
    """
    loose = [tag for tag in catalogue.tags if tag.placement_mm is None]
    return min(loose, key=lambda tag: (module_mm(catalogue, tag), tag.height_mm))


def px_per_module(camera: Pinhole, catalogue: Catalogue) -> dict[str, float]:
    """Return the pixels along a module of the smallest tag, for each cell or read zone.

    They are counted in the direction in which they are fewest.
    """
    tag = smallest_tag(catalogue)
    surface = catalogue.surface
    centres = np.array([(*surface.centre(place), tag.height_mm) for place in surface.places])
    scales = px_per_mm(camera, centres) * module_mm(catalogue, tag)
    return dict(zip(surface.places, map(float, scales), strict=True))


def px_per_mm(camera: Pinhole, points_mm: Points) -> Points:
    """Return the pixels along a level millimetre at board points (n, 3): (n,).

    They are counted in the direction in which they are fewest.
    """
    pixels = camera.project(points_mm)
    right = camera.project(points_mm + np.array([1.0, 0.0, 0.0])) - pixels
    down = camera.project(points_mm + np.array([0.0, 1.0, 0.0])) - pixels
    # The lesser singular value of the 2 x 2 matrix with these columns.
    squares = (right**2).sum(axis=1) + (down**2).sum(axis=1)
    area = right[:, 0] * down[:, 1] - right[:, 1] * down[:, 0]
    spread = np.sqrt(np.maximum(squares**2 - 4 * area**2, 0.0))
    return np.asarray(np.sqrt(np.maximum((squares - spread) / 2, 0.0)), np.float64)


def cells_out_of_picture(camera: Pinhole, catalogue: Catalogue, size_px: tuple[int, int]) -> list[str]:
    """Return the cells or zones with a corner outside a picture of `size_px` (width, height).

    They are in the surface's order.
    """
    places = catalogue.surface.places
    areas = np.array([catalogue.surface.area_mm(place) for place in places])
    # Left, top; right, top; right, bottom; left, bottom.
    corners = areas[:, [0, 1, 2, 1, 2, 3, 0, 3]].reshape(-1, 2)
    pixels = camera.project(corners).reshape(-1, 4, 2)
    seen = np.logical_and(pixels >= -0.5, pixels <= np.array(size_px) - 0.5).reshape(len(places), -1)
    return [place for place, corners_seen in zip(places, seen, strict=True) if not corners_seen.all()]
