"""Tests of how many presses usual turns take, as the game's page says."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from companion.games.coach_ride.options import CLAIM_ONLY
from companion.games.coach_ride.screen.pictures import CoachRidePictures
from companion.games.coach_ride.table.steps import WINDOW_S, CoachRideStep
from companion.games.coach_ride.table_view import TableView
from companion.screen.pages import BoardPage
from companion.screen.text import Fonts
from companion.table.session import Session
from engine.coach_ride import events as e
from engine.coach_ride.cards import Association, Item, Person, Profession
from engine.coach_ride.state import Phase
from hardware.buttons import Button
from tests.companion.games.coach_ride.hand_game import begin, events_of, open_table, press, ready, state_of, tell, texts
from tests.companion.games.presses import (
    Players,
    Touches,
    choose,
    confirm_guide,
    documented_presses,
    presses_of,
)
from tests.companion.three_keys import ThreeKeys

M, G, S, R, T = tuple(Person)[:5]
FIVE = e.Started((M, G, S, R, T), M, (), ())


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    session = open_table(tmp_path)
    yield session
    session.journal.close()


def five(session: Session) -> None:
    """Begin Marie's turn at a table of five."""
    begin(session, FIVE)


def later(session: Session, seconds: float = WINDOW_S + 0.1) -> None:
    session.tick(session.now + seconds)


def refused(players: Players) -> None:
    choose(players, "offered", "gundla", "refused")


def accepted(players: Players) -> None:
    choose(players, "offered", "gundla", "quietly")


def announced(players: Players) -> None:
    choose(players, "offered", "gundla", "accepted", "nothing", "monocle", "looked")


def fight(players: Players) -> None:
    """Romana supports the attacker; nobody has used a card."""
    if isinstance(players, Touches):
        choose(players, "gundla", "attacked", "sword romana")
        later(players.session)
        choose(players, "all-keep", "counted")
    else:
        choose(players, "attacked", "gundla")
        later(players.session)
        choose(players, "none", "sword", "none", "counted")
    later(players.session)
    choose(players, "looked")


def lonely_fight(players: Players) -> None:
    choose(players, "attacked", "gundla")
    later(players.session)
    choose(players, "all-keep", "counted")
    later(players.session)
    choose(players, "drew")


def rows(*answers: str) -> Callable[[Players], None]:
    """Return an act that chooses these answers."""
    return lambda players: choose(players, *answers)


TURNS: Mapping[str, tuple[Callable[[Session], None], Callable[[Players], None]]] = {
    "pass": (five, rows("passed")),
    "a trade, refused": (five, refused),
    "a trade, accepted": (five, accepted),
    "a trade with one announcement": (five, announced),
    "a fight of five: one supports": (five, fight),
    "a fight of five: nobody supports": (five, lonely_fight),
}


@pytest.mark.parametrize("turn", TURNS)
@pytest.mark.parametrize("keys", [True, False], ids=["keys", "touch"])
def test_a_turn_takes_as_many_presses_as_the_page_says(session: Session, turn: str, keys: bool) -> None:
    before, told = TURNS[turn]
    before(session)

    def tell_and_confirm(players: Players) -> None:
        told(players)
        confirm_guide(players)

    presses = presses_of(tell_and_confirm, session, keys=keys)
    assert state_of(session).phase is Phase.TURN
    assert state_of(session).turn is G
    assert presses == documented_presses("coach-ride.md")[turn][0 if keys else 1]


def test_the_page_lists_these_turns() -> None:
    assert [*documented_presses("coach-ride.md")] == [*TURNS]


# --- a trade --------------------------------------------------------------------------------------------------------


def test_both_are_asked_to_announce_before_the_trade_is_told(session: Session) -> None:
    """The same words and answers, whatever changes hands."""
    five(session)
    choose(Touches(session), "offered", "sarah")
    assert "both: anything to announce?" in texts(session)
    assert any("both: anything to announce?" in announcement.text for announcement in session.announcements())
    assert ready(session).question.ids == ("quietly", "accepted", "refused")
    session.touch("quietly", 0.0)
    assert events_of(session)[-3:] == (e.Accepted(S), e.Announced(S, None), e.Announced(M, None))


def test_a_demanded_item_is_handed_over_with_one_press(session: Session) -> None:
    five(session)
    tell(session, e.DiplomatUsed(M, S, Item.KEY))
    press(session, Button.ADVANCE)
    assert events_of(session)[-3:] == (e.Handed(S), e.Announced(S, None), e.Announced(M, None))


