"""Touches of a phone's page on what comes under a finger by itself."""

from typing import Any

import pytest

from tests.companion.phones.browsers import BROWSER_TESTS, BrowserPhone
from tests.companion.phones.evening import Evening

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

pytestmark = BROWSER_TESTS

#: In the page: the table shows these buttons instead of what it showed before.
SHOW = """texts => show({
  ...shown, moves: [], parts: [], places: {}, offer: shown.offer + 1,
  buttons: texts.map((text) => ({ id: `row ${text}`, text, tone: "plain" })),
})"""
#: In the page: a finger comes down on the button with this text; what was sent so far.
TOUCH = """text => {
  [...document.querySelectorAll("#do button")].find((button) => button.textContent === text).click();
  return window.sent;
}"""
#: In the page: what is sent goes nowhere.
CATCH = "() => { window.sent = []; window.send = (value) => window.sent.push(value.do); }"


def test_a_button_that_comes_under_a_finger_takes_no_touch_and_one_that_stays_does(
    evening: Evening, browser: Any
) -> None:
    phone = BrowserPhone(browser, evening, "en-GB")
    phone.join()
    phone.take("geese")
    page = phone.page
    page.evaluate(CATCH)
    page.evaluate(SHOW, ["Wait", "Begin"])
    page.wait_for_timeout(500)
    page.evaluate(SHOW, ["Wait", "Lose"])
    assert page.evaluate(TOUCH, "Lose") == []
    # Neither does another message of the table let it count.
    page.evaluate(SHOW, ["Wait", "Lose"])
    assert page.evaluate(TOUCH, "Lose") == []
    assert page.evaluate(TOUCH, "Wait") == ["row Wait"]
    page.evaluate(SHOW, ["Wait", "Begin"])
    page.wait_for_timeout(500)
    assert page.evaluate(TOUCH, "Begin") == ["row Wait", "row Begin"]
    assert phone.errors == []
