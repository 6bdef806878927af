"""Parts of a game with one piece on a cell: history, seats' own screens, hints."""

from collections.abc import Sequence
from typing import Any

from companion.cells.board import CellBoard
from companion.cells.board_words import describe_cell_changes
from companion.cells.facts import CellFacts
from companion.cells.refusal import RefusedMoves
from companion.cells.seat_moves import move_parts
from companion.cells.touches import HAND, TouchedMove
from companion.device.sentences import together
from companion.screen.pages import BoardPage
from companion.table.hints import Hints
from companion.table.history import History, Lying
from companion.table.layout import PieceObservation, describe_discrepancies
from companion.table.seat_moves import MovePart
from companion.table.seat_screen import SeatScreen
from companion.table.session import Session
from engine.game import Game
from engine.mending import Mending

#: So many of the last events may have been otherwise where the table is told as it lies.
_MOST_BACK = 3


class CellHistory(History[Any, Any]):
    """History told by the board."""

    def __init__(self, game: CellFacts) -> None:
        super().__init__(game.rules)
        self.game = game

    def describe_board_change(self, before: Any, after: Any) -> Sequence[str] | None:
        """Return what lies on each cell that is another one."""
        return describe_cell_changes(self.game, before, after)

    def replayed(self, before: Any, event: Any, after: Any) -> BoardPage:
        """Return the page of an event in a replay: the board after it, with the ways of what moved."""
        game, result = self.game, self.rules.over(after)
        title = game.title() if result is not None else game.whose_turn(after)
        sign = None if result is not None else game.signs_of.get(game.turn(after))
        board = CellBoard.of(game.lying(after), labels=game.labels(after))
        if before is not None:
            board = game.move_board(before, event)
        caption = game.describe_event(before, event, after)
        if result is not None:
            caption = together(caption, game.describe_winners(result))
        return BoardPage("replay", title, board, caption, sign=sign, status=game.status(after))

    def as_it_lies(
        self,
        game: Game[Any, Any],
        observation: PieceObservation,
        sitting: Sequence[str],  # noqa: ARG002 - cells are nobody's
    ) -> Lying[Any, Any]:
        """Return how the game is told as the table lies: with other last events, or without them."""
        layout = self.game.layout
        problems = describe_discrepancies(layout(game.state), observation, self.game.names)
        differences = tuple(problem.sentence for problem in problems)
        number = len(game.events)
        for back in range(min(_MOST_BACK, number - 1) + 1) if differences else ():
            earlier = game.undo(back) if back else game
            origins = tuple(range(number - back))
            if back and observation.fits(layout(earlier.state)):
                return Lying(differences, Mending(game, earlier, origins, number))
            if self.rules.over(earlier.state) is None:
                for event in self.game.possible(earlier.state):
                    if observation.fits(layout(self.rules.follow(earlier.state, event))):
                        return Lying(differences, Mending(game, earlier.apply(event), (*origins, None), number))
        return Lying(differences, None)


class CellSeatScreen(SeatScreen[Any, Any, Any, Any]):
    """Moves that are touched on the board of a seat's own screen."""

    def __init__(self, game: CellFacts) -> None:
        super().__init__(game.play, game.rules, game.describe_event)
        self.game = game

    def move_parts(self, before: Any, event: Any, after: Any) -> Sequence[MovePart]:  # noqa: ARG002 - as every game
        """Return the places that pieces leave, and those where they go."""
        return move_parts(self.game.lying(before), self.game.lying(after), self.game.piece_name)

    def refused_moves(self, state: Any) -> RefusedMoves:
        """Return what explains refused moves in a state."""
        return RefusedMoves(self.game, state, self.game.lying(state), self.game.possible_layouts(state))

    def explain_touches(self, state: Any, touches: Sequence[str]) -> str:
        """Explain why the last touch leads to no move, as the table's screen does; empty: unclear."""
        if self.rules.over(state) is not None or self.game.rolls(state) or not touches:
            return ""
        refused = self.refused_moves(state)
        touched = TouchedMove(refused.lying_before, refused.outcomes, self.game.piece_name)
        # Parts of moves name a piece in hand as it is called.
        called = {self.game.piece_name(piece): piece for outcome in refused.outcomes for piece in outcome.lying}
        for target in touches[:-1]:
            piece = called.get(target.removeprefix(HAND))
            if target.startswith(HAND) and piece is None:
                return ""
            touched = touched.touch(f"{HAND}{piece}" if target.startswith(HAND) else target)
        return refused.of_touch(touched, touches[-1])


class CellHints(Hints[Session, Any, Any, Any]):
    """Hints shown on the board."""

    def __init__(self, game: CellFacts) -> None:
        self.game = game

    def move_board(self, state: Any, event: Any) -> CellBoard:
        """Return the board after the event, with the ways of what moves."""
        return self.game.move_board(state, event)
