"""Tests of the classics: short modules that keep to what games must, before the camera."""

import ast
import re
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from companion.cells.roll_step import CellRollStep
from companion.device.language import use_language
from companion.device.settings import NO_CAMERA, Settings
from companion.games.grid import GridGame
from companion.journal import Journal
from companion.table.layout import PieceObservation
from companion.table.observation import TableObservation
from companion.table.session_start import open_session
from companion.virtual_table.scripted_player import ScriptedPlayer
from engine.grid import Moved, Position, Started
from tests import ROOT

FOLDER = ROOT / "examples" / "classics" / "classics"
#: Most lines of each module; blank lines and docstrings do not count.
MOST_LINES = dict.fromkeys(
    ("alquerque", "breakthrough", "halma", "noughts_and_crosses"),
    64,
) | dict.fromkeys(
    # Those with longer rules, or with a worth of their own for strong bots.
    ("brandubh", "draughts", "fox_and_geese", "ludo", "mancala", "nine_mens_morris", "othello"),
    96,
)
# It says how the first disc is taken over, which is a move unlike all others.
MOST_LINES |= {"hex": 109}


def game_of(name: str) -> GridGame:
    game: GridGame = import_module(f"classics.{name}").GAME
    return game


def lines_of(code: str) -> int:
    """Return the number of lines that are neither blank nor of a docstring."""
    documented: set[int] = set()
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
            documented |= set(range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1))
    return sum(bool(line.strip()) and number not in documented for number, line in enumerate(code.splitlines(), 1))


@pytest.mark.parametrize("name", MOST_LINES)
def test_a_game_is_one_short_module(name: str) -> None:
    assert lines_of((FOLDER / f"{name}.py").read_text(encoding="utf-8")) <= MOST_LINES[name]


def test_there_is_no_other_module() -> None:
    assert {path.stem for path in FOLDER.glob("*.py")} == {*MOST_LINES, "__init__", "language"}


@pytest.mark.slow
@pytest.mark.thorough(but=["noughts_and_crosses", "breakthrough", "mancala", "ludo"])
@pytest.mark.parametrize("name", MOST_LINES)
def test_a_few_moves_are_played_before_the_camera(name: str, tmp_path: Path) -> None:
    game = game_of(name)
    virtual = game.virtual
    pilot = ScriptedPlayer(virtual, virtual.start(None, 1, {}), Journal.open(tmp_path / "games.sqlite"))
    pilot.begin()
    pilot.wait(1.0)
    for _ in range(10):
        if isinstance(pilot.session.step, CellRollStep):
            pilot.touch("6")
        else:
            pilot.place_as_asked()
            pilot.wait(2.0)
        if len(pilot.game.events) == 4:
            break
    assert len(pilot.game.events) == 4
    assert game.rules.replay(pilot.game.events).state == pilot.game.state


# --- rules that no other implementation has been asked about ----------------------------------------------------------


def reached(name: str, board: Mapping[str, str], turn: str, **more: Any) -> list[dict[str, str]]:
    """Return the changes that the moves of a position make."""
    game = game_of(name)
    position = Position({cell: cell for cell in board}, board, turn, **more)
    return [{cell: kind or "" for cell, kind in changes.items()} for changes in game.moves(position)]


def test_a_fox_jumps_on_and_must_not() -> None:
    moves = reached("fox_and_geese", {"d4": "fox", "d3": "goose", "e1": "goose"}, "fox")
    assert {"d4": "", "d3": "", "d2": "fox"} in moves
    assert {"d4": "", "d5": "fox"} in moves


def test_alquerque_must_take_along_its_lines() -> None:
    assert reached("alquerque", {"b2": "white", "b3": "black", "e5": "white"}, "white") == [
        {"b2": "", "b3": "", "b4": "white"}
    ]
    assert {"b3": "", "c2": "white"} not in reached("alquerque", {"b3": "white"}, "white"), "there is no line"


def test_a_piece_between_two_is_taken_and_a_corner_counts() -> None:
    moves = reached("brandubh", {"c1": "attacker", "b2": "defender", "d2": "attacker", "b1": "defender"}, "attackers")
    assert {"d2": "", "c2": "attacker"} in moves
    taken = reached("brandubh", {"b3": "attacker", "b1": "defender", "c3": "attacker", "c1": "attacker"}, "attackers")
    assert {"c3": "", "c2": "attacker"} in taken
    between = reached("brandubh", {"b1": "defender", "c3": "attacker"}, "attackers")
    assert {"c3": "", "b1": "", "c1": "attacker"} in between, "between an attacker and the corner"


def test_the_king_alone_goes_to_the_corners_and_the_middle() -> None:
    ends = {cell for move in reached("brandubh", {"d1": "king"}, "defenders") for cell, kind in move.items() if kind}
    assert {"a1", "g1", "d4"} <= ends
    ends = {
        cell for move in reached("brandubh", {"d1": "defender"}, "defenders") for cell, kind in move.items() if kind
    }
    assert not {"a1", "g1", "d4"} & ends
    assert "d7" in ends, "it goes over the middle"


def test_the_king_on_the_throne_is_taken_by_four() -> None:
    around = {"d4": "king", "c4": "attacker", "e4": "attacker", "d5": "attacker", "d1": "attacker"}
    assert {"d1": "", "d4": "", "d3": "attacker"} in reached("brandubh", around, "attackers")
    three = {cell: kind for cell, kind in around.items() if cell != "c4"}
    assert {"d1": "", "d3": "attacker"} in reached("brandubh", three, "attackers")


