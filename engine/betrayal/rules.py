"""Allowed events in each phase, and all problems of an event (sections 5 and 8)."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from engine.game import RuleProblem
from engine.names import Name
from engine.values import replaced

from . import building, corrections, elevator, ending, falls, fights, hands, haunting, moves, rolls
from . import events as e
from .codec import CODEC
from .components import CHARACTERS, TILES, Floor
from .problems import Code, Found, listed
from .state import MONSTERS, Phase, State
from .turns import settled

_PLAYED = (Phase.EXPLORE, Phase.HAUNT)
_HAUNT = (Phase.HAUNT,)


class When(Name):
    """Moment of an event within its phases."""

    TURN = "turn"
    """By whose turn it is, nothing owed; an event that is owed also when it is due."""
    NOTHING_OWED = "nothing-owed"
    """In anybody's turn, nothing owed."""
    OWED = "owed"
    """When it is due, and never else."""
    ANY_TIME = "any-time"
    """In any turn, also while something else is owed, but not if it is owed itself and not due yet."""


@dataclass(frozen=True)
class Rule:
    """Rule of one kind of event: when it may happen, its problems, and what it does."""

    when: When
    phases: tuple[Phase, ...]
    problems: Callable[[State, Any], Iterable[Found]]
    follow: Callable[[State, Any], State]


def _nothing_wrong(_state: State, _event: e.GameEvent) -> Iterable[Found]:
    return ()


RULE_OF: dict[type[Any], Rule] = {
    e.Moved: Rule(When.TURN, _PLAYED, moves.moved_problems, moves.move),
    e.Discovered: Rule(When.TURN, _PLAYED, moves.discovered_problems, moves.discover),
    e.Slid: Rule(When.NOTHING_OWED, _PLAYED, moves.slid_problems, moves.slide),
    e.Fell: Rule(When.TURN, _PLAYED, falls.fell_problems, falls.fall),
    e.Crossed: Rule(When.TURN, _PLAYED, rolls.crossed_problems, rolls.cross),
    e.Opened: Rule(When.TURN, _PLAYED, rolls.opened_problems, rolls.open_vault),
    e.ExitRolled: Rule(When.ANY_TIME, _PLAYED, rolls.exit_rolled_problems, rolls.exit_roll),
    e.ElevatorRan: Rule(When.TURN, _PLAYED, elevator.elevator_problems, elevator.run_elevator),
    e.Rearranged: Rule(When.TURN, _PLAYED, building.rearranged_problems, building.rearrange),
    e.Gave: Rule(When.TURN, _PLAYED, hands.gave_problems, hands.give),
    e.Dropped: Rule(When.TURN, _PLAYED, hands.dropped_problems, hands.drop),
    e.Picked: Rule(When.TURN, _PLAYED, hands.picked_problems, hands.pick),
    e.Attacked: Rule(When.TURN, _HAUNT, fights.attacked_problems, fights.attack),
    e.MonstersRolled: Rule(When.TURN, _HAUNT, fights.monsters_rolled_problems, fights.roll_monsters),
    e.TurnEnded: Rule(When.TURN, _PLAYED, ending.turn_ended_problems, ending.end_turn),
    e.Balanced: Rule(When.OWED, _PLAYED, rolls.balanced_problems, rolls.balance),
    e.HauntRolled: Rule(When.OWED, _PLAYED, haunting.haunt_rolled_problems, haunting.roll_haunt),
    e.Stole: Rule(When.OWED, _HAUNT, hands.stole_problems, hands.steal),
    e.HauntBegan: Rule(When.ANY_TIME, (Phase.SETUP,), haunting.haunt_began_problems, haunting.begin_haunt),
    e.Drew: Rule(When.ANY_TIME, _PLAYED, hands.drew_problems, hands.draw),
    e.Rolled: Rule(When.ANY_TIME, _PLAYED, rolls.rolled_problems, rolls.roll),
    e.Adjusted: Rule(When.ANY_TIME, _PLAYED, _nothing_wrong, rolls.adjust),
    e.Damaged: Rule(When.ANY_TIME, _PLAYED, fights.damaged_problems, fights.damage),
    e.Used: Rule(When.ANY_TIME, _PLAYED, hands.used_problems, hands.use),
    e.CardMoved: Rule(When.ANY_TIME, _PLAYED, hands.card_moved_problems, hands.move_card),
    e.Placed: Rule(When.ANY_TIME, _PLAYED, moves.placed_problems, moves.place),
    e.TileLaid: Rule(When.ANY_TIME, _PLAYED, building.tile_laid_problems, building.lay_tile),
    e.Stunned: Rule(When.ANY_TIME, _HAUNT, _nothing_wrong, fights.stun),
    e.MonsterRemoved: Rule(When.ANY_TIME, _HAUNT, _nothing_wrong, haunting.remove_monster),
    e.MonstersAdded: Rule(When.ANY_TIME, _HAUNT, haunting.added_problems, haunting.add_monsters),
    e.ChangedSide: Rule(When.ANY_TIME, _HAUNT, _nothing_wrong, haunting.change_side),
    e.CounterSet: Rule(When.ANY_TIME, _HAUNT, _nothing_wrong, haunting.count),
    e.Won: Rule(When.NOTHING_OWED, _HAUNT, haunting.won_problems, haunting.claim),
    e.Confirmed: Rule(When.ANY_TIME, _HAUNT, haunting.answer_problems, haunting.confirm),
    e.Denied: Rule(When.ANY_TIME, _HAUNT, haunting.answer_problems, haunting.deny),
    e.Corrected: Rule(When.ANY_TIME, _PLAYED, corrections.corrected_problems, corrections.correct),
}
_ANSWERS = (e.Confirmed, e.Denied)
#: The dead may do these too (section 5).
_OF_THE_DEAD = (e.Won, *_ANSWERS)


