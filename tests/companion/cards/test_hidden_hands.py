"""Hidden hands at one laptop: who sees which cards, what hands do, what is kept."""

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from mouse_and_elephant.game import GAME
from mouse_and_elephant.rules import CARDS, Played, Seat, Started, Taken
from mouse_and_elephant.table import TABLE

from companion.cards.dealt_hands import ZoneHands, hands_after, hands_of
from companion.cards.moments import common_length
from companion.cards.secret_game import BegunAct, Kept
from companion.cards.things import BACK
from companion.device.errors import UserError
from companion.journal import Journal
from companion.table.hints import PrivateHint
from companion.table.seats import SeatChange, SeatChangeKind
from companion.table.seats_menu import change_seats
from companion.table.session import Session
from companion.virtual_table.piece import Piece
from hardware.buttons import Button, Press
from tools.phone_secrets import start_game

WEST, NORTH, EAST = Seat
_SEED = 3


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    """Begin a game at a table without a camera."""
    journal = Journal.open(tmp_path / "games.sqlite")
    yield start_game(GAME, journal, _SEED)
    journal.close()


@pytest.fixture
def hands(session: Session) -> Any:
    """Return the keeper of the hands at a virtual table."""
    return keeper_of(session)


def keeper_of(session: Session, seed: int = _SEED) -> Any:
    assert session.game is not None
    virtual: Any = GAME.virtual
    keeper = virtual.secret_hands(session, virtual.table_before(session.game.events[0], seed), seed)
    assert isinstance(keeper, ZoneHands)
    session.use_hidden_cards(keeper)
    keeper.tick()
    return keeper


def play(session: Session, keeper: Any, card: str = "") -> str:
    """Let the player on turn play a card of the hand, the first one if none is named; return it."""
    assert session.game is not None
    turn = session.game.state.turn
    card = card or keeper.secrets.now[turn][0]
    session.apply(Played(turn, card), already_placed=True)
    keeper.tick()
    return card


def cards_shown(keeper: Any, seat: str) -> dict[str, bool]:
    """Return the cards that a player looks at, each with True if it may be played."""
    return {card.piece_id: not card.idle for group in keeper.look(seat) for card in group.cards}


def test_all_cards_are_dealt_and_each_player_sees_the_own_hand_alone(hands: Any) -> None:
    shown = {seat: cards_shown(hands, seat) for seat in Seat}
    assert sorted(card for cards in shown.values() for card in cards) == sorted(CARDS)
    assert [*shown[EAST]] == sorted(hands.secrets.now[EAST])
    assert {seat: {*cards.values()} for seat, cards in shown.items()} == {WEST: {True}, NORTH: {False}, EAST: {False}}


def test_all_see_how_many_cards_a_player_has_and_whose_turn_it_is(session: Session, hands: Any) -> None:
    play(session, hands)
    holders = hands.holders()
    assert [(holder.id, holder.note, holder.turn) for holder in holders] == [
        ("west", "7 cards", False),
        ("north", "8 cards", True),
        ("east", "8 cards", False),
    ]
    assert not any(holder.bot for holder in holders)


def test_a_hint_behind_a_cover_is_its_seat_s_alone(session: Session, hands: Any) -> None:
    session.keep_private_hint(PrivateHint("north", lambda: "Play the elephant."))
    assert [hands.private_hint(seat) for seat in Seat] == ["", "Play the elephant.", ""]


def test_a_chosen_card_lies_face_down_before_its_cover_and_goes_back(hands: Any) -> None:
    first, second, *_ = cards_shown(hands, "west")
    hands.choose("west", first)
    hands.choose("west", second)
    hands.choose("north", next(iter(cards_shown(hands, "north"))))
    assert hands.out_of(WEST) == [first, second]
    lying = [hands.table.pieces[card] for card in (first, second)]
    assert [piece.face for piece in lying] == [BACK, BACK]
    (left, below), (right, also_below) = (piece.centre_mm for piece in lying)
    assert right - left == pytest.approx(31.0)
    assert below == also_below > hands.table.areas.seen[3]
    assert first not in cards_shown(hands, "west")
    assert not hands.may_turn_over(first)
    assert not hands.give("north", first)
    assert hands.give("west", first)
    assert hands.out_of(WEST) == [second]
    assert first in cards_shown(hands, "west")
    assert first not in hands.table.pieces
    assert hands.may_turn_over(first)


def test_covers_lie_side_by_side(hands: Any) -> None:
    lefts = []
    for seat in Seat:
        card = hands.secrets.now[seat][0]
        hands.take_out(card, seat)
        lefts.append(hands.table.pieces[card].centre_mm[0])
    left, _, right, _ = hands.table.areas.table
    step = (right - left) / 3
    assert lefts == pytest.approx([left + step * (place + 0.12) + 20 for place in range(3)])


