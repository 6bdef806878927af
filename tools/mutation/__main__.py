"""Mutation testing: puts small faults into the code and counts how many the tests notice.

    python -m tools.mutation --only companion/journal --sample 60 --seed 1

Each fault is put to those of its tests that run its statement, the quickest first, up to the first that fails.
Faults that nobody could notice stand in equivalent.toml with the reason; they are left out. With --quick only tests of
the quick run count. With --leaks the faults are those of leaks.toml, which tell secrets: the quick run must find each.
"""

import argparse
import os
import random
import sys
import time
import tomllib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from fnmatch import fnmatch
from pathlib import Path
from queue import SimpleQueue

from tools.mutation.leaks import LEAK_TESTS, leaks
from tools.mutation.mutants import Mutant, mutants_of
from tools.mutation.trial import ProjectCopy

ROOT = Path(__file__).parents[2]
EQUIVALENT = Path(__file__).with_name("equivalent.toml")
#: What is tried if nothing is named.
PATHS = (
    "engine/betrayal",
    "engine/coach_ride",
    "engine/finstere_flure",
    "engine/lifeboat",
    "vision/decode/codebook.py",
    "vision/reading/redaction.py",
    "companion/cards",
    "companion/journal",
    "companion/phones",
    "companion/table",
    "companion/two_tables",
)
_JOINED = "tests/companion/two_tables/test_told_cards.py::test_what_several_seats_know_is_what_each_knows"
#: The tests that must notice the faults in a module; the first pattern that fits counts. What the platform has for all
#: games at the table is tested by its own small games.
TESTS = {
    "engine/lifeboat/knowledge.py": ("tests/engine/lifeboat", "tests/tools/secrets/test_views.py", _JOINED),
    "engine/coach_ride/dealt.py": ("tests/engine/coach_ride", "tests/tools/secrets/test_views.py", _JOINED),
    "engine/*/secrets.py": ("tests/tools/secrets/test_views.py",),
    "engine/betrayal/*": ("tests/engine/betrayal",),
    "engine/coach_ride/*": ("tests/engine/coach_ride",),
    "engine/finstere_flure/*": ("tests/engine/finstere_flure",),
    "engine/lifeboat/*": ("tests/engine/lifeboat",),
    "engine/*": ("tests/engine",),
    "vision/decode/codebook.py": (
        "tests/vision/decode/test_codebook_stages.py",
        "tests/vision/decode/test_codebook.py",
        "tests/tools/test_limit_scenes.py",
    ),
    "vision/reading/redaction.py": ("tests/vision/reading/test_redaction.py", "tests/vision/test_mats.py"),
    "companion/cards/*": (
        "tests/companion/cards",
        "tests/companion/two_tables/test_told_cards.py",
        "tests/companion/two_tables/test_hidden_hands.py",
        "tests/companion/games/coach_ride/test_hands.py",
        "tests/companion/games/lifeboat/test_hands.py",
        "tests/companion/games/test_hands.py",
        "tests/examples/test_mouse_and_elephant.py",
        "tests/tools/secrets/test_evenings.py",
    ),
    "companion/journal/*": ("tests/companion/journal",),
    "companion/phones/*": ("tests/companion/phones", "tests/tools/secrets/test_evenings.py"),
    "companion/table/hint_secrecy.py": ("tests/companion/phones/test_hint_secrecy.py",),
    "companion/table/*": (
        "tests/companion/table",
        # What is put right after an undo needs a game with hands and piles.
        "tests/companion/games/lifeboat/test_discrepancies.py",
    ),
    "companion/two_tables/*": ("tests/companion/two_tables", "tests/companion/games/betrayal/test_two_tables.py"),
}
#: Fewer killed than this is too few.
LEAST_KILLED = 0.85


