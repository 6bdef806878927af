"""Tests of the law of names: docstrings, constants, and words of the field."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from tests import ROOT

PACKAGES = ("companion", "engine", "hardware", "vision", "tools", "tests", "examples")

#: First words of docstrings that are clauses: what a thing is must be guessed from them.
CLAUSE = re.compile(r"(What|Whether|Those|Where|How|One|Who|When|Which|Whose|That|Whoever|Whatever|Wherever|They)\b")
#: First words of docstrings that are riddles without what stands below, and those of verbs in the third person.
RIDDLE = re.compile(
    r"(?:As|At|By|In|On|Under|Because|So|Then|There|Here|Now|Not|No|Nothing|Nobody|None|It|Its|These|This|Such)\b"
    r"|(?:Any|Every|Some)(?:body|one|thing|where)\b|(?:About|Before|Down|Else|From|Instead|Why)\b"
    r"|(?:Takes|Says|Goes|Lets|Shows|Tells|Keeps|Gives|Begins|Raises|Plays|Writes)\b"
)
#: Pronouns, prepositions and adverbs that are the name of no value.
PRONOUN = re.compile(r"who|whom|one|at|by|there|here|now|rest")
#: The same outside of texts and comments; after a dot they are fields.
PRONOUN_IN_CODE = re.compile(rf"(?<![\w.])(?:{PRONOUN.pattern})\b")
TEXT = re.compile(r'"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|#[^\n]*')
#: A rule's number in place of a first word: what it says must be looked up.
NUMBER = re.compile(r"[A-Z]{1,2}\d+\b")
#: Most letters of a docstring's first line.
FIRST_LINE = 90
#: Folders of one game's rules each, which have their own of what each game has: a state, events; the grid is a kit.
OF_A_GAME = re.compile(r"engine/(?:grid\.py|\w+(?=/))")
#: Names of classes that stand for several things all the same: each has one meaning outside of the engine.
SEVERAL_CLASSES = {"Dealt", "Game", "Piece", "Side"}

#: Names that had to be decoded, and the word that the house uses for the thing.
RENAMED = {
    "Berth": "Seat",
    "Caretaker": "BackupWorker",
    "CellsSeen": "CellObservation",
    "Doubts": "RetrySchedule",
    "Easel": "SceneRenderer",
    "Lay": "TableLayout",
    "LiveRoom": "CameraTable",
    "NOTHING_AROUND": "DEFAULT_CONTEXT",
    "Pilot": "Autopilot",
    "Portrait": "ProjectedThing",
    "Said": "Announcement",
    "Seen": "Observation of a game",
    "Studio": "IncrementalRenderer",
    "Surroundings": "SessionContext",
    "TableSight": "TableObservation",
    "VirtualRoom": "VirtualTableSource",
    "Watched": "Observation",
    "amiss": "discrepancies",
    "answers_telling": "event_answers",
    "glance": "decode_rectified",
    "hands_asked": "auto_move_requested",
    "in_light_of": "relight_ground",
    "lay_of": "expected_layout",
    "leave_as_it_is": "ignore_problems",
    "lies_after": "layout_after",
    "look_again": "rescan_places",
    "misfits": "fit_problems",
    "not_left": "not_ignored",
    "seen_in": "observation_from_reading",
    "strung": "join_items",
    "tell_event": "describe_event",
    "told_by": "event_answers",
    "under_large_pieces": "large_piece_cells",
    "usual_board": "default_board",
    "usual_journal_path": "default_journal_path",
    "without_gloss": "remove_specular",
}
OLD_NAME = re.compile(rf"\b({'|'.join(RENAMED)})\b")


@dataclass(frozen=True)
class Words:
    """Words of a module, each with its line; the tree itself is a thousand times larger."""

    path: str
    docstrings: tuple[tuple[int, str], ...]
    names: tuple[tuple[int, str], ...]
    classes: tuple[str, ...]
    constants_in_one_assignment: tuple[int, ...]
    values: tuple[tuple[int, str], ...]


@cache
def modules() -> tuple[Words, ...]:
    """Read all modules of the project."""
    paths = (path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py")))
    return tuple(words_of(path) for path in paths if "build" not in path.parts)


def words_of(path: Path) -> Words:
    code = path.read_text(encoding="utf-8")
    tree = ast.parse(code)
    # Few modules have any of these words: in the others nobody need look for what it is.
    names = tuple(defined(tree)) if OLD_NAME.search(code) else ()
    constants = tuple(constants_in_one_assignment(tree))
    place = str(path.relative_to(ROOT))
    # Few modules have such a name outside of texts: in the others nobody need look for what it is.
    named = tuple(values(tree)) if PRONOUN_IN_CODE.search(TEXT.sub("", code)) else ()
    classes = tuple(line.name for line in tree.body if isinstance(line, ast.ClassDef) and line.name[0] != "_")
    return Words(place, tuple(documented(tree)), names, classes, constants, named)


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a node and all statements below it, a tenth of the nodes of `ast.walk`."""
    yield node
    for field in ("body", "orelse", "finalbody", "handlers", "cases"):
        below = getattr(node, field, ())
        if isinstance(below, list):
            for child in below:
                yield from statements(child)


