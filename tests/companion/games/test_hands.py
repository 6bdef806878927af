"""Tests of hidden cards at one laptop, the same for every game that has some."""

import contextlib
import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cards.secret_game import SecretGame
from companion.device.errors import UserError
from companion.games.betrayal.virtual_table.secret_game import BetrayalSecrets
from companion.games.coach_ride.virtual_table.secret_game import CoachRideSecrets
from companion.games.lifeboat.virtual_table.secret_game import LifeboatSecrets
from companion.journal import Journal
from companion.virtual_table.autopilot import Autopilot
from engine.betrayal import events as betrayal
from engine.coach_ride import events as coach_ride
from engine.lifeboat import events as lifeboat
from tests.companion.games.betrayal.test_people import STARTED as HOUSE
from tests.companion.games.betrayal.test_people import House
from tests.companion.games.coach_ride.test_hands import FIRST, SECOND, Coach
from tests.companion.games.coach_ride.test_hands import PEOPLE as COACH
from tests.companion.games.coach_ride.test_hands import STARTED as COACH_STARTED
from tests.companion.games.lifeboat.test_hands import PEOPLE as BOAT
from tests.companion.games.lifeboat.test_hands import Boat
from tests.companion.virtual_table.laptop import pixels

pytestmark = pytest.mark.usefixtures("display")

LAPTOPS: Mapping[str, Callable[..., House | Coach | Boat]] = {"betrayal": House, "coach-ride": Coach, "lifeboat": Boat}
#: Who has hands, from the one whose turn it is, and what this one does.
PEOPLE: Mapping[str, tuple[tuple[str, ...], Any]] = {
    "coach-ride": (COACH, coach_ride.Offered(FIRST, SECOND)),
    "lifeboat": (BOAT, lifeboat.Took(BOAT[0])),
}


@pytest.fixture
def laptop(game: str, journal: Journal) -> House | Coach | Boat:
    return LAPTOPS[game](journal)


