"""State of a game in a few lines of text."""

from companion.device.sentences import together
from companion.games.finstere_flure.language import say
from companion.games.finstere_flure.words.event_words import describe_reason, describe_result, standing_rows
from companion.games.finstere_flure.words.piece_names import player_name
from engine.finstere_flure.state import Phase, State
from engine.finstere_flure.textboard import format_board


def describe_state(state: State) -> list[str]:
    """Return the round, who may do what, the board, and how many tokens each player has out."""
    lines = [say("Round {round}, stage {stage}", round=state.round, stage=state.stage) + ". " + _next_task(state)]
    lines += format_board(state.position).rstrip().split("\n")
    return lines + [f"{row.text}: {row.value}" for row in standing_rows(state)]


def _next_task(state: State) -> str:
    """Describe what must happen next."""
    turn = player_name(state.turn) if state.turn else ""
    match state.phase:
        case Phase.PLACE_TILE:
            return say("{player} places a tile.", player=turn)
        case Phase.SHUFFLE:
            return say("The eight cards are shuffled.")
        case Phase.MOVE_TOKEN:
            return say("{player} moves a token.", player=turn)
        case Phase.DRAW_CARD:
            return say("A monster card is turned over.")
        case Phase.OVER:
            assert state.outcome is not None
            return together(describe_result(state.outcome), describe_reason(state.outcome))
