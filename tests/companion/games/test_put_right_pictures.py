"""Cards and tiles that lie as put-right's picture shows lie as the camera wants them."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from companion.games.betrayal.lies import explorer_lie
from companion.games.betrayal.map_view import MapView
from companion.games.betrayal.virtual_table.game import VIRTUAL as BETRAYAL
from companion.games.coach_ride.table.layout import FACES
from companion.games.coach_ride.table.put_right import ShowSeatsStep
from companion.games.coach_ride.table_view import TableView
from companion.games.coach_ride.virtual_table.game import VIRTUAL as COACH_RIDE
from companion.games.lifeboat.boat_view import BoatView
from companion.games.lifeboat.virtual_table.game import VIRTUAL as LIFEBOAT
from companion.journal import Journal
from companion.screen.pages import BoardPage, Tone
from companion.table.put_right import PutRightStep
from companion.virtual_table.autoplay import Autoplay
from companion.virtual_table.game import VirtualGame

GAMES: Mapping[str, VirtualGame] = {"lifeboat": LIFEBOAT, "coach-ride": COACH_RIDE, "betrayal": BETRAYAL}
#: So many looks play a part of a game; every so many some events are taken back.
LOOKS = 400
EVERY = 25


def lies_in_boat(view: Any, seen: Any) -> bool:
    """Return True if the boat row and the open cards lie as in the picture."""
    assert isinstance(view, BoatView)
    open_cards = {seat.who: tuple(sorted(seat.open)) for seat in view.berths}
    rows = {
        character: tuple(sorted(seen.provisions(row)))
        for character, row in seen.owners.items()
        if character in open_cards
    }
    return seen.seats == tuple(seat.who for seat in view.berths) and all(
        open_cards[character] == rows[character] for character in rows
    )


def lies_on_coach(view: Any, seen: Any) -> bool:
    """Return True if the person cards, or else the open professions, lie as in the picture."""
    assert isinstance(view, TableView)
    if seen.persons:
        halves = {seat.who: FACES[seat.half] for seat in view.seats if seat.half is not None}
        return {lying[0][0]: lying[0][1] for lying in seen.persons.values()} == halves
    shown = {seat.profession for seat in view.seats if seat.profession is not None}
    return {card for seat in seen.seats.values() for card in seen.professions(seat)} <= shown


def lies_in_house(view: Any, seen: Any) -> bool:
    """Return True if all tiles of the floors lie as in the picture, and explorers stand there."""
    assert isinstance(view, MapView)
    rooms = {room.room: (floor, room.x, room.y) for floor, shown in view.floors.items() for room in shown}
    explorers = {explorer: room.room for shown in view.floors.values() for room in shown for explorer in room.explorers}
    tiles = {room: place.cell for room, place in seen.tiles.items() if place.cell[0] in view.floors}
    stand = {explorer_lie(explorer, room).piece: room for explorer, room in explorers.items()}
    places = {piece: lie.place for piece, lie in seen.layout.lies.items() if piece in stand}
    return tiles.items() <= rooms.items() and places.items() <= stand.items()


LIES: Mapping[str, Callable[[Any, Any], bool]] = {
    "lifeboat": lies_in_boat,
    "coach-ride": lies_on_coach,
    "betrayal": lies_in_house,
}


@pytest.mark.slow
@pytest.mark.usefixtures("faultless_reading")
@pytest.mark.parametrize("game", GAMES)
def test_a_table_that_lies_as_the_picture_shows_is_right(game: str, journal: Journal) -> None:
    virtual = GAMES[game]
    table = Autoplay(virtual, virtual.start(None, 5, {}), journal, seed=5)
    session, right, wrong = table.session, 0, 0
    for number in range(LOOKS):
        table.pilot.act(table.now)
        table.look()
        step, page = session.step, session.page
        if isinstance(step, ShowSeatsStep):
            # It asks who sits where, which no picture of the game shows.
            continue
        if isinstance(step, PutRightStep) and step.found is not None and session.observation is not None:
            assert isinstance(page, BoardPage)
            assert page.tone is not Tone.BAD, page.caption
            if step.found.matches:
                right += 1
                assert LIES[game](page.board, session.observation), (page.board, session.observation)
            else:
                wrong += 1
        elif number % EVERY == EVERY - 1 and session.game is not None and len(session.game.events) > 6:
            session.undo(len(session.game.events) - 4)
    assert right, "nothing was put right"
