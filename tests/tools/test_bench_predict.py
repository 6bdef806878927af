"""Tests of the rate of right answers of `predict`, by the benchmark on a few tables."""

from dataclasses import replace
from itertools import islice

import pytest

from engine.finstere_flure.board import CELLS
from tools.bench_predict import Predicted, judge, photograph, predict_scenes


@pytest.mark.slow
def test_the_monster_stands_on_each_cell_in_turn_and_more_tables_begin_with_the_same() -> None:
    scenes = list(predict_scenes(len(CELLS), seed=3))
    assert {scene.position.monster for scene in scenes} <= set(CELLS)
    assert len({scene.position.monster for scene in scenes}) == len(CELLS)
    assert list(islice(predict_scenes(2 * len(CELLS), seed=3), 5)) == scenes[:5]
    assert 0 <= min(scene.tilt_deg for scene in scenes) < max(scene.tilt_deg for scene in scenes) <= 30


@pytest.mark.slow
@pytest.mark.thorough
def test_moves_are_right_or_foreseen_and_nothing_is_missed_in_silence() -> None:
    judged = [judge(scene, photograph(scene)) for scene in predict_scenes(4, seed=2)]
    total = sum(judged, Predicted())
    assert total.answers + total.refused == total.tables == 4
    assert total.answers >= 3
    assert total.wrong == total.foreseen
    assert total.missed == 0


@pytest.mark.slow
def test_a_piece_that_nobody_told_of_is_missed_and_makes_the_move_wrong() -> None:
    scene = next(iter(predict_scenes(1, seed=2)))
    table = photograph(scene)
    assert table.position is not None
    token = table.position.tokens[0]
    read = tuple(
        placed_tag for placed_tag in table.reading.placed_tags if placed_tag.tag.id.partition("/")[0] != token.id
    )
    position = replace(table.position, tokens=table.position.tokens[1:])
    blind = replace(table, reading=replace(table.reading, placed_tags=read), position=position)
    assert judge(scene, blind).missed == 1
