"""Cards as hands place them on a mat, their scene before the virtual camera, and its truth."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from companion.cards.things import BACK, CardThings, Sleeves, WrittenArt, mat_print
from companion.sheets.card_tags import tag_to_card_middle
from companion.sheets.mat_plan import mat_plan
from vision.model.catalogue import Catalogue, Tag
from vision.model.surface import Point
from vision.virtual import Hand, Print, Scene, Shot
from vision.virtual.wood import wood_print

#: Distance between fanned cards (mm).
STEP_MM = 31.0
#: Thickness of a card in a pile, by which each card of a fan lies higher, too (mm).
THICK_MM = 0.6
#: Standard deviation of how far unsteady hands lay a card from where it belongs (mm).
_OFF_MM = 1.2
#: Standard deviation of how far unsteady hands lay a card askew (degrees).
_ASKEW_DEG = 1.6


@dataclass(frozen=True)
class PlacedCard:
    """Card on the table: its tag (of its front, if it is face down), position and turn.

    It lies on something `base_mm` high. `thick_mm`: how thick it and the pile below it are, None for one card.
    `blank`: it has no tag.
    """

    tag_id: str
    at_mm: Point
    turn_deg: float
    base_mm: float = 0.0
    thick_mm: float | None = None
    face_down: bool = False
    blank: bool = False


def with_middle(tag: Tag, middle_mm: Point, turn_deg: float = 0.0) -> PlacedCard:
    """Return the card of a tag whose own middle lies there."""
    x, y = tag_to_card_middle(tag, turn_deg)
    return PlacedCard(tag.id, (middle_mm[0] - x, middle_mm[1] - y), turn_deg)


def held(tag: Tag, count: int, middle_mm: Point, turn_deg: float, step_mm: float) -> Iterable[PlacedCard]:
    """Yield so many cards face down side by side about a point, as a hand holds them."""
    for number in range(count):
        x = middle_mm[0] + (number - (count - 1) / 2) * step_mm
        card = with_middle(tag, (x, middle_mm[1]), turn_deg)
        yield replace(card, base_mm=number * THICK_MM, face_down=True)


def pile(tag: Tag, count: int, middle_mm: Point, turn_deg: float = 0.0) -> Iterable[PlacedCard]:
    """Yield a pile of so many cards face down: its topmost card, as high as the pile."""
    if count:
        yield replace(with_middle(tag, middle_mm, turn_deg), thick_mm=count * THICK_MM, face_down=True)


def unsteady(cards: Iterable[PlacedCard], rng: Random) -> list[PlacedCard]:
    """Return the cards as hands lay them: not quite where they belong."""

    def laid(card: PlacedCard) -> PlacedCard:
        x, y = (coordinate + rng.gauss(0, _OFF_MM) for coordinate in card.at_mm)
        return replace(card, at_mm=(x, y), turn_deg=(card.turn_deg + rng.gauss(0, _ASKEW_DEG)) % 360)

    return [laid(card) for card in cards]


@dataclass(frozen=True)
class CardTable:
    """Artwork of a game's cards, and the print in the zones of its mat, in the language in use."""

    art: WrittenArt
    zone_names: Callable[[], Mapping[str, str]]

    def ground(self, catalogue: Catalogue) -> tuple[Print, ...]:
        """Return a wooden table and the mat on it."""
        return wood_print(catalogue.surface.extent_mm), mat_print(mat_plan(catalogue, self.zone_names()))

    def scene(
        self,
        cards: Sequence[PlacedCard],
        catalogue: Catalogue,
        sleeves: Sleeves | None = None,
        hand: Hand | None = None,
    ) -> Scene:
        """Return the mat with these cards on it, lower ones first."""
        things = CardThings(catalogue, self.art, sleeves)
        made = [
            things.make(
                f"{card.tag_id}/{BACK}" if card.face_down else card.tag_id,
                card.at_mm,
                card.turn_deg,
                card.base_mm,
                thick_mm=card.thick_mm,
                blank=card.blank,
            )
            for card in cards
        ]
        return Scene(self.ground(catalogue), (*things.references(), *made), catalogue.surface, hand)


def mat_corners(catalogue: Catalogue) -> npt.NDArray[np.float64]:
    """Return the corners of a mat that a picture must hold, (4, 2) in mm."""
    return np.array(catalogue.surface.corners_mm, np.float64)


def shot_truth(shot: Shot, catalogue: Catalogue) -> dict[str, Any]:
    """Return the shot's truth in the terms of ``companion read``.

    The moment is the one whose zones the catalogue's mat reads. Things become `pieces` (read at this moment, with
    `zone` and `at_mm`), `others` (open and not read) and `references`.
    """
    truth = dict(shot.truth)
    tags = {tag.id: tag for tag in catalogue.tags}
    told: dict[str, list[dict[str, Any]]] = {"pieces": [], "others": [], "references": []}
    for thing in truth.pop("things"):
        tag = tags[thing["id"]]
        x, y = thing["centre_mm"]
        zone = catalogue.mat.zone_at(x, y)
        if tag.placement_mm is not None:
            told["references"].append(thing)
        elif zone is None or not zone.reads(tag.kind):
            told["others"].append(thing)
        else:
            told["pieces"].append({**thing, "zone": zone.name, "at_mm": [round(x, 1), round(y, 1)]})
    return {**truth, **told}
