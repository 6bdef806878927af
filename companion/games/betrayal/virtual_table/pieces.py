"""Pieces of the house at the virtual table: for hands and for the camera."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar

from companion.cards.things import FACE_DOWN, Sleeves
from companion.games.betrayal.mat import HEIGHT_MM, WIDTH_MM
from companion.games.betrayal.photographs import HouseThings
from companion.games.betrayal.tags import CARD_MM, TAGS, TokenFace
from companion.virtual_table.piece import PieceKind
from companion.virtual_table.pieces import Areas, PieceSet
from engine.betrayal.components import CardKind
from vision.model.catalogue import Catalogue, Tag
from vision.model.surface import Area, Point
from vision.virtual import Body, Print, Thing, rectangle
from vision.virtual.wood import wood_print

#: What lies on what: cards on tiles, tokens on cards, plates on top; a token is turned over.
_KINDS = {
    "tile": PieceKind(layer=0, off_mm=0.8, askew_deg=1.2),
    "card": PieceKind(layer=1, off_mm=1.0, askew_deg=1.5),
    "monster": PieceKind(tuple(TokenFace), layer=2, off_mm=1.0, askew_deg=3.0),
    "explorer": PieceKind(layer=3, off_mm=1.0, askew_deg=3.0),
    "pile": PieceKind(layer=-1, stays=True),
}
#: Thickness of a tile in a pile.
_TILE_MM = 1.8
#: Thickness of a card in a pile.
_CARD_MM = 0.6
_BACK_BGR = (52, 60, 66)
#: Rim of the table round the references.
_MARGIN_MM = 12.0
#: Room beyond the table's long edges, where cards are held.
_BESIDE_MM = 30.0
_SHINE = 0.3


class HousePiles(HouseThings):
    """Pieces as in photographs, and piles face down beside what the camera sees.

    A pile's face is the number in it.
    """

    def tag(self, tag_id: str) -> Tag:
        """Return a piece's tag; a pile has none, but is as high as there are tiles or cards in it."""
        pile, _, count = tag_id.rpartition("/")
        if not is_pile(pile):
            return super().tag(tag_id)
        thick = _TILE_MM if pile in (STACK, ASIDE) else _CARD_MM
        return Tag(tag_id, "", "pile", 1.0, thick * int(count), piece_mm=edges_mm(pile))

    def edges_mm(self, tag_id: str) -> Area:
        """Return the edges of the piece."""
        pile = tag_id.rpartition("/")[0]
        return edges_mm(pile) if is_pile(pile) else super().edges_mm(tag_id)

    def make(self, tag_id: str, centre_mm: Point, turn_deg: float, base_mm: float = 0.0) -> Thing:
        """Return a piece as a thing; a pile shows nothing."""
        if not is_pile(tag_id.rpartition("/")[0]):
            return super().make(tag_id, centre_mm, turn_deg, base_mm)
        body = Body(
            rectangle(*self.edges_mm(tag_id)), base_mm, base_mm + self.tag(tag_id).height_mm, _BACK_BGR, _BACK_BGR
        )
        return Thing(FACE_DOWN, centre_mm, turn_deg, (body,))


class BetrayalPieces(PieceSet):
    """Tiles, plates with figures, tokens, cards in sleeves."""

    #: A figure's tag has two pixels a module.
    picture_px: ClassVar[tuple[int, int]] = (3456, 2004)

    def catalogue(self) -> Catalogue:
        """Return the usual tags."""
        return TAGS.catalogue()

    def things(self, catalogue: Catalogue) -> HousePiles:
        """Return things as in photographs; sleeves shine a little."""
        return HousePiles(catalogue, Sleeves(_SHINE, 0))

    def kind(self, piece_id: str) -> PieceKind:
        """Return a piece's kind."""
        return _KINDS[piece_id.partition("/")[0]]

    def areas(self, catalogue: Catalogue) -> Areas:
        """Return the camera's area within the references; the box stands beside it."""
        left, top, right, bottom = catalogue.surface.extent_mm
        seen = (left - _MARGIN_MM, top - _MARGIN_MM, right + _MARGIN_MM, bottom + _MARGIN_MM)
        table = (seen[0], seen[1] - _BESIDE_MM, max(seen[2], LEFT_MM + WIDE_MM), seen[3] + _BESIDE_MM)
        return Areas(table, seen)

    def ground(self, catalogue: Catalogue) -> tuple[Print, ...]:
        """Return a wooden table."""
        return (wood_print(catalogue.surface.extent_mm),)


PIECES = BetrayalPieces()


#: Left edge of the box, to the right of what the references enclose.
LEFT_MM = WIDTH_MM + 12.0
#: Width of the box.
WIDE_MM = 96.0
_MIDDLE = LEFT_MM + WIDE_MM / 2
#: Pile of tiles.
STACK = "pile/tiles"
#: Pile of the tiles that were set aside.
ASIDE = "pile/aside"
#: Pile of event cards, which have no names here.
EVENTS = "pile/event"
#: Number of event cards in the box.
EVENT_CARDS = 45
#: Number of event cards that come with Widow's Walk.
MORE_EVENT_CARDS = 11
#: Pile of each other kind of cards.
CARD_PILES: Mapping[CardKind, str] = MappingProxyType({kind: f"pile/{kind}" for kind in (CardKind.OMEN, CardKind.ITEM)})
#: The middles of the piles.
PILES: Mapping[str, Point] = MappingProxyType(
    {
        STACK: (_MIDDLE, 12.0),
        ASIDE: (_MIDDLE, 96.0),
        EVENTS: (_MIDDLE, 198.0),
        CARD_PILES[CardKind.OMEN]: (_MIDDLE, 316.0),
        CARD_PILES[CardKind.ITEM]: (_MIDDLE, 434.0),
    }
)
#: Number of tokens that wait in a row.
_IN_A_ROW = 4
#: Distance between tokens that wait.
_APART_MM = 23.0
#: Distance of the first row of tokens from the upper edge (mm).
_TOKENS_FROM = HEIGHT_MM - 198.0


def is_pile(piece_id: str) -> bool:
    """Return True if a piece is one of the piles."""
    return piece_id in PILES


def edges_mm(pile: str) -> Area:
    """Return the edges of a pile, from its middle."""
    tile = TAGS.sizes[0].default
    width, height = (tile, tile) if pile in (STACK, ASIDE) else CARD_MM
    return -width / 2, -height / 2, width / 2, height / 2


def pile_at(point_mm: Point) -> str | None:
    """Return the pile whose place is at a point."""
    for pile, (x, y) in PILES.items():
        left, top, right, bottom = edges_mm(pile)
        if left <= point_mm[0] - x <= right and top <= point_mm[1] - y <= bottom:
            return pile
    return None


def token_place(number: int) -> Point:
    """Return the place where the n-th token (from 0) waits for its haunt."""
    row, column = divmod(number, _IN_A_ROW)
    return _MIDDLE + (column - (_IN_A_ROW - 1) / 2) * _APART_MM, _TOKENS_FROM + row * _APART_MM
