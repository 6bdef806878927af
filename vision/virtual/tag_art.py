"""Printed tags before the virtual camera and for people."""

from functools import lru_cache

import cv2
import numpy as np

from vision.decode.symbols import tag_picture
from vision.model.catalogue import Catalogue, Tag
from vision.picture import Pixels
from vision.symbology import QUIET_MODULES, SYMBOL_MODULES, Symbology
from vision.virtual.scene import Body, Print, PrintedCode, Thing, rectangle

#: White paper, BGR.
PAPER = (246, 248, 248)


#: So many pixels a module has in a tag's picture.
_MODULE_PX = 8


@lru_cache(maxsize=256)
def tag_art(payload: str, code: Symbology, quiet_modules: float | None = None) -> Pixels:
    """Return the tag's picture, BGR, with its quiet zone, or with `quiet_modules` of it."""
    picture = cv2.cvtColor(tag_picture(payload, code, _MODULE_PX), cv2.COLOR_GRAY2BGR)
    cut = 0 if quiet_modules is None else round((QUIET_MODULES[code] - quiet_modules) * _MODULE_PX)
    side = len(picture)
    return np.ascontiguousarray(picture[cut : side - cut, cut : side - cut], dtype=np.uint8)


def narrow_tag_print(tag: Tag, catalogue: Catalogue, centre_mm: tuple[float, float]) -> Print:
    """Return the tag's print in its size, quiet zone of one module, middle at `centre_mm`."""
    modules = SYMBOL_MODULES[catalogue.code]
    art = tag_art(tag.payload, catalogue.code, 1.0)
    return Print.centred(art, catalogue.symbol_mm(tag) * (modules + 2) / modules, centre_mm)


def tag_print(tag: Tag, catalogue: Catalogue) -> Print:
    """Return the tag printed in its size, its middle at the origin."""
    return Print.centred(tag_art(tag.payload, catalogue.code), tag.size_mm)


def reference_thing(tag: Tag, catalogue: Catalogue) -> Thing:
    """Return a reference tag: a sheet of paper without thickness, at its place."""
    assert tag.placement_mm is not None
    half = tag.size_mm / 2
    prints = (tag_print(tag, catalogue),)
    sheet = Body(rectangle(-half, -half, half, half), tag.height_mm, tag.height_mm, PAPER, PAPER, prints)
    return Thing(tag.id, tag.placement_mm, tag.placement_deg, (sheet,), PrintedCode(catalogue.symbol_mm(tag)))
