"""Examples for the network: the evidence's pictures as they are read, with labelled cells.

python -m tools.evidence.cover_net.examples --seed 930 --pictures 20
(build/cover_net/930)
python -m tools.evidence.cover_net.examples --seed 44 --pictures 40 --forget 0.25 --out 44-forgotten
python -m tools.evidence.cover_net.examples --seed 931 --pictures 900 --kinds mixture
python -m tools.evidence.cover_net.examples --seed 965 --pictures 400 --kinds phone        (drawn prints, by phones)
python -m tools.evidence.cover_net.examples --seed 930 --first 20 --pictures 6 --out 930-tried  (those to try it on)

The labels say which cells are bare or covered in them.
"""

import argparse
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, fields, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from companion.games.finstere_flure.reading.reading import covered_cells, understand
from companion.games.finstere_flure.tags import make_catalogue
from tools.evidence.cover_net.mixtures import MIXTURES, mixture
from tools.evidence.measure import BARE
from tools.evidence.phone_shots.degradations import KINDS as PHONE_KINDS
from tools.evidence.phone_shots.judge import bare_look as shot_look
from tools.evidence.phone_shots.shots import PRINTS, ShotPlan, take
from tools.evidence.photo import EvidencePhoto, profile_of
from tools.evidence.rooms import KINDS
from tools.evidence.score import bare_look
from tools.evidence.stills import STILLS
from tools.evidence.store import ROOT, kept
from tools.evidence.truth import name_of, name_of_truth
from vision.decode.known_tags import detect_tags
from vision.errors import VisionError
from vision.locate.rectified import rectify
from vision.model.bare_board import BareBoard
from vision.model.catalogue import Catalogue
from vision.model.detections import foreign_codes
from vision.model.placed_tags import large_piece_cells
from vision.occupancy.cover_net import BRIGHTEST, BoardSamples, board_view
from vision.occupancy.ground import compute_ground
from vision.occupancy.relighting import relight_ground
from vision.picture import Pixels, in_grey
from vision.reading import Reading, read_picture

FOLDER = ROOT / "build" / "cover_net"
#: Of a covered cell more than this share is hidden: less than what must be told, as a coin hides.
COVERED = 0.3
#: A piece that was not read is one that must be told if so much of it shows.
_SHOWS = 0.25
#: Of a cell that a tall piece hides more than this is not asked, if that was not read.
_TALL = 0.05
#: Of a cell that is asked, a tall piece that was read may hide so much, and of one that counts as bare all pieces.
_BEHIND = 0.5
#: Square roots of the reflectance are kept in so many grey levels for each 1, the brightest as the last of a byte.
_LEVELS = 255 / BRIGHTEST
#: Kind of the pictures that phones take of drawn prints.
PHONE = "phone"
#: Label of a bare cell.
BARE_LABEL = 0
#: Label of a covered cell.
COVERED_LABEL = 1
#: Label of a cell that is not asked.
NOT_ASKED = -1


@dataclass(frozen=True, eq=False)
class Example:
    """View, and the label of each of its cells (rows, columns): bare, covered, or not asked for."""

    view: BoardSamples
    labels: npt.NDArray[np.int8]

    def save(self, file: Path) -> None:
        """Write it."""
        arrays: dict[str, Any] = {"labels": self.labels}
        for name in _VIEW:
            array = getattr(self.view, name)
            if array is not None:
                arrays[name] = _coded(array) if array.dtype == np.float32 else array
        np.savez(file, **arrays)

    @classmethod
    def load(cls, file: Path) -> "Example":
        """Read what was saved."""
        with np.load(file) as saved:
            arrays: dict[str, Any] = {name: _decoded(saved[name]) for name in _VIEW if name in saved.files}
            return cls(BoardSamples(**arrays), saved["labels"])


_VIEW = tuple(field.name for field in fields(BoardSamples))


def _coded(roots: npt.NDArray[np.float32]) -> npt.NDArray[np.uint8]:
    return np.clip(np.round(roots * _LEVELS), 0, 255).astype(np.uint8)


def _decoded(array: npt.NDArray[np.generic]) -> npt.NDArray[np.generic]:
    return array.astype(np.float32) / np.float32(_LEVELS) if array.dtype == np.uint8 else array


def examples_of(taken: EvidencePhoto, look: BareBoard | None, forget: float = 0.0, seed: int = 0) -> Iterator[Example]:
    """Yield a picture's examples: as read without the look of the bare board, and with it.

    They are made as if so large a share of the pieces, which the `seed` decides about, had not been read.
    """
    for profile in (None, replace(taken.profile, bare_board=look)):
        focal_px = None if profile else taken.focal_px
        try:
            reading = read_picture(taken.picture, taken.catalogue, profile, focal_px=focal_px, covers=covered_cells)
        except VisionError:
            continue
        forgetful = _without_some(reading, taken.catalogue, forget, np.random.default_rng(seed))
        yield example_of(taken, forgetful, look if profile else None)


def _without_some(reading: Reading, catalogue: Catalogue, share: float, rng: np.random.Generator) -> Reading:
    """Return the reading without a share of the pieces, as if their tags were not read."""
    names = sorted({placed.tag.id for placed in reading.placed_tags})
    forgotten = {name for name, rolled in zip(names, rng.random(len(names)), strict=True) if rolled < share}
    tags = {payload: tag.id for payload, tag in catalogue.by_payload.items()}
    return replace(
        reading,
        placed_tags=tuple(placed for placed in reading.placed_tags if placed.tag.id not in forgotten),
        codes=tuple(code for code in reading.codes if tags.get(code.text or "") not in forgotten),
    )


