"""The table told as it lies: differences from the game become a mend, once confirmed."""

from collections.abc import Sequence

from companion.device.language import say
from companion.device.sentences import together
from companion.screen.pages import Keys, Row, Tone
from companion.table.history import Lying
from companion.table.lists import ListStep
from companion.table.mend_steps import MendStart
from companion.table.other_table import why_not_mended
from companion.table.session import Session


class LyingStep(ListStep):
    """List of all that lies otherwise than in the game; Advance shows the mend that tells it."""

    name = "as-it-lies"

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        game, observation = session.game, session.observation
        assert game is not None
        #: What the game makes of the table; None: it cannot be told, or nobody sees it.
        self.lying: Lying[object, object] | None = None
        self._why_not_mended = why_not_mended(session.other_table, session.game_id)
        if self._why_not_mended:
            return
        if session.sees and observation is not None and session.game_id is not None:
            self.lying = session.table_game.history.as_it_lies(game, observation)

    def title(self) -> str:
        """Return the page's title."""
        return say("As it lies now")

    def text(self) -> str:
        """Say what can be done, or why nothing can."""
        if self._why_not_mended:
            return self._why_not_mended
        if not self.session.sees or self.session.observation is None:
            return together(say("No camera sees the table just now."), self._otherwise())
        if self.lying is None:
            return together(
                say("{game} cannot be told as it lies.", game=self.session.table_game.title()), self._otherwise()
            )
        if not self.lying.differences:
            return say("The table lies as the game has it.")
        if self.lying.mending is None:
            return together(say("No event leaves the pieces like this."), self._otherwise())
        return say("This lies otherwise than the game has it. The game can be told so.")

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
