"""Onlookers: a large picture of the table for those who play no seat."""

import asyncio
import json
from collections.abc import Iterator
from itertools import count
from queue import PriorityQueue
from typing import Any

import pytest

from companion.games import find_game
from companion.journal import Journal
from companion.phones.evening_file import EveningFile
from companion.phones.limits import CHOOSES_S, MOST_ONLOOKERS, MOST_PHONES_OF_ONE
from companion.phones.link import ServerLink
from companion.phones.relay import Phone, Relay
from tests.companion.phones.browsers import BROWSER_TESTS, BrowserPhone
from tests.companion.phones.evening import Evening, VirtualEvening
from tests.companion.phones.guesting import Guesting
from tests.companion.phones.target import ATTACKER, CODE, TICKET, Target

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

ONLOOKERS_TICKET = "another-ticket-with-many-bits"


@pytest.fixture
def target() -> Iterator[Target]:
    """Yield the server of the page, which lets onlookers in."""
    target = Target()
    target.link.send({"kind": "ticket", "ticket": TICKET, "code": CODE, "onlookers": ONLOOKERS_TICKET})
    yield target
    target.close()


def look_on(target: Target, path: str = "/watch/join", **shown: str) -> tuple[int, str]:
    """Join with what is shown; return the status, and the cookie if there is one."""
    phone = target.phone()
    status = phone.post(path, {"language": "en", **shown})[0]
    return status, phone.cookie


@pytest.mark.parametrize("shown", [{"ticket": ONLOOKERS_TICKET}, {"ticket": TICKET}, {"code": CODE}])
def test_whoever_shows_a_ticket_or_the_code_may_look_on(target: Target, shown: dict[str, str]) -> None:
    status, cookie = look_on(target, **shown)
    assert (status, cookie.partition("=")[0]) == (200, "onlooker")
    (joined,) = target.messages("joined")
    assert joined["watches"] is True


def test_the_onlookers_ticket_lets_nobody_play(target: Target) -> None:
    assert look_on(target, "/join", ticket=ONLOOKERS_TICKET) == (403, "")
    # Whoever joins next is the first of whom the table hears.
    assert look_on(target, "/join", ticket=TICKET)[0] == 200
    (joined,) = target.messages("joined")
    assert (joined["phone"], joined["watches"]) == (1, False)


def test_an_onlooker_is_no_player_whatever_its_cookie_is_called(target: Target) -> None:
    _, cookie = look_on(target, ticket=ONLOOKERS_TICKET)
    renamed = cookie.replace("onlooker=", "phone=")
    assert target.post("/touch", b'{"seat": "red"}', cookie=renamed) == 403
    assert target.post("/watch/touch", b'{"seat": "red"}', cookie=cookie) == 400
    assert target.post("/watch/touch", b'{"language": "fr"}', cookie=cookie) == 204
    assert [message["touched"] for message in target.messages("touched")] == [{"language": "fr"}]


def test_a_crowd_of_onlookers_takes_no_player_s_place() -> None:
    relay = Relay(lambda _: None)
    relay.take({"kind": "ticket", "ticket": TICKET, "code": CODE, "onlookers": ONLOOKERS_TICKET})

    times_s = count(1.0, 2 * CHOOSES_S)

    def join(ticket: str, address: str, *, watches: bool) -> Phone:
        phone = relay.join(ticket, "", "en", address, next(times_s), watches=watches)
        assert isinstance(phone, Phone)
        # It looks at the page.
        phone.windows.append(asyncio.Event())
        return phone

    player = join(TICKET, ATTACKER, watches=False)
    crowd = list[Phone]()
    for address in (*2 * MOST_PHONES_OF_ONE * [ATTACKER], *(f"127.0.1.{n}" for n in range(2 * MOST_ONLOOKERS))):
        crowd.append(join(ONLOOKERS_TICKET, address, watches=True))
        kept = [phone for phone in crowd if relay.phone(phone.key, watches=True)]
        assert sum(phone.address == ATTACKER for phone in kept) <= MOST_PHONES_OF_ONE
        assert len(kept) <= MOST_ONLOOKERS
        assert kept[-1] is crowd[-1]
    assert relay.phone(player.key) is player


