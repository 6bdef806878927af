"""Bots in seats at the virtual table: whole games, and windows beside people."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.games.coach_ride.table.seat_words import describe_advised
from companion.games.coach_ride.table.steps import CoachRideStep
from companion.games.coach_ride.virtual_table.game import VIRTUAL
from companion.games.coach_ride.virtual_table.hands import CoachRideHands
from companion.games.coach_ride.words import first_name
from companion.journal import Journal
from companion.screen.pages import BoardPage
from companion.table.hint import HintStep
from companion.table.undo_step import UndoStep
from engine.coach_ride import events as e
from engine.coach_ride.cards import Item, Person, Profession
from engine.coach_ride.dealt import Dealt
from engine.coach_ride.events import Started
from engine.coach_ride.game import RULES
from engine.coach_ride.play import PLAY
from engine.coach_ride.state import Phase
from tests.companion.virtual_table.bot_table import BotTable, InlineOpponent
from tests.companion.virtual_table.faultless_reading import faultless_reading  # noqa: F401

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("faultless_reading")]

STARTED: Started = VIRTUAL.start(3, 2, {})

Open = Callable[..., BotTable]


@pytest.fixture
def open_table(tmp_path: Path) -> Iterator[Open]:
    tables: list[BotTable] = []
    journal = Journal.open(tmp_path / "games.sqlite")

    def open_(*, thinks_apart: bool = False) -> BotTable:
        tables.append(BotTable(VIRTUAL, STARTED, journal, opponent=None if thinks_apart else InlineOpponent()))
        return tables[-1]

    yield open_
    for table in tables:
        table.close()
    journal.close()


def test_bots_play_a_game_to_its_end(open_table: Open) -> None:
    table = open_table()
    first, *others = STARTED.players
    table.begin(**{first: "greedy:0.02"}, **dict.fromkeys(others, "random"))
    table.play()
    assert table.counts.problems == 0
    assert table.session.seating.seats.bots.keys() == set(STARTED.players)
    journal, number = table.session.journal, table.session.game_id
    assert number is not None
    events = [RULES.event_from_json(RULES.event_to_json(event)) for event in table.game.events]
    assert RULES.replay(events).state == table.game.state
    assert len(journal.events(number)) == len(events)


# --- windows that people share --------------------------------------------------------------------------------------


def sit_down(table: BotTable, **bots: str) -> None:
    """Begin with these bots, up to the first turn."""
    table.begin(**bots)
    while table.page.name not in ("bot", str(Phase.TURN)):
        table.go_on(help_people=True)


def whole_of(table: BotTable) -> Dealt:
    assert isinstance(table.hands, CoachRideHands)
    whole = table.hands.whole_state()
    assert whole is not None
    return whole


def attacked_beside_people(table: BotTable) -> Person:
    """Begin a fight in which a bot has to support; return somebody who is a person."""
    person, other, third = STARTED.players
    sit_down(table, **{third: "random"})
    table.session.apply(e.Attacked(STARTED.first, other if STARTED.first is person else person))
    table.session.go_on()
    return person


def window_of_people(table: BotTable) -> CoachRideStep:
    """Go on until only people have not been asked."""
    table.go_on_until(lambda: isinstance(table.session.step, CoachRideStep))
    step = table.session.step
    assert isinstance(step, CoachRideStep)
    return step


def test_a_bot_that_must_support_leaves_people_the_time_of_their_window(open_table: Open) -> None:
    table = open_table()
    attacked_beside_people(table)
    step, count = table.session.step, len(table.game.events)
    assert isinstance(step, CoachRideStep), "the bot waits"
    assert step.window is Profession.PRIEST
    step.close_window()
    assert table.page.name == "bot"
    while len(table.game.events) == count:
        table.go_on()
    assert table.game.events[count].by is STARTED.players[2]


def test_people_speak_in_the_window_before_a_bot_that_must_act(open_table: Open) -> None:
    table = open_table()
    person = attacked_beside_people(table)
    assert isinstance(table.hands, CoachRideHands)
    hidden = table.hands.secrets.now
    assert hidden is not None
    priest = next(
        (player for player, profession in hidden.professions.items() if profession is Profession.PRIEST), person
    )
    step = window_of_people(table)
    if priest in STARTED.players[:2]:
        step.enter_event(e.PriestUsed(priest))
        assert step.refusal or isinstance(table.game.events[-1], e.PriestUsed)
    else:
        assert step.state.phase is Phase.SUPPORT


def test_who_has_declined_is_asked_again_after_an_undo(open_table: Open) -> None:
    table = open_table()
    attacked_beside_people(table)
    window_of_people(table)
    assert table.hands is not None
    before = whole_of(table)
    table.session.go_on()
    assert whole_of(table) == before, "nobody is asked twice"


def test_a_hint_is_given_by_what_a_seat_knows(open_table: Open) -> None:
    table = open_table()
    sit_down(table, **dict.fromkeys((player for player in STARTED.players if player is not STARTED.first), "random"))
    events = len(table.game.events)
    table.session.open(HintStep(table.session))
    while table.caption == "A moment: I am thinking.":
        table.go_on()
    assert table.caption != "There is no hint now."
    assert isinstance(table.page, BoardPage)
    assert first_name(STARTED.first) in table.page.title
    assert len(table.game.events) == events


def test_advice_tells_what_to_do_and_no_card_of_a_hand() -> None:
    ann, bob = STARTED.players[:2]
    assert describe_advised(e.Attacked(ann, bob)) == f"Attack · {first_name(bob)}"
    assert describe_advised(e.Offered(ann, bob)) == f"Trade · {first_name(bob)}"
    assert describe_advised(e.Used(ann, Item.WHIP)) == "Use a card · Whip"
    assert describe_advised(e.Announced(ann, None)) == "Nothing"
    assert describe_advised(e.Named(ann, (bob,))) == f"Name allies · {first_name(bob)}"
    assert describe_advised(e.Searched(ann, took=False)) == "Take none of the items"
    assert describe_advised(e.SextantUsed(ann, e.Direction.LEFT)) == "All pass an item to the left"
    assert describe_advised(e.Shown(ann, items=(Item.WHIP,))) == "Show cards"


def test_an_undo_stops_a_bot_that_thinks(open_table: Open) -> None:
    table = open_table(thinks_apart=True)
    sit_down(table, **dict.fromkeys(STARTED.players, "strong:500"))
    table.session.open(UndoStep(table.session))
    assert table.page.name == "undo"
    assert table.opponent._asked is None


# --- what is kept ---------------------------------------------------------------------------------------------------


def test_whom_a_claimant_names_stays_known_after_a_restart(open_table: Open) -> None:
    table = open_table(thinks_apart=True)
    claimant = STARTED.first
    others = [player for player in STARTED.players if player is not claimant]
    sit_down(table, **{claimant: "strong:500"})
    assert table.hands is not None
    whole = whole_of(table)
    move = next(move for move in PLAY.moves_of(whole, claimant) if move.plan and len(move.plan) == len(others))
    table.hands.keep_move(move)
    table.session.apply(move.event)
    assert whole_of(table).plan == move.plan
    again = open_table()
    assert table.session.game_id is not None
    again.session.resume(table.session.game_id)
    assert again.hands is not None
    again.hands.tick()
    assert whole_of(again).plan == move.plan


def test_an_item_that_a_bot_chooses_is_the_one_that_lies_there(open_table: Open) -> None:
    table = open_table(thinks_apart=True)
    sit_down(table, **{STARTED.first: "strong:500"})
    assert table.hands is not None
    whole = whole_of(table)
    for move in [move for move in PLAY.moves_of(whole, STARTED.first) if isinstance(move.event, e.Offered)]:
        table.hands.keep_move(move)
        table.session.apply(move.event)
        assert whole_of(table) == PLAY.follow(whole, move)
        table.session.undo(keep=1)
