"""Game of Finstere Flure, and its rules as one object for any player, keeper or judge.

::

    game = Game.start(GameStarted((Colour.RED, Colour.BLUE), first=Colour.RED))
    game = game.apply(shuffle_deck(SystemRandom()))
    game = game.apply(game.token_choices("red-5")[7])
    game.state.turn, game.state.position, game.state.outcome
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Self

import engine.game
from engine.errors import NotationError, join_problems
from engine.game import CHANCE, Choice, EventNotAllowedError, Result, Rules
from engine.secrets import Secret
from engine.suggestions import did_you_mean

from .board import is_cell
from .codes import with_code
from .events import CardDrawn, DeckShuffled, GameEvent, GameStarted, TilePlaced, TokenMoved
from .gamefile import CODEC, event_from_json
from .pieces import DECK, SHORT_NAMES, TOKENS, Place
from .play import determinized, draw, draw_event, moves_of_token, outcomes_of, possible_events, view_of
from .problems import Problem, Reason
from .public import state_to_json
from .rounds import begin, follow
from .rules import event_problems, start_problems
from .secrets import secret_states
from .setup import ALL_TILES, placements
from .state import Phase, State
from .worth import plain_chances, worth_of

_PIECES = (*TOKENS, *ALL_TILES)
#: What may happen in each phase but the last.
_DUE = {
    Phase.PLACE_TILE: "tile",
    Phase.SHUFFLE: "shuffled",
    Phase.MOVE_TOKEN: "token",
    Phase.DRAW_CARD: "card",
}


@dataclass(frozen=True)
class Game(engine.game.Game[State, GameEvent]):
    """Game as the list of its events, with the state after the last of them.

    Made by `start` or `replay`.
    """

    @classmethod
    def start(cls, event: GameStarted) -> Self:
        """Start a new game.

        Raises EventNotAllowedError, naming every problem, if it cannot be played like that.
        """
        return cls.replay((event,))

    @classmethod
    def replay(cls, events: Sequence[GameEvent]) -> Self:
        """Return the game that these events tell, each of them checked.

        Raises EventNotAllowedError at the first event that is not allowed, also if there is none at all.
        """
        if not events:
            raise EventNotAllowedError((NOT_BEGUN,))
        game = RULES.replay(events)
        return cls(RULES, game.events, game.state)

    def problems(self, event: GameEvent) -> tuple[Problem, ...]:
        """Return all that is wrong with the event now, with pieces and cells; nothing if allowed."""
        return RULES.problems(self.state, event)

    def token_choices(self, token_id: str) -> tuple[TokenMoved, ...]:
        """Return every event that moves this token by the rules now.

        Returns none if it is not its player's turn or it has moved.
        """
        state = self.state
        if state.turn is None or token_id not in state.tokens_to_move(state.turn):
            return ()
        return moves_of_token(state.position, token_id)

    def tile_choices(self, tile_id: str) -> Iterator[TilePlaced]:
        """Yield every event that places this tile by the rules now.

        Yields none if it lies already or no tile is to be placed.
        """
        state = self.state
        if tile_id in state.tiles_to_place:
            yield from map(TilePlaced, placements(tile_id, state.placed, state.started))

    def draw(self, rng: Random) -> CardDrawn:
        """Draw the next card of a virtual deck, as an event.

        `rng` shuffles a first hit card back in.
        """
        return draw(self.state, rng)


class FinstereFlureRules(Rules[State, GameEvent]):
    """Finstere Flure: tokens flee through a castle in which a monster walks."""

    id = "finstere-flure"
    codec = CODEC
    worth_is_public = True

    def event_from_json(self, data: Mapping[str, Any]) -> GameEvent:
        """Return the event in an object of JSON, all its names known. Raises NotationError."""
        event = event_from_json(data)
        unknown = dict.fromkeys(_unknown_names(event))
        if unknown:
            raise NotationError(join_problems(unknown))
        return event

    def problems(self, state: State | None, event: GameEvent) -> tuple[Problem, ...]:
        """Return all that is wrong with the event now."""
        return tuple(with_code(problem, state, event) for problem in _problems(state, event))

    def begin(self, event: GameEvent) -> State:
        """Return the state after the first event."""
        assert isinstance(event, GameStarted)
        return begin(event)

    def follow(self, state: State, event: GameEvent) -> State:
        """Return the state after one more event."""
        return follow(state, event)

    def game(self, events: tuple[GameEvent, ...], state: State) -> Game:
        """Return the game of these events."""
        return Game(self, events, state)

    def next(self, state: State) -> tuple[Choice, ...]:
        """Return the one kind of event that is due, by whose turn it is."""
        if state.phase is Phase.OVER:
            return ()
        return (Choice(_DUE[state.phase], str(state.turn or "")),)

    def actors(self, state: State) -> tuple[str, ...]:
        """Return the player on turn, else chance: of cards, and of tiles that are nobody's."""
        if state.turn is not None:
            return (str(state.turn),)
        return () if state.phase is Phase.OVER else (CHANCE,)

    def possible(self, state: State) -> tuple[GameEvent, ...]:
        """Return every event that may happen now."""
        return possible_events(state)

    def draw(self, state: State, rng: Random) -> GameEvent:
        """Draw one of the events that may happen now."""
        return draw_event(state, rng)

    def outcomes(self, state: State) -> Mapping[GameEvent, float] | None:
        """Return what chance may bring: of cards whose order is not known each that may come next."""
        return outcomes_of(state)

    def open_event(self, event: GameEvent) -> GameEvent:
        """Return the event without an order of cards."""
        return replace(event, order=None) if isinstance(event, DeckShuffled | CardDrawn) else event

    def view(self, state: State, seat: str) -> State:  # noqa: ARG002 - all know the same
        """Return the state without the order of the cards."""
        return view_of(state)

    def determinize(self, view: State, seat: str, rng: Random) -> State:  # noqa: ARG002 - as above
        """Return the state with the cards in some order."""
        return determinized(view, rng)

    def secrets(self, state: State, seat: str, rng: Random) -> Iterator[Secret[State]]:
        """Yield other states that look to a seat like this one."""
        return secret_states(state, seat, rng)

    def worth(self, state: State, seat: str) -> float:
        """Return the player's chance to win, by what is seen at once."""
        return worth_of(state, seat, plain_chances)

    def over(self, state: State) -> Result | None:
        """Return the end of the game."""
        outcome = state.outcome
        if outcome is None:
            return None
        return Result((str(outcome.winner),) if outcome.winner else (), str(outcome.ending))

    def state_to_json(self, state: State) -> dict[str, Any]:
        """Return phase, round, turn, position file, the deck's counts, and each player's tokens."""
        return state_to_json(state)


