"""Tests of phones' pictures, their prints and degradations, and of the judge of readings."""

import ast
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.games.finstere_flure.reading.reading import covered_cells, understand
from companion.games.finstere_flure.tags import make_catalogue
from engine.finstere_flure.board import CELLS
from tools.evidence.measure import PictureCounts, measure
from tools.evidence.phone_shots import held_out_prints, judge
from tools.evidence.phone_shots.degradations import EVERY_KIND, KINDS, REPORTED_KINDS
from tools.evidence.phone_shots.fading import faded_cells, without_print
from tools.evidence.phone_shots.held_out_prints import PRINTS
from tools.evidence.phone_shots.judge import Judged, Predictions, figures, predicted
from tools.evidence.phone_shots.shots import ShotPlan, plans, take
from vision.reading import read_picture

PLAN = ShotPlan("held-out", 1, "plain", 0, 5)


def test_held_out_prints_share_no_code_with_those_for_training() -> None:
    source = Path(held_out_prints.__file__).read_text(encoding="utf-8")
    imported = {node.module for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)}
    assert not {module for module in imported if module and module.startswith("tools")}


def test_there_are_forty_prints_that_are_held_out_and_all_look_otherwise() -> None:
    assert len(PRINTS) == len(set(PRINTS)) == 40
    drawn = [
        held_out_prints.SORTS[sort]((120, 80), random.Random(number), np.random.default_rng(number))
        for sort, number in PRINTS[:20]
    ]
    assert all(art.shape == (80, 120, 3) and art.std() > 3 for art in drawn)
    assert len({art.tobytes() for art in drawn}) == len(drawn)


def test_a_third_of_all_kinds_is_for_reporting_only() -> None:
    assert not KINDS.keys() & REPORTED_KINDS.keys()
    assert len(REPORTED_KINDS) * 3 == len(EVERY_KIND)


def test_each_print_and_each_kind_has_its_turn() -> None:
    planned = plans("held-out", tuple(EVERY_KIND), 300, 1)
    assert len(planned) == len(set(planned)) == 300
    assert {plan.print_number for plan in planned} == set(range(40))
    assert {plan.kind for plan in planned} == set(EVERY_KIND)


@pytest.mark.parametrize("kind", EVERY_KIND)
def test_each_degradation_changes_a_picture_and_is_the_same_each_time(kind: str) -> None:
    picture = np.full((240, 320, 3), 150, np.uint8)
    cv2.rectangle(picture, (60, 60), (180, 200), (20, 20, 20), 8)
    degradation = EVERY_KIND[kind]
    taken = [degradation.taken(degradation.lit(picture, rng), rng) for rng in (random.Random(3), random.Random(3))]
    assert np.array_equal(taken[0], taken[1])
    assert taken[0].shape != picture.shape or np.abs(taken[0].astype(int) - picture).mean() > 0.5


@pytest.mark.slow
def test_a_plain_picture_is_read_as_its_truth_says_and_predicted_rightly() -> None:
    shot = take(PLAN)
    table = understand(
        read_picture(shot.picture, make_catalogue(), covers=covered_cells), make_catalogue().grid.cell_mm
    )
    lies = {entry["id"] for entry in shot.truth["pieces"] if entry["visible"] > 0.9}
    assert len(lies) > 15
    assert lies <= {piece.id for piece in table.pieces}
    right = predicted(shot, table, random.Random(1))
    assert right.asked == 4
    assert right.wrong == 0
    assert right.refused < 4
    # Another cell of the monster makes another move: that is counted as wrong.
    free = next(cell for cell in CELLS if all(cell not in piece.cells for piece in table.pieces))
    elsewhere = predicted(replace(shot, position=replace(shot.position, monster=free)), table, random.Random(1))
    assert elsewhere.wrong == elsewhere.asked - elsewhere.refused - elsewhere.foreseen > 0


