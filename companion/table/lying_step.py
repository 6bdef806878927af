"""Table told as it lies: differences from the game become a mend, once confirmed."""

from collections.abc import Sequence

from companion.device.language import language_in_use, say
from companion.device.sentences import together
from companion.screen.pages import Keys, Row, Tone
from companion.table.history import Lying
from companion.table.layout import PieceObservation
from companion.table.lists import ListStep
from companion.table.mend_steps import MendStart
from companion.table.other_table import why_not_mended
from companion.table.session import Session
from engine.game import Game


class LyingStep(ListStep):
    """List of all that lies otherwise than in the game; Advance shows the mend that tells it."""

    name = "as-it-lies"

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.moment = _usual_moment(session)
        #: The observation of this moment; None: the table is not seen (yet).
        self._observation: PieceObservation | None = None
        #: What was made of the game, in a language.
        self._made: tuple[str, Game[object, object], Lying[object, object] | None] | None = None
        self._why_not_mended = why_not_mended(session.other_table, session.game_id)

    def see(self) -> None:
        """Compare the table, as it lies now, with the game."""
        session = self.session
        if session.sees and session.game_id is not None and not self._why_not_mended:
            self._observation, self._made = session.observation, None

    def forget_observation(self) -> None:
        """Forget how the table lay."""
        self._observation = self._made = None

    @property
    def lying(self) -> Lying[object, object] | None:
        """The table as the game tells it, in the language in use; None: not told, or not seen."""
        session, language = self.session, language_in_use()
        game = session.game
        if self._observation is None or game is None:
            return None
        if self._made is None or self._made[0] != language or self._made[1] is not game:
            sitting = session.seating.seats.in_order(session.players)
            made = session.table_game.history.as_it_lies(game, self._observation, sitting)
            self._made = language, game, made
        return self._made[2]

    def title(self) -> str:
        """Return the page's title."""
        return say("As it lies now")

    def text(self) -> str:
        """Say what can be done, or why nothing can."""
        if self._why_not_mended:
            return self._why_not_mended
        if not self.session.sees:
            return together(say("No camera sees the table just now."), self._otherwise())
        if self._observation is None:
            return say("The camera looks at the table.")
        if self.lying is None:
            return together(
                say("{game} cannot be told as it lies.", game=self.session.table_game.title()), self._otherwise()
            )
        if not self.lying.differences:
            return say("The table lies as the game has it.")
        if self.lying.mending is None:
            return together(self.lying.why_not or say("No event leaves the pieces like this."), self._otherwise())
        return together(
            say("This lies otherwise than the game has it. The game can be told so."),
            say("What the camera cannot see stays as it is."),
        )

    @staticmethod
    def _otherwise() -> str:
        return say("Undo or mend an event instead: What happened in the menu shows all of them.")

    def rows(self) -> Sequence[Row]:
        """Return what lies otherwise."""
        return [] if self.lying is None else [Row(text, tone=Tone.WAITING) for text in self.lying.differences]

    @property
    def _can_be_told(self) -> bool:
        return self.lying is not None and self.lying.mending is not None and bool(self.lying.differences)

    def keys(self) -> Keys:
        """Return the meaning of the buttons."""
        return Keys(advance=say("Take it so") if self._can_be_told else "", back=say("Back"))

    def advance(self) -> None:
        """Show what the game would be, to be confirmed."""
        session = self.session
        if self.lying is None or self.lying.mending is None or not self._can_be_told:
            return
        assert session.game is not None
        assert session.game_id is not None
        mending = self.lying.mending
        start = MendStart(session.table_game, session.game, session.game_id, None, mending.kept)
        start.show(session, mending)


def _usual_moment(session: Session) -> str:
    """Return the moment at which all that lies open is read; empty: it is read already.

    While a secret may lie open the moment stays: nothing of it is recorded.
    """
    readings = session.table_game.readings
    usual = next(iter(readings.moments), "")
    is_usual = session.moment in ("", usual)
    return "" if is_usual or readings.at_moment(session.moment).records is not readings.records else usual
