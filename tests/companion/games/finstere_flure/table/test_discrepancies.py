"""Tests of every kind of wrong move: the message, the fix, and the right to overrule."""

from dataclasses import replace

import pytest

from companion.games.finstere_flure.reading.reading import Misplacement, MisplacementKind, PieceOffBoard
from companion.games.finstere_flure.table.move_inference import infer_move
from companion.games.finstere_flure.table.observation import BoardObservation
from companion.games.finstere_flure.table.problem_kinds import ProblemKind
from companion.table.inference import Happened, Problems, Waiting
from engine.finstere_flure.events import StoneMoved, TokenMoved
from engine.finstere_flure.pieces import Place, Side
from engine.finstere_flure.position import Token
from tests.companion.games.finstere_flure.table.drawn_tables import (
    all_problems,
    changed,
    playing,
    seen,
    the_problem,
    told,
)
from tests.companion.games.finstere_flure.table.observing import relaid
from tests.engine.finstere_flure.game_helpers import BLUE

HALL = """
    a  b  c  d  e     f  g     h  i
 1  .  .  .  .  .     .  .     .  .
 2  .  .  R4 .  s1    .  .     .  .
 3  .  .  .  .  .     B5 .     .  M>
 4  .  .  R1 .  R3    c4 .     .  .
 5  .  ~  ~  .  .     .  .     .  .
 6  .  ~  ~  .  @A1>  .  @A2^  .  .
"""


def wrong(before: str = HALL, moved: tuple[str, ...] = (), **words: str) -> Problems[TokenMoved]:
    """Return the problems if the hall, in Red's turn, has other pieces on some cells."""
    inference = infer_move(playing(before, moved=moved), seen(changed(before, **words)))
    assert isinstance(inference, Problems), inference
    return inference


def kinds(inference: Problems[TokenMoved]) -> list[str]:
    return [problem.kind for problem in inference.problems]


# --- tokens ------------------------------------------------------------------------------------------------------


def test_too_far() -> None:
    inference = wrong(c2=".", h1="r4")
    assert told(the_problem(inference)) == (
        "Red 4, now showing 3, went 2 cells too far. Put it on a green cell, or flip it back and put it on c2."
    )
    assert the_problem(inference).kind is ProblemKind.TOO_FAR
    assert the_problem(inference).places == ("h1", "c2")
    assert inference.overrule == TokenMoved("red-4", "h1", Side.BLACK, overruled=True)


def test_too_far_from_the_entrance() -> None:
    inference = wrong(h2="R5")
    assert told(the_problem(inference)) == (
        "Red 5 cannot get to h2: it may go 5. Put it on a green cell, or back at the entrance."
    )


def test_onto_a_teleporter() -> None:
    table = seen(changed(HALL, e4="."))
    table = relaid(
        table,
        tokens=(*table.tokens, Token("red-3", Side.BLACK, "e6")),
        tiles=tuple(tile for tile in table.tiles if tile.id != "teleporter-A1"),
    )
    inference = infer_move(playing(HALL), table)
    assert (
        the_problem(inference).sentence
        == "Red 3, now showing 4, may not stand on a teleporter, and there is one on e6."
    )
    assert isinstance(inference, Problems)
    assert inference.overrule is None


def test_not_flipped_is_the_only_trouble() -> None:
    inference = wrong(c2=".", e2="R4", f2="s1")
    assert told(the_problem(inference)) == ("Red 4 was moved but not flipped. Flip red 4: the black 3 must show.")
    assert inference.overrule == TokenMoved("red-4", "e2", Side.WHITE, (StoneMoved("stone-1", "f2"),), overruled=True)


def test_two_tokens() -> None:
    inference = wrong(c2=".", b1="r4", c4=".", d4="r1")
    assert told(the_problem(inference)) == (
        "Red 1 and red 4 were moved, but only one token moves in a turn. "
        "Keep one of these moves and undo the others: red 1 on c4 and red 4 on c2."
    )
    assert the_problem(inference).kind is ProblemKind.TWO_TOKENS
    assert set(the_problem(inference).places) == {"b1", "c2", "c4", "d4"}
    assert inference.overrule is None


