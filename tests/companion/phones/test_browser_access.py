"""The page for screen readers and keys: names, the focus, news that are read once."""

from typing import Any

import pytest

from companion.games import find_game
from companion.journal import Journal
from companion.phones.words import page_words
from companion.voice import Level
from tests.companion.phones.browsers import BROWSER_TESTS, SIZES, BrowserPhone
from tests.companion.phones.evening import Evening, VirtualEvening

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

pytestmark = BROWSER_TESTS

#: Roles of what is operated, or where a screen reader says that it is there.
NAMED = {"button", "checkbox", "textbox", "combobox", "DisclosureTriangle", "heading", "region", "group"}
#: In the page: keep each line that a live region gets from now on.
LISTEN = """() => {
  window.read = [];
  for (const region of document.querySelectorAll("[aria-live], [role=status]")) {
    new MutationObserver((changes) => {
      const added = changes.flatMap((change) => [...change.addedNodes]);
      read.push(...added.map((node) => node.textContent).filter(Boolean));
    }).observe(region, { childList: true });
  }
}"""
FOCUSED = "document.activeElement.getAttribute('aria-label') || document.activeElement.textContent"


def named_parts(phone: BrowserPhone) -> list[tuple[str, str]]:
    """Return the role and the name of all that must have one, as Chromium tells a screen reader."""
    nodes = phone.context.new_cdp_session(phone.page).send("Accessibility.getFullAXTree")["nodes"]
    roles = [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in nodes if not node["ignored"]]
    return [(role, name) for role, name in roles if role in NAMED]


@pytest.mark.parametrize(("tag", "language"), [("de-DE", "de"), ("fr-FR", "fr"), ("zh-CN", "zh"), ("en-GB", "en")])
def test_everything_has_a_name_in_the_page_s_language(journal: Journal, browser: Any, tag: str, language: str) -> None:
    evening, words = VirtualEvening(find_game("lifeboat"), journal), page_words()[language]
    evening.phones.switch_on()
    evening.begin()
    phone = BrowserPhone(browser, evening, tag, SIZES[0])
    phone.join()
    phone.take(str(evening.session.game.state.turn))
    phone.until(lambda: phone.shown["moves"])
    parts = named_parts(phone)
    # What opens and closes has its name in its heading.
    assert [role for role, name in parts if not name.strip() and role != "group"] == []
    assert phone.page.locator("html").get_attribute("lang") == language
    expected = {
        "moves": "group",
        "board": "region",
        "log": "DisclosureTriangle",
        "hand": "heading",
        "large": "checkbox",
    }
    assert {(role, words[word]) for word, role in expected.items()} <= set(parts)
    evening.close()


def test_the_focus_stays_when_the_page_changes_by_itself(evening: Evening, browser: Any) -> None:
    phone = BrowserPhone(browser, evening, "en-GB")
    phone.join()
    phone.take("geese")
    phone.until(lambda: phone.visible("#places button"))
    # A press on what has just come is taken for none.
    phone.page.wait_for_timeout(500)
    # Whoever plays with keys chooses a goose, and is still there.
    goose = phone.page.locator("#places button").first
    name = goose.get_attribute("aria-label")
    goose.focus()
    phone.page.keyboard.press("Enter")
    phone.until(lambda: phone.visible("#places button.chosen"))
    assert phone.page.evaluate(FOCUSED) == name
    evening.session.say("A guest has come.", Level.PHASE)
    phone.until(lambda: "A guest has come." in phone.page.text_content("#said"))
    assert phone.page.evaluate(FOCUSED) == name
    # After the move there is no such button any more.
    phone.page.locator("#places button:not(.chosen)").first.focus()
    phone.page.keyboard.press("Enter")
    phone.until(lambda: not phone.visible("#places button"))
    assert phone.page.evaluate("document.activeElement.id") == "do"


def test_each_announcement_is_read_once(evening: Evening, browser: Any) -> None:
    phone = BrowserPhone(browser, evening, "en-GB")
    phone.join()
    phone.take("geese")
    phone.until(lambda: phone.shown["moves"])
    phone.page.evaluate(LISTEN)
    evening.session.say("A guest has come.", Level.PHASE)
    # What the caption says already.
    evening.session.say(phone.shown["caption"], Level.PHASE)
    evening.session.say("The guest leaves.", Level.PHASE)
    phone.until(lambda: "The guest leaves." in phone.page.evaluate("read"))
    phone.page.evaluate("show(shown)")
    assert phone.page.evaluate("read") == ["A guest has come.", "The guest leaves."]
    # A page that is opened again reads nothing aloud that was said before.
    phone.page.reload()
    phone.until(lambda: phone.visible("#said p"))
    assert len(phone.page.locator("#said p").all()) == 2
