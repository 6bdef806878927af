"""Photographs of Lifeboat's mat for tests: cards at wanted places, by the virtual camera."""

import math
from collections.abc import Sequence
from functools import cache

import numpy as np

from companion.cards.laid_cards import PlacedCard, with_middle
from companion.cards.things import Sleeves
from companion.games.lifeboat.photographs import CARDS
from companion.games.lifeboat.tags import TAGS
from vision.model.catalogue import Catalogue, Tag
from vision.model.pinhole import looking_at
from vision.symbology import Symbology
from vision.virtual import LIGHTS, Hand, PictureLook, Shot, Viewpoint, render

CATALOGUE = TAGS.catalogue()
TAG: dict[str, Tag] = {tag.id: tag for tag in CATALOGUE.tags}
#: Width and height of a full picture (pixels).
FULL = (4608, 2592)
#: Width and height of a picture in which two by two pixels are one (pixels).
BINNED = (2304, 1296)
#: The picture's width is seen under this angle.
WIDTH_DEG = 66.0


@cache
def catalogue_in(code: Symbology) -> Catalogue:
    return TAGS.catalogue(code=code)


def card(tag_id: str, at_mm: tuple[float, float], turn_deg: float = 0.0) -> PlacedCard:
    """Return a card by its tag's centre."""
    return PlacedCard(tag_id, at_mm, turn_deg)


def middle_card(tag_id: str, middle_mm: tuple[float, float], turn_deg: float = 0.0) -> PlacedCard:
    """Return a card by its middle."""
    return with_middle(TAG[tag_id], middle_mm, turn_deg)


def view(
    size_px: tuple[int, int] = BINNED, *, away_mm: float = 900.0, tilt_deg: float = 0.0, azimuth_deg: float = 0.0
) -> Viewpoint:
    """Return a camera that looks at the mat's middle from so far."""
    focal_px = size_px[0] / 2 / math.tan(math.radians(WIDTH_DEG / 2))
    height = away_mm * math.cos(math.radians(tilt_deg))
    return Viewpoint(
        looking_at((420, 255), height, focal_px, size_px, tilt_deg=tilt_deg, azimuth_deg=azimuth_deg), size_px
    )


def photograph(
    cards: Sequence[PlacedCard],
    *,
    seed: int = 1,
    camera: Viewpoint | None = None,
    catalogue: Catalogue = CATALOGUE,
    look: PictureLook = LIGHTS["normal"],
    shine: float = 0.5,
    hand: Hand | None = None,
) -> Shot:
    """Return a photo of the mat with these cards, lower ones first."""
    scene = CARDS.scene(cards, catalogue, Sleeves(shine, seed), hand)
    return render(scene, camera or view(), look, seed)


def focal_px(camera: Viewpoint) -> float:
    return float(np.asarray(camera.camera.matrix)[0, 0])
