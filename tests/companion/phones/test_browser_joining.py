"""Joining on a slow network: from the address of the code to the own hand."""

import time
from typing import Any

import pytest

from companion.games import find_game
from companion.journal import Journal
from tests.companion.phones.browsers import BROWSER_TESTS, BrowserPhone
from tests.companion.phones.evening import Evening, VirtualEvening

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

pytestmark = BROWSER_TESTS

#: A phone has joined and shows its hand within so long (seconds).
JOINED_S = 10.0
#: Delay (milliseconds) and rate (bytes a second) of a network, and how many times slower the phone's processor is.
NETWORKS = {"wi-fi": (5, 2_500_000, 4), "busy wi-fi": (150, 200_000, 6), "slow 3G": (400, 50_000, 6)}
#: In the page: all pictures that are shown have come.
COMPLETE = "[...document.images].filter((one) => one.src).every((one) => one.complete && one.naturalWidth)"


@pytest.mark.thorough(but=["wi-fi"])
@pytest.mark.parametrize("network", NETWORKS)
def test_a_phone_shows_its_hand_soon(journal: Journal, browser: Any, network: str) -> None:
    evening, (delay_ms, bytes_per_s, slowdown) = VirtualEvening(find_game("lifeboat"), journal), NETWORKS[network]
    evening.phones.switch_on()
    evening.begin()
    phone = BrowserPhone(browser, evening)
    session = phone.context.new_cdp_session(phone.page)
    session.send("Network.enable")
    session.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": delay_ms, "downloadThroughput": bytes_per_s, "uploadThroughput": bytes_per_s},
    )
    session.send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
    began = time.monotonic()
    phone.join()
    phone.take(str(evening.session.game.state.turn))
    phone.until(lambda: phone.visible("#hand li") and phone.page.evaluate(COMPLETE))
    took_s = time.monotonic() - began
    print(f"joined on {network} within {took_s:.1f} s")
    evening.close()
    assert took_s < JOINED_S


@pytest.mark.parametrize(("way", "shown"), [("", "ticket"), ("stream/", "code")])
def test_what_the_address_shows_is_shown_again_to_a_box_that_was_starting(
    evening: Evening, browser: Any, way: str, shown: str
) -> None:
    phone, failures = BrowserPhone(browser, evening), ["starts", "lost"]

    def fail_at_first(route: Any) -> None:
        if not failures:
            route.continue_()
        elif failures.pop(0) == "starts":
            route.fulfill(status=503)
        else:
            route.abort()

    phone.page.route("**/join", fail_at_first)
    phone.page.goto(f"{evening.phones.page_address}{way}#{getattr(evening.phones.guests, shown)}")
    phone.until(lambda: phone.shown or phone.visible("#join"))
    assert phone.shown
    assert not failures
