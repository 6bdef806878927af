"""Haunt: roll, beginning, sides, monsters that come and go, claims (B16 to B18, B34, B35)."""

from collections.abc import Iterator

from engine.values import replaced

from . import events as e
from .changes import struck
from .problems import Code, Found
from .rolls import number_problems
from .state import ROLE_OF, Claim, Haunt, Monster, MonsterValues, Owed, Phase, Role, Side, State
from .turns import haunt_sequence, new_turn, next_turn

HAUNT_DICE = 6
#: Number of haunts in the books of the game.
HAUNTS = 50
#: Number of haunts in the books with Widow's Walk.
HAUNTS_WITH_WIDOWS_WALK = 100


def haunt_rolled_problems(_state: State, event: e.HauntRolled) -> Iterator[Found]:
    """Six dice (B16)."""
    yield from number_problems(event.by, event.faces, HAUNT_DICE)


def roll_haunt(state: State, event: e.HauntRolled) -> State:
    """Fewer pips than omens drawn: the haunt is looked up. Else the turn passes on."""
    state = replaced(state, owed=state.owed[1:])
    if sum(event.faces) < state.omens:
        return replaced(state, phase=Phase.SETUP, turn=None)
    return next_turn(replaced(state, due=None))


def haunt_began_problems(state: State, event: e.HauntBegan) -> Iterator[Found]:
    """Find problems of the haunt's beginning by the chart, reported by the revealer (B17)."""
    assert state.due is not None
    revealer = state.due.by
    if event.by != revealer:
        yield Code.NOT_YOUR_TURN, f"{revealer} is the revealer and begins the haunt (B17)"
    most = HAUNTS_WITH_WIDOWS_WALK if state.with_widows_walk else HAUNTS
    if not 1 <= event.number <= most:
        yield Code.WRONG_NUMBER, f"the haunts are numbered from 1 to {most} (section 5)"
    if event.candidates is not None:
        by_rule = _traitor_of(state, revealer, event.candidates)
        if event.traitor != by_rule:
            yield Code.WRONG_TRAITOR, f"of those who fit, the traitor is {by_rule or 'nobody'} (B17, BR9)"
    yield from group_problems(state, event.monsters)


def _traitor_of(state: State, revealer: str, candidates: tuple[str, ...]) -> str | None:
    """Return the revealer if among them, else the nearest: the first clockwise (B17, BR9)."""
    place = state.players.index(revealer)
    clockwise = state.players[place:] + state.players[:place]
    return next((explorer for explorer in clockwise if explorer in candidates), None)


def begin_haunt(state: State, event: e.HauntBegan) -> State:
    """Begin the haunt: roles, monsters, and the first turn of the new order (B18, BR16)."""
    due = state.due
    assert due is not None
    explorers = {
        name: replaced(explorer, role=Role.TRAITOR if name == event.traitor else Role.HERO)
        for name, explorer in state.explorers.items()
    }
    state = replaced(
        state,
        phase=Phase.HAUNT,
        due=None,
        explorers=explorers,
        sequence=haunt_sequence(state.players, due.by, event.traitor),
        haunt=Haunt(event.number, due.by, due.omen, due.room, event.traitor),
    )
    state = with_groups(state, event.monsters)
    return new_turn(state, state.living[0])


# --- monsters that come and go ----------------------------------------------------------------------------------------


def group_problems(state: State, groups: tuple[e.MonsterGroup, ...]) -> Iterator[Found]:
    """Yield the problem that a monster's token is in the house already."""
    for group in groups:
        for token, _ in group.tokens:
            if token in state.monsters:
                yield Code.TOKEN_TAKEN, f"{token} is in the house already (section 5)"
                return


def with_groups(state: State, groups: tuple[e.MonsterGroup, ...]) -> State:
    """Add groups of monsters; a known kind takes the new values."""
    kinds: dict[str, MonsterValues] = {**state.kinds, **{group.kind: group.values for group in groups}}
    new = {token: Monster(group.kind, room) for group in groups for token, room in group.tokens}
    return replaced(state, kinds=kinds, monsters={**state.monsters, **new})


