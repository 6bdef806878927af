"""Browser of the tests with pages."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.companion.phones.browsers import chromium


@pytest.fixture
def browser() -> Iterator[Any]:
    """Debian's Chromium, driven by Playwright."""
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as driver, chromium(driver) as found:
        yield found
