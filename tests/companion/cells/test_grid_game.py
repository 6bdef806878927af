"""Tests of declared games at the table: pieces alike, discs with two sides, a die, counts."""

from pathlib import Path
from random import Random

import pytest
from classics.breakthrough import GAME as BREAKTHROUGH
from classics.breakthrough import Breakthrough
from classics.ludo import GAME as LUDO
from classics.mancala import GAME as MANCALA
from classics.noughts_and_crosses import GAME as NOUGHTS
from classics.othello import GAME as OTHELLO

from companion.cells.board import CellBoard
from companion.cells.steps import CellMoveStep, CellPlacementStep
from companion.device.options import flag
from companion.device.settings import NO_CAMERA, Settings
from companion.games.grid import GridGame
from companion.journal import Journal
from companion.screen.pages import BoardPage
from companion.table.layout import PieceObservation
from companion.table.observation import TableObservation
from companion.table.session import Session
from companion.table.session_start import open_session
from companion.virtual_table.piece import Piece
from companion.virtual_table.scripted_player import ScriptedPlayer
from engine.errors import NotationError
from engine.grid import Position, Started
from hardware.buttons import Button, Press
from tests.companion.cells.grid_games import ended_game

ADVANCE = Press(Button.ADVANCE, held=False)


def opened(game: GridGame, folder: Path, *, sees: bool) -> Session:
    """Return a session in which the game has begun."""
    settings = Settings() if sees else Settings(camera=NO_CAMERA)
    session = open_session(Journal.open(folder / "games.sqlite"), settings, [game.table], sees=sees)
    session.open_start_page()
    game.table.begin(session, Started(), {})
    return session


def look(session: Session, lying: dict[str, str]) -> None:
    """The pieces lie so for three seconds."""
    session.observe(TableObservation(PieceObservation.from_sides(lying)), session.now)
    begun = session.now
    for quarter in range(13):
        session.tick(begun + quarter / 4)


def state_of(session: Session) -> Position:
    assert session.game is not None
    state: Position = session.game.state
    return state


def test_any_piece_of_a_kind_may_lie_anywhere(tmp_path: Path) -> None:
    session = opened(BREAKTHROUGH, tmp_path, sees=True)
    lying = dict(state_of(session).lying)
    # Two discs of the same colour were laid the other way round.
    lying["white-1"], lying["white-9"] = lying["white-9"], lying["white-1"]
    look(session, lying)
    assert isinstance(session.step, CellMoveStep)
    moved = {piece: "a6" if cell == "a7" else cell for piece, cell in lying.items()}
    look(session, moved)
    assert state_of(session).board["a6"] == "white"
    assert state_of(session).turn == "black"


def test_a_piece_of_another_kind_is_told_and_where_its_like_belongs(tmp_path: Path) -> None:
    session = opened(BREAKTHROUGH, tmp_path, sees=True)
    lying = dict(state_of(session).lying)
    look(session, lying)
    look(session, {piece: "a5" if cell == "a7" else cell for piece, cell in lying.items()})
    assert isinstance(session.page, BoardPage)
    assert session.page.caption == "A white disc cannot go from a7 to a5."
    assert session.page.rows[0].text == "Allowed: a6 and b6."


def test_hands_are_asked_for_the_pieces_that_are_missing(tmp_path: Path) -> None:
    session = opened(BREAKTHROUGH, tmp_path, sees=True)
    lying = {piece: cell for piece, cell in state_of(session).lying.items() if piece != "white-3"}
    look(session, lying)
    assert isinstance(session.step, CellPlacementStep)
    assert isinstance(session.page, BoardPage)
    assert "Put a white disc on c7." in [session.page.caption, *(row.text for row in session.page.rows)]


