"""Story of a finished game, from its events alone."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from engine.finstere_flure.events import CardDrawn
from engine.finstere_flure.forecast import deck_to_come
from engine.finstere_flure.game import RULES, Game
from engine.finstere_flure.pieces import TOKENS, Colour
from engine.finstere_flure.trace import MonsterMove


@dataclass(frozen=True)
class Story:
    """A game in a few figures, and the monster's moves to be seen again."""

    rounds: int
    escapes: int
    """How many tokens came out."""
    eaten: Mapping[Colour, int]
    """How often each player lost a token to the monster; only those who did."""
    moves: tuple[MonsterMove, ...]
    decks: tuple[tuple[str, ...], ...]
    """The cards that could come before each of these moves."""

    @property
    def eaten_most(self) -> tuple[Colour, ...]:
        """The players who lost most; nobody if the monster got nobody."""
        most = max(self.eaten.values(), default=0)
        return tuple(colour for colour, times in self.eaten.items() if times == most)


def game_story(game: Game) -> Story:
    """Return the story so far."""
    first, *others = game.events
    state = RULES.begin(first)
    moves, decks = [], []
    for event in others:
        before, state = state, RULES.follow(state, event)
        if isinstance(event, CardDrawn) and state.monster_move is not None:
            moves.append(state.monster_move)
            decks.append(deck_to_come(before))
    eaten_tokens = Counter(TOKENS[meal.token][0] for move in moves for meal in move.eaten)
    in_order = {colour: eaten_tokens[colour] for colour in state.players if eaten_tokens[colour]}
    return Story(state.round, len(state.out), in_order, tuple(moves), tuple(decks))
