"""Games at two virtual tables whose cards the host keeps, and tells the guest's seats."""

import json
import time
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games.coach_ride.virtual_table.secret_game import CoachRideSecrets
from companion.games.lifeboat.table.steps import LifeboatStep
from companion.games.lifeboat.virtual_table.secret_game import LifeboatSecrets
from companion.journal.secret_file import copy_secrets
from companion.main import main
from companion.screen.pages import ListPage
from companion.table.seat_names import player_name
from companion.two_tables.exchange import Fault
from companion.two_tables.messages import encoded
from companion.two_tables.order import Side
from engine.lifeboat import events as e
from engine.lifeboat.components import Character, Provision
from engine.lifeboat.dealt import Dealt, Move, Plan, TradeOffer
from engine.lifeboat.play import PLAY
from hardware.buttons import Button, Press
from tests.companion.two_tables.test_hidden_hands import invite
from tests.companion.two_tables.test_tables import Table, join, wait
from tools.shared_hosts import Rooms
from tools.walk.games import games

pytest.importorskip("starlette")
pytest.importorskip("spake2")

LIFEBOAT = games()["lifeboat"]
SECRETS: dict[str, Any] = {"lifeboat": LifeboatSecrets, "coach-ride": CoachRideSecrets}


def virtual_table(folder: Path, carried: Rooms) -> Table:
    return Table(folder, invites=False, games=(LIFEBOAT,), is_virtual=True, start_post=carried.post)


@pytest.fixture
def tables(tmp_path: Path, rooms: Rooms) -> Iterator[list[Table]]:
    """Return two virtual tables with a game.

    The guest plays the seat that takes the second card, and the last one.
    """
    found = [virtual_table(tmp_path / side, rooms) for side in Side]
    host, guest = found
    host.begin(LIFEBOAT)
    host.tick()
    invite(found, guest_seats(host), lambda: knows(guest) and not host.tables.notice())
    yield found
    for table in found:
        table.close()


def guest_seats(table: Table) -> list[str]:
    assert table.session.game is not None
    order = table.session.game.state.conscious
    return [str(order[1]), str(order[-1])]


def knows(table: Table) -> bool:
    return table.session.game is not None and whole(table) is not None


def whole(table: Table) -> Any:
    assert table.hands is not None
    return table.hands.whole_state()


def dealt(table: Table) -> Dealt:
    found = whole(table)
    assert isinstance(found, Dealt)
    return found


def do(table: Table, event: e.GameEvent) -> None:
    table.session.apply(event)
    table.session.go_on()
    table.tick()


def test_a_guest_knows_what_its_seats_know_and_nothing_else(tables: list[Table]) -> None:
    host, guest = tables
    seats = set(guest_seats(host))
    for seat in seats:
        assert PLAY.view(dealt(guest), seat) == PLAY.view(dealt(host), seat)
    known = dealt(guest).hidden
    assert {str(seat) for seat, hand in known.hands.items() if hand} == seats
    assert {*map(str, known.love)} == seats
    assert not known.bow
    assert not known.removed
    assert guest.hands is not None
    assert {holder.id for holder in guest.hands.holders() if holder.elsewhere} == {*map(str, known.hands)} - seats


def test_a_card_that_a_guest_picks_is_kept_at_the_host(tables: list[Table]) -> None:
    host, guest = tables
    first, second = host.session.game.state.conscious[:2]  # type: ignore[union-attr]
    do(host, e.Took(first))
    wait(tables, lambda: guest.events == 2 and knows(guest))
    offered = dealt(guest).hidden.passing
    guest.hands.keep_move(Move(e.Took(second), (str(offered[-1]),)))  # type: ignore[union-attr]
    do(guest, e.Took(second))
    assert guest.events == 2
    wait(tables, lambda: guest.events == host.events == 3 and knows(guest))
    assert offered[-1] in dealt(host).hidden.hands[second]
    assert dealt(guest).hidden.hands[second] == dealt(host).hidden.hands[second]
    guest.session.undo(2)
    wait(tables, lambda: guest.events == host.events == 2 and knows(guest))
    assert len(dealt(guest).hidden.hands[second]) == 1


