"""Choice of the tests of vision that run without the companion."""

from contextlib import suppress

#: Tests that need the scene of a game's table in full, its virtual table, or tools that do.
TABLE_OF_A_GAME = (
    "calibration/test_bare_cells.py",
    "calibration/test_calibration_gates.py",
    "calibration/test_corners_by_hand.py",
    "calibration/test_measures.py",
    "decode/test_codebook.py",
    "locate/test_reference_faults.py",
    "locate/test_tearing.py",
    "model/test_bare_board.py",
    "occupancy/test_cells.py",
    "occupancy/test_cover_net.py",
    "occupancy/test_covered_cells.py",
    "occupancy/test_ground.py",
    "occupancy/test_relighting.py",
    "test_reading.py",
    "watching/test_averaging.py",
    "watching/test_bare_cells.py",
    "watching/test_corners_followed.py",
    "watching/test_gates.py",
    "watching/test_stabilization.py",
    "watching/test_watching.py",
)

collect_ignore = list(TABLE_OF_A_GAME)
with suppress(ModuleNotFoundError):
    import companion  # noqa: F401

    collect_ignore = []
