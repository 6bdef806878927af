"""Ring patterns of each step: sectors are the seats, from the bow clockwise from the top."""

from collections.abc import Collection, Mapping

from companion.games.lifeboat.captions import fight_sums
from companion.games.lifeboat.colours import COLOURS
from companion.screen.theme import Rgb
from engine.lifeboat.components import Character
from engine.lifeboat.state import Condition, Phase, State
from hardware.ring.patterns import Pattern, Progress
from hardware.ring.sectors import Sector, Sectors, SectorState, TwoArcs

#: A fight's attackers and defenders, and water for the thirsty.
ATTACK: Rgb = (255, 122, 60)
DEFEND: Rgb = (82, 178, 120)
WATER: Rgb = (54, 124, 232)
_CONDITIONS: Mapping[Condition, SectorState] = {
    Condition.CONSCIOUS: SectorState.THERE,
    Condition.UNCONSCIOUS: SectorState.FAINT,
    Condition.DEAD: SectorState.SINGLE,
}


def step_pattern(state: State) -> Pattern:
    """Return the ring pattern of the running step."""
    match state.step:
        case Phase.FIGHT:
            attack, defend = fight_sums(state)
            return TwoArcs(attack, defend, ATTACK, DEFEND)
        case Phase.ANSWER | Phase.OBJECTION:
            assert state.demand is not None
            asked = {state.demand.by: SectorState.FIRST, state.demand.of: SectorState.SECOND}
            return seats_pattern(state, asked)
        case Phase.CHOOSE:
            return Sectors(_sectors(state, _turn_sectors(state)), state.birds)
        case Phase.OVERBOARD:
            assert state.overboard is not None
            return seats_pattern(state, dict.fromkeys(state.overboard.falling, SectorState.SINKS))
        case Phase.THIRST:
            return Sectors(_sectors(state, _turn_sectors(state), {state.thirst[0].who: WATER}))
        case Phase.REVEAL:
            return Progress(len(state.revealed), len(state.people), DEFEND)
    return seats_pattern(state, _turn_sectors(state))


def seats_pattern(state: State, shown: Mapping[Character, SectorState]) -> Pattern:
    """Return the ring pattern of all seats, some of them shown otherwise."""
    return Sectors(_sectors(state, shown))


def set_up_pattern(state: State, right: Collection[Character]) -> Pattern:
    """Return the ring pattern of a set-up: seats whose cards lie right are lit."""
    return Sectors(
        tuple(Sector(COLOURS[seat], SectorState.THERE if seat in right else SectorState.SINGLE) for seat in state.seats)
    )


def _turn_sectors(state: State) -> Mapping[Character, SectorState]:
    return {state.turn: SectorState.BREATHES} if state.turn else {}


def _sectors(
    state: State, shown: Mapping[Character, SectorState], colours: Mapping[Character, Rgb] | None = None
) -> tuple[Sector, ...]:
    """Return the sectors of those aboard; those who are out have no seat any more."""
    coloured = {**COLOURS, **(colours or {})}
    return tuple(
        Sector(coloured[person.who], shown.get(person.who, _CONDITIONS[person.condition])) for person in state.aboard
    )
