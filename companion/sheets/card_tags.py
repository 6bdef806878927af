"""Tags of a game with sleeved cards on a mat, by mat, card names and reference positions."""

import json
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import cos, radians, sin
from pathlib import Path
from typing import ClassVar

from companion.sheets.tags import ChosenTags, Size, Sizes
from vision.model.catalogue import Catalogue, Symbology, Tag
from vision.model.placed_tags import PlacedTag
from vision.model.surface import Area, Mat, Point

#: Side of a card's tag with its quiet zone.
CARD_TAG_MM = 28.0
#: Distance of the tag from the sleeve's upper and left edge.
TAG_INSET_MM = 3.0
#: So much of a card that lies under the next one of a fan shows all of its tag.
FAN_MM = CARD_TAG_MM + TAG_INSET_MM + 1.0
#: The printed face of a card in its sleeve lies so high above the mat.
SLEEVE_MM = 1.0
#: Smallest value that makes sense (mm): a tag with its margin on either side must fit.
_LEAST_MM = CARD_TAG_MM + 2 * TAG_INSET_MM
#: Largest value that makes sense (mm).
_MOST_MM = 150.0


class CardTags(ChosenTags):
    """A game gives its id, title, mat, cards and references, and the file with its tags' texts."""

    mat: ClassVar[Mat]
    #: The centres of the reference tags on the mat by their ids, and their side.
    references: ClassVar[Mapping[str, Point]]
    reference_mm: ClassVar[float]

    @property
    @abstractmethod
    def cards(self) -> Mapping[str, str]:
        """The kind of each card's tag, by the tag's id."""

    @property
    def surface(self) -> Mat:
        """The mat."""
        return self.mat

    @property
    def ids(self) -> tuple[str, ...]:
        """All tags: those of the cards, then the references."""
        return (*self.cards, *self.references)

    def texts(self, code: Symbology) -> Mapping[str, str]:
        """Return the text of each tag in one symbology, by the tag's id."""
        return payloads_of(self.payloads_file, code)

    def problems(self, sizes: Sizes) -> Sequence[str]:
        """Return the problems of these sizes."""
        # Written so that "not a number" is refused too.
        return [
            f"{size.option} is {sizes[size.name]:g}, expected {_LEAST_MM:g} to {_MOST_MM:g} millimetres"
            for size in self.sizes
            if not _LEAST_MM <= sizes[size.name] <= _MOST_MM
        ]

    def catalogue(self, sizes: Sizes | None = None, code: Symbology = "qr") -> Catalogue:
        """A tag for each card's front, and the references."""
        made = {size.name: (sizes or {}).get(size.name, size.default) for size in self.sizes}
        edges = card_edges_mm(made["card_mm"], made["card_length_mm"])
        texts = self.texts(code)
        tags = [
            Tag(card, texts[card], kind, CARD_TAG_MM, SLEEVE_MM, f"{card.replace('/', '-')}.png", piece_mm=edges)
            for card, kind in self.cards.items()
        ]
        tags += [
            Tag(name, texts[name], "reference", self.reference_mm, 0.0, f"{name}.png", placement_mm=at)
            for name, at in self.references.items()
        ]
        return Catalogue(code, self.mat, tuple(tags))

    def manifest_keys(self, sizes: Sizes) -> Sizes:
        """The size of the sleeves."""
        return {size.name: sizes[size.name] for size in self.sizes}


def card_sizes(width_mm: float, length_mm: float) -> tuple[Size, Size]:
    """Return the sizes that the owner of a card game measures: a card in its sleeve.

    The arguments are the default lengths.
    """
    return (
        Size("card_mm", width_mm, "width of a card in its sleeve"),
        Size("card_length_mm", length_mm, "length of a card in its sleeve"),
    )


def card_edges_mm(width_mm: float, length_mm: float) -> Area:
    """The edges of a card of this size, from the centre of its tag."""
    before = TAG_INSET_MM + CARD_TAG_MM / 2
    return -before, -before, width_mm - before, length_mm - before


def card_middle_mm(placed: PlacedTag) -> Point:
    """The middle of the card that bears this tag, on the mat."""
    x, y = tag_to_card_middle(placed.tag, placed.turn_deg)
    return placed.centre_mm[0] + x, placed.centre_mm[1] + y


def tag_to_card_middle(tag: Tag, turn_deg: float) -> Point:
    """Return the vector on the mat from a card's tag centre to the card's middle.

    The card is turned by `turn_deg`.
    """
    left, top, right, bottom = tag.piece_mm or (0.0, 0.0, 0.0, 0.0)
    x, y = (left + right) / 2, (top + bottom) / 2
    turn = radians(turn_deg)
    return cos(turn) * x - sin(turn) * y, sin(turn) * x + cos(turn) * y


@lru_cache(maxsize=8)
def payloads_of(file: Path, code: Symbology) -> Mapping[str, str]:
    """The text of each tag in one symbology, by the tag's id."""
    texts: Mapping[str, Mapping[str, str]] = json.loads(file.read_text(encoding="utf-8"))
    return texts[code]
