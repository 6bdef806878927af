"""The page at the table that lets phones join, and the rows that open it."""

import pytest
from classics.fox_and_geese import GAME as GEESE

from companion.device.settings import NO_CAMERA, Settings
from companion.journal import Journal
from companion.phones import address
from companion.phones.address import Address
from companion.phones.table import PhoneTable
from companion.screen.pages import BoardPage, ListPage
from companion.table.menus import MenuStep
from companion.table.session import Session
from companion.table.session_context import SessionContext
from companion.table.session_start import open_session
from tests.companion.phones.evening import HERE
from tools.phone_secrets import Line

pytestmark = pytest.mark.usefixtures("display")


def opened(journal: Journal) -> tuple[Session, PhoneTable]:
    """A session on its first page, and phones that reach nobody."""
    around = SessionContext(phones=lambda session: phones.step(session))
    session = open_session(journal, Settings(camera=NO_CAMERA), [GEESE.table], sees=False, around=around)
    phones = PhoneTable(session, HERE, start=lambda *_: Line())
    session.open_start_page()
    return session, phones


def rows(session: Session) -> list[str]:
    page = session.page
    assert isinstance(page, ListPage | BoardPage)
    return [row.id for row in page.rows if row.id]


def test_phones_are_switched_on_and_off_at_the_table(journal: Journal) -> None:
    session, phones = opened(journal)
    session.touch("phones", 1.0)
    assert rows(session) == ["on"]
    session.touch("on", 2.0)
    assert phones.on
    assert rows(session) == ["renew", "off"]
    assert isinstance(session.page, BoardPage)
    code, picture = phones.guests.code, session.page.board
    assert session.page.board is picture
    session.touch("renew", 3.0)
    assert phones.guests.code != code
    assert session.page.board is not picture
    session.touch("off", 4.0)
    assert not phones.on
    assert rows(session) == ["on"]


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
