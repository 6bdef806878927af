"""Seats of phones: none is a bot's, none follows another, and the table has the last word."""

import time
from collections.abc import Callable

import pytest
from mouse_and_elephant.game import GAME as MOUSE

from companion.device.language import COMPLETE
from companion.games import find_game
from companion.journal import Journal
from companion.phones.guests import Guest
from companion.phones.words import page_words
from companion.table.menus import MenuStep
from companion.table.seats import SeatChange, SeatChangeKind
from companion.voice import Level
from tests.companion.phones.evening import VirtualEvening
from tests.companion.phones.guesting import Guesting
from tools.phone_secrets import Line

pytestmark = pytest.mark.usefixtures("display")


def let_bot_play(guesting: Guesting, seat: str) -> None:
    events = len(guesting.session.game.events)
    guesting.session.seating.change(SeatChange(SeatChangeKind.BOT, (seat,), "random"), events)
    guesting.look()


# --- which seats a phone gets -----------------------------------------------------------------------------------------


def test_a_phone_goes_from_seat_to_seat_only_where_the_table_lets_it(guesting: Guesting) -> None:
    guesting.touch(1, seat="fox")
    shown = guesting.touch(1, seat="geese")
    assert (shown["seat"], shown["refused"]) == ("fox", "seat_bound")
    # Neither by giving the seat back first: then the same seat alone is its own.
    guesting.touch(1, seat="")
    shown = guesting.touch(1, seat="geese")
    assert (shown["seat"], shown["refused"]) == ("", "seat_bound")
    assert [seat["why_not"] for seat in shown["seats"] if seat["id"] == "geese"] == ["seat_bound"]
    assert guesting.touch(1, seat="fox")["seat"] == "fox"
    guesting.press_on_page("seat fox")
    assert guesting.shown(1)["seat"] == ""
    assert guesting.touch(1, seat="geese")["seat"] == "geese"


def test_a_seat_that_was_given_back_is_let_go_at_the_table(guesting: Guesting) -> None:
    guesting.touch(1, seat="fox")
    guesting.touch(1, seat="")
    guesting.press_on_page("seat fox")
    assert guesting.touch(1, seat="geese")["seat"] == "geese"


def test_a_seat_that_the_table_took_back_is_gone_for_the_evening(guesting: Guesting) -> None:
    guesting.touch(1, seat="fox")
    guesting.press_on_page("seat fox")
    shown = guesting.touch(1, seat="fox")
    assert (shown["seat"], shown["refused"]) == ("", "seat_barred")
    assert guesting.touch(2, seat="fox")["seat"] == "fox"
    again = guesting.killed()
    assert again.touch(2, seat="")["seat"] == ""
    shown = again.touch(1, seat="fox")
    assert (shown["seat"], shown["refused"]) == ("", "seat_barred")
    # What it had seen of another seat binds it after the crash, too.
    shown = again.touch(2, seat="geese")
    assert (shown["seat"], shown["refused"]) == ("", "seat_bound")


def test_every_seat_may_be_chosen_again_in_the_next_game(guesting: Guesting) -> None:
    guesting.touch(1, seat="fox")
    guesting.touch(1, seat="")
    guesting.evening.begin()
    guesting.evening.work()
    assert guesting.touch(1, seat="geese")["seat"] == "geese"


def test_nobody_comes_back_as_another_phone_by_the_old_ticket(guesting: Guesting) -> None:
    guesting.touch(1, seat="fox")
    guests = guesting.phones.guests
    old = guests.ticket, guests.code
    guesting.press_on_page("seat fox")
    assert guests.ticket != old[0]
    assert [message["ticket"] for message in guesting.line.sent if message["kind"] == "ticket"] == [
        old[0],
        guests.ticket,
    ]


def test_a_bot_s_seat_is_nobody_s(guesting: Guesting) -> None:
    let_bot_play(guesting, "fox")
    shown = guesting.touch(1, seat="fox")
    assert (shown["seat"], shown["refused"]) == ("", "seat_bot")
    assert {seat["id"]: seat["why_not"] for seat in shown["seats"]} == {"fox": "seat_bot", "geese": ""}


