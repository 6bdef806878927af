"""State of the running game as bots have it, with what is announced before it happens."""

from random import Random
from typing import Any

from companion.games.betrayal.virtual_table.secret_game import BetrayalSecrets
from companion.table.session import Session
from engine.betrayal import events as e
from engine.betrayal.full_state import FullState
from engine.betrayal.play import PLAY, keeper_of
from engine.betrayal.possible import Announced, Declined
from engine.betrayal.scenario import UNCLAIMED
from engine.game import Game


class WholeStates:
    """Whole state of the session's game: house, stacks, and what was announced."""

    def __init__(self, session: Session, secrets: BetrayalSecrets) -> None:
        self._session, self._secrets = session, secrets
        #: The state, and what it follows from: the game, the bots and the announcements.
        self._known: tuple[Game[Any, Any], frozenset[str], tuple[Any, ...]] | None = None
        self._state: FullState | None = None

    def now(self) -> FullState | None:
        """Return the state now; None while nobody knows the stacks."""
        # A game that has begun just now is shuffled first.
        self._secrets.follow()
        game, stacks, bots = self._session.game, self._secrets.now, frozenset(self._session.seating.seats.bots)
        kept = self._secrets.kept
        if game is None or stacks is None or kept is None:
            return None
        known = game, bots, kept.unnoticed
        if self._known is None or self._known[0] is not game or self._known != known:
            state = FullState(game.state, stacks, turns=self._haunt_turns(game, bots))
            for move in kept.unnoticed:
                state = PLAY.follow(state, move)
            self._known, self._state = known, state if kept.unnoticed else self._drawn(game, bots, state)
        return self._state

    def keep(self, move: Any) -> None:
        """Keep what was announced, also over a restart: who has seen a tile lays it."""
        kept = self._secrets.kept
        state = self.now()
        if state is not None and kept is not None and isinstance(move, Announced | Declined):
            kept.unnoticed = (*kept.unnoticed, move)
            if isinstance(move, Announced) and self._secrets.begins_act(move):
                self._secrets.await_events(
                    PLAY.committed_seat(PLAY.follow(state, move)), self._secrets.rules.codec.name_of(move.event)
                )
            self._secrets.keep()

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
        """Dice as they fall next in this game."""
        stacks = self._secrets.now
        assert stacks is not None
        return stacks.chance(game.events)

    def _haunt_turns(self, game: Game[Any, Any], bots: frozenset[str]) -> int:
        """Turns of the haunt that have ended; where people play, they say who has won."""
        if not bots.issuperset(game.state.players):
            return UNCLAIMED
        events = game.events
        began = next((number for number, event in enumerate(events) if isinstance(event, e.HauntBegan)), len(events))
        return sum(isinstance(event, e.TurnEnded) for event in events[began:])
