"""Explained looks and pieces tried out elsewhere: by buttons and touch, nothing of it kept."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.games.finstere_flure.learning.move_inspector import MoveInspector
from companion.games.finstere_flure.learning.what_if import WhatIf
from companion.games.finstere_flure.playback.board_view import BoardView
from companion.games.finstere_flure.table.inspection import InspectionStep
from companion.games.finstere_flure.table.move_played import MoveReplayStep
from companion.screen.pages import BoardPage, Page
from engine.finstere_flure.monster import move_monster
from engine.finstere_flure.pieces import Place, Side, TileKind
from engine.finstere_flure.position import Token
from engine.finstere_flure.textboard import parse_board
from hardware.buttons import Button, Press
from tests.companion.games.finstere_flure.table.session_table import SessionTable

#: Red 4 is seen through no stone; blue 4 stands behind it, red 1 behind a stone, green 1 behind the monster.
HALL = parse_board("""
    c  d  e  f  g  h  i  j
 4  .  .  R1 .  .  .  .  .
 5  .  .  q6 .  .  .  .  .
 6  G1 .  M> .  .  R4 .  B4
 7  .  .  .  .  .  .  .  .
""")
MOVE = move_monster(HALL, "5")


def press(inspector: MoveInspector | WhatIf, button: Button, *, held: bool = False) -> bool:
    return inspector.press(Press(button, held))


def shown(page: Page) -> tuple[BoardPage, BoardView]:
    assert isinstance(page, BoardPage)
    assert isinstance(page.board, BoardView)
    return page, page.board


def test_a_look_is_explained_with_its_rule_and_who_is_not_seen() -> None:
    page, board = shown(MoveInspector(MOVE).page)
    assert page.title == "Why? Step 1 of 5"
    assert page.caption == "Red 4 is nearest."
    seen, unseen = page.rows
    assert seen.text == "Furunkulus sees red 4 (3 cells east), straight ahead."
    assert seen.detail == "It looks ahead, left and right. The nearest token decides where it turns (rule 7)."
    assert unseen.text == (
        "Blue 4 on j6 is not seen: it stands behind red 4. "
        "Red 1 on e4 is not seen: it stands behind the right-turning stone. "
        "Green 1 on c6 is not seen: Furunkulus never looks behind."
    )
    assert board.look is not None
    assert [line.cells for line in board.look.lines[:2]] == [("f6", "g6", "h6"), ("e5",)]


def test_draw_steps_forth_and_back_through_all_looks() -> None:
    inspector = MoveInspector(MOVE, 5)
    press(inspector, Button.DRAW)
    assert shown(inspector.page)[0].title == "Why? Last look"
    press(inspector, Button.DRAW, held=True)
    press(inspector, Button.DRAW, held=True)
    assert shown(inspector.page)[0].title == "Why? Step 4 of 5"
    assert not press(inspector, Button.BACK)


def test_a_piece_taken_away_shows_the_new_way_beside_the_old_one() -> None:
    inspector = MoveInspector(MOVE)
    press(inspector, Button.ADVANCE)
    inspector.touch("h6")
    assert shown(inspector.page)[1].way_before == ()
    inspector.touch("remove")
    page, board = shown(inspector.page)
    assert board.way_before == tuple((f"{a}6", f"{b}6") for a, b in zip("efghi", "fghij", strict=True))
    assert page.caption == "Furunkulus stops on j6, faces east and has eaten blue 4."
    assert [row.text for row in page.rows] == ["Put it back"]
    inspector.touch("remove")
    assert shown(inspector.page)[1].way_before == ()
    assert inspector.what_if is not None
    assert inspector.what_if.position == inspector.what_if.before


def test_a_piece_goes_where_it_is_touched_and_never_onto_another() -> None:
    what_if = WhatIf(HALL, lambda position: MoveInspector(MOVE).ask().look_ahead(position))
    what_if.touch("e5")
    what_if.touch("g7")
    assert next(stone.cell for stone in what_if.position.stones) == "g7"
    what_if.touch("turn")
    assert next(stone.kind for stone in what_if.position.stones) is TileKind.STONE
    before = what_if.position
    what_if.touch("e6")
    assert what_if.position == before
    assert what_if.explain_ignored_touch("e6") == "It cannot lie there."
    # The next piece is tried out by itself.
    what_if.touch("j6")
    assert what_if.position == HALL


def test_three_buttons_move_and_turn_a_token() -> None:
    what_if = WhatIf(HALL, lambda position: MoveInspector(MOVE).ask().look_ahead(position))
    while what_if.piece != "red-4":
        press(what_if, Button.DRAW)
    press(what_if, Button.ADVANCE)
    press(what_if, Button.DRAW)
    press(what_if, Button.DRAW)
    press(what_if, Button.ADVANCE)
    assert what_if.position.token("red-4") != HALL.token("red-4")
    token = what_if.position.token("red-4")
    assert token is not None
    assert token.side is Side.BLACK
    press(what_if, Button.DRAW)
    press(what_if, Button.ADVANCE)
    moved = what_if.position.token("red-4")
    assert moved is not None
    assert moved.at in ("h5", "i6", "h7", "g6")
    assert press(what_if, Button.BACK)
    assert what_if.position == HALL
    assert not press(what_if, Button.BACK)


def test_a_token_beside_the_board_is_put_onto_it_by_touch_or_buttons() -> None:
    outside = Token("green-5", Side.WHITE, Place.OUTSIDE)
    hall = replace(HALL, tokens=(*HALL.tokens, outside))
    what_if = WhatIf(hall, lambda position: MoveInspector(MOVE).ask().look_ahead(position))
    assert [row.id for row in shown(what_if.page)[0].rows] == ["green-5"]
    what_if.touch("green-5")
    what_if.touch("f6")
    assert what_if.position.token("green-5") == replace(outside, at="f6")
    what_if.touch("remove")
    assert what_if.position == hall
    press(what_if, Button.BACK)
    press(what_if, Button.DRAW, held=True)
    assert what_if.piece == "green-5"
    for button in (Button.ADVANCE, Button.DRAW, Button.ADVANCE):
        press(what_if, button)
    assert what_if.position.token("green-5") == replace(outside, at="p11")
    press(what_if, Button.BACK)
    assert what_if.position == hall


def test_a_hit_card_has_only_its_left_hits() -> None:
    move = move_monster(HALL, "XX")
    inspector = MoveInspector(move, 4)
    # Red 4 has been eaten in step 3.
    what_if = inspector.ask()
    token = what_if.before.token("red-4")
    assert token is not None
    assert token.at is Place.OUTSIDE
    longest = what_if.look_ahead(what_if.before).longest
    assert longest is not None
    assert longest.final == move.final


@pytest.mark.slow
def test_nothing_of_it_is_kept_in_the_game(tmp_path: Path) -> None:
    table = SessionTable(tmp_path, sees=False)
    table.session.change_settings(table.session.settings.with_game("finstere-flure", {"foresight": "training"}))
    table.session.go_on()
    table.touch("what-if")
    assert isinstance(table.session.step, InspectionStep)
    assert table.session.game_id is not None
    state, events = table.game.state, table.journal.events(table.session.game_id)
    stone = state.position.stones[0].cell
    table.touch(stone, "remove", "remove", "turn", "N")
    for button in (Button.DRAW, Button.ADVANCE, Button.DRAW, Button.BACK, Button.DRAW, Button.ADVANCE):
        table.press(button)
    table.press(Button.BACK)
    table.press(Button.BACK)
    assert table.page_name == "tokens"
    assert (table.game.state, table.journal.events(table.session.game_id)) == (state, events)


@pytest.mark.slow
def test_a_move_is_explained_while_it_plays_and_goes_on_after_it(tmp_path: Path) -> None:
    table = SessionTable(tmp_path)
    played = MoveReplayStep(table.session, [MOVE])
    table.session.open(played)
    table.wait(6.0)
    table.press(Button.DRAW, held=True)
    assert table.page_name == "look"
    state = table.game.state
    table.wait(30.0)
    table.press(Button.ADVANCE)
    assert table.page_name == "what-if"
    table.press(Button.BACK)
    table.press(Button.BACK)
    assert table.session.step is played
    assert table.game.state == state
