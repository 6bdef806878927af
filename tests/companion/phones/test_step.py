"""The page at the table that lets phones join, and the rows that open it."""

from itertools import cycle

import numpy as np
import pygame
import pytest
import segno
from classics.fox_and_geese import GAME as GEESE

from companion.device.language import COMPLETE, use_language
from companion.device.settings import NO_CAMERA, Settings
from companion.games import find_game
from companion.games.pages_fit import SIZES
from companion.journal import Journal
from companion.phones import address
from companion.phones.address import Address
from companion.phones.table import PhoneTable
from companion.screen.fitting import fit_problems
from companion.screen.fonts import Fonts
from companion.screen.page_view import PageView
from companion.screen.pages import BoardPage, ListPage
from companion.table.menus import MenuStep
from companion.table.session import Session
from companion.table.session_context import SessionContext
from companion.table.session_start import open_session
from hardware.buttons import Button, Press
from tests.companion.phones.evening import HERE, Evening
from tests.companion.phones.guesting import Guesting
from tools.phone_secrets import Line
from vision.decode.codes import find_codes

pytestmark = pytest.mark.usefixtures("display")

#: Side of a module on the screen from which on a phone's camera reads it (pixels).
LEAST_MODULE_PX = 3.0
CODE_SIZES = (*SIZES, (1920, 1080))
#: Each size and each language once, and long words on the screens with the least room.
CODES = {
    *(f"{width}x{height}-{language}" for (width, height), language in zip(cycle(CODE_SIZES), COMPLETE, strict=False)),
    "800x480-de",
    "480x800-de",
}


def opened(journal: Journal, place: Address = HERE) -> tuple[Session, PhoneTable]:
    """Return a session on its first page, and phones that reach nobody."""
    around = SessionContext(phones=lambda session: phones.step(session))
    session = open_session(journal, Settings(camera=NO_CAMERA), [GEESE.table], sees=False, around=around)
    phones = PhoneTable(session, place, start=lambda *_: Line())
    session.open_start_page()
    return session, phones


def rows(session: Session) -> list[str]:
    page = session.page
    assert isinstance(page, ListPage | BoardPage)
    return [row.id for row in page.rows if row.id]


def marked(session: Session) -> str:
    page = session.page
    assert isinstance(page, ListPage | BoardPage)
    assert page.selected is not None
    return page.rows[page.selected].id


def test_phones_are_switched_on_and_off_at_the_table(journal: Journal) -> None:
    session, phones = opened(journal)
    session.touch("phones", 1.0)
    assert isinstance(session.page, ListPage | BoardPage)
    assert session.page.title == "Phones"
    assert rows(session) == ["on"]
    session.touch("on", 2.0)
    assert phones.on
    assert rows(session) == ["guests", "onlookers", "renew", "off"]
    assert marked(session) == "guests"
    assert isinstance(session.page, BoardPage)
    code, picture = phones.guests.code, session.page.board
    assert session.page.board is picture
    session.touch("renew", 3.0)
    assert phones.guests.code != code
    assert session.page.board is not picture
    session.touch("off", 4.0)
    assert not phones.on
    assert rows(session) == ["on"]


