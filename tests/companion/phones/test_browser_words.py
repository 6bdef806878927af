"""Words of a phone's page about what to touch next, and where; cards of others stand apart."""

from typing import Any

import pytest

from tests.companion.phones.browsers import BROWSER_TESTS, BrowserPhone
from tests.companion.phones.evening import Evening

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

pytestmark = BROWSER_TESTS

#: In the page: two moves that begin with a button and end on two places of the picture, and a card of somebody else.
SHOW = """() => {
  const take = { id: "take", text: "Demand a card", board: false };
  const names = ["Lauren", "Mate"];
  const places = names.map((text, at) => ({ id: Object.keys(shown.places)[at], text, board: true }));
  const pass = { id: "pass", text: "Nothing", board: false };
  const moves = [...places.map((place) => [take, place]), [pass]];
  show({
    ...shown, offer: shown.offer + 1, parts: [take, pass, ...places], buttons: [],
    moves: moves.map((parts, at) => ({ id: `move ${at}`, text: "", parts })),
    hand: [{ id: "own", text: "Water" }], known: [{ id: "", text: "Mate: Knife" }],
  });
}"""


def test_where_a_figure_is_to_be_touched_the_page_says_so_and_names_them(evening: Evening, browser: Any) -> None:
    phone = BrowserPhone(browser, evening, "en-GB")
    phone.join()
    phone.take("geese")
    phone.until(lambda: phone.shown["places"])
    phone.page.evaluate(SHOW)
    assert not phone.visible("#chosen")
    phone.tap("#do [data-part='take']")
    assert phone.page.text_content("#chosen") == "Demand a card · … Touch it on the picture: Lauren · Mate"


def test_a_known_card_of_somebody_else_has_its_own_heading(evening: Evening, browser: Any) -> None:
    phone = BrowserPhone(browser, evening, "en-GB")
    phone.join()
    phone.take("geese")
    phone.until(lambda: phone.shown["places"])
    assert not phone.visible("#known-section")
    phone.page.evaluate(SHOW)
    assert phone.page.text_content("#hand-section") == "Your handWater"
    assert phone.page.text_content("#known-section") == "What you know of othersMate: Knife"
