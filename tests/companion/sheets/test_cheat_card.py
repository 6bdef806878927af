"""The players' card says all of a game's words within its cut marks."""

import pytest

from companion.games import GamePart, find_game, games_with
from companion.sheets.cheat_card import light_spacing_mm, turn_spacing_mm

#: Less than this between two lines, and they read as one.
LEAST_MM = 1.2


@pytest.mark.parametrize("game", games_with(GamePart.SHEETS))
def test_all_lines_stand_on_the_card_and_apart(game: str) -> None:
    sheets = find_game(game).sheets
    assert light_spacing_mm(sheets.lights) >= LEAST_MM
    assert turn_spacing_mm(sheets.turn) >= LEAST_MM


def test_what_has_no_room_is_not_called_so() -> None:
    assert light_spacing_mm(["Two arcs from the top: a fight, the longer one is the stronger"] * 12) < LEAST_MM