def added_problems(state: State, event: e.MonstersAdded) -> Iterator[Found]:
    """Yield problems of adding monsters: their tokens are not in the house yet."""
    yield from group_problems(state, event.monsters)


def add_monsters(state: State, event: e.MonstersAdded) -> State:
    """Add monsters to the house."""
    return with_groups(state, event.monsters)


def remove_monster(state: State, event: e.MonsterRemoved) -> State:
    """Take a monster's token out of the house; it owes nothing."""
    left = {token: monster for token, monster in state.monsters.items() if token != event.token}
    return replaced(struck(state, event.token), monsters=left, waking=state.waking - {event.token})


# --- sides, counters, claims ------------------------------------------------------------------------------------------


def change_side(state: State, event: e.ChangedSide) -> State:
    """Change an explorer's side; the order stays (BR16)."""
    return state.with_explorer(event.by, role=ROLE_OF[event.side])


def count(state: State, event: e.CounterSet) -> State:
    """Set a haunt's counter, or remove it."""
    assert state.haunt is not None
    counters = {**state.haunt.counters, event.counter: event.value}
    counters = {name: value for name, value in counters.items() if value is not None}
    return replaced(state, haunt=replaced(state.haunt, counters=counters))


def won_problems(state: State, event: e.Won) -> Iterator[Found]:
    """Find problems of a claim of victory (section 5).

    A hero claims for the heroes, a traitor for the traitor; without any traitor anyone does.
    """
    traitor = state.explorers[event.by].is_traitor
    if (event.side is Side.HEROES) == traitor and (state.traitors or event.side is Side.HEROES):
        yield Code.NOT_YOUR_SIDE, f"{event.by} does not play for the {event.side} (B34)"


def claim(state: State, event: e.Won) -> State:
    """Claim that a side has won; the other side is asked."""
    return _with_claim(state, Claim(event.by, event.side))


def _with_claim(state: State, waiting: Claim | None) -> State:
    assert state.haunt is not None
    return replaced(state, haunt=replaced(state.haunt, claim=waiting))


def answerers(state: State) -> tuple[str, ...]:
    """Return the explorers who may answer a claim: the other side.

    If the other side has nobody, or if a hero claims for the house, it is anyone else.
    """
    assert state.haunt is not None
    waiting = state.haunt.claim
    assert waiting is not None
    mine = state.explorers[waiting.by].is_traitor
    others = tuple(player for player in state.players if state.explorers[player].is_traitor != mine)
    for_the_house = waiting.side is Side.TRAITOR and not mine
    return tuple(player for player in state.players if player != waiting.by) if for_the_house or not others else others


def answer_problems(state: State, event: e.Confirmed | e.Denied) -> Iterator[Found]:
    """Yield the problem that an answer to a claim is not from the other side."""
    if event.by not in answerers(state):
        yield Code.NOT_YOUR_SIDE, f"{event.by} does not answer this claim: {' or '.join(answerers(state))} (B34)"


def confirm(state: State, _event: e.Confirmed) -> State:
    """Confirm a claim: the game is over."""
    assert state.haunt is not None
    assert state.haunt.claim is not None
    winning = state.haunt.claim.side
    return replaced(_with_claim(state, None), phase=Phase.OVER, turn=None, winning=winning)


def deny(state: State, _event: e.Denied) -> State:
    """Deny a claim: the game goes on."""
    return _with_claim(state, None)


def winners(state: State) -> tuple[str, ...]:
    """Return the side that has won, in seat order, dead too; nobody if the house has (BR16)."""
    if state.winning is None:
        return ()
    return tuple(player for player in state.players if state.explorers[player].role is ROLE_OF[state.winning])


# --- the end of a turn ------------------------------------------------------------------------------------------------


def owes_haunt_roll(state: State) -> State:
    """Owe the haunt roll at the end of a turn in which an omen was drawn (B16)."""
    assert state.due is not None
    return state.owing(Owed("haunt_rolled", state.due.by))
