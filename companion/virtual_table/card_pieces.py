"""The sleeved cards of a card game at the virtual table: what they are to hands, how they look to the camera, and what
hands must move so that they lie as they should.
"""

import math
from collections.abc import Iterable, Iterator

from companion.sheets.card_tags import CardTags
from companion.virtual_table.card_things import BACK, CardThings, Sleeves
from companion.virtual_table.laid_cards import CardTable, LaidCard
from companion.virtual_table.piece import Piece, PieceKind
from companion.virtual_table.pieces import Areas, PieceSet
from companion.virtual_table.table import VirtualTable
from vision.catalogue import Catalogue
from vision.virtual import Print

#: Every card can be turned over; hands lay it a little askew.
_CARD = PieceKind(("", BACK), off_mm=1.5, askew_deg=1.5)
#: The table goes on so far round the mat; below it lie the cards that are in nobody's sight.
_MARGIN_MM, _BELOW_MM = 12.0, 110.0
_SHINE = 0.3
#: A card that lies so near where it belongs lies right (mm, degrees).
_NEAR_MM, _NEAR_DEG = 6.0, 8.0
#: Cards of a fan are nearer to each other than this.
_FANNED_MM = 70.0
#: So many cards lie side by side below what the camera sees.
_AWAY = 12


class CardPieces(PieceSet):
    """Sleeved cards on a mat."""

    def __init__(self, tags: CardTags, cards: CardTable) -> None:
        self._tags, self._cards = tags, cards

    def catalogue(self) -> Catalogue:
        """The usual tags."""
        return self._tags.catalogue()

    def things(self, catalogue: Catalogue) -> CardThings:
        """Cards in sleeves that shine a little."""
        return CardThings(catalogue, self._cards.art, Sleeves(_SHINE, 0))

    def kind(self, piece_id: str) -> PieceKind:  # noqa: ARG002 - all are alike
        """A card."""
        return _CARD

    def areas(self, catalogue: Catalogue) -> Areas:
        """The camera sees the mat; below it there is room for cards."""
        left, top, right, bottom = catalogue.surface.extent_mm
        seen = (left - _MARGIN_MM, top - _MARGIN_MM, right + _MARGIN_MM, bottom + _MARGIN_MM)
        return Areas((*seen[:3], seen[3] + _BELOW_MM), seen)

    def ground(self, catalogue: Catalogue) -> tuple[Print, ...]:
        """A wooden table and the mat on it."""
        return self._cards.ground(catalogue)


def card_moves(table: VirtualTable, laid: Iterable[LaidCard], names: Iterable[str]) -> list[Piece]:
    """The cards that lie otherwise than `laid`, as they should: first those that leave the mat.

    `names` are all cards of the game: each has a place of its own beside the mat.
    """
    wanted: dict[str, Piece] = {}
    for card in laid:
        # A card with a tag on either side is one piece.
        name, _, face = card.tag_id.partition("/")
        wanted[name] = Piece(name, BACK if card.face_down else face, card.at_mm, card.turn_deg)
    order = list(dict.fromkeys(name.partition("/")[0] for name in names))
    away = [
        _away(table, piece, order.index(piece.id))
        for piece in table.pieces.values()
        if piece.id not in wanted and _on_mat(table, piece)
    ]
    return [*away, *_otherwise(table, wanted)]


def _otherwise(table: VirtualTable, wanted: dict[str, Piece]) -> Iterator[Piece]:
    """Those that lie elsewhere; what lies on them in a fan is laid again on top."""
    again: set[str] = set()
    for piece in wanted.values():
        here = table.pieces.get(piece.id)
        if here is None or not _near(here, piece) or piece.id in again:
            yield table.near(piece, piece.centre_mm)
            again |= {other.id for other in wanted.values() if _covers(other, piece)}


def _covers(upper: Piece, lower: Piece) -> bool:
    """Whether a card of a fan lies beside a card that was laid before it: it is to lie above that."""
    return upper.turn_deg == lower.turn_deg and 0 < math.dist(upper.centre_mm, lower.centre_mm) < _FANNED_MM


def _near(here: Piece, wanted: Piece) -> bool:
    turned = abs((here.turn_deg - wanted.turn_deg + 180) % 360 - 180)
    return here.face == wanted.face and math.dist(here.centre_mm, wanted.centre_mm) < _NEAR_MM and turned < _NEAR_DEG


def _on_mat(table: VirtualTable, piece: Piece) -> bool:
    left, top, right, bottom = table.areas.seen
    x, y = piece.centre_mm
    return left < x < right and top < y < bottom


def _away(table: VirtualTable, piece: Piece, number: int) -> Piece:
    """The card, face down if it can be, below what the camera sees."""
    left, _, right, _ = table.areas.seen
    bottom = table.areas.table[3]
    share = (number % _AWAY + 0.5) / _AWAY
    return Piece(
        piece.id, table.piece_set.kind(piece.id).faces[-1], (left + share * (right - left - 60), bottom - 80), 0.0
    )
