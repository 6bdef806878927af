"""Putting public facts right by hand: what, whose, how it is, and why (rules, section 9)."""

from typing import Any

from companion.games.lifeboat.boat_view import BoatView, boat_view
from companion.games.lifeboat.language import say
from companion.games.lifeboat.table.asking import Asked, kind_rows, people_rows
from companion.games.lifeboat.table.problem_words import tell_problem
from companion.screen.pages import Row, Tone
from companion.table.questions import Answers, Question, Told
from companion.table.telling import CorrectingStep, number_rows, whys
from engine.game import Problem
from engine.lifeboat.components import Character, Provision
from engine.lifeboat.corrections import MOST_BIRDS, MOST_WOUNDS
from engine.lifeboat.events import Corrected, Correction
from engine.lifeboat.state import State

#: More hand cards than these nobody has to set; and longer lists take the whole screen.
_MOST_CARDS, _LONG_LIST = 20, 12
_DONE = "done"


def ask_correction(state: State, answers: Answers) -> Asked:
    """The next question, or the correction that the answers tell."""
    if not answers:
        return Question(say("What is to be put right?"), _facts(state))
    told = _value(state, answers[0], answers[1:])
    if isinstance(told, Question):
        return told
    values, rest = told
    if not rest:
        return Question(say("Why?"), whys())
    return Told(Corrected(Correction(**values), rest[0]))


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


def _value(state: State, what: str, rest: Answers) -> Question | tuple[dict[str, Any], Answers]:
    """What is set, and the answers after it; a question where more must be told."""
    match what:
        case "birds":
            return _number(say("How many birds are out?"), 0, MOST_BIRDS, what, rest)
        case "row":
            return _number(say("How many cards has the row stack?"), 0, state.row + state.deck, what, rest)
        case "wounds" | "hands":
            return _of_somebody(state, what, rest)
        case "open":
            return _open(state, rest)
        case "discard":
            return _pile(say("What has the discard pile too much, or too little?"), state.discard, rest)
        case "parasol":
            whom = [person.who for person in state.aboard if Provision.PARASOL in person.open]
            rows = (*people_rows(whom), Row(say("Nobody"), "nobody"))
            if not rest:
                return Question(say("Who has opened the parasol?"), rows)
            return {what: () if rest[0] == "nobody" else (Character(rest[0]),)}, rest[1:]
        case "rowed" | "fought":
            return _tokens(state, what, rest)
    return _seats(state, rest)


def _number(text: str, least: int, most: int, what: str, rest: Answers) -> Question | tuple[dict[str, Any], Answers]:
    if not rest:
        return Question(text, number_rows(least, most), whole_screen=most > _LONG_LIST)
    return {what: int(rest[0])}, rest[1:]


def _of_somebody(state: State, what: str, rest: Answers) -> Question | tuple[dict[str, Any], Answers]:
    if not rest:
        return Question(say("Whose?"), people_rows(state.seats))
    who = Character(rest[0])
    if len(rest) == 1:
        text = say("How many wounds?") if what == "wounds" else say("How many hand cards?")
        most = MOST_WOUNDS if what == "wounds" else _MOST_CARDS
        return Question(text, number_rows(0, most), whole_screen=True)
    return {what: ((who, int(rest[1])),)}, rest[2:]


def _open(state: State, rest: Answers) -> Question | tuple[dict[str, Any], Answers]:
    if not rest:
        return Question(say("Whose?"), people_rows(state.seats))
    who = Character(rest[0])
    found = _pile(say("Which card lies there, or lies there no more?"), state.person(who).open, rest[1:])
    if isinstance(found, Question):
        return found
    values, more = found
    return {"open": ((who, values["discard"]),)}, more


def _pile(text: str, cards: tuple[Provision, ...], rest: Answers) -> Question | tuple[dict[str, Any], Answers]:
    """One card more or less: those that lie there can go, all others can come."""
    if not rest:
        less = tuple(Row(row.text, f"-{row.id}", "-1", sign=row.sign) for row in kind_rows(dict.fromkeys(cards)))
        more = tuple(Row(row.text, f"+{row.id}", "+1", sign=row.sign) for row in kind_rows(Provision))
        return Question(text, (*less, *more), whole_screen=True)
    kept, card = list(cards), Provision(rest[0][1:])
    if rest[0].startswith("-"):
        kept.remove(card)
    else:
        kept.append(card)
    return {"discard": tuple(sorted(kept))}, rest[1:]


def _tokens(state: State, what: str, rest: Answers) -> Question | tuple[dict[str, Any], Answers]:
    """Each answer gives somebody a token or takes it, until all is right."""
    flips = rest[: rest.index(_DONE)] if _DONE in rest else rest
    have = [p.who for p in state.aboard if getattr(p, what) != bool(flips.count(str(p.who)) % 2)]
    if _DONE in rest:
        return {what: tuple(have)}, rest[rest.index(_DONE) + 1 :]
    rows = tuple(
        Row(row.text, row.id, sign=row.sign, done=Character(row.id) in have) for row in people_rows(state.seats)
    )
    return Question(say("Who has a token?"), (*rows, Row(say("That is right"), _DONE, tone=Tone.NOW)), stays=True)


def _seats(state: State, rest: Answers) -> Question | tuple[dict[str, Any], Answers]:
    """One after the other, from the bow."""
    count = len(state.seats)
    named = rest[:count]
    left = [who for who in state.seats if str(who) not in named]
    if len(named) < count:
        place = len(named) + 1
        return Question(say("Who sits in place {n} from the bow?", n=place), people_rows(left))
    return {"seats": tuple(map(Character, named))}, rest[count:]


class CorrectStep(CorrectingStep):
    """Put right by hand."""

    state: State

    def asked(self, answers: Answers) -> Question | Told:
        """What, whose, how, why."""
        return ask_correction(self.state, answers)

    def tell_problem(self, problem: Problem) -> str:
        """The sentence of its code."""
        return tell_problem(problem)

    def board(self) -> BoatView:
        """The boat as the companion believes it is."""
        return boat_view(self.state)
