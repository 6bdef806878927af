"""Tests of the printed tags: catalogue, pictures, manifest, sheets, and errors."""

import json
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from functools import lru_cache
from itertools import combinations
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pytest
import zxingcpp
from hypothesis import given
from hypothesis import strategies as st

from companion.games.finstere_flure.faces import NUMBER, NUMBER_BELOW, number_plate, token_face
from companion.games.finstere_flure.payloads import tag_payloads
from companion.games.finstere_flure.sheets import sheets
from companion.games.finstere_flure.tag_set import TAGS
from companion.games.finstere_flure.tags import TagSizes, make_catalogue, make_grid, size_problems
from companion.main import main
from companion.sheets.layout import AREA_MM, CONTENT_MM, HEADER_MM, PAPERS, Rectangle, SheetPage, area_origin
from companion.sheets.lens import lens_page
from companion.sheets.manifest import tags_of
from companion.sheets.pdf import sheet_pdf
from companion.sheets.reference_geometry import in_corner, side_outline, tongue_rows
from companion.sheets.references import reference_sticker
from vision.decode.april import find_april_codes
from vision.model.catalogue import Catalogue, Tag
from vision.symbology import QUIET_MODULES, SYMBOL_MODULES, SYMBOLOGIES, Symbology

pytestmark = pytest.mark.slow

Pixels = npt.NDArray[np.uint8]
ZXING_FORMATS = {"qr": zxingcpp.BarcodeFormat.QRCode, "micro": zxingcpp.BarcodeFormat.MicroQRCode}
SIZES = {
    "default": TagSizes(),
    "large": TagSizes(30, 24, 29),
    "small": TagSizes(20, 16, 19, 5),
    "least": TagSizes(15, 10, 10, 0, monster_height_mm=0),
    "most": TagSizes(60, 60, 60, 50, monster_height_mm=200),
}


GRID = make_grid(25.0)


def make_pages(catalogue: Catalogue, sizes: TagSizes) -> list[SheetPage]:
    """Return all pages as they are printed."""
    return [*sheets.make_pages(catalogue, sizes), lens_page()]


def read_codes(picture: Pixels, code: Symbology) -> list[zxingcpp.Barcode]:
    return list(zxingcpp.read_barcodes(picture, formats=zxingcpp.BarcodeFormats(ZXING_FORMATS[code])))


def load_grey(path: Path) -> Pixels:
    picture = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
    assert picture is not None
    return picture.astype(np.uint8)


@pytest.fixture(scope="module", params=SYMBOLOGIES)
def written(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Symbology]:
    """Return a folder as the command writes it, in each kind of code."""
    folder = tmp_path_factory.mktemp("tags") / "new"
    assert main(["tags", "--out", str(folder), "--code", request.param]) == 0
    return folder, request.param


def manifest_in(folder: Path) -> dict[str, object]:
    content: dict[str, object] = json.loads((folder / "manifest.json").read_text())
    return content


# The catalogue


def test_every_face_of_the_game_has_a_tag_of_its_own() -> None:
    tags = make_catalogue().tags
    kinds = Counter(tag.kind for tag in tags)
    assert kinds == {
        "token": 25 * 2,
        "stone": 3 + 11,
        "crystal": 2,
        "turn90": 4,
        "turn180": 2,
        "teleporter": 4,
        "pool": 2,
        "monster": 1,
        "card": 8,
        "reference": 6,
    }
    for key in ("id", "payload", "image"):
        assert len({getattr(tag, key) for tag in tags}) == len(tags)


def test_tags_grow_with_the_game() -> None:
    by_id = {tag.id: tag for tag in make_catalogue(TagSizes(50, 40, 48)).tags}
    for tag in make_catalogue().tags:
        assert by_id[tag.id].size_mm == pytest.approx(2 * tag.size_mm, abs=0.02)
        if tag.placement_mm is not None:
            assert by_id[tag.id].placement_mm == pytest.approx(tuple(2 * v for v in tag.placement_mm))


# The folder