def test_a_seat_whose_bot_has_failed_is_nobody_s_until_the_table_says_who_plays(guesting: Guesting) -> None:
    seating = guesting.session.seating
    let_bot_play(guesting, "fox")
    events = len(guesting.session.game.events)
    seating.change(SeatChange(SeatChangeKind.FAILED, ("fox",), "random"), events)
    shown = guesting.touch(1, seat="fox")
    assert (shown["seat"], shown["refused"]) == ("", "seat_bot")
    seating.change(SeatChange(SeatChangeKind.PERSON, ("fox",)), events)
    assert guesting.touch(1, seat="fox")["seat"] == "fox"


def test_a_bot_that_comes_has_the_seat_and_the_phone_has_it_again_after_it(guesting: Guesting) -> None:
    guesting.touch(1, seat="fox")
    let_bot_play(guesting, "fox")
    assert guesting.shown(1)["seat"] == ""
    events = len(guesting.session.game.events)
    guesting.session.seating.change(SeatChange(SeatChangeKind.PERSON, ("fox",)), events)
    assert guesting.touch(1, seat="fox")["seat"] == "fox"


@pytest.mark.slow
@pytest.mark.usefixtures("faultless_reading")
def test_a_hand_of_a_bot_at_the_virtual_table_is_read_by_no_phone(journal: Journal) -> None:
    evening = VirtualEvening(MOUSE, journal)
    evening.begin()
    guesting = Guesting(evening)
    guesting.join(1)
    # The cover's own bot, of which no event and no change of seats tells.
    assert evening.hands is not None
    evening.hands.change_player("north")
    assert "north" in evening.hands.bot_seats
    shown = guesting.touch(1, seat="north")
    assert (shown["seat"], shown["refused"], shown.get("hand")) == ("", "seat_bot", None)
    assert guesting.touch(1, seat="west")["hand"]
    # A game that is watched is played by bots alone.
    evening.session.watching = True
    evening.work()
    assert guesting.shown(1)["seat"] == ""
    assert guesting.touch(1, seat="east")["refused"] == "seat_bot"
    assert not guesting.shown(1).get("hand")


@pytest.mark.slow
@pytest.mark.usefixtures("faultless_reading")
@pytest.mark.parametrize("game", ["lifeboat", "coach-ride", "betrayal"])
@pytest.mark.parametrize("gone", [SeatChangeKind.LEFT, SeatChangeKind.RESTS])
def test_the_seat_of_somebody_who_is_away_is_nobody_s(journal: Journal, game: str, gone: SeatChangeKind) -> None:
    evening = VirtualEvening(find_game(game), journal)
    evening.begin()
    guesting = Guesting(evening)
    guesting.join(1, 2)
    seat = guesting.shown(1)["seats"][0]["id"]
    assert guesting.touch(1, seat=seat)["seat"] == seat
    evening.session.seating.change(SeatChange(gone, (seat,)), len(evening.session.game.events))
    guesting.look()
    assert guesting.shown(1)["seat"] == ""
    for number in (1, 2):
        shown = guesting.touch(number, seat=seat)
        assert (shown["seat"], shown["refused"], shown.get("hand")) == ("", "seat_bot", None)
    evening.session.seating.change(SeatChange(SeatChangeKind.BACK, (seat,)), len(evening.session.game.events))
    assert guesting.touch(2, seat=seat)["seat"] == seat


# --- one address ------------------------------------------------------------------------------------------------------


def test_what_the_table_has_taken_back_stays_barred_for_the_address_after_a_crash(guesting: Guesting) -> None:
    guesting.join(4, 5, address="192.168.1.4")
    guesting.touch(4, seat="fox")
    guesting.press_on_page("seat fox")
    again = guesting.killed()
    again.join(6, address="192.168.1.4")
    for number in (4, 5, 6):
        shown = again.touch(number, seat="fox")
        assert (shown["seat"], shown["refused"]) == ("", "seat_barred")
    # What it was barred from in one game it does not get in the next one of the evening.
    again.evening.begin()
    again.evening.work()
    assert again.touch(5, seat="fox")["refused"] == "seat_barred"
    assert again.touch(5, seat="geese")["seat"] == "geese"
    assert again.touch(2, seat="fox")["seat"] == "fox"