def test_two_tokens_one_of_them_too_far() -> None:
    assert kinds(wrong(c2=".", h1="r4", c4=".", d4="r1")) == [ProblemKind.TWO_TOKENS, ProblemKind.TOO_FAR]


def test_two_tokens_flipped() -> None:
    assert the_problem(wrong(c2="r4", c4="r1")).sentence == (
        "Red 1 and red 4 were flipped, but only one token moves in a turn."
    )


def test_another_players_token() -> None:
    inference = wrong(f3=".", f2="b5")
    assert told(the_problem(inference)) == (
        "Blue 5, now showing 2, was moved, but it is Red's turn. Put blue 5 back on f3: the white 5 must show."
    )
    assert the_problem(inference).kind is ProblemKind.OTHER_PLAYER


def test_another_players_token_besides_the_own() -> None:
    assert kinds(wrong(c2=".", b1="r4", f3=".", f2="B5")) == [ProblemKind.OTHER_PLAYER]


def test_moved_already() -> None:
    inference = wrong(moved=("red-4",), c2=".", b1="R4")
    assert told(the_problem(inference)) == "Red 4 has already moved in this round. Put red 4 back on c2."
    assert the_problem(inference).kind is ProblemKind.MOVED_ALREADY


def test_another_players_token_flipped() -> None:
    inference = wrong(c2=".", b1="r4", f3="b5")
    assert told(the_problem(inference)) == (
        "Blue 5 was flipped, but that is not the token that moved. Flip blue 5 back: the white 5 must show."
    )
    assert the_problem(inference).kind is ProblemKind.FLIPPED_ONLY


def test_the_wrong_token_flipped() -> None:
    assert kinds(wrong(c2=".", b1="R4", c4="r1")) == [ProblemKind.NOT_FLIPPED, ProblemKind.FLIPPED_ONLY]


def test_a_token_flipped_at_the_entrance_in_another_players_turn() -> None:
    table = relaid(seen(HALL), beside=(PieceOffBoard("blue-4", Side.BLACK, Place.OUTSIDE),))
    assert told(the_problem(infer_move(playing(HALL), table))) == (
        "Blue 4 was flipped, but it did not move. Flip blue 4 back: the white 4 must show."
    )


def test_taken_to_the_entrance() -> None:
    table = relaid(seen(HALL, hidden=["red-1"]), beside=(PieceOffBoard("red-1", Side.WHITE, Place.OUTSIDE),))
    assert the_problem(infer_move(playing(HALL), table)).sentence == (
        "Red 1 cannot leave the castle through the entrance."
    )


def test_taken_to_the_exit_from_too_far() -> None:
    table = relaid(seen(HALL, hidden=["red-1"]), beside=(PieceOffBoard("red-1", Side.WHITE, Place.OUT),))
    inference = infer_move(playing(HALL), table)
    assert the_problem(inference).sentence == "Red 1 cannot leave the castle now: it may go 1."
    assert isinstance(inference, Problems)
    assert inference.overrule == TokenMoved("red-1", Place.OUT, Side.WHITE, overruled=True)


def test_a_token_of_no_player() -> None:
    inference = wrong(a1="G4")
    assert told(the_problem(inference)) == ("Green 4 on a1 does not belong to this game. Take green 4 off the board.")
    assert the_problem(inference).kind is ProblemKind.UNEXPECTED


@pytest.mark.parametrize(
    ("place", "sentence"),
    [("out", "Blue 1 on a2 has already escaped."), ("dead", "Blue 1 on a2 is out of the game.")],
)
def test_a_token_that_is_out(place: str, sentence: str) -> None:
    game = playing(f"{HALL}\n{place}: B1")
    assert the_problem(infer_move(game, seen(changed(HALL, a2="B1")))).sentence == sentence


