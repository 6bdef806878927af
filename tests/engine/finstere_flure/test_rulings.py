"""Tests of rulings: each stands once in the rulings page and is cited where it decides.

A trace cites the one that decided.
"""

import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings

from engine.finstere_flure.board import CORNERS, Cell, through
from engine.finstere_flure.monster import move_monster
from engine.finstere_flure.pieces import TURNING_KINDS
from engine.finstere_flure.position import Position
from engine.finstere_flure.trace import (
    Decision,
    Eaten,
    Event,
    Look,
    Loss,
    MonsterMove,
    Move,
    Pivot,
    Push,
    Removed,
    Slide,
    StandsStill,
    Teleport,
    Turn,
    Wall,
)
from tests.engine.finstere_flure.dense_positions import cards, positions
from tests.engine.finstere_flure.drawn import walk

ROOT = Path(__file__).parents[3]
RULINGS = [f"R{n}" for n in range(1, 23)]
#: Rulings that say what follows from the plain rules: no line of code decides by them alone.
FOLLOW = {"R12"}


def test_each_ruling_stands_once_in_the_page() -> None:
    page = (ROOT / "docs" / "rulings.md").read_text()
    assert re.findall(r"^- \*\*(R\d+) ", page, re.MULTILINE) == RULINGS


@pytest.mark.parametrize("ruling", [ruling for ruling in RULINGS if ruling not in FOLLOW])
def test_each_ruling_is_cited_where_it_decides(ruling: str) -> None:
    rooms = (ROOT / "engine" / "finstere_flure", ROOT / "companion" / "games" / "finstere_flure" / "table")
    code = "\n".join(file.read_text() for room in rooms for file in sorted(room.glob("*.py")))
    assert re.search(rf"\b{ruling}\b", code)


class Tags:
    """Follower of a move: knows where the pieces are, and which ruling each event must name."""

    def __init__(self, move: MonsterMove) -> None:
        start = move.start
        self.cell, self.facing = start.monster, start.facing
        self.at: dict[str, Cell] = {tile.id: tile.cell for tile in start.stones}
        self.turning = {tile.id for tile in start.stones if tile.kind in TURNING_KINDS}
        self.at |= {token.id: token.cell for token in start.tokens if token.cell is not None}
        self.floor = {cell for tile in start.tiles if not tile.is_stone for cell in tile.cells}
        self.seen: Counter[str] = Counter()
        self.look: Look | None = None
        for step in move.steps:
            self.pivots, self.moved = 0, False
            for event in step.events:
                expected = self.expected(event)
                assert getattr(event, "ruling", None) == expected, event
                self.seen[expected or "none"] += 1
                self.follow(event)
        assert move.final_look.ruling is None

    def expected(self, event: Event) -> str | None:
        ahead, letter = through(self.cell, self.facing)
        match event:
            case Look():
                return "R2" if self.pivots else None
            case Pivot():
                return "R2" if self.pivots else "R3" if letter else None
            case StandsStill():
                return "R2"
            case Wall():
                return "R3" if ahead in self.floor or ahead in self.at.values() else None
            case Slide():
                return "R6"
            case Push():
                return self.expected_of_push(event, ahead)
            case Removed():
                return "R7" if event.cell in CORNERS and self.at.get(event.tile) == event.cell else "R4"
            case Eaten():
                return None if event.how is Loss.CAUGHT else "R4"
            case Move() | Turn() | Teleport():
                return None

    def expected_of_push(self, push: Push, ahead: Cell) -> str:
        if push.slid:
            return "R5"
        if push.before != ahead or push.piece not in self.turning:
            return "R4"
        if self.moved:
            return "R6"
        # It saw tokens and still goes straight on, onto a stone that ends its sight: that was a tie.
        assert self.look is not None
        assert self.look.decision is Decision.CONFUSED
        return "R1"

    def follow(self, event: Event) -> None:
        match event:
            case Look():
                self.look = event
                self.facing = event.facing
            case Pivot():
                self.pivots += 1
                self.facing = event.after
            case Move() | Slide():
                self.cell, self.moved = event.after, True
            case Teleport():
                self.cell, self.facing = event.after, event.facing
            case Push():
                if event.after is None:
                    del self.at[event.piece]
                else:
                    self.at[event.piece] = event.after
            case Removed():
                self.at.pop(event.tile, None)
            case Eaten():
                self.at.pop(event.token, None)
            case _:
                pass


@pytest.mark.slow
@settings(max_examples=100)
@given(positions(), cards)
def test_every_event_names_the_ruling_that_decided_and_no_other(position: Position, card: str) -> None:
    Tags(move_monster(position, card))


DRAWN = {
    "R1": """
           e   f   g   h   i
        5  R1  .   .   .   .
        6  M>  q6  .   .   .
        7  B1  .   .   .   .
    """,
    "R2": """
           e   f   g   h   i
        6  M>  q6  .   .   .
        7  q7  .   .   .   .
    """,
    "R3": """
           a   b   n   o   p
        6  R1  .   .   .   M>
    """,
    "R4": """
           e   f   g   h   i
        6  M>  s1  .   .   .
    """,
    "R5": """
           e   f   g   h   i
        5  .   .   ~   ~   .
        6  M>  s1  ~   ~   .
    """,
    "R6": """
           e   f   g   h   i
        5  .   ~   ~   .   .
        6  M>  ~   ~   q6  .
    """,
    "R7": """
           a   b   c   d   e
        1  .   s1  M<  .   .
    """,
}


@pytest.mark.parametrize("ruling", DRAWN)
def test_a_drawn_case_of_each_ruling_that_a_trace_can_name(ruling: str) -> None:
    assert Tags(walk(DRAWN[ruling], "1")).seen[ruling] > 0
