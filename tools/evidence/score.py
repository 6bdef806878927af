"""Score the evidence: what was read and what was missed, for each kind of picture and film.

./run score                                  (about 25 minutes on two free cores; writes docs/score.md)
./run score --quick                          (one of each kind; prints only)
./run score --known                          (writes what a run that was stopped had scored)
./run score --prints                         (drawn prints alone; writes their part of docs/score.md)
./run score --phones                         (phones' pictures of held-out prints; writes their part of docs/score.md)
./run score --kinds hand "low sun" --pictures 5 --seed 900    (prints only)

Scores are kept under build/score, so that a run that was stopped goes on where it was; it begins anew when the
reader or the evidence has changed. Tune on seeds from 900; PUBLISHED_SEED is the one that the document is
about.
"""

import argparse
import json
import math
import os
import statistics
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from companion.games.finstere_flure.reading.reading import covered_cells
from tools.evidence.drawn_prints import HELD_APART
from tools.evidence.films import FILMS, FRAMES_PER_S, film
from tools.evidence.measure import COVERED, IN_SIGHT, PictureCounts, measure, refused
from tools.evidence.phone_shots import judge as phone_shots
from tools.evidence.photo import EvidencePhoto, profile_of
from tools.evidence.print_kinds import PRINT_KINDS
from tools.evidence.prints import photographs
from tools.evidence.room_films import ROOM_FILMS, room_film
from tools.evidence.rooms import KINDS, WIDTH_DEG
from tools.evidence.stills import STILLS
from tools.evidence.store import ROOM_KINDS, digest_of, kept
from tools.evidence.truth import CellScore, score
from vision.calibration.bare_cells import find_bare_look
from vision.errors import VisionError
from vision.model.bare_board import BareBoard
from vision.reading import read_picture
from vision.watching import TableWatch

#: The seed that docs/score.md is about, and the counts there.
PUBLISHED_SEED = 51
#: Usual number of pictures of each kind.
PICTURES = 20
#: Usual number of pictures of each kind with a drawn print.
PRINT_PICTURES = 10
#: Usual number of films of each kind.
FILMS_EACH = 10
#: A watcher has so long to settle; quiet times that are shorter than this count only if it did.
IN_TIME_S = 0.5
ROOT = Path(__file__).resolve().parent.parent.parent
DOCUMENT = ROOT / "docs" / "score.md"
#: All that decides about the results.
_SOURCES = (
    "vision/**/*.py",
    "vision/*.onnx",
    "engine/finstere_flure/*.py",
    "companion/games/finstere_flure/**/*.py",
    "tools/evidence/*.py",
    "tools/evidence/drawn_prints/*.py",
)
#: Heading of the part of the document about drawn prints.
_PRINTS_HEADING = "## Drawn prints"
#: Heading of the part about phones' pictures, which comes after all others.
_PHONES_HEADING = "## Phones' pictures"
#: Part of the evidence: a kind of picture or film, and which of its pictures.
Unit = tuple[str, int]


@dataclass
class FilmScore:
    """Watcher's score on films of one kind.

    `cells` scores every reading that is said to be settled, and one that is said to hold longer than it does with
    every frame. `settled_s` are the seconds from each disturbance's end to the right settled reading; `never`
    counts the quiet times without one, `early` the frames that were said to be settled while an arm was over the
    board.
    """

    cells: CellScore = field(default_factory=CellScore)
    settled_s: list[float] = field(default_factory=list)
    never: int = 0
    early: int = 0
    films: int = 1

    def to_json(self) -> dict[str, Any]:
        """Return JSON-able data."""
        return asdict(self) | {"cells": asdict(self.cells) | {"wrong_cells": list(self.cells.wrong_cells)}}

    def add_json(self, data: dict[str, Any]) -> None:
        """Add the data of another's `to_json`."""
        cells = data["cells"]
        self.cells += CellScore(cells["right"], cells["unreadable"], cells["wrong"], tuple(cells["wrong_cells"]))
        self.settled_s += data["settled_s"]
        self.never += data["never"]
        self.early += data["early"]
        self.films += data["films"]


def score_picture(taken: EvidencePhoto) -> dict[str, PictureCounts]:
    """Measure a picture's reading `without` and `with` the profile and the bare board's look.

    The profile is the camera's.
    """
    catalogue = taken.catalogue
    results = {}
    known = replace(taken.profile, bare_board=bare_look(taken))
    for name, profile in (("without", None), ("with", known)):
        focal_px = None if profile else taken.focal_px
        try:
            reading = read_picture(taken.picture, catalogue, profile, focal_px=focal_px, covers=covered_cells)
        except VisionError as error:
            results[name] = refused(str(error))
        else:
            results[name] = measure(reading, taken.truth, catalogue.grid.cell_mm)
    return results


