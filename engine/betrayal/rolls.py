"""Rolls of dice: how many, what they make, and those that rooms ask (B9, B25, B26, B29)."""

from collections.abc import Iterator

from engine.values import replaced

from . import events as e
from .changes import shift_traits
from .components import COLLAPSED_ROOM, OPPOSITE, TILES, VAULT, VAULT_DOOR, Barrier, CardKind, Trait
from .moves import stopped_problems
from .problems import Code, Found
from .state import Owed, State

MOST_DICE = 8
#: What the first explorer in the Collapsed Room rolls (B29).
BALANCE = Barrier(Trait.SPEED, 5)


def dice(value: int, bonus: int = 0) -> int:
    """Return the number of dice for a trait's value (BR5)."""
    return min(MOST_DICE, max(0, value + bonus))


def total(faces: e.Faces, plus: int = 0) -> int:
    """Return the total of the dice (BR5)."""
    return max(0, sum(faces) + plus)


def number_problems(explorer: str, faces: e.Faces, number: int) -> Iterator[Found]:
    """Find the problem that the number of rolled dice is wrong."""
    if len(faces) != number:
        yield Code.WRONG_DICE, f"{explorer} rolls {number} dice here, not {len(faces)} (B9, BR5)"


def trait_problems(state: State, event: e.Roll, trait: Trait) -> Iterator[Found]:
    """Find the problem that an explorer's trait roll has a wrong number of dice (B9)."""
    number = dice(state.explorers[event.by].value(trait), event.bonus)
    yield from number_problems(event.by, event.faces, number)


def _tried_problems(state: State, explorer: str, what: str) -> Iterator[Found]:
    if state.has_tried(explorer, what):
        yield Code.ALREADY_TRIED, f"{explorer} has tried {what} this turn already (B9, BR3)"


def succeeds(event: e.Roll, asked: Barrier) -> bool:
    """Return True if a roll reaches the barrier's demand."""
    return total(event.faces, event.plus) >= asked.need


# --- barriers ---------------------------------------------------------------------------------------------------------


def crossed_problems(state: State, event: e.Crossed) -> Iterator[Found]:
    """Yield problems of crossing a barrier room to its other side (B25); that is moving (BR8)."""
    yield from stopped_problems(state, event.by)
    barrier, room = state.barrier_of(event.by), state.room_of(event.by)
    if barrier is None:
        yield Code.NOT_HERE, f"{event.by} is in the {room}, which has no two sides (B25)"
        return
    yield from _tried_problems(state, event.by, room)
    yield from trait_problems(state, event, barrier.trait)


def cross(state: State, event: e.Crossed) -> State:
    """Success turns the side; failing ends the moving."""
    explorer, barrier = state.explorers[event.by], state.barrier_of(event.by)
    assert barrier is not None
    assert explorer.side is not None
    state = state.with_tried(event.by, explorer.room)
    if not succeeds(event, barrier):
        return replaced(state, stopped=True)
    return state.with_explorer(event.by, side=OPPOSITE[explorer.side])


def opened_problems(state: State, event: e.Opened) -> Iterator[Found]:
    """Yield problems of opening the Vault's door (B25)."""
    if state.room_of(event.by) != VAULT:
        yield Code.NOT_HERE, f"{event.by} is not at the Vault (B25)"
        return
    if state.vault_empty:
        yield Code.ALREADY_DONE, "the Vault is empty (B25)", True
    yield from _tried_problems(state, event.by, VAULT)
    yield from trait_problems(state, event, VAULT_DOOR.trait)


def open_vault(state: State, event: e.Opened) -> State:
    """Open the vault: the opener draws two items, then it is empty."""
    state = state.with_tried(event.by, VAULT)
    if not succeeds(event, VAULT_DOOR):
        return state
    item = Owed("drew", event.by, card=CardKind.ITEM, of_room=True)
    return replaced(state, vault_empty=True).owing(item, item)


# --- leave rolls and the Collapsed Room -------------------------------------------------------------------------------


def exit_rolled_problems(state: State, event: e.ExitRolled) -> Iterator[Found]:
    """Yield problems of the roll that a room asks of who leaves it, once a turn (B26, BR7).

    Anybody living there may roll, the traitor too (section 5), who need not, and never pays (B23).
    """
    room = state.room_of(event.by)
    roll = TILES[room].leave
    if roll is None:
        yield Code.NOT_HERE, f"the {room} asks no leave roll (B26)"
        return
    if state.leave_roll_passed(event.by) is not None:
        yield Code.ALREADY_TRIED, f"{event.by} has rolled for leaving the {room} this turn (BR7)"
    yield from trait_problems(state, event, roll.trait)


def exit_roll(state: State, event: e.ExitRolled) -> State:
    """Note a room's exit roll, which holds for the whole turn."""
    room = state.room_of(event.by)
    roll = TILES[room].leave
    assert roll is not None
    passed = total(event.faces, event.plus) >= roll.need
    state = state.with_tried(event.by, room)
    return replaced(state, exits={**state.exits, event.by: {**state.exits.get(event.by, {}), room: passed}})


def balanced_problems(state: State, event: e.Balanced) -> Iterator[Found]:
    """Yield problems of the Speed roll of the first explorer in the Collapsed Room (B29)."""
    yield from trait_problems(state, event, BALANCE.trait)


def balance(state: State, event: e.Balanced) -> State:
    """Balance across: an explorer who fails falls."""
    state = replaced(state, owed=state.owed[1:])
    if succeeds(event, BALANCE) or state.explorers[event.by].room != COLLAPSED_ROOM:
        return state
    return replaced(state, owed=(Owed("fell", event.by, of_room=True), *state.owed))


# --- any other --------------------------------------------------------------------------------------------------------


def rolled_problems(state: State, event: e.Rolled) -> Iterator[Found]:
    """Yield problems of a roll: each is tried once a turn (B9); without a trait any dice go."""
    yield from _tried_problems(state, event.by, event.what)
    if event.trait is not None:
        yield from trait_problems(state, event, event.trait)


def roll(state: State, event: e.Rolled) -> State:
    """Roll dice for a purpose that the texts of cards and haunts tell."""
    return state.with_tried(event.by, event.what)


def adjust(state: State, event: e.Adjusted) -> State:
    """Move a trait along its row (B10)."""
    state, _ = shift_traits(state, event.by, {event.trait: event.steps})
    return state
