"""Tests of the first run: each part is checked or skipped, and buttons are enough.

Any part that does not work can be skipped.
"""

import time
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest

from companion.calibrating.calibration import Setup
from companion.calibrating.camera_check import CameraSetup
from companion.device.errors import UserError
from companion.device.settings import Settings
from companion.games.finstere_flure.learning.random_table import random_table
from companion.games.finstere_flure.table.game import TABLE
from companion.games.finstere_flure.table.players import FinstereFlurePlayersStep
from companion.games.finstere_flure.table.set_up import PlaceTileStep
from companion.games.finstere_flure.tags import make_catalogue
from companion.games.finstere_flure.virtual_table.game import some_game
from companion.games.finstere_flure.virtual_table.scene import required_points, scene_from_position
from companion.journal import Journal
from companion.screen.pages import BoardPage, ListPage, Snapshot, Tone
from companion.sheets.anchors import reference_anchors
from companion.table.first_run import (
    ButtonsStep,
    CameraStep,
    DoneStep,
    LanguageStep,
    RingStep,
    ScreenStep,
    SoundStep,
    TagsStep,
)
from companion.table.session import Session
from companion.table.session_start import open_session
from companion.table.settings_menu import SettingsStep
from companion.table.start import StartStep
from hardware.buttons import Button, Press
from vision.model.profile import CameraProfile
from vision.sources.camera import Frame
from vision.virtual import Body, PictureLook, Thing, disc, fit_view, render

pytestmark = pytest.mark.slow

ADVANCE, DRAW, BACK = (Press(button, held=False) for button in (Button.ADVANCE, Button.DRAW, Button.BACK))
HOLD_ADVANCE = Press(Button.ADVANCE, held=True)


@pytest.fixture
def session(tmp_path: Path) -> Session:
    session = open_session(
        Journal.open(tmp_path / "games.sqlite"),
        Settings(language="en"),
        [TABLE],
        sees=False,
        rng=Random(1),
    )
    session.open_start_page()
    session.open(LanguageStep(session))
    return session


@cache
def frame(size_px: tuple[int, int], focal_px: float) -> Frame:
    """Return the table through a camera."""
    catalogue = make_catalogue()
    scene = scene_from_position(random_table(Random(1)), catalogue, seed=1)
    return Frame(
        render(
            scene, fit_view(required_points(catalogue), size_px, focal_px=focal_px), PictureLook(gloss=0.0), seed=1
        ).picture,
        0.0,
    )


@cache
def cleared(chip_on: str) -> Frame:
    """The board without pieces, but for a white chip that was forgotten there; "" for none."""
    catalogue = make_catalogue()
    scene = scene_from_position(random_table(Random(1)), catalogue, seed=1)
    references = {tag.id for tag in catalogue.references}
    things = [thing for thing in scene.things if thing.name in references]
    if chip_on:
        chip = Body(disc(22.0), 0.0, 3.0, (200, 200, 200), (245, 245, 245))
        things.append(Thing("chip", catalogue.grid.centre(chip_on), 0.0, (chip,)))
    view = fit_view(required_points(catalogue), (1920, 1440), focal_px=1725.0)
    return Frame(render(replace(scene, things=tuple(things)), view, PictureLook(gloss=0.0), seed=1).picture, 0.0)


def camera(newest: Frame | None, kept: list[CameraProfile]) -> CameraSetup:
    catalogue = make_catalogue()
    return CameraSetup(lambda: newest, lambda: Setup(catalogue, reference_anchors(catalogue)), "pi", kept.append)


def measured(session: Session) -> BoardPage:
    """Return the camera's page once something was measured."""
    step = session.step
    assert isinstance(step, CameraStep)
    until = time.monotonic() + 120  # A busy machine is no failure.
    while step.check.calibration is None and time.monotonic() < until:
        session.tick(time.monotonic())
        time.sleep(0.02)
    page = session.page
    assert isinstance(page, BoardPage)
    return page


def test_all_of_it_can_be_done_with_the_three_buttons(session: Session) -> None:
    """Language, screen, sound, buttons, ring, tags and the first game need no camera."""
    seen = []
    for presses in ((ADVANCE,), (ADVANCE,), (ADVANCE,), (ADVANCE, DRAW, BACK), (ADVANCE,), (ADVANCE,), (ADVANCE,)):
        seen.append(type(session.step))
        for press in presses:
            session.press(press, 0.0)
    assert seen == [LanguageStep, ScreenStep, SoundStep, ButtonsStep, RingStep, TagsStep, DoneStep]
    assert isinstance(session.step, FinstereFlurePlayersStep)


def test_back_leads_to_the_page_before_and_in_the_end_to_the_first_page(session: Session) -> None:
    session.press(ADVANCE, 0.0)
    session.press(ADVANCE, 0.0)
    assert isinstance(session.step, SoundStep)
    session.press(BACK, 0.0)
    assert isinstance(session.step, ScreenStep)
    session.press(BACK, 0.0)
    session.press(BACK, 0.0)
    assert isinstance(session.step, StartStep)


