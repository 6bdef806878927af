"""The first run's pages say and offer the right things, and their buttons lead on.

It is tested with a small game.
"""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.calibrating.camera_check import CameraSetup
from companion.device.errors import UserError
from companion.device.settings import NO_CAMERA, Settings
from companion.journal import Journal
from companion.screen.pages import BoardPage, ListPage, Row, Snapshot, Tone
from companion.table import first_run
from companion.table.camera_words import FEW_PLACES
from companion.table.first_run import CameraStep, DoneStep, LanguageStep
from companion.table.session import Announcement, Session
from companion.table.session_context import SessionContext
from companion.table.session_start import open_session
from companion.voice import Level
from hardware.buttons import Button, Press
from hardware.ring.patterns import Busy, Off, Pulse
from tests.companion.cells.cat_and_mice import Table as CatTable
from tests.companion.table.counting import Counting, Untagged

ADVANCE, DRAW, BACK = (Press(button, held=False) for button in (Button.ADVANCE, Button.DRAW, Button.BACK))
SKIP = Press(Button.ADVANCE, held=True)
ALL = (*[ADVANCE] * 3, ADVANCE, DRAW, BACK)
KEEP = "Press the green button: Keep it."


class Tagged(Untagged):
    """First page of a game with something to print."""

    def tags_guide(self) -> list[Row]:
        return [Row("Print them")]


class Guided(Counting):
    """Counting with something to look at and to print."""

    first_page = Tagged("counting")

    def signs(self) -> list[Row]:
        return [Row("A sign")]


class Check:
    """A check of the camera that finds what a test says."""

    def __init__(self, setup: CameraSetup) -> None:
        self.name = setup.name
        self.snapshot: Snapshot | None = None
        self.calibration: Any = None
        self.passed = self.closed = False
        self.ticks: list[float] = []

    def finds(self, *doubtful: str, passed: bool = True) -> None:
        self.calibration, self.passed = SimpleNamespace(doubtful_cells=doubtful), passed

    def tick(self, time_s: float) -> None:
        self.ticks.append(time_s)

    def rows(self) -> tuple[Row, ...]:
        return (Row("Sharp"),)

    def profile(self, name: str) -> str:
        return f"profile of {name}"

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def settings() -> list[Settings]:
    """Return settings that were kept, the newest last."""
    return []


@pytest.fixture
def session(tmp_path: Path, settings: list[Settings]) -> Session:
    around = SessionContext(save_settings=settings.append)
    journal = Journal.open(tmp_path / "games.sqlite")
    session = open_session(journal, Settings(), [Guided()], sees=False, around=around)
    session.open_start_page()
    session.open(LanguageStep(session))
    return session


def page(session: Session) -> ListPage:
    assert isinstance(session.page, ListPage)
    return session.page


def said(session: Session) -> list[Announcement]:
    return session.announcements()


def press(session: Session, *presses: Press) -> list[Announcement]:
    """Press these, and return only the announcements after the last press."""
    for each in presses:
        session.announcements()
        session.press(each, session.now)
    return session.announcements()


def test_the_language_comes_first_the_one_in_use_selected_and_is_told_in_all(session: Session) -> None:
    session.close()
    session.change_settings(replace(session.settings, language="de"))
    session.open(LanguageStep(session))
    shown = page(session)
    assert shown.title == "Language · Sprache · Idioma · Langue · Lingua · 言語 · Język · 语言"
    assert [row.id for row in shown.rows] == list(session.languages)
    assert shown.rows[shown.selected or 0].id == "de"
    session.languages = ("en", "de")
    assert page(session).title == "Language · Sprache"


def test_a_language_is_taken_at_once_and_leaving_keeps_the_one_there_is(
    session: Session, settings: list[Settings]
) -> None:
    press(session, BACK)
    assert session.page.name == "start"
    assert settings == [Settings()], "it does not begin by itself again"
    session.open(LanguageStep(session))
    session.touch("fr", 0.0)
    assert settings[-1].language == "fr"
    assert (session.page.name, page(session).title) == ("first-screen", "L’écran")


def test_the_screen_is_looked_at_with_the_signs_of_the_game(session: Session) -> None:
    told = press(session, ADVANCE)
    shown = page(session)
    assert (shown.name, shown.title) == ("first-screen", "The screen")
    assert [(row.text, row.id) for row in shown.rows] == [
        ("Yes, go on", "next"),
        ("Full screen", "full_screen"),
        ("A sign", ""),
    ]
    question = "Can everybody read this from their seat, and tell the players apart?"
    assert shown.text == question
    assert told == [Announcement(question, Level.PHASE, "")]
    session.touch("full_screen", 0.0)
    assert session.settings.full_screen
    assert session.page.name == "first-screen"


