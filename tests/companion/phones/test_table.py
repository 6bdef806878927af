"""Phones play at a table: they join, take seats, move, and what they must not do is refused."""

import socket
import threading
import time
from collections.abc import Iterator

import pytest
from classics.fox_and_geese import GAME as GEESE
from mouse_and_elephant.game import GAME as MOUSE

from companion.device.language import in_language, say
from companion.device.sentences import capitalised, listed
from companion.games import find_game
from companion.journal import Journal
from companion.phones.limits import MOST_PHONES
from companion.table.event_dialog import EventDialogStep
from companion.table.menus import MenuStep
from companion.table.put_right import PutRightStep
from companion.voice import Level
from hardware.buttons import Button, Press
from tests.companion.phones.evening import Evening, VirtualEvening
from tests.companion.phones.phone import TestPhone
from tests.companion.phones.players import PhonePlayers

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")
pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("display")]


@pytest.fixture
def geese(journal: Journal) -> Iterator[Evening]:
    """Return an evening of a grid game, on which phones may join."""
    evening = Evening(GEESE, journal)
    evening.phones.switch_on()
    yield evening
    evening.close()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def test_two_phones_play_a_game_on_cells(geese: Evening) -> None:
    fox, goose = geese.phone("de"), geese.phone("fr")
    assert fox.shows["seats"] == []
    geese.begin()
    seats = [seat["id"] for seat in fox.wait(lambda shown: shown["seats"])["seats"]]
    fox.take(seats[0])
    goose.take(seats[1])
    assert fox.wait(lambda shown: shown["seats"][1]["taken"])["language"] == "de"
    for _ in range(6):
        phone, other = (fox, goose) if fox.shows["moves"] else (goose, fox)
        assert not other.shows["moves"]
        events = len(geese.session.game.events)
        phone.do(phone.shows["moves"][0]["id"])
        other.wait(lambda shown: shown["moves"])
        phone.wait(lambda shown: not shown["moves"])
        assert len(geese.session.game.events) == events + 1


def test_a_move_is_a_touch_of_its_piece_and_one_of_its_cell(geese: Evening) -> None:
    geese.begin()
    goose = geese.phone()
    shown = goose.take("geese")
    start, end = shown["moves"][0]["parts"]
    assert start["board"]
    assert end["board"]
    assert {start["id"], end["id"]} <= shown["places"].keys()
    status, picture, _ = goose.ask("GET", f"/picture/{shown['board']}")
    assert (status, picture[8:12]) == (200, b"WEBP")


def test_old_messages_replays_and_moves_of_other_seats_are_refused(geese: Evening) -> None:
    geese.begin()
    fox, goose = geese.phone(), geese.phone()
    fox.take("fox")
    old = goose.take("geese")
    # A seat that another phone has.
    fox.post("/touch", {"seat": "geese"})
    assert fox.wait(lambda shown: shown["refused"])["seat"] == "fox"
    # Another seat's move.
    fox.post("/touch", {"do": "move 0", "offer": old["offer"]})
    fox.wait(lambda shown: shown["refused"] == "late")
    assert len(geese.session.game.events) == 1
    # The same move twice, and once more when it is one's turn again.
    goose.do("move 0")
    goose.post("/touch", {"do": "move 0", "offer": old["offer"]})
    fox.wait(lambda shown: shown["moves"])
    goose.wait(lambda shown: shown["refused"] == "late")
    assert len(geese.session.game.events) == 2
    fox.do("move 0")
    goose.wait(lambda shown: shown["moves"])
    goose.post("/touch", {"do": "move 0", "offer": old["offer"]})
    offer = goose.wait(lambda shown: shown["refused"] == "late")["offer"]
    goose.post("/touch", {"do": "move 9999", "offer": offer})
    goose.wait(lambda shown: shown["refused"] == "late" and shown["offer"] != offer)
    assert goose.post("/touch", {"do": ["move"], "offer": None, "seat": {}})[0] == 400
    assert len(geese.session.game.events) == 3


def test_a_late_touch_is_told_of_until_something_else_can_be_done(geese: Evening) -> None:
    geese.begin()
    fox, goose = geese.phone(), geese.phone()
    fox.take("fox")
    offer = goose.take("geese")["offer"]
    fox.post("/touch", {"do": "move 0", "offer": offer})
    fox.wait(lambda shown: shown["refused"] == "late")
    goose.do("move 0")
    # It is told that it is its turn, not that its last touch came too late.
    assert fox.wait(lambda shown: shown["moves"])["refused"] == ""


