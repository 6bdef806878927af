"""Compare the classics with OpenSpiel's games, move by move, in random games.

    .venv/bin/pip install --no-deps open_spiel
    .venv/bin/python -m tools.openspiel [--moves 1000000] [--games draughts,hex]

After each move the boards that may follow, whose turn it is and who has won must be the same. It prints a line for each
game, and ends with status 1 at the first difference. OpenSpiel is no part of the program: it is asked here alone.
"""

import argparse
import re
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

from companion.games.grid import GridGame
from engine.grid import Position

#: The classics' packages, where they are not installed.
CLASSICS = Path(__file__).parent.parent / "examples" / "classics"
#: The cells of each row, as many as the largest board has.
_CELLS = [[f"{column}{row}" for column in "abcdefghijk"] for row in range(1, 12)]
#: A board as it is compared: the kind on each cell, or a game's own counts.
Table = frozenset[tuple[str, Any]]


@dataclass(frozen=True)
class Twin:
    """OpenSpiel's game for one of ours: its name, its players in order, its text read.

    `compound`: its moves may be parts of one of ours, such as a jump and the next.
    """

    load: str
    players: tuple[str, str]
    read: Callable[[str], Mapping[str, Any]]
    compound: bool = False


def _grid_of(rows: list[str], kinds: Mapping[str, str]) -> dict[str, str]:
    """Return the kinds on cells of a text with a character for each cell; the first row is 1."""
    return {
        cell: kinds[sign]
        for cells, line in zip(_CELLS, rows, strict=False)
        for cell, sign in zip(cells, line, strict=False)
        if sign in kinds
    }


def _noughts(text: str) -> dict[str, str]:
    return _grid_of(text.splitlines()[:3], {"x": "cross", "o": "nought"})


def _breakthrough(text: str) -> dict[str, str]:
    rows = [line[1:] for line in text.splitlines() if re.match(r"\d[.bw]{8}$", line)]
    return _grid_of(rows[::-1], {"b": "white", "w": "black"})


def _checkers(text: str) -> dict[str, str]:
    rows = [line[1:] for line in text.splitlines() if re.match(r"\d[.o+8*]{8}$", line)]
    return _grid_of(rows, {"o": "black", "8": "black-king", "+": "white", "*": "white-king"})


def _morris(text: str) -> dict[str, str]:
    lines = text.splitlines()[:13:2]
    columns = (0, 2, 4, 7, 10, 12, 14)
    return _grid_of(["".join(line[column] for column in columns) for line in lines], {"W": "white", "B": "black"})


def _othello(text: str) -> dict[str, str]:
    rows = [line[2:18:2] for line in text.splitlines() if re.match(r"\d ", line)]
    return _grid_of(rows, {"x": "black", "o": "white"})


def _hex(text: str) -> dict[str, str]:
    rows = [line.replace(" ", "") for line in text.splitlines()[:9]]
    return _grid_of(rows, dict.fromkeys("xyzX", "red") | dict.fromkeys("opqO", "blue"))


def _mancala(text: str) -> dict[str, int]:
    upper, stores, lower = ([int(number) for number in re.findall(r"\d+", line)] for line in text.splitlines()[:3])
    cells = {
        f"{'bcdefg'[column]}{row}": seeds for row, pits in ((1, upper), (2, lower)) for column, seeds in enumerate(pits)
    }
    return cells | {"a1": stores[0], "h2": stores[1]}


#: The twins by the names of our modules.
TWINS = {
    "noughts_and_crosses": Twin("tic_tac_toe", ("crosses", "noughts"), _noughts),
    "breakthrough": Twin("breakthrough", ("white", "black"), _breakthrough),
    "draughts": Twin("checkers", ("black", "white"), _checkers, compound=True),
    "nine_mens_morris": Twin("nine_mens_morris", ("white", "black"), _morris, compound=True),
    "othello": Twin("othello", ("black", "white"), _othello),
    "hex": Twin("hex(board_size=9)", ("red", "blue"), _hex),
    "mancala": Twin("mancala", ("south", "north"), _mancala),
}


