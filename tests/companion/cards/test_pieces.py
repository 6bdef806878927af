"""Cards and piles of cards at the virtual table."""

from companion.cards.pieces import _misplaced_pieces, place_piles
from companion.games.lifeboat.mat import DISCARD, NAVIGATION_DECK, ROW_STACK, SUPPLY
from companion.games.lifeboat.virtual_table.pieces import PIECES
from companion.virtual_table.piece import Piece
from companion.virtual_table.table import VirtualTable


def test_piles_are_as_high_as_they_have_cards_and_empty_ones_are_away() -> None:
    table = VirtualTable(PIECES)
    place_piles(PIECES, table, {SUPPLY: 0, DISCARD: 12, NAVIGATION_DECK: 0, ROW_STACK: 3})
    assert {pile: piece.face for pile, piece in table.pieces.items()} == {DISCARD: "12", ROW_STACK: "3"}
    place_piles(PIECES, table, {SUPPLY: 9, DISCARD: 0, NAVIGATION_DECK: 0, ROW_STACK: 4})
    assert {pile: piece.face for pile, piece in table.pieces.items()} == {SUPPLY: "9", ROW_STACK: "4"}


def test_a_fan_card_is_laid_again_on_one_that_was_missing_below_it() -> None:
    table = VirtualTable(PIECES)
    lower, upper, apart = (
        Piece(card, "", (x, 100.0), 0.0) for card, x in (("water-01", 100.0), ("water-02", 110.0), ("water-03", 200.0))
    )
    for piece in (upper, apart):
        table.put(piece)
    moved = _misplaced_pieces(table, {piece.id: piece for piece in (lower, upper, apart)})
    assert [piece.id for piece in moved] == ["water-01", "water-02"]
