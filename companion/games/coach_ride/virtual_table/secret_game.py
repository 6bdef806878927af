"""The hidden side of the game that a session plays at the virtual table."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.cards.secret_game import SecretGame
from companion.games.coach_ride.language import say
from companion.games.coach_ride.virtual_table.dealing import Hidden
from companion.games.coach_ride.virtual_table.kept import (
    FORMAT,
    CoachRideKept,
    kept_from_json,
    kept_to_json,
    new_deal,
)
from engine.coach_ride import events as e
from engine.coach_ride.cards import Person
from engine.coach_ride.game import RULES
from engine.coach_ride.state import State


class CoachRideSecrets(SecretGame[Hidden, Person, State]):
    """Hands, associations, professions and piles."""

    rules = RULES
    format = FORMAT
    everybody = tuple(Person)

    def new_deal(self, started: e.Started, seed: int) -> CoachRideKept:
        """The cards shuffled and dealt."""
        return new_deal(started, seed)

    def to_json(self, kept: CoachRideKept) -> dict[str, Any]:  # type: ignore[override]
        """As its file keeps it."""
        return kept_to_json(kept)

    def from_json(self, data: Mapping[str, Any], events: Sequence[e.GameEvent]) -> CoachRideKept:
        """What its file has kept."""
        return kept_from_json(data, events)

    def dealt(self, kept: CoachRideKept, events: Sequence[e.GameEvent]) -> Hidden:  # type: ignore[override]
        """With what was picked."""
        return kept.hidden(events)

    def lost(self, file: str) -> str:
        """What to do without it."""
        return say(
            "The hidden cards of this game are missing or damaged: put {file} back, or begin a new game.", file=file
        )
