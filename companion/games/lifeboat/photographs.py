"""Lifeboat before the virtual camera: the cards of a game or a state on the mat, and the truth about their picture."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from companion.games.lifeboat.card_art import ART
from companion.games.lifeboat.laying import LaidCard, lay
from companion.games.lifeboat.mat import BOAT, Moment, lies_at
from companion.games.lifeboat.photographed import load_photographed
from companion.games.lifeboat.sheets import ZONE_NAMES
from companion.sheets.card_tags import from_tag_to_middle
from companion.sheets.mat_plan import mat_plan
from companion.virtual_table.card_things import BACK, CardThings, Sleeves, mat_print
from companion.virtual_table.photographs import Photographs
from companion.virtual_table.wood import wood_print
from vision.catalogue import Catalogue
from vision.virtual import Hand, Print, Scene, Shot

#: Sleeves shine a little.
_SHINE = 0.5


class LifeboatPhotographs(Photographs):
    """Fronts only where cards lie open; hands and piles show their backs."""

    def points_to_see(self, catalogue: Catalogue) -> npt.NDArray[np.float64]:
        """The mat's corners."""
        return np.array(catalogue.surface.corners_mm, np.float64)

    def scene(
        self, source: str, catalogue: Catalogue, *, seed: int, hand: Hand | None, moment: str = ""
    ) -> tuple[Scene, Callable[[Shot], dict[str, Any]]]:
        """The table of a game file or a public state."""
        table, state = load_photographed(source)
        cards = lay(table, catalogue, Moment(moment or Moment.ACT), Random(seed))
        scene = scene_of(cards, catalogue, Sleeves(_SHINE, seed), hand)
        return scene, lambda shot: {**truth_of(shot, catalogue), "moment": moment or str(Moment.ACT), "state": state}


def ground_of(catalogue: Catalogue) -> tuple[Print, ...]:
    """A wooden table and the mat on it."""
    return wood_print(catalogue.surface.extent_mm), mat_print(mat_plan(catalogue, ZONE_NAMES))


def scene_of(
    cards: Sequence[LaidCard], catalogue: Catalogue, sleeves: Sleeves | None = None, hand: Hand | None = None
) -> Scene:
    """The mat with these cards on it, lower ones first."""
    things = CardThings(catalogue, ART, sleeves)
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
    return Scene(ground_of(catalogue), (*things.references(), *made), catalogue.surface, hand)


def truth_of(shot: Shot, catalogue: Catalogue) -> dict[str, Any]:
    """The shot's truth as ``companion read`` names it, at the moment whose zones the catalogue's mat reads.

    Things become `pieces` (those that are read at this moment, with `zone`, `at_mm`, and in the boat `place` and
    `side`), `others` (that lie open and are not read) and `references`.
    """
    truth = dict(shot.truth)
    tags = {tag.id: tag for tag in catalogue.tags}
    pieces: list[dict[str, Any]] = []
    others: list[dict[str, Any]] = []
    references: list[dict[str, Any]] = []
    for thing in truth.pop("things"):
        tag = tags[thing["id"]]
        if tag.placement_mm is not None:
            references.append(thing)
            continue
        x, y = thing["centre_mm"]
        zone = catalogue.mat.zone_at(x, y)
        if zone is None or not zone.reads(tag.kind):
            others.append(thing)
            continue
        pieces.append({**thing, "zone": zone.name, "at_mm": [round(x, 1), round(y, 1)]})
    boat = []
    for piece in pieces:
        if piece["zone"] == BOAT:
            x, y = from_tag_to_middle(tags[piece["id"]], piece["turn_deg"])
            piece["side"] = str(lies_at(piece["centre_mm"][1] + y))
            boat.append((piece["centre_mm"][0] + x, piece["id"], piece))
    for place, (_, _, piece) in enumerate(sorted(boat, key=lambda one: one[:2]), start=1):
        piece["place"] = place
    return {**truth, "pieces": pieces, "others": others, "references": references}


PHOTOGRAPHS = LifeboatPhotographs()
