"""The page in a real browser: a seat is taken, a move made, and a phone is back by itself."""

import shutil
from collections.abc import Callable
from typing import Any

import pytest

from tests.companion.phones.browsers import IS_READ
from tests.companion.phones.evening import Evening

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")
playwright = pytest.importorskip("playwright.sync_api")

CHROMIUM = shutil.which("chromium")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.usefixtures("display"),
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed"),
    # What the browser's driver leaves open is its own.
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"),
]
#: So many looks at the page, each a fiftieth of a second or more, are enough on a busy machine.
LOOKS = 1500
#: True in the page if a message that changes nothing takes no place of the board from under a finger.
STAYS = """() => {
  const place = document.querySelector("#places button");
  show(shown);
  return place.isConnected;
}"""


def test_a_phone_plays_reloads_and_loses_its_network(evening: Evening) -> None:
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        context = browser.new_context(locale="de-DE", viewport={"width": 360, "height": 640}, has_touch=True)
        page = context.new_page()
        errors = list[str]()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda line: errors.append(line.text) if "Security Policy" in line.text else None)

        def until(true: Callable[[], Any]) -> None:
            for _ in range(LOOKS):
                evening.work()
                page.wait_for_timeout(20)
                if true():
                    return
            raise AssertionError(page.content())

        def visible(selector: str) -> bool:
            return bool(page.locator(selector).first.is_visible())

        page.goto(f"{evening.phones.page_address}#{evening.phones.guests.ticket}")
        until(lambda: visible("#seats button"))
        # The ticket is in no history.
        assert "#" not in page.url
        assert page.locator("html").get_attribute("lang") == "de"
        page.tap("#seats button[data-seat='geese']")
        until(lambda: visible("#places button"))
        assert page.evaluate(STAYS)
        # A goose, and where it goes.
        until(lambda: page.evaluate(IS_READ))
        page.locator("#places button").first.tap()
        until(lambda: visible("#places button.chosen"))
        page.locator("#places button:not(.chosen)").first.tap()
        until(lambda: len(evening.session.game.events) == 2)
        until(lambda: not visible("#places button"))
        # The page fits the screen.
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.reload()
        until(lambda: visible("#seats button[data-seat='']"))
        for _ in range(2):
            context.set_offline(True)
            page.evaluate("source.close()")
            context.set_offline(False)
            page.evaluate("dispatchEvent(new Event('online'))")
            until(lambda: page.evaluate("source !== null && source.readyState === EventSource.OPEN"))
        evening.phones.free("geese")
        until(lambda: visible("#seats button[data-seat='geese']"))
        # A phone that is not known any more types the code.
        context.clear_cookies()
        page.reload()
        until(lambda: visible("#code"))
        page.fill("#code", "000000" if evening.phones.guests.code != "000000" else "111111")
        page.tap("#join button")
        until(lambda: "Code" in (page.text_content("#refused") or ""))
        page.fill("#code", evening.phones.guests.code)
        page.tap("#join button")
        until(lambda: visible("#seats button"))
        assert errors == []
        browser.close()
