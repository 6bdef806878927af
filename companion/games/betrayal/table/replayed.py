"""How an event looks when a game is shown again: the house after it, dice or rows, what happened in the caption."""

from companion.device.sentences import capitalised
from companion.games.betrayal.map_view import map_view
from companion.games.betrayal.table.damage_asking import explorer_view
from companion.games.betrayal.table.haunt_asking import tell_haunt
from companion.games.betrayal.table.pages import result_rows, tell_over
from companion.games.betrayal.table.roll_asking import DiceView
from companion.games.betrayal.table.words import tell_event
from companion.games.betrayal.words import figure_name
from companion.screen.pages import BoardPage, Row, Tone
from engine.betrayal import events as e
from engine.betrayal.state import Phase, State


def replayed_page(before: State | None, event: e.GameEvent, after: State, title: str, status: str) -> BoardPage:
    """The page of an event; `before` is None for the first. `title`: in whose turn it happened."""
    caption, tone = tell_event(before, event, after), Tone.PLAIN
    rows = tuple(Row(line) for line in tell_haunt(after))
    if after.phase is Phase.OVER:
        caption, rows, tone = tell_over(after), result_rows(after), Tone.GOOD
    turn = (before or after).turn
    return BoardPage("replay", title, _board(event, after), caption, rows, tone, turn, status=status)


def _board(event: e.GameEvent, after: State) -> object:
    """Dice that decide something, the rows of who is hurt, else the house where it happened."""
    match event:
        case e.HauntRolled(faces=faces):
            return DiceView(faces, len(faces))
        case e.Attacked(faces=faces, against=against):
            return DiceView(faces, len(faces), event.plus, capitalised(figure_name(event.by)), against)
        case e.Damaged(by=by) | e.Adjusted(by=by):
            return explorer_view(after, by)
    figure = str(getattr(event, "by", ""))
    if figure not in after.living and figure not in after.monsters:
        return map_view(after)
    return map_view(after, large=after.house.rooms[after.room_of(figure)].floor)
