"""Entry of a seat's move that a bot has chosen, or a player on their own screen."""

from companion.table.event_dialog import JudgedStep
from companion.table.inference_step import InferenceStep
from companion.table.session import Session
from companion.table.step import Step
from companion.voice import Level


def enter_move(session: Session, step: Step[Session], move: object, *, by_bot: bool) -> bool | None:
    """Enter a seat's move in the step that waits for it; return False if it has no event.

    None: chance still owes its part, nothing is entered yet.

    What only its player knows is kept, chance adds its part, the others are told. Where a camera looks on, and for
    every bot, hands carry out what the event does; without a camera people have done it themselves.
    """
    hidden = session.hidden_cards
    if hidden is not None:
        move = hidden.completed(move)
        if move is None:
            return None
        hidden.keep_move(move)
    event = session.table_game.play.event(move)
    if event is None:
        return False
    enter_event_of_seat(session, step, event, by_bot=by_bot)
    return True


def enter_event_of_seat(session: Session, step: Step[Session], event: object, *, by_bot: bool) -> None:
    """Enter a seat's event in the step that waits for it, and tell it to the others."""
    game, table_game = session.game, session.table_game
    assert game is not None
    text = table_game.seat_screen.describe_entered(game.state, event, game.rules.follow(game.state, event))
    session.announced.say_outcome(text, Level.PHASE)
    if by_bot or session.sees:
        session.seating.events_by_bots = len(game.events) + 1
    if isinstance(step, JudgedStep | InferenceStep):
        step.enter_event(event)
    else:
        session.apply(event)
        session.go_on()
