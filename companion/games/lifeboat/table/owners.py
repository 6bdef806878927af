"""Whose open row is whose."""

from collections.abc import Mapping

from companion.games.lifeboat.laying import rows_of
from companion.games.lifeboat.seen import Seen
from engine.lifeboat.components import Character
from engine.lifeboat.state import State


def owners_of(state: State, seen: Seen) -> Mapping[Character, str]:
    """The zone of each player's open row: as the characters' cards said, else as players sit round the mat."""
    players = state.started.players
    return seen.owners if set(players) <= set(seen.owners) else rows_of(players)
