"""Reason of a figure that stands where the rules do not bring it (rules, section 12).

The answer says what has happened.
"""

from collections.abc import Iterator
from dataclasses import replace

from companion.device.sentences import capitalised
from companion.games.betrayal.language import say
from companion.games.betrayal.names import room_name
from companion.games.betrayal.table.picking import Telling
from companion.games.betrayal.words import figure_name
from companion.screen.pages import Row
from companion.table.picking import pick
from engine.betrayal import events as e
from engine.betrayal.components import Dir
from engine.betrayal.game import RULES
from engine.betrayal.state import State

STANDS = "stands:"
#: Reason that a text put the figure there.
TEXT = "text"
#: Reason that the table let the figure walk there.
WALKED = "walked"
#: Reason that it was no more than a mistake.
MISTAKE = "mistake"


def figure_answer(figure: str, room: str, side: Dir | None) -> str:
    """Return the answer that begins telling why a figure stands in a room."""
    return f"{STANDS}{figure},{room},{side.word if side else ''}"


def ask_stands(state: State, stands: str) -> Telling:
    """Ask why a figure stands there (`stands` as `figure_answer` says)."""
    figure, room, side = stands.removeprefix(STANDS).split(",")
    reasons = dict(_reasons(state, figure, room, Dir(side) if side else None))
    rows = {
        TEXT: Row(say("A card, a room or the haunt says so"), TEXT),
        WALKED: Row(say("It walked there, allowed by the players"), WALKED),
        MISTAKE: Row(say("By mistake: it goes back"), MISTAKE),
    }
    text = capitalised(say("{player} stands here: {room}. Why?", player=figure_name(figure), room=room_name(room)))
    found = yield from pick(text, [row for name, row in rows.items() if name in reasons or name == MISTAKE])
    return reasons[found]


def can_have_moved(state: State, figure: str, room: str, side: Dir | None) -> bool:
    """Return True if anything but a mistake could have brought the figure there."""
    return any(True for _ in _reasons(state, figure, room, side))


def _reasons(state: State, figure: str, room: str, side: Dir | None) -> Iterator[tuple[str, e.GameEvent]]:
    """Yield the reasons that may be, each with what has happened then."""
    put = e.Placed(by=figure, room=room, side=side)
    walked = e.Moved(by=figure, to=room)
    for reason, event in ((TEXT, put), (WALKED, walked)):
        allowed = (told for told in (event, replace(event, overruled=True)) if not RULES.problems(state, told))
        first = next(allowed, None)
        if first is not None and (reason == TEXT or room != state.room_of(figure)):
            yield reason, first