def test_a_phone_whose_place_the_server_has_freed_is_forgotten(geese: Evening) -> None:
    geese.begin()
    phone, other = geese.phone(), geese.phone()
    phone.sleep()
    link = geese.phones._link
    assert link is not None
    link._received.append({"kind": "left", "phone": min(geese.phones.guests.all)})
    other.take("fox")
    assert len(geese.phones.guests.all) == 1


def test_a_touch_of_the_board_that_leads_to_no_move_is_told_why(geese: Evening) -> None:
    geese.begin()
    fox, goose = geese.phone(), geese.phone("de")
    fox.take("fox")
    shown = goose.take("geese")
    start, _ = shown["moves"][0]["parts"]
    left, top, wide, high = shown["places"][start["id"]]

    def middle(columns: int, rows: int) -> list[float]:
        """Return the middle of a cell so many columns and rows away from that of the move."""
        return [left + wide * (columns + 0.5), top + high * (rows + 0.5)]

    goose.post("/touch", {"chosen": [start["id"]], "at": middle(0, 2)})
    shown = goose.wait(lambda shown: shown.get("why"))
    assert shown["why"].startswith("Eine Gans geht ein Feld nach unten oder zur Seite, nie zurück.")
    # The fox waits: nothing is offered to it, and nothing explained.
    fox.post("/touch", {"chosen": [], "at": middle(0, 2)})
    for foreign in (
        {"chosen": ["hand nonsense"], "at": middle(0, 0)},
        {"chosen": 7, "at": middle(0, 0)},
        {"chosen": [], "at": [float("nan"), 0.5]},
        {"chosen": [], "at": [-3, 0.5]},
        {"chosen": [None, [1]], "at": [0.01, 0.01]},
    ):
        goose.post("/touch", foreign)
    goose.do(shown["moves"][0]["id"])
    assert not goose.wait(lambda shown: not shown["moves"]).get("why")
    assert not fox.wait(lambda shown: shown["moves"]).get("why")


def test_nobody_moves_while_a_menu_is_open_at_the_table(geese: Evening) -> None:
    geese.begin()
    goose = geese.phone()
    goose.take("geese")
    geese.session.open(MenuStep(geese.session))
    # The game's page stays on the phone, whatever the table looks at.
    assert goose.wait(lambda shown: not shown["moves"])["page"] == "move"
    geese.session.close()
    goose.wait(lambda shown: shown["moves"])


def test_a_seat_moves_to_another_phone_and_is_taken_back_at_the_table(geese: Evening) -> None:
    geese.begin()
    first, second = geese.phone(), geese.phone()
    first.take("geese")
    second.wait(lambda shown: any(seat["taken"] for seat in shown["seats"]))
    first.post("/touch", {"seat": ""})
    first.wait(lambda shown: not shown["seat"])
    second.take("geese")
    step = geese.phones.step(geese.session)
    geese.session.open(step)
    step.touch("guests")
    assert "seat geese" in [row.id for row in geese.session.page.rows]
    geese.session.touch("seat geese", geese.session.now)
    second.wait(lambda shown: not shown["seat"])


def test_a_phone_that_is_thrown_out_is_out(geese: Evening) -> None:
    geese.begin()
    curious, other = geese.phone(), geese.phone()
    curious.take("fox")
    # Neither another seat nor one after the other, nor by a new joining with the old ticket.
    curious.post("/touch", {"seat": "geese"})
    assert curious.wait(lambda shown: shown["refused"] == "seat_bound")["seat"] == "fox"
    guests = geese.phones.guests
    old = {"ticket": guests.ticket}
    geese.session.open(geese.phones.step(geese.session))
    geese.session.touch("guests", geese.session.now)
    sitting = guests.of_seat("fox")
    assert sitting is not None
    geese.session.touch(f"phone {sitting.id}", geese.session.now)
    geese.session.close()
    geese.session.close()
    other.wait(lambda shown: not any(seat["taken"] for seat in shown["seats"]))
    assert curious.post("/touch", {"seat": "fox"})[0] == 403
    assert curious.ask("GET", "/events")[0] == 403
    assert TestPhone(geese.phones.page_address, geese.work).join(**old) == 403
    assert other.take("fox")["seat"] == "fox"


def test_a_phone_that_slept_is_back_where_it_was(geese: Evening) -> None:
    geese.begin()
    goose = geese.phone()
    moves = goose.take("geese")["moves"]
    for _ in range(10):
        goose.sleep()
        geese.work()
        goose.values.clear()
        goose.listen()
        assert goose.wait(bool)["moves"] == moves


