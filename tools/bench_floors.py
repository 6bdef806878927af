"""Measure the reading of laid floors: houses of 5 to 45 tiles, figures, tokens, cards.

    python -m tools.bench_floors [--houses N] [--seed S] [--save FOLDER]

The houses are as people lay them; there are hands, too. Each is photographed by the virtual camera from 1.10 m,
tilted up to 15 degrees, and read. The visible truth is counted: right, wrong, reported as unread or unplaced,
and silently missed. Then one settled picture of 60 tags is timed, read anew and watched unchanged: the
processor's time.
"""

import argparse
import json
import math
import statistics
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np

from companion.cards.things import Sleeves
from companion.device.pictures import write_picture
from companion.games.betrayal.photographs import scene_of, shot_truth
from companion.games.betrayal.placement import PlacementCare, place_pieces
from companion.games.betrayal.public_table import BetrayalPublicTable
from companion.games.betrayal.readings import READINGS
from companion.games.betrayal.tags import TAGS, monster_name
from engine.betrayal.components import CARDS, CHARACTERS, TILES, Dir, stack_tiles, start_tiles
from engine.betrayal.house import House, Place, next_cell
from vision.model.catalogue import Catalogue
from vision.model.pinhole import looking_at
from vision.reading import read_picture
from vision.sources.camera import Frame
from vision.virtual import HAND_POSES, LIGHTS, Hand, Shot, Viewpoint, render
from vision.watching.table_watch import TableWatch

SIZE = (4608, 2592)
#: Distance of the camera from the table.
AWAY_MM = 1100.0
#: Angle of view over the picture's width.
WIDTH_DEG = 66.0
#: Greatest angle of the camera from plumb.
MOST_TILT_DEG = 15.0
MIDDLE = (660.0, 360.0)
#: Share of a tag from which on it counts as seen.
_SEEN = 0.95
#: Distance within which something unread must be told (mm).
_NEAR_MM = 45.0


def some_house(rng: Random, tiles: int) -> dict[str, Place]:
    """Return a house of so many tiles (the start's three included), grown at open doors."""
    rooms = {tile.id: Place(tile.start[0], tile.start[1], tile.start[2], 0) for tile in start_tiles(()) if tile.start}
    stack = sorted(stack_tiles(()))
    rng.shuffle(stack)
    while stack and len(rooms) < tiles:
        tile = stack.pop()
        house = House(rooms)
        doors = [open_door for floor in TILES[tile].floors for open_door in house.open_doors(floor)]
        rng.shuffle(doors)
        for room, door in doors:
            turns = list(house.fitting_turns(tile, room, door))
            if turns:
                floor, x, y = next_cell(rooms[room].cell, door)
                rooms[tile] = Place(floor, x, y, rng.choice(turns))
                break
    return rooms


def some_table(rng: Random, tiles: int) -> BetrayalPublicTable:
    """Return a house with explorers and monsters in its rooms, cards held and lying."""
    rooms = some_house(rng, tiles)
    names = sorted(rooms)
    colours: dict[str, str] = {}
    for player in rng.sample(sorted(CHARACTERS), len(CHARACTERS)):
        colours.setdefault(CHARACTERS[player].colour, player)
    players = list(colours.values())[: rng.randint(3, 6)]
    figures: dict[str, tuple[str, Dir | None]] = {}
    for player in players:
        room = rng.choice(names)
        figures[player] = (room, rng.choice(TILES[room].doors) if TILES[room].cross else None)
    monsters = {
        monster_name(number): (rng.choice(names), rng.random() < 0.4) for number in range(1, rng.randint(0, 6) + 1)
    }
    cards = sorted(card for card, kind in CARDS.items() if not kind.widows_walk)
    rng.shuffle(cards)
    held = {player: tuple(cards.pop() for _ in range(rng.randint(0, 4))) for player in players}
    lying = {cards.pop(): rng.choice(names) for _ in range(rng.randint(0, 2))}
    return BetrayalPublicTable(rooms, figures, monsters, held, lying)