def test_the_manifest_names_every_tag_as_the_formats_say(written: tuple[Path, Symbology]) -> None:
    folder, code = written
    manifest = manifest_in(folder)
    assert (manifest["cell_mm"], manifest["code"]) == (25, code)
    tags = manifest["tags"]
    assert isinstance(tags, list)
    for tag in tags:
        assert {"id", "payload", "kind", "image", "size_mm", "height_mm"} <= tag.keys()
        assert ({"placement_mm", "placement_deg"} <= tag.keys()) == (tag["kind"] == "reference")
    by_id = {tag["id"]: tag for tag in tags}
    assert {"red-4/white", "red-4/black", "stone-4/front", "stone-4/back", "teleporter-A1", "pool-4x1"} <= by_id.keys()
    payload = tag_payloads(code)["red-4/white"]
    # Tags of former editions, whose symbols were larger and in the middle, mean the same.
    also = {} if code == "april" else {"also": ["FFR4W"]}
    before = {"payload": tag_payloads(code, 2)["red-4/white"], **also, "size_mm": 17.4}
    face = token_face(20, code)
    assert by_id["red-4/white"] == {
        "id": "red-4/white",
        "payload": payload,
        "kind": "token",
        "image": "red-4-white.png",
        "size_mm": pytest.approx(face.picture_mm(code)),
        "height_mm": 8,
        "name": "red's white 4",
        "middle_mm": [0, -face.centre_mm[1]],
        "piece_mm": [-10, pytest.approx(-10 - face.centre_mm[1]), 10, pytest.approx(10 - face.centre_mm[1])],
        "before": before,
        "quiet_modules": 1,
    }
    assert by_id["stone-4/front"]["kind"] == "crystal"
    assert by_id["stone-4/back"]["kind"] == "stone"
    assert by_id["monster"]["height_mm"] == 40
    assert by_id["ref-NE"]["placement_mm"] == [375, 25]


def test_the_manifest_reads_back_as_the_catalogue(written: tuple[Path, Symbology]) -> None:
    folder, code = written
    assert tags_of(TAGS, folder / "manifest.json") == make_catalogue(code=code)


def test_the_folder_holds_what_the_manifest_names_and_no_more(written: tuple[Path, Symbology]) -> None:
    folder, code = written
    pictures = {tag.image for tag in make_catalogue(code=code).tags}
    assert {path.name for path in folder.iterdir()} == pictures | {"tags.pdf", "manifest.json"}


def test_every_picture_is_exact_and_says_its_payload(written: tuple[Path, Symbology]) -> None:
    folder, code = written
    modules = SYMBOL_MODULES[code] + 2 * QUIET_MODULES[code]
    for tag in make_catalogue(code=code).tags:
        picture = load_grey(folder / tag.image)
        assert picture.shape == (10 * modules, 10 * modules)
        assert set(np.unique(picture)) == {0, 255}
        # Blocks of ten by ten pixels of one colour, the outer ones white.
        shades = picture[::10, ::10]
        assert (picture == np.kron(shades, np.ones((10, 10), np.uint8))).all()
        quiet = QUIET_MODULES[code]
        assert (np.delete(shades, np.s_[quiet:-quiet], axis=0) == 255).all()
        assert (np.delete(shades, np.s_[quiet:-quiet], axis=1) == 255).all()
        if code == "april":
            (seen,) = find_april_codes(picture)
            assert (seen.text, seen.corners[0].tolist()) == (tag.payload, pytest.approx([19.5, 19.5], abs=0.5))
            continue
        (found,) = read_codes(picture, code)
        assert (found.text, found.orientation) == (tag.payload, 0)
        # As much error correction as the symbol holds.
        assert found.ec_level == {"qr": "H", "micro": "M"}[code]


