"""Attacks of a guest on a running game: seats, offers and hands of others stay theirs."""

import json
from random import Random
from typing import Any

import pytest
from mouse_and_elephant.game import GAME as MOUSE

from companion.journal import Journal
from companion.table.seats import SeatChange, SeatChangeKind
from tests.companion.phones.evening import Evening, VirtualEvening
from tests.companion.phones.phone import TestPhone

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("display")]


def begin(evening: Evening) -> tuple[TestPhone, TestPhone]:
    """Return an honest phone, whose turn it is, and a guest's."""
    evening.begin()
    honest, guest = evening.phone(), evening.phone(own="127.0.0.2")
    honest.take("geese")
    honest.wait(lambda shown: shown["moves"])
    return honest, guest


def events(evening: Evening) -> int:
    return len(evening.session.game.events)


def work(evening: Evening) -> None:
    """Let all that was sent come to the table, and what follows to phones."""
    phone = evening.phone(own="127.0.0.3")
    phone.post("/touch", {"language": "fr"})
    phone.wait(lambda shown: shown["language"] == "fr")
    phone.sleep()


def test_a_seat_of_somebody_else_or_of_a_bot_is_not_taken(evening: Evening) -> None:
    _, guest = begin(evening)
    guest.post("/touch", {"seat": "geese"})
    shown = guest.wait(lambda shown: shown["refused"] == "seat_taken")
    assert (shown["seat"], shown.get("hand"), shown.get("moves")) == ("", None, None)
    evening.session.seating.change(SeatChange(SeatChangeKind.BOT, ("fox",), "random"), events(evening))
    guest.post("/touch", {"seat": "fox"})
    shown = guest.wait(lambda shown: shown["refused"] == "seat_bot")
    assert shown["seat"] == ""


@pytest.mark.usefixtures("faultless_reading")
def test_no_hand_is_read_from_seat_to_seat(journal: Journal) -> None:
    evening = VirtualEvening(MOUSE, journal)
    evening.phones.switch_on()
    evening.begin()
    guest, hands = evening.phone(), set[str]()
    for seat in ("north", "west", "", "east", "north", "", "west"):
        guest.post("/touch", {"seat": seat})
        work(evening)
        hands |= {json.dumps(value["hand"]) for value in guest.values if value.get("hand")}
    # Its own, of the seat that it has sat down in, and no other.
    assert len(hands) == 1
    evening.close()


@pytest.mark.parametrize("ends", ["given back", "taken back"])
def test_an_offer_is_void_without_its_seat(evening: Evening, ends: str) -> None:
    honest, _ = begin(evening)
    offered = {"do": "move 0", "offer": honest.shows["offer"]}
    if ends == "given back":
        honest.post("/touch", {"seat": ""})
    else:
        evening.phones.free("geese")
    honest.wait(lambda shown: not shown["seat"])
    honest.post("/touch", offered)
    work(evening)
    assert events(evening) == 1


def test_a_touch_that_was_overheard_moves_nothing_again(evening: Evening) -> None:
    honest, guest = begin(evening)
    overheard = {"do": "move 0", "offer": honest.shows["offer"]}
    # Another phone has no part in it, before it counts and after it.
    guest.post("/touch", overheard)
    work(evening)
    assert events(evening) == 1
    honest.post("/touch", overheard)
    work(evening)
    assert events(evening) == 2
    for phone in (honest, guest):
        phone.post("/touch", overheard)
    work(evening)
    assert events(evening) == 2


def test_whoever_was_thrown_out_does_not_come_back_by_what_it_has(evening: Evening) -> None:
    _, guest = begin(evening)
    ticket, code, key = evening.phones.guests.ticket, evening.phones.guests.code, guest.cookie
    phones = evening.phones.guests
    evening.phones.throw_out(phones.all[max(phones.all)])
    work_with_new_ticket = evening.phone(own="127.0.0.4")
    again = TestPhone(evening.phones.page_address, evening.work, own="127.0.0.2")
    for shown in ({"ticket": ticket}, {"code": code}, {}):
        assert again.post("/join", {**shown, "language": "en"})[0] == 403
    again.cookie = key
    assert again.post("/touch", {"seat": "fox"})[0] == 403
    assert again.ask("GET", "/events")[0] == 403
    assert again.post("/join", {"language": "en"})[0] == 403
    assert work_with_new_ticket.shows["seat"] == ""