def print_sums(counted: Iterable[tuple[str, Mapping[str, PictureCounts]]]) -> None:
    """Print the sums of pictures of these kinds, measured by `score_picture`."""
    sums: defaultdict[str, dict[str, PictureCounts]] = defaultdict(
        lambda: {"without": PictureCounts(), "with": PictureCounts()}
    )
    for kind, ways in counted:
        for way, of_picture in ways.items():
            sums[kind][way] += of_picture
    for kind, reached in sums.items():
        print(kind, *summary(reached["without"], reached["with"]), sep="\n")


def bare_look(taken: EvidencePhoto) -> BareBoard | None:
    """Return the look of the bare board, as a picture of it tells; None if there is none."""
    if taken.bare is None:
        return None
    focal_px = taken.bare.shape[1] / 2 / math.tan(math.radians(WIDTH_DEG / 2))
    look = find_bare_look(taken.bare, taken.catalogue, profile_of(taken.bare, focal_px), covered_cells)
    return look.board if look else None


def score_film(kind: str, seed: int, result: FilmScore) -> None:
    """Watch a film frame by frame and add what came of it to the result."""
    film_set, moments = room_film(kind, seed) if kind in ROOM_FILMS else film(kind, seed=seed)
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
        result.early += moment.covered
        time_s = score(watched.reading, moment.truth, cell_mm)
        # A reading that stays the same is scored once for each table that it is said to show.
        if watched.reading is not last or time_s.wrong:
            last = watched.reading
            result.cells += time_s
        if waiting and quiet_since is not None and time_s.wrong == time_s.unreadable == 0:
            result.settled_s.append(moment.frame.taken_s - quiet_since)
            waiting = False
    result.never += waiting


def _scored(unit: Unit, seed: int) -> dict[str, Any]:
    """Return the result of a unit, as JSON-able data."""
    kind, number = unit
    if kind in ROOM_KINDS or kind in STILLS:
        return {name: result.to_json() for name, result in score_picture(kept(kind, number, seed)).items()}
    result = FilmScore()
    score_film(kind, 1000 * seed + number, result)
    return result.to_json()


# --- many of them, in several processes, kept for when the run is stopped -------------------------------------------


def results_of(
    units: Sequence[Unit], seed: int, processes: int, *, only_known: bool = False
) -> Iterator[tuple[Unit, dict[str, Any]]]:
    """Yield the results of all units, known ones first; with `only_known` no others."""
    store = ROOT / "build" / "score" / f"{digest_of(_SOURCES)}-{seed}.jsonl"
    store.parent.mkdir(parents=True, exist_ok=True)
    known: dict[Unit, dict[str, Any]] = {}
    if store.exists():
        lines = [json.loads(line) for line in store.read_text(encoding="utf-8").splitlines() if line.endswith("}")]
        known = {(line["kind"], line["number"]): line["result"] for line in lines}
    yield from ((unit, known[unit]) for unit in units if unit in known)
    remaining = [unit for unit in units if unit not in known]
    if only_known or not remaining:
        return
    with ProcessPoolExecutor(processes) as pool, store.open("a", encoding="utf-8") as lines_file:
        waiting = {pool.submit(_scored, unit, seed): unit for unit in remaining}
        for done in as_completed(waiting):
            unit, result = waiting[done], done.result()
            lines_file.write(json.dumps({"kind": unit[0], "number": unit[1], "result": result}) + "\n")
            lines_file.flush()
            yield unit, result


# --- the document -----------------------------------------------------------------------------------------------


def _both(without: object, profiled: object) -> str:
    """Return the number without and with the profile; one where they are equal."""
    return str(without) if without == profiled else f"{without},{profiled}"


def picture_row(kind: str, without: PictureCounts, profiled: PictureCounts) -> dict[str, str]:
    """Return a row of the table of pictures, by the columns' headings."""
    return {
        "picture": kind,
        "read/in sight": f"{_both(without.read, profiled.read)}/{_both(without.pieces, profiled.pieces)}",
        "wrong": _both(without.wrong, profiled.wrong),
        "vanished": _both(without.vanished, profiled.vanished),
        "told/covered": f"{_both(without.told, profiled.told)}/{_both(without.covered, profiled.covered)}",
        "false alarms/bare": f"{_both(without.alarms, profiled.alarms)}/{_both(without.bare, profiled.bare)}",
        "not found": _both(without.refused, profiled.refused),
    }


