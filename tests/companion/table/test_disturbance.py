"""Tests of a table that does not settle: after a while the page says why.

It also says what to do, until the table has settled.
"""

from pathlib import Path
from typing import Any

import pytest

from companion.device.language import COMPLETE, use_language
from companion.screen.pages import BoardPage, Tone
from companion.table.camera_words import WHOLE_PICTURE, describe_disturbance
from companion.table.observation import TableObservation
from tests.companion.games.finstere_flure.table.session_table import SessionTable
from vision.errors import BoardNotFoundError, NotStillError
from vision.watching.disturbance import Disturbance, DisturbanceKind

SWAY = Disturbance(DisturbanceKind.SWAY)
WAVING = Disturbance(DisturbanceKind.MOTION, ("c5", "d5"))


@pytest.fixture
def table(tmp_path: Path) -> SessionTable:
    table = SessionTable(tmp_path)
    table.look()
    return table


def tell(table: SessionTable, sight: TableObservation[Any]) -> BoardPage:
    """Return the page after an observation."""
    table.session.observe(sight, table.now)
    table.wait(0.25)
    page = table.session.page
    assert isinstance(page, BoardPage)
    return page


def tell_status(table: SessionTable, disturbance: Disturbance) -> str:
    """Return the notice after an observation with this disturbance."""
    table.session.observe(TableObservation(disturbance=disturbance), table.now)
    table.wait(0.25)
    return table.session.notice


def test_the_page_says_in_amber_why_nothing_settles_and_no_longer_when_it_has(table: SessionTable) -> None:
    assert "sways" not in table.session.page.status
    for _ in range(4):
        page = tell(table, TableObservation(disturbance=SWAY))
        assert page.status == "The camera's picture sways. Fasten the camera, or wait until it hangs still."
        assert page.status_tone is Tone.NOW
    assert table.said.count(page.status) == 1, "it is said once"
    assert not table.problems
    page = tell(table, TableObservation(table.session.observation))
    assert "sways" not in page.status
    assert page.status_tone is Tone.PLAIN


def test_a_hand_that_is_busy_for_long_is_no_fault(table: SessionTable) -> None:
    """A hand that is busy for long is no fault.

    People who move pieces for six seconds know it: the page names the cells, and nobody is nagged.
    """
    said = list(table.said)
    page = tell(table, TableObservation(disturbance=WAVING))
    assert page.status == "Something moves over c5 and d5: I read the table as soon as it is still."
    assert page.disturbed == ("c5", "d5")
    assert table.said == said
    assert not table.problems
    assert tell(table, TableObservation(table.session.observation)).disturbed == ()


def test_before_a_game_nobody_is_told_that_something_moves(tmp_path: Path) -> None:
    table = SessionTable(tmp_path)
    table.session.open_start_page()
    assert table.session.game is None
    assert tell_status(table, WAVING) == ""
    assert "sways" in tell_status(table, SWAY)


def test_many_cells_are_marked_and_not_named(table: SessionTable) -> None:
    cells = ("c5", "d5", "e5", "f5")
    page = tell(table, TableObservation(disturbance=Disturbance(DisturbanceKind.MOTION, cells)))
    assert page.status == "Something moves on the table: I read it as soon as all is still."
    assert page.disturbed == cells


@pytest.mark.parametrize("error", [NotStillError("the board moves"), BoardNotFoundError("no references")], ids=str)
def test_where_the_board_is_lost_because_of_it_the_reason_is_told_instead(
    table: SessionTable, error: BoardNotFoundError
) -> None:
    for _ in range(30):
        table.session.observe(TableObservation(error=error, disturbance=SWAY), table.now)
        table.wait(0.25)
    assert not table.session.sees
    assert table.session.page.status == describe_disturbance(SWAY)
    assert table.problems[-1] == "The camera's picture sways."


@pytest.mark.parametrize("kind", DisturbanceKind, ids=str)
@pytest.mark.parametrize("cells", [(), ("c5",)], ids=["anywhere", "on a cell"])
def test_every_reason_is_told_in_every_language(kind: DisturbanceKind, cells: tuple[str, ...]) -> None:
    told = set()
    for language in COMPLETE:
        use_language(language)
        told.add(describe_disturbance(Disturbance(kind, cells)))
    assert len(told) == len(COMPLETE)
    assert all(("c5" in text) is (bool(cells) and kind not in WHOLE_PICTURE) for text in told)
