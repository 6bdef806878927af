"""Tests that one act is one sentence and one thing to do: floor, flips, monster."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pygame
import pytest

from companion.device.settings import Settings
from companion.games.finstere_flure.playback.board_view import BoardView, FlippedToken
from companion.games.finstere_flure.screen.board_picture import label_place
from companion.games.finstere_flure.table.game import TABLE
from companion.games.finstere_flure.table.observation import BoardObservation, observation_from_position
from companion.journal import Journal
from companion.screen.pages import BoardPage
from companion.table.observation import TableObservation
from companion.table.session import Session
from companion.table.session_start import open_session
from engine.finstere_flure.board import EXIT, Direction
from engine.finstere_flure.events import GameStarted
from engine.finstere_flure.pieces import Colour, Place
from engine.finstere_flure.setup import BASIC_STONE_CELLS, basic_tiles
from hardware.buttons import Button
from tests.companion.games.finstere_flure.table.observing import relaid
from tests.companion.games.finstere_flure.table.session_table import A_WHILE_S, SessionTable

FLIPS = "Flip every token at the entrance that shows a white number."


@pytest.fixture
def laying(tmp_path: Path) -> Session:
    """Return a table on which nothing lies yet, before a game of two."""
    made = open_session(Journal.open(tmp_path / "games.sqlite"), Settings(), [TABLE], sees=True, rng=Random(1))
    TABLE.begin(made, GameStarted((Colour.RED, Colour.BLUE), Colour.RED), {})
    return made


def look(made: Session, observation: BoardObservation) -> BoardPage:
    made.observe(TableObservation(observation), made.now)
    page = made.page
    assert isinstance(page, BoardPage)
    return page


def test_laying_the_floor_is_one_sentence_that_counts_down(laying: Session) -> None:
    tiles = basic_tiles(tuple(f"stone-{number}" for number in range(1, len(BASIC_STONE_CELLS) + 1)))
    pools = tuple(tile for tile in tiles if not tile.is_stone)
    page = look(laying, BoardObservation())
    assert page.caption == "Lay 11 stones and 2 pools as the picture shows."
    assert [row.text for row in page.rows] == ["Put Furunkulus on a1, facing east."]
    page = look(laying, relaid(tiles=pools, monster=(EXIT, Direction.E)))
    assert (page.caption, page.rows) == ("Lay 11 stones as the picture shows.", ())
    page = look(laying, relaid(tiles=tiles))
    assert (page.caption, page.rows) == ("Put Furunkulus on a1, facing east.", ())


def to_the_flips(table: SessionTable) -> None:
    while table.game.state.turn is not None:
        table.play_turn()


def board_page(table: SessionTable) -> BoardPage:
    page = table.session.page
    assert isinstance(page, BoardPage)
    return page


@pytest.mark.slow
def test_the_flips_after_the_first_round_are_one_thing_and_are_shown(tmp_path: Path) -> None:
    table = SessionTable(tmp_path)
    table.press(Button.ADVANCE)
    to_the_flips(table)
    page = board_page(table)
    assert (page.title, page.caption, page.rows) == ("1 thing to do on the table", FLIPS, ())
    assert isinstance(page.board, BoardView)
    assert len(page.board.at_entrance) == sum(
        token.place is Place.OUTSIDE for token in table.game.state.position.tokens
    )


@pytest.mark.slow
@pytest.mark.parametrize("sees", [True, False])
def test_flips_that_were_pending_are_asked_for_when_the_game_goes_on(tmp_path: Path, sees: bool) -> None:
    table = SessionTable(tmp_path)
    table.press(Button.ADVANCE)
    to_the_flips(table)
    again = SessionTable(tmp_path / "other", sees=sees)
    again.session.journal = table.journal
    again.session.resume(table.session.game_id or 0)
    if sees:
        # The tokens at the entrance are out of the camera's sight.
        again.look(A_WHILE_S, relaid(observation_from_position(again.game.state.position), beside=()))
    assert FLIPS in board_page(again).caption
    again.press(Button.ADVANCE)
    assert again.page_name != "put-right"


@pytest.mark.slow
def test_a_monster_on_a_wrong_cell_is_one_thing_to_do(tmp_path: Path) -> None:
    table = SessionTable(tmp_path)
    table.press(Button.ADVANCE)
    to_the_flips(table)
    table.put_right()
    table.press(Button.DRAW)
    for _ in range(3):
        table.press(Button.ADVANCE)
    wrong = replace(table.game.state.position, monster="d10")
    table.look(A_WHILE_S, observation_from_position(wrong))
    page = board_page(table)
    assert page.caption.startswith("Furunkulus stands on d10")
    assert page.title == "1 thing to do on the table"


def test_a_move_that_is_seen_ticks_its_token_and_shows_both_sides(tmp_path: Path) -> None:
    table = SessionTable(tmp_path)
    table.press(Button.ADVANCE)
    event = next(choice for choice in table.game.token_choices("red-4") if choice.to == "p9")
    table.lay(event)
    table.session.observe(TableObservation(observation_from_position(table.lies)), table.now)
    page = board_page(table)
    assert page.caption == "Red 4 has moved and now shows 3."
    (row,) = (row for row in page.rows if isinstance(row.sign, FlippedToken))
    assert (row.text, row.done) == ("red 4", True)


def test_a_label_hides_neither_its_own_cell_nor_a_piece_beside_it() -> None:
    board = pygame.Rect(0, 0, 300, 300)
    for left, top in ((100, 100), (0, 280), (280, 0)):
        cell = pygame.Rect(left, top, 20, 20)
        below = cell.move(0, 20)
        place = label_place(pygame.Rect(0, 0, 18, 14), cell, board, [below])
        assert board.contains(place)
        assert not place.colliderect(cell)
        assert not place.colliderect(below)


def test_a_label_rather_hides_a_piece_than_another_label() -> None:
    board, cell = pygame.Rect(0, 0, 300, 300), pygame.Rect(100, 100, 20, 20)
    around = [cell.move(0, 20), cell.move(0, -20), cell.move(20, 0), cell.move(-20, 0)]
    label = label_place(pygame.Rect(0, 0, 18, 14), cell, board, around)
    other = label_place(pygame.Rect(0, 0, 18, 14), cell, board, around, [label])
    assert not other.colliderect(label)
