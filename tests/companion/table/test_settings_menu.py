"""Settings in groups: each is found in two touches, and by the keys alone."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.commands.play import offered_tables
from companion.device.language import COMPLETE, use_language
from companion.device.options import Option, flag
from companion.device.settings import BOX_OPTIONS, Settings
from companion.journal import Journal
from companion.screen.fonts import Fonts
from companion.screen.page_view import PageView
from companion.screen.pages import ListPage
from companion.table.lists import ListStep
from companion.table.session import Session
from companion.table.session_context import SessionContext
from companion.table.session_start import open_session
from companion.table.settings_menu import SettingsStep, settings_groups
from hardware.buttons import Button, Press
from tests.companion.games.finstere_flure.screen.sample_pages import SampleOpponent
from tests.companion.screen.plain_pictures import PlainPictures
from tests.companion.table.counting import Counting, CountingRules

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
    """Return a table with all there is: four games, opponents, phones, a camera."""
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
        if row.startswith(("group ", "game ")):
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
    assert sound.detail == "Volume, What is spoken, By ear, Speed of speech, Voice"


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


@pytest.mark.parametrize("language", COMPLETE)
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


# --- games of strangers -----------------------------------------------------------------------------------------------

#: Ids of the box's groups, and of its pages and options.
BOX_IDS = sorted(
    {"sound", "screen", "opponents", "phones", "version", "first_run"} | {option.id for option in BOX_OPTIONS}
)


class _Strange(Counting):
    """Counting by another id and with other options."""

    def __init__(self, game_id: str, options: Sequence[Option[Any]]) -> None:
        self.rules = CountingRules()
        self.rules.id = game_id  # type: ignore[misc]
        self.options = tuple(options)  # type: ignore[assignment]

    def title(self) -> str:
        return f"Strange {self.rules.id}"


def strange_session(journal: Journal, *games: Counting) -> Session:
    around = SessionContext(opponent=SampleOpponent(), phones=_Phones)
    session = open_session(journal, Settings(), [*games], sees=True, rng=Random(1), around=around)
    session.open_start_page()
    session.touch("settings", 0.0)
    return session


def touch_text(session: Session, text: str) -> None:
    """Touch the only row with this text."""
    page = session.page
    assert isinstance(page, ListPage)
    (row_id,) = [row.id for row in page.rows if row.text == text]
    session.touch(row_id, 0.0)


@pytest.mark.parametrize("others", [0, 1])
@pytest.mark.parametrize("known", BOX_IDS)
def test_a_game_with_ids_of_the_box_changes_its_own_setting_alone(journal: Journal, known: str, others: int) -> None:
    game = _Strange(known, [flag(known, "Strange rule"), flag("aloud", "Aloud")])
    session = strange_session(journal, *[Counting()] * others, game)
    before = session.settings
    assert len({*rows(session)}) == len(rows(session))
    touch_text(session, f"Strange {known}")
    page = session.page
    assert isinstance(page, ListPage)
    assert (page.title, [row.text for row in page.rows]) == (f"Strange {known}", ["Strange rule", "Aloud"])
    touch_text(session, "Strange rule")
    assert session.settings.games == {known: {known: True}}
    assert replace(session.settings, games=before.games) == before


def test_groups_of_the_box_open_beside_games_of_their_ids(journal: Journal) -> None:
    session = strange_session(journal, *[_Strange(known, [flag("aloud", "Aloud")]) for known in BOX_IDS])
    page = session.page
    assert isinstance(page, ListPage)
    assert len({*rows(session)}) == len(rows(session))
    for text, option in (
        ("Sound", "Volume"),
        ("Screen and speed", "Full screen"),
        ("Opponents, hints and menu lock", "Hints"),
    ):
        touch_text(session, text)
        opened = session.page
        assert isinstance(opened, ListPage)
        assert opened.title == text
        assert option in [row.text for row in opened.rows]
        session.press(Press(Button.BACK, held=False), 0.0)


def test_a_game_without_options_has_no_group(journal: Journal) -> None:
    session = strange_session(journal, _Strange("plain", []), Counting())
    page = session.page
    assert isinstance(page, ListPage)
    assert "Counting" in [row.text for row in page.rows]
    assert "Strange plain" not in [row.text for row in page.rows]


def test_each_of_many_options_is_reached_by_the_keys(journal: Journal) -> None:
    options = [flag(f"rule_{number}", f"Rule {number}") for number in range(60)]
    session = strange_session(journal, _Strange("long", options))
    touch_text(session, "Strange long")
    for _ in options:
        session.press(Press(Button.ADVANCE, held=False), 0.0)
        session.press(Press(Button.DRAW, held=False), 0.0)
    assert session.settings.games == {"long": {option.id: True for option in options}}


@pytest.mark.parametrize("size", [(800, 480), (480, 800)])
def test_many_options_are_turned_over(journal: Journal, size: tuple[int, int]) -> None:
    options = [flag(f"rule_{number}", f"Rule {number}") for number in range(60)]
    session = strange_session(journal, _Strange("long", options))
    touch_text(session, "Strange long")
    view, page, wanted, seen = PageView(Fonts(), PlainPictures()), session.page, rows(session), set[str]()
    for _ in options:
        places = [place.row.id for place in view.places(size, page)]
        assert len(places) < len(options)
        seen |= {*places}
        if wanted[-1] in places:
            break
        view.turn_over(size, page, down=True)
    assert seen == {*wanted}
    session.touch(wanted[-1], 0.0)
    assert session.settings.games == {"long": {"rule_59": True}}


def test_what_was_learned_of_plain_pieces_is_forgotten_with_one_row(session: Session) -> None:
    session.touch("group camera", 0.0)
    assert "forget looks" not in rows(session)
    session.looks.of("chess").learn({"e1": "white-king"}, {"e1": (0.0, -1.0)})
    assert "forget looks" in rows(session)
    session.touch("forget looks", 0.0)
    assert session.looks.count == 0
    assert "forget looks" not in rows(session)
