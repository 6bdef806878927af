"""Test of random presses, touches and shoves at any time: no crash, and a correct journal.

The journal always equals the game.
"""

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion.games.finstere_flure.table.observation import BoardObservation, observation_from_position
from companion.games.finstere_flure.virtual_table.game import some_game
from companion.screen.pages import BoardPage, ListPage, PlayedPage
from companion.table.observation import TableObservation
from companion.table.session_context import SessionContext
from companion.table.start import StartStep
from engine.finstere_flure.board import CELLS
from engine.finstere_flure.events import SetUp
from engine.finstere_flure.game import Game
from engine.finstere_flure.gamefile import event_from_json
from engine.finstere_flure.pieces import DECK
from hardware.buttons import Button, Press
from tests.companion.games.finstere_flure.table.observing import relaid
from tests.companion.games.finstere_flure.table.session_table import SessionTable
from vision.errors import CameraError, CameraFault

pytestmark = pytest.mark.slow

ACTIONS = 500


@pytest.mark.thorough(but=["0", "4"])
@pytest.mark.parametrize("seed", range(6))
def test_a_monkey_at_the_table_loses_nothing(seed: int, tmp_path: Path) -> None:
    rng = Random(seed)
    set_up = rng.choice(list(SetUp))
    table = SessionTable(
        tmp_path, some_game(rng.randint(2, 7), seed, {"set_up": set_up}), sees=rng.random() < 0.6, seed=seed
    )
    session = table.session
    session.variants = {"real_deck": rng.random() < 0.3}
    session.around = SessionContext(watched=lambda _: some_game(3, seed))
    session.watching = rng.choice([None, False])
    compared: tuple[object, ...] = ()
    for _ in range(ACTIONS):
        act(table, rng)
        table.wait(rng.choice([0.0, 0.25, 1.0, 5.0]))
        look_at(session.page)
        assert session.pattern.colours(16, table.now)
        if session.quit_requested:
            session.quit_requested = False
            session.switch(StartStep(session))
        if session.game is None or session.game_id is None:
            # A game that plays itself is kept only once somebody takes it over.
            continue
        kept = session.journal.events(session.game_id)
        if (kept, session.game.events) != compared:
            assert tuple(event_from_json(json.loads(line)) for line in kept) == session.game.events
            compared = kept, session.game.events
        if session.game.state.outcome is not None:
            break
    if session.game is not None:
        assert Game.replay(session.game.events).state == session.game.state


def act(table: SessionTable, rng: Random) -> None:
    """Do what people may do, the likelier the more often they do it."""
    session = table.session
    if session.page.name in ("undo", "help", "log") and rng.random() < 0.8:
        # Otherwise nothing would ever come of the game.
        session.press(Press(Button.BACK, held=False), table.now)
        return
    if session.game is not None and session.game.state.tiles_to_place and rng.random() < 0.5:
        tile = rng.choice(session.game.state.tiles_to_place)
        choice = rng.choice(list(table.game.tile_choices(tile)))
        session.touch(tile, table.now)
        session.touch(choice.tile.cell, table.now)
        session.press(Press(Button.ADVANCE, held=False), table.now)
        return
    match rng.randrange(10):
        case 0 | 1 | 2:
            button = rng.choice([*[Button.ADVANCE] * 4, Button.DRAW, Button.DRAW, Button.BACK])
            session.press(Press(button, rng.random() < 0.1), table.now)
        case 3 | 4 | 5:
            page = session.page
            rows = page.rows if isinstance(page, ListPage | BoardPage) else ()
            if isinstance(page, ListPage):
                rows = (*page.tiles, *rows)
            ids = [row.id for row in rows if row.id]
            session.touch(rng.choice([*ids, *ids, *CELLS, "nonsense"]), table.now)
        case 6 | 7:
            if session.game is not None:
                # Hands do as they are told.
                table.lies = session.game.state.position
                table.look(rng.choice([0.0, 1.0, 5.0]))
        case 8:
            if session.game is not None and session.game.state.turn and session.game.state.position.tokens:
                choices = [
                    choice
                    for token in session.game.state.tokens_to_move(session.game.state.turn)
                    for choice in table.game.token_choices(token)
                ]
                if choices and session.game.state.position == table.lies:
                    table.lay(rng.choice(choices))
                    table.look(rng.choice([0.0, 1.0, 5.0]))
        case 9:
            session.observe(TableObservation(strange(observation_from_position(table.lies), rng)), table.now)
            if rng.random() < 0.2:
                session.observe(
                    TableObservation(error=rng.choice([None, CameraError("the camera is gone", CameraFault.MISSING)])),
                    session.now,
                )


def strange(observation: BoardObservation, rng: Random) -> BoardObservation:
    """Return a reading in which something is missing, hidden, or somewhere else."""
    tokens = tuple(
        replace(token, at=rng.choice(CELLS)) if rng.random() < 0.1 else token
        for token in observation.tokens
        if rng.random() < 0.9
    )
    tiles = tuple(tile for tile in observation.tiles if rng.random() < 0.95)
    unreadable = tuple(rng.sample(CELLS, rng.choice([0, 0, 3, 30])))
    cards = tuple(rng.sample(DECK, rng.choice([0, 0, 1, 2])))
    monster = None if rng.random() < 0.2 else observation.monster
    return relaid(observation, tokens=tokens, tiles=tiles, unreadable=unreadable, cards=cards, monster=monster)


def look_at(page: object) -> None:
    """Every page has a name, a title or a caption, and buttons that say what they do."""
    assert isinstance(page, ListPage | BoardPage | PlayedPage)
    assert page.name
    if isinstance(page, ListPage):
        assert page.title
        assert page.selected is None or (*page.tiles, *page.rows)[page.selected].id
    if isinstance(page, BoardPage):
        assert page.caption
