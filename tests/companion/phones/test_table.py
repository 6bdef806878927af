"""Phones play at a table: they join, take seats, move, and see nothing that is not theirs."""

from collections.abc import Iterator

import pytest
from classics.fox_and_geese import GAME as GEESE

from companion.journal import Journal
from tests.companion.phones.evening import Evening

pytest.importorskip("uvicorn")
pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("display")]


@pytest.fixture
def geese(journal: Journal) -> Iterator[Evening]:
    """An evening of a grid game, on which phones may join."""
    evening = Evening(GEESE, journal)
    evening.phones.switch_on()
    yield evening
    evening.close()


def test_two_phones_play_a_game_on_cells(geese: Evening) -> None:
    fox, goose = geese.phone("de"), geese.phone("fr")
    assert fox.shows["seats"] == []
    geese.begin()
    seats = [seat["id"] for seat in fox.wait(lambda shown: shown["seats"])["seats"]]
    fox.take(seats[0])
    goose.take(seats[1])
    assert fox.wait(lambda shown: shown["seats"][1]["taken"])["language"] == "de"
    for _ in range(6):
        phone, other = (fox, goose) if fox.shows["moves"] else (goose, fox)
        assert not other.shows["moves"]
        events = len(geese.session.game.events)
        phone.do(phone.shows["moves"][0]["id"])
        other.wait(lambda shown: shown["moves"])
        phone.wait(lambda shown: not shown["moves"])
        assert len(geese.session.game.events) == events + 1
