"""Tests of the page of the version and its wishes for a USB stick."""

import json
import re
import time
from pathlib import Path

import pytest

from companion.device import stick
from companion.device.language import COMPLETE, language_in_use, use_language
from companion.device.settings import Settings
from companion.device.stick import ANSWER, WISH, StickAnswer, StickReader, examine, stick_reader
from companion.device.version import version
from companion.games.finstere_flure.table.game import TABLE as FINSTERE_FLURE
from companion.journal import Journal
from companion.screen.fitting import fit_problems
from companion.screen.fonts import Fonts
from companion.screen.page_view import PageView
from companion.screen.pages import ListPage
from companion.table import version_page
from companion.table.session import Session
from companion.table.session_start import open_session
from companion.table.version_page import DoubtfulArchiveStep, VersionStep
from hardware.buttons import Button, Press
from tests import ROOT
from tests.companion.table.counting import Counting


@pytest.fixture
def session(journal: Journal) -> Session:
    session = open_session(journal, Settings(), [Counting()], sees=True)
    session.open_start_page()
    return session


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the service's runtime folder."""
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
    assert not [row for row in shown(session).rows if row.id]
    assert shown(session).keys.advance == ""


def test_a_laptop_says_its_commit_and_how_an_update_comes(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(version_page, "commit", lambda: "0123456789ab")
    session.open(VersionStep(session))
    assert [(row.text, row.detail) for row in shown(session).rows] == [("Commit", "0123456789ab")]
    assert shown(session).text.startswith("To update, install the new version")


def answer(folder: Path, answer: str, wish: str = "", **about: str) -> None:
    """Answer the wish that lies there as the unit does, or the wish with that number."""
    number = wish or (folder / WISH).read_text().split()[1]
    place = folder.parent / ANSWER
    place.parent.mkdir(exist_ok=True)
    place.write_text(json.dumps({"wish": number, "answer": answer, **about}))


@pytest.fixture(autouse=True)
def no_doctor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stick, "examine", lambda findings: findings.write_text("all is well"))


def await_wish(folder: Path) -> str:
    """Return the wish, which is left once the doctor has been."""
    until = time.monotonic() + 10
    while not (folder / WISH).exists():
        assert time.monotonic() < until
        time.sleep(0.01)
    return (folder / WISH).read_text()


@pytest.mark.parametrize("wish", ["update", "report"])
def test_a_wish_is_left_for_the_unit_and_its_answer_shown(wish: str, session: Session, folder: Path) -> None:
    session.open(VersionStep(session, StickReader(folder)))
    assert [row.id for row in shown(session).rows] == ["update", "report", ""]
    session.touch(wish, 0.0)
    assert re.fullmatch(f"{wish} [0-9a-f]{{16}}", await_wish(folder))
    assert (folder / "doctor.txt").exists() is (wish == "report")
    assert shown(session).text == "This takes some minutes. Leave the stick in."
    assert shown(session).rows == ()
    answer(folder, StickAnswer.NO_STICK)
    assert shown(session).text == "There is no USB stick."
    assert [row.id for row in shown(session).rows] == ["update", "report", ""]


def test_every_answer_of_the_scripts_has_a_sentence_of_its_own(session: Session, folder: Path) -> None:
    scripts = "".join((ROOT / "install" / name).read_text() for name in ("archive.py", "stick.py"))
    session.open(VersionStep(session, StickReader(folder)))
    session.touch("update", 0.0)
    told = set()
    for said in set(StickAnswer) - {StickAnswer.NONE, StickAnswer.CONFIRM}:
        assert f'"{said}"' in scripts
        answer(folder, said)
        told.add(shown(session).text)
    assert len(told - {""}) == len(StickAnswer) - 2
    # Every word that the scripts answer is known.
    words = re.findall(r'(?:AnsweredError|RefusedError)\(\s*"([a-z-]+)"', scripts)
    assert words
    assert set(words) <= set(StickAnswer)


def test_an_answer_to_an_earlier_wish_is_not_shown(session: Session, folder: Path) -> None:
    answer(folder, StickAnswer.INSTALLED, "0123456789abcdef")
    session.open(VersionStep(session, StickReader(folder)))
    assert shown(session).text == "An update gets the whole machine: take one only from people you trust."
    session.touch("update", 0.0)
    assert shown(session).text == "This takes some minutes. Leave the stick in."


@pytest.mark.parametrize("size", [(800, 480), (480, 800), (640, 720), (1280, 720)])
def test_no_row_moves_when_the_answer_comes(size: tuple[int, int], session: Session, folder: Path) -> None:
    session.open(VersionStep(session, StickReader(folder)))
    fonts = Fonts()
    view = PageView(fonts, FINSTERE_FLURE.pictures(fonts))
    before = [place.box for place in view.places(size, shown(session))]
    session.touch("update", 0.0)
    answer(folder, StickAnswer.NO_STICK)
    assert [place.box for place in view.places(size, shown(session))] == before


UNSIGNED = {"archive": "finstere-flure-companion-2.0.0.tar", "checksum": "a" * 64, "version": "2.0.0"}
OLDER = UNSIGNED | {"version": "0.1.0", "signer": "maker", "trusted": "yes", "installed": "0.4.0"}
FOREIGN = UNSIGNED | {"signer": "SHA256:" + "x" * 43}
FOREIGN_AND_OLDER = FOREIGN | {"version": "0.1.0", "installed": "0.4.0"}
#: A name as long as an archive's may be.
LONGEST = UNSIGNED | {"archive": f"finstere-flure-companion-{'9.' * 30}9.tar", "version": "9.9.9.9.9.9rc9"}
FOREIGN_TOLD = f"A key that is not known here: {FOREIGN['signer']}"


