"""Tests of the predicted move on a partly seen picture, with a piece on unseen cells."""

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from companion.device.errors import UserError
from companion.games.finstere_flure.reading.prediction import Prediction, predict_move
from companion.games.finstere_flure.reading.reading import Misplacement, MisplacementKind, PieceReading, TableReading
from companion.games.finstere_flure.words.unseen_words import describe_unseen
from engine.finstere_flure.board import Cell, Direction
from engine.finstere_flure.cards import parse_card
from engine.finstere_flure.textboard import parse_board
from vision.locate.registration import Registration
from vision.model.pinhole import looking_at
from vision.reading import Reading

#: With card 5 the monster goes east from f5, sees red 4 from h5, turns north and eats it.
HALL = """
    d  e  f  g  h  i  j  k
 2  .  .  .  .  .  .  .  .
 3  .  .  .  .  R4 .  .  .
 4  .  .  .  .  .  .  .  .
 5  .  .  M> .  .  .  .  .
 6  .  .  .  .  .  .  .  .
"""
CAMERA = looking_at((200.0, 137.0), 900.0, 1000.0, (640, 480))


def seen(hidden: tuple[Cell, ...] = (), unreadable: tuple[Cell, ...] = (), board: str = HALL) -> TableReading:
    """Return the reading of a picture of the board, with hidden and unreadable cells.

    The `hidden` cells are behind the monster.
    """
    reading = Reading(Registration(np.eye(3), 0.1, CAMERA, ()), (), unreadable, 0, occluded=hidden)
    return TableReading(reading, (), (), (), (), (), parse_board(board), hidden=hidden)


def predicted(*hidden: Cell, card: str = "5", board: str = HALL) -> Prediction:
    return predict_move(seen(hidden, board=board), parse_card(card), "photo.jpg")


def told(*hidden: Cell, card: str = "5", board: str = HALL) -> list[str]:
    return list(describe_unseen(predicted(*hidden, card=card, board=board)))


def test_where_all_is_seen_nothing_else_is_told() -> None:
    prediction = predicted()
    assert (prediction.move.final.monster, [meal.token for meal in prediction.move.eaten]) == ("h2", ["red-4"])
    assert (prediction.unseen, list(describe_unseen(prediction))) == ((), [])
    assert prediction.to_json() == {"if_occupied": [], "if_stone": [], "unread": []}


def test_a_hidden_cell_counts_as_empty_and_is_named_with_what_would_change() -> None:
    prediction = predicted("f4", "a1")
    assert prediction.move == predicted().move
    assert prediction.unseen == ("f4",)
    assert list(describe_unseen(prediction)) == [
        "If a token stood on f4, Furunkulus would turn there at step 1. It would stop on i3, face east and eat red 4."
    ]


def test_the_json_tells_end_and_eaten_of_a_token_on_each_hidden_cell_that_matters() -> None:
    found = predicted("f4", "a1", "g5", "k3").to_json()
    assert found["if_occupied"] == [
        {"cell": "f4", "end": {"cell": "i3", "facing": "E"}, "eaten": ["red-4"], "itself_eaten": True},
        {"cell": "g5", "end": {"cell": "h2", "facing": "N"}, "eaten": ["red-4"], "itself_eaten": True},
        {"cell": "k3", "end": {"cell": "i3", "facing": "E"}, "eaten": ["red-4"], "itself_eaten": False},
    ]
    assert json.loads(json.dumps(found)) == found


def test_a_token_in_the_way_would_be_lost() -> None:
    assert told("g5") == ["If a token stood on g5, it would be lost at step 1."]
    # It turns there anyway.
    assert told("h4") == ["If a token stood on h4, it would be lost at step 3."]


def test_a_token_that_is_seen_at_the_last_look_turns_it_in_the_end() -> None:
    (sentence,) = told("k2")
    assert sentence == (
        "If a token stood on k2, Furunkulus would turn there in the end. It would stop on h2, face east and eat red 4."
    )


def test_a_token_as_near_as_another_makes_another_move() -> None:
    (sentence,) = told("h7")
    assert sentence.startswith("If a token stood on h7, the move would change from step 3 on. It would stop on ")