def test_an_old_ticket_lets_nobody_join_but_whoever_has_joined_stays(geese: Evening) -> None:
    geese.begin()
    goose, late = geese.phone(), TestPhone(geese.phones.page_address, geese.work)
    goose.take("geese")
    old = geese.phones.guests.ticket, geese.phones.guests.code
    geese.phones.renew_ticket()
    until = time.monotonic() + 5.0
    while late.join(ticket=geese.phones.guests.ticket) != 200:
        assert time.monotonic() < until
    for shown in ({"ticket": old[0]}, {"code": old[1]}):
        assert TestPhone(geese.phones.page_address, geese.work).join(**shown) == 403
    goose.do("move 0")
    goose.wait(lambda shown: not shown["moves"])
    late.sleep()


def test_fifty_phones_of_which_one_floods_do_not_stop_the_game(geese: Evening) -> None:
    geese.begin()
    fox, goose = geese.phone(), geese.phone()
    fox.take("fox")
    goose.take("geese")
    others = [geese.phone(own=f"127.0.1.{number + 1}") for number in range(MOST_PHONES - 2)]
    flooding = threading.Event()

    def flood() -> None:
        while not flooding.wait(0.01):
            others[0].post("/touch", {"seat": "fox"})

    flooder = threading.Thread(target=flood)
    flooder.start()
    try:
        for events in range(2, 6):
            turn, other = (goose, fox) if goose.shows["moves"] else (fox, goose)
            turn.do("move 0")
            other.wait(lambda shown: shown["moves"])
            turn.wait(lambda shown: not shown["moves"])
            assert len(geese.session.game.events) == events
    finally:
        flooding.set()
        flooder.join()
    # The table answers at once all the same, to whoever lies, too.
    assert others[0].wait(lambda shown: shown["refused"] == "seat_taken")["seat"] == ""


@pytest.mark.usefixtures("faultless_reading")
def test_a_hand_is_on_its_own_phone_alone(journal: Journal) -> None:
    evening = VirtualEvening(MOUSE, journal)
    try:
        evening.phones.switch_on()
        evening.begin()
        phones = {seat: evening.phone() for seat in ("west", "north", "east")}
        hands = {seat: [card["text"] for card in phone.take(seat)["hand"]] for seat, phone in phones.items()}
        assert len({card for hand in hands.values() for card in hand}) == 24
        for events in range(2, 6):
            phones["west"].wait(lambda _: any(phone.shows["moves"] for phone in phones.values()))
            phone = next(phone for phone in phones.values() if phone.shows["moves"])
            offer = phone.shows["offer"]
            phone.do(phone.shows["moves"][0]["id"])
            phone.wait(lambda shown: shown["offer"] != offer)  # noqa: B023 - waits here
            assert len(evening.session.game.events) == events
        phones["west"].wait(lambda _: any(phone.shows["moves"] for phone in phones.values()))
        # The trick is taken without a card, and what was played is in no hand any more.
        assert sum(len(phone.wait(bool)["hand"]) for phone in phones.values()) == 21
        for seat, phone in phones.items():
            others = {card for other, hand in hands.items() if other != seat for card in hand}
            sent = [value["hand"] for value in phone.values if value.get("hand")]
            assert not {card["text"] for hand in sent for card in hand} & others
    finally:
        evening.close()


def test_a_token_of_the_first_game_is_moved_on_a_phone(journal: Journal) -> None:
    evening = Evening(find_game("finstere-flure"), journal)
    try:
        evening.phones.switch_on()
        evening.begin()
        phone = evening.phone("de")
        seats = [seat["id"] for seat in phone.wait(lambda shown: shown["seats"])["seats"]]
        turn = str(evening.session.game.state.turn)
        assert turn in seats
        shown = phone.take(turn)
        token, cell = next(move["parts"] for move in shown["moves"] if move["parts"][1]["board"])
        assert not token["board"]
        assert cell["id"] in shown["places"]
        events = len(evening.session.game.events)
        phone.do(shown["moves"][0]["id"])
        phone.wait(lambda shown: not shown["moves"])
        assert len(evening.session.game.events) == events + 1
    finally:
        evening.close()


