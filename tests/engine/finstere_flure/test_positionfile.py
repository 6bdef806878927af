"""The position file: what it reads and writes, and what it says about a file that is none."""

import json
from typing import Any

import pytest

from engine.errors import NotationError
from engine.finstere_flure.errors import PositionError
from engine.finstere_flure.positionfile import position_from_json, position_to_json
from engine.finstere_flure.textboard import parse_board

#: The example of the format's description.
EXAMPLE = """
{"format": "finstere-flure/position", "version": 1,
 "stage": 1,
 "monster": {"cell": "a1", "facing": "E"},
 "tokens": [{"id": "red-4", "side": "white", "cell": "c5"},
            {"id": "red-1", "side": "black", "place": "outside"}],
 "tiles": [{"id": "stone-1", "kind": "stone", "cell": "c3"},
           {"id": "stone-4", "kind": "crystal", "cell": "i3"},
           {"id": "stone-6", "kind": "turn90", "cell": "j6"}, {"id": "stone-10", "kind": "turn180", "cell": "l5"},
           {"id": "teleporter-A1", "kind": "teleporter", "cell": "n5", "arrow": "S"},
           {"id": "teleporter-A2", "kind": "teleporter", "cell": "c9", "arrow": "N"},
           {"id": "pool-2x2", "kind": "pool", "cells": ["j4", "k4", "j5", "k5"]}]}
"""


def example(**changes: Any) -> dict[str, Any]:
    """Return the example with some of its top entries changed; None leaves one out."""
    data: dict[str, Any] = json.loads(EXAMPLE) | changes
    return {key: value for key, value in data.items() if value is not None}


def complaint(**changes: Any) -> str:
    """Return the error message about the example with these changes."""
    with pytest.raises(NotationError) as caught:
        position_from_json(example(**changes))
    return str(caught.value)


def test_the_example_is_read() -> None:
    drawn = parse_board("""
        a   c      i   j    k   l    n
     1  M>  .      .   .    .   .    #
     3  .   s1     c4  .    .   .    .
     4  .   .      .   ~    ~   .    .
     5  .   R4     .   ~    ~   h10  @A1v
     6  .   .      .   q6   .   .    .
     9  #   @A2^   .   .    .   .    .
    outside: r1
    """)
    assert position_from_json(example()).in_order() == drawn.in_order()


def test_what_is_written_is_what_was_read() -> None:
    assert position_to_json(position_from_json(example())) == example()


def test_what_was_written_may_be_changed_and_is_written_again_as_it_was() -> None:
    position = position_from_json(example())
    written = position_to_json(position)
    for entry in (*written["tokens"], *written["tiles"]):
        entry.get("cells", []).clear()
        entry.clear()
    assert position_to_json(position) == example()


def test_a_missing_stage_means_one() -> None:
    assert position_from_json(example(stage=None)).stage == 1


def test_tokens_and_tiles_may_be_missing() -> None:
    position = position_from_json(example(tokens=None, tiles=None))
    assert (position.tokens, position.tiles) == ((), ())


def test_unknown_keys_are_left_for_later_versions() -> None:
    token = {"id": "red-4", "side": "white", "cell": "c5", "name": "Anna"}
    assert position_from_json(example(tokens=[token], table="kitchen")).token("red-4") is not None


@pytest.mark.parametrize("data", [None, 5, "text", [], [{}]])
def test_something_else_than_an_object(data: object) -> None:
    with pytest.raises(NotationError, match="not a position file: expected an object"):
        position_from_json(data)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"format": "chess"}, "format: expected \"finstere-flure/position\", found 'chess'"),
        ({"format": None}, 'format: expected "finstere-flure/position", found nothing'),
        ({"version": 2}, "version: this program reads version 1, found 2"),
        ({"version": True}, "version: this program reads version 1, found True"),
        ({"stage": "1"}, "stage: expected 1 or 2, found '1'"),
        ({"stage": 3}, "stage: expected 1 or 2, found 3"),
        ({"stage": 1.0}, "stage: expected 1 or 2, found 1.0"),
        ({"monster": None}, "monster: expected an object, found nothing"),
        ({"monster": "a1"}, "monster: expected an object, found 'a1'"),
        (
            {"monster": {}},
            "monster.cell: expected a short text, found nothing; "
            "monster.facing: expected one of N E S W, found nothing",
        ),
        ({"monster": {"facing": "E"}}, "monster.cell: expected a short text, found nothing"),
        ({"monster": {"cell": 11, "facing": "E"}}, "monster.cell: expected a short text, found 11"),
        ({"monster": {"cell": "a1"}}, "monster.facing: expected one of N E S W, found nothing"),
        ({"monster": {"cell": "a1", "facing": "e"}}, "monster.facing: expected one of N E S W, found 'e'"),
        ({"tokens": {}}, "tokens: expected a list, found {}"),
        ({"tokens": ["red-4"]}, "tokens[0]: expected an object, found 'red-4'"),
        ({"tiles": "none"}, "tiles: expected a list, found 'none'"),
        ({"tiles": [None]}, "tiles[0]: expected an object, found nothing"),
    ],
)
def test_each_complaint_names_the_place(changes: dict[str, Any], sentence: str) -> None:
    assert complaint(**changes) == sentence


