"""Tests of mutants: each is the module with one small fault inside of a function.

Each has a name of its own.
"""

import ast
import json
import os
import subprocess
import sys
from itertools import chain
from pathlib import Path

import pytest

from tools.mutation.__main__ import ROOT, TESTS, equivalent_mutants, named_tests
from tools.mutation.coverage_plugin import EVERYWHERE
from tools.mutation.leaks import LEAK_TESTS, leaks
from tools.mutation.mutants import mutants_of
from tools.mutation.trial import Coverage, ProjectCopy

MODULE = '''"""A module."""

LIMIT = 3


def within(numbers: list[int], limit: int = 0) -> bool:
    """Whether all are."""
    assert limit >= 0
    for number in numbers:
        if not number < limit + 1:
            return False
    return True
'''


def changes(source: str, folder: Path) -> list[str]:
    (folder / "module.py").write_text(source, encoding="utf-8")
    return [mutant.change for mutant in mutants_of(folder, "module.py")]


def test_each_thing_that_decides_something_is_changed_once_and_nothing_else(tmp_path: Path) -> None:
    assert changes(MODULE, tmp_path) == [
        "0 -> (1)",
        "not number < limit + 1 -> (number < limit + 1)",
        "number < limit + 1 -> (number <= limit + 1)",
        "limit + 1 -> (limit - 1)",
        "1 -> (2)",
        "False -> (True)",
        "True -> (False)",
    ]


@pytest.mark.parametrize(
    ("line", "change"),
    [
        ("a and b", "a and b -> (a or b)"),
        ("a is None", "a is None -> (a is not None)"),
        ("a not in b", "a not in b -> (a in b)"),
        ("a + b", "a + b -> (a - b)"),
        ("f(a)", "f(a) -> pass"),
        ("a if b else c", "b -> (not b)"),
        ("return a", "return a -> return None"),
        ("a += b", "a += b -> a -= b"),
        ("-a", "-a -> (a)"),
        ("ä + b", "ä + b -> (ä - b)"),
    ],
)
def test_a_line_of_a_function_has_its_fault(line: str, change: str, tmp_path: Path) -> None:
    assert changes(f"def function(a, b, c):\n    {line}\n", tmp_path) == [change]


@pytest.mark.parametrize(
    "line", ["'text' + a", "f'{a + b}'", "assert a < b", "x: Literal[1] = a", "zip(a, strict=True)[a]"]
)
def test_what_no_test_can_or_need_notice_is_left_alone(line: str, tmp_path: Path) -> None:
    assert changes(f"def function(a, b):\n    {line}\n", tmp_path) == []


def test_a_mutant_is_the_module_with_its_fault_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "module.py").write_text(MODULE, encoding="utf-8")
    mutant = next(
        candidate for candidate in mutants_of(tmp_path, "module.py") if candidate.change == "limit + 1 -> (limit - 1)"
    )
    assert mutant.applied(MODULE) == MODULE.replace("limit + 1", "(limit - 1)")
    assert mutant.name == "module.py: if not number < limit + 1: [limit + 1 -> (limit - 1)]"


def test_two_mutants_of_one_line_have_two_names(tmp_path: Path) -> None:
    (tmp_path / "module.py").write_text("def function():\n    return [0, 0]\n", encoding="utf-8")
    names = [mutant.name for mutant in mutants_of(tmp_path, "module.py")]
    assert len(set(names)) == len(names) == 3


def test_a_mutant_knows_the_lines_of_its_statement(tmp_path: Path) -> None:
    lines = ["def function(a, b):", "  if (a", "      and b):", "    return (", "      a + b", "    )"]
    (tmp_path / "module.py").write_text("\n".join(lines), encoding="utf-8")
    statements = {mutant.change: mutant.statement for mutant in mutants_of(tmp_path, "module.py")}
    assert statements["a and b -> (a or b)"] == range(2, 4)
    assert statements["a + b -> (a - b)"] == range(4, 7)


def test_each_mutant_that_counts_for_none_is_one_and_has_its_reason() -> None:
    equivalent = equivalent_mutants()
    assert equivalent
    assert all(equivalent.values())
    modules = {name.partition(":")[0] for name in equivalent}
    names = {mutant.name for module in modules for mutant in mutants_of(ROOT, module)}
    assert sorted(equivalent.keys() - names) == []


