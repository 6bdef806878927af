"""Judges the reader on phones' pictures of boards with other prints.

python -m tools.evidence.phone_shots.judge --pictures 300                    (held-out prints; all kinds)
python -m tools.evidence.phone_shots.judge --prints training --pictures 200  (while code is changed)

It prints tables; `./run score --phones` keeps the published figures in docs/phone_shots.json. Results are kept under
build/phone_shots; a run that was stopped goes on where it was.
"""

import argparse
import json
import os
import random
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field, fields
from functools import partial
from pathlib import Path
from typing import Any

import cv2

from companion.device.errors import UserError
from companion.games.finstere_flure.reading.prediction import predict_move
from companion.games.finstere_flure.reading.reading import TableReading, covered_cells, understand
from companion.games.finstere_flure.tags import make_catalogue
from engine.finstere_flure.cards import parse_card
from engine.finstere_flure.monster import move_monster
from engine.finstere_flure.pieces import DECK
from tools.bench_predict import course_of
from tools.evidence.measure import PictureCounts, measure, refused
from tools.evidence.phone_shots.degradations import EVERY_KIND, KINDS, REPORTED_KINDS
from tools.evidence.phone_shots.shots import PhoneShot, PrintSet, ShotPlan, plans, take
from tools.evidence.photo import profile_of
from tools.evidence.store import digest_of
from vision.calibration.bare_cells import find_bare_look
from vision.errors import VisionError
from vision.model.bare_board import BareBoard
from vision.reading import Reader

#: The seed of the figures that are published.
PUBLISHED_SEED = 64
#: Usual number of pictures.
PICTURES = 300
#: Cards that are asked for each picture.
_CARDS = 4
ROOT = Path(__file__).resolve().parent.parent.parent.parent
DOCUMENT = ROOT / "docs" / "phone_shots.json"
#: All that decides about the results.
_SOURCES = (
    "vision/**/*.py",
    "vision/**/*.onnx",
    "vision/**/*.json",
    "engine/finstere_flure/*.py",
    "companion/games/finstere_flure/*.py",
    "tools/evidence/*.py",
    "tools/evidence/drawn_prints/*.py",
    "tools/evidence/phone_shots/*.py",
)


@dataclass(frozen=True)
class Predictions:
    """Answers of `predict`: `asked` in all, `refused` ones, `wrong` ones, and `foreseen` ones.

    A wrong answer that names a hidden cell on which a piece lies that was not read is foreseen, not wrong. `calm` are
    those about tables without hands and things without tags, `calm_refused` the refused ones of them.
    """

    asked: int = 0
    refused: int = 0
    wrong: int = 0
    foreseen: int = 0
    calm: int = 0
    calm_refused: int = 0

    def __add__(self, other: "Predictions") -> "Predictions":
        names = [counter.name for counter in fields(Predictions)]
        return Predictions(**{name: getattr(self, name) + getattr(other, name) for name in names})