def film_row(kind: str, result: FilmScore) -> dict[str, str]:
    """Return a row of the table of films, by the columns' headings."""
    times, cells = result.settled_s, result.cells
    return {
        "film": kind,
        "cells right": str(cells.right),
        "unreadable": str(cells.unreadable),
        "wrong": str(cells.wrong),
        "settled early": str(result.early),
        "settled after": f"{statistics.median(times):.1f}/{max(times):.1f}" if times else "-",
        "not all read": str(result.never),
    }


def table(rows: Sequence[Mapping[str, str]]) -> Iterator[str]:
    """Yield a table of these rows without the columns in which there are only zeros."""
    heads = [head for head in rows[0] if any(row[head] != "0" for row in rows)]
    yield "|".join(heads)
    yield "|".join([":--"] + ["--:"] * (len(heads) - 1))
    for row in rows:
        yield "|".join(row[head] for head in heads)


def _reached(total: PictureCounts) -> tuple[str, ...]:
    """Return the sums that the targets are about, in their order."""
    return (
        str(total.wrong),
        f"{total.vanished}/{total.pieces}",
        f"{total.covered - total.told}/{total.covered}",
        f"{100 * total.read / max(total.pieces, 1):.2f} %",
        f"{10_000 * total.alarms / max(total.bare, 1):.1f}",
        f"{total.refused}/{total.pictures}",
    )


def summary(without: PictureCounts, profiled: PictureCounts) -> Iterator[str]:
    """Yield the targets and what was reached without and with the profile."""
    targets = (
        "pieces read wrong | none",
        "pieces in sight that vanished | none",
        "covered cells not told | none",
        "pieces in sight that are read | 99.5 %",
        "false alarms in 10,000 bare cells | 1",
        "boards not found | none",
    )
    yield "| | target | without | with the profile |"
    yield "|:--|:--|--:|--:|"
    for target, *reached in zip(targets, _reached(without), _reached(profiled), strict=True):
        yield f"| {target} | {' | '.join(reached)} |"


@dataclass
class Results:
    """All that was scored, by kind."""

    pictures: dict[str, dict[str, PictureCounts]]
    films: dict[str, FilmScore]

    @classmethod
    def gathered(cls, found: Iterable[tuple[Unit, dict[str, Any]]]) -> "Results":
        """Gather the results of units."""
        results = cls(
            defaultdict(lambda: {"without": PictureCounts(), "with": PictureCounts()}),
            defaultdict(lambda: FilmScore(films=0)),
        )
        for (kind, number), data in found:
            if "never" in data:
                results.films[kind].add_json(data)
                continue
            for name in ("without", "with"):
                measured = PictureCounts.from_json(data[name])
                results.pictures[kind][name] += measured
                for detail in measured.details:
                    print(f"{kind} {number}, {name} profile: {detail}", flush=True)
        return results

    def lines(self, seed: int) -> Iterator[str]:
        """Yield the document."""
        numbers = {self.pictures[kind]["with"].pictures for kind in (*KINDS, *STILLS) if kind in self.pictures}
        each = " or ".join(str(number) for number in sorted(numbers)) or "no"
        yield "# How disturbed tables are read"
        yield ""
        yield (
            f"`./run score` writes this page: virtual scenes with known truth, seed {seed}, {each}"
            " pictures of a kind. Nothing is tuned on it. The profile holds lens and look of the bare board."
        )
        yield ""
        yield f"- **In sight**: {IN_SIGHT:.0%} of the tag's symbol show."
        yield "- **Vanished**: in sight, neither read nor its cell unreadable."
        yield (
            f"- **Covered**: more than {COVERED:.0%} of the cell are hidden by an arm, an object, the monster or glare."
            " **Told**: called unreadable or hidden, or read all the same."
        )
        yield "- **False alarm**: a bare cell in full sight said to hold something."
        if kinds := [kind for kind in (*KINDS, *STILLS) if kind in self.pictures]:
            yield from ("", "## Pictures", "")
            yield from self._picture_lines(kinds)
        if self.films:
            yield from self._film_lines()
        yield from self.print_lines()

    def print_lines(self) -> Iterator[str]:
        """Yield the document's part about drawn prints, if any were scored."""
        if kinds := [kind for kind in PRINT_KINDS if kind in self.pictures]:
            yield from ("", _PRINTS_HEADING, "")
            pictures = max(self.pictures[kind]["with"].pictures for kind in kinds)
            yield (
                f"`./run score --prints --pictures {pictures}` writes this part: boards drawn by code, half of them"
                f" under a hand or with small things. Training never shows {', '.join(HELD_APART)}."
            )
            yield ""
            yield from self._picture_lines(kinds)

    def _picture_lines(self, kinds: Sequence[str]) -> Iterator[str]:
        without, profiled = (
            sum((self.pictures[kind][name] for kind in kinds), PictureCounts()) for name in ("without", "with")
        )
        yield from summary(without, profiled)
        yield ""
        yield "With a comma: without, with the profile. Columns of zeros are left out."
        yield ""
        yield from table(
            [picture_row(kind, *(self.pictures[kind][name] for name in ("without", "with"))) for kind in kinds]
        )

    def _film_lines(self) -> Iterator[str]:
        yield from ("", "## Films", "")
        yield (
            f"{FRAMES_PER_S} frames a second, without a profile. Settled early: while an arm hides half a cell. Settled"
            " after: seconds (median/longest) from a disturbance's end to the right reading. Not all read: a cell"
            " stayed unreadable."
        )
        yield ""
        yield from table([film_row(kind, self.films[kind]) for kind in (*ROOM_FILMS, *FILMS) if kind in self.films])


