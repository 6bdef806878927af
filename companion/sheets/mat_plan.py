"""Print of a mat as data: outlines and names of zones, and places of the reference tags.

It is thin and pale, so that nothing of it is taken for a card.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.device.language import say
from vision.model.catalogue import Catalogue
from vision.model.surface import Area, Point

#: Width of the lines of zones.
LINE_MM = 0.5
#: Size of the letters of zones' names.
LETTERS_MM = 3.6
#: The grey of everything that is printed on a mat, 0 black to 255 white.
SHADE = 150
#: Distance from the lower edge of a zone to the middle of its name.
_INSET_MM = 3.2
#: Room that is free beside a zone's name.
_BESIDE_MM = 2.0


@dataclass(frozen=True)
class Caption:
    """A line of text in an area: at its lower edge, `in_middle` in its middle."""

    text: str
    area_mm: Area
    in_middle: bool = False

    @property
    def middle_mm(self) -> Point:
        """The middle of the text."""
        left, top, right, bottom = self.area_mm
        return (left + right) / 2, (top + bottom) / 2 if self.in_middle else bottom - _INSET_MM

    @property
    def most_mm(self) -> float:
        """Largest width of the caption, in mm."""
        return self.area_mm[2] - self.area_mm[0] - _BESIDE_MM


@dataclass(frozen=True)
class MatPlan:
    """All that is printed on a mat of this size (width, height): rectangles and captions."""

    size_mm: tuple[float, float]
    boxes: tuple[Area, ...]
    captions: tuple[Caption, ...]


def mat_plan(catalogue: Catalogue, names: Mapping[str, str]) -> MatPlan:
    """Return the plan of a catalogue's mat; `names` has a caption for each zone's own name."""
    mat = catalogue.mat
    references = {tag.id: reference_area(catalogue, tag.id) for tag in catalogue.references}
    zones = {zone.name: zone.area_mm for zone in mat.zones}
    captions = [Caption(say(names[name]), area) for name, area in zones.items() if names.get(name)]
    captions += [Caption(name, area, in_middle=True) for name, area in references.items()]
    return MatPlan(mat.size_mm, (mat.extent_mm, *zones.values(), *references.values()), tuple(captions))


def reference_area(catalogue: Catalogue, name: str) -> Area:
    """Return the place of a reference tag.

    Raises KeyError.
    """
    tag = {tag.id: tag for tag in catalogue.references}[name]
    assert tag.placement_mm is not None
    (x, y), half = tag.placement_mm, tag.size_mm / 2
    return x - half, y - half, x + half, y + half
