"""The page in old browsers: it works, or says why not; it is never blank."""

from typing import Any

import pytest

from companion.games import find_game
from companion.journal import Journal
from tests.companion.phones.browsers import BROWSER_TESTS, BrowserPhone
from tests.companion.phones.evening import Evening, VirtualEvening

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

pytestmark = BROWSER_TESTS

#: Taken away before the page loads: what came to browsers in 2020 and later.
_NEWER = (
    "AbortSignal.timeout",
    "Array.prototype.at",
    "Element.prototype.replaceChildren",
    "Element.prototype.checkVisibility",
    "Promise.any",
    "String.prototype.replaceAll",
    "window.structuredClone",
    "Object.hasOwn",
    "Array.prototype.toSorted",
    "Array.prototype.findLast",
    "crypto.randomUUID",
)
_OLD = "#old"


def older(phone: BrowserPhone, *missing: str) -> BrowserPhone:
    phone.page.add_init_script("".join(f"delete {name};" for name in missing))
    return phone


def test_the_page_works_without_what_came_lately(journal: Journal, browser: Any) -> None:
    evening = VirtualEvening(find_game("lifeboat"), journal)
    evening.phones.switch_on()
    evening.begin()
    phone = older(BrowserPhone(browser, evening), *_NEWER)
    phone.join()
    phone.take(str(evening.session.game.state.turn))
    phone.until(lambda: phone.shown["moves"])
    phone.touch_move(phone.shown["moves"][0])
    assert phone.errors == []
    assert not phone.visible(_OLD)
    evening.close()


@pytest.mark.parametrize("script", ["}{", "class Page { #hidden = 1; @decorated x }", ""])
def test_a_script_that_cannot_be_read_leaves_a_sentence(evening: Evening, browser: Any, script: str) -> None:
    phone = BrowserPhone(browser, evening)
    phone.page.route("**/page.js", lambda route: route.fulfill(body=script, content_type="text/javascript"))
    phone.page.goto(evening.phones.page_address)
    phone.until(lambda: phone.visible(_OLD))
    for word in ("browser", "Browser", "navigateur", "浏览器"):
        assert word in phone.page.locator(_OLD).inner_text()


@pytest.mark.parametrize("missing", ["window.fetch", "window.AbortController", "Element.prototype.append"])
def test_a_browser_that_lacks_more_says_so(evening: Evening, browser: Any, missing: str) -> None:
    phone = older(BrowserPhone(browser, evening), missing)
    phone.page.goto(f"{evening.phones.page_address}#{evening.phones.guests.ticket}")
    phone.until(lambda: phone.visible(_OLD))


def test_nobody_else_is_told_that_the_browser_is_old(evening: Evening, browser: Any) -> None:
    phone = BrowserPhone(browser, evening)
    phone.page.goto(evening.phones.page_address)
    assert not phone.visible(_OLD)
    phone.until(lambda: phone.visible("#join"))
    phone.page.wait_for_timeout(2500)
    assert not phone.visible(_OLD)
