"""Imports of all modules agree with the table in docs/developers.md.

The imports are read from the code itself.
"""

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from engine.names import Name
from tests import ROOT

#: The companion's rooms from the lowest to the highest; those in one line do not know each other.
ROOMS = (
    ("fonts",),
    ("device",),
    ("journal", "voice", "opponents"),
    ("figures",),
    ("screen",),
    ("sheets", "calibrating"),
    ("table",),
    ("virtual_table", "phones"),
    ("two_tables",),
    ("cells",),
    ("cards",),
    ("games",),
    ("commands",),
    ("main",),
)
HEIGHT = {room: height for height, rooms in enumerate(ROOMS) for room in rooms}
#: Folders of packages and of games from the lowest to the highest; "" is the folder of the package or game itself.
FOLDERS = {
    "vision": (
        "",
        "model",
        "decode",
        "locate",
        "occupancy",
        "reading",
        "sources",
        "virtual",
        "watching",
        "calibration",
    ),
    "hardware": ("", "ring"),
    "games": (
        *("", "reading", "words", "playback", "learning", "table", "screen", "virtual_table", "sheets", "commands"),
    ),
}
#: Modules that know their whole package: its face, and a game as the one object that the companion asks.
FACES = re.compile(r"vision|hardware|companion\.games\.\w+\.game")
#: What all packages but the companion may know of this project besides themselves.
KNOWN = {"engine": set[str](), "vision": set[str](), "hardware": set[str]()}
#: Games' words that are the name of no component, phase or the like in their engines.
MORE_WORDS = re.findall(
    r"\w+",
    "finstere furunkulus fearsome monster token eaten blood lifeboat coach castle betrayal haunt omen explorer",
)
#: The enums of an engine that name no thing of its game: directions, and what may be wrong.
OTHER_ENUMS = ("Code", "Dir", "Direction", "Note", "Reason")
#: Words of games that everybody says, and mean something else by them.
EVERYDAY = frozenset(
    re.findall(
        r"\w+",
        "act ahead alive all announce answer any axe black blue board book box but card cat caught choose "
        "claim dark device doctor draw drawing effect event expert falling first flare foot from fronts game "
        "green ground hand item key kit knowledge left letter library limit locked mask might mirror mixer "
        "most move named naming next nobody none nothing off offer one open order out outside over own "
        "painting photograph place placed played pool privilege quarters quick reached red result ring roof "
        "room row salts same score seat setup short shot shuffle speed stand support symbol take telling the "
        "three tile time told tree turn upper walk water white yellow",
    )
)
#: The package, the service and its user are named after the first game that there was; and where no game is named, one
#: must be meant, which the platform names in one place. Addresses of cameras have access tokens, which are no pieces.
EXCEPTIONS = re.compile(
    r"finstere[-_]flure[-_](companion|power-off|stick|install|first-start)|^DEFAULT_GAME = .*|^(service_user|User)=.*"
    r"|^[um] finstere-flure |access tokens?|\|token\||--hash=\S+"
    # What openssl calls the uses of a certificate.
    r"|basicConstraints|digitalSignature"
)

EXAMPLES = ("examples/fox-and-geese", "examples/mouse-and-elephant", "examples/classics", "examples/chess")


def module_name(path: Path) -> str:
    folder = next((ROOT / example for example in EXAMPLES if path.is_relative_to(ROOT / example)), ROOT)
    parts = path.relative_to(folder).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def modules_in(*folders: str) -> dict[str, Path]:
    return {module_name(path): path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))}


PACKAGES = ("engine", "vision", "hardware", "companion")
MODULES = modules_in(*PACKAGES)
#: What is beside the packages: it may know them, they never know it.
BESIDE = modules_in("tools", "tests", *EXAMPLES)
ALL = {**MODULES, **BESIDE}


@cache
def imports(name: str) -> frozenset[str]:
    """Return every module of this project and other top-level package that a module imports.

    Imports anywhere in the module count.
    """
    return frozenset(_imports(name))


