"""Tests of the whole chain of a live table: camera, steady camera, watching, session.

They use real threads and real pixels.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.device.errors import UserError
from companion.device.settings import AUTOMATIC_CAMERA, NO_CAMERA
from companion.games.finstere_flure.reading.readings import READINGS
from companion.games.finstere_flure.table.game import TABLE
from companion.games.finstere_flure.table.tokens import TokenStep
from companion.games.finstere_flure.tags import make_catalogue
from companion.games.finstere_flure.virtual_table.placement import place_pieces
from companion.main import main
from companion.table.camera_words import describe_camera_error
from companion.table.recording import Recorder, load_recording
from companion.table.recording_archive import opened_recording
from companion.table.run import TableOptions, _recorder
from engine.finstere_flure.events import GameStarted, TokenMoved
from engine.finstere_flure.game import Game
from tests.companion.games.finstere_flure.table.camera_table import TestRoom, clock
from vision.errors import CameraError, CameraFault
from vision.model.profile import CameraProfile

pytestmark = pytest.mark.slow

MOVED = "The table was moved. I have found it again."
GONE = CameraError("camera 0 is gone.", CameraFault.MISSING)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[TestRoom]:
    room = TestRoom(tmp_path)
    yield room
    room.room.close()


def test_part_of_a_game_is_played_under_the_camera_which_goes_and_comes_back(table: TestRoom) -> None:
    # The floor is laid and recognised, the first tokens are moved and seen.
    table.see(lambda: len(table.events) == 4, hands=True)
    assert isinstance(table.events[-1], TokenMoved)
    assert table.session.sees
    assert not table.session.notice

    # The cable is pulled: the table says so, and the game goes on by touch.
    table.plugged_in = False
    table.see(lambda: not table.session.sees)
    assert table.session.notice == describe_camera_error(GONE)
    assert table.said.count(describe_camera_error(GONE)) == 1
    game = table.session.game
    assert isinstance(game, Game)
    state = game.state
    assert state.turn
    choice = game.token_choices(state.tokens_to_move(state.turn)[0])[-1]
    table.session.touch(choice.token, clock())
    table.session.touch(str(choice.to), clock())
    table.session.touch(str(choice.to), clock())
    assert table.events[-1] == choice
    assert table.session.game
    place_pieces(table.table, table.session.game.state.position)

    # It is plugged in again, and sees the next move.
    table.plugged_in = True
    table.see(lambda: table.session.sees)
    assert not table.session.notice
    table.see(lambda: len(table.events) == 6, hands=True)


def test_an_arm_that_moves_over_the_board_keeps_everything_from_settling(table: TestRoom) -> None:
    table.see(lambda: isinstance(table.session.step, TokenStep), hands=True)
    table.waving = True
    until = clock() + 2.0
    table.see(lambda: clock() > until)
    count = len(table.events)
    until = clock() + 6.0
    table.see(lambda: clock() > until, hands=True)
    assert len(table.events) == count
    table.waving = False
    table.see(lambda: len(table.events) > count)


def test_a_board_that_is_bumped_is_found_again_and_told(table: TestRoom) -> None:
    table.see(lambda: isinstance(table.session.step, TokenStep), hands=True)
    count = len(table.events)
    table.bumped_px = 25
    table.see(lambda: MOVED in table.said)
    # Nothing on it was moved, and the next move is seen where it is now.
    assert len(table.events) == count
    table.see(lambda: len(table.events) == count + 1, hands=True)
    assert table.said.count(MOVED) == 1


def test_a_press_makes_what_was_seen_before_it_count_no_more(table: TestRoom) -> None:
    table.see(lambda: isinstance(table.session.step, TokenStep), hands=True)
    step = table.session.step
    assert isinstance(step, TokenStep)
    until = clock() + 4.0
    table.see(lambda: clock() > until)
    pressed = clock()
    assert pressed - step.since > 1.0
    table.room.pressed(pressed)
    table.see(lambda: step.since >= pressed)


def test_a_profile_that_is_made_at_the_table_is_used_at_once(
    table: TestRoom, capsys: pytest.CaptureFixture[str]
) -> None:
    assert table.room.newest() is None
    table.see(lambda: table.session.observation)
    frame = table.room.newest()
    assert frame
    width, height = frame.size_px
    looks = table.looks
    table.room.use_profile(CameraProfile((width, height), table.lens_matrix, np.zeros(5)))
    table.see(lambda: table.looks > looks + 5)
    assert table.session.sees
    assert "camera profile" not in capsys.readouterr().err
    # One of another shape is another camera's: the log says so, and the table is read without.
    table.room.use_profile(CameraProfile((width, 2 * height), table.lens_matrix, np.zeros(5)))
    table.see(lambda: table.looks > looks + 15)
    assert table.session.sees
    assert capsys.readouterr().err.count("camera profile is for") == 1


def test_an_evening_is_recorded_given_and_followed_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    evening, archive = tmp_path / "evening", tmp_path / "table.zip"
    rooms: list[TestRoom] = []
    options = TableOptions([TABLE], record=evening)
    record = _recorder(options, make_catalogue(), None, lambda: rooms[0].session.game if rooms else None)
    rooms.append(TestRoom(tmp_path, record=record))
    rooms[0].see(lambda: len(rooms[0].events) == 4, hands=True)
    looks = rooms[0].looks
    rooms[0].see(lambda: rooms[0].looks > looks + 2)
    rooms[0].room.close()
    recording = load_recording(evening, READINGS)
    settled = [frame.reading for frame in recording.frames if frame.reading]
    assert len(settled) >= 3, "the floor, and two moved tokens"
    assert all(frame.picture.is_file() for frame in recording.frames)
    events = [event for change in recording.events for event in change.events]
    assert events == [TABLE.rules.event_to_json(event) for event in rooms[0].events]
    command = ["give", str(evening), "--preview", str(tmp_path / "preview")]
    assert main(command) == main([*command, "--yes", "--out", str(archive)]) == 0
    assert "0 events are told otherwise by the cut pictures." in capsys.readouterr().out
    with opened_recording(archive) as folder:
        given = load_recording(folder, READINGS)
    begun_s = recording.events[0].taken_s - given.events[0].taken_s
    assert given.frames[0].taken_s == 0.0
    assert begun_s == pytest.approx(min(frame.taken_s for frame in recording.frames if frame.reading))
    for recorded in (evening, archive):
        assert main(["read", "--replay", str(recorded)]) == 0
        assert "4 events followed, 2 told by the pictures, 0 of them otherwise than then." in capsys.readouterr().out
    # At the time the last move was told by a button, it says.
    lines = (evening / "events.jsonl").read_text().splitlines()
    last = json.loads(lines[-1])
    (evening / "events.jsonl").write_text("\n".join([*lines[:-1], json.dumps(last | {"told": []}), ""]))
    assert main(["read", "--replay", str(evening)]) == 1
    assert "event 4: nothing then, {" in capsys.readouterr().out
    (evening / "events.jsonl").write_text("\n".join([*lines[:-2], json.dumps(last | {"kept": 2}), ""]))
    capsys.readouterr()
    assert main(["read", "--replay", str(evening)]) == 2
    assert "the recorded events are none of finstere-flure" in capsys.readouterr().err


def test_a_disk_that_fills_up_ends_the_recording_and_no_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise UserError("the disk is full")

    options = TableOptions([TABLE], record=tmp_path / "evening")
    record = _recorder(options, make_catalogue(), None, lambda: None)
    monkeypatch.setattr(Recorder, "see", full)
    room = TestRoom(tmp_path, record=record)
    room.see(lambda: len(room.events) == 3, hands=True)
    room.room.close()
    # On a busy machine a picture may come so late that the camera is given up for a moment, which is logged, too.
    logged = [line for line in capsys.readouterr().err.splitlines() if "recording" in line]
    assert logged == ["companion: the recording has ended: the disk is full"]


def test_a_camera_that_the_players_do_not_want_is_let_go(table: TestRoom) -> None:
    table.see(lambda: table.opened)
    table.session.change_settings(replace(table.session.settings, camera=NO_CAMERA))
    table.see(lambda: table.closed == 1)
    table.session.change_settings(replace(table.session.settings, camera=AUTOMATIC_CAMERA))
    table.see(lambda: table.opened == 2)


def test_without_a_camera_from_the_start_the_game_begins_by_hand(tmp_path: Path) -> None:
    table = TestRoom(tmp_path, plugged_in=False)
    table.see(lambda: table.session.notice)
    assert table.session.notice == describe_camera_error(GONE)
    table.session.step.advance()
    assert isinstance(table.events[0], GameStarted)
    table.room.close()
