"""Acts of a curious guest, to whom what it held before gives nothing after."""

import json
import time
from random import Random
from typing import Any

import pytest

from companion.games import find_game
from companion.journal import Journal
from companion.phones.limits import MOST_PHONES_OF_ONE
from companion.phones.relay import Relay
from companion.table.seat_screen import SeatScreen
from companion.table.seats import SeatChange, SeatChangeKind
from engine.lifeboat.state import Phase
from hardware.buttons import Button, Press
from tests.companion.games.here import ENTRIES, load_game
from tests.companion.phones.evening import Evening, VirtualEvening
from tests.companion.phones.guesting import Guesting
from tests.companion.phones.players import PhonePlayers
from tests.companion.phones.target import ATTACKER, TICKET, Target

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("display")]


# --- in the same moment -----------------------------------------------------------------------------------------------


def test_who_joins_while_it_is_thrown_out_is_out(guesting: Guesting) -> None:
    """The server lets one more page in by the old ticket before it hears of the new one."""
    guesting.join(4, address="192.168.1.4")
    guesting.touch(4, seat="fox")
    joined = {"language": "en", "address": "192.168.1.4", "ticket": guesting.phones.guests.ticket}
    guesting.phones.throw_out(guesting.phones.guests.all[4])
    guesting.line.coming.append({"kind": "joined", "phone": 5, "key": "5" * 32, **joined})
    guesting.line.coming.append({"kind": "touched", "phone": 5, "touched": {"seat": "fox"}})
    guesting.look()
    assert 5 not in guesting.phones.guests.all
    assert "fox" not in guesting.phones.guests.seats
    assert {"kind": "forget", "phone": 5} in guesting.line.sent
    # By what the table shows now it is let in.
    joined["ticket"] = guesting.phones.guests.ticket
    guesting.line.coming.append({"kind": "joined", "phone": 6, "key": "6" * 32, **joined})
    guesting.look()
    assert 6 in guesting.phones.guests.all


def test_the_server_says_by_which_ticket_a_phone_has_joined() -> None:
    told = list[dict[str, Any]]()
    relay = Relay(told.append)
    for ticket in (TICKET, "another ticket"):
        relay.take({"kind": "ticket", "ticket": ticket, "code": "123456"})
        for shown in ((ticket, ""), ("", "123456")):
            relay.join(*shown, "en", ATTACKER, 0.0)
            assert told[-1]["ticket"] == ticket


def test_of_two_that_touch_a_seat_at_once_the_second_reads_nothing(guesting: Guesting) -> None:
    for number in (1, 2):
        guesting.line.coming.append({"kind": "touched", "phone": number, "touched": {"seat": "geese"}})
    guesting.look()
    assert guesting.shown(1)["moves"]
    shown = guesting.shown(2)
    assert (shown["seat"], shown["refused"], shown.get("moves"), shown.get("hand")) == ("", "seat_taken", None, None)


# --- again and again --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("address", ["192.168.1.4", ""])
def test_two_pages_that_change_a_seat_again_and_again_silence_nobody(guesting: Guesting, address: str) -> None:
    guesting.join(4, 5, address=address)
    session, said, refused = guesting.session, 0, set[str]()
    for turn in range(60):
        session.announcements()
        number = 4 + turn % 2
        guesting.touch(number, seat="fox")
        refused.add(guesting.phones.guests.all[number].refused)
        said += len(session.announcements())
        guesting.touch(number, seat="")
    assert said <= 25
    assert refused == {"", "seat_often"}
    # Others sit down meanwhile, and are named.
    guesting.touch(1, seat="fox")
    assert guesting.phones.guests.all[1].seat == "fox"
    assert [announcement.text for announcement in session.announcements()] == ["A phone has sat down: The fox."]


