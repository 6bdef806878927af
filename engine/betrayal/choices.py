"""Choices now: every event that some arguments allow without overruling (section 7, `next`)."""

from collections.abc import Iterator

from engine.game import Choice

from .components import COAL_CHUTE, ELEVATOR, TILES, VAULT, Trait
from .falls import can_fall, needs_tile
from .fights import has_attacked, reaches, value_of
from .hands import can_be_picked, can_be_stolen, can_give_or_drop
from .haunting import answerers
from .moves import elevator_has_run, leave_problems, stopped_problems
from .stack import is_stuck
from .state import MONSTERS, Phase, State
from .ways import can_pay, opponents, spaces_left, usable_doors, ways


def choices(state: State) -> tuple[Choice, ...]:
    """Return all that may happen now, sorted."""
    return tuple(sorted(_choices(state)))


def _choices(state: State) -> Iterator[Choice]:
    if state.phase is Phase.OVER:
        return
    if state.phase is Phase.SETUP:
        assert state.due is not None
        yield Choice("haunt_began", state.due.by)
    elif state.haunt is not None and state.haunt.claim is not None:
        for answerer in answerers(state):
            yield Choice("confirmed", answerer)
            yield Choice("denied", answerer)
    elif state.owed:
        yield from _owed(state)
    else:
        yield from _turn_choices(state)


def _owed(state: State) -> Iterator[Choice]:
    first = state.owed[0]
    yield Choice(first.event, first.by)
    if first.steal is not None and any(can_be_stolen(state, name) for name in state.cards_at(first.by)):
        yield Choice("stole", first.steal)


def _turn_choices(state: State) -> Iterator[Choice]:
    if state.phase is Phase.HAUNT:
        for player in state.players:
            yield Choice("won", player)
    sliding = state.figures_in(COAL_CHUTE)
    for figure in sliding:
        yield Choice("slid", figure)
    if state.turn == MONSTERS:
        kinds = {monster.kind for monster in state.monsters.values()}
        if kinds - state.rolls.keys():
            yield Choice("monsters_rolled")
        if not sliding:
            yield Choice("turn_ended")
        for token, monster in state.monsters.items():
            if not monster.stunned:
                yield from _figure_choices(state, token)
    elif state.turn is not None:
        if not sliding:
            yield Choice("turn_ended", state.turn)
        yield from _figure_choices(state, state.turn)
        yield from _explorer_choices(state, state.turn)


def _figure_choices(state: State, figure: str) -> Iterator[Choice]:
    """Yield the choices of explorers and monsters."""
    if _may_move(state, figure):
        yield Choice("moved", figure)
    lands = figure in state.explorers or not needs_tile(state, figure)
    if can_fall(state, figure) and lands and not any(stopped_problems(state, figure)):
        yield Choice("fell", figure)
    if state.room_of(figure) == ELEVATOR and not elevator_has_run(state, figure):
        yield Choice("elevator_ran", figure)
    if _may_attack(state, figure):
        yield Choice("attacked", figure)


def _may_move(state: State, figure: str) -> bool:
    if figure in state.monsters and spaces_left(state, figure) is None:
        return False
    if any(stopped_problems(state, figure)) or any(leave_problems(state, figure)):
        return False
    dearer = opponents(state, figure, state.room_of(figure))
    return any(can_pay(state, figure, way.spaces + dearer) for way in ways(state, figure).values())


def _may_attack(state: State, figure: str) -> bool:
    if state.haunt is None or has_attacked(state, figure):
        return False
    cards = [name for name in state.cards_at(figure) if name not in state.handled]
    for enemy in (*state.living, *state.monsters):
        if not state.are_enemies(figure, enemy):
            continue
        for card in (None, *cards):
            if not reaches(state, figure, enemy, card):
                continue
            traits = tuple(Trait) if card is not None or figure in state.monsters else (Trait.MIGHT,)
            if any(_has(state, figure, trait) and _has(state, enemy, trait) for trait in traits):
                return True
    return False


def _has(state: State, figure: str, trait: Trait) -> bool:
    return value_of(state, figure, trait) is not None


def _explorer_choices(state: State, name: str) -> Iterator[Choice]:
    """Yield the choices that only explorers have."""
    explorer = state.explorers[name]
    room, cards = explorer.room, state.cards_at(name)
    may_move = not any(stopped_problems(state, name))
    if may_move and _may_discover(state, name):
        yield Choice("discovered", name)
    if may_move and TILES[room].cross and not state.has_tried(name, room):
        yield Choice("crossed", name)
    if room == VAULT and not state.vault_empty and not state.has_tried(name, VAULT):
        yield Choice("opened", name)
    if TILES[room].leave and state.leave_roll_passed(name) is None:
        yield Choice("exit_rolled", name)
    if is_stuck(state, room):
        yield Choice("rearranged", name)
    if any(can_give_or_drop(state, card) for card in cards):
        if "gave" not in state.done and any(other != name and state.in_one_spot(name, other) for other in state.living):
            yield Choice("gave", name)
        if "dropped" not in state.done:
            yield Choice("dropped", name)
    if "picked" not in state.done and any(can_be_picked(state, card) for card in state.cards_at(room)):
        yield Choice("picked", name)


def _may_discover(state: State, explorer: str) -> bool:
    room = state.room_of(explorer)
    if any(leave_problems(state, explorer)) or not can_pay(state, explorer, 1 + opponents(state, explorer, room)):
        return False
    fitting = state.house.fitting_doors
    return any((room, door) in fitting for door in usable_doors(state, explorer))