def test_the_sound_is_tried_louder_and_softer(session: Session, settings: list[Settings]) -> None:
    question = Announcement("Can everybody hear me?", Level.PHASE, "turn")
    assert press(session, ADVANCE, ADVANCE) == [question]
    shown = page(session)
    assert (shown.name, shown.title) == ("first-sound", "The sound")
    assert shown.text == "I am saying something now. Can everybody hear me?"
    assert [row.id for row in shown.rows] == ["next", "again", "louder", "softer", "nothing"]
    session.touch("again", 0.0)
    assert said(session) == [question]
    session.change_settings(replace(session.settings, volume=50))
    steps = [("louder", 75), ("louder", 100), ("louder", 100), ("softer", 75), ("softer", 50), ("softer", 25)]
    for target, volume in (*steps, steps[-1]):
        session.touch(target, 0.0)
        assert (session.settings.volume, settings[-1].volume) == (volume, volume)
        assert said(session) == [question]
    session.touch("nothing", 0.0)
    assert session.page.name == "first-buttons"


def test_each_button_is_pressed_once_and_ticked(session: Session) -> None:
    told = press(session, *[ADVANCE] * 3)
    assert told == [Announcement("Press each of the three buttons once.", Level.PHASE, "")]
    shown = page(session)
    assert (shown.name, shown.title) == ("first-buttons", "The buttons")
    assert shown.text == "Press each of the three buttons once: on the box, the keyboard or the screen."
    assert (shown.keys.advance, shown.keys.draw, shown.keys.back) == ("Confirm", "Turn over", "Back")
    assert shown.keys.advance_hold == "Skip"
    right = [Announcement("", Level.DETAIL, "right")]
    assert press(session, DRAW) == right
    assert press(session, DRAW) == right
    assert [row.done for row in page(session).rows] == [False, True, False]
    press(session, BACK)
    assert press(session, ADVANCE)[0] == right[0]
    assert session.page.name == "first-ring"
    press(session, BACK)
    assert [row.done for row in page(session).rows] == [False, False, False], "they are tried anew"
    press(session, SKIP)
    assert session.page.name == "first-ring"


def test_the_ring_shows_one_colour_after_the_other(session: Session) -> None:
    told = press(session, *ALL)
    shown = page(session)
    assert (shown.name, shown.title) == ("first-ring", "The ring of lights")
    assert shown.text.startswith("The ring lights up red, then green, then blue")
    assert told[-1] == Announcement(shown.text, Level.PHASE, "")
    assert [row.id for row in shown.rows] == ["next", "order", "dark", "none"]
    colours = []
    for time_s in (0.0, 1.9, 2.0, 4.5, 6.0, 9.0):
        session.tick(time_s)
        colours.append(session.pattern)
    red, green, blue = (Pulse(colour) for colour in ((255, 0, 0), (0, 255, 0), (0, 0, 255)))
    assert colours == [red, red, green, blue, red, green]
    session.touch("dark", 9.0)
    assert session.page.name == "first-tags"


