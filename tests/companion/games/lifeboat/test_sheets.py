"""Tests of Lifeboat's sheets: each tag once on a slip, the mat whole and in parts.

They also test the files that the command writes.
"""

import json
import re
import shutil
import subprocess
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.games.lifeboat.mat import AREAS, HEIGHT_MM, WIDTH_MM, ZONE_NAMES
from companion.games.lifeboat.sheets import SHEETS
from companion.games.lifeboat.tags import TAGS
from companion.main import main
from companion.sheets.card_sheets import SLIP_MM, mat_parts_pdf, mat_pdf, part_grid
from companion.sheets.card_tags import TAG_INSET_MM
from companion.sheets.layout import AREA_MM, CONTENT_MM, PAPERS
from vision.decode.codes import find_codes

SIZES = {size.name: size.default for size in TAGS.sizes}
CATALOGUE = TAGS.catalogue()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder with the output of ``companion tags``."""
    out = tmp_path_factory.mktemp("tags")
    assert main(["tags", "--game", "lifeboat", "--out", str(out), "--card-mm", "65"]) == 0
    return out


def test_every_tag_is_printed_once_within_the_page() -> None:
    pages = SHEETS.pages(CATALOGUE, SIZES)
    placed = [one for page in pages for one in page.placed]
    assert sorted(one.sticker.tag.id for one in placed if one.sticker.tag) == sorted(TAGS.ids)
    for page in pages:
        rooms = [one.room for one in page.placed]
        for number, room in enumerate(rooms):
            assert room.right <= CONTENT_MM[0]
            assert room.bottom <= CONTENT_MM[1]
            assert not any(room.overlaps(other) for other in rooms[number + 1 :])


def test_a_slip_in_the_sleeve_s_corner_has_its_tag_where_the_rules_say() -> None:
    slip = SHEETS.slip(CATALOGUE.tags[0])
    assert slip.picture_at == (3.0, 3.0)
    assert slip.width == slip.height == SLIP_MM == 31.0
    # The label has no room but the margin, and nothing of it is below, where the card is seen.
    assert slip.label == ""
    assert TAG_INSET_MM == 3.0


def test_slips_say_which_card_they_are_for() -> None:
    names = {tag.id: SHEETS.card_name(tag) for tag in CATALOGUE.tags}
    assert names["water-03"] == "water-03"
    assert names["painting-3"] == "painting-3  (painting worth 2)"
    assert names["love-kid"] == "love: the Kid"


@pytest.mark.slow
def test_the_manifest_says_what_was_printed(folder: Path) -> None:
    manifest = json.loads((folder / "manifest.json").read_text())
    assert (manifest["format"], manifest["card_mm"], manifest["card_length_mm"]) == ("lifeboat/tags", 65, 88)
    assert len(manifest["tags"]) == len(TAGS.ids)
    reference = next(tag for tag in manifest["tags"] if tag["id"] == "ref-SE")
    assert (reference["kind"], reference["placement_mm"], reference["size_mm"]) == ("reference", [816, 486], 40)
    card = next(tag for tag in manifest["tags"] if tag["id"] == "painting-1")
    assert (card["kind"], card["size_mm"], card["piece_mm"]) == ("provision", 28, [-17, -17, 48, 71])
    assert all((folder / tag["image"]).exists() for tag in manifest["tags"])


@pytest.mark.parametrize("paper", PAPERS)
def test_the_mat_s_parts_make_up_the_mat_on_any_paper(paper: str) -> None:
    plan = SHEETS.plan(CATALOGUE)
    columns, rows = part_grid(plan)
    assert (columns, rows) == (5, 2)
    assert WIDTH_MM / columns <= AREA_MM[0]
    assert HEIGHT_MM / rows <= AREA_MM[1]
    data = mat_parts_pdf(plan, "Mat", paper)
    assert _pages(data) == [tuple(round(side * 72 / 25.4) for side in PAPERS[paper])] * columns * rows


def test_the_whole_mat_is_one_page_of_its_size() -> None:
    assert _pages(mat_pdf(SHEETS.plan(CATALOGUE), "Mat")) == [
        (round(WIDTH_MM * 72 / 25.4), round(HEIGHT_MM * 72 / 25.4))
    ]


def _pages(pdf: bytes) -> list[tuple[int, int]]:
    """The sizes of its pages in points."""
    boxes = re.findall(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", pdf)
    return [(round(float(width)), round(float(height))) for width, height in boxes]


def test_every_zone_has_a_name_on_the_mat() -> None:
    assert set(ZONE_NAMES) == set(AREAS)


@pytest.mark.slow
def test_the_printed_slips_are_read_and_the_mat_shows_its_zones(folder: Path) -> None:
    if shutil.which("pdftoppm") is None:
        pytest.skip("pdftoppm (package poppler-utils) is not installed")
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
        x, y, y_end = (round(at * 36 / 25.4) for at in (left, top, bottom))
        assert mat[y + 5 : y_end - 5, x - 2 : x + 3].min(axis=1).max() < 245, "the zone's left edge is printed"


@pytest.mark.parametrize("words", [["--card-mm", "20"], ["--card-length-mm", "nan"]])
def test_sizes_that_cannot_be_are_refused(words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tags", "--game", "lifeboat", "--out", str(tmp_path / "out"), *words]) == 2
    assert f"{words[0]} is {words[1]}, expected 34 to 150 millimetres" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
