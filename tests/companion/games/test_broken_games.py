"""Tests of broken foreign games: they break only themselves, and one sentence says why.

The sentence names the game.
"""

import importlib
import shutil
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from fox_and_geese.game import GAME as WHOLE

from companion import games
from companion.commands.play import offered_tables
from companion.games import DEFAULT_GAME, find_game
from companion.games.random_play import random_game
from companion.main import main
from engine.gamefile import game_to_text
from tests import ROOT

SOURCE = ROOT / "examples" / "fox-and-geese" / "fox_and_geese"
GAME_ID = "fox-and-geese"

#: What is broken: the file, what stands there, what stands there instead, and what the sentence says of it.
AT_ONCE = {
    "rules lack a method": (
        "rules.py",
        "    def over(self",
        "    def ower(self",
        'class FoxAndGeeseRules lacks over ("Return the result of the game; None while it goes on"); write it in ',
    ),
    "rules lack their id": (
        "rules.py",
        '    id = "fox-and-geese"\n',
        "",
        "class FoxAndGeeseRules lacks id; write it in",
    ),
    "syntax": ("rules.py", "class State:", "class State", "expected ':' ("),
    "an exception at import": (
        "rules.py",
        "RULES = FoxAndGeeseRules()",
        "1 / 0",
        "ZeroDivisionError: division by zero (",
    ),
    "an exception in two lines": ("game.py", "GAME = FoxAndGeese()", "raise OSError('a\\nb')", "OSError: a"),
    "it ends Python": ("rules.py", "RULES = FoxAndGeeseRules()", "import sys; sys.exit(3)", "SystemExit: 3 ("),
    "a name that there is not": ("options.py", "flag(\n", "flog(\n", "NameError: name 'flog' is not defined ("),
    "the game lacks a method": (
        "game.py",
        "    def describe_player(",
        "    def describe_players(",
        'class FoxAndGeese lacks describe_player ("Return a player\'s name in the language in use"); write it in ',
    ),
    "the game lacks rules": (
        "game.py",
        "    rules = RULES\n",
        "",
        'class FoxAndGeese lacks rules ("Rules of the game"); write it',
    ),
    "a class and no object": ("game.py", "GAME = FoxAndGeese()", "GAME = FoxAndGeese", "such as GAME = FoxAndGeese()"),
    "anything but a game": (
        "game.py",
        "GAME = FoxAndGeese()",
        "GAME = 7",
        "game:GAME is no game: 7 is no CompanionGame",
    ),
    "another name": ("game.py", "GAME = FoxAndGeese()", "GAM = FoxAndGeese()", "; did you mean GAM?"),
    "another id": ("rules.py", 'id = "fox-and-geese"', 'id = "fox"', "game:GAME calls itself fox; the entry point and"),
}
IN_A_PART = {
    "the table lacks a method": (
        "table.py",
        "    def player_name(",
        "    def player_nam(",
        "class FoxAndGeeseTable lacks player_name (",
    ),
    "the table lacks its tags": (
        "table.py",
        "    tag_set = TAGS\n",
        "",
        "class FoxAndGeeseTable lacks tag_set; write it in",
    ),
    "the table lacks colours": (
        "table.py",
        "    colours: ",
        "    colors: ",
        "class FoxAndGeeseTable lacks colours; write",
    ),
    "a part imports nothing": (
        "table.py",
        "fox_and_geese.tags import",
        "fox_and_geese.tagz import",
        "No module named ",
    ),
    "a part is misspelt": ("game.py", ".table:TABLE", ".table:TABEL", "; did you mean TABLE?"),
    "a part's module is misspelt": ("game.py", ".table:TABLE", ".tabel:TABLE", "names nothing: there is no module fox"),
    "the tags lack a method": ("tags.py", "    def pieces(", "    def piece(", "class FoxAndGeeseTags lacks pieces ("),
    "the tags lack cells": ("tags.py", "    cells = CELLS\n", "", "class FoxAndGeeseTags lacks cells; write it in "),
    "the sheets are misspelt": ("game.py", ".tags:SHEETS", ".tags:SHEETZ", "; did you mean SHEETS?"),
    "the virtual table lacks the game": (
        "virtual.py",
        "    table = TABLE\n",
        "",
        "class FoxAndGeeseVirtual lacks table (",
    ),
    "options that are none": ("game.py", "(MUST_TAKE,)", "('must_take',)", "its options hold 'must_take'; expected"),
    "options that are no list": ("game.py", "(MUST_TAKE,)", "7", "TypeError: 'int' object is not iterable ("),
}
IN_PLAY = {
    "a typo in the rules": ("rules.py", "state.lying, event", "state.lieing, event", "'lieing' ("),
    "a typo in a name": ("table.py", 'say("the fox") if player', 'sai("the fox") if player', "NameError: name 'sai'"),
}
#: What only those meet who look at it.
UNSEEN = {
    "syntax in the pictures": ("pictures.py", "(CellPictures):", "(CellPictures:", " ("),
    "a typo in what bots do": (
        "rules.py",
        "in state.lying.items() if piece != FOX]",
        "in state.lyign.items() if piece != FOX]",
        "; did you mean lying?",
    ),
    "no title": ("table.py", 'return say("Fox and Geese")', "return self.titel", "'titel' ("),
}

