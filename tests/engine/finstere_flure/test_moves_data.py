"""Positions with the number of moves of every token: ``tests/data/moves``.

A line is a token's word, the number of all its moves (each a different resulting position), and how many of them take
at least 0, 1, 2 ... steps.
"""

import pytest

from engine.finstere_flure.moves import token_moves
from engine.finstere_flure.pieces import Place
from engine.finstere_flure.position import Position
from engine.finstere_flure.textboard import token_word
from tests.engine.finstere_flure.datafiles import assert_same, load, names


def counted(position: Position) -> str:
    """Return the counts of every token that can move, a line each."""
    lines = []
    for token in position.tokens:
        if token.place in (None, Place.OUTSIDE):
            steps = [move.steps for move in token_moves(position, token.id)]
            by_steps = " ".join(str(steps.count(number)) for number in range(token.visible_number + 1))
            lines.append(f"{token_word(token)} {len(steps)}: {by_steps}\n")
    return "".join(lines)


@pytest.mark.parametrize("name", names("moves"))
def test_every_token_has_the_expected_number_of_moves(name: str) -> None:
    case = load("moves", name)
    assert_same(case.expected, counted(case.position))
