"""Makes a session with its pages: the first one and the menu."""

from collections.abc import Sequence
from random import Random

from companion.device.settings import Settings
from companion.journal import Journal
from companion.table.ask_step import AskStep
from companion.table.bot_acts import describe_acts
from companion.table.bot_step import bot_or_step
from companion.table.event_dialog import EventDialogStep
from companion.table.game import TableGame
from companion.table.kept_answers import kept_answers
from companion.table.menu_lock import menu_or_lock
from companion.table.other_table_step import BrokenOffStep, OtherTableStep, other_table_or_step
from companion.table.own_screens import SeatScreens
from companion.table.preparation import LeaveSetUpStep
from companion.table.session import Session
from companion.table.session_context import DEFAULT_CONTEXT, SessionContext
from companion.table.session_pages import SessionPages
from companion.table.start import StartStep
from companion.table.step import Step


def open_session(
    journal: Journal,
    settings: Settings,
    games: Sequence[TableGame[Session]],
    *,
    sees: bool,
    rng: Random | None = None,
    around: SessionContext = DEFAULT_CONTEXT,
) -> Session:
    """Open a session for these games, with arguments as in `Session`.

    `open_start_page` opens its first page.
    """
    return Session(
        journal,
        settings,
        games,
        pages=SessionPages(StartStep, _menu, AskStep, _before_step, describe_acts, SeatScreens),
        sees=sees,
        rng=rng,
        around=around,
    )


def _menu(session: Session) -> Step[Session]:
    """Return the menu of the running game, or the question before its set-up is left."""
    return LeaveSetUpStep(session) if session.game is None else menu_or_lock(session)


def _before_step(session: Session, step: Step[Session]) -> Step[Session]:
    """Return the page of a bot or an absent player, else the step with its kept answers."""
    if isinstance(step, EventDialogStep):
        step.take_up(kept_answers(session))
    waits = other_table_or_step(session, step)
    return waits if isinstance(waits, OtherTableStep | BrokenOffStep) else bot_or_step(session, waits)
