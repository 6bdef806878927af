"""Games of others: described before they are installed, and installed by pip itself."""

import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from companion.device.errors import UserError
from companion.games.foreign_packages import described
from companion.main import main

ROOT = Path(__file__).parents[3]


def run(*words: str) -> int:
    return main(["install-game", *words])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the folder of a new game."""
    assert main(["new-game", "my-own", "--out", str(tmp_path)]) == 0
    return tmp_path / "my-own"


def wheel(path: Path, **files: str) -> Path:
    """Write a wheel with these files in its description."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in files.items():
            archive.writestr(f"my_own-0.1.dist-info/{name.replace('_txt', '.txt')}", text)
    return path


METADATA = "Name: my-own\nVersion: 0.1\nRequires-Dist: finstere-flure-companion\nRequires-Dist: chess>=1\n"
ENTRIES = "[companion.games]\nmy-own = my_own.game:GAME\n"


def test_a_folder_and_a_wheel_say_what_they_bring(folder: Path, tmp_path: Path) -> None:
    assert described(folder).games == ["my-own"]
    found = described(wheel(tmp_path / "my_own-0.1-py3-none-any.whl", METADATA=METADATA, entry_points_txt=ENTRIES))
    assert (found.name, found.version, found.games, found.needs) == ("my-own", "0.1", ["my-own"], ["chess>=1"])


@pytest.mark.parametrize("compression", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_description_that_unpacks_as_a_whole_before_it_is_measured_is_refused(
    compression: int, tmp_path: Path
) -> None:
    path = tmp_path / "my_own-0.1-py3-none-any.whl"
    with zipfile.ZipFile(path, "w", compression) as archive:
        archive.writestr("my_own-0.1.dist-info/METADATA", METADATA)
    with pytest.raises(UserError, match="packed in another way"):
        described(path)


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({}, "says nothing of its package"),
        ({"METADATA": METADATA}, "brings no game"),
        ({"METADATA": METADATA, "entry_points_txt": "[console_scripts]\na = b:c\n"}, "brings no game"),
        ({"METADATA": METADATA, "entry_points_txt": "no section"}, "entry points cannot be read"),
    ],
)
def test_a_wheel_that_is_no_game_is_refused_in_a_sentence(tmp_path: Path, files: dict[str, str], said: str) -> None:
    with pytest.raises(UserError, match=said):
        described(wheel(tmp_path / "my_own-0.1-py3-none-any.whl", **files))


def test_a_package_that_the_companion_needs_is_not_replaced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = METADATA.replace("my-own", "NumPy")
    package = wheel(tmp_path / "numpy-99.0-py3-none-any.whl", METADATA=told, entry_points_txt=ENTRIES)
    assert run(str(package), "--yes") == 2
    assert "the package NumPy is installed already and brings no game" in capsys.readouterr().err
    # Nor under another name: pip goes by the file's.
    wheel(package, METADATA=METADATA, entry_points_txt=ENTRIES)
    assert run(str(package), "--yes") == 2
    assert "says that it is my-own: its file should be named so" in capsys.readouterr().err


@pytest.mark.parametrize(
    "file",
    [
        "engine/__init__.py",
        "vision/more.py",
        "./hardware/more.py",
        "companion/games/lifeboat/more.py",
        "numpy/more.py",
        "typing_extensions.py",
        "my_own/../segno/__init__.py",
        "my_own-0.1.data/purelib/segno/__init__.py",
        "my_own-0.1.data/scripts/python3",
    ],
)
def test_a_wheel_with_files_among_those_of_other_packages_is_refused(
    tmp_path: Path, file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    described_as = {"METADATA": METADATA, "entry_points_txt": ENTRIES}
    path = wheel(tmp_path / "my_own-0.1-py3-none-any.whl", **described_as)
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr(file, "")
    assert run(str(path), "--yes") == 2
    assert f"its file {file} lies" in capsys.readouterr().err
    # Nor may it be taken away with the game.
    path = wheel(tmp_path / "my_own-0.1-py3-none-any.whl", **described_as, RECORD=f"my_own/game.py,,\n{file},,\n")
    assert run(str(path), "--yes") == 2
    assert f"its file {file} lies" in capsys.readouterr().err


def test_a_command_that_is_there_is_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "pip").touch()
    monkeypatch.setattr(sysconfig, "get_path", lambda _: str(tmp_path))
    commands = f"{ENTRIES}[console_scripts]\npip = my_own.game:GAME\n"
    path = wheel(tmp_path / "my_own-0.1-py3-none-any.whl", METADATA=METADATA, entry_points_txt=commands)
    assert run(str(path), "--yes") == 2
    assert "its command pip is there already" in capsys.readouterr().err


