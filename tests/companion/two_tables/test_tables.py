"""Tables that invite and join, through a table's own server or a relay."""

import json
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import pytest
from classics.breakthrough import GAME
from classics.ludo import GAME as LUDO
from classics.othello import GAME as OTHELLO

from companion.device.settings import Settings
from companion.games import find_game
from companion.journal import Journal
from companion.phones.table import PhoneTable
from companion.screen.pages import BoardPage, ListPage
from companion.table.lying_step import LyingStep
from companion.table.mend_steps import ConfirmMendStep, MendStart
from companion.table.mended import MendNote
from companion.table.replay_step import running_replay
from companion.table.seats import SeatChange, SeatChangeKind
from companion.table.seats_menu import SeatsStep
from companion.table.session import Session
from companion.table.session_context import SessionContext
from companion.table.session_start import open_session
from companion.table.undo_step import UndoStep
from companion.two_tables import exchange, share
from companion.two_tables.exchange import Exchange
from companion.two_tables.invitation import Invitation
from companion.two_tables.kept import ShareFile
from companion.two_tables.meeting import Invite
from companion.two_tables.messages import encoded
from companion.two_tables.order import Side
from companion.two_tables.post import Post, StartPost
from companion.two_tables.sealing import Seal
from companion.two_tables.steps import AnotherTableStep, GoOnAloneStep
from companion.two_tables.tables import OtherTables
from engine.mending import MendAct, mend
from hardware.buttons import Button, Press
from tests.companion.phones.evening import HERE
from tools.shared_hosts import NOWHERE, Rooms
from tools.two_boxes import play
from tools.walk.games import games

FLOORS = games()["finstere-flure"]

pytest.importorskip("starlette")
pytest.importorskip("spake2")

#: Both tables come so far within so long (seconds).
PATIENCE_S = 60.0


class ReadPost(Post):
    """Post that keeps what a relay gets to see."""

    carried: ClassVar[list[bytes]] = []

    def send(self, packet: bytes) -> None:
        self.carried.append(packet)
        super().send(packet)


class Table:
    """A session without a camera, with all it knows of another table."""

    def __init__(
        self,
        folder: Path,
        *,
        invites: bool,
        relay: str = "",
        games: Any = (GAME, OTHELLO),
        start_post: StartPost = Post,
        is_virtual: bool = False,
        on_phones: bool = False,
    ) -> None:
        """`is_virtual`: at a virtual table, whose hidden cards are those of the first game.

        `on_phones`: at a real one whose hands are phones.
        """
        folder.mkdir(exist_ok=True)
        self.start_post = start_post
        self.journal = Journal.open(folder / "games.sqlite")
        tables = [game.table for game in games]
        virtual, seeds = games[0].virtual, Random(1)
        around = SessionContext(watched=lambda _: virtual.start(None, 1, {})) if is_virtual else SessionContext()
        self.cards = virtual.table_before(virtual.start(None, 1, {}), 1)
        self.session: Session = open_session(self.journal, Settings(), tables, sees=False, rng=seeds, around=around)
        self.phones = PhoneTable(self.session, HERE) if invites else None
        deal = (lambda session: virtual.secret_hands(session, self.cards, 1)) if on_phones else None
        self.tables = OtherTables(self.session, self.phones, relay=relay, start_post=start_post, deal=deal)
        self.session.use_other_table(self.tables)
        self.hands = virtual.secret_hands(self.session, self.cards, 1) if is_virtual else None
        self.session.use_hidden_cards(self.hands)
        self.session.open_start_page()

    def tick(self) -> None:
        time_s = time.monotonic()
        if self.hands is not None:
            self.hands.tick()
        self.session.tick(time_s)
        self.tables.tick(time_s)

    def begin(self, game: Any = GAME) -> None:
        """Begin a game of two seats."""
        self.session.table_game = game.table
        game.table.begin(self.session, game.virtual.start(None, 1, {}), {})
        while self.session.game is None:
            self.session.press(Press(Button.ADVANCE, held=False), time.monotonic())

    def move(self) -> None:
        """Make the first possible move, as a hand does where no camera looks."""
        game = self.session.game
        assert game is not None
        self.session.apply(game.rules.possible(game.state)[0])
        self.session.go_on()

    @property
    def events(self) -> int:
        return 0 if self.session.game is None else len(self.session.game.events)

    def close(self) -> None:
        self.tables.close()
        if self.phones is not None:
            self.phones.close()
        self.journal.close()


