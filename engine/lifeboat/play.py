"""Lifeboat as bots play it: the rules, with the cards that lie face down."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Annotated

from engine.codec import Exclude, ObjectCodec
from engine.game import CHANCE, Play, Result, equally_likely
from engine.secrets import Secret
from engine.values import replaced

from . import events as e
from .components import Character
from .dealt import LOOKED, Dealt, Move, Plan
from .drawing import draw_move
from .game import RULES
from .hidden import FaceDownCards, deal, follow_cards, hand_over
from .knowledge import determinized, joined_views, view_of
from .moves import actors_of, chance_moves, moves_of_seat, possible_moves
from .offers import after_offer, held_offers, standing_offers
from .secrets import secret_states
from .state import Phase, State
from .worth import worth_of


class LifeboatPlay(Play[Dealt, Move]):
    """Public states, hands, love, hate and decks."""

    rollout_moves = 4
    view_codec = ObjectCodec(Annotated[Dealt, Exclude("state")], "a view")

    def deal(self, started: e.GameEvent, rng: Random) -> Dealt:
        """Return the cards shuffled and dealt."""
        assert isinstance(started, e.GameStarted)
        return Dealt(RULES.begin(started), deal(started, rng))

    def follow(self, state: Dealt, move: Move) -> Dealt:
        """Return the state after a move; what is taken out of a hand by chance is another one."""
        before, event = state.state, move.event
        if event is None:
            return _without_event(state, move)
        after = RULES.follow(before, event)
        hidden = follow_cards(state.hidden, before, event, after, _picks(state.hidden, event, move.picks))
        offers = standing_offers(state, after, hidden, event)
        return Dealt(after, hidden, owed=_owed(state, after, hidden, event), offers=offers)

    def over(self, state: Dealt) -> Result | None:
        """Return the result if the game is over, or None."""
        return RULES.over(state.state)

    def actors(self, state: Dealt) -> Sequence[str]:
        """Return seats that may act, first who is on turn; chance where nobody is left to ask."""
        return actors_of(state) or (() if self.over(state) else (CHANCE,))

    def possible(self, state: Dealt) -> Sequence[Move]:
        """Return all moves; a flare is announced first, then chance turns its cards."""
        return possible_moves(state)

    def moves_of(self, state: Dealt, seat: str) -> Sequence[Move]:
        """Return all that a seat may do alone."""
        return moves_of_seat(state, Character(seat))

    def draw(self, state: Dealt, rng: Random) -> Move:
        """Draw a kind of event, then one of that kind; where all have declined, what happens then."""
        return rng.choice(chance_moves(state)) if state.declined and not actors_of(state) else draw_move(state, rng)

    def outcomes(self, state: Dealt) -> Mapping[Move, float]:
        """Return the cards that may be taken, or the day's; else the move that follows by itself."""
        return equally_likely(chance_moves(state))

    def event(self, move: Move) -> e.GameEvent | None:
        """Return the rules' event."""
        return move.event

    def public(self, state: Dealt) -> State:
        """Return the rules' state."""
        return state.state

    def view(self, state: Dealt, seat: str) -> Dealt:
        """Return the own cards, and what was seen of others."""
        return view_of(state, Character(seat))

    def joined(self, views: Mapping[str, Dealt], public: State) -> Dealt:
        """Return what several seats know together."""
        return joined_views({Character(seat): view for seat, view in views.items()}, public)

    def determinize(self, view: Dealt, seat: str, rng: Random) -> Dealt:
        """Deal what the seat has not seen."""
        return determinized(view, Character(seat), rng)

    def secrets(self, state: Dealt, seat: str, rng: Random) -> Iterator[Secret[Dealt]]:
        """Yield other states that look to a seat like this one."""
        return secret_states(state, seat, rng)

    def committed_seat(self, state: Dealt) -> str:
        """Return who has looked at cards of the deck."""
        return str(state.state.turn) if state.plan in LOOKED and state.state.turn is not None else ""

    def ends_act(self, state: Dealt, event: e.GameEvent) -> bool:
        """Return True for what the cards were drawn for, however they are told."""
        if state.plan is Plan.ROW:
            return isinstance(event, e.Rowed) and event.by is state.state.turn
        return isinstance(event, e.Navigated) and event.compass

    def rollout_turn(self, state: Dealt) -> object:
        """Return who is thirsty, whose turn lasts until the thirst is over; elsewhere moves count.

        As moves, those of all who are asked and give no water would put off the wound until nobody looks any more.
        """
        return state.state.turn if state.state.step is Phase.THIRST else None

    def worth(self, state: Dealt, seat: str) -> float:
        """Estimate the part of the victory by the four sums as they will probably be."""
        return worth_of(state, Character(seat))


def _without_event(state: Dealt, move: Move) -> Dealt:
    """Carry out what nobody else notices: a plan, a pick of chance, or that somebody declines."""
    if move.plan is not None:
        return replaced(state, plan=move.plan)
    if move.offer is not None:
        return after_offer(state, move)
    if state.owed is not None:
        hidden = hand_over(state.hidden, *state.owed, move.picks)
        return replaced(state, hidden=hidden, owed=None, offers=held_offers(state.offers, hidden))
    assert move.by is not None
    return replaced(state, declined=state.declined | {move.by})


def _picks(hidden: FaceDownCards, event: e.GameEvent, picks: tuple[str, ...]) -> tuple[str, ...]:
    """Return the picks; a trade without any is one of the cards that lie first in the hands."""
    if isinstance(event, e.Traded) and not picks:
        return (*hidden.hands[event.by][: event.gave], *hidden.hands[event.partner][: event.got])
    return picks


def _owed(dealt: Dealt, after: State, hidden: FaceDownCards, event: e.GameEvent) -> tuple[Character, Character] | None:
    """Return who loses a hand card by a demand that was carried out, and who takes it.

    Others may trade before chance has taken it: it is owed until then.
    """
    demand, owed = dealt.state.demand, dealt.owed
    if isinstance(event, e.Demanded):
        owed = event.of, event.by
    elif demand is not None and after.demand is None:
        owed = demand.of, demand.by
    return owed if owed is not None and len(hidden.hands[owed[0]]) > after.person(owed[0]).hand else None


PLAY = LifeboatPlay()
