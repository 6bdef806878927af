"""Phones in seats: their own cards, and nothing of the stacks."""

import json
from random import Random

import pytest

from companion.games import find_game
from companion.games.betrayal.virtual_table.secret_game import BetrayalSecrets
from companion.journal import Journal
from companion.table.seats import SeatChange, SeatChangeKind
from companion.table.session import HANDS
from engine.betrayal import events as e
from engine.betrayal.components import CardKind
from engine.betrayal.full_state import FullState
from engine.betrayal.play import PLAY
from engine.betrayal.possible import BegunEvent, Declined
from engine.betrayal.state import MonsterValues
from engine.betrayal.ways import ways
from hardware.buttons import Button, Press
from tests.companion.phones.evening import VirtualEvening
from tests.companion.phones.players import PhonePlayers
from tools.phone_secrets import Known, Watchers, start_game

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("display")]

#: A game in which the first one who is beaten by enough to be robbed has nothing that can be stolen.
_NOTHING_TO_STEAL = 1002
#: So many events are played.
_EVENTS = 60


def test_a_phone_shows_its_own_cards_at_a_real_table(journal: Journal) -> None:
    session, rng = start_game(find_game("betrayal"), journal, 1), Random(1)
    assert session.game is not None
    state, held = PLAY.deal(session.game.events[0], Random(5)), 0
    while len(session.game.events) < _EVENTS:
        move = PLAY.draw(state, rng)
        state = PLAY.follow(state, move)
        event = PLAY.event(move)
        if event is None:
            continue
        session.apply(event, already_placed=True)
        session.go_on()
    sent = Watchers(session, Known()).show(None)
    for seat in session.table_game.seats(session.game.events[0]):
        page = json.loads([value for kind, value in sent[seat] if kind == "show"][-1])
        # The four traits come first.
        assert [row["id"] for row in page["hand"]] == ["", "", "", "", *state.state.cards_at(seat)]
        held += len(page["hand"]) - 4
    assert held


@pytest.mark.usefixtures("faultless_reading")
def test_explorers_walk_discover_roll_and_draw_on_their_phones(journal: Journal) -> None:
    evening = VirtualEvening(find_game("betrayal"), journal)
    evening.begin()
    players = PhonePlayers(evening)
    players.play(Random(1), 25)
    events = {type(event).__name__ for event in evening.session.game.events}
    assert {"Moved", "Discovered", "Drew"} <= events


def turn_over(players: PhonePlayers) -> tuple[str, BegunEvent]:
    """Touch a door on the phone on turn; return the seat, and what is turned over."""
    seat = players.wait_for_seat()
    door = next(move for move in players.shown(seat)["moves"] if move["text"].startswith("Discover to the "))
    players.touch(seat, {"do": door["id"], "offer": players.shown(seat)["offer"]})
    players.evening.work()
    state = players.evening.session.hidden_cards.whole_state()
    assert isinstance(state, FullState)
    assert state.announced is not None
    return seat, state.announced


@pytest.mark.usefixtures("faultless_reading")
def test_who_has_turned_a_tile_over_lays_it(journal: Journal) -> None:
    """A look behind a door binds: on the phone, at the table and after a crash."""
    evening = VirtualEvening(find_game("betrayal"), journal)
    evening.begin()
    players = PhonePlayers(evening)
    players.wait_for_seat()
    session = evening.session
    # Somebody has begun to tell something else at the table.
    session.step.touch(next(row.id for row in session.whole_page.rows if row.id.startswith("door:")))
    assert session.step.answers
    seat, begun = turn_over(players)
    said = [announcement.text for announcement in session.announcements()]
    assert any("turns over" in text for text in [*said, *evening.player.said]), "the table hears of it"
    shown = players.shown(seat)
    assert shown["moves"]
    assert not shown["buttons"]
    assert all("Upper edge to the " in move["text"] for move in shown["moves"])
    # The page asks how it lies, and leads nowhere else.
    assert "How does it lie" in session.whole_page.caption
    answers = [row.id for row in session.whole_page.rows if row.id not in ("", HANDS)]
    assert len(answers) == len(shown["moves"])
    assert all(answer.isdecimal() for answer in answers)
    # The map marks where it comes, and nothing else.
    assert session.page.board.doors == (f"{session.game.state.room_of(seat)}:{begun.event.door.word}",)
    session.press(Press(Button.BACK, held=False), evening.player.now)
    assert session.page.name == "turn", "nothing can be taken back yet"
    count, state = len(session.game.events), session.game.state
    for other in (e.Moved(by=seat, to=next(iter(ways(state, seat)))), e.TurnEnded(by=seat)):
        session.step.enter_event(other)
        assert len(session.game.events) == count
        assert "is turned over: it is laid first" in session.step.refusal
    # A bot comes and goes, and the machine starts again.
    for kind in (SeatChangeKind.BOT, SeatChangeKind.PERSON):
        session.seating.change(SeatChange(kind, (seat,), "greedy"), count)
        assert session.hidden_cards.whole_state().announced == begun
    again = BetrayalSecrets(session, 1)
    again.follow()
    assert again.kept is not None
    assert again.kept.unnoticed == (begun,)
    players.do(seat, shown["moves"][0]["text"])
    assert session.game.events[count].tile == begun.event.tile


