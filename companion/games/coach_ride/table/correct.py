"""Putting public facts right by hand: what, whose, how it is, and why (rules, section 7)."""

from typing import Any

from companion.games.coach_ride.language import say
from companion.games.coach_ride.table.picking import card_rows, people_rows, pick_person
from companion.games.coach_ride.table.words import describe_problem
from companion.games.coach_ride.table_view import TableView, table_view
from companion.games.coach_ride.words import first_name
from companion.screen.pages import Row
from companion.table.dialog import Dialog
from companion.table.event_dialog import CorrectingStep, correction_reasons, number_rows
from companion.table.questions import Question
from engine.coach_ride.cards import Person, Profession
from engine.coach_ride.events import Corrected
from engine.coach_ride.state import Phase, State

#: Answer that a profession is not known.
_HIDDEN = "hidden"
_PILE = "pile"


def ask_correction(state: State) -> Dialog[Corrected]:
    """Ask what is put right, whose it is, how it is, and why."""
    facts = (
        Row(say("Items in hands"), "hands"),
        Row(say("An open profession"), "professions"),
        *([Row(say("Whose turn it is"), "turn")] if state.phase is Phase.TURN else []),
    )
    what = yield Question(say("What is to be put right?"), facts)
    text = say("Whose turn is it?") if what == "turn" else say("Whose?")
    player = yield from pick_person(text, state.players)
    values: dict[str, Any] = {"turn": player}
    if what == "hands":
        values = yield from _hands(state, player)
    elif what == "professions":
        elsewhere = [profession for other, profession in state.professions.items() if other is not player]
        rows = card_rows(profession for profession in Profession if profession not in elsewhere)
        text = say("Which profession lies open?")
        card = yield Question(text, (Row(say("None"), _HIDDEN), *rows), whole_screen=True)
        values = {"professions": {player: None if card == _HIDDEN else Profession(card)}}
    return Corrected((yield Question(say("Why?"), correction_reasons())), **values)


def _hands(state: State, person: Person) -> Dialog[dict[str, Any]]:
    """Ask for the number of items in a hand, and where the others are.

    What somebody holds more or less is elsewhere: in the pile, or in another hand.
    """
    others = [other for other in state.players if other is not person]
    before = state.hands[person]
    most = before + max([state.pile, *(state.hands[other] - 1 for other in others)])
    text = say("How many items does {player} hold?", player=first_name(person))
    count = int((yield Question(text, number_rows(1, most), whole_screen=True)))
    if count == before:
        return {"hands": {person: count}}
    text = say("Where are the others?") if count < before else say("Where do the others come from?")
    where = yield Question(text, (Row(say("The pile"), _PILE), *people_rows(others)))
    if where == _PILE:
        return {"hands": {person: count}, "pile": state.pile - (count - before)}
    return {"hands": {person: count, Person(where): state.hands[Person(where)] - (count - before)}}


class CoachRideCorrectStep(CorrectingStep[State, Corrected]):
    """Put right by hand."""

    describe_problem = staticmethod(describe_problem)
    ask_correction = staticmethod(ask_correction)

    def board(self) -> TableView:
        """Return the table as the companion believes it is."""
        return table_view(self.state)
