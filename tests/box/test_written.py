"""Measurement of what an evening writes to the card."""

import subprocess
from collections.abc import Callable
from pathlib import Path

from companion.games import find_game
from companion.games.finstere_flure.virtual_table.game import some_game
from companion.journal import Journal
from companion.virtual_table.autoplay import play_headless
from tools.box.image import run

GAMES = 3
#: A card wears out by what is written to it, in megabytes.
MOST_MB = 20


def test_an_evening_of_three_games_writes_little(tmp_path: Path, note: Callable[[str, object], None]) -> None:
    disk, folder = tmp_path / "card.img", tmp_path / "card"
    folder.mkdir()
    # A new file system is else finished while it is written to.
    run("mkfs.ext4", "-q", "-E", "lazy_itable_init=0,lazy_journal_init=0", disk, "256M")
    run("mount", "-o", "loop,noatime", disk, folder)
    try:
        device = Path(subprocess.check_output(["findmnt", "-n", "-o", "SOURCE", folder], text=True).strip())
        counts = Path("/sys/block") / device.name / "stat"
        before = int(counts.read_text().split()[6])
        journal = Journal.open(folder / "games.sqlite")
        for seed in range(GAMES):
            play_headless(find_game("finstere-flure").virtual, some_game(4, seed), journal, seed=seed)
        events = sum(record.events for record in journal.games())
        journal.close()
        subprocess.run(["sync", "-f", folder], check=True)
        written = (int(counts.read_text().split()[6]) - before) * 512 / 1e6
    finally:
        run("umount", folder)
    note("events of three games", events)
    note("written by them, with the file system's own (MB)", round(written, 1))
    assert written <= MOST_MB
