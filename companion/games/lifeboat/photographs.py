"""Lifeboat before the virtual camera: a game or a state on the mat, and the truth about its picture."""

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

import companion.cards.laid_cards as laid_cards
from companion.cards.laid_cards import CardTable, mat_corners
from companion.cards.things import Sleeves
from companion.games.lifeboat.card_art import ART
from companion.games.lifeboat.laying import lay
from companion.games.lifeboat.mat import BOAT, ZONE_NAMES, Moment, lies_at
from companion.games.lifeboat.photographed import load_photographed
from companion.sheets.card_tags import from_tag_to_middle
from companion.virtual_table.photographs import Photographs
from vision.model.catalogue import Catalogue
from vision.virtual import Hand, Scene, Shot

#: Sleeves shine a little.
_SHINE = 0.5
CARDS = CardTable(ART, ZONE_NAMES)


class LifeboatPhotographs(Photographs):
    """Fronts only where cards lie open; hands and piles show their backs."""

    def points_to_see(self, catalogue: Catalogue) -> npt.NDArray[np.float64]:
        """The mat's corners."""
        return mat_corners(catalogue)

    def scene(
        self, source: str, catalogue: Catalogue, *, seed: int, hand: Hand | None, moment: str = ""
    ) -> tuple[Scene, Callable[[Shot], dict[str, Any]]]:
        """The table of a game file or a public state."""
        table, state = load_photographed(source)
        now = Moment(moment or Moment.ACT)
        cards = lay(table, catalogue, now, Random(seed))
        scene = CARDS.scene(cards, catalogue, Sleeves(_SHINE, seed), hand)
        return scene, lambda shot: {**truth_of(shot, catalogue), "moment": str(now), "state": state}


def truth_of(shot: Shot, catalogue: Catalogue) -> dict[str, Any]:
    """The shot's truth; pieces in the boat have `place` and `side`, as ``companion read`` tells them."""
    truth = laid_cards.truth_of(shot, catalogue)
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
