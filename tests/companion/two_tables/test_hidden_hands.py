"""Games of cards at two virtual tables: each box knows the hands of its own seats."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.cards.dealt_hands import hands_of_seats
from companion.cards.game import CardGame
from companion.cards.play import UNKNOWN, Dealt
from companion.journal.secret_file import SecretFile, virtual_format
from companion.phones.values import seat_view
from companion.screen.pages import ListPage
from companion.table.bots import whole_state
from companion.table.hint import why_no_hint
from companion.two_tables import share
from companion.two_tables.exchange import Fault
from companion.two_tables.invitation import Invitation
from companion.two_tables.meeting import Invite
from companion.two_tables.messages import MessageError, decoded, encoded
from companion.two_tables.order import Side
from tests.companion.two_tables.test_tables import Table, wait
from tools.shared_hosts import NOWHERE, Rooms
from tools.walk.games import games

pytest.importorskip("starlette")
pytest.importorskip("spake2")

MOUSE = games()["mouse-and-elephant"]
RULES = MOUSE.rules
#: Everybody has so many cards.
CARDS = 8


def virtual_table(folder: Path, rooms: Rooms) -> Table:
    return Table(folder, invites=False, games=(MOUSE,), is_virtual=True, start_post=rooms.post)


@pytest.fixture
def tables(tmp_path: Path, rooms: Rooms) -> Iterator[list[Table]]:
    """Return two virtual tables: that which invites, with West and North, and the guest's."""
    found = [virtual_table(tmp_path / side, rooms) for side in Side]
    found[0].begin(MOUSE)
    found[0].tick()
    yield found
    for table in found:
        table.close()


def invite_east(tables: list[Table], until: Callable[[], bool] | None = None) -> None:
    """Let the guest join for the last seat, until its game runs or something else is so."""
    invite(tables, ["east"], until)


def invite(tables: list[Table], seats: list[str], until: Callable[[], bool] | None = None) -> None:
    """Let the guest join for some seats, until its game runs or something else is so."""
    host, guest = tables
    invitation = Invitation("123456")
    host.tables.invite = Invite(NOWHERE, invitation, seats, 1, host.start_post)
    guest.tables.begin_joining(NOWHERE, invitation)
    wait(tables, until or (lambda: guest.session.game is not None and not host.tables.notice()))


def dealt(table: Table) -> Dealt:
    assert table.hands is not None
    whole = table.hands.whole_state()
    assert isinstance(whole, Dealt)
    return whole


def seen_by(table: Table, seat: str) -> set[str]:
    """Return the cards that somebody sees who looks under a cover."""
    assert table.hands is not None
    return {card.piece_id for group in table.hands.look(seat) for card in group.cards}


def play(table: Table, card: str = "") -> str:
    """Let the seat on turn play a card of its hand that it may play; return the card."""
    state = dealt(table)
    event = next(event for event in MOUSE.table.play.possible(state) if card in ("", event.card))
    table.session.apply(event)
    table.session.go_on()
    table.tick()
    return str(event.card)


def test_each_box_knows_and_shows_the_hands_of_its_own_seats(tables: list[Table]) -> None:
    host, guest = tables
    invite_east(tables)
    assert [len(seen_by(host, seat)) for seat in ("west", "north", "east")] == [CARDS, CARDS, 0]
    assert [len(seen_by(guest, seat)) for seat in ("west", "north", "east")] == [0, 0, CARDS]
    assert dealt(guest).hands == {"west": (UNKNOWN,) * CARDS, "north": (UNKNOWN,) * CARDS} | {
        "east": tuple(sorted(dealt(host).hands["east"]))
    }
    assert guest.hands is not None
    assert [holder.elsewhere for holder in guest.hands.holders()] == [True, True, False]
    assert [holder.note for holder in guest.hands.holders()] == ["8 cards"] * 3


def test_what_was_looked_at_before_counts_no_more(tables: list[Table]) -> None:
    before = dealt(tables[0]).hands
    invite_east(tables)
    assert dealt(tables[0]).hands != before
    assert "dealt anew" in tables[0].session.notice


def test_a_trick_is_played_at_both_tables_and_taken_back(tables: list[Table]) -> None:
    host, guest = tables
    invite_east(tables)
    cards = [play(host), play(host)]
    wait(tables, lambda: guest.events == 3)
    assert dealt(guest).seen == {*cards}
    assert [len(hand) for hand in dealt(guest).hands.values()] == [CARDS - 1, CARDS - 1, CARDS]
    cards.append(play(guest))
    wait(tables, lambda: host.events == 4)
    assert seen_by(guest, "east").isdisjoint(cards)
    assert dealt(host).seen == {*cards}
    guest.session.undo(2)
    wait(tables, lambda: guest.events == host.events == 2)
    assert cards[2] in seen_by(guest, "east")
    assert dealt(guest).seen == dealt(host).seen == {cards[0]}
    assert not any("".join(dealt(guest).hands[seat]) for seat in ("west", "north"))


