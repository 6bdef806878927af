"""Whole games told by hand, without any camera: by touch, by the three buttons, overruled, taken back, gone on with."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.table.session import Session
from engine.coach_ride.cards import UNSEALED, Item, Variant
from engine.coach_ride.game import RULES
from engine.coach_ride.state import Phase
from tests.companion.games.coach_ride.hand_game import begin, open_table, play, state_of
from tests.engine.coach_ride.hidden_table import HiddenTable


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    session = open_table(tmp_path)
    yield session
    session.journal.close()


@pytest.mark.parametrize(
    ("players", "variants", "items"),
    [
        (3, (Variant.THREE_ADVANCED,), UNSEALED),
        (5, (Variant.SMUGGLING,), (Item.TOME, Item.CREST)),
        (10, (Variant.FORTUNE_TELLING,), ()),
    ],
    ids=["three, advanced", "five, smuggling", "ten, fortune telling"],
)
def test_whatever_the_rules_allow_can_be_touched(
    session: Session, players: int, variants: tuple[Variant, ...], items: tuple[Item, ...]
) -> None:
    table = HiddenTable(Random(players), players, variants, items)
    begin(session, table.game.events[0])  # type: ignore[arg-type]
    for _ in play(session, table):
        assert session.game is not None
        assert state_of(session).phase is table.state.phase, session.game.events[-1]
    assert state_of(session).phase is Phase.OVER
    assert session.page.name == "over"
    assert session.game is not None
    assert RULES.replay(session.game.events).state == session.game.state
    (record,) = session.journal.games()
    assert record.result is not None
