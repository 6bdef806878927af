"""Tests of observations after a frame: lost boards, motion, settled readings, meanings."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.device.settings import Settings
from companion.journal import Journal
from companion.sheets.manifest import tags_of
from companion.table.camera_words import ReadingFaults
from companion.table.reading_setup import ReadingSetup
from companion.table.session_start import open_session
from companion.virtual_table.camera import VirtualCamera
from tests.companion.cells.noughts_and_crosses import NoughtsTable
from tools.walk.games import games
from vision.errors import BoardNotFoundError, MirroredPictureError, VisionError
from vision.locate.registration import Registration
from vision.model.pinhole import looking_at
from vision.reading import Reader, Reading
from vision.sources.camera import Frame
from vision.watching.disturbance import Disturbance, DisturbanceKind
from vision.watching.observation import BoardState, Observation

FRAME = Frame(np.zeros((72, 128, 3), np.uint8), 1.0)
SWAY = Disturbance(DisturbanceKind.SWAY)


def reading() -> Reading:
    camera = looking_at((150.0, 150.0), 500.0, 1000.0, (1280, 720))
    return Reading(Registration(np.eye(3), 0.1, camera, ()), (), (), 0)


def observed(reading: Reading | None = None, board: BoardState = BoardState.FOUND, **more: Any) -> Observation:
    return Observation(1.0, {}, board, reading, **{"settled": True, "changed": False, "disturbance": SWAY, **more})


@pytest.fixture
def setup(tmp_path: Path) -> ReadingSetup:
    game = NoughtsTable()
    session = open_session(Journal.open(tmp_path / "games.sqlite"), Settings(), [game], sees=True)
    return ReadingSetup(session, lambda game: tags_of(game.readings.tags, None), other_code=True)


@pytest.mark.parametrize("trouble", [None, BoardNotFoundError("no board"), MirroredPictureError()])
def test_a_lost_board_is_an_error_and_means_nothing(setup: ReadingSetup, trouble: VisionError | None) -> None:
    told = setup.observe(observed(reading(), BoardState.LOST, trouble=trouble), FRAME)
    assert (told.meaning, told.error, told.disturbance) == (None, trouble, SWAY)


@pytest.mark.parametrize(("settled", "read"), [(False, reading()), (True, None)])
def test_what_does_not_lie_still_or_was_not_read_means_nothing(
    setup: ReadingSetup, settled: bool, read: Reading | None
) -> None:
    told = setup.observe(observed(read, BoardState.MOVED, settled=settled), FRAME)
    assert (told.meaning, told.error, told.moved, told.disturbance) == (None, None, True, SWAY)
    assert told.reading_faults is None


def test_the_same_reading_has_the_same_meaning(setup: ReadingSetup) -> None:
    first = reading()
    told = setup.observe(observed(first, BoardState.MOVED), FRAME)
    assert (told.moved, told.disturbance, told.reading_faults) == (True, SWAY, ReadingFaults(other_code=True))
    again = setup.observe(observed(first), FRAME)
    assert again.meaning is told.meaning is not None
    assert not again.moved
    assert setup.observe(observed(reading()), FRAME).meaning is not told.meaning


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "is_shown"), [("breakthrough", True), ("mouse-and-elephant", False)])
def test_a_picture_of_the_board_is_made_if_it_is_wanted_and_nothing_on_it_is_hidden(
    journal: Journal, kind: str, is_shown: bool
) -> None:
    game = games()[kind]
    table = game.virtual.table_before(game.virtual.start(None, 1, {}), 1)
    session = open_session(journal, Settings(), [game.table], sees=True)
    setup = ReadingSetup(session, lambda _: table.catalogue)
    camera = VirtualCamera(table)
    focal_px = float(camera.view.camera.matrix[0, 0])
    frame = camera.latest()
    catalogue = setup.readings.tags_read(table.catalogue)
    settled = observed(Reader(catalogue, focal_px=focal_px, covers=setup.readings.covered).read(frame.picture))
    assert setup.observe(settled, frame).picture is None, "nobody wants it"
    session.wants_board_picture = True
    assert (setup.observe(settled, frame).picture is not None) is is_shown
