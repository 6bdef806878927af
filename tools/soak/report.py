"""Simulate an evening of many games with faults, kill processes, and write docs/soak.md.

    ./run soak                   (200 games; hours)
    ./run soak --games 10        (prints only)
    ./run soak --only killed     (one of its two parts; prints only)

One process plays three quarters of the games and is left alone, so that its memory can be watched. The rest are
played beside it by processes that are killed or asked to end at random moments, again and again. Both journals
are on small file systems of their own, which are really filled; that needs the right to mount some, as root
has.
"""

import argparse
import contextlib
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

from companion.journal import GameRecord, Journal
from tools.soak.clocks import SPEED
from tools.soak.evening import missing_events

ROOT = Path(__file__).resolve().parent.parent.parent
#: From its first event on a process that is to be killed lives so long (seconds; least, most).
LIVES_S = (0.5, 20.0)
#: Nothing takes longer than this, in seconds.
PATIENCE_S = 24 * 3600.0
#: How the box's units have memory kept.
MEMORY = {
    "MALLOC_MMAP_THRESHOLD_": "4194304",
    "MALLOC_ARENA_MAX": "1",
    "PYTHONMALLOC": "malloc",
    "NUMPY_MADVISE_HUGEPAGE": "0",
}
#: So many games it takes until everything is there that is kept on purpose, within limits: fonts in all sizes, texts
#: that are set, pictures.
WARM_GAMES = 10
#: The median of so many games, up to the last of those and up to the last of all, is compared.
_COMPARED = 5
#: So much more memory may be resident after 150 games than after the first ten (kB).
MOST_GROWTH_KB = 5 * 1024


@contextlib.contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    """Mount a file system of a few megabytes in this folder. Raises OSError if that fails."""
    disk = folder / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=16m", "tmpfs", str(disk)], capture_output=True, text=True, check=False
    )
    if mounted.returncode:
        raise OSError(f"no small file system can be mounted ({mounted.stderr.strip()}); run it as root")
    try:
        yield disk
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def start(folder: Path, disk: Path, games: int, seed: int, events: int | None = None) -> "subprocess.Popen[str]":
    """Return a process of the evening, on a window and a loudspeaker that nobody sees and hears."""
    command = [sys.executable, "-m", "tools.soak.life", str(folder), str(disk), "--games", str(games)]
    command += ["--seed", str(seed), *(["--events", str(events)] if events else [])]
    folders = {f"XDG_{kind}_HOME": str(folder / kind.lower()) for kind in ("CONFIG", "CACHE", "STATE", "DATA")}
    with (folder / "errors.txt").open("w") as errors:
        return subprocess.Popen(
            command,
            cwd=ROOT,
            env=os.environ | folders | MEMORY | {"SDL_AUDIODRIVER": "dummy", "SDL_VIDEODRIVER": "dummy"},
            stdout=subprocess.DEVNULL,
            stderr=errors,
            text=True,
        )


def live(process: "subprocess.Popen[str]", folder: Path, lives_s: float, how: signal.Signals) -> int:
    """Wait for the process's first event, then so long, and end it; its exit status."""
    diary = folder / "diary.jsonl"

    def size() -> int:
        return diary.stat().st_size if diary.exists() else 0

    before = size()
    while process.poll() is None and size() == before:
        time.sleep(0.05)
    with contextlib.suppress(subprocess.TimeoutExpired):
        return process.wait(lives_s)
    process.send_signal(how)
    return process.wait(PATIENCE_S)


def is_hit(disk: Path) -> bool:
    """Return True if a game was going on when the process ended."""
    journal = Journal.open(disk / "games.sqlite")
    try:
        return journal.latest_unfinished() is not None
    finally:
        journal.close()


class EveningPart:
    """Part of the evening: processes one after the other, on a journal of their own.

    It ends when so many games are over.
    """

    def __init__(self, folder: Path, games: int, seed: int, *, killed: bool) -> None:
        """`killed`: its processes are ended at random moments; else it is one, which is left alone."""
        self._folder, self._games, self._seed, self._killed = folder, games, seed, killed
        self._rng = Random(seed)
        self.endings: Counter[str] = Counter()
        self.errors: list[str] = []
        self.lines: list[dict[str, Any]] = []
        self.records: list[GameRecord] = []
        self.missing_events = 0

    def play(self) -> "EveningPart":
        """Play the evening. Raises OSError where no small file system can be mounted."""
        self._folder.mkdir()
        with small_disk(self._folder) as disk:
            number, finished = 0, 0
            while finished < self._games and not self.errors:
                number += 1
                self._live(disk, number)
                finished = self._finished(disk)
            log = self._folder / "log.jsonl"
            if log.exists():
                self.lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
            journal = Journal.open(disk / "games.sqlite")
            self.records = list(journal.games())
            self.missing_events = missing_events(journal, self._folder / "diary.jsonl")
            journal.close()
        return self

    def _live(self, disk: Path, number: int) -> None:
        """Run one process, from its beginning to its end."""
        process = start(self._folder, disk, self._games, self._seed + 1000 * number)
        how = signal.SIGTERM if number % 3 == 0 else signal.SIGKILL
        if self._killed:
            status = live(process, self._folder, self._rng.uniform(*LIVES_S), how)
        else:
            status = process.wait(PATIENCE_S)
        (disk / "filler").unlink(missing_ok=True)
        said = (self._folder / "errors.txt").read_text(encoding="utf-8")
        if status not in (0, -signal.SIGKILL) or "Traceback" in said:
            self.endings[f"failed with status {status}"] += 1
            self.errors.append(said)
        elif status == -signal.SIGKILL:
            self.endings["killed in a game (SIGKILL)" if is_hit(disk) else "killed between games, not counted"] += 1
        else:
            asked = self._killed and how is signal.SIGTERM and self._finished(disk) < self._games
            self.endings["asked to end (SIGTERM)" if asked else "ended"] += 1

    def _finished(self, disk: Path) -> int:
        journal = Journal.open(disk / "games.sqlite")
        try:
            return sum(record.finished for record in journal.games())
        finally:
            journal.close()


