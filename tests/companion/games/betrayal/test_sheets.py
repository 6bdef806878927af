"""Tests of Betrayal's tags: every piece has some, in the sizes and places of the rules."""

from companion.games.betrayal.tags import KINDS, TAGS, TagKind, TokenFace
from engine.betrayal.components import CARDS, CHARACTERS, TILES

CATALOGUE = TAGS.catalogue()


def test_every_piece_has_its_tags() -> None:
    assert {f"tile/{room}" for room in TILES} | {f"explorer/{explorer}" for explorer in CHARACTERS} <= KINDS.keys()
    assert {f"card/{card}" for card in CARDS} <= KINDS.keys()
    assert [f"monster/m24/{face}" in KINDS for face in TokenFace] == [True, True]
    assert list(KINDS.values()).count(TagKind.MONSTER) == 48
    assert "tile/foyer" in KINDS


def test_sizes_are_those_of_the_rules() -> None:
    sizes = {(tag.kind, tag.size_mm) for tag in CATALOGUE.tags}
    assert sizes == {("tile", 18), ("figure", 14), ("monster", 14), ("card", 18), ("reference", 40)}
    tile = TAGS.catalogue({"tile_mm": 70.0}).tags[0]
    # From the tag's centre: 3 mm and half a tag to the north-west corner, the rest of the tile to the others.
    assert tile.piece_mm == (-12.0, -12.0, 58.0, 58.0)
