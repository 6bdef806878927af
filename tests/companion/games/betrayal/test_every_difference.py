"""Tests of discrepancies: each gets a message within three seconds, in turn and guide."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion.device.settings import Settings
from companion.games.betrayal.lies import card_lie, cell_name, explorer_lie, tile_lie, token_lie
from companion.games.betrayal.mat import STRIPS
from companion.games.betrayal.observation import HouseObservation, TileGap
from companion.games.betrayal.table.game import TABLE
from companion.games.betrayal.table.put_right import PutHouseRightStep
from companion.games.betrayal.table.steps import HouseStep
from companion.journal import Journal
from companion.table.observation import TableObservation
from companion.table.session import Session
from companion.table.session_start import open_session
from engine.betrayal import events as e
from engine.betrayal.components import Floor
from engine.betrayal.house import Place
from engine.betrayal.state import State
from engine.values import replaced
from hardware.buttons import Button
from tests.companion.games.betrayal.hand_house import press
from tests.companion.games.betrayal.seen_house import places, seen_of, with_lies, without
from tests.companion.games.betrayal.test_table_parts import HAUNT, STARTED
from vision.model.floors import GapKind

#: The players have a word for it within so long (seconds).
A_WORD_S = 3.0


def differences(state: State) -> Iterator[tuple[str, HouseObservation]]:
    """Each kind of piece gone, elsewhere, turned over; and pieces that do not belong there."""
    right, rooms = seen_of(state), state.house.rooms
    new_cell: tuple[Floor, int, int] = (Floor.GROUND, 0, 1)

    yield "a tile is gone", without(right, "tile:foyer")
    yield "a tile is turned", with_lies(right, tile_lie("entrance-hall", replaced(rooms["entrance-hall"], turn=1)))
    yield "a tile lies elsewhere", with_lies(right, tile_lie("foyer", Place(Floor.GROUND, 5, 5, 0)))
    yield "a new tile where nobody stands", with_lies(right, tile_lie("dining-room", Place(*new_cell, 0)))
    yield "a new tile on another floor", with_lies(right, tile_lie("attic", Place(*new_cell, 2)))
    yield "a tile apart", replace(right, unplaced=("dining-room",))
    yield "a gap", replace(right, gaps=(TileGap(GapKind.GAP, "foyer", "entrance-hall"),))
    yield "a figure is gone", without(right, "explorer:brandon")
    yield "a figure out of turn", with_lies(right, explorer_lie("brandon", "upper-landing"))
    yield "a figure beside the tiles", with_lies(right, explorer_lie("brandon", ""))
    yield "a figure on a tag", with_lies(right, explorer_lie("brandon", cell_name(new_cell)))
    yield "a figure of nobody's", with_lies(right, explorer_lie("ox", "foyer"))
    yield "a token is gone", without(right, "monster:m01")
    yield "a token of nobody's", with_lies(right, token_lie("m09", "foyer", stunned=False))
    yield "a token is turned over", with_lies(right, token_lie("m01", "foyer", stunned=True))
    yield "a token elsewhere", with_lies(right, token_lie("m01", "upper-landing", stunned=False))
    yield "a card that nobody drew", with_lies(right, card_lie("holy-symbol", STRIPS[2]))
    yield "a card before an empty seat", with_lies(right, card_lie("ring", STRIPS[1]))
    yield "a card with another", with_lies(right, card_lie("ring", STRIPS[2]))
    yield "a card in a room", with_lies(right, card_lie("ring", "foyer"))
    yield "a card is gone", without(right, "card:ring")
    yield "a tile cannot be read", replace(without(right, "tile:foyer"), unreadable=places(rooms["foyer"].cell))
    unreadable = places(rooms[state.room_of("brandon")].cell)
    yield "a figure cannot be read", replace(without(right, "explorer:brandon"), unreadable=unreadable)
    yield "a new tile cannot be read", replace(right, unreadable=places(new_cell))
    yield "a tag twice", replace(right, in_doubt=frozenset({"explorer:brandon"}))


def opened(folder: Path) -> Session:
    folder.mkdir(exist_ok=True)
    session = open_session(Journal.open(folder / "games.sqlite"), Settings(), [TABLE], sees=True, rng=Random(1))
    TABLE.begin(session, STARTED, {"dice": "real"})
    press(session, Button.ADVANCE, held=True)
    return session


def look(session: Session, observation: HouseObservation) -> None:
    """Show the table so for as long as a word may take."""
    begun = session.now
    session.observe(TableObservation(observation), begun)
    for quarter in range(int(4 * A_WORD_S) + 1):
        session.tick(begun + quarter / 4)


def state_of(session: Session) -> State:
    assert session.game is not None
    state = session.game.state
    assert isinstance(state, State)
    return state


def in_a_turn(folder: Path) -> Session:
    session = opened(folder)
    for event in HAUNT:
        session.apply(event)
    session.go_on()
    look(session, seen_of(state_of(session)))
    assert type(session.step) is HouseStep
    return session


def in_the_guide(folder: Path) -> Session:
    """Two rats have come, which hands have not laid yet."""
    session = opened(folder)
    for event in HAUNT:
        session.apply(event)
    session.go_on()
    look(session, without(seen_of(state_of(session)), *RATS))
    assert isinstance(session.step, PutHouseRightStep)
    return session


#: Their tokens.
RATS = "monster:m01", "monster:m02"
#: What the next thing to do says already while the guide waits for the rats.
STILL_TO_DO = {"a token is gone", "a token is turned over", "a token elsewhere"}


@pytest.mark.parametrize("begun", [in_a_turn, in_the_guide])
def test_every_difference_gives_another_page(begun: Callable[[Path], Session], tmp_path: Path) -> None:
    as_before: list[str] = []
    first = begun(tmp_path / "first")
    guide = isinstance(first.step, PutHouseRightStep)
    kinds = [name for name, _ in differences(state_of(first))]
    assert len(kinds) == len(set(kinds)) > 20
    for number, kind in enumerate(kinds):
        if guide and kind in STILL_TO_DO:
            continue
        session = begun(tmp_path / str(number))
        page, events = session.page, len(session.game.events) if session.game else 0
        seen = dict(differences(state_of(session)))[kind]
        look(session, without(seen, *RATS) if guide else seen)
        assert session.game is not None
        if session.page == page and len(session.game.events) == events:
            as_before.append(kind)
        session.journal.close()
    assert as_before == []


def test_a_figure_on_the_tag_of_a_new_tile_stops_nobody(tmp_path: Path) -> None:
    session = in_a_turn(tmp_path)
    look(session, dict(differences(state_of(session)))["a figure on a tag"])
    step = session.step
    assert isinstance(step, HouseStep)
    assert step.reported_problems == ()
    assert [problem.kind for problem in step.unfinished] == ["off-tiles"]
    session.touch("end", session.now)
    assert session.game is not None
    assert isinstance(session.game.events[-1], e.TurnEnded)
