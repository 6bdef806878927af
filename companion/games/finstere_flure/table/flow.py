"""Choice of the next step in a game: the one place that knows all steps."""

from companion.games.finstere_flure.table.celebration import stage_two, victory
from companion.games.finstere_flure.table.first_evening import due_lesson
from companion.games.finstere_flure.table.game_over import FinstereFlureOverStep
from companion.games.finstere_flure.table.lies import layout_of
from companion.games.finstere_flure.table.monster import DrawStep, ShuffleStep
from companion.games.finstere_flure.table.move_played import MonsterMoveStep
from companion.games.finstere_flure.table.put_right import PutBoardRightStep
from companion.games.finstere_flure.table.running_game import FinstereFlureSession, running
from companion.games.finstere_flure.table.set_up import PlaceTileStep
from companion.games.finstere_flure.table.tokens import TokenStep
from companion.table.bots import has_bot_acted_last
from companion.table.layout import TableLayout
from companion.table.step import Step
from engine.finstere_flure.events import CardDrawn
from engine.finstere_flure.pieces import TILE_KINDS, Place
from engine.finstere_flure.state import Phase


def next_step(session: FinstereFlureSession) -> Step[FinstereFlureSession]:
    """Return the step for what must happen next, the table put right before."""
    state = running(session).state
    if _move_was_interrupted(session):
        return MonsterMoveStep(session)
    if state.phase is Phase.OVER:
        assert state.outcome is not None
        # Who has lost sees how: a bot's last token leaves before the end is told, also after a kill.
        lays = session.watching is not None if session.layout is None else has_bot_acted_last(session)
        if lays and not _table_is_right(session):
            return PutBoardRightStep(session)
        return victory(session, state.outcome, lambda: session.switch(FinstereFlureOverStep(session)))
    if not (_table_is_right(session) if state.phase is not Phase.PLACE_TILE else _tiles_are_placed(session)):
        return PutBoardRightStep(session)
    if lesson := due_lesson(session):
        return lesson
    match state.phase:
        case Phase.PLACE_TILE:
            return PlaceTileStep(session)
        case Phase.SHUFFLE if state.deck.stage_is_over:
            return stage_two(session, lambda: session.switch(ShuffleStep(session)))
        case Phase.SHUFFLE:
            return ShuffleStep(session)
        case Phase.DRAW_CARD:
            return DrawStep(session)
        case _:
            return TokenStep(session)


def _move_was_interrupted(session: FinstereFlureSession) -> bool:
    """Return True if a resumed game ended in the monster's move, which is then shown once more."""
    moved = isinstance(running(session).events[-1], CardDrawn)
    return session.layout is None and moved and not isinstance(session.running_step, MonsterMoveStep)


def _table_is_right(session: FinstereFlureSession) -> bool:
    """Return True if the pieces lie as the game says, as far as we know."""
    layout = session.layout
    return layout is not None and _visible(layout) == _visible(layout_of(running(session).state.position))


def _tiles_are_placed(session: FinstereFlureSession) -> bool:
    """Return False if a tile is still to be placed that a bot has chosen."""
    if session.layout is None:
        return True
    return len(session.layout.lies.keys() & TILE_KINDS.keys()) >= len(running(session).state.position.tiles)


def _visible(layout: TableLayout) -> TableLayout:
    """Return the layout without what no table shows: why a token is away."""
    away = str(Place.DEAD)
    return TableLayout.from_lies(lie._replace(place=away) if lie.place == Place.OUT else lie for lie in layout.counts)
