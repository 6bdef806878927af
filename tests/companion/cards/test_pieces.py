"""Cards and piles of cards at the virtual table."""

from companion.cards.pieces import place_piles
from companion.games.lifeboat.mat import DISCARD, NAVIGATION_DECK, ROW_STACK, SUPPLY
from companion.games.lifeboat.virtual_table.pieces import PIECES
from companion.virtual_table.table import VirtualTable


def test_piles_are_as_high_as_they_have_cards_and_empty_ones_are_away() -> None:
    table = VirtualTable(PIECES)
    place_piles(PIECES, table, {SUPPLY: 0, DISCARD: 12, NAVIGATION_DECK: 0, ROW_STACK: 3})
    assert {pile: piece.face for pile, piece in table.pieces.items()} == {DISCARD: "12", ROW_STACK: "3"}
    place_piles(PIECES, table, {SUPPLY: 9, DISCARD: 0, NAVIGATION_DECK: 0, ROW_STACK: 4})
    assert {pile: piece.face for pile, piece in table.pieces.items()} == {SUPPLY: "9", ROW_STACK: "4"}
