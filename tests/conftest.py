"""Shared fixtures of all tests: hypothesis, and independence of own settings and language."""

import atexit
import ctypes
import gc
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import ROOT

if sys.dont_write_bytecode:
    # Where Python may not leave what it compiled beside the sources, each of some hundred processes would compile
    # everything anew: half a minute for the tests themselves, half a second for each command that is run. Before
    # hypothesis is imported, which pytest compiles in its own way as it does the tests.
    sys.dont_write_bytecode = False
    sys.pycache_prefix = str(ROOT / "build" / "pycache")
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix

# Linux has a folder in memory. Waits for a disk, which these files do not need, would be a third of the tests' time.
# Not if less than four gigabytes are free there, of which a whole run needs an eighth.
if (
    "TMPDIR" not in os.environ
    and os.access("/dev/shm", os.W_OK)
    and not os.statvfs("/dev/shm").f_flag & os.ST_NOEXEC
    and shutil.disk_usage("/dev/shm").free > 4 << 30
):
    os.environ["TMPDIR"] = "/dev/shm"
    tempfile.tempdir = None

# A python3 of scripts is this one: that of a manager of versions is a script that starts forty programs each time.
os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"

# Each core has a process of its own: threads of libraries would only wait for each other.
os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", OPENCV_FOR_THREADS_NUM="1")

# Each process that imports pygame would greet.
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

# What fails in a window fails the test, in processes that tests start as well.
os.environ["COMPANION_GUARD"] = "off"

from hypothesis import settings

try:
    from tests.usual_words import usual_words  # noqa: F401
except ModuleNotFoundError as error:
    # Without the companion, tests of the packages below it run all the same, and have no such words to set back.
    if error.name != "companion":
        raise

# Under nohup every process that the tests start would ignore a hang-up, which some of them must hear.
signal.signal(signal.SIGHUP, signal.SIG_DFL)

#: What the C library keeps of memory that was given back, in bytes (mallopt: M_TRIM_THRESHOLD, M_TOP_PAD,
#: M_MMAP_THRESHOLD). Each picture's pages would be cleared by the system otherwise.
KEPT_BYTES = {-1: 1 << 30, -2: 1 << 26, -3: 1 << 30}
#: So many new objects wait for the garbage collector: states and pages are thousands, and seldom garbage in circles.
SELDOM = 10_000

#: With this line, at the left, all tests of a file are slow.
WHOLLY_SLOW = "\npytestmark = pytest.mark.slow\n"

# No deadline: a busy machine is no failure. The examples are others each time, so that many runs try many.
settings.register_profile("project", deadline=None, max_examples=15)
settings.register_profile("thorough", deadline=None, max_examples=100)
settings.load_profile("project")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of test depth: the least with ``--quick``, everything with ``--thorough``."""
    parser.addoption("--quick", action="store_true", help="leave out what is marked slow: whole games, films, kills")
    parser.addoption("--thorough", action="store_true", help="with what shows at length what other tests show in short")


def pytest_configure(config: pytest.Config) -> None:
    """Set the number of hypothesis's examples; keep memory.

    Programs that tests start, some of which are measured, do not keep it.
    """
    if config.getoption("--thorough"):
        settings.load_profile("thorough")
    if sys.platform == "linux" and hasattr(library := ctypes.CDLL(None), "mallopt"):
        for parameter, size in KEPT_BYTES.items():
            library.mallopt(parameter, size)


def pytest_xdist_auto_num_workers() -> int:
    """Return one process for each core, and one more for times of waiting.

    Tests wait for commands that they run, clocks and disks.
    """
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Iterator[None]:  # noqa: ARG001 - as pytest has it
    """Keep imported and collected objects out of garbage collection, which then looks seldom.

    None of them is ever garbage, so that the collector need not look through them again and again.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()
        gc.set_threshold(SELDOM, 10, 10)


def pytest_sessionfinish() -> None:
    """Let garbage be collected again at the end, after pytest's own collections.

    Libraries complain of what is left when a process ends.
    """
    atexit.register(gc.unfreeze)


@pytest.hookimpl(trylast=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Make no items of parameters that are left out.

    Thousands of them take seconds in each process.
    """
    mark, config = metafunc.definition.get_closest_marker("thorough"), metafunc.config
    if any("::" in name for name in config.args):
        return
    if mark is None and config.getoption("--quick") and metafunc.definition.get_closest_marker("slow"):
        metafunc._calls = metafunc._calls[:1]
    if mark is None or config.getoption("--thorough"):
        return
    kept = [call for call in metafunc._calls if call.id in mark.kwargs.get("but", ())]
    # Without any pytest would make an item without parameters; the one is left out with the others.
    metafunc._calls = kept or metafunc._calls[:1]


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave a file in which all is slow unread with ``--quick``."""
    if config.getoption("--quick") and collection_path.name.startswith("test_"):
        return WHOLLY_SLOW in collection_path.read_text(encoding="utf-8") or None
    return None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out slow and thorough tests unless requested; run tests named as ``file::test``."""
    unknown = {item.nodeid.partition("[")[0]: names for item in items if (names := set(_but(item)))}
    for item in items:
        unknown.get(item.nodeid.partition("[")[0], set()).discard(_parameters(item))
    if any("::" in name for name in config.args):
        return
    for test, names in unknown.items():
        if names:
            raise pytest.UsageError(f"{test} has no parameters {', '.join(sorted(names))}: see its mark thorough")
    left_out = [item for item in items if _left_out(item, config)]
    config.hook.pytest_deselected(items=left_out)
    kept_out = set(left_out)
    items[:] = [item for item in items if item not in kept_out]


def _left_out(item: pytest.Item, config: pytest.Config) -> bool:
    if item.get_closest_marker("network"):
        return True
    if config.getoption("--quick") and item.get_closest_marker("slow"):
        return True
    if config.getoption("--thorough") or not item.get_closest_marker("thorough"):
        return False
    return _parameters(item) not in _but(item)


def _parameters(item: pytest.Item) -> str:
    """Return the id of the parameters that a test runs with: what stands in brackets."""
    return item.callspec.id if isinstance(item, pytest.Function) and hasattr(item, "callspec") else ""


def _but(item: pytest.Item) -> tuple[str, ...]:
    """Return the parameters with which a thorough test runs in any case."""
    mark = item.get_closest_marker("thorough")
    return tuple(mark.kwargs.get("but", ())) if mark else ()


@pytest.fixture(scope="session", autouse=True)
def _nobodys_settings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Let the usual settings hold, and the system speak English."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LANGUAGE", "en")
        patch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("config")))
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        yield


@pytest.fixture(scope="module", autouse=True)
def no_walked_games() -> Iterator[None]:
    """Take games away that walks have installed here, once the tests of a file are over."""
    yield
    walks = sys.modules.get("tools.walk.games")
    if walks is not None:
        walks.forget_walked_games()