@pytest.mark.slow
@pytest.mark.parametrize("game", PEOPLE)
def test_cards_are_shown_only_while_the_cover_is_held(game: str, laptop: Coach | Boat) -> None:
    cover = laptop.cover(PEOPLE[game][0][0])
    covered = pixels(laptop.window)
    laptop.mouse(pygame.MOUSEBUTTONDOWN, cover)
    held = pixels(laptop.window)
    laptop.mouse(pygame.MOUSEBUTTONUP, (320, 20))
    assert held != covered == pixels(laptop.window)
    # Another window comes to the front while it is held.
    laptop.mouse(pygame.MOUSEBUTTONDOWN, cover)
    laptop.widget.handle(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    laptop.look()
    assert pixels(laptop.window) == covered


@pytest.mark.parametrize("game", PEOPLE)
def test_bots_play_for_those_who_are_missing_and_wait_for_people(game: str, laptop: Coach | Boat) -> None:
    people, event = PEOPLE[game]
    for person in people[1:]:
        laptop.hands.change_player(person)
    pilot = Autopilot(laptop.session, laptop.table, laptop.hands.players)

    def events_after(looks: int) -> int:
        for _ in range(looks):
            pilot.act(laptop.session.now + 4.0)
            laptop.session.tick(laptop.session.now + 4.0)
            laptop.look()
        assert laptop.session.game is not None
        return len(laptop.session.game.events)

    assert events_after(5) == 1
    laptop.tell(event)
    events = events_after(20)
    assert events > 2
    assert events_after(5) == events


# --- the file --------------------------------------------------------------------------------------------------------

#: What happens before the file is damaged; two texts that stand in it, and another text for each: somebody else who
#: plays, and no card.
DAMAGED: Mapping[str, tuple[tuple[Any, ...], Mapping[str, tuple[str, str]]]] = {
    "betrayal": (
        (betrayal.Moved(by="heather", to="foyer"),),
        {"other": ('"brandon"', '"peter"'), "misspelt": ('"gardens"', '"gardenss"')},
    ),
    "coach-ride": (
        (coach_ride.Passed(FIRST),),
        {"other": (f'"{SECOND}"', '"nobody"'), "misspelt": ('"goblet"', '"goblett"')},
    ),
    "lifeboat": (
        tuple(map(lifeboat.Took, BOAT)),
        {"other": ('"captain"', '"stephen"'), "misspelt": ('"water"', '"waterr"')},
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("game", PEOPLE)
def test_covers_and_cards_that_come_under_a_finger_by_themselves_take_no_press(
    game: str, laptop: Coach | Boat, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands = laptop.hands
    holders = hands.holders()
    monkeypatch.setattr(hands, "holders", tuple)
    laptop.look()
    monkeypatch.setattr(hands, "holders", lambda: holders)
    laptop.look(passing_s=0.1)
    seat = PEOPLE[game][0][0]
    laptop.mouse(pygame.MOUSEBUTTONDOWN, laptop.cover(seat))
    covers = laptop.widget._covers
    assert covers is not None
    assert not covers.looking
    laptop.mouse(pygame.MOUSEBUTTONUP, laptop.cover(seat))
    laptop.mouse(pygame.MOUSEBUTTONDOWN, laptop.cover(seat))
    assert covers.looking
    chosen = list[str]()
    monkeypatch.setattr(hands, "choose", lambda _, key: chosen.append(key))
    held, places = hands.look, covers._places(hands.look(seat))
    place = next(place for _, _, cards in places for place in cards if not place.card.idle)
    laptop.mouse(pygame.MOUSEMOTION, place.box.center)
    # Others give a card, or take one: the hand lies otherwise.
    monkeypatch.setattr(hands, "look", lambda seat: [replace(group, cards=group.cards[:1]) for group in held(seat)])
    laptop.look(passing_s=0.1)
    laptop.mouse(pygame.MOUSEBUTTONUP, place.box.center)
    assert chosen == []
    monkeypatch.setattr(hands, "look", held)
    laptop.look()
    laptop.mouse(pygame.MOUSEBUTTONDOWN, laptop.cover(seat))
    laptop.mouse(pygame.MOUSEBUTTONUP, place.box.center)
    assert chosen == [place.card.key]


@pytest.mark.parametrize("game", PEOPLE)
def test_a_cover_shows_no_hand_that_a_phone_holds(game: str, laptop: Coach | Boat) -> None:
    seat = PEOPLE[game][0][0]
    cover = laptop.cover(seat)
    laptop.session.seating.own_screens = frozenset((seat,))
    laptop.look()
    covers, hidden = laptop.widget._covers, pixels(laptop.window)
    assert covers is not None
    laptop.mouse(pygame.MOUSEBUTTONDOWN, cover)
    assert not covers.looking
    assert pixels(laptop.window) == hidden
    laptop.mouse(pygame.MOUSEBUTTONUP, cover)
    # Others look at theirs as before.
    laptop.mouse(pygame.MOUSEBUTTONDOWN, laptop.cover(PEOPLE[game][0][1]))
    assert covers.looking
    # A phone that sits down while somebody looks closes the hand at once, and no card is chosen any more.
    laptop.session.seating.own_screens = frozenset(PEOPLE[game][0])
    assert covers.state()
    assert not covers.looking
    laptop.look()
    laptop.session.seating.own_screens = frozenset()
    laptop.look()
    assert pixels(laptop.window) != hidden


@pytest.mark.slow
@pytest.mark.thorough(but=["coach-ride-missing", "lifeboat-cut", "betrayal-misspelt", "lifeboat-other"])
@pytest.mark.parametrize("damage", ["missing", "cut", "other", "misspelt"])
@pytest.mark.parametrize("game", DAMAGED)
def test_without_its_file_a_game_says_so_and_shows_nothing(
    game: str, damage: str, laptop: House | Coach | Boat, journal: Journal, capsys: pytest.CaptureFixture[str]
) -> None:
    events, others = DAMAGED[game]
    laptop.tell(*events)
    file = laptop.hands.secrets._file
    assert file is not None
    path, text = file.path, file.path.read_text()
    assert path.stat().st_mode & 0o777 == 0o600
    path.unlink()
    if damage == "cut":
        path.write_text(text[: len(text) // 2])
    elif damage != "missing":
        assert others[damage][0] in text
        path.write_text(text.replace(*others[damage]))
    again = LAPTOPS[game](journal, laptop.session.game_id)
    assert path.name in again.hands.trouble
    # It is logged in one sentence that names the file once, and no card that stands in it.
    (logged,) = capsys.readouterr().err.splitlines()
    assert logged.count(str(path)) == 1
    assert others["misspelt"][0].strip('"') not in logged
    assert again.hands.secrets.now is None
    assert not again.hands.holders()
    assert not [piece for piece in again.table.pieces if piece.startswith("pile/")]
    Autopilot(again.session, again.table, again.hands.players).act(10.0)
    assert again.session.game is not None
    assert again.session.game.events[1:] == events


SECRETS: Mapping[str, tuple[type[SecretGame[Any, Any, Any]], Any]] = {
    "betrayal": (BetrayalSecrets, HOUSE),
    "coach-ride": (CoachRideSecrets, COACH_STARTED),
    "lifeboat": (LifeboatSecrets, lifeboat.GameStarted(BOAT, (), lifeboat.Deck.STAND_IN)),
}
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@pytest.mark.parametrize("game", SECRETS)
@given(data=st.data())
def test_whatever_stands_in_a_file_it_is_refused_or_read(game: str, data: st.DataObject) -> None:
    """A file that is read, whatever stands in it, has the same deal."""
    secrets, started = SECRETS[game]
    dealt = secrets.new_deal(started, 5)
    file = secrets.to_json(dealt)
    assert secrets.from_json(json.loads(json.dumps(file)), dealt.events) == dealt
    changed = {data.draw(st.sampled_from(sorted(file))): data.draw(_JSON)}
    with contextlib.suppress(UserError):
        kept = secrets.from_json({**file, **changed}, dealt.events)
        assert secrets.deal_to_json(kept.deal) == secrets.deal_to_json(dealt.deal)
