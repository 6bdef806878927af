"""Turn of another table: people wait, and hands put the table right by its events."""

from collections.abc import Sequence
from dataclasses import replace

from companion.device.language import say
from companion.screen.pages import Keys, Page, Row, Tone
from companion.table.bots import has_bot_acted_last
from companion.table.lists import ListStep
from companion.table.put_right import PutRightStep
from companion.table.session import Session
from companion.table.step import Step
from companion.table.undo_step import open_undo
from companion.table.waiting_page import waiting_page
from companion.voice import Kind, Level
from hardware.ring.patterns import Pattern


def other_table_or_step(session: Session, step: Step[Session]) -> Step[Session]:
    """Return the page of the other table that plays now, or the step itself.

    Where that one has gone on with the cards, the game is over here. At a virtual table hands do by themselves what is
    to be done by an event of the other table.
    """
    other = session.other_table
    if other is None or not other.seats:
        return step
    if other.is_broken_off and not step.is_end:
        return BrokenOffStep(session)
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
    session.announced.say_outcome(text, Level.PHASE)
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
        open_undo(self.session)

    def pattern(self) -> Pattern:
        """Return the pattern of the player on turn."""
        return self.awaited_step.pattern()

    def page(self) -> Page:
        """Return the page on which people would act, without anything to choose."""
        return waiting_page(self.session, self.awaited_step.page(), "other-table", self._text)


class BrokenOffStep(ListStep):
    """Last step of a game that cannot go on here; it leads to the main menu."""

    name = "broken-off"
    is_end = True

    def begin(self) -> None:
        """Say that the game is over here."""
        self.session.say(self.text(), Level.PHASE, "turn")

    def title(self) -> str:
        """Return the page's title."""
        return say("The game is over here.")

    def text(self) -> str:
        """Say why."""
        return say("The other table has the cards, and has gone on without this one.")

    def rows(self) -> Sequence[Row]:
        """Return the way on."""
        return (Row(say("Main menu"), "start", tone=Tone.NOW),)

    def page(self) -> Page:
        """Return the page; what it tells stands at its edge no more."""
        return replace(super().page(), status="")

    def keys(self) -> Keys:
        """Return the meaning of the buttons: nothing can be taken back."""
        return Keys(advance=say("Main menu"), draw=say("Say again"), back_hold=say("Menu"))

    def draw(self) -> None:
        """Say it again."""
        self.begin()

    def draw_held(self) -> None:
        """Say it again."""
        self.begin()

    def choose(self, row_id: str) -> None:  # noqa: ARG002 - there is one row
        """Go to the first page."""
        self.session.open_start_page()
