"""Review of a game by rounds: closest escapes, and the moves that cost most by the forecast."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from companion.games.finstere_flure.outlook import Deck, outlook
from engine.finstere_flure.events import CardDrawn, TokenMoved
from engine.finstere_flure.forecast import Odds, deck_to_come, forecast
from engine.finstere_flure.game import RULES, Game
from engine.finstere_flure.monster import move_monster
from engine.finstere_flure.rounds import position_after
from engine.finstere_flure.state import Phase, State
from engine.finstere_flure.worth import worth_of

#: A move that costs less of the chance to win is no mistake.
LEAST_COST = 0.02


@dataclass(frozen=True)
class ReviewedMove:
    """Move of a player, and the state before it."""

    state: State
    event: TokenMoved

    @cached_property
    def worths(self) -> Mapping[TokenMoved, float]:
        """Chance of the player to win after each possible move, over the cards that may come."""
        colour = str(self.state.turn)
        moves = [move for move in RULES.moves_of(self.state, colour) if isinstance(move, TokenMoved)]
        return {move: worth_of(RULES.follow(self.state, move), colour) for move in moves}

    @property
    def best(self) -> TokenMoved:
        """The move after which the chance to win is best."""
        return max(self.worths, key=self.worths.__getitem__)

    def cost(self, event: TokenMoved) -> float:
        """Return how much of the chance to win a move costs, 0 to 1, beside the best one."""
        return self.worths[self.best] - self.worths.get(event, self.worths[self.best])

    def risk(self, event: TokenMoved) -> float:
        """Return the probability that the monster's next move hits the token after its move."""
        after = position_after(self.state.position, event)
        return outlook(after, deck_to_come(self.state)).risks.get(event.token, 0.0)

    @cached_property
    def looks(self) -> int | None:
        """Looks of the monster until the first card gets the token that moved; None: no card does."""
        after = position_after(self.state.position, self.event)
        moves = [move_monster(after, card) for card in set(deck_to_come(self.state))]
        steps = [meal.step for move in moves for meal in move.eaten if meal.token == self.event.token]
        return min(steps, default=None)


@dataclass(frozen=True)
class Escape:
    """Token that got away, the probability of being got, and the cards that get it."""

    token: str
    risk: float
    cards: tuple[str, ...]


@dataclass(frozen=True)
class ReviewedRound:
    """Round of a game: its moves and its card.

    `state` is that before the card, `deck` the cards that could come. `card` is empty in a round that ended without
    one.
    """

    round: int
    decisions: tuple[ReviewedMove, ...]
    state: State
    deck: Deck
    card: str
    eaten: frozenset[str]

    @cached_property
    def closest_escape(self) -> Escape | None:
        """The token that was most in danger and got away; None if none was in danger."""
        if not self.deck:
            return None
        found = forecast(self.state.position, Odds(self.deck))
        escaped = {token: risk for token, risk in found.risk.items() if risk and token not in self.eaten}
        token = max(escaped, key=escaped.__getitem__, default=None)
        if token is None:
            return None
        return Escape(token, escaped[token], tuple(card.card for card in found.cards if token in card.eaten))


def chapters(game: Game) -> tuple[ReviewedRound, ...]:
    """Return the rounds of a game that ended with a card, and the last one."""
    return tuple(_chapters(game))


def _chapters(game: Game) -> Iterator[ReviewedRound]:
    first, *others = game.events
    state, decisions = RULES.begin(first), list[ReviewedMove]()
    for event in others:
        before, state = state, RULES.follow(state, event)
        if isinstance(event, TokenMoved):
            decisions.append(ReviewedMove(before, event))
        elif isinstance(event, CardDrawn) and state.monster_move is not None:
            move = state.monster_move
            eaten = frozenset(meal.token for meal in move.eaten)
            yield ReviewedRound(before.round, tuple(decisions), before, deck_to_come(before), move.card, eaten)
            decisions = []
    if decisions and state.phase is Phase.OVER:
        yield ReviewedRound(state.round, tuple(decisions), state, (), "", frozenset())


def mistakes(decisions: tuple[ReviewedMove, ...], most: int) -> tuple[ReviewedMove, ...]:
    """Return the decisions that cost most, the dearest first."""
    dear = [decision for decision in decisions if decision.cost(decision.event) >= LEAST_COST]
    return tuple(sorted(dear, key=lambda decision: -decision.cost(decision.event))[:most])
