"""Putting public facts right by hand: what, whose, how it is, and why (rules, section 9)."""

from typing import Any

from companion.games.lifeboat.boat_view import BoatView, boat_view
from companion.games.lifeboat.language import say
from companion.games.lifeboat.table.dialog import kind_rows, people_rows, pick_character
from companion.games.lifeboat.table.words import describe_problem
from companion.screen.pages import Row, Tone
from companion.table.dialog import Dialog
from companion.table.event_dialog import CorrectingStep, correction_reasons, number_rows
from companion.table.questions import Question
from engine.lifeboat.components import Character, Provision
from engine.lifeboat.corrections import MOST_BIRDS, MOST_WOUNDS
from engine.lifeboat.events import Corrected, Correction
from engine.lifeboat.state import State

#: Number of hand cards beyond which nobody has to set one.
_MOST_CARDS = 20
#: Length beyond which a list takes the whole screen.
_LONG_LIST = 12
_DONE = "done"


def ask_correction(state: State) -> Dialog[Corrected]:
    """Ask what is put right, whose it is, how it is, and why."""
    what = yield Question(say("What is to be put right?"), _facts(state))
    values = yield from _value(state, what)
    return Corrected(Correction(**values), (yield Question(say("Why?"), correction_reasons())))


def _facts(state: State) -> tuple[Row, ...]:
    return (
        Row(say("Wounds"), "wounds"),
        Row(say("Hand cards"), "hands"),
        Row(say("Open cards"), "open"),
        Row(say("The opened parasol"), "parasol"),
        Row(say("Rowing tokens"), "rowed"),
        Row(say("Fight tokens"), "fought"),
        Row(say("Birds"), "birds", str(state.birds)),
        Row(say("The row stack"), "row", str(state.row)),
        Row(say("The boat row"), "seats"),
        Row(say("The discard pile"), "discard"),
    )


def _value(state: State, what: str) -> Dialog[dict[str, Any]]:
    """Ask for the value that is set."""
    match what:
        case "birds":
            return {what: (yield from _number(say("How many birds are out?"), MOST_BIRDS))}
        case "row":
            return {what: (yield from _number(say("How many cards are on the row stack?"), state.row + state.deck))}
        case "wounds" | "hands":
            character = yield from pick_character(say("Whose?"), state.seats)
            text = say("How many wounds?") if what == "wounds" else say("How many hand cards?")
            rows = number_rows(0, MOST_WOUNDS if what == "wounds" else _MOST_CARDS)
            return {what: ((character, int((yield Question(text, rows, whole_screen=True)))),)}
        case "open":
            character = yield from pick_character(say("Whose?"), state.seats)
            text = say("Which card lies there, or no longer lies there?")
            return {what: ((character, (yield from _pile(text, state.person(character).open))),)}
        case "discard":
            text = say("Which card is too many or missing on the discard pile?")
            return {what: (yield from _pile(text, state.discard))}
        case "parasol":
            owners = [person.who for person in state.aboard if Provision.PARASOL in person.open]
            rows = (*people_rows(owners), Row(say("Nobody"), "nobody"))
            answer = yield Question(say("Who has opened the parasol?"), rows)
            return {what: () if answer == "nobody" else (Character(answer),)}
        case "rowed" | "fought":
            return {what: (yield from _tokens(state, what))}
    return {what: (yield from _seats(state))}


def _number(text: str, most: int) -> Dialog[int]:
    return int((yield Question(text, number_rows(0, most), whole_screen=most > _LONG_LIST)))


def _pile(text: str, cards: tuple[Provision, ...]) -> Dialog[tuple[Provision, ...]]:
    """Ask for one card more or less.

    The cards that lie there can go, all others can come.
    """
    less = tuple(Row(row.text, f"-{row.id}", "-1", sign=row.sign) for row in kind_rows(dict.fromkeys(cards)))
    more = tuple(Row(row.text, f"+{row.id}", "+1", sign=row.sign) for row in kind_rows(Provision))
    answer = yield Question(text, (*less, *more), whole_screen=True)
    kept, card = list(cards), Provision(answer[1:])
    if answer.startswith("-"):
        kept.remove(card)
    else:
        kept.append(card)
    return tuple(sorted(kept))


def _tokens(state: State, what: str) -> Dialog[tuple[Character, ...]]:
    """Ask who has a token: each answer gives or takes one, until all is right."""
    have = {person.who for person in state.aboard if getattr(person, what)}
    while True:
        rows = (
            Row(row.text, row.id, sign=row.sign, done=Character(row.id) in have) for row in people_rows(state.seats)
        )
        done = Row(say("That is right"), _DONE, tone=Tone.NOW)
        answer = yield Question(say("Who has a token?"), (*rows, done), stays=True)
        if answer == _DONE:
            return tuple(person.who for person in state.aboard if person.who in have)
        have ^= {Character(answer)}


def _seats(state: State) -> Dialog[tuple[Character, ...]]:
    """Ask for one seat after the other, from the bow."""
    named: list[Character] = []
    while len(named) < len(state.seats):
        text = say("Who sits in place {n} from the bow?", n=len(named) + 1)
        named.append((yield from pick_character(text, [seat for seat in state.seats if seat not in named])))
    return tuple(named)


class LifeboatCorrectStep(CorrectingStep[State, Corrected]):
    """Put right by hand."""

    describe_problem = staticmethod(describe_problem)
    ask_correction = staticmethod(ask_correction)

    def board(self) -> BoatView:
        """Return the boat as the companion believes it to be."""
        return boat_view(self.state)
