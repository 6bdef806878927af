"""Coach Ride before the virtual camera: a game or a state on the mat, and the truth about its picture."""

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from companion.cards.laid_cards import CardTable, mat_corners, truth_of
from companion.cards.things import Sleeves
from companion.games.coach_ride.card_art import ART
from companion.games.coach_ride.laying import lay
from companion.games.coach_ride.mat import ZONE_NAMES, Moment
from companion.games.coach_ride.photographed import load_photographed
from companion.virtual_table.photographs import Photographs
from vision.model.catalogue import Catalogue
from vision.virtual import Hand, Scene, Shot

#: Sleeves shine a little.
_SHINE = 0.5
CARDS = CardTable(ART, ZONE_NAMES)


class CoachRidePhotographs(Photographs):
    """Fronts only where cards lie open; hands and piles show their backs."""

    def points_to_see(self, catalogue: Catalogue) -> npt.NDArray[np.float64]:
        """The mat's corners."""
        return mat_corners(catalogue)

    def scene(
        self, source: str, catalogue: Catalogue, *, seed: int, hand: Hand | None, moment: str = ""
    ) -> tuple[Scene, Callable[[Shot], dict[str, Any]]]:
        """The table of a game file or a public state."""
        table, state = load_photographed(source)
        now = Moment(moment or Moment.FIGHT)
        cards = lay(table, catalogue, now, Random(seed))
        scene = CARDS.scene(cards, catalogue, Sleeves(_SHINE, seed), hand)
        return scene, lambda shot: {**truth_of(shot, catalogue), "moment": str(now), "state": state}


PHOTOGRAPHS = CoachRidePhotographs()
