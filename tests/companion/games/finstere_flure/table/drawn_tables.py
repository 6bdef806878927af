"""Helpers for tests of observations: games drawn as a board, and boards as they are seen."""

from collections.abc import Iterable
from dataclasses import replace

from companion.games.finstere_flure.table.observation import BoardObservation, observation_from_position
from companion.table.inference import Inference, Problems, TableProblem
from engine.finstere_flure.board import Cell
from engine.finstere_flure.events import GameEvent
from engine.finstere_flure.game import Game
from engine.finstere_flure.pieces import Colour
from engine.finstere_flure.position import Position
from engine.finstere_flure.textboard import parse_board
from tests.companion.games.finstere_flure.table.observing import relaid
from tests.engine.finstere_flure.game_helpers import BLUE, RED, begun


def playing(
    board: str, turn: Colour = RED, moved: Iterable[str] = (), players: tuple[Colour, ...] = (RED, BLUE)
) -> Game:
    """Return a game in its second round with the drawn layout.

    Tokens that are not drawn are beside the entrance.
    """
    game = begun(*players)
    position = whole(board, players)
    return replace(game, state=replace(game.state, position=position, round=2, turn=turn, moved=tuple(moved)))


def whole(board: str, players: tuple[Colour, ...] = (RED, BLUE)) -> Position:
    """Return the drawn position with the players' other tokens beside the entrance."""
    drawn = parse_board(board)
    tokens = begun(*players).state.position.tokens
    remaining = tuple(token for token in tokens if drawn.token(token.id) is None)
    return replace(drawn, tokens=(*drawn.tokens, *remaining)).in_order()


def seen(
    board: str, hidden: Iterable[str] = (), unreadable: tuple[Cell, ...] = (), reached_over: tuple[Cell, ...] = ()
) -> BoardObservation:
    """Return the drawn board as a camera sees it.

    `hidden` pieces are not seen, tokens beside the board only if drawn.
    """
    drawn = observation_from_position(parse_board(board), hidden)
    return relaid(drawn, unreadable=unreadable, reached_over=reached_over)


def changed(board: str, **words: str) -> str:
    """Return the drawing with other words on some cells: ``c5="R4"``, ``c5="."``."""
    files, *rows = (line.split() for line in board.strip().splitlines())
    for cell, word in words.items():
        row = next(row for row in rows if row[0] == cell[1:])
        row[1 + files.index(cell[0])] = word
    return "\n".join(" ".join(line) for line in (files, *rows))


def the_problem(inference: Inference[GameEvent]) -> TableProblem:
    """Return the only thing that is wrong."""
    (problem,) = all_problems(inference)
    return problem


def all_problems(inference: Inference[GameEvent]) -> tuple[TableProblem, ...]:
    """Return all that is wrong, the likeliest first."""
    assert isinstance(inference, Problems), inference
    return inference.problems


def told(problem: TableProblem) -> str:
    """Return the players' message about the problem."""
    return f"{problem.sentence} {problem.fix}"