@pytest.mark.slow
def test_each_leak_changes_its_module_in_one_place_to_another_that_can_be_read() -> None:
    sown = leaks(ROOT)
    assert len(sown) >= 20
    for name, leak in sown.items():
        source = (ROOT / leak.path).read_text(encoding="utf-8")
        assert ast.dump(ast.parse(leak.applied(source))) != ast.dump(ast.parse(source)), name
        assert "HIDDEN(" not in leak.applied(source), name


def test_all_tests_that_are_named_are_there() -> None:
    for test in {*LEAK_TESTS, *chain.from_iterable(TESTS.values())}:
        path, _, name = test.partition("::")
        assert (ROOT / path).exists(), path
        assert not name or f"def {name}(" in (ROOT / path).read_text(encoding="utf-8"), test
    assert named_tests("engine/lifeboat/state.py") == ("tests/engine/lifeboat",)
    assert named_tests("engine/game.py") == ("tests/engine",)


def test_the_tests_that_run_a_statement_are_asked_and_the_quickest_first(tmp_path: Path) -> None:
    (tmp_path / "module.py").write_text(MODULE, encoding="utf-8")
    changes = {mutant.change: mutant for mutant in mutants_of(tmp_path, "module.py")}
    lines = {"module.py": {"6": [EVERYWHERE, "quick"], "10": ["slow", "quick"]}, EVERYWHERE: {"0": ["in a process"]}}
    coverage = Coverage(lines, {"in a process": 3.0, "slow": 2.0, "quick": 0.5, "elsewhere": 0.1})
    tests = coverage.tests_of(changes["limit + 1 -> (limit - 1)"])
    assert tests == ["quick", "slow", "in a process"]
    assert coverage.duration_s(tests) == 5.5
    assert coverage.tests_of(changes["True -> (False)"]) == ["in a process"]
    all_tests = ["elsewhere", "quick", "slow", "in a process"]
    assert coverage.tests_of(changes["0 -> (1)"]) == all_tests, "this is worked out when the module is imported"


PAIR = """
import subprocess, sys, threading
from small.module import double

def test_one():
    assert double(1) == 2

def test_other():
    thread = threading.Thread(target=double, args=(2,))
    thread.start()
    thread.join()

def test_process():
    subprocess.run([sys.executable, "-c", ""])

def test_after_process():
    assert double(3) == 6

def test_loop():
    for number in range(300):
        double(number)

def test_wrong():
    assert double(1) == 3
"""


@pytest.mark.thorough
@pytest.mark.slow
def test_what_each_test_runs_is_recorded_in_threads_too(tmp_path: Path) -> None:
    (tmp_path / "small").mkdir()
    (tmp_path / "small" / "module.py").write_text("def double(a):\n  if a > 999:\n    return 0\n  return 2 * a\n")
    (tmp_path / "test_pair.py").write_text(PAIR)
    (tmp_path / "pytest.ini").write_text("[pytest]\npythonpath = .\n")
    options = ["-p", "tools.mutation.coverage_plugin", "--coverage-of", "small", "--coverage-to", "found.json"]
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *options]
    subprocess.run(command, cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=False, capture_output=True)
    found = json.loads((tmp_path / "found.json").read_text())
    names = ("one", "other", "process", "after_process", "loop")
    first, other, process, after, loop = (f"test_pair.py::test_{name}" for name in names)
    assert found["lines"] == {
        # A loop is not followed to its end: it may have run any line.
        "small/module.py": {
            "1": [EVERYWHERE, loop],
            "2": sorted([after, loop, first, other]),
            "3": [loop],
            "4": sorted([after, loop, first, other]),
        },
        # What was started for one test may run for those after it.
        EVERYWHERE: {"0": sorted([process, after, loop])},
    }
    assert found["seconds"].keys() == {first, other, process, after, loop}
    assert found["failed"] == ["test_pair.py::test_wrong"]


@pytest.mark.thorough
@pytest.mark.slow
def test_a_fault_is_noticed_in_a_copy_of_the_project_and_the_project_stays_as_it_is() -> None:
    path = "companion/journal/high_water.py"
    before = (ROOT / path).read_text(encoding="utf-8")
    mutants = mutants_of(ROOT, path)
    noticed = next(mutant for mutant in mutants if "line == _line(entries)" in mutant.change)
    tests = ["tests/companion/journal/test_journal.py::test_a_mark_that_is_damaged_says_nothing"]
    copy = ProjectCopy(ROOT)
    try:
        assert not copy.survives(noticed, tests, 10.0)
        assert copy.passes(tests)
    finally:
        copy.close()
    assert not copy.root.exists()
    assert (ROOT / path).read_text(encoding="utf-8") == before
