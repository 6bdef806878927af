"""Chess: the kit's game and the package's board agree, games go to PGN, engines answer."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import chess
import pytest
from chess_table.engines import engine_bots, find_engine
from chess_table.game import GAME
from chess_table.positions import moves_by_changes, to_board

from companion.opponents.budget import Budget
from engine.grid import Event, Position, Started
from tests.examples.conftest import Companion

RULES = GAME.rules
#: Anderssen against Kieseritzky, London 1851, as it is usually told.
IMMORTAL = """[Event "Immortal"]

1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ 4. Kf1 b5 5. Bxb5 Nf6 6. Nf3 Qh6 7. d3 Nh5 8. Nh4 Qg5 9. Nf5 c6 10. g4 Nf6 11. Rg1 cxb5
12. h4 Qg6 13. h5 Qg5 14. Qf3 Ng8 15. Bxf4 Qf6 16. Nc3 Bc5 17. Nd5 Qxb2 18. Bd6 Bxg1 19. e5 Qxa1+ 20. Ke2 Na6
21. Nxg7+ Kd8 22. Qf6+ Nxf6 23. Be7# 1-0
"""


def start() -> Position:
    return RULES.begin(Started((), repetition=True))


def play(*moves: str) -> Position:
    """Return the position after these moves in SAN."""
    state, board = start(), chess.Board()
    for san in moves:
        move = board.parse_san(san)
        state = RULES.follow(state, event_of(state, board, move))
        board.push(move)
    return state


def event_of(state: Position, board: chess.Board, move: chess.Move) -> Event:
    changes = next(changes for changes, other in moves_by_changes(board).items() if other == move)
    return next(
        event
        for event in RULES.possible(state)
        if frozenset((c, k or None) for c, k in event.changes) == changes  # type: ignore[union-attr]
    )


def random_game(seed: int) -> Iterator[tuple[Position, chess.Board]]:
    """Yield the positions of a random game, in the kit and in the package."""
    rng, state, board = Random(seed), start(), chess.Board()
    while RULES.over(state) is None:
        yield state, board
        move = rng.choice([*board.legal_moves])
        state = RULES.follow(state, event_of(state, board, move))
        board.push(move)
    yield state, board


@pytest.mark.parametrize("seed", [1, 15])
def test_the_kit_and_the_package_agree_on_every_position(seed: int) -> None:
    for state, board in random_game(seed):
        assert to_board(state).fen().split()[:4] == board.fen().split()[:4]
        assert RULES.over(state) is not None or len(RULES.possible(state)) == board.legal_moves.count()
    result, outcome = RULES.over(state), board.outcome()
    assert result is not None
    assert outcome is not None
    assert result.winners == (() if outcome.winner is None else ("white" if outcome.winner else "black",))


def test_a_pawn_is_taken_in_passing_only_at_once() -> None:
    cells = {"e5": "", "d5": "", "d6": "white-pawn"}
    state = play("e4", "a6", "e5", "d5")
    assert cells in [dict(event.changes) for event in RULES.possible(state)]  # type: ignore[union-attr]
    state = play("e4", "a6", "e5", "d5", "a3", "a5")
    assert cells not in [dict(event.changes) for event in RULES.possible(state)]  # type: ignore[union-attr]


def test_a_king_that_has_moved_castles_no_more() -> None:
    castled = {"e1": "", "g1": "white-king", "h1": "", "f1": "white-rook"}
    before = ("e4", "e5", "Nf3", "Nc6", "Be2", "Be7")
    assert castled in [dict(event.changes) for event in RULES.possible(play(*before))]  # type: ignore[union-attr]
    there_and_back = (*before, "Kf1", "a6", "Ke1", "a5")
    assert castled not in [dict(event.changes) for event in RULES.possible(play(*there_and_back))]  # type: ignore[union-attr]


def test_mate_repetition_and_words() -> None:
    mated = play("f3", "e5", "g4", "Qh4")
    result = RULES.over(mated)
    assert result is not None
    assert (result.winners, result.reason) == (("black",), "mate")
    assert RULES.over(play(*("Nf3", "Nf6", "Ng1", "Ng8") * 2)) is None
    repeated = RULES.over(play(*("Nf3", "Nf6", "Ng1", "Ng8") * 4))
    assert repeated is not None
    assert repeated.reason == "repeated"
    state = play("e4", "f5")
    check = {"d1": None, "h5": "white-queen"}
    assert GAME.describe_move(state, check).endswith("Check.")
    pinned = play("e4", "f5", "Qh5")
    assert GAME.why(pinned, {"a7": None, "a6": "black-pawn"}) == "Your king would be in check."


@pytest.mark.slow
def test_a_game_goes_to_pgn_and_back(companion: Companion, tmp_path: Path) -> None:
    file, journal = tmp_path / "immortal.pgn", ("--journal", str(tmp_path / "games.sqlite"))
    file.write_text(IMMORTAL)
    companion("games", *journal, "import", str(file))
    written = companion("games", *journal, "export", "1", "--pgn")
    assert '[Result "1-0"]' in written
    assert written.split("\n\n")[1].split() == IMMORTAL.split("\n\n")[1].split()


def test_other_games_have_no_pgn(companion: Companion, game_file: Path, tmp_path: Path) -> None:
    journal = ("--journal", str(tmp_path / "games.sqlite"))
    companion("games", *journal, "import", str(game_file))
    assert "has no such notation" in companion("games", *journal, "export", "1", "--pgn", status=2)


@pytest.mark.skipif(find_engine() is None, reason="no chess engine is installed")
def test_an_engine_mates_in_one() -> None:
    state = play("f3", "e5", "g4")
    move = engine_bots()["strong"](RULES, state, "black", Budget(seconds=0.2), Random(1))
    result = RULES.over(RULES.follow(state, move))
    assert result is not None
    assert result.reason == "mate"
