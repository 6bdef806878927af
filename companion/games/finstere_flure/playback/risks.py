"""Risks of the monster's next move, drawn on the board's view."""

from dataclasses import replace
from functools import lru_cache

from companion.games.finstere_flure.outlook import Deck, outlook
from companion.games.finstere_flure.playback.board_view import BoardView, Mark, Risk
from companion.screen.pages import Tone
from engine.finstere_flure.board import Cell
from engine.finstere_flure.forecast import Odds, move_forecasts
from engine.finstere_flure.pieces import Place
from engine.finstere_flure.position import Position


def with_outlook(board: BoardView, position: Position, deck: Deck) -> BoardView:
    """Return the board with the risks of all tokens, the longest way and the ends of the cards."""
    seen = outlook(position, deck)
    cells = {token.id: token.cell for token in position.tokens}
    risks = tuple(Risk(cell, p) for token, p in seen.risks.items() if p and (cell := cells[token]) is not None)
    labels = tuple(Mark((cell,), Tone.PLAIN, " ".join(names)) for cell, names in seen.ends.items())
    return replace(board, risks=risks, way=seen.way, marks=(*board.marks, *labels))


def with_risks(board: BoardView, position: Position, token: str, deck: Deck) -> BoardView:
    """Return the board with the token's risk on each cell in its reach; green is safe."""
    risks = {cell: p for cell, p in risks_of_moves(position, token, deck).items() if p}
    marks = []
    for mark in board.marks:
        if mark.tone is Tone.GOOD:
            # Green is what is safe.
            marks.append(replace(mark, tone=Tone.PLAIN) if mark.cells[0] in risks else mark)
        else:
            marks.append(mark)
    return replace(board, risks=tuple(Risk(cell, p) for cell, p in risks.items()), marks=tuple(marks))


@lru_cache(maxsize=32)
def risks_of_moves(position: Position, token: str, deck: Deck) -> dict[Cell, float]:
    """Return the token's risk on each cell in its reach, the stones pushed the best way."""
    if not deck:
        return {}
    risks: dict[Cell, float] = {}
    for forecast in move_forecasts(position, token, Odds(deck)):
        if not isinstance(forecast.move.to, Place):
            risks[forecast.move.to] = min(forecast.risk, risks.get(forecast.move.to, 1.0))
    return risks