@pytest.fixture
def tables(tmp_path: Path, rooms: Rooms) -> Iterator[list[Table]]:
    """Return the table that invites, and the guest's, with packets in this process."""
    found = [Table(tmp_path / side, invites=False, start_post=rooms.post) for side in Side]
    yield found
    for table in found:
        table.close()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[list[Table]]:
    """Return the table that invites, with its server, and the guest's."""
    found = [Table(tmp_path / "host", invites=True), Table(tmp_path / "guest", invites=False)]
    yield found
    for table in found:
        table.close()


def wait(tables: list[Table], until: Callable[[], bool]) -> None:
    """Let the tables talk until something is so."""
    end_s = time.monotonic() + PATIENCE_S
    while not until():
        assert time.monotonic() < end_s
        for table in tables:
            table.tick()
        time.sleep(0.02)


def invite(host: Table, *, relayed: bool = False) -> tuple[str, Invitation]:
    """Invite for the second seat; return where, and what is spoken.

    A table without a server is reached by packets that are carried in this process.
    """
    assert host.session.game is not None
    seats = host.session.table_game.seats(host.session.game.events[0])
    if host.phones is None:
        assert host.session.game_id is not None
        host.tables.invite = Invite(NOWHERE, Invitation("123456"), seats[1:], host.session.game_id, host.start_post)
        return NOWHERE, host.tables.invite.pairing.invitation
    host.tables.open_invitation(seats[1:], relayed=relayed)
    wait([host], lambda: host.tables.invite is not None)
    assert host.tables.invite is not None
    return host.tables.invite.url, host.tables.invite.pairing.invitation


def join(tables: list[Table]) -> None:
    """Let the guest join the host's game."""
    host, guest = tables
    guest.tables.begin_joining(*invite(host))
    wait(tables, lambda: guest.session.game is not None and not host.tables.notice())


def test_who_invites_is_told_which_seats_may_sit_elsewhere(tables: list[Table]) -> None:
    host, _ = tables
    host.tables.dials = True
    host.begin()
    step = AnotherTableStep(host.session, host.tables)

    def invitation() -> tuple[str, str]:
        (row,) = [row for row in step.rows() if row.text == "Invite by a number"]
        return row.id, row.detail

    first, other = (row.id for row in step.rows()[:2])
    assert invitation()[0] == "dial"
    step.choose(first)
    assert invitation() == ("", "At least one seat stays at this table.")
    step.choose(first)
    step.choose(other)
    assert invitation() == ("", "Touch the seats of the other table first.")


def test_an_address_is_typed_once(tables: list[Table]) -> None:
    _, guest = tables
    guest.session.touch("join", 0.0)
    guest.session.typed("192.168.1.5:8720", 0.0)
    guest.session.touch("next", 0.0)
    guest.session.close()
    guest.session.touch("join", 0.0)
    page = guest.session.page
    assert isinstance(page, ListPage)
    assert page.text == "Now the digits that the other table shows for 192.168.1.5:8720."
    guest.session.touch("address", 0.0)
    page = guest.session.page
    assert isinstance(page, ListPage)
    assert page.rows[0].value == "192.168.1.5:8720"


def test_a_table_is_invited_and_plays_its_seat(served: list[Table]) -> None:
    host, guest = served
    host.begin()
    join(served)
    assert host.tables.share is not None
    assert guest.tables.share is not None
    assert (host.tables.share.kept.side, guest.tables.share.kept.side) == (Side.HOST, Side.GUEST)
    assert {*host.tables.seats, *guest.tables.seats} == {*host.session.table_game.seats(host.session.first_event)}
    host.move()
    wait(served, lambda: guest.events == 2)
    assert host.tables.is_awaited
    guest.move()
    wait(served, lambda: host.events == 3)
    ledgers = [table.tables.share.ledger for table in served if table.tables.share is not None]
    assert len({ledger.hash_after(ledger.number) for ledger in ledgers}) == 1


def test_wrong_digits_join_nothing(served: list[Table]) -> None:
    host, guest = served
    host.begin()
    url, invitation = invite(host)
    wrong = Invitation("000000" if invitation.digits != "000000" else "111111")
    guest.tables.begin_joining(url, wrong)
    wait(served, lambda: bool(guest.tables.problem))
    assert guest.session.game is None
    assert host.tables.share is None


