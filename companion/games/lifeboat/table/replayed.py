"""How an event looks when a game is shown again: the boat after it, what happened in the caption."""

from companion.games.lifeboat.boat_view import boat_view
from companion.games.lifeboat.table.captions import name, tell_over, title
from companion.games.lifeboat.table.words import tell_event
from companion.screen.pages import BoardPage, Row, Tone
from engine.lifeboat.components import Character
from engine.lifeboat.events import GameEvent
from engine.lifeboat.scores import scores, winners
from engine.lifeboat.state import State, Step


def replayed_page(before: State | None, event: GameEvent, after: State, status: str) -> BoardPage:
    """The page of an event; `before` is None for the first."""
    caption, rows = tell_event(before, event, after), tuple[Row, ...]()
    scored = scores(after)
    if after.step is Step.OVER and scored is not None:
        caption = tell_over(after)
        best = sorted(scored, key=lambda who: (-scored[who].total, list(Character).index(who)))
        won = winners(scored)
        rows = tuple(
            Row(name(who), value=str(scored[who].total), tone=Tone.GOOD if who in won else Tone.PLAIN, sign=who)
            for who in best
        )
    return BoardPage("replay", title(after), boat_view(after), caption, rows, sign=after.turn, status=status)
