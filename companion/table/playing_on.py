"""New games that begin as another one of the journal, at any of its moments."""

from random import Random

from companion.device.errors import UserError
from companion.device.language import say
from companion.device.log import warn
from companion.journal import Journal
from companion.journal.secret_file import copy_secrets, has_secrets
from companion.table.game import TableGame
from companion.table.mended import event_line
from companion.table.step import SessionT
from engine.game import Game


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
