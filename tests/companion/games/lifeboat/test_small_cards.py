"""Tests of small cards: each character can be told from others, in each language."""

import pygame
import pytest

from companion.device.language import COMPLETE, use_language
from companion.games.lifeboat.mat import BoatCard
from companion.games.lifeboat.tags import TAGS
from companion.games.lifeboat.virtual_table.pictures import PICTURES
from companion.screen.fonts import Fonts
from companion.virtual_table.piece import Piece

pytestmark = pytest.mark.usefixtures("display")


@pytest.mark.parametrize("language", COMPLETE)
def test_the_first_letters_on_position_cards_differ(language: str) -> None:
    use_language(language)
    pictures = PICTURES.pieces(Fonts(), 14)
    tags = [tag for tag, kind in TAGS.cards.items() if kind == BoatCard.POSITION]
    names = set()
    for tag in tags:
        card = pictures.of(Piece(tag, "", (0.0, 0.0), 0.0))
        width, height = card.get_size()
        below_sign = pygame.Rect(3, round(0.62 * height), width - 6, round(0.35 * height))
        names.add(pygame.image.tobytes(card.subsurface(below_sign), "RGB"))
    assert len(names) == len(tags) == 7
