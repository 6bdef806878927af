"""Tests of a low camera: the tall monster hides the cells behind it, and the game goes on.

Nothing is taken for granted that players could have done unseen.
"""

import math
from dataclasses import replace
from pathlib import Path

import pytest

from companion.games.finstere_flure.reading.readings import READINGS
from companion.games.finstere_flure.table.guide import placement_tasks, tasks_to_reach
from companion.games.finstere_flure.table.guide_progress import progress
from companion.games.finstere_flure.table.lies import layout_of
from companion.games.finstere_flure.table.move_inference import infer_move
from companion.games.finstere_flure.table.observation import (
    BoardObservation,
    observation_from_position,
    observation_from_reading,
)
from companion.games.finstere_flure.table.tasks import end_of, piece_of
from companion.games.finstere_flure.tags import make_catalogue
from companion.games.finstere_flure.virtual_table.game import VIRTUAL, some_game
from companion.games.finstere_flure.virtual_table.scene import required_points, scene_from_position
from companion.journal import Journal
from companion.screen.pages import BoardPage
from companion.table.inference import Happened, Nothing, Problems, Waiting
from companion.table.photo import photo_of
from companion.virtual_table.autoplay import Autoplay
from companion.virtual_table.camera import GOOD_LOOK
from engine.finstere_flure.pieces import Colour, Place
from engine.finstere_flure.state import Phase
from engine.finstere_flure.textboard import parse_board
from hardware.buttons import Button
from tests.companion.games.finstere_flure.table.drawn_tables import playing, seen, whole
from tests.companion.games.finstere_flure.table.observing import relaid
from tests.companion.games.finstere_flure.table.session_table import SessionTable
from vision.virtual import LIGHTS, IncrementalRenderer, fit_view, render

#: The camera hangs to the south; the monster on f5 hides f4 and f3.
HALL = """
    c  d  e  f  g  h
 2  .  .  .  .  .  .
 3  .  .  .  .  .  .
 4  .  R4 s1 .  .  B5
 5  .  .  .  M> .  .
 6  .  R1 .  .  .  .
"""
BEHIND = ("f4", "f3")


def behind(board: str, *unseen: str) -> BoardObservation:
    """Return the board as the low camera sees it."""
    return relaid(seen(board, hidden=unseen), hidden=BEHIND)


# --- which cells are hidden ------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_cells_named_are_those_whose_pieces_the_camera_misses() -> None:
    board = """
        e  f  g  h  i  j
     3  .  .  .  .  .  .
     4  .  R1 R4 R5 B1 .
     5  .  B3 M^ B4 .  .
     6  .  .  B5 .  .  .
    """
    position, catalogue = parse_board(board), make_catalogue()
    view = fit_view(required_points(catalogue), (2304, 1296), focal_px=1152 / math.tan(math.radians(33)), tilt_deg=38.0)
    shot = render(scene_from_position(position, catalogue, seed=3), view, LIGHTS["normal"], seed=3)
    read = photo_of(shot.picture, catalogue, READINGS).table
    # Who watches the table is told of them as who reads a picture.
    assert {name for name, place in READINGS.places(read).items() if place == "hidden"} == set(
        read.unknown_hidden_cells
    )
    assert f"hidden: {', '.join(read.unknown_hidden_cells)}" in READINGS.count(read)
    assert f"Hidden behind the monster: {', '.join(read.unknown_hidden_cells)}." in list(READINGS.lines(read))
    table = observation_from_reading(read)
    places = {token.id: token.at for token in position.tokens}
    missed = {place for token, place in places.items() if token not in {seen.id for seen in table.tokens}}
    assert "g4" in missed
    assert missed <= {*table.hidden, *table.unreadable}
    assert set(table.hidden) <= {"f3", "g3", "h3", "f4", "g4", "h4"}


# --- the token phase -------------------------------------------------------------------------------------------------


