"""Hints on a phone: its seat alone is told what a bot would do."""

import time
from pathlib import Path
from typing import Any

import pytest

from companion.journal import Journal
from companion.table.hints import PrivateHint
from companion.table.session_context import SessionContext
from engine.coach_ride import events as e
from tests.companion.games.coach_ride.test_phones import FIRST, SECOND, STARTED, PhoneCoach, attack
from tests.companion.phones.guesting import Guesting
from tools.phone_secrets import Adviser

pytestmark = pytest.mark.usefixtures("display", "faultless_reading")


def hints(table: PhoneCoach) -> dict[str, Any]:
    """Return the hint of each phone that may ask for one."""
    shown = {str(seat): table.shown(seat) for seat in STARTED.players}
    return {seat: value["hint"] for seat, value in shown.items() if "hint" in value}


def test_a_phone_asks_for_a_hint_where_the_table_has_given_none(guesting: Guesting) -> None:
    session = guesting.session
    session.around = SessionContext(opponent=Adviser(session.table_game))
    guesting.touch(1, seat="geese")
    session.keep_private_hint(PrivateHint("geese", lambda: "Go down."))
    assert guesting.touch(1, hint=True)["hint"] == "Go down."
    session.keep_private_hint(None)
    assert guesting.touch(1)["hint"] == "", "nothing was asked"
    assert guesting.touch(1, hint=True)["hint"].startswith("I would do this: ")


def ask(table: PhoneCoach, number: int) -> None:
    """Touch the button on a phone."""
    table.line.coming.append({"kind": "touched", "phone": number, "touched": {"hint": True}})
    table.work()


@pytest.mark.slow
def test_whoever_may_ask_too_reads_nothing_of_another_s_hint(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / "games.sqlite")
    table = PhoneCoach(journal, STARTED.players)
    table.sit_down()
    # All who may have a profession for it are asked at once.
    attack(table)
    asking, *others = hints(table)
    assert others
    numbers = {str(seat): number for number, seat in enumerate(STARTED.players, 1)}
    table.line.coming.append({"kind": "touched", "phone": numbers[asking], "touched": {"hint": True}})
    # The table's own turns would end the window: its time stands, that of the phones does not.
    time_s = table.now
    table.phones.tick(time_s)
    thinking = hints(table)[asking]
    assert thinking == "A moment: I am thinking."
    until = time.monotonic() + 30
    while hints(table)[asking] == thinking:
        assert [hints(table)[seat] for seat in others] == [""] * len(others)
        assert time.monotonic() < until
        time_s += 0.02
        table.phones.tick(time_s)
        time.sleep(0.02)
    assert hints(table)[asking] not in ("", "There is no hint now.")
    assert [hints(table)[seat] for seat in others] == [""] * len(others)
    table.close()
    journal.close()


@pytest.mark.slow
def test_a_hint_is_on_the_phone_of_its_seat_alone(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / "games.sqlite")
    table = PhoneCoach(journal, STARTED.players)
    table.sit_down()
    assert hints(table) == {FIRST: ""}
    # All have heard who sits down.
    table.work()
    said = len(table.said)
    # Whoever is not asked gets none.
    ask(table, STARTED.players.index(SECOND) + 1)
    assert hints(table) == {FIRST: ""}
    ask(table, STARTED.players.index(FIRST) + 1)
    until = time.monotonic() + 60
    while hints(table)[FIRST] in ("", "A moment: I am thinking."):
        assert time.monotonic() < until
        table.work()
        time.sleep(0.02)
    hint = hints(table)[FIRST]
    assert hint != "There is no hint now."
    assert [sentence for sentence in hint.split(". ") if sentence][1:], "it says why"
    assert len(table.said) == said
    # It is void once something has happened.
    table.session.apply(e.Passed(FIRST))
    table.session.go_on()
    table.work()
    assert all(hint == "" for hint in hints(table).values())
    table.close()
    journal.close()
