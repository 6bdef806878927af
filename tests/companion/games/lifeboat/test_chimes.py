"""The sound that goes with what has just happened."""

import pytest

from companion.games.lifeboat.chimes import chime_of
from engine.lifeboat.game import RULES
from tests.engine.lifeboat.game_text import events_of


@pytest.mark.parametrize(
    ("steps", "chime"),
    [
        (("S4", "p l s", "captain demanded of=stephen for=hand", "stephen refused"), "fight"),
        (("S4", "p l s c m", "mate navigated bird=bird"), "bird"),
        (("S4", "p l s c m", "mate navigated overboard=[mate]"), "overboard"),
        (("S4", "set birds=3", "p l s c m", "mate navigated bird=bird"), "land"),
        (("S4", "p l"), ""),
        # Everybody has died of thirst: that is no land.
        (("S4", "set wounds.lauren=9 wounds.stephen=9 wounds.captain=9 wounds.mate=9"), ""),
    ],
)
def test_each_has_its_own(steps: tuple[str, ...], chime: str) -> None:
    *before, event = [RULES.event_from_json(values) for step in steps for values in events_of(step)]
    game = RULES.replay(before)
    assert chime_of(game.state, event, game.apply(event).state) == chime