def test_a_dark_ring_needs_no_command_where_nobody_can_type_one(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    press(session, *ALL)
    assert "companion doctor" in page(session).rows[2].detail
    monkeypatch.setenv("RUNTIME_DIRECTORY", "/run/companion")
    monkeypatch.setenv("STATE_DIRECTORY", "/var/lib/companion")
    assert page(session).rows[2].detail.endswith("A report tells more: Settings, Version.")


def test_the_tags_are_told_of_each_game_by_name_where_there_are_several(session: Session) -> None:
    press(session, *ALL, ADVANCE)
    shown = page(session)
    assert (shown.name, shown.title) == ("first-tags", "The tags")
    assert shown.text == "The camera knows the pieces by their printed tags."
    assert [row.text for row in shown.rows] == ["All pieces have their tags: go on", "Print them"]
    session.games = (*session.games, Guided())
    assert [row.text for row in page(session).rows][1:] == ["Counting", "Print them"] * 2


@pytest.mark.parametrize("way", ["command line", "settings"])
def test_who_plays_by_hand_is_asked_for_no_tags_and_no_camera(
    session: Session, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    monkeypatch.setattr(first_run, "CameraCheck", Check)
    setup = CameraSetup(lambda: None, lambda: None, "pi", lambda _: None)  # type: ignore[arg-type, return-value]
    if way == "settings":
        session.around = replace(session.around, camera_setup=lambda: setup)
        session.settings = replace(session.settings, camera=NO_CAMERA)
    else:
        session.around = replace(session.around, camera_wanted=False)
    press(session, *ALL, ADVANCE)
    assert session.page.name == "first-done"


def test_in_the_end_the_first_game_begins_or_the_first_page_comes(session: Session, settings: list[Settings]) -> None:
    told = press(session, *ALL, ADVANCE, ADVANCE)
    shown = page(session)
    assert (shown.name, shown.title) == ("first-done", "Everything is ready")
    assert shown.text == "You can go through this again from the settings."
    assert told == [Announcement("Everything is ready.", Level.PHASE, "gong")]
    assert settings == [Settings()] * 2, "with the language, and now"
    assert [row.id for row in shown.rows] == ["game", "start"]
    session.touch("start", 0.0)
    assert session.page.name == "start"
    session.open(DoneStep(session))
    session.touch("game", 0.0)
    assert session.page.name == "who"


def test_of_several_games_the_first_page_offers_them(session: Session) -> None:
    session.games = (*session.games, CatTable())
    session.open(DoneStep(session))
    session.touch("game", 0.0)
    assert session.page.name == "start"


def test_in_a_game_it_leads_back_to_it(session: Session) -> None:
    session.start("started")
    session.open(DoneStep(session))
    assert [row.id for row in page(session).rows] == ["go_on"]
    press(session, ADVANCE)
    assert session.page.name == "count"
    assert session.game is not None


# --- the camera -------------------------------------------------------------------------------------------------------


class Camera:
    """The camera's page, what its check finds, and the profiles that were kept."""

    def __init__(self, session: Session, patch: pytest.MonkeyPatch) -> None:
        self.session, self.kept = session, list[object]()
        patch.setattr(first_run, "CameraCheck", Check)
        unmeasured: Any = None
        setup = CameraSetup(lambda: None, lambda: unmeasured, "pi", self.keep)
        session.around = replace(session.around, camera_setup=lambda: setup)
        self.disk_is_full = False
        session.announcements()
        self.told = press(session, *ALL, ADVANCE)
        assert isinstance(session.step, CameraStep)
        self.step = session.step
        assert isinstance(self.step.check, Check)
        self.check: Check = self.step.check

    def keep(self, profile: object) -> None:
        if self.disk_is_full:
            raise UserError("the disk is full")
        self.kept.append(profile)

    @property
    def page(self) -> BoardPage:
        assert isinstance(self.session.page, BoardPage)
        return self.session.page


@pytest.fixture
def camera(session: Session, monkeypatch: pytest.MonkeyPatch) -> Camera:
    return Camera(session, monkeypatch)


def test_without_a_picture_the_camera_s_page_waits(camera: Camera) -> None:
    waiting = "Waiting for the camera's picture."
    assert camera.told == [Announcement(waiting, Level.PHASE, "")]
    assert (camera.page.name, camera.page.title) == ("first-camera", "The camera")
    assert (camera.page.caption, camera.page.tone) == (waiting, Tone.WAITING)
    assert (camera.page.keys.advance, camera.page.keys.advance_hold) == ("", "Skip")
    assert camera.session.pattern == Busy()
    camera.session.tick(7.0)
    assert camera.check.ticks[-1] == 7.0


def test_what_is_wrong_is_said_again_by_advance_and_can_be_passed_over(camera: Camera) -> None:
    camera.check.finds(passed=False)
    camera.step.doubtful = ("a1",)
    assert (camera.page.caption, camera.page.tone) == ("Change what is marked.", Tone.NOW)
    assert camera.page.rows == (Row("Sharp"),)
    assert press(camera.session, ADVANCE) == [Announcement("Change what is marked.", Level.PHASE, "")]
    press(camera.session, SKIP)
    assert camera.session.page.name == "first-tags"
    assert camera.kept == []
    assert camera.check.closed


def test_a_good_camera_s_profile_is_kept(camera: Camera) -> None:
    camera.check.finds()
    assert (camera.page.caption, camera.page.tone) == (f"Everything is fine. {KEEP}", Tone.GOOD)
    assert camera.page.keys.advance == "Keep it"
    assert camera.session.pattern == Off()
    press(camera.session, ADVANCE)
    assert camera.kept == ["profile of pi"]
    assert camera.session.page.name == "first-tags"
    assert camera.check.closed


@pytest.mark.parametrize("count", [FEW_PLACES, FEW_PLACES + 1])
def test_what_may_lie_on_the_board_is_asked_for_once(camera: Camera, count: int) -> None:
    cells = [f"a{number}" for number in range(1, count + 1)]
    camera.check.finds(*cells)
    (told,) = press(camera.session, ADVANCE)
    begin = "Clear a1, " if count == FEW_PLACES else "Clear the board if anything lies on it. "
    assert told.text.startswith(begin)
    assert told.text.endswith(KEEP)
    assert (camera.page.caption, camera.page.tone, camera.kept) == (told.text, Tone.WAITING, [])
    press(camera.session, ADVANCE)
    assert camera.kept == ["profile of pi"]


def test_a_profile_that_cannot_be_kept_is_told_on_the_page(camera: Camera) -> None:
    camera.check.finds()
    camera.disk_is_full = True
    press(camera.session, ADVANCE)
    assert camera.page.caption == "the disk is full"
    press(camera.session, BACK)
    assert camera.session.page.name == "first-ring"
    assert camera.check.closed
