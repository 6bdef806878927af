"""Lifeboat before the virtual camera: how its cards look and lie, and the truth about a picture of the boat."""

from typing import Any

from companion.cards.laid_cards import CardTable
from companion.cards.photographs import CardPhotographs
from companion.games.lifeboat.card_art import ART
from companion.games.lifeboat.laying import lay
from companion.games.lifeboat.mat import BOAT, ZONE_NAMES, Moment, lies_at
from companion.games.lifeboat.photographed import Photographed, load_photographed
from companion.sheets.card_tags import from_tag_to_middle
from vision.model.catalogue import Catalogue
from vision.virtual import Shot

CARDS = CardTable(ART, ZONE_NAMES)


class LifeboatPhotographs(CardPhotographs[Photographed, Moment]):
    """Boat row, open rows, and what is spread at the scoring."""

    cards = CARDS
    usual_moment = Moment.ACT
    load = staticmethod(load_photographed)
    lay = staticmethod(lay)

    def truth(self, shot: Shot, catalogue: Catalogue) -> dict[str, Any]:
        """Pieces in the boat have `place` and `side`, as ``companion read`` tells them."""
        truth = super().truth(shot, catalogue)
        tags = {tag.id: tag for tag in catalogue.tags}
        boat = []
        for piece in truth["pieces"]:
            if piece["zone"] == BOAT:
                x, y = from_tag_to_middle(tags[piece["id"]], piece["turn_deg"])
                piece["side"] = str(lies_at(piece["centre_mm"][1] + y))
                boat.append((piece["centre_mm"][0] + x, piece["id"], piece))
        for place, (_, _, piece) in enumerate(sorted(boat, key=lambda one: one[:2]), start=1):
            piece["place"] = place
        return truth


PHOTOGRAPHS = LifeboatPhotographs()
