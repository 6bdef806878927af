"""Let a player who sees nothing play whole games; print what it heard and pressed.

    python -m tools.ear_pilot --games 20
    python -m tools.ear_pilot --games 20 --keep played.jsonl

All games are played in one process, at a table without a camera, or with `--virtual` at the virtual table, whose
camera reads without faults: a round of all kinds, then the next one. With `--keep` each game is kept in a file as soon
as it is over; what the file has already is not played again, and the table is that of the whole file. The exit status
is 1 where a game was not ended, an act was taken back, or the player thought of another game than the one that is
played.
"""

import argparse
import json
import os
import sys
from pathlib import Path

from companion.device.language import LANGUAGES

os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy", COMPANION_GUARD="off")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")


def main() -> int:
    """Play, print the table, and return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.ear_pilot", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=1, help="so many of each kind")
    parser.add_argument("--game", metavar="ID", action="append", help="this game alone; more than one may be named")
    parser.add_argument("--language", default="en", choices=[*LANGUAGES])
    parser.add_argument("--seed", type=int, default=1, help="of the first round; the next one has the next seed")
    parser.add_argument("--virtual", action="store_true", help="at the virtual table, where hands lay the pieces")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="JSON, a line a game")
    parser.add_argument("--json", action="store_true", help="print the counts as JSON")
    options = parser.parse_args()

    from tools.ear_pilot.rounds import HEAD, PilotedGames, PilotRound, line_of, sixteen, together

    played = []
    if options.keep is not None and options.keep.exists():
        played = [PilotedGames(**json.loads(line)) for line in options.keep.read_text(encoding="utf-8").splitlines()]
    kept = {(game.kind, game.seed) for game in played}
    for seed in range(options.seed, options.seed + options.games):
        chosen = [
            game_id
            for game_id in options.game or sixteen()
            if ((game_id, options.language, options.virtual), seed) not in kept
        ]
        for game in PilotRound(seed, options.language, options.virtual).play(chosen) if chosen else ():
            played.append(game)
            print(line_of(game), *game.lost, sep="\n", file=sys.stderr, flush=True)
            if options.keep is not None:
                with options.keep.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(game.to_json(), ensure_ascii=False) + "\n")
    results = together(played)
    if options.json:
        print(json.dumps([result.to_json() for result in results], ensure_ascii=False))
    else:
        print("\n".join((HEAD, *map(line_of, results))))
    return 0 if all(result.is_good for result in results) else 1


if __name__ == "__main__":
    sys.exit(main())
