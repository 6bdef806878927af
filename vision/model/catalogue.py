"""Tag catalogue as data: every tag that may lie on the table, and the surface it may lie on.

The catalogue is all that this package knows of a game. Places on the table are millimetres of its surface (see
`vision.model.surface`).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from vision.model.surface import Area, Grid, Mat, Surface
from vision.symbology import QUIET_MODULES, SYMBOL_MODULES, Symbology

_ALL_EDITIONS = frozenset({0, 1, 2})


@dataclass(frozen=True)
class Tag:
    """Printed tag.

    `size_mm` is the printed side of the whole picture, quiet zone included; `height_mm` the height of the printed
    face above the board. A reference tag lies at `placement_mm` (its centre in board coordinates) with its top edge
    turned `placement_deg` clockwise from the board's up direction. All other tags may lie anywhere. `also` are
    texts that mean the same tag, for example those of an earlier print; `before` is the tag as it was printed
    before with other sizes and texts. `piece_mm` are the edges of the piece that bears it, from the tag's centre in
    the tag's own frame (x to its right, y down); None: hardly larger than the tag. `middle_mm` is what counts as
    the place of the piece, in the same frame: a tag need not be in the middle of its face. `name` is what people
    call it. `quiet_modules` is how wide the white round the symbol is; None: as the symbology has it.

    >>> from vision import Tag
    >>> Tag("white-1", "MG:W1", kind="white", size_mm=20.0, height_mm=3.0).called
    'white-1'
    >>> Tag("ref-NW", "MG:NW", "reference", 40.0, 0.0, placement_mm=(-30.0, -30.0)).called
    'NW'
    """

    id: str
    payload: str
    kind: str
    size_mm: float
    height_mm: float
    image: str = ""
    placement_mm: tuple[float, float] | None = None
    placement_deg: float = 0.0
    also: tuple[str, ...] = ()
    piece_mm: Area | None = None
    middle_mm: tuple[float, float] = (0.0, 0.0)
    before: "Tag | None" = None
    name: str = ""
    quiet_modules: float | None = None

    @property
    def payloads(self) -> tuple[str, ...]:
        """All texts that mean this tag."""
        return (self.payload, *self.also, *(self.before.payloads if self.before else ()))

    @property
    def called(self) -> str:
        """Name for people; without one the printed text: a reference's ``NW``, a piece's id."""
        return self.name or (self.id if self.placement_mm is None else self.id.removeprefix("ref-"))

    def printed_with(self, payload: str) -> "Tag":
        """Return the same tag as it was printed with this one of its texts."""
        former = self.before is not None and payload in self.before.payloads
        printed = self.before if former and self.before else self
        also = tuple(text for text in self.payloads if text != payload)
        return replace(printed, payload=payload, also=also, before=None)


@dataclass(frozen=True)
class Catalogue:
    """All tags of a game, in one symbology, and the surface that they lie on.

    `anchors` are the points of the grid that the cards with reference tags are laid against, by the tag's id, in cells
    right and down from its top left corner; empty where they are not known.

    >>> from vision import Catalogue, Grid, Tag
    >>> grid = Grid(30.0, {"a1": (0, 0), "b1": (1, 0)})
    >>> catalogue = Catalogue("qr", grid, (Tag("white-1", "MG:W1", kind="white", size_mm=20.0, height_mm=3.0),))
    >>> catalogue.by_payload["MG:W1"].id, catalogue.grid.columns
    ('white-1', 2)
    """

    code: Symbology
    surface: Surface
    tags: tuple[Tag, ...]
    anchors: Mapping[str, tuple[float, float]] = field(default_factory=dict, compare=False)

    @property
    def grid(self) -> Grid:
        """The surface of a game that is played on cells. Raises TypeError for another surface."""
        if not isinstance(self.surface, Grid):
            raise TypeError(f"this surface has no cells: it is a {type(self.surface).__name__}")
        return self.surface

    @property
    def mat(self) -> Mat:
        """The surface of a game that is played on a mat. Raises TypeError for another surface."""
        if not isinstance(self.surface, Mat):
            raise TypeError(f"this surface has no zones: it is a {type(self.surface).__name__}")
        return self.surface

    @cached_property
    def by_payload(self) -> dict[str, Tag]:
        """The tags by the text that their code may hold, which is their payload here."""
        return {text: tag.printed_with(text) for tag in self.tags for text in tag.payloads}

    def payloads_beside(self, tags: Iterable[Tag], texts: Iterable[str | None]) -> tuple[str, ...]:
        """Return the texts that these tags may have where codes with those `texts` are seen.

        A game's tags were mostly printed together: if only present payloads are seen, or only others that mean the
        same, the tags have such ones, too.
        """
        printed = self._editions
        together = _ALL_EDITIONS.intersection(*(printed[text] for text in texts if text in printed))
        if together not in self._texts:
            # Without a common edition the tags may have any text.
            wanted = together or _ALL_EDITIONS
            self._texts[together] = {
                tag.id: tuple(text for text in tag.payloads if not wanted.isdisjoint(printed[text]))
                for tag in self.tags
            }
        texts_of = self._texts[together]
        return tuple(text for tag in tags for text in texts_of[tag.id])

    @cached_property
    def _texts(self) -> dict[frozenset[int], dict[str, tuple[str, ...]]]:
        """The texts of each tag, by its id, in the editions that were asked for."""
        return {}

    @cached_property
    def printed_sides(self) -> dict[str, tuple[float, float]]:
        """The printed side of the symbol with each text, and its height above the surface, in mm."""
        return {text: (self.symbol_mm(tag), tag.height_mm) for text, tag in self.by_payload.items()}

    @cached_property
    def _editions(self) -> dict[str, frozenset[int]]:
        """Editions in which each text was printed: 0 present, 1 before other sizes, 2 older ones."""
        editions: dict[str, frozenset[int]] = {}
        for tag in self.tags:
            before = tag.before or tag
            editions |= dict.fromkeys((*tag.also, *before.also), frozenset({2}))
            editions[before.payload] = frozenset({1})
            editions[tag.payload] = frozenset({0}) if tag.before else frozenset({0, 1})
        return editions

    @cached_property
    def references(self) -> tuple[Tag, ...]:
        """The tags whose place on the table is known."""
        return tuple(tag for tag in self.tags if tag.placement_mm is not None)

    def symbol_mm(self, tag: Tag) -> float:
        """Return the printed side of the tag's symbol without its quiet zone."""
        modules = SYMBOL_MODULES[self.code]
        return tag.size_mm * modules / (modules + 2 * QUIET_MODULES[self.code])