def view(size_px: tuple[int, int], tilt_deg: float, azimuth_deg: float) -> Viewpoint:
    """Return a camera that looks at the table's middle from `AWAY_MM`."""
    focal_px = size_px[0] / 2 / math.tan(math.radians(WIDTH_DEG / 2))
    height = AWAY_MM * math.cos(math.radians(tilt_deg))
    return Viewpoint(looking_at(MIDDLE, height, focal_px, size_px, tilt_deg=tilt_deg, azimuth_deg=azimuth_deg), size_px)


@dataclass
class HousePicture:
    """A picture of a house, what it was made of, and the truth."""

    table: BetrayalPublicTable
    shot: Shot
    truth: dict[str, Any]
    focal_px: float
    what: str


def take(seed: int, catalogue: Catalogue, size_px: tuple[int, int] = SIZE) -> HousePicture:
    """Return the picture with this seed: everything about it is decided by that."""
    rng = Random(f"house {seed}")
    table = some_table(rng, rng.randint(5, 45))
    close = rng.random() < 0.3
    care = PlacementCare(
        gap_mm=rng.choice((0.5, 1.5, 3.0)),
        askew_deg=rng.choice((1.0, 3.0, 6.0)),
        apart_mm=rng.uniform(4.0, 12.0) if close else 60.0,
        on_tags=rng.choice((0.0, 0.0, 0.3)),
        turned=rng.random() < 0.3,
    )
    hand = None
    if rng.random() < 0.4:
        at_mm = (rng.uniform(150, 1170), rng.uniform(120, 600))
        hand = Hand(at_mm, rng.uniform(0, 360), rng.choice(sorted(HAND_POSES)))
    tilt = rng.uniform(0, MOST_TILT_DEG)
    # Aside, a camera may stand at any side; the picture's long side stays along the table's.
    camera = view(size_px, tilt, rng.choice((0.0, 180.0)))
    light = rng.choice(sorted(LIGHTS))
    pieces = place_pieces(table, catalogue, rng, care)
    scene = scene_of(pieces, catalogue, Sleeves(0.5, seed), hand)
    shot = render(scene, camera, LIGHTS[light], seed)
    what = f"{len(table.rooms)} tiles, {light}, tilt {tilt:.0f}, {care}" + (f", {hand.pose} hand" if hand else "")
    return HousePicture(table, shot, shot_truth(shot, table), float(camera.camera.matrix[0, 0]), what)


@dataclass
class PieceCount:
    """Counts of the pieces of some pictures: of the visible ones, and of the covered ones."""

    seen: Counter[str] = field(default_factory=Counter)
    covered: Counter[str] = field(default_factory=Counter)
    notes: list[str] = field(default_factory=list)
    spots: int = 0


_MEANING = ("floor", "x", "y", "turn", "room", "side", "face", "strip")


def compare(count: PieceCount, told: Mapping[str, Any], truth: Mapping[str, Any]) -> None:
    """Count what a reading, as ``read --json`` prints it, makes of the truth's pieces."""
    read = {piece["id"]: piece for piece in told["pieces"]}
    unplaced = {piece["id"] for piece in told["unplaced"]}
    count.spots += len(told["unreadable"])
    for piece in truth["pieces"]:
        name = piece["id"]
        found, becomes = read.pop(name, None), count.seen if piece["visible"] >= _SEEN else count.covered
        if found is not None and found.get("room", "") is None:
            becomes["on unread tile"] += 1
        elif found is not None:
            right = all(found.get(key) == piece.get(key) for key in _MEANING)
            becomes["right" if right else "wrong"] += 1
            if not right:
                count.notes.append(f"wrong: {found} for {piece}")
        elif name in unplaced:
            becomes["unplaced"] += 1
        elif "floor" in piece and piece["floor"] not in told["floors_seen"]:
            becomes["on a floor told as not seen"] += 1
        else:
            near = any(math.dist(spot["at_mm"], piece["at_mm"]) < _NEAR_MM for spot in told["unreadable"])
            cell = tuple(piece.get(key) for key in ("floor", "x", "y"))
            near |= any(
                cell == (place["floor"], place["x"], place["y"])
                for place in told["hidden"] + told["unreadable"]
                if "floor" in place
            )
            covered = f"tile/{piece.get('room')}" in told["covered"]
            becomes["told unread" if near or covered else "silent"] += 1
            if not (near or covered):
                count.notes.append(f"silent: {name} at {piece['at_mm']} visible {piece['visible']}")
    for name, found in read.items():
        count.seen["wrong"] += 1
        count.notes.append(f"not there: {name} {found}")


