"""Tests of declared games: pieces that keep their names, moves that are changes, dice."""

from collections.abc import Iterable
from typing import Any

import pytest

from engine.board import drawn
from engine.errors import NotationError
from engine.game import CHANCE, Result
from engine.grid import Changes, DeclaredGrid, GridRules, Moved, Piece, Position, Rolled, Started, Stock

PIECES = {
    "man": Piece("white", "a man", 3, back="king"),
    "king": Piece("white", "a king", 3, back="man"),
    "stone": Piece("black", "a stone", 2),
    "fox": Piece("black", "the fox"),
}
STOCK = Stock(PIECES)


def test_pieces_are_numbered_and_sides_belong_to_one_disc() -> None:
    assert list(STOCK.kinds) == [
        *("man-1/man", "man-2/man", "man-3/man", "man-1/king", "man-2/king", "man-3/king"),
        *("stone-1", "stone-2", "fox"),
    ]


@pytest.mark.parametrize(
    ("changes", "after"),
    [
        ({"a1": None, "a2": "man"}, {"man-1/man": "a2", "man-2/man": "b1", "stone-1": "c1"}),
        ({"a1": "king"}, {"man-1/king": "a1", "man-2/man": "b1", "stone-1": "c1"}),
        ({"a1": None, "a2": "king"}, {"man-1/king": "a2", "man-2/man": "b1", "stone-1": "c1"}),
        ({"c1": None}, {"man-1/man": "a1", "man-2/man": "b1"}),
        ({"a1": None, "c1": "man"}, {"man-1/man": "c1", "man-2/man": "b1"}),
        (
            {"d1": "man", "d2": "fox"},
            {"man-3/man": "d1", "fox": "d2", "man-1/man": "a1", "man-2/man": "b1", "stone-1": "c1"},
        ),
    ],
)
def test_a_piece_that_moves_or_is_turned_over_keeps_its_name(changes: Changes, after: dict[str, str]) -> None:
    lying = {"man-1/man": "a1", "man-2/man": "b1", "stone-1": "c1"}
    assert STOCK.place(lying, changes) == after


def test_more_pieces_than_there_are_cannot_be_put() -> None:
    with pytest.raises(ValueError, match="no piece 'fox' is left: there are 1"):
        STOCK.place({"fox": "a1"}, {"b1": "fox"})


def test_pieces_that_are_alike_take_each_others_names() -> None:
    assert STOCK.rename({"stone-2": "a1", "fox": "b1"}, {"stone-1": "a1"}) == {"stone-1": "a1", "fox": "b1"}


COLOURS = {"white": (0, 0, 0), "black": (0, 0, 0)}
RUNNERS = {"white": Piece("white", "white"), "black": Piece("black", "black")}


class Race(DeclaredGrid):
    """Two pieces run to the right by a die; one that comes to the other's cell takes it."""

    id = "race"
    board = drawn("""
w....
b....
""")
    colours = COLOURS
    pieces = RUNNERS
    die_sides = 3

    def moves(self, position: Position) -> Iterable[Changes]:
        cell = position.cells_of(position.turn)[0]
        to = self.board.cell_beyond(cell, (1, 0), position.die or 0)
        return [{cell: None, to: position.turn}] if to else []

    def result(self, position: Position) -> Result | None:
        winners = [kind for cell, kind in position.board.items() if cell[0] == "e"]
        return Result((winners[0],), "there") if winners else None


RULES = GridRules(Race())


def codes(state: Position | None, event: Any) -> list[str]:
    return [problem.code for problem in RULES.problems(state, event)]


def test_a_die_is_rolled_before_each_move() -> None:
    begun = RULES.begin(Started())
    assert RULES.possible(begun) == [Rolled("white", number) for number in (1, 2, 3)]
    assert codes(begun, Moved("white", (("a1", ""), ("b1", "white")))) == ["not-now"]
    assert codes(begun, Rolled("white", 4)) == ["no-such-number"]
    assert codes(begun, Rolled("black", 3)) == ["not-your-turn"]
    rolled = RULES.follow(begun, Rolled("white", 3))
    assert RULES.possible(rolled) == [Moved("white", (("a1", ""), ("d1", "white")))]
    moved = RULES.follow(rolled, RULES.possible(rolled)[0])
    assert (moved.turn, moved.die, moved.board) == ("black", None, {"a2": "black", "d1": "white"})


def test_who_cannot_move_after_a_roll_is_passed_over() -> None:
    state = Position({"white": "d1", "black": "a2"}, {"d1": "white", "a2": "black"}, "white")
    assert RULES.follow(state, Rolled("white", 2)).turn == "black"
    assert RULES.over(state) is None, "nobody is stuck before the roll"


