"""Every game of this project passes its own check whole, in `.ci/run`.

In every run of the tests one game of each kit does, without what bots play, and with pages where there is the least
room: other games have tests of their own of their views, offers, pages and words.
"""

from pathlib import Path

import pytest

from companion.games import GamePart, games_with, pages_fit
from companion.games.conformance import CHECKS, check_game
from companion.games.pages_fit import page_fit_problems
from tests.companion.games.here import ENTRIES, install_examples, load_game

#: Checks for which bots play a game at the virtual table.
PLAYED = {"bots", "killed"}
#: A low screen, and half of a window with a virtual table: what fits there fits in larger ones with few exceptions.
NARROW = ((800, 480), (640, 720))


#: The game whose pages are looked at in every run. Others fit as these do, have tests of their own, or in `.ci/run`.
PAGES_OF = ("mouse-and-elephant",)
#: The games that are checked in every run: one of each kit.
SOME = ("fox-and-geese", "mouse-and-elephant")


def problems(game_id: str, only: set[str]) -> list[str]:
    # Tests have a limit of time of their own.
    checks = list(check_game(load_game(game_id), games=1, only=only, limit_s=None))
    assert {check.name for check in checks} == only
    return [str(check) for check in checks if check.problems]


def test_all_games_are_here() -> None:
    """The companion's own four, twelve classics, and the three examples of packages."""
    assert len(ENTRIES) == 4 + 12 + 3
    assert {*games_with(GamePart.VIRTUAL)} <= {*ENTRIES}


@pytest.mark.slow
@pytest.mark.usefixtures("faultless_reading")
@pytest.mark.thorough(but=SOME)
@pytest.mark.parametrize("game_id", ENTRIES)
def test_a_game_keeps_to_what_every_game_must_keep_to(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages_fit, "SIZES", NARROW)
    assert problems(game_id, set(CHECKS) - PLAYED - (set() if game_id in PAGES_OF else {"pages"})) == []


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.parametrize("game_id", ENTRIES)
def test_the_pages_of_a_game_fit_at_every_size(game_id: str) -> None:
    assert problems(game_id, {"pages"}) == []


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.parametrize("game_id", ENTRIES)
def test_bots_play_a_game_and_it_goes_on_after_a_kill(
    game_id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_examples(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    assert problems(game_id, PLAYED) == []


@pytest.mark.slow
def test_pages_are_looked_at_as_they_are_after_a_change_of_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    """The set-up keeps its sentences: they are those of the language that was chosen."""
    monkeypatch.setattr(
        "companion.screen.fitting.fit_problems", lambda canvas: (written.text for written in canvas.written)
    )
    monkeypatch.setattr(pages_fit, "SIZES", NARROW[:1])
    monkeypatch.setattr(pages_fit, "_TIMES", 1)
    shown = list(page_fit_problems(load_game("coach-ride"), ("en", "de"), 1))
    german = [text.partition(": ")[2] for text in shown if text.startswith("page set-up, de, 800x480")]
    assert "Alle nehmen die eigene Personenkarte auf die Hand." in german
    assert "Everybody takes their own person card in hand." not in german
