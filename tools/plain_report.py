"""Report on games with plain pieces: a file of counts that can be gone on with.

python -m tools.plain_report --games 200 --table 10 --minutes 60 build/plain.jsonl  (goes on for an hour, then prints)
python -m tools.plain_report build/plain.jsonl                                      (prints what is known)

Finstere Flure with four players, six classics, and chess by its engine, on taken cells alone: with one cell in a
hundred seen wrong for a moment, and with one in ten seen wrong, each look anew or the same ones for three seconds. A
camera also sees how light pieces are, and of Finstere Flure's how they look but for their numbers. Games `at the table`
are those of `tools.plain_table`: bots' hands before a camera, in a room in which things happen; the chess men are not
tall there (`tools.tall_men` has tall ones).
"""

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any

from companion.games.finstere_flure.game import GAME
from tools.plain_games import CASTLE, all_games, measure
from tools.plain_record import HEAD, Record
from tools.plain_table import play_plain

GAMES = (CASTLE, "breakthrough", "draughts", "nine-mens-morris", "hex", "geese", "brandubh", "chess")
#: How eyes are spoiled, and whether they see anything but which cells are taken.
KINDS = (("moment", False), ("moment", True), ("spoiled", False), ("stuck", False))
#: Kind of the games before the virtual camera.
TABLE = ("at the table", True)
LABELS = {
    ("moment", False): "cells; 1 in 100 wrong for a moment",
    ("moment", True): "the same, and what a camera sees besides",
    ("spoiled", False): "cells; 1 in 10 wrong",
    ("stuck", False): "cells; the same tenth wrong for 3 s",
    TABLE: "camera, hands, things that happen",
}
#: So many games of each kind are played first.
_SOME = 10

#: Kind of a game's row: the game, how eyes are spoiled, whether they see more, and the seed.
Kind = tuple[str, str, bool, int]


def kind_of(row: dict[str, Any]) -> Kind:
    """Return the kind of a kept row."""
    return row["game"], row["sight"], row["seen"], row["seed"]


def wanted(names: Sequence[str], games: int, table: int) -> Iterator[Kind]:
    """Yield the games to play: some of each kind, those at the table, then kind by kind."""
    some, more = range(1, min(games, _SOME) + 1), range(_SOME + 1, games + 1)
    yield from ((game, *kind, seed) for kind, game, seed in product(KINDS, names, some))
    yield from ((game, *TABLE, seed) for seed, game in product(range(1, table + 1), names))
    yield from ((game, *kind, seed) for kind, game, seed in product(KINDS, names, more))


def read_rows(path: Path) -> list[dict[str, Any]]:
    """Return the kept rows; a line that was not written whole is left out."""
    lines = path.read_text().splitlines() if path.exists() else []
    return [json.loads(line) for line in lines if line.startswith("{") and line.endswith("}")]


def play(path: Path, names: Sequence[str], games: int, table: int, minutes: float) -> None:
    """Play games that the file lacks, and append a row for each, for so long."""
    known, end = {kind_of(row) for row in read_rows(path)}, time.monotonic() + 60 * minutes
    found = {game.id: game for game in all_games()}
    for kind in wanted(names, games, table):
        if kind in known:
            continue
        if time.monotonic() > end:
            return
        name, sight, seen, seed = kind
        looks = "colours" if seen and name == CASTLE else "none"
        # Without a little colour of the men chess is not to be followed: captures look alike.
        colours, engine = seen or name == "chess", name == "chess"
        if (sight, seen) == TABLE:
            played = play_plain((GAME if name == CASTLE else found[name]).virtual, seed)
        else:
            record = measure(found.get(name), 1, sight, seed, colours=colours, looks=looks, engine=engine)
            played = counted(record)
        keep_row(path, kind, played)


def counted(record: Record) -> Mapping[str, Any]:
    """Return the counts, waits and faults of a record, as a row holds them."""
    return {"counts": record.counts, "waits_s": record.waits_s, "faults": record.faults}


def keep_row(path: Path, kind: Kind, played: Mapping[str, Any]) -> None:
    """Append a game's row to the file, and print its faults."""
    game, sight, seen, seed = kind
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a") as file:
        file.write(json.dumps({"game": game, "sight": sight, "seen": seen, "seed": seed, **played}) + "\n")
    for fault in (fault for fault in played["faults"] if not fault.startswith("asked which of")):
        print(f"{kind}: {fault}", file=sys.stderr, flush=True)


def report_lines(rows: list[dict[str, Any]]) -> Iterator[str]:
    """Yield the lines of the report."""
    yield f"| seen | games {HEAD.replace('|:--', '|:--|--:|:--', 1)}"
    for (kind, label), game in product(LABELS.items(), GAMES):
        chosen = [row for row in rows if kind_of(row)[:3] == (game, *kind)]
        total = Record(game, Counter[str]())
        for row in chosen:
            total.counts.update(row["counts"])
            total.waits_s += row["waits_s"]
        if chosen:
            yield f"| {label} | {len(chosen)} {total.row()}"


def main() -> None:
    """Play on, then print the table."""
    parser = argparse.ArgumentParser(description="Plays games with plain pieces, and reports what became of moves.")
    parser.add_argument("file", type=Path, help="file of counts, one line a game; it is made, or gone on with")
    parser.add_argument("--game", action="append", help="play only these (default: all)")
    parser.add_argument("--games", type=int, default=200, help="games of each kind")
    parser.add_argument("--table", type=int, default=10, help="games each at the table")
    parser.add_argument("--minutes", type=float, default=0.0, help="play so long (default: only print)")
    args = parser.parse_args()
    play(args.file, args.game or GAMES, args.games, args.table, args.minutes)
    print("\n".join(report_lines(read_rows(args.file))))


if __name__ == "__main__":
    main()