def test_what_lies_behind_the_monster_counts_as_lying_there() -> None:
    board = HALL.replace("3  .  .  .  .", "3  .  .  .  B1").replace("s1 .  .  B5", "s1 R5 .  B5")
    assert infer_move(playing(board), behind(board, "red-5", "blue-1")) == Nothing()


def test_others_move_while_a_piece_is_hidden() -> None:
    board = HALL.replace("s1 .  .  B5", "s1 R5 .  B5")
    after = board.replace("6  .  R1", "6  r1 . ")
    inference = infer_move(playing(board), behind(after, "red-5"))
    assert isinstance(inference, Happened)
    assert (inference.event.token, inference.event.to) == ("red-1", "c6")


def test_a_hidden_token_that_comes_out_has_moved() -> None:
    board = HALL.replace("s1 .  .  B5", "s1 R5 .  B5")
    after = HALL.replace("s1 .  .  B5", "s1 .  r5 B5")
    inference = infer_move(playing(board), behind(after))
    assert isinstance(inference, Happened)
    assert (inference.event.token, inference.event.to) == ("red-5", "g4")


def test_a_piece_that_is_hidden_by_nothing_is_still_missed() -> None:
    inference = infer_move(playing(HALL), behind(HALL, "blue-5"))
    assert isinstance(inference, Waiting)
    assert inference.pieces == ("blue-5",)


def test_a_hidden_token_that_is_seen_elsewhere_is_not_there() -> None:
    board = HALL.replace("s1 .  .  B5", "s1 B1 .  B5")
    after = HALL.replace("6  .  R1", "6  B1 R1")
    assert isinstance(infer_move(playing(board), behind(after)), Problems)


def test_a_token_that_goes_behind_the_monster_is_asked_for() -> None:
    board = HALL.replace("s1", ". ")
    inference = infer_move(playing(board), behind(board, "red-4"))
    assert isinstance(inference, Waiting)
    assert {event.to for event in inference.maybe} == {"f4", "f3"}
    board_seen = relaid(behind(board, "red-4"), hidden=("f4",))
    inference = infer_move(playing(board), board_seen)
    assert isinstance(inference, Waiting)
    assert [event.to for event in inference.maybe] == ["f4"]


def test_a_stone_pushed_behind_the_monster_is_asked_for() -> None:
    after = """
        c  d  e  f  g  h
     2  .  .  .  .  .  .
     3  .  .  .  .  .  .
     4  .  .  r4 .  .  B5
     5  .  .  .  M> .  .
     6  .  R1 .  .  .  .
    """
    inference = infer_move(playing(HALL), behind(after))
    assert isinstance(inference, Waiting)
    (event,) = inference.maybe
    assert (event.to, [(stone.stone, stone.to) for stone in event.stones]) == ("e4", [("stone-1", "f4")])


# --- putting right ---------------------------------------------------------------------------------------------------


def test_what_lay_behind_the_monster_all_the_time_needs_no_word() -> None:
    before = whole(HALL.replace("s1 .  .  B5", "s1 R5 .  B5"))
    after = replace(before, monster="g5")
    lies = relaid(observation_from_position(after, hidden=["red-5"]), hidden=("g4", "f4"))
    found = progress(placement_tasks(layout_of(before), after), after, lies)
    assert found.matches
    assert found.unsure == ()


def test_what_had_to_be_brought_behind_the_monster_only_the_players_know() -> None:
    before = whole(HALL)
    after = replace(before, tiles=tuple(replace(tile, cells=("f4",)) for tile in before.tiles))
    lies = relaid(observation_from_position(after, hidden=["stone-1"]), hidden=BEHIND)
    found = progress(placement_tasks(layout_of(before), after), after, lies)
    assert found.matches
    assert found.unsure == ("stone-1",)
    assert found.done == (False,)


