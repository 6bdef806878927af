"""Whole games in browsers: phones sleep, lose their network, reload, change hands."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from classics.fox_and_geese import GAME as GEESE

from companion.games import find_game
from companion.journal import Journal
from companion.phones.table import PhoneTable
from companion.table.menus import MenuStep
from tests.companion.games.betrayal.test_phone_hands import begin_haunt
from tests.companion.phones.browsers import BROWSER_TESTS, SIZES, BrowserPhone, play
from tests.companion.phones.evening import HERE, Evening, VirtualEvening
from tests.companion.phones.test_table import free_port

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

pytestmark = [*BROWSER_TESTS, pytest.mark.timeout(3600)]

#: What ends a phone's connection.
HARMS = ("sleep", "network", "silence", "reload", "kill")
LANGUAGES = ("de-DE", "fr-FR", "en-GB", "zh-CN")


def sit_down(browser: Any, evening: Evening) -> dict[str, BrowserPhone]:
    """Return a phone in each seat, in different languages and sizes."""
    phones = {}
    for number, seat in enumerate(evening.game.table.seats(evening.start)):
        language, size = LANGUAGES[number % len(LANGUAGES)], SIZES[number % len(SIZES)]
        phones[seat] = BrowserPhone(browser, evening, language, size)
        phones[seat].join()
        phones[seat].take(seat)
    return phones


def disturb(phones: dict[str, BrowserPhone], browser: Any) -> None:
    """Let a phone sleep, one lose its net, one reload, a seat change hands, the page restart."""
    seats = list(phones)
    phones[seats[0]].sleep(1)
    second = phones[seats[1 % len(seats)]]
    second.page.clock.install()
    second.lose_network()
    second.page.evaluate("source.close()")
    second.page.clock.fast_forward(60_000)
    second.find_network()
    second.page.clock.resume()
    last = seats[-1]
    phones[last].page.reload()
    phones[last].until(lambda: phones[last].visible("#seats button[data-seat='']"))
    phones[last].tap("#seats button[data-seat='']")
    phones[last].until(lambda: phones[last].visible(f"#seats button[data-seat='{last}']:not([disabled])"))
    phones[last] = BrowserPhone(browser, phones[last].evening)
    phones[last].join()
    phones[last].take(last)
    restart_page(phones[last].evening)
    for seat, phone in phones.items():
        phone.until(lambda: phone.is_listening and phone.shown.get("seat") == seat)  # noqa: B023 - waits here


def close(phones: dict[str, BrowserPhone], evening: Evening) -> None:
    assert [error for phone in phones.values() for error in phone.errors] == []
    evening.phones.close()


@pytest.mark.thorough(but=["lifeboat-7"])
@pytest.mark.parametrize(("game", "events"), [("lifeboat", 7), ("lifeboat", 10_000)], ids=["lifeboat-7", "lifeboat"])
def test_five_play_lifeboat(journal: Journal, browser: Any, game: str, events: int) -> None:
    evening = VirtualEvening(find_game(game), journal, players=5)
    evening.phones.switch_on()
    evening.begin()
    phones = sit_down(browser, evening)
    play(phones, Random(1), 4)
    disturb(phones, browser)
    play(phones, Random(2), events)
    assert len(evening.session.game.events) >= min(events, 30)
    close(phones, evening)


@pytest.mark.thorough
@pytest.mark.parametrize(("game", "players"), [("finstere-flure", 3), ("coach-ride", 7)])
def test_whole_games_are_played(journal: Journal, browser: Any, game: str, players: int) -> None:
    evening = VirtualEvening(find_game(game), journal, players=players)
    evening.phones.switch_on()
    evening.begin()
    phones = sit_down(browser, evening)
    play(phones, Random(1), 6)
    disturb(phones, browser)
    play(phones, Random(2), 10_000)
    session = evening.session
    assert session.table_game.rules.over(session.game.state) is not None
    close(phones, evening)


def test_a_box_that_was_killed_goes_on_where_it_was(journal: Journal, browser: Any) -> None:
    port = free_port()
    before = Evening(GEESE, journal, port=port)
    before.phones.switch_on()
    before.begin()
    phones = sit_down(browser, before)
    play(phones, Random(1), 4)
    kill_server(before)
    first = next(iter(phones.values()))
    first.page.wait_for_timeout(1500)
    assert first.visible("#lost")
    after = Evening(GEESE, journal, port=port)
    after.phones.switch_on()
    after.resume()
    for seat, phone in phones.items():
        phone.evening = after
        phone.until(lambda: phone.is_listening and phone.shown.get("seat") == seat)  # noqa: B023 - waits here
    play(phones, Random(2), 8)
    close(phones, after)


def test_both_sides_of_a_haunt_play_and_write_notes(journal: Journal, browser: Any) -> None:
    evening = VirtualEvening(find_game("betrayal"), journal, players=3)
    evening.phones.switch_on()
    evening.begin()
    traitor = begin_haunt(evening)
    phones = sit_down(browser, evening)
    hero, other = [seat for seat in phones if seat != traitor][:2]
    phones[traitor].page.fill("#note", "Cellar first")
    phones[hero].page.fill("#counter", "Candles")
    phones[hero].tap("#add")
    phones[other].until(lambda: "Candles" in (phones[other].page.text_content("#counters") or ""))
    phones[traitor].page.wait_for_timeout(1000)
    play(phones, Random(1), len(evening.session.game.events) + 8)
    phones[traitor].page.reload()
    phones[traitor].until(lambda: phones[traitor].page.input_value("#note") == "Cellar first")
    for seat in (hero, other):
        assert "Cellar" not in phones[seat].page.content()
        assert phones[seat].page.input_value("#note") == ""
    close(phones, evening)


@pytest.mark.thorough(but=["5"])
@pytest.mark.parametrize("evenings", [5, 100])
def test_phones_that_slept_are_back_without_a_touch(journal: Journal, browser: Any, evenings: int) -> None:
    evening, rng = Evening(GEESE, journal), Random(evenings)
    evening.phones.switch_on()
    evening.begin()
    phone = BrowserPhone(browser, evening)
    phone.join()
    phone.take("geese")
    for number in range(evenings):
        harm(phone, HARMS[number] if number < len(HARMS) else rng.choice(HARMS))
        # It shows what happens at the table now: a menu is opened, and closed.
        evening.session.open(MenuStep(evening.session))
        phone.until(lambda: phone.is_listening and phone.shown.get("moves") == [])
        evening.session.close()
        phone.until(lambda: phone.shown.get("moves"))
        assert phone.shown["seat"] == "geese"
        assert not phone.visible("#join")
    close({"geese": phone}, evening)


def harm(phone: BrowserPhone, what: str) -> None:
    """Do something to a phone or to the box that ends its connection."""
    evening = phone.evening
    match what:
        case "sleep":
            phone.sleep(1)
        case "network":
            phone.lose_network()
            phone.page.wait_for_timeout(200)
            phone.find_network()
        case "silence":
            # The connection is dead, and nobody has said so.
            phone.page.evaluate("source.close(); heard = Date.now() - 60000")
        case "reload":
            phone.page.reload()
        case "kill":
            restart_page(evening)


def restart_page(evening: Evening) -> None:
    """Kill the page and what the table knows of phones; let it begin anew at its address."""
    link = evening.phones._link
    assert link is not None
    kill_server(evening)
    evening.phones = PhoneTable(evening.session, replace(HERE, port=link.port))
    evening.phones.switch_on()


def kill_server(evening: Evening) -> None:
    """The box is killed: nobody says goodbye."""
    link = evening.phones._link
    assert link is not None
    link._process.kill()
    link.close()
