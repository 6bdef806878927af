"""The game that runs at a session's table, as this game's own value."""

from dataclasses import replace

from companion.games.finstere_flure.table.standing import describe_round
from companion.screen.pages import BoardPage, Page
from companion.table.session import GameSession
from engine.finstere_flure.board import Cell
from engine.finstere_flure.deck import CARDS_A_STAGE
from engine.finstere_flure.events import CardDrawn, GameEvent
from engine.finstere_flure.game import Game
from engine.finstere_flure.state import Phase, State

#: Where the monster was seen last, and the cells that have shown a piece since it stands there.
Memory = tuple[Cell | None, frozenset[Cell]]
#: A session in which Finstere Flure is played.
FinstereFlureSession = GameSession[State, GameEvent]


def running(session: FinstereFlureSession) -> Game:
    """Return the session's game, which must be one of this kind."""
    assert isinstance(session.game, Game)
    return session.game


def has_virtual_table(session: FinstereFlureSession) -> bool:
    """Return True if a virtual table stands beside the page."""
    return session.watching is not None


def is_told_on_table(session: FinstereFlureSession) -> bool:
    """Return True if a virtual table beside the page shows what its board would."""
    return has_virtual_table(session) and session.sees


def imagined_page(session: FinstereFlureSession, page: Page) -> Page:
    """Return the page with an imagined board, which takes a virtual table's place."""
    if not isinstance(page, BoardPage):
        return page
    return replace(page, imagined=True, board_shown=not has_virtual_table(session))


def last_round_text(session: FinstereFlureSession) -> str:
    """Describe how far the game is while the monster's move is shown and carried out.

    The move still belongs to the round it ends.

    Empty where the last event was no card.
    """
    game = running(session)
    state = game.state
    if not isinstance(game.events[-1], CardDrawn):
        return ""
    number = state.round if state.phase is Phase.OVER else state.round - 1
    return describe_round(number, state.stage, CARDS_A_STAGE - len(state.deck.played))