@pytest.mark.slow
def test_a_disc_that_is_turned_over_by_hand_is_read_with_its_other_side(tmp_path: Path) -> None:
    player = ScriptedPlayer(OTHELLO.virtual, Started(), Journal.open(tmp_path / "games.sqlite"))
    player.begin()
    player.place_as_asked()
    player.wait(2.0)
    on_d4 = next(piece for piece in player.table.pieces.values() if player.table.cell_of(piece) == "d4")
    # Any disc from beside the board, not the one that the companion would take.
    player.place_piece("black-40", cell="d3", face="black")
    player.place_piece(on_d4.id, face="black")
    player.wait(2.0)
    assert player.game.state.board == {"d3": "black", "d4": "black", "e4": "black", "d5": "black", "e5": "white"}
    player.place_as_asked()
    player.wait(2.0)
    assert len(player.game.events) == 3
    assert isinstance(player.table.pieces["black-40"], Piece)
    assert player.table.cell_of(player.table.pieces["black-40"]) == "d3", "a bot leaves what lies right"


def test_options_that_are_on_stand_in_the_position() -> None:
    class WithOption(Breakthrough):
        options = (flag("must_take", "Who can take must"),)

    game = WithOption()
    begun = game.rules.begin(game.table.started({"must_take": True}))
    assert begun.variants == ("must_take",)
    assert game.table.started({"must_take": False}) == Started()
    with pytest.raises(NotationError, match="variants: expected one of must_take, found 'fly'"):
        game.rules.event_from_json({"event": "started", "variants": ["fly"]})


def caption(session: Session) -> str:
    assert isinstance(session.page, BoardPage)
    return session.page.caption


def test_a_die_is_told_by_touch_or_buttons(tmp_path: Path) -> None:
    session = opened(LUDO, tmp_path, sees=False)
    session.press(ADVANCE, session.now)
    assert session.page.name == "roll"
    session.touch("5", session.now)
    assert state_of(session).turn == "blue", "red cannot move"
    assert caption(session) == "Red: 5 rolled, no move. Roll the die, and touch what it shows."
    for button in (Button.DRAW, Button.DRAW, Button.ADVANCE):
        session.press(Press(button, held=False), session.now)
    assert state_of(session).turn == "red", "blue has rolled a 3"
    session.press(Press(Button.DRAW, held=True), session.now)
    session.press(ADVANCE, session.now)
    assert session.page.name == "move"
    assert caption(session).startswith("The die shows 6.")
    session.touch("d9", session.now)
    assert state_of(session).board == {"d9": "red"}
    assert state_of(session).turn == "red"
    assert session.page.name == "roll"
    assert caption(session) == "Roll the die, and touch what it shows.", "a move came between"
    session.press(Press(Button.BACK, held=False), session.now)
    assert session.page.name == "undo"


def test_counts_stand_on_the_board(tmp_path: Path) -> None:
    session = opened(MANCALA, tmp_path, sees=False)
    session.press(ADVANCE, session.now)
    session.touch("d2", session.now)
    assert isinstance(session.page, BoardPage)
    assert isinstance(session.page.board, CellBoard)
    labels = dict(session.page.board.labels)
    assert [labels[cell] for cell in ("b2", "c2", "d2", "e2", "f2", "g2", "h2", "g1")] == list("44055514")


def test_the_last_picture_of_a_replay_says_who_has_won() -> None:
    played = ended_game(NOUGHTS.id)
    before = played.undo()
    page = NOUGHTS.table.history.replayed(before.state, played.events[-1], played.state)
    assert page is not None
    assert page.caption.endswith(("Victory for Cross!", "Victory for Nought!", "Nobody wins."))
    moved = NOUGHTS.table.history.replayed(before.undo().state, before.events[-1], before.state)
    assert moved is not None
    assert "ictory" not in moved.caption


def test_bots_of_a_game_that_plays_itself_win_where_they_can() -> None:
    rules, virtual = NOUGHTS.rules, NOUGHTS.virtual
    wins = 0
    for seed in range(6):
        state, rng = rules.begin(virtual.start(None, seed, {})), Random(seed)
        while rules.over(state) is None:
            # Against somebody who plays by chance.
            state = rules.follow(state, rng.choice(rules.possible(state)))
            results = {event: rules.over(rules.follow(state, event)) for event in rules.possible(state)}
            winning = [event for event, result in results.items() if result is not None and result.winners]
            if rules.over(state) is None:
                event = virtual.choose(state, rng)
                wins += bool(winning)
                assert event in (winning or results)
                state = rules.follow(state, event)
    assert wins
