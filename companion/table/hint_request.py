"""Question for a hint: the move that a strong bot would make in a seat, and the reason."""

from companion.opponents.worker import USUAL_S, Audience, ChosenMove, NoAnswerError, Request
from companion.table.bots import HINT_BOT, opponent_of, whole_state
from companion.table.session import Session


def ask_hint(session: Session, seat: str, audience: Audience) -> None:
    """Ask for a hint, by what the seat knows; `audience` hears the reason."""
    assert session.game is not None
    table_game = session.table_game
    view = table_game.play.view(whole_state(session), seat)
    seed = f"{session.game_id} {len(session.game.events)}"
    request = Request(table_game.rules.id, view, seat, HINT_BOT, USUAL_S, seed, audience=audience)
    opponent_of(session).ask(request)


def take_hint(session: Session) -> tuple[bool, ChosenMove | None]:
    """Return True once the hint is there, and the hint; None: the bot has failed."""
    try:
        answer = opponent_of(session).answer()
    except NoAnswerError:
        return True, None
    return answer is not None, answer