def test_nobody_moves_while_a_card_is_drawn() -> None:
    game = playing(HALL)
    game = replace(game, state=replace(game.state, turn=None))
    assert the_problem(infer_move(game, seen(changed(HALL, c2=".", b1="r4")))).sentence == (
        "Red 4, now showing 3, was moved, but no token moves now."
    )


# --- stones ------------------------------------------------------------------------------------------------------


def test_a_stone_moved_alone() -> None:
    inference = wrong(e2=".", f2="s1")
    assert told(the_problem(inference)) == (
        "The stone was moved from e2 to f2, but no token pushes it there. Put the stone back on e2."
    )
    assert inference.overrule is None


def test_a_stone_moved_that_was_not_pushed() -> None:
    inference = wrong(c2=".", b1="r4", f4=".", g4="c4")
    assert told(the_problem(inference)) == (
        "The crystal was moved from f4 to g4, but red 4 does not push it there. Put the crystal back on f4."
    )
    assert the_problem(inference).kind is ProblemKind.STONE_NOT_PUSHED
    assert inference.overrule == TokenMoved("red-4", "b1", Side.BLACK, (StoneMoved("stone-4", "g4"),), overruled=True)


def test_a_stone_pushed_too_far() -> None:
    assert told(the_problem(wrong(c2=".", e2="r4", i2="s1"))) == (
        "Red 4 pushes the stone from e2 to f2, but it lies on i2. Put the stone on f2."
    )


def test_a_push_forgotten() -> None:
    # No way to c6 leads past the stone.
    before = """
        a  b  c  d  e  f
     6  r1 s1 .  .  .  .
     7  s2 s3 .  .  .  .
     5  s4 s5 .  .  M> .
    """
    inference = wrong(before, a6=".", c6="R1")
    assert told(the_problem(inference)) == (
        "Red 6 pushes the stone from b6 to d6, but it does not lie there. Put the stone on d6."
    )
    assert the_problem(inference).kind is ProblemKind.PUSH_FORGOTTEN


def test_a_push_forgotten_under_the_token() -> None:
    inference = infer_move(playing(HALL), seen(changed(HALL, c2=".", e2="r4")))
    assert isinstance(inference, Waiting)
    assert [problem.kind for problem in inference.problems] == [ProblemKind.PUSH_FORGOTTEN]


def test_a_stone_pushed_out_of_the_game_must_be_taken_away() -> None:
    before = """
        a  b  c  d
     1  .  s1 R1 .
     2  .  .  .  M>
    """
    table = seen(changed(before, b1="r1", c1="."))
    beside_its_place = relaid(table, tiles=seen(changed(before, b1=".", a2="s1", c1=".")).tiles)
    problem = the_problem(infer_move(playing(before), beside_its_place))
    assert problem.sentence == "The stone on a2 should not be on the board."


def test_a_stone_turned_over() -> None:
    inference = wrong(f4="s4")
    assert told(the_problem(inference)) == (
        "The tile on f4 shows the wrong face: it should show the crystal. Turn it over."
    )
    assert inference.overrule is None


def test_a_stone_that_is_out_of_the_game() -> None:
    assert the_problem(wrong(a2="s9")).sentence == "The stone on a2 should not be on the board."


# --- the rest of the floor, the monster --------------------------------------------------------------------------


def test_the_monster_moved() -> None:
    inference = wrong(i3=".", i4="Mv")
    assert told(the_problem(inference)) == ("Furunkulus stands on i4 instead of i3. Put Furunkulus on i3, facing east.")
    assert the_problem(inference).kind is ProblemKind.MONSTER_MOVED


def test_the_monster_turned() -> None:
    assert told(the_problem(wrong(i3="M^"))) == "Furunkulus faces north instead of east. Turn Furunkulus to face east."


def test_a_pool_moved() -> None:
    problem = the_problem(wrong(b5=".", b6=".", d5="~", d6="~"))
    assert told(problem) == "The square pool lies in the wrong place. Put the square pool on the cells from b5 to c6."


