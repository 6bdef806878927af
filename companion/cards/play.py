"""Game of cards in zones as bots play it: its whole state holds the hands."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from companion.cards.dealt import UNKNOWN as UNKNOWN
from companion.cards.dealt import Dealt as Dealt
from companion.cards.possible import possible_events
from companion.cards.secrets import secret_states
from companion.cells.facts import CellFacts
from engine.game import CHANCE, Play, Result
from engine.secrets import Secret


class CardPlay(Play[Dealt, Any]):
    """The rules, with the cards that the player on turn holds."""

    def __init__(
        self,
        table: CellFacts,
        cards: Collection[str],
        deal: Callable[[Any, Random], Mapping[str, tuple[str, ...]]],
    ) -> None:
        """Keep `deal`, which gives a game's hands by its first event, and all `cards`."""
        self.table, self.rules, self.cards, self.deal_hands = table, table.rules, cards, deal
        self.playout_moves = self.rules.playout_moves

    @property
    def is_listed(self) -> bool:
        """True where the table or the rules list the moves."""
        return type(self.table).possible is not CellFacts.possible or self.rules.is_listed

    def deal(self, started: Any, rng: Random) -> Dealt:
        """Return the hands as they are dealt."""
        return Dealt(self.rules.begin(started), self.deal_hands(started, rng))

    def follow(self, state: Dealt, move: Any) -> Dealt:
        """Return the rules' state, and the hands without the cards that lie open."""
        after = self.rules.follow(state.state, move)
        played = {*self.table.lying(after)} - state.seen
        if not played:
            return Dealt(after, state.hands, state.seen)
        hands = {holder: self._without(hand, played, holder, state) for holder, hand in state.hands.items()}
        return Dealt(after, hands, state.seen | played)

    def _without(self, hand: tuple[str, ...], played: set[str], holder: str, state: Dealt) -> tuple[str, ...]:
        """Return a hand, known or not, after these cards came out of the hand of the player on turn."""
        if hand and hand[0] == UNKNOWN:
            return hand[len(played) :] if holder == self.table.turn(state.state) else hand
        return tuple([card for card in hand if card not in played])

    def over(self, state: Dealt) -> Result | None:
        """Return the result as the rules give it; None as long as the game goes on."""
        return self.rules.over(state.state)

    def actors(self, state: Dealt) -> Sequence[str]:
        """Return the player on turn, or chance where it acts."""
        if self.over(state):
            return ()
        return (CHANCE if self.table.is_chance_due(state.state) else str(self.table.turn(state.state)),)

    def possible(self, state: Dealt) -> Sequence[Any]:
        """Return the moves by cards that the player on turn holds."""
        before, hand = {*self.table.lying(state.state)}, {*state.hands[self.table.turn(state.state)]}
        known = {player: cards for player, cards in state.hands.items() if UNKNOWN not in cards}
        return [
            move
            for move in possible_events(self.table, state.state, known)
            if {*self.table.lying(self.rules.follow(state.state, move))} - before <= hand
        ]

    def public(self, state: Dealt) -> Any:
        """Return the rules' state."""
        return state.state

    def view(self, state: Dealt, seat: str) -> Dealt:
        """Return the own hand, and how many cards the others have."""
        hands = {holder: hand if holder == seat else (UNKNOWN,) * len(hand) for holder, hand in state.hands.items()}
        return Dealt(state.state, hands, state.seen)

    def determinize(self, view: Dealt, seat: str, rng: Random) -> Dealt:
        """Deal the cards that the seat has not seen to the others."""
        unseen = [card for card in self.cards if card not in view.seen and card not in view.hands[seat]]
        rng.shuffle(unseen)
        hands = {}
        for holder, hand in view.hands.items():
            hands[holder] = hand if holder == seat else tuple([unseen.pop() for _ in hand])
        return Dealt(view.state, hands, view.seen)

    def secrets(self, state: Dealt, seat: str, rng: Random) -> Iterator[Secret[Dealt]]:
        """Yield states that look alike to a seat."""
        return secret_states(state, seat, self.cards, rng)

    def reward(self, result: Result, seat: str) -> float:
        """Return the seat's share of the victory by the rules."""
        return self.rules.reward(result, seat)

    def worth(self, state: Dealt, seat: str) -> float:
        """Return the rules' estimate of a state for a seat."""
        return self.rules.worth(state.state, seat)
