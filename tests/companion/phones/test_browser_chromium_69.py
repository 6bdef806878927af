"""Phone with a browser of 2018, where PyQtWebEngine 5.12 is installed: it plays a turn."""

import json
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from companion.games import find_game
from companion.journal import Journal
from tests.companion.phones.browsers import IS_READ, PATIENCE_S
from tests.companion.phones.evening import VirtualEvening

pytestmark = [
    pytest.mark.slow,
    pytest.mark.usefixtures("display", "faultless_reading"),
    pytest.mark.skipif(find_spec("PyQt5") is None, reason="no PyQt5==5.12.3 and PyQtWebEngine==5.12.1"),
]


@pytest.mark.parametrize(("language", "word"), [("de-DE", "Eure Hand"), ("pl-PL", "Twoja ręka")])
def test_a_phone_of_2018_joins_and_plays(journal: Journal, language: str, word: str) -> None:
    evening = VirtualEvening(find_game("lifeboat"), journal)
    evening.phones.switch_on()
    evening.begin()
    seat = str(evening.session.game.state.turn)
    program = Path(__file__).with_name("old_chromium.py")
    address = f"{evening.phones.page_address}#{evening.phones.guests.ticket}"
    command = [sys.executable, str(program), address, language]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True) as browser:
        assert browser.stdin is not None
        assert browser.stdout is not None

        def value(script: str) -> Any:
            browser.stdin.write(f"{script}\n")  # type: ignore[union-attr]
            browser.stdin.flush()  # type: ignore[union-attr]
            found, errors = json.loads(browser.stdout.readline())  # type: ignore[union-attr]
            assert errors == []
            return found

        def until(script: str) -> None:
            end = time.monotonic() + PATIENCE_S
            while not value(script):
                assert time.monotonic() < end, value("document.body.innerText")
                evening.work()

        def tap(selector: str) -> None:
            """Touch an element once people can have seen what is there."""
            until(f"Boolean({IS_READ} && document.querySelector({selector!r}))")
            element = f"document.querySelector({selector!r})"
            value(f"{element}.scrollIntoView({{ block: 'center' }})")
            x, y, width, height = value(f"(r => [r.x, r.y, r.width, r.height])({element}.getBoundingClientRect())")
            value(f"tap {x + width / 2:.0f} {y + height / 2:.0f}")

        until("typeof words === 'object' && Boolean(document.querySelector('#seats button'))")
        assert "Chrome/69." in value("navigator.userAgent")
        assert value("getComputedStyle(document.getElementById('old')).display") == "none"
        tap(f"#seats button[data-seat='{seat}']")
        until(f"shown.seat === '{seat}' && shown.moves.length > 0")
        assert word in value("document.body.innerText")
        events = len(evening.session.game.events)
        move = value("shown.moves[0].id")
        for part in value("shown.moves[0].parts.map(part => part.id)") or ():
            tap(f"[data-part='{part}']")
        if value(f"Boolean(document.querySelector(\"#do [data-do='{move}']\"))"):
            tap(f"#do [data-do='{move}']")
        end = time.monotonic() + PATIENCE_S
        while len(evening.session.game.events) == events:
            assert time.monotonic() < end
            evening.work()
        browser.stdin.close()
    evening.close()
