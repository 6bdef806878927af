"""Games of the journal: read again, and begun anew at any of their moments."""

import json
from collections.abc import Sequence
from random import Random

from companion.device.errors import UserError
from companion.device.language import say
from companion.device.log import warn
from companion.journal import Journal
from companion.journal.secret_file import copy_secrets, has_secrets
from companion.table.game import PlayedGame, TableGame
from companion.table.mended import event_line
from companion.table.step import SessionT
from engine.game import Game


def read_game(
    journal: Journal, games: Sequence[TableGame[SessionT]], game_id: int
) -> tuple[TableGame[SessionT], PlayedGame]:
    """Return a game of the journal that is one of `games`, as far as it has been played.

    Raises NotationError, EventNotAllowedError or UserError if it cannot be read.
    """
    kind = journal.kind(game_id)
    table_game = next(game for game in games if game.rules.id == kind)
    events = [table_game.rules.event_from_json(json.loads(line)) for line in journal.events(game_id)]
    return table_game, table_game.rules.replay(events)


def branch_game(
    journal: Journal,
    table_game: TableGame[SessionT],
    game_id: int,
    game: Game[object, object],
    events: int,
    rng: Random,
) -> int:
    """Begin a new game with the first `events` of a kept one, which stays; return its number.

    Nobody looks ahead by it: what lies face down in a game that is not over is shuffled. Raises UserError where hidden
    cards are kept of such a game, for hands cannot be dealt otherwise.
    """
    lines = journal.events(game_id)[:events]
    is_over = table_game.rules.over(game.state) is not None
    if not is_over:
        if has_secrets(journal, game_id):
            raise UserError(
                say("A new game can begin here once this one is over: until then its hidden cards stay hidden.")
            )
        told = game.events[:events]
        shuffled = table_game.history.reshuffled(told, rng)
        lines = tuple(
            line if new == old else event_line(table_game.rules, new)
            for line, old, new in zip(lines, told, shuffled, strict=True)
        )
    number = journal.branch(game_id, lines)
    try:
        copy_secrets(journal, game_id, number)
    except UserError as error:
        warn(str(error))
    return number
