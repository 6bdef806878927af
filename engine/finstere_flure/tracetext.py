"""A monster's move as text, one line a step: for logs, bug reports and data files.

::

    card 8
    1 N j7  sees R1:N6 turn; E>N; j8-j7
    2 N j6  sees R1:N5 B4:E8 ahead; j7-j6
    3 E m6  sees R1:N4 R4:E3 turn; N>E; j6-k6; k6~l6 (R6); l6~m6 (R6); eats R4 m6 caught
    4 E n6  sees nobody; pushes s1 n6-o6 (R4); m6-n6
    ...
    last W p8  sees R3:W7 turn

A step's line begins with its number and with the direction and cell of the monster when it is finished (before the
next look). Its events follow in order, each with the ruling that decided, if one did. Pieces are the words of the
text board, as they lie at the start. The events:

- ``sees R1:N6 B4:E8 ahead``: the first token in each direction with its distance, and what the look led to (``turn``,
  ``ahead``, ``confused``); ``sees nobody``.
- ``E>N`` it turns towards a token; ``q6 on h5 turns E>S`` a turning stone turns it; ``stands still``.
- ``wall V p6-a6`` it goes through a wall; ``j8-j7`` it moves; ``k6~l6`` it slides; ``@A1 n4 to @A2 c5 S`` it comes out
  on another teleporter and faces south.
- ``pushes s1 n6-o6`` a piece moves one cell, ``n6~p6`` slides, or goes ``n6-lost``; ``removes s1 p6`` the stone leaves
  the game; ``eats B3 p6 pushed-off`` a token is lost, and how.

The last line is the look after the last step, with the direction that the monster then faces.
"""

from collections.abc import Mapping

from .pieces import TELEPORTER_PAIRS
from .position import Position
from .textboard import stone_word, token_word
from .trace import (
    Eaten,
    Event,
    Look,
    MonsterMove,
    Move,
    Pivot,
    Push,
    Removed,
    Slide,
    StandsStill,
    Teleport,
    Turn,
    Wall,
)


def format_move(move: MonsterMove) -> str:
    """Return the whole move: the card, a line for each step, and the last look."""
    words = _words(move.start)
    steps = (
        f"{step.number} {step.facing} {step.cell}  {'; '.join(_event(event, words) for event in step.events)}"
        for step in move.steps
    )
    last = f"last {move.final_look.facing} {move.final_look.cell}  {_event(move.final_look, words)}"
    return "\n".join((f"card {move.card}", *steps, last)) + "\n"


def _words(start: Position) -> dict[str, str]:
    """Return every piece's word by its id."""
    teleporters = {piece: "@" + piece.removeprefix("teleporter-") for piece in TELEPORTER_PAIRS}
    stones = {stone.id: stone_word(stone) for stone in start.stones}
    return teleporters | stones | {token.id: token_word(token) for token in start.tokens}


def _event(event: Event, words: Mapping[str, str]) -> str:
    ruling = getattr(event, "ruling", None)
    return _facts(event, words) + (f" ({ruling})" if ruling else "")


def _facts(event: Event, words: Mapping[str, str]) -> str:
    match event:
        case Look(seen=()):
            return f"sees {event.decision}"
        case Look():
            seen = " ".join(f"{words[sight.token]}:{sight.direction}{sight.distance}" for sight in event.seen)
            return f"sees {seen} {event.decision}"
        case Turn():
            return f"{event.before}>{event.after}"
        case Pivot():
            return f"{words[event.tile]} on {event.cell} turns {event.before}>{event.after}"
        case StandsStill():
            return "stands still"
        case Wall():
            return f"wall {event.letter} {event.before}-{event.after}"
        case Move():
            return f"{event.before}-{event.after}"
        case Slide():
            return f"{event.before}~{event.after}"
        case Teleport():
            return f"{words[event.tile]} {event.before} to {words[event.partner]} {event.after} {event.facing}"
        case Push():
            return f"pushes {words[event.piece]} {event.before}{'~' if event.slid else '-'}{event.after or 'lost'}"
        case Removed():
            return f"removes {words[event.tile]} {event.cell}"
        case Eaten():
            return f"eats {words[event.token]} {event.cell} {event.how}"
