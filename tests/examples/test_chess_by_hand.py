"""Chess by hands with tall men before a camera: all kinds of moves, and clumsy hands."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import chess
import pytest
from chess_table.engines import find_engine
from chess_table.game import GAME
from chess_table.positions import changes_of
from hypothesis import given
from hypothesis import strategies as st

from companion.cells.owner_shades import OwnerShades
from engine.grid import Moved
from tools.tall_men import MenTable, play_game, situations

pytestmark = pytest.mark.slow


@pytest.fixture
def table(tmp_path: Path) -> Iterator[MenTable]:
    laid = MenTable(GAME, tmp_path)
    yield laid
    laid.close()


def begin_at(table: MenTable, *moves: str) -> None:
    """Bring the game to the position after these moves (SAN), with the men on the board."""
    board, session = chess.Board(), table.session
    for san in moves:
        move = board.parse_san(san)
        changes = tuple((cell, kind or "") for cell, kind in changes_of(board, move).items())
        session.apply(Moved("white" if board.turn else "black", changes))
        board.push(move)
    session.go_on()
    table.lay()
    table.wait(1)


CASTLES = ("e4", "e5", "Nf3", "Nc6", "Be2", "Nf6")
LONG = ("d4", "d5", "Nc3", "Nc6", "Be3", "Be6", "Qd2", "Qd7")
PASSING = ("e4", "a6", "e5", "d5")
PROMOTES = ("a4", "b5", "axb5", "a6", "bxa6", "Bb7", "axb7", "h6")


@pytest.mark.thorough(but=["king-first", "passing-off-first", "put-down-in-between"])
@pytest.mark.parametrize(
    ("before", "hands", "after"),
    [
        (CASTLES, ["e1 g1", "h1 f1"], {"g1": "white-king", "f1": "white-rook"}),
        (CASTLES, ["h1 f1", "e1 g1"], {"g1": "white-king", "f1": "white-rook"}),
        (LONG, ["e1 c1", "a1 d1"], {"c1": "white-king", "d1": "white-rook"}),
        (PASSING, ["d5", "e5 d6"], {"d6": "white-pawn"}),
        (PASSING, ["e5 d6", "d5"], {"d6": "white-pawn"}),
        (("e4", "d5"), ["d5", "e4 d5"], {"d5": "white-pawn"}),
        (("e4", "d5", "Nc3", "Nf6"), ["d5", "c3 e2", "e2 c3", "c3 d5"], {"d5": "white-knight"}),
    ],
    ids=["king-first", "rook-first", "long", "passing-off-first", "passing-off-last", "taking", "put-down-in-between"],
)
def test_hands_move_as_they_like(
    table: MenTable, before: tuple[str, ...], hands: list[str], after: dict[str, str]
) -> None:
    begin_at(table, *before)
    table.hand(*hands)
    assert table.follow(len(before) + 1), table.session.page
    assert len(table.events) == len(before) + 1
    assert {cell: table.board.get(cell) for cell in after} == after
    assert not table.questions


def test_only_the_piece_that_promotes_is_asked_about(table: MenTable) -> None:
    begin_at(table, *PROMOTES)
    table.hand("a8", "b7", "=white-knight a8")

    def knight(events: tuple[Any, ...]) -> Any:
        return next(event for event in events if ("a8", "white-knight") in event.changes)

    # The knight that was brought is one of two more that stand ready.
    assert not table.follow(len(PROMOTES) + 1) or table.questions
    assert len(table.questions) == 1
    assert {dict(event.changes)["a8"] for event in table.questions[0]} == {
        f"white-{man}" for man in ("queen", "rook", "bishop", "knight")
    }
    assert table.follow(len(PROMOTES) + 1, knight)
    assert table.board["a8"] == "white-knight"


def test_two_moves_that_come_quickly_are_both_followed(table: MenTable) -> None:
    for start, end in (("e2", "e4"), ("g8", "f6")):
        table.table.put(table.table.on_cell(table.man(start), end))
    assert table.follow(2), table.session.page
    assert (table.board["e4"], table.board["f6"]) == ("white-pawn", "black-knight")
    assert not table.questions


@pytest.mark.thorough(but=[name for name, _ in situations() if "any man" not in name and "bumps" not in name])
@pytest.mark.parametrize(("name", "play"), [*situations()], ids=[name for name, _ in situations()])
def test_what_users_of_chess_cameras_complain_of(table: MenTable, name: str, play: Callable[[MenTable], bool]) -> None:
    assert play(table), (name, table.session.page)
    assert not table.questions


def test_shades_tell_owners_only_where_they_differ_clearly() -> None:
    owners = {"a1": "white", "b1": "white", "c1": "white", "a8": "black", "b8": "black", "c8": "black"}
    shades = {"a1": 0.8, "b1": 0.7, "c1": 0.75, "a8": 0.2, "b8": 0.25, "c8": 0.22}
    told = OwnerShades.of(shades, owners)
    assert (told.owner(0.78), told.owner(0.2), told.owner(0.48)) == ("white", "black", None)
    assert told.contradict({"pawn": "d4"}, {"d4": 0.8}, lambda _: "black")
    assert not told.contradict({"pawn": "d4"}, {"d4": 0.5}, lambda _: "black")
    alike = OwnerShades.of({cell: 0.5 + 0.1 * (number % 3) for number, cell in enumerate(owners)}, owners)
    assert alike.owner(0.8) is None
    assert not OwnerShades.of(shades, dict(list(owners.items())[:3])).usual
    kings = OwnerShades.of(shades, {"a1": "white", "a8": "black"})
    assert kings.owner(0.75) == "white"
    assert not OwnerShades.of({"a1": 0.5, "a8": 0.4}, {"a1": "white", "a8": "black"}).usual


@given(st.lists(st.floats(0.5, 1.0), min_size=2, max_size=6), st.lists(st.floats(0.0, 0.2), min_size=2, max_size=6))
def test_a_piece_that_looks_as_its_players_usually_do_is_never_another_players(
    light: list[float], dark: list[float]
) -> None:
    shades = {f"w{number}": shade for number, shade in enumerate(light)}
    shades |= {f"b{number}": shade for number, shade in enumerate(dark)}
    told = OwnerShades.of(shades, {place: {"w": "white", "b": "black"}[place[0]] for place in shades})
    for place, shade in shades.items():
        assert told.owner(shade) in (None, {"w": "white", "b": "black"}[place[0]])


@pytest.mark.thorough
@pytest.mark.skipif(find_engine() is None, reason="no chess engine is installed")
def test_a_whole_game_of_an_engine_is_followed() -> None:
    counts = play_game(GAME, 50.0, 7, 400)
    assert (counts["wrong"], counts["missed"], counts["asked"]) == (0, 0, counts["asked which man"])
