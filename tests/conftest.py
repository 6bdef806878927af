"""What all tests share: how hypothesis runs, and that nobody's own settings or language matter."""

import os
import sys
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests import ROOT

if sys.dont_write_bytecode:
    # Where Python may not leave what it compiled beside the sources, each of some hundred processes would compile
    # everything anew: half a minute for the tests themselves, half a second for each command that is run.
    sys.dont_write_bytecode = False
    sys.pycache_prefix = str(ROOT / "build" / "pycache")
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix

# Each core has a process of its own: threads of libraries would only wait for each other.
os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", OPENCV_FOR_THREADS_NUM="1")

from companion.box.language import ENGLISH, use_language

# No deadline: a busy machine is no failure. The examples are others each time, so that many runs try many.
settings.register_profile("project", deadline=None, max_examples=50)
settings.load_profile("project")


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--quick`` leaves out what is marked slow: whole games, films, killed processes, pages at every size."""
    parser.addoption("--quick", action="store_true", help="leave out what is slow")


def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are cores: now and then one of them waits for a disk, a sound or another process."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out what is slow, if that is asked for."""
    if config.getoption("--quick"):
        slow = [item for item in items if item.get_closest_marker("slow")]
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if item not in slow]


@pytest.fixture(scope="session", autouse=True)
def _nobodys_settings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The usual settings hold, and the system speaks English."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LANGUAGE", ENGLISH)
        patch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("config")))
        yield


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    """Each test begins in English, whatever was spoken before."""
    use_language(ENGLISH)
    yield
    use_language(ENGLISH)
