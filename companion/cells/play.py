"""Game with one piece on a cell as bots play it, with an estimate by pieces and moves."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any

from companion.cells.facts import CellFacts
from companion.device.options import with_defaults
from engine.game import CHANCE, Play, Result
from engine.secrets import Secret

#: Weight of all pieces of one side, in logits (measured by the arena).
_PIECES = 7.0
#: Weight of the moves that the side on turn has, in logits for each time that they are e times as many (measured).
_MOVES = 0.5
#: So many moves are worth nothing to the side that has them, nor to the others.
_USUAL_MOVES = 6


class CellPlay(Play[Any, Any]):
    """The rules, with the moves that the table lists."""

    def __init__(self, table: CellFacts) -> None:
        self.table, self.rules = table, table.rules
        self.playout_moves = self.rules.playout_moves

    @property
    def is_listed(self) -> bool:
        """True where the table or the rules list the moves."""
        return type(self.table).possible is not CellFacts.possible or self.rules.is_listed

    def deal(self, started: Any, rng: Random) -> Any:
        """Return a state that is dealt by the rules."""
        return self.rules.deal(started, rng)

    def follow(self, state: Any, move: Any) -> Any:
        """Return the state after a move by the rules."""
        return self.rules.follow(state, move)

    def over(self, state: Any) -> Result | None:
        """Return the result as the rules give it; None as long as the game goes on."""
        return self.rules.over(state)

    def actors(self, state: Any) -> Sequence[str]:
        """Return the player on turn, or chance where it acts."""
        if self.rules.over(state):
            return ()
        return (CHANCE if self.table.is_chance_due(state) else str(self.table.turn(state)),)

    def possible(self, state: Any) -> Sequence[Any]:
        """Return all moves of the player on turn."""
        return tuple(self.table.possible(state))

    def draw(self, state: Any, rng: Random) -> Any:
        """Return a draw by chance, by the rules if they list chances."""
        return self.rules.draw(state, rng) if self.rules.is_listed else super().draw(state, rng)

    def outcomes(self, state: Any) -> Mapping[Any, float] | None:
        """Return the outcomes of chance by the rules if they list them."""
        return self.rules.outcomes(state) if self.rules.is_listed else super().outcomes(state)

    def reward(self, result: Result, seat: str) -> float:
        """Return the seat's share of the victory by the rules."""
        return self.rules.reward(result, seat)

    def view(self, state: Any, seat: str) -> Any:
        """Return the part of the state that a seat knows by the rules."""
        return self.rules.view(state, seat)

    def determinize(self, view: Any, seat: str, rng: Random) -> Any:
        """Return a state that fits the view, as the rules deal it."""
        return self.rules.determinize(view, seat, rng)

    def secrets(self, state: Any, seat: str, rng: Random) -> Iterator[Secret[Any]]:
        """Yield the states that look alike to a seat, as the rules say what is hidden."""
        return self.rules.secrets(state, seat, rng)

    def worth(self, state: Any, seat: str) -> float:
        """Return the rules' estimate, else one by pieces and the moves of the player on turn."""
        result = self.rules.over(state)
        if result is not None:
            return self.reward(result, seat)
        if type(self.rules).worth is not Play.worth:
            return self.rules.worth(state, seat)
        player, moves = str(self.table.turn(state)), self.possible(state)
        mobility = math.log((1 + len(moves)) / (1 + _USUAL_MOVES)) * (1 if player == seat else -1)
        return 1 / (1 + math.exp(-_PIECES * self._ahead(state, seat) - _MOVES * mobility))

    def _ahead(self, state: Any, seat: str) -> float:
        """Return the parts of the pieces that a player has won, less those of the others."""
        counts = self._pieces(state)
        won = {player: (counts[player] - self._first[player]) / pieces for player, pieces in self._all.items()}
        others = [won[player] for player in won if player != seat]
        return won.get(seat, 0.0) - sum(others) / max(1, len(others))

    def _pieces(self, state: Any) -> Counter[str]:
        return Counter(str(self.table.player_of(piece)) for piece in self.table.lying(state))

    @cached_property
    def _first(self) -> Counter[str]:
        return self._pieces(self.rules.begin(self.table.started(with_defaults(self.table.options, {}))))

    @cached_property
    def _all(self) -> Counter[str]:
        return Counter(str(self.table.player_of(piece)) for piece in self.table.tag_set.pieces)