def test_seven_phones_behind_one_address_sit_down_at_once(guesting: Guesting, monkeypatch: pytest.MonkeyPatch) -> None:
    now_s = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now_s)
    guesting.join(*range(4, 11), address="192.168.1.4")
    guests = guesting.phones.guests
    for number in range(4, 11):
        assert guesting.touch(number, seat="fox")["seat"] == "fox"
        guesting.touch(number, seat="")
        guests.all[number].bound = guests.bars["192.168.1.4"].bound = ""


# --- the next game, the next evening ----------------------------------------------------------------------------------


def test_a_guest_that_keeps_its_seat_in_the_next_game_is_named(guesting: Guesting) -> None:
    session = guesting.session
    guesting.touch(1, seat="fox")
    guesting.look()
    session.announcements()
    guesting.evening.begin()
    guesting.look()
    assert guesting.shown(1)["seat"] == "fox"
    assert "With a phone: The fox." in [announcement.text for announcement in session.announcements()]
    assert "Refuse it: menu, Phones." in session.status
    guesting.look()
    assert not session.announcements(), "it is said once"
    guesting.touch(1, seat="")
    guesting.evening.begin()
    guesting.look()
    assert not [announcement for announcement in session.announcements() if "phone" in announcement.text], "nobody sits"


def test_the_cookie_of_an_evening_before_opens_nothing(evening: Evening) -> None:
    guest = evening.phone()
    guest.take("fox")
    cookie, ticket = guest.cookie, evening.phones.guests.ticket
    evening.leave()
    evening.phones.switch_off()
    evening.phones.switch_on()
    honest = evening.phone(own="127.0.0.2")
    old = evening.phone(own="127.0.0.3")
    old.sleep()
    old.cookie = cookie
    assert old.post("/touch", {"seat": "fox"})[0] == 403
    assert old.ask("GET", "/events")[0] == 403
    assert old.post("/join", {"ticket": ticket, "language": "en"})[0] == 403
    assert honest.take("fox")["seat"] == "fox"


def test_a_guest_gets_no_more_places_by_a_crash(guesting: Guesting, monkeypatch: pytest.MonkeyPatch) -> None:
    guesting.join(*range(4, 4 + MOST_PHONES_OF_ONE), address="192.168.1.4")
    again = guesting.killed()
    relay = Relay(lambda _: None)
    for message in again.line.sent:
        if message["kind"] in ("known", "ticket"):
            relay.take(message)
    # All are there, as far as the server knows: nobody's place is freed for a new one.
    monkeypatch.setattr(relay, "_free", lambda phone: pytest.fail(str(phone)))
    assert relay.join(again.phones.guests.ticket, "", "en", "192.168.1.4", 0.0) == "full"
    assert not isinstance(relay.join(again.phones.guests.ticket, "", "en", "192.168.1.5", 0.0), str)


# --- a seat that has changed hands ------------------------------------------------------------------------------------


@pytest.mark.usefixtures("faultless_reading")
def test_who_comes_back_to_a_seat_reads_no_news_of_the_time_between(journal: Journal) -> None:
    evening = VirtualEvening(find_game("lifeboat"), journal)
    evening.begin()
    players = PhonePlayers(evening)
    session = evening.session
    while session.game.state.step is Phase.TAKE:
        seat = players.wait_for_seat()
        players.do(seat, players.shown(seat)["moves"][0]["text"])
    first = players.seats[0]
    assert players.shown(first)["news"], "it took a card"
    players.touch(first, {"seat": ""})
    time.sleep(0.11)
    evening.work()
    stranger = len(players.seats) + 1
    joined = {"kind": "joined", "phone": stranger, "key": str(stranger), "language": "en"}
    players.line.coming += [joined, {"kind": "touched", "phone": stranger, "touched": {"seat": first}}]
    time.sleep(0.11)
    evening.work()
    players.seats = (*players.seats, "stranger")
    shown = players.shown("stranger")
    assert shown["seat"] == first
    assert shown["hand"]
    assert shown["news"] == [], "what the phone before it was told is not for this one"
    # The first one has the seat again in the same moment in which it was given back.
    for phone, touched in ((stranger, {"seat": ""}), (1, {"seat": first})):
        players.line.coming.append({"kind": "touched", "phone": phone, "touched": touched})
    time.sleep(0.11)
    evening.work()
    assert players.shown(first)["seat"] == first
    assert players.shown(first)["news"] == []
    assert not players.shown("stranger").get("news")


