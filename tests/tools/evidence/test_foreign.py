"""Boards full of foreign codes of all kinds: nothing is invented, and they are not looked at for long."""

import random
import time

import cv2
import numpy as np
import pytest
import zxingcpp

from companion.games.finstere_flure.reading import covered_cells
from companion.games.finstere_flure.tags import make_catalogue
from engine.finstere_flure.board import CELLS
from tools.evidence.foreign import KINDS, board_of_foreign_codes, foreign_code
from vision.reading import read_picture

pytestmark = pytest.mark.slow

SIZE_PX = (1536, 1152)
#: Some of the cells.
SOME = CELLS[::8]


def test_nothing_is_invented_on_a_board_of_foreign_codes() -> None:
    reading = read_picture(board_of_foreign_codes(3, KINDS, SIZE_PX, SOME), make_catalogue(), covers=covered_cells)
    assert reading.placed_tags == ()
    # QR and Micro QR are known as foreign; on the other cells something lies that cannot be read.
    assert reading.foreign > 0
    assert len(reading.unreadable) >= 5


@pytest.mark.parametrize("kind", ["datamatrix", "april"])
def test_a_code_of_another_kind_costs_little_time(kind: str) -> None:
    picture = board_of_foreign_codes(4, (kind,), SIZE_PX, SOME)
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    catalogue = make_catalogue()
    read_picture(picture, catalogue)
    began = time.thread_time()
    zxingcpp.read_barcodes(grey)
    plain = time.thread_time() - began
    began = time.thread_time()
    assert read_picture(picture, catalogue).placed_tags == ()
    # Some 20 ms a code, with what else a reading takes; before the hopeless ones were let go it was 80 ms.
    assert time.thread_time() - began < 25 * plain


@pytest.mark.parametrize("kind", KINDS)
def test_the_foreign_codes_are_black_on_white(kind: str) -> None:
    picture = foreign_code(kind, random.Random(1))
    assert picture.min() < 20
    assert picture[:4].min() == 255
