"""Tests of refused moves: the game's reason is told, else the nearest allowed moves."""

import re
from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Any

import pytest
from fox_and_geese.rules import Started
from fox_and_geese.table import TABLE as FOX_AND_GEESE
from hypothesis import assume, given
from hypothesis import strategies as st

from companion.cells.board import CellBoard
from companion.device.language import say, use_language
from companion.games.grid import GridGame
from companion.games.random_play import random_game
from companion.screen.pages import BoardPage, Row, Tone
from companion.table.inference import Inference, Problems, TableProblem
from companion.table.layout import PieceObservation, TableLayout
from companion.table.matching import match_event
from engine.grid import Position
from tests.companion.cells.grid_games import MODULES, ended_game, grid_game

#: Changes of cells from one layout to another; None: nothing lies there any more.
Changes = Mapping[str, str | None]

DRAUGHTS = {"e6": "black", "d5": "white", "g6": "black", "b2": "white"}
SERIES = {"c7": "black", "d6": "white", "f4": "white"}
OTHELLO = {"d4": "white", "e4": "black", "d5": "black", "e5": "white"}
MILL = {"a1": "white", "d1": "white", "b2": "black", "d2": "black", "a4": "black"}
GEESE = {"c3": "goose", "d3": "goose", "c1": "goose", "d1": "goose", "e1": "goose", "d4": "fox"}
SEEDS = {"memory": (4, 4, 4, 4, 4, 0, 0, 4, 4, 4, 4, 4, 4, 0, 0)}


def position(game_id: str, board: Mapping[str, str], turn: str, **more: Any) -> tuple[GridGame, Position]:
    """Return a declared game, and a state of it."""
    game = grid_game(game_id)
    assert isinstance(game, GridGame)
    lying = game.rules.stock.place({}, board)
    return game, Position(lying, game.rules.stock.board(lying), turn, **more)


def inferred(game_id: str, board: Mapping[str, str], turn: str, changes: Changes, **more: Any) -> Inference[Any]:
    """Return what a camera makes of these changes."""
    game, state = position(game_id, board, turn, **more)
    refused = game.table.seat_screen.refused_moves(state)
    seen = PieceObservation.from_sides(game.rules.stock.place(refused.lying_before, changes))
    table, state_layout = game.table, TableLayout.from_sides(refused.lying_before, game.table.alike)

    def refuse() -> tuple[TableProblem, ...]:
        return refused.of_layout(table.arranged(seen.layout.sides, refused.lying_before))

    return match_event(state_layout, refused.outcomes, seen.named(table.alike), table.names, refuse)


def told(game_id: str, board: Mapping[str, str], turn: str, changes: Changes, **more: Any) -> list[tuple[str, str]]:
    """Return what is wrong with these changes, and how to mend it."""
    found = inferred(game_id, board, turn, changes, **more)
    assert isinstance(found, Problems)
    return [(problem.sentence, problem.fix) for problem in found.problems]