def compare(name: str, moves: int, seed: int = 1) -> int:
    """Play so many random moves on both sides; return how many boards were compared.

    Raises AssertionError that names the first difference, and ModuleNotFoundError without OpenSpiel.
    """
    # It is installed by those who want to compare.
    import pyspiel

    if str(CLASSICS) not in sys.path:
        sys.path.append(str(CLASSICS))
    game: GridGame = import_module(f"classics.{name}").GAME
    twin, rng = TWINS[name], Random(seed)
    loaded = pyspiel.load_game(twin.load)
    played = boards = 0
    while played < moves:
        theirs = _passed(loaded.new_initial_state())
        ours = game.rules.begin(game.rules.event_from_json({"event": "started"}))
        while played < moves:
            result = game.rules.over(ours)
            if result is not None and result.reason == "quiet":
                break
            if theirs.is_terminal() or result is not None:
                if result is None and not any(theirs.returns()):
                    break  # OpenSpiel ends long games earlier.
                _same(name, ours, theirs, theirs.is_terminal(), result is not None)
                returns = theirs.returns()
                best = [player for player, got in zip(twin.players, returns, strict=True) if got > 0]
                _same(name, ours, theirs, tuple(best), result.winners if result else ())
                break
            _same(name, ours, theirs, twin.players[theirs.current_player()], ours.turn)
            follows = {_ours(game, after): after for after in _our_moves(game, ours)}
            their_follows = dict(_their_moves(twin, theirs))
            _same(name, ours, theirs, their_follows.keys(), follows.keys())
            chosen = rng.choice(sorted(follows, key=sorted))
            ours, theirs = follows[chosen], their_follows[chosen]
            played, boards = played + 1, boards + len(follows)
    return boards


def _same(name: str, ours: Position, theirs: Any, their_value: object, our_value: object) -> None:
    assert their_value == our_value, f"{name}: OpenSpiel has {their_value}, we have {our_value} after {ours}:\n{theirs}"


def _our_moves(game: GridGame, position: Position) -> Iterator[Position]:
    return (game.rules.follow(position, event) for event in game.rules.possible(position))


def _ours(game: GridGame, position: Position) -> Table:
    counts = game.labels(position)
    if counts:
        return frozenset((cell, int(count)) for cell, count in counts.items())
    return frozenset(position.board.items())


def _their_moves(twin: Twin, state: Any) -> Iterator[tuple[Table, Any]]:
    for action in state.legal_actions():
        after = state.child(action)
        goes_on = twin.compound and not after.is_terminal() and after.current_player() == state.current_player()
        if goes_on:
            yield from _their_moves(twin, after)
        else:
            after = _passed(after)
            yield frozenset(twin.read(str(after)).items()), after


def _passed(state: Any) -> Any:
    """Return the state after moves that are none: where a player can only pass."""
    while not state.is_terminal():
        actions = state.legal_actions()
        if len(actions) > 1 or state.action_to_string(state.current_player(), actions[0]) != "pass":
            break
        state = state.child(actions[0])
    return state


def main() -> int:
    """Compare all twins, or those that are named."""
    parser = argparse.ArgumentParser(prog="tools.openspiel", description="Compares the classics with OpenSpiel.")
    parser.add_argument("--moves", type=int, default=1_000_000, help="moves of all games together")
    parser.add_argument("--games", default=",".join(TWINS), help="modules of examples/classics")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    names = args.games.split(",")
    for name in names:
        begun = time.process_time()
        try:
            boards = compare(name, args.moves // len(names), args.seed)
        except AssertionError as error:
            print(error)
            return 1
        took = time.process_time() - begun
        print(f"{name}: {args.moves // len(names)} moves, {boards} boards, no difference ({took:.0f} s)", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
