"""Games of any kind as text: the lines of the journal, and game files."""

import json
from collections.abc import Iterable
from typing import Any

from companion.device.errors import UserError
from companion.device.files import read_text
from companion.games import CompanionGame, ask_game, blame_game, find_game, find_game_by_format, game_ids
from companion.journal.entries import KeptGame
from engine.errors import NotationError, RulesError
from engine.game import Game, Rules
from engine.gamefile import VERSION, decoded, format_of, game_from_text

#: No game file comes near this size; a larger file is something else.
MOST_BYTES = 4_000_000


def event_line(rules: Rules[Any, Any], event: Any) -> str:
    """Return the event as the one line of text that the journal and game files hold."""
    return json.dumps(rules.event_to_json(event), ensure_ascii=False)


def game_file_text(rules: Rules[Any, Any], events: Iterable[str]) -> str:
    """Return the game file of a game whose events are these lines."""
    header = json.dumps({"format": rules.format, "version": VERSION})
    return "".join(f"{line}\n" for line in (header, *events))


def load_journal_game(kept: KeptGame, name: str) -> tuple[CompanionGame, Game[Any, Any]]:
    """Return a game of the journal; `name` is its name in messages.

    Raises UserError if its game is not installed or refuses it.
    """
    game = find_game(kept.kind)
    return game, _game(game, game_file_text(game.rules, kept.events), name)


def load_game_file(path: str) -> tuple[CompanionGame, Game[Any, Any]]:
    """Load a game file of any installed game.

    Raises UserError that says what is wrong with the file.
    """
    if path.lower().endswith(".pgn"):
        # Older programs write names in Latin-1, the standard's own letters.
        return _from_pgn(read_text(path, "a game file", MOST_BYTES, other_encoding="latin-1"), path)
    text = read_text(path, "a game file", MOST_BYTES)
    game = find_game_by_format(format_of(text.partition("\n")[0]))
    if game is None:
        raise UserError(f"{path}: line 1: {no_game_file()}")
    return game, _game(game, text, path)


def _from_pgn(text: str, path: str) -> tuple[CompanionGame, Game[Any, Any]]:
    """Return the game of a PGN file, of the first installed game that reads such files."""
    for game_id in game_ids():
        companion_game = ask_game(game_id, lambda game: game if game.pgn is not None else None, None)
        if companion_game is not None and companion_game.pgn is not None:
            try:
                with blame_game(companion_game.__module__):
                    return companion_game, companion_game.rules.replay(companion_game.pgn.read(text))
            except RulesError as error:
                raise UserError(f"{path}: {error}") from None
    raise UserError(f"{path}: no installed game reads PGN; install chess: examples/chess")


def no_game_file() -> str:
    """Describe the fault of a file whose header names no installed game."""
    known = ", ".join(f'"{game_id}/game"' for game_id in game_ids())
    return f'not a game file: expected a header with "format": {known}'


def players_of(kept: KeptGame) -> tuple[str, ...]:
    """Return the ids of the players of a game of the journal.

    Returns an empty tuple if its first event does not name them.
    """

    def players(game: CompanionGame) -> tuple[str, ...]:
        try:
            return game.players(game.rules.event_from_json(decoded(kept.entries[0].text)))
        except (NotationError, AttributeError):
            # What is first in a damaged journal may be another event, of which nobody asks who plays.
            return ()

    return ask_game(kept.kind, players, ()) if kept.kind in game_ids() else ()


def _game(game: CompanionGame, text: str, name: str) -> Game[Any, Any]:
    try:
        with blame_game(game.__module__):
            return game_from_text(game.rules, text)
    except RulesError as error:
        raise UserError(f"{name}: {error}") from None