@dataclass(frozen=True)
class Judged:
    """Counts of the reading and of predictions, of one picture or many, and seconds of reading."""

    counted: PictureCounts = field(default_factory=PictureCounts)
    predictions: Predictions = field(default_factory=Predictions)
    seconds: float = 0.0

    def __add__(self, other: "Judged") -> "Judged":
        return Judged(self.counted + other.counted, self.predictions + other.predictions, self.seconds + other.seconds)

    def to_json(self) -> dict[str, Any]:
        """Return JSON-able data."""
        return {
            "counted": self.counted.to_json(),
            "predictions": asdict(self.predictions),
            "seconds": round(self.seconds, 3),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Judged":
        """Return the value from the data of `to_json`."""
        return cls(PictureCounts.from_json(data["counted"]), Predictions(**data["predictions"]), data["seconds"])


def judge(plan: ShotPlan, *, with_bare: bool = False) -> Judged:
    """Take, read and judge the picture of a plan, `with_bare` with the look of the bare board."""
    # A processor is asked for each process, not for each thread.
    cv2.setNumThreads(1)
    shot = take(plan, with_bare=with_bare)
    catalogue = make_catalogue()
    reader = Reader(catalogue, focal_px=shot.focal_px, covers=covered_cells, bare_board=bare_look(shot))
    start = time.process_time()
    try:
        reading = reader.read(shot.picture)
    except VisionError as error:
        calm = 0 if shot.disturbed else _CARDS
        lost = Predictions(_CARDS, _CARDS, calm=calm, calm_refused=calm)
        return Judged(refused(str(error)), lost, time.process_time() - start)
    seconds = time.process_time() - start
    cell_mm = catalogue.grid.cell_mm
    counted = measure(reading, shot.truth, cell_mm)
    return Judged(counted, predicted(shot, understand(reading, cell_mm), random.Random(f"{plan} cards")), seconds)


def bare_look(shot: PhoneShot) -> BareBoard | None:
    """Return the look of the bare board, as a picture of it tells; None if there is none."""
    if shot.bare is None:
        return None
    picture, focal_px = shot.bare
    look = find_bare_look(picture, make_catalogue(), profile_of(picture, focal_px), covered_cells)
    return look.board if look else None


def predicted(shot: PhoneShot, table: TableReading, rng: random.Random) -> Predictions:
    """Compare what `predict` answers to some cards with what is true."""
    total = Predictions()
    position = shot.position
    read = {placed.tag.id.partition("/")[0] for placed in table.reading.placed_tags}
    laid = [(token.id, token.cell) for token in position.tokens] + [(tile.id, tile.cell) for tile in position.tiles]
    lost = {cell for piece, cell in laid if cell is not None and piece not in read}
    for name in rng.sample(sorted(set(DECK)), _CARDS):
        card = parse_card(name)
        try:
            prediction = predict_move(table, card, "the picture")
        except UserError:
            total += Predictions(1, 1, calm=int(not shot.disturbed), calm_refused=int(not shot.disturbed))
            continue
        wrong = course_of(prediction.move) != course_of(move_monster(position, card))
        foreseen = wrong and not lost.isdisjoint(prediction.unseen)
        total += Predictions(1, 0, int(wrong and not foreseen), int(foreseen), int(not shot.disturbed))
    return total


def results_of(todo: Sequence[ShotPlan], processes: int, *, with_bare: bool) -> Iterator[tuple[ShotPlan, Judged]]:
    """Yield what came of each plan, what is known already first."""
    way = "with" if with_bare else "without"
    store = ROOT / "build" / "phone_shots" / f"{digest_of(_SOURCES)}-{way}.jsonl"
    store.parent.mkdir(parents=True, exist_ok=True)
    known: dict[ShotPlan, Judged] = {}
    if store.exists():
        for line in store.read_text(encoding="utf-8").splitlines():
            if line.endswith("}}"):
                data = json.loads(line)
                known[ShotPlan(**data["plan"])] = Judged.from_json(data["judged"])
    yield from ((plan, known[plan]) for plan in todo if plan in known)
    remaining = [plan for plan in todo if plan not in known]
    if not remaining:
        return
    with ProcessPoolExecutor(processes) as pool, store.open("a", encoding="utf-8") as lines:
        # Neighbours are of one print: each process draws it once.
        judged = pool.map(partial(judge, with_bare=with_bare), remaining, chunksize=4)
        for plan, result in zip(remaining, judged, strict=True):
            lines.write(json.dumps({"plan": asdict(plan), "judged": result.to_json()}) + "\n")
            lines.flush()
            yield plan, result


#: Columns of the tables, and what is counted in each.
_COLUMNS = (
    "pictures",
    "not found",
    "pieces in sight",
    "read",
    "wrong",
    "silent",
    "told",
    "covered, silent",
    "covered",
    "false alarms",
    "bare cells",
    "alarms in 10,000",
    "washed out, told",
    "washed out",
    "asked",
    "wrong answers",
    "foreseen",
    "refused",
    "refused, calm",
    "seconds each",
)


def figures(judged: Judged) -> dict[str, float]:
    """Return the figures by the tables' columns."""
    counted, asked = judged.counted, judged.predictions
    return {
        "pictures": counted.pictures,
        "not found": counted.refused,
        "pieces in sight": counted.pieces,
        "read": counted.read,
        "wrong": counted.wrong,
        "silent": counted.vanished,
        "told": counted.pieces - counted.read - counted.vanished,
        "covered, silent": counted.covered - counted.told,
        "covered": counted.covered,
        "false alarms": counted.alarms,
        "bare cells": counted.bare,
        "alarms in 10,000": round(10_000 * counted.alarms / max(counted.bare, 1), 1),
        "washed out, told": counted.faded_told,
        "washed out": counted.faded,
        "asked": asked.asked,
        "wrong answers": asked.wrong,
        "foreseen": asked.foreseen,
        "refused": asked.refused,
        "refused, calm": round(asked.calm_refused / max(asked.calm, 1), 3),
        "seconds each": round(judged.seconds / max(counted.pictures, 1), 3),
    }


def table(rows: Mapping[str, Mapping[str, float]]) -> Iterator[str]:
    """Yield a table of `figures` in Markdown, a row for each name."""
    yield "| | " + " | ".join(_COLUMNS) + " |"
    yield "|:--|" + "--:|" * len(_COLUMNS)
    for name, row in rows.items():
        yield f"| {name} | " + " | ".join(f"{row[column]:,}" for column in _COLUMNS) + " |"


def _sums(results: Iterable[tuple[str, Judged]]) -> dict[str, Judged]:
    sums: defaultdict[str, Judged] = defaultdict(Judged)
    for name, judged in results:
        sums[name] += judged
    return dict(sums)


def rows_of(results: Sequence[tuple[ShotPlan, Judged]]) -> dict[str, Judged]:
    """Return the sums by kind, by whether the kind is for reporting only, and of all."""
    by_kind = _sums((plan.kind, judged) for plan, judged in results)
    groups = _sums(("for reporting only" if p.kind in REPORTED_KINDS else "other kinds", j) for p, j in results)
    rows = {kind: by_kind[kind] for kind in EVERY_KIND if kind in by_kind} | groups
    rows["all"] = sum((judged for _, judged in results), Judged())
    return rows


#: How pictures are read: without the look of the bare board, and with it.
WAYS = ("without", "with")


def publish(pictures: int, way: str, processes: int) -> None:
    """Judge so many pictures of held-out prints in one of the `WAYS`, and keep the figures.

    Of fewer than `PICTURES` each kind is judged as often, and prints in turn.
    """
    every = plans("held-out", tuple(EVERY_KIND), max(pictures, PICTURES), PUBLISHED_SEED)
    todo = [plan for plan in every if plan.number < pictures]
    rows = rows_of(list(results_of(todo, processes, with_bare=way == "with")))
    data = json.loads(DOCUMENT.read_text(encoding="utf-8")) if DOCUMENT.exists() else {}
    data[way] = {"seed": PUBLISHED_SEED, "rows": {name: figures(judged) for name, judged in rows.items()}}
    DOCUMENT.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


#: Rows of the published table: what is counted, what is aimed at, and the figure of a row of `figures`.
_PUBLISHED: tuple[tuple[str, str, Callable[[Mapping[str, float]], str]], ...] = (
    ("pictures; not found", "none", lambda row: f"{row['pictures']}; {row['not found']}"),
    ("read wrong", "none", lambda row: f"{row['wrong']}"),
    ("in sight, silent", "none", lambda row: f"{row['silent']}/{row['pieces in sight']}"),
    ("read", "99.5 %", lambda row: f"{100 * row['read'] / max(row['pieces in sight'], 1):.1f} %"),
    ("false alarms in 10,000", "20; 2", lambda row: f"{row['alarms in 10,000']}"),
    ("washed out, told", "", lambda row: f"{row['washed out, told']}/{row['washed out']}"),
    ("wrong predictions", "none", lambda row: f"{row['wrong answers']}/{row['asked']}"),
    ("refused, calm", "5 %", lambda row: f"{100 * row['refused, calm']:.1f} %"),
)


def published_lines() -> Iterator[str]:
    """Yield the table of the figures that are kept, beside what is aimed at."""
    data = json.loads(DOCUMENT.read_text(encoding="utf-8")) if DOCUMENT.exists() else {}
    ways = [way for way in WAYS if way in data]
    found = [data[way]["rows"]["all"] for way in ways]
    yield ""
    yield f"| | target | {' | '.join(ways)} |"
    yield "|:--|:--|" + "--:|" * len(ways)
    for line, target, told in _PUBLISHED:
        yield f"| {line} | {target} | {' | '.join(map(told, found))} |"


def main() -> None:
    """Judge, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--prints", choices=("training", "held-out"), default="held-out")
    parser.add_argument("--pictures", type=int, default=PICTURES)
    parser.add_argument("--first", type=int, help="only so many of them, in the prints' order")
    parser.add_argument("--kinds", nargs="+", choices=list(EVERY_KIND), metavar="KIND")
    parser.add_argument("--seed", type=int, default=PUBLISHED_SEED)
    parser.add_argument("--with-bare", action="store_true", help="with the look of the bare board")
    parser.add_argument("--details", action="store_true", help="print what was missed and what was alarmed about")
    parser.add_argument("--processes", type=int, default=min(2, os.cpu_count() or 1))
    args = parser.parse_args()
    prints: PrintSet = args.prints
    kinds = tuple(args.kinds or (EVERY_KIND if prints == "held-out" else KINDS))
    todo = plans(prints, kinds, args.pictures, args.seed)[: args.first]
    results = []
    for plan, judged in results_of(todo, args.processes, with_bare=args.with_bare):
        results.append((plan, judged))
        if args.details:
            for detail in judged.counted.details:
                print(f"{plan.sort} {plan.print_number}, {plan.kind} {plan.number}: {detail}", flush=True)
        if len(results) % 20 == 0:
            print(f"{len(results)} of {len(todo)}", file=sys.stderr, flush=True)
    by_sort = _sums((plan.sort, judged) for plan, judged in results)
    for rows in (rows_of(results), by_sort):
        print("\n".join([*table({name: figures(judged) for name, judged in rows.items()}), ""]))


if __name__ == "__main__":
    main()
