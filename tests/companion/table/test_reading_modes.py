"""Tests of readings that change with the step: table, watcher and recording follow it.

The game is made up: cards on a mat. By default the rows are read; when cards are dealt, the boat.
"""

import argparse
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

from companion.device.settings import Settings
from companion.journal import Journal
from companion.screen.pages import Row
from companion.table.camera_table import CameraTable
from companion.table.game import TableGame
from companion.table.lists import ListStep
from companion.table.mat_readings import MatReadings
from companion.table.menus import MenuStep
from companion.table.recording import Recorder, load_recording
from companion.table.session import Session
from companion.table.session_start import open_session
from companion.table.step import Step
from tests.companion.table.card_readings import CardTags
from tests.companion.table.counting import CountingRules, seen_and_laid
from tests.vision.card_mat import CATALOGUE, Card, photograph, view_of
from vision.model.catalogue import Catalogue
from vision.model.pinhole import Pinhole
from vision.picture import Pixels, load_picture
from vision.reading import Reading
from vision.sources.camera import Camera, Frame

#: One card in a row, one in the boat, one on the deck, which is secret.
CARDS = (Card("c1", (100, 50)), Card("c2", (250, 180)), Card("c3", (470, 175)))


@dataclass(frozen=True)
class CardReadings(MatReadings):
    """Readings of the cards."""

    zones_read: ClassVar[Mapping[str, Mapping[str, frozenset[str] | None]]] = {
        "play": {"row-1": None, "row-2": None},
        "deal": {"boat": frozenset({"card"})},
    }
    tags = CardTags()


class PlayStep(ListStep):
    """The usual moment."""

    name = "play"

    def title(self) -> str:
        return "Play"

    def rows(self) -> Sequence[Row]:
        return ()


class DealStep(PlayStep):
    """Another one."""

    name = moment = "deal"


class CardTable(TableGame[Session]):
    """The cards at the table."""

    rules = CountingRules()
    readings = CardReadings()

    def title(self) -> str:
        return "Cards"

    def help(self, _state: int) -> Sequence[str]:
        return ()

    def status(self, _state: int) -> str:
        return ""

    def describe_event(self, _before: int | None, event: str, _after: int) -> str:
        return event

    def pictures(self, _fonts: object) -> Any:
        raise NotImplementedError

    def new_game(self, session: Session) -> Step[Session]:
        return PlayStep(session)

    def begin(self, session: Session, started: str, variants: Mapping[str, Any]) -> None:
        session.start(started, variants)

    def next_step(self, session: Session) -> Step[Session]:
        return PlayStep(session)

    def observe(self, reading: Reading, catalogue: Catalogue) -> Any:
        """Return the cards that are seen, and the zones that are read."""
        return tuple(sorted(placed.tag.id for placed in reading.placed_tags)), catalogue.surface.places

    def layout_after(self, layout: Any, _before: int | None, _event: str, _after: int, *, already_placed: bool) -> Any:
        del already_placed
        return layout

    def signs(self) -> Sequence[Row]:
        return ()


class Photo(Camera):
    """A camera before which nothing moves."""

    def __init__(self, picture: Pixels) -> None:
        self._picture = picture

    def latest(self) -> Frame:
        return Frame(self._picture, time.monotonic())

    def close(self) -> None:
        """Do nothing: the camera holds nothing open."""


@pytest.fixture(scope="module")
def shot() -> tuple[Pixels, Pinhole]:
    view = view_of((2304, 1296))
    return photograph(CARDS, view=view).picture, view.camera


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    journal = Journal.open(tmp_path / "games.sqlite")
    session = open_session(journal, Settings(), [CardTable()], sees=True)
    session.new_game(session.table_game)
    yield session
    journal.close()


def see(room: CameraTable, until: Callable[[], object]) -> None:
    deadline = time.monotonic() + 30.0
    while not until():
        assert time.monotonic() < deadline
        room.tick(time.monotonic())
        time.sleep(0.01)


