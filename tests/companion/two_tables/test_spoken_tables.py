"""Spoken forms of what two tables with hidden cards show."""

import time
from collections.abc import Callable, Iterator
from functools import partial

import pytest

from companion.device.language import COMPLETE, use_language
from companion.table.session import Session
from companion.table.spoken_page import spoken_page
from companion.table.step import Step
from companion.two_tables.steps import AnotherTableStep, GoOnAloneStep, JoinStep
from hardware.buttons import Button, Press
from tests.companion.games.test_spoken_pages import lacking, names
from tests.companion.two_tables.test_hidden_hands import invite_east, play, tables  # noqa: F401
from tests.companion.two_tables.test_tables import Table, wait


def looked_at(table: Table) -> Iterator[tuple[str, list[str]]]:
    """Yield pages of a table, and what their spoken forms lack."""
    session = table.session
    ways: tuple[Callable[[], object], ...] = (
        lambda: None,
        session.open_menu,
        *(partial(open_step, session, step, table) for step in (AnotherTableStep, GoOnAloneStep, JoinStep)),
    )
    for way in ways:
        way()
        page, places, name_of = session.page, session.step.places(), names(session.table_game)
        yield page.name, lacking(page, spoken_page(page, name_of, places), name_of, places[0])
        while session.has_page_above:
            session.close()


def open_step(session: Session, step: Callable[..., Step[Session]], table: Table) -> None:
    session.open(step(session, table.tables))


@pytest.mark.parametrize("language", COMPLETE)
def test_all_that_two_tables_show_is_in_the_spoken_form(language: str, tables: list[Table]) -> None:  # noqa: F811
    use_language(language)
    host, guest = tables
    found = dict(looked_at(host))
    invite_east(tables)
    for events in (2, 3, 4):
        for table in tables:
            # What hands lay lies there.
            table.session.press(Press(Button.ADVANCE, held=True), time.monotonic())
            found |= {name: fault or found.get(name, []) for name, fault in looked_at(table)}
        play(guest if events == 4 else host)
        wait(tables, lambda events=events: guest.events == host.events == events)  # type: ignore[misc]
    assert {name: fault for name, fault in found.items() if fault} == {}
    assert {"other-table", "menu", "another-table", "go-on-alone", "join-table"} <= {*found}
