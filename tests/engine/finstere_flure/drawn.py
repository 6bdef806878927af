"""Helpers for tests that are drawings: a board, an action, a board."""

from collections.abc import Sequence
from dataclasses import replace

from engine.finstere_flure.board import Cell
from engine.finstere_flure.monster import move_monster
from engine.finstere_flure.moves import TokenMove, token_moves
from engine.finstere_flure.pieces import Place
from engine.finstere_flure.position import Position
from engine.finstere_flure.textboard import format_board, parse_board
from engine.finstere_flure.trace import MonsterMove
from engine.finstere_flure.tracetext import format_move


def walk(before: str, card: str) -> MonsterMove:
    """Return the monster's move on the drawn board."""
    return move_monster(parse_board(before), card)


def told(before: str, card: str = "1") -> list[str]:
    """Return the move as text: a line for each step and one for the last look."""
    return format_move(walk(before, card)).splitlines()[1:]


def first_look(before: str) -> str:
    """Return what the monster sees before its first step, in the words of the trace."""
    line = told(before)[0]
    return line.split("  ", 1)[1].split("; ")[0]


def assert_monster(before: str, card: str, after: str) -> MonsterMove:
    """Return the monster's move on the board `before` leads exactly to the board `after`."""
    move = walk(before, card)
    assert drawing(move.final) == drawing(parse_board(after)), format_move(move)
    return move


def drawing(position: Position) -> str:
    """Return the whole board, the same for the same position."""
    return format_board(position.in_order())


def after(position: Position, token_id: str, move: TokenMove) -> Position:
    """Return the position after a token's move, the token not yet flipped."""
    cells = dict(zip((stone.id for stone in position.stones), move.stones, strict=True))
    tokens = tuple(replace(token, at=move.to) if token.id == token_id else token for token in position.tokens)
    tiles = []
    for tile in position.tiles:
        cell = cells.get(tile.id, tile.cell)
        if cell is not None:
            tiles.append(tile if cell == tile.cell else replace(tile, cells=(cell,)))
    return replace(position, tokens=tokens, tiles=tuple(tiles))


def results(before: str, token_id: str) -> dict[str, TokenMove]:
    """Return every board that a move of the token can lead to, drawn, with the way to it."""
    position = parse_board(before)
    moves = token_moves(position, token_id)
    found = {drawing(after(position, token_id, move)): move for move in moves}
    assert len(found) == len(moves), "two moves lead to the same position"
    return found


def assert_token(before: str, token_id: str, drawn_after: str, steps: int) -> TokenMove:
    """Check that a move of the token leads from the board `before` to the board after it.

    `steps` is the least number of steps.
    """
    found = results(before, token_id)
    wanted = drawing(parse_board(drawn_after))
    assert wanted in found, "\n".join(found)
    assert found[wanted].steps == steps
    return found[wanted]


def assert_never(before: str, token_id: str, drawn_after: str) -> None:
    """Assert that no move of the token leads to the board after it."""
    assert drawing(parse_board(drawn_after)) not in results(before, token_id)


def reach(before: str, token_id: str) -> dict[Cell | Place, int]:
    """Return the possible ends of a token's move, with the least steps to each."""
    least: dict[Cell | Place, int] = {}
    for move in token_moves(parse_board(before), token_id):
        least[move.to] = min(move.steps, least.get(move.to, move.steps))
    return least


def assert_reach(before: str, token_id: str, least_steps: str) -> None:
    """The token can end exactly where the second drawing has a number: the least steps to there."""
    assert reach(before, token_id) == _numbers(least_steps.splitlines())


def _numbers(lines: Sequence[str]) -> dict[str, int]:
    files: list[str] = []
    found = {}
    for words in (line.split() for line in lines if line.strip()):
        if words[0].endswith(":"):
            found[words[0].removesuffix(":")] = int(words[1])
        elif words[0].isdigit():
            found |= {file + words[0]: int(word) for file, word in zip(files, words[1:], strict=True) if word.isdigit()}
        else:
            files = words
    return found
