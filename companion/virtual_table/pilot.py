"""Plays at the virtual table by itself: the bots choose, hands move the pieces, fingers press the buttons.

It knows of the session only what a player sees: whose turn it is and what is asked for.
"""

from collections.abc import Iterable, Iterator
from random import Random

from companion.games.finstere_flure.table.happening import Waiting
from companion.games.finstere_flure.table.monster import DrawStep, ShuffleStep
from companion.games.finstere_flure.table.set_up import PlaceTileStep, SetUpStep
from companion.games.finstere_flure.table.tokens import TokenStep
from companion.games.finstere_flure.virtual_table.bots import choose_tile, choose_token_move
from companion.games.finstere_flure.virtual_table.laying import laid_otherwise
from companion.table.put_right import PutRightStep
from companion.table.session import Session
from companion.table.step import Step
from companion.virtual_table.hands import do, pieces_of
from companion.virtual_table.piece import Piece
from companion.virtual_table.table import VirtualTable
from engine.finstere_flure.board import EXIT, Direction
from engine.finstere_flure.events import TokenMoved
from engine.finstere_flure.players import tokens_at_start
from engine.finstere_flure.position import Position
from engine.finstere_flure.setup import basic_tiles
from hardware.buttons import Button, Press

#: Where hands are to be watched, players think for so long (seconds) before they do anything.
THINKING_S = 0.8
#: Hands that only help are quicker.
HELPING_STEPS = 3
#: Players look at the screen for so long (seconds) before they confirm what the camera does not see.
CONFIRM_S = 3.0


def _asks(step: Step) -> bool:
    """Whether the step waits for the players to say what happened out of the camera's sight."""
    if isinstance(step, TokenStep):
        return isinstance(step.happening, Waiting) and bool(step.happening.maybe)
    return isinstance(step, PutRightStep) and step.asks_players


class Pilot:
    """Hands and fingers of all players at a virtual table; `seed` decides what they choose."""

    def __init__(self, session: Session, table: VirtualTable, seed: int, *, steps: int = 0) -> None:
        """`steps`: in so many steps a piece is carried to its place, one at each call of `act`; 0: all at once."""
        self.session = session
        self.table = table
        self._chance = Random(seed)
        self._steps = steps
        self._thinking_s = THINKING_S if steps else 0.0
        self._met: Step | None = None
        self._met_at = 0.0
        self._answered = False
        #: The token's move that the hands make, once chosen.
        self._move: TokenMoved | None = None
        self._hands: Iterator[None] = iter(())

    def act(self, now: float) -> None:
        """Does the next thing that is asked for, once for each step of the session, or goes on with it."""
        step = self.session.step
        if step is not self._met:
            # The hands that were still on their way are done.
            self._all_at_once()
            self._met, self._met_at, self._answered = step, now, False
        if now - self._met_at < self._thinking_s and not step.hands_asked:
            return
        if not self._answered:
            self._answered = True
            steps = min(self._steps, HELPING_STEPS) if step.hands_asked else self._steps
            self._hands = do(self.table, self._pieces(step), steps=steps, arm=steps > 0)
            if isinstance(step, DrawStep):
                self.session.press(Press(Button.DRAW, held=False), now)
            elif isinstance(step, ShuffleStep):
                self.session.press(Press(Button.ADVANCE, held=False), now)
        if self._steps:
            next(self._hands, None)
        else:
            self._all_at_once()
        # What no camera sees is confirmed, as players do who have waited for a moment.
        if step.page().keys.advance and now - self._met_at > CONFIRM_S and _asks(step):
            self.session.press(Press(Button.ADVANCE, held=False), now)
        elif isinstance(step, TokenStep) and self._move and now - self._met_at > CONFIRM_S:
            # Where the moved token is, of several places that no camera sees, is touched.
            row = step.row_of(self._move)
            if row:
                self.session.touch(row, now)

    def _all_at_once(self) -> None:
        for _ in self._hands:
            pass

    def _pieces(self, step: Step) -> Iterable[Piece]:
        """The pieces that hands must move in this step, as they should lie."""
        match step:
            case SetUpStep():
                tokens = tokens_at_start(step.event.players)
                floor = Position(EXIT, Direction.E, tokens, basic_tiles(step.event.stones))
                return laid_otherwise(self.table, floor)
            case PlaceTileStep():
                # On a table that was cleared since, the tiles placed before come first.
                before = laid_otherwise(self.table, step.state.position, tiles=step.state.placed)
                return [*before, *pieces_of(self.table, step.state.position, choose_tile(step.game, self._chance))]
            case TokenStep():
                self._move = choose_token_move(step.game, self._chance)
                return pieces_of(self.table, step.state.position, self._move)
            case PutRightStep():
                return laid_otherwise(self.table, step.target)
        return ()
