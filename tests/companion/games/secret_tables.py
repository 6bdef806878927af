"""Tables of cards for tests of secrecy: each kind in each zone, in gaps and beyond the mat."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.cards.laid_cards import CardTable, PlacedCard, with_middle
from companion.cards.things import Sleeves
from vision.decode.symbologies import find_codes_of
from vision.model.catalogue import Catalogue
from vision.model.code_detection import CodeDetection
from vision.model.surface import Area, Point
from vision.picture import Pixels
from vision.virtual import LIGHTS, Viewpoint, render


@dataclass(frozen=True, eq=False)
class SecretTable:
    """Cards, where each lies (None: in no zone), a photo of them, and all codes in it."""

    cards: tuple[PlacedCard, ...]
    zones: tuple[str | None, ...]
    picture: Pixels
    codes: list[CodeDetection]


def photograph(cards: Sequence[PlacedCard], look: CardTable, catalogue: Catalogue, viewpoint: Viewpoint) -> SecretTable:
    """Photograph cards in sleeves without gloss."""
    picture = render(look.scene(cards, catalogue, Sleeves(0.0, 1)), viewpoint, LIGHTS["normal"], 1).picture
    zones = tuple(zone.name if (zone := catalogue.mat.zone_at(*card.at_mm)) else None for card in cards)
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    return SecretTable(tuple(cards), zones, picture, find_codes_of("qr", grey))


def cards_in_zones(
    catalogue: Catalogue, areas: Sequence[Area], outside: Sequence[Point], turn: int
) -> list[PlacedCard]:
    """Return a card in each zone and at each point outside, of another kind for each `turn`."""
    kinds = sorted({tag.kind for tag in catalogue.tags} - {"reference"})
    left = {kind: [tag for tag in catalogue.tags if tag.kind == kind] for kind in kinds}
    spots = [((x0 + x1) / 2, (y0 + y1) / 2) for x0, y0, x1, y1 in areas]
    return [
        with_middle(left[kinds[(number + turn) % len(kinds)]].pop(), spot, 90.0 * (number % 4) + 5 * turn)
        for number, spot in enumerate((*spots, *outside))
    ]
