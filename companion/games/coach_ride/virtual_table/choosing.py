"""What happens next among bots: everybody who may is asked in turn, and the first who wants something has it."""

from collections.abc import Callable, Collection
from random import Random

from companion.games.coach_ride.table_view import asked_now
from companion.games.coach_ride.virtual_table.bots import (
    accepts,
    action,
    announces,
    effect,
    gift,
    named,
    reward,
    speaks_up,
    support,
    uses,
)
from companion.games.coach_ride.virtual_table.views import Hidden, View, view_of
from engine.coach_ride import events as e
from engine.coach_ride.cards import BAG_OF, Person
from engine.coach_ride.state import Phase, State

Chances = Callable[[Person], Random]


def chances_of(seed: int, number: int) -> Chances:
    """The chance of each player at the `number`-th event."""
    return lambda who: Random(f"{seed} {number} {who}")


def choose(hidden: Hidden, state: State, chances: Chances) -> e.GameEvent:
    """The next event where everybody is a bot."""
    event = choose_of(hidden, state, chances, state.players)
    assert event is not None, "bots always do something"
    return event


def choose_of(hidden: Hidden, state: State, chances: Chances, bots: Collection[Person]) -> e.GameEvent | None:
    """The next event of the bots among the players; None where it is for the people among them to do something."""

    def view(who: Person) -> View:
        return view_of(hidden, state, who)

    if state.phase in (Phase.SUPPORT, Phase.POWERS, Phase.RESULT):
        return _fight(state, view, chances, bots)
    asked = [who for who in asked_now(state) if who in bots]
    if state.phase in (Phase.CLAIM, Phase.ALLIES, Phase.REVEAL):
        asked = [who for who in state.players_to_show() if who in bots]
        return shown(hidden, state, asked[0]) if asked else None
    if not asked:
        return None
    by = asked[0]
    match state.phase:
        case Phase.TURN:
            return action(view(by), chances(by))
        case Phase.OFFER:
            return e.Accepted(by) if accepts(view(by), chances(by)) else e.Refused(by)
        case Phase.DEMAND:
            return demand_answer(hidden, state)
        case Phase.ANNOUNCE:
            return e.Announced(by, announces(view(by), chances(by)))
        case Phase.EFFECT:
            return effect(view(by), chances(by))
        case Phase.LIMIT:
            return gift(view(by), chances(by))
        case Phase.NAMING:
            return named(view(by), chances(by))
    raise ValueError(f"nothing is to be chosen in the phase {state.phase}")


def demand_answer(hidden: Hidden, state: State) -> e.GameEvent:
    """Return what the hidden cards answer to a demand: what is there must be handed over (K11)."""
    trade = state.trade
    assert trade is not None
    assert trade.demanded is not None
    answers = {trade.demanded}
    if state.pile == 0 and trade.demanded in BAG_OF:
        answers.add(BAG_OF[trade.demanded])
    has_it = any(item in answers for item in hidden.hands[trade.passive])
    return e.Handed(trade.passive) if has_it else e.Denied(trade.passive)


def _fight(
    state: State, view: Callable[[Person], View], chances: Chances, bots: Collection[Person]
) -> e.GameEvent | None:
    acting = [who for who in state.players if who in bots]
    spoken = (speaks_up(view(who), chances(who)) for who in acting)
    first = next((event for event in spoken if event is not None), None)
    if first is not None:
        return first
    if state.phase is Phase.POWERS:
        wishes = (uses(view(who), chances(who)) for who in acting)
        wish = next((event for event in wishes if event is not None), None)
        # While people may still want to use something the count is theirs to tell.
        return wish or (e.Counted() if len(acting) == len(state.players) else None)
    by = next(iter(asked_now(state)), None)
    if by is None or by not in bots:
        return None
    return support(view(by), chances(by)) if state.phase is Phase.SUPPORT else reward(view(by), chances(by))


def shown(hidden: Hidden, state: State, by: Person) -> e.Shown:
    """Return what the next one lays open in a claim: the cards as they are, an open profession as it was told (K26)."""
    items = tuple(sorted(hidden.hands[by])) if state.phase is not Phase.REVEAL else None
    held = state.professions.get(by) or hidden.professions[by]
    profession = held if state.phase is Phase.CLAIM else None
    side = tuple(sorted(hidden.sides[by], key=lambda one: str(one) == "brotherhood"))
    return e.Shown(by, side, profession, items)
