"""Tests of games with plain pieces that are only observed."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.journal import Journal
from companion.table.layout import PieceObservation
from companion.table.observation import TableObservation
from companion.table.session import Session
from tools.plain_games import PlainTable, all_games
from tools.plain_record import Record

UNSEEN = 3
MOST = 5


@pytest.mark.slow
def test_other_eyes_see_the_moves_after_which_they_open(tmp_path: Path) -> None:
    record, seen = Record("breakthrough"), set[tuple[str, ...]]()

    def look(session: Session, lying: Any, time_s: float) -> TableObservation[PieceObservation] | None:  # noqa: ARG001
        if record.counts["moves"] <= UNSEEN:
            return None
        seen.add(tuple(sorted(lying.values())))
        return TableObservation(PieceObservation(unreadable=frozenset(lying.values())))

    game = next(game for game in all_games() if game.id == record.game)
    journal = Journal.open(tmp_path / "games.sqlite")
    PlainTable(game, journal, "clear", Random(4), record, colours=True, most=MOST, eyes=look).play()
    journal.close()
    assert (record.counts["moves"], record.counts["missed"], record.counts["not made"]) == (MOST, 0, 0), record.faults
    assert len(seen) >= MOST - UNSEEN
