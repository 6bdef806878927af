"""Trials of mutants: the tests of a package, run in a copy of the project with one fault."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tools.mutation.coverage_plugin import EVERYWHERE
from tools.mutation.mutants import Mutant

#: A fault may make tests slower, or endless: the tests get so many times as long as without it, and some seconds more.
_PATIENCE = 4.0
_PATIENCE_S = 30.0
#: Made from what is copied, or not needed by tests.
_NOT_COPIED = (".git", ".venv", "build", "__pycache__", ".*_cache", ".hypothesis", "*.egg-info")


@dataclass(frozen=True)
class Coverage:
    """Ids of the tests that run each line, by module and line, and each test's time (seconds).

    `failed` are those that fail without any fault: they can notice none, and are left out.
    """

    lines: Mapping[str, Mapping[str, Sequence[str]]]
    seconds: Mapping[str, float]
    failed: Sequence[str] = ()

    def tests_of(self, mutant: Mutant) -> list[str]:
        """Return the tests that run the mutant's statement, the quickest first."""
        lines = self.lines.get(mutant.path, {})
        tests = {test for line in mutant.statement for test in lines.get(str(line), ())}
        if EVERYWHERE in tests:
            tests = set(self.seconds)
        elsewhere = self.lines.get(EVERYWHERE, {}).get("0", ())
        return sorted({*tests, *elsewhere} - {EVERYWHERE}, key=lambda test: (self.seconds[test], test))

    def duration_s(self, tests: Sequence[str]) -> float:
        """Return how long these tests take together, without any fault."""
        return sum(self.seconds[test] for test in tests)


class ProjectCopy:
    """A copy of the project in a temporary folder, to put faults into. `close` removes it.

    `options` are those of pytest that say which tests count.
    """

    def __init__(self, root: Path, options: Sequence[str] = ()) -> None:
        self._options = options
        self._folder = tempfile.TemporaryDirectory(prefix="mutation-")
        self.root = Path(self._folder.name)
        shutil.copytree(root, self.root, ignore=shutil.ignore_patterns(*_NOT_COPIED), dirs_exist_ok=True)
        self._output = self.root / "trial.txt"
        self._written = 0

    def close(self) -> None:
        """Remove the copy."""
        self._folder.cleanup()

    def survives(self, mutant: Mutant, tests: Sequence[str], usual_s: float) -> bool:
        """Return True if all tests pass with this fault. `usual_s`: how long they take without one."""
        path = self.root / mutant.path
        source = path.read_text(encoding="utf-8")
        try:
            self._write(path, mutant.applied(source))
            return self.passes(tests, _PATIENCE * usual_s + _PATIENCE_S)
        finally:
            self._write(path, source)

    def _write(self, path: Path, source: str) -> None:
        path.write_text(source, encoding="utf-8")
        # What Python keeps compiled is told by size and second: each text gets a second of its own.
        self._written += 1
        os.utime(path, (self._written, self._written))

    def complaint(self) -> str:
        """Return why the last run could not be made, as pytest has said it."""
        lines = self._output.read_text(encoding="utf-8", errors="replace").splitlines()
        return "\n".join(line for line in lines if line.startswith(("E ", "FAILED", "ERROR")))

    def coverage(self, path: str, tests: Sequence[str]) -> Coverage | None:
        """Run all these tests; return which of them run which lines below `path`.

        Returns None if they cannot be run.
        """
        target = self.root / "coverage.json"
        plugin = "tools.mutation.coverage_plugin"
        self.passes(["--maxfail=0", "-p", plugin, "--coverage-of", path, "--coverage-to", str(target), *tests])
        if not target.exists():
            return None
        coverage = Coverage(**json.loads(target.read_text(encoding="utf-8")))
        # That a name is not found later on would look like a fault that was noticed.
        return coverage if self.passes(["--collect-only", *coverage.seconds]) else None

    def passes(self, tests: Sequence[str], limit_s: float | None = None) -> bool:
        """Run these tests up to the first failure; return False if one fails, or at `limit_s`."""
        command = [sys.executable, "-m", "pytest", "-n", "0", "-x", "-q", "-p", "no:cacheprovider"]
        # A folder of its own first in the path: not the project from which this copy was made.
        environment = {**os.environ, "PYTHONPATH": str(self.root)}
        with self._output.open("wb") as output:
            run = subprocess.Popen(
                [*command, "--hypothesis-seed=1", *self._options, *tests],
                cwd=self.root,
                env=environment,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        try:
            return run.wait(limit_s) == 0
        except subprocess.TimeoutExpired:
            return False
        finally:
            if run.poll() is None:
                os.killpg(run.pid, signal.SIGKILL)
                run.wait()
