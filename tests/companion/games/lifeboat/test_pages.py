"""Every page of Lifeboat fits on small, wide and upright screens, in every language."""

import pytest

from companion.box.language import LANGUAGES, use_language
from companion.games.lifeboat.table.game import TABLE
from companion.screen.fitting import misfits
from companion.screen.fonts import Fonts, languages_shown
from companion.screen.page_view import PageView
from tests.companion.games.lifeboat.sample_pages import samples

SIZES = ((800, 480), (1280, 720), (480, 800))


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_fits(language: str) -> None:
    fonts = Fonts()
    if language not in languages_shown(fonts):
        pytest.skip(f"no letters for {language} here")
    view = PageView(fonts, TABLE.pictures(fonts))
    use_language(language)
    try:
        pages = samples()
        wrong = [
            f"{size} {name}: {one}"
            for size in SIZES
            for name, page in pages.items()
            for one in misfits(view.painted(size, page))
        ]
    finally:
        use_language("en")
    assert wrong == []
