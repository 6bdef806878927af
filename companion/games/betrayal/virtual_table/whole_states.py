"""State of the running game as bots have it, with what they announce before it happens."""

from random import Random
from typing import Any

from companion.games.betrayal.virtual_table.secret_game import BetrayalSecrets
from companion.table.session import Session
from engine.betrayal import events as e
from engine.betrayal.play import PLAY, FullState, keeper_of
from engine.betrayal.possible import Announced, Declined
from engine.betrayal.scenario import UNCLAIMED
from engine.game import Game


class WholeStates:
    """Whole state of the session's game: the house, its stacks, and the last announcement.

    That is forgotten at the next event, or when bots come or go.
    """

    def __init__(self, session: Session, secrets: BetrayalSecrets) -> None:
        self._session, self._secrets = session, secrets
        #: The state, with the game and the bots that it is about.
        self._known: tuple[Game[Any, Any], frozenset[str], FullState] | None = None

    def now(self) -> FullState | None:
        """Return the state now; None while nobody knows the stacks."""
        # A game that has begun just now is shuffled first.
        self._secrets.follow()
        game, stacks, bots = self._session.game, self._secrets.now, frozenset(self._session.seating.seats.bots)
        if game is None or stacks is None:
            return None
        if self._known is None or self._known[0] is not game or self._known[1] != bots:
            state = FullState(game.state, stacks, turns=self._haunt_turns(game, bots))
            self._known = game, bots, self._drawn(game, bots, state)
        return self._known[2]

    def keep(self, move: Any) -> None:
        """Keep what was announced."""
        state = self.now()
        if state is not None and self._known is not None and isinstance(move, Announced | Declined):
            self._known = *self._known[:2], PLAY.follow(state, move)

    def completed(self, move: Any) -> Any:
        """Return a move with the dice that it needs rolled, or its tile turned over."""
        state, game = self.now(), self._session.game
        if state is None or game is None or not isinstance(move, Announced) or move.rolled:
            return move
        # What is owed is chance's already.
        return PLAY.draw(state if game.state.owed else PLAY.follow(state, move), self._chance(game))

    def _drawn(self, game: Game[Any, Any], bots: frozenset[str], state: FullState) -> FullState:
        """Roll what a bot owes before it decides; what nobody decides is left to hands."""
        owed = game.state.owed
        if not owed or PLAY.actors(state) or keeper_of(game.state, owed[0].by) not in bots:
            return state
        move = PLAY.draw(state, self._chance(game))
        return PLAY.follow(state, move) if isinstance(move, Announced) else state

    def _chance(self, game: Game[Any, Any]) -> Random:
        """Dice as they fall after so many events."""
        kept = self._secrets.kept
        return Random(f"{kept.seed if kept is not None else 0} {len(game.events)} bots")

    def _haunt_turns(self, game: Game[Any, Any], bots: frozenset[str]) -> int:
        """Turns of the haunt that have ended; where people play, they say who has won."""
        if not bots.issuperset(game.state.players):
            return UNCLAIMED
        events = game.events
        began = next((number for number, event in enumerate(events) if isinstance(event, e.HauntBegan)), len(events))
        return sum(isinstance(event, e.TurnEnded) for event in events[began:])
