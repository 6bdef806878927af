"""Bots in seats: whole games, comings and goings in mid-game, hints, failures."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from classics.ludo import GAME as LUDO
from classics.noughts_and_crosses import GAME as NOUGHTS_AND_CROSSES
from mouse_and_elephant.rules import Started
from mouse_and_elephant.virtual import VIRTUAL as MOUSE_AND_ELEPHANT

from companion.device.language import use_language
from companion.games.finstere_flure.playback.board_view import BoardView
from companion.games.finstere_flure.virtual_table.game import VIRTUAL as FINSTERE_FLURE
from companion.journal import Journal
from companion.screen.pages import BoardPage, ListPage
from companion.table.bot_acts import acts_of_bots, is_still_read
from companion.table.bots import describe_seat, keep_bots
from companion.table.put_right import PutRightStep
from companion.table.seats import SeatChange, SeatChangeKind
from companion.table.seats_menu import change_seats
from companion.table.session_context import SessionContext
from companion.table.session_start import open_session
from engine.finstere_flure.events import GameStarted, SetUp
from engine.finstere_flure.pieces import Colour
from hardware.buttons import Button
from tests.companion.three_keys import ThreeKeys
from tests.companion.virtual_table.bot_table import BotTable, InlineOpponent
from tests.companion.virtual_table.faultless_reading import faultless_reading  # noqa: F401

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("faultless_reading")]

CHASE = GameStarted((Colour.RED, Colour.BLUE), Colour.RED)
#: A bot that thinks until it is stopped.
FOR_EVER = "strong:500"

Open = Callable[..., BotTable]


@pytest.fixture
def open_table(tmp_path: Path) -> Iterator[Open]:
    tables: list[BotTable] = []
    journal = Journal.open(tmp_path / "games.sqlite")

    def open_(game: str = "noughts", **how: Any) -> BotTable:
        virtual, started = {
            "noughts": (NOUGHTS_AND_CROSSES.virtual, NOUGHTS_AND_CROSSES.virtual.start(None, 1, {})),
            "ludo": (LUDO.virtual, LUDO.virtual.start(None, 1, {})),
            "flure": (FINSTERE_FLURE, CHASE),
            "cards": (MOUSE_AND_ELEPHANT, Started()),
        }[game]
        # They think in a process of their own in the smallest game, in which that can be stopped and fails.
        how.setdefault("opponent", None if game == "noughts" else InlineOpponent())
        tables.append(BotTable(virtual, started, journal, **how))
        return tables[-1]

    yield open_
    for table in tables:
        table.close()
    journal.close()


def first_move(table: BotTable) -> None:
    """People lay the board, if anything lies on it, and make a move."""
    while table.page.name == "put-right":
        table.go_on(help_people=True)
    count = len(table.game.events)
    while len(table.game.events) == count:
        table.go_on(help_people=True)


# --- whole games ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "bots"),
    [
        ("noughts", {"crosses": "strong:0.05"}),
        ("cards", {"west": "greedy:0.05", "north": "random", "east": "strong:0.05"}),
        ("flure", {"red": "greedy:0.05", "blue": "random"}),
    ],
)
def test_a_game_is_played_to_its_end(open_table: Open, game: str, bots: dict[str, str]) -> None:
    table = open_table(game)
    table.begin(**bots)
    table.play()
    assert table.counts.problems == 0
    assert table.session.seating.seats.bots == bots
    journal = table.session.journal
    assert table.session.game_id is not None
    assert len(journal.events(table.session.game_id)) == len(table.game.events)


def test_hands_throw_the_die_for_a_bot(open_table: Open) -> None:
    table = open_table("ludo")
    table.begin(**dict.fromkeys(table.session.table_game.seats(None), "random"))
    while len(table.game.events) < 12:
        table.go_on()
    assert table.counts.problems == 0


def test_bots_place_the_tiles_of_a_floor(open_table: Open) -> None:
    table = open_table("flure")
    table._started = GameStarted((Colour.RED, Colour.BLUE), Colour.RED, set_up=SetUp.PLACED)
    table.begin(red="random", blue="random")
    while len(table.game.events) < 8:
        table.go_on()
    assert table.counts.problems == 0


def test_a_bot_is_given_its_own_cards_alone(open_table: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    table = open_table("cards")
    table.begin(west=FOR_EVER)
    asked: list[Any] = []
    monkeypatch.setattr(table.opponent, "ask", asked.append)
    while not asked:
        table.go_on(help_people=True)
    hands = asked[0].view.hands
    assert [{*hand} == {""} for hand in hands.values()] == [False, True, True]


def test_the_switch_of_a_cover_gives_a_bot_s_seat_back(open_table: Open) -> None:
    table = open_table("cards")
    table.begin(north="random")
    while table.page.name != "move":
        table.go_on(help_people=True)
    table.go_on()
    hands = table.hands
    assert hands is not None
    assert [holder.id for holder in hands.holders() if holder.bot] == ["north"]
    hands.change_player("north")
    assert [holder.id for holder in hands.holders() if holder.bot] == []
    assert table.session.seating.seats.bots == {}


# --- a real table -----------------------------------------------------------------------------------------------------


def test_a_camera_checks_what_hands_do_for_a_bot(open_table: Open) -> None:
    table = open_table("flure", real=True)
    table.begin(red="greedy:0.05")
    table.place_as_asked()
    table.wait_for("put-right")
    assert table.game.events[-1].token.startswith("red")
    assert table.caption.startswith("Put red")
    assert isinstance(table.page, BoardPage)
    assert isinstance(table.page.board, BoardView)
    assert table.page.board.arrows
    for _ in range(8):
        table.go_on()
    assert table.page.name == "put-right", "no hand has moved anything yet"
    table.place_as_asked()
    table.wait_for("tokens")


def test_by_hand_one_press_confirms_a_bot_s_move(open_table: Open) -> None:
    table = open_table("flure", real=True, sees=False)
    table.begin(red="greedy:0.05")
    while table.page.name == "set-up":
        table.press(Button.ADVANCE)
    table.wait_for("put-right")
    table.press(Button.ADVANCE)
    assert table.page.name == "tokens"


def test_a_bot_holds_no_real_cards(open_table: Open) -> None:
    table = open_table("cards", real=True)
    table.session.new_game(table.virtual.table)
    row = next(row for row in table.page.rows if row.text == "Bots")  # type: ignore[union-attr]
    assert (row.id, row.detail) == ("", "A bot cannot hold real cards: it plays at the virtual table only.")


# --- what stops a bot -------------------------------------------------------------------------------------------------


def test_an_undo_stops_a_bot_that_thinks(open_table: Open) -> None:
    table = open_table()
    table.begin(noughts=FOR_EVER)
    first_move(table)
    table.wait_for("bot")
    table.press(Button.BACK)
    assert table.page.name == "undo"
    assert table.opponent._asked is None
    table.press(Button.ADVANCE)
    assert len(table.game.events) == 1
    assert table.page.name in ("put-right", "move")


def test_a_menu_stops_a_bot_and_its_end_asks_it_again(open_table: Open) -> None:
    table = open_table()
    table.begin(noughts=FOR_EVER)
    first_move(table)
    table.wait_for("bot")
    table.press(Button.BACK, held=True)
    assert table.opponent._asked is None
    table.press(Button.BACK)
    assert table.page.name == "bot"
    assert table.opponent._asked is not None
    table.session.open_start_page()
    assert table.opponent._asked is None


def test_a_killed_bot_starts_again(open_table: Open) -> None:
    table = open_table()
    table.begin(noughts="strong:0.2")
    first_move(table)
    table.wait_for("bot")
    assert table.opponent._process is not None
    table.opponent._process.kill()
    count = len(table.game.events)
    while len(table.game.events) == count:
        table.go_on()
    assert table.session.seating.seats.bots == {"noughts": "strong:0.2"}


def fail(table: BotTable) -> None:
    """The process of the bot that thinks is killed until the bot gives up."""
    table.wait_for("bot")
    while table.page.name == "bot":
        assert table.opponent._process is not None
        table.opponent._process.kill()
        table.opponent._process.join()
        table.go_on()
    assert table.page.name == "failed-bot"


@pytest.fixture
def failed(open_table: Open) -> BotTable:
    """Return a table whose bot has just given up, in the middle of a game."""
    table = open_table()
    table.begin(noughts=FOR_EVER)
    first_move(table)
    fail(table)
    return table


def rows_of(table: BotTable) -> dict[str, str]:
    assert isinstance(table.page, ListPage)
    return {row.id: row.text for row in table.page.rows}


def test_a_bot_that_gave_up_says_so_until_somebody_has_noticed(failed: BotTable) -> None:
    assert isinstance(failed.page, ListPage)
    assert (failed.page.title, failed.page.text) == ("Nought: the bot has failed.", "Who plays there now?")
    assert rows_of(failed) == {"person": "A person plays", f"bot {FOR_EVER}": "Let the bot in again"}
    failed.press(Button.DRAW, held=True)
    failed.press(Button.DRAW)
    for _ in range(50):
        failed.now += 60
        failed.go_on(help_people=True)
    assert failed.page.name == "failed-bot"
    assert failed.said.count("Nought: the bot has failed.") == 1
    failed.press(Button.ADVANCE)
    assert failed.page.name == "move"
    assert failed.session.seating.seats.bots == {}
    assert "Nought: a person plays." in failed.said


def test_it_is_let_in_again_at_once(failed: BotTable) -> None:
    choose(failed, f"bot {FOR_EVER}")
    assert failed.page.name == "bot"
    assert failed.session.seating.seats.bots == {"noughts": FOR_EVER}
    assert failed.session.seating.seats.failed == {}
    fail(failed)
    assert failed.said.count("Nought: the bot has failed.") == 2


def test_it_is_let_in_again_later(failed: BotTable) -> None:
    failed.press(Button.ADVANCE)
    failed.press(Button.BACK, held=True)
    choose(failed, "seats", "noughts")
    assert rows_of(failed)[f"bot {FOR_EVER}"] == "Let the bot in again"
    choose(failed, f"bot {FOR_EVER}")
    assert failed.page.name == "bot"


def test_the_menu_says_it_too_and_leads_back(failed: BotTable) -> None:
    failed.press(Button.BACK, held=True)
    choose(failed, "seats")
    assert isinstance(failed.page, ListPage)
    assert [row.value for row in failed.page.rows] == ["", "bot (has failed)"]
    failed.press(Button.BACK)
    failed.press(Button.BACK)
    assert failed.page.name == "failed-bot"
    failed.press(Button.BACK, held=True)
    choose(failed, "start")
    assert failed.page.name == "start"


def test_undo_puts_it_back(failed: BotTable) -> None:
    failed.press(Button.BACK)
    assert isinstance(failed.page, ListPage)
    assert failed.page.rows[0].text == "Nought: the bot has failed."
    failed.press(Button.ADVANCE)
    assert failed.page.name == "bot"
    fail(failed)
    failed.session.undo(1)
    assert failed.session.seating.seats.bots == {"noughts": FOR_EVER}
    assert failed.session.seating.seats.unnoticed == frozenset()


def test_a_killed_table_says_it_again_until_it_was_noticed(failed: BotTable, open_table: Open) -> None:
    game_id = failed.session.game_id
    assert game_id is not None
    again = open_table()
    again.session.resume(game_id)
    again.wait_for("failed-bot")
    choose(again, "person")
    third = open_table()
    third.session.resume(game_id)
    assert third.page.name != "failed-bot"
    assert third.session.seating.seats.failed == {"noughts": FOR_EVER}


def test_a_process_that_dies_while_nobody_asks_has_failed_at_nothing(open_table: Open) -> None:
    table = open_table()
    table.begin(noughts=FOR_EVER)
    first_move(table)
    table.wait_for("bot")
    table.press(Button.BACK, held=True)
    assert table.opponent._process is not None
    table.opponent._process.kill()
    table.opponent._process.join()
    table.press(Button.BACK)
    assert table.opponent._process.is_alive(), "it is started again before it is asked"
    assert (table.page.name, table.opponent._failures) == ("bot", 0)


def test_a_person_plays_where_a_bot_has_failed_in_the_place_of_somebody_who_is_away(open_table: Open) -> None:
    table = open_table()
    table.begin()
    first_move(table)
    change_seats(table.session, SeatChange(SeatChangeKind.LEFT, ("noughts",)))
    fail(table)
    table.press(Button.ADVANCE)
    assert table.session.seating.seats.away == frozenset()
    count = len(table.game.events)
    for _ in range(20):
        table.now += 1
        table.go_on()
    # Nor do the table's own hands play for whoever sits there now.
    assert (table.page.name, len(table.game.events)) == ("move", count)


# --- who comes and goes, with three buttons ---------------------------------------------------------------------------


def choose(table: BotTable, *rows: str) -> None:
    """Choose rows one after the other with the buttons."""
    keys = ThreeKeys(table.session)
    for row in rows:
        keys.mark(row)
        table.press(Button.ADVANCE)


def test_bots_are_chosen_before_a_game(open_table: Open) -> None:
    table = open_table()
    table.session.new_game(table.virtual.table)
    choose(table, "bots", "noughts")
    table.press(Button.BACK)
    choose(table, "start")
    assert table.session.seating.seats.bots == {"noughts": "greedy"}


def test_a_game_names_its_medium_bot(open_table: Open) -> None:
    table = open_table("flure")
    table.session.new_game(table.virtual.table)
    choose(table, "red", "blue", "bots", "blue")
    assert isinstance(table.page, ListPage)
    assert [row.value for row in table.page.rows] == ["a person", "bot (medium)"]
    assert table.session.seating.planned_bots["finstere-flure"] == {"blue": "careful"}
    assert describe_seat(table.session.table_game, "greedy:2") == "bot (hasty)"
    assert describe_seat(NOUGHTS_AND_CROSSES.table, "greedy:2") == "bot (medium)"


def test_opponents_are_as_strong_as_the_settings_say_and_the_others_follow(open_table: Open) -> None:
    table = open_table("flure")
    choose(table, "settings", "group opponents", "opponents")
    table.press(Button.BACK)
    table.press(Button.BACK)
    table.session.new_game(table.virtual.table)
    choose(table, "red", "blue", "bots")
    offered = []
    for _ in range(4):
        choose(table, "blue")
        offered.append(table.session.seating.planned_bots["finstere-flure"].get("blue", ""))
    assert offered == ["strong", "random", "careful", ""]


def test_bots_that_act_in_a_row_can_be_followed(open_table: Open) -> None:
    table = open_table("ludo")
    table.begin(**dict.fromkeys(table.session.table_game.seats(None), "random"))
    assert table.session.status == table.session.table_game.status(table.game.state), "no bot has acted yet"
    times = []
    while len(table.game.events) < 12:
        count = len(table.game.events)
        table.go_on()
        if len(table.game.events) > count and len(acts_of_bots(table.session)) > 1:
            times.append((table.session.acts[-2].at_s, table.session.acts[-1].at_s))
    assert times
    assert all(later - earlier >= 1.6 for earlier, later in times), times
    assert acts_of_bots(table.session)
    last = table.session.acts[-1]
    told = table.session.table_game.describe_event(last.before, last.event, last.after)
    assert told in table.session.status
    assert told not in table.session.progress, "a page of problems does not tell it below them"
    use_language("de")
    assert told not in table.session.status, "it is told in the language in use"
    use_language("en")
    table.session.undo(len(table.game.events) - 1)
    assert told not in table.session.status


def test_fast_bots_do_not_wait(open_table: Open) -> None:
    table = open_table("ludo")
    table.begin(**dict.fromkeys(table.session.table_game.seats(None), "random"))
    while len(acts_of_bots(table.session)) < 2:
        table.go_on()
    assert is_still_read(table.session)
    table.session.change_settings(replace(table.session.settings, pace="fast"))
    assert not is_still_read(table.session)


def test_the_medium_bot_plays_for_whoever_is_away_from_a_virtual_table(open_table: Open) -> None:
    table = open_table("flure", opponent=None)
    table.begin()
    while table.page.name != "tokens":
        table.go_on(help_people=True)
    seat = str(table.game.state.turn)
    change_seats(table.session, SeatChange(SeatChangeKind.LEFT, (seat,)))
    assert table.page.name == "bot"
    assert table.caption.endswith("a bot is thinking (medium).")
    asked = table.opponent._asked
    assert asked is not None
    assert (asked.seat, asked.bot) == (seat, "careful")
    change_seats(table.session, SeatChange(SeatChangeKind.BACK, (seat,)))
    assert table.page.name == "tokens"
    keep_bots(table.session)
    assert table.session.seating.seats.bots == {"blue" if seat == "red" else "red": "careful"}


def test_bots_come_and_go_in_mid_game_and_stay_with_it(open_table: Open) -> None:
    table = open_table()
    table.begin()
    first_move(table)
    table.press(Button.BACK, held=True)
    choose(table, "seats", "noughts", "bot strong")
    assert "Nought: bot (strong)." in table.said
    assert table.page.name == "bot"
    again = open_table()
    assert table.session.game_id is not None
    again.session.resume(table.session.game_id)
    assert again.session.seating.seats.bots == {"noughts": "strong"}
    table.press(Button.BACK, held=True)
    choose(table, "seats", "noughts", "person")
    assert table.page.name == "move"
    table.press(Button.BACK)
    table.press(Button.ADVANCE)
    assert table.page.name == "bot", "that a person came was taken back"


# --- hints ------------------------------------------------------------------------------------------------------------


def test_a_hint_shows_a_move_and_makes_none(open_table: Open) -> None:
    table = open_table("flure", opponent=None)
    table.begin()
    while table.page.name != "tokens":
        table.go_on(help_people=True)
    count = len(table.game.events)
    table.press(Button.BACK, held=True)
    choose(table, "hint")
    assert table.said[-1] == "A hint for Red."
    table.press(Button.DRAW)
    assert table.said.count("A hint for Red.") == 1, "nobody asks again"
    while table.caption == "A moment: I am thinking.":
        table.go_on()
    assert table.caption.startswith("I would do this: Red")
    assert "nearer to the exit, risk of being eaten there" in table.caption
    assert " %" not in table.caption, "no line ends before the sign"
    assert table.said[-1] == table.caption
    said = len(table.said)
    table.press(Button.DRAW)
    assert table.said[said:] == [table.caption], "Draw says it again"
    use_language("de")
    assert table.caption.startswith("Ich würde dies tun: Rot")
    table.press(Button.ADVANCE)
    assert (table.page.name, len(table.game.events)) == ("tokens", count)


def test_a_hint_in_a_declared_game_says_why(open_table: Open) -> None:
    table = open_table()
    table.begin()
    while table.page.name != "move":
        table.go_on(help_people=True)
    table.press(Button.BACK, held=True)
    choose(table, "hint")
    while table.caption == "A moment: I am thinking.":
        table.go_on()
    assert "Rows left to the other side: " in table.caption
    assert table.caption.endswith(" instead of 8.")


def test_a_hint_that_names_a_card_of_the_hand_is_for_its_player_alone(open_table: Open) -> None:
    table = open_table("cards")
    table.begin()
    while table.page.name != "move":
        table.go_on(help_people=True)
    table.go_on()
    table.press(Button.BACK, held=True)
    choose(table, "hint")
    while table.caption == "A moment: I am thinking.":
        table.go_on()
    assert table.caption == "The hint names hidden cards. West reads it under their own cover."
    given = table.session.private_hint
    assert given is not None
    assert given.seat == "west"
    # The seven other cards of the own hand are hidden for the others alone.
    assert "of 16 hidden cards could beat it." in given.text()


def test_a_setting_forbids_hints(open_table: Open) -> None:
    table = open_table()
    table.begin()
    first_move(table)
    while isinstance(table.session.step, PutRightStep):
        table.go_on(help_people=True)
    table.press(Button.BACK, held=True)
    places = [row.text for row in table.page.rows]  # type: ignore[union-attr]
    assert "hint" in [row.id for row in table.page.rows]  # type: ignore[union-attr]
    choose(table, "settings", "group opponents", "hints")
    table.press(Button.BACK)
    table.press(Button.BACK)
    assert "hint" not in [row.id for row in table.page.rows]  # type: ignore[union-attr]
    assert [row.text for row in table.page.rows] == places, "no row moves"  # type: ignore[union-attr]
    assert "Forbidden in the settings." in [row.detail for row in table.page.rows]  # type: ignore[union-attr]


def test_without_bots_nothing_is_offered(open_table: Open, tmp_path: Path) -> None:
    table = open_table()
    journal = Journal.open(tmp_path / "other.sqlite")
    session = open_session(journal, table.session.settings, [table.virtual.table], sees=True, around=SessionContext())
    session.new_game(table.virtual.table)
    assert "bots" not in [row.id for row in session.page.rows]  # type: ignore[union-attr]
