"""Coach Ride as the one object that the companion asks for all of it."""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from companion.device.options import Option
from companion.games import CompanionGame, Part
from companion.games.coach_ride.language import TRANSLATIONS

if TYPE_CHECKING:
    from engine.coach_ride.events import Started
    from engine.coach_ride.game import CoachRideRules


class CoachRide(CompanionGame):
    """Coach Ride to Devil's Castle. Its parts are imported when they are first asked for."""

    #: Said here too, so that a command about another game does not load these rules.
    id = "coach-ride"
    title = "Coach Ride to Devil's Castle"
    translations = TRANSLATIONS
    table = Part("companion.games.coach_ride.table.game:TABLE")
    virtual = Part("companion.games.coach_ride.virtual_table.game:VIRTUAL")
    sheets = Part("companion.games.coach_ride.sheets:SHEETS")
    readings = Part("companion.games.coach_ride.readings:READINGS")
    photographs = Part("companion.games.coach_ride.photographs:PHOTOGRAPHS")

    @property
    def rules(self) -> "CoachRideRules":
        """The rules."""
        from engine.coach_ride.game import RULES

        return RULES

    @property
    def options(self) -> Sequence[Option[Any]]:
        """The variants, and the unsealed items."""
        from companion.games.coach_ride.options import OPTIONS

        return OPTIONS

    def tell_state(self, state: Any) -> list[str]:
        """Whose turn it is, everyone at the table, the piles, what is due, and who may do what."""
        from companion.games.coach_ride.state_words import tell_state

        return tell_state(state)

    def players(self, started: "Started") -> tuple[str, ...]:
        """The players' persons, clockwise round the table."""
        return tuple(map(str, started.players))

    def tell_player(self, player: str) -> str:
        """The person's name."""
        from companion.games.coach_ride.words import person_name
        from engine.coach_ride.cards import Person

        return person_name(Person(player))

    def tell_result(self, result: str) -> str:
        """Who has won, a whole side perhaps."""
        from companion.games.coach_ride.state_words import tell_winners

        try:
            return tell_winners(tuple(json.loads(result)["winners"]))
        except (TypeError, KeyError) as error:
            raise ValueError(f"no result of a game: {result!r}") from error


GAME = CoachRide()
