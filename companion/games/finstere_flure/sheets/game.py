"""The sheets of Finstere Flure as the platform asks for them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.games.finstere_flure.faces import NUMBER_BELOW
from companion.games.finstere_flure.sheets.sheets import make_pages
from companion.games.finstere_flure.tag_set import TAGS
from companion.games.finstere_flure.tags import TagSizes
from companion.sheets.game import Sheets
from companion.sheets.layout import SheetPage
from companion.sheets.tags import Sizes
from companion.sheets.touch_marks import TouchMark, braille_digit, notches
from engine.finstere_flure.pieces import TOKENS, Colour, Side, visible_number
from vision.model.catalogue import Catalogue

#: Where notches begin on a token's rim, right and left of its number, and how many there are at the right.
_RIGHT_DEG = 110.0
_LEFT_DEG = 205.0
_RIGHT_NOTCHES = 4


class FinstereFlureSheets(Sheets):
    """Two pages of instructions, then stickers and cards to cut out."""

    tags = TAGS

    def pages(self, catalogue: Catalogue, sizes: Sizes) -> list[SheetPage]:
        """Return the pages: instructions first, then the stickers."""
        return make_pages(catalogue, TagSizes(**sizes))

    def touch_marks(self, catalogue: Catalogue, sizes: Sizes) -> Mapping[str, TouchMark]:
        """Return a notch more for each next colour, and the number in Braille on its ground."""
        marks = {}
        below = NUMBER_BELOW * sizes["token_mm"]
        for tag in catalogue.tags:
            token, _, side = tag.id.partition("/")
            if token in TOKENS:
                colour = TOKENS[token][0]
                count = list(Colour).index(colour) + 1
                right = notches(min(count, _RIGHT_NOTCHES), _RIGHT_DEG)
                left = notches(count - len(right), _LEFT_DEG)
                mark = TouchMark((*right, *left), notches_tell=colour)
                seen = mark if side == Side.WHITE else mark.other_side
                number = visible_number(token, Side(side))
                drops = braille_digit(number, (0.0, below))
                marks[tag.id] = replace(seen, drops_mm=drops, drops_tell=str(number))
        return marks

    def next_steps(self, manifest: str) -> Sequence[str]:
        """Return a prediction from a photo."""
        return (f"Then photograph the table: companion predict PHOTO --card 8 --tags {manifest}",)


SHEETS = FinstereFlureSheets()
