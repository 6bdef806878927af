"""Every page of every game fits in any language: nothing is cut off, nothing overlaps.

(Finstere Flure's pages are looked at in more sizes, with its own tests.) Sizes differ little between languages: the
smallest in each, and one more.
"""

from collections.abc import Mapping

import pytest

from companion.device.language import LANGUAGES
from companion.games.betrayal.table.game import TABLE as BETRAYAL
from companion.games.coach_ride.table.game import TABLE as COACH_RIDE
from companion.games.lifeboat.table.game import TABLE as LIFEBOAT
from companion.screen.fitting import fit_problems
from companion.screen.fonts import Fonts
from companion.screen.page_view import PageView
from companion.screen.pages import BoardPage, Page, PlayedPage
from companion.table.game import TableGame
from companion.table.session import Session
from tests.companion.games.betrayal.sample_pages import samples as betrayal_pages
from tests.companion.games.coach_ride.sample_pages import samples as coach_ride_pages
from tests.companion.games.lifeboat.sample_pages import samples as lifeboat_pages
from tests.companion.written_language import use_written_language

FONTS = Fonts()
TABLES: Mapping[str, TableGame[Session]] = {"betrayal": BETRAYAL, "coach-ride": COACH_RIDE, "lifeboat": LIFEBOAT}
Size = tuple[int, int]
# Widths and heights of windows (pixels).
SMALL = (800, 480)
HALF = (640, 720)
MIDDLE = (1280, 720)
LARGE = (1920, 1080)
UPRIGHT = (480, 800)
#: The two screens of each game and language, and how many play; Lifeboat's pages are those of one boat.
LOOKED_AT: Mapping[str, Mapping[str, tuple[tuple[Size, int], tuple[Size, int]]]] = {
    "betrayal": {
        "en": ((SMALL, 6), (MIDDLE, 6)),
        "de": ((SMALL, 6), (LARGE, 6)),
        "fr": ((SMALL, 6), (UPRIGHT, 6)),
        "zh": ((SMALL, 3), (MIDDLE, 3)),
    },
    "coach-ride": {
        "en": ((SMALL, 10), (LARGE, 3)),
        "de": ((SMALL, 10), (MIDDLE, 5)),
        "fr": ((UPRIGHT, 10), (SMALL, 3)),
        "zh": ((SMALL, 5), (HALF, 10)),
    },
    "lifeboat": {
        "en": ((SMALL, 6), (MIDDLE, 6)),
        "de": ((SMALL, 6), (UPRIGHT, 6)),
        "fr": ((SMALL, 6), (MIDDLE, 6)),
        "zh": ((SMALL, 6), (UPRIGHT, 6)),
    },
}
#: Some of the pages that there must be.
LEAST = {
    "betrayal": {
        *("players", "set-up", "turn", "haunt-roll", "haunt-setup", "put-right", "explorer", "why", "claim", "over"),
        "monsters",
    },
    "coach-ride": {"players", "set-up", "powers", "over"},
    "lifeboat": {"players", "set-up", "act", "over"},
}


def pages_of(game: str, players: int) -> Mapping[str, Page]:
    if game == "lifeboat":
        return lifeboat_pages()
    return betrayal_pages(players) if game == "betrayal" else coach_ride_pages(players)


#: The first screen of each game and language, and each kind of a second one.
USUAL = [f"{game}-{language}-0" for game in TABLES for language in LANGUAGES]
USUAL += ["betrayal-en-1", "coach-ride-en-1", "lifeboat-zh-1"]


@pytest.mark.slow
@pytest.mark.thorough(but=USUAL)
@pytest.mark.parametrize("screen", range(2))
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", TABLES)
def test_every_page_fits(game: str, language: str, screen: int) -> None:
    use_written_language(language, FONTS)
    view = PageView(FONTS, TABLES[game].pictures(FONTS))
    size, players = LOOKED_AT[game][language][screen]
    pages = pages_of(game, players)
    assert {page.name for page in pages.values()} >= LEAST[game]
    assert [f"{name}: {one}" for name, page in pages.items() for one in fit_problems(view.painted(size, page))] == []


@pytest.mark.slow
@pytest.mark.parametrize("game", TABLES)
def test_no_row_says_again_what_the_sentence_says(game: str) -> None:
    for name, page in pages_of(game, 6).items():
        assert not isinstance(page, PlayedPage)
        sentence = page.caption if isinstance(page, BoardPage) else page.text
        assert all(not row.text or row.text != sentence for row in page.rows), name
