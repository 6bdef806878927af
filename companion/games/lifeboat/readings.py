"""What pictures of Lifeboat's mat tell: the cards that lie open, and in the boat their places and sides."""

from typing import Any, ClassVar

from companion.games.lifeboat.mat import BOAT, ZONE_NAMES, ZONES_READ, CardKind, lies_at
from companion.games.lifeboat.seen import in_boat_order
from companion.games.lifeboat.tags import PROVISION_OF, TAGS, character_of
from companion.games.lifeboat.words import character_name, provision_name
from companion.sheets.card_tags import card_middle_mm
from companion.table.mat_readings import MatReadings
from vision.model.placed_tags import PlacedTag
from vision.reading import Reading


class LifeboatReadings(MatReadings):
    """Boat, open rows, the day's card and cards that are shown, each when its moment reads it (rules, section 14)."""

    tags = TAGS
    zones_read: ClassVar = ZONES_READ
    keeps_pictures: ClassVar = False

    def piece_name(self, placed: PlacedTag) -> str:
        """The provision, or whose card it is and which; navigation cards have but their numbers."""
        tag = placed.tag
        if tag.id in PROVISION_OF:
            return provision_name(PROVISION_OF[tag.id])
        if tag.kind == CardKind.NAVIGATION:
            return f"navigation card {tag.id}"
        return f"{tag.kind} card of {character_name(character_of(tag.id))}"

    def place_name(self, place: str) -> str:
        """As the mat calls it."""
        return "the boat" if place == BOAT else ZONE_NAMES.get(place, place)

    def pieces_to_json(self, meaning: Reading) -> list[dict[str, Any]]:
        """The public format: a card in the boat has its place from the bow (1) and its side, too."""
        places = {id(one): place for place, one in enumerate(in_boat_order(meaning.placed_tags), start=1)}
        return [self._piece(one, places.get(id(one))) for one in self.pieces(meaning)]

    def _piece(self, placed: PlacedTag, place: int | None) -> dict[str, Any]:
        piece = self.piece_to_json(placed)
        if placed.zone == BOAT:
            piece |= {"place": place, "side": str(lies_at(card_middle_mm(placed)[1]))}
        return piece


READINGS = LifeboatReadings()
