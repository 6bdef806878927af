"""Test of a bot's last token that ends the game: it is told and leaves before the victory."""

import json
from functools import cache
from random import Random
from typing import Any

import pytest

from companion.games.finstere_flure.virtual_table.game import VIRTUAL
from companion.journal import Journal
from companion.screen.pages import ListPage
from companion.table.seats import SeatChange, SeatChangeKind
from engine.finstere_flure.events import GameStarted, TokenMoved
from engine.finstere_flure.game import RULES
from engine.finstere_flure.pieces import Colour, Place
from tests.companion.virtual_table.bot_table import BotTable, PlannedOpponent
from tests.companion.virtual_table.faultless_reading import faultless_reading  # noqa: F401

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("faultless_reading")]

#: A game with this seed ends with a token that leaves.
SEED = 4


@cache
def escaped_game() -> list[Any]:
    """Return the events of a game that a player's last token ends."""
    rng, events = Random(SEED), [GameStarted((Colour.RED, Colour.BLUE), Colour.RED)]
    state = RULES.begin(events[0])
    while RULES.over(state) is None:
        actors = RULES.actors(state)
        if actors:
            moves = RULES.moves_of(RULES.view(state, actors[0]), actors[0])
            worths = [(RULES.worth(RULES.follow(state, move), str(actors[0])), rng.random()) for move in moves]
            move = moves[worths.index(max(worths))]
        else:
            move = RULES.draw(state, rng)
        events.append(RULES.event(move))
        state = RULES.follow(state, events[-1])
    return events


@pytest.mark.parametrize("real", [False, True], ids=["virtual", "real"])
def test_it_leaves_the_board_before_the_victory(real: bool, journal: Journal) -> None:
    *before, last = escaped_game()
    assert isinstance(last, TokenMoved)
    assert last.to is Place.OUT
    table = BotTable(VIRTUAL, before[0], journal, opponent=PlannedOpponent(last), real=real)
    number = journal.start(RULES.id, json.dumps(RULES.event_to_json(before[0])))
    for event in before[1:]:
        journal.append(number, json.dumps(RULES.event_to_json(event)))
    journal.change_seats(number, SeatChange(SeatChangeKind.BOT, (last.token.partition("-")[0],), "strong").line())
    table.session.resume(number)
    ended = False
    while table.page.name != "over":
        table.go_on(help_people=not real)
        if table.is_over and not ended:
            ended = True
            assert table.page.name == "put-right"
        if real and table.page.name == "put-right":
            table.place_as_asked()
    page = table.page
    assert isinstance(page, ListPage)
    told = table.session.table_game.describe_event(table.game.states()[-2], last, table.game.state)
    assert page.text.startswith(told)
    assert told in table.said
    assert table.session.layout == table.game.state.position
    table.close()
