"""Entry of a seat's move that a bot has chosen, or a player on their own screen."""

from typing import Any

from companion.table.event_dialog import JudgedStep
from companion.table.inference_step import InferenceStep
from companion.table.session import Session
from companion.table.step import Step
from companion.voice import Level


def enter_move(session: Session, step: Step[Session], move: Any, *, by_bot: bool) -> bool:
    """Enter a seat's move in the step that waits for it; return False if it has no event.

    What only its player knows is kept, chance adds its part, the others are told. Where a camera looks on, and for
    every bot, hands carry out what the event does; without a camera people have done it themselves.
    """
    game, table_game, hidden = session.game, session.table_game, session.hidden_cards
    assert game is not None
    if hidden is not None:
        move = hidden.completed(move)
        hidden.keep_move(move)
    event = table_game.play.event(move)
    if event is None:
        return False
    session.say(table_game.describe_entered(game.state, event, game.rules.follow(game.state, event)), Level.PHASE)
    if by_bot or session.sees:
        session.seating.events_by_bots = len(game.events) + 1
    if isinstance(step, JudgedStep | InferenceStep):
        step.enter_event(event)
    else:
        session.apply(event)
        session.go_on()
    return True
