"""Answers of the table in Coach Ride: items, open professions, trades, fights and claims."""

from collections.abc import Sequence
from functools import partial

from companion.device.sentences import as_sentence
from companion.games.coach_ride.language import say
from companion.games.coach_ride.state_words import (
    describe_due,
    describe_fight,
    describe_piles,
    describe_seat,
    describe_trade,
)
from companion.games.coach_ride.words import first_name
from companion.table.table_question import TableQuestion
from engine.coach_ride.cards import Person
from engine.coach_ride.state import State


def questions(state: State, seat: str) -> Sequence[TableQuestion]:
    """Return what can be asked about the coach; `seat`: who asks, empty: whose turn it is."""
    asker = Person(seat) if seat else state.turn
    own = say("{player}: items and profession?", player=first_name(asker))
    return (
        TableQuestion("pieces", own, lambda: [as_sentence(describe_seat(state, asker))]),
        TableQuestion("announced", say("What was announced?"), partial(describe_announced, state)),
        TableQuestion("fight", say("How does the fight stand?"), partial(describe_fight_now, state)),
        TableQuestion("due", say("What is going on?"), partial(_describe_due, state)),
        TableQuestion("board", say("Who has how many items?"), partial(describe_board, state)),
    )


def describe_board(state: State) -> Sequence[str]:
    """Return the number of everybody's items, open professions, and the piles."""
    return [*(as_sentence(describe_seat(state, player)) for player in state.players), describe_piles(state)]


def describe_announced(state: State) -> Sequence[str]:
    """Return what the trade that goes on has brought to light."""
    return [*describe_trade(state.trade)] if state.trade is not None else [say("No trade goes on.")]


def describe_fight_now(state: State) -> Sequence[str]:
    """Return who fights, with which support and cards, and who has won."""
    if state.fight is None:
        return [say("Nobody fights.")]
    return [as_sentence(line) for line in describe_fight(state.fight)]


def _describe_due(state: State) -> Sequence[str]:
    return [as_sentence(line) for line in describe_due(state)]