@pytest.mark.slow
def test_return_after_typing_goes_on_and_wrong_digits_are_typed_anew(served: list[Table]) -> None:
    host, guest = served
    host.begin()
    url, invitation = invite(host)
    session = guest.session
    session.touch("join", 0.0)

    def page() -> ListPage:
        assert isinstance(session.page, ListPage)
        return session.page

    def typed() -> str:
        return page().rows[0].value

    session.touch("letter 9", 0.0)
    session.touch("delete", 0.0)
    assert typed() == "–"
    session.typed(url, 0.0)
    session.touch("letter 0", 0.0)
    assert typed() == f"{url}0"
    session.touch("delete", 0.0)
    assert "." in [tile.text for tile in page().tiles]
    session.press(Press(Button.ADVANCE, held=False), 0.0)
    assert url in page().text, "it was taken as it was typed"
    assert "".join(tile.text for tile in page().tiles) == "0123456789"
    session.typed("000000" if invitation.digits != "000000" else "111111", 0.0)
    session.press(Press(Button.ADVANCE, held=False), 0.0)
    wait(served, lambda: bool(guest.tables.problem))
    assert "five" in page().text
    assert typed() == "–"
    session.typed(invitation.digits, 0.0)
    session.press(Press(Button.ADVANCE, held=False), 0.0)
    wait(served, lambda: guest.session.game is not None)


def test_a_record_with_a_seat_that_the_game_does_not_have_is_forgotten(
    tables: list[Table], tmp_path: Path, rooms: Rooms
) -> None:
    host, _ = tables
    host.begin()
    join(tables)
    host.close()
    path = tmp_path / Side.HOST / "two-tables.json"
    kept = json.loads(path.read_text())
    kept["games"][0]["guest_seats"] = ["nobody"]
    path.write_text(json.dumps(kept))
    tables[0] = host = Table(tmp_path / Side.HOST, invites=False, start_post=rooms.post)
    host.session.resume(1)
    host.tick()
    assert host.tables.share is None
    host.move()
    assert host.events == 2


def test_a_table_without_the_game_is_told_so(tmp_path: Path, rooms: Rooms) -> None:
    tables = [
        Table(tmp_path / "host", invites=False, start_post=rooms.post),
        Table(tmp_path / "guest", invites=False, games=(OTHELLO,), start_post=rooms.post),
    ]
    host, guest = tables
    host.begin()
    guest.tables.begin_joining(*invite(host))
    wait(tables, lambda: bool(guest.tables.problem))
    assert "not installed" in guest.tables.problem
    assert guest.session.game is None
    for table in tables:
        table.close()


def test_packets_of_strangers_do_not_hasten_the_offer(tables: list[Table], monkeypatch: pytest.MonkeyPatch) -> None:
    host, guest = tables
    host.begin()
    guest.tables.begin_joining(*invite(host))
    wait(tables, lambda: host.tables.share is not None)
    assert host.tables.share is not None
    post = host.tables.share._post
    monkeypatch.setattr(post, "received", lambda: [b"noise"])
    sent: list[bytes] = []
    monkeypatch.setattr(post, "send", sent.append)
    for tick in range(50):
        host.tables.tick(1e6 + tick / 100)
    assert len(sent) < 10


def test_an_undo_of_the_guest_is_ordered_by_the_host(tables: list[Table]) -> None:
    host, guest = tables
    host.begin()
    join(tables)
    for table, other in ((host, guest), (guest, host)):
        table.move()
        count = table.events
        wait(tables, lambda: other.events == count)  # noqa: B023 - called at once
    guest.session.undo(1)
    assert guest.events == 3
    wait(tables, lambda: guest.events == host.events == 1)


def test_what_comes_while_a_menu_is_open_is_taken_and_the_menu_stays(tables: list[Table]) -> None:
    host, guest = tables
    host.begin()
    join(tables)
    guest.session.open_menu()
    host.move()
    wait(tables, lambda: guest.events == 2)
    assert guest.session.page.name == "menu"
    guest.session.close()
    assert guest.session.page.name != "other-table"


def test_a_place_that_is_touched_is_shown_at_the_other_table(tables: list[Table]) -> None:
    host, guest = tables
    host.begin()
    join(tables)
    guest.session.go_on()
    guest.tables.point("b3")
    wait(tables, lambda: "b3" in host.session.notice)
    page = host.session.page
    assert isinstance(page, BoardPage)
    assert "b3" in page.disturbed
    assert "Look at b3." in [said.text for said in host.session.announcements()]


@pytest.mark.parametrize("place", ["zz", "\x00", "\u202eb3", "x" * 200])
def test_a_place_that_the_board_does_not_have_is_passed_over(tables: list[Table], place: str) -> None:
    host, guest = tables
    host.begin()
    join(tables)
    guest.session.go_on()
    guest.tables.point(place)
    before = host.session.notice
    for _ in range(60):
        host.tick()
        guest.tick()
        time.sleep(0.01)
    assert host.session.notice == before
    assert place not in host.session.notice