def test_both_go_on_with_their_hands_after_they_were_killed(tables: list[Table], tmp_path: Path, rooms: Rooms) -> None:
    host, guest = tables
    invite_east(tables)
    play(host)
    wait(tables, lambda: guest.events == 2)
    hands = [dealt(table).hands for table in tables]
    for number, side in enumerate(Side):
        tables[number].close()
        tables[number] = virtual_table(tmp_path / side, rooms)
        tables[number].session.resume(1)
        tables[number].tick()
    assert [dealt(table).hands for table in tables] == hands
    play(tables[0])
    wait(tables, lambda: tables[1].events == 3)


def test_a_card_of_another_hand_is_taken_from_no_table(tables: list[Table]) -> None:
    host, guest = tables
    invite_east(tables)
    wait(tables, lambda: guest.tables.share is not None and guest.tables.share.exchange.heard_s is not None)
    assert host.tables.share is not None
    assert guest.tables.share is not None
    stolen = dealt(guest).hands["east"][0]
    host.session.apply(RULES.event_from_json({"event": "played", "by": "west", "card": stolen}))
    wait(tables, lambda: guest.tables.share.exchange.fault is not None)  # type: ignore[union-attr]
    assert guest.tables.share.exchange.fault is Fault.RULES
    assert guest.events == 1


def test_a_guest_plays_no_card_that_it_does_not_have(tables: list[Table]) -> None:
    host, guest = tables
    invite_east(tables)
    play(host)
    play(host)
    wait(tables, lambda: guest.events == 3)
    foreign = dealt(host).hands["west"][0]
    guest.session.apply(RULES.event_from_json({"event": "played", "by": "east", "card": foreign}))
    wait(tables, lambda: "differ" in host.tables.notice())
    assert host.events == 3


def test_nobody_is_given_a_hint_for_a_hand_at_the_other_table(tables: list[Table]) -> None:
    host, guest = tables
    invite_east(tables)
    play(host)
    play(host)
    wait(tables, lambda: guest.events == 3)
    assert why_no_hint(host.session)


def test_real_cards_are_dealt_to_no_two_tables(tmp_path: Path) -> None:
    host = Table(tmp_path, invites=False, games=(MOUSE,))
    host.begin(MOUSE)
    assert "Real cards" in host.tables.why_not_shared()
    host.close()


@pytest.fixture
def real_tables(tmp_path: Path, rooms: Rooms) -> Iterator[list[Table]]:
    """Return two real tables whose hands are phones."""
    found = [
        Table(tmp_path / f"real-{side}", invites=True, games=(MOUSE,), on_phones=True, start_post=rooms.post)
        for side in Side
    ]
    found[0].begin(MOUSE)
    yield found
    for table in found:
        table.close()


def test_phones_are_the_hands_of_real_tables(real_tables: list[Table]) -> None:
    host, guest = real_tables
    assert host.session.hidden_cards is None, "real cards are nobody's to know"
    invite_east(real_tables, lambda: guest.session.game is not None and not host.tables.notice())
    assert guest.phones is not None
    assert guest.phones.on
    views = [seat_view(table.session, "east") for table in real_tables]
    host_hand, guest_hand = (MOUSE.table.seat_screen.hand(view, "east") for view in views)
    assert host_hand == guest_hand
    hands = whole_state(guest.session).hands  # type: ignore[union-attr]
    assert {seat for seat, hand in hands.items() if {*hand} != {UNKNOWN}} == {"east"}


def test_real_cards_are_nobody_s_to_know_in_the_next_game(real_tables: list[Table]) -> None:
    host, guest = real_tables
    invite_east(real_tables, lambda: guest.session.game is not None and not host.tables.notice())
    for table in real_tables:
        table.session.open_start_page()
        table.begin(MOUSE)
        table.tick()
        assert table.session.hidden_cards is None


def test_a_guest_with_real_cards_is_told_so(tables: list[Table], tmp_path: Path, rooms: Rooms) -> None:
    host, guest = tables
    guest.close()
    tables[1] = guest = Table(tmp_path / "guest", invites=False, games=(MOUSE,), start_post=rooms.post)
    invite_east(tables, lambda: bool(guest.tables.problem) and "Real cards" in host.tables.notice())
    assert "Real cards" in guest.tables.problem
    assert guest.session.game is None


def test_no_player_takes_a_hand_along_that_the_other_box_does_not_know(tables: list[Table]) -> None:
    for table in tables:
        seats = table.session.table_game.seats(table.session.first_event)
        assert not any(map(table.tables.may_move, seats))


def test_an_invitation_ends_with_the_first_card(tables: list[Table]) -> None:
    host, _ = tables
    host.tables.invite = Invite(NOWHERE, Invitation("123456"), ["east"], 1, host.start_post)
    play(host)
    assert host.tables.invite is None
    assert "before the first move" in host.tables.problem
    assert "before the first move" in host.tables.why_not_shared()


