"""Sleeved cards of a card game at the virtual table.

Says how hands hold them, how the camera sees them, and what hands must move until the layout is right.
"""

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from companion.cards.laid_cards import THICK_MM, CardTable, PlacedCard, with_middle
from companion.cards.things import BACK, CardPiles, Sleeves
from companion.sheets.card_tags import CardTags
from companion.virtual_table.piece import Piece, PieceKind
from companion.virtual_table.pieces import Areas, PieceSet
from companion.virtual_table.table import VirtualTable
from vision.model.catalogue import Catalogue
from vision.model.surface import Point, Zone
from vision.virtual import Print

#: Every card can be turned over; hands lay it a little askew. Piles lie below all cards.
_CARD = PieceKind(("", BACK), layer=1, off_mm=1.5, askew_deg=1.5)
_PILE = PieceKind(stays=True)
#: Rim of the table round the mat (mm).
_MARGIN_MM = 12.0
#: Room below the table for the cards that are in nobody's sight (mm).
_BELOW_MM = 110.0
_SHINE = 0.3
#: Distance from where it belongs within which a card lies right (mm).
_NEAR_MM = 6.0
#: Turn from how it belongs within which a card lies right (degrees).
_NEAR_DEG = 8.0
#: Cards of a fan are nearer to each other than this.
_FANNED_MM = 70.0
#: So many cards lie side by side below what the camera sees.
_AWAY = 12
_NONE: Mapping[str, str] = MappingProxyType({})


class CardPieces(PieceSet):
    """Sleeved cards on a mat."""

    fanned = True

    def __init__(
        self,
        tags: CardTags,
        cards: CardTable,
        piles: Mapping[str, str] = _NONE,
        *,
        alike: Mapping[str, object] = _NONE,
        put_on: Mapping[str, str] = _NONE,
    ) -> None:
        """Create the pieces of a card game.

        `piles`: the zones in which piles lie face down, each with a card whose back it shows; a pile is a piece
        named like its zone, and its face is the number of its cards.

        `alike`: the picture that each card shows; cards with the same picture are interchangeable. `put_on`: the
        pile on which a card is put when it leaves the table, by its tag's kind.
        """
        self.tags, self.cards, self.piles, self.alike, self.put_on = tags, cards, piles, alike, put_on

    def catalogue(self) -> Catalogue:
        """Return the usual tags."""
        return self.tags.catalogue()

    def things(self, catalogue: Catalogue) -> CardPiles:
        """Return cards in sleeves that shine a little."""
        return CardPiles(catalogue, self.cards.art, Sleeves(_SHINE, 0), self.piles, THICK_MM)

    def kind(self, piece_id: str) -> PieceKind:
        """Return a card, or a pile."""
        return _PILE if piece_id in self.piles else _CARD

    def areas(self, catalogue: Catalogue) -> Areas:
        """Return the areas: the camera sees the mat, and below it there is room for cards."""
        left, top, right, bottom = catalogue.surface.extent_mm
        seen = (left - _MARGIN_MM, top - _MARGIN_MM, right + _MARGIN_MM, bottom + _MARGIN_MM)
        return Areas((*seen[:3], seen[3] + _BELOW_MM), seen)

    def ground(self, catalogue: Catalogue) -> tuple[Print, ...]:
        """Return a wooden table and the mat on it."""
        return self.cards.ground(catalogue)


def place_piles(pieces: CardPieces, table: VirtualTable, counts: Mapping[str, int]) -> None:
    """Place each pile in its zone with so many cards, and remove the empty ones."""
    for zone, tag_id in pieces.piles.items():
        if not counts[zone]:
            table.remove(zone)
            continue
        pile = Piece(zone, str(counts[zone]), _zone_position(table, zone, tag_id), 0.0)
        if table.pieces.get(zone) != pile:
            table.put(pile)


