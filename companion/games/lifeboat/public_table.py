"""Open things on the table, as a game file or a public state tells them.

This is what a photograph shows.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.games.state_file import StateFields, load_table
from engine.game import Game
from engine.lifeboat.components import Character, Provision
from engine.lifeboat.events import GameEvent, Revealed
from engine.lifeboat.game import RULES
from engine.lifeboat.state import State

#: No pile and no hand is larger.
_MOST_CARDS = 100


@dataclass(frozen=True)
class LifeboatPublicTable:
    """The cards of a table.

    `players` in the order in which they sit, `seats` from the bow to the stern, `hands` their numbers. `attack` and
    `defend` are those whose position cards are pushed out of the row. `day`: the day's card lies there, with its id if
    that is known. `bow`, `discard`, `deck` and `row` are the piles. `spread` is what the player lays open who has done
    so last, at the scoring.
    """

    players: tuple[Character, ...]
    seats: tuple[Character, ...]
    open: Mapping[Character, tuple[Provision, ...]] = field(default_factory=dict)
    hands: Mapping[Character, int] = field(default_factory=dict)
    attack: tuple[Character, ...] = ()
    defend: tuple[Character, ...] = ()
    day: bool = False
    day_id: str | None = None
    bow: int = 0
    discard: int = 0
    deck: int = 0
    row: int = 0
    spread: Revealed | None = None


def load_photographed(source: str) -> tuple[LifeboatPublicTable, dict[str, Any]]:
    """Load the table in a file, and the public state itself.

    The table has what was spread last in the boat if the file holds a game.
    """

    def table_of(state: Mapping[str, Any], game: Game[State, GameEvent] | None) -> LifeboatPublicTable:
        if game is None:
            return table_from_state(state)
        return table_from_state(state, game.state.started.players, next(reversed(game.state.revealed), None))

    return load_table(source, RULES, table_of)


def table_from_state(
    state: Mapping[str, Any], players: tuple[Character, ...] | None = None, spread: Revealed | None = None
) -> LifeboatPublicTable:
    """Return the table of a public state; `players` as they sit, if that is known.

    Raises NotationError, naming everything that a state says otherwise.
    """
    fields = StateFields()
    people = fields.table(state.get("players"), "players")
    known = fields.names(list(people), "players", Character)
    seats = fields.names(state.get("seats"), "seats", Character, once=True)
    if not known:
        fields.problem("players", people, "at least one character")
    if set(seats) - set(known):
        fields.problem("seats", state.get("seats"), "only characters who play")
    of = {character: fields.table(people[character], f"players.{character}") for character in known}
    navigation = fields.table(state.get("navigation"), "navigation")
    day = navigation.get("day")
    day_id = None if day is None else fields.table(day, "navigation.day").get("id")
    sides = _sides(state, fields)

    def number(value: object, key: str) -> int:
        return fields.number(value, key, _MOST_CARDS)

    def provisions(value: object, key: str) -> tuple[Provision, ...]:
        return fields.names(value, key, Provision)

    made = LifeboatPublicTable(
        players or known,
        seats,
        {character: provisions(of[character].get("open", []), f"players.{character}.open") for character in known},
        {character: number(of[character].get("hand", 0), f"players.{character}.hand") for character in known},
        fields.names(sides.get("attack", []), "fight.attack", Character),
        fields.names(sides.get("defend", []), "fight.defend", Character),
        day is not None,
        day_id if isinstance(day_id, str) else None,
        number(state.get("bow", 0), "bow"),
        len(provisions(state.get("discard", []), "discard")),
        number(navigation.get("deck", 0), "navigation.deck"),
        number(navigation.get("row", 0), "navigation.row"),
        spread,
    )
    fields.check()
    return made


def _sides(state: Mapping[str, Any], fields: StateFields) -> Mapping[str, Any]:
    """Return the sides of a fight; a demand pushes the own card up, the other's down."""
    if state.get("fight") is not None:
        return fields.table(state["fight"], "fight")
    if state.get("demand") is None:
        return {}
    demand = fields.table(state["demand"], "demand")
    return {"attack": [demand.get("by")], "defend": [demand.get("of")]}
