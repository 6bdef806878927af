"""Whole games of all four, by hand, with three buttons alone."""

from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest

from companion.device.settings import Settings
from companion.games.finstere_flure.table.game import TABLE as FINSTERE_FLURE
from companion.games.finstere_flure.table.set_up import PlaceTileStep
from companion.games.finstere_flure.table.tokens import TokenStep
from companion.games.lifeboat.table.game import TABLE as LIFEBOAT
from companion.journal import Journal
from companion.table.game import TableGame
from companion.table.session import Session
from companion.table.session_start import open_session
from engine.betrayal import events as house
from engine.coach_ride.events import Started
from engine.finstere_flure.board import column_row, is_cell
from engine.finstere_flure.events import TilePlaced, TokenMoved
from engine.finstere_flure.pieces import Place
from engine.finstere_flure.setup import ALL_TILES
from hardware.buttons import Button
from tests.companion.games.betrayal import hand_house
from tests.companion.games.coach_ride import hand_game as coach_hands
from tests.companion.games.lifeboat import hand_game as boat_hands
from tests.companion.three_keys import ThreeKeys
from tests.engine.coach_ride.hidden_table import HiddenTable

HOUSE = house.GameStarted(players=("heather", "brandon", "rhinehardt"), first="heather", variants=())
#: A game that takes more presses than this goes round in circles.
MOST_PRESSES = 20_000


def begin(folder: Path, game: TableGame[Session], players: Iterable[str], *options: str) -> ThreeKeys:
    """A game begun from the first page: who plays, some options, and the table that is laid."""
    session = open_session(Journal.open(folder / "games.sqlite"), Settings(), [game], sees=False, rng=Random(1))
    keys = ThreeKeys(session)
    session.open_start_page()
    for row in ("new", *players, *options, "start"):
        if row == "back":
            keys.press(Button.BACK)
        else:
            keys.choose(row)
    assert session.game is not None or session.page.name == "set-up"
    while session.game is None:
        keys.press(Button.ADVANCE)
    return keys


def instead_of_touches(keys: ThreeKeys, monkeypatch: pytest.MonkeyPatch) -> Session:
    """The session, whose rows are taken with the buttons wherever a test would touch them."""
    monkeypatch.setattr(keys.session, "touch", keys.choose)
    return keys.session


# --- Finstere Flure ---------------------------------------------------------------------------------------------------


def move_token(keys: ThreeKeys, rng: Random) -> None:
    """Choose a token, and the way out or the last cell but a few: the farthest come last."""
    step = keys.session.step
    assert isinstance(step, TokenStep)
    for _ in range(rng.randrange(4)):
        keys.press(Button.DRAW)
    keys.press(Button.ADVANCE)
    assert step.selected is not None
    keys.press(Button.DRAW)
    if step.target != "leave":
        seen = dict[str, int]()
        while step.target not in seen:
            seen[str(step.target)] = len(seen)
            keys.press(Button.DRAW)
        best = min(seen, key=lambda cell: sum(column_row(cell)) if is_cell(cell) else 99)
        while step.target != best:
            keys.press(Button.DRAW, held=True)
    if keys.page.keys.advance == "Choose":
        # Stones can be pushed in several ways.
        keys.press(Button.ADVANCE)
    assert keys.page.keys.advance == "Confirm"
    keys.press(Button.ADVANCE)


def place_tile(keys: ThreeKeys, rng: Random) -> None:
    """Choose a tile, a cell near the middle, and a way to lie there."""
    step = keys.session.step
    assert isinstance(step, PlaceTileStep)
    for stage in ("tile", "cell", "turn"):
        for _ in range(rng.randrange(1, 6)):
            keys.press(Button.DRAW, held=rng.random() < 0.3)
        if stage != "turn" or step.settled:
            keys.press(Button.ADVANCE)
        if keys.session.step is not step:
            return


def play_finstere_flure(keys: ThreeKeys) -> None:
    rng = Random(1)
    while keys.session.page.name != "over":
        assert keys.presses < MOST_PRESSES
        match keys.session.page.name:
            case "tokens":
                move_token(keys, rng)
            case "place-tile":
                place_tile(keys, rng)
            case "draw" if keys.session.variants["real_deck"]:
                keys.press(Button.DRAW, held=rng.random() < 0.5)
                keys.press(Button.ADVANCE)
            case "draw":
                keys.press(Button.DRAW)
            case _:
                keys.press(Button.ADVANCE)


@pytest.mark.slow
@pytest.mark.parametrize(
    "options", [(), ("settings", "set_up", "real_deck", "back")], ids=["as always", "own floor and deck"]
)
def test_finstere_flure(options: tuple[str, ...], tmp_path: Path) -> None:
    keys = begin(tmp_path, FINSTERE_FLURE, ("red", "blue"), *options)
    play_finstere_flure(keys)
    game = keys.session.game
    assert game is not None
    moves = [event for event in game.events if isinstance(event, TokenMoved)]
    assert options or any(event.to is Place.OUT for event in moves)
    assert sum(isinstance(event, TilePlaced) for event in game.events) == (len(ALL_TILES) if options else 0)


def test_two_hasty_presses_move_no_token(tmp_path: Path) -> None:
    keys = begin(tmp_path, FINSTERE_FLURE, ("red", "blue"))
    while keys.page.name != "tokens":
        keys.press(Button.ADVANCE)
    game = keys.session.game
    assert game is not None
    events = len(game.events)
    for _ in range(3):
        keys.press(Button.ADVANCE)
    assert keys.session.game is not None
    assert len(keys.session.game.events) == events
    assert keys.page.keys.draw == "Next"


# --- games of cards and of the house ----------------------------------------------------------------------------------


@pytest.mark.slow
def test_lifeboat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keys = begin(tmp_path, LIFEBOAT, ("lauren", "stephen", "captain", "mate"))
    for _ in boat_hands.play(instead_of_touches(keys, monkeypatch), Random(5)):
        assert keys.presses < MOST_PRESSES
    assert keys.session.page.name in ("over", "sums")


@pytest.mark.slow
def test_coach_ride(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = HiddenTable(Random(4), 4)
    keys = ThreeKeys(coach_hands.open_table(tmp_path))
    started = table.game.events[0]
    assert isinstance(started, Started)
    coach_hands.begin(keys.session, started)
    for _ in coach_hands.play(instead_of_touches(keys, monkeypatch), table):
        assert keys.presses < MOST_PRESSES
    assert keys.session.page.name == "over"


@pytest.mark.slow
def test_betrayal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keys = ThreeKeys(hand_house.open_table(Journal.open(tmp_path / "games.sqlite")))
    hand_house.begin(keys.session, HOUSE)
    for _ in hand_house.play(instead_of_touches(keys, monkeypatch), Random(10), odd=0.0):
        assert keys.presses < MOST_PRESSES
    assert keys.session.page.name == "over"
