"""How an event looks when a game is shown again: the table after it, what happened in the caption."""

from companion.games.coach_ride.state_words import tell_winners
from companion.games.coach_ride.table.captions import facts, title
from companion.games.coach_ride.table.claim_words import condition_rows
from companion.games.coach_ride.table.event_words import tell_event
from companion.games.coach_ride.table_view import table_view
from companion.games.coach_ride.words import first_name, side_name
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
    """What counts in a fight, the conditions of a claim, all sides at the end."""
    claim = state.claim
    if claim is None:
        return tuple(Row(line) for line in facts(state))
    if state.result is None:
        return condition_rows(state)
    return tuple(
        Row(
            first_name(who),
            value=side_name(cards.side),
            tone=Tone.GOOD if str(who) in state.result.winners else Tone.PLAIN,
            sign=who,
        )
        for who in state.players
        if (cards := claim.shown.get(who)) is not None
    )
