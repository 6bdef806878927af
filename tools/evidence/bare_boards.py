"""Use of the bare board's look: things without a tag on boards of any print, in any light.

python -m tools.evidence.bare_boards --pictures 4 --seed 500 counts them with that look and without it.
"""

import argparse
import json
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.games.finstere_flure.learning.random_table import random_table
from companion.games.finstere_flure.reading.reading import covered_cells
from companion.games.finstere_flure.tags import make_catalogue
from companion.games.finstere_flure.virtual_table.scene import scene_from_position
from engine.finstere_flure.board import CELLS
from tools.evidence.lamps import smooth_noise
from tools.evidence.photograph import photograph
from tools.evidence.prints import ground
from tools.evidence.rooms import KINDS, Setting, good_light, view_of
from vision.decode.known_tags import detect_tags
from vision.errors import BoardNotFoundError
from vision.model.bare_board import BareBoard
from vision.model.catalogue import Catalogue
from vision.occupancy.bare_ground import bare_board_of
from vision.occupancy.ground import compute_ground
from vision.picture import Pixels
from vision.reading import Reader, Reading, read_picture
from vision.virtual import Body, Print, Scene, Thing, disc, rectangle

#: The boards, and the kinds of picture whose light and arms are taken.
PRINTS = ("own", "photograph", "blotches", "pattern", "text", "strong cells", "dungeon")
LIGHTS = (
    "good light",
    "lamp on satin",
    "window on satin",
    "window on gloss",
    "low sun",
    "cast shadow",
    "mood light",
    "candles",
    "far edge",
    "soft corner",
    "dirty lens",
    "finger tip",
    "hand",
)
#: Share of a cell that a thing must hide to count.
_ON_CELL = 0.25
#: Share of a bare cell of which anything hides less.
_BARE = 0.02

Bgr = tuple[int, int, int]
_COINS: tuple[Bgr, ...] = ((60, 95, 160), (60, 150, 190), (150, 156, 160))
_PAINTS: tuple[Bgr, ...] = (
    (235, 235, 235),
    (25, 25, 25),
    (128, 128, 128),
    (40, 40, 180),
    (170, 90, 40),
    (70, 140, 60),
    (60, 190, 220),
    (120, 150, 170),
)


@dataclass(frozen=True, eq=False)
class OddTable:
    """Picture of a bare board, one of the same board with things, and visible shares by cell.

    `cells` has the shares of each cell that pieces, things and hands hide (see `vision.virtual.render`); `things`
    the kind of the thing on a cell.
    """

    bare: Pixels
    picture: Pixels
    cells: Mapping[str, Mapping[str, float]]
    things: Mapping[str, str]


def odd_table(board: str, light: str, number: int, seed: int) -> OddTable:
    """Photograph a board bare, then with things in another light from another place.

    The board has this print. The things are pieces, coins and pieces without tags.
    """
    rng = random.Random(f"{board} {light} {seed} {number}")
    catalogue = make_catalogue()
    prints = ground(board, rng.choice(("wood", "white", "black", "cloth")), rng, catalogue.grid.cell_mm)
    position = random_table(rng, players=rng.randint(2, 6))
    scene = scene_from_position(position, catalogue, seed=rng.randrange(1 << 30))
    references = {tag.id for tag in catalogue.references}
    empty = Scene(prints, tuple(thing for thing in scene.things if thing.name in references), scene.surface)
    usual = Setting(tilt_deg=rng.uniform(2, 12))
    bare = photograph(empty, view_of(catalogue, usual, rng), good_light(rng), seed=rng.randrange(1 << 30))
    setting = KINDS[light](rng)
    taken = {position.monster, *(token.at for token in position.tokens), *(c for t in position.tiles for c in t.cells)}
    free = [cell for cell in CELLS if cell not in taken]
    things = {cell: _odd_thing(catalogue, cell, rng) for cell in rng.sample(free, 8)}
    full = Scene(prints, (*scene.things, *things.values()), scene.surface)
    shot = photograph(
        full,
        view_of(catalogue, setting, rng),
        setting.room,
        setting.sensor,
        arms=setting.arms,
        seed=rng.randrange(1 << 30),
    )
    kinds = {cell: thing.name.partition(" ")[0] for cell, thing in things.items()}
    return OddTable(bare.picture, shot.picture, shot.truth["cells"], kinds)