def documented(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield line and first docstring line of a module, its classes and its functions."""
    for node in statements(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            text = ast.get_docstring(node)
            if text:
                yield getattr(node, "lineno", 1), text.splitlines()[0]


def defined(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield line and name of everything that a module defines."""
    for node in ast.walk(tree):
        match node:
            case ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef():
                yield node.lineno, node.name
            case ast.arg():
                yield node.lineno, node.arg
            case ast.Name(ctx=ast.Store()):
                yield node.lineno, node.id
            case ast.Attribute(ctx=ast.Store()):
                yield node.lineno, node.attr


def values(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield line and name of parameters and variables; fields may be named by files."""
    fields = {
        id(target)
        for node in statements(tree)
        if isinstance(node, ast.ClassDef)
        for line in node.body
        if isinstance(line, ast.Assign | ast.AnnAssign)
        for target in (line.targets if isinstance(line, ast.Assign) else (line.target,))
    }
    for node in ast.walk(tree):
        match node:
            case ast.arg():
                yield node.lineno, node.arg
            case ast.Name(ctx=ast.Store()) if id(node) not in fields:
                yield node.lineno, node.id


def constants_in_one_assignment(tree: ast.Module) -> Iterator[int]:
    """Yield the lines in which one assignment gives several constants their numbers or texts."""
    for node in tree.body:
        if (
            isinstance(node, ast.Assign)
            and isinstance(node.targets[0], ast.Tuple)
            and isinstance(node.value, ast.Tuple)
        ):
            names = [target.id for target in node.targets[0].elts if isinstance(target, ast.Name)]
            if names and all(re.fullmatch(r"_?[A-Z][A-Z0-9_]*", name) for name in names):
                yield node.lineno


@pytest.mark.slow
def test_a_docstring_begins_with_a_noun_or_a_verb() -> None:
    assert len(modules()) > 1000
    assert [
        f"{module.path}:{line}: {text}"
        for module in modules()
        for line, text in module.docstrings
        if CLAUSE.match(text)
    ] == []


@pytest.mark.slow
def test_a_docstring_is_no_riddle() -> None:
    assert [
        f"{module.path}:{line}: {text}"
        for module in modules()
        for line, text in module.docstrings
        if RIDDLE.match(text) or (NUMBER.match(text) and not module.path.startswith("tests/"))
    ] == []


@pytest.mark.slow
def test_no_value_is_named_by_a_pronoun() -> None:
    assert [
        f"{module.path}:{line}: {name}"
        for module in modules()
        for line, name in module.values
        if PRONOUN.fullmatch(name)
    ] == []


def test_a_value_named_by_a_pronoun_is_found() -> None:
    code = "class A:\n    by: str\n    def f(self, who, *, at=1):\n        now = [one for one in who]\n"
    assert [name for _, name in values(ast.parse(code))] == ["self", "who", "at", "now", "one"]


@pytest.mark.slow
def test_a_docstring_s_first_line_is_short() -> None:
    assert [
        f"{module.path}:{line}: {text}"
        for module in modules()
        for line, text in module.docstrings
        if len(text) > FIRST_LINE
    ] == []


@pytest.mark.slow
def test_no_name_comes_back_that_had_to_be_decoded() -> None:
    assert [
        f"{module.path}:{line}: {name}; write {RENAMED[name]}"
        for module in modules()
        for line, name in module.names
        if name in RENAMED
    ] == []


@pytest.mark.slow
def test_a_class_name_stands_for_one_thing_outside_of_games() -> None:
    places: dict[str, list[str]] = {}
    for module in modules():
        if module.path.startswith(("companion/", "engine/", "hardware/", "tools/", "vision/")):
            for name in module.classes:
                places.setdefault(name, []).append(module.path)
    assert {name for name, paths in places.items() if not is_of_each_game(paths)} == SEVERAL_CLASSES
    outside = {name: [path for path in paths if not path.startswith("engine/")] for name, paths in places.items()}
    assert [paths for paths in outside.values() if len(paths) > 1] == []


def is_of_each_game(paths: list[str]) -> bool:
    """Return whether a name is of one module, or of several games' rules with one each."""
    games = [match[0] for path in paths if (match := OF_A_GAME.match(path))]
    return len(paths) == 1 or len(paths) == len(games) == len(set(games))


@pytest.mark.parametrize(
    ("paths", "is_of_each"),
    [
        (["vision/a.py"], True),
        (["vision/a.py", "hardware/a.py"], False),
        (["vision/a.py", "engine/betrayal/a.py"], False),
        (["engine/betrayal/a.py", "engine/lifeboat/a.py", "engine/grid.py"], True),
        (["companion/games/betrayal/a.py", "companion/games/lifeboat/a.py"], False),
        (["engine/betrayal/a.py", "companion/games/betrayal/a.py"], False),
        (["companion/games/dialog.py", "companion/games/lifeboat/a.py"], False),
    ],
)
def test_classes_that_stand_for_several_things_are_found(paths: list[str], is_of_each: bool) -> None:
    assert is_of_each_game(paths) is is_of_each


@pytest.mark.slow
def test_each_constant_has_an_assignment_of_its_own() -> None:
    assert [f"{module.path}:{line}" for module in modules() for line in module.constants_in_one_assignment] == []


@pytest.mark.parametrize(
    ("source", "lines"),
    [("A, B = 1, 2", [1]), ("_LOW_MM, _HIGH_MM = 1.0, 2.0", [1]), ("A = 1\nB = 2", []), ("a, b = 1, 2", [])],
)
def test_constants_in_one_assignment_are_found(source: str, lines: list[int]) -> None:
    assert list(constants_in_one_assignment(ast.parse(source))) == lines


def test_a_clause_and_an_old_name_are_found() -> None:
    tree = ast.parse('def lay_of(seen):\n    """What lies where."""\n    lies_after = seen\n')
    assert [CLAUSE.match(text) is not None for _, text in documented(tree)] == [True]
    assert {name for _, name in defined(tree)} == {"lay_of", "seen", "lies_after"}
