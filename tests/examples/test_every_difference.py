"""Tests of pieces on cells: each discrepancy gets a message within three seconds."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from fox_and_geese.game import GAME
from fox_and_geese.rules import FOX, Started

from companion.cells.steps import CellMoveStep, CellPlacementStep
from companion.device.settings import Settings
from companion.journal import Journal
from companion.table.layout import PieceObservation
from companion.table.observation import TableObservation
from companion.table.session import Session
from companion.table.session_start import open_session

#: The players have a word for it within so long (seconds).
A_WORD_S = 3.0
OPENED = Started()


def look(session: Session, observation: PieceObservation) -> None:
    """Show the table so for as long as a word may take."""
    begun = session.now
    session.observe(TableObservation(observation), begun)
    for quarter in range(int(4 * A_WORD_S) + 1):
        session.tick(begun + quarter / 4)


def begun(folder: Path, *, guide: bool) -> tuple[Session, PieceObservation]:
    """Return a game at its first move, and the observation of its table.

    `guide`: hands must still place one goose.
    """
    folder.mkdir()
    session = open_session(Journal.open(folder / "games.sqlite"), Settings(), [GAME.table], sees=True)
    session.start(OPENED, {})
    assert session.game is not None
    lies = PieceObservation.from_sides(dict(GAME.table.lying(session.game.state)))
    if guide:
        lies = PieceObservation(lies.layout.filtered(lambda lie: lie.piece != "goose-1"))
        session.layout = lies.layout
        session.go_on()
    look(session, lies)
    assert isinstance(session.step, CellPlacementStep if guide else CellMoveStep)
    return session, lies


def differences(observation: PieceObservation) -> Iterator[tuple[str, PieceObservation]]:
    """Yield discrepancies: a piece gone, elsewhere, twice, swapped, foreign; an unread cell."""
    sides = observation.layout.sides
    gone = {piece: cell for piece, cell in sides.items() if piece != FOX}
    yield "gone", PieceObservation.from_sides(gone)
    yield (
        "elsewhere",
        PieceObservation.from_sides({**sides, FOX: "d4" if sides[FOX] != "d4" else "d5"}),
    )
    yield "twice", PieceObservation.from_sides(gone, in_doubt={FOX})
    geese = {"goose-2": sides["goose-3"], "goose-3": sides["goose-2"]}
    yield "in each other's places", PieceObservation.from_sides({**sides, **geese})
    yield "not read", PieceObservation.from_sides(gone, {sides[FOX]})


@pytest.mark.parametrize("guide", [False, True])
def test_every_difference_gives_another_page(tmp_path: Path, *, guide: bool) -> None:
    as_before = []
    _, right = begun(tmp_path / "right", guide=guide)
    for number, (kind, seen) in enumerate(differences(right)):
        session, _ = begun(tmp_path / str(number), guide=guide)
        page = session.page
        look(session, seen)
        if session.page == page:
            as_before.append(kind)
        session.journal.close()
    assert as_before == []
