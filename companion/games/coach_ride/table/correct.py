"""Putting public facts right by hand: what, whose, how it is, and why (rules, section 7)."""

from typing import Any

from companion.games.coach_ride.language import say
from companion.games.coach_ride.table.asking import Asked, card_rows, people_rows
from companion.games.coach_ride.table.problem_words import tell_problem
from companion.games.coach_ride.table_view import TableView, table_view
from companion.games.coach_ride.words import first_name
from companion.screen.pages import Row
from companion.table.questions import Answers, Question, Told
from companion.table.telling import CorrectingStep, number_rows, whys
from engine.coach_ride.cards import Person, Profession
from engine.coach_ride.events import Corrected
from engine.coach_ride.state import Phase, State
from engine.game import Problem

_HIDDEN, _PILE = "hidden", "pile"


def ask_correction(state: State, answers: Answers) -> Asked:
    """The next question, or the correction that the answers tell."""
    if not answers:
        rows = [
            Row(say("Items in hands"), "hands"),
            Row(say("An open profession"), "professions"),
            *([Row(say("Whose turn it is"), "turn")] if state.phase is Phase.TURN else []),
        ]
        return Question(say("What is to be put right?"), tuple(rows))
    told = _value(state, answers[0], answers[1:])
    if isinstance(told, Question):
        return told
    values, rest = told
    return Told(Corrected(rest[0], **values)) if rest else Question(say("Why?"), whys())


def _value(state: State, what: str, rest: Answers) -> Question | tuple[dict[str, Any], Answers]:
    """What is set, and the answers after it; a question where more must be told."""
    if not rest:
        return Question(say("Whose?") if what != "turn" else say("Whose turn is it?"), people_rows(state.players))
    who = Person(rest[0])
    if what == "turn":
        return {"turn": who}, rest[1:]
    if what == "hands":
        return _hands(state, who, rest[1:])
    if len(rest) == 1:
        elsewhere = [one for other, one in state.professions.items() if other is not who]
        rows = card_rows(one for one in Profession if one not in elsewhere)
        return Question(say("Which profession lies open?"), (Row(say("None"), _HIDDEN), *rows), whole_screen=True)
    return {"professions": {who: None if rest[1] == _HIDDEN else Profession(rest[1])}}, rest[2:]


def _hands(state: State, who: Person, rest: Answers) -> Question | tuple[dict[str, Any], Answers]:
    """What somebody holds more or less is elsewhere: in the pile, or in another hand."""
    others = [other for other in state.players if other is not who]
    most = state.hands[who] + max([state.pile, *(state.hands[other] - 1 for other in others)])
    if not rest:
        text = say("How many items does {player} hold?", player=first_name(who))
        return Question(text, number_rows(1, most), whole_screen=True)
    now = int(rest[0])
    if now == state.hands[who]:
        return {"hands": {who: now}}, rest[1:]
    if len(rest) == 1:
        text = say("Where are the others?") if now < state.hands[who] else say("Where do the others come from?")
        return Question(text, (Row(say("The pile"), _PILE), *people_rows(others)))
    more = now - state.hands[who]
    if rest[1] == _PILE:
        return {"hands": {who: now}, "pile": state.pile - more}, rest[2:]
    other = Person(rest[1])
    return {"hands": {who: now, other: state.hands[other] - more}}, rest[2:]


class CorrectStep(CorrectingStep):
    """Put right by hand."""

    state: State

    def asked(self, answers: Answers) -> Question | Told:
        """What, whose, how, why."""
        return ask_correction(self.state, answers)

    def tell_problem(self, problem: Problem) -> str:
        """The sentence of its code."""
        return tell_problem(problem)

    def board(self) -> TableView:
        """The table as the companion believes it is."""
        return table_view(self.state)
