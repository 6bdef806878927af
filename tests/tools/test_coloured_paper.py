"""Tests of tags on coloured paper: all are read, and the bare board stays bare."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from companion.games.finstere_flure.reading.readings import READINGS
from companion.games.finstere_flure.tags import make_catalogue
from companion.games.finstere_flure.virtual_table.scene import scene_from_position
from tools.evidence.measure import measure
from tools.evidence.phone_shots import shots
from tools.evidence.phone_shots.shots import ShotPlan, take
from vision.reading import Reader
from vision.virtual import Scene, Thing

#: Colours of paper (BGR).
RED = (60, 60, 205)
KRAFT = (120, 165, 200)
#: Numbers of held-out prints: marble, runes and a relief map.
MARBLE = 0
RUNES = 9
RELIEF_MAP = 36


def on_paper(thing: Thing, paper: tuple[int, int, int]) -> Thing:
    """Return the thing with all its faces printed on this paper."""
    share = np.array(paper) / 255

    def printed(picture: Any) -> Any:
        return (picture * share).round().astype(np.uint8)

    bodies = []
    for body in thing.bodies:
        prints = tuple(replace(own, picture=printed(own.picture)) for own in body.prints)
        top = np.round(np.array(body.top) * share).astype(int).tolist()
        bodies.append(replace(body, top=tuple(top), prints=prints))
    return replace(thing, bodies=tuple(bodies))


@pytest.mark.slow
@pytest.mark.thorough(but=["red-marble"])
@pytest.mark.parametrize("number", [MARBLE, RUNES, RELIEF_MAP], ids=["marble", "runes", "relief-map"])
@pytest.mark.parametrize("paper", [RED, KRAFT], ids=["red", "kraft"])
def test_tags_on_coloured_paper_are_read_and_few_bare_cells_are_called_covered(
    number: int, paper: tuple[int, int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    def scene(*args: Any, **kwargs: Any) -> Scene:
        laid = scene_from_position(*args, **kwargs)
        return replace(laid, things=tuple(on_paper(thing, paper) for thing in laid.things))

    monkeypatch.setattr(shots, "scene_from_position", scene)
    shot = take(ShotPlan("held-out", number, "plain", 900 + number, 5))
    catalogue = make_catalogue()
    reading = Reader(catalogue, focal_px=shot.focal_px, covers=READINGS.covered).read(shot.picture)
    counted = measure(reading, shot.truth, catalogue.grid.cell_mm)
    assert counted.read == counted.pieces > 0
    assert counted.wrong == counted.vanished == 0
    assert counted.alarms <= 3
