"""Phones in seats: their own cards, and nothing of the stacks."""

import json
from random import Random
from typing import Any

import pytest

from companion.games import find_game
from companion.journal import Journal
from engine.betrayal import events as e
from engine.betrayal.components import CardKind
from engine.betrayal.play import PLAY
from engine.betrayal.state import Kind
from hardware.buttons import Button, Press
from tests.companion.phones.evening import Evening, VirtualEvening
from tests.companion.phones.players import PhonePlayers
from tests.companion.phones.test_secrets import Known, sent_to

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("display")]

#: So many events are played; the phones are looked at after every tenth.
_EVENTS = 60


class HouseEvening(Evening):
    """An evening of Betrayal at a table without a camera."""

    def _lay(self) -> None:
        while self.session.page.name in ("set-up", "put-right"):
            self.session.press(Press(Button.ADVANCE, held=False), 0.0)


def test_a_phone_shows_its_own_cards_and_nothing_of_the_stacks(journal: Journal) -> None:
    evening, rng, hidden = HouseEvening(find_game("betrayal"), journal), Random(1), Known()
    evening.begin()
    session = evening.session
    seats = session.table_game.seats(evening.start)
    session.use_hidden_cards(hidden)
    state, held = PLAY.deal(evening.start, Random(5)), 0
    while len(session.game.events) < _EVENTS:
        move = PLAY.draw(state, rng)
        state = PLAY.follow(state, move)
        event = PLAY.event(move)
        if event is None:
            continue
        session.apply(event, already_placed=True)
        session.go_on()
        if len(session.game.events) % 10:
            continue
        told = sent_to(session, seats, hidden, state)
        assert sent_to(session, seats, hidden, PLAY.determinize(PLAY.view(state, seats[0]), seats[0], rng)) == told
        for seat in seats:
            # The four traits come first.
            hand = [row["id"] for row in shown(told[seat])["hand"]]
            assert hand == ["", "", "", "", *state.state.cards_at(seat)]
            held += len(hand) - 4
    assert held


def shown(messages: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the last page of a phone."""
    value: dict[str, Any] = json.loads([one["value"] for one in messages if one["kind"] == "show"][-1])
    return value


@pytest.mark.usefixtures("faultless_reading")
def test_explorers_walk_discover_roll_and_draw_on_their_phones(journal: Journal) -> None:
    evening = VirtualEvening(find_game("betrayal"), journal)
    evening.begin()
    players = PhonePlayers(evening)
    players.play(Random(1), 25)
    events = {type(event).__name__ for event in evening.session.game.events}
    assert {"Moved", "Discovered", "Drew"} <= events


RATS = e.MonsterGroup("rat", Kind(2, 3, None, None), (("rat-1", "foyer"), ("rat-2", "entrance-hall")))


@pytest.fixture
def haunted(journal: Journal) -> PhonePlayers:
    """A haunt at the virtual table, a phone in each seat; the second player is the traitor."""
    evening = VirtualEvening(find_game("betrayal"), journal)
    evening.begin()
    first = evening.start.first
    traitor = next(who for who in evening.start.players if who != first)
    for event in (
        e.Drew(by=first, card=CardKind.OMEN, name="ring"),
        e.TurnEnded(by=first),
        e.HauntRolled(by=first, faces=(0,) * 6),
        e.HauntBegan(by=first, number=12, traitor=traitor, monsters=(RATS,)),
    ):
        evening.session.apply(event, already_placed=True)
    evening.session.go_on()
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
    sent = [one for one in haunted.line.sent if "Bury them all" in one.get("value", "")]
    assert {one["phone"] for one in sent} == {haunted.seats.index(traitor) + 1}
    sent = [one for one in haunted.line.sent if "Candles" in one.get("value", "")]
    assert haunted.seats.index(traitor) + 1 not in {one["phone"] for one in sent}
    haunted.touch(other, {"counter": "Candles", "value": None})
    haunted.evening.work()
    assert haunted.shown(hero)["notes"]["counters"] == []


@pytest.mark.usefixtures("faultless_reading")
def test_both_sides_play_the_haunt_on_their_phones(haunted: PhonePlayers) -> None:
    game = haunted.evening.session.game
    haunted.play(Random(3), len(game.events) + 90)
    events = haunted.evening.session.game.events[len(game.events) :]
    traitor = game.state.traitors[0]
    by = {getattr(event, "by", None) for event in events}
    assert {"rat-1", traitor, game.events[0].first} <= by, [type(event).__name__ for event in events]
