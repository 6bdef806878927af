"""Tests of the page of the version and its wishes for a USB stick."""

from pathlib import Path

import pytest

from companion.device.settings import Settings
from companion.device.stick import ANSWER, WISH, StickAnswer, StickReader, stick_reader, version
from companion.games.finstere_flure.table.game import TABLE as FINSTERE_FLURE
from companion.journal import Journal
from companion.screen.fonts import Fonts
from companion.screen.page_view import PageView
from companion.screen.pages import ListPage
from companion.table.session import Session
from companion.table.session_start import open_session
from companion.table.version_page import VersionStep
from tests.companion.table.counting import Counting


@pytest.fixture
def session(journal: Journal) -> Session:
    session = open_session(journal, Settings(), [Counting()], sees=True)
    session.open_start_page()
    return session


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The service's runtime folder."""
    folder = tmp_path / "runtime"
    folder.mkdir()
    return folder


def shown(session: Session) -> ListPage:
    assert isinstance(session.page, ListPage)
    return session.page


def test_the_settings_lead_to_the_version(session: Session) -> None:
    for target in ("settings", "version"):
        session.touch(target, 0.0)
    assert shown(session).title == f"Version {version()}"


def test_where_nobody_mounts_sticks_none_is_offered(session: Session) -> None:
    session.open(VersionStep(session))
    assert shown(session).rows == ()
    assert shown(session).keys.advance == ""


@pytest.mark.parametrize("wish", ["update", "report"])
def test_a_wish_is_left_for_the_unit_and_its_answer_shown(wish: str, session: Session, folder: Path) -> None:
    session.open(VersionStep(session, StickReader(folder)))
    assert [row.id for row in shown(session).rows] == ["update", "report", ""]
    session.touch(wish, 0.0)
    assert (folder / WISH).read_text() == wish
    assert shown(session).text == "This takes some minutes. Leave the stick in."
    assert shown(session).rows == ()
    (folder / ANSWER).write_text(StickAnswer.NO_STICK)
    assert shown(session).text == "There is no USB stick."
    assert [row.id for row in shown(session).rows] == ["update", "report", ""]


def test_every_answer_of_the_script_has_a_sentence_of_its_own(session: Session, folder: Path) -> None:
    script = (Path(__file__).parents[3] / "install" / "stick.sh").read_text()
    session.open(VersionStep(session, StickReader(folder)))
    session.touch("report", 0.0)
    told = set()
    for answer in set(StickAnswer) - {StickAnswer.NONE}:
        assert answer is StickAnswer.WORKING or f"finish {answer}" in script
        (folder / ANSWER).write_text(answer)
        told.add(shown(session).text)
    assert len(told - {""}) == len(StickAnswer) - 1


def test_an_answer_to_an_earlier_wish_is_not_shown(session: Session, folder: Path) -> None:
    (folder / ANSWER).write_text(StickAnswer.WORKING)
    session.open(VersionStep(session, StickReader(folder)))
    assert shown(session).text == "A USB stick brings updates and takes reports along."
    assert len(shown(session).rows) == 3


@pytest.mark.parametrize("size", [(800, 480), (480, 800), (640, 720), (1280, 720)])
def test_no_row_moves_when_the_answer_comes(size: tuple[int, int], session: Session, folder: Path) -> None:
    session.open(VersionStep(session, StickReader(folder)))
    fonts = Fonts()
    view = PageView(fonts, FINSTERE_FLURE.pictures(fonts))
    before = [place.box for place in view.places(size, shown(session))]
    session.touch("update", 0.0)
    (folder / ANSWER).write_text(StickAnswer.NO_STICK)
    assert [place.box for place in view.places(size, shown(session))] == before


def test_a_version_that_was_given_up_is_named(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_GIVEN_UP", "0.4.0-abc")
    session.open(VersionStep(session))
    assert shown(session).text == "Version 0.4.0-abc did not start: this one runs in its place."


def test_only_the_service_without_a_desktop_has_sticks(folder: Path) -> None:
    assert stick_reader({}) is None
    assert stick_reader({"RUNTIME_DIRECTORY": str(folder)}) is None
    assert stick_reader({"RUNTIME_DIRECTORY": str(folder), "STATE_DIRECTORY": "/var/lib/x"}) is not None
