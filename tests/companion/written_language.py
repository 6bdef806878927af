"""Languages of tests that draw: letters of some are not on every machine."""

import pytest

from companion.device.language import use_language
from companion.screen.fonts import Fonts, languages_shown


def use_written_language(language: str, fonts: Fonts) -> None:
    """Use a language from now on; skip the test where no font has its letters."""
    if language not in languages_shown(fonts):
        pytest.skip(f"no letters for {language} here")
    use_language(language)
