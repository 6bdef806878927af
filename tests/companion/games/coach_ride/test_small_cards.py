"""Tests of small cards at the virtual table: each person can be told from others."""

import pygame
import pytest

from companion.games.coach_ride.tags import PERSON_OF, SWORD
from companion.games.coach_ride.virtual_table.pictures import PICTURES
from companion.screen.fonts import Fonts
from companion.virtual_table.piece import Piece

pytestmark = pytest.mark.usefixtures("display")


@pytest.mark.parametrize("unit_px", [14, 18, 24])
def test_each_persons_name_or_its_first_letters_stand_on_the_card(unit_px: int) -> None:
    pictures = PICTURES.pieces(Fonts(), unit_px)
    tags = [tag for tag, (_, face) in PERSON_OF.items() if face == SWORD]
    names = set()
    for tag in tags:
        card = pictures.of(Piece(tag.partition("/")[0], SWORD, (0.0, 0.0), 0.0))
        width, height = card.get_size()
        below_sign = pygame.Rect(3, round(0.5 * height), width - 6, round(0.4 * height))
        names.add(pygame.image.tobytes(card.subsurface(below_sign), "RGB"))
    assert len(names) == len(tags) == 10
