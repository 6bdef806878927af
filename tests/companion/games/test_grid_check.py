"""Tests of mistakes in a game of one module: each is told with file, line and what to write."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.cells.captures import explain_forced_capture, explain_unfinished_capture
from companion.cells.declaration import GridDeclaration
from companion.device.errors import UserError
from companion.games import CompanionGame
from companion.games.broken import explain
from companion.games.conformance import check_game
from engine.grid import DeclaredGrid, Position
from tests import ROOT

SOURCE = (ROOT / "examples" / "classics" / "classics" / "breakthrough.py").read_text(encoding="utf-8")
#: The text that is replaced, by what, and what is told; the line of the text is told, too.
MISTAKES = {
    "no prefix": ('    prefix = "BK"\n', "", 'class Breakthrough lacks prefix; write prefix = "MG"', "class Break"),
    "a bad prefix": ('prefix = "BK"', 'prefix = "bk1"', "prefix is 'bk1'; write prefix = \"MG\"", "prefix ="),
    "a repetition of nothing": (
        '    prefix = "BK"',
        '    prefix = "BK"\n    repetitions = 1',
        "repetitions is 1; write repetitions = 3",
        "repetitions =",
    ),
    "no method": ("    def moves(", "    def move(", "class Breakthrough lacks moves (", "class Break"),
    "a letter of no piece": ("bbbbbbbb", "bbbbxbbb", "no piece begins with the x on e1 of the board", "board ="),
    "no board": ('drawn("""', '("""', "write board = rectangle(8, 8)", "board ="),
    "a colour in words": ('"white": (226, 228, 232)', '"white": "white"', "write colours = {", "colours ="),
    "nobody's piece": (
        'Piece("white"',
        'Piece("whit"',
        "belongs to 'whit', which there is not; did you mean white?",
        "pieces =",
    ),
    "a nameless player": (
        ', "black": later("Black")}',
        "}",
        'player_names lacks black; write "black": later(',
        "player_names =",
    ),
    "a cell that is none": ("to: own}", '"j9": own}', "the board has no cell 'j9'", "yield {"),
    "a piece that is none": (
        "to: own}",
        'to: "wite"}',
        "there is no kind of piece 'wite'; there are white, black",
        "yield {",
    ),
    "no changes": (
        "{cell: None, to: own}",
        "(cell, to)",
        'a move is the cells that change, such as {"a2": None',
        "yield (",
    ),
    "too few pieces": ('later("a white disc"), 16', 'later("a white disc"), 12', "16 of white lie on the", "pieces ="),
    "a method that takes nothing": (
        "def moves(self, position: Position)",
        "def moves(self)",
        "moves takes (self); write def moves(self, position)",
        "def moves(",
    ),
}

#: The same of results, which come later in a game.
WRONG_RESULTS = {
    "a winner as a text": ('Result((player,), "', 'Result(player, "'),
    "no result": ("Result((player,), ", "((player,), "),
    "a winner who does not play": ("Result((player,)", 'Result(("red",)'),
}

Load = Callable[[str], Any]


def begin_moves(load: Load, code: str) -> None:
    """Ask a game of this code for its first moves."""
    rules = load(code).rules
    rules.possible(rules.begin(rules.event_from_json({"event": "started"})))


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_told_with_its_line(mistake: str, load: Load, tmp_path: Path) -> None:
    old, new, told, place = MISTAKES[mistake]
    assert old in SOURCE
    code = SOURCE.replace(old, new, 1)
    line = next(number for number, text in enumerate(code.splitlines(), 1) if text.strip().startswith(place))
    with pytest.raises((UserError, TypeError, ValueError)) as raised:
        begin_moves(load, code)
    clause = explain(raised.value, "mistaken")
    assert told in clause
    assert f"{tmp_path / 'mistaken.py'}, line {line}" in clause


@pytest.mark.parametrize("mistake", WRONG_RESULTS)
def test_a_wrong_result_is_told_with_its_line(mistake: str, load: Load, tmp_path: Path) -> None:
    code = SOURCE.replace(*WRONG_RESULTS[mistake])
    game: CompanionGame = load(code)
    (check,) = check_game(game, games=1, only=["undo"])
    line = next(number for number, text in enumerate(code.splitlines(), 1) if "def result(" in text)
    (problem,) = check.problems
    assert problem.startswith('a result is winners and a reason: Result(("white",), "taken"), not ')
    assert problem.endswith(f"({tmp_path / 'mistaken.py'}, line {line})")


def test_a_player_who_does_not_play_is_told_with_the_line(load: Load, tmp_path: Path) -> None:
    code = SOURCE.replace("\n\nGAME", "\n    def turn_after(self, position):\n        return 'red'\n\n\nGAME")
    (check,) = check_game(load(code), games=1, only=["undo"])
    line = next(number for number, text in enumerate(code.splitlines(), 1) if "def turn_after(" in text)
    assert check.problems == (
        f"there is no player 'red'; there are white, black ({tmp_path / 'mistaken.py'}, line {line})",
    )


def test_a_reason_without_a_sentence_is_told(load: Load) -> None:
    game: CompanionGame = load(SOURCE.replace('(player,), "reached"', '(player,), "won"'))
    (check,) = check_game(game, games=2, only=["words"])
    assert any(problem.startswith('reasons lacks won; write "won": later("...") (') for problem in check.problems)


def test_the_prefix_of_another_game_is_told(load: Load) -> None:
    game: CompanionGame = load(SOURCE.replace('prefix = "BK"', 'prefix = "LB"'))
    (check,) = check_game(game, games=1, only=["tags"])
    assert any("the game lifeboat has the prefix LB, too; write prefix = 'L" in problem for problem in check.problems)


def test_a_right_game_has_no_mistakes(load: Load) -> None:
    load(SOURCE)


def test_what_the_page_says_of_why_is_so(load: Load) -> None:
    """Play the page's own `why` in a game: its sentence is told, and the nearest moves."""
    page = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"(    def why\(self, position, changes\):\n(?:        .*\n)+)", page)
    # The later of two methods counts.
    source = SOURCE.replace("\n\nGAME =", f"\n{code}\n\nGAME =")
    game: Any = load(source)
    lying = game.rules.stock.place({}, {"b7": "white", "b6": "black"})
    state = Position(lying, game.rules.stock.board(lying), "white")
    assert game.table.seat_screen.explain_touches(state, ["b7", "b6"]) == "This cell is taken. Allowed: a6 and c6."
    assert game.table.seat_screen.explain_touches(state, ["b7", "b4"]) == (
        "A white disc cannot go from b7 to b4. Allowed: a6 and c6."
    )
    assert "explain_forced_capture" in page
    assert "explain_unfinished_capture" in page
    assert (explain_forced_capture.__module__, explain_unfinished_capture.__module__) == (
        ("companion.cells.captures",) * 2
    )


def test_the_page_has_every_name_that_may_be_written() -> None:
    """Compare the table of docs/add-a-game.md with the classes that a game derives from."""
    page = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")
    (table,) = re.findall(r"\| name \| says \| else \|\n(.*?)\n\n", page, re.DOTALL)
    told = {name for row in table.splitlines() for name in re.findall(r"`(\w+)[`(]", row.split("|")[1])}
    written = {name for kind in (DeclaredGrid, GridDeclaration) for name in (*vars(kind), *kind.__annotations__)}
    # Rules and variants are made of the others, and `next_player` helps to write them.
    assert told == {name for name in written if not name.startswith("_")} - {"rules", "variants", "next_player"}
