"""Remedies for cells that are too coarse: camera height, pixels and tag size, in numbers."""

from dataclasses import dataclass

import numpy as np

from vision.calibration.gates import LEAST_PX_PER_MODULE
from vision.calibration.measurement import TableLook
from vision.calibration.resolution import smallest_tag
from vision.locate.camera_fit import corners_mm
from vision.locate.corner_registration import grid_corners_mm
from vision.model.catalogue import Catalogue
from vision.model.detections import TagDetection
from vision.symbology import QUIET_MODULES, SYMBOL_MODULES, Symbology

#: The share of the picture's width and height that the board with its reference tags may fill.
_FILLED = 0.96


@dataclass(frozen=True)
class Headroom:
    """Resolution that can be gained, and resolution that is needed.

    `height_mm` is the camera's height now, `fitting_mm` the one from which the board with its reference tags just
    fills the picture: lower, there is room to come closer; higher, the camera is too near. `needed` is how many
    times as fine as now the tags must be seen (1 or less: fine enough); `needed_mm` the height that would do that.
    `width_px` is the picture's width that would do at the fitting height, `tag_mm` the side of the smallest tag
    that would; `micro` whether Micro QR tags of the present size would.
    """

    height_mm: float
    fitting_mm: float
    needed: float
    width_px: int
    tag_mm: float
    micro: bool

    @property
    def needed_mm(self) -> float:
        """The height from which the smallest tag would be fine enough."""
        return self.height_mm / self.needed


def compute_headroom(look: TableLook, catalogue: Catalogue) -> Headroom | None:
    """Compute what can be gained for a look at the table; None if the board was not located."""
    if look.registration is None or look.height_mm is None:
        return None
    camera, kind = look.registration.camera, catalogue.code
    references = [corners_mm(TagDetection(tag, kind, np.zeros((4, 2)), "zxing")) for tag in catalogue.references]
    pixels = camera.project(np.vstack([grid_corners_mm(catalogue.surface), *references]))
    share = float((np.ptp(pixels, axis=0) / np.array(look.size_px)).max()) / _FILLED
    tag = smallest_tag(catalogue)
    needed = LEAST_PX_PER_MODULE[kind] / min(look.px_per_module.values())
    # What coming closer cannot give.
    factor = needed * share
    return Headroom(
        look.height_mm,
        look.height_mm * share,
        needed,
        round(look.size_px[0] * max(factor, 1.0) / 10) * 10,
        tag.size_mm * max(factor, 1.0),
        kind == "qr" and factor <= _modules("qr") / _modules("micro"),
    )


def _modules(code: Symbology) -> int:
    return SYMBOL_MODULES[code] + 2 * QUIET_MODULES[code]
