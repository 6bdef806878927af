"""Simulates an evening of many games in compressed time, kills processes on the way, and writes docs/soak.md.

    ./run soak                   (200 games; about half an hour)
    ./run soak --games 10        (prints only)

A first process plays three quarters of the games and is left alone, so that its memory can be watched; the rest are
played by processes that are killed or asked to end at random moments, again and again.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from companion.journal import Journal
from tools.soak.evening import missing_events

ROOT = Path(__file__).resolve().parent.parent.parent
#: A process that is to be killed lives so long (seconds; least, most).
LIVES_S = (1.5, 6.0)
#: Nothing takes longer than this, in seconds.
PATIENCE_S = 3600.0


def play(folder: Path, games: int, seed: int, lives_s: float | None) -> tuple[int, str]:
    """Runs one process until it has played the games or has lived so long; its exit status and standard error."""
    command = [sys.executable, "-m", "tools.soak.evening", str(folder), "--games", str(games), "--seed", str(seed)]
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env=os.environ | {"SDL_AUDIODRIVER": "dummy"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        _, errors = process.communicate(timeout=lives_s or PATIENCE_S)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGTERM if seed % 3 == 0 else signal.SIGKILL)
        _, errors = process.communicate()
    return process.returncode, errors


def evening(folder: Path, games: int, seed: int) -> dict[str, Any]:
    """The whole evening; what came of it."""
    chance = Random(seed)
    began = time.monotonic()
    calm = games - games // 4
    endings: Counter[str] = Counter()
    errors = []
    lives: list[tuple[int, float | None]] = [(calm, None)]
    number = 0
    while lives:
        until, lives_s = lives.pop()
        number += 1
        status, error = play(folder, until, seed + 1000 * number, lives_s)
        asked = "asked to end (SIGTERM)"
        ending = {
            0: "ended",
            -signal.SIGKILL: "killed (SIGKILL)",
            -signal.SIGTERM: asked,
            128 + signal.SIGTERM: asked,
        }
        endings[ending.get(status, f"failed with status {status}")] += 1
        if status not in ending:
            errors.append(error)
            break
        if status != 0 or until < games:
            lives.append((games, chance.uniform(*LIVES_S)))
    lines = [json.loads(line) for line in (folder / "log.jsonl").read_text(encoding="utf-8").splitlines()]
    journal = Journal.open(folder / "games.sqlite")
    records = journal.games()
    played = [line for line in lines if "game" in line]
    result = {
        "games": sum(record.finished for record in records),
        "unfinished": sum(not record.finished for record in records),
        "resumed": sum(line["resumed"] for line in played),
        "events": sum(record.events for record in records),
        "readings": sum(line["readings"] for line in played),
        "problems": sum(line["problems"] for line in played),
        "not_as_replayed": sum(not line["same_as_replay"] for line in played),
        "missing_events": missing_events(journal, folder / "diary.jsonl")
        + sum(line["missing"] for line in lines if "begins" in line),
        "endings": dict(endings),
        "errors": errors,
        "faults": dict(sum((Counter(line["faults"]) for line in played), Counter())),
        "footprints": played[:calm],
        "clock_s": sum(line["clock_s"] for line in played),
        "seconds": time.monotonic() - began,
    }
    journal.close()
    return result


def report(result: dict[str, Any]) -> str:
    """The evening as a page of the documentation."""
    first, *later = result["footprints"]
    tenths = [later[max(0, n * len(later) // 10 - 1)] for n in range(1, 11)] if len(later) >= 10 else later
    rows = [
        ("games played to their end", result["games"]),
        ("games left unfinished", result["unfinished"]),
        ("of them gone on with after their process had been ended", result["resumed"]),
        ("events in the journal", result["events"]),
        ("readings of the table", result["readings"]),
        ("events shown as kept that are missing in the journal", result["missing_events"]),
        ("games that differ from the replay of their events", result["not_as_replayed"]),
        ("unhandled exceptions", len(result["errors"])),
        *((f"processes {how}", count) for how, count in sorted(result["endings"].items())),
        *((f"fault: {name}", count) for name, count in sorted(result["faults"].items())),
        ("time on the games' own clock", f"{result['clock_s'] / 3600:.1f} hours"),
        ("time it took", f"{result['seconds'] / 60:.0f} minutes"),
    ]
    return "\n".join(
        [
            "# An evening of many games",
            "",
            "Written by `./run soak`: games of two to seven players, with all set-ups and variants, play themselves at"
            " the virtual table through camera, reading, session, voice and journal. All the while things go wrong:"
            " the camera is gone and comes back, delivers black, torn, shifted or noisy frames, the disk is full, the"
            " sound device disappears, the clock jumps, and processes are killed. What is made once and kept, the"
            " pictures and symbols of all tags, is made before the first game.",
            "",
            "| | |",
            "|:--|--:|",
            *(f"| {what} | {value} |" for what, value in rows),
            "",
            "## One process that is not killed",
            "",
            "Memory in use is what is resident, less what Python keeps free for later; what the C library keeps free is"
            " given back before it is measured.",
            "",
            "| after | memory in use | resident | open files | threads |",
            "|:--|--:|--:|--:|--:|",
            *(
                f"| game {line['game']} | {line['memory_kb'] / 1024:.1f} MB | {line['resident_kb'] / 1024:.1f} MB"
                f" | {line['files']} | {line['threads']} |"
                for line in (first, *tenths)
            ),
            "",
            f"Growth after the first game: {(later[-1]['memory_kb'] - first['memory_kb']) / 1024:+.1f} MB."
            if later
            else "",
            "",
        ]
    )


def main() -> None:
    """Runs the evening and writes the report."""
    parser = argparse.ArgumentParser(description="A simulated evening of games with faults.")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="write docs/soak.md (always done with 200 games or more)")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        result = evening(Path(folder), args.games, args.seed)
    text = report(result)
    print(text)
    for error in result["errors"]:
        print(error, file=sys.stderr)
    if args.write or args.games >= 200:
        (ROOT / "docs" / "soak.md").write_text(text, encoding="utf-8")
    failed = result["errors"] or result["missing_events"] or result["not_as_replayed"] or result["unfinished"]
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
