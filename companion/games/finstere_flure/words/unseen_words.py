"""Words for what was not seen and could change the monster's move."""

from collections.abc import Iterator

from companion.device.sentences import listed, together
from companion.games.finstere_flure.language import say
from companion.games.finstere_flure.reading.prediction import Prediction
from companion.games.finstere_flure.reading.unseen_pieces import UnseenPiece
from companion.games.finstere_flure.words.sentences import Names, direction_name
from engine.finstere_flure.trace import Decision, Look, MonsterMove


def describe_unseen(prediction: Prediction) -> Iterator[str]:
    """Describe the cells on which something was not read, and the moves with pieces there.

    For each hidden cell it says how the move would be with a piece there.
    """
    if prediction.unread:
        cells = listed(prediction.unread)
        yield say("Something that was not read could change the move: {cells}.", cells=cells)
    for piece in prediction.if_occupied:
        yield together(_describe_change(prediction.move, piece), _describe_end(prediction.move, piece))


def _describe_change(move: MonsterMove, piece: UnseenPiece) -> str:
    number = _first_change(move, piece.move)
    if piece.kind is not None:
        if number is None:
            return say("If a stone lay on {cell}, Furunkulus would look elsewhere in the end.", cell=piece.cell)
        return say(
            "If a stone lay on {cell}, the move would change from step {number} on.", cell=piece.cell, number=number
        )
    if number is None:
        if _turns_to(piece.move.final_look, piece.piece):
            return say("If a token stood on {cell}, Furunkulus would turn there in the end.", cell=piece.cell)
        return say("If a token stood on {cell}, Furunkulus would look elsewhere in the end.", cell=piece.cell)
    if _turns_at(move, piece, number):
        return say(
            "If a token stood on {cell}, Furunkulus would turn there at step {number}.", cell=piece.cell, number=number
        )
    meal = next((meal for meal in piece.move.eaten if meal.token == piece.piece), None)
    if meal is not None and meal.step == number:
        return say("If a token stood on {cell}, it would be lost at step {number}.", cell=piece.cell, number=number)
    return say(
        "If a token stood on {cell}, the move would change from step {number} on.", cell=piece.cell, number=number
    )


def _describe_end(move: MonsterMove, piece: UnseenPiece) -> str:
    """Describe where the monster would end and whom it would get.

    Empty if that is the same without the piece.
    """
    final = piece.move.final
    before = (move.final.monster, move.final.facing, {meal.token for meal in move.eaten})
    if (final.monster, final.facing, set(piece.eaten)) == before:
        return ""
    end = {"cell": final.monster, "facing": direction_name(final.facing)}
    if piece.eaten:
        names = Names(move.start)
        tokens = listed([names.token(token) for token in piece.eaten])
        return say("It would stop on {cell}, face {facing} and eat {tokens}.", **end, tokens=tokens)
    if piece.is_eaten:
        return say("It would stop on {cell} and face {facing}.", **end)
    return say("It would stop on {cell}, face {facing} and eat nobody.", **end)


def _first_change(move: MonsterMove, other: MonsterMove) -> int | None:
    """Return the first step that does not go alike; None if only the last look differs.

    It does not matter what was seen in the step.
    """
    for step, another in zip(move.steps, other.steps, strict=False):
        if [_happening(event) for event in step.events] != [_happening(event) for event in another.events]:
            return step.number
    shorter = min(len(move.steps), len(other.steps))
    return shorter + 1 if len(move.steps) != len(other.steps) else None


def _happening(event: object) -> object:
    """Return the event; of a look only where it leads."""
    return event.facing if isinstance(event, Look) else event


def _turns_at(move: MonsterMove, piece: UnseenPiece, number: int) -> bool:
    """Return True if the monster turns towards the piece at this step because of the piece.

    It would look elsewhere without the piece.
    """
    looks, others = (
        [event for step in played_move.steps[number - 1 : number] for event in step.events if isinstance(event, Look)]
        for played_move in (move, piece.move)
    )
    turns = [other for other in others if _turns_to(other, piece.piece)]
    return bool(turns) and [look.facing for look in looks] != [look.facing for look in others]


def _turns_to(event: object, token: str) -> bool:
    """Return True if the event is a look at which the monster turns towards the token."""
    return (
        isinstance(event, Look)
        and event.decision is Decision.TURN
        and any(sight.token == token and sight.direction is event.facing for sight in event.seen)
    )
