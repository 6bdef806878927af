"""The recorder of games finds nothing in them, and finds what is sown."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.games import CompanionGame
from companion.journal import Journal
from companion.phones.link import ServerLink
from companion.phones.log_lines import LogLines
from companion.phones.table import PhoneTable
from companion.screen.pages import Row
from companion.table.session import Session
from tools.recorder.hidden import card_names, held_by
from tools.recorder.recorded_table import RecordedTable
from tools.recorder.whole_game import record_game
from tools.walk.games import games

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("display", "faultless_reading")]

HIDING = ("lifeboat", "coach-ride", "betrayal", "mouse-and-elephant")


@pytest.mark.thorough(but=["mouse-and-elephant"])
@pytest.mark.parametrize("name", HIDING)
def test_nothing_for_another_seat_is_sent_shown_or_said(journal: Journal, name: str) -> None:
    told = record_game(games()[name], journal, 3, most_events=25)
    assert told.faults == []
    assert told.states > 10
    assert told.lines > 50


@pytest.mark.thorough
@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", HIDING)
def test_nothing_is_in_whole_games(journal: Journal, name: str) -> None:
    told = record_game(games()[name], journal, 4)
    assert told.faults == []
    assert told.is_over


# --- leaks that are sown ---------------------------------------------------------------------------------------------

Sow = Callable[[pytest.MonkeyPatch, CompanionGame, list[Session]], None]


def a_hidden_card(session: Session) -> str:
    """Return the name of the first card in a hand that is the only one of its kind."""
    whole = session.hidden_cards.whole_state() if session.hidden_cards is not None else None
    if session.game is None or whole is None:
        return ""
    seats, names = session.table_game.seats(session.game.events[0]), card_names(session.table_game)
    return next((names[card] for seat in seats for card in held_by(whole, seat) if card in names), "")


def status_of_the_screen(patch: pytest.MonkeyPatch, game: CompanionGame, tables: list[Session]) -> None:
    patch.setattr(type(game.table), "status", lambda *_: repr(tables[-1].hidden_cards.whole_state()))  # type: ignore[union-attr]


def card_in_every_hand(patch: pytest.MonkeyPatch, game: CompanionGame, tables: list[Session]) -> None:
    hand = type(game.table.seat_screen).hand
    patch.setattr(
        type(game.table.seat_screen),
        "hand",
        lambda *asked: [*hand(*asked), Row(a_hidden_card(tables[-1]), a_hidden_card(tables[-1]))],
    )


def line_in_the_log(patch: pytest.MonkeyPatch, game: CompanionGame, tables: list[Session]) -> None:  # noqa: ARG001
    patch.setattr(LogLines, "lines", lambda *_: [a_hidden_card(tables[-1])])


def private_pictures_for_all(patch: pytest.MonkeyPatch, game: CompanionGame, tables: list[Session]) -> None:  # noqa: ARG001
    send = PhoneTable._send_picture
    patch.setattr(PhoneTable, "_send_picture", lambda phones, _, __, picture: send(phones, 0, {}, picture))


def values_for_another_phone(patch: pytest.MonkeyPatch, game: CompanionGame, tables: list[Session]) -> None:  # noqa: ARG001
    send, last = ServerLink.send, dict[int, dict[str, Any]]()

    def send_twice(link: ServerLink, message: dict[str, Any]) -> None:
        send(link, message)
        if message["kind"] == "show":
            last[message["phone"]] = message
            # After its own: the server sends only the last of several.
            if 1 in last and 3 in last:
                send(link, {**last[1], "phone": 3})

    patch.setattr(ServerLink, "send", send_twice)


def voice_that_names_a_card(patch: pytest.MonkeyPatch, game: CompanionGame, tables: list[Session]) -> None:
    patch.setattr(
        type(game.table.seat_screen), "describe_entered", lambda *_: f"{a_hidden_card(tables[-1])} goes round."
    )


def tile_in_an_offer(patch: pytest.MonkeyPatch, game: CompanionGame, tables: list[Session]) -> None:
    describe = type(game.table.seat_screen).describe_move

    def told(table: Any, view: Any, move: Any) -> Any:
        assert tables[-1].hidden_cards is not None
        whole: Any = tables[-1].hidden_cards.whole_state()
        shown = describe(table, view, move)
        return type(shown)(f"{shown.text}: {next(whole.stacks.tiles(whole.state))}", shown.parts, shown.any_order)

    patch.setattr(type(game.table.seat_screen), "describe_move", told)


def notes_of_all_sides(patch: pytest.MonkeyPatch, game: CompanionGame, tables: list[Session]) -> None:  # noqa: ARG001
    patch.setattr(PhoneTable, "_side", lambda _, seat: Row("all", "All") if seat else None)


@pytest.mark.thorough(
    but=[
        "mouse-and-elephant-line_in_the_log-is told of",
        "lifeboat-private_pictures_for_all-all phones are sent a picture",
        "coach-ride-values_for_another_phone-what is meant for another phone",
        "betrayal-notes_of_all_sides-is sent a note of",
    ]
)
@pytest.mark.parametrize(
    ("name", "sow", "found"),
    [
        ("lifeboat", status_of_the_screen, "the table shows"),
        ("coach-ride", card_in_every_hand, "is sent ("),
        ("lifeboat", line_in_the_log, "is sent ("),
        ("mouse-and-elephant", line_in_the_log, "is told of"),
        ("lifeboat", private_pictures_for_all, "all phones are sent a picture"),
        ("coach-ride", values_for_another_phone, "what is meant for another phone"),
        ("coach-ride", voice_that_names_a_card, "the table is told of"),
        ("betrayal", tile_in_an_offer, "order of all_tiles"),
        ("betrayal", notes_of_all_sides, "is sent a note of"),
    ],
)
def test_a_leak_is_found(journal: Journal, monkeypatch: pytest.MonkeyPatch, name: str, sow: Sow, found: str) -> None:
    game, tables = games()[name], list[Session]()
    begin = RecordedTable.open

    def opened(table: RecordedTable) -> None:
        tables.append(table.session)
        begin(table)

    monkeypatch.setattr(RecordedTable, "open", opened)
    sow(monkeypatch, game, tables)
    # How far a game comes within so many events depends on how fast bots and phones are.
    monkeypatch.setattr("tools.recorder.whole_game._CURIOUS", 0.3)
    told = record_game(game, journal, 3, most_events=60, sought=found)
    assert any(found in fault for fault in told.faults), told.faults
