"""Tests that nothing is marked first that ends, loses or refuses something.

Hasty presses do no harm, in any step of any game. Each game says which of its answers do so (`ending_answers`).
"""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from fox_and_geese.table import TABLE as FOX_AND_GEESE
from mouse_and_elephant.table import TABLE as MOUSE_AND_ELEPHANT

from companion.cells.steps import CellMoveStep
from companion.games.finstere_flure.table.game import TABLE as FINSTERE_FLURE
from companion.games.finstere_flure.table.tokens import TokenStep
from companion.journal import Journal
from companion.screen.pages import ListPage, PlayedPage
from companion.table.game import TableGame
from companion.table.session import GameSession, Session
from engine.betrayal import events as house
from engine.coach_ride import events as coach
from engine.coach_ride.events import Started
from engine.lifeboat import events as boat
from engine.lifeboat.components import Character, Variant
from hardware.buttons import Button, Press
from tests.companion.games.betrayal import hand_house
from tests.companion.games.coach_ride import hand_game as coach_hands
from tests.companion.games.lifeboat import hand_game as boat_hands
from tests.companion.games.test_three_keys import begin, move_token
from tests.engine.coach_ride.hidden_table import HiddenTable
from tests.examples.test_three_keys import move

HOUSE = house.GameStarted(players=("heather", "brandon", "rhinehardt"), first="heather", variants=())
BOAT = boat.GameStarted(
    tuple(seat for seat in Character if seat is not Character.HARTER),
    (Variant.CANNIBALISM, Variant.SHARKS),
    boat.Deck.STAND_IN,
)
#: So many events of each game are played.
EVENTS = 150
#: So many turns of a game on cells are played.
TURNS = 12


def play_lifeboat(folder: Path, rng: Random) -> None:
    session = boat_hands.open_table(Journal.open(folder / "games.sqlite"))
    boat_hands.begin(session, BOAT)
    for _ in boat_hands.play(session, rng, most=EVENTS):
        pass


def play_coach_ride(folder: Path, rng: Random) -> None:
    session, table = coach_hands.open_table(folder), HiddenTable(rng, 5)
    started = table.game.events[0]
    assert isinstance(started, Started)
    coach_hands.begin(session, started)
    for _ in coach_hands.play(session, table):
        pass


def play_betrayal(folder: Path, rng: Random) -> None:
    session = hand_house.open_table(Journal.open(folder / "games.sqlite"))
    hand_house.begin(session, HOUSE)
    for _ in hand_house.play(session, rng, most=EVENTS):
        pass