def _odd_thing(catalogue: Catalogue, cell: str, rng: random.Random) -> Thing:
    """Return a coin, or a piece with no tag or one that was rubbed off, on a cell."""
    x, y = catalogue.grid.centre(cell)
    at_mm = x + rng.uniform(-5, 5), y + rng.uniform(-5, 5)
    kind = rng.choice(("coin", "blank", "worn"))
    chance = np.random.default_rng(rng.randrange(1 << 30))
    colour = rng.choice(_COINS if kind == "coin" else _PAINTS)
    side = (colour[0] * 3 // 4, colour[1] * 3 // 4, colour[2] * 3 // 4)
    if kind == "coin":
        wide = rng.uniform(16, 26)
        relief = 14 * smooth_noise((200, 200), 20, chance) + 10 * smooth_noise((200, 200), 6, chance)
        face = np.clip(np.array(colour) + relief[..., None], 0, 255).astype(np.uint8)
        body = Body(disc(wide), 0.0, 2.0, side, colour, (Print.centred(face, wide),))
    elif kind == "blank":
        body = Body(disc(20.0), 0.0, 4.0, side, colour)
    else:
        smear = 190 + 25 * smooth_noise((200, 200), 40, chance) + 10 * smooth_noise((200, 200), 5, chance)
        paper = np.clip(np.repeat(smear[..., None], 3, axis=2), 0, 255).astype(np.uint8)
        body = Body(rectangle(-11, -11, 11, 11), 0.0, 2.0, side, colour, (Print.centred(paper, 18.0),))
    return Thing(f"{kind} on {cell}", at_mm, rng.uniform(0, 360), (body,))


def bare_board_in(picture: Pixels, catalogue: Catalogue) -> BareBoard:
    """Return the look of the bare board that a picture shows."""
    reading = read_picture(picture, catalogue)
    seen = detect_tags(np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8), catalogue, reading.codes)
    ground = compute_ground(picture, reading.registration.camera, catalogue, seen)
    return bare_board_of(ground, list(catalogue.grid.cells), catalogue.grid)


def count(table: OddTable, reading: Reading) -> Counter[str]:
    """Count things by kind and by whether they were noticed, and bare cells with false alarms."""
    unread, counts = set(reading.unreadable), Counter[str]()
    read = {cell for placed in reading.placed_tags for cell in covered_cells(placed)}
    for cell, shares in table.cells.items():
        if sum(shares.values()) < _BARE:
            counts["bare cells"] += 1
            counts["false alarms"] += cell in unread
        elif shares.get("object", 0.0) > _ON_CELL and cell not in read:
            kind = table.things.get(cell, "thing's edge")
            counts[kind] += 1
            counts[f"{kind} noticed"] += cell in unread
        elif shares.get("hand", 0.0) > _ON_CELL and cell not in read:
            counts["hand"] += 1
            counts["hand noticed"] += cell in unread
    return counts


def main(arguments: Sequence[str] | None = None) -> None:
    """Count, and print a line of JSON for each light and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pictures", type=int, default=1, help="of each print in each light")
    parser.add_argument("--seed", type=int, default=500)
    parser.add_argument("--prints", nargs="*", default=PRINTS, choices=PRINTS)
    parser.add_argument("--lights", nargs="*", default=LIGHTS, choices=LIGHTS)
    options = parser.parse_args(arguments)
    catalogue = make_catalogue()
    whole = {"without": Counter[str](), "with": Counter[str]()}
    for light in options.lights:
        for board in options.prints:
            for number in range(options.pictures):
                table = odd_table(board, light, number, options.seed)
                looks = {"without": None, "with": bare_board_in(table.bare, catalogue)}
                for name, look in looks.items():
                    try:
                        reading = Reader(catalogue, covers=covered_cells, bare_board=look).read(table.picture)
                    except BoardNotFoundError:
                        whole[name]["not found"] += 1
                        continue
                    counts = count(table, reading)
                    whole[name] += counts
                    print(json.dumps({"light": light, "print": board, "look": name} | counts), flush=True)
    print(json.dumps(whole, indent=1))


if __name__ == "__main__":
    main()