def free(evening: Evening, seat: str) -> None:
    """Touch a seat's row of the page of seats and guests at the table, and close the page."""
    evening.session.open(evening.phones.step(evening.session))
    for row in ("guests", f"seat {seat}"):
        evening.session.touch(row, evening.session.now)
    evening.session.close()
    evening.session.close()


def refused(phone: TestPhone, seat: str) -> str:
    """Touch a seat on a phone that has none; return why it does not get it."""
    phone.post("/touch", {"seat": seat})
    shown = phone.wait(lambda shown: shown["refused"])
    assert (shown["seat"], shown.get("hand"), shown.get("moves")) == ("", None, None)
    return str(shown["refused"])


def test_a_second_page_of_a_phone_does_not_take_what_the_table_took_back(evening: Evening) -> None:
    evening.begin()
    first, second = (evening.phone(own="127.0.1.7") for _ in range(2))
    first.take("fox")
    free(evening, "fox")
    first.wait(lambda shown: not shown["seat"])
    assert refused(second, "fox") == "seat_barred"
    # Nor by the new code: its address is barred.
    third = evening.phone(own="127.0.1.7")
    assert refused(third, "fox") == "seat_barred"
    # The table lets it in again: it throws a page out, which joins anew; those that joined before stay barred.
    evening.phones.throw_out(evening.phones.guests.all[max(evening.phones.guests.all)])
    fourth = evening.phone(own="127.0.1.7")
    second.post("/touch", {"seat": "fox"})
    work(evening)
    assert second.shows["seat"] == ""
    fourth.take("fox")
    fourth.post("/touch", {"seat": ""})
    fourth.wait(lambda shown: not shown["seat"])
    evening.phone(own="127.0.1.8").take("fox")


def test_a_second_page_of_a_phone_does_not_take_what_the_first_was_thrown_out_of(evening: Evening) -> None:
    evening.begin()
    first, second = (evening.phone(own="127.0.1.7") for _ in range(2))
    first.take("fox")
    sitting = evening.phones.guests.of_seat("fox")
    assert sitting is not None
    evening.phones.throw_out(sitting)
    assert refused(second, "fox") == "seat_barred"


def test_a_phone_that_joins_again_without_its_cookie_gets_no_other_seat(evening: Evening) -> None:
    evening.begin()
    first = evening.phone(own="127.0.1.7")
    first.take("fox")
    first.post("/touch", {"seat": ""})
    first.wait(lambda shown: not shown["seat"])
    first.sleep()
    again = evening.phone(own="127.0.1.7")
    assert refused(again, "geese") == "seat_bound"
    assert again.take("fox")["seat"] == "fox"
    again.post("/touch", {"seat": ""})
    again.wait(lambda shown: not shown["seat"])
    free(evening, "fox")
    assert again.take("geese")["seat"] == "geese"


def test_several_phones_behind_one_address_sit_down(evening: Evening) -> None:
    evening.begin()
    first, second, third = (evening.phone(own="127.0.1.7") for _ in range(3))
    first.take("fox")
    # One changes its mind, and the other has its seat.
    first.post("/touch", {"seat": ""})
    first.wait(lambda shown: not shown["seat"])
    second.take("fox")
    third.take("geese")


def malformed(rng: Random) -> Any:
    """Return something that looks a little like a touch."""
    wrong = ["", "geese", "move 0", "move -1", "move 99999999999", "row", "advance", 0, -1, 1e308, True, None, [], {}]
    wrong += [[["a"]], {"seat": "geese"}, "\x00", "x" * 199]
    names = [
        "seat",
        "do",
        "offer",
        "chosen",
        "at",
        "note",
        "counter",
        "value",
        "hint",
        "language",
        "kind",
        "phone",
        "game",
    ]
    return {rng.choice(names): rng.choice(wrong) for _ in range(rng.randint(1, 4))}


@pytest.mark.parametrize("seated", [False, True])
def test_malformed_touches_move_nothing_and_end_nothing(evening: Evening, seated: bool) -> None:
    honest, guest = begin(evening)
    if seated:
        guest.take("fox")
    rng = Random(1)
    for _ in range(100):
        guest.post("/touch", malformed(rng))
        evening.work()
    work(evening)
    for what in ("move -1", "move 9999", "move", "move 0x0", "row fox", "advance", "draw", ""):
        honest.do(what)
        work(evening)
    assert events(evening) == 1
    assert evening.phones.on
    honest.do("move 0")
    honest.wait(lambda _: events(evening) == 2)
