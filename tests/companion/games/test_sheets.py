"""Tests of printed tags of every game: texts, pages, manifests, refused sizes."""

import json
import re
from collections.abc import Callable, Mapping
from io import BytesIO
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from reportlab.pdfgen.canvas import Canvas

from companion.device.language import say, use_language
from companion.games import find_game, game_ids
from companion.games.betrayal.mat import AREAS as BETRAYAL_AREAS
from companion.games.coach_ride.mat import AREAS as COACH_RIDE_AREAS
from companion.games.coach_ride.mat import zone_names as coach_ride_names
from companion.games.lifeboat.mat import AREAS as LIFEBOAT_AREAS
from companion.games.lifeboat.mat import zone_names as lifeboat_names
from companion.main import main
from companion.sheets.card_guide import mat_page
from companion.sheets.card_sheets import CardSheets, mat_parts_pdf, mat_pdf, part_grid
from companion.sheets.layout import AREA_MM, CONTENT_MM, PAPERS
from companion.sheets.manifest import catalogue_from_json, manifest_to_json
from companion.sheets.mat_plan import MatPlan
from companion.sheets.measuring import measuring_page
from companion.sheets.pen import PdfPen
from companion.sheets.tags import ChosenTags, TagSet
from tests.companion.games.conftest import MEASURED
from vision.model.surface import Area
from vision.symbology import SYMBOLOGIES, Symbology

GAMES = game_ids()
#: The manifest's own entries, and those of a reference and a piece, with the measured sizes.
MANIFESTS: Mapping[str, tuple[Mapping[str, Any], Mapping[str, Mapping[str, Any]]]] = {
    "betrayal": (
        {"tile_mm": 70, "code": "micro"},
        {
            "ref-SE": {"kind": "reference", "size_mm": 40, "placement_mm": [1290, 630]},
            "tile/foyer": {"kind": "tile", "size_mm": 18, "piece_mm": [-12, -12, 58, 58]},
        },
    ),
    "coach-ride": (
        {"card_mm": 65, "card_length_mm": 94},
        {
            "ref-E": {"kind": "reference", "size_mm": 50, "placement_mm": [925, 300]},
            "item-key-3": {
                "kind": "item",
                "size_mm": 28,
                "quiet_modules": 1,
                "piece_mm": [-14.103, -14.103, 50.897, 79.897],
            },
        },
    ),
    "lifeboat": (
        {"card_mm": 65, "card_length_mm": 88},
        {
            "ref-SE": {"kind": "reference", "size_mm": 40, "placement_mm": [816, 486]},
            "painting-1": {
                "kind": "provision",
                "size_mm": 28,
                "quiet_modules": 1,
                "piece_mm": [-14.103, -14.103, 50.897, 73.897],
            },
        },
    ),
}
#: The zones of the mats, and their names on the print, where zones have some.
ZONES: Mapping[str, tuple[Mapping[str, Area], Mapping[str, str] | None]] = {
    "betrayal": (BETRAYAL_AREAS, None),
    "coach-ride": (COACH_RIDE_AREAS, coach_ride_names()),
    "lifeboat": (LIFEBOAT_AREAS, lifeboat_names()),
}


def sizes_of(tags: TagSet) -> dict[str, float]:
    """Return the usual sizes."""
    return {size.name: size.default for size in tags.sizes}


@pytest.mark.parametrize("code", SYMBOLOGIES)
@pytest.mark.parametrize("game", GAMES)
def test_every_text_is_one_tag_s_and_the_manifest_gives_the_same_tags(game: str, code: Symbology) -> None:
    tags = find_game(game).sheets.tags
    sizes = {size.name: size.default + 1 for size in tags.sizes}
    catalogue = tags.catalogue(sizes, code)
    texts = [text for tag in catalogue.tags for text in tag.payloads]
    assert len(set(texts)) == len(texts)
    if isinstance(tags, ChosenTags):
        assert sorted(tag.id for tag in catalogue.tags) == sorted(tags.ids)
        if code != "april":
            length = len(tags.prefix) + tags.free[code]
            assert all(text.startswith(tags.prefix) and len(text) <= length for text in texts)
    assert catalogue_from_json(tags, manifest_to_json(tags, catalogue, sizes), "manifest").tags == catalogue.tags


@pytest.mark.parametrize("game", GAMES)
def test_every_tag_is_printed_once_within_the_page(game: str) -> None:
    sheets = find_game(game).sheets
    sizes = sizes_of(sheets.tags)
    catalogue = sheets.tags.catalogue(sizes)
    pages = sheets.pages(catalogue, sizes)
    printed = [placed.sticker.tag.id for page in pages for placed in page.placed if placed.sticker.tag]
    assert sorted(printed) == sorted(tag.id for tag in catalogue.tags)
    for page in pages:
        rooms = [placed.room for placed in page.placed]
        assert all(room.right <= CONTENT_MM[0] + 1e-6 and room.bottom <= CONTENT_MM[1] + 1e-6 for room in rooms)
        assert not any(room.overlaps(other) for room, other in combinations(rooms, 2))


@pytest.mark.parametrize("game", GAMES)
def test_every_page_has_its_heading_in_the_language_of_the_sheets(game: str) -> None:
    sheets = find_game(game).sheets
    sizes = sizes_of(sheets.tags)

    def headings(language: str) -> set[str]:
        use_language(language)
        return {say(page.title) for page in sheets.pages(sheets.tags.catalogue(sizes), sizes)}

    assert not headings("en") & headings("es")


