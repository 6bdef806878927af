"""Foresight at the table: risks and the monster's way, as far as the setting allows."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion.games.finstere_flure.playback.board_view import BoardView
from companion.games.finstere_flure.table.lies import layout_of
from companion.games.finstere_flure.table.move_played import MoveReplayStep
from companion.games.finstere_flure.table.tokens import TokenStep
from companion.screen.pages import BoardPage, Page, Tone
from engine.finstere_flure.cards import parse_card
from engine.finstere_flure.deck import Deck, shuffle_deck
from engine.finstere_flure.forecast import deck_to_come
from engine.finstere_flure.game import Game
from engine.finstere_flure.monster import move_monster
from engine.finstere_flure.moves import token_moves
from engine.finstere_flure.pieces import Side
from engine.finstere_flure.rounds import position_after
from engine.finstere_flure.textboard import parse_board
from hardware.buttons import Button
from tests.companion.games.finstere_flure.table.session_table import TWO, SessionTable

#: The monster sees red 4 six cells ahead: 5 does not reach it, all other cards do.
CORRIDOR = parse_board("""
    c  d  e  f  g  h  i  j
 6  M> .  .  .  .  .  R4 .
 9  .  .  .  .  .  .  B5 .
 outside: R1 R3 R5 B1 B3 B4
""")

#: The cards that may come, one of which is known.
DECK = ("8", "5", "7", "7", "8", "10", "X")


@pytest.fixture
def table(tmp_path: Path) -> SessionTable:
    made = SessionTable(tmp_path, sees=False)
    game = Game.start(TWO).apply(shuffle_deck(Random(1)))
    state = replace(game.state, position=CORRIDOR, deck=Deck(DECK, played=("XX",)), round=2)
    made.session.game, made.session.layout = replace(game, state=state), layout_of(CORRIDOR)
    made.session.go_on()
    return made


def choose(table: SessionTable, value: str) -> None:
    settings = table.session.settings.with_game("finstere-flure", {"foresight": value})
    table.session.change_settings(settings)


def board(page: Page) -> BoardView:
    assert isinstance(page, BoardPage)
    assert isinstance(page.board, BoardView)
    return page.board


def test_nothing_is_foreseen_unless_the_table_wants_it(table: SessionTable) -> None:
    table.touch("red-4")
    assert (board(table.session.page).risks, board(table.session.page).way) == ((), ())
    assert "Foresight" not in table.session.status


def test_training_shows_who_is_in_danger_and_where_the_monster_would_go(table: SessionTable) -> None:
    choose(table, "training")
    shown = board(table.session.page)
    assert {risk.cell: risk.p for risk in shown.risks} == {"i6": 6 / 7, "i9": 1 / 7}
    longest = move_monster(CORRIDOR, "10").steps
    assert [after for _, after in shown.way][: len(longest)] == [step.cell for step in longest]
    assert {mark.cells[0]: mark.label for mark in shown.marks if mark.label}["h6"] == "5"
    assert table.session.status.endswith("Foresight: training")


def test_a_game_that_plays_itself_shows_all_risks(table: SessionTable) -> None:
    table.session.watching = True
    assert board(table.session.page).way


def test_for_the_token_that_moves_its_cells_are_tinted_and_others_are_not(table: SessionTable) -> None:
    choose(table, "own")
    assert (board(table.session.page).risks, board(table.session.page).way) == ((), ())
    assert table.session.status.endswith("Foresight")
    table.touch("red-4")
    shown = board(table.session.page)
    risky = {risk.cell for risk in shown.risks}
    safe = {cell for mark in shown.marks if mark.tone is Tone.GOOD for cell in mark.cells}
    assert risky
    assert safe
    assert not risky & safe


def test_the_way_after_a_move_is_shown_before_the_move_is_confirmed(table: SessionTable) -> None:
    choose(table, "own")
    table.touch("red-4", "i5")
    step = table.session.step
    assert isinstance(step, TokenStep)
    event = next(event for event in table.game.token_choices("red-4") if event.to == "i5")
    after = position_after(CORRIDOR, event)
    hit = [any(meal.token == "red-4" for meal in move_monster(after, parse_card(card)).eaten) for card in DECK]
    page = table.session.page
    assert isinstance(page, BoardPage)
    rows = {row.text: row.value for row in page.rows}
    assert rows["Risk of being eaten"] == f"{round(100 * sum(hit) / len(hit))} %"
    # Put back, nothing has happened.
    table.touch("red-1")
    assert table.game.state.position == CORRIDOR


@pytest.mark.parametrize("side", Side)
def test_a_lifted_token_is_held_over_a_cell_and_put_back_under_the_camera(tmp_path: Path, side: Side) -> None:
    table = SessionTable(tmp_path)
    state = replace(
        Game.start(TWO).apply(shuffle_deck(Random(1))).state,
        position=CORRIDOR,
        deck=Deck(DECK, played=("XX",)),
        round=2,
    )
    table.session.game, table.session.layout = replace(table.game, state=state), layout_of(CORRIDOR)
    table.lies = CORRIDOR
    table.session.go_on()
    choose(table, "own")
    table.look()
    before, events = table.session.page, len(table.game.events)
    assert not board(before).risks
    table.look(1.0, hidden=("red-4",))
    risky = {risk.cell for risk in board(table.session.page).risks}
    assert risky
    held = next(move for move in token_moves(CORRIDOR, "red-4") if str(move.to) in risky - {"i6"})
    table.put("red-4", held.to, side)
    table.look(0.25)
    shown = board(table.session.page)
    assert shown.way
    assert {mark.label for mark in shown.marks if mark.label}
    table.lies = CORRIDOR
    table.look(1.0)
    assert table.session.page == before
    assert len(table.game.events) == events


def test_the_order_of_the_deck_changes_nothing_that_is_shown(table: SessionTable) -> None:
    choose(table, "training")
    table.touch("red-4", "i5")
    before = table.session.page
    game: Game = table.game
    deck = replace(game.state.deck, face_down=tuple(reversed(game.state.deck.face_down)))
    table.session.game = replace(game, state=replace(game.state, deck=deck))
    table.session.go_on()
    table.touch("red-4", "i5")
    assert table.session.page == before


def test_in_replays_only_nothing_is_shown_before_the_replay(table: SessionTable) -> None:
    choose(table, "replay")
    table.session.go_on()
    table.touch("red-4")
    assert (board(table.session.page).risks, board(table.session.page).way) == ((), ())
    assert table.session.status.endswith("Foresight: in replays")
    moves = [move_monster(CORRIDOR, "8"), move_monster(CORRIDOR, "5")]
    table.session.open(MoveReplayStep(table.session, moves, [deck_to_come(table.game.state), ("5", "X")]))
    assert table.page_name == "foreseen"
    assert [risk.cell for risk in board(table.session.page).risks] == ["i6", "i9"]
    table.wait(20.0)
    assert table.page_name == "foreseen"
    table.press(Button.ADVANCE)
    assert table.page_name == "move"
    table.press(Button.ADVANCE)
    assert board(table.session.page).risks[0].p == 0.5
    table.press(Button.DRAW, held=True)
    assert table.page_name == "what-if"


def test_replays_show_nothing_that_may_come_unless_the_table_wants_it(table: SessionTable) -> None:
    table.session.open(MoveReplayStep(table.session, [move_monster(CORRIDOR, "8")], [("5", "X")]))
    assert table.page_name == "move"
