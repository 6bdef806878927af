"""Tests of boards full of foreign codes of all kinds: nothing is invented.

For its duration see `tools.evidence.foreign`.
"""

import random

import pytest

from companion.games.finstere_flure.reading.reading import covered_cells
from companion.games.finstere_flure.tags import make_catalogue
from engine.finstere_flure.board import CELLS
from tools.evidence.foreign import KINDS, PHOTOGRAPHS, board_of_foreign_codes, foreign_code, photographed_codes
from vision.reading import read_picture
from vision.symbology import Symbology

pytestmark = pytest.mark.slow

SIZE_PX = (1536, 1152)
#: Some of the cells.
SOME = CELLS[::8]


@pytest.mark.thorough
def test_nothing_is_invented_on_a_board_of_foreign_codes() -> None:
    reading = read_picture(board_of_foreign_codes(3, KINDS, SIZE_PX, SOME), make_catalogue(), covers=covered_cells)
    assert reading.placed_tags == ()
    # QR and Micro QR are known as foreign; on the other cells something lies that cannot be read.
    assert reading.foreign > 0
    assert len(reading.unreadable) >= 5


@pytest.mark.thorough(but=["photographed"])
@pytest.mark.parametrize("kind", ["april", "photographed"])
def test_a_foreign_code_on_every_cell_is_told_of_and_not_taken_for_the_print(kind: str) -> None:
    reading = read_picture(board_of_foreign_codes(6, (kind,), SIZE_PX), make_catalogue(), covers=covered_cells)
    assert reading.placed_tags == ()
    assert len(reading.unreadable) >= 0.95 * len(CELLS)


@pytest.mark.thorough(but=["qr, one"])
@pytest.mark.parametrize(
    ("code", "size_px", "some"),
    [("qr", SIZE_PX, slice(1)), ("qr", SIZE_PX, slice(1, None)), ("april", (1024, 768), slice(2))],
    ids=["qr, one", "qr, the rest", "april, two"],
)
def test_nothing_is_invented_on_real_photographs_of_codes(
    code: Symbology, size_px: tuple[int, int], some: slice
) -> None:
    """Real photographs of codes bring no invented tags.

    Cubes with AprilTags, ArUco markers and bar codes cover the middle of the board, as its print might.
    """
    for number, path in list(enumerate(PHOTOGRAPHS))[some]:
        picture = board_of_foreign_codes(number, size_px=size_px, cells=(), code=code, over=path)
        reading = read_picture(picture, make_catalogue(code=code), covers=covered_cells)
        assert reading.placed_tags == (), path.name


def test_every_photograph_has_codes_that_others_read() -> None:
    """The photographs would prove nothing without them."""
    assert len(PHOTOGRAPHS) == 6
    assert len(photographed_codes()) > 60


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "photographed"])
def test_the_foreign_codes_are_black_on_white(kind: str) -> None:
    picture = foreign_code(kind, random.Random(1))
    assert picture.min() < 20
    assert picture[:4].min() == 255