def test_both_windows_of_a_guest_end_with_its_place(target: Target) -> None:
    windows = [target.phone() for _ in range(2)]
    assert windows[0].join(ticket=TICKET) == 200
    windows[1].cookie = windows[0].cookie
    windows[1].listen()
    (joined,) = target.messages("joined")
    for number, sits in ((1, True), (2, False)):
        value = json.dumps({"n": number}, separators=(",", ":"))
        target.link.send({"kind": "show", "phone": joined["phone"], "value": value, "sits": sits})
        for window in windows:
            window.wait(lambda shown, number=number: shown == {"n": number})  # type: ignore[misc]
    target.link.send({"kind": "forget", "phone": joined["phone"]})
    until = time.monotonic() + 10
    while windows[0].post("/touch", {"hint": True})[0] != 403:
        assert time.monotonic() < until
    target.link.send({"kind": "show", "phone": joined["phone"], "value": '{"n":3}', "sits": True})
    for window in windows:
        # The stream itself ends, not only what it is sent.
        assert window._stream is not None
        window._stream[1].join(10)
        assert not window._stream[1].is_alive()
        assert window.shows == {"n": 2}
        window.sleep()


# --- what no finger touches -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", [*ENTRIES])
def test_parts_that_no_page_has_are_explained_or_not_and_end_nothing(journal: Journal, game_id: str) -> None:
    game = load_game(game_id)
    if type(game.table.seat_screen).explain_touches is SeatScreen.explain_touches:
        pytest.skip("this game explains no touches")
    evening = Evening(game, journal)
    session = evening.session
    session.table_game.begin(session, evening.start, {})
    for _ in range(3):
        # Where dice are thrown first, more of this would go on for ever.
        if not session.step.takes_events:
            session.press(Press(Button.ADVANCE, held=False), time.monotonic())
    guesting, rng = Guesting(evening), Random(3)
    seats = evening.game.table.seats(evening.start)
    guesting.join(*range(1, len(seats) + 1))
    for number, seat in enumerate(seats, 1):
        guesting.touch(number, seat=seat)
    events = len(evening.session.game.events)
    for number in range(1, len(seats) + 1):
        shown = guesting.shown(number)
        parts = [part["id"] for part in shown["parts"]] + ["", "0", "-1", "a1", "99,99", "\x00", "move 0", *seats]
        for _ in range(5):
            chosen = rng.choices(parts, k=rng.randrange(4)) + rng.choices([rng.choice(parts)], k=rng.randrange(30))
            guesting.touch(number, chosen=chosen, at=[rng.random(), rng.random()])
            guesting.touch(number, chosen=chosen, at=[rng.choice((-1, 2, 1e308)), 0])
    assert evening.phones.on
    assert len(evening.session.game.events) == events


def test_a_language_of_a_guest_without_a_seat_is_its_own_alone(guesting: Guesting) -> None:
    guesting.touch(1, seat="geese")
    guesting.look()
    before = guesting.shown(1)
    events = len(guesting.session.game.events)
    sent = len(guesting.line.sent)
    for language in ("zh", "de", "fr", "xx", "", "de_DE"):
        guesting.touch(3, language=language)
        time.sleep(0.11)
    guesting.look()
    assert guesting.shown(3)["language"] == "fr", "an unknown one changes nothing"
    assert guesting.shown(1) == before
    assert not [message for message in guesting.line.sent[sent:] if message["kind"] == "show" and message["phone"] == 1]
    assert len(guesting.session.game.events) == events
    guesting.session.seating.change(SeatChange(SeatChangeKind.BOT, ("geese",), "random"), events)
    guesting.look()
    assert guesting.shown(1)["language"] == "en"