#: A statement that imports, in one line or in brackets.
IMPORT = re.compile(r"^[ \t]*(from\s+[.\w]+\s+import\s+(?:\([^)]*\)|[^(\n]+)|import\s+[^\n]+)", re.MULTILINE)


def import_statements(code: str) -> list[ast.AST]:
    """Return all statements that import, also those of code in texts.

    Another process runs such code. Only these lines are parsed: that takes a tenth of the time of parsing all modules.
    """
    try:
        return [*ast.parse("\n".join(IMPORT.findall(code))).body]
    except SyntaxError:
        # Prose begins like an import.
        return [*ast.walk(ast.parse(code))]


@pytest.mark.parametrize(
    ("code", "modules"),
    [
        ("import a, b.c\nfrom d.e import f", ["a", "b.c", "d.e"]),
        ("def g():\n    from a import (\n        b,  # for g\n        c,\n    )\n", ["a"]),
        ("if TYPE_CHECKING:\n\tfrom . import a\n", [""]),
        ('RUN = """\nimport a\n"""', ["a"]),
        ('"""\nimport of things\n"""\nimport a', ["a"]),
        ("from_a = important(imports)", []),
    ],
)
def test_imports_are_found_wherever_they_stand(code: str, modules: list[str]) -> None:
    found = import_statements(code)
    names = [[alias.name for alias in node.names] for node in found if isinstance(node, ast.Import)]
    names += [[node.module or ""] for node in found if isinstance(node, ast.ImportFrom)]
    assert [name for group in names for name in group] == modules


def _imports(name: str) -> Iterator[str]:
    path = ALL[name]
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in import_statements(path.read_text(encoding="utf-8")):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parent = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*parent, *([node.module] if node.module else [])])
            for alias in node.names:
                inner = f"{base}.{alias.name}"
                yield inner if inner in ALL else base


def ours(name: str) -> set[str]:
    return {found for found in imports(name) if found in ALL or found.split(".")[0] in PACKAGES}


def game_of(name: str) -> str | None:
    """Return the game in whose rooms a module lies."""
    match name.split("."):
        case ["engine", package, *_] if (ROOT / "engine" / package).is_dir():
            return package
        case ["companion", "games", package, *_] if (ROOT / "companion" / "games" / package).is_dir():
            return package
    return None


def may_import(name: str, other: str) -> bool:
    top, other_top = name.split(".")[0], other.split(".")[0]
    if game_of(other) and game_of(other) != game_of(name):
        return False
    if top != "companion":
        return other_top == top
    if other_top != "companion":
        return True
    room, other_room = name.split(".")[1:2], other.split(".")[1:2]
    if not room or not other_room or room == other_room:
        return True
    return HEIGHT[other_room[0]] < HEIGHT[room[0]]


def test_a_module_knows_only_what_lies_below_it() -> None:
    arrows = [(name, other) for name in MODULES for other in sorted(ours(name))]
    assert len(arrows) > 1000
    assert [arrow for arrow in arrows if not may_import(*arrow)] == []


def folder_of(name: str) -> str:
    """Return the folder of a module; a face, which knows all of its package, is alone."""
    if FACES.fullmatch(name):
        return f"face of {name}"
    return name if ALL[name].name == "__init__.py" else name.rpartition(".")[0]


def folder_height(folder: str) -> tuple[str, int] | None:
    """Return the package or game of a folder whose order is told, and the folder's height in it."""
    match folder.split("."):
        case [("vision" | "hardware") as package, *inner]:
            return package, FOLDERS[package].index(inner[0] if inner else "")
        case ["companion", "games", game, *inner] if game_of(folder):
            return game, FOLDERS["games"].index(inner[0] if inner else "")
    return None


