"""Player of Lifeboat by hand: random allowed events, touched row by row."""

from collections.abc import Iterator
from random import Random

from companion.device.settings import Settings
from companion.games.lifeboat.table.event_answers import event_answers
from companion.games.lifeboat.table.game import TABLE
from companion.games.lifeboat.table.steps import LifeboatStep
from companion.journal import Journal
from companion.table.session import Session
from companion.table.session_start import open_session
from engine.lifeboat import events as e
from engine.lifeboat.state import State
from engine.values import replaced
from hardware.buttons import Button, Press
from tests.engine.lifeboat.random_games import next_event


def open_table(journal: Journal, *, sees: bool = False) -> Session:
    """Return a table without any camera, or before one that works."""
    return open_session(journal, Settings(), [TABLE], sees=sees, rng=Random(1))


def begin(session: Session, started: e.GameStarted) -> None:
    """A game whose table is laid."""
    TABLE.begin(session, started, {})
    press(session, Button.ADVANCE)


def press(session: Session, button: Button, *, held: bool = False) -> None:
    session.press(Press(button, held), 0.0)


def state_of(session: Session) -> State:
    assert session.game is not None
    state = session.game.state
    assert isinstance(state, State)
    return state


def possible_event(state: State, rng: Random) -> e.GameEvent:
    """Return a possible event that a table could enter: not overruled, no names of those out."""
    while True:
        event = next_event(state, rng)
        if isinstance(event, e.Corrected) or getattr(event, "overruled", False):
            continue
        if isinstance(event, e.Navigated) and event.signs is not None:
            aboard = {
                what: tuple(character for character in getattr(event.signs, what) if character in state.seats)
                for what in ("overboard", "thirsty")
            }
            event = replaced(event, signs=replaced(event.signs, **aboard))
        if isinstance(event, e.Revealed):
            event = replaced(event, hand=tuple(sorted(event.hand)))
        if isinstance(event, e.Laid) and event.to is event.by:
            event = replaced(event, to=None)
        return event


def tell(session: Session, event: e.GameEvent) -> None:
    """Touch the rows that tell an event."""
    answers, step = event_answers(event), session.step
    assert isinstance(step, LifeboatStep)
    while session.step is step:
        session.touch(answers[len(step.answers)], 0.0)


def play(session: Session, rng: Random, *, most: int = 400) -> Iterator[e.GameEvent]:
    """Tell a game by chance to its end, or so many events; give each event before it is told."""
    assert session.game is not None
    while session.game.rules.over(session.game.state) is None and len(session.game.events) < most:
        if isinstance(session.step, LifeboatStep):
            event = possible_event(session.game.state, rng)
            yield event
            tell(session, event)
        else:
            # The guide, or the sums: done, next.
            press(session, Button.ADVANCE)
