"""Plays many games of a card game by bots before the virtual camera, over all numbers of players and variants.

    python -m tools.autoplay_seeds --games 112 --seed 1000
    python -m tools.autoplay_seeds --game coach-ride --games 40 --seed 1000

Each game must end by the rules, with nothing misread, and be what its events replay; and the referee must read its file
as it was played. Prints a line for each game that does not, and a sum at the end; the exit status is 1 if any did not.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from itertools import count, cycle, islice
from pathlib import Path
from typing import Any

from companion.box.errors import UserError
from companion.games.coach_ride.virtual_table.game import VIRTUAL as COACH_RIDE
from companion.games.lifeboat.virtual_table.game import VIRTUAL as LIFEBOAT
from companion.journal import Journal
from companion.virtual_table.autoplay import play_headless
from companion.virtual_table.game import VirtualGame

#: A number of players, and the options that are on.
Kind = tuple[int, tuple[str, ...]]

#: With seven players Dr. Harter must be among them, who comes with cannibalism (V4, V5).
_SEVEN = 7
_VARIANTS: tuple[tuple[str, ...], ...] = (
    (),
    ("short_row",),
    ("sharks",),
    ("quick",),
    ("cannibalism",),
    ("drowned_score",),
    ("short_row", "sharks", "quick", "cannibalism"),
)
#: The advanced game is one of three; with ten players the Coat stays out.
_THREE, _TEN = 3, 10
_ITEMS = ("mirror", "sextant", "coat", "tome", "crest")
_COACH_RIDE: tuple[tuple[str, ...], ...] = (
    (),
    ("smuggling", *_ITEMS),
    ("fortune_telling", "crest"),
    ("three_advanced", "mirror", "sextant"),
    ("smuggling", "fortune_telling", "three_advanced", *_ITEMS),
)


def lifeboat_kinds() -> Iterator[Kind]:
    """All numbers of players with all variants, again and again."""
    for variants in cycle(_VARIANTS):
        for players in (4, 5, 6, _SEVEN):
            yield players, tuple({*variants, "cannibalism", "harter"}) if players == _SEVEN else variants


def coach_ride_kinds() -> Iterator[Kind]:
    """All numbers of players with all variants and items that they may have, again and again."""
    for number in count():
        for players in range(_THREE, _TEN + 1):
            options = _COACH_RIDE[(number + players) % len(_COACH_RIDE)]
            left_out = {"three_advanced"} if players != _THREE else set()
            left_out |= {"coat"} if players == _TEN else set()
            yield players, tuple(option for option in options if option not in left_out)


GAMES: Mapping[str, tuple[VirtualGame, Callable[[], Iterator[Kind]]]] = {
    "lifeboat": (LIFEBOAT, lifeboat_kinds),
    "coach-ride": (COACH_RIDE, coach_ride_kinds),
}


def played(virtual: VirtualGame, seed: int, players: int, options: tuple[str, ...]) -> dict[str, Any]:
    """What `companion play --autoplay --headless` prints of a game, and whether the game's file tells the same."""
    start = virtual.start(players, seed, dict.fromkeys(options, True))
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal.open(Path(folder) / "games.sqlite")
        try:
            told = play_headless(virtual, start, journal, seed=seed)
            rules = virtual.table.rules
            (record,) = journal.games()
            kept = rules.replay([rules.event_from_json(json.loads(line)) for line in journal.events(record.id)])
            return {**told, "kept": rules.over(kept.state) is not None}
        finally:
            journal.close()


def main() -> int:
    """Plays the games and says what became of them."""
    parser = argparse.ArgumentParser(description="Plays many games by bots before the virtual camera.")
    parser.add_argument("--game", choices=sorted(GAMES), default="lifeboat")
    parser.add_argument("--games", type=int, default=112)
    parser.add_argument("--seed", type=int, default=1000, help="of the first game")
    args = parser.parse_args()
    virtual, kinds = GAMES[args.game]
    failed = readings = events = 0
    for seed, (players, options) in enumerate(islice(kinds(), args.games), start=args.seed):
        said = f"seed {seed}, {players} players, {', '.join(options) or 'no variants'}"
        try:
            told = played(virtual, seed, players, options)
        except UserError as error:
            failed += 1
            print(f"{said}: {error}", flush=True)
            continue
        readings, events = readings + told["readings"], events + told["events"]
        if told["problems"] or not told["same_as_replay"] or not told["kept"]:
            failed += 1
            print(f"{said}: {told}", flush=True)
    print(f"{args.games} games, {events} events, {readings} readings: {failed} went wrong")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
