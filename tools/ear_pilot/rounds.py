"""Rounds of games that a player who sees nothing plays, and what came of each game."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, fields
from random import Random
from typing import Any, Self

from companion.device.language import use_language
from companion.virtual_table.game import VirtualGame
from tools.benchmarks import measured_version
from tools.ear_pilot.hands import Hands
from tools.ear_pilot.keys import Senses
from tools.ear_pilot.people import evening_of
from tools.ear_pilot.pilot import Listener, LostError
from tools.ear_pilot.referee import Referee, median_of
from tools.ear_pilot.table import HeardTable, open_display
from tools.walk.games import games
from tools.walk.opened import TablePlace

#: Examples that are no classics.
_NO_CLASSICS = ("fox-and-geese", "mouse-and-elephant")


@dataclass
class PilotedGames:
    """Outcome of one game, or of all of one kind together."""

    game: str
    language: str
    virtual: bool
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
    #: Seed of the round, and the commit that was played.
    seed: int = 0
    version: str = ""

    @property
    def kind(self) -> tuple[str, str, bool]:
        """Game, language and table: what stands in one row."""
        return self.game, self.language, self.virtual

    @property
    def is_good(self) -> bool:
        """True if each game was ended, and nothing was done that had to be undone."""
        return self.ended == self.games and not self.taken_back and not self.wrong

    def add(self, other: Self) -> None:
        """Count another game of the same kind."""
        for counted in fields(self):
            if counted.name not in ("game", "language", "virtual", "seed", "version"):
                setattr(self, counted.name, getattr(self, counted.name) + getattr(other, counted.name))

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON has it."""
        return asdict(self)


@dataclass(frozen=True)
class PilotRound:
    """A game of each kind at one table, which stands in a place and speaks a language."""

    seed: int
    language: str
    virtual: bool

    def play(self, game_ids: Sequence[str]) -> Iterator[PilotedGames]:
        """Play these games one after the other; yield what came of each."""
        open_display()
        place = TablePlace.VIRTUAL if self.virtual else TablePlace.HAND
        with HeardTable(place, sixteen(), language=self.language, by_ear="short", seed=self.seed) as table:
            use_language(self.language)
            pilot = Listener(Senses(table))
            for game_id in game_ids:
                yield self._play(game_id, table, pilot)

    def _play(self, game_id: str, table: HeardTable, pilot: Listener) -> PilotedGames:
        result = PilotedGames(game_id, self.language, self.virtual, games=1, seed=self.seed, version=measured_version())
        game, rng, referee, began = games()[game_id], Random(self.seed), Referee(table), table.now
        pilot.on_event, pilot.presses = referee.check, 0
        try:
            evening = evening_of(game, rng, virtual=self.virtual)
            # Elsewhere all is told by keys.
            if self.virtual and type(game.virtual).secret_hands is not VirtualGame.secret_hands:
                pilot.play_with_hands(game, evening, Hands(table))
                referee.events = referee.played
            else:
                pilot.play(game, evening, rng)
            result.ended += referee.is_over
            pilot.leave()
        except LostError as error:
            result.lost.append(f"seed {self.seed}: {error}")
            table.session.open_start_page()
            pilot.wake()
        result.events, result.presses, result.needed = referee.events, referee.presses, referee.needed
        result.taken_back, result.wrong = referee.taken_back, len(referee.wrong)
        result.lost += [f"seed {self.seed}: {wrong}" for wrong in referee.wrong]
        result.minutes, result.speech_minutes = (table.now - began) / 60, referee.speech_s / 60
        result.words, result.event_words = referee.words, referee.event_words
        return result


def sixteen() -> tuple[str, ...]:
    """Return the ids of the four games and of the twelve classics."""
    return tuple(game_id for game_id in games() if game_id not in _NO_CLASSICS)


HEAD = (
    "| game | language | ended | events | misheard | taken back | presses a game | times those of one who sees |"
    " words a game | words an event (median / most) | minutes a game |\n"
    "|:--|:--|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
)


def line_of(result: PilotedGames) -> str:
    """Return a row of the table."""
    games = max(1, result.games)
    return (
        f"| {result.game} | {result.language} | {result.ended}/{result.games} | {result.events} | {result.wrong} |"
        f" {result.taken_back} | {result.presses / games:.0f} | {result.presses / max(1, result.needed):.2f} |"
        f" {result.words / games:.0f} | {median_of(result.event_words):g} / {max(result.event_words, default=0):g} |"
        f" {result.minutes / games:.1f} |"
    )


def together(played: Iterable[PilotedGames]) -> list[PilotedGames]:
    """Return the games of each kind together, by game and language."""
    kinds: dict[tuple[str, str, bool], PilotedGames] = {}
    for game in played:
        kinds.setdefault(game.kind, PilotedGames(*game.kind)).add(game)
    order = sixteen()
    return sorted(kinds.values(), key=lambda kind: (kind.virtual, order.index(kind.game), kind.language != "en"))