def test_the_page_tells_the_certificate_only_where_phones_are_encrypted(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, phones = opened(journal)
    phones.switch_on()
    session.open(phones.step(session))
    for fingerprint in ("", "AB:CD"):
        monkeypatch.setattr(PhoneTable, "fingerprint", fingerprint)
        assert isinstance(session.page, ListPage | BoardPage)
        told = {row.text: row.detail for row in session.page.rows}
        assert told.get("Certificate", "") == fingerprint


def test_phones_are_off_once_the_table_is_closed(journal: Journal) -> None:
    _, phones = opened(journal)
    phones.switch_on()
    assert phones.on
    phones.close()
    assert not phones.on


@pytest.fixture
def guesting(journal: Journal) -> Guesting:
    """Return a game of Fox and Geese with phones on, and their page open at the table."""
    evening = Evening(GEESE, journal)
    evening.begin()
    made = Guesting(evening)
    made.session.open(made.phones.step(made.session))
    made.session.touch("guests", made.session.now)
    return made


def places(session: Session) -> list[str]:
    """Return the texts of all rows, in their order."""
    page = session.page
    assert isinstance(page, ListPage)
    return [row.text for row in page.rows]


def test_all_phones_are_listed_and_a_touch_throws_one_out(guesting: Guesting) -> None:
    guesting.join(1, 2, 3)
    guesting.touch(2, seat="fox")
    session, guests = guesting.session, guesting.phones.guests
    assert rows(session) == ["seat fox", "phone 1", "phone 2", "phone 3"]
    ticket = guests.ticket
    session.touch("phone 2", session.now)
    assert [*guests.all] == [1, 3]
    assert {"kind": "forget", "phone": 2} in guesting.line.sent
    assert session.seating.own_screens == frozenset()
    # It is not back by the ticket that it has seen.
    assert guests.ticket != ticket
    assert rows(session) == ["phone 1", "phone 3"]
    # Nor after the table has been killed.
    assert [*guesting.killed().phones.guests.all] == [1, 3]


def test_where_nobody_has_joined_no_button_promises_a_choice(guesting: Guesting) -> None:
    page = guesting.session.page
    assert isinstance(page, ListPage)
    assert (page.keys.advance, page.keys.draw) == ("", "")
    guesting.join(1)
    # Each row takes something away: none is marked before Draw marks it.
    assert guesting.session.page.keys.advance == ""
    guesting.session.press(Press(Button.ADVANCE, held=False), guesting.session.now)
    assert [*guesting.phones.guests.all] == [1]
    guesting.session.press(Press(Button.DRAW, held=False), guesting.session.now)
    assert guesting.session.page.keys.advance


def test_no_row_moves_when_guests_come_sit_down_and_go(guesting: Guesting) -> None:
    guesting.join(1, 2, 3)
    session, before = guesting.session, places(guesting.session)
    guesting.touch(2, seat="fox")
    assert places(session) == before
    guesting.join(4)
    assert places(session)[:-1] == before
    before = places(session)
    session.touch("phone 1", session.now)
    assert places(session) == before
    guesting.touch(2, seat="")
    assert places(session) == before
    # Who opens the page anew finds those alone who are there.
    session.close()
    session.touch("guests", session.now)
    assert "Phone 1" not in places(session)
    assert "Phone 4" in places(session)


def test_the_marked_row_stays_marked_when_guests_go(guesting: Guesting) -> None:
    guesting.join(1, 2, 3)
    session = guesting.session

    def marked() -> str:
        page = session.page
        assert isinstance(page, ListPage)
        assert page.selected is not None
        return page.rows[page.selected].text

    session.press(Press(Button.DRAW, held=False), session.now)
    while marked() != "Phone 3":
        session.press(Press(Button.DRAW, held=False), session.now)
    guesting.phones.throw_out(guesting.phones.guests.all[1])
    guesting.touch(2, seat="fox")
    assert marked() == "Phone 3"
    session.press(Press(Button.ADVANCE, held=False), session.now)
    assert [*guesting.phones.guests.all] == [2]
    # The seat that is marked now is not taken back by a press that was meant for the phone.
    assert marked() == "The fox"
    session.press(Press(Button.ADVANCE, held=False), session.now)
    assert guesting.phones.guests.of_seat("fox") is not None
    session.press(Press(Button.ADVANCE, held=False), session.now)
    assert guesting.phones.guests.of_seat("fox") is None


def test_the_menu_leads_there_where_phones_may_join(journal: Journal) -> None:
    session, _ = opened(journal)
    GEESE.table.begin(session, GEESE.virtual.start(None, 1, {}), {})
    session.open(MenuStep(session))
    session.touch("phones", 1.0)
    assert session.page.name == "phones"


def test_there_is_no_row_where_none_may_join(journal: Journal) -> None:
    session = open_session(journal, Settings(camera=NO_CAMERA), [GEESE.table], sees=False)
    session.open_start_page()
    assert "phones" not in rows(session)


def test_other_networks_of_the_machine_are_offered_too(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(address, "own_addresses", lambda: ["192.168.1.5", "10.8.0.2"])
    session, phones = opened(journal)
    phones._address = Address()
    session.touch("phones", 1.0)
    session.touch("on", 2.0)
    page = session.page
    assert isinstance(page, BoardPage)
    assert page.caption.count("192.168.1.5:") == 1
    (row,) = [row for row in page.rows if row.text == "Other addresses"]
    assert row.detail.startswith("10.8.0.2:")


def test_the_way_to_look_on_stands_behind_a_code_of_its_own(journal: Journal) -> None:
    session, _ = opened(journal)
    session.touch("phones", 1.0)
    session.touch("on", 2.0)
    assert isinstance(session.page, BoardPage)
    to_play, words = session.page.board, session.page.caption
    session.touch("onlookers", 3.0)
    assert isinstance(session.page, BoardPage)
    assert session.page.board is not to_play
    assert "/watch" in session.page.caption
    assert "/stream" in session.page.caption
    assert rows(session) == ["guests", "players", "renew", "off"]
    session.touch("players", 4.0)
    assert session.page.caption == words


def test_onlookers_are_counted_apart_from_phones(guesting: Guesting) -> None:
    guesting.join(1, 2)
    guests = guesting.phones.guests.all
    for guest in guests.values():
        guest.connected = True
    guests[2].watches = True
    guesting.session.press(Press(Button.BACK, held=False), guesting.session.now)
    page = guesting.session.page
    assert isinstance(page, BoardPage)
    counted = {row.text: row.value for row in page.rows}
    assert (counted["Phones that are connected"], counted["Onlookers"]) == ("1", "1")


@pytest.mark.slow
@pytest.mark.thorough(but=CODES)
@pytest.mark.parametrize("language", COMPLETE)
@pytest.mark.parametrize("size", CODE_SIZES, ids="{0[0]}x{0[1]}".format)
def test_the_code_can_be_read_from_the_screen(
    journal: Journal, size: tuple[int, int], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(address, "own_addresses", lambda: ["192.168.178.145", "10.11.12.113"])
    session, phones = opened(journal, Address(port=8720))
    phones.switch_on()
    use_language(language)
    session.touch("phones", 1.0)
    fonts = Fonts()
    # The page stands as those of the game that was played last: wide boards and square ones, and those that stay large.
    for game in (GEESE, *map(find_game, ("lifeboat", "finstere-flure", "betrayal", "coach-ride"))):
        view = PageView(fonts, game.table.pictures(fonts))
        for shown, ticket in (("players", phones.guests.ticket), ("onlookers", phones.guests.onlookers_ticket)):
            session.touch(shown, 2.0)
            canvas = view.painted(size, session.page)
            assert [*fit_problems(canvas)] == []
            colours = pygame.surfarray.array3d(canvas.surface).swapaxes(0, 1)
            (code,) = find_codes(np.ascontiguousarray(colours.mean(axis=2).astype(np.uint8)))
            assert code.text is not None
            assert code.text.endswith(ticket)
            # A phone over the table needs some pixels for each of the code's modules.
            side = float(np.linalg.norm(code.corners[1] - code.corners[0]))
            assert side / len(segno.make(code.text, error="m", boost_error=False).matrix) >= LEAST_MODULE_PX