def test_three_buttons_tell_every_end_of_a_trade(session: Session) -> None:
    five(session)
    tell(session, e.Offered(M, G))
    press(session, Button.DRAW)
    press(session, Button.ADVANCE)
    assert state_of(session).phase is Phase.ANNOUNCE
    session.undo(1)
    tell(session, e.Offered(M, G))
    press(session, Button.DRAW, held=True)
    assert events_of(session)[-1] == e.Offered(M, G)
    press(session, Button.ADVANCE)
    assert events_of(session)[-1] == e.Refused(G)


# --- seats ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("answer", "event"), [("offered", e.Offered(M, S)), ("attacked", e.Attacked(M, S))])
def test_a_touched_seat_is_traded_with_or_attacked(session: Session, answer: str, event: e.GameEvent) -> None:
    five(session)
    session.touch("sarah", 0.0)
    assert "Marie and Sarah: trade or attack?" in texts(session)
    session.touch(answer, 0.0)
    assert events_of(session)[-1] == event


def test_a_touched_seat_still_tells_about_the_player(session: Session) -> None:
    five(session)
    choose(Touches(session), "sarah", "about")
    assert texts(session).startswith("Sarah Mac Mullin")
    press(session, Button.BACK)
    press(session, Button.BACK)
    session.touch("marie", 0.0)
    assert texts(session).startswith("Marie Sauniére"), "the own seat is nobody's to attack"


def test_whoever_acts_by_the_table_s_wish_touches_seats_too(session: Session) -> None:
    five(session)
    press(session, Button.ADVANCE, held=True)
    choose(Touches(session), "romana", "marie", "attacked")
    assert events_of(session)[-1] == e.Attacked(R, M, overruled=True)


# --- sides in any order ---------------------------------------------------------------------------------------------


def attacked(session: Session) -> None:
    """Marie attacks Gundla; Sarah, Romana and Theodora are asked."""
    five(session)
    tell(session, e.Attacked(M, G))


def test_sides_are_touched_in_any_order_and_told_in_turn(session: Session) -> None:
    attacked(session)
    later(session)
    choose(Touches(session), "shield theodora", "sword romana")
    assert events_of(session)[-1] == e.Attacked(M, G)
    session.touch("sword sarah", 0.0)
    assert events_of(session)[-3:] == (
        e.Supported(S, e.Support.SWORD),
        e.Supported(R, e.Support.SWORD),
        e.Supported(T, e.Support.SHIELD),
    )
    assert state_of(session).phase is Phase.POWERS


def test_a_touched_side_waits_for_those_before_and_counts_on_the_picture(session: Session) -> None:
    attacked(session)
    later(session)
    session.touch("sword theodora", 0.0)
    page = session.page
    assert isinstance(page, BoardPage)
    assert isinstance(page.board, TableView)
    assert page.board.fight is not None
    assert page.board.fight.attack == 2
    choose(Touches(session), "none", "none")
    assert events_of(session)[-1] == e.Supported(T, e.Support.SWORD)


def test_a_touched_side_can_be_changed_or_taken_back_until_its_turn(session: Session) -> None:
    attacked(session)
    later(session)
    choose(Touches(session), "sword romana", "shield romana", "sword theodora", "sword theodora")
    session.touch("all-keep", 0.0)
    assert events_of(session)[-3:] == (
        e.Supported(S, e.Support.NONE),
        e.Supported(R, e.Support.SHIELD),
        e.Supported(T, e.Support.NONE),
    )


def test_while_a_priest_may_speak_no_touched_side_counts(session: Session) -> None:
    """K1: the Priest comes before the first support."""
    attacked(session)
    session.touch("sword sarah", 0.0)
    assert events_of(session)[-1] == e.Attacked(M, G)
    later(session)
    assert events_of(session)[-1] == e.Supported(S, e.Support.SWORD)


def test_after_a_declared_side_the_same_seat_declares_nothing(session: Session) -> None:
    """K14."""
    attacked(session)
    later(session)
    choose(Touches(session), "sword sarah", "shield sarah")
    assert events_of(session)[-1] == e.Supported(S, e.Support.SWORD)


