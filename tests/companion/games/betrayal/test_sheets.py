"""Tests of Betrayal's sheets: each tag once, sizes and places of the rules, refusals.

Nothing is printed on a back.
"""

import json
from pathlib import Path

import pytest

from companion.games.betrayal.sheets import SHEETS
from companion.games.betrayal.tags import KINDS, TAGS, Face, TagKind
from companion.main import main
from companion.sheets.layout import CONTENT_MM
from engine.betrayal.components import CARDS, CHARACTERS, TILES
from vision.model.catalogue import SYMBOLOGIES

SIZES = {size.name: size.default for size in TAGS.sizes}
CATALOGUE = TAGS.catalogue()


def test_every_piece_has_its_tags() -> None:
    assert {f"tile/{room}" for room in TILES} | {f"explorer/{who}" for who in CHARACTERS} <= KINDS.keys()
    assert {f"card/{card}" for card in CARDS} <= KINDS.keys()
    assert [f"monster/m24/{face}" in KINDS for face in Face] == [True, True]
    assert list(KINDS.values()).count(TagKind.MONSTER) == 48
    assert "tile/foyer" in KINDS


def test_sizes_are_those_of_the_rules() -> None:
    sizes = {(tag.kind, tag.size_mm) for tag in CATALOGUE.tags}
    assert sizes == {("tile", 18), ("figure", 14), ("monster", 14), ("card", 18), ("reference", 40)}
    tile = TAGS.catalogue({"tile_mm": 70.0}).tags[0]
    # From the tag's centre: 3 mm and half a tag to the north-west corner, the rest of the tile to the others.
    assert tile.piece_mm == (-12.0, -12.0, 58.0, 58.0)


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


@pytest.mark.parametrize("code", SYMBOLOGIES)
def test_no_two_tags_have_one_text(code: str) -> None:
    texts = [tag.payload for tag in TAGS.catalogue(code=code).tags]  # type: ignore[arg-type]
    assert len(set(texts)) == len(texts) == len(TAGS.ids)


@pytest.mark.slow
def test_the_manifest_says_what_was_printed(tmp_path: Path) -> None:
    out = tmp_path / "tags"
    assert main(["tags", "--game", "betrayal", "--out", str(out), "--tile-mm", "70", "--code", "micro"]) == 0
    manifest = json.loads((out / "manifest.json").read_text())
    assert (manifest["format"], manifest["tile_mm"]) == ("betrayal/tags", 70)
    assert len(manifest["tags"]) == len(TAGS.ids)
    reference = next(tag for tag in manifest["tags"] if tag["id"] == "ref-SE")
    assert (reference["kind"], reference["size_mm"], reference["placement_mm"]) == ("reference", 40, [1290, 630])
    assert all((out / tag["image"]).exists() for tag in manifest["tags"])
    assert (out / "tags.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize("tile_mm", ["20", "500", "nan"])
def test_sizes_that_cannot_be_are_refused(tile_mm: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tags", "--game", "betrayal", "--out", str(tmp_path / "tags"), "--tile-mm", tile_mm]) == 2
    assert "--tile-mm" in capsys.readouterr().err
    assert not (tmp_path / "tags").exists()
