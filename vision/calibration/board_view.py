"""View of the table in a picture: too coarse for its tags, or many cells in doubt."""

from vision.calibration.resolution import px_per_module
from vision.model.catalogue import Catalogue
from vision.model.surface import Grid
from vision.reading import Reading

#: With fewer pixels a module, tags begin to be missed even in good light.
_COARSE_PX = 1.3
#: So many unreadable cells, as a share of all, are rarely things that lie there.
_MANY = 0.05


def is_coarse(reading: Reading, catalogue: Catalogue) -> bool:
    """Tell whether a tag has too few pixels on some cell, or in the middle of some zone."""
    return 0 < least_px_per_module(reading, catalogue) < _COARSE_PX


def least_px_per_module(reading: Reading, catalogue: Catalogue) -> float:
    """Return the fewest pixels along a module of the smallest tag; 0: no place is read."""
    return min(px_per_module(reading.registration.camera, catalogue).values(), default=0.0)


def is_unclear(reading: Reading, catalogue: Catalogue) -> bool:
    """Tell whether so many cells are unreadable that the print is the likely reason.

    Cells over which something reaches in from beyond the board are left out. False on mats and floors.
    """
    if not isinstance(catalogue.surface, Grid):
        return False
    unreadable = set(reading.unreadable) - set(reading.covered)
    return len(unreadable) > _MANY * len(catalogue.surface.places)
