"""A list that is left and opened again has its rows where they were."""

from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from companion.device.language import say
from companion.device.settings import Settings
from companion.games import find_game
from companion.journal import Journal
from companion.screen.fonts import Fonts
from companion.screen.page_view import PageView
from companion.table import planned_bots
from companion.table.session_start import open_session
from tests.companion.written_language import use_written_language

FONTS = Fonts()


@pytest.mark.parametrize(("size", "language"), [((1280, 720), "en"), ((960, 1080), "de")])
def test_start_stays_when_the_settings_of_a_game_are_closed(
    size: tuple[int, int], language: str, tmp_path: Path
) -> None:
    use_written_language(language, FONTS)
    game = find_game("finstere-flure").table
    session = open_session(
        Journal.open(tmp_path / "games.sqlite"), Settings(language=language, camera="none"), [game], sees=False
    )
    session.open_start_page()
    session.touch("new", 0.0)
    view = PageView(FONTS, game.pictures(FONTS))

    def boxes() -> list[pygame.Rect]:
        return [place.box for place in view.places(size, session.page)]

    before = boxes()
    for colour in ("red", "blue", "green"):
        session.touch(colour, 0.0)
        session.touch("settings", 0.0)
        boxes()
        session.step.back()
        assert boxes() == before


@pytest.mark.parametrize("language", ["de", "es"])
def test_rows_below_tiles_stay_when_colours_are_chosen_and_a_notice_comes(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page has half of a window: the virtual table stands beside it."""
    use_written_language(language, FONTS)
    monkeypatch.setattr(planned_bots, "has_bots", lambda _: True)
    game = find_game("finstere-flure").table
    journal = Journal.open(tmp_path / "games.sqlite")
    session = open_session(journal, Settings(language=language, camera="none"), [game], sees=False)
    session.open_start_page()
    session.touch("new", 0.0)
    view = PageView(FONTS, game.pictures(FONTS))
    before = [place.box for place in view.places((640, 720), session.page)]
    notice = say("Another window of this program uses these games. Do not go on with the same game in both.")
    for colour in ("red", "blue", "green"):
        session.touch(colour, 0.0)
        for status in (notice, ""):
            page = replace(session.page, status=status)
            assert [place.box for place in view.places((640, 720), page)] == before