@pytest.mark.parametrize(("zone", "open_there"), [("west", True), ("north", False), (None, False)])
def test_a_card_is_turned_up_where_it_may_be_played_alone(hands: Any, zone: str | None, open_there: bool) -> None:
    card = next(iter(cards_shown(hands, "west")))
    hands.choose("west", card)
    left, top, right, bottom = TABLE.tag_set.zones[zone] if zone else (0, 0, 20, 20)
    hands.table.put(Piece(card, BACK, ((left + right) / 2, (top + bottom) / 2), 0.0))
    hands.laid(card)
    piece = hands.table.pieces[card]
    assert (piece.face == "") is open_there
    assert (hands.zone(piece) == zone) is (open_there or zone is None)
    assert piece in hands.open_beside(Piece("other", "", piece.centre_mm, 0.0), "west") or not open_there


def test_a_card_of_nobody_s_hand_is_not_turned_up(hands: Any) -> None:
    card = hands.secrets.now[NORTH][0]
    hands.table.put(Piece(card, BACK, (105.0, 180.0), 0.0))
    hands.laid(card)
    assert hands.table.pieces[card].face == BACK


def test_a_played_card_is_the_table_s_and_in_the_hand_again_after_undo(session: Session, hands: Any) -> None:
    card = next(iter(cards_shown(hands, "west")))
    hands.choose("west", card)
    hands.turn_up(hands.table.pieces[card])
    play(session, hands, card)
    assert card not in hands.secrets.now[WEST]
    assert hands.out_of(WEST) == []
    assert hands.table.pieces[card].face == ""
    assert hands.whole_state().hands[WEST] == hands.secrets.now[WEST]
    assert hands.whole_state().seen == {card}
    session.undo(1)
    hands.tick()
    assert card in hands.secrets.now[WEST]
    assert card not in hands.table.pieces
    assert hands.whole_state().seen == frozenset()


def test_a_card_of_another_hand_cannot_be_told(hands: Any) -> None:
    own, other = hands.secrets.now[WEST][0], hands.secrets.now[EAST][0]
    assert hands.contradiction(Played(WEST, own)) == ""
    assert hands.contradiction(Played(WEST, other)) == "This card is in another hand."
    assert hands.true_answer(()) == ""
    assert hands.unfinished_act(Played(WEST, own)) == ""


def test_a_bot_plays_for_a_player_until_a_person_does_again(session: Session, hands: Any) -> None:
    assert hands.players is not None
    hands.change_player("north")
    assert [holder.bot for holder in hands.holders()] == [False, True, False]
    assert [*hands.secrets.bots(session.step)] == [NORTH]
    hands.change_player("north")
    assert [*hands.secrets.bots(session.step)] == []


def test_what_the_page_asks_is_answered_for_a_bot_alone(session: Session, hands: Any) -> None:
    assert hands.players.answer(session.step) is None
    session.press(Press(Button.DRAW, held=False), session.now)
    assert session.step.page().keys.advance == "Choose"
    assert hands.players.answer(session.step) is None
    hands.change_player("west")
    assert hands.players.answer(session.step) is Button.ADVANCE


def test_hands_come_back_from_their_file_and_are_dealt_otherwise_by_another_seed(session: Session, hands: Any) -> None:
    play(session, hands)
    dealt = hands.secrets.now
    assert keeper_of(session, _SEED + 1).secrets.now == dealt
    assert hands_of(TABLE).deal(Started(), 1) != hands_of(TABLE).deal(Started(), 2)


def test_a_file_that_is_gone_is_told_and_nobody_looks_at_cards(session: Session, hands: Any) -> None:
    play(session, hands)
    hands.secrets._file.path.unlink()
    again = keeper_of(session)
    assert again.secrets.now is None
    assert again.trouble.startswith("The hidden cards of this game are missing or damaged")
    assert (again.look("west"), again.holders(), again.whole_state()) == ((), (), None)
    assert again.contradiction(Played(WEST, "red-1")) == ""


def test_a_new_game_beside_the_file_of_a_deleted_journal_is_dealt_anew(tmp_path: Path) -> None:
    dealt = []
    for clock_s, seed in ((1000.0, 1), (5000.0, 99), (5000.0, 7)):
        journal = Journal.open(tmp_path / "games.sqlite", partial(float, clock_s))
        keeper = keeper_of(start_game(GAME, journal, seed), seed)
        dealt.append(dict(keeper.secrets.now))
        assert not keeper.secrets.trouble
        journal.close()
        for path in tmp_path.glob("games*.*"):
            path.unlink()
    assert dealt[0] != dealt[1], "the file was another game's"
    assert dealt[1] == dealt[2], "the game that began then goes on with its own"