def test_a_folder_knows_only_folders_below_it() -> None:
    arrows = {
        (folder_of(name), folder_of(other))
        for name in MODULES
        for other in ours(name) & set(MODULES)
        if not FACES.fullmatch(name) and not FACES.fullmatch(other)
    }
    heights = [(arrow, folder_height(arrow[0]), folder_height(arrow[1])) for arrow in arrows]
    assert len(heights) > 100
    wrong = [arrow for arrow, own, other in heights if own and other and own[0] == other[0] and own[1] < other[1]]
    assert wrong == []


def test_no_folder_stands_in_a_circle() -> None:
    folders: dict[str, set[str]] = {folder_of(name): set() for name in MODULES}
    for name in MODULES:
        folders[folder_of(name)] |= {folder_of(other) for other in ours(name) & set(MODULES)}
    assert circles(folders) == []


@pytest.mark.parametrize(
    ("folder", "height"),
    [
        ("vision", ("vision", 0)),
        ("vision.decode", ("vision", 2)),
        ("companion.games.lifeboat.table", ("lifeboat", 5)),
        ("companion.table", None),
        ("engine.lifeboat", None),
    ],
)
def test_folders_have_their_heights(folder: str, height: tuple[str, int] | None) -> None:
    assert folder_height(folder) == height


def test_the_engine_needs_nothing_but_python() -> None:
    engine = [name for name in MODULES if name.startswith("engine")]
    known = {*sys.stdlib_module_names, "engine"}
    assert len(engine) > 20
    assert [(name, other) for name in engine for other in imports(name) if other.split(".")[0] not in known] == []


def test_a_command_is_no_library() -> None:
    commands = {name for name in MODULES if re.fullmatch(r"companion(\.games\.\w+)?\.commands\.\w+", name)}
    used = {(name, other) for name in MODULES for other in ours(name) if other in commands}
    assert used == set()


def test_no_package_knows_tools_tests_or_examples() -> None:
    known = {(name, other) for name in MODULES for other in ours(name) if other in BESIDE}
    assert known == set()


@pytest.mark.parametrize("folder", EXAMPLES)
def test_the_example_knows_no_game_and_nothing_that_is_not_installed(folder: str) -> None:
    example = modules_in(folder)
    assert len(example) > 5
    strange = {(name, other) for name in example for other in ours(name) - set(example)}
    assert len(strange) > 5
    assert {(name, other) for name, other in strange if other not in MODULES or game_of(other)} == set()


def test_no_import_goes_in_a_circle() -> None:
    assert circles({name: ours(name) & set(ALL) for name in ALL}) == []


