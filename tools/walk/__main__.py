"""Walk a whole table with everything switched on, led by nobody.

    python -m tools.walk --minutes 60

Prints the shortest walk of each failure, as lines of a test; the exit status is 1 if there was one.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections import Counter
from typing import Any

os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy", COMPANION_GUARD="off")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

#: So many walks are one batch, of which one fails at most.
_BATCH = 20
#: A walk has so many acts at most.
_ACTS = 80


def walk(minutes: float, seed: int, game: str | None) -> dict[str, Any]:
    """Walk so long, from this seed on; return the counts and the failures."""
    import pygame
    from hypothesis import HealthCheck, Phase, Verbosity, settings
    from hypothesis import seed as seeded
    from hypothesis.errors import Flaky
    from hypothesis.stateful import run_state_machine_as_test

    from tools.walk.machine import Walk
    from tools.walk.progress import telling

    pygame.display.init()
    pygame.display.set_mode((16, 16))
    if game is not None:
        Walk.played = (game,)
    options = settings(
        max_examples=_BATCH,
        stateful_step_count=_ACTS,
        deadline=None,
        database=None,
        print_blob=False,
        report_multiple_bugs=False,
        verbosity=Verbosity.quiet,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    failures: list[dict[str, Any]] = []
    found = Walk.found
    found.until = time.monotonic() + 60.0 * minutes
    while time.monotonic() < found.until:
        found.seed, found.shortened = seed, ""
        try:
            with telling(lambda: found.doing):
                run_state_machine_as_test(seeded(seed)(Walk), settings=options)
        except KeyboardInterrupt:
            break
        except Exception as raised:
            # A walk that fails once and not again is a failure too, and as it was met.
            error = found.last or raised if isinstance(raised, Flaky) else raised
            place = found.signature(error)
            found.known.add(place)
            script = next((note for note in getattr(error, "__notes__", ()) if note.startswith("table = ")), "")
            failures.append({"seed": seed, "failure": repr(error)[:2000], "where": place, "walk": script.split("\n")})
            print(f"\nseed {seed}: {place}\n{repr(error)[:1500]}\n{script}", file=sys.stderr, flush=True)
        seed += 1
    return {
        "walks": found.walks,
        "acts": found.acts,
        "failures": failures,
        "pages": len(found.pages),
        "pages_left_by_keys": len(found.left),
        "met": dict(found.met.most_common()),
    }


def _side_by_side(options: argparse.Namespace) -> list[dict[str, Any]]:
    """Walk in several processes at once, each from a seed far from the others'."""
    command = [sys.executable, "-m", "tools.walk", "--json", "--jobs", "1", "--minutes", str(options.minutes)]
    command += ["--game", options.game] if options.game else []
    walkers = [
        subprocess.Popen([*command, "--seed", str(options.seed + 100_000 * job)], stdout=subprocess.PIPE, text=True)
        for job in range(options.jobs)
    ]
    results = []
    for walker in walkers:
        printed, _ = walker.communicate()
        if walker.returncode not in (0, 1):
            raise SystemExit(walker.returncode)
        results.append(json.loads(printed))
    return results


def main() -> int:
    """Walk, print what was found, and return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.walk", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=5.0, help="how long each process walks")
    parser.add_argument("--seed", type=int, default=1, help="of the first walks; the others follow")
    parser.add_argument("--game", metavar="ID", help="this game alone")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes that walk side by side")
    parser.add_argument("--json", action="store_true", help="print the counts and failures as JSON")
    options = parser.parse_args()
    results = [walk(options.minutes, options.seed, options.game)] if options.jobs == 1 else _side_by_side(options)
    counts = {name: sum(result[name] for result in results) for name in ("walks", "acts")}
    met = sum((Counter(result["met"]) for result in results), Counter[str]())
    failures = [failure for result in results for failure in result["failures"]]
    if options.json:
        pages = {name: max(result[name] for result in results) for name in ("pages", "pages_left_by_keys")}
        print(json.dumps({**counts, "failures": failures, **pages, "met": met}, ensure_ascii=False))
    else:
        print("; ".join(f"{feature}: {acts}" for feature, acts in met.most_common()))
        print(f"{counts['walks']} walks, {counts['acts']} acts, {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
