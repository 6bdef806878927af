"""Facts of the finished games of a journal, one after the other."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.device.options import AnyOption
from companion.figures.facts import CountedGame, Figure, GameFacts, facts_of
from companion.games import CompanionGame, GamePart, ask_game, game_ids
from companion.journal.choosing import games_by_number, kept_records
from companion.journal.entries import KeptGame
from companion.journal.player_names import PlayerNames, Sitting
from companion.journal.search import GameSearch
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

    `tell` is told after each game how many have been looked at, and how many there are. Games of which the rules
    cannot follow the events, or that are not installed, are left out: a broken one is reported once. Raises
    JournalError.
    """
    installed = game_ids()
    records = [record for record in search.found(kept_records(path)) if record.finished and record.kind in installed]
    for done, kept in enumerate(games_by_number(path, [record.id for record in reversed(records)]), start=1):
        sitting = names.sitting(kept.key)
        facts = ask_game(kept.kind, lambda game, kept=kept, sitting=sitting: game_facts(game, kept, sitting), None)  # type: ignore[misc]
        if tell is not None:
            tell(done, len(records))
        if facts is not None:
            yield facts


def game_facts(game: CompanionGame, kept: KeptGame, sitting: Sitting) -> GameFacts | None:
    """Return the facts of a game; None while it is not over."""
    return facts_of(kept, counted_game(game), sitting)