def test_a_seat_that_was_given_back_binds_the_address_when_its_phone_is_forgotten(guesting: Guesting) -> None:
    guesting.join(4, address="192.168.1.4")
    guesting.touch(4, seat="fox")
    guesting.touch(4, seat="")
    guesting.line.coming.append({"kind": "left", "phone": 4})
    again = guesting.killed()
    again.join(5, address="192.168.1.4")
    assert again.touch(5, seat="geese")["refused"] == "seat_bound"
    # The table lets it go, although the phone itself has given nothing back.
    again.press_on_page("seat fox")
    assert again.touch(5, seat="geese")["seat"] == "geese"


def test_a_phone_that_sits_down_while_its_place_is_given_away_keeps_both(guesting: Guesting) -> None:
    guesting.join(4, address="192.168.1.4")
    guesting.touch(4, seat="fox")
    sent = len(guesting.line.sent)
    guesting.line.coming.append({"kind": "left", "phone": 4})
    guesting.look()
    known, shown = [message for message in guesting.line.sent[sent:] if message.get("phone") == 4]
    assert (known["kind"], known["key"]) == ("known", f"{4:032x}")
    # The server has forgotten what it showed, too.
    assert shown["kind"] == "show"
    assert guesting.shown(4)["seat"] == "fox"


def test_the_seat_of_a_phone_that_was_thrown_out_is_barred_for_who_joined_before_at_its_address(
    guesting: Guesting,
) -> None:
    guesting.join(4, 5, address="192.168.1.9")
    guesting.touch(4, seat="fox")
    guesting.press_on_page("phone 4")
    assert 4 not in guesting.phones.guests.all
    assert guesting.touch(5, seat="fox")["refused"] == "seat_barred"
    assert guesting.touch(1, seat="fox")["seat"] == "fox"


def test_a_seat_that_was_given_back_binds_nobody_in_the_next_game(guesting: Guesting) -> None:
    guesting.join(4, 5, address="192.168.1.4")
    guesting.touch(4, seat="fox")
    guesting.touch(4, seat="")
    assert guesting.touch(5, seat="geese")["refused"] == "seat_bound"
    guesting.evening.begin()
    guesting.evening.work()
    assert guesting.touch(5, seat="geese")["seat"] == "geese"


@pytest.mark.parametrize("address", ["", "127.0.0.1", "::1", "::ffff:127.0.0.1"])
def test_phones_behind_a_tunnel_of_the_machine_itself_are_barred_each_alone(guesting: Guesting, address: str) -> None:
    guesting.join(4, 5, address=address)
    guesting.touch(4, seat="fox")
    guesting.press_on_page("seat fox")
    assert guesting.touch(4, seat="fox")["refused"] == "seat_barred"
    assert guesting.touch(5, seat="fox")["seat"] == "fox"
    guesting.touch(5, seat="")
    guesting.join(6, address=address)
    assert guesting.touch(6, seat="geese")["seat"] == "geese"


def test_addresses_are_kept_in_a_number_that_the_file_bears(guesting: Guesting) -> None:
    for number in range(4, 304):
        guesting.phones.guests.add(Guest(number, f"{number:032x}", "en", address=f"2001:db8::{number}"))
        guesting.phones.guests.take(guesting.phones.guests.all[number], "fox")
        guesting.phones.guests.all[number].sit("")
        guesting.line.coming.append({"kind": "left", "phone": number})
    guesting.evening.work()
    assert len(guesting.phones.guests.bars) == 200
    known = guesting.killed().phones.guests.bars
    assert [*known][-1] == "2001:db8::303"


# --- what the table says ----------------------------------------------------------------------------------------------


def test_the_table_says_and_shows_who_sits_down(guesting: Guesting) -> None:
    session = guesting.session
    session.announcements()
    guesting.touch(1, seat="fox")
    (said,) = session.announcements()
    assert (said.text, said.level) == ("A phone has sat down: The fox.", Level.PHASE)
    # A touch at the table, and one of the phone itself, do not take the notice away.
    session.touch("nothing", session.now)
    guesting.touch(1, do="advance", offer=guesting.shown(1).get("offer"))
    assert "The fox has a phone" in session.status
    session.announcements()
    # Whoever slept or changed their mind is no news; another phone is.
    guesting.touch(1, seat="")
    assert "has a phone" not in session.status, "it has none any more"
    guesting.touch(1, seat="fox")
    assert not session.announcements()
    guesting.touch(1, seat="")
    guesting.touch(2, seat="fox")
    assert [said.text for said in session.announcements()] == ["A phone has sat down: The fox."]


