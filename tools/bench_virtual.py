"""Measure the virtual table: the camera's cost of a moved piece, a bot's cost of a move."""

import random
import statistics
import time

from companion.games.finstere_flure.learning.random_table import random_table
from companion.games.finstere_flure.virtual_table.game import some_game
from companion.games.finstere_flure.virtual_table.placement import table_from_position
from companion.virtual_table.bot_moves import next_move
from companion.virtual_table.camera import VirtualCamera
from engine.finstere_flure.game import RULES, Game
from engine.finstere_flure.pieces import TOKENS
from engine.finstere_flure.state import Phase


def bench_virtual(moves: int) -> list[str]:
    """Return rows for a whole frame, one after a moved piece, and a bot's choice, in ms."""
    table = table_from_position(random_table(random.Random(1)), 1)
    camera = VirtualCamera(table)
    began = time.perf_counter()
    camera.latest()
    whole = time.perf_counter() - began
    grid = table.catalogue.grid
    free = [cell for cell in grid.cells if table.piece_at(grid.centre(cell)) is None]
    token = next(name for name, piece in table.pieces.items() if name in TOKENS and table.cell_of(piece))
    moved = []
    for cell in random.Random(2).sample(free, min(moves, len(free))):
        table.put(table.on_cell(table.pieces[token], cell))
        began = time.perf_counter()
        camera.latest()
        moved.append(time.perf_counter() - began)
    choices: list[float] = []
    game, rng = Game.start(some_game(4, 1)), random.Random(3)
    while game.state.outcome is None and len(choices) < moves:
        began = time.perf_counter()
        event = next_move(RULES, game.state, rng)
        if game.state.phase is Phase.MOVE_TOKEN:
            choices.append(time.perf_counter() - began)
        game = game.apply(event)
    return [
        "| what | ms (median) | of a whole frame |",
        "|:--|--:|--:|",
        f"| the camera's first frame, all painted | {1e3 * whole:.0f} | 1 x |",
        f"| a frame after one token was moved | {1e3 * statistics.median(moved):.1f} |"
        f" {statistics.median(moved) / whole:.2f} x |",
        f"| a bot's choice of a token's move | {1e3 * statistics.median(choices):.1f} | |",
    ]