def circles(graph: dict[str, set[str]]) -> list[list[str]]:
    """Return the strongly connected components with more than one module (Tarjan)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(name: str) -> None:
        index[name] = low[name] = len(index)
        stack.append(name)
        for other in sorted(graph[name] - {name}):
            if other not in index:
                visit(other)
                low[name] = min(low[name], low[other])
            elif other in stack:
                low[name] = min(low[name], index[other])
        if low[name] == index[name]:
            component = stack[stack.index(name) :]
            del stack[stack.index(name) :]
            if len(component) > 1:
                found.append(sorted(component))

    for name in graph:
        if name not in index:
            visit(name)
    return found


def test_a_circle_would_be_found() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == [["a", "b", "c"]]


@pytest.mark.parametrize(
    ("name", "other", "allowed"),
    [
        ("companion.table.session", "companion.screen.pages", True),
        ("companion.screen.pages", "companion.table.session", False),
        ("companion.table.session", "companion.games.finstere_flure.tags", False),
        ("companion.table.session", "engine.finstere_flure.board", False),
        ("companion.table.session", "engine.game", True),
        ("companion.games.finstere_flure.tags", "engine.finstere_flure.board", True),
        ("engine.game", "engine.finstere_flure.board", False),
        ("vision.reading", "companion.device.log", False),
    ],
)
def test_the_table_of_arrows_is_read_rightly(name: str, other: str, *, allowed: bool) -> None:
    assert may_import(name, other) is allowed


PLATFORM_TEXTS = [
    path
    for folder in ("companion", "engine", "vision", "hardware", "systemd", "install")
    for path in sorted((ROOT / folder).rglob("*"))
    if path.is_file()
    and path.suffix not in (".mo", ".ttf", ".pyc", ".po", ".onnx")
    and not path.match("companion/fonts/*.txt")
    and not game_of(module_name(path))
]


@cache
def game_words() -> frozenset[str]:
    """Return the words by which the games' engines call their components, phases and the like.

    An id of several words gives each of them.
    """
    modules = [name for name in MODULES if name.startswith("engine.") and game_of(name)]
    for name in modules:
        import_module(name)
    enums = [kind for kind in Name.__subclasses__() if kind.__module__ in modules and kind.__name__ not in OTHER_ENUMS]
    components = (ROOT / "engine" / "betrayal" / "components.json").read_text(encoding="utf-8")
    ids = {*(name.value for kind in enums for name in kind), *re.findall(r'"id": "([a-z-]+)"', components)}
    words = {part for found in ids for part in found.split("-") if len(part) > 2 and part.isalpha()}
    return frozenset({*words, *MORE_WORDS})


#: Borders of words within the names of code: `eaten_by`, `TokenMoved`.
_WITHIN_NAMES = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[_-]")


def words_of_games(line: str) -> list[str]:
    """Return the words that only a game says, of a line of text or code."""
    words = re.findall(r"[a-z]+", _WITHIN_NAMES.sub(" ", EXCEPTIONS.sub("", line)).lower())
    forms = [(word, {word, word.removesuffix("s")}) for word in words]
    return [word for word, same in forms if not same.isdisjoint(game_words()) and same.isdisjoint(EVERYDAY)]


@pytest.mark.slow
def test_the_platform_does_not_say_a_game_s_words() -> None:
    assert len(PLATFORM_TEXTS) > 200
    said = [
        f"{path.relative_to(ROOT)}:{number}: {', '.join(found)}: {line.strip()}"
        for path in PLATFORM_TEXTS
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1)
        if (found := words_of_games(line))
    ]
    assert said == []


def test_everyday_words_are_words_of_games() -> None:
    assert EVERYDAY - game_words() == set()


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("def landing_of(tile: Tile) -> Cell:", ["landing"]),
        ("class TokenMoved(Event):  # the monster waits", ["token", "monster"]),
        ("two goblets, a parasol and a turning stone", ["goblets", "parasol", "stone"]),
        ("Traits.SANITY", ["sanity"]),
        ("the card is open; its row stands on the ground, and the ring shows whose turn it is", []),
        ("finstere-flure-companion.service with an access token", []),
    ],
)
def test_words_of_games_are_found_in_texts_and_names(line: str, words: list[str]) -> None:
    assert words_of_games(line) == words


#: The face that a game implements has at most so many members; parts of it have the rest.
MOST_MEMBERS = 35
#: The table's rooms leave the type of so few values open (`Any`, as a word anywhere).
MOST_OPEN_TYPES = 37


def test_a_game_implements_few_members() -> None:
    tree = ast.parse(ALL["companion.table.game"].read_text(encoding="utf-8"))
    (face,) = (node for node in tree.body if isinstance(node, ast.ClassDef))
    named = [node.name for node in face.body if isinstance(node, ast.FunctionDef)]
    named += [
        node.target.id for node in face.body if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    ]
    members = [name for name in named if not name.startswith("_")]
    assert {"rules", "title", "history"} <= set(members)
    assert len(members) <= MOST_MEMBERS


def test_the_table_knows_the_types_of_its_values() -> None:
    table = [path for name, path in MODULES.items() if name.startswith("companion.table.")]
    assert len(table) > 100
    assert sum(len(re.findall(r"\bAny\b", path.read_text(encoding="utf-8"))) for path in table) <= MOST_OPEN_TYPES
