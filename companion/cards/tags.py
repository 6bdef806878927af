"""Tags and sheets of a game whose mat is its zones: it gives the pack and the zones."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from companion.cells.tags import PieceTags, numbered_payload
from companion.device.language import later
from companion.sheets.card_sheets import CardSheets
from companion.sheets.card_tags import CardTags, card_sizes
from companion.sheets.tags import MeasuredSize
from vision.model.surface import Area, Mat, Point, Zone
from vision.symbology import Symbology

#: The side of a reference tag, and the distance of its middle from the mat's edges (mm).
_REFERENCE_MM = 40.0
_REFERENCE_INSET_MM = 26.0


class ZoneTags(CardTags, PieceTags):
    """Tags of cards, numbered in the order of the pack; reference tags lie at the mat's sides.

    A game gives its id, title, prefix, cards, zones, and the mat's size.
    """

    sizes: ClassVar[tuple[MeasuredSize, ...]] = card_sizes(63.0, 88.0)
    reference_mm: ClassVar[float] = _REFERENCE_MM
    #: Width and height of the mat. About 50 mm at the left and at the right are for the references.
    mat_mm: ClassVar[tuple[float, float]]
    #: The zones, left, top, right and bottom.
    zones: ClassVar[Mapping[str, Area]]

    @property
    def zone_names(self) -> Mapping[str, str]:
        """Text printed in each zone: its name."""
        return {zone: zone.capitalize() for zone in self.zones}

    @property
    def pieces(self) -> Mapping[str, str]:
        """The cards, each with its kind."""
        return self.cards

    @property
    def mat(self) -> Mat:  # type: ignore[override] # It follows from the zones.
        """The mat, with its zones."""
        return Mat(self.mat_mm, tuple(Zone(name, area) for name, area in self.zones.items()))

    @property
    def references(self) -> Mapping[str, Point]:  # type: ignore[override] # They follow from the mat's size.
        """Middles of the reference tags: three on either side, since a hand may hide some."""
        (width, height), inset = self.mat_mm, _REFERENCE_INSET_MM
        places = [(x, y) for y in (inset, height / 2, height - inset) for x in (inset, width - inset)]
        return dict(zip(("ref-NW", "ref-NE", "ref-W", "ref-E", "ref-SW", "ref-SE"), places, strict=True))

    def texts(self, code: Symbology) -> Mapping[str, str]:
        """Return the numbered text of each tag."""
        return {tag: numbered_payload(self.prefix, number, code) for number, tag in enumerate(self.ids)}


class ZoneSheets(CardSheets):
    """Slips for the sleeves, the mat, and instructions."""

    card_hints: Sequence[str] = ("The margin of each slip names its card.",)

    def __init__(self, tags: ZoneTags) -> None:
        self._tags = tags

    @property
    def tags(self) -> ZoneTags:
        """The game's tags."""
        return self._tags

    @property
    def sections(self) -> Mapping[str, Sequence[str]]:
        """All cards, kind by kind."""
        return {later("Cards"): tuple(dict.fromkeys(self._tags.cards.values()))}

    def zone_names(self) -> Mapping[str, str]:
        """Return the text printed in each zone of the mat."""
        return self._tags.zone_names
