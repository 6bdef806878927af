"""Notes in a real browser: characters are counted, and what is too long is told."""

from typing import Any

import pytest

from tests.companion.phones.browsers import BROWSER_TESTS, BrowserPhone
from tests.companion.phones.evening import Evening

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

pytestmark = BROWSER_TESTS

#: In the page: every value that comes has the notes of a side, as the table sends them; this game has no sides.
SIDE = """
window.shownNotes = notes;
notes = () => shownNotes({ notes: { side: "Notizen: Überlebende", note: "alt", counters: [] } });
notes();
"""


@pytest.mark.parametrize("character", ["a", "你", "\U0001f600"])
def test_a_note_that_is_too_long_is_told_and_stays_in_the_page(browser: Any, evening: Evening, character: str) -> None:
    phone = BrowserPhone(browser, evening)
    phone.join()
    phone.take("geese")
    sent = list[Any]()
    phone.page.on(
        "request", lambda request: sent.append(request.post_data_json) if request.url.endswith("/touch") else None
    )
    phone.page.evaluate(SIDE)
    phone.page.fill("#note", character * 501)
    phone.page.wait_for_timeout(900)
    assert sent == []
    assert phone.visible("#note-long")
    assert "500" in phone.page.text_content("#note-long")
    # A value that comes meanwhile takes nothing away.
    phone.page.evaluate("document.activeElement.blur(); notes()")
    assert len(phone.page.input_value("#note")) >= 501
    phone.page.fill("#note", character * 500)
    assert not phone.visible("#note-long")
    phone.until(lambda: sent == [{"note": character * 500}])
    phone.page.fill("#counter", character * 31)
    phone.tap("#add")
    assert phone.visible("#counter-long")
    assert len(sent) == 1
    phone.page.fill("#counter", character * 30)
    phone.tap("#add")
    phone.until(lambda: sent[1:] == [{"counter": character * 30, "value": 0}])
    assert phone.errors == []
