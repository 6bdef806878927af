"""Test of a bot's last token that ends the game: it is told and leaves before the victory."""

import json
from functools import cache
from random import Random
from typing import Any

import pytest

from companion.games.finstere_flure.table.lies import layout_of
from companion.games.finstere_flure.virtual_table.game import VIRTUAL
from companion.journal import Journal
from companion.screen.pages import ListPage
from companion.table.seats import SeatChange, SeatChangeKind
from engine.finstere_flure.events import CardDrawn, GameStarted, TokenMoved
from engine.finstere_flure.game import RULES
from engine.finstere_flure.pieces import Colour, Place
from hardware.buttons import Button
from tests.companion.virtual_table.bot_table import BotTable, PlannedOpponent
from tests.companion.virtual_table.faultless_reading import faultless_reading  # noqa: F401

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("faultless_reading")]

#: A game with this seed ends with a token that leaves.
SEED = 4
#: A game with this one ends with a move of the monster.
EATEN_SEED = 0


def escaped_game() -> list[Any]:
    """Return the events of a game that a player's last token ends."""
    return played_game(SEED)


def eaten_game() -> list[Any]:
    """Return the events of a game that a move of the monster ends."""
    return played_game(EATEN_SEED)


@cache
def played_game(seed: int) -> list[Any]:
    """Return the events of a game of greedy players."""
    rng, events = Random(seed), [GameStarted((Colour.RED, Colour.BLUE), Colour.RED)]
    state = RULES.begin(events[0])
    while RULES.over(state) is None:
        actors = RULES.acting_seats(state)
        if actors:
            moves = RULES.moves_of(RULES.view(state, actors[0]), actors[0])
            worths = [(RULES.worth(RULES.follow(state, move), str(actors[0])), rng.random()) for move in moves]
            move = moves[worths.index(max(worths))]
        else:
            move = RULES.draw(state, rng)
        events.append(RULES.event(move))
        state = RULES.follow(state, events[-1])
    return events


def kept_before_the_end(journal: Journal, before: list[Any], last: TokenMoved) -> int:
    """Keep a game up to its last token, that a bot moves; return its number."""
    number = journal.start(RULES.id, json.dumps(RULES.event_to_json(before[0])))
    for event in before[1:]:
        journal.append(number, json.dumps(RULES.event_to_json(event)))
    journal.change_seats(number, SeatChange(SeatChangeKind.BOT, (last.token.partition("-")[0],), "strong").line())
    return number


@pytest.mark.parametrize("real", [False, True], ids=["virtual", "real"])
def test_after_a_kill_before_it_has_left_the_game_goes_on_and_tells_it(real: bool, journal: Journal) -> None:
    *before, last = escaped_game()
    number = kept_before_the_end(journal, before, last)
    table = BotTable(VIRTUAL, before[0], journal, opponent=PlannedOpponent(last), real=real)
    table.session.resume(number)
    while not table.is_over:
        if real and table.page.name == "put-right":
            table.place_as_asked()
        table.go_on(help_people=not real)
    assert table.page.name == "put-right"
    told = table.session.table_game.describe_event(table.game.states()[-2], last, table.game.state)
    again = BotTable(VIRTUAL, before[0], journal, opponent=PlannedOpponent(last), real=real)
    again.session.touch(f"resume {number}", 0.0)
    assert again.is_over
    while again.page.name != "over":
        again.go_on(help_people=not real)
    page = again.page
    assert isinstance(page, ListPage)
    assert page.text.startswith(told)
    if not real:
        assert again.session.layout == layout_of(again.game.state.position)
    assert journal.games()[0].finished


def test_after_a_kill_during_the_last_move_of_the_monster_it_is_shown_once_more(journal: Journal) -> None:
    events = eaten_game()
    assert isinstance(events[-1], CardDrawn)
    number = journal.start(RULES.id, json.dumps(RULES.event_to_json(events[0])))
    for event in events[1:]:
        journal.append(number, json.dumps(RULES.event_to_json(event)))
    table = BotTable(VIRTUAL, events[0], journal, real=True, sees=False)
    table.session.touch(f"resume {number}", 0.0)
    assert table.is_over
    assert table.page.name == "move"
    assert not journal.games()[0].finished
    for _ in range(40):
        if table.page.name == "over":
            break
        table.press(Button.ADVANCE)
    assert table.page.name == "over"
    assert journal.games()[0].finished


@pytest.mark.parametrize("real", [False, True], ids=["virtual", "real"])
def test_it_leaves_the_board_before_the_victory(real: bool, journal: Journal) -> None:
    *before, last = escaped_game()
    assert isinstance(last, TokenMoved)
    assert last.to is Place.OUT
    table = BotTable(VIRTUAL, before[0], journal, opponent=PlannedOpponent(last), real=real)
    table.session.resume(kept_before_the_end(journal, before, last))
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
    assert table.session.layout == layout_of(table.game.state.position)
    table.close()
