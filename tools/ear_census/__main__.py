"""Play whole games with three keys, and count what of it was said.

    python -m tools.ear_census --by-ear short

One game of each kind is played in one process, from the start page, at a table without a camera; on the way each menu
is looked into. A marked row counts as said where all words of it were said by which it differs from the row before, an
event as told where all its numbers, cells and names were said until the next press, one that the players told
themselves also where it was confirmed. Minutes of speech leave out marked rows.
"""

import argparse
import json
import os
import sys

from companion.device.language import LANGUAGES

os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy", COMPANION_GUARD="off")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")


def main() -> int:
    """Walk, and print the table."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.ear_census", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--by-ear", choices=("off", "short", "full"), default="short")
    parser.add_argument("--game", metavar="ID", action="append", help="this game alone; more than one may be named")
    parser.add_argument("--language", default="en", choices=[*LANGUAGES])
    parser.add_argument("--events", type=int, default=600, help="so many events of a game at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print the counts as JSON")
    options = parser.parse_args()

    from tools.ear_census.report import HEAD, line_of
    from tools.ear_census.walker import CensusWalker
    from tools.ear_pilot.rounds import sixteen
    from tools.ear_pilot.table import open_display

    open_display()
    chosen = tuple(options.game or sixteen())
    walker = CensusWalker(sixteen(), language=options.language, by_ear=options.by_ear, seed=options.seed)
    with walker.table:
        walker.look_round_start_page()
        for game_id in chosen:
            walker.play(game_id, options.events)
            print(line_of(game_id, walker.ledger.counts[game_id]), file=sys.stderr, flush=True)
        counts = walker.ledger.counts
    if options.json:
        print(json.dumps({name: counted.to_json() for name, counted in counts.items()}, ensure_ascii=False))
    else:
        print("\n".join((HEAD, *(line_of(name, counted) for name, counted in sorted(counts.items())))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
