"""Faults of a reading are announced once, calmly, and the tags are read all the same."""

import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.device.language import COMPLETE, use_language
from companion.device.settings import Settings
from companion.games import find_game
from companion.games.finstere_flure.table.observation import BoardObservation
from companion.journal import Journal
from companion.screen.pages import BoardPage, Tone
from companion.sheets.manifest import tags_of
from companion.table.announcement_queue import LONGEST_PROBLEM_S
from companion.table.camera_state import READING_FAULT_S
from companion.table.camera_table import CameraTable
from companion.table.camera_words import ReadingFaults
from companion.table.game import TableGame
from companion.table.observation import TableObservation
from companion.table.session import Session
from companion.table.session_start import open_session
from companion.voice import Level
from companion.voice.length import spoken_s
from engine.finstere_flure.events import GameStarted
from engine.finstere_flure.pieces import Colour
from tests.companion.table.test_photo import picture_of
from vision.model.catalogue import Catalogue
from vision.picture import Pixels
from vision.sources.camera import Camera, Frame
from vision.symbology import Symbology

NUDGED = "Reference card NW was nudged: push it back to its place."
SCALED = "The tags were printed at 94 %: measure the printed ruler."
OTHER = "The tags are of another kind, and I read them: name their manifest in the config file."
COARSE = "The tags are small in the picture: hang the camera lower, or choose a larger picture."
BLURRED = "The picture is too blurred to tell all tags apart: hold the camera still, and focus it."
VEILED = "A lamp or a window is mirrored on the board: keep its light off it."
UNCLEAR = "Many cells look covered: if nothing lies there, clear the board and set up the box again."


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    journal = Journal.open(tmp_path / "games.sqlite")
    session = open_session(journal, Settings(), [find_game("finstere-flure").table], sees=True, rng=Random(1))
    session.open_start_page()
    yield session
    journal.close()


def said(session: Session) -> list[str]:
    announcements = session.announcements()
    assert all(announcement.level is Level.DETAIL for announcement in announcements)
    assert not any(announcement.chime for announcement in announcements)
    return [announcement.text for announcement in announcements]


def test_each_fault_is_said_once_and_shown_for_a_while(session: Session) -> None:
    session.announcements()
    session.tick(100.0)
    for faults, told in (
        (ReadingFaults(), []),
        (ReadingFaults(left_out="NW"), [NUDGED]),
        (ReadingFaults(), []),
        (ReadingFaults(left_out="NW", percent=94), [SCALED]),
        # Measured again it is a little different.
        (ReadingFaults(left_out="NW", percent=93), []),
        (ReadingFaults(other_code=True, coarse=True), [OTHER, COARSE]),
        (ReadingFaults(blurred=True), [BLURRED]),
        (ReadingFaults(veiled=True), [VEILED]),
        (ReadingFaults(unclear=True), [UNCLEAR]),
    ):
        session.observe(TableObservation(reading_faults=faults), session.now)
        assert said(session) == told
    assert session.notice == UNCLEAR
    session.tick(100.0 + READING_FAULT_S)
    assert session.notice == ""


def test_several_faults_are_shown_one_after_the_other(session: Session) -> None:
    session.tick(100.0)
    session.observe(TableObservation(reading_faults=ReadingFaults("NW", 94, other_code=True)), session.now)
    for number, sentence in enumerate((NUDGED, SCALED, OTHER, "")):
        session.tick(100.0 + number * READING_FAULT_S)
        assert session.notice == sentence


def test_a_fault_is_amber_and_stops_no_game(session: Session) -> None:
    session.start(GameStarted((Colour.RED, Colour.BLUE), Colour.RED), {})
    before = session.page
    session.observe(TableObservation(reading_faults=ReadingFaults(left_out="NW")), session.now)
    page = session.page
    assert isinstance(page, BoardPage)
    assert isinstance(before, BoardPage)
    assert (page.status, page.status_tone) == (NUDGED, Tone.NOW)
    assert page.caption == before.caption


@pytest.mark.parametrize("language", COMPLETE)
def test_it_is_short_enough_to_be_said(language: str) -> None:
    use_language(language)
    sentences = ReadingFaults("NW", 94, other_code=True, coarse=True, unclear=True).sentences()
    assert [text for text in sentences.values() if spoken_s(text) > 2 * LONGEST_PROBLEM_S] == []


class Still(Camera):
    """A camera that always gives the same picture."""

    def __init__(self, pixels: Pixels) -> None:
        self._pixels = pixels

    def latest(self) -> Frame:
        return Frame(self._pixels, time.monotonic())

    def close(self) -> None:
        pass


@pytest.mark.slow
@pytest.mark.thorough(but=["april-qr"])
@pytest.mark.parametrize(("printed", "expected"), [("april", "qr"), ("qr", "april")])
def test_tags_of_another_symbology_are_read_in_a_game_as_what_they_are(
    session: Session, printed: Symbology, expected: Symbology
) -> None:
    tags = find_game("finstere-flure").sheets.tags

    def catalogue_of(_game: TableGame[Session]) -> Catalogue:
        return tags_of(tags, None, expected)

    room = CameraTable(session, lambda: Still(picture_of("finstere-flure", printed)), catalogue_of)
    try:
        until = time.monotonic() + 60.0
        while session.observation is None and time.monotonic() < until:
            room.tick(time.monotonic())
            time.sleep(0.02)
        seen = session.observed(BoardObservation)
        assert seen is not None
        assert seen.monster is not None
        assert room.catalogue_of(session.table_game).code == printed
        assert OTHER in [announcement.text for announcement in session.announcements()]
    finally:
        room.close()
