"""Rows of a dialog that stand for players and cards."""

from collections.abc import Iterable

from companion.games.coach_ride.words import card_name, first_name
from companion.screen.pages import Row
from companion.table.dialog import Dialog
from companion.table.picking import pick
from engine.coach_ride.cards import Card, Item, Person, Profession


def pick_person(text: str, players: Iterable[Person]) -> Dialog[Person]:
    """Ask for one of these players."""
    return Person((yield from pick(text, people_rows(players))))


def people_rows(players: Iterable[Person]) -> tuple[Row, ...]:
    """Return a row for each player."""
    return tuple(Row(first_name(player), str(player), sign=player) for player in players)


def card_row(card: Card) -> Row:
    """Return a row for a card."""
    return Row(card_name(card), str(card), sign=card)


def card_rows(cards: Iterable[Card]) -> tuple[Row, ...]:
    """Return a row for each card."""
    return tuple(map(card_row, cards))


def card_of(row_id: str) -> Card:
    """Return the card that a row stands for. Raises ValueError for none."""
    return Item(row_id) if row_id in set(Item) else Profession(row_id)
