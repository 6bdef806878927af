"""Check that a game's pages fit at all sizes in all its languages.

The pages are those that bots meet, and those that open over them.
"""

import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from companion.device.language import language_in_use, use_language
from companion.games import CompanionGame
from companion.games.random_play import as_json, random_game
from companion.journal import Journal
from companion.screen.pages import Page, PlayedPage
from companion.table.ask_step import AnswerStep, AskStep
from companion.table.mend_steps import ConfirmMendStep, MendStart, MisfitStep
from companion.table.menu_lock import MenuLockStep
from companion.table.menus import HelpStep, LogStep, MenuStep, PauseStep
from companion.table.replay_step import FromHereStep, running_replay
from companion.table.seats_menu import PlayerSeatStep, SeatsStep
from companion.table.session import Session
from companion.table.settings_menu import SettingsGroupStep, SettingsStep, settings_groups
from companion.table.undo_step import UndoStep
from companion.table.version_page import VersionStep
from companion.virtual_table.autoplay import Autoplay
from engine.mending import MendAct, mend

#: Screens, and the halves of a window that has the virtual table in it, too.
SIZES = ((800, 480), (1024, 600), (1280, 720), (640, 720), (480, 800))
#: Number of events that the bots play before the pages of another language are looked at.
_EVENTS = 6
#: Number of times that each kind of page is seen.
_TIMES = 2
#: Nor do they need more looks for that.
_LOOKS = 200


def page_fit_problems(game: CompanionGame, languages: Iterable[str], seed: int) -> Iterator[str]:
    """Yield one clause for each text that does not fit."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    # Only what draws needs pygame.
    from companion.screen.fitting import fit_problems
    from companion.screen.fonts import Fonts, languages_shown
    from companion.screen.page_view import PageView

    fonts, spoken = Fonts(), language_in_use()
    view = PageView(fonts, game.table.pictures(fonts))
    try:
        pages = list(_pages(game, seed, [code for code in languages if code in languages_shown(fonts)]))
        # Boards are painted once for each size.
        for size in SIZES:
            for language, page in pages:
                use_language(language)
                for problem in fit_problems(view.painted(size, page)):
                    yield f"page {page.name}, {language}, {size[0]}x{size[1]}: {problem}"
    finally:
        use_language(spoken)


def _pages(game: CompanionGame, seed: int, languages: Sequence[str]) -> Iterator[tuple[str, Page]]:
    """Yield each page in each language, with the language; the game itself goes on in the first."""

    def in_all(page: Callable[[], Page]) -> Iterator[tuple[str, Page]]:
        for language in reversed(languages):
            use_language(language)
            yield language, page()

    with tempfile.TemporaryDirectory() as folder:
        journal = Journal.open(Path(folder) / "games.sqlite")
        try:
            start = game.virtual.start(None, seed, {})
            autoplay = Autoplay(game.virtual, start, journal, seed=seed)
            session = autoplay.session
            yield from in_all(game.table.new_game(session).page)
            seen: dict[str, list[Page]] = {}
            for _ in range(_LOOKS):
                if session.game is not None and len(session.game.events) >= _EVENTS:
                    break
                autoplay.pilot.act(autoplay.now)
                autoplay.look()
                met = seen.setdefault(session.page.name, [])
                if session.page not in met and len(met) < _TIMES:
                    met.append(session.page)
                    yield from in_all(lambda: _page_after_menu(session))
            if session.game is not None:
                for step in (MenuStep, HelpStep, UndoStep, LogStep, PauseStep, MenuLockStep, SettingsStep, VersionStep):
                    yield from in_all(step(session).page)
                yield from _replay_pages(session, in_all)
                asked = AskStep(session)
                yield from in_all(asked.page)
                for question in asked.questions:
                    yield from in_all(AnswerStep(session, asked, next(question.last_choices).id).page)
                for group in settings_groups(session):
                    yield from in_all(SettingsGroupStep(session, group.id).page)
                if session.players:
                    yield from in_all(SeatsStep(session).page)
                    yield from in_all(PlayerSeatStep(session, session.players[0]).page)
            # The end, as a game that was played by the rules alone comes to it.
            first, *others = random_game(game, seed).events
            ended = journal.start(game.id, as_json(game, first))
            for event in others:
                journal.append(ended, as_json(game, event))
            session.resume(ended)
            yield from in_all(lambda: _page_after_menu(session))
            if isinstance(session.page, PlayedPage):
                # What is celebrated lies above the last page.
                session.step.advance()
                yield from in_all(lambda: _page_after_menu(session))
        finally:
            journal.close()


def _replay_pages(
    session: Session, in_all: Callable[[Callable[[], Page]], Iterator[tuple[str, Page]]]
) -> Iterator[tuple[str, Page]]:
    """Yield the pages of a replay, and those of a mend of the game's middle."""
    assert session.game is not None
    replay = running_replay(session)
    yield from in_all(replay.page)
    yield from in_all(FromHereStep(session, replay).page)
    number = max(1, len(session.game.events) // 2)
    if number < len(session.game.events):
        start = MendStart(session.table_game, session.game, session.game_id or 0, MendAct.DROP, number)
        mending = mend(session.game, MendAct.DROP, number)
        if mending.misfit is not None:
            yield from in_all(MisfitStep(session, start, mending).page)
        yield from in_all(ConfirmMendStep(session, start, mending.stop()).page)


def _page_after_menu(session: Session) -> Page:
    """Return the page as it is after the menu, where players choose the language.

    A step keeps some texts until then.
    """
    session.open(MenuStep(session))
    session.close()
    return session.page