def test_halma_jumps_over_anybody_and_on() -> None:
    moves = reached("halma", {"a1": "white", "b1": "black", "d1": "white"}, "white")
    ends = {cell for move in moves if "a1" in move for cell, kind in move.items() if kind}
    assert ends == {"a2", "b2", "c1", "e1"}


def test_a_six_brings_a_ludo_disc_in_and_hits() -> None:
    assert reached("ludo", {"d9": "blue"}, "red", die=6) == [{"d9": "red"}]
    assert reached("ludo", {}, "red", die=5) == []
    assert reached("ludo", {"e9": "red"}, "red", die=3) == [{"e9": "", "e6": "red"}]
    assert reached("ludo", {"e9": "red"}, "red", die=4) == [], "no farther than home"


#: How each language says what rule set is played, that there may be draws, that there are none, and what is left out.
PARTS = {
    "en": ("Rules: ", r"\bdraw\b", "no draws", "Left out: "),
    "de": ("Regeln: ", "unentschieden", "kein Unentschieden", "Weggelassen: "),
    "fr": (r"Règles\s: ", r"\b(nulles?|nul)\b", "(pas|Pas) de nulle", r"Omis\s: "),
    "es": ("Reglas: ", "empates?", "[Nn]o hay empates?", "Se omite: "),
    "it": ("Regole: ", r"\bparegg", "[Nn]on ci sono pareggi", r"Tralasciat[oi]: "),
    "ja": ("ルール：", "引き分けです", "引き分けはありません", "省いたもの："),
    "pl": ("Zasady: ", r"\bremis", "Remisów nie ma", "Pominięto: "),
    "zh": ("规则：", "为和棋", "没有和棋", "未采用："),
}
#: Somebody always wins these.
WITHOUT_DRAWS = ("breakthrough", "hex", "ludo")


@pytest.mark.parametrize("language", PARTS)
@pytest.mark.parametrize("name", MOST_LINES)
def test_the_help_names_the_rule_set_its_draws_and_what_is_left_out(name: str, language: str) -> None:
    rules, draws, no_draws, left_out = PARTS[language]
    game = game_of(name)
    use_language(language)
    text = "\n".join(game.help(game.rules.begin(Started())))
    assert all(len(re.findall(f"{part}.", text)) == 1 for part in (rules, left_out)), text
    # Nothing else is a draw there, and what is one is one by the rules.
    assert bool(re.search(no_draws, text)) == (name in WITHOUT_DRAWS), text
    assert bool(re.search(draws, re.sub(no_draws, "", text))) == (name not in WITHOUT_DRAWS), text
    assert not ((game.draw_after or game.repetitions) and name in WITHOUT_DRAWS)


def changes_of(game: GridGame, position: Position) -> list[dict[str, str]]:
    return [dict(event.changes) for event in game.rules.possible(position) if isinstance(event, Moved)]


def test_blue_takes_over_the_first_disc_of_hex_where_that_is_played(tmp_path: Path) -> None:
    game = game_of("hex")
    session = open_session(Journal.open(tmp_path / "g.sqlite"), Settings(camera=NO_CAMERA), [game.table], sees=False)
    session.open_start_page()
    game.table.begin(session, Started(("swap",)), {"swap": True})
    session.step.advance()
    for cell in ("b3", "c2", "b3"):
        session.touch(cell, 0.0)
    played = session.game
    assert played is not None
    assert dict(played.state.board) == {"c2": "blue"}
    assert played.state.turn == "red"
    before = played.undo().state
    assert game.describe(before, played.events[-1], played.state) == (
        "Blue takes over the first disc and puts a blue one on c2."
    )
    # Only then, and only where it is played.
    moves = changes_of(game, before)
    assert moves.count({"b3": "", "c2": "blue"}) == 1
    assert all(len(changes) == 1 for changes in changes_of(game, played.state))
    usual = game.rules.replay([Started(), played.events[1]]).state
    assert all(len(changes) == 1 for changes in changes_of(game, usual))
    assert len(game.help(before)) == len(game.help(usual)) + 1


def test_hex_says_how_blue_takes_over_and_that_it_is_half_done(tmp_path: Path) -> None:
    game = game_of("hex")
    session = open_session(Journal.open(tmp_path / "g.sqlite"), Settings(), [game.table], sees=True)
    session.open_start_page()
    game.table.begin(session, Started(("swap",)), {"swap": True})

    def look(lying: dict[str, str], seconds: float = 1.5) -> str:
        session.observe(TableObservation(PieceObservation.from_sides(lying)), session.now)
        session.tick(session.now)
        session.tick(session.now + seconds)
        return getattr(session.page, "caption", "")

    look({})
    how = "Blue may take over b3 instead: put a blue disc on c2, and take the red one off."
    assert look({"red-1": "b3"}) == f"Put a blue disc on a free cell: join left and right. {how}"
    # By touch the blue disc comes first.
    session.touch("b3", session.now)
    assert session.notice.startswith(how)
    half = "The move is half done. Put a blue disc on c2."
    assert look({}) == half
    # It stays so, and nobody is told to put the red one back.
    assert look({}, 20.0) == "The move is half done."
    assert [row.text for row in getattr(session.page, "rows", ())] == ["Put a blue disc on c2."]
    assert "half done" not in look({"red-1": "b3"})
    look({"blue-1": "c2"})
    assert session.game is not None
    assert dict(session.game.state.board) == {"c2": "blue"}
    assert "instead" not in look({"blue-1": "c2"})
    session.undo(1)
    look({})
    assert "Blue may take over d4 instead: put a blue disc on d4" in look({"red-1": "d4"})
    # Where it is not played nothing is said of it.
    game.table.begin(session, Started(), {})
    look({})
    assert "instead" not in look({"red-1": "b3"}) + look({})
