"""Settings in groups: each is found in two touches, and by the keys alone."""

from random import Random

import pytest

from companion.commands.play import offered_tables
from companion.device.language import LANGUAGES, use_language
from companion.device.settings import BOX_OPTIONS, Settings
from companion.journal import Journal
from companion.screen.pages import ListPage
from companion.table.lists import ListStep
from companion.table.session import Session
from companion.table.session_context import SessionContext
from companion.table.session_start import open_session
from companion.table.settings_menu import SettingsStep, settings_groups
from hardware.buttons import Button, Press
from tests.companion.games.finstere_flure.screen.sample_pages import SampleOpponent

#: More rows than this nobody finds anything in at a glance.
MOST_ROWS = 12


class _Phones(ListStep):
    """The page of phones."""

    name = "phones"

    def title(self) -> str:
        return "Phones"

    def rows(self) -> tuple[()]:
        return ()


@pytest.fixture
def session(journal: Journal) -> Session:
    """A table with all there is: four games, opponents, phones, a camera."""
    around = SessionContext(opponent=SampleOpponent(), phones=_Phones)
    session = open_session(journal, Settings(), [*offered_tables().values()], sees=True, rng=Random(1), around=around)
    session.open_start_page()
    session.touch("settings", 0.0)
    return session


def rows(session: Session) -> list[str]:
    page = session.page
    assert isinstance(page, ListPage)
    return [row.id for row in page.rows if row.id]


def all_settings(session: Session) -> set[str]:
    games = {f"{game.rules.id} {option.id}" for game in session.games for option in game.options}
    return {option.id for option in BOX_OPTIONS} | games


def test_every_setting_is_found_in_two_touches_and_no_list_is_long(session: Session) -> None:
    top = rows(session)
    assert len(top) <= MOST_ROWS
    found = [row for row in top if row in all_settings(session)]
    for row in top:
        if row.startswith("group "):
            session.touch(row, 0.0)
            assert session.page.name == "settings-group"
            inside = rows(session)
            assert len(inside) <= MOST_ROWS + 4
            found += inside
            session.press(Press(Button.BACK, held=False), 0.0)
            assert isinstance(session.step, SettingsStep)
    assert sorted(found) == sorted(all_settings(session))
    assert {"first_run", "version", "phones"} <= {*top}


def test_a_group_says_what_is_in_it(session: Session) -> None:
    page = session.page
    assert isinstance(page, ListPage)
    sound = next(row for row in page.rows if row.id == "group sound")
    assert sound.detail == "Volume, What is spoken"


def test_keys_alone_change_a_setting_of_a_group(session: Session) -> None:
    def press(button: Button) -> None:
        session.press(Press(button, held=False), 0.0)

    while rows(session)[session.page.selected or 0] != "group screen":  # type: ignore[union-attr]
        press(Button.DRAW)
    press(Button.ADVANCE)
    press(Button.DRAW)
    before = session.settings.speed
    press(Button.ADVANCE)
    assert session.settings.speed != before
    press(Button.BACK)
    assert session.page.name == "settings"
    press(Button.BACK)
    assert session.page.name == "start"


@pytest.mark.parametrize("language", LANGUAGES)
def test_titles_of_groups_differ(session: Session, language: str) -> None:
    use_language(language)
    titles = [group.title for group in settings_groups(session)]
    assert len({*titles}) == len(titles)


def test_a_place_that_is_not_there_has_no_row(journal: Journal) -> None:
    session = open_session(
        journal, Settings(), [*offered_tables().values()], sees=False, around=SessionContext(camera_wanted=False)
    )
    session.open_start_page()
    session.touch("settings", 0.0)
    assert not {"camera", "hints", "phones", "group opponents"} & {*rows(session)}
    assert "menu_lock" in rows(session)
