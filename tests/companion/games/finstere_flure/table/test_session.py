"""Tests of the table session: observations become events or problems; buttons, undo.

They also test the journal.
"""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from companion.device.settings import Settings
from companion.games.finstere_flure.playback.board_view import BoardView
from companion.games.finstere_flure.table.observation import observation_from_position
from companion.screen.pages import BoardPage, ListPage, Tone
from companion.table.observation import TableObservation
from engine.finstere_flure.events import CardDrawn, DeckShuffled, TokenMoved
from engine.finstere_flure.gamefile import event_from_json
from engine.finstere_flure.pieces import Colour, Place, Side
from engine.finstere_flure.state import Phase
from hardware.buttons import Button
from hardware.ring.patterns import Alert, Countdown, Progress, Pulse, Seat
from tests.companion.games.finstere_flure.table.observing import relaid
from tests.companion.games.finstere_flure.table.session_table import SessionTable


@pytest.fixture
def table(tmp_path: Path) -> SessionTable:
    return SessionTable(tmp_path)


def board_page(table: SessionTable) -> BoardPage:
    page = table.session.page
    assert isinstance(page, BoardPage)
    return page


def board_shown(table: SessionTable) -> BoardView:
    board = board_page(table).board
    assert isinstance(board, BoardView)
    return board


def list_page(table: SessionTable) -> ListPage:
    page = table.session.page
    assert isinstance(page, ListPage)
    return page


def to_the_draw(table: SessionTable) -> None:
    while table.game.state.phase is Phase.MOVE_TOKEN:
        table.play_turn()
    if table.page_name == "put-right":
        table.put_right()


# --- whose turn it is ------------------------------------------------------------------------------------------------


def test_a_new_game_shuffles_the_virtual_deck_and_asks_the_first_player(table: SessionTable) -> None:
    assert isinstance(table.game.events[-1], DeckShuffled)
    assert table.page_name == "tokens"
    assert "Red" in board_page(table).title
    assert board_page(table).sign is Colour.RED
    assert isinstance(table.session.pattern, Seat)


def test_a_legal_move_on_the_table_is_taken_when_it_has_settled(table: SessionTable) -> None:
    table.lay(next(choice for choice in table.game.token_choices("red-5") if choice.to == "p9"))
    table.look(seconds=0.25)
    assert len(table.game.events) == 2
    table.wait(1.0)
    assert table.game.events[-1] == TokenMoved("red-5", "p9", Side.BLACK)
    assert table.game.state.turn is Colour.BLUE


def test_a_token_that_is_only_flipped_may_still_be_moved(table: SessionTable) -> None:
    table.play_turn()
    table.play_turn()
    before = table.lies
    token = table.game.state.tokens_to_move(Colour.RED)[0]
    stays = next(choice for choice in table.game.token_choices(token) if choice.to is Place.OUTSIDE)
    table.lay(stays)
    table.look(seconds=2.0)
    assert len(table.game.events) == 4
    table.lies = before
    table.move(token, "p10")
    assert table.game.events[-1] == TokenMoved(token, "p10", Side.BLACK)


def test_advance_confirms_a_move_at_once(table: SessionTable) -> None:
    table.lay(next(choice for choice in table.game.token_choices("red-5") if choice.to == "p9"))
    table.look(seconds=0.0)
    table.press(Button.ADVANCE)
    assert isinstance(table.game.events[-1], TokenMoved)


def test_the_cell_of_a_piece_that_something_covers_is_named_and_marked(table: SessionTable) -> None:
    stone = table.game.state.position.stones[0]
    seen = observation_from_position(table.lies, [stone.id])
    table.look(observation=relaid(seen, unreadable=(stone.cell,)))
    assert board_page(table).caption == f"Something covers {stone.cell}."
    assert [mark.cells for mark in board_shown(table).marks if mark.tone is Tone.WAITING] == [(stone.cell,)]


def test_of_many_pieces_it_is_said_that_the_board_is_covered(table: SessionTable) -> None:
    stones = table.game.state.position.stones[:4]
    seen = observation_from_position(table.lies, [stone.id for stone in stones])
    table.look(observation=relaid(seen, unreadable=tuple(stone.cell for stone in stones)))
    assert board_page(table).caption == "Something covers the board."


def test_a_table_in_motion_never_settles(table: SessionTable) -> None:
    table.lay(next(choice for choice in table.game.token_choices("red-5") if choice.to == "p9"))
    table.look(seconds=0.5)
    table.session.observe(TableObservation(), table.now)
    table.wait(0.5)
    assert len(table.game.events) == 2


# --- what is wrong ---------------------------------------------------------------------------------------------------


def test_a_move_that_is_too_far_is_told_and_is_no_event(table: SessionTable) -> None:
    table.put("red-1", "p8", Side.BLACK)
    table.look()
    assert table.page_name == "problem"
    assert board_page(table).tone is Tone.BAD
    assert "cells too far" in " ".join(table.problems)
    assert any("p8" in mark.cells for mark in board_shown(table).marks)
    assert isinstance(table.session.pattern, Alert)
    assert len(table.game.events) == 2


