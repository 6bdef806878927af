"""Page of a bot that has given up, until somebody has said who plays in its seat."""

from collections.abc import Sequence

from companion.device.language import say
from companion.screen.pages import Keys, Row
from companion.table.bots import has_bots, why_no_bots
from companion.table.seat_names import player_name
from companion.table.seats_menu import PlayerSeatStep, bot_again_row, person_plays_row
from companion.table.session import Session
from companion.table.step import Step
from companion.table.undo_step import open_undo, undo_label
from companion.voice import Level
from hardware.ring.patterns import Pattern


class FailedBotStep(PlayerSeatStep):
    """Choice of who plays in the seat of a bot that has given up."""

    name = "failed-bot"

    def __init__(self, session: Session, seat: str, step: Step[Session]) -> None:
        """Ask in place of `step`, in which people would act."""
        super().__init__(session, seat)
        self._step = step
        self.moment = step.moment

    def title(self) -> str:
        """Return what has happened."""
        return say("{player}: the bot has failed.", player=player_name(self.session, self.seat))

    def text(self) -> str:
        """Return the question."""
        return say("Who plays there now?")

    def begin(self) -> None:
        """Say what has happened."""
        self.session.say(self.title(), Level.PROBLEM, "wrong")

    def rows(self) -> Sequence[Row]:
        """Return the choices: a person, or the same bot once more."""
        session = self.session
        bot = session.seating.seats.failed[self.seat]
        can_play = has_bots(session) and not why_no_bots(session)
        return [person_plays_row(), *([bot_again_row(session, bot)] if can_play else [])]

    def keys(self) -> Keys:
        """Return the meaning of the buttons."""
        return Keys(advance=say("Choose"), draw=say("Next"), back=undo_label(self.session), back_hold=say("Menu"))

    def back(self) -> None:
        """Show what can be undone."""
        open_undo(self.session)

    def pattern(self) -> Pattern:
        """Return the pattern of the player on turn."""
        return self._step.pattern()
