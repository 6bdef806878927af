"""Move of the strong bot in a player's place, found in a process of its own."""

from companion.games.finstere_flure.table.running_game import FinstereFlureSession
from companion.opponents.worker import Request
from companion.table.bots import opponent_of, stop_bot, take_answer
from engine.finstere_flure.events import TokenMoved
from engine.finstere_flure.game import RULES
from engine.finstere_flure.state import State

_BOT = "strong"
#: Positions that it looks at: by them, not by the time, it finds the same move on every machine.
_NODES = 4000
#: Time (seconds) in which even a slow and busy machine looks at so many.
_MOST_S = 30.0


class StrongMove:
    """Question to the strong bot about a state, and its answer once there is one."""

    def __init__(self, session: FinstereFlureSession, state: State) -> None:
        self._session, self._state = session, state
        self.event: TokenMoved | None = None
        #: False where there are no bots, or when it has failed.
        self.is_possible = session.around.opponent is not None

    def ask(self) -> None:
        """Ask, unless the answer is known."""
        if self.is_possible and self.event is None:
            seat = str(self._state.turn)
            view = RULES.view(self._state, seat)
            opponent_of(self._session).ask(Request(RULES.id, view, seat, _BOT, _MOST_S, "review", _NODES))

    def stop(self) -> None:
        """Give up the question."""
        stop_bot(self._session)

    def look(self) -> bool:
        """Take the answer; return True when it has just come."""
        if not self.is_possible or self.event is not None:
            return False
        done, self.event = take_answer(self._session)
        self.is_possible = not done or self.event is not None
        return self.event is not None
