"""Hands as bots play them, words of a game of cards, and where its cards lie."""

from random import Random
from typing import Any

import numpy as np
import pygame
import pytest
from mouse_and_elephant.game import GAME
from mouse_and_elephant.rules import CARDS, Played, Seat, Started, Taken
from mouse_and_elephant.table import TABLE

from companion.cards.pictures import with_count
from companion.cards.play import UNKNOWN, Dealt
from companion.cards.possible import find_revokes
from companion.cards.secrets import secret_states
from companion.screen.fonts import Fonts
from engine.secrets import EVERYTHING
from tests.companion.cells.cat_and_mice import Table as CatAndMice

WEST, NORTH, EAST = Seat


@pytest.fixture
def dealt() -> Dealt:
    """Return the hands after the first card, which west has laid."""
    state = TABLE.play.deal(Started(), Random(3))
    after: Dealt = TABLE.play.follow(state, Played(WEST, state.hands[WEST][0]))
    return after


def test_the_pack_is_dealt_in_equal_parts() -> None:
    assert [*TABLE.dealing()] == ["Shuffle all cards.", f"Deal {len(CARDS) // 3} cards to each."]
    hands = TABLE.deal(Started(), Random(1))
    assert sorted(card for hand in hands.values() for card in hand) == sorted(CARDS)
    assert {len(hand) for hand in hands.values()} == {len(CARDS) // 3}


def test_a_card_leaves_the_hand_of_its_player_whether_it_was_known_or_not(dealt: Dealt) -> None:
    (card,) = dealt.seen
    assert [len(dealt.hands[seat]) for seat in Seat] == [7, 8, 8]
    assert all(card not in hand for hand in dealt.hands.values())
    view = TABLE.play.view(dealt, EAST)
    assert view.hands[EAST] == dealt.hands[EAST]
    assert {*view.hands[WEST], *view.hands[NORTH]} == {UNKNOWN}
    move = Played(NORTH, dealt.hands[NORTH][0])
    after = TABLE.play.follow(view, move)
    assert [len(after.hands[seat]) for seat in Seat] == [7, 7, 8]
    assert after.seen == {card, move.card}


def test_what_a_seat_has_not_seen_is_dealt_to_the_others(dealt: Dealt) -> None:
    guessed = TABLE.play.determinize(TABLE.play.view(dealt, EAST), EAST, Random(9))
    assert guessed.hands[EAST] == dealt.hands[EAST]
    assert guessed.hands != dealt.hands
    assert sorted(card for hand in guessed.hands.values() for card in hand) == sorted(
        card for hand in dealt.hands.values() for card in hand
    )


def test_the_moves_are_those_of_the_player_on_turn_with_the_own_cards(dealt: Dealt) -> None:
    assert TABLE.play.is_listed
    assert TABLE.play.acting_seats(dealt) == (NORTH,)
    assert {move.card for move in TABLE.play.possible(dealt)} <= {*dealt.hands[NORTH]}
    assert TABLE.play.possible(dealt)


def test_secret_states_change_every_hand_but_the_own_one(dealt: Dealt) -> None:
    found = {secret.kind for secret in secret_states(dealt, EAST, CARDS, Random(1))}
    assert found == {EVERYTHING, "hands"}
    for secret in secret_states(dealt, EAST, CARDS, Random(1)):
        other = secret.state
        assert other.hands[EAST] == dealt.hands[EAST]
        assert other.hands.keys() == dealt.hands.keys()
        assert other.hands[WEST] != dealt.hands[WEST] or other.hands[NORTH] != dealt.hands[NORTH]
        assert sorted(card for hand in other.hands.values() for card in hand) == sorted(
            card for hand in dealt.hands.values() for card in hand
        )


def test_a_move_shows_the_card_that_it_lays_and_no_other() -> None:
    before = TABLE.rules.begin(Started())
    event = Played(WEST, "red-6")
    after = TABLE.rules.follow(before, event)
    assert [part.id for part in TABLE.seat_screen.move_parts(before, event, after)] == ["hand red-6"]
    second = Played(NORTH, "green-5")
    later = TABLE.rules.follow(after, second)
    assert [part.text for part in TABLE.seat_screen.move_parts(after, second, later)] == ["Bear (green)"]
    third = Played(EAST, "blue-1")
    full = TABLE.rules.follow(later, third)
    taken = Taken(full.turn)
    assert TABLE.seat_screen.move_parts(full, taken, TABLE.rules.follow(full, taken)) == ()


def test_what_lies_is_described_and_before_the_first_card_a_question_alone_says_that_nothing_does() -> None:
    before = TABLE.rules.begin(Started())
    after = TABLE.rules.follow(before, Played(WEST, "red-6"))
    assert (TABLE.describe_board(before), TABLE.describe_laying(before)) == (["No card lies on the table."], ())
    assert TABLE.describe_board(after) == TABLE.describe_laying(after) == ["West: elephant (red)."]


def test_of_a_card_that_is_laid_before_another_player_its_place_is_shown_too(monkeypatch: pytest.MonkeyPatch) -> None:
    before = TABLE.rules.begin(Started())
    event = Played(WEST, "red-6")
    after = TABLE.rules.follow(before, event)
    monkeypatch.setattr(type(TABLE), "turn", lambda *_: NORTH)
    assert [part.id for part in TABLE.seat_screen.move_parts(before, event, after)] == ["hand red-6", "west"]


def test_where_no_hand_decides_nobody_has_revoked() -> None:
    assert find_revokes(CatAndMice(), ()) == ()


def test_a_revoke_is_told_once_the_whole_hand_has_been_laid() -> None:
    hands, rng = {seat: [*cards] for seat, cards in TABLE.deal(Started(), Random(1)).items()}, Random(1)
    game = TABLE.rules.start(Started())
    while TABLE.rules.over(game.state) is None:
        # Everybody plays any card, whatever suit was led.
        events = list(TABLE.possible(game.state))
        allowed = [event for event in events if isinstance(event, Taken) or event.card in hands[event.by]]
        event = rng.choice(allowed)
        if isinstance(event, Played):
            hands[event.by].remove(event.card)
        game = game.apply(event)
    revokes = find_revokes(TABLE, game.events)
    laid = [event.card for event in game.events if isinstance(event, Played)]
    assert len(revokes) > 1
    assert [revoke.card for revoke in revokes] == sorted((revoke.card for revoke in revokes), key=laid.index)
    assert all(revoke.card not in revoke.allowed for revoke in revokes)
    # Before the last trick nobody has laid the whole hand.
    last = len(game.events) - 1 - len(Seat)
    assert find_revokes(TABLE, game.events[:last]) == ()


def test_cards_of_one_zone_lie_side_by_side_about_its_middle() -> None:
    virtual: Any = GAME.virtual
    table = virtual.table_before(Started(), 1)
    left, top, right, bottom = TABLE.tag_set.zones["west"]
    for cards in (("red-1",), ("red-1", "red-2", "red-3")):
        lying = virtual.moves(table, dict.fromkeys(cards, "west"))
        assert [piece.id for piece in lying] == [*cards]
        places = np.array([piece.centre_mm for piece in lying])
        only = virtual.moves(table, {"red-1": "west"})[0].centre_mm
        # Hands lay them a little otherwise each time.
        assert places.mean(axis=0) == pytest.approx(only, abs=5)
        assert left < only[0] < right
        assert top < only[1] < bottom
        assert (np.diff(places[:, 0]) > 0).all()


def pixels(picture: pygame.Surface) -> Any:
    return pygame.surfarray.array3d(picture)


def test_a_pile_tells_how_many_cards_it_has_where_there_is_room() -> None:
    fonts, back = Fonts(), pygame.Surface((200, 300))
    back.fill((40, 120, 200))
    counted, fewer = with_count(back, fonts, "17"), with_count(back, fonts, "3")
    changed = np.argwhere((pixels(counted) != pixels(back)).any(axis=2))
    assert changed.mean(axis=0) == pytest.approx((100, 150), abs=3)
    assert np.ptp(changed, axis=0) == pytest.approx((0.66 * 200, 0.36 * 300), abs=3), "it is read from far"
    assert (pixels(counted) != pixels(fewer)).any()
    small = pygame.Surface((8, 12))
    assert (pixels(with_count(small, fonts, "17")) == pixels(small)).all()