def _problems(state: State | None, event: GameEvent) -> Iterable[Problem]:
    if state is not None:
        return event_problems(state, event)
    if not isinstance(event, GameStarted):
        return (NOT_BEGUN,)
    return start_problems(event)


def _unknown_names(event: GameEvent) -> Iterator[str]:
    """Yield a sentence for everything the event names that does not exist: pieces, cells, cards."""
    pieces: Iterable[str] = ()
    cells: Iterable[str] = ()
    cards: Iterable[str] = ()
    match event:
        case GameStarted():
            pieces = event.stones
        case TilePlaced():
            pieces, cells = (event.tile.id,), event.tile.cells
        case TokenMoved():
            pieces = (event.token, *(moved.stone for moved in event.stones))
            to = () if isinstance(event.to, Place) else (event.to,)
            cells = (*to, *(moved.to for moved in event.stones if moved.to is not None))
        case DeckShuffled() | CardDrawn():
            cards = (*(event.drawn if isinstance(event, CardDrawn) else ()), *(event.order or ()))
    yield from (
        f"{piece} is no piece of the game{did_you_mean(piece, _PIECES, SHORT_NAMES)}"
        for piece in pieces
        if piece not in _PIECES
    )
    yield from (f"{cell} is no cell of the board" for cell in cells if not is_cell(cell))
    yield from (f"{card} is no card of the game" for card in cards if card not in DECK)


RULES = FinstereFlureRules()
NOT_BEGUN = Problem(Reason.PHASE, "a game begins with who plays and by which rules", code="not-now")
