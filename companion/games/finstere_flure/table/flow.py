"""Which step is next in a game, and which steps open from elsewhere: the one place that knows them all."""

from typing import TYPE_CHECKING

from companion.games.finstere_flure.table.as_laid import as_laid
from companion.games.finstere_flure.table.monster import DrawStep, ShuffleStep
from companion.games.finstere_flure.table.over import OverStep
from companion.games.finstere_flure.table.set_up import PlaceTileStep
from companion.games.finstere_flure.table.tokens import TokenStep
from companion.table.put_right import PutRightStep
from companion.table.step import Step
from engine.finstere_flure.state import Phase

if TYPE_CHECKING:
    from companion.table.session import Session


def next_step(session: "Session") -> Step:
    """The step for what must happen next, the table put right before."""
    assert session.game is not None
    state = session.game.state
    if state.phase is Phase.OVER:
        return OverStep(session)
    if state.phase is not Phase.PLACE_TILE and not _table_is_right(session):
        return PutRightStep(session)
    match state.phase:
        case Phase.PLACE_TILE:
            return PlaceTileStep(session)
        case Phase.SHUFFLE:
            return ShuffleStep(session)
        case Phase.DRAW_CARD:
            return DrawStep(session)
        case _:
            return TokenStep(session)


def _table_is_right(session: "Session") -> bool:
    """Whether the pieces lie as the game says, as far as we know."""
    assert session.game is not None
    return session.laid is not None and as_laid(session.laid) == as_laid(session.game.state.position)
