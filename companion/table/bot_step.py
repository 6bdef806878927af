"""Turn of a bot: it thinks, its move is told, and hands put the table right by it."""

from companion.device.sentences import as_sentence
from companion.screen.pages import BoardPage, ListPage, Page
from companion.table.away import away_or_step
from companion.table.bot_acts import is_still_read
from companion.table.bots import (
    ask_bot,
    describe_bot,
    has_bot_acted_last,
    has_bots,
    opponent_of,
    seat_bots,
    seat_to_act,
    stop_bot,
    take_answer,
    whole_state,
)
from companion.table.failed_bot import FailedBotStep
from companion.table.move_entry import enter_move
from companion.table.other_table_step import OtherTableStep
from companion.table.put_right import PutRightStep
from companion.table.seat_names import seats_of
from companion.table.seats import SeatChange, SeatChangeKind
from companion.table.session import Session
from companion.table.step import Step
from companion.table.undo_step import open_undo
from companion.table.waiting_page import waiting_page
from companion.voice import Kind, Level
from hardware.ring.patterns import Pattern


def bot_or_step(session: Session, step: Step[Session]) -> Step[Session]:
    """Return the page of a bot that acts now, or the step itself, or that of an absent player.

    Before all comes a bot that has given up, until somebody has noticed. At a virtual table hands do by themselves what
    is the bots' to do.
    """
    assert session.game is not None
    unnoticed = session.seating.seats.unnoticed
    if unnoticed and session.table_game.history.result_line(session.game.state) is None:
        return FailedBotStep(session, next(seat for seat in seats_of(session) if seat in unnoticed), step)
    step = away_or_step(session, step)
    bots = seat_bots(session)
    if not bots or session.watching or not has_bots(session):
        return step
    opponent_of(session).prepare(session.table_game.rules.id)
    puts_right = isinstance(step, PutRightStep)
    waits = session.hidden_cards is not None and session.hidden_cards.wait_for_people
    seat = "" if puts_right or step.only_shows or waits else seat_to_act(session, bot=True)
    if seat:
        return BotStep(session, step, seat)
    if session.watching is not None:
        alone = set(seats_of(session)) <= set(bots)
        turn = session.table_game.actor(session.game.state) in bots and not seat_to_act(session, bot=False)
        step.auto_move_requested = alone or (has_bot_acted_last(session) if puts_right else turn)
    return step


def go_on_unnoticed(session: Session) -> None:
    """Go on after a move that nobody notices.

    With chance if nobody is left, a bot, or another table.
    """
    other, running = session.other_table, session.running_step
    is_awaited = other is not None and bool(other.seats) and other.is_awaited
    if isinstance(running, PutRightStep) or (is_awaited and isinstance(running, OtherTableStep)):
        # Hands have something to do first, or the wait goes on.
        return
    whole = whole_state(session)
    if session.has_page_above or is_awaited or isinstance(running, OtherTableStep):
        session.go_on_below()
    elif whole is None or not session.table_game.play.acting_seats(whole):
        session.go_on()
    else:
        step = bot_or_step(session, session.step)
        if step is not session.step:
            session.switch(step)


class BotStep(Step[Session]):
    """Step in which a bot thinks; whatever comes on the screen instead stops it."""

    def __init__(self, session: Session, step: Step[Session], seat: str) -> None:
        """Show the bot's turn in place of `step`, in which people would act."""
        super().__init__(session)
        self.seat, self._step = seat, step
        #: Move of which chance still owes its part.
        self._unfinished: object | None = None
        self.moment = step.moment

    def begin(self) -> None:
        """Ask the bot."""
        ask_bot(self.session, self.seat, self._bot)
        page = self._step.page()
        if self.session.is_by_ear and isinstance(page, BoardPage | ListPage):
            # The turn is enough: what the bot does is told in a moment.
            self.session.announced.leave_unsaid(describe_bot(self.session, self.seat))
            self.session.say(as_sentence(page.title), Level.DETAIL, kind=Kind.PAGE)

    @property
    def _bot(self) -> str:
        return seat_bots(self.session)[self.seat]

    def leave(self) -> None:
        """Stop the bot."""
        stop_bot(self.session)

    def tick(self) -> None:
        """Take its move, once what a bot did before could be read."""
        if is_still_read(self.session):
            return
        if self._unfinished is not None:
            self._take(self._unfinished)
            return
        done, move = take_answer(self.session)
        if done and move is None:
            self._give_up()
        elif done:
            self._take(move)

    def _take(self, move: object) -> None:
        session, whole = self.session, whole_state(self.session)
        entered = enter_move(session, self._step, move, by_bot=True)
        self._unfinished = move if entered is None else None
        if entered is False:
            # Nobody notices; if nothing has changed the others go on.
            self._step.resume()
            session.switch(self._step if whole_state(session) == whole else bot_or_step(session, self._step))

    def _give_up(self) -> None:
        session = self.session
        assert session.game is not None
        session.seating.change(SeatChange(SeatChangeKind.FAILED, (self.seat,), self._bot), len(session.game.events))
        session.go_on()

    def draw(self) -> None:
        """Do nothing: there is nothing to repeat."""

    def back(self) -> None:
        """Show what can be undone."""
        open_undo(self.session)

    def explain_ignored_touch(self, target: str) -> str:  # noqa: ARG002 - every place is the same
        """Say that it is the bot's turn."""
        return describe_bot(self.session, self.seat)

    def pattern(self) -> Pattern:
        """Return the pattern of the player on turn."""
        return self._step.pattern()

    def page(self) -> Page:
        """Return the page on which people would act, without anything to choose."""
        return waiting_page(self.session, self._step.page(), "bot", describe_bot(self.session, self.seat))
