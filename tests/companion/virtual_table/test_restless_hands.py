"""Tests of random clicks, presses, drags and late frames: the window lives on.

The window is that of the virtual table.
"""

from collections.abc import Callable, Iterator

import pygame
import pytest
from fox_and_geese.virtual import VIRTUAL as FOX_AND_GEESE

from companion.games.betrayal.virtual_table.game import VIRTUAL as BETRAYAL
from companion.games.coach_ride.virtual_table.game import VIRTUAL as COACH_RIDE
from companion.games.finstere_flure.virtual_table.game import VIRTUAL as FINSTERE_FLURE
from companion.games.lifeboat.virtual_table.game import VIRTUAL as LIFEBOAT
from companion.journal import Journal
from companion.virtual_table.game import VirtualGame
from tests.companion.virtual_table.restless import RestlessTable

pytestmark = pytest.mark.slow

GAMES = {
    "finstere-flure": FINSTERE_FLURE,
    "lifeboat": LIFEBOAT,
    "coach-ride": COACH_RIDE,
    "betrayal": BETRAYAL,
    "fox-and-geese": FOX_AND_GEESE,
}
OpenTable = Callable[..., RestlessTable]


@pytest.fixture
def open_table(journal: Journal, monkeypatch: pytest.MonkeyPatch, display: None) -> Iterator[OpenTable]:  # noqa: ARG001
    pygame.display.set_mode((960, 540))
    opened: list[RestlessTable] = []

    def table(virtual: VirtualGame, seed: int, *, watch: bool) -> RestlessTable:
        opened.append(RestlessTable(virtual, journal, monkeypatch, seed, watch=watch))
        return opened[-1]

    yield table
    for opened_table in opened:
        opened_table.close()


#: So much is done in each run.
ACTIONS = 150
WAYS = ("watching", "playing")


@pytest.mark.thorough(but=["lifeboat-playing-0", "finstere-flure-watching-0", "fox-and-geese-watching-0"])
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", [*GAMES])
def test_nothing_that_hands_do_ends_the_window(open_table: OpenTable, game: str, way: str, seed: int) -> None:
    table = open_table(GAMES[game], seed, watch=way == "watching")
    for _ in range(ACTIONS):
        table.act()
    assert len(table.pages) > 1


@pytest.mark.thorough(but=["lifeboat-0.15", "coach-ride-0.15", "fox-and-geese-0.5"])
@pytest.mark.parametrize("frame_s", [0.03, 0.15, 0.5])
@pytest.mark.parametrize("game", [*GAMES])
def test_a_game_that_plays_itself_goes_on_however_late_the_frames_come(
    open_table: OpenTable, game: str, frame_s: float
) -> None:
    table = open_table(GAMES[game], 1, watch=True)
    until = table.now + 120.0
    while table.now < until and table.events < 8:
        table.turn(frame_s)
    assert table.events >= 8