def test_no_card_of_the_host_is_sent_before_it_is_played(tables: list[Table], monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[bytes] = []

    def encoded_and_seen(message: dict[str, Any]) -> bytes:
        sent.append(encoded(message))
        return sent[-1]

    monkeypatch.setattr(share, "encoded", encoded_and_seen)
    host, guest = tables
    invite_east(tables)
    card = play(host)
    wait(tables, lambda: guest.events == 2)
    told = b"\n".join(sent).decode()
    assert card in told
    kept = [card for seat in ("west", "north") for card in dealt(host).hands[seat]]
    assert not [card for card in kept if card in told]
    assert all(card in told for card in dealt(host).hands["east"])


def test_a_guest_that_goes_on_alone_deals_the_cards_it_does_not_know(tables: list[Table]) -> None:
    host, guest = tables
    invite_east(tables)
    card = play(host)
    wait(tables, lambda: guest.events == 2)
    own = dealt(guest).hands["east"]
    guest.session.open(guest.tables.menu_step(guest.session))
    guest.session.touch("alone", 1.0)
    page = guest.session.page
    assert isinstance(page, ListPage)
    assert "dealt anew" in page.text
    guest.session.touch("alone", 1.1)
    guest.tick()
    hands = dealt(guest).hands
    assert hands["east"] == own
    assert len({card for hand in hands.values() for card in hand} | {card}) == 3 * CARDS
    assert play(guest) in hands["north"]


def test_a_guest_goes_on_alone_also_where_it_has_laid_a_card_that_it_did_not_have(tables: list[Table]) -> None:
    invite_east(tables)
    host, guest = tables
    while dealt(host).state.turn != "east":
        play(host)
        wait(tables, lambda: guest.events == host.events)
    game, own = guest.session.game, dealt(guest).hands["east"]
    assert game is not None
    assert guest.tables.share is not None
    guest.tables.share.ledger.enter_event(
        next(event for event in game.rules.possible(game.state) if event.card not in own)
    )
    guest.tables.go_on_alone()
    guest.tick()
    assert not {card for hand in dealt(guest).hands.values() for card in hand} & {UNKNOWN}


def test_a_table_that_has_lost_its_cards_takes_and_plays_nothing(
    tables: list[Table], tmp_path: Path, rooms: Rooms
) -> None:
    host, guest = tables
    invite_east(tables)
    guest.close()
    SecretFile(guest.journal.path, 1, virtual_format(RULES.id)).path.unlink()
    tables[1] = guest = virtual_table(tmp_path / "guest", rooms)
    guest.session.resume(1)
    play(host)
    wait(tables, lambda: not host.tables.notice())
    for _ in range(5):
        guest.tick()
    assert guest.events == 1
    assert guest.tables.is_awaited
    assert guest.hands is not None
    assert "missing or damaged" in guest.hands.trouble
    assert "virtual table" in guest.tables.describe_waiting()


def test_a_table_that_is_not_virtual_any_more_waits(tables: list[Table], tmp_path: Path, rooms: Rooms) -> None:
    host, _ = tables
    invite_east(tables)
    host.close()
    tables[0] = host = Table(tmp_path / "host", invites=False, games=(MOUSE,), start_post=rooms.post)
    host.session.resume(1)
    host.session.apply(RULES.event_from_json({"event": "played", "by": "west", "card": "red-1"}))
    assert host.events == 1
    assert "virtual table" in host.tables.describe_waiting()


TABLE = MOUSE.table
assert isinstance(TABLE, CardGame)
HANDS = hands_of_seats(TABLE.deal(RULES.event_from_json({"event": "started"}), Random(1)), ["east"])


@pytest.mark.parametrize(
    "hands",
    [
        {},
        {**HANDS, "west": HANDS["east"]},
        {**HANDS, "east": ("", *HANDS["east"][1:])},
        {**HANDS, "east": (HANDS["east"][1], *HANDS["east"][1:])},
        {**HANDS, "east": ("purple-9", *HANDS["east"][1:])},
        {**HANDS, "east": ()},
        {**HANDS, "south": HANDS["west"]},
        {**HANDS, "west": (UNKNOWN,) * 100},
    ],
)
def test_hands_that_cannot_be_dealt_are_refused(hands: dict[str, tuple[str, ...]]) -> None:
    assert TABLE.seat_screen.may_be_dealt_elsewhere(HANDS, ["east"])
    assert not TABLE.seat_screen.may_be_dealt_elsewhere(hands, ["east"])


@pytest.mark.parametrize("hands", [None, [], {"east": "red-1"}, {"east": [1]}, {"east": ["x" * 300]}, {"east": [[]]}])
def test_hands_of_another_shape_are_no_message(hands: Any) -> None:
    offer = {"kind": "offer", "game": "x", "rules": "", "first": {}, "seats": ["east"], "since": 1}
    assert decoded(encoded({**offer, "hands": {"east": ["red-1", ""]}}))
    with pytest.raises(MessageError):
        decoded(json.dumps({**offer, "hands": hands}).encode())