def phone_lines() -> Iterator[str]:
    """Yield the document's part about phones' pictures, if figures are kept of them."""
    if not phone_shots.DOCUMENT.exists():
        return
    yield from ("", _PHONES_HEADING, "")
    yield (
        "`./run score --phones --pictures 120` writes this part and, by kinds, `phone_shots.json`: forty prints on"
        " which nothing is tuned. With: the look of the bare board. Calm: no hand, no untagged thing. Washed out:"
        " print weaker than noise."
    )
    yield from phone_shots.published_lines()


def _with_part(document: str, heading: str, part: str) -> str:
    """Return the document with another part under a heading, at its end if it had none."""
    before, found, remaining = document.partition(f"\n{heading}\n")
    if not found:
        return document + part
    _, next_heading, after = remaining.partition("\n## ")
    return before + part + next_heading + after


def main() -> None:
    """Score all kinds, or some."""
    every = (*KINDS, *STILLS, *ROOM_FILMS, *FILMS, *PRINT_KINDS)
    parser = argparse.ArgumentParser(description="Scores the reading of disturbed tables.")
    parser.add_argument("--quick", action="store_true", help="one of each kind; nothing is written")
    parser.add_argument("--kinds", nargs="+", choices=every, metavar="KIND", help="only these; nothing is written")
    parser.add_argument("--prints", action="store_true", help="drawn prints alone; their part is written")
    parser.add_argument("--phones", action="store_true", help="phones' pictures alone; their part is written")
    parser.add_argument("--known", action="store_true", help="write what has been scored until now, score nothing")
    parser.add_argument(
        "--pictures", type=int, help=f"of each kind (default: {PICTURES}; drawn prints {PRINT_PICTURES})"
    )
    parser.add_argument("--films", type=int, default=FILMS_EACH, help="films of each kind")
    parser.add_argument("--seed", type=int, default=PUBLISHED_SEED, help="decides about all scenes")
    parser.add_argument("--processes", type=int, default=min(2, os.cpu_count() or 1))
    args = parser.parse_args()
    if args.phones:
        for way in phone_shots.WAYS:
            phone_shots.publish(args.pictures or phone_shots.PICTURES, way, args.processes)
        part = "\n".join([*phone_lines(), ""])
        print(part)
        DOCUMENT.write_text(_with_part(DOCUMENT.read_text(encoding="utf-8"), _PHONES_HEADING, part), encoding="utf-8")
        return
    if not args.known and not photographs():
        # Else boards with other prints would be painted in their stead, and scored under the same name.
        parser.error(
            "the photographs of the boards' prints are missing: install them with"
            " .venv/bin/pip install scikit-image, or use ./run score, which does it"
        )
    kinds = args.kinds or (PRINT_KINDS if args.prints else every)
    counts = {kind: 1 if args.quick else _usual_count(kind, args.pictures, args.films) for kind in kinds}
    # Number by number over all kinds: stopped early, something is known of each.
    units = [(kind, n) for n in range(max(counts.values())) for kind, count in counts.items() if n < count]
    results = Results.gathered(results_of(units, args.seed, args.processes, only_known=args.known))
    lines = results.print_lines() if args.prints else results.lines(args.seed)
    text = "\n".join([*lines, ""])
    print(text)
    if not args.quick and not args.kinds and args.seed == PUBLISHED_SEED:
        document = DOCUMENT.read_text(encoding="utf-8")
        whole = _with_part(document, _PRINTS_HEADING, text) if args.prints else text + "\n".join([*phone_lines(), ""])
        DOCUMENT.write_text(whole, encoding="utf-8")


def _usual_count(kind: str, pictures: int | None, films: int) -> int:
    """Return how many pictures or films of a kind are scored; `pictures` None: as usual."""
    if kind in PRINT_KINDS:
        return pictures or PRINT_PICTURES
    return pictures or PICTURES if kind in KINDS or kind in STILLS else films


if __name__ == "__main__":
    main()