def test_after_a_whole_game_it_is_played_on_from_any_moment_and_not_before(session: Session, hands: Any) -> None:
    path, first = hands.secrets._file.path, dict(hands.secrets.now)
    assert session.game is not None
    assert session.game_id is not None
    with pytest.raises(UserError, match="once this one is over"):
        session.play_on(session.game_id, 1)
    while session.game.rules.over(session.game.state) is None:
        assert path.exists()
        if len(session.game.state.trick) == len(Seat):
            session.apply(Taken(session.game.state.turn), already_placed=True)
            hands.tick()
        else:
            play(session, hands)
    assert path.exists()
    assert {*hands.secrets.now.values()} == {()}
    session.play_on(session.game_id, 1)
    hands.tick()
    assert dict(hands.secrets.now) == first, "its hidden cards are the old one's"


def kept_hands() -> Any:
    secrets = hands_of(TABLE)
    kept = secrets.new_deal(Started(), 5)
    kept.picks, kept.coming, kept.bots = {0: ("red-1",)}, {"played": ("red-2", "red-3")}, {EAST, WEST}
    kept.begun = (BegunAct((1, "digest"), WEST, ("played",), by_person=False),)
    return secrets, kept


def test_a_file_gives_back_all_that_was_kept() -> None:
    secrets, kept = kept_hands()
    data = json.loads(json.dumps(secrets.to_json(kept)))
    assert data["bots"] == ["east", "west"]
    assert secrets.from_json(data, [Started(), Played(WEST, "red-1")]) == kept


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({"started": {"event": "taken", "by": "west"}}, "another game"),
        ({"seed": "none"}, r"damaged \(ValueError\)"),
        ({"picks": {"first": []}}, r"damaged \(ValueError\)"),
        ({"bots": ["south"]}, r"damaged \(ValueError\)"),
        ({"unnoticed": [{}]}, r"damaged \(TypeError\)"),
    ],
)
def test_a_damaged_file_is_refused_and_no_card_is_named(changed: dict[str, Any], fault: str) -> None:
    secrets, kept = kept_hands()
    with pytest.raises(UserError, match=fault) as refused:
        secrets.from_json(secrets.to_json(kept) | changed, [Started()])
    assert "red" not in str(refused.value)


def test_a_person_looks_though_a_bot_has_looked_in_the_same_seat_before(session: Session, hands: Any) -> None:
    secrets = hands.secrets
    change_seats(session, SeatChange(SeatChangeKind.BOT, (WEST,)))
    for _ in range(2):
        secrets.await_events(WEST, "played")
        assert [act.by_person for act in secrets.kept.begun] == [False]
    change_seats(session, SeatChange(SeatChangeKind.PERSON, (WEST,)))
    for _ in range(2):
        secrets.await_events(WEST, "played")
        assert [act.by_person for act in secrets.kept.begun] == [True]


def test_what_a_player_has_looked_for_comes_next_again_after_an_undo(session: Session, hands: Any) -> None:
    hands.secrets.await_events(WEST, "played")
    play(session, hands)
    assert hands.secrets.kept.awaited == ()
    session.undo(1)
    hands.tick()
    assert (hands.secrets.kept.awaited, hands.secrets.kept.looker) == (("played",), WEST)
    assert not session.notice, "nothing that was seen is without its event"


def test_picks_are_sorted_into_events_and_forgotten_with_them() -> None:
    kept: Kept[Any, Any] = Kept(1, {}, coming={"b": ("knife",)}, unnoticed=("look",), awaited=("b",), looker="ann")

    def picked_for(kept: Kept[Any, Any], event: Any) -> tuple[str, ...]:
        return kept.coming.pop(event, ())

    assert kept.follow("sa", picked_for)
    assert (kept.picks, kept.unnoticed, kept.awaited, kept.looker) == ({}, (), (), "")
    assert kept.follow("sab", picked_for)
    assert kept.picks == {1: ("knife",)}
    assert not kept.follow("sab", picked_for)
    assert kept.follow("sabc", picked_for)
    assert kept.picks == {1: ("knife",)}
    assert kept.follow("sa", picked_for)
    assert kept.picks == {}


@pytest.mark.parametrize(
    ("first", "second", "length"), [("", "a", 0), ("ab", "ab", 2), ("abc", "ab", 2), ("ax", "ay", 1)]
)
def test_games_begin_with_equal_events(first: str, second: str, length: int) -> None:
    assert common_length(first, second) == length


def test_hands_lack_what_has_lain_on_the_mat_and_was_taken() -> None:
    dealt: dict[str, tuple[str, ...]] = {WEST: ("red-6", "red-1"), NORTH: ("green-5",), EAST: ("blue-1",)}
    trick = (Started(), Played(WEST, "red-6"), Played(NORTH, "green-5"), Played(EAST, "blue-1"), Taken(EAST))
    assert hands_after(TABLE, dealt, trick) == {WEST: ("red-1",), NORTH: (), EAST: ()}
