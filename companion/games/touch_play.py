"""Check of a game on cells played by touch, without a camera: each event can be entered."""

import tempfile
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from companion.cells.game import CellGame
from companion.cells.roll_step import CellRollStep
from companion.cells.steps import CellMoveStep, CellOverStep, CellPlacementStep
from companion.cells.touches import TouchedMove
from companion.device.settings import NO_CAMERA, Settings
from companion.games import CompanionGame
from companion.games.random_play import MOST_EVENTS, as_json
from companion.journal import Journal
from companion.table.preparation import PreparationStep
from companion.table.session import Session
from companion.table.session_start import open_session
from hardware.buttons import Button, Press

#: Pieces on cells, those alike by one name.
_Table = frozenset[tuple[str, str]]
#: What is touched one after the other; None is the button Advance.
_Touches = tuple[str | None, ...]


def unreachable_by_touch(game: CompanionGame, table: CellGame, seed: int) -> Iterator[str]:
    """Yield one clause for each event that cannot be entered by touch.

    The game is played by touch from its beginning to its end.
    """
    rng = Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal.open(Path(folder) / "games.sqlite")
        try:
            session = open_session(journal, Settings(camera=NO_CAMERA), [table], sees=False, rng=rng)
            session.open_start_page()
            table.begin(session, game.virtual.start(None, seed, {}), {})
            while not isinstance(session.step, CellOverStep):
                problems = list(_turn(game, session, rng))
                yield from problems
                if problems or (session.game is not None and len(session.game.events) >= MOST_EVENTS):
                    return
        finally:
            journal.close()


def _turn(game: CompanionGame, session: Session, rng: Random) -> Iterator[str]:
    """Play one event by touch, or say that all lies as it must; yield the problems."""
    step = session.step
    if isinstance(step, CellPlacementStep | PreparationStep):
        session.press(Press(Button.ADVANCE, held=False), session.now)
        if session.step is step:
            yield "the button Advance does not say that the pieces are laid"
        return
    if isinstance(step, CellRollStep):
        session.touch(rng.choice(list(step.rolls)), session.now)
        return
    if not isinstance(step, CellMoveStep):
        yield f"the page {session.page.name!r} is no step of a game on cells"
        return
    assert session.game is not None
    events, name = len(session.game.events), cache(step.game.piece_name)
    tables = {outcome.event: _named(outcome.lying, name) for outcome in step.outcomes}
    touches_by_table = dict(_reachable_tables(step.touched, tables))
    unreachable_events = [event for event, table in tables.items() if table not in touches_by_table]
    yield from (f"{as_json(game, event)} cannot be told by touch" for event in unreachable_events)
    if not touches_by_table:
        yield f"after {events} events nothing can be told by touch, and the game is not over"
        return
    table = rng.choice(sorted(touches_by_table, key=sorted))
    for target in touches_by_table[table]:
        if target is None:
            session.press(Press(Button.ADVANCE, held=False), session.now)
        else:
            session.touch(target, session.now)
    state: Any = session.game.state
    if len(session.game.events) != events + 1 or _named(step.game.lying(state), name) != table:
        touches = ", ".join(map(str, touches_by_table[table]))
        yield f"after {events} events touching {touches} does not tell what it should"


def _reachable_tables(
    touched: TouchedMove[Any], tables: Mapping[Any, _Table], targets: _Touches = ()
) -> Iterator[tuple[_Table, _Touches]]:
    """Yield each table that touches can produce, with the touches that lead to it.

    `tables`: those after each event.
    """
    for event, press in ((touched.event, ()), (touched.event_so_far, (None,))):
        if event is not None:
            yield tables[event], (*targets, *press)
            if not press:
                return
    start = touched.held or touched.only_hand
    places = touched.ends(start) if start else (*touched.hand, *touched.lying.values())
    for target in places:
        after_it = touched.touch(target)
        if after_it is not touched:
            yield from _reachable_tables(after_it, tables, (*targets, target))


def _named(lying: Mapping[str, str], name: Callable[[str], str]) -> _Table:
    return frozenset((name(piece), cell) for piece, cell in lying.items())
