"""Tests of how many presses usual steps take, as the game's page says."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from companion.games.finstere_flure.table.game import TABLE
from companion.table.session import Session
from hardware.buttons import Button
from tests.companion.games.presses import Players, choose, confirm_guide, documented_presses, presses_of
from tests.companion.games.test_three_keys import begin
from tests.companion.three_keys import ThreeKeys


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """Yield a session in red's first turn, the tokens at the entrance."""
    session = begin(tmp_path, TABLE, ("red", "blue")).session
    yield session
    session.journal.close()


def first_token(players: Players) -> None:
    """The token that is marked first, to the first cell."""
    if isinstance(players, ThreeKeys):
        players.press(Button.ADVANCE)
        players.press(Button.DRAW)
    else:
        choose(players, "red-1", "p11")
    players.press(Button.ADVANCE)


def third_token(players: Players) -> None:
    """The third token, to the third cell."""
    if isinstance(players, ThreeKeys):
        players.press(Button.DRAW)
        players.press(Button.DRAW)
        players.press(Button.ADVANCE)
        for _ in range(3):
            players.press(Button.DRAW)
    else:
        choose(players, "red-4", "p9")
    players.press(Button.ADVANCE)


def monster(players: Players) -> None:
    """The card and the monster's move; all tokens have moved before."""
    others = ThreeKeys(players.session)
    while players.session.page.name != "draw":
        if players.session.page.name == "tokens":
            others.press(Button.ADVANCE)
            others.press(Button.DRAW)
        others.press(Button.ADVANCE)
    players.press(Button.DRAW)
    players.press(Button.ADVANCE)
    confirm_guide(players)


TURNS: Mapping[str, Callable[[Players], None]] = {
    "first token, first cell": first_token,
    "third token, third cell": third_token,
    "card, monster's move": monster,
}


@pytest.mark.parametrize("turn", TURNS)
def test_the_page_says_how_many_presses_a_step_takes(turn: str, session: Session, tmp_path: Path) -> None:
    other = begin(tmp_path / "touched", TABLE, ("red", "blue")).session
    counted = [presses_of(TURNS[turn], stepped, keys=keys) for stepped, keys in ((session, True), (other, False))]
    other.journal.close()
    assert counted == documented_presses("finstere-flure.md")[turn]
