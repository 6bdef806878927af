"""Read boards back from their words alone, and count the differences.

    python -m tools.board_words --positions 10000

Random games of each game on a grid and of Finstere Flure give positions. Each is told in English as phones have it
(`TableGame.describe_board`), read again by what stands there, and compared with what lies on the board. Told changes
are applied to what was read before, too. Prints a line for each game; the exit status is 1 if anything differed.
"""

import argparse
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from companion.cells.facts import CellFacts
from companion.device.language import ENGLISH, in_language
from companion.device.sentences import capitalised
from companion.games import CompanionGame, find_game
from companion.table.table_answers import describe_board_change
from engine.finstere_flure.board import CELL_SET, Direction
from engine.finstere_flure.pieces import TOKENS, Colour, Place, Side, TileKind
from engine.finstere_flure.state import State
from tools.walk.games import games

#: What is read of a board: the name or text of each thing, by its cell or by itself.
Read = dict[str, Any]
#: A game that does not end by itself is begun anew after so many moves.
_MOST_MOVES = 400

_PLACES = {"At the entrance": Place.OUTSIDE, "Escaped": Place.OUT, "Eaten": Place.DEAD}
_TILES = {
    "Stone": TileKind.STONE,
    "Crystal": TileKind.CRYSTAL,
    "Right-turning stone": TileKind.TURN90,
    "Turn-about stone": TileKind.TURN180,
    "Square pool": TileKind.POOL,
    "Long pool": TileKind.POOL,
}
_DIRECTIONS = {"north": Direction.N, "east": Direction.E, "south": Direction.S, "west": Direction.W}
_TOKEN = re.compile(r"(\w+) (white|black) (\d)(?: (\w\d+))?", re.IGNORECASE)


# --- games on a grid --------------------------------------------------------------------------------------------------


def read_cells(text: str) -> Read:
    """Return what a text says that lies on each cell, and what is written there (``text c3``)."""
    read: Read = {}
    for name, told in re.findall(r"([^:.]+): ([^.]*)\.", text):
        for item in told.split(", "):
            if name.strip() == "Written on cells":
                cell, _, written = item.rpartition(" ")
                read[f"text {cell}"] = written
            else:
                assert item not in read, f"{item} is told twice"
                read[item] = name.strip()
    return read


def true_cells(game: CellFacts, state: Any) -> Read:
    """Return the same by the state."""
    read: Read = {cell: str(capitalised(game.piece_name(piece))) for piece, cell in game.lying(state).items()}
    return read | {f"text {cell}": text for cell, text in game.labels(state).items()}


def apply_cell_changes(read: Read, text: str) -> Read:
    """Return what was read, changed by a text that says what lies otherwise."""
    read = dict(read)
    for cell, told in re.findall(r"(\w+): ([^.]*)\.", text):
        pieces = [item for item in told.split(", ") if not item.isdecimal() and item != "free"]
        written = [item for item in told.split(", ") if item.isdecimal()]
        for key, items in ((cell, [str(capitalised(piece)) for piece in pieces]), (f"text {cell}", written)):
            read.pop(key, None)
            if items:
                (read[key],) = items
    return read


# --- Finstere Flure ---------------------------------------------------------------------------------------------------


def read_castle(text: str) -> Read:
    """Return where a text says that the monster, each token and each tile lie."""
    read: Read = {}
    for sentence in filter(None, re.split(r"\.\s*", text)):
        name, colon, told = sentence.partition(": ")
        if name == "Furunkulus":
            cell, _, direction = told.partition(", looks ")
            read["monster"] = cell, _DIRECTIONS[direction]
        elif name in _PLACES or (not colon and _TOKEN.match(name)):
            for token, side, place in _tokens(told if colon else sentence, _PLACES.get(name)):
                read[token] = side, place
        elif name in CELL_SET or not _is_thing(name):
            continue
        elif name.startswith("Teleporter "):
            cell, _, direction = told.partition(", arrow ")
            read[f"{cell} tile"] = name.rpartition(" ")[2], _DIRECTIONS[direction]
        else:
            for cell in told.split(", "):
                read[f"{cell} {'pool' if _TILES[name] is TileKind.POOL else 'tile'}"] = _TILES[name]
    return read


