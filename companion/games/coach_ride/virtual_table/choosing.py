"""What happens next among bots: everybody who may is asked in turn, and the first who wants something has it."""

from collections.abc import Callable
from random import Random

from companion.games.coach_ride.virtual_table.bots import accepts, action, announces, effect, gift
from companion.games.coach_ride.virtual_table.claiming import named
from companion.games.coach_ride.virtual_table.dealing import Hidden, view_of
from companion.games.coach_ride.virtual_table.fighting import reward, speaks_up, support, uses
from companion.games.coach_ride.virtual_table.views import View
from engine.coach_ride import events as e
from engine.coach_ride.cards import BAG_OF, Person
from engine.coach_ride.effects import effect_now
from engine.coach_ride.state import Phase, State

Chances = Callable[[Person], Random]


def chances_of(seed: int, number: int) -> Chances:
    """The chance of each player at the `number`-th event."""
    return lambda who: Random(f"{seed} {number} {who}")


def choose(hidden: Hidden, state: State, chances: Chances) -> e.GameEvent:
    """The next event."""

    def view(who: Person) -> View:
        return view_of(hidden, state, who)

    trade = state.trade
    match state.phase:
        case Phase.TURN:
            return action(view(state.turn), chances(state.turn))
        case Phase.OFFER:
            assert trade is not None
            by = trade.passive
            return e.Accepted(by) if accepts(view(by), chances(by)) else e.Refused(by)
        case Phase.DEMAND:
            return _answer(hidden, state)
        case Phase.ANNOUNCE:
            by = state.asked_to_announce() or state.turn
            return e.Announced(by, announces(view(by), chances(by)))
        case Phase.EFFECT:
            due = effect_now(state)
            assert due is not None
            return effect(view(due.by), chances(due.by))
        case Phase.LIMIT:
            giver = state.first_over_limit()
            assert giver is not None
            return gift(view(giver), chances(giver))
        case Phase.NAMING:
            assert state.claim is not None
            return named(view(state.claim.by), chances(state.claim.by))
        case Phase.CLAIM | Phase.ALLIES | Phase.REVEAL:
            return _shown(hidden, state)
    return _fight(state, view, chances)


def _answer(hidden: Hidden, state: State) -> e.GameEvent:
    """K11: what is there must be handed over."""
    trade = state.trade
    assert trade is not None
    assert trade.demanded is not None
    answers = {trade.demanded}
    if state.pile == 0 and trade.demanded in BAG_OF:
        answers.add(BAG_OF[trade.demanded])
    has_it = any(item in answers for item in hidden.hands[trade.passive])
    return e.Handed(trade.passive) if has_it else e.Denied(trade.passive)


def _fight(state: State, view: Callable[[Person], View], chances: Chances) -> e.GameEvent:
    fight = state.fight
    assert fight is not None
    spoken = (speaks_up(view(who), chances(who)) for who in state.players)
    first = next((event for event in spoken if event is not None), None)
    if first is not None:
        return first
    if state.phase is Phase.SUPPORT:
        by = state.support_order()[0]
        return support(view(by), chances(by))
    if state.phase is Phase.POWERS:
        wishes = (uses(view(who), chances(who)) for who in state.players)
        return next((event for event in wishes if event is not None), e.Counted())
    ended = fight.winner_and_loser
    by = ended[0] if ended else fight.attacker
    return reward(view(by), chances(by))


def _shown(hidden: Hidden, state: State) -> e.Shown:
    """Cards that are laid open are what they are."""
    by = state.asked_to_show()[0]
    items = tuple(sorted(hidden.hands[by])) if state.phase is not Phase.REVEAL else None
    profession = hidden.professions[by] if state.phase is Phase.CLAIM else None
    side = tuple(sorted(hidden.sides[by], key=lambda one: str(one) == "brotherhood"))
    return e.Shown(by, side, profession, items)
