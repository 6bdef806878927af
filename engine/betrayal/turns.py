"""Turn order, and the start of a new turn (B1, B18, B24)."""

from engine.values import replaced

from .changes import after_deaths, discard_used_up
from .components import CHARACTERS, ENTRANCE_HALL, start_tiles
from .house import House, Place
from .state import MONSTERS, Explorer, Phase, State


def begin(variants: tuple[str, ...], players: tuple[str, ...], first: str) -> State:
    """Set up the game (B1): all in the Entrance Hall with start values, the landings apart."""
    rooms = {}
    for tile in start_tiles(variants):
        assert tile.start is not None
        floor, x, y = tile.start
        rooms[tile.id] = Place(floor, x, y, 0)
    explorers = {player: Explorer(player, ENTRANCE_HALL, dict(CHARACTERS[player].start)) for player in players}
    return State(variants, players, clockwise_from(players, first), House(rooms), explorers, turn=first)


def clockwise_from(players: tuple[str, ...], first: str) -> tuple[str, ...]:
    """Return all players clockwise, beginning with this one."""
    place = players.index(first)
    return players[place:] + players[:place]


def haunt_sequence(players: tuple[str, ...], revealer: str, traitor: str | None) -> tuple[str, ...]:
    """Return the order of turns in the haunt, from the traitor's left (B18, BR16).

    Without a traitor it is from the revealer's left.
    """
    first, *others = clockwise_from(players, traitor or revealer)
    return (*others, first)


def new_turn(state: State, turn: str | None) -> State:
    """Begin a turn: nothing is used, tried or handled in it yet (section 7)."""
    state = replaced(
        state,
        turn=turn,
        spent=0,
        steps=0,
        allowance_set=None,
        stopped=False,
        attacked=False,
        done=frozenset(),
        handled=frozenset(),
        tried={},
        exits={},
        ran=frozenset(),
        rolls={},
    )
    if turn in state.explorers:
        return replaced(state, side_ran=False)
    if turn is None:
        return state
    rested = {token: replaced(monster, spent=0, steps=0, attacked=False) for token, monster in state.monsters.items()}
    waking = frozenset(token for token, monster in state.monsters.items() if monster.stunned)
    return replaced(state, monsters=rested, waking=waking)


def next_turn(state: State) -> State:
    """Pass the turn on (B18).

    Monsters that were stunned at the start of their turn turn back at its end (B24).
    """
    turn = state.turn
    if turn == MONSTERS:
        woken = {
            token: replaced(monster, stunned=False) if token in state.waking else monster
            for token, monster in state.monsters.items()
        }
        state = replaced(state, monsters=woken, waking=frozenset())
    later = () if turn is None or turn == MONSTERS else state.sequence[state.sequence.index(turn) + 1 :]
    following = next((explorer for explorer in later if not state.explorers[explorer].dead), None)
    if following is None and turn in state.explorers and state.monsters:
        following = MONSTERS
    return new_turn(state, following or next(iter(state.order), None))


def settled(state: State) -> State:
    """Apply automatic events (BR28).

    These are deaths, draws that nobody can owe, and the end of a dead explorer's turn.
    """
    state = discard_used_up(after_deaths(state))
    if state.phase is Phase.HAUNT and state.turn is not None and not state.owed:
        explorer = state.explorers.get(state.turn)
        if explorer is not None and explorer.dead:
            return next_turn(state)
    return state