def test_it_can_be_repeated_from_the_menu_and_leads_back_into_the_game(session: Session) -> None:
    session.open_start_page()
    session.start(some_game(3, 1, {"set_up": "expert"}))
    session.press(Press(Button.BACK, held=True), 0.0)
    session.touch("settings", 0.0)
    session.touch("first_run", 0.0)
    assert isinstance(session.step, LanguageStep)
    session.press(BACK, 0.0)
    assert isinstance(session.step, SettingsStep)
    session.touch("first_run", 0.0)
    session.open(DoneStep(session))
    session.press(ADVANCE, 0.0)
    assert isinstance(session.step, PlaceTileStep)


def test_the_chosen_language_is_spoken_at_once(session: Session) -> None:
    session.touch("de", 0.0)
    assert session.settings.language == "de"
    assert isinstance(session.page, ListPage)
    assert session.page.title == "Der Bildschirm"


def test_louder_and_softer_are_kept_and_tried_at_once(session: Session) -> None:
    session.open(SoundStep(session))
    session.announcements()
    before = session.settings.volume
    session.touch("louder", 0.0)
    assert session.settings.volume == min(100, before + 25)
    assert [said.text for said in session.announcements()] == ["Can everybody hear me?"]
    for _ in range(9):
        session.touch("softer", 0.0)
    assert session.settings.volume == 25, "softer never is silent"


def test_each_button_is_ticked_and_a_missing_one_can_be_passed_over(session: Session) -> None:
    session.open(ButtonsStep(session))
    session.press(BACK, 0.0)
    assert isinstance(session.page, ListPage)
    assert [row.done for row in session.page.rows] == [True, False, False], "from left to right, as on the box"
    session.press(HOLD_ADVANCE, 0.0)
    assert isinstance(session.step, RingStep)


def test_the_ring_shines_red_then_green_then_blue(session: Session) -> None:
    session.open(RingStep(session))
    brightest = []
    for time_s in (1.0, 3.0, 5.0):
        session.tick(time_s)
        colour = session.pattern.colours(24, time_s)[0]
        brightest.append(colour.index(max(colour)))
    assert brightest == [0, 1, 2]


def test_a_good_camera_is_measured_and_its_profile_kept(session: Session) -> None:
    kept: list[CameraProfile] = []
    setup = camera(frame((1920, 1440), 1725.0), kept)
    session.open(CameraStep(session, setup))
    page = measured(session)
    assert isinstance(page.board, Snapshot), "what the camera sees is on the screen"
    assert page.tone is Tone.GOOD, [row for row in page.rows if not row.done]
    assert {row.text: row.value for row in page.rows}["References seen"] == "6 of 6"
    assert {"Table found", "References seen", "Sharp", "Fine enough"} <= {row.text for row in page.rows}
    session.press(ADVANCE, 0.0)
    assert [profile.camera for profile in kept] == ["pi"]
    assert isinstance(session.step, TagsStep)


def test_what_seems_to_lie_on_a_cleared_board_is_asked_to_be_taken_away_before_its_look_is_kept(
    session: Session,
) -> None:
    kept: list[CameraProfile] = []
    session.open(CameraStep(session, camera(cleared("f5"), kept)))
    measured(session)
    session.press(ADVANCE, 0.0)
    page = session.page
    assert isinstance(page, BoardPage)
    assert page.caption == "Clear f5 if anything lies there. Press the green button: Keep it."
    assert (page.tone, kept) == (Tone.WAITING, [])
    # They say that all of it is print.
    session.press(ADVANCE, 0.0)
    assert len(kept) == 1
    assert isinstance(session.step, TagsStep)


def test_nothing_is_asked_about_a_board_that_is_cleared(session: Session) -> None:
    kept: list[CameraProfile] = []
    session.open(CameraStep(session, camera(cleared(""), kept)))
    measured(session)
    session.press(ADVANCE, 0.0)
    assert len(kept) == 1


def test_a_coarse_camera_is_told_what_to_change_and_can_be_used_all_the_same(session: Session) -> None:
    kept: list[CameraProfile] = []
    setup = camera(frame((1280, 960), 1200.0), kept)
    session.open(CameraStep(session, setup))
    page = measured(session)
    wrong = [row for row in page.rows if row.done is False]
    assert "Fine enough" in {row.text for row in wrong}
    assert page.rows[: len(wrong)] == tuple(wrong), "what must be changed stands first"
    assert "pixels" in wrong[0].detail, "with what to do about it"
    session.press(ADVANCE, 0.0)
    assert isinstance(session.step, CameraStep), "a profile is kept only if all is good"
    session.press(HOLD_ADVANCE, 0.0)
    assert isinstance(session.step, TagsStep)
    assert kept == []


def test_without_a_picture_it_waits(session: Session) -> None:
    setup = camera(None, [])
    session.open(CameraStep(session, setup))
    session.tick(0.0)
    assert isinstance(session.page, BoardPage)
    assert session.page.caption == "Waiting for the camera's picture."
    session.press(BACK, 0.0)
    assert isinstance(session.step, LanguageStep)


def test_a_profile_that_cannot_be_kept_is_told(session: Session) -> None:
    def full_disk(_: CameraProfile) -> None:
        raise UserError("the disk is full")

    setup = CameraSetup(lambda: frame((1920, 1440), 1725.0), camera(None, []).measure, "pi", full_disk)
    session.open(CameraStep(session, setup))
    measured(session)
    session.press(ADVANCE, 0.0)
    assert isinstance(session.page, BoardPage)
    assert session.page.caption == "the disk is full"
