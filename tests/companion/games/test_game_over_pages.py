"""Last page of every game, all in sight and nothing torn, with most players."""

from random import Random

import pytest

from companion.device.language import use_language
from companion.games.random_play import MOST_EVENTS, allowed_events, as_json
from companion.journal import Journal
from companion.screen.fitting import fit_problems
from companion.screen.fonts import Fonts, languages_shown
from companion.screen.page_view import PageView
from companion.screen.pages import PlayedPage
from companion.table.session import Session
from companion.virtual_table.autoplay import Autoplay
from hardware.buttons import Button, Press
from tests.companion.games.here import ENTRIES, load_game
from tests.companion.screen.torn_rows import torn_rows

FONTS = Fonts()
#: Widths and heights of windows (pixels).
SIZES = ((1280, 720), (1920, 1080), (1024, 600), (800, 480), (640, 720), (480, 800))
#: Numbers of players, where a game has a choice.
PLAYERS = {
    "finstere-flure": range(2, 8),
    "lifeboat": range(4, 7),
    "betrayal": range(3, 7),
    "coach-ride": range(3, 11),
}
ENDS = [(game_id, players) for game_id in ENTRIES for players in PLAYERS.get(game_id, (0,))]
#: Those that are looked at each time: the most rows, and the longest names.
USUAL = ["finstere-flure-7", "lifeboat-6", "betrayal-6", "coach-ride-10", "ludo-0"]


def end_game(journal: Journal, game_id: str, players: int) -> tuple[Session, int]:
    """Return a session, and a game in its journal that was played to its end by the rules alone."""
    game, rng = load_game(game_id), Random(1)
    start = game.virtual.start(players or None, 1, {})
    played = game.rules.start(start)
    while game.rules.over(played.state) is None and len(played.events) < MOST_EVENTS:
        played = played.apply(rng.choice(allowed_events(game, played, rng)))
    assert game.rules.over(played.state) is not None
    first, *others = played.events
    ended = journal.start(game.id, as_json(game, first))
    for event in others:
        journal.append(ended, as_json(game, event))
    return Autoplay(game.virtual, start, journal, seed=1).session, ended


@pytest.mark.slow
@pytest.mark.thorough(but=USUAL)
@pytest.mark.parametrize(("game_id", "players"), ENDS)
def test_the_last_page_is_whole(journal: Journal, game_id: str, players: int) -> None:
    session, ended = end_game(journal, game_id, players)
    view = PageView(FONTS, load_game(game_id).table.pictures(FONTS))
    found, languages = [], languages_shown(FONTS)
    for number, language in enumerate(languages):
        use_language(language)
        session.resume(ended)
        while isinstance(session.page, PlayedPage):
            session.press(Press(Button.ADVANCE, held=False), session.now + 2.0)
        page = session.page
        assert page.name == "over"
        assert not isinstance(page, PlayedPage)
        # Each size in one language, and in others in other games.
        for size in SIZES[(number + players) % len(languages) :: len(languages)]:
            problems = [*fit_problems(view.painted(size, page)), *torn_rows(view, page, size)]
            problems += ["some rows are out of sight"] if view.row_step(size, page) is not None else []
            found += [f"{language} {size[0]}x{size[1]}: {problem}" for problem in problems]
    assert found == []
