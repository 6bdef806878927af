"""Foresight at the table: risks of the monster's next move, while players ponder.

It rests on the cards that may come, never on the deck's order; the setting that switches it on stands in the status
line, so that nobody is helped in secret.
"""

from dataclasses import dataclass, replace
from functools import lru_cache

from companion.games.finstere_flure.language import say
from companion.games.finstere_flure.options import FORESIGHT, OPTIONS
from companion.games.finstere_flure.screen.board_view import BoardView, Mark, Risk
from companion.games.finstere_flure.table.running_game import FinstereFlureSession
from companion.screen.pages import Tone
from engine.finstere_flure.board import Cell
from engine.finstere_flure.events import TokenMoved
from engine.finstere_flure.forecast import Odds, deck_to_come, forecast, move_forecasts
from engine.finstere_flure.game import RULES
from engine.finstere_flure.monster import move_monster
from engine.finstere_flure.pieces import Place
from engine.finstere_flure.position import Position
from engine.finstere_flure.rounds import position_after
from engine.finstere_flure.state import State
from engine.finstere_flure.trace import Move, Slide, Teleport

#: The names of the cards of which one comes next.
Deck = tuple[str, ...]


@dataclass(frozen=True)
class Outlook:
    """Outlook on the next move: risks of tokens, the longest way, the cards that end on it."""

    risks: dict[str, float]
    way: tuple[tuple[Cell, Cell], ...]
    ends: dict[Cell, tuple[str, ...]]


class Foresight:
    """Foresight for one state of a session's game."""

    def __init__(self, session: FinstereFlureSession, state: State) -> None:
        self._session, self._state = session, state

    @property
    def _mode(self) -> str:
        if self._session.watching:
            # A game that plays itself shows all there is to see; nobody is helped by it.
            return "training"
        return str(self._session.settings.of_game(RULES.id, OPTIONS)[FORESIGHT.id])

    @property
    def _is_on(self) -> bool:
        return self._mode != FORESIGHT.default

    def describe(self, status: str) -> str:
        """Return the status line with the setting in it, if it is on."""
        if not self._is_on:
            return status
        if self._mode == "training":
            return say("{status} · Foresight: training", status=status)
        return say("{status} · Foresight", status=status)

    def risk(self, event: TokenMoved) -> float | None:
        """Return the risk of the token after this move; None where nothing is shown."""
        if not self._is_on:
            return None
        after = position_after(self._state.position, event)
        return outlook(after, self._deck).risks.get(event.token, 0.0)

    def on(self, board: BoardView, token: str | None, event: TokenMoved | None) -> BoardView:
        """Return the board with foresight: after this move, for this token's moves, or as it stands."""
        if not self._is_on:
            return board
        position = self._state.position
        if event is not None:
            return _with_outlook(board, position_after(position, event), self._deck)
        if token is not None:
            return _with_risks(board, position, token, self._deck)
        return board if self._mode == "own" else _with_outlook(board, position, self._deck)

    @property
    def _deck(self) -> Deck:
        return deck_to_come(self._state)


def _with_outlook(board: BoardView, position: Position, deck: Deck) -> BoardView:
    seen = outlook(position, deck)
    cells = {token.id: token.cell for token in position.tokens}
    risks = tuple(Risk(cell, p) for token, p in seen.risks.items() if p and (cell := cells[token]) is not None)
    labels = tuple(Mark((cell,), Tone.PLAIN, " ".join(names)) for cell, names in seen.ends.items())
    return replace(board, risks=risks, way=seen.way, marks=(*board.marks, *labels))


def _with_risks(board: BoardView, position: Position, token: str, deck: Deck) -> BoardView:
    risks = {cell: p for cell, p in risks_of_moves(position, token, deck).items() if p}
    marks = []
    for mark in board.marks:
        if mark.tone is Tone.GOOD:
            # Green is what is safe.
            marks.append(replace(mark, tone=Tone.PLAIN) if mark.cells[0] in risks else mark)
        else:
            marks.append(mark)
    return replace(board, risks=tuple(Risk(cell, p) for cell, p in risks.items()), marks=tuple(marks))


# A screen asks again with every picture.
@lru_cache(maxsize=64)
def outlook(position: Position, deck: Deck) -> Outlook:
    """Return the outlook on the next move; all cards are one walk that ends sooner or later."""
    if not deck:
        return Outlook({}, (), {})
    found = forecast(position, Odds(deck))
    longest = move_monster(position, max(found.cards, key=lambda card: card.steps).card)
    events = [event for step in longest.steps for event in step.events if isinstance(event, Move | Slide | Teleport)]
    ends: dict[Cell, tuple[str, ...]] = {}
    for card in found.cards:
        ends[card.cell] = (*ends.get(card.cell, ()), card.card)
    return Outlook(found.risk, tuple((event.before, event.after) for event in events), ends)


@lru_cache(maxsize=32)
def risks_of_moves(position: Position, token: str, deck: Deck) -> dict[Cell, float]:
    """Return the token's risk on each cell in its reach, the stones pushed the best way."""
    if not deck:
        return {}
    risks: dict[Cell, float] = {}
    for one in move_forecasts(position, token, Odds(deck)):
        if not isinstance(one.move.to, Place):
            risks[one.move.to] = min(one.risk, risks.get(one.move.to, 1.0))
    return risks
