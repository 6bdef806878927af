"""Perception of whole states by seats, by the rules and never by `Play.view`."""

from typing import Any

from companion.cards.dealt import Dealt as DealtCards
from engine.betrayal.full_state import FullState
from engine.coach_ride import events as coach_events
from engine.coach_ride.cards import Person
from engine.coach_ride.dealt import Dealt as DealtCoach
from engine.coach_ride.secrets import is_trade_party
from engine.coach_ride.state import Phase
from engine.coach_ride.state import State as CoachState
from engine.coach_ride.windows import looking_player
from engine.finstere_flure.state import State as MonsterState
from engine.lifeboat import events as boat_events
from engine.lifeboat.components import Character
from engine.lifeboat.dealt import Dealt as DealtBoat
from engine.lifeboat.secrets import cards_looked_at, offered_pile
from engine.lifeboat.state import Phase as BoatPhase
from engine.values import replaced


def perceived(state: Any, seat: str) -> object:
    """Return what a seat sees of a whole state at this moment.

    Two games in which it has perceived the same all along must look the same to it.
    """
    match state:
        case DealtBoat():
            return _seen_in_boat(state, seat)
        case DealtCoach():
            return _seen_in_coach(state, seat)
        case FullState():
            return state.state, state.announced, state.declined, state.turns
        case DealtCards():
            return (
                state.state,
                state.hands[seat],
                {player: len(hand) for player, hand in state.hands.items()},
                state.seen,
            )
        case MonsterState():
            return replaced(state, deck=replaced(state.deck, face_down=tuple(sorted(state.deck.face_down))))
    return state


def shows_cards(state: Any, event: Any, seat: str) -> bool:
    """Return True if an event shows a seat hidden cards that it need not hold afterwards.

    In the boat rowing does (L11); in the coach also a look at those of a denier (K11).
    """
    match state:
        case DealtBoat():
            return isinstance(event, boat_events.Rowed) and event.by == seat
        case DealtCoach():
            if isinstance(event, coach_events.Denied):
                return is_trade_party(state, seat)
            looks = coach_events.Looked | coach_events.Searched | coach_events.ClairvoyantUsed | coach_events.Renewed
            return isinstance(event, looks) and event.by == seat
    return False


def _seen_in_boat(dealt: DealtBoat, seat: str) -> object:
    """Return the public state, the own cards, what is looked at now, and the own offers."""
    hidden, own = dealt.hidden, Character(seat)
    offered, looked = offered_pile(dealt, seat), cards_looked_at(dealt, seat)
    count = len(dealt.state.conscious) if offered == "bow" else None
    return (
        dealt.state,
        hidden.hands[own],
        hidden.love[own],
        hidden.hate[own],
        hidden.day,
        getattr(hidden, offered)[:count] if offered else (),
        (hidden.row if dealt.state.step is BoatPhase.CHOOSE else (), hidden.deck[:looked]) if looked >= 0 else (),
        [tuple(offer for offer in offers if seat in (offer.by, offer.to)) for offers in (dealt.offers, dealt.refused)],
        dealt.declined,
        dealt.plan,
        dealt.owed,
    )


def _seen_in_coach(dealt: DealtCoach, seat: str) -> object:
    """Return what all see, the own cards, and what this seat looks at now."""
    cards, state, own = dealt.cards, dealt.state, Person(seat)
    shown: object = ()
    if dealt.looked and looking_player(state) is own:
        shown = (
            cards.pile if state.phase is Phase.TURN else (),
            cards.profession_pile if state.phase is Phase.EFFECT else (),
            [cards.hands[loser] for loser in _losers(state)] if state.phase is Phase.RESULT else (),
        )
    claim, picking = state.claim, dealt.picking
    return (
        _without_sets(state),
        cards.hands[own],
        cards.sides[own],
        cards.professions[own],
        (cards.offered, cards.traded) if is_trade_party(dealt, seat) else (),
        shown,
        seat in dealt.declined,
        dealt.actors[:1],
        dealt.plan if claim is not None and claim.by is own else None,
        None if picking is None else (picking.event, picking.asked, picking.gives.get(own)),
        dealt.choosers,
        dealt.waits,
    )


def _losers(state: CoachState) -> tuple[Person, ...]:
    """Return whose hand the winner of a fight may search."""
    ended = state.fight.winner_and_loser if state.fight is not None else None
    return ended[1:] if ended is not None else ()


def _without_sets(state: CoachState) -> CoachState:
    trade = state.trade
    return replaced(state, holders={}, trade=None if trade is None else replaced(trade, before={}, moves=None))
