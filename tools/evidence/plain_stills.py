"""Path-traced tables with plain pieces: an independent check of how moves are followed.

python -m tools.evidence.plain_stills --tables 100 --seed 1 build/plain.jsonl      (needs: pip install -e '.[rendered]')

Each table is a game of `tools.plain_report` that has gone on for a while, with lights, varnish and camera of its own.
Its bare board is seen first, for every fourth table in other light; then two moves are made, of which still pictures
are seen. What happens until then is observed without pictures. A table takes half a minute (llvm_ad_rgb: fifteen
seconds). Tables that the file has are not seen again.
"""

import argparse
import math
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import cv2
import mitsuba as mi
import numpy as np
import numpy.typing as npt

from companion.cells.pieces import required_points
from companion.cells.virtual_game import lay
from companion.games.finstere_flure.game import GAME
from companion.games.finstere_flure.virtual_table.placement import place_pieces
from companion.journal import Journal
from companion.table.layout import PieceObservation
from companion.table.observation import TableObservation
from companion.table.reading_setup import ReadingSetup
from companion.table.session import Session
from companion.virtual_table.camera import VirtualCamera
from companion.virtual_table.game import VirtualGame
from companion.virtual_table.table import VirtualTable
from tools.evidence.rendered import Floats, any_lights, any_varnish, laid, traced, white
from tools.evidence.sensor import Sensor, develop
from tools.plain_castle import PlainCastle, taken_cells
from tools.plain_games import CASTLE, PlainTable, all_games, engine_moves
from tools.plain_record import Record
from tools.plain_report import GAMES, counted, keep_row, kind_of, read_rows
from vision.calibration.bare_cells import find_bare_look
from vision.model.profile import CameraProfile
from vision.picture import Pixels
from vision.reading.reading import Reading
from vision.sources.camera import Frame
from vision.virtual import fit_view
from vision.watching import TableWatch

SIZE_PX = (1280, 960)
WIDTH_DEG = 50.0
#: How the rows of the file call what is seen.
STILLS = "stills"
#: Every such table's bare board was seen in other light.
_OTHER_LIGHT = 4
#: Before the first still so many moves are made at least, and at most.
_BEFORE = (4, 40)
#: Reference cards fill so little of the picture: this many percent are darker than their paper.
_WHITE = 99
#: So many moves are seen.
_SEEN = 2
_HEAD = """\
| game | tables | cells | of them taken | missed | bare ones taken | moves | followed | asked or confirmed | touched | \
neither | taken, not made |
|:--|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|"""