Break = Callable[[str, str, str], Path]


def install(patch: pytest.MonkeyPatch, value: str) -> None:
    """Add the example's game with this value as an entry point besides the installed games."""
    found = {**games._found(), GAME_ID: EntryPoint(GAME_ID, value, games.GROUP)}
    patch.setattr(games, "_found", lambda: found)
    importlib.invalidate_caches()


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder with a file of each game and a journal of both, from when both games were whole."""
    folder = tmp_path_factory.mktemp("before")
    with pytest.MonkeyPatch.context() as patch:
        install(patch, "fox_and_geese.game:GAME")
        for game in (WHOLE, find_game(DEFAULT_GAME)):
            file = folder / f"{game.id}.jsonl"
            file.write_text(game_to_text(game.rules, random_game(game, 3).events))
            assert main(["games", "--journal", str(folder / "games.sqlite"), "import", str(file)]) == 0
    return folder


@pytest.fixture
def broken(
    before: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Iterator[Break]:
    """Installer of a copy of the example with one text replaced by another.

    The copy has a name of its own.
    """
    name = f"fox_{abs(hash(request.node.name))}_and_geese"
    monkeypatch.syspath_prepend(tmp_path)

    def make(file: str, old: str, new: str) -> Path:
        package = tmp_path / name
        shutil.copytree(SOURCE, package, ignore=shutil.ignore_patterns("__pycache__"))
        text = (package / file).read_text()
        assert old in text
        (package / file).write_text(text.replace(old, new, 1))
        for path in package.rglob("*.py"):
            path.write_text(path.read_text().replace("fox_and_geese", name))
        install(monkeypatch, f"{name}.game:GAME")
        return package

    shutil.copytree(before, tmp_path, dirs_exist_ok=True)
    yield make
    for module in [module for module in sys.modules if module.startswith(name)]:
        del sys.modules[module]


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Runner of a command as the first of its process; gives status, output and errors."""

    def run(*words: str) -> tuple[int, str, str]:
        capsys.readouterr()
        games._warn_once.cache_clear()
        status = main([word.format(folder=tmp_path) for word in words])
        told = capsys.readouterr()
        assert "Traceback" not in told.err
        return status, told.out, told.err

    return run


JOURNAL = ["--journal", "{folder}/games.sqlite"]
#: File of a game of Fox and Geese; the folder is filled in.
FOX_FILE = f"{{folder}}/{GAME_ID}.jsonl"
#: File of a usual game; the folder is filled in.
USUAL_FILE = f"{{folder}}/{DEFAULT_GAME}.jsonl"
#: What is about all games, or about another than the broken one.
OTHERS = [
    ["--help"],
    ["games", *JOURNAL],
    ["games", *JOURNAL, "--json"],
    ["games", *JOURNAL, "export", "2"],
    ["referee", USUAL_FILE],
    ["config"],
    ["board", "--help-me"],
]
#: What is about the broken one.
OWN = [
    ["games", *JOURNAL, "export", "1"],
    ["games", "--journal", "{folder}/other.sqlite", "import", FOX_FILE],
    ["referee", FOX_FILE],
    ["referee", "--json", FOX_FILE],
    ["replay", FOX_FILE],
    ["replay", *JOURNAL, "1"],
    ["tags", "--game", GAME_ID, "--out", "{folder}/tags"],
    ["play", "--game", GAME_ID, "--virtual", "--autoplay", "--headless", "--players", "99"],
    ["check-game", GAME_ID, "--games", "1", "--only", "names"],
]
Run = Callable[..., tuple[int, str, str]]