def test_the_figures_tell_silence_from_honesty() -> None:
    counted = Judged(
        PictureCounts(pictures=2, pieces=50, read=44, vanished=2, bare=200, alarms=1),
        Predictions(asked=8, refused=3, wrong=1, calm=4, calm_refused=1),
        1.0,
    )
    assert Judged.from_json(counted.to_json()) == counted
    told = figures(counted + Judged(predictions=Predictions(asked=4)))
    assert (told["silent"], told["told"], told["alarms in 10,000"]) == (2, 4, 50.0)
    assert (told["asked"], told["wrong answers"], told["refused, calm"], told["seconds each"]) == (12, 1, 0.25, 0.5)


def test_a_print_is_washed_out_that_stands_out_less_than_the_noise_and_a_plain_one_never() -> None:
    painted = np.full((100, 200, 3), 120, np.uint8)
    painted[::16, :100] = painted[:, 8:100:16] = 30
    plain = without_print(painted, np.ones((100, 200), np.bool_), 60)
    assert np.abs(plain[20:80, 20:80].astype(int) - 108).max() < 12
    chance = np.random.default_rng(1)
    noise = chance.normal(0, 3, painted.shape)
    corners = {
        name: np.array([(left, 20), (left + 60, 20), (left + 60, 80), (left, 80)], np.float64)
        for name, left in (("printed", 20), ("plain", 120))
    }

    def faded(left: float) -> list[str]:
        """Return what is washed out where so large a share of the contrast is left."""
        taken = [
            np.clip(200 + left * (of.astype(float) - 120) + noise, 0, 255).astype(np.uint8) for of in (painted, plain)
        ]
        return list(faded_cells(corners, (painted, plain), (taken[0], taken[1])))

    assert faded(0.02) == ["printed"]
    assert faded(0.5) == []


def test_a_washed_out_cell_that_is_told_is_counted_apart_from_false_alarms() -> None:
    shot = take(PLAN)
    catalogue = make_catalogue()
    reading = read_picture(shot.picture, catalogue, covers=covered_cells)
    before = measure(reading, shot.truth, catalogue.grid.cell_mm)
    bare = next(cell for cell in CELLS if not shot.truth["cells"].get(cell) and cell not in reading.unreadable)
    told, truth = replace(reading, unreadable=(*reading.unreadable, bare)), shot.truth | {"faded": [bare]}
    after = measure(told, truth, catalogue.grid.cell_mm)
    assert (after.alarms, after.bare) == (before.alarms, before.bare - 1)
    assert (after.faded, after.faded_told) == (1, 1)
    assert measure(reading, truth, catalogue.grid.cell_mm).faded_told == 0
    assert measure(told, shot.truth, catalogue.grid.cell_mm).alarms == before.alarms + 1


def test_the_page_tells_what_was_reached_beside_what_is_aimed_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reached = Judged(
        PictureCounts(pictures=2, pieces=50, read=44, vanished=2, bare=400, alarms=1, faded=9, faded_told=7),
        Predictions(asked=8, refused=3, wrong=1, calm=4, calm_refused=1),
    )
    monkeypatch.setattr(judge, "DOCUMENT", tmp_path / "phone_shots.json")
    asked: list[ShotPlan] = []

    def judged(todo: Sequence[ShotPlan], *_: object, **_ways: object) -> list[tuple[ShotPlan, Judged]]:
        asked.extend(todo)
        return [(todo[0], reached)]

    monkeypatch.setattr(judge, "results_of", judged)
    judge.publish(30, "with", 1)
    assert Counter(plan.kind for plan in asked) == dict.fromkeys(EVERY_KIND, 2)
    assert {plan.number for plan in asked} == set(range(30))
    assert {plan.seed for plan in asked} == {judge.PUBLISHED_SEED}
    rows = list(judge.published_lines())
    assert rows[1] == "| | target | with |"
    assert "| in sight, silent | none | 2/50 |" in rows
    assert "| false alarms in 10,000 | 20; 2 | 25.0 |" in rows
    assert "| washed out, told |  | 7/9 |" in rows
    assert "| wrong predictions | none | 1/8 |" in rows
    assert "| refused, calm | 5 % | 25.0 % |" in rows
