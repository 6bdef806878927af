"""Tests of resuming a game: from the journal, with hidden cards, after a kill."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.device.settings import Settings
from companion.games import find_game, game_ids
from companion.games.random_play import allowed_events
from companion.journal import Journal
from companion.table.session import Session
from companion.table.session_start import open_session
from engine.betrayal import events as betrayal
from engine.betrayal.components import Harm, Trait
from engine.betrayal.components import cards_in_game as betrayal_cards
from engine.coach_ride import events as coach_ride
from engine.coach_ride.cards import Item
from engine.lifeboat import events as lifeboat
from engine.lifeboat.components import Provision
from tests.companion.games.betrayal.test_people import HAUNT, House
from tests.companion.games.coach_ride.test_hands import FIRST, SECOND
from tests.companion.games.lifeboat.test_hands import PEOPLE
from tests.companion.games.test_hands import LAPTOPS
from tests.companion.journal.disk import copy_killed_table, full_disk

pytestmark = pytest.mark.usefixtures("display")

GAMES = game_ids()
#: So many events of each game are played.
EVENTS = 8


def table_of(game_id: str, journal: Journal) -> Session:
    """Return a table before a camera, with its first page."""
    session = open_session(journal, Settings(), [find_game(game_id).table], sees=True)
    session.open_start_page()
    return session


@pytest.mark.parametrize("game", GAMES)
def test_a_game_goes_on_where_it_stood_at_each_of_its_events(game: str, journal: Journal) -> None:
    found, rng = find_game(game), Random(5)
    session = table_of(game, journal)
    session.start(found.virtual.start(None, 5, {}))
    number = session.game_id
    assert number is not None
    for _ in range(EVENTS):
        assert session.game is not None
        session.apply(rng.choice(allowed_events(found, session.game, rng)))
        session.go_on()
        # What has been resumed takes the next event.
        before = session.game
        session = table_of(game, journal)
        session.resume(number)
        assert before is not None
        assert session.game is not None
        assert (session.game.events, session.game.state) == (before.events, before.state)
        assert session.page.name != "start"


#: What happens, the last of which is taken back again.
UNDONE: Mapping[str, tuple[Any, ...]] = {
    "betrayal": (betrayal.Moved(by="heather", to="foyer"),),
    "coach-ride": (coach_ride.Offered(FIRST, SECOND), coach_ride.Accepted(SECOND)),
    "lifeboat": (*map(lifeboat.Took, PEOPLE), lifeboat.Passed(PEOPLE[0])),
}
#: Who chooses before that which card of the hand, and for whom a bot plays.
CHOSEN: Mapping[str, tuple[str, str, str]] = {
    "coach-ride": (FIRST, "item", SECOND),
    "lifeboat": (PEOPLE[0], "pass 3", PEOPLE[2]),
}


@pytest.mark.slow
@pytest.mark.parametrize("game", UNDONE)
def test_the_hidden_cards_stay_the_same_through_undo_and_resume(game: str, journal: Journal) -> None:
    laptop = LAPTOPS[game](journal)
    if not isinstance(laptop, House):
        seat, start, bot = CHOSEN[game]
        laptop.hands.change_player(bot)
        held = [card.key for group in laptop.hands.look(seat) for card in group.cards]
        laptop.hands.choose(seat, next(key for key in held if key.startswith(start)))
        laptop.look()
    before = laptop.hands.secrets.now
    number = laptop.session.game_id
    laptop.tell(*UNDONE[game][:-1])
    kept = laptop.hands.secrets.now
    laptop.tell(UNDONE[game][-1])
    after = laptop.hands.secrets.now
    laptop.session.undo(len(UNDONE[game]))
    laptop.look()
    assert laptop.hands.secrets.now == kept
    again = LAPTOPS[game](journal, number)
    assert again.hands.secrets.now == kept
    assert [holder.bot for holder in again.hands.holders()] == [holder.bot for holder in laptop.hands.holders()]
    laptop.tell(UNDONE[game][-1])
    assert laptop.hands.secrets.now == after
    laptop.session.undo(1)
    laptop.look()
    assert laptop.hands.secrets.now == before
    assert LAPTOPS[game](journal, number).hands.secrets.now == before


#: What happens before the disk is full, while it is, what happens after the kill instead, and what happens where there
#: is room again.
FULL: Mapping[str, tuple[tuple[Any, ...], tuple[Any, ...], Any, Any]] = {
    "betrayal": (
        HAUNT,
        (betrayal.Attacked(by="rhinehardt", on="brandon", faces=(0, 0), against=(2, 0, 0, 0)),),
        betrayal.TurnEnded(by="rhinehardt"),
        betrayal.Damaged(by="rhinehardt", kind=Harm.PHYSICAL, points=2, split={Trait.SPEED: 1, Trait.MIGHT: 1}),
    ),
    "coach-ride": (
        (coach_ride.Offered(FIRST, SECOND),),
        (coach_ride.Accepted(SECOND), coach_ride.Announced(SECOND, None)),
        coach_ride.Accepted(SECOND),
        coach_ride.Announced(FIRST, None),
    ),
    "lifeboat": (
        tuple(map(lifeboat.Took, PEOPLE)),
        (lifeboat.Rowed(PEOPLE[0], 1), lifeboat.Passed(PEOPLE[1])),
        lifeboat.Passed(PEOPLE[0]),
        lifeboat.Passed(PEOPLE[2]),
    ),
}
#: Cards whose names may stand in no sentence about the disk.
CARDS: Mapping[str, Iterable[str]] = {"betrayal": betrayal_cards(()), "coach-ride": Item, "lifeboat": Provision}


@pytest.mark.slow
@pytest.mark.parametrize("game", FULL)
def test_killed_while_the_disk_is_full_it_goes_on_where_the_disk_was_full(
    game: str, journal: Journal, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Events while the disk was full are lost with the killed process, and none by half."""
    before, during, other, after = FULL[game]
    laptop = LAPTOPS[game](journal)
    laptop.tell(*before)
    assert laptop.session.game is not None
    state, events, hidden = laptop.session.game.state, laptop.session.game.events, laptop.hands.secrets.now
    number = laptop.session.game_id
    assert number is not None
    with full_disk():
        laptop.tell(*during)
        assert journal.unwritten == len(during)
        assert journal.warning is not None
        assert "\n" not in journal.warning
        told = journal.warning
    reopened = Journal.open(copy_killed_table(tmp_path))
    again = LAPTOPS[game](reopened, number)
    assert again.session.game is not None
    assert (again.session.game.events, again.session.game.state) == (events, state)
    assert again.hands.secrets.now == hidden
    assert not again.hands.trouble
    again.tell(other)
    reopened.close()
    # Where nobody is killed, nothing is lost as soon as there is room on the disk again.
    laptop.tell(after)
    assert journal.unwritten == 0
    assert len(journal.events(number)) == len(events) + len(during) + 1
    told += capsys.readouterr().err
    assert "Traceback" not in told
    cards = {
        str(card)
        for group in map(laptop.hands.look, map(str, laptop.hands.secrets.players))
        for held in group
        for card in (held.title,)
    }
    assert not [card for card in cards if card in told]
    events, hidden = laptop.session.game.events, laptop.hands.secrets.now
    journal.close()
    reopened = Journal.open(journal.path)
    again = LAPTOPS[game](reopened, number)
    assert again.session.game is not None
    assert (again.session.game.events, again.hands.secrets.now) == (events, hidden)
    reopened.close()
