"""Turn of a player who is away: it passes, or somebody else plays it."""

from collections.abc import Sequence

from companion.device.language import say
from companion.screen.pages import Keys, Row, Tone
from companion.table.debounce import DebouncedStep
from companion.table.lists import ListStep
from companion.table.put_right import PutRightStep
from companion.table.seat_names import player_name
from companion.table.seats import SeatChange, SeatChangeKind
from companion.table.seats_menu import change_seats
from companion.table.session import Session
from companion.table.step import Step
from companion.table.undo_step import open_undo, undo_label
from companion.voice import Level


def away_or_step(session: Session, step: Step[Session]) -> Step[Session]:
    """Return the page of an absent player whose turn can pass, or the step itself.

    At a virtual table a bot plays for whoever is away.
    """
    assert session.game is not None
    seat, hidden = session.table_game.actor(session.game.state), session.hidden_cards
    if seat != session.seating.stand_in_for:
        session.seating.stand_in_for = ""
    if seat not in session.seating.seats.away:
        return step
    if session.watching is not None:
        step.auto_move_requested = hidden is None or not hidden.plays_absent
    if session.watching is not None or session.seating.stand_in_for or isinstance(step, PutRightStep):
        return step
    event = session.table_game.absence.passing_event(session.game.state)
    if event is None or session.game.problems(event):
        session.hint(say("{player} is away: somebody else plays this turn.", player=player_name(session, seat)))
        return step
    return AwayStep(session, seat, event, step)


class AwayStep(ListStep):
    """Choice for the turn of an absent player."""

    name = "away"

    def __init__(self, session: Session, seat: str, passing: object, step: Step[Session]) -> None:
        """`passing` lets the turn pass; `step` is what follows when somebody plays it."""
        super().__init__(session)
        self.seat, self._passing, self._step = seat, passing, step

    def title(self) -> str:
        """Return the player's name."""
        return say("Away: {player}", player=player_name(self.session, self.seat))

    def begin(self) -> None:
        """Say who is away."""
        self.session.say(self.title(), Level.PHASE, "turn")

    def rows(self) -> Sequence[Row]:
        """Return the choices."""
        return (
            # What is marked at first loses nobody a turn.
            Row(say("Somebody else plays the turn"), "play", tone=Tone.NOW),
            Row(say("The turn passes"), "pass"),
            Row(say("Back again"), "back"),
        )

    def keys(self) -> Keys:
        """Return the meaning of the buttons."""
        return Keys(advance=say("Choose"), draw=say("Next"), back=undo_label(self.session), back_hold=say("Menu"))

    def see(self) -> None:
        """Find out whether somebody plays the turn."""
        self._step.see()

    def unsettled(self) -> None:
        """Start the wait for a still table anew."""
        self._step.unsettled()

    def forget_observation(self) -> None:
        """Forget what was seen: the camera sees the table no more."""
        self._step.forget_observation()

    def tick(self) -> None:
        """Take what the table shows, and go over to the turn where that needs a word."""
        self.session.seating.stand_in_for = self.seat
        self._step.tick()
        if self.session.step is self:
            self.session.seating.stand_in_for = ""
            if isinstance(self._step, DebouncedStep) and self._step.reported:
                self._play()

    def _play(self) -> None:
        self.session.seating.stand_in_for = self.seat
        self.session.switch(self._step)

    def back(self) -> None:
        """Show what can be undone."""
        open_undo(self.session)

    def choose(self, row_id: str) -> None:
        """Let the turn pass, or be played."""
        match row_id:
            case "pass":
                self.session.apply(self._passing)
                self.session.go_on()
            case "play":
                self._play()
            case "back":
                change_seats(self.session, SeatChange(SeatChangeKind.BACK, (self.seat,)))
