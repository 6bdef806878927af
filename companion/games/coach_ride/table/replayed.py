"""How an event looks when a game is shown again: the table after it, what happened in the caption."""

from companion.games.coach_ride.state_words import tell_winners
from companion.games.coach_ride.table.captions import facts, title
from companion.games.coach_ride.table.claim_words import condition_rows
from companion.games.coach_ride.table.words import tell_event
from companion.games.coach_ride.table_view import table_view
from companion.games.coach_ride.words import tell_fault
from companion.screen.pages import BoardPage, Row, Tone
from engine.coach_ride.events import GameEvent
from engine.coach_ride.state import State


def replayed_page(before: State | None, event: GameEvent, after: State, status: str) -> BoardPage:
    """The page of an event; `before` is None for the first."""
    caption, rows, tone = tell_event(before, event, after), _rows(after), Tone.PLAIN
    if after.result is not None:
        caption, tone = tell_winners(after.result.winners), Tone.GOOD
    return BoardPage("replay", title(after), table_view(after), caption, rows, tone, after.turn, status=status)


def _rows(state: State) -> tuple[Row, ...]:
    """What counts in a fight; the conditions of a claim, at the end those that it failed in."""
    claim = state.claim
    if claim is None:
        return tuple(Row(line) for line in facts(state))
    if state.result is not None and claim.faults:
        return tuple(Row(tell_fault(fault), tone=Tone.BAD) for fault in claim.faults)
    return condition_rows(state)
