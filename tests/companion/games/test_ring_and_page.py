"""Tests that the ring is red exactly where the page is.

Red is for what is wrong, amber for what is not done yet.
"""

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from random import Random
from typing import Any

import pytest
from fox_and_geese.virtual import VIRTUAL as FOX_AND_GEESE

from companion.games.betrayal.virtual_table.game import VIRTUAL as BETRAYAL
from companion.games.coach_ride.virtual_table.game import VIRTUAL as COACH_RIDE
from companion.games.finstere_flure.virtual_table.game import VIRTUAL as FINSTERE_FLURE
from companion.games.lifeboat.virtual_table.game import VIRTUAL as LIFEBOAT
from companion.journal import Journal
from companion.screen.pages import BoardPage, Page, Tone
from companion.table.session import GameSession, Session
from companion.virtual_table.autoplay import Autoplay
from companion.virtual_table.game import VirtualGame
from hardware.ring.patterns import Alert, Pattern
from tests.companion.games.finstere_flure.screen.sample_pages import samples as finstere_flure_samples

GAMES = {
    "finstere-flure": FINSTERE_FLURE,
    "lifeboat": LIFEBOAT,
    "coach-ride": COACH_RIDE,
    "betrayal": BETRAYAL,
    "fox-and-geese": FOX_AND_GEESE,
}
#: So many looks at a table, at which a piece is moved every few looks.
LOOKS = 240
EVERY = 12

ShownPages = list[tuple[Page, Pattern]]


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> Iterator[ShownPages]:
    """Return all pages that a session shows meanwhile, each with the ring's pattern beside it."""
    page_of: Callable[[Any], Page] = vars(GameSession)["page"].fget
    pages: ShownPages = []

    def page(session: Session) -> Page:
        page = page_of(session)
        pages.append((page, session.pattern))
        return page

    monkeypatch.setattr(GameSession, "page", property(page))
    yield pages
    assert [wrong for wrong in pages if not _agree(*wrong)] == []


def _agree(page: Page, pattern: Pattern) -> bool:
    is_bad = isinstance(page, BoardPage) and page.tone is Tone.BAD
    return isinstance(pattern, Alert) is is_bad


@pytest.mark.parametrize("game", ["lifeboat", "coach_ride", "betrayal"])
def test_of_all_sample_pages_those_in_red_have_a_red_ring(game: str, seen: ShownPages) -> None:
    samples: Callable[[], Mapping[str, Page]] = import_module(f"tests.companion.games.{game}.sample_pages").samples
    samples()
    assert len(seen) > 10


@pytest.mark.slow
@pytest.mark.thorough
def test_of_all_sample_pages_of_finstere_flure_those_in_red_have_a_red_ring(
    seen: ShownPages, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = import_module("tests.companion.games.finstere_flure.screen.sample_pages")
    # Those that were made before were not looked at.
    monkeypatch.setattr(module, "_samples_in", module._samples_in.__wrapped__)
    finstere_flure_samples()
    assert any(isinstance(pattern, Alert) for _, pattern in seen)


@pytest.mark.slow
@pytest.mark.usefixtures("faultless_reading")
@pytest.mark.thorough(but=["finstere-flure", "fox-and-geese"])
@pytest.mark.parametrize("game", GAMES)
def test_of_all_pages_of_a_game_with_mistakes_those_in_red_have_a_red_ring(
    game: str, seen: ShownPages, journal: Journal
) -> None:
    virtual: VirtualGame = GAMES[game]
    table, rng = Autoplay(virtual, virtual.start(None, 3, {}), journal, seed=3), Random(3)
    for number in range(LOOKS):
        table.pilot.act(table.now)
        if number % EVERY == EVERY - 1:
            _make_a_mistake(table, virtual, rng)
        table.look()
        assert table.session.page is not None
    problems = [page.tone for page, _ in seen if isinstance(page, BoardPage) and page.name in ("problem", "put-right")]
    assert Tone.BAD in problems, "no mistake was seen"


def _make_a_mistake(table: Autoplay, virtual: VirtualGame, rng: Random) -> None:
    """Move some piece for a while, or take it away, and put it back."""
    before = dict(table.table.pieces)
    moved = virtual.some_move(table.table, rng)
    if rng.random() < 0.5:
        table.table.put(moved)
    else:
        table.table.remove(moved.id)
    for _ in range(EVERY):
        table.look()
        assert table.session.page is not None
    table.table.put(before[moved.id])