@pytest.mark.slow
@pytest.mark.thorough(
    but=["an exception in two lines", "the table lacks a method", "a part is misspelt", "a typo in a name"]
)
@pytest.mark.parametrize("what", [*AT_ONCE, *IN_A_PART, *IN_PLAY])
def test_it_breaks_only_itself(what: str, broken: Break, run: Run) -> None:
    *breakage, reason = {**AT_ONCE, **IN_A_PART, **IN_PLAY}[what]
    broken(*breakage)
    said = []
    for words in OTHERS:
        status, out, error = run(*words)
        assert status == (2 if "--help-me" in words else 0), error
        # One of the two is about the command line.
        assert error.count("\n") <= (2 if status else 1)
        said.append(error)
        if words == ["games", *JOURNAL]:
            assert out.count("\n") == 3, "the list has a head and both games"
    for words in OWN:
        status, out, error = run(*words)
        assert status in (0, 2)
        assert error.count("\n") <= 1
        said += [error, out]
    assert f"the game {GAME_ID} cannot be used: " in "".join(said) or "FAILED  parts: " in "".join(said)
    assert reason in "".join(said).replace("\\n", "\n")


@pytest.mark.slow
@pytest.mark.thorough(
    but=["rules lack a method", "the tags lack cells", "syntax in the pictures", "a class and no object"]
)
@pytest.mark.parametrize("what", [*AT_ONCE, *IN_A_PART, "syntax in the pictures"])
def test_its_check_says_what_is_missing_and_where_to_write_it(what: str, broken: Break, run: Run) -> None:
    *breakage, reason = {**AT_ONCE, **IN_A_PART, **UNSEEN}[what]
    package = broken(*breakage)
    status, out, error = run("check-game", GAME_ID)
    assert status == 2
    assert (out + error).count("\n") == 1
    assert reason in out + error
    if "lacks" in reason:
        assert str(package / breakage[0]) in out + error


@pytest.mark.slow
@pytest.mark.parametrize("what", ["syntax", "the table lacks a method", "no title", "a part is misspelt"])
def test_the_first_page_offers_the_others(what: str, broken: Break, capsys: pytest.CaptureFixture[str]) -> None:
    *breakage, _ = {**AT_ONCE, **IN_A_PART, **UNSEEN}[what]
    broken(*breakage)
    games._warn_once.cache_clear()
    assert set(offered_tables()) == set(games.game_ids()) - {GAME_ID}
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.slow
@pytest.mark.parametrize("what", ["a typo in what bots do", "a typo in the rules"])
def test_it_ends_in_a_sentence_where_it_plays_itself(what: str, broken: Break, run: Run) -> None:
    *breakage, reason = {**IN_PLAY, **UNSEEN}[what]
    broken(*breakage)
    status, out, error = run("play", "--game", GAME_ID, "--virtual", "--autoplay", "--headless", "--seed", "1")
    assert (status, out, error.count("\n")) == (2, "", 1)
    assert reason in error


@pytest.mark.slow
def test_the_doctor_names_it(broken: Break) -> None:
    from companion.games.checks import games as check_games

    (finding,) = check_games()
    assert finding.text == ", ".join(games.game_ids())
    broken("table.py", "    def player_name(", "    def player_nam(")
    (finding,) = check_games()
    assert "class FoxAndGeeseTable lacks player_name" in finding.text
    assert finding.text.endswith("take it off, or mend it (companion check-game fox-and-geese)")


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (
            "fox_and_geese.nowhere:GAME",
            "fox_and_geese.nowhere:GAME names nothing: there is no module fox_and_geese.nowhere",
        ),
        ("nowhere.game:GAME", "nowhere.game:GAME names nothing: there is no module nowhere"),
        ("fox_and_geese.game:GEESE", "fox_and_geese.game:GEESE names nothing: there is no 'GEESE' in "),
        ("fox_and_geese.game", "fox_and_geese.game names nothing: there is no '' in "),
    ],
)
def test_an_entry_point_that_names_nothing(value: str, reason: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, value)
    assert run("config")[0] == 0
    status, _, error = run("tags", "--game", GAME_ID, "--out", "tags")
    assert status == 2
    assert error.count("\n") == 1
    assert reason in error


def test_a_flag_of_the_command_stays_its_own(broken: Break, run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    title = 'later("A fox that can take a goose must"),'
    broken("options.py", f'"must_take", {title}', f'"size", {title} flag_help="50 % of it",')
    with pytest.raises(SystemExit):
        run("play", "--help")
    assert "size of the window in pixels" in capsys.readouterr().out
    headless = ["play", "--virtual", "--autoplay", "--headless", "--players", "99", "--size", "800x480"]
    assert "players" in run(*headless)[2], "the size is right, the number of players is not"
