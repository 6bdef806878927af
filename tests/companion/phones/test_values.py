"""Values of a phone's page: what a step has kept is said in the phone's language."""

import pytest

from companion.device.language import in_language, say
from companion.device.sentences import capitalised, together
from companion.phones.pictures import PhonePictures
from companion.phones.values import page_value
from companion.screen.fonts import Fonts
from companion.screen.pages import ListPage, Row
from tests.companion.screen.plain_pictures import PlainPictures

pytestmark = pytest.mark.usefixtures("display")


def test_a_sentence_that_was_kept_in_the_tables_language_is_said_in_the_phones() -> None:
    pictures = PhonePictures(Fonts(), PlainPictures())
    kept, both = capitalised(say("Taken back.")), together(say("Taken back."), say("Pause"))
    page = ListPage("problem", kept, (Row(kept, value=kept, detail=both),), both, status=kept)
    with in_language("de"):
        told = page_value(page, pictures, "de", moves=False)
    assert told["title"] == told["status"] == "Zurückgenommen."
    assert told["caption"] == "Zurückgenommen. Pause"
    assert told["rows"] == [
        {"text": "Zurückgenommen.", "tone": "plain", "value": "Zurückgenommen.", "detail": "Zurückgenommen. Pause"}
    ]
    assert page_value(page, pictures, "en", moves=False)["title"] == "Taken back."
