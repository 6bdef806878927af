"""An unchanged table is read once, in every kind of the score, whatever the noise is."""

from itertools import pairwise

import pytest

from tools.evidence.rooms import photo
from tools.evidence.still_films import readings_of
from tools.evidence.stills import STILLS, still
from tools.evidence.store import ROOM_KINDS
from vision.reading import Reading

pytestmark = pytest.mark.slow

#: A picture of this size is made in seconds; its tags are as small as they may be.
SIZE_PX = (1600, 1000)
SEED = 911
#: A token there is read as soon as eight frames are averaged.
FOUND_LATER = ("out of focus",)
#: A cell beside a resting hand is called unreadable there until four looks have contradicted it.
TAKEN_BACK_LATER = ("halftone board",)


def tags(reading: Reading) -> set[tuple[str, str | None]]:
    return {(placed_tag.tag.id, placed_tag.cell) for placed_tag in reading.placed_tags}


@pytest.mark.thorough
@pytest.mark.parametrize("kind", [*ROOM_KINDS, *STILLS])
def test_a_hundred_frames_of_an_unchanged_table_give_one_reading(kind: str) -> None:
    """Tags read in the average of frames, or at a later look, may be added; nothing else."""
    if kind in STILLS:
        taken = still(kind, 0, seed=SEED, size_px=SIZE_PX)
    else:
        taken = photo(kind, 0, seed=SEED, size_px=SIZE_PX, kinds=ROOM_KINDS)
    readings = readings_of(taken, 100)
    assert readings
    for before, after in pairwise(readings):
        assert tags(before) <= tags(after)
        assert set(before.unreadable) > set(after.unreadable)
    assert len(readings) == 1 or kind in (*FOUND_LATER, *TAKEN_BACK_LATER)