def start_problems(event: e.GameStarted) -> tuple[RuleProblem, ...]:
    """Return all that is wrong with starting this game (B1)."""
    return listed(_start_problems(event))


def _start_problems(event: e.GameStarted) -> Iterator[Found]:
    if not 3 <= len(event.players) <= 6:
        yield Code.WRONG_PLAYERS, f"{len(event.players)} explorers cannot play; it is 3 to 6 (B1)"
    elif len(set(event.players)) < len(event.players):
        yield Code.WRONG_PLAYERS, "an explorer stands twice among the players (B1)"
    elif len({CHARACTERS[player].colour for player in event.players}) < len(event.players):
        yield Code.WRONG_PLAYERS, "two explorers of one colour are two sides of one card and do not play together (B1)"
    elif event.first not in event.players:
        yield Code.WRONG_PLAYERS, f"{event.first} begins, but does not play (B1)"


def event_problems(state: State, event: e.GameEvent) -> tuple[RuleProblem, ...]:
    """Return all that is wrong with the event now, in the codes' order; nothing if allowed."""
    overruled = isinstance(event, e.TurnEvent) and event.overruled
    return listed(_problems(state, event), overruled=overruled)


def follow(state: State, event: e.GameEvent) -> State:
    """Return the state after an event that is allowed now."""
    after = settled(RULE_OF[type(event)].follow(state, event))
    if isinstance(event, e.Moved):
        return replaced(after, walked=(*state.walked, (event.by, state.room_of(event.by))))
    return replaced(after, walked=()) if after.walked else after


def _problems(state: State, event: e.GameEvent) -> Iterator[Found]:
    alone = _not_now(state, event)
    if alone is not None:
        yield alone
        return
    missing, actor = _not_in_game(state, event), getattr(event, "by", None)
    if missing is not None:
        yield missing
        if actor is not None and actor not in state.explorers and actor not in state.monsters:
            return
    for explorer in _explorers(event):
        if explorer in state.explorers and state.explorers[explorer].dead and not isinstance(event, _OF_THE_DEAD):
            yield Code.DEAD, f"{explorer} is dead (B21)"
    rule = RULE_OF[type(event)]
    due = list(_order_problems(state, event, rule.when))
    yield from due
    # What is not there, or not due, has no other faults.
    if missing is not None or (due and rule.when is When.OWED):
        return
    yield from rule.problems(state, event)


# --- phases and names -------------------------------------------------------------------------------------------------

_ONGOING_EVENTS = {
    Phase.EXPLORE: "the house is explored",
    Phase.SETUP: "the haunt is looked up and has not begun",
    Phase.HAUNT: "the haunt goes on",
    Phase.OVER: "the game is over",
}


def _not_now(state: State, event: e.GameEvent) -> Found | None:
    name, rule = CODEC.name_of(event), RULE_OF.get(type(event))
    if rule is None or state.phase not in rule.phases:
        return Code.NOT_NOW, f"{name} cannot happen now: {_ONGOING_EVENTS[state.phase]} (section 5)"
    claim = state.haunt.claim if state.haunt else None
    if (claim is not None) is not isinstance(event, _ANSWERS):
        why = f"{claim.by} says that the {claim.side} won, and is answered first" if claim else "nobody claims anything"
        return Code.NOT_NOW, f"{name} cannot happen now: {why} (B34)"
    return None


