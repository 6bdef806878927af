"""Coach Ride as bots play it: the rules, with the cards that lie face down."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Annotated

from engine.codec import Exclude, ObjectCodec
from engine.game import CHANCE, Play, Result, equally_likely
from engine.secrets import Secret
from engine.values import replaced

from . import events as e
from .cards import Person
from .dealt import Dealt, Move, determinized, joined_views, look, view_of
from .hidden import Picks, deal, follow_cards
from .moves import (
    draw_move,
    moves_of_player,
    possible_moves,
)
from .picking import Picking, players_to_pick
from .rules import RULE_OF
from .secrets import secret_states
from .setup import begin
from .state import State
from .windows import looking_player
from .worth import worth_of


class CoachRidePlay(Play[Dealt, Move]):
    """Public states, hands, associations, professions and piles."""

    rollout_moves = 4
    view_codec = ObjectCodec(Annotated[Dealt, Exclude("state")], "a view")
    confirming_samples = 24

    def deal(self, started: e.GameEvent, rng: Random) -> Dealt:
        """Return the cards shuffled and dealt."""
        assert isinstance(started, e.Started)
        state = begin(started)
        return Dealt(state, deal(started, state, rng))

    def follow(self, state: Dealt, move: Move) -> Dealt:
        """Return the state after a move; one who declines is not asked again before somebody acts."""
        event, before = move.event, state.state
        if event is None:
            return _follow_unnoticed(state, move)
        after = RULE_OF[type(event)].follow(before, event)
        gives = dict(state.picking.gives) if state.picking is not None else {}
        if move.give is not None and isinstance(event, e.By):
            gives[event.by] = move.give
        cards = follow_cards(state.cards, before, event, Picks(gives, move.chosen))
        plan = move.plan if isinstance(event, e.Claimed) else state.plan
        return Dealt(after, cards, frozenset(), state.known, plan, False, state.choosers)

    def over(self, state: Dealt) -> Result | None:
        """Return the result if the game is over, or None."""
        return state.state.result

    def actors(self, state: Dealt) -> Sequence[str]:
        """Return the seats that may act, first who is asked first; chance when a fight is counted."""
        return state.actors or (() if self.over(state) else (CHANCE,))

    def possible(self, state: Dealt) -> Sequence[Move]:
        """Return all moves of all who may act."""
        return possible_moves(state)

    def moves_of(self, state: Dealt, seat: str) -> Sequence[Move]:
        """Return all that a seat may do."""
        return moves_of_player(state, Person(seat))

    def draw(self, state: Dealt, rng: Random) -> Move:
        """Draw a kind of event, then one of that kind."""
        return draw_move(state, rng)

    def outcomes(self, state: Dealt) -> Mapping[Move, float]:
        """Return the move that follows by itself: a fight is counted, or all have picked."""
        return equally_likely(possible_moves(state))

    def event(self, move: Move) -> e.GameEvent | None:
        """Return the rules' event."""
        return move.event

    def public(self, state: Dealt) -> State:
        """Return the rules' state."""
        return state.state

    def view(self, state: Dealt, seat: str) -> Dealt:
        """Return the own cards, and what follows from all that was seen."""
        return view_of(state, Person(seat))

    def joined(self, views: Mapping[str, Dealt], public: State) -> Dealt:
        """Return what several players know together."""
        return joined_views({Person(seat): view for seat, view in views.items()}, public)

    def determinize(self, view: Dealt, seat: str, rng: Random) -> Dealt:
        """Deal what the seat does not know."""
        return determinized(view, Person(seat), rng)

    def secrets(self, state: Dealt, seat: str, rng: Random) -> Iterator[Secret[Dealt]]:
        """Yield other states that look to a seat like this one."""
        return secret_states(state, seat, rng)

    def committed_seat(self, state: Dealt) -> str:
        """Return who has looked at the cards from which one is chosen."""
        return str(looking_player(state.state) or "") if state.looked else ""

    def side(self, state: Dealt, seat: str) -> str:
        """Return the association that a player's first cards make its own."""
        return state.cards.side(Person(seat)).value

    def reward(self, result: Result, seat: str) -> float:
        """Return 1 for a player of the side that won, as a whole, else 0."""
        return float(seat in result.winners)

    def mistakes(self, state: Dealt) -> Mapping[str, str]:
        """Return the wrong claim that ended the game."""
        claim = state.state.claim
        return {} if claim is None or claim.right is not False else {claim.by: "wrong claim"}

    def worth(self, state: Dealt, seat: str) -> float:
        """Estimate the side's chance to win by its victory items, and who knows of them."""
        if state.picking is not None:
            state = self.follow(state, Move(state.picking.event))
        return worth_of(state, Person(seat))


def _follow_unnoticed(state: Dealt, move: Move) -> Dealt:
    """Return the state after a look, a pick, or that somebody declines."""
    assert move.by is not None
    if move.looks:
        return look(state, move.by)
    if move.begins is not None:
        asked = players_to_pick(state.state, move.begins, state.choosers)
        gives = {} if move.give is None else {move.by: move.give}
        return replaced(state, picking=Picking(move.begins, asked, gives))
    if state.picking is not None:
        assert move.give is not None
        return replaced(state, picking=replaced(state.picking, gives={**state.picking.gives, move.by: move.give}))
    return replaced(state, declined=state.declined | {move.by})


PLAY = CoachRidePlay()