def test_a_token_taken_off_from_behind_the_monster_only_the_players_know() -> None:
    before = whole(HALL.replace("s1 .  .  B5", "s1 R5 .  B5"))
    after = replace(before, tokens=tuple(replace(t, at=Place.DEAD) if t.id == "red-5" else t for t in before.tokens))
    lies = relaid(observation_from_position(after), hidden=BEHIND)
    assert progress(placement_tasks(layout_of(before), after), after, lies).unsure == ("red-5",)


def test_a_game_that_is_gone_on_with_asks_for_what_is_hidden() -> None:
    after = whole(HALL.replace("s1 .  .  B5", "s1 R5 .  B5"))
    lies = relaid(observation_from_position(after, hidden=["red-5"]), hidden=BEHIND)
    (task,) = tasks_to_reach(lies, after)
    assert (piece_of(task), end_of(task)) == ("red-5", "f4")
    assert progress([task], after, lies).unsure == ("red-5",)


# --- at the table ----------------------------------------------------------------------------------------------------


def lies_hidden(table: SessionTable, token: str) -> BoardObservation:
    """Return the table as it lies; the monster hides the token and its cell."""
    lying = table.lies.token(token)
    assert lying is not None
    assert lying.cell is not None
    return relaid(observation_from_position(table.lies, [token]), hidden=(lying.cell,))


def test_a_move_that_was_touched_and_made_behind_the_monster_is_confirmed_with_advance(tmp_path: Path) -> None:
    table = SessionTable(tmp_path)
    table.touch("red-5", "p9", "p9")
    table.lies = table.game.state.position
    table.look(observation=lies_hidden(table, "red-5"))
    page = table.session.page
    assert isinstance(page, BoardPage)
    assert page.name == "put-right"
    assert "The camera cannot see that" in page.caption
    table.press(Button.ADVANCE)
    assert table.page_name == "tokens"
    assert table.game.state.turn is Colour.BLUE


def test_a_token_that_went_to_one_of_several_hidden_cells_is_touched(tmp_path: Path) -> None:
    table = SessionTable(tmp_path)
    for moved, cell in (("red-5", "p9"), ("blue-5", "p8")):
        table.move(moved, cell)
    while (table.game.state.round, table.game.state.turn) != (2, Colour.RED):
        if table.game.state.phase is Phase.MOVE_TOKEN:
            table.play_turn()
        elif table.page_name == "put-right":
            table.put_right()
        else:
            table.monster()
    position = table.game.state.position
    token = next(
        candidate
        for candidate in position.tokens
        if candidate.id in table.game.state.tokens_to_move(Colour.RED) and candidate.cell
    )
    first, second, *_ = (
        token_choice
        for token_choice in table.game.token_choices(token.id)
        if token_choice.to != token.at and not token_choice.stones
    )
    hidden = (str(first.to), str(second.to))
    table.look()
    table.look(observation=relaid(observation_from_position(table.lies, [token.id]), hidden=hidden))
    page = table.session.page
    assert isinstance(page, BoardPage)
    assert [row.text for row in page.rows] == [f"It is on {cell}, behind Furunkulus" for cell in hidden]
    table.touch("maybe-1")
    assert table.game.events[-1] == second
    assert table.page_name == "tokens"


def test_a_cell_that_has_shown_a_piece_is_not_hidden(tmp_path: Path) -> None:
    table = SessionTable(tmp_path)
    table.move("red-5", "p9")
    table.look()
    lifted = lies_hidden(table, "red-5")
    assert lifted.hidden == {"p9"}
    table.look(observation=lifted)
    known = table.session.observed(BoardObservation)
    assert known is not None
    assert not known.hidden
    assert known.half_hidden == {"p9"}


def test_a_piece_at_the_edge_of_sight_that_comes_out_of_it_stops_no_move() -> None:
    board = HALL.replace("s1 .  .  B5", "s1 B1 .  B5")
    after = board.replace("6  .  R1", "6  r1 . ")
    seen_before = behind(after, "blue-1").with_shown_cells({"f4"})
    inference = infer_move(playing(board), seen_before)
    assert isinstance(inference, Waiting)
    assert [(event.token, event.to) for event in inference.maybe] == [("red-1", "c6")]


