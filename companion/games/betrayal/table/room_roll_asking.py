"""Rolls of a trait that rooms ask: its chance before it, what it means after."""

from collections.abc import Callable

from companion.device.sentences import capitalised, together
from companion.games.betrayal.language import say, say_count
from companion.games.betrayal.names import explorer_name
from companion.games.betrayal.table.percent import percent
from companion.games.betrayal.table.picking import Telling
from companion.games.betrayal.table.roll_asking import RollAsked, ask_roll
from companion.games.betrayal.words import trait_name
from engine.betrayal import events as e
from engine.betrayal.components import VAULT_DOOR, Barrier, LeaveRoll
from engine.betrayal.odds import at_least
from engine.betrayal.rolls import BALANCE
from engine.betrayal.state import State


def need_text(asked: Barrier | LeaveRoll) -> str:
    """The trait that a room asks, and how much of it."""
    return f"{trait_name(asked.trait)} {asked.need}"


def ask_crossed(state: State, who: str, *, virtual: bool) -> Telling:
    """From one side of a room to the other (B25)."""
    barrier = state.barrier_of(who)
    assert barrier is not None
    good, bad = say("Over on the other side."), say("No more moving this turn.")
    return (yield from _ask_room_roll(state, who, barrier, e.Crossed, good, bad, virtual=virtual))


def ask_opened(state: State, who: str, *, virtual: bool) -> Telling:
    """The Vault (B25)."""
    good, bad = say("The Vault opens: two items."), say("The Vault stays closed.")
    return (yield from _ask_room_roll(state, who, VAULT_DOOR, e.Opened, good, bad, virtual=virtual))


def ask_left(state: State, who: str, *, virtual: bool) -> Telling:
    """Whether a room is left without its fine (B26)."""
    roll = state.leave_roll(who)
    assert roll is not None
    fine = say("leaving costs a step of {trait}, staying nothing (B26).", trait=trait_name(roll.fine))
    good, bad = say("Free to leave."), capitalised(fine)
    return (
        yield from _ask_room_roll(state, who, Barrier(roll.trait, roll.need), e.ExitRolled, good, bad, virtual=virtual)
    )


def ask_balanced(state: State, who: str, *, virtual: bool) -> Telling:
    """Whether the Collapsed Room's floor holds (B29)."""
    good = say("The floor holds.")
    bad = say("{player} falls into the basement (B29).", player=capitalised(explorer_name(who)))
    return (yield from _ask_room_roll(state, who, BALANCE, e.Balanced, good, bad, virtual=virtual))


def _ask_room_roll(
    state: State,
    who: str,
    asked: Barrier,
    event: Callable[..., e.GameEvent],
    good: str,
    bad: str,
    *,
    virtual: bool,
) -> Telling:
    name, trait = capitalised(explorer_name(who)), trait_name(asked.trait)

    def needs(number: int, plus: int) -> str:
        chance = percent(at_least(number, asked.need, plus))
        text = say_count(
            "{player}: {trait} {need} with {n} die, {chance}.",
            "{player}: {trait} {need} with {n} dice, {chance}.",
            number,
            player=name,
            trait=trait,
            need=asked.need,
            chance=chance,
        )
        return together(text, say("Otherwise: {fine}", fine=bad))

    def result(total: int) -> str:
        told = say("{total} of {need}.", total=total, need=asked.need)
        return together(told, good if total >= asked.need else bad)

    value = state.explorers[who].value(asked.trait)
    thrown = yield from ask_roll(RollAsked(value, needs, result, virtual, title=trait))
    return event(by=who, faces=thrown.faces, bonus=thrown.bonus, plus=thrown.plus)