#: Each game, with the number of a game by chance and answers that it offers in it and that are never marked first.
GAMES: Mapping[str, tuple[Callable[[Path, Random], None], int, frozenset[str]]] = {
    "lifeboat": (play_lifeboat, 5, frozenset({"passed", "agreed", "refused", "fought", "fell", "suffered"})),
    "coach-ride": (play_coach_ride, 4, frozenset({"passed", "claimed", "refused", "counted", "waived"})),
    "betrayal": (play_betrayal, 10, frozenset({"end", "won", "none"})),
}


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_what_ends_or_loses_something_is_never_marked_first(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play, seed, expected = GAMES[game]
    offered, marked = set[str](), list[tuple[str, str]]()
    touch, press = GameSession.touch, GameSession.press

    def check(session: Session) -> None:
        page = session.page
        if session.game is None or isinstance(page, PlayedPage):
            return
        rows = (*page.tiles, *page.rows) if isinstance(page, ListPage) else page.rows
        choices = {row.id for row in rows if row.id}
        ending = choices.intersection(session.table_game.ending_answers(session.game.state))
        offered.update(ending)
        if len(choices) > 1 and page.selected is not None and rows[page.selected].id in ending:
            marked.append((page.name, rows[page.selected].id))

    def checked_touch(session: Session, target: str, time_s: float) -> None:
        check(session)
        touch(session, target, time_s)

    def checked_press(session: Session, pressed: Press, time_s: float) -> None:
        check(session)
        press(session, pressed, time_s)

    monkeypatch.setattr(GameSession, "touch", checked_touch)
    monkeypatch.setattr(GameSession, "press", checked_press)
    play(tmp_path, Random(seed))
    assert marked == []
    assert offered >= expected


@pytest.mark.slow
@pytest.mark.parametrize("game", [FINSTERE_FLURE, FOX_AND_GEESE, MOUSE_AND_ELEPHANT], ids=lambda game: game.rules.id)
def test_hasty_presses_move_nothing_in_any_turn(game: TableGame[Session], tmp_path: Path) -> None:
    keys, rng = begin(tmp_path, game, ("red", "blue") if game is FINSTERE_FLURE else ()), Random(1)
    for _ in range(TURNS):
        while not isinstance(keys.session.step, (TokenStep, CellMoveStep)):
            keys.press(Button.DRAW if keys.session.page.name == "draw" else Button.ADVANCE)
        before = keys.session.game
        for _ in range(2):
            keys.press(Button.ADVANCE)
        assert keys.session.game is before
        while keys.page.keys.back not in ("", "Undo"):
            # What was marked or taken up is let go.
            keys.press(Button.BACK)
        (move_token if game is FINSTERE_FLURE else move)(keys, rng)


def test_two_hasty_presses_push_nobody_into_the_water(tmp_path: Path) -> None:
    session = boat_hands.open_table(Journal.open(tmp_path / "games.sqlite"))
    boat_hands.begin(session, BOAT)
    rng = Random(5)
    for _ in boat_hands.play(session, rng, most=EVENTS):
        if session.page.name in ("fight", "overboard"):
            break
    assert session.page.name in ("fight", "overboard")
    events = session.game and len(session.game.events)
    for _ in range(2):
        session.press(Press(Button.ADVANCE, held=False), 0.0)
    assert session.game is not None
    assert len(session.game.events) == events


@pytest.mark.parametrize(
    ("game", "page", "label", "event"),
    [
        ("lifeboat", "fight", "Nobody else", boat.Fought),
        ("lifeboat", "overboard", "In the water", boat.Fell),
        ("coach-ride", "powers", "Count", coach.Counted),
    ],
)
def test_advance_closes_what_nobody_wants_more_of_after_a_moment(
    game: str, page: str, label: str, event: type, tmp_path: Path
) -> None:
    session = come_to(game, page, tmp_path)
    assert session.game is not None
    events = len(session.game.events)
    assert session.page.keys.advance == label
    session.press(Press(Button.ADVANCE, held=False), session.now)
    # Whoever has pressed twice reads why nothing came of it.
    assert session.status == "Wait a moment: somebody else may still do something."
    assert len(session.game.events) == events
    session.press(Press(Button.ADVANCE, held=False), session.now + 2.0)
    assert isinstance(session.game.events[events], event)


def come_to(game: str, page: str, folder: Path) -> Session:
    """Play by chance until this page asks something."""
    if game == "lifeboat":
        session = boat_hands.open_table(Journal.open(folder / "games.sqlite"))
        boat_hands.begin(session, BOAT)
        steps: Iterator[Any] = boat_hands.play(session, Random(5), most=EVENTS)
    else:
        session, table = coach_hands.open_table(folder), HiddenTable(Random(4), 5)
        started = table.game.events[0]
        assert isinstance(started, Started)
        coach_hands.begin(session, started)
        steps = coach_hands.play(session, table)
    while session.page.name != page:
        next(steps)
    return session


def test_advance_says_how_an_answer_is_marked_where_none_is(tmp_path: Path) -> None:
    session = boat_hands.open_table(Journal.open(tmp_path / "games.sqlite"))
    boat_hands.begin(session, BOAT)
    steps = boat_hands.play(session, Random(5), most=EVENTS)
    while session.page.name != "answer":
        next(steps)
    assert not session.page.keys.advance
    session.press(Press(Button.ADVANCE, held=False), session.now)
    assert session.status == "No answer is marked yet. Press the yellow button: Next."
