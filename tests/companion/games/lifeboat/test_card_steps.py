"""Tests of *Your navigation cards*: entered by number or camera, saved one by one.

Entering can be continued and corrected.
"""

import pytest

from companion.games.lifeboat.navigation_file import load_set, navigation_draft_path, navigation_path
from companion.games.lifeboat.table.card_steps import NavigationCardsStep
from companion.journal import Journal
from companion.screen.pages import ListPage
from companion.table.session import Session
from engine.lifeboat import events as e
from engine.lifeboat.components import Character
from engine.lifeboat.navigation import Bird, NavigationCard
from hardware.buttons import Button
from tests.companion.games.lifeboat.hand_game import open_table, press
from tests.companion.games.lifeboat.observing import seen_mat
from tests.companion.observing import show_observation


@pytest.fixture
def session(journal: Journal) -> Session:
    return opened(journal)


def opened(journal: Journal) -> Session:
    session = open_table(journal)
    session.new_game(session.games[0])
    touch(session, "cards")
    return session


def touch(session: Session, *rows: str) -> None:
    for row in rows:
        session.touch(row, session.now)


def enter(session: Session, numbers: range, *signs: str) -> None:
    for number in numbers:
        touch(session, f"n{number:02}", *signs, "keep")


def text(session: Session) -> str:
    assert isinstance(session.page, ListPage)
    return session.page.text


def test_eighteen_cards_are_entered_by_number_and_played_with(session: Session, journal: Journal) -> None:
    touch(session, "n01", "bird", "overboard mate", "thirsty kid", "oars", "keep", "x01", "fists", "keep")
    enter(session, range(2, 18))
    assert "18 are needed" in text(session)
    assert not navigation_path(journal.path).exists()
    enter(session, range(18, 19))
    found = load_set(str(navigation_path(journal.path)))
    first = NavigationCard("n01", Bird.BIRD, (Character.MATE,), (Character.KID,), oars=True)
    assert (len(found.cards), found.cards[0]) == (18, first)
    assert found.extra == (NavigationCard("x01", Bird.NONE, fists=True),)
    # What is begun now is played with them.
    session.close()
    touch(session, "lauren", "mate", "kid", "captain", "start")
    press(session, Button.ADVANCE)
    assert session.game is not None
    started = session.game.events[0]
    assert isinstance(started, e.GameStarted)
    assert started.navigation == found.cards


def test_without_a_plain_bird_nobody_plays_with_them(session: Session, journal: Journal) -> None:
    enter(session, range(1, 19))
    assert "bird" in text(session)
    assert not navigation_path(journal.path).exists()


def test_another_evening_goes_on_and_corrects(session: Session, journal: Journal) -> None:
    enter(session, range(1, 4), "bird", "oars")
    again = opened(journal)
    assert "3 cards are saved" in text(again)
    touch(again, "n02", "oars", "bird", "keep", "n03", "out")
    cards = opened(journal).step
    assert isinstance(cards, NavigationCardsStep)
    assert list(cards.cards) == ["n01", "n02"]
    assert cards.cards["n02"] == NavigationCard("n02", Bird.CROSSED)


def test_three_buttons_do(session: Session) -> None:
    # Two hasty presses save no empty card.
    press(session, Button.ADVANCE)
    press(session, Button.ADVANCE)
    press(session, Button.ADVANCE, held=True)
    cards = session.step
    assert isinstance(cards, NavigationCardsStep)
    assert cards.cards == {"n01": NavigationCard("n01", Bird.BIRD)}


def test_a_card_under_the_camera_is_taken_up_once(session: Session) -> None:
    cards = session.step
    assert isinstance(cards, NavigationCardsStep)
    assert session.moment == "choose"

    def lies(*numbers: str, seconds: float) -> None:
        show_observation(cards, seen_mat(day=numbers))
        session.now += seconds
        cards.tick()

    lies("n07", seconds=0.3)
    assert session.step is cards
    lies("n07", seconds=1.0)
    assert session.page.name == "navigation-card"
    touch(session, "fists", "keep")
    # It still lies there; only another one, or the same laid anew, is taken up.
    lies("n07", seconds=5.0)
    assert session.step is cards
    lies(seconds=1.0)
    lies("n07", seconds=1.0)
    assert session.page.name == "navigation-card"
    assert cards.cards == {"n07": NavigationCard("n07", Bird.NONE, fists=True)}


def test_a_broken_file_is_a_sentence_and_put_aside(session: Session, journal: Journal) -> None:
    enter(session, range(1, 2))
    draft = navigation_draft_path(journal.path)
    draft.write_text(draft.read_text()[:-20])
    again = opened(journal)
    assert draft.name in text(again)
    touch(again, "anew")
    touch(again, "number", "n05", "keep")
    assert "1 card is saved" in text(opened(journal))
    assert draft.with_suffix(".broken").exists()
