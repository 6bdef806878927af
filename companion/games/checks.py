"""Checks of the parts of games: which of them can be had, as the doctor tells it."""

import os
from collections.abc import Callable, Iterator

from companion.device.checks.finding import Finding, good, wrong
from companion.device.packages import names_package
from companion.games import CompanionGame, GamePart, find_game, game_ids, options_of
from companion.games.broken import BrokenGameError, explain, game_package


def broken_parts(game: CompanionGame) -> Iterator[str]:
    """Yield one clause for each part of the game that cannot be loaded."""
    asked: list[Callable[[], object]] = [
        lambda: (game.title, options_of(game), game.commands),
        *(lambda part=part: getattr(game, part) for part in GamePart if game.has(part)),
    ]
    if game.has(GamePart.TABLE):
        asked.append(lambda: _pictures(game))
    if game.has(GamePart.VIRTUAL):
        asked.append(lambda: (game.virtual.pieces, game.virtual.pictures))
    found = []
    for ask in asked:
        try:
            ask()
        except (Exception, SystemExit) as error:  # A stranger's package may fail in any way.
            found.append(explain(error, game_package(type(game).__module__)))
    # Parts that need a broken one are broken in the same way.
    yield from dict.fromkeys(found)


def _pictures(game: CompanionGame) -> object:
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    # Only what draws needs pygame.
    from companion.screen.fonts import Fonts

    return game.table.pictures(Fonts())


def games() -> Iterator[Finding]:
    """Yield each game that is broken, and what is wrong with it; all games where none is."""
    broken = False
    for game_id in game_ids():
        try:
            clauses = list(broken_parts(find_game(game_id)))
        except BrokenGameError as error:
            clauses = [error.clause]
        for clause in clauses:
            broken = True
            # A package that all games need is no fault of this one.
            cure = "" if names_package(clause) else f"; take it off, or mend it (companion check-game {game_id})"
            yield wrong("games", f"the game {game_id} cannot be used: {clause}{cure}")
    if not broken:
        yield good("games", ", ".join(game_ids()))
