"""Attacks, damage, monsters' ways and their being stunned (B19 to B24)."""

from collections.abc import Iterator

from engine.values import replaced

from . import events as e
from .changes import handling, owe_damage, shift_traits
from .components import CARDS, HARM_OF, PAIR, Harm, Trait
from .hands import handled_problems, held_problems
from .problems import Code, Found
from .rolls import dice, number_problems, total
from .state import State
from .ways import in_line

#: From so many points of physical damage on a card may be stolen instead (B20).
ENOUGH_TO_STEAL = 2


def value_of(state: State, figure: str, trait: Trait) -> int | None:
    """Return a trait of an explorer or of a monster's kind; None: it has no such trait."""
    explorer = state.explorers.get(figure)
    return explorer.value(trait) if explorer else state.kinds[state.monsters[figure].kind].value(trait)


def reaches(state: State, actor: str, on: str, card: str | None) -> bool:
    """Return True if an attack reaches its target (B20, BR20).

    Both are in one spot, or a weapon shoots along a line.
    """
    if state.in_one_spot(actor, on):
        return True
    return card is not None and CARDS[card].distance and in_line(state, actor, on)


def has_attacked(state: State, figure: str) -> bool:
    """Return True if the figure has attacked this turn."""
    return state.monsters[figure].attacked if figure in state.monsters else state.attacked and figure == state.turn


def attacked_problems(state: State, event: e.Attacked) -> Iterator[Found]:
    """Find problems of an attack: once a turn, on an enemy in reach (B19, B20, B25).

    In reach are the room, one's side of it, and a line of fire.
    """
    actor, on, card = event.by, event.on, event.with_
    if card is not None and actor in state.monsters:
        yield Code.NOT_FOR_MONSTERS, f"{actor} is a monster and uses no cards (B24)"
    elif card is not None:
        yield from held_problems(state, actor, card)
        yield from handled_problems(state, (card,))
    if has_attacked(state, actor):
        yield Code.ALREADY_DONE, f"{actor} has attacked this turn already (B19)"
    if actor == on:
        yield Code.NOT_AN_ENEMY, f"{actor} cannot attack themselves (B19)", True
        return
    if not reaches(state, actor, on, card):
        yield Code.TOO_FAR, f"{on} is neither with {actor} nor in a line of fire (B19, B20, BR20)"
    if not state.are_enemies(actor, on):
        yield Code.NOT_AN_ENEMY, f"{on} is no enemy of {actor} (B19)"
    if event.trait is not Trait.MIGHT and card is None and actor in state.explorers:
        yield Code.NEEDS_CARD, f"{actor} attacks with {event.trait} only by a card (B19)"
    rolls = ((actor, event.faces, event.bonus), (on, event.against, event.bonus_against))
    for figure, faces, bonus in rolls:
        value = value_of(state, figure, event.trait)
        if value is None:
            yield Code.NO_SUCH_TRAIT, f"{figure} has no {event.trait} (B19)"
        else:
            yield from number_problems(figure, faces, dice(value, bonus))


def attack(state: State, event: e.Attacked) -> State:
    """Deal the difference of both totals as damage; a tie does none (B19)."""
    actor, on = event.by, event.on
    state = state.with_monster(actor, attacked=True) if actor in state.monsters else replaced(state, attacked=True)
    if event.with_ is not None:
        state = handling(state, event.with_)
    near = state.in_one_spot(actor, on)
    points = total(event.faces, event.plus) - total(event.against, event.plus_against)
    kind = HARM_OF[event.trait]
    if points > 0:
        may_steal = actor in state.explorers and near and kind is Harm.PHYSICAL and points >= ENOUGH_TO_STEAL
        return _beaten(state, on, kind, points, actor if may_steal else None)
    # Losing at a distance does not hurt (BR18).
    return _beaten(state, actor, kind, -points, None) if points < 0 and near else state


def _beaten(state: State, figure: str, kind: Harm, points: int, steal: str | None) -> State:
    """Stun a beaten monster, or let a beaten explorer owe damage."""
    if figure in state.monsters:
        return state.with_monster(figure, stunned=True)
    return owe_damage(state, figure, kind, points, steal)


# --- damage -----------------------------------------------------------------------------------------------------------


def damaged_problems(state: State, event: e.Damaged) -> Iterator[Found]:
    """Find problems of damage: it is owed, or a card, a room or a haunt does it."""
    first = state.owed[0] if state.owed else None
    owed = first is not None and (first.event, first.by) == ("damaged", event.by)
    if first is not None and owed and (first.kind, first.points) != (event.kind, event.points):
        yield Code.WRONG_DAMAGE, f"{event.by} takes {first.points} {first.kind} damage (B19)"
    if split_problem := _split_problem(state, event):
        yield Code.WRONG_SPLIT, split_problem


def _split_problem(state: State, event: e.Damaged) -> str | None:
    """Say why damage is not shared out on the pair, all that it can take (B19, BR10)."""
    wanted = state.damage_taken(event.by, event.kind, event.points)
    pair = PAIR[event.kind]
    if not event.split.keys() <= set(pair):
        return f"{event.kind} damage is shared out on {pair[0]} and {pair[1]} (B19)"
    for trait, points in event.split.items():
        if points > state.can_lose(event.by, trait):
            return f"the {trait} of {event.by} can lose {state.can_lose(event.by, trait)}, not {points} (BR10)"
    if sum(event.split.values()) != wanted:
        return f"{event.by} shares out {wanted} points, not {sum(event.split.values())} (BR10)"
    return None


def damage(state: State, event: e.Damaged) -> State:
    """Lower an explorer's traits by the damage as it is split."""
    if state.owed and (state.owed[0].event, state.owed[0].by) == ("damaged", event.by):
        state = replaced(state, owed=state.owed[1:])
    state, _ = shift_traits(state, event.by, {trait: -points for trait, points in event.split.items()})
    return state


# --- monsters ---------------------------------------------------------------------------------------------------------


def monsters_rolled_problems(state: State, event: e.MonstersRolled) -> Iterator[Found]:
    """Yield problems of rolling a kind's spaces: once in the monsters' turn (B24)."""
    if event.kind in state.rolls:
        yield Code.ALREADY_TRIED, f"the way of kind {event.kind} is rolled already this turn (B24)"
    yield from number_problems(event.kind, event.faces, state.kinds[event.kind].speed)


def roll_monsters(state: State, event: e.MonstersRolled) -> State:
    """Roll the spaces of a kind of monster, at least 1."""
    return replaced(state, rolls={**state.rolls, event.kind: max(1, total(event.faces, event.plus))})


def stun(state: State, event: e.Stunned) -> State:
    """Stun a monster: its side with the S lies up."""
    return state.with_monster(event.token, stunned=True)