def test_a_move_is_judged_by_what_it_leaves_in_any_order() -> None:
    rolled = RULES.follow(RULES.begin(Started()), Rolled("white", 1))
    assert codes(rolled, Moved("white", (("b1", "white"), ("a1", "")))) == []
    assert codes(rolled, Moved("white", (("c1", "white"), ("a1", "")))) == ["cannot-go-there"]
    assert codes(rolled, Started()) == ["not-now"]
    assert codes(None, Rolled("white", 1)) == ["not-now"]


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        ({"event": "rolled", "by": "red", "number": 1}, "by: expected one of white black, found 'red'"),
        ({"event": "moved", "by": "white", "changes": [["z9", ""]]}, "expected a cell of the board, found 'z9'"),
        (
            {"event": "moved", "by": "white", "changes": [["a1", "ox"]]},
            "expected a kind of piece, or nothing, found 'ox'",
        ),
    ],
)
def test_names_that_the_game_does_not_have_are_refused(data: dict[str, Any], problem: str) -> None:
    with pytest.raises(NotationError, match=problem):
        RULES.event_from_json(data)


def test_worth_is_the_share_of_the_pieces_and_a_win_is_all() -> None:
    begun = RULES.begin(Started())
    assert RULES.worth(begun, "white") == 0.5
    won = Position({"white": "e1"}, {"e1": "white"}, "black")
    assert (RULES.worth(won, "white"), RULES.worth(won, "black")) == (1.0, 0.0)


def test_nobody_chooses_what_the_die_shows_and_in_a_draw_all_win() -> None:
    begun = RULES.begin(Started())
    assert RULES.actors(begun) == (CHANCE,)
    assert RULES.actors(RULES.follow(begun, Rolled("white", 1))) == ("white",)
    assert RULES.reward(Result((), "quiet"), "black") == 0.5


class Shuffle(DeclaredGrid):
    """Two pieces go to and fro; a step onto the other takes it."""

    id = "shuffle"
    board = drawn("""
w..b
""")
    colours = COLOURS
    pieces = RUNNERS
    repetitions = 3

    def moves(self, position: Position) -> Iterable[Changes]:
        cell = position.cells_of(position.turn)[0]
        for way in (-1, 1):
            to = self.board.cell_beyond(cell, (way, 0))
            if to:
                yield {cell: None, to: position.turn}


def shuffled(rounds: int, *, repetition: bool) -> Position:
    """White goes to and fro so often, and so does Black."""
    rules = GridRules(Shuffle())
    state = rules.begin(Started(repetition=repetition))
    to_and_fro = [("white", "a1", "b1"), ("black", "d1", "c1"), ("white", "b1", "a1"), ("black", "c1", "d1")]
    for actor, start, to in to_and_fro * rounds:
        event = Moved(actor, ((start, ""), (to, actor)))
        assert rules.problems(state, event) == ()
        state = rules.follow(state, event)
    return state


def test_a_position_that_occurs_a_third_time_is_a_draw() -> None:
    rules = GridRules(Shuffle())
    assert rules.over(shuffled(1, repetition=True)) is None
    state = shuffled(2, repetition=True)
    assert rules.over(state) == Result((), "repeated")
    assert rules.possible(state) == []
    assert rules.worth(state, "white") == 0.5


def test_files_made_before_know_no_repetition() -> None:
    rules = GridRules(Shuffle())
    assert rules.event_from_json({"event": "started"}) == Started(repetition=False)
    assert rules.over(shuffled(5, repetition=False)) is None


def test_what_was_before_a_capture_cannot_occur_again() -> None:
    rules = GridRules(Shuffle())
    state = shuffled(1, repetition=True)
    assert len(state.past or ()) == 4
    for actor, start, to in [("white", "a1", "b1"), ("black", "d1", "c1"), ("white", "b1", "c1")]:
        state = rules.follow(state, Moved(actor, ((start, ""), (to, actor))))
    assert (state.board, state.past) == ({"c1": "white"}, ())


def test_a_game_that_no_repetition_ends_is_not_said_to_be_one() -> None:
    with pytest.raises(NotationError, match="repetition: expected false"):
        RULES.event_from_json({"event": "started", "repetition": True})


def test_the_state_is_told_as_plain_values() -> None:
    assert RULES.public_state(RULES.begin(Started())) == {
        "phase": "roll",
        "turn": "white",
        "pieces": {"black": "a2", "white": "a1"},
        "next": [{"event": "rolled", "by": "white"}],
        "over": False,
    }
