"""Tests of small cards and portraits: characters can be told apart, in each language."""

import pygame
import pytest

from companion.device.language import COMPLETE, use_language
from companion.games.lifeboat.mat import BoatCard
from companion.games.lifeboat.screen.pictures import LifeboatPictures
from companion.games.lifeboat.tags import TAGS
from companion.games.lifeboat.virtual_table.pictures import PICTURES
from companion.games.lifeboat.words import character_letters, character_name
from companion.screen.fonts import Fonts
from companion.virtual_table.piece import Piece
from engine.lifeboat.components import Character

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


@pytest.mark.parametrize("language", COMPLETE)
def test_the_letters_on_portraits_begin_the_names_that_are_shown(language: str) -> None:
    use_language(language)
    letters = {character: character_letters(character) for character in Character}
    assert len({*letters.values()}) == len(Character)
    for character, shown in letters.items():
        assert len(shown) <= 2
        assert character_name(character).split()[-1].casefold().startswith(shown.casefold())


def test_two_names_that_begin_alike_have_two_letters_each() -> None:
    use_language("es")
    assert character_letters(Character.CAPTAIN) == "Ca"
    assert character_letters(Character.KID) == "Ch"
    assert character_letters(Character.MATE) == "O"


def test_portraits_follow_a_change_of_the_language() -> None:
    pictures = LifeboatPictures(Fonts())
    use_language("en")
    english = pygame.image.tobytes(pictures.sign(Character.CAPTAIN, 100), "RGB")
    use_language("pl")
    assert pygame.image.tobytes(pictures.sign(Character.CAPTAIN, 100), "RGB") != english
