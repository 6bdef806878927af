"""Open things on the table, as a game file or a public state tells them.

This is what a photograph shows.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.games.coach_ride.tags import SHIELD, SWORD
from companion.games.state_file import StateFields, load_table
from engine.coach_ride.cards import Association, Item, Person, Profession
from engine.coach_ride.events import Support
from engine.coach_ride.game import RULES

_MOST_CARDS = 60


@dataclass(frozen=True)
class ShownHand:
    """Cards that somebody lays open in a claim."""

    associations: tuple[Association, ...]
    profession: Profession | None = None
    items: tuple[Item, ...] = ()


@dataclass(frozen=True)
class CoachRidePublicTable:
    """Cards of a table: hands and open cards of the `players`, clockwise.

    Of hands it has the numbers of items that players hold. `faces` is which side of their person card those have up
    who take part in a fight; the others keep theirs in their hands. `used` are the items that lie open in a fight.
    `shown` is what was laid open in a claim, first to last.
    """

    players: tuple[Person, ...]
    hands: Mapping[Person, int] = field(default_factory=dict)
    professions: Mapping[Person, Profession] = field(default_factory=dict)
    faces: Mapping[Person, str] = field(default_factory=dict)
    used: Mapping[Person, tuple[Item, ...]] = field(default_factory=dict)
    shown: Mapping[Person, ShownHand] = field(default_factory=dict)
    pile: int = 0
    profession_pile: int = 0


def load_photographed(source: str) -> tuple[CoachRidePublicTable, dict[str, Any]]:
    """Return the table in a file with a game or a state, and the public state. Raises UserError."""
    return load_table(source, RULES, lambda state, _: table_from_state(state))


def table_from_state(state: Mapping[str, Any]) -> CoachRidePublicTable:
    """Return the table of a public state.

    Raises NotationError, naming everything that a state says otherwise.
    """
    fields = StateFields()
    people = state.get("players")
    if not isinstance(people, list) or not people:
        fields.problem("players", people, "a list of those who play")
        fields.check()
    assert isinstance(people, list)
    data = [fields.table(person, f"players[{number}]") for number, person in enumerate(people)]
    players = fields.names([player_data.get("id") for player_data in data], "players", Person, once=True)
    of = dict(zip(players, data, strict=False))
    professions = {
        player: profession
        for player, player_data in of.items()
        if player_data.get("profession") is not None
        and (profession := fields.name(player_data["profession"], f"{player}.profession", Profession))
    }
    faces, used = _fight(state.get("fight"), fields)
    made = CoachRidePublicTable(
        players,
        {
            player: fields.number(player_data.get("hand", 0), f"{player}.hand", _MOST_CARDS)
            for player, player_data in of.items()
        },
        professions,
        faces,
        used,
        _claim(state.get("claim"), fields),
        fields.number(state.get("pile", 0), "pile", _MOST_CARDS),
        fields.number(state.get("profession_pile", 0), "profession_pile", _MOST_CARDS),
    )
    fields.check()
    return made


def _fight(data: object, fields: StateFields) -> tuple[dict[Person, str], dict[Person, tuple[Item, ...]]]:
    """Return the faces of the person cards that lie, and the items that lie open."""
    if data is None:
        return {}, {}
    fight = fields.table(data, "fight")
    faces: dict[Person, str] = {}
    support = fields.table(fight.get("support", {}), "fight.support")
    sides = [(fight.get("attacker"), SWORD), (fight.get("defender"), SHIELD)]
    sides += [(name, str(side)) for name, side in support.items() if side != Support.NONE]
    for name, side in sides:
        person = fields.name(name, "fight", Person)
        if side not in (SWORD, SHIELD):
            fields.problem("fight.support", side, "sword, shield or none")
        elif person:
            faces[person] = side
    used: dict[Person, tuple[Item, ...]] = {}
    items = {str(item): item for item in Item}
    for card in fight.get("used") or ():
        entry = fields.table(card, "fight.used")
        person = fields.name(entry.get("by"), "fight.used", Person)
        if person and entry.get("card") in items:
            used[person] = (*used.get(person, ()), items[entry["card"]])
    return faces, used


def _claim(data: object, fields: StateFields) -> dict[Person, ShownHand]:
    """Return what was laid open in a claim."""
    if data is None:
        return {}
    claim = fields.table(data, "claim")
    shown: dict[Person, ShownHand] = {}
    for name, cards in fields.table(claim.get("shown", {}), "claim.shown").items():
        person, hand = fields.name(name, "claim.shown", Person), fields.table(cards, f"claim.shown.{name}")
        sides = hand.get("association")
        profession = hand.get("profession")
        if person:
            shown[person] = ShownHand(
                fields.names(sides if isinstance(sides, list) else [sides], "claim.shown", Association),
                profession and fields.name(profession, "claim.shown", Profession),
                fields.names(hand.get("items", []), "claim.shown", Item),
            )
    return shown