def _is_thing(name: str) -> bool:
    return name in _TILES or name.startswith("Teleporter ")


def apply_castle_changes(read: Read, text: str) -> Read:
    """Return what was read, changed by a text that says what lies otherwise."""
    left = {f"{cell} tile" for cell in re.findall(r"(\b[a-p]\d+): ", text)}
    return {key: lies for key, lies in read.items() if key not in left} | read_castle(text)


def _tokens(text: str, place: Place | None) -> Iterator[tuple[str, Side, object]]:
    for colour, side, number, cell in _TOKEN.findall(text):
        white = int(number) if side == "white" else 7 - int(number)
        yield f"{Colour(colour.lower())}-{white}", Side(side), place or cell


def true_castle(state: State) -> Read:
    """Return the same by the state."""
    position = state.position
    read: Read = {"monster": (position.monster, position.facing)}
    read |= {token.id: (token.side, token.at) for token in position.tokens if token.id in TOKENS}
    for tile in (*position.tiles, *state.placed):
        for cell in tile.cells:
            if tile.kind is TileKind.TELEPORTER:
                read[f"{cell} tile"] = tile.id.rpartition("-")[2][:1], tile.arrow
            else:
                read[f"{cell} {'pool' if tile.kind is TileKind.POOL else 'tile'}"] = tile.kind
    return read


# --- all of them ------------------------------------------------------------------------------------------------------


def states_of(game: CompanionGame, rng: Random) -> Iterator[Any]:
    """Yield the states of random games, one game after the other; None before each game's first."""
    play = game.play
    while True:
        state = play.deal(game.virtual.start(None, rng.randrange(10**6), {}), rng)
        yield None
        for _ in range(_MOST_MOVES):
            yield play.public(state)
            if play.over(state) is not None:
                break
            state = play.follow(state, play.draw(state, rng))


def differences(game: CompanionGame, positions: int, seed: int) -> Iterator[str]:
    """Yield a sentence for each of so many positions that is not read back as it is."""
    table = game.table
    read_back: Callable[[str], Read] = read_cells if isinstance(table, CellFacts) else read_castle

    def true(state: Any) -> Read:
        return true_cells(table, state) if isinstance(table, CellFacts) else true_castle(state)

    def changed(read: Read, text: str) -> Read:
        return apply_cell_changes(read, text) if isinstance(table, CellFacts) else apply_castle_changes(read, text)

    before: Any = None
    count = 0
    with in_language(ENGLISH):
        for state in states_of(game, Random(seed)):
            if state is None:
                before = None
                continue
            text = " ".join(table.describe_board(state))
            if read_back(text) != true(state):
                yield f"{game.id}: {_difference(read_back(text), true(state))} in: {text}"
            if before is not None:
                told = " ".join(describe_board_change(table, before, state))
                if changed(true(before), told) != true(state):
                    yield f"{game.id}: {_difference(changed(true(before), told), true(state))} after: {told}"
            before, count = state, count + 1
            if count >= positions:
                return


def _difference(read: Mapping[str, Any], true: Mapping[str, Any]) -> str:
    keys = sorted(key for key in {*read, *true} if read.get(key) != true.get(key))
    return "; ".join(f"{key}: read {read.get(key)}, is {true.get(key)}" for key in keys[:3])


def grid_games() -> Sequence[CompanionGame]:
    """Return all games whose boards are read back: those on a grid, and Finstere Flure."""
    found = [game for game in games().values() if isinstance(game.table, CellFacts) and game.table.cells]
    return [*found, find_game("finstere-flure")]


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the boards of all these games, or of those that are named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=10_000, help="positions of each game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", action="append", help="only this game; may be given several times")
    asked = parser.parse_args(arguments)
    failed = 0
    for game in grid_games():
        if asked.game and game.id not in asked.game:
            continue
        found = list(differences(game, asked.positions, asked.seed))
        failed += len(found)
        print(f"{game.id}: {asked.positions} positions, {len(found)} differences", *found[:5], sep="\n  ", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
