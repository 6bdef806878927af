"""Turn of another table: people wait, and hands put the table right by its events."""

from companion.screen.pages import Page
from companion.table.bots import has_bot_acted_last
from companion.table.put_right import PutRightStep
from companion.table.session import Session
from companion.table.step import Step
from companion.table.undo_step import UndoStep
from companion.table.waiting_page import waiting_page
from companion.voice import Kind, Level
from hardware.ring.patterns import Pattern


def other_table_or_step(session: Session, step: Step[Session]) -> Step[Session]:
    """Return the page of the other table that plays now, or the step itself.

    At a virtual table hands do by themselves what is to be done by an event of the other table.
    """
    other = session.other_table
    if other is None or not other.seats:
        return step
    if isinstance(step, PutRightStep):
        if session.watching is False and has_bot_acted_last(session):
            step.auto_move_requested = True
        return step
    return step if step.only_shows or step.is_end or not other.is_awaited else OtherTableStep(session, step)


def enter_from_other_table(session: Session, event: object) -> None:
    """Enter an event of the other table, which may be taken: it is told, and hands carry it out.

    A menu that is open here stays open.
    """
    game, step = session.game, session.running_step
    assert game is not None
    awaited = step.awaited_step if isinstance(step, OtherTableStep) else step
    text = session.table_game.seat_screen.describe_entered(game.state, event, game.rules.follow(game.state, event))
    session.say_outcome(text, Level.PHASE)
    session.seating.events_by_bots = len(game.events) + 1
    if not session.has_page_above and type(awaited).enter_event is not Step.enter_event:
        # What a game shows of such an event it shows here, too.
        awaited.enter_event(event)
    if session.game is game:
        session.apply(event)
        session.go_on_below()


class OtherTableStep(Step[Session]):
    """Step in which the other table plays; nothing is done here."""

    def __init__(self, session: Session, step: Step[Session]) -> None:
        """Show the wait in place of `step`, in which people would act if it were this table's turn."""
        super().__init__(session)
        self.awaited_step = step
        self.moment = step.moment

    @property
    def _text(self) -> str:
        assert self.session.other_table is not None
        return self.session.other_table.describe_waiting()

    def begin(self) -> None:
        """Say who plays."""
        self.session.say(self._text, Level.DETAIL, kind=Kind.PAGE)

    def back(self) -> None:
        """Show what can be undone."""
        self.session.open(UndoStep(self.session))

    def pattern(self) -> Pattern:
        """Return the pattern of the player on turn."""
        return self.awaited_step.pattern()

    def page(self) -> Page:
        """Return the page on which people would act, without anything to choose."""
        return waiting_page(self.awaited_step.page(), "other-table", self._text)
