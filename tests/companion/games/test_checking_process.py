"""Tests of games that end Python, stop it or never end: `check-game` tells each, and fails."""

import sys
import threading
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from companion import games
from companion.games import time_limit
from companion.main import main
from tests import ROOT

GAME_ID = "breakthrough"
CODE = (ROOT / "examples" / "classics" / "classics" / "breakthrough.py").read_text(encoding="utf-8")
PACKAGE = "unruly_game"
STEP = "yield {cell: None, to: own}"
CheckGame = Callable[..., tuple[int, str]]


@pytest.fixture
def check_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> CheckGame:
    """Checker of a game whose moves begin with this code: gives status and output."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(games, "_found", lambda: {GAME_ID: EntryPoint(GAME_ID, f"{PACKAGE}.game:GAME", games.GROUP)})
    monkeypatch.setattr(time_limit, "_GRACE_S", 0.3)

    def check(code: str, *words: str, where: str = STEP) -> tuple[int, str]:
        assert where in CODE
        (tmp_path / PACKAGE).mkdir()
        (tmp_path / PACKAGE / "__init__.py").touch()
        (tmp_path / PACKAGE / "game.py").write_text(CODE.replace(where, f"{code}; {where}", 1), encoding="utf-8")
        status = main(["check-game", GAME_ID, "--games", "1", "--only", "methods", *words])
        assert not [name for name in sys.modules if name.startswith(PACKAGE)], "it runs elsewhere"
        return status, capsys.readouterr().out

    return check


def place(code: str) -> str:
    """Return how the line of this code is named, as far as it is known."""
    line = next(number for number, line in enumerate(CODE.splitlines(), 1) if code in line)
    return f"{Path(PACKAGE) / 'game.py'}, line {line})"


def test_a_game_without_a_fault_passes(check_game: CheckGame) -> None:
    assert check_game("pass") == (0, "ok      methods: they give what they must, and the same when asked again\n")


def test_a_game_that_asks_python_to_end_has_failed(check_game: CheckGame) -> None:
    status, told = check_game("raise SystemExit(0)")
    assert status == 2
    assert told.startswith("FAILED  methods: SystemExit: 0 (")
    assert place(STEP) in told


@pytest.mark.parametrize("number", [0, 3])
def test_a_game_that_ends_python_has_failed(number: int, check_game: CheckGame) -> None:
    status, told = check_game(f"import os; os._exit({number})")
    assert (status, told.count("\n")) == (2, 1)
    assert told.startswith(f"FAILED  methods: the game has ended Python with status {number}; raise an error")


def test_a_game_that_ends_python_as_it_is_loaded_has_failed(check_game: CheckGame) -> None:
    status, told = check_game("import os; os._exit(0)", where="GAME = ")
    assert (status, told.partition(":")[0]) == (2, "FAILED  loading")


def test_a_crash_of_python_is_told_with_its_line(check_game: CheckGame) -> None:
    status, told = check_game("import os; os.abort()")
    assert status == 2
    assert "the game has ended Python by signal 6 (" in told
    assert place(STEP) in told


@pytest.mark.parametrize(
    "code",
    ["sum(range(10**13))", "import time; time.sleep(99)", "import threading; threading.Event().wait()"],
    ids=["in C", "asleep", "waiting"],
)
def test_what_cannot_be_interrupted_ends_in_time(code: str, check_game: CheckGame) -> None:
    status, told = check_game(code, "--limit", "0.3")
    assert status == 2
    assert told.startswith("FAILED  methods: it has not ended after 0.3 s (")
    assert place(STEP) in told


@pytest.mark.slow
def test_an_endless_game_is_told_as_it_is_loaded(check_game: CheckGame) -> None:
    status, told = check_game("sum(range(10**13))", "--limit", "3", where="GAME = ")
    assert status == 2
    assert told.startswith("FAILED  loading: it has not ended after 3 s (")
    assert place("GAME = ") in told


def test_a_thread_that_never_ends_is_told_with_its_line(check_game: CheckGame) -> None:
    code = "import threading, time\ndef work(): time.sleep(1000)\nthreading.Thread(target=work).start()\nTHREAD = 1"
    status, told = check_game(code, where="GAME = ")
    assert status == 2
    assert told.splitlines()[0].startswith("ok ")
    assert told.splitlines()[1].startswith("FAILED  threads: work still runs in a thread")
    line = CODE[: CODE.index("GAME = ")].count("\n") + 2
    assert f"game.py, line {line})" in told


@pytest.mark.parametrize("limit", ["inf", "1e10", "nan", "0", "-1", "soon"])
def test_a_limit_that_is_none_is_one_sentence(limit: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check-game", "lifeboat", f"--limit={limit}"]) == 2
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)
    assert "--limit" in told.err


def test_an_interruption_while_something_is_left_is_that_of_the_limit() -> None:
    with pytest.raises(time_limit.OverdueError), time_limit.time_limit(0.1):
        never_leave()


def test_an_interruption_while_the_limit_is_taken_off_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    cancelled = threading.Timer.cancel

    def cancel(timer: threading.Timer) -> None:
        timer.join()
        cancelled(timer)
        for _ in range(1000):
            pass

    monkeypatch.setattr(threading.Timer, "cancel", cancel)
    with time_limit.time_limit(0.05):
        pass


def never_leave() -> None:
    try:
        return
    finally:
        while True:
            pass


@pytest.mark.parametrize(("told", "words"), [(True, "[project.entry-points.'companion.games']"), (False, "[project]")])
def test_a_game_that_lies_here_is_to_be_installed(
    *, told: bool, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "river").mkdir()
    (tmp_path / "river" / "pyproject.toml").write_text(words)
    assert main(["check-game", "river"]) == 2
    sentence = capsys.readouterr().err
    assert ("pip install -e river" in sentence) is told
    assert ("the games are " in sentence) is not told
