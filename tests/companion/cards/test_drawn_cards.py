"""Cards as they are drawn and laid: frames, text and piles in their places."""

from random import Random
from statistics import mean
from typing import Any

import numpy as np
import pytest
from mouse_and_elephant.game import GAME
from mouse_and_elephant.table import TAGS

from companion.cards.laid_cards import PlacedCard, held, pile, unsteady, with_middle
from companion.cards.pieces import CardPieces, place_piles
from companion.cards.things import Sleeves, _mat_art, _shining, card_back, card_front
from companion.sheets.mat_plan import SHADE, MatPlan
from companion.virtual_table.piece import Piece
from companion.virtual_table.table import VirtualTable

_SIZE = (200, 300)
_COLOUR = (40, 120, 200)
#: The pale edge of a card's back (BGR).
_PALE = (230, 236, 238)


def colours(image: Any, columns: slice, rows: slice) -> set[tuple[int, ...]]:
    """Return the colours in a part of a picture."""
    return {tuple(map(int, pixel)) for pixel in image[rows, columns].reshape(-1, 3)}


def test_a_back_has_a_pale_edge_of_one_width_about_its_lattice() -> None:
    back = card_back(_COLOUR, _SIZE)
    edge, everything = 12, slice(None)
    assert back.shape == (300, 200, 3)
    for columns, rows in (
        (slice(0, edge), everything),
        (slice(200 - edge, 200), everything),
        (everything, slice(0, edge)),
        (everything, slice(300 - edge, 300)),
    ):
        assert colours(back, columns, rows) == {_PALE}
    within = slice(edge + 1, -edge - 1)
    assert colours(back, within, within) == {_COLOUR, (80, 160, 240)}
    # Lines of one direction alone are half of it.
    assert (back[within, within] == (80, 160, 240)).all(axis=2).mean() > 0.2


def test_a_front_has_a_frame_in_its_colour_and_its_text_in_the_lower_half() -> None:
    front, blank = card_front(_COLOUR, ("ELEPHANT", "6"), _SIZE), card_front(_COLOUR, (), _SIZE)
    frame = 7
    assert (
        colours(blank, slice(0, frame), slice(None))
        == colours(blank, slice(None), slice(300 - frame, 300))
        == {_COLOUR}
    )
    assert colours(blank, slice(frame, -frame), slice(frame, -frame)) == {(230, 239, 249)}
    rows, columns = np.nonzero((front != blank).any(axis=2))
    assert 0.52 * 300 < rows.min() < rows.max() < 0.94 * 300
    assert abs(columns.mean() - 100) < 3
    assert tuple(front[rows, columns].min(axis=0)) == (44, 40, 40)
    one_line = np.nonzero((card_front(_COLOUR, ("ELEPHANT",), _SIZE) != blank).any(axis=2))[0]
    assert abs(one_line.mean() - (0.52 + 0.21 / 2) * 300) < 4


def test_the_mat_has_its_boxes_and_nothing_else() -> None:
    image = _mat_art(MatPlan((50.0, 40.0), ((10.0, 8.0, 30.0, 20.0),), ()))
    assert image.shape == (160, 200, 4)
    assert (image[..., 3] == 255).all()
    rows, columns = np.nonzero(image[..., 0] == SHADE)
    assert (columns.min(), rows.min(), columns.max(), rows.max()) == (40, 32, 120, 80)
    assert not ((columns > 42) & (columns < 118) & (rows > 34) & (rows < 78)).any()


def test_a_sleeve_shines_in_one_streak_and_each_card_in_its_own() -> None:
    art = np.full((90, 60, 3), 100, np.uint8)
    assert _shining(art, Sleeves(0.0, 1), "red-1") is art
    streaks = [_shining(art, Sleeves(1.0, 1), f"card-{number}").astype(int) - 100 for number in range(40)]
    assert all((streak >= 0).all() for streak in streaks)
    assert all(np.ptp(streak, axis=2).max() == 0 for streak in streaks)
    brightest = [int(streak.max()) for streak in streaks]
    assert max(brightest) <= 150
    assert len({*brightest}) > 20
    assert sum(top > 75 for top in brightest) < len(brightest) / 2
    again = _shining(art, Sleeves(1.0, 1), "card-0").astype(int) - 100
    assert (again == streaks[0]).all()


def test_hands_lay_cards_nearly_where_they_belong() -> None:
    laid = unsteady([PlacedCard("red-1", (50.0, 60.0), 90.0)] * 500, Random(1))
    assert mean(card.at_mm[0] for card in laid) == pytest.approx(50, abs=0.3)
    assert mean(card.at_mm[1] for card in laid) == pytest.approx(60, abs=0.3)
    assert mean(card.turn_deg for card in laid) == pytest.approx(90, abs=0.3)
    assert len({card.turn_deg for card in laid}) == 500
    assert {0 <= card.turn_deg < 360 for card in unsteady([PlacedCard("red-1", (0.0, 0.0), 0.0)] * 50, Random(1))} == {
        True
    }


def test_a_hand_is_held_about_its_middle_and_a_pile_is_as_high_as_its_cards() -> None:
    tag = TAGS.catalogue().tags[0]
    cards = [*held(tag, 3, (100.0, 50.0), 0.0, 20.0)]
    middle = with_middle(tag, (100.0, 50.0)).at_mm
    assert [card.at_mm[0] - middle[0] for card in cards] == pytest.approx([-20, 0, 20])
    assert {card.at_mm[1] for card in cards} == {middle[1]}
    heights = [card.base_mm for card in cards]
    assert heights[0] == 0
    assert heights[2] == pytest.approx(2 * heights[1])
    assert heights[1] > 0
    assert all(card.face_down for card in cards)
    assert [*pile(tag, 0, (0.0, 0.0))] == []
    (top,) = pile(tag, 5, (100.0, 50.0))
    assert (top.at_mm, top.face_down) == (middle, True)
    assert top.thick_mm == pytest.approx(5 * heights[1])


def test_a_pile_lies_in_the_middle_of_its_zone_with_its_number_and_an_empty_one_is_gone() -> None:
    virtual: Any = GAME.virtual
    pieces = CardPieces(TAGS, virtual.pieces.cards, {"north": "red-1"})
    table = VirtualTable(pieces, 1)
    place_piles(pieces, table, {"north": 3})
    (lying,) = table.pieces.values()
    left, top, right, bottom = TAGS.zones["north"]
    expected = with_middle(table.things.tag("red-1"), ((left + right) / 2, (top + bottom) / 2)).at_mm
    assert lying == Piece("north", "3", expected, 0.0)
    assert pieces.kind("north").stays
    assert not pieces.kind("red-1").stays
    place_piles(pieces, table, {"north": 0})
    assert not table.pieces