@pytest.mark.slow
def test_seats_that_a_game_does_not_have_join_nothing(served: list[Table]) -> None:
    host, guest = served
    host.begin()
    host.tables.open_invitation(["nobody"], relayed=False)
    assert host.tables.invite is not None
    guest.tables.begin_joining(host.tables.invite.url, host.tables.invite.pairing.invitation)
    wait(served, lambda: bool(guest.tables.problem))
    assert guest.session.game is None


def test_green_pressed_once_more_withdraws_no_invitation(served: list[Table]) -> None:
    host, _ = served
    host.begin()
    step = AnotherTableStep(host.session, host.tables)
    host.session.open(step)
    step.touch("invite")
    assert host.tables.invite is not None
    host.session.press(Press(Button.ADVANCE, held=False), host.session.now)
    assert host.tables.invite is not None
    assert host.session.step is not step


@pytest.mark.slow
def test_a_table_that_is_gone_is_shown_and_comes_back_by_itself(served: list[Table], tmp_path: Path) -> None:
    host, guest = served
    host.begin()
    join(served)
    guest.close()
    host.move()
    wait([host], lambda: "away since" in host.tables.notice())
    page = AnotherTableStep(host.session, host.tables).page()
    assert isinstance(page, ListPage)
    assert "away since" in page.text
    assert "away since" not in page.status, "it is told once"
    assert "Wait for the other table" in [row.text for row in GoOnAloneStep(host.session, host.tables).rows()]
    again = Table(tmp_path / "guest", invites=False)
    served[1] = again
    again.session.resume(1)
    wait(served, lambda: again.events == 2 and not host.tables.notice())


def test_one_table_goes_on_alone_only_when_it_is_asked(tables: list[Table]) -> None:
    host, guest = tables
    host.begin()
    join(tables)
    assert guest.tables.is_awaited
    step = guest.tables.menu_step(guest.session)
    guest.session.open(step)
    guest.session.touch("alone", 1.0)
    page = guest.session.page
    assert isinstance(page, ListPage)
    assert page.name == "go-on-alone"
    assert [row.text for row in page.rows] == ["Play on together", "Go on alone"], "the other table is there"
    guest.session.touch("alone", 1.1)
    assert not guest.tables.is_awaited
    guest.move()
    wait(tables, lambda: "without this one" in host.tables.notice())
    assert host.events == 1