def test_who_may_join_is_sent_before_all_that_is_still_to_be_shown() -> None:
    sent: list[str] = []
    link = ServerLink.__new__(ServerLink)
    link.__dict__.update(_to_send=PriorityQueue(), _order=count())
    for kind in ("show", "picture", "forget", "show", "ticket"):
        link.send({"kind": kind})
    while not link.__dict__["_to_send"].empty():
        sent.append(link.__dict__["_to_send"].get()[2]["kind"])
    assert sent == ["forget", "ticket", "show", "picture", "show"]


def onlooker(guesting: Guesting, number: int = 1) -> None:
    joined = {"phone": number, "key": f"{number:032x}", "language": "en", "address": "", "watches": True}
    guesting.line.coming.append({"kind": "joined", **joined})
    guesting.evening.work()


@pytest.mark.slow
@pytest.mark.usefixtures("display", "faultless_reading")
def test_an_onlooker_sees_what_all_see_and_has_no_seat(journal: Journal) -> None:
    evening = VirtualEvening(find_game("lifeboat"), journal)
    evening.begin()
    guesting = Guesting(evening)
    onlooker(guesting)
    guesting.join(2)
    looks_on, guest = guesting.shown(1), guesting.shown(2)
    assert looks_on["seats"] == []
    assert looks_on["board"] != guest["board"]
    same = ("caption", "status", "rows", "log")
    assert [looks_on[name] for name in same] == [guest[name] for name in same]
    # Who watches alone is told whose turn it is; players see it on their own pages.
    assert looks_on["title"] == f"{guest['title']} · Lady Lauren"
    seat = guest["seats"][0]["id"]
    assert not guesting.touch(1, seat=seat)["seat"]
    assert guesting.phones.guests.seats == frozenset()


@pytest.mark.usefixtures("display", "faultless_reading")
def test_an_onlooker_is_known_again_after_a_crash(evening: Evening) -> None:
    guesting = Guesting(evening)
    onlooker(guesting)
    file = EveningFile(evening.session.journal.path.parent / "phones.json")
    kept = file.load()
    assert kept is not None
    assert kept.all[1].watches
    assert kept.onlookers_ticket == guesting.phones.guests.onlookers_ticket
    # Nobody edits a seat into the file.
    written: dict[str, Any] = json.loads(file.path.read_text())
    written["phones"][0][3] = "goose"
    file.path.write_text(json.dumps(written))
    assert file.load() is None


class TestBrowser:
    """Chromium shows the page large, and over a film with nothing behind it."""

    pytestmark = BROWSER_TESTS

    @pytest.mark.parametrize(
        ("way", "shown"), [("watch", "onlookers_ticket"), ("stream", "onlookers_ticket"), ("stream", "code")]
    )
    def test_the_board_and_the_last_event_stand_there(
        self, journal: Journal, browser: Any, way: str, shown: str
    ) -> None:
        evening = VirtualEvening(find_game("finstere-flure"), journal)
        evening.phones.switch_on()
        evening.begin()
        phone = BrowserPhone(browser, evening, size=(1280, 720))
        guests = evening.phones.guests
        phone.page.goto(f"{evening.phones.page_address}{way}/#{getattr(guests, shown)}")
        phone.until(lambda: phone.visible("#picture") and phone.page.locator("#last").text_content())
        for hidden in ("#seats-section", "#own", "footer", "#join"):
            assert not phone.visible(hidden)
        ground = phone.page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert (ground == "rgba(0, 0, 0, 0)") == (way == "stream")
        for height in (720, 633):
            phone.page.set_viewport_size({"width": 1280, "height": height})
            assert phone.page.evaluate("document.documentElement.scrollHeight") == height
            for part in ("#picture", "header", "#last"):
                box = phone.page.locator(part).bounding_box()
                assert 0 <= box["y"] <= box["y"] + box["height"] <= height
        assert phone.errors == []
        evening.close()

    def test_before_a_game_nothing_is_laid_over_a_film(self, journal: Journal, browser: Any) -> None:
        evening = VirtualEvening(find_game("finstere-flure"), journal)
        evening.phones.switch_on()
        phone = BrowserPhone(browser, evening, size=(1280, 720))
        phone.page.goto(f"{evening.phones.page_address}stream/#{evening.phones.guests.onlookers_ticket}")
        phone.until(lambda: phone.shown)
        assert phone.page.evaluate("document.body.innerText").strip() == ""
        evening.close()