def test_a_token_lifted_at_the_edge_of_sight_is_in_the_air() -> None:
    board = HALL.replace("s1 .  .  B5", "s1 R5 .  B5")
    inference = infer_move(playing(board), behind(board, "red-5").with_shown_cells({"f4"}))
    assert isinstance(inference, Waiting)
    assert inference.pieces == ("red-5",)


def test_the_guide_asks_for_a_piece_at_the_edge_of_sight() -> None:
    before = whole(HALL.replace("s1 .  .  B5", "s1 R5 .  B5"))
    after = replace(before, monster="g5")
    lies = relaid(observation_from_position(after, hidden=["red-5"]), half_hidden=("f4",))
    found = progress(placement_tasks(layout_of(before), after), after, lies)
    assert found.matches
    assert found.unsure == ("red-5",)


@pytest.mark.slow
def test_under_a_low_camera_a_game_goes_on(tmp_path: Path) -> None:
    start = some_game(2, seed=1)
    autoplay = Autoplay(VIRTUAL, start, Journal.open(tmp_path / "games.sqlite"), seed=1)
    camera, size_px = autoplay.camera, (2304, 1296)
    camera.view = fit_view(
        required_points(autoplay.table.catalogue), size_px, focal_px=1152 / math.tan(math.radians(33)), tilt_deg=35.0
    )
    camera._renderer = IncrementalRenderer(camera.view, GOOD_LOOK, 1)
    something_hidden = False
    for _ in range(90):
        autoplay.pilot.act(autoplay.now)
        autoplay.look()
        seen = autoplay.session.observed(BoardObservation)
        something_hidden |= bool(seen and (seen.hidden or seen.half_hidden))
        if something_hidden and autoplay.session.game and len(autoplay.game.events) > 15:
            break
    assert something_hidden
    assert len(autoplay.game.events) > 15
    assert autoplay.counts.problems == 0


def test_a_token_from_outside_that_entered_behind_the_monster_is_asked_for(tmp_path: Path) -> None:
    """A token from outside that entered behind the monster is asked for.

    It was seen beside the board and is gone; nobody tracks where tokens wait outside, so this alone shows the
    entry.
    """
    table = SessionTable(tmp_path)
    table.look()
    token = table.game.state.tokens_to_move(Colour.RED)[0]
    entered = next(token_choice for token_choice in table.game.token_choices(token) if token_choice.to == "p11")
    gone = relaid(observation_from_position(table.lies, [token]), hidden=("p11",), unreadable=("p11",))
    table.look(observation=gone)
    page = table.session.page
    assert isinstance(page, BoardPage)
    assert page.keys.advance == "Confirm"
    assert "p11" in page.caption
    table.press(Button.ADVANCE)
    assert table.game.events[-1] == entered
    # In plain sight nothing is asked: it is in somebody's hand.
    table.look(observation=observation_from_position(table.lies, [table.game.state.tokens_to_move(Colour.BLUE)[0]]))
    assert isinstance(table.session.page, BoardPage)
    assert table.session.page.keys.advance == ""


def test_a_token_on_a_cell_that_cannot_be_read_is_asked_for(tmp_path: Path) -> None:
    table = SessionTable(tmp_path)
    table.look()
    token = table.game.state.tokens_to_move(Colour.RED)[0]
    entered = next(choice for choice in table.game.token_choices(token) if choice.to == "p11")
    table.look(observation=relaid(observation_from_position(table.lies, [token]), unreadable=("p11",)))
    page = table.session.page
    assert isinstance(page, BoardPage)
    assert page.caption == "Is red 1 on p11? I cannot read what lies there. Press the green button: Confirm."
    table.press(Button.ADVANCE)
    assert table.game.events[-1] == entered
