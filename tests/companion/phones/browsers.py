"""Phones as real browsers: Debian's Chromium, driven by Playwright, touches the page."""

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest

from tests.companion.phones.evening import Evening

CHROMIUM = shutil.which("chromium")
#: Marks of tests in a browser.
BROWSER_TESTS = [
    pytest.mark.slow,
    pytest.mark.usefixtures("display", "faultless_reading"),
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed"),
    # What the browser's driver leaves open is its own.
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"),
]
#: Sizes of a small phone, a large one, and a tablet (CSS pixels).
SIZES = ((360, 640), (412, 915), (1024, 768))
#: So long (seconds) a test waits for what must come on a busy machine.
PATIENCE_S = 60.0
#: A touch goes through within so long (milliseconds).
_TOUCH_MS = 20_000.0
#: So many moves without an event follow each other, then one with an event is chosen.
_MOST_OFFERS = 2
#: True in the page once people can have seen what is there: until then nothing that came by itself takes a touch.
IS_READ = "performance.now() - changed >= UNREAD_MS"
#: True in the page if the parts that were touched can be more than one move, or be gone on with.
_NEEDS_BUTTON = """offer => {
  const { whole, next, group } = open();
  return shown.offer === offer && (next.size > 0 || group.length > 0 || whole.length !== 1);
}"""
#: In the page: 2 if the game waits for this seat, 1 if it can touch a button, otherwise 0.
_ASKED = "shown && shown.awaited ? 2 : shown && shown.buttons.length ? 1 : 0"


class BrowserPhone:
    """A page in a browser of its own, with its cookies, its language and its size."""

    def __init__(
        self, browser: Any, evening: Evening, language: str = "de-DE", size: tuple[int, int] = SIZES[0]
    ) -> None:
        self.evening, self.errors = evening, list[str]()
        width, height = size
        self.context = browser.new_context(
            locale=language, viewport={"width": width, "height": height}, has_touch=True, ignore_https_errors=True
        )
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda line: self.errors.append(line.text) if "Security Policy" in line.text else None)

    def join(self) -> None:
        """Open the address of the code on the screen."""
        phones = self.evening.phones
        self.page.goto(f"{phones.page_address}#{phones.guests.ticket}")
        self.until(lambda: self.visible("#seats button"))

    def until(self, true: Callable[[], Any]) -> None:
        """Let the table and the page work until this is true."""
        until = time.monotonic() + PATIENCE_S
        while not true():
            assert time.monotonic() < until, self.page.content()
            self.evening.work()
            self.page.wait_for_timeout(10)

    def visible(self, selector: str) -> bool:
        """Return True if the first such element can be seen."""
        return bool(self.page.locator(selector).first.is_visible())

    def tap(self, selector: str) -> None:
        """Touch the first such element, once people can have seen what is there."""
        while not self.page.evaluate(IS_READ):
            self.page.wait_for_timeout(50)
        self.page.locator(selector).first.tap(timeout=_TOUCH_MS)

    def take(self, seat: str) -> None:
        """Take a seat."""
        self.tap(f"#seats button[data-seat='{seat}']")
        self.until(lambda: self.visible("#seats button[data-seat='']"))

    @property
    def shown(self) -> dict[str, Any]:
        """Value that the table has sent last; empty before it has sent any."""
        value: dict[str, Any] = self.page.evaluate("shown || {}")
        return value

    @property
    def is_listening(self) -> bool:
        """True if the page hears the table."""
        return bool(self.page.evaluate("source !== null && source.readyState === EventSource.OPEN"))

    def touch_move(self, move: dict[str, Any]) -> None:
        """Touch a move part by part, or the button of the whole."""
        offer = self.shown["offer"]
        if self.visible("#do [data-again]"):
            self.tap("#do [data-again]")
        for number, part in enumerate(move["parts"]):
            # What is the same in all moves has been chosen by the page.
            if not self.page.evaluate("([id, at]) => chosen[at] === id", [part["id"], number]):
                self.tap(f"[data-part='{part['id']}']")
        # With its last part the page has sent a move that is like no other.
        if not move["parts"] or self.page.evaluate(_NEEDS_BUTTON, offer):
            self.tap(f"#do [data-do='{move['id']}']")
        self._until_taken(offer)

    def touch_button(self, button: dict[str, Any]) -> None:
        """Touch a row of the table's page."""
        offer = self.shown["offer"]
        self.tap(f"#do [data-do='{button['id']}']")
        self._until_taken(offer)

    def _until_taken(self, offer: int) -> None:
        """Wait until the table has taken what was touched, or offers something else meanwhile."""
        self.until(lambda: self.page.evaluate("offer => shown.offer !== offer", offer))

    def sleep(self, seconds: int) -> None:
        """Be frozen as a phone in a pocket; its clock goes on."""
        session = self.context.new_cdp_session(self.page)
        session.send("Page.setWebLifecycleState", {"state": "frozen"})
        self.page.wait_for_timeout(seconds * 1000)
        session.send("Page.setWebLifecycleState", {"state": "active"})

    def lose_network(self) -> None:
        """Be out of the Wi-Fi: what is open says nothing more."""
        self.context.set_offline(True)

    def find_network(self) -> None:
        """Be in the Wi-Fi again."""
        self.context.set_offline(False)


@contextmanager
def chromium(driver: Any) -> Iterator[Any]:
    """Return a browser without a window."""
    browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
    try:
        yield browser
    finally:
        browser.close()


def play(phones: dict[str, BrowserPhone], rng: Random, events: int) -> None:
    """Touch moves by chance until the game has so many events, or is over."""
    # Only there where a browser is driven.
    from playwright.sync_api import TimeoutError

    evening = next(iter(phones.values())).evening
    session, offers, found = evening.session, 0, list[str]()

    def is_over() -> bool:
        return session.table_game.rules.over(session.game.state) is not None

    def look() -> bool:
        """Return True if somebody can act, or the game is over; those for whom it waits act first."""
        asked = {seat: phone.page.evaluate(_ASKED) for seat, phone in phones.items()}
        most = max(asked.values())
        found[:] = [seat for seat in phones if most and asked[seat] == most]
        return bool(found) or is_over()

    while len(session.game.events) < events:
        next(iter(phones.values())).until(look)
        if is_over():
            return
        phone = phones[rng.choice(found)]
        shown, before = phone.shown, len(session.game.events)
        if not shown["moves"] and not shown["buttons"]:
            continue
        moves = [
            move for move in shown["moves"] if offers < _MOST_OFFERS or not any(" " in p["id"] for p in move["parts"])
        ]
        try:
            if shown["moves"]:
                phone.touch_move(rng.choice(moves or shown["moves"]))
            else:
                phone.touch_button(rng.choice(shown["buttons"]))
        except TimeoutError:
            # A window may have closed, or the monster's move have ended, just before the touch.
            assert phone.shown["offer"] != shown["offer"]
        offers = 0 if len(session.game.events) > before else offers + 1