def card_moves(pieces: CardPieces, table: VirtualTable, laid: Iterable[PlacedCard]) -> list[Piece]:
    """Return the cards that lie otherwise than `laid`, as they should: first those that leave."""
    wanted: dict[str, Piece] = {}
    for card in laid:
        # A card with a tag on either side is one piece.
        name, _, face = card.tag_id.partition("/")
        wanted[name] = Piece(name, BACK if card.face_down else face, card.at_mm, card.turn_deg)
    wanted = _reuse_equal_cards(pieces, table, wanted)
    away = [
        _away(pieces, table, piece)
        for piece in table.pieces.values()
        if piece.id not in wanted and table.areas.shows(piece.centre_mm) and not _in_pile(pieces, table, piece)
    ]
    return [*away, *_misplaced_pieces(table, wanted)]


def _reuse_equal_cards(pieces: CardPieces, table: VirtualTable, wanted: dict[str, Piece]) -> dict[str, Piece]:
    """Replace wanted cards by equal ones that already lie open in the wanted zone.

    The order stays.
    """
    alike = pieces.alike
    free = {piece.id: piece for piece in table.pieces.values() if piece.id in alike and not piece.face}
    #: For each card the one that is laid in its place.
    instead = {card: card for card in wanted if card not in alike}
    for card, place in wanted.items():
        candidates = [
            candidate
            for candidate in free
            if card in alike
            and alike[candidate] == alike[card]
            and _zone_of(table, free[candidate]) == _zone_of(table, place)
        ]
        if candidates:
            instead[card] = min(
                (math.dist(free[candidate].centre_mm, place.centre_mm), candidate) for candidate in candidates
            )[1]
            del free[instead[card]]
    for card in wanted:
        if card not in instead:
            others = (
                candidate
                for candidate in alike
                if alike[candidate] == alike[card] and candidate not in instead.values()
            )
            instead[card] = card if card not in instead.values() else next(others, card)
    return {instead[card]: replace(place, id=instead[card]) for card, place in wanted.items()}


def _zone_of(table: VirtualTable, piece: Piece) -> Zone | None:
    return table.catalogue.mat.zone_at(*piece.centre_mm)


def _in_pile(pieces: CardPieces, table: VirtualTable, piece: Piece) -> bool:
    """Return True if the piece is a pile, or is face down on one."""
    zone = _zone_of(table, piece)
    return zone is not None and zone.name in pieces.piles and bool(piece.face)


def _zone_position(table: VirtualTable, zone: str, tag_id: str) -> Point:
    """Return the tag position of an upright card in the middle of a zone."""
    return with_middle(table.things.tag(tag_id), table.catalogue.mat.centre(zone)).at_mm


def _misplaced_pieces(table: VirtualTable, wanted: dict[str, Piece]) -> Iterator[Piece]:
    """Yield the pieces that are elsewhere, and the fan cards on them to be placed again on top."""
    again: set[str] = set()
    for piece in wanted.values():
        lying = table.pieces.get(piece.id)
        if (
            lying is None
            or not table.lies(piece.id)
            or not lying.is_near(piece, _NEAR_MM, _NEAR_DEG)
            or piece.id in again
        ):
            yield table.near(piece, piece.centre_mm)
            again |= {other.id for other in wanted.values() if _covers(other, piece)}


def _covers(upper: Piece, lower: Piece) -> bool:
    """Return True if a fan card is beside a card placed before it, and so must be above it."""
    return upper.turn_deg == lower.turn_deg and 0 < math.dist(upper.centre_mm, lower.centre_mm) < _FANNED_MM


def _away(pieces: CardPieces, table: VirtualTable, piece: Piece) -> Piece:
    """Return the card on its pile, or below what the camera sees, face down if it can be."""
    cards = list(dict.fromkeys(tag.partition("/")[0] for tag in pieces.tags.cards))
    face = table.kind(piece).faces[-1]
    zone = pieces.put_on.get(pieces.tags.cards.get(piece.id, ""))
    if zone is not None:
        return Piece(piece.id, face, _zone_position(table, zone, piece.id), 0.0)
    left, _, right, _ = table.areas.seen
    bottom = table.areas.table[3]
    share = (cards.index(piece.id) % _AWAY + 0.5) / _AWAY
    return Piece(piece.id, face, (left + share * (right - left - 60), bottom - 80), 0.0)
