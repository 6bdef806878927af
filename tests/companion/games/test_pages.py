"""Every page of every game fits in any language: nothing is cut off, nothing overlaps.

(Finstere Flure's pages are looked at in more sizes, with its own tests.) Sizes differ little between languages: the
smallest in each, and two more.
"""

from collections.abc import Mapping

import pytest

from companion.device.language import COMPLETE
from companion.games.betrayal.names import explorer_name
from companion.games.betrayal.table.game import TABLE as BETRAYAL
from companion.games.coach_ride.table.game import TABLE as COACH_RIDE
from companion.games.coach_ride.words import first_name
from companion.games.lifeboat.table.game import TABLE as LIFEBOAT
from companion.games.lifeboat.words import character_name as boat_name
from companion.screen.fitting import fit_problems
from companion.screen.fonts import Fonts
from companion.screen.page_view import PageView
from companion.screen.pages import BoardPage, Page, PlayedPage
from companion.table.game import TableGame
from companion.table.session import Session
from engine.betrayal.components import CHARACTERS
from engine.coach_ride.cards import Person
from engine.lifeboat.components import Character
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
LOW = (1024, 600)
MIDDLE = (1280, 720)
LARGE = (1920, 1080)
UPRIGHT = (480, 800)
#: The screens of each game and language, and how many play; Lifeboat's pages are those of one boat.
LOOKED_AT: Mapping[str, Mapping[str, tuple[tuple[Size, int], ...]]] = {
    "betrayal": {
        "en": ((SMALL, 6), (MIDDLE, 6), (UPRIGHT, 4)),
        "de": ((SMALL, 6), (LARGE, 6), (LOW, 4)),
        "es": ((SMALL, 6), (MIDDLE, 3), (UPRIGHT, 4)),
        "fr": ((SMALL, 6), (UPRIGHT, 6), (HALF, 3)),
        "it": ((SMALL, 6), (UPRIGHT, 3), (MIDDLE, 4)),
        "ja": ((SMALL, 6), (UPRIGHT, 6), (LOW, 3)),
        "pl": ((SMALL, 6), (UPRIGHT, 3), (HALF, 6)),
        "zh": ((SMALL, 3), (MIDDLE, 3), (HALF, 6)),
    },
    "coach-ride": {
        "en": ((SMALL, 10), (LARGE, 3), (HALF, 3)),
        "de": ((SMALL, 10), (MIDDLE, 5), (HALF, 10)),
        "es": ((SMALL, 10), (HALF, 10), (UPRIGHT, 5)),
        "fr": ((UPRIGHT, 10), (SMALL, 3), (LOW, 6)),
        "it": ((SMALL, 10), (UPRIGHT, 6), (MIDDLE, 8)),
        "ja": ((SMALL, 10), (UPRIGHT, 5), (HALF, 8)),
        "pl": ((SMALL, 10), (UPRIGHT, 6), (MIDDLE, 3)),
        "zh": ((SMALL, 5), (HALF, 10), (LOW, 8)),
    },
    "lifeboat": {
        "en": ((SMALL, 6), (MIDDLE, 6), (HALF, 6)),
        "de": ((SMALL, 6), (UPRIGHT, 6), (LOW, 6)),
        "es": ((SMALL, 6), (UPRIGHT, 6), (HALF, 6)),
        "fr": ((SMALL, 6), (MIDDLE, 6), (HALF, 6)),
        "it": ((SMALL, 6), (HALF, 6), (LOW, 6)),
        "ja": ((SMALL, 6), (UPRIGHT, 6), (HALF, 6)),
        "pl": ((SMALL, 6), (UPRIGHT, 6), (MIDDLE, 6)),
        "zh": ((SMALL, 6), (UPRIGHT, 6), (LOW, 6)),
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


#: The screens of every run: each game in each language once, sizes in turn.
USUAL = [
    f"{game}-{language}-{(number + place) % 3}"
    for number, game in enumerate(TABLES)
    for place, language in enumerate(COMPLETE)
]


@pytest.mark.slow
@pytest.mark.thorough(but=USUAL)
@pytest.mark.parametrize("screen", range(3))
@pytest.mark.parametrize("language", COMPLETE)
@pytest.mark.parametrize("game", TABLES)
def test_every_page_fits(game: str, language: str, screen: int) -> None:
    use_written_language(language, FONTS)
    view = PageView(FONTS, TABLES[game].pictures(FONTS))
    size, players = LOOKED_AT[game][language][screen]
    pages = pages_of(game, players)
    assert {page.name for page in pages.values()} >= LEAST[game]
    assert [
        f"{name}: {fit_problem}"
        for name, page in pages.items()
        for fit_problem in fit_problems(view.painted(size, page))
    ] == []


#: Pages of a running game on which a task for hands, or a fault, is told.
TOLD = {"set-up", "put-right", "problem", "correct"}
#: Pages on which somebody else may act than whose turn it is: they ask.
ASKED = {
    "betrayal": {"claim", "haunt-setup"},
    "coach-ride": {"offer", "demand", "announce", "powers"},
    "lifeboat": {"answer", "fight", "overboard", "reveal"},
}
#: Who acts, as titles and sentences name them.
ACTORS = {
    "betrayal": [*map(explorer_name, CHARACTERS), "The monsters"],
    "coach-ride": [first_name(seat) for seat in Person],
    "lifeboat": [boat_name(seat).removeprefix("the ") for seat in Character],
}


@pytest.mark.slow
@pytest.mark.parametrize("game", TABLES)
def test_every_page_says_whose_turn_it_is_or_what_is_waited_for(game: str) -> None:
    pages = {
        name: page for name, page in pages_of(game, 6).items() if isinstance(page, BoardPage) and page.name not in TOLD
    }
    assert {page.name for page in pages.values()} >= ASKED[game]
    silent = []
    for name, page in pages.items():
        asks = page.caption.endswith("?") or " may speak " in page.caption or "until somebody" in page.caption
        names = any(seat in f"{page.title} {page.caption}" for seat in ACTORS[game])
        if not asks and (page.name in ASKED[game] or not names):
            silent.append(f"{name}: {page.title} | {page.caption}")
    assert silent == []


@pytest.mark.slow
@pytest.mark.parametrize("game", TABLES)
def test_no_row_says_again_what_the_sentence_says(game: str) -> None:
    for name, page in pages_of(game, 6).items():
        assert not isinstance(page, PlayedPage)
        sentence = page.caption if isinstance(page, BoardPage) else page.text
        assert all(not row.text or row.text != sentence for row in page.rows), name
