"""Coach Ride as the one object that the companion asks for all of it."""

from companion.games import CompanionGame, Part
from companion.games.coach_ride.language import TRANSLATIONS


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
    rules = Part("engine.coach_ride.game:RULES")
    play = Part("engine.coach_ride.play:PLAY")
    options = Part("companion.games.coach_ride.options:OPTIONS")
    describe_state = Part("companion.games.coach_ride.state_words:describe_state")
    describe_player = Part("companion.games.coach_ride.words:person_name")
    describe_winners = Part("companion.games.coach_ride.state_words:describe_winners")


GAME = CoachRide()
