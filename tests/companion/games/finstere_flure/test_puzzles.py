"""Puzzles: one answer, the level asked for, usual mistakes to choose from; kept scores."""

from pathlib import Path
from random import Random

import pytest

from companion.games.finstere_flure.puzzle_scores import PuzzleScores
from companion.games.finstere_flure.puzzles import CHOICES, LEVELS, level_of, make_puzzle
from engine.finstere_flure.monster import move_monster
from engine.finstere_flure.textboard import parse_board


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
