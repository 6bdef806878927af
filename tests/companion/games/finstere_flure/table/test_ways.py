"""Ways of a token to a cell, told apart by the stones that it pushes."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion.games.finstere_flure.table.lies import layout_of
from companion.games.finstere_flure.table.token_marking import TokenMarking
from companion.games.finstere_flure.table.token_words import describe_pushed_stones
from companion.games.finstere_flure.table.tokens import TokenStep
from companion.screen.pages import BoardPage
from engine.finstere_flure.deck import shuffle_deck
from engine.finstere_flure.events import StoneMoved, TokenMoved
from engine.finstere_flure.game import Game
from engine.finstere_flure.pieces import Side
from engine.finstere_flure.textboard import parse_board
from hardware.buttons import Button
from tests.companion.games.finstere_flure.table.random_states import GAMES, token_moments
from tests.companion.games.finstere_flure.table.session_table import TWO, SessionTable

#: Red 4 may go round both stones, or push one of them on its way.
STONES = parse_board("""
    c  d  e  f  g  h  i  j
 6  M> .  .  .  .  .  .  .
 7  .  .  .  .  s1 .  .  .
 8  .  .  .  .  R4 s2 .  .
 9  .  .  .  .  .  .  .  .
 outside: R1 R3 R5 B1 B3 B4 B5
""")


@pytest.fixture
def table(tmp_path: Path) -> SessionTable:
    made = SessionTable(tmp_path, sees=False)
    game = Game.start(TWO).apply(shuffle_deck(Random(1)))
    made.session.game = replace(game, state=replace(game.state, position=STONES, round=2))
    made.session.layout = layout_of(STONES)
    made.session.go_on()
    return made


def step_of(table: SessionTable) -> TokenStep:
    step = table.session.step
    assert isinstance(step, TokenStep)
    return step


def page_of(table: SessionTable) -> BoardPage:
    page = table.session.page
    assert isinstance(page, BoardPage)
    return page


def choose_cell(table: SessionTable, cell: str, token: str = "red-4") -> None:
    """Choose a token with the buttons, and step to a cell."""
    while step_of(table).marking.token != token:
        table.press(Button.DRAW)
    table.press(Button.ADVANCE)
    for _ in step_of(table).places()[0]:
        table.press(Button.DRAW)
        if step_of(table).target == cell:
            return
    raise AssertionError(cell)


def test_draw_comes_to_each_cell_once(table: SessionTable) -> None:
    choose_cell(table, "g7")
    moves, cells = table.game.token_choices("red-4"), [place.id for place in step_of(table).places()[0]]
    assert len(set(cells)) == len(cells) == len({move.to for move in moves}) < len(moves)
    seen = set()
    for _ in cells:
        table.press(Button.DRAW)
        seen.add(step_of(table).target)
    assert seen == set(cells)


def test_where_ways_differ_the_stones_are_asked_for(table: SessionTable) -> None:
    choose_cell(table, "i8")
    assert page_of(table).keys.advance == "Choose"
    before = table.game
    table.press(Button.ADVANCE)
    assert table.game == before
    assert "Which stones does it push?" in page_of(table).caption
    assert page_of(table).keys.advance == "Confirm"
    rows, number = step_of(table).places()
    assert number == 0
    assert rows[0].text == "No stone"
    assert "h8 to i9" in [row.text for row in rows]
    while step_of(table).places()[0][step_of(table).variant].text != "h8 to i9":
        table.press(Button.DRAW)
    table.press(Button.ADVANCE)
    moved = table.game.events[-1]
    assert isinstance(moved, TokenMoved)
    assert (moved.token, moved.to, [stone.to for stone in moved.stones]) == ("red-4", "i8", ["i9"])


def test_back_leads_to_the_cells_again_then_puts_the_token_down(table: SessionTable) -> None:
    choose_cell(table, "i8")
    table.press(Button.ADVANCE)
    table.press(Button.BACK)
    assert (step_of(table).target, page_of(table).keys.advance) == ("i8", "Choose")
    table.press(Button.BACK)
    assert step_of(table).selected is None


def test_a_cell_with_one_way_is_confirmed_at_once(table: SessionTable) -> None:
    choose_cell(table, "p11", "red-1")
    assert page_of(table).keys.advance == "Confirm"
    table.press(Button.ADVANCE)
    moved = table.game.events[-1]
    assert isinstance(moved, TokenMoved)
    assert (moved.token, moved.to) == ("red-1", "p11")


def test_a_touched_cell_offers_its_ways_and_is_confirmed_by_a_second_touch(table: SessionTable) -> None:
    table.touch("red-4", "i8", "other-push")
    assert page_of(table).keys.advance == "Confirm"
    shown = [row.text for row in page_of(table).rows]
    assert any(text.startswith("Pushed: ") for text in shown)
    table.touch("i8")
    assert isinstance(table.game.events[-1], TokenMoved)
    assert table.game.events[-1].stones


@pytest.mark.parametrize("seed", range(GAMES))
def test_no_two_ways_to_a_cell_are_told_alike(seed: int) -> None:
    most = 0
    for game in token_moments(seed):
        assert game.state.turn is not None
        tokens = game.state.tokens_to_move(game.state.turn)
        marking = TokenMarking(game, tokens)
        for token, target in [(name, end) for name in tokens for end in marking.targets(name)]:
            ways = marking.ways(token, target)
            told = {describe_pushed_stones(game.state.position, way) for way in ways}
            assert len(told) == len(ways), (token, target)
            most = max(most, len(ways))
    assert most > 1


def test_a_stone_that_leaves_the_game_is_told_so() -> None:
    stone = STONES.stones[0]
    move = TokenMoved("red-4", "g7", Side.WHITE, (StoneMoved(stone.id, None),))
    assert describe_pushed_stones(STONES, move) == f"{stone.cell} out of the game"