def test_a_player_who_goes_on_at_the_guest_s_table_has_the_hand_there(tables: list[Table]) -> None:
    host, guest = tables
    before = guest_seats(host)
    moving = next(str(seat) for seat in dealt(host).state.conscious if str(seat) not in before)
    host.tables.move(moving)
    wait(tables, lambda: knows(guest) and dealt(guest).hidden.love.keys() == {*before, moving})
    assert PLAY.view(dealt(guest), moving) == PLAY.view(dealt(host), moving)
    host.tables.move(before[0])
    wait(tables, lambda: knows(guest) and dealt(guest).hidden.love.keys() == {before[1], moving})
    share = host.tables.share
    assert share is not None
    assert share.exchange.fault is None


def test_a_player_who_has_just_come_is_shown_nothing_before_it_is_told(tables: list[Table]) -> None:
    host, guest = tables
    moving = next(str(seat) for seat in dealt(host).state.conscious if str(seat) not in guest_seats(host))
    share = guest.tables.share
    assert share is not None
    ledger = share.ledger
    seats = [seat for seat in ledger.movable_seats if seat in {*guest_seats(host), moving}]
    # The entry has come, and what goes with it is late.
    entry = {
        "kind": "entries",
        "after": ledger.number,
        "hash": ledger.hash_after(ledger.number),
        "entries": [{"seats": seats}],
    }
    share.exchange.receive(entry, 0.0)
    assert guest.hands is not None
    assert not guest.hands.look(moving)
    assert not knows(guest)
    host.tables.move(moving)
    wait(tables, lambda: knows(guest))
    assert guest.hands.look(moving)


def test_cards_told_before_an_event_are_shown_no_more_after_it(tables: list[Table]) -> None:
    host, guest = tables
    share = guest.tables.share
    assert share is not None
    ledger, took = share.ledger, e.Took(dealt(guest).state.conscious[0])
    # The event has come, and the cards after it are late.
    entry = {
        "kind": "entries",
        "after": ledger.number,
        "hash": ledger.hash_after(ledger.number),
        "entries": [{"event": host.session.game.rules.event_to_json(took)}],  # type: ignore[union-attr]
    }
    share.exchange.receive(entry, 0.0)
    guest.hands.tick()  # type: ignore[union-attr]
    assert guest.events == 2
    assert not knows(guest)
    do(host, took)
    wait(tables, lambda: knows(guest))
    assert dealt(guest).state == dealt(host).state


def test_what_is_no_event_is_asked_for_and_done_once(tables: list[Table]) -> None:
    host, guest = tables
    second = supply(tables)
    guest.hands.keep_move(Move(None, by=second, plan=Plan.ROW))  # type: ignore[union-attr]
    wait(tables, lambda: knows(guest) and dealt(guest).plan is Plan.ROW)
    assert dealt(host).plan is Plan.ROW
    drawn = [card for card in dealt(guest).hidden.deck if card.id is not None]
    assert drawn == [*dealt(host).hidden.deck[: len(drawn)]]
    assert drawn
    share = host.tables.share
    assert share is not None
    asked = {"kind": "ask", "after": share.ledger.number, "number": 1, "move": {"by": str(second)}}
    share.telling.receive(asked)
    assert not dealt(host).declined


def supply(tables: list[Table]) -> Character:
    """Let all take a card, and the first act; return the guest's seat that acts then."""
    host, guest = tables
    order = host.session.game.state.conscious  # type: ignore[union-attr]
    for number, character in enumerate(order, start=2):
        do(guest if str(character) in guest_seats(host) else host, e.Took(character))
        wait(tables, lambda number=number: guest.events == host.events == number and knows(guest))  # type: ignore[misc]
    do(host, e.Passed(order[0]))
    wait(tables, lambda: guest.events == host.events and knows(guest))
    return Character(order[1])


def test_a_guest_neither_acts_for_others_nor_without_the_host(tables: list[Table]) -> None:
    host, guest = tables
    first = host.session.game.state.conscious[0]  # type: ignore[union-attr]
    assert guest.tables.is_awaited
    do(guest, e.Took(first))
    for _ in range(5):
        for table in tables:
            table.tick()
    assert guest.events == host.events == 1
    share = guest.tables.share
    assert share is not None
    assert share.exchange.fault is None


def test_a_host_acts_for_no_seat_of_the_guest(tables: list[Table]) -> None:
    host, guest = tables
    first, second = host.session.game.state.conscious[:2]  # type: ignore[union-attr]
    do(host, e.Took(first))
    assert host.tables.is_awaited
    do(host, e.Took(second))
    assert host.events == 2
    assert "at the other table" in host.session.notice
    wait(tables, lambda: guest.events == 2)


