"""Tests of the rules' tables of section 1: counts, and the existence of named things.

Rooms and cards name these things.
"""

from engine.betrayal.components import CARDS, CHARACTERS, TILES, CardKind, Floor, Trait, cards_in_game, stack_tiles

WW = ("widows-walk",)


def test_there_are_so_many_tiles_explorers_and_cards() -> None:
    assert (len(stack_tiles(())), len(stack_tiles(WW))) == (42, 61)
    signs = [TILES[name].sign for name in stack_tiles(())]
    assert [signs.count(sign) for sign in ("event", "omen", "item", None)] == [18, 13, 4, 7]
    kinds = [[card.kind for card in cards_in_game(variants).values()] for variants in ((), WW)]
    assert [(found.count(CardKind.OMEN), found.count(CardKind.ITEM)) for found in kinds] == [(13, 22), (21, 33)]
    colours = [explorer.colour for explorer in CHARACTERS.values()]
    assert len(colours) == 12
    assert all(colours.count(colour) == 2 for colour in colours)


def test_all_rows_rise_and_have_eight_values() -> None:
    for explorer in CHARACTERS.values():
        for trait in Trait:
            row = explorer.rows[trait]
            assert len(row) == 8
            assert list(row) == sorted(row)
            assert 1 <= explorer.start[trait] <= 8
    assert CHARACTERS["ox"].value(Trait.SPEED, 5) == 4
    assert CHARACTERS["ox"].value(Trait.SPEED, 0) == 0


def test_what_rooms_do_is_in_the_data() -> None:
    assert {name for name, tile in TILES.items() if tile.leave} == {
        "attic",
        "graveyard",
        "junk-room",
        "pentagram-chamber",
    }
    assert {name for name, tile in TILES.items() if tile.is_barrier_room} == {"tower", "chasm", "catacombs", "vault"}
    assert sum(tile.lift for tile in TILES.values()) == 7
    assert sum(bool(tile.once) for tile in TILES.values()) == 6
    assert all(Floor.ROOF not in tile.floors for name, tile in TILES.items() if name == "kitchen")
    assert TILES["roof-landing"].start == (Floor.ROOF, 0, 0)
    assert {name for name, card in CARDS.items() if card.fixed} == {"bite", "dog", "girl", "madman", "cat"}
