"""Every page of Lifeboat fits on small, wide and upright screens, in every language."""

import pytest

from companion.device.language import LANGUAGES, use_language
from companion.games.lifeboat.table.game import TABLE
from companion.screen.fitting import fit_problems
from companion.screen.fonts import Fonts, languages_shown
from companion.screen.page_view import PageView
from tests.companion.games.lifeboat.sample_pages import samples

#: Sizes differ little between languages: the smallest in each, and one more.
SMALL, LARGER = (800, 480), {"en": (1280, 720), "de": (480, 800), "fr": (1280, 720), "zh": (480, 800)}


@pytest.fixture(scope="module")
def shown() -> tuple[Fonts, PageView]:
    """What draws the pages, in one language after the other."""
    fonts = Fonts()
    return fonts, PageView(fonts, TABLE.pictures(fonts))


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_fits(shown: tuple[Fonts, PageView], language: str) -> None:
    fonts, view = shown
    if language not in languages_shown(fonts):
        pytest.skip(f"no letters for {language} here")
    use_language(language)
    pages = samples()
    wrong = [
        f"{size} {name}: {one}"
        for size in (SMALL, LARGER[language])
        for name, page in pages.items()
        for one in fit_problems(view.painted(size, page))
    ]
    assert wrong == []
