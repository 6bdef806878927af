"""Words for what the engine does not allow."""

from collections.abc import Mapping

from companion.device.sentences import capitalised, listed
from companion.games.finstere_flure.language import later, say
from companion.games.finstere_flure.words.piece_names import piece_name
from engine.finstere_flure.position import Position
from engine.finstere_flure.problems import EventProblem, Reason

#: For each reason what is wrong and how to mend it.
_WORDS: Mapping[Reason, tuple[str, str]] = {
    Reason.PLAYERS: (
        later("These players cannot play this game together."),
        later("Choose 2 to 7 players, each with a colour of their own; up to 4 play green, red, blue and yellow."),
    ),
    Reason.PHASE: (later("That cannot happen now."), later("First do what the screen asks for.")),
    Reason.UNKNOWN_PIECE: (later("{piece} is not in this game."), later("Take it off the board.")),
    Reason.IMPOSSIBLE: (
        later("It cannot lie like that."),
        later("Put each piece wholly on the board, on a cell of its own."),
    ),
    Reason.ALREADY_PLACED: (later("{piece} has already been placed."), later("Place another tile.")),
    Reason.NOT_IN_SET_UP: (later("{piece} is not placed in this game."), later("Take it off the board.")),
    Reason.FACE: (later("{piece} lies with the wrong face up."), later("Turn it over.")),
    Reason.OVERLAP: (later("{piece} covers another tile on {cells}."), later("Put it where no other tile lies.")),
    Reason.KEEP_FREE: (
        later("{piece} lies too near the entrance or the exit: {cells} must stay free."),
        later("Put it farther away."),
    ),
    Reason.TELEPORTERS_ADJACENT: (
        later("Two teleporters lie side by side, on {cells}."),
        later("Put the new one where it touches no other teleporter."),
    ),
    Reason.POOL_TOO_NEAR: (
        later("{piece} is less than eight steps from the entrance, on {cells}."),
        later("Put it farther from the entrance."),
    ),
    Reason.POOL_AT_EDGE: (
        later("{piece} touches the edge of the board, on {cells}."),
        later("Put it where it touches no edge."),
    ),
    Reason.POOLS_TOUCH: (later("The two pools touch each other."), later("Leave at least one cell between them.")),
    Reason.NOT_ON_TURN: (later("{piece} may not move: it is another player's turn."), later("Move another token.")),
    Reason.ALREADY_MOVED: (later("{piece} has already moved in this round."), later("Move another token.")),
    Reason.OUT_OF_PLAY: (later("{piece} is no longer in the castle."), later("Move another token.")),
    Reason.CANNOT_COME_THERE: (
        later("{piece} cannot get to where it lies."),
        later("Put it on a cell that it can reach, or put it back."),
    ),
    Reason.STONES_DIFFER: (
        later("{piece} can get there, but the stones do not lie where it pushes them."),
        later("Put the stones where the move pushes them, or put them back."),
    ),
    Reason.NOT_FLIPPED: (later("{piece} was not flipped after its move."), later("Flip it.")),
    Reason.CARD: (later("This card cannot be drawn now."), later("Turn over one of the cards that are left.")),
    Reason.FIRST_CARD: (
        later("The first card of the game is never a hit card."),
        later("Turn over cards until a number comes."),
    ),
    Reason.SHUFFLE: (later("These are not the cards that must be shuffled."), later("Shuffle all eight cards.")),
}


def describe_problem(problem: EventProblem, position: Position | None = None) -> tuple[str, str]:
    """Describe what is wrong and how to mend it, in two translated sentences.

    Pieces are named as they lie in the position.
    """
    sentence, fix = _WORDS[problem.reason]
    piece = piece_name(problem.piece, position) if problem.piece else say("a piece")
    cells = listed(problem.cells) if problem.cells else say("its cell")
    return capitalised(say(sentence, piece=piece, cells=cells)), say(fix)