def test_of_a_cell_on_which_only_a_stone_matters_that_is_told() -> None:
    board = HALL.replace("R4", ". ").replace("2  .  .  .  .", "2  .  .  .  R4")
    (sentence,) = told("g3", card="1", board=board)
    assert sentence.startswith(
        "If a stone lay on g3, Furunkulus would look elsewhere in the end. It would stop on g5, "
    )
    found = predicted("g3", card="1", board=board).to_json()
    assert found["if_occupied"] == []
    assert [(entry["cell"], entry["kind"]) for entry in found["if_stone"]] == [("g3", "stone")]


def test_what_was_not_read_is_refused_where_it_could_matter_and_nowhere_else() -> None:
    assert predict_move(seen(unreadable=("a1",)), parse_card("5"), "photo.jpg").unread == ()
    with pytest.raises(UserError, match=r"photo\.jpg: what lies on f4 was not read .* --as-seen") as error:
        predict_move(seen(unreadable=("f4", "a1")), parse_card("5"), "photo.jpg")
    assert "a1" not in str(error.value)
    prediction = predict_move(seen(unreadable=("f4", "a1")), parse_card("5"), "photo.jpg", as_seen=True)
    assert prediction.unread == ("f4",)
    assert prediction.to_json()["unread"] == ["f4"]
    assert list(describe_unseen(prediction)) == ["Something that was not read could change the move: f4."]


def with_teleporter_out_of_sight(board: str, hidden: tuple[Cell, ...] = ()) -> TableReading:
    """Return the reading of a board whose teleporter A2 is not seen."""
    position = parse_board(board)
    pieces = tuple(
        PieceReading(name, kind, (cell,), (0.0, 0.0), facing)
        for name, kind, cell, facing in (
            ("monster", "monster", position.monster, position.facing),
            ("red-4/black", "token", position.tokens[0].cell, None),
            ("teleporter-A1", "teleporter", "g5", Direction.N),
        )
        if cell
    )
    table = seen(hidden, board=board)
    contradictions = ("teleporter-A1 is there without teleporter-A2",)
    return replace(table, pieces=pieces, position=None, contradictions=contradictions)


def test_a_teleporter_out_of_sight_refuses_only_where_its_place_changes_the_move() -> None:
    # The monster goes north from f5 and never over teleporter A1 on g5, wherever the other one lies.
    board = HALL.replace("M>", "M^").replace("4  .  .  .", "4  .  .  R4").replace("R4 .  .  .\n 4", ".  .  .  .\n 4")
    away = with_teleporter_out_of_sight(board, ("j3",))
    assert predict_move(away, parse_card("1"), "photo.jpg").move.final.monster == "f4"
    # East of f5 it enters A1, and goes on from wherever the other one lies.
    into = with_teleporter_out_of_sight(HALL, ("j3",))
    with pytest.raises(UserError, match="teleporter-A1 is there without teleporter-A2"):
        predict_move(into, parse_card("5"), "photo.jpg")


def test_a_doubt_beside_the_teleporter_out_of_sight_is_refused_as_ever() -> None:
    board = HALL.replace("M>", "M^").replace("4  .  .  .", "4  .  .  R4").replace("R4 .  .  .\n 4", ".  .  .  .\n 4")
    doubtful = replace(
        with_teleporter_out_of_sight(board),
        misplacements=(Misplacement(MisplacementKind.ON_A_LINE, ("blue-1",), ("k3", "j3")),),
    )
    with pytest.raises(UserError, match="teleporter-A1 is there without"):
        predict_move(doubtful, parse_card("1"), "photo.jpg")


@pytest.mark.parametrize(
    ("known", "cure"),
    [
        ({"covered": ("f4",)}, "take away what covers the board"),
        ({"veiled": ("f4",)}, "turn away the lamp"),
        ({"covered": ("f4",), "veiled": ("f4",)}, "turn away the lamp"),
        ({"veiled": ("a1",)}, "companion calibrate"),
        ({"covered": ("f4",), "blurred": ("a1",)}, "too blurred: hold still"),
        ({}, "companion calibrate"),
        ({"knows_bare_board": True}, "hold still for a new picture, or"),
    ],
)
def test_a_refusal_names_one_cure(known: dict[str, Any], cure: str) -> None:
    table = seen(unreadable=("f4", "a1"))
    table = replace(table, reading=replace(table.reading, **known))
    cures = ("take away what covers", "turn away the lamp", "hold still")
    with pytest.raises(UserError, match=cure) as error:
        predict_move(table, parse_card("5"), "photo.jpg")
    assert sum(cure in str(error.value) for cure in cures) == 1
