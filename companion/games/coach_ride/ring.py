"""Ring patterns of each phase.

Sectors are the seats, clockwise from the top, the first player first.
"""

from collections.abc import Mapping

from companion.games.coach_ride.claim_words import has_failed_condition
from companion.games.coach_ride.colours import COLOURS
from companion.games.coach_ride.table_view import acting_players
from companion.screen import theme
from companion.table.ring import problem_pattern, won_pattern
from engine.coach_ride.cards import Item, Person
from engine.coach_ride.effects import effect_now
from engine.coach_ride.state import Fight, Half, Phase, State, Winner
from hardware.ring.patterns import Countdown, Pattern
from hardware.ring.sectors import Flows, Runs, Sector, Sectors, SectorState

_CLAIM = (Phase.CLAIM, Phase.NAMING, Phase.ALLIES, Phase.REVEAL)


def step_pattern(state: State, chosen: Person | None = None) -> Pattern:
    """Return the pattern of the running phase; `chosen` is who is selected."""
    if chosen is not None:
        return seats_pattern(state, {chosen: SectorState.BREATHES}, SectorState.FAINT)
    asked = acting_players(state)
    if state.phase in (Phase.OFFER, Phase.DEMAND) and state.trade:
        giver, receiver = state.trade.active, state.trade.passive
        if state.phase is Phase.DEMAND:
            giver, receiver = receiver, giver
        return Runs(state.players.index(giver), state.players.index(receiver), len(state.players), COLOURS[giver])
    if _draws(state) and asked:
        return draw_pattern(state, asked[0])
    if state.fight is not None and state.phase is not Phase.LIMIT:
        return _fight(state, state.fight)
    if state.phase in _CLAIM and state.claim:
        if has_failed_condition(state):
            return problem_pattern()
        actor = state.claim.by
        return Flows(state.players.index(actor), len(state.players), COLOURS[actor])
    if state.phase is Phase.LIMIT:
        return seats_pattern(state, dict.fromkeys(asked, SectorState.PULSES), SectorState.FAINT)
    return seats_pattern(state, dict.fromkeys(asked, SectorState.STILL), SectorState.FAINT)


def _draws(state: State) -> bool:
    """Return True if an item is drawn."""
    effect = effect_now(state)
    if effect is not None:
        return effect.item in (Item.BAG_KEY, Item.BAG_GOBLET)
    return state.phase is Phase.RESULT and state.fight is not None and state.fight.winner is Winner.TIE


def window_pattern(left_s: float, whole_s: float) -> Pattern:
    """Return the pattern while players may speak: lights go out one by one."""
    lights = 10
    return Countdown(max(1, round(lights * left_s / whole_s)), lights, theme.ACCENT)


def over_pattern(state: State) -> Pattern:
    """Return the pattern of the winners, by their seats."""
    return won_pattern(
        {str(player): COLOURS[player] for player in state.players}, state.result.winners if state.result else ()
    )


def draw_pattern(state: State, person: Person) -> Pattern:
    """Return a pattern that asks for an item; the seat of who draws it stands still."""
    states = {True: SectorState.STILL, False: SectorState.BREATHES}
    return Sectors(tuple(Sector(COLOURS[person], states[seat is person]) for seat in state.players))


def seats_pattern(
    state: State, shown: Mapping[Person, SectorState] | None = None, others: SectorState = SectorState.THERE
) -> Pattern:
    """Return all seats, some of them set apart."""
    return Sectors(tuple(Sector(COLOURS[player], (shown or {}).get(player, others)) for player in state.players))


def _fight(state: State, fight: Fight) -> Pattern:
    """Return the pattern of a fight: swords glitter, shields are still, neutral ones are dim."""
    states = {Half.ATTACK: SectorState.GLITTERS, Half.DEFENCE: SectorState.STILL, None: SectorState.FAINT}
    asked = state.support_order()[:1]
    sectors = []
    for player in state.players:
        shown = SectorState.BREATHES if player in asked else states[fight.half_of(player)]
        sectors.append(Sector(COLOURS[player], shown, player in (fight.attacker, fight.defender)))
    return Sectors(tuple(sectors))
