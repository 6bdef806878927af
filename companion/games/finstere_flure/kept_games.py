"""Results of games of Finstere Flure, as the journal holds them."""

import json

from engine.finstere_flure.outcome import GameOutcome
from engine.finstere_flure.pieces import Colour


def result_line(outcome: GameOutcome) -> str:
    """Return the result of a game as the one line of text that the journal holds.

    It is the same in every language.
    """
    winner = None if outcome.winner is None else str(outcome.winner)
    return json.dumps({"winner": winner, "ending": str(outcome.ending), "won_by": str(outcome.won_by)})


def parse_winner(result: str) -> Colour | None:
    """Return the winner that a line of `result_line` names, None if nobody won.

    Raises ValueError for any other line.
    """
    try:
        winner = json.loads(result)["winner"]
    except (TypeError, KeyError, RecursionError):
        raise ValueError(f"no result: {result}") from None
    return None if winner is None else Colour(winner)
