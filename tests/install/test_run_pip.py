"""Tests of pip in our own environment, whatever its user's settings are; nothing is fetched."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from install.run_pip import fetch_settings
from tests import ROOT

#: Settings with which pip would put packages elsewhere, or nowhere.
ELSEWHERE = {
    "user": "[install]\nuser = true\n",
    "target": "[install]\ntarget = {folder}/elsewhere\n",
    "prefix": "[install]\nprefix = {folder}/elsewhere\n",
    "root": "[global]\nroot = {folder}/elsewhere\n",
    "dry run": "[install]\ndry-run = true\n",
    "only sources": "[global]\nno-binary = :all:\n",
    "no index": "[global]\nno-index = true\n",
    "another Python": "[global]\npython = /nowhere\n",
    "hashes": "[install]\nrequire-hashes = true\n",
    "no such section": "user = true\n",
    "another encoding": "[global]\nindex-url = https://Jürgen\n",
}


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a virtual environment with pip, and a wheel beside it."""
    folder = tmp_path_factory.mktemp("pip")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder / "venv")], check=True)
    import pip

    (site,) = (folder / "venv").glob("lib/python*/site-packages")
    (site / "pip").symlink_to(Path(pip.__file__).parent)
    with zipfile.ZipFile(folder / "thing-1.0-py3-none-any.whl", "w") as wheel:
        wheel.writestr("thing.py", "")
        wheel.writestr("thing-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: thing\nVersion: 1.0\n")
        wheel.writestr("thing-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr("thing-1.0.dist-info/RECORD", "")
    return folder


def install(environment: Path, **variables: str) -> None:
    """Install the wheel; fail unless it can be imported in the environment afterwards."""
    python = environment / "venv" / "bin" / "python"
    for installed in (environment / "venv").glob("lib/python*/site-packages/thing*"):
        shutil.rmtree(installed) if installed.is_dir() else installed.unlink()
    # Nobody listens there.
    nowhere = ("--index-url", "http://127.0.0.1:1/", "--retries", "0")
    done = subprocess.run(
        [str(python), str(ROOT / "install" / "run_pip.py"), "install", "-q", *nowhere, "--no-deps", "thing"],
        env={"PATH": os.environ["PATH"], "HOME": str(environment), "PIP_FIND_LINKS": str(environment), **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    found = subprocess.run([str(python), "-c", "import thing"], capture_output=True, text=True, check=False)
    assert (done.returncode, found.returncode) == (0, 0), done.stderr


@pytest.mark.slow
@pytest.mark.thorough(but=["target", "another Python"])
@pytest.mark.parametrize("name", ELSEWHERE)
def test_packages_come_into_the_environment_whatever_the_config_of_pip_says(name: str, environment: Path) -> None:
    config = environment / "pip.conf"
    config.write_bytes(ELSEWHERE[name].format(folder=environment).encode("latin-1"))
    install(environment, PIP_CONFIG_FILE=str(config), PIP_NO_INDEX="1")


@pytest.mark.slow
def test_variables_count_as_little_as_the_file(environment: Path, tmp_path: Path) -> None:
    (tmp_path / "thing.py").write_text("")
    install(
        environment,
        PIP_USER="1",
        PIP_TARGET=str(tmp_path),
        PIP_REQUIREMENT="nothing.txt",
        PIP_NO_INDEX="1",
        PYTHONPATH=str(tmp_path),
    )


def test_where_packages_come_from_is_kept_and_a_variable_wins_over_a_file() -> None:
    listed = [
        "global.extra-index-url='\\nhttps://one/simple\\nhttps://two/simple'",
        "global.index-url='https://file/simple'",
        "install.user='true'",
        ":env:.index-url='https://variable/simple'",
        ":env:.default-timeout='180'",
    ]
    assert fetch_settings(listed) == {
        "PIP_EXTRA_INDEX_URL": "https://one/simple https://two/simple",
        "PIP_INDEX_URL": "https://variable/simple",
        "PIP_DEFAULT_TIMEOUT": "180",
    }


def test_nothing_but_files_at_hand_counts_only_where_these_are_named() -> None:
    assert fetch_settings(["global.no-index='true'"]) == {}
    kept = fetch_settings(["global.no-index='true'", "global.find-links='/opt/wheels'"])
    assert kept == {"PIP_NO_INDEX": "true", "PIP_FIND_LINKS": "/opt/wheels"}