def test_the_command_says_what_it_wrote(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tags", "--out", str(tmp_path), "--paper", "letter"]) == 0
    out = capsys.readouterr().out
    assert f"{tmp_path / 'tags.pdf'}: 11 pages (letter)" in out
    assert "100 %" in out
    assert f"--tags {tmp_path / 'manifest.json'}" in out


# The layout


@pytest.mark.parametrize("name", SIZES)
def test_every_tag_lies_on_exactly_one_page(name: str) -> None:
    catalogue = make_catalogue(SIZES[name])
    pages = make_pages(catalogue, SIZES[name])
    laid = Counter(placed.sticker.tag.id for page in pages for placed in page.placed if placed.sticker.tag)
    assert laid == Counter(tag.id for tag in catalogue.tags)


def assert_fits(pages: list[SheetPage]) -> None:
    content = Rectangle(0, 0, *CONTENT_MM)
    for page in pages:
        rooms = [placed.room for placed in page.placed]
        for room in rooms:
            assert content.left - 1e-6 <= room.left
            assert content.top - 1e-6 <= room.top
            assert room.right <= content.right + 1e-6
            assert room.bottom <= content.bottom + 1e-6
        assert not any(room.overlaps(other) for room, other in combinations(rooms, 2))


@given(
    cell=st.floats(15, 60),
    token=st.floats(0, 1),
    tile=st.floats(0, 1),
    token_height=st.floats(0, 50),
)
def test_nothing_overlaps_or_leaves_the_page_whatever_the_sizes(
    cell: float, token: float, tile: float, token_height: float
) -> None:
    sizes = TagSizes(cell, 10 + token * (cell - 10), 10 + tile * (cell - 10), token_height)
    assert size_problems(sizes) == []
    assert_fits(make_pages(make_catalogue(sizes), sizes))


@pytest.mark.parametrize("paper", PAPERS)
def test_the_printed_area_keeps_a_margin_that_printers_can_print(paper: str) -> None:
    left, top = area_origin(paper)
    assert min(left, top) >= 12


@pytest.mark.parametrize("name", SIZES)
def test_a_symbol_and_a_quiet_module_lie_within_their_sticker_but_for_corners_of_round_ones(name: str) -> None:
    catalogue = make_catalogue(SIZES[name])
    for page in make_pages(catalogue, SIZES[name]):
        for placed in page.placed:
            sticker = placed.sticker
            if sticker.tag is None:
                continue
            symbol = catalogue.symbol_mm(sticker.tag)
            white = symbol * 23 / 21
            x, y = (place + (sticker.tag.size_mm - white) / 2 for place in sticker.picture_at)
            assert min(x, y) >= 0
            assert x + white <= sticker.width + 1e-6
            assert y + white <= sticker.height + 1e-6


@pytest.mark.parametrize("code", SYMBOLOGIES)
def test_a_token_shows_its_number_5_mm_high_and_its_colour_on_more_than_a_third(code: Symbology) -> None:
    token_mm = TagSizes().token_mm
    catalogue, face, radius = make_catalogue(code=code), token_face(token_mm, code), token_mm / 2
    tag = next(tag for tag in catalogue.tags if tag.kind == "token")
    assert catalogue.symbol_mm(tag) == pytest.approx(face.symbol_mm, abs=0.01)
    assert NUMBER * token_mm >= 5
    # The symbol's upper corners are 0.3 mm from the rim, the number is on the disc.
    assert np.hypot(face.symbol_mm / 2, face.centre_mm[1] - face.symbol_mm / 2) <= radius - 0.29
    (left, top), (right, _) = number_plate(token_mm)[:2]
    assert top >= face.bottom_mm
    assert top <= (NUMBER_BELOW - NUMBER / 2) * token_mm
    assert (NUMBER_BELOW + NUMBER / 2) * token_mm <= radius - 0.29
    x, y = np.meshgrid(*[np.linspace(-radius, radius, 401)] * 2)
    disc = np.hypot(x, y) <= radius
    white = (np.abs(x) <= face.white_mm / 2) & (np.abs(y - face.centre_mm[1]) <= face.white_mm / 2)
    plate = (x >= left) & (x <= right) & (y >= top)
    assert (disc & ~white & ~plate).sum() > disc.sum() / 3


# The references: a card that lies as its edges say has its tag exactly at its placement.


def references() -> list[Tag]:
    return list(make_catalogue().references)


def test_the_tongues_of_the_side_cards_end_on_the_outer_line_at_grid_lines() -> None:
    sides = [tag for tag in references() if not in_corner(tag, GRID)]
    assert {tag.id for tag in sides} == {"ref-NW", "ref-W", "ref-E", "ref-SE"}
    for tag in sides:
        assert tag.placement_mm is not None
        x, y = tag.placement_mm
        outline = [(x + px, y + py) for px, py in side_outline(tag, GRID)]
        on_left = x < 0
        line = 0 if on_left else 16 * 25
        tips = [py for px, py in outline if px == pytest.approx(line)]
        # Nothing reaches over the board.
        assert (max(px for px, _ in outline) <= 1e-9) if on_left else (min(px for px, _ in outline) >= line - 1e-9)
        middles = [(upper + lower) / 2 for upper, lower in zip(tips[::2], tips[1::2], strict=True)]
        assert middles == pytest.approx([25 * row for row in tongue_rows(tag, GRID)])
        assert len(middles) == 2


@pytest.mark.parametrize(("name", "corner"), [("ref-NE", (14 * 25, 2 * 25)), ("ref-SW", (2 * 25, 9 * 25))])
def test_the_large_cards_meet_the_corner_of_a_cell(name: str, corner: tuple[float, float]) -> None:
    (tag,) = (tag for tag in references() if tag.id == name)
    assert tag.placement_mm is not None
    sticker = reference_sticker(tag, GRID)
    left, top = (
        centre - tag.size_mm / 2 - offset for centre, offset in zip(tag.placement_mm, sticker.picture_at, strict=True)
    )
    corners = {(left + dx, top + dy) for dx in (0, sticker.width) for dy in (0, sticker.height)}
    assert any(found == pytest.approx(corner) for found in corners)
    assert f"corner at {'n3' if name == 'ref-NE' else 'c9'}" in sticker.label


# The PDF


def test_the_same_input_gives_the_same_pdf() -> None:
    catalogue, sizes = make_catalogue(), TagSizes()
    first, second = (sheet_pdf("Tags", catalogue, make_pages(catalogue, sizes), "a4") for _ in range(2))
    assert first == second


@pytest.mark.parametrize(("paper", "box"), [("a4", "0 0 595.2756 841.8898"), ("letter", "0 0 612 792")])
def test_the_pdf_has_the_paper_s_size_and_asks_not_to_be_scaled(paper: str, box: str) -> None:
    catalogue, sizes = make_catalogue(), TagSizes()
    pages = make_pages(catalogue, sizes)
    pdf = sheet_pdf("Tags", catalogue, pages, paper)
    assert pdf.count(f"/MediaBox [ {box} ]".encode()) == len(pages)
    assert b"/PrintScaling /None" in pdf


DPI = 300


def mm_to_px(millimetres: float) -> float:
    return millimetres / 25.4 * DPI


def rasters(pdf: bytes, folder: Path) -> list[Pixels]:
    """Return the pages in grey as a printer would print them."""
    if shutil.which("pdftoppm") is None:
        pytest.skip("pdftoppm (package poppler-utils) is not installed")
    (folder / "tags.pdf").write_bytes(pdf)
    subprocess.run(["pdftoppm", "-r", str(DPI), "-gray", folder / "tags.pdf", folder / "page"], check=True)
    return [load_grey(path) for path in sorted(folder.glob("page*"))]


# Some look at the same pages, one after the other.
@lru_cache(maxsize=1)
def printed(name: str, code: Symbology, paper: str) -> tuple[list[SheetPage], list[Pixels]]:
    """Return all pages, and how a printer would print them in grey."""
    sizes = SIZES[name]
    catalogue = make_catalogue(sizes, code)
    pages = make_pages(catalogue, sizes)
    with tempfile.TemporaryDirectory() as folder:
        return pages, rasters(sheet_pdf("Tags", catalogue, pages, paper), Path(folder))


@pytest.mark.thorough(but=["small-micro-letter"])
@pytest.mark.parametrize(
    ("name", "code", "paper"),
    [("default", "april", "a4"), ("small", "micro", "letter"), ("default", "qr", "a4")],
)
def test_every_printed_tag_is_read_where_it_lies_in_its_size(name: str, code: Symbology, paper: str) -> None:
    sizes = SIZES[name]
    catalogue = make_catalogue(sizes, code)
    pages, pictures = printed(name, code, paper)
    assert len(pictures) == len(pages)
    origin = area_origin(paper)
    for page, picture in zip(pages, pictures, strict=True):
        for placed in page.placed:
            tag = placed.sticker.tag
            if tag is not None:
                x = origin[0] + placed.left + placed.sticker.picture_at[0]
                y = origin[1] + HEADER_MM + placed.top + placed.sticker.picture_at[1]
                assert_printed(picture, tag, catalogue, x, y, sizes)


def assert_printed(picture: Pixels, tag: Tag, catalogue: Catalogue, x: float, y: float, sizes: TagSizes) -> None:
    """Check that the tag's picture has its top left corner at (x, y) mm, in a quiet zone.

    The quiet zone is white. On faces, which show more than the tag, it is a module wide.
    """
    left, top = round(mm_to_px(x)), round(mm_to_px(y))
    side = round(mm_to_px(tag.size_mm))
    cut = np.ascontiguousarray(picture[top : top + side, left : left + side])
    (text,) = (
        [code.text for code in find_april_codes(cut)]
        if catalogue.code == "april"
        else [code.text for code in read_codes(cut, catalogue.code)]
    )
    assert text == tag.payload
    # The symbol's outermost dark modules, from the middle of the quiet zone inwards: both its size and its place.
    symbol = catalogue.symbol_mm(tag)
    quiet_mm = (tag.size_mm - symbol) / 2
    printed_mm = symbol / SYMBOL_MODULES[catalogue.code] if tag.before else quiet_mm
    half_quiet = round(mm_to_px(quiet_mm - printed_mm / 2))
    rows, columns = np.nonzero(cut[half_quiet:-half_quiet, half_quiet:-half_quiet] < 128)
    for ink in (rows, columns):
        first, last = (ink.min() + half_quiet) / DPI * 25.4, (ink.max() + 1 + half_quiet) / DPI * 25.4
        assert last - first == pytest.approx(symbol, abs=0.1)
        assert (first + last) / 2 == pytest.approx(tag.size_mm / 2, abs=0.1)
    if catalogue.code == "qr":
        # A Micro QR has just one corner square, from which its reader only estimates the far corners.
        (found,) = read_codes(cut, catalogue.code)
        corners = [found.position.top_left, found.position.top_right, found.position.bottom_right]
        upper_left, upper_right, lower_right = (np.array([corner.x, corner.y]) / DPI * 25.4 for corner in corners)
        assert np.linalg.norm(upper_right - upper_left) == pytest.approx(symbol, abs=0.2)
        assert np.linalg.norm(lower_right - upper_right) == pytest.approx(symbol, abs=0.2)

    quiet = round(mm_to_px(quiet_mm)) - 2
    beyond = round(mm_to_px(quiet_mm - printed_mm)) + 1
    free = np.zeros_like(cut, dtype=np.bool_)
    free[beyond:-beyond, beyond:-beyond] = True
    free[quiet:-quiet, quiet:-quiet] = False
    # One or two pixels at the rim may be half a frame's.
    free[:2] = free[-2:] = free[:, :2] = free[:, -2:] = False
    if tag.kind == "token":
        # Round the disc goes the cutting line; beyond it is waste paper.
        rows, columns = np.indices(cut.shape) - (side - 1) / 2
        rows -= mm_to_px(tag.middle_mm[1])
        free &= np.hypot(rows, columns) < mm_to_px(sizes.token_mm / 2 - 0.2)
    assert (cut[free] > 250).all()


def test_numbers_on_discs_of_20_mm_are_5_mm_high_on_the_printed_page() -> None:
    pages, pictures = printed("default", "qr", "a4")
    left, top = area_origin("a4")
    heights = {}
    for page, picture in zip(pages, pictures, strict=True):
        for placed in page.placed:
            tag = placed.sticker.tag
            if tag is not None and tag.kind == "token":
                x, y = left + placed.left + 10, top + HEADER_MM + placed.top + 10 + NUMBER_BELOW * 20
                # Inside the number's ground, which is 4.8 mm wide and ends just above the number and at the rim.
                columns = slice(round(mm_to_px(x - 2.1)), round(mm_to_px(x + 2.1)))
                rows = slice(round(mm_to_px(y - 2.56)), round(mm_to_px(y + 2.56)))
                box = picture[rows, columns]
                figure = box > 128 if tag.id.endswith("white") else box < 128
                inked = np.flatnonzero(figure.any(axis=1))
                heights[tag.id] = (inked[-1] - inked[0] + 1) / mm_to_px(1)
    assert len(heights) == 50
    assert min(heights.values()) >= 5.0 - 0.5 / mm_to_px(1), "half a pixel is the print's"


def test_the_drawings_in_the_instructions_are_nothing_a_camera_takes_for_a_tag() -> None:
    pages, pictures = printed("default", "qr", "a4")
    drawn = [picture for page, picture in zip(pages, pictures, strict=True) if page.paint is not None]
    # The last of them is the chessboard, whose markers are none of our codes either.
    assert len(drawn) == 3
    for picture in drawn:
        assert zxingcpp.read_barcodes(picture) == []


@pytest.mark.thorough(but=["a4"])
@pytest.mark.parametrize("paper", PAPERS)
def test_ruler_and_square_have_their_length_on_every_page(paper: str) -> None:
    left, top = area_origin(paper)
    bottom = round(mm_to_px(top + AREA_MM[1]))
    for picture in printed("default", "qr", paper)[1]:
        # The long ticks of the ruler reach 4.5 mm up from its line.
        ticks = np.flatnonzero(picture[bottom - round(mm_to_px(9)), round(mm_to_px(left + 52)) :] < 160)
        assert ticks[-1] - ticks[0] == pytest.approx(mm_to_px(100), abs=mm_to_px(0.2))
        # The square's lower corners are those of the page's area: its sides cross a line just above, its top is seen
        # from a column just inside.
        row = picture[bottom - round(mm_to_px(1)), : round(mm_to_px(left + 52))]
        sides = np.flatnonzero(row < 160)
        assert sides[-1] - sides[0] == pytest.approx(mm_to_px(50), abs=mm_to_px(0.4))
        column = picture[bottom - round(mm_to_px(52)) : bottom + 5, round(mm_to_px(left + 1))]
        edges = np.flatnonzero(column < 160)
        assert edges[-1] - edges[0] == pytest.approx(mm_to_px(50), abs=mm_to_px(0.4))


# What cannot be


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--cell-mm", "nan"], "--cell-mm is nan, expected 15 to 60 millimetres"),
        (["--cell-mm", "inf"], "--cell-mm is inf, expected 15 to 60 millimetres"),
        (["--cell-mm", "61"], "--cell-mm is 61, expected 15 to 60 millimetres"),
        (["--token-mm", "-20"], "--token-mm is -20, expected 10 to 60 millimetres"),
        (["--token-mm", "25.5"], "--token-mm is 25.5, but a cell has only 25 (--cell-mm)"),
        (["--tile-mm", "26"], "--tile-mm is 26, but a cell has only 25 (--cell-mm)"),
        (["--token-height-mm", "-1"], "--token-height-mm is -1, expected 0 to 50 millimetres"),
        (["--monster-height-mm", "400"], "--monster-height-mm is 400, expected 0 to 200 millimetres"),
        (["--cell-mm", "14", "--tile-mm", "9"], "; --tile-mm is 9, expected 10 to 60 millimetres; --token-mm is 20,"),
        (["--out", ""], "--out is empty, expected the name of a folder"),
    ],
)
def test_sizes_that_cannot_be_are_refused_by_name(
    options: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "tags"
    assert main(["tags", "--out", str(folder), *options]) == 2
    captured = capsys.readouterr()
    assert sentence in captured.err
    assert captured.err.count("\n") == 1
    assert captured.out == ""
    assert not folder.exists()


@pytest.mark.thorough(but=["file/deep/tags"])
@pytest.mark.parametrize("below", ["file", "file/deep/tags"])
def test_a_folder_that_cannot_be_is_one_sentence(
    below: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("mine")
    assert main(["tags", "--out", str(tmp_path / below)]) == 2
    assert "the tags cannot be written there" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert (tmp_path / "file").read_text() == "mine"


def run_with_small_disk(*words: str) -> subprocess.CompletedProcess[str]:
    """Run the command with files limited to 8 KB, like a full disk seen from inside."""
    return subprocess.run(
        ["sh", "-c", 'ulimit -f 16; exec "$@"', "sh", sys.executable, "-B", "-m", "companion.main", *words],
        capture_output=True,
        text=True,
    )


def test_on_a_full_disk_nothing_is_left_behind(tmp_path: Path) -> None:
    result = run_with_small_disk("tags", "--out", str(tmp_path / "deep" / "tags"))
    assert result.returncode == 2
    assert result.stderr.startswith("companion: --out ")
    assert result.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("written", ["qr"], indirect=True)
def test_on_a_full_disk_the_old_tags_stay(written: tuple[Path, Symbology], tmp_path: Path) -> None:
    folder = tmp_path / "tags"
    shutil.copytree(written[0], folder)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert run_with_small_disk("tags", "--out", str(folder), "--cell-mm", "30").returncode == 2
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_writing_again_replaces_the_tags_and_leaves_other_files_alone(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    assert main(["tags", "--out", str(tmp_path)]) == 0
    names = sorted(path.name for path in tmp_path.iterdir())
    assert main(["tags", "--out", str(tmp_path), "--code", "micro", "--cell-mm", "30"]) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == names
    assert (tmp_path / "notes.txt").read_text() == "mine"
    catalogue = tags_of(TAGS, tmp_path / "manifest.json")
    assert (catalogue.code, catalogue.grid.cell_mm) == ("micro", 30)
    assert [found.text for found in read_codes(load_grey(tmp_path / "monster.png"), "micro")] == [
        tag_payloads("micro")["monster"]
    ]
