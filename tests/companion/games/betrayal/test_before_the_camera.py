"""Bots play with pieces on a table: what they lay is read off pictures, told to the session and kept in the journal."""

from pathlib import Path

import pytest

from companion.games.betrayal.virtual_table.game import VIRTUAL
from companion.journal import Journal
from companion.virtual_table.autoplay import Autoplay
from engine.betrayal import events as e
from engine.betrayal.game import RULES

#: A game in which the haunt begins early.
SEED, PLAYERS, MOST_LOOKS = 127, 3, 600


@pytest.mark.slow
def test_a_game_is_played_through_the_camera_into_the_haunt(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / "games.sqlite")
    try:
        autoplay = Autoplay(VIRTUAL, VIRTUAL.start(PLAYERS, SEED, {}), journal, seed=SEED)
        session = autoplay.session
        for _ in range(MOST_LOOKS):
            autoplay.pilot.act(autoplay.now)
            autoplay.look()
            kinds = {type(event) for event in session.game.events} if session.game is not None else set()
            if {e.HauntBegan, e.Moved} <= kinds and session.page.name != "put-right":
                break
        assert {e.GameStarted, e.Discovered, e.Drew, e.HauntRolled, e.HauntBegan, e.Moved} <= kinds
        game = autoplay.game
        assert autoplay.counts.problems == 0
        assert RULES.replay(game.events).state == game.state
        (record,) = journal.games()
        assert record.events == len(game.events)
        # The camera sees the tiles, the explorers and the monsters of the haunt where the game has them.
        seen = session.seen
        assert {room: place.cell for room, place in seen.tiles.items()} == {
            room: place.cell for room, place in game.state.house.rooms.items()
        }
        assert {who: at.room for who, at in seen.figures.items()} == {
            who: game.state.room_of(who) for who in game.state.living
        }
        assert len(seen.monsters) == len(game.state.monsters) > 0
    finally:
        journal.close()
