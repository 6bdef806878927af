"""Possible holders of a single item (K25).

The companion sees no hand. But an item that was used or read out was seen at one player, and from there it can
only go the way that unseen items went. These sets serve to find events that cannot be; they are never told.
"""

from collections.abc import Iterable, Mapping

from .cards import Item, Person

#: The players who may hold an item; one that is not in there may be with anyone.
Holders = Mapping[Item, frozenset[Person]]
#: Unseen items that change hands at the same time: from whom, to whom.
Moves = tuple[tuple[Person, Person], ...]


def may_have(holders: Holders, item: Item, player: Person) -> bool:
    """Return True if the player can hold the item."""
    return item not in holders or player in holders[item]


def must_have(holders: Holders, item: Item, player: Person) -> bool:
    """Return True if nobody else can hold the item."""
    return holders.get(item) == frozenset((player,))


def found(holders: Holders, item: Item, player: Person) -> Holders:
    """Return the sets of holders after the item was seen at this player."""
    return {**holders, item: frozenset((player,))}


def after_moves(holders: Holders, moves: Moves) -> Holders:
    """Return the sets after unseen items changed hands.

    A player who got an item may have got each that the giver may have had.
    """
    return {item: players.union(to for actor, to in moves if actor in players) for item, players in holders.items()}


def announced_holders(receiver: Person, moves: Iterable[Moves]) -> frozenset[Person]:
    """Return the players who may hold an announced item.

    These are its receiver, and the players to whom it may have gone since the exchange.
    """
    players = frozenset((receiver,))
    for at_once in moves:
        players = players.union(to for actor, to in at_once if actor in players)
    return players
