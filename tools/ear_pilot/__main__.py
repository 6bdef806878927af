"""Let a player who sees nothing play whole games; print what it heard and pressed.

    python -m tools.ear_pilot --games 20

All games are played in one process, at a table without a camera, or with `--virtual` at the virtual table, whose
camera reads without faults. The exit status is 1 where a game was not ended, an act was taken back, or the player
thought of another game than the one that is played.
"""

import argparse
import json
import os
import sys
from dataclasses import asdict, dataclass, field
from random import Random

from companion.device.language import LANGUAGES, use_language

os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy", COMPANION_GUARD="off")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")


@dataclass
class PlayedKind:
    """Outcome of the games of one kind."""

    game: str
    language: str
    games: int = 0
    ended: int = 0
    events: int = 0
    presses: int = 0
    needed: int = 0
    taken_back: int = 0
    wrong: int = 0
    minutes: float = 0.0
    speech_minutes: float = 0.0
    words: float = 0.0
    event_words: list[float] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)

    @property
    def is_good(self) -> bool:
        """True if each game was ended, and nothing was done that had to be undone."""
        return self.ended == self.games and not self.taken_back and not self.wrong


def play(game_ids: list[str], games: int, language: str, seed: int, *, virtual: bool = False) -> list[PlayedKind]:
    """Play so many games of each kind, one after the other at one table."""
    from companion.virtual_table.game import VirtualGame
    from tools.ear_pilot.hands import Hands
    from tools.ear_pilot.keys import Senses
    from tools.ear_pilot.people import evening_of
    from tools.ear_pilot.pilot import Listener, LostError
    from tools.ear_pilot.referee import Referee
    from tools.ear_pilot.table import HeardTable, open_display
    from tools.walk.games import games as all_games
    from tools.walk.opened import TablePlace

    open_display()
    place = TablePlace.VIRTUAL if virtual else TablePlace.HAND
    table = HeardTable(place, sixteen(), language=language, by_ear="short", seed=seed)
    results = []
    with table:
        use_language(language)
        pilot = Listener(Senses(table), Random(seed))
        for game_id in game_ids:
            result = PlayedKind(game_id, language)
            for number in range(games):
                referee, began = Referee(table), table.now
                pilot.on_event = referee.check
                game = all_games()[game_id]
                pilot.presses = 0
                result.games += 1
                try:
                    evening = evening_of(game, Random(f"{seed} {number}"), virtual=virtual)
                    # Elsewhere all is told by keys.
                    if virtual and type(game.virtual).secret_hands is not VirtualGame.secret_hands:
                        pilot.play_with_hands(game, evening, Hands(table))
                        referee.events = referee.played
                    else:
                        pilot.play(game, evening)
                    result.ended += referee.is_over
                    pilot.leave()
                except LostError as error:
                    result.lost.append(str(error))
                    table.session.open_start_page()
                    pilot.wake()
                result.events += referee.events
                result.presses += referee.presses
                result.needed += referee.needed
                result.taken_back += referee.taken_back
                result.wrong += len(referee.wrong)
                result.lost += referee.wrong
                result.minutes += (table.now - began) / 60
                result.speech_minutes += referee.speech_s / 60
                result.words += referee.words
                result.event_words += referee.event_words
            results.append(result)
            print(line_of(result), *result.lost, sep="\n", file=sys.stderr, flush=True)
    return results


def sixteen() -> tuple[str, ...]:
    """Return the ids of the four games and of the twelve classics."""
    from tools.walk.games import games

    return tuple(game_id for game_id in games() if game_id not in ("fox-and-geese", "mouse-and-elephant"))


def line_of(result: PlayedKind) -> str:
    """Return a row of the table."""
    from tools.ear_pilot.referee import median_of

    games = max(1, result.games)
    return (
        f"| {result.game} | {result.language} | {result.ended}/{result.games} | {result.events} | {result.wrong} |"
        f" {result.taken_back} | {result.presses / games:.0f} | {result.presses / max(1, result.needed):.2f} |"
        f" {result.words / games:.0f} | {median_of(result.event_words):g} / {max(result.event_words, default=0):g} |"
        f" {result.minutes / games:.1f} |"
    )


HEAD = (
    "| game | language | ended | events | misheard | taken back | presses a game | times those of one who sees |"
    " words a game | words an event (median / most) | minutes a game |\n"
    "|:--|:--|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
)


def main() -> int:
    """Play, print the table, and return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.ear_pilot", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=1, help="so many of each kind")
    parser.add_argument("--game", metavar="ID", action="append", help="this game alone; more than one may be named")
    parser.add_argument("--language", default="en", choices=[*LANGUAGES])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--virtual", action="store_true", help="at the virtual table, where hands lay the pieces")
    parser.add_argument("--json", action="store_true", help="print the counts as JSON")
    options = parser.parse_args()
    results = play(options.game or [*sixteen()], options.games, options.language, options.seed, virtual=options.virtual)
    if options.json:
        print(json.dumps([asdict(result) for result in results], ensure_ascii=False))
    else:
        print("\n".join((HEAD, *map(line_of, results))))
    return 0 if all(result.is_good for result in results) else 1


if __name__ == "__main__":
    sys.exit(main())
