"""This game's side of the journal and of game files: events as lines of text, and games from such lines."""

import json
from collections.abc import Iterable
from pathlib import Path

from companion.box.errors import UserError
from companion.box.files import read_text
from engine.errors import RulesError
from engine.finstere_flure.events import GameEvent
from engine.finstere_flure.game import RULES, Game
from engine.finstere_flure.gamefile import event_to_json
from engine.finstere_flure.outcome import Outcome
from engine.finstere_flure.pieces import Colour
from engine.gamefile import VERSION, game_from_text

#: What the journal calls games of this kind.
GAME_KIND = "finstere-flure"
#: No game file comes near this size; a larger file is something else.
MOST_BYTES = 1_000_000


def event_line(event: GameEvent) -> str:
    """The event as the one line of text that the journal and game files hold."""
    return json.dumps(event_to_json(event), ensure_ascii=False)


def result_line(outcome: Outcome) -> str:
    """How a game ended, as the one line of text that the journal holds: the same in every language."""
    winner = None if outcome.winner is None else str(outcome.winner)
    return json.dumps({"winner": winner, "ending": str(outcome.ending), "won_by": str(outcome.won_by)})


def winner_in(result: str) -> Colour | None:
    """The winner that a line of `result_line` names, None if nobody won. Raises ValueError for any other line."""
    try:
        winner = json.loads(result)["winner"]
    except (TypeError, KeyError, RecursionError):
        raise ValueError(f"no result: {result}") from None
    return None if winner is None else Colour(winner)


def game_file_text(events: Iterable[str]) -> str:
    """The game file of a game whose events are these lines."""
    header = json.dumps({"format": RULES.format, "version": VERSION})
    return "".join(f"{line}\n" for line in (header, *events))


def game_of(events: Iterable[str], name: str) -> Game:
    """The game that these lines tell; `name` is what to call it. Raises UserError if the rules do not allow it."""
    return _game(game_file_text(events), name)


def load_game_file(path: Path) -> Game:
    """The game in a game file. Raises UserError with the file's name and what is wrong with it."""
    return _game(read_text(str(path), "a game file", MOST_BYTES), str(path))


def _game(text: str, name: str) -> Game:
    try:
        game = game_from_text(RULES, text)
    except RulesError as error:
        raise UserError(f"{name}: {error}") from None
    return Game(RULES, game.events, game.state)
