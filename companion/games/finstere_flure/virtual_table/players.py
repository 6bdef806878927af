"""Players of Finstere Flure at the virtual table: they lay what bots choose, and press."""

from collections.abc import Iterable
from random import Random
from typing import Any

from companion.games.finstere_flure.table.lies import layout_of
from companion.games.finstere_flure.table.monster import DrawStep, ShuffleStep
from companion.games.finstere_flure.table.plain_board import alike
from companion.games.finstere_flure.table.plain_question import ALIKE
from companion.games.finstere_flure.table.put_right import PutBoardRightStep
from companion.games.finstere_flure.table.set_up import FinstereFlureSetUpStep, PlaceTileStep
from companion.games.finstere_flure.table.token_marking import OTHER_PUSH, target_of
from companion.games.finstere_flure.table.tokens import TokenStep
from companion.games.finstere_flure.virtual_table.placement import misplaced_pieces, moved_pieces
from companion.table.inference import Waiting
from companion.table.layout import Lie, TableLayout
from companion.table.session import Session
from companion.table.step import Step
from companion.virtual_table.bot_moves import next_move
from companion.virtual_table.piece import Piece
from companion.virtual_table.players import LEAVE_AS_IT_IS, PlainPlayers, is_left_as_it_is
from companion.virtual_table.table import VirtualTable
from engine.finstere_flure.board import EXIT, Direction
from engine.finstere_flure.events import TokenMoved
from engine.finstere_flure.game import RULES
from engine.finstere_flure.players import tokens_at_start
from engine.finstere_flure.position import Position
from engine.finstere_flure.rounds import position_after
from engine.finstere_flure.setup import basic_tiles
from hardware.buttons import Button, Press


class FinstereFlurePlayers(PlainPlayers):
    """All players of one game; `rng` decides what they choose."""

    def __init__(self, table: VirtualTable, rng: Random) -> None:
        self._table = table
        self._rng = rng
        #: The token's move that the hands make, once chosen.
        self._move: TokenMoved | None = None

    def pieces(self, step: Step[Session]) -> Iterable[Piece]:
        """Return the pieces that hands must move in this step, as they should lie."""
        match step:
            case FinstereFlureSetUpStep():
                tokens = tokens_at_start(step.first_event.players)
                floor = Position(EXIT, Direction.E, tokens, basic_tiles(step.first_event.stones))
                return misplaced_pieces(self._table, floor)
            case PlaceTileStep():
                # On a table that was cleared since, the tiles placed before come first.
                before = misplaced_pieces(self._table, step.state.position, tiles=step.state.placed)
                return [
                    *before,
                    *moved_pieces(self._table, step.state.position, next_move(RULES, step.state, self._rng)),
                ]
            case TokenStep():
                self._move = next_move(RULES, step.state, self._rng)
                return moved_pieces(self._table, step.state.position, self._move)
            case PutBoardRightStep():
                return misplaced_pieces(self._table, step.target)
        return ()

    def press(self, step: Step[Session]) -> Button | None:
        """Return the button that draws a card or shuffles the deck; None on other steps."""
        match step:
            case DrawStep():
                return Button.DRAW
            case ShuffleStep():
                return Button.ADVANCE
        return None

    def has_made(self, step: Step[Session], event: Any) -> bool:
        """Return True if the hands have made this move, or pushed other stones that look the same."""
        if not isinstance(step, TokenStep) or self._move is None:
            return True
        made, other = (_looks(position_after(step.state.position, move)) for move in (self._move, event))
        return made == other

    def answer(self, step: Step[Session]) -> Button | Press | str | None:
        """Return the answer to the step.

        What no camera sees is confirmed; of several places of the moved token, its own is touched. What only looks
        wrong is left.
        """
        if is_left_as_it_is(step):
            return LEAVE_AS_IT_IS
        if step.page().keys.advance and _waits_for_players(step) and self._agrees(step):
            return Button.ADVANCE
        if isinstance(step, TokenStep) and self._move:
            return step.unseen_token_row(self._move) or self._tell(step, self._move)
        return None

    def _agrees(self, step: Step[Session]) -> bool:
        """Return False if a step asks whether plain pieces were moved otherwise than they were."""
        match step:
            case TokenStep(inference=Waiting(maybe=(event,))) if step.session.settings.is_plain:
                return self.has_made(step, event)
        return True

    def _tell(self, step: TokenStep, move: TokenMoved) -> Button | str | None:
        """Return the next touch that tells which move it was, or one that no cell shows."""
        if not step.session.settings.is_plain:
            return None
        if step.alike:
            made = (number for number, event in enumerate(step.alike) if self.has_made(step, event))
            return next((f"{ALIKE}{number}" for number in made), None)
        if step.selected != move.token:
            return move.token
        target = target_of(move)
        ways = step.marking.ways(move.token, target)
        # A second touch of the same cell confirms.
        is_right = step.target is None or self.has_made(step, ways[step.variant % len(ways)])
        return target if is_right else OTHER_PUSH


def _looks(position: Position) -> TableLayout:
    """Return the layout of a position, in which stones that look alike have one name."""
    return TableLayout.from_lies(Lie.from_side(alike(lie.side), lie.place) for lie in layout_of(position).counts)


def _waits_for_players(step: Step[Session]) -> bool:
    """Return True if the step waits for players to say what the camera could not see."""
    if isinstance(step, TokenStep):
        return isinstance(step.inference, Waiting) and bool(step.inference.maybe)
    return isinstance(step, PutBoardRightStep) and step.asks_players
