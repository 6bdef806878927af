"""Player of a game of Betrayal by hand: random allowed events, touched row by row."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from companion.device.settings import Settings
from companion.games.betrayal.table.event_answers import event_answers
from companion.games.betrayal.table.game import TABLE
from companion.games.betrayal.table.steps import HouseStep
from companion.games.betrayal.table.text_dialog import unused_roll_name
from companion.games.betrayal.table.tile_dialog import told_turn
from companion.journal import Journal
from companion.table.session import Session
from companion.table.session_start import open_session
from engine.betrayal import events as e
from engine.betrayal.haunting import answerers
from engine.betrayal.state import State
from hardware.buttons import Button, Press
from tests.engine.betrayal.random_games import next_event


def open_table(journal: Journal) -> Session:
    """Return a table without any camera."""
    return open_session(journal, Settings(), [TABLE], sees=False, rng=Random(1))


def begin(session: Session, started: e.GameStarted, **options: object) -> None:
    """A game whose house is laid; dice are real unless the options say otherwise."""
    TABLE.begin(session, started, {"dice": "real", **options})
    press(session, Button.ADVANCE)


def press(session: Session, button: Button, *, held: bool = False) -> None:
    session.press(Press(button, held), 0.0)


def state_of(session: Session) -> State:
    assert session.game is not None
    state = session.game.state
    assert isinstance(state, State)
    return state


def possible_event(state: State, rng: Random, odd: float) -> tuple[e.GameEvent, tuple[str, ...]]:
    """Return a possible event, as a table would tell it, with the answers that tell it."""
    for _ in range(400):
        event = _as_told(state, next_event(state, rng, odd))
        if event is None:
            continue
        try:
            return event, event_answers(state, event, virtual=False)
        except (ValueError, StopIteration):
            # People put it otherwise: monsters of another name, a way of the Dog's that is not the shortest.
            continue
    raise AssertionError("nothing is told")


def _as_told(state: State, event: e.GameEvent | None) -> e.GameEvent | None:
    """Return the event as answers tell it; None for what is told elsewhere or otherwise."""
    if event is None or isinstance(event, e.Corrected) or getattr(event, "overruled", False):
        return None
    if isinstance(event, e.Confirmed | e.Denied):
        return type(event)(by=answerers(state)[0])
    if isinstance(event, e.Rolled):
        return replace(event, what=unused_roll_name(state, event.by))
    if isinstance(event, e.Placed) and event.room == state.room_of(event.by) and event.side is None:
        return None
    if isinstance(event, e.Discovered | e.TileLaid) or (isinstance(event, e.Fell) and event.tile is not None):
        return replace(event, turn=told_turn(str(event.tile), event.turn or 0))
    if isinstance(event, e.Rearranged):
        turned = {room: (x, y, told_turn(room, turn)) for room, (x, y, turn) in event.rooms.items()}
        return replace(event, rooms=turned)
    return event


def tell(session: Session, event: e.GameEvent, answers: tuple[str, ...] | None = None) -> None:
    """Touch the rows that tell an event."""
    step = session.step
    assert isinstance(step, HouseStep)
    told = answers if answers is not None else event_answers(step.state, event, virtual=False)
    events = len(session.game.events) if session.game else 0
    while session.game is not None and len(session.game.events) == events:
        before = step.answers
        assert len(before) < len(told), (event, told, before, step.question)
        session.touch(told[len(before)], 0.0)
        assert step.answers != before or session.step is not step, (event, told, before, step.question, step.refusal)


def play(session: Session, rng: Random, *, most: int = 300, odd: float = 0.1) -> Iterator[e.GameEvent]:
    """Tell a game by chance to its end, or so many events; give each event before it is told."""
    assert session.game is not None
    while session.game.rules.over(session.game.state) is None and len(session.game.events) < most:
        if isinstance(session.step, HouseStep):
            if not session.game.rules.next(session.game.state):
                return
            event, answers = possible_event(session.game.state, rng, odd)
            yield event
            tell(session, event, answers)
        else:
            # The guide: done.
            press(session, Button.ADVANCE)