def evening(folder: Path, games: int, seed: int, only: str | None = None) -> dict[str, Any]:
    """Return the whole evening, or `only` its part "calm" or "killed"; what came of it.

    Raises OSError where no small file systems can be mounted.
    """
    began = time.monotonic()
    of_killed = games // 4
    both = {
        "calm": EveningPart(folder / "calm", games - of_killed, seed, killed=False),
        "killed": EveningPart(folder / "killed", of_killed, seed + games, killed=True),
    }
    with ThreadPoolExecutor(len(both)) as threads:
        parts = list(threads.map(EveningPart.play, (part for name, part in both.items() if only in (None, name))))
    lines = [line for part in parts for line in part.lines]
    records = [record for part in parts for record in part.records]
    return {
        "games": sum(record.finished for record in records),
        "unfinished": sum(not record.finished for record in records),
        "resumed": sum(line["resumed"] for line in lines),
        "events": sum(record.events for record in records),
        "not_as_replayed": sum(not line["same_as_replay"] for line in lines),
        "missing_events": sum(part.missing_events for part in parts),
        "endings": dict(sum((part.endings for part in parts), Counter())),
        "errors": [error for part in parts for error in part.errors],
        "faults": dict(sum((Counter(line["faults"]) for line in lines), Counter())),
        "footprints": both["calm"].lines,
        "clock_s": sum(line["clock_s"] for line in lines),
        "seconds": time.monotonic() - began,
    }


def growth_kb(footprints: Sequence[dict[str, Any]]) -> int:
    """Return the growth of resident memory of the process left alone, from warm to the end.

    Compared are the medians of some games: at a single one, a frame more or less may be at work. 0 if it played
    fewer.
    """
    if len(footprints) < WARM_GAMES + _COMPARED:
        return 0
    warm, last = footprints[WARM_GAMES - _COMPARED : WARM_GAMES], footprints[-_COMPARED:]
    return round(_resident_kb(last) - _resident_kb(warm))


def _resident_kb(footprints: Sequence[dict[str, Any]]) -> float:
    return float(statistics.median(line["resident_kb"] for line in footprints))


def report(result: dict[str, Any]) -> str:
    """Return the evening as a page of the documentation."""
    rows = [
        ("games played to their end", result["games"]),
        ("games left unfinished", result["unfinished"]),
        ("of them gone on with after their process had been ended", result["resumed"]),
        ("events in the journal", result["events"]),
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
            "`./run soak` writes this page: games of two to seven players, with all set-ups and variants, are played as"
            " on the box, with window, watcher, buttons, ring, voice and journal. Board and camera are virtual, and the"
            f" games' clock runs {SPEED:.0f} times as fast. Meanwhile the camera is gone, hangs, or gives black, torn,"
            " shifted or noisy frames, the disk is full, the sound device comes and goes, the clock jumps, players"
            " undo, and processes are killed. What was shown is compared with the journal in the end.",
            "",
            "what|how many",
            ":--|--:",
            *(f"{what}|{value}" for what, value in rows),
            "",
            *_alone(result["footprints"]),
        ]
    )


def _alone(footprints: Sequence[dict[str, Any]]) -> list[str]:
    """Return the part of the page about the process that is left alone."""
    if not footprints:
        return []
    first, later = footprints[:1], footprints[1:]
    tenths = [later[max(0, n * len(later) // 10 - 1)] for n in range(1, 11)] if len(later) >= 10 else later
    return [
        "## One process that is not killed",
        "",
        "Memory is what is resident between two games, after the C library has given back what is free. It grows in"
        f" the first {WARM_GAMES} games by what is kept on purpose: fonts, texts that are set, pictures.",
        "",
        "after game|resident MB|open files|threads",
        "--:|--:|--:|--:",
        *(
            f"{line['game']}|{line['resident_kb'] / 1024:.1f}|{line['files']}|{line['threads']}"
            for line in (*first, *tenths)
        ),
        "",
        f"Growth after the first {WARM_GAMES} games, between the medians of {_COMPARED} games:"
        f" {growth_kb(footprints) / 1024:+.1f} MB.",
        "",
    ]


def main() -> None:
    """Run the evening and write the report."""
    parser = argparse.ArgumentParser(description="A simulated evening of games with faults.")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--only", choices=("calm", "killed"), help="play one part: the process left alone, or the others"
    )
    parser.add_argument("--write", action="store_true", help="write docs/soak.md (always done with 200 games or more)")
    args = parser.parse_args()
    try:
        with tempfile.TemporaryDirectory() as folder:
            result = evening(Path(folder), args.games, args.seed, args.only)
    except OSError as reason:
        print(f"soak: {reason}", file=sys.stderr)
        sys.exit(2)
    text = report(result)
    print(text)
    for error in result["errors"]:
        print(error, file=sys.stderr)
    if args.write or (args.games >= 200 and not args.only):
        (ROOT / "docs" / "soak.md").write_text(text, encoding="utf-8")
    failed = result["errors"] or result["missing_events"] or result["not_as_replayed"] or result["unfinished"]
    failed = failed or growth_kb(result["footprints"]) > MOST_GROWTH_KB
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
