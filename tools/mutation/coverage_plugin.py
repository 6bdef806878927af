"""Pytest plugin that records the lines that each test runs, and the test's time.

Lines are those of some modules.

    pytest -p tools.mutation.coverage_plugin --coverage-of companion/journal --coverage-to coverage.json tests/...

The file holds `lines` (module, then line, to the ids of the tests), `seconds` (id to the test's time), and the ids
of the tests that `failed`, which are nowhere else. What runs while modules are imported counts for every test. A
test that starts Python anew counts for every line, and so do those after it in its module, for which a fixture may
keep what was started: `EVERYWHERE`.
"""

import json
import sys
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

#: Stands for all lines of all modules, or for all tests.
EVERYWHERE = "*"
#: A function that has run so many lines in a test is taken to have run all of its lines there: each one that is noted
#: takes far longer than to run it.
_MANY_LINES = 500


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options: the package or module to look at, and the file to write."""
    parser.addoption("--coverage-of", metavar="PATH")
    parser.addoption("--coverage-to", metavar="FILE")


def pytest_configure(config: pytest.Config) -> None:
    """Begin to record, before any test is imported."""
    if path := config.getoption("--coverage-of"):
        config.pluginmanager.register(_Recorder(config.rootpath, path, Path(config.getoption("--coverage-to"))))


class _Recorder:
    """Recorder of the lines run in modules below `root / path`.

    It writes them to the file `target` at the end.
    """

    def __init__(self, root: Path, path: str, target: Path) -> None:
        self._root, self._below, self._target = root, str(root / path), target
        self._test = EVERYWHERE
        # How many lines each function has run in this test; those with many are not followed any more.
        self._counts: Counter[CodeType] = Counter()
        self._known: set[CodeType] = set()
        self._lines: dict[tuple[str, int], set[str]] = defaultdict(set)
        #: Modules of tests that have started Python anew.
        self._starting: set[str] = set()
        self._seconds: dict[str, float] = {}
        self._failed: set[str] = set()
        sys.addaudithook(self._note_process)
        threading.settrace(self._enter)
        sys.settrace(self._enter)

    def _note_process(self, event: str, arguments: tuple[object, ...]) -> None:
        if event == "os.fork" or (event == "subprocess.Popen" and sys.executable in str(arguments)):
            self._starting.add(self._test.partition("::")[0])
            self._lines[EVERYWHERE, 0].add(self._test)

    def _enter(self, frame: FrameType, _event: str, _argument: object) -> Any:
        code = frame.f_code
        return self._run_line if code not in self._known and code.co_filename.startswith(self._below) else None

    def _run_line(self, frame: FrameType, event: str, _argument: object) -> Any:
        code = frame.f_code
        if event == "line":
            self._lines[code.co_filename, frame.f_lineno].add(self._test)
            self._counts[code] += 1
            if self._counts[code] == _MANY_LINES:
                self._known.add(code)
                for _, _, line in code.co_lines():
                    if line is not None:
                        self._lines[code.co_filename, line].add(self._test)
        return None if code in self._known else self._run_line

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Put what runs down to this test."""
        self._test, began = item.nodeid, time.monotonic()
        if self._test.partition("::")[0] in self._starting:
            self._lines[EVERYWHERE, 0].add(self._test)
        self._counts.clear()
        self._known.clear()
        try:
            return (yield)
        finally:
            self._seconds[item.nodeid] = time.monotonic() - began
            self._test = EVERYWHERE

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a test that fails."""
        if report.failed:
            self._failed.add(report.nodeid)

    def pytest_unconfigure(self) -> None:
        """Write the file."""
        sys.settrace(None)
        lines: dict[str, dict[int, list[str]]] = defaultdict(dict)
        for (path, line), tests in self._lines.items():
            module = path if path == EVERYWHERE else str(Path(path).relative_to(self._root))
            lines[module][line] = sorted(tests - self._failed)
        seconds = {test: taken_s for test, taken_s in self._seconds.items() if test not in self._failed}
        coverage = {"lines": lines, "seconds": seconds, "failed": sorted(self._failed)}
        self._target.write_text(json.dumps(coverage), encoding="utf-8")
