"""Invented game for tests: cards on a mat with zones, one secret, by the virtual camera."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.model.catalogue import Catalogue, Tag
from vision.model.surface import Mat, Zone, ZoneUse
from vision.reading import Reading
from vision.symbology import Symbology
from vision.virtual import (
    LIGHTS,
    Body,
    PictureLook,
    Print,
    PrintedCode,
    Scene,
    Shot,
    Thing,
    Viewpoint,
    fit_view,
    rectangle,
    render,
)
from vision.virtual.tag_art import reference_thing, tag_print
from vision.virtual.wood import wood_print

MAT = Mat(
    (600.0, 370.0),
    (
        Zone("row-1", (60, 10, 290, 120)),
        Zone("row-2", (310, 10, 540, 120)),
        Zone("boat", (60, 135, 400, 245)),
        Zone("deck", (420, 135, 540, 245), ZoneUse.SECRET),
        Zone("pile", (60, 258, 200, 362), ZoneUse.IGNORED),
        Zone("show", (220, 258, 540, 362), kinds=frozenset({"card"})),
    ),
)
#: Left, upper, right and lower edge of a card, from its tag's centre.
CARD_MM = (-15.0, -15.0, 35.0, 57.0)
#: Side of the tag with its quiet zone.
TAG_MM = 26.0
REFERENCE_MM = 40.0
REFERENCES = {"ref-NW": (26, 26), "ref-W": (26, 185), "ref-SW": (26, 344), "ref-NE": (574, 26), "ref-E": (574, 185)}
#: Colour of the mat's felt.
_FELT = (70, 104, 58)
#: Colour of zones' lines and names.
_LINE = (150, 190, 170)
_ART_PX_PER_MM = 6


def make_catalogue(code: Symbology = "qr", mat: Mat = MAT) -> Catalogue:
    """Return cards c1 to c30, secrets s1 to s10, and the references."""
    cards = [Tag(f"c{n}", f"TC{n:02}X", "card", TAG_MM, 1.0, piece_mm=CARD_MM) for n in range(1, 31)]
    cards += [Tag(f"s{n}", f"TS{n:02}X", "secret", TAG_MM, 1.0, piece_mm=CARD_MM) for n in range(1, 11)]
    references = [
        Tag(name, f"TR{name[4:]:X<3}", "reference", REFERENCE_MM, 0.0, placement_mm=(float(x), float(y)))
        for name, (x, y) in REFERENCES.items()
    ]
    return Catalogue(code, mat, (*cards, *references))


CATALOGUE = make_catalogue()


@dataclass(frozen=True)
class Card:
    """A card on the table: which (None: one without a tag), where its tag is, how it is turned.

    `spoilt`: its tag is painted over in part. `text`: a code that is none of the game's, instead of its own.
    """

    id: str | None
    at_mm: tuple[float, float]
    turn_deg: float = 0.0
    spoilt: bool = False
    text: str = ""

    def outline(self) -> npt.NDArray[np.float64]:
        """Return its corners on the mat."""
        left, top, right, bottom = CARD_MM
        turn = math.radians(self.turn_deg)
        across = np.array([math.cos(turn), math.sin(turn)])
        down = np.array([-across[1], across[0]])
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        return np.array([np.array(self.at_mm) + across * x + down * y for x, y in corners])


@lru_cache(maxsize=4)
def _mat_print(mat: Mat) -> Print:
    scale = 4.0
    width, height = (round(side * scale) for side in mat.size_mm)
    art = np.full((height, width, 3), _FELT, np.uint8)
    rng = np.random.default_rng(5)
    art = np.clip(art + rng.normal(0, 5, (height, width, 1)), 0, 255).astype(np.uint8)
    for zone in mat.zones:
        left, top, right, bottom = (round(edge * scale) for edge in zone.area_mm)
        cv2.rectangle(art, (left, top), (right, bottom), _LINE, round(scale))
        cv2.putText(art, zone.name, (left + 10, bottom - 10), cv2.FONT_HERSHEY_SIMPLEX, 1.0, _LINE, 3, cv2.LINE_AA)
    opaque = np.asarray(cv2.cvtColor(art, cv2.COLOR_BGR2BGRA), np.uint8)
    return Print(opaque, scale, (0.0, 0.0))


@lru_cache(maxsize=64)
def _card_art(name: str) -> npt.NDArray[np.uint8]:
    """Return the front of a card: a coloured frame, a picture and its name."""
    left, top, right, bottom = CARD_MM
    width, height = (round(side * _ART_PX_PER_MM) for side in (right - left, bottom - top))
    rng = np.random.default_rng([ord(letter) for letter in name])
    art = np.full((height, width, 3), rng.integers(130, 250, 3), np.uint8)
    cv2.circle(art, (width // 2, height * 3 // 4), width // 4, tuple(map(int, rng.integers(0, 255, 3))), cv2.FILLED)
    cv2.putText(art, name, (width // 8, height - 12), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (20, 20, 20), 3, cv2.LINE_AA)
    return art


def _thing(card: Card, catalogue: Catalogue) -> Thing:
    art = Print(_card_art(card.id or "blank"), _ART_PX_PER_MM, CARD_MM[:2])
    tags = {tag.id: tag for tag in catalogue.tags}
    prints: tuple[Print, ...] = (art,)
    code = None
    if card.id is not None:
        tag = tags[card.id]
        printed = tag_print(Tag(tag.id, card.text, tag.kind, TAG_MM, 1.0) if card.text else tag, catalogue)
        if card.spoilt:
            picture = printed.picture.copy()
            half = picture.shape[0] // 2
            picture[half // 3 : half + half // 2, half // 3 : half + half] = (60, 60, 200)
            printed = Print(picture, printed.px_per_mm, printed.origin_mm)
        prints += (printed,)
        code = PrintedCode(catalogue.symbol_mm(tag))
    body = Body(rectangle(*CARD_MM), 0.0, 1.0, (240, 240, 240), prints=prints)
    return Thing(card.id or "blank", card.at_mm, card.turn_deg, (body,), code)


def scene_of(cards: Sequence[Card], catalogue: Catalogue = CATALOGUE) -> Scene:
    """Return the mat with these cards, later ones on top."""
    things = [reference_thing(tag, catalogue) for tag in catalogue.references]
    things += [_thing(card, catalogue) for card in cards]
    ground = (wood_print(catalogue.surface.extent_mm), _mat_print(catalogue.mat))
    return Scene(ground, tuple(things), catalogue.surface)


def view_of(size_px: tuple[int, int] = (2304, 1296), tilt_deg: float = 6.0, azimuth_deg: float = 30.0) -> Viewpoint:
    """Return a camera over the mat."""
    return fit_view(
        np.array(MAT.corners_mm), size_px, focal_px=0.75 * size_px[0], tilt_deg=tilt_deg, azimuth_deg=azimuth_deg
    )


def photograph(
    cards: Sequence[Card],
    *,
    seed: int = 1,
    view: Viewpoint | None = None,
    look: PictureLook = LIGHTS["normal"],
    catalogue: Catalogue = CATALOGUE,
) -> Shot:
    """Return a photo of the mat with these cards."""
    return render(scene_of(cards, catalogue), view or view_of(), look, seed)


def deal(seed: int, zones: Sequence[str], ids: Sequence[str]) -> list[Card]:
    """Return cards that lie in these zones, turned anyhow, none on another."""
    rng = np.random.default_rng([seed, 7])
    cards: list[Card] = []
    for name in ids:
        for _ in range(200):
            zone = MAT.zone(zones[int(rng.integers(len(zones)))])
            left, top, right, bottom = zone.area_mm
            at_mm = float(rng.uniform(left + 6, right - 6)), float(rng.uniform(top + 6, bottom - 6))
            card = Card(name, at_mm, float(rng.uniform(0, 360)))
            if not any(_overlap(card, other) for other in cards) and _clear_of_references(card):
                cards.append(card)
                break
    return cards


def _overlap(card: Card, other: Card) -> bool:
    area, _ = cv2.intersectConvexConvex(card.outline().astype(np.float32), other.outline().astype(np.float32))
    return bool(area > 0)


def _clear_of_references(card: Card) -> bool:
    for x, y in REFERENCES.values():
        half = REFERENCE_MM / 2
        corners = [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
        area, _ = cv2.intersectConvexConvex(card.outline().astype(np.float32), np.array(corners, np.float32))
        if area > 0:
            return False
    return True


#: The same cards on a mat that has one zone, open to all, as far as the picture goes.
ALL_OPEN = replace(CATALOGUE, surface=Mat(MAT.size_mm, (Zone("all", (-50, -50, 650, 420)),)))


def ids(reading: Reading) -> set[str]:
    """Return the tags that were read."""
    return {placed.tag.id for placed in reading.placed_tags}
