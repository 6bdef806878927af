"""Turns: player on turn, next phase, and giving away over the limit (sections 3 and 4)."""

from collections.abc import Iterator

from engine.game import RuleProblem
from engine.values import replaced

from .cards import Person
from .events import Gave, Passed, To
from .problems import Code, problem
from .state import NextPhase, Phase, State


def turn_problems(state: State, person: Person) -> Iterator[RuleProblem]:
    """Yield the problem that an action of a turn is not by the active player."""
    if person != state.turn:
        yield problem(Code.NOT_YOUR_TURN, f"{person} cannot act now: it is {state.turn}'s turn (section 3)")


def self_target_problems(event: To) -> Iterator[RuleProblem]:
    """Find the problem that an action for another player is done to oneself."""
    if event.by == event.to:
        yield problem(Code.YOURSELF, f"{event.by} cannot choose {event.to}: it must be another player (section 3)")


def asked_problems(person: Person, asked: Person | None, ruling: str = "section 3") -> Iterator[RuleProblem]:
    """Yield the problem that somebody answers who was not asked."""
    if person != asked:
        yield problem(Code.NOT_YOURS, f"{person} cannot do that: it is for {asked or 'nobody'} to do ({ruling})")


def settle(state: State, then: NextPhase) -> State:
    """Enter the next phase; before it players over the limit give away (K10)."""
    if state.first_over_limit() is not None:
        return replaced(state, phase=Phase.LIMIT, then=then)
    if then is NextPhase.SAME_TURN:
        return replaced(state, phase=Phase.TURN, then=None)
    if then is NextPhase.TRADE and state.announcer() is not None:
        return replaced(state, phase=Phase.ANNOUNCE, then=None)
    return replaced(
        state,
        phase=Phase.TURN,
        turn=state.left_of(state.turn),
        turns=state.turns + 1,
        trade=None,
        fight=None,
        then=None,
    )


def passed_problems(state: State, event: Passed) -> Iterator[RuleProblem]:
    """Yield all that is wrong with passing."""
    yield from turn_problems(state, event.by)


def pass_turn(state: State, event: Passed) -> State:
    """Pass the turn to the left."""
    return settle(replaced(state, turn=event.by), NextPhase.NEXT_TURN)


def gave_problems(state: State, event: Gave) -> Iterator[RuleProblem]:
    """Yield all that is wrong with giving away over the limit."""
    yield from self_target_problems(event)
    yield from asked_problems(event.by, state.first_over_limit(), "K10")


def give(state: State, event: Gave) -> State:
    """Move one item; a player who is over the limit by it gives in turn."""
    assert state.then is not None
    return settle(state.with_moves(((event.by, event.to),)), state.then)
