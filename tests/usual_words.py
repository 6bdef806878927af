"""Fixture of all tests with the companion installed: language and buttons' colours."""

from collections.abc import Iterator

import pytest

from companion.device.button_colours import use_button_colours
from companion.device.language import ENGLISH, use_language


@pytest.fixture(autouse=True)
def usual_words() -> Iterator[None]:
    """Begin each test in English with buttons of the usual colours."""
    use_language(ENGLISH)
    use_button_colours({})
    yield
    use_language(ENGLISH)
    use_button_colours({})