@pytest.fixture
def moved(journal: Journal, faultless_reading: None) -> tuple[VirtualEvening, PhonePlayers, str]:  # noqa: ARG001
    """An evening in which a token was moved on a German phone: hands do the same on the board."""
    evening = VirtualEvening(find_game("finstere-flure"), journal, players=2)
    evening.begin()
    players = PhonePlayers(evening, language="de")
    seat = players.wait_for_seat()
    players.do(seat, players.shown(seat)["moves"][0]["text"])
    return evening, players, seat


def test_a_phone_tells_in_its_own_language_what_hands_must_do(moved: tuple[VirtualEvening, PhonePlayers, str]) -> None:
    evening, players, seat = moved
    step = evening.session.step
    assert isinstance(step, PutRightStep)
    tasks = step.tasks
    assert tasks
    assert tasks[0].sentence.startswith("Flip red 1 at the entrance")
    assert players.shown(seat)["caption"].startswith("Dreht Rot 1 am Eingang um")
    assert step.tasks is tasks


def test_a_phone_tells_in_its_own_language_what_the_table_says(journal: Journal) -> None:
    evening = Evening(GEESE, journal)
    evening.begin()
    players = PhonePlayers(evening, language="de")
    evening.session.say(say("Taken back."), Level.PHASE)
    evening.session.say(capitalised(listed([say("Back"), say("Undo")])), Level.PHASE)
    until = time.monotonic() + 10.0
    # Phones are told ten times a second.
    while "Zurückgenommen." not in (said := [announcement["text"] for announcement in players.shown("geese")["said"]]):
        assert time.monotonic() < until, said
        evening.work()
    assert said[-2:] == ["Zurückgenommen.", "Zurück und Rückgängig"]


def test_a_phone_tells_in_its_own_language_why_a_touch_did_nothing(journal: Journal) -> None:
    evening = Evening(GEESE, journal)
    evening.begin()
    players = PhonePlayers(evening, language="de")
    players.shown("geese")
    evening.session.hint(say("Taken back."))
    assert evening.session.status == "Taken back."
    until = time.monotonic() + 10.0
    # Phones are told ten times a second.
    while players.shown("geese")["status"] != "Zurückgenommen.":
        assert time.monotonic() < until
        evening.work()


def test_tasks_for_hands_are_kept_when_the_table_gets_another_language(
    moved: tuple[VirtualEvening, PhonePlayers, str],
) -> None:
    step = moved[0].session.step
    assert isinstance(step, PutRightStep)
    count = len(step.tasks or ())
    with in_language("de"):
        step.begin()
        assert (step.tasks or ())[0].sentence.startswith("Dreht Rot 1 am Eingang um")
        assert len(step.tasks or ()) == count
    step.begin()
    assert (step.tasks or ())[0].sentence.startswith("Flip red 1 at the entrance")


@pytest.mark.parametrize("game", ["lifeboat", "coach-ride", "betrayal"])
def test_of_other_games_the_rows_of_the_page_can_be_touched(journal: Journal, game: str) -> None:
    evening = Evening(find_game(game), journal)
    session = evening.session
    try:
        evening.phones.switch_on()
        session.start(evening.start)
        while not isinstance(session.step, EventDialogStep):
            session.press(Press(Button.ADVANCE, held=False), session.now)
        actor = session.table_game.actor(session.game.state)
        phone, other = evening.phone("de"), evening.phone()
        seats = [seat["id"] for seat in phone.wait(lambda shown: shown["seats"])["seats"]]
        rows = phone.take(actor)["buttons"]
        assert rows
        assert not other.take(next(seat for seat in seats if seat != actor))["buttons"]
        before = session.whole_page
        phone.do(rows[-1]["id"])
        phone.wait(lambda _: session.whole_page != before)
    finally:
        evening.close()


def test_phones_are_back_after_a_crash_of_the_table(journal: Journal) -> None:
    port = free_port()
    before = Evening(GEESE, journal, port=port)
    before.phones.switch_on()
    before.begin()
    phone = before.phone()
    moves = phone.take("geese")["moves"]
    phone.sleep()
    assert before.phones._link is not None
    before.phones._link.close()
    after = Evening(GEESE, journal, port=port)
    try:
        assert after.phones.was_cut_off
        after.phones.switch_on()
        after.resume()
        phone.work = after.work
        phone.values.clear()
        phone.listen()
        assert phone.wait(lambda shown: shown.get("moves"))["moves"] == moves
        phone.do("move 0")
        phone.wait(lambda shown: not shown["moves"])
        phone.sleep()
    finally:
        after.close()
    assert not after.phones.was_cut_off