def main() -> int:
    """Count killed mutants; the status is 1 if they are too few."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutation", description=__doc__.splitlines()[0])
    parser.add_argument("--only", metavar="PATH", action="append", help="package or module (default: all)")
    parser.add_argument(
        "--sample", metavar="N", type=int, help="so many faults of each, drawn by --seed (default: all)"
    )
    parser.add_argument("--seed", type=int, default=1, help="which sample is drawn (default: 1)")
    parser.add_argument("--quick", action="store_true", help="only tests of the quick run")
    parser.add_argument("--leaks", action="store_true", help="sow the leaks of secrets instead")
    parser.add_argument("--jobs", metavar="N", type=int, default=os.cpu_count() or 1, help="trials at the same time")
    args = parser.parse_args()
    if args.leaks:
        return int(bool(_leaks_that_live()))
    paths, options = args.only or PATHS, ("--quick",) if args.quick else ()
    shares = [_run(path.rstrip("/"), args.sample, args.seed, args.jobs, options) for path in paths]
    return int(min(shares) < LEAST_KILLED)


def _leaks_that_live() -> list[str]:
    """Print and return the sown leaks that no quick test of secrets finds."""
    copy, sown = ProjectCopy(ROOT, ("--quick",)), leaks(ROOT)
    try:
        began = time.monotonic()
        if not copy.passes(LEAK_TESTS):
            sys.exit(f"{' '.join(LEAK_TESTS)}: fail without any leak\n{copy.complaint()}")
        usual_s = time.monotonic() - began
        living = [name for name, leak in sown.items() if copy.survives(leak, LEAK_TESTS, usual_s)]
    finally:
        copy.close()
    for name in living:
        print(f"not found: {name}", flush=True)
    print(f"{len(sown) - len(living)} of {len(sown)} leaks found", flush=True)
    return living


def _run(path: str, sample: int | None, seed: int, jobs: int, options: tuple[str, ...]) -> float:
    """Print the surviving mutants of this package or module; return the share of killed ones."""
    every = [mutant for module in _modules(path) for mutant in mutants_of(ROOT, module)]
    equivalent = equivalent_mutants()
    mutants = [mutant for mutant in every if mutant.name not in equivalent]
    drawn = mutants if sample is None else random.Random(seed).sample(mutants, min(sample, len(mutants)))
    by_tests: dict[tuple[str, ...], list[Mutant]] = {}
    for mutant in drawn:
        by_tests.setdefault(named_tests(mutant.path), []).append(mutant)
    survivors = [
        survivor for tests, some in by_tests.items() for survivor in _survivors(path, some, tests, jobs, options)
    ]
    killed = len(drawn) - len(survivors)
    share = killed / max(1, len(drawn))
    print(f"{path}: {killed} of {len(drawn)} killed, {share:.1%} (of {len(mutants)} in all, seed {seed})", flush=True)
    return share


def _survivors(
    path: str, mutants: Sequence[Mutant], tests: tuple[str, ...], jobs: int, options: tuple[str, ...]
) -> list[Mutant]:
    copies = [ProjectCopy(ROOT, options) for _ in range(jobs)]
    try:
        coverage = copies[0].coverage(path, tests)
        if coverage is None:
            sys.exit(f"{' '.join(tests)}: cannot be run\n{copies[0].complaint()}")
        if coverage.failed:
            print(f"fails without any fault, and is left out: {', '.join(coverage.failed)}", flush=True)

        idle: SimpleQueue[ProjectCopy] = SimpleQueue()
        for copy in copies:
            idle.put(copy)

        def survives(mutant: Mutant) -> bool:
            nearest = coverage.tests_of(mutant)
            copy = idle.get()
            try:
                if nearest and not copy.survives(mutant, nearest, coverage.duration_s(nearest)):
                    return False
            finally:
                idle.put(copy)
            note = "" if nearest else ", run by no test"
            print(f"survived (line {mutant.line}{note}): {mutant.name}", flush=True)
            return True

        with ThreadPoolExecutor(jobs) as pool:
            survived = list(pool.map(survives, mutants))
        return [mutant for mutant, left in zip(mutants, survived, strict=True) if left]
    finally:
        for copy in copies:
            copy.close()


def named_tests(path: str) -> tuple[str, ...]:
    """Return the tests that must notice a fault in this module. Exit if there are none."""
    tests = next((tests for pattern, tests in TESTS.items() if fnmatch(path, pattern)), None)
    if tests is None:
        sys.exit(f"{path}: no tests are named for it; there are some for: {', '.join(TESTS)}")
    return tests


def _modules(path: str) -> list[str]:
    """Return the modules of a package, or the one that is named."""
    if path.endswith(".py"):
        return [path]
    return sorted(str(module.relative_to(ROOT)) for module in (ROOT / path).rglob("*.py"))


def equivalent_mutants() -> dict[str, str]:
    """Return the names of the mutants that nobody could notice, each with the reason."""
    with EQUIVALENT.open("rb") as file:
        listed = tomllib.load(file)
    return {
        f"{path}: {name}": entry["reason"]
        for path, all_of_it in listed.items()
        for entry in all_of_it
        for name in entry["names"]
    }


if __name__ == "__main__":
    sys.exit(main())