REFUSED: list[tuple[str, Mapping[str, str], str, Changes, dict[str, Any], tuple[str, str]]] = [
    (
        "draughts",
        DRAUGHTS,
        "black",
        {"e6": None, "f5": "black"},
        {},
        ("You must take: e6 over d5 to c4.", "Allowed: c4."),
    ),
    (
        "draughts",
        DRAUGHTS,
        "black",
        {"g6": None, "h5": "black"},
        {},
        ("You must take: e6 over d5 to c4.", "Move a black disc from h5 to g6."),
    ),
    (
        "draughts",
        DRAUGHTS,
        "black",
        {"b2": None, "c3": "white"},
        {},
        ("It is the turn of Black.", "Move a white disc from c3 to b2."),
    ),
    (
        "draughts",
        SERIES,
        "black",
        {"c7": None, "d6": None, "e5": "black"},
        {},
        ("The same piece takes more: c7 over d6 and f4 to g3.", "Allowed: g3."),
    ),
    (
        "alquerque",
        {"b2": "white", "b3": "black", "e5": "white"},
        "white",
        {"e5": None, "e4": "white"},
        {},
        ("You must take: b2 over b3 to b4.", "Move a white disc from e4 to e5."),
    ),
    (
        "othello",
        OTHELLO,
        "black",
        {"a1": "black"},
        {},
        (
            "Others must lie in a straight line between the disc and one of yours.",
            "Allowed: c4, d3, e6 and f5.",
        ),
    ),
    (
        "nine-mens-morris",
        MILL,
        "white",
        {"a1": None, "g1": "white"},
        {"memory": 5},
        ("First all put their nine discs; then discs move.", "Move a white disc from g1 to a1."),
    ),
    (
        "nine-mens-morris",
        {**MILL, "b4": "black", "g4": "white", "g7": "white"},
        "white",
        {"a1": None, "g1": "white"},
        {"memory": 18},
        (
            "White: take a black disc that is in no mill, if there is one.",
            "Move a white disc from g1 to a1.",
        ),
    ),
    (
        "nine-mens-morris",
        {**MILL, "f6": "white", "g7": "white"},
        "white",
        {"a1": None, "b6": "white"},
        {"memory": 18},
        (
            "A disc goes along a line to the next point, until only three are left.",
            "Move a white disc from b6 to a1.",
        ),
    ),
    (
        "ludo",
        {},
        "red",
        {"d9": "red"},
        {"die": 5},
        ("Only a six brings a disc in.", "Take a red disc from d9 off the board."),
    ),
    (
        "ludo",
        {"d9": "red"},
        "red",
        {"d9": None, "d7": "red"},
        {"die": 3},
        ("A disc goes just as far as the die says, and not onto one of yours.", "Allowed: d6."),
    ),
    (
        "mancala",
        {"b2": "sun"},
        "south",
        {"b2": None, "g2": "moon"},
        SEEDS,
        ("This pit is empty.", "Allowed: f2, e2, d2 and c2."),
    ),
    (
        "mancala",
        {"b2": "sun"},
        "south",
        {"b2": None, "g1": "moon"},
        SEEDS,
        ("Sow one of your own six pits.", "Allowed: f2, e2, d2 and c2."),
    ),
    (
        "breakthrough",
        {"d5": "white", "d4": "black", "a1": "black"},
        "white",
        {"d5": None, "d4": "white"},
        {},
        ("Straight ahead a disc takes nothing.", "Allowed: c4 and e4."),
    ),
    (
        "breakthrough",
        {"d5": "white", "d4": "black"},
        "white",
        {"d5": None, "d6": "white"},
        {},
        ("A disc goes forward only.", "Allowed: c4 and e4."),
    ),
    (
        "brandubh",
        {"d1": "defender", "a4": "attacker", "d4": "king"},
        "defenders",
        {"d1": None, "a1": "defender"},
        {},
        (
            "Only the king may go to the corners and the middle.",
            "Allowed are, for example: b1, c1, d2 and e1.",
        ),
    ),
    (
        "geese",
        GEESE,
        "geese",
        {"d3": None, "d2": "goose"},
        {},
        ("A goose goes one cell down the board or sideways, never back.", "Allowed: e3."),
    ),
    (
        "geese",
        {**GEESE, "d5": "goose", "e5": "goose"},
        "fox",
        {"d4": None, "d5": None, "d6": "fox"},
        {},
        ("The same piece takes more: d4 over d5 and e5 to f4.", "Allowed are, for example: c5, c4, e4 and b4."),
    ),
    (
        "halma",
        {"a1": "white", "b1": "black", "d1": "white"},
        "white",
        {"a1": None, "g7": "white"},
        {},
        ("A white disc cannot go from a1 to g7.", "Allowed: e1, b2, c1 and a2."),
    ),
    (
        "hex",
        {"a1": "red"},
        "blue",
        {"b1": "red"},
        {},
        ("It is the turn of Blue.", "Take a red disc from b1 off the board."),
    ),
    (
        "noughts-and-crosses",
        {"a1": "cross"},
        "noughts",
        {"b1": "cross"},
        {},
        ("It is the turn of Nought.", "Take a cross from b1 off the board."),
    ),
]


@pytest.mark.parametrize(("game_id", "board", "turn", "changes", "more", "expected"), REFUSED)
def test_a_refused_move_is_told_why(
    game_id: str, board: Mapping[str, str], turn: str, changes: Changes, more: dict[str, Any], expected: tuple[str, str]
) -> None:
    assert told(game_id, board, turn, changes, **more)[0] == expected


def test_what_else_lies_otherwise_is_told_after_it() -> None:
    assert told("breakthrough", {"d5": "white", "d4": "black"}, "white", {"d5": None, "d4": "white"})[1:] == [
        ("I do not see a black disc on d4.", "Put a black disc on d4.")
    ]