@pytest.mark.parametrize(
    "need", ["segno @ file:///tmp/segno.whl", "finstere-flure-companion[x]@https://x/y", "a @ x ; extra == 'b'"]
)
def test_a_need_with_an_address_is_refused(tmp_path: Path, need: str) -> None:
    metadata = f"{METADATA}Requires-Dist: {need}\n"
    path = wheel(tmp_path / "my_own-0.1-py3-none-any.whl", METADATA=metadata, entry_points_txt=ENTRIES)
    with pytest.raises(UserError, match="say a version of it, not its address"):
        described(path)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("[project]\nentry-points = ['x']", "entry-points is no table"),
        ("[project.entry-points]\n'companion.games' = 'x'", "companion.games is no table"),
        ("[project]\ndependencies = 5", "dependencies is no list"),
        ("[project]\ndependencies = 'evil'", "dependencies is no list"),
        ("[project]\nname = ['x']", "name is no text"),
        ("[project]\nname = '\\u001b[2J'", "is no name of a package"),
        ("x = " + 2000 * "[", "nested too deeply|Invalid|Expected|Unclosed"),
        ("[project]\nname = 'a'\n[project.entry-points.'companion.games']\n'../x' = 'a:b'", "is no game's id"),
        ("[project]\nname = 'finstere_flure.companion'", "is the companion itself"),
    ],
)
def test_a_folder_of_a_stranger_is_refused_in_a_sentence(tmp_path: Path, change: str, said: str) -> None:
    quoted = change.replace("'\\u001b[2J'", '"\\u001b[2J"')
    (tmp_path / "pyproject.toml").write_text(quoted)
    with pytest.raises(UserError, match=said) as refused:
        described(tmp_path)
    assert "\x1b" not in str(refused.value)


def test_what_a_package_needs_is_named_whatever_it_is_called(tmp_path: Path) -> None:
    needs = ["finstere-flure-companion-evil", "Finstere_Flure.Companion>=0.4", "good"]
    metadata = "Name: my-own\n" + "".join(f"Requires-Dist: {need}\n" for need in needs)
    found = described(wheel(tmp_path / "my_own-0.1-py3-none-any.whl", METADATA=metadata, entry_points_txt=ENTRIES))
    assert found.needs == ["finstere-flure-companion-evil", "good"]


def test_a_wheel_that_describes_two_packages_is_refused(tmp_path: Path) -> None:
    path = wheel(tmp_path / "two.whl", METADATA=METADATA, entry_points_txt=ENTRIES)
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("other-1.dist-info/entry_points.txt", ENTRIES.replace("my-own", "harmless"))
    with pytest.raises(UserError, match="more than one package"):
        described(path)


def test_what_is_no_regular_file_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.whl")
    (tmp_path / "endless.whl").symlink_to("/dev/zero")
    for name in ("pipe.whl", "endless.whl"):
        with pytest.raises(UserError, match="neither the folder nor the wheel"):
            described(tmp_path / name)


