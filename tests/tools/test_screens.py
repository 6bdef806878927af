"""The screens look as they did: each is compared with the picture that is kept of it."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tools.screens import FEW_PIXELS, KEPT, SHOTS, TOLERANCE, Comparison, KeptScreen, compare, drawn, write_report
from vision.picture import Pixels

pytestmark = pytest.mark.slow

#: Of so many screens one is looked at in every run; `.ci/run` looks at all.
EVERY = 20


@pytest.fixture(scope="module")
def two_pictures() -> dict[KeptScreen, Pixels]:
    return dict(drawn(tuple(shot for shot in SHOTS if shot.game == "coach-ride")[:2]))


@pytest.mark.thorough(but=[f"{EVERY}"])
@pytest.mark.parametrize("every", [EVERY, 1])
def test_the_screens_look_as_they_did_and_no_two_are_the_same(every: int) -> None:
    pictures = dict(drawn(SHOTS[::every]))
    assert len({pixels.tobytes() for pixels in pictures.values()}) == len(pictures) == len(SHOTS[::every])
    comparisons = [compare(shot, pixels) for shot, pixels in pictures.items()]
    differing = [comparison.shot.name for comparison in comparisons if not comparison.same]
    assert not differing, f"old, new and difference: {write_report(comparisons)}; ./run screens --update keeps the new"


def test_one_picture_is_kept_of_each() -> None:
    kept = sorted(file.relative_to(KEPT).with_suffix("").as_posix() for file in KEPT.rglob("*.png"))
    assert kept == sorted(shot.name for shot in SHOTS)


def test_a_letter_more_is_another_picture_and_rounding_is_none(two_pictures: dict[KeptScreen, Pixels]) -> None:
    shot, old = next(iter(two_pictures.items()))
    rounded = np.clip(old.astype(int) + TOLERANCE, 0, 255).astype(np.uint8)
    assert Comparison(shot, old, rounded).same
    spotted = old.copy()
    spotted[:4, : FEW_PIXELS // 4 + 1] = 200
    assert not Comparison(shot, old, spotted).same
    assert not Comparison(shot, None, old).same


def test_the_report_shows_old_new_and_difference(tmp_path: Path, two_pictures: dict[KeptScreen, Pixels]) -> None:
    (first, picture), (second, other) = two_pictures.items()
    page = write_report([Comparison(first, picture, picture), Comparison(replace(second), picture, other)], tmp_path)
    told = page.read_text()
    assert "1 of 2 screens differ" in told
    shown = {file.relative_to(tmp_path).as_posix() for file in tmp_path.rglob("*.png")}
    assert {f"{second.name}-{kind}.png" for kind in ("old", "new", "difference")} <= shown
    assert f"{first.name}-difference.png" not in shown
    assert all(name in told for name in shown)