def test_of_an_allowed_move_what_is_not_seen_is_told() -> None:
    board = {"e5": "white", "c5": "white", "a1": "black"}
    assert told("breakthrough", board, "white", {"e5": None, "e4": "white", "c5": None}) == [
        ("I do not see a white disc on c5.", "Put a white disc on c5.")
    ]


@cache
def states(game_id: str) -> list[Any]:
    """Return states of random games in which somebody may move."""
    game = grid_game(game_id)
    played = (random_game(game, number, 1 + number % 40) for number in range(0, 150, 11))
    return [game.state for game in played if game.rules.over(game.state) is None]


@pytest.mark.slow
@pytest.mark.parametrize("game_id", MODULES)
@given(data=st.data())
def test_no_move_is_called_impossible_and_allowed(game_id: str, data: st.DataObject) -> None:
    table: Any = grid_game(game_id).table
    refused = table.seat_screen.refused_moves(data.draw(st.sampled_from(states(game_id))))
    assume(refused.outcomes)
    after = data.draw(st.sampled_from([*refused.outcomes])).lying
    assume(after)
    seen = dict(after)
    for piece in data.draw(st.sets(st.sampled_from(sorted(after)), min_size=1, max_size=2)):
        # It is not seen, or lies elsewhere.
        del seen[piece]
        cell = data.draw(st.sampled_from([None, *table.cells]))
        if cell not in {None, *seen.values()}:
            seen[piece] = cell
    lies = TableLayout.from_sides(seen, table.alike).counts
    assume(all(outcome.layout.counts != lies for outcome in refused.outcomes))
    for problem in refused.of_layout(table.arranged(seen, refused.lying_before)):
        assert not {*problem.allowed} & {*problem.places[:1]}, problem
        if "cannot" in problem.sentence:
            assert problem.places[0] not in refused._ends(problem.pieces[0]), problem


@pytest.mark.slow
@pytest.mark.parametrize("game_id", MODULES)
@given(data=st.data())
def test_no_touch_is_called_impossible_and_allowed(game_id: str, data: st.DataObject) -> None:
    table: Any = grid_game(game_id).table
    state = data.draw(st.sampled_from(states(game_id)))
    touches = data.draw(st.lists(st.sampled_from([*table.cells]), min_size=1, max_size=3))
    _, _, allowed = table.seat_screen.explain_touches(state, touches).partition(" Allowed")
    assert touches[-1] not in re.findall(r"\w+", allowed)


@pytest.mark.slow
@pytest.mark.usefixtures("display")
@pytest.mark.parametrize("language", ["en", "de", "fr", "zh"])
def test_a_refusal_fits_on_its_page(language: str) -> None:
    from companion.screen.fitting import fit_problems
    from companion.screen.fonts import Fonts
    from companion.screen.page_view import PageView

    use_language(language)
    fonts, faults = Fonts(), []
    for game_id, board, turn, changes, more, _ in REFUSED:
        found = inferred(game_id, board, turn, changes, **more)
        assert isinstance(found, Problems)
        first, *others = found.problems
        rows = (Row(first.fix, tone=Tone.NOW), *(Row(other.sentence, detail=other.fix) for other in others))
        page = BoardPage("problem", say("Something is not right"), CellBoard(), first.sentence, rows, Tone.BAD)
        view = PageView(fonts, grid_game(game_id).table.pictures(fonts))
        for size in ((800, 480), (480, 800), (1280, 720), (640, 720)):
            faults += [f"{game_id} {size}: {fault}" for fault in fit_problems(view.painted(size, page))]
    assert faults == []


# --- a move that is half done -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game_id", "board", "turn", "changes", "more", "fixes"),
    [
        ("draughts", DRAUGHTS, "black", {"e6": None, "c4": "black"}, {}, ["Take a white disc off the board."]),
        ("draughts", {"b2": "black", "h2": "white"}, "black", {"b2": None, "a1": "black"}, {}, ["Turn over a1."]),
        ("othello", OTHELLO, "black", {"d3": "black"}, {}, ["Turn over d4."]),
        ("othello", OTHELLO, "black", {"d3": "white"}, {}, ["Turn over d4.", "Turn over d3."]),
        (
            "othello",
            {"a1": "black", "b1": "white", "c1": "white", "d1": "white"},
            "black",
            {"e1": "black"},
            {},
            ["Turn over b1.", "Turn over c1.", "Turn over d1."],
        ),
        ("mancala", {"b2": "sun"}, "south", {"b2": None, "c2": "sun"}, SEEDS, ["Turn over c2."]),
        ("nine-mens-morris", MILL, "white", {"g1": "white"}, {"memory": 5}, ["Allowed: a4, b2 and d2."]),
    ],
)
def test_of_a_move_that_is_half_done_the_rest_is_asked_for(
    game_id: str, board: Mapping[str, str], turn: str, changes: Changes, more: dict[str, Any], fixes: list[str]
) -> None:
    found = inferred(game_id, board, turn, changes, **more)
    assert isinstance(found, Problems)
    assert sorted(problem.fix for problem in found.problems) == sorted(fixes)
    assert all(problem.unfinished for problem in found.problems), "nothing is wrong"