def _texts(event: e.GameEvent, *keys: str) -> Iterator[str]:
    """Yield the texts under these keys, as far as the event has them."""
    found = (getattr(event, key, None) for key in keys)
    yield from (value for value in found if value is not None)


def _explorers(event: e.GameEvent) -> Iterator[str]:
    """Yield the explorers who act or are acted on, as far as the event names them."""
    if isinstance(event, e.HauntBegan):
        yield from (event.by, *((event.traitor,) if event.traitor else ()), *(event.candidates or ()))
        return
    if isinstance(event, e.Corrected):
        yield from event.set.traits or ()
        yield from (card for card in (event.set.cards or {}).values() if card in CHARACTERS)
        return
    yield from (text for text in _texts(event, "by", "to", "on", "from_") if text in CHARACTERS)


def _tokens(event: e.GameEvent) -> Iterator[str]:
    if isinstance(event, e.Corrected):
        yield from event.set.stunned or ()
        return
    yield from (figure for figure in _texts(event, "by", "on", "token") if figure not in CHARACTERS)


def _rooms(event: e.GameEvent) -> Iterator[str]:
    """Yield the rooms that must be laid."""
    if isinstance(event, e.Rearranged):
        yield from event.rooms
    if isinstance(event, e.CardMoved):
        yield from event.dog or ()
    for group in event.monsters if isinstance(event, e.HauntBegan | e.MonstersAdded) else ():
        yield from (room for _, room in group.tokens)
    yield from (room for room in _texts(event, "room", "to") if room in TILES)


def _not_in_game(state: State, event: e.GameEvent) -> Found | None:
    for explorer in _explorers(event):
        if explorer not in state.explorers:
            return Code.NOT_IN_GAME, f"{explorer} does not play in this game"
    for token in _tokens(event):
        if token not in state.monsters:
            return Code.NOT_IN_GAME, f"there is no {token} in the house"
    for room in _rooms(event):
        if room not in state.house.rooms:
            return Code.NOT_IN_GAME, f"the {room} is not laid"
    if isinstance(event, e.MonstersRolled) and all(monster.kind != event.kind for monster in state.monsters.values()):
        return Code.NOT_IN_GAME, f"no monster of kind {event.kind} is in the house"
    if isinstance(event, e.TileLaid) and event.floor is Floor.ROOF and event.floor not in state.floors:
        return Code.NOT_IN_GAME, "the roof belongs to Widow's Walk"
    return None


# --- whose turn, and what is owed -------------------------------------------------------------------------------------


def _order_problems(state: State, event: e.GameEvent, when: When) -> Iterator[Found]:
    """Find problems of order: another event is owed first, or it is not their turn."""
    name, actor = CODEC.name_of(event), getattr(event, "by", None)
    first = state.owed[0] if state.owed else None
    if first is not None and _is_owed_event(state, event):
        return
    owes_it = any((owed.event, owed.by) == (name, actor) for owed in state.owed)
    if first is not None and (when is not When.ANY_TIME or owes_it):
        yield Code.OWED, f"first {first.by} owes: {first.event} (section 6)"
    elif first is None and when is When.OWED:
        yield Code.NOT_HERE, f"{actor} does not owe that: nothing asks for {name} (section 6)"
    if when is When.TURN and not isinstance(event, e.TurnEnded):
        yield from _turn_problems(state, actor)


def _is_owed_event(state: State, event: e.GameEvent) -> bool:
    """Return True if the event is the one owed first, or steals instead of owed damage (B20)."""
    first, actor = state.owed[0], getattr(event, "by", None)
    if isinstance(event, e.Stole):
        return first.event == "damaged" and first.steal == actor
    return (first.event, first.by) == (CODEC.name_of(event), actor)


def _turn_problems(state: State, actor: str | None) -> Iterator[Found]:
    whose = MONSTERS if actor is None or actor in state.monsters else actor
    if whose != state.turn:
        yield Code.NOT_YOUR_TURN, f"it is the turn of {state.turn or 'nobody'} (B2, B18)"
    if actor is not None and actor in state.monsters and state.monsters[actor].stunned:
        yield Code.STUNNED, f"{actor} is stunned and loses this turn (B24)"
