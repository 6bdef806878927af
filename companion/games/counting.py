"""Facts of the finished games of a journal, one after the other."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from companion.device.options import AnyOption
from companion.figures.facts import CountedGame, Figure, GameFacts, facts_of
from companion.figures.kept_facts import KeptFacts
from companion.games import CompanionGame, GamePart, ask_game, game_ids
from companion.journal.choosing import games_by_number, kept_records
from companion.journal.entries import KeptGame
from companion.journal.player_names import PlayerNames, Sitting
from companion.journal.search import GameSearch
from companion.journal.summaries import Summaries
from companion.table.history import History
from engine.game import Rules


@dataclass(frozen=True)
class RulesOnly:
    """Game that has no table: wins and lengths are counted."""

    game: CompanionGame

    @property
    def rules(self) -> Rules[Any, Any]:
        """Rules of the game."""
        return self.game.rules

    def seats(self, started: Any) -> tuple[str, ...]:
        """Return the ids of those who play."""
        return self.game.players(started)

    @property
    def options(self) -> Sequence[AnyOption]:
        """Options of the game, which are unknown."""
        return ()

    @property
    def history(self) -> History[Any, Any]:
        """History of the game, by its rules alone."""
        return History(self.rules)

    def figures(self, states: Sequence[Any], events: Sequence[Any]) -> Iterable[Figure]:  # noqa: ARG002 - as above
        """Return no figures."""
        return ()


def counted_game(game: CompanionGame) -> CountedGame:
    """Return what counts a game's games."""
    return game.table if game.has(GamePart.TABLE) else RulesOnly(game)


def count_games(
    path: Path, names: PlayerNames, search: GameSearch, tell: Callable[[int, int], None] | None = None
) -> Iterator[GameFacts]:
    """Yield the facts of the finished games that are searched for, the first played first.

    `tell` is told after each game that is counted now how many have been, and how many there are. Games of which the
    rules cannot follow the events, or that are not installed, are left out: a broken one is reported once. Raises
    JournalError.
    """
    installed, summaries = game_ids(), Summaries(path)
    found = search.found(kept_records(path, summaries))
    records = [record for record in reversed(found) if record.finished and record.kind in installed]
    no_game: CountedGame | None = None
    games = {kind: ask_game(kind, counted_game, no_game) for kind in {record.kind for record in records}}
    known = KeptFacts(summaries, {kind: game for kind, game in games.items() if game is not None})
    missing = [record.id for record in records if not known.has(record)]
    unknown = enumerate(games_by_number(path, missing), start=1)
    try:
        for record in records:
            if known.has(record):
                facts = known.read(record)
            else:
                done, kept = next(unknown)
                facts = ask_game(record.kind, partial(_counted, known, kept), None)
                if tell is not None:
                    tell(done, len(missing))
            if facts is not None:
                yield replace(facts, names=names.sitting(record.key))
    finally:
        known.write()


def _counted(known: KeptFacts, kept: KeptGame, _: CompanionGame) -> GameFacts | None:
    return known.count(kept)


def game_facts(game: CompanionGame, kept: KeptGame, sitting: Sitting) -> GameFacts | None:
    """Return the facts of a game; None while it is not over."""
    return facts_of(kept, counted_game(game), sitting)
