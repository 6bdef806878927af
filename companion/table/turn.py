"""What the steps of a player's turn have in common: what seems to have happened on the table, and for how long."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.games.finstere_flure.table.happening import Happening, Nothing, Trouble
from companion.table.problem import say_trouble
from companion.table.step import Step
from engine.finstere_flure.pieces import Colour

if TYPE_CHECKING:
    from companion.table.session import Session


class TurnStep(Step):
    """The player on turn does something on the table; it counts when it has lain still for a while."""

    def __init__(self, session: "Session") -> None:
        super().__init__(session)
        assert session.game is not None
        self.game = session.game
        self.state = session.game.state
        assert self.state.turn is not None
        self.turn: Colour = self.state.turn
        self.happening: Happening = Nothing()
        #: Since when it has seemed so, and whether the players have been told that it is wrong.
        self.since = session.now
        self.told = False

    def seems(self, happening: Happening) -> None:
        """What the table shows to have happened now."""
        if happening != self.happening:
            self.happening, self.since, self.told = happening, self.session.now, False

    def tell(self, troubles: Sequence[Trouble]) -> None:
        """Says the likeliest of what is wrong; the page shows all of it."""
        self.told = True
        if troubles:
            say_trouble(self.session, troubles[0])

    def forget_seen(self) -> None:
        """Nothing is known to have happened."""
        self.happening, self.told = Nothing(), False

    def restless(self) -> None:
        """Nothing settles."""
        self.since = self.session.now
