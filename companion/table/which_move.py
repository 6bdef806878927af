"""Question which of several moves was made, after which plain pieces lie alike."""

from collections.abc import Sequence

from companion.device.language import say
from companion.device.sentences import together
from companion.screen.pages import Row, Tone
from companion.table.session import Session
from companion.table.spoken_page import describe_choices, spoken_row
from companion.voice import Level


def ask_which_move(session: Session, moves: Sequence[Row]) -> None:
    """Ask which of these moves was made; by ear the question tells them."""
    told = describe_choices([spoken_row(move).whole for move in moves]) if session.is_by_ear else iter(())
    session.say(together(say("Which move was it?"), next(told, "")), Level.PHASE, "turn")


def none_of_these() -> Row:
    """Return the row that says what to do where no move was made that is offered."""
    return Row(say("None of these? Push pieces straight, or put them back as they lay."), tone=Tone.FADED)