def test_a_table_that_holds_back_its_part_of_the_coin_is_named(
    tmp_path: Path, rooms: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    thrown = Exchange._thrown

    def held_back(end: Exchange, time_s: float) -> list[dict[str, Any]]:
        return [part for part in thrown(end, time_s) if end.side is Side.HOST or not part["number"]]

    monkeypatch.setattr(Exchange, "_thrown", held_back)
    monkeypatch.setattr(exchange, "KEEPS_BACK_S", 0.2)
    tables = [Table(tmp_path / side, invites=False, games=(LUDO,), start_post=rooms.post) for side in ("host", "guest")]
    host, guest = tables
    host.begin(LUDO)
    join(tables)
    wait(tables, lambda: "holds back" in host.tables.notice())
    assert not guest.tables.notice()
    for table in tables:
        table.close()


def test_a_deck_that_goes_on_alone_is_the_box_s_and_stays_so(tmp_path: Path, rooms: Rooms) -> None:
    flure = find_game("finstere-flure")
    tables = [
        Table(tmp_path / side, invites=False, games=(flure,), start_post=rooms.post) for side in ("host", "guest")
    ]
    host, guest = tables
    host.session.table_game = flure.table
    host.session.start(flure.virtual.start(2, 1, {}))
    join(tables)
    wait(tables, lambda: guest.events == host.events)
    assert not guest.session.chance.is_told(real=True)
    guest.tables.go_on_alone()
    state = guest.session.game.state  # type: ignore[union-attr]
    assert not state.deck.order_known
    # Nobody has shuffled real cards: none are asked for.
    assert not guest.session.chance.is_told(real=True)
    again = Table(tmp_path / "guest", invites=False, games=(flure,), start_post=rooms.post)
    again.session.resume(1)
    assert not again.session.chance.is_told(real=True)
    # Another game has the players' own cards.
    again.session.start(flure.virtual.start(2, 1, {}))
    assert again.session.chance.is_told(real=True)
    for table in (*tables, again):
        table.close()


def test_what_the_box_draws_is_the_same_after_a_restart_also_where_tables_may_be_joined(tmp_path: Path) -> None:
    def drawn() -> float:
        journal = Journal.open(tmp_path / "games.sqlite")
        session = open_session(journal, Settings(), [GAME.table], sees=False)
        tables = OtherTables(session, None)
        session.use_other_table(tables)
        if journal.latest_unfinished() is None:
            session.start(GAME.virtual.start(None, 1, {}))
        else:
            session.resume(1)
        rng = session.chance.rng(session.game_id, "a throw")
        tables.close()
        journal.close()
        assert rng is not None
        return rng.random()

    assert drawn() == drawn()


def test_the_page_says_which_games_cannot_be_shared(tmp_path: Path) -> None:
    betrayal = find_game("betrayal")
    table = Table(tmp_path / "host", invites=True, games=(betrayal,))
    table.begin(betrayal)
    step = table.tables.menu_step(table.session)
    table.session.open(step)
    page = table.session.page
    assert isinstance(page, ListPage)
    assert page.text == "At real tables this game is played at one alone: two must be virtual."
    assert not [row for row in page.rows if row.id]
    table.close()


def test_a_relay_forwards_what_it_cannot_read(tmp_path: Path) -> None:
    relay = subprocess.Popen(
        [sys.executable, "-m", "companion.main", "relay", "127.0.0.1:0"], stdout=subprocess.PIPE, text=True
    )
    try:
        assert relay.stdout is not None
        address = relay.stdout.readline().split()[-1]
        tables = [
            Table(tmp_path / side, invites=side == "host", relay=address, start_post=ReadPost)
            for side in ("host", "guest")
        ]
        ReadPost.carried.clear()
        host, guest = tables
        host.begin()
        guest.tables.begin_joining(*invite(host, relayed=True))
        assert address in AnotherTableStep(host.session, host.tables).text(), "not that of the host's own server"
        wait(tables, lambda: guest.session.game is not None and not host.tables.notice())
        host.move()
        wait(tables, lambda: guest.events == 2)
        guest.move()
        wait(tables, lambda: host.events == 3)
        assert host.tables.share is not None
        key = host.tables.share.kept.key
        for table in tables:
            table.close()
    finally:
        relay.terminate()
        relay.wait()
        assert relay.stdout is not None
        relay.stdout.close()
    assert len(ReadPost.carried) > 10
    for packet in ReadPost.carried:
        # Neither plain text, nor the digits, nor the key, nor what another key opens.
        assert not any(word in packet for word in (b"kind", b"moved", b"breakthrough", b"entr", bytes.fromhex(key)))
        assert all(Seal(bytes(32), side).open(packet) is None for side in Side)


@pytest.mark.slow
@pytest.mark.thorough(but=["finstere-flure", "lifeboat"])
@pytest.mark.parametrize("kind", ["finstere-flure", "mouse-and-elephant", "lifeboat", "coach-ride"])
def test_boxes_with_cameras_come_through_a_net_that_fails(kind: str) -> None:
    counts = play(games()[kind], 3, most_events=12)
    assert counts["remote"] >= 11


@pytest.mark.slow
def test_a_whole_game_with_cameras_ends_alike_through_a_net_that_fails() -> None:
    counts = play(games()["noughts-and-crosses"], 5)
    assert counts["kills"] > 0
    assert counts["lost"] > 0


@pytest.mark.slow
def test_hands_lay_the_cards_that_the_other_table_plays() -> None:
    counts = play(games()["mouse-and-elephant"], 3, most_events=6, hostile=False)
    assert counts["tasks"] >= 6
    assert max(counts["delays"]) <= 1.0


def test_no_phone_takes_a_seat_of_the_other_table(served: list[Table]) -> None:
    host = served[0]
    host.begin()
    join(served)
    assert host.phones is not None
    phone = host.phones.guests
    phone.joined({"phone": 1, "key": "a" * 32, "language": "en", "address": "127.0.0.1"}, ("en",), "en")
    for seat in host.session.table_game.seats(host.session.first_event):
        host.phones._touch(phone.all[1], {"seat": seat}, time.monotonic())
        expected = "seat_elsewhere" if seat in host.tables.seats else ""
        assert phone.all[1].refused == expected


def to_host(tables: list[Table]) -> tuple[Table, Table]:
    """Begin a game with three seats at the guest's, of which one changes tables."""
    host, guest = tables
    host.begin(FLOORS)
    join(tables)
    host.session.open(SeatsStep(host.session))
    host.session.touch("blue", 1.0)
    host.session.touch("other-table", 1.1)
    assert {*host.tables.seats} == {"green", "yellow"}
    wait(tables, lambda: {*guest.tables.seats} == {"red", "blue"})
    return host, guest


@pytest.fixture
def floors(tmp_path: Path, rooms: Rooms) -> Iterator[list[Table]]:
    """Return two tables for games of Finstere Flure."""
    found = [Table(tmp_path / side, invites=False, games=(FLOORS,), start_post=rooms.post) for side in Side]
    yield found
    for table in found:
        table.close()


def test_a_player_goes_on_at_the_other_table(floors: list[Table], tmp_path: Path, rooms: Rooms) -> None:
    to_host(floors)
    # Both keep it when they are killed.
    host, guest = floors
    guest.close()
    guest = floors[1] = Table(tmp_path / "guest", invites=False, games=(FLOORS,), start_post=rooms.post)
    guest.session.resume(1)
    wait(floors, lambda: not host.tables.notice() and not guest.tables.notice())
    assert {*guest.tables.seats} == {"red", "blue"}
    shares = [table.tables.share for table in floors]
    assert len({share.ledger.hash_after(share.ledger.number) for share in shares if share is not None}) == 1
    host.close()
    host = floors[0] = Table(tmp_path / "host", invites=False, games=(FLOORS,), start_post=rooms.post)
    host.session.resume(1)
    assert {*host.tables.seats} == {"green", "yellow"}


@pytest.mark.parametrize("answer", ["yes", "no", "back"])
def test_the_host_is_asked_for_a_seat_that_the_guest_wants(floors: list[Table], answer: str) -> None:
    host, guest = to_host(floors)
    guest.session.open(SeatsStep(guest.session))
    guest.session.touch("blue", 1.0)
    guest.session.touch("other-table", 1.1)
    wait(floors, lambda: host.session.page.name == "seat-wish")
    assert {*guest.tables.seats} == {"red", "blue"}, "nothing is done unasked"
    page = host.session.page
    assert isinstance(page, ListPage)
    assert page.title == "Blue goes on at the other table?"
    if answer == "back":
        host.session.press(Press(Button.BACK, held=False), time.monotonic() + 5)
    else:
        host.session.touch(answer, time.monotonic() + 5)
    share = guest.tables.share
    assert share is not None
    wait(floors, lambda: share.exchange.proposal is None)
    assert host.session.page.name != "seat-wish"
    assert {*guest.tables.seats} == ({"red"} if answer == "yes" else {"red", "blue"})


def wish(host: Table, seats: list[str], number: int) -> None:
    """Ask for seats as a forged guest that has the key."""
    found = host.tables.share
    assert found is not None
    ledger = found.ledger
    asked = {
        "kind": "propose",
        "after": number,
        "hash": ledger.hash_after(number),
        "entry": {"seats": seats},
        "picks": {},
    }
    found.exchange.receive(asked, time.monotonic())
    host.tick()


def test_a_guest_gets_no_other_seat_than_the_one_that_is_asked_about(floors: list[Table]) -> None:
    host, _ = to_host(floors)
    share_of_host = host.tables.share
    assert share_of_host is not None
    number = share_of_host.ledger.number
    for seats in (["red", "blue", "green", "yellow"], ["green", "yellow", "yellow"], ["green"] * 3, ["red", "blue"]):
        wish(host, seats, number)
        assert host.session.page.name != "seat-wish", seats
    wish(host, ["blue", "green", "yellow"], number)
    assert host.session.page.name == "seat-wish"
    # While people are asked about blue, nothing else takes its place.
    wish(host, ["red", "green", "yellow"], number)
    host.session.touch("yes", time.monotonic() + 5)
    assert {*host.tables.seats} == {"blue", "green", "yellow"}


def test_what_was_refused_is_not_asked_again_and_again(floors: list[Table]) -> None:
    host, _ = to_host(floors)
    share_of_host = host.tables.share
    assert share_of_host is not None
    number = share_of_host.ledger.number
    wish(host, ["blue", "green", "yellow"], number)
    host.session.touch("no", time.monotonic() + 5)
    for after in range(number + 1):
        for seats in (["blue", "green", "yellow"], ["yellow", "green", "blue"]):
            wish(host, seats, after)
            assert host.session.page.name != "seat-wish"
    assert {*host.tables.seats} == {"green", "yellow"}


def test_a_host_that_moves_seats_without_end_costs_no_table_its_games(floors: list[Table], tmp_path: Path) -> None:
    _, guest = to_host(floors)
    found = guest.tables.share
    assert found is not None
    exchange, ledger = found.exchange, found.ledger
    for turn in range(300):
        seats = ["green"] if turn % 2 else ["green", "yellow"]
        entry = {
            "kind": "entries",
            "after": ledger.number,
            "hash": ledger.hash_after(ledger.number),
            "entries": [{"seats": seats}],
        }
        exchange.receive(entry, time.monotonic())
    assert len(found.kept.moves) <= 100
    kept = ShareFile.beside(tmp_path / Side.GUEST / "games.sqlite").of(found.kept.game)
    assert kept == found.kept


def test_an_undo_waits_for_the_table_that_is_away(tables: list[Table], tmp_path: Path, rooms: Rooms) -> None:
    host, guest = tables
    host.begin()
    join(tables)
    host.move()
    wait(tables, lambda: guest.events == 2)
    guest.close()
    host.session.undo(1)
    assert host.events == 2
    again = tables[1] = Table(tmp_path / "guest", invites=False, start_post=rooms.post)
    again.session.resume(1)
    wait(tables, lambda: host.events == again.events == 1)


def test_a_table_that_comes_in_the_midst_of_a_game_hears_how_much_it_missed(tables: list[Table]) -> None:
    host, guest = tables
    host.begin()
    for _ in range(3):
        host.move()
    join(tables)
    wait(tables, lambda: guest.events == 4)
    guest.tick()
    assert "Meanwhile 3 moves were made. Menu, What happened." in [said.text for said in guest.session.announcements()]


def test_a_shared_game_is_not_mended_but_played_on_from(tables: list[Table]) -> None:
    host, guest = tables
    host.begin()
    join(tables)
    host.move()
    wait(tables, lambda: guest.events == 2)
    before = host.journal.entries(1)
    host.session.open(running_replay(host.session, 1))
    host.session.press(Press(Button.ADVANCE, held=True), 1.0)
    page = host.session.page
    assert isinstance(page, BoardPage)
    assert "cannot be mended" in page.caption
    assert not {row.id for row in page.rows} & {*MendAct}
    host.session.open(LyingStep(host.session))
    assert "cannot be mended" in str(host.session.page)
    host.session.close()
    host.session.touch("play-on", 1.1)
    assert host.session.game_id == 2
    assert not host.tables.shares(2)
    assert host.journal.entries(1) == before


def test_a_mend_that_is_still_to_be_confirmed_when_the_other_table_comes_changes_nothing(tables: list[Table]) -> None:
    host, guest = tables
    host.begin()
    host.move()
    game = host.session.game
    assert game is not None
    start = MendStart(host.session.table_game, game, 1, MendAct.DROP, 1)
    invited = invite(host)
    host.session.open(ConfirmMendStep(host.session, start, mend(game, MendAct.DROP, 1)))
    guest.tables.begin_joining(*invited)
    wait(tables, lambda: guest.events == 2)
    step = ConfirmMendStep(host.session, start, mend(game, MendAct.DROP, 1))
    host.session.open(step)
    step.advance()
    assert host.events == 2
    assert not host.journal.mends(1)


def test_a_game_that_was_mended_before_is_shared_as_it_counts(tables: list[Table]) -> None:
    host, guest = tables
    host.begin()
    host.move()
    host.move()
    assert host.session.game is not None
    host.session.mend(mend(host.session.game, MendAct.DROP, 2), MendNote(MendAct.DROP, 2))
    join(tables)
    wait(tables, lambda: guest.events == 2)
    assert guest.session.game is not None
    assert guest.session.game.events == host.session.game.events
    host.session.open(UndoStep(host.session))
    page = host.session.page
    assert isinstance(page, ListPage)
    assert [row.id for row in page.rows] == ["1"], "the mend itself is not taken back: the other table knows none"


def test_the_deck_of_a_game_that_runs_already_has_no_order_any_more(tmp_path: Path, rooms: Rooms) -> None:
    flure = find_game("finstere-flure")
    tables = [
        Table(tmp_path / side, invites=False, games=(flure,), start_post=rooms.post) for side in ("host", "guest")
    ]
    host, guest = tables
    session: Any = host.session
    session.table_game = flure.table
    session.start(flure.virtual.start(2, 1, {}))
    rng = Random(1)
    while len(session.game.state.deck.played) < 2:
        session.apply(session.table_game.play.draw(session.game.state, rng), already_placed=True)
    assert session.game.state.deck.order_known
    join(tables)
    wait(tables, lambda: guest.events == host.events)
    assert not session.game.state.deck.order_known
    told = [entry.text for entry in guest.journal.entries(1)]
    assert not any(json.loads(text).get("order") for text in told)
    for table in tables:
        table.close()


def test_nothing_that_a_box_keeps_for_itself_is_sent(tables: list[Table], monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[bytes] = []

    def encoded_and_seen(message: dict[str, Any]) -> bytes:
        sent.append(encoded(message))
        return sent[-1]

    monkeypatch.setattr(share, "encoded", encoded_and_seen)
    host, guest = tables
    host.begin()
    assert host.session.first_event is not None
    seats = host.session.table_game.seats(host.session.first_event)
    host.session.names.add("Wilhelmina")
    host.session.names.sit(host.journal.key(1), {seats[0]: "Wilhelmina"})
    host.session.seating.change(SeatChange(SeatChangeKind.BOT, (seats[0],), "greedy"), 1)
    host.session.seating.change(SeatChange(SeatChangeKind.PERSON, (seats[0],)), 1)
    join(tables)
    host.move()
    wait(tables, lambda: guest.events == 2)
    guest.move()
    wait(tables, lambda: host.events == 3)
    told = b"\n".join(sent).decode()
    kept = [table.tables.share.kept for table in tables if table.tables.share is not None]
    assert b"entries" in b"".join(sent)
    secrets = {secret for record in kept for secret in (record.coin, record.key)}
    own = {*secrets, str(host.journal.path), "Wilhelmina", "greedy", "rng", "seed"}
    assert not [word for word in own if word in told]


def test_a_touch_that_does_nothing_else_shows_the_place_also_on_ones_own_turn(tables: list[Table]) -> None:
    host, guest = tables
    host.begin()
    join(tables)
    host.tick()
    host.session.touch("d4", time.monotonic())
    assert "The other table is shown d4." in host.session.notice
    wait(tables, lambda: "d4" in guest.session.notice)
    assert host.events == 1


@pytest.mark.slow
def test_a_phone_shows_a_place_too_and_nobody_points_all_the_time(served: list[Table]) -> None:
    host, guest = served
    host.begin()
    join(served)
    assert host.phones is not None
    phones = host.phones.guests
    phones.joined({"phone": 1, "key": "a" * 32, "language": "en", "address": "127.0.0.1"}, ("en",), "en")
    touch = {"chosen": [], "at": [0.45, 0.45]}
    host.tick()
    host.phones._touch(phones.all[1], touch, time.monotonic())
    assert host.tables.share is not None
    assert "look" not in str(host.tables.share.exchange.due(time.monotonic())), "it has no seat"
    assert host.session.first_event is not None
    host.phones._touch(phones.all[1], {"seat": host.session.table_game.seats(host.session.first_event)[0]}, 1.0)
    for _ in range(9):
        host.phones._touch(phones.all[1], touch, time.monotonic())
    wait(served, lambda: "points at " in guest.session.notice)
    assert len([said for said in guest.session.announcements() if said.text.startswith("Look at ")]) == 1


def test_a_roll_waits_for_the_other_table_and_falls_the_same_after_both_were_killed(
    tmp_path: Path, rooms: Rooms
) -> None:
    def table(side: str) -> Table:
        return Table(tmp_path / side, invites=False, games=(LUDO,), start_post=rooms.post)

    host, guest = tables = [table("host"), table("guest")]
    host.begin(LUDO)
    join(tables)
    laid(host)
    wait(tables, lambda: host.events == guest.events == 2)
    rolled = [event(found, 1) for found in tables]
    assert rolled[0] == rolled[1]
    guest.close()
    assert host.tables.share is not None
    # From now on the host knows what lies on its disk, as after a crash.
    host.tables.share.close()
    host.tables.share = None
    host.session.undo(1)
    laid(host)
    for _ in range(20):
        host.tick()
    assert host.events == 1, "it does not roll alone"
    assert "still to come" in str(host.session.page)
    guest = table("guest")
    guest.session.resume(1)
    wait([host, guest], lambda: host.events == guest.events == 2)
    assert [event(found, 1) for found in (host, guest)] == rolled
    # Who throws anew is named.
    guest.close()
    kept = ShareFile.beside(guest.journal.path)
    record = kept.of(1)
    assert record is not None
    kept.keep(replace(record, coin="7" * 64))
    guest = table("guest")
    guest.session.resume(1)
    wait([host, guest], lambda: "has changed its part" in host.tables.notice())
    for found in (host, guest):
        found.close()


def event(table: Table, number: int) -> object:
    """Return an event of the running game of a table."""
    assert table.session.game is not None
    return table.session.game.events[number]


def laid(table: Table) -> None:
    """Say that the pieces lie as the page shows."""
    while table.session.page.name == "put-right":
        table.session.press(Press(Button.ADVANCE, held=False), time.monotonic())


def test_a_relay_that_does_not_answer_keeps_no_table_waiting(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        host = Table(tmp_path / "host", invites=True, relay=f"127.0.0.1:{silent.getsockname()[1]}")
        try:
            host.begin()
            begun_s = time.monotonic()
            host.tables.open_invitation(["blue"], relayed=True)
            host.tick()
            assert time.monotonic() - begun_s < 5
            assert host.tables.problem == "The relay is asked for a room."
            host.tables.tick(time.monotonic() + 60)
            assert host.tables.problem.startswith("Nobody can be invited")
        finally:
            host.close()
