"""Refusals in a real browser: each is shown for a moment, whatever happens then."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.companion.phones.evening import Evening

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.usefixtures("display"),
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"),
]
LATE = "The table has gone on. Look again."
TURN = "It is your turn."
#: So long a refusal may be read, and a little longer (milliseconds).
READ_MS = 9000
#: So many looks at the page are enough on a busy machine.
LOOKS = 1500
#: The page as it is while another one is before it.
HIDE = """(is) => {
  Object.defineProperty(document, "visibilityState", {configurable: true, get: () => is ? "hidden" : "visible"});
  document.dispatchEvent(new Event("visibilitychange"));
}"""


class RefusedPage:
    """A phone's page on which a touch has just been refused."""

    def __init__(self, browser: Any, evening: Evening) -> None:
        self.evening, self.page = evening, browser.new_context(locale="en-GB").new_page()
        # The page's clock goes on when a test says so, too.
        self.page.clock.install()
        self.page.goto(f"{evening.phones.page_address}#{evening.phones.guests.ticket}")
        self.until(lambda: self.page.locator("#seats button").count() > 1)
        self.page.click("#seats button[data-seat='geese']")
        self.until(lambda: self.turn == TURN)
        self.page.evaluate("send({ do: 'move 0', offer: shown.offer - 1 })")
        self.until(lambda: self.turn == LATE)

    @property
    def turn(self) -> str:
        return str(self.page.locator("#turn").text_content())

    def until(self, true: Callable[[], Any]) -> None:
        for _ in range(LOOKS):
            self.evening.work()
            self.page.wait_for_timeout(20)
            if true():
                return
        raise AssertionError(self.page.content())


@pytest.fixture
def refused(browser: Any, evening: Evening) -> RefusedPage:
    return RefusedPage(browser, evening)


def test_a_refusal_goes_although_the_table_sends_nothing_more(refused: RefusedPage) -> None:
    refused.page.clock.run_for(READ_MS)
    assert refused.turn == TURN


def test_a_refusal_goes_while_the_page_is_hidden(refused: RefusedPage) -> None:
    refused.page.evaluate(HIDE, True)
    refused.page.clock.run_for(READ_MS)
    refused.page.evaluate(HIDE, False)
    refused.until(lambda: refused.turn == TURN)
    # Neither does a connection that opens again bring it back.
    refused.page.evaluate("listen()")
    refused.page.wait_for_timeout(500)
    refused.until(lambda: refused.turn == TURN)


def test_a_refusal_goes_where_the_connection_is_lost(refused: RefusedPage) -> None:
    refused.page.context.set_offline(True)
    refused.page.clock.run_for(READ_MS)
    assert refused.turn == TURN
