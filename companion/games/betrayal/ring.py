"""Ring patterns: sectors are the seats, clockwise from the top."""

from collections.abc import Collection

from companion.games.betrayal.colours import COLOURS, EVENT, HERO, ITEM, MONSTER, OMEN, TRAITOR
from companion.screen.theme import Rgb
from companion.table.ring import won_pattern
from engine.betrayal.components import Trait
from engine.betrayal.haunting import HAUNT_DICE, winners
from engine.betrayal.state import MONSTERS, Phase, State
from engine.betrayal.ways import spaces_left
from hardware.ring.patterns import Celebrate, Countdown, Pattern, Pulse, Seat
from hardware.ring.sectors import Flows, Sector, Sectors, SectorState, TwoArcs

DICE: Rgb = (238, 236, 229)
#: What the ring asks for where a card is drawn.
_CARDS = {"event": EVENT, "item": ITEM, "omen": OMEN, "any": EVENT}


def step_pattern(state: State) -> Pattern:
    """Return the pattern of what happens next."""
    if state.phase is Phase.SETUP:
        return Countdown(HAUNT_DICE, HAUNT_DICE, OMEN)
    if state.haunt is not None and state.haunt.claim is not None:
        actor = state.haunt.claim.by
        colour = TRAITOR if state.explorers[actor].is_traitor else HERO
        return Flows(state.players.index(actor), len(state.players), colour)
    if state.owed:
        return _owed(state)
    if state.turn is None or not state.living:
        return Pulse(HERO)
    if state.turn == MONSTERS:
        kinds = {monster.kind for monster in state.monsters.values()}
        return TwoArcs(len(state.rolls.keys() & kinds), max(1, len(kinds)), MONSTER, MONSTER)
    return turn_pattern(state, state.turn)


def turn_pattern(state: State, explorer: str) -> Pattern:
    """Return the pattern of the player on turn: an arc at the seat, a light for each space.

    A light is bright while its space is left. The arc has the explorer's colour; in the haunt heroes are white, the
    traitor red.
    """
    seat = state.players.index(explorer)
    colour = COLOURS[explorer] if state.haunt is None else TRAITOR if state.explorers[explorer].is_traitor else HERO
    left = 0 if state.stopped else max(0, spaces_left(state, explorer) or 0)
    return Seat(seat, len(state.players), colour, left, max(1, state.allowance or 0, left))


def _owed(state: State) -> Pattern:
    first = state.owed[0]
    match first.event:
        case "drew":
            if first.card == "omen":
                return omens_pattern(state)
            return Pulse(_CARDS[str(first.card)])
        case "damaged":
            return sufferer_pattern(state, first.by)
        case "haunt_rolled":
            return Countdown(HAUNT_DICE, HAUNT_DICE, OMEN)
        case "balanced":
            number = state.explorers[first.by].value(Trait.SPEED)
            return roll_pattern(state, number, 0)
    return seats_pattern(state, {first.by: SectorState.BREATHES})


def omens_pattern(state: State) -> Pattern:
    """Return a violet light for each omen drawn so far.

    The last light, which swells, is the omen that is asked for.
    """
    return Countdown(state.omens + 1, 13 if not state.with_widows_walk else 21, OMEN)


def sufferer_pattern(state: State, explorer: str) -> Pattern:
    """Return a pattern in which the sufferer's sector goes out and comes back slowly."""
    return seats_pattern(state, {explorer: SectorState.SINKS})


def seats_pattern(state: State, shown: dict[str, SectorState]) -> Pattern:
    """Return all seats, some of them otherwise; the dead are a single light."""
    return Sectors(
        tuple(
            Sector(
                COLOURS[player],
                shown.get(player, SectorState.SINGLE if state.explorers[player].dead else SectorState.THERE),
            )
            for player in state.players
        )
    )


def roll_pattern(state: State, number: int, thrown: int) -> Pattern:
    """Return a light for each die that is still to be thrown; the last haunt's dice are violet."""
    haunt = bool(state.owed) and state.owed[0].event == "haunt_rolled"
    return Countdown(number - thrown, max(1, number), OMEN if haunt else DICE)


def set_up_pattern(players: Collection[str], right: Collection[str]) -> Pattern:
    """Return the sectors that fill as the players take their seats."""
    return Sectors(
        tuple(
            Sector(COLOURS[player], SectorState.THERE if player in right else SectorState.SINGLE) for player in players
        )
    )


def over_pattern(state: State) -> Pattern:
    """Return the pattern of the winners, by their seats; of the house if nobody has won."""
    won = winners(state)
    return won_pattern({player: COLOURS[player] for player in state.players}, won) if won else Celebrate(MONSTER)
