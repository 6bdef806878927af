"""Tests of a camera that fails, is switched off or comes back during a game: play goes on.

It goes on by hand or with the camera.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.device.language import COMPLETE, use_language
from companion.device.settings import NO_CAMERA, Settings
from companion.screen.pages import BoardPage
from companion.table.camera_words import describe_camera_error
from companion.table.observation import TableObservation
from engine.finstere_flure.events import TokenMoved
from engine.finstere_flure.pieces import Side
from hardware.buttons import Button
from tests.companion.games.finstere_flure.table.session_table import SessionTable
from vision.errors import (
    BoardNotFoundError,
    CameraError,
    CameraFault,
    MirroredPictureError,
    NegativePictureError,
    PictureError,
    VisionError,
)

COVERED = BoardNotFoundError("only 2 of the 8 reference tags are seen (ref-1, ref-2)")
TROUBLES: list[VisionError] = [
    COVERED,
    MirroredPictureError(),
    NegativePictureError(),
    PictureError("no picture"),
    *(CameraError("no camera", fault) for fault in CameraFault),
]


@pytest.fixture
def table(tmp_path: Path) -> SessionTable:
    return SessionTable(tmp_path)


def switch_the_camera(table: SessionTable) -> None:
    """Switch the camera in the settings, which open over the game."""
    table.press(Button.BACK, held=True)
    table.touch("settings", "group camera", "camera")
    table.press(Button.BACK)
    table.press(Button.BACK)
    table.press(Button.BACK)


def status(table: SessionTable) -> str:
    return table.session.page.status


def test_a_sleeve_over_the_marks_for_a_moment_changes_nothing(table: SessionTable) -> None:
    table.look()
    table.session.observe(TableObservation(error=COVERED), table.session.now)
    table.wait(4.0)
    assert table.session.sees
    assert "board" not in status(table)
    table.session.observe(TableObservation(), table.session.now)
    table.move("red-5", "p9")
    assert table.game.events[-1] == TokenMoved("red-5", "p9", Side.BLACK)
    assert not table.problems


def test_nothing_settles_while_the_marks_are_covered(table: SessionTable) -> None:
    table.lay(next(choice for choice in table.game.token_choices("red-5") if choice.to == "p9"))
    table.look(seconds=0.5)
    table.session.observe(TableObservation(error=COVERED), table.session.now)
    table.wait(0.5)
    assert len(table.game.events) == 2


def test_a_board_that_stays_unseen_is_told_once_and_the_players_go_on_by_hand(table: SessionTable) -> None:
    table.look()
    for _ in range(40):
        table.session.observe(TableObservation(error=COVERED), table.session.now)
        table.wait(0.25)
    assert not table.session.sees
    # The rest stands on the screen.
    assert table.problems == ["I do not see where the table lies."]
    assert status(table) == describe_camera_error(COVERED)
    table.touch("red-5", "p8", "p8")
    assert table.game.events[-1] == TokenMoved("red-5", "p8", Side.BLACK)


def test_the_camera_is_heard_of_no_more_when_it_sees_again(table: SessionTable) -> None:
    table.session.observe(TableObservation(error=COVERED), table.session.now)
    table.wait(6.0)
    table.session.observe(TableObservation(), table.session.now)
    assert table.session.sees
    assert "Round 1" in status(table)
    table.move("red-5", "p9")
    assert table.game.events[-1] == TokenMoved("red-5", "p9", Side.BLACK)


def test_the_setting_switches_the_camera_off_and_on_in_the_middle_of_a_game(table: SessionTable) -> None:
    table.move("red-5", "p9")
    switch_the_camera(table)
    assert table.session.settings.camera == NO_CAMERA
    assert not table.session.sees
    table.put("blue-5", "p8", Side.BLACK)
    table.look()
    assert len(table.game.events) == 3
    assert status(table).startswith("Round")
    switch_the_camera(table)
    assert table.session.sees
    table.look()
    assert table.game.events[-1] == TokenMoved("blue-5", "p8", Side.BLACK)


def test_what_was_seen_before_the_camera_was_switched_off_does_not_become_a_move(table: SessionTable) -> None:
    table.lay(next(choice for choice in table.game.token_choices("red-5") if choice.to == "p9"))
    table.look(seconds=0.25)
    switch_the_camera(table)
    table.wait(10.0)
    assert len(table.game.events) == 2


def test_tasks_that_were_seen_to_be_done_stay_ticked_when_the_camera_goes(table: SessionTable) -> None:
    events = len(table.game.events)
    table.move("red-5", "p9")
    for _ in range(2):
        table.play_turn()
    table.session.undo(events)
    (red,) = (token for token in table.game.state.position.tokens if token.id == "red-5")
    table.put(red.id, red.at, red.side)
    table.look(seconds=0.25)
    done = [row.done for row in rows(table)]
    assert sorted(set(done)) == [False, True]
    switch_the_camera(table)
    # By hand all tasks are rows to be touched, also the one that was the caption.
    assert sorted(bool(row.done) for row in rows(table)) == sorted([*map(bool, done), False])
    table.touch(next(row.id for row in rows(table) if not row.done))
    assert sum(bool(row.done) for row in rows(table)) == done.count(True) + 1
    table.press(Button.ADVANCE)
    assert table.page_name == "tokens"


def rows(table: SessionTable) -> list:  # type: ignore[type-arg]
    page = table.session.page
    assert isinstance(page, BoardPage)
    return list(page.rows)


def test_a_game_that_plays_itself_is_seen_whatever_the_setting_says(table: SessionTable) -> None:
    table.session.change_settings(replace(Settings(), camera=NO_CAMERA))
    table.session.watching = True
    assert table.session.sees
    table.session.watching = False
    assert not table.session.sees


@pytest.mark.parametrize("problem", TROUBLES, ids=str)
def test_every_trouble_with_the_camera_is_told_in_the_players_language(problem: VisionError) -> None:
    told = set()
    for code in COMPLETE:
        use_language(code)
        told.add(describe_camera_error(problem))
    assert len(told) == len(COMPLETE)
    assert not any(str(problem) in words for words in told)