def ask(session: Session, folder: Path, about: dict[str, str]) -> ListPage:
    """Have the unit answer that people must confirm this archive; return the page then."""
    session.open(VersionStep(session, StickReader(folder)))
    session.touch("update", 0.0)
    answer(folder, StickAnswer.CONFIRM, **about)
    session.tick(1.0)
    return shown(session)


@pytest.mark.parametrize(
    ("about", "version_told", "signer", "sentence"),
    [
        (UNSIGNED, "2.0.0", "Nobody", "Whoever made it gets the whole machine."),
        (FOREIGN, "2.0.0", FOREIGN_TOLD, "Whoever made it gets the whole machine."),
        (FOREIGN_AND_OLDER, "0.1.0, older than 0.4.0", FOREIGN_TOLD, "Whoever made it gets the whole machine."),
        (OLDER, "0.1.0, older than 0.4.0", "maker", "It is older than version 0.4.0"),
    ],
    ids=["unsigned", "foreign", "foreign-and-older", "older"],
)
def test_a_doubtful_archive_is_named(
    about: dict[str, str], version_told: str, signer: str, sentence: str, session: Session, folder: Path
) -> None:
    page = ask(session, folder, about)
    assert page.name == "archive"
    assert [row.detail for row in page.rows] == [about["archive"], version_told, signer]
    assert sentence in page.text
    assert not any(row.id for row in page.rows)


@pytest.mark.slow
@pytest.mark.thorough(but=["size0", "size4"])
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (800, 480), (480, 800), (640, 720)])
def test_questions_and_answers_fit_the_page_in_every_language(
    size: tuple[int, int], session: Session, folder: Path
) -> None:
    fonts, spoken = Fonts(), language_in_use()
    view = PageView(fonts, FINSTERE_FLURE.pictures(fonts))
    sticks = StickReader(folder)
    page = VersionStep(session, sticks)
    page.choose("update")
    try:
        for language in COMPLETE:
            use_language(language)
            pages = []
            for about in (LONGEST, FOREIGN_AND_OLDER, OLDER):
                answer(folder, StickAnswer.CONFIRM, **about)
                question = DoubtfulArchiveStep(session, sticks)
                pages.append(question.page())
                question.overrule()
                pages.append(question.page())
            for said in StickAnswer:
                answer(folder, said)
                pages.append(page.page())
            assert [problem for each in pages for problem in fit_problems(view.painted(size, each))] == []
    finally:
        use_language(spoken)


ADVANCE = Press(Button.ADVANCE, held=False)
ADVANCE_HELD = Press(Button.ADVANCE, held=True)


def test_a_doubtful_archive_is_installed_when_advance_was_held_twice(session: Session, folder: Path) -> None:
    ask(session, folder, UNSIGNED)
    (folder / WISH).unlink()
    for press in (ADVANCE, ADVANCE, Press(Button.DRAW, held=True), ADVANCE_HELD, ADVANCE):
        session.press(press, 2.0)
        assert not (folder / WISH).exists()
    assert "when held once more" in shown(session).text
    session.press(ADVANCE_HELD, 3.0)
    assert re.fullmatch(f"install [0-9a-f]{{16}} {'a' * 64}", (folder / WISH).read_text())
    assert (shown(session).name, shown(session).text) == ("version", "This takes some minutes. Leave the stick in.")
    session.tick(4.0)
    assert shown(session).name == "version"
    answer(folder, StickAnswer.INSTALLED)
    assert shown(session).text == "The new version is installed. The companion starts again."


@pytest.mark.parametrize("held_before", [False, True])
def test_back_forgets_the_archive(held_before: bool, session: Session, folder: Path) -> None:
    ask(session, folder, FOREIGN)
    if held_before:
        session.press(ADVANCE_HELD, 2.0)
    session.press(Press(Button.BACK, held=False), 3.0)
    assert (folder / WISH).read_text().startswith("forget ")
    assert shown(session).name == "version"
    answer(folder, StickAnswer.NONE)
    assert [row.id for row in shown(session).rows] == ["update", "report", ""]


@pytest.mark.slow
def test_the_doctor_works_on_a_copy_of_the_journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    monkeypatch.setenv("NOTIFY_SOCKET", "/run/nowhere")
    (tmp_path / "games.sqlite").write_text("no journal")
    examine(tmp_path / "doctor.txt")
    assert "companion doctor" in (tmp_path / "doctor.txt").read_text()
    # On the journal itself it would have put this file aside.
    assert sorted(path.name for path in tmp_path.iterdir()) == ["doctor.txt", "games.sqlite"]


def test_a_version_that_was_given_up_is_named(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_GIVEN_UP", "0.4.0-abc")
    session.open(VersionStep(session))
    assert shown(session).text == "Version 0.4.0-abc did not start: this one runs in its place."


def test_only_the_service_without_a_desktop_has_sticks(folder: Path) -> None:
    assert stick_reader({}) is None
    assert stick_reader({"RUNTIME_DIRECTORY": str(folder)}) is None
    assert stick_reader({"RUNTIME_DIRECTORY": str(folder), "STATE_DIRECTORY": "/var/lib/x"}) is not None
