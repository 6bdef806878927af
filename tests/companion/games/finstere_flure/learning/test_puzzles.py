"""Puzzles: one answer, the level asked for, usual mistakes to choose from; kept scores."""

from functools import reduce
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from companion.games.finstere_flure.learning.puzzle_scores import PuzzleScores
from companion.games.finstere_flure.learning.puzzles import CHOICES, LEVELS, Puzzle, level_of, make_puzzle
from engine.finstere_flure.board import through
from engine.finstere_flure.monster import move_monster
from engine.finstere_flure.position import unchecked_position
from engine.finstere_flure.textboard import parse_board
from engine.finstere_flure.walks import QuickBoard


@pytest.mark.parametrize("level", range(1, LEVELS + 1))
def test_a_puzzle_has_the_level_and_its_answer_among_the_choices(level: int) -> None:
    puzzle = make_puzzle(level, Random(level))
    assert level_of(puzzle.move) == level
    assert puzzle.end == move_monster(puzzle.move.start, puzzle.move.card).final.monster
    assert puzzle.end in puzzle.choices
    assert len(set(puzzle.choices)) == CHOICES
    assert not set(puzzle.choices) & puzzle.move.start.pool_cells


def test_the_level_says_what_it_takes_to_follow_a_move() -> None:
    hall = """
        a  b  c  d  e  f
     5  .  .  .  .  .  .
     6  M> .  {}  .  .  .
     7  .  .  .  .  .  R1
    """
    assert level_of(move_monster(parse_board(hall.format(".")), "5")) is None
    seen = hall.replace("6  M> .  {}  .  .  .", "6  M> .  {}  .  .  B1")
    assert level_of(move_monster(parse_board(seen.format(".")), "5")) == 1
    assert level_of(move_monster(parse_board(seen.format("c4")), "5")) == 3
    assert level_of(move_monster(parse_board(hall.format("q6")), "8")) == 4


@pytest.mark.slow
def test_from_level_to_level_naive_walks_and_a_bot_s_glance_are_wrong_more_often() -> None:
    puzzles = [[make_puzzle(level, Random(f"{level} {seed}")) for seed in range(20)] for level in (1, 3, 4)]
    wrong = [[sum(column) for column in zip(*map(naive_errors, some), strict=True)] for some in puzzles]
    for lower, higher in pairwise(wrong):
        assert all(easy <= hard for easy, hard in zip(lower, higher, strict=True)), wrong
    assert all(easy < hard for easy, hard in zip(wrong[0], wrong[-1], strict=True)), wrong


def naive_errors(puzzle: Puzzle) -> tuple[bool, bool, bool]:
    """Return who is wrong.

    A walk that looks once, one that sees no tile, a bot that takes whom the monster walks towards for its prey.
    """
    start, move = puzzle.move.start, puzzle.move
    ahead = move_monster(start, "1").steps[0].facing
    straight = reduce(lambda cell, _: through(cell, ahead)[0], move.steps, start.monster)
    tokens_only = unchecked_position(start.monster, start.facing, start.tokens, (), start.stage)
    board = QuickBoard(start)
    prey = board.chased()
    first = move.eaten[0].token if move.eaten else None
    return (
        straight != puzzle.end,
        move_monster(tokens_only, move.card).final.monster != puzzle.end,
        (None if prey is None else board.pieces[prey]) != first,
    )


def test_two_right_answers_lead_to_the_next_level_and_a_wrong_one_back() -> None:
    scores = PuzzleScores().after(1).after(1)
    assert (scores.level, scores.first) == (2, 2)
    assert scores.after(1).after(2).after(1).level == 2
    assert scores.after(None).level == 1
    assert PuzzleScores().after(None).level == 1


def test_scores_are_kept_beside_the_journal(tmp_path: Path) -> None:
    journal = tmp_path / "games.sqlite"
    assert PuzzleScores.load(journal) == PuzzleScores()
    scores = PuzzleScores().after(1).after(2).after(None)
    scores.keep(journal)
    assert PuzzleScores.load(journal) == scores


@pytest.mark.parametrize("text", ["", "[", "[]", "{}", '{"first": -1}', '{"first": "many"}', "9" * 20_000])
def test_a_damaged_file_of_scores_counts_as_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "where-will-it-go.json").write_text(text, encoding="utf-8")
    assert PuzzleScores.load(tmp_path / "games.sqlite") == PuzzleScores()
