"""Print scale of the tags, where a printer has made them smaller or larger than intended.

Cards with reference tags are laid against lines of the board (`Catalogue.anchors`): printed smaller, their tags
lie nearer to these. Where the board is located with the sizes that the tags should have, the cards seem to lie
off their places.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.decode.alignment import quad_areas
from vision.locate.camera_fit import CameraFitter
from vision.model.catalogue import Catalogue, Tag
from vision.model.detections import TagDetection
from vision.model.pinhole import Pinhole
from vision.model.profile import CameraProfile

#: Prints that are off by less than this share are taken for right: the references agree well enough.
_LEAST_OFF = 0.02
#: It may be off by so much where the references seem to be off by this: the camera takes up a part of it.
MAY_BE_OFF = 0.01
#: Printers scale by no more than this share.
_MOST_OFF = 0.15
#: The scale is corrected at most so often, until it changes by less than this.
_STEPS = 8
_SETTLED = 0.001
#: With fewer references there is nothing to tell the scale by.
_LEAST_REFERENCES = 3


def scale_catalogue(catalogue: Catalogue, scale: float) -> Catalogue:
    """Return the catalogue with all tags printed at this scale.

    Their cards are laid against the same lines of the board.
    """
    if scale == 1.0:
        return catalogue
    tags = []
    for tag in catalogue.tags:
        place, anchor = tag.placement_mm, catalogue.anchors.get(tag.id)
        if place is not None and anchor is not None:
            across, down = (line * catalogue.grid.cell_mm for line in anchor)
            place = across + scale * (place[0] - across), down + scale * (place[1] - down)
        tags.append(replace(scaled_tag(tag, scale), placement_mm=place))
    # Their places are those at this scale now.
    return replace(catalogue, tags=tuple(tags), anchors={})


def retagged(seen: Sequence[TagDetection], catalogue: Catalogue) -> list[TagDetection]:
    """Return the tags seen as this catalogue has them."""
    return [replace(tag, tag=catalogue.by_payload[tag.tag.payload]) for tag in seen]


def print_note(catalogue: Catalogue, scale: float) -> str:
    """Return the sentence that names a scale at which tags were printed."""
    cell_mm = catalogue.grid.cell_mm / scale
    return (
        f"the tags were printed at {100 * scale:.0f} %: measure the printed ruler; if it is 100 mm long all the same, "
        f"the cells of your board measure {cell_mm:.1f} mm (companion tags --cell-mm {cell_mm:.1f})."
    )


def find_print_scale(
    seen: Sequence[TagDetection],
    catalogue: Catalogue,
    size_px: tuple[int, int],
    profile: CameraProfile | None,
    focal_px: float | None,
) -> float | None:
    """Find the scale at which the references seen in a picture of `size_px` agree.

    Returns None if it is about 1, or if the references do not tell it. Raises BoardNotFoundError if the references
    are seen edge-on, and ProfileError.
    """
    references = [tag for tag in seen if tag.tag.placement_mm is not None]
    if len(references) < _LEAST_REFERENCES or not all(tag.tag.id in catalogue.anchors for tag in references):
        return None
    scale = 1.0
    for _ in range(_STEPS):
        tags = retagged(references, scale_catalogue(catalogue, scale))
        change = stretch(CameraFitter(tags, size_px, profile, focal_px).best().camera, tags)
        scale *= change
        if abs(scale - 1) > _MOST_OFF:
            return None
        if abs(change - 1) < _SETTLED:
            break
    return round(scale, 4) if abs(scale - 1) >= _LEAST_OFF else None


def stretch(camera: Pinhole, references: Sequence[TagDetection]) -> float:
    """Return the apparent size of these references, as a multiple of their expected size."""
    corners = camera.on_plane(np.vstack([tag.corners_px for tag in references])).reshape(-1, 4, 2)
    sides, printed = np.sqrt(quad_areas(corners)), np.array([tag.symbol_mm for tag in references])
    # A longer side is measured as much better as it is longer.
    return float((sides * printed).sum() / (printed**2).sum())


def scaled_tag(tag: Tag, scale: float) -> Tag:
    """Return the tag printed so many times as large."""
    x, y = tag.middle_mm
    before = scaled_tag(tag.before, scale) if tag.before else None
    return replace(tag, size_mm=tag.size_mm * scale, middle_mm=(x * scale, y * scale), before=before)
