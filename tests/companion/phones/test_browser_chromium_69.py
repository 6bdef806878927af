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
    evening, pipe = VirtualEvening(find_game("lifeboat"), journal), subprocess.PIPE
    evening.phones.switch_on()
    evening.begin()
    seat, events = str(evening.session.game.state.turn), len(evening.session.game.events)
    address = f"{evening.phones.page_address}#{evening.phones.guests.ticket}"
    command = [sys.executable, str(Path(__file__).with_name("old_chromium.py")), address, language]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True) as browser:

        def value(line: str) -> Any:
            browser.stdin.write(f"{line}\n")  # type: ignore[union-attr]
            browser.stdin.flush()  # type: ignore[union-attr]
            return json.loads(browser.stdout.readline())  # type: ignore[union-attr]

        def until(script: str) -> None:
            end = time.monotonic() + PATIENCE_S
            while not value(script):
                assert time.monotonic() < end, value("document.body.innerText")
                evening.work()

        def tap(selector: str) -> None:
            element = f"document.querySelector({selector!r})"
            until(f"Boolean({element} && {IS_READ})")
            value(f"{element}.scrollIntoView({{ block: 'center' }})")
            x, y, width, height = value(f"(r => [r.x, r.y, r.width, r.height])({element}.getBoundingClientRect())")
            value(f"tap {x + width / 2:.0f} {y + height / 2:.0f}")

        tap(f"#seats button[data-seat='{seat}']")
        assert "Chrome/69." in value("navigator.userAgent")
        until(f"shown.seat === '{seat}' && shown.moves.length > 0")
        assert word in value("document.body.innerText")
        tap(f"[data-part='{value('shown.moves[0].parts[0].id')}']")
        until(f"shown.seat === '{seat}' && shown.moves.length === 0")
        assert len(evening.session.game.events) > events
    evening.close()