def test_a_problem_is_gone_when_it_is_mended(table: SessionTable) -> None:
    table.put("red-1", "p8", Side.BLACK)
    table.look()
    table.lies = table.game.state.position
    table.look(seconds=0.5)
    assert table.page_name == "tokens"
    table.move("red-1", "p11")
    assert table.game.state.turn is Colour.BLUE


def test_players_may_overrule_by_holding_advance(table: SessionTable) -> None:
    table.put("red-1", "p8", Side.BLACK)
    table.look()
    assert board_page(table).keys.advance_hold
    table.press(Button.ADVANCE, held=True)
    event = table.game.events[-1]
    assert isinstance(event, TokenMoved)
    assert event.overruled
    assert table.game.state.position.token("red-1").at == "p8"  # type: ignore[union-attr]
    assert table.page_name == "tokens"


def test_a_token_that_is_not_flipped_is_the_only_trouble(table: SessionTable) -> None:
    table.put("red-5", "p9", Side.WHITE)
    table.look()
    assert len(table.problems) == 1
    assert "flip" in table.problems[0].lower()
    table.put("red-5", "p9", Side.BLACK)
    table.look()
    assert table.game.state.turn is Colour.BLUE


def test_a_token_in_the_air_shows_where_it_can_go_and_is_missed_after_a_while(table: SessionTable) -> None:
    to_the_draw(table)
    table.monster()
    assert table.game.state.round == 2
    turn = table.game.state.turn
    assert turn is not None
    movable = table.game.state.tokens_to_move(turn)
    token = next(token.id for token in table.game.state.position.tokens if token.id in movable and token.cell)
    table.look(seconds=1.0, hidden=(token,))
    assert any(mark.tone is Tone.GOOD for mark in board_shown(table).marks)
    assert not table.problems
    table.wait(11.0)
    assert table.page_name == "problem"
    assert len(table.problems) == 1


def test_a_token_lifted_beside_the_entrance_shows_where_it_can_go_too(table: SessionTable) -> None:
    table.look()
    table.look(hidden=("red-5",))
    page = board_page(table)
    assert any("p11" in mark.cells and mark.tone is Tone.GOOD for mark in board_shown(table).marks)
    assert page.caption.startswith("Red 5 may go")


def test_a_hand_over_the_board_is_no_event(table: SessionTable) -> None:
    table.move("red-5", "p9")
    seen = observation_from_position(table.lies, hidden=("red-5",))
    under_hand = ("p8", "p9", "p10")
    table.look(observation=relaid(seen, unreadable=under_hand, reached_over=under_hand))
    assert table.page_name == "tokens"
    assert not table.problems
    table.look()
    assert len(table.game.events) == 3


# --- the monster's phase ---------------------------------------------------------------------------------------------


def test_after_the_first_round_the_tokens_not_moved_must_be_flipped_before_a_card_is_drawn(table: SessionTable) -> None:
    while table.game.state.phase is Phase.MOVE_TOKEN:
        table.play_turn()
    assert table.page_name == "put-right"
    assert all("lip" in row.text for row in board_page(table).rows)
    table.put_right()
    assert table.page_name == "draw"
    assert isinstance(table.session.pattern, Pulse)


def test_a_card_plays_the_move_and_the_guide_follows_by_itself(table: SessionTable) -> None:
    to_the_draw(table)
    table.press(Button.DRAW)
    assert isinstance(table.game.events[-1], CardDrawn)
    assert table.page_name == "move"
    assert isinstance(table.session.pattern, Countdown)
    table.wait(120.0)
    assert table.page_name == "put-right"
    assert isinstance(table.session.pattern, Progress)
    page = board_page(table)
    assert any("Furunkulus" in text for text in (page.caption, *(row.text for row in page.rows)))


def test_the_guide_ticks_off_what_is_done_and_goes_on_when_the_table_matches(table: SessionTable) -> None:
    to_the_draw(table)
    table.press(Button.DRAW)
    # Past the card, to the end of the move, and on.
    for _ in range(3):
        table.press(Button.ADVANCE)
    assert table.page_name == "put-right"
    table.look()
    assert "to do" in board_page(table).title
    table.put_right()
    assert table.page_name == "tokens"
    assert table.game.state.round == 2


def test_back_undoes_the_last_move_after_asking_and_shows_how_to_put_the_table_right(table: SessionTable) -> None:
    event = table.move("red-5", "p9")
    table.press(Button.BACK)
    assert table.page_name == "undo"
    assert "p9" in list_page(table).rows[0].text
    table.press(Button.ADVANCE)
    assert event not in table.game.events
    assert table.page_name == "put-right"
    table.put_right()
    assert table.page_name == "tokens"
    assert table.game.state.turn is Colour.RED


def test_the_menu_opens_when_back_is_held_and_leads_to_help_log_and_settings(table: SessionTable) -> None:
    for row, name in (("help", "help"), ("log", "log"), ("settings", "settings")):
        table.press(Button.BACK, held=True)
        assert table.page_name == "menu"
        table.touch(row)
        assert table.page_name == name
        table.press(Button.BACK)
        table.press(Button.BACK)
        assert table.page_name == "tokens"


