"""Page of a phone in several tabs; a screen that stays on."""

from typing import Any

import pytest

from tests.companion.phones.browsers import BROWSER_TESTS, BrowserPhone
from tests.companion.phones.evening import Evening

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

pytestmark = BROWSER_TESTS

#: In the page: a wake lock that keeps count of itself.
WAKE_LOCK = """
window.locks = 0;
Object.defineProperty(navigator, "wakeLock", { value: { request: async () => {
  locks += 1;
  return { addEventListener() {}, release: async () => { locks -= 1; } };
} } });
"""


def test_of_three_tabs_the_oldest_says_so_until_it_is_touched(evening: Evening, browser: Any) -> None:
    phone = BrowserPhone(browser, evening, "en-GB")
    phone.join()
    phone.take("geese")
    pages = [phone.page]
    for _ in range(2):
        page = phone.context.new_page()
        page.goto(evening.phones.page_address)
        phone.until(lambda: page.locator("#places button").count())  # noqa: B023 - waits here
        pages.append(page)
    first, *others = pages
    said = "This page is open in other tabs. Touch it to go on here."
    phone.until(lambda: first.locator("#lost").is_visible() and first.text_content("#lost") == said)
    # It stays so: no tab pushes another one out by itself.
    for _ in range(80):
        evening.work()
        first.wait_for_timeout(50)
    assert first.locator("#lost").is_visible()
    assert not any(page.locator("#lost").is_visible() for page in others)
    first.locator("#title").click()
    phone.until(lambda: not first.locator("#lost").is_visible())
    phone.until(lambda: others[0].locator("#lost").is_visible())


def test_the_screen_stays_on_while_a_seat_is_played(evening: Evening, browser: Any) -> None:
    phone = BrowserPhone(browser, evening, "en-GB")
    phone.context.add_init_script(WAKE_LOCK)
    phone.join()
    assert phone.page.evaluate("locks") == 0
    phone.take("geese")
    phone.until(lambda: phone.page.evaluate("locks") == 1)
    phone.page.uncheck("#awake")
    phone.until(lambda: phone.page.evaluate("locks") == 0)
    phone.page.check("#awake")
    phone.until(lambda: phone.page.evaluate("locks") == 1)
    phone.tap("#seats button[data-seat='']")
    phone.until(lambda: phone.page.evaluate("locks") == 0)
    # Chromium has it on a page that it holds for secure, as this machine's own.
    assert phone.page.evaluate("isSecureContext")