def test_the_host_s_screen_tells_nothing_of_a_guest_s_hand(
    tables: list[Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    host, _ = tables
    session, seat = host.session, Character(guest_seats(host)[0])
    monkeypatch.setattr(session, "_is_told_here", True)
    said = set()
    for card in Provision:
        assert session.refuse_told(e.Laid(by=seat, card=card)), card
        said.add(session.notice)
    assert {card in dealt(host).hidden.hands[seat] for card in Provision} == {True, False}
    assert said == {f"{player_name(session, seat)} plays at the other table."}


def test_both_go_on_after_they_were_killed(tables: list[Table], tmp_path: Path, rooms: Rooms) -> None:
    host, guest = tables
    second = supply(tables)
    known = dealt(guest).hidden.hands[second]
    for number, side in enumerate(Side):
        tables[number].close()
        tables[number] = virtual_table(tmp_path / side, rooms)
        tables[number].session.resume(1)
        tables[number].tick()
    host, guest = tables
    assert dealt(guest).hidden.hands[second] == known
    wait(tables, lambda: not host.tables.notice() and not guest.tables.notice())
    before = host.events
    do(guest, e.Passed(second))
    wait(tables, lambda: guest.events == host.events == before + 1 and knows(guest))
    assert host.session.game.events[-1] == e.Passed(second)  # type: ignore[union-attr]


def test_what_was_told_is_told_again_where_its_file_is_damaged(
    tables: list[Table], tmp_path: Path, rooms: Rooms
) -> None:
    host, guest = tables
    seat = guest_seats(host)[0]
    guest.close()
    path = next((tmp_path / Side.GUEST / "virtual").iterdir())
    content = json.loads(path.read_text())
    content["told"]["views"][seat]["hidden"] = []
    path.write_text(json.dumps(content))
    tables[1] = guest = virtual_table(tmp_path / Side.GUEST, rooms)
    guest.session.resume(1)
    guest.tick()
    assert not knows(guest)
    wait(tables, lambda: knows(guest))
    assert PLAY.view(dealt(guest), seat) == PLAY.view(dealt(host), seat)


def test_views_of_other_seats_or_none_are_not_taken(tables: list[Table]) -> None:
    host, guest = tables
    before, share = dealt(guest), guest.tables.share
    assert share is not None
    true = host.hands.across.tell(guest_seats(host))  # type: ignore[union-attr]
    assert true is not None
    first, second = guest_seats(host)
    for part in ("hands", "love", "hate"):
        without: dict[str, Any] = deepcopy({**true})
        del without[first]["hidden"][part][first]
        more: dict[str, Any] = deepcopy({**true})
        more[first]["hidden"][part] |= true[second]["hidden"][part]
        for views in (without, more):
            share.telling.receive({"kind": "told", "after": share.ledger.number, "asked": 0, "views": views})
            assert dealt(guest) == before
            assert guest.hands.look(first)  # type: ignore[union-attr]
    other = next(str(seat) for seat in before.hidden.hands if str(seat) not in guest_seats(host))
    others: dict[str, Any] = {other: {}}
    for views in (others, {seat: {"hidden": 1} for seat in guest_seats(host)}):
        share.telling.receive({"kind": "told", "after": share.ledger.number, "asked": 0, "views": views})
    assert dealt(guest) == before
    assert share.exchange.fault is not Fault.RULES


def test_a_guest_that_floods_with_questions_holds_up_no_window(tables: list[Table]) -> None:
    host, guest = tables
    assert host.tables.share is not None
    assert guest.tables.share is not None
    after, cards = host.tables.share.ledger.number, host.hands.across  # type: ignore[union-attr]
    for number in range(1, 61):
        asked = {"kind": "ask", "after": after, "number": number, "move": {"by": "nobody"}}
        guest.tables.share._post.send(guest.tables.share.seal.seal(encoded(asked)))
    host.tick()
    assert cards is not None
    assert 0 < cards.asked < 10
    wait([host], lambda: cards.asked == 60)


def test_the_host_alone_may_go_on_alone_and_the_page_says_so(tables: list[Table]) -> None:
    host, guest = tables
    texts = []
    for table in tables:
        table.session.open(table.tables.menu_step(table.session))
        page = table.session.page
        assert isinstance(page, ListPage)
        texts.append({row.id for row in page.rows})
    assert "alone" in texts[0]
    assert "alone" not in texts[1]
    host.session.touch("alone", 1.0)
    page = host.session.page
    assert isinstance(page, ListPage)
    assert "game is over" in page.text
    host.session.touch("alone", 1.1)
    assert not host.tables.seats
    assert guest.session.game is not None


@pytest.mark.parametrize("is_menu_open", [False, True])
def test_a_guest_is_led_to_the_main_menu_when_the_host_goes_on_alone(
    tables: list[Table], capsys: pytest.CaptureFixture[str], *, is_menu_open: bool
) -> None:
    host, guest = tables
    do(host, e.Took(host.session.game.state.conscious[0]))  # type: ignore[union-attr]
    wait(tables, lambda: guest.events == 2 and knows(guest))
    if is_menu_open:
        guest.session.open_menu()
    host.tables.go_on_alone()
    wait(tables, lambda: bool(guest.tables.notice()))
    if is_menu_open:
        menu = guest.session.page
        assert isinstance(menu, ListPage)
        assert not next(row for row in menu.rows if row.id == "start").detail, "it cannot go on later"
        guest.session.close()
    page = guest.session.page
    assert isinstance(page, ListPage)
    assert "over here" in page.title
    assert "without this one" in page.text
    assert not page.status, "it is told once"
    assert [row.id for row in page.rows] == ["start"]
    guest.session.undo(1)
    assert guest.session.page == page
    (record,) = guest.journal.games()
    assert record.is_broken_off
    assert not record.finished
    assert guest.journal.latest_unfinished() is None
    main(["games", "--journal", str(guest.journal.path)])
    assert "broken off" in capsys.readouterr().out
    guest.session.press(Press(Button.ADVANCE, held=False), 1e6)
    assert guest.session.game is None


def test_a_guest_that_was_away_hears_that_the_host_has_gone_on_alone(tmp_path: Path, rooms: Rooms) -> None:
    host = virtual_table(tmp_path / "host", rooms)
    guest = virtual_table(tmp_path / "guest", rooms)
    host.begin(LIFEBOAT)
    host.tick()
    join([host, guest])
    wait([host, guest], lambda: knows(guest))
    guest.close()
    host.tables.go_on_alone()
    wait([host], lambda: not host.tables.seats)
    for _ in range(50):
        host.tick()
        time.sleep(0.02)
    guest = virtual_table(tmp_path / "guest", rooms)
    guest.session.resume(1)
    wait([host, guest], lambda: guest.session.page.name == "broken-off")
    for table in (host, guest):
        table.close()


@pytest.mark.parametrize("kind", ["lifeboat", "coach-ride"])
def test_what_several_seats_know_is_what_each_knows(kind: str) -> None:
    game, rng = games()[kind], Random(5)
    play: Any = game.table.play
    state = play.deal(game.virtual.start(None, 3, {}), rng)
    for number in range(60):
        acting = play.acting_seats(state)
        state = play.follow(state, rng.choice(play.moves_of(state, acting[0])) if acting else play.draw(state, rng))
        seats = [*map(str, play.public(state).players if kind == "coach-ride" else state.hidden.hands)]
        seats = rng.sample(seats, 1 + number % len(seats))
        views = {seat: play.view_codec.decode(play.view_codec.encode(play.view(state, seat))) for seat in seats}
        joined = play.joined(views, play.public(state))
        secrets = SECRETS[kind]
        for seat in seats:
            view = play.view(state, seat)
            assert play.view(joined, seat) == view
            assert secrets.fits_seat(secrets, view, seat)
        if play.over(state) is not None:
            break


def propose(host: Table, event: e.GameEvent, picks: dict[str, list[str]] | None = None) -> str:
    """Propose an event as a forged guest; return why it is refused, empty: it is written."""
    share = host.tables.share
    assert share is not None
    exchange, number = share.exchange, share.ledger.number
    told = {"event": LIFEBOAT.table.rules.event_to_json(event)}
    found = share.ledger.hash_after(number)
    message = {"kind": "propose", "after": number, "hash": found, "entry": told, "picks": picks or {}}
    exchange.receive(message, 0.0)
    answers = [answer["reason"] for answer in exchange.due(0.0) if answer["kind"] == "refused"]
    assert bool(answers) is (share.ledger.number == number)
    return answers[0] if answers else ""


def test_a_refusal_tells_a_guest_nothing_of_others_cards(tables: list[Table]) -> None:
    host, _ = tables
    supply(tables)
    others = [other for other in dealt(host).hidden.hands if str(other) not in guest_seats(host)]
    reasons = {propose(host, e.Laid(other, card)) for other in others for card in Provision}
    assert reasons == {"another table's seat"}


def test_a_guest_overrules_nothing(tables: list[Table]) -> None:
    host, _ = tables
    first, second = host.session.game.state.conscious[:2]  # type: ignore[union-attr]
    do(host, e.Took(first))
    last = Character(guest_seats(host)[1])
    assert propose(host, e.Took(last, overruled=True)) == "only the host overrules"
    assert not propose(host, e.Took(second))


def test_a_guest_forces_no_trade_on_a_seat_of_the_host(tables: list[Table]) -> None:
    host, guest = tables
    second = supply(tables)
    own, first = dealt(host).hidden.hands[second], host.session.game.state.conscious[0]  # type: ignore[union-attr]
    guest.hands.keep_move(Move(None, by=second, offer=TradeOffer(second, first, own[0])))  # type: ignore[union-attr]
    wait(tables, lambda: bool(dealt(host).offers))
    assert propose(host, e.Traded(second, first, 1, 1)) == "not by this hand"


def test_a_guest_is_not_offered_to_overrule(tables: list[Table]) -> None:
    for table, offers in zip(tables, (True, False), strict=True):
        step = LifeboatStep(table.session)
        step.overrule()
        assert step.overruling is offers
        assert bool(step.keys().advance_hold) is offers


def coming(table: Table) -> dict[str, tuple[str, ...]]:
    assert table.hands is not None
    kept = table.hands.secrets.kept
    assert kept is not None
    return dict(kept.coming)


def test_a_guest_picks_for_its_own_event_alone_what_it_is_offered(tables: list[Table]) -> None:
    host, _ = tables
    first, second, third = host.session.game.state.conscious[:3]  # type: ignore[union-attr]
    do(host, e.Took(first))
    offered, held = dealt(host).hidden.passing, dealt(host).hidden.hands[second]
    assert len({*offered}) > 1
    assert not propose(host, e.Took(second), {"took": [str(offered[-1])], "rowed": ["n01"], "x": ["junk"]})
    # What comes with picks for other events counts for nothing.
    assert dealt(host).hidden.hands[second] == (*held, offered[0])
    assert not coming(host)
    host.tick()
    do(host, e.Took(third))
    assert host.events == 4


@pytest.mark.parametrize("picked", [["junk", "junk"], ["water"] * 9])
def test_junk_picks_break_no_game(tables: list[Table], picked: list[str]) -> None:
    host, _ = tables
    second = supply(tables)
    last = Character(guest_seats(host)[1])
    before = len(dealt(host).hidden.hands[second])
    assert not propose(host, e.Traded(second, last, 1, 1), {"traded": picked})
    host.tick()
    assert len(dealt(host).hidden.hands[second]) == before
    assert not coming(host)


def test_without_its_share_a_guest_says_that_it_has_no_cards(tables: list[Table], tmp_path: Path, rooms: Rooms) -> None:
    guest = tables[1]
    guest.close()
    (tmp_path / Side.GUEST / "two-tables.json").unlink()
    tables[1] = guest = virtual_table(tmp_path / Side.GUEST, rooms)
    guest.session.resume(1)
    guest.tick()
    assert guest.hands is not None
    assert "This table has no cards of this game" in guest.hands.trouble
    assert all(not guest.hands.look(holder.id) for holder in guest.hands.holders())


def test_a_game_that_goes_on_from_what_was_told_is_dealt_anew(tables: list[Table]) -> None:
    host, guest = tables
    do(host, e.Took(host.session.game.state.conscious[0]))  # type: ignore[union-attr]
    wait(tables, lambda: guest.events == 2 and knows(guest))
    journal = guest.session.journal
    new = journal.branch(1, journal.events(1))
    copy_secrets(journal, 1, new)
    guest.session.resume(new)
    guest.tick()
    hands = dealt(guest).hidden.hands
    assert guest.hands is not None
    assert all(guest.hands.look(str(character)) for character in hands)
    assert all(len(hands[person.who]) == person.hand for person in dealt(guest).state.people)
