"""Browser and running game of the tests with phones."""

from collections.abc import Iterator
from typing import Any

import pytest
from classics.fox_and_geese import GAME as GEESE

from companion.journal import Journal
from tests.companion.phones.browsers import chromium
from tests.companion.phones.evening import Evening


@pytest.fixture
def browser() -> Iterator[Any]:
    """Debian's Chromium, driven by Playwright."""
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as driver, chromium(driver) as found:
        yield found


@pytest.fixture
def evening(journal: Journal) -> Iterator[Evening]:
    """A running game on the board, on which phones may join."""
    evening = Evening(GEESE, journal)
    evening.phones.switch_on()
    evening.begin()
    yield evening
    evening.close()
