"""Lines too faint to be seen one by one: all of them together tell how they look, each half whether it is there."""

import numpy as np
import numpy.typing as npt
import pytest

from vision.line_evidence import line_evidence
from vision.rectified import CELL_PX

Floats = npt.NDArray[np.float32]
#: Halves of sides: so many of those without a line are the last ones.
HALVES, WITHOUT = 400, 60


def profiles(strength: float, colour: float, *, details: float = 0.012) -> Floats:
    """A print as bright as a photograph, of changing tones, with translucent lines and without on the last halves."""
    chance = np.random.default_rng(3)
    tones = chance.uniform(0.1, 0.8, (HALVES, 1))
    print_ = tones + chance.normal(0, details, (HALVES, CELL_PX))
    line = np.zeros(CELL_PX)
    line[CELL_PX // 2 - 1 : CELL_PX // 2 + 1] = strength
    lined = print_ * (1 - line) + colour * line
    lined[-WITHOUT:] = print_[-WITHOUT:]
    return np.asarray(lined, np.float32)


@pytest.mark.parametrize("colour", [0.0, 0.9], ids=["dark lines", "light lines"])
def test_eight_halves_round_a_cell_tell_whether_faint_lines_are_there(colour: float) -> None:
    evidence = line_evidence(profiles(0.08, colour))
    with_lines = evidence[: 8 * (HALVES // 8 - WITHOUT // 8 - 1)].reshape(-1, 8).sum(axis=1)
    without = evidence[-WITHOUT:][: WITHOUT // 8 * 8].reshape(-1, 8).sum(axis=1)
    assert np.median(with_lines) > 5
    assert (with_lines > 0).mean() > 0.95
    assert np.median(without) < -3


def test_a_line_that_would_not_show_on_a_tone_of_its_own_tells_nothing_there() -> None:
    """Dark lines on halves as dark as they, as on a dark sleeve."""
    some = profiles(0.3, 0.0)
    some[-WITHOUT:] = np.random.default_rng(4).normal(0.005, 0.004, (WITHOUT, CELL_PX))
    assert np.abs(line_evidence(some)[-WITHOUT:]).mean() < 0.5


def test_a_print_without_lines_tells_nothing() -> None:
    evidence = line_evidence(profiles(0.0, 0.0))
    assert abs(evidence.mean()) < 0.2
