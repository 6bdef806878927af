"""Play many games by bots before the virtual camera, over all player numbers and variants.

    python -m tools.autoplay_seeds --game lifeboat --games 112 --seed 1000

Each game must end by the rules, with nothing misread, and be what its events replay. Prints a line for each
game that does not, and a sum at the end; the exit status is 1 if any did not.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path
from typing import Any

from companion.device.errors import UserError
from companion.device.options import OptionKind
from companion.games import CompanionGame, GamePart, find_game, games_with
from companion.journal import Journal
from companion.virtual_table.autoplay import play_headless

#: No game has more players.
_MOST_PLAYERS = 12


def variants_for(game: CompanionGame, players: int) -> list[tuple[str, ...]]:
    """Return the variant sets for `players` players: none, each alone, and all together.

    All together are all that go with them.
    """
    flags = tuple(option.id for option in game.options if option.kind is OptionKind.FLAG)
    together = flags
    if not is_playable(game, players, flags):
        together = ()
        for flag in flags:
            together = (*together, flag) if is_playable(game, players, (*together, flag)) else together
    wanted = dict.fromkeys([(), *((flag,) for flag in flags), together])
    return [variants for variants in wanted if is_playable(game, players, variants)]


def is_playable(game: CompanionGame, players: int, variants: tuple[str, ...]) -> bool:
    """Return True if the game is for `players` players with these variants."""
    try:
        game.virtual.start(players, 1, dict.fromkeys(variants, True))
    except UserError:
        return False
    return True


def game_variants(game: CompanionGame) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield all numbers of players with all their variants, again and again.

    One game has other players and other variants than the one before, so that a few games show a little of all.
    """
    numbers = range(1, _MOST_PLAYERS + 1)
    allowed = [(players, variants) for players in numbers if (variants := variants_for(game, players))]
    for turn in count():
        for place, (players, variants) in enumerate(allowed):
            yield players, variants[(turn + place) % len(variants)]


def played(game: CompanionGame, seed: int, players: int, variants: tuple[str, ...]) -> dict[str, Any]:
    """Return the output of `companion play --autoplay --headless` for a game.

    Raises UserError if it does not get to its end.
    """
    start = game.virtual.start(players, seed, dict.fromkeys(variants, True))
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal.open(Path(folder) / "games.sqlite")
        try:
            return play_headless(game.virtual, start, journal, seed=seed)
        finally:
            journal.close()


def main() -> int:
    """Play the games and print what became of them."""
    parser = argparse.ArgumentParser(description="Plays many games before the virtual camera.")
    parser.add_argument("--game", choices=games_with(GamePart.VIRTUAL), default="lifeboat")
    parser.add_argument("--games", type=int, default=112)
    parser.add_argument("--seed", type=int, default=1000, help="of the first game")
    parser.add_argument("--each", action="store_true", help="print a line for each game that went well, too")
    args = parser.parse_args()
    game = find_game(args.game)
    failed = readings = events = 0
    for seed, (players, variants) in enumerate(islice(game_variants(game), args.games), start=args.seed):
        began = time.process_time()
        what = f"seed {seed}, {players} players, {', '.join(variants) or 'no variants'}"
        try:
            told = played(game, seed, players, variants)
        except UserError as error:
            failed += 1
            print(f"{what}: {error}", flush=True)
            continue
        readings, events = readings + told["readings"], events + told["events"]
        if told["problems"] or not told["same_as_replay"]:
            failed += 1
            print(f"{what}: {told}", flush=True)
        elif args.each:
            print(f"{what}: {told['events']} events, {time.process_time() - began:.0f} s of a processor", flush=True)
    print(f"{args.games} games, {events} events, {readings} readings: {failed} went wrong")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
