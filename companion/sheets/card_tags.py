"""Tags of a game with sleeved cards on a mat, by mat, card names and reference positions."""

import json
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import cos, radians, sin
from pathlib import Path
from typing import ClassVar

from companion.device.language import later
from companion.sheets.tags import ChosenTags, MeasuredSize, Sizes
from vision.model.catalogue import Catalogue, Tag
from vision.model.placed_tags import PlacedTag
from vision.model.surface import Area, Mat, Point
from vision.symbology import QUIET_MODULES, SYMBOL_MODULES, Symbology

#: Side of a card's tag with the whole quiet zone of its symbology: with QR a module is 0.97 mm, 2 pixels of a mat 1.1 m
#: wide in a picture of 2304.
CARD_TAG_MM = 28.0
#: White that is left round a card's tag, in modules: more hides more of the card, less is read less well.
CARD_QUIET_MODULES = 1.0
#: Distance of the white from the slip's upper and left edge.
TAG_INSET_MM = 3.0
#: The printed face of a card in its sleeve lies so high above the mat.
SLEEVE_MM = 1.0
#: Smallest value that makes sense (mm): the largest slip with a margin must fit.
_LEAST_MM = CARD_TAG_MM + 2 * TAG_INSET_MM
#: Largest value that makes sense (mm).
_MOST_MM = 150.0
_SLIP_PLACE = later(
    "0: in the upper left corner. Choose another place where it would hide what you read on your cards."
)


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
        problems = [
            f"{size.option} is {sizes[size.name]:g}, expected {_LEAST_MM:g} to {_MOST_MM:g} millimetres"
            for size in self.sizes
            if size.name.startswith("card") and not _LEAST_MM <= sizes[size.name] <= _MOST_MM
        ]
        for slip, card in (("slip_left_mm", "card_mm"), ("slip_top_mm", "card_length_mm")):
            most = max(0.0, sizes[card] - _LEAST_MM)
            if not 0 <= sizes[slip] <= most:
                option = f"--{slip.replace('_', '-')}"
                problems.append(f"{option} is {sizes[slip]:g}, expected 0 to {most:g} millimetres")
        return problems

    def catalogue(self, sizes: Sizes | None = None, code: Symbology = "qr") -> Catalogue:
        """Return a tag for each card's front, and the references."""
        made = {size.name: (sizes or {}).get(size.name, size.default) for size in self.sizes}
        edges = card_edges_mm(made, code)
        texts = self.texts(code)
        tags = [
            Tag(
                card,
                texts[card],
                kind,
                CARD_TAG_MM,
                SLEEVE_MM,
                f"{card.replace('/', '-')}.png",
                piece_mm=edges,
                quiet_modules=CARD_QUIET_MODULES,
            )
            for card, kind in self.cards.items()
        ]
        tags += [
            Tag(name, texts[name], "reference", self.reference_mm, 0.0, f"{name}.png", placement_mm=centre_mm)
            for name, centre_mm in self.references.items()
        ]
        return Catalogue(code, self.mat, tuple(tags))

    def manifest_keys(self, sizes: Sizes) -> Sizes:
        """Return the size of the sleeves."""
        return {size.name: sizes[size.name] for size in self.sizes}


def card_sizes(width_mm: float, length_mm: float) -> tuple[MeasuredSize, ...]:
    """Return the sizes that the owner measures: of a card in its sleeve, and the slip's place.

    The arguments are the default lengths.
    """
    return (
        MeasuredSize("card_mm", width_mm, later("width of a card in its sleeve")),
        MeasuredSize("card_length_mm", length_mm, later("length of a card in its sleeve")),
        MeasuredSize("slip_left_mm", 0.0, later("distance of a slip from the sleeve's left edge"), _SLIP_PLACE),
        MeasuredSize("slip_top_mm", 0.0, later("distance of a slip from the sleeve's upper edge"), _SLIP_PLACE),
    )


def white_mm(code: Symbology) -> float:
    """Return the side of a card's tag with the white that is left round it."""
    modules = SYMBOL_MODULES[code]
    return CARD_TAG_MM * (modules + 2 * CARD_QUIET_MODULES) / (modules + 2 * QUIET_MODULES[code])


def slip_mm(code: Symbology) -> float:
    """Return the side of a slip: it ends with the white at the right of its tag and below it."""
    return TAG_INSET_MM + white_mm(code)


def fan_mm(sizes: Sizes, code: Symbology) -> float:
    """Return the width of a card under the next one of a fan that shows all of its tag."""
    return sizes["slip_left_mm"] + slip_mm(code) + 1.0


def card_edges_mm(sizes: Sizes, code: Symbology) -> Area:
    """Return the edges of a card of these sizes, from the centre of its tag."""
    before = TAG_INSET_MM + white_mm(code) / 2
    left, top = sizes["slip_left_mm"] + before, sizes["slip_top_mm"] + before
    edges = -left, -top, sizes["card_mm"] - left, sizes["card_length_mm"] - top
    return round(edges[0], 3), round(edges[1], 3), round(edges[2], 3), round(edges[3], 3)


def card_middle_mm(placed: PlacedTag) -> Point:
    """Return the middle of the card that bears this tag, on the mat."""
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
    """Return the text of each tag in one symbology, by the tag's id."""
    texts: Mapping[str, Mapping[str, str]] = json.loads(file.read_text(encoding="utf-8"))
    return texts[code]
