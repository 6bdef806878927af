"""Measure the answers of `companion predict` on random tables, and how often it is right.

    python -m tools.bench_predict [--positions N] [--seed N]

It measures how often it answers at all, too. Every cell that the monster can stand on has its turn. The virtual
camera is tilted by 0 to 30 degrees to any side, in all lights (2304 x 1296). A move is right if the monster
goes the same way, eats the same tokens and ends alike as it does with all pieces that lie there. A wrong one is
foreseen if a piece that was not read lies on a hidden cell that was named. A piece is missed in silence if it
was not read and its cell is reported neither as hidden nor as unreadable.
"""

import argparse
import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace

from companion.device.errors import UserError
from companion.games.finstere_flure.learning.random_table import random_table
from companion.games.finstere_flure.reading.prediction import predict_move
from companion.games.finstere_flure.reading.reading import TableReading
from companion.games.finstere_flure.reading.readings import READINGS
from companion.games.finstere_flure.tags import make_catalogue
from companion.games.finstere_flure.virtual_table.scene import required_points, scene_from_position
from companion.table.photo import photo_of
from engine.finstere_flure.board import CELLS, Cell
from engine.finstere_flure.cards import Card, parse_card
from engine.finstere_flure.errors import PositionError
from engine.finstere_flure.monster import move_monster
from engine.finstere_flure.pieces import DECK
from engine.finstere_flure.position import Position
from engine.finstere_flure.trace import MonsterMove
from vision.virtual import LIGHTS, fit_view, render

#: As `companion render` has it: half of what a Raspberry Pi Camera Module 3 has, its width seen under this angle.
SIZE_PX = (2304, 1296)
WIDTH_DEG = 66.0
#: The rows of the table: tilts up to these, in degrees.
TILTS_DEG = (10.0, 20.0, 30.0)


@dataclass(frozen=True)
class Predicted:
    """Counts over tables: see the table's columns. `wrong` moves are `foreseen` or not."""

    tables: int = 0
    answers: int = 0
    right: int = 0
    wrong: int = 0
    foreseen: int = 0
    refused: int = 0
    named: int = 0
    missed: int = 0

    def __add__(self, other: "Predicted") -> "Predicted":
        names = [field.name for field in fields(Predicted)]
        return Predicted(**{name: getattr(self, name) + getattr(other, name) for name in names})


@dataclass(frozen=True)
class PredictScene:
    """Table to be photographed, the card that is turned over, and the side of the camera."""

    position: Position
    card: Card
    tilt_deg: float
    azimuth_deg: float
    roll_deg: float
    light: str
    seed: int


def predict_scenes(count: int, seed: int) -> Iterator[PredictScene]:
    """Yield `count` tables, on which the monster stands on each cell in turn.

    The same arguments give the same tables.
    """
    for number in range(count):
        turn, place = divmod(number, len(CELLS))
        cell = random.Random(f"{seed} turn {turn}").sample(CELLS, len(CELLS))[place]
        rng = random.Random(f"{seed} {number}")
        yield PredictScene(
            _table_with_monster_on(cell, rng),
            parse_card(rng.choice(DECK)),
            rng.uniform(0, TILTS_DEG[-1]),
            rng.uniform(0, 360),
            rng.uniform(-10, 10),
            rng.choice(list(LIGHTS)),
            seed * 1000 + number,
        )


def _table_with_monster_on(cell: Cell, rng: random.Random) -> Position:
    """Return a random table; what lay on the cell changes places with the monster."""
    while True:
        table = random_table(rng)
        try:
            return replace(
                table,
                monster=cell,
                tokens=tuple(replace(t, at=table.monster) if t.at == cell else t for t in table.tokens),
                tiles=tuple(replace(t, cells=(table.monster,)) if t.cells == (cell,) else t for t in table.tiles),
            ).in_order()
        except PositionError:
            # Where the cell is a pool's the monster cannot stand.
            continue


def photograph(scene: PredictScene) -> TableReading:
    """Read the virtual camera's picture of the scene."""
    catalogue = make_catalogue()
    view = fit_view(
        required_points(catalogue),
        SIZE_PX,
        focal_px=SIZE_PX[0] / 2 / math.tan(math.radians(WIDTH_DEG / 2)),
        tilt_deg=scene.tilt_deg,
        azimuth_deg=scene.azimuth_deg,
        roll_deg=scene.roll_deg,
    )
    laid = scene_from_position(scene.position, catalogue, seed=scene.seed)
    picture = render(laid, view, LIGHTS[scene.light], scene.seed).picture
    return photo_of(picture, catalogue, READINGS).table


def judge(scene: PredictScene, table: TableReading) -> Predicted:
    """Judge the answer to the picture of a scene."""
    read = {placed.tag.id.partition("/")[0] for placed in table.reading.placed_tags}
    laid = [(token.id, token.cell) for token in scene.position.tokens]
    laid += [(tile.id, tile.cell) for tile in scene.position.tiles]
    lost = {cell for piece, cell in laid if cell is not None and piece not in read}
    missed = len(lost - {*table.unknown_hidden_cells, *table.reading.unreadable})
    try:
        prediction = predict_move(table, scene.card, "the picture")
    except UserError:
        return Predicted(tables=1, refused=1, missed=missed)
    right = course_of(prediction.move) == course_of(move_monster(scene.position, scene.card))
    foreseen = not right and not lost.isdisjoint(prediction.unseen)
    named = len(prediction.unseen)
    return Predicted(1, 1, int(right), int(not right), int(foreseen), 0, named, missed)


def course_of(move: MonsterMove) -> tuple[object, ...]:
    """Return the monster's way, whom it eats, and how it stands in the end."""
    way = [(step.cell, step.facing) for step in move.steps]
    return way, [meal.token for meal in move.eaten], move.final.monster, move.final.facing


def bench_predict(count: int, seed: int) -> list[str]:
    """Return one row for each range of tilts, and one for all."""
    counted = dict.fromkeys(TILTS_DEG, Predicted())
    for scene in predict_scenes(count, seed):
        judged = judge(scene, photograph(scene))
        counted[next(tilt for tilt in TILTS_DEG if scene.tilt_deg <= tilt)] += judged
        if judged.refused or judged.wrong or judged.missed:
            print(f"{scene.seed}: monster on {scene.position.monster}, {judged}", flush=True)
    lines = [
        "| camera tilted by | tables | answered | right | wrong, foreseen | wrong, not foreseen |"
        " hidden cells named | pieces missed in silence |",
        "|:--|--:|--:|--:|--:|--:|--:|--:|",
    ]
    least = 0.0
    for most, sums in counted.items():
        lines.append(_row(f"{least:.0f} to {most:.0f}°", sums))
        least = most
    return [*lines, _row("all", sum(counted.values(), Predicted()))]


def _row(name: str, sums: Predicted) -> str:
    share = f" ({sums.right / sums.answers:.1%})" if sums.answers else ""
    return (
        f"| {name} | {sums.tables} | {sums.answers} | {sums.right}{share} | {sums.foreseen} |"
        f" {sums.wrong - sums.foreseen} | {sums.named} | {sums.missed} |"
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    print("\n".join(bench_predict(args.positions, args.seed)))


if __name__ == "__main__":
    main()