# --- by touch, and on phones ------------------------------------------------------------------------------------------


def touched(game_id: str, board: Mapping[str, str], turn: str, *touches: str, **more: Any) -> str:
    game, state = position(game_id, board, turn, **more)
    return game.table.seat_screen.explain_touches(state, touches)


def test_a_touch_that_leads_to_no_move_is_told_why() -> None:
    assert touched("draughts", DRAUGHTS, "black", "g6") == "You must take: e6 over d5 to c4."
    assert touched("draughts", DRAUGHTS, "black", "e6", "f5") == "You must take: e6 over d5 to c4. Allowed: c4."
    assert touched("draughts", DRAUGHTS, "black", "e6", "g6") == "You must take: e6 over d5 to c4."
    assert touched("draughts", DRAUGHTS, "black", "d5") == "It is the turn of Black."
    assert touched("draughts", DRAUGHTS, "black", "a1") == "Touch the piece that moves first."
    assert touched("halma", {"a1": "white", "d5": "black"}, "white", "a1", "c1") == (
        "A white disc cannot go from a1 to c1. Allowed: b1, b2 and a2."
    )
    assert touched("noughts-and-crosses", {"a1": "cross"}, "noughts", "a1") == (
        "A nought cannot be put on a1. Allowed are, for example: a2, b1, a3 and b2."
    )
    blocked = {"c1": "goose", "d1": "goose", "c2": "goose", "a3": "goose", "b3": "goose", "e7": "fox"}
    assert touched("geese", blocked, "geese", "c1").startswith("A goose goes one cell down the board")


@pytest.mark.parametrize("game_id", ["othello", "noughts-and-crosses", "nine-mens-morris", "hex"])
def test_a_piece_in_hand_is_called_as_in_the_parts_of_moves(game_id: str) -> None:
    table: Any = grid_game(game_id).table
    for state in ended_game(game_id).states()[1:4]:
        event = next(iter(table.possible(state)))
        parts = table.seat_screen.move_parts(state, event, table.rules.follow(state, event))
        taken = next(iter(table.lying(state).values()))
        assert "cannot be put on" in table.seat_screen.explain_touches(state, [parts[0].id, taken])


def test_a_piece_that_cannot_move_names_those_that_can() -> None:
    board = {"a1": "black", "b1": "black", "a2": "black", "b2": "black", "c1": "black", "c2": "black", "h8": "white"}
    corner = {**board, "a3": "black", "b3": "black", "c3": "black"}
    assert touched("halma", corner, "black", "a1").startswith("A black disc on a1 cannot move now. What may move: a2")


def test_foreign_touches_are_no_failure() -> None:
    assert touched("draughts", DRAUGHTS, "black", "hand nonsense", "a1") == ""
    assert touched("draughts", DRAUGHTS, "black", "z99") == ""
    assert touched("draughts", DRAUGHTS, "black") == ""


@pytest.mark.parametrize("game_id", MODULES)
def test_every_cell_may_be_touched_at_any_time(game_id: str) -> None:
    table: Any = grid_game(game_id).table
    states = ended_game(game_id).states()
    rng = Random(1)
    for state in (states[0], states[len(states) // 2], states[-1]):
        for _ in range(8):
            table.seat_screen.explain_touches(state, rng.sample(list(table.tag_set.cells), rng.randint(1, 2)))


def test_a_game_in_several_modules_gives_its_reason() -> None:
    state = FOX_AND_GEESE.rules.begin(Started(must_take=True))
    assert FOX_AND_GEESE.seat_screen.explain_touches(state, ["c3", "c2"]).startswith(
        "A goose goes one cell down the board"
    )
