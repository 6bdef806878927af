"""Tests of the words for each gate of a calibration, passed and not passed."""

import numpy as np
import pytest

from companion.calibrating.words import describe_verdict, name_of
from tests.vision.calibration.test_calibration_gates import (
    CATALOGUE,
    LENS_GATES,
    TABLE_GATES,
    good_look,
    verdict_on,
)
from vision.calibration.gates import Gate, check_lens, check_table
from vision.calibration.measurement import look_at_table
from vision.calibration.remedies import compute_headroom

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("gate", TABLE_GATES)
def test_a_failed_gate_of_the_table_says_what_to_do(gate: Gate) -> None:
    change, limit, beyond = TABLE_GATES[gate]
    bad = change(good_look(), limit + beyond)
    room = compute_headroom(bad, CATALOGUE)
    passed = describe_verdict(verdict_on(change(good_look(), limit - beyond * 1e-3), gate), room)
    failed = describe_verdict(verdict_on(bad, gate), room)
    assert len(failed) > len(passed) - 12
    assert failed.endswith(".") or "--cell-mm" in failed
    assert name_of(gate)


@pytest.mark.parametrize("gate", LENS_GATES)
def test_a_failed_gate_of_the_lens_says_what_to_do(gate: Gate) -> None:
    make, limit, beyond = LENS_GATES[gate]
    (verdict,) = (v for v in check_lens(8, make(limit + beyond), good_look(), CATALOGUE) if not v.passed)
    assert describe_verdict(verdict, None).count(".") >= 2
    assert name_of(gate)


def test_a_board_that_is_not_found_says_why() -> None:
    dark = np.full((600, 800), 20, np.uint8)
    verdict = check_table(look_at_table(dark, CATALOGUE), CATALOGUE)[1]
    assert "no code can be read" in describe_verdict(verdict, None)
