"""Values of a phone's page: what a step has kept is said in the phone's language."""

from types import SimpleNamespace
from typing import Any

import pytest
from mouse_and_elephant.game import GAME as MOUSE

from companion.device.language import in_language, say
from companion.device.sentences import capitalised, together
from companion.journal import Journal
from companion.phones.pictures import PhonePictures
from companion.phones.values import page_value, waiting_word
from companion.screen.fonts import Fonts
from companion.screen.pages import ListPage, Row
from tests.companion.phones.evening import Evening
from tests.companion.phones.guesting import Guesting
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


@pytest.mark.parametrize(
    ("changed", "word"),
    [({}, "table"), ({"game": None}, "not_turn"), ({"watching": True}, "not_turn"), ({"turn": "west"}, "not_turn")],
)
def test_a_seat_waits_for_the_table_where_it_is_on_turn_itself(changed: dict[str, Any], word: str) -> None:
    turn = changed.pop("turn", "east")
    parts: dict[str, Any] = {
        "has_page_above": False,
        "step": None,
        "watching": False,
        "game": SimpleNamespace(state=None),
        "table_game": SimpleNamespace(actor=lambda _: turn),
    }
    session: Any = SimpleNamespace(**parts | changed)
    assert waiting_word(session, "east", None) == word


@pytest.mark.usefixtures("display")
def test_of_real_cards_no_hand_is_shown(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    def look_at(_game: object, held: Any, _seat: str) -> Any:
        return held.hands

    evening = Evening(MOUSE, journal)
    evening.begin()
    kind = type(evening.session.table_game.seat_screen)
    monkeypatch.setattr(kind, "known_of_others", look_at)
    monkeypatch.setattr(kind, "hand", look_at)
    guesting = Guesting(evening)
    guesting.join(1)
    shown = guesting.touch(1, seat="west")
    assert (shown["known"], shown["hand"]) == ([], [])


@pytest.mark.usefixtures("display")
def test_a_phone_that_nobody_knows_touches_nothing(guesting: Guesting) -> None:
    before = guesting.shown(1)
    guesting.line.coming.append({"kind": "touched", "phone": 99, "touched": {"seat": "geese"}})
    guesting.evening.work()
    assert guesting.shown(1) == before
    assert 99 not in guesting.phones.guests.all