def test_a_phone_is_not_told_that_it_has_sat_down_and_others_are(guesting: Guesting) -> None:
    guesting.touch(1, seat="fox")
    guesting.look()
    own, other = guesting.shown(1), guesting.shown(2)
    assert other["status"] == "The fox has a phone. Refuse it: menu, Phones."
    assert own["status"] == ""
    assert "A phone has sat down: The fox." in [announcement["text"] for announcement in other["said"]]
    assert "A phone has sat down: The fox." not in [announcement["text"] for announcement in own["said"]]
    # Of another one it is told.
    guesting.touch(2, seat="geese")
    guesting.look()
    assert "A phone has sat down: The geese." in [announcement["text"] for announcement in guesting.shown(1)["said"]]
    assert "The geese" in guesting.shown(1)["status"]


# --- what a phone without its seat may do -----------------------------------------------------------------------------


def gave_back(guesting: Guesting) -> None:
    guesting.touch(1, seat="")


def was_taken(guesting: Guesting) -> None:
    guesting.press_on_page("seat geese")


def was_taken_in_the_same_moment(guesting: Guesting) -> None:
    guesting.phones.free("geese")


def another_sat_down(guesting: Guesting) -> None:
    guesting.touch(1, seat="")
    guesting.touch(2, seat="geese")


def gave_it_back_and_took_it(guesting: Guesting) -> None:
    guesting.touch(1, seat="")
    guesting.touch(1, seat="geese")


def bot_came(guesting: Guesting) -> None:
    events = len(guesting.session.game.events)
    guesting.session.seating.change(SeatChange(SeatChangeKind.BOT, ("geese",), "random"), events)


def was_thrown_out(guesting: Guesting) -> None:
    guesting.press_on_page("phone 1")


@pytest.mark.parametrize(
    "ends",
    [
        gave_back,
        was_taken,
        was_taken_in_the_same_moment,
        another_sat_down,
        gave_it_back_and_took_it,
        bot_came,
        was_thrown_out,
    ],
)
def test_an_offer_ends_with_its_seat(guesting: Guesting, ends: Callable[[Guesting], None]) -> None:
    shown = guesting.touch(1, seat="geese")
    assert shown["moves"]
    ends(guesting)
    for number in range(shown["offer"], shown["offer"] + 3):
        # Who sits there again may do what is offered now.
        if ends is not gave_it_back_and_took_it or number != guesting.shown(1)["offer"]:
            guesting.touch(1, do="move 0", offer=number)
    assert len(guesting.session.game.events) == 1


@pytest.mark.parametrize("seat", ["geese", "fox"])
def test_an_offer_of_a_seat_is_none_in_the_same_moment_in_which_another_is_taken(guesting: Guesting, seat: str) -> None:
    offer = guesting.touch(1, seat="geese")["offer"]
    if seat == "fox":
        guesting.phones.free("geese")
    for touched in ({"seat": ""}, {"seat": seat}, {"do": "move 0", "offer": offer}):
        guesting.line.coming.append({"kind": "touched", "phone": 1, "touched": touched})
    guesting.look()
    assert guesting.shown(1)["seat"] == seat
    assert guesting.shown(1)["refused"] == "late"
    assert len(guesting.session.game.events) == 1


@pytest.mark.parametrize("ends", [gave_back, was_taken])
def test_an_offer_ends_with_a_table_that_was_killed(guesting: Guesting, ends: Callable[[Guesting], None]) -> None:
    shown = guesting.touch(1, seat="geese")
    ends(guesting)
    again = guesting.killed()
    again.touch(1, do="move 0", offer=shown["offer"])
    assert len(again.session.game.events) == 1


def test_what_a_killed_table_offered_is_no_offer_of_the_next(guesting: Guesting) -> None:
    shown = guesting.touch(1, seat="geese")
    again = guesting.killed()
    assert again.shown(1)["moves"] == shown["moves"]
    assert again.shown(1)["offer"] != shown["offer"]
    assert again.touch(1, do="move 0", offer=shown["offer"])["refused"] == "late"
    again.touch(1, do="move 0", offer=again.shown(1)["offer"])
    assert len(again.session.game.events) == 2


# --- what phones are told ---------------------------------------------------------------------------------------------