def example_of(taken: EvidencePhoto, reading: Reading, look: BareBoard | None) -> Example:
    """Return the example of a picture: the part that a reading leaves to be told."""
    grid = taken.catalogue.grid
    view = view_of(taken.picture, taken.catalogue, reading, look)
    labels = np.full((grid.rows, grid.columns), NOT_ASKED, np.int8)
    pieces = understand(reading, grid.cell_mm).pieces
    read = {(name_of(piece), cell) for piece in pieces for cell in piece.cells}
    occupied = {cell for _, cell in read}
    faded = set(taken.truth.get("faded", ()))
    lies: set[str] = set()
    lost: set[str] = set()
    tall = _BEHIND
    for entry in taken.truth["pieces"]:
        name, cells = name_of_truth(entry), entry.get("cells") or [entry["cell"]]
        lies.update(cells)
        if any((name, cell) in read for cell in cells):
            continue
        if name.startswith("monster"):
            tall = _TALL
        if entry["visible"] >= _SHOWS:
            lost.update(cells)
    for entry in taken.truth.get("worn", ()):
        lost.update(entry.get("cells") or [entry["cell"]])
    # What hides a part of these cells may be a piece that nobody has read.
    doubtful = {grid.cells[cell] for cell in lies - occupied}
    for cell, (column, row) in grid.cells.items():
        shares = taken.truth["cells"].get(cell, {})
        hidden = sum(share for kind, share in shares.items() if kind not in ("piece", "tall"))
        behind = shares.get("piece", 0) + shares.get("tall", 0)
        is_behind_read = behind <= _BEHIND and not any(abs(column - x) <= 1 and abs(row - y) <= 1 for x, y in doubtful)
        if cell in occupied or shares.get("tall", 0) > tall:
            continue
        if cell in lost or hidden > COVERED:
            labels[row, column] = COVERED_LABEL
        elif cell not in lies and cell not in faded and hidden < BARE and (behind < BARE or is_behind_read):
            labels[row, column] = BARE_LABEL
    return Example(view, labels)


def view_of(picture: Pixels, catalogue: Catalogue, reading: Reading, look: BareBoard | None) -> BoardSamples:
    """Return the network's view of a picture that was read.

    `look` is that of the bare board, if it is known.
    """
    grey = in_grey(picture)
    seen = detect_tags(grey, catalogue, reading.codes)
    large = large_piece_cells(reading.placed_tags, covered_cells)
    foreign = [code.corners for code in foreign_codes(reading.codes, catalogue)]
    camera = reading.registration.camera
    light = rectify(picture, camera, catalogue, seen, 0.0).light
    ground = compute_ground(picture, camera, catalogue, seen, large, foreign, light)
    return board_view(ground, light, look, relight_ground(look, ground) if look else None)


def make(kind: str, number: int, seed: int, folder: Path, forget: float) -> None:
    """Write the examples of a picture, if they are not there yet."""
    stem = f"{kind.replace(' ', '-')}-{number}"
    if list(folder.glob(f"{stem}-*.npz")):
        return
    if kind == PHONE:
        taken, look = phone_photo(number, seed)
    else:
        taken = mixture(kind, number, seed) if kind in MIXTURES else kept(kind, number, seed)
        look = bare_look(taken)
    for way, example in enumerate(examples_of(taken, look, forget, number)):
        example.save(folder / f"{stem}-{way}.npz")


def phone_photo(number: int, seed: int) -> tuple[EvidencePhoto, BareBoard | None]:
    """Take a phone's picture of a print for training; return it, and the look of the bare board."""
    degradation = [*PHONE_KINDS][number % len(PHONE_KINDS)]
    shot = take(ShotPlan("training", number % PRINTS["training"], degradation, number, seed), with_bare=True)
    profile = profile_of(shot.picture, shot.focal_px)
    return EvidencePhoto(shot.picture, shot.truth, shot.focal_px, profile, make_catalogue()), shot_look(shot)


def main() -> None:
    """Make the examples of all kinds, or some."""
    every = [*KINDS, *STILLS, *MIXTURES, PHONE]
    parser = argparse.ArgumentParser(description="Makes examples for the network that tells covered cells.")
    parser.add_argument("--seed", type=int, default=930)
    parser.add_argument("--first", type=int, default=0, help="the first picture's number")
    parser.add_argument("--pictures", type=int, default=20, help="of each kind")
    parser.add_argument("--forget", type=float, default=0.0, help="this share of the pieces, as if not read")
    parser.add_argument("--out", metavar="NAME", help="of the folder in build/cover_net, the seed if none is given")
    parser.add_argument("--kinds", nargs="+", default=[*KINDS, *STILLS], choices=every, metavar="KIND")
    args = parser.parse_args()
    folder = FOLDER / (args.out or str(args.seed))
    folder.mkdir(parents=True, exist_ok=True)
    units = [(kind, number) for number in range(args.first, args.first + args.pictures) for kind in args.kinds]
    with ProcessPoolExecutor(min(2, os.cpu_count() or 1)) as pool:
        for done, _ in enumerate(
            pool.map(partial(make, seed=args.seed, folder=folder, forget=args.forget), *zip(*units, strict=True)), 1
        ):
            if done % 50 == 0:
                print(f"{done} of {len(units)}", flush=True)


if __name__ == "__main__":
    main()