def test_the_table_of_measures_names_zones_as_the_mat_does() -> None:
    use_language("es")
    plan, _ = mat_of("lifeboat")
    printed = {caption.text.partition(":")[0] for caption in plan.captions}
    page = mat_page(plan, find_game("lifeboat").sheets.tags.catalogue(), 900)
    assert {line.partition(":")[0] for line in page.words[2:]} == printed


@pytest.mark.parametrize("game", ZONES)
def test_zones_do_not_overlap_and_have_names(game: str) -> None:
    areas, names = ZONES[game]
    for (left, top, right, bottom), (x0, y0, x1, y1) in combinations(areas.values(), 2):
        assert right <= x0 or x1 <= left or bottom <= y0 or y1 <= top
    assert names is None or set(names) == set(areas)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize(("game", "grid"), [("coach-ride", (6, 3)), ("lifeboat", (5, 2))])
def test_the_parts_make_up_the_mat_on_any_paper(game: str, grid: tuple[int, int], paper: str) -> None:
    plan, (width, height) = mat_of(game)
    assert part_grid(plan) == grid
    assert width / grid[0] <= AREA_MM[0]
    assert height / grid[1] <= AREA_MM[1]
    assert page_sizes(mat_parts_pdf(plan, "Mat", paper)) == [points(PAPERS[paper])] * grid[0] * grid[1]


@pytest.mark.parametrize("game", ["coach-ride", "lifeboat"])
def test_the_whole_mat_is_one_page_of_its_size(game: str) -> None:
    plan, size_mm = mat_of(game)
    assert page_sizes(mat_pdf(plan, "Mat")) == [points(size_mm)]


def mat_of(game: str) -> tuple[MatPlan, tuple[float, float]]:
    """Return the plan of a game's mat, and its size in mm."""
    sheets = find_game(game).sheets
    assert isinstance(sheets, CardSheets)
    return sheets.plan(sheets.tags.catalogue()), sheets.tags.mat.size_mm


def points(size_mm: tuple[float, float]) -> tuple[int, int]:
    width, height = size_mm
    return round(width * 72 / 25.4), round(height * 72 / 25.4)


def page_sizes(pdf: bytes) -> list[tuple[int, int]]:
    """Return the sizes of its pages in points."""
    boxes = re.findall(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", pdf)
    return [(round(float(width)), round(float(height))) for width, height in boxes]


@pytest.mark.slow
@pytest.mark.parametrize("game", MEASURED)
def test_the_manifest_says_what_was_printed(game: str, tags_folder: Callable[[str], Path]) -> None:
    folder = tags_folder(game)
    manifest = json.loads((folder / "manifest.json").read_text())
    whole, tags = MANIFESTS[game]
    assert manifest.items() >= {"format": f"{game}/tags", **whole}.items()
    by_id = {tag["id"]: tag for tag in manifest["tags"]}
    assert by_id.keys() == {tag.id for tag in find_game(game).sheets.tags.catalogue().tags}
    for name, entries in tags.items():
        assert by_id[name].items() >= entries.items()
    assert all((folder / tag["image"]).exists() for tag in manifest["tags"])
    assert (folder / "tags.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(
    ("game", "option", "value", "expected"),
    [
        ("betrayal", "--tile-mm", "20", "expected 42 to 120 millimetres"),
        ("betrayal", "--tile-mm", "500", "expected 42 to 120 millimetres"),
        ("betrayal", "--tile-mm", "nan", "expected 42 to 120 millimetres"),
        ("coach-ride", "--card-mm", "33", "expected 34 to 150 millimetres"),
        ("lifeboat", "--card-mm", "20", "expected 34 to 150 millimetres"),
        ("lifeboat", "--card-length-mm", "nan", "expected 34 to 150 millimetres"),
    ],
)
def test_sizes_that_cannot_be_are_refused(
    game: str, option: str, value: str, expected: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tags", "--game", game, "--out", str(tmp_path / "tags"), option, value]) == 2
    assert f"{option} is {value}, {expected}" in capsys.readouterr().err
    assert not (tmp_path / "tags").exists()


@pytest.mark.parametrize("game", GAMES)
def test_the_first_page_names_each_length_to_measure_and_the_command(game: str) -> None:
    tags = find_game(game).sheets.tags
    sizes = {size.name: size.default + 0.5 for size in tags.sizes}
    page = measuring_page(tags, sizes, tags.default_code)
    assert page.paint is not None
    pen = WritingPen()
    page.paint(pen)
    written = " ".join(pen.written).replace("\N{NO-BREAK SPACE}", " ")
    for size in tags.sizes:
        assert f"{size.what[1:]}" in written
        assert f"{sizes[size.name]:g} mm" in written
        assert f"{size.option} {sizes[size.name]:g}" in written
    assert f"companion tags --game {game} --out tags" in written


class WritingPen(PdfPen):
    """A pen that keeps what it writes."""

    def __init__(self) -> None:
        super().__init__(Canvas(BytesIO()), 297.0)
        self.written: list[str] = []

    def text(self, x: float, y: float, text: str, size: float, *how: Any, **more: Any) -> None:
        self.written.append(text)
        super().text(x, y, text, size, *how, **more)