def bench_houses(houses: int, first_seed: int, save: Path | None) -> PieceCount:
    """Read so many pictures; print a line for each, and what is not as it should be."""
    catalogue = TAGS.catalogue(code=TAGS.default_code)
    whole = PieceCount()
    for seed in range(first_seed, first_seed + houses):
        taken = take(seed, catalogue)
        began = time.process_time()
        reading = read_picture(taken.shot.picture, catalogue, focal_px=taken.focal_px)
        told = READINGS.to_json(READINGS.understand(reading, catalogue))
        spent = time.process_time() - began
        count = PieceCount()
        compare(count, told, taken.truth)
        print(
            f"{seed}: {taken.what}; {spent:.2f} s\n   seen {dict(count.seen)} covered {dict(count.covered)}"
            f" spots {count.spots} gaps {len(told['gaps'])}",
            flush=True,
        )
        for note in count.notes:
            print("   " + note)
        if save and count.notes:
            write_picture(str(save / f"{seed}.jpg"), taken.shot.picture)
            (save / f"{seed}.json").write_text(json.dumps({"told": told, "truth": taken.truth}), encoding="utf-8")
        whole.seen += count.seen
        whole.covered += count.covered
        whole.spots += count.spots
    print(f"{houses} houses: seen {dict(whole.seen)}; covered {dict(whole.covered)}; {whole.spots} spots")
    return whole


def some_large_table(tags: int) -> int:
    """Return the seed of a house of which so many tags lie on the table, all floors together."""
    catalogue = TAGS.catalogue(code=TAGS.default_code)
    for seed in range(1, 1000):
        rng = Random(f"large {seed}")
        table = some_table(rng, 45)
        if len(place_pieces(table, catalogue, rng)) == tags:
            return seed
    raise AssertionError("no such house")


def bench_time(tags: int = 60, frames: int = 40) -> None:
    """Print the processor's time for a reading of `tags` tags, and for an unchanged frame."""
    catalogue = TAGS.catalogue(code=TAGS.default_code)
    rng = Random(f"large {some_large_table(tags)}")
    table = some_table(rng, 45)
    camera = view(SIZE, 5.0, 0.0)
    scene = scene_of(place_pieces(table, catalogue, rng), catalogue, Sleeves(0.5, 1))
    shot = render(scene, camera, LIGHTS["normal"], 1)
    focal_px = float(camera.camera.matrix[0, 0])
    spent = []
    for _ in range(3):
        began = time.process_time()
        reading = read_picture(shot.picture, catalogue, focal_px=focal_px)
        meaning = READINGS.understand(reading, catalogue)
        spent.append(time.process_time() - began)
    read = len(meaning.floors.tiles) + len(meaning.floors.standing)
    grains = [np.random.default_rng(seed).normal(0, 2, shot.picture.shape).astype(np.float32) for seed in (1, 2)]
    film = [np.asarray(cv2.add(shot.picture, grain, dtype=cv2.CV_8U), np.uint8) for grain in grains]
    watch = TableWatch(catalogue, focal_px=focal_px)
    for number in range(6):
        watch.see(Frame(film[number % 2], number / 10))
    unchanged = []
    for number in range(6, 6 + frames):
        frame = Frame(film[number % 2], number / 10)
        began = time.process_time()
        watched = watch.see(frame)
        unchanged.append(time.process_time() - began)
        assert watched.settled
    print(
        f"{SIZE[0]}x{SIZE[1]}, {tags} tags, {read} of them read: {min(spent):.2f} s; "
        f"a frame in which nothing has changed: {1000 * statistics.median(unchanged):.0f} ms"
    )


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description="Measures how laid floors are read.")
    parser.add_argument("--houses", type=int, default=20, help="pictures (default: %(default)d)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", type=Path, help="keep the pictures in which something is wrong or missed")
    args = parser.parse_args()
    if args.houses:
        bench_houses(args.houses, args.seed, args.save)
    bench_time()


if __name__ == "__main__":
    main()
