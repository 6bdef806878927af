"""A stray press in a bot's turn: it stalls nothing, and whoever is waited for is said."""

from collections.abc import Callable, Iterator
from random import Random

import pygame
import pytest
from fox_and_geese.virtual import VIRTUAL as FOX_AND_GEESE

from companion.games.betrayal.virtual_table.game import VIRTUAL as BETRAYAL
from companion.games.coach_ride.virtual_table.game import VIRTUAL as COACH_RIDE
from companion.games.finstere_flure.virtual_table.game import VIRTUAL as FINSTERE_FLURE
from companion.games.lifeboat.table.steps import LifeboatStep
from companion.games.lifeboat.virtual_table.game import VIRTUAL as LIFEBOAT
from companion.journal import Journal
from companion.table.put_right import PutRightStep
from companion.table.session import HANDS
from companion.virtual_table.autopilot import PATIENCE_S, WAITS_S
from companion.virtual_table.game import VirtualGame
from hardware.buttons import Button, Press
from tests.companion.virtual_table.restless import RestlessTable

pytestmark = pytest.mark.slow

WATCHED = {
    "finstere-flure": FINSTERE_FLURE,
    "lifeboat": LIFEBOAT,
    "coach-ride": COACH_RIDE,
    "betrayal": BETRAYAL,
    "fox-and-geese": FOX_AND_GEESE,
}
#: Where people may let a bot play for each of them.
SEATED = {"lifeboat": LIFEBOAT, "coach-ride": COACH_RIDE}
#: The next event comes at least so soon (seconds), whatever was pressed.
SOON_S = 90.0


class Bots:
    """A game that only bots play, in a window that nobody looks at, so that nothing is drawn."""

    def __init__(
        self, virtual: VirtualGame, journal: Journal, patch: pytest.MonkeyPatch, seed: int, *, watch: bool
    ) -> None:
        """`watch`: the game plays itself; else people sit there, each of whom has let a bot play."""
        self.table = RestlessTable(virtual, journal, patch, seed, watch=watch)
        self.session = self.table.session
        if not watch:
            self.session.start(virtual.start(None, seed, {}))
            self.wait(0.2)
            secrets = self.table.table_source._room._secrets
            assert secrets is not None
            for holder in secrets.holders():
                secrets.change_player(holder.id)

    @property
    def events(self) -> int:
        return len(self.session.game.events) if self.session.game else 0

    @property
    def over(self) -> bool:
        game = self.session.game
        return game is not None and game.rules.over(game.state) is not None

    def wait(self, seconds: float) -> None:
        until = self.table.now + seconds
        while self.table.now < until:
            self._tick()

    def wait_for_an_event(self) -> bool:
        """Return True if an event came soon, or the game is over."""
        before, until = self.events, self.table.now + SOON_S
        while self.table.now < until and self.events == before and not self.over:
            self._tick()
        return self.events != before or self.over

    def _tick(self) -> None:
        self.table.now += 0.1
        if isinstance(self.session.step, PutRightStep) and not self.session.watching:
            # What lies wrong concerns everybody: it is not for bots to put right.
            self.session.step.auto_move_requested = True
        self.table.table_source.tick(self.table.now)
        self.session.tick(self.table.now)

    def touch(self, row: str) -> None:
        self.session.touch(row, self.table.now)

    def press_anything(self, rng: Random) -> None:
        page = self.session.page
        rows = [row.id for row in getattr(page, "rows", ()) if row.id and row.id != HANDS]
        if rows and rng.random() < 0.6:
            self.touch(rng.choice(rows))
        else:
            buttons = [Button.ADVANCE, Button.DRAW, *([] if self.session.watching else [Button.BACK])]
            self.session.press(Press(rng.choice(buttons), held=False), self.table.now)


@pytest.fixture
def bots(journal: Journal, monkeypatch: pytest.MonkeyPatch, display: None) -> Iterator[Callable[..., Bots]]:  # noqa: ARG001
    pygame.display.set_mode((960, 540))
    opened: list[Bots] = []

    def sit_down(virtual: VirtualGame, seed: int, *, watch: bool) -> Bots:
        opened.append(Bots(virtual, journal, monkeypatch, seed, watch=watch))
        return opened[-1]

    yield sit_down
    for bots_table in opened:
        bots_table.table.close()


def pressed_at_random(bots: Bots, seed: int) -> None:
    rng = Random(seed)
    assert bots.wait_for_an_event()
    for _ in range(8):
        bots.press_anything(rng)
        assert bots.wait_for_an_event(), bots.session.page


@pytest.mark.parametrize("game", [*WATCHED])
def test_a_game_that_plays_itself_goes_on_after_a_stray_press(bots: Callable[..., Bots], game: str) -> None:
    pressed_at_random(bots(WATCHED[game], 1, watch=True), 1)


@pytest.mark.parametrize("game", [*SEATED])
def test_bots_of_a_game_go_on_after_a_stray_press(bots: Callable[..., Bots], game: str) -> None:
    pressed_at_random(bots(SEATED[game], 1, watch=False), 1)


def test_whom_bots_wait_for_is_said_before_they_take_back_what_was_begun(bots: Callable[..., Bots]) -> None:
    boat = bots(LIFEBOAT, 1, watch=False)
    assert boat.wait_for_an_event()
    boat.touch("laid")
    step = boat.session.step
    assert isinstance(step, LifeboatStep)
    assert [*step.answers] == ["laid"]
    boat.wait(WAITS_S + 1.5)
    assert boat.session.status.endswith("waits until you have entered this. Press the red button: Back.")
    assert [*step.answers] == ["laid"]
    boat.wait(PATIENCE_S)
    assert [*step.answers] == []


def test_people_who_go_on_telling_are_not_interrupted(bots: Callable[..., Bots]) -> None:
    boat = bots(LIFEBOAT, 1, watch=False)
    assert boat.wait_for_an_event()
    step = boat.session.step
    for _ in range(4):
        boat.touch("laid")
        boat.wait(PATIENCE_S - 1.0)
        assert boat.session.step is step
        assert step.answers == ("laid",)  # type: ignore[attr-defined]
