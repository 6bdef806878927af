"""Boards full of foreign codes of all kinds: nothing is invented, and the hopeless ones are let go."""

import random

import pytest

from companion.games.finstere_flure.reading import cells_under
from companion.games.finstere_flure.tags import make_catalogue
from engine.finstere_flure.board import CELLS
from tools.evidence.foreign import KINDS, PHOTOGRAPHS, board_of_foreign_codes, foreign_code, photographed_codes
from vision import second_pass
from vision.alignment import Grey
from vision.catalogue import Symbology
from vision.codes import CodeDetection, find_codes_pyzbar
from vision.reading import read_picture

pytestmark = pytest.mark.slow

SIZE_PX = (1536, 1152)
#: Some of the cells.
SOME = CELLS[::8]


def test_nothing_is_invented_on_a_board_of_foreign_codes() -> None:
    reading = read_picture(board_of_foreign_codes(3, KINDS, SIZE_PX, SOME), make_catalogue(), covers=cells_under)
    assert reading.placed_tags == ()
    # QR and Micro QR are known as foreign; on the other cells something lies that cannot be read.
    assert reading.foreign > 0
    assert len(reading.unreadable) >= 5


@pytest.mark.thorough(but=["photographed"])
@pytest.mark.parametrize("kind", ["april", "photographed"])
def test_a_foreign_code_on_every_cell_is_told_of_and_not_taken_for_the_print(kind: str) -> None:
    reading = read_picture(board_of_foreign_codes(6, (kind,), SIZE_PX), make_catalogue(), covers=cells_under)
    assert reading.placed_tags == ()
    assert len(reading.unreadable) >= 0.95 * len(CELLS)


@pytest.mark.thorough(but=["april"])
@pytest.mark.parametrize("kind", ["datamatrix", "april"])
def test_the_dearest_way_of_reading_is_not_tried_on_codes_of_another_kind(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """How long it takes all in all is measured by `python -m tools.evidence.foreign`."""
    tried = []

    def counting(part: Grey, payloads: tuple[str, ...]) -> list[CodeDetection]:
        tried.append(part)
        return find_codes_pyzbar(part, payloads)

    monkeypatch.setattr(second_pass, "find_codes_pyzbar", counting)
    picture = board_of_foreign_codes(4, (kind,), SIZE_PX, SOME)
    assert read_picture(picture, make_catalogue()).placed_tags == ()
    assert len(tried) < len(SOME) / 4


@pytest.mark.thorough(but=["qr-size_px0-3"])
@pytest.mark.parametrize(("code", "size_px", "photographs"), [("qr", SIZE_PX, 3), ("april", (1024, 768), 2)])
def test_nothing_is_invented_on_real_photographs_of_codes(
    code: Symbology, size_px: tuple[int, int], photographs: int
) -> None:
    """Cubes with AprilTags, ArUco markers and bar codes cover the middle of the board, as its print might."""
    for number, path in enumerate(PHOTOGRAPHS[:photographs]):
        picture = board_of_foreign_codes(number, size_px=size_px, cells=(), code=code, over=path)
        reading = read_picture(picture, make_catalogue(code=code), covers=cells_under)
        assert reading.placed_tags == (), path.name


def test_every_photograph_has_codes_that_others_read() -> None:
    """Else the photographs would prove nothing."""
    assert len(PHOTOGRAPHS) == 6
    assert len(photographed_codes()) > 60


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "photographed"])
def test_the_foreign_codes_are_black_on_white(kind: str) -> None:
    picture = foreign_code(kind, random.Random(1))
    assert picture.min() < 20
    assert picture[:4].min() == 255