@pytest.mark.parametrize(
    ("token", "sentence"),
    [
        ({"side": "white", "cell": "c5"}, "tokens[0].id: expected a short text, found nothing"),
        ({"id": "red\n4", "side": "white", "cell": "c5"}, "tokens[0].id: expected a short text, found 'red\\n4'"),
        ({"id": "red-4", "cell": "c5"}, "tokens[0].side: expected one of white black, found nothing"),
        ({"id": "red-4", "side": "grey", "cell": "c5"}, "tokens[0].side: expected one of white black, found 'grey'"),
        ({"id": "red-4", "side": "white"}, "tokens[0]: expected either a cell or a place"),
        (
            {"id": "red-4", "side": "white", "cell": "c5", "place": "out"},
            "tokens[0]: expected either a cell or a place",
        ),
        (
            {"id": "red-4", "side": "white", "place": "c5"},
            "tokens[0].place: expected one of outside out dead, found 'c5'",
        ),
        ({"id": "red-4", "side": "white", "cell": ["c5"]}, "tokens[0].cell: expected a short text, found ['c5']"),
    ],
)
def test_a_token_that_is_none(token: dict[str, Any], sentence: str) -> None:
    assert complaint(tokens=[token]) == sentence


@pytest.mark.parametrize(
    ("tile", "sentence"),
    [
        (
            {"id": "stone-1", "kind": "rock", "cell": "c3"},
            "tiles[0].kind: expected one of stone crystal turn90 turn180 teleporter pool, found 'rock'",
        ),
        ({"kind": "stone", "cell": "c3"}, "tiles[0].id: expected a short text, found nothing"),
        ({"id": "stone-1", "kind": "stone"}, "tiles[0].cell: expected a short text, found nothing"),
        (
            {"id": "teleporter-A1", "kind": "teleporter", "cell": "c3", "arrow": 90},
            "tiles[0].arrow: expected one of N E S W, found 90",
        ),
        (
            {"id": "pool-2x2", "kind": "pool", "cell": "c3"},
            "tiles[0].cells: expected a list of cells, found nothing",
        ),
        (
            {"id": "pool-2x2", "kind": "pool", "cells": ["c3", 4]},
            "tiles[0].cells: expected a list of cells, found ['c3', 4]",
        ),
        (
            {},
            "tiles[0].id: expected a short text, found nothing; "
            "tiles[0].kind: expected one of stone crystal turn90 turn180 teleporter pool, found nothing; "
            "tiles[0].cell: expected a short text, found nothing",
        ),
    ],
)
def test_a_tile_that_is_none(tile: dict[str, Any], sentence: str) -> None:
    assert complaint(tiles=[tile]) == sentence


def test_an_entry_is_counted_from_the_one_that_is_wrong() -> None:
    good = {"id": "red-4", "side": "white", "cell": "c5"}
    assert complaint(tokens=[good, {"id": "red-1", "side": "white"}]).startswith("tokens[1]:")
    assert complaint(tokens=["?", {"id": "red-1", "side": "white"}]).endswith(
        "tokens[1]: expected either a cell or a place"
    )


def test_all_that_is_wrong_is_named_at_once() -> None:
    sentences = complaint(
        stage="two", monster={"cell": "a1", "facing": 0}, tokens=[{"id": "red-4"}], tiles=[{"kind": "stone"}]
    ).split("; ")
    assert [sentence.split(":")[0] for sentence in sentences] == [
        "stage",
        "monster.facing",
        "tokens[0].side",
        "tokens[0]",
        "tiles[0].id",
        "tiles[0].cell",
    ]


def test_long_values_are_cut_short() -> None:
    assert len(complaint(stage="x" * 1000)) < 80
    assert len(complaint(stage=10**1000)) < 80
    assert len(complaint(monster={"cell": "a" * 1000, "facing": "E"})) < 100


@pytest.mark.slow
def test_deep_nesting_is_cut_short_too() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    assert len(complaint(stage=deep)) < 80


def test_an_impossible_position_is_refused_with_every_problem() -> None:
    with pytest.raises(PositionError) as caught:
        position_from_json(
            example(
                monster={"cell": "q1", "facing": "E"},
                tokens=[{"id": "red-7", "side": "white", "cell": "c3"}],
                tiles=[{"id": "stone-1", "kind": "stone", "cell": "c3"}],
            )
        )
    assert set(caught.value.problems) == {
        "red-7: there is no such token; did you mean red-1, red-3, red-4 or red-5?",
        "monster: q1 is no cell of the board",
        "c3: red-7 and stone-1 cannot be on the same cell",
    }


def test_what_is_wrong_with_the_other_pieces_is_named_too() -> None:
    data = {
        "format": "finstere-flure/position",
        "version": 1,
        "monster": {"cell": "a1", "facing": "E"},
        "tokens": [
            {"id": "red-4", "side": "green", "cell": "c5"},
            {"id": "red-1", "side": "white", "cell": "z9"},
            {"id": "pink-1", "side": "white", "cell": "d5"},
        ],
        "tiles": [{"id": "stone-1", "kind": "crystal", "cell": "c3"}],
    }
    with pytest.raises(NotationError) as wrong:
        position_from_json(data)
    for named in ("tokens[0].side", "z9", "pink-1", "stone-1 cannot be a crystal"):
        assert named in str(wrong.value)
