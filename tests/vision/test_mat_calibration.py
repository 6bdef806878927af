"""A camera over a mat is measured like one over a board; there are no cells to measure."""

import pytest

from tests.vision.card_mat import CATALOGUE, MAT, Card, photograph, view_of
from vision.calibration.gates import Gate, check_table
from vision.calibration.measurement import look_at_table
from vision.calibration.resolution import cells_out_of_picture


@pytest.mark.slow
def test_the_zones_are_judged_instead_of_cells() -> None:
    shot = photograph([Card("c1", (100, 50)), Card("c2", (400, 50))], view=view_of((1536, 864)))
    look = look_at_table(shot.picture, CATALOGUE)
    assert look.registration is not None
    assert set(look.px_per_module) == set(MAT.places)
    assert look.outside == ()
    assert look.cells is None
    verdicts = {verdict.gate: verdict.passed for verdict in check_table(look, CATALOGUE)}
    assert verdicts[Gate.REFERENCES]
    assert verdicts[Gate.IN_PICTURE]
    assert Gate.CELL_SIZE not in verdicts


def test_a_zone_out_of_the_picture_is_named() -> None:
    view = view_of((1536, 864), azimuth_deg=0.0)
    right_edge = round(float(view.camera.project([(305.0, 185.0, 0.0)])[0, 0]))
    assert cells_out_of_picture(view.camera, CATALOGUE, (right_edge, 864)) == ["row-2", "boat", "show"]
