"""Light on the table: too little, too much, or mirrored by something glossy."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.decode.alignment import Grey, shades_of_modules
from vision.decode.symbols import symbol_modules
from vision.model.detections import TagDetection
from vision.model.pinhole import Pinhole
from vision.model.surface import Surface

#: Grey values from here on are burnt out: the sensor was full.
_BURNT = 250
#: A cell is judged in a picture with so many samples along its side.
_SAMPLES = 12


@dataclass(frozen=True)
class TagLight:
    """The light on one tag, in grey values from 0 to 255.

    `paper` and `ink` are the medians of its light and dark modules; `burnt` is the share of the light ones that are
    burnt out, `lit` the share of the dark ones that something bright hides, such as a reflection.
    """

    paper: float
    ink: float
    burnt: float
    lit: float

    @property
    def contrast(self) -> float:
        """Grey values between paper and ink."""
        return self.paper - self.ink


def light_on(grey: Grey, seen: TagDetection) -> TagLight:
    """Return the light on a seen tag."""
    dark = symbol_modules(seen.tag.payload, seen.code)
    shades = shades_of_modules(grey, seen.code, seen.corners_px[None]).reshape(dark.shape)
    paper, ink = float(np.median(shades[~dark])), float(np.median(shades[dark]))
    return TagLight(
        paper,
        ink,
        float((shades[~dark] >= _BURNT).mean()),
        float((shades[dark] > (paper + ink) / 2).mean()),
    )


def burnt_cells(grey: Grey, camera: Pinhole, surface: Surface, tags: Sequence[TagDetection]) -> dict[str, float]:
    """Return the cells or zones of which a part is burnt out, with that share (0..1).

    Parts on which a decoded tag lies do not count.
    """
    steps = (np.arange(_SAMPLES) + 0.5) / _SAMPLES
    square = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    areas = np.array([surface.area_mm(place) for place in surface.places])
    low, high = areas[:, None, :2], areas[:, None, 2:]
    points = (low + square * (high - low)).reshape(-1, 2)
    x, y = camera.project(points).astype(np.float32).T.reshape(2, len(areas), -1)
    shades = cv2.remap(grey, x, y, cv2.INTER_NEAREST, borderMode=cv2.BORDER_CONSTANT, borderValue=0)
    shares = (shades >= _BURNT).mean(axis=1)
    # The white of a tag may well be burnt out; that it can be read shows that nothing glares there.
    tagged = set()
    for tag in tags:
        ((middle_x, middle_y),) = camera.on_plane(tag.corners_px.mean(axis=0), tag.tag.height_mm)
        tagged.add(surface.place_at(float(middle_x), float(middle_y)))
    return {
        place: float(share)
        for place, share in zip(surface.places, shares, strict=True)
        if share > 0 and place not in tagged
    }