@pytest.mark.parametrize("size", [(1280, 720), (800, 480), (480, 800)])
def test_the_halves_of_a_seat_are_its_sides(session: Session, display: None, size: tuple[int, int]) -> None:  # noqa: ARG001
    import pygame

    attacked(session)
    page = session.page
    assert isinstance(page, BoardPage)
    pictures, box = CoachRidePictures(Fonts()), pygame.Rect((0, 0), size)
    seat = pictures.place_box(box, page.board, "sarah")
    places = [pictures.place_at(box, page.board, (x, seat.centery)) for x in (seat.left + 1, seat.right - 3)]
    assert places == ["sword sarah", "shield sarah"]
    fighter = pictures.place_box(box, page.board, "gundla")
    assert pictures.place_at(box, page.board, fighter.center) == "gundla"


# --- the time to speak ----------------------------------------------------------------------------------------------


def shown_seconds(session: Session) -> str:
    page = session.page
    assert isinstance(page, BoardPage)
    return next(row.value for row in page.rows if row.id == "agreed")


def test_the_time_to_speak_is_counted_down_on_the_screen(session: Session) -> None:
    attacked(session)
    seen = []
    for _ in range(5):
        seen.append(shown_seconds(session))
        later(session, 0.99)
    assert seen == ["5 s", "5 s", "4 s", "3 s", "2 s"]
    page = session.page
    assert isinstance(page, BoardPage)
    assert isinstance(page.board, TableView)
    assert 0 < page.board.left <= 0.1


@pytest.mark.parametrize("act", [lambda s: press(s, Button.ADVANCE), lambda s: s.touch("agreed", s.now)])
def test_when_all_agree_it_goes_on_at_once_but_not_by_a_double_press(
    session: Session, act: Callable[[Session], None]
) -> None:
    attacked(session)
    step = session.step
    assert isinstance(step, CoachRideStep)
    act(session)
    assert step.window is Profession.PRIEST
    later(session, 1.1)
    act(session)
    assert step.window is None
    assert events_of(session)[-1] == e.Attacked(M, G)


def test_whoever_speaks_is_asked_by_draw(session: Session) -> None:
    attacked(session)
    press(session, Button.DRAW)
    assert "Who is the Priest?" in texts(session)


# --- claims only ----------------------------------------------------------------------------------------------------


def looking_on(session: Session) -> None:
    """Five play; the companion is told of claims only."""
    session.change_settings(session.settings.with_game("coach-ride", {CLAIM_ONLY.id: True}))
    five(session)


def test_until_somebody_claims_the_companion_looks_on(session: Session) -> None:
    looking_on(session)
    assert "I look on until somebody claims the victory." in texts(session)
    assert ready(session).question.ids == ("claimed",)
    page = session.page
    assert isinstance(page, BoardPage)
    assert isinstance(page.board, TableView)
    assert [seat.hand for seat in page.board.seats] == [None] * 5, "nobody counts items"
    assert page.status == "limit 5"


@pytest.mark.parametrize("first", [("claimed", "romana"), ("romana",)], ids=["row", "seat"])
def test_a_claim_counts_all_hands_first(session: Session, first: tuple[str, ...]) -> None:
    looking_on(session)
    choose(Touches(session), *first)
    assert "How many items does Romana hold?" in texts(session)
    choose(Touches(session), "3", "1", "2", "4", "1")
    counted = e.Corrected("Counted for a claim", hands={R: 3, T: 1, M: 2, G: 4, S: 1}, pile=5, turn=R)
    assert events_of(session)[-2:] == (counted, e.Claimed(R, e.ClaimKind.OWN))
    choose(Touches(session), "order", "thug", "key", "key", "key", "done")
    for player in (T, M, G, S):
        tell(session, e.Shown(player, (Association.BROTHERHOOD if player in (T, M) else Association.ORDER,)))
    assert session.page.name == "over"
    assert "The claim is right." in texts(session)


def test_three_buttons_are_enough_for_a_claim(session: Session) -> None:
    looking_on(session)
    choose(ThreeKeys(session), "claimed", "romana", "3", "1", "2", "4", "1")
    assert events_of(session)[-1] == e.Claimed(R, e.ClaimKind.OWN)


def test_the_setting_is_the_table_s_and_holds_for_a_game_that_is_gone_on_with(session: Session) -> None:
    session.new_game(session.games[0])
    choose(Touches(session), "marie", "gundla", "sarah", "claim_only", "start")
    press(session, Button.ADVANCE)
    game_id = session.game_id
    assert game_id is not None
    session.open_start_page()
    session.resume(game_id)
    confirm_guide(Touches(session))
    assert "I look on until" in texts(session)


def test_a_virtual_table_is_always_told_everything(session: Session) -> None:
    session.watching = False
    looking_on(session)
    assert "pass, trade, attack or claim?" in texts(session)
