"""Phones ask the table: what a seat alone may know is answered on its own phone alone."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.device.language import in_language
from companion.games import find_game
from companion.journal import Journal
from companion.phones.log_lines import LogLines
from companion.table.game import TypedTableGame
from companion.table.table_question import TableQuestion
from tests.companion.games.coach_ride.test_phones import FIRST, SECOND, STARTED, PhoneCoach
from tests.companion.phones.evening import Evening
from tests.companion.phones.guesting import Guesting

pytestmark = pytest.mark.usefixtures("display", "faultless_reading")


@pytest.fixture
def coach(tmp_path: Path) -> Iterator[PhoneCoach]:
    """Return a virtual table with a phone in each seat."""
    journal = Journal.open(tmp_path / "games.sqlite")
    table = PhoneCoach(journal, STARTED.players)
    table.sit_down()
    yield table
    table.close()
    journal.close()


def ask_on(table: PhoneCoach, seat: Any, question: str) -> list[str]:
    """Ask on the phone of a seat; return the sentences of its answer."""
    number = STARTED.players.index(seat) + 1
    table.line.coming.append({"kind": "touched", "phone": number, "touched": {"ask": question}})
    table.work()
    answer: list[str] = table.shown(seat)["answer"]["lines"]
    return answer


def test_the_hand_is_answered_on_its_own_phone_alone(coach: PhoneCoach) -> None:
    own = ask_on(coach, FIRST, "hand")
    items = [str(item) for item in coach.whole.cards.hands[FIRST]]
    assert own
    assert items
    others = [json.dumps(coach.shown(seat)["answer"]) for seat in STARTED.players if seat is not FIRST]
    assert all('"lines": []' in other for other in others)
    # Another seat's question of the same name is about that seat.
    assert ask_on(coach, SECOND, "hand") != own
    # The table says nothing of it, neither aloud nor on its page.
    assert not any(sentence in said for said in coach.said for sentence in own)


@pytest.mark.slow
def test_an_answer_goes_when_the_seat_is_given_back(coach: PhoneCoach) -> None:
    assert ask_on(coach, FIRST, "hand")
    number = STARTED.players.index(FIRST) + 1
    coach.line.coming.append({"kind": "touched", "phone": number, "touched": {"seat": ""}})
    coach.work()
    shown = coach.shown(FIRST)
    assert shown["seat"] == ""
    assert shown["answer"]["lines"] == []
    assert "hand" not in {question["id"] for question in shown["questions"]}


def test_whoever_looks_on_is_answered_what_all_may_know(guesting: Guesting) -> None:
    shown = guesting.touch(1, ask="board")
    assert shown["answer"]["lines"][0].startswith("A goose: c1, ")
    assert guesting.shown(2)["answer"]["lines"] == []
    # What is no question is not answered.
    assert guesting.touch(1, ask="no such question")["answer"]["asked"] == "board"


def test_a_question_has_the_ends_of_its_choices(guesting: Guesting) -> None:
    asked = {question["id"]: question for question in guesting.shown(1)["questions"]}
    cells = dict(asked["cell"]["choices"])
    assert cells["cell d4"] == "d4"
    assert guesting.touch(1, ask="cell d4")["answer"]["lines"][0].startswith("d4: ")


def test_a_phone_is_answered_in_its_own_language(guesting: Guesting) -> None:
    guesting.touch(1, language="de")
    told = [guesting.touch(number, ask="cell d4")["answer"]["lines"] for number in (1, 2)]
    assert told[0] != told[1]
    assert any("Norden" in line or "Nordosten" in line for line in told[0])
    assert guesting.shown(1)["questions"][0]["text"] == "Wer ist dran, und was geht jetzt?"


@pytest.mark.slow
def test_the_picture_has_the_board_in_words_and_each_event_tells_what_changed(evening: Evening) -> None:
    phones = Guesting(evening)
    phones.join(1)
    phones.touch(1, seat="geese")
    shown = phones.shown(1)
    assert shown["alt"].startswith("A goose: c1, ")
    assert shown["changed"] == []
    phones.touch(1, do="move 0", offer=shown["offer"])
    phones.look()
    after = phones.shown(1)
    assert after["alt"] != shown["alt"]
    (told,) = after["changed"]
    assert ": free." in told["text"]
    assert told["number"] == 1


def test_an_imagined_board_has_no_words_of_the_real_one(guesting: Guesting, monkeypatch: pytest.MonkeyPatch) -> None:
    session = guesting.session
    page = type(session.running_step).page

    def imagined(step: Any) -> Any:
        return replace(page(step), imagined=True)

    monkeypatch.setattr(type(session.running_step), "page", imagined)
    guesting.touch(1, seat="")
    guesting.look()
    assert guesting.shown(1)["alt"] == ""


def test_changes_follow_what_is_taken_back(guesting: Guesting) -> None:
    session, log = guesting.session, LogLines()
    assert session.game is not None
    move = session.table_game.play.possible(session.game.state)[0]
    session.apply(move, already_placed=True)
    (told,) = log.changes(session)
    with in_language("de"):
        assert log.changes(session)[0]["text"] != told["text"]
    session.undo(1)
    assert log.changes(session) == []


def test_a_leak_is_kept_from_phones_by_the_view(monkeypatch: pytest.MonkeyPatch, coach: PhoneCoach) -> None:
    """Questions of a phone get its seat's view, and never the whole state."""
    seen = list[tuple[Any, str]]()

    def watched(_table: Any, view: Any, seat: str) -> tuple[TableQuestion, ...]:
        seen.append((view, seat))
        return ()

    monkeypatch.setattr(type(find_game("coach-ride").table), "questions", watched)
    coach.work()
    ask_on(coach, FIRST, "turn")
    whole = coach.whole
    assert seen
    for view, seat in seen:
        assert view != whole
        if seat:
            assert view == coach.session.table_game.play.view(whole, seat)
    assert TypedTableGame.questions is not watched
