"""Labels of cards at the virtual table: whole words or none."""

import pytest

from companion.cards.pictures import CardPictures, CardTablePictures
from companion.cards.things import BACK
from companion.device.language import COMPLETE
from companion.games.coach_ride.virtual_table.pictures import PICTURES as COACH_RIDE
from companion.games.lifeboat.virtual_table.pictures import PICTURES as LIFEBOAT
from companion.screen.fonts import Fonts
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
            names = ("", "".join(pictures._art.lines(card)), *pictures._art.short_names(card))
            texts = pictures._texts(card, _size(pictures, card))
            written = "".join(line for text, _ in texts for line in text.lines)
            assert written.replace(" ", "") in [name.replace(" ", "") for name in names]


@pytest.mark.parametrize(("face", "name"), [("", "sits here the Captain"), (BACK, "")])
def test_a_card_under_the_pointer_is_named_where_it_lies_open(face: str, name: str) -> None:
    assert LIFEBOAT.name_of(Piece("position-captain", face, (0.0, 0.0), 0.0)) == name


def _size(pictures: CardPictures, card: str) -> tuple[int, int]:
    left, top, right, bottom = pictures._things.edges_mm(card)
    return round((right - left) * pictures._px_per_mm), round((bottom - top) * pictures._px_per_mm)
