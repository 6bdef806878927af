"""Tests of Lifeboat's sheets: slips, and the written files as a camera sees them printed."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.games.lifeboat.mat import AREAS
from companion.games.lifeboat.sheets import SHEETS
from companion.games.lifeboat.tags import TAGS
from companion.sheets.card_tags import CARD_TAG_MM, TAG_INSET_MM, slip_mm, white_mm
from vision.decode.codes import find_codes

CATALOGUE = TAGS.catalogue()


def test_a_slip_in_the_sleeve_s_corner_has_its_tag_where_the_rules_say() -> None:
    tag = CATALOGUE.tags[0]
    slip = SHEETS.slip(tag, "qr")
    assert slip.width == slip.height == slip_mm("qr") == pytest.approx(25.2, abs=0.01)
    # The white is 3 mm from both edges: of the picture, which has a quiet zone of four modules, one is left.
    module = CARD_TAG_MM / 29
    assert white_mm("qr") == pytest.approx(23 * module)
    assert slip.picture_at == pytest.approx((3.0 - 3 * module, 3.0 - 3 * module))
    assert tag.piece_mm == pytest.approx((-14.103, -14.103, 63 - 14.103, 88 - 14.103))
    # The label has no room but the margin, and nothing of it is below, where the card is seen.
    assert slip.label == ""
    assert TAG_INSET_MM == 3.0


def test_slips_say_which_card_they_are_for() -> None:
    names = {tag.id: SHEETS.card_name(tag) for tag in CATALOGUE.tags}
    assert names["water-03"] == "water-03"
    assert names["painting-3"] == "painting-3  (painting worth 2)"
    assert names["love-kid"] == "love: the Kid"


@pytest.mark.slow
def test_the_printed_slips_are_read_and_the_mat_shows_its_zones(tags_folder: Callable[[str], Path]) -> None:
    if shutil.which("pdftoppm") is None:
        pytest.skip("pdftoppm (package poppler-utils) is not installed")
    folder = tags_folder("lifeboat")
    for name, dpi in (("tags", 100), ("mat", 36)):
        subprocess.run(["pdftoppm", "-r", str(dpi), "-gray", f"{name}.pdf", name], cwd=folder, check=True)
    texts = {tag.payload: tag.id for tag in CATALOGUE.tags}
    found = []
    for page in sorted(folder.glob("tags-*.pgm")):
        picture = cv2.imread(str(page), cv2.IMREAD_GRAYSCALE)
        found += [texts[code.text] for code in find_codes(np.asarray(picture, np.uint8)) if code.text in texts]
    assert sorted(found) == sorted(TAGS.ids)
    mat = cv2.imread(str(next(folder.glob("mat-*.pgm"))), cv2.IMREAD_GRAYSCALE)
    assert mat is not None
    for left, top, _, bottom in AREAS.values():
        x, y, y_end = (round(edge_mm * 36 / 25.4) for edge_mm in (left, top, bottom))
        assert mat[y + 5 : y_end - 5, x - 2 : x + 3].min(axis=1).max() < 245, "the zone's left edge is printed"
