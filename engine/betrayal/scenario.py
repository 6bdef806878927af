"""Stand-in haunt, where no book tells one: the monsters, the traitor, and who has won."""

from collections.abc import Iterator

from . import events as e
from .components import COAL_CHUTE, STAIRS, TILES
from .state import MonsterValues, Phase, Role, Side, State

#: Number of the stand-in haunt.
HAUNT_NUMBER = 1
#: Name of its monsters.
MONSTER_KIND = "ghost"
#: Number of its monsters.
MONSTER_COUNT = 2
#: Values of its monsters.
MONSTER = MonsterValues(3, 4, None, None)
#: After so many turns of the haunt the side with more living claims that it has won.
MOST_HAUNT_TURNS = 60
#: Instead of a number of turns: people go by the books and say who has won, so nobody claims it by the stand-in haunt.
UNCLAIMED = -1
#: Farther than any room is from another.
NOWHERE = 999


def begin_event(state: State) -> e.HauntBegan:
    """Return the haunt's beginning: revealer as traitor, monsters as far away as can be."""
    due = state.due
    assert due is not None
    far = distances(state, {due.room})
    start = min(state.house.rooms, key=lambda room: (-far.get(room, NOWHERE), room))
    tokens = tuple((f"{MONSTER_KIND}-{number}", start) for number in range(1, MONSTER_COUNT + 1))
    group = e.MonsterGroup(MONSTER_KIND, MONSTER, tokens)
    return e.HauntBegan(by=due.by, number=HAUNT_NUMBER, traitor=due.by, monsters=(group,))


def winning_claim(state: State, turns: int) -> e.Won | None:
    """Return what is claimed after so many turns of the haunt; None as long as both sides live."""
    if state.haunt is None or state.phase is not Phase.HAUNT or turns == UNCLAIMED:
        return None
    heroes = [player for player in state.players if state.explorers[player].role is Role.HERO]
    alive = [hero for hero in heroes if not state.explorers[hero].dead]
    traitors = [traitor for traitor in state.traitors if not state.explorers[traitor].dead]
    late = turns >= MOST_HAUNT_TURNS
    if not traitors or (late and len(alive) >= len(traitors) + len(state.monsters)):
        return e.Won(by=(alive or heroes)[0], side=Side.HEROES)
    if not alive or late:
        return e.Won(by=(traitors or list(state.traitors))[0], side=Side.TRAITOR)
    return None


def distances(state: State, goals: set[str]) -> dict[str, int]:
    """Return the number of steps from every room to the nearest of the goals.

    What cannot be passed is an end of ways.
    """
    found = dict.fromkeys(sorted(goals), 0)
    ends = list(found)
    for room in ends:
        passes = room in goals or not (TILES[room].cross or room == COAL_CHUTE)
        for other in beside(state, room) if passes else ():
            if other not in found:
                found[other] = found[room] + 1
                ends.append(other)
    return found


def beside(state: State, room: str) -> Iterator[str]:
    """Yield the rooms one step from a room: by doors and stairs."""
    yield from state.house.behind(room).values()
    for first, other in STAIRS:
        if room in (first, other):
            next_room = other if room == first else first
            if next_room in state.house.rooms:
                yield next_room
