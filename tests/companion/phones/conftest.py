"""Browser and running game of the tests with phones."""

import time
from collections.abc import Iterator
from typing import Any

import pytest
from classics.fox_and_geese import GAME as GEESE

from companion.journal import Journal
from tests.companion.phones.browsers import chromium
from tests.companion.phones.evening import Evening
from tests.companion.phones.guesting import Guesting
from tests.companion.phones.target import HONEST, Target


@pytest.fixture(scope="module")
def started_browser() -> Iterator[Any]:
    """Yield Debian's Chromium, driven by Playwright.

    Not for longer than a file of tests: the driver keeps a loop of asyncio running.
    """
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as driver, chromium(driver) as found:
        yield found


@pytest.fixture
def browser(started_browser: Any) -> Iterator[Any]:
    """Yield the browser of the file's tests; what a test has opened is closed."""
    yield started_browser
    for context in started_browser.contexts:
        context.close()


@pytest.fixture
def evening(journal: Journal) -> Iterator[Evening]:
    """Return a running game on the board, on which phones may join."""
    evening = Evening(GEESE, journal)
    evening.phones.switch_on()
    evening.begin()
    yield evening
    evening.close()


@pytest.fixture
def target() -> Iterator[Target]:
    """Return a server that has its ticket."""
    target = Target()
    try:
        until = time.monotonic() + 10
        while (
            target.phone(HONEST).ask("GET", "/words")[1] != b'{"language":"en"}'
            or target.phone(HONEST).post("/join", {})[0] != 403
        ):
            assert time.monotonic() < until
        yield target
    finally:
        target.close()


@pytest.fixture
def guesting(journal: Journal) -> Guesting:
    """Three phones at a game of Fox and Geese; it is the geese's turn."""
    evening = Evening(GEESE, journal)
    evening.begin()
    made = Guesting(evening)
    made.join(1, 2, 3)
    return made