@pytest.mark.usefixtures("faultless_reading")
def test_hands_lay_the_tile_that_is_turned_over(journal: Journal) -> None:
    evening = VirtualEvening(find_game("betrayal"), journal)
    evening.begin()
    players = PhonePlayers(evening)
    _, begun = turn_over(players)
    session, count = evening.session, len(evening.session.game.events)
    session.touch(HANDS, evening.player.now)
    evening.work()
    # The phone that has turned it over lays it, as long as it has the seat.
    assert len(session.game.events) == count
    evening.phones.free(begun.event.by)
    session.touch(HANDS, evening.player.now)
    for _ in range(30):
        evening.work()
        if len(session.game.events) > count:
            break
    assert session.game.events[count].tile == begun.event.tile


@pytest.mark.usefixtures("faultless_reading")
def test_what_is_overruled_or_undone_lays_no_tile(journal: Journal) -> None:
    """The table may want it otherwise, for all to see."""
    evening = VirtualEvening(find_game("betrayal"), journal)
    evening.begin()
    players = PhonePlayers(evening)
    seat, _ = turn_over(players)
    session = evening.session
    session.step.overrule()
    session.step.enter_event(e.TurnEnded(by=seat))
    assert isinstance(session.game.events[-1], e.TurnEnded)
    assert session.hidden_cards.whole_state().announced is None


RATS = e.MonsterGroup("rat", MonsterValues(2, 3, None, None), (("rat-1", "foyer"), ("rat-2", "entrance-hall")))


def begin_haunt(evening: VirtualEvening) -> str:
    """Play into a haunt with rats in a moment; return the traitor."""
    first: str = evening.start.first
    traitor = next(str(player) for player in evening.start.players if player != first)
    for event in (
        e.Drew(by=first, card=CardKind.OMEN, name="ring"),
        e.TurnEnded(by=first),
        e.HauntRolled(by=first, faces=(0,) * 6),
        e.HauntBegan(by=first, number=12, traitor=traitor, monsters=(RATS,)),
    ):
        evening.session.apply(event, already_placed=True)
    evening.session.go_on()
    return traitor


@pytest.fixture
def haunted(journal: Journal) -> PhonePlayers:
    """A haunt at the virtual table, a phone in each seat; the second player is the traitor."""
    evening = VirtualEvening(find_game("betrayal"), journal)
    evening.begin()
    begin_haunt(evening)
    return PhonePlayers(evening)


@pytest.mark.usefixtures("faultless_reading")
def test_each_side_of_the_haunt_has_notes_of_its_own(haunted: PhonePlayers) -> None:
    traitor = haunted.evening.session.game.state.traitors[0]
    hero, other = [seat for seat in haunted.seats if seat != traitor][:2]
    haunted.touch(traitor, {"note": "Bury them all"})
    haunted.touch(hero, {"counter": "Candles", "value": 2})
    haunted.touch(hero, {"note": 12, "counter": "", "value": []})
    haunted.evening.work()
    assert haunted.shown(traitor)["notes"] == {
        "side": "Notes: the traitor's side",
        "note": "Bury them all",
        "counters": [],
    }
    assert haunted.shown(other)["notes"]["counters"] == [{"text": "Candles", "value": 2}]
    sent = [message for message in haunted.line.sent if "Bury them all" in message.get("value", "")]
    assert {message["phone"] for message in sent} == {haunted.seats.index(traitor) + 1}
    sent = [message for message in haunted.line.sent if "Candles" in message.get("value", "")]
    assert haunted.seats.index(traitor) + 1 not in {message["phone"] for message in sent}
    haunted.touch(other, {"counter": "Candles", "value": None})
    haunted.evening.work()
    assert haunted.shown(hero)["notes"]["counters"] == []


@pytest.mark.usefixtures("faultless_reading")
def test_both_sides_play_the_haunt_on_their_phones(haunted: PhonePlayers) -> None:
    game = haunted.evening.session.game
    haunted.play(Random(3), len(game.events) + 60)
    events = haunted.evening.session.game.events[len(game.events) :]
    traitor = game.state.traitors[0]
    actors = {getattr(event, "by", None) for event in events}
    assert {"rat-1", traitor, game.events[0].first} <= actors, [type(event).__name__ for event in events]


def test_damage_is_asked_for_after_a_declined_theft_of_nothing(journal: Journal) -> None:
    session, rng = start_game(find_game("betrayal"), journal, _NOTHING_TO_STEAL), Random(_NOTHING_TO_STEAL)
    assert session.game is not None
    state, hidden = PLAY.deal(session.game.events[0], rng), Known()
    while not (state.state.owed and state.state.owed[0].steal):
        move = PLAY.draw(state, rng)
        state, event = PLAY.follow(state, move), PLAY.event(move)
        if event is not None:
            session.apply(event, already_placed=True)
    hidden.state = PLAY.follow(state, Declined(state.state.owed[0].steal))
    session.use_hidden_cards(hidden)
    session.go_on()
    assert session.page.name == "damage"


@pytest.mark.usefixtures("faultless_reading")
def test_what_was_begun_at_the_table_is_forgotten_when_a_phone_takes_the_seat(journal: Journal) -> None:
    evening = VirtualEvening(find_game("betrayal"), journal)
    evening.begin()
    session = evening.session
    session.touch(next(row.id for row in session.whole_page.rows if row.id.startswith("door:")), evening.player.now)
    evening.work()
    assert session.step.answers
    players = PhonePlayers(evening)
    seat = players.wait_for_seat()
    evening.work()
    assert session.step.answers == ()
    # Rows that a phone touches on the page are its own.
    session.step.touch("else")
    evening.work()
    assert session.step.answers == ("else",)
    assert players.shown(seat)["moves"]
