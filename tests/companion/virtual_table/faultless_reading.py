"""Readings of a virtual table without pictures: all tags in sight, and nothing odd.

A picture is drawn and read in a tenth of a second; tests of what follows from a reading need neither.
"""

from typing import Any

import numpy as np
import pytest

from companion.table.observation import TableObservation
from companion.virtual_table.table import VirtualTable
from companion.virtual_table.watched_table import WatchedTable
from vision.locate.registration import Registration
from vision.model.catalogue import Catalogue
from vision.model.detections import TagDetection
from vision.model.pinhole import Pinhole
from vision.model.placed_tags import placed_tags
from vision.model.surface import Mat, ZoneUse
from vision.reading import Reading


def reading_of(table: VirtualTable, catalogue: Catalogue, camera: Pinhole) -> Reading:
    """Return the table read without fault: every tag that lies in sight, and below nothing."""
    tags = {tag.id: tag for tag in catalogue.tags}
    left, top, right, bottom = table.areas.seen
    lying = table.stacked()
    seen = []
    for number, piece in enumerate(lying):
        tag, (x, y) = tags.get(piece.tag_id), piece.centre_mm
        if tag is None or not (left < x < right and top < y < bottom):
            continue
        if any(table.covers(upper, piece.centre_mm) for upper in lying[number + 1 :]):
            continue
        half = tag.size_mm / 2
        corners = [
            piece.to_board(corner_mm) for corner_mm in ((-half, -half), (half, -half), (half, half), (-half, half))
        ]
        spots = np.array([(*corner, tag.height_mm) for corner in corners])
        seen.append(TagDetection(tag, catalogue.code, camera.project(spots), "zxing"))
    placed = placed_tags(seen, camera, catalogue)
    surface = catalogue.surface
    if isinstance(surface, Mat):
        secret = {zone.name for zone in surface.zones if zone.use is ZoneUse.SECRET}
        placed = tuple(
            placed_tag for placed_tag in placed if placed_tag.zone is not None and placed_tag.zone not in secret
        )
    return Reading(Registration(np.eye(3), 0.1, camera, ()), placed, (), 0)


class FaultlessReader:
    """Substitute for the camera's looks at virtual tables; what lies as it did is not read anew."""

    def __init__(self) -> None:
        self._last: tuple[object, TableObservation[Any]] | None = None

    def observe(self, watched: WatchedTable) -> None:
        """Give the session what the table's tags tell."""
        game = watched.session.table_game
        readings = game.readings.at_moment(watched.session.moment)
        layout = watched, tuple(watched.table.stacked()), readings
        if self._last is None or self._last[0] != layout:
            catalogue = readings.tags_read(watched.table.catalogue)
            reading = reading_of(watched.table, catalogue, watched.camera.view.camera)
            self._last = layout, TableObservation(game.observe(reading, catalogue))
        watched.session.observe(self._last[1], watched.now)


@pytest.fixture
def faultless_reading(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Virtual tables are read without pictures; with ``--thorough`` from pictures as always."""
    if not request.config.getoption("--thorough"):
        reader = FaultlessReader()
        monkeypatch.setattr(WatchedTable, "_read", lambda watched: reader.observe(watched))
