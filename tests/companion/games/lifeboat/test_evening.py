"""An evening before the camera: what hands do on the mat is read, what is wrong is told, and a killed game goes on."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games.lifeboat.laying import place_in_row, rows_of
from companion.games.lifeboat.mat import AREAS, BOAT
from companion.games.lifeboat.table.players import SetUpStep
from companion.games.lifeboat.virtual_table.game import VIRTUAL
from companion.journal import Journal
from companion.screen.pages import BoardPage
from companion.virtual_table.hand_pilot import HandPilot
from companion.virtual_table.piece import Piece
from engine.lifeboat import events as e
from engine.lifeboat.components import Character, Provision
from hardware.buttons import Button

LAUREN, STEPHEN, CAPTAIN, MATE = Character.LAUREN, Character.STEPHEN, Character.CAPTAIN, Character.MATE
STARTED = e.GameStarted((LAUREN, STEPHEN, CAPTAIN, MATE))


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = Journal.open(tmp_path / "games.sqlite")
    yield journal
    journal.close()


def push(pilot: HandPilot, **pushed: float) -> None:
    """Moves position cards by so many millimetres, down the mat."""
    for who, by_mm in pushed.items():
        card = f"position-{who}"
        x, y = pilot.table.pieces[card].centre_mm
        pilot.lay(card, at_mm=(x, y + by_mm))


def lay_open(pilot: HandPilot, card: str, who: Character, number: int = 0) -> None:
    at, turn = place_in_row(pilot.table.catalogue, rows_of(STARTED.players)[who], card, number)
    pilot.table.put(Piece(card, "", at, turn))


def last(pilot: HandPilot) -> e.GameEvent:
    event: e.GameEvent = pilot.game.events[-1]
    return event


@pytest.mark.slow
def test_a_fight_with_all_that_can_go_wrong_is_killed_and_goes_on(journal: Journal) -> None:
    pilot = HandPilot(VIRTUAL, STARTED, journal)
    pilot.begin()
    pilot.wait(0.5)
    step = pilot.session.step
    assert isinstance(step, SetUpStep)
    assert step.right == ()
    pilot.lay_as_asked()
    pilot.wait(0.5)
    assert step.right == STARTED.players
    assert 0 in step.done
    pilot.press(Button.ADVANCE)
    for _ in STARTED.players:
        pilot.touch("took")

    # Whose turn it is not pushes a card; the one whose turn it is demands.
    push(pilot, mate=-34.0)
    pilot.wait(4.0)
    assert pilot.page.name == "problem"
    push(pilot, mate=34.0, lauren=-34.0, stephen=34.0)
    pilot.wait(1.5)
    pilot.touch("hand")
    assert last(pilot) == e.Demanded(LAUREN, STEPHEN, e.Want.HAND)
    pilot.touch("refused")

    # The Captain joins, wants to leave again, and a weapon is laid; there is but one knife.
    push(pilot, captain=34.0)
    pilot.wait(1.5)
    assert last(pilot) == e.Joined(CAPTAIN, e.Side.DEFEND)
    push(pilot, captain=-34.0)
    pilot.wait(4.0)
    assert isinstance(pilot.page, BoardPage)
    assert (pilot.page.name, "L15" in pilot.page.caption) == ("problem", True)
    push(pilot, captain=34.0)
    lay_open(pilot, "knife", LAUREN)
    pilot.wait(1.5)
    assert last(pilot) == e.Laid(LAUREN, Provision.KNIFE)

    # Killed: on another table the guide says how it lay, and the fight goes on.
    number = pilot.session.game_id
    assert number is not None
    again = HandPilot(VIRTUAL, STARTED, journal)
    again.session.resume(number)
    assert again.page.name == "put-right"
    again.lay_as_asked()
    again.wait(1.0)
    again.press(Button.ADVANCE)
    assert again.game.state == pilot.game.state
    assert again.page.name == "fight"
    again.touch("fought")
    assert again.game.state.person(LAUREN).wounds == 1
    assert AREAS[BOAT][1] < again.table.pieces["position-lauren"].centre_mm[1] < AREAS[BOAT][3]
