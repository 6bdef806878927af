"""A print that is known and not seen, where that of other cells is, has something large before it."""

import numpy as np
import pytest

from companion.games.finstere_flure.tags import make_catalogue
from vision.unseen_print import without_print

GRID = make_catalogue().grid
NAMES = list(GRID.cells)


def told(unlike: dict[str, float], *, lined: tuple[str, ...] = (), elsewhere: float = 0.95) -> set[str]:
    """The cells that are told if the details of these are so much alike, and those of the others as much as that."""
    details = np.ones((len(NAMES), 3), np.float32)
    details[:, 2] = [unlike.get(cell, elsewhere) for cell in NAMES]
    found = without_print(np.ones(len(NAMES), np.float32), details, lined, GRID)
    return {NAMES[number] for number in np.nonzero(found)[0]}


def test_cells_side_by_side_are_covered_and_with_them_one_of_which_a_strip_is_seen() -> None:
    assert told({"f5": 0.1, "f6": -0.1, "g6": 0.2, "g7": 0.45}) == {"f5", "f6", "g6", "g7"}


@pytest.mark.parametrize(
    "unlike", [{"f5": 0.1}, {"f5": 0.1, "f6": 0.1, "k2": 0.1}, {"f5": 0.45, "f6": 0.45, "g6": 0.4}]
)
def test_one_alone_or_a_little_unlikeness_tells_nothing(unlike: dict[str, float]) -> None:
    assert told(unlike) == set()


def test_where_the_lines_are_seen_glare_hides_the_print() -> None:
    assert told({"f5": 0.1, "f6": 0.1, "g6": 0.1}, lined=("f6",)) == set()


def test_a_picture_that_shows_no_print_at_all_tells_nothing() -> None:
    assert told({"f5": 0.1, "f6": 0.1, "g6": 0.1}, elsewhere=0.5) == set()