def test_a_refusal_does_not_stand_for_ever_where_it_is_one_s_turn(
    guesting: Guesting, monkeypatch: pytest.MonkeyPatch
) -> None:
    guesting.touch(1, seat="geese")
    assert guesting.touch(1, do="move 0", offer=-1)["refused"] == "late"
    assert guesting.shown(1)["moves"]
    now_s = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now_s + 3.0)
    guesting.evening.work()
    assert guesting.shown(1)["refused"] == "late"
    monkeypatch.setattr(time, "monotonic", lambda: now_s + 8.0)
    guesting.evening.work()
    assert guesting.shown(1)["refused"] == ""


def test_while_much_waits_to_be_sent_nothing_is_shown_and_the_newest_then(
    guesting: Guesting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Line, "is_behind", True)
    sent = len(guesting.line.sent)
    for seat in ("fox", "", "fox"):
        guesting.touch(1, seat=seat)
    assert len(guesting.line.sent) == sent
    monkeypatch.setattr(Line, "is_behind", False)
    guesting.look()
    assert guesting.shown(1)["seat"] == "fox"
    assert [message["phone"] for message in guesting.line.sent[sent:] if message["kind"] == "show"] == [1, 2, 3]


def test_a_phone_is_told_that_a_menu_is_open_at_the_table(guesting: Guesting) -> None:
    assert not guesting.touch(1, seat="geese")["menu"]
    guesting.session.open(MenuStep(guesting.session))
    shown = guesting.touch(1, language="en")
    assert shown["menu"]
    assert not shown["moves"]
    guesting.session.close()
    assert not guesting.touch(1, language="en")["menu"]


def test_whatever_is_open_at_the_table_the_phone_whose_turn_it_is_says_what_it_waits_for(guesting: Guesting) -> None:
    """Menus lie above the game; a table that is wrong is the game's own page."""
    session = guesting.session
    words = page_words()
    assert guesting.touch(1, seat="geese")["wait"] == ""
    opened = []
    for row in MenuStep(session).rows():
        if row.id == "start":
            continue
        session.open(MenuStep(session))
        session.touch(row.id, session.now)
        if session.game is None or not session.has_page_above:
            continue
        opened.append(session.page.name)
        shown = guesting.touch(1, language="en")
        assert shown["wait"] == "menu", session.page.name
        assert not shown["moves"]
        session.go_on()
    assert {"help", "log", "settings", "pause"} <= {*opened}
    session.layout = None
    session.go_on()
    assert not session.step.takes_events
    assert guesting.touch(1, language="en")["wait"] == "table"
    for language in COMPLETE:
        assert len({words[language][word] for word in ("menu", "table", "not_turn", "turn")}) == 4


@pytest.mark.parametrize("is_killed", [False, True])
@pytest.mark.parametrize("between", ["nothing", "another game"])
def test_phones_have_their_seats_in_a_game_that_goes_on(guesting: Guesting, between: str, *, is_killed: bool) -> None:
    guesting.touch(1, seat="fox")
    guesting.touch(2, seat="geese")
    game = guesting.session.game_id
    if between == "another game":
        guesting.evening.begin()
        guesting.look()
        guesting.touch(1, seat="")
        assert guesting.touch(3, seat="fox")["seat"] == "fox"
    guesting.session.open_start_page()
    guesting.look()
    if is_killed:
        guesting = Guesting(type(guesting.evening)(guesting.evening.game, guesting.session.journal))
        guesting.look()
    # On the first page, too, seats are somebody's: else a cover would open before the table has looked.
    assert guesting.session.seating.own_screens == {"fox", "geese"}
    guesting.session.resume(game)
    guesting.look()
    assert [guesting.phones.guests.all[number].seat for number in (1, 2, 3)] == ["fox", "geese", ""]
    assert guesting.session.seating.own_screens == {"fox", "geese"}


def test_a_seat_that_was_taken_back_meanwhile_is_not_had_again(guesting: Guesting) -> None:
    guesting.touch(1, seat="fox")
    game = guesting.session.game_id
    guesting.evening.begin()
    guesting.look()
    guesting.press_on_page("seat fox")
    guesting.session.resume(game)
    guesting.look()
    assert guesting.phones.guests.all[1].seat == ""
    assert guesting.touch(2, seat="fox")["seat"] == "fox"
