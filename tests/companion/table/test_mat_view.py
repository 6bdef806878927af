"""Tests of a badly shown mat: partly beyond the picture's edge, or with too small cards."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion.device.language import COMPLETE, use_language
from companion.device.settings import Settings
from companion.games.coach_ride.table.game import TABLE
from companion.games.coach_ride.virtual_table.game import VIRTUAL
from companion.games.finstere_flure.table.game import TABLE as FINSTERE_FLURE
from companion.journal import Journal
from companion.table.camera_words import MatView, describe_mat_view
from companion.table.observation import TableObservation
from companion.table.reading_setup import ReadingSetup
from companion.table.session import Session
from companion.table.session_start import open_session
from companion.virtual_table.camera import VirtualCamera
from vision.reading import Reading, read_picture
from vision.sources.camera import Frame
from vision.watching.observation import BoardState, Observation


@pytest.fixture
def session(tmp_path: Path) -> Session:
    session = open_session(Journal.open(tmp_path / "games.sqlite"), Settings(language="en"), [TABLE], sees=True)
    session.start(VIRTUAL.start(None, 1, {}))
    session.announcements()
    return session


@pytest.fixture(scope="module", params=[1280, 1920])
def looked(request: pytest.FixtureRequest) -> tuple[Frame, Reading, bool]:
    """Return a picture of so many pixels across, its reading, and whether it is coarse."""
    width = request.param
    table = VIRTUAL.some_table(Random(1), 1)
    camera = VirtualCamera(table, size_px=(width, width * 9 // 16))
    frame = camera.latest()
    reading = read_picture(frame.picture, table.catalogue, focal_px=float(camera.view.camera.matrix[0, 0]))
    return frame, reading, width == 1280


def settled(reading: Reading) -> Observation:
    return Observation(0.0, {}, BoardState.FOUND, reading, settled=True, changed=True)


@pytest.mark.slow
def test_a_mat_that_is_too_coarse_to_read_is_told_once(session: Session, looked: tuple[Frame, Reading, bool]) -> None:
    frame, reading, is_coarse = looked
    setup = ReadingSetup(session, lambda _: VIRTUAL.pieces.catalogue())
    all_read = setup.observe(settled(replace(reading, unreadable=())), frame)
    assert all_read.mat_view is MatView.GOOD, "all that lies there is read"
    unread = setup.observe(settled(replace(reading, unreadable=("claim",))), frame)
    assert unread.mat_view is (MatView.COARSE if is_coarse else MatView.GOOD)
    for _ in range(2):
        session.observe(unread, 0.0)
    assert len(session.announcements()) == is_coarse, "the voice asks once to look at the screen"
    assert (session.notice == describe_mat_view(MatView.COARSE)) is is_coarse


def test_a_mat_that_reaches_beyond_the_edge_is_cut_off(session: Session, looked: tuple[Frame, Reading, bool]) -> None:
    frame, reading, _ = looked
    setup = ReadingSetup(session, lambda _: VIRTUAL.pieces.catalogue())
    part = Frame(frame.pixels[:, : frame.pixels.shape[1] // 2], frame.taken_s)
    assert setup.observe(settled(reading), part).mat_view is MatView.CUT_OFF


def test_what_is_good_again_is_no_longer_shown(session: Session) -> None:
    session.observe(TableObservation(mat_view=MatView.COARSE), session.now)
    assert session.notice
    session.observe(TableObservation(mat_view=MatView.GOOD), session.now)
    assert not session.notice


@pytest.mark.parametrize("view", [MatView.CUT_OFF, MatView.COARSE])
def test_it_is_told_in_every_language(view: MatView) -> None:
    told = set()
    for language in COMPLETE:
        use_language(language)
        told.add(describe_mat_view(view))
    assert len(told) == len(COMPLETE)


def test_a_mat_that_was_cut_off_is_nothing_to_say_in_another_game(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / "games.sqlite")
    session = open_session(journal, Settings(language="en"), [TABLE, FINSTERE_FLURE], sees=True)
    session.open_start_page()
    session.new_game(TABLE)
    session.observe(TableObservation(mat_view=MatView.CUT_OFF), 1.0)
    assert session.notice == describe_mat_view(MatView.CUT_OFF)
    session.new_game(FINSTERE_FLURE)
    # A board's reading says nothing of a mat.
    session.observe(TableObservation(), 2.0)
    assert session.notice == ""
