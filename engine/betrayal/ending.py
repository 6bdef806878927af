"""End of a turn: damage, gains, slides, and the haunt roll (B16, B27, B33, B36)."""

from collections.abc import Iterator

from . import events as e
from .changes import after_deaths, shift_traits
from .components import COAL_CHUTE, PAIR, TILES, Harm, Trait
from .haunting import owes_haunt_roll
from .problems import Code, Found
from .state import MONSTERS, TOP, State
from .turns import next_turn


def end_damage(state: State, name: str) -> Harm | None:
    """Return the kind of damage for ending a turn in the explorer's room (B23, B33, BR10).

    Returns None if the room does none.
    """
    explorer = state.explorers[name]
    kind = TILES[explorer.room].end
    if kind is None or explorer.is_traitor or state.damage_taken(name, kind, 1) == 0:
        return None
    return kind


def gains_offered(state: State, name: str) -> tuple[Trait, ...]:
    """Return the traits that the explorer's room would raise at the turn's end, once (B36)."""
    explorer = state.explorers[name]
    if explorer.room in explorer.once:
        return ()
    return tuple(trait for trait in TILES[explorer.room].once if explorer.traits[trait] < TOP)


def turn_ended_problems(state: State, event: e.TurnEnded) -> Iterator[Found]:
    """Yield problems of ending a turn; the monsters' turn ends without anybody's name."""
    whose = None if state.turn == MONSTERS else state.turn
    if event.by != whose or state.turn is None:
        yield Code.NOT_YOUR_TURN, f"it is the turn of {state.turn or 'nobody'}; {_ends(state)}"
    sliding = state.figures_in(COAL_CHUTE)
    if sliding:
        yield Code.MUST_SLIDE, f"{', '.join(sliding)} must slide down the chute first (B27)"
    yield from _split_problems(state, event)
    if event.gain is not None and (event.by is None or event.gain not in gains_offered(state, event.by)):
        yield Code.NO_GAIN, f"{event.by or 'nobody'} gains no {event.gain} here (B36)"


def _ends(state: State) -> str:
    return "the monsters' turn ends without a name" if state.turn == MONSTERS else "nobody else ends it (B2)"


def _split_problems(state: State, event: e.TurnEnded) -> Iterator[Found]:
    """`split` says who suffers what exactly where the room hurts (B33)."""
    kind = end_damage(state, event.by) if event.by is not None else None
    if kind is None:
        if event.split is not None:
            yield Code.WRONG_SPLIT, f"ending the turn does not hurt {event.by or 'anybody'} here (B33)"
        return
    assert event.by is not None
    able = [trait for trait in PAIR[kind] if state.can_lose(event.by, trait)]
    if event.split is None or len(event.split) != 1 or not event.split.keys() <= set(able):
        yield Code.WRONG_SPLIT, f"the room does 1 {kind} damage: {' or '.join(able)} of {event.by} (B33, BR10)"


def end_turn(state: State, event: e.TurnEnded) -> State:
    """Gain or damage; then the haunt roll, if an omen was drawn, else the next turn."""
    if event.by is not None and event.gain is not None:
        explorer = state.explorers[event.by]
        state, _ = shift_traits(state, event.by, {event.gain: 1})
        state = state.with_explorer(event.by, once=explorer.once | {explorer.room})
    if event.by is not None and event.split:
        state, _ = shift_traits(state, event.by, {trait: -points for trait, points in event.split.items()})
        state = after_deaths(state)
    if state.due is not None:
        return owes_haunt_roll(state)
    return next_turn(state)
