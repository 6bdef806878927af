"""Faults between parts that scripts at a whole table have found, each as its shortest walk."""

import pytest

from tools.walk.opened import TablePlace
from tools.walk.table import WalkedTable

pytestmark = pytest.mark.slow


def test_a_long_list_of_tasks_has_room_where_a_kept_game_goes_on() -> None:
    # How all stand had no room beside the board, and took that of the rows.
    with WalkedTable(TablePlace.VIRTUAL, ("finstere-flure",), old_games=(("finstere-flure", 120),)) as table:
        table.touch("resume 1")


def test_a_walked_camera_sees_all_of_a_mat() -> None:
    with WalkedTable(TablePlace.VIRTUAL, ("lifeboat",)) as table:
        table.play_on(8, 1)
        table.wait(2.0)
        assert table.session.game is not None
        assert "cut off" not in table.session.status


def test_who_plays_shows_its_rows_below_many_people_on_a_small_screen() -> None:
    # With the row of bots all twelve were too many, and half of the first one was in sight.
    with WalkedTable(TablePlace.HAND, ("coach-ride",), size=(800, 480)) as table:
        table.touch("new")
        assert table.page.name == "players"
