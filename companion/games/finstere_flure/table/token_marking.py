"""Marking of tokens and their moves with the buttons, where no camera sees what hands do."""

from collections.abc import Sequence

from companion.games.finstere_flure.table.stones import cells_apart
from companion.table.lists import step_choice
from engine.finstere_flure.board import EXIT, is_cell
from engine.finstere_flure.events import TokenMoved
from engine.finstere_flure.game import Game
from engine.finstere_flure.pieces import Place

# Ids of rows that are no token.
STAY = "stay"
LEAVE = "leave"
OTHER_PUSH = "other-push"
WHAT_IF = "what-if"
#: Ids of the ways to a cell: followed by their numbers.
WAY = "way-"
_TARGETS = {Place.OUTSIDE: STAY, Place.OUT: LEAVE}


def target_of(move: TokenMoved) -> str:
    """Return the target of a move, as touches tell it: a cell, `STAY` or `LEAVE`."""
    return _TARGETS[Place(move.to)] if move.to in _TARGETS else str(move.to)


class TokenMarking:
    """The token that Advance takes, and the order in which Draw goes through the moves of one.

    `movable` are the tokens that may move now, and further rows. `stepped`: Draw has been used to find one.
    """

    def __init__(self, game: Game, movable: Sequence[str]) -> None:
        self._game, self._movable = game, movable
        self.token = next(iter(movable), "")
        self.stepped = False

    def step(self, steps: int) -> None:
        """Mark the token that is `steps` places after the marked one."""
        self.token, self.stepped = step_choice(self._movable, self.token, steps) or "", True

    def step_target(self, token: str, target: str | None, steps: int) -> str | None:
        """Return the target that is `steps` places after another one; None if there is none."""
        return step_choice(self.targets(token), target, steps)

    def targets(self, token: str) -> list[str]:
        """Return where a token may go, each place once, in the order in which they are gone through.

        The way out comes first, then the cells, those nearest to it first, as most players take one of them; at last
        where the token stays.
        """
        position = self._game.state.position.token(token)

        def rank(move: TokenMoved) -> tuple[int, int, str]:
            if not is_cell(move.to):
                return (0 if move.to is Place.OUT else 2), 0, ""
            stays = position is not None and move.to == position.at
            return (2 if stays else 1), cells_apart(EXIT, str(move.to)), str(move.to)

        return [*dict.fromkeys(map(target_of, sorted(self._game.token_choices(token), key=rank)))]

    def ways(self, token: str, target: str) -> list[TokenMoved]:
        """Return a token's moves to a target by the stones that it pushes, the fewest first."""
        moves = [move for move in self._game.token_choices(token) if target_of(move) == target]
        return sorted(
            moves, key=lambda move: (len(move.stones), [(moved.stone, str(moved.to)) for moved in move.stones])
        )
