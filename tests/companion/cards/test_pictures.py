"""Labels of cards at the virtual table: whole words or none."""

from collections.abc import Sequence

import numpy as np
import pygame
import pytest

from companion.cards.pictures import CardPictures, CardTablePictures
from companion.cards.things import BACK
from companion.device.language import COMPLETE
from companion.games.coach_ride.virtual_table.pictures import PICTURES as COACH_RIDE
from companion.games.lifeboat.tags import TAGS
from companion.games.lifeboat.virtual_table.pictures import PICTURES as LIFEBOAT
from companion.screen.fonts import Fonts
from companion.screen.text import Paragraph
from companion.virtual_table.piece import Piece
from tests.companion.written_language import use_written_language

#: Cards from those of a small panel to those of a hand's cover (pixels a unit).
UNITS = (14, 20, 28, 40, 80)


@pytest.mark.usefixtures("display")
@pytest.mark.parametrize("language", COMPLETE)
@pytest.mark.parametrize("table", [LIFEBOAT, COACH_RIDE], ids=["lifeboat", "coach-ride"])
def test_no_label_ends_within_a_word(table: CardTablePictures, language: str) -> None:
    fonts = Fonts()
    use_written_language(language, fonts)
    for unit in UNITS:
        pictures = table.pieces(fonts, unit)
        for card in table._pieces.tags.cards:
            art = pictures._art
            names = ("", "".join(art.lines(card)), *art.short_names(card), art.letters(card))
            size = _size(pictures, card)
            texts = pictures._texts(card, size)
            assert all(pygame.Rect((0, 0), size).contains(room) for _, room in texts)
            written = "".join(line for text, _ in texts for line in text.lines)
            assert written.replace(" ", "") in [name.replace(" ", "") for name in names]


@pytest.mark.usefixtures("display")
@pytest.mark.parametrize("language", ["en", "zh"])
def test_of_the_cards_of_persons_all_are_written_on_or_none(language: str) -> None:
    """Letters stand on the smallest, where only the shortest names would have room."""
    fonts = Fonts()
    use_written_language(language, fonts)
    for unit in UNITS:
        pictures = LIFEBOAT.pieces(fonts, unit)
        cards = [card for card in TAGS.cards if card.startswith("position-")]
        written = ["".join(line for text, _ in texts for line in text.lines) for texts in _all_texts(pictures, cards)]
        assert all(written)
        assert len({*written}) == len(cards)
        is_short = {name == letters for name, letters in zip(written, map(pictures._art.letters, cards), strict=True)}
        assert is_short == {unit == UNITS[0]}


@pytest.mark.usefixtures("display")
def test_where_no_name_has_room_the_sign_fills_the_card() -> None:
    pictures, card = LIFEBOAT.pieces(Fonts(), 20), "water-01"
    size = _size(pictures, card)
    assert not pictures._texts(card, size)
    drawn = pygame.surfarray.array3d(pictures._drawn(card))
    blank = pictures._art.blank(card, size)[:, :, 2::-1].swapaxes(0, 1)
    columns = np.flatnonzero((drawn != blank).any(axis=(1, 2)))
    assert np.ptp(columns) > size[0] / 2


@pytest.mark.usefixtures("display")
@pytest.mark.parametrize("face", ["", BACK])
def test_a_card_is_drawn_as_large_as_it_is(face: str) -> None:
    pictures = LIFEBOAT.pieces(Fonts(), 40)
    card = next(tag for tag in TAGS.catalogue().tags if tag.id == "position-captain")
    assert card.piece_mm is not None
    left, top, right, bottom = card.piece_mm
    drawn = pictures.of(Piece(card.id, face, (0.0, 0.0), 0.0)).get_size()
    expected = (right - left) * pictures._px_per_mm, (bottom - top) * pictures._px_per_mm
    assert drawn == pytest.approx(expected, abs=3), "rotozoom leaves a rim"


@pytest.mark.parametrize(("face", "name"), [("", "sits here the Captain"), (BACK, "")])
def test_a_card_under_the_pointer_is_named_where_it_lies_open(face: str, name: str) -> None:
    assert LIFEBOAT.name_of(Piece("position-captain", face, (0.0, 0.0), 0.0)) == name


def _all_texts(pictures: CardPictures, cards: Sequence[str]) -> list[list[tuple[Paragraph, pygame.Rect]]]:
    return [pictures._texts(card, _size(pictures, card)) for card in cards]


def _size(pictures: CardPictures, card: str) -> tuple[int, int]:
    left, top, right, bottom = pictures._things.edges_mm(card)
    return round((right - left) * pictures._px_per_mm), round((bottom - top) * pictures._px_per_mm)
