"""Tests of Python packages that cannot be loaded: a sentence says which, and what to do."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.device.packages import describe_broken_package
from tests import DATA, ROOT

#: Ways in which a package fails when it is loaded, and a part of the reason that is told.
FAULTS = {
    "library": (
        'raise ImportError("libGL.so.1: cannot open shared object file: No such file or directory")',
        "libGL.so.1",
    ),
    "missing part": ("import a_part_that_there_is_not", "a_part_that_there_is_not"),
    "wrong class": ('raise OSError("libx.so: wrong ELF class: ELFCLASS32")', "wrong ELF class"),
    "other Python": ('raise SystemError("initialization of _core raised unreported exception")', "unreported"),
    "other NumPy": (
        'raise ValueError("numpy.dtype size changed, may indicate\\nbinary incompatibility")',
        "size changed",
    ),
    "bug": ("def f(:", "invalid syntax"),
    "empty": ("", "no attribute"),
    "chatty": ('print("INSTALL ME"); raise ImportError("\\n\\nIMPORTANT\\n" * 50) from KeyError("core")', "core"),
}
PACKAGES = {
    "cv2": "opencv-python-headless (cv2)",
    "numpy": "numpy",
    "pygame": "pygame-ce (pygame)",
    "zxingcpp": "zxing-cpp (zxingcpp)",
    "PIL": "pillow (PIL)",
    "segno": "segno",
    "reportlab": "reportlab",
}
COMMANDS = {
    "read": ["read", str(DATA / "no-such-picture.jpg")],
    "play": ["play", "--virtual", "--game", "lifeboat"],
    "doctor": ["doctor", "--program"],
    "tags": ["tags", "--out", "sheets"],
    "render": ["render", "position.txt", "--out", "photo.png"],
}


def run_with(package: str, code: str, words: list[str], folder: Path) -> "subprocess.CompletedProcess[str]":
    """Run a command with a package of this code before all others."""
    broken = folder / "broken" / package
    broken.mkdir(parents=True)
    (broken / "__init__.py").write_text(code)
    return subprocess.run(
        [sys.executable, "-m", "companion.main", *words],
        cwd=folder,
        env={
            "PATH": os.environ["PATH"],
            "PYTHONPATH": os.pathsep.join([str(broken.parent), str(ROOT)]),
            "HOME": str(folder),
            "SDL_VIDEODRIVER": "dummy",
            "SDL_AUDIODRIVER": "dummy",
        },
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.slow
@pytest.mark.thorough(
    but=["pygame-play", "segno-doctor", "cv2-read", "zxingcpp-read", "PIL-play", "reportlab-tags", "numpy-tags"]
)
@pytest.mark.parametrize(
    ("package", "command"),
    [
        *(("cv2", command) for command in ("read", "play", "doctor", "tags", "render")),
        *(("numpy", command) for command in ("read", "play", "doctor", "tags")),
        *(("pygame", command) for command in ("play", "doctor", "render")),
        ("zxingcpp", "read"),
        ("PIL", "play"),
        ("segno", "doctor"),
        ("reportlab", "tags"),
    ],
)
def test_a_command_names_the_package_that_it_needs_and_cannot_load(package: str, command: str, tmp_path: Path) -> None:
    code, reason = FAULTS["library"]
    done = run_with(package, code, COMMANDS[command], tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    (sentence,) = done.stderr.splitlines()
    assert sentence.startswith(f"companion: the Python package {PACKAGES[package]} cannot be used: {reason}")
    assert str(tmp_path / "broken") in sentence


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS)
def test_whatever_a_package_raises_is_one_sentence(fault: str, tmp_path: Path) -> None:
    code, reason = FAULTS[fault]
    done = run_with("cv2", code, COMMANDS["read"], tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    (sentence,) = done.stderr.splitlines()
    named = "a_part_that_there_is_not" if fault == "missing part" else PACKAGES["cv2"]
    assert sentence.startswith(f"companion: the Python package {named} cannot be used: ")
    assert reason in sentence
    assert len(sentence) < 500


@pytest.mark.slow
def test_what_needs_no_such_package_runs(tmp_path: Path) -> None:
    code, _ = FAULTS["library"]
    done = run_with("numpy", code, ["games", "--journal", "games.sqlite"], tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow
def test_without_the_second_reader_pictures_are_read(tmp_path: Path) -> None:
    done = run_with("pyzbar", 'raise OSError("libzbar.so.0: wrong ELF class")', COMMANDS["read"], tmp_path)
    assert done.returncode == 2
    assert "cannot be read (no such file" in done.stderr


@pytest.mark.slow
def test_the_doctor_finds_a_broken_package_that_only_some_commands_need(tmp_path: Path) -> None:
    done = run_with("reportlab", FAULTS["wrong class"][0], COMMANDS["doctor"], tmp_path)
    assert done.returncode == 1
    assert "WRONG packages:     the Python package reportlab cannot be used: libx.so: wrong ELF class" in done.stdout
    # Nobody is told to take the games off.
    assert "take it off" not in done.stdout
    assert "Traceback" not in done.stderr


def failure_in(module: str, code: str, folder: Path) -> BaseException:
    """Return what is raised by a module of this name and code."""
    file = folder / f"{module}.py"
    file.write_text(code)
    try:
        exec(compile(code, str(file), "exec"), {"__name__": module})
    except Exception as error:
        return error
    raise AssertionError("nothing was raised")


@pytest.mark.parametrize(
    ("reason", "cure"),
    [
        (
            "libGL.so.1: cannot open shared object file: No such file or directory",
            "the system lacks this library: sudo apt install libgl1",
        ),
        ("libodd.so.7: cannot open shared object file: No such file or directory", "install that library"),
        ("DLL load failed", "remove the folder {prefix} and set up again: ./run companion doctor, or ./run install"),
    ],
)
def test_the_cure_fits_the_reason(reason: str, cure: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "drawn_package.py").write_text(f"raise ImportError({reason!r})")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    error = failure_in("companion.drawn", "import drawn_package\n", tmp_path)
    told = f"the Python package drawn_package cannot be used: {reason}; {cure.format(prefix=tmp_path)}"
    assert describe_broken_package(error) == told


@pytest.mark.parametrize(
    ("module", "code"),
    [
        ("companion.drawn", "import companion.no_such_module"),
        ("companion.drawn", "import json\njson.loads('{')"),
        ("companion.drawn", "import os\nos.no_such_function()"),
        ("companion.drawn", "[].nothing"),
        ("companion.drawn", "int('x')  # import numpy"),
        ("strange_game.game", "import no_such_package"),
        ("strange_game.game", "import numpy\nnumpy.no_such_function()"),
    ],
)
def test_other_faults_are_not_blamed_on_packages(module: str, code: str, tmp_path: Path) -> None:
    assert describe_broken_package(failure_in(module, code, tmp_path)) is None
