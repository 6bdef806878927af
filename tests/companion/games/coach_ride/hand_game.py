"""Player of Coach Ride by hand: random allowed actions with hidden cards, row by row."""

from collections.abc import Iterator
from pathlib import Path

from companion.device.settings import Settings
from companion.games.coach_ride.table.dialog import event_answers
from companion.games.coach_ride.table.game import TABLE
from companion.games.coach_ride.table.steps import CoachRideStep
from companion.journal import Journal
from companion.screen.pages import BoardPage, ListPage
from companion.table.session import Session
from companion.table.session_start import open_session
from engine.coach_ride.events import GameEvent, Shown, Started
from engine.coach_ride.state import Phase, State
from hardware.buttons import Button, Press
from tests.engine.coach_ride.hidden_table import HiddenTable


def open_table(folder: Path, *, sees: bool = False) -> Session:
    """Return a table without any camera, or before one that works."""
    return open_session(Journal.open(folder / "games.sqlite"), Settings(), [TABLE], sees=sees)


def begin(session: Session, started: Started) -> None:
    """A game whose table is laid."""
    TABLE.begin(session, started, {})
    press(session, Button.ADVANCE)


def press(session: Session, button: Button, *, held: bool = False) -> None:
    session.press(Press(button, held), session.now)


def state_of(session: Session) -> State:
    assert session.game is not None
    state = session.game.state
    assert isinstance(state, State)
    return state


def events_of(session: Session) -> tuple[GameEvent, ...]:
    assert session.game is not None
    return session.game.events


def texts(session: Session) -> str:
    page = session.page
    assert isinstance(page, BoardPage | ListPage)
    caption = page.caption if isinstance(page, BoardPage) else page.text
    rows = (f"{row.text} {row.value} {row.detail}" for row in page.rows)
    return " ".join((page.title, caption, *rows, page.status))


def ready(session: Session) -> CoachRideStep:
    """The next question: guides are done, and whoever might have spoken has had the time."""
    while not isinstance(session.step, CoachRideStep):
        press(session, Button.ADVANCE)
    session.step.close_window()
    return session.step


def tell(session: Session, event: GameEvent) -> None:
    """Touch the rows that tell an event."""
    step = ready(session)
    answers = event_answers(event, state_of(session))
    while session.step is step and not step.refusal:
        session.touch(answers[len(step.answers)], session.now)


def play(session: Session, table: HiddenTable) -> Iterator[GameEvent]:
    """Enter a whole game; yield each event afterwards.

    In claims the first player who is asked shows first.
    """
    while table.state.phase is not Phase.OVER:
        before = table.state
        if before.phase in (Phase.ALLIES, Phase.REVEAL):
            player = before.players_to_show()[0]
            items = tuple(sorted(table.hands[player])) if before.phase is Phase.ALLIES else None
            event: GameEvent = Shown(player, table.sides[player], None, items)
            table.game = table.game.apply(event)
        else:
            event = table.step()
        tell(session, event)
        yield event
