"""The game at the virtual table: what bots choose out of their hands."""

from collections.abc import Sequence
from random import Random

from companion.cards.virtual_game import CardVirtual
from mouse_and_elephant.rules import Played, Seat, State, Taken, followers, winner
from mouse_and_elephant.table import TABLE


class MouseAndElephantVirtual(CardVirtual):
    """The last player takes the trick if that is possible; all else is left to chance."""

    table = TABLE

    def choose(self, state: State, hand: Sequence[str], rng: Random) -> Played | Taken:
        """Return a card that takes the trick, else any."""
        if len(state.trick) == len(Seat):
            return Taken(state.turn)
        last = len(state.trick) == len(Seat) - 1
        cards = list(followers(state, hand))
        best = [card for card in cards if last and winner({**state.trick, card: state.turn}) is state.turn]
        return Played(state.turn, rng.choice(best or cards))


VIRTUAL = MouseAndElephantVirtual()