class TracedEyes:
    """Camera over a virtual table of plain pieces, to which light is traced."""

    def __init__(
        self,
        table: VirtualTable,
        place: Callable[[Any], None],
        taken: Callable[[Any], frozenset[str]],
        points_mm: npt.ArrayLike,
        rng: random.Random,
        samples: int,
        *,
        other_light: bool = False,
    ) -> None:
        """Look at the bare board.

        `place` lays the pieces, and `taken` are the cells that they take. All `points_mm` are in the picture.
        `other_light`: the bare board has a light of its own. There are `samples` paths a pixel.
        """
        self._table, self._place, self._taken, self._rng, self._samples = table, place, taken, rng, samples
        self._camera = VirtualCamera(table, size_px=SIZE_PX)
        self._view = fit_view(
            points_mm,
            SIZE_PX,
            focal_px=SIZE_PX[0] / 2 / math.tan(math.radians(WIDTH_DEG / 2)),
            tilt_deg=rng.uniform(0, 8),
            azimuth_deg=rng.uniform(0, 360),
            roll_deg=rng.uniform(-4, 4),
        )
        self._varnish = any_varnish(rng)
        self._sensor = Sensor(blur_px=rng.uniform(0.4, 0.8), noise=rng.uniform(2, 4))
        self._lights, first = (any_lights(rng, self._view.camera.position_mm) for _ in range(2))
        cleared = VirtualTable(table.piece_set, 0, table.catalogue)
        bare = self._picture(self._light(cleared, first if other_light else self._lights))
        lens = self._view.camera
        self._profile = CameraProfile(SIZE_PX, lens.matrix, lens.distortion)
        look = find_bare_look(bare, table.catalogue, self._profile)
        #: Whether the bare board was known in its picture.
        self.knows_board = look is not None
        if look is not None:
            self._profile = replace(self._profile, bare_board=look.board)
        self._setup: ReadingSetup | None = None
        self._watch: TableWatch | None = None
        #: What lay there last, and its light.
        self._latest: tuple[Any, Floats] | None = None
        self.pictures = list[Pixels]([bare])
        #: What was read of the cells of each still, and the cells that were read wrongly.
        self.counts = Counter[str]()
        self.faults: list[str] = []
        self._read: Any = None

    def observe(self, session: Session, lying: Any, time_s: float) -> TableObservation[PieceObservation]:
        """Return what is observed in the next picture of a table that lies like this."""
        if self._latest is None or self._latest[0] != lying:
            self._place(lying)
            self._latest = lying, self._light(self._table, self._lights)
            self.pictures.append(self._picture(self._latest[1]))
        if self._setup is None or not self._setup.fit(session):
            self._setup = ReadingSetup(session, lambda _: self._table.catalogue)
            self._watch = self._setup.watch(profile=self._profile)
        assert self._watch is not None
        frame = Frame(self._picture(self._latest[1]), time_s)
        seen = self._watch.see(frame)
        if seen.settled and seen.reading is not None and self._read != lying:
            self._read = lying
            self._count(seen.reading, self._taken(lying))
        return self._setup.observe(seen, frame)

    def _count(self, reading: Reading, taken: frozenset[str]) -> None:
        """Count the cells of a still, and those that were read wrongly."""
        known = set(self._table.catalogue.grid.cells) - set(reading.occluded)
        read = known & set(reading.unreadable)
        wrong = {"cells missed": (known & taken) - read, "bare cells taken": read - taken}
        self.counts += Counter({"stills": 1, "cells": len(known), "cells taken": len(known & taken)})
        for what, cells in wrong.items():
            self.counts[what] += len(cells)
            self.faults += [f"still {len(self.pictures) - 1}: {what}: {cell}" for cell in sorted(cells)]

    def _light(self, table: VirtualTable, lights: dict[str, Any]) -> Floats:
        # With the same seeds grain of the paths stays where it is, as nothing but noise of the sensor comes and goes.
        world = lights | laid(self._camera.scene(table), self._varnish, random.Random(0))
        return traced(world, self._view, self._samples, random.Random(0))[1]

    def _picture(self, light: Floats) -> Pixels:
        noise = np.random.default_rng(self._rng.randrange(1 << 30))
        return develop(light, white(light, _WHITE), self._sensor, noise, noise)


class LateEyes:
    """Eyes that `open_eyes` opens when more moves were made than `unseen`.

    `before` are the counts of then.
    """

    def __init__(self, open_eyes: Callable[[], TracedEyes], unseen: int, record: Record) -> None:
        self._open, self._unseen, self._record = open_eyes, unseen, record
        self.traced: TracedEyes | None = None
        self.before = Counter[str]()

    def observe(self, session: Session, lying: Any, time_s: float) -> TableObservation[PieceObservation] | None:
        """Return what is observed; None while no picture is taken."""
        if self.traced is None:
            if self._record.counts["moves"] <= self._unseen:
                return None
            self.before = self._record.counts.copy()
            # This move is under way.
            self.before["moves"] -= 1
            self.traced = self._open()
        return self.traced.observe(session, lying, time_s)


def laid_cells(lying: Mapping[str, str]) -> frozenset[str]:
    """Return the cells of a grid on which pieces lie."""
    return frozenset(lying.values())