def test_the_topmost_step_that_names_a_moment_says_it(session: Session) -> None:
    def moment() -> str:
        return CardTable().readings.at_moment(session.moment).moment

    assert moment() == ""
    session.open(DealStep(session))
    assert moment() == "deal"
    session.start("started")
    session.open(DealStep(session))
    session.open(MenuStep(session))
    assert moment() == "deal", "a menu lies over it"
    session.close()
    session.close()
    assert moment() == ""


def test_a_moment_that_the_game_does_not_have_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="no moment 'night'; there are play, deal"):
        CardReadings().at_moment("night")
    assert CardReadings().with_arguments(argparse.Namespace(moment="deal")) == CardReadings("deal")


@pytest.mark.slow
def test_the_room_reads_and_records_what_the_step_wants(
    session: Session, shot: tuple[Pixels, Pinhole], tmp_path: Path
) -> None:
    picture, camera = shot
    recorder = Recorder(tmp_path / "evening", CardReadings(), CATALOGUE)
    room = CameraTable(session, lambda: Photo(picture), lambda _: CATALOGUE, record=recorder.see)
    try:
        see(room, lambda: seen_and_laid(session)[0] == (("c1",), ("row-1", "row-2")))
        session.open(DealStep(session))
        see(room, lambda: seen_and_laid(session)[0] == (("c2",), ("boat",)))
        session.close()
        see(room, lambda: seen_and_laid(session)[0] == (("c1",), ("row-1", "row-2")))
    finally:
        room.close()
    recording = load_recording(tmp_path / "evening", CardReadings())
    frames = [frame for frame in recording.frames if frame.reading]
    assert [frame.moment for frame in frames] == ["", "deal", ""]

    def kept(number: int, card: Card) -> bool:
        x, y = camera.project([(*card.at_mm, 1.0)])[0]
        return bool(load_picture(frames[number].picture).pixels[round(y) - 2 : round(y) + 3, round(x)].any())

    assert [[kept(number, card) for card in CARDS] for number in range(3)] == [
        [True, False, False],
        [False, True, False],
        [True, False, False],
    ]
    for frame in frames:
        again = CardReadings().at_moment(frame.moment)
        assert frame.reading is not None
        assert [piece["id"] for piece in frame.reading["pieces"]] == (["c2"] if again.moment else ["c1"])


@pytest.mark.slow
def test_a_mat_that_reaches_beyond_the_picture_is_told_once(session: Session, shot: tuple[Pixels, Pinhole]) -> None:
    picture, camera = shot
    corners = [
        (x, bottom) for left, _, right, bottom in (zone.area_mm for zone in CATALOGUE.mat.zones) for x in (left, right)
    ]
    edge = round(camera.project(corners)[:, 1].max()) - 12
    photos = [picture, np.ascontiguousarray(picture[:edge])]
    said: list[str] = []
    for number in (0, 1, 0):
        room = CameraTable(session, partial(Photo, photos[number]), lambda _: CATALOGUE)
        session.observation = None
        try:
            see(room, lambda: session.observation is not None)
            session.open(DealStep(session))
            see(room, lambda: session.observation is not None and seen_and_laid(session)[0][1] == ("boat",))
        finally:
            room.close()
            session.close()
        told = "The mat is cut off: hang the camera higher."
        assert session.notice == (told if number else "")
        said += [announcement.text for announcement in session.announcements()]
    assert said.count(told) == 1


def test_a_recording_of_a_moment_that_is_none_is_refused(tmp_path: Path) -> None:
    Recorder(tmp_path / "evening", CardReadings(), CATALOGUE)
    line = '{"picture": "1.jpg", "taken_s": 0, "reading": null, "covered": [], "moment": "night"}\n'
    (tmp_path / "evening" / "frames.jsonl").write_text(2 * line)
    with pytest.raises(Exception, match="line 1 is no picture of a recording"):
        load_recording(tmp_path / "evening", CardReadings())
