"""Reads the evidence and prints, for each kind of disturbance, how right the reading was and how quickly it settled.

./run score              (some minutes; writes docs/score.md)
./run score --quick      (one scene of each kind; prints only)
"""

import argparse
import statistics
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from companion.games.finstere_flure.reading import covered_cells
from companion.games.finstere_flure.tags import make_catalogue
from tools.evidence.films import FILMS, FRAMES_PER_S, film
from tools.evidence.stills import SIZE_PX as STILL_PX
from tools.evidence.stills import STILLS, WIDTH_DEG, stills
from tools.evidence.truth import Score, score
from vision.errors import BoardNotFoundError
from vision.reading import read_picture
from vision.watching import TableWatch

#: A watcher has so long to settle; quiet times that are shorter than this count only if it did.
IN_TIME_S = 0.5
ROOT = Path(__file__).resolve().parent.parent.parent


@dataclass
class FilmScore:
    """What a watcher made of films of one kind.

    `cells` scores every reading that is said to be settled, and one that is said to hold longer than it does with
    every frame. `settled_s` are the seconds from each disturbance's end to the right settled reading; `never` counts
    the quiet times without one.
    """

    cells: Score = field(default_factory=Score)
    settled_s: list[float] = field(default_factory=list)
    never: int = 0


def score_stills(kind: str, count: int) -> tuple[Score, int]:
    """The cells of so many pictures, and in how many of them the board was not found."""
    catalogue = make_catalogue()
    total, lost = Score(), 0
    for still in stills(kind, count):
        try:
            reading = read_picture(still.picture, catalogue, focal_px=still.focal_px, covers=covered_cells)
        except BoardNotFoundError:
            lost += 1
        else:
            total += score(reading, still.truth, catalogue.grid.cell_mm)
    return total, lost


def score_film(kind: str, seed: int, result: FilmScore) -> None:
    """Watches a film frame by frame and adds what came of it to the result."""
    film_set, moments = film(kind, seed=seed)
    cell_mm = film_set.catalogue.grid.cell_mm
    watch = TableWatch(film_set.catalogue, profile=film_set.profile, focal_px=film_set.focal_px, covers=covered_cells)
    quiet_since: float | None = None
    waiting, last = True, None
    for moment in moments:
        watched = watch.see(moment.frame)
        if moment.disturbed:
            result.never += waiting and quiet_since is not None and moment.frame.taken_s - quiet_since > IN_TIME_S
            quiet_since, waiting = None, True
        elif quiet_since is None:
            quiet_since = moment.frame.taken_s
        if not watched.settled or watched.reading is None:
            continue
        now = score(watched.reading, moment.truth, cell_mm)
        # A reading that stays the same is scored once for each table that it is said to show.
        if watched.reading is not last or now.wrong:
            last = watched.reading
            result.cells += now
        if waiting and quiet_since is not None and now.wrong == now.unreadable == 0:
            result.settled_s.append(moment.frame.taken_s - quiet_since)
            waiting = False
    result.never += waiting


def still_lines(count: int) -> Iterator[str]:
    """A table with one line for each kind of picture."""
    yield "| picture | cells right | unreadable | wrong | board not found |"
    yield "|:--|--:|--:|--:|--:|"
    for kind in STILLS:
        cells, lost = score_stills(kind, count)
        yield f"| {kind} | {cells.right} | {cells.unreadable} | {cells.wrong} | {lost} of {count} |"


def film_lines(count: int) -> Iterator[str]:
    """A table with one line for each kind of film."""
    yield "| film | cells right | unreadable | wrong | all settled after (median, longest) | not all read |"
    yield "|:--|--:|--:|--:|--:|--:|"
    for kind in FILMS:
        result = FilmScore()
        for seed in range(count):
            score_film(kind, seed, result)
        times = result.settled_s
        settled = f"{statistics.median(times):.1f} s, {max(times):.1f} s" if times else "-"
        cells = result.cells
        yield f"| {kind} | {cells.right} | {cells.unreadable} | {cells.wrong} | {settled} | {result.never} |"


def main() -> None:
    """Scores all kinds."""
    parser = argparse.ArgumentParser(description="Scores the reading of disturbed tables.")
    parser.add_argument("--quick", action="store_true", help="one of each kind; nothing is written")
    args = parser.parse_args()
    lines = [
        "# How disturbed tables are read",
        "",
        "Written by `./run score`: scenes of the virtual camera whose truth is known. A cell is wrong if something is"
        " read on it that does not lie there, or if it is said to be empty though a tag in full sight lies on it."
        " Unreadable cells are those that the reading itself says it cannot tell.",
        "",
        "## Single pictures",
        "",
        f"{STILL_PX[0]} x {STILL_PX[1]} pixels, {WIDTH_DEG:.0f} degrees wide.",
        "",
    ]
    print("\n".join(lines))
    for line in still_lines(1 if args.quick else 20):
        print(line, flush=True)
        lines.append(line)
    between = [
        "",
        "## Films",
        "",
        f"{FRAMES_PER_S} frames a second. Time to settle is counted from the first frame without a hand or other"
        " disturbance to the frame with which the whole table is reported as settled and rightly read. Not all read:"
        " times in which some cell stayed unreadable instead.",
        "",
    ]
    print("\n".join(between))
    lines += between
    for line in film_lines(1 if args.quick else 10):
        print(line, flush=True)
        lines.append(line)
    if not args.quick:
        (ROOT / "docs" / "score.md").write_text("\n".join([*lines, ""]), encoding="utf-8")


if __name__ == "__main__":
    main()
