"""The great moments of a game: for a few seconds they have the whole screen to themselves."""

from collections.abc import Callable

from companion.games.finstere_flure.language import say
from companion.games.finstere_flure.playback.board_view import CelebrationFrame
from companion.games.finstere_flure.table.ring import over_pattern, stage_pattern
from companion.games.finstere_flure.table.running_game import FinstereFlureSession, running
from companion.games.finstere_flure.words.event_words import describe_result
from companion.games.finstere_flure.words.piece_names import player_name
from companion.screen.pages import Keys, Page, PlayedPage
from companion.table.step import Step
from companion.voice import Level
from engine.finstere_flure.outcome import GameOutcome
from engine.finstere_flure.pieces import MONSTER, Colour
from hardware.ring.patterns import Pattern

#: So long (seconds) a moment lasts, if nobody presses a button.
CELEBRATION_S = 4.0


class CelebrationStep(Step[FinstereFlureSession]):
    """A moment; any button ends it, and then comes what is next."""

    def __init__(
        self,
        session: FinstereFlureSession,
        shown: CelebrationFrame,
        chime: str,
        pattern: Pattern,
        next_action: Callable[[], None],
    ) -> None:
        super().__init__(session)
        self.shown, self.chime, self.next_action = shown, chime, next_action
        self.began = session.now
        self._pattern = pattern

    def begin(self) -> None:
        """Play the celebration's sound; the next step says what is to be said."""
        self.session.say("", Level.PHASE, self.chime)

    def tick(self) -> None:
        """Go on when the celebration's time is over."""
        if self.session.now - self.began >= CELEBRATION_S:
            self.next_action()

    def advance(self) -> None:
        """Go on to the next step."""
        self.next_action()

    def draw(self) -> None:
        """Go on to the next step."""
        self.next_action()

    def back(self) -> None:
        """Go on to the next step."""
        self.next_action()

    def pattern(self) -> Pattern:
        """Return the celebration's own lights."""
        return self._pattern

    def page(self) -> Page:
        """Return the page of the celebration at its present moment."""
        shown = self.shown.said_again().at(self.session.now - self.began)
        return PlayedPage("moment", shown, moving=True, keys=Keys(advance=say("Go on")))


def stage_two(session: FinstereFlureSession, next_action: Callable[[], None]) -> CelebrationStep:
    """Return the celebration of the second stage's beginning."""
    shown = CelebrationFrame(MONSTER, say("Stage two"), say("What is eaten from now on is out of the game."))
    return CelebrationStep(session, shown, "gong", stage_pattern(), next_action)


def celebrate_last_token(
    session: FinstereFlureSession, colour: Colour, next_action: Callable[[], None]
) -> CelebrationStep:
    """Return the celebration that a player's last token is out of the castle."""
    title = say("{player} is safe!", player=player_name(colour))
    shown = CelebrationFrame(colour, title, say("The last token has escaped."))
    return CelebrationStep(session, shown, "victory", over_pattern(running(session).state.players, colour), next_action)


def victory(session: FinstereFlureSession, outcome: GameOutcome, next_action: Callable[[], None]) -> CelebrationStep:
    """Return the celebration of the winner, or of the monster if it has won."""
    winner = outcome.winner
    line = (
        say("Furunkulus has won.")
        if winner is None
        else say("Escaped from the castle, and out of the monster's reach.")
    )
    shown = CelebrationFrame(winner or MONSTER, describe_result(outcome), line)
    pattern = over_pattern(running(session).state.players, winner)
    return CelebrationStep(session, shown, "victory" if winner else "gong", pattern, next_action)