def test_a_teleporter_turned() -> None:
    problem = the_problem(wrong(e6="@A1v"))
    assert told(problem) == (
        "The teleporter on e6 is turned the wrong way. Put the teleporter on e6, its arrow pointing east."
    )


def test_a_pool_beside_the_board_is_missing() -> None:
    table = relaid(seen(HALL, hidden=["pool-2x2"]), beside=(PieceOffBoard("pool-2x2", None, None),))
    inference = infer_move(playing(HALL), table)
    assert isinstance(inference, Waiting)
    assert inference.pieces == ("pool-2x2",)


# --- pieces of which it is not sure where they lie ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("misplacement", "text"),
    [
        (
            Misplacement(MisplacementKind.ON_A_LINE, ("red-4",), ("c1", "c2")),
            "Red 4 lies on the line between c1 and c2. Push red 4 to the middle of its cell.",
        ),
        (
            Misplacement(MisplacementKind.ON_A_LINE, ("red-4",), ("c1",)),
            "Red 4 lies on the edge of c1. Push red 4 to the middle of its cell.",
        ),
        (
            Misplacement(MisplacementKind.ASKEW, ("monster",), ("i3",)),
            "Furunkulus on i3 lies askew. Turn Furunkulus straight.",
        ),
        (
            Misplacement(MisplacementKind.OVER_THE_EDGE, ("pool-2x2",), ("a5", "a6")),
            "The square pool reaches beyond the edge of the board. Put the square pool wholly on the board.",
        ),
        (
            Misplacement(MisplacementKind.TWICE, ("red-4",), ("c1", "d4")),
            "I see red 4 more than once: on c1 and d4. Leave just the one that belongs to the game.",
        ),
        (
            Misplacement(MisplacementKind.SHARED, ("red-4", "stone-4"), ("f4",)),
            "Red 4 and the crystal lie on the same cell, f4. Only one piece may lie there: move the others.",
        ),
    ],
)
def test_pieces_in_doubt(misplacement: Misplacement, text: str) -> None:
    table = relaid(seen(HALL, hidden=misplacement.pieces), misplacements=(misplacement,))
    assert told(the_problem(infer_move(playing(HALL), table))) == text


def test_while_a_token_lies_on_a_line_its_push_is_not_judged() -> None:
    table = seen(changed(HALL, c2=".", e2=".", f2="s1"))
    table = relaid(table, misplacements=(Misplacement(MisplacementKind.ON_A_LINE, ("red-4",), ("e2", "e1")),))
    assert the_problem(infer_move(playing(HALL), table)).kind is ProblemKind.ON_A_LINE


def test_everything_at_once_is_all_told() -> None:
    inference = wrong(c2=".", h1="r4", f3=".", f2="b5", f4=".", g4="c4", i3="Mv", a1="G4")
    assert kinds(inference) == [
        ProblemKind.TOO_FAR,
        ProblemKind.OTHER_PLAYER,
        ProblemKind.STONE_NOT_PUSHED,
        ProblemKind.MONSTER_MOVED,
        ProblemKind.UNEXPECTED,
    ]


def test_what_is_wrong_is_not_hidden_by_a_cell_that_cannot_be_read() -> None:
    table = seen(changed(HALL, f3=".", f2="b5"), hidden=["stone-1"], unreadable=("e2",))
    assert [problem.kind for problem in all_problems(infer_move(playing(HALL), table))] == [ProblemKind.OTHER_PLAYER]


def test_putting_it_right_is_nothing_wrong() -> None:
    game = playing(HALL, turn=BLUE)
    assert isinstance(infer_move(game, seen(changed(HALL, c2=".", b1="r4"))), Problems)
    assert isinstance(infer_move(game, seen(changed(HALL, f3=".", f2="b5"))), Happened)
    assert isinstance(infer_move(game, BoardObservation()), Waiting)