def play_stills(game: Any, seed: int, samples: int, *, other_light: bool) -> tuple[Record, TracedEyes | None]:
    """Play a game of which the last moves are seen on stills; None is Finstere Flure.

    Returns what became of these, and the eyes with their pictures; without pictures where it was over before.
    """
    name = CASTLE if game is None else game.id
    rng = random.Random(f"stills {name} {seed}")
    unseen, record = rng.randint(*_BEFORE), Record(name)
    virtual: VirtualGame = GAME.virtual if game is None else game.virtual
    table = virtual.table_before(virtual.start(None, seed, {}), seed)
    table.peel_tags()
    place, points = partial(place_pieces, table), GAME.virtual.required_points(table.catalogue)
    if game is not None:
        place, points = partial(lay, table), required_points(table.catalogue)
    taken: Callable[[Any], frozenset[str]] = taken_cells if game is None else laid_cells
    eyes = partial(TracedEyes, table, place, taken, points, rng, samples, other_light=other_light)
    late = LateEyes(eyes, unseen, record)
    options: dict[str, Any] = {"eyes": late.observe, "most": unseen + _SEEN}
    with TemporaryDirectory() as folder:
        journal = Journal.open(Path(folder) / "games.sqlite")
        if game is None:
            PlainCastle(journal, "clear", rng, record, bots=True, **options).play(seed)
        else:
            with engine_moves(rng) if game.id == "chess" else nullcontext() as choose:
                PlainTable(game, journal, "clear", rng, record, choose, colours=True, **options).play()
        journal.close()
    record.counts.subtract(late.before)
    record.counts["games"] = 1
    if late.traced is not None:
        record.counts.update(late.traced.counts)
        record.faults += late.traced.faults
    return record, late.traced


def still_lines(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the lines of the table of what became of cells and moves.

    A move after which the same cells are taken is touched on the screen.
    """
    yield _HEAD
    for game in GAMES:
        chosen = [Counter(row["counts"]) for row in rows if (row["game"], row["sight"]) == (game, STILLS)]
        if not chosen:
            continue
        counts = sum(chosen, Counter[str]())
        told = counts["asked"] + counts["confirmed"]
        others = counts["unseen"], counts["missed"], counts["not made"]
        cells = (counts[f"cells{what}"] for what in ("", " taken", " missed"))
        # Where a move was missed the next one may not be made any more.
        moves = counts["moves"], max(0, counts["moves"] - told - sum(others)), told, *others
        yield f"| {' | '.join(map(str, (game, len(chosen), *cells, counts['bare cells taken'], *moves)))} |"


def main() -> None:
    """See more tables, then print what became of their moves."""
    parser = argparse.ArgumentParser(description="Follows moves of plain pieces on path-traced tables.")
    parser.add_argument("file", type=Path, help="file of counts, one line a table; it is made, or gone on with")
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--samples", type=int, default=8, help="paths a pixel")
    parser.add_argument("--game", action="append", help="play only these (default: all of the report's)")
    parser.add_argument("--variant", default="scalar_rgb", help="of Mitsuba: llvm_ad_rgb is three times quicker")
    parser.add_argument("--out", type=Path, default=Path("build/plain-stills"), help="keeps the pictures")
    args = parser.parse_args()
    mi.set_variant(args.variant)
    args.out.mkdir(parents=True, exist_ok=True)
    games = {CASTLE: None, **{game.id: game for game in all_games()}}
    names = args.game or GAMES
    known = {kind_of(row) for row in read_rows(args.file)}
    for number in range(args.tables):
        name, seed = names[number % len(names)], args.seed + number
        if (name, STILLS, True, seed) in known:
            continue
        is_other = number // len(names) % _OTHER_LIGHT == _OTHER_LIGHT - 1
        record, eyes = play_stills(games[name], seed, args.samples, other_light=is_other)
        for n, picture in enumerate(eyes.pictures if eyes else ()):
            cv2.imwrite(str(args.out / f"{name}-{seed}-{n}.png"), picture)
        record.counts["bare board known"] = eyes is not None and eyes.knows_board
        keep_row(args.file, (name, STILLS, True, seed), counted(record))
    print("\n".join(still_lines(read_rows(args.file))))


if __name__ == "__main__":
    main()
