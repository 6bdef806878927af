"""Section 2: the pieces."""

from collections import Counter

import pytest

from engine.finstere_flure.pieces import (
    POOL_SHAPES,
    STONE_FRONTS,
    TELEPORTER_PAIRS,
    TOKENS,
    Colour,
    Side,
    TileKind,
    visible_number,
)


def test_seven_colours_of_which_four_have_four_tokens() -> None:
    counts = Counter(colour for colour, _ in TOKENS.values())
    four = {Colour.GREEN, Colour.RED, Colour.BLUE, Colour.YELLOW}
    assert counts == {colour: 4 if colour in four else 3 for colour in Colour}


@pytest.mark.parametrize(
    ("token", "white", "black"), [("red-1", 1, 6), ("red-3", 3, 4), ("red-4", 4, 3), ("red-5", 5, 2)]
)
def test_white_and_black_numbers(token: str, white: int, black: int) -> None:
    assert visible_number(token, Side.WHITE) == white
    assert visible_number(token, Side.BLACK) == black


def test_the_small_colours_have_no_three() -> None:
    assert [token for token in TOKENS if token.startswith(("beige", "purple", "black"))] == [
        f"{colour}-{white}" for colour in ("beige", "purple", "black") for white in (1, 4, 5)
    ]


def test_seventeen_tiles() -> None:
    assert Counter(STONE_FRONTS.values()) == {
        TileKind.STONE: 3,
        TileKind.CRYSTAL: 2,
        TileKind.TURN90: 4,
        TileKind.TURN180: 2,
    }
    assert len(STONE_FRONTS) + len(TELEPORTER_PAIRS) + len(POOL_SHAPES) == 17


def test_a_flipped_token_shows_its_other_side() -> None:
    assert Side.WHITE.flipped is Side.BLACK
    assert Side.BLACK.flipped is Side.WHITE