def test_what_is_neither_folder_nor_wheel_is_refused(tmp_path: Path) -> None:
    (tmp_path / "torn.whl").write_bytes(b"PK\x03\x04torn")
    for path, said in (("game.py", "neither"), ("torn.whl", "cannot be read as a wheel"), (".", "no pyproject")):
        with pytest.raises(UserError, match=said):
            described(tmp_path / path)


def test_nobody_is_asked_without_a_terminal(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(str(folder)) == 2
    told = capfd.readouterr()
    assert "A game is a program" in told.out
    assert "give --yes" in told.err


def test_a_game_that_another_package_has_brought_is_not_replaced(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    description = folder / "pyproject.toml"
    description.write_text(description.read_text().replace("my-own =", "lifeboat ="))
    assert run(str(folder), "--yes") == 2
    assert "the game lifeboat is there already" in capfd.readouterr().err


@pytest.mark.parametrize("game_id", ["lifeboat", "no-such-game"])
def test_what_comes_along_or_is_not_there_is_not_taken_away(game_id: str) -> None:
    assert run("--remove", game_id, "--yes") == 2


class Place:
    """An environment of its own, which sees the packages of this one, and in which pip runs."""

    def __init__(self, folder: Path) -> None:
        venv.create(folder / "venv", symlinks=True)
        self.folder = folder
        self.packages = next((folder / "venv/lib").glob("*/site-packages"))

    def install(self, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
        command = [str(self.folder / "venv/bin/python"), "-m", "companion.main", "install-game", *words, "--yes"]
        own = os.pathsep.join([str(ROOT), sysconfig.get_path("purelib")])
        environment = {**os.environ, "PYTHONPATH": own, "PIP_NO_INDEX": "1", **variables}
        return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=120)


@pytest.mark.slow
def test_a_game_is_installed_and_taken_away_again(folder: Path, tmp_path: Path) -> None:
    place = Place(tmp_path)

    def install(*words: str) -> str:
        ran = place.install(*words)
        assert ran.returncode == 0, ran.stderr
        return ran.stdout

    brought = sorted(folder.rglob("*"))
    assert "check-game my-own" in install(str(folder))
    assert sorted(folder.rglob("*")) == brought, "building leaves nothing in the author's folder"
    assert "check-game my-own" in install(str(folder)), "a newer one takes its place"
    found = place.packages / "my_own"
    assert found.exists()
    assert install("--remove", "my-own") == "Taken away: my-own\n"
    assert not found.exists()
    assert sys.prefix != str(tmp_path / "venv")


@pytest.mark.slow
def test_what_the_companion_needs_stays_in_its_version(folder: Path, tmp_path: Path) -> None:
    place = Place(tmp_path)
    newer = "Metadata-Version: 2.1\nName: segno\nVersion: 1.99\n"
    with zipfile.ZipFile(tmp_path / "segno-1.99-py3-none-any.whl", "w") as archive:
        archive.writestr("segno-1.99.dist-info/METADATA", newer)
        archive.writestr("segno-1.99.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr("segno-1.99.dist-info/RECORD", "")
    description = folder / "pyproject.toml"
    description.write_text(description.read_text().replace("dependencies = [", 'dependencies = ["segno>=1.99", ', 1))
    ran = place.install(str(folder), PIP_FIND_LINKS=str(tmp_path))
    assert (ran.returncode, [*place.packages.glob("segno*")]) == (2, [])
    assert "pip could not do it" in ran.stderr


@pytest.mark.slow
def test_a_folder_that_builds_files_of_others_is_refused(folder: Path, tmp_path: Path) -> None:
    place = Place(tmp_path)
    (folder / "vision").mkdir()
    (folder / "vision/__init__.py").touch()
    description = folder / "pyproject.toml"
    description.write_text(description.read_text().replace('["my_own"]', '["my_own", "vision"]'))
    ran = place.install(str(folder))
    assert ran.returncode == 2
    assert "its file vision/__init__.py lies among those of the package finstere-flure-companion" in ran.stderr
    assert not (place.packages / "vision").exists()