def test_settings_change_at_once_and_are_kept(table: SessionTable) -> None:
    kept: list[Settings] = []
    table.session.around = replace(table.session.around, save_settings=kept.append)
    table.press(Button.BACK, held=True)
    table.touch("settings")
    table.touch("group sound", "volume", "talk")
    assert kept[-1] == table.session.settings
    assert (kept[-1].volume, kept[-1].talk) == (0, "phases")


# --- by hand ---------------------------------------------------------------------------------------------------------


def test_without_a_camera_moves_are_made_by_touch(tmp_path: Path) -> None:
    table = SessionTable(tmp_path, sees=False)
    table.touch("red-5", "p8")
    assert any(token.id == "red-5" and token.at == "p8" for token in board_shown(table).tokens)
    table.press(Button.ADVANCE)
    assert table.game.events[-1] == TokenMoved("red-5", "p8", Side.BLACK)
    assert table.game.state.turn is Colour.BLUE
    # The hands that touched it move it too: nothing is asked for twice.
    assert table.page_name == "tokens"


def test_without_a_camera_a_second_touch_confirms_too(tmp_path: Path) -> None:
    table = SessionTable(tmp_path, sees=False)
    table.touch("red-5", "stay", "stay")
    assert table.game.events[-1] == TokenMoved("red-5", Place.OUTSIDE, Side.BLACK)


# --- nothing is lost -------------------------------------------------------------------------------------------------


def test_every_event_is_in_the_journal_before_it_is_shown(table: SessionTable) -> None:
    table.move("red-5", "p9")
    lines = table.journal.events(table.session.game_id or 0)
    assert tuple(event_from_json(json.loads(line)) for line in lines) == table.game.events


def test_a_game_goes_on_at_the_very_event_and_shows_how_to_put_the_table_right(
    tmp_path: Path, table: SessionTable
) -> None:
    table.move("red-5", "p9")
    events, number = table.game.events, table.session.game_id
    again = SessionTable(tmp_path / "other")
    again.session.journal = table.journal
    again.session.resume(number or 0)
    assert again.game.events == events
    assert again.page_name == "put-right"
    again.put_right()
    assert again.page_name == "tokens"
    assert again.game.state.turn is Colour.BLUE


def test_a_game_that_is_killed_in_the_monsters_move_shows_it_once_more(tmp_path: Path, table: SessionTable) -> None:
    to_the_draw(table)
    table.press(Button.DRAW)
    assert table.page_name == "move"
    again = SessionTable(tmp_path / "other")
    again.session.journal = table.journal
    again.session.resume(table.session.game_id or 0)
    assert again.page_name == "move"
    assert again.game.state == table.game.state
    while again.page_name == "move":
        again.press(Button.ADVANCE)
    assert again.page_name == "put-right"


# --- a real deck under the camera ------------------------------------------------------------------------------------


@pytest.fixture
def real_deck(tmp_path: Path) -> SessionTable:
    """Return a table with a real deck, at the first card."""
    table = SessionTable(tmp_path, real_deck=True)
    table.press(Button.ADVANCE)
    to_the_draw(table)
    return table


def show(table: SessionTable, *cards: str, seconds: float = 2.0) -> None:
    """Lay cards under the camera, beside the board."""
    table.look(seconds, replace(observation_from_position(table.lies), cards=cards))


def test_a_card_that_lies_under_the_camera_for_a_moment_is_drawn(real_deck: SessionTable) -> None:
    show(real_deck, "7", seconds=0.5)
    assert real_deck.page_name == "draw"
    real_deck.wait(1.0)
    assert real_deck.game.events[-1] == CardDrawn(("7",))
    assert real_deck.page_name == "move"


def test_a_hit_card_under_the_camera_is_refused_as_the_first_card(real_deck: SessionTable) -> None:
    show(real_deck, "X")
    assert real_deck.problems == ["The first card is never a hit card."]
    assert board_page(real_deck).tone is Tone.BAD
    show(real_deck)
    assert board_page(real_deck).tone is Tone.NOW
    show(real_deck, "10")
    assert real_deck.game.events[-1] == CardDrawn(("10",))


def test_the_card_of_the_last_round_may_go_on_lying_there(real_deck: SessionTable) -> None:
    show(real_deck, "7")
    real_deck.press(Button.ADVANCE)
    real_deck.press(Button.ADVANCE)
    real_deck.put_right()
    while real_deck.game.state.phase is Phase.MOVE_TOKEN:
        token = real_deck.game.state.tokens_to_move(real_deck.game.state.turn or Colour.RED)[0]
        real_deck.lay(real_deck.game.token_choices(token)[-1])
        show(real_deck, "7", seconds=5.0)
    assert real_deck.page_name == "draw"
    show(real_deck, "7")
    assert real_deck.page_name == "draw"
    show(real_deck, "7", "8")
    assert real_deck.game.events[-1] == CardDrawn(("8",))


def test_two_new_cards_under_the_camera_are_not_chosen_from(real_deck: SessionTable) -> None:
    show(real_deck, "7", "8")
    assert real_deck.page_name == "draw"
