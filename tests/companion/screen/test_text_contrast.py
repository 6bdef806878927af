"""Every text stands out from its ground, on pages and boards: by WCAG 2 at least 4.5 to 1."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pygame
import pytest

from companion.games.betrayal.table.game import TABLE as BETRAYAL
from companion.games.coach_ride.table.game import TABLE as COACH_RIDE
from companion.games.finstere_flure.table.game import TABLE as FINSTERE_FLURE
from companion.games.lifeboat.table.game import TABLE as LIFEBOAT
from companion.screen import theme
from companion.screen.canvas import Canvas
from companion.screen.fonts import Fonts
from companion.screen.page_view import PageView
from companion.screen.pages import Page
from companion.screen.theme import Rgb
from companion.table.game import TableGame
from tests.companion.games.betrayal.sample_pages import samples as betrayal_pages
from tests.companion.games.coach_ride.sample_pages import samples as coach_ride_pages
from tests.companion.games.finstere_flure.screen.sample_pages import samples as finstere_flure_pages
from tests.companion.games.lifeboat.sample_pages import samples as lifeboat_pages
from tests.companion.screen.contrast import contrast
from tests.companion.screen.themed import themed

GAMES: Mapping[str, tuple[TableGame[Any], Callable[[], Mapping[str, Page]]]] = {
    "betrayal": (BETRAYAL, lambda: betrayal_pages(6)),
    "coach-ride": (COACH_RIDE, lambda: coach_ride_pages(5)),
    "finstere-flure": (FINSTERE_FLURE, finstere_flure_pages),
    "lifeboat": (LIFEBOAT, lifeboat_pages),
}
LEAST = 4.5


def ground(painted: pygame.Surface) -> Rgb:
    """Return the colour that most of a painted box has."""
    pixels = pygame.surfarray.array2d(painted).ravel()
    colours, counts = np.unique(pixels, return_counts=True)
    red, green, blue, _ = painted.unmap_rgb(int(colours[np.argmax(counts)]))
    return red, green, blue


@pytest.mark.slow
@pytest.mark.parametrize(("game", "name"), [*((game, theme.USUAL) for game in GAMES), ("lifeboat", "contrast")])
def test_texts_stand_out_from_their_ground(game: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found, page_name, count, write = set[str](), "", 0, Canvas.write

    def measured(canvas: Canvas, text: str, box: pygame.Rect, colour: Rgb | None = None, **how: Any) -> None:
        nonlocal count
        colour = colour or theme.TEXT
        room = box.clip(canvas.surface.get_rect())
        # Keys without a function are as faint as lines: nobody needs to read them.
        if canvas.is_draft or not text or colour == theme.LINE or not room.width * room.height:
            write(canvas, text, box, colour, **how)
            return
        before = canvas.surface.subsurface(room).copy()
        write(canvas, text, box, colour, **how)
        covered = canvas.written[-1].covered.clip(room).move(-room.left, -room.top)
        if covered.width * covered.height:
            count += 1
            ratio = contrast(colour, ground(before.subsurface(covered)))
            if ratio < LEAST:
                found.add(f"{page_name}: {text}: {ratio:.1f}")

    monkeypatch.setattr(Canvas, "write", measured)
    table, samples = GAMES[game]
    with themed(name):
        fonts = Fonts()
        view = PageView(fonts, table.pictures(fonts))
        for page_name, page in samples().items():  # noqa: B007 - `measured` names it
            view.painted((800, 480), page)
    assert count > 100
    assert not found, sorted(found)
